"""Random play against random chess moves, reach, odds of big attacks, copies and looks, in one run.

Run alone: pytest tests/bench/bench_foes.py -s, or python -m tests.bench.bench_foes
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest

from atlantis_nb.core.bots import playout
from atlantis_nb.core.game import OPEN
from atlantis_nb.games.foes import GAME, odds
from atlantis_nb.games.foes.data import KIND_OF
from atlantis_nb.games.foes.dice import ways
from atlantis_nb.games.foes.evaluate import evaluate
from atlantis_nb.games.foes.paths import search, stops
from atlantis_nb.games.foes.state import FoesState
from tests.bench.yardstick import per_call, play_rate, ratio

pytestmark = pytest.mark.bench
NAMES = ("Ann", "Ben")


def middle_game(seed: int = 4) -> FoesState:
    return playout(GAME, GAME.start(GAME.options(), NAMES), "random", random.Random(seed), limit=1500)


def each(work: Callable[[], object]) -> float:
    """Milliseconds of one call; what it remembers after the first is warm."""
    work()
    return per_call(work, 50) * 1000


def measure() -> dict[str, float]:
    play_rate(GAME, NAMES, seconds=0.3)  # the tables of the board are made once
    times_chess = ratio(GAME, NAMES)
    state = middle_game()
    movers = [u for u in state.units if KIND_OF[u].move]
    worst = max(movers, key=lambda u: len(search(state, u).cost))
    odds.chance.cache_clear()
    ways.cache_clear()
    begin = time.process_time()
    odds.chance(30, 30)
    cold = (time.process_time() - begin) * 1000
    return {
        "ratio": times_chess,
        "copy of a state, ms": each(state.copy),
        "reach of the farthest unit, ms": each(lambda: search(state, worst)),
        "stops of all units, ms": each(lambda: [stops(state, u) for u in movers]),
        "odds of 30 against 30 dice, cold, ms": cold,
        "evaluate, ms": each(lambda: evaluate(state, 1)),
        "scene, ms": each(lambda: GAME.scene(state, OPEN)),
        "view, ms": each(lambda: GAME.view(state, 0)),
    }


def test_bench() -> None:
    found = measure()
    report(found)
    assert found["ratio"] >= 1.0
    assert found["reach of the farthest unit, ms"] < 2
    assert found["odds of 30 against 30 dice, cold, ms"] < 5


def report(found: dict[str, float]) -> None:
    for what, value in found.items():
        print(f"{what:40} {value:12,.3f}")


if __name__ == "__main__":
    report(measure())
