"""Hexes in axial coordinates (pointy top, q to the east, r to the south-east), written "q,r".

The six neighbours of (q, r), in this order everywhere: E, NE, NW, W, SW, SE. Distance is
max(|dq|, |dr|, |dq + dr|). Notation of https://www.redblobgames.com/grids/hexagons in our words.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from math import sqrt
from typing import TYPE_CHECKING

from .game import Place

if TYPE_CHECKING:
    import networkx

DIRECTIONS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
NAMES = ("E", "NE", "NW", "W", "SW", "SE")


@cache
def axial(place: Place) -> tuple[int, int]:
    """ "0,-2" -> (0, -2). Raises ValueError for anything else."""
    q, r = place.split(",")
    return int(q), int(r)


@cache
def name(q: int, r: int) -> Place:
    """(0, -2) -> "0,-2"."""
    return f"{q},{r}"


@cache
def neighbours(place: Place) -> tuple[Place, ...]:
    """The six places around, E, NE, NW, W, SW, SE."""
    q, r = axial(place)
    return tuple(name(q + dq, r + dr) for dq, dr in DIRECTIONS)


@lru_cache(maxsize=1 << 16)
def distance(a: Place, b: Place) -> int:
    """Steps between two places."""
    (aq, ar), (bq, br) = axial(a), axial(b)
    dq, dr = aq - bq, ar - br
    return max(abs(dq), abs(dr), abs(dq + dr))


@cache
def ring(radius: int, centre: Place = "0,0") -> tuple[Place, ...]:
    """The 6k places at distance k, walked from the east: k steps each NW, W, SW, SE, E, NE."""
    if radius == 0:
        return (centre,)
    q, r = axial(centre)
    q, walk = q + radius, []
    for side in (2, 3, 4, 5, 0, 1):
        dq, dr = DIRECTIONS[side]
        for _ in range(radius):
            walk.append(name(q, r))
            q, r = q + dq, r + dr
    return tuple(walk)


@cache
def within(radius: int, centre: Place = "0,0") -> tuple[Place, ...]:
    """All places at most `radius` steps away, the centre first, then ring by ring."""
    return tuple(p for k in range(radius + 1) for p in ring(k, centre))


def line(a: Place, b: Place) -> tuple[Place, ...]:
    """The places on the straight line from a to b, both included; ties bend to the east."""
    (aq, ar), (bq, br) = axial(a), axial(b)
    n = distance(a, b)
    if n == 0:
        return (a,)
    places = []
    for i in range(n + 1):
        q = aq + (bq - aq) * i / n + 1e-6
        r = ar + (br - ar) * i / n + 2e-6
        s = -q - r
        rq, rr, rs = round(q), round(r), round(s)
        if abs(rq - q) > max(abs(rr - r), abs(rs - s)):
            rq = -rr - rs
        elif abs(rr - r) > abs(rs - s):
            rr = -rq - rs
        places.append(name(rq, rr))
    return tuple(places)


def centre(place: Place) -> tuple[float, float]:
    """x, y of the middle of a hex of circumradius 1, y growing downward."""
    q, r = axial(place)
    return round(sqrt(3) * (q + r / 2), 4), 1.5 * r


def order(place: Place) -> tuple[int, int]:
    """Key that sorts places by q, then r."""
    return axial(place)


def graph(places: Iterable[Place]) -> networkx.Graph[Place]:
    """The places as a networkx graph, an edge between neighbours; nodes carry x and y."""
    import networkx as nx

    g: nx.Graph[Place] = nx.Graph()
    here = list(places)
    for p in here:
        x, y = centre(p)
        g.add_node(p, x=x, y=y)
    known = set(here)
    g.add_edges_from((p, n) for p in here for n in neighbours(p)[:3] if n in known)
    return g
