"""The round: six phases in a fixed order, again and again (S-TURN-01, S-TURN-02)."""

from __future__ import annotations

from typing import ClassVar

from atlantis_nb.core.game import Auto, Log

from .buy import PurchasePhase
from .expand import ExpansionPhase
from .flip import FlipPhase
from .flood import FloodPhase
from .move import MovementPhase
from .produce import ProductionPhase
from .state import SinkingState

PHASES = ("setup", "flip", "movement", "purchase", "expansion", "flood", "production")


class Round(Auto[SinkingState], frozen=True):
    """Flip, movement, purchase, expansion, flood, production (S-TURN-01, S-TURN-02).

    Only the end of the continent or of all settlements ends the game (S-R-64).
    """

    rules: ClassVar[tuple[str, ...]] = ("S-TURN-01", "S-TURN-02", "S-R-64")

    def run(self, state: SinkingState, log: Log) -> None:
        state.round += 1
        log.say("round", self.rules, "Round {round} begins.", round=state.round)
        state.agenda += (
            self,
            ProductionPhase(),
            FloodPhase(),
            ExpansionPhase(),
            PurchasePhase(),
            MovementPhase(),
            FlipPhase(),
        )
