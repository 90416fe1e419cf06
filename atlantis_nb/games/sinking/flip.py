"""Flip phase: settlers become villages, workers and soldiers change places (S-FLIP-01 to S-FLIP-05)."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from atlantis_nb.core.game import Action, Auto, Decision, Illegal, Log, Place, Seat

from .state import VILLAGE, Settlement, SinkingState, change, count, use


class Done(Action, frozen=True):
    """The player does nothing more in this turn."""

    def __str__(self) -> str:
        return "Done"


DONE = Done()


class Found(Action, frozen=True):
    """A settler becomes a village."""

    by: Seat
    place: Place

    def __str__(self) -> str:
        return f"Found a village on {self.place}"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"piece:settler{self.by}@{self.place}",)


class Rise(Action, frozen=True):
    """A worker becomes a soldier."""

    by: Seat
    place: Place

    def __str__(self) -> str:
        return f"Turn the worker on {self.place} into a soldier"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"piece:worker{self.by}@{self.place}",)


class Work(Action, frozen=True):
    """A soldier becomes a worker."""

    by: Seat
    place: Place

    def __str__(self) -> str:
        return f"Turn a soldier on {self.place} into a worker"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"piece:soldier{self.by}@{self.place}",)


Flip = Found | Rise | Work | Done

found = lru_cache(maxsize=None)(Found)
rise = lru_cache(maxsize=None)(Rise)
work = lru_cache(maxsize=None)(Work)

UNUSED = (0, 0, 0)


class FlipPhase(Auto[SinkingState], frozen=True):
    """Players flip in reverse turn order (S-FLIP-01, S-TURN-03)."""

    rules: ClassVar[tuple[str, ...]] = ("S-FLIP-01", "S-TURN-03")

    def run(self, state: SinkingState, log: Log) -> None:
        state.phase = "flip"
        for seat in state.order:
            state.agenda.append(FlipTurn(seat))


class FlipTurn(Auto[SinkingState], frozen=True):
    """One player's flips; passed over where nothing can be flipped."""

    rules: ClassVar[tuple[str, ...]] = ("S-FLIP-01",)
    player: Seat

    def run(self, state: SinkingState, log: Log) -> None:
        state.used.clear()
        go_on(state, self.player)


def go_on(state: SinkingState, seat: Seat) -> None:
    """Ask for another flip if one is possible."""
    if len(flips(state, seat)) > 1:
        state.agenda.append(Flipping(player=seat))


def flips(state: SinkingState, seat: Seat) -> list[Flip]:
    """All flips of a player, then Done. Each piece is flipped once at most (S-R-20)."""
    settlements, workers, used = state.settlements, state.workers, state.used
    out: list[Flip] = []
    for place, here in state.settlers.items():
        if here[seat] and place not in settlements:
            out.append(found(seat, place))
    for place, owner in workers.items():
        if owner == seat and not used.get(place, UNUSED)[2]:
            out.append(rise(seat, place))
    for place, here in state.soldiers.items():
        if (
            here[seat]
            and place not in settlements
            and place not in workers
            and here[seat] > used.get(place, UNUSED)[0]
        ):
            out.append(work(seat, place))
    out.append(DONE)
    return out


class Flipping(Decision[SinkingState, Flip], frozen=True):
    """Flips in any order, as many as the player likes (S-FLIP-02, S-FLIP-03, S-R-20, S-R-56)."""

    rules: ClassVar[tuple[str, ...]] = ("S-FLIP-02", "S-FLIP-03", "S-R-20", "S-R-56")

    def ask(self, state: SinkingState) -> str:
        return "Flip settlers, workers and soldiers, or choose Done."

    def legal(self, state: SinkingState) -> list[Flip]:
        return flips(state, self.player)

    def default(self, state: SinkingState) -> Flip:
        return DONE

    def apply(self, state: SinkingState, action: Flip, log: Log) -> None:
        seat = self.player
        if isinstance(action, Done):
            return
        place = action.place
        if isinstance(action, Found):
            change(state, state.settlers, place, seat, -1)
            state.settlements[place] = Settlement(seat, VILLAGE, state.round)
            log.say(
                "found", ("S-FLIP-02", "S-CMP-11"), "{by:player} founds a village on {at}.", (place,),
                by=seat, at=place,
            )  # fmt: skip
        elif isinstance(action, Rise):
            del state.workers[place]
            change(state, state.soldiers, place, seat, 1)
            use(state, place, soldiers=1)
            log.say(
                "rise", ("S-FLIP-03", "S-CMP-10"), "{by:player} turns the worker on {at} into a soldier.", (place,),
                by=seat, at=place,
            )  # fmt: skip
        else:
            change(state, state.soldiers, place, seat, -1)
            state.workers[place] = seat
            use(state, place, workers=1)
            log.say(
                "work", ("S-FLIP-03", "S-CMP-09"), "{by:player} turns a soldier on {at} into a worker.", (place,),
                by=seat, at=place,
            )  # fmt: skip
        go_on(state, seat)

    def why_not(self, state: SinkingState, action: Action) -> Illegal | None:
        seat = self.player
        if isinstance(action, Found | Rise | Work) and action not in self.legal(state):
            place, used = action.place, state.used.get(action.place, UNUSED)
            if action.by != seat:
                return Illegal(("S-FLIP-01",), "Only your own pieces can be flipped, in your own turn.")
            if isinstance(action, Found):
                if place in state.settlements:
                    return Illegal(("S-FLIP-04", "S-R-21"), f"There is a settlement on {place} already.")
                return Illegal(("S-FLIP-02",), f"You have no settler on {place}.")
            if isinstance(action, Rise):
                if used[2]:
                    return Illegal(("S-R-20",), f"The worker on {place} has been flipped in this phase.")
                return Illegal(("S-FLIP-03",), f"You have no worker on {place}.")
            if not count(state.soldiers, place, seat):
                return Illegal(("S-FLIP-03",), f"You have no soldier on {place}.")
            if place in state.settlements or place in state.workers:
                what = "settlement" if place in state.settlements else "worker"
                return Illegal(
                    ("S-FLIP-05", "S-R-21", "S-R-22"),
                    f"No soldier can become a worker on {place}: there is a {what}.",
                )
            return Illegal(("S-R-20",), f"The soldier on {place} has been flipped in this phase.")
        return super().why_not(state, action)

    def wish(self, state: SinkingState, clicks: tuple[str, ...]) -> Action | None:
        return wish(clicks)


def wish(clicks: tuple[str, ...]) -> Action | None:
    """The flip meant by a click on a piece, whoever owns it."""
    kind, _, name = clicks[0].partition(":")
    if kind != "piece" or "@" not in name:
        return None
    piece, _, place = name.partition("@")
    what, seat = piece.rstrip("x")[:-1], piece.rstrip("x")[-1]
    flip = {"settler": Found, "worker": Rise, "soldier": Work}.get(what)
    return flip(int(seat), place) if flip is not None and seat.isdigit() else None
