"""Scenes made by hand, in the shapes of the four games, for the tests of the pictures."""

from __future__ import annotations

import random

from atlantis_nb.core import hexes
from atlantis_nb.core.scene import Cell, Edge, Key, Mark, Piece, Scene

NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eve", "Finn")
KINDS = ("soldier", "worker", "settler", "village", "small city", "large city")


def island(radius: int = 4, pieces: int = 40, marks: bool = True, seed: int = 1) -> Scene:
    """Number tiles round a mountain, sea round them: 91 cells at radius 4, 217 at 7, 631 at 13."""
    rng = random.Random(seed)
    land = hexes.within(radius)
    sea = hexes.ring(radius + 1)
    cells = []
    for p in land:
        x, y = hexes.centre(p)
        far = hexes.distance(p, "0,0")
        tile = str(min(6, 1 + 6 * far // (radius + 1))) if far else ""
        cells.append(Cell(p, x, y, tile or "mountain", tile, (f"Number {tile or 'none'}",)))
    for p in sea:
        x, y = hexes.centre(p)
        cells.append(Cell(p, x, y, "sea"))
    chosen = rng.sample(land[1:], len(land) - 1)
    spots = chosen[:pieces]
    men = tuple(
        Piece(
            f"p{i}", p, i % 6, KINDS[i % 6], count=1 + 2 * (i % 4 == 0), badges=("x",) if i % 3 == 0 else ()
        )
        for i, p in enumerate(spots)
    )
    some = (
        (
            Mark("legal", chosen[0]),
            Mark("selected", chosen[1]),
            Mark("from", chosen[2]),
            Mark("to", chosen[3]),
            Mark("move", chosen[2], to=chosen[3], owner=2, label="1"),
            Mark("danger", chosen[4], value=0.42),
            Mark("control", chosen[5], owner=0),
            Mark("control", chosen[5], owner=3),
            Mark("range", chosen[6], label="2"),
            Mark("note", chosen[7], label="i"),
            Mark("blocked", chosen[8]),
            Mark("something new", chosen[9]),
        )
        if marks
        else ()
    )
    legend = (
        Key("terrain", "sea", "Sea"),
        *(Key("piece", k, k.capitalize(), owner=0) for k in KINDS),
        *(Key("owner", str(s), n, owner=s) for s, n in enumerate(NAMES)),
        Key("mark", "legal", "You may click here"),
        Key("mark", "danger", "Chance to be flooded"),
        Key("mark", "control", "Anna controls", owner=0),
        Key("mark", "arrow", "Move"),
        Key("edge", "wall", "Wall"),
    )
    edges = (Edge("0,0", "1,0", "wall"), Edge("0,0", "0,1", "river"), Edge("0,0", "2,0", "lane"))
    return Scene("Island", tuple(cells), edges, men, some, legend, NAMES, "A caption.")


def arena() -> Scene:
    """Fifteen robots of five teams on sixteen squares."""
    cells = tuple(
        Cell("abcd"[c] + str(r + 1), 1.6 * c, 1.6 * r, "arena", shape="square")
        for r in range(4)
        for c in range(4)
    )
    robots = tuple(
        Piece(f"r{i}", c.place, i % 5, "mech", glyph="RBCHT"[i % 5])
        for i, c in enumerate(cells)
        if c.place != "c2"
    )
    marks = (
        Mark("legal", "c2"),
        Mark("selected", "b2"),
        Mark("slide", "b2", to="c2"),
        Mark("danger", "d4", value=0.5),
    )
    return Scene("Arena", cells, (), robots, marks, (), ("R", "B", "C", "H", "T"), letters=tuple("RBCHT"))


def crowd(n: int, shape: str = "hex") -> Scene:
    """n pieces on one cell."""
    cell = Cell("a", 0, 0, "4", "4", shape="hex" if shape == "hex" else "square")
    return Scene(
        "Crowd", (cell,), (), tuple(Piece(f"p{i}", "a", i % 6, KINDS[i % 6]) for i in range(n)), names=NAMES
    )
