"""A hero and a deck of one's own: what is read, what is refused and in which words, what a save carries."""

from __future__ import annotations

import copy
import json
import tomllib
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import fields

import atlantis_nb as atl
from atlantis_nb.core import files as match_files
from atlantis_nb.core import plain
from atlantis_nb.core.game import Refused
from atlantis_nb.games.guards import GAME
from atlantis_nb.games.guards import deck as decks
from atlantis_nb.games.guards.board import load_board, teaching_board
from atlantis_nb.games.guards.deck import Deck, HeroCard, add_deck, load_deck, read_deck, teaching_raw
from atlantis_nb.games.guards.effects import NAMES
from atlantis_nb.games.guards.sources import split

from .table import Table
from .test_rules import rules

EXAMPLE = files("atlantis_nb.games.guards") / "data" / "example_hero.toml"
TEXT = EXAMPLE.read_text(encoding="utf-8")
RAW = tomllib.loads(TEXT)
ENEMY = {"kind": "hero", "side": "enemy", "within": 3}
MINION = {"kind": "minion", "side": "enemy", "within": 3}
TARGET = {"kind": "unit", "side": "attackable", "within": "adjacent"}
ATTACK = {"op": "attack", "target": TARGET}
AURA = {**ENEMY, "all": True}


def card_of(raw: dict[str, Any], name: str) -> dict[str, Any]:
    return next(c for c in raw["card"] if c["name"] == name)


def refusal(raw: dict[str, Any]) -> str:
    """The sentence with which a deck is refused; it is one, and it names the file."""
    with pytest.raises(Refused) as caught:
        read_deck(raw, "The deck own")
    sentence = str(caught.value)
    assert sentence.startswith("The deck own: ")
    assert "\n" not in sentence
    assert "`" not in sentence
    return sentence


def changed(change: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    raw = copy.deepcopy(RAW)
    change(raw)
    return raw


def with_steps(*steps: Any, card_type: str = "skill", **more: Any) -> dict[str, Any]:
    """Nova's Lantern (skill), Lampshade (defense), Lamp Hook (attack) or Wildfire with other steps."""
    name = {"skill": "Lantern", "defense": "Lampshade", "attack": "Lamp Hook", "ultimate": "Wildfire"}[
        card_type
    ]
    raw = copy.deepcopy(RAW)
    card_of(raw, name).update(effect=list(steps), **more)
    return raw


# ------------------------------------------------------------------ a file with one hero


@rules("G-R-103", "G-CARD-01")
def test_a_file_with_one_hero_is_added_to_the_teaching_deck(tmp_path: Path) -> None:
    path = tmp_path / "nova.toml"
    path.write_text(TEXT, encoding="utf-8")
    deck = load_deck(str(path))
    assert deck.title == "Teaching deck with Nova"
    assert list(deck.heroes)[:-1] == list(load_deck("teaching").heroes)
    nova = deck.heroes["nova"]
    assert nova.start_hand == ("nova_gold", "nova_red_1", "nova_blue_1", "nova_green_1", "nova_hold")
    assert nova.extra_start_card == "nova_silver"
    mine = [c for c in deck.cards.values() if c.hero == "nova"]
    assert len(mine) == 19
    own = {c.name for c in mine} - {c.name for c in deck.cards.values() if c.hero == "arien"}
    assert own == {"Lamp Hook", "Lantern", "Lampshade", "Wildfire"}
    match = atl.Match("guards", players=2, seed=1, options={"deck": str(path), "heroes": ("nova", "wasp")})
    match.run("greedy", until=2)
    hand = next(p for p in match.panels() if p.key == "hand_nova")
    assert "Teaching deck with Nova" in hand.words()


def test_a_deck_and_a_board_may_be_named_by_a_path(tmp_path: Path) -> None:
    path = tmp_path / "nova.toml"
    path.write_text(TEXT, encoding="utf-8")
    assert load_deck(path) is load_deck(str(path))
    board = tmp_path / "mine.json"
    board.write_text(json.dumps({**teaching_board("one_lane"), "title": "Mine"}), encoding="utf-8")
    assert load_board(board, "one_lane").title == "Mine"
    options = {"deck": path, "board": board, "heroes": ("nova", "wasp")}
    match = atl.Match("guards", players=2, seed=1, options=options)
    assert (match.options.deck, match.options.board) == (str(path), str(board))
    assert "nova" in match.state.heroes
    assert atl.options("guards", deck=path).deck == str(path)
    for wrong in (5, b"teaching", ["teaching"]):
        with pytest.raises(Refused, match="A deck is named by a text or a path, not by "):
            load_deck(wrong)  # type: ignore[arg-type]  # that is the point
        with pytest.raises(Refused, match="A board is named by a text or a path, not by "):
            load_board(wrong, "one_lane")  # type: ignore[arg-type]  # that is the point
        with pytest.raises(Refused, match="cannot be .*; it is a text that is not empty"):
            atl.options("guards", deck=wrong)


@rules("G-R-103")
def test_what_follows_from_the_rest_may_be_left_out() -> None:
    assert (
        read_deck({"card": [{**_teaching_card("swift_red_1"), "name": "Any Shot"}]}, "own")
        .cards["swift_red_1"]
        .name
        == "Any Shot"
    )
    whole = teaching_raw()
    whole.pop("op"), whole.pop("enum")
    assert len(read_deck(whole, "own").cards) == 193
    assert (
        read_deck({**copy.deepcopy(RAW), "meta": {}}, "The deck file nova.toml").title
        == "deck file nova.toml"
    )
    alone = teaching_raw()
    alone["meta"] = {"id": "mine", "extends": "nothing"}
    assert read_deck(alone, "own").title == "mine"
    copied = teaching_raw()
    assert read_deck(copied, "The deck file mine.toml").title == "deck file mine.toml"


def _teaching_card(card: str) -> dict[str, Any]:
    return next(c for c in teaching_raw()["card"] if c["id"] == card)


@rules("G-R-103", "G-R-95")
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            lambda r: r["hero"][0].update(id="arien"),
            "hero 'arien' is in the teaching deck already; give yours another id.",
        ),
        (
            lambda r: r["hero"][0].update(name="Arien"),
            "hero 'nova': name 'Arien' is the name of hero 'arien' already.",
        ),
        (lambda r: r["hero"][0].update(name="arien"), "name 'arien' is the name of hero 'arien' already."),
        (lambda r: r["hero"].append(dict(r["hero"][0])), "hero 'nova' stands in the file twice."),
        (
            lambda r: r["hero"][0].pop("title"),
            "hero 'nova': title is missing: it is a text that is not empty.",
        ),
        (
            lambda r: r["hero"][0].update(kind="titan"),
            "hero 'nova': kind is ape_man or regular, not 'titan'.",
        ),
        (
            lambda r: r["hero"][0].update(name=""),
            "hero 'nova': name is a text that is not empty, not an empty text.",
        ),
        (lambda r: r["hero"][0].update(titel="x"), "hero 'nova': titel is unknown;"),
        (lambda r: r["hero"][0].update(max_level=7), "hero 'nova': max_level of a regular hero is 8, not 7"),
        (lambda r: r["hero"][0].update(based_on="wasb"), "Did you mean 'wasp'?"),
        (lambda r: r["hero"][0].update(based_on="wuk"), "hero 'nova': based_on is arien, brogan,"),
        (lambda r: r["hero"][0].pop("based_on"), "hero 'nova' has 0 cards of slot silver, and needs one"),
        (
            lambda r: r["hero"][0].update(extra_start_card="nova_red_1"),
            "extra_start_card is the silver card, not",
        ),
        (
            lambda r: r["hero"][0].update(extra_start_card="x"),
            "extra_start_card names 'x', which is no card of",
        ),
        (lambda r: r["hero"][0].update(start_hand=["nova_gold"]), "black is missing (G-R-15)."),
        (
            lambda r: r["hero"][0].update(
                start_hand=["nova_gold", "nova_red_2a", "nova_blue_1", "nova_green_1", "nova_hold"]
            ),
            "start_hand names 'nova_red_2a', a card of tier 2; a hero begins with tier 1",
        ),
        (
            lambda r: r.update(heros=r.pop("hero")),
            "heros is unknown; a deck file has meta, hero, card, token and item.",
        ),
        (lambda r: r["meta"].update(tittle="x"), "meta: tittle is unknown;"),
        (lambda r: r["meta"].update(extends="brogan"), "meta: extends is nothing or teaching, not 'brogan'."),
        (lambda r: r["meta"].update(cards=193), "meta.cards says 193, but the file has 4 cards."),
        (lambda r: r.update(predicate={"near_bell": "x"}), "predicate.near_bell is not in the vocabulary"),
        (lambda r: r.update(op={"teleport": {}}), "op.teleport is not in the vocabulary"),
        (lambda r: r.update(enum={"token": ["magma", "bell"]}), "enum.token has 'bell', which is not in the"),
        (
            lambda r: r.update(token={"bell": {"hero": "nova", "supply": 3}}),
            "token.bell is unknown; the tokens are",
        ),
        (lambda r: r.update(card={}), "card is a list of tables, each one beginning with [[card]]."),
        (lambda r: r.update(hero=[], card=[]), "there is neither a hero nor a card in it."),
        (lambda r: r["card"].append(dict(r["card"][0])), "card 'Lamp Hook' stands in the file twice."),
        (
            lambda r: r["card"].append({**r["card"][1], "name": "Tether"}),
            "the cards 'Lantern' and 'Tether' are both the green I card of nova; give one another slot,",
        ),
        (
            lambda r: [r["card"][n].update(id="nova_x") for n in (0, 1)],
            "the cards 'Lamp Hook' and 'Lantern' have the same id, 'nova_x'.",
        ),
        (
            lambda r: r.update(hero=[]),
            "card 'Lamp Hook': whose card is it? There is no [[hero]] in the file, and the card has no key",
        ),
        (
            lambda r: r["hero"].append({**r["hero"][0], "id": "lux", "name": "Lux"}),
            "card 'Lamp Hook': whose card is it? The file has 2 heroes, so the card needs the key hero.",
        ),
        (
            lambda r: r["hero"][0].update(id="My Kite"),
            "hero 'My Kite': id is one word of letters and digits, such as 'mykite', not 'My Kite'.",
        ),
        (
            lambda r: r["card"][0].update(id="arien_gold"),
            "the teaching deck has a card of this id, Spellsword Cut",
        ),
        (
            lambda r: r["card"][0].update(hero="novva"),
            "hero 'novva' is not in the file. Did you mean 'nova'?",
        ),
        (
            lambda r: r["card"][1].update(id="nova_red_1"),
            "card 'nova_red_1' is the green I card by slot, tier",
        ),
    ],
)
def test_a_hero_file_is_refused(change: Callable[[dict[str, Any]], Any], sentence: str) -> None:
    assert sentence in refusal(changed(change))


def test_things_that_are_no_deck_are_refused() -> None:
    for raw in (None, [], "x", 5):
        assert "a deck is a table" in refusal(raw)  # type: ignore[arg-type]  # that is the point
    for name in ("", "a#b", "teaching", 5):
        with pytest.raises(Refused, match="The name"):
            add_deck(name, RAW)  # type: ignore[arg-type]  # one of them is no text
    with pytest.raises(Refused, match="holds something that is no text"):
        add_deck("odd", {**RAW, "meta": {"id": object()}})


@rules("G-CARD-01", "G-R-95", "G-R-104")
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"slot": "violet"}, "slot is black, blue, gold, green, red, silver or ultimate, not 'violet'."),
        ({"initiative": "six"}, "initiative is a whole number from 0 to 99, not 'six'."),
        ({"initative": 6}, "initative is unknown;"),
        ({"attack": -5}, "attack is a whole number from 0 to 99, not -5."),
        ({"radius": -4}, "radius is a whole number from 1 to 20, not -4."),
        ({"text": ""}, "text is a text that is not empty, not an empty text."),
        ({"tier": 5}, "tier is 0, 1, 2, 3 or 4, not 5."),
        ({"tier": "1"}, "tier is 0, 1, 2, 3 or 4, not the text '1': write 1 without quotes."),
        ({"tier": "5"}, "tier is 0, 1, 2, 3 or 4, not '5'."),
        (
            {"initiative": "6"},
            "initiative is a whole number from 0 to 99, not the text '6': write 6 without quotes.",
        ),
        ({"tier": 0, "id": "x"}, "tier of a card of slot green is 1, 2 or 3, not 0."),
        ({"branch": "c"}, "branch is a, b or an empty text, not 'c'."),
        ({"branch": "a"}, "branch stands on tier II and III cards only."),
        (
            {"card_type": "spell"},
            "card_type is attack, defense, hold, skill or ultimate, not 'spell'. Did you mean 'skill'?",
        ),
        (
            {"card_type": "ultimate"},
            "card_type of a card of slot green is attack, skill or defense, not 'ultimate'.",
        ),
        ({"keywords": ["onging"]}, "Did you mean 'ongoing'?"),
        ({"keywords": ["ongoing"]}, 'keywords has "ongoing", but no step lasts until = "round"'),
        ({"efect": []}, "efect is unknown; did you mean 'effect'? Keys are id, hero,"),
        ({"bell": 1}, "bell is unknown; keys are id, hero,"),
        ({"effect": {"op": "attack"}}, "effect is a list of steps, each a table with the key op."),
        ({"effect": ["attack"]}, "effect step 1: a step is a table with the key op, not 'attack'."),
        ({"item": "attack"}, "item stands on tier II and III cards only"),
    ],
)
def test_a_card_is_refused(change: dict[str, Any], sentence: str) -> None:
    raw = copy.deepcopy(RAW)
    card_of(raw, "Lantern").update(change)
    said = refusal(raw)
    assert "card '" in said
    assert sentence in said


def test_a_card_of_two_branches_needs_both() -> None:
    raw = copy.deepcopy(RAW)
    two = {**_teaching_card("arien_red_2a"), "id": "nova_x", "hero": "nova", "branch": ""}
    raw["card"].append(two)
    assert "red tier 2 has 3 cards" in refusal(raw)
    whole = teaching_raw()
    next(c for c in whole["card"] if c["id"] == "arien_red_2a").pop("branch")
    assert "the two red II cards need branch a and branch b, not '' and 'b'" in refusal(whole)


# ------------------------------------------------------------------ steps


NAMED = {"op": "select", "pick": ENEMY, "as": "t"}


@rules("G-R-104", "G-R-95")
@pytest.mark.parametrize(
    ("steps", "sentence"),
    [
        # names
        (
            [NAMED, {"op": "discard", "target": "T"}],
            "step 2 (discard): target = 'T' is a name that no step before",
        ),
        (
            [{"op": "discard", "target": "t"}, NAMED],
            "step 1 (discard): target = 't' is a name that no step before",
        ),
        ([{"op": "discard", "target": "attacker"}], "target = 'attacker' is known on defense cards only"),
        (
            [{"op": "discard", "target": "fallen"}],
            "target = 'fallen' is known in a trigger minion_defeated only",
        ),
        ([{**NAMED, "as": "self"}], "as is a name of your own; 'self' has a meaning already."),
        ([{**NAMED, "as": ""}], "as is empty; later steps need a name."),
        (
            [{"op": "discard", "target": {**ENEMY, "of": "x"}}],
            "target.of = 'x' is a name that no step before",
        ),
        ([{"op": "move_self", "spaces": 1, "into": "x"}], "into = 'x' is a name that no step before"),
        ([{"op": "move_self", "spaces": 1, "as": "x"}], "as needs over or end_next_to"),
        # who a step is about
        (
            [{"op": "discard", "target": MINION}],
            "target.kind is hero, not 'minion': that is what discard is about.",
        ),
        ([{"op": "gain_coins", "amount": 1, "who": MINION}], "who.kind is hero, not 'minion'"),
        ([{"op": "steal_coins", "amount": 1, "target": MINION}], "target.kind is hero, not 'minion'"),
        ([{"op": "retrieve_card", "slot": "any", "who": MINION}], "who.kind is hero, not 'minion'"),
        ([{"op": "cancel", "what": "ongoing", "target": MINION}], "target.kind is hero, not 'minion'"),
        ([{"op": "defeat_minion", "target": ENEMY}], "target.kind is minion, not 'hero'"),
        (
            [{"op": "push", "target": {**ENEMY, "kind": "mine"}, "spaces": 1}],
            "target.kind is hero, minion or unit, not",
        ),
        (
            [{"op": "swap", "b": {**ENEMY, "kind": "open_icon"}}],
            "b.kind is hero, minion, unit or mine, not 'open_icon'",
        ),
        (
            [{**NAMED, "pick": MINION}, {"op": "discard", "target": "t"}],
            "target = 't' stands for a minion; it must be a hero.",
        ),
        ([{"op": "push", "target": "self", "spaces": 1}], "target cannot be self, your own hero."),
        (
            [{"op": "forbid", "what": "move_action", "until": "turn", "who": {**MINION, "all": True}}],
            "who.kind is hero, not 'minion'",
        ),
        ([{**NAMED, "pick": {**MINION, "where": ["has_coins"]}}], "pick asks has_coins of a minion"),
        (
            [{**NAMED, "pick": {**ENEMY, "where": ["attacker"]}}],
            "pick asks attacker, which counts on defense",
        ),
        # numbers
        (
            [{"op": "gain_coins", "amount": -1}],
            "(gain_coins): amount is a whole number from 1 to 60, not -1.",
        ),
        ([{"op": "gain_coins", "amount": [1, 2]}], "amount is a whole number from 1 to 60, not [1,2]."),
        (
            [{"op": "push", "target": ENEMY, "spaces": -2}],
            "spaces is a whole number from 1 to 60 or a span of such, not -2.",
        ),
        (
            [{"op": "push", "target": ENEMY, "spaces": [3, 1]}],
            "spaces = [3, 1] runs backwards; write [1, 3].",
        ),
        ([{"op": "push", "target": ENEMY, "spaces": [0, 0]}], "spaces = [0, 0] does nothing."),
        ([{"op": "move_self", "spaces": 0}], "spaces = 0 does nothing."),
        (
            [{"op": "move_self", "spaces": "two"}],
            "spaces is a whole number or a list of 2 such as [1, 2], not 'two'.",
        ),
        ([{"op": "pay"}], "pay needs cards or coins."),
        (
            [{"op": "choose", "picks": 9, "options": [[NAMED]]}],
            "picks asks for 9, but there is 1 in options.",
        ),
        ([{"op": "choose", "picks": 0, "options": [[NAMED]]}], "picks = 0 does nothing."),
        (
            [{"op": "choose", "picks": 1, "options": []}],
            "options is a list of lists of steps, none of them empty.",
        ),
        ([{"op": "choose", "picks": 1, "options": 5}], "(choose): options is a list of lists of steps."),
        (
            [{"op": "choose", "picks": 1, "options": [[{"op": "fly"}]]}],
            "effect step 1, option 1, step 1: op 'fly' is no",
        ),
        (
            [{"op": "respawn_minion", "types": ["giant"], "to": {"within": 3}}],
            "types, entry 1 is heavy, melee or ranged, not 'giant'.",
        ),
        ([{"op": "respawn_minion", "types": [], "to": {"within": 3}}], "types is empty."),
        (
            [{"op": "modify", "stat": "attack", "amount": 0, "who": "self", "until": "turn"}],
            "amount = 0 does nothing.",
        ),
        # selectors and spaces
        (
            [{"op": "discard", "target": {"kind": "hero", "side": "enemy"}}],
            "target.within is missing: it is adjacent,",
        ),
        (
            [{"op": "discard", "target": {**ENEMY, "within": -2}}],
            "target.within is adjacent, range, radius, board or a whole number from 1, not -2.",
        ),
        ([{"op": "discard", "target": {**ENEMY, "within": "rang"}}], "Did you mean 'range'?"),
        ([{"op": "discard", "target": {**ENEMY, "appart": True}}], "target.appart is unknown;"),
        (
            [{"op": "discard", "target": {**ENEMY, "max": 2, "all": True}}],
            "target has both all and max; take one of them.",
        ),
        (
            [{"op": "discard", "target": {"kind": "hero", "side": "enemy", "behind": 2}}],
            "target.behind needs of",
        ),
        (
            [NAMED, {"op": "discard", "target": {**ENEMY, "behind": 2, "of": "t"}}],
            "target has both behind and within",
        ),
        (
            [{"op": "discard", "target": {**ENEMY, "within": "board", "exact": True}}],
            "target.exact needs within",
        ),
        (
            [{"op": "discard", "target": {**ENEMY, "within": "adjacent", "apart": True}}],
            "both adjacent and apart",
        ),
        (
            [{"op": "discard", "target": {**ENEMY, "types": ["heavy"]}}],
            "target.types is about minions, but kind is 'hero'.",
        ),
        (
            [{**NAMED, "pick": {"kind": "mine", "side": "any", "within": 2, "where": ["near_rock"]}}],
            "pick finds a mine; only within",
        ),
        ([{"op": "place_self", "to": {}}], "to.within is missing"),
        ([{"op": "place_self", "to": {"home": True, "within": 2}}], "to.home names the spawn points"),
        # conditions
        ([{"op": "gain_coins", "amount": 1, "if": {}}], "if asks one thing"),
        (
            [{"op": "gain_coins", "amount": 1, "if": {"who": "self"}}],
            "if needs both who and is; is is missing.",
        ),
        (
            [{"op": "gain_coins", "amount": 1, "if": {"is": ["has_coins"]}}],
            "if needs both who and is; who is missing.",
        ),
        (
            [{"op": "gain_coins", "amount": 1, "if": {"event": "done"}}],
            "asks about the step before, and this is the first.",
        ),
        ([{"op": "gain_coins", "amount": 1, "if": {"event": "stopped"}}], "asks about a push or pull before"),
        ([{"op": "gain_coins", "amount": 1, "if": {"event": "stoped"}}], "Did you mean 'stopped'?"),
        ([{"op": "gain_coins", "amount": 1, "if": {"event": "target_gone"}}], "asks about an attack before"),
        ([{"op": "gain_coins", "amount": 1, "if": {"event": "defended"}}], "counts on defense cards only."),
        (
            [{"op": "gain_coins", "amount": 1, "if": {"who": "self", "is": ["has_coins"], "at_least": 2}}],
            "at_least goes with count.",
        ),
        (
            [
                {**NAMED, "pick": MINION},
                {"op": "gain_coins", "amount": 1, "if": {"who": "t", "is": ["has_coins"]}},
            ],
            "if asks has_coins of a minion",
        ),
        (
            [{"op": "gain_coins", "amount": 1, "if": {"who": "self", "is": ["near_my_minion"]}}],
            "entry 1 cannot be 'near_my_minion'. Did you mean 'near_minion'? It is attacker, has_",
        ),
        # the wrong card
        ([ATTACK], "(attack) stands on attack cards only; this is a card of type skill."),
        (
            [{"op": "block", "against": ["any"]}],
            "(block) stands on defense cards only; this is a card of type skill.",
        ),
        ([{"op": "defense_bonus", "amount": 3}], "(defense_bonus) stands on defense cards only"),
        ([{"op": "trigger", "on": "after_attack", "do": [NAMED]}], "(trigger) stands on ultimates only"),
        ([{"op": "count_minions", "amount": 1}], "(count_minions) stands on ultimates only"),
        (
            [{"op": "modify", "stat": "attack", "amount": 5, "who": "self", "until": "always"}],
            'until = "always" is for the standing bonus',
        ),
        (
            [{"op": "modify", "stat": "attack", "amount": 5, "who": "self", "until": "round"}],
            'so keywords needs "ongoing"',
        ),
        (
            [{"op": "save_minion", "who": MINION, "cost": "card", "coins": "nobody", "until": "turn"}],
            "who needs all = true",
        ),
        ([{"op": "repeat", "times": 1}], "is the first step, so there is nothing to repeat."),
        ([{"op": "repeat", "times": 500}], "times is a whole number from 1 to 9, not 500."),
        ([{"op": "replay", "which": "this_card"}], "stands in a trigger of an ultimate only."),
        (
            [{"op": "place_token", "token": "mine", "count": 1, "trail": True}],
            "trail needs a step move_self before it.",
        ),
        ([{"op": "place_token", "token": "bell", "count": 1}], "token is magma or mine, not 'bell'."),
        ([{"op": "shove", "target": ENEMY}], "op 'shove' is no effect primitive. It is one of select,"),
        ([{"op": "pusch", "target": ENEMY}], "op 'pusch' is no effect primitive. Did you mean 'push'?"),
        ([{"op": "push", "target": ENEMY, "space": 1}], "(push): space is unknown;"),
        ([{"op": "push", "target": ENEMY}], "(push): spaces is missing: it is a whole number or a list of 2"),
    ],
)
def test_a_step_that_cannot_work_is_refused(steps: list[Any], sentence: str) -> None:
    said = refusal(with_steps(*steps))
    assert said.startswith("The deck own: card 'nova_green_1': ")
    assert sentence in said


@rules("G-R-104", "G-ULT-02", "G-R-88")
@pytest.mark.parametrize(
    ("card_type", "steps", "sentence"),
    [
        ("attack", [{"op": "gain_coins", "amount": 1}], "an attack card needs a step attack or area_attack"),
        ("attack", [{"op": "attack", "target": {**TARGET, "max": 2}}], "an attack has one target"),
        ("attack", [{**ATTACK, "bonus_if": {"who": "self", "is": ["has_coins"]}}], "bonus_if needs a bonus."),
        ("ultimate", [{"op": "gain_coins", "amount": 1}], "would never happen: an ultimate has triggers"),
        (
            "ultimate",
            [{"op": "modify", "stat": "attack", "amount": 1, "who": "self", "until": "round"}],
            'has until = "always"',
        ),
        (
            "ultimate",
            [{"op": "modify", "stat": "attack", "amount": 1, "who": ENEMY, "until": "always"}],
            "all = true.",
        ),
        ("ultimate", [{"op": "count_minions", "amount": 1, "may": True}], "may and if do not count here"),
        ("ultimate", [{"op": "trigger", "on": "after_basic", "do": []}], "do has no steps."),
        (
            "ultimate",
            [{"op": "trigger", "on": "after_basic", "do": [{"op": "push", "target": "fallen", "spaces": 1}]}],
            "do step 1 (push): target = 'fallen' is known in a trigger",
        ),
        ("ultimate", [{"op": "trigger", "on": "after_basic", "do": [ATTACK]}], "this is a trigger."),
        (
            "ultimate",
            [{"op": "trigger", "on": "after_basic", "do": [{"op": "repeat", "times": 1}]}],
            "repeats an attack",
        ),
        (
            "ultimate",
            [{"op": "trigger", "on": "after_basic", "do": [{"op": "revive"}]}],
            "effect step 1, do step 1: op 'revive'",
        ),
    ],
)
def test_a_step_on_the_wrong_sort_of_card_is_refused(card_type: str, steps: list[Any], sentence: str) -> None:
    assert sentence in refusal(with_steps(*steps, card_type=card_type))


def test_names_inside_a_choice_are_known_after_it() -> None:
    part = [NAMED, {"op": "discard", "target": "t"}]
    raw = with_steps(
        {"op": "choose", "picks": 1, "options": [part, part]}, {"op": "gain_coins", "amount": 1, "who": "t"}
    )
    assert read_deck(raw, "own").cards["nova_green_1"].steps


# ------------------------------------------------------------------ files that change, saves


@rules("G-R-105")
def test_a_changed_file_is_read_again_and_a_match_keeps_its_own(tmp_path: Path) -> None:
    path = tmp_path / "nova.toml"
    path.write_text(TEXT, encoding="utf-8")
    options = {"deck": str(path), "heroes": ("nova", "wasp")}
    first = atl.Match("guards", players=2, seed=1, options=options)
    path.write_text(TEXT.replace('"Lantern"', '"Lanthorn"'), encoding="utf-8")
    assert load_deck(str(path)).cards["nova_green_1"].name == "Lanthorn"
    second = atl.Match("guards", players=2, seed=1, options=options)
    names = [load_deck(m.state.options.deck).cards["nova_green_1"].name for m in (first, second)]
    assert names == ["Lantern", "Lanthorn"]
    path.write_text(TEXT.replace("amount = 1", "amount = -1"), encoding="utf-8")
    with pytest.raises(Refused, match="amount is a whole number"):
        atl.Match("guards", players=2, seed=1, options=options)
    first.run("greedy", until=3)  # the match under way goes on
    assert first.options.deck == str(path)
    assert split(first.state.options.deck)[0] == str(path)


@rules("G-R-105")
@pytest.mark.parametrize("given", [True, False])
def test_a_save_carries_its_deck(tmp_path: Path, given: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "nova.toml"
    path.write_text(TEXT, encoding="utf-8")
    name = add_deck("nova for a save", RAW) if given else str(path)
    match = atl.Match("guards", players=2, seed=1, options={"deck": name, "heroes": ("nova", "wasp")})
    match.run("greedy", until=3)
    save = tmp_path / "evening.json"
    match.save(save)
    # elsewhere: another kernel, no such file
    path.unlink()
    monkeypatch.setattr(decks, "SHELF", fresh := _fresh())
    from atlantis_nb.games.guards import game

    monkeypatch.setattr(game.deck, "SHELF", fresh)
    again = atl.load(save)
    assert not any(node.trouble for node in again.nodes())
    assert again.state.digest() == match.state.digest()
    assert again.options.deck == name
    assert load_deck(again.state.options.deck).heroes["nova"].name == "Nova"
    assert match_files.to_json(again) == match_files.to_json(match)
    again.run("greedy", until=1)


def _fresh() -> Any:
    """A shelf as a new kernel has it."""
    from atlantis_nb.games.guards.sources import Shelf

    old = decks.SHELF
    return Shelf(old.kind, old.form, old.builtin, old.decode, old.trim, old.build)


@rules("G-R-105")
def test_a_save_opens_with_its_deck_after_the_file_has_changed(tmp_path: Path) -> None:
    path = tmp_path / "nova.toml"
    path.write_text(TEXT, encoding="utf-8")
    match = atl.Match("guards", players=2, seed=1, options={"deck": str(path), "heroes": ("nova", "wasp")})
    match.run("greedy", until=3)
    match.save(tmp_path / "evening.json")
    path.write_text(TEXT.replace("attack = 4", "attack = 9"), encoding="utf-8")
    with pytest.warns(
        UserWarning, match="nova.toml has changed since this match was saved; the match keeps the deck"
    ):
        again = atl.load(tmp_path / "evening.json")
    assert again.state.digest() == match.state.digest()
    # A save without the content needs the file as it was.
    raw = json.loads((tmp_path / "evening.json").read_text())
    raw["materials"]["deck"].pop("content")
    digest = raw["materials"]["deck"]["digest"]
    decks.SHELF.things.pop(f"{path}#{digest}")
    (tmp_path / "thin.json").write_text(json.dumps(raw))
    with pytest.raises(
        match_files.FileError, match="deck nova.toml has changed since: it no longer is what this"
    ):
        atl.load(tmp_path / "thin.json")
    # A content that was tampered with is no deck of that digest.
    raw["materials"]["deck"]["content"] = {**RAW, "meta": {"id": "other"}}
    (tmp_path / "odd.json").write_text(json.dumps(raw))
    with pytest.raises(match_files.FileError, match="has been changed: its digest is not"):
        atl.load(tmp_path / "odd.json")


# ------------------------------------------------------------------ boards


@rules("G-R-105", "G-R-03")
def test_a_board_with_another_spawn_point(tmp_path: Path) -> None:
    raw = teaching_board()
    raw["title"] = "One point moved"
    raw["hero_spawns"]["titans"][0] = [-8, -1]
    path = tmp_path / "own.json"
    free = {(h["q"], h["r"]) for h in raw["hexes"] if h["zone"] == "titan_throne" and h["terrain"] == "open"}
    raw["hero_spawns"]["titans"][0] = list(min(free - {tuple(p) for p in raw["hero_spawns"]["titans"]}))
    path.write_text(json.dumps(raw))
    match = atl.Match("guards", players=2, seed=1, options={"board": str(path), "max_rounds": 3})
    assert match.state.board.title == "One point moved"
    match.run("greedy")
    match.save(tmp_path / "evening.json")
    path.unlink()
    assert atl.load(tmp_path / "evening.json").state.digest() == match.state.digest()


def _one_lane() -> dict[str, Any]:
    text = (files("atlantis_nb.games.guards") / "data" / "one_lane.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def _away(raw: dict[str, Any]) -> None:
    for h in raw["hexes"]:
        if h["zone"] == "titan_throne":
            h["q"] -= 20
    for point in raw["hero_spawns"]["titans"]:
        point[0] -= 20


@rules("G-R-02", "G-R-03", "G-R-04", "G-R-05", "G-R-06")
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (_away, "lane 'main': zones 'titan_throne' and 'titan_near' do not touch"),
        (
            lambda r: r["zone_adjacency"].append(["titan_throne", "middle"]),
            "zone_adjacency names 'middle' and 'titan_throne', which do not touch",
        ),
        (
            lambda r: r["zone_adjacency"].pop(),
            "zone_adjacency leaves out 'atlantean_near' and 'atlantean_throne', which touch",
        ),
        (
            lambda r: r["lanes"][0].update(start="castle"),
            "lane 'main': start is its middle zone 'middle', not 'castle'.",
        ),
        (
            lambda r: r["lanes"][0]["zones"].__setitem__(1, "titan_nearr"),
            "lane 'main' goes through zone 'titan_nearr', which zones does not name. Did you mean",
        ),
        (lambda r: r.update(teams=["titans"]), "teams are titans and atlanteans"),
        (
            lambda r: r.update(teams=["giants", "titans"]),
            "teams, entry 1 is atlanteans or titans, not 'giants'.",
        ),
        (lambda r: r["zones"][0].update(lable="x"), "zones, entry 1.lable is unknown;"),
        (lambda r: r.update(hexs=[]), "hexs is unknown;"),
        (lambda r: r.pop("hexes"), "hexes is missing: it is a list"),
        (lambda r: r["hexes"][0].update(q="a"), "hexes, entry 1.q is a whole number, not 'a'."),
        (
            lambda r: r["hexes"][0].update(terrain="lava"),
            "terrain is mountain, open, throne or water, not 'lava'.",
        ),
        (lambda r: r["hexes"].append(dict(r["hexes"][0])), "stands in hexes twice."),
        (lambda r: r["counts"].update(water=99), "counts.water says 99, but there are 7."),
        (lambda r: r["counts"].update(lava=1), "counts.lava is unknown;"),
        (lambda r: r["zones"][0].update(size=3), "zone 'titan_throne': size says 3, but it has 14 hexes."),
        (lambda r: r["zones"][0].update(passable=3), "zone 'titan_throne': passable says 3"),
        (lambda r: r["zones"][0].update(adjacent=["middle"]), "zone 'titan_throne': adjacent is titan_near"),
        (
            lambda r: r["zones"][0].update(lanes=["north"]),
            "zone 'titan_throne': lanes names [\"north\"], but it lies in main.",
        ),
        (
            lambda r: r["hero_spawns"]["titans"].__setitem__(0, [0, 0]),
            "hero_spawns of the titans must be open spaces of zone 'titan_throne'; 0,0 lies in",
        ),
        (
            lambda r: r["hero_spawns"].update(titans=[]),
            "hero_spawns of the titans must be open spaces of zone 'titan_throne'; there is none.",
        ),
        (lambda r: r["hero_spawns"].update(giants=[]), "hero_spawns.giants is unknown;"),
        (
            lambda r: r["hero_spawns"]["titans"].append(r["hero_spawns"]["titans"][0]),
            "one of them stands there twice.",
        ),
        (lambda r: r["minion_icons"].update(midle={}), "minion_icons has zone 'midle'; minions fight in"),
        (
            lambda r: r["minion_icons"]["middle"]["titans"]["melee"].__setitem__(0, [99, 99]),
            "name melee at 99,99",
        ),
        (
            lambda r: r["minion_icons"]["middle"]["titans"].update(giant=[]),
            "minion_icons.middle.titans.giant is unknown;",
        ),
        (
            lambda r: r["throne_spaces"].update(titans=[[0, 0]]),
            "throne_spaces of the titans names 0,0, which is no throne space.",
        ),
        (lambda r: r["hexes"][0].update(hero_spawn="titans"), "hero_spawn and hero_spawns do not agree"),
        (lambda r: r["zones"].append({"id": "middle"}), "zone 'middle' stands in zones twice."),
        (lambda r: r["lanes"].append(r["lanes"][0]), "lane 'main' stands in lanes twice."),
    ],
)
def test_a_board_file_that_is_not_true_is_refused(
    tmp_path: Path, change: Callable[[dict[str, Any]], Any], sentence: str
) -> None:
    raw = _one_lane()
    change(raw)
    path = tmp_path / "own.json"
    path.write_text(json.dumps(raw))
    with pytest.raises(Refused) as caught:
        load_board(str(path), "one_lane")
    assert str(caught.value).startswith("The board file own.json: ")
    assert sentence in str(caught.value)


def test_a_board_needs_as_many_lanes_as_the_table(tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    path.write_text(json.dumps(teaching_board("two_lanes")))
    with pytest.raises(Refused, match="has 2 lanes, the table plays one_lane"):
        load_board(str(path), "one_lane")
    path.write_text("{")
    with pytest.raises(Refused, match="The board file own.json cannot be read as JSON"):
        load_board(str(path), "one_lane")


# ------------------------------------------------------------------ to look at


def test_cards_and_heroes_can_be_looked_at(example: Deck) -> None:
    card = example.cards["nova_gold"]
    words = str(card)
    assert words.startswith(
        "Lamp Hook (gold, attack card)\n  initiative 9, attack 4, defense 2, movement 2; "
    )
    assert 'push  target = "t", spaces = [1, 2], may = true, if = { event = "target_was_hero" }' in words
    assert "<b>push</b>" in card._repr_html_()
    assert "TEXT  Attack an adjacent unit." in words
    page = example.hero("Nova")
    assert len(page) == 19
    assert str(page).startswith("Nova the Lamplighter. Slow and bright")
    assert page._repr_html_().count("<tr>") == 20
    assert repr(example) == "<Deck Teaching deck with Nova: 12 heroes, 212 cards>"
    assert "Nova" in example._repr_html_()
    with pytest.raises(Refused, match="Did you mean 'nova'"):
        example.hero("novaa")


@pytest.fixture(scope="module")
def example() -> Deck:
    return read_deck(RAW, "own")


def test_what_is_shown_as_the_rule_can_be_written_into_a_file(example: Deck) -> None:
    """Every step of every card, shown as TOML and read again, is the same step."""
    from atlantis_nb.games.guards.effects import read
    from atlantis_nb.games.guards.sheet import bare, toml

    for card in example.cards.values():
        again = tomllib.loads(f"effect = {toml(bare(card.steps))}")["effect"]
        assert read(again, card.id) == card.steps


@rules("G-R-104")
def test_a_refusal_is_one_sentence_in_a_notebook() -> None:
    """IPython asks an error for `_render_traceback_`; what it gets is the sentence alone."""
    with pytest.raises(Refused) as caught:
        atl.Match("guards", players=2, options={"deck": "nowhere.toml"})
    assert caught.value._render_traceback_() == [str(caught.value)]
    with pytest.raises(Refused, match="has no option"):
        atl.Match("guards", options={"dek": "teaching"})
    with pytest.raises(match_files.FileError) as missing:
        atl.load("nowhere.json")
    assert missing.value._render_traceback_() == [str(missing.value)]


# ------------------------------------------------------------------ plain English


class _Inner(msgspec.Struct, forbid_unknown_fields=True):
    n: int = 0


class _Outer(msgspec.Struct, forbid_unknown_fields=True):
    pair: tuple[int, int] | int = 0
    inner: _Inner | str = ""
    table: dict[str, int] = {}
    many: list[_Inner] = []


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ({}, ""),
        ({"pair": [1, 2], "inner": {"n": 3}, "table": {"a": 1}, "many": [{}]}, ""),
        ({"pair": [1]}, "pair is a list of 2 such as [1, 2] or a whole number, not [1]."),
        ({"pair": [1, "b"]}, "pair, entry 2 is a whole number, not 'b'."),
        ({"pair": True}, "pair is a list of 2 such as [1, 2] or a whole number, not true."),
        ({"inner": {"m": 3}}, "inner.m is unknown; keys are n."),
        ({"inner": 5}, "inner is a table or a text, not 5."),
        ({"table": {"a": "x"}}, "table.a is a whole number, not 'x'."),
        ({"table": []}, "table is a table, not []."),
        ({"many": {}}, "many is a list, each a table, not {}."),
        ({"many": [{"n": 1.5}]}, "many, entry 1.n is a whole number, not 1.5."),
        (5, "it is a table, not 5."),
    ],
)
def test_what_does_not_fit_is_said_in_plain_english(raw: Any, said: str) -> None:
    assert plain.misfit(raw, _Outer) == said


def test_every_primitive_says_what_is_missing() -> None:
    """A step with nothing but its op is told the first key it needs."""
    for op, kind in NAMES.items():
        needed = [f.encode_name for f in fields(kind) if f.required]
        said = plain.misfit({"op": op}, kind)
        assert said.startswith(f"{needed[0]} is missing: it is ") if needed else said == ""
    assert plain.misfit({"id": "x", "name": "X", "title": "x"}, HeroCard) == ""


def test_the_table_plays_the_hero() -> None:
    """Lantern lowers an attack that is then made, and is over with the turn."""
    name = add_deck("nova at the table", RAW)
    table = Table.field("nova", "brogan", deck=name).stand(nova="0,0", brogan="1,0").more()
    table.main("nova", "nova_green_1")
    assert table.hero("nova").coins == 1
    printed = load_deck(name).cards["brogan_gold"].attack
    from atlantis_nb.games.guards import values

    assert printed is not None
    assert values.value(table.state, "brogan", load_deck(name).cards["brogan_gold"], "attack") == printed - 2


# ------------------------------------------------------------------ the vocabulary


def test_the_vocabulary_says_every_word_of_the_code() -> None:
    """Every key of every step, selector, condition, card and hero; every value of every list."""
    from atlantis_nb.games.guards.deck import Card
    from atlantis_nb.games.guards.deck_file import Head
    from atlantis_nb.games.guards.targets import PREDICATES, Condition, Selector, Spaces

    raw = teaching_raw()
    for op, kind in NAMES.items():
        keys = {f.encode_name: f.required for f in fields(kind) if f.encode_name not in ("may", "if")}
        assert set(raw["op"][op]["params"]) == set(keys), op
        inner = {"choose": {"options"}, "trigger": {"do"}}.get(op, set())
        assert set(raw["op"][op]["required"]) == {k for k, needed in keys.items() if needed} | inner, op
    for table, struct in (
        ("selector", Selector),
        ("spaces", Spaces),
        ("condition", Condition),
        ("meta_key", Head),
        ("hero_key", HeroCard),
        ("card_key", Card),
    ):
        assert set(raw[table]) == {f.encode_name for f in fields(struct)}, table
    assert set(raw["predicate"]) == set(PREDICATES)
    for name, values in raw["value"].items():
        assert set(values) == set(raw["enum"][name]), name


def test_the_vocabulary_can_be_searched() -> None:
    from atlantis_nb.games.guards.vocabulary import TOPICS, vocabulary

    assert len(vocabulary()) == sum(len(vocabulary(topic)) for topic in TOPICS)
    push = vocabulary("step", "push")
    assert ("step", "push") in [row[:2] for row in push.rows]
    assert "target*: selector or name; spaces*: number or span" in str(vocabulary("step", "straight away"))
    assert [row[1] for row in vocabulary("value", "attacker is paid").rows] == ["attacker_keeps"]
    assert "<td" in push._repr_html_()
    with pytest.raises(Refused, match="Did you mean 'selector'"):
        vocabulary("selectors")


# ------------------------------------------------------------------ what lasts, in the log


@rules("G-R-88", "G-SKILL-04", "G-SKILL-05")
@pytest.mark.parametrize(
    ("step", "turn", "said"),
    [
        (
            {"op": "modify", "stat": "attack", "amount": -2, "who": AURA},
            1,
            "-2 attack for enemy heroes within 3, until {}.",
        ),
        (
            {
                "op": "modify",
                "stat": "attack",
                "amount": 2,
                "vs": "hero",
                "who": {**AURA, "side": "friendly", "within": "radius"},
            },
            1,
            "+2 attack against heroes for friendly heroes within 3, until {}.",
        ),
        ({"op": "modify", "stat": "attack", "amount": 2, "who": "self"}, 1, "+2 attack for Nova, until {}."),
        ({"op": "modify", "stat": "attack", "amount": 1, "who": ENEMY}, 1, "+1 attack for Brogan, until {}."),
        (
            {"op": "forbid", "what": "be_attacked", "who": "self", "by": {**AURA, "where": ["near_minion"]}},
            1,
            "not to be attacked by enemy heroes within 3 beside a minion for Nova, until {}.",
        ),
        (
            {
                "op": "save_minion",
                "who": {**AURA, "kind": "minion", "side": "friendly"},
                "cost": "card",
                "coins": "nobody",
            },
            4,
            "a card may be paid against a defeat for friendly minions within 3, until {}.",
        ),
    ],
)
def test_the_log_says_whom_a_lasting_effect_bears_on(step: dict[str, Any], turn: int, said: str) -> None:
    for until, end in (
        ("turn", f"turn {turn} ends"),
        ("next_turn", f"turn {turn + 1} ends" if turn < 4 else "the round ends"),
    ):
        name = add_deck(f"lasting {until} {said}", with_steps({**step, "until": until}))
        table = Table.field("nova", "brogan", deck=name).stand(nova="0,0", brogan="1,0").more()
        table.state.turn = turn
        table.main("nova", "nova_green_1")
        text = next(e.text for e in table.events if e.kind == "effect")
        assert text == f"Lantern of Nova: {said.format(end)}"


# ------------------------------------------------------------------ trying a card


@pytest.mark.parametrize("card", ["nova_gold", "nova_green_1", "nova_red_2b"])
@pytest.mark.parametrize("apart", [1, 3])
def test_a_card_is_tried_beside_an_enemy(card: str, apart: int) -> None:
    from atlantis_nb.games.guards.trial import trial

    table = trial(add_deck(f"trial {card} {apart}", RAW), card, apart=apart)
    state = table.state
    assert (state.acting, state.heroes["nova"].shown) == ("nova", card)
    assert state.board.distance[state.at("nova")][state.at("wasp")] == apart
    assert state.heroes["wasp"].discard
    assert state.heroes["wasp"].coins == 2
    table.run("greedy", until="turn")


def test_a_card_that_leaves_no_choice_is_used_at_once() -> None:
    from atlantis_nb.games.guards.trial import trial

    table = trial(add_deck("trial of Hush", RAW), "nova_silver")
    said = [line.text for line in table.log]
    assert "Hush of Nova: no skills for enemy heroes within 3, until turn 1 ends." in said


@rules("G-ULT-01", "G-ULT-02")
def test_an_ultimate_is_tried_through_another_card() -> None:
    from atlantis_nb.games.guards.trial import trial

    name = add_deck("trial of Wildfire", RAW)
    table = trial(name, "nova_ultimate")
    nova = table.state.heroes["nova"]
    assert (nova.ultimate, nova.level, nova.coins, nova.shown) == ("nova_ultimate", 8, 2, "nova_gold")
    assert GAME.check(table.state) == []
    table.play(table.find("main action"))
    fallen = table.find("melee minion of the Atlanteans")
    said = [line.text for line in table.log]
    table.play(fallen)
    table.play(table.find("Space"))
    new = [line.text for line in table.log][len(said) :]
    assert any("Nova moves" in text for text in new), new
    assert "Nova gains 1 coin." in new

    table = trial(name, "nova_ultimate", using="nova_red_3b")
    assert table.state.heroes["nova"].shown == "nova_red_3b"
    for using, sentence in (
        ("nova_golf", "Nova has no card 'nova_golf' to use. Did you mean 'nova_gold'"),
        ("wasp_gold", "Nova has no card 'wasp_gold' to use"),
        ("nova_blue_1", "Lampshade is no attack or skill card"),
    ):
        with pytest.raises(Refused, match=sentence):
            trial(name, "nova_ultimate", using=using)
    with pytest.raises(
        Refused, match="using names the card with which an Ultimate is tried; Lantern is none"
    ):
        trial(name, "nova_green_1", using="nova_gold")


@pytest.mark.parametrize("card", [c.id for c in load_deck("teaching").cards.values() if c.slot == "ultimate"])
def test_every_ultimate_of_the_teaching_deck_can_be_tried(card: str) -> None:
    from atlantis_nb.games.guards.trial import trial

    hero = load_deck("teaching").cards[card].hero
    table = trial("teaching", card, foe="arien" if hero == "wasp" else "wasp")
    assert (table.state.acting, table.state.heroes[hero].ultimate) == (hero, card)
    near = [table.state.on.get(p, "") for p in table.state.board.near[table.state.at(hero)]]
    team = table.state.heroes[hero].team
    beside = [u for u in near if u and table.state.units[u].team != team and u not in table.state.heroes]
    assert len(beside) >= 2
    table.run("greedy", until="turn")


def test_a_defense_card_is_tried_against_an_attack() -> None:
    from atlantis_nb.games.guards.trial import trial

    name = add_deck("trial of Lampshade", RAW)
    table = trial(name, "nova_blue_1")
    assert table.state.acting == "wasp"
    table.play(table.find("main action"))
    table.play(table.find("Lampshade"))
    assert any("Nova: defense 4" in line.text for line in table.log)
    with pytest.raises(Refused, match="Hold is no attack, skill, defense or ultimate card"):
        trial(name, "nova_hold")
    with pytest.raises(Refused, match="Did you mean 'nova_gold'"):
        trial(name, "nova_golf")
    with pytest.raises(Refused, match="no room for two heroes 30 spaces apart"):
        trial(name, "nova_gold", apart=30)
