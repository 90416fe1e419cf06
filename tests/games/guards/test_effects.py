"""What each effect primitive does, with the cards of the teaching deck; predicates and events too."""

from __future__ import annotations

from typing import Any

import pytest

from atlantis_nb.core.game import QUIET
from atlantis_nb.games.guards import attack, cards, move, round_end, targets, turn, units, values
from atlantis_nb.games.guards.actions import Amount, Do, EndEffect, TakeBack
from atlantis_nb.games.guards.deck import load_deck
from atlantis_nb.games.guards.state import Frame, Known
from atlantis_nb.games.guards.targets import Condition, Selector

from .table import A, Discard, Go, NoDefence, Pick, T, Table, deck_with

DECK = load_deck("teaching")


def duel(hero: str, *others: str, **places: str) -> Table:
    """The hero on the field at (0,0), others where they are named; minions of both teams far away."""
    options = {"expansion_heroes": True}
    table = Table.field(hero, *others, **options)
    return table.stand(**{hero: "0,0", **places}).more()


# ------------------------------------------------------------------ select, move, place


def test_select_keeps_its_target_and_move_unit_shifts_another() -> None:
    table = duel("arien", "brogan", "dodger", "wasp", brogan="1,0", dodger="2,0", wasp="5,0")
    table.main("arien", "arien_gold")
    table.pick("dodger")  # beside the target, to be shifted first
    assert table.spaces == ["1,1", "2,-1", "2,1", "3,-1", "3,0"]
    table.go("3,0")
    assert table.state.at("dodger") == "3,0"
    assert isinstance(table.task, attack.Defence)
    assert table.task.hero == "brogan"


def test_move_self_after_an_attack_that_was_survived() -> None:
    table = Table.field("arien", "wuk", "hanu")
    table.stand(arien="1,0", hanu="0,0", wuk="4,0").more()
    table.main("hanu", "hanu_gold").defend("arien_red_1")
    assert all(table.state.board.bearing["0,0"].get(p) is not None for p in table.spaces)
    table.go("-2,0")
    assert table.state.at("hanu") == "-2,0"


def test_a_charge_ends_beside_an_enemy_and_attacks_it() -> None:
    table = duel("brogan", "arien", arien="3,0")
    table.main("brogan", "brogan_red_1")
    assert table.state.at("brogan") == "2,0"  # the only such space
    assert isinstance(table.task, attack.Defence)
    table = duel("brogan", "arien", arien="5,0")
    assert not table.can_main("brogan", "brogan_red_1")


def test_a_leap_over_an_enemy_and_one_over_anything() -> None:
    table = duel("tigerclaw", "arien", arien="1,0")
    table.main("tigerclaw", "tigerclaw_gold")
    assert table.state.at("tigerclaw") == "2,0"
    assert isinstance(table.task, attack.Defence)
    table = Table.field("swift", "arien", mountains=("1,0",)).stand(swift="0,0", arien="0,1").more()
    silver = Frame("swift", "swift_silver")
    step = DECK.steps["swift_silver", ""][0]
    ends = step.ends(table.state, silver)
    assert sorted(ends) == ["-2,0", "-2,2", "0,-2", "0,2", "2,-2", "2,0"]


def test_into_the_space_of_a_target_that_fell() -> None:
    table = duel("brogan", "arien", arien="6,0")
    minion = table.minion(T, "melee", "1,0")
    table.main("brogan", "brogan_gold")
    assert minion not in table.state.units
    assert table.state.at("brogan") == "1,0"


def test_place_self_avoids_icons_and_home_is_a_spawn_point() -> None:
    table = duel("arien", "brogan", brogan="6,0").stand(arien="2,-5")
    table.main("arien", "arien_green_1")
    near = table.state.board.within("2,-5", 2)
    assert (
        sorted(p for p in near if p not in table.state.board.icon and p not in table.state.on) == table.spaces
    )
    assert len(table.spaces) < len(near)
    table = duel("min", "brogan", brogan="1,0")
    table.hand("min", "min_green_1", "min_green_3a")
    table.attack_on("brogan", "min", value=20).defend("min_green_3a")
    assert set(table.spaces) == set(table.state.board.spawns[T])
    table.go(table.spaces[0])
    assert "min" in table.state.units


def test_move_unit_around_keeps_the_distance() -> None:
    table = duel("wasp", "arien", arien="2,0")
    table.main("wasp", "wasp_blue_1")
    assert {table.state.board.distance["0,0"][p] for p in table.spaces} == {2}
    assert len(table.spaces) == 4


def test_place_unit_and_a_repeat_that_may_be_left() -> None:
    table = Table.field("arien", "wuk", "hanu").stand(arien="1,0", wuk="0,0", hanu="5,0").more()
    table.set("wuk", hand=("wuk_gold", "wuk_red_1", "wuk_blue_1", "wuk_green_3", "wuk_hold"))
    table.main("wuk", "wuk_green_3")
    assert "3,0" in table.spaces
    table.go("0,1")
    assert table.state.at("arien") == "0,1"
    assert [type(a).__name__ for a in table.legal] == ["Do", "Skip"]
    table.play(Do()).go("-1,0")
    assert table.state.at("arien") == "-1,0"
    assert table.task is None


# ------------------------------------------------------------------ push, pull, swap


def test_push_stops_before_an_obstacle() -> None:
    table = duel("brogan", "arien", arien="1,0").stand(arien="1,0")
    table.main("brogan", "brogan_blue_1").skip()
    assert table.state.at("arien") == "2,0"
    table = duel("brogan", "arien", arien="1,0")
    table.minion(T, "melee", "2,0")
    table.main("brogan", "brogan_blue_1").skip()
    assert table.state.at("arien") == "1,0"  # a push of 0 spaces counts as carried out


def test_pushed_heroes_that_are_stopped_lose_a_card() -> None:
    table = duel("wasp", "arien", "brogan", "dodger", arien="1,0", dodger="0,1")
    table.minion(T, "melee", "3,0")
    table.main("wasp", "wasp_blue_2b").pick("arien", "dodger")
    assert table.state.at("arien") == "2,0"
    assert table.state.at("dodger") == "0,4"
    assert isinstance(table.task, cards.LoseCard)
    assert table.task.hero == "arien"
    table.play(table.legal[0])
    assert table.task is None


def test_pull_brings_nearer_along_a_line() -> None:
    table = duel("wasp", "arien", "brogan", "dodger", arien="3,0", dodger="2,1")
    table.main("wasp", "wasp_green_2b")
    assert table.spaces == ["1,0", "2,0"]  # dodger is not in line
    table.go("1,0")
    assert table.state.at("arien") == "1,0"


def test_swap_with_a_minion_and_with_a_mine() -> None:
    table = duel("arien", "brogan", brogan="6,0")
    minion = table.minion(A, "melee", "3,0")
    table.main("arien", "arien_green_2b")
    assert (table.state.at("arien"), table.state.at(minion)) == ("3,0", "0,0")
    table = duel("min", "brogan", brogan="1,0")
    table.state.tokens["0,3"] = "mine:min"
    table.main("min", "min_gold").refuse()
    table.play(Pick("@0,3"))
    assert table.state.at("min") == "0,3"
    assert table.state.tokens == {"0,0": "mine:min"}


def test_displace_is_forbidden_to_the_other_team_only() -> None:
    table = duel("brogan", "arien", "wasp", "min", arien="1,0")
    table.set("brogan", discard=("brogan_red_1",))
    table.main("brogan", "brogan_silver").skip()
    assert values.forbidden(table.state, "displace", "brogan") is not None
    table.main("arien", "arien_green_3b")  # swap with any unit in range: nobody is left to take
    assert table.state.at("brogan") == "0,0"
    assert table.state.at("arien") == "1,0"


# ------------------------------------------------------------------ attacks and minions


def test_an_attack_bonus_counts_when_its_condition_holds() -> None:
    for mate, bonus in (("2,0", 1), ("5,0", 0)):
        table = Table.field("arien", "wuk", "hanu").stand(arien="1,0", wuk="0,0", hanu=mate).more()
        table.main("wuk", "wuk_red_1")
        assert attack.attack_value(table.state, "arien") == 4 + bonus


def test_area_attack_takes_up_to_its_number() -> None:
    table = duel("dodger", "brogan", brogan="6,0")
    names = [table.minion(A, "melee", p) for p in ("1,0", "0,2", "-2,0")]
    table.main("dodger", "dodger_red_2b").pick(names[0], names[1])
    assert [n in table.state.units for n in names] == [False, False, True]
    assert table.hero("dodger").coins == 4


def test_defeat_pays_and_remove_does_not() -> None:
    table = duel("swift", "brogan", brogan="6,0")
    minion = table.minion(A, "melee", "1,0")
    table.set("swift", resolved=())
    table.main("swift", "swift_gold")
    assert minion not in table.state.units
    assert table.hero("swift").coins == 2
    table = duel("sabina", "brogan", brogan="1,0")
    minion = table.minion(A, "melee", "0,1")
    table.main("sabina", "sabina_red_2b").pick("brogan").refuse()
    table.pick(minion)
    assert minion not in table.state.units
    assert table.hero("sabina").coins == 2  # for the hero alone


def test_respawn_brings_a_missing_minion_back() -> None:
    table = duel("dodger", "brogan", brogan="6,0")
    icon = next(
        p
        for p, i in table.state.board.icon.items()
        if i.zone == "middle" and i.team == T and i.kind == "ranged"
    )
    table.stand(dodger=next(p for p in table.state.board.near[icon] if p not in table.state.on))
    before = table.state.count(T, "main")
    table.main("dodger", "dodger_green_2b")
    while table.task is not None:
        table.play(Go(icon) if Go(icon) in table.legal else table.legal[0])
    assert table.state.count(T, "main") == before + 1


@pytest.mark.parametrize(("card", "coins"), [("brogan_green_1", 2), ("brogan_green_3a", 0)])
def test_save_minion_for_a_card(card: str, coins: int) -> None:
    table = duel("brogan", "arien", arien="2,0")
    minion = table.minion(T, "melee", "1,0")
    table.set("brogan", hand=("brogan_gold", "brogan_red_1", card, "brogan_hold"))
    table.main("brogan", card)
    table.main("arien", "arien_red_1").skip()  # brogan stands behind the target and keeps his card
    assert isinstance(table.task, attack.SaveMinion)
    assert "G-HOLD-04" in table.why_not(Discard("brogan_hold")).rules
    table.play(Discard("brogan_gold"))
    assert minion in table.state.units
    assert table.hero("arien").coins == coins
    assert table.hero("brogan").discard == ("brogan_gold",)
    table.main("arien", "arien_red_1").skip().skip()  # this time it is let go
    assert minion not in table.state.units
    assert table.hero("arien").coins == coins + 2


def test_save_minion_also_answers_a_defeat_without_attack() -> None:
    table = duel("brogan", "swift", swift="2,0")
    minion = table.minion(T, "melee", "1,0")
    table.main("brogan", "brogan_green_1").main("swift", "swift_gold")
    assert isinstance(table.task, attack.SaveMinion)
    table.play(table.legal[0])
    assert minion in table.state.units
    assert table.hero("swift").coins == 2


# ------------------------------------------------------------------ hands, purses, answers


def test_discard_or_fall() -> None:
    table = duel("arien", "brogan", "dodger", "wasp", brogan="1,0", wasp="2,0").hand("wasp", "wasp_hold")
    table.main("arien", "arien_red_2a").pick("wasp")
    assert "wasp" not in table.state.units
    assert table.hero("arien").coins == 2
    table = duel("arien", "brogan", "dodger", "wasp", brogan="1,0", wasp="2,0").hand("wasp", "wasp_hold")
    table.main("arien", "arien_red_1").pick("wasp")
    assert "wasp" in table.state.units  # nothing to give, nothing happens
    assert "nothing_to_give" in table.kinds()


def test_pay_with_cards_and_with_coins() -> None:
    table = duel("brogan", "arien", arien="2,0")
    table.main("brogan", "brogan_red_2b")
    assert "brogan_hold" not in [a.card for a in table.legal]
    table.play(Discard("brogan_gold"))
    assert table.hero("brogan").discard == ("brogan_gold",)
    assert isinstance(table.task, attack.Defence)
    table = duel("tigerclaw", "arien", arien="4,0").set("tigerclaw", coins=3)
    table.main("tigerclaw", "tigerclaw_red_3b")
    assert table.hero("tigerclaw").coins == 0
    assert attack.attack_value(table.state, "arien") == 8
    table = duel("tigerclaw", "arien", arien="4,0").set("tigerclaw", coins=2)
    assert not table.can_main("tigerclaw", "tigerclaw_red_3b")


def test_gain_and_retrieve_for_a_friend() -> None:
    table = duel("brogan", "arien", "dodger", "wasp", dodger="3,0")
    table.set("dodger", discard=("dodger_gold", "dodger_red_1"))
    table.main("brogan", "brogan_green_3b")
    assert table.hero("dodger").coins == 2
    table.play(Pick("dodger"))
    assert isinstance(table.task, cards.ReturnCard)
    assert table.task.player == 2  # the owner chooses which
    table.play(TakeBack("dodger_red_1"))
    assert "dodger_red_1" in table.hero("dodger").hand
    assert table.hero("dodger").discard == ("dodger_gold",)


def test_retrieving_a_card_ends_its_lasting_effect() -> None:
    table = duel("min", "brogan", brogan="5,0")
    table.main("min", "min_green_2b")
    assert len(table.state.effects) == 2
    table.set("min", table=("", "", "", ""), discard=("min_green_2b",))
    cards.take_back(table.state, "min", "min_green_2b", QUIET)
    assert table.state.effects == ()
    assert "min_green_2b" in table.hero("min").hand


def test_nothing_to_retrieve() -> None:
    table = duel("sabina", "arien", arien="5,0")
    for place in ("1,0", "0,1"):
        table.minion(T, "melee", place)
    assert not table.can_main("sabina", "sabina_blue_2b")
    table.set("sabina", discard=("sabina_gold",))
    table.main("sabina", "sabina_blue_2b")
    assert "sabina_gold" in table.hero("sabina").hand
    table = duel("brogan", "arien", arien="5,0")
    table.main("brogan", "brogan_silver")  # the optional step is left out without asking
    assert len(table.state.effects) == 2
    assert table.task is None


def test_steal_takes_what_is_there() -> None:
    table = duel("tigerclaw", "arien", arien="1,0").set("arien", coins=1)
    table.main("tigerclaw", "tigerclaw_green_2a").skip()
    assert (table.hero("tigerclaw").coins, table.hero("arien").coins) == (1, 0)
    table = duel("tigerclaw", "arien", arien="1,0").set("arien", coins=5)
    table.main("tigerclaw", "tigerclaw_green_2a").skip()
    assert table.legal == [Amount(1), Amount(2)]
    table.play(Amount(2))
    assert (table.hero("tigerclaw").coins, table.hero("arien").coins) == (2, 3)


def test_a_skill_led_by_an_optional_move_may_be_chosen() -> None:
    table = duel("tigerclaw", "arien", arien="2,0").set("arien", coins=1)
    assert table.can_main("tigerclaw", "tigerclaw_green_1")
    table.main("tigerclaw", "tigerclaw_green_1").skip()
    assert table.hero("arien").coins == 1  # the step was left out, so the theft cannot be done
    table = duel("tigerclaw", "arien", arien="3,0").set("arien", coins=1)
    assert not table.can_main("tigerclaw", "tigerclaw_green_1")


@pytest.mark.parametrize(("kind", "survives"), [("ranged", True), ("area", True), ("melee", False)])
def test_block_by_kind_of_attack(kind: str, survives: bool) -> None:
    table = duel("wasp", "arien", arien="1,0")
    table.attack_on("arien", "wasp", value=20, kind=kind).defend("wasp_green_1")
    assert ("wasp" in table.state.units) == survives


def test_swapping_with_a_mine_blocks_any_attack() -> None:
    for mine in (True, False):
        table = duel("min", "arien", arien="1,0")
        if mine:
            table.state.tokens["0,2"] = "mine:min"
        table.attack_on("arien", "min", value=20).defend("min_green_1")
        assert ("min" in table.state.units) == mine
        assert not mine or table.state.at("min") == "0,2"


def test_defense_bonus_counts_open_icons() -> None:
    table = duel("dodger", "arien", arien="6,0").stand(dodger="1,-6")
    table.attack_on("arien", "dodger", value=5).defend("dodger_blue_1")
    assert "dodger" in table.state.units
    far = duel("dodger", "arien", arien="1,0")
    far.attack_on("arien", "dodger", value=5).defend("dodger_blue_1")
    assert "dodger" not in far.state.units


def test_ignore_minions() -> None:
    table = duel("arien", "brogan", brogan="1,0")
    for place in ("-1,0", "0,1", "-1,1"):
        table.minion(A, "melee", place)
    table.attack_on("brogan", "arien", value=5).defend("arien_blue_1")
    assert "arien" in table.state.units


def test_an_answer_that_keeps_other_attackers_off() -> None:
    table = duel("arien", "brogan", "dodger", "wasp", brogan="1,0", wasp="0,1", dodger="5,0")
    table.set("arien", hand=("arien_gold", "arien_blue_2a"))
    table.attack_on("brogan", "arien", value=5).defend("arien_blue_2a")
    frame = Frame("wasp", "wasp_gold")
    near = Selector(kind="unit", side="attackable", within="adjacent")
    assert "arien" not in targets.find(table.state, frame, near, "attack")
    assert "arien" in targets.find(table.state, Frame("brogan", "brogan_gold"), near, "attack")


def test_move_and_place_after_a_defense_that_held() -> None:
    table = Table.field("arien", "wuk", "hanu").stand(arien="1,0", hanu="0,0", wuk="-1,0").more()
    table.set("hanu", hand=("hanu_blue_3", "hanu_gold"))
    table.attack_on("arien", "hanu", value=20).defend("hanu_blue_3")
    table.play(Do())  # block a melee attack beside a friendly hero
    assert table.spaces
    table.go(table.spaces[0])
    assert "hanu" in table.state.units
    table = Table.field("arien", "wuk", "hanu").stand(arien="1,0", hanu="0,0", wuk="4,0").more()
    table.set("hanu", hand=("hanu_blue_3", "hanu_gold"))
    table.attack_on("arien", "hanu", value=20).defend("hanu_blue_3")
    assert "hanu" not in table.state.units


# ------------------------------------------------------------------ lasting effects


def test_modify_and_forbid_by_area() -> None:
    table = duel("dodger", "arien", arien="3,0")
    table.set("dodger", hand=("dodger_gold", "dodger_blue_2b"))
    table.main("dodger", "dodger_blue_2b")
    assert attack.strength(table.state, "arien", "arien_red_1", "hero") == 2
    table.stand(arien="5,0")
    assert attack.strength(table.state, "arien", "arien_red_1", "hero") == 6


@pytest.mark.parametrize(
    ("hero", "card", "closed"),
    [
        ("wasp", "wasp_silver", {"move", "travel"}),
        ("arien", "arien_silver", {"main"}),
        ("arien", "arien_blue_2b", {"travel"}),
    ],
)
def test_forbidden_actions(hero: str, card: str, closed: set[str]) -> None:
    other = "swift"
    table = Table.field(other, hero, expansion_heroes=True).stand(**{other: "-10,0", hero: "-8,0"}).more()
    assert set(table.uses(other, "swift_green_1")) == {"main", "move", "travel"}
    table.main(hero, card)
    after = set(table.uses(other, "swift_green_1"))
    assert not after & closed
    if card == "arien_blue_2b":
        assert move.movement(table.state, other, DECK.cards["swift_green_1"]) == 1


def test_be_attacked_only_from_beside() -> None:
    table = duel("min", "arien", "wasp", "dodger", arien="3,0", dodger="1,0")
    table.main("min", "min_silver").skip()
    near = Selector(kind="hero", side="enemy", within=5)
    assert "min" not in targets.find(table.state, Frame("arien", "arien_gold"), near, "attack")
    assert "min" in targets.find(table.state, Frame("dodger", "dodger_gold"), near, "attack")


def test_effects_of_a_turn_of_the_next_and_of_the_round() -> None:
    table = Table.field("tigerclaw", "arien", mountains=("1,0",)).stand(tigerclaw="0,0", arien="5,0").more()
    table.main("tigerclaw", "tigerclaw_silver").go("0,1")
    assert [e.until for e in table.state.effects] == [2]
    table.state.agenda.clear()
    table.state.turn = 1
    table.run(turn.EndTurn())
    assert len(table.state.effects) == 1
    table.state.agenda.clear()
    table.state.turn = 2
    table.run(turn.EndTurn())
    assert table.state.effects == ()


def test_an_effect_on_a_chosen_unit_stays_on_it() -> None:
    table = duel("tigerclaw", "arien", arien="3,0")
    table.main("tigerclaw", "tigerclaw_green_3b")
    table.stand(arien="9,0")
    assert attack.strength(table.state, "arien", "arien_gold") == 2
    assert values.value(table.state, "arien", DECK.cards["arien_gold"], "initiative") == 9


def test_an_effect_ends_when_its_hero_falls() -> None:
    table = duel("tigerclaw", "arien", arien="1,0")
    table.main("tigerclaw", "tigerclaw_green_3b")
    table.attack_on("arien", "tigerclaw", value=99).refuse()
    assert table.state.effects == ()


def test_cancel_ends_one_effect() -> None:
    table = duel("arien", "tigerclaw", tigerclaw="2,0")
    table.main("tigerclaw", "tigerclaw_green_3b")
    assert len(table.state.effects) == 3
    table.main("arien", "arien_silver")
    ends = [a for a in table.legal if isinstance(a, EndEffect)]
    assert len(ends) == 3
    table.play(ends[0])
    assert len([e for e in table.state.effects if e.owner == "tigerclaw"]) == 2


# ------------------------------------------------------------------ tokens


def test_tokens_are_limited_and_a_trail_is_left() -> None:
    table = duel("ignatia", "arien", arien="8,0")
    table.main("ignatia", "ignatia_green_3a").go("4,0")
    assert sorted(table.state.tokens) == ["0,0", "1,0", "2,0", "3,0"]
    table.main("ignatia", "ignatia_green_3a").go("7,0")
    assert len(table.state.tokens) == 5
    table = duel("min", "arien", arien="8,0")
    for k in range(4):
        table.state.tokens[f"{k},3"] = "mine:min"
    assert not table.can_main("min", "min_blue_1")


def test_a_mine_takes_a_card_and_a_path_avoids_it() -> None:
    table = duel("arien", "min", min="8,0")
    table.state.tokens["1,0"] = "mine:min"
    table.hand("arien", "arien_gold", "arien_red_1", "arien_hold")
    table.act("arien", "arien_blue_1")  # Movement 3
    if isinstance(table.task, turn.UseCard):
        table.use("move")
    table.go("2,0")
    assert table.state.tokens  # two steps lead past the mine
    table.stand(arien="0,0").act("arien", "arien_blue_1")
    if isinstance(table.task, turn.UseCard):
        table.use("move")
    table.go("1,0")
    assert table.state.tokens == {}
    assert isinstance(table.task, cards.LoseCard)
    table.play(Discard("arien_gold"))
    assert table.hero("arien").discard == ("arien_gold",)


def test_a_friend_is_not_hurt_by_a_mine_and_an_enemy_is_led_over_it() -> None:
    table = duel("min", "arien", "wasp", "dodger", arien="2,0").stand(min="6,0", wasp="3,-3")
    table.state.tokens.update({"1,1": "mine:min", "3,-2": "mine:min"})
    table.hand("arien", "arien_gold")
    units.travel(table.state, "wasp", ("3,-2",), QUIET)
    assert "3,-2" in table.state.tokens  # the mine of a friend
    table.stand(wasp="0,0").main("wasp", "wasp_blue_1")
    table.go("0,2")
    assert table.state.at("arien") == "0,2"
    assert "1,1" not in table.state.tokens  # the way round led over it
    assert table.hero("arien").discard == ("arien_gold",)


def test_remove_token_names_its_space() -> None:
    table = duel("min", "arien", arien="2,0")
    table.main("min", "min_blue_2b").go("1,0")
    assert table.state.tokens == {}
    assert Pick("arien") in table.legal
    table.pick("arien")
    assert isinstance(table.task, cards.LoseCard)


# ------------------------------------------------------------------ choose, repeat, replay, triggers


def test_choose_takes_different_units() -> None:
    table = duel("dodger", "arien", "swift", "wasp", arien="1,0", wasp="3,0")
    for hero in ("arien", "wasp"):
        table.set(hero, discard=table.hero(hero).hand[:1], hand=table.hero(hero).hand[1:])
    table.set("dodger", hand=("dodger_gold", "dodger_red_3a"))
    table.main("dodger", "dodger_red_3a").option(0).refuse()
    assert "arien" not in table.state.units
    assert [str(a) for a in table.legal][-1] == "Done"
    table.option(1)
    assert isinstance(table.task, attack.Defence)
    assert table.task.hero == "wasp"


def test_repeat_against_another_unit() -> None:
    table = duel("arien", "brogan", brogan="1,0")
    minion = table.minion(A, "melee", "0,1")
    table.main("arien", "arien_red_3a").pick("brogan").defend("brogan_red_1")
    table.play(Do())
    assert minion not in table.state.units
    assert table.task is None


def test_replay_uses_the_last_card_again_but_never_itself() -> None:
    table = duel("swift", "arien", arien="3,0").set("swift", resolved=("swift_red_1",))
    table.main("swift", "swift_gold")
    assert isinstance(table.task, attack.Defence)
    assert attack.attack_value(table.state, "arien") == 5
    table = duel("swift", "arien", arien="3,0").set("swift", resolved=("swift_gold",))
    assert not table.can_main("swift", "swift_gold")
    table = duel("swift", "arien", arien="3,0").set("swift", resolved=("swift_hold",))
    assert not table.can_main("swift", "swift_gold")


def ultimate(hero: str, *others: str, **places: str) -> Table:
    return duel(hero, *others, **places).set(hero, ultimate=f"{hero}_ultimate", level=8)


def test_trigger_before_attack() -> None:
    table = ultimate("arien", "brogan", brogan="3,0")
    assert table.can_main("arien", "arien_red_1")  # reached by the move that comes first
    table.main("arien", "arien_red_1").go("2,0")
    assert isinstance(table.task, attack.Defence)
    assert not duel("arien", "brogan", brogan="3,0").can_main("arien", "arien_red_1")


def test_trigger_after_attack_repeats_without_triggers() -> None:
    table = ultimate("min", "arien", "wasp", "dodger", arien="1,0", dodger="0,1")
    table.main("min", "min_gold").pick("arien").defend("arien_red_1")
    table.play(Do())
    assert isinstance(table.task, attack.Defence)
    assert table.task.hero == "dodger"
    table.play(NoDefence())
    assert table.task is None


def test_trigger_minion_defeated_and_after_basic() -> None:
    table = ultimate("dodger", "arien", arien="6,0")
    first, second = table.minion(A, "melee", "1,0"), table.minion(A, "ranged", "3,0")
    table.main("dodger", "dodger_gold")
    assert first not in table.state.units
    table.pick(second)
    assert table.hero("dodger").coins == 4
    table = ultimate("wasp", "arien", arien="6,0")
    first, second = table.minion(A, "melee", "1,0"), table.minion(A, "ranged", "3,0")
    table.main("wasp", "wasp_gold").pick(second)
    assert table.hero("wasp").coins == 4
    table = ultimate("swift", "arien", arien="6,0")
    names = [table.minion(A, "melee", p) for p in ("1,0", "0,1")]
    table.main("swift", "swift_gold").pick(names[0]).play(Do())
    assert [n in table.state.units for n in names] == [False, False]


def test_standing_ultimates() -> None:
    table = Table.bare("sabina", "arien", "ignatia", "wasp", board="teaching", expansion_heroes=True)
    table.stand(sabina="0,0", arien="1,1", ignatia="0,1")
    for hero in ("sabina", "ignatia"):
        round_end.level_up(table.state, hero, f"{hero}_ultimate", QUIET)
    assert attack.strength(table.state, "sabina", "sabina_gold", "hero") == 5
    assert attack.strength(table.state, "sabina", "sabina_gold") == 2
    table.state.tokens["2,1"] = "magma:ignatia"
    assert values.value(table.state, "arien", DECK.cards["arien_gold"], "defense") == 0
    units.lift(table.state, "ignatia")  # it pauses while she is off the board
    assert values.value(table.state, "arien", DECK.cards["arien_gold"], "defense") == 2


def test_count_minions_in_minion_combat() -> None:
    table = Table.bare("brogan", "arien", board="teaching").stand(brogan="1,1", arien="8,-2")
    table.minion(T, "melee", "0,0"), table.minion(A, "melee", "2,0"), table.minion(A, "ranged", "2,1")
    table.set("brogan", ultimate="brogan_ultimate")
    assert round_end.counted(table.state, "main", T) == 3
    table.combat()
    assert isinstance(table.task, round_end.NameMinion)
    assert table.task.team == A
    table.play(table.legal[0])
    assert table.state.count(A, "main") == 1
    table.stand(brogan="-5,-2")
    assert round_end.counted(table.state, "main", T) == 1


# ------------------------------------------------------------------ predicates, events, selectors


def test_predicates_one_by_one() -> None:
    table = Table.field("arien", "brogan", "dodger", "wasp", mountains=("5,0",))
    table.stand(arien="0,0", brogan="3,0", dodger="3,1", wasp="4,0")
    state = table.state
    frame = Frame("arien", "arien_gold", names=(Known("attacker", ("brogan",), ("3,0",)),))

    def true(name: str, unit: str = "brogan") -> bool:
        return targets.PREDICATES[name](state, frame, state.units[unit])

    assert not true("has_discard")
    table.set("brogan", discard=("brogan_gold",))
    assert true("has_discard")
    assert not true("has_coins")
    table.set("brogan", coins=1)
    assert true("has_coins")
    assert not true("played_attack")
    table.set("brogan", shown="brogan_red_1", waiting=True)
    assert true("played_attack")
    assert true("unresolved")
    state.acting = "brogan"
    assert not true("unresolved")
    assert true("near_your_hero")  # dodger
    assert true("near_your_unit")
    assert true("near_your_hero", "wasp")  # dodger stands beside both
    assert not true("near_minion")
    table.minion(T, "melee", "2,0")
    assert true("near_minion")
    assert true("near_your_minion")
    assert true("near_rock", "wasp")
    assert not true("near_rock")
    assert not true("near_token")
    state.tokens["2,1"] = "mine:brogan"
    assert true("near_token")
    assert not true("near_magma")
    state.tokens["2,1"] = "magma:brogan"
    assert true("near_magma")
    assert true("attacker")
    assert not true("attacker", "wasp")
    assert not true("near_open_icon")
    table.stand(brogan="2,-5")
    assert true("near_open_icon")


@pytest.mark.parametrize(
    ("event", "changes", "expected"),
    [
        ("done", {"done": True}, True),
        ("done", {}, False),
        ("stopped", {"stopped": True}, True),
        ("stopped", {}, False),
        ("target_gone", {}, False),
    ],
)
def test_events_of_a_frame(event: Any, changes: dict[str, Any], expected: bool) -> None:
    table = duel("arien", "brogan", brogan="1,0")
    assert (
        targets.true(table.state, Frame("arien", "arien_gold", **changes), Condition(event=event)) == expected
    )


def test_events_of_an_attack() -> None:
    table = duel("sabina", "arien", arien="1,0")
    table.main("sabina", "sabina_gold").defend("arien_red_1")
    assert table.state.at("arien") == "2,0"  # target_survived: pushed
    table = duel("wasp", "arien", "brogan", "dodger", arien="2,-1", dodger="1,1")
    table.set("wasp", hand=("wasp_gold", "wasp_red_3b"))
    table.main("wasp", "wasp_red_3b").pick("arien").defend("arien_red_1")
    assert any(isinstance(a, Do) for a in table.legal)  # target_was_hero: once more


def test_selector_keys() -> None:
    table = duel("arien", "brogan", brogan="6,0")
    names = {
        p: table.minion(A, kind, p) for p, kind in (("1,0", "melee"), ("2,0", "ranged"), ("3,0", "melee"))
    }
    frame = Frame("arien", "arien_red_2b")

    def found(**keys: Any) -> set[str]:
        s = Selector(kind="minion", side="enemy", **keys)
        return {p for p, n in names.items() if n in targets.find(table.state, frame, s)}

    assert found(within=2, exact=True) == {"2,0"}
    assert found(within=3, apart=True) == {"2,0", "3,0"}
    assert found(within=3, types=("ranged",)) == {"2,0"}
    known = Frame("arien", "arien_red_2b", names=(Known("t", (names["1,0"],), ("1,0",)),))
    behind = Selector(kind="minion", side="enemy", behind=2, of="t")
    assert set(targets.find(table.state, known, behind)) == {names["2,0"], names["3,0"]}
    barred = Frame("arien", "arien_red_2b", barred=(names["1,0"],))
    near = Selector(kind="minion", side="enemy", within="adjacent")
    assert targets.find(table.state, barred, near) == []


def test_a_mandatory_move_after_an_attack_goes_as_far_as_it_can() -> None:
    run = {
        "card_type": "attack", "attack": 3,
        "effect": [
            {"op": "attack", "target": {"kind": "unit", "side": "attackable", "within": "adjacent"}},
            {"op": "move_self", "spaces": 2, "must": True},
        ],
    }  # fmt: skip
    step_in = {
        "card_type": "defense", "defense": 9,
        "effect": [{"op": "move_self", "spaces": 1, "may": True}],
    }  # fmt: skip
    walls = ("1,-1", "0,-1", "-1,0", "-1,1", "-1,2", "1,1", "0,2")
    deck = deck_with(arien_gold=run, brogan_blue_1=step_in)
    table = Table.field("arien", "brogan", deck=deck, mountains=walls).stand(arien="0,0", brogan="1,0").more()
    assert not table.can_main("arien", "arien_gold")  # (0,1) is a dead end of one step
    open_deck = (
        Table.field("arien", "brogan", deck=deck, mountains=walls[:-1])
        .stand(arien="0,0", brogan="1,0")
        .more()
    )
    assert open_deck.can_main("arien", "arien_gold")
    open_deck.main("arien", "arien_gold").defend("brogan_blue_1")
    open_deck.skip()
    assert open_deck.state.at("arien") == "0,2"
    tight = Table.field("arien", "brogan", deck=deck, mountains=(*walls[:-1], "2,0", "2,-1"))
    tight.stand(arien="0,0", brogan="1,0").more().main("arien", "arien_gold").defend("brogan_blue_1")
    tight.go("0,1")  # the answer blocks the way; one step is left of the two
    assert tight.state.at("arien") == "1,0"
    assert tight.task is None


def test_a_secondary_attack_icon_is_a_plain_melee_attack() -> None:
    deck = deck_with(arien_blue_2b={"attack": 3})
    table = Table.field("arien", "brogan", deck=deck).stand(arien="0,0", brogan="1,0").more()
    assert "strike" in table.uses("arien", "arien_blue_2b")
    table.act("arien", "arien_blue_2b").use("strike")
    assert attack.attack_value(table.state, "brogan") == 3
    assert table.state.effects == ()


# ------------------------------------------------------------------ refusals and words of the log


@pytest.mark.rules("G-MIN-08", "G-SKILL-01")
def test_a_refused_target_is_told_why() -> None:
    """A protected heavy is said to be protected, also where a name is given before the move (Float)."""
    table = duel("wasp", "brogan", brogan="4,0")
    heavy, other = table.minion(A, "heavy", "1,0"), table.minion(A, "melee", "2,0")
    table.minion(T, "melee", "0,1")
    table.main("wasp", "wasp_blue_1")
    assert Pick(other) in table.legal
    refused = table.why_not(Pick(heavy))
    assert refused.rules == ("G-MIN-08",)
    assert "it cannot be moved or swapped while another minion of its team is left" in refused.sentence
    assert "It is 4 spaces away, the reach is 2." in table.why_not(Pick("brogan")).sentence


@pytest.mark.rules("G-SKILL-01")
def test_a_condition_of_the_text_that_is_not_met_is_told_by_the_text() -> None:
    steps = [
        {
            "op": "select",
            "pick": {"kind": "hero", "side": "any", "within": "radius", "where": ["has_coins"]},
            "as": "t",
        },
        {"op": "move_unit", "target": "t", "spaces": [1, 2]},
    ]
    deck = deck_with(wasp_blue_1={"effect": steps, "text": "Move a rich hero."})
    table = Table.field("wasp", "brogan", "min", "arien", deck=deck, expansion_heroes=True)
    table.stand(wasp="0,0", brogan="2,0", min="-2,0", arien="0,2").more()
    table.set("brogan", coins=0).set("min", coins=1).set("arien", coins=1)
    table.main("wasp", "wasp_blue_1")
    assert table.legal == [Pick("arien"), Pick("min")]
    refused = table.why_not(Pick("brogan"))
    assert refused.sentence == "It does not fit the text: Move a rich hero."
    assert refused.rules == ("G-SKILL-01",)


@pytest.mark.rules("G-ACT-03")
@pytest.mark.parametrize(
    ("step", "said"),
    [
        ({"op": "pull", "target": "t", "spaces": 1}, "Brogan is pulled from 3,0 to 2,0."),
        ({"op": "push", "target": "t", "spaces": 1}, "Brogan is pushed from 3,0 to 4,0."),
        ({"op": "move_unit", "target": "t", "spaces": 1, "line": True}, "Brogan is moved from 3,0 to 4,0."),
    ],
)
def test_a_shift_is_logged_by_its_name(step: dict[str, Any], said: str) -> None:
    pick = {"op": "select", "pick": {"kind": "hero", "side": "enemy", "within": 3}, "as": "t"}
    deck = deck_with(wasp_blue_1={"effect": [pick, step]})
    table = Table.field("wasp", "brogan", deck=deck).stand(wasp="0,0", brogan="3,0").more()
    table.main("wasp", "wasp_blue_1")
    if table.legal and any(isinstance(a, Go) for a in table.legal):
        table.go("4,0")
    assert [e.text for e in table.events if e.kind == "shifted"] == [said]
