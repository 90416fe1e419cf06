"""The part of a table that names what can be chosen, and has buttons for what is not on the board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import ipywidgets as W

from ..core.game import Action
from ..core.match import Match
from ..core.scene import Cards, Panel, Table
from .base import Live, capital
from .board import Board

BUTTONS = 14
"""More choices than this are a list instead of buttons."""


class WithChoices(Live):
    """Every choice can be reached: on the board, in a panel, or with a button made here."""

    match: Match
    board: Board
    choices: W.HBox
    waiting: Action | None

    def click(self, *ids: str) -> None:
        raise NotImplementedError

    def confirm(self) -> None:
        raise NotImplementedError

    def cancel(self) -> None:
        raise NotImplementedError

    def _label(self, name: str, actions: list[Action]) -> str:
        """What stands on the button of a click id."""
        kind, _, rest = name.partition(":")
        text = self.match.text(actions[0])
        if kind == "button":
            return capital(text if len(actions) == 1 and text != str(actions[0]) else rest)
        if len(actions) == 1:
            return capital(text)
        scene = self.board.scene
        piece = next((p for p in scene.pieces if p.click == name), None) if scene else None
        return capital(scene.piece_words(piece)) if scene and piece else f"{kind} {rest}"

    def _thing(self, name: str) -> str:
        """A click id in words: "-3,0", "Red soldier on 0,2", "Done"."""
        kind, _, rest = name.partition(":")
        scene = self.board.scene
        if scene is not None and kind == "piece":
            piece = next((p for p in scene.pieces if p.click == name), None)
            return f"{scene.piece_words(piece)} on {piece.place}" if piece else rest
        return rest or name

    def _on_screen(self, panels: Sequence[Panel]) -> set[str]:
        scene = self.board.scene
        if scene is None:
            return set()
        ids = {f"cell:{c.place}" for c in scene.cells} | {p.click for p in scene.pieces}
        ids |= {f"edge:{e.a}|{e.b}" for e in scene.edges}
        for panel in panels:
            if isinstance(panel, Cards):
                ids |= {card.click for card in panel.cards}
            elif isinstance(panel, Table):
                ids |= {row.click for row in panel.rows if row.click}
        return ids

    def _draw_choices(self, offered: dict[str, list[Action]], panels: Sequence[Panel]) -> None:
        """Buttons for what cannot be clicked on the board; pieces that share a space, too."""
        old = self.choices.children
        parts: list[W.Widget] = []
        if self.waiting is not None:
            yes = self.button("Yes, do it", self.confirm, f"Play: {self.match.text(self.waiting)}")
            yes.add_class("mod-primary")
            parts = [yes, self.button("No", self.cancel, "Choose something else")]
        else:
            shown = self._on_screen(panels)
            scene = self.board.scene
            at: dict[str, int] = {}
            standing = {p.click: p.place for p in scene.pieces} if scene else {}
            for name in offered:
                if name in standing:
                    at[standing[name]] = at.get(standing[name], 0) + 1
            names = [n for n in offered if n not in shown or at.get(standing.get(n, ""), 0) > 1]
            if len(names) > BUTTONS:
                options = [(self._label(n, offered[n]), n) for n in names]
                pick = W.Dropdown(description="Choose", options=options, layout=W.Layout(width="auto"))
                parts = [pick, self.button("Take it", lambda: self.click(pick.value), "Choose this")]
            else:
                match_text = self.match.text
                parts = [
                    self.button(self._label(n, offered[n]), partial(self.click, n), match_text(offered[n][0]))
                    for n in names
                ]
        self.choices.children = tuple(parts)
        for part in old:
            part.close()
        if old:
            self.board.pick_up_focus()
