"""Charts: small, readable without colour, zero-based, safe, and following the stepper."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import networkx as nx
import pytest

from atlantis_nb.core import hexes
from atlantis_nb.core.charts import Chart, Dot, Heat, Link, Net, Series
from atlantis_nb.view import theme
from atlantis_nb.view.charts import alt, figure, spec, table_html, thin
from atlantis_nb.view.colour import contrast
from atlantis_nb.view.figure import board_figure
from atlantis_nb.view.graphs import net_figure, net_of, with_path
from atlantis_nb.view.plot import CONFIG
from atlantis_nb.view.still import chart_svg

from .scenes import arena, island

EVIL = "<b>x</b><a href='javascript:1'>%{y}</a>\"&"


def line(name: str, n: int, owner: int | None = None, step: int = 1, **more: Any) -> Series:
    return Series(name, tuple(range(n)), tuple(step * i for i in range(n)), owner=owner, **more)


def two(n: int = 20) -> Chart:
    return Chart(
        "points",
        "Points",
        "Round",
        "Points",
        (line("Anna", n, 0), line("Ben", n, 1, 2)),
        caption="Ben leads.",
        source="exact",
    )


def test_a_small_figure_with_words() -> None:
    fig = figure(two())
    assert len(fig.to_json()) < 3000
    assert len(figure(two(200)).to_json()) < 6000
    assert fig.words == alt(two()) == repr(fig)
    assert alt(two()) == (
        "Line chart: Points. Ben leads. Source: exact. Anna: from 0 at 0 to 19 at 19, highest 19 at 19. "
        "Ben: from 0 at 0 to 38 at 19, highest 38 at 19."
    )
    title = fig.layout.title
    assert (title.text, title.subtitle.text) == ("<b>Points</b>", "Ben leads.<br>Source: exact")


def test_the_output_of_a_cell() -> None:
    bundle = figure(two())._repr_mimebundle_()
    assert bundle["text/plain"] == alt(two())
    import plotly.io as pio

    before = pio.renderers.default
    try:
        pio.renderers.default = "plotly_mimetype"
        shown = figure(two())._repr_mimebundle_()["application/vnd.plotly.v1+json"]
    finally:
        pio.renderers.default = before
    with pytest.raises(NotImplementedError):  # so that IPython takes the bundle
        figure(two())._ipython_display_()
    assert shown["config"]["plotlyServerURL"] == ""
    assert shown["config"]["displaylogo"] is False
    assert CONFIG["showSendToCloud"] is False  # what takes the upload button away


def test_the_same_bytes_each_time() -> None:
    assert figure(two()).to_json() == figure(two()).to_json()
    assert board_figure(island()).to_json() == board_figure(island()).to_json()


@pytest.mark.parametrize("name", ["light", "dark"])
def test_players_have_colour_symbol_and_name(name: theme.Theme) -> None:
    chart = Chart("c", "C", series=tuple(line(f"P{i}", 9, i, i + 1) for i in range(6)))
    data, layout = spec(chart, name)
    assert len({t["marker"]["symbol"] for t in data}) == len({t["line"]["color"] for t in data}) == 6
    assert all("dash" not in t["line"] for t in data)
    assert [a["text"] for a in layout["annotations"]] == [f"P{i}" for i in range(6)]
    assert all(contrast(a["font"]["color"], theme.TONES[name].paper) >= 4.5 for a in layout["annotations"])
    assert layout["showlegend"] is False
    assert layout["template"] == "none"


def test_series_of_one_player_differ_by_symbol() -> None:
    chart = Chart("c", "C", series=tuple(line(f"army {i}", 9, 1, i + 1) for i in range(5)))
    data, _ = spec(chart)
    assert len({t["line"]["color"] for t in data}) == 1
    assert len({t["marker"]["symbol"] for t in data}) == 5


def test_a_chart_of_nothing_yet_still_has_an_axis() -> None:
    assert spec(Chart("c", "C", series=(Series("s", (0, 1), (0, 0)),)))[1]["yaxis"]["range"] == [0, 1.06]


def test_names_at_the_ends_do_not_touch() -> None:
    chart = Chart(
        "c", "C", series=tuple(Series(f"P{i}", (0, 1), (0, 5 + 0.01 * i), owner=i) for i in range(6))
    )
    _, layout = spec(chart)
    low, high = layout["yaxis"]["range"]
    tall = layout["height"] - layout["margin"]["t"] - layout["margin"]["b"]
    at = sorted((a["y"] - low) / (high - low) * tall + a["yshift"] for a in layout["annotations"])
    assert all(b - a >= 14 for a, b in pairwise(at))


def test_styles() -> None:
    n = 5
    chart = Chart(
        "c",
        "C",
        series=(
            line("step", n, 0, style="step"),
            line("forecast", n, 1, dash=True),
            line("band", n, 2, style="band", low=(0,) * n, high=(9,) * n),
            line("points", n, 3, style="points", low=(0,) * n, high=(9,) * n, text=("t",) * n),
            line("bar", n, 4, style="bar", low=(0,) * n, high=(9,) * n),
        ),
    )
    step, forecast, area, band, points, bar = spec(chart)[0]
    assert step["line"]["shape"] == "hv"
    assert forecast["line"]["dash"] == "dash"
    assert area["fill"] == "toself"
    assert area["x"] == [0, 1, 2, 3, 4, 4, 3, 2, 1, 0]
    assert band["mode"] == "lines+markers"
    assert points["error_y"]["array"] == [9, 8, 7, 6, 5]
    assert points["hovertext"] == ["t"] * n
    assert bar["error_y"]["arrayminus"] == [0, 1, 2, 3, 4]
    assert bar["marker"]["pattern"]["shape"]


def test_bars_start_at_zero_and_say_their_value() -> None:
    chart = Chart("c", "C", series=(Series("s", ("2", "3"), (0.51, 0.55), style="bar"),), percent=True)
    (bar,), layout = spec(chart)
    assert layout["yaxis"]["range"][0] == 0
    assert layout["xaxis"]["type"] == "category"
    assert layout["yaxis"]["tickformat"] == ".0%"
    assert bar["text"] == ["51.0%", "55.0%"]


def test_phases_and_cursor() -> None:
    chart = Chart(
        "c", "C", series=(line("a", 100),), steps=True, phases=tuple((i * 5, f"Round {i}") for i in range(20))
    )
    _, layout = spec(chart, cursor=42)
    ticks = layout["xaxis"]["ticktext"]
    assert ticks[0] == "Round 0"
    assert 2 < len(ticks) <= 12
    (mark,) = layout["shapes"]
    assert (mark["x0"], mark["x1"], mark["yref"]) == (42, 42, "paper")


def test_level_stretches_cost_nothing() -> None:
    steps = tuple(min(i // 100, 5) for i in range(800))
    assert thin(Series("s", tuple(range(800)), steps, style="step")).x == (0, 100, 200, 300, 400, 500, 799)
    assert thin(Series("s", tuple(range(800)), steps)).x[:5] == (0, 99, 100, 199, 200)
    six = Chart(
        "c", "C", series=tuple(Series(f"P{i}", tuple(map(float, range(800))), steps, i) for i in range(6))
    )
    assert len(figure(six).to_json()) < 6000
    told = Series("s", tuple(range(800)), steps, text=("t",) * 800)
    assert thin(told) is told


def test_heat_map() -> None:
    chart = Chart("c", "C", heat=Heat(("a", "b"), ("x", "y"), ((0.1, None), (0.7, 1.0))), percent=True)
    (trace,), layout = spec(chart)
    assert trace["text"] == [["10.0%", ""], ["70.0%", "100.0%"]]
    assert layout["yaxis"]["autorange"] == "reversed"
    for name in ("light", "dark"):
        (trace,), _ = spec(chart, name)
        ends = [colour for _, colour in trace["colorscale"]]
        assert all(contrast(trace["textfont"]["color"], c) >= 4.5 for c in ends)
    assert "Highest 100.0% at y, b; lowest 10.0% at x, a." in alt(chart)
    assert alt(Chart("c", "C", heat=Heat((), (), ()))) == "Heat map: C. Empty."


def test_empty_and_broken_charts() -> None:
    assert alt(Chart("c", "C")) == "Line chart: C."
    assert figure(Chart("c", "C")).layout.title.text == "<b>C</b>"
    with pytest.raises(ValueError, match="Series 's' of chart 'c' has 2 x and 1 y"):
        figure(Chart("c", "C", series=(Series("s", (1, 2), (1,)),)))
    with pytest.raises(ValueError, match="interval at some of its points only"):
        figure(Chart("c", "C", series=(Series("s", (1, 2), (1, 2), low=(1,), high=(2,)),)))
    with pytest.raises(ValueError, match="not 1 rows by 2 columns"):
        figure(Chart("c", "C", heat=Heat(("a", "b"), ("x",), ((1,),))))
    with pytest.raises(ValueError, match="'z', which is no node"):
        figure(Chart("c", "C", net=Net((Dot("a", 0, 0),), (Link("a", "z"),))))


def strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [s for v in value.values() for s in strings(v)]
    return [s for v in value for s in strings(v)] if isinstance(value, list | tuple) else []


def test_foreign_text_is_text() -> None:
    series = (Series(EVIL, (EVIL,), (1,), text=(EVIL,), style="bar"), Series(EVIL, (EVIL,), (2,)))
    charts = [
        Chart("c", EVIL, EVIL, EVIL, series, caption=EVIL, source=EVIL, phases=((0, EVIL),)),
        Chart("c", EVIL, series=(line(EVIL, 3), line(EVIL, 3))),
        Chart("c", EVIL, heat=Heat((EVIL,), (EVIL,), ((1,),), ((EVIL,),))),
        Chart(
            "c", EVIL, net=Net((Dot("a", 0, 0, EVIL, kind=EVIL), Dot(EVIL, 1, 1)), (Link("a", EVIL, EVIL),))
        ),
    ]
    for chart in charts:
        fig = json.loads(figure(chart).to_json())
        for text in strings(fig):
            assert "<a" not in text
            assert "<b>x" not in text
        assert all(
            t.get("texttemplate", "%{text}") == "%{text}" and "hovertemplate" not in t for t in fig["data"]
        )
        assert "<a" not in table_html(chart)
    assert table_html(Chart("c", "C")) == ""


def test_table_of_a_chart() -> None:
    html = table_html(two(2))
    assert "<caption>Points</caption>" in html
    assert '<th scope="col">Round</th><th scope="col">Anna</th><th scope="col">Ben</th>' in html
    assert '<tr><th scope="row">1</th><td>1</td><td>2</td></tr>' in html
    interval = Chart("c", "C", series=(Series("s", ("a",), (0.5,), low=(0.4,), high=(0.6,)),), percent=True)
    assert "<td>50.0% (40.0% to 60.0%)</td>" in table_html(interval)
    heat = Chart("c", "C", heat=Heat(("a", "b"), ("x",), ((0.1, None),)), percent=True)
    assert "<td>10.0%</td><td></td>" in table_html(heat)
    net = Chart("c", "C", net=Net((Dot("a", 0, 0, "A"), Dot("b", 1, 1)), (Link("a", "b", "hunts"),)))
    assert '<tr><th scope="row">A</th><td>b</td><td>hunts</td></tr>' in table_html(net)


def test_a_long_table_is_cut_and_says_so() -> None:
    html = table_html(two(1000))
    assert html.count("<tr>") <= 123
    assert "(every 9 rows)" in html
    assert '<th scope="row">999</th>' in html


# ------------------------------------------------------------------ graphs and boards


def test_graph_with_given_positions() -> None:
    graph = hexes.graph(hexes.within(1))
    fig = net_figure(with_path(graph, ["0,0", "1,0"]), title="Near")
    assert [len(t.x) for t in fig.data] == [11 * 3, 1 * 3, 7]
    assert fig.words.startswith("Graph: Near. 7 nodes, 12 links. 0,0: to 1,0, 1,-1, 0,-1")
    assert fig.layout.yaxis.range[0] > fig.layout.yaxis.range[1], "y grows downward"
    way = nx.DiGraph([("a", "b")])
    with pytest.raises(ValueError, match="Node 'a' has no x and y"):
        net_of(way)
    nx.set_node_attributes(way, {"a": 0, "b": 1}, "x")
    nx.set_node_attributes(way, 0, "y")
    assert net_of(way).links == (Link("a", "b", arrow=True),)
    assert net_figure(way).data[0].marker.symbol == "arrow"


def test_board_figure() -> None:
    for scene in (island(), arena()):
        fig = board_figure(scene)
        (cells,) = (t for t in fig.data if t.name == "cells")
        assert list(cells.customdata) == [c.place for c in scene.cells]
        assert fig.words == " ".join(scene.words())
        assert fig.layout.yaxis.scaleanchor == "x"
        texts = [t for trace in fig.data if trace.hovertext is not None for t in trace.hovertext]
        assert all(scene.piece_words(p) in texts for p in scene.pieces)
    assert len(board_figure(island(13, 136)).data) < 40


def test_board_figure_is_safe() -> None:
    from atlantis_nb.core.scene import Cell, Mark, Piece, Scene

    scene = Scene(
        EVIL,
        (Cell("a", 0, 0, EVIL, EVIL, (EVIL,), name=EVIL),),
        (),
        (Piece("p", "a", 0, EVIL, EVIL, words=EVIL),),
        (Mark("note", "a", label=EVIL),),
        names=(EVIL,),
        caption=EVIL,
    )
    for text in strings(json.loads(board_figure(scene).to_json())):
        assert "<a" not in text
        assert "<b>x" not in text


def test_names_at_the_ends_stand_in_full_and_apart() -> None:
    names = ("Middle 80% of all games that were played to their very end", "Mean of the games", "Best")
    chart = Chart(
        "c", "C", series=tuple(Series(n, (0, 1, 2), (1.0, 2.0, 3.0), owner=i) for i, n in enumerate(names))
    )
    notes = figure(chart).layout.annotations
    assert sorted(note.text.replace("<br>", " ") for note in notes) == sorted(names)
    assert max(len(line) for note in notes for line in note.text.split("<br>")) <= 24
    spans = sorted((n.yshift - 7.5 * (1 + n.text.count("<br>")), n.text.count("<br>") + 1) for n in notes)
    for (low, lines), (above, _) in pairwise(spans):
        assert above - low >= 15 * lines - 1
    still = chart_svg(chart)
    for word in names[0].split():
        assert word in still
    assert "…" not in still


def test_a_figure_says_in_a_notebook_how_it_becomes_dark(monkeypatch: pytest.MonkeyPatch) -> None:
    from types import SimpleNamespace

    from atlantis_nb.view.plot import NIGHT

    shown: list[dict[str, str]] = []
    monkeypatch.setattr("IPython.display.display", lambda data, raw: shown.append(data))
    with pytest.raises(NotImplementedError):
        figure(two())._ipython_display_()
    assert shown == [], "no notebook, no output"
    monkeypatch.setattr("IPython.core.getipython.get_ipython", lambda: SimpleNamespace(kernel=object()))
    with pytest.raises(NotImplementedError):
        figure(two())._ipython_display_()
    (output,) = shown
    assert 'data-jp-theme-light="false"' in output["text/html"]
    assert NIGHT in output["text/html"]
