"""Whole games at random: what every state and every choice must hold to; scene, charts, bots."""

from __future__ import annotations

import random
import re
import subprocess
import sys

import msgspec
import pytest

from atlantis_nb.core.game import CHANCE, OVER, Story
from atlantis_nb.core.match import IllegalAction, Match
from atlantis_nb.games.foes.attack import (
    MOST_TAKEN_BACK,
    Attack,
    Batter,
    CallOff,
    Cataclysm,
    DeathSpell,
    HoldFire,
    Join,
    LeaveOut,
    RollDice,
)
from atlantis_nb.games.foes.casting import AimHex, AimUnit, By, Cast, EnoughHexes, Pass
from atlantis_nb.games.foes.data import CASTERS, CREATED_IDS, NAMES, UNIT_IDS
from atlantis_nb.games.foes.movement import MOST_PUT_DOWN, Embark, EndMoves, MoveTo, Stay, Take
from atlantis_nb.games.foes.odds import forecast
from atlantis_nb.games.foes.paths import search
from atlantis_nb.games.foes.scene import BADGES, EDGES, MARKS, PIECES, TERRAINS
from atlantis_nb.games.foes.state import FoesState, board_of
from atlantis_nb.widgets import Play

from .kit import ATLANTIS, FOES, GAME, Run, hexes_of, march, meets, play, uid
from .test_view import line


def check_choices(state: FoesState) -> None:
    legal = GAME.legal(state)
    assert legal
    assert len(set(legal)) == len(legal)
    clicks = [a.clicks for a in legal]
    assert len(set(clicks)) == len(clicks)
    known = set(clicks)
    for c in clicks:
        assert not any(c[:n] in known for n in range(1, len(c))), c
    for a in legal:
        assert GAME.decode_action(GAME.encode(a)) == a
        assert GAME.why_not(state, a) is None
        assert str(a)
    assert GAME.ask(state).endswith(".")
    assert state.agenda[-1].default(state) in legal


def check_state(state: FoesState) -> None:
    """Units, board, cargo and dead pile tell the same story."""
    standing = {u.at: uid_ for uid_, u in state.units.items() if not u.aboard}
    assert standing == state.board
    for carrier, riders in state.cargo.items():
        assert riders
        for r in riders:
            assert state.units[r].aboard == carrier
            assert state.units[r].at == state.units[carrier].at
    riding = [u for riders in state.cargo.values() for u in riders]
    assert sorted(riding) == sorted(u for u, x in state.units.items() if x.aboard)
    tables = [u for u in state.units if u not in CREATED_IDS]
    assert sorted([*tables, *state.dead]) == sorted(UNIT_IDS)
    assert all(u in state.units for u in state.effects)


@pytest.mark.parametrize("seed", range(3))
def test_random_games(seed: int) -> None:
    states = line(seed, 2500)
    digests = {}
    for state in states[::60]:
        digests[id(state)] = state.digest()
        if state.turn:
            check_state(state)
        if GAME.actor(state) >= 0:
            check_choices(state)
        elif GAME.actor(state) == CHANCE:
            outcomes = GAME.outcomes(state)
            assert len({a for a, _ in outcomes}) == len(outcomes)
            assert all(w > 0 for _, w in outcomes)
        again = GAME.decode_state(GAME.encode(state))
        assert again == state
        assert again.digest() == state.digest()
        copy = state.copy()
        rng = random.Random(0)
        for _ in range(20):
            offers = GAME.legal(copy) or [a for a, _ in GAME.outcomes(copy)]
            if not offers:
                break
            GAME.advance(copy, offers[int(rng.random() * len(offers))], Story(copy.names))
        assert state.digest() == digests[id(state)]
    assert all(s.digest() == digests[id(s)] for s in states[::60])


def test_foreign_actions_are_refused_with_rules_that_exist() -> None:
    states = line(4, 1200)
    everything = [a for s in states[::150] for a in GAME.legal(s)[:4]]
    everything += [Cataclysm(u) for u in CASTERS[::5]] + [Cast(s) for s in ("negate", "fear", "golem")]
    everything += [kind(u) for kind in (Take, Embark, Attack, Join, AimUnit, HoldFire) for u in UNIT_IDS[::9]]
    everything += [kind(p) for kind in (MoveTo, AimHex) for p in ("2,1", "5,-1", "0,8", "9,9")]
    everything += [
        kind("nobody") for kind in (Take, Embark, Attack, Join, AimUnit, HoldFire, By, Cataclysm, DeathSpell)
    ]
    everything += [Batter("nobody", "nowhere"), MoveTo("nowhere"), AimHex("nowhere"), Cast("nothing")]
    everything += [By("gre_oracle_1"), Pass(), RollDice(), Stay(), EndMoves(), EnoughHexes()]
    everything += [MoveTo("2,1", "4,-1|5,-1"), Batter("bar_great_battering_ram_1", "atl_lens_towers_1")]
    for state in states[::97]:
        if GAME.actor(state) < 0:
            continue
        legal = set(GAME.legal(state))
        for action in everything:
            refusal = GAME.why_not(state, action)
            assert (refusal is None) == (action in legal), (action, refusal)
            if refusal is not None:
                assert refusal.rules
                assert all(r in GAME.rulebook for r in refusal.rules)
                assert refusal.sentence.endswith(".")


def test_events_name_rules_that_exist() -> None:
    match = Match(GAME, seed=11)
    match.run("random", until=900)
    kinds = set()
    for node in match.line():
        for event in node.events:
            kinds.add(event.kind)
            assert event.rules, event
            assert all(r in GAME.rulebook for r in event.rules), event
            assert event.text[0].isupper(), event.text
            assert event.text.endswith("."), event.text
    assert {"drawn", "move", "hold", "phase", "cast"} <= kinds


def test_the_same_seed_gives_the_same_game_under_other_hash_seeds() -> None:
    code = (
        "from atlantis_nb.core.match import Match\n"
        "from atlantis_nb.games.foes import GAME\n"
        "m = Match(GAME, seed=5); m.run('random', until=500); print(m.state.digest())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": s},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for s in ("1", "2")
    }
    assert len(found) == 1


def test_words_name_every_piece() -> None:
    for state in line(6, 900)[::150]:
        scene = GAME.scene(state, None)
        text = "\n".join(scene.words())
        for u in state.units:
            assert NAMES[u] in text
        assert {c.terrain for c in scene.cells} <= set(TERRAINS)
        assert {e.kind for e in scene.edges} <= set(EDGES)
        assert {p.kind for p in scene.pieces} <= set(PIECES)
        assert {m.kind for m in scene.marks} <= set(MARKS)
        shown = {b.rstrip("0123456789/") or "C" for p in scene.pieces for b in p.badges}
        assert shown <= {b.rstrip("23") for b in BADGES} | set(BADGES)
        assert all(re.fullmatch(r"(X|\d(/\d)?)-\d", p.glyph) for p in scene.pieces)
        places = {c.place for c in scene.cells}
        assert all(p.place in places for p in scene.pieces)


def test_marks_show_the_unit_taken_up_and_the_attack() -> None:
    run = march({"Mummies": "5,0", "Home Guard 1": "0,0"}, "Mummies")
    taken, *ways = GAME.scene(run.state, 1).marks
    assert (taken.kind, taken.place) == ("selected", "5,0")
    found = search(run.state, uid("Mummies"))
    assert {m.place: m.label for m in ways} == {p: str(found.cost[p]) for p in hexes_of(run)}
    assert {m.kind for m in GAME.overlay(run.state, 1, "reach", None)} == {
        "blocked"
    }  # costs are shown already
    attack = play({"Mummies": "5,0", "Home Guard 1": "5,-1"}, go=1).attack("Home Guard 1")
    marks = GAME.scene(attack.state, 1).marks
    assert [(m.kind, m.place, m.to) for m in marks] == [("to", "5,-1", None), ("from", "5,0", "5,-1")]
    battle = next(p for p in GAME.panels(attack.state, 1) if p.key == "battle")
    assert "Defence: Home Guard 1: Dice 2" in " ".join(battle.words())
    assert "The attack is rolled next, no defence roll yet." in battle.words()[-1]
    rolled = attack.most()
    after = next(p for p in GAME.panels(rolled.state, 1) if p.key == "battle")
    assert "Attack roll 24, the defence is rolled next." in after.words()[-1]  # not "defence roll 0"


def test_panels_tell_what_lies_beside_the_board() -> None:
    units = {"War Barges 1": "9,-3", "Mummies": "in War Barges 1", "Home Guard 1": "5,-1", "golem_1": "3,0",
             "Djinn": "7,-3"}  # fmt: skip
    undead = {"Djinn": {"owner": 0, "side": 0, "undead": True}}
    state = play(units, go=1, effects={"Home Guard 1": ["shield"]}, dead=["Cyclops"], hands=(("fear",), ("rage",)),
                 discards=["hold"], marks=undead).state  # fmt: skip
    state.fire = ("5,0",)
    panels = {p.key: " ".join(p.words()) for p in GAME.panels(state, 1)}
    assert "Mummies: Carrier War Barges 1, Hex 9,-3, Places taken 1 of 3" in panels["cargo"]
    assert "Cyclops: Army Greeks" in panels["losses"]
    assert "Shield: Where on Home Guard 1" in panels["spells"]
    assert "Wall of Fire: Where 5,0" in panels["spells"]
    assert "Hold" in panels["spells"]
    assert "Rage (general)" in panels["hand 1"]
    assert "hand 0" not in panels
    assert "Also on the board: Golem (Ann), undead Djinn (Ann)." in panels["armies"]
    assert "Ben to act" in panels["phases"]
    assert "Now 3" in panels["turns"]
    open_hands = [p.key for p in GAME.panels(state, None)]
    assert {"hand 0", "hand 1"} <= set(open_hands)
    scene = GAME.scene(state, 1)
    assert "fire at 5,0" in scene.caption
    assert "undead Djinn (Egyptians) of Ann, power 3 (printed 4: 1 less, undead)" in scene.at("7,-3")
    assert "can carry" not in scene.at("9,-3")
    assert "carrying Mummies (1 of 3)" in scene.at("9,-3")


def test_differences_in_words() -> None:
    units = {"Mummies": "5,0", "Home Guard 1": "5,-1", "Druids": "6,-1", "Battle Mages 1": "4,-1"}
    go = play(units, phase="Movement", go=1, hands=((), ("golem",)))
    made = play(units, phase="Movement", go=1, hands=((), ("golem",))).cast("Golem", "6,-2", by="Druids")
    assert "Golem on the board" in GAME.difference(go.state, made.state)
    moved = march(units, "Mummies")
    assert GAME.difference(go.state, moved.do("To 5,1").state) == "Mummies to 5,1"
    fight = play(units, go=1).attack("Home Guard 1", "Mummies")
    assert GAME.difference(play(units, go=1).state, fight.lose_attack().state) == "nobody destroyed"
    window = play(units, window=True, hands=((), ("control",)))
    controlled = play(units, window=True, hands=((), ("control",))).cast(
        "Control", "Battle Mages 1", by="Druids"
    )
    assert "Battle Mages 1 changed sides" in GAME.difference(window.state, controlled.state)
    won = play({"Oracle": "2,1", "Home Guard 1": "0,0"}, go=1)
    assert GAME.difference(won.state, Run(won.state).do("Oracle cast the Cataclysm").state).startswith(
        "Ben win"
    )


@meets("F-R-16")
def test_a_unit_taken_up_can_be_put_down_again() -> None:
    units = {"Mummies": "5,0", "Savages": "6,-1", "Home Guard 1": "0,0"}
    run = play(units, phase="Movement", go=FOES)
    before = run.state
    run.do("Move Mummies", "Put Mummies down")
    assert run.player == FOES
    assert run.state.units == before.units
    assert run.state.goes == before.goes  # the same go
    assert [str(a) for a in GAME.legal(run.state)] == [str(a) for a in GAME.legal(before)]
    run.do("Move Savages")
    assert "first put it down" in run.why_not([f"piece:{uid('Mummies')}"]).sentence
    run.do("Hold")
    assert run.player == ATLANTIS  # the go is used up once, not twice
    assert "put_down" not in GAME.encode(before)["agenda"][-1]  # saved games keep their digests
    first = play(units, phase="Movement", go=FOES)
    for _ in range(MOST_PUT_DOWN):
        first.do("Move Mummies", "Put Mummies down")
    first.do("Move Mummies")
    assert "Put Mummies down" not in first.offers()
    assert "10 times" in first.why_not([f"piece:{uid('Mummies')}"]).sentence


def test_in_the_window_a_click_on_another_unit_takes_it_up_instead() -> None:
    match = Match(GAME, seed=3)
    while "Cast nothing" in map(str, match.legal):
        match.play(match.find("Cast nothing"))
    play_ = Play(match, open_cards=True)
    play_.click("piece:gre_spartan_hoplites_1")
    goes = match.state.goes
    play_.click("piece:gre_oracle_1")
    assert match.ask.startswith("Choose where Oracle goes (")
    assert match.state.goes == goes
    play_.click("piece:gre_oracle_1")  # a second click puts it down
    assert match.ask.startswith("Choose a unit to move")
    play_.click("piece:gre_oracle_1")
    at = match.state.units["gre_oracle_1"].at
    reach = {a.to for a in match.legal if isinstance(a, MoveTo)}
    to = min(reach)
    assert "movement point" in play_._read((f"cell:{to}",))
    board = board_of(match.state)
    away = next(p for p in board.hexes if board.in_city[p] and p not in match.state.board)
    far = play_._read((f"cell:{away}",))
    assert "is out of reach: Oracle has 2 movement points, and the" in far or "there is no way open" in far, (
        far
    )
    play_.cancel()  # Escape
    assert match.ask.startswith("Choose a unit to move")
    assert match.state.units["gre_oracle_1"].at == at
    with pytest.raises(IllegalAction):
        play_.click("piece:atl_colossus_1")
    play_.close()


def test_passes_in_a_row_are_not_broken_by_putting_down() -> None:
    run = play(
        {"Mummies": "5,0", "Home Guard 1": "0,0"}, phase="Movement", go=FOES, options={"free_pass": True}
    )
    run.do("Pass", "Move Home Guard 1", "Put Home Guard 1 down", "Pass")
    assert run.state.phase == "Attack"


def test_bots_never_put_down() -> None:
    match = Match(GAME, seed=4, options={"game_length": 1})
    match.run("random")
    assert not any(node.action is not None and node.action.back for node in match.main())


def test_ways_tell_what_they_cost() -> None:
    run = march({"Mummies": "7,-2", "Triremes 1": "8,-2", "Home Guard 1": "0,0"}, "Mummies")
    texts = {str(a): GAME.action_text(run.state, a) for a in GAME.legal(run.state)}
    found = search(run.state, uid("Mummies"))
    for text, told in texts.items():
        if text.startswith("To "):
            price = found.cost[text[3:]]
            want = (
                f"costs {price} of 1 movement point"
                if price == 1
                else f"costs {price}, and one step is always"
            )
            assert want in told
    assert texts["Hold"] == "Hold"
    far = run.why_not(["cell:0,-4"])
    assert "has 1 movement point, and the cheapest way costs " in far.sentence


def test_only_units_with_something_to_decide_are_clicked_first() -> None:
    units = {"Mummies": "5,0", "Savages": "6,-1", "Home Guard 1": "5,-1", "Lens Towers 1": "4,0"}
    run = play(units, go=FOES)
    first = [a.clicks[0] for a in GAME.legal(run.state)]
    assert list(dict.fromkeys(first)) == [
        f"piece:{uid('Home Guard 1')}", f"piece:{uid('Lens Towers 1')}", "button:Done with attacks",
        "button:Hold a unit",
    ]  # fmt: skip
    moves = play(units, phase="Movement", go=ATLANTIS)
    clicks = list(dict.fromkeys(a.clicks[0] for a in GAME.legal(moves.state)))
    assert clicks[-2:] == ["button:Done with moves", "button:Hold an immobile unit"]
    assert f"piece:{uid('Lens Towers 1')}" not in clicks


def test_questions_name_unit_and_side() -> None:
    units = {"Druids": "6,-1", "Mummies": "6,-2", "Home Guard 1": "5,-1"}
    hands = ((), ("resurrection",))
    mine = play(units, go=FOES, hands=hands).attack("Home Guard 1", "Mummies")
    while GAME.actor(mine.state) == CHANCE:
        mine.do(GAME.outcomes(mine.state)[-1][0] if type(mine.state.agenda[-1]).__name__ == "RollAttack"
                else GAME.outcomes(mine.state)[0][0])  # fmt: skip
    assert mine.player == FOES
    assert (
        GAME.ask(mine.state) == "About to be destroyed: Home Guard 1 (Ann). Save this enemy of yours, or not."
    )
    more = {**units, "Bright Warriors 1": "6,-3"}
    own = play(more, hands=hands).attack("Mummies", "Bright Warriors 1", "Home Guard 1")
    while GAME.actor(own.state) == CHANCE:
        own.do(GAME.outcomes(own.state)[-1][0] if type(own.state.agenda[-1]).__name__ == "RollAttack"
               else GAME.outcomes(own.state)[0][0])  # fmt: skip
    assert GAME.ask(own.state) == "About to be destroyed: Mummies (Ben). Save your unit, or not."


def test_overlays() -> None:
    units = {"Mummies": "5,0", "Home Guard 1": "5,-1", "Lens Towers 1": "4,0"}
    state = play(units, go=1).state
    reach = GAME.overlay(state, 1, "reach", "5,0")
    assert {m.kind for m in reach} == {"range", "blocked"}
    assert any("F-STK-01" in m.label for m in reach if m.place == "5,-1")
    target = GAME.overlay(state, 1, "targets", "5,0")
    assert {m.place for m in target} == {"5,-1", "4,0"}
    threat = {m.place: m.value for m in GAME.overlay(state, 1, "threat", None)}
    assert set(threat) >= {"5,0", "5,-1", "4,0"}
    assert all(0 <= (v or 0) <= 1 for v in threat.values())
    dice = {m.place: m.label for m in GAME.overlay(state, 0, "dice_1", None)}
    assert dice["5,-1"] == "4"
    theirs = {m.place: m.label for m in GAME.overlay(state, 0, "dice_0", None)}
    assert theirs["5,0"] == "5"
    assert GAME.overlays(state, 0)["dice_1"] == "Dice of Ben by hex"
    with pytest.raises(KeyError):
        GAME.overlay(state, 0, "weather", None)
    assert set(GAME.overlays(state, 0)) == {"reach", "targets", "threat", "dice_0", "dice_1", "homelands"}
    assert len(GAME.overlay(state, 0, "homelands", None)) == 150 + 84


def test_an_empty_overlay_says_why() -> None:
    units = {"Mummies": "5,0", "Home Guard 1": "5,-1", "Savages": "9,-1", "Lens Towers 1": "4,0"}
    state = play(units, go=FOES, marks={"Mummies": {"attacked": True}}).state
    notes = {place: [m.label for m in GAME.overlay(state, 1, "targets", place)] for place in ("5,0", "9,-1")}
    assert notes == {"5,0": ["flipped"], "9,-1": ["no enemy near"]}
    assert [m.label for m in GAME.overlay(state, 1, "reach", "4,0")] == ["Lens Towers 1 is immobile"]


def test_charts_and_measures() -> None:
    states = line(2, 700)
    keys = list(GAME.measures(states[0]))
    assert all(list(GAME.measures(s)) == keys for s in states[::100])
    for key in GAME.charts(0):
        chart = GAME.chart(key, [GAME.view(s, 0) for s in states], 0)
        if key == "attack":
            continue
        assert chart.series
        assert chart.steps
        assert chart.rows()
        assert chart.phases[0][0] == 0.0
    with pytest.raises(KeyError):
        GAME.chart("weather", states, 0)


def test_the_chart_of_an_attack_shows_both_totals() -> None:
    run = play({"Mummies": "5,0", "Home Guard 1": "5,-1"}, go=1)
    assert GAME.chart("attack", [run.state], 1).words()[1] == "Nobody has attacked yet."
    before = run.state
    chart = GAME.chart("attack", [before, run.attack("Home Guard 1").state], 1)
    assert [s.name for s in chart.series] == ["Attack", "Defence"]
    assert [s.x[0] for s in chart.series] == [4.0, 2.0]
    assert all(sum(s.y) == pytest.approx(1) for s in chart.series)
    assert "93.9%" in chart.caption
    fire = play({"Oracle": "6,-1", "Home Guard 1": "5,-1"}, go=1, hands=((), ("fireball",)))
    fire.cast("Fireball", "Home Guard 1")
    assert GAME.chart("attack", [fire.state], 1).series[0].x[0] == 4.0


def test_graph_and_texts() -> None:
    state = line(1, 30)[-1]
    g = GAME.graph(state)
    assert g.number_of_nodes() == 631
    assert g.nodes["2,1"]["site"] == "Temple of Poseidon"
    assert g.edges["4,-1", "5,-1"]["feature"] == "gate"
    assert GAME.setup_text(state) == "Ann (Atlanteans) against Ben (Five Foes), 20 turns"
    run = play({"Mummies": "5,0", "Home Guard 1": "5,-1"}, go=1).attack("Home Guard 1")
    assert GAME.difference(run.state, run.win_attack().state) == "Home Guard 1 destroyed"
    clock = GAME.clock(state)
    assert (clock.round, clock.phase in GAME.phases) == (1, True)


def test_the_heuristic_likes_what_it_should() -> None:
    base = {"Mummies": "6,-3", "Home Guard 1": "0,0", "Guardian Statues 1": "2,1"}
    even = GAME.evaluate(play(base).state, 1)
    more = GAME.evaluate(play({**base, "Medusa": "7,-3"}).state, 1)
    assert more > even
    assert GAME.evaluate(play(base).state, 0) == pytest.approx(1 - even, abs=0.1)
    threat = GAME.evaluate(play({"Oracle": "2,1", "Home Guard 1": "0,0"}).state, 1)
    away = GAME.evaluate(
        play({"Oracle": "6,-3", "Home Guard 1": "0,0", "Guardian Statues 1": "2,1"}).state, 1
    )
    assert threat > away + 0.2
    over = play({"Oracle": "2,1", "Home Guard 1": "0,0"}, go=1).do("Oracle cast the Cataclysm").state
    assert GAME.actor(over) == OVER
    assert (GAME.evaluate(over, 1), GAME.evaluate(over, 0)) == (1.0, 0.0)


def test_a_greedy_war_has_marches_and_losses() -> None:
    """The first turns of a war between greedy bots: Foes come nearer, units are lost."""
    match = Match(GAME, seed=1, options={"game_length": 4})
    start = GAME.measures(match.state)
    match.run("greedy", until=700)
    now = GAME.measures(match.state)
    assert now["Mean distance of Foes to the city"] < start["Mean distance of Foes to the city"] - 1
    assert now["Foe losses"] + now["Atlantean losses"] > 0


# ------------------------------------------------------------------ naming an attack, and how it ended


def named() -> Run:
    """The Foes name an attack on Home Guard 1: Mummies, Giants and Savages may join."""
    units = {
        "Home Guard 1": "5,-1",
        "Home Guard 2": "4,0",
        "Mummies": "5,0",
        "Giants": "6,-1",
        "Savages": "4,-1",
    }
    return play(units, go=FOES).do("Attack Home Guard 1")


def test_attackers_are_left_out_and_the_attack_is_called_off() -> None:
    run = named()
    goes = run.state.goes
    assert GAME.ask(run.state) == "Click the unit on the board that attacks Home Guard 1."
    run.do("Mummies attack", "Giants attack")
    assert GAME.ask(run.state) == (
        "Mummies and Giants against Home Guard 1: click further attackers on the board, or roll."
    )
    back = [a for a in GAME.legal(run.state) if a.back]
    assert list(map(str, back)) == ["Leave Giants out", "Leave Mummies out", "Do not attack Home Guard 1"]
    run.do("Leave Mummies out")
    assert run.state.agenda[-1].named == (uid("Giants"),)
    run.do("Leave Giants out")
    assert "Roll the dice" not in run.offers()
    run.do("Do not attack Home Guard 1")
    assert GAME.ask(run.state).startswith("Choose a target to attack")
    assert (GAME.actor(run.state), run.state.goes, run.events) == (FOES, goes, [])
    assert not any(unit.attacked for unit in run.state.units.values())
    run.do("Attack Home Guard 2", "Mummies attack", "Roll the dice").win_attack()
    assert run.gone("Home Guard 2")
    assert GAME.actor(run.state) == ATLANTIS  # the go that follows is the other side's, as ever


def test_an_attack_is_taken_back_only_so_often() -> None:
    run = named()
    for _ in range(MOST_TAKEN_BACK // 2):
        run.do("Mummies attack", "Leave Mummies out")
    for _ in range(MOST_TAKEN_BACK - MOST_TAKEN_BACK // 2):
        run.do("Do not attack Home Guard 1", "Attack Home Guard 1")
    run.do("Mummies attack")
    assert not any(a.back for a in GAME.legal(run.state))
    for late in (CallOff(uid("Home Guard 1")), LeaveOut(uid("Mummies"))):
        assert "was changed 10 times in this go" in run.why_not(late).sentence
    assert "was changed" not in run.why_not(LeaveOut(uid("Giants"))).sentence  # takes no part at all
    run.do("Roll the dice").win_attack()
    run.do("Done with attacks", "Attack Home Guard 2")
    assert any(a.back for a in GAME.legal(run.state))  # the next go begins anew


def test_who_casts_the_death_spell_takes_it_along_when_left_out() -> None:
    run = play(
        {"Home Guard 1": "5,-1", "Druids": "5,0", "Giants": "6,-1", "Savages": "4,-1"},
        go=FOES,
        hands=((), ("death_spell",)),
    ).do("Attack Home Guard 1", "Druids attack", "Giants attack", "Druids cast the Death Spell with it")
    run.do("Leave Giants out")
    assert run.state.agenda[-1].death == uid("Druids")
    run.do("Leave Druids out")
    assert run.state.agenda[-1].death == ""
    assert run.state.hands[FOES] == ("death_spell",)


def test_passes_in_a_row_are_not_broken_by_an_attack_called_off() -> None:
    units = {"Home Guard 1": "5,-1", "Home Guard 2": "4,0", "Mummies": "5,0", "Giants": "6,-1"}
    run = play(units, go=ATLANTIS, options={"free_pass": True})
    run.do("Pass", "Attack Home Guard 1", "Do not attack Home Guard 1", "Pass")
    assert run.state.phase != "Attack"
    run = play(units, go=ATLANTIS, options={"free_pass": True})
    run.do("Pass", "Attack Home Guard 1", "Giants attack", "Roll the dice").lose_attack()
    assert run.state.passes == 0


def test_a_click_takes_the_attack_back() -> None:
    run = named()
    top = run.state.agenda[-1]
    assert top.wish(run.state, (f"piece:{uid('Home Guard 1')}",)) == CallOff(uid("Home Guard 1"))
    for who in ("Mummies", "Giants"):
        (join,) = [a for a in GAME.legal(run.state) if isinstance(a, Join) and a.unit == uid(who)]
        run.do(join)
    assert next(a for a in GAME.legal(run.state) if a.back) == LeaveOut(uid("Giants"))  # Cancel: the last one
    assert run.state.agenda[-1].wish(run.state, (f"piece:{uid('Mummies')}",)) == LeaveOut(uid("Mummies"))
    assert top.wish(run.state, ("piece:",)) is None


def test_the_chance_stands_on_the_button_and_the_result_in_the_prompt() -> None:
    run = named().do("Mummies attack", "Giants attack")
    roll = next(a for a in GAME.legal(run.state) if isinstance(a, RollDice))
    p = float(forecast(run.state, [uid("Mummies"), uid("Giants")], uid("Home Guard 1")).chance)
    assert GAME.action_text(run.state, roll) == f"Roll the dice ({p:.1%} to destroy Home Guard 1)"
    run.do(roll)
    beside = next(panel for panel in GAME.panels(run.state, FOES) if panel.key == "battle")
    assert f"The chance to destroy it is {p:.1%}." in beside.note
    run.most()
    beside = next(panel for panel in GAME.panels(run.state, FOES) if panel.key == "battle")
    assert f"Before the dice the chance was {p:.1%}." in beside.note
    dice = run.state.battle.near_dice
    run.win_attack()
    defence = run.state.last.defence
    assert GAME.ask(run.state).startswith(
        f"Last attack {6 * dice} ({dice} dice), defence {defence} ({run.state.last.defence_dice} dice): "
        "Home Guard 1 destroyed. "
    )
    plain = run.state.copy()
    plain.last = None
    assert plain.digest() == run.state.digest()  # words alone: a save from before is the same game
    assert b'"last"' not in msgspec.json.encode(plain)


def test_a_target_that_stands_is_told_too_and_the_phase_forgets() -> None:
    run = named().do("Mummies attack", "Roll the dice").lose_attack()
    assert "Home Guard 1 not destroyed. Choose a target to attack" in GAME.ask(run.state)
    run.do("Done with attacks", "Done with attacks")
    assert run.state.last is None


def test_who_reaches_nobody_is_not_asked_for_a_target() -> None:
    run = play({"Home Guard 1": "0,0", "Mummies": "9,0"}, go=FOES)
    assert GAME.ask(run.state) == "Hold a unit, or say done."
