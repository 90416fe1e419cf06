"""Wars between bots: who wins and by what, how long they last, and whether the rules covered everything.

    nice -n 19 python -m tests.bench.wars_foes [wars] [first seed] [bot]

A line of JSON for every war goes to the standard output, a summary of all of them to the standard
error. `uncovered` is what must never happen: an exception, an empty list of choices, the bound.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from random import Random
from typing import Any

from atlantis_nb.core.bots import bot
from atlantis_nb.core.game import Chance, draw
from atlantis_nb.games.foes import GAME
from atlantis_nb.games.foes.data import FOES
from atlantis_nb.games.foes.state import board_of
from atlantis_nb.lab import wilson

Row = dict[str, Any]


def war(seed: int, chooser: str) -> Row:
    """One war from the default deployment, all luck out of `seed`."""
    rng, player = Random(seed), bot(chooser)
    state = GAME.start(GAME.options(), GAME.colours)
    begin, actions, announced, open_turns = time.process_time(), 0, 0, []
    row: Row = {"seed": seed, "bot": chooser, "uncovered": ""}
    try:
        while state.agenda:
            task = state.agenda[-1]
            if isinstance(task, Chance):
                action = draw(task.outcomes(state), rng)
            else:
                legal = task.legal(state)
                if not legal:
                    row["uncovered"] = f"nothing to choose from in {task}"
                    break
                action = player(GAME, GAME.view(state, task.player), legal, rng)
            actions += 1
            if actions > GAME.bound:
                row["uncovered"] = "the bound was exceeded"
                break
            announced += type(action).__name__ == "Cataclysm"
            GAME.advance(state, action)
            who = state.board.get(board_of(state).temples[0])
            if (who is None or state.units[who].side == FOES) and state.turn not in open_turns:
                open_turns.append(state.turn)
    except (
        ArithmeticError,
        AssertionError,
        AttributeError,
        LookupError,
        RuntimeError,
        TypeError,
        ValueError,
    ) as error:
        row["uncovered"] = f"{type(error).__name__}: {error}"
    end = GAME.measures(state)
    return row | {
        "winner": state.result.winners[0] if state.result else None,
        "cause": state.result.reason if state.result else "",
        "turn": state.turn,
        "actions": actions,
        "Atlantean losses": end["Atlantean losses"],
        "Foe losses": end["Foe losses"],
        "walls broken": end["Walls and gates broken"],
        "Cataclysms announced": announced,
        "turns with the Temple open": len(open_turns),
        "seconds": round(time.process_time() - begin, 1),
    }


def summary(rows: list[Row]) -> str:
    """Results by side with Wilson intervals, length, causes, means, and what was not covered."""
    n = len(rows)
    lines = [f"{n} wars, {rows[0]['bot']} on both sides"]
    for seat, name in enumerate(GAME.colours):
        lines.append(f"{name} won: {wilson(sum(r['winner'] == seat for r in rows), n)}")
    lines += [f"  {cause} {count}" for cause, count in Counter(r["cause"] for r in rows).most_common()]
    for key in (
        "turn", "actions", "Atlantean losses", "Foe losses", "walls broken", "Cataclysms announced",
        "turns with the Temple open", "seconds",
    ):  # fmt: skip
        values = sorted(r[key] for r in rows)
        lines.append(f"{key}: mean {sum(values) / n:.1f}, from {values[0]} to {values[-1]}")
    lines.append(f"not covered by the rules: {sum(bool(r['uncovered']) for r in rows)}")
    return "\n".join(lines)


def main(wars: int = 200, first: int = 1, chooser: str = "greedy(20)") -> None:
    rows = []
    for seed in range(first, first + wars):
        rows.append(war(seed, chooser))
        print(json.dumps(rows[-1]), flush=True)
    print(summary(rows), file=sys.stderr)


if __name__ == "__main__":
    wars, first, chooser = [*sys.argv[1:], *("200", "1", "greedy(20)")[len(sys.argv) - 1 :]]
    main(int(wars), int(first), chooser)
