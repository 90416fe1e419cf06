"""Random play against random chess moves, rollouts, scenes and heuristics, in one run.

Run alone: pytest tests/bench/bench_league.py -s, or python -m tests.bench.bench_league
"""

from __future__ import annotations

import random
import time
from concurrent.futures import ProcessPoolExecutor

import pytest

from atlantis_nb.core.game import OPEN
from atlantis_nb.games.league import GAME, simulate
from atlantis_nb.games.league.evaluate import evaluate
from atlantis_nb.games.league.simulate import Tally
from tests.bench.yardstick import per_call, ratio

pytestmark = pytest.mark.bench
NAMES = ("Red", "Blue", "Green")


def some_rounds(n: int, seed: int) -> tuple[Tally, float]:
    """One worker's share of a batch: rounds played out from a fixed deal, cards as one seat knows them.

    With the processor time it took, which does not depend on what else the machine does.
    """
    begin = time.process_time()
    state = simulate.new_round(3, random.Random(1))
    return simulate.rollouts(state, n, random.Random(seed), seat=0), time.process_time() - begin


def test_random_play_is_twice_as_fast_as_chess() -> None:
    assert ratio(GAME, NAMES) >= 2.0


def test_ten_thousand_rounds_in_ten_seconds_on_two_cores() -> None:
    begin = time.perf_counter()
    with ProcessPoolExecutor(2) as pool:
        parts = list(pool.map(some_rounds, [2500] * 4, range(4)))
    spent, busy = time.perf_counter() - begin, sum(cpu for _, cpu in parts)
    tally = sum((part for part, _ in parts), Tally())
    print(
        f"\n{tally.n:,} rounds in {spent:.1f} s, {busy:.1f} s of processor time "
        f"({busy / 2:.1f} s on two free cores): {tally.value(0)}"
    )
    assert tally.n == 10_000
    assert busy / 2 < 10


def test_a_position_is_shown_and_judged_fast() -> None:
    state = simulate.new_round(3, random.Random(1))
    for what, job, limit in (
        ("copy", state.copy, 20e-6),
        ("evaluate", lambda: evaluate(state, 0), 1e-3),
        ("scene", lambda: GAME.scene(state, OPEN), 2e-3),
        ("panels", lambda: GAME.panels(state, OPEN), 5e-3),
    ):
        each = per_call(job, 200)
        print(f"\n{what}: {each * 1e6:.0f} microseconds")
        assert each < limit


if __name__ == "__main__":
    raise SystemExit(pytest.main([__file__, "-s", "-q"]))
