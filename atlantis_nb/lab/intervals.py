"""Estimates with their uncertainty. A number without n and an interval is not reported."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Table = NDArray[np.float64]
Z = 1.959963984540054
"""The 97.5 % point of the normal distribution."""

RESAMPLES = 2000


class Estimate(Struct, frozen=True):
    """A value with its 95 % interval: "0.42 (0.37 to 0.47, n = 385)"."""

    value: float
    low: float
    high: float
    n: int
    method: str
    """How the interval was found: "Wilson" or "bootstrap over games"."""

    def __str__(self) -> str:
        if np.isnan(self.value):
            return f"not defined (n = {self.n})"
        return f"{self.value:.3g} ({self.low:.3g} to {self.high:.3g}, n = {self.n})"


def wilson(won: float, n: int) -> Estimate:
    """A rate from `won` successes out of `n`, with Wilson limits. Raises ValueError for impossible counts."""
    if not 0 <= won <= n:
        raise ValueError(f"{won} out of {n} is no rate.")
    if n == 0:
        return Estimate(np.nan, np.nan, np.nan, 0, "Wilson")
    p, zz = won / n, Z * Z
    middle = p + zz / (2 * n)
    half = Z * sqrt(p * (1 - p) / n + zz / (4 * n * n))
    # At 0 and n successes a limit is exactly 0 or 1; rounding must not push it past.
    low = 0.0 if won == 0 else (middle - half) / (1 + zz / n)
    high = 1.0 if won == n else (middle + half) / (1 + zz / n)
    return Estimate(p, low, high, n, "Wilson")


def bootstrap(
    rows: Table, value: Callable[[Table], float], seed: int = 0, method: str = "bootstrap over games"
) -> Estimate:
    """The value of a statistic of the rows, with percentile limits from resampled rows.

    Rows are what is independent (games, or seeds with all games of a seed in one row).
    """
    n = len(rows)
    if n == 0:
        return Estimate(np.nan, np.nan, np.nan, 0, method)
    low, high = _limits(np.array([value(rows[index]) for index in _draws(n, seed)]))
    return Estimate(float(value(rows)), low, high, n, method)


def bootstrap_difference(
    a: Table, b: Table, value: Callable[[Table], float], seed: int = 0, method: str = "bootstrap over seeds"
) -> tuple[Estimate, float]:
    """value(b) - value(a) with limits, a and b resampled together (row i of both has the same seed).

    Also returns a two-sided p value: how often the resampled difference falls on the other side of 0.
    """
    n = len(a)
    if n == 0 or len(b) != n:
        raise ValueError(f"A paired comparison needs as many rows on both sides, not {n} and {len(b)}.")
    found = np.array([value(b[index]) - value(a[index]) for index in _draws(n, seed)])
    low, high = _limits(found)
    known = found[~np.isnan(found)]
    if len(known) == 0:
        return Estimate(np.nan, np.nan, np.nan, n, method), np.nan
    tail = min((known <= 0).mean(), (known >= 0).mean())
    p = min(1.0, 2 * max(float(tail), 1 / (len(known) + 1)))
    return Estimate(float(value(b) - value(a)), low, high, n, method), p


def holm(p: list[float]) -> list[float]:
    """p values corrected for judging several at once (Holm), in the same order; nan stays nan."""
    known = [(x, i) for i, x in enumerate(p) if not np.isnan(x)]
    corrected = [float("nan")] * len(p)
    worst = 0.0
    for rank, (x, i) in enumerate(sorted(known)):
        worst = max(worst, min(1.0, x * (len(known) - rank)))
        corrected[i] = worst
    return corrected


def _draws(n: int, seed: int) -> Any:
    rng = np.random.default_rng(seed)
    return (rng.integers(0, n, n) for _ in range(RESAMPLES))


def _limits(found: Table) -> tuple[float, float]:
    known = found[~np.isnan(found)]
    if len(known) == 0:
        return np.nan, np.nan
    low, high = np.percentile(known, [2.5, 97.5])
    return float(low), float(high)
