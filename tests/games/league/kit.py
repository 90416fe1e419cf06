"""Short words for league tests: positions of the rulebook, actions by their text."""

from __future__ import annotations

import random
from typing import Any

from atlantis_nb.core.game import CHANCE, Action, Event, Illegal, Story, draw
from atlantis_nb.games.league import GAME
from atlantis_nb.games.league.options import Options
from atlantis_nb.games.league.position import card, position
from atlantis_nb.games.league.state import LeagueState

FULL = "R1* B1 C1 H1* / T1 C3 .. R2 / B2 H3 T3 C2 / H2* T2 R3 B3*"
"""The arena that most examples start from (L-EX-01)."""

__all__ = [
    "FULL",
    "GAME",
    "Options",
    "card",
    "position",
    "fresh",
    "legal",
    "do",
    "Run",
    "refused",
    "play_out",
]


def fresh(n: int = 3, seed: int = 1, **options: Any) -> LeagueState:
    """A new game, dealt, stopped at the first decision."""
    state = GAME.start(GAME.options(**options), [f"P{i + 1}" for i in range(n)])
    return chance(state, random.Random(seed))


def chance(state: LeagueState, rng: random.Random) -> LeagueState:
    while GAME.actor(state) == CHANCE:
        state, _ = GAME.step(state, draw(GAME.outcomes(state), rng))
    return state


def legal(state: LeagueState) -> list[str]:
    return [str(a) for a in GAME.legal(state)]


def find(state: LeagueState, text: str) -> Action:
    offers = GAME.legal(state) or [a for a, _ in GAME.outcomes(state)]
    return next(a for a in offers if str(a) == text)


class Run:
    """A state that is played on, with all its events."""

    def __init__(self, state: LeagueState, seed: int = 1) -> None:
        self.state, self.events, self.rng = state, list[Event](), random.Random(seed)

    def do(self, *texts: str) -> Run:
        """Play actions by their text; every one must be legal. Chance is chosen by its text too."""
        for text in texts:
            self.state, events = GAME.step(self.state, find(self.state, text))
            self.events += events
        return self

    def fall(self) -> Run:
        """Let chance fall until a player has to choose."""
        while GAME.actor(self.state) == CHANCE:
            self.state, events = GAME.step(self.state, draw(GAME.outcomes(self.state), self.rng))
            self.events += events
        return self

    def quietly(self, until: str = "Slide") -> Run:
        """Pass, buy nothing and bet at will until an action that begins with `until` is on offer."""
        while not any(a.startswith(until) for a in self.fall().legal):
            quiet = [a for a in self.legal if a.startswith(("Pass", "Buy no"))]
            self.do((quiet or self.legal)[0])
        return self

    @property
    def legal(self) -> list[str]:
        return legal(self.state)

    @property
    def actor(self) -> int:
        return GAME.actor(self.state)

    def kinds(self) -> list[str]:
        return [e.kind for e in self.events]

    def cited(self) -> set[str]:
        return {rule for e in self.events for rule in e.rules}


def do(state: LeagueState, *texts: str) -> Run:
    return Run(state).do(*texts)


def refused(state: LeagueState, action: Action) -> Illegal:
    """The refusal of an action that must be illegal; the state stays as it was."""
    before = state.digest()
    illegal = GAME.why_not(state, action)
    assert illegal is not None
    assert action not in GAME.legal(state)
    assert state.digest() == before
    assert all(rule in GAME.rulebook for rule in illegal.rules)
    return illegal


def play_out(state: LeagueState, seed: int = 0, until_round: int | None = None) -> Run:
    """Random play to the end of the game, or until a round is scored."""
    rng, run = random.Random(seed), Run(state)
    while run.state.agenda:
        if until_round and len(run.state.history) >= until_round:
            break
        offers = GAME.legal(run.state)
        action = offers[int(rng.random() * len(offers))] if offers else draw(GAME.outcomes(run.state), rng)
        new, story = run.state.copy(), Story(run.state.names)
        GAME.advance(new, action, story)
        run.state = new
        run.events += story.events
    return run
