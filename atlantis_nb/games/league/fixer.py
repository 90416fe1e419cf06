"""The Fixer: one credit swaps one mech of a Pentafecta, until the first team is out."""

from __future__ import annotations

from typing import ClassVar, Final

from atlantis_nb.core.game import Action, Log, Seat

from .actions import Pass, Swap
from .betting import write_pick
from .state import LIMIT, UNKNOWN, LeagueState
from .tasks import Choice

PASS: Final = Pass()


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
            hidden = state.options.bets_hidden
            task = Fixer(player=player, passes=passes) if hidden else OpenFixer(player=player, passes=passes)
            state.agenda.append(task)
            return
        player = (player + 1) % n
        passes += 1


class Fixer(Choice, frozen=True, kw_only=True):
    """Swap a mech of your Pentafecta for a credit, or pass. The game waits meanwhile.

    L-FIX-01 to L-FIX-04, L-R-08, L-R-10, L-R-29, L-R-31. `passes` in a row so far; the window closes
    when all players have passed in a row.
    """

    passes: int
    secret: ClassVar[bool] = True
    reply: ClassVar[bool] = True
    rules: ClassVar[tuple[str, ...]] = ("L-FIX-01", "L-FIX-02", "L-FIX-03", "L-FIX-04", "L-R-29", "L-R-31")

    def ask(self, state: LeagueState) -> str:
        about = f" {' and '.join(state.named)} will be knocked out." if state.named else ""
        return f"Pay the Fixer to change your Pentafecta, or pass.{about}"

    def legal(self, state: LeagueState) -> list[Action]:
        mine = state.bets[self.player].picks
        if mine[0] == UNKNOWN:  # a masked card: what is on it cannot be offered
            return [PASS]
        named = state.named
        into = [m for m in state.arena if m and m not in mine and m not in named]
        found: list[Action] = [PASS]
        swaps = state.roster.swaps
        for out in dict.fromkeys(mine):
            row = swaps[out]
            found += [row[m] for m in into]
        return found

    def default(self, state: LeagueState) -> Action:
        return PASS

    def apply(self, state: LeagueState, action: Action, log: Log) -> None:
        player = self.player
        if isinstance(action, Swap):
            state.credits[player] -= 1
            state.paid[player] += 1
            write_pick(state, player, action.into, action.out)
            log.say(
                "fixer", ("L-FIX-02", "L-FIX-03", "L-R-08", "L-R-32"), "{by:player} pays the Fixer one credit.",
                by=player,
            )  # fmt: skip
            log.say(
                "fixer_swap", ("L-FIX-02", "L-R-31"), "{by:player} swaps {out} for {into}.", (),
                (player,) if self.secret else None, by=player, out=action.out or "a blank line", into=action.into,
            )  # fmt: skip
            if state.credits[player]:
                state.agenda.append(type(self)(player=player, passes=0))
                return
            passes = 1
        else:
            passes = self.passes + 1
        ask_next(state, (player + 1) % len(state.names), passes)


class OpenFixer(Fixer, frozen=True, kw_only=True):
    """The same with open cards (option bets_hidden = false). L-R-08."""

    secret: ClassVar[bool] = False
