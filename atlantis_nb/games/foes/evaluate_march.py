"""The march of the Foes, and how the sides measure up where they meet."""

from __future__ import annotations

from atlantis_nb.core.game import Place, Seat

from .board import Board
from .data import ATLANTIS, FOES, KIND_OF, TERRAIN
from .evaluate_ground import WORTH, by_air, covered, field, odds, to_front, to_wall
from .evaluate_siege import temple_open, urge
from .state import FoesState, carry

RING = 4.4
"""Turns to the Temple at which the Foes gather."""

SHARE, LATEST = 0.4, 9
"""They begin to go in when more than this share has come, and by this turn whoever has come."""

PERIL = 0.6
"""How much the danger to casters counts while the Temple is held: without them nothing is won."""

PACKED = (0.2, 1.0)
"""How much the danger counts to who cannot leave a ship any more this turn, by who judges: it takes all
down with it."""

WALL, NEAR_WALL = 1.2, 1.5
"""A broken wall or gate, and more within four hexes of the Temple."""

OWN, THEIRS = 0.5, 0.4
"""How much it counts what one stands to lose where the sides meet, and what the enemy does."""


def march(state: FoesState, board: Board, player: Seat) -> float:
    """What the Foes have gained by coming nearer, and that nobody is left at home without a ship.

    Inside the ring it counts by how many of the others have come: one gathers before one goes in.
    """
    foot, air, homes, sea = to_front(board), by_air(board), board.hexes, board.sea
    inside, outside, all_in, here, peril, packed = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    ships: list[tuple[str, Place]] = []
    berths: list[Place] = []
    waiting: list[Place] = []
    cover = covered(state, ATLANTIS)
    cargo = state.cargo
    casters: list[tuple[float, float]] = []
    walls = to_wall(board, state.broken)
    tools = 0.0
    for uid, u in state.units.items():
        if u.side != FOES:
            continue
        k, at, value = KIND_OF[uid], u.at, WORTH[uid]
        riders = cargo.get(uid, ())
        if not u.aboard and cover.get(at) and any(KIND_OF[x].caster for x in (uid, *riders)):
            stake = value + sum(WORTH[r] for r in riders)
            peril += stake * odds(int(cover[at] * 0.4), (k.melee or 2) + k.defence_bonus)
        if u.aboard:
            if k.mode == "flyer":
                packed += 1.0  # it is of more use on the wing
            ship = u.aboard
            if (a := cover.get(at)) and (u.moved or state.phase != "Movement"):
                packed += value * odds(int(a * 0.4), (KIND_OF[ship].melee or 2) + KIND_OF[ship].defence_bonus)
        if k.carry and k.mode == "water":  # worth what those aboard have gained
            if uid not in cargo:
                ships.append((uid, at))
            if homes[at].homeland is not None and len(riders) < carry(state, uid):
                berths.append(at)
            continue
        left = (air if k.mode == "flyer" else foot)[at]
        if k.caster:
            casters.append((left, value))
            continue
        all_in += value
        if left <= RING + 1.2:
            here += value
        outside += value * max(0.0, left - RING)
        inside += value * max(0.0, RING - left)
        if k.breach or k.special == "battering_ram":
            tools += 6 - min(6, walls[at])
        if not u.aboard and k.mode == "land" and not sea[at]:
            if homes[at].homeland is not None:
                waiting.append(at)
            elif left <= RING:
                inside += 0.6 * value  # ashore
    ready = 1.0 if state.turn >= LATEST else min(1.0, max(0.0, (here / (all_in or 1.0) - SHARE) * 4))
    press = urge(state)
    # Casters follow behind the others and stay outside until these are in.
    stop = RING - 2.5 * ready
    for left, value in casters:
        outside += value * max(0.0, left - RING)
        inside += value * max(0.0, RING - max(left, stop))
    value = (0.2 + 0.25 * press) * inside * (0.1 + 0.9 * ready) - (0.12 + 0.3 * press) * outside
    if not temple_open(state, board):
        value -= PERIL * peril
    value += 0.15 * tools - PACKED[player] * packed
    for edge in state.broken:
        value += WALL + NEAR_WALL * any(field(board, board.temples)[p] <= 4 for p in edge.split("|"))
    if not waiting:
        return value - sum(0.03 * WORTH[uid] * foot[at] for uid, at in ships)
    if berths:
        quay = field(board, tuple(sorted(set(berths))))
        value -= 0.05 * sum(min(8, quay[at]) for at in waiting)
    near = field(board, tuple(sorted(set(waiting))))
    return value - sum(0.06 * min(14, near[at]) for _, at in ships) - len(waiting)


def encounter(state: FoesState, board: Board, player: Seat) -> float:
    """Who is the stronger where the sides can reach each other: a few among many are as good as lost.

    By the square law of numbers: of those on a hex that `a` enemy dice reach and `f` friendly ones,
    a²/(a² + f²) is at stake. So nobody dribbles in singly, and what comes alone is met in force.
    """
    ours, theirs = covered(state, ATLANTIS), covered(state, FOES)
    cargo = state.cargo
    lost = [0.0, 0.0]
    for uid, u in state.units.items():
        if u.aboard:
            continue
        at = u.at
        if u.side == FOES:
            a = ours.get(at, 0)
            if not a:
                continue
            f = theirs.get(at, 0) + KIND_OF[uid].defence_bonus
            stake = WORTH[uid]
            if uid in cargo:
                for r in cargo[uid]:
                    stake += WORTH[r]
        else:
            a = theirs.get(at, 0)
            if not a:
                continue
            f = int(
                ours.get(at, 0)
                * (1.5 if board.in_city[at] else 1 + 0.25 * TERRAIN[board.row[at]].defence_all)
            )
            stake = WORTH[uid]
        lost[u.side] += stake * a * a / (a * a + f * f + 1)
    weigh = [THEIRS, THEIRS]
    weigh[player] = OWN
    return weigh[ATLANTIS] * lost[ATLANTIS] - weigh[FOES] * lost[FOES]
