"""Random play against random chess moves, reach, odds of big attacks, copies and looks, in one run.

Run alone: pytest tests/bench/bench_foes.py -s, or python -m tests.bench.bench_foes
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import chess
import pytest

from atlantis_nb.core.bots import playout
from atlantis_nb.core.game import OPEN, Decision, draw, pick
from atlantis_nb.games.foes import GAME, odds
from atlantis_nb.games.foes.data import KIND_OF
from atlantis_nb.games.foes.dice import ways
from atlantis_nb.games.foes.evaluate import evaluate
from atlantis_nb.games.foes.paths import search, stops
from atlantis_nb.games.foes.state import FoesState

pytestmark = pytest.mark.bench
SECONDS, ROUNDS = 1.0, 3
NAMES = ("Ann", "Ben")


def chess_rate(seconds: float = SECONDS) -> float:
    """Random legal moves a second of processor time: the legal list and one push each."""
    rng, board, made = random.Random(1), chess.Board(), 0
    begin = time.process_time()
    while time.process_time() - begin < seconds:
        for _ in range(100):
            moves = list(board.legal_moves)
            if not moves or board.ply() > 200:
                board = chess.Board()
                continue
            board.push(moves[pick(rng, len(moves))])
            made += 1
    return made / (time.process_time() - begin)


def foes_rate(seed: int, seconds: float = SECONDS) -> float:
    """Random decisions a second of processor time in whole games; dice and draws are included."""
    rng, made = random.Random(seed), 0
    begin = time.process_time()
    while time.process_time() - begin < seconds:
        state = GAME.start(GAME.options(), NAMES)
        agenda = state.agenda
        while agenda:
            task = agenda[-1]
            if isinstance(task, Decision):
                legal = task.legal(state)
                action = legal[pick(rng, len(legal))]
                made += 1
            else:
                action = draw(task.outcomes(state), rng)
            GAME.advance(state, action)
    return made / (time.process_time() - begin)


def middle_game(seed: int = 4) -> FoesState:
    return playout(GAME, GAME.start(GAME.options(), NAMES), "random", random.Random(seed), limit=1500)


def each(work: Callable[[], object], seconds: float = 0.3) -> float:
    """Mean processor time of one call, in milliseconds."""
    work()
    n, begin = 0, time.process_time()
    while time.process_time() - begin < seconds:
        work()
        n += 1
    return (time.process_time() - begin) / n * 1000


def measure() -> dict[str, float]:
    foes_rate(0, 0.3)  # the tables of the board are made once
    pairs = [(chess_rate(), foes_rate(seed)) for seed in range(ROUNDS)]
    state = middle_game()
    movers = [u for u in state.units if KIND_OF[u].move]
    worst = max(movers, key=lambda u: len(search(state, u).cost))
    odds.chance.cache_clear()
    ways.cache_clear()
    begin = time.process_time()
    odds.chance(30, 30)
    cold = (time.process_time() - begin) * 1000
    return {
        "chess moves a second": sum(c for c, _ in pairs) / ROUNDS,
        "foes decisions a second": sum(f for _, f in pairs) / ROUNDS,
        "ratio": sum(f for _, f in pairs) / sum(c for c, _ in pairs),
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
