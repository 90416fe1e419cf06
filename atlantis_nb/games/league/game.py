"""The Game object: what the toolkit needs, put together from the modules of this folder."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property
from importlib.resources import files

from atlantis_nb.core.game import QUIET, Game, Seat, Viewer
from atlantis_nb.core.rulebook import Rulebook

from . import attack, betting, fixer, rounds, schemes, scoring, setup, slide, turn
from .actions import ACTIONS
from .options import Options as LeagueOptions
from .roster import roster
from .state import ROUNDS, LeagueState, new_state
from .view import guess, view


class League(Game[LeagueState]):
    id = "league"
    title = "Atlantic Robot League"
    summary = "Secret bets on five robot teams; everybody slides the same mechs around a 4x4 arena."
    players = (2, 5)
    bound = 12_000
    Options = LeagueOptions
    State = LeagueState
    actions = ACTIONS
    tasks = (
        rounds.Round, setup.Deal, setup.Shuffle, setup.Show, betting.Betting, betting.NameTeam, betting.PickMech,
        betting.FillTeam, betting.FillPick, betting.NameStart, betting.DrawStart, betting.StartTile,
        turn.FirstTurn, turn.StepOne, turn.EndTurn, fixer.Fixer, fixer.OpenFixer, schemes.BuyScheme, schemes.Play,
        schemes.Discard, schemes.TradePlaces, schemes.Conveyor, schemes.Trapdoor, slide.SlideMech,
        attack.Attack, attack.Announce, attack.KnockOut, scoring.Score,
    )  # fmt: skip
    phases = ("Deal", "Betting", "Scheme", "Slide", "Attack", "Fixer", "Scoring")

    @cached_property
    def _rulebook(self) -> Rulebook:
        return Rulebook(files(__package__) / "rules.toml")

    @property
    def rulebook(self) -> Rulebook:
        return self._rulebook

    def seats(self, players: int | Sequence[str] | None = None) -> tuple[str, ...]:
        """One player may practise; `start` then asks for the option allow_solo (L-R-01)."""
        if isinstance(players, int) and players == 1:
            return (self.colours[0],)
        if isinstance(players, Sequence) and not isinstance(players, str) and len(players) == 1:
            return (str(players[0]),)
        return super().seats(players)

    def start(self, options: LeagueOptions, names: Sequence[str]) -> LeagueState:
        """L-SET-11, L-R-01, L-R-04: refuses a wrong number of players and a wrong data set."""
        fewest = 1 if options.allow_solo else 2
        if not fewest <= len(names) <= 5:
            alone = "" if options.allow_solo else "; one may practise with the option allow_solo"
            raise ValueError(f"{fewest} to 5 can play, not {len(names)}{alone} [L-R-01, L-SET-11].")
        roster(options.data_set)
        state = new_state(options, tuple(names), [rounds.Round(k) for k in range(ROUNDS, 0, -1)])
        state.agenda.pop().run(state, QUIET)
        return state

    def view(self, state: LeagueState, viewer: Viewer) -> LeagueState:
        return view(state, viewer)

    def guess(self, state: LeagueState, player: Seat, rng: random.Random) -> LeagueState:
        return guess(state, player, rng)


GAME = League()
