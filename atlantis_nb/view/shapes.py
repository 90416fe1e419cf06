"""The drawings that boards are made of: cells, textures, hatches, silhouettes, icons, spots.

Every path is a text in units of the picture (a hundredth of a unit of the scene), or in a box from
-100 to 100 that whoever draws it scales. No colours here: those are the theme's.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from atlantis_nb.core.scene import Cell

# ------------------------------------------------------------------ cells

HEX: Final = "l84,49v96l-84,49-84-49v-96z"
_HEX_RING: Final = {0: "l78,45v90l-78,45-78-45v-90z", 1: "l68,39v78l-68,39-68-39v-78z"}


def outline(cell: Cell, x: int, y: int) -> str:
    """The path of a cell with a hair of paper round it."""
    if cell.shape == "hex":
        return f"M{x},{y - 97}{HEX}"
    return f"M{x - 77},{y - 77}h154v154h-154z"


def ring(cell: Cell, x: int, y: int, step: int = 0) -> str:
    """The path of a ring inside a cell; step 1 is the inner one."""
    if cell.shape == "hex":
        return f"M{x},{y - (90, 78)[step]}{_HEX_RING[step]}"
    a = (73, 63)[step]  # both outside of a piece that fills its square
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
    "temple": ("m-48,-12l48,-34 48,34zm10,8v34m26,-34v34m24,-34v34m26,-34v34m-92,8h98",) * 2,
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
_COUNTER: Final = "M-74-88H74q14 0 14 14V74q0 14-14 14H-74q-14 0-14-14V-74q0-14 14-14z"
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
    "tower": Outline("M-78,88L-72,-64H-92V-98h34v16h34v-16h48v16h34v-16h34V-64H72L78,88z", y=26, size=66),
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
"""Flat counters: owner and symbols in the upper row, the numbers below; nothing sticks out."""

# The strip across the top of each.
BANDS: Final = {
    "counter": "M-74-88H74q14 0 14 14V-24H-88V-74q0-14 14-14z",
    "ship": "M-96,-62H96L86,-14H-86z",
    "flyer": "M0,-96L96,-40V-20H-96V-40z",
    "swimmer": "M-74-88H74q14 0 14 14V-24H-88V-74q0-14 14-14z",
    "tower": "M-72,-64H-92V-98h34v16h34v-16h48v16h34v-16h34V-64H72L75-24H-75z",
}

# Symbols of counters, filled, in a box from -100 to 100. A badge is one of these words, with a number
# if it has one ("range 2", "cargo 1/3"); a badge that is none of them is printed as it is.
ICONS: Final = {
    "mage": "M0,-94L24,-30 92,-29 38,12 57,78 0,40-57,78-38,12-92,-29-24,-30z",
    "priest": "M-20,-94h40v46h52v40h-52v102h-40v-102h-52v-40h52z",
    "range": (
        "M-88,0a88,88 0 1 0 176,0a88,88 0 1 0-176,0zM-58,0a58,58 0 1 1 116,0a58,58 0 1 1-116,0z"
        "M-28,0a28,28 0 1 0 56,0a28,28 0 1 0-56,0z"
    ),
    "breach": "M-94,-64h58l26,42-28,30 22,56h-78zM94,-64h-52l-22,38 26,32-20,58h68z",
    "cargo": "M-92,-50h32v62h120v-62h32v100h-184z",
    "aboard": "M0,-70L88,14v56L0,-12-88,70v-56z",
    "spell": "M0,-98L24,-24 98,0 24,24 0,98-24,24-98,0-24,-24z",
    "undead": (
        "M-76,-18a76,68 0 1 1 152,0c0,32-12,46-32,54v44h-88v-44c-20-8-32-22-32-54z"
        "M-50,-18a20,20 0 1 1 40,0a20,20 0 1 1-40,0zM10,-18a20,20 0 1 1 40,0a20,20 0 1 1-40,0z"
    ),
    "leaves": "M-66,-88h132L20,0 66,88h-132L-20,0z",
    "hidden": "M-96,0C-50,-70 50,-70 96,0C50,70-50,70-96,0zM-34,0a34,34 0 1 1 68,0a34,34 0 1 1-68,0z",
}
# What has happened to a counter, seen from far away too: a corner, a bar.
STATES: Final = {
    "moved": "M38,-82h42v42z",
    "attacked": "M-52,67h104v20h-104z",
}
ALIASES: Final = {
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
    if key in ALIASES:
        return ALIASES[key]
    for part in key.split("_"):
        if part in OUTLINES:
            return part
        if part in ALIASES:
            return ALIASES[part]
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
