"""The siege: the chance of the Cataclysm. The garrison: who stands in the Temple and around it."""

from __future__ import annotations

from atlantis_nb.core.game import Place

from .board import Board
from .data import ATLANTIS, FOES, KIND_OF
from .evaluate_ground import WORTH, covered, field, massed, odds
from .state import FoesState

SIEGE = 60.0
"""Points for the Foes when nothing stands between them and the Cataclysm."""

BARRED = 0.4
"""How much a caster still counts whose way on is full of his own side's units."""


def urge(state: FoesState) -> float:
    """How much time presses the Foes, who lose if nothing happens: 0 at first, 1 when they must go in."""
    length = state.options.game_length
    return min(1.0, max(0.0, (state.turn - 0.3 * length) / (0.35 * length)))


def temple_open(state: FoesState, board: Board) -> bool:
    """Whether no Atlantean stands in a Temple."""
    return any(t not in state.board or state.units[state.board[t]].side == FOES for t in board.temples)


def siege(state: FoesState, board: Board) -> float:
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
                if k.mode != "flyer" and not _way_clear(state, board, steps, u.at):
                    entry *= BARRED
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
    if there and who is not None and units[who].flipped:
        return 0.0  # whoever has cast this turn casts no Cataclysm in it
    if there and now:
        assert who is not None
        lying = state.effects.get(who, ())
        if "sanctuary" in lying or "invulnerability" in lying:
            return SIEGE
        k = KIND_OF[who]
        defence = (k.melee or 1) + 3 * ("shield" in lying) + 2 * ("aid" in lying)
        return SIEGE * (0.15 + 0.85 * (1 - odds(round(danger), defence)))
    lives = 1 / (1 + (danger / (2.5 * guard)) ** 2)
    near = 12 / (1 + danger / 15)
    if there and who is not None:  # who waits outside finds the door shut again
        g = 1.5 + KIND_OF[who].melee
        return SIEGE * (0.15 + 0.85 / (1 + (danger / (2.2 * g)) ** 2)) + near + 18 * urge(state) + 3
    if who is None:
        way = 0.45  # the same in both phases, or the end of the moves would look like a gain
    elif inside:
        way = 0.2  # only one unit stands in a hex
    else:
        k = KIND_OF[who]
        way = 0.04 + 0.36 * odds(foes, k.melee + 1)
    enter = min(1.0, best)
    steps_taken = near + urge(state) * (8 * enter + 10 * way)
    return SIEGE * way * (0.1 + 0.9 * enter) * (0.12 + 0.88 * lives) + steps_taken


def _way_clear(state: FoesState, board: Board, steps: dict[Place, int], at: Place) -> bool:
    """Whether a free hex leads on to the Temple: one's own units on the quays bar the way as well."""
    d = steps[at]
    return d <= 1 or any(steps[n] < d and n not in state.board for n, _ in board.beside[at])


def _may_doom(state: FoesState, uid: str) -> bool:
    k, u = KIND_OF[uid], state.units[uid]
    if state.options.cataclysm == "sorcerers_only" and k.id != "lem_sorcerers":
        return False
    return k.caster and k.seat == FOES and not u.undead


# ------------------------------------------------------------------ the garrison


def garrison(state: FoesState, board: Board) -> float:
    """Points for the Atlanteans: the Temple held by somebody strong and ringed in, the city kept, the
    reserve drawn to where the Foes mass, casters a hex behind."""
    pull, reach = massed(state), covered(state, FOES)
    ring = {n for t in board.temples for n, _ in board.beside[t]}
    value = 0.0
    for uid, u in state.units.items():
        if u.side != ATLANTIS:
            continue
        k, at = KIND_OF[uid], u.at
        if not k.move:
            continue
        if at in board.temples:
            value += 4.0 + 0.8 * k.melee
            continue
        if at in ring:
            value += 0.3 + 0.1 * k.melee
        if k.caster:
            value -= 0.02 * min(20, reach.get(at, 0))
        else:
            value += 0.003 * WORTH[uid] * min(150, pull.get(at, 0))
        if k.mode != "water":
            value -= 0.06 * min(board.city[at], 8)
            if board.in_city[at]:
                value += 0.2
    return value
