"""The course of the game: three rounds, each dealt, bet on, played and scored."""

from __future__ import annotations

from typing import ClassVar

from atlantis_nb.core.game import Auto, Log

from .betting import Betting, NameStart, StartTile
from .scoring import Score
from .setup import Deal, Show, Shuffle
from .state import LeagueState


class Round(Auto[LeagueState], frozen=True):
    """Deal, schemes, bets, turns, scores: three times. L-END-06, L-END-05, L-R-22, L-BET-03."""

    number: int
    rules: ClassVar[tuple[str, ...]] = ("L-END-06", "L-END-05", "L-R-22")

    def run(self, state: LeagueState, log: Log) -> None:
        from .turn import FirstTurn  # a turn can end a round, so it stands above this module

        agenda = state.agenda
        agenda += [Score("", ()), FirstTurn(), StartTile(), Betting()]
        if self.number == 1 and state.options.first_start == "choose" and len(state.names) > 1:
            agenda.append(NameStart(player=0))
        if self.number == 1:
            agenda += [Show(1), Show(0)]
        elif state.options.reshuffle_schemes_each_round:
            agenda.append(Shuffle())
        agenda.append(Deal(0))


def close_round(state: LeagueState, reason: str, rules: tuple[str, ...], log: Log) -> None:
    """Drop what is left of the turn and go on to the score. L-END-01, L-R-26, L-R-27."""
    agenda = state.agenda
    while not isinstance(agenda[-1], Score):
        agenda.pop()
    agenda[-1] = Score(reason, rules)
