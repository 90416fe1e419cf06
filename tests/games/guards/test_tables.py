"""The tables of the ledger, worked out again by the code."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlantis_nb.games.guards import GAME, odds, push, round_end, setup, targets, values
from atlantis_nb.games.guards.board import (
    ATLANTEANS,
    RULEBOOK,
    TEAM_NAMES,
    TITANS,
    axial_of,
    load_board,
    wide,
)
from atlantis_nb.games.guards.deck import COLOURS, PAIR, load_deck

from .table import A, T, Table

TABLES = RULEBOOK.tables
DECK = load_deck("teaching")


def rows(name: str) -> list[dict[str, object]]:
    return TABLES[name].dicts()


def test_minion_types() -> None:
    for row in rows("minion_types"):
        kind = str(row["kind"])
        own = Table.field("arien", "brogan").stand(arien="0,0", brogan="8,0")
        own.minion(T, kind, "1,0")
        assert values.minion_modifier(own.state, "arien") == row["friendly_adjacent_defense"]
        foe = Table.field("arien", "brogan").stand(arien="0,0", brogan="8,0")
        minion = foe.minion(A, kind, "1,0")
        assert values.minion_modifier(foe.state, "arien") == row["enemy_defense"]
        reach = [n for n in (1, 2, 3) if _modifier_at(kind, n)]
        assert max(reach) == row["enemy_defense_reach"]
        assert values.coins_for(kind) == row["coins_when_defeated_by_enemy"]
        foe.minion(A, "melee", "6,0")
        assert targets.protected(foe.state, foe.state.units[minion]) == row["protected_unless_last_in_lane"]


def _modifier_at(kind: str, n: int) -> int:
    table = Table.field("arien", "brogan").stand(arien="0,0", brogan="8,0")
    table.minion(A, kind, f"{n},0")
    return values.minion_modifier(table.state, "arien")


def test_components_and_heroes() -> None:
    count = {str(r["item"]): int(str(r["count"])) for r in rows("components")}
    figures = {kind: n * 4 for kind, n in load_board("teaching", "two_lanes").sets().items()}
    for kind in ("melee", "ranged", "heavy"):
        assert count[f"{kind} minions"] == figures[kind]
    assert count["magma tokens"] == DECK.tokens["magma"].supply
    assert count["mine tokens"] == DECK.tokens["mine"].supply
    base = {h.id for h in DECK.heroes.values() if h.box == "base"}
    assert count["action cards"] == len(
        [c for c in DECK.cards.values() if c.hero in base and c.slot != "silver"]
    )
    assert count["hero selection cards"] == len(DECK.places(False))
    assert count["hero figures"] == len(base)
    for row in rows("heroes"):
        place = str(row["id"])
        assert place in DECK.places(True)
        assert (place in DECK.places(False)) == (row["set"] == "base")
        assert row["figures"] == (2 if place == PAIR else 1)
        assert DECK.title_of(place) == row["name"]


def test_player_counts() -> None:
    for row in rows("player_counts"):
        n = int(str(row["players"]))
        options = GAME.options(expansion_heroes="expansion" in str(row["roster"]))
        setup.check(options, n)
        teams = setup.seating(options, n)
        assert [teams.count(TITANS), teams.count(ATLANTEANS)] == [
            row["titan_players"],
            row["atlantean_players"],
        ]
        assert setup.places_needed(n) == 2 * int(str(row["hero_places_per_team"]))
        assert setup.lanes_for(options, n) == row["board_default"]
        allowed = str(row["boards_allowed"]).split(" or ")
        for side in ("one_lane", "two_lanes"):
            if side in allowed:
                assert setup.lanes_for(GAME.options(lanes=side), n) == side
            else:
                with pytest.raises(ValueError, match="players play on"):
                    setup.lanes_for(GAME.options(lanes=side), n)
        two_players = setup.odd(n)
        assert ("two players" in str(row["pair"])) == two_players
        needs_all = setup.places_needed(n) == len(DECK.places(options.expansion_heroes))
        assert ("required" in str(row["pair"])) == (two_players or needs_all)


def test_setup_minions() -> None:
    for row in rows("setup_minions"):
        lanes = str(row["board"])
        board = load_board("teaching", lanes)
        sets = board.sets()
        assert len(board.lanes) == row["lanes"]
        for kind in ("heavy", "ranged", "melee"):
            assert sets[kind] == row[f"{kind}_per_team_per_lane"]
        assert sum(sets.values()) == row["minions_per_team_per_lane"]
        assert sum(sets.values()) * 2 * len(board.lanes) == row["minions_on_board"]
        assert len(board.spawns[0]) == len(board.spawns[1]) == row["hero_spawn_points_per_throne"]
        assert len(load_board("wide", lanes).spawns[0]) == row["same_on_wide_board"]
        assert load_board("wide", lanes).sets() == sets


def test_limited_bans() -> None:
    for row in rows("limited_bans"):
        n = int(str(row["players"]))
        table = Table.start(n, T, pick_mode="limited")
        bans = 0
        while isinstance(table.task, setup.Ban):
            table.play(table.legal[0])
            bans += 1
        assert bans == row["bans"]
        assert setup.places_needed(n) == row["hero_places_needed"]
        assert len(DECK.places(False)) == row["places_in_base_roster"]


def test_card_slots() -> None:
    for row in rows("card_slots"):
        slot = str(row["slot"])
        if slot == "total":
            mine = [c for c in DECK.cards.values() if c.hero == "arien" and c.slot != "silver"]
            assert len(mine) == row["cards_regular_hero"]
            continue
        for tier, column in ((1, "tier_I"), (2, "tier_II"), (3, "tier_III"), (4, "tier_IV"), (0, "no_tier")):
            assert len(DECK.of.get(("arien", slot, tier), ())) == row[column]
        mine = [c for c in DECK.cards.values() if c.hero == "arien" and c.slot == slot]
        assert len(mine) == row["cards_regular_hero"]
        if slot not in COLOURS:
            assert (
                len([c for c in DECK.cards.values() if c.hero == "wuk" and c.slot == slot])
                == row["cards_ape_man"]
            )


def test_levels() -> None:
    for row in rows("levels"):
        level = int(str(row["level"]))
        assert odds.level_row(GAME.options(), level) == (
            row["cost"],
            row["total_coins_from_level_1"],
            row["reward_for_defeating_this_hero"],
        )
    table = Table.bare("arien", "brogan", board="teaching").set("arien", coins=99)
    table.run(round_end.BuyLevels(hero="arien"))
    for row in rows("levels")[1:]:
        before = table.hero("arien")
        card = DECK.cards[table.legal[0].card]
        table.play(table.legal[0])
        gains = "Ultimate" if card.tier == 4 else f"tier {'I' * card.tier} card"
        gains += " + item" if len(table.hero("arien").items) > len(before.items) else ""
        assert gains == row["regular_hero_gains"]


def test_phases() -> None:
    table = Table.at_cards("arien", "brogan")
    seen = []
    while table.state.round == 1:
        if not seen or seen[-1] != table.state.phase:
            seen.append(table.state.phase)
        table.play(table.legal[0])
    kinds = table.kinds()
    order = [kinds.index(k) for k in ("turn", "card_face_down", "reveal", "minion_combat", "cards_back")]
    assert order == sorted(order)
    assert kinds.count("turn") == 5  # four of round 1 and the first of round 2
    assert kinds.count("minion_combat") == 1
    assert [r["step"] for r in rows("phases")] == list(range(1, 10))


def test_initiative_ties() -> None:
    for row in rows("initiative_ties"):
        t, a = int(str(row["titans_tied"])), int(str(row["atlanteans_tied"]))
        order, flips, token = odds.tie_order(t, a)
        assert order == row["order_when_titans_hold_token"]
        assert flips == odds.flips(t, a) == row["flips"]
        assert TEAM_NAMES[token].lower() == row["token_after"]


def test_lane_track() -> None:
    one, two = load_board("teaching", "one_lane"), load_board("teaching", "two_lanes")
    for row in rows("lane_track"):
        marker = int(str(row["marker"]))
        assert one.fight("main", marker) == row["zone_one_lane"]
        assert two.fight("north", marker) == row["zone_north_lane"]
        assert two.fight("south", marker) == row["zone_south_lane"]


def test_tower_rush() -> None:
    for row in rows("tower_rush"):
        side = str(row["board"])
        assert push.tower_target(GAME.options(), side) == row["default_target"]
        low, high = (int(n) for n in str(row["allowed_targets"]).split("-"))
        for n in (low, high):
            assert push.tower_target(GAME.options(tower_target=n), side) == n
        for n in (low - 1, high + 1):
            with pytest.raises(ValueError, match="tower_target"):
                GAME.options(tower_target=n)


def test_coins() -> None:
    wanted = {str(r["event"]): r["coins"] for r in rows("coins")}
    for kind in ("melee", "ranged", "heavy"):
        assert values.coins_for(kind) == wanted[f"defeat enemy {kind} minion"]
    assert wanted["defeat friendly minion"] == 0
    assert odds.lane_worth("one_lane") == 14
    assert odds.lane_worth("two_lanes") == 10
    for level in range(1, 9):
        table = Table.field("arien", "brogan").stand(arien="0,0", brogan="1,0").more()
        table.set("brogan", level=level, coins=level)
        table.attack_on("arien", "brogan", value=99).refuse()
        assert table.hero("arien").coins == 2 * level
        assert table.hero("brogan").coins == level // 2


@pytest.mark.parametrize("side", ["one_lane", "two_lanes"])
def test_wide_boards(side: str) -> None:
    board = load_board("wide", side)
    for row in rows("zones"):
        if row["board"] != side:
            continue
        zone = str(row["zone"])
        assert len([p for p in board.places if board.zone[p] == zone]) == row["spaces"]
        assert len(board.zones[zone]) == row["passable_spaces"]
        assert sorted(board.touching[zone]) == str(row["neighbour_zones"]).split()
    for row in rows(f"board_{side}"):
        for col, code in enumerate(str(row["zones"])):
            assert (wide(int(str(row["row"])), col) in board.terrain) == (code != ".")
    for row in rows(f"spawn_{side}"):
        place = wide(int(str(row["row"])), int(str(row["col"])))
        team = 0 if row["team"] == "titans" else 1
        if row["kind"] == "hero":
            assert board.spawn[place] == team
        else:
            assert tuple(board.icon[place]) == (row["zone"], team, row["kind"])
    assert axial_of(3, 5) == (4, 3)


@pytest.mark.parametrize("side", ["one_lane", "two_lanes"])
@pytest.mark.parametrize("which", ["teaching", "wide"])
def test_boards_equal_themselves_under_a_half_turn(which: str, side: str) -> None:
    """With the teams swapped both have the same chances (G-R-03)."""
    board = load_board(which, side)
    from atlantis_nb.core.hexes import axial, name

    def turned(place: str) -> str:
        q, r = axial(place)
        return name(mid[0] - q, mid[1] - r)

    qs, rs = zip(*(axial(p) for p in board.places), strict=True)
    mid = (min(qs) + max(qs), min(rs) + max(rs))
    assert {turned(p) for p in board.places} == set(board.places)
    for place in board.places:
        assert board.terrain[turned(place)] == board.terrain[place]
    for place, icon in board.icon.items():
        other = board.icon[turned(place)]
        assert (other.team, other.kind) == (1 - icon.team, icon.kind)


def test_source_conflicts_name_their_rulings() -> None:
    for row in rows("source_conflicts"):
        assert str(row["ruling"]) in RULEBOOK


def test_every_table_is_worked_out_again() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    here = set(TABLES) - {"options"}  # the options are compared in test_rules.py
    missing = [t for t in here if f'rows("{t}")' not in text and not t.startswith(("board_", "spawn_"))]
    assert missing == []
