"""The Game: what the toolkit asks of Guards of Atlantis."""

from __future__ import annotations

import os
import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from atlantis_nb.core.game import Action, Auto, Clock, Game, Illegal, Place, Seat, Viewer
from atlantis_nb.core.rulebook import Rulebook

from . import (
    attack,
    board,
    cards,
    deck,
    evaluate,
    move,
    odds,
    push,
    round_end,
    scene,
    setup,
    turn,
    view,
    wording,
)
from .actions import ACTIONS
from .board import ATLANTEANS, RULEBOOK, TEAM_NAMES, TITANS
from .effects import base
from .options import Options
from .state import State as GuardsState

if TYPE_CHECKING:
    import networkx

    from atlantis_nb.core.charts import Chart, Explorer
    from atlantis_nb.core.game import Task
    from atlantis_nb.core.scene import Mark, Panel, Scene

TASKS: tuple[type[Task], ...] = (
    setup.CoinToss, setup.Named, setup.Picks, setup.HeroPick, setup.Bans, setup.Ban, setup.DealPiles,
    setup.DraftStep, setup.DraftPick, setup.DrawCaptains, setup.DealApe, setup.DealHeroes, setup.CaptainsToss,
    setup.CaptainsPick, setup.PlayerPick, setup.Muster, setup.PlaceHero, setup.Enter,
    turn.StartRound, turn.StartTurn, turn.ChooseCard, turn.Reveal, turn.Resolve, turn.NextToAct, turn.UseCard,
    turn.FinishCard, turn._Idle, turn.EndTurn,
    move.Move, move.FastTravel, base.Run, base.Choice,
    attack.Answers, attack.NextDefender, attack.Defence, attack.Judge, attack.Results, attack.SaveMinion,
    cards.LoseCard, cards.ReturnCard, push.CheckPush, push.PlaceMinion, push.PlaceBlocked,
    round_end.MinionCombat, round_end.NameLoss, round_end.NameMinion, round_end.CombatEnds, round_end.Retrieve,
    round_end.BuyLevels, round_end.BuyLevel, round_end.ClearTokens,
)  # fmt: skip


class Guards(Game[GuardsState]):
    """Guards of Atlantis, first edition, with a teaching deck of our own (see data/deck.toml)."""

    id = "guards"
    title = "Guards of Atlantis"
    summary = (
        "Two teams of heroes play one face-down card a turn and fight beside minions they cannot command. "
        "Every card is action and shield at once; there are no dice. The cards that come along are a "
        "teaching deck, not the printed ones; an owner may load a deck of the same format."
    )
    players = (2, 10)
    # Names for seats that nobody has named. Pieces have the colours of the teams, so no name is a colour
    # (a "Green" with a red piece); no two begin alike, and none with T or A, the letters of the teams.
    colours = ("Ben", "Cleo", "Dan", "Eva", "Finn", "Gina", "Hugo", "Jana", "Kim", "Leo")
    bound = 200_000
    Options = Options
    State = GuardsState
    actions = ACTIONS
    tasks = TASKS
    phases = (
        "set-up", "picking heroes", "placing heroes", "cards", "actions", "end of turn", "minion combat",
        "round end", "over",
    )  # fmt: skip

    @property
    def rulebook(self) -> Rulebook:
        return RULEBOOK

    def options(self, **changes: Any) -> Any:
        """As in Game; a deck or a board may be named by a path."""
        paths = {k: os.fspath(v) for k, v in changes.items() if isinstance(v, os.PathLike)}
        return super().options(**changes | paths)

    def start(self, options: Any, names: Sequence[str]) -> GuardsState:
        """Raises ValueError for a number of players, options, a board or a deck that do not fit."""
        low, high = self.players
        if not low <= len(names) <= high:
            raise ValueError(f"{self.title} is for {low} to {high} players, not {len(names)}.")
        state = setup.begin(options, names)
        while state.agenda and isinstance(state.agenda[-1], Auto):
            state.agenda.pop().run(state, _NOBODY)
        return state

    def materials(self, state: GuardsState) -> dict[str, Any]:
        """The deck and the board of one's own with which a match began (G-R-105)."""
        found = {
            "deck": deck.SHELF.carried(state.options.deck),
            "board": board.SHELF.carried(state.options.board),
        }
        return {key: value for key, value in found.items() if value}

    def bring(self, options: Any, materials: Mapping[str, Any]) -> Any:
        return replace(
            options,
            deck=deck.SHELF.bring(options.deck, materials.get("deck")),
            board=board.SHELF.bring(options.board, materials.get("board")),
        )

    def view(self, state: GuardsState, viewer: Viewer) -> GuardsState:
        return view.view(state, viewer)

    def guess(self, state: GuardsState, player: Seat, rng: random.Random) -> GuardsState:
        return view.guess(state, player, rng)

    def sides(self, state: GuardsState) -> tuple[tuple[Seat, ...], ...]:
        """The two teams (G-SET-01); each seat by itself until all are in one."""
        if min(state.teams) < 0:
            return super().sides(state)
        return state.seats(TITANS), state.seats(ATLANTEANS)

    def why_not(self, state: GuardsState, wish: Action | Sequence[str]) -> Illegal | None:
        """As in Game. A refusal that names all rules of a decision says no more than what is asked, and
        the first of them is the rule that asks it; the others would be quoted off the point."""
        found = super().why_not(state, wish)
        task = self.task(state)
        if found is None or task is None or found.rules != task.rules:
            return found
        return Illegal(found.rules[:1], found.sentence)

    def action_text(self, state: GuardsState, action: Action) -> str:
        return wording.text(state, action)

    def clock(self, state: GuardsState) -> Clock:
        if state.phase in ("set-up", "picking heroes", "placing heroes"):
            return Clock(0, state.phase, state.phase, f"Set-up: {state.phase}")
        if state.phase == "over":
            return Clock(state.round, "over", "over", f"Over in round {state.round}")
        if state.phase == "cards":
            label = f"Round {state.round}, turn {state.turn}: cards face down"
            return Clock(state.round, "cards", f"{state.round}.{state.turn} cards", label)
        if state.phase == "actions":
            who = state.call(state.acting) if state.acting else "initiative"
            label = (
                f"Round {state.round}, turn {state.turn}: {who} acts"
                if state.acting
                else (f"Round {state.round}, turn {state.turn}: who acts next")
            )
            return Clock(state.round, "actions", f"{state.round}.{state.turn} {len(state.order)}", label)
        label = f"Round {state.round}, {state.phase}"
        return Clock(state.round, state.phase, f"{state.round} {state.phase}", label)

    def scene(self, state: GuardsState, viewer: Viewer) -> Scene:
        return scene.scene(state)

    def panels(self, state: GuardsState, viewer: Viewer) -> list[Panel]:
        return scene.panels(state, viewer)

    def measures(self, state: GuardsState) -> dict[str, float]:
        return evaluate.measures(state)

    def evaluate(self, state: GuardsState, player: Seat) -> float:
        return evaluate.evaluate(state, player)

    def difference(self, before: GuardsState, after: GuardsState) -> str:
        return evaluate.difference(before, after)

    def overlays(self, state: GuardsState, viewer: Viewer) -> dict[str, str]:
        return scene.overlays(state)

    def overlay(self, state: GuardsState, viewer: Viewer, key: str, place: Place | None) -> tuple[Mark, ...]:
        return scene.overlay(state, key, place)

    def charts(self, viewer: Viewer) -> dict[str, str]:
        return dict(odds.CHARTS)

    def chart(self, key: str, states: Sequence[GuardsState], viewer: Viewer) -> Chart:
        return odds.chart(key, states)

    def explorers(self) -> tuple[Explorer, ...]:
        return odds.EXPLORERS

    def graph(self, state: GuardsState) -> networkx.Graph[Any]:
        return scene.graph(state)

    def setup_text(self, state: GuardsState) -> str:
        lanes = "one lane" if state.lanes == "one_lane" else "two lanes"
        teams = [f"{TEAM_NAMES[t]} " + " and ".join(state.names[s] for s in state.seats(t)) for t in (0, 1)]
        return f"{lanes}, {state.board.title}, {'; '.join(teams)}"


class _Nobody:
    def say(self, *_args: Any, **_data: Any) -> None:
        return None


_NOBODY = _Nobody()
GAME = Guards()
