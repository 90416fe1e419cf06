"""What the evaluation measures by: worth of units, distances on the board, who could bring how much where.

Distances are made once a board. The maps of dice are brought up to date unit by unit, because from one
position to the next one unit moves and a hundred stay.
"""

from __future__ import annotations

import heapq
import threading
from collections.abc import Callable
from functools import lru_cache

from atlantis_nb.core.game import Place, Seat

from .board import Board
from .data import ATLANTIS, FOES, KIND_OF, Kind
from .odds import chance
from .state import FoesState, Unit, board_of

# ------------------------------------------------------------------ worth


def worth(k: Kind) -> float:
    """Value of a unit: its power, and something for range, speed, spells and carrying."""
    value = float(k.melee or 2.5) + (0.75 if k.range > 1 else 0) + 0.4 * k.carry
    value += (
        ((3.0 if k.seat == FOES else 1.5) if k.caster else 0)
        + (1 if k.mode == "flyer" else 0)
        + (1.0 if k.breach or k.special == "battering_ram" else 0)
    )
    return value if k.force != "created" else 0.6 * value


WORTH: dict[str, float] = {uid: worth(k) for uid, k in KIND_OF.items()}


@lru_cache(maxsize=4096)
def odds(attack: int, defence: int) -> float:
    return float(chance(min(attack, 40), max(1, defence)))


# ------------------------------------------------------------------ distances


def _turns(board: Board, goals: tuple[Place, ...]) -> dict[Place, float]:
    """About how many turns the way to a goal takes, by ship and then on foot, for every hex.

    Most units walk one hex a turn, whatever it costs, because the first step is always allowed; ships
    make two or three, but where the towers shoot it is not worth it.
    """
    cost = dict.fromkeys(goals, 0.0)
    heap = [(0.0, t) for t in goals]
    while heap:
        spent, place = heapq.heappop(heap)
        if spent > cost[place]:
            continue
        enter = (0.6 if board.city[place] <= 1 else 0.45) if board.sea[place] else 1.0
        if board.in_city[place]:
            enter = 1.3
        for n, _ in board.beside[place]:
            if spent + enter < cost.get(n, 1e9):
                cost[n] = spent + enter
                heapq.heappush(heap, (cost[n], n))
    return cost


@lru_cache(maxsize=8)
def to_temple(board: Board) -> dict[Place, float]:
    """Turns to the Temple."""
    return _turns(board, board.temples)


@lru_cache(maxsize=8)
def to_front(board: Board) -> dict[Place, float]:
    """Turns to where a unit is of use: the Temple, or, for who lands far from it, the nearest wall.

    Once over the wall there, the way on counts less, so that two fronts come about.
    """
    city = _turns(board, tuple(p for p, inside in board.in_city.items() if inside))
    return {p: min(t, 0.35 * t + city[p] + 2.5) for p, t in to_temple(board).items()}


@lru_cache(maxsize=8)
def by_air(board: Board) -> dict[Place, float]:
    """Turns to the Temple for flyers, who keep pace with the ships."""
    return {p: 0.45 * n for p, n in field(board, board.temples).items()}


@lru_cache(maxsize=512)
def field(board: Board, sources: tuple[Place, ...]) -> dict[Place, int]:
    """Steps from the nearest of some hexes, terrain apart."""
    steps = dict.fromkeys(sources, 0)
    todo = list(sources)
    for place in todo:
        for n, _ in board.beside[place]:
            if n not in steps:
                steps[n] = steps[place] + 1
                todo.append(n)
    return steps


@lru_cache(maxsize=64)
def to_wall(board: Board, broken: tuple[str, ...]) -> dict[Place, int]:
    """Steps to the nearest hex outside the city from which a standing wall or gate can be broken."""
    outside = [
        p
        for edge, feature in board.edges.items()
        if feature in ("wall", "gate") and edge not in broken
        for p in edge.split("|")
        if not board.in_city[p] and not board.sea[p]
    ]
    return field(board, tuple(sorted(set(outside))))


# ------------------------------------------------------------------ maps of dice

Kernel = Callable[[Board, str, Unit], tuple[tuple[Place, ...], int]]
"""The hexes over which a unit spreads its weight, and the weight."""


class Spread:
    """The sum of what the units of one side spread over the board, brought up to date unit by unit.

    Interrupted half way it begins anew the next time.
    """

    def __init__(self, side: Seat, kernel: Kernel) -> None:
        self.side, self.kernel = side, kernel
        self.board: Board | None = None
        self.held: dict[str, tuple[Place, str]] = {}
        self.spread: dict[str, tuple[tuple[Place, ...], int]] = {}
        self.sum: dict[Place, int] = {}

    def of(self, state: FoesState) -> dict[Place, int]:
        """By place; places nobody reaches may be missing. To be read at once, not kept."""
        board = board_of(state)
        if board is not self.board:
            self.held, self.spread, self.sum = {}, {}, {}
        self.board = None
        held, side, count = self.held, self.side, 0
        for uid, u in state.units.items():
            if u.side != side:
                continue
            count += 1
            now = (u.at, u.aboard)
            if held.get(uid) != now:
                self._take(uid)
                held[uid] = now
                self._put(uid, self.kernel(board, uid, u))
        if count != len(held):
            units = state.units
            for uid in [uid for uid in held if uid not in units or units[uid].side != side]:
                self._take(uid)
                del held[uid]
        self.board = board
        return self.sum

    def _put(self, uid: str, what: tuple[tuple[Place, ...], int]) -> None:
        self.spread[uid] = what
        total, (places, weight) = self.sum, what
        for p in places:
            total[p] = total.get(p, 0) + weight

    def _take(self, uid: str) -> None:
        if uid in self.spread:
            places, weight = self.spread.pop(uid)
            for p in places:
                self.sum[p] -= weight


def _reach(board: Board, uid: str, u: Unit) -> tuple[tuple[Place, ...], int]:
    """Where it could attack next turn, going there first. Who rides reaches a step farther."""
    k = KIND_OF[uid]
    steps = (k.move + 1) // 2 if k.mode == "land" else k.move
    return board.near(steps + k.range + bool(u.aboard))[u.at], k.melee or 2


def _pull(board: Board, uid: str, u: Unit) -> tuple[tuple[Place, ...], int]:
    """Counts most near by: each ring is inside the next, and is counted once for each."""
    return _rings(board, u.at), KIND_OF[uid].melee or 2


@lru_cache(maxsize=2048)
def _rings(board: Board, place: Place) -> tuple[Place, ...]:
    return tuple(p for steps in (1, 3, 5, 7) for p in board.near(steps)[place])


class _Maps(threading.local):
    """One set of maps a thread: they are changed in place."""

    def __init__(self) -> None:
        self.reach = (Spread(ATLANTIS, _reach), Spread(FOES, _reach))
        self.pull = Spread(FOES, _pull)


_maps = _Maps()


def covered(state: FoesState, side: Seat) -> dict[Place, int]:
    """How many dice a side could bring to bear on each hex next turn."""
    return _maps.reach[side].of(state)


def massed(state: FoesState) -> dict[Place, int]:
    """Where the Foes are, and how near: more dice and nearer is more."""
    return _maps.pull.of(state)
