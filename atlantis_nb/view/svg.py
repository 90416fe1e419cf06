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
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from html import escape
from math import atan2, cos, hypot, sin
from typing import Final

from atlantis_nb.core.scene import Cell, Edge, Key, Mark, Piece, Scene

from . import theme as looks
from .theme import Theme

LAYERS: Final = ("ground", "under", "edges", "pieces", "marks", "labels")
UNIT: Final = 100
SQUARE: Final = 80
"""Half the side of a square cell."""


@lru_cache(maxsize=8192)
def esc(text: str) -> str:
    """Foreign text made harmless in SVG and HTML, in content and in quoted attributes."""
    return escape("".join(c for c in text if c >= " " or c in "\n\t"), quote=True)


# ------------------------------------------------------------------ shapes

_HEX: Final = "l84,49v96l-84,49l-84,-49v-96z"
_HEX_RING: Final = {0: "l78,45v90l-78,45l-78,-45v-90z", 1: "l68,39v78l-68,39l-68,-39v-78z"}


def _outline(cell: Cell, x: int, y: int) -> str:
    """The path of a cell with a hair of paper round it."""
    if cell.shape == "hex":
        return f"M{x},{y - 97}{_HEX}"
    return f"M{x - 77},{y - 77}h154v154h-154z"


def _ring(cell: Cell, x: int, y: int, step: int = 0) -> str:
    """The path of a ring inside a cell; step 1 is the inner one."""
    if cell.shape == "hex":
        return f"M{x},{y - (90, 78)[step]}{_HEX_RING[step]}"
    a = (70, 59)[step]
    return f"M{x - a},{y - a}h{2 * a}v{2 * a}h-{2 * a}z"


# Small drawings round the middle of a cell, two of each so that a field of them looks less stamped.
TEXTURES: Final[dict[str, tuple[str, str]]] = {
    "waves": (
        "m-52,-22q11,-13 22,0t22,0m22,48q11,-13 22,0t22,0",
        "m-8,-40q11,-13 22,0t22,0m-78,64q11,-13 22,0t22,0",
    ),
    "shoals": (
        "m-56,-22l13,-14 13,14 13,-14 13,14m8,46l13,-14 13,14 13,-14 13,14m-62,-8l0,0",
        "m-6,-38l13,-14 13,14 13,-14 13,14m-98,62l13,-14 13,14 13,-14 13,14",
    ),
    "peaks": (
        "m-58,34l34,-62 18,32 16,-26 40,56m-74,-62l-9,27 9,-7 9,9",
        "m-50,34l26,-44 14,22 24,-44 36,66m-36,-66l-9,27 9,-7 9,9",
    ),
    "trees": (
        "m-44,4l15,-34 15,34zm15,0v12m33,-26l15,-34 15,34zm15,0v12m-33,40l15,-34 15,34zm15,0v12",
        "m-10,-20l15,-34 15,34zm15,0v12m-57,28l15,-34 15,34zm15,0v12m39,-4l15,-34 15,34zm15,0v12",
    ),
    "roofs": (
        "m-54,-6v-20l14,-13 14,13v20zm58,-20v-20l14,-13 14,13v20zm-20,74v-20l14,-13 14,13v20z",
        "m-34,-26v-20l14,-13 14,13v20zm48,26v-20l14,-13 14,13v20zm-66,48v-20l14,-13 14,13v20z",
    ),
    "anchor": ("m0,-34v66m-26,-18q4,24 26,24t26,-24m-38,-26h24m-12,-22m-8,0a8,8 0 1 1 16,0a8,8 0 1 1 -16,0",)
    * 2,
    "crown": ("m-42,28v-52l21,24 21,-34 21,34 21,-24v52z",) * 2,
    "cross": ("m-22,-22l44,44m0,-44l-44,44",) * 2,
}

# Hatches that say whose a cell is; all stay inside the hexagon.
HATCHES: Final = {
    "rise": "m-66,14l66,-66m-46,106l92,-92m-26,86l46,-46",
    "fall": "m66,14l-66,-66m46,106l-92,-92m26,86l-46,-46",
    "level": "m-58,-36h116m0,36h-116m0,36h116",
    "upright": "m-40,-50v100m40,12v-124m40,12v100",
    "dots": "m-44,-34h1m43,0h1m43,0h1m-67,34h1m43,0h1m-67,34h1m43,0h1m43,0h1",
    "cross": "m-44,-40l80,80m8,-80l-88,80m4,-40h1m82,0h1",
}

# Outlines of pieces in a box from -100 to 100, with the middle of their main letter.
_COUNTER: Final = "M-74,-88H74q14,0 14,14V74q0,14 -14,14H-74q-14,0 -14,-14V-74q0,-14 14,-14z"
_DISC: Final = "M-90,0a90,90 0 1 1 180,0a90,90 0 1 1 -180,0z"


class Outline:
    """A silhouette: its path, where the main letter stands and how large it is."""

    __slots__ = ("path", "size", "x", "y")

    def __init__(self, path: str, x: int = 0, y: int = 0, size: int = 80) -> None:
        self.path, self.x, self.y, self.size = path, x, y, size


OUTLINES: Final[dict[str, Outline]] = {
    "soldier": Outline(
        "M0,-98a37,37 0 0 1 24,65C34,-8 46,16 60,46h14v44h-148v-44h14C-46,16 -34,-8 -24,-33A37,37 0 0 1 0,-98z",
        y=46,
        size=80,
    ),
    "worker": Outline(
        "M98,22a37,37 0 0 1 -65,24C8,56 -16,68 -46,82v14h-44v-148h44v14C-16,-24 8,-12 33,-2A37,37 0 0 1 98,22z",
        x=-36,
        y=22,
        size=74,
    ),
    "settler": Outline(
        "M-94,40L-86,-26C-80,-72 -48,-88 0,-88C48,-88 80,-72 86,-26L94,40z"
        "M-84,50a36,36 0 1 0 72,0a36,36 0 1 0 -72,0zM12,50a36,36 0 1 0 72,0a36,36 0 1 0 -72,0z",
        y=-36,
        size=84,
    ),
    "village": Outline("M0,-82L96,2H70V82H-70V2H-96z", y=34, size=82),
    "small_city": Outline(
        "M-96,86V-2L-50,-46L-8,-8V-84h20v18h20v-18h24v18h20v-18h20V86z",
        y=42,
        size=84,
    ),
    "large_city": Outline(
        "M-98,90V-46h18v16h22v-16h18V-94h19v17h23v-17h-4h23v17h0v-17h19V-46h18v16h22v-16h18V90z",
        y=30,
        size=92,
    ),
    "counter": Outline(_COUNTER, y=26, size=70),
    "ship": Outline("M-96,-62H96L66,88H-66z", y=26, size=66),
    "flyer": Outline("M0,-96L96,-40V76H-96V-40z", y=30, size=66),
    "hero": Outline(_DISC, y=2, size=92),
    "hero_square": Outline("M-38,-92H38L92,-38V38L38,92H-38L-92,38V-38z", y=2, size=92),
    "melee": Outline("M-74,-84H74V6C74,52 40,76 0,94C-40,76 -74,52 -74,6z", y=-8, size=88),
    "ranged": Outline("M0,-98L92,0L0,98L-92,0z", y=2, size=76),
    "heavy": Outline("M-92,84V-28L-56,-84H56L92,-28V84z", y=10, size=96),
    "mech": Outline(
        "M-7,-76V-98h14v22h38q9,0 9,9V-34h24q14,0 14,14v26h8v50h-22V78q0,16 -16,16H-62q-16,0 -16,-16V56"
        "h-22V6h8v-26q0,-14 14,-14h24V-67q0,-9 9,-9z"
        "M-18,-66a11,11 0 1 0 0,22a11,11 0 1 0 0,-22zM18,-66a11,11 0 1 0 0,22a11,11 0 1 0 0,-22z",
        y=32,
        size=100,
    ),
    "swimmer": Outline(
        "M-74,-88H74q14,0 14,14V66q-22,30 -44,0t-44,0t-44,0t-44,0V-74q0,-14 14,-14z", y=22, size=66
    ),
    "tower": Outline("M-72,90L-56,-34H-78V-92h30v20h30v-20h36v20h30v-20h30V-34H56L72,90z", y=26, size=66),
    "token": Outline("M-66,0a66,66 0 1 1 132,0a66,66 0 1 1 -132,0z", y=2, size=76),
    "mine": Outline("M-30,-74H30L74,-30V30L30,74H-30L-74,30V-30z", y=2, size=70),
    "flame": Outline(
        "M0,-96C14,-52 72,-30 72,28A72,66 0 0 1 -72,28C-72,-8 -40,-20 -36,-50C-20,-46 -6,-66 0,-96z",
        y=28,
        size=74,
    ),
    "pin": Outline("M0,96L-52,14A66,66 0 1 1 52,14z", y=-28, size=76),
    "flag": Outline("M-60,96V-92H84L56,-46L84,0H-40V96z", x=4, y=-46, size=64),
}
COUNTERS: Final = ("counter", "ship", "flyer", "swimmer", "tower")
"""Flat counters: owner and badges in the upper row, the numbers below; nothing sticks out."""
_ALIASES: Final = {
    "pawn": "soldier",
    "citizen": "soldier",
    "house": "village",
    "city": "small_city",
    "capital": "large_city",
    "robot": "mech",
    "minion": "melee",
    "unit": "counter",
    "naval": "ship",
    "water": "ship",
    "sea": "ship",
    "fleet": "ship",
    "air": "flyer",
    "boat": "ship",
    "flying": "flyer",
    "magma": "flame",
    "fire": "flame",
    "marker": "pin",
    "placeholder": "token",
    "coin": "token",
}


@cache
def outline_key(kind: str) -> str:
    """The key of OUTLINES that draws a kind: "large city" is large_city, "melee minion" is melee.
    What is not known is a square counter."""
    key = kind.strip().lower().replace(" ", "_").replace("-", "_")
    if key in OUTLINES:
        return key
    if key in _ALIASES:
        return _ALIASES[key]
    for part in key.split("_"):
        if part in OUTLINES:
            return part
        if part in _ALIASES:
            return _ALIASES[part]
    return "counter"


# Where up to eight pieces stand on one cell: (x, y, radius) in hundredths, below the small label.
SPOTS: Final[dict[int, tuple[tuple[int, int, int], ...]]] = {
    1: ((0, 12, 54),),
    2: ((-43, 10, 41), (43, 10, 41)),
    3: ((-40, -16, 36), (40, -16, 36), (0, 46, 36)),
    4: ((-38, -24, 33), (38, -24, 33), (-34, 42, 33), (34, 42, 33)),
    5: ((-57, -26, 28), (0, -26, 28), (57, -26, 28), (-30, 36, 29), (30, 36, 29)),
    6: ((-57, -26, 27), (0, -26, 27), (57, -26, 27), (-57, 30, 27), (0, 30, 27), (57, 30, 27)),
    7: ((-54, -34, 22), (0, -34, 22), (54, -34, 22), (-54, 11, 22), (0, 11, 22), (54, 11, 22), (0, 56, 22)),
    8: (
        (-54, -34, 22),
        (0, -34, 22),
        (54, -34, 22),
        (-54, 11, 22),
        (0, 11, 22),
        (54, 11, 22),
        (-25, 56, 22),
        (25, 56, 22),
    ),
}
MOST: Final = 8


# ------------------------------------------------------------------ the scene, prepared once


class _Board:
    """Look-ups that several layers need."""

    __slots__ = ("at", "cells", "letters", "scene", "xy")

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.letters = looks.letters_of(scene.names, scene.letters)
        self.cells = {c.place: c for c in scene.cells}
        self.xy = {c.place: (round(c.x * UNIT), round(c.y * UNIT)) for c in scene.cells}
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
        if len(pieces) == 1 and cell.label in ("", place):
            return [(pieces[0], x, y, 62 if cell.shape == "hex" else 60)]
        return [
            (p, x + round(dx * scale), y + round(dy * scale), round(r * scale))
            for p, (dx, dy, r) in zip(shown, spots, strict=False)
        ]


# ------------------------------------------------------------------ layers


def _ground(board: _Board, hints: dict[str, str] | None) -> str:
    out: list[str] = []
    textures: dict[str, list[str]] = {}
    xy = board.xy
    for cell in board.scene.cells:
        x, y = xy[cell.place]
        key = looks.ground_key(cell.terrain)
        place = esc(cell.place)
        head = (
            f'<path class="c t-{key}" data-place="{place}" data-click="cell:{place}" '
            f'd="{_outline(cell, x, y)}"'
        )
        out.append(f"{head}/>" if hints is None else f"{head}><title>{esc(hints[cell.place])}</title></path>")
        texture = looks.GROUNDS[key].texture if key != "unknown" else ""
        if texture:
            variant = TEXTURES[texture][(x // 87 + y // 150) % 2]
            textures.setdefault(texture, []).append(f"M{x},{y}{variant}")
    for name in sorted(textures):
        out.append(f'<path class="tx" d="{"".join(textures[name])}"/>')
    return "".join(out)


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
                f'<path class="danger g" fill-opacity="{0.1 + 0.5 * value:.2f}" d="{_outline(cell, x, y)}"/>'
            )
        elif mark.kind == "control":
            lines = HATCHES[looks.owner(mark.owner, board.scene.teams).hatch]
            ring = _ring(cell, x, y)
            hatch.setdefault(board.owner_class(mark.owner), []).append(f"M{x},{y}{lines}{ring}")
        elif mark.kind == "legal":
            tints.append(_outline(cell, x, y))
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
    "lane": "lane",
    "link": "lane",
    "path": "lane",
}

LANES: Final = ("lane", "link", "path")
"""Kinds of edge that run from middle to middle, not along a side."""


def _side(board: _Board, edge: Edge) -> str:
    """The shared side of two neighbours, or the line between two cells further apart."""
    (ax, ay), (bx, by) = board.xy[edge.a], board.xy[edge.b]
    dx, dy = bx - ax, by - ay
    far = hypot(dx, dy)
    if edge.kind in LANES or far > 1.9 * UNIT or far == 0:
        return f"M{ax},{ay}L{bx},{by}"
    half = (0.5 * UNIT if board.cells[edge.a].shape == "hex" else SQUARE) / far
    mx, my = (ax + bx) / 2, (ay + by) / 2
    return f"M{round(mx - dy * half)},{round(my + dx * half)}L{round(mx + dy * half)},{round(my - dx * half)}"


def _edges(board: _Board) -> str:
    out: list[str] = []
    for edge in board.scene.edges:
        side = _side(board, edge)
        kind = _EDGE_KINDS.get(edge.kind, "other")
        click = esc(f"edge:{edge.a}|{edge.b}")
        title = f"<title>{esc(edge.label or edge.kind)}</title>" if edge.label or kind != "border" else ""
        out.append(
            f'<g data-click="{click}">{title}<path class="e e-{kind} g" d="{side}"/>'
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
            at = f'x="{x}" y="{y - 66}"' if cell.shape == "hex" else f'x="{x - 72 + 7 * n}" y="{y - 54}"'
            out.append(f'<text class="q" {at} font-size="22">{esc(cell.label)}</text>')
            continue
        if n > 2:  # a name: the same with and without pieces
            size = min(27, round(272 / n))
            at = f'x="{x}" y="{y - 52}"'
        elif cell.place in board.at:
            size = 38
            at = f'x="{x}" y="{y - 48}"' if cell.shape == "hex" else f'x="{x - 56 + 8 * n}" y="{y - 42}"'
        else:
            # Numbers to play with are large, letters (an icon, a spawn point) are not.
            size = 44 if not cell.label.isdigit() else 92 if n == 1 else 76
            at = f'x="{x}" y="{y + round(0.36 * size)}"'
        out.append(f'<text class="n" {at} font-size="{size}">{esc(cell.label)}</text>')
    return "".join(out)


def _piece(board: _Board, piece: Piece, x: int, y: int, r: int, hint: bool) -> str:
    scene = board.scene
    key = outline_key(piece.kind)
    if key == "hero" and (looks.slot(piece.owner, scene.teams) or 0) % 2:
        key = "hero_square"
    shape = OUTLINES[key]
    letter = looks.letter(piece.owner, board.letters)
    glyph = piece.glyph[:7]
    head = (
        f'<g class="p {board.owner_class(piece.owner)}" data-place="{esc(piece.place)}" '
        f'data-click="{esc(piece.click)}" transform="translate({x} {y})scale({r / 100:g})">'
    )
    parts = [head]
    if hint:
        parts.append(f"<title>{esc(scene.piece_words(piece))}</title>")
    if piece.count > 1:
        # The pile behind, in a group: the first path of a piece is the piece (widgets mark it).
        parts.append(f'<g><path d="{shape.path}" transform="translate(13 -11)"/></g>')
    parts.append(f'<path d="{shape.path}"/>')
    wargame = key in COUNTERS
    if glyph and letter and not glyph.startswith(letter):
        size = min(shape.size, round(240 / len(glyph)))
        low = shape.y + (8 if wargame else 16)
        parts.append(_letter(glyph, shape.x, low, size if wargame else round(size * 0.86)))
        parts.append(_letter(letter, shape.x - (54 if wargame else 0), shape.y - 64, 48))
    elif glyph or letter:
        text = glyph or letter
        parts.append(_letter(text, shape.x, shape.y, min(shape.size, round(1.9 * shape.size / len(text)))))
    if piece.count > 1:
        text = f"×{piece.count}"
        parts.append(_tag(text, 64, 84))
    right = 104
    if wargame and piece.badges:
        text = " ".join(b[:3] for b in piece.badges[:3])
        parts.append(_letter(text, 24, -40, min(44, round(175 / len(text)))))
    for badge in () if wargame else piece.badges[:4]:
        half = _tag_half(badge[:3])
        parts.append(_tag(badge[:3], right - half, -80))
        right -= 2 * half + 4
    parts.append("</g>")
    return "".join(parts)


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
    return (
        f'<g class="g"><rect class="plate" x="{x - w}" y="{y - h}" width="{2 * w}" height="{2 * h}" rx="{h}"/>'
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
            rings.setdefault("blocked", []).append(f"M{x - 40},{y - 40}l80,80m0,-80l-80,80")
            if text:
                plate(mark, text)
        else:
            name = {
                "legal": "legal",
                "range": "range",
                "selected": "selected",
                "from": "from",
                "to": "to",
            }.get(kind, "other")
            rings.setdefault(name, []).append(_ring(cell, x, y))
            if name in ("selected", "to"):
                rings[name].append(_ring(cell, x, y, 1) if name == "to" else "")
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


def bounds(scene: Scene) -> tuple[int, int, int, int]:
    """Left, top, width and height of the board in picture units, a small margin included."""
    if not scene.cells:
        return (0, 0, 2 * UNIT, UNIT)
    square = any(c.shape == "square" for c in scene.cells)
    dx, dy = (SQUARE + 8, SQUARE + 8) if square else (95, 108)
    xs = [round(c.x * UNIT) for c in scene.cells]
    ys = [round(c.y * UNIT) for c in scene.cells]
    left, top = min(xs) - dx, min(ys) - dy
    return left, top, max(xs) + dx - left, max(ys) + dy - top


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
) -> str:
    """One standalone picture: heading, board and legend, with title and description for readers
    that do not see it. `width` is in pixels (default: about 70 a cell, at most 960)."""
    left, top, w, h = bounds(scene)
    name = scene.title if title is None else title
    wide = width or min(960, max(360, round(w * 0.4)))
    # Texts beside the board keep one size on screen, whatever the size of the board.
    px = w / wide
    head, head_height = _heading(name, scene.caption, left, top, w, px) if heading else ("", 0)
    keys, keys_height = legend_svg(scene, left, top + h, w, px) if legend and scene.legend else ("", 0)
    full = h + head_height + keys_height
    body = "".join(f"<g>{part}</g>" for part in layers(scene, hints).values() if part)
    words = esc(" ".join(scene.words()))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="atl atl-{theme}" role="img" width="{wide}" '
        f'height="{round(full / px)}" viewBox="{left} {top - head_height} {w} {full}" aria-label="{esc(name)}">'
        f"<title>{esc(name)}</title><desc>{words}</desc><style>{looks.css(theme, *_style_keys(scene))}</style>"
        f'<rect class="paper" x="{left}" y="{top - head_height}" width="{w}" height="{full}"/>'
        f"{head}{body}{keys}</svg>"
    )


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
        inner = f'<path class="e e-{kind}" d="M-90,0H90"/>'
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
            body = "".join(f"<g>{part}</g>" for part in layers(many[i]).values() if part)
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
        f'viewBox="0 0 {width} {y:.0f}" role="group" aria-label="{name}"><title>{name}</title>'
        f"<style>{looks.css(theme, grounds, slots)}</style>"
        f'<rect class="paper" width="{width}" height="{y:.0f}"/>{"".join(out)}</svg>'
    )
