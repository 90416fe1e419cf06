"""Games of guards between bots: which team wins, how long it takes, how each hero does, what is uncovered.

    nice -n 10 python -m tests.bench.games_guards rows.jsonl [--games 1000] [--first 1] [--bot "greedy(60)"]

The games go round all settings: 2 to 10 players, on one lane and on two where the rules allow it. Each
game is one line of JSON, written when it ends; a run that was stopped goes on where it was. `uncovered`
is what must never happen: an exception, an empty list of choices, the bound.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from tqdm import tqdm

from atlantis_nb.core.bots import bot
from atlantis_nb.core.game import Chance, draw
from atlantis_nb.games.guards import GAME
from atlantis_nb.games.guards.board import TEAM_NAMES
from atlantis_nb.lab import wilson

Row = dict[str, Any]

SETTINGS = (
    *((n, "one_lane") for n in range(2, 7)),
    *((n, "two_lanes") for n in range(4, 11)),
)


def game(seed: int, chooser: str) -> Row:
    """One game; the seed says which setting it has and gives all luck."""
    players, lanes = SETTINGS[seed % len(SETTINGS)]
    rng, player = Random(seed), bot(chooser)
    options = GAME.options(lanes=lanes, expansion_heroes=players == 10)
    state = GAME.start(options, GAME.colours[:players])
    begin, actions, uncovered = time.process_time(), 0, ""
    try:
        while state.agenda and not uncovered:
            task = state.agenda[-1]
            if isinstance(task, Chance):
                action = draw(task.outcomes(state), rng)
            else:
                legal = task.legal(state)
                if not legal:
                    uncovered = f"nothing to choose from: {type(task).__name__}"
                    break
                action = player(GAME, GAME.view(state, task.player), legal, rng)
            actions += 1
            if actions > GAME.bound:
                uncovered = "the bound was exceeded"
            GAME.advance(state, action)
    except Exception as error:  # noqa: BLE001  whatever it is, it is a finding and not the end of the run
        uncovered = f"{type(error).__name__}: {error}"
    if not uncovered and state.result is None:
        uncovered = "an end without a result"
    winners = sorted({state.teams[s] for s in state.result.winners}) if state.result else []
    return {
        "seed": seed,
        "bot": chooser,
        "players": players,
        "lanes": lanes,
        "uncovered": uncovered,
        "winner": winners[0] if len(winners) == 1 else None,
        "reason": state.result.reason if state.result else "",
        "rounds": state.round,
        "actions": actions,
        "heroes": {hero.kind: hero.team for hero in state.heroes.values()},
        "seconds": round(time.process_time() - begin, 2),
    }


def summary(rows: list[Row]) -> str:
    """Team and hero shares with Wilson intervals, length, and what was not covered."""
    n = len(rows)
    if not n:
        return "No games."
    lines = [f"{n} games, {', '.join(sorted({r['bot'] for r in rows}))}, 2 to 10 players, one and two lanes"]
    for title, some in (
        ("all", rows),
        *((lanes, [r for r in rows if r["lanes"] == lanes]) for lanes in ("one_lane", "two_lanes")),
    ):
        won = [r for r in some if r["winner"] is not None]
        for team, name in enumerate(TEAM_NAMES):
            share = wilson(sum(r["winner"] == team for r in won), len(won))
            lines.append(f"{title}: {name} {share}; {len(some) - len(won)} without a single winner")
    rounds = sorted(r["rounds"] for r in rows)
    lines.append(f"rounds: median {median(rounds):g}, {rounds[0]} to {rounds[-1]}")
    for why, count in Counter(r["reason"] for r in rows).most_common():
        lines.append(f"  {count:4} {why}")
    for hero in sorted({h for r in rows for h in r["heroes"]}):
        mine = [r for r in rows if hero in r["heroes"] and r["winner"] is not None]
        lines.append(f"{hero:10} {wilson(sum(r['winner'] == r['heroes'][hero] for r in mine), len(mine))}")
    odd = [r for r in rows if r["uncovered"]]
    lines.append(f"Not covered by the rules: {len(odd)} of {n}")
    lines += [f"  seed {r['seed']}: {r['uncovered']}" for r in odd]
    lines.append(f"processor time: {sum(r['seconds'] for r in rows):.0f} s")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--bot", default="greedy(60)")
    asked = parser.parse_args()
    lines = asked.file.read_text("utf-8").splitlines() if asked.file.exists() else []
    found = {r["seed"]: r for r in map(json.loads, lines) if r["bot"] == asked.bot}
    seeds = range(asked.first, asked.first + asked.games)
    with asked.file.open("a", encoding="utf-8") as file:
        for seed in tqdm(seeds, unit="game"):
            if seed not in found:
                found[seed] = game(seed, asked.bot)
                file.write(json.dumps(found[seed]) + "\n")
                file.flush()
    print(summary([found[seed] for seed in seeds]))


if __name__ == "__main__":
    main()
