"""Taking back: undo and redo, which say what they do and never lose what was known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .game import (
    CHANCE,
    OPEN,
    Viewer,
)
from .node import Node, Undo
from .playing import Playing

if TYPE_CHECKING:
    pass


class TakingBack(Playing):
    """The part of a match that takes choices back and does them again."""

    def undo(self, viewer: Viewer = OPEN) -> Undo:
        """Take back the last choice of a player.

        If it told nobody anything new it is taken off (redo brings it back). If a die has fallen or
        a secret was revealed since, the line stays as recorded; whatever is played now is a side
        line, and the same choice again meets the same die. The words are fit for `viewer`.
        """
        choice, kept = self._undoing()
        words = self.undo_words(viewer)
        if choice is None or choice.parent is None:
            return Undo(words, True)
        parent = self.node = choice.parent
        if not kept:
            parent.children.remove(choice)
            parent.followed = max(0, len(parent.children) - 1)
            self._undone.append(choice)
        self._changed()
        return Undo(words, kept)

    def undo_words(self, viewer: Viewer = OPEN) -> str:
        """What an undo would do now, in words. Changes nothing."""
        choice, kept = self._undoing()
        if choice is None:
            return "This is the start: there is nothing to take back."
        what = self.label(choice, viewer)
        if not kept:
            return f"Took back “{what}”."
        if self._told_since(choice):
            return (
                f"Back before “{what}”. New information had come to light, so that line stays on record; "
                "what you play now is a side line."
            )
        return f"Back before “{what}”. That line stays on record."

    def _undoing(self) -> tuple[Node | None, bool]:
        """The choice that an undo takes back, and whether its line stays on record."""
        choice: Node | None = self.node
        while choice is not None and choice.chance:
            choice = choice.parent
        if choice is None or choice.parent is None:
            return None, True
        told = self._told_since(choice)
        last = choice.parent.children[-1] is choice
        return choice, bool(told or choice.children or choice.is_annotated or choice.trouble or not last)

    def _told_since(self, choice: Node) -> bool:
        return self.node is not choice or choice.is_told

    def new_information(self, node: Node | None = None) -> bool:
        """True if reaching a node (the cursor) told somebody something new: a die fell, a secret was
        revealed. Going back before it does not untell it, so what is played then is a side line."""
        return (node or self.node).is_told

    def redo_words(self, viewer: Viewer = OPEN) -> str:
        """What a redo would do now, in words. Changes nothing."""
        choice, again = self._redoing()
        return f"{again} “{self.label(choice, viewer)}”." if choice else "There is nothing to do again."

    @property
    def can_undo(self) -> bool:
        """True if there is a choice of a player to take back."""
        return self._undoing()[0] is not None

    @property
    def can_redo(self) -> bool:
        """True if there is something to do again, or a line on record to follow."""
        return self._redoing()[0] is not None

    def _redoing(self) -> tuple[Node | None, str]:
        """The choice that a redo does, and whether it is done again or was on record all along."""
        if self._undone and self._undone[-1].parent is self.node:
            return self._undone[-1], "Again"
        if self.node.children:
            return self.node.children[min(self.node.followed, len(self.node.children) - 1)], "Forward to"
        return None, ""

    def redo(self, viewer: Viewer = OPEN) -> str:
        """Do again what the last undo took back, or follow the line that stayed on record."""
        choice, again = self._redoing()
        if choice is None:
            return self.redo_words(viewer)
        if choice not in self.node.children:
            self.node.children.append(self._undone.pop())
        self.node.followed = self.node.children.index(choice)
        self.node = choice
        while self.actor == CHANCE and self.node.children:
            self.node = self.node.children[min(self.node.followed, len(self.node.children) - 1)]
        self._changed()
        return f"{again} “{self.label(choice, viewer)}”."
