"""Scene -> plotly figure: the same board to hover, zoom, draw on, and to lay one's own traces over.

Few traces: one of polygons a terrain, one an edge kind, one of markers a player. Coordinates are
those of the scene (y grows downward), so `fig.add_scatter(x=..., y=...)` lands on the cells; the
place of a cell is its `customdata`.
"""

from __future__ import annotations

from math import hypot, sqrt
from typing import TYPE_CHECKING, Any, Final

from atlantis_nb.core.scene import Cell, Piece, Scene

from . import svg as board
from . import theme as looks
from .plot import DRAWING, base_layout, headline, picture, safe
from .svg import wrap
from .theme import Theme

if TYPE_CHECKING:
    import plotly.graph_objects as go

SYMBOLS: Final = {
    "soldier": "triangle-up",
    "worker": "triangle-right",
    "settler": "diamond",
    "village": "pentagon",
    "small_city": "square",
    "large_city": "star-square",
    "counter": "square",
    "ship": "triangle-down",
    "flyer": "triangle-up",
    "hero": "circle",
    "melee": "triangle-down",
    "ranged": "diamond",
    "heavy": "hexagon2",
    "mech": "square",
}
_HEX: Final = tuple(
    (x, y)
    for x, y in (
        (0, -1),
        (sqrt(3) / 2, -0.5),
        (sqrt(3) / 2, 0.5),
        (0, 1),
        (-sqrt(3) / 2, 0.5),
        (-sqrt(3) / 2, -0.5),
    )
)
_SQUARE: Final = ((-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8))


def board_figure(scene: Scene, theme: Theme = "light", width: int = 720, title: bool = True) -> go.Figure:
    """The board as a plotly figure. Its words are those of the scene; its tool bar has pens."""
    data, layout = board_spec(scene, theme, width, title)
    return picture(data, layout, " ".join(scene.words()), DRAWING)


def _polygons(cells: list[Cell], share: float = 0.97) -> tuple[list[float | None], list[float | None]]:
    xs: list[float | None] = []
    ys: list[float | None] = []
    for cell in cells:
        corners = _HEX if cell.shape == "hex" else _SQUARE
        for dx, dy in (*corners, corners[0]):
            xs.append(round(cell.x + share * dx, 3))
            ys.append(round(cell.y + share * dy, 3))
        xs.append(None)
        ys.append(None)
    return xs, ys


def _area(
    cells: list[Cell], fill: str, share: float = 0.97, line: dict[str, Any] | None = None
) -> dict[str, Any]:
    xs, ys = _polygons(cells, share)
    return {
        "type": "scatter",
        "mode": "lines",
        "x": xs,
        "y": ys,
        "fill": "toself",
        "fillcolor": fill,
        "line": line or {"width": 0},
        "hoverinfo": "skip",
        "showlegend": False,
    }


def board_spec(
    scene: Scene, theme: Theme, width: int, title: bool
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Traces and layout as plain dicts."""
    tone = looks.tone(theme)
    left, top, w, h = (v / board.UNIT for v in board.bounds(scene))
    unit = (width - 20) / w  # pixels a unit of the scene, at the size in which it is first shown
    grounds: dict[str, list[Cell]] = {}
    for cell in scene.cells:
        grounds.setdefault(looks.ground_key(cell.terrain), []).append(cell)
    data = []
    for key, cells in grounds.items():
        g = looks.GROUNDS.get(key, looks.UNKNOWN)
        data.append(_area(cells, g.dark if theme == "dark" else g.light))
    data += _heat_traces(scene, theme)
    data += _edge_traces(scene, theme)
    hints = board.tips(scene)
    data.append(
        {
            "type": "scatter",
            "mode": "markers",
            "name": "cells",
            "x": [c.x for c in scene.cells],
            "y": [c.y for c in scene.cells],
            "customdata": [safe(c.place) for c in scene.cells],
            "hovertext": ["<br>".join(map(safe, wrap(hints[c.place], 380, 13, 12))) for c in scene.cells],
            "hoverinfo": "text",
            "marker": {"size": round(1.3 * unit, 1), "color": "rgba(0,0,0,0)"},
            "showlegend": False,
        }
    )
    data += _label_traces(scene, theme, unit)
    data += _piece_traces(scene, theme, unit)
    data += _mark_traces(scene, theme)
    layout = base_layout(theme, width, 0)
    head = 10
    if title:
        layout["title"], head = headline(scene.title, wrap(scene.caption, width - 30, 12, 3), theme)
    keyed = any(t.get("showlegend") for t in data)
    foot = 34 if keyed else 10
    layout |= {
        "height": round(h * unit) + head + foot,
        "margin": {"l": 10, "r": 10, "t": head, "b": foot},
        "hovermode": "closest",
        "dragmode": "pan",
        "showlegend": keyed,
        "legend": {"orientation": "h", "x": 0, "y": 0, "yanchor": "top", "itemsizing": "constant"},
        "xaxis": {"visible": False, "range": [left, left + w], "constrain": "domain"},
        "yaxis": {"visible": False, "range": [top + h, top], "scaleanchor": "x", "constrain": "domain"},
        "annotations": _plates(scene, theme),
        "newshape": {"line": {"color": tone.danger, "width": 4}},
    }
    return data, layout


def _heat_traces(scene: Scene, theme: Theme) -> list[dict[str, Any]]:
    """Danger in ten steps of colour, a trace each; control as a ring in the owner's colour."""
    tone = looks.tone(theme)
    cells = {c.place: c for c in scene.cells}
    steps: dict[int, list[Cell]] = {}
    held: dict[int | None, list[Cell]] = {}
    for mark in scene.marks:
        if mark.to is None and mark.kind == "danger":
            value = min(1.0, max(0.0, 1.0 if mark.value is None else mark.value))
            steps.setdefault(round(10 * value), []).append(cells[mark.place])
        elif mark.to is None and mark.kind == "control":
            held.setdefault(mark.owner, []).append(cells[mark.place])
    r, g, b = (int(tone.danger[i : i + 2], 16) for i in (1, 3, 5))
    out = [_area(c, f"rgba({r},{g},{b},{0.1 + 0.05 * step:.2f})") for step, c in sorted(steps.items())]
    for owner, c in held.items():
        colour = looks.line(owner, theme, scene.teams)
        out.append(_area(c, "rgba(0,0,0,0)", 0.88, {"width": 2, "color": colour}))
    return out


def _edge_traces(scene: Scene, theme: Theme) -> list[dict[str, Any]]:
    tone = looks.tone(theme)
    at = {c.place: c for c in scene.cells}
    kinds: dict[str, tuple[list[float | None], list[float | None]]] = {}
    for edge in scene.edges:
        a, b = at[edge.a], at[edge.b]
        far = hypot(b.x - a.x, b.y - a.y)
        if edge.kind in board.LANES or far > 1.9 or far == 0:
            ends = ((a.x, a.y), (b.x, b.y))
        else:
            half = (0.5 if a.shape == "hex" else 0.8) / far
            mx, my, dx, dy = (a.x + b.x) / 2, (a.y + b.y) / 2, (b.x - a.x) * half, (b.y - a.y) * half
            ends = ((mx - dy, my + dx), (mx + dy, my - dx))
        xs, ys = kinds.setdefault(edge.kind, ([], []))
        xs += [round(ends[0][0], 3), round(ends[1][0], 3), None]
        ys += [round(ends[0][1], 3), round(ends[1][1], 3), None]
    styles = {
        "wall": {"color": tone.wall, "width": 5},
        "gate": {"color": tone.wall, "width": 5, "dash": "dot"},
        "river": {"color": tone.river, "width": 4},
        "lane": {"color": tone.muted, "width": 2, "dash": "dash"},
    }
    return [
        {
            "type": "scatter",
            "mode": "lines",
            "name": safe(kind),
            "x": xs,
            "y": ys,
            "line": styles.get(kind, {"color": tone.muted, "width": 2.5}),
            "hoverinfo": "name",
            "showlegend": kind in ("wall", "gate", "river"),
        }
        for kind, (xs, ys) in kinds.items()
    ]


def _label_traces(scene: Scene, theme: Theme, unit: float) -> list[dict[str, Any]]:
    busy = {p.place for p in scene.pieces}
    out = []
    for small in (False, True):
        cells = [c for c in scene.cells if c.label and (c.place in busy) == small]
        if cells:
            out.append(
                {
                    "type": "scatter",
                    "mode": "text",
                    "x": [c.x for c in cells],
                    "y": [round(c.y - (0.66 if small else 0), 3) for c in cells],
                    "text": [f"<b>{safe(c.label)}</b>" for c in cells],
                    "textfont": {
                        "size": max(8, round((0.36 if small else 0.8) * unit)),
                        "color": looks.tone(theme).ink,
                    },
                    "hoverinfo": "skip",
                    "showlegend": False,
                }
            )
    return out


def _piece_traces(scene: Scene, theme: Theme, unit: float) -> list[dict[str, Any]]:
    """One trace of markers a player, so that a click on the legend hides a side."""
    tone = looks.tone(theme)
    at = {c.place: c for c in scene.cells}
    here: dict[str, list[Piece]] = {}
    for p in scene.pieces:
        here.setdefault(p.place, []).append(p)
    rows: dict[int | None, list[tuple[Piece, float, float, float]]] = {}
    for place, pieces in here.items():
        spots = board.SPOTS[min(len(pieces), board.MOST)]
        # More pieces than places: the last ones share the last place; the hover text names them all.
        for i, piece in enumerate(pieces):
            dx, dy, r = spots[min(i, len(spots) - 1)]
            cell = at[place]
            rows.setdefault(piece.owner, []).append(
                (piece, round(cell.x + dx / 100, 3), round(cell.y + dy / 100, 3), r / 100)
            )
    out = []
    for owner, items in sorted(rows.items(), key=lambda kv: -1 if kv[0] is None else kv[0]):
        o = looks.owner(owner, scene.teams)
        letter = looks.letter(owner, looks.letters_of(scene.names, scene.letters))
        name = scene.names[owner] if owner is not None and owner < len(scene.names) else "nobody's"
        out.append(
            {
                "type": "scatter",
                "mode": "markers+text",
                "name": safe(f"{letter} {name}".strip()),
                "x": [x for _, x, _, _ in items],
                "y": [y for _, _, y, _ in items],
                "text": [
                    f"<b>{safe((p.glyph or letter)[:4])}{f'×{p.count}' if p.count > 1 else ''}</b>"
                    for p, *_ in items
                ],
                "textfont": {
                    "color": o.ink,
                    "size": [
                        max(7, round(r * unit * (0.9 if len(p.glyph) < 3 else 0.62))) for p, _, _, r in items
                    ],
                },
                "hovertext": [safe(scene.piece_words(p)) for p, *_ in items],
                "hoverinfo": "text",
                "marker": {
                    "symbol": [SYMBOLS.get(board.outline_key(p.kind), "circle") for p, *_ in items],
                    "size": [round(1.75 * r * unit, 1) for *_, r in items],
                    "color": o.fill,
                    "line": {"color": tone.outline, "width": 1.5},
                    "opacity": 1,
                },
                "showlegend": True,
            }
        )
    return out


def _plates(scene: Scene, theme: Theme) -> list[dict[str, Any]]:
    """Numbers and notes of marks, on plates that read on any ground."""
    tone = looks.tone(theme)
    at = {c.place: c for c in scene.cells}
    out = []
    for mark in scene.marks:
        text = board.mark_text(mark)
        if text and mark.to is None:
            cell = at[mark.place]
            out.append(
                {
                    "x": cell.x,
                    "y": round(cell.y + 0.62, 3),
                    "text": f"<b>{safe(text)}</b>",
                    "showarrow": False,
                    "font": {"size": 11, "color": tone.paper},
                    "bgcolor": tone.ink,
                    "borderpad": 1,
                }
            )
    return out


def _mark_traces(scene: Scene, theme: Theme) -> list[dict[str, Any]]:
    tone = looks.tone(theme)
    at = {c.place: c for c in scene.cells}
    rings: dict[str, list[Cell]] = {}
    arrows: list[tuple[Cell, Cell]] = []
    for mark in scene.marks:
        if mark.to is not None:
            arrows.append((at[mark.place], at[mark.to]))
            continue
        if mark.kind not in ("danger", "control", "note"):
            rings.setdefault(mark.kind, []).append(at[mark.place])
    out = []
    for kind, cells in rings.items():
        colour = {"legal": tone.legal, "selected": tone.pick}.get(kind, tone.ink)
        dash = {"legal": "solid", "selected": "solid", "to": "solid"}.get(kind, "dash")
        if kind == "selected":
            out.append(_area(cells, "rgba(0,0,0,0)", 0.9, {"width": 8, "color": tone.ink}))
        out.append(_area(cells, "rgba(0,0,0,0)", 0.9, {"width": 4, "color": colour, "dash": dash}))
    if arrows:
        out.append(
            {
                "type": "scatter",
                "mode": "lines+markers",
                "x": [v for a, b in arrows for v in (a.x, b.x, None)],
                "y": [v for a, b in arrows for v in (a.y, b.y, None)],
                "line": {"color": tone.ink, "width": 3},
                "marker": {
                    "symbol": "arrow",
                    "angleref": "previous",
                    "size": [0, 16, 0] * len(arrows),
                    "color": tone.ink,
                    "opacity": 1,
                },
                "hoverinfo": "skip",
                "showlegend": False,
            }
        )
    return out
