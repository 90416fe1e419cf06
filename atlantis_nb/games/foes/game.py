"""FoesGame: the game as the toolkit sees it, put together from its modules."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING

from atlantis_nb.core.charts import Chart, Explorer
from atlantis_nb.core.game import Auto, Chance, Clock, Decision, Game, Place, Seat, Viewer
from atlantis_nb.core.rulebook import Rulebook
from atlantis_nb.core.scene import Mark, Panel, Scene

from . import attack, casting, dice, draw, movement, setup, spells, turn
from . import view as seen
from .options import Options as FoesOptions
from .setup import new_state
from .state import FoesState

if TYPE_CHECKING:
    pass


class FoesGame(Game[FoesState]):
    id = "foes"
    title = "The Five Foes of Atlantis"
    summary = (
        "Two players fight for Atlantis: the walled city in the middle against five armies from the rim."
    )
    players = (2, 2)
    colours = ("Atlanteans", "Five Foes")
    bound = 120_000
    Options = FoesOptions
    State = FoesState
    phases = ("Set-up", "Draw", "Movement", "Attack", "End")
    actions = (
        movement.Take, movement.MoveTo, movement.Embark, movement.PickUp, movement.Stay, movement.EndMoves,
        movement.SkipMove, attack.Attack, attack.Join, attack.DeathSpell, attack.RollDice, attack.Batter,
        attack.HoldFire, attack.Cataclysm, attack.EndAttacks, attack.SkipAttack, casting.Cast, casting.By,
        casting.AimUnit, casting.AimHex, casting.EnoughHexes, casting.Pass, draw.Draw, draw.Discard, draw.Keep,
        dice.Rolled, dice.Die, setup.PlaceUnit, setup.PlaceAboard,
    )  # fmt: skip
    tasks = (
        setup.Deployment, setup.Deploy, turn.Turn, draw.DrawPhase, draw.ThrowAway, draw.NextDraw, draw.DrawChit,
        movement.MovementPhase, movement.MovementTurn, movement.MoveGo, movement.Travel, casting.Moment,
        casting.Answer, casting.PickCaster, casting.PickTarget, casting.TakeEffect, spells.Tremor,
        spells.NextVictim, attack.AttackPhase, attack.AttackTurn, attack.AttackGo, attack.AddAttackers,
        attack.EndAttackPhase, attack.Strike, attack.RollX, attack.Gather, attack.RollAttack, attack.Defend,
        attack.RollDefence, attack.Judge, attack.Slay, attack.EndBattle, turn.EndTurn,
    )  # fmt: skip

    @cached_property
    def rulebook(self) -> Rulebook:
        return Rulebook(files(__package__).joinpath("rules.toml"))

    def start(self, options: FoesOptions, names: Sequence[str]) -> FoesState:
        if len(names) != 2:
            raise ValueError(f"{self.title} is for 2 players, not {len(names)}.")
        state = new_state(options, names)
        self.settle(state)
        return state

    @staticmethod
    def settle(state: FoesState) -> FoesState:
        """Run automatic tasks up to the next choice (in place)."""
        from atlantis_nb.core.game import QUIET

        while state.agenda and isinstance(state.agenda[-1], Auto):
            state.agenda.pop().run(state, QUIET)
        return state

    def view(self, state: FoesState, viewer: Viewer) -> FoesState:
        return seen.view(state, viewer)

    def guess(self, state: FoesState, player: Seat, rng: random.Random) -> FoesState:
        return seen.guess(state, player, rng)

    def clock(self, state: FoesState) -> Clock:
        label = f"turn {state.turn}, {state.phase} Phase" if state.turn else "set-up"
        return Clock(state.turn, state.phase, f"{state.turn}.{state.phase}.{state.goes}", label)


GAME = FoesGame()
__all__ = ["GAME", "Chance", "Chart", "Decision", "Explorer", "FoesGame", "Mark", "Panel", "Place", "Scene"]
