"""Playing: actions of players, chance, bots; what an action leads to; what chance might have brought."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

from . import luck
from .game import (
    CHANCE,
    OPEN,
    OVER,
    Action,
    Chance,
    Chooser,
    Decision,
    Event,
    Illegal,
    Refused,
    Seat,
    Viewer,
)
from .node import IllegalAction, Node
from .tree import Tree

if TYPE_CHECKING:
    from .forecast import Forecast
    from .odds import Odds


class Playing(Tree):
    """The part of a match that grows the tree."""

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
        progress: Callable[[Self], None] | None = None,
    ) -> Self:
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
        from .bots import asked

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
            action = choosers[seat](self.game, state, asked(self.legal), self.rng("bot"))
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
