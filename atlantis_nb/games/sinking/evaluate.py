"""How good a position is: a rule of thumb for the greedy bot and the charts, in points to come.

A city is worth the place at which it will probably be destroyed, a worker what its tile will still
pay, a piece on the way what it is on the way to. Positions before and after a phase are compared
with each other, so what is sure to come counts before it has come: the production of a round once
its floods have been rolled, and the flight of refugees while their owner can still move them.

Nothing here is a rule of the game and every number is a guess. Other values of RESOURCE, SOLDIER
and of a captured city, and settlers that hope for the sum of what they could found, were tried
against these over 40 to 100 games of two greedy players; none did better than chance would.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import Final

from atlantis_nb.core.game import Place, Seat

from .flood import AfterDestruction, Aiming, EscapeTurn, Escaping, FloodRoll, NextFlood, TargetAll
from .odds import battle, depths, moved
from .options import Options
from .state import (
    MOUNTAIN,
    NEAR,
    NOBODY,
    RADIUS,
    SMALL,
    UNCHOSEN,
    VILLAGE,
    SinkingState,
    floods_on,
    foreign,
    foreign_soldier,
    harvest,
    open_tiles,
    reach,
    square_read,
)

RESOURCE: Final = 0.32
"""Points that a resource brings while there is time to use it."""
SOLDIER: Final = 0.45
"""A soldier with nothing to do: it guards."""
AIM: Final = 0.5
"""Points that aiming a flood is worth to somebody whom no flood can hurt."""
STAKE: Final = 0.3
"""What counts, for who aims, of the worst that a flood can do to the player and to the others."""
ESCAPE: Final = 0.85
"""What is left of the worth of a piece that still has to flee."""
HELD: Final = 0.92
"""The captor's share of a captured city once the floods of the round have been rolled; before, less."""
REFUGEES: Final = 1.5
"""What the pieces are worth that a destroyed city leaves."""
STEP: Final = 0.82
"""What is left of a hope for each step and round that it is away."""
SPREAD: Final = 14.0
"""A lead of so many points is won with 73%."""


@lru_cache(maxsize=4096)
def rounds_to(options: Options, marker: int, floods: int) -> float:
    """About how many rounds until so many floods have struck, by the mean of each roll."""
    rounds, so_far = 0.0, 0.0
    while so_far < floods and rounds < 60:
        mean = sum(floods_on(options, square_read(options, marker), roll) for roll in range(1, 7)) / 6
        step = min(1.0, (floods - so_far) / max(mean, 1e-6))
        rounds, so_far = rounds + step, so_far + mean
        if mean >= 1 or so_far >= 1:
            marker = moved(options, marker, max(1, round(mean)))
    return rounds


@lru_cache(maxsize=8192)
def lives(
    options: Options, marker: int, land: tuple[tuple[Place, int], ...]
) -> tuple[dict[Place, float], float, dict[Place, float]]:
    """For each tile about how many rounds it will stay above water; how long the game will last; and
    what a village on each tile is worth without the hope for a city.

    A flood takes two or three tiles of the coast, so a tile at depth d sinks after about d times the
    length of the coast over 2.5 floods. Do not change the dicts: they are kept.
    """
    numbers = dict(land)
    near = depths(tuple(numbers))
    coast = sum(1 for d in near.values() if d == 1)
    per_layer = max(1.0, coast / 2.5)
    whole = rounds_to(options, marker, max(near.get(MOUNTAIN, 1), round(len(land) / 2.8)))
    deep = max(near.values(), default=1)
    by_depth = {
        d: min(whole, 0.5 + rounds_to(options, marker, max(d, round((d - 0.5) * per_layer * 0.8))))
        for d in range(1, deep + 1)
    }
    village = {p: 0.8 + number * 0.2 + 0.05 * sum(numbers.get(n, 0) for n in NEAR[p]) for p, number in land}
    return {p: by_depth[d] for p, d in near.items()}, whole, village


def worth(state: SinkingState) -> list[float]:
    """For each player the points scored and the points hoped for."""
    options, land = state.options, state.land
    n = len(state.names)
    towns, workers, sinking = state.settlements, state.workers, state.sinking
    stays = tuple([item for item in land.items() if item[0] not in sinking])
    life, left, ground = lives(options, state.marker, stays)
    use = RESOURCE * min(1.0, 0.15 + left / 5)
    out = [float(p) for p in state.points]

    rolled = (
        state.phase == "flood"
        and state.revealed
        and not any(isinstance(task, FloodRoll) for task in state.agenda)
    )

    # resources: the first ones build, later ones wait for something to build
    for seat in range(n):
        have = max(0, state.stock[seat])
        given = state.sacrifices[seat]
        if given > 0 and not state.revealed and options.sacrifice_cost == "always":
            have -= given
        if rolled:
            have += sum([land[p] for p in harvest(state, seat) if p not in sinking])
        out[seat] += use * (min(have, 20) + 0.6 * min(max(have - 20, 0), 20) + 0.25 * max(have - 40, 0))

    # cities: the place at which each will probably go
    stakes = [1.0] * n
    alive = [(life.get(p, 0.0), p, s) for p, s in towns.items() if s.size != VILLAGE]
    for time, place, town in alive:
        if place in sinking:
            time = 0.0
        before = sum([1.0 if other < time - 1e-9 else 0.45 for other, p, _ in alive if p != place])
        to_come = 0.14 * n * min(time, 10.0)
        k = state.destroyed + 1 + before + to_come
        value = town.size * k
        if place not in sinking and not all(near in land for near in NEAR[place]):
            loss = value - town.size * (state.destroyed + 1) - REFUGEES
            stakes[town.owner] = max(stakes[town.owner], loss)
        if town.captor == NOBODY:
            out[town.owner] += value - _danger(state, place, town.owner, town.size) * 0.7 * value
        else:
            holds = HELD if rolled and place not in sinking else 0.75
            out[town.captor] += holds * value
            out[town.owner] += (0.95 - holds) * value

    # tiles that pay, and free tiles where another worker could pay
    fleeing = _fleeing(state)
    sites = _Sites(state, life, ground)
    city_hope = sites.hope = 0.5 * (state.destroyed + 1 + len(alive) + 0.1 * n * left)
    for seat in range(n):
        held: dict[Place, None] = {}
        own_cities = 0
        for place, town in towns.items():
            if town.owner == seat:
                own_cities += town.size != VILLAGE
            if (town.captor == NOBODY and not town.besieged and town.owner == seat) or town.captor == seat:
                held.update(dict.fromkeys(reach(place, RADIUS[town.size])))
        value, free = 0.0, []
        for place in held:
            if place not in land or place in sinking:
                continue
            pays = land[place] * use * min(max(life[place] - 0.5, 0.3), 7.0) * 0.8
            here = towns.get(place)
            ours = here is not None and (here.captor == seat if here.captor != NOBODY else here.owner == seat)
            if ours or workers.get(place) == seat:
                value += pays
            elif here is None and place not in workers:
                free.append((pays, place))
        for place, owner in workers.items():
            if owner == seat and place not in held:
                value += SOLDIER * 0.8
        for place, town in towns.items():
            if town.owner == seat and town.size == VILLAGE and place not in sinking:
                hope = city_hope * min(1.0, max(life[place] - 0.6, 0.0) / 2.0) if own_cities < 6 else 0.5
                value += 0.8 + 0.75 * hope
        free.sort(key=_first, reverse=True)
        free = free[:12]
        value += 0.03 * sum([pays for pays, _ in free[:6]])
        if state.phase == "setup":
            value += 0.6 * sum([pays for pays, p in free if p in land and p != MOUNTAIN][:2])
        value += _soldiers(state, seat, free, seat in fleeing)
        value += _settlers(state, seat, sites, seat in fleeing)
        out[seat] += value

    if state.phase == "flood":
        _aims(state, out, stakes)
    return out


def _fleeing(state: SinkingState) -> list[Seat]:
    """The players whose pieces on sinking tiles can still flee."""
    if not state.sinking:
        return []
    if any(isinstance(task, AfterDestruction) for task in state.agenda):
        return list(state.order)
    return [task.player for task in state.agenda if isinstance(task, Escaping | EscapeTurn)]


def _first(item: tuple[float, Place]) -> float:
    return item[0]


def _soldiers(state: SinkingState, seat: Seat, free: list[tuple[float, Place]], flees: bool) -> float:
    """Soldiers on their way to free tiles, the best pairs first; worth more the nearer they have come.

    On a sinking tile they count only while they can flee to a tile without pieces of others.
    """
    value = 0.0
    left: dict[Place, int] = {}
    pairs: list[tuple[float, Place, Place]] = []
    for place, here in state.soldiers.items():
        if here[seat]:
            if place in state.sinking:
                if flees and any(not foreign(state, to, seat) for to in open_tiles(state, place)):
                    value += ESCAPE * SOLDIER * here[seat]
            else:
                value += SOLDIER * here[seat]
                left[place] = here[seat]
                for pays, target in free:
                    steps = _far(place, target)
                    if steps <= 3 and pays > SOLDIER:
                        pairs.append(((pays - SOLDIER) * STEP ** (steps + 1), place, target))
    pairs.sort(key=_gain, reverse=True)
    taken: dict[Place, None] = {}
    for gain, place, target in pairs:
        if left[place] and target not in taken:
            left[place] -= 1
            taken[target] = None
            value += gain
    return value


def _gain(pair: tuple[float, Place, Place]) -> float:
    return pair[0]


class _Sites:
    """What a village on a tile would be worth to anybody, found once for each position."""

    def __init__(self, state: SinkingState, life: dict[Place, float], ground: dict[Place, float]) -> None:
        self.state, self.life, self.ground = state, life, ground
        self.hope = 0.0
        self.known: dict[Place, float] = {}

    def __call__(self, place: Place) -> float:
        if place not in self.known:
            state = self.state
            if place not in state.land or place in state.settlements or place in state.sinking:
                self.known[place] = 0.0
            else:
                lasts = min(1.0, max(self.life[place] - 1.6, 0.0) / 2.0)
                self.known[place] = self.ground[place] + 0.75 * self.hope * lasts
        return self.known[place]


def _settlers(state: SinkingState, seat: Seat, sites: _Sites, flees: bool) -> float:
    """Each settler hopes for the best site within two steps; where it works already a village pays less."""
    value = 0.0
    for place, here in state.settlers.items():
        many = here[seat]
        if not many:
            continue
        share = 1.0
        if place in state.sinking:
            if not flees or all(foreign_soldier(state, to, seat) for to in open_tiles(state, place)):
                continue
            share = ESCAPE
        hopes = [
            (sites(p) - (0.2 * state.land[p] if state.workers.get(p) == seat and p in state.land else 0.0))
            * STEP ** _far(place, p)
            for p in reach(place, 2)
        ]
        hopes.sort(reverse=True)
        value += share * (sum(hopes[:many]) * 0.75 + 0.2 * many)
    return value


@lru_cache(maxsize=1 << 16)
def _far(a: Place, b: Place) -> int:
    from atlantis_nb.core.hexes import distance

    return distance(a, b)


def _danger(state: SinkingState, place: Place, owner: Seat, size: int) -> float:
    """The chance that the strongest neighbour takes a city next round if it tries with all it has
    next door, halved: not everybody who can attack does."""
    near: list[int] | None = None
    for n in NEAR[place]:
        here = state.soldiers.get(n)
        if here is not None and sum(here) > here[owner]:
            near = [a + b for a, b in zip(near, here, strict=True)] if near else list(here)
    if near is None:
        return 0.0
    near[owner] = 0
    guards = state.soldiers.get(place)
    needs = (5,) * (guards[owner] if guards is not None else 0) + ((4,) if size == SMALL else (5,))
    return 0.5 * _win(min(max(near), 12), needs)


@lru_cache(maxsize=4096)
def _win(attackers: int, needs: tuple[int, ...]) -> float:
    return float(battle(attackers, needs).win) if attackers else 0.0


def _aims(state: SinkingState, out: list[float], stakes: list[float]) -> None:
    """What the floods of this phase are worth to those who aim them: more, the more a flood can
    destroy too early on the coast, of others and of their own."""
    every, others = sum(stakes), len(stakes) - 1
    aim = [AIM + STAKE * (own + (every - own) / others) for own in stakes]
    if state.revealed:
        for task in state.agenda:
            if isinstance(task, NextFlood | Aiming):
                seat = state.ranking[(task.k - 1) % len(state.ranking)]
                out[seat] += aim[seat] / (task.k**0.5)
            elif isinstance(task, TargetAll):
                out[state.ranking[0]] += aim[state.ranking[0]]
        return
    read = square_read(state.options, state.marker)
    mean = sum(floods_on(state.options, read, roll) > 0 for roll in range(1, 7)) / 6
    seats = range(len(state.names))
    for seat in seats:
        given = state.sacrifices[seat]
        if given == UNCHOSEN or given < 0:
            continue
        top = 1.0
        for other in seats:
            if other != seat:
                purse = max(0, state.stock[other])
                first = state.order.index(seat) < state.order.index(other)
                if not purse:  # who has nothing is beaten by one resource, or by turn order
                    top *= 1.0 if first or given else 0.0
                    continue
                likely = min(purse, 5)
                below = (given + (1 if first else 0)) / (likely + 1)
                top *= 0.35 + 0.65 * min(1.0, below) if first or given else 0.35
        out[seat] += aim[seat] * mean * top


def evaluate(state: SinkingState, player: Seat) -> float:
    """How good a state is for a player, from 0 to 1; 1 is a sure win."""
    if state.result is not None:
        winners = state.result.winners
        return 1.0 / len(winners) if player in winners else 0.0
    values = worth(state)
    mine = values.pop(player)
    lead = mine - 0.6 * max(values) - 0.4 * sum(values) / len(values)
    return 0.01 + 0.98 / (1.0 + exp(-max(-600.0, min(600.0, lead / SPREAD))))


__all__ = ["evaluate", "worth"]
