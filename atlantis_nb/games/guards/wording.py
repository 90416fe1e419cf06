"""Actions as a person at the table says them: cards, units and players by the names the state knows."""

from __future__ import annotations

from atlantis_nb.core.game import Action

from . import move, round_end, values
from .actions import (
    Defend,
    Discard,
    DrawSeat,
    LevelUp,
    Pick,
    PickPlayer,
    PlayCard,
    TakeBack,
    Use,
    place_name,
)  # fmt: skip
from .openings import own_only
from .state import State
from .turn import UseCard

VERBS: dict[type[Action], str] = {
    PlayCard: "Play {} face down",
    Defend: "Defend with {}",
    Discard: "Discard {}",
    TakeBack: "Take back {}",
    LevelUp: "Level up: {}",
}


PARTS = {"main": "", "strike": "plain"}
"""The uses that may attack, and the part of the card each carries out."""


def text(state: State, action: Action) -> str:
    """An action at the state in which it is chosen."""
    match action:
        case PlayCard() | Defend() | Discard() | TakeBack() | LevelUp():
            deck = values.deck(state)
            if action.card in deck.cards:
                said = VERBS[type(action)].format(deck.label(action.card))
                return said + (_item(state, action) if isinstance(action, LevelUp) else "")
        case DrawSeat():
            return f"{state.names[action.seat]} is drawn"
        case PickPlayer():
            return f"Take {state.names[action.seat]} ({place_name(action.hero)})"
        case Pick() if action.unit in state.units and action.unit not in state.heroes:
            return f"The {state.call(action.unit).removeprefix('a ')} on {state.at(action.unit)}"
        case Use() if state.agenda and isinstance(task := state.agenda[-1], UseCard):
            return _use(state, action, task)
    return str(action)


def _use(state: State, action: Use, task: UseCard) -> str:
    """What the card is used for, with its name or its number."""
    card = task.card(state)
    own = own_only(state, task.hero, card.id, PARTS[action.what]) if action.what in PARTS else []
    if own:
        return f"Attack {own_words(state, own)}: {card.name}"
    if action.what == "main":
        return f"{card.card_type.capitalize()}: {card.name}"
    if action.what == "move" and card.movement is not None:
        return f"Move, up to {move.movement(state, task.hero, card)}"
    return str(action)


def own_words(state: State, minions: list[str]) -> str:
    """Minions of the own team that an attack would have to hit, since nobody else is in reach (G-R-39)."""
    if len(minions) == 1:
        unit = state.units[minions[0]]
        return f"your own {unit.kind} minion on {unit.at}"
    return "a minion of your own"


def _item(state: State, action: LevelUp) -> str:
    """The item that comes with a level: the other card of the pair (G-ITEM-01)."""
    task = state.agenda[-1] if state.agenda else None
    if not isinstance(task, round_end.BuyLevel):
        return ""
    other = round_end.spare(state, task.hero, action.card)
    return f", item {round_end.item_words(state, other)}" if other is not None else ""
