"""Views, scenes, panels, charts and measures along random games."""

from __future__ import annotations

import random

import pytest

from atlantis_nb.core.game import OPEN, SPECTATOR
from atlantis_nb.core.match import Match
from atlantis_nb.games.league.board import SLOTS
from atlantis_nb.games.league.charts import CHARTS
from atlantis_nb.games.league.scene import MARK_KINDS, OVERLAYS, PIECE_KINDS, TERRAINS, overlay
from atlantis_nb.games.league.state import EMPTY, HIDDEN, LeagueState
from atlantis_nb.study.examples import example, examples

from .kit import FULL, GAME, card, do, fresh, legal, play_out, position

SIGHTS = (OPEN, SPECTATOR, 0, 2)


@pytest.fixture(scope="module")
def match() -> Match:
    return Match(GAME, players=3, seed=5).run("random")


@pytest.mark.rules("L-R-08")
def test_hidden_cards_show_nothing_and_own_cards_do() -> None:
    state = do(fresh(3), "Heroes: R", "Has-beens: B").state
    assert GAME.view(state, 0).bets == [state.bets[0], EMPTY, EMPTY]
    assert GAME.view(state, 1).bets == [HIDDEN, EMPTY, EMPTY]
    assert GAME.view(state, SPECTATOR).bets[0] == HIDDEN
    assert GAME.view(state, OPEN) == state
    other = do(fresh(3), "Heroes: T", "Has-beens: C").state
    assert GAME.view(state, 1) == GAME.view(other, 1)
    assert GAME.view(state, 0) != GAME.view(other, 0)


@pytest.mark.rules("L-R-08")
def test_cards_open_after_betting_with_the_option() -> None:
    for hidden in (True, False):
        state = fresh(2, bets_hidden=hidden)
        bets = [card("R B C; R1 R2 B1 B2 T3")] * 2
        state.bets, state.locked = bets, 2
        assert (GAME.view(state, SPECTATOR).bets == bets) is not hidden
        state.locked = 1
        assert GAME.view(state, SPECTATOR).bets[0] == HIDDEN


@pytest.mark.rules("L-R-08", "L-R-10")
def test_a_guess_agrees_with_the_view_and_is_a_legal_card(match: Match) -> None:
    rng = random.Random(3)
    for node in match.line()[:120:3]:
        for seat in range(3):
            seen = GAME.view(node.state, seat)
            guess = GAME.guess(node.state, seat, rng)
            assert GAME.view(guess, seat) == seen
            for bet, mask in zip(guess.bets, seen.bets, strict=True):
                assert not bet.hidden
                picked = [m for m in bet.picks if m]
                assert len(set(picked)) == len(picked)
                if mask == HIDDEN and seat < guess.locked:
                    assert bet != EMPTY
            assert GAME.legal(guess) or GAME.outcomes(guess) or guess.result


def test_every_sight_draws_at_every_moment(match: Match) -> None:
    terrains, kinds, marks = set(), set(), set()
    for node in match.line():
        for viewer in SIGHTS:
            state = GAME.view(node.state, viewer)
            scene = GAME.scene(state, viewer)
            assert len(scene.cells) == 16
            assert all(c.shape == "square" for c in scene.cells)
            text = " ".join(scene.words())
            assert all(p.id in text for p in scene.pieces)
            assert {p.id for p in scene.pieces} == {m for m in state.arena if m}
            terrains |= {c.terrain for c in scene.cells}
            kinds |= {p.kind for p in scene.pieces}
            marks |= {m.kind for m in scene.marks}
            keys = [p.key for p in GAME.panels(state, viewer)]
            assert len(set(keys)) == len(keys)
            for panel in GAME.panels(state, viewer):
                assert panel.words()
            for key in OVERLAYS:
                marks |= {m.kind for m in GAME.overlay(state, viewer, key, "b2")}
    assert terrains <= set(TERRAINS)
    assert kinds <= set(PIECE_KINDS)
    assert marks <= set(MARK_KINDS)


def test_no_secret_in_panels_of_others() -> None:
    bets = [card("R B C; R1 R2 B1 B2 T3"), card("H T H; C1 C2 C3 H1 H2"), card("H T H; C1 C2 C3 H1 H2")]
    state = position(FULL, bets=bets, credits=(1, 1, 1))
    for viewer in (1, SPECTATOR):
        masked = GAME.view(state, viewer)
        panels = {p.key: p for p in GAME.panels(masked, viewer)}
        for key in ("bets", "slip", "worth", "popularity"):
            text = " ".join(panels[key].words())
            assert "R1" not in text
            assert "Ramblers" not in text
    open_panels = {p.key: " ".join(p.words()) for p in GAME.panels(state, OPEN)}
    assert "R1" in open_panels["bets"]
    assert "Heroes: On Hudson Haymakers (H), Now 3 left, Players P2 and P3" in open_panels["popularity"]
    assert "Survivor: On C1 Iron Courier, Now stands, Players P2 and P3" in open_panels["popularity"]
    assert "L-EX" not in open_panels["bets"]


def test_overlays_of_the_first_example() -> None:
    state = position(FULL)
    slides = overlay(state, OPEN, "slides", None)
    assert {(m.place, m.to) for m in slides} == {("c1", "c2"), ("b2", "c2"), ("d2", "c2"), ("c3", "c2")}
    out = overlay(state, OPEN, "knockouts", None)
    assert {(m.place, m.to) for m in out} == {("c1", "c2"), ("b2", "c2"), ("c3", None)}
    assert [m.label for m in out] == [
        "Slide C1 c1>c2 can knock out T3", "Slide C3 b2>c2 can knock out T3", "by C1 C3",
    ]  # fmt: skip
    danger = overlay(state, OPEN, "danger", None)
    assert [(m.place, m.value) for m in danger] == [("c3", 0.5)]
    rivals = overlay(state, OPEN, "rivals", "c1")  # C1 hunts H and T
    assert {m.place for m in rivals if m.kind == "range"} == {"d1", "b3", "a4", "a2", "c3", "b4"}
    assert {m.place for m in rivals if m.kind == "danger"} == {
        s for s, m in zip(SLOTS, state.arena, strict=True) if m in ("R1", "R3", "B1", "B2", "H3", "T2")
    }
    assert sum(m.value or 0 for m in overlay(state, OPEN, "survival", None)) == pytest.approx(5)
    with pytest.raises(KeyError):
        overlay(state, OPEN, "nothing", None)


def test_charts_over_a_game(match: Match) -> None:
    states = [n.state for n in match.line()]
    for key in CHARTS:
        for viewer in (OPEN, 1):
            chart = GAME.chart(key, [GAME.view(s, viewer) for s in states], viewer)
            assert chart.key == key
            assert chart.title == CHARTS[key]
            assert chart.words()
    left = GAME.chart("survivors", states, OPEN)
    assert [s.y[0] for s in left.series] == [3.0] * 5
    assert [s.y[-1] for s in left.series] == [float(n) for n in states[-1].alive().values()]
    assert {s.name for s in GAME.chart("worth", states, OPEN).series} == set(states[-1].names)
    sources = GAME.chart("sources", states, OPEN)
    assert [sum(s.y) for s in sources.series] == list(states[-1].points)
    net = GAME.chart(
        "hunts", [position("R1 B1 .. .. / .. .. .. .. / .. .. .. .. / .. .. .. C1", first_out="H")], OPEN
    )
    assert net.net is not None
    # R1 hunts B and C; B1 hunts C and H; C1 hunts H and T.
    assert {(link.a, link.b) for link in net.net.links} == {("R1", "B1"), ("R1", "C1"), ("B1", "C1")}
    with pytest.raises(KeyError):
        GAME.chart("nothing", states, OPEN)


def test_measures_have_the_same_keys_everywhere(match: Match) -> None:
    keys = {tuple(GAME.measures(GAME.view(n.state, v))) for n in match.line() for v in SIGHTS}
    assert len(keys) == 1


def test_clock_and_difference(match: Match) -> None:
    phases = {match.clock_at(n).phase for n in match.line()}
    assert phases <= set(GAME.phases)
    assert {"Betting", "Slide", "Scoring"} <= phases
    for a, b in zip(match.line(), match.line()[1:], strict=False):
        assert GAME.difference(a.state, b.state)
    state = position(FULL)
    assert GAME.difference(state, do(state, "Slide C1 c1>c2").state) == "T3 knocked out"
    assert GAME.difference(state, do(state, "Slide R2 d2>c2").state) == "R2 to c2"


def test_graph_is_the_grid() -> None:
    board = GAME.graph(position(FULL))
    assert (board.number_of_nodes(), board.number_of_edges()) == (16, 24)
    assert board.nodes["c2"] == {"x": 2.0, "y": 1.0, "terrain": "centre", "mech": ""}


def test_clicks_are_distinct_and_no_prefix_of_another(match: Match) -> None:
    for node in match.line():
        clicks = [a.clicks for a in GAME.legal(node.state)]
        assert len(set(clicks)) == len(clicks)
        firsts = {c[:k] for c in clicks for k in range(1, len(c))}
        assert not firsts & set(clicks)


def test_state_survives_json_and_conserves(match: Match) -> None:
    for node in match.line():
        state = node.state
        assert GAME.decode_state(GAME.encode(state)) == state
        mechs = [m for m in state.arena if m] + [f.mech for f in state.fallen] + list(state.pile)
        assert sorted(mechs) == sorted(state.roster.codes)
        schemes = [s for s in (*state.deck, *state.display, *state.discard, state.in_play) if s]
        assert sorted(schemes) == sorted(state.roster.scheme_ids)
        assert state.supply >= 13
        assert min(state.credits) >= 0


def test_setup_text_names_what_was_changed() -> None:
    state = GAME.start(GAME.options(attack_optional=True), ["Ann", "Bob"])
    assert GAME.setup_text(state) == "Ann, Bob (attack_optional=True)"
    assert legal(play_out(fresh(2)).state) == []


def test_annotated_examples_replay_and_say_something() -> None:
    for name in examples(GAME):
        match = example(GAME, name)
        nodes = list(match.nodes())
        assert not [n.trouble for n in nodes if n.trouble]
        assert match.line()[-1].state.result is not None
        assert sum(bool(n.comment) for n in nodes) >= 8
        assert {n.glyph for n in nodes} > {""}
    assert "three_players" in examples(GAME)


@pytest.mark.rules("L-FIX-02")
def test_the_card_comes_first_when_the_fixer_is_paid() -> None:
    match = example(GAME, "three_players")
    paid, swapped = match.main()[80:82]
    assert match.label(paid) == "Ada: Pay the Fixer one credit"
    assert GAME.panels(paid.state, OPEN)[0].key == "slip"
    assert GAME.panels(swapped.state, OPEN)[0].key == "players"


@pytest.mark.rules("L-SCO-01", "L-R-35")
def test_what_the_comments_of_the_example_claim() -> None:
    match = example(GAME, "three_players")
    main = match.main()
    assert [done.points for done in main[-1].state.history] == [(19, 6, 9), (4, 8, 6), (8, 10, 13)]
    sides = [n for n in match.nodes() if n.parent and n is not n.parent.children[0]]
    assert len(sides) >= 5
    assert sum(bool(n.comment) for n in main) >= 12
    # Six left in round 1: every card has five of them.
    six = main[99].state
    assert six.left == 6
    assert [sum(m in six.arena for m in bet.picks) for bet in six.bets] == [5, 5, 5]

    # No slide of Cleo's can take B2; after her quiet move Ada can.
    def victims(state: LeagueState) -> set[str]:
        ends = [GAME.step(state, a)[0] for a in GAME.legal(state)]
        return {after.fallen[-1].mech for after in ends if after.scored}

    assert "B2" not in victims(main[100].state)
    assert "B2" in victims(main[102].state)
    # The last blow of round 2: Ben's best is three points better than what he did.
    blows = [GAME.step(main[208].state, a)[0] for a in GAME.legal(main[208].state)]
    assert max(after.history[-1].points[1] for after in blows if after.scored) == 8 + 3
    # Round 3: Ada and Cleo end with the same five.
    assert set(main[-1].state.bets[0].picks) == set(main[-1].state.bets[2].picks)
