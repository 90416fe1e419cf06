"""Setup: the map is laid, the start pieces are placed (S-SET-01 to S-SET-11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from atlantis_nb.core import hexes
from atlantis_nb.core.game import Action, Auto, Chance, Decision, Illegal, Log, Place, Seat

from .produce import ProductionPhase
from .state import LOW, MOUNTAIN, NEAR, SMALL, Settlement, SinkingState, change

EACH: Final = (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6)
"""The twelve tiles of one player in the order in which they must be laid (S-SET-02, S-R-09)."""


def deal(players: int) -> list[int]:
    """All tiles in ascending order; the rest of the 72 stay in the box (S-CMP-03, S-R-08)."""
    return sorted(EACH * players)


def gaps(state: SinkingState) -> list[Place]:
    """The empty spaces of the innermost ring that still has one (S-SET-04, S-R-09), lowest first."""
    radius = 1
    while not (empty := [p for p in hexes.ring(radius) if p not in state.land]):
        radius += 1
    return sorted(empty, key=LOW.__getitem__)


def edge(state: SinkingState, place: Place) -> bool:
    """Is this a number tile with sea next to it (S-R-12)?"""
    return place != MOUNTAIN and any(n not in state.land for n in NEAR[place])


def worker_places(state: SinkingState, city: Place) -> list[Place]:
    """Number tiles next to a city without a settlement or worker of anybody, lowest first (S-R-12)."""
    return sorted(
        [
            n
            for n in NEAR[city]
            if n in state.land and n != MOUNTAIN and n not in state.settlements and n not in state.workers
        ],
        key=LOW.__getitem__,
    )


def city_places(state: SinkingState) -> list[Place]:
    """Where a start city may stand (S-R-12): an edge tile without any piece and with room for two
    workers; if there is none, any number tile that has the room."""
    free = [
        p
        for p in sorted(state.land, key=LOW.__getitem__)
        if p != MOUNTAIN
        and p not in state.settlements
        and p not in state.workers
        and len(worker_places(state, p)) >= 2
    ]
    return [p for p in free if edge(state, p)] or free


# ------------------------------------------------------------------ actions


class Drawn(Action, frozen=True):
    """A lot falls on a player."""

    seat: Seat

    def __str__(self) -> str:
        return f"The lot falls on player {self.seat + 1}"


class Filled(Action, frozen=True):
    """The next tile of a random map falls on a place."""

    place: Place

    def __str__(self) -> str:
        return f"The next tile falls on {self.place}"


class LayTile(Action, frozen=True):
    number: int
    place: Place

    def __str__(self) -> str:
        return f"Lay a {self.number} on {self.place}"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"cell:{self.place}",)


class PlaceCity(Action, frozen=True):
    place: Place

    def __str__(self) -> str:
        return f"Start with a city on {self.place}"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"cell:{self.place}",)


class PlaceWorker(Action, frozen=True):
    place: Place

    def __str__(self) -> str:
        return f"Put a worker on {self.place}"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"cell:{self.place}",)


# ------------------------------------------------------------------ the map


class BuildMap(Auto[SinkingState], frozen=True):
    """The mountain lies in the middle; the tiles are laid as the option says (S-SET-03, S-R-11).

    The colours and their pieces (S-SET-01) are the seats; four citizens of each stay on the score
    board (S-SET-09).
    """

    rules: ClassVar[tuple[str, ...]] = ("S-SET-01", "S-SET-02", "S-SET-03", "S-SET-09", "S-R-08", "S-R-11")

    def run(self, state: SinkingState, log: Log) -> None:
        state.agenda.append(DrawOrder())
        state.agenda.append(MapDone())
        build = state.options.board_build
        if build == "draft":
            state.agenda.append(FirstLayer())
        elif build == "random":
            state.agenda.append(FillMap())
        else:
            radius, tiles = 1, deal(len(state.names))
            while tiles:
                for place in hexes.ring(radius):
                    if tiles:
                        state.land[place] = tiles.pop(0)
                radius += 1


class FirstLayer(Chance[SinkingState, Drawn], frozen=True):
    """A starting player is drawn; turns then go round in seat order (S-R-09)."""

    rules: ClassVar[tuple[str, ...]] = ("S-SET-04", "S-R-09")

    def outcomes(self, state: SinkingState) -> Sequence[tuple[Drawn, int]]:
        return [(Drawn(seat), 1) for seat in range(len(state.names))]

    def apply(self, state: SinkingState, action: Drawn, log: Log) -> None:
        log.say(
            "lot", self.rules, "{by:player} is drawn to lay the first tile.", by=action.seat,
        )  # fmt: skip
        state.agenda.append(Laying(player=action.seat))


class Laying(Decision[SinkingState, LayTile], frozen=True):
    """One tile as close to the mountain as possible, lowest number first (S-SET-04, S-SET-05, S-R-09)."""

    rules: ClassVar[tuple[str, ...]] = ("S-SET-04", "S-SET-05", "S-R-09")

    def number(self, state: SinkingState) -> int:
        """The lowest number that the player still holds."""
        return EACH[(len(state.land) - 1) // len(state.names)]

    def ask(self, state: SinkingState) -> str:
        return f"Lay a {self.number(state)} on an empty space of the innermost open ring."

    def legal(self, state: SinkingState) -> list[LayTile]:
        number = self.number(state)
        return [LayTile(number, p) for p in gaps(state)]

    def apply(self, state: SinkingState, action: LayTile, log: Log) -> None:
        state.land[action.place] = action.number
        log.say(
            "lay", ("S-SET-04",), "{by:player} lays a {number} on {at}.", (action.place,),
            by=self.player, number=action.number, at=action.place,
        )  # fmt: skip
        if len(state.land) <= len(EACH) * len(state.names):
            state.agenda.append(Laying(player=(self.player + 1) % len(state.names)))

    def why_not(self, state: SinkingState, action: Action) -> Illegal | None:
        if isinstance(action, LayTile):
            number = self.number(state)
            if action.number != number:
                return Illegal(
                    ("S-SET-05", "S-R-09"),
                    f"The lowest number still held goes first: that is a {number}, not a {action.number}.",
                )
            if action.place in state.land:
                return Illegal(("S-SET-04",), f"There is a tile on {action.place} already.")
            if action.place not in gaps(state):
                return Illegal(
                    ("S-SET-04", "S-R-09"),
                    f"{action.place} is not as close to the mountain as possible: "
                    "an inner ring still has an empty space.",
                )
        return super().why_not(state, action)

    def wish(self, state: SinkingState, clicks: tuple[str, ...]) -> Action | None:
        kind, _, name = clicks[0].partition(":")
        return LayTile(self.number(state), name) if kind == "cell" else None


class FillMap(Chance[SinkingState, Filled], frozen=True):
    """A map by lot: ring after ring, ascending numbers, each ring in a shuffled order (S-R-11)."""

    rules: ClassVar[tuple[str, ...]] = ("S-R-11",)
    series: ClassVar[bool] = True

    def outcomes(self, state: SinkingState) -> Sequence[tuple[Filled, int]]:
        return [(Filled(p), 1) for p in gaps(state)]

    def apply(self, state: SinkingState, action: Filled, log: Log) -> None:
        tiles = deal(len(state.names))
        number = state.land[action.place] = tiles[len(state.land) - 1]
        log.say(
            "lay", self.rules, "A {number} falls on {at}.", (action.place,), number=number, at=action.place
        )
        if len(state.land) <= len(tiles):
            state.agenda.append(self)


class MapDone(Auto[SinkingState], frozen=True):
    """Every empty space next to land is sea now (S-R-10)."""

    rules: ClassVar[tuple[str, ...]] = ("S-CMP-03", "S-R-10")

    def run(self, state: SinkingState, log: Log) -> None:
        if state.options.mountain_value:
            state.land[MOUNTAIN] = state.options.mountain_value
        log.say("map", self.rules, "The map is complete; the spaces around it are sea.")


# ------------------------------------------------------------------ the start pieces


class DrawOrder(Auto[SinkingState], frozen=True):
    """The order of placing the start pieces is drawn by lot, place by place (S-SET-06, S-R-12)."""

    rules: ClassVar[tuple[str, ...]] = ("S-SET-06", "S-R-12")
    drawn: tuple[Seat, ...] = ()

    def run(self, state: SinkingState, log: Log) -> None:
        left = [seat for seat in range(len(state.names)) if seat not in self.drawn]
        if len(left) > 1:
            state.agenda.append(DrawNext(self.drawn))
            return
        order = state.order = self.drawn + tuple(left)
        log.say("order", self.rules, "The order of placing is {order:players}.", order=list(order))
        state.agenda.append(SetupDone())
        if state.options.start_rounds == "three_rounds":
            for workers in (1, 0):
                for seat in reversed(order):
                    state.agenda.append(StartWorkers(seat) if workers else StartCity(player=seat, alone=True))
        else:
            for seat in reversed(order):
                state.agenda.append(StartCity(player=seat))


class DrawNext(Chance[SinkingState, Drawn], frozen=True):
    """Who places next (S-SET-06)."""

    rules: ClassVar[tuple[str, ...]] = ("S-SET-06", "S-R-12")
    drawn: tuple[Seat, ...] = ()

    def outcomes(self, state: SinkingState) -> Sequence[tuple[Drawn, int]]:
        return [(Drawn(seat), 1) for seat in range(len(state.names)) if seat not in self.drawn]

    def apply(self, state: SinkingState, action: Drawn, log: Log) -> None:
        state.agenda.append(DrawOrder((*self.drawn, action.seat)))


class StartCity(Decision[SinkingState, PlaceCity], frozen=True):
    """One small city on the edge of the map (S-SET-06, S-R-12). `alone`: the workers follow later."""

    rules: ClassVar[tuple[str, ...]] = ("S-SET-06", "S-R-12")
    alone: bool = False

    def ask(self, state: SinkingState) -> str:
        return "Place your small city on the edge of the map."

    def legal(self, state: SinkingState) -> list[PlaceCity]:
        return [PlaceCity(p) for p in city_places(state)]

    def apply(self, state: SinkingState, action: PlaceCity, log: Log) -> None:
        state.settlements[action.place] = Settlement(self.player, SMALL, 0)
        log.say(
            "place_city", ("S-SET-06",), "{by:player} starts with a small city on {at}.", (action.place,),
            by=self.player, at=action.place,
        )  # fmt: skip
        if not self.alone:
            state.agenda.append(StartWorkers(self.player))

    def why_not(self, state: SinkingState, action: Action) -> Illegal | None:
        if isinstance(action, PlaceCity) and action.place not in city_places(state):
            place = action.place
            if place == MOUNTAIN:
                return Illegal(("S-R-12",), "Nobody starts on the mountain.")
            if place not in state.land:
                return Illegal(("S-R-12", "S-R-23"), f"There is no land on {place}.")
            if place in state.settlements or place in state.workers:
                return Illegal(("S-R-12",), f"A piece stands on {place} already.")
            if not edge(state, place):
                return Illegal(("S-SET-06", "S-R-12"), f"{place} is not on the edge: no sea is next to it.")
            return Illegal(("S-SET-07", "S-R-12"), f"There is no room for two workers around {place}.")
        return super().why_not(state, action)

    def wish(self, state: SinkingState, clicks: tuple[str, ...]) -> Action | None:
        kind, _, name = clicks[0].partition(":")
        return PlaceCity(name) if kind == "cell" else None


class StartWorkers(Auto[SinkingState], frozen=True):
    """Two workers around the city, then a soldier into it (S-SET-07, S-SET-08, S-R-12).

    In three rounds another city may have taken the room; then a worker stays in stock (S-R-71).
    """

    rules: ClassVar[tuple[str, ...]] = ("S-SET-07", "S-SET-08", "S-R-12", "S-R-71")
    player: Seat
    placed: int = 0

    def run(self, state: SinkingState, log: Log) -> None:
        city = start_city(state, self.player)
        if self.placed < 2 and worker_places(state, city):
            state.agenda.append(StartWorker(player=self.player, placed=self.placed))
            return
        change(state, state.soldiers, city, self.player, 1)
        log.say(
            "place_soldier", ("S-SET-08",), "{by:player} puts a soldier into the city on {at}.", (city,),
            by=self.player, at=city,
        )  # fmt: skip


def start_city(state: SinkingState, seat: Seat) -> Place:
    """The one city that a player has during the setup."""
    return next(p for p, s in state.settlements.items() if s.owner == seat)


class StartWorker(Decision[SinkingState, PlaceWorker], frozen=True):
    """A worker on a tile of the player's choice around the city (S-SET-07, S-R-12)."""

    rules: ClassVar[tuple[str, ...]] = ("S-SET-07", "S-R-12")
    placed: int = 0

    def ask(self, state: SinkingState) -> str:
        return f"Put your {'second' if self.placed else 'first'} worker on a tile next to your city."

    def legal(self, state: SinkingState) -> list[PlaceWorker]:
        return [PlaceWorker(p) for p in worker_places(state, start_city(state, self.player))]

    def apply(self, state: SinkingState, action: PlaceWorker, log: Log) -> None:
        state.workers[action.place] = self.player
        log.say(
            "place_worker", ("S-SET-07",), "{by:player} puts a worker on {at}.", (action.place,),
            by=self.player, at=action.place,
        )  # fmt: skip
        state.agenda.append(StartWorkers(self.player, self.placed + 1))

    def why_not(self, state: SinkingState, action: Action) -> Illegal | None:
        if isinstance(action, PlaceWorker):
            place, city = action.place, start_city(state, self.player)
            if place not in state.land or place == MOUNTAIN:
                return Illegal(("S-R-12",), f"A worker starts on a number tile, and {place} is none.")
            if (steps := hexes.distance(place, city)) != 1:
                return Illegal(
                    ("S-SET-07", "S-R-12"), f"{place} is {steps} steps from the city on {city}, not one."
                )
            if place in state.settlements or place in state.workers:
                return Illegal(("S-R-12", "S-R-22"), f"A settlement or worker is on {place} already.")
        return super().why_not(state, action)

    def wish(self, state: SinkingState, clicks: tuple[str, ...]) -> Action | None:
        kind, _, name = clicks[0].partition(":")
        return PlaceWorker(name) if kind == "cell" else None


class SetupDone(Auto[SinkingState], frozen=True):
    """The marker goes on the square that adds up to the number of players (S-SET-10, S-R-03); one
    production phase comes before the first round (S-SET-11)."""

    rules: ClassVar[tuple[str, ...]] = ("S-SET-10", "S-SET-11", "S-R-03")

    def run(self, state: SinkingState, log: Log) -> None:
        log.say(
            "marker",
            ("S-SET-10", "S-CMP-05"),
            "The flood marker starts on square {square}.",
            square=state.marker,
        )
        state.agenda.append(ProductionPhase())
