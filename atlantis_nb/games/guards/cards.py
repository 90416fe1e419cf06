"""Cards that change hands or places: losing, paying, taking back, forced Hold.

Rules: G-HOLD-04, G-HOLD-05, G-R-78, G-R-90, G-R-94.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from atlantis_nb.core.game import Action, Decision, Illegal, Log

from . import defeat, values
from .actions import Discard, TakeBack
from .state import State


def give_up(state: State, hero: str, card: str) -> None:
    """A card from the hand onto the discard pile (G-R-90)."""
    mat = state.heroes[hero]
    hand = tuple(c for c in mat.hand if c != card)
    state.heroes[hero] = replace(mat, hand=hand, discard=(*mat.discard, card))


def to_give(state: State, hero: str) -> list[str]:
    """The cards a hero may discard: any but Hold (G-HOLD-04)."""
    known = values.deck(state).cards
    return [c for c in state.heroes[hero].hand if known[c].slot != "black"]


def lose(state: State, hero: str, by: str, or_defeated: bool, log: Log) -> None:
    """A hero loses a card from hand: his player picks one, or has none to give (G-R-78)."""
    if hero not in state.units:
        return
    cards = to_give(state, hero)
    if not cards:
        if or_defeated:
            defeat.defeat(state, hero, by, ("G-R-78",), log)
        else:
            log.say(
                "nothing_to_give", ("G-HOLD-04", "G-R-78"), "{who} has no card to give.", who=state.call(hero)
            )
    elif len(cards) == 1:
        _lose(state, hero, cards[0], log)
    else:
        state.agenda.append(LoseCard(player=state.heroes[hero].seat, hero=hero, by=by))


def _lose(state: State, hero: str, card: str, log: Log) -> None:
    give_up(state, hero, card)
    log.say(
        "card_lost", ("G-R-78", "G-R-90"), "{who} discards {card}.",
        who=state.call(hero), card=values.deck(state).label(card), id=card, hero=hero,
    )  # fmt: skip


class LoseCard(Decision[State, Action], frozen=True, kw_only=True):
    """The player of a hero chooses which card to lose (G-HOLD-04, G-R-78)."""

    rules: ClassVar[tuple[str, ...]] = ("G-HOLD-04", "G-R-78", "G-R-90")
    reply: ClassVar[bool] = True
    hero: str
    by: str

    def ask(self, state: State) -> str:
        return f"Discard a card of {state.call(self.hero)}."

    def legal(self, state: State) -> list[Action]:
        return [Discard(c) for c in to_give(state, self.hero)]

    def apply(self, state: State, action: Action, log: Log) -> None:
        assert isinstance(action, Discard)
        _lose(state, self.hero, action.card, log)

    def default(self, state: State) -> Action:
        """The weakest defence goes first."""
        known = values.deck(state).cards
        return Discard(min(to_give(state, self.hero), key=lambda c: (known[c].defense or 0, c)))

    def why_not(self, state: State, action: Action) -> Illegal | None:
        if isinstance(action, Discard):
            return cannot_discard(state, self.hero, action.card)
        return super().why_not(state, action)

    def wish(self, state: State, clicks: tuple[str, ...]) -> Action | None:
        return Discard(clicks[0][5:]) if clicks and clicks[0].startswith("card:") else None


def cannot_discard(state: State, hero: str, card: str) -> Illegal | None:
    """Why a hero may not discard a card, None if he may."""
    found = values.deck(state).cards.get(card)
    mat = state.heroes[hero]
    if found is not None and found.slot == "black":
        return Illegal(("G-HOLD-04",), "Hold can be played but never discarded.")
    if card in mat.hand:
        return None
    if card in mat.table or card == mat.chosen:
        return Illegal(("G-DEF-03", "G-R-81"), "A card that has been played is no longer in the hand.")
    return Illegal(("G-R-78",), f"{state.call(hero)} does not hold that card.")


# ------------------------------------------------------------------ taking back


def can_take(state: State, hero: str, slot: str) -> list[str]:
    """The cards of his discard pile that a hero may take back."""
    known = values.deck(state).cards
    return [c for c in state.heroes[hero].discard if slot == "any" or known[c].slot == slot]


def take_back(state: State, hero: str, card: str, log: Log) -> None:
    """A card from the discard pile into the hand; a lasting effect of it ends (G-R-37, G-R-94)."""
    mat = state.heroes[hero]
    discard = tuple(c for c in mat.discard if c != card)
    hand = values.deck(state).sort([*mat.hand, card])
    state.heroes[hero] = replace(mat, hand=hand, discard=discard)
    state.effects = tuple(e for e in state.effects if not (e.owner == hero and e.card == card))
    log.say(
        "card_taken_back", ("G-R-37", "G-R-90", "G-R-94"), "{who} takes {card} back into the hand.",
        who=state.call(hero), card=values.deck(state).label(card), id=card, hero=hero,
    )  # fmt: skip


class ReturnCard(Decision[State, Action], frozen=True, kw_only=True):
    """The owner chooses the card to take back (G-R-94)."""

    rules: ClassVar[tuple[str, ...]] = ("G-R-90", "G-R-94")
    reply: ClassVar[bool] = True
    hero: str
    slot: str

    def ask(self, state: State) -> str:
        return f"Take a card of {state.call(self.hero)} back into the hand."

    def legal(self, state: State) -> list[Action]:
        return [TakeBack(c) for c in can_take(state, self.hero, self.slot)]

    def apply(self, state: State, action: Action, log: Log) -> None:
        assert isinstance(action, TakeBack)
        take_back(state, self.hero, action.card, log)


def offer_back(state: State, hero: str, slot: str, log: Log) -> None:
    """Let the owner take a card back: at once when there is only one."""
    cards = can_take(state, hero, slot)
    if len(cards) == 1:
        take_back(state, hero, cards[0], log)
    elif cards:
        state.agenda.append(ReturnCard(player=state.heroes[hero].seat, hero=hero, slot=slot))


def force_hold(state: State, hero: str) -> bool:
    """Make Hold the next card a hero plays; nothing happens if it is not in his hand (G-HOLD-05, G-R-78).

    No card of the teaching deck does it; the rule waits for a deck whose cards do.
    """
    known = values.deck(state).cards
    mat = state.heroes[hero]
    if not any(known[c].slot == "black" for c in mat.hand):
        return False
    state.heroes[hero] = replace(mat, must_hold=True)
    return True
