"""The Game object: what the toolkit needs, put together from the modules of this folder."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING

from atlantis_nb.core.charts import Chart, Explorer
from atlantis_nb.core.forecast import Forecast
from atlantis_nb.core.game import QUIET, Action, Clock, Game, Place, Seat, Viewer, and_list, plural
from atlantis_nb.core.rulebook import Rulebook
from atlantis_nb.core.scene import Mark, Panel, Scene

from . import (
    attack,
    betting,
    charts,
    explorers,
    fixer,
    panels,
    rounds,
    scene,
    schemes,
    scoring,
    setup,
    slide,
    turn,
)
from .actions import ACTIONS
from .board import NEAR, SLOTS, ZONE
from .check import check
from .evaluate import evaluate, worth
from .forecast import LeagueForecast
from .options import Options as LeagueOptions
from .roster import roster
from .state import ROUNDS, LeagueState, new_state
from .view import guess, view
from .words import action_text

if TYPE_CHECKING:
    import networkx


class League(Game[LeagueState]):
    id = "league"
    title = "Atlantic Robot League"
    summary = "Secret bets on five robot teams; everybody slides the same mechs around a 4x4 arena."
    players = (2, 5)
    # Names for seats that nobody has named. Mechs have the colours of the teams, so no name is a colour
    # that means something else.
    colours = ("Ada", "Ben", "Cleo", "Dan", "Eva")
    bound = 12_000
    Options = LeagueOptions
    State = LeagueState
    actions = ACTIONS
    tasks = (
        rounds.Round, setup.Deal, setup.Shuffle, setup.Show, betting.Betting, betting.NameTeam, betting.PickMech,
        betting.FillTeam, betting.FillPick, betting.NameStart, betting.DrawStart, betting.StartTile,
        turn.FirstTurn, turn.StepOne, turn.EndTurn, fixer.Fixer, fixer.FixerSwap,
        fixer.OpenSwap, schemes.BuyScheme, schemes.Play,
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

    def clock(self, state: LeagueState) -> Clock:
        """Round, phase and turn; bets and the deal are common steps."""
        task = self.task(state)
        number = max(1, state.round)
        if task is None or state.scored:
            pause = scoring.in_brief(state) if state.scored else ""
            return Clock(number, "Scoring", f"{number}.score", f"round {number} is scored", pause)
        if state.turn == 0:
            phase = "Betting" if isinstance(task, betting.NameTeam | betting.PickMech) else "Deal"
            if isinstance(task, betting.FillTeam | betting.FillPick | betting.NameStart | betting.DrawStart):
                phase = "Betting"
            return Clock(number, phase, f"{number}.{phase.lower()}", f"round {number}, {phase.lower()}")
        phase = PHASE_OF.get(type(task), "Scheme")
        who = state.names[state.active]
        return Clock(number, phase, f"{number}.{state.turn}", f"round {number}, turn {state.turn} ({who})")

    def scene(self, state: LeagueState, viewer: Viewer) -> Scene:
        return scene.scene(state, viewer)

    def panels(self, state: LeagueState, viewer: Viewer) -> list[Panel]:
        return panels.panels(state, viewer)

    def overlays(self, state: LeagueState, viewer: Viewer) -> dict[str, str]:
        return dict(scene.OVERLAYS)

    def overlay(self, state: LeagueState, viewer: Viewer, key: str, place: Place | None) -> tuple[Mark, ...]:
        return scene.overlay(state, viewer, key, place)

    def charts(self, viewer: Viewer) -> dict[str, str]:
        return dict(charts.CHARTS)

    def chart(self, key: str, states: Sequence[LeagueState], viewer: Viewer) -> Chart:
        return charts.chart(key, states, viewer)

    def measures(self, state: LeagueState) -> dict[str, float]:
        """Mechs, KOs and credits over time; a player's points and what the card promises (0 if hidden)."""
        found: dict[str, float] = {
            "mechs left": float(sum(m != "" for m in state.arena)),
            "quiet turns": float(state.quiet),
            "schemes left in the deck": float(len(state.deck)),
        }
        for seat, name in enumerate(state.names):
            known = not state.bets[seat].hidden and any(state.arena)
            found[f"points of {name}"] = float(state.points[seat])
            found[f"credits of {name}"] = float(state.credits[seat])
            found[f"worth of the card of {name}"] = worth(state, seat).total if known else 0.0
        alive, kos = state.alive(), state.knockouts()
        for team in state.roster.teams:
            found[f"mechs of the {team.name}"] = float(alive[team.code])
            found[f"KOs of the {team.name}"] = float(kos[team.code])
        return found

    def evaluate(self, state: LeagueState, player: Seat) -> float:
        return evaluate(state, player)

    def action_text(self, state: LeagueState, action: Action) -> str:
        return action_text(state, action)

    def difference(self, before: LeagueState, after: LeagueState) -> str:
        """KOs, credits, swaps and points between two states."""
        parts = []
        old = {f.mech for f in before.fallen} if before.round == after.round else set()
        gone = [f.mech for f in after.fallen if f.mech not in old]
        if gone:
            parts.append(f"{and_list(gone)} knocked out")
        if after.first_out and after.first_out != before.first_out:
            parts.append(f"{after.roster.team[after.first_out].name} first out")
        for seat, name in enumerate(after.names):
            for what, now, then in (
                ("point", after.points[seat], before.points[seat]),
                ("credit", after.credits[seat], before.credits[seat]),
            ):
                if now != then:
                    parts.append(
                        f"{name} {'gains' if now > then else 'loses'} {plural(abs(now - then), what)}"
                    )
        if not parts and after.arena != before.arena:
            parts = [
                f"{m} to {after.slot_of(m)}" for m in after.arena if m and after.slot_of(m) != before.slot_of(m)
            ]  # fmt: skip
        if len(after.history) > len(before.history):
            parts.append(f"round {after.round} scored")
        return "; ".join(parts) or "no change"

    def forecast(self, state: LeagueState, viewer: Viewer) -> Forecast:
        """Who survives, which team falls first or leads, and what the cards in view bring."""
        return LeagueForecast(state, viewer)

    def explorers(self) -> tuple[Explorer, ...]:
        return explorers.explorers()

    def graph(self, state: LeagueState) -> networkx.Graph[str]:
        """The arena as a graph: 16 slots with x, y, terrain and mech; edges join adjacent slots."""
        import networkx

        board: networkx.Graph[str] = networkx.Graph()
        for i, place in enumerate(SLOTS):
            board.add_node(place, x=float(i % 4), y=float(i // 4), terrain=ZONE[i], mech=state.arena[i])
        board.add_edges_from((SLOTS[i], SLOTS[j]) for i in range(16) for j in NEAR[i] if i < j)
        return board

    def check(self, state: LeagueState) -> list[str]:
        return check(state)

    def setup_text(self, state: LeagueState) -> str:
        default = LeagueOptions()
        changed = [
            f"{f}={getattr(state.options, f)}"
            for f in LeagueOptions.__struct_fields__
            if getattr(state.options, f) != getattr(default, f)
        ]
        return ", ".join(state.names) + (f" ({', '.join(changed)})" if changed else "")


PHASE_OF: dict[type, str] = {
    fixer.Fixer: "Fixer", fixer.FixerSwap: "Fixer",
    fixer.OpenSwap: "Fixer", slide.SlideMech: "Slide", attack.Attack: "Attack",
}  # fmt: skip
GAME = League()
