"""Every worked example of the rulebook, set up and played by the engine. Names carry the examples' ids.

What an example says is checked by running the tasks; dice it names are the dice rolled. Powers are
read off the battle that the tasks make, chances off the closed forms and once more off the generic
odds over the same tasks (test_odds.py).
"""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

from atlantis_nb.core import hexes
from atlantis_nb.core.game import OVER
from atlantis_nb.games.foes.attack import Attack, Batter, Cataclysm, Join
from atlantis_nb.games.foes.board import edge_key
from atlantis_nb.games.foes.casting import AimHex, AimUnit, Cast
from atlantis_nb.games.foes.data import KIND_OF, KINDS, SPELLS, TERRAIN
from atlantis_nb.games.foes.draw import DrawPhase
from atlantis_nb.games.foes.movement import Embark, MoveTo, Take
from atlantis_nb.games.foes.odds import chance
from atlantis_nb.games.foes.paths import points, search
from atlantis_nb.games.foes.setup import Deploy, PlaceUnit
from atlantis_nb.games.foes.state import board_of, counted
from atlantis_nb.games.foes.turn import EndTurn

from .kit import (
    ATLANTIS,
    FOES,
    GAME,
    Run,
    count,
    fight,
    hexes_of,
    march,
    names_of,
    play,
    position,
    uid,
)


def test_F_EX_01() -> None:
    state = GAME.start(GAME.options(), ("Ann", "Ben"))
    sums = {}
    for force in ("atlanteans", "lemurians", "egyptians", "greeks", "barbarians", "africans"):
        units = [u for u in state.units if KIND_OF[u].force == force]
        sums[force] = len(units), sum(KIND_OF[u].melee for u in units)
    assert sums["atlanteans"] == (56, 158)
    assert [sums[f][0] for f in ("lemurians", "egyptians", "greeks", "barbarians", "africans")] == [
        16,
        18,
        17,
        15,
        14,
    ]
    foes = [v for f, v in sums.items() if f != "atlanteans"]
    assert (sum(n for n, _ in foes), sum(p for _, p in foes)) == (80, 198)


def test_F_EX_02() -> None:
    state = GAME.start(GAME.options(), ("Ann", "Ben"))
    assert len(state.units) == len(state.board) == len({u.at for u in state.units.values()}) == 136
    assert board_of(state).temples == ("2,1",)
    assert state.board["2,1"] == uid("Guardian Statues 1")
    run = march({"Guardian Statues 1": "2,1", "Djinn": "2,2"}, "Djinn")
    assert "2,1" not in hexes_of(run)
    assert "F-STK-01" in run.why_not(MoveTo("2,1")).rules


def deploying(name: str, **options: Any) -> Run:
    state = position({}, phase="Set-up", spare=False, options={"deployment": "free", **options})
    state.agenda = [Deploy(player=KIND_OF[uid(name)].seat, unit=uid(name))]
    return Run(state)


def test_F_EX_03() -> None:
    assert "In 12,-3" in deploying("Triremes 1").offers()
    run = deploying("Triremes 1").do("In 12,-3")
    run.state.agenda = [Deploy(player=FOES, unit=uid("Cyclops"))]
    assert "In 13,-9" in run.offers()
    assert "In 12,-3" not in run.offers()
    assert "F-R-08" in run.why_not(PlaceUnit("12,-3")).rules


def test_F_EX_04() -> None:
    run = deploying("Guardian Statues 1")
    assert "In 7,-1" in run.offers()
    refusal = run.why_not(PlaceUnit("8,-1"))
    assert "F-R-31" in refusal.rules
    assert "4 hexes" in refusal.sentence


def test_F_EX_05() -> None:
    board = board_of(position({}))
    assert len(board.hexes) == 631
    cities = [p for p in board.hexes if board.in_city[p]]
    assert len(cities) == 61
    city_edges = {
        e: f for p in cities for _, e in board.beside[p] if (f := board.edges.get(e)) in ("wall", "gate")
    }
    gates = [e for e, f in city_edges.items() if f == "gate"]
    assert len(city_edges) - len(gates) == 42
    sea_gates = [e for e in gates if any(board.sea[p] for p in e.split("|"))]
    assert (len(gates), len(sea_gates)) == (12, 6)
    assert all(any(board.hexes[p].port for p in e.split("|")) for e in sea_gates)


def test_F_EX_06() -> None:
    def read(entry: str) -> tuple[int, int, int, bool, bool]:
        k = next(k for k in KINDS.values() if k.power == entry)
        return k.melee, k.ranged, k.range, k.mage, k.priest

    assert read("2R") == (2, 2, 2, False, False)
    assert read("2/1R") == (2, 1, 2, False, False)
    assert read("4MP") == (4, 0, 1, True, True)
    assert read("3R3") == (3, 3, 3, False, False)
    catapult = next(k for k in KINDS.values() if k.power == "XR3")
    assert (catapult.special, catapult.range) == ("catapult", 3)


def test_F_EX_07() -> None:
    state = GAME.start(GAME.options(), ("Ann", "Ben"))
    types = [SPELLS[s].type for s in state.piles[0]]
    assert [types.count(t) for t in ("general", "mage", "priest")] == [28, 5, 5]
    assert len(set(state.piles[0])) == len(state.piles[0]) == 38


def test_F_EX_08() -> None:
    run = play({"Oracle": "14,-7"}, phase="Movement", window=True, hands=((), ("flood",)))
    run.do("Cast Flood", "At 14,-7", "At 13,-6")
    assert "F-R-02" in run.why_not(AimHex("15,-7")).rules
    assert all(a.hex in board_of(run.state).hexes for a in GAME.legal(run.state) if isinstance(a, AimHex))


def drawing(hands: tuple[tuple[str, ...], tuple[str, ...]], pile: list[str], discards: list[str]) -> Run:
    state = position({}, phase="Draw", hands=hands, pile=pile, discards=discards)
    state.agenda = [DrawPhase()]
    return Run(GAME.settle(state))


def test_F_EX_09() -> None:
    run = drawing(((), ()), list(SPELLS), [])
    who = []
    while run.state.agenda:
        who.append(run.state.agenda[-1].player)
        run.least()
    assert who == [FOES, ATLANTIS] * 7
    assert [len(h) for h in run.state.hands] == [7, 7]
    assert len(run.state.piles[0]) == 24


def test_F_EX_10() -> None:
    chits = list(SPELLS)
    run = drawing((tuple(chits[:5]), tuple(chits[5:8])), chits[8:10], chits[10:30])
    who = []
    while run.state.agenda:
        who.append(run.state.agenda[-1].player)
        run.least()
    assert who == [FOES, ATLANTIS, FOES, ATLANTIS, FOES, FOES]
    assert run.kinds().count("reshuffle") == 1
    assert [len(h) for h in run.state.hands] == [7, 7]
    assert (len(run.state.piles[0]), run.state.discards[0]) == (16, ())


def test_F_EX_11() -> None:
    used = {"Battle Mages 1": {"cast": True, "moved": True}, "Home Guard 1": {"attacked": True, "cast": True}}
    run = play({"Battle Mages 1": "0,0", "Home Guard 1": "1,0"}, phase="Draw", marks=used,
               hands=(list(SPELLS)[:7], list(SPELLS)[7:14]))  # fmt: skip
    run.state.agenda = [DrawPhase()]
    GAME.settle(run.state)
    assert not any(u.flipped or u.moved or u.shifted for u in run.state.units.values())


def test_F_EX_12() -> None:
    run = march({"The Wild Hunt": "6,-4"}, "The Wild Hunt")
    assert search(run.state, uid("The Wild Hunt")).cost["7,-5"] == 4
    run.do("To 7,-5")
    assert run.unit("The Wild Hunt").at == "7,-5"


def test_F_EX_13() -> None:
    run = march({"Chariots": "5,-4"}, "Chariots")
    assert "6,-4" in hexes_of(run)
    refusal = run.why_not(MoveTo("7,-5"))
    assert {"F-R-23", "F-R-24"} <= set(refusal.rules)
    other = march({"Chariots": "6,-4"}, "Chariots")
    assert "7,-5" in hexes_of(other)
    assert "7,-6" not in hexes_of(other)  # its move ends there
    assert other.do("To 7,-5").unit("Chariots").moved


def test_F_EX_14() -> None:
    assert "6,-1" in hexes_of(march({"Mummies": "5,-1"}, "Mummies"))


def test_F_EX_15() -> None:
    run = march({"Numidian Horsemen": "6,-2"}, "Numidian Horsemen")
    assert "5,-2" in hexes_of(run)
    run.why_not(MoveTo("4,-2"))
    near = march({"Numidian Horsemen": "5,-2"}, "Numidian Horsemen")
    assert "4,-2" in hexes_of(near)
    assert search(near.state, uid("Numidian Horsemen")).cost["4,-2"] == 5


def test_F_EX_16() -> None:
    run = march({"Djinn": "0,14"}, "Djinn")
    assert hexes.distance("0,14", "1,9") == 5
    assert board_of(run.state).sea["1,9"]
    assert "1,9" in hexes_of(run)
    assert "1,8" not in hexes_of(run)


def test_F_EX_17() -> None:
    units = {"Valkyries": "5,-2", "Militia Archers 1": "4,-2", "Home Guard 1": "3,-1"}
    run = march(units, "Valkyries")
    assert search(run.state, uid("Valkyries")).cost["2,-1"] == 3
    assert "4,-2" not in hexes_of(run)
    run.why_not(MoveTo("4,-2"))
    assert run.do("To 2,-1").unit("Valkyries").at == "2,-1"


def test_F_EX_18() -> None:
    biremes = march({"Biremes 1": "11,-2"}, "Biremes 1")
    assert search(biremes.state, uid("Biremes 1")).cost["9,-2"] == 3
    assert "9,-2" in hexes_of(biremes)
    triremes = march({"Triremes 1": "11,-2"}, "Triremes 1")
    assert "10,-2" in hexes_of(triremes)
    triremes.why_not(MoveTo("9,-2"))


def test_F_EX_19() -> None:
    out = march({"Crystal Ships 1": "3,1"}, "Crystal Ships 1")
    assert search(out.state, uid("Crystal Ships 1")).cost["3,2"] == 1
    into = march({"Triremes 1": "3,2"}, "Triremes 1")
    assert search(into.state, uid("Triremes 1")).cost["3,1"] == 4
    assert "3,1" in hexes_of(into)


def test_F_EX_20() -> None:
    out = march({"Bright Warriors 1": "4,-1"}, "Bright Warriors 1")
    assert search(out.state, uid("Bright Warriors 1")).cost["5,0"] == 2
    into = march({"Minions of Set": "5,-1"}, "Minions of Set")
    assert search(into.state, uid("Minions of Set")).cost["4,-1"] == 5
    assert "4,-1" in hexes_of(into)


def test_F_EX_21() -> None:
    units = {"Cyclops": "5,-1", "Home Guard 1": "3,-1", "Chaos Warriors": "6,-1"}
    run = march(units, "Cyclops")
    assert search(run.state, uid("Cyclops")).cost["4,-1"] == 2
    run.do("To 4,-1")
    assert edge_key("4,-1", "5,-1") in run.state.broken
    after = march({"Savages": "5,-1"}, "Savages", broken=run.state.broken)
    assert search(after.state, uid("Savages")).cost["4,-1"] == 2
    battle = play({"Savages": "5,-1", "Home Guard 1": "4,-1"}, go=FOES, broken=run.state.broken)
    assert fight(battle, "Home Guard 1") == (3, 3)


def test_F_EX_22() -> None:
    gate = march({"Colossus": "4,-1"}, "Colossus")
    assert search(gate.state, uid("Colossus")).cost["5,-1"] == 1
    option = next(text for text in gate.offers() if text in ("To 5,-1", "To 5,-1, breaking nothing"))
    gate.do(option)
    assert (gate.unit("Colossus").at, gate.state.broken) == ("5,-1", ())
    wall = march({"Colossus": "4,-2"}, "Colossus")
    assert search(wall.state, uid("Colossus")).cost["5,-2"] == 1
    edge = edge_key("4,-2", "5,-2")
    wall.do(next(text for text in wall.offers() if text in ("To 5,-2", f"To 5,-2, breaking {edge}")))
    assert wall.state.broken == (edge,)


def test_F_EX_23() -> None:
    naga = march({"Naga Snake Men": "-4,13"}, "Naga Snake Men")
    assert search(naga.state, uid("Naga Snake Men")).cost["-4,12"] == 1
    snake = march({"Giant Snake": "9,-2"}, "Giant Snake")
    assert search(snake.state, uid("Giant Snake")).cost["10,-2"] == 2
    assert "10,-2" in hexes_of(snake)


def test_F_EX_24() -> None:
    units = {"Mummies": "6,-3", "Chariots": "5,-4", "Savages": "6,-4", "Home Guard 1": "0,0"}
    run = play(units, phase="Movement", go=FOES, spare=False)
    order = []
    while run.state.phase == "Movement":
        order.append(run.player)
        run.do(next(text for text in run.offers() if text.startswith("Move "))).do("Hold")
    assert order == [FOES, ATLANTIS, FOES, FOES]


def test_F_EX_25() -> None:
    units = {"Sorcerers": "5,-1", "Home Guard 1": "4,-1", "Mummies": "6,-3"}
    run = play(units, phase="Movement", go=ATLANTIS, hands=((), ("fear",)))
    run.do("Done with moves")
    assert run.player == FOES
    assert "Cast Fear" not in run.offers()
    run.why_not(Cast("fear"))
    run.do("Move Mummies", "Hold")
    assert run.player == FOES  # the Foes go on alone


def test_F_EX_26() -> None:
    run = march({"Chariots": "-2,5", "Spearmen": "-1,5"}, "Chariots")
    assert search(run.state, uid("Chariots")).cost["0,5"] == 3
    assert "0,5" in hexes_of(run)
    assert "-1,5" not in hexes_of(run)
    run.why_not(MoveTo("-1,5"))
    enemy = march({"Chariots": "-2,5", "Home Guard 1": "-1,5"}, "Chariots")
    assert "-1,5" not in search(enemy.state, uid("Chariots")).cost


def test_F_EX_27() -> None:
    units = {"Triremes 2": "13,-6", "Spartan Hoplites": "13,-5"}
    run = march(units, "Spartan Hoplites")
    assert search(run.state, uid("Spartan Hoplites")).berth_cost["13,-6"] == 1
    run.do("Aboard Triremes 2", "Done with moves", "Move Triremes 2", "To 11,-6")
    hoplites = run.unit("Spartan Hoplites")
    assert (hoplites.at, hoplites.aboard, hoplites.moved) == ("11,-6", uid("Triremes 2"), True)


def test_F_EX_28() -> None:
    units = {"Triremes 2": "11,-5", "Spartan Hoplites": "in Triremes 2"}
    run = march(units, "Triremes 2")
    assert search(run.state, uid("Triremes 2")).cost["9,-3"] == 2
    run.do("To 9,-3", "Done with moves", "Move Spartan Hoplites", "To 8,-3")
    hoplites = run.unit("Spartan Hoplites")
    assert (hoplites.at, hoplites.aboard) == ("8,-3", "")


def test_F_EX_29() -> None:
    units = {"War Elephants": "8,-3", "Pygmies": "in War Elephants", "Giant Sea Turtles 1": "9,-3"}
    run = march(units, "War Elephants")
    assert "Aboard Giant Sea Turtles 1" not in run.offers()
    assert "F-STK-05" in run.why_not(Embark(uid("Giant Sea Turtles 1"))).rules
    apart = {"War Elephants": "8,-3", "Pygmies": "8,-2", "Giant Sea Turtles 1": "9,-3"}
    run = march(apart, "War Elephants").do("Aboard Giant Sea Turtles 1", "Done with moves", "Move Pygmies")
    assert names_of(run, Embark, "carrier") == {"Giant Sea Turtles 1"}
    assert "F-R-34" in run.why_not(Embark(uid("War Elephants"))).rules
    run.do("Aboard Giant Sea Turtles 1")
    assert run.unit("Pygmies").aboard == uid("Giant Sea Turtles 1")


ABOARD = {
    "Triremes 1": "9,-2",
    "Athenian Archers": "in Triremes 1",
    "Ionian Javelineers": "in Triremes 1",
    "Medusa": "in Triremes 1",
    "Home Guard 1": "8,-2",
    "Home Guard 2": "7,-1",
}


def test_F_EX_30() -> None:
    assert hexes.distance("9,-2", "8,-2") == 1
    assert hexes.distance("9,-2", "7,-1") == 2
    assert fight(play(ABOARD, go=FOES), "Home Guard 1", "Medusa")[0] == 4
    assert fight(play(ABOARD, go=FOES), "Home Guard 2", "Athenian Archers")[0] == 1
    assert fight(play(ABOARD, go=FOES), "Home Guard 2", "Ionian Javelineers")[0] == 1


def test_F_EX_31() -> None:
    units = {
        "War Barges 1": "9,-2", "Mummies": "in War Barges 1", "Assassins": "in War Barges 1",
        "Scorpion Men": "in War Barges 1", "Dragon Riders 1": "8,-2", "Crystal Ships 1": "10,-3",
    }  # fmt: skip
    run = play(units, go=ATLANTIS)
    assert names_of(run, Attack, "target") == {"War Barges 1"}
    assert "F-STK-03" in run.why_not(Attack(uid("Mummies"))).rules
    run.attack("War Barges 1", "Dragon Riders 1", "Crystal Ships 1")
    assert run.state.battle is not None
    assert run.state.battle.near_dice == 8
    run.do("Total 30", "Total 11")
    assert all(run.gone(n) for n in ("War Barges 1", "Mummies", "Assassins", "Scorpion Men"))
    assert "F-STK-04" in run.rules


def test_F_EX_32() -> None:
    units = {"War Galleys 1": "9,-2", "Great Catapult": "in War Galleys 1", "Home Guard 1": "6,-1"}
    assert hexes.distance("9,-2", "6,-1") == 3
    moved = play(
        units, go=FOES, marks={"War Galleys 1": {"shifted": True}, "Great Catapult": {"shifted": True}}
    )
    refusal = moved.why_not(Attack(uid("Home Guard 1")))
    assert refusal.rules
    still = play(units, go=FOES)
    assert "Attack Home Guard 1" in still.offers()
    # The marks come from sailing itself:
    sail = march(units, "War Galleys 1").do("To 10,-3")
    assert sail.unit("Great Catapult").shifted
    assert not sail.unit("Great Catapult").moved


def test_F_EX_33() -> None:
    run = play({"Mummies": "5,0", "Bright Warriors 1": "5,-1"}, go=FOES)
    run.do("Attack Bright Warriors 1")
    run.do(f"Total {6 + 5 + 4 + 2}", f"Total {6 + 6 + 4 + 1}")
    assert not run.gone("Bright Warriors 1")
    assert run.unit("Mummies").flipped


def test_F_EX_34() -> None:
    units = {"Chaos Warriors": "5,0", "Athenian Archers": "7,-2", "Home Guard 1": "5,-1"}
    assert hexes.distance("7,-2", "5,-1") == 2
    assert fight(play(units, go=FOES), "Home Guard 1", "Chaos Warriors", "Athenian Archers") == (5, 2)
    assert chance(5, 2) == F(17285, 17496)


def test_F_EX_35() -> None:
    assert fight(play({"Giants": "5,-1", "Home Guard 1": "5,0"}, go=FOES), "Home Guard 1")[0] == 4
    assert fight(play({"Giants": "5,-1", "Home Guard 1": "5,1"}, go=FOES), "Home Guard 1")[0] == 3
    assert fight(play({"Giants": "5,-1", "Home Guard 1": "5,0"}, go=ATLANTIS), "Giants")[1] == 4


def test_F_EX_36() -> None:
    run = play({"Lens Towers 1": "4,0", "Chaos Warriors": "7,0"}, go=ATLANTIS)
    assert list(board_of(run.state).routes("4,0", "7,0")) == [("4,0", "5,0", "6,0", "7,0")]
    assert fight(run, "Chaos Warriors") == (3, 6)
    assert "Attack Chaos Warriors" not in play({"Lens Towers 1": "4,0", "Chaos Warriors": "8,0"}).offers()


def test_F_EX_37() -> None:
    assert fight(play({"Chaos Warriors": "5,-1", "Home Guard 1": "4,-1"}, go=FOES), "Home Guard 1") == (3, 5)
    assert chance(3, 5) == F(50987, 839808)


def test_F_EX_38() -> None:
    run = play({"Athenian Archers": "6,-1", "Home Guard 1": "4,-1"}, go=FOES)
    assert list(board_of(run.state).routes("6,-1", "4,-1")) == [("6,-1", "5,-1", "4,-1")]
    assert fight(run, "Home Guard 1") == (2, 5)


def test_F_EX_39() -> None:
    units = {"Chaos Warriors": "5,-1", "Savages": "3,-1", "Home Guard 1": "4,-1"}
    assert fight(play(units, go=FOES), "Home Guard 1", "Chaos Warriors", "Savages") == (6, 3)


def test_F_EX_40() -> None:
    run = play({"Macedonian Phalanx": "6,-4", "Bright Warriors 1": "7,-5"}, go=FOES)
    assert fight(run, "Bright Warriors 1") == (3, 7)
    assert chance(3, 7) == F(87373, 30233088)


def test_F_EX_41() -> None:
    run = play({"Athenian Archers": "3,-7", "Bright Warriors 1": "1,-6"}, go=FOES)
    assert {r[1] for r in board_of(run.state).routes("3,-7", "1,-6")} == {"2,-7", "2,-6"}
    assert fight(run, "Bright Warriors 1") == (2, 5)


def test_F_EX_42() -> None:
    units = {"Demon Horde": "3,0", "Home Guard 1": "2,0", "Bright Warriors 1": "3,-1"}
    assert fight(play(units), "Demon Horde", "Home Guard 1", "Bright Warriors 1") == (6, 5)


def test_F_EX_43() -> None:
    units = {"Berserkers": "5,0", "Assassins": "6,-1", "Home Guard 1": "5,-1"}
    assert fight(play(units, go=FOES), "Home Guard 1", "Berserkers")[0] == 4
    assert fight(play(units, go=FOES), "Home Guard 1", "Assassins")[0] == 4
    assert fight(play(units, go=FOES), "Home Guard 1", "Berserkers", "Assassins")[0] == 6
    assert fight(play(units), "Berserkers")[1] == 2
    on_mountain = 1
    assert fight(play(units), "Assassins")[1] == 2 + on_mountain


def test_F_EX_44() -> None:
    units = {"War Elephants": "5,0", "Pygmies": "in War Elephants", "Home Guard 1": "5,-1"}
    assert fight(play(units, go=FOES), "Home Guard 1", "War Elephants", "Pygmies") == (4, 2)


def test_F_EX_45() -> None:
    turtles = play({"Crystal Ships 1": "9,-3", "Giant Sea Turtles 1": "9,-2"})
    assert fight(turtles, "Giant Sea Turtles 1") == (3, 6)
    barge = play({"Dragon Riders 1": "5,-5", "Barge of Ptah": "5,-6"})
    assert board_of(barge.state).hexes["5,-6"].terrain == "clear"
    assert fight(barge, "Barge of Ptah") == (5, 6)


def test_F_EX_46() -> None:
    units = {"Great Catapult": "7,-1", "Home Guard 1": "4,-1"}
    assert hexes.distance("7,-1", "4,-1") == 3
    assert fight(play(units, go=FOES), "Home Guard 1", x=5)[0] == 4
    run = play(units, go=FOES)
    assert fight(run, "Home Guard 1", x=1)[0] == 0
    run.least()
    assert not run.gone("Home Guard 1")


def test_F_EX_47() -> None:
    units = {"Great Catapult": "7,-1", "Bright Warriors 1": "7,-2"}
    assert board_of(position(units)).hexes["7,-1"].terrain == "mountain"
    assert fight(play(units), "Great Catapult", x=3)[1] == 3
    assert fight(play(units), "Great Catapult", x=1)[1] == 1


def test_F_EX_48() -> None:
    edge = edge_key("4,-1", "5,-1")
    ram = play({"Great Battering Ram": "5,-1", "Home Guard 1": "4,-1"}, go=FOES)
    ram.do(Batter(uid("Great Battering Ram"), edge))
    assert ram.state.broken == (edge,)
    units = {"Chaos Warriors": "5,-1", "Home Guard 1": "4,-1"}
    assert fight(play(units, go=FOES, broken=(edge,)), "Home Guard 1") == (3, 3)
    assert fight(play(units, go=FOES), "Home Guard 1") == (3, 5)
    assert (chance(3, 3), chance(3, 5)) == (F(3527, 7776), F(50987, 839808))


def test_F_EX_49() -> None:
    units = {"Great Battering Ram": "5,0", "Lens Towers 1": "4,0"}
    batter = Batter(uid("Great Battering Ram"), uid("Lens Towers 1"))
    run = play(units, go=FOES).do(batter)
    assert run.gone("Lens Towers 1")
    assert run.state.broken == ()
    safe = play(units, go=FOES, effects={"Lens Towers 1": ["invulnerability"]}).do(batter)
    assert not safe.gone("Lens Towers 1")
    assert safe.unit("Great Battering Ram").flipped


def test_F_EX_50() -> None:
    units = {
        "Trojan Horse": "5,-1", "Spartan Hoplites": "in Trojan Horse",
        "Home Guard 1": "4,-1", "Bright Warriors 1": "5,0",
    }  # fmt: skip
    run = play(units)
    assert "F-UNIT-38" in run.why_not(Attack(uid("Trojan Horse"))).rules
    run.do("Hold Home Guard 1")
    assert fight(run, "Home Guard 1")[0] == 2
    assert run.unit("Trojan Horse").exposed
    run.least()
    assert run.player == ATLANTIS
    assert "Attack Trojan Horse" in run.offers()
    joining = play({**units, "Mummies": "6,-1"}, go=FOES).do("Attack Bright Warriors 1")
    assert "F-UNIT-37" in joining.why_not(Join(uid("Trojan Horse"))).rules


def test_F_EX_51() -> None:
    assert fight(play({"Valkyries": "5,-2", "Militia Archers 1": "4,-2"}, go=FOES), "Militia Archers 1") == (
        2,
        5,
    )


def test_F_EX_52() -> None:
    assert chance(3, 3) == F(3527, 7776)
    assert chance(5, 3) == F(84853, 93312)
    assert chance(9, 5) == F(12842651761, 13060694016)
    assert chance(4, 7) == F(1538849, 60466176)


def test_F_EX_53() -> None:
    units = {"Battle Mages 2": "4,-1", "Home Guard 1": "4,-2", "Mummies": "5,-2"}
    run = play(units, phase="Movement", window=True, hands=(("haste", "negate"), ("rage",)))
    run.do("Cast Haste", "At Home Guard 1", "Done with moves")
    assert "Move Battle Mages 2" in run.offers()  # casting does not stop it from moving
    run.do("Done with moves")
    assert run.state.phase == "Attack"
    joining = play({**units, "Home Guard 2": "5,-3"}, marks={"Battle Mages 2": {"cast": True}}).do(
        "Attack Mummies"
    )
    assert "F-R-55" in joining.why_not(Join(uid("Battle Mages 2"))).rules
    answer = play({"Battle Mages 2": "4,-1", "Home Guard 1": "4,-2", "Oracle": "5,-2"}, go=FOES,
                  hands=(("negate",), ("fireball",)), marks={"Battle Mages 2": {"cast": True}})  # fmt: skip
    answer.cast("Fireball", "Home Guard 1")
    assert answer.player != ATLANTIS  # nobody could answer: the flipped mage cannot cast Negate


def test_F_EX_54() -> None:
    units = {"Bright Warriors 1": "5,-1", "Bright Warriors 2": "6,-2", "Priests of Light 1": "0,0",
             "Mummies": "5,0", "Cyclops": "6,-3"}  # fmt: skip
    flipped = {"Mummies": {"attacked": True}, "Cyclops": {"attacked": True}}
    more = {"Medusa": "-8,12", "Savages": "-7,12"}
    run = play({**units, **more}, marks=flipped, spare=False)
    run.do("Attack Mummies").lose_attack()
    assert run.player == FOES
    run.do("Done with attacks")
    run.do("Attack Cyclops").lose_attack()
    assert run.player == ATLANTIS
    run.do("Done with attacks")
    assert run.state.phase != "Attack"
    # Done flips nothing: an unflipped caster can still answer.
    answer = play({"Oracle": "6,-1", "Mummies": "5,0", "Bright Warriors 1": "5,-1"}, go=FOES,
                  hands=((), ("luck",)))  # fmt: skip
    answer.do("Done with attacks", "Attack Mummies").least()
    assert answer.player == FOES
    assert "Cast Luck" in answer.offers()


def test_F_EX_55() -> None:
    units = {"City Elders": "3,0", "Home Guard 1": "4,-1", "Chaos Warriors": "5,-1"}
    run = play(units, window=True, hands=(("shield",), ()))
    run.do("Cast Shield", "At Home Guard 1", "Done with attacks")
    assert fight(run, "Home Guard 1") == (3, 8)


def test_F_EX_56() -> None:
    units = {"Priests of Ra": "-2,6", "Mummies": "-2,5", "Lens Towers 6": "-3,5"}
    run = play(units, phase="Movement", window=True, hands=((), ("haste",)))
    run.do("Cast Haste")
    assert "F-R-25" in run.why_not(AimUnit(uid("Lens Towers 6"))).rules
    run.do("At Mummies", "Move Mummies")
    reach = search(run.state, uid("Mummies")).cost
    assert reach["-1,5"] == 1
    # By way of (-1, 5) it has 1 point left at (-1, 6), and the forest (0, 5) costs 2.
    assert (points(run.state, uid("Mummies")), board_of(run.state).row["0,5"]) == (3, "forest")
    assert hexes.distance("-1,5", "-1,6") == hexes.distance("-1,6", "0,5") == 1
    way = [reach["-1,5"], TERRAIN[board_of(run.state).row["-1,6"]].land_cost, TERRAIN["forest"].land_cost]
    assert way == [1, 1, 2]
    assert run.do("To -1,6").unit("Mummies").at == "-1,6"


def test_F_EX_57() -> None:
    units = {"Pagan Priests": "6,-2", "Medusa": "6,-1"}
    run = play(units, phase="Movement", window=True, hands=((), ("fly",)))
    run.do("Cast Fly", "At Medusa", "Move Medusa")
    assert search(run.state, uid("Medusa")).cost["3,0"] == 3
    assert "3,0" in hexes_of(run)
    assert "F-R-79" in run.why_not(MoveTo("3,2")).rules


def test_F_EX_58() -> None:
    units = {"Pegasi": "8,-3", "Pagan Priests": "8,-2", "Warlock": "7,-2", "Battle Mages 1": "6,-2"}
    held = {"Pegasi": ["hold"]}
    run = play(units, phase="Movement", go=FOES, effects=held, hands=(("fear",), ("summon", "teleport")))
    run.do("Cast Summon", "Pagan Priests cast it")
    assert "F-R-75" in run.why_not(AimUnit(uid("Pegasi"))).rules
    teleport = play(units, phase="Movement", go=FOES, effects=held, hands=((), ("teleport",)))
    teleport.do("Cast Teleport", "Pagan Priests cast it")
    assert "F-R-75" in teleport.why_not(AimUnit(uid("Pegasi"))).rules
    fear = play(units, phase="Movement", go=ATLANTIS, effects=held, hands=(("fear",), ()))
    fear.do("Cast Fear")
    assert "F-R-75" in fear.why_not(AimUnit(uid("Pegasi"))).rules
    moving = play(units, phase="Movement", go=FOES, effects=held)
    moving.do("Move Pegasi")  # it can only be held
    assert moving.unit("Pegasi").at == "8,-3"
    assert moving.unit("Pegasi").moved
    attack = play({"Pegasi": "6,-3", "Home Guard 1": "6,-2"}, go=FOES, effects=held)
    assert "Attack Home Guard 1" in attack.offers()


def test_F_EX_59() -> None:
    both = play({"Home Guard 1": "5,-1", "Chaos Warriors": "5,0"}, go=FOES,
                effects={"Home Guard 1": ["aid", "poison_gases"]})  # fmt: skip
    assert fight(both, "Home Guard 1")[1] == 2
    one = play(
        {"City Elders": "5,-2", "Chaos Warriors": "6,-3"}, go=FOES, effects={"City Elders": ["poison_gases"]}
    )
    assert fight(one, "City Elders")[1] == 1


def test_F_EX_60() -> None:
    units = {
        "Oracle": "6,-1",
        "Spartan Hoplites": "5,0",
        "Macedonian Phalanx": "6,-2",
        "Home Guard 1": "5,-1",
    }
    run = play(units, go=FOES, hands=((), ("inspire",)))
    run.do("Cast Inspire")
    assert run.unit("Oracle").flipped
    assert uid("Oracle") not in run.state.effects
    run.do("Done with attacks")
    assert fight(run, "Home Guard 1", "Spartan Hoplites", "Macedonian Phalanx") == (8, 2)


def test_F_EX_61() -> None:
    raging = {"Demon Horde": ["rage"]}
    units = {"Demon Horde": "5,-1", "Home Guard 1": "4,-1"}
    assert fight(play(units, go=FOES, effects=raging), "Home Guard 1") == (8, 5)
    assert fight(play(units, effects=raging), "Demon Horde")[1] == 5


def bolt(units: dict[str, str], spell: str, target: str) -> tuple[int, int]:
    return count(play(units, go=FOES, hands=((), (spell,))).cast(SPELLS[spell].name, target))


def test_F_EX_62() -> None:
    out = {"Djinn": "3,2", "Guardian Statues 1": "2,1"}
    assert hexes.distance("3,2", "2,1") == 2
    assert bolt(out, "fireball", "Guardian Statues 1") == (4, 7)
    assert bolt({**out, "Djinn": "2,-1"}, "fireball", "Guardian Statues 1") == (4, 5)
    assert f"{float(chance(4, 7)):.6f}" == "0.025450"
    assert f"{float(chance(4, 5)):.6f}" == "0.220442"


def test_F_EX_63() -> None:
    units = {"Oracle": "5,-1", "Guardian Statues 1": "2,1"}
    assert bolt(units, "lightning_bolt", "Guardian Statues 1") == (3, 7)
    assert f"{float(chance(3, 7)):.6f}" == "0.002890"
    run = play(units, go=FOES, hands=((), ("fireball",)))
    assert "Cast Fireball" not in run.offers()
    assert "F-R-59" in run.why_not(Cast("fireball")).rules


def test_F_EX_64() -> None:
    units = {"Battle Mages 1": "5,-1", "Home Guard 1": "5,0", "Mummies": "6,-2", "Oracle": "7,-1"}
    run = play({**units, "Oracle": "8,-2"}, window=True, hands=((), ("distract",)))
    assert hexes.distance("8,-2", "5,-1") == 3
    run.do("Cast Distract", "At Battle Mages 1")
    assert run.state.effects[uid("Battle Mages 1")] == ("distract",)
    stunned = {"Battle Mages 1": ["distract"]}
    attack = play({**units, "Home Guard 1": "5,-2", "Home Guard 2": "7,-3"}, effects=stunned)
    attack.do("Attack Mummies")
    assert "F-R-82" in attack.why_not(Join(uid("Battle Mages 1"))).rules
    ball = play(units, effects=stunned, hands=(("fireball",), ()))
    assert "F-R-82" in ball.why_not(Cast("fireball")).rules
    negate = play(units, go=FOES, effects=stunned, hands=(("negate",), ("fireball",)))
    negate.cast("Fireball", "Home Guard 1")
    assert negate.player == ATLANTIS
    assert "Cast Negate" in negate.offers()


def test_F_EX_65() -> None:
    units = {"Djinn": "2,1", "Dragon Riders 1": "1,1", "Dragon Riders 2": "2,0", "Bright Warriors 1": "3,0"}
    run = play(units, effects={"Djinn": ["invulnerability"]})
    run.attack("Djinn", "Dragon Riders 1", "Dragon Riders 2", "Bright Warriors 1")
    assert run.state.battle is not None
    assert run.state.battle.near_dice == 14
    run.do("Total 49", "Total 12")
    assert not run.gone("Djinn")
    assert all(run.unit(n).flipped for n in ("Dragon Riders 1", "Dragon Riders 2", "Bright Warriors 1"))


def test_F_EX_66() -> None:
    units = {"Oracle": "2,1", "Lord of Atlantis": "0,0", "Battle Mages 1": "-1,0", "Home Guard 1": "3,0"}
    assert (hexes.distance("2,1", "0,0"), hexes.distance("2,1", "-1,0")) == (3, 4)
    run = play(units, go=FOES, hands=(("negate",), ("fireball",)))
    run.cast("Fireball", "Home Guard 1")
    assert run.player == ATLANTIS
    run.cast("Negate", by="Lord of Atlantis")
    assert run.unit("Lord of Atlantis").flipped
    assert not run.unit("Battle Mages 1").flipped
    assert run.unit("Oracle").flipped
    assert run.state.discards[0] == ("fireball", "negate")
    assert "attack_roll" not in run.kinds()


def test_F_EX_67() -> None:
    units = {"Witch Doctors": "8,-3", "Home Guard 1": "7,-3", "Crystal Ships 1": "9,-3", "Savages": "8,-2",
             "Militia Archers 1": "in Crystal Ships 1"}  # fmt: skip
    run = play(units, window=True, hands=((), ("mesmerize",)))
    run.do("Cast Mesmerize")
    assert {n for n in units if uid(n) in run.state.effects} == {"Home Guard 1", "Crystal Ships 1"}
    assert "Attack Savages" in run.offers()  # by the Archers only
    archers = play(units, effects={"Home Guard 1": ["mesmerize"], "Crystal Ships 1": ["mesmerize"]})
    archers.do("Attack Witch Doctors")
    assert archers.state.battle is not None  # only the Archers could: they were not asked for
    assert archers.state.battle.attackers == (uid("Militia Archers 1"),)
    savages = play(units, go=FOES, effects={"Home Guard 1": ["mesmerize"], "Crystal Ships 1": ["mesmerize"]})
    assert "Attack Home Guard 1" in savages.offers()


def test_F_EX_68() -> None:
    units = {"Druids": "5,0", "Lycanthropes": "6,-2", "Colossus": "5,-1", "Lord of Atlantis": "4,1"}
    run = play(units, go=FOES, hands=((), ("death_spell",)))
    assert fight(run, "Colossus", "Druids", "Lycanthropes", death="Druids") == (11, 6)
    assert run.unit("Druids").attacked
    assert run.unit("Druids").cast
    negated = play(units, go=FOES, hands=(("negate",), ("death_spell",)))
    negated.attack("Colossus", "Druids", "Lycanthropes", death="Druids").cast("Negate", by="Lord of Atlantis")
    assert count(negated) == (6, 6)
    assert negated.unit("Druids").flipped


def test_F_EX_69() -> None:
    units = {
        "Chaos Warriors": "5,0",
        "Athenian Archers": "7,-2",
        "Home Guard 1": "5,-1",
        "Priests of Light 1": "3,0",
    }
    assert hexes.distance("3,0", "5,-1") == 2
    run = play(units, go=FOES, hands=(("winds",), ()))
    run.attack("Home Guard 1", "Chaos Warriors", "Athenian Archers")
    run.do(f"Total {5 + 4 + 4}", f"Total {6 + 6}")
    assert run.state.battle is not None
    assert run.state.battle.attack == 25
    run.do("Cast Winds")
    assert run.state.battle is not None
    assert run.state.battle.attack == 13
    run.do(f"Total {6 + 6}")
    assert run.gone("Home Guard 1")
    later = play(units, go=FOES, effects={"Home Guard 1": ["winds"]})
    assert fight(later, "Home Guard 1", "Athenian Archers")[0] == 0


def test_F_EX_70() -> None:
    foe = play(
        {"Djinn": "4,2", "Crystal Ships 1": "3,1", "Merfolk 1": "3,2"}, go=FOES, hands=((), ("whirlpool",))
    )
    foe.do("Cast Whirlpool")
    assert names_of(foe, AimUnit, "unit") == {"Crystal Ships 1", "Merfolk 1"}
    ship = Run(foe.state).do("At Crystal Ships 1")
    assert count(ship) == (4, 4)
    assert count(foe.do("At Merfolk 1")) == (4, 2)
    sphinx = play({"Lord of Atlantis": "3,1", "Sphinx": "3,2"}, hands=(("whirlpool",), ()))
    assert "Cast Whirlpool" not in sphinx.offers()
    assert sphinx.why_not(Cast("whirlpool")).rules


def test_F_EX_71() -> None:
    units = {"Battle Mages 1": "7,-2", "Cyclops": "8,-3", "Sphinx": "8,-2", "Mummies": "6,-3"}
    run = play(units, hands=(("tidal_wave",), ())).do("Cast Tidal Wave")
    assert names_of(run, AimUnit, "unit") == {"Cyclops", "Sphinx"}
    run.why_not(AimUnit(uid("Mummies")))
    assert count(Run(run.state).do("At Cyclops")) == (4, 3)
    assert count(run.do("At Sphinx")) == (4, 4)


def test_F_EX_72() -> None:
    units = {"Battle Mages 1": "4,-1", "Mummies": "5,0", "Valkyries": "6,-3", "Bright Warriors 1": "6,-2"}
    run = play(units, phase="Movement", window=True, hands=(("wall_of_fire",), ()))
    run.do("Cast Wall of Fire", "At 5,-1", "At 5,0", "At 6,-1")
    assert run.state.fire == ("5,-1", "5,0", "6,-1")
    run.do("Move Valkyries")
    assert "5,-1" not in hexes_of(run)
    assert "F-R-78" in run.why_not(MoveTo("5,-1")).rules
    run.do("Hold", "Move Bright Warriors 1")
    assert "6,-1" not in search(run.state, uid("Bright Warriors 1")).cost
    run.do("Hold", "Move Mummies")
    assert hexes_of(run)  # they may leave
    leave = min(hexes_of(run))
    run.do(f"To {leave}")
    back = position({"Mummies": leave}, phase="Movement", go=FOES)
    back.fire = ("5,-1", "5,0", "6,-1")
    assert "5,0" not in search(back, uid("Mummies")).cost
    run.do("Done with moves", "Done with moves", "Done with attacks", "Done with attacks")
    assert run.state.fire == ()


def test_F_EX_73() -> None:
    units = {"Bright Warriors 1": "3,0", "Demon Horde": "2,0", "Shaman": "2,1", "Home Guard 1": "3,-1"}
    run = play(units, go=FOES, hands=((), ("raise_dead",)))
    run.attack("Bright Warriors 1", "Demon Horde").most().least()
    assert run.player == FOES
    run.cast("Raise Dead", by="Shaman")
    warriors = run.unit("Bright Warriors 1")
    assert (warriors.side, warriors.undead, warriors.flipped, warriors.moved) == (FOES, True, True, True)
    assert KIND_OF[uid("Bright Warriors 1")].move == 2
    assert uid("Bright Warriors 1") not in list(counted(run.state, ATLANTIS))
    again = position(units, marks={"Bright Warriors 1": {"owner": FOES, "side": FOES, "undead": True}})
    assert fight(Run(again), "Bright Warriors 1")[1] == 3


def test_F_EX_74() -> None:
    units = {"Battle Mages 1": "4,-1", "Sphinx": "5,-1", "Mummies": "5,0", "Home Guard 1": "6,-1"}
    run = play(units, hands=(("earthquake",), ()))
    run.do("Cast Earthquake", "At 5,-1", "At 5,0", "At 6,-1")
    assert names_of(run, AimUnit, "unit") == {"Mummies", "Home Guard 1"}
    run.do("At Mummies")
    assert count(run) == (2, 4)
    run.most()
    assert count(run) == (2, 3)
    run.most()
    assert not run.gone("Mummies")
    assert f"{float(chance(2, 4)):.6f}" == "0.035880"
    assert f"{float(chance(2, 3)):.6f}" == "0.152006"


def test_F_EX_75() -> None:
    units = {"Battle Mages 1": "4,-1", "Mummies": "5,0", "Valkyries": "5,-1", "Cyclops": "6,-2"}
    run = play(units, phase="Movement", window=True, hands=(("flood",), ()))
    run.do("Cast Flood", "At 5,-1", "At 5,0", "At 6,-1")
    assert list(run.state.effects) == [uid("Mummies")]
    run.do("Move Mummies")
    assert run.unit("Mummies").at == "5,0"
    run.do("Done with moves", "Move Cyclops", "To 6,-1")
    assert uid("Cyclops") not in run.state.effects
    run.do("Move Valkyries")
    assert len(hexes_of(run)) > 1


def test_F_EX_76() -> None:
    units = {"Biremes 1": "9,-4", "Pagan Priests": "in Biremes 1", "Cyclops": "13,-9"}
    run = play(units, phase="Movement", go=FOES, hands=((), ("summon",)))
    run.do("Cast Summon", "At Cyclops")  # one neighbour only: not asked for
    assert run.unit("Cyclops").at == "8,-3"
    assert not run.unit("Cyclops").moved
    run.do("Done with moves")
    assert "Move Cyclops" in run.offers()


def test_F_EX_77() -> None:
    units = {"Warlock": "2,-12", "Druids": "2,-13", "Home Guard 1": "0,0"}
    run = play(units, phase="Movement", go=FOES, hands=((), ("teleport",)))
    run.do("Cast Teleport", "Warlock cast it", "At Druids")
    assert "At 2,1" in run.offers()
    assert "At 0,8" not in run.offers()  # sea: Druids could not stop there
    run.do("At 2,1", "Done with moves", "Done with moves", "Hold Home Guard 1")
    assert run.state.phase == "Attack"
    assert "Druids cast the Cataclysm" in run.offers()
    assert "F-R-72" in run.why_not(Cataclysm(uid("Warlock"))).rules
    assert run.unit("Warlock").flipped


def test_F_EX_78() -> None:
    units = {"Oracle": "6,-1", "Lens Towers 1": "4,0", "Bright Warriors 1": "3,0"}
    assert hexes.distance("6,-1", "4,0") == 2
    run = play(units, window=True, hands=((), ("control",)))
    run.cast("Control", "Lens Towers 1", by="Oracle")
    assert run.unit("Lens Towers 1").side == FOES
    hit = Run(run.state).do("Attack Lens Towers 1")
    assert count(hit) == (4, 3)
    run.do("Hold Bright Warriors 1")
    assert fight(run, "Bright Warriors 1") == (3, 5)
    run.least()
    while run.state.phase == "Attack":
        run.do("Done with attacks")
    assert run.unit("Lens Towers 1").side == ATLANTIS


def test_F_EX_79() -> None:
    units = {"Chaos Warriors": "5,0", "Home Guard 1": "5,-1", "Priests of Light 1": "4,1"}
    assert hexes.distance("4,1", "5,0") <= 2
    run = play(units, go=FOES, hands=(("luck",), ()))
    run.do("Attack Home Guard 1", f"Total {6 + 6 + 5}")
    assert run.player == ATLANTIS
    run.do("Cast Luck", f"Total {2 + 3 + 1}")
    assert run.state.battle is not None
    assert run.state.battle.attack == 6
    later = play(units, go=FOES, hands=(("luck",), ()))
    later.do("Attack Home Guard 1", "Total 17", "Cast nothing", "Total 5")
    assert later.player == ATLANTIS
    later.do("Cast Luck")
    assert later.state.battle is not None
    assert later.state.battle.attack == 17
    later.do("Total 12")
    assert later.kinds().count("defence_roll") == 2


def test_F_EX_80() -> None:
    foes = ("fireball", "aid", "rage", "haste", "hold")
    atlanteans = ("antimagic", "negate", "shield", "fly", "golem", "winds")
    units = {"Oracle": "6,-1", "Home Guard 1": "5,-1", "Battle Mages 1": "4,-1"}
    run = play(units, go=FOES, hands=(atlanteans, foes))
    run.cast("Fireball", "Home Guard 1").cast("Antimagic", by="Battle Mages 1")
    assert run.state.hands == ((), ())
    assert "negate" in run.state.discards[0]
    assert count(run)[0] == 4  # then the Fireball still takes effect


def test_F_EX_81() -> None:
    units = {"Sorcerers": "5,-1", "Home Guard 1": "4,-1"}
    run = play(units, phase="Movement", go=FOES, hands=((), ("fear",)))
    run.do("Cast Fear")
    assert {a.hex for a in GAME.legal(run.state) if isinstance(a, AimHex)} == {"3,-1", "3,0", "4,-2"}
    run.do("At 3,0")
    assert run.unit("Home Guard 1").at == "3,0"
    assert run.unit("Home Guard 1").moved


def test_F_EX_82() -> None:
    units = {"Battle Mages 1": "4,-1", "Home Guard 1": "0,0"}
    run = play(units, phase="Movement", go=ATLANTIS, hands=(("earth_elemental",), ()), turn=4)
    run.do("Cast Earth Elemental", "At 3,-1")
    elemental = run.unit("earth_elemental_1")
    assert not elemental.moved
    assert not elemental.flipped
    assert elemental.expires == 6
    run.do("Done with moves")
    assert "Move Earth Elemental" in run.offers()
    for turn, here in ((4, True), (5, True), (6, False)):
        run.state.turn = turn
        run.state.agenda = [EndTurn()]
        run.state.agenda.pop().run(run.state, Silent())
        assert ("earth_elemental_1" in run.state.units) == here
    assert "earth_elemental" in run.state.discards[0]


class Silent:
    """A log for running one task by hand."""

    def say(self, *args: Any, **data: Any) -> None:
        return None


def test_F_EX_83() -> None:
    units = {"Battle Mages 1": "2,2", "Merfolk 1": "2,3", "Merfolk 2": "3,2"}
    hands = (("water_elemental",), ())
    run = play(units, phase="Movement", go=ATLANTIS, hands=hands)
    run.cast("Water Elemental", "3,1")
    assert run.unit("water_elemental_1").at == "3,1"
    full = play(
        {**units, "Home Guard 1": "3,1", "Merfolk 3": "1,3"}, phase="Movement", go=ATLANTIS, hands=hands
    )
    assert "Cast Water Elemental" not in full.offers()


def test_F_EX_84() -> None:
    units = {"air_elemental_2": "8,-3", "fire_elemental_2": "8,-2", "War Barges 1": "9,-3"}
    air = Run(position(units, phase="Movement", go=FOES)).do(Take("air_elemental_2"))
    assert "Aboard War Barges 1" in air.offers()
    fire = Run(position(units, phase="Movement", go=FOES)).do(Take("fire_elemental_2"))
    assert "Aboard War Barges 1" not in fire.offers()
    assert "F-SPL-53" in fire.why_not(Embark(uid("War Barges 1"))).rules


def test_F_EX_85() -> None:
    units = {
        "illusion_2": "5,0",
        "Home Guard 1": "5,-1",
        "Militia Archers 1": "6,-1",
        "Militia Archers 2": "4,1",
    }
    marks = {"illusion_2": {"expires": 8}}
    assert fight(play(units, go=FOES, turn=7, marks=marks), "Home Guard 1")[0] == 3
    run = play(units, turn=8, marks=marks)
    run.attack("Illusion", "Home Guard 1", "Militia Archers 1", "Militia Archers 2")
    assert "illusion_2" not in run.state.units
    assert "attack_roll" not in run.kinds()
    assert all(run.unit(n).flipped for n in ("Home Guard 1", "Militia Archers 1", "Militia Archers 2"))
    alone = play({"illusion_2": "5,0", "Home Guard 1": "0,0"}, turn=8, marks=marks)
    alone.do("Done with attacks", "Done with attacks")
    assert "illusion_2" not in alone.state.units


def test_F_EX_86() -> None:
    units = {"Crystal Ships 1": "9,-2", "Home Guard 1": "in Crystal Ships 1", "Home Guard 2": "in Crystal Ships 1",
             "Triremes 1": "10,-3", "Triremes 2": "10,-2", "Priests of Light 1": "8,-3"}  # fmt: skip
    assert hexes.distance("8,-3", "9,-2") <= 2
    run = play(units, go=FOES, hands=(("resurrection",), ()))
    run.attack("Crystal Ships 1", "Triremes 1", "Triremes 2").do("Total 20", "Total 12")
    assert run.player == ATLANTIS
    run.cast("Resurrection", by="Priests of Light 1")
    assert not any(run.gone(n) for n in ("Crystal Ships 1", "Home Guard 1", "Home Guard 2"))
    assert run.unit("Priests of Light 1").flipped


def test_F_EX_87() -> None:
    units = {"Priests of Light 1": "3,0", "Home Guard 1": "0,0"}
    run = play(units, phase="Movement", go=ATLANTIS, turn=6, hands=(("reincarnate",), ()),
               dead=["Dragon Riders 2", "Lens Towers 3", "Home Guard 2"])  # fmt: skip
    run.do("Cast Reincarnate")
    assert "At Lens Towers 3" not in run.offers()
    run.why_not(AimUnit(uid("Lens Towers 3")))
    run.do("At Dragon Riders 2", "At 3,-1")
    riders = run.unit("Dragon Riders 2")
    assert (riders.at, riders.moved, riders.flipped) == ("3,-1", False, False)
    assert uid("Dragon Riders 2") in list(counted(run.state, ATLANTIS))


def test_F_EX_88() -> None:
    units = {"Druids": "5,-1", "Mummies": "6,-3"}
    run = play(units, phase="Movement", go=FOES, turn=2, hands=((), ("golem",)))
    run.do("Cast Golem", "At 5,0")
    assert run.unit("golem_2").expires == 0
    chits = [
        *run.state.hands[0],
        *run.state.hands[1],
        *run.state.piles[0],
        *run.state.discards[0],
        *run.state.table[0],
    ]
    assert "golem" not in chits
    run.state.turn = 19
    EndTurn().run(run.state, Silent())
    assert "golem_2" in run.state.units


def test_F_EX_89() -> None:
    units = {"Druids": "2,1", "Priests of Ra": "3,0", "Home Guard 1": "1,1"}
    run = play(units, window=True, hands=((), ("sanctuary",)))
    run.cast("Sanctuary", "Druids", by="Priests of Ra")
    assert "F-R-82" in run.why_not(Attack(uid("Druids"))).rules
    run.do("Done with attacks", "Druids cast the Cataclysm")
    assert run.state.result is not None
    assert run.state.result.winners == (FOES,)


def test_F_EX_90() -> None:
    chits = [s for s in SPELLS if s != "commune"]
    units = {"Druids": "5,-1", "Mummies": "6,-3"}
    run = play(units, phase="Movement", go=FOES, hands=(chits[4:11], ("commune", *chits[:4])), pile=chits[11:14],
               discards=chits[14:29])  # fmt: skip
    run.do("Cast Commune")
    assert len(run.state.discards[0]) == 20
    while GAME.actor(run.state) == -2:
        run.least()
    assert len(run.state.hands[FOES]) == 7
    assert len(run.state.piles[0]) == 16
    assert run.kinds().count("reshuffle") == 1


def test_F_EX_91() -> None:
    units = {"Stygian Rafts 1": "9,-3", "Mummies": "in Stygian Rafts 1", "Assassins": "in Stygian Rafts 1",
             "Cultists": "in Stygian Rafts 1", "Spearmen": "8,-3"}  # fmt: skip
    run = march(units, "Spearmen")
    assert "F-UNIT-04" in run.why_not(Embark(uid("Stygian Rafts 1"))).rules
    run.do("Hold", "Done with moves", "Move Stygian Rafts 1")
    assert all(board_of(run.state).sea[p] and hexes.distance(p, "9,-3") == 1 for p in hexes_of(run))
    run.do("To 9,-2")
    assert {run.unit(n).at for n in ("Mummies", "Assassins", "Cultists")} == {"9,-2"}


def test_F_EX_92() -> None:
    units = {"Battle Mages 1": "4,-1", "Battle Mages 2": "4,-2", "Oracle": "6,-1", "Druids": "6,-2"}
    run = play(units, window=True, hands=(("shield",), ("rage", "poison_gases")))
    assert run.player == ATLANTIS
    run.cast("Shield", "Battle Mages 1", by="Battle Mages 1")
    assert run.player == FOES
    run.cast("Rage", "Oracle", by="Oracle")
    assert run.player == FOES  # the Atlanteans have nothing more to cast and pass without being asked
    run.cast("Poison Gases", "Druids", by="Druids")
    assert run.player == ATLANTIS
    assert "Done with attacks" in run.offers()
    assert [e.data["spell"] for e in run.events if e.kind == "cast"] == ["shield", "rage", "poison_gases"]
    everybody = play(units, window=True, options={"ask_always": True}, hands=(("shield", "fear"), ("rage",)))
    everybody.do("Cast nothing")
    assert everybody.player == FOES
    everybody.do("Cast nothing")
    assert "Done with attacks" in everybody.offers()


def test_F_EX_93() -> None:
    units = {"Lord of Atlantis": "3,0", "Mummies": "6,-3"}
    hands = (("air_elemental", "commune", "hold"), ())
    window = play(units, phase="Movement", window=True, hands=hands)
    assert "Cast Hold" in window.offers()
    go = play(units, phase="Movement", go=ATLANTIS, hands=hands)
    assert {"Cast Air Elemental", "Cast Commune"} <= set(go.offers())
    go.do("Cast Air Elemental", "At 3,-1")
    assert go.unit("Lord of Atlantis").flipped
    go.do("Done with moves")
    assert go.player == ATLANTIS
    assert {"F-SPL-05", "F-R-55"} & set(go.why_not(Cast("commune")).rules)


def test_F_EX_94() -> None:
    run = play({"Lens Towers 5": "-4,0", "Demon Horde": "-3,-1"}, go=FOES, spare=False)
    assert run.state.result is None
    run.do("Attack Lens Towers 5").win_attack()
    assert run.state.result is not None
    assert run.state.result.winners == (FOES,)
    assert "F-VIC-02" in run.state.result.rules


def test_F_EX_95() -> None:
    units = {"Biremes 1": "9,-2", "Oracle": "in Biremes 1", "Home Guard 1": "7,-1", "Flying Machines 1": "8,-2",
             "Home Guard 2": "in Flying Machines 1"}  # fmt: skip
    run = play(units, window=True, hands=((), ("poison_gases",)))
    run.do("Cast Poison Gases")
    targets = names_of(run, AimUnit, "unit")
    assert {"Home Guard 1", "Flying Machines 1"} <= targets
    assert "Home Guard 2" not in targets
    assert "F-STK-03" in run.why_not(AimUnit(uid("Home Guard 2"))).rules


def test_F_EX_96() -> None:
    units = {
        "Triremes 1": "9,-3",
        "Athenian Archers": "in Triremes 1",
        "Cyclops": "8,-3",
        "Bright Warriors 1": "8,-2",
    }
    marks = {"Triremes 1": {"side": ATLANTIS}}
    control = {"Triremes 1": ["control"]}
    foe = play(units, go=FOES, marks=marks, effects=control)
    assert "Attack Triremes 1" in foe.offers()
    foe.do("Attack Triremes 1")
    assert foe.state.battle is not None
    assert foe.state.battle.attackers == (uid("Cyclops"),)  # the Archers cannot attack their own carrier
    foe.win_attack()
    assert foe.gone("Triremes 1")
    assert foe.gone("Athenian Archers")
    mine = play(units, go=ATLANTIS, marks=marks, effects=control)
    assert "F-R-39" in mine.why_not(Attack(uid("Triremes 1"))).rules
    assert "F-STK-03" in mine.why_not(Attack(uid("Athenian Archers"))).rules


def test_F_EX_97() -> None:
    units = {"Bright Warriors 1": "5,-1", "Mummies": "6,-1", "Savages": "6,0", "Cyclops": "5,2"}
    run = march(units, "Bright Warriors 1")
    assert search(run.state, uid("Bright Warriors 1")).cost["5,1"] == 2
    run.do("To 5,1")
    battle = play({**units, "Bright Warriors 1": "5,1"})
    battle.attack("Cyclops", "Bright Warriors 1").win_attack()
    assert battle.gone("Cyclops")
    assert battle.unit("Bright Warriors 1").at == "5,1"


def test_F_EX_98() -> None:
    units = {
        "Chaos Warriors": "3,-1",
        "Athenian Archers": "6,-1",
        "Home Guard 1": "4,-1",
        "Priests of Light 1": "4,-2",
    }
    run = play(units, go=FOES, hands=(("winds",), ()))
    run.attack("Home Guard 1", "Chaos Warriors", "Athenian Archers").most().most()
    run.cast("Winds", by="Priests of Light 1")
    b = run.state.battle
    assert b is not None
    assert (b.near_dice + b.far_dice, b.defence_dice) == (3, 3)


def test_F_EX_99() -> None:
    units = {"Druids": "5,-1", "Home Guard 1": "4,-1"}
    run = play(units, phase="Movement", go=FOES, hands=((), ("golem", "fireball")))
    assert "Cast Golem" in run.offers()
    assert "Cast Fireball" not in run.offers()
    assert "F-R-58" in run.why_not(Cast("fireball")).rules
    run.do("Cast Golem", "At 5,0")
    assert run.player == ATLANTIS  # that was their go


def test_F_EX_100() -> None:
    units = {"Lens Towers 1": "4,0", "Home Guard 1": "3,0", "illusion_2": "7,-2", "Mummies": "6,-3"}
    run = play(units, go=ATLANTIS, turn=9, marks={"Lens Towers 1": {"side": FOES}, "illusion_2": {"expires": 9}},
               effects={"Lens Towers 1": ["control"], "Home Guard 1": ["shield"]})  # fmt: skip
    run.state.piles = (tuple(s for s in run.state.piles[0] if s != "illusion"),)
    run.do("Done with attacks", "Done with attacks")
    ends = [(e.kind, e.data.get("spell") or e.data.get("unit")) for e in run.events]
    order = [ends.index(x) for x in (("control_ends", uid("Lens Towers 1")), ("effect_ends", "shield"),
                                     ("left", "illusion_2"))]  # fmt: skip
    assert order == sorted(order)
    assert run.unit("Lens Towers 1").side == ATLANTIS
    assert run.state.turn == 10
    everything = [*run.state.discards[0], *run.state.piles[0], *run.state.hands[0], *run.state.hands[1]]
    assert {"shield", "illusion", "control"} <= set(everything)


def test_F_EX_101() -> None:
    units = {"Flying Machines 1": "7,-1", "Guardian Statues 2": "in Flying Machines 1"}
    run = march(units, "Flying Machines 1")
    assert "6,-3" in hexes_of(run)
    assert "8,-2" not in hexes_of(run)
    refusal = run.why_not(MoveTo("8,-2"))
    assert "F-R-31" in refusal.rules
    assert "4 hexes" in refusal.sentence


def test_F_EX_102() -> None:
    run = play({"Demon Horde": "5,-1", "Bright Warriors 1": "4,-1"}, go=FOES,
               effects={"Demon Horde": ["rage"], "Bright Warriors 1": ["shield"]})  # fmt: skip
    assert fight(run, "Bright Warriors 1") == (8, 10)
    assert chance(8, 10) == F(5129379158407, 33853318889472)


def test_F_EX_103() -> None:
    run = play({"Oracle": "2,1", "Home Guard 1": "1,1"}, go=ATLANTIS)
    run.do("Attack Oracle").lose_attack()
    run.do("Oracle cast the Cataclysm")
    assert run.state.result is not None
    assert run.state.result.winners == (FOES,)
    assert "F-VIC-03" in run.state.result.rules
    assert GAME.actor(run.state) == OVER


def test_F_EX_104() -> None:
    carried = play({"Pegasi": "2,1", "Shaman": "in Pegasi", "Home Guard 1": "0,0"}, go=FOES)
    assert "carried" in carried.why_not(Cataclysm(uid("Shaman"))).sentence
    controlled = play({"Battle Mages 1": "2,1", "Mummies": "6,-3"}, go=FOES,
                      marks={"Battle Mages 1": {"side": FOES}})  # fmt: skip
    assert "F-R-72" in controlled.why_not(Cataclysm(uid("Battle Mages 1"))).rules
    negated = play({"Druids": "2,1", "Lord of Atlantis": "0,0"}, go=FOES, hands=(("negate",), ()))
    negated.do("Druids cast the Cataclysm", "Cast Negate")
    assert negated.state.result is None
    assert negated.unit("Druids").flipped
    again = play({"Druids": "2,1", "Lord of Atlantis": "0,0"}, go=FOES, turn=4)
    assert again.do("Druids cast the Cataclysm").state.result is not None


def test_F_EX_105() -> None:
    run = play({"Home Guard 1": "0,0", "Mummies": "6,-3"}, turn=20).do(
        "Done with attacks", "Done with attacks"
    )
    assert run.state.result is not None
    assert run.state.result.winners == (ATLANTIS,)
    assert run.state.result.scores == (0.75, 0.25)
    assert "minor victory" in run.state.result.reason


def test_F_EX_106() -> None:
    units = {"Mummies": "5,0", "Dragon Riders 1": "5,-1", "golem_2": "6,-3", "Home Guard 1": "7,-2"}
    undead = {"Home Guard 1": {"owner": FOES, "side": FOES, "undead": True}}
    run = play(units, spare=False, marks=undead).do("Attack Mummies").win_attack()
    assert run.state.result is not None
    assert run.state.result.winners == (ATLANTIS,)
    assert "F-R-88" in run.state.result.rules


def test_F_EX_107() -> None:
    run = play({"Oracle": "5,-1", "Home Guard 1": "5,0"}, go=FOES, spare=False, hands=((), ("earthquake",)))
    run.do("Cast Earthquake", "At 5,-1", "At 5,0", "At 6,-1", "At Home Guard 1").most().least()
    assert run.state.result is not None
    assert run.state.result.winners == (FOES,)
    assert not run.gone("Oracle")
    assert GAME.actor(run.state) == OVER


def test_F_EX_108() -> None:
    units = {"War Galleys 1": "9,-2", "Great Catapult": "in War Galleys 1", "Home Guard 1": "6,-1"}
    dice = [fight(play(units, go=FOES), "Home Guard 1", x=face)[0] for face in (6, 4, 2, 1)]
    assert dice == [4, 2, 1, 0]
    gas = {"Great Catapult": ["poison_gases"]}
    assert [fight(play(units, go=FOES, effects=gas), "Home Guard 1", x=face)[0] for face in (4, 1)] == [1, 0]


def test_F_EX_109() -> None:
    units = {"Mummies": "6,-3", "Chariots": "5,-4", "Lens Towers 1": "4,0", "Home Guard 1": "0,0"}
    run = play(units, phase="Movement", go=FOES, spare=False)
    run.do("Move Mummies", "Hold")
    assert run.player == ATLANTIS
    run.do("Hold Lens Towers 1")  # all it can do is hold: a go like any other
    assert run.player == FOES
    run.do("Move Chariots", "Hold")
    assert run.player == ATLANTIS
    run.do("Move Home Guard 1", "Hold")
    assert run.state.phase == "Attack"


def test_F_EX_110() -> None:
    units = {"Oracle": "6,-1", "illusion_1": "5,0", "Lord of Atlantis": "3,1"}
    assert hexes.distance("6,-1", "3,1") == 3
    hands = (("negate",), ("fireball",))
    run = play(units, go=FOES, hands=hands).cast("Fireball", "illusion_1")
    assert run.player == ATLANTIS
    negated = Run(run.state).cast("Negate", by="Lord of Atlantis")
    assert "illusion_1" in negated.state.units
    assert {"fireball", "negate"} <= set(negated.state.discards[0])
    assert negated.unit("Oracle").flipped
    assert negated.unit("Lord of Atlantis").flipped
    run.do("Cast nothing")
    assert "illusion_1" not in run.state.units
    assert "attack_roll" not in run.kinds()


def test_F_EX_111() -> None:
    run = march({"Biremes 1": "4,2"}, "Biremes 1", effects={"Biremes 1": ["fly"]})
    assert search(run.state, uid("Biremes 1")).cost["3,1"] == 2
    assert "3,1" in hexes_of(run)
    for place in ("4,1", "3,0"):
        assert place not in hexes_of(run)
        assert "F-R-79" in run.why_not(MoveTo(place)).rules


def test_F_EX_112() -> None:
    units = {
        "War Barges 1": "9,-2",
        "Mummies": "in War Barges 1",
        "Crystal Ships 1": "9,-3",
        "Dragon Riders 1": "10,-3",
    }
    attack = ("War Barges 1", "Crystal Ships 1", "Dragon Riders 1")
    first = play(units, effects={"Mummies": ["invulnerability"]}).attack(*attack).do("Total 20", "Total 12")
    assert first.gone("War Barges 1")
    assert first.gone("Mummies")
    second = (
        play(units, effects={"War Barges 1": ["invulnerability"]}).attack(*attack).do("Total 20", "Total 12")
    )
    assert not second.gone("War Barges 1")
    assert not second.gone("Mummies")


def test_F_EX_113() -> None:
    lonely = play(
        {"Priests of Light 1": "3,0", "Mummies": "6,-3"}, window=True, hands=(("mesmerize", "inspire"), ())
    )
    assert "battle_start" not in [getattr(t, "moment", "") for t in lonely.state.agenda]
    lonely_go = play({"Priests of Light 1": "3,0", "Mummies": "6,-3"}, hands=(("inspire",), ()))
    assert "F-R-59" in lonely_go.why_not(Cast("inspire")).rules
    mage = play({"Battle Mages 1": "3,0", "Mummies": "6,-3"}, hands=(("earthquake",), ()))
    mage.cast("Earthquake", "3,-1", "2,-1", "2,0")
    assert "effect" in mage.kinds()
    assert mage.state.battle is None


def test_F_EX_114() -> None:
    units = {
        "Chaos Warriors": "5,0",
        "Home Guard 1": "5,-1",
        "Sorcerers": "6,-1",
        "Priests of Light 1": "4,0",
    }
    run = play(units, go=FOES, hands=(("resurrection",), ("luck",)))
    run.attack("Home Guard 1", "Chaos Warriors").do(f"Total {2 + 3 + 1}")
    assert run.player == FOES
    run.do("Cast Luck", f"Total {6 + 5 + 4}", f"Total {6 + 5}")
    assert run.player == ATLANTIS
    run.cast("Resurrection", by="Priests of Light 1")
    assert not run.gone("Home Guard 1")
    assert all(run.unit(n).flipped for n in ("Chaos Warriors", "Sorcerers", "Priests of Light 1"))
    assert run.state.discards[0] == ("luck", "resurrection")


def test_F_EX_115() -> None:
    run = deploying("Lens Towers 1")
    assert "In 4,-1" in run.offers()
    for place in ("3,-1", "3,1", "5,-1"):
        assert "F-R-10" in run.why_not(PlaceUnit(place)).rules


def test_every_example_of_the_rulebook_is_a_test() -> None:
    named = {name for name in globals() if name.startswith("test_F_EX_")}
    assert named == {f"test_{e.id.replace('-', '_')}" for e in GAME.rulebook.examples}
