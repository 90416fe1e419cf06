"""Expansion phase: villages and small cities grow (S-EXP-01 to S-EXP-06)."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from msgspec.structs import replace

from atlantis_nb.core.game import Action, Auto, Decision, Illegal, Log, Place, Seat

from .flip import DONE, Done
from .options import Options
from .state import LARGE, MOUNTAIN, NOBODY, SIZES, SMALL, VILLAGE, SinkingState, cities_left, clicked, purse


class Grow(Action, frozen=True):
    """A village becomes a small city, or a small city a large one."""

    place: Place

    def __str__(self) -> str:
        return f"Expand the settlement on {self.place}"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"cell:{self.place}",)


grow = lru_cache(maxsize=None)(Grow)


def growth_price(options: Options, size: int) -> int:
    """What it costs to expand a settlement of this size (S-EXP-05, S-EXP-06, S-R-06)."""
    return 6 if size == VILLAGE else options.large_city_price


class ExpansionPhase(Auto[SinkingState], frozen=True):
    """Players expand in reverse turn order (S-EXP-01, S-TURN-03)."""

    rules: ClassVar[tuple[str, ...]] = ("S-EXP-01", "S-TURN-03")

    def run(self, state: SinkingState, log: Log) -> None:
        state.phase = "expansion"
        state.used.clear()
        for seat in state.order:
            state.agenda.append(ExpandTurn(seat))


class ExpandTurn(Auto[SinkingState], frozen=True):
    """One player's expansions; passed over where nothing can grow."""

    rules: ClassVar[tuple[str, ...]] = ("S-EXP-01",)
    player: Seat

    def run(self, state: SinkingState, log: Log) -> None:
        if state.stock[self.player] >= 6 and len(growths(state, self.player)) > 1:
            state.agenda.append(Expanding(player=self.player))


def growths(state: SinkingState, seat: Seat) -> list[Grow | Done]:
    """All expansions that a player can make and pay, then Done (S-EXP-02 to S-EXP-06, S-R-40).

    `since` bars a settlement that was founded, grown or received in this round. A captured or
    besieged city cannot grow (S-R-35, S-OPT-07), nor any settlement on the mountain if the option
    says so (S-OPT-09).
    """
    money, now, options = state.stock[seat], state.round, state.options
    out: list[Grow | Done] = []
    for place, town in state.settlements.items():
        if (
            town.owner == seat
            and town.since < now
            and town.size != LARGE
            and town.captor == NOBODY
            and not town.besieged
            and money >= growth_price(options, town.size)
            and not (place == MOUNTAIN and options.mountain_no_city)
            and (town.size == SMALL or cities_left(state, seat) > 0)
        ):
            out.append(grow(place))
    out.append(DONE)
    return out


class Expanding(Decision[SinkingState, Grow | Done], frozen=True):
    """Any number of settlements that the player can pay for, each once (S-EXP-02, S-EXP-04, S-R-40)."""

    rules: ClassVar[tuple[str, ...]] = ("S-EXP-02", "S-EXP-03", "S-EXP-04", "S-R-40", "S-R-56")

    def ask(self, state: SinkingState) -> str:
        return (
            f"Expand villages (6) and small cities ({state.options.large_city_price}) "
            f"with {purse(state, self.player)}, or choose Done."
        )

    def legal(self, state: SinkingState) -> list[Grow | Done]:
        return growths(state, self.player)

    def default(self, state: SinkingState) -> Grow | Done:
        return DONE

    def apply(self, state: SinkingState, action: Grow | Done, log: Log) -> None:
        if isinstance(action, Done):
            return
        seat, place = self.player, action.place
        town = state.settlements[place]
        price = growth_price(state.options, town.size)
        state.stock[seat] -= price
        state.settlements[place] = replace(town, size=town.size + 1, since=state.round)
        log.say(
            "grow", ("S-EXP-02", "S-EXP-05" if town.size == VILLAGE else "S-EXP-06", "S-CMP-12"),
            "{by:player} expands the {old} on {at} into a {new} for {price}.", (place,),
            by=seat, at=place, old=SIZES[town.size], new=SIZES[town.size + 1], price=price,
        )  # fmt: skip
        state.agenda.append(ExpandTurn(seat))

    def why_not(self, state: SinkingState, action: Action) -> Illegal | None:
        if isinstance(action, Grow) and action not in self.legal(state):
            return self._refuse(state, action.place)
        return super().why_not(state, action)

    def _refuse(self, state: SinkingState, place: Place) -> Illegal:
        town = state.settlements.get(place)
        if town is None or town.owner != self.player:
            return Illegal(("S-EXP-02",), f"You have no settlement on {place}.")
        if town.size == LARGE:
            return Illegal(("S-EXP-02",), "A large city cannot grow.")
        if town.captor != NOBODY:
            return Illegal(("S-R-35", "S-R-40"), "A captured city cannot be expanded.")
        if town.besieged:
            return Illegal(("S-OPT-07", "S-R-59"), "A besieged city cannot be expanded.")
        if town.since >= state.round:
            if town.size == VILLAGE:
                return Illegal(("S-EXP-03", "S-R-40"), f"The village on {place} was founded this round.")
            return Illegal(
                ("S-EXP-04", "S-R-40"), f"The city on {place} has grown or come to you this round."
            )
        if place == MOUNTAIN and state.options.mountain_no_city:
            return Illegal(("S-OPT-09", "S-R-61"), "With this option no city may be built on the mountain.")
        if town.size == VILLAGE and cities_left(state, self.player) <= 0:
            return Illegal(("S-R-13",), "You have no city piece left.")
        price = growth_price(state.options, town.size)
        rule = "S-EXP-05" if town.size == VILLAGE else "S-EXP-06"
        return Illegal((rule,), f"This costs {price} and you have {state.stock[self.player]}.")

    def wish(self, state: SinkingState, clicks: tuple[str, ...]) -> Action | None:
        place = clicked(clicks[0])
        return None if place is None else Grow(place)
