"""Random play against random chess moves, rollouts, live odds, scenes and heuristics, in one run.

Run alone: pytest tests/bench/bench_league.py -s, or python -m tests.bench.bench_league. The table of our
simulation beside the rulebook's, with many games: python -m tests.bench.bench_league table 6000
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor

import pytest

from atlantis_nb.core.forecast import FIRST, GOAL
from atlantis_nb.core.game import OPEN
from atlantis_nb.core.match import Match
from atlantis_nb.games.league import GAME, simulate
from atlantis_nb.games.league.evaluate import evaluate
from atlantis_nb.games.league.forecast import LeagueForecast
from atlantis_nb.games.league.simulate import Tally
from atlantis_nb.widgets import LiveOdds
from tests.bench.yardstick import chess_rate, per_call, ratio

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


def test_live_odds_are_there_at_once_and_refined_in_time() -> None:
    """Of every position of a round: the first estimate, then 10,000 rounds; the peer is python-chess.

    Limits are on processor time of one core, which does not depend on what else the machine does.
    """
    match = Match(GAME, players=3, seed=5).run("random", until="round")
    for name, node in (
        ("first bet", next(n for n in match.main() if n.state.locked == 0 and GAME.actor(n.state) == 0)),
        ("turn 1", next(n for n in match.main() if n.state.turn == 1)),
        ("turn 8", next(n for n in match.main() if n.state.turn == 8)),
    ):
        match.to(node)
        for viewer in (OPEN, 0):
            found = match.forecast(viewer)
            assert isinstance(found, LeagueForecast)
            moves = chess_rate(0.5)
            begin, wall = time.process_time(), time.perf_counter()
            found.refine(FIRST)
            first, first_wall = time.process_time() - begin, time.perf_counter() - wall
            found.refine(GOAL)
            all_of_it, all_wall = time.process_time() - begin, time.perf_counter() - wall
            turns = (found.tally.length().mean - node.state.turn) * found.n / all_of_it
            print(
                f"\n{name}, {'all open' if viewer is OPEN else 'seen by one player'}: first estimate "
                f"({FIRST} rounds) {first:.2f} s, {GOAL:,} rounds {all_of_it:.1f} s of processor time "
                f"({first_wall:.2f} and {all_wall:.1f} s on the clock); {turns:,.0f} turns/s, "
                f"chess {moves:,.0f} moves/s: ratio {turns / moves:.2f}"
            )
            assert first < 0.5
            assert all_of_it < 10


def test_live_odds_leave_the_loop_to_others() -> None:
    """While they are refined, another task of the loop gets its turn within a tenth of a second, mostly."""
    match = Match(GAME, players=3, seed=5).run("random", until="round")
    match.to(next(n for n in match.main() if n.state.turn == 8))

    async def watch() -> list[float]:
        live, gaps, last = LiveOdds(match), [], time.perf_counter()
        while live.running:
            await asyncio.sleep(0)
            now = time.perf_counter()
            gaps.append(now - last)
            last = now
        live.close()
        return sorted(gap for gap in gaps if gap > 0.002)  # the waits for a slice of playing on

    gaps = asyncio.run(watch())
    print(
        f"\ntwo positions of {GOAL:,} rounds: the loop waited {gaps[len(gaps) // 2] * 1000:.0f} ms at the middle, "
        f"{gaps[int(0.95 * len(gaps))] * 1000:.0f} ms at 95%, {gaps[-1] * 1000:.0f} ms at most"
    )
    assert gaps[len(gaps) // 2] < 0.1


def some_games(n: int, players: int, seed: int) -> simulate.Games:
    return simulate.random_games(n, players, random.Random(seed))


def table(n: int) -> str:
    """Our simulation beside the rulebook's: `n` games for each number of players, on two cores."""
    part = max(1, n // 4)
    with ProcessPoolExecutor(2) as pool:
        jobs = [[pool.submit(some_games, part, p, 10 * p + k) for k in range(4)] for p in (2, 3, 4, 5)]
        games = [sum((job.result() for job in four[1:]), four[0].result()) for four in jobs]
    bare = simulate.random_play(n, 2, random.Random(9), buy=False)
    shown = simulate.beside_table(simulate.beside(games, bare))
    rows = [shown.columns, *(tuple(str(c) for c in row.cells) for row in shown.rows)]
    wide = [max(len(row[i]) for row in rows) for i in range(len(shown.columns))]
    lines = ["  ".join(cell.ljust(w) for cell, w in zip(row, wide, strict=True)).rstrip() for row in rows]
    return "\n".join([*lines, shown.note])


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
    if sys.argv[1:2] == ["table"]:
        print(table(int((sys.argv[2:] or ["1000"])[0])))
        raise SystemExit(0)
    raise SystemExit(pytest.main([__file__, "-s", "-q"]))
