"""Live estimates: refined without blocking, stopped by a move, shown in a tab of Stepper and Play."""

from __future__ import annotations

import asyncio
import time

import pytest

from atlantis_nb.core.forecast import FIRST
from atlantis_nb.core.match import Match
from atlantis_nb.widgets import LiveOdds, Play, Stepper
from atlantis_nb.widgets.live_tab import LIVE

from .toy import TOY


@pytest.fixture
def league() -> Match:
    match = Match("league", players=3, seed=5)
    match.run("random", until="round")
    return match.to(next(n for n in match.main() if n.state.turn == 8)) and match


def test_the_first_estimate_is_there_at_once_and_says_what_it_is(league: Match) -> None:
    live = LiveOdds(league)
    assert live.now is not None
    assert live.now.n == FIRST
    words = "\n".join(live.words())
    assert "Simulated, n = 200 rounds, with 95% intervals." in words
    assert "Moves are since turn 7" in words
    assert live.since.startswith("turn 7")
    assert "every player slides by chance" in live.table.value
    assert list(live.page.options) == ["Team bets", "Survivors", "Cards"]
    assert live.page.value == "Team bets"
    live.page.value = "Survivors"
    assert "Switchback" in live.table.value
    assert "<script" not in live.table.value
    assert live.still() == live.still()
    live.close()


def test_it_is_refined_while_the_loop_serves_others(league: Match) -> None:
    async def look() -> tuple[int, float]:
        live = LiveOdds(league)
        assert live.running
        begun, ticks, last, longest = time.monotonic(), 0, time.monotonic(), 0.0
        while live.running and time.monotonic() - begun < 0.6:
            await asyncio.sleep(0)
            now = time.monotonic()
            ticks, longest, last = ticks + 1, max(longest, now - last), now
        assert live.now is not None
        assert live.before is not None
        assert live.now.n > FIRST
        live.stop()
        assert not live.running
        n = live.now.n
        await asyncio.sleep(0.05)
        assert live.now.n == n
        assert live.go_button.layout.display is None
        assert live.stop_button.layout.display == "none"
        live.close()
        return ticks, longest

    ticks, _ = asyncio.run(look())
    assert ticks > 5


def test_it_runs_to_its_goal_and_then_rests(league: Match) -> None:
    async def look() -> LiveOdds:
        live = LiveOdds(league)
        assert live.now is not None
        assert live.before is not None
        for forecast in (live.now, live.before):
            forecast.goal = 400
        while live.running:
            await asyncio.sleep(0.005)
        return live

    live = asyncio.run(look())
    assert live.now is not None
    assert live.before is not None
    assert live.now.n == live.before.n == 400
    assert live.progress.value == live.progress.max == 800
    assert live.go_button.layout.display == live.stop_button.layout.display == "none"
    assert "since the start of turn 7" in live.table.value
    assert "▲" in live.table.value
    assert live.words()[2] == "Simulated, n = 400 rounds, with 95% intervals."
    live.close()


def test_another_position_starts_anew_and_the_way_back_goes_on(league: Match) -> None:
    live = LiveOdds(league)
    here = league.node
    live.refine(600)
    first = live.now
    live.page.value = "Survivors"
    league.back("turn")
    assert live.page.value == "Survivors"
    assert live.now is not first
    assert live.now is not None
    assert live.now.n == 600, "this was the position before the move"
    league.to(here)
    assert live.now is first
    league.root.state.digest()
    league.to(0)
    assert live.before is None
    assert live.since == ""
    live.close()


def test_stop_survives_a_move_in_the_middle(league: Match) -> None:
    async def look() -> None:
        live = LiveOdds(league)
        old = live.now
        await asyncio.sleep(0.02)
        league.back("turn")
        assert live.now is not old
        assert old is not None
        n = old.n
        await asyncio.sleep(0.05)
        assert live.before is not old
        assert old.n == n
        live.close()
        await asyncio.sleep(0)
        assert not live.running

    asyncio.run(look())


def test_stepper_works_it_out_only_while_the_tab_is_open(league: Match) -> None:
    stepper = Stepper(league)
    assert stepper.tabs.titles[LIVE] == "Odds"
    live = stepper.live_odds
    assert live is not None
    assert live.now is None
    stepper.tabs.selected_index = LIVE
    assert live.now is not None
    assert live.now.n == FIRST
    stepper.view_as(1)
    assert live.viewer == 1
    cards = [g.title for g in live.now.groups() if g.page == "Cards"]
    assert cards == [f"Points of {league.names[1]} in this round"]
    before = live.now
    stepper.tabs.selected_index = 0
    stepper.back()
    assert live.now is before
    stepper.close()


def test_play_shows_what_the_person_may_know() -> None:
    match = Match("league", players=2, seed=3)
    play = Play(match, bots={1: "random"})
    assert play.tabs.titles[LIVE] == "Odds"
    play.tabs.selected_index = LIVE
    live = play.live_odds
    assert live is not None
    assert live.now is not None
    assert live.viewer == 0
    while match.state.turn < 3:
        play.do(match.legal[0])
    assert live.now is not None
    assert [g.title for g in live.now.groups() if g.page == "Cards"] == ["Points of Ada in this round"]
    play.close()


def test_a_covered_screen_rests() -> None:
    match = Match("league", players=2, seed=3)
    play = Play(match)
    play.tabs.selected_index = LIVE
    live = play.live_odds
    assert live is not None
    seen = live.now
    while not play._covered:
        play.do(match.legal[0])
    assert live.viewer == 1
    assert not live.running
    assert live.now is not None
    assert live._at is not None
    assert live._at[1] == 0
    play.ready()
    assert live._at is not None
    assert live._at[1] == 1
    assert live.now is not seen
    play.close()


def test_a_game_without_estimates_has_no_such_tab() -> None:
    match = Match(TOY, players=2, seed=1)
    for widget in (Stepper(match), Play(match)):
        assert "Odds" not in widget.tabs.titles
        assert widget.live_odds is None
    live = LiveOdds(match)
    assert live.words() == ["This game offers no such estimates here."]
    assert live.refine(10) == live.words()
    live.close()


def test_only_a_match_has_live_odds() -> None:
    with pytest.raises(ValueError, match=r"LiveOdds shows a match, not 3: give it atl\.Match"):
        LiveOdds(3)  # type: ignore[arg-type]
