"""Annotating: comments, glyphs, arrows and bookmarks; and which line is the main one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .game import (
    LONGEST_NAME,
    LONGEST_TEXT,
    LONGEST_TITLE,
    Refused,
    checked_text,
)
from .node import GLYPHS, Arrow, Node
from .tree import Tree

if TYPE_CHECKING:
    pass


class Annotating(Tree):
    """The part of a match for what people write to it."""

    def annotated(self) -> list[Node]:
        """All nodes with a comment, glyph, arrow or title, main line first."""
        return [node for node in self.nodes() if node.is_annotated]

    def contents(self) -> list[Node]:
        """The bookmarks: all nodes with a title, in the order in which a move list shows them (a side
        line after the move that it replaces)."""
        return [node for node, _depth in self.outline() if node.title]

    def next_comment(self) -> Node | None:
        """To the next annotated node of the current line; None, and no move, if there is none."""
        after = [n for n in self.line() if n.ply > self.node.ply and n.is_annotated]
        return self.to(after[0]) if after else None

    def previous_comment(self) -> Node | None:
        """To the annotated node before the cursor; None, and no move, if there is none."""
        before = [n for n in self.node.path()[:-1] if n.is_annotated]
        return self.to(before[-1]) if before else None

    def comment(self, text: str, glyph: str = "", arrows: Sequence[Arrow] = (), title: str = "") -> Node:
        """Annotate the node at the cursor: what is left out is taken away (see `annotate`)."""
        return self.annotate(comment=text, glyph=glyph, arrows=arrows, title=title)

    def annotate(
        self,
        node: Node | None = None,
        *,
        comment: str | None = None,
        glyph: str | None = None,
        arrows: Sequence[Arrow] | None = None,
        title: str | None = None,
    ) -> Node:
        """Annotate a node (the cursor); what is None stays as it is, an empty text takes away.

        Raises ValueError, and changes nothing, for a glyph that is none or a text too long to save.
        """
        node = node or self.node
        if glyph is not None and glyph not in GLYPHS:
            raise Refused(f"A glyph is one of {', '.join(repr(g) for g in GLYPHS)}, not {glyph!r}.")
        for text, what, most in (
            (comment, "A comment", LONGEST_TEXT),
            (title, "A title", LONGEST_TITLE),
            *((arrow.label, "The label of an arrow", LONGEST_TITLE) for arrow in arrows or ()),
            *((arrow.place, "The place of an arrow", LONGEST_NAME) for arrow in arrows or ()),
            *((arrow.to, "The end of an arrow", LONGEST_NAME) for arrow in arrows or ()),
        ):
            if text is not None:
                checked_text(text, what, most)
        if comment is not None:
            node.comment = comment
        if glyph is not None:
            node.glyph = glyph
        if arrows is not None:
            node.arrows = tuple(arrows)
        if title is not None:
            node.title = title
        self._changed()
        return node

    def promote(self, node: Node | None = None) -> None:
        """Make a side line the main line at the place where it leaves."""
        node = node or self.node
        self._own(node)
        while node.parent is not None:
            node.parent.children.remove(node)
            node.parent.children.insert(0, node)
            node.parent.followed = 0
            node = node.parent
        self._changed()

    def delete(self, node: Node | None = None) -> None:
        """Take a node and all after it out of the tree. The root cannot be taken out."""
        node = node or self.node
        if node.parent is None:
            raise Refused("The start of a match cannot be deleted.")
        self._own(node)
        if node in self.node.path():
            self.node = node.parent
        parent, at = node.parent, node.parent.children.index(node)
        del parent.children[at]
        if at < parent.followed:
            parent.followed -= 1
        elif at == parent.followed:
            parent.followed = 0
        self._changed()

    def _own(self, node: Node) -> None:
        path = node.path()
        if path[0] is not self.root or any(n.parent and n not in n.parent.children for n in path):
            raise Refused("That position does not belong to this match.")
