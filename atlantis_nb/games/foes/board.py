"""The board: hexes, hexsides and what follows from them, fixed for a whole game.

A file like data/foes_map.json (F-R-01) gives each hex its terrain, homeland and site and some
hexsides a river, a wall or a gate (F-MAP-01, F-TER-10, F-TER-13). The standard one has Atlantis in
the middle of the sea (F-MAP-02), the walled city (F-MAP-03) and on the rim (F-MAP-04) the homelands:
Barbarians in the north (F-MAP-05), Greeks east (F-MAP-06), Egyptians south-east (F-MAP-07),
Africans south (F-MAP-08), Lemurians west (F-MAP-09). Named sites are F-MAP-10; only the Temple and
the Ports do anything (F-R-06). Homelands matter for set-up only (F-R-11). Nothing is off the board
(F-R-02).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from atlantis_nb.core import hexes
from atlantis_nb.core.game import Place

from .data import ATLANTIS, FEATURES, HEXSIDES, PEOPLES, TERRAIN, TERRAINS, Mode, read

TEMPLE = "Temple of Poseidon"
SEA = ("water", "treacherous")


class Hex(Struct, frozen=True):
    q: int
    r: int
    terrain: str
    homeland: str | None = None
    site: str | None = None
    name: str | None = None
    region: str = ""
    port: bool = False
    tower: bool = False
    coast: bool = False


class _Edge(Struct):
    a: tuple[int, int]
    b: tuple[int, int]
    feature: str


class _File(Struct):
    id: str
    title: str
    hexes: list[Hex]
    edges: list[_Edge]


def edge_key(a: Place, b: Place) -> str:
    """The hexside between two neighbours, the same whichever comes first: "4,-1|5,-1"."""
    return f"{a}|{b}" if hexes.order(a) < hexes.order(b) else f"{b}|{a}"


class Board:
    """One board. Everything is looked up by place; nothing changes.

    - `hexes`: place -> Hex, in the order of the file;
    - `edges`: hexside -> river, wall or gate;
    - `beside`: place -> ((neighbour, hexside), ...) in the order of hexes.DIRECTIONS;
    - `city`: distance of each place to the nearest city hex, 0 inside (F-R-03);
    - `row`: the row of the terrain table that holds for each place ("port" for a Port, F-R-04).
    """

    def __init__(self, name: str) -> None:
        raw: _File = read(name, _File, "board")
        where = f"In the board file {name!r}"
        self.name, self.id, self.title = name, raw.id, raw.title
        self.hexes: dict[Place, Hex] = {}
        for i, h in enumerate(raw.hexes):
            place = hexes.name(h.q, h.r)
            if place in self.hexes:
                raise ValueError(f"{where}, hexes[{i}]: the hex {place} stands there twice.")
            if h.terrain not in TERRAINS:
                raise ValueError(f"{where}, hexes[{i}]: the terrain {h.terrain!r} is not known.")
            if h.homeland is not None and h.homeland not in PEOPLES:
                raise ValueError(f"{where}, hexes[{i}]: the homeland {h.homeland!r} is not known.")
            if h.port and h.terrain != "city":
                raise ValueError(f"{where}, hexes[{i}]: a Port is a city hex, not {h.terrain}.")
            self.hexes[place] = h
        self.edges: dict[str, str] = {}
        for i, e in enumerate(raw.edges):
            a, b = hexes.name(*e.a), hexes.name(*e.b)
            if a not in self.hexes or b not in self.hexes or b not in hexes.neighbours(a):
                raise ValueError(f"{where}, edges[{i}]: {a} and {b} are not neighbours on the board.")
            if e.feature not in FEATURES:
                raise ValueError(f"{where}, edges[{i}]: the feature {e.feature!r} is not known.")
            self.edges[edge_key(a, b)] = e.feature
        self.temples = tuple(p for p, h in self.hexes.items() if h.site == TEMPLE)
        if not self.temples:
            raise ValueError(f"{where}: no hex has the site {TEMPLE!r}.")
        self.row = {p: "port" if h.port else h.terrain for p, h in self.hexes.items()}
        self.sea = {p: h.terrain in SEA for p, h in self.hexes.items()}
        self.beside: dict[Place, tuple[tuple[Place, str], ...]] = {
            p: tuple((n, edge_key(p, n)) for n in hexes.neighbours(p) if n in self.hexes) for p in self.hexes
        }
        cities = [p for p, h in self.hexes.items() if h.terrain == "city"]
        if not cities:
            raise ValueError(f"{where}: there is no city hex.")
        self.in_city = {p: h.terrain == "city" for p, h in self.hexes.items()}
        self.city = {p: min(hexes.distance(p, c) for c in cities) for p in self.hexes}
        self._near: dict[int, dict[Place, tuple[Place, ...]]] = {}
        self._near_set: dict[int, dict[Place, frozenset[Place]]] = {}
        self._around: dict[int, dict[Place, frozenset[Place]]] = {}

    def near(self, steps: int) -> dict[Place, tuple[Place, ...]]:
        """place -> places at most `steps` away on the board, itself first, then ring by ring."""
        if steps not in self._near:
            self._near[steps] = {
                p: tuple(n for n in hexes.within(steps, p) if n in self.hexes) for p in self.hexes
            }
        return self._near[steps]

    def near_set(self, steps: int) -> dict[Place, frozenset[Place]]:
        """The same as sets, for membership only (sets are never iterated)."""
        if steps not in self._near_set:
            self._near_set[steps] = {p: frozenset(ns) for p, ns in self.near(steps).items()}
        return self._near_set[steps]

    def around(self, steps: int) -> dict[Place, frozenset[Place]]:
        """The same without the place itself: where something may be attacked from there (F-R-40)."""
        if steps not in self._around:
            self._around[steps] = {p: ns - {p} for p, ns in self.near_set(steps).items()}
        return self._around[steps]

    def feature(self, edge: str, broken: tuple[str, ...]) -> str:
        """What stands on a hexside now; "" if nothing (any more)."""
        return "" if edge in broken else self.edges.get(edge, "")

    def edge_hexes(self, place: Place) -> bool:
        """True for a city hex that touches the wall: where Lens Towers stand (F-R-10, F-SET-07)."""
        return self.in_city[place] and any(
            self.edges.get(e) in ("wall", "gate") for _, e in self.beside[place]
        )

    def land_name(self, place: Place) -> str:
        """ "Silver Port (3,1)", "Temple of Poseidon (2,1)", "forest 7,-5"."""
        h = self.hexes[place]
        if h.name or h.site:
            return f"{h.name or h.site} ({place})"
        words = {"treacherous": "treacherous water"}
        return f"{words.get(h.terrain, h.terrain)} {place}"

    # ------------------------------------------------------------------ across rivers and walls

    def across(
        self, a: Place, b: Place, broken: tuple[str, ...] = (), rule: str = "all_routes"
    ) -> tuple[bool, bool]:
        """Whether an attack from a to b comes across a river, and across a wall or gate.

        F-R-43: next to each other, the hexside between. Farther, if every shortest route crosses
        one; with the rule "last_side", if the straight line enters the target by one.
        """
        return _across(self, a, b, broken, rule)

    def routes(self, a: Place, b: Place) -> Iterator[tuple[Place, ...]]:
        """All shortest routes of hexes on the board from a to b."""
        left = hexes.distance(a, b)
        if left == 0:
            yield (a,)
            return
        for n, _ in self.beside[a]:
            if hexes.distance(n, b) == left - 1:
                for rest in self.routes(n, b):
                    yield (a, *rest)


@lru_cache(maxsize=1 << 16)
def _across(board: Board, a: Place, b: Place, broken: tuple[str, ...], rule: str) -> tuple[bool, bool]:
    if a == b:
        return False, False
    if rule == "last_side":
        line = hexes.line(a, b)
        feature = board.feature(edge_key(line[-2], line[-1]), broken)
        return feature == "river", feature in ("wall", "gate")
    river = wall = True
    for route in board.routes(a, b):
        features = [board.feature(edge_key(p, n), broken) for p, n in itertools.pairwise(route)]
        river = river and "river" in features
        wall = wall and ("wall" in features or "gate" in features)
    return river, wall


@lru_cache(maxsize=16)
def load(name: str) -> Board:
    """The board of a file, read once. Raises ValueError with one sentence."""
    return Board(name)


# ------------------------------------------------------------------ what a step costs

Step = tuple[Place, int, bool, str]
"""Neighbour, cost, whether the unit may be there by itself (else only aboard), hexside it breaks."""


@lru_cache(maxsize=512)
def steps(
    board: Board,
    mode: Mode,
    side: int,
    free_gates: bool,
    breach: bool,
    ports_open: bool,
    broken: tuple[str, ...],
) -> dict[Place, tuple[Step, ...]]:
    """All steps that terrain allows, with their cost: hex plus hexside (F-R-23).

    Water 1, treacherous 2, clear 1, city 2, forest 2, mountain 3 (F-TER-01, F-TER-02, F-TER-03,
    F-TER-04, F-TER-06, F-TER-08); a river 2 more (F-TER-11), a wall 3 (F-TER-14), a gate nothing for
    Atlanteans and 3 for others (F-R-05, F-R-95). Water units stay in water and Ports (F-MOV-05, F-R-04) and
    never cross a wall (F-R-27); swimmers go everywhere at normal cost (F-MOV-06, F-R-29); flyers
    pay 1 for every hex (F-MOV-10, F-R-28). Land units step onto water only to board (F-R-33). Breach
    costs nothing and breaks the wall, but an Atlantean leaves gates whole (F-UNIT-13, F-R-30).
    """
    if broken:  # the same as with all walls standing, except beside the broken ones
        table = dict(steps(board, mode, side, free_gates, breach, ports_open, ()))
        price = prices(mode, side, free_gates, ports_open)
        for place in dict.fromkeys(p for edge in broken for p in edge.split("|")):
            table[place] = _steps_from(board, place, mode, side, breach, broken, price)
        return table
    price = prices(mode, side, free_gates, ports_open)
    return {place: _steps_from(board, place, mode, side, breach, (), price) for place in board.hexes}


COLUMN = {"land": "land_cost", "water": "water_unit_cost", "swimmer": "swimmer_cost", "flyer": "flyer_cost"}
"""The column of the terrain table for each way of moving."""

Prices = tuple[dict[str, int | None], dict[str, int]]


def prices(mode: Mode, side: int, free_gates: bool, ports_open: bool) -> Prices:
    """What hexes and hexsides cost a unit that moves in this way."""
    costs: dict[str, int | None] = {row: getattr(TERRAIN[row], COLUMN[mode]) for row in TERRAIN}
    if mode == "water" and not ports_open:
        costs["port"] = None
    if mode == "flyer":
        return costs, {f: HEXSIDES[f].cost_flyer for f in FEATURES}
    extra = {f: HEXSIDES[f].cost_atlantean if side == ATLANTIS else HEXSIDES[f].cost_foes for f in FEATURES}
    extra["gate"] = HEXSIDES["gate"].cost_atlantean if free_gates else HEXSIDES["gate"].cost_foes
    return costs, extra


def _steps_from(
    board: Board, place: Place, mode: Mode, side: int, breach: bool, broken: tuple[str, ...], price: Prices
) -> tuple[Step, ...]:
    costs, extra = price
    out: list[Step] = []
    for n, edge in board.beside[place]:
        cost, enter = costs[board.row[n]], True
        if cost is None:
            if mode == "water" or not board.sea[n]:
                continue
            cost, enter = costs_to_board(board.row[n]), False
        feature = board.feature(edge, broken)
        breaks = ""
        if feature:
            if mode == "water" and feature == "wall":
                continue
            if breach and (feature == "wall" or (feature == "gate" and side != ATLANTIS)):
                breaks = edge
            else:
                cost += extra[feature]
        out.append((n, cost, enter, breaks))
    return tuple(out)


def costs_to_board(row: str) -> int:
    """What a land unit pays for the water hex in which its carrier lies: what a swimmer pays (F-R-33)."""
    return TERRAIN[row].swimmer_cost or 1


@lru_cache(maxsize=64)
def stoppable(board: Board, mode: Mode, ports_open: bool) -> dict[Place, bool]:
    """Where a unit may stand by itself: by terrain alone (F-UNIT-08, F-UNIT-09, F-UNIT-10, F-R-79)."""
    ok = {row: getattr(TERRAIN[row], COLUMN[mode]) is not None for row in TERRAIN}
    if mode == "water" and not ports_open:
        ok["port"] = False
    return {p: ok[board.row[p]] for p in board.hexes}
