"""Actions as a person at the table says them: cards, units and players by the names the state knows."""

from __future__ import annotations

from atlantis_nb.core.game import Action

from . import move, values
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
from .state import State
from .turn import UseCard

VERBS: dict[type[Action], str] = {
    PlayCard: "Play {} face down",
    Defend: "Defend with {}",
    Discard: "Discard {}",
    TakeBack: "Take back {}",
    LevelUp: "Level up: {}",
}


def text(state: State, action: Action) -> str:
    """An action at the state in which it is chosen."""
    match action:
        case PlayCard() | Defend() | Discard() | TakeBack() | LevelUp():
            deck = values.deck(state)
            if action.card in deck.cards:
                return VERBS[type(action)].format(deck.label(action.card))
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
    if action.what == "main":
        return f"{card.card_type.capitalize()}: {card.name}"
    if action.what == "move" and card.movement is not None:
        return f"Move, up to {move.movement(state, task.hero, card)}"
    return str(action)
