"""Node: one action of a match and the position after it; and the other parts that a match is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from .game import Action, Clock, Event, Illegal, Place, Refused, Seat

if TYPE_CHECKING:
    from .rulebook import Rule, Ruling
    from .tree import Tree

GLYPHS = ("", "!", "?", "!!", "??", "!?", "?!")
"""Marks an annotator may give a choice, as in chess: good, poor, brilliant, blunder ..."""


class Arrow(msgspec.Struct, frozen=True):
    """An annotator's mark on the board: a cell, or an arrow from `place` to `to`."""

    place: Place
    to: Place | None = None
    label: str = ""


class IllegalAction(Refused):
    """An action that the rules forbid. `illegal` has the rule ids and the sentence."""

    def __init__(self, illegal: Illegal) -> None:
        super().__init__(str(illegal))
        self.illegal = illegal


class Node:
    """One action and the position after it. The root has no action."""

    __slots__ = (
        "parent", "action", "chance", "secret_of", "events", "state", "children", "followed",
        "comment", "glyph", "arrows", "title", "key", "ply", "extra", "inner", "trouble", "_clock",
    )  # fmt: skip

    def __init__(self, parent: Node | None, action: Action | None, state: Any, events: tuple[Event, ...]):
        self.parent = parent
        self.action = action
        self.chance = False
        self.secret_of: Seat | None = None
        """The seat whose secret choice this is; others see that a choice was made, not which."""
        self.events = events
        self.state = state
        self.children: list[Node] = []
        self.followed = 0
        self.comment = ""
        self.glyph = ""
        self.arrows: tuple[Arrow, ...] = ()
        self.title = ""
        """A bookmark: "The second flood". Listed in the table of contents."""
        self.key = b""
        self.ply: int = 0 if parent is None else parent.ply + 1
        self.extra: dict[str, Any] = {}
        """Fields of a loaded file that this version does not know; written back on save."""
        self.inner: dict[str, dict[str, Any]] = {}
        """The same for the parts of a node: "events.0" -> unknown fields of its first event."""
        self.trouble = ""
        """Why this node could not be replayed (another rules version, an illegal action). Its events
        are then those on record, its state is the last one that could be reached, and nothing can be
        played on from it."""
        self._clock: Clock | None = None

    @property
    def is_told(self) -> bool:
        """True if reaching it told somebody something new: chance fell, or a secret was revealed."""
        return self.chance or any(event.kind.startswith("reveal") for event in self.events)

    @property
    def is_annotated(self) -> bool:
        return bool(self.comment or self.glyph or self.arrows or self.title)

    @property
    def is_main(self) -> bool:
        """True on the main line: the first child all the way down."""
        node: Node | None = self
        while node is not None and node.parent is not None:
            if node.parent.children[0] is not node:
                return False
            node = node.parent
        return True

    def path(self) -> list[Node]:
        """From the root to this node, both included."""
        nodes: list[Node] = []
        node: Node | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def __repr__(self) -> str:
        return f"Node({self.ply}, {self.action!s})"


class LogLine:
    """One event of a match with the node it belongs to. `why()` gives the texts of its rules."""

    __slots__ = ("event", "node", "_match")

    def __init__(self, event: Event, node: Node, match: Tree) -> None:
        self.event = event
        self.node = node
        self._match = match

    kind = property(lambda self: self.event.kind)
    rules = property(lambda self: self.event.rules)
    text = property(lambda self: self.event.text)
    places = property(lambda self: self.event.places)
    data = property(lambda self: self.event.data)

    def why(self) -> list[Rule | Ruling]:
        """The rules and rulings that made it happen."""
        book = self._match.game.rulebook
        return [book[rule] for rule in self.event.rules if rule in book]

    def __str__(self) -> str:
        return self.event.text

    def __repr__(self) -> str:
        return f"{self.node.ply}: {self.event.text}"


class Line(msgspec.Struct, frozen=True):
    """One row of the outline of a match: a line of nodes, first children all the way down.

    `depth` is 0 on the main line, 1 on a side line, 2 on a side line of a side line. `leaves` is the
    node that a side line leaves from (None for the main line).
    """

    nodes: tuple[Node, ...]
    depth: int
    leaves: Node | None


class Undo(msgspec.Struct, frozen=True):
    """What an undo did: the words to show, and whether the old line stays as recorded."""

    words: str
    kept: bool
