"""Units and spells, read from data/units.json, data/spells.json and data/terrain.json.

An owner of the game may put files of his own in their place (UNITS_FILE, SPELLS_FILE below). What is
wrong with one is said in one sentence that names the file and the place.

The units of the six forces are F-UNIT-20 (Atlanteans), F-UNIT-21 (Lemurians), F-UNIT-22 (Egyptians),
F-UNIT-23 (Greeks), F-UNIT-24 (Barbarians) and F-UNIT-25 (Africans). There is one counter for every
unit and one chit for every spell (F-MAP-11, F-SPL-01); a created unit's counter is its chit
(F-SPL-09). Names are the corrected ones (F-R-13), the printed one stands beside. Counts, power,
movement and letters are read as in F-UNIT-01 to F-UNIT-13 and F-R-14 (R is F-UNIT-05, R3 F-UNIT-06,
M F-UNIT-11, P F-UNIT-12); the Lord of Atlantis is
mage and priest and flies (F-UNIT-31), Lens Towers have movement 0 (F-UNIT-32), the units with
Breach are those of F-UNIT-44, Merfolk and Minotaurs are ordinary units (F-UNIT-46), and that the
Sorcerers made the Cataclysm (F-UNIT-45) is flavour unless an option says otherwise. A unit
without W, (W) or F is a land unit (F-MOV-08). Spells are general, mage or priest (F-SPL-02,
F-R-57). About ten dice lie on the table (F-SET-03), but a roll may have more (F-R-92).
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from os import environ
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

ATLANTIS, FOES = 0, 1
"""The two seats (F-SET-01, F-SET-02). Who holds the middle defends, who comes over the sea is more (F-VIC-05)."""

FORCES = {
    "atlanteans": "Atlanteans",
    "lemurians": "Lemurians",
    "egyptians": "Egyptians",
    "greeks": "Greeks",
    "barbarians": "Barbarians",
    "africans": "Africans",
}
PEOPLES = tuple(f for f in FORCES if f != "atlanteans")

Mode = Literal["land", "water", "swimmer", "flyer"]
TERRAINS = ("water", "treacherous", "clear", "city", "forest", "mountain")
FEATURES = ("river", "wall", "gate")


class Kind(Struct, frozen=True, forbid_unknown_fields=True):
    """One unit type. `melee` counts next to the target and in defence, `ranged` from distance 2 to `range`."""

    id: str
    force: Literal["atlanteans", "lemurians", "egyptians", "greeks", "barbarians", "africans", "created"]
    name: str
    count: int
    power: str
    movement: str
    melee: int
    move: int
    ranged: int = 0
    range: int = 1
    mode: Mode = "land"
    carry: int = 0
    mage: bool = False
    priest: bool = False
    breach: bool = False
    special: str = ""
    note: str = ""
    printed: str = ""
    turns: int = 0
    # Read out of `special`:
    attack_bonus: int = 0
    alone_bonus: int = 0
    defence_bonus: int = 0
    leash: int = 0

    @property
    def caster(self) -> bool:
        return self.mage or self.priest

    @property
    def seat(self) -> int:
        return ATLANTIS if self.force == "atlanteans" else FOES


class Spell(Struct, frozen=True, forbid_unknown_fields=True):
    """One spell. `range` 0 is the caster itself, -1 no limit."""

    id: str
    name: str
    type: Literal["general", "mage", "priest"]
    timing: str
    range: int
    target: str
    effect: str
    power: int
    duration: str
    chit: Literal["now", "end_of_turn", "marks_unit"]
    rule: str
    printed: str = ""


class TerrainRow(Struct, frozen=True, forbid_unknown_fields=True):
    terrain: str
    land_cost: int | None
    swimmer_cost: int | None
    water_unit_cost: int | None
    flyer_cost: int
    defence_all: int
    defence_atlantean: int


class HexsideRow(Struct, frozen=True, forbid_unknown_fields=True):
    feature: Literal["river", "wall", "gate"]
    cost_atlantean: int
    cost_foes: int
    cost_flyer: int
    defence_all: int
    defence_atlantean: int


class _UnitFile(Struct):
    units: list[Kind]


class _SpellFile(Struct):
    spells: list[Spell]


class _TerrainFile(Struct):
    terrain: list[TerrainRow]
    hexsides: list[HexsideRow]


def read(name: str, kind: Any, what: str) -> Any:
    """A data file as `kind`. `name` is a file of data/ without its ending, or a path.

    Raises ValueError with one sentence that names the file and the place in it.
    """
    packaged = files(__package__).joinpath("data", f"{name}.json")
    try:
        if re.fullmatch(r"\w+", name) and packaged.is_file():
            raw = packaged.read_bytes()
        else:
            raw = Path(name).expanduser().read_bytes()
    except OSError:
        raise ValueError(f"There is no {what} file {name!r}, neither in the package nor as a path.") from None
    try:
        return msgspec.json.decode(raw, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"The {what} file {name!r} does not fit: {error}.") from None


SPECIALS = (
    "", "city_leash", "immobile", "catapult", "defence_bonus", "attack_bonus", "attack_alone_bonus",
    "trojan_horse", "battering_ram", "illusion", "never_carried",
)  # fmt: skip


def load_units(name: str = "units") -> dict[str, Kind]:
    """Kinds by id, in the order of the file; created units last."""
    kinds: dict[str, Kind] = {}
    for i, kind in enumerate(read(name, _UnitFile, "units").units):
        where = f"In the units file {name!r}, units[{i}] ({kind.id}):"
        match = re.fullmatch(r"([a-z_]*?)(?:_(\d+))?", kind.special)
        stem, number = (match[1], int(match[2] or 0)) if match else ("?", 0)
        if stem not in SPECIALS:
            raise ValueError(f"{where} the special {kind.special!r} is not known.")
        if kind.id in kinds:
            raise ValueError(f"{where} this type stands in the file twice.")
        least = 1 if stem != "catapult" else 0
        if kind.melee < least or kind.ranged < 0 or kind.move < 0 or kind.carry < 0 or kind.count < 0:
            raise ValueError(f"{where} power, movement, carry and count cannot be that small.")
        if not 1 <= kind.range <= 3:
            raise ValueError(f"{where} the range is 1, 2 or 3, not {kind.range}.")
        kinds[kind.id] = replace(
            kind,
            printed=kind.printed or kind.name,
            special=stem,
            attack_bonus=number if stem == "attack_bonus" else 0,
            alone_bonus=number if stem == "attack_alone_bonus" else 0,
            defence_bonus=number if stem == "defence_bonus" else 0,
            leash=number if stem == "city_leash" else 0,
        )
    for spell in CREATING:
        if spell not in kinds or kinds[spell].force != "created":
            raise ValueError(f"The units file {name!r} lacks the created unit {spell!r}.")
    return kinds


def load_spells(name: str = "spells") -> dict[str, Spell]:
    """Spells by id, in the order of the file."""
    spells: dict[str, Spell] = {}
    for i, spell in enumerate(read(name, _SpellFile, "spells").spells):
        where = f"In the spells file {name!r}, spells[{i}] ({spell.id}):"
        if spell.id in spells:
            raise ValueError(f"{where} there is one chit of each spell, and this is the second.")
        if spell.timing not in TIMINGS:
            raise ValueError(f"{where} the timing {spell.timing!r} is not known.")
        if spell.id not in _KNOWN_SPELLS:
            raise ValueError(f"{where} no effect is written for this spell.")
        spells[spell.id] = spell
    return spells


CREATING = ("earth_elemental", "water_elemental", "air_elemental", "fire_elemental", "illusion", "golem")
_KNOWN_SPELLS = (
    "shield", "haste", "fly", "hold", "aid", "inspire", "rage", "fireball", "lightning_bolt", "distract",
    "invulnerability", "negate", "mesmerize", "death_spell", "winds", "whirlpool", "wall_of_fire",
    "raise_dead", "earthquake", "tidal_wave", "flood", "poison_gases", "summon", "teleport", "control",
    "luck", "antimagic", "fear", *CREATING, "resurrection", "reincarnate", "sanctuary", "commune",
)  # fmt: skip

MOMENTS = (
    "move_start", "move_go", "battle_start", "attack_go", "with_attack", "after_spell",
    "after_attack_roll", "after_defence_roll", "before_kill", "after_kill",
)  # fmt: skip
"""When a player may cast: windows, goes and answers."""

TIMINGS: dict[str, tuple[str, ...]] = {
    "move_start": ("move_start",),
    "move_go": ("move_go",),
    "battle_start": ("battle_start",),
    "battle_any": ("battle_start", "attack_go"),
    "attack_go": ("attack_go",),
    "with_attack": ("with_attack",),
    "any_go": ("move_go", "attack_go"),
    "after_spell": ("after_spell",),
    "after_attack_roll": ("after_attack_roll",),
    "after_roll": ("after_attack_roll", "after_defence_roll"),
    "before_kill": ("before_kill",),
    "after_kill": ("after_kill",),
    "any_time": tuple(m for m in MOMENTS if m != "with_attack"),
}
"""The timing codes of the spell table, as moments (F-R-58, F-R-63)."""

UNITS_FILE, SPELLS_FILE = "ATLANTIS_FOES_UNITS", "ATLANTIS_FOES_SPELLS"
"""Environment variables that may name an owner's own files of units and spells.

They are read once, when the game is first used, because all wars of a process (and of the worker
processes it starts) are fought with the same counters; a map and a set-up are options of each war.
"""

KINDS = load_units(environ.get(UNITS_FILE) or "units")
SPELLS = load_spells(environ.get(SPELLS_FILE) or "spells")

UNIT_IDS: tuple[str, ...] = tuple(
    f"{kind.id}_{n}" for kind in KINDS.values() for n in range(1, kind.count + 1)
)
"""The 136 units of the tables, in their order (F-UNIT-01)."""

CREATED_IDS: tuple[str, ...] = tuple(f"{spell}_{seat + 1}" for spell in CREATING for seat in (ATLANTIS, FOES))
"""Ids of created units: the spell and the number of the side that made it."""

KIND_OF: dict[str, Kind] = {uid: KINDS[uid.rpartition("_")[0]] for uid in (*UNIT_IDS, *CREATED_IDS)}

CASTERS: tuple[str, ...] = tuple(uid for uid in UNIT_IDS if KIND_OF[uid].caster)

NAMES: dict[str, str] = {
    uid: kind.name if kind.count <= 1 else f"{kind.name} {uid.rpartition('_')[2]}"
    for uid, kind in KIND_OF.items()
}
"""What units are called: "Home Guard 3", "Mummies"."""

_terrain: _TerrainFile = read("terrain", _TerrainFile, "terrain")
TERRAIN: dict[str, TerrainRow] = {row.terrain: row for row in _terrain.terrain}
HEXSIDES: dict[str, HexsideRow] = {row.feature: row for row in _terrain.hexsides}
for _name in (*TERRAINS, "port"):
    if _name not in TERRAIN:
        raise ValueError(f"The terrain file lacks the terrain {_name!r}.")
for _name in FEATURES:
    if _name not in HEXSIDES:
        raise ValueError(f"The terrain file lacks the hexside {_name!r}.")


@lru_cache(maxsize=4)
def allowed(create_in_attack_phase: bool) -> dict[str, frozenset[str]]:
    """Spells that may be cast at each moment (F-R-58); look-ups only, never iterated."""
    return {
        moment: frozenset(
            s.id
            for s in SPELLS.values()
            if moment in TIMINGS[s.timing]
            or (create_in_attack_phase and moment == "attack_go" and s.id in CREATING)
        )
        for moment in MOMENTS
    }
