"""The command `atlantis-nb`, also `python3 -m atlantis_nb` in a fresh clone.

Nothing outside the standard library is imported before the environment has been set up.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from atlantis_nb import __version__, setup_env

DESCRIPTION = """\
Explore the rules of four tabletop games in Jupyter notebooks: play, step through, ask why, measure.

In a fresh clone, `lab` and `test` first set up an environment of their own in .venv (once)."""

NEEDS = {"lab": ("lab",), "test": ("lab", "test"), "play": (), "replay": ()}
"""Command -> the extras of pyproject.toml it needs; a command not named here needs nothing."""


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="atlantis-nb", description=DESCRIPTION, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    top.add_argument("--version", action="version", version=f"atlantis_nb {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True)

    lab = commands.add_parser(
        "lab",
        help="open the notebooks in JupyterLab",
        description="Open the notebooks in JupyterLab. An installed copy first unpacks them into "
        "./atlantis_notebooks; files you have changed there are left alone.",
    )
    lab.add_argument(
        "--port", type=int, default=0, help="port to listen on (default: the first free from 8888)"
    )
    lab.add_argument("--no-browser", action="store_true", help="only print the address")
    lab.add_argument(
        "jupyter", nargs="*", metavar="-- OPTION", help="further options for jupyter lab, after --"
    )

    commands.add_parser(
        "check",
        help="name all versions and say whether widgets can work here",
        description="Name every version, and check that the halves of the widgets (kernel and browser) agree. "
        "Exit code 0 if all is well, else 1.",
    )

    play = commands.add_parser(
        "play",
        help="let bots play a game and save it",
        description="Let bots play a game to its end, and save it as a match file that any notebook can open.",
        epilog="example: atlantis-nb play sinking --players 3 --seed 7 --bots greedy,random --out evening.json",
    )
    play.add_argument("game", metavar="GAME", help="id of the game; a wrong one lists those there are")
    play.add_argument("--players", type=int, metavar="N", help="number of players (default: the fewest)")
    play.add_argument(
        "--seed", type=int, default=0, metavar="N", help="the same seed gives the same game (default: 0)"
    )
    play.add_argument(
        "--bots", default="greedy", metavar="A,B", help="one bot, or one for each seat (default: greedy)"
    )
    play.add_argument("--options", nargs="+", default=[], metavar="NAME=VALUE", help="rule options to change")
    play.add_argument(
        "--until", default="end", metavar="WHEN", help="end, round, turn or a number of choices"
    )
    play.add_argument("--out", metavar="FILE", help="where to save the match (default: only tell the result)")
    play.add_argument("--quiet", action="store_true", help="print the result alone")

    replay = commands.add_parser(
        "replay",
        help="tell a saved match in words",
        description="Tell a saved match in words: what happened, with the rules. Nothing is played again.",
    )
    replay.add_argument("file", metavar="FILE", help="a saved match")
    replay.add_argument("--round", type=int, metavar="N", help="this round alone")
    replay.add_argument(
        "--node", type=int, metavar="N", help="the board in words at this node, and what led to it"
    )
    replay.add_argument("--seat", type=int, metavar="N", help="only what this seat may know (from 0)")
    replay.add_argument("--rules", action="store_true", help="after each line the ids of the rules behind it")

    test = commands.add_parser(
        "test",
        help="run all tests (in a clone)",
        description="Run all tests: style, types, layers, browser, rules and notebooks.",
    )
    test.add_argument(
        "--only", action="append", metavar="STEP", help="one of: style, types, layers, browser, tests"
    )
    test.add_argument("pytest", nargs="*", metavar="-- OPTION", help="further options for pytest, after --")
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit code: 0 well, 1 not well, 2 wrong use."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    given = parser().parse_args(words)
    try:
        if given.command in NEEDS:
            setup_env.ensure(words, NEEDS[given.command])
        return run(given)
    except (setup_env.SetupError, UserError) as error:
        print(f"atlantis-nb: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130


class UserError(Exception):
    """Something the person at the keyboard can put right; the text says what."""


def run(given: argparse.Namespace) -> int:
    if given.command == "lab":
        from atlantis_nb.cli_lab import lab

        return lab(given.port, given.no_browser, given.jupyter)
    if given.command == "check":
        from atlantis_nb.cli_check import check

        return check()
    if given.command == "test":
        from atlantis_nb.cli_test import test

        return test(given.only or [], given.pytest)
    from atlantis_nb.cli_match import play, replay

    try:
        return play(given) if given.command == "play" else replay(given)
    except (ValueError, OSError) as error:
        raise UserError(str(error)) from None
