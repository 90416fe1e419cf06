"""What a cell has shown stays where that cell put it, although later cells move the match on.

A notebook that is run from top to bottom moves one match about: the widget of its third cell would
end where the last cell left the match. So a widget goes along with its match when somebody clicks,
and when its own cell or its own methods move the match; while another cell runs it stands still. A
click on a widget that stayed behind takes up from what it shows: the match goes there first, and
other widgets of the match stay where they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from ..core.match import Match, Node
from .base import Live, in_click, running_cell


class Following(Live):
    """A widget that shows where a match stands. Subclasses draw in `_draw`, call `follow` once they
    are built, `catch_up` where they would draw anew, and wrap their own moves in `moving`."""

    match: Match
    stands: ClassVar[bool] = True
    """It has a place in the match that clicks start from; without, it goes along with every click."""
    leader: Following | None = None
    """The widget that this one is part of, which says when to draw."""

    _taking_up: ClassVar[Following | None] = None
    """The widget that brings the match back to where it stands, for the moment."""

    def __init__(self) -> None:
        self._runs = {running_cell()}
        """The runs of cells that made this widget or showed it."""
        self._drawn_at: Node | None = None
        self._behind = False
        self._moving = False
        super().__init__()

    def _draw(self) -> None:
        raise NotImplementedError

    def follow(self) -> None:
        """Draw, and from now on go along with the match (or with the leader, who does)."""
        if self.leader is None:
            self._ends.append(self.match.watch(self.quietly(lambda _match: self._match_changed())))
        self.catch_up()

    def catch_up(self) -> None:
        """Show where the match stands now."""
        self._behind, self._drawn_at = False, self.match.node
        self._draw()

    @contextmanager
    def moving(self) -> Iterator[None]:
        """Whatever moves the match inside is this widget's own doing, in whichever cell it is done."""
        before, self._moving = self._moving, True
        try:
            yield
        finally:
            self._moving = before

    def _match_changed(self) -> None:
        if self._stays():
            self._behind = True
        else:
            self.catch_up()

    def _stays(self) -> bool:
        if self._moving:
            return False
        cell = running_cell()
        if cell:
            return cell not in self._runs
        return self.stands and (self._behind or Following._taking_up not in (None, self))

    # -------------------------------------------------------------- clicks

    def quietly(self, call: Callable[..., Any]) -> Callable[..., Any]:
        """`guard` for what is no click: a pointer that hovers, the page that reports its theme."""
        return super().guard(call)

    def guard(self, call: Callable[..., Any]) -> Callable[..., Any]:
        guarded = super().guard(call)

        def taken_up(*args: Any, **kwargs: Any) -> Any:
            whole = self.leader or self
            if whole.stands and whole._behind and in_click():
                whole._take_up()
            return guarded(*args, **kwargs)

        return taken_up

    def _take_up(self) -> None:
        """The match goes to where this widget stands; gone from the tree, the widget goes to the match."""
        Following._taking_up = self
        try:
            if self._drawn_at is not None:
                self.match.to(self._drawn_at)
        except ValueError:
            self.catch_up()
        finally:
            Following._taking_up = None
        self._behind = False

    def _ipython_display_(self) -> None:
        self._runs.add(running_cell())
        if self._behind:
            self.catch_up()
        super()._ipython_display_()
