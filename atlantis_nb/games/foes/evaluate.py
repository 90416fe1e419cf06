"""How good a position looks: what bots and charts go by. Quick, and wrong in the details.

The war in terms of points, positive for the Foes:

- what stands, each unit by its power and gifts (`worth`);
- the march: the Foes ferry to a ring around the Temple, gather, and go in once most are there;
- the Foes' casters keep out of danger until the Temple stands open;
- the siege: the chance to take the Temple, as the way in is open, a caster is near to go in, and
  would live there through one attack;
- the fight: what each side could destroy next, its dice shared out among the targets in reach;
- the garrison: Atlanteans meet what is near, hold the city, and never leave the Temple empty.

Distances are fields, made once a board. While no unit changes, the points are not counted again.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from functools import lru_cache
from math import exp
from typing import Generic, TypeVar

from atlantis_nb.core.game import Place, Seat

from .attack import AddAttackers, attackers_of
from .board import Board
from .casting import PickCaster, PickTarget
from .data import ATLANTIS, FOES, KIND_OF, TERRAIN, Kind
from .movement import Travel
from .odds import chance
from .state import FoesState, board_of, carry

T = TypeVar("T")

SCALE = 25.0
"""A lead of so many points is worth 73 %."""

MARCH = 1.0
"""What a Foe has gained at the Temple, as a share of its value."""

RING = 4.0
"""Turns to the Temple at which the Foes gather."""

LATEST = 9
"""By this turn they go in, whoever has come."""

SIEGE = 60.0
"""Points for the Foes when nothing stands between them and the Cataclysm."""

CHANCE, DANGER = 0.6, (0.45, 0.3)
"""How much it counts what one could destroy next, and what the enemy could, by seat: who must come
to the enemy has to put up with more."""


def worth(k: Kind) -> float:
    """Value of a unit: its power, and something for range, speed, spells and carrying."""
    value = float(k.melee or 2.5) + (0.75 if k.range > 1 else 0) + 0.4 * k.carry
    value += (
        ((3.0 if k.seat == FOES else 1.5) if k.caster else 0)
        + (1 if k.mode == "flyer" else 0)
        + (0.5 if k.breach else 0)
    )
    return value if k.force != "created" else 0.6 * value


WORTH: dict[str, float] = {uid: worth(k) for uid, k in KIND_OF.items()}

# ------------------------------------------------------------------ fields of distance


@lru_cache(maxsize=8)
def to_temple(board: Board) -> dict[Place, float]:
    """About how many turns the way to the Temple takes, by ship and then on foot, for every hex.

    Most units walk one hex a turn, whatever it costs, because the first step is always allowed; ships
    make two or three, but where the towers shoot it is not worth it.
    """
    cost = dict.fromkeys(board.temples, 0.0)
    heap = [(0.0, t) for t in board.temples]
    while heap:
        spent, place = heapq.heappop(heap)
        if spent > cost[place]:
            continue
        enter = (0.9 if board.city[place] <= 3 else 0.45) if board.sea[place] else 0.9
        if board.in_city[place]:
            enter = 1.3
        for n, _ in board.beside[place]:
            if spent + enter < cost.get(n, 1e9):
                cost[n] = spent + enter
                heapq.heappush(heap, (cost[n], n))
    return cost


@lru_cache(maxsize=8)
def by_air(board: Board) -> dict[Place, float]:
    """The same for flyers, who keep pace with the ships."""
    return {p: 0.45 * n for p, n in field(board, board.temples).items()}


@lru_cache(maxsize=512)
def field(board: Board, sources: tuple[Place, ...]) -> dict[Place, int]:
    """Steps from the nearest of some hexes, terrain apart."""
    steps = dict.fromkeys(sources, 0)
    todo = list(sources)
    for place in todo:
        for n, _ in board.beside[place]:
            if n not in steps:
                steps[n] = steps[place] + 1
                todo.append(n)
    return steps


@lru_cache(maxsize=4096)
def odds(attack: int, defence: int) -> float:
    return float(chance(min(attack, 40), max(1, defence)))


# ------------------------------------------------------------------ the whole


def evaluate(state: FoesState, player: Seat) -> float:
    """From 0 to 1 for `player`."""
    lead = score(state, player)
    lead = lead if player == FOES else -lead
    return 1 / (1 + exp(-lead / SCALE)) * 0.998 + 0.001


class Memo(Generic[T]):
    """The last value found, kept while what it follows from stays equal.

    Equal unit for equal unit: most are the very same objects, so that comparing costs nearly nothing.
    """

    def __init__(self) -> None:
        self.held: tuple[object, T] | None = None

    def get(self, key: object, find: Callable[[], T]) -> T:
        """`key` must not be changed afterwards."""
        if self.held is None or self.held[0] != key:
            self.held = (key, find())
        return self.held[1]


_points: Memo[float] = Memo()
_cover: Memo[dict[Place, int]] = Memo()


def score(state: FoesState, player: Seat) -> float:
    """Points by which the Foes are ahead, as `player` sees it."""
    key = (
        state.options, player, state.turn, state.phase, state.done, state.effects.copy(), state.units.copy(),
    )  # fmt: skip
    held = 0.12 * (len(state.hands[FOES]) - len(state.hands[ATLANTIS]))
    return _points.get(key, lambda: points(state, player)) + held + _errand(state, player)


def points(state: FoesState, player: Seat) -> float:
    board = board_of(state)
    total = 0.0
    for uid, u in state.units.items():
        value = WORTH[uid] * (0.7 if u.undead else 1)
        total += value if u.side == FOES else -value
    total += _march(state, board)
    total += _siege(state, board)
    total -= _garrison(state, board)
    total += _fight(state, board, player)
    return total


# ------------------------------------------------------------------ the march


def _march(state: FoesState, board: Board) -> float:
    """What the Foes have gained by coming nearer, and that nobody is left at home without a ship.

    Inside the ring it counts by how many of the others have come: one gathers before one goes in.
    """
    foot, air, homes, sea = to_temple(board), by_air(board), board.hexes, board.sea
    inside, outside, all_in, here = 0.0, 0.0, 0.0, 0.0
    ships: list[tuple[str, Place]] = []
    berths: list[Place] = []
    waiting: list[Place] = []
    cover = covered(state, board)
    risk = peril = 0.0
    for uid, u in state.units.items():
        if u.side != FOES:
            continue
        k, at, value = KIND_OF[uid], u.at, WORTH[uid]
        if not u.aboard and at in cover:
            stake = value + (sum(WORTH[r] for r in state.cargo[uid]) if uid in state.cargo else 0.0)
            fallen = odds(int(cover[at] * 0.4), (k.melee or 2) + k.defence_bonus)
            risk += stake * fallen
            if k.caster or any(KIND_OF[r].caster for r in state.cargo.get(uid, ())):
                peril += stake * fallen
        if k.carry and k.mode == "water":  # worth what those aboard have gained
            if uid not in state.cargo:
                ships.append((uid, at))
            if homes[at].homeland is not None and len(state.cargo.get(uid, ())) < carry(state, uid):
                berths.append(at)
            continue
        left = (air if k.mode == "flyer" else foot)[at]
        all_in += value
        if k.caster:
            left = max(left, RING)  # nearer only where the siege wants them
        if left <= RING + 1.2:
            here += value
        outside += value * max(0.0, left - RING)
        inside += value * max(0.0, RING - left)
        if not u.aboard and k.mode == "land" and not sea[at]:
            if homes[at].homeland is not None:
                waiting.append(at)
            elif left <= RING + 2:
                inside += 0.8 * value  # ashore
    ready = 1.0 if state.turn >= LATEST else min(1.0, max(0.0, (here / (all_in or 1.0) - 0.4) * 4))
    urge = _urge(state)
    value = (0.2 + 0.3 * urge) * inside * (0.1 + 0.9 * ready) - (0.12 + 0.3 * urge) * outside
    value -= AFRAID * (1 - 0.9 * ready) * (1 - urge) * risk
    # Casters keep out of reach until the Temple stands open: without them nothing is won.
    open_now = any(t not in state.board or state.units[state.board[t]].side == FOES for t in board.temples)
    value -= 0.0 if open_now else PERIL * peril
    if not waiting:
        return value - sum(0.03 * WORTH[uid] * foot[at] for uid, at in ships)
    if berths:
        quay = field(board, tuple(sorted(set(berths))))
        value -= 0.05 * sum(min(8, quay[at]) for at in waiting)
    near = field(board, tuple(sorted(set(waiting))))
    return value + sum(0.06 * (max(0, 14 - near[at]) - 14) for _, at in ships) - len(waiting)


AFRAID, PERIL = 0.35, 0.6
"""How much the danger to units at sea and on the march counts while they gather, and to casters."""


def _urge(state: FoesState) -> float:
    """How much time presses the Foes, who lose if nothing happens: 0 at first, 1 when they must go in."""
    length = state.options.game_length
    return min(1.0, max(0.0, (state.turn - 0.25 * length) / (0.25 * length)))


def covered(state: FoesState, board: Board) -> dict[Place, int]:
    """How many dice the Atlanteans could bring to bear on each hex next turn, going there first.

    It stays the same while only Foes move.
    """
    key = (state.options.board, [(uid, u.at) for uid, u in state.units.items() if u.side == ATLANTIS])
    return _cover.get(key, lambda: _covered(board, key[1]))


def _covered(board: Board, atlanteans: list[tuple[str, Place]]) -> dict[Place, int]:
    dice: dict[Place, int] = {}
    for uid, at in atlanteans:
        k = KIND_OF[uid]
        steps = min(k.move, 1) if k.mode == "land" else k.move
        for p in board.near(steps + k.range)[at]:
            dice[p] = dice.get(p, 0) + (k.melee or 2)
    return dice


# ------------------------------------------------------------------ the siege


def _siege(state: FoesState, board: Board) -> float:
    """The chance of the Cataclysm: the Temple open x a caster to go in x it lives through one attack."""
    return sum(_siege_of(state, board, t) for t in board.temples)


def _siege_of(state: FoesState, board: Board, temple: Place) -> float:
    units = state.units
    steps = field(board, (temple,))
    now = state.phase == "Attack"
    who = state.board.get(temple)
    inside = who is not None and units[who].side == FOES
    there = inside and who is not None and _may_doom(state, who)
    free = sum(
        1 for n, _ in board.beside[temple] if not ((w := state.board.get(n)) and units[w].side == FOES)
    )
    shots, blows, foes, best, guard = 0.0, 0.0, 0, 0.0, 6.0
    for uid, u in units.items():
        d, k = steps[u.at], KIND_OF[uid]
        if d > 6:
            continue
        if u.side == FOES:
            if d <= k.range:
                foes += k.ranged if d > 1 else k.melee + k.attack_bonus
            elif d <= k.range + k.move and not now:
                foes += k.melee // 2
            if k.caster and k.seat == FOES and not u.undead and not (now and uid == who and u.flipped):
                reach = d if k.mode == "flyer" else d * 4
                entry = 1.0 if reach <= max(4, k.move) else max(0.1, 0.8 - 0.05 * (reach - 4))
                if (now or not u.flipped) and entry * (1 + 0.1 * k.melee) > best:
                    best, guard = entry * (1 + 0.1 * k.melee), 1.5 + k.melee
        elif u.at != temple:
            fresh = not (now and there and (u.flipped or state.done[ATLANTIS]))
            if not fresh or not k.melee:
                continue
            if d <= k.range and (d > 1 or k.range > 1):
                shots += k.ranged if d > 1 else k.melee
            elif d == 1:
                blows += k.melee
            elif not (now and there) and d <= 1 + k.move * (1 if k.mode == "flyer" else 0.6):
                blows += 0.6 * k.melee
    blows = min(blows, 4.5 * free)
    danger = shots + blows
    if there and now:
        assert who is not None
        lying = state.effects.get(who, ())
        if units[who].flipped:
            return 0.1 * SIEGE
        if "sanctuary" in lying or "invulnerability" in lying:
            return SIEGE
        k = KIND_OF[who]
        return SIEGE * (
            1 - odds(round(danger), (k.melee or 1) + 3 * ("shield" in lying) + 2 * ("aid" in lying))
        )
    lives = 1 / (1 + (danger / (2.5 * guard)) ** 2)
    if there and who is not None:
        g = 1.5 + KIND_OF[who].melee
        return SIEGE * (0.15 + 0.85 / (1 + (danger / (2.2 * g)) ** 2))
    if who is None:
        way = 0.8 if now else 0.45
    elif inside:
        way = 0.55
    else:
        k = KIND_OF[who]
        way = 0.04 + 0.36 * odds(foes, k.melee + 1)
    enter = min(1.0, best)
    steps_taken = 12 / (1 + danger / 15) + _urge(state) * (8 * enter + 10 * way)
    return SIEGE * way * (0.1 + 0.9 * enter) * (0.12 + 0.88 * lives) + steps_taken


def _may_doom(state: FoesState, uid: str) -> bool:
    k, u = KIND_OF[uid], state.units[uid]
    if state.options.cataclysm == "sorcerers_only" and k.id != "lem_sorcerers":
        return False
    return k.caster and k.seat == FOES and not u.undead


# ------------------------------------------------------------------ the garrison


def _garrison(state: FoesState, board: Board) -> float:
    """Atlanteans meet Foes that have come near, else keep to the city; somebody strong is in the Temple."""
    units = state.units
    foes_at = tuple(sorted({u.at for u in units.values() if u.side == FOES and not u.aboard}))
    if not foes_at:
        return 0.0
    near = field(board, foes_at)
    value = 0.0
    for uid, u in units.items():
        if u.side != ATLANTIS:
            continue
        k, d = KIND_OF[uid], near[u.at]
        if not k.move:
            continue
        if u.at in board.temples:
            value += 4.0 + 0.8 * k.melee
            continue
        sight = 3 + 2 * k.move
        if d <= sight and not k.caster:
            value += 0.06 * WORTH[uid] * (sight - max(d, 1)) / sight
        if k.mode != "water":
            value -= 0.04 * min(board.city[u.at], 6)
            if board.in_city[u.at]:
                value += 0.15
        if k.caster and d <= 1:
            value -= 0.4
    return value


# ------------------------------------------------------------------ the fight


def _fight(state: FoesState, board: Board, player: Seat) -> float:
    """What the sides could destroy next; one's own chances weigh more, or nobody would come close."""
    hopes = _hopes(state, board)
    value = 0.0
    for side in (ATLANTIS, FOES):
        weight = CHANCE if side == player else DANGER[player]
        if side == ATLANTIS and player == FOES:
            weight *= 1 - 0.5 * _urge(state)
        value += (weight if side == FOES else -weight) * hopes[side]
    return value


def _power(state: FoesState, uid: str, k: Kind) -> int:
    u = state.units[uid]
    power = (k.melee or 2) + k.attack_bonus - (1 if u.aboard and k.melee > 1 else 0)
    if uid in state.effects:
        lying = state.effects[uid]
        if "distract" in lying or "mesmerize" in lying or "sanctuary" in lying:
            return 0
        power += (
            3 * ("rage" in lying)
            + 2 * ("aid" in lying)
            + ("inspire" in lying)
            - 2 * ("poison_gases" in lying)
        )
    return max(1, power)


def _defence(state: FoesState, board: Board, uid: str, outside: bool) -> int:
    u, k = state.units[uid], KIND_OF[uid]
    row = TERRAIN[board.row[u.at]]
    defence = (k.melee or 2) + k.defence_bonus + row.defence_all
    if u.side == ATLANTIS:
        defence += row.defence_atlantean + (2 if board.in_city[u.at] and outside else 0)
    if uid in state.effects:
        lying = state.effects[uid]
        if "sanctuary" in lying or "invulnerability" in lying:
            return 99
        defence += (
            3 * ("shield" in lying)
            + 2 * ("aid" in lying)
            + ("inspire" in lying)
            - 2 * ("poison_gases" in lying)
        )
    return max(1, defence)


def _stake(state: FoesState, board: Board, uid: str) -> float:
    stake = WORTH[uid]
    if uid in state.cargo:
        stake += sum(WORTH[r] for r in state.cargo[uid])
    if state.units[uid].at in board.temples:
        stake += 8.0
    elif KIND_OF[uid].caster and KIND_OF[uid].seat == FOES:
        stake += 2.5
    return stake


def _hopes(state: FoesState, board: Board) -> tuple[float, float]:
    """For each side what it would destroy, if every unit used its dice where they are worth most."""
    units, occupied = state.units, state.board
    attack_now = state.phase == "Attack"
    reach = board.around(1), board.around(2), board.around(3)
    in_city = board.in_city
    enemy = [{p for p, w in occupied.items() if units[w].side == side} for side in (1, 0)]
    shooters: list[tuple[int, int, list[str]]] = []
    dice: dict[str, int] = {}
    share: dict[str, float] = {}
    outside: dict[str, bool] = {}
    for uid, u in units.items():
        if attack_now and (u.attacked or u.cast or state.done[u.side]):
            continue
        k = KIND_OF[uid]
        around = reach[k.range - 1][u.at]
        theirs = enemy[u.side]
        if around.isdisjoint(theirs) or k.special in ("trojan_horse", "battering_ram"):
            continue
        power = _power(state, uid, k)
        if not power:
            continue
        targets = sorted(occupied[p] for p in around & theirs)
        inside = in_city[u.at]
        each = power / len(targets)
        for t in targets:
            dice[t] = dice.get(t, 0) + power
            share[t] = share.get(t, 0.0) + each
            outside[t] = outside.get(t, True) and not inside
        shooters.append((u.side, power, targets))
    price: dict[str, float] = {}
    for t, n in dice.items():
        defence = _defence(state, board, t, outside[t])
        if defence == 99:
            price[t] = 0.0
        else:
            price[t] = _stake(state, board, t) * odds(n, defence) / max(1.3 * defence + 1, share[t])
    hopes = [0.0, 0.0]
    for side, power, targets in shooters:
        hopes[side] += power * max(price[t] for t in targets)
    return hopes[0], hopes[1]


# ------------------------------------------------------------------ choices under way


def _errand(state: FoesState, player: Seat) -> float:
    """Unfinished choices: which unit to take up first, whom to name, when to say done."""
    sign = 1.0 if player == FOES else -1.0
    top = state.agenda[-1] if state.agenda else None
    if isinstance(top, Travel) and top.player == player:
        return sign * _eager(state, board_of(state), top.unit)
    if isinstance(top, AddAttackers) and top.player == player and top.target in state.units:
        return sign * _muster(state, top)
    if isinstance(top, PickCaster | PickTarget) and top.player == player:
        return sign * 1.0
    if state.phase == "Attack" and state.done[player]:
        return sign * 0.02
    return 0.0


def _muster(state: FoesState, task: AddAttackers) -> float:
    """What an attack under way is worth: the best it can be brought to, less what its units are worth
    elsewhere (in `_fight` they still count as free)."""
    board, target, units = board_of(state), task.target, state.units
    enemy = {p for p, w in state.board.items() if units[w].side != task.player and w != target}
    reach = board.around(1), board.around(2), board.around(3)
    stake = _stake(state, board, target)
    if board.in_city[units[target].at] and units[target].side == ATLANTIS:
        stake += 0.1
    prices: dict[str, float] = {}

    def elsewhere(uid: str, power: int) -> float:
        at, k = units[uid].at, KIND_OF[uid]
        best = 0.0
        for p in sorted(reach[k.range - 1][at] & enemy):
            t = state.board[p]
            if t not in prices:
                d = _defence(state, board, t, not board.in_city[at])
                prices[t] = 0.0 if d == 99 else 0.8 * _stake(state, board, t) / (1.3 * d + 1)
            best = max(best, prices[t])
        own = stake / (1.3 * defence + 1) * 0.5
        return CHANCE * power * max(best, own)

    free = attackers_of(state, task.player, target)
    outside = all(not board.in_city[units[a].at] for a in (task.named or free))
    defence = _defence(state, board, target, outside)
    if defence == 99:
        return -5.0
    named = 0
    cost = 0.0
    rest: list[tuple[float, int]] = []
    for a in free:
        power = _power(state, a, KIND_OF[a])
        c = elsewhere(a, power)
        if a in task.named:
            named, cost = named + power, cost + c
        else:
            rest.append((c, power))
    if task.death:
        named += 5
    rest.sort(key=lambda x: x[0] / max(1, x[1]))
    best = odds(named, defence) * stake - cost if named else -5.0
    for c, power in rest:
        named, cost = named + power, cost + c
        best = max(best, odds(named, defence) * stake - cost)
    return best


def _eager(state: FoesState, board: Board, uid: str) -> float:
    """How much a unit wants to be moved now: the front of the march first, riders before their ships."""
    k, u = KIND_OF[uid], state.units[uid]
    if u.side == ATLANTIS:
        if u.at in board.temples:
            return -0.01
        foes_at = tuple(sorted({x.at for x in state.units.values() if x.side == FOES and not x.aboard}))
        if not foes_at:
            return -0.01
        d = field(board, foes_at)[u.at]
        return 0.3 / (1 + d) if d <= 3 + 2 * k.move else -0.01
    left = to_temple(board)[u.at]
    if k.caster and left < 4 and any(t not in state.board for t in board.temples):
        return 0.7
    if u.aboard:
        return 0.5 + 0.1 / (1 + left)
    if k.mode == "land" and board.hexes[u.at].homeland is not None:
        return 0.4 + 0.1 / (1 + left)
    if k.mode == "water":
        return 0.2 + 0.1 / (1 + left)
    return 0.3 + 0.1 / (1 + left)
