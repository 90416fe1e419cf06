"""How good a position looks: what bots and charts go by. Quick, and wrong in the details.

Foes want to march on the Temple, Atlanteans to hold it; both count what stands and what could be
destroyed next. Fields of distance are cached, so that one look costs about a tenth of a millisecond.
"""

from __future__ import annotations

import heapq
from functools import lru_cache
from math import exp

from atlantis_nb.core.game import Place, Seat

from .attack import AddAttackers
from .board import Board
from .data import ATLANTIS, FOES, KIND_OF, TERRAIN, Kind
from .movement import Travel
from .odds import chance
from .state import FoesState, board_of

SCALE = 14.0
"""A lead of so many points of value is worth 73 %."""

MARCH = 1.0
"""What a Foe has gained at the gate of the Temple, as a share of its value."""

ASHORE = 0.25
"""What a Foe that fights on land has gained by landing on the continent, as a share of its value."""

OWN_CHANCE, OWN_DANGER = 0.6, (0.35, 0.22)
"""How much a chance to destroy counts on the next turn, and a danger by seat: who must come to the
enemy has to put up with more."""


def worth(k: Kind) -> float:
    """Value of a unit: its power, and something for range, speed, spells and carrying."""
    value = float(k.melee or 2.5) + (0.75 if k.range > 1 else 0) + 0.4 * k.carry
    value += (1.5 if k.caster else 0) + (1 if k.mode == "flyer" else 0) + (0.5 if k.breach else 0)
    return value if k.force != "created" else 0.8 * value


WORTH: dict[str, float] = {uid: worth(k) for uid, k in KIND_OF.items()}


@lru_cache(maxsize=8)
def to_temple(board: Board) -> dict[Place, float]:
    """Rough cost of the way to the Temple by land and ship, for every hex; walls cost what they cost."""
    cost = dict.fromkeys(board.temples, 0.0)
    heap = [(0.0, t) for t in board.temples]
    while heap:
        spent, place = heapq.heappop(heap)
        if spent > cost[place]:
            continue
        row = TERRAIN[board.row[place]]
        enter = float(row.land_cost if row.land_cost is not None else (row.water_unit_cost or 1) * 0.75)
        for n, edge in board.beside[place]:
            extra = {"wall": 3.0, "gate": 2.0, "river": 1.0}.get(board.edges.get(edge, ""), 0.0)
            if spent + enter + extra < cost.get(n, 1e9):
                cost[n] = spent + enter + extra
                heapq.heappush(heap, (cost[n], n))
    return cost


@lru_cache(maxsize=8)
def progress(board: Board) -> tuple[dict[Place, float], dict[Place, float]]:
    """(on foot and by ship, flying) how far a Foe has come, 0 far out to 1 at the Temple."""
    cost = to_temple(board)
    most = max(cost.values())
    flown = field(board, board.temples)
    far = max(flown.values())
    return {p: 1 - c / most for p, c in cost.items()}, {p: 1 - c / far for p, c in flown.items()}


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
    return float(chance(attack, defence))


def evaluate(state: FoesState, player: Seat) -> float:
    """From 0 to 1 for `player`."""
    lead = score(state, player)
    lead = lead if player == FOES else -lead
    return 1 / (1 + exp(-lead / SCALE)) * 0.998 + 0.001


def score(state: FoesState, player: Seat) -> float:
    """Points by which the Foes are ahead."""
    board, units = board_of(state), state.units
    on_foot, flown = progress(board)
    total = 0.0
    waiting: list[Place] = []
    foes_at: list[Place] = []
    ships: list[tuple[str, Place]] = []
    home = board.hexes
    marchers: list[tuple[float, float]] = []
    landed = 0.0
    for uid, u in units.items():
        k, at, value = KIND_OF[uid], u.at, WORTH[uid]
        if u.undead:
            value *= 0.7
        if u.side == FOES:
            total += value
            if k.carry and k.mode == "water":
                if uid not in state.cargo:
                    ships.append((uid, at))
            else:
                marchers.append((value, (flown if k.mode == "flyer" else on_foot)[at]))
                if not u.aboard and k.mode != "water" and not board.sea[at] and home[at].homeland is None:
                    landed += value
            if not u.aboard:
                foes_at.append(at)
                if home[at].homeland is not None and k.mode == "land" and not board.sea[at]:
                    waiting.append(at)
        else:
            total -= value
    total += _march(marchers, landed)
    total += _ships(board, ships, waiting, on_foot)
    total -= _defenders(state, board, foes_at)
    total += _temple(state, board)
    total += _contacts(state, board, player)
    total += 0.12 * (len(state.hands[FOES]) - len(state.hands[ATLANTIS]))
    total += _errand(state, board, player, foes_at)
    return total


def _march(marchers: list[tuple[float, float]], landed: float) -> float:
    """The army goes together: nobody gains by running far ahead, and landing counts once most are near."""
    if not marchers:
        return 0.0
    mean = sum(p for _, p in marchers) / len(marchers)
    together = min(1.0, max(0.15, (mean - 0.35) / 0.2))
    return MARCH * sum(v * min(p, mean + AHEAD) for v, p in marchers) + ASHORE * together * landed


AHEAD = 0.2


def _ships(
    board: Board, ships: list[tuple[str, Place]], waiting: list[Place], on_foot: dict[Place, float]
) -> float:
    """Nobody shall be left waiting at home: empty ships fetch them, and with nobody left sail to war.

    A loaded ship is worth what its passengers have gained, so that landing them costs nothing.
    """
    if not waiting:
        return sum(0.3 * WORTH[uid] * on_foot[at] for uid, at in ships)
    near = field(board, tuple(sorted(set(waiting))))
    return sum(0.05 * max(0, 14 - near[at]) for _, at in ships) - 0.8 * len(waiting)


def _defenders(state: FoesState, board: Board, foes_at: list[Place]) -> float:
    """Atlanteans meet Foes that have come near, and otherwise keep to the city."""
    if not foes_at:
        return 0.0
    near = field(board, tuple(sorted(set(foes_at))))
    value = 0.0
    for uid, u in state.units.items():
        if u.side != ATLANTIS:
            continue
        k, d = KIND_OF[uid], near[u.at]
        if not k.move:
            continue
        sight = 3 + 2 * k.move
        if d <= sight and not k.caster:
            value += 0.06 * WORTH[uid] * (sight - max(d, 1)) / sight
        if k.mode != "water":
            value -= 0.04 * min(board.city[u.at], 6)
            if board.in_city[u.at]:
                value += 0.1
        if k.caster and d <= 1:
            value -= 0.4
    return value


def _temple(state: FoesState, board: Board) -> float:
    """Who stands in the Temple: an Atlantean bars it, a Foe caster is about to win."""
    value = 0.0
    for temple in board.temples:
        who = state.board.get(temple)
        if who is None:
            value += 1.5 if state.phase != "Attack" else 0.5
            continue
        u, k = state.units[who], KIND_OF[who]
        if u.side == ATLANTIS:
            value -= 4.0
        elif k.caster and k.seat == FOES and not u.undead:
            value += 25.0 if not u.flipped else 12.0
        else:
            value += 5.0
    return value


def _contacts(state: FoesState, board: Board, player: Seat) -> float:
    """What could be destroyed next: each unit that enemies can reach, by the chance if all of them join.

    One's own chances weigh more than one's dangers, or nobody would ever come close.
    """
    units, occupied, effects = state.units, state.board, state.effects
    attack_now = state.phase == "Attack"
    dice: dict[str, int] = {}
    outside: dict[str, bool] = {}
    reach = board.around(1), board.around(2), board.around(3)
    in_city = board.in_city
    enemy_places = [{p for p, w in occupied.items() if units[w].side == side} for side in (1, 0)]
    for uid, u in units.items():
        if attack_now and (u.attacked or u.cast or state.done[u.side]):
            continue
        k = KIND_OF[uid]
        if k.special in ("trojan_horse", "battering_ram"):
            continue
        around = reach[k.range - 1][u.at]
        theirs = enemy_places[u.side]
        if around.isdisjoint(theirs):
            continue
        power = (k.melee or 2) + k.attack_bonus - (1 if u.aboard and k.melee > 1 else 0)
        if uid in effects:
            lying = effects[uid]
            if "distract" in lying or "mesmerize" in lying or "sanctuary" in lying:
                continue
            power += (
                3 * ("rage" in lying)
                + 2 * ("aid" in lying)
                + ("inspire" in lying)
                - 2 * ("poison_gases" in lying)
            )
        inside = in_city[u.at]
        for p in sorted(around & theirs):
            target = occupied[p]
            dice[target] = dice.get(target, 0) + max(1, power)
            outside[target] = outside.get(target, True) and not inside
    value = 0.0
    for target, n in dice.items():
        u, k = units[target], KIND_OF[target]
        row = TERRAIN[board.row[u.at]]
        defence = (k.melee or 2) + k.defence_bonus + row.defence_all
        if u.side == ATLANTIS:
            defence += row.defence_atlantean + (2 if in_city[u.at] and outside[target] else 0)
        if target in effects:
            lying = effects[target]
            if "sanctuary" in lying or "invulnerability" in lying:
                continue
            defence += 3 * ("shield" in lying) + 2 * ("aid" in lying) + ("inspire" in lying)
            defence -= 2 * ("poison_gases" in lying)
        stake = WORTH[target] + sum(WORTH[r] for r in state.cargo.get(target, ()))
        if u.side == ATLANTIS and u.at in board.temples:
            stake += 6
        if u.side != player:
            weight = OWN_CHANCE
        else:  # who has friends beside is less lightly attacked
            friends = sum(
                1 for p, _ in board.beside[u.at] if (w := occupied.get(p)) and units[w].side == player
            )
            weight = OWN_DANGER[player] * 2 / (2 + friends)
        risk = odds(min(n, 40), max(1, defence)) * stake * weight
        value += risk if u.side == ATLANTIS else -risk
    return value


def _errand(state: FoesState, board: Board, player: Seat, foes_at: list[Place]) -> float:
    """Unfinished choices: which unit to take up first, whom to name, when to say done."""
    sign = 1.0 if player == FOES else -1.0
    top = state.agenda[-1] if state.agenda else None
    if isinstance(top, Travel) and top.player == player:
        return sign * _eager(state, board, top.unit, foes_at)
    if isinstance(top, AddAttackers) and top.player == player and top.target in state.units:
        return sign * 0.6 * WORTH[top.target]
    if state.phase == "Attack" and state.done[player]:
        return sign * 0.02
    return 0.0


def _eager(state: FoesState, board: Board, uid: str, foes_at: list[Place]) -> float:
    """How much a unit wants to be moved now: the front of the march first, riders before their ships."""
    k, u = KIND_OF[uid], state.units[uid]
    if u.side == ATLANTIS:
        if not foes_at:
            return -0.01
        d = field(board, tuple(sorted(set(foes_at))))[u.at]
        if u.at in board.temples:
            return -0.01
        return 0.3 / (1 + d) if d <= 3 + 2 * k.move else -0.01
    left = to_temple(board)[u.at]
    if u.aboard:
        return 0.5 + 0.1 / (1 + left)
    if k.mode == "land" and board.hexes[u.at].homeland is not None:
        return 0.4 + 0.1 / (1 + left)
    if k.mode == "water":
        return 0.2 + 0.1 / (1 + left)
    return 0.3 + 0.1 / (1 + left)
