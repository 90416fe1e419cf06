"""The turn: Fixer window, scheme, slide, attack, then the check for the end of the round."""

from __future__ import annotations

from typing import ClassVar

from atlantis_nb.core.game import Auto, Log, Seat

from .fixer import open_window, stop_waiting
from .rounds import close_round
from .schemes import BuyScheme, discard_scheme, may_buy
from .slide import SlideMech
from .state import LIMIT, LeagueState


class FirstTurn(Auto[LeagueState], frozen=True):
    """The Start player takes the first turn. L-TURN-01."""

    rules: ClassVar[tuple[str, ...]] = ("L-TURN-01", "L-R-44")

    def run(self, state: LeagueState, log: Log) -> None:
        if state.options.quiet_rule == "repetition":
            note_position(state, state.start)
        begin_turn(state, state.start, log)


def begin_turn(state: LeagueState, seat: Seat, log: Log) -> None:
    """Put a turn on the agenda: three steps in order, with the check below and a window on top.

    L-TURN-02, L-R-29, L-R-50, L-SCH-02.
    """
    state.active = seat
    state.turn += 1
    state.moved_before, state.moved = state.moved, ()
    state.bought = False
    state.agenda += [EndTurn(), StepOne(seat)]
    log.say("turn", ("L-TURN-01", "L-TURN-02"), "{by:player} is on turn.", by=seat, turn=state.turn)
    stop_waiting(state, "turn", seat)
    open_window(state, False, log)


class StepOne(Auto[LeagueState], frozen=True):
    """Offer a scheme if the player can buy one after the window, else go on to the slide. L-TURN-02."""

    player: Seat
    rules: ClassVar[tuple[str, ...]] = ("L-TURN-02", "L-SCH-01")

    def run(self, state: LeagueState, log: Log) -> None:
        step = BuyScheme if may_buy(state, self.player) else SlideMech
        state.agenda.append(step(player=self.player))


class EndTurn(Auto[LeagueState], frozen=True):
    """Discard the scheme of this turn; end the round, or give the turn to the next player clockwise.

    L-END-01, L-TURN-01, L-R-26, L-R-27, L-R-39, L-SCH-04, L-SCH-05.
    """

    rules: ClassVar[tuple[str, ...]] = ("L-END-01", "L-TURN-01", "L-R-26", "L-R-27", "L-R-39")

    def run(self, state: LeagueState, log: Log) -> None:
        if state.in_play:
            discard_scheme(state, log)
        fallen = state.fallen
        state.quiet = 0 if fallen and fallen[-1].turn == state.turn else state.quiet + 1
        if 15 - len(fallen) <= LIMIT:
            close_round(state, "five mechs or fewer are left", ("L-END-01", "L-R-26"), log)
            return
        following = (state.active + 1) % len(state.names)
        why = went_quiet(state, following)
        if why:
            close_round(state, why, ("L-R-27", "L-R-28"), log)
            return
        begin_turn(state, following, log)


def went_quiet(state: LeagueState, following: Seat) -> str:
    """Why the round ends without a KO, or "" (L-R-27 and its options; L-R-48)."""
    options = state.options
    if options.quiet_rule == "repetition":
        again = note_position(state, following) >= 3
        return "the same position came up for the third time" if again else ""
    limit = options.quiet_limit * (2 if options.quiet_rule == "overtime" else 1)
    return f"{limit} turns in a row had no KO" if 0 < limit <= state.quiet else ""


def note_position(state: LeagueState, seat: Seat) -> int:
    """Count the arena with `seat` to move; returns how often it has come up since the last KO (L-R-48)."""
    position = f"{' '.join(m or '..' for m in state.arena)} {seat}"
    times = state.seen.get(position, 0) + 1
    state.seen[position] = times
    return times
