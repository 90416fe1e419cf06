"""Every worked example of the rulebook, run by the engine. Names carry the examples' ids."""

from __future__ import annotations

import copy
import tomllib
from fractions import Fraction as F
from importlib.resources import files
from itertools import combinations
from typing import Any

import pytest

from atlantis_nb.games.league import odds
from atlantis_nb.games.league.actions import (
    PLACEHOLDER,
    BetOn,
    Buy,
    Hit,
    Keep,
    Pick,
    Slide,
    Spare,
    Swap,
    TimeUp,
)  # fmt: skip
from atlantis_nb.games.league.board import CENTRE, CORNERS, INDEX, NEAR
from atlantis_nb.games.league.roster import check, roster
from atlantis_nb.games.league.scoring import hits, next_start, pay, ranking, score_round
from atlantis_nb.games.league.state import PURSE, SUPPLY, LeagueState

from .kit import FULL, GAME, Options, Run, card, do, fresh, legal, position, refused

DATA = roster("teaching")
FIRST_OUT_NEXT = ".. .. .. .. / R3 .. H1 .. / .. B1 .. C2 / T1 .. C1 B2"
RAMBLERS_OUT = ".. .. .. .. / .. H1 .. .. / .. B1 .. C2 / T1 .. C1 B2"


def bought(scheme: str, board: str = FULL, credits: tuple[int, ...] = (2, 0, 0), **more: Any) -> LeagueState:
    """The first player has just paid for a scheme."""
    return position(board, in_play=scheme, credits=credits, **more)


def victims_of(state: LeagueState, slide: str) -> set[str]:
    """Whom a slide may knock out: the choices, or the one that is forced."""
    run = do(state, slide)
    fallen = {f.mech for f in run.state.fallen[len(state.fallen) :]}
    return fallen or {a.mech for a in GAME.legal(run.state) if isinstance(a, Hit)}


def only_slides(state: LeagueState) -> list[str]:
    return [a for a in legal(state) if a.startswith("Slide")]


def test_L_EX_01() -> None:
    state = GAME.start(GAME.options(), ["P1", "P2", "P3"])
    run = Run(state)
    for tile in ["R1", "B1", "C1", "H1", "T1", "R2", "B2", "C2", "H2", "T2", "R3", "B3"]:
        run.do(f"Deal {tile}")
    assert sorted(a.tile for a, _ in GAME.outcomes(run.state)) == ["C3", "H3", "T3", PLACEHOLDER]
    run.do("Deal C3", f"Deal {PLACEHOLDER}", "Deal H3")
    assert run.state.board() == FULL
    assert run.state.arena.index("") == INDEX["c2"]
    assert run.state.tokens == ["B3", "H1", "H2", "R1"]
    assert SUPPLY - len(run.state.tokens) == 36


def test_L_EX_02() -> None:
    state = position(FULL)
    assert {s: victims_of(state, s) for s in legal(state)} == {
        "Slide C1 c1>c2": {"T3"},
        "Slide C3 b2>c2": {"T3"},
        "Slide R2 d2>c2": set(),
        "Slide T3 c3>c2": set(),
    }
    assert do(state, "Slide C1 c1>c2").state.fallen[-1].team == "C"  # compulsory: nobody was asked


def test_L_EX_03() -> None:
    state = position(FULL)
    assert "L-SLD-04" in refused(state, Slide("B1", "b1", "c2")).rules
    assert "L-SLD-03" in refused(state, Slide("T1", "a2", "c2")).rules
    assert "L-SLD-02" in refused(state, Slide("B3", "d4", "e4")).rules


def test_L_EX_04() -> None:
    run = do(position("R1* .. C1 H1* / T1 C3 B1 R2 / B2 H3 T3 C2 / H2* T2 R3 B3*"), "Slide R1 a1>b1")
    assert run.legal == ["Knock out C1", "Knock out C3"]
    run.do("Knock out C1")
    assert run.state.board() == ".. R1* .. H1* / T1 C3 B1 R2 / B2 H3 T3 C2 / H2* T2 R3 B3*"
    assert run.state.knockouts() == {"R": 1, "B": 0, "C": 0, "H": 0, "T": 0}


def test_L_EX_05() -> None:
    start = position(
        "R1* .. C1 H1* / C3 T1 B1 R2 / B2 H3 T3 C2 / H2* T2 R3 B3*", seat=1, credits=(0, 2, 0)
    )  # fmt: skip
    run = do(start, "Buy no scheme", "Slide T1 b2>b1")
    run.do("Pass the Fixer")  # P2 owns credits, so a window opens before the KO
    assert run.state.credits == [0, 3, 0]
    assert run.state.knockouts()["T"] == 1
    assert run.state.board() == ".. T1 C1 H1* / C3 .. B1 R2 / B2 H3 T3 C2 / H2* T2 R3 B3*"


def test_L_EX_06() -> None:
    run = do(
        position("R1 .. .. T2 / .. H1 .. .. / .. .. .. T1 / C3 .. B1 ..", first_out=""), "Slide R1 a1>b1"
    )
    assert "knock_out" not in run.kinds()
    assert run.state.board() == ".. R1 .. T2 / .. H1 .. .. / .. .. .. T1 / C3 .. B1 .."


def test_L_EX_07() -> None:
    run = do(position("R1 C3 .. .. / .. .. .. T1 / H1 .. B1 .. / .. .. .. T2"), "Slide R1 a1>a2")
    assert "knock_out" not in run.kinds()
    assert run.state.board() == ".. C3 .. .. / R1 .. .. T1 / H1 .. B1 .. / .. .. .. T2"
    assert all(not set(NEAR[i]) & set(NEAR[j]) for i in range(16) for j in NEAR[i])


def test_L_EX_08() -> None:
    run = do(position("H1 R2 .. .. / C2 .. T2 .. / .. .. .. .. / B1 .. .. T1"), "Slide T1 d4>d3")
    assert "knock_out" not in run.kinds()
    assert run.state.board() == "H1 R2 .. .. / C2 .. T2 .. / .. .. .. T1 / B1 .. .. .."


def test_L_EX_09() -> None:
    state = position("R1 .. .. .. / .. .. .. C1 / .. B2 .. .. / .. .. H3 T1")
    to: dict[str, set[str]] = {}
    for action in GAME.legal(state):
        assert isinstance(action, Slide)
        to.setdefault(action.mech, set()).add(action.to)
    assert to == {
        "R1": {"a2", "b1"}, "C1": {"c2", "d1", "d3"}, "B2": {"a3", "b2", "b4", "c3"}, "H3": {"b4", "c3"},
        "T1": {"d3"},
    }  # fmt: skip
    assert len(legal(state)) == 12


def test_L_EX_10() -> None:
    state = position("R1 .. .. R2 / .. .. .. C1 / .. B2 .. .. / .. .. H3 T1")
    assert "L-R-13" in refused(state, Spare()).rules
    run = do(state, "Slide C1 d2>d3")
    assert run.state.fallen[-1].mech == "T1"
    assert run.state.board() == "R1 .. .. R2 / .. .. .. .. / .. B2 .. C1 / .. .. H3 .."


def test_L_EX_11() -> None:
    run = do(position(FIRST_OUT_NEXT), "Slide H1 c2>b2")
    assert run.state.first_out == "R"
    assert not run.state.fixer_open
    assert run.state.left == 6
    assert not run.state.scored
    assert run.state.board() == RAMBLERS_OUT


def test_L_EX_12() -> None:
    start = position(RAMBLERS_OUT, seat=1, piles={"R": 1, "B": 2, "C": 2, "H": 3, "T": 1})
    run = do(start, "Slide C1 c4>b4")
    assert run.state.scored
    assert run.state.first_out == "R"
    assert run.state.board() == ".. .. .. .. / .. H1 .. .. / .. B1 .. C2 / .. C1 .. B2"
    assert run.state.history[-1].winners == (("B", "C"), ("R",), ("C", "H"))


def test_L_EX_13() -> None:
    state = bought("S1")
    assert sorted(set(legal(state)) - set(only_slides(state))) == [
        "Cut B1 b1>c2", "Cut C2 d3>c2", "Cut H1 d1>c2", "Cut H3 b3>c2",
    ]  # fmt: skip
    assert len(only_slides(state)) == 4
    run = do(state, "Cut H1 d1>c2")
    assert run.legal == ["Knock out R2", "Knock out T3"]
    run.do("Knock out R2", "Pass the Fixer")
    assert run.state.board() == "R1* B1 C1 .. / T1 C3 H1* .. / B2 H3 T3 C2 / H2* T2 R3 B3*"


def test_L_EX_14() -> None:
    state = bought("S2")
    jumps = [a for a in legal(state) if a.startswith("Jump")]
    assert {j: victims_of(position(FULL, in_play="S2"), j) for j in jumps} == {
        "Jump T1 a2>c2": {"R2"},
        "Jump R3 c4>c2": {"C1", "C3", "T3"},
    }
    run = do(state, "Jump R3 c4>c2", "Knock out T3", "Pass the Fixer")
    assert run.state.board() == "R1* B1 C1 H1* / T1 C3 R3 R2 / B2 H3 .. C2 / H2* T2 .. B3*"


def test_L_EX_15() -> None:
    run = do(bought("S3"), "Slide R2 d2>c2")
    assert "knock_out" not in run.kinds()
    run.do("Slide H1 d1>d2", "Pass the Fixer")
    assert run.state.knockouts()["H"] == 1
    assert run.state.board() == "R1* B1 C1 .. / T1 C3 .. H1* / B2 H3 T3 C2 / H2* T2 R3 B3*"


def test_L_EX_16() -> None:
    run = do(bought("S3"), "Slide C1 c1>c2", "Slide C1 c2>c1", "Pass the Fixer")
    assert [f.mech for f in run.state.fallen[-1:]] == ["H1"]
    assert run.state.credits[0] == 3
    assert run.state.board() == "R1* B1 C1 .. / T1 C3 .. R2 / B2 H3 T3 C2 / H2* T2 R3 B3*"


def test_L_EX_17() -> None:
    run = do(bought("S4"), "Trade places of B1 and C1")
    assert "knock_out" not in run.kinds()
    run.do("Slide B1 c1>c2", "Pass the Fixer")
    assert run.state.fallen[-1].mech == "C3"
    assert run.state.knockouts()["B"] == 1
    assert run.state.board() == "R1* C1 .. H1* / T1 .. B1 R2 / B2 H3 T3 C2 / H2* T2 R3 B3*"


def test_L_EX_18() -> None:
    state = bought("S5", "R1* .. C1 .. / T1 C3 .. R2 / B2 .. T3 C2 / H2* T2 .. B3*")
    right, left = do(state, "Push row 1 right"), do(state, "Push row 1 left")
    assert right.state.board() == ".. R1* .. C1 / T1 C3 .. R2 / B2 .. T3 C2 / H2* T2 .. B3*"
    assert left.state.board() == "R1* C1 .. .. / T1 C3 .. R2 / B2 .. T3 C2 / H2* T2 .. B3*"
    for run in (right, left):
        assert "knock_out" not in run.kinds()
        assert all(a.startswith("Slide") for a in run.legal)


def test_L_EX_19() -> None:
    assert victims_of(position(FULL), "Slide R2 d2>c2") == set()
    run = do(bought("S6"), "Slide R2 d2>c2")
    assert sorted(run.legal) == ["Knock out C1", "Knock out C3", "Knock out T3"]
    run.do("Knock out C1", "Pass the Fixer")
    assert run.state.knockouts()["R"] == 1
    assert run.state.board() == "R1* B1 .. H1* / T1 C3 R2 .. / B2 H3 T3 C2 / H2* T2 R3 B3*"


def test_L_EX_20() -> None:
    run = do(bought("S7"), "Slide C1 c1>c2")
    assert sorted(run.legal) == ["Knock out H1", "Knock out H3", "Knock out T3"]
    run.do("Knock out H1")
    assert sorted(run.legal) == ["Knock out H3", "Knock out T3"]
    run.do("Knock out T3", "Pass the Fixer", "Pass the Fixer")
    assert [f.mech for f in run.state.fallen[-2:]] == ["H1", "T3"]
    assert run.state.knockouts()["C"] == 2
    assert run.state.credits[0] == 3
    assert run.state.board() == "R1* B1 .. .. / T1 C3 C1 R2 / B2 H3 .. C2 / H2* T2 R3 B3*"


def test_L_EX_21() -> None:
    run = do(bought("S8"), "Slide C1 c1>c2", "Spare the rivals")
    assert "knock_out" not in run.kinds()
    assert run.state.quiet == 1
    assert run.state.credits[0] == 3
    assert run.state.board() == "R1* B1 .. H1* / T1 C3 C1 R2 / B2 H3 T3 C2 / H2* T2 R3 B3*"


def test_L_EX_22() -> None:
    run = do(position(FULL, credits=(3, 0, 0), display=("S9", "S1")), "Buy scheme S9").fall()
    assert "no_target" in run.kinds()
    assert run.state.discard == ["S9"]
    assert run.state.credits[0] == 2
    assert len(only_slides(run.state)) == 4


FIVE_TEAMS = "R1 .. .. B1 / .. .. .. .. / H1 .. T1 .. / .. C1 .. C3*"


def test_L_EX_23() -> None:
    start = position(FIVE_TEAMS, credits=(1, 0, 0), display=("S9", "S1"))
    run = do(start, "Buy scheme S9").fall().do("Drop C3 through the trapdoor")
    assert run.state.credits[0] == 1
    assert run.state.fallen[-1].team == ""
    assert not run.state.scored
    assert run.state.left == 5
    run.do("Slide C1 b4>b3", "Knock out H1")
    assert run.state.first_out == "H"
    assert run.state.knockouts()["C"] == 1
    assert run.state.scored
    assert run.state.board() == "R1 .. .. B1 / .. .. .. .. / .. C1 T1 .. / .. .. .. .."
    assert run.state.history[-1].winners[0] == ("R", "B", "C", "T")


def test_L_EX_24() -> None:
    start = position(FIVE_TEAMS, credits=(1, 0, 0), display=("S9", "S1"))
    run = do(start, "Buy scheme S9").fall().do("Drop C3 through the trapdoor", "Slide T1 c3>c4")
    assert run.state.board() == "R1 .. .. B1 / .. .. .. .. / H1 .. .. .. / .. C1 T1 .."
    assert run.state.scored
    assert run.state.history[-1].winners == (("R", "B", "C", "H", "T"), (), ())


def test_L_EX_25() -> None:
    start = position(
        FULL, credits=(1, 0, 0), display=("S1", "S2"), discard=("S3", "S4", "S5", "S6", "S7", "S8", "S9")
    )
    assert start.deck == []
    run = do(start, "Buy scheme S1")
    assert {a.scheme for a, _ in GAME.outcomes(run.state)} == {f"S{k}" for k in range(3, 10)}
    run.fall()
    assert len(run.state.deck) == 6
    run.do("Slide R2 d2>c2")
    assert run.state.discard == ["S1"]


def test_L_EX_26() -> None:
    start = position(
        "R1 .. .. .. / .. .. B2 .. / .. T1 .. C2 / H1 .. C1 R3", quiet=19,
        piles={"R": 1, "B": 3, "C": 3, "H": 0, "T": 1},
        bets=(card("T T T; R1 R3 C1 B2 T2"), card("T T T; B1 B3 C3 H2 H3"), card("T T T; B1 B3 C3 H2 H3")),
    )  # fmt: skip
    run = do(start, "Slide R1 a1>a2")
    assert run.state.scored
    assert run.state.board() == ".. .. .. .. / R1 .. B2 .. / .. T1 .. C2 / H1 .. C1 R3"
    assert run.state.history[-1].winners == (("R", "C"), (), ("B", "C"))
    assert run.state.history[-1].penta_points[0] == 5
    assert "L-R-27" in run.cited()


def test_L_EX_27() -> None:
    assert odds.longest(20) == (200, 600)
    # The engine agrees: after 19 quiet turns the round goes on, after 20 it is over.
    board = "R1 .. .. .. / .. .. B2 .. / .. T1 .. C2 / H1 .. C1 R3"
    assert not do(position(board, quiet=18), "Slide R1 a1>a2").state.scored
    assert do(position(board, quiet=19), "Slide R1 a1>a2").state.scored


def test_L_EX_28() -> None:
    start = position(
        FIRST_OUT_NEXT, credits=(0, 0, 1),
        bets=(card("R R R; B1 B2 C1 C2 H1"), card("R R R; B1 B2 C1 C2 H1"), card("R R R; R3 B1 B2 C1 C2")),
    )  # fmt: skip
    run = do(start, "Slide H1 c2>b2")
    assert run.actor == 2
    assert run.state.arena[INDEX["a2"]] == "R3"  # named, not yet removed
    run.do("Pay the Fixer one credit", "Swap R3 for H1")
    assert run.state.bets[2].picks == ("B1", "B2", "C1", "C2", "H1")
    assert run.state.credits[2] == 0
    assert run.state.first_out == "R"
    assert not run.state.fixer_open
    assert run.state.board() == RAMBLERS_OUT


def test_L_EX_29() -> None:
    start = position(RAMBLERS_OUT, seat=2, credits=(0, 0, 2), bets=[card("R R R; R3 B1 B2 C1 C2")] * 3)
    assert not start.fixer_open
    assert refused(start, Swap("R3", "H1")).rules[0] == "L-FIX-01"


def test_L_EX_30() -> None:
    before = position(
        "R1 .. .. B1 / .. .. .. C1 / H1 .. .. .. / .. .. T1 H2", options=Options(fixer_windows="no_final_ko"),
        credits=(0, 3, 0), bets=[card("R R R; R1 B1 R2 R3 B2")] * 3,
    )  # fmt: skip
    # The last KO leaves five mechs of five teams; as the turn stands there, the Fixer is closed.
    state = position(
        "R1 .. .. B1 / .. .. .. .. / H1 .. .. .. / .. C1 T1 ..", seat=1, credits=(0, 3, 0), bets=before.bets
    )
    for into in ("H1", "C1", "T1"):
        assert "L-R-30" in refused(state, Swap("R2", into)).rules
    assert score_round(state, "").penta_points[1] == 2


def test_L_EX_31() -> None:
    start = position(
        ".. R1* .. H1* / T1 C3 B1 R2 / B2 H3 T3 C2 / H2* T2 R3 B3*", seat=1, credits=(0, 3, 0), windows=True,
        bets=[card("R R R; R1 B2 C3 H2 T2")] * 3,
    )  # fmt: skip
    assert GAME.actor(start) == 1
    assert "L-R-10" in refused(start, Swap("R1", "B2")).rules
    assert "L-R-31" in refused(start, Swap("R1", "C1")).rules
    run = do(start, "Pay the Fixer one credit")
    assert "L-R-10" in refused(run.state, Swap("R1", "B2")).rules
    assert len([a for a in GAME.legal(run.state) if isinstance(a, Swap) and a.out == "R1"]) == 9
    run.do("Swap R1 for H1")
    assert run.state.bets[1].picks == ("B2", "C3", "H1", "H2", "T2")
    assert run.state.credits[1] == 2


def test_L_EX_32() -> None:
    assert odds.penta_value(8, 4) == F(18, 7)
    assert odds.penta_value(8, 5) == F(193, 56)
    assert odds.swap_gain(8, 4) == F(7, 8)
    assert odds.swap_gain(8, 0) == F(5, 8)


def test_L_EX_33() -> None:
    # Heroes R, Has-beens B, Brawlers C; three of P1's picks are left.
    state = position(
        "R1 R2 R3 C1 / H1 .. .. .. / .. .. .. .. / .. .. .. ..", players=("P1", "P2", "P3", "P4"), first_out="B",
        piles={"C": 4, "H": 2},
        bets=(card("R B C; R1 R2 C1 B1 B2"), card("R H C; T1 T2 T3 B1 B2"), card("H T C; T1 T2 T3 B1 B2"),
              card("T C H; T1 T2 T3 B1 B2")),
    )  # fmt: skip
    done = score_round(state, "")
    assert done.winners == (("R",), ("B",), ("C",))
    assert done.team_points == ((2, 5, 1), (2, 0, 1), (0, 0, 1), (0, 0, 0))
    assert done.points[0] == 11


def test_L_EX_34() -> None:
    assert pay(["B", "C", "H"], ("B", "C")) == (2, 2, 0)
    assert pay(["B", "C", "B", "R"], ("B", "C")) == (1, 1, 1, 0)
    assert pay(["B", "B"], ("R", "B", "C", "H", "T")) == (2, 2)


def test_L_EX_35() -> None:
    left = ["B1", "B2", "C1", "C2", "H1"]
    cards = ["R1 R2 R3 T1 T2", "B1 R2 R3 T1 T2", "B1 B2 R1 R2 T1", "B1 B2 C1 R1 T1", "B1 B2 C1 C2 T1",
             "B1 B2 C1 C2 H1"]  # fmt: skip
    state = position(
        "B1 B2 C1 C2 / H1 .. .. .. / .. .. .. .. / .. .. .. ..", players=[f"P{k}" for k in range(5)], first_out="R",
        bets=[card(f"R R R; {c}") for c in cards[:5]],
    )  # fmt: skip
    assert score_round(state, "").penta_points == (0, 1, 2, 3, 5)
    state.bets[0] = card(f"R R R; {cards[5]}")
    assert score_round(state, "").penta_points[0] == 8
    assert hits(card(f"R R R; {cards[5]}"), left) == 5


def test_L_EX_36() -> None:
    state = position(
        "R1 R2 R3 B1 / C1 C2 H1 H2 / T1 T2 .. .. / .. .. .. ..", players=("P1", "P2"),
        bets=(card("R H B; B2 B3 C3 H3 T3"), card("R C B; B2 B3 C3 H3 T3")),
    )  # fmt: skip
    done = score_round(state, "")
    assert done.winners == (("R",), (), ())
    assert done.team_points == ((2, 0, 0), (2, 0, 0))


def test_L_EX_37() -> None:
    assert next_start([9, 12, 9, 15], last=1) == 0
    assert next_start([9, 12, 10, 15], last=1) == 0
    assert next_start([5, 5, 5, 5], last=2) == 1


def test_L_EX_38() -> None:
    assert ranking([31, 31, 28], [1, 2, 5]) == (2, 1, 3)
    assert ranking([31, 31, 28], [2, 2, 5]) == (1, 1, 3)
    assert ranking([20, 24, 24, 24], [9, 0, 3, 3]) == (4, 3, 1, 1)
    for totals, credits, won in (([31, 31, 28], [1, 2, 5], (1,)), ([31, 31, 28], [2, 2, 5], (0, 1))):
        state = position(
            "B1 B2 C1 C2 / H1 .. .. .. / .. .. .. .. / .. .. T1 T2", first_out="R", number=3, points=totals,
            credits=credits, quiet=19,
        )  # fmt: skip
        run = do(state, "Buy no scheme", "Slide H1 a2>a3")
        assert run.state.result is not None
        assert run.state.result.winners == won


def test_L_EX_39() -> None:
    assert 5 * PURSE + 3 * len(CORNERS) == 27
    assert SUPPLY - 27 == 13
    assert 2 * PURSE + 3 * len(CORNERS) == 18
    assert fresh(5).supply == SUPPLY - 15 - 4


def test_L_EX_40() -> None:
    sizes = odds.setups()
    assert sizes["initial deals of the arena"] == 5_230_697_472_000
    assert sizes["the same up to the 8 symmetries of the square"] == 653_837_184_000
    assert sizes["Pentafecta bets"] == 3003
    assert sizes["complete betting cards"] == 375_375
    # The deal itself has that many ways: the product of the numbers of outcomes.
    run, ways = Run(GAME.start(GAME.options(), ["P1", "P2"])), 1
    while len(run.state.pile) > 0 and GAME.task(run.state).__class__.__name__ == "Deal":
        outcomes = GAME.outcomes(run.state)
        assert {w for _, w in outcomes} == {1}
        ways *= len(outcomes)
        run.do(str(outcomes[0][0]))
    assert ways == 5_230_697_472_000


def test_L_EX_41() -> None:
    assert [p * 3003 for p in odds.hit_odds()] == [252, 1050, 1200, 450, 50, 1]
    assert odds.penta_value(15, 5) == F(1686, 1001)


def test_L_EX_42() -> None:
    mix, value = odds.equilibrium_two([F(1, 5)] * 5)
    assert set(mix) == {F(1, 5)}
    assert value == F(22, 25)
    assert odds.even_mix(2)["expected_points_all_different"] == 1
    chances = [F(30, 100), F(25, 100), F(20, 100), F(15, 100), F(10, 100)]
    mix, value = odds.equilibrium_two(chances)
    assert mix == (F(65, 111), F(41, 111), F(5, 111), 0, 0)
    assert value == F(36, 37)
    assert [w * 5 for w in chances[3:]] == [F(3, 4), F(1, 2)]


def test_L_EX_43() -> None:
    assert odds.peaceful_sets(DATA, 4) == []
    state = position(FULL)
    assert {s for s in legal(state) if victims_of(state, s)} == {"Slide C1 c1>c2", "Slide C3 b2>c2"}
    for seed in range(20):  # any deal
        dealt = fresh(2, seed)
        assert dealt.arena.index("") in CENTRE
        run = Run(dealt).quietly()
        assert any(victims_of(position(run.state.board()), s) for s in run.legal)


def test_L_EX_44() -> None:
    assert odds.teams_out()[0] == 243
    assert F(243, 3003) == F(81, 1001)
    # With four survivors at least one team is out.
    assert all(len({DATA.team_of[m] for m in four}) < 5 for four in combinations(DATA.codes, 4))


def test_L_EX_45() -> None:
    assert len(legal(position("R1 .. R2 .. / .. B1 .. B2 / C1 .. C2 .. / .. H1 .. T1"))) == 24
    assert sum(len(near) for near in NEAR) // 2 == 24
    assert odds.slide_counts()[8][1] == 24


def test_L_EX_46() -> None:
    state = fresh(4)
    assert sum(m != "" for m in state.arena) == 15
    assert len(state.tokens) == 4
    assert state.credits == [3, 3, 3, 3]
    assert state.supply == 24
    assert len(state.display) == 2
    assert len(state.deck) == 7
    assert 5 - len(state.bets) == 1  # betting cards that go back in the box


def bet_lines(text: str) -> list[str]:
    teams, _, picks = text.partition(";")
    heads = ["Heroes", "Has-beens", "Brawlers"]
    named = [f"{h}: {t}" for h, t in zip(heads, teams.split(), strict=False)]
    return named + [f"Pick {m}" for m in picks.split()]


def test_L_EX_47() -> None:
    for text in ("R R R; R1 R2 R3 B1 B2", "H T B; B1 B2 B3 C1 C2"):
        run = do(fresh(2), *bet_lines(text))
        assert run.state.locked == 1
        assert run.state.bets[0] == card(text)
    once = do(fresh(2), *bet_lines("R B C; R1"))
    assert "L-R-10" in refused(once.state, Pick("R1")).rules
    four = do(fresh(2), *bet_lines("R B C; R1 R2 B1 C1"))
    assert "L-BET-08" in refused(four.state, TimeUp()).rules
    assert "1 Pentafecta line" in refused(four.state, TimeUp()).sentence
    two = do(fresh(2), *bet_lines("R B;"))
    assert "Brawlers" in refused(two.state, TimeUp()).sentence
    assert "L-BET-04" in refused(two.state, Pick("R1")).rules


def test_L_EX_48() -> None:
    start = position(FULL, players=("P1", "P2"), credits=(3, 0), display=("S1", "S9"))
    run = do(start, "Buy scheme S1").fall()
    assert run.state.credits == [2, 0]
    other = next(s for s in run.state.display if s)
    assert refused(run.state, Buy(other)).rules == ("L-SCH-02",)
    assert refused(run.state, Keep("S1")).rules[0] == "L-SCH-04"
    run.do("Slide R2 d2>c2")
    assert run.state.discard == ["S1"]  # though Corner Cut was not used
    run.do("Pass the Fixer")
    assert run.actor == 1
    assert refused(run.state, Buy("S9")).rules == ("L-SCH-01",)
    # Buying after the slide, while the victim is chosen:
    after = do(position(FULL, credits=(3, 0, 0), display=("S6", "S9")), "Buy no scheme")
    assert "L-R-23" in refused(after.state, Buy("S9")).rules
    chosen = do(position("R1* .. C1 H1* / T1 C3 B1 R2 / B2 H3 T3 C2 / H2* T2 R3 B3*", credits=(3, 0, 0)),
                "Buy no scheme", "Slide R1 a1>b1")  # fmt: skip
    assert "L-R-23" in refused(chosen.state, Buy("S1")).rules


def test_L_EX_49() -> None:
    run = do(position("T1 C1 .. H1 / B2 .. C3 T2 / .. R1 .. .. / H2 .. .. T3"), "Slide R1 b3>b2")
    assert sorted(run.legal) == ["Knock out B2", "Knock out C1", "Knock out C3"]


def test_L_EX_50() -> None:
    start = position(
        FULL, players=("P1", "P2", "P3", "P4"), seat=2, credits=(2, 0, 0, 1),
        bets=[card("R B C; R1 R2 B1 B2 T3")] * 4,
    )  # fmt: skip
    run = do(start, "Slide C1 c1>c2")
    assert run.state.named == ("T3",)
    assert run.actor == 3  # P3 owns no credit, so P4 is asked first
    run.do("Pay the Fixer one credit", "Swap T3 for C2")
    assert run.actor == 0
    assert refused(run.state, BetOn("heroes", "B")).rules == ("L-FIX-04",)
    run.do("Pay the Fixer one credit", "Swap T3 for H1", "Pay the Fixer one credit", "Swap R2 for H2")
    assert run.state.paid == [2, 0, 0, 1]
    public = [e for e in run.events if e.kind == "fixer"]
    private = [e for e in run.events if e.kind == "fixer_swap"]
    assert all(e.to is None for e in public)
    assert len(public) == 3
    assert [e.to for e in private] == [(3,), (0,), (0,)]
    assert run.state.fallen[-1].mech == "T3"  # everybody has passed or cannot pay: as announced


def test_L_EX_51() -> None:
    start = position(
        "B1* B2 C1* C2 / H1 .. .. .. / .. .. .. .. / .. .. T1 T2", players=("P1", "P2"), first_out="R",
        points=(11, 6), credits=(4, 1), discard=("S3", "S4", "S5"), quiet=19, seat=0,
        bets=[card("- - -; - - - - -")] * 2,
    )  # fmt: skip
    run = do(start, "Buy no scheme", "Slide H1 a2>a3")
    assert run.state.scored
    assert run.state.start == 1
    display = list(run.state.display)
    run.fall()
    state = run.state
    assert state.round == 2
    assert state.points == [11, 6]
    assert state.credits == [4, 1]
    assert state.bets[0] == card("- - -; - - - - -")
    assert sum(m != "" for m in state.arena) == 15
    assert state.tokens == sorted(state.arena[i] for i in CORNERS)
    assert (state.display, len(state.deck), state.discard) == (display, 4, ["S3", "S4", "S5"])
    assert state.supply == SUPPLY - 5 - 4


def test_L_EX_52() -> None:
    run = Run(fresh(4, first_start="race")).quietly("Player").do("Player 3 starts")
    order: list[int] = []
    turn = 0
    while len(order) < 6:
        if run.state.turn != turn:
            order.append(run.state.active)
            turn = run.state.turn
        run.quietly("Slide").do(run.legal[0]).quietly("Slide")
    assert order == [2, 3, 0, 1, 2, 3]


def test_L_EX_53() -> None:
    run = do(fresh(2, bet_seconds=90), "Time is up: lock the card")
    assert run.state.bets[0] == card("- - -; - - - - -")
    assert run.state.locked == 1
    part = do(fresh(2, bet_seconds=90), *bet_lines("R B C; R1 R2 B1"), "Time is up: lock the card")
    assert part.state.bets[0].picks == ("B1", "R1", "R2", "", "")
    state = position(
        "R1 R2 C1 H1 / T1 .. .. .. / .. .. .. .. / .. .. .. ..", players=("P1", "P2"), first_out="B",
        piles={"C": 4}, bets=(card("- B C; R1 R2 B1 - -"), card("R B H; C1 B2 B3 C2 C3")),
    )  # fmt: skip
    done = score_round(state, "")
    assert done.winners == (("R",), ("B",), ("C",))
    assert done.team_points == ((0, 2, 5), (5, 2, 0))
    assert done.points == (9, 8)


def test_L_EX_54() -> None:
    # P1 used Open Season in the turn before: slid R2 to c2 and knocked out C1.
    run = do(bought("S6", credits=(0, 0, 0)), "Slide R2 d2>c2", "Knock out C1")
    assert run.state.board() == "R1* B1 .. H1* / T1 C3 R2 .. / B2 H3 T3 C2 / H2* T2 R3 B3*"
    run.do("Slide B1 b1>c1")
    assert run.state.fallen[-1].mech == "H1"
    assert run.state.credits[1] == 1
    assert run.state.board() == "R1* .. B1 .. / T1 C3 R2 .. / B2 H3 T3 C2 / H2* T2 R3 B3*"


def test_L_EX_55() -> None:
    board = "R1* B1 .. H1* / T1 C3 C1 R2 / B2 H3 T3 C2 / H2* T2 R3 B3*"
    run = do(bought("S8", board, (0, 0, 0), seat=1), "Slide C1 c2>c1")
    assert run.legal == ["Knock out H1", "Spare the rivals, take the credit of H1"]
    run.do("Spare the rivals, take the credit of H1")
    assert run.state.credits[1] == 1
    assert run.state.board() == "R1* B1 C1 H1 / T1 C3 .. R2 / B2 H3 T3 C2 / H2* T2 R3 B3*"


def test_L_EX_56() -> None:
    state = position(
        "R1 R2 C1 H1 / H2 .. .. .. / .. .. .. .. / .. .. .. ..", players=("P1",), first_out="T", piles={"C": 3},
        options=Options(allow_solo=True), bets=(card("R B C; R1 R2 B1 B2 T3"),),
    )  # fmt: skip
    done = score_round(state, "")
    assert done.winners == (("R", "H"), ("T",), ("C",))
    assert done.team_points == ((5, 0, 5),)
    assert done.points == (12,)


def test_L_EX_57() -> None:
    text = (files("atlantis_nb.games.league") / "data" / "teaching.toml").read_text(encoding="utf-8")
    raw = tomllib.loads(text)
    assert check(raw).codes == DATA.codes

    def changed(rivals: list[str], codes: tuple[str, ...] = ("R1",)) -> dict[str, Any]:
        new = copy.deepcopy(raw)
        for mech in new["mech"]:
            if mech["code"] in codes:
                mech["rivals"] = rivals
        return new

    with pytest.raises(ValueError, match=r"mech 1 \(R1\): its own team R cannot be its rival"):
        check(changed(["R", "B"]))
    with pytest.raises(ValueError, match=r"mech 1 \(R1\): two different rival teams are needed"):
        check(changed(["B", "B"]))
    missing = copy.deepcopy(raw)
    missing["mech"] = missing["mech"][1:]
    with pytest.raises(ValueError, match=r"team R: three mechs are needed, there are 2"):
        check(missing)
    assert check(changed(["B", "C"], ("R1", "R2", "R3"))).matrix[0] == (0, 3, 3, 0, 0)


def test_L_EX_58() -> None:
    board = "R1 .. .. R2 / .. .. H1 .. / .. T1 .. B1 / C2 .. C1 .."
    state = bought("S7", board, (1, 0, 0))
    run = do(state, "Slide C1 c4>c3", "Knock out H1")  # T1 is the only other one: no question
    assert run.state.named == ("H1", "T1")
    assert run.actor == 0  # the window before the KO of H1
    run.do("Pass the Fixer")
    assert run.state.first_out == "H"
    assert run.state.scored  # no window before the KO of T1
    assert [f.mech for f in run.state.fallen[-2:]] == ["H1", "T1"]
    assert run.state.knockouts()["C"] == 2
    assert run.state.board() == "R1 .. .. R2 / .. .. .. .. / .. .. C1 B1 / C2 .. .. .."
    assert run.state.history[-1].winners[0] == ("R", "C")
    assert do(state, "Slide C1 c4>c3", "Knock out T1", "Pass the Fixer").state.first_out == "T"


def test_L_EX_59() -> None:
    board = "R1 .. .. B1 / .. .. .. C1 / H1 .. .. .. / .. T1 .. H2"
    cards = (card("R R R; R2 R3 B2 B3 C3"), card("R R R; R1 B1 H2 R2 C3"), card("R R R; R1 B1 H1 C1 B2"))
    run = do(position(board, credits=(0, 3, 1), bets=cards), "Slide C1 d2>d3")
    assert run.actor == 1
    run.do(
        "Pay the Fixer one credit",
        "Swap H2 for H1",
        "Pay the Fixer one credit",
        "Swap R2 for C1",
        "Pay the Fixer one credit",
        "Swap C3 for T1",
    )
    assert run.state.credits[1] == 0
    assert run.actor == 2
    assert refused(run.state, Swap("B2", "H2")).rules == ("L-R-31",)
    run.do("Pass the Fixer")
    assert run.state.board() == "R1 .. .. B1 / .. .. .. .. / H1 .. .. C1 / .. T1 .. .."
    assert run.state.history[-1].penta_points[1:] == (8, 5)
    shut = do(position(board, credits=(0, 3, 1), bets=cards, options=Options(fixer_windows="no_final_ko")),
              "Slide C1 d2>d3")  # fmt: skip
    assert shut.state.scored
    assert shut.state.history[-1].penta_points[1] == 2


def test_L_EX_60() -> None:
    start = position(
        "R1 .. B1 C1 / T1 C3 .. R2 / B2 H3 T3 C2 / H2 T2 R3 B3", players=("P1", "P2"), credits=(1, 2),
        display=("S9", "S1"),
    )  # fmt: skip
    run = do(start, "Buy scheme S9")
    assert run.state.credits == [0, 2]
    run.do("Turn up S6")
    assert run.state.display == ["S6", "S1"]  # refilled before the effect
    assert all(a.startswith("Drop") for a in run.legal)
    run.do("Drop B1 through the trapdoor")
    while run.actor == 1:
        run.do("Pass the Fixer")
    assert run.state.discard == ["S9"]
    quiet = next(s for s in run.legal if not victims_of(run.state, s))
    run.do(quiet)
    while "Pass the Fixer" in run.legal:
        run.do("Pass the Fixer")
    run.do("Buy scheme S1", "Turn up S2")
    assert run.state.credits == [0, 1]
    assert run.state.in_play == "S1"
    while run.state.turn == 2:
        run.do("Pass the Fixer" if "Pass the Fixer" in run.legal else run.legal[0])
    assert run.state.display == ["S6", "S2"]
    assert run.state.discard == ["S1", "S9"]


def test_every_example_is_here() -> None:
    here = {
        name.removeprefix("test_").replace("_", "-") for name in globals() if name.startswith("test_L_EX")
    }
    assert here == {e.id for e in GAME.rulebook.examples}
