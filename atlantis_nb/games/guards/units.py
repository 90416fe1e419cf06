"""Units on the board: putting, lifting, moving, and what lies on the spaces they enter.

Rules: G-MOV-02 to 04, G-R-29, G-R-71, G-R-79, G-R-86, G-R-97.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from atlantis_nb.core.game import Log, Place

from . import cards
from .state import State, Unit
from .targets import free


def put(state: State, unit: Unit, place: Place) -> None:
    """Stand a unit that is off the board on a place."""
    state.units[unit.id] = replace(unit, at=place)
    state.on[place] = unit.id


def lift(state: State, unit: str) -> Unit:
    """Take a unit off the board."""
    found = state.units.pop(unit)
    del state.on[found.at]
    return found


def shift(state: State, unit: str, place: Place) -> None:
    """Set a unit on another place; nothing else happens."""
    found = state.units[unit]
    if state.on.get(found.at) == unit:
        del state.on[found.at]
    state.units[unit] = replace(found, at=place)
    state.on[place] = unit


def travel(state: State, unit: str, path: Sequence[Place], log: Log) -> None:
    """Bring a unit over the places of a path (without its start), and spring the mines on it.

    A mine acts when an enemy hero of its owner comes onto the space in any way: the mine leaves the
    board and the hero loses a card; then the move goes on.
    """
    if not path:
        return
    shift(state, unit, path[-1])
    if state.tokens:
        spring(state, unit, path, log)


def spring(state: State, unit: str, path: Sequence[Place], log: Log) -> None:
    mat = state.heroes.get(unit)
    if mat is None:
        return
    for place in path:
        token = state.tokens.get(place, "")
        if token.startswith("mine:"):
            owner = token[5:]
            if state.heroes[owner].team != mat.team:
                del state.tokens[place]
                log.say(
                    "mine", ("G-R-71", "G-R-97"), "{who} comes onto a mine of {owner} on {place}; it goes off.",
                    (place,), who=state.call(unit), owner=state.call(owner), place=place, unit=unit,
                )  # fmt: skip
                cards.lose(state, unit, owner, False, log)


def mined(state: State, unit: Unit) -> dict[Place, bool]:
    """The places where a mine would spring under this unit."""
    if not state.tokens or unit.kind != "hero":
        return {}
    return {
        p: True
        for p, token in state.tokens.items()
        if token.startswith("mine:") and state.heroes[token[5:]].team != unit.team
    }


# ------------------------------------------------------------------ ways over the board


def reach(state: State, unit: Unit, n: int) -> list[Place]:
    """Where a move of at most n steps can end, the start left out, nearest first (G-R-29)."""
    near, on = state.board.near, state.on
    seen = {unit.at}
    edge, found = [unit.at], []
    if state.options.pass_friends and unit.kind == "hero":
        return _reach_past_friends(state, unit, n)
    for _ in range(n):
        step = []
        for p in edge:
            for q in near[p]:
                if q not in seen and q not in on:
                    seen.add(q)
                    step.append(q)
        if not step:
            break
        found += step
        edge = step
    return found


def _reach_past_friends(state: State, unit: Unit, n: int) -> list[Place]:
    near, on, units = state.board.near, state.on, state.units
    seen = {unit.at}
    edge, found = [unit.at], []
    for _ in range(n):
        step = []
        for p in edge:
            for q in near[p]:
                if q not in seen and (q not in on or units[on[q]].team == unit.team):
                    seen.add(q)
                    step.append(q)
        found += [q for q in step if q not in on]
        edge = step
    return found


def passable(state: State, unit: Unit) -> Callable[[Place], bool]:
    """Whether a path of this unit may go over a place."""
    on, units = state.on, state.units
    if state.options.pass_friends and unit.kind == "hero":
        return lambda p: p not in on or units[on[p]].team == unit.team
    return lambda p: p not in on


def exactly(state: State, unit: Unit, low: int, high: int) -> list[Place]:
    """Where a move of low to high steps can end: no space twice, the start not again (G-R-30)."""
    if low <= 1:
        return reach(state, unit, high) if high else []
    near, on, open_to = state.board.near, state.on, passable(state, unit)
    found: dict[Place, bool] = {}

    def walk(path: list[Place]) -> None:
        steps = len(path) - 1
        if steps >= low and path[-1] not in on:
            found[path[-1]] = True
        if steps == high:
            return
        for q in near[path[-1]]:
            if q not in path and open_to(q):
                walk([*path, q])

    walk([unit.at])
    return list(found)


def longest(state: State, unit: Unit, n: int, around: Place = "") -> list[Place]:
    """Where a move as far as possible, up to n steps, can end (G-ACT-03, G-R-32)."""
    for steps in range(n, 0, -1):
        ends = turning(state, unit, steps, steps, around) if around else exactly(state, unit, steps, steps)
        if ends:
            return ends
    return []


def turning(state: State, unit: Unit, low: int, high: int, around: Place) -> list[Place]:
    """Where a move of low to high steps can end that keeps its distance to a place all the way."""
    near, on, row = state.board.near, state.on, state.board.distance[around]
    keep = row[unit.at]
    found: dict[Place, bool] = {}

    def walk(path: list[Place]) -> None:
        if low <= len(path) - 1:
            found[path[-1]] = True
        if len(path) - 1 == high:
            return
        for q in near[path[-1]]:
            if row[q] == keep and q not in path and q not in on:
                walk([*path, q])

    walk([unit.at])
    found.pop(unit.at, None)
    return list(found)


def straight(state: State, unit: Unit, low: int, high: int) -> list[Place]:
    """Where a move of low to high steps in one direction can end."""
    found, open_to = [], passable(state, unit)
    for ray in state.board.rays[unit.at]:
        for n, place in enumerate(ray[:high], 1):
            if not open_to(place):
                break
            if n >= low and place not in state.on:
                found.append(place)
    return found


def path(
    state: State, unit: Unit, end: Place, low: int, high: int, around: Place = "", gather: bool = False
) -> tuple[Place, ...]:
    """A path from a unit to `end`, without its start: the shortest that meets fewest mines.

    With `gather` the one that meets most, for who moves an enemy (G-R-97).
    """
    if end == unit.at:
        return ()
    traps = mined(state, unit)
    if not traps:
        return (end,) if low <= 1 and not around else _search(state, unit, end, low, high, around, {}, False)
    return _search(state, unit, end, low, high, around, traps, gather)


def _search(
    state: State,
    unit: Unit,
    end: Place,
    low: int,
    high: int,
    around: Place,
    traps: dict[Place, bool],
    gather: bool,
) -> tuple[Place, ...]:
    near, row, open_to = state.board.near, state.board.distance, passable(state, unit)
    keep = row[around][unit.at] if around else 0
    best: tuple[int, int, tuple[Place, ...]] | None = None

    def walk(places: tuple[Place, ...], met: int) -> None:
        nonlocal best
        steps = len(places) - 1
        if places[-1] == end and steps >= low:
            key = (-met if gather else met, steps, places[1:])
            if best is None or key[:2] < best[:2]:
                best = key
            return
        if steps == high or row[places[-1]][end] > high - steps:
            return
        if not gather and best is not None and met > best[0]:
            return
        for q in near[places[-1]]:
            if q not in places and (open_to(q) or q == end) and not (around and row[around][q] != keep):
                walk((*places, q), met + (1 if q in traps else 0))

    walk((unit.at,), 0)
    return best[2] if best is not None else (end,)


# ------------------------------------------------------------------ where to put something down


def nearest(state: State, points: Sequence[Place]) -> list[Place]:
    """The free spaces with the smallest distance to one of the points (G-R-06, G-R-59)."""
    rows = [state.board.distance[p] for p in points]
    ranked = [(min(row[p] for row in rows), p) for p in state.board.free if p not in state.on]
    if not ranked:
        return []
    best = min(d for d, _ in ranked)
    return [p for d, p in ranked if d == best]


def beside(state: State, points: Sequence[Place]) -> list[Place]:
    """Free spaces next to one of the points, else the nearest ones."""
    found = list(dict.fromkeys(n for p in points for n in state.board.near[p] if n not in state.on))
    return found or nearest(state, points)


def start_spaces(state: State, team: int) -> list[Place]:
    """Where a hero enters: a free own spawn point, else beside one, else nearest (G-SET-06, G-SET-08)."""
    points = state.board.spawns[team]
    return [p for p in points if free(state, p)] or beside(state, points)
