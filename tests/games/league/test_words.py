"""Words on buttons, in panels and captions; what one turn can reach; bots that do not all bet alike."""

from __future__ import annotations

import random

import pytest

from atlantis_nb.core.game import OPEN
from atlantis_nb.core.match import Match
from atlantis_nb.games.league import simulate
from atlantis_nb.games.league.actions import (
    BetOn,
    Buy,
    Dealt,
    Drop,
    Exchange,
    Hit,
    Keep,
    NoScheme,
    Pick,
    Shown,
    Slide,
    Spare,
    Start,
    Swap,
)
from atlantis_nb.games.league.charts import most_hunted
from atlantis_nb.games.league.evaluate import HUNCH, evaluate, hunch, untouched, worth
from atlantis_nb.widgets import Play

from .kit import FULL, GAME, card, fresh, play_out, position


def test_actions_read_with_names_and_letters() -> None:
    state = position(FULL, players=("Ada", "Ben"))
    said = {
        BetOn("heroes", "R"): "Heroes: Appalachian Ramblers (R)",
        Pick("R1"): "Pick R1 Switchback",
        Start(1): "Ben starts",
        Buy("S9"): "Buy Trapdoor for one credit",
        Shown("S1"): "Turn up Corner Cut",
        Keep("S1"): "Keep Corner Cut for later",
        NoScheme(): "Buy no scheme",
        Slide("C1", "c1", "c2"): "Slide C1 Iron Courier c1>c2",
        Slide("B1", "b1", "c2"): "Cut B1 Bramble Bear b1>c2",
        Hit("T3"): "Knock out T3 Storm Drum",
        Drop("T3"): "Drop T3 Storm Drum through the trapdoor",
        Exchange("B1", "C1"): "Trade places of B1 Bramble Bear and C1 Iron Courier",
        Spare("R1"): "Spare the rivals, take the credit of R1 Switchback",
        Spare(): "Spare the rivals",
        Swap("R1", "C1"): "Swap R1 Switchback for C1 Iron Courier",
        Swap("", "C1"): "Swap a blank line for C1 Iron Courier",
        Dealt("C1"): "Deal C1 Iron Courier",
        Dealt("placeholder"): "Deal the placeholder",
    }
    assert {action: GAME.action_text(state, action) for action in said} == said
    assert GAME.action_text(state, Buy("S77")) == "Buy scheme S77"
    assert GAME.action_text(state, Pick("X9")) == "Pick X9"


def test_every_action_of_a_game_has_words_of_its_own() -> None:
    match = Match(GAME, players=3, seed=5).run("random", until="round")
    for node in match.line():
        texts = [GAME.action_text(node.state, a) for a in GAME.legal(node.state)]
        assert len(set(texts)) == len(texts)


def test_bet_buttons_name_the_teams() -> None:
    play = Play(Match("league", players=2, seed=1), bots={1: "random"})
    assert [b.description for b in play.choices.children] == [
        "Heroes: Appalachian Ramblers (R)", "Heroes: Beasts of the East (B)", "Heroes: Mid-Atlantic Cavaliers (C)",
        "Heroes: Hudson Haymakers (H)", "Heroes: Tidewater Titans (T)",
    ]  # fmt: skip
    play.press("Heroes: Beasts of the East (B)")
    assert play.match.state.bets[0].teams[0] == "B"
    play.close()


# ---------------------------------------------------------------- panels and captions


def test_panels_say_what_is_in_the_deck_and_where_mechs_stand() -> None:
    bets = [card("R B C; R1 R2 B1 B2 T3"), card("H T H; C1 C2 C3 H1 H2"), card("H T H; C1 C2 C3 H1 H2")]
    state = position(FULL, bets=bets, display=("S9", "S1"), discard=("S2",))
    panels = {p.key: " ".join(p.words()) for p in GAME.panels(state, OPEN)}
    assert (
        "6 schemes left in the deck, in an order nobody knows: Double Shift, Trade Places, Conveyor, Open Season, "
        "Wide Swing and Shakedown. Discarded: Leapfrog." in panels["schemes"]
    )
    assert "R1: Name Switchback, Slot a1, corner, Hunts teams B C" in panels["mechs"]
    assert "R Appalachian Ramblers" in panels["mechs"]
    assert "Heroes: Appalachian Ramblers (R)" in panels["bets"]
    assert "R1 Switchback" in panels["bets"]
    hidden = {p.key: " ".join(p.words()) for p in GAME.panels(GAME.view(state, 0), 0)}
    assert "1 card in view, 2 hidden until the round is scored." in hidden["popularity"]


def test_captions_name_all_that_tie() -> None:
    assert most_hunted({"R1": 6, "B1": 6}) == " Each is hunted by 6."
    assert most_hunted({"R1": 0, "B1": 0}) == " None is hunted."
    assert most_hunted({"R1": 2, "B1": 2, "C1": 1}) == " Most hunted: R1 and B1, by 2 each."
    assert most_hunted({"R1": 1, "B1": 2}) == " Most hunted: B1, by 2."
    start = Match(GAME, players=2, seed=1).state
    assert (
        GAME.chart("hunts", [start], OPEN).caption
        == "15 mechs stand, with 90 hunts between them. Each is hunted by 6."
    )
    done = play_out(fresh(2), until_round=1).state
    assert GAME.chart("sources", [done], OPEN).caption.startswith("1 finished round. Most points came from ")
    assert GAME.chart("sources", [start], OPEN).caption == "0 finished rounds."


# ---------------------------------------------------------------- what one turn can reach


@pytest.mark.rules("L-R-39")
def test_reach_asks_any_moment_before_the_slide() -> None:
    """The first example has two slides with a KO of T3, at the purchase as at the slide."""
    slide = position(FULL)
    assert simulate.reach(slide) == simulate.Reach(1, 4, True, 1)
    buying = position(FULL, credits=(3, 3, 3), display=("S9", "S1"))
    assert buying.agenda[-1].player == 0
    assert simulate.reach(buying) == simulate.reach(slide)
    before = slide.digest()
    simulate.reach(slide, "S6")
    assert slide.digest() == before


@pytest.mark.rules("L-TURN-02")
def test_reach_refuses_where_no_slide_is_to_come() -> None:
    scored = play_out(fresh(2), until_round=1).state
    attack = position("R1 .. C1 .. / .. C3 .. .. / B2 H3 T3 C2 / H2 T2 R3 B3", first_out="")
    slide = next(a for a in GAME.legal(attack) if str(a) == "Slide R1 a1>b1")
    GAME.advance(attack, slide)
    for state in (fresh(2), scored, attack):
        with pytest.raises(ValueError, match="No slide is to come in this turn"):
            simulate.reach(state)


# ---------------------------------------------------------------- bots


@pytest.mark.rules("L-R-08", "L-SCO-02")
def test_greedy_bots_do_not_all_bet_alike() -> None:
    alike, teams = 0, 0
    for seed in range(6):
        match = Match(GAME, players=4, seed=seed)
        while match.state.locked < 4:
            match.run("greedy", until=1)
        alike += len({bet.picks for bet in match.state.bets}) == 1
        teams += sum(len({bet.teams[i] for bet in match.state.bets}) for i in range(3))
    assert alike == 0
    assert teams >= 40  # 72 if no two ever agreed, 18 if all always did


def test_a_hunch_is_the_same_each_time_and_small() -> None:
    state = simulate.new_round(3, random.Random(1))
    deal = tuple(state.arena)
    drawn = [hunch(deal, seat, f"{i} {t}") for seat in range(3) for i in range(3) for t in "RBCHT"]
    assert len(set(drawn)) == 45
    assert all(1 - HUNCH <= x <= 1 + HUNCH for x in drawn)
    assert hunch(deal, 0, "0 R") == hunch(deal, 0, "0 R")


@pytest.mark.rules("L-R-08")
def test_a_hunch_knows_no_cards_and_ends_with_the_first_slide() -> None:
    state = simulate.new_round(3, random.Random(1))
    assert untouched(state)
    other = state.copy()
    other.bets = [other.bets[0], card("T T T; T1 T2 T3 H1 H2"), card("C C C; C1 C2 C3 B1 B2")]
    assert evaluate(state, 0) == evaluate(other, 0)
    assert worth(state, 0) != worth(state, 0, feel=True)
    moved = play_out(state.copy(), until_round=1).state
    assert not untouched(moved)
    assert worth(moved, 0) == worth(moved, 0, feel=True)
