"""The tables of the rulebook, recomputed by the code."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction as F
from itertools import combinations, permutations, product
from typing import Any

import msgspec
import pytest

from atlantis_nb.games.league import odds, simulate
from atlantis_nb.games.league.board import DIAGONAL, NEAR, SLOTS, ZONE, read, write
from atlantis_nb.games.league.explorers import explorers
from atlantis_nb.games.league.fixer import Fixer
from atlantis_nb.games.league.roster import AT_ONCE, EFFECTS, THIS_TURN, roster
from atlantis_nb.games.league.scoring import PENTA_POINTS, team_points
from atlantis_nb.games.league.state import LIMIT, PICKS, PURSE, ROUNDS, SUPPLY

from .kit import FULL, GAME, Options, card, do, fresh, position

DATA = roster("teaching")
BOOK = GAME.rulebook


def rows(table: str) -> list[dict[str, Any]]:
    return BOOK.tables[table].dicts()


def test_notation() -> None:
    arena, tokens = read(f"[{FULL}]", DATA.codes)
    assert write(arena, tokens) == FULL
    assert (arena[SLOTS.index("b3")], arena[SLOTS.index("c2")]) == ("H3", "")
    for wrong, words in (
        ("R1 R1 .. .. / .. .. .. .. / .. .. .. .. / .. .. .. ..", "Slot b1: mech R1 stands in a1 already"),
        ("X1 .. .. .. / .. .. .. .. / .. .. .. .. / .. .. .. ..", "Slot a1: there is no mech 'X1'"),
        ("R1 .. ..", "four rows of four entries"),
    ):
        with pytest.raises(ValueError, match=words):
            read(wrong, DATA.codes)
    assert all(str(a).startswith("Slide ") for a in GAME.legal(position(FULL)))


@pytest.mark.rules("L-SET-01", "L-SET-02", "L-SET-03", "L-SET-11")
def test_components_and_setup_numbers() -> None:
    box = {r["component"]: r["count"] for r in rows("components")}
    assert box["Mech tile"] == len(DATA.codes)
    assert box["Scheme card"] == len(DATA.schemes)
    assert box["Betting card"] == GAME.players[1]
    assert box["Credit token"] == SUPPLY
    state, n = fresh(3), {r["what"]: r["number"] for r in rows("setup_numbers")}
    ring = [m for m, z in zip(state.arena, ZONE, strict=True) if z != "centre" and m]
    assert len(ring) == n["mechs dealt to the ring"]
    assert 15 - len(ring) == n["mechs dealt to the centre"]
    assert state.arena.count("") == n["empty slots at the start"]
    assert len(state.tokens) == n["credits on corner mechs"]
    assert len([s for s in state.display if s]) == n["schemes on display"]
    assert len(state.deck) == n["schemes in the deck after setup"]
    assert state.credits == [n["credits per player"]] * 3 == [PURSE] * 3
    assert n["mechs left that end the round (or fewer)"] == LIMIT
    assert n["rounds"] == ROUNDS
    assert n["quiet turns that end the round"] == Options().quiet_limit
    clocked = GAME.options(bet_seconds=n["betting time in seconds"])
    assert clocked.bet_seconds == 90
    bought = do(position(FULL, credits=(2, 0, 0)), "Buy scheme S1")
    assert 2 - bought.state.credits[0] == n["price of a scheme in credits"]
    cards = [card("R R R; R1 R2 R3 B1 B2")] * 3
    swapped = do(
        position(FULL, credits=(2, 0, 0), bets=cards, windows=True),
        "Pay the Fixer one credit",
        "Swap R1 for C1",
    )
    assert 2 - swapped.state.credits[0] == n["price of one Fixer swap in credits"]


@pytest.mark.rules("L-R-03", "L-SCH-07")
def test_slots() -> None:
    assert [r["slot"] for r in rows("slots")] == list(SLOTS)
    for i, row in enumerate(rows("slots")):
        assert row["zone"] == ZONE[i]
        assert row["slot"] == f"{row['column']}{row['row']}"
        assert sorted(row["adjacent"].split()) == sorted(SLOTS[j] for j in NEAR[i])
        assert sorted(row["diagonal"].split()) == sorted(SLOTS[j] for j in DIAGONAL[i])


@pytest.mark.rules("L-R-04", "L-R-05", "L-ATT-01", "L-R-02")
def test_teams_mechs_and_rivals() -> None:
    assert [(r["code"], r["name"]) for r in rows("teams")] == [(t.code, t.name) for t in DATA.teams]
    assert [r["wheel_position"] for r in rows("teams")] == list(range(5))
    assert [(r["code"], r["name"], r["team"], r["rival_1"], r["rival_2"]) for r in rows("mechs")] == [
        (m.code, m.name, m.team, *m.rivals) for m in DATA.mechs
    ]
    wheel = DATA.team_codes
    for i, team in enumerate(wheel):
        steps = [(1, 2), (1, 3), (2, 4)]
        for mech, (a, b) in zip(DATA.squad[team], steps, strict=True):
            assert DATA.mech[mech].rivals == (wheel[(i + a) % 5], wheel[(i + b) % 5])
    table = rows("rival_matrix")
    for row, mine in zip(table, DATA.matrix, strict=False):
        assert tuple(row[t] for t in wheel) == mine
        assert row["row_sum"] == sum(mine)
    assert [table[-1][t] for t in wheel] == [sum(column) for column in zip(*DATA.matrix, strict=True)]


@pytest.mark.rules("L-R-05", "L-R-39")
def test_rival_properties() -> None:
    said = {r["property"]: r["value"] for r in rows("rival_properties")}
    entries = [n for row in DATA.matrix for n in row]
    assert said["entries of the matrix"] == str(sum(entries))
    assert said["ordered pairs of different teams"] == str(len(entries) - 5)
    assert F(said["mean per ordered pair"]) == F(sum(entries), 20)
    assert Counter(entries) == {0: 5, 1: 10, 2: 10}
    assert {sum(row) for row in DATA.matrix} == {6}
    assert all(DATA.matrix[i][j] + DATA.matrix[j][i] == 3 for i, j in combinations(range(5), 2))
    for i in range(5):
        assert len({DATA.mech[m].rivals for m in DATA.squad[DATA.team_codes[i]]}) == 3
        turned = {frozenset(DATA.mech[m].rivals) for m in DATA.squad[DATA.team_codes[(i + 1) % 5]]}
        after = dict(zip(DATA.team_codes, DATA.team_codes[1:] + DATA.team_codes[:1], strict=True))
        assert {
            frozenset(after[r] for r in DATA.mech[m].rivals) for m in DATA.squad[DATA.team_codes[i]]
        } == turned
    pairs = list(combinations(DATA.codes, 2))
    hunted = [p for p in pairs if odds.hunts(DATA, *p)]
    mutual = [(a, b) for a, b in hunted if b in DATA.prey[a] and a in DATA.prey[b]]
    assert (len(hunted), len(pairs), len(mutual)) == (70, 105, 20)
    assert sum(DATA.team_of[a] == DATA.team_of[b] for a, b in pairs if (a, b) not in hunted) == 15
    assert said["mech pairs in which at least one hunts the other"] == "70 of 105"
    three = odds.peaceful_sets(DATA, 3)
    assert said["peaceful sets of three"] == f"{len(three)} of 455"
    assert sum(len({DATA.team_of[m] for m in s}) == 1 for s in three) == 5
    assert odds.peaceful_sets(DATA, 4) == []


@pytest.mark.rules("L-R-39", "L-R-05")
def test_balanced_structures_and_their_peaceful_sets() -> None:
    """All 768 arrangements with the balance of the teaching set; no four mechs are peaceful in any."""
    pairs = list(combinations(range(5), 2))
    tournaments = []
    for ways in product((0, 1), repeat=10):
        twice: list[list[int]] = [[] for _ in range(5)]
        for (a, b), way in zip(pairs, ways, strict=True):
            twice[a if way else b].append(b if way else a)
        if all(len(row) == 2 for row in twice):
            tournaments.append(twice)
    assert len(tournaments) == 24

    def splits(team: int, twice: list[int]) -> list[list[frozenset[int]]]:
        once = [t for t in range(5) if t != team and t not in twice]
        x, y = twice
        found = set()
        for order in permutations([x, x, y, y, *once]):
            three = frozenset(frozenset(order[k : k + 2]) for k in (0, 2, 4))
            if len(three) == 3 and all(len(p) == 2 for p in three):
                found.add(three)
        return [sorted(s, key=sorted) for s in found]

    count = 0
    for twice in tournaments:
        for rows_ in product(*(splits(t, twice[t]) for t in range(5))):
            count += 1
            mechs = [(team, rivals) for team, row in enumerate(rows_) for rivals in row]
            calm = [
                [
                    a != b and mechs[a][0] not in mechs[b][1] and mechs[b][0] not in mechs[a][1]
                    for b in range(15)
                ]
                for a in range(15)
            ]
            friends = [{b for b in range(a + 1, 15) if calm[a][b]} for a in range(15)]
            assert not any(
                friends[a] & friends[b] & friends[c]
                for a in range(15)
                for b in friends[a]
                for c in friends[a] & friends[b]
            )
    assert count == 768


def test_schemes() -> None:
    for row, scheme in zip(rows("schemes"), DATA.schemes, strict=True):
        assert (row["id"], row["name"], row["effect_key"]) == (scheme.id, scheme.name, scheme.effect)
        assert scheme.effect in (THIS_TURN if row["timing"] == "this turn" else AT_ONCE)
    assert {s.effect for s in DATA.schemes} == set(EFFECTS)


def test_points() -> None:
    assert [team_points(n) for n in (1, 2, 3, 4, 5)] == [5, 2, 1, 1, 1]
    assert [r["points_each"] for r in rows("team_bet_points")] == [team_points(n) for n in (1, 2, 3)]
    assert tuple(r["points"] for r in rows("pentafecta_points")) == PENTA_POINTS
    assert [r["chosen_mechs_left"] for r in rows("pentafecta_points")] == list(range(PICKS + 1))
    assert {r["category"] for r in rows("categories")} == {"Heroes", "Has-beens", "Brawlers"}


@pytest.mark.rules("L-TURN-02", "L-R-29", "L-FIX-03", "L-R-46")
def test_turn_steps_and_fixer_windows_come_in_the_order_of_the_tables() -> None:
    cards = [card("R R R; R1 R2 R3 B1 B2")] * 3
    state = position(FULL, seat=1, credits=(1, 1, 1), bets=cards, windows=True)
    seen: list[str] = []
    while state.turn == 1:
        task = state.agenda[-1]
        seen.append(f"{type(task).__name__} {task.player}")
        offers = GAME.legal(state)
        wanted = next((a for a in offers if str(a) == "Slide C1 c1>c2"), offers[0])
        state, _ = GAME.step(state, wanted)
    window = ["Fixer 1", "Fixer 2", "Fixer 0"]  # the active player first, then clockwise
    assert seen == [*window, "BuyScheme 1", "SlideMech 1", *window]
    assert isinstance(state.agenda[-1], Fixer)
    assert [r["window"] for r in rows("fixer_windows")] == ["turn_start", "before_ko"]
    assert [r["step"] for r in rows("turn_steps")] == [0, 1, 2, 3, 4]


def test_options_have_the_defaults_and_values_of_the_table() -> None:
    defaults = msgspec.to_builtins(Options())
    table = {r["option"]: r for r in rows("options")}
    assert {*defaults, "players"} == set(table)
    for name, value in defaults.items():
        said = table[name]["default"]
        assert str(value).lower() == said.partition(" ")[0], name
        others = [v.strip().split(" ")[0] for v in table[name]["other_values"].replace(",", ";").split(";")]
        for other in others:
            plain: Any = {"true": True, "false": False}.get(other, other)
            if name in ("bet_seconds", "quiet_limit"):
                plain = int(other) if other.isdigit() else 7
            if name != "data_set":
                assert getattr(GAME.options(**{name: plain}), name) == plain
    assert [int(n) for n in table["players"]["other_values"].split(",")] == [2, 4, 5]


def test_analysis_setups() -> None:
    assert {r["quantity"]: int(r["exact"]) for r in rows("analysis_setups")} == odds.setups()


def test_analysis_pentafecta() -> None:
    for row, p in zip(rows("analysis_pentafecta"), odds.hit_odds(), strict=True):
        assert p == F(row["probability"]) == F(row["survivor_sets"], 3003)
        assert f"{float(p):.6f}" == row["decimal"]
        assert row["points"] == PENTA_POINTS[row["hits"]]
    assert sum(h * p for h, p in enumerate(odds.hit_odds())) == F(5, 3)


def test_analysis_penta_value() -> None:
    for row in rows("analysis_penta_value"):
        values = [F(row["0 live picks"]), *(F(row[str(k)]) for k in range(1, 6))]
        assert values == [odds.penta_value(row["mechs_left"], k) for k in range(6)]
    with pytest.raises(ValueError, match="5 to 15 mechs"):
        odds.hit_odds(4, 0)


def test_analysis_survivor_teams() -> None:
    for row in rows("analysis_survivor_teams"):
        assert odds.teams_out()[row["teams_out"]] == row["survivor_sets"]
        assert F(row["survivor_sets"], 3003) == F(row["probability"])
    assert odds.heroes_ties() == {1: 1950, 2: 810, 5: 243}


def test_analysis_team_bets() -> None:
    for row in rows("analysis_team_bets"):
        mix = odds.even_mix(row["players"])
        assert mix["points_if_right"] == F(row["points_if_right"])
        assert mix["expected_points_mixed"] == F(row["expected_points_mixed"])
        assert f"{float(mix['expected_points_mixed']):.4f}" == row["decimal"]
        assert mix["table_total_mixed"] == F(row["table_total_mixed"])
        assert mix["expected_points_all_different"] == F(row["expected_points_all_different"])
        assert mix["pure_equilibria"] == row["pure_equilibria"]
        # It is an equilibrium: the solver finds it, and all teams are worth the same.
        shares, value = odds.equilibrium(row["players"], [0.2] * 5)
        assert shares == pytest.approx([0.2] * 5)
        assert value == pytest.approx(float(mix["expected_points_mixed"]))


def test_analysis_team_bets_skewed() -> None:
    for row in rows("analysis_team_bets_skewed"):
        mix, value = odds.equilibrium(row["players"], [0.30, 0.25, 0.20, 0.15, 0.10])
        assert [f"{q:.4f}" for q in mix] == [
            row[f"team {w}"] for w in ("0.30", "0.25", "0.20", "0.15", "0.10")
        ]
        assert f"{value:.4f}" == row["expected_points"]
    exact, _ = odds.equilibrium_two([F(k, 20) for k in (6, 5, 4, 3, 2)])
    assert odds.equilibrium(2, [0.3, 0.25, 0.2, 0.15, 0.1])[0] == pytest.approx([float(q) for q in exact])
    assert odds.equilibrium(1, [0.5, 0.2, 0.3]) == ((1.0, 0.0, 0.0), 2.5)
    with pytest.raises(ValueError, match="between 0 and 1"):
        odds.equilibrium(2, [0.0, 0.0])


@pytest.mark.rules("L-R-11", "L-R-12")
def test_slide_counts() -> None:
    counts = odds.slide_counts()
    for row in rows("slide_counts"):
        assert counts[row["mechs"]] == (row["fewest_legal_slides"], row["most_legal_slides"])
    # The engine counts the same slides.
    rng = random.Random(4)
    for _ in range(50):
        state = simulate.sample_positions(1, "11-9", rng)[0]
        pairs = sum(
            (state.arena[i] == "") != (state.arena[j] == "") for i in range(16) for j in NEAR[i] if i < j
        )
        assert len(GAME.legal(state)) == pairs


# ---------------------------------------------------------------- simulated tables


def near(found: simulate.Estimate, said: float, slack: float) -> bool:
    """Within three half-widths of the interval, plus what the table's own sampling may be off."""
    return abs(found.mean - said) <= 1.53 * (found.high - found.low) + slack


def test_analysis_random_play() -> None:
    for row in rows("analysis_random_play"):
        buy = row["schemes"] != "none bought"
        players = 2 if row["players"] == "any" else int(row["players"])
        tally = simulate.random_play(600, players, random.Random(11), buy)
        assert tally.n == 600
        mean = tally.length()
        assert near(mean, float(row["mean_turns"]), 0.05)
        sd = (mean.high - mean.mean) / 1.96 * tally.n**0.5
        assert sd == pytest.approx(float(row["sd"]), rel=0.15)
        assert abs(tally.quantile(0.95) - row["p95"]) <= 2
        quiet = simulate.estimate(tally.n, tally.quiet, tally.quiet)
        assert near(quiet, float(row["share_quiet_end"]), 0.006)
        out = simulate.estimate(tally.n, tally.none_out, tally.none_out)
        assert near(out, float(row["share_no_team_out"]), 0.01)


def test_analysis_start_zone() -> None:
    zones = simulate.by_zone(simulate.survival_by_slot(800, random.Random(2)))
    for row in rows("analysis_start_zone"):
        assert near(zones[row["start_zone"]], float(row["share_of_mechs_that_survive"]), 0.005)


def test_analysis_scheme_reach() -> None:
    ids = {"no scheme": ""} | {s.name.lower().replace(" ", "_"): s.id for s in DATA.schemes}
    places = {band: simulate.sample_positions(60, band, random.Random(8)) for band in simulate.BANDS}
    for row in rows("analysis_scheme_reach"):
        found = simulate.scheme_reach(places[row["mechs_left"]], ids[row["scheme"]])
        for column, estimate in found.items():
            said = float(row[column])
            assert near(estimate, said, 0.03 + 0.03 * said), (row["scheme"], column, str(estimate), said)


@pytest.mark.parametrize("explorer", explorers(), ids=lambda e: e.key)
def test_explorers_answer(explorer: Any) -> None:
    values = {c.key: c.default for c in explorer.controls}
    if explorer.slow:
        values |= {k: v for k, v in (("rounds", 200), ("positions", 10), ("games", 50)) if k in values}
    answer = explorer.run(**values)
    assert answer.words.endswith((".", ")"))
    assert answer.tables or answer.charts
    assert (explorer.run(**values).words) == answer.words
    for chart in answer.charts:
        assert chart.source
        assert chart.rows()
    for control in explorer.controls:
        if control.values:
            for value in control.values:
                assert explorer.run(**{**values, control.key: value}).words
        elif control.low is not None and not explorer.slow:
            for value in (control.low, control.high):
                assert explorer.run(**{**values, control.key: value}).words


@pytest.mark.rules("L-SCO-02", "L-SCO-04")
def test_the_worth_of_a_bet_by_players_is_that_of_the_rulebook() -> None:
    found = next(e for e in explorers() if e.key == "team_bets").run(players=3, a=30, b=25, c=20, d=15, e=10)
    mine = {t.key: t for t in found.tables}["players"].rows
    for row, even, skewed in zip(
        mine, rows("analysis_team_bets"), [None, *rows("analysis_team_bets_skewed")], strict=True
    ):
        assert row.cells[0] == even["players"]
        assert row.cells[2] == even["expected_points_mixed"]
        assert float(row.cells[3]) == pytest.approx(float(even["decimal"]), abs=1e-4)
        assert row.cells[5] == str(even["pure_equilibria"])
        if skewed is not None:
            assert row.cells[1] == skewed["expected_points"]
    alone = next(e for e in explorers() if e.key == "team_bets").run(players=1, a=30, b=25, c=20, d=15, e=10)
    assert alone.words.startswith("Alone, a right bet always pays 5")


@pytest.mark.rules("L-R-27", "L-R-28")
def test_each_rule_on_quiet_turns_says_what_stalling_gains() -> None:
    run = next(e for e in explorers() if e.key == "stalling").run
    table = {t.key: t for t in run(left=7, void=False).tables}["rules"]
    gain = {str(row.cells[0]).split(" (")[0]: row.cells[1] for row in table.rows}
    assert gain == {
        "quiet_rule = end": "+3.81", "quiet_penta = void": "-4.19", "quiet_rule = repetition": "+3.81",
        "quiet_rule = overtime": "+0.00", "quiet_limit = 0": "+0.00",
    }  # fmt: skip


def test_games_by_chance_agree_with_the_rulebook() -> None:
    """Of a fixed batch, nearly all numbers; the other way round, a wrong rulebook is noticed."""
    games = [simulate.random_games(120, n, random.Random(n)) for n in (2, 3, 4, 5)]
    assert [g.n for g in games] == [120] * 4
    assert all(sum(g.wins) == pytest.approx(120) and g.rounds.n == 360 for g in games)
    found = simulate.beside(games, simulate.random_play(300, 2, random.Random(9), buy=False))
    assert len(found) == 3 + 4 * 3 + 2 + 3 + 4 + 5
    assert sum(row.agrees for row in found) >= len(found) - 3
    table = simulate.beside_table(found)
    assert len(table.rows) == len(found)
    assert "fails by chance alone" in table.note
    wrong = [simulate.Beside(r.players, r.what, r.ours, r.ledger + 1, r.ledger_n, r.half) for r in found]
    assert not any(row.agrees for row in wrong if "turns" not in row.what)
    both = games[0] + games[0]
    assert (both.n, both.rounds.n, sum(both.wins)) == (240, 720, pytest.approx(240))


# ---------------------------------------------------------------- rollouts


def test_rollouts_add_up_and_say_what_they_are() -> None:
    state = simulate.new_round(3, random.Random(1))
    tally = simulate.rollouts(state, 200, random.Random(2)) + simulate.rollouts(state, 100, random.Random(3))
    assert tally.n == 300
    for seat in range(3):
        parts = [tally.value(seat, k).mean for k in ("heroes", "hasbeens", "brawlers", "penta")]
        assert sum(parts) == pytest.approx(tally.value(seat).mean)
    assert 4.5 < sum(tally.survival(m).mean for m in DATA.codes) < 5.5
    assert "simulated, n = 300" in str(tally.value(0))
    assert tally.winning("heroes", "R").low <= tally.winning("heroes", "R").mean
    again = simulate.rollouts(state, 200, random.Random(2))
    assert again == simulate.rollouts(state, 200, random.Random(2))
    scored = simulate.new_round(2, random.Random(1))
    simulate.play_round(scored, random.Random(1), simulate.wild())
    with pytest.raises(ValueError, match="nothing to play out"):
        simulate.rollouts(scored, 1, random.Random(1))


def test_bet_values_use_only_what_the_seat_knows() -> None:
    state = simulate.new_round(3, random.Random(5))
    other = state.copy()
    other.bets[1] = card("R R R; R1 R2 R3 B1 B2")
    mine = simulate.bet_values(state, 60, random.Random(1), seat=0)
    assert set(mine) == {0}
    assert mine == simulate.bet_values(other, 60, random.Random(1), seat=0)
    assert set(simulate.bet_values(state, 10, random.Random(1))) == {0, 1, 2}


def test_a_bot_may_choose_in_rollouts() -> None:
    state = simulate.new_round(2, random.Random(5))
    tally = simulate.rollouts(state, 5, random.Random(1), chooser=lambda game, seen, legal, rng: legal[0])
    assert tally.n == 5
