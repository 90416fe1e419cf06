"""What a person at the table meets: fewer questions of the Fixer, picks clicked on the board, scored rounds."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from atlantis_nb.core.bots import onward
from atlantis_nb.core.charts import Chart
from atlantis_nb.core.forecast import sure
from atlantis_nb.core.game import CHANCE, OPEN, SPECTATOR, Action
from atlantis_nb.core.match import IllegalAction, Match
from atlantis_nb.core.scene import Table
from atlantis_nb.games.league import scoring, simulate
from atlantis_nb.games.league.actions import AskAgain, Pass, PassUntil, Swap
from atlantis_nb.games.league.check import check
from atlantis_nb.games.league.evaluate import survival
from atlantis_nb.games.league.forecast import points_share
from atlantis_nb.games.league.scene import overlay
from atlantis_nb.games.league.state import LeagueState
from atlantis_nb.lab import simulate as simulate_games
from atlantis_nb.widgets import Play

from .kit import FULL, GAME, Run, card, do, fresh, legal, play_out, position, refused

BETS = [card("R B C; R1 R2 B1 B2 T3"), card("R B C; H1 H2 B1 B2 T3"), card("R B C; C1 C2 C3 T1 T2")]


def at_window(credits: tuple[int, int, int] = (1, 1, 0), **options: str) -> Run:
    """The window at the start of P1's turn in the first example."""
    return Run(
        position(FULL, credits=credits, bets=BETS, windows=True, options=GAME.options(**options))
    )  # fmt: skip


def on_turn(run: Run) -> str:
    """Task and seat that are asked now."""
    return f"{type(run.state.agenda[-1]).__name__} {run.actor}"


# ---------------------------------------------------------------- passing in advance


@pytest.mark.rules("L-R-50", "L-R-29")
def test_a_pass_until_a_mech_is_named() -> None:
    run = at_window()
    assert run.legal == [
        "Pass the Fixer", "Pay the Fixer one credit", "Pass until a mech is named", "Pass until my next turn",
        "Pass for this round",
    ]  # fmt: skip
    run.do("Pass until a mech is named", "Pass the Fixer")
    assert run.state.waits == ((0, "ko"),)
    run.do("Buy no scheme", "Slide C1 c1>c2")  # T3 is named
    assert on_turn(run) == "Fixer 0"
    assert run.state.waits == ()


@pytest.mark.rules("L-R-50", "L-R-46")
def test_a_pass_until_the_own_turn_lasts_through_kos_and_turns_of_others() -> None:
    run = at_window((1, 2, 0)).do(
        "Pass until my next turn", "Pass the Fixer", "Buy no scheme", "Slide C1 c1>c2"
    )
    assert on_turn(run) == "Fixer 1"  # P1 counts as passing, though T3 is on the card
    run.do("Pass the Fixer")
    assert on_turn(run) == "Fixer 1"  # P2's turn begins
    run.do("Pass the Fixer", "Buy no scheme")
    run.do(next(a for a in run.legal if a.startswith("Slide")))
    run.quietly("Slide" if on_turn(run).startswith("Fixer 1") else "Pass")
    while on_turn(run) != "Fixer 0":
        run.do(next((a for a in run.legal if a.startswith(("Pass the", "Buy no"))), run.legal[0]))
    assert run.state.active == 0
    assert run.state.waits == ()


@pytest.mark.rules("L-R-50", "L-FIX-01")
def test_a_pass_for_the_round_can_be_called_off_in_the_own_turn() -> None:
    run = at_window().do("Pass for this round", "Pass the Fixer")
    assert on_turn(run) == "BuyScheme 0"
    assert run.legal[-1] == "Call the Fixer after all"
    run.do("Call the Fixer after all")
    assert on_turn(run) == "Fixer 0"
    assert run.state.waits == ()
    run.do("Pay the Fixer one credit", "Swap T3 for C1")
    # A payment starts a new lap: P2 is asked once more; P1 has no credit left to buy with.
    assert on_turn(run) == "Fixer 1"
    run.do("Pass the Fixer")
    assert on_turn(run) == "SlideMech 0"
    assert "Call the Fixer after all" not in run.legal
    # Passing again after the call goes on with the turn, and a scheme can still be bought.
    again = at_window().do(
        "Pass for this round", "Pass the Fixer", "Buy no scheme", "Call the Fixer after all"
    )
    assert on_turn(again.do("Pass the Fixer")) == "SlideMech 0"
    once = at_window().do(
        "Pass for this round", "Pass the Fixer", "Call the Fixer after all", "Pass the Fixer"
    )
    assert once.legal[:2] == ["Buy no scheme", "Buy scheme S1"]


@pytest.mark.rules("L-R-50")
def test_calling_off_is_refused_where_there_is_nothing_to_call_off() -> None:
    state = at_window().do("Pass the Fixer", "Pass the Fixer").state
    assert "in advance" in refused(state, AskAgain()).sentence
    bought = at_window((2, 1, 0)).do("Pass for this round", "Pass the Fixer", "Buy scheme S1").fall()
    assert "Call the Fixer after all" not in bought.legal
    assert refused(fresh(2), PassUntil("round")).rules == ("L-FIX-01", "L-BET-01")


@pytest.mark.rules("L-R-50", "L-R-29")
def test_no_wait_for_a_victim_where_no_window_opens_then() -> None:
    assert "Pass until a mech is named" not in at_window(fixer_windows="turn_start_only").legal


@pytest.mark.rules("L-R-50", "L-R-08")
def test_passing_in_advance_is_public_and_ends_with_the_round() -> None:
    run = at_window().do("Pass for this round")
    for viewer in (0, 1, SPECTATOR, OPEN):
        assert GAME.view(run.state, viewer).waits == ((0, "round"),)
    run.do("Pass the Fixer")
    assert play_out(run.state, until_round=1).state.waits == ()
    # Whether the own pick is named or not, the same players are asked (L-R-46).
    asked = []
    for bets in (BETS, [card("R B C; R1 R2 B1 B2 B3"), *BETS[1:]]):
        state = position(FULL, credits=(1, 1, 1), bets=bets, windows=True)
        after = do(
            state,
            "Pass for this round",
            "Pass the Fixer",
            "Pass the Fixer",
            "Buy no scheme",
            "Slide C1 c1>c2",
        )
        asked.append((after.actor, [e.text for e in after.events]))
    assert asked[0] == asked[1]


@pytest.mark.rules("L-R-50")
def test_bots_never_pass_in_advance_and_rollouts_do_not_mind() -> None:
    run = at_window()
    assert onward(GAME.legal(run.state))[0] == Pass()
    assert not any(isinstance(a, PassUntil) for a in onward(GAME.legal(run.state)))
    seen = []

    def curious(game: object, state: object, legal: Sequence[Action], rng: object) -> Action:
        seen.extend(legal)
        return legal[0]

    Match(GAME, players=2, seed=1).run(curious, until="round")
    simulated = simulate_games("league", bots=curious, n=1, seed=1, players=2, jobs=1)
    assert len(simulated) == 1
    assert any(isinstance(a, Pass) for a in seen)
    assert not any(isinstance(a, PassUntil) for a in seen)
    waiting = at_window().do("Pass for this round", "Pass the Fixer").state
    plain = at_window().do("Pass the Fixer", "Pass the Fixer").state
    found = [simulate.rollouts(state, 30, random.Random(1)) for state in (waiting, plain)]
    assert found[0] == found[1]
    assert waiting.waits == ((0, "round"),)


def test_a_position_from_before_has_nobody_wait() -> None:
    raw = GAME.encode(fresh(2))
    del raw["waits"]
    state: LeagueState = GAME.decode_state(raw)
    assert state.waits == ()
    state.waits = ((5, "ko"),)
    assert any("L-R-50" in sentence for sentence in check(state))


# ---------------------------------------------------------------- clicks in a swap


@pytest.mark.rules("L-FIX-02", "L-R-31")
def test_a_pick_on_the_board_means_its_card() -> None:
    state = at_window().do("Pay the Fixer one credit").state
    assert GAME.same(state) == {f"piece:{m}": f"card:{m}" for m in ("R1", "R2", "B1", "B2", "T3")}
    assert GAME.why_not(state, ["piece:R1"]) is None
    assert GAME.why_not(state, ["piece:R1", "piece:C1"]) is None
    wrong = GAME.why_not(state, ["piece:C1"])
    assert wrong is not None
    assert wrong.sentence == (
        "C1 is not on your Pentafecta. First click the pick that goes: on the board, or its card among your picks."
    )
    twice = GAME.why_not(state, ["card:R1", "piece:B1"])
    assert twice is not None
    assert "already" in twice.sentence
    assert refused(state, Swap("R1", "B1")).sentence == twice.sentence
    assert GAME.same(GAME.view(state, 1)) == {}  # a hidden card gives no hint
    assert GAME.same(fresh(2)) == {}


# ---------------------------------------------------------------- a scored round stays in view


@pytest.mark.rules("L-SCO-06", "L-SCO-05", "L-R-08")
def test_a_scored_round_stays_on_the_board_and_says_how_the_points_came() -> None:
    match = Match(GAME, players=["Ann", "Bob", "Cy"], seed=4).run("random", until="round")
    node = next(n for n in match.line() if n.state.scored)
    match.to(node)
    state = node.state
    done = state.history[-1]
    assert (
        match.pause == f"Round 1 is scored: Ann {done.points[0]}, Bob {done.points[1]}, Cy {done.points[2]}."
    )
    scene = GAME.scene(state, 0)
    assert {p.id for p in scene.pieces} == set(done.survivors)
    for piece in scene.pieces:
        picked = [s for s in range(3) if piece.id in done.bets[s].picks]
        assert [n for badge in piece.badges for n in badge.split("·") if n != "*"] == [
            str(s + 1) for s in picked
        ]
        assert ("*" in piece.badges) == (0 in picked)
        assert len(piece.badges) <= 4  # corners of a mech
        assert max(map(len, piece.badges), default=0) <= 3  # what a badge shows
        assert "picked by" in piece.words
    first = GAME.panels(GAME.view(state, SPECTATOR), SPECTATOR)[0]
    assert isinstance(first, Table)
    assert first.title == "Round 1 is scored"
    table = {str(row.cells[0]): row.cells[1:] for row in first.rows}
    assert list(table) == ["Heroes", "Has-beens", "Brawlers", "Pentafecta", "Round 1"]
    for seat in range(3):
        assert str(table["Pentafecta"][seat]).count("✓") == done.hits[seat]
        parts = [int(str(table[head][seat]).split()[-1]) for head in list(table)[:4]]
        assert parts == [*done.team_points[seat], done.penta_points[seat]]
        assert sum(parts) == table["Round 1"][seat] == done.points[seat] == state.points[seat]
    assert state.names[state.start] in first.note
    # One step later the table is dealt anew.
    match.forward()
    assert match.pause == ""
    assert GAME.panels(match.state, OPEN)[0].key == "players"


def test_the_last_round_stays_in_view_at_the_end_of_the_match() -> None:
    state = play_out(fresh(2)).state
    assert state.result is not None
    first = GAME.panels(state, OPEN)[0]
    assert isinstance(first, Table)
    assert first.title == "Round 3 is scored"
    words = scoring.in_brief(state)
    ahead, behind = sorted(range(2), key=lambda seat: -state.points[seat])
    assert words.endswith(
        f" In all: P{ahead + 1} {state.points[ahead]}, P{behind + 1} {state.points[behind]}."
    )
    made, before, together = (row.cells[1:] for row in first.rows[-3:])
    assert [int(a) + int(b) for a, b in zip(made, before, strict=True)] == list(together) == state.points
    picked = {m for bet in state.bets for m in bet.picks} & set(state.standing())
    assert {p.id for p in GAME.scene(state, OPEN).pieces if p.badges} == picked
    bets = next(p for p in GAME.panels(state, OPEN) if p.key == "bets")
    assert sum(line.count("✓") for line in bets.words()) == sum(
        sum(t in w for t, w in zip(bet.teams, state.history[-1].winners, strict=True)) + hit
        for bet, hit in zip(state.bets, state.history[-1].hits, strict=True)
    )


# ---------------------------------------------------------------- overlays, hints, charts


@pytest.mark.rules("L-R-29")
def test_a_named_mech_has_no_chance_to_survive() -> None:
    state = do(position(FULL, credits=(1, 0, 0), bets=BETS), "Buy no scheme", "Slide C1 c1>c2").state
    assert state.named == ("T3",)
    marks = {m.place: m.value for m in overlay(state, OPEN, "survival", None)}
    assert marks["c3"] == 0.0
    assert sum(v or 0 for v in marks.values()) == pytest.approx(5)
    assert survival(state)["T3"] > 0


@pytest.mark.rules("L-ATT-02", "L-R-40")
def test_knockouts_show_the_slide_and_the_victim() -> None:
    state = position(FULL)
    marks = overlay(state, OPEN, "knockouts", None)
    assert [(m.place, m.to, m.label) for m in marks] == [
        ("c1", "c2", "Slide C1 c1>c2 can knock out T3"), ("b2", "c2", "Slide C3 b2>c2 can knock out T3"),
        ("c3", None, "by C1 C3"),
    ]  # fmt: skip
    assert overlay(state, OPEN, "knockouts", "c3") == marks
    assert [m.label for m in overlay(state, OPEN, "knockouts", "c1")][1:] == ["hit by C1"]
    assert overlay(state, OPEN, "knockouts", "a4") == ()
    facts = {c.place: c.facts for c in GAME.scene(state, OPEN).cells}
    assert facts["c2"] == ("Empty centre slot", "C1 here knocks out T3", "C3 here knocks out T3")
    first = position(FULL, in_play="S3")  # Double Shift: no attack after the first slide
    assert overlay(first, OPEN, "knockouts", None) == ()


def test_pick_cards_and_their_note_say_things_once() -> None:
    state = at_window().state
    slip = next(p for p in GAME.panels(state, 0) if p.key == "slip")
    assert "stands, stands" not in " ".join(slip.words())
    assert sum(line.count("stands") for line in slip.words()) == 5
    before = do(fresh(2), "Heroes: R").state
    assert all("A swap" not in line for p in GAME.panels(before, 0) for line in p.words())
    state.bets = [card("R B C; R1 R2 - - -"), *BETS[1:]]
    assert any("A swap of a lost pick" in line for p in GAME.panels(state, 0) for line in p.words())


def test_the_worth_of_cards_goes_in_steps() -> None:
    line = Match(GAME, players=2, seed=2).run("random", until="round").line()
    chart: Chart = GAME.chart("worth", [n.state for n in line], OPEN)
    assert {s.style for s in chart.series} == {"step"}


def test_points_that_have_not_occurred_keep_an_interval() -> None:
    forecast = GAME.forecast(at_window().state, OPEN)
    assert forecast is not None
    forecast.refine(40)
    shares = [s for g in forecast.groups() if g.unit == "points" for s in g.shares]
    assert shares
    assert all(s.settled or s.low < s.high for s in shares)
    never = points_share(sure("x", "x", 0), 100, 5)
    assert never.low == 0
    assert never.high == pytest.approx(5 * 0.037, abs=0.001)
    always = points_share(sure("x", "x", 5), 100, 5)
    assert (always.low, always.high) == (pytest.approx(5 * 0.963, abs=0.005), 5)
    assert points_share(never, 100, 5) == never


def test_a_team_that_is_out_of_a_bet_is_settled_at_nothing() -> None:
    state = position(
        "R1 B1 .. .. / .. .. .. C1 / H1 .. .. .. / .. H3 .. H2", bets=[card("T R C; R1 H1 H2 H3 B1")] * 3
    )
    forecast = GAME.forecast(state, OPEN)
    assert forecast is not None
    share = forecast.refine(20).share("0 heroes")
    assert share.settled
    assert share.value == 0
    assert legal(state)


@pytest.mark.rules("L-FIX-02")
def test_a_swap_by_two_clicks_on_the_board() -> None:
    match = Match(GAME, players=3, seed=5)
    while not (match.clock.phase == "Fixer" and match.actor == 0):
        match.run("greedy", until=1)
    match.play(match.find("Pay the Fixer one credit"))
    mine = set(match.state.bets[0].picks)
    out = next(m for m in match.state.arena if m in mine)
    into = next(m for m in match.state.arena if m and m not in mine)
    other = next(m for m in match.state.arena if m in mine and m != out)
    play = Play(match, bots={1: "random", 2: "random"}, auto=False)
    rings = {mark.place for mark in play.scene().marks if mark.kind == "legal"}
    assert rings == {match.state.slot_of(m) for m in mine}
    with pytest.raises(IllegalAction, match="First click the pick that goes"):
        play._choose((f"piece:{into}",))
    play._choose((f"piece:{out}",))
    assert play.chosen == (f"card:{out}",)
    assert [m.place for m in play.scene().marks if m.kind == "selected"] == [match.state.slot_of(out)]
    play._choose((f"piece:{other}",))  # another pick: begin anew
    assert play.chosen == (f"card:{other}",)
    play._choose((f"piece:{into}",))
    assert match.state.bets[0].picks.count(into) == 1
    assert other not in match.state.bets[0].picks
    play.close()


def test_the_table_waits_at_a_scored_round() -> None:
    match = Match(GAME, players=2, seed=5)
    match.run("random", until="round")
    before = next(n for n in match.line() if n.state.scored).parent
    assert before is not None
    match.to(before)
    play = Play(match.branch(), open_cards=True)
    blow = next(a for a in match.legal if GAME.step(match.state, a)[0].scored)
    play.do(blow)
    assert play.match.state.scored
    assert play.match.actor == CHANCE
    play.go_on()
    assert not play.match.state.scored
    assert play.match.clock.round == 2
    play.close()


# ---------------------------------------------------------------- what the prompt and the tables say


@pytest.mark.rules("L-SCH-01", "L-TURN-02")
@pytest.mark.parametrize("way", ["button", "card"])
def test_a_scheme_is_bought_with_its_button_or_its_card(way: str) -> None:
    match = Match(GAME, players=3, seed=5)
    while match.clock.phase != "Scheme":
        match.run("greedy", until=1)
    seat, scheme = match.actor, match.state.display[0]
    name = match.state.roster.scheme[scheme].name
    credits = match.state.credits[seat]
    play = Play(match, bots={s: "random" for s in range(3) if s != seat}, auto=False)
    labels = [b.description for b in play.choices.children]
    assert labels == [
        "Buy no scheme", *(f"Buy {match.state.roster.scheme[s].name} for one credit" for s in match.state.display)
    ]  # fmt: skip
    if way == "button":
        play.press(f"Buy {name} for one credit")
    else:
        play.click(f"card:{scheme}")
    assert match.state.credits[seat] == credits - 1
    assert match.state.bought
    play.close()


@pytest.mark.rules("L-R-27", "L-R-48")
def test_the_prompt_warns_before_quiet_turns_end_the_round() -> None:
    def ask(quiet: int, credits: int = 0, **options: int | str) -> str:
        found = position(FULL, quiet=quiet, credits=(credits, 0, 0), options=GAME.options(**options))
        return GAME.ask(found)

    plain = ask(14)
    assert "end the round" not in plain
    assert ask(15) == f"{plain} 5 more turns without a KO end the round."
    assert ask(19) == f"{plain} Without a KO this turn ends the round."
    assert (
        ask(15, credits=1) == "Buy one scheme for a credit, or none. 5 more turns without a KO end the round."
    )
    assert ask(30, quiet_limit=0) == ask(30, quiet_rule="repetition") == ask(0, quiet_limit=4) == plain
    assert ask(19, quiet_rule="overtime") == plain
    assert ask(38, quiet_rule="overtime") == f"{plain} 2 more turns without a KO end the round."
    # And the prompt is right: one quiet turn after the last warning the round is over.
    assert Run(position(FULL, quiet=19)).do("Slide R2 d2>c2").state.scored


@pytest.mark.rules("L-BET-05", "L-BET-06", "L-BET-07")
def test_popularity_counts_what_each_team_bet_is_about() -> None:
    board = "R1 B1 .. .. / .. .. .. C1 / H1 .. .. .. / .. H3 .. H2"
    bets = [card("H T C; R1 H1 H2 H3 B1"), card("H R C; R1 H1 H2 H3 B1"), card("H T H; R1 H1 H2 H3 B1")]
    state = position(board, bets=bets, piles={"C": 2, "H": 1}, first_out="T")
    words = " ".join(next(p for p in GAME.panels(state, OPEN) if p.key == "popularity").words())
    assert "Heroes: On Hudson Haymakers (H), Now 3 left" in words
    assert "Has-beens: On Tidewater Titans (T), Now first out" in words
    assert "Has-beens: On Appalachian Ramblers (R), Now 1 left" in words
    assert "Brawlers: On Mid-Atlantic Cavaliers (C), Now 2 KOs" in words
    assert "Brawlers: On Hudson Haymakers (H), Now 1 KO," in words


@pytest.mark.rules("L-SCO-01", "L-BET-07", "L-R-19")
def test_the_odds_have_short_names_no_line_of_zeros_and_a_word_on_ties() -> None:
    state = position(FULL.replace("T3", ".."), bets=[card("R B C; R1 R2 B1 B2 H3")] * 3, piles={"R": 1})
    forecast = GAME.forecast(state, OPEN)
    assert forecast is not None
    groups = {g.key: g for g in forecast.refine(40).groups()}
    teams = ["R Ramblers", "B Beasts", "C Cavaliers", "H Haymakers", "T Titans"]
    assert [s.label for s in groups["heroes"].shares] == teams
    assert [s.label for s in groups["brawlers"].shares] == teams  # a KO has been made: "no team" cannot be
    assert "tie" in groups["heroes"].note
    assert sum(s.value for s in groups["heroes"].shares) > 1
    assert groups["card 0"].shares[0].label == "Heroes: R Ramblers"
    even = position("R1 B1 .. .. / .. .. .. C1 / H1 .. .. .. / .. H3 .. H2", bets=state.bets, first_out="T")
    quiet = GAME.forecast(even, OPEN)
    assert quiet is not None
    nobody = [s for g in quiet.refine(200).groups() if g.key == "brawlers" for s in g.shares][5:]
    assert all(s.label == "no team has a KO" and s.value > 0 for s in nobody)


def test_overlay_titles_fit_their_list_and_seats_have_names_of_people() -> None:
    assert max(map(len, GAME.overlays(fresh(2), OPEN).values())) <= 24
    assert Match("league", players=3).names == ("Ada", "Ben", "Cleo")
