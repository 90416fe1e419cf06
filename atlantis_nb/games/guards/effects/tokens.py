"""Primitives about tokens: place_token, remove_token (G-R-71, G-RND-04)."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec.structs import replace

from atlantis_nb.core.game import Action, Illegal, Log, Place
from atlantis_nb.games.guards import targets, values
from atlantis_nb.games.guards.actions import DONE, Go, go
from atlantis_nb.games.guards.state import Frame, State
from atlantis_nb.games.guards.targets import Selector, Spaces

from .base import Aimed, Op, Span, ask, carry_on, missed, named, refuse_space, span


def supply(state: State, token: str) -> int:
    """How many tokens of a sort are left (G-COMP-04, G-R-71)."""
    there = sum(1 for t in state.tokens.values() if t.startswith(token))
    return values.deck(state).tokens[token].supply - there


class PlaceToken(Op, frozen=True, kw_only=True):
    """Put tokens on different spaces without a unit and without a token. Too few left: what is left."""

    rules: ClassVar[tuple[str, ...]] = ("G-R-71", "G-COMP-04")
    token: Literal["magma", "mine"]
    count: Span
    to: Spaces | None = None
    trail: bool = False

    def ends(self, state: State, frame: Frame) -> list[Place]:
        if self.trail:
            found = [p for p in frame.trail if targets.empty(state, p)]
        else:
            found = targets.spaces(state, frame, self.to or Spaces(within="board"), token=True)
        return found if supply(state, self.token) > 0 else []

    def possible(self, state: State, frame: Frame) -> bool:
        return bool(self.ends(state, frame))

    def begin(self, state: State, frame: Frame, log: Log) -> None:
        high = span(self.count)[1]
        ends = self.ends(state, frame)
        if self.trail:
            # "in every space you moved out of": no choice, as far as the tokens go
            for place in ends[: min(high, supply(state, self.token))]:
                self._lay(state, frame, place, log)
            carry_on(state, bool(ends))
        elif not ends and not frame.count:
            missed(state, self)
        elif not ends or frame.count == high:
            carry_on(state, True)
        elif len(ends) == 1 and frame.count < span(self.count)[0] and not self.may:
            self.take(state, frame, go(ends[0]), log)
        else:
            ask(state, frame)

    def options(self, state: State, frame: Frame) -> list[Action]:
        found: list[Action] = [go(p) for p in self.ends(state, frame)]
        if frame.count >= span(self.count)[0]:
            found.append(DONE)
        return found

    def take(self, state: State, frame: Frame, action: Action, log: Log) -> None:
        if isinstance(action, Go):
            self._lay(state, frame, action.to, log)
            state.frames[-1] = replace(frame, count=frame.count + 1)
        else:
            carry_on(state, True)

    def _lay(self, state: State, frame: Frame, place: Place, log: Log) -> None:
        state.tokens[place] = f"{self.token}:{frame.hero}"
        log.say(
            "token_placed", ("G-R-71",), "{who} lays a {token} token on {place}.", (place,),
            who=state.call(frame.hero), token=self.token, place=place,
        )  # fmt: skip

    def ask(self, state: State, frame: Frame) -> str:
        return f"{values.deck(state).cards[frame.card].name}: choose a space for a {self.token} token."

    def why_not(self, state: State, frame: Frame, action: Action) -> Illegal:
        if isinstance(action, Go):
            if action.to in state.tokens:
                return Illegal(("G-R-71",), "A token lies there already.")
            return refuse_space(state, action.to, ("G-SKILL-03", "G-R-71"))
        return super().why_not(state, frame, action)


class RemoveToken(Aimed, frozen=True, kw_only=True):
    """Take a token off the board; later steps may name the space it lay on."""

    rules: ClassVar[tuple[str, ...]] = ("G-R-71",)
    pick: Selector
    as_: str

    def aim(self) -> Selector | str | None:
        return self.pick

    def finds(self) -> tuple[str, Selector] | None:
        return (self.as_, self.pick)

    def next(self, state: State, frame: Frame, log: Log) -> None:
        places = [t[1:] for t in frame.picked]
        for place in places:
            token = state.tokens.pop(place)
            log.say(
                "token_removed", ("G-R-71",), "The {token} on {place} is taken off.", (place,),
                token=token.partition(":")[0], place=place,
            )  # fmt: skip
        carry_on(state, True, names=named(frame, self.as_, frame.picked, places))
