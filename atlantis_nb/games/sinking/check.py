"""What is true in every position that play can reach; used to test the game and to trust a file."""

from __future__ import annotations

from collections import Counter

from atlantis_nb.core.game import Place, plural

from .setup import EACH
from .state import (
    LARGE,
    MOUNTAIN,
    NEAR,
    NOBODY,
    SIZES,
    UNCHOSEN,
    VILLAGE,
    SinkingState,
    cities_left,
    citizens_left,
    count,
    last_square,
    settlers_left,
)


def check(state: SinkingState) -> list[str]:
    """Sentences about what is wrong with an open state; none for a sound one."""
    return _seats(state) or [*_land(state), *_pieces(state), *_towns(state), *_limits(state), *_marks(state)]


def _seats(state: SinkingState) -> list[str]:
    """Without this nothing else can be looked up."""
    seats = tuple(range(len(state.names)))
    by_seat = {
        "stock": state.stock, "points": state.points, "latest": state.latest,
        "sacrifices": state.sacrifices, "produced": state.produced,
    }  # fmt: skip
    out = [
        f"The list {name!r} has not one entry a player."
        for name, x in by_seat.items()
        if len(x) != len(seats)
    ]
    for table in (state.soldiers, state.settlers):
        out += [
            f"Pieces on {p} are not counted by player."
            for p, here in table.items()
            if len(here) != len(seats)
        ]
    owners = [*state.workers.values(), *(s.owner for s in state.settlements.values())]
    if not all(owner in seats for owner in owners):
        out.append("A piece belongs to nobody.")
    if not all(s.captor in (NOBODY, *seats) for s in state.settlements.values()):
        out.append("A city is captured by nobody who plays.")
    if tuple(sorted(state.order)) != seats or tuple(sorted(state.ranking)) not in ((), seats):
        out.append("The turn order or the list of the flood phase does not name each player once.")
    return out


def _land(state: SinkingState) -> list[str]:
    """Two tiles of each number a player, never more, and the mountain in the middle (S-SET-02, S-R-08)."""
    out = []
    tiles = Counter(number for place, number in state.land.items() if place != MOUNTAIN)
    for number, n in sorted(tiles.items()):
        most = EACH.count(number) * len(state.names)
        if n > most:
            out.append(f"There are {plural(n, 'tile')} of number {number}, and the game has {most}.")
    out += [f"{p} is no space of the map." for p in state.land if p not in NEAR]
    if state.land.get(MOUNTAIN, 0) not in (0, state.options.mountain_value):
        out.append("The mountain gives what it should not (S-R-14).")
    if not all(p in state.land for p in state.sinking) or any(p in state.land for p in state.bare):
        out.append("A sinking tile is no land, or a bare sea tile is.")
    return out


def _pieces(state: SinkingState) -> list[str]:
    """Everything stands on land (S-R-23). One worker and one settlement a tile need no check: the state
    can hold no second one (S-R-22)."""
    out = []
    places: list[tuple[str, list[Place]]] = [
        ("settlement", [*state.settlements]),
        ("worker", [*state.workers]),
        ("soldier", [*state.soldiers]),
        ("settler", [*state.settlers]),
    ]
    for what, here in places:
        out += [f"A {what} stands on {p}, where no land is (S-R-23)." for p in here if p not in state.land]
    for counts, what in ((state.soldiers, "soldier"), (state.settlers, "settler")):
        out += [
            f"The number of {what}s on {p} is not right."
            for p, n in counts.items()
            if min(n) < 0 or not any(n)
        ]
    return out


def _towns(state: SinkingState) -> list[str]:
    """Captured and besieged cities (S-CMB-11, S-R-34, S-R-57). While a battle for a captured city goes
    on, its captor may have lost the last soldier there."""
    out = []
    fought = _battles(state)
    taken = [s.taken for s in state.settlements.values() if s.captor != NOBODY]
    if len(set(taken)) < len(taken) or any(not 0 < k <= state.captures for k in taken):
        out.append("Captures are not numbered one by one.")
    for place, town in state.settlements.items():
        if not VILLAGE <= town.size <= LARGE:
            out.append(f"The settlement on {place} has no size that there is.")
        elif not 0 <= town.since <= state.round:
            out.append(f"The {SIZES[town.size]} on {place} is of a round to come.")
        elif town.captor == NOBODY:
            if town.taken:
                out.append(f"The {SIZES[town.size]} on {place} is taken by nobody.")
        elif town.captor == town.owner or town.size == VILLAGE or town.besieged:
            out.append(f"The {SIZES[town.size]} on {place} cannot be captured like this (S-CMB-10).")
        elif not count(state.soldiers, place, town.captor) and place not in fought:
            out.append(f"The city on {place} is captured without a soldier of its captor there (S-R-34).")
        if town.besieged:
            here = state.soldiers.get(place, ())
            if not state.options.siege or town.size == VILLAGE:
                out.append(f"The settlement on {place} cannot be besieged (S-OPT-01).")
            elif not any(n for seat, n in enumerate(here) if seat != town.owner):
                out.append(f"The city on {place} is besieged by nobody (S-R-57).")
    return out


def _battles(state: SinkingState) -> list[Place]:
    """The places where a battle is going on."""
    attacks = [getattr(task, "attack", None) for task in state.agenda]
    return [attack.place for attack in attacks if attack is not None]


def _limits(state: SinkingState) -> list[str]:
    """No more pieces of a colour than there are (S-R-13)."""
    out = []
    for seat, name in enumerate(state.names):
        for what, left in (
            ("citizens", citizens_left),
            ("settlers and villages", settlers_left),
            ("cities", cities_left),
        ):
            if left(state, seat) < 0:
                out.append(f"{name} has more {what} on the map than there are pieces (S-R-13).")
    return out


def _marks(state: SinkingState) -> list[str]:
    """Stocks, sacrifices, points and the flood marker."""
    out = []
    for seat, name in enumerate(state.names):
        given = state.sacrifices[seat]
        if state.stock[seat] < 0:
            out.append(f"{name} has fewer than no resources.")
        if given < UNCHOSEN or (given > state.stock[seat] and state.phase == "flood" and not state.revealed):
            out.append(f"{name} has sacrificed what there is not (S-R-41).")
        if state.points[seat] < 0 or not 0 <= state.latest[seat] <= state.destroyed:
            out.append(f"The points or the latest city of {name} cannot be.")
    lost = [k for k in state.latest if k]
    if len(set(lost)) < len(lost):
        out.append("Two players lost the same city.")
    if not 1 <= state.marker <= last_square(state.options):
        out.append("The flood marker is off the track (S-R-04).")
    return out
