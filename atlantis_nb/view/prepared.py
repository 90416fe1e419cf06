"""A scene prepared for drawing: look-ups that the layers share, sizes, and how much there is room for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, Literal, TypeVar

from atlantis_nb.core.scene import Cell, Piece, Scene

from . import theme as looks
from .shapes import COUNTERS, MOST, SPOTS, outline_key

UNIT: Final = 100
SQUARE: Final = 80
"""Half the side of a square cell."""
HEX_WIDE: Final = 174

Detail = Literal["far", "mid", "near", "close"]
DETAIL: Final = (30, 50, 76)
"""Cells narrower than so many pixels on screen are far, mid or near; wider ones are close."""


def detail(pixel: float, across: int = HEX_WIDE) -> Detail:
    """How much there is room for, where a pixel has so many units and a cell is so far across."""
    wide = across / pixel
    levels: tuple[Detail, ...] = ("far", "mid", "near", "close")
    return levels[sum(wide >= least for least in DETAIL)]


class Cells:
    """The cells of a scene, looked up by place. Boards of one game share the very same tuple."""

    __slots__ = ("by_place", "cells", "xy")

    def __init__(self, cells: tuple[Cell, ...]) -> None:
        self.cells = cells
        self.by_place = {c.place: c for c in cells}
        self.xy = {c.place: (round(c.x * UNIT), round(c.y * UNIT)) for c in cells}


KEPT: Final = 8
Whole = TypeVar("Whole")
Made = TypeVar("Made")


class Kept(Generic[Whole, Made]):
    """What was made of the last few tuples, known by identity: comparing hundreds of cells would
    take longer than all else. It holds the tuples, so that no other can have their identity."""

    def __init__(self, make: Callable[[Whole], Made]) -> None:
        self.make = make
        self.kept: dict[int, tuple[Whole, Made]] = {}

    def __call__(self, whole: Whole) -> Made:
        found = self.kept.get(id(whole))
        if found is None:
            if len(self.kept) >= KEPT:
                del self.kept[next(iter(self.kept))]
            found = self.kept[id(whole)] = (whole, self.make(whole))
        return found[1]


cells_of = Kept(Cells)


class Board:
    """Look-ups that several layers need."""

    __slots__ = ("at", "cells", "letters", "scene", "xy")

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.letters = looks.letters_of(scene.names, scene.letters)
        cells = cells_of(scene.cells)
        self.cells = cells.by_place
        self.xy = cells.xy
        self.at: dict[str, list[Piece]] = {}
        for piece in scene.pieces:
            if piece.place not in self.cells:
                raise ValueError(
                    f"Piece {piece.id!r} stands on {piece.place!r}, which is no cell of {scene.title!r}."
                )
            self.at.setdefault(piece.place, []).append(piece)
        for mark in scene.marks:
            for place in (mark.place, mark.to):
                if place is not None and place not in self.cells:
                    raise ValueError(
                        f"A {mark.kind} mark is on {place!r}, which is no cell of {scene.title!r}."
                    )
        for edge in scene.edges:
            for place in (edge.a, edge.b):
                if place not in self.cells:
                    raise ValueError(
                        f"A {edge.kind} edge ends at {place!r}, which is no cell of {scene.title!r}."
                    )

    def owner_class(self, seat: int | None) -> str:
        s = looks.slot(seat, self.scene.teams)
        return "on" if s is None else f"o{s}"

    def stack(self, place: str) -> tuple[Piece, int, int, int] | None:
        """The spot for the uppermost of a stack of flat counters, as large as one alone: that is what
        can be read where the board is small."""
        pieces = self.at[place]
        if len(pieces) < 2 or any(outline_key(p.kind) not in COUNTERS for p in pieces):
            return None
        x, y = self.xy[place]
        cell = self.cells[place]
        if cell.label in ("", place):
            return pieces[0], x, y, 60 if cell.shape == "square" else 73
        return pieces[0], x, y + 11, 64

    def spots(self, place: str) -> list[tuple[Piece, int, int, int]]:
        """The pieces of one cell with x, y and radius; at most eight, the rest is a number."""
        pieces = self.at[place]
        x, y = self.xy[place]
        cell = self.cells[place]
        shown = pieces if len(pieces) <= MOST else pieces[: MOST - 1]
        spots = SPOTS[min(len(pieces), MOST)]
        scale = 1.0 if cell.shape == "hex" else 0.94
        if len(pieces) == 1:
            flat = outline_key(pieces[0].kind) in COUNTERS
            if cell.label in ("", place):
                return [(pieces[0], x, y, 60 if cell.shape == "square" else 73 if flat else 62)]
            if flat and cell.shape == "hex":
                return [(pieces[0], x, y + 11, 64)]
        return [
            (p, x + round(dx * scale), y + round(dy * scale), round(r * scale))
            for p, (dx, dy, r) in zip(shown, spots, strict=False)
        ]
