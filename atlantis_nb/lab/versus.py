"""Change a rule or a bot, play the same seeds, and say what the games can tell: better, worse, or cannot tell.

How it is done, always: every variant plays the same seeds; where the bots differ each seed is played
once for every way round the table; intervals come from resampling whole seeds; with several metrics
the p values are corrected after Holm. No verdict is given while the interval of the difference holds 0.
A figure is true for the bots that played; their names stand in every table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from msgspec import Struct

from atlantis_nb.core.bots import bot_name
from atlantis_nb.core.game import Game

from .batch import Batch, batch, seeds
from .intervals import Estimate, Table, bootstrap, bootstrap_difference, holm
from .metrics import Metric, Sides, find, mean, sides
from .play import Setting, setting

DEFAULT = ("completion", "rounds", "balance", "agency", "lead_changes", "runaway")
LEVEL = 0.05
BETTER, WORSE, MORE, LESS, CANNOT_TELL = "better", "worse", "more", "less", "cannot tell"

Goal = str | float
"""What one wants of a metric: "more", "less", or a number to come near to."""


class Comparison(Struct):
    """`table` has a row for each variant (but the first) and metric; `batches` the games themselves."""

    table: pd.DataFrame
    batches: dict[str, Batch]
    note: str
    """Bots, number of seeds and games, and method, in one sentence."""

    def verdict(self, metric: str, variant: str | None = None) -> str:
        """ "better", "worse", "more", "less" or "cannot tell"; `variant` is the last one by default."""
        last = variant if variant is not None else list(self.batches)[-1]
        return str(self.table.loc[(last, metric), "verdict"])

    def __repr__(self) -> str:
        return f"{self.table.to_string(float_format='{:.3g}'.format)}\n{self.note}"

    def _repr_html_(self) -> str:
        from html import escape

        table = self.table.to_html(float_format="{:.3g}".format, escape=True, border=0)
        return f"{table}<p>{escape(self.note)}</p>"


def compare(
    game: str | Game[Any],
    variants: Mapping[str, Any],
    bots: Any = "greedy",
    n: int = 100,
    seed: int = 0,
    players: int | None = None,
    metrics: Sequence[str | Metric] = DEFAULT,
    goals: Mapping[str, Goal] | None = None,
    jobs: int | None = None,
    progress: bool = True,
) -> Comparison:
    """Compare rule variants with the first of them: `compare("sinking", {"as printed": {}, "siege": {"siege": True}})`.

    A variant is a mapping of changed options, or options as made by `atl.options`. `n` seeds are played.
    A metric is named, or is one of your own made with `atl.lab.per_game`.
    `goals` says what is wanted of a metric ("more", "less" or a number to come near to) and so what counts
    as better; without one, a metric's own sense is used, or the verdict is just "more" or "less".
    Raises ValueError with one sentence for what does not fit.
    """
    if not isinstance(variants, Mapping) or len(variants) < 2:
        raise ValueError("A comparison needs two variants or more: {'as printed': {}, 'changed': {...}}.")
    series = seeds(n, seed)
    goals = goals or {}
    chosen = [metric if isinstance(metric, Metric) else find(metric) for metric in metrics]
    for name, goal in goals.items():
        if name not in [metric.name for metric in chosen]:
            among = ", ".join(metric.name for metric in chosen)
            raise ValueError(f"The goal {name!r} is not among the metrics: {among}.")
        if isinstance(goal, str) and goal not in ("more", "less"):
            raise ValueError(f'A goal is "more", "less" or a number, not {goal!r}.')
    settings = [
        setting(game, bots, options, players, variant=str(name), follow="round")
        for name, options in variants.items()
    ]
    names = list(dict.fromkeys(bot_name(bot) for bot in settings[0].bots))
    if len(names) > 1:
        chosen += [share_of(name) for name in names]
    swaps = len(settings[0].bots) if len(names) > 1 else 1
    both = batch(settings, series, swaps, jobs, progress)
    batches = {one.variant: _variant(both, one, len(settings) * swaps) for one in settings}
    table = _judge(batches, chosen, goals, swaps)
    first = next(iter(batches.values()))
    count = len(first.games)
    note = (
        f"Bots: {', '.join(bot_name(bot) for bot in settings[0].bots)}; {count // swaps} seeds from {seed}"
        f"{f', each with the seats moved {swaps} times' if swaps > 1 else ''}: {count} games a variant"
        f"{', stopped early' if both.stopped else ''}. 95 % intervals: bootstrap over seeds; p after Holm. "
        "True for these bots."
    )
    return Comparison(table, batches, note)


def _variant(both: Batch, one: Setting, games_a_seed: int) -> Batch:
    """The games of one variant, of those seeds only that all variants have played to the end."""
    counts = both.games.groupby("seed").size() if len(both.games) else pd.Series(dtype=int)
    whole = counts.index[counts == games_a_seed]
    if len(whole) == 0:
        raise ValueError("No seed has been played by all variants; let it play a little longer.")

    def mine(table: pd.DataFrame) -> pd.DataFrame:
        if table.empty:
            return table
        keep = (table["variant"] == one.variant) & table["seed"].isin(whole)
        return table[keep].reset_index(drop=True)

    return Batch(mine(both.games), mine(both.course), both.stopped)


def share_of(bot: str) -> Metric:
    """The metric "share of greedy": that bot's part of the wins, all its seats together."""

    def rows(batch: Batch, _: Sides) -> Table:
        games = batch.games
        seats = sorted(int(c.removeprefix("bot_")) for c in games.columns if c.startswith("bot_"))
        share = games[[f"share_{s}" for s in seats]].to_numpy(float)
        sits = games[[f"bot_{s}" for s in seats]].to_numpy(str) == bot
        won = (np.nan_to_num(share) * sits).sum(axis=1)
        return np.where(np.isnan(share).any(axis=1), np.nan, won)[:, None]

    return Metric(
        f"share of {bot}", "Part of the wins that this bot has, all its seats together.", rows, mean
    )


def _judge(
    batches: dict[str, Batch], metrics: list[Metric], goals: Mapping[str, Goal], swaps: int
) -> pd.DataFrame:
    by_side = {name: sides(b) for name, b in batches.items()}

    def blocks(metric: Metric, variant: str) -> Table:
        """Seeds x (the seed's games) x columns: what is resampled is the seed."""
        rows = metric.rows(batches[variant], by_side[variant])
        return rows.reshape(-1, swaps, rows.shape[1])

    (base, *others) = batches
    lines: list[dict[str, Any]] = []
    for other in others:
        some: list[dict[str, Any]] = []
        for metric in metrics:
            a, b = blocks(metric, base), blocks(metric, other)
            value, aim, good = _aim(metric, goals.get(metric.name))
            difference, p = bootstrap_difference(a, b, aim)
            some.append(
                {
                    "variant": other,
                    "metric": metric.name,
                    base_column(base): _cell(bootstrap(a, value)),
                    "here": _cell(bootstrap(b, value)),
                    "difference": value(b) - value(a),
                    "low": difference.low,
                    "high": difference.high,
                    "n": len(a),
                    "p": p,
                    "good": good,
                    "judged": difference,
                    "of": "distance to goal" if isinstance(goals.get(metric.name), int | float) else "value",
                }
            )
        for line, p in zip(some, holm([line["p"] for line in some]), strict=True):
            line["p"] = p
            line["verdict"] = verdict(line.pop("judged"), p, line.pop("good"))
        lines += some
    return pd.DataFrame(lines).set_index(["variant", "metric"])


def base_column(base: str) -> str:
    return (
        base if base not in ("here", "difference", "low", "high", "n", "p", "of", "verdict") else f"({base})"
    )


def _cell(e: Estimate) -> str:
    return "not defined" if np.isnan(e.value) else f"{e.value:.3g} ({e.low:.3g} to {e.high:.3g})"


def _aim(metric: Metric, goal: Goal | None) -> tuple[Callable[[Table], float], Callable[[Table], float], int]:
    """The metric's value of blocks of rows, what is judged of it, and whether more of that is good."""

    def value(blocks: Table) -> float:
        return metric.value(blocks.reshape(-1, blocks.shape[-1]))

    if goal == "more":
        return value, value, 1
    if goal == "less":
        return value, value, -1
    if isinstance(goal, int | float):
        target = float(goal)
        return value, lambda blocks: abs(value(blocks) - target), -1
    return value, value, metric.good


def verdict(difference: Estimate, p: float, good: int) -> str:
    """In a word. "cannot tell" while the interval holds 0 or the corrected p is not below LEVEL."""
    if np.isnan(difference.value) or difference.low <= 0 <= difference.high or not p < LEVEL:
        return CANNOT_TELL
    more = difference.value > 0
    if good == 0:
        return MORE if more else LESS
    return BETTER if more == (good > 0) else WORSE


def ladder(
    game: str | Game[Any],
    bots: Sequence[Any] = ("random", "greedy"),
    n: int = 100,
    seed: int = 0,
    options: Any = None,
    players: int | None = None,
    jobs: int | None = None,
    progress: bool = True,
) -> pd.DataFrame:
    """Each bot against each other one, from weak to strong: how much of the wins the later one takes.

    Half of the seats are the one's and half the other's, and every seed is played with the seats
    swapped. `rung` is True where the lower limit of the later bot's share is above a half.
    """
    low, high = setting(game, bots[0], options).game.players
    if players is None:
        players = low + low % 2
    if players % 2 or not low <= players <= high:
        raise ValueError(f"A ladder needs an even number of players from {low} to {high}, not {players}.")
    rows = []
    for weak, strong in combinations(bots, 2):
        one = setting(game, [weak, strong] * (players // 2), options, players)
        played = batch([one], seeds(n, seed), swaps=2, jobs=jobs, progress=progress)
        name = bot_name(one.bots[1])
        if name == bot_name(one.bots[0]):
            raise ValueError(f"Two bots of a ladder have the same name, {name}.")
        whole = _variant(played, one, 2)
        share = share_of(name).rows(whole, sides(whole)).reshape(-1, 2)
        e = bootstrap(share, mean, method="bootstrap over seeds")
        rows.append(
            {
                "bot": name,
                "against": bot_name(one.bots[0]),
                "share": e.value,
                "low": e.low,
                "high": e.high,
                "n": e.n,
                "games": len(whole.games),
                "rung": e.low > 0.5,
            }
        )
    return pd.DataFrame(rows).set_index(["bot", "against"])
