"""Whether the steps of a card can do what they say: names, targets, conditions, numbers, kind of card.

Everything here is found when a deck is read, so a mistake is one sentence and not a card that is
never offered. Rules: G-R-87, G-R-95, G-R-104.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import fields

from atlantis_nb.core import plain
from atlantis_nb.core.game import Refused
from atlantis_nb.games.guards.deck import Card
from atlantis_nb.games.guards.targets import Condition, Selector, Spaces

from .attacks import AreaAttack, Attack, DefeatMinion, RemoveMinion
from .base import Op
from .flow import Choose, Repeat, Replay
from .hand import Block, DefenseBonus, DiscardCard, GainCoins, IgnoreMinions, Pay, RetrieveCard, StealCoins
from .lasting import Cancel, CountMinions, Forbid, Modify, SaveMinion, Trigger, _Lasting
from .movement import MoveSelf
from .select import Select
from .shifting import MoveUnit, PlaceUnit, Pull, Push, Swap
from .tokens import PlaceToken, RemoveToken

HEROES, MINIONS, UNITS = ("hero",), ("minion",), ("hero", "minion", "unit")
THINGS = (*UNITS, "mine")
ANY = (*THINGS, "open_icon")

AIMS: dict[type[Op], dict[str, tuple[str, ...]]] = {
    Select: {"pick": ANY},
    MoveSelf: {"over": UNITS, "end_next_to": ANY},
    MoveUnit: {"target": UNITS}, Push: {"target": UNITS}, Pull: {"target": UNITS},
    PlaceUnit: {"target": UNITS}, Swap: {"a": THINGS, "b": THINGS},
    Attack: {"target": UNITS}, AreaAttack: {"targets": UNITS},
    DefeatMinion: {"target": MINIONS}, RemoveMinion: {"target": MINIONS},
    DiscardCard: {"target": HEROES}, GainCoins: {"who": HEROES}, StealCoins: {"target": HEROES},
    RetrieveCard: {"who": HEROES}, Cancel: {"target": HEROES}, Modify: {"who": HEROES},
    Forbid: {"who": UNITS, "by": HEROES}, SaveMinion: {"who": MINIONS}, RemoveToken: {"pick": ("mine",)},
}  # fmt: skip
"""What each step may be aimed at: the kinds of its selectors and names."""

SELF = {GainCoins, RetrieveCard, Modify, Forbid, Swap, Cancel, DiscardCard}
"""Steps that may be aimed at the acting hero."""
OF_HEROES = ("has_discard", "played_attack", "unresolved", "has_coins", "attacker")
"""Predicates that only a hero can meet."""
OF_ATTACKS = ("target_gone", "target_survived", "target_was_hero", "target_was_adjacent")
MOST = 60
"""No number of a text is greater: no board is."""
SPANS = ("spaces", "picks", "count", "amount")
FOR_HEROES = ("fast_travel", "move_action", "long_move", "skill_action")
"""What can be forbidden to heroes only: minions have no actions."""


@dataclass
class Scope:
    """What the steps so far have left for the next one."""

    card: Card
    names: dict[str, str]
    """Name -> the kind it stands for."""
    attacked: bool = False
    pushed: bool = False
    moved: bool = False
    first: bool = True
    trigger: str = ""
    """The event of the trigger around the steps."""
    nested: bool = False
    seen: list[Op] = field(default_factory=list)

    @property
    def defending(self) -> bool:
        return self.card.card_type == "defense"


def check_steps(card: Card, here: str) -> None:
    """Refuse steps that could never work. `here` names file and card. Raises Refused."""
    names = {"self": "hero"}
    if card.card_type == "defense":
        names["attacker"] = "hero"
    scope = Scope(card, names)
    walk(card.steps, scope, f"{here}: effect ")
    if card.card_type == "attack" and not scope.attacked:
        raise Refused(f"{here}: an attack card needs a step attack or area_attack in its effect.")


def walk(steps: tuple[Op, ...], scope: Scope, here: str) -> None:
    for i, step in enumerate(steps):
        at = f"{here}step {i + 1} ({_op(step)})"
        _place(step, scope, at)
        _numbers(step, at)
        for name, value in _parts(step):
            if isinstance(value, Selector):
                _selector(value, step, name, scope, at)
            elif isinstance(value, Spaces):
                _spaces(value, name, at)
            elif isinstance(value, Condition):
                _condition(value, name, scope, at)
            elif isinstance(value, str) and name in AIMS.get(type(step), {}):
                _name(value, AIMS[type(step)][name], step, name, scope, at)
            elif name == "into" and value:
                _known(value, name, scope, at)
        _inside(step, scope, f"{here}step {i + 1}, ")
        _leave(step, scope, at)


def _op(step: Op) -> str:
    return str(step.__struct_config__.tag)


def _parts(step: Op) -> Iterator[tuple[str, Any]]:
    """The fields of a step as the file calls them."""
    for f in fields(step):
        yield f.encode_name, getattr(step, f.name)


def ends(steps: tuple[Op, ...]) -> Iterator[str]:
    """How long the lasting steps of a card last, those inside steps too."""
    for step in steps:
        if isinstance(step, _Lasting):
            yield step.until
        for _, inner in step.parts():
            yield from ends(inner)


# ------------------------------------------------------------------ the right place for a step


def _shown(value: Any) -> str:
    return plain.shown(list(value) if isinstance(value, tuple) else value)


def _place(step: Op, scope: Scope, at: str) -> None:
    """A step stands on a kind of card where it can be carried out."""
    card = scope.card
    ultimate = card.card_type == "ultimate"
    if isinstance(step, Block | DefenseBonus | IgnoreMinions) and not scope.defending:
        raise Refused(f"{at} stands on defense cards only; this is a card of type {card.card_type}.")
    if isinstance(step, Trigger | CountMinions) and (not ultimate or scope.nested or scope.trigger):
        raise Refused(f"{at} stands on ultimates only; this is {_where(scope)}.")
    if isinstance(step, _Lasting):
        if step.until == "always" and (not ultimate or scope.trigger):
            raise Refused(f'{at}: until = "always" is for the standing bonus of an ultimate (G-R-88).')
        if ultimate and not scope.trigger and step.until != "always":
            raise Refused(f'{at}: the standing bonus of an ultimate has until = "always" (G-R-88).')
    elif ultimate and not scope.trigger and not isinstance(step, Trigger | CountMinions):
        raise Refused(
            f"{at} would never happen: an ultimate has triggers, standing bonuses and count_minions; "
            "put this step into the do of a trigger."
        )
    if ultimate and not scope.trigger and (step.may or step.if_ is not None):
        raise Refused(f"{at}: may and if do not count here: a standing part of an ultimate always holds.")
    if ultimate and isinstance(step, Modify | Forbid) and not scope.trigger and not _stands(step.who):
        raise Refused(f'{at}: who in a standing bonus is "self" or a selector with all = true.')
    if isinstance(step, SaveMinion) and not (isinstance(step.who, Selector) and step.who.all):
        raise Refused(f"{at}: who needs all = true: it is about every minion that fits.")
    if isinstance(step, Attack | AreaAttack) and (card.card_type != "attack" or scope.trigger):
        raise Refused(f"{at} stands on attack cards only; this is {_where(scope)}.")
    if isinstance(step, Replay) and step.which == "this_card" and scope.trigger not in _USED:
        raise Refused(f'{at}: which = "this_card" stands in a trigger of an ultimate only.')
    if isinstance(step, Repeat):
        if scope.trigger and scope.trigger not in ("before_attack", "after_attack"):
            raise Refused(f"{at} in a trigger repeats an attack, so on is before_attack or after_attack.")
        if not scope.trigger and not scope.seen:
            raise Refused(f"{at} is the first step, so there is nothing to repeat.")
    if isinstance(step, PlaceToken) and step.trail and not scope.moved:
        raise Refused(f"{at}: trail needs a step move_self before it.")


def _stands(who: Selector | str) -> bool:
    return who == "self" or (isinstance(who, Selector) and who.all)


_USED = ("before_attack", "after_attack", "after_basic")


def _where(scope: Scope) -> str:
    if scope.trigger:
        return "a trigger"
    return (
        "a part of a choose"
        if scope.nested and scope.card.card_type == "ultimate"
        else (f"a card of type {scope.card.card_type}")
    )


def _inside(step: Op, scope: Scope, here: str) -> None:
    """The lists of steps inside a step; what they name is known afterwards."""
    if isinstance(step, Trigger):
        names = {"self": "hero"} | ({"fallen": "minion"} if step.on == "minion_defeated" else {})
        walk(step.do, Scope(scope.card, names, trigger=step.on), f"{here}do ")
    elif isinstance(step, Choose):
        found: list[Scope] = []
        for n, part in enumerate(step.options_):
            inner = Scope(
                scope.card, dict(scope.names), attacked=scope.attacked, first=scope.first,
                trigger=scope.trigger, nested=True,
            )  # fmt: skip
            walk(part, inner, f"{here}option {n + 1}, ")
            found.append(inner)
        for inner in found:
            scope.names |= inner.names
            scope.attacked |= inner.attacked


def _leave(step: Op, scope: Scope, at: str) -> None:
    """What the step leaves for the next ones."""
    name = getattr(step, "as_", "")
    if isinstance(step, Select | RemoveToken) and not name:
        raise Refused(f"{at}: as is empty; later steps need a name.")
    if name:
        if name in ("self", "attacker", "fallen"):
            raise Refused(f"{at}: as is a name of your own; {name!r} has a meaning already.")
        kind = "hero"  # push: the heroes that were stopped
        if not isinstance(step, Push):
            found = step.finds()
            if found is None:
                raise Refused(f"{at}: as needs over or end_next_to, which find what gets the name.")
            kind = found[1].kind
        scope.names[name] = kind
    scope.attacked |= isinstance(step, Attack | AreaAttack)
    scope.pushed |= isinstance(step, Push | Pull)
    scope.moved |= isinstance(step, MoveSelf)
    scope.first = False
    scope.seen.append(step)


# ------------------------------------------------------------------ numbers


def _numbers(step: Op, at: str) -> None:
    for name in SPANS:
        value = getattr(step, name, None)
        if isinstance(value, int) and isinstance(step, Modify | DefenseBonus):
            low = high = abs(value)  # these may lower a number
        elif isinstance(value, int):
            low = high = value
        elif isinstance(value, tuple):
            low, high = value
        else:
            continue
        if low < 0 or high > MOST:
            raise Refused(
                f"{at}: {name} is a whole number from 1 to {MOST} or a span of such, not {_shown(value)}."
            )
        if isinstance(value, tuple):
            if low > high:
                raise Refused(f"{at}: {name} = [{low}, {high}] runs backwards; write [{high}, {low}].")
            if high == 0:
                raise Refused(f"{at}: {name} = [0, 0] does nothing.")
        elif high == 0:
            raise Refused(f"{at}: {name} = 0 does nothing.")
    if isinstance(step, Pay) and not step.cards and not step.coins:
        raise Refused(f"{at}: pay needs cards or coins.")
    if isinstance(step, Choose):
        n = len(step.options_)
        high = step.picks if isinstance(step.picks, int) else step.picks[1]
        if not n or not all(step.options_):
            raise Refused(f"{at}: options is a list of lists of steps, none of them empty.")
        if high > n:
            raise Refused(
                f"{at}: picks asks for {high}, but there {'is' if n == 1 else 'are'} {n} in options."
            )
    if isinstance(step, Trigger) and not step.do:
        raise Refused(f"{at}: do has no steps.")
    if isinstance(step, Attack) and step.bonus_if is not None and not step.bonus:
        raise Refused(f"{at}: bonus_if needs a bonus.")


# ------------------------------------------------------------------ names, selectors, spaces, conditions


def _known(name: str, key: str, scope: Scope, at: str) -> str:
    """The kind of a name. Refuse one that no step before has given."""
    if name in scope.names:
        return scope.names[name]
    why = {
        "attacker": "is known on defense cards only",
        "fallen": "is known in a trigger minion_defeated only",
    }.get(name, "is a name that no step before this one has given (with as)")
    raise Refused(
        f"{at}: {key} = {name!r} {why}; known here: {plain.one_of(scope.names, 'and')}."
        f"{plain.meant(name, scope.names)}"
    )


def _name(name: str, kinds: tuple[str, ...], step: Op, key: str, scope: Scope, at: str) -> None:
    kind = _known(name, key, scope, at)
    if name == "self":
        if type(step) not in SELF:
            raise Refused(f"{at}: {key} cannot be self, your own hero.")
    elif kind not in kinds:
        raise Refused(f"{at}: {key} = {name!r} stands for {_article(kind)}; it must be {_articles(kinds)}.")
    if isinstance(step, Forbid) and key == "who" and step.what in FOR_HEROES and kind != "hero":
        raise Refused(
            f"{at}: what = {step.what!r} is about heroes; who = {name!r} stands for {_article(kind)}."
        )


def _article(kind: str) -> str:
    return {"unit": "a unit, hero or minion", "open_icon": "an open minion icon"}.get(kind, f"a {kind}")


def _articles(kinds: tuple[str, ...]) -> str:
    return "a hero or a minion" if kinds == UNITS else plain.one_of(_article(k) for k in kinds if k != "unit")


def _selector(s: Selector, step: Op, key: str, scope: Scope, at: str) -> None:
    kinds = AIMS.get(type(step), {}).get(key, ANY)
    if s.kind not in kinds:
        fits = plain.one_of(kinds)
        raise Refused(f"{at}: {key}.kind is {fits}, not {s.kind!r}: that is what {_op(step)} is about.")
    if isinstance(step, Forbid) and key == "who" and step.what in FOR_HEROES and s.kind != "hero":
        raise Refused(f"{at}: who.kind is hero, not {s.kind!r}: {step.what} is about actions of heroes.")
    _reads(s, key, scope, at)
    if s.all and s.max != 1:
        raise Refused(f"{at}: {key} has both all and max; take one of them.")
    if isinstance(step, Attack) and (s.all or s.max != 1):
        raise Refused(f"{at}: an attack has one target; several are an area_attack.")


def _reads(s: Selector, key: str, scope: Scope, at: str) -> None:
    """What holds for every selector, wherever it stands."""
    if s.of:
        _known(s.of, f"{key}.of", scope, at)
    if s.behind and (not s.of or s.of == "self"):
        raise Refused(f"{at}: {key}.behind needs of, the thing it is behind.")
    if s.behind and s.within is not None:
        raise Refused(f"{at}: {key} has both behind and within; behind says how far.")
    if s.within is None and not s.behind:
        raise Refused(
            f"{at}: {key}.within is missing: it is adjacent, range, radius, board or a whole number from 1."
        )
    _within(s.within, key, at)
    if s.exact and s.within in (None, "adjacent", "board"):
        raise Refused(f"{at}: {key}.exact needs within to be range, radius or a number.")
    if s.apart and s.within in ("adjacent", 1):
        raise Refused(f"{at}: {key} is both adjacent and apart, so nothing fits.")
    if s.types and s.kind not in ("minion", "unit"):
        raise Refused(f"{at}: {key}.types is about minions, but kind is {s.kind!r}.")
    if s.kind in ("mine", "open_icon") and (
        s.where or s.where_any or s.not_ or s.line is not None or s.exact
    ):
        raise Refused(f"{at}: {key} finds {_article(s.kind)}; only within, of, max and all count for it.")
    for predicate in (*s.where, *s.where_any, *s.not_):
        if predicate in OF_HEROES and s.kind == "minion":
            raise Refused(f"{at}: {key} asks {predicate} of a minion, but only a hero can meet it.")
        if predicate == "attacker" and not scope.defending:
            raise Refused(f"{at}: {key} asks attacker, which counts on defense cards only.")


def _spaces(s: Spaces, key: str, at: str) -> None:
    if s.home and (s.within is not None or s.line is not None or s.avoid):
        raise Refused(f"{at}: {key}.home names the spawn points; leave within, line and avoid out.")
    if not s.home and s.within is None:
        raise Refused(
            f"{at}: {key}.within is missing: it is adjacent, range, radius, board or a whole number from 1."
        )
    _within(s.within, key, at)


def _within(within: Any, key: str, at: str) -> None:
    if isinstance(within, int) and not 1 <= within <= MOST:
        raise Refused(
            f"{at}: {key}.within is adjacent, range, radius, board or a whole number from 1, not {within}."
        )


def _condition(c: Condition, key: str, scope: Scope, at: str) -> None:
    kinds = [c.event is not None, c.count is not None, bool(c.who or c.is_)]
    if sum(kinds) != 1:
        raise Refused(
            f"{at}: {key} asks one thing: an event, or who with is, or count with at_least"
            f"{'; there is nothing in it' if not any(kinds) else ''}."
        )
    if c.count is not None:
        _reads(c.count, f"{key}.count", scope, at)
    elif c.at_least != 1:
        raise Refused(f"{at}: {key}.at_least goes with count.")
    if c.who or c.is_:
        if not c.who or not c.is_:
            raise Refused(f"{at}: {key} needs both who and is; {'is' if c.who else 'who'} is missing.")
        kind = _known(c.who, f"{key}.who", scope, at)
        for predicate in c.is_:
            if predicate in OF_HEROES and kind not in ("hero", "unit"):
                raise Refused(
                    f"{at}: {key} asks {predicate} of {_article(kind)}, but only a hero can meet it."
                )
            if predicate == "attacker" and not scope.defending:
                raise Refused(f"{at}: {key} asks attacker, which counts on defense cards only.")
    if c.event == "defended" and not scope.defending:
        raise Refused(f"{at}: {key}.event = 'defended' counts on defense cards only.")
    if c.event == "done" and scope.first:
        raise Refused(f"{at}: {key}.event = 'done' asks about the step before, and this is the first.")
    if c.event == "stopped" and not scope.pushed:
        raise Refused(f"{at}: {key}.event = 'stopped' asks about a push or pull before, and there is none.")
    if c.event in OF_ATTACKS and not scope.attacked:
        raise Refused(f"{at}: {key}.event = {c.event!r} asks about an attack before, and there is none.")
