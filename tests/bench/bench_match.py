"""A match of a thousand nodes: jumping about in it and opening its file.

Run alone: pytest tests/bench/bench_match.py -s, or python -m tests.bench.bench_match
"""

from __future__ import annotations

import random
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

import pytest

from atlantis_nb.core.files import load
from atlantis_nb.core.match import Match

pytestmark = pytest.mark.bench
NODES = 1000


def thousand_nodes() -> Match:
    """Four random players; the first seed whose main line has at least a thousand nodes, cut there."""
    for seed in range(1, 50):
        match = Match("sinking", 4, seed=seed, options={"board_build": "random"})
        match.run(bots="random", until=NODES)
        if len(match.main()) > NODES:
            return match
    raise AssertionError("No random game is that long.")


def measure() -> dict[str, float]:
    match = thousand_nodes()
    nodes, rng = match.main(), random.Random(1)
    jumps = []
    for _ in range(200):
        node = nodes[int(rng.random() * len(nodes))]
        start = time.perf_counter()
        match.to(node)
        match.scene()
        match.panels()
        jumps.append((time.perf_counter() - start) * 1e3)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "match.json"
        match.save(path)
        opened = []
        for _ in range(3):
            start = time.perf_counter()
            again = load(path)
            opened.append(time.perf_counter() - start)
        assert len(again.main()) == len(nodes)
        assert again.state.digest() == load(path).state.digest()
        size = path.stat().st_size / 1024
    return {
        "nodes": len(nodes),
        "jump, median ms": median(jumps),
        "jump, 95% ms": quantiles(jumps, n=20)[-1],
        "open file, s": min(opened),
        "file KB": size,
    }


def test_a_long_match_is_quick_to_use() -> None:
    """Jump in well under a frame of 50 ms, open in under a second (on a machine that is not busy)."""
    found = measure()
    assert found["jump, median ms"] < 50
    assert found["open file, s"] < 2


if __name__ == "__main__":
    for name, value in measure().items():
        print(f"{name:18} {value:.2f}")
