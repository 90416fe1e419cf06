"""Setup of a round: the deal, the corner credits, the display of schemes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from atlantis_nb.core.game import Auto, Chance, Log

from .actions import PLACEHOLDER, Dealt, Shown
from .board import CORNERS, DEAL_ORDER, SLOTS
from .state import EMPTY, PURSE, LeagueState


class Deal(Chance[LeagueState, Dealt], frozen=True):
    """Deal a mech to each ring slot; then three mechs and the placeholder to the centre.

    L-SET-04, L-SET-05, L-SET-06, L-R-03, L-END-05. `at` counts along the fixed order of the slots.
    """

    at: int = 0
    series: ClassVar[bool] = True
    rules: ClassVar[tuple[str, ...]] = ("L-SET-04", "L-SET-05", "L-SET-06", "L-R-03")

    def outcomes(self, state: LeagueState) -> Sequence[tuple[Dealt, int]]:
        data = state.roster
        dealt = data.dealt
        pile = data.codes if self.at == 0 else state.pile
        found = [dealt[mech] for mech in pile]
        if self.at >= 12 and "" not in _centre(state, self.at):
            found.append(dealt[PLACEHOLDER])
        return found

    def apply(self, state: LeagueState, action: Dealt, log: Log) -> None:
        at = self.at
        if at == 0:
            clear_table(state, log)
        _lay(state, at, action.tile)
        at += 1
        if at < 15:
            state.agenda.append(Deal(at))
            return
        # The last tile is no chance.
        _lay(state, at, state.pile[0] if state.pile else PLACEHOLDER)
        state.tokens = sorted(state.arena[i] for i in CORNERS) if _corner_credits(state) else []
        hole = SLOTS[state.arena.index("")]
        log.say(
            "deal", ("L-SET-04", "L-SET-05", "L-SET-06", "L-R-03"),
            "The mechs are dealt; the hole is at {hole}.", (hole,), hole=hole, arena=list(state.arena),
        )  # fmt: skip
        if state.tokens:
            log.say(
                "corner_credits", ("L-SET-07", "L-R-33"), "The corner mechs {mechs} get one credit each.",
                mechs=", ".join(state.tokens),
            )  # fmt: skip


def _centre(state: LeagueState, at: int) -> list[str]:
    """What lies on the centre slots dealt so far; "" is the placeholder."""
    return [state.arena[i] for i in DEAL_ORDER[12:at]]


def _lay(state: LeagueState, at: int, tile: str) -> None:
    if tile != PLACEHOLDER:
        state.pile.remove(tile)
        state.arena[DEAL_ORDER[at]] = tile


def _corner_credits(state: LeagueState) -> bool:
    """L-SET-07 in round 1; L-R-33 and its option afterwards."""
    return state.round == 1 or state.options.round_credits != "carry_no_corners"


def clear_table(state: LeagueState, log: Log) -> None:
    """Wipe the cards, take up all mechs; keep credits, totals and schemes (L-END-02, L-END-05, L-R-33)."""
    n = len(state.names)
    back = len(state.tokens)
    state.round += 1
    state.turn, state.locked, state.scored, state.active = 0, 0, False, -1
    state.pile, state.arena, state.tokens, state.fallen = list(state.roster.codes), [""] * 16, [], []
    state.named, state.first_out, state.quiet, state.seen = (), "", 0, {}
    state.moved, state.moved_before = (), ()
    state.bets, state.paid = [EMPTY] * n, [0] * n
    if state.round > 1:
        if state.options.round_credits == "refill_to_three":
            state.credits = [PURSE] * n
        log.say(
            "new_round", ("L-END-02", "L-END-05", "L-R-16", "L-R-33"),
            "Round {round}: cards are wiped, all mechs are shuffled, {back:s token} from the arena to the supply.",
            round=state.round, back=back,
        )  # fmt: skip


class Shuffle(Auto[LeagueState], frozen=True):
    """All nine schemes become the deck again (option reshuffle_schemes_each_round).

    L-R-22: by default deck, display and discard pile carry over and this task is not used.
    """

    rules: ClassVar[tuple[str, ...]] = ("L-R-22",)

    def run(self, state: LeagueState, log: Log) -> None:
        state.deck, state.display, state.discard = sorted(state.roster.scheme_ids), ["", ""], []
        log.say("shuffle_schemes", self.rules, "All nine schemes are shuffled into the deck.")
        state.agenda += [Show(1), Show(0)]


class Show(Chance[LeagueState, Shown], frozen=True):
    """A scheme from the deck fills a place of the display. L-SET-08, L-SET-09, L-SCH-03."""

    place: int
    rules: ClassVar[tuple[str, ...]] = ("L-SET-08", "L-SET-09", "L-SCH-03")

    def outcomes(self, state: LeagueState) -> Sequence[tuple[Shown, int]]:
        shown = state.roster.shown
        return [shown[scheme] for scheme in state.deck]

    def apply(self, state: LeagueState, action: Shown, log: Log) -> None:
        state.deck.remove(action.scheme)
        state.display[self.place] = action.scheme
        log.say(
            "show_scheme", ("L-SET-08", "L-SET-09") if state.turn == 0 else ("L-SCH-03",),
            "The scheme {name} is turned up; {left} stay in the deck.", scheme=action.scheme,
            name=state.roster.scheme[action.scheme].name, left=len(state.deck),
        )  # fmt: skip
