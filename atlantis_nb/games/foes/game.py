"""FoesGame: the game as the toolkit sees it, put together from its modules."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING

from atlantis_nb.core.charts import Chart, Explorer
from atlantis_nb.core.game import Action, Auto, Clock, Game, Place, Seat, Viewer
from atlantis_nb.core.rulebook import Rulebook
from atlantis_nb.core.scene import Mark, Panel, Scene

from . import attack, battle, casting, dice, draw, movement, setup, spells, turn
from . import view as seen
from .data import KIND_OF, NAMES
from .evaluate import evaluate
from .measures import CHARTS, chart, measures
from .odds import EXPLORERS, aim_chance, forecast
from .options import Options as FoesOptions
from .overlays import overlay, overlays
from .panels import panels
from .scene import scene
from .setup import new_state
from .state import FoesState, board_of, unit_name

if TYPE_CHECKING:
    pass

if TYPE_CHECKING:
    import networkx


class FoesGame(Game[FoesState]):
    id = "foes"
    title = "The Five Foes of Atlantis"
    summary = (
        "Two players fight for Atlantis: the walled city in the middle against five armies from the rim."
    )
    players = (2, 2)
    colours = ("Atlanteans", "Five Foes")
    bound = 200_000
    Options = FoesOptions
    State = FoesState
    phases = ("Set-up", "Draw", "Movement", "Attack", "End")
    actions = (
        movement.Take, movement.MoveTo, movement.Embark, movement.PickUp, movement.Stay, movement.EndMoves,
        movement.SkipMove, movement.PutDown, attack.Attack, attack.Join, attack.DeathSpell, attack.RollDice,
        attack.LeaveOut, attack.CallOff, attack.Batter,
        attack.HoldFire, attack.Cataclysm, attack.EndAttacks, attack.SkipAttack, casting.Cast, casting.By,
        casting.AimUnit, casting.AimHex, casting.EnoughHexes, casting.Pass, draw.Draw, draw.Discard, draw.Keep,
        dice.Rolled, dice.Die, setup.PlaceUnit, setup.PlaceAboard,
    )  # fmt: skip
    tasks = (
        setup.Deployment, setup.Deploy, turn.Turn, draw.DrawPhase, draw.ThrowAway, draw.NextDraw, draw.DrawChit,
        movement.MovementPhase, movement.MovementTurn, movement.MoveGo, movement.Travel, casting.Moment,
        casting.Answer, casting.Opening, casting.PickCaster, casting.PickTarget, casting.TakeEffect, spells.Tremor,
        spells.NextVictim, attack.AttackPhase, attack.AttackTurn, attack.AttackGo, attack.AddAttackers,
        attack.EndAttackPhase, battle.Strike, battle.RollX, battle.Gather, battle.RollAttack, battle.Defend,
        battle.RollDefence, battle.Judge, battle.Slay, battle.EndBattle, turn.EndTurn,
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

    # -------- what is seen

    def scene(self, state: FoesState, viewer: Viewer) -> Scene:
        return scene(state, viewer)

    def panels(self, state: FoesState, viewer: Viewer) -> list[Panel]:
        return panels(state, viewer)

    def overlays(self, state: FoesState, viewer: Viewer) -> dict[str, str]:
        return overlays(state)

    def overlay(self, state: FoesState, viewer: Viewer, key: str, place: Place | None) -> tuple[Mark, ...]:
        return overlay(state, viewer, key, place)

    def action_text(self, state: FoesState, action: Action) -> str:
        """With what a way costs, and the exact chance of an attack: "At Mummies: 12.5% to destroy"."""
        top = state.agenda[-1] if state.agenda else None
        if isinstance(top, movement.Travel):
            cost = top.cost(state, action)
            return f"{action} ({cost})" if cost else str(action)
        if isinstance(top, casting.PickTarget) and isinstance(action, casting.AimUnit):
            f = aim_chance(state, top.spell, top.caster, action.unit)
            return f"{action}: {float(f.chance):.1%} to destroy" if f is not None else str(action)
        if isinstance(top, attack.AddAttackers) and isinstance(action, attack.RollDice) and top.named:
            p = float(forecast(state, top.named, top.target, top.death).chance)
            return f"{action} ({p:.1%} to destroy {unit_name(state, top.target)})"
        return str(action)

    def setup_text(self, state: FoesState) -> str:
        """ "Ann (Atlanteans) against Ben (Five Foes), 20 turns"; options that are not the default follow."""
        import msgspec

        changed = msgspec.to_builtins(state.options)
        more = "".join(f", {name} {value}" for name, value in changed.items() if name != "game_length")
        roles = [
            name if name == role else f"{name} ({role})"
            for name, role in zip(state.names, self.colours, strict=True)
        ]
        return f"{roles[0]} against {roles[1]}, {state.options.game_length} turns{more}"

    # -------- what is measured

    def measures(self, state: FoesState) -> dict[str, float]:
        return measures(state)

    def charts(self, viewer: Viewer) -> dict[str, str]:
        return dict(CHARTS)

    def chart(self, key: str, states: Sequence[FoesState], viewer: Viewer) -> Chart:
        return chart(key, states, viewer)

    def explorers(self) -> tuple[Explorer, ...]:
        return EXPLORERS

    def evaluate(self, state: FoesState, player: Seat) -> float:
        if state.result is not None:
            return 1.0 if player in state.result.winners else 0.0
        return evaluate(state, player)

    def difference(self, before: FoesState, after: FoesState) -> str:
        """ "Home Guard 3 destroyed", "Mummies to 5,0", "nobody destroyed"; in the order of weight."""
        out = []
        if after.result is not None and before.result is None:
            out.append(f"{after.names[after.result.winners[0]]} win" if after.result.winners else "over")
        gone = [u for u in before.units if u not in after.units]
        if gone:
            out.append(
                f"{', '.join(NAMES[u] for u in gone)} {'left' if _only_created(gone) else 'destroyed'}"
            )
        came = [u for u in after.units if u not in before.units]
        if came:
            out.append(f"{', '.join(NAMES[u] for u in came)} on the board")
        raised = [u for u, x in after.units.items() if u in before.units and x.side != before.units[u].side]
        if raised:
            out.append(f"{', '.join(NAMES[u] for u in raised)} changed sides")
        moved = [u for u, x in after.units.items() if u in before.units and x.at != before.units[u].at]
        if moved:
            lead = next((u for u in moved if not after.units[u].aboard), moved[0])
            out.append(f"{NAMES[lead]} to {after.units[lead].at}")
        if len(after.broken) > len(before.broken):
            out.append("a wall broken")
        if not out and any(not before.units[u].attacked and x.attacked for u, x in after.units.items()):
            out.append("nobody destroyed")
        return "; ".join(out)

    def graph(self, state: FoesState) -> networkx.Graph[Place]:
        """The board: nodes are places with x, y, terrain and site; edges carry the hexside's feature."""
        import networkx as nx

        from atlantis_nb.core import hexes

        board = board_of(state)
        g: networkx.Graph[Place] = nx.Graph(title=board.title)
        for place, h in board.hexes.items():
            x, y = hexes.centre(place)
            g.add_node(
                place, x=x, y=y, terrain=board.row[place], site=h.site or "", homeland=h.homeland or ""
            )
        for place in board.hexes:
            for n, edge in board.beside[place]:
                g.add_edge(place, n, feature=board.feature(edge, state.broken), edge=edge)
        return g


def _only_created(units: Sequence[str]) -> bool:
    return all(KIND_OF[u].force == "created" for u in units)


GAME = FoesGame()
