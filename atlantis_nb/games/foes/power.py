"""Power: how many dice an attack and a defence roll, as a sum of named parts.

Attack = power for the distance, 1 less aboard, the unit's own bonus, spells (F-ATT-09); defence = melee power,
terrain, hexside, own bonus, spells; never below 1 (F-R-42). Everything adds up (F-R-45).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from atlantis_nb.core import hexes
from atlantis_nb.core.game import Place

from .data import ATLANTIS, HEXSIDES, KIND_OF, NAMES, SPELLS, TERRAIN
from .state import Battle, FoesState, board_of, flies

ASSUMED_X = 2.5
"""Mean of one die minus 1, for sums that want a number where X is not rolled yet."""


class Part(Struct, frozen=True):
    """One summand of a power, with the rule that gives it."""

    name: str
    amount: int
    rule: str


def distance(state: FoesState, attacker: str, target: str) -> int:
    """Between the hexes in which they are; a passenger is in its carrier's hex (F-R-37)."""
    return hexes.distance(state.units[attacker].at, state.units[target].at)


def _spells(state: FoesState, uid: str, names: tuple[str, ...]) -> list[Part]:
    """Power spells on a unit (F-R-84): Aid, Inspire, Poison Gases; Rage or Shield; all add up."""
    lying = state.effects.get(uid)
    if not lying:
        return []
    return [Part(SPELLS[s].name, SPELLS[s].power, SPELLS[s].rule) for s in lying if s in names]


def _floor(parts: list[Part], state: FoesState, start: int) -> tuple[Part, ...]:
    """F-R-42: penalties never take the last die, unless the power was 0 to begin with."""
    least = state.options.power_floor if start >= 1 else 0
    total = sum(p.amount for p in parts)
    if total < least:
        parts.append(Part("never below 1" if least else "never below 0", least - total, "F-R-42"))
    return tuple(parts)


def _printed(state: FoesState, uid: str, ranged: bool, x: int, fixed: int = 0) -> tuple[list[Part], int]:
    """Printed (or rolled) power, 1 less for an undead (F-R-67, F-R-94)."""
    k, undead = KIND_OF[uid], state.units[uid].undead
    if k.special == "catapult" and not fixed:
        parts, power = [Part(f"{k.name}, X rolled", x, "F-UNIT-33")], x
        if undead and power > 0:
            parts.append(Part("undead", -1, "F-R-94"))
        return parts, max(0, power - undead)
    power = fixed or (k.ranged if ranged else k.melee)
    parts = [Part(NAMES[uid], power, "F-UNIT-07" if ranged else "F-UNIT-02")]
    if undead and power > 1:
        parts.append(Part("undead", -1, "F-SPL-37"))
        power -= 1
    return parts, power


def attack_parts(
    state: FoesState, attacker: str, target: str, alone: bool, death: bool = False, x: int = 0
) -> tuple[Part, ...]:
    """The dice one unit adds to an attack on `target` (F-ATT-06).

    `alone`: the only attacker (F-R-52); `death`: with the Death Spell (F-R-86); `x`: the rolled power
    of a Catapult. Next to the target it counts its melee power, farther its ranged one (F-R-40).
    """
    k, unit = KIND_OF[attacker], state.units[attacker]
    far = distance(state, attacker, target) > 1
    parts, start = _printed(state, attacker, far, x)
    if unit.aboard and start >= 2:
        parts.append(Part("carried", -1, "F-STK-02"))
    if k.attack_bonus:
        parts.append(Part("attacking", k.attack_bonus, BONUS_RULES.get(k.id, "F-UNIT-39")))
    if k.alone_bonus and alone:
        parts.append(Part("alone", k.alone_bonus, "F-UNIT-36"))
    parts += _spells(state, attacker, ("aid", "inspire", "rage", "poison_gases"))
    if death:
        parts.append(Part("Death Spell", SPELLS["death_spell"].power, "F-SPL-33"))
    return _floor(parts, state, start)


BONUS_RULES = {
    "bar_berserkers": "F-UNIT-39",
    "afr_war_elephants": "F-UNIT-42",
    "egy_barge_of_ptah": "F-UNIT-35",
    "afr_giant_sea_turtles": "F-UNIT-43",
}


def crossing(state: FoesState, origin: Place, target: Place, flyer: bool = False) -> tuple[bool, bool]:
    """Whether one attacker is across a river and across a wall (F-R-43, F-R-47)."""
    options = state.options
    river, wall = board_of(state).across(origin, target, state.broken, options.across_rule)
    return river, wall and not (flyer and options.flyers_ignore_walls)


def crossings(state: FoesState, attackers: Sequence[str], target: str) -> tuple[bool, bool]:
    """The same for a combined attack: only if every attacker is across (F-R-44), or any by option."""
    to = state.units[target].at
    each = [crossing(state, state.units[a].at, to, flies(state, a)) for a in attackers]
    if not each:
        return False, False
    together = all if state.options.combined_across == "all" else any
    return together(r for r, _ in each), together(w for _, w in each)


def spell_crossings(state: FoesState, spell: str, origin: Place, target: str) -> tuple[bool, bool]:
    """River and wall against a spell attack: Fireball and Lightning Bolt only (F-R-60), or by option."""
    rule = state.options.spell_hexsides
    if rule == "none" or (rule == "aimed" and spell not in ("fireball", "lightning_bolt")):
        return False, False
    return crossing(state, origin, state.units[target].at)


def defence_parts(state: FoesState, target: str, river: bool, wall: bool, x: int = 0) -> tuple[Part, ...]:
    """The dice a unit rolls in defence (F-ATT-07), attacked across a river or a wall or not.

    City for Atlanteans (F-TER-05), forest (F-TER-07), mountain (F-TER-09), river (F-TER-12), wall or
    gate for Atlanteans (F-TER-15), wherever they stand (F-R-47); Atlantean is who is controlled by
    them now (F-R-46). Flyers get it all like others (F-R-28).
    """
    k, unit = KIND_OF[target], state.units[target]
    fixed = 2 if k.special == "catapult" and state.options.catapult_defence == "fixed_2" else 0
    parts, start = _printed(state, target, False, x, fixed)
    row = board_of(state).row[unit.at]
    ground = TERRAIN[row]
    here = ground.defence_all + (ground.defence_atlantean if unit.side == ATLANTIS else 0)
    if here:
        parts.append(Part(row, here, TERRAIN_RULES.get(row, "F-TER-05")))
    for across, feature, rule in ((river, "river", "F-TER-12"), (wall, "wall", "F-TER-15")):
        if across:
            side = HEXSIDES[feature]
            walled = state.options.wall_bonus if feature == "wall" else side.defence_atlantean  # F-R-102
            bonus = side.defence_all + (walled if unit.side == ATLANTIS else 0)
            if bonus:
                parts.append(Part("across a river" if feature == "river" else "behind the wall", bonus, rule))
    if k.defence_bonus:
        parts.append(Part("defending", k.defence_bonus, BONUS_RULES.get(k.id, "F-UNIT-35")))
    parts += _spells(state, target, ("aid", "inspire", "shield", "poison_gases"))
    return _floor(parts, state, start)


TERRAIN_RULES = {"city": "F-TER-05", "port": "F-TER-05", "forest": "F-TER-07", "mountain": "F-TER-09"}


def total(parts: Sequence[Part]) -> int:
    return sum(p.amount for p in parts)


# ------------------------------------------------------------------ a whole attack


class Forces(Struct, frozen=True):
    """An attack as two sums. `near` and `far` hold each attacker with its parts."""

    near: tuple[tuple[str, tuple[Part, ...]], ...]
    far: tuple[tuple[str, tuple[Part, ...]], ...]
    defence: tuple[Part, ...]

    @property
    def near_dice(self) -> int:
        return sum(total(parts) for _, parts in self.near)

    @property
    def far_dice(self) -> int:
        return sum(total(parts) for _, parts in self.far)

    @property
    def attack(self) -> int:
        return self.near_dice + self.far_dice

    @property
    def defend(self) -> int:
        return total(self.defence)


def forces(state: FoesState, battle: Battle) -> Forces:
    """The two sums of a battle, with the X rolled so far (an unrolled X counts as 0)."""
    if battle.spell:
        s = SPELLS[battle.spell]
        river, wall = spell_crossings(state, battle.spell, battle.origin, battle.target)
        near = ((battle.caster, (Part(s.name, s.power, s.rule),)),)
        return Forces(near, (), defence_parts(state, battle.target, river, wall, max(0, battle.target_x)))
    xs = dict(battle.xs)
    alone = len(battle.attackers) == 1
    near_units: list[tuple[str, tuple[Part, ...]]] = []
    far_units: list[tuple[str, tuple[Part, ...]]] = []
    windy = "winds" in state.effects.get(battle.target, ())
    counting = []
    for a in battle.attackers:
        parts = attack_parts(state, a, battle.target, alone, a == battle.death, xs.get(a, 0))
        if distance(state, a, battle.target) == 1:
            near_units.append((a, parts))
        elif windy:
            continue  # F-R-65: shots at this target do not count any more
        else:
            far_units.append((a, parts))
        counting.append(a)
    river, wall = crossings(state, counting, battle.target)
    defence = defence_parts(state, battle.target, river, wall, max(0, battle.target_x))
    return Forces(tuple(near_units), tuple(far_units), defence)
