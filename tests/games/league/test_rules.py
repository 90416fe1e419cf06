"""Rules, rulings and options beyond the worked examples; and that every id of the ledger is met."""

from __future__ import annotations

import ast
import copy
import random
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from atlantis_nb.core.bots import Greedy, Random, onward
from atlantis_nb.core.game import CHANCE, draw
from atlantis_nb.core.match import Match
from atlantis_nb.games.league import evaluate
from atlantis_nb.games.league.actions import (
    BetOn,
    Buy,
    Drop,
    Exchange,
    Hit,
    NoScheme,
    Pass,
    Pay,
    Pick,
    Push,
    Slide,
    Spare,
    Start,
    Swap,
    TimeUp,
)  # fmt: skip
from atlantis_nb.games.league.betting import FillPick, FillTeam
from atlantis_nb.games.league.roster import check, roster
from atlantis_nb.games.league.scoring import next_start, pay, score_round, winners
from atlantis_nb.games.league.setup import Deal
from atlantis_nb.games.league.state import EMPTY, PURSE, LeagueState

from .kit import FULL, GAME, Options, Run, card, do, fresh, play_out, position, refused

HERE = Path(__file__).parent
SOURCE = Path(evaluate.__file__).parent
CARDS = [card("R R R; R1 R2 R3 B1 B2")] * 3
PEACE = "R1 .. .. .. / .. .. B2 .. / .. T1 .. C2 / H1 .. C1 R3"
"""R1 may go up and down beside nobody."""


def named_ids(text: str) -> set[str]:
    """Ids in a text; "L-SLD-01 to L-SLD-04" and "L-SLD-01 to 04" name all between."""
    found = set(re.findall(r"L-[A-Z]+-\d\d", text))
    for head, first, last in re.findall(r"(L-[A-Z]+)-(\d\d) to (?:L-[A-Z]+-)?(\d\d)", text):
        found |= {f"{head}-{k:02d}" for k in range(int(first), int(last) + 1)}
    return found


def test_every_id_is_named_by_the_code() -> None:
    source = "\n".join(p.read_text(encoding="utf-8") for p in sorted(SOURCE.glob("*.py")))
    assert [i for i in GAME.rulebook.ids if i not in named_ids(source)] == []
    assert named_ids(source) <= {*GAME.rulebook.ids, *(e.id for e in GAME.rulebook.examples)}


def test_every_id_is_met_by_a_test() -> None:
    """An example meets the rules that the ledger gives it; other tests say theirs in a mark."""
    met = {rule for example in GAME.rulebook.examples for rule in example.rules}
    for file in sorted(HERE.glob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rules":
                met |= {str(ast.literal_eval(arg)) for arg in node.args}
    assert [i for i in GAME.rulebook.ids if i not in met] == []
    assert met <= set(GAME.rulebook.ids)


def test_events_and_refusals_cite_rules_that_exist() -> None:
    cited: set[str] = set()
    for seed in range(12):
        run = play_out(fresh(2 + seed % 4, seed), seed)
        cited |= run.cited()
        assert all(e.text and "{" not in e.text for e in run.events)
    assert cited <= set(GAME.rulebook.ids)
    for task in GAME.tasks:
        assert set(task.rules) <= set(GAME.rulebook.ids)
    # What happens in play is told with the rule that made it happen.
    assert {"L-SET-04", "L-SET-07", "L-SLD-01", "L-ATT-05", "L-ATT-07", "L-FIX-02", "L-SCO-05", "L-END-03",
            "L-END-08", "L-SCH-01", "L-SCH-05", "L-R-26"} <= cited  # fmt: skip


# ---------------------------------------------------------------- players, setup


@pytest.mark.rules("L-R-01", "L-SET-11")
def test_number_of_players_and_practice() -> None:
    with pytest.raises(ValueError, match="allow_solo"):
        Match(GAME, players=1)
    alone = Match(GAME, players=1, options={"allow_solo": True}, seed=3).run("random")
    assert alone.result is not None
    assert all(points in (0, 5) for r in alone.state.history for points in r.team_points[0])
    with pytest.raises(ValueError, match="players, not 6"):
        Match(GAME, players=6)
    with pytest.raises(ValueError, match="2 to 5 can play, not 6"):
        GAME.start(GAME.options(), list("abcdef"))
    assert Match(GAME, players=["Ann"], options={"allow_solo": True}).names == ("Ann",)


@pytest.mark.rules("L-SET-04", "L-SET-05", "L-SET-06", "L-SET-07", "L-SET-08")
def test_every_deal_has_its_hole_in_the_centre() -> None:
    holes = set()
    for seed in range(60):
        state = fresh(2, seed)
        holes.add(state.arena.index(""))
        assert state.tokens == sorted(state.arena[i] for i in (0, 3, 12, 15))
        assert len(set(state.display)) == 2
        assert not set(state.display) & set(state.deck)
    assert holes == {5, 6, 9, 10}
    assert Deal.series


def test_wrong_options_are_refused_by_name() -> None:
    with pytest.raises(ValueError, match="no option 'speed'"):
        GAME.options(speed=2)
    with pytest.raises(ValueError, match="quiet_limit"):
        GAME.options(quiet_limit=-1)
    with pytest.raises(ValueError, match="fixer_windows"):
        GAME.options(fixer_windows="never")


# ---------------------------------------------------------------- data sets

TEACHING = (SOURCE / "data" / "teaching.toml").read_text(encoding="utf-8")


def broken(change: Any) -> dict[str, Any]:
    raw = tomllib.loads(TEACHING)
    change(raw)
    return raw


WRONG_DATA: list[tuple[Any, str]] = [
    (lambda d: d["team"].pop(), "5 teams are needed, there are 4"),
    (lambda d: d["mech"][3].update(name="Switchback"), r"mech 4: the mech name 'Switchback' is used twice"),
    (lambda d: d["mech"][3].update(code="R1"), r"mech 4: the mech code 'R1' is used twice"),
    (lambda d: d["mech"][3].update(rivals=["C", "Q"]), r"mech 4 \(B1\): there is no rival team 'Q'"),
    (lambda d: d["mech"][3].update(rivals=["C"]), r"mech 4 \(B1\): two different rival teams are needed"),
    (lambda d: d["mech"][3].update(team="Q"), r"mech 4 \(B1\): there is no team 'Q'"),
    (lambda d: d["mech"][3].pop("name"), r"mech 4: .*`name`"),
    (
        lambda d: d["mech"][3].update(code="B 1"),
        r"mech 4: mech code 'B 1' must be one to eight letters or digits",
    ),
    (lambda d: d["scheme"][8].update(effect="fly"), r"scheme 9 \(S9\): there is no effect 'fly'"),
    (lambda d: d["scheme"].pop(), "9 schemes are needed, there are 8"),
    (lambda d: d["scheme"][0].update(colour="red"), r"scheme 1: .*`colour`"),
    (lambda d: d.update(rivals=[]), "unknown entry 'rivals'"),
    (lambda d: d["team"][1].update(name=" "), "team 2: the name is empty"),
    (lambda d: d.update(team=3), "team must be a list"),
]


@pytest.mark.rules("L-R-04", "L-R-02", "L-SET-02", "L-ATT-01")
@pytest.mark.parametrize(("change", "words"), WRONG_DATA)
def test_wrong_data_is_refused_with_the_place(change: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words) as caught:
        check(broken(change))
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.rules("L-R-04", "L-R-05")
def test_a_file_of_an_owner_is_played(tmp_path: Path) -> None:
    skewed = TEACHING.replace('rivals = ["B", "H"]', 'rivals = ["B", "C"]').replace("Switchback", "Zig Zag")
    file = tmp_path / "skewed.toml"
    file.write_text(skewed, encoding="utf-8")
    match = Match(GAME, players=2, seed=4, options={"data_set": str(file)}).run("random")
    assert match.state.roster.mech["R1"].name == "Zig Zag"
    assert match.state.roster.matrix[0] != roster("teaching").matrix[0]
    assert match.result is not None
    for text, words in ((None, "cannot be read"), ("x = [", "is not TOML"), ("", "5 teams are needed")):
        bad = tmp_path / f"bad{words[:3]}.toml"
        if text is not None:
            bad.write_text(text, encoding="utf-8")
        with pytest.raises(ValueError, match=words):
            Match(GAME, players=2, options={"data_set": str(bad)})


# ---------------------------------------------------------------- betting


@pytest.mark.rules("L-BET-03", "L-R-06", "L-R-45", "L-R-44")
def test_who_starts_round_one() -> None:
    chosen = Run(fresh(3, first_start="choose"))
    assert chosen.legal == ["Player 1 starts", "Player 2 starts", "Player 3 starts"]  # before any bet
    assert chosen.state.locked == 0
    assert chosen.do("Player 3 starts").quietly().state.active == 2
    race = Run(fresh(3, first_start="race")).quietly("Player")
    assert race.state.locked == 3
    drawn = Run(fresh(3))
    while drawn.actor != CHANCE:
        drawn.do(drawn.legal[0])
    assert drawn.state.locked == 3
    assert [w for _, w in GAME.outcomes(drawn.state)] == [1, 1, 1]
    assert "L-BET-03" in refused(fresh(3), Start(1)).rules


@pytest.mark.rules("L-R-09")
def test_distinct_team_bets() -> None:
    state = do(fresh(2, distinct_team_bets=True), "Heroes: R").state
    assert len(GAME.legal(state)) == 4
    assert refused(state, BetOn("hasbeens", "R")).rules == ("L-R-09",)
    free = do(fresh(2), "Heroes: R").state
    assert len(GAME.legal(free)) == 5
    rng = random.Random(0)
    for _ in range(20):
        teams = GAME.guess(do(state, "Has-beens: B").state, 1, rng).bets[0].teams[:2]
        assert len(set(teams)) == 2


@pytest.mark.rules("L-R-07", "L-R-49", "L-BET-02")
def test_the_clock_may_leave_lines_blank_or_fill_them() -> None:
    assert "L-R-07" in refused(fresh(2), TimeUp()).rules
    blank = do(fresh(2, bet_seconds=90), "Heroes: R", "Time is up: lock the card").state
    assert blank.bets[0].teams == ("R", "", "")
    assert blank.bets[0].picks == EMPTY.picks
    filled = do(fresh(2, bet_seconds=30, bet_blank="fill_random", distinct_team_bets=True), "Heroes: R",
                "Time is up: lock the card")  # fmt: skip
    seen = []
    while filled.actor == CHANCE:
        task = filled.state.agenda[-1]
        assert isinstance(task, FillTeam | FillPick)
        assert task.secret_of(filled.state) == 0
        seen.append(len(GAME.outcomes(filled.state)))
        masked = GAME.view(filled.state, 1)
        assert "R" not in masked.bets[0].teams
        filled.state, _ = GAME.step(filled.state, GAME.outcomes(filled.state)[0][0])
    assert seen == [4, 3, 15, 14, 13, 12, 11]
    assert "" not in (*filled.state.bets[0].teams, *filled.state.bets[0].picks)
    match = Match(GAME, players=2, options={"bet_seconds": 30, "bet_blank": "fill_random"})
    match.play(TimeUp())
    draws = [n for n in match.line() if n.chance and n.secret_of == 0]
    assert len(draws) == 8
    assert all(str(n.action) not in match.label(n, 1) for n in draws)


@pytest.mark.rules("L-R-07", "L-R-31", "L-FIX-02")
def test_the_fixer_fills_a_blank_line() -> None:
    cards = [card("R - R; R1 R2 - - -")] * 3
    run = do(
        position(FULL, credits=(1, 0, 0), bets=cards, windows=True),
        "Pay the Fixer one credit",
        "Swap a blank line for C1",
    )
    assert run.state.bets[0].picks == ("C1", "R1", "R2", "", "")
    assert run.state.bets[0].teams == ("R", "", "R")


@pytest.mark.rules("L-R-08")
def test_open_bets_are_told_after_betting_and_swaps_too() -> None:
    state = fresh(2, bets_hidden=False)
    run = Run(state).quietly("Pass")
    assert [e.kind for e in run.events].count("reveal_bet") == 2
    assert GAME.view(run.state, 1) == run.state
    run.do("Pay the Fixer one credit")
    assert not GAME.task(run.state).secret
    run.do(run.legal[0])
    assert [e.to for e in run.events if e.kind == "fixer_swap"] == [None]
    hidden = Run(fresh(2)).quietly("Pass")
    assert "reveal_bet" not in hidden.kinds()
    assert not GAME.task(hidden.state).secret  # that somebody pays is public
    assert GAME.task(hidden.do("Pay the Fixer one credit").state).secret


# ---------------------------------------------------------------- turn and slide


@pytest.mark.rules("L-R-12")
def test_no_backslide() -> None:
    free = do(position(FULL), "Slide R2 d2>c2")
    assert "Slide R2 c2>d2" in free.legal
    barred = do(position(FULL, options=Options(no_backslide=True)), "Slide R2 d2>c2")
    assert "Slide R2 c2>d2" not in barred.legal
    assert len(barred.legal) == len(free.legal) - 1
    assert refused(barred.state, Slide("R2", "c2", "d2")).rules == ("L-R-12",)
    # One turn later the way back is open again.
    later = do(position(PEACE, options=Options(no_backslide=True)), "Slide R1 a1>a2", "Slide C2 d3>d2")
    assert "Slide R1 a2>a1" in later.legal
    # Both slides of one Double Shift may go there and back.
    shift = do(position(FULL, in_play="S3", options=Options(no_backslide=True)), "Slide R2 d2>c2")
    assert "Slide R2 c2>d2" in shift.legal
    first = Run(fresh(2, 3, no_backslide=True)).quietly()
    assert len(first.legal) == 4  # void in the first turn of a round


@pytest.mark.rules("L-R-13", "L-R-41")
def test_attack_optional() -> None:
    options = Options(attack_optional=True)
    run = do(position(FULL, options=options), "Slide C1 c1>c2")
    assert run.legal == ["Knock out T3", "Spare the rivals"]
    run.do("Spare the rivals")
    assert run.state.quiet == 1
    assert run.state.left == 15
    wide = do(position(FULL, options=options, in_play="S7"), "Slide C1 c1>c2", "Knock out H1")
    assert "Spare the rivals" in wide.legal
    assert [f.mech for f in wide.do("Spare the rivals").state.fallen] == ["H1"]


@pytest.mark.rules("L-R-27", "L-R-47")
def test_overtime_forces_kos_and_ends_at_twice_the_limit() -> None:
    options = Options(quiet_rule="overtime", quiet_limit=4)
    calm = position(FULL, options=options, quiet=3)
    assert len(GAME.legal(calm)) == 4
    hot = position(FULL, options=options, quiet=4)
    assert {str(a) for a in GAME.legal(hot)} == {"Slide C1 c1>c2", "Slide C3 b2>c2"}
    assert refused(hot, Slide("R2", "d2", "c2")).rules == ("L-R-27",)
    either = position(
        FULL, options=Options(quiet_rule="overtime", quiet_limit=4, attack_optional=True), quiet=4
    )
    assert do(either, "Slide C1 c1>c2").state.fallen[-1].mech == "T3"  # cannot be declined now
    shake = do(position(FULL, options=options, quiet=4, in_play="S8"), "Slide C1 c1>c2")
    assert "Spare the rivals" in shake.legal  # a scheme comes before the rules
    # A KO by Trapdoor ends the quiet stretch at once, so the slide after it is free again.
    loose = "R1* .. B1 C1 / T1 C3 .. R2 / B2 H3 T3 C2 / H2* T2 R3 B3*"
    drop = position(loose, options=options, quiet=4, in_play="S9")
    after = do(drop, "Drop B1 through the trapdoor")
    assert after.state.quiet == 0
    assert "Slide T3 c3>c2" in after.legal  # which makes no KO
    still = position(after.state.board(), options=options, quiet=4)
    assert "Slide T3 c3>c2" not in [str(a) for a in GAME.legal(still)]
    # With Double Shift the first slide must leave a second one that makes a KO.
    shift = position(FULL, options=options, quiet=4, in_play="S3")
    for slide in GAME.legal(shift):
        for second in do(shift, str(slide)).legal:
            run = do(shift, str(slide), second)
            assert run.state.fallen or all(a.startswith("Knock") for a in run.legal)
    # Far apart, no slide makes a KO: the round ends after twice the limit, not before.
    apart = "R1 R2 .. .. / R3 .. .. .. / .. .. .. H1 / .. .. H2 H3"
    for quiet, over in ((3, False), (6, False), (7, True)):
        state = position(apart, options=options, quiet=quiet, first_out="C")
        assert len(GAME.legal(state)) == 8
        assert do(state, "Slide R2 b1>c1").state.scored is over


@pytest.mark.rules("L-R-27", "L-R-48")
def test_repetition() -> None:
    options = Options(quiet_rule="repetition", quiet_limit=1)
    run = Run(position(PEACE, players=("P1", "P2"), options=options, quiet=50))
    for k in range(12):
        if run.state.scored:
            break
        run.do(f"Slide R1 {'a1>a2' if k % 2 == 0 else 'a2>a1'}")
    assert run.state.scored
    assert "third time" in run.state.history[-1].reason
    # R1 at a2 with P2 to move came up after turns 1, 3 and 5, in spite of quiet_limit = 1.
    assert run.state.history[-1].turns == 5
    dealt = Run(fresh(2, quiet_rule="repetition")).quietly()
    assert list(dealt.state.seen.values()) == [1]  # the first position of the round counts
    ko = do(position(FULL, options=options), "Slide R2 d2>c2")
    assert ko.state.seen
    gone = do(position(FULL, options=options), "Slide C1 c1>c2")
    assert list(gone.state.seen.values()) == [1]  # only the position after the KO


@pytest.mark.rules("L-R-27")
def test_quiet_limit_other_numbers_and_off() -> None:
    for limit, quiet, over in ((3, 2, True), (3, 1, False), (0, 500, False), (20, 19, True)):
        run = do(position(PEACE, options=Options(quiet_limit=limit), quiet=quiet), "Slide R1 a1>a2")
        assert run.state.scored is over
    ko = do(position(FULL, quiet=19), "Slide C1 c1>c2")
    assert ko.state.quiet == 0
    assert not ko.state.scored


@pytest.mark.rules("L-R-28")
def test_quiet_penta() -> None:
    bets = [card("T T T; R1 R3 C1 B2 T2")] * 3
    for rule, points in (("count", 5), ("void", 0)):
        options = GAME.options(quiet_penta=rule)
        run = do(position(PEACE, options=options, quiet=19, bets=bets), "Slide R1 a1>a2")
        assert run.state.history[-1].penta_points == (points,) * 3
        assert run.state.history[-1].hits == (4, 4, 4)
        six = "R1 .. .. B1 / .. .. .. C1 / H1 .. .. .. / .. T1 .. H2"
        whole = do(position(six, options=options, bets=[card("T T T; R1 B1 H1 C1 T1")] * 3), "Slide C1 d2>d3")
        assert whole.state.history[-1].penta_points == (8, 8, 8)  # five left: no quiet ending


@pytest.mark.rules("L-R-26", "L-END-01")
def test_end_check_immediate_drops_the_rest_of_the_turn() -> None:
    board = "R1 .. .. B1 / .. .. .. .. / H1 .. T1 .. / .. C1 .. C3*"
    options = Options(end_check="immediate")
    run = do(
        position(board, credits=(1, 0, 0), display=("S9", "S1"), options=options), "Buy scheme S9"
    ).fall()
    run.do("Drop C3 through the trapdoor")
    assert run.state.scored
    assert run.state.left == 5
    assert run.state.discard == ["S9"]
    seven = "R1 .. .. R2 / .. .. H1 .. / .. T1 .. B1 / C2 .. C1 .."
    wide = do(position(seven, in_play="S7", options=options), "Slide C1 c4>c3", "Knock out H1")
    assert wide.state.left == 5  # seven mechs, both go: the second KO is the one that ends it
    six = "R1 .. .. .. / .. .. H1 .. / .. T1 .. B1 / C2 .. C1 .."
    cut = do(position(six, in_play="S7", options=options), "Slide C1 c4>c3", "Knock out H1")
    assert cut.state.scored
    assert cut.state.left == 5
    assert "T1" in cut.state.arena  # the second KO is dropped
    full = do(position(six, in_play="S7"), "Slide C1 c4>c3", "Knock out H1")
    assert full.state.left == 4


# ---------------------------------------------------------------- schemes


@pytest.mark.rules("L-R-20")
def test_scheme_needs_target() -> None:
    options = Options(scheme_needs_target=True)
    run = position(FULL, credits=(1, 0, 0), display=("S9", "S1"), options=options)
    assert [str(a) for a in GAME.legal(run)] == ["Buy no scheme", "Buy scheme S1"]
    assert refused(run, Buy("S9")).rules == ("L-R-20",)
    none = position(FULL, credits=(1, 0, 0), display=("S9", ""), options=options)
    assert all(isinstance(a, Slide) for a in GAME.legal(none))  # step 1 has nothing to offer
    assert Buy("S9") in GAME.legal(position(FULL, credits=(1, 0, 0), display=("S9", "S1")))


@pytest.mark.rules("L-R-21", "L-SCH-03")
def test_scheme_deck_empty() -> None:
    gone = ("S3", "S4", "S5", "S6", "S7", "S8", "S9")
    stop = do(
        position(FULL, credits=(1, 0, 0), discard=gone, options=Options(scheme_deck_empty="stop")),
        "Buy scheme S1",
    )
    assert stop.actor == 0
    assert stop.state.display == ["", "S2"]
    again = do(position(FULL, credits=(1, 0, 0), discard=gone), "Buy scheme S1")
    assert again.actor == CHANCE
    assert "reshuffle" in again.kinds()
    dry = position(FULL, credits=(1, 0, 0), display=("", ""), options=Options(scheme_deck_empty="stop"))
    assert all(isinstance(a, Slide) for a in GAME.legal(dry))


@pytest.mark.rules("L-R-22", "L-END-05")
def test_reshuffle_schemes_each_round() -> None:
    for again in (False, True):
        options = Options(reshuffle_schemes_each_round=again)
        state = position(PEACE, quiet=19, discard=("S7", "S8"), options=options)
        run = do(state, "Slide R1 a1>a2").fall()
        assert run.state.round == 2
        assert run.state.discard == ([] if again else ["S7", "S8"])
        assert len(run.state.deck) == (7 if again else 5)


@pytest.mark.rules("L-SCH-24", "L-SCH-25", "L-SCH-29", "L-R-42", "L-R-15")
def test_refusals_of_schemes() -> None:
    swap, push, drop = (position(FULL, in_play=s) for s in ("S4", "S5", "S9"))
    assert "L-SCH-07" in refused(swap, Exchange("R1", "H1")).rules
    assert "L-R-42" in refused(push, Push("1", "left")).rules
    assert "L-SCH-29" in refused(drop, Drop("R1")).rules
    plain = position(FULL)
    for action in (Exchange("R1", "B1"), Push("2", "left"), Drop("R1")):
        assert refused(plain, action).rules
    two = position("R1 .. B1 C1 / T1 C3 .. R2 / B2 H3 T3 C2 / H2 T2 R3 B3", in_play="S9")
    assert "fewer than two" in refused(two, Drop("R1")).sentence
    assert sorted(str(a) for a in GAME.legal(two)) == [
        "Drop B1 through the trapdoor", "Drop C3 through the trapdoor",
    ]  # fmt: skip
    assert [str(a) for a in GAME.legal(push)] == ["Push row 2 left", "Push row 2 right", "Push column c up",
                                                  "Push column c down"]  # fmt: skip


@pytest.mark.rules("L-SCH-25", "L-R-42")
def test_conveyor_moves_into_slots_that_become_empty() -> None:
    board = "R1 B1 .. C1 / .. .. .. .. / H1 H2 .. .. / T1 C2 .. B2"
    run = do(position(board, in_play="S5"), "Push row 1 right")
    assert run.state.board() == ".. R1 B1 C1 / .. .. .. .. / H1 H2 .. .. / T1 C2 .. B2"
    up = do(position(board, in_play="S5"), "Push column a up")
    assert up.state.board() == "R1 B1 .. C1 / H1 .. .. .. / T1 H2 .. .. / .. C2 .. B2"


@pytest.mark.rules("L-SCH-22", "L-SLD-01")
def test_leapfrog_needs_exactly_one_mech_to_jump_over() -> None:
    board = "R1 .. .. .. / B1 .. .. .. / .. .. .. C1 / H1 T1 .. R2"
    jumps = [str(a) for a in GAME.legal(position(board, in_play="S2")) if str(a).startswith("Jump")]
    assert sorted(jumps) == ["Jump H1 a4>c4", "Jump R1 a1>a3", "Jump R2 d4>d2"]
    # R1 may not jump along row 1: there is nothing between a1 and c1.
    assert "L-SLD-01" in refused(position(board, in_play="S2"), Slide("R1", "a1", "c1")).rules


@pytest.mark.rules("L-SCH-05", "L-SCH-06", "L-SCH-26")
def test_a_scheme_wins_over_the_rules_and_only_in_its_turn() -> None:
    diagonal = Slide("B1", "b1", "c2")
    assert "L-SLD-04" in refused(position(FULL), diagonal).rules
    cut = position(FULL, in_play="S1")
    assert diagonal in GAME.legal(cut)
    after = do(cut, "Slide R2 d2>c2").state
    assert after.in_play == ""
    assert all(str(a).startswith("Slide") for a in GAME.legal(after))


# ---------------------------------------------------------------- the Fixer


@pytest.mark.rules("L-R-29", "L-R-30")
@pytest.mark.parametrize(
    ("windows", "at_start", "others", "before_ko"),
    [("all", True, True, True), ("no_final_ko", True, True, True), ("turn_start_only", True, True, False),
     ("active_only", True, False, True)],
)  # fmt: skip
def test_fixer_windows(windows: Any, at_start: bool, others: bool, before_ko: bool) -> None:
    options = Options(fixer_windows=windows)
    run = Run(position(FULL, credits=(1, 1, 0), bets=CARDS, options=options, windows=True))
    asked = []
    while "Pass the Fixer" in run.legal:
        asked.append(run.actor)
        run.do("Pass the Fixer")
    assert bool(asked) is at_start
    assert asked == ([0, 1] if others else [0])
    run.do("Buy no scheme", "Slide C1 c1>c2")
    assert ("Pass the Fixer" in run.legal and run.state.named == ("T3",)) is before_ko


@pytest.mark.rules("L-R-46", "L-FIX-03")
def test_a_swap_opens_the_lap_again() -> None:
    run = Run(position(FULL, credits=(1, 2, 1), bets=CARDS, windows=True))
    run.do("Pass the Fixer")
    assert run.actor == 1
    run.do("Pay the Fixer one credit", "Swap R1 for C1")
    assert run.actor == 1  # may swap again
    run.do("Pass the Fixer")
    assert run.actor == 2
    run.do("Pass the Fixer")
    assert run.actor == 0  # asked again after the swap
    run.do("Pass the Fixer")
    assert "Buy no scheme" in run.legal
    # A purchase is decided with the credits that the window left.
    spent = do(
        position(FULL, credits=(1, 0, 0), bets=CARDS, windows=True),
        "Pay the Fixer one credit",
        "Swap R1 for C1",
    )
    assert all(s.startswith("Slide") for s in spent.legal)
    # A player with a credit is asked even when nothing could be swapped in.
    five = [card("R R R; R1 B1 H1 C1 T1")] * 3
    last = position("R1 .. .. B1 / .. .. .. C1 / H1 .. .. .. / .. T1 .. H2", credits=(0, 1, 0), bets=five)
    only = do(last, "Slide C1 d2>d3")
    assert (only.actor, [str(a) for a in onward(GAME.legal(only.state))]) == (1, ["Pass the Fixer"])
    assert refused(only.state, Pay()).rules == ("L-R-31",)


@pytest.mark.rules("L-FIX-01", "L-FIX-02", "L-R-31")
def test_refusals_of_the_fixer() -> None:
    state = position(FULL, credits=(1, 0, 0), bets=CARDS, windows=True)
    assert "L-R-31" in refused(state, Swap("T1", "C1")).rules  # not on the card
    assert "L-R-10" in refused(state, Swap("R1", "B1")).rules
    assert "L-FIX-03" in refused(state, Slide("C1", "c1", "c2")).rules
    assert "L-FIX-03" in refused(state, NoScheme()).rules
    slide = position(FULL, credits=(0, 0, 0), bets=CARDS)
    assert refused(slide, Swap("R1", "C1")).rules == ("L-FIX-02",)
    rich = do(position(FULL, credits=(1, 0, 0), bets=CARDS), "Buy no scheme").state
    assert "L-R-29" in refused(rich, Swap("R1", "C1")).rules
    assert "L-R-29" in refused(rich, Pass()).rules
    assert "L-R-29" in refused(rich, Pay()).rules
    assert "L-BET-01" in refused(fresh(2), Swap("R1", "C1")).rules


# ---------------------------------------------------------------- scoring and rounds


@pytest.mark.rules("L-R-19", "L-R-25", "L-BET-06", "L-BET-07")
def test_categories_without_a_winner() -> None:
    for zero, none, expected in (
        ("nobody", "nobody", ((), ())),
        ("all", "fewest", (("T",), ("R", "B", "C", "H", "T"))),
    ):
        options = GAME.options(brawlers_zero=zero, hasbeens_if_none=none)
        state = position("R1 R2 R3 B1 / B2 C1 C2 H1 / H2 T1 .. .. / .. .. .. ..", options=options)
        assert winners(state)[1:] == expected


@pytest.mark.rules("L-R-35", "L-SCO-01")
def test_tie_count() -> None:
    assert pay(["B", "C", "B", "R"], ("B", "C"), "together") == (1, 1, 1, 0)
    assert pay(["B", "C", "B", "R"], ("B", "C"), "per_team") == (2, 5, 2, 0)
    state = position(
        "B1 B2 C1 C2 / H1 .. .. .. / .. .. .. .. / .. .. .. ..", first_out="R",
        options=Options(tie_count="per_team"), bets=[card(f"{t} T T; R1 R2 R3 T1 T2") for t in "BCC"],
    )  # fmt: skip
    assert [p[0] for p in score_round(state, "").team_points] == [5, 2, 2]


@pytest.mark.rules("L-R-34", "L-END-04")
def test_start_tie() -> None:
    assert next_start([3, 3, 3, 3], 2, "clockwise") == 1
    assert next_start([3, 3, 3, 3], 2, "shorter_way") == 0  # two seats away either way
    assert next_start([3, 9, 3, 9, 3], 0, "clockwise") == 4
    assert (
        next_start([9, 3, 3, 3, 3], 0, "shorter_way") == 2
    )  # seats 2 and 3 are two away; 2 is first clockwise
    run = do(position(PEACE, quiet=19, seat=1, options=Options(start_tie="shorter_way")), "Slide R1 a1>a2")
    assert run.state.start == 2
    assert do(position(PEACE, quiet=19, seat=1), "Slide R1 a1>a2").state.start == 0


@pytest.mark.rules("L-R-33", "L-SET-07", "L-SET-10")
def test_round_credits() -> None:
    for rule, credits, corners in (
        ("carry_and_corners", [4, 1, 0], 4),
        ("carry_no_corners", [4, 1, 0], 0),
        ("refill_to_three", [PURSE] * 3, 4),
    ):
        state = position(PEACE, quiet=19, credits=(4, 1, 0), options=GAME.options(round_credits=rule))
        run = do(state, "Buy no scheme", "Slide R1 a1>a2").fall()
        assert run.state.round == 2
        assert run.state.credits == credits
        assert len(run.state.tokens) == corners
    assert len(fresh(2, round_credits="carry_no_corners").tokens) == 4  # in round 1 there are some


@pytest.mark.rules("L-R-16", "L-R-33", "L-END-02")
def test_the_last_arena_stays_in_view_until_the_next_deal() -> None:
    state = position(PEACE.replace("R1", "R1*"), quiet=19, bets=CARDS)
    run = do(state, "Slide R1 a1>a2")
    assert run.state.scored
    assert run.actor == CHANCE
    assert run.state.board() == ".. .. .. .. / R1* .. B2 .. / .. T1 .. C2 / H1 .. C1 R3"
    assert GAME.view(run.state, 1).bets == CARDS  # revealed
    assert GAME.clock(run.state).phase == "Scoring"
    run.fall()
    assert run.state.bets == [EMPTY] * 3
    assert len(run.state.fallen) == 0
    assert (run.state.first_out, run.state.quiet, run.state.turn) == ("", 0, 0)


@pytest.mark.rules("L-END-06", "L-END-07", "L-R-38", "L-TURN-01")
def test_a_whole_game() -> None:
    for seed in range(6):
        run = play_out(fresh(3, seed), seed)
        state = run.state
        assert len(state.history) == 3
        assert state.points == [sum(r.points[k] for r in state.history) for k in range(3)]
        assert state.result is not None
        best = max(zip(state.points, state.credits, strict=True))
        assert state.result.winners == tuple(
            k for k in range(3) if (state.points[k], state.credits[k]) == best
        )  # fmt: skip
        for a, b in zip(state.history, state.history[1:], strict=False):
            totals = [sum(r.points[k] for r in state.history[: a.round]) for k in range(3)]
            assert b.start == next_start(totals, a.start)
        assert "game is over" in str(GAME.why_not(state, Pass()))


# ---------------------------------------------------------------- refusals, clicks


def test_refusals_tell_the_rule() -> None:
    state = position(FULL)
    for action, rule in (
        (Slide("R2", "d2", "a1"), "L-SLD-01"),
        (Slide("R2", "d1", "c2"), "L-SLD-01"),
        (Slide("C1", "c1", "b1"), "L-SLD-03"),
        (Slide("C1", "c1", "c1"), "L-R-11"),
        (Hit("T3"), "L-ATT-02"),
        (Pick("R1"), "L-BET-01"),
        (NoScheme(), "L-R-23"),
        (Buy("S1"), "L-SCH-01"),
    ):
        assert rule in refused(state, action).rules
    rich = position(FULL, credits=(1, 0, 0))
    assert "L-TURN-02" in refused(rich, Slide("C1", "c1", "c2")).rules
    assert "not on display" in refused(rich, Buy("S7")).sentence
    choice = do(position("R1* .. C1 H1* / T1 C3 B1 R2 / B2 H3 T3 C2 / H2* T2 R3 B3*"), "Slide R1 a1>b1").state
    assert "L-R-13" in refused(choice, Spare()).rules
    assert "L-ATT-01" in refused(choice, Hit("H1")).rules
    assert "L-ATT-02" in refused(choice, Hit("B2")).rules
    assert "L-ATT-02" in refused(choice, Hit("ZZ")).rules
    assert "L-ATT-02" in refused(choice, Slide("C1", "c1", "b1")).rules
    betting = fresh(2)
    assert "L-BET-04" in refused(betting, Pick("R1")).rules
    assert "L-SET-02" in refused(betting, BetOn("heroes", "Q")).rules
    assert "L-BET-01" in refused(betting, Slide("C1", "c1", "c2")).rules


def test_clicks_that_lead_nowhere_are_explained() -> None:
    state = position(FULL)
    assert GAME.why_not(state, ("piece:C1",)) is None
    assert GAME.why_not(state, ("piece:C1", "cell:c2")) is None
    for clicks, rule in (
        (("piece:B1", "cell:c2"), "L-SLD-04"),
        (("piece:C1", "piece:B1"), "L-SLD-01"),
        (("piece:R1",), "L-SLD-01"),
        (("card:S1",), "L-SCH-01"),
        (("cell:c2",), "L-TURN-03"),
    ):
        illegal = GAME.why_not(state, clicks)
        assert illegal is not None
        assert rule in illegal.rules
    window = position(FULL, credits=(1, 0, 0), bets=CARDS, windows=True)
    first = GAME.why_not(window, ("card:R1", "piece:C1"))
    assert first is not None
    assert "First pay" in first.sentence
    paid = do(window, "Pay the Fixer one credit").state
    assert GAME.why_not(paid, ("card:R1", "piece:C1")) is None
    assert "paid" in refused(paid, Pass()).sentence
    wrong = GAME.why_not(window, ("card:R1", "piece:B1"))
    assert wrong is not None
    assert "L-R-10" in wrong.rules
    kept = GAME.why_not(position(FULL, in_play="S1"), ("card:S1",))
    assert kept is not None
    assert kept.rules[0] == "L-SCH-04"


# ---------------------------------------------------------------- properties, bots


def test_step_is_pure_and_actions_are_sound() -> None:
    rng = random.Random(9)
    state = fresh(3, 9)
    kept: list[tuple[LeagueState, str]] = []
    while state.agenda:
        kept.append((state, state.digest()))
        if GAME.actor(state) == CHANCE:
            outcomes = GAME.outcomes(state)
            assert all(isinstance(w, int) and w > 0 for _, w in outcomes)
            action = draw(outcomes, rng)
        else:
            offers = GAME.legal(state)
            assert offers == GAME.legal(state)
            assert len({*offers}) == len(offers) == len({str(a) for a in offers})
            for offer in offers[:: max(1, len(offers) // 5)]:
                assert GAME.decode_action(GAME.encode(offer)) == offer
                GAME.step(state, offer)
            action = offers[int(rng.random() * len(offers))]
        state, _ = GAME.step(state, action)
    assert all(s.digest() == d for s, d in kept)
    assert len(kept) < GAME.bound


@pytest.mark.rules("L-SET-01", "L-R-10", "L-R-16", "L-R-32")
def test_laws_name_what_is_wrong() -> None:
    state = position(FULL, bets=CARDS)
    assert GAME.check(state) == []

    def twice(s: LeagueState) -> None:
        s.arena[6] = "R1"

    def lost(s: LeagueState) -> None:
        s.arena[0] = ""

    def alien(s: LeagueState) -> None:
        s.arena[0] = "X9"

    def rich(s: LeagueState) -> None:
        s.credits[0] = 99

    def stray(s: LeagueState) -> None:
        s.tokens.append("Q")

    def copied(s: LeagueState) -> None:
        s.deck.append("S1")

    def same(s: LeagueState) -> None:
        s.bets[0] = card("R R R; R1 R1 B1 B2 B3")

    def short(s: LeagueState) -> None:
        s.points.pop()

    def elsewhere(s: LeagueState) -> None:
        s.options = Options(data_set="nowhere.toml")

    for spoil, words in (
        (twice, "wrong: R1"),
        (lost, "wrong: R1"),
        (alien, "wrong: R1, X9"),
        (rich, "Credits are 0 or more"),
        (stray, "credit token lies on a mech"),
        (copied, "Every scheme is once"),
        (same, "five different mechs"),
        (short, "3 players but 2 points"),
        (elsewhere, "cannot be read"),
    ):
        bad = state.copy()
        spoil(bad)
        assert any(words in sentence for sentence in GAME.check(bad)), words
        assert GAME.check(state) == []


def test_options_all_play_to_the_end() -> None:
    """Random play with many settings of the options at once ends, with nothing lost."""
    choices: dict[str, tuple[Any, ...]] = {
        "first_start": ("random", "choose", "race"), "bet_seconds": (0, 90), "bet_blank": ("blank", "fill_random"),
        "bets_hidden": (True, False), "distinct_team_bets": (False, True), "no_backslide": (False, True),
        "attack_optional": (False, True), "brawlers_zero": ("nobody", "all"), "scheme_needs_target": (False, True),
        "scheme_deck_empty": ("reshuffle", "stop"), "reshuffle_schemes_each_round": (False, True),
        "hasbeens_if_none": ("nobody", "fewest"), "end_check": ("turn_end", "immediate"), "quiet_limit": (20, 5, 0),
        "quiet_rule": ("end", "overtime", "repetition"), "quiet_penta": ("count", "void"),
        "fixer_windows": ("all", "no_final_ko", "turn_start_only", "active_only"),
        "round_credits": ("carry_and_corners", "carry_no_corners", "refill_to_three"),
        "start_tie": ("clockwise", "shorter_way"), "tie_count": ("together", "per_team"),
    }  # fmt: skip
    rng = random.Random(1)
    for k in range(40):
        picked = {name: values[int(rng.random() * len(values))] for name, values in choices.items()}
        state = play_out(fresh(2 + k % 4, k, **picked), k).state
        assert state.result is not None
        assert len(state.history) == 3
        assert min(state.credits) >= 0


@pytest.mark.slow
def test_greedy_beats_random_clearly() -> None:
    """100 games of one greedy player against two random ones, seats in turn."""
    won = 0.0
    for seed in range(100):
        seat = seed % 3
        bots = [Greedy(60) if k == seat else Random() for k in range(3)]
        rng = random.Random(seed)
        state = GAME.start(GAME.options(), ["A", "B", "C"])
        while state.agenda:
            actor = GAME.actor(state)
            if actor == CHANCE:
                GAME.advance(state, draw(GAME.outcomes(state), rng))
            else:
                choice = bots[actor](GAME, GAME.view(state, actor), GAME.legal(state), rng)
                GAME.advance(state, choice)
        assert state.result is not None
        won += (seat in state.result.winners) / len(state.result.winners)
    assert won >= 80


def test_evaluate_likes_what_helps_the_own_card() -> None:
    board = "R1 .. .. B1 / .. .. .. C1 / H1 .. .. .. / .. T1 .. H2"
    good, bad = card("H R C; R1 B1 H1 C1 T1"), card("H R C; R2 R3 B2 B3 C2")
    for mine, others in ((good, bad), (bad, good)):
        state = position(board, bets=[mine, others, others])
        assert 0 <= GAME.evaluate(state, 0) <= 1
    assert GAME.evaluate(position(board, bets=[good, bad, bad]), 0) > GAME.evaluate(
        position(board, bets=[bad, bad, bad]), 0
    )
    # Hidden cards of others change nothing: a bot cannot peek through its guess.
    assert GAME.evaluate(position(board, bets=[good, bad, bad]), 0) == GAME.evaluate(
        position(board, bets=[good, good, good]), 0
    )
    over = play_out(fresh(2, 1), 1).state
    assert over.result is not None
    assert {GAME.evaluate(over, k) for k in range(2)} <= {0.0, 0.5, 1.0}


def test_evaluate_counts_a_named_victim_as_gone() -> None:
    bets = [card("R R R; R1 R2 B1 B2 T3"), card("R R R; R1 R2 B1 B2 C2"), card("R R R; R1 R2 B1 B2 C2")]
    window = do(position(FULL, credits=(0, 1, 0), bets=bets), "Slide C1 c1>c2").state
    assert window.named == ("T3",)
    assert evaluate.survival(evaluate.settled(window)).get("T3") is None
    gone = do(window, "Pass the Fixer").state
    for seat in range(3):
        assert evaluate.worth(window, seat) == evaluate.worth(gone, seat)
    # So swapping the victim pays, and swapping again does not.
    lost = [bets[1], bets[0], bets[1]]
    window = do(position(FULL, credits=(0, 2, 0), bets=lost), "Slide C1 c1>c2").state
    chosen = []
    for _ in range(3):
        seen = GAME.view(window, 1)
        chosen.append(Greedy(100)(GAME, seen, GAME.legal(window), random.Random(1)))
        window = do(window, str(chosen[-1])).state
    assert isinstance(chosen[0], Pay)
    assert isinstance(chosen[1], Swap)
    assert chosen[1].out == "T3"
    assert isinstance(chosen[2], Pass)


def test_position_refuses_what_cannot_be() -> None:
    with pytest.raises(ValueError, match="say which was first"):
        position("R1 R2 R3 .. / .. .. .. .. / .. .. .. .. / .. .. .. ..")
    with pytest.raises(ValueError, match="only 0 mechs"):
        position(FULL, piles={"R": 1})
    with pytest.raises(ValueError, match="three teams and five mechs"):
        card("R B; R1")
    assert copy.deepcopy(position(FULL)) == position(FULL)
