"""Questions with sliders: who wins a battle, and when the floods come. All answers are exact."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal, cast

from atlantis_nb.core.charts import Answer, Chart, Control, Explorer, Series
from atlantis_nb.core.game import plural
from atlantis_nb.core.odds import fraction_text, percent_text
from atlantis_nb.core.scene import Row, Table

from .odds import (
    Defence,
    Town,
    at_least,
    attackers_needed,
    band,
    battle,
    flood_chances,
    floods_after,
    mean_floods,
    mean_lost_until_cleared,
    mean_rounds_to,
)
from .options import Options
from .setup import EACH
from .state import END_SPACE, last_square, square_name, square_read

TOWNS = ("none", "village", "small city", "large city")


def battle_answer(
    attackers: int = 3,
    soldiers: int = 1,
    worker: bool = False,
    settlers: int = 0,
    town: str = "small city",
    inside: bool = False,
    mountain: bool = False,
) -> Answer:
    """`attackers` soldiers, all committed, against a tile with these defenders named in the order of
    the default."""
    defence = Defence(
        soldiers, worker, settlers, cast(Town, "" if town == "none" else town), inside, mountain
    )
    needs = defence.needs()
    if not needs:
        return Answer("Nobody defends the tile: the soldiers walk in.")
    found = battle(attackers, needs)
    left = [(0, 1 - found.win), *sorted(found.left.items())]
    needed = [(p, attackers_needed(needs, Fraction(p, 100))) for p in (50, 75, 90)]
    lost = mean_lost_until_cleared(needs)
    rows = tuple(Row((a or "none: the attack fails", fraction_text(p), percent_text(p))) for a, p in left)
    against = ", ".join(f"{piece} {need}{'+' if need < 6 else ''}" for piece, need in _against(defence))
    tables = (
        Table("left", "Attackers left", ("Left", "Chance", "Percent"), rows, f"Needed rolls: {against}."),
        Table(
            "needed", "Attackers needed", ("To win with at least", "Attackers"),
            tuple(Row((f"{p}%", n)) for p, n in needed),
            f"If soldiers keep coming until the tile is won, {float(lost):.2f} are lost on average.",
        ),
    )  # fmt: skip
    most = max(8, attackers + 2)
    x = tuple(float(n) for n in range(1, most + 1))
    wins = tuple(float(battle(n, needs).win) for n in range(1, most + 1))
    charts = (
        Chart(
            "left", "Attackers left", "Attackers left", "Chance",
            (Series("Chance", tuple(float(a) for a, _ in left), tuple(float(p) for _, p in left), style="bar"),),
            caption=f"{percent_text(found.win)} to win, {float(found.mean_left):.2f} attackers left on average.",
            source="exact", percent=True,
        ),
        Chart(
            "by_number", "Chance to win by number of attackers", "Attackers", "Chance",
            (Series("Chance to win", x, wins),),
            caption=f"{needed[0][1]} attackers win at least every second time, {needed[2][1]} at least 90%.",
            source="exact", percent=True,
        ),
    )  # fmt: skip
    words = (
        f"{plural(attackers, 'soldier')} against {defence}: {percent_text(found.win)} to win "
        f"({fraction_text(found.win)}); "
        f"{float(found.mean_left):.2f} left on average."
    )
    return Answer(words, tables, charts)


def _against(defence: Defence) -> list[tuple[str, int]]:
    seen: dict[str, int] = {}
    for piece, need in zip(defence.pieces(), defence.needs(), strict=True):
        seen.setdefault(piece, need)
    return list(seen.items())


def flood_answer(
    players: int = 4,
    marker: int = 0,
    rounds: int = 6,
    flood_step: Literal["per_flood", "per_phase"] = "per_flood",
    flood_read: Literal["left", "own"] = "left",
) -> Answer:
    """How many floods come within some rounds, from the start (`marker` 0) or from a square."""
    options = Options(flood_step=flood_step, flood_read=flood_read)
    square = min(marker or players, last_square(options))
    if flood_read == "left":
        square = max(2, square)
    read = square_read(options, square)
    chances = floods_after(options, square, rounds)
    mean = mean_floods(options, square, rounds)
    low, high = band(options, square, rounds)
    now = flood_chances(options, square)
    show = [(n, p) for n, p in enumerate(chances) if p > Fraction(1, 2000)]
    next_rows = tuple(Row((n, fraction_text(p), percent_text(p))) for n, p in enumerate(now) if p)
    ring = _rings(players)
    gone = at_least(options, square, rounds, ring)
    tables = (
        Table(
            "next", "The next roll", ("Floods", "Chance", "Percent"), next_rows,
            f"Square {read} ({square_name(read)}) is read.",
        ),
        Table(
            "rounds_to", "Mean rounds until so many floods", ("Floods", "Rounds"),
            tuple(Row((n, round(float(mean_rounds_to(options, square, n)), 2))) for n in range(1, 13)),
        ),
    )  # fmt: skip
    ks = range(1, rounds + 1)
    bands = [band(options, square, k) for k in ks]
    means = tuple(float(mean_floods(options, square, k)) for k in ks)
    x = tuple(float(k) for k in ks)
    charts = (
        Chart(
            "distribution", f"Floods within {plural(rounds, 'round')}", "Floods", "Chance",
            (Series("Chance", tuple(float(n) for n, _ in show), tuple(float(p) for _, p in show), style="bar"),),
            caption=f"Mean {float(mean):.2f}; the middle 80% of games have {low} to {high}.",
            source="exact", percent=True,
        ),
        Chart(
            "forecast", "Floods by round", "Round", "Floods so far",
            (
                Series("Middle 80% of all games", x, means, style="band", low=tuple(float(a) for a, _ in bands),
                       high=tuple(float(b) for _, b in bands)),
                Series("Mean", x, means),
            ),
            caption=f"The mean grows from {means[0]:.2f} after one round to {means[-1]:.2f} after {rounds}.",
            source="exact",
        ),
    )  # fmt: skip
    words = (
        f"From square {square} ({square_name(square)}): {float(mean):.2f} floods on average within "
        f"{plural(rounds, 'round')}, none with {percent_text(chances[0])}. The mountain needs at least {ring} floods "
        f"at the start of a game for {players}; so many come with {percent_text(gone)}."
    )
    return Answer(words, tables, charts)


def _rings(players: int) -> int:
    """The fewest floods that can sink the mountain at the start: the ring of the nearest sea."""
    tiles, ring = len(EACH) * players, 0
    while tiles >= 6 * (ring + 1):
        ring += 1
        tiles -= 6 * ring
    return ring + 1


def explorers() -> tuple[Explorer, ...]:
    def whole(key: str, label: str, default: int, low: int, high: int, help: str = "") -> Control:
        return Control(key, label, default, low=low, high=high, help=help)

    def switch(key: str, label: str, help: str) -> Control:
        return Control(key, label, False, help=help)

    run_battle: Any = battle_answer
    run_flood: Any = flood_answer
    return (
        Explorer(
            "battle", "Battle odds", "Who wins, and how many are left?",
            (
                whole("attackers", "Attacking soldiers", 3, 1, 16, "All go in, one after another."),
                whole("soldiers", "Defending soldiers", 1, 0, 16),
                switch("worker", "A worker", "It fights after the soldiers."),
                whole("settlers", "Settlers", 0, 0, 6),
                Control("town", "Settlement", "small city", values=TOWNS),
                switch("inside", "Inside a besieged city", "Variant siege: units inside get -1 on the roll."),
                switch("mountain", "On the mountain", "Variant mountain_defence: every piece gets -1 on the roll."),
            ),
            run_battle,
        ),
        Explorer(
            "flood", "Flood forecast", "When do the floods come?",
            (
                whole("players", "Players", 4, 2, 6),
                whole("marker", "Marker on square (0: start)", 0, 0, END_SPACE),
                whole("rounds", "Rounds", 6, 1, 12),
                Control(
                    "flood_step", "The marker moves", "per_flood", values=("per_flood", "per_phase"),
                    texts=("a step for each flood", "a step in a round with floods"),
                ),
                Control(
                    "flood_read", "Square read", "left", values=("left", "own"),
                    texts=("left of the marker", "the marker's own"),
                ),
            ),
            run_flood,
        ),
    )  # fmt: skip
