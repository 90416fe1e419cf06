"""What bets are worth as things stand, and how good a position is for a player.

The beliefs behind it are simple: mechs go at random, sooner from the centre than from a corner and
sooner when a slide can knock them out now; each of the other players has named a winning team with
chance 1/5, unless the cards are open.

While the cards are filled in, `evaluate` adds two things, so that bots of one kind do not all bet
alike: the others are believed to mix as in the equilibrium of the bet, which makes a favourite pay
less; and each seat reads the deal with its own hunch, drawn from the deal that all can see.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from math import exp
from typing import Final

from msgspec import Struct

from atlantis_nb.core.game import QUIET, Seat

from .attack import Announce, KnockOut, victims
from .board import NEAR, ZONE
from .fixer import FixerSwap, replacements
from .odds import brawlers_odds, equilibrium, hasbeens_odds, heroes_odds, points_if_right
from .scoring import PENTA_POINTS, team_points, winners
from .state import LIMIT, LeagueState

ZONE_WEIGHT: Final = {"corner": 1.45, "edge": 0.95, "centre": 0.55}
"""Survival by start slot against the mean of 1/3 (table analysis_start_zone)."""
UNKNOWN_ROUND: Final = 4.0
"""Points that a player with a hidden card is believed to make in a round."""


HUNCH: Final = 0.25
"""How far a hunch moves a chance, at most, as a share of it."""


class Worth(Struct, frozen=True):
    """Expected points of one card: heroes, hasbeens, brawlers, and the Pentafecta."""

    teams: tuple[float, float, float]
    penta: float

    @property
    def total(self) -> float:
        return sum(self.teams) + self.penta


def settled(state: LeagueState) -> LeagueState:
    """The state with the named KOs carried out: while a window is open they are certain (L-R-29)."""
    if not state.named:
        return state
    after = state.copy()
    for task in state.agenda:
        if isinstance(task, KnockOut | Announce):
            KnockOut(task.attacker, task.victim).run(after, QUIET)
    after.agenda = list(state.agenda)
    return after


def threats(state: LeagueState) -> dict[str, float]:
    """Mech -> share of the plain slides on offer now that could knock it out."""
    arena = state.arena
    found: dict[str, int] = {}
    slides = 0
    for hole in range(16):
        if not arena[hole]:
            for i in NEAR[hole]:
                if arena[i]:
                    slides += 1
                    for mech in victims(state, arena[i], hole):
                        found[mech] = found.get(mech, 0) + 1
    return {mech: n / slides for mech, n in found.items()}


def survival(state: LeagueState) -> dict[str, float]:
    """Mech in the arena -> believed chance to survive the round."""
    left = state.left
    if state.scored or left <= LIMIT or not any(state.arena):
        return {m: 1.0 for m in state.arena if m}
    early = (left - LIMIT) / 10
    danger = threats(state) if state.turn else {}
    found = {
        m: (ZONE_WEIGHT[ZONE[i]] ** early) * (1 - 0.5 * min(1.0, 2 * danger.get(m, 0.0)))
        for i, m in enumerate(state.arena)
        if m
    }
    scale = LIMIT / sum(found.values())
    return {m: min(0.97, w * scale) for m, w in found.items()}


def team_odds(state: LeagueState) -> tuple[dict[str, float], dict[str, float], dict[str, float]]:
    """Chance of each team to win Heroes, Has-beens, Brawlers, under even survivors and even removal."""
    codes = state.roster.team_codes
    if state.scored:
        won = state.history[-1].winners
        a, b, c = (dict.fromkeys(codes, 0.0) | dict.fromkeys(w, 1.0) for w in won)
        return a, b, c
    if state.left <= LIMIT:
        a, b, c = (dict.fromkeys(codes, 0.0) | dict.fromkeys(w, 1.0) for w in winners(state))
        return a, b, c
    if not any(state.arena):
        even = dict.fromkeys(codes, 1 / len(codes))
        return even, even, even
    count = state.alive()
    alive = tuple(count.values())
    if state.first_out:
        hasbeens = tuple(float(t == state.first_out) for t in codes)
    else:
        hasbeens = hasbeens_odds(alive)
    kos = tuple(state.knockouts().values())
    heroes, brawlers = heroes_odds(alive), brawlers_odds(kos, alive)
    return (
        dict(zip(codes, heroes, strict=True)),
        dict(zip(codes, hasbeens, strict=True)),
        dict(zip(codes, brawlers, strict=True)),
    )  # fmt: skip


@lru_cache(maxsize=16)
def believed_pay(players: int) -> float:
    """Points of a right team bet when nothing is known of the other cards."""
    return float(points_if_right(players, 0.2))


@lru_cache(maxsize=4096)
def hunch(deal: tuple[str, ...], seat: Seat, what: str) -> float:
    """A factor near 1: how a seat feels about a bet when it looks at a deal. Known to all who look."""
    drawn = hashlib.blake2b(f"{' '.join(deal)} {seat} {what}".encode(), digest_size=4).digest()
    return 1 + HUNCH * (int.from_bytes(drawn, "big") / 0x7FFFFFFF - 1)


@lru_cache(maxsize=256)
def mixed_pay(players: int, chances: tuple[float, ...]) -> tuple[float, ...]:
    """Points of a right bet on each team if the others mix as in the equilibrium (L-SCO-02 to 04)."""
    mix, _ = equilibrium(players, chances)
    return tuple(float(points_if_right(players, q)) for q in mix)


def untouched(state: LeagueState) -> bool:
    """The arena stands as it was dealt: cards are filled in, or nothing has moved yet."""
    return (
        state.turn <= 1
        and not state.moved
        and not state.fallen
        and all(state.arena.count(m) for m in state.roster.codes)
    )


def team_chances(state: LeagueState, live: dict[str, float]) -> tuple[dict[str, float], ...]:
    """`team_odds`, moved by where the mechs stand: strong ones make a hero, weak ones a has-been."""
    mean = LIMIT / state.left if state.left > LIMIT else 1.0
    found = []
    for i, odds in enumerate(team_odds(state)):
        moved = {}
        for team, p in odds.items():
            if i < 2 and 0.0 < p < 1.0:
                squad = [live[m] for m in state.roster.squad[team] if m in live]
                ratio = sum(squad) / len(squad) / mean if squad else 1.0
                p = min(0.98, p * ratio) if i == 0 else min(0.98, p / max(0.2, ratio))
            moved[team] = p
        found.append(moved)
    return tuple(found)


def worth(state: LeagueState, seat: Seat, seen: bool | None = None, feel: bool = False) -> Worth:
    """Expected points of a player's own card in this round (blank lines count nothing).

    `seen`: the other cards count as known; by default only if they are open (L-R-08). `feel`: with
    the hunches of the seat and with mixing rivals, as long as the deal is untouched. A swap that is
    paid for counts as made.
    """
    state = settled(state)
    bet, n = state.bets[seat], len(state.bets)
    if state.scored:
        done = state.history[-1]
        right = done.team_points[seat]
        return Worth((right[0], right[1], right[2]), done.penta_points[seat])
    known = state.cards_open if seen is None else seen
    live = survival(state)
    deal = tuple(state.arena) if feel and untouched(state) else ()
    chances = team_chances(state, live)
    found = []
    for i, team in enumerate(bet.teams):
        if not team or team == "?":
            found.append(0.0)
            continue
        p = chances[i][team]
        if known:
            pay: float = team_points(sum(other.teams[i] == team for other in state.bets))
        elif deal:
            even = tuple(round(x, 3) for x in chances[i].values())
            pay = mixed_pay(n, even)[state.roster.index[team]] * hunch(deal, seat, f"{i} {team}")
        else:
            pay = believed_pay(n)
        found.append(p * pay)
    if deal:
        live = {m: min(0.97, p * hunch(deal, seat, m)) for m, p in live.items()}
    picks = [live.get(m, 0.0) for m in bet.picks]
    task = state.agenda[-1] if state.agenda else None
    if isinstance(task, FixerSwap) and task.player == seat and not bet.hidden:
        picks = [*sorted(picks)[1:], max((live[m] for m in replacements(state, seat)), default=0.0)]
    a, b, c = found
    return Worth((a, b, c), hit_points(picks))


def hit_points(chances: list[float]) -> float:
    """Expected Pentafecta points of five picks that survive independently."""
    spread = [1.0]
    for p in chances:
        spread = [
            (spread[k] * (1 - p) if k < len(spread) else 0.0) + (spread[k - 1] * p if k else 0.0)
            for k in range(len(spread) + 1)
        ]  # fmt: skip
    return sum(p * points for p, points in zip(spread, PENTA_POINTS, strict=False))


def evaluate(state: LeagueState, player: Seat) -> float:
    """How good a state is for `player`, 0 to 1: own total with what the card promises, against the
    best rival's. Cards of others count only when they are open, so that a guess misleads nobody.
    """
    if state.result is not None:
        won = state.result.winners
        return 1 / len(won) if player in won else 0.0
    state = settled(state)
    n = len(state.names)

    def promise(seat: Seat) -> float:
        total = float(state.points[seat])
        if state.scored:
            return total
        if seat == player or state.cards_open:
            total += worth(state, seat, feel=True).total
        else:
            total += UNKNOWN_ROUND
        return total

    mine = promise(player) + credit_worth(state) * state.credits[player]
    theirs = max(
        (promise(s) + credit_worth(state) * state.credits[s] for s in range(n) if s != player), default=0.0
    )
    return 1 / (1 + exp((theirs - mine) / 6))


def credit_worth(state: LeagueState) -> float:
    """Points that a credit in hand stands for: it buys a swap or a scheme, and breaks ties."""
    if state.round >= 3 and (state.scored or not state.fixer_open):
        return 0.05
    return 0.4
