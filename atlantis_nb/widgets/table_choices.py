"""The part of a table that names what can be chosen, and has buttons for what is not on the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import ipywidgets as W

from ..core.game import Action
from ..core.match import Node
from ..core.scene import Cards, Panel, Table
from .base import capital
from .board import Board
from .keys import Keys, Where
from .table_pause import WithPauses

Made = tuple[str, str, Callable[[], Any], str]
"""A button to be: "main", "list" or "", its label, what it does, its tooltip."""
BUTTONS = 14
"""More choices than this are a list instead of buttons."""


class WithChoices(WithPauses):
    """Every choice can be reached: on the board, in a panel, or with a button made here."""

    board: Board
    guide: Keys
    choices: W.HBox
    waiting: Action | None
    _focus: Where = "board"
    """Where a focus goes whose button is gone."""
    _drawn_choices: tuple[object, ...] = ()
    """What the buttons were made for, to leave them alone while they stay the same."""

    def click(self, *ids: str) -> None:
        raise NotImplementedError

    def confirm(self) -> None:
        raise NotImplementedError

    def cancel(self) -> None:
        raise NotImplementedError

    def _may_choose_on_board(self) -> bool:
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
        made = self._buttons_for(offered, panels)
        key = (self.match.node, *((kind, label) for kind, label, _, _ in made))
        if key == self._drawn_choices:
            return
        self._focus = self._focus_next(offered)
        self._drawn_choices = key
        old = self.choices.children
        many = [one for one in made if one[0] == "list"]
        self.choices.children = (self._list(many),) if many else tuple(self._button(*one) for one in made)
        for part in old:
            for below in getattr(part, "children", ()):
                below.close()
            part.close()
        if old or self._focus == "cards":
            self.guide.pick_up(self._focus)

    def _focus_next(self, offered: dict[str, list[Action]]) -> Where:
        """Where a lost focus goes. To a choice only while one person goes on choosing: after anything
        else an Enter meant for what was there before must not choose what nobody has read yet."""
        if self.held() or self.waiting is not None:
            return "choices"
        if self.match.result is not None or self._may_choose_on_board() or not self._goes_on():
            return "board"
        return "cards" if any(name.startswith("card:") for name in offered) else "choices"

    def _goes_on(self) -> bool:
        """Since the choices were last drawn only the person who is to choose now has chosen, within the
        same part of the game."""
        match, path = self.match, self.match.node.path()
        before = self._drawn_choices[0] if self._drawn_choices else None
        if not isinstance(before, Node) or before not in path:
            return False
        made = [node for node in path[before.ply + 1 :] if not node.chance and node.parent is not None]
        same = all(match.game.actor(node.parent.state) == match.actor for node in made if node.parent)
        return same and match.clock_at(before).label == match.clock.label

    def _buttons_for(self, offered: dict[str, list[Action]], panels: Sequence[Panel]) -> list[Made]:
        """What to make, each as (kind, label, what it does, tooltip)."""
        match = self.match
        if self.waiting is not None:
            yes = ("main", "Yes, do it", self.confirm, f"Play: {match.text(self.waiting)}")
            return [yes, ("", "No", self.cancel, "Choose something else  (Escape)")]
        if self.held():
            return [("main", self.next_label(), self.go_on, "Go on  (Enter or Space; the key / comes here)")]
        if match.result is not None:
            again = "A new match with the same seats and options, another seed"
            step = "Walk through this match below, step by step"
            return [
                ("main", "Play again", self.again, again),
                ("", "Step through it", self.step_through, step),
                ("", "Save", self._save, "Write the match to the file named in the tab Save"),
            ]
        shown = self._on_screen(panels)
        scene = self.board.scene
        at: dict[str, int] = {}
        standing = {p.click: p.place for p in scene.pieces} if scene else {}
        for name in offered:
            if name in standing:
                at[standing[name]] = at.get(standing[name], 0) + 1
        names = [n for n in offered if n not in shown or at.get(standing.get(n, ""), 0) > 1]
        names.sort(key=lambda name: not name.startswith("button:"))  # "Done" before units on one space
        if len(names) > BUTTONS:
            options = {self._label(n, offered[n]): n for n in names}
            return [("list", label, partial(self.click, n), "") for label, n in options.items()]
        return [
            ("", self._label(n, offered[n]), partial(self.click, n), match.text(offered[n][0])) for n in names
        ]

    def _button(self, kind: str, label: str, call: Callable[[], Any], tooltip: str) -> W.Button:
        button = self.button(label, call, tooltip)
        if kind == "main":
            button.add_class("mod-primary")
        return button

    def _list(self, made: Sequence[Made]) -> W.HBox:
        calls = {label: call for _, label, call, _ in made}
        pick = W.Dropdown(description="Choose", options=list(calls), layout=W.Layout(width="auto"))
        return W.HBox([pick, self.button("Take it", lambda: calls[pick.value](), "Choose this")])
