"""Primitives that strike: attack, area_attack."""

from __future__ import annotations

from functools import partial
from typing import Annotated, ClassVar, Literal

from msgspec import Meta
from msgspec.structs import replace

from atlantis_nb.core.game import Action, Log
from atlantis_nb.games.guards import attack, targets
from atlantis_nb.games.guards.actions import Go, Pick, go, pick_unit
from atlantis_nb.games.guards.state import Frame, State
from atlantis_nb.games.guards.targets import Condition, Purpose, Selector

from . import base
from .base import Aimed, Then, ask, carry_on, missed, without_unit


class _Strike(Aimed, frozen=True, kw_only=True):
    purpose: ClassVar[Purpose] = "attack"
    rules: ClassVar[tuple[str, ...]] = ("G-ATT-01", "G-ATT-02", "G-ATT-07", "G-ATT-08", "G-R-39", "G-R-92")

    def ahead(self, state: State, frame: Frame, then: Then) -> bool:
        """An attacked minion counts as gone, an attacked hero as still standing (G-R-31)."""
        for unit in self.aims(state, frame):
            minion = unit not in state.heroes
            hit = base.met(state, frame, unit, minion)
            f = replace(frame, hit=hit, mine=(*frame.mine, unit), done=True)
            if without_unit(state, unit, partial(then, f)) if minion else then(f):
                return True
        return False


class Attack(_Strike, frozen=True, kw_only=True):
    """Make an attack with the attack icon plus items. Found among adjacent spaces it is melee."""

    target: Selector | str
    bonus: Annotated[int, Meta(ge=-60, le=60)] = 0
    bonus_if: Condition | None = None

    def aim(self) -> Selector | str | None:
        return self.target

    def next(self, state: State, frame: Frame, log: Log) -> None:
        bonus = self.bonus
        if bonus and self.bonus_if is not None and not targets.true(state, frame, self.bonus_if):
            bonus = 0
        kind = "melee" if attack.melee(state, frame, self.target) else "ranged"
        attack.declare(state, frame, kind, frame.picked, bonus, log)


class AreaAttack(_Strike, frozen=True, kw_only=True):
    """One attack value against every chosen target; each hero defends alone (G-R-40, G-R-41)."""

    rules: ClassVar[tuple[str, ...]] = ("G-ATT-08", "G-SKILL-03", "G-R-39", "G-R-40", "G-R-41")
    targets: Selector

    def aim(self) -> Selector | str | None:
        return self.targets

    def most(self) -> int:
        return 99 if self.targets.all or self.targets.max == 1 else self.targets.max

    def aims(self, state: State, frame: Frame) -> list[str]:
        return [u for u in self._area(state, frame) if self._open(state, frame, u)]

    def _area(self, state: State, frame: Frame) -> list[str]:
        """Everything in the area, a protected heavy too; friends only if the table plays so."""
        s = self.targets
        if state.options.friendly_targets == "area_hits_all" and s.side == "enemy":
            s = replace(s, side="any")
        return targets.find(state, frame, s)

    def _open(self, state: State, frame: Frame, unit: str) -> bool:
        return targets.allowed(state, frame, state.units[unit], "attack")

    def aimed(self, state: State, frame: Frame, units: tuple[str, ...], log: Log) -> None:
        if state.options.area_resolution == "one_by_one":
            self._one_by_one(state, frame, units, log)
        else:
            super().aimed(state, frame, units, log)

    def next(self, state: State, frame: Frame, log: Log) -> None:
        if state.options.area_resolution == "one_by_one":
            self._next_one(state, frame, log)
        else:
            attack.declare(state, frame, "area", frame.picked, 0, log)

    # -------- one by one (option of G-R-40): the heavy may be hit last

    def _one_by_one(self, state: State, frame: Frame, units: tuple[str, ...], log: Log) -> None:
        if self.most() == 99:
            units = tuple(self._area(state, frame))
        state.frames[-1] = frame = replace(
            frame, stage=1, left=units, picked=units, mine=(*frame.mine, *units)
        )
        self._next_one(state, frame, log)

    def _now(self, state: State, frame: Frame) -> list[str]:
        return [u for u in frame.left if u in state.units and self._open(state, frame, u)]

    def _next_one(self, state: State, frame: Frame, log: Log) -> None:
        now = self._now(state, frame)
        if not now:
            carry_on(state, True)
        elif len(now) == 1:
            self.took(state, frame, pick_unit(now[0]), log)
        else:
            ask(state, frame)

    def further(self, state: State, frame: Frame) -> list[Action]:
        return [pick_unit(u) for u in self._now(state, frame)]

    def took(self, state: State, frame: Frame, action: Action, log: Log) -> None:
        assert isinstance(action, Pick)
        state.frames[-1] = frame = replace(frame, left=tuple(u for u in frame.left if u != action.unit))
        attack.declare(state, frame, "area", (action.unit,), 0, log, more=True)


base.PLAIN = (Attack(target=Selector(kind="unit", side="attackable", within="adjacent")),)


class _Fell(Aimed, frozen=True, kw_only=True):
    """Minions that go without an attack."""

    purpose: ClassVar[Purpose] = "fell"
    rules: ClassVar[tuple[str, ...]] = ("G-MIN-08", "G-R-77", "G-R-57")
    target: Selector | str

    def aim(self) -> Selector | str | None:
        return self.target

    def ahead(self, state: State, frame: Frame, then: Then) -> bool:
        return any(
            without_unit(state, u, partial(then, replace(frame, mine=(*frame.mine, u), done=True)))
            for u in self.aims(state, frame)
        )


class DefeatMinion(_Fell, frozen=True, kw_only=True):
    """A minion is defeated without an attack; coins as usual for enemy minions."""

    def next(self, state: State, frame: Frame, log: Log) -> None:
        from atlantis_nb.games.guards import defeat

        if not frame.left:
            carry_on(state, True)
            return
        minion = frame.left[0]
        if frame.stage == 1:
            savers = attack.savers(state, minion, frame.hero)
            if savers:
                state.frames[-1] = replace(frame, stage=2)
                owner = savers[0].owner
                state.agenda.append(
                    attack.SaveMinion(
                        player=state.heroes[owner].seat,
                        hero=owner,
                        minion=minion,
                        keeps=savers[0].stat == "attacker_keeps",
                        later=True,
                    )
                )
                return
        if frame.stage == 2 and frame.count:
            attack.save(state, minion, frame.hero, frame.count == 1, log)
        else:
            defeat.fell(state, minion, frame.hero, log)
        state.frames[-1] = frame = replace(frame, stage=1, count=0, left=frame.left[1:])
        self.next(state, frame, log)


class RemoveMinion(_Fell, frozen=True, kw_only=True):
    """A minion leaves the board; nobody earns coins (G-R-77)."""

    def next(self, state: State, frame: Frame, log: Log) -> None:
        from atlantis_nb.games.guards import defeat

        for minion in frame.left:
            if minion in state.units:
                defeat.remove(state, minion, (), log)
        carry_on(state, True)


class RespawnMinion(base.Op, frozen=True, kw_only=True):
    """A minion of your team that left the current fight returns on an open icon of its type."""

    rules: ClassVar[tuple[str, ...]] = ("G-R-87", "G-R-05", "G-R-52")
    types: Annotated[tuple[Literal["melee", "ranged", "heavy"], ...], Meta(min_length=1)]
    to: targets.Spaces

    def ends(self, state: State, frame: Frame) -> list[str]:
        """Open icons of your team near, whose lane misses a minion of that type."""
        team = state.heroes[frame.hero].team
        board, fights = state.board, state.fights()
        full = board.sets()
        found = []
        for place in targets.spaces(state, frame, self.to, token=True):
            icon = board.icon.get(place)
            if icon is None or icon.team != team or icon.kind not in self.types or icon.zone not in fights:
                continue
            lane = fights[icon.zone]
            there = sum(1 for m in state.minions(team, lane) if m.kind == icon.kind)
            if there < full[icon.kind]:
                found.append(place)
        return found

    def possible(self, state: State, frame: Frame) -> bool:
        return bool(self.ends(state, frame))

    def begin(self, state: State, frame: Frame, log: Log) -> None:
        found = self.ends(state, frame)
        if not found:
            missed(state, self)
        elif len(found) == 1 and not self.may:
            self.take(state, frame, go(found[0]), log)
        else:
            ask(state, frame)

    def options(self, state: State, frame: Frame) -> list[Action]:
        return [go(p) for p in self.ends(state, frame)]

    def take(self, state: State, frame: Frame, action: Action, log: Log) -> None:
        from atlantis_nb.games.guards import push, units
        from atlantis_nb.games.guards.state import Unit

        assert isinstance(action, Go)
        icon = state.board.icon[action.to]
        lane = state.fights()[icon.zone]
        units.put(state, Unit(push.new_minion(state), icon.team, icon.kind, "", lane), action.to)
        log.say(
            "minion_returned", ("G-R-87",), "A {sort} minion comes back on {place}.", (action.to,),
            sort=icon.kind, place=action.to, by=frame.hero,
        )  # fmt: skip
        carry_on(state, True)
