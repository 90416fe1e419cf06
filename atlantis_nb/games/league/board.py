"""The arena: a 4x4 square of slots (L-R-03), and the written form of a position.

Slots are numbered 0 to 15 in reading order inside the engine; outside they are called "a1" to "d4",
columns a to d from left to right, rows 1 to 4 from top to bottom.
"""

from __future__ import annotations

from typing import Final, Literal

SIDE: Final = 4
SLOTS: Final = tuple(f"{column}{row}" for row in "1234" for column in "abcd")
INDEX: Final = {name: i for i, name in enumerate(SLOTS)}

ROOK: Final = ((0, -1), (-1, 0), (1, 0), (0, 1))
BISHOP: Final = ((-1, -1), (1, -1), (-1, 1), (1, 1))


def _steps(ways: tuple[tuple[int, int], ...], length: int = 1) -> tuple[tuple[int, ...], ...]:
    found = []
    for i in range(16):
        x, y = i % SIDE, i // SIDE
        ends = [(x + length * dx, y + length * dy) for dx, dy in ways]
        found.append(tuple(v * SIDE + u for u, v in ends if 0 <= u < SIDE and 0 <= v < SIDE))
    return tuple(found)


NEAR: Final = _steps(ROOK)
"""Slots directly above, left, right, below: "adjacent" in the rules (L-SCH-07)."""
DIAGONAL: Final = _steps(BISHOP)
AROUND: Final = tuple(near + diagonal for near, diagonal in zip(NEAR, DIAGONAL, strict=True))
FAR: Final = _steps(ROOK, 2)
"""Slots two steps away in a straight line: where a Leapfrog lands (L-SCH-22)."""
CORNERS: Final = (0, 3, 12, 15)
CENTRE: Final = (5, 6, 9, 10)
RING: Final = tuple(i for i in range(16) if i not in CENTRE)
DEAL_ORDER: Final = RING + CENTRE
"""The ring in reading order, then the centre (L-R-03)."""
ZONE: Final = tuple(
    "corner" if i in CORNERS else "centre" if i in CENTRE else "edge" for i in range(16)
)  # fmt: skip

Way = Literal["left", "right", "up", "down"]
Line = tuple[int, int, int, int]
LINES: Final[dict[tuple[str, Way], Line]] = {}
"""(row or column, direction) -> its four slots from front to back, for the Conveyor (L-R-42)."""
for _n in range(SIDE):
    _row = [_n * SIDE + k for k in range(SIDE)]
    _column = [k * SIDE + _n for k in range(SIDE)]
    LINES["1234"[_n], "left"] = (_row[0], _row[1], _row[2], _row[3])
    LINES["1234"[_n], "right"] = (_row[3], _row[2], _row[1], _row[0])
    LINES["abcd"[_n], "up"] = (_column[0], _column[1], _column[2], _column[3])
    LINES["abcd"[_n], "down"] = (_column[3], _column[2], _column[1], _column[0])


def slot(name: str) -> int:
    """The number of a slot; -1 for a place off the arena (L-SLD-02)."""
    return INDEX.get(name, -1)


def write(arena: list[str], tokens: list[str]) -> str:
    """The four rows of an arena: "R1* B1 .. H1 / ..." (a star is a credit token, two dots a hole)."""
    words = [(m + "*" if m in tokens else m) if m else ".." for m in arena]
    return " / ".join(" ".join(words[r : r + SIDE]) for r in range(0, 16, SIDE))


def read(text: str, known: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """The arena and the mechs with tokens of a written position, brackets allowed.

    Raises ValueError with one sentence that names the slot of a wrong entry.
    """
    rows = [row.split() for row in text.strip().strip("[]").split("/")]
    if len(rows) != SIDE or any(len(row) != SIDE for row in rows):
        raise ValueError(
            f"A position has four rows of four entries, separated by '/'; this has {text.count('/') + 1} "
            f"rows of {', '.join(str(len(row)) for row in rows)} entries."
        )
    arena: list[str] = []
    tokens: list[str] = []
    for slot, word in zip(SLOTS, [word for row in rows for word in row], strict=True):
        mech = "" if word == ".." else word.removesuffix("*")
        if mech and mech not in known:
            raise ValueError(f"Slot {slot}: there is no mech {mech!r}; mechs are {', '.join(known)}.")
        if mech and mech in arena:
            raise ValueError(f"Slot {slot}: mech {mech} stands in {SLOTS[arena.index(mech)]} already.")
        arena.append(mech)
        if word.endswith("*"):
            tokens.append(mech)
    return arena, sorted(tokens)
