"""The layer of the marks: rings, arrows, crosses and plates over the pieces. Clicks go through."""

from __future__ import annotations

from math import atan2, cos, hypot, sin
from typing import Final

from atlantis_nb.core.scene import Cell, Mark

from .counters import plate
from .prepared import Board
from .shapes import ring

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


def marks(board: Board) -> str:
    rings: dict[str, list[str]] = {}
    arrows: dict[tuple[str, str], str] = {}
    plates: list[str] = []
    taken: dict[str, int] = {}

    def put(mark: Mark, text: str) -> None:
        # Several texts on one cell stand above each other, the first at the bottom.
        x, y = board.xy[mark.place]
        level = taken.get(mark.place, 0)
        taken[mark.place] = level + 1
        size = 42 if len(text) < 3 else 34 if len(text) < 5 else max(19, round(210 / len(text)))
        low = 62 if len(text) > 4 or board.cells[mark.place].shape == "square" else 70
        plates.append(plate(text, x, y + low - 46 * level, size))

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
                put(mark, text)
        elif kind == "note" and len(text) <= 3:
            plates.append(_note(text or "i", x, y, cell))
        elif kind == "note":
            put(mark, text)
        elif kind == "blocked":
            # A cross over the cell; where a piece stands, beside what can be read on it.
            full = mark.place in board.at
            bx, by, a = (x - 54, y + 46, 22) if full else (x, y, 40)
            if not (full and text):
                cross = f"M{bx - a},{by - a}l{2 * a},{2 * a}m0,{-2 * a}l{-2 * a},{2 * a}"
                rings.setdefault("blocked", []).append(cross)
            if text:
                put(mark, f"× {text}" if full else text)
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
                put(mark, text)
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
    return plate(text[:3], x + dx, y + dy, 30)


_ARROWS: Final = {"legal": " a-legal", "danger": " a-danger"}


def _arrow(board: Board, mark: Mark) -> tuple[str, str]:
    """From the middle of one cell towards the middle of the other, as one filled outline; and the
    plate with its label, which goes over all arrows."""
    (ax, ay), (bx, by) = board.xy[mark.place], board.xy[mark.to or mark.place]
    far = hypot(bx - ax, by - ay)
    who = f" {board.owner_class(mark.owner)}" if mark.owner is not None else _ARROWS.get(mark.kind, "")
    label = mark.label if len(mark.label) <= 8 else "" if mark.value in (None, 1.0) else mark_text(mark)
    named = plate(label, (ax + bx) // 2, (ay + by) // 2, 30) if label else ""
    if far < 1:
        return "", named
    turn = atan2(by - ay, bx - ax)
    # Between neighbours it stays clear of what stands in their middle.
    start, tip = (0.26 * far, 0.66 * far) if far < 190 else (34.0, far - 26.0)
    neck = max(start + 4, tip - 40)
    points = ((start, -8), (neck, -8), (neck, -25), (tip, 0), (neck, 25), (neck, 8), (start, 8))
    c, s = cos(turn), sin(turn)
    d = "L".join(f"{round(ax + u * c - v * s)},{round(ay + u * s + v * c)}" for u, v in points)
    return f'<path class="arrow{who} g" d="M{d}z"/>', named
