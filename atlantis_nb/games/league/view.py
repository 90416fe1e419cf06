"""What a player may know, and full states that agree with it (L-R-08).

Secret are the lines of other players' betting cards, from the bets until the round is scored. All
else is open; the scheme deck has no order to hide, because it is drawn from at random.
"""

from __future__ import annotations

import random
from typing import Any

from atlantis_nb.core.game import OPEN, Seat, Viewer, pick

from .betting import FillPick, FillTeam, NameTeam, PickMech
from .state import EMPTY, HIDDEN, PICKS, Bet, LeagueState


def view(state: LeagueState, viewer: Viewer) -> LeagueState:
    """The state with the cards masked that `viewer` may not see. L-R-08."""
    masked = state.copy()
    if viewer is not OPEN and not state.cards_open:
        masked.bets = [
            bet if seat in (viewer, *unbegun(state)) else HIDDEN for seat, bet in enumerate(state.bets)
        ]
    return masked


def unbegun(state: LeagueState) -> range:
    """Seats whose cards have no line yet: there is nothing to hide on them."""
    return range(state.locked + (written(state) > 0), len(state.bets))


def written(state: LeagueState) -> int:
    """Lines that the player who is filling in a card has been asked for: public, as all see it."""
    for task in reversed(state.agenda):
        if isinstance(task, NameTeam | FillTeam):
            return task.at
        if isinstance(task, PickMech | FillPick):
            return 3 + task.at
    return 0


def guess(state: LeagueState, player: Seat, rng: random.Random) -> LeagueState:
    """A full state that agrees with the view of `player`: masked cards are drawn blindly. L-R-08.

    Uses nothing that `player` may not know. A card that the clock locked is guessed complete.
    """
    seen = view(state, player)
    for seat, bet in enumerate(seen.bets):
        if bet.hidden:
            seen.bets[seat] = random_bet(seen, written(seen) if seat == seen.locked else 3 + PICKS, rng)
    return seen


def random_bet(state: LeagueState, lines: int, rng: random.Random) -> Bet:
    """A legal card with its first `lines` lines filled in blindly."""
    data = state.roster
    teams: list[str] = []
    for _ in range(min(3, lines)):
        free = [t for t in data.team_codes if not state.options.distinct_team_bets or t not in teams]
        teams.append(free[pick(rng, len(free))])
    free = list(data.codes)
    picks = [free.pop(pick(rng, len(free))) for _ in range(max(0, lines - 3))]
    named: Any = (*teams, *EMPTY.teams[len(teams) :])
    five: Any = (*sorted(picks), *EMPTY.picks[len(picks) :])
    return Bet(named, five)
