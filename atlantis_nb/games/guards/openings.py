"""What a card could attack from where its hero stands now, and how: melee, ranged or area.

The text of the card decides it, not the distance: a ranged attack may hit the next space. Every attack
of the text counts whose condition holds, also inside a choice. Rules: G-ATT-02, G-ATT-07, G-ATT-08,
G-R-19, G-R-39.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeGuard

from msgspec import Struct
from msgspec.structs import replace

from . import attack, targets, values
from .effects.attacks import AreaAttack, Attack
from .effects.base import Aimed, Op
from .effects.flow import Choose
from .effects.select import Select
from .state import Frame, State


class Opening(Struct, frozen=True):
    """One unit that an attack of the text reaches now; `bonus` is what the text adds."""

    unit: str
    kind: str
    bonus: int = 0


def openings(state: State, hero: str, card: str, part: str = "") -> list[Opening]:
    """The units a card could attack now, each kind of attack once, in the order of the text.

    `part` "plain" is the attack icon as a secondary action.
    """
    if hero not in state.units:
        return []
    found = _openings(state, Frame(hero, card, part))
    return list({(o.unit, o.kind): o for o in found}.values())


def _openings(state: State, frame: Frame) -> Iterator[Opening]:
    prefix = f"{frame.part}." if frame.part else ""
    for i, step in enumerate(values.deck(state).steps[frame.card, frame.part]):
        here = replace(frame, at=i)
        if step.if_ is not None and not targets.true(state, here, step.if_):
            continue
        if picks_targets(step, state, here):
            kind, bonus = _manner(step, state, here)
            yield from (Opening(unit, kind, bonus) for unit in step.aims(state, here))
        for name, _ in step.parts():
            yield from _openings(state, replace(frame, part=f"{prefix}{i}.{name}"))


def _manner(step: Op, state: State, frame: Frame) -> tuple[str, int]:
    if isinstance(step, AreaAttack):
        return "area", 0
    if isinstance(step, Attack):
        holds = step.bonus_if is None or targets.true(state, frame, step.bonus_if)
        return "melee" if attack.melee(state, frame, step.target) else "ranged", step.bonus if holds else 0
    assert isinstance(step, Select)
    return "melee" if step.pick.within == "adjacent" else "ranged", 0


def picks_targets(step: Op, state: State, frame: Frame) -> TypeGuard[Aimed]:
    """Whether a step chooses whom to attack, at once or for a later step."""
    if isinstance(step, Select):
        return step.what_for(state, frame) == "attack"
    return isinstance(step, Attack | AreaAttack) and isinstance(step.aim(), targets.Selector)


def own_only(state: State, hero: str, card: str, part: str = "") -> list[str]:
    """The minions of the own team if an attack begun now could hit nobody else; else none.

    Such an attack may be chosen (G-R-20, G-R-39) and then has to be carried out, so whoever is about
    to choose it should be told.
    """
    first = values.deck(state).steps[card, part][:1]
    if not first or first[0].may:
        return []
    if not isinstance(first[0], Choose) and not picks_targets(first[0], state, Frame(hero, card, part)):
        return []
    found = list(dict.fromkeys(o.unit for o in openings(state, hero, card, part)))
    team = state.heroes[hero].team
    return [] if any(state.units[u].team != team for u in found) else found
