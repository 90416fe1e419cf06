"""Opening and jumping about a match of 1,000 nodes, hostile files, odds of many dice, bots, in one run.

Run alone: pytest tests/bench/bench_core.py -s, or python -m tests.bench.bench_core
"""

from __future__ import annotations

import json
import random
import time

import pytest

from atlantis_nb.core.bots import bot
from atlantis_nb.core.files import FileError, from_json, to_json
from atlantis_nb.core.match import Match
from atlantis_nb.core.odds import odds
from atlantis_nb.games.sinking import GAME
from tests.bench.yardstick import per_call
from tests.core import test_odds as dice

pytestmark = pytest.mark.bench
PLAYERS = 6
"""The largest map of sinking."""


def long_match(nodes: int = 1000) -> Match:
    """A match of six players with at least so many nodes, side lines among them."""
    match = Match(GAME, PLAYERS, seed=3)
    for seed in range(100):
        match.run("random")
        tree = list(match.nodes())
        if len(tree) >= nodes:
            break
        rng = random.Random(seed)
        match.to(rng.choice(tree))
        if match.legal:
            match.play(rng.choice(match.legal))
    return match


def test_a_thousand_nodes() -> None:
    match = long_match()
    text = to_json(match)
    tree = list(match.nodes())
    nodes = len(tree)
    opening = per_call(lambda: from_json(text, GAME), 1) * 1000 / nodes
    parsing = per_call(lambda: json.loads(text), 3) * 1000 / nodes
    print(
        f"\n{nodes} nodes, {len(text) / 1e6:.2f} MB: opened in {opening:.3f} s, json alone {parsing:.3f} s a 1,000"
    )
    times = []
    for node in random.Random(1).sample(tree, 60):
        begin = time.process_time()
        match.to(node)
        match.scene()
        match.panels()
        match.stops("turn")
        times.append(time.process_time() - begin)
    times.sort()
    print(
        f"jump, scene, panels, stops: median {times[30] * 1000:.1f} ms, worst of 60 {times[-1] * 1000:.1f} ms"
    )
    assert opening < 1
    assert times[-1] < 0.05


def test_hostile_files_end_soon() -> None:
    for text in ("x" * 10_000_000, '{"a":' * 2_000_000, random.Random(1).randbytes(10_000_000)):
        begin = time.perf_counter()
        with pytest.raises(FileError):
            from_json(text, GAME)
        took = time.perf_counter() - begin
        print(f"\n10 MB of nonsense refused in {took:.2f} s")
        assert took < 4


def test_odds_and_bots() -> None:
    twelve = per_call(lambda: odds(dice.GAME, dice.pot(), dice.Throw(12)), 3) * 1000
    match = Match(GAME, 4, seed=2, options={"board_build": "random"}).run("random", until=100)
    rng = random.Random(1)
    print(f"\ntwelve dice {twelve:.1f} ms")
    for name in ("random", "greedy", "mcts(100)"):
        took = per_call(lambda name=name: bot(name)(GAME, match.state, match.legal, rng), 1) * 1000  # type: ignore[misc]
        print(f"{name}: {took:.1f} ms a choice among {len(match.legal)}")
    assert twelve < 50


if __name__ == "__main__":
    raise SystemExit(pytest.main([__file__, "-s", "-q"]))
