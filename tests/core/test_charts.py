"""A chart in words."""

from __future__ import annotations

import pytest

from atlantis_nb.core.charts import Chart, Series, value_words


@pytest.mark.parametrize(
    ("value", "percent", "text"),
    [(0.125, True, "12.5%"), (21.5101, False, "21.51"), (12345.6, False, "12346"), (3.0, False, "3")],
)
def test_values_in_words(value: float, percent: bool, text: str) -> None:
    assert value_words(value, percent) == text


def test_a_band_is_told_from_where_to_where() -> None:
    band = Series(
        "Middle 80% of all games", (1, 14), (20.0, 21.5), style="band", low=(18.0, 19.0), high=(22.0, 25.0)
    )
    mean = Series("Mean", (1, 14), (20.0, 21.5101), low=(19.9, 21.25), high=(20.1, 21.75))
    plain = Series("Best", (1, 14), (30.0, 31.0))
    chart = Chart("land", "Land", series=(band, mean, plain))
    assert chart.words()[1:] == [
        "Middle 80% of all games: 19 to 25 at 14.",
        "Mean: 21.51 (21.25 to 21.75) at 14.",
        "Best: 31 at 14.",
    ]


def test_a_step_is_told_with_its_round() -> None:
    chart = Chart(
        "points",
        "Points",
        series=(Series("Red", (0, 7), (0.0, 2.0)),),
        steps=True,
        phases=((0, "Set-up"), (5, "Round 1")),
    )
    assert chart.words()[1] == "Red: 2 at step 7 (Round 1)."
