"""Tree: what a match is made of, and its cursor: what is so there, and how to move it about."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Self

from .game import (
    OPEN,
    OVER,
    SPECTATOR,
    Action,
    Chance,
    Clock,
    Game,
    Place,
    Refused,
    Result,
    Viewer,
)
from .node import Line, LogLine, Node

if TYPE_CHECKING:
    from .charts import Chart
    from .scene import Mark, Panel, Scene


class Tree:
    """Nodes and a cursor. Match adds what changes them; see core/match.py."""

    game: Game[Any]
    names: tuple[str, ...]
    """By seat."""
    options: Any
    seed: int
    title: str
    placed: bool
    """True if the match begins at a given position instead of the start of the game."""
    root: Node
    node: Node
    """Where the cursor is."""
    extra: dict[str, Any]
    inner: dict[str, dict[str, Any]]
    """Unknown fields of the parts of a loaded file; see Node.inner."""
    _undone: list[Node]
    _watchers: list[Callable[[Any], None]]
    _silent: int

    # -------------------------------------------------------------- what is so now

    @property
    def state(self) -> Any:
        """The position at the cursor, everything open."""
        return self.node.state

    @property
    def actor(self) -> int:
        """The seat to choose, CHANCE or OVER (also where the record could not be replayed)."""
        return OVER if self.node.trouble else self.game.actor(self.state)

    @property
    def legal(self) -> list[Action]:
        return [] if self.node.trouble else self.game.legal(self.state)

    def find(self, words: str) -> Action:
        """The one legal action whose text contains these words: `match.find("to -2,-1")`.

        Raises ValueError that lists the actions if none or several do.
        """
        if not isinstance(words, str):
            raise Refused(f"Say in words what to find, not {words!r}.")
        legal = self.legal
        text = {a: self.text(a) for a in legal}
        found = [a for a in legal if words in text[a] or words in str(a)]
        exact = [a for a in found if words in (text[a], str(a))]
        if len(exact or found) == 1:
            return (exact or found)[0]
        some = "; ".join(text[a] for a in (found or legal)[:12])
        what = f"Several actions say {words!r}" if found else f"No legal action says {words!r}"
        raise Refused(f"{what}: {some}{' ...' if len(found or legal) > 12 else ''}.")

    @property
    def ask(self) -> str:
        return "" if self.node.trouble else self.game.ask(self.state)

    @property
    def trouble(self) -> str:
        """Why a loaded match could not be replayed to its end; empty if it could."""
        return next((node.trouble for node in self.nodes() if node.trouble), "")

    @property
    def result(self) -> Result | None:
        result: Result | None = self.state.result
        return result

    @property
    def outcome(self) -> str:
        """The result in words, "Red wins. ..."; empty while the game goes on."""
        if self.result is None:
            return ""
        # A side's own name may stand for many ("Atlanteans"); a person's name ("James") never does.
        many = [name for name in self.names if name in self.game.colours and name.endswith("s")]
        return result_words(self.result, self.names, many)

    @property
    def clock(self) -> Clock:
        return self.clock_at(self.node)

    def clock_at(self, node: Node) -> Clock:
        if node._clock is None:
            node._clock = self.game.clock(node.state)
        return node._clock

    @property
    def log(self) -> list[LogLine]:
        """All events from the start to the cursor."""
        return self.story()

    def story(self, viewer: Viewer = OPEN, to: Node | None = None) -> list[LogLine]:
        """Events from the start to a node (the cursor) that a viewer may know."""
        return [
            LogLine(event, node, self)
            for node in (to or self.node).path()
            for event in node.events
            if event.seen_by(viewer)
        ]

    def view(self, viewer: Viewer) -> Any:
        """The position as a viewer may know it.

        Raises ValueError for a viewer who does not sit here.
        """
        if viewer is not OPEN and (
            viewer not in range(SPECTATOR, len(self.names)) or isinstance(viewer, bool)
        ):
            seats = f"a seat from 0 to {len(self.names) - 1}"
            raise Refused(f"A viewer is {seats}, SPECTATOR or OPEN, not {viewer!r}.")
        return self.state if viewer is OPEN else self.game.view(self.state, viewer)

    def scene(self, viewer: Viewer = OPEN, node: Node | None = None) -> Scene:
        """The board at a node (the cursor), with the annotator's arrows on it."""
        node = node or self.node
        state = node.state if viewer is OPEN else self.game.view(node.state, viewer)
        scene = self.game.scene(state, viewer)
        return scene.with_marks(*self._arrows(node)) if node.arrows else scene

    def panels(self, viewer: Viewer = OPEN) -> list[Panel]:
        return self.game.panels(self.view(viewer), viewer)

    def overlay(self, key: str, viewer: Viewer = OPEN, place: Place | None = None) -> tuple[Mark, ...]:
        """The marks of one of the game's overlays at the cursor; `place` for those about one space.

        Raises ValueError that names the overlays there are.
        """
        state = self.view(viewer)
        there = self.game.overlays(state, viewer)
        if key not in there:
            known = f"there are: {', '.join(there)}" if there else "this game has none here"
            raise Refused(f"There is no overlay {key!r} here; {known}.")
        return self.game.overlay(state, viewer, key, place)

    def chart(self, key: str, viewer: Viewer = OPEN) -> Chart:
        """One of the game's charts, over the line the cursor is on, from its start to its end.

        Raises ValueError that names the charts there are.
        """
        there = self.game.charts(viewer)
        if key not in there:
            known = f"there are: {', '.join(there)}" if there else "this game has none"
            raise Refused(f"There is no chart {key!r}; {known}.")
        states = [n.state if viewer is OPEN else self.game.view(n.state, viewer) for n in self.line()]
        return self.game.chart(key, states, viewer)

    @staticmethod
    def _arrows(node: Node) -> tuple[Mark, ...]:
        from .scene import Mark

        return tuple(Mark("note", a.place, a.to, label=a.label) for a in node.arrows)

    def label(self, node: Node, viewer: Viewer = OPEN) -> str:
        """What was done at a node, as a viewer may know it."""
        if node.action is None or node.parent is None:
            return "Start"
        recorded = node.inner.get("record", {}).get("text", "")
        seat = OVER if node.trouble else self.game.actor(node.parent.state)
        who = f"{self.names[seat]}: " if seat >= 0 else ""
        if node.secret_of is not None and viewer is not OPEN and viewer != node.secret_of:
            return "A secret draw" if node.chance else f"{who}a secret choice"
        if recorded:
            return str(recorded)
        action = node.action
        if not node.trouble:
            return f"{who}{self.game.action_text(node.parent.state, action)}"
        return f"{who}{action}"

    def text(self, action: Action) -> str:
        """An action at the cursor as a person reads it."""
        return str(action) if self.node.trouble else self.game.action_text(self.state, action)

    # -------------------------------------------------------------- moving about

    def line(self) -> list[Node]:
        """The line the cursor is on: from the root through the cursor on to its tip."""
        nodes = self.node.path()
        node = self.node
        while node.children:
            node = node.children[min(node.followed, len(node.children) - 1)]
            nodes.append(node)
        return nodes

    def main(self) -> list[Node]:
        """The main line: the first child all the way down."""
        nodes = [self.root]
        while nodes[-1].children:
            nodes.append(nodes[-1].children[0])
        return nodes

    def stops(self, by: str = "action") -> list[Node]:
        """The nodes of the current line where a stepper stops, by "action", "turn", "round",
        "comment" (annotated nodes) or "branch" (where lines part).

        By action, a deal in many draws is one stop. By turn and by round, the first position of
        each turn or round, after the deal if it begins with one. The root and the last node of the
        line are always stops.
        """
        line = self.line()
        ends = (line[0], line[-1])
        if by == "action":
            return [n for n in line if n in ends or not self._dealing(n)]
        if by == "comment":
            return [n for n in line if n in ends or n.is_annotated]
        if by == "branch":
            return [n for n in line if n in ends or len(n.children) > 1]
        if by not in ("turn", "round"):
            raise Refused(f'by is "action", "turn", "round", "comment" or "branch", not {by!r}.')
        found, last = [], getattr(self.clock_at(line[0]), by)
        for node in line:
            mark = getattr(self.clock_at(node), by)
            if node in ends or (mark != last and not self._dealing(node)):
                found.append(node)
                last = mark
        return found

    def _dealing(self, node: Node) -> bool:
        task = self.game.task(node.state)
        return isinstance(task, Chance) and task.series

    def forward(self, by: str = "action") -> Node:
        """To the next stop of the current line (stays at its end)."""
        after = [n for n in self.stops(by) if n.ply > self.node.ply]
        return self.to(after[0]) if after else self.node

    def back(self, by: str = "action") -> Node:
        """To the stop before the cursor (stays at the start)."""
        before = [n for n in self.stops(by) if n.ply < self.node.ply]
        return self.to(before[-1]) if before else self.node

    def first(self) -> Node:
        return self.to(self.root)

    def last(self) -> Node:
        return self.to(self.line()[-1])

    def to(self, target: Node | int) -> Node:
        """Move the cursor to a node, or to the step with this number on the current line.

        The number of a step is `node.ply`: 0 is the start, and each action, a die's too, is one more.
        A negative number counts from the end of the line.
        """
        if isinstance(target, int) and not isinstance(target, bool):
            line = self.line()
            if not -len(line) <= target < len(line):
                raise Refused(f"This line has steps 0 to {len(line) - 1}; there is no {target}.")
            target = line[target]
        if not isinstance(target, Node):
            raise Refused(f"Say where to go by a number or a node of this match, not by {target!r}.")
        node = target
        while node.parent is not None:
            siblings = node.parent.children
            at = next((i for i, child in enumerate(siblings) if child is node), None)
            if at is None:
                raise Refused("That position does not belong to this match.")
            node.parent.followed = at
            node = node.parent
        if node is not self.root:
            raise Refused("That position does not belong to this match.")
        self.node = target
        self._changed()
        return target

    def to_main(self) -> Node:
        """Back to where the current side line left the main line (or stay)."""
        node = self.root
        for step in self.node.path()[1:]:
            if node.children[0] is not step:
                break
            node = step
        walk = node
        while walk.children:
            walk.followed = 0
            walk = walk.children[0]
        return self.to(node)

    def branch(self) -> Self:
        """A new match with the line up to the cursor, to explore without touching this one."""
        import copy

        new = copy.copy(self)
        new.root = new.node = Node(None, None, self.root.state, ())
        new.root.key, new.extra, new._undone, new._watchers = self.root.key, dict(self.extra), [], []
        new._silent = 0
        new.inner = dict(self.inner)
        for old in self.node.path()[1:]:
            node = Node(new.node, old.action, old.state, old.events)
            node.chance, node.secret_of, node.key = old.chance, old.secret_of, old.key
            node.trouble = old.trouble
            new.node.children.append(node)
            new.node = node
        return new

    def outline(self) -> list[tuple[Node, int]]:
        """All nodes as a move list shows them, each with its depth (0 on the main line): a side line
        stands indented after the move that it replaces, then the line goes on."""
        flat: list[tuple[Node, int]] = []
        stack: list[tuple[Node, int]] = [(self.root, 0)]
        while stack:
            node, depth = stack.pop()
            flat.append((node, depth))
            if node.children:
                stack.append((node.children[0], depth))
            if node.parent is not None and node is node.parent.children[0]:
                stack.extend((side, depth + 1) for side in reversed(node.parent.children[1:]))
        return flat

    def nodes(self) -> Iterator[Node]:
        """All nodes of the tree, parents first, main line first."""
        stack = [self.root]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))

    def lines(self) -> list[Line]:
        """The tree as an outline for a move list: the main line first, each side line after the line
        it leaves, in the order of the places where they leave."""
        found: list[Line] = []
        todo: list[tuple[Node, int, Node | None]] = [(self.root, 0, None)]
        while todo:
            node, depth, leaves = todo.pop()
            nodes, sides = [node], [(n, depth + 1, node) for n in node.children[1:]]
            while node.children:
                node = node.children[0]
                nodes.append(node)
                sides += [(n, depth + 1, node) for n in node.children[1:]]
            found.append(Line(tuple(nodes), depth, leaves))
            todo.extend(reversed(sides))
        return found

    # -------------------------------------------------------------- watching

    def watch(self, callback: Callable[[Self], None]) -> Callable[[], None]:
        """Call `callback(match)` after each change; returns a function that stops it.

        A callback that raises is logged and does not disturb the match or the other callbacks.
        """
        self._watchers.append(callback)

        def stop() -> None:
            if callback in self._watchers:
                self._watchers.remove(callback)

        return stop

    def _changed(self) -> None:
        if self._silent:
            return
        for callback in tuple(self._watchers):
            try:
                callback(self)
            except Exception:
                logging.getLogger(__name__).exception("Something that watches the match failed.")


def result_words(result: Result, names: Sequence[str], plural: Collection[str] = ()) -> str:
    """ "Red wins. The mountain sank. Scores: Red 24, Blue 20." Names in `plural` stand for many."""
    from .game import and_list

    winners = [names[seat] for seat in result.winners]
    won = and_list(winners)
    verb = "win" if len(winners) > 1 or any(name in plural for name in winners) else "wins"
    scores = ", ".join(f"{names[i]} {score:g}" for i, score in enumerate(result.scores))
    return f"{won} {verb}. {result.reason} Scores: {scores}."
