"""Scene -> SVG: pure text, the same text for the same scene.

One unit of the scene is 100 units of the picture. A board is drawn in six layers, bottom to top:

- ground: the cells, each with `data-place` and `data-click`, and their textures;
- under: what covers a cell but not its pieces (danger, control, the tint of a legal cell);
- edges: walls, rivers, borders, lanes, each with `data-click="edge:a|b"`;
- pieces: each with `data-click="piece:<id>"`;
- marks: rings, arrows and numbers over the pieces; they let clicks through;
- labels: the texts of the cells, small and at the top where pieces stand.

`layers` gives them apart, so that a live board sends only those that changed; `svg` puts them into
one standalone picture with its style sheet, title, description, heading and legend. Every text of
a scene goes through `esc` here and nowhere else.

How much is written on counters and cells depends on how large they are on screen: the group round
the layers has the class `far`, `mid` or `near` (see `detail`), and the style sheet does the rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from html import escape
from math import atan2, cos, hypot, sin
from typing import Final, Generic, Literal, TypeVar

from atlantis_nb.core.scene import Cell, Edge, Key, Mark, Piece, Scene

from . import theme as looks
from .shapes import (
    COUNTERS,
    HATCHES,
    ICONS,
    MOST,
    OUTLINES,
    SPOTS,
    STATES,
    TEXTURES,
    outline,
    outline_key,
    ring,
)
from .theme import Theme

__all__ = ["LANES", "LAYERS", "MOST", "SPOTS", "UNIT", "outline_key"]

LAYERS: Final = ("ground", "under", "edges", "pieces", "marks", "labels")
UNIT: Final = 100
SQUARE: Final = 80
"""Half the side of a square cell."""
HEX_WIDE: Final = 174

Detail = Literal["far", "mid", "near"]
DETAIL: Final = (30, 50)
"""Cells narrower than so many pixels on screen are far or mid; wider ones are near."""


def detail(pixel: float, across: int = HEX_WIDE) -> Detail:
    """How much there is room for, where a pixel has so many units and a cell is so far across."""
    wide = across / pixel
    return "far" if wide < DETAIL[0] else "mid" if wide < DETAIL[1] else "near"


@lru_cache(maxsize=8192)
def esc(text: str) -> str:
    """Foreign text made harmless in SVG and HTML, in content and in quoted attributes."""
    return escape("".join(c for c in text if c >= " " or c in "\n\t"), quote=True)


# ------------------------------------------------------------------ the scene, prepared once


class _Cells:
    """The cells of a scene, looked up by place. Boards of one game share the very same tuple."""

    __slots__ = ("by_place", "cells", "xy")

    def __init__(self, cells: tuple[Cell, ...]) -> None:
        self.cells = cells
        self.by_place = {c.place: c for c in cells}
        self.xy = {c.place: (round(c.x * UNIT), round(c.y * UNIT)) for c in cells}


_KEPT: Final = 8
Whole = TypeVar("Whole")
Made = TypeVar("Made")


class _Kept(Generic[Whole, Made]):
    """What was made of the last few tuples, known by identity: comparing hundreds of cells would
    take longer than all else. It holds the tuples, so that no other can have their identity."""

    def __init__(self, make: Callable[[Whole], Made]) -> None:
        self.make = make
        self.kept: dict[int, tuple[Whole, Made]] = {}

    def __call__(self, whole: Whole) -> Made:
        found = self.kept.get(id(whole))
        if found is None:
            if len(self.kept) >= _KEPT:
                del self.kept[next(iter(self.kept))]
            found = self.kept[id(whole)] = (whole, self.make(whole))
        return found[1]


_cells = _Kept(_Cells)


class _Board:
    """Look-ups that several layers need."""

    __slots__ = ("at", "cells", "letters", "scene", "xy")

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.letters = looks.letters_of(scene.names, scene.letters)
        cells = _cells(scene.cells)
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


# ------------------------------------------------------------------ layers


def _ground(board: _Board, hints: dict[str, str] | None) -> str:
    return _plain_ground(board.scene.cells) if hints is None else _cells_drawn(board.scene.cells, hints)


def _textures(cells: Iterable[Cell], xy: dict[str, tuple[int, int]]) -> str:
    textures: dict[str, list[str]] = {}
    for cell in cells:
        texture = looks.ground(cell.terrain).texture
        if texture:
            x, y = xy[cell.place]
            textures.setdefault(texture, []).append(f"M{x},{y}{TEXTURES[texture][_variant(x, y)]}")
    return "".join(f'<path class="tx x-{name}" d="{"".join(textures[name])}"/>' for name in sorted(textures))


def _variant(x: int, y: int) -> int:
    return (x // 87 + y // 150) % 2


def _cells_drawn(cells: tuple[Cell, ...], hints: dict[str, str] | None) -> str:
    out: list[str] = []
    xy = _cells(cells).xy
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


_plain_ground = _Kept(_without_hints)


def _under(board: _Board) -> str:
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


_EDGE_KINDS: Final = {
    "wall": "wall",
    "gate": "gate",
    "river": "river",
    "border": "border",
    "zone": "border",
    "coast": "border",
    "broken": "broken",
    "lane": "lane",
    "link": "lane",
    "path": "lane",
}

LANES: Final = ("lane", "link", "path")
"""Kinds of edge that run from middle to middle, not along a side."""


def _side(board: _Board, edge: Edge) -> str:
    """The shared side of two neighbours, or the line between two cells further apart."""
    (ax, ay), (bx, by) = _ends(board, edge)
    return f"M{round(ax)},{round(ay)}L{round(bx)},{round(by)}"


def _ends(board: _Board, edge: Edge) -> tuple[tuple[float, float], tuple[float, float]]:
    (ax, ay), (bx, by) = board.xy[edge.a], board.xy[edge.b]
    dx, dy = bx - ax, by - ay
    far = hypot(dx, dy)
    if edge.kind in LANES or far > 1.9 * UNIT or far == 0:
        return (ax, ay), (bx, by)
    half = (0.5 * UNIT if board.cells[edge.a].shape == "hex" else SQUARE) / far
    mx, my = (ax + bx) / 2, (ay + by) / 2
    return (mx - dy * half, my + dx * half), (mx + dy * half, my - dx * half)


def _waved(ends: tuple[tuple[float, float], tuple[float, float]]) -> str:
    """A line that winds: a river is no wall, whatever the colours."""
    (ax, ay), (bx, by) = ends
    dx, dy = (bx - ax) / 4, (by - ay) / 4
    cx, cy = ax + dx - 0.44 * dy, ay + dy + 0.44 * dx
    mx, my = ax + 2 * dx, ay + 2 * dy
    return f"M{ax:.0f},{ay:.0f}Q{cx:.0f},{cy:.0f} {mx:.0f},{my:.0f}T{bx:.0f},{by:.0f}"


_OVER: Final = {"wall": "o-wall", "gate": "o-gate"}
"""Edges of two strokes: merlons on a wall, posts on a gate."""


def _edges(board: _Board) -> str:
    out: list[str] = []
    for edge in board.scene.edges:
        side = _side(board, edge)
        kind = _EDGE_KINDS.get(edge.kind, "other")
        click = esc(f"edge:{edge.a}|{edge.b}")
        title = f"<title>{esc(edge.label or edge.kind)}</title>" if edge.label or kind != "border" else ""
        line = _waved(_ends(board, edge)) if kind == "river" else side
        over = f'<path class="{_OVER[kind]}" d="{side}"/>' if kind in _OVER else ""
        out.append(
            f'<g data-click="{click}">{title}<path class="e e-{kind} g" d="{line}"/>{over}'
            f'<path class="hit" d="{side}"/></g>'
        )
    return "".join(out)


def _labels(board: _Board) -> str:
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


def _piece(board: _Board, piece: Piece, x: int, y: int, r: int, hint: bool) -> str:
    scene = board.scene
    key = outline_key(piece.kind)
    if key == "hero" and (looks.slot(piece.owner, scene.teams) or 0) % 2:
        key = "hero_square"
    letter = looks.letter(piece.owner, board.letters)
    title = f"<title>{esc(scene.piece_words(piece))}</title>" if hint else ""
    return (
        f'<g class="p {board.owner_class(piece.owner)}" data-place="{esc(piece.place)}" '
        f'data-click="{esc(piece.click)}" transform="translate({x} {y})scale({r / 100:g})">{title}'
        f"{_inside(key, letter, piece.glyph[:7], piece.count, piece.badges)}</g>"
    )


@lru_cache(maxsize=2048)
def _inside(key: str, letter: str, glyph: str, count: int, badges: tuple[str, ...]) -> str:
    """What a piece shows, in a box from -100 to 100. The first path is the piece (widgets mark it)."""
    shape = OUTLINES[key]
    parts: list[str] = []
    if count > 1:  # the pile behind, in a group
        parts.append(f'<g><path d="{shape.path}" transform="translate(13 -11)"/></g>')
    parts.append(f'<path d="{shape.path}"/>')
    if key in COUNTERS:
        parts.append(_counter(shape.y, letter, glyph, badges))
    elif glyph and letter and not glyph.startswith(letter):
        size = min(shape.size, round(240 / len(glyph)))
        parts.append(_letter(glyph, shape.x, shape.y + 24, round(size * 0.8)))
        parts.append(_letter(letter, shape.x, shape.y - 44, 60))
    elif glyph or letter:
        text = glyph or letter
        parts.append(_letter(text, shape.x, shape.y, min(shape.size, round(1.9 * shape.size / len(text)))))
    if count > 1:
        parts.append(_tag(f"×{count}", 64, 84))
    # Plates one below the other on the right rim: neither the head of a piece nor the label of its
    # cell is covered. "..." takes no more room than a letter.
    for i, badge in enumerate(() if key in COUNTERS else badges[:4]):
        text = "…" if badge == "..." else badge[:3]
        half = _tag_half(text)
        at = (104 - half, -80 + 62 * i) if i < 3 else (half - 104, 44)
        parts.append(_tag(text, *at))
    return "".join(parts)


def _counter(middle: int, letter: str, glyph: str, badges: tuple[str, ...]) -> str:
    """The face of a flat counter: owner, symbols, numbers, and what happened to it.

    The numbers are "power-movement"; from far away only what stands before the hyphen is shown. The
    classes are those that the style sheet sets by `detail`.
    """
    first, hyphen, more = glyph.partition("-")
    low = middle - 26  # how much lower the middle of this shape is than that of a square counter
    parts = []
    if glyph:
        wide = " v2" if len(first) > 1 else ""
        rest = f"<tspan>{esc(hyphen + more)}</tspan>" if hyphen else ""
        small = " v3" if len(glyph) > 3 else ""
        parts.append(f'<text class="v{wide}{small}" y="{low + 49}">{esc(first)}{rest}</text>')
    if letter:
        parts.append(f'<text class="w" x="-58" y="{low - 34}">{esc(letter)}</text>')
    if glyph or letter:
        row = [b for b in badges if b not in STATES]
        if row:
            room = 62 if "moved" in badges else 112
            parts.append(_icons(row, -30, low - 52, room))
    parts += [f'<path class="st" d="{STATES[b]}"/>' for b in badges if b in STATES]
    return "".join(parts)


def _icons(badges: Iterable[str], left: int, y: int, room: int) -> str:
    """Symbols in a row that is as wide as the room: small if there are many."""
    out: list[str] = []
    x = 0
    for badge in badges:
        word, _, number = badge.partition(" ")
        text = number if word in ICONS else badge[:3]
        if word in ICONS:
            out.append(f'<path transform="translate({x + 23} 0)scale(.23)" d="{ICONS[word]}"/>')
            x += 50
        if text:
            wide = 29 * len(text)
            out.append(f'<text x="{x + wide // 2}" y="17" font-size="48">{esc(text)}</text>')
            x += wide + 6
    scale = min(1.0, room / max(x, 1))
    return f'<g class="ic" transform="translate({left} {y})scale({scale:.2f})">{"".join(out)}</g>'


def _letter(text: str, x: int, y: int, size: int) -> str:
    return f'<text x="{x}" y="{y + round(0.36 * size)}" font-size="{size}">{esc(text)}</text>'


def _tag_half(text: str) -> int:
    """Half the width of a small plate."""
    return 27 + 16 * (len(text) - 1)


def _tag(text: str, x: int, y: int) -> str:
    """A small dark plate with a few letters, on the rim of a piece."""
    w = _tag_half(text) - 12
    return (
        f'<g class="b"><path d="M{x - w},{y - 30}h{2 * w}q12,0 12,12v36q0,12 -12,12h-{2 * w}q-12,0 -12,-12v-36'
        f'q0,-12 12,-12z"/><text x="{x}" y="{y + 18}" font-size="50">{esc(text)}</text></g>'
    )


def _pieces(board: _Board, hint: bool) -> str:
    out: list[str] = []
    for place, pieces in board.at.items():
        out += [_piece(board, *spot, hint) for spot in board.spots(place)]
        if len(pieces) > MOST:
            x, y = board.xy[place]
            out.append(_plate(f"+{len(pieces) - MOST + 1}", x + 27, y + 57, 30))
    return "".join(out)


def _plate(text: str, x: int, y: int, size: int = 34) -> str:
    """A number on a plate that reads on any ground."""
    w = round(0.3 * size * len(text)) + 9
    h = round(0.66 * size)
    grows = " pl" if len(text) < 4 else ""
    return (
        f'<g class="g{grows}"><rect class="plate" x="{x - w}" y="{y - h}" width="{2 * w}" height="{2 * h}" rx="{h}"/>'
        f'<text class="pt" x="{x}" y="{y + round(0.36 * size)}" font-size="{size}">{esc(text)}</text></g>'
    )


SHORT: Final = 11
"""Longest text of a mark that is drawn (a note may have 15); a longer one is a sentence, for words."""


def mark_text(mark: Mark) -> str:
    """What is printed on a mark: its label if that is short, else its value in percent. A danger
    without either is "!", so that it is never told by colour alone."""
    if mark.label and len(mark.label) <= (15 if mark.kind == "note" else SHORT):
        return mark.label
    sure = mark.value is None or mark.value == 1.0
    if mark.value is not None and not (sure and mark.label):
        return f"{mark.value:.0%}"
    return "!" if mark.kind == "danger" else ""


def _marks(board: _Board) -> str:
    rings: dict[str, list[str]] = {}
    arrows: dict[tuple[str, str], str] = {}
    plates: list[str] = []
    taken: dict[str, int] = {}

    def plate(mark: Mark, text: str) -> None:
        # Several texts on one cell stand above each other, the first at the bottom.
        x, y = board.xy[mark.place]
        level = taken.get(mark.place, 0)
        taken[mark.place] = level + 1
        size = 42 if len(text) < 3 else 34 if len(text) < 5 else max(19, round(210 / len(text)))
        low = 62 if len(text) > 4 or board.cells[mark.place].shape == "square" else 70
        plates.append(_plate(text, x, y + low - 46 * level, size))

    for mark in board.scene.marks:
        x, y = board.xy[mark.place]
        cell = board.cells[mark.place]
        if mark.to is not None:
            arrow, label = _arrow(board, mark)
            arrows[mark.place, mark.to] = arrow
            if label:
                plates.append(label)
            continue
        kind = mark.kind
        text = mark_text(mark)
        if kind in ("danger", "control"):
            if text:
                plate(mark, text)
        elif kind == "note" and len(text) <= 3:
            plates.append(_note(text or "i", x, y, cell))
        elif kind == "note":
            plate(mark, text)
        elif kind == "blocked":
            # A cross over the cell; where a piece stands, beside what can be read on it.
            full = mark.place in board.at
            bx, by, a = (x - 54, y + 46, 22) if full else (x, y, 40)
            if not (full and text):
                cross = f"M{bx - a},{by - a}l{2 * a},{2 * a}m0,{-2 * a}l{-2 * a},{2 * a}"
                rings.setdefault("blocked", []).append(cross)
            if text:
                plate(mark, f"× {text}" if full else text)
        else:
            name = {
                "legal": "legal",
                "range": "range",
                "selected": "selected",
                "from": "from",
                "to": "to",
            }.get(kind, "other")
            rings.setdefault(name, []).append(ring(cell, x, y))
            if name == "to" and cell.shape == "hex":  # a square has no room for a second one
                rings[name].append(ring(cell, x, y, 1))
            if text:
                plate(mark, text)
    out: list[str] = []
    for name, css_class, case in (
        ("range", "ring dash", 0),
        ("other", "ring dash", 14),
        ("from", "ring dash", 16),
        ("to", "ring", 16),
        ("legal", "legal", 17),
        ("selected", "selected", 24),
        ("blocked", "blocked", 18),
    ):
        if name in rings:
            d = "".join(rings[name])
            if name == "selected":
                out.append(f'<path class="ring g" style="stroke-width:{case}" d="{d}"/>')
            elif case:
                out.append(f'<path class="case g" stroke-width="{case}" d="{d}"/>')
            out.append(f'<path class="{css_class} g" d="{d}"/>')
    return "".join([*out, *arrows.values(), *plates])


def _note(text: str, x: int, y: int, cell: Cell) -> str:
    dx, dy = (56, -46) if cell.shape == "hex" else (52, -54)
    return _plate(text[:3], x + dx, y + dy, 30)


_ARROWS: Final = {"legal": " a-legal", "danger": " a-danger"}


def _arrow(board: _Board, mark: Mark) -> tuple[str, str]:
    """From the middle of one cell towards the middle of the other, as one filled outline; and the
    plate with its label, which goes over all arrows."""
    (ax, ay), (bx, by) = board.xy[mark.place], board.xy[mark.to or mark.place]
    far = hypot(bx - ax, by - ay)
    who = f" {board.owner_class(mark.owner)}" if mark.owner is not None else _ARROWS.get(mark.kind, "")
    label = mark.label if len(mark.label) <= 8 else "" if mark.value in (None, 1.0) else mark_text(mark)
    plate = _plate(label, (ax + bx) // 2, (ay + by) // 2, 30) if label else ""
    if far < 1:
        return "", plate
    turn = atan2(by - ay, bx - ax)
    # Between neighbours it stays clear of what stands in their middle.
    start, tip = (0.26 * far, 0.66 * far) if far < 190 else (34.0, far - 26.0)
    neck = max(start + 4, tip - 40)
    points = ((start, -8), (neck, -8), (neck, -25), (tip, 0), (neck, 25), (neck, 8), (start, 8))
    c, s = cos(turn), sin(turn)
    d = "L".join(f"{round(ax + u * c - v * s)},{round(ay + u * s + v * c)}" for u, v in points)
    return f'<path class="arrow{who} g" d="M{d}z"/>', plate


# ------------------------------------------------------------------ the whole


def layers(scene: Scene, hints: bool = False) -> dict[str, str]:
    """The board in layers, bottom to top, each the inside of a `<g>`. A live board compares them
    with what it has and sends those that differ. `hints` puts a `<title>` on every cell and piece.

    Raises ValueError if a piece, mark or edge is on a place that the scene does not have."""
    board = _Board(scene)
    return {
        "ground": _ground(board, tips(scene) if hints else None),
        "under": _under(board),
        "edges": _edges(board),
        "pieces": _pieces(board, hints),
        "marks": _marks(board),
        "labels": _labels(board),
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


_extent = _Kept(_extent_of)


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
    xy = _cells(scene.cells).xy
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


def svg(
    scene: Scene,
    theme: Theme = "light",
    width: int | None = None,
    title: str | None = None,
    legend: bool = True,
    heading: bool = True,
    hints: bool = True,
    still: bool = False,
) -> str:
    """One standalone picture: heading, board and legend, with title and description for readers
    that do not see it. `width` is in pixels (default: about 70 a cell, at most 960); where there is
    less room it shrinks with the page.

    A `still` is the small one to be kept as an image: the same looks in about a third of the bytes,
    without what only a live page can use (what a click means, hints, the board in words).
    """
    left, top, w, h = bounds(scene)
    name = scene.title if title is None else title
    wide = width or min(960, max(360, round(w * 0.4)))
    # Texts beside the board keep one size on screen, whatever the size of the board.
    px = w / wide
    head, head_height = _heading(name, scene.caption, left, top, w, px) if heading else ("", 0)
    keys, keys_height = legend_svg(scene, left, top + h, w, px) if legend and scene.legend else ("", 0)
    full = h + head_height + keys_height
    if still:
        defs, parts, words = _still(scene)
    else:
        defs, parts = "", layers(scene, hints)
        words = f"<desc>{esc(' '.join(scene.words()))}</desc>"
    body = _drawn(parts, detail(px, _across(scene)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="atl atl-{theme}" role="img" width="{wide}" '
        f'height="{round(full / px)}" style="max-width:100%;height:auto" '
        f'viewBox="{left} {top - head_height} {w} {full}" aria-label="{esc(name)}">'
        f"<title>{esc(name)}</title>{words}<style>{looks.css(theme, *_style_keys(scene), px=px)}</style>{defs}"
        f'<rect class="paper" x="{left}" y="{top - head_height}" width="{w}" height="{full}"/>'
        f"{head}{body}{keys}</svg>"
    )


def _across(scene: Scene) -> int:
    return 2 * SQUARE if scene.cells and scene.cells[0].shape == "square" else HEX_WIDE


def _drawn(parts: dict[str, str], much: Detail) -> str:
    return f'<g class="{much}">{"".join(f"<g>{part}</g>" for part in parts.values() if part)}</g>'


_BARE: Final = re.compile(r' data-(?:place|click)="[^"]*"')
_HIT: Final = re.compile(r'<path class="hit"[^>]*/>')
# Outlines, states and symbols; not the plates, whose path has a colour of its own.
_SHAPE: Final = re.compile(
    r'(?<!<g class="b">)<path (?:class="st" )?d="([^"]{24,})"/>|<path (transform="[^"]*") d="([^"]{24,})"/>'
)


def _still(scene: Scene) -> tuple[str, dict[str, str], str]:
    """Definitions, layers and no description: each kind of cell and each outline is told once and
    used by number. Only for pictures by themselves: in a page the names could meet others."""
    defs: dict[str, str] = {}
    names: dict[str, str] = {}

    def shape(match: re.Match[str]) -> str:
        d = match[1] or match[3]
        name = names.setdefault(d, f"p{len(names)}")
        defs[name] = f'<path id="{name}" d="{d}"/>'
        more = ' class="st"' if 'class="st"' in match[0] else f" {match[2]}" if match[2] else ""
        return f'<use{more} href="#{name}"/>'

    # What is used has its colours from the group that uses it: rules for the page end at its border.
    uses: dict[str, list[str]] = {}
    over: dict[str, list[str]] = {}
    xy = _cells(scene.cells).xy
    for cell in scene.cells:
        x, y = xy[cell.place]
        at = f'x="{x}" y="{y}"'
        defs.setdefault(cell.shape, f'<path id="{cell.shape}" d="{outline(cell, 0, 0)}"/>')
        uses.setdefault(looks.ground_key(cell.terrain), []).append(f'<use href="#{cell.shape}" {at}/>')
        texture = looks.ground(cell.terrain).texture
        if texture:
            name = f"{texture}{_variant(x, y)}"
            defs.setdefault(name, f'<path id="{name}" d="M0,0{TEXTURES[texture][_variant(x, y)]}"/>')
            over.setdefault(texture, []).append(f'<use href="#{name}" {at}/>')
    ground = [f'<g class="t-{key}">{"".join(many)}</g>' for key, many in uses.items()]
    ground += [f'<g class="tx x-{key}">{"".join(many)}</g>' for key, many in over.items()]
    parts = {"ground": "".join(ground)}
    for layer, markup in layers(scene).items():
        if layer != "ground":
            bare = _HIT.sub("", _BARE.sub("", markup))
            parts[layer] = _SHAPE.sub(shape, bare) if layer == "pieces" else bare
    return f"<defs>{''.join(defs.values())}</defs>", parts, ""


def _style_keys(scene: Scene) -> tuple[tuple[str, ...], tuple[int, ...]]:
    grounds, slots = used(scene)
    return grounds or ("unknown",), slots or (0,)


def wrap(text: str, room: float, size: float, most: int = 3) -> list[str]:
    """The text in lines of about that width; what does not fit in `most` lines ends in an ellipsis."""
    limit = max(8, int(room / (0.53 * size)))
    lines = [""]
    for word in text.split():
        while len(word) > limit:
            if lines[-1]:
                lines.append("")
            lines[-1], word = word[:limit], word[limit:]
            lines.append("")
        if lines[-1] and len(lines[-1]) + 1 + len(word) > limit:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    lines = [x for x in lines if x]
    if len(lines) > most:
        lines = [*lines[: most - 1], lines[most - 1][: limit - 1].rstrip() + "…"]
    return lines


def _heading(name: str, caption: str, left: int, top: int, w: int, px: float) -> tuple[str, int]:
    big, small = 16 * px, 12.5 * px
    pad = 9 * px
    out: list[str] = []
    rows = [("h", big, s) for s in wrap(name, w - 2 * pad, big * 1.06, 2)]
    rows += [("m", small, s) for s in wrap(caption, w - 2 * pad, small, 3)]
    height = round(sum(size * 1.36 for _, size, _ in rows) + 1.2 * pad) if rows else 0
    y = top - height + 0.6 * pad
    for css_class, size, text in rows:
        y += size * 1.36
        out.append(
            f'<text class="{css_class}" x="{round(left + pad)}" y="{round(y - 0.3 * size)}" '
            f'font-size="{size:.1f}">{esc(text)}</text>'
        )
    return "".join(out), height


def legend_svg(scene: Scene, left: int, y0: int, w: int, px: float) -> tuple[str, int]:
    """Swatches with texts, in as many columns as the width allows: SVG elements and their height.

    `left`, `y0` and `w` say where, `px` how many units a pixel on screen has."""
    size, pad = 12.5 * px, 9 * px
    swatch = 24 * px
    widest = max(len(k.text) for k in scene.legend) * size * 0.55 + swatch + 16 * px
    columns = max(1, min(len(scene.legend), int((w - 2 * pad) / widest)))
    column = (w - 2 * pad) / columns
    row = 25 * px
    room = column - swatch - 10 * px
    out: list[str] = []
    for i, key in enumerate(scene.legend):
        x = left + pad + (i % columns) * column
        y = y0 + 0.5 * pad + (i // columns + 0.5) * row
        out.append(_swatch(scene, key, x + swatch / 2, y, 10.5 * px))
        text = wrap(key.text, room, size, 1)
        out.append(
            f'<text class="k" x="{round(x + swatch + 5 * px)}" y="{round(y + 0.36 * size)}" '
            f'font-size="{size:.1f}">{esc(text[0] if text else "")}</text>'
        )
    rows = (len(scene.legend) + columns - 1) // columns
    return "".join(out), round(rows * row + 1.2 * pad)


def _swatch(scene: Scene, key: Key, x: float, y: float, r: float) -> str:
    """The looks of one legend line, drawn by the layer that draws it on the board."""
    shape = scene.cells[0].shape if scene.cells else "hex"
    spot = Cell("*", 0, 0, key.key if key.what == "terrain" else "void", shape=shape)
    letters = looks.letters_of(scene.names, scene.letters)
    blank = Scene("", (spot,), teams=scene.teams, letters=letters)
    scale = r / 95
    inner: str
    if key.what == "terrain":
        inner = _ground(_Board(blank), None).replace(' data-place="*" data-click="cell:*"', "")
    elif key.what in ("piece", "owner"):
        kind = key.key if key.what == "piece" else "token"
        piece = Piece("*", "*", key.owner, kind)
        inner = _piece(_Board(blank), piece, 0, 0, 100 if key.what == "piece" else 130, False)
        inner = inner.replace(' data-place="*" data-click="piece:*"', "")
    elif key.what == "edge":
        kind = _EDGE_KINDS.get(key.key, "other")
        line = _waved(((-90, 0), (90, 0))) if kind == "river" else "M-90,0H90"
        inner = f'<path class="e e-{kind}" d="{line}"/>'
        if kind in _OVER:
            inner += f'<path class="{_OVER[kind]}" d="M-90,0H90"/>'
    elif key.what == "badge":
        if key.key in STATES:
            inner = f'<g class="p on">{_inside("counter", "", "", 1, (key.key,))}</g>'
        else:
            inner = f'<g class="p k" transform="scale(2.4)">{_icons((key.key,), -40, 0, 80)}</g>'
    elif key.key == "arrow":
        inner = '<path class="arrow" d="M-90,-9L40,-9L40,-34L92,0L40,34L40,9L-90,9z"/>'
    else:
        mark = Mark(key.key, "*", owner=key.owner, value=0.6 if key.key == "danger" else None)
        board = _Board(Scene("", (spot,), marks=(mark,), teams=scene.teams, letters=letters))
        inner = _under(board) + ("" if key.key == "danger" else _marks(board))
    return f'<g transform="translate({round(x)} {round(y)})scale({scale:.3f})">{inner}</g>'


# ------------------------------------------------------------------ several boards


def filmstrip(
    scenes: Iterable[Scene],
    columns: int = 3,
    theme: Theme = "light",
    width: int = 900,
    title: str = "",
    captions: Iterable[str] = (),
) -> str:
    """Small boards side by side in reading order, numbered, each with its title or caption."""
    many = list(scenes)
    if not many:
        raise ValueError("A film strip needs at least one scene.")
    texts = [*captions]
    texts += [s.title for s in many[len(texts) :]]
    columns = max(1, min(columns, len(many)))
    gap = 14
    column = (width - gap * (columns + 1)) / columns
    boxes = [bounds(s) for s in many]
    lines = [wrap(f"{i + 1}. {t}", column, 13, 3) for i, t in enumerate(texts)]
    out: list[str] = []
    y = float(gap)
    top = wrap(title, width - 2 * gap, 18, 2) if title else []
    for text in top:
        out.append(f'<text class="h" x="{gap}" y="{y + 16:.0f}" font-size="17">{esc(text)}</text>')
        y += 24
    for start in range(0, len(many), columns):
        row = range(start, min(start + columns, len(many)))
        tall = max(boxes[i][3] * column / boxes[i][2] for i in row)
        for i in row:
            x = gap + (i - start) * (column + gap)
            left, upper, w, _ = boxes[i]
            scale = column / w
            for k, text in enumerate(lines[i]):
                number, _, rest = text.partition(" ") if k == 0 else ("", "", text)
                bold = f'<tspan font-weight="700">{number}</tspan> ' if number else ""
                out.append(
                    f'<text class="k" x="{x:.0f}" y="{y + 14 + 17 * k:.0f}" font-size="13">{bold}{esc(rest)}</text>'
                )
            drop = y + 17 * max(len(lines[j]) for j in row) + 6
            body = _drawn(layers(many[i]), detail(1 / scale, _across(many[i])))
            out.append(
                f'<g role="img" aria-label="{esc(texts[i])}" '
                f'transform="translate({x:.1f} {drop:.1f})scale({scale:.4f})translate({-left} {-upper})">'
                f"<desc>{esc(' '.join(many[i].words()))}</desc>{body}</g>"
            )
        y += 17 * max(len(lines[j]) for j in row) + 6 + tall + gap
    keys: Callable[[int], list[tuple[str, ...] | tuple[int, ...]]] = lambda k: [used(s)[k] for s in many]  # noqa: E731
    grounds = tuple(sorted({str(g) for part in keys(0) for g in part}))
    slots = tuple(sorted({int(o) for part in keys(1) for o in part})) or (0,)
    name = esc(title or f"{len(many)} boards, from {texts[0]} to {texts[-1]}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="atl atl-{theme}" width="{width}" height="{y:.0f}" '
        f'style="max-width:100%;height:auto" '
        f'viewBox="0 0 {width} {y:.0f}" role="group" aria-label="{name}"><title>{name}</title>'
        f"<style>{looks.css(theme, grounds, slots, px=max(b[2] for b in boxes) / column)}</style>"
        f'<rect class="paper" width="{width}" height="{y:.0f}"/>{"".join(out)}</svg>'
    )
