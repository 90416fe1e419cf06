"""Who and where: selectors, spaces, conditions and predicates of the card texts.

A selector is read for a frame: "range" is the icon of the frame's card with the items and effects
of its hero, distances start at that hero unless `of` names something else. Rules: G-SKILL-02,
G-SKILL-03, G-ATT-02, G-ATT-05, G-ATT-07 to 11, G-MIN-08, G-R-32, G-R-35, G-R-36, G-R-39, G-R-86,
G-R-89.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

from msgspec import Meta, Struct

from atlantis_nb.core.game import Place

from . import values
from .board import Icon
from .state import Frame, State, Unit

Count = Annotated[int, Meta(ge=1, le=60)]
Within = Literal["adjacent", "range", "radius", "board"] | int | None
Purpose = Literal["", "attack", "shift", "fell"]
"""What is going to happen to the target: protection of the heavy and some effects depend on it."""

Predicate = Literal[
    "has_discard", "played_attack", "unresolved", "has_coins", "near_open_icon", "near_magma", "near_token",
    "near_minion", "near_your_minion", "near_your_hero", "near_your_unit", "near_rock", "attacker",
]  # fmt: skip


class Selector(Struct, frozen=True, forbid_unknown_fields=True, rename={"not_": "not"}):
    """Who or what a step is about. See the head of the deck file."""

    kind: Literal["hero", "minion", "unit", "mine", "open_icon"]
    side: Literal["enemy", "friendly", "any", "attackable"]
    within: Within = None
    of: str = ""
    line: bool | None = None
    exact: bool = False
    apart: bool = False
    behind: Annotated[int, Meta(ge=0, le=60)] = 0
    max: Count = 1
    all: bool = False
    where: tuple[Predicate, ...] = ()
    where_any: tuple[Predicate, ...] = ()
    types: tuple[Literal["melee", "ranged", "heavy"], ...] = ()
    not_: tuple[Predicate, ...] = ()


class Spaces(Struct, frozen=True, forbid_unknown_fields=True):
    """Where something may be placed."""

    within: Within = None
    line: bool | None = None
    avoid: tuple[Literal["icon"], ...] = ()
    home: bool = False


class Condition(Struct, frozen=True, forbid_unknown_fields=True, rename={"is_": "is"}):
    """When a step is carried out, or a bonus counts."""

    event: (
        Literal[
            "done",
            "target_gone",
            "target_survived",
            "target_was_hero",
            "target_was_adjacent",
            "stopped",
            "defended",
        ]
        | None
    ) = None
    who: str = ""
    is_: tuple[Predicate, ...] = ()
    count: Selector | None = None
    at_least: Annotated[int, Meta(ge=0, le=60)] = 1


# ------------------------------------------------------------------ names


def ids(frame: Frame, name: str) -> tuple[str, ...]:
    """What a name stands for: unit ids, or tokens "@place"."""
    if name == "self":
        return (frame.hero,)
    for known in reversed(frame.names):
        if known.name == name:
            return known.ids
    return ()


def spot(state: State, frame: Frame, name: str) -> Place:
    """Where the thing of a name is now; where it was, if it is gone; "" if nothing has that name.

    A minion that a push has placed anew is measured from its new space (G-R-93).
    """
    if name == "self":
        return state.at(frame.hero)
    for known in reversed(frame.names):
        if known.name == name:
            if not known.ids:
                return ""
            return state.at(known.ids[0]) or known.places[0]
    return ""


# ------------------------------------------------------------------ distances


def reach_of(state: State, frame: Frame, within: Within) -> int:
    """The greatest distance: 1, the icon with items, or a fixed number (G-ATT-13, G-R-68)."""
    if within == "adjacent":
        return 1
    if within is None or within == "board":
        return 99
    if isinstance(within, int):
        return within
    return values.value(state, frame.hero, values.deck(state).cards[frame.card], within)


def in_line(state: State, a: Place, b: Place, line: bool | None, within: Within) -> bool:
    """The straight-line test, which melee and radius effects skip (G-ATT-11, G-R-36)."""
    if line is None or within in ("adjacent", "radius"):
        return True
    return (b in state.board.bearing[a]) == line


def protected(state: State, unit: Unit) -> bool:
    """A heavy minion while another minion of its team is left in its lane (G-MIN-08, G-R-52)."""
    return unit.kind == "heavy" and state.count(unit.team, unit.lane) > 1


def free(state: State, place: Place) -> bool:
    """On the board, passable and without a unit (G-R-79)."""
    return place not in state.on and state.board.terrain.get(place, "") in ("open", "water")


def empty(state: State, place: Place) -> bool:
    """Free and without a token."""
    return place not in state.tokens and free(state, place)


def open_icons(state: State) -> list[Place]:
    """Minion icons in zones where minions fight now, without unit and token."""
    icons = state.board.icons
    return [
        p
        for zone in state.fights()
        for kinds in icons.get(zone, ())
        for points in kinds.values()
        for p in points
        if p not in state.on and p not in state.tokens
    ]


# ------------------------------------------------------------------ predicates


def _near(state: State, unit: Unit, test: Callable[[Unit], bool]) -> bool:
    on, units = state.on, state.units
    return any(p in on and test(units[on[p]]) for p in state.board.near[unit.at])


def _open_icon_near(state: State, unit: Unit) -> bool:
    board, fights = state.board, state.fights()
    for p in board.near[unit.at]:
        icon: Icon | None = board.icon.get(p)
        if icon is not None and icon.zone in fights and p not in state.on and p not in state.tokens:
            return True
    return False


def _token_near(state: State, unit: Unit, sort: str) -> bool:
    return any(
        p in state.tokens and state.tokens[p].startswith(sort) for p in (unit.at, *state.board.near[unit.at])
    )


def _shown_attack(state: State, unit: Unit) -> bool:
    hero = state.heroes.get(unit.id)
    return (
        hero is not None and bool(hero.shown) and values.deck(state).cards[hero.shown].card_type == "attack"
    )


def _team(state: State, frame: Frame) -> int:
    return state.heroes[frame.hero].team


PREDICATES: dict[str, Callable[[State, Frame, Unit], bool]] = {
    "has_discard": lambda s, f, u: u.id in s.heroes and bool(s.heroes[u.id].discard),
    "played_attack": lambda s, f, u: _shown_attack(s, u),
    "unresolved": lambda s, f, u: u.id in s.heroes and s.heroes[u.id].waiting and s.acting != u.id,
    "has_coins": lambda s, f, u: u.id in s.heroes and s.heroes[u.id].coins > 0,
    "near_open_icon": lambda s, f, u: _open_icon_near(s, u),
    "near_magma": lambda s, f, u: _token_near(s, u, "magma"),
    "near_token": lambda s, f, u: _token_near(s, u, ""),
    "near_minion": lambda s, f, u: _near(s, u, lambda n: n.kind != "hero"),
    "near_your_minion": lambda s, f, u: _near(s, u, lambda n: n.kind != "hero" and n.team == _team(s, f)),
    "near_your_hero": lambda s, f, u: _near(
        s, u, lambda n: n.kind == "hero" and n.team == _team(s, f) and n.id not in (f.hero, u.id)
    ),
    "near_your_unit": lambda s, f, u: _near(
        s, u, lambda n: n.team == _team(s, f) and n.id not in (f.hero, u.id)
    ),
    "near_rock": lambda s, f, u: s.board.rock[u.at],
    "attacker": lambda s, f, u: u.id in ids(f, "attacker"),
}


def holds(state: State, frame: Frame, s: Selector, unit: Unit) -> bool:
    """The predicates of a selector: all of where, one of where_any, none of not."""
    return (
        all(PREDICATES[p](state, frame, unit) for p in s.where)
        and (not s.where_any or any(PREDICATES[p](state, frame, unit) for p in s.where_any))
        and not any(PREDICATES[p](state, frame, unit) for p in s.not_)
    )


# ------------------------------------------------------------------ selectors


def allowed(state: State, frame: Frame, unit: Unit, purpose: Purpose) -> bool:
    """Whether something of this sort may happen to the unit at all."""
    if unit.kind == "heavy" and purpose and protected(state, unit):
        return False
    if not state.effects or not purpose:
        return True
    if purpose == "attack":
        return values.shielded(state, frame.hero, unit) is None
    if purpose == "shift" and unit.team != _team(state, frame):
        return values.forbidden(state, "displace", unit.id) is None
    return True


def sided(state: State, frame: Frame, s: Selector, unit: Unit) -> bool:
    """Kind and side of a selector."""
    if unit.id == frame.hero:
        # "friendly" and "any" never include the acting hero, nor does any other side.
        return False
    hero = unit.kind == "hero"
    if s.kind == "hero":
        if not hero:
            return False
    elif s.kind == "minion" and hero:
        return False
    mine = unit.team == _team(state, frame)
    if s.side == "enemy":
        ok = not mine
    elif s.side == "friendly":
        ok = mine
    elif s.side == "attackable":
        melee = s.within == "adjacent"
        ok = not mine or (not hero and (melee or state.options.friendly_targets != "melee_minions"))
    else:
        ok = True
    if s.types and (hero or unit.kind not in s.types):
        return False
    return ok


def fits(state: State, frame: Frame, s: Selector, unit: Unit, purpose: Purpose = "") -> bool:
    """Whether one unit is among those a selector means."""
    if not sided(state, frame, s, unit):
        return False
    if s.of and unit.id in ids(frame, s.of):
        return False
    centre = spot(state, frame, s.of or "self")
    if not centre:
        return False
    if s.behind:
        if unit.at not in behind(state, frame, s):
            return False
    else:
        d = state.board.distance[centre][unit.at]
        reach = reach_of(state, frame, s.within)
        if d == 0 or d > reach or (s.exact and d != reach) or (s.apart and d < 2):
            return False
        if s.line is not None and not in_line(state, centre, unit.at, s.line, s.within):
            return False
    return holds(state, frame, s, unit) and allowed(state, frame, unit, purpose)


def behind(state: State, frame: Frame, s: Selector) -> tuple[Place, ...]:
    """The first spaces straight behind the thing named in `of`, seen from the acting hero (G-R-36)."""
    target, me = spot(state, frame, s.of), state.at(frame.hero)
    way = state.board.bearing[me].get(target) if me and target else None
    if way is None:
        return ()
    return tuple(state.board.beyond(target, way, n) for n in range(1, s.behind + 1))


def find(state: State, frame: Frame, s: Selector, purpose: Purpose = "") -> list[str]:
    """The units a selector means, by id, without those barred by the frame."""
    if s.kind == "mine":
        return mines(state, frame, s)
    if s.kind == "open_icon":
        return icons(state, frame, s)
    centre = spot(state, frame, s.of or "self")
    if not centre:
        return []
    units = state.units
    near: list[Unit] | tuple[Unit, ...]
    if s.behind:
        near = [units[state.on[p]] for p in behind(state, frame, s) if p in state.on]
    else:
        reach = reach_of(state, frame, s.within)
        if reach == 1:
            on = state.on
            near = [units[on[p]] for p in state.board.near[centre] if p in on]
        else:
            row = state.board.distance[centre]
            near = [u for u in units.values() if 0 < row[u.at] <= reach]
        if s.exact or s.apart or s.line is not None:
            row = state.board.distance[centre]
            near = [
                u
                for u in near
                if not (s.exact and row[u.at] != reach)
                and not (s.apart and row[u.at] < 2)
                and in_line(state, centre, u.at, s.line, s.within)
            ]
    gone = (*frame.barred, *ids(frame, s.of)) if s.of else frame.barred
    predicates = s.where or s.where_any or s.not_
    found = [
        u.id
        for u in near
        if sided(state, frame, s, u)
        and u.id not in gone
        and (not predicates or holds(state, frame, s, u))
        and (not purpose or allowed(state, frame, u, purpose))
    ]
    if len(found) > 1:
        found.sort()
    return found


def mines(state: State, frame: Frame, s: Selector) -> list[str]:
    """Mine tokens, as "@place". One with a unit on it cannot be swapped, but may be removed."""
    centre = spot(state, frame, s.of or "self")
    if not centre:
        return []
    row, reach = state.board.distance[centre], reach_of(state, frame, s.within)
    return sorted(
        f"@{p}" for p, token in state.tokens.items() if token.startswith("mine") and 0 < row[p] <= reach
    )


def icons(state: State, frame: Frame, s: Selector) -> list[str]:
    """Open minion icons, as "@place"."""
    centre = spot(state, frame, s.of or "self")
    if not centre:
        return []
    row, reach = state.board.distance[centre], reach_of(state, frame, s.within)
    return sorted(f"@{p}" for p in open_icons(state) if 0 < row[p] <= reach)


# ------------------------------------------------------------------ spaces


def spaces(state: State, frame: Frame, s: Spaces, token: bool = False) -> list[Place]:
    """The spaces a filter means: empty of units, and of tokens too where a token is to lie."""
    me = state.at(frame.hero)
    board = state.board
    if s.home:
        team = state.heroes[frame.hero].team
        free_points = [p for p in board.spawns[team] if free(state, p)]
        if free_points:
            return free_points
        beside = dict.fromkeys(n for p in board.spawns[team] for n in board.near[p] if free(state, n))
        return sorted(beside)
    reach = reach_of(state, frame, s.within)
    around = board.near[me] if reach == 1 else board.within(me, min(reach, 60))
    on, tokens = state.on, state.tokens
    found = [p for p in around if p not in on and not (token and p in tokens)]
    if s.line is not None:
        found = [p for p in found if in_line(state, me, p, s.line, s.within)]
    if s.avoid:
        found = [p for p in found if p not in board.icon and p not in board.spawn]
    return found


# ------------------------------------------------------------------ conditions


def true(state: State, frame: Frame, c: Condition) -> bool:
    """Whether a condition holds. "defended" must have been judged before."""
    if c.event is not None:
        hit = frame.hit
        if c.event == "done":
            return frame.done
        if c.event == "stopped":
            return frame.stopped
        if c.event == "defended":
            return bool(state.attacks) and state.attacks[-1].held
        if hit is None:
            return False
        if c.event == "target_gone":
            return hit.gone
        if c.event == "target_survived":
            return not hit.gone
        if c.event == "target_was_hero":
            return hit.hero
        return hit.adjacent
    if c.count is not None:
        return len(find(state, frame, c.count)) >= c.at_least
    who = [state.units[u] for u in ids(frame, c.who) if u in state.units]
    return bool(who) and all(PREDICATES[p](state, frame, who[0]) for p in c.is_)
