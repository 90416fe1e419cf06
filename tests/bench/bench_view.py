"""How long pictures take. Run alone: pytest tests/bench/bench_view.py"""

from __future__ import annotations

import json
import statistics
import time
from typing import Any

import pytest

from atlantis_nb import Match
from atlantis_nb.core.charts import Chart, Series
from atlantis_nb.view.charts import figure
from atlantis_nb.view.figure import board_figure
from atlantis_nb.view.svg import layers, svg
from atlantis_nb.widgets import Stepper
from atlantis_nb.widgets.base import STILL_LIMIT, _below
from tests.view.scenes import island

pytestmark = pytest.mark.bench


@pytest.mark.parametrize(("radius", "pieces", "budget"), [(4, 40, 2e-3), (7, 90, 4e-3), (13, 136, 10e-3)])
def test_layers(benchmark: Any, radius: int, pieces: int, budget: float) -> None:
    scene = island(radius, pieces)
    layers(scene)
    benchmark(layers, scene)
    assert benchmark.stats is None or benchmark.stats.stats.median < budget


def test_whole_svg(benchmark: Any) -> None:
    benchmark(svg, island(7, 90))


def test_board_figure(benchmark: Any) -> None:
    benchmark(board_figure, island(7, 90))


def test_chart(benchmark: Any) -> None:
    series = tuple(Series(f"P{i}", tuple(range(100)), tuple(range(100)), owner=i) for i in range(6))
    benchmark(figure, Chart("c", "C", series=series))


LARGEST = {"lanes": "two_lanes", "expansion_heroes": True}


@pytest.mark.parametrize(
    ("game", "players", "start", "options"),
    [("foes", None, 0, {}), ("sinking", None, 0, {}), ("guards", 10, 240, LARGEST)],
)
def test_a_step_of_the_stepper(game: str, players: int | None, start: int, options: dict[str, Any]) -> None:
    """Time in the kernel for a step forward, and the largest message that it sends to the page.

    Guards is measured where it is largest: two lanes, ten heroes, in the middle of the fight.
    """
    match = Match(game, players=players, seed=3, options=options)
    match.run("random", until=start + 160)
    stepper = Stepper(match)
    stepper.first()
    match.to(match.main()[start])
    sent: list[int] = []
    for widget in _below(stepper):
        widget._send = lambda message, buffers=None: sent.append(len(json.dumps(message)))
    times, totals = [], []
    for _ in range(120):
        before = len(sent)
        began = time.process_time()
        stepper.forward()
        times.append(time.process_time() - began)
        totals.append(sum(sent[before:]))
    median = statistics.median(times) * 1e3
    print(
        f"\n{game}: a step {median:.1f} ms (median), {max(times) * 1e3:.1f} ms (most); largest message "
        f"{max(sent):,} bytes, all of a step {statistics.median(totals):,.0f} bytes (median)"
    )
    assert median <= 10
    assert max(sent) <= 30_000


def test_the_map_of_foes_in_bytes() -> None:
    match = Match("foes", seed=3)
    match.run("random", until=60)
    scene = match.scene()
    still, whole = svg(scene, still=True), svg(scene)
    first = sum(map(len, layers(scene).values()))
    print(f"\nfoes: still {len(still):,} bytes, whole picture {len(whole):,}, first paint {first:,}")
    assert len(still) < STILL_LIMIT
