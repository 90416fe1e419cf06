"""Places: where the last action happened, and which space a click means."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.game import Place, Viewer
from ..core.match import Node
from ..core.scene import Mark, Scene


def last_change(scene: Scene, node: Node, viewer: Viewer) -> tuple[Mark, ...]:
    """Where the last action happened: from and to, as far as the viewer may know."""
    there = {cell.place for cell in scene.cells}
    marks: dict[tuple[str, str], Mark] = {}
    for event in node.events:
        if event.places and event.seen_by(viewer):
            *before, to = event.places
            for kind, place in [*(("from", p) for p in before[:1]), ("to", to)]:
                if place in there:
                    marks.setdefault((kind, place), Mark(kind, place))
    return tuple(marks.values())[:12]


def place_of(scene: Scene | None, ids: Sequence[str]) -> Place | None:
    """The cell that click ids mean: a cell itself, or where the piece stands."""
    if scene is None:
        return None
    cells = {cell.place for cell in scene.cells}
    standing = {piece.click: piece.place for piece in scene.pieces}
    for name in ids:
        place = standing.get(name, name.partition(":")[2] if name.startswith("cell:") else "")
        if place in cells:
            return place
    return None
