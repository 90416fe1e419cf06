"""Walking along a match: step by step, from comment to comment, back to the main line."""

from __future__ import annotations

from ..core.match import Node
from .following import Following

KEYS = {
    ",": "back", ".": "forward", "<": "first", ">": "last",
    "[": "previous_comment", "]": "next_comment", "=": "main",
}  # fmt: skip
"""Keys that count anywhere in the stepper. No letters: JupyterLab has its own use for those."""

TITLES = {
    "first": "First position  (key <)",
    "back": "One step back  (key ,)",
    "forward": "One step forward  (key .)",
    "last": "Last position  (key >)",
    "previous_comment": "Previous comment  (key [)",
    "next_comment": "Next comment  (key ])",
    "main": "Back to the main line  (key =)",
}
"""What the buttons do, where they do something."""


class Walking(Following):
    """The steps of a stepper, as methods. Each stops autoplay, clears the message and moves the match."""

    by: str
    """Where it stops: "action", "turn" or "round"."""
    hidden: bool
    """What comes after the cursor is not shown, so one cannot go there unseen."""
    _drawing: bool

    def first(self) -> None:
        self._go(self.match.root)

    def back(self) -> None:
        self.stop()
        before = [n for n in self.match.stops(self.by) if n.ply < self.match.node.ply]
        if before:
            self._go(before[-1])
        else:
            self.catch_up()

    def forward(self) -> None:
        self.stop()
        self._forward()

    def last(self) -> None:
        if self.hidden:
            raise ValueError("What comes is hidden; step forward, or switch “Hide what comes” off.")
        self._go(self.match.line()[-1])

    next = forward
    previous = back

    def to(self, target: Node | int) -> None:
        """To a node, or to the step with this number on the current line."""
        self._go(target)

    def main(self) -> None:
        """Back to where the side line left the main line."""
        self.stop()
        self.say("")
        with self.moving():
            self.match.to_main()

    def previous_comment(self) -> None:
        self._to_comment(self._comment_before(), "before")

    def next_comment(self) -> None:
        if self.hidden:
            raise ValueError("What comes is hidden, comments too.")
        self._to_comment(self._comment_after(), "after")

    def _comment_before(self) -> Node | None:
        return next((n for n in reversed(self.match.node.path()[:-1]) if n.is_annotated), None)

    def _comment_after(self) -> Node | None:
        here = self.match.node.ply
        return next((n for n in self.match.line()[here + 1 :] if n.is_annotated), None)

    def _to_comment(self, node: Node | None, where: str) -> None:
        if node is not None:
            self._go(node)
        else:
            self.catch_up()
            self.say(f"No comment comes {where} this.")

    def _go(self, target: Node | int) -> None:
        self.stop()
        self.say("")
        with self.moving():
            self.match.to(target)

    def _forward(self) -> bool:
        after = [n for n in self.match.stops(self.by) if n.ply > self.match.node.ply]
        if after:
            self.say("")
            with self.moving():
                self.match.to(after[0])
        return bool(after)

    def _slid(self, step: int) -> None:
        """To the step with this number or, where none is stopped at, the next one in that direction."""
        if self._drawing:
            return
        stops = self.match.stops(self.by)
        if step > self.match.node.ply:
            self._go(next((n for n in stops if n.ply >= step), stops[-1]))
        else:
            self._go([n for n in stops if n.ply <= step][-1])
