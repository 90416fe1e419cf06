"""core.charts.Chart -> plotly: small figures that read without colour.

A player's line has the player's colour, a symbol of its own and its name at its end; dashes mean a
forecast, a pale band an interval. Bars start at zero. The caption says what the picture shows and
stands under the title with its source; `alt` says it to those who do not see it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from atlantis_nb.core.charts import Chart, Heat, value_words

from . import theme as looks
from .chart_words import alt, table_html
from .colour import contrast, mix
from .nets import net_spec
from .plot import base_layout, headline, picture, safe
from .series import Look, brief, counts, numbers, thin, traces
from .svg import wrap
from .theme import Theme

if TYPE_CHECKING:
    import plotly.graph_objects as go

WIDTH: Final = 720
HEIGHT: Final = 380
NAME_WIDTH: Final = 142
LINE_HEIGHT: Final = 15
"""Names at the ends of lines: the most room for one (it takes more lines then), and a line's height."""
MOST_NAMES: Final = 8
"""Up to so many lines carry their name at the end; more get a legend."""


# ------------------------------------------------------------------ layout


def _direct(chart: Chart) -> bool:
    """May each line carry its name at its end?"""
    lines = [s for s in chart.series if s.style in ("line", "step", "band") and s.y]
    return (
        1 < len(chart.series) <= MOST_NAMES and len(lines) == len(chart.series) and all(map(numbers, lines))
    )


def span(chart: Chart) -> tuple[float, float]:
    values = [v for s in chart.series for v in (*s.y, *s.low, *s.high)]
    low, high = min(values, default=0.0), max(values, default=1.0)
    if low == high == 0:
        high = 0.1 if chart.percent else 1.0
    if any(s.style == "bar" for s in chart.series) or (chart.percent and low >= 0) or 0 <= low < 0.4 * high:
        low = min(low, 0.0)
        high = max(high, 0.0)
    if chart.percent and 0.6 < high <= 1.0 and low >= 0:
        return 0.0, 1.0
    room = (high - low or 1.0) * 0.06
    labelled = any(s.style == "bar" for s in chart.series)
    return (low if low == 0 else low - room), high + room * (2 if labelled else 1)


def _names_at_ends(
    chart: Chart, theme: Theme, limits: tuple[float, float], plot_height: float
) -> list[dict[str, Any]]:
    """Annotations with the names, in full, pushed apart so that none covers another."""
    ends = []
    for i, s in enumerate(chart.series):
        y = (s.y[-1] - limits[0]) / (limits[1] - limits[0]) * plot_height
        ends.append((y, i, s))
    ends.sort(key=lambda e: (e[0], -e[1]))
    texts = [end_lines(s.name) for _, _, s in ends]
    heights = [LINE_HEIGHT * len(lines) + 2.0 for lines in texts]
    places = [y for y, _, _ in ends]
    for _ in range(60):
        moved = False
        for k in range(1, len(places)):
            short = (heights[k] + heights[k - 1]) / 2 - (places[k] - places[k - 1])
            if short > 0.01:
                places[k - 1] -= short / 2
                places[k] += short / 2
                moved = True
        if not moved:
            break
    # Nobody's name sinks below the axis.
    floor = 5.0 - LINE_HEIGHT / 2 - 1
    for k, place in enumerate(places):
        places[k] = max(place, floor + heights[k] / 2)
        floor = places[k] + heights[k] / 2
    out = []
    last = max(float(s.x[-1]) for _, _, s in ends)
    for (y, i, s), place, lines in zip(ends, places, texts, strict=True):
        # A line that ends early is named above its end, for others may go on there.
        early = 12 if float(s.x[-1]) < last else 0
        look = Look(chart, i, s, theme)
        out.append(
            {
                "x": s.x[-1],
                "y": float(f"{s.y[-1]:.7g}"),
                "text": "<br>".join(map(safe, lines)),
                "align": "left",
                "xanchor": "left",
                "xshift": 7,
                "yshift": round(place - y) + early,
                "showarrow": False,
                "font": {
                    "color": look.colour
                    if contrast(look.colour, looks.tone(theme).paper) >= 4.5
                    else readable(look.colour, theme),
                    "size": 12,
                },
            }
        )
    return out


def end_lines(name: str) -> list[str]:
    """A name in the lines that it takes at the end of its line."""
    return wrap(name, NAME_WIDTH, 12, 4)


def readable(colour: str, theme: Theme) -> str:
    """A line's colour, drawn towards ink until it reads as text (4.5:1)."""
    tone = looks.tone(theme)
    for step in range(1, 11):
        c = mix(colour, tone.ink, step / 10)
        if contrast(c, tone.paper) >= 4.5:
            return c
    return tone.ink


def apart(spots: Sequence[tuple[float, str]], size: float = 7.0, gap: float = 12.0) -> list[int]:
    """Which of the labels (middle in pixels, text) may stand so that none touches another: from the
    left, each that has the room, and always the first."""
    kept: list[int] = []
    end = float("-inf")
    for i, (x, text) in enumerate(spots):
        half = size * len(text) / 2
        if x - half >= end:
            kept.append(i)
            end = x + half + gap
    return kept


def _phases(chart: Chart, room: int) -> list[tuple[float, str]]:
    """Rounds for the axis, thinned so that their labels do not touch."""
    xs = [float(x) for s in chart.series for x in s.x if not isinstance(x, str)]
    if not chart.phases or not xs:
        return []
    scale = room / ((max(xs) - min(xs)) * 1.08 or 1.0)
    return [chart.phases[i] for i in apart([(x * scale, label) for x, label in chart.phases], 7.6)]


def _layout(chart: Chart, theme: Theme, width: int, height: int) -> dict[str, Any]:
    tone = looks.tone(theme)
    layout = base_layout(theme, width, height)
    lines = wrap(chart.caption, width - 40, 12, 3)
    if chart.source:
        lines.append(f"Source: {chart.source}")
    layout["title"], top = headline(chart.title, lines, theme)
    direct = _direct(chart)
    legend = len(chart.series) > 1 and not direct
    longest = max((len(line) for s in chart.series for line in end_lines(s.name)), default=0)
    layout["margin"] = {
        "l": 62,
        "r": 24 + (7 * longest if direct else 0),
        "t": top + 10,
        "b": 48 + (22 if legend else 0),
    }
    layout["showlegend"] = legend
    if legend:
        layout["legend"] = {"orientation": "h", "x": 0, "y": -0.16, "yanchor": "top"}
    axis = {
        "color": tone.muted,
        "gridcolor": tone.rule,
        "linecolor": tone.muted,
        "zeroline": False,
        "automargin": True,
    }
    limits = span(chart)
    layout["yaxis"] = {
        **axis,
        "range": [float(f"{v:.6g}") for v in limits],
        "title": {"text": safe(chart.y_title), "standoff": 8, "font": {"size": 13}},
    }
    if chart.percent:
        layout["yaxis"]["tickformat"] = ".0%"
        layout["yaxis"]["hoverformat"] = ".1%"
    else:
        layout["yaxis"]["hoverformat"] = ".4~g"
    layout["xaxis"] = {
        **axis,
        "showgrid": False,
        "showline": True,
        "ticks": "outside",
        "title": {"text": safe(chart.x_title), "standoff": 8, "font": {"size": 13}},
    }
    if any(isinstance(x, str) for s in chart.series for x in s.x):
        layout["xaxis"]["type"] = "category"  # "2" is a name here, not a number
    phases = _phases(chart, width - layout["margin"]["l"] - layout["margin"]["r"])
    whole = all(v == int(v) for s in chart.series for v in (*s.y, *s.low, *s.high))
    if whole and not chart.percent and limits[1] - limits[0] < 7:
        layout["yaxis"]["dtick"] = 1
    if not phases and all(map(counts, chart.series)):
        layout["xaxis"]["dtick"] = 1
    if phases:
        layout["xaxis"] |= {
            "tickvals": [x for x, _ in phases],
            "ticktext": [safe(label) for _, label in phases],
            "showgrid": True,
            "tickangle": 0,
        }
    if any(s.style == "bar" for s in chart.series):
        layout["barmode"] = "group"
        layout["bargap"] = 0.3
        layout["xaxis"]["ticks"] = ""
        if any(v < 0 for s in chart.series for v in s.y):
            layout["yaxis"] |= {"zeroline": True, "zerolinecolor": tone.muted}
    if all(s.style != "bar" for s in chart.series):
        layout["hovermode"] = "x unified"
    if direct:
        # plotly would make room for the names inside the axes; they have the margin.
        xs = [float(x) for s in chart.series for x in s.x]
        edge = (max(xs) - min(xs)) * 0.02 or 0.5
        layout["xaxis"]["range"] = [brief(min(xs) - edge), brief(max(xs) + edge)]
        layout["annotations"] = _names_at_ends(
            chart, theme, limits, height - layout["margin"]["t"] - layout["margin"]["b"]
        )
    return layout


def cursor_shape(x: float, theme: Theme) -> dict[str, Any]:
    """Where the stepper stands: a vertical line over the whole height."""
    return {
        "type": "line",
        "x0": x,
        "x1": x,
        "y0": 0,
        "y1": 1,
        "yref": "paper",
        "line": {"color": looks.tone(theme).ink, "width": 2, "dash": "dot"},
    }


# ------------------------------------------------------------------ the whole


def spec(
    chart: Chart,
    theme: Theme = "light",
    cursor: float | None = None,
    width: int = WIDTH,
    height: int = HEIGHT,
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Traces and layout as plain dicts. Raises ValueError for a chart whose parts do not match."""
    check(chart)
    if chart.heat is not None:
        return _heat(chart, chart.heat, theme, width, height)
    if chart.net is not None:
        return net_spec(
            chart.net,
            theme,
            chart.title,
            [*wrap(chart.caption, width - 40, 12, 3), *_source(chart)],
            chart.teams,
            width,
        )
    layout = _layout(chart, theme, width, height)
    if cursor is not None:
        layout["shapes"] = [cursor_shape(cursor, theme)]
    return traces(chart, theme), layout


def _source(chart: Chart) -> list[str]:
    return [f"Source: {chart.source}"] if chart.source else []


def check(chart: Chart) -> None:
    """Refuse in one sentence what would draw a wrong picture."""
    for s in chart.series:
        n = len(s.x)
        if len(s.y) != n or (s.text and len(s.text) != n):
            raise ValueError(f"Series {s.name!r} of chart {chart.key!r} has {n} x and {len(s.y)} y.")
        if (s.low or s.high) and not len(s.low) == len(s.high) == n:
            raise ValueError(
                f"Series {s.name!r} of chart {chart.key!r} has an interval at some of its points only."
            )
    if chart.heat is not None:
        rows, columns = len(chart.heat.y), len(chart.heat.x)
        if len(chart.heat.z) != rows or any(len(row) != columns for row in chart.heat.z):
            raise ValueError(f"The heat map of chart {chart.key!r} is not {rows} rows by {columns} columns.")


def figure(
    chart: Chart,
    theme: Theme = "light",
    cursor: float | None = None,
    width: int = WIDTH,
    height: int = HEIGHT,
) -> go.Figure:
    """The chart as a plotly figure whose text alternative is `alt(chart)`. `cursor` marks an x."""
    data, layout = spec(chart, theme, cursor, width, height)
    return picture(data, layout, alt(chart))


def _heat(
    chart: Chart, heat: Heat, theme: Theme, width: int, height: int
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    tone = looks.tone(theme)
    values = [v for row in heat.z for v in row if v is not None]
    high = max(values, default=1.0)
    low = min(0.0, min(values, default=0.0))
    deep = "#4fa3b3" if theme != "dark" else "#1c6a7a"  # the ink reads on all of the scale
    text = heat.text or tuple(
        tuple("" if v is None else value_words(v, chart.percent) for v in row) for row in heat.z
    )
    many = len(heat.x) * len(heat.y) > 400
    trace: dict[str, Any] = {
        "type": "heatmap",
        "x": [safe(x) for x in heat.x],
        "y": [safe(y) for y in heat.y],
        "z": [[None if v is None else float(f"{v:.6g}") for v in row] for row in heat.z],
        "text": [[safe(t) for t in row] for row in text],
        "zmin": low,
        "zmax": high if high > low else low + 1,
        "colorscale": [[0, mix(tone.paper, deep, 0.05)], [1, deep]],
        "xgap": 2,
        "ygap": 2,
        "hoverinfo": "x+y+text",
        "showscale": many,
    }
    if not many:
        trace["texttemplate"] = "%{text}"
        trace["textfont"] = {"color": tone.ink}
    layout = base_layout(theme, width, max(height, 120 + 26 * len(heat.y)) if len(heat.y) > 8 else height)
    layout["title"], top = headline(
        chart.title, [*wrap(chart.caption, width - 40, 12, 3), *_source(chart)], theme
    )
    layout["margin"] = {"l": 70, "r": 24, "t": top + 10, "b": 48}
    axis = {"color": tone.muted, "showgrid": False, "zeroline": False, "automargin": True, "type": "category"}
    layout["xaxis"] = {**axis, "title": {"text": safe(chart.x_title), "standoff": 8, "font": {"size": 13}}}
    layout["yaxis"] = {
        **axis,
        "autorange": "reversed",
        "title": {"text": safe(chart.y_title), "standoff": 8, "font": {"size": 13}},
    }
    return [trace], layout


__all__ = [
    "Look", "alt", "apart", "check", "counts", "cursor_shape", "end_lines", "figure", "readable", "span", "spec",
    "table_html", "thin",
]  # fmt: skip
