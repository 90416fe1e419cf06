"""The turn: three phases in order (F-SEQ-01), the end of the turn (F-R-19), the end of the game (F-VIC-04)."""

from __future__ import annotations

from typing import ClassVar

from atlantis_nb.core.game import Auto, Log

from .attack import AttackPhase
from .data import ATLANTIS, NAMES
from .draw import DrawPhase
from .movement import MovementPhase
from .pieces import check_victory, remove, win
from .spells import end_effects
from .state import FoesState


class Turn(Auto[FoesState], frozen=True):
    """Draw Phase, Movement Phase, Attack Phase, end; then the next turn (F-SEQ-01, F-SEQ-02)."""

    rules: ClassVar[tuple[str, ...]] = ("F-SEQ-01", "F-SEQ-02")

    def run(self, state: FoesState, log: Log) -> None:
        state.turn += 1
        state.agenda += [EndTurn(), AttackPhase(), MovementPhase(), DrawPhase()]


class EndTurn(Auto[FoesState], frozen=True):
    """F-R-19: Control ends; one-turn effects end; created units in their last turn leave; then after the
    last turn a minor victory for the Atlanteans (F-VIC-04)."""

    rules: ClassVar[tuple[str, ...]] = ("F-R-19", "F-SEQ-02", "F-VIC-04")

    def run(self, state: FoesState, log: Log) -> None:
        state.phase = "End"
        end_effects(state, log)
        for uid in [u for u, unit in state.units.items() if unit.expires and unit.expires <= state.turn]:
            if uid not in state.units:
                continue  # gone with its carrier
            place = state.units[uid].at
            remove(state, uid)
            log.say(
                "left", ("F-R-19", "F-R-69"), "{name} left the board.", (place,), unit=uid, name=NAMES[uid]
            )
        if check_victory(state, log):
            return
        if state.turn >= state.options.game_length:
            win(
                state,
                log,
                ATLANTIS,
                f"Turn {state.turn} was over: a minor victory.",
                ("F-VIC-04", "F-R-19"),
                0.75,
            )
            return
        state.agenda.append(Turn())
