"""Step 2: slide one mech (L-SLD-01 to L-SLD-04), with what schemes allow in its place."""

from __future__ import annotations

from typing import ClassVar, Final

from atlantis_nb.core.game import Action, Log

from .actions import AskAgain, Slide
from .attack import attack, in_overtime, quiet_warning, victims
from .board import DIAGONAL, FAR, INDEX, NEAR
from .fixer import ASK_AGAIN, call_again, may_call
from .state import LeagueState
from .tasks import Choice

VERBS: Final = {"Slide": "slides", "Cut": "cuts", "Jump": "jumps with"}


class SlideMech(Choice, frozen=True, kw_only=True):
    """Slide any mech of any team one step into an empty slot next to it; compulsory.

    L-TURN-03, L-SLD-01 to L-SLD-04, L-R-11, L-R-12; Corner Cut L-SCH-21, Leapfrog L-SCH-22,
    Double Shift L-SCH-23 and L-R-40 (`left` slides of it still to make after this one).
    """

    left: int = 0
    rules: ClassVar[tuple[str, ...]] = ("L-TURN-03", "L-SLD-01", "L-R-11", "L-R-12")

    def ask(self, state: LeagueState) -> str:
        if self.left:
            words = "Slide a mech; after this first slide there is no attack."
        elif state.effect == "two_slides":
            words = "Slide a mech a second time; it attacks as usual."
        else:
            words = "Slide a mech into an empty slot next to it."
        return words + quiet_warning(state)

    def legal(self, state: LeagueState) -> list[Action]:
        arena, slides = state.arena, state.roster.slides
        found: list[Action] = []
        for hole in range(16):
            if not arena[hole]:
                for i in NEAR[hole]:
                    mech = arena[i]
                    if mech:
                        found.append(slides[mech][i * 16 + hole])
        if state.in_play:
            found += self.extra(state)
        if state.options.no_backslide and state.moved_before:
            back = {(mech, start) for mech, start, _ in state.moved_before}
            found = [a for a in found if isinstance(a, Slide) and (a.mech, a.to) not in back]
        if in_overtime(state):
            found = [a for a in found if self.makes_ko(state, a)] or found
        if state.waits and may_call(state, self.player):
            found.append(ASK_AGAIN)
        return found

    def extra(self, state: LeagueState) -> list[Action]:
        """Moves that a scheme allows in place of a slide."""
        arena, slides, effect = state.arena, state.roster.slides, state.effect
        if effect == "diagonal_slide":
            return [
                slides[arena[i]][i * 16 + hole]
                for hole in range(16)
                if not arena[hole]
                for i in DIAGONAL[hole]
                if arena[i]
            ]
        if effect == "jump":
            return [
                slides[arena[i]][i * 16 + hole]
                for hole in range(16)
                if not arena[hole]
                for i in FAR[hole]
                if arena[i] and arena[(i + hole) // 2]
            ]
        return []

    def makes_ko(self, state: LeagueState, action: Action) -> bool:
        """Whether the slide has a victim (or the first of two slides can be followed by one)."""
        assert isinstance(action, Slide)
        after = state.copy()
        start, to = INDEX[action.start], INDEX[action.to]
        after.arena[start], after.arena[to] = "", action.mech
        if not self.left:
            return bool(victims(after, action.mech, to))
        second = SlideMech(player=self.player)
        after.quiet = -1  # look at all second slides
        return any(second.makes_ko(after, a) for a in second.legal(after))

    def apply(self, state: LeagueState, action: Action, log: Log) -> None:
        if isinstance(action, AskAgain):
            state.agenda.append(self)
            call_again(state, self.player)
            return
        assert isinstance(action, Slide)
        mech, to = action.mech, INDEX[action.to]
        state.arena[INDEX[action.start]] = ""
        state.arena[to] = mech
        state.moved += ((mech, action.start, action.to),)
        log.say(
            "slide", ("L-SLD-01", "L-TURN-03"), "{by:player} {verb} {mech} from {a} to {b}.",
            (action.start, action.to), by=self.player, mech=mech, a=action.start, b=action.to,
            verb=VERBS[action.verb],
        )  # fmt: skip
        if self.left:
            state.agenda.append(SlideMech(player=self.player, left=self.left - 1))
        else:
            attack(state, self.player, mech, to, log)
