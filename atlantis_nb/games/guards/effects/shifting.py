"""Primitives that shift other units: move_unit, push, pull, place_unit, swap."""

from __future__ import annotations

from functools import partial
from typing import ClassVar, Literal

from msgspec.structs import replace

from atlantis_nb.core.game import Action, Illegal, Log, Place
from atlantis_nb.games.guards import targets, units, values
from atlantis_nb.games.guards.actions import Go, Pick, go, pick_unit
from atlantis_nb.games.guards.state import Frame, State
from atlantis_nb.games.guards.targets import Purpose, Selector, Spaces

from .base import (
    Aimed,
    Op,
    Span,
    Then,
    ask,
    carry_on,
    missed,
    named,
    place_of,
    refuse_target,
    span,
    with_unit_at,
)


class _Shift(Aimed, frozen=True, kw_only=True):
    """Targets are brought to a space each, one by one, in the order in which they were picked."""

    purpose: ClassVar[Purpose] = "shift"
    rules: ClassVar[tuple[str, ...]] = ("G-ACT-03", "G-ACT-04", "G-MIN-08", "G-R-32", "G-R-86")
    verb: ClassVar[str] = "brought"
    target: Selector | str

    def aim(self) -> Selector | str | None:
        return self.target

    def ends(self, state: State, frame: Frame, unit: str) -> list[Place]:
        """Where the unit can come to; its own space if it stays by force."""
        raise NotImplementedError

    def bring(self, state: State, frame: Frame, unit: str, to: Place, log: Log) -> None:
        """Bring it there."""
        raise NotImplementedError

    def next(self, state: State, frame: Frame, log: Log) -> None:
        while frame.left and frame.left[0] not in state.units:
            frame = replace(frame, left=frame.left[1:])
        if not frame.left:
            self.all_done(state, frame)
            return
        ends = self.ends(state, frame, frame.left[0])
        if len(ends) <= 1:
            self._bring(state, frame, ends[0] if ends else state.at(frame.left[0]), log)
        else:
            state.frames[-1] = frame
            ask(state, frame)

    def all_done(self, state: State, frame: Frame) -> None:
        carry_on(state, True)

    def further(self, state: State, frame: Frame) -> list[Action]:
        return [go(p) for p in self.ends(state, frame, frame.left[0])]

    def took(self, state: State, frame: Frame, action: Action, log: Log) -> None:
        assert isinstance(action, Go)
        self._bring(state, frame, action.to, log)

    def _bring(self, state: State, frame: Frame, to: Place, log: Log) -> None:
        unit, start = frame.left[0], state.at(frame.left[0])
        state.frames[-1] = replace(frame, left=frame.left[1:])
        log.say(
            "shifted", ("G-ACT-03", "G-R-32", "G-R-86"),
            "{what} is {verb} from {a} to {b}." if to != start else "{what} stays on {a}.", (start, to),
            what=units_word(state, unit), verb=self.verb, a=start, b=to, unit=unit, by=frame.hero,
        )  # fmt: skip
        self.bring(state, frame, unit, to, log)

    def ahead(self, state: State, frame: Frame, then: Then) -> bool:
        for unit in self.aims(state, frame):
            f = replace(frame, mine=(*frame.mine, unit), done=True)
            for to in self.ends(state, frame, unit) or [state.at(unit)]:
                if with_unit_at(state, unit, to, partial(then, f)):
                    return True
        return False

    def ask(self, state: State, frame: Frame) -> str:
        card = values.deck(state).cards[frame.card].name
        if frame.stage:
            return f"{card}: choose where {state.call(frame.left[0])} goes."
        return f"{card}: choose a target."


def units_word(state: State, unit: str) -> str:
    text = state.call(unit)
    return text[0].upper() + text[1:]


class MoveUnit(_Shift, frozen=True, kw_only=True):
    """Move other units along free spaces: an exact number as far as possible, a span as you like."""

    verb: ClassVar[str] = "moved"
    spaces: Span
    line: bool = False
    way: Literal["around"] | None = None

    def ends(self, state: State, frame: Frame, unit: str) -> list[Place]:
        found = state.units[unit]
        low, high = span(self.spaces)
        around = state.at(frame.hero) if self.way == "around" else ""
        if self.line:
            for n in range(high, 0, -1):
                ends = units.straight(state, found, min(low, n), n)
                if ends:
                    return ends
            return []
        if low == high:
            return units.longest(state, found, high, around)
        if around:
            return units.turning(state, found, low, high, around)
        return units.exactly(state, found, low, high) or units.longest(state, found, low)

    def bring(self, state: State, frame: Frame, unit: str, to: Place, log: Log) -> None:
        found = state.units[unit]
        if to == found.at:
            return
        high = span(self.spaces)[1]
        if self.line:
            path = straight_path(state, found.at, to)
        else:
            # An enemy is led over as many mines as there are on his way (G-R-97).
            hostile = found.team != state.heroes[frame.hero].team
            around = state.at(frame.hero) if self.way == "around" else ""
            path = units.path(state, found, to, 1, high, around, gather=hostile)
        units.travel(state, unit, path, log)


def straight_path(state: State, start: Place, to: Place) -> tuple[Place, ...]:
    way, n = state.board.bearing[start][to], state.board.distance[start][to]
    return tuple(state.board.beyond(start, way, k) for k in range(1, n + 1))


class _Straight(_Shift, frozen=True, kw_only=True):
    """A shift straight away from the acting hero, or straight toward him."""

    spaces: Span
    turn: ClassVar[int] = 0

    def fit(self, state: State, frame: Frame, unit: str) -> bool:
        return state.at(unit) in state.board.bearing[state.at(frame.hero)]

    def way(self, state: State, frame: Frame, unit: str) -> int:
        return (state.board.bearing[state.at(frame.hero)][state.at(unit)] + self.turn) % 6

    def room(self, state: State, frame: Frame, unit: str) -> int:
        """How far it can go before an obstacle."""
        n = 0
        for place in state.board.rays[state.at(unit)][self.way(state, frame, unit)]:
            if place in state.on:
                break
            n += 1
        return n

    def ends(self, state: State, frame: Frame, unit: str) -> list[Place]:
        at = state.at(unit)
        if at not in state.board.bearing[state.at(frame.hero)]:
            return []
        low, high = span(self.spaces)
        room = self.room(state, frame, unit)
        way = self.way(state, frame, unit)
        lengths = range(min(low, room), min(high, room) + 1)
        return [state.board.beyond(at, way, n) for n in lengths]

    def bring(self, state: State, frame: Frame, unit: str, to: Place, log: Log) -> None:
        at = state.at(unit)
        high = span(self.spaces)[1]
        went = state.board.distance[at][to]
        if at in state.board.bearing[state.at(frame.hero)]:
            blocked = went < high and went == self.room(state, frame, unit)
            if blocked:
                now = state.frames[-1]
                held = (*now.trail, unit) if unit in state.heroes else now.trail
                state.frames[-1] = replace(now, stopped=True, trail=held)
        if went:
            units.travel(state, unit, straight_path(state, at, to), log)


class Push(_Straight, frozen=True, kw_only=True):
    """Move the target straight away from you; it stops before an obstacle, 0 spaces count."""

    verb: ClassVar[str] = "pushed"
    as_: str = ""

    def begin(self, state: State, frame: Frame, log: Log) -> None:
        if not frame.stage and not frame.picked and (frame.trail or frame.stopped):
            state.frames[-1] = frame = replace(frame, trail=(), stopped=False)
        super().begin(state, frame, log)

    def all_done(self, state: State, frame: Frame) -> None:
        names = frame.names
        if self.as_:
            names = named(frame, self.as_, frame.trail, [state.at(u) for u in frame.trail])
        carry_on(state, True, names=names, trail=())


class Pull(_Straight, frozen=True, kw_only=True):
    """Move the target straight toward you; it stops before an obstacle."""

    verb: ClassVar[str] = "pulled"
    turn: ClassVar[int] = 3


class PlaceUnit(_Shift, frozen=True, kw_only=True):
    """Put another unit into an empty space; no movement (G-R-86)."""

    to: Spaces

    def possible(self, state: State, frame: Frame) -> bool:
        return super().possible(state, frame) and bool(targets.spaces(state, frame, self.to))

    def begin(self, state: State, frame: Frame, log: Log) -> None:
        if frame.stage or self.possible(state, frame):
            super().begin(state, frame, log)
        else:
            missed(state, self)

    def ends(self, state: State, frame: Frame, unit: str) -> list[Place]:
        return targets.spaces(state, frame, self.to)

    def bring(self, state: State, frame: Frame, unit: str, to: Place, log: Log) -> None:
        units.travel(state, unit, (to,), log)


class Swap(Op, frozen=True, kw_only=True):
    """Two things change places; no movement. `a` left out is your hero (G-R-86)."""

    rules: ClassVar[tuple[str, ...]] = ("G-R-86", "G-MIN-08")
    b: Selector | str
    a: Selector | str | None = None
    ignore_heavy: bool = False

    def first(self, state: State, frame: Frame) -> list[str]:
        if self.a is None:
            return [frame.hero]
        return self._find(state, frame, self.a)

    def _find(self, state: State, frame: Frame, aim: Selector | str) -> list[str]:
        purpose: Purpose = "" if self.ignore_heavy else "shift"
        if isinstance(aim, str):
            found = [u for u in targets.ids(frame, aim) if u.startswith("@") or u in state.units]
        else:
            found = targets.find(state, frame, aim, purpose)
        if self.ignore_heavy:
            found = [
                u
                for u in found
                if u.startswith("@")
                or state.units[u].team == state.heroes[frame.hero].team
                or values.forbidden(state, "displace", u) is None
            ]
        return [u for u in found if not (u.startswith("@") and u[1:] in state.on)]

    def pairs(self, state: State, frame: Frame) -> list[tuple[str, str]]:
        second = self._find(state, frame, self.b)
        return [(a, b) for a in self.first(state, frame) for b in second if a != b]

    def possible(self, state: State, frame: Frame) -> bool:
        return bool(self.pairs(state, frame))

    def begin(self, state: State, frame: Frame, log: Log) -> None:
        pairs = self.pairs(state, frame)
        if not pairs:
            missed(state, self)
            return
        if frame.picked:
            pairs = [p for p in pairs if p[0] == frame.picked[0]]
        if len(pairs) == 1 and not (self.may and not frame.picked):
            self.swap(state, frame, *pairs[0], log)
        else:
            ask(state, frame)

    def options(self, state: State, frame: Frame) -> list[Action]:
        pairs = self.pairs(state, frame)
        if frame.picked:
            return [pick_unit(b) for a, b in pairs if a == frame.picked[0]]
        if self.a is None:
            return [pick_unit(b) for _, b in pairs]
        return [pick_unit(a) for a in dict.fromkeys(a for a, _ in pairs)]

    def take(self, state: State, frame: Frame, action: Action, log: Log) -> None:
        assert isinstance(action, Pick)
        if self.a is None:
            self.swap(state, frame, frame.hero, action.unit, log)
        elif frame.picked:
            self.swap(state, frame, frame.picked[0], action.unit, log)
        else:
            state.frames[-1] = replace(frame, picked=(action.unit,))

    def swap(self, state: State, frame: Frame, a: str, b: str, log: Log) -> None:
        here, there = place_of(state, a), place_of(state, b)
        log.say(
            "swapped", ("G-R-86",), "{a} and {b} change places.", (here, there),
            a=_thing(state, a), b=_thing(state, b), ids=[a, b], by=frame.hero,
        )  # fmt: skip
        carry_on(state, True, mine=(*frame.mine, *(x for x in (a, b) if x != frame.hero)))
        tokens = {p: state.tokens.pop(p) for t, p in ((a, here), (b, there)) if t.startswith("@")}
        lifted = {t: units.lift(state, t) for t in (a, b) if not t.startswith("@")}
        for thing, place in ((a, there), (b, here)):
            if thing in lifted:
                units.put(state, lifted[thing], place)
            else:
                state.tokens[place] = tokens[thing[1:]]
        for thing, place in ((a, there), (b, here)):
            if thing in lifted and state.tokens:
                units.spring(state, thing, (place,), log)

    def ahead(self, state: State, frame: Frame, then: Then) -> bool:
        f = replace(frame, done=True)
        for a, b in self.pairs(state, frame):
            # Only the hero's own new place matters for what can follow; the other takes no free space.
            if a == frame.hero and b.startswith("@"):
                if with_unit_at(state, a, b[1:], partial(then, f)):
                    return True
            elif a == frame.hero:
                here, there = state.at(a), state.at(b)
                lifted = [units.lift(state, a), units.lift(state, b)]
                units.put(state, lifted[0], there)
                units.put(state, lifted[1], here)
                try:
                    if then(f):
                        return True
                finally:
                    lifted = [units.lift(state, a), units.lift(state, b)]
                    units.put(state, lifted[0], here)
                    units.put(state, lifted[1], there)
            elif then(f):
                return True
        return False

    def ask(self, state: State, frame: Frame) -> str:
        return f"{values.deck(state).cards[frame.card].name}: choose what changes places."

    def why_not(self, state: State, frame: Frame, action: Action) -> Illegal:
        aim = self.b if self.a is None or frame.picked else self.a
        if isinstance(action, Pick) and isinstance(aim, Selector):
            return refuse_target(state, frame, aim, "" if self.ignore_heavy else "shift", action.unit)
        return super().why_not(state, frame, action)


def _thing(state: State, thing: str) -> str:
    if thing.startswith("@"):
        return f"a {state.tokens[thing[1:]].partition(':')[0]} on {thing[1:]}"
    return state.call(thing)
