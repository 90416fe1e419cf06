"""A chart without its picture: in sentences, and as a table of its numbers."""

from __future__ import annotations

from typing import Final

from atlantis_nb.core.charts import Chart, Heat, Series, value_words

from .series import thin
from .svg import esc


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
