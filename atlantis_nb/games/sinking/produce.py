"""Production phase: collect, set the turn order, exchange captured cities (S-PROD-01 to S-PROD-06)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from atlantis_nb.core.game import Action, Auto, Chance, Log, Place, Seat

from .state import (
    NOBODY,
    SIZES,
    VILLAGE,
    Settlement,
    SinkingState,
    cities_left,
    harvest,
    settlers_left,
)


class Lot(Action, frozen=True):
    """A lot among players who produced the same amount falls on one of them."""

    seat: Seat

    def __str__(self) -> str:
        return f"The lot falls on player {self.seat + 1}"


class ProductionPhase(Auto[SinkingState], frozen=True):
    """Collect from every tile that a player controls and has a worker or settlement on; then the
    turn order, then the exchange (S-PROD-01, S-PROD-02, S-PROD-06). The map counts as it stands
    (S-R-18), the size of a settlement makes no difference (S-R-16)."""

    rules: ClassVar[tuple[str, ...]] = ("S-PROD-01", "S-PROD-06", "S-R-14", "S-R-15", "S-R-16", "S-R-18")

    def run(self, state: SinkingState, log: Log) -> None:
        state.phase = "production"
        produced = []
        for seat in range(len(state.names)):
            tiles = harvest(state, seat)
            amount = sum([state.land[p] for p in tiles])
            produced.append(amount)
            state.stock[seat] += amount
            log.say(
                "collect", ("S-PROD-01",), "{by:player} collects {amount} from {n:s tile}.", tuple(tiles),
                by=seat, amount=amount, n=len(tiles),
            )  # fmt: skip
        state.produced = tuple(produced)
        state.agenda.append(Exchange())
        state.agenda.append(SetOrder())


class SetOrder(Auto[SinkingState], frozen=True):
    """Whoever produced least becomes first (S-PROD-02, S-PROD-03, S-R-19)."""

    rules: ClassVar[tuple[str, ...]] = ("S-PROD-02", "S-PROD-03", "S-R-19")
    done: tuple[Seat, ...] = ()

    def run(self, state: SinkingState, log: Log) -> None:
        done, produced = self.done, state.produced
        left = [seat for seat in range(len(produced)) if seat not in done]
        while left:
            least = min([produced[seat] for seat in left])
            tied = [seat for seat in left if produced[seat] == least]
            if len(tied) > 1:
                state.agenda.append(DrawLot(done, tuple(tied)))
                return
            done = (*done, tied[0])
            left.remove(tied[0])
        state.order = done
        log.say("order", self.rules, "The turn order is {order:players}.", order=list(done))


class DrawLot(Chance[SinkingState, Lot], frozen=True):
    """Players who produced the same draw lots for their places, afresh every time (S-PROD-04, S-R-19)."""

    rules: ClassVar[tuple[str, ...]] = ("S-PROD-04", "S-R-19")
    done: tuple[Seat, ...]
    tied: tuple[Seat, ...]

    def outcomes(self, state: SinkingState) -> Sequence[tuple[Lot, int]]:
        return [(Lot(seat), 1) for seat in self.tied]

    def apply(self, state: SinkingState, action: Lot, log: Log) -> None:
        log.say(
            "lot", self.rules, "{tied:players} produced the same; the lot falls on {seat:player}.",
            tied=list(self.tied), seat=action.seat,
        )  # fmt: skip
        done = (*self.done, action.seat)
        left = tuple([seat for seat in self.tied if seat != action.seat])
        if len(left) > 1:
            state.agenda.append(DrawLot(done, left))
        else:
            state.agenda.append(SetOrder(done + left))


def received(state: SinkingState, town: Settlement) -> int:
    """The size in which the captor receives a city: the same, or one less by option (S-OPT-08, S-R-60)."""
    return town.size - 1 if state.options.captured_city_shrinks else town.size


def exchanges(state: SinkingState) -> list[Place]:
    """The captured cities that change hands now, in the order of capture (S-R-37, S-R-68).

    Start with all. While some captor needs more pieces of a kind than they have in stock plus
    lifted pieces of theirs, drop that captor's latest captured city that needs this kind.
    """
    towns = state.settlements
    out = sorted([p for p, s in towns.items() if s.captor != NOBODY], key=lambda p: towns[p].taken)

    def short(captor: Seat, village: bool) -> bool:
        need = sum(
            [
                1
                for p in out
                if towns[p].captor == captor and (received(state, towns[p]) == VILLAGE) is village
            ]
        )
        if village:
            return need > settlers_left(state, captor)
        lifted = sum([1 for p in out if towns[p].owner == captor])
        return need > cities_left(state, captor) + lifted

    again = True
    while again:
        again = False
        for captor in range(len(state.names)):
            for village in (False, True):
                if short(captor, village):
                    out.remove(
                        [
                            p
                            for p in out
                            if towns[p].captor == captor and (received(state, towns[p]) == VILLAGE) is village
                        ][-1]
                    )
                    again = True
    return out


class Exchange(Auto[SinkingState], frozen=True):
    """Each captured city is replaced by one of the captor's (S-PROD-05); all exchanges happen together
    (S-R-68). One for which the captor has no piece stays captured (S-R-37)."""

    rules: ClassVar[tuple[str, ...]] = ("S-PROD-05", "S-OPT-08", "S-R-37", "S-R-60", "S-R-68")

    def run(self, state: SinkingState, log: Log) -> None:
        if not state.captures:
            return
        going = exchanges(state)
        for place, town in list(state.settlements.items()):
            if town.captor != NOBODY and place not in going:
                log.say(
                    "waits", ("S-R-37",), "{by:player} has no free piece for the city on {at}: it stays captured.",
                    (place,), by=town.captor, at=place,
                )  # fmt: skip
        for place in going:
            town = state.settlements[place]
            size = received(state, town)
            state.settlements[place] = Settlement(town.captor, size, state.round)
            rules = ("S-PROD-05", *(("S-OPT-08",) if size != town.size else ()))
            log.say(
                "exchange", rules, "The {old} of {owner:player} on {at} becomes a {new} of {by:player}.", (place,),
                owner=town.owner, by=town.captor, at=place, old=SIZES[town.size], new=SIZES[size],
            )  # fmt: skip
