"""Texts round the board: the heading above it, the legend below, each swatch drawn as on the board."""

from __future__ import annotations

from atlantis_nb.core.scene import Cell, Key, Mark, Piece, Scene

from . import theme as looks
from .counters import icons, inside, piece_svg, tag
from .ground import EDGE_KINDS, OVER, ground, under, waved
from .marks import marks
from .prepared import Board
from .shapes import ICONS, STATES
from .text import esc, wrap


def heading_svg(name: str, caption: str, left: int, top: int, w: int, px: float) -> tuple[str, int]:
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
    y0_next = y0 + 0.5 * pad  # where the next row starts
    for i, key in enumerate(scene.legend):
        if i % columns == 0:
            top = y0_next
            longest = max(len(wrap(k.text, room, size, 4)) for k in scene.legend[i : i + columns])
            y0_next = top + row + 1.3 * size * (longest - 1)
        x = left + pad + (i % columns) * column
        y = top + 0.5 * row
        out.append(_swatch(scene, key, x + swatch / 2, y, 10.5 * px))
        for k, text in enumerate(wrap(key.text, room, size, 4)):
            out.append(
                f'<text class="k" x="{round(x + swatch + 5 * px)}" y="{round(y + (0.36 + 1.3 * k) * size)}" '
                f'font-size="{size:.1f}">{esc(text)}</text>'
            )
    return "".join(out), round(y0_next - y0 + 0.7 * pad)


def _swatch(scene: Scene, key: Key, x: float, y: float, r: float) -> str:
    """The looks of one legend line, drawn by the layer that draws it on the board."""
    shape = scene.cells[0].shape if scene.cells else "hex"
    spot = Cell("*", 0, 0, key.key if key.what == "terrain" else "void", shape=shape)
    letters = looks.letters_of(scene.names, scene.letters)
    blank = Scene("", (spot,), teams=scene.teams, letters=letters, bands=scene.bands)
    scale = r / 95
    inner: str
    if key.what == "terrain":
        inner = ground(Board(blank), None).replace(' data-place="*" data-click="cell:*"', "")
    elif key.what == "stack":
        piece = Piece("*", "*", key.owner, key.key)
        inner = f'<g class="far">{piece_svg(Board(blank), piece, -8, -8, 84, False, " sk2")}</g>'
        inner = inner.replace(' data-place="*" data-click="piece:*"', "")
    elif key.what in ("piece", "owner", "band"):
        kind = {"piece": key.key, "owner": "token", "band": "counter"}[key.what]
        band = int(key.key) if key.what == "band" else None
        piece = Piece("*", "*", key.owner, kind, band=band)
        inner = piece_svg(Board(blank), piece, 0, 0, 130 if key.what == "owner" else 100, False)
        inner = inner.replace(' data-place="*" data-click="piece:*"', "")
    elif key.what == "edge":
        kind = EDGE_KINDS.get(key.key, "other")
        line = waved(((-90, 0), (90, 0))) if kind == "river" else "M-90,0H90"
        inner = f'<path class="e e-{kind}" d="{line}"/>'
        if kind in OVER:
            inner += f'<path class="{OVER[kind]}" d="M-90,0H90"/>'
    elif key.what == "badge":
        if key.key in STATES:
            inner = f'<g class="p on">{inside("counter", "", "", 1, (key.key,))}</g>'
        elif key.key.partition(" ")[0] not in ICONS:  # a plate, as on the rim of a piece
            inner = f'<g class="p" transform="scale(2)">{tag(key.key, 0, 0)}</g>'
        else:
            inner = f'<g class="p k" transform="scale(2.4)">{icons((key.key,), -40, 0, 80)}</g>'
    elif key.what == "label":
        inner = f'<text class="n" x="0" y="30" font-size="84">{esc(key.key)}</text>'
    elif key.key == "arrow":
        inner = '<path class="arrow" d="M-90,-9L40,-9L40,-34L92,0L40,34L40,9L-90,9z"/>'
    else:
        mark = Mark(key.key, "*", owner=key.owner, value=0.6 if key.key == "danger" else None)
        board = Board(Scene("", (spot,), marks=(mark,), teams=scene.teams, letters=letters))
        inner = under(board) + ("" if key.key == "danger" else marks(board))
    return f'<g transform="translate({round(x)} {round(y)})scale({scale:.3f})">{inner}</g>'
