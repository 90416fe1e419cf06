"""Overlays: what a game can lay over its board (ranges, risks, homelands), chosen from a list."""

from __future__ import annotations

import ipywidgets as W

from ..core.game import Place, Viewer
from ..core.match import Match
from ..core.scene import Mark
from .base import Live


class WithOverlays(Live):
    """`lay_over("reach")` shows one of the game's overlays, "" none."""

    match: Match
    overlay: str
    """The key of the overlay shown, empty for none."""
    overlay_choice: W.Dropdown
    _place: Place | None
    """The space under the pointer, for overlays about one space."""

    def _eyes(self) -> Viewer:
        """Whose view of the board is shown."""
        raise NotImplementedError

    def _redraw(self) -> None:
        raise NotImplementedError

    def _make_overlays(self) -> W.Dropdown:
        self.overlay, self._place = "", None
        self.overlay_choice = W.Dropdown(
            description="Overlay",
            options=[("none", "")],
            layout=W.Layout(width="auto", max_width="240px"),
            style={"description_width": "initial"},
        )
        self.hear(self.overlay_choice, self.lay_over)
        return self.overlay_choice

    def lay_over(self, key: str) -> None:
        """Show one of the game's overlays, "" for none."""
        if key:
            self.match.overlay(key, self._eyes())  # says which there are
        self.overlay = self.overlay_choice.value = key
        self._redraw()

    def overlay_marks(self) -> tuple[Mark, ...]:
        """What the chosen overlay lays over the board now."""
        return self.match.overlay(self.overlay, self._eyes(), self._place) if self.overlay else ()

    def _draw_overlays(self) -> None:
        """The overlays that there are here; one that is gone is taken off."""
        viewer = self._eyes()
        found = self.match.game.overlays(self.match.view(viewer), viewer)
        options = [("none", ""), *((title, key) for key, title in found.items())]
        if tuple(options) != tuple(self.overlay_choice.options):
            kept = self.overlay if self.overlay in found else ""
            self.overlay_choice.options = options
            self.overlay = self.overlay_choice.value = kept
        self.overlay_choice.layout.display = None if found else "none"
