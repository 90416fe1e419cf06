"""The tables of the rulebook follow from the data files and the code."""

from __future__ import annotations

from typing import Any

from atlantis_nb.core.game import CHANCE
from atlantis_nb.games.foes.board import costs_to_board, load, stoppable
from atlantis_nb.games.foes.casting import AIMS
from atlantis_nb.games.foes.data import (
    FORCES,
    HEXSIDES,
    KIND_OF,
    KINDS,
    PEOPLES,
    SPELLS,
    TERRAIN,
    TIMINGS,
    UNIT_IDS,
)
from atlantis_nb.games.foes.setup import start_places
from atlantis_nb.games.foes.state import Unit

from .kit import GAME, fight, meets, play, position

T = GAME.rulebook.tables
BOARD = load("foes_map")


def rows(name: str) -> list[dict[str, Any]]:
    return T[name].dicts()


def test_every_table_is_checked_here_or_with_the_odds() -> None:
    checked = {n.removeprefix("test_table_") for n in globals() if n.startswith("test_table_")}
    assert set(T) == checked | {"odds", "odds_catapult_attack", "odds_catapult_defence"}


@meets("F-UNIT-20", "F-UNIT-21", "F-UNIT-22", "F-UNIT-23", "F-UNIT-24", "F-UNIT-25")
def test_table_units() -> None:
    kinds = [k for k in KINDS.values() if k.force != "created"]
    assert [r["type_id"] for r in rows("units")] == [k.id for k in kinds]
    for r, k in zip(rows("units"), kinds, strict=True):
        code = {"catapult": "catapult"}.get(k.special, k.special)
        number = k.attack_bonus or k.alone_bonus or k.defence_bonus or k.leash
        mine = {
            "type_id": k.id, "force": k.force, "name": k.name, "source_name": k.printed, "count": k.count,
            "source_power": k.power, "source_move": k.movement, "power_melee": k.melee, "power_ranged": k.ranged,
            "range": k.range, "mage": k.mage, "priest": k.priest, "move": k.move, "water": k.mode == "water",
            "swimmer": k.mode == "swimmer", "flyer": k.mode == "flyer", "carry": k.carry, "breach": k.breach,
            "special": k.note, "special_code": f"{code}_{number}" if number else code,
        }  # fmt: skip
        assert mine == r


def test_table_forces() -> None:
    def count(force: str, seats: tuple[str, ...]) -> dict[str, Any]:
        kinds = [k for k in KINDS.values() if k.force in seats]

        def units(test: Any) -> int:
            return sum(k.count for k in kinds if test(k))

        return {
            "force": force, "side": "atlanteans" if force == "atlanteans" else "foes", "types": len(kinds),
            "units": units(lambda k: True), "melee_power": sum(k.count * k.melee for k in kinds),
            "mages": units(lambda k: k.mage), "priests": units(lambda k: k.priest),
            "casters": units(lambda k: k.caster), "ranged_units": units(lambda k: k.range > 1),
            "water_units": units(lambda k: k.mode == "water"), "swimmers": units(lambda k: k.mode == "swimmer"),
            "flyers": units(lambda k: k.mode == "flyer"), "land_units": units(lambda k: k.mode == "land"),
            "carry_places": sum(k.count * k.carry for k in kinds), "breach_units": units(lambda k: k.breach),
        }  # fmt: skip

    assert rows("forces") == [*(count(f, (f,)) for f in FORCES), count("all_foes", PEOPLES)]


def test_table_spells() -> None:
    for r, s in zip(rows("spells"), SPELLS.values(), strict=True):
        mine = {c: getattr(s, c) for c in T["spells"].columns if c != "source_name"}
        assert {**mine, "source_name": s.printed or s.name} == r
        assert s.rule in GAME.rulebook
        assert s.id in AIMS


def test_table_spell_timings() -> None:
    assert {r["code"] for r in rows("spell_timings")} == set(TIMINGS)
    assert {s.timing for s in SPELLS.values()} == set(TIMINGS)


def test_table_created_units() -> None:
    for r in rows("created_units"):
        k = KINDS[r["spell"]]
        assert (k.melee, k.move, k.mode, k.turns) == (r["power"], r["move"], r["kind"], r["turns"])
        assert (k.mode != "water" and k.special != "never_carried") == r["carriable"]


@meets("F-TER-01", "F-TER-02", "F-TER-03", "F-TER-04", "F-TER-06", "F-TER-08")
def test_table_terrain() -> None:
    for r in rows("terrain"):
        mine = TERRAIN[r["terrain"]]
        for column in ("land_cost", "swimmer_cost", "water_unit_cost", "flyer_cost"):
            assert r[column] == (-1 if getattr(mine, column) is None else getattr(mine, column))
        assert (mine.defence_all, mine.defence_atlantean) == (r["defence_all"], r["defence_atlantean"])
        place = next(p for p in BOARD.hexes if BOARD.row[p] == r["terrain"])
        assert stoppable(BOARD, "land", True)[place] == (r["land_cost"] > 0)
        assert stoppable(BOARD, "water", True)[place] == (r["water_unit_cost"] > 0)
    assert [costs_to_board(t) for t in ("water", "treacherous")] == [1, 2]


@meets("F-TER-11", "F-TER-14")
def test_table_hexsides() -> None:
    for r in rows("hexsides"):
        mine = HEXSIDES[r["feature"]]
        for column in ("cost_atlantean", "cost_foes", "cost_flyer", "defence_all", "defence_atlantean"):
            assert getattr(mine, column) == r[column]


def test_table_power_modifiers() -> None:
    """The amounts that the code adds, by the fights of the examples and these."""
    amounts = {r["source"]: r["amount"] for r in rows("power_modifiers")}
    assert amounts["city"] == TERRAIN["city"].defence_atlantean
    assert amounts["forest"] == TERRAIN["forest"].defence_all
    assert amounts["mountain"] == TERRAIN["mountain"].defence_all
    assert amounts["river"] == HEXSIDES["river"].defence_all
    assert amounts["wall or gate"] == HEXSIDES["wall"].defence_atlantean == HEXSIDES["gate"].defence_atlantean
    assert amounts["Barge of Ptah"] == KINDS["egy_barge_of_ptah"].defence_bonus
    assert amounts["Giant Sea Turtles"] == KINDS["afr_giant_sea_turtles"].defence_bonus
    assert amounts["Assassins"] == KINDS["egy_assassins"].alone_bonus
    assert amounts["Berserkers"] == KINDS["bar_berserkers"].attack_bonus
    assert amounts["War Elephants"] == KINDS["afr_war_elephants"].attack_bonus
    for name in ("Shield", "Aid", "Inspire", "Rage", "Death Spell", "Poison Gases"):
        assert amounts[name] == next(s.power for s in SPELLS.values() if s.name == name)
    units = {"Mummies": "5,0", "Bright Warriors 1": "5,-1"}
    undead = {"Mummies": {"undead": True}}
    plain, raised = (
        fight(play(units, go=1), "Bright Warriors 1"),
        fight(play(units, go=1, marks=undead), "Bright Warriors 1"),
    )
    assert raised[0] - plain[0] == amounts["undead"]
    aboard = {"War Barges 1": "9,-3", "Mummies": "in War Barges 1", "Bright Warriors 1": "8,-3"}
    assert fight(play(aboard, go=1), "Bright Warriors 1", "Mummies")[0] - plain[0] == amounts["carried"]


def test_table_turn_steps() -> None:
    steps = [(r["phase"], r["first"]) for r in rows("turn_steps")]
    assert [p for p, _ in steps] == ["Draw"] * 2 + ["Movement"] * 2 + ["Attack"] * 2 + ["End"] * 4
    first = {"foes": 1, "atlanteans": 0}
    units = {"Oracle": "6,-1", "Battle Mages 1": "4,-1", "Home Guard 1": "5,-1"}
    draw = GAME.start(GAME.options(), ("Ann", "Ben"))
    assert GAME.actor(draw) == CHANCE
    assert draw.agenda[-1].player == first[steps[1][1]]
    window = position(units, phase="Movement", window=True, hands=(("hold",), ("haste",)))
    assert window.agenda[-1].player == first[steps[2][1]]
    assert position(units, phase="Movement", go=1).agenda[-1].player == first[steps[3][1]]
    battle = position(units, window=True, hands=(("aid",), ("rage",)))
    assert battle.agenda[-1].player == first[steps[4][1]]
    assert position(units, window=True).agenda[-1].player == first[steps[5][1]]


def test_table_attack_steps() -> None:
    """Who is asked first after each step of an attack, and with what."""
    expect = {
        "after the attack roll": ("Luck", "Winds"), "after the defence roll": ("Luck",),
        "attack total higher and not Invulnerable: about to be destroyed": ("Resurrection",),
        "destroyed with its passengers": ("Raise Dead",),
    }  # fmt: skip
    named = {r["what"]: (r["responses"], r["asked_first"]) for r in rows("attack_steps")}
    for what, spells in expect.items():
        responses, asked = named[what]
        assert all(s in responses for s in (*spells, "Antimagic"))
        assert asked == "player of the target"
    units = {"Mummies": "5,0", "Bright Warriors 1": "5,-1", "Priests of Light 1": "4,0", "Shaman": "6,-1"}
    hands = (("luck", "winds", "resurrection", "antimagic"), ("raise_dead",))
    run = play(units, go=1, hands=hands).attack("Bright Warriors 1", "Mummies").most()
    assert (run.player, set(run.offers())) == (
        0,
        {"Cast nothing", "Cast Luck", "Cast Winds", "Cast Antimagic"},
    )
    run.do("Cast nothing").least()
    assert set(run.offers()) == {"Cast nothing", "Cast Luck", "Cast Antimagic"}
    run.do("Cast nothing")
    assert set(run.offers()) == {"Cast nothing", "Cast Resurrection", "Cast Antimagic"}
    run.do("Cast nothing")
    assert set(run.offers()) == {"Cast nothing", "Cast Antimagic"}
    run.do("Cast nothing")
    assert (run.player, set(run.offers())) == (1, {"Cast nothing", "Cast Raise Dead"})


def test_table_unit_markers() -> None:
    fields = {
        "moved": "moved", "flipped": "flipped", "changed_hex": "shifted", "carried_by": "aboard",
        "exposed": "exposed", "undead": "undead", "controller": "side", "expires": "expires",
    }  # fmt: skip
    lying = {
        "held": ("hold", "flood"), "cannot_attack": ("distract", "mesmerize", "sanctuary"),
        "cannot_be_attacked": ("sanctuary",), "invulnerable": ("invulnerability",), "winds": ("winds",),
    }  # fmt: skip
    assert {r["marker"] for r in rows("unit_markers")} == {*fields, *lying}
    assert all(hasattr(Unit, f) for f in fields.values())
    assert all(s in SPELLS for spells in lying.values() for s in spells)


def test_table_sites() -> None:
    here = sorted((h.site, h.q, h.r) for h in BOARD.hexes.values() if h.site)
    assert here == sorted((r["site"], r["q"], r["r"]) for r in rows("sites"))


def test_table_homelands() -> None:
    for r in rows("homelands"):
        mine = [p for p, h in BOARD.hexes.items() if h.homeland == r["people"]]
        assert sum(1 for p in mine if not BOARD.sea[p]) == r["land_hexes"]
        assert sum(1 for p in mine if BOARD.sea[p]) == r["home_water_hexes"]
        units = [u for u in UNIT_IDS if KIND_OF[u].force == r["people"]]
        assert sum(1 for u in units if KIND_OF[u].mode != "water") == r["units_needing_land_or_air"]
        assert sum(1 for u in units if KIND_OF[u].mode == "water") == r["water_units"]
        ship = next(KIND_OF[u].id for u in units if KIND_OF[u].mode == "water")
        assert len(start_places(BOARD, ship, True)) == r["home_water_hexes"]


def test_table_options() -> None:
    import msgspec

    from atlantis_nb.games.foes.options import Options

    names = {f.name for f in msgspec.structs.fields(Options)}
    assert {r["option"] for r in rows("options")} <= names
    assert all(r["ruling"] in GAME.rulebook for r in rows("options"))
