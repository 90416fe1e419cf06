"""The search for ways agrees with a slow one on a networkx graph; reach is quick."""

from __future__ import annotations

import itertools
import random

import networkx as nx
import pytest

from atlantis_nb.core.hexes import distance, neighbours
from atlantis_nb.games.foes.attack import attackers_of, targets
from atlantis_nb.games.foes.board import SEA, edge_key
from atlantis_nb.games.foes.data import KIND_OF
from atlantis_nb.games.foes.paths import breaches, points, search, stops
from atlantis_nb.games.foes.state import FoesState, board_of

from .kit import GAME, meets

LAND = {"clear": 1, "forest": 2, "city": 2, "mountain": 3}


def slow_reach(state: FoesState, uid: str) -> dict[str, int]:
    """Cost of every hex a unit can get to, straight from the words of the rules."""
    board, unit, k = board_of(state), state.units[uid], KIND_OF[uid]
    lying = state.effects.get(uid, ())
    mode = "flyer" if "fly" in lying else k.mode
    budget = points(state, uid)
    g = nx.DiGraph()
    g.add_node(unit.at)
    for a in board.hexes:
        if a != unit.at and a in state.board:
            friend = state.units[state.board[a]].side == unit.side
            if not friend and mode != "flyer":
                continue  # nobody walks on from a hex he cannot enter
        for b in neighbours(a):
            if b not in board.hexes or b in state.fire:
                continue
            if b in state.board and state.units[state.board[b]].side != unit.side and mode != "flyer":
                continue
            h, feature = board.hexes[b], board.feature(edge_key(a, b), state.broken)
            sea = h.terrain in SEA
            if mode == "flyer":
                cost = 1
            elif mode == "water":
                if not (sea or h.port) or feature == "wall":
                    continue
                cost = 2 if h.terrain == "treacherous" else 1
            elif sea:
                if mode != "swimmer":
                    continue
                cost = 2 if h.terrain == "treacherous" else 1
            else:
                cost = LAND[h.terrain]
            if mode != "flyer":
                breach = k.breach and (feature == "wall" or (feature == "gate" and unit.side == 1))
                if feature == "river":
                    cost += 2
                elif (feature == "wall" and not breach) or (
                    feature == "gate" and unit.side == 1 and not breach
                ):
                    cost += 3
            aboard = state.cargo.get(uid, ())
            statue = any(KIND_OF[u].id == "atl_guardian_statues" for u in (uid, *aboard))
            if statue and board.city[b] > 3:
                continue
            g.add_edge(a, b, weight=cost)
    lengths = nx.single_source_dijkstra_path_length(g, unit.at, cutoff=budget, weight="weight")
    out = {p: int(c) for p, c in lengths.items()}
    for b in g.successors(unit.at):  # the first step is always possible (F-R-24)
        out.setdefault(b, int(g.edges[unit.at, b]["weight"]))
    return out


def some_states(n: int) -> list[FoesState]:
    """Positions out of random games, some in the thick of it."""
    out = []
    for seed in range(n):
        rng = random.Random(seed)
        state = GAME.start(GAME.options(), ("Ann", "Ben"))
        for _ in range(900):
            offers = GAME.legal(state) or [a for a, _ in GAME.outcomes(state)]
            keep = [a for a in offers if not (a.back or str(a).startswith("Done"))] or offers
            GAME.advance(state, keep[int(rng.random() * len(keep))])
            if not state.agenda:
                break
        out.append(state)
    return out


@meets("F-MOV-04", "F-MOV-09", "F-R-23", "F-R-26", "F-R-28")
@pytest.mark.parametrize("seed", range(3))
def test_search_agrees_with_a_slow_search(seed: int) -> None:
    state = some_states(3)[seed]
    for uid, unit in state.units.items():
        if not KIND_OF[uid].move or unit.aboard:
            continue
        assert dict(sorted(search(state, uid).cost.items())) == dict(
            sorted(slow_reach(state, uid).items())
        ), uid


def test_ways_are_walkable_and_cost_what_is_said() -> None:
    state = some_states(1)[0]
    for uid in state.units:
        if not KIND_OF[uid].move:
            continue
        found = search(state, uid)
        for place, cost in found.cost.items():
            way = found.path(place)
            assert way[0] == state.units[uid].at
            assert way[-1] == place
            assert all(b in neighbours(a) for a, b in itertools.pairwise(way))
            assert cost <= points(state, uid) or len(way) == 2


def test_the_quick_way_for_flyers_agrees_with_the_search() -> None:
    for state in some_states(2):
        for uid, unit in state.units.items():
            if KIND_OF[uid].mode == "flyer" and uid not in state.effects and not state.fire:
                quick = set(stops(state, uid).places)
                slow = {p for p in search(state, uid).cost if p not in state.board and p != unit.at}
                assert quick == slow


def test_breach_choices_reach_the_same_hexes() -> None:
    state = some_states(1)[0]
    for uid in state.units:
        if KIND_OF[uid].breach:
            assert set(breaches(state, uid)) == set(search(state, uid).cost) - {state.units[uid].at}


def test_attack_lists_agree_with_a_slow_list() -> None:
    """Who can attack whom, by comparing every unit with every other (F-R-39, F-R-40)."""
    seen = 0
    for state in some_states(3):
        for player in (0, 1):
            slow: dict[str, set[str]] = {}
            for uid, unit in state.units.items():
                k = KIND_OF[uid]
                if (
                    unit.side != player
                    or unit.attacked
                    or unit.cast
                    or k.special in ("trojan_horse", "battering_ram")
                ):
                    continue
                lying = state.effects.get(uid, ())
                if {"distract", "mesmerize", "sanctuary"} & set(lying) or (
                    k.special == "catapult" and unit.shifted
                ):
                    continue
                for other, target in state.units.items():
                    hidden = KIND_OF[other].special == "trojan_horse" and not target.exposed
                    safe = "sanctuary" in state.effects.get(other, ())
                    if target.side == player or target.aboard or hidden or safe:
                        continue
                    if 1 <= distance(unit.at, target.at) <= k.range:
                        slow.setdefault(other, set()).add(uid)
            assert set(targets(state, player)) == set(slow)
            for other, units in slow.items():
                assert set(attackers_of(state, player, other)) == units
                seen += 1
    assert seen > 3


def test_counts_at_the_start() -> None:
    """How many hexes each army could move into, and berths it could take, on the first go."""
    state = GAME.start(GAME.options(), ("Ann", "Ben"))
    found: dict[str, list[int]] = {}
    for uid in state.units:
        if KIND_OF[uid].move:
            end = stops(state, uid)
            count = found.setdefault(KIND_OF[uid].force, [0, 0])
            count[0] += len(end.places)
            count[1] += len(end.carriers)
    assert found == {
        "atlanteans": [395, 29],
        "lemurians": [55, 23],
        "egyptians": [123, 23],
        "greeks": [97, 26],
        "barbarians": [117, 15],
        "africans": [65, 12],
    }
