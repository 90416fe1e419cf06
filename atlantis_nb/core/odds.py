"""Exact chance: what an action leads to, found by playing the game's own dice.

Nothing here knows a rule. An action is applied, then every Chance task that comes up is expanded
into all its results, equal positions are put together, and it ends where a player has to choose,
where the game ends, or where a deal begins. Weights are integers and fractions throughout, so the
odds cannot drift from the rules and sum to one exactly. Rolls that may repeat for ever (a tie is
rolled again) are solved exactly, too.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from typing import Any, TypeVar

import msgspec

from .game import Action, Chance, Decision, Event, Game, Refused, Story, plural

CAP = 20_000
"""Positions looked at before the odds are cut off: well under a second of work in every game."""

V = TypeVar("V", bound=Hashable)


class OddsError(Refused):
    """A question that the odds cannot answer exactly, in one sentence."""


class Outcome:
    """One position that an action may lead to, with its exact weight.

    `label` says what changed. Several runs of the dice may lead to the same position: `actions` is
    one of them, and `events` tells that one.
    """

    __slots__ = ("state", "weight", "actions", "settled", "_odds", "_label")

    def __init__(
        self,
        odds: Odds,
        state: Any,
        weight: Fraction,
        actions: tuple[Action, ...],
        settled: bool,
        label: str | None = None,
    ) -> None:
        self.state = state
        self.weight = weight
        self.actions = actions
        self.settled = settled
        """False where the odds were cut off before this position came to rest."""
        self._odds = odds
        self._label = label

    @property
    def label(self) -> str:
        if self._label is None:
            if not self.settled:
                self._label = "not followed to the end"
            else:
                game = self._odds.game
                self._label = game.difference(self._odds.before, self.state) or "no change"
        return self._label

    @property
    def events(self) -> tuple[Event, ...]:
        """What happens on one way to this position."""
        game, before = self._odds.game, self._odds.before
        state, story = before.copy(), Story(before.names)
        for action in self.actions:
            game.advance(state, action, story)
        return tuple(story.events)

    def __repr__(self) -> str:
        return f"Outcome({self.label!r}, {fraction_text(self.weight)})"


class Odds:
    """The exact distribution of what an action leads to.

    `outcomes` are distinct positions whose weights sum to one. `assumed` tells, in sentences, which
    answers of players were taken for granted (`through`). `partial` is True when there were too many
    positions; the outcomes that are not `settled` are then only stages on the way, and `chance`,
    `expect` and `by` refuse to answer.
    """

    def __init__(self, game: Game[Any], before: Any, action: Action | None) -> None:
        self.game = game
        self.before = before
        self.action = action
        self.outcomes: tuple[Outcome, ...] = ()
        self.assumed: tuple[str, ...] = ()
        self.partial = False
        self.sampled = 0
        """How many imagined positions were asked (see `unseen`); 0 where the odds are exact."""
        self.rolled = False
        """True if anything was left to chance."""

    @property
    def certain(self) -> bool:
        return len(self.outcomes) == 1 and not self.partial and not self.sampled

    def chance(self, predicate: Callable[[Any], bool]) -> Fraction:
        """The chance that the state afterwards is such that `predicate(state)`."""
        self._exact()
        return sum((o.weight for o in self.outcomes if predicate(o.state)), Fraction(0))

    def expect(self, value: Callable[[Any], Any]) -> Any:
        """The mean of `value(state)`: a Fraction if all values are whole or Fractions, else a float."""
        self._exact()
        values = [(o.weight, value(o.state)) for o in self.outcomes]
        if all(isinstance(v, int | Fraction) for _, v in values):
            return sum((w * v for w, v in values), Fraction(0))
        return float(sum(float(w) * float(v) for w, v in values))

    def by(self, value: Callable[[Any], V]) -> dict[V, Fraction]:
        """The distribution of `value(state)`, likeliest first."""
        self._exact()
        shares: dict[V, Fraction] = {}
        for o in self.outcomes:
            key = value(o.state)
            shares[key] = shares.get(key, Fraction(0)) + o.weight
        return dict(sorted(shares.items(), key=lambda item: -item[1]))

    def shares(self) -> dict[str, Fraction]:
        """Label -> exact share, likeliest first. Positions that read alike are put together."""
        shares: dict[str, Fraction] = {}
        for o in self.outcomes:
            shares[o.label] = shares.get(o.label, Fraction(0)) + o.weight
        return dict(sorted(shares.items(), key=lambda item: -item[1]))

    def table(self) -> list[tuple[str, str, str]]:
        """Rows (label, fraction, percent), likeliest first.

        Equal shares have equal percentages. "0%" and "100%" stand only for what is certain.
        """
        shares = self.shares()
        percents = percent_texts(list(shares.values()))
        if self.sampled and percents == ["100%"]:
            percents = ["about 100%"]
        return [(label, fraction_text(w), p) for (label, w), p in zip(shares.items(), percents, strict=True)]

    def words(self, most: int = 6) -> list[str]:
        """The odds as sentences: the likeliest outcomes first, then what was assumed."""
        rows = self.table()
        if len(rows) == 1 and not self.partial and not self.sampled:
            lines = [f"Certain: {rows[0][0]}."]
        else:
            lines = [f"{percent}: {label}." for label, _, percent in rows[:most]]
        if len(rows) > most:
            rest = sum(list(self.shares().values())[most:], Fraction(0))
            lines.append(f"{percent_text(rest)}: {plural(len(rows) - most, 'other outcome')}.")
        lines += filter(None, [rounding_note([percent for _, _, percent in rows])])
        if self.partial:
            lines.append("There are too many positions to follow them all; these odds were cut off.")
        lines += self.assumed[:4]
        if len(self.assumed) > 4:
            lines.append(
                f"And {plural(len(self.assumed) - 4, 'more answer')} taken for granted in the same way."
            )
        return lines

    def _exact(self) -> None:
        if self.partial:
            raise OddsError(
                f"These odds were cut off after {CAP:,} positions, so there is no exact answer; "
                "ask about a smaller step or simulate."
            )

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self.outcomes)

    def __len__(self) -> int:
        return len(self.outcomes)

    def __repr__(self) -> str:
        cut = ", cut off" if self.partial else ""
        return f"Odds({str(self.action) if self.action else 'chance'!r}, {plural(len(self), 'outcome')}{cut})"


def odds(game: Game[Any], state: Any, action: Action, through: bool = True, cap: int = CAP) -> Odds:
    """What `action`, played at `state`, leads to: an exact distribution of positions.

    Stops at the next decision, at the end of the game, or where a deal (a Chance with `series`)
    begins. With `through`, decisions that only answer the action (`reply`) are answered by their
    default, and `Odds.assumed` says so. Does not check that the action is legal. More than `cap`
    positions give a result with `partial` set.
    """
    first = state.copy()
    game.advance(first, action)
    found = Odds(game, state, action)
    _expand(found, first, (action,), through, cap, deal=False)
    return found


def ahead(game: Game[Any], state: Any, through: bool = True, cap: int = CAP) -> Odds:
    """The same for a state that stands at a chance: where the dice lead, up to the next decision."""
    found = Odds(game, state, None)
    _expand(found, state, (), through, cap, deal=True)
    return found


def unseen(
    game: Game[Any], view: Any, action: Action, rng: random.Random, through: bool = True, n: int = 60
) -> Odds:
    """The odds as far as the player to choose can tell, from `view`, the state masked for that seat.

    What the player cannot see is imagined `n` times, and the exact odds of each are averaged; so
    these are estimates, and `sampled` and `assumed` say so.
    """
    seat = game.actor(view)
    found = Odds(game, view, action)
    found.sampled = n
    outcomes: list[Outcome] = []
    assumed: dict[str, None] = {}
    for _ in range(n):
        one = odds(game, game.guess(view, seat, rng), action, through)
        found.partial |= one.partial
        found.rolled |= one.rolled
        assumed |= dict.fromkeys(one.assumed)
        for o in one.outcomes:
            o.weight /= n
            outcomes.append(o)
    found.outcomes = tuple(outcomes)
    hidden = f"What {view.names[seat]} cannot see was imagined {n} times, so these are estimates."
    found.assumed = (hidden, *assumed)
    return found


def dies(game: Game[Any], state: Any) -> Odds:
    """The results of the one chance that `state` stands at, labelled as the dice read.

    Raises OddsError where nothing is left to chance.
    """
    task = game.task(state)
    if not isinstance(task, Chance):
        raise OddsError("Nothing is left to chance here.")
    outcomes = task.outcomes(state)
    total = sum(weight for _, weight in outcomes)
    found = Odds(game, state, None)
    results = []
    for result, weight in outcomes:
        after = state.copy()
        game.advance(after, result)
        results.append(
            Outcome(found, after, Fraction(weight, total), (result,), True, game.action_text(state, result))
        )
    found.outcomes = tuple(results)
    found.rolled = True
    return found


_KEY = msgspec.msgpack.Encoder(order="deterministic")


def _expand(found: Odds, first: Any, done: tuple[Action, ...], through: bool, cap: int, deal: bool) -> None:
    """Fill in `found.outcomes`: all positions reachable from `first` by chance alone.

    Positions are numbered as they are met; `steps[i]` holds the way on from position i as
    (next position, weight) pairs with their total, or None where it comes to rest.
    """
    game = found.game
    encode, advance = _KEY.encode, game.advance
    states: list[Any] = [first]
    ways: list[tuple[int, Action] | None] = [None]
    number: dict[bytes, int] = {encode(first): 0}
    steps: list[tuple[list[tuple[int, int]], int] | None] = []
    cut: set[int] = set()
    assumed: dict[str, None] = {}
    at = 0
    while at < len(states):
        state = states[at]
        task = game.task(state)
        branches: list[tuple[Action, int]]
        if isinstance(task, Chance) and (not task.series or (deal and at == 0)):
            found.rolled = True
            branches = list(task.outcomes(state))
        elif through and isinstance(task, Decision) and task.reply:
            answer = task.default(state)
            who = state.names[task.player]
            said = game.action_text(state, answer)
            assumed[f"Assuming that {who}, asked “{task.ask(state)}”, answers “{said}”."] = None
            branches = [(answer, 1)]
        else:
            steps.append(None)
            at += 1
            continue
        if len(states) + len(branches) > cap:
            cut.add(at)
            steps.append(None)
            at += 1
            continue
        edges: list[tuple[int, int]] = []
        total = 0
        for branch, weight in branches:
            after = state.copy()
            advance(after, branch)
            key = encode(after)
            to = number.get(key)
            if to is None:
                to = number[key] = len(states)
                states.append(after)
                ways.append((at, branch))
            edges.append((to, weight))
            total += weight
        steps.append((edges, total))
        at += 1
    weights = _flow(steps)

    def way(i: int) -> tuple[Action, ...]:
        back: list[Action] = []
        step = ways[i]
        while step is not None:
            back.append(step[1])
            step = ways[step[0]]
        return done + tuple(reversed(back))

    found.partial = bool(cut)
    found.assumed = tuple(assumed)
    found.outcomes = tuple(
        Outcome(found, states[i], weight, way(i), i not in cut)
        for i, weight in enumerate(weights)
        if steps[i] is None and weight
    )


def _flow(steps: list[tuple[list[tuple[int, int]], int] | None]) -> list[Fraction]:
    """The share of play that passes through each position, starting at position 0.

    Positions are settled in an order in which each comes after all that lead to it. Those on a
    circle (rolled again and again) have no such order and are eliminated one by one first.
    """
    n = len(steps)
    inflow = [0] * n
    for step in steps:
        for to, _ in step[0] if step else ():
            inflow[to] += 1
    weights = [Fraction(0)] * n
    weights[0] = Fraction(1)
    ready = deque([0]) if not inflow[0] else deque()
    settled = 0
    while ready:
        i = ready.popleft()
        settled += 1
        step = steps[i]
        if step is None:
            continue
        share = weights[i] / step[1]
        for to, weight in step[0]:
            weights[to] += share * weight if weight != 1 else share
            inflow[to] -= 1
            if not inflow[to]:
                ready.append(to)
    return weights if settled == n else _eliminate(steps)


def _eliminate(steps: list[tuple[list[tuple[int, int]], int] | None]) -> list[Fraction]:
    """Shares in which positions come to rest when dice may be rolled again without end.

    Each passing position is taken out in turn: what led to it leads, in proportion, to where it
    leads, and staying put is divided away. What is left leads from the start to rest only.
    """
    out: list[dict[int, Fraction]] = []
    into: list[set[int]] = [set() for _ in steps]
    for i, step in enumerate(steps):
        edges: dict[int, Fraction] = {}
        for to, weight in step[0] if step else ():
            edges[to] = edges.get(to, Fraction(0)) + Fraction(weight, step[1] if step else 1)
            into[to].add(i)
        out.append(edges)
    for i in [*range(len(steps) - 1, 0, -1), 0]:
        if steps[i] is None:
            continue
        stay = out[i].pop(i, Fraction(0))
        into[i].discard(i)
        if stay == 1:
            raise OddsError("These dice are rolled again for ever: no result ends it.")
        if stay:
            out[i] = {to: share / (1 - stay) for to, share in out[i].items()}
        for source in sorted(into[i]):
            passed = out[source].pop(i)
            for to, share in out[i].items():
                out[source][to] = out[source].get(to, Fraction(0)) + passed * share
                into[to].add(source)
        if i:
            for to in out[i]:
                into[to].discard(i)
            into[i].clear()
    weights = [Fraction(0)] * len(steps)
    for to, share in out[0].items():
        weights[to] = share
    return weights


# ------------------------------------------------------------------ numbers as text


def fraction_text(share: Fraction) -> str:
    """ "5/36"; a fraction too long to read as "about 1 in 1,234"."""
    text = str(share)
    if len(text) <= 13:
        return text
    if share > Fraction(1, 2):
        return f"about {float(share):.6f}"
    return (
        f"about 1 in {float(1 / share):,.3g}"
        if share > Fraction(1, 100)
        else f"about 1 in {round(1 / share):,}"
    )


def percent_text(share: Fraction, places: int = 1) -> str:
    """One share in percent; "<0.1%" and ">99.9%" for what is nearly, but not quite, certain."""
    return percent_texts([share, 1 - share], places)[0]


def percent_texts(shares: list[Fraction], places: int = 1) -> list[str]:
    """Shares in percent, each rounded by itself, so that equal shares read alike.

    Their sum may then miss 100 by a little; `rounding_note` says so. "0%" and "100%" stand only for
    what is certain.
    """
    unit = 100 * 10**places
    rounded = [int(share * unit + Fraction(1, 2)) for share in shares]
    texts = []
    for share, units in zip(shares, rounded, strict=True):
        if share in (0, 1):
            texts.append(f"{int(share) * 100}%")
        elif units == 0:
            texts.append(f"<{1 / 10**places:.{places}f}%")
        elif units >= unit:
            texts.append(f">{100 - 1 / 10**places:.{places}f}%")
        else:
            texts.append(f"{units / 10**places:.{places}f}%")
    return texts


def rounding_note(percents: Sequence[str]) -> str:
    """One sentence if percentages of one whole, as shown, do not add up to 100; else empty."""
    if any(text[:1] in "<>a" for text in percents):
        return ""
    total = sum((Fraction(text.removesuffix("%")) for text in percents), Fraction(0))
    return "" if total in (0, 100) else "Percentages are rounded."


__all__ = [
    "CAP", "Odds", "OddsError", "Outcome", "ahead", "dies", "fraction_text", "odds", "percent_text",
    "percent_texts", "rounding_note", "unseen",
]  # fmt: skip
