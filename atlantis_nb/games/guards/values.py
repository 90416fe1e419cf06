"""Numbers on cards as they count now: printed icon, items, effects, minions.

Rules: G-ITEM-03, G-ITEM-05, G-R-24, G-R-42, G-R-43, G-R-67, G-R-68, G-R-91; minion modifiers
G-MIN-02 to 07.
"""

from __future__ import annotations

from functools import cache

from . import targets
from .board import RULEBOOK
from .deck import Card, Deck, load_deck
from .state import Effect, Frame, Known, State, Unit

Part = tuple[str, int]
"""One summand with its name, for sums of named parts."""


@cache
def minion_types() -> dict[str, tuple[int, int, int, int, bool]]:
    """kind -> bonus to friends, malus to enemies, its reach, coins, protected (table minion_types)."""
    return {
        row["kind"]: (
            row["friendly_adjacent_defense"],
            row["enemy_defense"],
            row["enemy_defense_reach"],
            row["coins_when_defeated_by_enemy"],
            row["protected_unless_last_in_lane"],
        )
        for row in RULEBOOK.tables["minion_types"].dicts()
    }


def coins_for(kind: str) -> int:
    """Coins for defeating an enemy minion (G-MIN-09 to 11)."""
    return minion_types()[kind][3]


def deck(state: State) -> Deck:
    """The cards this table plays with."""
    return load_deck(state.options.deck)


# ------------------------------------------------------------------ lasting effects


def affects(state: State, effect: Effect, unit: Unit) -> bool:
    """Whether a lasting effect bears on a unit now. Its area walks with its hero (G-SKILL-05)."""
    if effect.owner not in state.units:
        return False  # only a standing Ultimate outlasts the fall of its hero, and it pauses (G-R-88)
    if effect.on:
        return unit.id in effect.on
    step = deck(state).steps[effect.card, effect.part][effect.step]
    who = step.area()
    return who is not None and targets.fits(state, frame_of(effect), who, unit)


def frame_of(effect: Effect) -> Frame:
    """The frame in which an effect's selectors are read again."""
    names = (Known("attacker", (effect.spared,), ("",)),) if effect.spared else ()
    return Frame(effect.owner, effect.card, effect.part, names=names)


def changes(state: State, unit: Unit, stat: str, versus: str = "") -> list[tuple[Effect, int]]:
    """The effects that raise or lower an icon of a hero now."""
    return [
        (e, e.amount)
        for e in state.effects
        if e.op == "modify"
        and e.stat == stat
        and (not e.versus or e.versus == versus)
        and affects(state, e, unit)
    ]


def change(state: State, unit: Unit | None, stat: str, versus: str = "") -> int:
    if not state.effects or unit is None:
        return 0
    return sum(amount for _, amount in changes(state, unit, stat, versus))


def forbidden(state: State, what: str, unit: str) -> Effect | None:
    """The effect that forbids a unit something, if any."""
    for e in state.effects:
        if (
            e.op == "forbid"
            and e.stat == what
            and unit in state.units
            and affects(state, e, state.units[unit])
        ):
            return e
    return None


def shielded(state: State, attacker: str, unit: Unit) -> Effect | None:
    """The effect because of which this hero cannot attack that unit (forbid be_attacked)."""
    for e in state.effects:
        if e.op == "forbid" and e.stat == "be_attacked" and affects(state, e, unit):
            step = deck(state).steps[e.card, e.part][e.step]
            by = step.attackers()
            if attacker in state.units and (
                by is None or targets.fits(state, frame_of(e), by, state.units[attacker])
            ):
                return e
    return None


# ------------------------------------------------------------------ icons


def value(state: State, hero: str, card: Card, stat: str, versus: str = "") -> int:
    """Icon + items + effects. A card without the icon has none: ask `card.icon` first (G-R-67).

    Items raise icons only, never a number of the text (G-ITEM-05, G-ITEM-06).
    """
    printed = card.icon(stat) or 0
    owner = state.heroes[hero]
    total = printed
    if owner.items:
        total += deck(state).items_for(owner.items, stat)
    if state.effects:
        total += change(state, state.units.get(hero), stat, versus)
    if stat == "movement":
        return max(0, total)
    if stat in ("range", "radius"):
        return max(1, total)
    return total


def initiative(state: State, hero: str) -> int:
    """The initiative of a revealed card at this moment (G-R-24)."""
    mat = state.heroes[hero]
    if state.options.initiative_fixed_at_reveal and mat.waiting:
        return mat.fixed
    return value(state, hero, deck(state).cards[mat.shown], "initiative")


def parts(state: State, hero: str, card: Card, stat: str, versus: str = "") -> list[Part]:
    """The same number as a sum of named parts, none of them zero except the printed one."""
    cards = deck(state)
    found: list[Part] = [(f"{card.name}, printed {stat}", card.icon(stat) or 0)]
    items = cards.items_for(state.heroes[hero].items, stat)
    if items:
        found.append((f"item{'s' if items > 1 else ''} {cards.items[stat].name}", items))
    unit = state.units.get(hero)
    if unit is not None:
        found += [(cards.cards[e.card].name, n) for e, n in changes(state, unit, stat, versus)]
    return found


# ------------------------------------------------------------------ minions near a hero


def minion_parts(state: State, hero: str) -> list[Part]:
    """What each minion near a hero does to his defense (G-ATT-12, G-R-42, G-R-43).

    Melee and heavy: G-MIN-03, G-MIN-04, G-MIN-07; ranged: G-MIN-05, G-MIN-06. It is all that minions
    do: nobody controls them and they never attack (G-MIN-01).
    """
    unit = state.units[hero]
    table = minion_types()
    found = []
    near = state.board.near[unit.at]
    for place in state.board.two[unit.at]:
        u = state.units.get(state.on.get(place, ""))
        if u is None or u.kind == "hero":
            continue
        bonus, malus, reach, _, _ = table[u.kind]
        if u.team == unit.team:
            if bonus and place in near:
                found.append((f"own {u.kind} minion on {place}", bonus))
        elif reach == 2 or place in near:
            found.append((f"enemy {u.kind} minion on {place}", malus))
    return found


def minion_modifier(state: State, hero: str) -> int:
    """Their sum, without minimum or maximum (G-R-43)."""
    return sum(n for _, n in minion_parts(state, hero))
