"""Primitives that steer: choose, repeat, replay."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta
from msgspec.structs import replace

from atlantis_nb.core.game import Action, Log
from atlantis_nb.games.guards import values
from atlantis_nb.games.guards.actions import DONE, Option
from atlantis_nb.games.guards.state import Frame, State

from .base import (
    Op,
    Span,
    Then,
    ask,
    carry_on,
    lead,
    may_choose,
    missed,
    push_frame,
    span,
    start_main,
)


class Choose(Op, frozen=True, kw_only=True):
    """Carry out some of the lists of steps, each at most once, in the order you like."""

    rules: ClassVar[tuple[str, ...]] = ("G-R-87", "G-R-92", "G-R-20")
    options_: tuple[tuple[Op, ...], ...]
    picks: Span
    different: bool = False

    def parts(self) -> tuple[tuple[str, tuple[Op, ...]], ...]:
        return tuple((str(i), steps) for i, steps in enumerate(self.options_))

    def inner(self, frame: Frame, n: int) -> Frame:
        """The frame of one of the parts."""
        prefix = f"{frame.part}." if frame.part else ""
        return Frame(
            frame.hero, frame.card, f"{prefix}{frame.at}.{n}", "part", names=frame.names, fired=frame.fired,
            barred=(*frame.barred, *frame.mine) if self.different else frame.barred, hit=frame.hit,
            done=frame.done, chain=frame.chain, replayed=frame.replayed,
        )  # fmt: skip

    def open(self, state: State, frame: Frame) -> list[int]:
        """The parts that may be picked: each must pass the test of a main action alone (G-R-20)."""
        return [
            n
            for n in range(len(self.options_))
            if str(n) not in frame.picked and may_choose(state, self.inner(frame, n))
        ]

    def possible(self, state: State, frame: Frame) -> bool:
        return bool(self.open(state, frame))

    def begin(self, state: State, frame: Frame, log: Log) -> None:
        low, high = span(self.picks)
        found = self.open(state, frame) if frame.count < high else []
        if frame.count >= low and not found:
            carry_on(state, frame.count > 0)
        elif not found:
            missed(state, self)
        elif len(found) == 1 and frame.count < low and not self.may:
            self._pick(state, frame, found[0])
        else:
            ask(state, frame)

    def options(self, state: State, frame: Frame) -> list[Action]:
        found: list[Action] = [Option(n, self._text(state, frame, n)) for n in self.open(state, frame)]
        if frame.count >= span(self.picks)[0]:
            found.append(DONE)
        return found

    def _text(self, state: State, frame: Frame, n: int) -> str:
        return ", then ".join(describe(s) for s in self.options_[n])

    def take(self, state: State, frame: Frame, action: Action, log: Log) -> None:
        if isinstance(action, Option):
            self._pick(state, frame, action.n)
        else:
            carry_on(state, True)

    def _pick(self, state: State, frame: Frame, n: int) -> None:
        state.frames[-1] = replace(frame, picked=(*frame.picked, str(n)), count=frame.count + 1)
        push_frame(state, self.inner(frame, n))

    def mandatory(self) -> bool:
        """Whether every part holds a mandatory move; then the choice must find one that can be made."""
        return all(any(s.mandatory() for s in steps) for steps in self.options_)

    def ahead(self, state: State, frame: Frame, then: Then) -> bool:
        return bool(self.open(state, frame)) and then(replace(frame, done=True))

    def ask(self, state: State, frame: Frame) -> str:
        return f"{values.deck(state).cards[frame.card].name}: choose one of its parts."


def describe(step: Op) -> str:
    """A step in a few words, for a button."""
    name = type(step).__name__
    words = "".join(" " + c.lower() if c.isupper() else c for c in name).strip()
    target = getattr(step, "target", None)
    within = getattr(target, "within", None)
    where = {"adjacent": " beside you", "range": " in range", "radius": " in the radius"}.get(str(within), "")
    if isinstance(within, int):
        where = f" within {within}"
    for what in ("cards", "coins"):
        n = getattr(step, what, 0)
        if isinstance(n, int) and n:
            where += f" {n} {what}"
    kind = getattr(target, "kind", "")
    return f"{words}{' a ' + kind if kind else ''}{where}"


class Repeat(Op, frozen=True, kw_only=True):
    """Carry out all steps before this one again. A repeat is not repeated (G-R-92).

    In a trigger: carry out the whole attack action that fired it again, without firing triggers
    before_attack and after_attack.
    """

    rules: ClassVar[tuple[str, ...]] = ("G-R-92", "G-R-87")
    times: Annotated[int, Meta(ge=1, le=9)]
    different: bool = False

    def again(self, state: State, frame: Frame) -> Frame:
        """The frame of the run to come."""
        if frame.role == "trigger":
            card, _, part = frame.fired.partition(":")
            return Frame(
                frame.hero,
                card,
                part,
                quiet=True,
                replayed=True,
                barred=frame.barred if self.different else (),
            )
        barred = (*frame.barred, *frame.mine) if self.different else frame.barred
        return replace(
            frame, at=0, stage=0, picked=(), left=(), count=0, runs=frame.runs + 1, mine=(), barred=barred,
            names=tuple(k for k in frame.names if k.name in ("attacker", "fallen")), hit=None, done=False,
            stopped=False, trail=(),
        )  # fmt: skip

    def possible(self, state: State, frame: Frame) -> bool:
        if frame.runs >= self.times:
            return False
        if frame.role == "trigger":
            return may_choose(state, self.again(state, frame))
        return self._steps_possible(state, frame)

    def _steps_possible(self, state: State, frame: Frame) -> bool:
        """Whether the steps before this one may be led again."""
        steps = values.deck(state).steps[frame.card, frame.part][: frame.at]
        return lead(state, self.again(state, frame), steps, 0, False)

    def begin(self, state: State, frame: Frame, log: Log) -> None:
        if not self.possible(state, frame):
            carry_on(state, False)
        elif self.may:
            ask(state, frame)
        else:
            self.carry(state, frame, log)

    def carry(self, state: State, frame: Frame, log: Log) -> None:
        log.say(
            "repeat", ("G-R-92",), "{who} uses {card} again.", who=state.call(frame.hero),
            card=values.deck(state).cards[frame.fired.partition(":")[0] or frame.card].name,
        )  # fmt: skip
        if frame.role == "trigger":
            carry_on(state, True, runs=frame.runs + 1)
            push_frame(state, self.again(state, frame))
        else:
            state.frames[-1] = self.again(state, frame)


class Replay(Op, frozen=True, kw_only=True):
    """Use the main action of one of your cards again, with the numbers of that card (G-R-87, G-R-92)."""

    rules: ClassVar[tuple[str, ...]] = ("G-R-87", "G-R-92", "G-TURN-07", "G-R-98")
    which: Literal["last_resolved", "this_card"]

    def card(self, state: State, frame: Frame) -> str:
        if self.which == "this_card":
            return frame.fired.partition(":")[0]
        resolved = state.heroes[frame.hero].resolved
        return resolved[-1] if resolved else ""

    def possible(self, state: State, frame: Frame) -> bool:
        card = self.card(state, frame)
        if not card or card == frame.card or card in frame.chain:
            return False
        known = values.deck(state).cards[card]
        if known.card_type not in ("attack", "skill"):
            return False
        if known.card_type == "skill" and values.forbidden(state, "skill_action", frame.hero) is not None:
            return False
        return may_choose(state, self._frame(frame, card))

    @staticmethod
    def _frame(frame: Frame, card: str) -> Frame:
        """The frame of the card used again; it knows the cards that led to it (G-R-98)."""
        return Frame(frame.hero, card, replayed=True, chain=(*frame.chain, frame.card))

    def carry(self, state: State, frame: Frame, log: Log) -> None:
        card = self.card(state, frame)
        log.say(
            "replay", ("G-R-87", "G-R-92"), "{who} uses {card} again.", who=state.call(frame.hero),
            card=values.deck(state).cards[card].name,
        )  # fmt: skip
        carry_on(state, True)
        start_main(state, self._frame(frame, card))

    def ask(self, state: State, frame: Frame) -> str:
        return f"Use {values.deck(state).cards[self.card(state, frame)].name} again?"
