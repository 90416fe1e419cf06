"""The peer every game's speed is compared with, in the same run: python-chess making random legal moves."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import Any

import chess

from atlantis_nb.core.game import Chance, Game, draw, pick

SECONDS = 1.5


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


def play_rate(game: Game[Any], names: Sequence[str], seed: int = 1, seconds: float = SECONDS) -> float:
    """Random decisions a second of processor time in whole games; the chance between them is included."""
    rng, made = random.Random(seed), 0
    begin = time.process_time()
    while time.process_time() - begin < seconds:
        state = game.start(game.options(), names)
        agenda = state.agenda
        while agenda:
            task = agenda[-1]
            if isinstance(task, Chance):
                game.advance(state, draw(task.outcomes(state), rng))
                continue
            legal = task.legal(state)
            game.advance(state, legal[pick(rng, len(legal))])
            made += 1
    return made / (time.process_time() - begin)


def ratio(game: Game[Any], names: Sequence[str], runs: int = 3) -> float:
    """The median of decisions a second over chess moves a second; each run measures both, and prints them."""
    found = []
    for seed in range(runs):
        moves, decisions = chess_rate(), play_rate(game, names, seed)
        found.append(decisions / moves)
        print(f"chess {moves:,.0f} moves/s, {game.id} {decisions:,.0f} decisions/s: ratio {found[-1]:.2f}")
    return sorted(found)[runs // 2]


def per_call(call: Callable[[], object], times: int) -> float:
    """Seconds a call takes: the best of five series."""
    best = float("inf")
    for _ in range(5):
        begin = time.perf_counter()
        for _ in range(times):
            call()
        best = min(best, (time.perf_counter() - begin) / times)
    return best
