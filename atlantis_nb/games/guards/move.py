"""Regular movement and fast travel.

Rules: G-MOV-01 to 05, G-FAST-01 to 04, G-R-29, G-R-33, G-R-34, G-R-97.
"""

from __future__ import annotations

from typing import ClassVar

from atlantis_nb.core.game import Action, Decision, Illegal, Log, Place

from . import units, values
from .actions import Go, go
from .board import TEAM_NAMES
from .deck import Card
from .state import State


def can_move(state: State, hero: str, card: Card) -> bool:
    """Whether a movement action is open: a Movement icon, and nothing forbids it (G-R-34)."""
    return card.movement is not None and not (
        state.effects and values.forbidden(state, "move_action", hero) is not None
    )


def movement(state: State, hero: str, card: Card) -> int:
    """How many spaces a regular move may cover."""
    n = values.value(state, hero, card, "movement")
    if n > 1 and state.effects and values.forbidden(state, "long_move", hero) is not None:
        return 1
    return n


def must_stay(state: State, hero: str, card: Card) -> bool:
    """Whether a movement action can only be a move of 0 spaces (G-MOV-05)."""
    if state.options.pass_friends:
        return not units.reach(state, state.units[hero], movement(state, hero, card))
    hemmed = all(p in state.on for p in state.board.near[state.at(hero)])
    return hemmed or movement(state, hero, card) == 0


def travel_spaces(state: State, hero: str) -> list[Place]:
    """Where a hero may fast travel (G-FAST-02, G-FAST-03, G-R-33); empty if not at all."""
    unit = state.units[hero]
    board = state.board
    here = board.zone[unit.at]
    held = enemy_zones(state, unit.team)
    if here in held:
        return []
    on = state.on
    return [
        p
        for zone in (here, *board.touching[here])
        if zone not in held
        for p in board.zones[zone]
        if p not in on
    ]


def enemy_zones(state: State, team: int) -> dict[str, bool]:
    """The zones that hold an enemy unit."""
    zone = state.board.zone
    return {zone[u.at]: True for u in state.units.values() if u.team != team}


def can_travel(state: State, hero: str, card: Card) -> bool:
    """Whether a fast travel may be chosen for a card (G-FAST-04, G-R-34)."""
    if not can_move(state, hero, card):
        return False
    unit = state.units[hero]
    zone = state.board.zone
    here = zone[unit.at]
    if any(u.team != unit.team and zone[u.at] == here for u in state.units.values()):
        return False
    if state.effects and values.forbidden(state, "fast_travel", hero) is not None:
        return False
    return True if _room(state, here) else bool(travel_spaces(state, hero))


def _room(state: State, zone: str) -> bool:
    """Whether a zone has a free space."""
    on = state.on
    return any(p not in on for p in state.board.zones[zone])


class Move(Decision[State, Action], frozen=True, kw_only=True):
    """A regular move: any number of spaces up to the Movement icon, also none (G-MOV-01, G-MOV-05)."""

    rules: ClassVar[tuple[str, ...]] = ("G-MOV-01", "G-MOV-02", "G-MOV-03", "G-MOV-04", "G-MOV-05", "G-R-29")
    hero: str
    card: str

    def ask(self, state: State) -> str:
        n = movement(state, self.hero, values.deck(state).cards[self.card])
        return f"Move {state.call(self.hero)} up to {n} space{'' if n == 1 else 's'}, or stay."

    def legal(self, state: State) -> list[Action]:
        unit = state.units[self.hero]
        n = movement(state, self.hero, values.deck(state).cards[self.card])
        return [go(unit.at), *map(go, units.reach(state, unit, n))]

    def apply(self, state: State, action: Action, log: Log) -> None:
        assert isinstance(action, Go)
        unit = state.units[self.hero]
        n = movement(state, self.hero, values.deck(state).cards[self.card])
        path = units.path(state, unit, action.to, 1, n)
        log.say(
            "move", ("G-MOV-01", "G-MOV-05", "G-R-29"),
            "{who} moves from {a} to {b}." if path else "{who} stays on {a}.",
            (unit.at, action.to), who=state.call(self.hero), a=unit.at, b=action.to, hero=self.hero,
        )  # fmt: skip
        units.travel(state, self.hero, path, log)

    def why_not(self, state: State, action: Action) -> Illegal | None:
        if isinstance(action, Go) and action not in self.legal(state):
            board = state.board
            if action.to in state.on:
                return Illegal(
                    ("G-MOV-02",), f"{_upper(state.call(state.on[action.to]))} stands on that space."
                )
            if board.terrain.get(action.to, "") not in ("open", "water"):
                return Illegal(("G-MOV-03",), "That space is impassable, or not on the board.")
            n = movement(state, self.hero, values.deck(state).cards[self.card])
            return Illegal(
                ("G-MOV-01", "G-R-29"),
                f"No free path of {n} space{'' if n == 1 else 's'} or fewer leads there.",
            )
        return super().why_not(state, action)

    def wish(self, state: State, clicks: tuple[str, ...]) -> Action | None:
        return wished_space(state, clicks)


class FastTravel(Decision[State, Action], frozen=True, kw_only=True):
    """A jump inside the zone or into a neighbouring one, both free of enemies (G-FAST-01 to 03)."""

    rules: ClassVar[tuple[str, ...]] = ("G-FAST-01", "G-FAST-02", "G-FAST-03", "G-FAST-04", "G-R-33")
    hero: str

    def ask(self, state: State) -> str:
        return f"Choose where {state.call(self.hero)} travels."

    def legal(self, state: State) -> list[Action]:
        return [go(p) for p in travel_spaces(state, self.hero)]

    def apply(self, state: State, action: Action, log: Log) -> None:
        assert isinstance(action, Go)
        fast_travel(state, self.hero, action.to, log)

    def why_not(self, state: State, action: Action) -> Illegal | None:
        if isinstance(action, Go) and action not in self.legal(state):
            return no_travel(state, self.hero, action.to)
        return super().why_not(state, action)

    def wish(self, state: State, clicks: tuple[str, ...]) -> Action | None:
        return wished_space(state, clicks)


def fast_travel(state: State, hero: str, to: Place, log: Log) -> None:
    start = state.at(hero)
    log.say(
        "fast_travel", ("G-FAST-01", "G-FAST-02", "G-FAST-03", "G-R-33"), "{who} fast travels from {a} to {b}.",
        (start, to), who=state.call(hero), a=start, b=to, hero=hero,
    )  # fmt: skip
    units.travel(state, hero, (to,), log)


def no_travel(state: State, hero: str, to: Place = "") -> Illegal:
    """Why a hero may not fast travel, there or at all."""
    unit, board = state.units[hero], state.board
    held = enemy_zones(state, unit.team)
    here = board.zone[unit.at]
    if here in held:
        return Illegal(
            ("G-FAST-03", "G-R-33"),
            f"An enemy of the {TEAM_NAMES[unit.team]} stands in the zone of departure.",
        )
    if not to:
        return Illegal(("G-FAST-03",), "There is no free space to travel to.")
    zone = board.zone.get(to, "")
    if zone != here and zone not in board.touching[here]:
        return Illegal(("G-FAST-02",), "That zone is neither this one nor a neighbouring one.")
    if zone in held:
        return Illegal(("G-FAST-03", "G-R-33"), "An enemy stands in the zone of arrival.")
    if to in state.on:
        return Illegal(("G-R-33", "G-R-79"), "That space holds a unit.")
    return Illegal(("G-MOV-03", "G-R-33"), "That space is impassable.")


def wished_space(state: State, clicks: tuple[str, ...]) -> Action | None:
    if not clicks:
        return None
    kind, _, what = clicks[0].partition(":")
    if kind == "cell":
        return Go(what)
    if kind == "piece" and what in state.units:
        return Go(state.at(what))
    return None


def _upper(text: str) -> str:
    return text[0].upper() + text[1:]
