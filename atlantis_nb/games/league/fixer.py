"""The Fixer: one credit swaps one mech of a Pentafecta, until the first team is out."""

from __future__ import annotations

from typing import ClassVar, Final

from atlantis_nb.core.game import Action, Log, Seat

from .actions import WAITS, AskAgain, Pass, PassUntil, Pay, Swap, Wait
from .betting import write_pick
from .state import LIMIT, LeagueState
from .tasks import Choice

PASS: Final = Pass()
PAY: Final = Pay()
ASK_AGAIN: Final = AskAgain()
UNTIL: Final[dict[Wait, PassUntil]] = {wait: PassUntil(wait) for wait in WAITS}


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
    if before_ko:
        stop_waiting(state, "ko")
    ask_next(state, state.active, 0)


def stop_waiting(state: LeagueState, wait: Wait, player: Seat | None = None) -> None:
    """What players waited for has come: ask them again (L-R-50)."""
    if state.waits:
        state.waits = tuple((s, w) for s, w in state.waits if w != wait or player not in (None, s))


def may_call(state: LeagueState, player: Seat) -> bool:
    """Whether a player who passes in advance may take that back now, before the own scheme or slide (L-R-50)."""
    return state.waiting(player) and state.credits[player] > 0 and state.fixer_open and not state.bought


def call_again(state: LeagueState, player: Seat) -> None:
    """Open the window of this turn once more. The others have passed in it; a payment starts a new lap."""
    state.waits = tuple((s, w) for s, w in state.waits if s != player)
    ask_next(state, player, len(state.names) - 1)


def ask_next(state: LeagueState, player: Seat, passes: int) -> None:
    """Put the question to the next player who owns a credit; close after a full lap of passes.

    Who passes in advance is not asked: that counts as a pass (L-R-46, L-R-50).
    """
    n = len(state.names)
    alone = state.options.fixer_windows == "active_only"
    while passes < n:
        asked = state.credits[player] and not (state.waits and state.waiting(player))
        if asked and (not alone or player == state.active):
            state.agenda.append(Fixer(player=player, passes=passes))
            return
        player = (player + 1) % n
        passes += 1


class Fixer(Choice, frozen=True, kw_only=True):
    """Pay the Fixer for a swap, or pass: in the open. The game waits meanwhile.

    L-FIX-01, L-FIX-02, L-FIX-03, L-R-08, L-R-29, L-R-50. `passes` in a row so far; the window closes when
    all players have passed in a row.
    """

    passes: int
    reply: ClassVar[bool] = True
    rules: ClassVar[tuple[str, ...]] = ("L-FIX-01", "L-FIX-02", "L-FIX-03", "L-R-29", "L-R-46", "L-R-50")

    def ask(self, state: LeagueState) -> str:
        about = f" {' and '.join(state.named)} will be knocked out." if state.named else ""
        return f"Pay the Fixer to change your Pentafecta, or pass.{about}"

    def legal(self, state: LeagueState) -> list[Action]:
        found: list[Action] = [PASS, PAY] if replacements(state, self.player) else [PASS]
        windows = state.options.fixer_windows
        waits = [w for w in UNTIL if w != "ko" or windows != "turn_start_only"]
        return found + [UNTIL[w] for w in waits]

    def default(self, state: LeagueState) -> Action:
        return PASS

    def apply(self, state: LeagueState, action: Action, log: Log) -> None:
        player = self.player
        if isinstance(action, PassUntil):
            state.waits += ((player, action.until),)
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
        return "Choose a pick that goes, on the board or among your picks, then a mech that comes."

    def same(self, state: LeagueState) -> dict[str, str]:
        """A pick that stands on the board means its card."""
        return {f"piece:{m}": f"card:{m}" for m in state.bets[self.player].picks if m in state.arena and m}

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
