"""What players see: views, scene, panels, overlays, charts, explorers, odds; and the heuristic."""

from __future__ import annotations

import random
import re
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from atlantis_nb.core.bots import Greedy, Random
from atlantis_nb.core.game import OPEN, SPECTATOR, Chance, draw, pick
from atlantis_nb.core.scene import Cards, Table, Track
from atlantis_nb.games.guards import (
    GAME,
    attack,
    evaluate,
    odds,
    openings,
    round_end,
    scene,
    turn,
    units,
    values,
)
from atlantis_nb.games.guards.actions import DrawSeat, PlayCard, Use
from atlantis_nb.games.guards.deck import load_deck
from atlantis_nb.games.guards.round_end import BuyLevels
from atlantis_nb.games.guards.state import State
from atlantis_nb.games.guards.turn import UseCard

from . import table as tables
from .table import A, Pick, T

HEROES = ("arien", "brogan", "dodger", "wasp")


@cache
def line(seed: int = 4, players: int = 4) -> tuple[State, ...]:
    rng = random.Random(seed)
    state = GAME.start(GAME.options(), GAME.colours[:players])
    found = [state]
    while state.agenda:
        task = state.agenda[-1]
        legal = None if isinstance(task, Chance) else task.legal(state)
        action = draw(task.outcomes(state), rng) if legal is None else legal[pick(rng, len(legal))]
        state, _ = GAME.step(state, action)
        found.append(state)
    return tuple(found)


# ------------------------------------------------------------------ scene and panels


def test_the_scene_names_every_piece_and_knows_its_keys() -> None:
    for state in line()[::25]:
        shown = GAME.scene(GAME.view(state, 1), 1)
        assert {c.terrain for c in shown.cells} <= set(scene.TERRAIN)
        assert {p.kind for p in shown.pieces} <= set(scene.PIECES)
        assert {e.kind for e in shown.edges} <= set(scene.EDGES)
        words = "\n".join(shown.words())
        for unit in state.units.values():
            assert (state.call(unit.id) if unit.kind == "hero" else f"{unit.kind} minion") in words
        assert len({p.id for p in shown.pieces}) == len(shown.pieces) == len(state.units) + len(state.tokens)
        assert len({(c.x, c.y) for c in shown.cells}) == len(shown.cells)


def test_a_hero_has_one_plate_at_most_and_the_legend_explains_all_that_is_written() -> None:
    table = tables.Table.at_cards(*HEROES).set("arien", level=3, waiting=True).set("brogan", level=2)
    shown = GAME.scene(table.state, OPEN)
    badges = {p.id: p.badges for p in shown.pieces if p.kind == "hero"}
    assert badges == {"arien": ("...",), "brogan": ("L2",), "dodger": (), "wasp": ()}
    explained = {k.key for k in shown.legend if k.what == "badge"}
    written = {b for p in shown.pieces for b in p.badges}
    assert {re.sub(r"L\d", "L2", b) for b in written} <= explained
    labels = {c.label for c in shown.cells if c.label}
    assert all(label == "*" or re.fullmatch("[mrh][TA]", label) for label in labels)
    assert {"*", "mT"} <= explained
    assert all(len(k.text) <= 32 for k in shown.legend)  # one line of the legend


def test_seats_without_names_are_called_by_names_that_are_no_colours() -> None:
    names = GAME.colours
    letters = [name[0] for name in names]
    assert len(names) == GAME.players[1]
    assert len(set(letters)) == len(letters)
    assert not {"T", "A"} & set(letters)  # the letters of the teams, on minions and icons
    assert not {"Red", "Blue", "Green", "Yellow"} & set(names)


def test_a_refusal_quotes_the_one_rule_that_asks() -> None:
    table = tables.Table.start(4, T)
    refusal = GAME.why_not(table.state, ["cell:0,0"])
    assert refusal is not None
    assert refusal.rules == ("G-SET-03",)
    assert refusal.sentence == "That is not a choice here. Pick a hero."


def test_tokens_are_seen() -> None:
    table = tables.Table.field("min", "brogan").stand(min="0,0", brogan="3,0").more()
    table.state.tokens["1,0"] = "mine:min"
    words = GAME.scene(table.state, OPEN).words()
    assert any("mine token of Min" in w for w in words)


def test_lanes_are_strips_and_initiative_is_hidden_before_the_reveal() -> None:
    table = tables.Table.at_cards(*HEROES)
    table.play(PlayCard("arien_gold"))
    for viewer, seen in ((0, True), (1, False), (SPECTATOR, False)):
        panels = {p.key: p for p in GAME.panels(GAME.view(table.state, viewer), viewer)}
        lane, order = panels["lane_main"], panels["initiative"]
        assert isinstance(lane, Track)
        assert [s.state for s in lane.stops].index("now") == 2
        assert len(lane.stops) == 5
        assert isinstance(order, Track)
        assert ("Spellsword Cut" in order.stops[0].label) == seen
        assert all("?" in s.label for s in order.stops[1:])
        assert ("hand_arien" in panels) == (viewer == 0)


def test_the_hand_shows_the_use_of_each_card() -> None:
    table = tables.Table.at_cards(*HEROES)
    panels = {p.key: p for p in GAME.panels(GAME.view(table.state, 0), 0)}
    hand = panels["hand_arien"]
    assert isinstance(hand, Cards)
    assert [c.click for c in hand.cards] == [f"card:{c}" for c in table.hero("arien").hand]
    badges = {c.title.split(" (")[0]: c.badges for c in hand.cards}
    assert "defend 2" in badges["Spellsword Cut"]
    assert "fast travel" in badges["Spellsword Cut"]
    assert badges["Hold"] == ("hold",)
    assert "teaching deck" in hand.note
    spent = panels["cards"]
    assert isinstance(spent, Table)
    assert "Hold" in str(spent.rows[1].cells[1])


def test_every_card_click_lies_in_a_panel() -> None:
    for options in (
        {},
        {"pick_mode": "draft"},
        {"pick_mode": "limited"},
        {"hand_model": "gold_silver_plus_hold"},
    ):
        rng = random.Random(2)
        state = GAME.start(GAME.options(max_rounds=4, **options), GAME.colours[:4])
        while state.agenda:
            task = state.agenda[-1]
            if isinstance(task, Chance):
                GAME.advance(state, draw(task.outcomes(state), rng))
                continue
            legal = task.legal(state)
            clicks = {a.clicks[0] for a in legal if a.clicks[0].startswith("card:")}
            if clicks:
                panels = GAME.panels(GAME.view(state, task.player), task.player)
                there = {c.click for p in panels if isinstance(p, Cards) for c in p.cards}
                assert clicks <= there
            pieces = {p.click for p in GAME.scene(state, OPEN).pieces}
            assert {a.clicks[0] for a in legal if a.clicks[0].startswith("piece:")} <= pieces
            GAME.advance(state, legal[pick(rng, len(legal))])


def test_before_the_game_and_tower_rush_have_their_tables() -> None:
    table = tables.Table.start(4, T, pick_mode="draft", tower_rush=True)
    while isinstance(table.task, Chance):
        table.play(GAME.outcomes(table.state)[0][0])
    panels = {p.key: p for p in GAME.panels(table.state, 0)}
    assert "Pile of the Titans" in panels["picking"].note
    assert {"towers", "choice", "lane_main"} <= set(panels)


def test_lasting_effects_in_words() -> None:
    table = tables.Table.field("tigerclaw", "arien").stand(tigerclaw="0,0", arien="3,0").more()
    table.main("tigerclaw", "tigerclaw_green_3b")
    panel = {p.key: p for p in GAME.panels(table.state, OPEN)}["effects"]
    assert any("-2 attack for Arien" in w for w in panel.words())


# ------------------------------------------------------------------ overlays and charts


def test_overlays() -> None:
    table = tables.Table.at_cards(*HEROES)
    state = table.state
    start = state.at("arien")
    titles = GAME.overlays(state, OPEN)
    for key in titles:
        for mark in GAME.overlay(state, OPEN, key, start):
            assert mark.kind in scene.MARKS
            assert mark.place in state.board.terrain
    assert len(GAME.overlay(state, OPEN, "travel", start)) > 20
    reach = GAME.overlay(state, OPEN, "movement", start)
    assert reach
    assert len(GAME.overlay(state, OPEN, "lines", "0,1")) > 6
    auras = {m.place: m.label for m in GAME.overlay(state, OPEN, "auras_titans", None)}
    near = state.board.near[state.board.icons["middle"][A]["heavy"][0]]
    assert any(auras.get(p, "").startswith("-") for p in near)
    assert GAME.overlay(state, OPEN, "ranges", "0,1") == ()
    with pytest.raises(KeyError):
        GAME.overlay(state, OPEN, "moon", start)


def test_auras_agree_with_the_modifier() -> None:
    table = tables.Table.at_cards(*HEROES)
    state = table.state
    auras = {m.place: int(m.label.split()[0]) for m in GAME.overlay(state, OPEN, "auras_titans", None)}
    for place in state.board.zones["middle"]:
        if place not in state.on:
            table.stand(arien=place)
            assert values.minion_modifier(table.state, "arien") == auras.get(place, 0)


def test_radii_follow_their_hero() -> None:
    table = tables.Table.field("dodger", "arien").stand(dodger="0,0", arien="3,0").more()
    table.set("dodger", hand=("dodger_blue_2b",)).main("dodger", "dodger_blue_2b")
    for start in ("0,0", "2,0"):
        table.stand(dodger=start)
        marks = GAME.overlay(table.state, OPEN, "radii", None)
        area = {m.place for m in marks if m.kind == "control"}
        assert area == set(table.state.board.within(start, 4))
        written = [(m.place, m.label) for m in marks if m.kind != "control"]
        assert written == [(start, values.deck(table.state).cards["dodger_blue_2b"].name)]


def test_charts() -> None:
    states = line()
    for key, title in GAME.charts(OPEN).items():
        chart = GAME.chart(key, states, OPEN)
        assert chart.title == title
        assert chart.caption
        assert chart.words()
        if key != "lanes":
            assert all(len(s.x) == len(s.y) == len(states) for s in chart.series)
    coins = GAME.chart("coins", states, OPEN)
    assert [s.y[-1] for s in coins.series] == [states[-1].heroes[h].coins for h in states[-1].roster]
    net = GAME.chart("lanes", [tables.Table.at_cards(*HEROES, lanes="two_lanes").state], OPEN).net
    assert net is not None
    assert len(net.dots) == 8
    assert len([d for d in net.dots if d.kind == "now"]) == 2
    with pytest.raises(KeyError):
        GAME.chart("moon", states, OPEN)


def test_measures_keep_their_keys_and_graph_is_the_board() -> None:
    states = line()
    keys = set(GAME.measures(states[0]))
    assert all(set(GAME.measures(s)) == keys for s in states[::20])
    graph = GAME.graph(states[-1])
    assert set(graph) == set(states[-1].board.free)
    assert all({"x", "y", "terrain", "zone"} <= set(data) for _, data in graph.nodes(data=True))


@pytest.mark.parametrize("explorer", GAME.explorers(), ids=lambda e: e.key)
def test_explorers(explorer: Any) -> None:
    values_ = {c.key: c.default for c in explorer.controls}
    answer = explorer.run(**values_)
    assert answer.words
    for control in explorer.controls:
        for value in control.values or (control.low, control.high):
            assert explorer.run(**{**values_, control.key: value}).words


# ------------------------------------------------------------------ odds


def test_an_attack_as_sums_of_named_parts() -> None:
    table = tables.Table.field("arien", "brogan").stand(arien="0,0", brogan="1,0").more()
    table.set("arien", items=("arien_blue_2b",))
    table.minion(A, "melee", "2,0")
    table.minion(T, "ranged", "1,1")
    found = odds.report(table.state, "arien", "arien_gold", "brogan")
    assert found.parts == (("Spellsword Cut, printed attack", 4), ("item War Talons", 1))
    assert found.value == 5
    by_card = {a.card: a for a in found.answers}
    assert set(by_card) == {"brogan_gold", "brogan_red_1", "brogan_blue_1", "brogan_green_1"}
    assert by_card["brogan_red_1"].total == 7 + 1 - 1
    assert by_card["brogan_red_1"].holds
    assert not by_card["brogan_gold"].holds
    assert found.chance == 1.0
    text = odds.report_table(table.state, found).words()
    assert any("+1 own melee minion on 2,0" in w for w in text)


def test_the_odds_agree_with_what_happens() -> None:
    for card in ("wasp_gold", "wasp_red_1", "wasp_blue_1", "wasp_green_1"):
        for kind in ("melee", "ranged"):
            table = tables.Table.field("arien", "wasp").stand(arien="0,0", wasp="1,0").more()
            before = table.state.digest()
            said = odds.would_hold(table.state, "arien", "arien_gold", kind, "wasp", card)
            assert table.state.digest() == before
            table.attack_on("arien", "wasp", value=4, kind=kind).defend(card)
            assert ("wasp" in table.state.units) == said.holds


def test_the_chance_of_a_block_is_exact_over_the_hands_still_possible() -> None:
    table = tables.Table.field("arien", "brogan").stand(arien="0,0", brogan="1,0").more()
    table.set("brogan", hand=("brogan_gold", "brogan_hold"), chosen="brogan_red_1")
    seen = GAME.view(table.state, 0)
    assert seen.heroes["brogan"].hand == ("brogan_gold", "brogan_red_1", "brogan_hold")
    found = odds.report(seen, "arien", "arien_gold", "brogan")
    assert [a.card for a in found.answers if a.holds] == ["brogan_red_1"]
    assert found.hands == 3
    assert found.chance == pytest.approx(2 / 3)  # red lies face down in one of three cases
    hits = 0
    for seed in range(300):
        full = GAME.guess(seen, 0, random.Random(seed))
        hits += "brogan_red_1" in full.heroes["brogan"].hand
    assert hits / 300 == pytest.approx(2 / 3, abs=0.1)


def test_attacks_now_are_shown_beside_the_board() -> None:
    table = tables.Table.field("arien", "brogan").stand(arien="0,0", brogan="1,0").more()
    table.minion(A, "melee", "-1,0")
    table.act("arien", "arien_gold")
    first = GAME.panels(table.state, OPEN)[0]
    assert isinstance(first, Table)
    assert (first.key, first.columns) == ("attacks", ("Hero", "Attack", "Would hold"))
    assert [r.cells for r in first.rows] == [("Brogan", "melee 4", "3 of 4 cards")]
    table.use("main")  # whom? Brogan or the minion
    assert GAME.panels(table.state, OPEN)[0].key == "attacks"
    table.pick("brogan")
    keys = [p.key for p in GAME.panels(table.state, OPEN)]
    assert keys[0] == "attack_brogan"
    assert "attacks" not in keys
    table.defend("brogan_red_1")
    assert not [p for p in GAME.panels(table.state, OPEN) if p.key.startswith("attack")]
    assert odds.hand_block(1, 4, 2) == 0.5
    with pytest.raises(ValueError, match="cannot come from"):
        odds.hand_block(1, 2, 3)


def test_the_table_of_an_attack_is_short_and_goes_when_it_is_judged() -> None:
    """Three columns, one line a card; what is alike for all cards stands in the note."""
    table = tables.Table.field("arien", "brogan", "dodger", "wasp").more()
    table.stand(arien="0,0", brogan="1,0", wasp="0,1").set("brogan", items=("brogan_blue_2a",))
    table.minion(A, "melee", "2,0")
    table.attack_on("arien", "brogan", value=6)
    shown = [p for p in GAME.panels(table.state, OPEN) if p.key.startswith("attack")]
    assert [p.key for p in shown] == ["attack_brogan"]  # and no line about Wasp, who is not the target
    assert isinstance(shown[0], Table)
    assert shown[0].title == "Brogan against melee 6 by Arien"
    assert shown[0].columns == ("Card", "Defense", "Result")
    best = shown[0].rows[0]
    assert best.cells == ("Hammer Swing", "7 +1 minions = 8", "holds") or best.cells[2] == "holds"
    assert max(len(str(r.cells[1])) for r in shown[0].rows) <= 26
    assert "+1 own melee minion on 2,0" in shown[0].note
    table.refuse()
    assert odds.under_way(table.state) is None


@pytest.mark.parametrize(("kind", "holds"), [("melee", False), ("ranged", True)])
def test_the_table_follows_the_kind_that_was_declared(kind: str, holds: bool) -> None:
    """Arrow Catch answers a ranged attack, also one on the next space."""
    table = tables.Table.field("dodger", "wasp").stand(dodger="0,0", wasp="1,0").more()
    card = next(c.id for c in values.deck(table.state).cards.values() if c.name == "Arrow Catch")
    table.set("wasp", hand=(card, "wasp_hold"))
    table.attack_on("dodger", "wasp", value=9, kind=kind)
    found = odds.under_way(table.state)
    assert found is not None
    assert (found.kind, found.value) == (kind, 9)
    assert [a.holds for a in found.answers] == [holds]
    assert f", {kind} 9" in GAME.ask(table.state)
    assert f", {kind} 9." in table.events[-1].text
    state = table.defend(card).state
    assert ("wasp" in state.units) == holds


def test_a_ranged_card_beside_its_target_offers_both_kinds() -> None:
    """The text decides the kind, not the distance: Dark Bolt reaches the next space either way."""
    table = tables.Table.at_cards("dodger", "wasp")
    icon = table.state.board.icons["middle"][A]["melee"][0]
    units.lift(table.state, table.state.on[icon])
    start = next(p for p in table.state.board.near[icon] if p not in table.state.on)
    table.stand(dodger=start)
    table.stand(wasp=next(p for p in table.state.board.near[start] if p not in table.state.on and p != icon))
    found = [(o.unit, o.kind) for o in openings.openings(table.state, "dodger", "dodger_gold")]
    assert [k for u, k in found if u == "wasp"] == ["melee", "ranged"]


def test_an_attack_that_can_only_hit_the_own_team_says_so() -> None:
    table = tables.Table.field("arien", "brogan").stand(arien="0,0", brogan="5,0").more()
    minion = table.minion(T, "melee", "1,0")
    assert openings.own_only(table.state, "arien", "arien_gold") == [minion]
    assert "attack own minion" in scene.use_words(
        table.state, "arien", load_deck("teaching").cards["arien_gold"]
    )
    table.act("arien", "arien_gold")
    assert GAME.action_text(table.state, Use("main")) == "Attack your own melee minion on 1,0: Spellsword Cut"
    told = table.use("main").events
    assert any("attacks a melee minion of its own team" in e.text for e in told)
    table = tables.Table.field("arien", "brogan").stand(arien="0,0", brogan="0,1").more()
    table.minion(T, "melee", "1,0")
    assert openings.own_only(table.state, "arien", "arien_gold") == []
    table.act("arien", "arien_gold")
    assert GAME.action_text(table.state, Use("main")) == "Attack: Spellsword Cut"


def test_a_level_names_the_item_that_comes_with_it() -> None:
    table = tables.Table.at_cards("arien", "brogan").set("arien", coins=2)
    table.run(BuyLevels(hero="arien"))
    deck = load_deck("teaching")
    assert "the other card of its pair becomes an item" in GAME.ask(table.state)
    choice = {p.key: p for p in GAME.panels(table.state, 0)}["choice"]
    assert isinstance(choice, Cards)
    for action in table.legal[:-1]:
        other = round_end.spare(table.state, "arien", action.card)
        assert other is not None
        item = f"{deck.items[str(other.item)].name} (+1 {other.item})"
        assert GAME.action_text(table.state, action).endswith(f", item {item}")
        shown = next(c for c in choice.cards if c.click == action.clicks[0])
        assert shown.badges == (f"with item {item}",)
        assert f"{deck.cards[action.card].slot} II" in shown.title
        after, events = GAME.step(table.state, action)
        assert after.heroes["arien"].items == (other.id,)
        assert f"item {item}" in events[0].text


@pytest.mark.parametrize("rule", ["one", "difference"])
def test_a_lane_says_what_minion_combat_would_take_now(rule: str) -> None:
    state = tables.Table.at_cards(*HEROES, minion_combat_loss=rule).state
    lost = [u for u in state.units.values() if u.team == A and u.kind != "hero"][:2]
    for unit in lost:
        del state.units[unit.id], state.on[unit.at]
    lane = GAME.panels(state, OPEN)[0]
    assert isinstance(lane, Track)
    behind = state.count(T, "main") - state.count(A, "main")
    assert behind > 0
    n = 1 if rule == "one" else behind
    assert lane.note.endswith(f"If the round ended now: Atlanteans -{n}.")
    before = state.count(A, "main")
    table = tables.Table(state).combat()
    while table.state.phase == "minion combat":
        table.play(table.legal[0])
    assert before - table.state.count(A, "main") == n
    assert sum(len(s.label) for s in lane.stops) <= 30  # one line beside the board


# ------------------------------------------------------------------ the heuristic


def game(seed: int, greedy: int) -> float:
    """A game of two against two; the share of the win of team `greedy`."""
    rng = random.Random(seed)
    bots: list[Any] = [Random(), Random()]
    bots[greedy] = Greedy(60)
    state = GAME.start(GAME.options(max_rounds=30), GAME.colours[:4])
    while state.agenda:
        task = state.agenda[-1]
        if isinstance(task, Chance):
            action = draw(task.outcomes(state), rng)
        else:
            action = bots[state.teams[task.player]](
                GAME, GAME.view(state, task.player), task.legal(state), rng
            )
        GAME.advance(state, action)
    assert state.result is not None
    return state.result.scores[state.seats(greedy)[0]]


def test_greedy_beats_random() -> None:
    assert sum(game(seed, seed % 2) for seed in range(8)) >= 7


def test_the_heuristic_likes_what_is_good() -> None:
    table = tables.Table.at_cards(*HEROES)
    even = evaluate.evaluate(table.state, 0)
    assert evaluate.evaluate(table.state, 1) == pytest.approx(1 - even, abs=0.15)
    table.state.markers["main"] = 3
    assert evaluate.evaluate(table.state, 0) > even > evaluate.evaluate(table.state, 1)
    rich = tables.Table.at_cards(*HEROES).set("arien", coins=9)
    assert evaluate.evaluate(rich.state, 0) > even
    levelled = tables.Table.at_cards(*HEROES).set("arien", level=4)
    assert evaluate.evaluate(levelled.state, 0) > evaluate.evaluate(rich.state, 0)


def test_differences_in_words() -> None:
    table = tables.Table.field("arien", "brogan").stand(arien="0,0", brogan="1,0").more()
    before = table.state.copy()
    assert GAME.difference(before, before) == "no change"
    table.attack_on("arien", "brogan", value=99)
    after = table.refuse().state
    assert GAME.difference(before, after) == "Arien +2 coins, Brogan is defeated"
    moved = before.copy()
    tables.Table(moved).stand(arien="0,1")
    assert GAME.difference(before, moved) == "Arien moves"


def test_clock_and_setup_text() -> None:
    labels = {GAME.clock(s).phase for s in line()}
    assert labels <= set(GAME.phases)
    assert "one lane" in GAME.setup_text(line()[-1])
    assert GAME.title == "Guards of Atlantis"
    assert "teaching deck" in GAME.summary
    table = tables.Table.field("arien", "brogan").stand(arien="0,0", brogan="1,0").more()
    table.act("arien", "arien_gold")
    assert isinstance(table.task, turn.UseCard)
    assert GAME.clock(table.state).label.endswith("Arien acts")
    table.use("main")
    assert isinstance(table.task, attack.Defence)
    assert GAME.why_not(table.state, Pick("arien")) is not None


def test_actions_are_read_with_the_names_of_cards_units_and_players() -> None:
    table = tables.Table.at_cards("arien", "brogan")
    play = PlayCard("arien_gold")
    name = load_deck("teaching").cards["arien_gold"].name
    assert GAME.action_text(table.state, play) == f"Play {name} (gold) face down"
    assert GAME.action_text(table.state, PlayCard("arien_hold")) == "Play Hold face down"
    minion = next(u for u in table.state.units.values() if u.kind == "heavy")
    said = GAME.action_text(table.state, Pick(minion.id))
    assert said == f"The heavy minion of the {('Titans', 'Atlanteans')[minion.team]} on {minion.at}"
    assert GAME.action_text(table.state, DrawSeat(1)) == f"{table.state.names[1]} is drawn"
    while not isinstance(table.state.agenda[-1], UseCard):
        table.play(table.state.agenda[-1].legal(table.state)[0])
    task = table.state.agenda[-1]
    card = task.card(table.state)
    uses = {action: GAME.action_text(table.state, action) for action in task.legal(table.state)}
    assert uses[Use("move")].startswith("Move, up to ")
    assert uses.get(Use("main"), card.name).endswith(card.name)


def test_the_heuristic_does_not_begin_an_attack_that_must_hit_its_own_side() -> None:
    table = tables.Table.field("arien", "brogan").stand(arien="0,0", brogan="6,0").more()
    table.minion(T, "melee", "1,0")
    table.set("arien", shown="arien_gold", waiting=True)
    table.run(turn.UseCard(player=0, hero="arien", uses=("main", "move")))
    worth = dict(
        zip(("main", "move"), Greedy(8).worths(GAME, table.state, table.legal, random.Random(1)), strict=True)
    )
    assert worth["main"] < worth["move"]
    foe = tables.Table.field("arien", "brogan").stand(arien="0,0", brogan="6,0").more()
    foe.minion(A, "melee", "1,0")
    foe.set("arien", shown="arien_gold", waiting=True)
    foe.run(turn.UseCard(player=0, hero="arien", uses=("main", "move")))
    worth = dict(
        zip(("main", "move"), Greedy(8).worths(GAME, foe.state, foe.legal, random.Random(1)), strict=True)
    )
    assert worth["main"] > worth["move"]


def test_a_card_counts_alike_before_and_after_the_reveal() -> None:
    """Who chooses last judges a state with all cards revealed; that must be no handicap."""
    table = tables.Table.field("arien", "brogan").stand(arien="0,0", brogan="1,0").more()
    face_down = table.state.copy()
    face_down.heroes["arien"] = replace(table.hero("arien"), chosen="arien_gold")
    revealed = table.state.copy()
    revealed.heroes["arien"] = replace(table.hero("arien"), shown="arien_gold", waiting=True)
    assert evaluate.evaluate(face_down, 0) == evaluate.evaluate(revealed, 0)
    assert evaluate.evaluate(face_down, 0) > evaluate.evaluate(table.state, 0)


def test_the_heuristic_names_an_enemy_rather_than_its_own_minion() -> None:
    """Into the Breach names its target before it attacks; the enemy beside it is no gain once a friend is named."""
    table = tables.Table.field("brogan", "arien").stand(brogan="0,0", arien="6,0").more()
    table.minion(T, "melee", "1,0")
    table.minion(A, "melee", "-1,0")
    table.set("brogan", shown="brogan_gold", waiting=True)
    table.run(turn.UseCard(player=0, hero="brogan", uses=("main", "move"))).play(Use("main"))
    worths = Greedy(8).worths(GAME, table.state, table.legal, random.Random(1))
    teams = [table.state.units[action.unit].team for action in table.legal]
    assert sorted(teams) == [T, A]
    assert worths[teams.index(A)] > worths[teams.index(T)]
