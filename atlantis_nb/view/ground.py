"""The layers below and above the pieces that belong to the cells: ground, tints, edges, labels."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot
from typing import Final

from atlantis_nb.core.scene import Cell, Edge

from . import theme as looks
from .prepared import SQUARE, UNIT, Board, Kept, cells_of
from .shapes import HATCHES, TEXTURES, outline, ring
from .text import esc


def ground(board: Board, hints: dict[str, str] | None) -> str:
    return _plain_ground(board.scene.cells) if hints is None else _cells_drawn(board.scene.cells, hints)


def _textures(cells: Iterable[Cell], xy: dict[str, tuple[int, int]]) -> str:
    textures: dict[str, list[str]] = {}
    for cell in cells:
        texture = looks.ground(cell.terrain).texture
        if texture:
            x, y = xy[cell.place]
            textures.setdefault(texture, []).append(f"M{x},{y}{TEXTURES[texture][variant(x, y)]}")
    return "".join(f'<path class="tx x-{name}" d="{"".join(textures[name])}"/>' for name in sorted(textures))


def variant(x: int, y: int) -> int:
    return (x // 87 + y // 150) % 2


def _cells_drawn(cells: tuple[Cell, ...], hints: dict[str, str] | None) -> str:
    out: list[str] = []
    xy = cells_of(cells).xy
    for cell in cells:
        x, y = xy[cell.place]
        place = esc(cell.place)
        head = (
            f'<path class="c t-{looks.ground_key(cell.terrain)}" data-place="{place}" '
            f'data-click="cell:{place}" d="{outline(cell, x, y)}"'
        )
        out.append(f"{head}/>" if hints is None else f"{head}><title>{esc(hints[cell.place])}</title></path>")
    return "".join(out) + _textures(cells, xy)


def _without_hints(cells: tuple[Cell, ...]) -> str:
    return _cells_drawn(cells, None)


_plain_ground = Kept(_without_hints)


def under(board: Board) -> str:
    out: list[str] = []
    hatch: dict[str, list[str]] = {}
    tints: list[str] = []
    for mark in board.scene.marks:
        if mark.to is not None:
            continue
        cell = board.cells[mark.place]
        x, y = board.xy[mark.place]
        if mark.kind == "danger":
            value = min(1.0, max(0.0, mark.value if mark.value is not None else 1.0))
            out.append(
                f'<path class="danger g" fill-opacity="{0.1 + 0.5 * value:.2f}" d="{outline(cell, x, y)}"/>'
            )
        elif mark.kind == "control":
            lines = HATCHES[looks.owner(mark.owner, board.scene.teams).hatch]
            rim = ring(cell, x, y)
            hatch.setdefault(board.owner_class(mark.owner), []).append(f"M{x},{y}{lines}{rim}")
        elif mark.kind == "legal":
            tints.append(outline(cell, x, y))
    out += [f'<path class="hatch {who} g" d="{"".join(hatch[who])}"/>' for who in sorted(hatch)]
    if tints:
        out.append(f'<path class="tint g" d="{"".join(tints)}"/>')
    return "".join(out)


EDGE_KINDS: Final = {
    "wall": "wall",
    "gate": "gate",
    "river": "river",
    "border": "border",
    "zone": "border",
    "coast": "border",
    "broken": "broken",
    "frontier": "frontier",
    "lane": "lane",
    "link": "lane",
    "path": "lane",
}

LANES: Final = ("lane", "link", "path")
"""Kinds of edge that run from middle to middle, not along a side."""


def _side(board: Board, edge: Edge) -> str:
    """The shared side of two neighbours, or the line between two cells further apart."""
    (ax, ay), (bx, by) = _ends(board, edge)
    return f"M{round(ax)},{round(ay)}L{round(bx)},{round(by)}"


def _ends(board: Board, edge: Edge) -> tuple[tuple[float, float], tuple[float, float]]:
    (ax, ay), (bx, by) = board.xy[edge.a], board.xy[edge.b]
    dx, dy = bx - ax, by - ay
    far = hypot(dx, dy)
    if edge.kind in LANES or far > 1.9 * UNIT or far == 0:
        return (ax, ay), (bx, by)
    half = (0.5 * UNIT if board.cells[edge.a].shape == "hex" else SQUARE) / far
    mx, my = (ax + bx) / 2, (ay + by) / 2
    return (mx - dy * half, my + dx * half), (mx + dy * half, my - dx * half)


def waved(ends: tuple[tuple[float, float], tuple[float, float]]) -> str:
    """A line that winds: a river is no wall, whatever the colours."""
    (ax, ay), (bx, by) = ends
    dx, dy = (bx - ax) / 4, (by - ay) / 4
    cx, cy = ax + dx - 0.44 * dy, ay + dy + 0.44 * dx
    mx, my = ax + 2 * dx, ay + 2 * dy
    return f"M{ax:.0f},{ay:.0f}Q{cx:.0f},{cy:.0f} {mx:.0f},{my:.0f}T{bx:.0f},{by:.0f}"


OVER: Final = {"wall": "o-wall", "gate": "o-gate"}
"""Edges of two strokes: merlons on a wall, posts on a gate."""


def edges(board: Board) -> str:
    out: list[str] = []
    # Frontiers are many and nothing to choose: one path for all.
    frontier = "".join(_side(board, edge) for edge in board.scene.edges if edge.kind == "frontier")
    if frontier:
        out.append(f'<path class="e e-frontier g" d="{frontier}"/>')
    for edge in board.scene.edges:
        if edge.kind == "frontier":
            continue
        side = _side(board, edge)
        kind = EDGE_KINDS.get(edge.kind, "other")
        click = esc(f"edge:{edge.a}|{edge.b}")
        title = f"<title>{esc(edge.label or edge.kind)}</title>" if edge.label or kind != "border" else ""
        line = waved(_ends(board, edge)) if kind == "river" else side
        over = f'<path class="{OVER[kind]}" d="{side}"/>' if kind in OVER else ""
        out.append(
            f'<g data-click="{click}">{title}<path class="e e-{kind} g" d="{line}"/>{over}'
            f'<path class="hit" d="{side}"/></g>'
        )
    return "".join(out)


def labels(board: Board) -> str:
    out: list[str] = []
    for cell in board.scene.cells:
        if not cell.label:
            continue
        x, y = board.xy[cell.place]
        n = len(cell.label)
        if cell.label == cell.place:  # a coordinate, not a number to play with
            at = f'x="{x}" y="{y - 66}"' if cell.shape == "hex" else f'x="{x - 63 + 7 * n}" y="{y - 48}"'
            out.append(f'<text class="q" {at} font-size="22">{esc(cell.label)}</text>')
            continue
        if n > 2:  # a name: the same with and without pieces
            size = min(34, round(254 / n))
            at = f'x="{x}" y="{y - (54 if size > 28 else 56)}"'
        elif cell.place in board.at:
            size = 38
            at = f'x="{x}" y="{y - 48}"' if cell.shape == "hex" else f'x="{x - 56 + 8 * n}" y="{y - 42}"'
        else:
            # Numbers to play with are large, letters (an icon, a spawn point) are not.
            size = 44 if not cell.label.isdigit() else 92 if n == 1 else 76
            at = f'x="{x}" y="{y + round(0.36 * size)}"'
        name = "" if n <= 2 else " nm oc" if cell.place in board.at else " nm"
        out.append(f'<text class="n{name}" {at} font-size="{size}">{esc(cell.label)}</text>')
    for area in board.scene.areas:
        x, y = round(area.x * UNIT), round(area.y * UNIT)
        anchor = "" if area.align == "middle" else f' style="text-anchor:{area.align}"'
        out.append(f'<text class="n ar" x="{x}" y="{y}" font-size="70"{anchor}>{esc(area.text)}</text>')
    return "".join(out)
