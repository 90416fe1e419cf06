"""Step 1: buy one of the two schemes on display, and play it straight away.

Where a scheme and a rule disagree the scheme wins (L-SCH-06): what a scheme in play changes is asked
for by its effect where the rule stands, in slide.py (moves) and attack.py (rivals, reach, sparing).
"""

from __future__ import annotations

from itertools import pairwise
from typing import ClassVar, Final

from atlantis_nb.core.game import Action, Auto, Log, Seat

from .actions import AskAgain, Buy, Drop, Exchange, NoScheme, Push
from .attack import announce, quiet_warning
from .board import DIAGONAL, FAR, LINES, NEAR, SLOTS, Way
from .fixer import ASK_AGAIN, call_again, may_call
from .roster import AT_ONCE
from .setup import Show
from .slide import SlideMech
from .state import LeagueState
from .tasks import Choice

NO_SCHEME: Final = NoScheme()
PUSHES: Final = {key: Push(*key) for key in LINES}


def may_buy(state: LeagueState, player: Seat) -> bool:
    """Whether step 1 offers `player` anything: a credit, and a scheme that may be bought."""
    return state.credits[player] > 0 and bool(on_offer(state))


def on_offer(state: LeagueState) -> list[str]:
    """Schemes on display that may be bought (option scheme_needs_target, L-R-20)."""
    offer = [s for s in state.display if s]
    if state.options.scheme_needs_target:
        offer = [s for s in offer if has_target(state, state.roster.effect[s])]
    return offer


def has_target(state: LeagueState, effect: str) -> bool:
    """Whether a scheme can do anything now; only four of the nine can fail."""
    arena = state.arena
    if effect == "diagonal_slide":
        return any(not arena[h] and any(arena[i] for i in DIAGONAL[h]) for h in range(16))
    if effect == "jump":
        return any(
            not arena[h] and any(arena[i] and arena[(i + h) // 2] for i in FAR[h]) for h in range(16)
        )  # fmt: skip
    if effect == "swap_adjacent":
        return bool(exchanges(state))
    if effect == "ko_without_attacker":
        return bool(drops(state))
    return True


class BuyScheme(Choice, frozen=True, kw_only=True):
    """Pay one credit for one of the two schemes on display, or do not.

    L-TURN-02, L-SCH-01, L-SCH-02, L-R-20, L-R-23, L-R-32, L-R-43.
    """

    rules: ClassVar[tuple[str, ...]] = ("L-TURN-02", "L-SCH-01", "L-SCH-02", "L-R-20", "L-R-43")

    def ask(self, state: LeagueState) -> str:
        return f"Buy one scheme for a credit, or none.{quiet_warning(state)}"

    def same(self, state: LeagueState) -> dict[str, str]:
        """The card of a scheme means its button."""
        return {f"card:{s}": state.roster.buys[s].clicks[0] for s in on_offer(state)}

    def legal(self, state: LeagueState) -> list[Action]:
        buys = state.roster.buys
        found = [NO_SCHEME, *[buys[s] for s in on_offer(state)]]
        return [*found, ASK_AGAIN] if state.waits and may_call(state, self.player) else found

    def apply(self, state: LeagueState, action: Action, log: Log) -> None:
        if isinstance(action, AskAgain):
            from .turn import StepOne  # a turn uses schemes, so it stands above this module

            state.agenda.append(StepOne(self.player))  # the credit may be gone then
            call_again(state, self.player)
            return
        if not isinstance(action, Buy):
            state.agenda.append(SlideMech(player=self.player))
            return
        scheme = state.roster.scheme[action.scheme]
        place = state.display.index(action.scheme)
        state.credits[self.player] -= 1
        state.display[place] = ""
        state.in_play, state.bought = action.scheme, True
        log.say(
            "buy_scheme", ("L-SCH-01", "L-R-32", "L-R-43"), "{by:player} pays one credit and plays {name}.",
            by=self.player, scheme=scheme.id, name=scheme.name, effect=scheme.effect,
        )  # fmt: skip
        state.agenda.append(SlideMech(player=self.player, left=1 if scheme.effect == "two_slides" else 0))
        if scheme.effect in AT_ONCE:
            state.agenda.append(Play(self.player))
        refill(state, place, log)


def refill(state: LeagueState, place: int, log: Log) -> None:
    """A new scheme fills the place right away. L-SCH-03, L-R-21."""
    if not state.deck and state.discard and state.options.scheme_deck_empty == "reshuffle":
        state.deck, state.discard = sorted(state.discard), []
        log.say(
            "reshuffle", ("L-R-21",), "The {n:s discarded scheme} are shuffled into a new deck.", n=len(state.deck)
        )  # fmt: skip
    if state.deck:
        state.agenda.append(Show(place))


class Play(Auto[LeagueState], frozen=True):
    """An at-once scheme: carried out completely if it has a target, then discarded, before the slide.

    L-SCH-04, L-R-20, L-R-43.
    """

    player: Seat
    rules: ClassVar[tuple[str, ...]] = ("L-SCH-04", "L-R-20", "L-R-43")

    def run(self, state: LeagueState, log: Log) -> None:
        effect = state.effect
        state.agenda.append(Discard())
        if not has_target(state, effect):
            log.say(
                "no_target", ("L-R-20",), "{name} has no target: nothing happens.",
                name=state.roster.scheme[state.in_play].name,
            )  # fmt: skip
        elif effect == "swap_adjacent":
            state.agenda.append(TradePlaces(player=self.player))
        elif effect == "push_line":
            state.agenda.append(Conveyor(player=self.player))
        else:
            state.agenda.append(Trapdoor(player=self.player))


class Discard(Auto[LeagueState], frozen=True):
    """The scheme in play goes to the discard pile, used or not. L-SCH-04, L-SCH-05, L-R-43."""

    rules: ClassVar[tuple[str, ...]] = ("L-SCH-04", "L-SCH-05", "L-R-43")

    def run(self, state: LeagueState, log: Log) -> None:
        discard_scheme(state, log)


def discard_scheme(state: LeagueState, log: Log) -> None:
    if not state.in_play:
        return
    name = state.roster.scheme[state.in_play].name
    state.discard = sorted([*state.discard, state.in_play])
    state.in_play = ""
    log.say("discard_scheme", ("L-SCH-04", "L-SCH-05", "L-R-43"), "{name} is discarded.", name=name)


# ---------------------------------------------------------------- the three schemes with a choice


def exchanges(state: LeagueState) -> list[Action]:
    """Pairs of mechs in adjacent slots, in reading order."""
    arena, known = state.arena, state.roster.exchanges
    return [
        known[arena[i], arena[j]] for i in range(16) if arena[i] for j in NEAR[i] if j > i and arena[j]
    ]  # fmt: skip


class TradePlaces(Choice, frozen=True, kw_only=True):
    """Two mechs in adjacent slots change places, tokens and all; no attack. L-SCH-24, L-R-15."""

    rules: ClassVar[tuple[str, ...]] = ("L-SCH-24", "L-R-15")

    def ask(self, state: LeagueState) -> str:
        return "Swap two mechs in adjacent slots."

    def legal(self, state: LeagueState) -> list[Action]:
        return exchanges(state)

    def apply(self, state: LeagueState, action: Action, log: Log) -> None:
        assert isinstance(action, Exchange)
        i, j = state.arena.index(action.a), state.arena.index(action.b)
        state.arena[i], state.arena[j] = action.b, action.a
        log.say(
            "trade_places", self.rules, "{a} and {b} trade places.", (SLOTS[i], SLOTS[j]), a=action.a, b=action.b
        )  # fmt: skip


def pushed(arena: list[str], line: str, way: Way) -> list[str]:
    """The arena after a Conveyor push, front to back (L-R-42)."""
    after = list(arena)
    slots = LINES[line, way]
    for front, here in pairwise(slots):
        if after[here] and not after[front]:
            after[front], after[here] = after[here], ""
    return after


class Conveyor(Choice, frozen=True, kw_only=True):
    """A row or column moves one slot in one direction, front to back; no attack.

    L-SCH-25, L-R-15, L-R-42: a choice must move at least one mech, and one always exists.
    """

    rules: ClassVar[tuple[str, ...]] = ("L-SCH-25", "L-R-15", "L-R-42")

    def ask(self, state: LeagueState) -> str:
        return "Choose a row or column and its direction."

    def legal(self, state: LeagueState) -> list[Action]:
        return [action for key, action in PUSHES.items() if pushed(state.arena, *key) != state.arena]

    def apply(self, state: LeagueState, action: Action, log: Log) -> None:
        assert isinstance(action, Push)
        before = state.arena
        state.arena = pushed(before, action.line, action.way)
        moved = [m for i, m in enumerate(state.arena) if m and before[i] != m]
        log.say(
            "conveyor", self.rules, "The conveyor moves {mechs} {way}.",
            tuple(SLOTS[i] for i in LINES[action.line, action.way]), mechs=", ".join(moved), way=action.way,
            line=action.line,
        )  # fmt: skip


def drops(state: LeagueState) -> list[Action]:
    """Mechs with two or more empty slots adjacent to them."""
    arena, known = state.arena, state.roster.drops
    return [
        known[mech] for i, mech in enumerate(arena) if mech and sum(not arena[j] for j in NEAR[i]) >= 2
    ]  # fmt: skip


class Trapdoor(Choice, frozen=True, kw_only=True):
    """Knock out one mech with two or more holes next to it, for no team. L-SCH-29, L-R-17, L-R-18."""

    rules: ClassVar[tuple[str, ...]] = ("L-SCH-29", "L-R-17", "L-R-18")

    def ask(self, state: LeagueState) -> str:
        return "Drop a mech with two or more empty slots next to it."

    def legal(self, state: LeagueState) -> list[Action]:
        return drops(state)

    def apply(self, state: LeagueState, action: Action, log: Log) -> None:
        assert isinstance(action, Drop)
        announce(state, "", action.mech, log)
