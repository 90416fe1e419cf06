"""Purchase phase: new soldiers and settlers appear in villages and cities (S-BUY-01 to S-BUY-07)."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, Final, Literal

from atlantis_nb.core.game import Action, Auto, Decision, Illegal, Log, Place, Seat

from .flip import DONE, UNUSED, Done
from .state import (
    NOBODY,
    SIZES,
    VILLAGE,
    Settlement,
    SinkingState,
    change,
    citizens_left,
    clicked,
    has_cities,
    purse,
    settlers_left,
    use,
)

PRICE: Final = {"soldier": 2, "settler": 5}
"""What a citizen (bought as a soldier, S-R-07) and a settler cost (S-BUY-06, S-BUY-07)."""


class Buy(Action, frozen=True):
    """A new piece appears in a settlement."""

    piece: Literal["soldier", "settler"]
    place: Place

    def __str__(self) -> str:
        return f"Buy a {self.piece} in {self.place} for {PRICE[self.piece]}"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"cell:{self.place}", f"button:Buy a {self.piece}")


buy = lru_cache(maxsize=None)(Buy)


class PurchasePhase(Auto[SinkingState], frozen=True):
    """Players buy in reverse turn order (S-BUY-01, S-TURN-03)."""

    rules: ClassVar[tuple[str, ...]] = ("S-BUY-01", "S-TURN-03")

    def run(self, state: SinkingState, log: Log) -> None:
        state.phase = "purchase"
        for seat in state.order:
            state.agenda.append(BuyTurn(seat))


class BuyTurn(Auto[SinkingState], frozen=True):
    """One player's purchases; passed over where nothing can be bought."""

    rules: ClassVar[tuple[str, ...]] = ("S-BUY-01",)
    player: Seat

    def run(self, state: SinkingState, log: Log) -> None:
        state.used.clear()
        go_on(state, self.player)


def go_on(state: SinkingState, seat: Seat) -> None:
    """Ask for another purchase if one is possible."""
    if state.stock[seat] >= PRICE["soldier"] and len(purchases(state, seat)) > 1:
        state.agenda.append(Buying(player=seat))


def fits(size: int, soldiers: int, settlers: int) -> bool:
    """May a settlement receive so many pieces in one round (S-BUY-03 to S-BUY-05, S-R-39)?

    A village takes one soldier; a small city two soldiers or one settler; a large city is two lots
    like a small city each.
    """
    if size == VILLAGE:
        return settlers == 0 and soldiers <= 1
    return soldiers + 2 * settlers <= 2 * size


def shut(state: SinkingState, place: Place, town: Settlement) -> bool:
    """Can nothing be bought here? Not in a captured city (S-R-35), nor in a besieged one unless its
    owner has no other city free of capture (S-OPT-06, S-R-59)."""
    return town.captor != NOBODY or (town.besieged and has_cities(state, town.owner) > 1)


def purchases(state: SinkingState, seat: Seat) -> list[Buy | Done]:
    """All purchases of a player, then Done. Each needs its price and a free piece (S-R-13, S-R-39)."""
    money = state.stock[seat]
    out: list[Buy | Done] = []
    if money >= 2:
        soldier = citizens_left(state, seat) > 0
        settler = money >= 5 and settlers_left(state, seat) > 0
        if soldier or settler:
            used = state.used
            for place, town in state.settlements.items():
                if town.owner == seat and not shut(state, place, town):
                    a, b, _ = used.get(place, UNUSED)
                    if soldier and fits(town.size, a + 1, b):
                        out.append(buy("soldier", place))
                    if settler and fits(town.size, a, b + 1):
                        out.append(buy("settler", place))
    out.append(DONE)
    return out


class Buying(Decision[SinkingState, Buy | Done], frozen=True):
    """Soldiers and settlers for resources, upright in the player's settlements (S-BUY-02, S-R-39)."""

    rules: ClassVar[tuple[str, ...]] = ("S-BUY-02", "S-R-07", "S-R-39", "S-R-56")

    def ask(self, state: SinkingState) -> str:
        return f"Buy soldiers (2) and settlers (5) with {purse(state, self.player)}, or choose Done."

    def legal(self, state: SinkingState) -> list[Buy | Done]:
        return purchases(state, self.player)

    def default(self, state: SinkingState) -> Buy | Done:
        return DONE

    def apply(self, state: SinkingState, action: Buy | Done, log: Log) -> None:
        if isinstance(action, Done):
            return
        seat, place, piece = self.player, action.place, action.piece
        state.stock[seat] -= PRICE[piece]
        if piece == "soldier":
            change(state, state.soldiers, place, seat, 1)
            use(state, place, soldiers=1)
        else:
            change(state, state.settlers, place, seat, 1)
            use(state, place, settlers=1)
        log.say(
            "buy", ("S-BUY-02", "S-BUY-06" if piece == "soldier" else "S-BUY-07"),
            "{by:player} buys a {piece} in {at} for {price}.", (place,),
            by=seat, piece=piece, at=place, price=PRICE[piece],
        )  # fmt: skip
        go_on(state, seat)

    def why_not(self, state: SinkingState, action: Action) -> Illegal | None:
        if isinstance(action, Buy) and action not in self.legal(state):
            return self._refuse(state, action)
        return super().why_not(state, action)

    def _refuse(self, state: SinkingState, action: Buy) -> Illegal | None:
        seat, place, piece = self.player, action.place, action.piece
        town = state.settlements.get(place)
        if town is None or town.owner != seat:
            return Illegal(("S-BUY-02",), f"New pieces appear in your own settlements, and {place} is none.")
        if town.captor != NOBODY:
            return Illegal(("S-R-35",), f"The city on {place} is captured: nobody buys pieces there.")
        if shut(state, place, town):
            return Illegal(("S-OPT-06", "S-R-59"), f"The city on {place} is besieged and not your only city.")
        if town.size == VILLAGE and piece == "settler":
            return Illegal(("S-BUY-03",), "A village receives no settler.")
        a, b, _ = state.used.get(place, UNUSED)
        if not fits(town.size, a + (piece == "soldier"), b + (piece == "settler")):
            rule = ("S-BUY-03", "S-BUY-04", "S-BUY-05")[town.size]
            most = ("one soldier", "two soldiers or one settler", "as much as two small cities")[town.size]
            return Illegal((rule, "S-R-39"), f"A {SIZES[town.size]} receives {most} a round.")
        if state.stock[seat] < PRICE[piece]:
            rule = "S-BUY-06" if piece == "soldier" else "S-BUY-07"
            return Illegal((rule,), f"A {piece} costs {PRICE[piece]} and you have {state.stock[seat]}.")
        return Illegal(
            ("S-R-13",), f"You have no {'citizen' if piece == 'soldier' else 'settler'} piece left."
        )

    def wish(self, state: SinkingState, clicks: tuple[str, ...]) -> Action | None:
        place = clicked(clicks[0])
        if place is None:
            return None
        settler = len(clicks) > 1 and "settler" in clicks[1]
        return Buy("settler" if settler else "soldier", place)
