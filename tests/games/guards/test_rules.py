"""Rules and options that the examples leave aside, refusals, and the map from rule to test.

`pytest.mark.rules` names what a test exercises; an example of the ledger exercises its `rules`.
"""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest

from atlantis_nb.core.game import OPEN, QUIET, SPECTATOR, Chance, draw, pick
from atlantis_nb.games.guards import (
    GAME,
    attack,
    cards,
    defeat,
    move,
    odds,
    push,
    round_end,
    setup,
    targets,
    turn,
    units,
    values,
)
from atlantis_nb.games.guards.actions import BanHero, Go
from atlantis_nb.games.guards.board import RULEBOOK, load_board
from atlantis_nb.games.guards.deck import PAIR, add_deck, load_deck, read_deck, teaching_raw
from atlantis_nb.games.guards.options import Options
from atlantis_nb.games.guards.state import Frame, State

from .table import (
    A,
    Defend,
    LevelUp,
    NoDefence,
    Pick,
    PickHero,
    PlayCard,
    T,
    Table,
    Use,
    attack_card,
    deck_with,
    field,
)

SOURCE = Path(GAME.rulebook._file.parent)
rules = pytest.mark.rules


def play(n: int, seed: int, **options: Any) -> State:
    """A random game to its end."""
    rng = random.Random(seed)
    state = GAME.start(GAME.options(**options), GAME.colours[:n])
    while state.agenda:
        task = state.agenda[-1]
        if isinstance(task, Chance):
            action = draw(task.outcomes(state), rng)
        else:
            legal = task.legal(state)
            action = legal[pick(rng, len(legal))]
        GAME.advance(state, action)
    return state


# ------------------------------------------------------------------ components and set-up


@rules("G-COMP-01", "G-PUSH-02", "G-SET-14", "G-R-01")
def test_sides_of_the_board_by_number_of_players() -> None:
    for n, allowed in ((2, 1), (3, 1), (4, 2), (6, 2), (7, 1), (9, 1)):
        sides = ("one_lane", "two_lanes")
        fine = sides if allowed == 2 else sides[:1] if n < 4 else sides[1:]
        for lanes in sides:
            if lanes in fine:
                assert setup.lanes_for(GAME.options(lanes=lanes), n) == lanes
            else:
                with pytest.raises(ValueError, match="G-R-01"):
                    setup.lanes_for(GAME.options(lanes=lanes), n)
        assert setup.lanes_for(GAME.options(), n) == fine[0]
    assert [len(load_board("teaching", side).lanes) for side in ("one_lane", "two_lanes")] == [1, 2]


@rules("G-COMP-02", "G-COMP-03", "G-COMP-04", "G-COMP-05", "G-COMP-06", "G-R-16", "G-CARD-02")
def test_components() -> None:
    teaching = load_deck("teaching")
    base = [h for h in teaching.heroes.values() if h.box == "base"]
    printed = [c for c in teaching.cards.values() if c.slot != "silver" and c.hero in {h.id for h in base}]
    assert len(printed) == 146
    assert len(teaching.places(False)) == 8
    assert len(base) == 9
    assert set(teaching.places(True)) - set(teaching.places(False)) == {"ignatia", "sabina"}
    figures = {"heavy": 0, "ranged": 0, "melee": 0}
    for kind, n in load_board("teaching", "two_lanes").sets().items():
        figures[kind] += n * 2 * 2
    assert figures == {"melee": 8, "ranged": 4, "heavy": 4}
    assert (teaching.tokens["magma"].supply, teaching.tokens["mine"].supply) == (5, 4)
    assert {c.slot for c in teaching.cards.values()} == {
        "gold",
        "silver",
        "red",
        "blue",
        "green",
        "black",
        "ultimate",
    }


@rules("G-SET-05", "G-SET-13", "G-LVL-01", "G-R-14", "G-R-15")
@pytest.mark.parametrize(("model", "n"), [("gold_hold", 5), ("gold_silver_plus_hold", 6)])
def test_the_starting_hand(model: str, n: int) -> None:
    table = Table.at_cards("arien", "brogan", hand_model=model)
    known = load_deck("teaching").cards
    for mat in table.state.heroes.values():
        assert len(mat.hand) == n
        assert {known[c].tier for c in mat.hand} == {0, 1}
        assert (mat.level, mat.coins) == (1, 0)
    assert any("silver" in c for c in table.hero("arien").hand) == (model != "gold_hold")


@rules("G-SET-07", "G-SET-10")
def test_placing_order_makes_no_difference_and_other_icons_stay_empty() -> None:
    table = Table.start(heroes=("arien", "brogan"))
    points = table.spaces
    table.go(points[2])
    assert table.spaces == sorted(table.state.board.spawns[A])
    board = table.state.board
    empty = [p for p, icon in board.icon.items() if icon.zone != "middle"]
    assert empty
    assert not any(p in table.state.on for p in empty)


@rules("G-SET-03", "G-R-09")
def test_orders_of_picking() -> None:
    assert setup.order(6, T, "snake") == (T, A, A, T, T, A)
    assert setup.order(4, A, "alternate") == (A, T, A, T)
    table = Table.start(4, None, pick_order="first_team_named", first_team="atlanteans")
    assert isinstance(table.task, setup.HeroPick)
    assert table.state.teams[table.task.player] == A
    assert table.state.token == A


@rules("G-R-07", "G-R-96")
def test_mirrored_heroes_once_a_team() -> None:
    table = Table.start(4, T, mirror_heroes=True)
    table.play(PickHero("arien")).play(PickHero("arien"))
    assert PickHero("arien") not in table.legal
    assert "G-R-07" in table.why_not(PickHero("arien")).rules
    table.play(PickHero("min")).play(PickHero("min"))
    assert table.state.roster == ("arien", "arien_2", "min", "min_2")
    with pytest.raises(ValueError, match="pick_mode normal only"):
        GAME.start(GAME.options(mirror_heroes=True, pick_mode="draft"), GAME.colours[:4])


@rules("G-R-96", "G-R-08")
@pytest.mark.parametrize(
    ("heroes", "sentence"),
    [
        (("arien",), "names 1 heroes for 2 players"),
        (("arien", "arien"), "named twice"),
        (("arien", "nobody"), "there is no 'nobody'"),
        (("wuk", "arien"), "takes wuk_hanu"),
        (("arien", "brogan", "min"), "player 2 takes wuk"),
    ],
)
def test_settled_heroes_must_fit(heroes: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        GAME.start(GAME.options(heroes=heroes), GAME.colours[: max(2, len(heroes))])


@rules("G-R-08", "G-SET-02", "G-WUK-06")
def test_the_pair_with_odd_and_even_numbers() -> None:
    assert setup.seating(GAME.options(), 5) == (T, A, T, A, A)
    assert setup.seating(GAME.options(pair_team="titans"), 5) == (T, A, T, A, T)
    assert setup.places_needed(5) == setup.places_needed(4) == 4
    table = Table.start(3, T, pair_team="titans")
    assert table.state.cast[0] == "wuk"
    assert table.state.cast[2] == "hanu"


@rules("G-DRAFT-04", "G-R-12")
def test_the_pair_cannot_be_banned_in_an_odd_game() -> None:
    table = Table.start(5, T, pick_mode="limited")
    assert BanHero(PAIR) not in table.legal
    assert table.why_not(BanHero(PAIR)).rules == ("G-R-12",)
    bans = 0
    while isinstance(table.task, setup.Ban):
        table.play(table.legal[0])
        bans += 1
    assert bans == 4


@rules("G-DRAFT-02", "G-R-11", "G-R-99", "G-CARD-04")
def test_a_draft_pick_is_secret_until_both_have_chosen() -> None:
    table = Table.start(4, T, pick_mode="draft")
    while isinstance(table.task, Chance):
        table.play(GAME.outcomes(table.state)[0][0])
    first, second = (GAME.step(table.state, a)[0] for a in table.legal[:2])
    for viewer in (1, 3, SPECTATOR):
        assert GAME.view(first, viewer) == GAME.view(second, viewer)
    assert GAME.view(first, 2) != GAME.view(second, 2)
    guessed = GAME.guess(first, 1, random.Random(1))
    assert "?" not in guessed.picking.secret
    assert GAME.view(guessed, 1) == GAME.view(first, 1)


@rules("G-R-13")
def test_the_captains_never_both_hold_ape_men() -> None:
    for seed in range(8):
        assert play(5, seed, pick_mode="captains", max_rounds=1).result is not None
    table = Table.start(7, None, pick_mode="captains")
    table.play(setup.DrawSeat(0)).play(setup.DrawSeat(1))
    weights = dict(GAME.outcomes(table.state))
    assert weights[setup.DrawSeat(0)] == 5
    assert weights[setup.DrawSeat(3)] == 6
    table.play(setup.DrawSeat(0))
    assert setup.DrawSeat(1) not in dict(GAME.outcomes(table.state))


@rules("G-ACT-05", "G-R-02", "G-R-03", "G-R-04", "G-R-05")
def test_a_board_file_is_checked(tmp_path: Path) -> None:
    import json

    raw = json.loads(Path(field()).read_text())

    def refused(sentence: str, **changes: Any) -> None:
        path = tmp_path / "own.json"
        path.write_text(json.dumps({**raw, **changes}))
        with pytest.raises(ValueError, match=sentence):
            GAME.start(GAME.options(board=str(path)), GAME.colours[:2])

    hexes = raw["hexes"]
    lost = [{**h, "zone": "middle"} if (h["q"], h["r"]) == (-12, 0) else h for h in hexes]
    refused("zone 'middle' is not connected", hexes=lost)
    refused("which zones does not name", hexes=[{**hexes[0], "zone": "moon"}, *hexes[1:]])
    refused("terrain", hexes=[{**hexes[0], "terrain": "lava"}, *hexes[1:]])
    refused("needs five zones", lanes=[{"id": "main", "zones": ["middle"]}])
    refused("same numbers", minion_icons={**raw["minion_icons"], "middle": {}})
    refused("hero_spawns of the titans", hero_spawns={})
    with pytest.raises(ValueError, match="there is no file"):
        GAME.start(GAME.options(board="nowhere.json"), GAME.colours[:2])


# ------------------------------------------------------------------ a deck of one's own


@rules("G-R-95", "G-CARD-01", "G-HOLD-01", "G-ITEM-02", "G-WUK-04")
@pytest.mark.parametrize(
    ("card", "changes", "sentence"),
    [
        (
            "arien_gold",
            {"effect": [{"op": "fly"}]},
            "effect step 1: op 'fly' is no effect primitive",
        ),
        ("arien_gold", {"attack": None}, "card 'arien_gold': an attack card needs the icon attack"),
        ("arien_blue_1", {"defense": None}, "card 'arien_blue_1': a defense card needs the icon defense"),
        ("arien_green_1", {"range": None}, "card 'arien_green_1': effect speaks of range"),
        ("arien_green_1", {"initiative": None}, "needs the icon initiative"),
        ("arien_red_2a", {"item": None}, "card 'arien_red_2a': item is missing"),
        ("arien_red_1", {"item": "attack"}, "item stands on tier II and III"),
        ("arien_hold", {"initiative": 3}, "Hold has neither"),
        ("arien_red_2a", {"tier": 3}, "hero 'arien': red tier 2 has 1 cards"),
        ("wuk_red_2", {"tier": 3}, "an ape-man needs"),
        ("wuk_red_2", {"item": "attack"}, "an ape-man has no item"),
        ("arien_gold", {"colour": "pink"}, "card 'arien_gold': colour is unknown"),
        ("arien_gold", {"effect": [{"op": "attack", "goal": 1}]}, "effect step 1 (attack): goal is unknown"),
        ("arien_gold", {"hero": "nobody"}, "hero 'nobody' is not in the file"),
    ],
)
def test_a_deck_is_refused_with_card_and_field(card: str, changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        deck_with(**{card: changes})


@rules("G-R-95")
def test_a_deck_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    text = (SOURCE / "data" / "deck.toml").read_text(encoding="utf-8")
    path.write_text(text.replace('name = "Spellsword Cut"', 'name = "My Own Cut"'), encoding="utf-8")
    table = Table.at_cards("arien", "brogan", deck=str(path))
    assert values.deck(table.state).cards["arien_gold"].name == "My Own Cut"
    assert play(2, 1, deck=str(path)).result is not None
    with pytest.raises(ValueError, match="there is no file"):
        load_deck("nowhere.toml")
    bad = tmp_path / "bad.toml"
    bad.write_text("card = [")
    with pytest.raises(ValueError, match="cannot be read as TOML"):
        load_deck(str(bad))
    with pytest.raises(ValueError, match="The name teaching is taken"):
        add_deck("teaching", teaching_raw())
    with pytest.raises(ValueError, match="The deck: "):
        read_deck({}, "The deck")


# ------------------------------------------------------------------ cards face down and the turn


@rules("G-TURN-02", "G-TURN-05", "G-R-21", "G-R-76", "G-R-99")
def test_cards_are_hidden_until_the_reveal() -> None:
    table = Table.at_cards("arien", "brogan", "dodger", "wasp")
    (first, told), (second, other) = (GAME.step(table.state, a) for a in table.legal[:2])
    for viewer in (1, 2, 3, SPECTATOR):
        assert GAME.view(first, viewer) == GAME.view(second, viewer)
    assert GAME.view(first, 0) != GAME.view(second, 0)
    assert GAME.view(first, OPEN) is first
    assert told == other  # the log is for everybody and does not name the card, in one line
    assert [e.text for e in told] == ["Arien puts a card face down."]
    seen = Table.at_cards("arien", "brogan", "dodger", "wasp", team_sees_hands=True)
    first, second = (GAME.step(seen.state, a)[0] for a in seen.legal[:2])
    assert GAME.view(first, 2) != GAME.view(second, 2)  # a team-mate
    assert GAME.view(first, 1) == GAME.view(second, 1)


@rules("G-TURN-02", "G-TURN-03", "G-R-81", "G-R-90")
def test_what_cannot_be_put_face_down() -> None:
    table = Table.at_cards("arien", "brogan", deck=deck_with())
    assert table.why_not(Use("nothing")).rules == ("G-TURN-03",)
    assert "G-TURN-02" in table.why_not(PlayCard("brogan_gold")).rules
    table.set(
        "arien",
        table=("arien_red_1", "", "", ""),
        discard=("arien_blue_1",),
        hand=("arien_gold", "arien_hold"),
    )
    assert "G-R-90" in table.why_not(PlayCard("arien_red_1")).rules
    assert table.why_not(PlayCard("arien_blue_1")).rules == ("G-R-90",)
    assert GAME.why_not(table.state, ("card:arien_red_1",)) is not None


@rules("G-HOLD-03", "G-HOLD-05", "G-R-78")
def test_hold_keeps_the_hand_and_may_be_forced() -> None:
    table = Table.at_cards("arien", "brogan")
    assert cards.force_hold(table.state, "arien")
    assert table.legal == [PlayCard("arien_hold")]
    assert "G-HOLD-05" in table.why_not(PlayCard("arien_gold")).rules
    table.play(PlayCard("arien_hold"))
    assert not table.hero("arien").must_hold
    assert len(table.hero("arien").hand) == 4  # all four may defend
    assert not cards.force_hold(table.state, "arien")


@rules("G-TURN-08", "G-TURN-09", "G-INIT-05", "G-CARD-04")
def test_a_card_is_finished_before_the_next() -> None:
    table = Table.at_cards("arien", "brogan", "dodger", "wasp")
    for hero in ("arien", "brogan", "dodger", "wasp"):
        table.play(PlayCard(f"{hero}_gold"))
    seen = []
    while table.state.phase == "actions":
        assert sum(1 for h in table.state.roster if h == table.state.acting) <= 1
        seen.append(table.state.acting)
        table.play(table.legal[0])
    firsts = list(dict.fromkeys(s for s in seen if s))
    assert sorted(firsts) == ["arien", "brogan", "dodger", "wasp"]
    assert table.state.turn == 2
    assert table.state.token in (T, A)
    assert all(mat.table[0] for mat in table.state.heroes.values())


@rules("G-R-26", "G-INIT-01", "G-INIT-02")
def test_the_speaker_of_a_team_chooses() -> None:
    nothing = {"card_type": "defense", "attack": None, "movement": None, "effect": [], "initiative": 5}
    own = deck_with(dodger_gold=nothing, swift_gold=nothing, brogan_gold={**nothing, "initiative": 5})
    table = Table.field("arien", "brogan", "dodger", "wasp", "swift", "min", deck=own, lanes="one_lane")
    table.stand(dodger="0,0", swift="3,0", brogan="6,0").more()
    table.reveal(dodger="dodger_gold", swift="swift_gold", brogan="brogan_gold")
    assert isinstance(table.task, turn.NextToAct)
    assert table.task.player == 0  # arien's player speaks for the Titans
    assert table.why_not(Pick("brogan")).rules == ("G-INIT-02",)
    assert "G-TURN-06" in table.why_not(Pick("wasp")).rules


@rules("G-R-24")
@pytest.mark.parametrize(("fixed", "order"), [(False, ["brogan", "wasp"]), (True, ["wasp", "brogan"])])
def test_initiative_may_be_fixed_at_the_reveal(fixed: bool, order: list[str]) -> None:
    slow = {
        "card_type": "skill", "attack": None, "movement": None, "initiative": 9,
        "effect": [
            {
                "op": "modify", "stat": "initiative", "amount": -4, "until": "turn",
                "who": {"kind": "hero", "side": "enemy", "within": 3},
            }
        ],
    }  # fmt: skip
    nothing = {"card_type": "defense", "attack": None, "movement": None, "effect": []}
    own = deck_with(
        arien_gold=slow, brogan_gold={**nothing, "initiative": 7}, wasp_gold={**nothing, "initiative": 8}
    )
    table = Table.field("arien", "brogan", "dodger", "wasp", deck=own, initiative_fixed_at_reveal=fixed)
    table.stand(arien="0,0", wasp="1,0", brogan="6,0", dodger="-6,0").more()
    table.reveal(arien="arien_gold", brogan="brogan_gold", wasp="wasp_gold")
    assert [e.data["hero"] for e in table.events if e.kind == "spent"] == order


@rules("G-R-20")
def test_a_voluntary_pass() -> None:
    table = Table.field("arien", "brogan", voluntary_pass=True).stand(arien="0,0", brogan="1,0").more()
    table.act("arien", "arien_gold").use("nothing")
    assert table.task is None
    plain = Table.field("arien", "brogan").stand(arien="0,0", brogan="1,0").more()
    plain.act("arien", "arien_gold")
    assert plain.why_not(Use("nothing")).rules == ("G-R-20",)
    assert "G-R-19" in plain.why_not(Use("strike")).rules


@rules("G-CARD-03", "G-DEF-01", "G-R-19", "G-SKILL-01")
def test_a_defense_card_is_no_action() -> None:
    table = Table.field("arien", "brogan").stand(arien="-11,0", brogan="1,0").more()
    table.act("arien", "arien_blue_1")
    assert Use("main") not in table.legal
    assert "G-DEF-01" in table.why_not(Use("main")).rules
    assert "G-TURN-07" in table.why_not(Go("0,0")).rules


# ------------------------------------------------------------------ movement


@rules("G-R-29", "G-MOV-02", "G-MOV-03", "G-MOV-01")
def test_refusals_of_a_move_and_passing_friends() -> None:
    own = deck_with(arien_gold=attack_card(4, movement=2))
    for passing, n in ((False, 17), (True, 18)):
        table = Table.field("arien", "brogan", "dodger", "wasp", deck=own, pass_friends=passing)
        table.stand(arien="0,0", dodger="1,0").more()
        assert len(table.ends("arien", "arien_gold")) == n
    table = (
        Table.field("arien", "brogan", deck=own, mountains=("0,1",)).stand(arien="0,0", brogan="2,0").more()
    )
    table.act("arien", "arien_gold")
    assert table.why_not(Go("2,0")).rules == ("G-MOV-02",)
    assert table.why_not(Go("0,1")).rules == ("G-MOV-03",)
    assert "G-MOV-01" in table.why_not(Go("5,0")).rules
    assert GAME.why_not(table.state, ("piece:brogan",)) is not None


@rules("G-FAST-04", "G-R-34")
def test_refusals_of_a_fast_travel() -> None:
    table = Table.field("swift", "wasp").stand(swift="-11,0", wasp="-10,0").more()
    table.act("swift", "swift_green_1")
    assert table.why_not(Use("travel")).rules == ("G-FAST-03", "G-R-33")
    own = deck_with(swift_green_1={"movement": None, "attack": 3})
    table = Table.field("swift", "wasp", deck=own).stand(swift="-11,0", wasp="-10,0").more()
    table.act("swift", "swift_green_1")
    assert "G-FAST-04" in table.why_not(Use("travel")).rules


@rules("G-R-79", "G-MOV-04")
def test_a_free_space() -> None:
    table = Table.field("arien", "brogan", mountains=("1,0",), water=("0,1",)).stand(arien="0,0")
    assert not targets.free(table.state, "0,0")
    assert not targets.free(table.state, "1,0")
    assert targets.free(table.state, "0,1")
    assert not targets.free(table.state, "99,99")


# ------------------------------------------------------------------ attacks and defence


@rules("G-ATT-01", "G-ATT-02", "G-R-39")
@pytest.mark.parametrize(
    ("option", "card", "friends"),
    [
        ("single_target_minions", "arien_gold", 1),
        ("single_target_minions", "arien_red_2b", 1),
        ("melee_minions", "arien_gold", 1),
        ("melee_minions", "arien_red_2b", 0),
    ],
)
def test_friendly_minions_as_targets(option: str, card: str, friends: int) -> None:
    own = deck_with(arien_gold=attack_card(4))
    table = Table.field("arien", "brogan", "dodger", "wasp", deck=own, friendly_targets=option)
    table.stand(arien="0,0", brogan="1,0", dodger="0,1").more()
    mine = table.minion(T, "melee", "-1,0")
    frame = Frame("arien", card)
    step = values.deck(table.state).steps[card, ""][0]
    found = step.aims(table.state, frame)
    assert "brogan" in found
    assert "dodger" not in found
    assert (mine in found) == bool(friends)


@rules("G-R-39", "G-R-40")
def test_area_attacks_may_hit_everybody() -> None:
    table = Table.field("dodger", "brogan", "arien", "wasp", friendly_targets="area_hits_all")
    table.stand(dodger="0,0", brogan="1,0", arien="0,1").more()
    table.main("dodger", "dodger_red_3b")
    assert table.targets == ["arien", "brogan"]


@rules("G-ATT-12", "G-MIN-01", "G-MIN-02", "G-MIN-06", "G-R-42")
def test_minions_change_the_defense_only() -> None:
    table = Table.field("arien", "brogan").stand(arien="0,0", brogan="3,0")
    table.minion(T, "melee", "-1,0")
    table.minion(A, "melee", "0,1")
    table.minion(T, "ranged", "1,0")
    assert attack.strength(table.state, "arien", "arien_gold", "hero") == 4
    assert values.minion_modifier(table.state, "arien") == 0
    assert values.minion_modifier(table.state, "brogan") == -1
    assert dict(values.minion_parts(table.state, "brogan")) == {"enemy ranged minion on 1,0": -1}
    state = play(2, 3, max_rounds=3)
    assert state.result is not None  # nobody was ever asked to act for a minion
    assert not [t for t in GAME.tasks if "minion" in t.__name__.lower() and "attack" in t.__name__.lower()]


@rules("G-DEF-01", "G-DEF-02", "G-R-44", "G-HOLD-04")
def test_refusals_of_a_defence() -> None:
    own = deck_with(brogan_gold={"defense": None})
    table = Table.field("arien", "brogan", deck=own).stand(arien="0,0", brogan="1,0").more()
    table.attack_on("arien", "brogan", value=5)
    assert table.why_not(Defend("brogan_hold")).rules == ("G-HOLD-04",)
    assert "G-R-45" in table.why_not(Defend("brogan_gold")).rules
    assert "G-R-78" in table.why_not(Defend("arien_gold")).rules
    assert GAME.why_not(table.state, ("card:brogan_hold",)) is not None
    task = table.task
    assert task.default(table.state) == Defend("brogan_blue_1")  # the weakest that holds
    table.play(NoDefence())
    assert table.hero("brogan").discard == ()


@rules("G-R-48")
@pytest.mark.parametrize("assists", [False, True])
def test_assists(assists: bool) -> None:
    table = Table.field("arien", "brogan", "dodger", "wasp", assist_coins=assists)
    table.stand(arien="0,0", brogan="1,0", dodger="2,0").more()
    table.attack_on("arien", "brogan", value=99).refuse()
    assert table.hero("arien").coins == 2
    assert table.hero("dodger").coins == int(assists)


@rules("G-R-91")
def test_values_without_icon_and_below_zero() -> None:
    table = Table.field("arien", "brogan").stand(arien="0,0", brogan="1,0").more()
    state = table.state
    from atlantis_nb.games.guards.state import Effect

    def change(stat: str, n: int) -> None:
        state.effects = (Effect("modify", "brogan", "brogan_gold", "", 0, 9, stat, n, ("arien",)),)

    known = load_deck("teaching").cards
    change("attack", -9)
    assert values.value(state, "arien", known["arien_gold"], "attack") == -5
    change("movement", -9)
    assert values.value(state, "arien", known["arien_gold"], "movement") == 0
    change("range", -9)
    assert values.value(state, "arien", known["arien_green_1"], "range") == 1
    change("movement", 3)
    assert not move.can_move(state, "arien", known["arien_hold"])
    assert attack.defences(state, "arien") == [c for c in table.hero("arien").hand if c != "arien_hold"]


@rules("G-R-94")
def test_a_card_taken_back_is_a_hand_card() -> None:
    table = Table.field("tigerclaw", "brogan").stand(tigerclaw="0,0", brogan="5,0").more()
    table.set("tigerclaw", hand=("tigerclaw_blue_3a",), discard=("tigerclaw_gold",))
    table.attack_on("brogan", "tigerclaw", value=9, kind="ranged").defend("tigerclaw_blue_3a")
    while table.task is not None:
        table.play(table.legal[0])
    assert table.hero("tigerclaw").hand == ("tigerclaw_gold",)
    assert attack.defences(table.state, "tigerclaw") == ["tigerclaw_gold"]
    assert turn.playable(table.state, "tigerclaw") == ("tigerclaw_gold",)


@rules("G-R-97")
def test_paths_and_mines() -> None:
    table = Table.field("arien", "min").stand(arien="0,0", min="8,0").more()
    table.state.tokens.update({"1,0": "mine:min", "0,1": "mine:min"})
    unit = table.state.units["arien"]
    assert units.path(table.state, unit, "1,1", 1, 2) in (("1,0", "1,1"), ("0,1", "1,1"))
    assert not {"1,0", "0,1"} & set(units.path(table.state, unit, "1,1", 1, 5))
    assert "1,0" in units.path(table.state, unit, "2,-1", 1, 3, gather=True)


@rules("G-R-98", "G-R-100")
def test_the_last_card_resolved_and_a_step_with_nothing_left() -> None:
    table = Table.field("swift", "brogan").stand(swift="0,0", brogan="3,0").more()
    table.set("swift", table=("swift_red_1", "", "", ""), resolved=())  # put there by a defeat
    assert not table.can_main("swift", "swift_gold")
    table.set("swift", resolved=("swift_red_1",))
    assert table.can_main("swift", "swift_gold")
    table = Table.field("min", "brogan").stand(min="0,0", brogan="3,0").more()
    for k in range(4):
        table.state.tokens[f"{k},4"] = "mine:min"
    assert not table.can_main("min", "min_blue_1")


# ------------------------------------------------------------------ minions, pushes, the end of the round


@rules("G-R-54", "G-MIN-08", "G-MIN-15")
def test_which_minion_may_be_removed() -> None:
    table = Table.bare("arien", "brogan", board="teaching")
    heavy = table.minion(A, "heavy", "1,0")
    names = [table.minion(A, "melee", p) for p in ("2,0", "2,1")]
    for place in ("0,0", "-1,0", "-2,0", "-2,1"):
        table.minion(T, "melee", place)
    table.combat()
    assert table.targets == sorted(names)
    assert "G-R-54" in table.why_not(Pick(heavy)).rules
    assert "G-MIN-15" in table.why_not(Pick("arien")).rules


@rules("G-R-55")
@pytest.mark.parametrize(("loss", "left"), [("one", 4), ("difference", 3)])
def test_minions_lost_in_combat(loss: str, left: int) -> None:
    table = Table.bare("arien", "brogan", board="teaching", minion_combat_loss=loss)
    free = table.state.board.zones["middle"]
    for place in free[:7]:
        table.minion(T, "melee", place)
    for place in free[7:12]:
        table.minion(A, "melee", place)
    table.combat()
    while isinstance(table.task, round_end.NameMinion):
        table.play(table.legal[0])
    assert (table.state.count(T, "main"), table.state.count(A, "main")) == (7, left)


@rules("G-R-56")
def test_both_wiped_with_an_active_team() -> None:
    target = {"kind": "minion", "side": "any", "within": 2, "max": 2}
    own = deck_with(
        arien_blue_1={"card_type": "skill", "effect": [{"op": "defeat_minion", "target": target}]}
    )
    table = Table.bare("arien", "brogan", deck=own, both_wiped="active_team_pushes").stand(arien="1,1")
    ours, theirs = table.minion(T, "melee", "0,1"), table.minion(A, "melee", "2,0")
    table.main("arien", "arien_blue_1").pick(ours, theirs)
    assert table.state.markers["main"] == 3


@rules("G-R-57")
@pytest.mark.parametrize(("timing", "marker"), [("step", 3), ("card", 2)])
def test_push_at_once_or_when_the_card_is_finished(timing: str, marker: int) -> None:
    own = deck_with(
        arien_gold={
            "card_type": "attack", "attack": 4,
            "effect": [
                {"op": "attack", "target": {"kind": "unit", "side": "attackable", "within": "adjacent"}},
                {"op": "move_self", "spaces": 1, "may": True},
            ],
        }
    )  # fmt: skip
    table = Table.bare("arien", "brogan", deck=own, push_timing=timing).stand(arien="1,1")
    table.minion(A, "melee", "2,0")
    table.minion(T, "melee", "-2,0")
    table.main("arien", "arien_gold")
    assert table.spaces
    assert table.state.markers["main"] == marker
    table.skip()
    assert table.state.markers["main"] == 3


@rules("G-R-62")
@pytest.mark.parametrize(("choice", "winners"), [("token", (1,)), ("draw", (0, 1)), ("throne_first", (0,))])
def test_both_teams_win_in_one_step(choice: str, winners: tuple[int, ...]) -> None:
    table = Table.bare(
        "arien", "brogan", board="teaching", simultaneous_win=choice, tower_rush=True, tower_target=3
    )
    table.state.markers["main"], table.state.towers, table.state.token = 4, (1, 3), A
    assert push._won(table.state, QUIET)
    assert table.state.result is not None
    assert table.state.result.winners == winners


@rules("G-R-50")
def test_return_to_any_space_of_the_throne_zone() -> None:
    for place, n in (("spawn_points", 5), ("throne_zone", 13)):
        table = Table.bare("arien", "brogan", board="teaching", return_place=place)
        task = setup.PlaceHero(player=0, hero="arien", back=True)
        table.state.agenda.append(task)
        assert len(table.legal) == n


@rules("G-R-83")
def test_no_lane_is_ever_without_minions_when_a_card_begins() -> None:
    rng = random.Random(5)
    state = GAME.start(GAME.options(lanes="two_lanes"), GAME.colours[:4])
    seen = 0
    while state.agenda:
        task = state.agenda[-1]
        if isinstance(task, turn.UseCard | turn.ChooseCard | round_end.NameMinion):
            seen += 1
            assert all(state.count(t, lane) for t in (T, A) for lane in state.markers)
        legal = None if isinstance(task, Chance) else task.legal(state)
        GAME.advance(
            state, draw(task.outcomes(state), rng) if legal is None else legal[pick(rng, len(legal))]
        )
    assert seen > 50


@rules("G-LVL-02", "G-LVL-03", "G-ITEM-02", "G-ITEM-04", "G-R-69", "G-ULT-02", "G-ULT-03", "G-R-66")
def test_levels_items_and_the_ultimate() -> None:
    table = Table.bare("min", "brogan", board="teaching").set("min", coins=60)
    table.run(round_end.BuyLevels(hero="min"))
    assert "G-LVL-08" in table.why_not(LevelUp("min_red_3a")).rules
    assert "G-ULT-01" in table.why_not(LevelUp("min_ultimate")).rules
    assert table.why_not(LevelUp("brogan_red_2a")).rules == ("G-LVL-07",)
    for card in ("red_2a", "blue_2a", "green_2b", "red_3a", "blue_3a", "green_3b"):
        table.play(LevelUp(f"min_{card}"))
    assert "G-R-69" in table.why_not(LevelUp("min_red_2b")).rules
    table.play(LevelUp("min_ultimate"))
    mat = table.hero("min")
    assert (mat.level, mat.coins, len(mat.items), len(mat.hand)) == (8, 25, 6, 5)
    assert all(load_deck("teaching").cards[c].tier in (2, 3) for c in mat.items)
    assert table.task is None
    assert round_end.no_level(table.state, "min", "min_gold").rules[0] == "G-R-66"
    open_view = GAME.panels(GAME.view(table.state, 1), 1)
    words = " ".join(line for panel in open_view for line in panel.words())
    assert "Ultimate" in words
    assert "+1" in words  # items are open to both teams
    poor = Table.bare("min", "brogan", board="teaching").set("min", coins=1)
    assert poor.run(round_end.BuyLevels(hero="min")).task is None
    assert round_end.no_level(poor.state, "min", "min_red_2a").rules == ("G-LVL-03",)


@rules("G-R-101", "G-LVL-05", "G-R-47")
@pytest.mark.parametrize("reward", [0, 2, 5])
def test_the_reward_for_a_defeat(reward: int) -> None:
    table = Table.field("arien", "brogan", defeat_reward=reward).stand(arien="0,0", brogan="1,0").more()
    table.set("brogan", level=3, coins=5).attack_on("arien", "brogan", value=99).refuse()
    assert table.hero("arien").coins == 3 * reward
    assert table.hero("brogan").coins == 2  # the loss does not follow the reward
    levels = next(e for e in odds.EXPLORERS if e.key == "levels")
    shown = levels.run(coins=12, level=1, costs="level", reward=reward)
    assert shown.tables[0].rows[2].cells[-1] == 3 * reward


@rules("G-R-102", "G-LVL-03")
@pytest.mark.parametrize(
    ("costs", "second", "all_levels"), [("level", 2, 35), ("flat", 5, 35), ("double", 4, 70)]
)
def test_prices_of_levels(costs: str, second: int, all_levels: int) -> None:
    options = GAME.options(level_costs=costs)
    assert odds.level_row(options, 8)[1] == all_levels
    table = Table.bare("min", "brogan", board="teaching", level_costs=costs).set("min", coins=second)
    table.run(round_end.BuyLevels(hero="min")).play(LevelUp("min_red_2a"))
    assert (table.hero("min").level, table.hero("min").coins) == (2, 0)
    poor = Table.bare("min", "brogan", board="teaching", level_costs=costs).set("min", coins=second - 1)
    assert poor.run(round_end.BuyLevels(hero="min")).task is None
    assert round_end.no_level(poor.state, "min", "min_red_2a").sentence == f"Level 2 costs {second} coins."


@rules("G-R-70")
def test_the_bank_has_no_limit() -> None:
    table = Table.bare("arien", "brogan", board="teaching")
    defeat.earn(table.state, "arien", 500)
    assert table.hero("arien").coins == 500


@rules("G-TOWER-01", "G-TOWER-04", "G-TOWER-06", "G-R-73")
def test_tower_targets() -> None:
    assert push.tower_target(Options(), "one_lane") == 3
    assert push.tower_target(Options(), "two_lanes") == 5
    assert push.tower_target(Options(tower_target=2), "one_lane") == 2
    with pytest.raises(ValueError, match="tower_target"):
        GAME.options(tower_target=10)
    short = [play(2, seed, tower_rush=True, tower_target=1).round for seed in range(5)]
    long = [play(2, seed, tower_rush=True, tower_target=9).round for seed in range(5)]
    assert sum(short) < sum(long)


@rules("G-R-74")
def test_the_stop() -> None:
    assert play(2, 1, max_rounds=2).round <= 2
    table = Table.bare("arien", "brogan", board="teaching", max_rounds=None)
    table.state.round = 500
    assert not push.stop_at_limit(table.state, QUIET)
    table = Table.bare("arien", "brogan", board="teaching", tower_rush=True)
    table.state.round, table.state.towers = 60, (0, 1)
    assert push.stop_at_limit(table.state, QUIET)
    assert table.state.result is not None
    assert table.state.result.winners == (1,)


CONFIGURATIONS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (3, {"pair_team": "titans"}),
    (4, {"lanes": "two_lanes", "minion_combat_loss": "difference"}),
    (5, {"pick_mode": "captains", "hand_model": "gold_silver_plus_hold", "expansion_heroes": True}),
    (6, {"pick_mode": "draft", "area_resolution": "one_by_one", "push_timing": "card"}),
    (7, {"pick_mode": "limited", "friendly_targets": "area_hits_all", "pass_friends": True}),
    (8, {"mirror_heroes": True, "assist_coins": True, "return_place": "throne_zone"}),
    (9, {"board": "wide", "voluntary_pass": True, "initiative_fixed_at_reveal": True}),
    (10, {"expansion_heroes": True, "tower_rush": True, "both_wiped": "active_team_pushes"}),
]


@rules("G-R-79", "G-R-71", "G-R-90")
@pytest.mark.parametrize(("players", "options"), CONFIGURATIONS)
def test_nothing_is_lost_or_doubled(players: int, options: dict[str, Any]) -> None:
    """Random games: a space holds one unit, a hero one card a slot, no more figures and tokens than there are."""
    rng = random.Random(players)
    state = GAME.start(GAME.options(max_rounds=15, **options), GAME.colours[:players])
    sets = state.board.sets()
    known = values.deck(state).cards
    while state.agenda:
        task = state.agenda[-1]
        legal = None if isinstance(task, Chance) else task.legal(state)
        GAME.advance(
            state, draw(task.outcomes(state), rng) if legal is None else legal[pick(rng, len(legal))]
        )
        assert {u.at: u.id for u in state.units.values()} == state.on
        for hero in state.roster:
            mat = state.heroes[hero]
            owned = defeat.owned_cards(state, hero)
            assert (
                len({known[c].slot for c in owned}) == len(owned) == (5 if "hand_model" not in options else 6)
            )
            assert (hero in state.units) == (mat.back == 0) or state.phase in (
                "placing heroes",
                "end of turn",
                "over",
            )
            assert mat.coins >= 0
            assert len(mat.items) <= 6
        for lane in state.markers:
            for team in (T, A):
                for kind, n in sets.items():
                    assert sum(1 for m in state.minions(team, lane) if m.kind == kind) <= n
        tokens = [t.partition(":")[0] for t in state.tokens.values()]
        assert tokens.count("mine") <= 4
        assert tokens.count("magma") <= 5
        assert not state.frames or state.agenda
    assert state.result is not None
    assert not state.frames
    assert not state.attacks


# ------------------------------------------------------------------ options and the map of rules

VALUES: dict[str, list[Any]] = {
    "lanes": ["two_lanes"],
    "board": ["wide"],
    "tower_target": [1, 9],
    "max_rounds": [1, None],
    "heroes": [("arien", "brogan", "dodger", "wasp")],
    "deck": ["teaching"],
    "defeat_reward": [0, 8],
}


def every_value() -> list[tuple[str, Any]]:
    found = []
    for f in msgspec.structs.fields(Options):
        if f.name in VALUES:
            found += [(f.name, v) for v in VALUES[f.name]]
        elif f.type is bool:
            found.append((f.name, not f.default))
        else:
            assert get_origin(f.type) is Literal, f.name
            found += [(f.name, v) for v in get_args(f.type) if v != f.default]
    return found


@pytest.mark.parametrize(("name", "value"), every_value())
def test_every_value_of_every_option_is_played(name: str, value: Any) -> None:
    changes = {name: value}
    if name == "max_rounds" and value is None:
        changes |= {"tower_rush": True, "tower_target": 1}
    else:
        changes.setdefault("max_rounds", 12)
    state = play(4, 11, **changes)
    assert state.result is not None
    assert GAME.decode_state(GAME.encode(state)) == state


def test_the_options_are_those_of_the_ledger() -> None:
    rows = {row["option"]: row for row in RULEBOOK.tables["options"].dicts()}
    fields = {f.name: f for f in msgspec.structs.fields(Options)}
    assert set(rows) == set(fields)
    for name, row in rows.items():
        if isinstance(row["default"], bool):
            assert fields[name].default is row["default"]
        elif name not in ("tower_target", "max_rounds", "heroes"):
            assert fields[name].default == row["default"]
        assert row["ruling"] in RULEBOOK


def cited(text: str) -> set[str]:
    return set(re.findall(r"G-[A-Z]+-\d+", text))


def test_every_rule_is_named_in_the_source_and_met_by_a_test() -> None:
    """Named: in a task, an event, a refusal or a docstring. Met: by an example, or by a marked test."""
    named = set()
    for path in sorted(SOURCE.rglob("*.py")):
        named |= cited(path.read_text(encoding="utf-8"))
    assert [r for r in RULEBOOK.ids if r not in named] == []
    assert [r for r in sorted(named) if r not in RULEBOOK] == []
    met = {r for example in RULEBOOK.examples for r in example.rules}
    for path in Path(__file__).parent.glob("test_*.py"):
        for marks in re.findall(
            r"^@(?:pytest\.mark\.)?rules\(([^)]*)\)",
            path.read_text(encoding="utf-8"),
            re.MULTILINE | re.DOTALL,
        ):
            met |= cited(marks)
    assert [r for r in RULEBOOK.ids if r not in met] == []
