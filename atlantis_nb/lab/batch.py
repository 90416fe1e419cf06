"""Many games, on all cores or on a cluster, as tidy tables."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pandas as pd
from msgspec import Struct

from atlantis_nb.core.game import Game

from .play import Row, Setting, play, setting

if TYPE_CHECKING:
    from .intervals import Estimate

Job = tuple[Setting, int, int]
"""What to play: the setting, the seed, how many seats the bots move on."""

Played = tuple[Row, list[Row]]
IN_HAND = 0.5
"""Seconds of games played here before other processes are started (they need about a second)."""


def simulate(
    game: str | Game[Any],
    bots: Any = "greedy",
    n: int = 100,
    seed: int = 0,
    options: Any = None,
    players: int | None = None,
    jobs: int | None = None,
    progress: bool = True,
) -> pd.DataFrame:
    """Play `n` games with seeds `seed`, `seed + 1` ...; one row a game.

    `bots` is one bot (a name, or a callable as in core/bots.py) for all seats, or a list by seat.
    Every row says what it is about (game, seed, options, bots, versions), who won (`share_0` ... is 1
    for a sole winner, 1/k for k who share the win, else 0), the scores, the length, how much there was
    to choose from, and the game's measures at the end ("end ...").

    The table is the same whatever the number of processes. `jobs` is that number: None starts them only
    if the games take more than a moment, -1 takes all cores, 1 stays in this process. Inside
    `joblib.parallel_config(backend="dask")` the games are played on the Dask cluster. Stopped with
    Ctrl+C (or the stop button), it returns the games it has.

    `Match(row.game, players=row.players, seed=row.seed, options=...).run(bots)` plays a row's game again.
    Raises ValueError with one sentence for what does not fit.
    """
    one = setting(game, bots, options, players)
    return batch([one], seeds(n, seed), jobs=jobs, progress=progress).games


def course(
    game: str | Game[Any],
    bots: Any = "greedy",
    n: int = 100,
    seed: int = 0,
    options: Any = None,
    players: int | None = None,
    by: str = "round",
    jobs: int | None = None,
    progress: bool = True,
) -> Batch:
    """Like `simulate`, and also record how each game went, `by` "round" or "turn".

    Returns a Batch: `.games` is the table of `simulate`; `.course` has one row for each game and round
    (or turn), with each seat's worth `x_0` ... by the game's own heuristic (sum 1; the last row holds the
    result instead), the measures, and `at`, the part of the game that is over.
    """
    if by not in ("round", "turn"):
        raise ValueError(f'by is "round" or "turn", not {by!r}.')
    one = setting(game, bots, options, players, follow=by)
    return batch([one], seeds(n, seed), jobs=jobs, progress=progress)


class Batch(Struct):
    """Played games: a row each in `games`; how they went, round by round, in `course`."""

    games: pd.DataFrame
    course: pd.DataFrame
    stopped: bool = False
    """True if it was stopped before all games had been played."""

    def metric(self, name: str) -> Estimate:
        """One of `lab.METRICS` with its interval. Raises KeyError that names those there are."""
        from .metrics import estimate

        return estimate(self, name)

    def summary(self) -> pd.DataFrame:
        """All metrics that can be computed here: value, 95 % interval, n and definition."""
        from .metrics import summary

        return summary(self)


def seeds(n: int, seed: int) -> range:
    """The seeds of a series. Raises ValueError."""
    if isinstance(n, bool) or not isinstance(n, int) or n < 1:
        raise ValueError(f"n, the number of games, is a whole number from 1, not {n!r}.")
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise ValueError(f"The seed is a whole number, not {seed!r}.")
    return range(seed, seed + n)


def batch(
    settings: Sequence[Setting],
    series: Sequence[int],
    swaps: int | None = None,
    jobs: int | None = None,
    progress: bool = True,
) -> Batch:
    """Play every setting with every seed, and with the bots moved on by 0 .. swaps-1 seats."""
    work = [(one, seed, swap) for seed in series for swap in range(swaps or 1) for one in settings]
    played: list[Played] = []
    stopped = False
    with _bar(len(work), progress) as bar:
        try:
            for chunk in _chunks(work, jobs):
                played += chunk
                bar.update(len(chunk))
        except KeyboardInterrupt:
            stopped = True
    games = pd.DataFrame([row for row, _ in played])
    course = pd.DataFrame([line for _, lines in played for line in lines])
    return Batch(games, course, stopped)


def _chunks(work: list[Job], jobs: int | None) -> Iterator[list[Played]]:
    """The games in the order of `work`, some at a time."""
    if jobs == 1:
        yield from ([play(*job)] for job in work)
        return
    done = 0
    if jobs is None:
        until = time.monotonic() + IN_HAND
        while done < len(work) and time.monotonic() < until:
            yield [play(*work[done])]
            done += 1
    if done == len(work):
        return

    import joblib

    cores = joblib.effective_n_jobs(-1 if jobs is None else jobs)
    size = max(1, min(50, (len(work) - done) // (8 * cores)))
    parts = [work[i : i + size] for i in range(done, len(work), size)]
    parallel = joblib.Parallel(n_jobs=-1 if jobs is None else jobs, return_as="generator")
    yield from parallel(joblib.delayed(play_all)(part) for part in parts)


def play_all(work: Iterable[Job]) -> list[Played]:
    """What one process plays at a time."""
    return [play(*job) for job in work]


def _bar(total: int, shown: bool) -> Any:
    from tqdm.auto import tqdm

    return tqdm(total=total, unit=" games", disable=not shown, leave=False)


def replay_of(row: Mapping[str, Any]) -> dict[str, Any]:
    """What `Match` needs to play a row's game again: `Match(**replay_of(row))`.

    The bots are not in it where they were not given by name; `row["bot_0"]` ... name them by seat.
    """
    import msgspec

    return {
        "game": row["game"],
        "players": int(row["players"]),
        "seed": int(row["seed"]),
        "options": msgspec.json.decode(row["options"]),
    }
