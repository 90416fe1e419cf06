"""What a player may know (F-R-22): hands are hidden from the opponent, the pile from both.

Discards, destroyed units and everything on the board are open.
"""

from __future__ import annotations

import random

from atlantis_nb.core.game import OPEN, Seat, Viewer, pick

from .data import SPELLS
from .state import FoesState

HIDDEN = "?"


def view(state: FoesState, viewer: Viewer) -> FoesState:
    """The state with chits masked that the viewer cannot know: "?" for each.

    With one shared pile the viewer knows only what is left over for the other hand and the pile
    together; with a pile of his own he knows what is in it, as it is all that he has not seen yet.
    """
    if viewer is OPEN:
        return state
    seen = state.copy()
    hands = [h if seat == viewer else (HIDDEN,) * len(h) for seat, h in enumerate(state.hands)]
    seen.hands = (hands[0], hands[1])
    own = viewer if len(state.piles) > 1 else -1
    seen.piles = tuple(p if i == own else (HIDDEN,) * len(p) for i, p in enumerate(state.piles))
    return seen


def on_board(state: FoesState, pile: int) -> list[str]:
    """Chits of a pile that everybody sees: discards, on the table, under units they made."""
    from .data import KIND_OF

    chits = [*state.discards[pile], *state.table[pile]]
    for uid, unit in state.units.items():
        if len(state.piles) > 1 and unit.owner != pile:
            continue
        if KIND_OF[uid].force == "created":
            chits.append(KIND_OF[uid].id)
        elif unit.undead:
            chits.append("raise_dead")
    return chits


def guess(state: FoesState, player: Seat, rng: random.Random) -> FoesState:
    """A full state that agrees with the player's view: unseen chits dealt at random."""
    full = view(state, player).copy()
    hands, piles = list(full.hands), list(full.piles)
    for i in range(len(piles)):
        unseen = sorted(SPELLS)
        seats = [s for s in (0, 1) if len(piles) == 1 or s == i]
        known = on_board(full, i) + [c for s in seats for c in hands[s]] + list(piles[i])
        for chit in known:
            if chit != HIDDEN:
                unseen.remove(chit)
        for s in seats:
            if HIDDEN in hands[s]:
                hands[s] = tuple(sorted(unseen.pop(pick(rng, len(unseen))) for _ in hands[s]))
        if HIDDEN in piles[i]:
            piles[i] = tuple(unseen)
    full.hands = (hands[0], hands[1])
    full.piles = tuple(piles)
    return full
