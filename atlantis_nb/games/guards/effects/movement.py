"""Primitives that move the acting hero: move_self, place_self, fast_travel."""

from __future__ import annotations

from functools import partial
from typing import ClassVar, Literal

from msgspec.structs import replace

from atlantis_nb.core.game import Action, Illegal, Log, Place
from atlantis_nb.games.guards import move, targets, units, values
from atlantis_nb.games.guards.actions import Go, Pick, go, pick_unit
from atlantis_nb.games.guards.state import Frame, State
from atlantis_nb.games.guards.targets import Selector, Spaces

from .base import Op, Span, Then, ask, carry_on, missed, named, refuse_space, span, with_unit_at


class MoveSelf(Op, frozen=True, kw_only=True):
    """Move your hero as card text: no movement action, items do not count, an exact number in full."""

    rules: ClassVar[tuple[str, ...]] = ("G-ACT-01", "G-ACT-02", "G-ITEM-05", "G-R-30", "G-R-31", "G-R-36")
    spaces: Span
    line: bool = False
    through: Literal["everything"] | None = None
    over: Selector | None = None
    into: str = ""
    end_next_to: Selector | None = None
    ordered: bool = False
    as_: str = ""

    def mandatory(self) -> bool:
        return self.ordered

    def finds(self) -> tuple[str, Selector] | None:
        found = self.end_next_to or self.over
        return (self.as_, found) if self.as_ and found is not None else None

    def ends(self, state: State, frame: Frame) -> list[Place]:
        """Where the move can end."""
        unit = state.units[frame.hero]
        low, high = self._span(frame)
        if self.through == "everything":
            found = [
                place
                for n in range(low, high + 1)
                for way in range(6)
                if targets.free(state, place := state.board.beyond(unit.at, way, n))
            ]
        elif self.over is not None:
            found = self._over(state, frame)
        elif self.line:
            found = units.straight(state, unit, low, high)
        else:
            found = units.exactly(state, unit, low, high)
        if self.into:
            spot = self._into(state, frame)
            found = [p for p in found if p == spot]
        if self.end_next_to is not None:
            beside = self.end_next_to
            found = [
                p
                for p in found
                if with_unit_at(state, frame.hero, p, lambda: bool(targets.find(state, frame, beside)))
            ]
        return found

    def _into(self, state: State, frame: Frame) -> Place:
        """The space a named unit stood on: before the push, if one came (G-R-93)."""
        if frame.hit is not None and frame.hit.unit in targets.ids(frame, self.into):
            return frame.hit.at
        return targets.spot(state, frame, self.into)

    def _over(self, state: State, frame: Frame) -> list[Place]:
        """The first step passes over exactly one unit that fits."""
        unit, board = state.units[frame.hero], state.board
        low, high = span(self.spaces)
        assert self.over is not None
        fitting = targets.find(state, frame, self.over, "attack")
        found = []
        for ray in board.rays[unit.at]:
            if ray and state.on.get(ray[0], "") in fitting:
                for n in range(2, min(high, len(ray)) + 1):
                    if ray[n - 1] in state.on:
                        break
                    if n >= low:
                        found.append(ray[n - 1])
        return found

    def possible(self, state: State, frame: Frame) -> bool:
        low, high = span(self.spaces)
        if low <= 1 and not (self.line or self.through or self.over or self.into or self.end_next_to):
            return high > 0 and any(p not in state.on for p in state.board.near[state.at(frame.hero)])
        return bool(self.ends(state, frame))

    def begin(self, state: State, frame: Frame, log: Log) -> None:
        if frame.stage:  # arrived beside one unit or more: which of them is meant
            found = self._beside(state, frame)
            if len(found) > 1:
                ask(state, frame)
            else:
                self._name(state, frame, found)
            return
        ends = self.ends(state, frame)
        if not ends:
            self._short(state, frame, log)
        elif len(ends) == 1 and not self.may:
            self._go(state, frame, ends[0], log)
        else:
            ask(state, frame)

    def _short(self, state: State, frame: Frame, log: Log) -> None:
        """An ordered move that a reaction has made impossible goes as far as it can (G-R-31)."""
        low = span(self.spaces)[0]
        unit = state.units[frame.hero]
        special = self.through or self.over or self.into or self.end_next_to
        if self.ordered and not special:
            for n in range(low - 1, 0, -1):
                if units.straight(state, unit, n, n) if self.line else units.exactly(state, unit, n, n):
                    state.frames[-1] = replace(frame, count=n)
                    return  # asked again, now for n spaces
        missed(state, self)

    def _span(self, frame: Frame) -> tuple[int, int]:
        """The number of spaces; a move cut short by a reaction has its length in `frame.count`."""
        return (frame.count, frame.count) if frame.count else span(self.spaces)

    def options(self, state: State, frame: Frame) -> list[Action]:
        if frame.stage:
            return [pick_unit(u) for u in self._beside(state, frame)]
        return [go(p) for p in self.ends(state, frame)]

    def take(self, state: State, frame: Frame, action: Action, log: Log) -> None:
        if isinstance(action, Pick):
            self._name(state, frame, [action.unit])
        else:
            assert isinstance(action, Go)
            self._go(state, frame, action.to, log)

    def _go(self, state: State, frame: Frame, to: Place, log: Log) -> None:
        unit = state.units[frame.hero]
        low, high = self._span(frame)
        start = unit.at
        if self.line or self.through or self.over:
            way = state.board.bearing[start][to]
            n = state.board.distance[start][to]
            path = tuple(state.board.beyond(start, way, k) for k in range(1, n + 1))
        else:
            path = units.path(state, unit, to, low, high)
        log.say(
            "text_move", ("G-ACT-01", "G-R-30", "G-R-36"), "{who} moves from {a} to {b}.", (start, to),
            who=state.call(frame.hero), a=start, b=to, hero=frame.hero,
        )  # fmt: skip
        trail = (start, *path[:-1])
        over = state.on.get(path[0], "") if self.over is not None else ""
        if self.end_next_to is not None and self.as_:
            state.frames[-1] = replace(frame, stage=1, trail=trail)
        elif over:
            carry_on(
                state, True, trail=trail, mine=(*frame.mine, over),
                names=named(frame, self.as_, (over,), (state.at(over),)),
            )  # fmt: skip
        else:
            carry_on(state, True, trail=trail)
        units.travel(state, frame.hero, path, log)

    def _beside(self, state: State, frame: Frame) -> list[str]:
        assert self.end_next_to is not None
        found = targets.find(state, frame, self.end_next_to, "attack")
        return found or targets.find(state, frame, self.end_next_to)

    def _name(self, state: State, frame: Frame, found: list[str]) -> None:
        found = found[:1]
        names = named(frame, self.as_, found, [state.at(u) for u in found])
        carry_on(state, True, names=names, mine=(*frame.mine, *found))

    def ahead(self, state: State, frame: Frame, then: Then) -> bool:
        def there() -> bool:
            f = replace(frame, done=True)
            if self.end_next_to is not None and self.as_:
                return any(
                    then(replace(f, names=named(f, self.as_, (u,), (state.at(u),))))
                    for u in self._beside(state, f)
                )
            return then(f)

        hero, start = frame.hero, state.at(frame.hero)
        for place in self.ends(state, frame):
            over = ""
            if self.over is not None:
                over = state.on.get(state.board.beyond(start, state.board.bearing[start][place], 1), "")
            f = replace(frame, names=named(frame, self.as_, (over,), (state.at(over),))) if over else frame
            if over:
                if with_unit_at(state, hero, place, partial(then, replace(f, done=True))):
                    return True
            elif with_unit_at(state, hero, place, there):
                return True
        return False

    def ask(self, state: State, frame: Frame) -> str:
        low, high = span(self.spaces)
        card = values.deck(state).cards[frame.card].name
        if frame.stage:
            return f"{card}: which unit do you mean?"
        n = str(high) if low == high else f"{low} to {high}"
        return f"{card}: move {n} space{'' if n == '1' else 's'}{' in one direction' if self.line else ''}."

    def why_not(self, state: State, frame: Frame, action: Action) -> Illegal:
        if isinstance(action, Go):
            return refuse_space(state, action.to, ("G-ACT-01", "G-R-30", "G-R-36"))
        return super().why_not(state, frame, action)


class PlaceSelf(Op, frozen=True, kw_only=True):
    """Put your hero into an empty space; this is no movement and nothing between matters (G-R-86)."""

    rules: ClassVar[tuple[str, ...]] = ("G-R-86", "G-R-36", "G-R-89", "G-FAST-04")
    to: Spaces

    def possible(self, state: State, frame: Frame) -> bool:
        return bool(targets.spaces(state, frame, self.to))

    def begin(self, state: State, frame: Frame, log: Log) -> None:
        found = targets.spaces(state, frame, self.to)
        if not found:
            missed(state, self)
        elif len(found) == 1 and not self.may:
            self.take(state, frame, go(found[0]), log)
        else:
            ask(state, frame)

    def options(self, state: State, frame: Frame) -> list[Action]:
        return [go(p) for p in targets.spaces(state, frame, self.to)]

    def take(self, state: State, frame: Frame, action: Action, log: Log) -> None:
        assert isinstance(action, Go)
        log.say(
            "placed", ("G-R-86",), "{who} appears on {b}.", (state.at(frame.hero), action.to),
            who=state.call(frame.hero), b=action.to, hero=frame.hero,
        )  # fmt: skip
        carry_on(state, True)
        units.travel(state, frame.hero, (action.to,), log)

    def ahead(self, state: State, frame: Frame, then: Then) -> bool:
        f = replace(frame, done=True)
        return any(
            with_unit_at(state, frame.hero, p, partial(then, f))
            for p in targets.spaces(state, frame, self.to)
        )

    def ask(self, state: State, frame: Frame) -> str:
        return f"{values.deck(state).cards[frame.card].name}: put {state.call(frame.hero)} on a space."

    def why_not(self, state: State, frame: Frame, action: Action) -> Illegal:
        if isinstance(action, Go):
            refusal = refuse_space(state, action.to, self.rules)
            if refusal.rules != self.rules or self.to.line is None:
                return refusal
            want = "is not" if self.to.line else "is"
            return Illegal(("G-ATT-09", "G-R-36"), f"That space {want} in a straight line, or it is too far.")
        return super().why_not(state, frame, action)


class FastTravel(Op, frozen=True, kw_only=True):
    """Make one fast travel by the usual rule; whatever forbids that stops it (G-FAST-03, G-R-34)."""

    rules: ClassVar[tuple[str, ...]] = ("G-FAST-02", "G-FAST-03", "G-FAST-04", "G-R-34", "G-R-87")

    def needs_movement(self) -> bool:
        return True

    def possible(self, state: State, frame: Frame) -> bool:
        return move.can_travel(state, frame.hero, values.deck(state).cards[frame.card])

    def begin(self, state: State, frame: Frame, log: Log) -> None:
        if self.possible(state, frame):
            ask(state, frame)
        else:
            missed(state, self)

    def options(self, state: State, frame: Frame) -> list[Action]:
        return [go(p) for p in move.travel_spaces(state, frame.hero)]

    def take(self, state: State, frame: Frame, action: Action, log: Log) -> None:
        assert isinstance(action, Go)
        carry_on(state, True)
        move.fast_travel(state, frame.hero, action.to, log)

    def ask(self, state: State, frame: Frame) -> str:
        return f"{values.deck(state).cards[frame.card].name}: choose where to travel."

    def why_not(self, state: State, frame: Frame, action: Action) -> Illegal:
        if isinstance(action, Go):
            return move.no_travel(state, frame.hero, action.to)
        return super().why_not(state, frame, action)
