"""The fight: what each side could destroy next, its dice shared out among the targets in reach."""

from __future__ import annotations

from atlantis_nb.core.game import Seat

from .attack import AddAttackers, attackers_of
from .board import Board
from .data import ATLANTIS, FOES, KIND_OF, TERRAIN, Kind
from .evaluate_ground import WORTH, odds
from .evaluate_siege import urge
from .state import FoesState, board_of

CHANCE, DANGER = 0.6, 0.45
"""How much it counts what one could destroy next, and what the enemy could."""


def fight(state: FoesState, board: Board, player: Seat) -> float:
    """What the sides could destroy next; one's own chances weigh more, or nobody would come close."""
    hopes = _hopes(state, board)
    value = 0.0
    for side in (ATLANTIS, FOES):
        weight = CHANCE if side == player else DANGER
        if side == ATLANTIS and player == FOES:
            weight *= 1 - 0.5 * urge(state)
        value += (weight if side == FOES else -weight) * hopes[side]
    return value


def power_of(state: FoesState, uid: str, k: Kind) -> int:
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


def defence_of(state: FoesState, board: Board, uid: str, outside: bool) -> int:
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


def stake_of(state: FoesState, board: Board, uid: str) -> float:
    stake = WORTH[uid]
    if uid in state.cargo:
        stake += sum(WORTH[r] for r in state.cargo[uid])
    if state.units[uid].at in board.temples:
        stake += 10.0
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
        power = power_of(state, uid, k)
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
        defence = defence_of(state, board, t, outside[t])
        if defence == 99:
            price[t] = 0.0
        else:
            price[t] = stake_of(state, board, t) * odds(n, defence) / max(1.3 * defence + 1, share[t])
    hopes = [0.0, 0.0]
    for side, power, targets in shooters:
        hopes[side] += power * max(price[t] for t in targets)
    return hopes[0], hopes[1]


def muster(state: FoesState, task: AddAttackers) -> float:
    """What an attack under way is worth: the best it can be brought to, less what its units are worth
    elsewhere (in `fight` they still count as free)."""
    board, target, units = board_of(state), task.target, state.units
    enemy = {p for p, w in state.board.items() if units[w].side != task.player and w != target}
    reach = board.around(1), board.around(2), board.around(3)
    stake = stake_of(state, board, target)
    if board.in_city[units[target].at] and units[target].side == ATLANTIS:
        stake += 0.1
    prices: dict[str, float] = {}

    def elsewhere(uid: str, power: int) -> float:
        at, k = units[uid].at, KIND_OF[uid]
        best = 0.0
        for p in sorted(reach[k.range - 1][at] & enemy):
            t = state.board[p]
            if t not in prices:
                d = defence_of(state, board, t, not board.in_city[at])
                prices[t] = 0.0 if d == 99 else 0.8 * stake_of(state, board, t) / (1.3 * d + 1)
            best = max(best, prices[t])
        own = stake / (1.3 * defence + 1) * 0.5
        return CHANCE * power * max(best, own)

    free = attackers_of(state, task.player, target)
    outside = all(not board.in_city[units[a].at] for a in (task.named or free))
    defence = defence_of(state, board, target, outside)
    if defence == 99:
        return -5.0
    named = 0
    cost = 0.0
    rest: list[tuple[float, int]] = []
    for a in free:
        power = power_of(state, a, KIND_OF[a])
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
