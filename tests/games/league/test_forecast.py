"""Live values of bets: settled facts, estimates that repeat, and nothing that a viewer may not know."""

from __future__ import annotations

import random

import pytest

from atlantis_nb.core.forecast import CHUNK
from atlantis_nb.core.game import OPEN, SPECTATOR
from atlantis_nb.core.match import Match
from atlantis_nb.games.league.forecast import LeagueForecast, facts, race
from atlantis_nb.games.league.simulate import play_round, wild

from .kit import GAME, card, position


@pytest.fixture(scope="module")
def match() -> Match:
    return Match(GAME, players=3, seed=5).run("random")


@pytest.mark.rules("L-ATT-07", "L-R-29", "L-R-26")
def test_what_is_settled_never_changes_in_play(match: Match) -> None:
    """Facts of a position hold at the end of each way it can be played on."""
    rng, asked = random.Random(1), 0
    for node in match.main()[::5]:
        if node.state.scored or not node.state.turn:
            continue
        known = facts(node.state)
        for _ in range(6):
            done = play_round(node.state.copy(), rng, wild())
            won = dict(zip(("heroes", "hasbeens", "brawlers"), done.winners, strict=True))
            for key, value in known.items():
                kind, _, what = key.partition(" ")
                if kind == "survives":
                    truth = what in done.survivors
                elif what == "nobody":
                    truth = not won[kind]
                else:
                    truth = what in won[kind]
                assert truth == value, (key, node.state.board())
                asked += 1
    assert asked > 500


@pytest.mark.rules("L-BET-07", "L-SCO-01")
def test_a_lead_that_cannot_be_made_good_is_settled() -> None:
    assert race({"R": 5, "B": 2, "C": 3}, 1) == {"R": 1.0, "B": 0.0, "C": 0.0}
    assert race({"R": 5, "B": 2, "C": 3}, 2) == {"R": 1.0, "B": 0.0}
    assert race({"R": 5, "B": 2, "C": 3}, 3) == {}
    assert race({"R": 0, "B": 0, "C": 0}, 0) == {}


@pytest.mark.rules("L-R-29", "L-BET-06")
def test_a_named_victim_and_its_team_are_settled() -> None:
    board = ".. .. .. .. / R3 .. H1 .. / .. B1 .. C2 / T1 .. C1 B2"
    state = position(board, seat=0, credits=[0, 0, 1], bets=[card("R B C; R1 R2 B1 B2 T3")] * 3)
    while not state.named:
        GAME.advance(
            state,
            next(
                a for a in GAME.legal(state) if str(a) in {"Pass the Fixer", "Slide H1 c2>b2", "Knock out R3"}
            ),
        )
    known = facts(state)
    assert known["survives R3"] == 0.0
    assert known["hasbeens R"] == 1.0
    assert known["hasbeens B"] == known["hasbeens nobody"] == known["heroes R"] == 0.0


def test_a_forecast_repeats_and_does_not_mind_portions(match: Match) -> None:
    match.to(next(n for n in match.main() if n.state.turn == 6))
    for viewer in (OPEN, SPECTATOR, 1):
        whole, parts = match.forecast(viewer), match.forecast(viewer)
        assert whole is not None
        assert parts is not None
        whole.refine(3 * CHUNK)
        parts.refine(CHUNK).refine(3 * CHUNK)
        assert whole.n == parts.n == 3 * CHUNK
        assert whole.groups() == parts.groups()
        assert whole.words() == parts.words()


@pytest.mark.rules("L-R-08")
def test_a_forecast_knows_no_more_than_its_viewer(match: Match) -> None:
    node = next(n for n in match.main() if n.state.turn == 4)
    other = node.state.copy()
    other.bets = [other.bets[0], card("T T T; T1 T2 T3 H1 H2"), card("C C C; C1 C2 C3 B1 B2")]
    found = [LeagueForecast(GAME.view(s, 0), 0).refine(2 * CHUNK) for s in (node.state, other)]
    assert found[0].groups() == found[1].groups()
    assert [g.title for g in found[0].groups() if g.page == "Cards"] == ["Points of Ada in this round"]


@pytest.mark.rules("L-SCO-06")
def test_a_scored_round_is_exact(match: Match) -> None:
    match.last()
    found = match.forecast()
    assert found is not None
    assert found.settled
    assert found.done
    assert found.n == 0
    done = match.state.history[-1]
    for seat in range(3):
        assert found.share(f"{seat} total").value == done.points[seat]
    assert sum(s.value for g in found.groups() if g.key == "survivors" for s in g.shares) == len(
        done.survivors
    )
    assert all(s.settled for g in found.groups() for s in g.shares)


def test_shares_fit_together(match: Match) -> None:
    """Five survive as a rule; somebody is first out, or nobody; a card brings what its lines bring."""
    match.to(next(n for n in match.main() if n.state.turn == 3))
    found = match.forecast()
    assert found is not None
    found.refine(400)
    groups = {g.key: g for g in found.groups()}
    assert 4.5 < sum(s.value for s in groups["survivors"].shares) < 5.6
    assert sum(s.value for s in groups["hasbeens"].shares) == pytest.approx(1)
    for seat in range(3):
        *lines, total = groups[f"card {seat}"].shares
        assert sum(s.value for s in lines) == pytest.approx(total.value)
    assert all(s.low <= s.value <= s.high for g in groups.values() for s in g.shares)


def test_moves_are_told_against_the_turn_before(match: Match) -> None:
    at = next(n for n in match.main() if n.state.turn == 8 and n.state.round == 1)
    match.to(at)
    now, then = match.forecast(), match.moved_from()
    assert now is not None
    assert then is not None
    node, before = then
    assert node.state.turn == 7
    moved = now.refine(400).moved(before.refine(400))
    fallen = {f.mech for f in at.state.fallen} - {f.mech for f in node.state.fallen}
    assert fallen
    for mech in fallen:
        assert moved[f"survives {mech}"].clear
        assert moved[f"survives {mech}"].by < 0
    match.to(next(n for n in match.main() if n.state.round == 2 and n.state.turn == 1))
    assert match.moved_from() is None
