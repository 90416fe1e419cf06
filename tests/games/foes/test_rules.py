"""Rules that no worked example shows: the map, set-up, units, flow, refusals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from atlantis_nb.core import hexes
from atlantis_nb.core.game import OPEN, Event
from atlantis_nb.games.foes import data
from atlantis_nb.games.foes.attack import Attack, Batter, Cataclysm, DeathSpell, HoldFire, Join, RollDice
from atlantis_nb.games.foes.board import TEMPLE, Board
from atlantis_nb.games.foes.casting import AimHex, AimUnit, By, Cast, Pass
from atlantis_nb.games.foes.data import ATLANTIS, CASTERS, FOES, KIND_OF, KINDS, SPELLS, UNIT_IDS
from atlantis_nb.games.foes.movement import Embark, MoveTo, Stay, Take
from atlantis_nb.games.foes.paths import points, search
from atlantis_nb.games.foes.setup import ORDER, Deploy, may_start, placings
from atlantis_nb.games.foes.state import board_of

from .kit import GAME, Run, fight, hexes_of, march, meets, play, position, uid

BOARD = board_of(position({}))


# ------------------------------------------------------------------ map


@meets("F-MAP-01", "F-TER-10", "F-TER-13")
def test_every_hex_has_one_terrain_and_some_hexsides_a_feature() -> None:
    assert {h.terrain for h in BOARD.hexes.values()} == set(data.TERRAINS)
    assert set(BOARD.edges.values()) == {"river", "wall", "gate"}
    assert all(b in hexes.neighbours(a) for a, b in (e.split("|") for e in BOARD.edges))


@meets("F-MAP-02", "F-MAP-03", "F-MAP-04")
def test_the_continent_lies_in_the_middle_of_the_sea() -> None:
    inland = [p for p, h in BOARD.hexes.items() if not BOARD.sea[p] and h.homeland is None]
    assert max(hexes.distance(p, "0,0") for p in inland) < 10
    rim = [p for p, h in BOARD.hexes.items() if h.homeland and not BOARD.sea[p]]
    assert min(hexes.distance(p, "0,0") for p in rim) > 10
    walls = [e for e, f in BOARD.edges.items() if f in ("wall", "gate")]
    assert all(sum(BOARD.in_city[p] for p in e.split("|")) == 1 for e in walls)
    city = [p for p in BOARD.hexes if BOARD.in_city[p]]
    assert {e for p in city for n, e in BOARD.beside[p] if not BOARD.in_city[n]} == set(walls)


@pytest.mark.parametrize(
    ("people", "east", "south"),
    [
        ("barbarians", 0, -1),
        ("greeks", 1, -1),
        ("egyptians", 1, 1),
        ("africans", -1, 1),
        ("lemurians", -1, 0),
    ],
)
@meets("F-MAP-05", "F-MAP-06", "F-MAP-07", "F-MAP-08", "F-MAP-09", "F-R-11")
def test_homelands_lie_where_the_book_says(people: str, east: int, south: int) -> None:
    spots = [hexes.centre(p) for p, h in BOARD.hexes.items() if h.homeland == people]
    x = sum(s[0] for s in spots) / len(spots)
    y = sum(s[1] for s in spots) / len(spots)
    assert not east or x * east > 3
    assert not south or y * south > 3
    # Any unit may enter any homeland (F-R-11).
    land = next(p for p, h in BOARD.hexes.items() if h.homeland == people and h.terrain == "clear")
    start = next(n for n in hexes.neighbours(land) if n in BOARD.hexes and not BOARD.sea[n])
    assert land in hexes_of(march({"Home Guard 1": start}, "Home Guard 1"))


@meets("F-MAP-10", "F-R-06")
def test_only_the_temple_and_the_ports_have_an_effect() -> None:
    sites = {h.site for h in BOARD.hexes.values() if h.site}
    assert {
        TEMPLE,
        "Palace",
        "College of Wizards",
        "Barracks",
        "Workshops",
        "Bazaar",
        "Mazes",
        "Port",
    } <= sites
    assert "Dragon Roost" in sites
    palace = next(p for p, h in BOARD.hexes.items() if h.site == "Palace")
    assert "Cataclysm" not in str(play({"Oracle": palace}, go=FOES).offers())


@meets("F-MAP-11", "F-UNIT-01", "F-SPL-09")
def test_one_counter_for_every_unit_and_one_chit_for_every_spell() -> None:
    state = GAME.start(GAME.options(), ("Ann", "Ben"))
    assert tuple(state.units) == UNIT_IDS
    assert len(UNIT_IDS) == sum(k.count for k in KINDS.values()) == 136
    assert len(set(state.piles[0])) == len(state.piles[0]) == 38
    golem = play({"Druids": "5,-1"}, phase="Movement", go=FOES, hands=((), ("golem",))).cast("Golem", "5,0")
    chits = [
        c
        for where in (golem.state.hands, golem.state.piles, golem.state.discards, golem.state.table)
        for h in where
        for c in h
    ]
    assert "golem" not in chits  # it lies on the board as the counter


# ------------------------------------------------------------------ set-up


@meets("F-SET-01", "F-SET-02", "F-SET-06", "F-VIC-05", "F-R-09")
def test_default_deployment() -> None:
    state = GAME.start(GAME.options(), ("Ann", "Ben"))
    for u, unit in state.units.items():
        assert unit.side == unit.owner == (ATLANTIS if KIND_OF[u].force == "atlanteans" else FOES)
        assert not unit.aboard
        place = BOARD.hexes[unit.at]
        if unit.side == FOES:
            assert place.homeland == KIND_OF[u].force
        else:
            assert BOARD.city[unit.at] <= 3
        assert may_start(BOARD, KIND_OF[u], unit.at, True) is None
    sides = [sum(1 for u in state.units.values() if u.side == s) for s in (ATLANTIS, FOES)]
    assert sides[FOES] > sides[ATLANTIS]


@meets("F-SET-03", "F-R-92")
def test_a_roll_may_have_more_than_ten_dice() -> None:
    units = {"Colossus": "5,-1", "Dragon Riders 1": "6,-1", "Dragon Riders 2": "4,1", "Medusa": "5,0"}
    run = play(units)
    assert fight(run, "Medusa", "Colossus", "Dragon Riders 1", "Dragon Riders 2")[0] == 16
    total, weight = GAME.outcomes(
        Run(play(units).attack("Medusa", "Colossus", "Dragon Riders 1", "Dragon Riders 2").state).state
    )[0]
    assert (str(total), weight) == ("Total 16", 1)


@meets("F-SET-04", "F-SPL-06")
def test_hands_of_seven_come_from_the_pile() -> None:
    state = GAME.start(GAME.options(), ("Ann", "Ben"))
    run = Run(state)
    while run.state.phase == "Draw":
        assert len(GAME.outcomes(run.state)) == len(run.state.piles[0])
        run.least()
    assert [len(h) for h in run.state.hands] == [7, 7]


@meets("F-R-96")
def test_free_deployment_places_the_most_constrained_first() -> None:
    state = GAME.start(GAME.options(deployment="free"), ("Ann", "Ben"))
    run, seats = Run(state), []
    while isinstance(task := run.state.agenda[-1], Deploy):
        seats.append(task.player)
        run.do(GAME.legal(run.state)[0])
    assert seats == [ATLANTIS] * 56 + [FOES] * 80
    assert [KIND_OF[u].id for u in ORDER[:8]] == ["atl_lens_towers"] * 8
    assert sorted(run.state.units) == sorted(UNIT_IDS)
    assert run.state.phase == "Draw"


# ------------------------------------------------------------------ units


@meets("F-UNIT-11", "F-UNIT-12", "F-UNIT-44", "F-UNIT-45", "F-UNIT-46", "F-R-13")
def test_letters_of_the_unit_lists() -> None:
    assert {k.name for k in KINDS.values() if k.breach} == {"Colossus", "Juggernaut", "Cyclops", "Giants"}
    for k in KINDS.values():
        if k.force != "created":
            letters = k.power.lstrip("0123456789X/")
            assert k.mage == ("M" in letters), k.id
            assert k.priest == ("P" in letters), k.id
    sorcerers = KINDS["lem_sorcerers"]
    assert (sorcerers.mage, sorcerers.special) == (True, "")
    for allies in ("atl_merfolk", "atl_minotaurs"):
        assert (KINDS[allies].force, KINDS[allies].special) == ("atlanteans", "")
    assert (KINDS["lem_juggernaut"].name, KINDS["lem_juggernaut"].printed) == ("Juggernaut", "Juggernaught")
    assert len(CASTERS) == 21


@meets("F-UNIT-03", "F-MOV-04", "F-TER-03", "F-MOV-03")
def test_a_unit_spends_at_most_its_points_and_moves_once() -> None:
    run = march({"Bright Warriors 1": "5,-1", "Home Guard 1": "0,0"}, "Bright Warriors 1")
    reach = search(run.state, uid("Bright Warriors 1"))
    assert points(run.state, uid("Bright Warriors 1")) == 2
    assert reach.cost["5,0"] == 1
    assert all(c <= 2 or reach.back[p] == reach.start for p, c in reach.cost.items())
    run.do("To 5,0")
    assert run.unit("Bright Warriors 1").moved
    run.do("Done with moves")
    assert run.player == ATLANTIS
    assert "F-MOV-03" in run.why_not(Take(uid("Bright Warriors 1"))).rules


@meets("F-UNIT-09", "F-UNIT-10", "F-MOV-08")
def test_ways_of_moving() -> None:
    swimmer = march({"Giant Snake": "8,-3"}, "Giant Snake")
    assert {BOARD.sea[p] for p in hexes_of(swimmer)} == {True, False}
    flyer = march({"Sphinx": "8,-3"}, "Sphinx")
    assert any(BOARD.sea[p] for p in hexes_of(flyer))
    land = march({"The Wild Hunt": "8,-3"}, "The Wild Hunt")
    assert not any(BOARD.sea[p] for p in hexes_of(land))
    assert {"F-R-33", "F-MOV-08"} <= set(land.why_not(MoveTo("9,-3")).rules)
    ship = march({"Triremes 1": "9,-3"}, "Triremes 1")
    assert "F-MOV-05" in ship.why_not(MoveTo("8,-3")).rules


# ------------------------------------------------------------------ flow


@meets("F-SEQ-01", "F-SEQ-02", "F-R-15")
def test_phases_follow_one_another() -> None:
    run = Run(GAME.start(GAME.options(game_length=2), ("Ann", "Ben")))
    phases = []
    while run.state.agenda:
        phases.append((run.state.turn, run.state.phase))
        offers = run.offers()
        done = next((t for t in offers if t.startswith(("Done", "Cast nothing"))), None)
        run.do(done or next(iter(offers)))
    seen = list(dict.fromkeys(phases))
    order = [(t, p) for t in (1, 2) for p in ("Draw", "Movement", "Attack")]
    assert [s for s in order if s in seen] == seen
    assert run.state.result is not None
    assert "F-VIC-04" in run.state.result.rules


@meets("F-ATT-04")
def test_a_melee_unit_attacks_its_neighbours_only() -> None:
    near = play({"Mummies": "5,0", "Home Guard 1": "5,-1"}, go=FOES)
    assert "Attack Home Guard 1" in near.offers()
    far = play({"Mummies": "5,1", "Home Guard 1": "5,-1"}, go=FOES)
    assert "F-ATT-04" in far.why_not(Attack(uid("Home Guard 1"))).rules


@meets("F-SPL-07", "F-SPL-08", "F-R-91")
def test_a_chit_leaves_the_hand_and_is_discarded() -> None:
    units = {"Oracle": "6,-1", "Home Guard 1": "5,-1", "Mummies": "5,0"}
    run = play(units, go=FOES, hands=((), ("fireball", "rage")))
    run.cast("Fireball", "Home Guard 1", by="Oracle")
    assert run.state.hands[FOES] == ("rage",)
    assert run.state.discards[0] == ("fireball",)
    run.win_attack()
    assert list(run.state.dead) == [uid("Home Guard 1")]
    assert run.state.dead[uid("Home Guard 1")].owner == ATLANTIS
    marker = play(units, window=True, hands=((), ("rage",))).cast("Rage", "Mummies")
    assert marker.state.table[0] == ("rage",)
    assert marker.state.discards[0] == ()


@meets("F-R-22", "F-SET-04")
def test_draws_are_told_to_who_drew_only() -> None:
    run = Run(GAME.start(GAME.options(), ("Ann", "Ben"))).least()
    private: list[Event] = [e for e in run.events if e.to is not None]
    assert private[0].to == (FOES,)
    assert not private[0].seen_by(ATLANTIS)
    assert private[0].seen_by(OPEN)
    public = [e for e in run.events if e.to is None]
    assert public
    assert not any(SPELLS[s].name in e.text for s in run.state.hands[FOES] for e in public)


@meets("F-R-87")
def test_one_unit_spells_take_friend_and_foe_and_towers() -> None:
    units = {"Oracle": "6,-1", "Home Guard 1": "5,-1", "Lens Towers 1": "4,0", "Mummies": "6,-2"}
    start = play(units, window=True, hands=((), ("shield",))).do("Cast Shield")
    targets = {a.unit for a in GAME.legal(start.state) if isinstance(a, AimUnit)}
    assert {uid(n) for n in ("Oracle", "Home Guard 1", "Lens Towers 1", "Mummies")} == targets
    move = play(units, phase="Movement", window=True, hands=((), ("haste",))).do("Cast Haste")
    assert uid("Lens Towers 1") not in {a.unit for a in GAME.legal(move.state) if isinstance(a, AimUnit)}


@meets("F-R-98")
def test_a_breach_unit_chooses_what_it_breaks_and_a_horse_keeps_out_of_sight() -> None:
    units = {"Juggernaut": "4,-2", "Home Guard 1": "0,0"}
    run = march(units, "Juggernaut", effects={"Juggernaut": ["haste"]})
    ways = [a for a in GAME.legal(run.state) if isinstance(a, MoveTo) and a.breaking]
    assert ways
    by_place: dict[str, list[str]] = {}
    for a in ways:
        by_place.setdefault(a.to, []).append(a.breaking)
    assert all(len(set(v)) == len(v) > 1 for v in by_place.values())
    action = max(ways, key=lambda a: (a.breaking.count("|"), a.to))
    run.do(action)
    assert set(run.state.broken) == set(action.breaking.split(", "))
    vague = march(units, "Juggernaut", effects={"Juggernaut": ["haste"]})
    assert "F-R-98" in vague.why_not(MoveTo(action.to)).rules
    assert "F-R-98" in vague.why_not(MoveTo(action.to, "9,9|9,8")).rules
    passenger = march(
        {"Triremes 1": "9,-3", "Mummies": "in Triremes 1"}, "Mummies", effects={"Mummies": ["haste"]}
    )
    assert "Aboard Triremes 1" not in passenger.offers()  # a move ends elsewhere
    # The Horse has two ways from (5, -2) to (5, 0) under Haste; the one outside the city is taken.
    horse = march({"Trojan Horse": "5,-2"}, "Trojan Horse", effects={"Trojan Horse": ["haste"]})
    horse.do("To 5,0")
    assert not horse.unit("Trojan Horse").exposed
    inside = march({"Trojan Horse": "5,-1"}, "Trojan Horse").do("To 4,-1")
    assert inside.unit("Trojan Horse").exposed
    assert "F-UNIT-38" in inside.rules


@meets("F-R-99")
def test_who_is_aboard_leaves_with_a_carrier_whose_time_is_over() -> None:
    units = {"Crystal Ships 1": "9,-3", "Mummies": "in Crystal Ships 1", "Home Guard 1": "0,0"}
    undead = {"Crystal Ships 1": {"owner": FOES, "side": FOES, "undead": True, "expires": 5}}
    run = play(units, turn=5, marks=undead, options={"undead_duration": "3_turns"})
    run.state.piles = (tuple(s for s in run.state.piles[0] if s != "raise_dead"),)
    run.do("Done with attacks", "Done with attacks")
    assert run.gone("Crystal Ships 1")
    assert run.gone("Mummies")
    assert set(run.state.dead) == {uid("Crystal Ships 1"), uid("Mummies")}


# ------------------------------------------------------------------ why not


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (Take("atl_home_guard_1"), "F-R-90"),
        (Take("atl_colossus_1"), "F-MOV-01"),
        (Cast("golem"), "F-SPL-07"),
        (Cast("fireball"), "F-R-58"),
        (Cast("no_such"), "F-SPL-01"),
        (Cast("fear"), "F-R-59"),
        (Stay(), "F-R-16"),
        (Attack("atl_home_guard_1"), "F-R-16"),
    ],
)
def test_refusals_on_a_go_of_the_movement_phase(action: Any, rule: str) -> None:
    units = {"Oracle": "8,-3", "Home Guard 1": "0,0"}
    run = play(units, phase="Movement", go=FOES, hands=((), ("fireball", "fear")))
    assert rule in run.why_not(action).rules


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (Attack("egy_mummies_1"), "F-R-39"),
        (Attack("atl_colossus_1"), "F-R-39"),
        (Attack("atl_home_guard_2"), "F-ATT-04"),
        (Batter("bar_great_battering_ram_1", "5,-1|6,-2"), "F-R-51"),
        (Batter("egy_mummies_1", "4,-1|5,-1"), "F-UNIT-40"),
        (Cataclysm("gre_oracle_1"), "F-VIC-03"),
        (HoldFire("atl_home_guard_1"), "F-R-90"),
        (HoldFire("lem_sorcerers_1"), "F-R-55"),
        (Cast("air_elemental"), "F-R-58"),
        (RollDice(), "F-R-17"),
        (Pass(), "F-R-17"),
    ],
)
def test_refusals_on_a_go_of_the_attack_phase(action: Any, rule: str) -> None:
    units = {"Mummies": "5,0", "Home Guard 1": "5,-1", "Home Guard 2": "0,0", "Oracle": "8,-3",
             "Great Battering Ram": "6,-1", "Sorcerers": "8,-2"}  # fmt: skip
    run = play(units, go=FOES, hands=((), ("air_elemental",)), marks={"Sorcerers": {"cast": True}})
    assert rule in run.why_not(action).rules


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("Trojan Horse", "F-UNIT-37"),
        ("Great Battering Ram", "F-UNIT-40"),
        ("Great Catapult", "F-UNIT-34"),
        ("Chariots", "F-ATT-05"),
        ("Cyclops", "F-R-55"),
        ("Savages", "F-R-82"),
        ("Home Guard 1", "F-R-90"),
        ("Mummies", "F-ATT-03"),
    ],
)
def test_refusals_while_an_attack_is_named(name: str, rule: str) -> None:
    units = {"Mummies": "5,0", "Trojan Horse": "6,-1", "Great Battering Ram": "4,1", "Great Catapult": "5,1",
             "Chariots": "7,-1", "Cyclops": "6,-2", "Savages": "5,-2", "Home Guard 1": "5,-1",
             "Medusa": "4,0"}  # fmt: skip
    marks = {"Great Catapult": {"shifted": True}, "Cyclops": {"attacked": True}}
    run = play(units, go=FOES, marks=marks, effects={"Savages": ["distract"]})
    run.do("Attack Home Guard 1", "Mummies attack")
    assert rule in run.why_not(Join(uid(name))).rules
    assert "F-R-86" in run.why_not(DeathSpell(uid("Medusa"))).rules


def test_refusals_while_a_spell_is_cast() -> None:
    units = {"Oracle": "6,-1", "Warlock": "6,-2", "Druids": "7,-2", "Home Guard 1": "5,-1", "Home Guard 2": "0,0",
             "Djinn": "8,-3"}  # fmt: skip
    run = play(units, go=FOES, hands=((), ("fireball",)), marks={"Warlock": {"cast": True}}).do(
        "Cast Fireball"
    )
    for name, rule in (("Home Guard 1", "F-SPL-07"), ("Warlock", "F-R-55"), ("Djinn", "F-R-59")):
        assert rule in run.why_not(By(uid(name))).rules
    mage = play(units, phase="Movement", go=FOES, hands=((), ("air_elemental",))).do("Cast Air Elemental")
    assert "F-SPL-03" in mage.why_not(By(uid("Druids"))).rules
    one = play({"Oracle": "6,-1", "Home Guard 1": "5,-1", "Home Guard 3": "5,0", "Home Guard 2": "0,0"}, go=FOES,
               hands=((), ("fireball",))).do("Cast Fireball")  # fmt: skip
    assert "F-SPL-10" in one.why_not(AimUnit(uid("Home Guard 2"))).rules
    assert "F-R-60" in one.why_not(AimUnit(uid("Oracle"))).rules
    assert one.why_not(AimHex("5,-1")).rules


def test_wishes_turn_clicks_into_what_was_meant() -> None:
    run = play({"Mummies": "5,0", "Home Guard 1": "5,-1", "Triremes 1": "9,-3"}, phase="Movement", go=FOES)
    assert "F-R-90" in run.why_not([f"piece:{uid('Home Guard 1')}"]).rules
    run.do("Move Mummies")
    assert "F-STK-01" in run.why_not(["cell:5,-1"]).rules
    assert "F-MOV-04" in run.why_not(["cell:8,-3"]).rules
    assert "F-R-33" in run.why_not([f"piece:{uid('Triremes 1')}"]).rules
    assert run.why_not(["button:Nonsense"]).rules == ("F-MOV-04", "F-R-16", "F-R-23")
    assert GAME.why_not(run.state, ["cell:4,1"]) is None
    attack = play({"Mummies": "5,0", "Home Guard 1": "0,0"}, go=FOES)
    assert "F-ATT-04" in attack.why_not([f"piece:{uid('Home Guard 1')}"]).rules
    assert "F-SPL-07" in attack.why_not(["card:fireball"]).rules


@pytest.mark.parametrize(
    ("carrier", "rider", "rule"),
    [
        ("Home Guard 1", "Mummies", "F-R-34"),
        ("Chariots", "Mummies", "F-UNIT-04"),
        ("War Barges 1", "Triremes 1", "F-R-34"),
        ("no_such", "Mummies", "F-R-33"),
    ],
)
def test_refusals_to_go_aboard(carrier: str, rider: str, rule: str) -> None:
    units = {
        "Mummies": "8,-3",
        "Home Guard 1": "7,-3",
        "Chariots": "8,-2",
        "War Barges 1": "9,-3",
        "Triremes 1": "9,-2",
    }
    assert rule in march(units, rider).why_not(Embark(uid(carrier))).rules


# ------------------------------------------------------------------ data files


def test_a_faulty_file_is_told_in_one_sentence(tmp_path: Path) -> None:
    units = {"units": [msgspec.to_builtins(k) for k in KINDS.values()]}
    file = tmp_path / "units.json"

    def fails(change: dict[str, Any], loader: Any, words: str) -> None:
        file.write_bytes(msgspec.json.encode(change))
        with pytest.raises(ValueError, match=words) as error:
            loader(str(file))
        assert str(error.value).count(".") >= 1
        assert "\n" not in str(error.value)

    bare = [{k: v for k, v in u.items() if not k.endswith("_bonus") and k != "leash"} for u in units["units"]]
    good = {"units": list(bare)}
    for u in good["units"]:
        u["special"] = ""
    file.write_bytes(msgspec.json.encode(good))
    with pytest.raises(ValueError, match="cannot be that small"):
        data.load_units(str(file))
    wrong = [dict(u) for u in bare]
    wrong[3]["special"] = "teleports"
    fails({"units": wrong}, data.load_units, r"units\[3\].*'teleports' is not known")
    wrong = [dict(u) for u in bare]
    del wrong[2]["move"]
    fails({"units": wrong}, data.load_units, r"`move`.*units\[2\]")
    fails({"units": bare[:5]}, data.load_units, "cannot be that small|lacks the created unit")
    spells = [msgspec.to_builtins(s) for s in SPELLS.values()]
    fails({"spells": [*spells, spells[0]]}, data.load_spells, r"spells\[38\].*second")
    fails({"spells": [{**spells[0], "timing": "later"}]}, data.load_spells, "timing 'later' is not known")
    fails({"spells": [{**spells[0], "id": "snowball"}]}, data.load_spells, "no effect is written")
    with pytest.raises(ValueError, match="There is no units file 'nowhere'"):
        data.load_units("nowhere")


def test_a_faulty_board_or_set_up_is_told_in_one_sentence(tmp_path: Path) -> None:
    raw = data.read("foes_map", dict, "board")
    file = tmp_path / "board.json"

    def fails(words: str, **change: Any) -> None:
        file.write_bytes(msgspec.json.encode({**raw, **change}))
        with pytest.raises(ValueError, match=words):
            Board(str(file))

    first, *rest = raw["hexes"]
    fails(r"hexes\[0\].*terrain 'lava'", hexes=[{**first, "terrain": "lava"}, *rest])
    fails(r"hexes\[631\].*twice", hexes=[*raw["hexes"], first])
    fails(r"homeland 'elves'", hexes=[{**first, "homeland": "elves"}, *rest])
    fails("a Port is a city hex", hexes=[{**first, "port": True}, *rest])
    fails(r"edges\[0\].*not neighbours", edges=[{"a": [0, 0], "b": [2, 0], "feature": "wall"}])
    fails(r"edges\[0\].*feature 'moat'", edges=[{"a": [0, 0], "b": [1, 0], "feature": "moat"}])
    fails("no hex has the site", hexes=[{**h, "site": None} for h in raw["hexes"]])
    with pytest.raises(ValueError, match="There is no board file 'atlantis'"):
        GAME.start(GAME.options(board="atlantis"), ("Ann", "Ben"))
    setup = data.read("foes_setup", dict, "set-up")
    setup_file = tmp_path / "setup.json"

    def setup_fails(words: str, units: list[Any], **change: Any) -> None:
        setup_file.write_bytes(msgspec.json.encode({**setup, "units": units, **change}))
        with pytest.raises(ValueError, match=words):
            placings.__wrapped__(GAME.options(setup=str(setup_file)))

    one, *more = setup["units"]
    setup_fails("does not place", more)
    setup_fails("stands in the file twice", [one, one, *more])
    setup_fails("there is no such unit", [{**one, "id": "hobbits_1"}, *more])
    setup_fails("not on the board", [{**one, "q": 40}, *more])
    setup_fails("already", [{**one, "q": more[0]["q"], "r": more[0]["r"]}, *more])
    setup_fails("Nobody|nobody starts aboard", [*more, {**one, "carried_by": more[0]["id"]}])
    setup_fails("is for the board 'mars'", setup["units"], map="mars")
