"""Where a unit can go: a search for the cheapest way over the hexsides (F-MOV-04, F-R-23).

A unit spends at most its movement points (F-UNIT-03) step by step; the first step may cost more
than it has (F-MOV-09, F-R-24). There are no zones of control and no facing (F-R-32). Flyers cross
water and may stop over it (F-MOV-07). Only one unit stands in a hex (F-STK-01); passing through
friends is free, only flyers pass over enemies (F-R-26); boarding a friendly carrier ends the move
(F-R-33), leaving one starts with a step out (F-R-36).
"""

from __future__ import annotations

import itertools
from typing import NamedTuple

from atlantis_nb.core.game import Place

from .board import Step, steps, stoppable
from .data import ATLANTIS, KIND_OF, SPELLS, Mode
from .state import FoesState, Unit, board_of, carry, horse_hidden, leash


class Reach(NamedTuple):
    """What a search found. `cost` and `back` (the hex before) are by place, the start with cost 0."""

    start: Place
    cost: dict[Place, int]
    back: dict[Place, Place]
    berth: dict[Place, Place]
    """Hexes of friendly carriers reachable for boarding -> the hex before."""
    berth_cost: dict[Place, int]

    def path(self, to: Place, boarding: bool = False) -> tuple[Place, ...]:
        """The way from the start to `to`, both included."""
        way = [to]
        if boarding:
            way.append(self.berth[to])
        while way[-1] != self.start:
            way.append(self.back[way[-1]])
        return tuple(reversed(way))


def points(state: FoesState, uid: str) -> int:
    """Movement points this turn: printed, 4 under Fly, 2 more under Haste (F-SPL-21, F-SPL-22, F-R-79)."""
    k = KIND_OF[uid]
    if not k.move:
        return 0
    lying = state.effects.get(uid)
    if not lying:
        return k.move
    base = SPELL_FLY if "fly" in lying else k.move
    return base + (SPELL_HASTE if "haste" in lying else 0)


def mode(state: FoesState, uid: str) -> Mode:
    """How it moves this turn: as printed, or as a flyer under Fly."""
    if "fly" in state.effects.get(uid, ()):
        return "flyer"
    return KIND_OF[uid].mode


SPELL_FLY, SPELL_HASTE = SPELLS["fly"].power, SPELLS["haste"].power


def steps_of(state: FoesState, uid: str, unit: Unit) -> dict[Place, tuple[Step, ...]]:
    """The table of steps that holds for this unit now: its mode, its side, its Breach, broken walls."""
    k, options = KIND_OF[uid], state.options
    how = mode(state, uid)
    free = (unit.side == ATLANTIS and options.gate_rule == "atlanteans_free") or (
        options.horse_uses_gates and horse_hidden(uid, unit)
    )
    breach = k.breach and how != "flyer"
    return steps(board_of(state), how, unit.side, free, breach, options.ports_open, state.broken)


def can_board(state: FoesState, uid: str, carrier: str) -> bool:
    """Whether a unit may ride on a carrier that stands by itself in reach (F-R-33, F-R-34).

    Nobody rides who is a water unit, immobile, a Fire Elemental or carrying somebody (F-STK-05);
    places are limited (F-UNIT-04); both are on the same side.
    """
    k = KIND_OF[uid]
    if k.mode == "water" or not k.move or k.special == "never_carried" or uid in state.cargo:
        return False
    places = carry(state, carrier)
    if not places or len(state.cargo.get(carrier, ())) >= places:
        return False
    unit, ship = state.units[uid], state.units[carrier]
    if ship.side != unit.side or ship.aboard:
        return False
    return state.options.cross_force_riding or same_people(state, uid, carrier)


def same_people(state: FoesState, uid: str, carrier: str) -> bool:
    """Created units and undead have no people of their own and ride with anyone (F-R-97)."""
    forces = [
        KIND_OF[u].force
        for u in (uid, carrier)
        if KIND_OF[u].force != "created" and not state.units[u].undead
    ]
    return len(set(forces)) < 2


def search(state: FoesState, uid: str, shun_city: bool = False) -> Reach:
    """All hexes a unit can get to with its own move, whether or not it may stop there."""
    unit, units, occupied = state.units[uid], state.units, state.board
    table = steps_of(state, uid, unit)
    budget, start, side, fire = points(state, uid), unit.at, unit.side, state.fire
    flying = mode(state, uid) == "flyer"
    through = state.options.pass_through == "friends"
    limit = leash(state, uid)
    board = board_of(state)
    cost: dict[Place, int] = {start: 0}
    back: dict[Place, Place] = {}
    berth: dict[Place, Place] = {}
    berth_cost: dict[Place, int] = {}
    if not budget:
        return Reach(start, cost, back, berth, berth_cost)
    shelves: list[list[Place]] = [[start], *([] for _ in range(budget))]
    for spent in range(budget + 1):
        for place in shelves[spent]:
            if cost[place] != spent:
                continue
            for n, price, enter, _ in table[place]:
                total = spent + price
                if total > budget and place != start:
                    continue
                if n in fire or (limit and board.city[n] > limit) or (shun_city and board.in_city[n]):
                    continue
                who = occupied.get(n)
                if who is not None:
                    friend = units[who].side == side
                    if friend and total < berth_cost.get(n, 99) and n != start:
                        berth[n], berth_cost[n] = place, total
                    if not through or not (friend or flying):
                        continue
                if not enter or total >= cost.get(n, 99):
                    continue
                cost[n], back[n] = total, place
                if total < budget:
                    shelves[total].append(n)
    return Reach(start, cost, back, berth, berth_cost)


def may_stand(state: FoesState, uid: str, place: Place) -> bool:
    """Whether a unit may stand by itself in an empty hex: terrain (F-R-79), fire (F-R-78), leash (F-R-31)."""
    board = board_of(state)
    if not stoppable(board, KIND_OF[uid].mode, state.options.ports_open)[place]:
        return False
    limit = leash(state, uid)
    return place not in state.fire and not (limit and board.city[place] > limit)


class Stops(NamedTuple):
    """Where a move may end: empty hexes, carriers to board, units to pick up (option pick_up)."""

    places: list[Place]
    carriers: list[str]
    riders: list[str]


def stops(state: FoesState, uid: str) -> Stops:
    """Where a unit may end its own move. Not where it already is: that is holding."""
    unit = state.units[uid]
    k = KIND_OF[uid]
    if (
        k.mode == "flyer"
        and not state.fire
        and uid not in state.effects
        and not leash(state, uid)
        and state.options.pass_through == "friends"
    ):
        return _flyer_stops(state, uid, unit, k.move)
    found = search(state, uid)
    occupied, start = state.board, unit.at
    stand = stoppable(board_of(state), k.mode, state.options.ports_open)
    places = [p for p in found.cost if p not in occupied and stand[p] and p != start]
    carriers = [occupied[p] for p in found.berth if can_board(state, uid, occupied[p])]
    return Stops(places, carriers, _riders(state, uid, found.cost))


def _flyer_stops(state: FoesState, uid: str, unit: Unit, budget: int) -> Stops:
    """For a flyer with nothing in its way every hex costs 1, so all within its movement is in reach."""
    occupied, units, side = state.board, state.units, unit.side
    around = board_of(state).near(budget)[unit.at]
    places = [p for p in around if p not in occupied]
    if unit.aboard and unit.at in places:
        places.remove(unit.at)
    carriers = []
    if uid not in state.cargo:
        for p in around:
            who = occupied.get(p)
            if (
                who is not None
                and KIND_OF[who].carry
                and units[who].side == side
                and p != unit.at
                and can_board(state, uid, who)
            ):
                carriers.append(who)
    riders = _riders(state, uid, dict.fromkeys(around, 1)) if state.options.pick_up else []
    return Stops(places, carriers, riders)


def _riders(state: FoesState, uid: str, cost: dict[Place, int]) -> list[str]:
    """Friends that a carrier may take aboard by moving onto them (F-R-33, option pick_up)."""
    if not state.options.pick_up or not carry(state, uid) or state.units[uid].aboard:
        return []
    return [
        who
        for p in cost
        if (who := state.board.get(p)) is not None
        and who != uid
        and can_board(state, who, uid)
        and may_stand(state, uid, p)
        and _fits(state, uid, who)
    ]


def _fits(state: FoesState, uid: str, rider: str) -> bool:
    """Taking a rider aboard must not break the leash of a Statue where it stands."""
    limit = KIND_OF[rider].leash
    return not limit or board_of(state).city[state.units[rider].at] <= limit


def carries_hidden_horse(state: FoesState, uid: str) -> bool:
    return any(horse_hidden(u, state.units[u]) for u in (uid, *state.cargo.get(uid, ())))


def route(state: FoesState, uid: str, to: Place, boarding: bool = False) -> tuple[Place, ...]:
    """The way a unit takes: the cheapest; one round the city if a hidden Horse can go so (F-R-53, F-R-98)."""
    if carries_hidden_horse(state, uid):
        shy = search(state, uid, shun_city=True)
        if to in (shy.berth if boarding else shy.cost):
            return shy.path(to, boarding)
    return search(state, uid).path(to, boarding)


def breaches(state: FoesState, uid: str) -> dict[Place, dict[tuple[str, ...], tuple[Place, ...]]]:
    """For a unit with Breach: place -> {hexsides it would break on the way: the way}, all choices.

    Unlike other units it can choose between ways that leave different walls standing (F-R-98).
    """
    unit, occupied, units = state.units[uid], state.board, state.units
    table, budget = steps_of(state, uid, unit), points(state, uid)
    through, fire = state.options.pass_through == "friends", state.fire
    limit, city = leash(state, uid), board_of(state).city
    best: dict[tuple[Place, tuple[str, ...]], int] = {(unit.at, ()): 0}
    ways: dict[tuple[Place, tuple[str, ...]], tuple[Place, ...]] = {(unit.at, ()): (unit.at,)}
    todo: list[tuple[Place, tuple[str, ...]]] = [(unit.at, ())]
    for node in todo:
        place, broken = node
        spent = best[node]
        if spent > budget or (spent == budget and place != unit.at):
            continue
        for n, price, enter, breaks in table[place]:
            total = spent + price
            if (total > budget and node != (unit.at, ())) or n in fire or not enter:
                continue
            if limit and city[n] > limit:
                continue
            who = occupied.get(n)
            if who is not None and who != uid and not (through and units[who].side == unit.side):
                continue
            after: tuple[Place, tuple[str, ...]] = (n, tuple(sorted({*broken, breaks})) if breaks else broken)
            if total < best.get(after, 99):
                best[after], ways[after] = total, (*ways[node], n)
                todo.append(after)
    out: dict[Place, dict[tuple[str, ...], tuple[Place, ...]]] = {}
    for (place, broken), way in ways.items():
        if place != unit.at:
            out.setdefault(place, {})[broken] = way
    return out


def broken_by(state: FoesState, uid: str, way: tuple[Place, ...]) -> tuple[str, ...]:
    """Hexsides that a unit with Breach destroys when it walks this way (F-UNIT-13)."""
    table = steps_of(state, uid, state.units[uid])
    return tuple(step[3] for a, b in itertools.pairwise(way) for step in table[a] if step[0] == b and step[3])
