"""Match: one game being played or read, as a tree of nodes with a cursor.

Every action, a player's or the dice's, makes a node; other choices at the same place make side
lines. Nothing that happened is ever lost by looking at something else. Chance is drawn here and
nowhere else: from the seed and the path of actions that led to it, so the same seed and the same
choices give the same game on every machine, a saved match needs no generator, and going back and
doing the same again gives the same die.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

import msgspec

from . import luck
from .game import (
    CHANCE,
    OPEN,
    OVER,
    SPECTATOR,
    Action,
    Chance,
    Clock,
    Decision,
    Event,
    Game,
    Illegal,
    Place,
    Result,
    Seat,
    State,
    Viewer,
)

if TYPE_CHECKING:
    from os import PathLike

    from .odds import Odds
    from .rulebook import Rule, Ruling
    from .scene import Mark, Panel, Scene

GLYPHS = ("", "!", "?", "!!", "??", "!?", "?!")
"""Marks an annotator may give a choice, as in chess: good, poor, brilliant, blunder ..."""


class Arrow(msgspec.Struct, frozen=True):
    """An annotator's mark on the board: a cell, or an arrow from `place` to `to`."""

    place: Place
    to: Place | None = None
    label: str = ""


class IllegalAction(ValueError):
    """An action that the rules forbid. `illegal` has the rule ids and the sentence."""

    def __init__(self, illegal: Illegal) -> None:
        super().__init__(str(illegal))
        self.illegal = illegal


class Node:
    """One action and the position after it. The root has no action."""

    __slots__ = (
        "parent", "action", "chance", "secret_of", "events", "state", "children", "followed",
        "comment", "glyph", "arrows", "title", "key", "ply", "extra", "trouble", "_clock",
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
        self.trouble = ""
        """Why this node could not be replayed (another rules version, an illegal action)."""
        self._clock: Clock | None = None

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

    def __init__(self, event: Event, node: Node, match: Match) -> None:
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


class Undo(msgspec.Struct, frozen=True):
    """What an undo did: the words to show, and whether the old line stays as recorded."""

    words: str
    kept: bool


class Match:
    """A game being played: `Match("sinking", players=4, seed=7)`.

    `game` is an id or a Game; `players` a number or a list of names; `options` as made by
    `atl.options(...)` or a mapping. Raises ValueError with one sentence for what does not fit.
    """

    def __init__(
        self,
        game: str | Game[Any],
        players: int | Sequence[str] | None = None,
        seed: int = 0,
        options: Any = None,
        title: str = "",
    ) -> None:
        self.game: Game[Any] = find_game(game)
        self.names: tuple[str, ...] = self.game.seats(players)
        if options is None:
            options = self.game.options()
        elif isinstance(options, Mapping):
            options = self.game.options(**options)
        elif not isinstance(options, self.game.Options):
            raise ValueError(
                f"These are not options of {self.game.title}: use atl.options({self.game.id!r}, ...)."
            )
        if isinstance(seed, bool) or not isinstance(seed, int):
            raise ValueError(f"The seed is a whole number, not {seed!r}.")
        self.options = options
        self.seed = seed
        self.title = title
        self.extra: dict[str, Any] = {}
        state = self.game.start(options, self.names)
        self.root = Node(None, None, state, ())
        self.root.key = luck.first(seed)
        self.node: Node = self.root
        self._undone: list[Node] = []
        self._watchers: list[Callable[[Match], None]] = []
        self._settle()

    @classmethod
    def from_state(cls, game: str | Game[Any], state: State, options: Any, seed: int = 0) -> Match:
        """A match that begins at a given position instead of the start of the game."""
        match = cls.__new__(cls)
        match.game, match.options, match.seed, match.title = find_game(game), options, seed, ""
        match.names, match.extra = state.names, {}
        match.root = Node(None, None, state, ())
        match.root.key = luck.first(seed)
        match.node = match.root
        match._undone, match._watchers = [], []
        match._settle()
        return match

    # -------------------------------------------------------------- what is so now

    @property
    def state(self) -> Any:
        """The position at the cursor, everything open."""
        return self.node.state

    @property
    def actor(self) -> int:
        """The seat to choose, CHANCE or OVER."""
        return self.game.actor(self.state)

    @property
    def legal(self) -> list[Action]:
        return self.game.legal(self.state)

    @property
    def ask(self) -> str:
        return self.game.ask(self.state)

    @property
    def result(self) -> Result | None:
        result: Result | None = self.state.result
        return result

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
        """The position as a viewer may know it."""
        return self.state if viewer is OPEN else self.game.view(self.state, viewer)

    def scene(self, viewer: Viewer = OPEN, node: Node | None = None) -> Scene:
        """The board at a node (the cursor), with the annotator's arrows on it."""
        node = node or self.node
        state = node.state if viewer is OPEN else self.game.view(node.state, viewer)
        scene = self.game.scene(state, viewer)
        return scene.with_marks(*self._arrows(node)) if node.arrows else scene

    def panels(self, viewer: Viewer = OPEN) -> list[Panel]:
        return self.game.panels(self.view(viewer), viewer)

    @staticmethod
    def _arrows(node: Node) -> tuple[Mark, ...]:
        from .scene import Mark

        return tuple(Mark("note", a.place, a.to, label=a.label) for a in node.arrows)

    def label(self, node: Node, viewer: Viewer = OPEN) -> str:
        """What was done at a node, as a viewer may know it."""
        if node.action is None:
            return "Start"
        who = (
            self.names[node.parent.state.agenda[-1].player] + ": " if not node.chance and node.parent else ""
        )
        if node.secret_of is not None and viewer is not OPEN and viewer != node.secret_of:
            return f"{who}a secret choice"
        return f"{who}{node.action}"

    # -------------------------------------------------------------- playing

    def play(self, action: Action) -> Node:
        """Play a legal action at the cursor, then let chance fall. Returns the new cursor node.

        An action that was already played here is followed, not played twice; another one becomes a
        side line. Raises IllegalAction, and changes nothing, if the rules forbid it.
        """
        illegal = self.why_not(action)
        if illegal is not None:
            raise IllegalAction(illegal)
        self._undone.clear()
        self.node = self._child(self.node, action)
        self._settle()
        self._changed()
        return self.node

    def why_not(self, wish: Action | Sequence[str]) -> Illegal | None:
        """None if an action, or the clicks that would select one, is legal at the cursor."""
        return self.game.why_not(self.state, wish)

    def odds(self, action: Action, through: bool = True) -> Odds:
        """The exact distribution of what an action leads to. See core/odds.py."""
        from .odds import odds

        return odds(self.game, self.state, action, through=through)

    def dies(self, node: Node | None = None) -> Odds:
        """What the chance at a node (the last one before the cursor) could have been, with its odds."""
        from .odds import OddsError, dies

        node = node or self.last_chance()
        if node is None or node.parent is None or not node.chance:
            raise OddsError("Nothing was left to chance here.")
        return dies(self.game, node.parent.state)

    def suppose(self, outcome: Action, node: Node | None = None) -> Node:
        """ "What if it had been a 5?": set the chance result that led to `node` (the last one).

        The recorded result stays on its line; the cursor goes to the side line. Raises ValueError
        where nothing was left to chance or this result cannot come.
        """
        node = node or self.last_chance()
        if node is None or node.parent is None or not node.chance:
            raise ValueError("Nothing was left to chance here.")
        if all(outcome != a for a, _ in self.game.outcomes(node.parent.state)):
            raise ValueError(f"{outcome} cannot come here.")
        self.node = self._child(node.parent, outcome)
        self._settle()
        self._changed()
        return self.node

    def last_chance(self) -> Node | None:
        """The nearest node at or before the cursor that chance decided."""
        for node in reversed(self.node.path()):
            if node.chance:
                return node
        return None

    def run(
        self,
        bots: Any = "greedy",
        until: str | int = "end",
        progress: Callable[[Match], None] | None = None,
    ) -> Match:
        """Let bots play on from the cursor.

        `bots` is a name, a bot, a list by seat or a mapping seat -> bot (seats left out are played
        by people: it stops there). `until` is "end", "round", "turn", "choice" (one decision), or a
        number of decisions. `progress(match)` is called after each.
        """
        for _ in self.running(bots, until):
            if progress is not None:
                progress(self)
        return self

    def running(self, bots: Any = "greedy", until: str | int = "end") -> Iterator[Node]:
        """`run` one decision at a time, so that a caller can show progress and stop."""
        from .bots import by_seat

        choosers = by_seat(bots, len(self.names))
        if isinstance(until, str) and until not in ("end", "round", "turn", "choice"):
            raise ValueError(f'until is "end", "round", "turn", "choice" or a number, not {until!r}.')
        start, made = self.clock, 0
        while (seat := self.actor) >= 0:
            if seat not in choosers:
                return
            now = self.clock
            if made and (
                (until == "round" and now.round != start.round)
                or (until == "turn" and now.turn != start.turn)
                or until == "choice"
                or (isinstance(until, int) and made >= until)
            ):
                return
            if isinstance(until, int) and made >= until:
                return
            state = self.game.view(self.state, seat)
            action = choosers[seat](self.game, state, self.legal, self.rng("bot"))
            yield self.play(action)
            made += 1

    def rng(self, what: str) -> random.Random:
        """A generator that depends only on the seed, the path to the cursor and `what`."""
        return luck.generator(self.node.key, what)

    def _child(self, node: Node, action: Action) -> Node:
        for i, child in enumerate(node.children):
            if child.action == action:
                node.followed = i
                return child
        task = self.game.task(node.state)
        state, events = self.game.step(node.state, action)
        child = Node(node, action, state, events)
        child.chance = isinstance(task, Chance)
        if isinstance(task, Decision) and task.secret:
            child.secret_of = task.player
        elif isinstance(task, Chance):
            child.secret_of = task.secret_of(node.state)
        child.key = luck.then(node.key, action)
        node.children.append(child)
        node.followed = len(node.children) - 1
        return child

    def _settle(self) -> None:
        """Let chance fall until somebody has to choose; follows results recorded before."""
        while self.game.actor(self.node.state) == CHANCE:
            if self.node.children:
                self.node = self.node.children[self.node.followed]
                continue
            result = luck.fall(self.node.key, self.game.outcomes(self.node.state))
            self.node = self._child(self.node, result)

    # -------------------------------------------------------------- undo

    def undo(self) -> Undo:
        """Take back the last choice of a player.

        If it told nobody anything new it is taken off (redo brings it back). If a die has fallen or
        a secret was revealed since, the line stays as recorded; whatever is played now is a side
        line, and the same choice again meets the same die.
        """
        last = self.node
        while last.parent is not None and last.chance:
            last = last.parent
        if last.parent is None:
            return Undo("This is the start: there is nothing to take back.", True)
        told = self.node is not last or any(e.kind.startswith("reveal") for e in last.events)
        what = self.label(last)
        parent = last.parent
        self.node = parent
        if told or last.children or last.comment or parent.children[-1] is not last:
            self._changed()
            return Undo(
                f"Back before “{what}”. New information had come to light, so that line stays on record; "
                "what you play now is a side line."
                if told
                else f"Back before “{what}”. That line stays on record.",
                True,
            )
        parent.children.remove(last)
        parent.followed = max(0, len(parent.children) - 1)
        self._undone.append(last)
        self._changed()
        return Undo(f"Took back “{what}”.", False)

    def redo(self) -> str:
        """Do again what the last undo took back, or follow the line that stayed on record."""
        if self._undone and self._undone[-1].parent is self.node:
            node = self._undone.pop()
            self.node.children.append(node)
            self.node.followed = len(self.node.children) - 1
            self.node = node
            self._changed()
            return f"Again “{self.label(node)}”."
        if self.node.children:
            self.forward()
            return f"Forward to “{self.label(self.node)}”."
        return "There is nothing to do again."

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
        """The nodes of the current line where a stepper stops, by "action", "turn" or "round".

        By action, a deal in many draws is one stop. By turn and by round, the first position of
        each turn or round, and the last node of the line. The root is always a stop.
        """
        line = self.line()
        if by == "action":
            return [n for n in line if n.parent is None or n is line[-1] or not self._dealing(n)]
        if by not in ("turn", "round"):
            raise ValueError(f'by is "action", "turn" or "round", not {by!r}.')
        marks = [getattr(self.clock_at(n), by) for n in line]
        keep = [i == 0 or i == len(line) - 1 or marks[i] != marks[i - 1] for i in range(len(line))]
        return [n for n, kept in zip(line, keep, strict=True) if kept]

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
        """Move the cursor to a node, or to the node with this number on the current line."""
        if isinstance(target, int):
            line = self.line()
            if not -len(line) <= target < len(line):
                raise ValueError(f"This line has nodes 0 to {len(line) - 1}; there is no {target}.")
            target = line[target]
        node = target
        while node.parent is not None:
            siblings = node.parent.children
            at = next((i for i, child in enumerate(siblings) if child is node), None)
            if at is None:
                raise ValueError("That position does not belong to this match.")
            node.parent.followed = at
            node = node.parent
        if node is not self.root:
            raise ValueError("That position does not belong to this match.")
        self.node = target
        self._changed()
        return target

    def to_main(self) -> Node:
        """Back to where the current side line left the main line (or stay)."""
        node = self.node
        while not node.is_main and node.parent is not None:
            node = node.parent
        walk: Node = node
        while walk.children:
            walk.followed = 0
            walk = walk.children[0]
        return self.to(node)

    def branch(self) -> Match:
        """A new match with the line up to the cursor, to explore without touching this one."""
        import copy

        new = copy.copy(self)
        new.root = new.node = Node(None, None, self.root.state, ())
        new.root.key, new.extra, new._undone, new._watchers = self.root.key, dict(self.extra), [], []
        for old in self.node.path()[1:]:
            node = Node(new.node, old.action, old.state, old.events)
            node.chance, node.secret_of, node.key = old.chance, old.secret_of, old.key
            new.node.children.append(node)
            new.node = node
        return new

    def nodes(self) -> Iterator[Node]:
        """All nodes of the tree, parents first, main line first."""
        stack = [self.root]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))

    # -------------------------------------------------------------- annotating

    def comment(self, text: str, glyph: str = "", arrows: Sequence[Arrow] = (), title: str = "") -> Node:
        """Annotate the node at the cursor. An empty text takes the comment away."""
        if glyph not in GLYPHS:
            raise ValueError(f"A glyph is one of {', '.join(repr(g) for g in GLYPHS)}, not {glyph!r}.")
        self.node.comment, self.node.glyph = text, glyph
        self.node.arrows, self.node.title = tuple(arrows), title
        self._changed()
        return self.node

    def promote(self, node: Node | None = None) -> None:
        """Make a side line the main line at the place where it leaves."""
        node = node or self.node
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
            raise ValueError("The start of a match cannot be deleted.")
        if node in self.node.path():
            self.node = node.parent
        node.parent.children.remove(node)
        node.parent.followed = 0
        self._changed()

    # -------------------------------------------------------------- watching, saving, showing

    def watch(self, callback: Callable[[Match], None]) -> Callable[[], None]:
        """Call `callback(match)` after each change; returns a function that stops it."""
        self._watchers.append(callback)

        def stop() -> None:
            if callback in self._watchers:
                self._watchers.remove(callback)

        return stop

    def _changed(self) -> None:
        for callback in tuple(self._watchers):
            callback(self)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the match as one JSON file (atomically). See core/files.py."""
        from .files import save

        save(self, path)

    def words(self, viewer: Viewer = OPEN) -> list[str]:
        """Where the match stands, in sentences: clock, what is asked, last events, the board."""
        lines = [f"{self.game.title}, {self.clock.label}."]
        if self.result is not None:
            lines.append(result_words(self.result, self.names))
        elif self.actor >= 0:
            lines.append(f"{self.names[self.actor]} to choose: {self.ask}")
        lines += [e.text for e in self.node.events if e.seen_by(viewer)]
        return lines + self.scene(viewer).words()

    def __repr__(self) -> str:
        where = "over" if self.actor == OVER else f"{self.names[self.actor]} to choose"
        who = f"{len(self.names)} players, seed {self.seed}"
        return f"Match({self.game.id!r}, {who}, node {self.node.ply}: {where})"

    def _ipython_display_(self) -> None:
        import_module("atlantis_nb.widgets").show(self)


def result_words(result: Result, names: Sequence[str]) -> str:
    """ "Red wins with 24 points to 20 and 11. The mountain sank." """
    from .game import and_list

    won = and_list([names[seat] for seat in result.winners])
    verb = "win" if len(result.winners) > 1 else "wins"
    scores = ", ".join(f"{names[i]} {score:g}" for i, score in enumerate(result.scores))
    return f"{won} {verb}. {result.reason} Scores: {scores}."


def find_game(game: str | Game[Any]) -> Game[Any]:
    """A Game by id. Raises ValueError that names the games there are."""
    if isinstance(game, Game):
        return game
    games = import_module("atlantis_nb.games").games
    if game not in games:
        raise ValueError(f"There is no game {game!r}. Games are: {', '.join(games)}.")
    found: Game[Any] = games[game]
    return found


__all__ = [
    "Arrow", "GLYPHS", "IllegalAction", "LogLine", "Match", "Node", "SPECTATOR", "Undo", "find_game",
    "result_words",
]  # fmt: skip
