"""Match: one game being played or read, as a tree of nodes with a cursor.

Every action, a player's or the dice's, makes a node; other choices at the same place make side
lines. Nothing that happened is ever lost by looking at something else. Chance is drawn here and
nowhere else: from the seed and the path of actions that led to it, so the same seed and the same
choices give the same game on every machine, a saved match needs no generator, and going back and
doing the same again gives the same die.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

import msgspec

from . import luck
from .game import (
    CHANCE,
    LONGEST_NAME,
    LONGEST_TEXT,
    LONGEST_TITLE,
    OPEN,
    OVER,
    SPECTATOR,
    Action,
    Chance,
    Chooser,
    Clock,
    Decision,
    Event,
    Game,
    Illegal,
    Place,
    Refused,
    Result,
    Seat,
    State,
    Viewer,
    checked_text,
)

if TYPE_CHECKING:
    from os import PathLike

    from .charts import Chart
    from .forecast import Forecast
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
            options = self.game.options(**{str(name): value for name, value in options.items()})
        elif not isinstance(options, self.game.Options):
            raise Refused(
                f"These are not options of {self.game.title}: use atl.options({self.game.id!r}, ...)."
            )
        if isinstance(seed, bool) or not isinstance(seed, int):
            raise Refused(f"The seed is a whole number, not {seed!r}.")
        if not -(2**63) <= seed < 2**63:
            raise Refused("The seed is a whole number of at most 18 digits.")
        self.options = options
        self.seed = seed
        self.title = checked_text(title, "The title", LONGEST_TITLE)
        try:
            state = self.game.start(options, self.names)
        except ValueError as error:
            raise Refused(str(error)) from error
        self._begin(state)
        self._settle()

    def _begin(self, state: State, placed: bool = False) -> None:
        """Set up the tree with its root alone."""
        self.extra: dict[str, Any] = {}
        self.inner: dict[str, dict[str, Any]] = {}
        """Unknown fields of the parts of a loaded file; see Node.inner."""
        self.placed = placed
        """True if the match begins at a given position instead of the start of the game."""
        self.root = Node(None, None, state, ())
        self.root.key = luck.first(self.seed)
        self.node: Node = self.root
        self._undone: list[Node] = []
        self._watchers: list[Callable[[Match], None]] = []
        self._silent = 0

    @classmethod
    def from_state(cls, game: str | Game[Any], state: State, options: Any, seed: int = 0) -> Match:
        """A match that begins at a given position instead of the start of the game."""
        match = cls.bare(find_game(game), state, options, seed, "", placed=True)
        match._settle()
        return match

    @classmethod
    def bare(cls, game: Game[Any], state: State, options: Any, seed: int, title: str, placed: bool) -> Match:
        """A match with its root alone, before chance has fallen, for readers of files. Not checked."""
        match = cls.__new__(cls)
        match.game, match.options, match.seed, match.title = game, options, seed, title
        match.names = state.names
        match._begin(state, placed)
        return match

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

    # -------------------------------------------------------------- playing

    def play(self, action: Action, look: bool = False) -> Node:
        """Play a legal action at the cursor, then let chance fall. Returns the new cursor node.

        An action that was already played here is followed, not played twice; another one becomes a
        side line. With `look` chance waits for `settle` where there is something to look at (`pause`)
        and before dice to `throw`. Raises IllegalAction, and changes nothing, if the rules forbid it.
        """
        self._play(action)
        if not (look and (self.pause or self.throw)):
            self._settle(look)
        self._changed()
        return self.node

    def _play(self, action: Action) -> None:
        self._action(action)
        illegal = self.why_not(action)
        if illegal is None and self.actor >= 0 and action not in self.legal:
            illegal = Illegal(self.game.task(self.state).rules, f"Not possible now: {self.ask}")
        if illegal is not None:
            raise IllegalAction(illegal)
        self._undone.clear()
        self.node = self._child(self.node, action)

    @property
    def pause(self) -> str:
        """What there is to look at before play goes on from the cursor, in words (Clock.pause); mostly
        empty, and always at the start and at the end."""
        return "" if self.node.parent is None or self.actor == OVER else self.clock.pause

    @property
    def throw(self) -> bool:
        """True if dice come next that a player throws by hand (Chance.by_hand), and the choice that led
        here was not to throw them."""
        node, task = self.node, self.game.task(self.state)
        by_hand = isinstance(task, Chance) and task.by_hand and not node.trouble
        return by_hand and not node.chance and not (node.action is not None and node.action.throws)

    def why_not(self, wish: Action | Sequence[str]) -> Illegal | None:
        """None if an action, or the clicks that would select one, is legal at the cursor.

        Raises ValueError for what is neither an action nor a list of clicks.
        """
        if not isinstance(wish, Action) and not (
            isinstance(wish, Sequence)
            and not isinstance(wish, str)
            and wish
            and all(isinstance(c, str) for c in wish)
        ):
            raise Refused(
                f'Ask about an action of match.legal, or about clicks like ["cell:0,0"], not {wish!r}.'
            )
        if self.node.trouble:
            return Illegal((), f"This is only a record. {self.node.trouble}")
        return self.game.why_not(self.state, wish)

    @staticmethod
    def _action(action: object) -> None:
        if not isinstance(action, Action):
            raise Refused(f"That takes an action of match.legal, not {action!r}.")

    def settle(self, look: bool = False) -> Node:
        """Let chance fall where the cursor stands before a die; recorded results are followed.

        With `look` it waits at the next pause after the cursor.
        """
        self._settle(look)
        self._changed()
        return self.node

    def odds(self, action: Action, through: bool = True, viewer: Viewer = OPEN) -> Odds:
        """The exact distribution of what an action leads to. See core/odds.py.

        With a viewer from whom something is hidden, an estimate from what the player to choose can
        see, so that the odds give nothing away. Raises IllegalAction if the rules forbid the action.
        """
        from .odds import odds, unseen

        self._action(action)
        illegal = self.why_not(action)
        if illegal is not None:
            raise IllegalAction(illegal)
        if viewer is not OPEN and self.actor >= 0:
            view = self.game.view(self.state, self.actor)
            if view.digest() != self.state.digest():
                return unseen(self.game, view, action, self.rng("odds"), through)
        return odds(self.game, self.state, action, through=through)

    def forecast(self, viewer: Viewer = OPEN, node: Node | None = None) -> Forecast | None:
        """What bets stand at here (at a node), to be refined: `match.forecast().refine(2000)`.

        None if the game offers no forecast, or the position is in trouble. See core/forecast.py.
        """
        node = node or self.node
        if node.trouble:
            return None
        state = node.state if viewer is OPEN else self.game.view(node.state, viewer)
        return self.game.forecast(state, viewer)

    def moved_from(self, viewer: Viewer = OPEN) -> tuple[Node, Forecast] | None:
        """The start of the turn with the last move that a forecast minds, to compare with.

        None where there is none in the same topic (as a round).
        """
        here = self.forecast(viewer)
        if here is None:
            return None
        for node in reversed([n for n in self.stops("turn") if n.ply < self.node.ply]):
            then = self.forecast(viewer, node)
            if then is None or then.topic != here.topic:
                return None
            if then.mark != here.mark:
                return node, then
        return None

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
            raise Refused("Nothing was left to chance here.")
        if node.parent.trouble or all(outcome != a for a, _ in self.game.outcomes(node.parent.state)):
            raise Refused(f"“{outcome}” cannot come here.")
        self._undone.clear()
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
        number of decisions, at least 1. `progress(match)` is called after each.
        """
        self._silent += 1  # whoever watches is told once, at the end, not a thousand times
        try:
            for _ in self.running(bots, until):
                if progress is not None:
                    progress(self)
        finally:
            self._silent -= 1
            self._changed()
        return self

    def running(self, bots: Any = "greedy", until: str | int = "end", look: bool = False) -> Iterator[Node]:
        """`run` one decision at a time, so that a caller can show progress and stop.

        With `look` it ends at the next pause after the cursor.
        """
        from .bots import by_seat

        choosers = by_seat(bots, len(self.names))
        number = isinstance(until, int) and not isinstance(until, bool) and until >= 1
        if not number and until not in ("end", "round", "turn", "choice"):
            raise Refused(
                f'until is "end", "round", "turn", "choice" or a number of decisions from 1 on, not {until!r}.'
            )
        return self._running(choosers, until, look)

    def _running(self, choosers: Mapping[Seat, Chooser], until: str | int, look: bool) -> Iterator[Node]:
        begin = self.node
        self._settle(look)
        start, made = self.clock, 0
        while (seat := self.actor) >= 0:
            if seat not in choosers or (look and self.node is not begin and self.pause):
                return
            now = self.clock
            if made and (
                (until == "round" and now.round != start.round)
                or (until == "turn" and now.turn != start.turn)
                or until == "choice"
                or (isinstance(until, int) and made >= until)
            ):
                return
            state = self.game.view(self.state, seat)
            action = choosers[seat](self.game, state, self.legal, self.rng("bot"))
            self._play(action)
            if not (look and self.pause):
                self._settle(look)
            self._changed()
            yield self.node
            made += 1

    def rng(self, what: str) -> random.Random:
        """A generator that depends only on the seed, the path to the cursor and `what`."""
        return luck.generator(self.node.key, what)

    def _child(self, node: Node, action: Action) -> Node:
        for i, child in enumerate(node.children):
            if child.action == action and not child.trouble:
                node.followed = i
                return child
        state, events = self.game.step(node.state, action)
        child = self._grow(node, action, state, events)
        node.followed = len(node.children) - 1
        return child

    def _grow(self, node: Node, action: Action, state: Any, events: tuple[Event, ...]) -> Node:
        """Hang a new node under `node`. The reader of files builds its tree with this, too."""
        task = self.game.task(node.state)
        child = Node(node, action, state, events)
        child.chance = isinstance(task, Chance)
        if isinstance(task, Decision) and task.secret:
            child.secret_of = task.player
        elif isinstance(task, Chance):
            child.secret_of = task.secret_of(node.state)
        child.key = luck.then(node.key, action)
        node.children.append(child)
        return child

    def _settle(self, look: bool = False) -> None:
        """Let chance fall until somebody has to choose, or to the next pause if one wants to look;
        follows results recorded before."""
        while self.actor == CHANCE:
            if self.node.children:
                self.node = self.node.children[self.node.followed]
            else:
                result = luck.fall(self.node.key, self.game.outcomes(self.node.state))
                self.node = self._child(self.node, result)
            if look and self.pause:
                return

    # -------------------------------------------------------------- undo

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

    def branch(self) -> Match:
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

    # -------------------------------------------------------------- annotating

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

    # -------------------------------------------------------------- watching, saving, showing

    def watch(self, callback: Callable[[Match], None]) -> Callable[[], None]:
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

    def save(self, path: str | PathLike[str]) -> None:
        """Write the match as one JSON file (atomically). See core/files.py."""
        from .files import save

        save(self, path)

    def words(self, viewer: Viewer = OPEN) -> list[str]:
        """Where the match stands, in sentences: clock, what is asked, last events, the board."""
        lines = [f"{self.game.title}, {self.clock.label}."]
        if self.node.trouble:
            lines.append(self.node.trouble)
        if self.result is not None:
            lines.append(self.outcome)
        elif self.actor >= 0:
            lines.append(f"{self.names[self.actor]} to choose: {self.ask}")
        lines += [e.text for e in self.node.events if e.seen_by(viewer)]
        return lines + self.scene(viewer).words()

    def __repr__(self) -> str:
        where = "over" if self.actor == OVER else f"{self.names[self.actor]} to choose"
        who = f"{len(self.names)} players, seed {self.seed}"
        return f"Match({self.game.id!r}, {who}, step {self.node.ply}: {where})"

    def _ipython_display_(self) -> None:
        import_module("atlantis_nb.widgets").show(self)


def result_words(result: Result, names: Sequence[str], plural: Collection[str] = ()) -> str:
    """ "Red wins. The mountain sank. Scores: Red 24, Blue 20." Names in `plural` stand for many."""
    from .game import and_list

    winners = [names[seat] for seat in result.winners]
    won = and_list(winners)
    verb = "win" if len(winners) > 1 or any(name in plural for name in winners) else "wins"
    scores = ", ".join(f"{names[i]} {score:g}" for i, score in enumerate(result.scores))
    return f"{won} {verb}. {result.reason} Scores: {scores}."


def find_game(game: str | Game[Any]) -> Game[Any]:
    """A Game by id. Raises ValueError that names the games there are."""
    if isinstance(game, Game):
        return game
    games = import_module("atlantis_nb.games").games
    if game not in games:
        raise Refused(f"There is no game {game!r}. Games are: {', '.join(games)}.")
    found: Game[Any] = games[game]
    return found


__all__ = [
    "Arrow", "GLYPHS", "IllegalAction", "Line", "LogLine", "Match", "Node", "SPECTATOR", "Undo", "find_game",
    "result_words",
]  # fmt: skip
