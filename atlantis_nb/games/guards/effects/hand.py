"""Primitives about hands, purses and answers: discard, pay, retrieve_card, gain_coins, steal_coins,
block, defense_bonus, ignore_minions."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta
from msgspec.structs import replace

from atlantis_nb.core.game import Action, Illegal, Log
from atlantis_nb.games.guards import cards, defeat, values
from atlantis_nb.games.guards.actions import Amount, Discard, TakeBack
from atlantis_nb.games.guards.state import Frame, State
from atlantis_nb.games.guards.targets import Selector

from .base import Aimed, Op, Some, Span, Then, ask, carry_on, missed, span


class DiscardCard(Aimed, frozen=True, kw_only=True, tag="discard"):
    """The owner of each target hero discards one card of his choice, never Hold (G-R-78)."""

    rules: ClassVar[tuple[str, ...]] = ("G-R-78", "G-HOLD-04", "G-SKILL-02")
    target: Selector | str
    or_defeated: bool = False

    def aim(self) -> Selector | str | None:
        return self.target

    def next(self, state: State, frame: Frame, log: Log) -> None:
        carry_on(state, True)
        # The first target is asked first, so its task is pushed last.
        for unit in reversed(frame.picked):
            cards.lose(state, unit, frame.hero, self.or_defeated, log)


class Pay(Op, frozen=True, kw_only=True):
    """Pay from your own hand or purse; without enough the step cannot be done (G-R-78)."""

    rules: ClassVar[tuple[str, ...]] = ("G-R-78", "G-HOLD-04", "G-R-75")
    cards: Some = 0
    coins: Some = 0

    def possible(self, state: State, frame: Frame) -> bool:
        mat = state.heroes[frame.hero]
        return mat.coins >= self.coins and len(cards.to_give(state, frame.hero)) >= self.cards - frame.count

    def begin(self, state: State, frame: Frame, log: Log) -> None:
        if not frame.count and not self.possible(state, frame):
            missed(state, self)
        elif frame.count >= self.cards and (not self.may or frame.count):
            self._paid(state, frame, log)
        elif not self.may and len(cards.to_give(state, frame.hero)) == self.cards - frame.count == 1:
            self.take(state, frame, Discard(cards.to_give(state, frame.hero)[0]), log)
        else:
            ask(state, frame)

    def options(self, state: State, frame: Frame) -> list[Action]:
        if self.cards > frame.count:
            return [Discard(c) for c in cards.to_give(state, frame.hero)]
        return super().options(state, frame)

    def take(self, state: State, frame: Frame, action: Action, log: Log) -> None:
        if isinstance(action, Discard):
            cards.give_up(state, frame.hero, action.card)
            log.say(
                "card_paid", ("G-R-78", "G-R-90"), "{who} throws in {card}.", who=state.call(frame.hero),
                card=values.deck(state).label(action.card), hero=frame.hero,
            )  # fmt: skip
            state.frames[-1] = replace(frame, count=frame.count + 1)
        else:
            self._paid(state, frame, log)

    def _paid(self, state: State, frame: Frame, log: Log) -> None:
        if self.coins:
            mat = state.heroes[frame.hero]
            state.heroes[frame.hero] = replace(mat, coins=mat.coins - self.coins)
            log.say(
                "coins_paid", ("G-R-75",), "{who} pays {n:s coin}.", who=state.call(frame.hero), n=self.coins,
                hero=frame.hero,
            )  # fmt: skip
        carry_on(state, True)

    def ahead(self, state: State, frame: Frame, then: Then) -> bool:
        """A card that is paid lies in the discard pile for what follows."""
        if not self.possible(state, frame):
            return False
        mat = state.heroes[frame.hero]
        paid = tuple(cards.to_give(state, frame.hero)[: self.cards])
        state.heroes[frame.hero] = replace(mat, discard=(*mat.discard, *paid), coins=mat.coins - self.coins)
        try:
            return then(replace(frame, done=True))
        finally:
            state.heroes[frame.hero] = mat

    def ask(self, state: State, frame: Frame) -> str:
        name = values.deck(state).cards[frame.card].name
        return f"{name}: choose a card to throw in." if self.cards else f"{name}: pay {self.coins} coins?"

    def why_not(self, state: State, frame: Frame, action: Action) -> Illegal:
        if isinstance(action, Discard):
            refusal = cards.cannot_discard(state, frame.hero, action.card)
            if refusal is not None:
                return refusal
        return super().why_not(state, frame, action)


class RetrieveCard(Aimed, frozen=True, kw_only=True):
    """Take a card from the own discard pile back into the hand; its owner chooses which (G-R-94)."""

    rules: ClassVar[tuple[str, ...]] = ("G-R-90", "G-R-94", "G-R-37")
    slot: Literal["any", "gold"]
    who: Selector | str | None = None

    def aim(self) -> Selector | str | None:
        return self.who

    def fit(self, state: State, frame: Frame, unit: str) -> bool:
        return bool(cards.can_take(state, unit, self.slot))

    def begin(self, state: State, frame: Frame, log: Log) -> None:
        if self.who is None and self.may and not frame.stage and len(self._own(state, frame)) > 1:
            ask(state, frame)  # one's own optional choice: the card, or leave it
        else:
            super().begin(state, frame, log)

    def _own(self, state: State, frame: Frame) -> list[str]:
        return cards.can_take(state, frame.hero, self.slot)

    def options(self, state: State, frame: Frame) -> list[Action]:
        if self.who is None:
            return [TakeBack(c) for c in self._own(state, frame)]
        return super().options(state, frame)

    def take(self, state: State, frame: Frame, action: Action, log: Log) -> None:
        if isinstance(action, TakeBack):
            carry_on(state, True)
            cards.take_back(state, frame.hero, action.card, log)
        else:
            super().take(state, frame, action, log)

    def next(self, state: State, frame: Frame, log: Log) -> None:
        carry_on(state, True)
        for unit in reversed(frame.picked):
            cards.offer_back(state, unit, self.slot, log)


class GainCoins(Aimed, frozen=True, kw_only=True):
    """Take coins from the supply (G-LVL-05, G-R-70)."""

    rules: ClassVar[tuple[str, ...]] = ("G-LVL-05", "G-R-70")
    amount: Annotated[int, Meta(ge=1, le=60)]
    who: Selector | str | None = None

    def aim(self) -> Selector | str | None:
        return self.who

    def next(self, state: State, frame: Frame, log: Log) -> None:
        for hero in frame.picked:
            defeat.earn(state, hero, self.amount)
            log.say(
                "coins_gained", ("G-LVL-05", "G-R-70"), "{who} gains {n:s coin}.", who=state.call(hero),
                n=self.amount, hero=hero,
            )  # fmt: skip
        carry_on(state, True)


class StealCoins(Aimed, frozen=True, kw_only=True):
    """Take coins from a hero; at most what is there (G-R-75)."""

    rules: ClassVar[tuple[str, ...]] = ("G-R-75", "G-LVL-05")
    target: Selector | str
    amount: Span

    def aim(self) -> Selector | str | None:
        return self.target

    def amounts(self, state: State, frame: Frame) -> list[int]:
        low, high = span(self.amount)
        there = state.heroes[frame.left[0]].coins
        return list(range(min(low, there), min(high, there) + 1))

    def next(self, state: State, frame: Frame, log: Log) -> None:
        found = self.amounts(state, frame)
        if len(found) > 1:
            ask(state, frame)
        else:
            self.took(state, frame, Amount(found[0]), log)

    def further(self, state: State, frame: Frame) -> list[Action]:
        return [Amount(n) for n in self.amounts(state, frame)]

    def took(self, state: State, frame: Frame, action: Action, log: Log) -> None:
        assert isinstance(action, Amount)
        taken = defeat.steal(state, frame.hero, frame.left[0], action.n, log)
        carry_on(state, taken > 0)


# ------------------------------------------------------------------ answers to an attack

Bonus = Annotated[int, Meta(ge=-60, le=60)]


class _Answer(Op, frozen=True, kw_only=True):
    """A step of a defense text: it changes the attack being answered."""

    rules: ClassVar[tuple[str, ...]] = ("G-DEF-04", "G-R-85", "G-R-80")

    def possible(self, state: State, frame: Frame) -> bool:
        return bool(state.attacks) and frame.role == "answer"


class Block(_Answer, frozen=True, kw_only=True):
    """The attack being answered fails, if it is of one of these kinds; else its value decides (G-R-87)."""

    rules: ClassVar[tuple[str, ...]] = ("G-R-87", "G-DEF-04", "G-R-85")
    against: Annotated[tuple[Literal["melee", "ranged", "any"], ...], Meta(min_length=1)]

    def possible(self, state: State, frame: Frame) -> bool:
        if not super().possible(state, frame):
            return False
        kind = state.attacks[-1].kind
        kind = "ranged" if kind == "area" else kind  # an area attack counts as ranged
        return "any" in self.against or kind in self.against

    def carry(self, state: State, frame: Frame, log: Log) -> None:
        state.attacks[-1] = replace(state.attacks[-1], blocked=True)
        carry_on(state, True)


class DefenseBonus(_Answer, frozen=True, kw_only=True):
    """Adds to this defense."""

    amount: Bonus

    def carry(self, state: State, frame: Frame, log: Log) -> None:
        now = state.attacks[-1]
        state.attacks[-1] = replace(now, extra=now.extra + self.amount)
        carry_on(state, True)


class IgnoreMinions(_Answer, frozen=True, kw_only=True):
    """Minions neither raise nor lower this defense."""

    def carry(self, state: State, frame: Frame, log: Log) -> None:
        state.attacks[-1] = replace(state.attacks[-1], ignore_minions=True)
        carry_on(state, True)
