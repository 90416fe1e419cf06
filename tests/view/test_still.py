"""The small pictures of charts that stay in a notebook."""

from __future__ import annotations

import itertools
from xml.etree import ElementTree

import pytest

from atlantis_nb.core.charts import Chart, Dot, Heat, Link, Net, Series
from atlantis_nb.view.charts import apart, table_html
from atlantis_nb.view.odds import fold
from atlantis_nb.view.still import chart_svg, ticks
from atlantis_nb.view.theme import Theme

EVIL = '<script>"&'
CHARTS = [
    Chart("line", EVIL, "Step", EVIL, tuple(
        Series(f"{EVIL} {i}", tuple(map(float, range(200))), tuple(float(k * i // 7) for k in range(200)), owner=i,
               style="step") for i in range(3)
    ), steps=True, phases=tuple((float(5 * k), f"Round {k}") for k in range(40))),
    Chart("bars", "Bars", "Which", "Share", (
        Series("a", ("x", EVIL), (0.25, 0.75), style="bar"), Series("b", ("x", EVIL), (0.5, 0.5), style="bar"),
    ), percent=True),
    Chart("band", "Band", "x", "y", (
        Series("mean", (0.0, 1.0, 2.0), (1.0, 2.0, 3.0), style="band", low=(0.0, 1.0, 2.0), high=(2.0, 3.0, 4.0)),
        Series("points", (0.0, 1.0), (1.0, 1.0), style="points", low=(0.5, 0.5), high=(1.5, 1.5)),
    )),
    Chart("heat", "Heat", heat=Heat(("1", EVIL), ("a", "b"), ((0.0, None), (2.0, 3.0)))),
    Chart("net", "Net", net=Net((Dot("a", 0, 0), Dot("b", 1, 1, EVIL, owner=1)), (Link("a", "b"),))),
    Chart("empty", "Empty"),
]  # fmt: skip


@pytest.mark.parametrize("chart", CHARTS, ids=lambda c: c.key)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_kind_is_drawn_small_and_well_formed(chart: Chart, theme: Theme) -> None:
    text = chart_svg(chart, theme)
    ElementTree.fromstring(text)
    assert "<script" not in text
    assert text == chart_svg(chart, theme)
    assert len(text) < 20_000
    assert "nan" not in text


def test_a_chart_that_does_not_match_is_refused() -> None:
    with pytest.raises(ValueError, match="2 x and 1 y"):
        chart_svg(Chart("k", "K", series=(Series("s", (1.0, 2.0), (1.0,)),)))
    with pytest.raises(ValueError, match="no node"):
        chart_svg(Chart("k", "K", net=Net((Dot("a", 0, 0),), (Link("a", "z"),))))


def test_ticks_are_round_numbers() -> None:
    assert ticks(0, 43) == [0, 10, 20, 30, 40]
    assert ticks(0, 1) == [0, 0.2, 0.4, 0.6, 0.8, 1.0]
    assert ticks(5, 5) == [5]


def test_labels_do_not_touch() -> None:
    spots = [(0.0, "Setup"), (20.0, "Round 1"), (60.0, "Round 2"), (200.0, "Round 3")]
    kept = apart(spots)
    assert kept[0] == 0
    for i, j in itertools.pairwise(kept):
        assert spots[j][0] - spots[i][0] >= 3.5 * (len(spots[i][1]) + len(spots[j][1]))


def test_a_place_on_the_axis_of_steps_is_said_in_words() -> None:
    chart = Chart("k", "K", series=(Series("Red", (0.0, 235.0), (0.0, 16.0)),), steps=True,
                  phases=((0.0, "Setup"), (200.0, "Round 7")))  # fmt: skip
    assert chart.words()[-1] == "Red: 16 at step 235 (Round 7)."
    assert Chart("k", "K", series=(Series("Red", (2.0,), (5.0,)),)).words()[-1] == "Red: 5 at 2."
    assert "<table" in table_html(chart)


def test_long_outcomes_are_folded() -> None:
    assert fold("Red loses 1 soldier") == "Red loses 1 soldier"
    long = "; ".join(f"Player {i} loses {i} soldiers and a city" for i in range(5))
    folded = fold(long)
    assert folded.startswith("<details><summary>Player 0")
    assert folded.count("<li>") == 5
    assert "and 3 more" in folded or "and 4 more" in folded
    assert "<script" not in fold("<script>; " * 30)
