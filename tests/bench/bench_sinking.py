"""Random play against random chess moves, copies, battles and heuristics, in one run.

Run alone: pytest tests/bench/bench_sinking.py -s, or python -m tests.bench.bench_sinking
"""

from __future__ import annotations

import itertools
import random

import pytest

from atlantis_nb.core.game import Chance, draw, pick
from atlantis_nb.games.sinking import GAME
from atlantis_nb.games.sinking.evaluate import evaluate
from atlantis_nb.games.sinking.odds import Defence, battle
from atlantis_nb.games.sinking.state import SinkingState
from tests.bench.yardstick import per_call, ratio

pytestmark = pytest.mark.bench
NAMES = ("Red", "Blue", "Green", "Yellow")


def middle_of_a_game() -> SinkingState:
    rng, state = random.Random(4), GAME.start(GAME.options(), NAMES)
    while state.round < 6:
        task = state.agenda[-1]
        if isinstance(task, Chance):
            GAME.advance(state, draw(task.outcomes(state), rng))
        else:
            legal = task.legal(state)
            GAME.advance(state, legal[pick(rng, len(legal))])
    return state


def slowest_cold_battle() -> float:
    """Seconds for eight soldiers against the worst of many defences, nothing remembered."""
    defences = [
        Defence(soldiers, True, 2, town).needs()
        for soldiers, town in itertools.product(range(9), ("", "village", "small city", "large city"))
    ]

    def cold(needs: tuple[int, ...]) -> None:
        battle.cache_clear()
        battle(8, needs)

    return max(per_call(lambda needs=needs: cold(needs), 20) for needs in defences)  # type: ignore[misc]


def measure() -> dict[str, float]:
    state = middle_of_a_game()
    return {
        "ratio": ratio(GAME, NAMES),
        "copy us": per_call(state.copy, 2000) * 1e6,
        "slowest cold battle of 8 us": slowest_cold_battle() * 1e6,
        "evaluate us": per_call(lambda: evaluate(state, 0), 300) * 1e6,
    }


def test_faster_than_chess() -> None:
    found = measure()
    print(*(f"{name}: {value:,.2f}" for name, value in found.items()), sep="\n")
    assert found["ratio"] >= 1.5
    assert found["copy us"] < 5
    assert found["slowest cold battle of 8 us"] < 5000


if __name__ == "__main__":
    print(*(f"{name}: {value:,.2f}" for name, value in measure().items()), sep="\n")
