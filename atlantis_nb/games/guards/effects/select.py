"""Primitive select: choose targets now, for later steps."""

from __future__ import annotations

from msgspec.structs import replace

from atlantis_nb.core.game import Log
from atlantis_nb.games.guards.state import Frame, State
from atlantis_nb.games.guards.targets import Purpose, Selector

from .base import Aimed, Then, carry_on, named, place_of


class Select(Aimed, frozen=True, kw_only=True):
    """Choose targets and give them a name. What may not be done to a heavy is not chosen for it."""

    pick: Selector
    as_: str

    def aim(self) -> Selector | str | None:
        return self.pick

    def finds(self) -> tuple[str, Selector] | None:
        return (self.as_, self.pick)

    def aims(self, state: State, frame: Frame) -> list[str]:
        from atlantis_nb.games.guards import targets

        return targets.find(state, frame, self.pick, self.what_for(state, frame))

    def what_for(self, state: State, frame: Frame) -> Purpose:
        """What the steps after this one do to the chosen target."""
        from atlantis_nb.games.guards import values

        if self.pick.side == "attackable":
            return "attack"
        for step in values.deck(state).steps[frame.card, frame.part][frame.at + 1 :]:
            if isinstance(step, Aimed) and step.aim() == self.as_ and step.purpose:
                return step.purpose
        return ""

    def next(self, state: State, frame: Frame, log: Log) -> None:
        units = frame.picked
        carry_on(state, True, names=named(frame, self.as_, units, [place_of(state, u) for u in units]))

    def ahead(self, state: State, frame: Frame, then: Then) -> bool:
        return any(
            then(
                replace(
                    frame,
                    names=named(frame, self.as_, (u,), (place_of(state, u),)),
                    mine=(*frame.mine, u),
                    done=True,
                )
            )
            for u in self.aims(state, frame)
        )
