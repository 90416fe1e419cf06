"""Closed forms: what bets are worth under stated models, without simulation.

Two models are used. *Even survivors*: of the mechs left, five survive and every set is equally
likely. *Even removal*: the next mech to go is any mech left with the same chance, and the KO counts
for a team in proportion to its mechs left. Real play is neither; simulate.py plays it out.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from math import comb, factorial, prod
from typing import Final

from .roster import Roster
from .scoring import PENTA_POINTS, team_points
from .state import LIMIT

TEAMS: Final = 5
SQUAD: Final = 3
MECHS: Final = TEAMS * SQUAD

# ---------------------------------------------------------------- how many


def setups() -> dict[str, int]:
    """Sizes of the setup and of the betting card (table analysis_setups; L-SET-04, L-SET-05, L-BET-08)."""
    deals = factorial(MECHS) // factorial(3) * factorial(4)
    return {
        "initial deals of the arena": deals,
        "the same up to the 8 symmetries of the square": deals // 8,
        "the same by team only": deals // factorial(SQUAD) ** TEAMS,
        "Pentafecta bets": comb(MECHS, 5),
        "team bets": TEAMS**3,
        "complete betting cards": TEAMS**3 * comb(MECHS, 5),
        "best possible round score": 3 * team_points(1) + PENTA_POINTS[5],
        "displays of two schemes": comb(9, 2),
    }


@lru_cache(maxsize=1)
def slide_counts() -> dict[int, tuple[int, int]]:
    """Mechs in the arena -> fewest and most legal slides, over all placements (L-R-11).

    The number of slides is the number of adjacent pairs of a mech and a hole. Rows are counted as
    4-bit numbers, so each of the 65,536 placements costs a few look-ups.
    """
    inside = [sum((row >> k & 1) != (row >> (k + 1) & 1) for k in range(3)) for row in range(16)]
    across = [[(a ^ b).bit_count() for b in range(16)] for a in range(16)]
    found: dict[int, list[int]] = {}
    for a, b, c, d in product(range(16), repeat=4):
        n = a.bit_count() + b.bit_count() + c.bit_count() + d.bit_count()
        slides = inside[a] + inside[b] + inside[c] + inside[d] + across[a][b] + across[b][c] + across[c][d]
        least_most = found.setdefault(n, [slides, slides])
        least_most[0], least_most[1] = min(least_most[0], slides), max(least_most[1], slides)
    return {n: (low, high) for n, (low, high) in sorted(found.items(), reverse=True)}


def longest(quiet_limit: int = 20, rounds: int = 3) -> tuple[int, int]:
    """Most turns in a round and in a game (L-R-27): ten KOs, each at the last moment."""
    turns = (MECHS - LIMIT) * quiet_limit
    return turns, rounds * turns


# ---------------------------------------------------------------- Pentafecta, even survivors


def hit_odds(left: int = MECHS, live: int = 5) -> tuple[Fraction, ...]:
    """Chance of 0 to 5 hits when `live` picks stand among `left` mechs, of which five survive.

    Raises ValueError for numbers that cannot be.
    """
    if not LIMIT <= left <= MECHS or not 0 <= live <= min(5, left):
        raise ValueError(f"5 to 15 mechs and 0 to 5 live picks are possible, not {left} and {live}.")
    total = comb(left, LIMIT)
    return tuple(Fraction(comb(live, h) * comb(left - live, LIMIT - h), total) for h in range(6))


@lru_cache(maxsize=128)
def penta_value(left: int, live: int) -> Fraction:
    """Expected Pentafecta points (tables analysis_pentafecta, analysis_penta_value; L-SCO-05)."""
    return sum(
        (p * points for p, points in zip(hit_odds(left, live), PENTA_POINTS, strict=True)), Fraction(0)
    )  # fmt: skip


def swap_gain(left: int, live: int) -> Fraction:
    """What it is worth to replace a lost pick by a mech that stands (L-FIX-02)."""
    return penta_value(left, live + 1) - penta_value(left, live)


def stall_gain(left: int, live: int, void: bool = False) -> Fraction:
    """What a player gains in Pentafecta points if the round ends now by quiet turns (L-R-27, L-R-28).

    All live picks count as survivors then; with `void` (quiet_penta = void) the card pays nothing.
    """
    now = 0 if void and left > LIMIT else PENTA_POINTS[live]
    return now - penta_value(left, live)


# ---------------------------------------------------------------- teams, even survivors


def teams_out() -> dict[int, int]:
    """Teams without a survivor -> sets of five survivors (table analysis_survivor_teams)."""
    found: dict[int, int] = {}
    for squad in product(range(SQUAD + 1), repeat=TEAMS):
        if sum(squad) == LIMIT:
            ways = prod(comb(SQUAD, n) for n in squad)
            found[squad.count(0)] = found.get(squad.count(0), 0) + ways
    return dict(sorted(found.items()))


def heroes_ties() -> dict[int, int]:
    """Teams that share the lead in Heroes -> sets of five survivors."""
    found: dict[int, int] = {}
    for squad in product(range(SQUAD + 1), repeat=TEAMS):
        if sum(squad) == LIMIT:
            tied = squad.count(max(squad))
            found[tied] = found.get(tied, 0) + prod(comb(SQUAD, n) for n in squad)
    return dict(sorted(found.items()))


@lru_cache(maxsize=4096)
def heroes_odds(alive: tuple[int, ...]) -> tuple[float, ...]:
    """Chance that each team is among the winners of Heroes: even survivors (L-BET-05, L-SCO-01)."""
    survive = min(LIMIT, sum(alive))
    total = comb(sum(alive), survive)
    won = [0] * len(alive)
    for squad in product(*(range(n + 1) for n in alive)):
        if sum(squad) == survive:
            ways, best = prod(map(comb, alive, squad)), max(squad)
            for i, n in enumerate(squad):
                if n == best:
                    won[i] += ways
    return tuple(w / total for w in won)


@lru_cache(maxsize=4096)
def hasbeens_odds(alive: tuple[int, ...]) -> tuple[float, ...]:
    """Chance that each team is out first, if none is yet: even removal (L-BET-06).

    What is missing to one is the chance that no team is out at the end (L-R-25).
    """
    if 0 in alive:
        return tuple(float(n == 0) for n in alive)
    total = sum(alive)
    if total <= LIMIT:
        return (0.0,) * len(alive)
    found = [0.0] * len(alive)
    for i, n in enumerate(alive):
        after = hasbeens_odds((*alive[:i], n - 1, *alive[i + 1 :]))
        for j, p in enumerate(after):
            found[j] += p * n / total
    return tuple(found)


@lru_cache(maxsize=8192)
def brawlers_odds(kos: tuple[int, ...], alive: tuple[int, ...]) -> tuple[float, ...]:
    """Chance that each team is among the winners of Brawlers: even removal (L-BET-07, L-SCO-01)."""
    total = sum(alive)
    spread = {kos: 1.0}
    for _ in range(max(0, total - LIMIT)):
        following: dict[tuple[int, ...], float] = {}
        for count, p in spread.items():
            for i, n in enumerate(alive):
                if n:
                    after = (*count[:i], count[i] + 1, *count[i + 1 :])
                    following[after] = following.get(after, 0.0) + p * n / total
        spread = following
    won = [0.0] * len(alive)
    for count, p in spread.items():
        best = max(count)
        if best:
            for i, n in enumerate(count):
                if n == best:
                    won[i] += p
    return tuple(won)


# ---------------------------------------------------------------- team bets as a game


def points_if_right(players: int, named: Fraction | float) -> Fraction:
    """Expected points of a right team bet if each other player names a winner with chance `named`.

    L-SCO-02 to L-SCO-04: 5, 2 or 1 for one, two or more bettors.
    """
    q, others = Fraction(named), players - 1
    return sum(
        (
            comb(others, k) * q**k * (1 - q) ** (others - k) * team_points(k + 1)
            for k in range(others + 1)
        ),
        Fraction(0),
    )  # fmt: skip


def even_mix(players: int) -> dict[str, Fraction]:
    """The mixed equilibrium of one category with five equally likely teams (table analysis_team_bets)."""
    right = points_if_right(players, Fraction(1, TEAMS))
    return {
        "points_if_right": right,
        "expected_points_mixed": right / TEAMS,
        "table_total_mixed": right / TEAMS * players,
        "expected_points_all_different": Fraction(team_points(1), TEAMS),
        "pure_equilibria": Fraction(factorial(TEAMS) // factorial(TEAMS - players)),
    }


def equilibrium(players: int, chances: Sequence[float]) -> tuple[tuple[float, ...], float]:
    """The symmetric mixed equilibrium of one category: how often to name each team, and its value.

    `chances` are the teams' winning chances. A named team is worth the same as any other named team,
    and no other is worth more (L-SCO-02; table analysis_team_bets_skewed). One player alone names
    the likeliest team. Raises ValueError for chances outside 0 to 1 or all zero.
    """
    if not chances or min(chances) < 0 or max(chances) > 1 or max(chances) == 0:
        raise ValueError("Winning chances lie between 0 and 1, and one of them must be above 0.")
    if players == 1:
        best = [i for i, w in enumerate(chances) if w == max(chances)]
        return tuple(1 / len(best) if i in best else 0.0 for i in range(len(chances))), 5.0 * max(chances)

    others = players - 1
    pays = [(k, comb(others, k) * team_points(k + 1)) for k in range(others + 1)]

    def right(q: float) -> float:
        return sum(pay * q**k * (1 - q) ** (others - k) for k, pay in pays)

    def share(w: float, value: float) -> float:
        """How often a team of chance `w` is named if naming it shall be worth `value`."""
        if w * team_points(1) <= value:
            return 0.0
        if w * right(1.0) >= value:
            return 1.0
        low, high = 0.0, 1.0
        for _ in range(46):
            middle = (low + high) / 2
            low, high = (middle, high) if w * right(middle) > value else (low, middle)
        return (low + high) / 2

    low, high = 0.0, 5.0 * max(chances)
    for _ in range(46):
        value = (low + high) / 2
        low, high = (value, high) if sum(share(w, value) for w in chances) > 1 else (low, value)
    mix = [share(w, high) for w in chances]
    return tuple(q / sum(mix) for q in mix), high


def equilibrium_two(chances: Sequence[Fraction]) -> tuple[tuple[Fraction, ...], Fraction]:
    """The same for two players, exactly: a team of chance w, named with q, is worth w (5 - 3 q)."""
    order = sorted(range(len(chances)), key=lambda i: (-chances[i], i))
    for size in range(len(order), 0, -1):
        used = [i for i in order[:size] if chances[i]]
        # sum of q = sum of (5 - v / w) / 3 = 1
        value = (5 * len(used) - 3) / sum((1 / chances[i] for i in used), Fraction(0))
        mix = {i: (5 - value / chances[i]) / 3 for i in used}
        if all(q >= 0 for q in mix.values()):
            return tuple(mix.get(i, Fraction(0)) for i in range(len(chances))), value
    raise ValueError("One of the chances must be above 0.")


# ---------------------------------------------------------------- who hunts whom


def hunts(data: Roster, a: str, b: str) -> bool:
    """Whether `a` has `b` as a rival or the other way round."""
    return b in data.prey[a] or a in data.prey[b]


def peaceful_sets(data: Roster, size: int) -> list[tuple[str, ...]]:
    """Sets of mechs with no hunter and prey among them (L-R-39; table rival_properties)."""
    return [
        mechs
        for mechs in combinations(data.codes, size)
        if not any(hunts(data, a, b) for a, b in combinations(mechs, 2))
    ]
