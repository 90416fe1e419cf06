"""Every table of the ledger, computed again by the code, and the closed forms against the game's own dice."""

from __future__ import annotations

import itertools
import re
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import msgspec
import pytest

from atlantis_nb.core import hexes
from atlantis_nb.core.odds import ahead
from atlantis_nb.games.sinking import GAME
from atlantis_nb.games.sinking.battle import NEEDS, Combat, needed
from atlantis_nb.games.sinking.buy import PRICE, fits
from atlantis_nb.games.sinking.expand import growth_price
from atlantis_nb.games.sinking.flood import Aim, FloodRoll
from atlantis_nb.games.sinking.move import Join, Move, MoveTurn
from atlantis_nb.games.sinking.odds import (
    Defence,
    at_least,
    attackers_needed,
    band,
    battle,
    clock,
    depth,
    flood_chances,
    floods_after,
    mean_floods,
    mean_lost_until_cleared,
    mean_rounds_to,
    moved,
    risk,
)
from atlantis_nb.games.sinking.options import Options
from atlantis_nb.games.sinking.rounds import PHASES
from atlantis_nb.games.sinking.scene import radius_of
from atlantis_nb.games.sinking.setup import EACH, deal
from atlantis_nb.games.sinking.state import (
    CITIES,
    CITIZENS,
    DIE_SQUARE,
    LARGE,
    NUMBERS,
    RADIUS,
    SETTLERS,
    SIZES,
    SMALL,
    VILLAGE,
    floods_on,
    reach,
    sea,
    square_name,
    square_read,
)

from .table import BLUE, RED, Table

BASIC = Options()
TABLES = GAME.rulebook.tables


def rows(table: str) -> list[dict[str, Any]]:
    return TABLES[table].dicts()


def fraction(text: str) -> F:
    return F(text)


# ------------------------------------------------------------------ the flood clock


def test_flood_track() -> None:
    found = rows("flood_track")
    assert len(found) == 21
    for row in found:
        k = row["square"]
        ways = [floods_on(BASIC, k, roll) for roll in range(1, 7)]
        assert row["numbers"] == ("d6" if k == DIE_SQUARE else square_name(k))
        assert F(sum(ways), 6) == fraction(row["mean_floods"])
        assert F(sum(n > 0 for n in ways), 6) == fraction(row["chance_of_any_flood"])
        if k < DIE_SQUARE:
            assert sum(NUMBERS[k]) == row["sum"] == k
            assert len(NUMBERS[k]) == row["how_many_numbers"]


def test_floods_by_roll() -> None:
    for row in rows("floods_by_roll"):
        for roll in range(1, 7):
            assert floods_on(BASIC, row["square_read"], roll) == row[f"roll_{roll}"]


def test_flood_distribution() -> None:
    for row in rows("flood_distribution"):
        chances = flood_chances(BASIC, row["marker_on_square"])
        assert [fraction(row[f"p{n}"]) for n in range(7)] == list(chances)
        mean = sum((n * p for n, p in enumerate(chances)), F(0))
        assert mean == fraction(row["mean"])
        assert sum((n * n * p for n, p in enumerate(chances)), F(0)) - mean**2 == fraction(row["variance"])


def test_flood_start() -> None:
    for row in rows("flood_start"):
        table = Table(row["players"])
        assert table.state.marker == row["start_square"]
        read = square_read(BASIC, table.state.marker)
        assert (read, square_name(read)) == (row["read_square"], row["read_numbers"])
        assert square_name(table.state.marker) == row["start_numbers"]
        assert flood_chances(BASIC, table.state.marker)[0] == fraction(row["chance_of_no_flood"])
        assert mean_floods(BASIC, table.state.marker, 1) == fraction(row["mean_floods"])


@pytest.mark.parametrize("step", ["per_flood", "per_phase"])
def test_mean_rounds_to_flood(step: str) -> None:
    options = GAME.options(flood_step=step)
    for row in rows(f"mean_rounds_to_flood_{step}"):
        for k in range(1, 13):
            assert float(mean_rounds_to(options, row["players"], k)) == pytest.approx(
                row[f"flood_{k}"], abs=6e-4
            )


def test_floods_after_rounds() -> None:
    fewest = {row["players"]: row["fewest_floods_to_sink_mountain"] for row in rows("floods_to_mountain")}
    for row in rows("floods_after_rounds"):
        n, k = row["players"], row["rounds"]
        assert float(mean_floods(BASIC, n, k)) == pytest.approx(row["mean_floods_so_far"], abs=6e-5)
        assert float(floods_after(BASIC, n, k)[0]) == pytest.approx(row["chance_of_none_yet"], abs=6e-5)
        gone = float(at_least(BASIC, n, k, fewest[n]))
        assert gone == pytest.approx(row["chance_that_mountain_could_be_gone"], abs=6e-5)
        if k <= 3:
            assert mean_floods(BASIC, n, k) == (n - 1) * (F(7, 6) ** k - 1)


def test_the_flood_clock_is_the_games_own() -> None:
    """For every marker and every switch the closed form equals the game's own roll."""
    for read, end, step in itertools.product(
        ("left", "own"), ("end_space", "stop_on_last", "six_numbers"), ("per_flood", "per_phase")
    ):
        options = GAME.options(flood_read=read, end_of_track=end, flood_step=step)
        for marker in range(2, 22):
            table = Table(5, flood_read=read, end_of_track=end, flood_step=step).put(RED, settler=["0,-1"])
            table.state.marker = marker
            table.start(FloodRoll())
            ways = [F(0)] * 7
            for action, _ in table.task.outcomes(table.state):
                other = table.copy()
                GAME.advance(other.state, action, other.story)
                floods = other.events("flood_roll")[0].data["n"]
                ways[floods] += F(1, 6)
                if marker in (9, 20, 21) and floods < 5:
                    other.passing()
                    if other.state.result is None:
                        assert other.state.marker == moved(options, marker, floods)
            assert tuple(ways) == flood_chances(options, marker)


def test_band_and_clock_are_distributions() -> None:
    for k in (0, 1, 5, 9):
        assert sum(clock(BASIC, 4, k).values()) == 1
        assert sum(floods_after(BASIC, 4, k)) == 1
        low, high = band(BASIC, 4, k)
        assert sum(floods_after(BASIC, 4, k)[low : high + 1]) >= F(4, 5)
    assert band(BASIC, 4, 0) == (0, 0)


# ------------------------------------------------------------------ the map


def test_tiles_by_players() -> None:
    for row in rows("tiles_by_players"):
        n = row["players"]
        tiles = deal(n)
        assert len(EACH) == row["tiles_per_player"]
        assert len(tiles) == row["tiles_laid"] == 72 - row["tiles_left_in_box"]
        assert {tiles.count(k) for k in range(1, 7)} == {row["of_each_number"]}
        state = Table(n).state
        outer = radius_of(n)
        assert outer == row["outermost_ring"] == max(hexes.distance(p, "0,0") for p in state.land)
        assert sum(p in state.land for p in hexes.ring(outer)) == row["tiles_in_outermost_ring"]
        assert len(hexes.ring(outer)) == row["spaces_in_outermost_ring"]
        assert len(state.land) == row["land_tiles_with_mountain"]


WORDS = {1: "ones", 2: "twos", 3: "threes", 4: "fours", 5: "fives", 6: "sixes"}


def test_board_rings() -> None:
    for row in rows("board_rings"):
        land = Table(row["players"]).state.land
        ring = hexes.ring(row["ring"])
        numbers = [land[p] for p in ring if p in land]
        assert (len(ring), len(numbers)) == (row["spaces"], row["tiles"])
        assert {word: numbers.count(k) for k, word in WORDS.items()} == {w: row[w] for w in WORDS.values()}
        assert sum(numbers) == row["sum_of_numbers"]
        assert F(sum(numbers), len(numbers)) == fraction(row["mean_number"])


def test_spiral_layout() -> None:
    for row in rows("spiral_layout"):
        land = Table(row["players"]).state.land
        walk = [land[p] for p in hexes.ring(row["ring"]) if p in land]
        assert " ".join(map(str, walk)) == row["numbers_in_walk_order"]


def test_sea_tiles_at_start() -> None:
    for row in rows("sea_tiles_at_start"):
        state = Table(row["players"]).state
        assert len(sea(state)) == row["with_spiral"]
        assert row["fewest"] <= row["with_spiral"] <= row["most"]
        # the most: no two tiles of the outermost ring next to each other, corners first
        if row["players"] in (3, 5):
            assert row["fewest"] == row["most"] == row["with_spiral"]
    state = Table(6).state
    outer = hexes.ring(5)
    for place in outer:
        state.land.pop(place, None)
    spread = [p for i, p in enumerate(outer) if i % 5 in (0, 2)]
    state.land.update(dict.fromkeys(spread, 6))
    assert len(spread) == 12
    assert len(sea(state)) == 48


def test_floods_to_mountain() -> None:
    for row in rows("floods_to_mountain"):
        state = Table(row["players"]).state
        near = min(hexes.distance(p, "0,0") for p in sea(state))
        assert near == row["nearest_sea_ring_at_start"]
        assert depth(state)["0,0"] == row["fewest_floods_to_sink_mountain"]
        assert len(state.land) == row["upper_bound_on_floods"]


def test_risk_is_a_bound_that_falls_inland() -> None:
    state = Table(4).state
    bound = risk(state, 2)
    assert set(bound) == set(state.land)
    near = depth(state)
    for place, chance in bound.items():
        assert chance == at_least(BASIC, 4, 2, near[place])
    assert bound["0,0"] == at_least(BASIC, 4, 2, 4) < bound["3,0"]


def test_risk_in_a_flood_phase_counts_the_floods_that_are_rolled() -> None:
    table = Table(3).put(RED, settler=["0,-1"], soldier=["0,3"])
    table.state.marker = 12
    table.start(FloodRoll()).roll(4)
    bound, near = risk(table.state, 1), depth(table.state)
    assert {near[p] for p, c in bound.items() if c == 1} == {1, 2}
    assert {near[p] for p, c in bound.items() if c == 0} == {3, 4}
    assert risk(table.state, 2)["0,0"] == at_least(BASIC, 14, 1, 2)
    table.act(Aim("0,4"))
    assert risk(table.state, 1)["0,3"] == 1


# ------------------------------------------------------------------ prices and pieces


def test_phases() -> None:
    assert tuple(row["phase"] for row in rows("phases")) == PHASES[1:]


def test_prices() -> None:
    found = {row["item"]: row["price"] for row in rows("prices")}
    assert found["citizen (as soldier)"] == PRICE["soldier"]
    assert found["settler"] == PRICE["settler"]
    small, large = growth_price(BASIC, VILLAGE), growth_price(BASIC, SMALL)
    assert found["village to small city"] == small
    assert found["small city to large city"] == large
    assert found["small city from nothing (settler and growth)"] == PRICE["settler"] + small
    assert found["large city from nothing (settler and two growths)"] == PRICE["settler"] + small + large
    assert growth_price(GAME.options(large_city_price=10), SMALL) == 10


def test_purchase_limits() -> None:
    for row in rows("purchase_limits"):
        size = SIZES.index(row["settlement"])
        legal = [(a, b) for a in range(6) for b in range(4) if fits(size, a, b)]
        most = {VILLAGE: {(1, 0)}, SMALL: {(2, 0), (0, 1)}, LARGE: {(4, 0), (2, 1), (0, 2)}}[size]
        assert {m for m in legal if not any(o != m and o[0] >= m[0] and o[1] >= m[1] for o in legal)} == most
        assert max(2 * a + 5 * b for a, b in legal) == row["highest_cost"]


def test_settlements() -> None:
    for row in rows("settlements"):
        size = SIZES.index(row["settlement"])
        assert RADIUS[size] == row["control_radius"]
        assert len(reach("0,0", RADIUS[size])) == row["tiles_in_reach_of_control"]
        assert NEEDS[row["settlement"]] == int(row["attacker_wins_on"][0])
        assert row["points_as_kth_city"] == ("0", "k", "2k")[size]
        assert row["soldiers_after_flood"] == size
        price = PRICE["settler"] if size == VILLAGE else growth_price(BASIC, size - 1)
        assert price == row["price_to_get_here"]


def test_piece_limits() -> None:
    found = {row["piece"]: row for row in rows("piece_limits")}
    assert found["citizen"]["stock"] - found["citizen"]["on_score_board"] == CITIZENS
    assert found["citizen"]["after_start_placement_in_stock"] == CITIZENS - 3
    assert found["settler or village"]["most_on_map"] == SETTLERS
    assert found["city"]["most_on_map"] == CITIES


def test_destruction_points() -> None:
    small = large = 0
    for row in rows("destruction_points"):
        k = row["k"]
        small, large = small + k * SMALL, large + k * LARGE
        assert (row["small_city"], row["large_city"]) == (k * SMALL, k * LARGE)
        assert (row["all_small_total_so_far"], row["all_large_total_so_far"]) == (small, large)


def test_payback() -> None:
    for row in rows("payback"):
        n = row["tile_number"]
        assert row["productions_to_repay_worker"] == -(-PRICE["soldier"] // n)
        assert row["productions_to_repay_village"] == -(-PRICE["settler"] // n)
        whole = PRICE["settler"] + growth_price(BASIC, VILLAGE)
        assert row["productions_to_repay_small_city_from_nothing"] == -(-whole // n)


def test_earliest_rounds() -> None:
    """Played out in S-EX-36; here the sums."""
    found = {row["goal"]: row for row in rows("earliest_rounds")}
    growth = growth_price(BASIC, VILLAGE) + growth_price(BASIC, SMALL)
    assert found["worker"]["spent"] == PRICE["soldier"]
    assert found["village to large city"]["spent"] == PRICE["settler"] + growth
    assert found["refugee settler of a flood in round t"]["spent"] == growth


def test_options() -> None:
    found = {row["option"]: row for row in rows("options")}
    fields = {f.name: f for f in msgspec.structs.fields(Options)}
    assert set(found) == set(fields)
    for name, row in found.items():
        default = fields[name].default
        said = str(default).lower() if isinstance(default, bool) else str(default)
        assert row["default"] == said


# ------------------------------------------------------------------ battles


def test_combat_odds() -> None:
    for row in rows("combat_odds"):
        piece = row["defender"]
        assert NEEDS[piece] == int(row["attacker_wins_on"][0])
        for minus, column in ((0, "chance"), (1, "chance_with_minus_1"), (2, "chance_with_minus_2")):
            assert F(7 - needed(piece, minus), 6) == fraction(row[column])


WINS: dict[str, tuple[str, Any]] = {
    "win_vs_soldiers": ("soldiers", lambda m: Defence(m)),
    "win_vs_small_city": ("soldiers_in_city", lambda m: Defence(m, town="small city")),
    "win_vs_large_city": ("soldiers_in_city", lambda m: Defence(m, town="large city")),
    "win_vs_village": ("soldiers_in_village", lambda m: Defence(m, town="village")),
    "win_vs_worker": ("soldiers_with_worker", lambda m: Defence(m, worker=True)),
    "win_vs_settlers": ("settlers", lambda m: Defence(settlers=m)),
    "win_vs_small_city_siege": ("soldiers_inside", lambda m: Defence(m, town="small city", inside=True)),
    "win_vs_large_city_siege": ("soldiers_inside", lambda m: Defence(m, town="large city", inside=True)),
    "win_vs_soldiers_on_mountain": ("soldiers", lambda m: Defence(m, mountain=True)),
    "win_vs_small_city_on_mountain": (
        "soldiers_in_city",
        lambda m: Defence(m, town="small city", mountain=True),
    ),
    "win_vs_large_city_on_mountain": (
        "soldiers_in_city",
        lambda m: Defence(m, town="large city", mountain=True),
    ),
    "win_vs_village_on_mountain": (
        "soldiers_in_village",
        lambda m: Defence(m, town="village", mountain=True),
    ),
}


@pytest.mark.parametrize("table", WINS)
def test_win(table: str) -> None:
    column, defence = WINS[table]
    for row in rows(table):
        for n in range(1, 9):
            assert battle(n, defence(row[column]).needs()).win == fraction(row[f"attackers_{n}"])


def test_mean_attackers_left_vs_soldiers() -> None:
    for row in rows("mean_attackers_left_vs_soldiers"):
        for n in range(1, 9):
            assert battle(n, Defence(row["soldiers"]).needs()).mean_left == fraction(row[f"attackers_{n}"])


def test_siege_and_mountain_together_are_the_mountain_alone() -> None:
    """S-R-62, note of table win_vs_small_city_on_mountain."""
    for m in range(4):
        both = Defence(m, town="small city", inside=True, mountain=True)
        assert both.needs() == Defence(m, town="small city", mountain=True).needs()


def defence_of_words(words: str) -> Defence:
    soldiers, town = 0, ""
    for part in words.split(" and "):
        if "soldier" in part:
            soldiers = int(part.split()[0])
        else:
            town = part
    return Defence(soldiers, town=town)


def test_attackers_needed() -> None:
    for row in rows("attackers_needed"):
        needs = defence_of_words(row["defence"]).needs()
        for percent in (50, 75, 90):
            assert attackers_needed(needs, F(percent, 100)) == row[f"for_{percent}_percent"]
        lost = mean_lost_until_cleared(needs)
        assert lost == fraction(row["mean_soldiers_lost_until_cleared"])
        assert lost * PRICE["soldier"] == fraction(row["mean_resources_lost"])


@pytest.mark.parametrize("attackers", [1, 2, 3, 5])
@pytest.mark.parametrize(
    "defence",
    [
        {"soldier": 1},
        {"soldier": 3},
        {"worker": 1, "settler": 2},
        {"soldier": 2, "worker": 1},
        {"village": 1, "settler": 1},
        {"small": 1, "soldier": 2},
        {"large": 1, "soldier": 1},
    ],
)
@pytest.mark.parametrize("mountain", [False, True])
def test_battles_are_the_games_own(attackers: int, defence: dict[str, int], mountain: bool) -> None:
    """The distribution of attackers left equals the expansion of the game's own Chance tasks."""
    tile = "0,0" if mountain else "1,1"
    start = "0,1"
    table = Table(3, fight_commit="declare_all", mountain_defence=mountain)
    table.put(RED, soldier=[start] * attackers).put(BLUE, **{k: [tile] * n for k, n in defence.items()})
    table.start(MoveTurn(RED)).act(Move(RED, "soldier", start, tile))
    while table.actor == RED and Join(RED, start) in table.legal:
        table.act(Join(RED, start))
    if not isinstance(table.task, Combat):
        table.default()
    found = ahead(GAME, table.state).by(
        lambda s: (
            s.soldiers.get(tile, (0,))[RED]
            + (s.soldiers.get(start, (0,))[RED] if s.soldiers.get(tile, (0,))[RED] else 0)
        )
    )
    town = next(
        (
            w
            for k, w in (("small", "small city"), ("large", "large city"), ("village", "village"))
            if k in defence
        ),
        "",
    )
    closed = battle(
        attackers,
        Defence(
            defence.get("soldier", 0),
            "worker" in defence,
            defence.get("settler", 0),
            town,
            mountain=mountain,
        ).needs(),
    )
    assert found.get(0, F(0)) == 1 - closed.win
    assert {a: p for a, p in found.items() if a} == closed.left


def test_attackers_needed_for_the_strongest_defence() -> None:
    needs = Defence(16, True, 6, "large city", inside=True, mountain=True).needs()
    n = attackers_needed(needs, F(9, 10))
    assert battle(n, needs).win >= F(9, 10) > battle(n - 1, needs).win
    assert n > 60
    with pytest.raises(ValueError, match="certain"):
        attackers_needed(needs, F(1))


def test_every_table_is_checked() -> None:
    """Each table of the ledger is read by a test above."""
    text = Path(__file__).read_text(encoding="utf-8")
    read = set(re.findall(r'rows\("(\w+)"\)', text)) | set(WINS)
    read |= {f"mean_rounds_to_flood_{step}" for step in ("per_flood", "per_phase")}
    assert read == set(TABLES)
