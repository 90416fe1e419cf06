"""What can be said about a batch of games, each figure with its definition and interval.

Notation. A *side* is a player, or a team where a game has teams; P is their number. u is a side's final
share: 1 for a sole winner, 1/k for k that share the win, else 0. x_p(t) is side p's estimated share after
position t, by the game's own heuristic (source: heuristic), with sum 1; t runs over the rounds (or turns)
of the course, t = 0 is the start and at the end x(T) = u. Two sides within EPS of the best are level.
What is not defined for a game (no winner, no loser) is left out, never counted as 0.

A metric is a table with one row a game and a value computed from such a table, so that one mechanism
gives all intervals: resample the rows, compute the value again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
from msgspec import Struct

from .batch import Batch
from .intervals import Estimate, Table, bootstrap, wilson

EPS = 0.02
"""Level: within one standard error of a rate estimated from 600 games."""

QUANTILES = tuple(round(0.1 * i, 1) for i in range(1, 10))


class Sides(Struct):
    """The games of a batch by side: final shares, and the course of each game."""

    u: Table
    """Games x sides; a row of nan where nobody won."""
    x: list[Table]
    """For each game positions x sides; empty if the course was not recorded."""
    at: list[Table]
    """For each game, the part of it that is over at each position."""


class Metric(Struct, frozen=True):
    """`rows(batch, sides)` has one row a game; `value` makes one number of such rows."""

    name: str
    definition: str
    rows: Callable[[Batch, Sides], Table]
    value: Callable[[Table], float]
    good: int = 0
    """1 where more is better, -1 where less is, 0 where that depends on what one wants."""
    needs_course: bool = False
    rate: bool = False
    """A share of games with a yes or no for each: gets Wilson limits."""


def sides(batch: Batch) -> Sides:
    """Seats put together to sides, as the column `sides` says ("0,2|1,3" for two teams of two)."""
    games = batch.games
    if games.empty:
        raise ValueError("There are no games to measure.")
    if games["sides"].nunique() > 1:
        raise ValueError(
            "Games with different sides (numbers of players, teams) cannot be measured together."
        )
    groups = [[int(s) for s in side.split(",")] for side in games["sides"].iloc[0].split("|")]
    u = np.column_stack([_columns(games, "share", g).sum(axis=1) for g in groups])
    x: list[Table] = []
    at: list[Table] = []
    if not batch.course.empty:
        parts = dict(list(batch.course.groupby(["variant", "seed", "swap"], sort=False)))
        for key in zip(games["variant"], games["seed"], games["swap"], strict=True):
            part = parts[key]
            x.append(np.column_stack([_columns(part, "x", g).sum(axis=1) for g in groups]))
            at.append(part["at"].to_numpy(float))
    return Sides(u, x, at)


def _columns(table: pd.DataFrame, what: str, seats: list[int]) -> Table:
    return table[[f"{what}_{seat}" for seat in seats]].to_numpy(float)


# ------------------------------------------------------------------ from one number a game


def _column(name: str) -> Callable[[Batch, Sides], Table]:
    return lambda batch, _: batch.games[[name]].to_numpy(float)


def mean(rows: Table) -> float:
    """Mean over games, games where it is not defined left out."""
    known = rows[~np.isnan(rows)]
    return float(known.mean()) if len(known) else float("nan")


def median(rows: Table) -> float:
    known = rows[~np.isnan(rows)]
    return float(np.median(known)) if len(known) else float("nan")


def spread(rows: Table) -> float:
    """Standard deviation / mean."""
    known = rows[~np.isnan(rows)]
    return float(known.std() / known.mean()) if len(known) and known.mean() else float("nan")


# ------------------------------------------------------------------ from the final shares


def _shares(_: Batch, by: Sides) -> Table:
    return by.u


def _decided(_: Batch, by: Sides) -> Table:
    return np.where(np.isnan(by.u).any(axis=1), 0.0, (by.u == 1).any(axis=1))[:, None].astype(float)


def first_seat(u: Table) -> float:
    u = u[~np.isnan(u).any(axis=1)]
    return float(u[:, 0].mean() - 1 / u.shape[1]) if len(u) else float("nan")


def balance(u: Table) -> float:
    u = u[~np.isnan(u).any(axis=1)]
    return float(1 - np.ptp(u.mean(axis=0))) if len(u) else float("nan")


def uniformity(u: Table) -> float:
    u = u[~np.isnan(u).any(axis=1)]
    return float(1 - (2 * u - 1).var(axis=0).mean()) if len(u) else float("nan")


# ------------------------------------------------------------------ from the course of each game


def _each(one: Callable[[Table, Table, Table], float]) -> Callable[[Batch, Sides], Table]:
    """A number from each game's x, u and at; nan where nobody won."""

    def rows(_: Batch, by: Sides) -> Table:
        found = [
            float("nan") if np.isnan(u).any() else one(x, u, at)
            for x, u, at in zip(by.x, by.u, by.at, strict=True)
        ]
        return np.array(found, float)[:, None]

    return rows


def lead_changes(x: Table, u: Table, at: Table) -> float:
    """How often the lead passed from one side to another."""
    lead, count = -1, 0
    for now in x[1:]:
        level = np.flatnonzero(now >= now.max() - EPS)
        if lead < 0:
            lead = int(level[0]) if len(level) == 1 else -1
        elif lead not in level:
            count, lead = count + 1, int(now.argmax())
    return count


def drama(x: Table, u: Table, at: Table) -> float:
    now = x[1:]
    return float((now.max(axis=1) - now[:, u > 0].mean(axis=1)).mean())


def comeback(x: Table, u: Table, at: Table) -> float:
    return float(1 / max(0.001, x[1:, u > 0].min()))


def trailing_at_half(x: Table, u: Table, at: Table) -> float:
    now = x[(len(x) - 1) // 2]
    return float(not (now[u > 0] >= now.max() - EPS).any())


def decisiveness(x: Table, u: Table, at: Table) -> float:
    if not (u == 0).any() or len(x) < 2:
        return float("nan")
    highest_loser = x[:, u == 0].max()
    after = np.flatnonzero((x[1:, u > 0] > highest_loser).any(axis=1))
    last = len(x) - 1
    return float((after[0] + 1 if len(after) else last) / last)


def excitement(x: Table, u: Table, at: Table) -> float:
    return float(np.abs(np.diff(x, axis=0)).sum() / 2)


def uncertainty(x: Table, u: Table, at: Table) -> float:
    now = x[1:]
    logs = np.log(np.where(now > 0, now, 1.0))
    return float(-(now * logs).sum(axis=1).mean() / np.log(x.shape[1])) if x.shape[1] > 1 else float("nan")


def _conversions(_: Batch, by: Sides) -> Table:
    """Games x QUANTILES: did the side then in the lead win? nan where two were level."""
    rows = np.full((len(by.u), len(QUANTILES)), np.nan)
    for i, (x, u, at) in enumerate(zip(by.x, by.u, by.at, strict=True)):
        if np.isnan(u).any():
            continue
        for k, q in enumerate(QUANTILES):
            # Chance may come before the first choice: then the start is the position so far.
            now = x[max(0, int(np.searchsorted(at, q, side="right")) - 1)]
            level = np.flatnonzero(now >= now.max() - EPS)
            if len(level) == 1:
                rows[i, k] = u[level[0]] > 0
    # The number of sides is needed to make `runaway` of these rows: kept in a last column.
    return np.column_stack([rows, np.full(len(rows), by.u.shape[1])])


def runaway(rows: Table) -> float:
    chance = 1 / rows[0, -1]
    known = rows[:, :-1]
    defined = ~np.isnan(known).all(axis=0)
    if not defined.any() or chance == 1:
        return float("nan")
    conversion = np.nanmean(known[:, defined], axis=0)
    return float(((conversion - chance) / (1 - chance)).mean())


def _feedback(_: Batch, by: Sides) -> Table:
    """For each game the sums n, m, d, mm, md of a regression of the next change d on the margin m."""
    rows = []
    for x in by.x:
        best_other = np.column_stack([np.delete(x, p, axis=1).max(axis=1) for p in range(x.shape[1])])
        margin = (x - best_other)[:-1]  # the last position holds the result, not an estimate
        m, d = margin[:-1].ravel(), np.diff(margin, axis=0).ravel()
        rows.append([len(m), m.sum(), d.sum(), (m * m).sum(), (m * d).sum()])
    return np.array(rows, float).reshape(-1, 5)


def slope(rows: Table) -> float:
    n, m, d, mm, md = rows.sum(axis=0)
    width = n * mm - m * m
    return float((n * md - m * d) / width) if width > 1e-12 else float("nan")


# ------------------------------------------------------------------ the list


METRICS: dict[str, Metric] = {
    metric.name: metric
    for metric in (
        Metric("completion", "Games that end by the rules before the cap / all games.",
               _column("over"), mean, good=1, rate=True),
        Metric("decided", "Games with a single winning side / all games.",
               _decided, mean, rate=True),
        Metric("rounds", "Median number of rounds.", _column("rounds"), median),
        Metric("rounds_spread", "Standard deviation of the number of rounds / its mean.",
               _column("rounds"), spread),
        Metric("turns", "Median number of turns.", _column("turns"), median),
        Metric("decisions", "Median number of choices made in a game, all players together.",
               _column("decisions"), median),
        Metric("first_seat", "Mean share of the first side - 1/P; 0 is fair.", _shares, first_seat),
        Metric("balance", "1 - the largest difference of two sides' mean shares; 1 is fair.",
               _shares, balance, good=1),
        Metric("uniformity", "1 - mean over sides of the variance of 2u - 1 over games.",
               _shares, uniformity),
        Metric("margin", "Median of (best score - second) / max(1, best score).",
               _column("margin"), median),
        Metric("branching", "Mean number of legal actions at a decision, per game, then over games.",
               _column("branching"), mean),
        Metric("branching_geometric", "The same with the geometric mean within a game.",
               _column("branching_geometric"), mean),
        Metric("agency", "Share of decisions with two or more legal actions, per game, then over games.",
               lambda b, _: (b.games[["choices"]].to_numpy(float) / b.games[["decisions"]].to_numpy(float)),
               mean, good=1),
        Metric("decision_factor", "Mean number of legal actions where there are two or more.",
               _column("options_per_choice"), mean),
        Metric("tree_size", "Sum over decisions of log10 of the number of legal actions; mean over games.",
               lambda b, _: (b.games[["decisions"]].to_numpy(float)
                             * np.log10(b.games[["branching_geometric"]].to_numpy(float))), mean),
        Metric("lead_changes", "How often the lead passes to another side; mean over games.",
               _each(lead_changes), mean, needs_course=True),
        Metric("drama", "Mean over t of [best x - mean x of the winners]; mean over games.",
               _each(drama), mean, needs_course=True),
        Metric("comeback", "1 / max(0.001, lowest x of the winner); median over games.",
               _each(comeback), median, needs_course=True),
        Metric("trailing_at_half", "Games whose winner was not in the lead at t = floor(T/2) / games won.",
               _each(trailing_at_half), mean, needs_course=True, rate=True),
        Metric("decisiveness", "First t at which a winner's x exceeds all that a loser ever had, / T.",
               _each(decisiveness), mean, needs_course=True),
        Metric("excitement", "Half the sum of all changes of x; mean over games.",
               _each(excitement), mean, needs_course=True),
        Metric("uncertainty", "Mean over t of the entropy of x / ln P; mean over games.",
               _each(uncertainty), mean, needs_course=True),
        Metric("runaway", "Mean over q = 0.1 .. 0.9 of (c(q) - 1/P) / (1 - 1/P), c(q) = how often the side "
               "leading when a part q of the game is over wins; 0 is no advantage, 1 is always.",
               _conversions, runaway, good=-1, needs_course=True),
        Metric("feedback", "Slope of the change of a side's margin over one position on that margin; "
               "above 0 leads grow, below 0 they shrink. Compare with the mechanism switched off: it also "
               "holds regression to the mean.", _feedback, slope, needs_course=True),
    )
}  # fmt: skip
"""Name -> Metric: all that outcomes and the course of games can tell."""


def find(name: str) -> Metric:
    if name not in METRICS:
        raise ValueError(f"There is no metric {name!r}. Metrics are: {', '.join(METRICS)}.")
    return METRICS[name]


def per_game(name: str, number: Callable[[pd.DataFrame], Any], definition: str = "", good: int = 0) -> Metric:
    """A metric of your own: `per_game("level gap", lambda games: (games["end level Red"] - ...).abs())`.

    `number` takes the table of games and gives one number for each; the metric is their mean over games.
    """

    def rows(batch: Batch, _: Sides) -> Table:
        found = np.asarray(number(batch.games), dtype=float)
        if found.shape != (len(batch.games),):
            raise ValueError(f"The metric {name!r} must give one number a game, not {found.shape}.")
        return found[:, None]

    return Metric(name, definition or f"{name}: mean over games.", rows, mean, good=good)


def estimate(batch: Batch, name: str, by: Sides | None = None) -> Estimate:
    """A metric of a batch with its interval. Raises ValueError for a name or batch that does not fit."""
    metric = find(name)
    if metric.needs_course and batch.course.empty:
        raise ValueError(f"{name} needs the course of the games: play them with lab.course(...).")
    rows = metric.rows(batch, by or sides(batch))
    defined = rows[~np.isnan(rows).all(axis=1)]
    if metric.rate:
        return wilson(float(defined.sum()), len(defined))
    return bootstrap(defined, metric.value)


def summary(batch: Batch) -> pd.DataFrame:
    """All metrics that can be computed: one row each with value, limits, n, how, and definition."""
    by = sides(batch)
    rows: list[dict[str, Any]] = []
    for metric in METRICS.values():
        if metric.needs_course and batch.course.empty:
            continue
        e = estimate(batch, metric.name, by)
        rows.append(
            {
                "metric": metric.name,
                "value": e.value,
                "low": e.low,
                "high": e.high,
                "n": e.n,
                "interval": e.method,
                "definition": metric.definition,
            }
        )
    return pd.DataFrame(rows).set_index("metric")


# ------------------------------------------------------------------ tables with a row for each thing


def shares(games: pd.DataFrame, by: str = "bot") -> pd.DataFrame:
    """Mean win share with its interval, for each "bot" or each "seat"; n counts seats played.

    Wilson limits where no win was shared, else bootstrap over games.
    """
    if by not in ("bot", "seat"):
        raise ValueError(f'by is "bot" or "seat", not {by!r}.')
    seats = sorted(int(c.removeprefix("share_")) for c in games.columns if c.startswith("share_"))
    long = pd.concat(
        [
            pd.DataFrame(
                {
                    "who": games[f"bot_{s}"] if by == "bot" else s,
                    "share": games[f"share_{s}"],
                    "game": np.arange(len(games)),
                }
            )
            for s in seats
        ]
    ).dropna(subset=["share"])
    rows = []
    for who, part in long.groupby("who", sort=True):
        values = part["share"].to_numpy(float)
        if part["game"].is_unique and np.isin(values, (0.0, 1.0)).all():
            e = wilson(float(values.sum()), len(values))
        else:  # shared wins, or one bot in several seats of a game: those are not independent
            sums = part.groupby("game")["share"].agg(["sum", "count"]).to_numpy(float)
            e = bootstrap(sums, lambda r: float(r[:, 0].sum() / r[:, 1].sum()))
        rows.append({by: who, "share": e.value, "low": e.low, "high": e.high, "n": e.n, "interval": e.method})
    return pd.DataFrame(rows).set_index(by)


def lengths(
    games: pd.DataFrame, unit: str = "rounds", band: tuple[float, float] | None = None
) -> pd.DataFrame:
    """Quantiles of the length of games in "rounds", "turns", "decisions" or "actions", each with its interval.

    With `band`, also the share of games from its first to its second value (both included).
    """
    if unit not in ("rounds", "turns", "decisions", "actions"):
        raise ValueError(f'unit is "rounds", "turns", "decisions" or "actions", not {unit!r}.')
    values = games[[unit]].to_numpy(float)
    rows = []
    for q in (0.05, 0.25, 0.5, 0.75, 0.95):
        e = bootstrap(values, lambda r, q=q: float(np.quantile(r, q)))  # type: ignore[misc]
        rows.append(
            {
                "what": f"{q:.0%} of games are over by",
                "value": e.value,
                "low": e.low,
                "high": e.high,
                "n": e.n,
            }
        )
    if band is not None:
        e = wilson(float(((values >= band[0]) & (values <= band[1])).sum()), len(values))
        words = f"share from {band[0]:g} to {band[1]:g}"
        rows.append({"what": words, "value": e.value, "low": e.low, "high": e.high, "n": e.n})
    return pd.DataFrame(rows).set_index("what")


def lead_conversion(batch: Batch) -> pd.DataFrame:
    """c(q): how often the side in the lead when a part q of the game is over goes on to win.

    Games in which two sides were level at q are left out of its n. `chance` is 1/P.
    """
    if batch.course.empty:
        raise ValueError("lead_conversion needs the course of the games: play them with lab.course(...).")
    rows = _conversions(batch, sides(batch))
    found = []
    for k, q in enumerate(QUANTILES):
        known = rows[~np.isnan(rows[:, k]), k]
        e = wilson(float(known.sum()), len(known))
        found.append(
            {"q": q, "wins": e.value, "low": e.low, "high": e.high, "n": e.n, "chance": 1 / rows[0, -1]}
        )
    return pd.DataFrame(found).set_index("q")
