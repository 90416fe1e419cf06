"""What a viewer may know, and full states that agree with it (G-R-76, G-R-99).

Nothing is drawn in this game and every card list is open, so the cards a hero still has follow from
what lies on the table: the one secret is which of them lies face down now (and a pending pick in a
draft). A masked hero therefore shows hand and face-down card together as the cards not yet spent.
"""

from __future__ import annotations

import random

from msgspec.structs import replace

from atlantis_nb.core.game import OPEN, Seat, Viewer, pick

from . import turn, values
from .state import HIDDEN, Hero, State


def sees(state: State, viewer: Viewer, hero: Hero) -> bool:
    """Whether a viewer may look at a hero's face-down card."""
    if viewer is OPEN or viewer == hero.seat:
        return True
    return bool(
        state.options.team_sees_hands
        and viewer is not None
        and viewer >= 0
        and state.teams[viewer] == hero.team
    )


def view(state: State, viewer: Viewer) -> State:
    """The state with every secret masked that the viewer may not know."""
    if viewer is OPEN:
        return state
    hidden = [h for h in state.roster if state.heroes[h].chosen and not sees(state, viewer, state.heroes[h])]
    secret = mask_pick(state, viewer)
    if not hidden and secret == state.picking.secret:
        return state
    new = state.copy()
    for hero in hidden:
        mat = state.heroes[hero]
        if mat.chosen != HIDDEN:
            hand = values.deck(state).sort([*mat.hand, mat.chosen])
            new.heroes[hero] = replace(mat, hand=hand, chosen=HIDDEN, must_hold=False)
    new.picking = replace(state.picking, secret=secret)
    return new


def mask_pick(state: State, viewer: Viewer) -> str:
    """A pending draft pick of the other team as "team=?"."""
    team = state.teams[viewer] if viewer is not None and viewer >= 0 else -1
    parts = [p.split("=") for p in state.picking.secret.split(",") if p]
    return ",".join(f"{t}={hero if int(t) == team else HIDDEN}" for t, hero in parts)


def guess(state: State, player: Seat, rng: random.Random) -> State:
    """A full state that agrees with the view of a player; hidden choices are drawn evenly."""
    seen = view(state, player)
    new = seen.copy()
    for hero in seen.roster:
        mat = seen.heroes[hero]
        if mat.chosen == HIDDEN:
            choices = turn.playable(seen, hero)
            card = choices[pick(rng, len(choices))]
            new.heroes[hero] = replace(mat, chosen=card, hand=tuple(c for c in mat.hand if c != card))
    if HIDDEN in seen.picking.secret:
        parts = []
        for part in seen.picking.secret.split(","):
            team, hero = part.split("=")
            pile = seen.picking.piles[int(team)]
            parts.append(f"{team}={pile[pick(rng, len(pile))] if hero == HIDDEN else hero}")
        new.picking = replace(seen.picking, secret=",".join(parts))
    return new
