"""Wars between bots: who wins and by what, how long they last, and whether the rules covered everything.

    nice -n 10 python -m tests.bench.wars_foes rows.jsonl [--wars 200] [--first 1] [--bot "greedy(20)"]

Each war is one line of JSON in the file, written when it ends. A run that was stopped goes on where it
was: wars that stand in the file are not played again. The summary of all of them comes last.
`uncovered` is what must never happen: an exception, an empty list of choices, a choice that is not on
the list, the bound. Such a war is a row like the others, with what it was and where.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from tqdm import tqdm

from atlantis_nb.core.bots import bot
from atlantis_nb.core.game import Chance, Chooser, draw
from atlantis_nb.games.foes import GAME
from atlantis_nb.games.foes.data import FOES
from atlantis_nb.games.foes.state import FoesState, board_of
from atlantis_nb.lab import wilson

Row = dict[str, Any]


def war(seed: int, chooser: str | Chooser, name: str = "", state: FoesState | None = None) -> Row:
    """One war from the default deployment, or from `state`, all luck out of `seed`."""
    rng, player = Random(seed), bot(chooser)
    state = GAME.start(GAME.options(), GAME.colours) if state is None else state.copy()
    begin, tally = time.process_time(), Counter[str]()
    open_turns: list[int] = []
    uncovered = ""
    try:
        uncovered = _play(state, player, rng, tally, open_turns)
    except Exception as error:  # noqa: BLE001  whatever it is, it is a finding and not the end of the run
        uncovered = f"{type(error).__name__}: {error}"
    if uncovered:
        top = type(state.agenda[-1]).__name__ if state.agenda else "the end"
        uncovered += f" (turn {state.turn}, {state.phase} Phase, {top}, after {tally['actions']} actions)"
    end = GAME.measures(state)
    return {
        "seed": seed,
        "bot": name or str(chooser),
        "uncovered": uncovered,
        "winner": state.result.winners[0] if state.result and state.result.winners else None,
        "cause": cause(state.result.reason) if state.result else "",
        "turn": state.turn,
        "actions": tally["actions"],
        "Atlantean losses": end["Atlantean losses"],
        "Foe losses": end["Foe losses"],
        "walls broken": end["Walls and gates broken"],
        "Cataclysms announced": tally["Cataclysm"],
        "turns with the Temple open": len(open_turns),
        "seconds": round(time.process_time() - begin, 1),
    }


def _play(state: FoesState, player: Chooser, rng: Random, tally: Counter[str], open_turns: list[int]) -> str:
    """To the end, in place. What was not covered, in words, or ""."""
    while state.agenda:
        task = state.agenda[-1]
        if isinstance(task, Chance):
            outcomes = task.outcomes(state)
            if not outcomes:
                return "no outcome of a roll"
            action = draw(outcomes, rng)
        else:
            legal = task.legal(state)
            if not legal:
                return "nothing to choose from"
            action = player(GAME, GAME.view(state, task.player), legal, rng)
            if action not in legal:
                return f"{action} is not legal"
        tally["actions"] += 1
        if tally["actions"] > GAME.bound:
            return "the bound was exceeded"
        tally[type(action).__name__] += 1
        GAME.advance(state, action)
        who = state.board.get(board_of(state).temples[0])
        if (who is None or state.units[who].side == FOES) and state.turn not in open_turns:
            open_turns.append(state.turn)
    return "" if state.result else "an end without a result"


def cause(reason: str) -> str:
    """A reason without the numbers in it, so that equal causes are counted together."""
    return "time ran out: a minor victory" if "minor victory" in reason else reason


def summary(rows: list[Row]) -> str:
    """Results by side with Wilson intervals, length, causes, losses, and what was not covered."""
    n = len(rows)
    if not n:
        return "No wars."
    lines = [f"{n} wars, {', '.join(sorted({r['bot'] for r in rows}))} on both sides"]
    for seat, name in enumerate(GAME.colours):
        lines.append(f"{name} won: {wilson(sum(r['winner'] == seat for r in rows), n)}")
    lines.append("Causes of the end:")
    ends = Counter((r["winner"], r["cause"] or "not covered") for r in rows)
    for (seat, why), count in ends.most_common():
        lines.append(f"  {count:4} {GAME.colours[seat] if seat is not None else 'nobody'}: {why}")
    turns = Counter(r["turn"] for r in rows)
    lines.append("Wars by the turn of their end: " + ", ".join(f"{t}: {turns[t]}" for t in sorted(turns)))
    for key in (
        "turn", "actions", "Atlantean losses", "Foe losses", "walls broken", "Cataclysms announced",
        "turns with the Temple open", "seconds",
    ):  # fmt: skip
        values = sorted(r[key] for r in rows)
        lines.append(
            f"{key}: median {median(values):g}, mean {sum(values) / n:.1f}, {values[0]:g} to {values[-1]:g}"
        )
    odd = [r for r in rows if r["uncovered"]]
    lines.append(f"Not covered by the rules: {wilson(len(odd), n)}")
    lines += [f"  seed {r['seed']}: {r['uncovered']}" for r in odd]
    return "\n".join(lines)


def read(path: Path) -> list[Row]:
    """The rows in a file; a last line that was cut off when a run was stopped does not count."""
    rows = []
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        try:
            rows.append(json.loads(line))
        except json.JSONDecodeError:
            continue
    return rows


def run(path: Path, seeds: Iterable[int], chooser: str, quiet: bool = False) -> list[Row]:
    """Play the wars that the file lacks, and give all it then has of these seeds, in their order."""
    seeds = list(seeds)
    found = {r["seed"]: r for r in read(path) if r["bot"] == chooser}
    path.parent.mkdir(parents=True, exist_ok=True)
    text = path.read_text("utf-8") if path.exists() else ""
    with path.open("a", encoding="utf-8") as file:
        if text and not text.endswith("\n"):
            file.write("\n")
        with tqdm(seeds, unit="war", disable=quiet) as bar:
            for seed in bar:
                if seed not in found:
                    found[seed] = war(seed, chooser)
                    file.write(json.dumps(found[seed]) + "\n")
                    file.flush()
                won = Counter(found[s]["winner"] for s in seeds if s in found)
                odd = sum(bool(found[s]["uncovered"]) for s in seeds if s in found)
                bar.set_postfix_str(f"Atlanteans {won[0]}, Foes {won[FOES]}, not covered {odd}")
    return [found[s] for s in seeds]


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Wars of Foes between bots, one row a war.")
    parser.add_argument("path", type=Path, help="the file of rows, one line of JSON a war")
    parser.add_argument("--wars", type=int, default=200)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--bot", default="greedy(20)", help="the bot on both sides")
    args = parser.parse_args(argv)
    bot(args.bot)  # a wrong name is said at once
    print(summary(run(args.path, range(args.first, args.first + args.wars), args.bot)))


if __name__ == "__main__":
    main()
