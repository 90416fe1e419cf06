"""Spells in corners that the worked examples leave out."""

from __future__ import annotations

from atlantis_nb.games.foes.attack import Attack
from atlantis_nb.games.foes.data import ATLANTIS, FOES

from .kit import GAME, count, fight, meets, play, uid


@meets("F-R-61", "F-R-62", "F-R-93")
def test_a_negate_can_be_negated_with_piles_of_ones_own() -> None:
    units = {"Oracle": "6,-1", "Shaman": "6,-2", "Home Guard 1": "5,-1", "Battle Mages 1": "4,-1"}
    run = play(units, go=FOES, hands=(("negate",), ("fireball", "negate")))
    run.cast("Fireball", "Home Guard 1", by="Oracle")
    assert run.player == ATLANTIS
    run.cast("Negate", by="Battle Mages 1")
    assert run.player == FOES
    run.cast("Negate", by="Shaman")
    assert [e.data["spell"] for e in run.events if e.kind == "negated"] == ["negate"]
    assert count(run)[0] == 4  # last in, first out: the Fireball takes effect


@meets("F-R-100")
def test_nobody_negates_his_own_spell() -> None:
    units = {"Oracle": "6,-1", "Shaman": "6,-2", "Home Guard 1": "5,-1"}
    run = play(units, go=FOES, hands=((), ("fireball", "negate"))).cast(
        "Fireball", "Home Guard 1", by="Oracle"
    )
    assert "cast" in run.kinds()
    assert "Cast Negate" not in run.offers()


def test_antimagic_that_clears_the_board_in_the_middle_of_an_attack() -> None:
    """With the wide scope an attacker or a target may be gone before the dice are rolled."""
    units = {"golem_2": "5,0", "Druids": "6,-1", "Home Guard 1": "5,-1", "Battle Mages 1": "4,-1"}
    options = {"antimagic_scope": "hands_and_board"}
    run = play(units, go=FOES, options=options, hands=(("antimagic",), ("death_spell",)))
    run.state.piles = (tuple(s for s in run.state.piles[0] if s != "golem"),)
    run.do("Attack Home Guard 1")
    run.do("Druids attack", "Golem attack", "Druids cast the Death Spell with it")
    assert run.player == ATLANTIS
    run.cast("Antimagic")
    assert "golem_2" not in run.state.units
    assert run.state.battle is not None
    assert run.state.battle.attackers == (uid("Druids"),)
    assert run.state.battle.death == uid("Druids")
    assert count(run) == (7, 2)


@meets("F-R-70", "F-R-83")
def test_an_invulnerable_illusion_stands() -> None:
    units = {"illusion_2": "5,0", "Home Guard 1": "5,-1"}
    run = play(units, effects={"illusion_2": ["invulnerability"]}).attack("Illusion")
    assert "illusion_2" in run.state.units
    assert run.unit("Home Guard 1").flipped
    assert "attack_roll" not in run.kinds()


@meets("F-R-64")
def test_luck_on_an_attack_from_near_and_far_rolls_all_dice_again() -> None:
    units = {"Mummies": "5,0", "Athenian Archers": "7,-2", "Home Guard 1": "5,-1", "Oracle": "6,-1"}
    run = play(units, go=FOES, hands=((), ("luck",)))
    run.attack("Home Guard 1", "Mummies", "Athenian Archers").do("Total 4", "Total 2")
    run.cast("Luck", by="Oracle").do("Total 24", "Total 12")
    assert run.state.battle is not None
    assert run.state.battle.attack == 36


@meets("F-R-65")
def test_luck_after_winds_leaves_the_far_dice_out() -> None:
    units = {"Mummies": "5,0", "Athenian Archers": "7,-2", "Home Guard 1": "5,-1", "Oracle": "6,-1",
             "Priests of Light 1": "4,0"}  # fmt: skip
    run = play(units, go=FOES, hands=(("winds",), ("luck",)))
    run.attack("Home Guard 1", "Mummies", "Athenian Archers").do("Total 4", "Total 12")
    run.cast("Winds").cast("Luck").do("Total 20")
    assert run.state.battle is not None
    assert run.state.battle.attack == 20


@meets("F-R-86")
def test_the_death_spell_needs_a_caster_that_attacks() -> None:
    units = {"Druids": "5,0", "Lycanthropes": "6,-2", "Colossus": "5,-1", "Oracle": "9,-9"}
    run = play(units, go=FOES, hands=((), ("death_spell",))).do("Attack Colossus", "Lycanthropes attack")
    assert "Druids cast the Death Spell with it" not in run.offers()
    run.do("Druids attack")
    assert "Druids cast the Death Spell with it" in run.offers()
    run.do("Roll the dice")  # without it
    assert count(run) == (6, 6)
    assert run.state.hands[FOES] == ("death_spell",)


@meets("F-R-68")
def test_a_reincarnated_horse_is_hidden_again_outside_the_city() -> None:
    units = {"Druids": "5,-1", "Home Guard 1": "0,0"}
    run = play(
        units, phase="Movement", go=FOES, hands=((), ("reincarnate",)), dead=["Trojan Horse", "Home Guard 2"]
    )
    run.cast("Reincarnate", "Trojan Horse", "5,0")
    assert not run.unit("Trojan Horse").exposed
    inside = play({**units, "Druids": "3,-1"}, phase="Movement", go=FOES, hands=((), ("reincarnate",)),
                  dead=["Trojan Horse"])  # fmt: skip
    inside.cast("Reincarnate", "Trojan Horse", "3,0")
    assert inside.unit("Trojan Horse").exposed


@meets("F-R-53", "F-UNIT-38")
def test_a_fireball_from_aboard_gives_the_horse_away_even_if_negated() -> None:
    units = {
        "Trojan Horse": "5,-1",
        "Oracle": "in Trojan Horse",
        "Home Guard 1": "5,0",
        "Battle Mages 1": "4,-1",
    }
    run = play(units, go=FOES, hands=(("negate",), ("fireball",)))
    run.cast("Fireball", "Home Guard 1", by="Oracle").cast("Negate")
    assert run.unit("Trojan Horse").exposed
    assert "Attack Trojan Horse" in run.offers()
    other = play(units, go=FOES, hands=((), ("inspire",)))
    assert "F-UNIT-38" in other.do("Done with attacks").why_not(Attack(uid("Trojan Horse"))).rules


@meets("F-R-74")
def test_summon_takes_a_unit_out_of_its_carrier_with_state_kept() -> None:
    units = {"Druids": "5,-1", "War Barges 1": "9,-3", "Mummies": "in War Barges 1", "Home Guard 1": "0,0"}
    run = play(units, phase="Movement", go=FOES, hands=((), ("summon",)), marks={"Mummies": {"moved": True}})
    run.cast("Summon", "Mummies", "5,0")
    mummies = run.unit("Mummies")
    assert (mummies.at, mummies.aboard, mummies.moved, mummies.shifted) == ("5,0", "", True, True)
    assert uid("War Barges 1") not in run.state.cargo


@meets("F-R-71")
def test_a_controlled_caster_casts_from_the_other_hand() -> None:
    units = {"Battle Mages 1": "5,-1", "Oracle": "6,-1", "Home Guard 1": "5,0"}
    run = play(units, window=True, hands=((), ("control", "fireball")))
    run.cast("Control", "Battle Mages 1", by="Oracle").do("Done with attacks")
    run.cast("Fireball", "Home Guard 1", by="Battle Mages 1")
    assert count(run)[0] == 4


@meets("F-R-67", "F-R-94")
def test_an_undead_catapult_rolls_one_less() -> None:
    units = {"Great Catapult": "7,-1", "Home Guard 1": "4,-1", "Bright Warriors 1": "7,-2"}
    marks = {"Great Catapult": {"undead": True}}
    assert fight(play(units, go=FOES, marks=marks), "Home Guard 1", "Great Catapult", x=5)[0] == 3
    assert fight(play(units, go=FOES, marks=marks), "Home Guard 1", "Great Catapult", x=1)[0] == 0
    undead_caster = {"Oracle": {"undead": True}}
    run = play(
        {"Oracle": "6,-1", "Home Guard 1": "5,-1"}, go=FOES, hands=((), ("fireball",)), marks=undead_caster
    )
    assert "Cast Fireball" not in run.offers()


@meets("F-R-69", "F-SPL-53")
def test_an_elemental_stands_only_where_it_may() -> None:
    units = {"Oracle": "8,-3", "Home Guard 1": "0,0"}
    for spell, sea in (
        ("Earth Elemental", {False}),
        ("Water Elemental", {True}),
        ("Air Elemental", {False, True}),
    ):
        run = play(units, phase="Movement", go=FOES, hands=((), (spell.lower().replace(" ", "_"),)))
        run.do(f"Cast {spell}")
        board = GAME.graph(run.state)
        found = {board.nodes[a.hex]["terrain"] in ("water", "treacherous") for a in GAME.legal(run.state)}  # type: ignore[attr-defined]
        assert found == sea
