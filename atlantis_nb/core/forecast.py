"""Forecasts: chances that no short count gives, estimated by playing on and refined while one waits.

A game that offers one (`Game.forecast`) says what can happen, what is settled already, and how one
more imagined end of play is found; the rest is here. A forecast is a pure function of the position,
of what its viewer may know, and of `n`: it takes its luck from the position's digest, chunk by chunk,
so it does not matter in which portions it is refined.
"""

from __future__ import annotations

import random
from math import sqrt
from typing import Any, Final, Literal, Self

from msgspec import Struct

from .game import Seat

GOAL: Final = 10_000
"""Rounds played on for a refined forecast: a share of one half is then known to one percent point."""
FIRST: Final = 200
"""Rounds for the first estimate, a small part of a second."""
CHUNK: Final = 20
"""Rounds that are played in one go: about ten milliseconds."""
Z: Final = 1.959963984540054
"""The 97.5 % point of the normal distribution."""


class Share(Struct, frozen=True):
    """What one bet stands at: a chance from 0 to 1, or points, with a 95 % interval.

    `settled`: the rules decide it already, so the value is exact and the interval a point.
    """

    key: str
    label: str
    value: float
    low: float
    high: float
    settled: bool = False
    note: str = ""
    owner: Seat | None = None


class Group(Struct, frozen=True):
    """Shares that belong together, most wanted first. Groups of one `page` are shown together."""

    key: str
    title: str
    page: str
    shares: tuple[Share, ...]
    unit: Literal["chance", "points"] = "chance"
    note: str = ""


class Moved(Struct, frozen=True):
    """How far a share has moved between two positions, with the half-width of its 95 % interval."""

    by: float
    half: float

    @property
    def clear(self) -> bool:
        """More than the noise of the two estimates explains."""
        return abs(self.by) > self.half


class Forecast:
    """An estimate that can be refined: `refine(10_000).groups()`.

    Subclasses set `topic` (forecasts compare only within one topic, as a round), `mark` (what a move
    has to change to count as one), `model` (a sentence on how play goes on) and fill in the methods
    that raise NotImplementedError.
    """

    goal: int = GOAL
    topic: str = ""
    mark: str = ""
    model: str = ""

    def __init__(self, state: Any) -> None:
        self.state = state
        self.n = 0
        """Rounds played on so far."""
        self._seed: str = state.digest()

    # -------- to be written by each game

    @property
    def settled(self) -> bool:
        """Nothing is left to estimate."""
        raise NotImplementedError

    def play(self, rounds: int, rng: random.Random) -> None:
        """Play on to the end so many times, and count."""
        raise NotImplementedError

    def groups(self) -> tuple[Group, ...]:
        """All shares as counted so far."""
        raise NotImplementedError

    # -------- the same for every game

    def step(self) -> None:
        """One more chunk, with luck of its own."""
        self.play(CHUNK, random.Random(f"{self._seed} {self.n // CHUNK}"))
        self.n += CHUNK

    def refine(self, to: int | None = None) -> Self:
        """Play on until `to` rounds are counted (rounded up to a chunk; without it, the goal)."""
        while not self.settled and self.n < (self.goal if to is None else to):
            self.step()
        return self

    @property
    def done(self) -> bool:
        return self.settled or self.n >= self.goal

    @property
    def source(self) -> str:
        """Where the numbers come from: "exact" or "simulated, n = 10,000 ..."."""
        if self.settled:
            return "exact: the rules have settled all of it"
        return f"simulated, n = {self.n:,} rounds, with 95% intervals"

    def share(self, key: str) -> Share:
        """One share by its key. Raises KeyError that names the keys there are."""
        shares = {s.key: s for group in self.groups() for s in group.shares}
        if key not in shares:
            raise KeyError(f"There is no share {key!r}; there are: {', '.join(shares)}.")
        return shares[key]

    def moved(self, before: Forecast | None) -> dict[str, Moved]:
        """Share key -> how far it has moved since `before`; empty across topics or without estimates."""
        if before is None or before.topic != self.topic:
            return {}
        old = {s.key: s for group in before.groups() for s in group.shares} if ready(before) else {}
        new = [s for group in self.groups() for s in group.shares] if ready(self) else []
        return {
            s.key: Moved(s.value - old[s.key].value, sqrt(spread(s) ** 2 + spread(old[s.key]) ** 2))
            for s in new
            if s.key in old
        }

    def words(self, before: Forecast | None = None) -> list[str]:
        """The source, the model, then each share with its interval and how far it has moved."""
        lines = [f"{self.source[:1].upper()}{self.source[1:]}."]
        if not self.settled:
            lines.append(self.model)
        moved = self.moved(before)
        for group in self.groups() if ready(self) else ():
            lines.append(f"{group.title}.{' ' + group.note if group.note else ''}")
            for s in group.shares:
                change = f", {moved_text(moved[s.key], group.unit)}" if s.key in moved else ""
                lines.append(f"{s.label}: {share_text(s, group.unit)}{change}.")
        return lines

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.source})"


def ready(forecast: Forecast) -> bool:
    """Whether there is a first estimate."""
    return forecast.settled or forecast.n > 0


def spread(share: Share) -> float:
    """Half the width of the interval."""
    return (share.high - share.low) / 2


def rate(key: str, label: str, k: float, n: int, note: str = "", owner: Seat | None = None) -> Share:
    """A chance estimated from k of n, with Wilson limits."""
    if not n:
        return Share(key, label, 0.0, 0.0, 1.0, False, note, owner)
    p, zz = k / n, Z * Z
    middle = p + zz / (2 * n)
    half = Z * sqrt(p * (1 - p) / n + zz / (4 * n * n))
    low = 0.0 if k == 0 else (middle - half) / (1 + zz / n)
    high = 1.0 if k == n else (middle + half) / (1 + zz / n)
    return Share(key, label, p, low, high, False, note, owner)


def mean(
    key: str, label: str, n: int, total: float, squares: float, note: str = "", owner: Seat | None = None
) -> Share:
    """A mean of points from a count, a sum and a sum of squares, with normal limits."""
    if not n:
        return Share(key, label, 0.0, 0.0, 0.0, False, note, owner)
    middle = total / n
    half = Z * sqrt(max(0.0, squares / n - middle * middle) / n)
    return Share(key, label, middle, middle - half, middle + half, False, note, owner)


def sure(key: str, label: str, value: float, note: str = "", owner: Seat | None = None) -> Share:
    """What the rules have settled."""
    return Share(key, label, value, value, value, True, note, owner)


def share_text(share: Share, unit: str) -> str:
    """ "42.1% (40.2 to 44.0)", "1.38 points (1.30 to 1.46)", or "settled: 0%"."""
    if unit == "points":
        if share.settled:
            return f"settled: {share.value:g} points"
        return f"{share.value:.2f} points ({share.low:.2f} to {share.high:.2f})"
    if share.settled:
        return f"settled: {share.value:.0%}"
    return f"{share.value:.1%} ({100 * share.low:.1f} to {100 * share.high:.1f})"


def moved_text(moved: Moved, unit: str) -> str:
    """ "up 4.2 ± 1.1", "no clear change" (the noise is larger), or "unchanged"."""
    if not moved.by and not moved.half:
        return "unchanged"
    if not moved.clear:
        return "no clear change"
    by, half = (moved.by, moved.half) if unit == "points" else (100 * moved.by, 100 * moved.half)
    places = 2 if unit == "points" else 1
    return f"{'up' if by > 0 else 'down'} {abs(by):.{places}f} ± {half:.{places}f}"


__all__ = [
    "CHUNK", "FIRST", "GOAL", "Forecast", "Group", "Moved", "Share", "mean", "moved_text", "rate", "ready",
    "share_text", "sure",
]  # fmt: skip
