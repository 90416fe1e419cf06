"""`atlantis-nb play` and `atlantis-nb replay`: matches in the terminal."""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

from atlantis_nb.core.files import load
from atlantis_nb.core.game import OPEN, Game, Viewer
from atlantis_nb.core.match import Match, Node, find_game, result_words


def play(given: argparse.Namespace) -> int:
    """Let bots play and save the match. Raises ValueError with one sentence for what does not fit."""
    game = find_game(given.game)
    options = read_options(game, given.options)
    match = Match(game, given.players, seed=given.seed, options=options)
    bots = given.bots.split(",")
    if len(bots) not in (1, len(match.names)):
        raise ValueError(
            f"--bots names one bot, or one for each of {len(match.names)} seats; here are {len(bots)}."
        )
    until = int(given.until) if given.until.isdecimal() else given.until
    print(f"{game.title}: {game.setup_text(match.state)}; seed {match.seed}; bots {', '.join(bots)}.")
    live = sys.stdout.isatty() and not given.quiet
    begun = time.monotonic()
    for choices, _ in enumerate(match.running(bots[0] if len(bots) == 1 else bots, until), 1):
        if live and choices % 20 == 0:
            print(f"\r  {choices} choices, {match.clock.label}"[:100].ljust(78), end="", flush=True)
    if live:
        print("\r" + " " * 100 + "\r", end="")
    if not given.quiet:
        print(f"{match.node.ply} actions in {time.monotonic() - begun:.1f} s, to {match.clock.label}.")
    print(result_words(match.result, match.names) if match.result else "The game goes on.")
    if given.out:
        match.save(given.out)
        print(f"Saved as {given.out}.")
    return 0


def read_options(game: Game[Any], words: list[str]) -> Any:
    """Options from words such as "siege=true" or "rounds=12". Raises ValueError with one sentence."""
    import msgspec

    changes: dict[str, Any] = {}
    for word in words:
        name, sign, text = word.partition("=")
        if not sign:
            raise ValueError(f"An option is written NAME=VALUE, not {word!r}.")
        try:
            changes[name] = msgspec.json.decode(text.encode())
        except msgspec.DecodeError:
            changes[name] = {"True": True, "False": False}.get(text, text)
    return game.options(**changes)


def replay(given: argparse.Namespace) -> int:
    """Tell a saved match in words."""
    match = load(given.file)
    seats = range(len(match.names))
    if given.seat is not None and given.seat not in seats:
        raise ValueError(f"--seat is from 0 to {seats[-1]}: {', '.join(match.names)}.")
    viewer: Viewer = OPEN if given.seat is None else given.seat
    match.first()
    line = match.line()
    print(f"{match.title or match.game.title}: {', '.join(match.names)}; seed {match.seed}.")
    if given.node is not None:
        node = match.to(given.node)
        tell(match, node, viewer, given.rules)
        print()
        print("\n".join(match.scene(viewer).words()))
        return 0
    rounds = [match.clock_at(node).round for node in line]
    if given.round is not None and given.round not in rounds:
        raise ValueError(f"This match has rounds {rounds[0]} to {rounds[-1]}; there is no {given.round}.")
    heading = ""
    for node, number in zip(line, rounds, strict=True):
        if given.round is not None and number != given.round:
            continue
        # The clock before an action says in whose turn it was done.
        label = match.clock_at(node.parent or node).label
        if node.events and label != heading:
            heading = label
            print(f"\n{label}")
        tell(match, node, viewer, given.rules)
    last = line[-1].state
    if given.round is None:
        print()
        print(result_words(last.result, match.names) if last.result else "It is not over.")
    return 0


def tell(match: Match, node: Node, viewer: Viewer, with_rules: bool) -> None:
    """The events of one node that a viewer may know, and the annotator's comment on it."""
    for event in node.events:
        if event.seen_by(viewer):
            ids = f"  [{', '.join(event.rules)}]" if with_rules and event.rules else ""
            print(f"  {node.ply:4d}  {event.text}{ids}")
    if node.comment or node.glyph:
        print(f"        ({match.label(node, viewer)} {node.glyph}) {node.comment}".rstrip())
