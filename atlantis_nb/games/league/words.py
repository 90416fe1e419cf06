"""Actions in words: teams, mechs and schemes by their names, players by theirs."""

from __future__ import annotations

from atlantis_nb.core.game import Action

from .actions import (
    PLACEHOLDER,
    TITLES,
    BetOn,
    Buy,
    Dealt,
    Drop,
    Exchange,
    Hit,
    Keep,
    Pick,
    Shown,
    Slide,
    Spare,
    Start,
    Swap,
)
from .state import LeagueState


def action_text(state: LeagueState, action: Action) -> str:
    """What a person reads on a button and in the list of moves; letters and numbers stay in sight."""
    data = state.roster
    mech, team = data.called, data.team_called
    match action:
        case BetOn():
            return f"{TITLES[action.category]}: {team(action.team)}"
        case Pick():
            return f"Pick {mech(action.mech)}"
        case Start():
            return f"{state.names[action.seat]} starts" if action.seat < len(state.names) else str(action)
        case Buy() | Shown() | Keep() if action.scheme in data.scheme:
            name = data.scheme[action.scheme].name
            if isinstance(action, Buy):
                return f"Buy {name} for one credit"
            return f"Turn up {name}" if isinstance(action, Shown) else f"Keep {name} for later"
        case Slide():
            return f"{action.verb} {mech(action.mech)} {action.start}>{action.to}"
        case Hit():
            return f"Knock out {mech(action.mech)}"
        case Drop():
            return f"Drop {mech(action.mech)} through the trapdoor"
        case Exchange():
            return f"Trade places of {mech(action.a)} and {mech(action.b)}"
        case Spare() if action.mech:
            return f"Spare the rivals, take the credit of {mech(action.mech)}"
        case Swap():
            return f"Swap {mech(action.out) or 'a blank line'} for {mech(action.into)}"
        case Dealt():
            return "Deal the placeholder" if action.tile == PLACEHOLDER else f"Deal {mech(action.tile)}"
    return str(action)
