"""What lies on the table, and how to look it up.

Soldiers and settlers may stack without limit, so each place has a count by seat; a tile holds at
most one worker and one settlement of anybody (S-R-22). The sea is not stored: it is every space
without land that touches land (S-R-10). Pieces stand on land only (S-R-23).
"""

from __future__ import annotations

from functools import cache
from typing import Final, Self

from msgspec import Struct
from msgspec.structs import replace

from atlantis_nb.core import hexes
from atlantis_nb.core.game import Place, Seat, State

from .options import Options

MOUNTAIN: Final[Place] = "0,0"
NOBODY: Final = -1

VILLAGE, SMALL, LARGE = 0, 1, 2
SIZES: Final = ("village", "small city", "large city")
RADIUS: Final = (0, 1, 2)
"""How far a village, a small city and a large city control (S-CTRL-01, S-CTRL-02, S-CTRL-03)."""

CITIZENS, SETTLERS, CITIES = 16, 6, 6
"""Pieces of a colour; four of the twenty citizens stay on the score board (S-CMP-04, S-SET-09, S-R-13)."""
UNLIMITED: Final = 1_000_000

UNCHOSEN, HIDDEN = -1, -2
"""A sacrifice that is not made yet, and one that the viewer may not see."""

_BOARD: Final = hexes.within(8)
NEAR: Final[dict[Place, tuple[Place, ...]]] = {p: hexes.neighbours(p) for p in _BOARD}
"""The six neighbours of every space of the largest map, its sea and one more ring."""
LOW: Final[dict[Place, int]] = {p: i for i, p in enumerate(sorted(_BOARD, key=hexes.order))}
"""Rank of a space: smallest q first, then smallest r (S-R-69)."""


def clicked(click: str) -> Place | None:
    """The space of a click on a cell or on a piece; None for a button and for what is off the map."""
    kind, _, name = click.partition(":")
    place = name.rpartition("@")[2]
    return place if kind in ("cell", "piece") and place in NEAR else None


@cache
def reach(place: Place, radius: int) -> tuple[Place, ...]:
    """The spaces at most `radius` steps away, straight across everything (S-R-01, S-R-17)."""
    return hexes.within(radius, place)


class Settlement(Struct, frozen=True, omit_defaults=True):
    """A village or city. `since` is the round in which it was founded, grown or received.

    `captor` is the player whose soldier stands on it as a mark (S-CMB-11), `taken` the number of
    that capture, `besieged` that its owner's units are inside (S-OPT-01).
    """

    owner: Seat
    size: int
    since: int
    captor: Seat = NOBODY
    taken: int = 0
    besieged: bool = False


Counts = dict[Place, tuple[int, ...]]


class SinkingState(State):
    """One moment of the game. Lists and tuples over players go by seat.

    Points are one plain total for each player, `latest` the number of the player's latest destroyed
    city, 0 before the first (S-CMP-06, S-CMP-07, S-R-65); the strongest culture is told by points
    (S-CMP-01). Pieces of several players may share a tile (S-R-31). Dice are `Chance` tasks (S-CMP-02).

    `used` is what the player on turn has used up at a place in this phase: soldiers flipped, moved
    or bought, settlers moved or bought, workers flipped. `ranking` is the list of the flood phase
    (S-R-42), `sinking` the tiles of the flood being carried out, `bare` the sea tiles without land
    that have not been tidied away yet (S-FLD-17).
    """

    options: Options
    round: int
    phase: str
    order: tuple[Seat, ...]
    land: dict[Place, int]
    settlements: dict[Place, Settlement]
    workers: dict[Place, Seat]
    soldiers: Counts
    settlers: Counts
    used: dict[Place, tuple[int, int, int]]
    stock: list[int]
    points: list[int]
    latest: list[int]
    sacrifices: list[int]
    produced: tuple[int, ...] = ()
    revealed: bool = False
    ranking: tuple[Seat, ...] = ()
    marker: int = 0
    floods: int = 0
    destroyed: int = 0
    captures: int = 0
    sinking: tuple[Place, ...] = ()
    bare: tuple[Place, ...] = ()

    def copy(self) -> Self:
        new = replace(self)
        new.agenda = self.agenda.copy()
        new.land = self.land.copy()
        new.settlements = self.settlements.copy()
        new.workers = self.workers.copy()
        new.soldiers = self.soldiers.copy()
        new.settlers = self.settlers.copy()
        new.used = self.used.copy()
        new.stock = self.stock.copy()
        new.points = self.points.copy()
        new.latest = self.latest.copy()
        new.sacrifices = self.sacrifices.copy()
        return new


# ------------------------------------------------------------------ counting pieces


def count(table: Counts, place: Place, seat: Seat) -> int:
    """How many soldiers (or settlers) of a player stand on a place."""
    here = table.get(place)
    return 0 if here is None else here[seat]


def change(state: SinkingState, table: Counts, place: Place, seat: Seat, by: int) -> None:
    """Put `by` pieces more (or fewer) of a player on a place."""
    here = table.get(place)
    if here is None:
        here = (0,) * len(state.names)
    here = (*here[:seat], here[seat] + by, *here[seat + 1 :])
    if any(here):
        table[place] = here
    else:
        del table[place]


def use(state: SinkingState, place: Place, soldiers: int = 0, settlers: int = 0, workers: int = 0) -> None:
    """Note that pieces of the player on turn have been used at a place."""
    a, b, c = state.used.get(place, (0, 0, 0))
    now = (a + soldiers, b + settlers, c + workers)
    if any(now):
        state.used[place] = now
    else:
        state.used.pop(place, None)


def total(table: Counts, seat: Seat) -> int:
    """All soldiers (or settlers) of a player on the map."""
    return sum([here[seat] for here in table.values()])


def owned(state: SinkingState, seat: Seat) -> list[tuple[Place, Settlement]]:
    """A player's settlements, the captured ones included: they are still theirs (S-CMB-10)."""
    return [(p, s) for p, s in state.settlements.items() if s.owner == seat]


def citizens_left(state: SinkingState, seat: Seat) -> int:
    """Citizens in a player's stock (S-R-13)."""
    if not state.options.piece_limits:
        return UNLIMITED
    working = sum([1 for owner in state.workers.values() if owner == seat])
    return CITIZENS - working - total(state.soldiers, seat)


def settlers_left(state: SinkingState, seat: Seat) -> int:
    """Settler pieces in stock; a village is one turned over (S-CMP-11, S-R-13)."""
    if not state.options.piece_limits:
        return UNLIMITED
    villages = sum([1 for s in state.settlements.values() if s.owner == seat and s.size == VILLAGE])
    return SETTLERS - villages - total(state.settlers, seat)


def cities_left(state: SinkingState, seat: Seat) -> int:
    """City pieces in stock; small and large are two sides of one piece (S-CMP-12, S-R-13)."""
    if not state.options.piece_limits:
        return UNLIMITED
    return CITIES - sum([1 for s in state.settlements.values() if s.owner == seat and s.size != VILLAGE])


# ------------------------------------------------------------------ who stands where


def foreign_soldier(state: SinkingState, place: Place, seat: Seat) -> bool:
    """Is a soldier of another player on the tile that bars its way? Those inside a besieged city
    do not (S-MOVE-05, S-R-57)."""
    here = state.soldiers.get(place)
    if here is None:
        return False
    others = sum(here) - here[seat]
    if others and state.options.siege:
        town = state.settlements.get(place)
        if town is not None and town.besieged and town.owner != seat:
            others -= here[town.owner]
    return others > 0


def foreign(state: SinkingState, place: Place, seat: Seat) -> bool:
    """Is any piece of another player on the tile? A captured city is none (S-R-66)."""
    if (here := state.soldiers.get(place)) is not None and sum(here) != here[seat]:
        return True
    if state.workers.get(place, seat) != seat:
        return True
    if (here := state.settlers.get(place)) is not None and sum(here) != here[seat]:
        return True
    town = state.settlements.get(place)
    return town is not None and town.owner != seat and town.captor == NOBODY


def defenders(state: SinkingState, place: Place, seat: Seat) -> list[str]:
    """What a player may name in a fight on the tile, in the order of the default (S-R-56): soldier,
    city, worker, settler, village. A city only when none of its owner's soldiers is there (S-CMB-14).
    """
    out = []
    town = state.settlements.get(place)
    if count(state.soldiers, place, seat):
        out.append("soldier")
    elif town is not None and town.owner == seat and town.size != VILLAGE and town.captor == NOBODY:
        out.append(SIZES[town.size])
    if state.workers.get(place) == seat:
        out.append("worker")
    if count(state.settlers, place, seat):
        out.append("settler")
    if town is not None and town.owner == seat and town.size == VILLAGE:
        out.append("village")
    return out


def opponents(state: SinkingState, place: Place, seat: Seat) -> list[Seat]:
    """The players that a soldier of `seat` must fight on the tile, in seat order (S-R-25, S-R-29).

    The owner of a besieged city is not among them: those inside may be left alone (S-OPT-03).
    """
    if not foreign(state, place, seat):
        return []
    town = state.settlements.get(place)
    inside = town.owner if town is not None and town.besieged else NOBODY
    return [
        other
        for other in range(len(state.names))
        if other != seat and other != inside and defenders(state, place, other)
    ]


def has_cities(state: SinkingState, seat: Seat) -> int:
    """How many cities of a player are free of capture."""
    return sum(
        [
            1
            for s in state.settlements.values()
            if s.owner == seat and s.size != VILLAGE and s.captor == NOBODY
        ]
    )


# ------------------------------------------------------------------ land and sea


def sea(state: SinkingState) -> list[Place]:
    """Sea tiles that touch land, lowest first (S-R-10, S-R-43)."""
    land = state.land
    coast = {n: None for p in land for n in NEAR[p] if n not in land}
    return sorted(coast, key=LOW.__getitem__)


def open_tiles(state: SinkingState, place: Place) -> list[Place]:
    """Neighbouring tiles that pieces may enter: land that is not sinking, and not the mountain where
    it is closed (S-R-23, S-R-67, S-OPT-10)."""
    land, sinking = state.land, state.sinking
    closed = MOUNTAIN if state.options.mountain_impassable else ""
    return [n for n in NEAR[place] if n in land and n not in sinking and n != closed]


def control(state: SinkingState, seat: Seat) -> set[Place]:
    """The spaces that a player controls (S-CTRL-01 to S-CTRL-03).

    Captured and besieged cities control nothing (S-R-35, S-OPT-05). For membership tests only: the
    order of a set is not the same in every run.
    """
    held: set[Place] = set()
    by_land = state.options.control_distance == "land_path"
    for place, town in state.settlements.items():
        if town.owner == seat and town.captor == NOBODY and not town.besieged:
            if by_land:
                held.update(_by_land(state, place, RADIUS[town.size]))
            else:
                held.update(reach(place, RADIUS[town.size]))
    return held


def _by_land(state: SinkingState, place: Place, radius: int) -> list[Place]:
    """Spaces within `radius` steps that all lead over land (S-R-70)."""
    held = edge = [place]
    for _ in range(radius):
        edge = [n for p in edge for n in NEAR[p] if n in state.land and n not in held]
        held = held + edge
    return held


def harvest(state: SinkingState, seat: Seat) -> list[Place]:
    """The tiles that pay a player in a production phase now, lowest first (S-PROD-01, S-R-15, S-R-16).

    A tile that the player controls pays once if a worker or settlement of the player (with option
    any_piece: of anybody) is on it; a captured city does not count (S-R-35).
    """
    own = state.options.production_claim == "own_piece"
    held = control(state, seat)
    tiles = [
        p
        for p, s in state.settlements.items()
        if p in held and s.captor == NOBODY and (s.owner == seat or not own)
    ]
    tiles += [
        p for p, owner in state.workers.items() if p in held and (owner == seat or not own) and p not in tiles
    ]
    return sorted(tiles, key=LOW.__getitem__)


def produces(state: SinkingState, seat: Seat) -> int:
    """What a player would collect in a production phase now."""
    return sum([state.land[p] for p in harvest(state, seat)])


# ------------------------------------------------------------------ the flood track

NUMBERS: Final[tuple[tuple[int, ...], ...]] = (
    (), (1,), (2,), (2, 1), (3, 1), (4, 1), (4, 2), (5, 2), (5, 2, 1), (5, 3, 1), (6, 3, 1), (6, 4, 1), (6, 4, 2),
    (6, 4, 2, 1), (6, 5, 2, 1), (6, 5, 3, 1), (6, 5, 3, 2), (6, 5, 3, 2, 1), (6, 5, 4, 2, 1), (6, 5, 4, 3, 1),
    (6, 5, 4, 3, 2),
)  # fmt: skip
"""Squares 1 to 20 of the flood track; square k adds up to k (S-CMP-08, S-R-02). Square 0 is none."""
DIE_SQUARE, END_SPACE = 21, 22


def square_name(square: int) -> str:
    """ "6/4/2", "die" for square 21, "end" for the space beyond (S-R-04)."""
    if square < DIE_SQUARE:
        return "/".join(map(str, NUMBERS[square]))
    return "die" if square == DIE_SQUARE else "end"


def last_square(options: Options) -> int:
    """Where the marker stops for good (S-R-04, S-R-70)."""
    if options.flood_read == "own" or options.end_of_track == "stop_on_last":
        return DIE_SQUARE
    return END_SPACE


def square_read(options: Options, marker: int) -> int:
    """The square that the next flood roll reads (S-FLD-03, S-R-03)."""
    return marker if options.flood_read == "own" else marker - 1


def floods_on(options: Options, square: int, roll: int) -> int:
    """How many floods a roll brings when this square is read (S-FLD-03, S-FLD-04, S-R-04)."""
    if square >= DIE_SQUARE:
        return 7 - roll if options.end_of_track == "six_numbers" else roll
    return sum([1 for number in NUMBERS[square] if number >= roll])


def purse(state: SinkingState, seat: Seat) -> str:
    """A player's stock in words; without a number where stocks are hidden, as everybody reads it (S-R-55)."""
    return f"your {state.stock[seat]} resources" if state.options.open_resources else "your resources"
