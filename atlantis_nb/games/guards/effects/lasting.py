"""Primitives that last: modify, forbid, save_minion, cancel, count_minions, trigger."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from atlantis_nb.core.game import Action, Log
from atlantis_nb.games.guards import targets, values
from atlantis_nb.games.guards.actions import EndEffect
from atlantis_nb.games.guards.deck import Icon
from atlantis_nb.games.guards.state import NO_END, ROUND_END, Effect, Frame, State
from atlantis_nb.games.guards.targets import Selector

from .base import Aimed, Op, ask, carry_on, missed

Until = Literal["turn", "next_turn", "round", "always"]


LAST_TURN = 4


def turn_of(state: State, until: str) -> int:
    """The turn with which an effect ends (G-R-88); ROUND_END is the retrieve step.

    After the last turn of a round there is no next one: nothing outlives the retrieve step.
    """
    next_turn = state.turn + 1 if state.turn < LAST_TURN else ROUND_END
    return {"turn": state.turn, "next_turn": next_turn, "round": ROUND_END, "always": NO_END}[until]


ASKS = {
    "has_discard": "with a discarded card", "played_attack": "that revealed an attack card",
    "unresolved": "that have not acted yet", "has_coins": "with coins",
    "near_open_icon": "beside an open minion icon", "near_magma": "beside magma", "near_token": "beside a token",
    "near_minion": "beside a minion", "near_your_minion": "beside a minion of the hero's team",
    "near_your_hero": "beside another hero of the team", "near_your_unit": "beside another unit of the team",
    "near_rock": "beside a mountain or throne", "attacker": "that made this attack",
}  # fmt: skip
"""Predicates, as a log line says them of the units of an area."""


def everyone(s: Selector, reach: int | None = None) -> str:
    """Whom a selector means, in words: "enemy heroes within 3". Without `reach` it names the icon."""
    side = {"enemy": "enemy ", "friendly": "friendly ", "any": "other ", "attackable": "enemy "}[s.side]
    kinds = "/".join(s.types) + " " if s.types else ""
    kind = {"hero": "heroes", "minion": "minions", "unit": "units", "mine": "mines"}.get(s.kind, "icons")
    if s.within == "adjacent":
        where = " on adjacent spaces"
    elif s.within in (None, "board"):
        where = ""
    else:
        where = f" within {reach if reach is not None else s.within}"
    asks = [ASKS[p] for p in s.where]
    if s.where_any:
        asks.append(" or ".join(ASKS[p] for p in s.where_any))
    text = side + kinds + kind + where + "".join(f" {ask}" for ask in asks)
    return text + (f", but none {' or '.join(ASKS[p] for p in s.not_)}" if s.not_ else "")


class _Lasting(Aimed, frozen=True, kw_only=True):
    """Something stays in force: on chosen units, or on whoever stands in an area (G-SKILL-04, 05)."""

    rules: ClassVar[tuple[str, ...]] = ("G-SKILL-04", "G-SKILL-05", "G-R-37", "G-R-38", "G-R-88", "G-R-91")
    who: Selector | str
    until: Until

    def aim(self) -> Selector | str | None:
        return self.who

    def area(self) -> Selector | None:
        return self.who if isinstance(self.who, Selector) and self.who.all else None

    def possible(self, state: State, frame: Frame) -> bool:
        return self.area() is not None or super().possible(state, frame)

    def begin(self, state: State, frame: Frame, log: Log) -> None:
        if self.area() is not None and not self.may:
            self.enter(state, frame, (), log)
        else:
            super().begin(state, frame, log)

    def next(self, state: State, frame: Frame, log: Log) -> None:
        self.enter(state, frame, () if self.area() is not None else frame.picked, log)

    def enter(self, state: State, frame: Frame, on: tuple[str, ...], log: Log) -> None:
        effect = self.effect(state, frame, on)
        state.effects = (*state.effects, effect)
        log.say(
            "effect", ("G-SKILL-04", "G-SKILL-05", "G-R-88"), "{card} of {who}: {what} for {on}, until {end}.",
            who=state.call(frame.hero), card=values.deck(state).cards[frame.card].name, what=self.words(),
            on=self.whom(state, frame, on),
            end={ROUND_END: "the round ends", NO_END: "the game ends"}.get(effect.until, f"turn {effect.until} ends"),
            hero=frame.hero,
        )  # fmt: skip
        carry_on(state, True, mine=(*frame.mine, *on) if not frame.stage else frame.mine)

    def whom(self, state: State, frame: Frame, on: tuple[str, ...]) -> str:
        """On whom it bears: chosen units, or whoever stands in an area that walks with the hero."""
        area = self.area()
        if on or area is None:
            return " and ".join(state.call(u) for u in on) or "nobody"
        return everyone(area, targets.reach_of(state, frame, area.within))

    def effect(self, state: State, frame: Frame, on: tuple[str, ...]) -> Effect:
        raise NotImplementedError

    def words(self) -> str:
        """What it does, without on whom."""
        raise NotImplementedError

    def standing(self, hero: str, card: str, step: int) -> Effect:
        """The same as the standing bonus of an Ultimate (G-ULT-02)."""
        raise NotImplementedError


class Modify(_Lasting, frozen=True, kw_only=True):
    """Changes an icon value by a number while it lasts (G-R-91)."""

    stat: Icon
    amount: Annotated[int, Meta(ge=-60, le=60)]
    vs: Literal["hero"] | None = None

    def effect(self, state: State, frame: Frame, on: tuple[str, ...]) -> Effect:
        return Effect(
            "modify", frame.hero, frame.card, frame.part, frame.at, turn_of(state, self.until), self.stat,
            self.amount, on, self.vs or "",
        )  # fmt: skip

    def words(self) -> str:
        return f"{self.amount:+d} {self.stat}" + (" against heroes" if self.vs else "")

    def standing(self, hero: str, card: str, step: int) -> Effect:
        on = (hero,) if self.who == "self" else ()
        return Effect("modify", hero, card, "", step, NO_END, self.stat, self.amount, on, self.vs or "")


class Forbid(_Lasting, frozen=True, kw_only=True):
    """Rules something out while it lasts."""

    what: Literal["fast_travel", "move_action", "long_move", "skill_action", "displace", "be_attacked"]
    by: Selector | None = None

    def attackers(self) -> Selector | None:
        return self.by

    def effect(self, state: State, frame: Frame, on: tuple[str, ...]) -> Effect:
        spared = targets.ids(frame, "attacker")
        return Effect(
            "forbid", frame.hero, frame.card, frame.part, frame.at, turn_of(state, self.until), self.what,
            0, on, "", spared[0] if spared else "",
        )  # fmt: skip

    def words(self) -> str:
        return {
            "fast_travel": "no fast travel",
            "move_action": "no movement actions",
            "long_move": "movement actions of 1 space at most",
            "skill_action": "no skills",
            "displace": "not to be moved by the other team",
            "be_attacked": "not to be attacked" + (f" by {everyone(self.by)}" if self.by is not None else ""),
        }[self.what]

    def standing(self, hero: str, card: str, step: int) -> Effect:
        on = (hero,) if self.who == "self" else ()
        return Effect("forbid", hero, card, "", step, NO_END, self.what, 0, on)


class SaveMinion(_Lasting, frozen=True, kw_only=True):
    """While this lasts you may pay a card to keep one of these minions that an enemy would defeat."""

    cost: Literal["card"]
    coins: Literal["attacker_keeps", "nobody"]

    def effect(self, state: State, frame: Frame, on: tuple[str, ...]) -> Effect:
        return Effect(
            "save_minion", frame.hero, frame.card, frame.part, frame.at, turn_of(state, self.until), self.coins,
            0, on,
        )  # fmt: skip

    def words(self) -> str:
        keeps = ", the attacker is paid all the same," if self.coins == "attacker_keeps" else ""
        return f"a card may be paid against a defeat{keeps}"

    def standing(self, hero: str, card: str, step: int) -> Effect:
        return Effect("save_minion", hero, card, "", step, NO_END, self.coins)


class Cancel(Op, frozen=True, kw_only=True):
    """End one lasting effect of the target hero, of your choice."""

    rules: ClassVar[tuple[str, ...]] = ("G-R-88", "G-R-87")
    what: Literal["ongoing"]
    target: Selector | str

    def found(self, state: State, frame: Frame) -> list[int]:
        """Where in the list the effects stand that may be ended."""
        if isinstance(self.target, str):
            heroes = list(targets.ids(frame, self.target))
        else:
            heroes = targets.find(state, frame, self.target)
        return [i for i, e in enumerate(state.effects) if e.owner in heroes and e.until != NO_END]

    def possible(self, state: State, frame: Frame) -> bool:
        return bool(self.found(state, frame))

    def begin(self, state: State, frame: Frame, log: Log) -> None:
        found = self.found(state, frame)
        if not found:
            missed(state, self)
        elif len(found) == 1 and not self.may:
            self._end(state, found[0], log)
        else:
            ask(state, frame)

    def options(self, state: State, frame: Frame) -> list[Action]:
        deck = values.deck(state)
        found: list[Action] = []
        for i in self.found(state, frame):
            e = state.effects[i]
            step = deck.steps[e.card, e.part][e.step]
            words = step.words() if isinstance(step, _Lasting) else e.op
            found.append(
                EndEffect(i, f"{deck.cards[e.card].name} of {state.call(e.owner)}, {i + 1}: {words}")
            )
        return found

    def take(self, state: State, frame: Frame, action: Action, log: Log) -> None:
        assert isinstance(action, EndEffect)
        self._end(state, action.n, log)

    def _end(self, state: State, n: int, log: Log) -> None:
        e = state.effects[n]
        state.effects = (*state.effects[:n], *state.effects[n + 1 :])
        log.say(
            "effect_cancelled", ("G-R-87", "G-R-88"), "{card} of {who} is ended.",
            card=values.deck(state).cards[e.card].name, who=state.call(e.owner),
        )  # fmt: skip
        carry_on(state, True)

    def ask(self, state: State, frame: Frame) -> str:
        return f"{values.deck(state).cards[frame.card].name}: choose the lasting effect to end."


# ------------------------------------------------------------------ for Ultimates


class CountMinions(Op, frozen=True, kw_only=True):
    """In minion combat you count as extra minions of your team, where you stand in a fighting zone."""

    rules: ClassVar[tuple[str, ...]] = ("G-MIN-14", "G-R-87", "G-ULT-02")
    amount: Annotated[int, Meta(ge=1, le=60)]


class Trigger(Op, frozen=True, kw_only=True):
    """A lasting reaction: whenever the event happens to you, the steps follow (G-ULT-02)."""

    rules: ClassVar[tuple[str, ...]] = ("G-ULT-02",)
    on: Literal["before_attack", "after_attack", "minion_defeated", "after_basic"]
    do: tuple[Op, ...]

    def parts(self) -> tuple[tuple[str, tuple[Op, ...]], ...]:
        return (("do", self.do),)
