"""core.charts.Chart -> plotly: small figures that read without colour.

A player's line has the player's colour, a symbol of its own and its name at its end; dashes mean a
forecast, a pale band an interval. Bars start at zero. The caption says what the picture shows and
stands under the title with its source; `alt` says it to those who do not see it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from atlantis_nb.core.charts import Chart, Dot, Heat, Net, Series, value_words

from . import theme as looks
from .colour import contrast, ink_on, mix
from .plot import base_layout, headline, picture, safe
from .svg import esc, wrap
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


# ------------------------------------------------------------------ words


def alt(chart: Chart) -> str:
    """The chart in words: what kind, title, caption, source, and each series with its ends."""
    kind = "Graph" if chart.net else "Heat map" if chart.heat else _kind(chart)
    parts = [f"{kind}: {chart.title.rstrip('.')}."]
    parts += [
        f"{text.rstrip('.')}." for text in (chart.caption, chart.source and f"Source: {chart.source}") if text
    ]
    if chart.heat is not None:
        parts.append(_heat_words(chart.heat, chart.percent))
    elif chart.net is not None:
        parts.append(f"{len(chart.net.dots)} nodes, {len(chart.net.links)} links.")
    else:
        parts += [_series_words(s, chart) for s in chart.series if s.y]
    return " ".join(parts)


def _kind(chart: Chart) -> str:
    styles = {s.style for s in chart.series}
    return "Bar chart" if styles == {"bar"} else "Point chart" if styles == {"points"} else "Line chart"


def _series_words(s: Series, chart: Chart) -> str:
    def say(i: int) -> str:
        return f"{chart.said(s, i)} at {chart.where(s.x[i])}"

    if len(s.y) <= 4:
        return f"{s.name}: {', '.join(say(i) for i in range(len(s.y)))}."
    high = max(range(len(s.y)), key=lambda i: s.y[i])
    return f"{s.name}: from {say(0)} to {say(len(s.y) - 1)}, highest {say(high)}."


def _heat_words(heat: Heat, percent: bool) -> str:
    values = [
        (v, x, y)
        for y, row in zip(heat.y, heat.z, strict=True)
        for x, v in zip(heat.x, row, strict=True)
        if v is not None
    ]
    if not values:
        return "Empty."
    low, high = min(values), max(values)
    return (
        f"{len(heat.y)} rows, {len(heat.x)} columns. Highest {value_words(high[0], percent)} at {high[2]}, {high[1]}; "
        f"lowest {value_words(low[0], percent)} at {low[2]}, {low[1]}."
    )


MOST_ROWS: Final = 120


def table_html(chart: Chart, summary: str = "The numbers") -> str:
    """The data of a chart as a table that opens on demand: the third way to read it.

    Series stand side by side, one row an x at which one of them changes; of more than 120 rows
    every n-th is shown, and the caption says so."""
    heads, rows = _cells(chart)
    if not rows:
        return ""
    step = -(-len(rows) // MOST_ROWS)
    shown = rows[::step]
    if shown[-1] is not rows[-1]:
        shown.append(rows[-1])
    title = chart.title if step == 1 else f"{chart.title} (every {step} rows)"
    head = "".join(f'<th scope="col">{esc(h)}</th>' for h in heads)
    body = "".join(
        f'<tr><th scope="row">{esc(row[0])}</th>' + "".join(f"<td>{esc(v)}</td>" for v in row[1:]) + "</tr>"
        for row in shown
    )
    return (
        f'<details class="atl-numbers"><summary>{esc(summary)}</summary><table><caption>{esc(title)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></details>"
    )


def _cells(chart: Chart) -> tuple[list[str], list[list[str]]]:
    """Heads and rows of the table, as texts."""

    def say(value: float | None) -> str:
        return "" if value is None else value_words(value, chart.percent)

    if chart.heat is not None:
        heads = [chart.y_title or "", *chart.heat.x]
        return heads, [[y, *map(say, row)] for y, row in zip(chart.heat.y, chart.heat.z, strict=True)]
    if chart.net is not None:
        names = {d.id: d.text or d.id for d in chart.net.dots}
        return ["From", "To", "What"], [[names[n.a], names[n.b], n.text] for n in chart.net.links]
    columns: list[dict[float | str, str]] = []
    xs: dict[float | str, None] = {}
    for s in chart.series:
        ranges = [f" ({say(a)} to {say(b)})" for a, b in zip(s.low, s.high, strict=True)] or [""] * len(s.y)
        columns.append({x: say(y) + r for x, y, r in zip(s.x, s.y, ranges, strict=True)})
        xs |= dict.fromkeys(thin(s).x)
    order = list(xs) if any(isinstance(x, str) for x in xs) else sorted(xs, key=float)
    rows = [
        [x if isinstance(x, str) else f"{x:g}", *(column.get(x, "") for column in columns)] for x in order
    ]
    return [chart.x_title or "x", *(s.name for s in chart.series)], rows


# ------------------------------------------------------------------ looks of a series


class Look:
    """Colour and symbol of one series."""

    __slots__ = ("colour", "fill", "name", "symbol")

    def __init__(self, chart: Chart, i: int, s: Series, theme: Theme) -> None:
        # A chart without players uses the palette in an order of its own; beside players, others are grey.
        some = any(x.owner is not None for x in chart.series)
        if s.owner is None and some:
            self.colour = self.fill = looks.tone(theme).muted
            self.symbol = ("circle-open", "square-open", "diamond-open", "triangle-up-open")[i % 4]
        else:
            seat, teams = (s.owner, chart.teams) if s.owner is not None else ((1, 5, 4, 2, 0, 3)[i % 6], ())
            o = looks.owner(seat, teams)
            self.colour = looks.line(seat, theme, teams)
            self.fill, self.symbol = o.fill, o.symbol
            if s.owner is not None and s.owner >= len(looks.OWNERS):
                self.symbol += "-open"
            # Further series of one player keep the colour and take other symbols.
            again = sum(x.owner == s.owner for x in chart.series[:i]) if s.owner is not None else 0
            if again:
                at = next(j for j, x in enumerate(looks.OWNERS) if x.symbol == o.symbol)
                self.symbol = looks.OWNERS[(at + again) % len(looks.OWNERS)].symbol
                if again % 2:
                    self.symbol += "-open"
        self.name = safe(s.name)


def _numbers(s: Series) -> bool:
    return all(isinstance(x, int | float) for x in s.x)


def counts(s: Series) -> bool:
    """Is x a short row of whole numbers (each worth a tick)?"""
    return (
        _numbers(s)
        and len(s.x) <= 17
        and all(x == int(x) for x in s.x if not isinstance(x, str))
        and (not s.x or float(s.x[-1]) - float(s.x[0]) <= 24)
    )


def _pale(colour: str, share: float) -> str:
    r, g, b = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({r},{g},{b},{share})"


def _brief(v: float) -> float:
    """Seven figures are plenty on a screen and half the bytes."""
    return int(v) if v == int(v) else float(f"{v:.7g}")


def _short(values: Iterable[float]) -> list[float]:
    return [_brief(v) for v in values]


def _xs(s: Series) -> list[Any]:
    return [safe(x) if isinstance(x, str) else _brief(x) for x in s.x]


def thin(s: Series) -> Series:
    """The same drawing with fewer points: inside a level stretch only its ends matter."""
    n = len(s.y)
    if n < 60 or s.style not in ("line", "step", "band") or s.text or not _numbers(s):
        return s
    levels = list(zip(s.y, s.low or s.y, s.high or s.y, strict=True))
    keep = [
        i for i in range(n) if i in (0, n - 1) or levels[i] != levels[i - 1]
        or (s.style != "step" and levels[i] != levels[i + 1])
    ]  # fmt: skip

    def pick(values: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(values[i] for i in keep) if values else ()

    return replace(s, x=pick(s.x), y=pick(s.y), low=pick(s.low), high=pick(s.high))


def _traces(chart: Chart, theme: Theme) -> list[dict[str, Any]]:
    out: list[dict[str, Any]] = []
    tone = looks.tone(theme)
    many = len(chart.series)
    for i, full in enumerate(chart.series):
        s = thin(full)
        look = Look(chart, i, s, theme)
        xs, ys = _xs(s), _short(s.y)
        low, high = _short(s.low), _short(s.high)
        if low and s.style in ("line", "step", "band"):
            out.append(
                {
                    "type": "scatter",
                    "x": xs + xs[::-1],
                    "y": high + low[::-1],
                    "fill": "toself",
                    "fillcolor": _pale(look.colour, 0.16),
                    "line": {"width": 0},
                    "mode": "lines",
                    "hoverinfo": "skip",
                    "showlegend": False,
                }
            )
        text: dict[str, Any] = {}
        if s.text:
            text = {"hovertext": [safe(t) for t in s.text], "hoverinfo": "text+name"}
        if s.style == "bar":
            bar: dict[str, Any] = {
                "type": "bar",
                "x": xs,
                "y": ys,
                "name": look.name,
                "marker": {"color": look.fill, "line": {"color": tone.outline, "width": 1}},
                **text,
            }
            if many > 1:
                bar["marker"]["pattern"] = {
                    "shape": ("", "/", ".", "\\", "-", "x")[i % 6],
                    "fillmode": "overlay",
                    "fgcolor": ink_on(look.fill),
                    "fgopacity": 0.45,
                    "size": 7,
                }
            if len(ys) * many <= 16 and not low:
                bar["text"] = [value_words(v, chart.percent) for v in s.y]
                bar["textposition"] = "outside"
                bar["cliponaxis"] = False
            if low:
                bar["error_y"] = _whiskers(s, tone.ink)
            out.append(bar)
            continue
        trace: dict[str, Any] = {
            "type": "scatter",
            "x": xs,
            "y": ys,
            "name": look.name,
            "mode": "markers" if s.style == "points" else "lines+markers",
            **text,
        }
        if "markers" in trace["mode"]:
            trace["cliponaxis"] = False
            trace["marker"] = {
                "symbol": look.symbol,
                "size": 9 if s.style == "points" else 7,
                "color": look.colour,
            }
            if s.style != "points" and len(ys) > 14:
                trace["marker"]["maxdisplayed"] = 10
        if s.style != "points":
            trace["line"] = {"color": look.colour, "width": 2.5 if not s.dash else 2}
            if s.dash:
                trace["line"]["dash"] = "dash"
            if s.style == "step":
                trace["line"]["shape"] = "hv"
        elif low:
            trace["error_y"] = _whiskers(s, look.colour)
        out.append(trace)
    return out


def _whiskers(s: Series, colour: str) -> dict[str, Any]:
    return {
        "type": "data",
        "symmetric": False,
        "array": _short(tuple(h - y for h, y in zip(s.high, s.y, strict=True))),
        "arrayminus": _short(tuple(y - lo for y, lo in zip(s.y, s.low, strict=True))),
        "color": colour,
        "thickness": 1.5,
        "width": 4,
    }


# ------------------------------------------------------------------ layout


def _direct(chart: Chart) -> bool:
    """May each line carry its name at its end?"""
    lines = [s for s in chart.series if s.style in ("line", "step", "band") and s.y]
    return (
        1 < len(chart.series) <= MOST_NAMES and len(lines) == len(chart.series) and all(map(_numbers, lines))
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
        layout["xaxis"]["range"] = [_brief(min(xs) - edge), _brief(max(xs) + edge)]
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
    return _traces(chart, theme), layout


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


# ------------------------------------------------------------------ graphs with given positions


def net_spec(
    net: Net,
    theme: Theme,
    title: str = "",
    lines: list[str] | None = None,
    teams: tuple[int, ...] = (),
    width: int = WIDTH,
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """A graph as three traces: links by thickness, their texts, the nodes. y grows downward, as on boards."""
    tone = looks.tone(theme)
    at = {d.id: d for d in net.dots}
    for link in net.links:
        for end in (link.a, link.b):
            if end not in at:
                raise ValueError(f"A link ends at {end!r}, which is no node of the graph.")
    weights = [link.weight for link in net.links] or [1.0]
    lightest, heaviest = min(weights), max(weights)
    classes: dict[tuple[float, bool], list[tuple[Dot, Dot]]] = {}
    for link in net.links:
        share = (link.weight - lightest) / (heaviest - lightest) if heaviest > lightest else 0.4
        thick = (1.2, 2.2, 3.6)[int(2.999 * share)]
        classes.setdefault((thick, link.arrow), []).append((at[link.a], at[link.b]))
    data: list[dict[str, Any]] = []
    for (thick, arrow), pairs in sorted(classes.items()):
        strokes: dict[str, Any] = {
            "type": "scatter",
            "mode": "lines",
            "x": [v for a, b in pairs for v in (a.x, b.x, None)],
            "y": [v for a, b in pairs for v in (a.y, b.y, None)],
            "line": {"color": tone.muted, "width": thick},
            "hoverinfo": "skip",
        }
        if arrow:
            strokes["mode"] = "lines+markers"
            strokes["marker"] = {
                "symbol": "arrow",
                "angleref": "previous",
                "standoff": 10,
                "size": [0, round(10 + 2 * thick, 1), 0] * len(pairs),
                "color": tone.muted,
                "opacity": 1,
                "line": {"width": 0},
            }
        data.append(strokes)
    # Short names stand in their nodes, longer ones and those of links on plates, clear of the lines.
    names = [d.text or d.id for d in net.dots]
    inside = all(len(name) <= 5 for name in names)
    owners = [looks.owner(d.owner, teams) if d.owner is not None else looks.NOBODY for d in net.dots]
    plates: list[dict[str, Any]] = []
    told: list[tuple[float, float, str]] = []
    for n in net.links:
        a, b = at[n.a], at[n.b]
        middle = (round(0.45 * a.x + 0.55 * b.x, 4), round(0.45 * a.y + 0.55 * b.y, 4))
        if n.text and len(n.text) <= 8:
            plates.append(_net_plate(*middle, n.text, tone))
        elif n.text:
            told.append((*middle, n.text))
    if told:  # long texts are for the pointer
        data.append(
            {
                "type": "scatter",
                "mode": "markers",
                "x": [x for x, _, _ in told],
                "y": [y for _, y, _ in told],
                "hovertext": [safe(text) for _, _, text in told],
                "hoverinfo": "text",
                "marker": {"size": 12, "color": "rgba(0,0,0,0)"},
            }
        )
    base = 32 if inside else 17
    nodes: dict[str, Any] = {
        "type": "scatter",
        "mode": "markers+text" if inside else "markers",
        "x": [d.x for d in net.dots],
        "y": [d.y for d in net.dots],
        "hovertext": [
            safe(": ".join(filter(None, (name, d.kind)))) for d, name in zip(net.dots, names, strict=True)
        ],
        "hoverinfo": "text",
        "marker": {
            "size": [round(base * max(0.3, d.size), 1) for d in net.dots],
            "color": [o.fill for o in owners],
            "symbol": "circle" if inside else [o.symbol.removesuffix("-open") for o in owners],
            "line": {"color": tone.outline, "width": 1.5},
            "opacity": 1,
        },
    }
    if inside:
        nodes["text"] = [safe(name) for name in names]
        nodes["textfont"] = {
            "size": 11 if max(map(len, names), default=0) > 2 else 14,
            "color": [o.ink for o in owners],
        }
    else:
        plates += [_net_plate(d.x, d.y, name, tone, -19) for d, name in zip(net.dots, names, strict=True)]
    data.append(nodes)
    xs, ys = [d.x for d in net.dots] or [0.0], [d.y for d in net.dots] or [0.0]
    wide, tall = max(xs) - min(xs) or 1.0, max(ys) - min(ys) or 1.0
    block, top = headline(title, lines or [], theme) if title else ({}, 0)
    layout = base_layout(theme, width, int(min(500, max(240, (width - 60) * tall / wide))) + top + 30)
    if title:
        layout["title"] = block
    layout |= {
        "annotations": plates,
        "margin": {"l": 20, "r": 20, "t": top + 20, "b": 16},
        "showlegend": False,
        "hovermode": "closest",
        "xaxis": {"visible": False, "range": [min(xs) - 0.1 * wide, max(xs) + 0.1 * wide]},
        "yaxis": {
            "visible": False,
            "range": [max(ys) + 0.1 * tall, min(ys) - 0.14 * tall],
            "scaleanchor": "x",
        },
    }
    return data, layout


def _net_plate(x: float, y: float, text: str, tone: looks.Tone, shift: int = 0) -> dict[str, Any]:
    plate: dict[str, Any] = {
        "x": x,
        "y": y,
        "text": safe(text),
        "showarrow": False,
        "bgcolor": tone.paper,
        "borderpad": 0,
    }
    return plate | ({"yshift": -shift} if shift else {})
