"""The layer of the pieces: outlines with letters and plates, and the faces of flat counters."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from atlantis_nb.core.scene import Piece

from . import theme as looks
from .prepared import Board
from .shapes import BANDS, COUNTERS, ICONS, MOST, OUTLINES, STATES, outline_key
from .text import esc


def piece_svg(board: Board, piece: Piece, x: int, y: int, r: int, hint: bool, stack: str = "") -> str:
    """One piece in its spot. `stack` is " fn" for one of a stack fanned out, " sk2" for the uppermost
    of two, which stands for both where the board is small."""
    scene = board.scene
    key = outline_key(piece.kind)
    if key == "hero" and (looks.slot(piece.owner, scene.teams) or 0) % 2:
        key = "hero_square"
    letter = looks.letter(piece.owner, board.letters)
    band = ""
    if piece.band is not None and key in COUNTERS:
        band = f" f{piece.band % len(looks.BANDS)}"
        letter = scene.bands[piece.band] if piece.band < len(scene.bands) else letter
    face = inside(key, letter, piece.glyph[:7], piece.count, piece.badges, bool(band), piece.name)
    if stack.startswith(" sk"):
        deep = f'<g><path d="{OUTLINES[key].path}" transform="translate(15 -13)"/></g>'
        face = f"{deep}{face}{_stack_tag(stack[3:])}"
        stack = " sk"
    title = f"<title>{esc(scene.piece_words(piece))}</title>" if hint else ""
    return (
        f'<g class="p {board.owner_class(piece.owner)}{band}{stack}" data-place="{esc(piece.place)}" '
        f'data-click="{esc(piece.click)}" transform="translate({x} {y})scale({r / 100:g})">{title}'
        f"{face}</g>"
    )


@lru_cache(maxsize=2048)
def inside(
    key: str, letter: str, glyph: str, count: int, badges: tuple[str, ...], band: bool = False, name: str = ""
) -> str:
    """What a piece shows, in a box from -100 to 100. The first path is the piece (widgets mark it)."""
    shape = OUTLINES[key]
    parts: list[str] = []
    if count > 1:  # the pile behind, in a group
        parts.append(f'<g><path d="{shape.path}" transform="translate(13 -11)"/></g>')
    parts.append(f'<path d="{shape.path}"/>')
    if key in COUNTERS:
        if band:
            parts.append(f'<path class="bd" d="{BANDS[key]}"/>')
        parts.append(_counter(shape.y, letter, glyph, badges))
        if name:
            parts.append(_name(name, shape.y - 26))
    elif glyph and letter and not glyph.startswith(letter):
        size = min(shape.size, round(240 / len(glyph)))
        parts.append(_letter(glyph, shape.x, shape.y + 24, round(size * 0.8)))
        parts.append(_letter(letter, shape.x, shape.y - 44, 60))
    elif glyph or letter:
        text = glyph or letter
        parts.append(_letter(text, shape.x, shape.y, min(shape.size, round(1.9 * shape.size / len(text)))))
    if count > 1:
        parts.append(tag(f"×{count}", 64, 84))
    # Plates one below the other on the right rim: neither the head of a piece nor the label of its
    # cell is covered. "..." takes no more room than a letter.
    for i, badge in enumerate(() if key in COUNTERS else badges[:4]):
        half = _tag_half(_short(badge))
        at = (104 - half, -80 + 62 * i) if i < 3 else (half - 104, 44)
        if key == "mech" and i:  # its number is wide: the others stand at its feet
            at = ((108 - half, 78), (half - 108, 78), (half - 108, 16))[i - 1]
        parts.append(tag(badge, *at))
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
        two = ' style="text-anchor:start"' if len(letter) > 1 else ""
        left = -80 if two else -58
        parts.append(f'<text class="w" x="{left}" y="{low - 34}"{two}>{esc(letter)}</text>')
    if glyph or letter:
        row = [b for b in badges if b not in STATES]
        if row:
            left = -30 if len(letter) < 2 else -12
            room = (32 if "moved" in badges else 82) - left
            parts.append(icons(row, left, low - 52, room))
    parts += [f'<path class="st" d="{STATES[b]}"/>' for b in badges if b in STATES]
    return "".join(parts)


def icons(badges: Iterable[str], left: int, y: int, room: int) -> str:
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


def _name(name: str, low: int) -> str:
    """The name of a unit in one or two lines, for counters that are large on screen."""
    lines = _halves(name) if len(name) > 9 else (name,)
    size = min(25, round(150 / (0.62 * max(map(len, lines)))))
    rows = "".join(
        f'<tspan x="0" y="{low + 41 + 22 * i}">{esc(line)}</tspan>' for i, line in enumerate(lines)
    )
    small = f' style="font-size:{size}px"' if size < 25 else ""
    return f'<text class="un"{small}>{rows}</text>'


def _halves(name: str) -> tuple[str, ...]:
    """A name broken where its longer line is shortest."""
    words = name.split()
    cuts = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    return min(cuts, key=lambda cut: max(map(len, cut))) if cuts else (name,)


def _stack_tag(many: str) -> str:
    """How many lie in a stack, on a plate that reads on a small board."""
    return (
        '<g class="b"><path d="M50,44h56q10,0 10,10v44q0,10 -10,10h-56q-10,0 -10,-10v-44q0,-10 10,-10z"/>'
        f'<text x="78" y="99" font-size="66">{esc(many)}</text></g>'
    )


def _letter(text: str, x: int, y: int, size: int) -> str:
    return f'<text x="{x}" y="{y + round(0.36 * size)}" font-size="{size}">{esc(text)}</text>'


def _tag_half(text: str) -> int:
    """Half the width of a small plate."""
    return 27 + 16 * (len(text) - 1)


def _short(badge: str) -> str:
    """What a plate has room for: three letters, and no more room than for one for "..."."""
    return "…" if badge == "..." else badge[:3]


def tag(badge: str, x: int, y: int) -> str:
    """A small dark plate with a few letters, on the rim of a piece."""
    text = _short(badge)
    w = _tag_half(text) - 12
    return (
        f'<g class="b"><path d="M{x - w},{y - 30}h{2 * w}q12,0 12,12v36q0,12 -12,12h-{2 * w}q-12,0 -12,-12v-36'
        f'q0,-12 12,-12z"/><text x="{x}" y="{y + 18}" font-size="50">{esc(text)}</text></g>'
    )


def pieces(board: Board, hint: bool) -> str:
    out: list[str] = []
    for place, pieces in board.at.items():
        stack = board.stack(place)
        if stack is not None:
            out.append(piece_svg(board, *stack, hint, f" sk{len(pieces)}"))
        fanned = "" if stack is None else " fn"
        out += [piece_svg(board, *spot, hint, fanned) for spot in board.spots(place)]
        if len(pieces) > MOST:
            x, y = board.xy[place]
            out.append(plate(f"+{len(pieces) - MOST + 1}", x + 27, y + 57, 30))
    return "".join(out)


def plate(text: str, x: int, y: int, size: int = 34) -> str:
    """A number on a plate that reads on any ground."""
    w = round(0.3 * size * len(text)) + 9
    h = round(0.66 * size)
    grows = " pl" if len(text) < 4 else " pw"
    return (
        f'<g class="g{grows}"><rect class="plate" x="{x - w}" y="{y - h}" width="{2 * w}" height="{2 * h}" rx="{h}"/>'
        f'<text class="pt" x="{x}" y="{y + round(0.36 * size)}" font-size="{size}">{esc(text)}</text></g>'
    )
