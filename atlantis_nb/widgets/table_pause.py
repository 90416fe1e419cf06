"""The part of a table where play waits to be looked at: a scored round, dice to throw, the end."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as W

from ..core.game import CHANCE, OVER, Viewer
from ..core.match import Match, Node
from .base import Live, table_html

if TYPE_CHECKING:
    from .stepper import Stepper

NEXT = ("round", "turn")
"""What comes next, if the words of a pause speak of it."""


class WithPauses(Live):
    """`held()` says what play waits for, `go_on()` goes on. At the end: `again()`, `step_through()`."""

    match: Match
    bots: dict[int, Any]
    auto: bool
    below: W.VBox
    stepper: Stepper | None
    """The stepper that "Step through it" opened below the table."""
    _covered: bool
    _running: bool
    _looked: Node | None
    """The position whose pause is over: somebody has looked at it."""

    @property
    def viewer(self) -> Viewer:
        raise NotImplementedError

    def play_bots(self) -> None:
        raise NotImplementedError

    def _take(self, match: Match) -> None:
        raise NotImplementedError

    def _save(self) -> None:
        raise NotImplementedError

    def held(self) -> str:
        """What there is to look at before play goes on, in words; empty if play does not wait."""
        match = self.match
        if self._covered or self._running or match.actor == OVER or match.node is self._looked:
            return ""
        if match.actor == CHANCE:
            return match.pause or (self._before_the_throw() if match.throw else "Chance decides next.")
        return match.pause

    def _before_the_throw(self) -> str:
        """What has just been declared, and that dice come next."""
        told = [e.text for e in self.match.node.events if e.seen_by(self.viewer)][-1:]
        return " ".join([*told, "Dice are thrown next."])

    def next_label(self) -> str:
        """What stands on the button that goes on."""
        if not self.match.pause:
            return "Throw the dice ▸" if self.match.throw else "Go on ▸"
        unit = next((word for word in NEXT if word in self.match.pause.lower()), "")
        return f"Next {unit} ▸" if unit else "Go on ▸"

    def go_on(self) -> None:
        """Somebody has looked: chance falls, bots play, or the next person chooses."""
        if not self.held():
            raise ValueError("Play does not wait; choose, or let the bots play.")
        self._looked = self.match.node
        self.say("")
        self.match.settle(look=True)
        if self.auto and not self.held():
            self.play_bots()

    # -------------------------------------------------------------- the end

    def again(self) -> Match:
        """A new match with the same seats and options, another seed."""
        old = self.match
        new = Match(old.game, old.names, seed=(old.seed + 1) % 2**31, options=old.options, title=old.title)
        self._take(new)
        self.say(f"A new match, seed {new.seed}.")
        if self.auto:
            self.play_bots()
        return new

    def step_through(self) -> Stepper:
        """A stepper below the table that walks through the match from its start, comments and all.

        It has a copy, so that the table stays where it is.
        """
        from .stepper import Stepper

        copy = self.match.branch()
        for old, new in zip(self.match.node.path(), copy.node.path(), strict=True):
            new.comment, new.glyph, new.arrows, new.title = old.comment, old.glyph, old.arrows, old.title
        copy.first()
        self._close_stepper()
        self.stepper = Stepper(copy)
        self.below.children = (self.stepper,)
        return self.stepper

    def _close_stepper(self) -> None:
        old, self.stepper = self.stepper, None
        if old is not None:
            self.below.children = ()
            old.close()


def result_html(match: Match) -> str:
    """How the match ended: the sentence, and a table of the scores by side, the winners first."""
    result = match.result
    if result is None:
        return ""
    rows = []
    for side in match.game.sides(match.state):
        scores = list(dict.fromkeys(f"{result.scores[seat]:g}" for seat in side))
        names = ", ".join(match.names[seat] for seat in side)
        rows.append((names, " / ".join(scores), "won" if side[0] in result.winners else ""))
    rows.sort(key=lambda row: row[2] != "won")
    teams = any(len(side) > 1 for side in match.game.sides(match.state))
    table = table_html(("Team" if teams else "Player", "Score", ""), rows)
    return f'<div class="atl-result"><b>{escape(match.outcome.partition(" Scores:")[0])}</b>{table}</div>'
