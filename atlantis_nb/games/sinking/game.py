"""The game object: what the toolkit calls."""

from __future__ import annotations

import random
from collections.abc import Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from atlantis_nb.core.charts import Chart, Explorer
from atlantis_nb.core.game import OPEN, QUIET, Action, Auto, Clock, Game, Place, Seat, Viewer, pick
from atlantis_nb.core.rulebook import Rulebook
from atlantis_nb.core.scene import Mark, Panel, Scene

from . import battle, buy, charts, expand, explorers, flip, flood, move, produce, rounds, scene, setup
from .check import check
from .evaluate import evaluate
from .options import Options
from .state import HIDDEN, MOUNTAIN, UNCHOSEN, SinkingState

if TYPE_CHECKING:
    import networkx

_BOOK = Rulebook(files(__package__ or "") / "rules.toml")

GUESSED_STOCK = 40
"""Stocks that a viewer may not see are guessed from 0 to this many (option open_resources = false)."""


class Sinking(Game[SinkingState]):
    """Atlantis: the Sinking Continent."""

    id = "sinking"
    title = "Atlantis: the Sinking Continent"
    summary = (
        "Settle a continent that floods eat from the coast inward. A city pays its points only when it is "
        "destroyed, and later destruction pays more."
    )
    players = (2, 6)
    bound = 200_000
    Options = Options
    State = SinkingState
    phases = rounds.PHASES
    actions = (
        setup.Drawn, setup.Filled, setup.LayTile, setup.PlaceCity, setup.PlaceWorker,
        flip.Done, flip.Found, flip.Rise, flip.Work,
        move.Move, move.AttackHere, move.Join, move.Fight,
        battle.Roll, battle.NamePlayer, battle.NamePiece, battle.Withdraw, battle.StandFast, battle.Storm,
        battle.Besiege, battle.Pursue, battle.LetFlee, battle.Flee, battle.GoBack, battle.GoOn,
        buy.Buy, expand.Grow,
        flood.Sacrifice, flood.SacrificeFrom, flood.Aim, flood.DestroyNext,
        produce.Lot,
    )  # fmt: skip
    tasks = (
        setup.BuildMap, setup.FirstLayer, setup.Laying, setup.FillMap, setup.MapDone, setup.DrawOrder,
        setup.DrawNext, setup.StartCity, setup.StartWorkers, setup.StartWorker, setup.SetupDone,
        rounds.Round,
        flip.FlipPhase, flip.FlipTurn, flip.Flipping,
        move.MovementPhase, move.MoveTurn, move.Moving, move.Declaring,
        battle.Withdrawing, battle.Battle, battle.Storming, battle.NamingPlayer, battle.NamingPiece, battle.Combat,
        battle.AfterWin, battle.Stopping, battle.Pursuing, battle.Pursuit, battle.Follow, battle.FallenCity,
        battle.Fleeing,
        buy.PurchasePhase, buy.BuyTurn, buy.Buying,
        expand.ExpansionPhase, expand.ExpandTurn, expand.Expanding,
        flood.FloodPhase, flood.Sacrificing, flood.Reveal, flood.FloodRoll, flood.NextFlood, flood.TargetAll,
        flood.Aiming, flood.Destruction, flood.Ordering, flood.AfterDestruction, flood.EscapeTurn, flood.Escaping,
        flood.SinkLand, flood.Tidy, flood.FinalDestruction, flood.Sunk,
        produce.ProductionPhase, produce.SetOrder, produce.DrawLot, produce.Exchange,
    )  # fmt: skip

    @property
    def rulebook(self) -> Rulebook:
        return _BOOK

    def start(self, options: Any, names: Sequence[str]) -> SinkingState:
        n = len(names)
        if not self.players[0] <= n <= self.players[1]:
            raise ValueError(f"{self.title} is for 2 to 6 players, not {n}.")
        if not isinstance(options, Options):
            raise ValueError(f"These are not options of {self.title}.")
        state = SinkingState(
            names=tuple(names),
            agenda=[rounds.Round(), setup.BuildMap()],
            result=None,
            options=options,
            round=0,
            phase="setup",
            order=tuple(range(n)),
            land={MOUNTAIN: 0},
            settlements={},
            workers={},
            soldiers={},
            settlers={},
            used={},
            stock=[0] * n,
            points=[0] * n,
            latest=[0] * n,
            sacrifices=[UNCHOSEN] * n,
            produced=(0,) * n,
            marker=n,
        )
        while isinstance(state.agenda[-1], Auto):
            state.agenda.pop().run(state, QUIET)
        return state

    def action_text(self, state: SinkingState, action: Action) -> str:
        """Players by name, where an action itself knows a seat only."""
        match action:
            case setup.Drawn() | produce.Lot():
                return f"The lot falls on {state.names[action.seat]}"
            case battle.NamePlayer():
                return f"Fight {state.names[action.seat]}"
        return str(action)

    # -------- what a viewer may know

    def view(self, state: SinkingState, viewer: Viewer) -> SinkingState:
        """Sacrifices that are not revealed yet, and by option the stocks, are for their owner only
        (S-FLD-01, S-R-55)."""
        if viewer is OPEN:
            return state
        seen = state.copy()
        for seat in range(len(state.names)):
            if seat == viewer:
                continue
            if not state.revealed and state.sacrifices[seat] != UNCHOSEN and state.stock[seat]:
                seen.sacrifices[seat] = HIDDEN
            if not state.options.open_resources:
                seen.stock[seat] = HIDDEN
                if not state.revealed and state.sacrifices[seat] != UNCHOSEN:
                    seen.sacrifices[seat] = HIDDEN
        seen.agenda = [
            flood.Sacrificing(player=task.player)
            if isinstance(task, flood.Sacrificing) and task.player != viewer
            else task
            for task in seen.agenda
        ]
        return seen

    def guess(self, state: SinkingState, player: Seat, rng: random.Random) -> SinkingState:
        full = self.view(state, player).copy()
        for seat in range(len(full.names)):
            if full.stock[seat] == HIDDEN:
                full.stock[seat] = pick(rng, GUESSED_STOCK + 1)
            if full.sacrifices[seat] == HIDDEN:
                full.sacrifices[seat] = pick(rng, full.stock[seat] + 1)
        return full

    # -------- where we are

    def clock(self, state: SinkingState) -> Clock:
        task = self.task(state)
        if task is None:
            return Clock(state.round, state.phase, "end", f"Round {state.round}, the end")
        player = getattr(task, "player", None)
        who = state.names[player] if player is not None and not task.reply else ""
        if state.phase == "setup":
            turn = f"setup/{len(state.land)}/{len(state.settlements)}"
            return Clock(0, "setup", turn, f"Setup{', ' + who if who else ''}")
        if state.phase == "flood":
            part = "sacrifice" if not state.revealed else f"flood {state.floods}"
            return Clock(state.round, "flood", f"{state.round}/{part}", f"Round {state.round}, {part}")
        if state.round == 0:
            return Clock(0, state.phase, "0/production", "First production")
        seat = scene.turn_of(state)
        who = state.names[seat] if seat is not None else who
        label = f"Round {state.round}, {state.phase}{', ' + who if who else ''}"
        return Clock(state.round, state.phase, f"{state.round}/{state.phase}/{who}", label)

    def scene(self, state: SinkingState, viewer: Viewer) -> Scene:
        return scene.scene(state, viewer)

    def panels(self, state: SinkingState, viewer: Viewer) -> list[Panel]:
        return scene.panels(state, viewer)

    def evaluate(self, state: SinkingState, player: Seat) -> float:
        return evaluate(state, player)

    def check(self, state: SinkingState) -> list[str]:
        return check(state)

    def measures(self, state: SinkingState) -> dict[str, float]:
        return charts.measures(state)

    def difference(self, before: SinkingState, after: SinkingState) -> str:
        return charts.difference(before, after)

    def graph(self, state: SinkingState) -> networkx.Graph[Place]:
        return charts.graph(state)

    def overlays(self, state: SinkingState, viewer: Viewer) -> dict[str, str]:
        return charts.overlays(state)

    def overlay(self, state: SinkingState, viewer: Viewer, key: str, place: Place | None) -> tuple[Mark, ...]:
        return charts.overlay(state, key, place)

    def charts(self, viewer: Viewer) -> dict[str, str]:
        return dict(charts.CHARTS)

    def chart(self, key: str, states: Sequence[SinkingState], viewer: Viewer) -> Chart:
        return charts.chart(key, states)

    def explorers(self) -> tuple[Explorer, ...]:
        return explorers.explorers()

    def setup_text(self, state: SinkingState) -> str:
        from msgspec.structs import fields

        changed = [
            f"{f.name} = {getattr(state.options, f.name)}"
            for f in fields(Options)
            if getattr(state.options, f.name) != f.default
        ]
        return f"{', '.join(state.names)}; " + (", ".join(changed) if changed else "basic game")


GAME = Sinking()
