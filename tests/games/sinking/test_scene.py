"""What is shown: board, panels, overlays, charts, explorers, the words for what changed."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from atlantis_nb.core.game import OPEN, SPECTATOR, Decision, draw, pick
from atlantis_nb.core.scene import Track
from atlantis_nb.games.sinking import GAME
from atlantis_nb.games.sinking.charts import CHARTS, risk_marks
from atlantis_nb.games.sinking.flood import Aim, FloodPhase, FloodRoll, Sacrifice
from atlantis_nb.games.sinking.move import Move, MoveTurn
from atlantis_nb.games.sinking.odds import at_least, at_random, defence_of, risk, risk_simulated
from atlantis_nb.games.sinking.scene import BADGES, PIECES, TERRAINS, roll_words
from atlantis_nb.games.sinking.state import sea

from .table import BLUE, NAMES, RED, Table, fresh


def played(players: int, seed: int, **options: Any) -> list[Any]:
    """All states of a random game."""
    rng = random.Random(seed)
    states = [GAME.start(GAME.options(**options), NAMES[:players])]
    while states[-1].agenda:
        state = states[-1].copy()
        task = state.agenda[-1]
        if isinstance(task, Decision):
            legal = task.legal(state)
            GAME.advance(state, legal[pick(rng, len(legal))])
        else:
            GAME.advance(state, draw(task.outcomes(state), rng))
        states.append(state)
    return states


GAMES = [
    played(2, 1),
    played(4, 2, siege=True),
    played(6, 3, fight_commit="declare_all", board_build="random"),
]


@pytest.mark.parametrize("states", GAMES, ids=["two", "four", "six"])
def test_everything_on_the_board_has_a_place_a_key_and_a_word(states: list[Any]) -> None:
    keys = set(GAME.measures(states[0]))
    for state in states[::23]:
        scene = GAME.scene(state, OPEN)
        places = {c.place for c in scene.cells}
        assert {c.terrain for c in scene.cells} <= set(TERRAINS)
        assert {p.kind for p in scene.pieces} <= set(PIECES)
        assert {b for p in scene.pieces for b in p.badges} <= set(BADGES)
        ids = [p.id for p in scene.pieces]
        assert len(ids) == len(set(ids))
        assert {p.place for p in scene.pieces} <= places
        assert {m.place for m in scene.marks} <= places
        text = "\n".join(scene.words())
        for piece in scene.pieces:
            assert piece.words in text
        shown = {(p.owner, p.kind): 0 for p in scene.pieces}
        for p in scene.pieces:
            shown[p.owner, p.kind] += p.count
        for seat in range(len(state.names)):
            assert shown.get((seat, "soldier"), 0) == sum(h[seat] for h in state.soldiers.values())
            assert shown.get((seat, "worker"), 0) == sum(o == seat for o in state.workers.values())
        for panel in GAME.panels(state, SPECTATOR):
            assert panel.words()
        found = GAME.measures(state)
        assert set(found) == keys
        assert all(math.isfinite(v) for v in found.values())
        assert GAME.clock(state).label


@pytest.mark.parametrize("states", GAMES, ids=["two", "four", "six"])
def test_clicks_are_on_the_screen_and_no_beginning_of_each_other(states: list[Any]) -> None:
    for state in states[::17]:
        legal = GAME.legal(state)
        scene = GAME.scene(state, OPEN)
        on_screen = {f"cell:{c.place}" for c in scene.cells} | {p.click for p in scene.pieces}
        clicks = [a.clicks for a in legal]
        assert len(set(clicks)) == len(clicks)
        beginnings = {c[:i] for c in clicks for i in range(1, len(c))}
        assert not beginnings & set(clicks)
        for click in (c for cs in clicks for c in cs):
            assert click.startswith("button:") or click in on_screen


def test_the_map_being_laid() -> None:
    table = fresh(3)
    GAME.advance(table.state, table.task.outcomes(table.state)[0][0], table.story)
    scene = GAME.scene(table.state, OPEN)
    assert sum(c.terrain == "open" for c in scene.cells) == 6
    assert "0 tiles of 36 laid" in scene.caption
    tiles = GAME.panels(table.state, OPEN)[0]
    assert "The next tile is a 1." in "\n".join(tiles.words())


def test_flood_track_spelt_out() -> None:
    table = Table(3).put(RED, settler=["0,1"])
    table.state.marker = 12
    assert roll_words(table.state, 11) == "roll 5-6: 1 flood; 2-4: 2 floods; 1: 3 floods"
    track = next(p for p in GAME.panels(table.state, OPEN) if isinstance(p, Track) and p.key == "flood_track")
    assert [s.label for s in track.stops if s.state == "now"] == ["6/4/2"]
    assert [s.label for s in track.stops if s.state == "next"] == ["6/4/1"]
    assert len(track.stops) == 22
    assert len(GAME.panels(Table(3, end_of_track="stop_on_last").state, OPEN)[0].words()) > 0


def test_a_secret_sacrifice_is_not_shown() -> None:
    table = Table(3).put(RED, settler=["0,1"])
    table.state.stock = [9, 9, 9]
    table.start(FloodPhase()).act(Sacrifice(7))
    players = GAME.panels(GAME.view(table.state, BLUE), BLUE)[0].words()
    assert "Sacrifice secret" in players[1]
    assert "Sacrifice not yet" in players[2]
    assert "Sacrifice 7" in GAME.panels(GAME.view(table.state, RED), RED)[0].words()[1]


def test_overlays() -> None:
    table = Table(3).put(RED, small=["0,2"], worker=["0,3"], soldier=["1,1"] * 2, settler=["1,1"])
    table.put(BLUE, soldier=["1,0"], small=["1,2"])
    state = table.state
    titles = GAME.overlays(state, OPEN)
    assert {m.place for m in GAME.overlay(state, OPEN, "control-1", None)} == {
        "0,2", "1,2", "1,1", "0,1", "-1,2", "-1,3", "0,3",
    }  # fmt: skip
    assert {m.place for m in GAME.overlay(state, OPEN, "income-1", None)} == {"0,2", "0,3"}
    marks = {m.place: m for m in GAME.overlay(state, OPEN, "range", "1,1")}
    assert set(marks) == {"2,1", "2,0", "1,0", "0,1", "0,2", "1,2"}
    assert marks["1,0"].value == pytest.approx(5 / 9)
    assert marks["1,2"].value == pytest.approx(3 / 4)
    assert marks["0,1"].kind == "range"
    bound = {m.place: m.value for m in GAME.overlay(state, OPEN, "risk-2", None)}
    assert bound["3,0"] == pytest.approx(float(at_least(state.options, 3, 2, 1)))
    assert set(bound) == set(state.land)
    assert {m.place: m.label for m in GAME.overlay(state, OPEN, "depth", None)}["0,0"] == "4"
    assert all(isinstance(title, str) and title for title in titles.values())
    with pytest.raises(KeyError):
        GAME.overlay(state, OPEN, "nonsense", None)
    assert defence_of(state, "1,2", RED) == (4,)


@pytest.mark.parametrize("states", GAMES, ids=["two", "four", "six"])
def test_charts(states: list[Any]) -> None:
    assert set(GAME.charts(OPEN)) == set(CHARTS)
    for part in (states[:1], states[: len(states) // 2], states):
        for key, title in GAME.charts(SPECTATOR).items():
            chart = GAME.chart(key, part, SPECTATOR)
            assert chart.title == title
            assert chart.caption
            assert len(chart.words()) > 1
            for series in chart.series:
                assert len(series.x) == len(series.y)
                if series.owner is not None:
                    assert series.name == states[0].names[series.owner]
    last = states[-1]
    heat = GAME.chart("sunk", states, OPEN).heat
    assert heat is not None
    assert sum(v or 0 for row in heat.z for v in row) == 12 * len(last.names) + 1 - len(last.land)
    floods = GAME.chart("floods", states, OPEN)
    assert floods.source == "exact"
    assert floods.series[2].y[-1] == last.floods
    collected = GAME.chart("production", states, OPEN)
    rounds = collected.series[0].x
    assert list(rounds) == [float(k) for k in range(len(rounds))]
    with pytest.raises(KeyError):
        GAME.chart("nonsense", states, OPEN)


def test_hidden_stocks_are_left_out_of_the_chart() -> None:
    states = [GAME.view(s, RED) for s in played(3, 5, open_resources=False)[::40]]
    chart = GAME.chart("stocks", states, RED)
    assert [s.owner for s in chart.series] == [RED]


def test_explorers_agree_with_the_tables() -> None:
    battle, flood = GAME.explorers()
    answer = battle.run(attackers=3, soldiers=2, town="small city")
    assert "61/216" in answer.words
    assert "19/216" in battle.run(attackers=3, soldiers=2, town="small city", inside=True).words
    assert "walk in" in battle.run(attackers=3, soldiers=0, town="none").words
    assert [row.cells[1] for row in answer.tables[1].rows] == [5, 8, 11]
    hard = battle.run(attackers=1, soldiers=16, settlers=6, town="large city", inside=True, mountain=True)
    assert hard.tables[1].rows[2].cells[1] > 60
    answer = flood.run(players=3, rounds=2)
    bars = dict(zip(answer.charts[0].series[0].x, answer.charts[0].series[0].y, strict=True))
    assert bars[0.0] == bars[1.0] == pytest.approx(4 / 9)
    for explorer in (battle, flood):
        defaults = {c.key: c.default for c in explorer.controls}
        assert explorer.run(**defaults) == explorer.run()
        for control in explorer.controls:
            for value in (
                control.values or [v for v in (control.low, control.high) if v is not None] or (True, False)
            ):
                answer = explorer.run(**{**defaults, control.key: value})
                assert answer.words
                for chart in answer.charts:
                    assert chart.caption
                    assert chart.source == "exact"


def test_what_changed() -> None:
    table = Table(3).put(RED, soldier=["0,2"]).put(BLUE, small=["1,1"])
    table.start(MoveTurn(RED))
    before = table.state.copy()
    table.act(Move(RED, "soldier", "0,2", "1,1"))
    assert GAME.difference(before, table.state) == "Red moves a soldier from 0,2 to 1,1"
    lost, won = table.copy().roll(1), table.copy().roll(6)
    assert GAME.difference(table.state, lost.state) == "Red loses 1 soldier"
    assert GAME.difference(table.state, won.state) == "Red captures the city on 1,1"
    flood = Table(3).put(RED, small=["0,3"], settler=["0,-1"]).start(FloodRoll())
    marker = flood.state.copy()
    assert GAME.difference(marker, flood.roll(1).state) == "1 flood"
    before = flood.state.copy()
    flood.act(Aim("0,4"))
    said = GAME.difference(before, flood.state)
    assert "Red loses 1 small city" in said
    assert "Red scores 1" in said
    assert GAME.difference(before, before) == ""


def test_graph() -> None:
    state = Table(3).state
    graph = GAME.graph(state)
    assert graph.number_of_nodes() == 37 + len(sea(state))
    assert graph.nodes["0,0"]["terrain"] == "mountain"
    assert graph.nodes["0,3"] | {"x": 0, "y": 0} == {"terrain": "land6", "number": 6, "x": 0, "y": 0}
    assert graph.degree["0,0"] == 6
    assert graph.nodes["4,0"]["terrain"] == "sea"


def test_simulated_risk_stays_below_the_exact_bound() -> None:
    state = next(
        s for s in GAMES[1] if s.round == 3 and isinstance(s.agenda[-1], Decision) and s.phase == "movement"
    )
    found = risk_simulated(state, 2, 60, at_random, random.Random(2))
    assert set(found) == set(state.land)
    assert {m.place for m in risk_marks(found)} == set(found)
    for place, bound in risk(state, 2).items():
        n, p = 60, float(bound)
        assert found[place] <= p + 4 * math.sqrt(max(p * (1 - p), 0.01) / n)


def test_setup_text() -> None:
    assert GAME.setup_text(fresh(2).state) == "Red, Blue; basic game"
    assert GAME.setup_text(Table(2).state) == "Red, Blue; board_build = spiral"
