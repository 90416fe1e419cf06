"""Exact chances of this game: battles, the flood clock, and which tiles are at risk.

Everything is counted in whole numbers over powers of six and given as Fractions; the tests compare
it with the game's own dice. What is simulated says so.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, Literal

from msgspec import Struct

from atlantis_nb.core.game import Action, Chance, Chooser, Decision, Game, Place, draw, pick

from .battle import needed
from .flood import Aiming, NextFlood, TargetAll
from .options import Options
from .state import (
    MOUNTAIN,
    NEAR,
    NOBODY,
    SinkingState,
    count,
    defenders,
    floods_on,
    last_square,
    square_read,
)

Town = Literal["", "village", "small city", "large city"]
_TOWNS: tuple[Town, ...] = ("village", "small city", "large city")

# ------------------------------------------------------------------ battles


class Defence(Struct, frozen=True):
    """What stands on an attacked tile.

    `inside`: the units have withdrawn into their besieged city (S-OPT-02); `mountain`: the tile is
    the mountain under mountain_defence (S-OPT-11).
    """

    soldiers: int = 0
    worker: bool = False
    settlers: int = 0
    town: Town = ""
    inside: bool = False
    mountain: bool = False

    def pieces(self) -> tuple[str, ...]:
        """The pieces in the order of the default: soldiers, city, workers, settlers, village (S-R-56).

        When a city falls the settlers and worker flee (S-CMB-15), so they do not fight behind it.
        """
        out = ["soldier"] * self.soldiers
        if self.town.endswith("city"):
            return (*out, self.town)
        out += ["worker"] * self.worker + ["settler"] * self.settlers
        return (*out, self.town) if self.town else tuple(out)

    def needs(self, pieces: Sequence[str] = ()) -> tuple[int, ...]:
        """The lowest winning roll against each piece, in the order in which they are named."""
        less = int(self.mountain)
        inside = int(self.inside)
        return tuple(
            needed(p, less + (inside if p in ("soldier", "worker", "settler") else 0))
            for p in pieces or self.pieces()
        )

    def __str__(self) -> str:
        words = []
        if self.soldiers:
            words.append(f"{self.soldiers} soldier{'s' if self.soldiers > 1 else ''}")
        if self.worker:
            words.append("worker")
        if self.settlers:
            words.append(f"{self.settlers} settler{'s' if self.settlers > 1 else ''}")
        if self.town:
            words.append(self.town)
        text = " and ".join(words) or "nobody"
        return text + (" inside" if self.inside else "") + (" on the mountain" if self.mountain else "")


class BattleOdds(Struct, frozen=True):
    """`left[a]`: chance that the tile is won with a attackers left (a >= 1); `beaten[i]`: chance that
    exactly i defenders fall and the attack fails."""

    left: dict[int, Fraction]
    beaten: dict[int, Fraction]

    @property
    def win(self) -> Fraction:
        return sum(self.left.values(), Fraction(0))

    @property
    def mean_left(self) -> Fraction:
        """Mean number of attackers left, counting 0 when the attack fails."""
        return sum((a * p for a, p in self.left.items()), Fraction(0))


@lru_cache(maxsize=4096)
def battle(attackers: int, needs: tuple[int, ...]) -> BattleOdds:
    """`attackers` soldiers, all committed, against defenders that fall to these rolls, in order.

    The number of rolls made is (attackers lost) + (defenders beaten), so every position can be
    counted in whole numbers over six to that power.
    """
    m = len(needs)
    if not m:
        return BattleOdds({attackers: Fraction(1)}, {})
    ways = [[0] * (m + 1) for _ in range(attackers + 1)]
    ways[attackers][0] = 1
    for a in range(attackers, 0, -1):
        for i in range(m):
            w = ways[a][i]
            if w:
                wins = 7 - needs[i]
                ways[a][i + 1] += w * wins
                ways[a - 1][i] += w * (6 - wins)
    left = {a: Fraction(ways[a][m], 6 ** (attackers - a + m)) for a in range(attackers, 0, -1) if ways[a][m]}
    beaten = {i: Fraction(ways[0][i], 6 ** (attackers + i)) for i in range(m) if ways[0][i]}
    return BattleOdds(left, beaten)


def attackers_needed(needs: tuple[int, ...], chance: Fraction) -> int:
    """The fewest committed attackers that win with at least this chance (below 1).

    Raises ValueError for a chance that no number of attackers reaches.
    """
    if chance >= 1:
        raise ValueError("No number of attackers makes a battle certain.")
    high = 1
    while battle(high, needs).win < chance:
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        if battle(middle, needs).win < chance:
            low = middle
        else:
            high = middle
    return high


def mean_lost_until_cleared(needs: tuple[int, ...]) -> Fraction:
    """Mean number of soldiers lost if new ones keep coming until the tile is cleared."""
    return sum((Fraction(need - 1, 7 - need) for need in needs), Fraction(0))


def defence_of(state: SinkingState, place: Place, seat: int) -> tuple[int, ...]:
    """The winning rolls that a soldier of `seat` has to make on a tile, by the defaults."""
    out: tuple[int, ...] = ()
    for other in range(len(state.names)):
        if other != seat and defenders(state, place, other):
            town = state.settlements.get(place)
            own = town is not None and town.owner == other and town.captor == NOBODY
            out += Defence(
                count(state.soldiers, place, other),
                state.workers.get(place) == other,
                count(state.settlers, place, other),
                _TOWNS[town.size] if town is not None and own else "",
                town is not None and own and town.besieged,
                place == MOUNTAIN and state.options.mountain_defence,
            ).needs()
    return out


# ------------------------------------------------------------------ the flood clock


@cache
def flood_chances(options: Options, marker: int) -> tuple[Fraction, ...]:
    """Exact chances of 0 to 6 floods in a phase that begins with the marker on this square (S-FLD-03)."""
    ways = [0] * 7
    for roll in range(1, 7):
        ways[floods_on(options, square_read(options, marker), roll)] += 1
    return tuple(Fraction(w, 6) for w in ways)


def moved(options: Options, marker: int, floods: int) -> int:
    """Where the marker is after a phase with so many floods (S-FLD-05, S-R-05)."""
    by = floods if options.flood_step == "per_flood" else min(1, floods)
    return min(marker + by, max(marker, last_square(options)))


@cache
def clock_ways(options: Options, marker: int, rounds: int) -> dict[tuple[int, int], int]:
    """Of the 6 ** rounds runs of flood rolls, how many lead to each (marker, floods so far)."""
    if rounds <= 0:
        return {(marker, 0): 1}
    then: dict[tuple[int, int], int] = {}
    for (square, floods), ways in clock_ways(options, marker, rounds - 1).items():
        read = square_read(options, square)
        for roll in range(1, 7):
            n = floods_on(options, read, roll)
            key = (moved(options, square, n), floods + n)
            then[key] = then.get(key, 0) + ways
    return then


def clock(options: Options, marker: int, rounds: int) -> dict[tuple[int, int], Fraction]:
    """Chance of each (marker, floods so far) after some rounds: the marker chain, rolled on."""
    runs = 6**rounds
    return {key: Fraction(ways, runs) for key, ways in clock_ways(options, marker, rounds).items()}


@cache
def floods_after(options: Options, marker: int, rounds: int) -> tuple[Fraction, ...]:
    """Chance of exactly 0, 1, 2 ... floods within some rounds."""
    runs, found = 6**rounds, clock_ways(options, marker, rounds)
    out = [0] * (max(floods for _, floods in found) + 1)
    for (_, floods), ways in found.items():
        out[floods] += ways
    return tuple(Fraction(ways, runs) for ways in out)


def at_least(options: Options, marker: int, rounds: int, floods: int) -> Fraction:
    """Chance of at least so many floods within some rounds."""
    if floods <= 0:
        return Fraction(1)
    return 1 - sum(floods_after(options, marker, rounds)[:floods], Fraction(0))


def mean_floods(options: Options, marker: int, rounds: int) -> Fraction:
    """Mean number of floods within some rounds."""
    return sum((n * p for n, p in enumerate(floods_after(options, marker, rounds))), Fraction(0))


def band(options: Options, marker: int, rounds: int, share: Fraction = Fraction(4, 5)) -> tuple[int, int]:
    """The middle band of the number of floods: at most (1 - share)/2 lies below it, as much above."""
    tail, chances = (1 - share) / 2, floods_after(options, marker, rounds)
    low, high, sofar = 0, len(chances) - 1, Fraction(0)
    for n, p in enumerate(chances):
        if sofar + p > tail:
            low = n
            break
        sofar += p
    sofar = Fraction(0)
    for n in range(len(chances) - 1, -1, -1):
        if sofar + chances[n] > tail:
            high = n
            break
        sofar += chances[n]
    return low, high


@cache
def mean_rounds_to(options: Options, marker: int, floods: int) -> Fraction:
    """Mean number of rounds until so many floods have struck."""
    if floods <= 0:
        return Fraction(0)
    chances = flood_chances(options, marker)
    later = sum(
        (
            p * mean_rounds_to(options, moved(options, marker, n), floods - n)
            for n, p in enumerate(chances)
            if n
        ),
        Fraction(0),
    )
    return (1 + later) / (1 - chances[0])


# ------------------------------------------------------------------ which tiles are at risk


def depth(state: SinkingState) -> dict[Place, int]:
    """For each land tile the fewest floods that can sink it: its distance from the sea."""
    return depths(tuple(state.land))


@lru_cache(maxsize=4096)
def depths(land: tuple[Place, ...]) -> dict[Place, int]:
    """The same for these land tiles; kept, because the map changes seldom. Do not change it."""
    left = dict.fromkeys(land)
    edge = [p for p in land if any(n not in left for n in NEAR[p])]
    out: dict[Place, int] = {}
    n = 0
    while edge:
        n += 1
        out.update(dict.fromkeys(edge, n))
        edge = list(dict.fromkeys(n for p in edge for n in NEAR[p] if n in left and n not in out))
    return out


def pending(state: SinkingState) -> int:
    """Floods that have been rolled and are still to strike."""
    return sum(
        [
            task.n if isinstance(task, TargetAll) else max(1, task.n) if isinstance(task, Aiming) else 1
            for task in state.agenda
            if isinstance(task, NextFlood | Aiming | TargetAll)
        ]
    )


def risk(state: SinkingState, rounds: int) -> dict[Place, Fraction]:
    """An exact upper bound on each tile's chance to sink within some rounds.

    The chance that at least as many floods come as the tile needs: players who aim every flood at
    the tile would reach it exactly then. In a flood phase whose die has fallen, that phase is the
    first of the rounds, and its floods are certain.
    """
    options, coming = state.options, pending(state)
    rolled = coming > 0 or bool(state.sinking)
    marker, more = moved(options, state.marker, coming), rounds - 1 if rolled else rounds
    near = depth(state)
    chance = {n: at_least(options, marker, more, n - coming) for n in sorted(set(near.values()))}
    return {p: Fraction(1) if p in state.sinking else chance[n] for p, n in near.items()}


def risk_simulated(
    state: SinkingState, rounds: int, n: int, chooser: Chooser, rng: random.Random
) -> dict[Place, float]:
    """The share of `n` simulated games in which each tile has sunk within some rounds.

    `chooser` plays for everybody; it sees what its seat may know. Source: simulated, n games.
    """
    from .game import GAME

    sunk = dict.fromkeys(state.land, 0)
    rolled = state.phase in ("setup", "production") or (state.phase == "flood" and state.revealed)
    last = state.round + rounds - (0 if rolled else 1)
    for _ in range(n):
        play = state.copy()
        while play.agenda and (play.round < last or (play.round == last and play.phase != "production")):
            task = play.agenda[-1]
            if isinstance(task, Chance):
                action = draw(task.outcomes(play), rng)
            else:
                assert isinstance(task, Decision)
                action = chooser(GAME, GAME.view(play, task.player), task.legal(play), rng)
            GAME.advance(play, action)
        for place in sunk:
            if place not in play.land:
                sunk[place] += 1
    return {place: times / n for place, times in sunk.items()}


def at_random(_game: Game[Any], _state: Any, legal: Sequence[Action], rng: random.Random) -> Action:
    """A chooser that takes any action."""
    return legal[pick(rng, len(legal))]


__all__ = [
    "BattleOdds", "Defence", "at_least", "at_random", "attackers_needed", "band", "battle", "clock",
    "defence_of", "depth", "flood_chances", "floods_after", "mean_floods", "mean_lost_until_cleared",
    "mean_rounds_to", "moved", "pending", "risk", "risk_simulated",
]  # fmt: skip
