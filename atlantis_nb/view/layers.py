"""Scene -> layers of SVG, and where on the board things are."""

from __future__ import annotations

from typing import Final

from atlantis_nb.core.scene import Cell, Scene

from . import theme as looks
from .counters import pieces
from .ground import edges, ground, labels, under
from .marks import marks
from .prepared import HEX_WIDE, SQUARE, UNIT, Board, Detail, Kept, cells_of

LAYERS: Final = ("ground", "under", "edges", "pieces", "marks", "labels")


def layers(scene: Scene, hints: bool = False) -> dict[str, str]:
    """The board in layers, bottom to top, each the inside of a `<g>`. A live board compares them
    with what it has and sends those that differ. `hints` puts a `<title>` on every cell and piece.

    Raises ValueError if a piece, mark or edge is on a place that the scene does not have."""
    board = Board(scene)
    return {
        "ground": ground(board, tips(scene) if hints else None),
        "under": under(board),
        "edges": edges(board),
        "pieces": pieces(board, hints),
        "marks": marks(board),
        "labels": labels(board),
    }


def tips(scene: Scene) -> dict[str, str]:
    """One line for each place: its name, facts and pieces, as `Scene.at` gives it."""
    at: dict[str, list[str]] = {}
    for piece in scene.pieces:
        at.setdefault(piece.place, []).append(scene.piece_words(piece))
    return {
        c.place: ". ".join((scene.cell_name(c), *c.facts, *at.get(c.place, ()))) + "." for c in scene.cells
    }


def _extent_of(cells: tuple[Cell, ...]) -> tuple[int, int, int, int]:
    square = any(c.shape == "square" for c in cells)
    dx, dy = (SQUARE + 8, SQUARE + 8) if square else (95, 108)
    xs = [round(c.x * UNIT) for c in cells]
    ys = [round(c.y * UNIT) for c in cells]
    return min(xs) - dx, min(ys) - dy, max(xs) + dx, max(ys) + dy


_extent = Kept(_extent_of)


def bounds(scene: Scene) -> tuple[int, int, int, int]:
    """Left, top, width and height of the board in picture units, a small margin included."""
    if not scene.cells:
        return (0, 0, 2 * UNIT, UNIT)
    left, top, right, low = _extent(scene.cells)
    for area in scene.areas:
        top = min(top, round(area.y * UNIT) - 90)
        low = max(low, round(area.y * UNIT) + 40)
    return left, top, right - left, low - top


def action(scene: Scene) -> list[list[int]]:
    """The middles of the cells where something is happening: taken up, moved, attacked. The last is
    where it leads to."""
    xy = cells_of(scene.cells).xy
    found: dict[tuple[int, int], None] = {}
    for mark in scene.marks:
        if mark.to is not None or mark.kind in ("selected", "from", "to"):
            for place in (mark.place, mark.to or mark.place):
                found.pop(xy[place], None)
                found[xy[place]] = None
    return [list(at) for at in found]


def viewbox(scene: Scene) -> str:
    """The value of the SVG attribute for the board alone."""
    return " ".join(map(str, bounds(scene)))


def used(scene: Scene) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The terrains and owner colours in a scene, for a small style sheet."""
    grounds = sorted(
        {looks.ground_key(c.terrain) for c in scene.cells}
        | {looks.ground_key(k.key) for k in scene.legend if k.what == "terrain"}
    )
    seats = {p.owner for p in scene.pieces} | {m.owner for m in scene.marks} | {k.owner for k in scene.legend}
    slots = sorted({s for s in (looks.slot(o, scene.teams) for o in seats) if s is not None})
    return tuple(grounds), tuple(slots)


def across(scene: Scene) -> int:
    return 2 * SQUARE if scene.cells and scene.cells[0].shape == "square" else HEX_WIDE


def drawn(parts: dict[str, str], much: Detail) -> str:
    return f'<g class="{much}">{"".join(f"<g>{part}</g>" for part in parts.values() if part)}</g>'
