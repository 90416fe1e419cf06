"""Dice sums with exact weights: the total of n dice as one result of chance (F-ATT-06, F-ATT-07)."""

from __future__ import annotations

from functools import cache

from atlantis_nb.core.game import Action


class Rolled(Action, frozen=True):
    """The total of a roll."""

    total: int

    def __str__(self) -> str:
        return f"Total {self.total}"


class Die(Action, frozen=True):
    """One die, for the power X of a Great Catapult (F-R-49)."""

    face: int

    def __str__(self) -> str:
        return f"Die {self.face}"


FACES: tuple[tuple[Action, int], ...] = tuple((Die(face), 1) for face in range(1, 7))


@cache
def ways(n: int) -> tuple[int, ...]:
    """ways(n)[k]: in how many of the 6**n rolls of n dice the total is n + k. No dice: total 0."""
    if n <= 0:
        return (1,)
    if n % 2 == 0 and n > 2:
        return _times(ways(n // 2), ways(n // 2))
    return _times(ways(n - 1), (1,) * 6)


def _times(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    """Counts of the sum of two independent rolls."""
    out = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            out[i + j] += x * y
    return tuple(out)


@cache
def totals(n: int) -> tuple[tuple[Action, int], ...]:
    """Outcomes of a roll of n dice with their exact weights."""
    return tuple((Rolled(n + k), w) for k, w in enumerate(ways(n)))
