"""How a game stands: measures to follow, a heuristic for the greedy bot, differences in words.

The heuristic knows four aims: push the lanes, finish what is in reach, protect the own heroes
(cards in hand, minions near), and turn coins into levels.
"""

from __future__ import annotations

from math import exp

from atlantis_nb.core.game import Seat

from . import round_end, turn, values
from .board import MIDDLE, TEAM_NAMES, TITANS
from .effects.attacks import AreaAttack, Attack
from .effects.base import Aimed
from .openings import picks_targets
from .state import HIDDEN, Frame, State

# Weights of the heuristic, in pushes of one lane.
MINION = 0.16
"""A minion more than the other team has in a lane."""
COIN = 0.035
LEVEL = 0.045
ALIVE = 0.55
DEFENCE = 0.012
NEAR = 0.025
PROMISE = 0.12
"""An attack on a minion that is under way, with BEGUN on top for any action under way."""
BEGUN = 0.4
PLANNED = 0.5
"""The part of a promise that counts while the card still waits for its turn."""
TOWER = 0.7


def measures(state: State) -> dict[str, float]:
    """Numbers worth following: lanes, minions, pushes, coins and levels by seat."""
    found: dict[str, float] = {"round": float(state.round)}
    for lane, marker in sorted(state.markers.items()):
        found[f"marker {lane}"] = float(marker)
        found[f"minion balance {lane}"] = float(state.count(0, lane) - state.count(1, lane))
    for team, name in enumerate(TEAM_NAMES):
        found[f"pushes {name}"] = float(state.pushes[team])
        found[f"tower tokens {name}"] = float(state.towers[team])
    for seat, name in enumerate(state.names):
        mine = [h for h in state.heroes.values() if h.seat == seat]
        found[f"coins {name}"] = float(sum(h.coins for h in mine))
        found[f"level {name}"] = float(sum(h.level for h in mine))
        found[f"defeats {name}"] = float(sum(h.defeats for h in mine))
    return found


def evaluate(state: State, player: Seat) -> float:
    """How good a state is for a player's team, 0 to 1."""
    if state.result is not None:
        scores = state.result.scores
        return scores[player]
    team = state.teams[player]
    if team < 0 or not state.heroes:
        return 0.5
    sign = 1 if team == TITANS else -1
    score = 0.0
    for lane, marker in state.markers.items():
        ahead = sign * (marker - MIDDLE)
        score += ahead * 1.0 + sign * MINION * (state.count(0, lane) - state.count(1, lane))
    if state.options.tower_rush:
        score += sign * TOWER * (state.towers[0] - state.towers[1])
    for hero in state.roster:
        mat = state.heroes[hero]
        worth = COIN * mat.coins + LEVEL * _invested(state, mat.level)
        if hero in state.units:
            worth += ALIVE + DEFENCE * shield(state, hero) + _approach(state, hero)
        score += worth if mat.team == team else -worth
    score += _promise(state, team)
    return 1 / (1 + exp(-score))


def _invested(state: State, level: int) -> int:
    """The coins that went into a level."""
    return sum(round_end.level_cost(state.options, n) for n in range(2, level + 1))


def shield(state: State, hero: str) -> int:
    """The Defense of the two best cards that a hero has still to give, and the minions near."""
    known = values.deck(state).cards
    found = sorted((known[c].defense or 0 for c in state.heroes[hero].hand), reverse=True)[:2]
    return sum(found) + values.minion_modifier(state, hero)


def _approach(state: State, hero: str) -> float:
    """A hero far from the enemy minions of the nearest fight does little."""
    row = state.board.distance[state.at(hero)]
    team = state.heroes[hero].team
    far = [row[u.at] for u in state.units.values() if u.kind != "hero" and u.team != team]
    return -NEAR * max(0, min(far, default=0) - 1)


def _promise(state: State, team: int) -> float:
    """What an attack that is chosen but not yet carried out may bring."""
    best = 0.0
    if state.frames:
        frame = state.frames[-1]
        if state.heroes[frame.hero].team == team and frame.hero in state.units:
            best = PROMISE * (BEGUN + _gain(state, frame))
    for hero in state.heroes_of(team):
        card = _to_come(state, hero)
        if card and values.deck(state).cards[card].slot != "black" and hero in state.units:
            best += PROMISE * PLANNED * (BEGUN + max(0.0, _gain(state, Frame(hero, card))))
    return best


def _to_come(state: State, hero: str) -> str:
    """The card of a turn that a hero has still to use, face down or revealed; "" if none is known.

    Who chooses last sees all cards revealed at once: his own must count for him as it did for the others.
    """
    mat = state.heroes[hero]
    if mat.chosen:
        return "" if mat.chosen == HIDDEN else mat.chosen
    undecided = state.acting != hero or (state.agenda and isinstance(state.agenda[-1], turn.UseCard))
    return mat.shown if mat.waiting and undecided else ""


def _gain(state: State, frame: Frame) -> float:
    """How much the next attack of a card could hit from where its text stands, about 1 for a minion.

    Below 0 if only the own side can be hit: an attack that is begun has to hit somebody, and a target
    that has been named stays.
    """
    deck = values.deck(state)
    known = deck.cards[frame.card]
    if known.card_type != "attack":
        return 0.3 if known.card_type == "skill" else 0.0
    team = state.heroes[frame.hero].team
    steps = deck.steps[frame.card, frame.part][frame.at :]
    for step in steps:
        if not (isinstance(step, Attack | AreaAttack) or picks_targets(step, state, frame)):
            continue
        assert isinstance(step, Aimed)
        aims = [state.units[u] for u in step.aims(state, frame)]
        enemies = [u for u in aims if u.team != team]
        if enemies:
            return max(0.8 if u.kind == "hero" else 1.0 for u in enemies)
        if aims:
            return -1.5
    near = (state.units[state.on[p]] for p in state.board.near[state.at(frame.hero)] if p in state.on)
    return 0.8 if steps and any(u.team != team for u in near) else 0.0


def difference(before: State, after: State) -> str:
    """What changed, as a short label."""
    parts = []
    for lane, marker in sorted(after.markers.items()):
        if marker != before.markers[lane]:
            team = 0 if marker > before.markers[lane] else 1
            parts.append(f"{TEAM_NAMES[team]} push {lane}")
    if after.result is not None and before.result is None:
        parts.append("game over")
    for hero in after.roster:
        if hero not in before.heroes:
            continue
        a, b = before.heroes[hero], after.heroes[hero]
        if hero in before.units and hero not in after.units and b.back > a.back:
            parts.append(f"{after.call(hero)} is defeated")
        if b.coins != a.coins:
            parts.append(f"{after.call(hero)} {b.coins - a.coins:+d} coins")
        if b.level != a.level:
            parts.append(f"{after.call(hero)} level {b.level}")
        lost = len([c for c in b.discard if c not in a.discard])
        if lost:
            parts.append(f"{after.call(hero)} discards {lost}")
    if not any("push" in p for p in parts):
        for team in (0, 1):
            gone = sum(before.count(team, lane) - after.count(team, lane) for lane in after.markers)
            if gone:
                parts.append(f"{TEAM_NAMES[team]} {-gone:+d} minions")
    if not parts:
        moved = [h for h in after.roster if before.at(h) and after.at(h) and before.at(h) != after.at(h)]
        return f"{after.call(moved[0])} moves" if moved else "no change"
    return ", ".join(parts)
