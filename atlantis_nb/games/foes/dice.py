"""Dice with exact weights: the total of n dice as one result of chance (F-ATT-06, F-ATT-07).

What counts as the total is the option `dice` (F-R-103): the sum of the dice, the number of dice that
show 4 or more, or one die plus the power.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Literal

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


Dice = Literal["sum", "hits", "one_die"]
"""How a power of n is rolled (F-R-103): n dice added up, n dice of which those of 4 or more count,
or one die plus n. A power of 0 rolls nothing and totals 0 in each way (F-R-42)."""


@cache
def spread(n: int, how: Dice = "sum") -> tuple[tuple[int, int], ...]:
    """Totals of a power of n with their exact weights, the lowest first."""
    if n <= 0:
        return ((0, 1),)
    if how == "hits":
        return tuple((k, comb(n, k)) for k in range(n + 1))
    if how == "one_die":
        return tuple((n + face, 1) for face in range(1, 7))
    return tuple((n + k, w) for k, w in enumerate(ways(n)))


def _times(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    """Counts of the sum of two independent rolls."""
    out = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            out[i + j] += x * y
    return tuple(out)


@cache
def totals(n: int, how: Dice = "sum") -> tuple[tuple[Action, int], ...]:
    """Outcomes of a roll of n dice with their exact weights."""
    return tuple((Rolled(total), w) for total, w in spread(n, how))


def dice_words(n: int, how: Dice = "sum") -> str:
    """What a roll of power n was made of: "on 5 dice", "on one die plus 5"."""
    if not n:
        return "on no dice"
    if how == "one_die":
        return f"on one die plus {n}"
    return f"on {n} {'die' if n == 1 else 'dice'}{', 4 or more counting 1' if how == 'hits' else ''}"
