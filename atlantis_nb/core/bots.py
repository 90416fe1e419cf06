"""Players that are programs: random, greedy, and Monte-Carlo tree search, for any game.

A bot is any callable `(game, state, legal, rng) -> action`. The state it gets is masked to what its
seat may know, so no bot can peek; whatever it imagines of the rest it draws with `game.guess`.
Bots take all their luck from `rng` and none from the clock: the same seed gives the same game.

Names: "random", "greedy", "greedy(400)", "mcts", "mcts(200)", "mcts(iterations=200, depth=4)".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from math import log, sqrt
from random import Random as Rng
from typing import Any

from msgspec import Struct, structs

from .game import Action, Chance, Chooser, Decision, Game, Seat, draw, pick

# ------------------------------------------------------------------ the bots


def asked(legal: list[Action]) -> list[Action]:
    """The actions without standing orders: no bot minds being asked. This is what bots are offered, and
    what counts as a choice where games are measured."""
    if any(action.standing for action in legal):
        return [action for action in legal if not action.standing]
    return legal


def onward(legal: Sequence[Action]) -> Sequence[Action]:
    """The actions without those that only take back what was begun, or answer in advance: no bot of
    ours changes its mind either."""
    return [action for action in legal if not (action.back or action.standing)] or legal


class Random(Struct, frozen=True):
    """Picks any legal action, all alike."""

    def __call__(self, game: Game[Any], state: Any, legal: Sequence[Action], rng: Rng) -> Action:
        legal = onward(legal)
        return legal[pick(rng, len(legal))]

    def __str__(self) -> str:
        return "random"


class Greedy(Struct, frozen=True):
    """Takes the action after which the position looks best, by the game's own `evaluate`.

    Looks one action ahead, through the dice and through answers (by their default) that follow at
    once: exactly while the results are few, else by a fair sample. `looks` is the number of
    positions it judges in one decision. Ties are broken by lot.
    """

    looks: int = 300

    def __call__(self, game: Game[Any], state: Any, legal: Sequence[Action], rng: Rng) -> Action:
        legal = onward(legal)
        if len(legal) == 1:
            return legal[0]
        worth = self.worths(game, state, legal, rng)
        best = max(worth)
        level = [action for action, w in zip(legal, worth, strict=True) if w >= best - 1e-9]
        return level[pick(rng, len(level))]

    def worths(self, game: Game[Any], state: Any, legal: Sequence[Action], rng: Rng) -> list[float]:
        """How good each legal action looks for the player to choose, 0 to 1."""
        seat = game.actor(state)
        guess = game.guess(state, seat, rng)
        each = max(2, self.looks // len(legal))
        found = []
        for action in legal:
            after = guess.copy()
            game.advance(after, action)
            found.append(_outlook(game, after, seat, rng, each))
        return found

    def __str__(self) -> str:
        return "greedy" if self == Greedy() else f"greedy({self.looks})"


class Mcts(Struct, frozen=True):
    """Monte-Carlo tree search: plays out many imagined games and takes the action played most.

    Each of the `iterations` imagines what it cannot see anew (`game.guess`), walks down the tree by
    the best upper bound (UCT, with the number of times an action was on offer in place of the
    parent's visits, because offers differ between imagined games), plays `depth` random decisions
    and judges the position by `evaluate`. `c` weighs curiosity against what has worked.
    Where there are very many actions, only those that look best at a glance are searched.
    """

    iterations: int = 200
    depth: int = 2
    c: float = 0.5

    def __call__(self, game: Game[Any], state: Any, legal: Sequence[Action], rng: Rng) -> Action:
        legal = onward(legal)
        if len(legal) == 1:
            return legal[0]
        seat = game.actor(state)
        most = max(4, self.iterations // 6)
        if len(legal) > most:
            worth = Greedy(len(legal) * 2).worths(game, state, legal, rng)
            best = sorted(range(len(legal)), key=lambda i: (-worth[i], i))[:most]
            legal = [legal[i] for i in sorted(best)]
        root = _Branch(seat)
        for _ in range(self.iterations):
            self._iterate(game, game.guess(state, seat, rng).copy(), root, legal, rng)
        return max(legal, key=lambda a: root.rank(a))

    def _iterate(self, game: Game[Any], state: Any, root: _Branch, legal: Sequence[Action], rng: Rng) -> None:
        node, path = root, []
        while state.agenda:
            task = state.agenda[-1]
            if isinstance(task, Chance):
                action = draw(task.outcomes(state), rng)
                node = node.to(action, -1)
                game.advance(state, action)
                continue
            offers = legal if node is root else onward(task.legal(state))
            fresh = [a for a in offers if a not in node.next]
            if fresh:
                action = fresh[pick(rng, len(fresh))]
            else:
                action = max(offers, key=node.bound(self.c))
            for offer in offers:
                if offer in node.next:
                    node.next[offer].offered += 1
            node = node.to(action, task.player)
            path.append(node)
            game.advance(state, action)
            if fresh:
                break
        for _ in range(self.depth):
            _settle(game, state, rng)
            if not state.agenda:
                break
            offers = onward(state.agenda[-1].legal(state))
            game.advance(state, offers[pick(rng, len(offers))])
        _settle(game, state, rng)
        worth: dict[Seat, float] = {}
        for branch in path:
            if branch.mover not in worth:
                worth[branch.mover] = _worth(game, state, branch.mover)
            branch.visits += 1
            branch.sum += worth[branch.mover]

    def __str__(self) -> str:
        plain = Mcts(self.iterations)
        rest = [f"{f}={getattr(self, f):g}" for f in ("depth", "c") if getattr(self, f) != getattr(plain, f)]
        return f"mcts({', '.join([str(self.iterations), *rest])})"


class _Branch:
    __slots__ = ("mover", "next", "offered", "sum", "visits")

    def __init__(self, mover: Seat) -> None:
        self.mover = mover
        self.next: dict[Action, _Branch] = {}
        self.visits = 0
        self.offered = 1
        self.sum = 0.0

    def to(self, action: Action, mover: Seat) -> _Branch:
        branch = self.next.get(action)
        if branch is None:
            branch = self.next[action] = _Branch(mover)
        return branch

    def bound(self, c: float) -> Callable[[Action], float]:
        def upper(action: Action) -> float:
            b = self.next[action]
            n = b.visits or 1
            return b.sum / n + c * sqrt(log(b.offered) / n)

        return upper

    def rank(self, action: Action) -> tuple[int, float]:
        b = self.next.get(action)
        return (b.visits, b.sum) if b else (0, 0.0)


class Restricted(Struct, frozen=True):
    """A bot that never takes the actions for which `never(state, action)` is true, if it can help it."""

    bot: Chooser
    words: str
    never: Callable[[Any, Action], bool]

    def __call__(self, game: Game[Any], state: Any, legal: Sequence[Action], rng: Rng) -> Action:
        allowed = [action for action in legal if not self.never(state, action)]
        return self.bot(game, state, allowed or legal, rng)

    def __str__(self) -> str:
        return f"{bot_name(self.bot)}, {self.words}"


def restrict(chooser: str | Chooser, words: str, never: Callable[[Any, Action], bool]) -> Restricted:
    """`restrict("greedy", "never builds", lambda state, action: isinstance(action, Build))`."""
    return Restricted(bot(chooser), words, never)


# ------------------------------------------------------------------ by name and by seat

BOTS: dict[str, type[Any]] = {"random": Random, "greedy": Greedy, "mcts": Mcts}
"""The bots there are by name."""


def bot(chooser: str | Chooser, **params: Any) -> Chooser:
    """A bot by name, with parameters in the name or apart: `bot("mcts(200)")`, `bot("mcts", depth=4)`.

    A callable is a bot already. Raises ValueError that names the bots or the parameters there are.
    """
    if not isinstance(chooser, str):
        if not callable(chooser):
            raise ValueError(f"A bot is a name or a callable (game, state, legal, rng), not {chooser!r}.")
        if params:
            raise ValueError("Parameters are for bots given by name.")
        return chooser
    match = re.fullmatch(r"\s*(\w+)\s*(?:\(([^()]*)\))?\s*", chooser)
    kind = BOTS.get(match[1]) if match else None
    if match is None or kind is None:
        raise ValueError(f"There is no bot {chooser!r}. Bots are: {', '.join(BOTS)}, or mcts(200).")
    fields = {f.name: f for f in structs.fields(kind)}
    given: dict[str, Any] = {}
    for i, part in enumerate(filter(None, (match[2] or "").replace(" ", "").split(","))):
        key, is_named, text = part.partition("=")
        if not is_named:
            key, text = (list(fields)[i] if i < len(fields) else f"number {i + 1}"), part
        given[key] = _number(text, chooser)
    given |= params
    for key, value in given.items():
        if key not in fields:
            known = f"Its parameters are: {', '.join(fields)}." if fields else "It has none."
            raise ValueError(f"The bot {match[1]} has no parameter {key!r}. {known}")
        low = 0 if key in ("depth", "c") else 1
        if not isinstance(value, int | float) or isinstance(value, bool) or not low <= value <= 1_000_000:
            raise ValueError(
                f"{key} of the bot {match[1]} is a number from {low} to 1,000,000, not {value!r}."
            )
        if fields[key].type in (int, "int") and value != int(value):
            raise ValueError(f"{key} of the bot {match[1]} is a whole number, not {value!r}.")
    made: Chooser = kind(**given)
    return made


def _number(text: str, chooser: str) -> float | int:
    try:
        return int(text)
    except ValueError:
        try:
            return float(text)
        except ValueError:
            raise ValueError(f"{text!r} in {chooser!r} is not a number.") from None


def bot_name(chooser: Chooser) -> str:
    """What to call a bot in tables: "greedy", "mcts(200)", a function's own name."""
    if isinstance(chooser, Random | Greedy | Mcts | Restricted):
        return str(chooser)
    return str(getattr(chooser, "__name__", None) or type(chooser).__name__)


def by_seat(bots: Any, n: int) -> dict[Seat, Chooser]:
    """Seat -> bot. `bots` is one name or bot for all seats, a list by seat, or a mapping by seat.

    None in a list, or a seat left out of a mapping, is played by people. Raises ValueError.
    """
    if isinstance(bots, Mapping):
        for seat in bots:
            if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < n:
                raise ValueError(f"Seats are 0 to {n - 1}; {seat!r} is none of them.")
        return {seat: bot(chooser) for seat, chooser in sorted(bots.items()) if chooser is not None}
    if isinstance(bots, Sequence) and not isinstance(bots, str):
        if len(bots) != n:
            raise ValueError(f"There are {n} seats, and {len(bots)} bots were given; use None for a person.")
        return {seat: bot(chooser) for seat, chooser in enumerate(bots) if chooser is not None}
    chooser = bot(bots)
    return dict.fromkeys(range(n), chooser)


# ------------------------------------------------------------------ fast play


def playout(game: Game[Any], state: Any, bots: Any, rng: Rng, limit: int | None = None) -> Any:
    """Play on from `state`, without a log, to the end of the game or for `limit` actions.

    `bots` as for `by_seat`, all seats filled. Chance is drawn from `rng`. Returns the last state; the
    given one is not changed. Raises ValueError if a bot chooses what is not legal.
    """
    choosers = by_seat(bots, len(state.names))
    if len(choosers) < len(state.names):
        raise ValueError("Every seat needs a bot here.")
    lazy = [isinstance(choosers[seat], Random) for seat in range(len(state.names))]
    state = state.copy()
    advance, random = game.advance, rng.random
    for _ in range(game.bound if limit is None else limit):
        if not state.agenda:
            break
        task = state.agenda[-1]
        if isinstance(task, Decision):
            legal, seat = onward(task.legal(state)), task.player
            if len(legal) == 1:
                action = legal[0]
            elif lazy[seat]:
                action = legal[int(random() * len(legal))]
            else:
                action = choosers[seat](game, game.view(state, seat), legal, rng)
                if action not in legal:
                    raise ValueError(
                        f"The bot {bot_name(choosers[seat])} chose {action}, which is not legal."
                    )
        else:
            action = draw(task.outcomes(state), rng)
        advance(state, action)
    return state


# ------------------------------------------------------------------ judging positions


def _worth(game: Game[Any], state: Any, seat: Seat) -> float:
    if state.result is not None:
        won = state.result.winners
        return 1 / len(won) if seat in won else 0.0
    return game.evaluate(state, seat)


def _settle(game: Game[Any], state: Any, rng: Rng) -> None:
    """Let chance fall, in place."""
    while state.agenda and isinstance(state.agenda[-1], Chance):
        game.advance(state, draw(state.agenda[-1].outcomes(state), rng))


def _outlook(game: Game[Any], state: Any, seat: Seat, rng: Rng, looks: int) -> float:
    """The mean worth of where chance and default answers lead from `state`, judging about `looks` positions.

    Changes `state`. Up to `looks` results are all tried; more are sampled at equal steps of weight.
    """
    while state.agenda:
        task = state.agenda[-1]
        if isinstance(task, Decision):
            if not task.reply:
                break
            game.advance(state, task.default(state))
            continue
        outcomes = task.outcomes(state)
        if task.series or looks < 2 or len(outcomes) == 1:
            game.advance(state, draw(outcomes, rng))
            continue
        chosen = outcomes if len(outcomes) <= looks else _spread(outcomes, looks, rng)
        total, mean = sum(weight for _, weight in chosen), 0.0
        for action, weight in chosen:
            after = state.copy()
            game.advance(after, action)
            mean += weight / total * _outlook(game, after, seat, rng, looks // len(chosen))
        return mean
    return _worth(game, state, seat)


def _spread(outcomes: Sequence[tuple[Action, int]], n: int, rng: Rng) -> list[tuple[Action, int]]:
    """A sample of `n` outcomes at equal steps of their summed weight, from a start drawn by lot."""
    total = sum(weight for _, weight in outcomes)
    step, start = total / n, rng.random()
    found: list[tuple[Action, int]] = []
    passed, k = 0, 0
    for action, weight in outcomes:
        passed += weight
        hits = 0
        while k < n and (k + start) * step < passed:
            hits, k = hits + 1, k + 1
        if hits:
            found.append((action, hits))
    return found


__all__ = [
    "BOTS", "Chooser", "Greedy", "Mcts", "Random", "Restricted", "bot", "bot_name", "by_seat",
    "playout", "restrict",
]  # fmt: skip
