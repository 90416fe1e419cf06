"""The simulation lab: the same tables everywhere, metrics by hand, verdicts that can be trusted."""

from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction
from typing import Any

import joblib
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlantis_nb import lab
from atlantis_nb.core.bots import restrict
from atlantis_nb.core.game import Action
from atlantis_nb.core.match import Match
from atlantis_nb.lab import intervals, metrics, play, versus
from atlantis_nb.lab.batch import Batch

from .conftest import REPOSITORY
from .toy import GAME, Strike

QUIET = {"progress": False}


@pytest.fixture(scope="module")
def games() -> pd.DataFrame:
    return lab.simulate(GAME, ["greedy(30)", "random"], n=60, seed=5, jobs=1, **QUIET)


@pytest.fixture(scope="module")
def batch() -> Batch:
    return lab.course(GAME, "greedy(30)", n=60, jobs=1, **QUIET)


# ------------------------------------------------------------------ simulate


def test_every_row_says_what_it_is_about(games: pd.DataFrame) -> None:
    assert len(games) == 60
    assert list(games["seed"]) == list(range(5, 65))
    for column, value in {
        "game": "toy", "players": 2, "bot_0": "greedy(30)", "bot_1": "random", "sides": "0|1",
        "options": '{"bidding":true,"rounds":3}', "rules_version": GAME.rulebook.version, "version": "0.1.0",
        "cap": 500,
    }.items():  # fmt: skip
        assert set(games[column]) == {value}
    assert games["over"].all()
    assert np.allclose(games["share_0"] + games["share_1"], 1)
    assert {"rounds", "turns", "decisions", "margin", "end points Red"} <= set(games.columns)


@pytest.mark.parametrize("bots", ["random", ["greedy(30)", "random"], ["mcts(8)", "greedy(30)"]])
@pytest.mark.parametrize("seed", [0, 1])
def test_a_row_is_the_game_that_a_match_plays(bots: Any, seed: int) -> None:
    row, course = play.play(play.setting(GAME, bots, {"rounds": 2}, follow="round"), seed)
    match = Match(**{**lab.replay_of(row), "game": GAME}).run(bots)
    assert match.result is not None
    assert row["actions"] == match.node.ply
    assert (row["score_0"], row["score_1"]) == match.result.scores
    assert row["winners"] == ",".join(map(str, match.result.winners))
    decisions = [n for n in match.line()[:-1] if GAME.actor(n.state) >= 0]
    assert row["decisions"] == len(decisions)
    assert row["branching_max"] == max(len(GAME.legal(n.state)) for n in decisions)
    assert row["turns"] == len(list(dict.fromkeys(match.clock_at(n).turn for n in decisions)))
    assert course[0]["x_0"] == pytest.approx(GAME.evaluate(decisions[0].state, 0))
    assert [line["round"] for line in course[:-1]] == [1, 2]


def test_same_table_for_any_number_of_workers(games: pd.DataFrame) -> None:
    for jobs in (2, None):
        again = lab.simulate(GAME, ["greedy(30)", "random"], n=60, seed=5, jobs=jobs, **QUIET)
        pd.testing.assert_frame_equal(games, again)


def test_same_table_under_other_hash_seeds(games: pd.DataFrame) -> None:
    code = (
        "from tests.toy import GAME; from atlantis_nb import lab;"
        "print(lab.simulate(GAME, ['greedy(30)', 'random'], n=60, seed=5, jobs=1, progress=False).to_csv(), end='')"
    )
    for seed in ("1", "77"):
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=REPOSITORY, env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert done.stdout == games.to_csv()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Port 8787 is already in use")
def test_same_table_on_a_dask_cluster(games: pd.DataFrame) -> None:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
        joblib.parallel_config(backend="dask"),
    ):
        again = lab.simulate(GAME, ["greedy(30)", "random"], n=60, seed=5, jobs=-1, **QUIET)
        busy = client.run(lambda dask_worker: dask_worker.state.executed_count)
    pd.testing.assert_frame_equal(games, again)
    assert sum(busy.values()) > 0, "the workers of the cluster played nothing"


def test_stopped_it_keeps_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    original = play.play
    played: list[int] = []

    def interrupted(one: play.Setting, seed: int, swap: int = 0) -> Any:
        if len(played) == 7:
            raise KeyboardInterrupt
        played.append(seed)
        return original(one, seed, swap)

    monkeypatch.setattr("atlantis_nb.lab.batch.play", interrupted)
    got = lab.course(GAME, "random", n=20, jobs=1, **QUIET)
    assert got.stopped
    assert list(got.games["seed"]) == list(range(7))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"n": 0}, "n, the number of games, is a whole number from 1, not 0."),
        ({"seed": "x"}, "The seed is a whole number"),
        ({"players": 7}, "Isles is for 2 to 3 players, not 7."),
        ({"bots": ["random", None]}, "Every seat needs a bot"),
        ({"bots": "grumpy"}, "There is no bot 'grumpy'"),
        ({"bots": ["random"] * 3, "players": 2}, "There are 2 seats, and 3 bots were given"),
        ({"options": {"siege": True}}, "Isles has no option 'siege'"),
        ({"options": 3}, "These are not options of Isles"),
    ],
)
def test_what_does_not_fit_is_said(words: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match="^" + sentence):
        lab.simulate(GAME, **{"bots": "random", "n": 2, **words}, **QUIET)


def test_a_game_past_its_bound_is_not_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAME, "bound", 10)
    (row,) = lab.simulate(GAME, "random", n=1, jobs=1, **QUIET).to_dict("records")
    assert (row["over"], row["winners"], row["actions"], row["cap"]) == (False, "", 10, 10)
    assert row["share_0"] is None or np.isnan(row["share_0"])


# ------------------------------------------------------------------ intervals


def test_wilson_by_hand() -> None:
    """10 of 40: centre and half-width worked out from the formula with z = 1.96."""
    z = Fraction(196, 100)
    p, n = Fraction(1, 4), 40
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = float(z) * float(p * (1 - p) / n + z * z / (4 * n * n)) ** 0.5 / float(1 + z * z / n)
    found = lab.wilson(10, 40)
    assert found.value == 0.25
    assert found.low == pytest.approx(float(centre) - half, abs=1e-5)
    assert found.high == pytest.approx(float(centre) + half, abs=1e-5)


@pytest.mark.parametrize(("n", "half"), [(385, 0.05), (2401, 0.02), (9604, 0.01)])
def test_how_many_games_a_rate_needs(n: int, half: float) -> None:
    found = lab.wilson(n / 2, n)
    assert (found.high - found.low) / 2 == pytest.approx(half, rel=0.01)


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_stays_between_0_and_1_and_holds_the_rate(counts: tuple[int, int]) -> None:
    won, n = counts
    found = lab.wilson(won, n)
    assert 0 <= found.low <= won / n <= found.high <= 1
    mirror = lab.wilson(n - won, n)
    assert mirror.low == pytest.approx(1 - found.high)


def test_an_estimate_reads_with_n_and_interval() -> None:
    assert str(lab.wilson(10, 40)) == "0.25 (0.142 to 0.402, n = 40)"
    assert str(lab.wilson(0, 0)) == "not defined (n = 0)"
    with pytest.raises(ValueError, match="5 out of 4 is no rate"):
        lab.wilson(5, 4)


def test_bootstrap_covers_the_truth_about_as_often_as_it_says() -> None:
    rng = np.random.default_rng(4)
    hits = 0
    for i in range(60):
        e = intervals.bootstrap(rng.normal(3, 1, (50, 1)), lambda r: float(r.mean()), seed=i)
        hits += e.low <= 3 <= e.high
    assert 51 <= hits <= 60  # 95 % of 60 is 57; fewer than 51 has a chance below 1 %


def test_pairing_narrows_the_difference() -> None:
    rng = np.random.default_rng(2)
    a = rng.normal(0, 10, (80, 1))
    b = a + rng.normal(1, 0.1, (80, 1))
    paired, p = intervals.bootstrap_difference(a, b, lambda r: float(r.mean()))
    assert paired.low > 0.9
    assert paired.high < 1.1
    assert p < 0.01
    with pytest.raises(ValueError, match="as many rows on both sides"):
        intervals.bootstrap_difference(a, b[:3], lambda r: float(r.mean()))


def test_holm_by_hand() -> None:
    assert intervals.holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    corrected = intervals.holm([float("nan"), 0.02])
    assert np.isnan(corrected[0])
    assert corrected[1] == pytest.approx(0.02)


# ------------------------------------------------------------------ metrics on games made by hand


def made(courses: list[list[tuple[float, ...]]], shares: list[tuple[float, ...]], sides: str = "") -> Batch:
    """A batch of games of which only the course of x and the final shares are known."""
    seats = len(shares[0])
    games = pd.DataFrame(
        {
            "variant": "",
            "seed": range(len(shares)),
            "swap": 0,
            "over": True,
            "sides": sides or "|".join(map(str, range(seats))),
            **{f"share_{s}": [u[s] for u in shares] for s in range(seats)},
        }
    )
    lines = [
        {
            "variant": "",
            "seed": g,
            "swap": 0,
            "at": t / (len(course) - 1),
            **{f"x_{s}": x[s] for s in range(seats)},
        }
        for g, course in enumerate(courses)
        for t, x in enumerate(course)
    ]
    return Batch(games, pd.DataFrame(lines))


SWING = [(0.5, 0.5), (0.7, 0.3), (0.4, 0.6), (0.2, 0.8), (1.0, 0.0)]
"""Red leads, falls far behind, and wins."""
STEADY = [(0.5, 0.5), (0.6, 0.4), (0.7, 0.3), (0.8, 0.2), (1.0, 0.0)]


@pytest.mark.parametrize(
    ("name", "swing", "steady"),
    [
        ("lead_changes", 2, 0),
        ("drama", (0 + 0.2 + 0.6 + 0) / 4, 0),
        ("comeback", 1 / 0.2, 1 / 0.6),
        ("trailing_at_half", 1, 0),
        ("decisiveness", 4 / 4, 1 / 4),
        ("excitement", 0.2 + 0.3 + 0.2 + 0.8, 0.1 + 0.1 + 0.1 + 0.2),
    ],
)
def test_drama_by_hand(name: str, swing: float, steady: float) -> None:
    assert made([SWING], [(1, 0)]).metric(name).value == pytest.approx(swing)
    assert made([STEADY], [(1, 0)]).metric(name).value == pytest.approx(steady)
    both = made([SWING, STEADY], [(1, 0), (1, 0)]).metric(name)
    assert both.value == pytest.approx((swing + steady) / 2)
    assert both.n == 2


def test_uncertainty_is_1_when_nothing_is_known_and_0_when_all_is() -> None:
    assert made([[(0.5, 0.5)] * 3], [(0.5, 0.5)]).metric("uncertainty").value == pytest.approx(1)
    assert made([[(0.5, 0.5), (1, 0), (1, 0)]], [(1, 0)]).metric("uncertainty").value == pytest.approx(0)


def test_lead_conversion_by_hand() -> None:
    """Three games, the leader at half time wins one; a fourth is level then and drops out."""
    level = [(0.5, 0.5), (0.5, 0.5), (0.51, 0.49), (0.5, 0.5), (1.0, 0.0)]
    batch = made([SWING, STEADY, SWING, level], [(1, 0)] * 4)
    table = lab.lead_conversion(batch)
    assert table.loc[0.5, "n"] == 3
    assert table.loc[0.5, "wins"] == pytest.approx(1 / 3)
    assert set(table["chance"]) == {0.5}
    assert table.loc[0.9, "n"] == 3


def test_runaway_is_1_when_the_leader_always_wins_and_falls_below_0_when_never() -> None:
    always = [(0.6, 0.4), (0.7, 0.3), (1.0, 0.0)]
    never = [(0.4, 0.6), (0.3, 0.7), (1.0, 0.0)]
    assert made([always] * 3, [(1, 0)] * 3).metric("runaway").value == pytest.approx(1)
    assert made([never] * 3, [(1, 0)] * 3).metric("runaway").value == pytest.approx(-1)


@given(st.floats(-0.4, 0.4), st.integers(3, 8))
def test_feedback_finds_the_slope_that_was_put_in(beta: float, length: int) -> None:
    course, margin = [], 0.1
    for _ in range(length):
        course.append(((1 + margin) / 2, (1 - margin) / 2))
        margin *= 1 + beta
    found = made([[*course, (1.0, 0.0)]], [(1, 0)]).metric("feedback").value
    assert found == pytest.approx(beta, abs=1e-6)


def test_teams_are_measured_as_sides() -> None:
    """Four seats in two teams: team 0,2 wins every game, and is level with itself."""
    course = [(0.25,) * 4, (0.3, 0.2, 0.3, 0.2), (0.5, 0.0, 0.5, 0.0)]
    batch = made([course] * 4, [(0.5, 0.0, 0.5, 0.0)] * 4, sides="0,2|1,3")
    assert batch.metric("first_seat").value == pytest.approx(0.5)
    assert batch.metric("balance").value == pytest.approx(0)
    assert batch.metric("decided").value == 1
    assert batch.metric("runaway").value == pytest.approx(1)
    assert set(lab.lead_conversion(batch)["chance"]) == {0.5}


def test_shared_wins_and_seats_by_hand() -> None:
    batch = made([STEADY] * 4, [(1, 0), (1, 0), (0.5, 0.5), (0, 1)])
    assert batch.metric("decided").value == 0.75
    assert batch.metric("first_seat").value == pytest.approx(2.5 / 4 - 0.5)
    assert batch.metric("balance").value == pytest.approx(1 - 1 / 4)
    seats = lab.shares(batch.games, by="seat")
    assert list(seats["share"]) == pytest.approx([0.625, 0.375])


def test_what_is_not_defined_is_left_out_not_counted_as_0() -> None:
    nan = float("nan")
    batch = made([STEADY, SWING], [(1, 0), (nan, nan)])
    assert batch.metric("drama").n == 1
    assert batch.metric("first_seat").n == 1
    assert batch.metric("decided").n == 2
    assert batch.metric("decided").value == 0.5


def test_summary_has_every_metric_with_n_interval_and_definition(batch: Batch) -> None:
    table = batch.summary()
    assert list(table.index) == list(lab.METRICS)
    assert (table["n"] > 0).all()
    known = table.dropna(subset=["value"])
    assert (known["low"] <= known["value"] + 1e-9).all()
    assert (known["value"] <= known["high"] + 1e-9).all()
    assert table["definition"].str.len().min() > 20
    plain = Batch(batch.games, pd.DataFrame()).summary()
    assert "runaway" not in plain.index


def test_metrics_agree_with_the_table(batch: Batch) -> None:
    games = batch.games
    assert batch.metric("rounds").value == games["rounds"].median()
    assert batch.metric("branching").value == pytest.approx(games["branching"].mean())
    assert batch.metric("agency").value == pytest.approx((games["choices"] / games["decisions"]).mean())
    assert batch.metric("completion").method == "Wilson"


def test_wrong_names_are_said(batch: Batch) -> None:
    with pytest.raises(ValueError, match="There is no metric 'fun'. Metrics are: completion"):
        batch.metric("fun")
    with pytest.raises(ValueError, match=r"drama needs the course of the games: play them with lab.course"):
        Batch(batch.games, pd.DataFrame()).metric("drama")
    with pytest.raises(AttributeError, match="it has: simulate"):
        _ = lab.no_such_thing


def test_lengths_are_quantiles_with_a_band(batch: Batch) -> None:
    table = lab.lengths(batch.games, "decisions", band=(0, 1000))
    assert table.loc["50% of games are over by", "value"] == batch.games["decisions"].median()
    assert table.loc["share from 0 to 1000", "value"] == 1
    assert table["value"].iloc[:5].is_monotonic_increasing


# ------------------------------------------------------------------ compare


def test_the_same_rules_twice_cannot_be_told_apart() -> None:
    got = lab.compare(GAME, {"one": {}, "two": {}}, "greedy(20)", n=25, jobs=1, **QUIET)
    assert set(got.table["verdict"]) == {"cannot tell"}
    assert (got.table["difference"].dropna() == 0).all()


def test_a_real_change_is_found_with_its_direction() -> None:
    got = lab.compare(
        GAME, {"short": {"rounds": 2}, "long": {"rounds": 6}}, "greedy(20)", n=25, jobs=1,
        metrics=["rounds", "decisions", "completion"], **QUIET,
    )  # fmt: skip
    assert got.verdict("rounds") == "more"
    assert got.verdict("decisions") == "more"
    assert got.verdict("completion") == "cannot tell"
    assert got.table.loc[("long", "rounds"), "difference"] == 4
    assert "greedy(20)" in got.note
    assert "25 seeds" in got.note


@pytest.mark.parametrize(
    ("goal", "word"),
    [("more", "better"), ("less", "worse"), (6, "better"), (2, "worse"), (4.0, "cannot tell")],
)
def test_goals_decide_what_is_better(goal: Any, word: str) -> None:
    got = lab.compare(
        GAME, {"short": {"rounds": 2}, "long": {"rounds": 6}}, "random", n=12, jobs=1,
        metrics=["rounds"], goals={"rounds": goal}, **QUIET,
    )  # fmt: skip
    assert got.verdict("rounds") == word


def test_a_metric_of_ones_own() -> None:
    twice = lab.per_game("twice the rounds", lambda games: 2 * games["rounds"])
    got = lab.compare(
        GAME, {"short": {"rounds": 2}, "long": {"rounds": 6}}, "random", n=8, jobs=1,
        metrics=["rounds", twice], goals={"twice the rounds": "less"}, **QUIET,
    )  # fmt: skip
    row = got.table.loc["long", "twice the rounds"]
    assert (
        row["difference"]
        == 2 * (got.batches["long"].games["rounds"] - got.batches["short"].games["rounds"]).mean()
    )
    assert row["verdict"] == "worse"
    with pytest.raises(ValueError, match="'one' must give one number a game, not"):
        lab.compare(
            GAME, {"a": {}, "b": {}}, "random", n=3, jobs=1, **QUIET,
            metrics=[lab.per_game("one", lambda games: games["rounds"].mean())],
        )  # fmt: skip


def test_different_bots_change_seats_on_every_seed() -> None:
    got = lab.compare(GAME, {"a": {}, "b": {"rounds": 4}}, ["greedy(20)", "random"], n=10, jobs=1, **QUIET)
    games = got.batches["a"].games
    assert len(games) == 20
    assert list(games.groupby("seed")["swap"].apply(list)) == [[0, 1]] * 10
    assert set(games.loc[games["swap"] == 1, "bot_0"]) == {"random"}
    assert ("b", "share of greedy(20)") in got.table.index


def test_verdict_needs_both_the_interval_and_the_corrected_p() -> None:
    sure = intervals.Estimate(1.0, 0.5, 1.5, 10, "")
    assert versus.verdict(sure, 0.01, 1) == "better"
    assert versus.verdict(sure, 0.01, -1) == "worse"
    assert versus.verdict(sure, 0.01, 0) == "more"
    assert versus.verdict(sure, 0.06, 1) == "cannot tell"
    assert versus.verdict(intervals.Estimate(1.0, 0.0, 1.5, 10, ""), 0.01, 1) == "cannot tell"
    nothing = intervals.Estimate(float("nan"), float("nan"), float("nan"), 0, "")
    assert versus.verdict(nothing, 0.01, 1) == "cannot tell"


def test_a_comparison_stopped_early_uses_whole_seeds_only(monkeypatch: pytest.MonkeyPatch) -> None:
    original = play.play
    count = [0]

    def interrupted(one: play.Setting, seed: int, swap: int = 0) -> Any:
        count[0] += 1
        if count[0] > 11:
            raise KeyboardInterrupt
        return original(one, seed, swap)

    monkeypatch.setattr("atlantis_nb.lab.batch.play", interrupted)
    got = lab.compare(GAME, {"a": {}, "b": {}}, "random", n=20, jobs=1, **QUIET)
    assert [len(b.games) for b in got.batches.values()] == [5, 5]
    assert "stopped early" in got.note


def test_comparison_shows_itself_as_escaped_html() -> None:
    got = lab.compare(GAME, {"<b>": {}, "two": {}}, "random", n=3, jobs=1, metrics=["rounds"], **QUIET)
    assert "&lt;b&gt;" in got._repr_html_()
    assert "<b>" not in got._repr_html_()
    assert "cannot tell" in repr(got)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"variants": {"a": {}}}, "A comparison needs two variants or more"),
        ({"goals": {"margin": "more"}}, "The goal 'margin' is not among the metrics"),
        ({"goals": {"rounds": "many"}}, 'A goal is "more", "less" or a number'),
        ({"metrics": ["fun"]}, "There is no metric 'fun'"),
    ],
)
def test_comparisons_that_do_not_fit(words: dict[str, Any], sentence: str) -> None:
    asked: dict[str, Any] = {"variants": {"a": {}, "b": {}}, "bots": "random", "n": 2, "metrics": ["rounds"]}
    with pytest.raises(ValueError, match=sentence):
        lab.compare(GAME, **{**asked, **words}, **QUIET)


# ------------------------------------------------------------------ ladder and restricted play


def test_ladder_with_seats_swapped() -> None:
    table = lab.ladder(GAME, ["random", "greedy(30)"], n=30, jobs=1, **QUIET)
    row = table.loc[("greedy(30)", "random")]
    assert row["rung"]
    assert row["share"] > 0.7
    assert (row["n"], row["games"]) == (30, 60)
    with pytest.raises(ValueError, match="an even number of players from 2 to 3, not 3"):
        lab.ladder(GAME, n=2, players=3, **QUIET)
    with pytest.raises(ValueError, match="Two bots of a ladder have the same name, random"):
        lab.ladder(GAME, ["random", "random"], n=2, jobs=1, **QUIET)


def never_strikes(state: Any, action: Action) -> bool:
    return isinstance(action, Strike)


def test_restricted_play_is_one_more_bot() -> None:
    """Restricted play: a bot that never attacks sinks nothing, and the table names it."""
    meek = restrict("greedy(20)", "never attacks", never_strikes)
    games = lab.simulate(GAME, [meek, meek], n=10, jobs=2, **QUIET)
    assert set(games["bot_0"]) == {"greedy(20), never attacks"}
    assert (games["end ships Red"] == 2).all()
    assert (games["end ships Blue"] == 2).all()


def test_metric_names_are_the_documented_ones() -> None:
    assert all(m.name == name and m.definition.endswith(".") for name, m in metrics.METRICS.items())
