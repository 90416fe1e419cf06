"""Every option, at every value, changes what its ruling says; and bad values are refused in one sentence."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from atlantis_nb.core.game import CHANCE
from atlantis_nb.games.foes.attack import Cataclysm, Join
from atlantis_nb.games.foes.data import ATLANTIS, FOES, SPELLS, allowed
from atlantis_nb.games.foes.draw import DrawPhase
from atlantis_nb.games.foes.movement import Embark, MoveTo
from atlantis_nb.games.foes.options import Options
from atlantis_nb.games.foes.paths import search
from atlantis_nb.games.foes.setup import Deploy
from atlantis_nb.games.foes.state import carry

from .kit import GAME, Run, count, fight, hexes_of, march, meets, play, position, uid


def test_the_options_are_those_of_the_ledger() -> None:
    ledger = {row["option"]: row["default"] for row in GAME.rulebook.tables["options"].dicts()}
    fields = {f.name: f.default for f in msgspec.structs.fields(Options)}
    assert fields == ledger


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"game_length": 0}, "game_length"),
        ({"gate_rule": "closed"}, "gate_rule"),
        ({"rafts_carry": 2}, "rafts_carry"),
        ({"colour": "red"}, "no option 'colour'"),
        ({"pick_up": "maybe"}, "pick_up"),
        ({"combine_limit": -1}, "combine_limit"),
    ],
)
def test_bad_values_are_refused(change: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words) as error:
        GAME.options(**change)
    assert "\n" not in str(error.value)


def test_board_and_setup_from_a_path(tmp_path: Any) -> None:
    from atlantis_nb.games.foes import data

    for name in ("foes_map", "foes_setup"):
        (tmp_path / f"{name}.json").write_bytes(msgspec.json.encode(data.read(name, dict, "board")))
    options = GAME.options(board=str(tmp_path / "foes_map.json"), setup=str(tmp_path / "foes_setup.json"))
    state = GAME.start(options, ("Ann", "Ben"))
    assert len(state.units) == 136


def test_ports_open() -> None:
    assert "3,1" in hexes_of(march({"Triremes 1": "3,2"}, "Triremes 1"))
    closed = march({"Triremes 1": "3,2"}, "Triremes 1", options={"ports_open": False})
    assert "3,1" not in hexes_of(closed)
    assert "F-MOV-05" in closed.why_not(MoveTo("3,1")).rules


@meets("F-R-95")
def test_gate_rule() -> None:
    def cost(name: str, at: str, to: str, rule: str) -> int:
        run = march({name: at}, name, options={"gate_rule": rule})
        return search(run.state, uid(name)).cost[to]

    assert cost("Bright Warriors 1", "4,-1", "5,-1", "atlanteans_free") == 1
    assert cost("Bright Warriors 1", "4,-1", "5,-1", "as_wall") == 4
    assert cost("Crystal Ships 1", "3,1", "3,2", "as_wall") == 4  # ships may still cross
    colossus = march({"Colossus": "4,-1"}, "Colossus", options={"gate_rule": "as_wall"})
    colossus.do(next(t for t in colossus.offers() if t in ("To 5,-1", "To 5,-1, breaking nothing")))
    assert colossus.state.broken == ()


def test_deployment() -> None:
    assert GAME.start(GAME.options(), ("Ann", "Ben")).phase == "Draw"
    free = GAME.start(GAME.options(deployment="free"), ("Ann", "Ben"))
    assert isinstance(free.agenda[-1], Deploy)
    assert free.units == {}


@meets("F-R-09")
def test_start_loaded() -> None:
    def placing(loaded: bool) -> Run:
        state = position({"Triremes 1": "12,-3"}, phase="Set-up", spare=False,
                         options={"deployment": "free", "start_loaded": loaded})  # fmt: skip
        state.agenda = [Deploy(player=FOES, unit=uid("Cyclops"))]
        return Run(state)

    assert "Aboard Triremes 1" not in placing(False).offers()
    assert "F-R-09" in placing(False).why_not([f"piece:{uid('Triremes 1')}"]).rules
    run = placing(True).do("Aboard Triremes 1")
    assert run.unit("Cyclops").aboard == uid("Triremes 1")
    other = position({"Biremes 1": "12,-3"}, phase="Set-up", spare=False, options={"start_loaded": True})
    other.agenda = [Deploy(player=FOES, unit=uid("Mummies"))]
    assert "Aboard Biremes 1" not in Run(other).offers()  # another army's ship


def test_rafts_carry() -> None:
    units = {"Stygian Rafts 1": "9,-3", "Mummies": "8,-3"}
    assert carry(position(units), uid("Stygian Rafts 1")) == 3
    assert "Aboard Stygian Rafts 1" in march(units, "Mummies").offers()
    none = march(units, "Mummies", options={"rafts_carry": 0})
    assert "F-UNIT-04" in none.why_not(Embark(uid("Stygian Rafts 1"))).rules


def test_free_pass() -> None:
    units = {"Mummies": "6,-3", "Savages": "6,-4", "Home Guard 1": "0,0"}
    run = play(units, phase="Movement", go=FOES, options={"free_pass": True}, spare=False)
    run.do("Pass", "Move Home Guard 1", "Hold", "Pass", "Pass")  # the second pass in a row ends the phase
    assert run.state.phase == "Attack"
    assert not run.unit("Mummies").moved
    run.do("Pass", "Pass")
    assert run.state.turn == 4
    again = play(units, phase="Movement", go=FOES, options={"free_pass": True}, spare=False)
    again.do("Pass", "Move Home Guard 1", "Hold", "Move Mummies", "Hold")
    assert again.player == FOES  # the Atlanteans have nothing to move and are passed over
    assert "Move Savages" in again.offers()


def test_allow_discard() -> None:
    chits = list(SPELLS)
    for allow in (False, True):
        state = position({"Mummies": "6,-3"}, phase="Draw", options={"allow_discard": allow},
                         hands=(chits[:7], chits[7:14]))  # fmt: skip
        state.agenda = [DrawPhase()]
        run = Run(GAME.settle(state))
        if not allow:
            assert not run.state.agenda
            continue
        assert run.player == FOES
        name = SPELLS[run.state.hands[FOES][0]].name
        run.do(f"Discard {name}")
        missing = next(s for s in SPELLS if s not in run.state.hands[FOES])
        assert "F-R-20" in run.why_not([f"card:{missing}"]).rules
        assert "F-R-20" in run.why_not(["cell:0,0"]).rules
        run.do("Keep the rest", "Keep the rest")
        assert GAME.actor(run.state) == CHANCE
        run.least()
        assert len(run.state.hands[FOES]) == 7
        assert len(run.state.discards[0]) == 1


def test_spell_piles() -> None:
    run = Run(GAME.start(GAME.options(spell_piles="one_each"), ("Ann", "Ben")))
    while run.state.phase == "Draw":
        run.least()
    assert [len(p) for p in run.state.piles] == [31, 31]
    assert run.state.hands[0] == run.state.hands[1]  # both drew the first of their own pile each time
    shared = GAME.start(GAME.options(spell_piles="shared"), ("Ann", "Ben"))
    assert len(shared.piles) == 1


@meets("F-R-26")
def test_pass_through() -> None:
    units = {"Chariots": "-2,5", "Spearmen": "-1,5"}
    chariots = uid("Chariots")
    friends = march(units, "Chariots")
    assert search(friends.state, chariots).back["0,5"] == "-1,5"
    nobody = march(units, "Chariots", options={"pass_through": "nobody"})
    assert "-1,5" not in search(nobody.state, chariots).cost
    wall = {"Valkyries": "0,-13", "Home Guard 1": "0,-12"}
    assert (
        "0,-12"
        not in search(
            march(wall, "Valkyries", options={"pass_through": "nobody"}).state, uid("Valkyries")
        ).cost
    )


def test_pick_up() -> None:
    units = {"Pegasi": "8,-3", "Mummies": "6,-3", "Home Guard 1": "0,0"}
    assert "Take Mummies aboard" not in march(units, "Pegasi").offers()
    run = march(units, "Pegasi", options={"pick_up": True}).do("Take Mummies aboard")
    assert run.unit("Mummies").aboard == uid("Pegasi")
    assert not run.unit("Mummies").moved
    assert run.unit("Pegasi").at == "6,-3"
    assert run.state.board["6,-3"] == uid("Pegasi")
    ship = march({"Triremes 1": "9,-3", "Mummies": "8,-3"}, "Triremes 1", options={"pick_up": True})
    assert "Take Mummies aboard" not in ship.offers()  # a ship does not go ashore


@meets("F-R-97")
def test_cross_force_riding() -> None:
    units = {"War Barges 1": "9,-3", "Cyclops": "8,-3", "air_elemental_2": "8,-2"}
    assert "Aboard War Barges 1" in march(units, "Cyclops").offers()
    apart = march(units, "Cyclops", options={"cross_force_riding": False})
    assert "F-R-34" in apart.why_not(Embark(uid("War Barges 1"))).rules
    elemental = play(units, phase="Movement", go=FOES, options={"cross_force_riding": False})
    elemental.do("Move Air Elemental")
    assert "Aboard War Barges 1" in elemental.offers()
    same = march(
        {"War Barges 1": "9,-3", "Mummies": "8,-3"}, "Mummies", options={"cross_force_riding": False}
    )
    assert "Aboard War Barges 1" in same.offers()


def test_ride_then_move() -> None:
    units = {"Triremes 2": "11,-5", "Spartan Hoplites": "in Triremes 2"}
    for free in (True, False):
        run = march(units, "Triremes 2", options={"ride_then_move": free}).do("To 9,-3", "Done with moves")
        assert run.unit("Spartan Hoplites").moved != free


@pytest.mark.parametrize(("limit", "most"), [(0, 3), (2, 2), (1, 1)])
def test_combine_limit(limit: int, most: int) -> None:
    units = {"Mummies": "5,0", "Savages": "6,-1", "Cyclops": "6,-2", "Home Guard 1": "5,-1"}
    run = play(units, go=FOES, options={"combine_limit": limit}).do("Attack Home Guard 1")
    named = []
    while more := [a for a in GAME.legal(run.state) if isinstance(a, Join)]:
        run.do(more[0])
        named.append(more[0])
        if run.state.battle is not None or "Roll the dice" not in run.offers():
            break
    assert len(named) == most
    if run.state.battle is None:
        left = next(u for u in ("Mummies", "Savages", "Cyclops") if uid(u) not in {j.unit for j in named})
        assert "F-ATT-03" in run.why_not(Join(uid(left))).rules


@pytest.mark.parametrize(("floor", "dice"), [(1, 1), (0, 0)])
def test_power_floor(floor: int, dice: int) -> None:
    run = play({"City Elders": "5,-2", "Chaos Warriors": "6,-3"}, go=FOES, options={"power_floor": floor},
               effects={"City Elders": ["poison_gases"]})  # fmt: skip
    assert fight(run, "City Elders")[1] == dice


@pytest.mark.parametrize("rule", ["all_routes", "last_side"])
def test_across_rule(rule: str) -> None:
    from atlantis_nb.games.foes.state import board_of

    state = position({}, options={"across_rule": rule})
    board = board_of(state)
    routes = list(board.routes("3,-7", "1,-6"))
    assert len(routes) == 2
    river, wall = board.across("3,-7", "1,-6", (), rule)
    assert wall is False
    if rule == "all_routes":
        assert river is False  # one route avoids the river
    else:
        from atlantis_nb.core import hexes
        from atlantis_nb.games.foes.board import edge_key

        line = hexes.line("3,-7", "1,-6")
        assert river == (board.edges.get(edge_key(line[-2], line[-1])) == "river")
    assert board.across("6,-1", "4,-1", (), rule) == (False, True)
    run = play({"Athenian Archers": "6,-1", "Home Guard 1": "4,-1"}, go=FOES, options={"across_rule": rule})
    assert fight(run, "Home Guard 1") == (2, 5)


@pytest.mark.parametrize(("rule", "defence"), [("all", 3), ("any", 5)])
def test_combined_across(rule: str, defence: int) -> None:
    units = {"Chaos Warriors": "5,-1", "Savages": "3,-1", "Home Guard 1": "4,-1"}
    run = play(units, go=FOES, options={"combined_across": rule})
    assert fight(run, "Home Guard 1", "Chaos Warriors", "Savages") == (6, defence)


@pytest.mark.parametrize(("ignore", "defence"), [(False, 5), (True, 3)])
def test_flyers_ignore_walls(ignore: bool, defence: int) -> None:
    run = play(
        {"Valkyries": "5,-2", "Militia Archers 1": "4,-2"}, go=FOES, options={"flyers_ignore_walls": ignore}
    )
    assert fight(run, "Militia Archers 1") == (2, defence)


def test_catapult_defence() -> None:
    units = {"Great Catapult": "7,-1", "Bright Warriors 1": "7,-2"}
    rolled = play(units).attack("Great Catapult").most()
    assert type(rolled.state.agenda[-1]).__name__ == "RollX"
    fixed = play(units, options={"catapult_defence": "fixed_2"})
    assert fight(fixed, "Great Catapult")[1] == 3


@pytest.mark.parametrize("free", [False, True])
def test_horse_uses_gates(free: bool) -> None:
    run = march({"Trojan Horse": "5,-1"}, "Trojan Horse", options={"horse_uses_gates": free})
    assert search(run.state, uid("Trojan Horse")).cost["4,-1"] == (2 if free else 5)
    seen = march({"Trojan Horse": "5,-1"}, "Trojan Horse", options={"horse_uses_gates": free},
                 marks={"Trojan Horse": {"exposed": True}})  # fmt: skip
    assert search(seen.state, uid("Trojan Horse")).cost["4,-1"] == 5


def test_attack_and_cast() -> None:
    units = {"Druids": "5,0", "Home Guard 1": "5,-1", "Home Guard 2": "6,-1"}
    hands = ((), ("fireball",))
    plain = play(units, go=FOES, hands=hands).attack("Home Guard 1").lose_attack()
    assert plain.unit("Druids").flipped
    plain.do("Done with attacks")
    assert plain.player == FOES
    assert "Cast Fireball" not in plain.offers()
    both = play(units, go=FOES, hands=hands, options={"attack_and_cast": True})
    both.attack("Home Guard 1").lose_attack()
    both.do("Done with attacks")
    assert both.player == FOES
    both.cast("Fireball", "Home Guard 2")
    assert both.unit("Druids").cast
    assert both.unit("Druids").attacked


def test_create_in_attack_phase() -> None:
    units = {"Druids": "5,-1", "Home Guard 1": "0,0"}
    assert "Cast Golem" not in play(units, go=FOES, hands=((), ("golem",))).offers()
    run = play(units, go=FOES, hands=((), ("golem",)), options={"create_in_attack_phase": True}).cast(
        "Golem", "5,0"
    )
    assert "golem_2" in run.state.units
    assert "reincarnate" not in allowed(True)["attack_go"]


@pytest.mark.parametrize(("rule", "ball", "pool"), [("aimed", 7, 4), ("none", 5, 4), ("all", 7, 6)])
def test_spell_hexsides(rule: str, ball: int, pool: int) -> None:
    options = {"spell_hexsides": rule}
    fire = play(
        {"Djinn": "3,2", "Guardian Statues 1": "2,1"}, go=FOES, hands=((), ("fireball",)), options=options
    )
    assert count(fire.cast("Fireball", "Guardian Statues 1")) == (4, ball)
    whirl = play(
        {"Djinn": "3,2", "Crystal Ships 1": "3,1"}, go=FOES, hands=((), ("whirlpool",)), options=options
    )
    assert count(whirl.cast("Whirlpool", "Crystal Ships 1")) == (4, pool)


@pytest.mark.parametrize("scope", ["hands", "hands_and_board"])
def test_antimagic_scope(scope: str) -> None:
    units = {"Druids": "5,-1", "Home Guard 1": "0,0", "golem_1": "1,0", "Mummies": "6,-3"}
    run = play(units, go=FOES, hands=(("fly",), ("antimagic", "hold")), effects={"Mummies": ["aid"]},
               options={"antimagic_scope": scope})  # fmt: skip
    run.state.piles = (tuple(s for s in run.state.piles[0] if s != "golem"),)
    run.cast("Antimagic", by="Druids")
    assert run.state.hands == ((), ())
    cleared = scope == "hands_and_board"
    assert ("golem_1" not in run.state.units) == cleared
    assert (run.state.effects == {}) == cleared
    assert ("aid" in run.state.discards[0]) == cleared
    assert run.player == FOES  # it did not use up the go


@pytest.mark.parametrize(("rule", "expires"), [("until_destroyed", 0), ("3_turns", 5)])
def test_undead_duration(rule: str, expires: int) -> None:
    units = {"Bright Warriors 1": "3,0", "Demon Horde": "2,0", "Shaman": "2,1"}
    run = play(units, go=FOES, hands=((), ("raise_dead",)), options={"undead_duration": rule}, turn=3)
    run.attack("Bright Warriors 1", "Demon Horde").most().least().cast("Raise Dead")
    assert run.unit("Bright Warriors 1").expires == expires


@pytest.mark.parametrize(("first", "expires"), [(True, 5), (False, 6)])
def test_duration_counts_first_turn(first: bool, expires: int) -> None:
    run = play({"Battle Mages 1": "4,-1", "Home Guard 1": "0,0"}, phase="Movement", go=ATLANTIS, turn=3,
               hands=(("earth_elemental",), ()), options={"duration_counts_first_turn": first})  # fmt: skip
    run.cast("Earth Elemental", "3,-1")
    assert run.unit("earth_elemental_1").expires == expires


@pytest.mark.parametrize("rule", ["any_caster", "sorcerers_only", "end_of_phase", "not_negatable"])
def test_cataclysm(rule: str) -> None:
    units = {"Druids": "2,1", "Lord of Atlantis": "0,0", "Dragon Riders 1": "1,1"}
    run = play(units, go=FOES, hands=(("negate",), ()), options={"cataclysm": rule})
    if rule == "sorcerers_only":
        assert "F-UNIT-45" in run.why_not(Cataclysm(uid("Druids"))).rules
        sorcerers = play({"Sorcerers": "2,1", "Home Guard 1": "0,0"}, go=FOES, options={"cataclysm": rule})
        assert sorcerers.do("Sorcerers cast the Cataclysm").state.result is not None
        return
    run.do("Druids cast the Cataclysm")
    if rule == "not_negatable":
        assert run.state.result is not None
        return
    assert "Cast Negate" in run.offers()
    run.do("Cast nothing")
    if rule == "any_caster":
        assert run.state.result is not None
        return
    assert run.state.result is None  # it comes at the end of the phase
    killed = Run(run.state).attack("Druids", "Dragon Riders 1")
    killed.win_attack()
    while killed.state.phase == "Attack":
        killed.do("Done with attacks")
    assert killed.state.result is None
    while run.state.phase == "Attack" and run.state.agenda:
        run.do("Done with attacks")
    assert run.state.result is not None
    assert run.state.result.winners == (FOES,)


@pytest.mark.parametrize("length", [1, 3])
def test_game_length(length: int) -> None:
    run = Run(GAME.start(GAME.options(game_length=length), ("Ann", "Ben")))
    while run.state.agenda:
        offers = run.offers()
        run.do(next((t for t in offers if t.startswith(("Done", "Cast nothing"))), next(iter(offers))))
    assert run.state.turn == length


def test_ask_always() -> None:
    units = {"Oracle": "6,-1", "Home Guard 1": "5,-1", "Battle Mages 1": "4,-1"}
    quiet = play(units, window=True, hands=(("golem",), ()))
    assert "Cast nothing" not in quiet.offers()  # Golem is no spell for this window
    asked = play(units, window=True, hands=(("golem",), ()), options={"ask_always": True})
    assert list(asked.offers()) == ["Cast nothing"]
    flipped = {"Battle Mages 1": {"cast": True}}
    nobody = play(units, window=True, hands=(("golem",), ()), options={"ask_always": True}, marks=flipped)
    assert "Cast nothing" not in nobody.offers()  # everybody sees that no caster is left


@meets("F-R-101", "F-ATT-02")
def test_first_attack() -> None:
    units = {"Oracle": "6,-1", "Home Guard 1": "5,-1", "Battle Mages 1": "4,-1"}
    for first, seat in (("atlanteans", ATLANTIS), ("foes", FOES)):
        state = position(units, phase="Movement", options={"first_attack": first},
                         hands=(("shield",), ("aid",)))  # fmt: skip
        run = Run(state).do("Done with moves", "Done with moves")
        assert run.state.phase == "Attack"
        for asked in (seat, 1 - seat):  # the window goes the same way
            assert run.player == asked
            run.do("Cast nothing")
        assert run.player == seat
        assert "Done with attacks" in run.offers()
    moves = position(units, phase="Movement", window=True, options={"first_attack": "foes"})
    assert GAME.actor(moves) == FOES  # the Movement Phase stays as it is


@meets("F-R-102", "F-TER-15")
def test_wall_bonus() -> None:
    from atlantis_nb.games.foes.data import HEXSIDES

    assert HEXSIDES["wall"].defence_atlantean == GAME.options().wall_bonus == 2
    for bonus in (0, 2, 5):
        run = play({"Mummies": "5,0", "Home Guard 1": "4,0"}, go=FOES, options={"wall_bonus": bonus})
        assert fight(run, "Home Guard 1", "Mummies") == (4, 2 + 1 + bonus)
    run = play({"Mummies": "4,0", "Home Guard 1": "5,0"}, options={"wall_bonus": 5})
    assert fight(run, "Mummies", "Home Guard 1") == (2, 4)  # no Atlantean, no bonus


@pytest.mark.parametrize("n", range(6))
def test_random_games_under_random_options(n: int) -> None:
    """Any mixture of options makes a game that runs, and whose states survive JSON."""
    rng = random.Random(n)
    values: dict[str, list[Any]] = {
        "ports_open": [True, False], "gate_rule": ["atlanteans_free", "as_wall"], "deployment": ["default", "free"],
        "start_loaded": [True, False], "rafts_carry": [3, 0], "free_pass": [True, False],
        "allow_discard": [True, False], "spell_piles": ["shared", "one_each"], "pass_through": ["friends", "nobody"],
        "pick_up": [True, False], "cross_force_riding": [True, False], "ride_then_move": [True, False],
        "combine_limit": [0, 2], "power_floor": [1, 0], "across_rule": ["all_routes", "last_side"],
        "combined_across": ["all", "any"], "flyers_ignore_walls": [True, False],
        "catapult_defence": ["rolled", "fixed_2"], "horse_uses_gates": [True, False],
        "attack_and_cast": [True, False], "create_in_attack_phase": [True, False],
        "spell_hexsides": ["aimed", "none", "all"], "antimagic_scope": ["hands", "hands_and_board"],
        "undead_duration": ["until_destroyed", "3_turns"], "duration_counts_first_turn": [True, False],
        "cataclysm": ["any_caster", "sorcerers_only", "end_of_phase", "not_negatable"], "ask_always": [True, False],
        "first_attack": ["atlanteans", "foes"], "wall_bonus": [2, 0, 6], "dice": ["sum", "hits", "one_die"],
    }  # fmt: skip
    options = GAME.options(game_length=2, **{k: rng.choice(v) for k, v in values.items()})
    state = GAME.start(options, ("Ann", "Ben"))
    for step in range(6000):
        if not state.agenda:
            break
        offers = GAME.legal(state) or [a for a, _ in GAME.outcomes(state)]
        assert offers
        GAME.advance(state, offers[int(rng.random() * len(offers))])
        if step % 100 == 0:
            assert GAME.decode_state(GAME.encode(state)) == state
    assert state.result is not None
