"""A graph with given positions -> plotly: lanes, who hunts whom, the way to a place."""

from __future__ import annotations

from typing import Any

from atlantis_nb.core.charts import Dot, Net

from . import theme as looks
from .plot import base_layout, headline, safe
from .theme import Theme

WIDTH = 720


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
