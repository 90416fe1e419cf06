"""A table to set up positions on and play them by hand, for the tests of this game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from atlantis_nb.core.game import Action, Auto, Chance, Decision, Illegal, Story
from atlantis_nb.games.sinking import GAME
from atlantis_nb.games.sinking.battle import Roll
from atlantis_nb.games.sinking.flood import FloodRoll
from atlantis_nb.games.sinking.produce import DrawLot
from atlantis_nb.games.sinking.setup import BuildMap
from atlantis_nb.games.sinking.state import (
    LARGE,
    SMALL,
    VILLAGE,
    Settlement,
    SinkingState,
    change,
    count,
)

RED, BLUE, GREEN, YELLOW = range(4)
NAMES = ("Red", "Blue", "Green", "Yellow", "Purple", "Orange")


class Table:
    """A position on the spiral map (or on `land`), with the players' pieces put down by hand."""

    def __init__(
        self,
        players: int = 3,
        land: dict[str, int] | None = None,
        order: Sequence[int] | None = None,
        **options: Any,
    ) -> None:
        self.state: SinkingState = GAME.start(GAME.options(board_build="spiral", **options), NAMES[:players])
        if land is not None:
            self.state.land = dict(land)
        self.state.agenda = []
        self.state.round, self.state.phase = 5, "movement"
        self.state.order = tuple(order) if order is not None else tuple(range(players))
        self.state.ranking = self.state.order
        self.story = Story(self.state.names)

    # -------- pieces

    def put(
        self,
        seat: int,
        village: Iterable[str] = (),
        small: Iterable[str] = (),
        large: Iterable[str] = (),
        worker: Iterable[str] = (),
        soldier: Iterable[str] = (),
        settler: Iterable[str] = (),
        since: int = 1,
    ) -> Table:
        """Put pieces of a player down; a place named twice gets two of them."""
        s = self.state
        for places, size in ((village, VILLAGE), (small, SMALL), (large, LARGE)):
            for place in places:
                s.settlements[place] = Settlement(seat, size, since)
        for place in worker:
            s.workers[place] = seat
        for place in soldier:
            change(s, s.soldiers, place, seat, 1)
        for place in settler:
            change(s, s.settlers, place, seat, 1)
        return self

    def soldiers(self, place: str, seat: int) -> int:
        return count(self.state.soldiers, place, seat)

    def settlers(self, place: str, seat: int) -> int:
        return count(self.state.settlers, place, seat)

    # -------- playing

    def start(self, *tasks: Any) -> Table:
        """Put tasks on the agenda, the first one next, and run to the first choice."""
        self.state.agenda += list(reversed(tasks))
        self._settle()
        return self

    def _settle(self) -> None:
        agenda = self.state.agenda
        while agenda and isinstance(agenda[-1], Auto):
            agenda.pop().run(self.state, self.story)

    @property
    def task(self) -> Any:
        return GAME.task(self.state)

    @property
    def actor(self) -> int:
        return GAME.actor(self.state)

    @property
    def legal(self) -> list[Action]:
        return GAME.legal(self.state)

    def why_not(self, wish: Any) -> Illegal:
        """The refusal of an illegal action or of clicks; fails if it is legal."""
        before = self.state.digest()
        refusal = GAME.why_not(self.state, wish)
        assert refusal is not None, f"{wish} is legal"
        assert self.state.digest() == before
        assert refusal.rules
        assert all(rule in GAME.rulebook for rule in refusal.rules)
        return refusal

    def act(self, *actions: Action) -> Table:
        """Play legal actions of whoever is to choose."""
        for action in actions:
            assert isinstance(self.task, Decision), f"nobody is to choose {action}: {self.task}"
            assert action in self.legal, f"{action} is not among {list(map(str, self.legal))}"
            GAME.advance(self.state, action, self.story)
        return self

    def roll(self, *pips: int) -> Table:
        for n in pips:
            assert isinstance(self.task, Chance), f"no die is to be rolled: {self.task}"
            GAME.advance(self.state, Roll(n), self.story)
        return self

    def default(self) -> Table:
        """The answer for a player who gives none."""
        action = self.task.default(self.state)
        assert action in self.legal
        GAME.advance(self.state, action, self.story)
        return self

    def passing(self, *until: type) -> Table:
        """Nobody does anything of their own; no flood comes, lots fall on the first. Stops at `until`."""
        while self.state.agenda and not isinstance(self.task, until):
            if isinstance(self.task, FloodRoll):
                self.roll(6)
            elif isinstance(self.task, DrawLot):
                GAME.advance(self.state, self.task.outcomes(self.state)[0][0], self.story)
            elif isinstance(self.task, Decision):
                self.default()
            else:
                raise AssertionError(f"unexpected {self.task}")
        return self

    def passing_one(self) -> None:
        """One default answer or harmless result of chance."""
        if isinstance(self.task, FloodRoll):
            self.roll(6)
        elif isinstance(self.task, Chance):
            GAME.advance(self.state, self.task.outcomes(self.state)[0][0], self.story)
        else:
            self.default()

    def passing_setup(self) -> Table:
        """All start pieces placed by default, up to the first round."""
        while self.state.round == 0:
            self.passing_one()
        return self

    def passing_to_round(self, number: int) -> Table:
        while self.state.round < number:
            self.passing_one()
        return self

    def passing_until(self, phase: str, seat: int, ask: bool = True) -> Table:
        """Until this player is asked in this phase (with `ask` false: also at the end)."""
        while self.task is not None and not (self.state.phase == phase and self.actor == seat):
            self.passing_one()
        assert not ask or self.task is not None
        return self

    def copy(self) -> Table:
        import copy

        other = copy.copy(self)
        other.state = self.state.copy()
        other.story = Story(self.state.names)
        other.story.events = list(self.story.events)
        return other

    def events(self, kind: str) -> list[Any]:
        return [e for e in self.story.events if e.kind == kind]


def fresh(players: int, **options: Any) -> Table:
    """A game at its very beginning."""
    table = Table(players)
    table.state = GAME.start(GAME.options(**options), NAMES[:players])
    return table


__all__ = ["BLUE", "BuildMap", "GREEN", "NAMES", "RED", "Table", "YELLOW", "fresh"]
