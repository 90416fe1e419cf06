"""Random play against random chess moves, copies, battles and heuristics, in one run.

Run alone: pytest tests/bench/bench_sinking.py -s, or python -m tests.bench.bench_sinking
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import chess
import pytest

from atlantis_nb.core.game import Chance, draw, pick
from atlantis_nb.games.sinking import GAME
from atlantis_nb.games.sinking.evaluate import evaluate
from atlantis_nb.games.sinking.odds import battle
from atlantis_nb.games.sinking.state import SinkingState

pytestmark = pytest.mark.bench
SECONDS = 1.5
NAMES = ("Red", "Blue", "Green", "Yellow")


def chess_rate(seconds: float = SECONDS) -> float:
    """Random legal moves a second: the legal list and one push each."""
    rng, board, made = random.Random(1), chess.Board(), 0
    begin = time.perf_counter()
    while time.perf_counter() - begin < seconds:
        for _ in range(100):
            moves = list(board.legal_moves)
            if not moves or board.ply() > 200:
                board = chess.Board()
                continue
            board.push(moves[pick(rng, len(moves))])
            made += 1
    return made / (time.perf_counter() - begin)


def sinking_rate(seconds: float = SECONDS) -> float:
    """Random decisions a second with four players; the dice that fall between them are included."""
    rng, made = random.Random(1), 0
    begin = time.perf_counter()
    while time.perf_counter() - begin < seconds:
        state = GAME.start(GAME.options(), NAMES)
        while state.agenda:
            task = state.agenda[-1]
            if isinstance(task, Chance):
                GAME.advance(state, draw(task.outcomes(state), rng))
                continue
            legal = GAME.legal(state)
            GAME.advance(state, legal[pick(rng, len(legal))])
            made += 1
    return made / (time.perf_counter() - begin)


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


def per_call(call: Callable[[], object], times: int) -> float:
    best = 1e9
    for _ in range(5):
        begin = time.perf_counter()
        for _ in range(times):
            call()
        best = min(best, (time.perf_counter() - begin) / times)
    return best


def cold_battle() -> None:
    battle.cache_clear()
    battle(8, (5,) * 8 + (4,))


def measure() -> dict[str, float]:
    rates = [(chess_rate(), sinking_rate()) for _ in range(2)]
    state = middle_of_a_game()
    return {
        "chess moves/s": max(r for r, _ in rates),
        "decisions/s": max(r for _, r in rates),
        "ratio": max(r for _, r in rates) / max(r for r, _ in rates),
        "copy us": per_call(state.copy, 2000) * 1e6,
        "cold battle 8 v 9 us": per_call(cold_battle, 200) * 1e6,
        "evaluate us": per_call(lambda: evaluate(state, 0), 300) * 1e6,
    }


def test_faster_than_chess() -> None:
    found = measure()
    print(*(f"{name}: {value:,.2f}" for name, value in found.items()), sep="\n")
    assert found["ratio"] >= 1.5
    assert found["copy us"] < 5
    assert found["cold battle 8 v 9 us"] < 5000


if __name__ == "__main__":
    print(*(f"{name}: {value:,.2f}" for name, value in measure().items()), sep="\n")
