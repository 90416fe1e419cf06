"""The Fixer: one credit swaps one mech of a Pentafecta, until the first team is out."""

from __future__ import annotations

from typing import ClassVar, Final

from atlantis_nb.core.game import Action, Log, Seat

from .actions import Pass, Pay, Swap
from .betting import write_pick
from .state import LIMIT, LeagueState
from .tasks import Choice

PASS: Final = Pass()
PAY: Final = Pay()


def open_window(state: LeagueState, before_ko: bool, log: Log) -> None:
    """Open a Fixer window, if the rules open one and somebody can pay.

    L-FIX-01, L-R-29, L-R-30, L-R-46: at the start of each turn and after each named victim, while no team is
    out and more than five mechs are left. Players without a credit are passed over in silence.
    """
    if state.first_out or not any(state.credits):
        return
    left = 15 - len(state.fallen)
    if left <= LIMIT:
        return
    windows = state.options.fixer_windows
    if before_ko and (windows == "turn_start_only" or (windows == "no_final_ko" and left - 1 <= LIMIT)):
        return
    ask_next(state, state.active, 0)


def ask_next(state: LeagueState, player: Seat, passes: int) -> None:
    """Put the question to the next player who owns a credit; close after a full lap of passes."""
    n = len(state.names)
    alone = state.options.fixer_windows == "active_only"
    while passes < n:
        if state.credits[player] and (not alone or player == state.active):
            state.agenda.append(Fixer(player=player, passes=passes))
            return
        player = (player + 1) % n
        passes += 1


class Fixer(Choice, frozen=True, kw_only=True):
    """Pay the Fixer for a swap, or pass: in the open. The game waits meanwhile.

    L-FIX-01, L-FIX-02, L-FIX-03, L-R-08, L-R-29. `passes` in a row so far; the window closes when
    all players have passed in a row.
    """

    passes: int
    reply: ClassVar[bool] = True
    rules: ClassVar[tuple[str, ...]] = ("L-FIX-01", "L-FIX-02", "L-FIX-03", "L-R-29", "L-R-46")

    def ask(self, state: LeagueState) -> str:
        about = f" {' and '.join(state.named)} will be knocked out." if state.named else ""
        return f"Pay the Fixer to change your Pentafecta, or pass.{about}"

    def legal(self, state: LeagueState) -> list[Action]:
        return [PASS, PAY] if replacements(state, self.player) else [PASS]

    def default(self, state: LeagueState) -> Action:
        return PASS

    def apply(self, state: LeagueState, action: Action, log: Log) -> None:
        player = self.player
        if not isinstance(action, Pay):
            ask_next(state, (player + 1) % len(state.names), self.passes + 1)
            return
        state.credits[player] -= 1
        state.paid[player] += 1
        hidden = state.options.bets_hidden
        state.agenda.append(FixerSwap(player=player) if hidden else OpenSwap(player=player))
        log.say(
            "fixer",
            ("L-FIX-02", "L-FIX-03", "L-R-08", "L-R-32"),
            "{by:player} pays the Fixer one credit.",
            by=player,
        )


def replacements(state: LeagueState, player: Seat) -> list[str]:
    """Mechs that may come in: in the arena, not on the card, not named for a KO (L-R-10, L-R-31)."""
    mine, named = state.bets[player].picks, state.named
    return [m for m in state.arena if m and m not in mine and m not in named]


class FixerSwap(Choice, frozen=True, kw_only=True):
    """The swap that has been paid for: any pick or blank line out, a standing mech in; in secret.

    L-FIX-02, L-FIX-04, L-R-08, L-R-10, L-R-31.
    """

    secret: ClassVar[bool] = True
    rules: ClassVar[tuple[str, ...]] = ("L-FIX-02", "L-FIX-04", "L-R-08", "L-R-10", "L-R-31")

    def ask(self, state: LeagueState) -> str:
        return "Choose a pick that goes, then a mech that comes."

    def legal(self, state: LeagueState) -> list[Action]:
        mine = state.bets[self.player].picks
        into = replacements(state, self.player)
        swaps = state.roster.swaps
        found: list[Action] = []
        for out in dict.fromkeys(mine):
            row = swaps.get(out)  # none for "?": what is on a masked card cannot be offered
            if row is not None:
                found += [row[m] for m in into]
        return found

    def apply(self, state: LeagueState, action: Action, log: Log) -> None:
        assert isinstance(action, Swap)
        player = self.player
        write_pick(state, player, action.into, action.out)
        log.say(
            "fixer_swap",
            ("L-FIX-02", "L-R-31"),
            "{by:player} swaps {out} for {into}.",
            (),
            (player,) if self.secret else None,
            by=player,
            out=action.out or "a blank line",
            into=action.into,
        )
        if state.credits[player]:
            state.agenda.append(Fixer(player=player, passes=0))
        else:
            ask_next(state, (player + 1) % len(state.names), 1)


class OpenSwap(FixerSwap, frozen=True, kw_only=True):
    """The same with open cards (option bets_hidden = false). L-R-08."""

    secret: ClassVar[bool] = False
