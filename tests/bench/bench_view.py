"""How long pictures take. Run alone: pytest tests/bench/bench_view.py"""

from __future__ import annotations

from typing import Any

import pytest

from atlantis_nb.core.charts import Chart, Series
from atlantis_nb.view.charts import figure
from atlantis_nb.view.figure import board_figure
from atlantis_nb.view.svg import layers, svg
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
