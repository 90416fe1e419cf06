"""A table waits to be looked at: scored rounds, dice to throw, the end; and asks only where it matters."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from atlantis_nb.core.game import CHANCE, OVER
from atlantis_nb.core.match import Match
from atlantis_nb.widgets import Play, base

from . import toy
from .toy import TOY, Go


@pytest.fixture
def scored(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each round but the first begins with something to look at."""
    plain = TOY.clock

    def clock(state):
        first = isinstance(TOY.task(state), toy.Move) and TOY.task(state).player == 0 and state.round > 1
        return replace(plain(state), pause=f"Round {state.round - 1} is scored." if first else "")

    monkeypatch.setattr(TOY, "clock", clock)


def labels(play: Play) -> list[str]:
    return [button.description for button in play.choices.children]


def finish_round(play: Play) -> None:
    play.press("Rest")
    play.click("card:2")


def test_play_waits_at_a_scored_round_until_somebody_has_looked(scored: None, fresh: Match) -> None:
    p = Play(fresh, {1: "random"})
    assert p.held() == ""
    finish_round(p)
    assert p.held() == "Round 1 is scored."
    assert p.status() == "Round 1 is scored."
    assert labels(p) == ["Next round ▸"]
    assert p.offered() == {}
    assert "Round 1 is scored." in p.prompt.value
    with pytest.raises(ValueError, match="Round 1 is scored. “Next round ▸” goes on"):
        p.click("button:Rest")
    p.choices.children[0].click()
    assert p.held() == ""
    assert "button:Rest" in p.offered()
    finish_round(p)
    assert p.held() == "Round 2 is scored."
    with pytest.raises(ValueError, match="does not wait"):
        Play(Match(TOY, players=2, seed=3)).go_on()


def test_bots_stop_at_a_pause_and_the_button_for_bots_goes_on_too(scored: None) -> None:
    match = Match(TOY, players=2, seed=3, options={"goal": 9})
    p = Play(match, {0: "random", 1: "random"})
    assert p.held() == "Round 1 is scored."
    assert not p.buttons["bots"].disabled
    p.play_bots()
    assert p.held() == "Round 2 is scored."
    assert match.clock.round == 3


def test_no_pause_is_passed_over_and_a_table_opened_at_one_waits(
    fresh: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = TOY.clock
    monkeypatch.setattr(toy.Die, "by_hand", True)
    p = to_the_hill(fresh, {1: "random"})
    p.click("piece:t0", "cell:0,0")
    thrown = fresh.node.ply + 1
    monkeypatch.setattr(
        TOY, "clock", lambda s: replace(plain(s), pause="Look." if isinstance(TOY.task(s), toy.Move) else "")
    )
    for node in fresh.nodes():
        node._clock = None
    p.go_on()
    assert fresh.node.ply == thrown, "a pause right after the dice holds the bot, too"
    assert p.held() == "Look."
    again = Play(fresh, {1: "random"})
    assert (again.held(), fresh.node.ply) == ("Look.", thrown)
    again.go_on()
    assert fresh.node.ply > thrown


def test_a_table_opened_before_a_die_can_go_on(fresh: Match) -> None:
    to_the_hill(fresh)
    fresh.play(Go(0, "0,0"))
    fresh.to(fresh.last_chance().parent)
    p = Play(fresh)
    assert (p.held(), labels(p)) == ("Chance decides next.", ["Go on ▸"])
    p.go_on()
    assert fresh.actor == 1


def test_a_pause_comes_before_the_cover_of_the_next_seat(scored: None, fresh: Match) -> None:
    p = Play(fresh)
    for words in ("Rest", "Rest"):
        p.press(words)
    p.click("card:3")
    p.ready()
    p.click("card:1")
    assert p.held() == "Round 1 is scored."
    assert not p._covered, "everybody looks at the scored round"
    p.go_on()
    assert fresh.actor == 0


def to_the_hill(match: Match, bots: dict[int, str] | None = None) -> Play:
    for place in ("1,0", "-1,0"):
        match.play(next(a for a in match.legal if str(a) == f"go to {place}"))
    for _ in range(2):
        match.play(match.legal[0])
    return Play(match, bots, open_cards=True)


def test_dice_thrown_by_hand_wait_for_a_click(fresh: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy.Die, "by_hand", True)
    p = to_the_hill(fresh)
    p.click("piece:t0", "cell:0,0")
    assert fresh.actor == CHANCE
    assert p.status() == "Red moves to 0,0. Dice are thrown next."
    assert labels(p) == ["Throw the dice ▸"]
    p.undo()
    assert fresh.actor == 0
    assert p.held() == ""
    p.click("piece:t0", "cell:0,0")
    p.go_on()
    assert fresh.actor == 1
    assert fresh.node.chance


def test_the_last_attacker_named_does_not_throw_the_dice_of_foes() -> None:
    match = Match("foes", seed=1)
    for _ in range(600):
        attacks = [a for a in match.legal if type(a).__name__ == "Attack"]
        if attacks or match.actor == OVER:
            break
        match.run({0: "greedy", 1: "greedy"}, until=1)
    assert attacks, "somebody can attack"
    p = Play(match, open_cards=True)
    p.do(attacks[0])
    for _ in range(12):
        joins = [a for a in match.legal if type(a).__name__ == "Join"]
        if not joins:
            break
        p.do(joins[0])
    assert not match.node.chance, "nobody has thrown yet"
    thrown = p.held().endswith("Dice are thrown next.") or "button:Roll the dice" in p.offered()
    assert thrown


def test_ask_before_asks_only_what_cannot_simply_be_taken_back(fresh: Match) -> None:
    p = to_the_hill(fresh)
    p.ask_toggle.value = True
    assert p.show_odds(Go(0, "1,-1")) == [
        "No dice fall with this. Then Blue chooses: Move your token to a neighbouring space, or rest."
    ]
    p.do(Go(0, "1,-1"))
    assert p.waiting == Go(0, "1,-1"), "the turn passes on: it asks"
    p.cancel()
    foes = Match("foes", seed=1)
    q = Play(foes, {1: "random"}, open_cards=True)
    q.ask_toggle.value = True
    before = foes.node
    first = next(a for a in foes.legal if foes.game.actor(foes.game.step(foes.state, a)[0]) == foes.actor)
    q.do(first)
    assert q.waiting is None
    assert foes.node.parent is before, "the same player chooses on: played at once, Undo takes it back"


def test_the_end_shows_the_scores_and_what_comes_next(match: Match, tmp_path: Path) -> None:
    match.node.comment = "Well played."
    p = Play(match, {1: "random"})
    assert labels(p) == ["Play again", "Step through it", "Save"]
    assert "won" in p.prompt.value
    assert "<caption>" not in p.prompt.value
    for seat, name in enumerate(match.names):
        assert f'<th scope="row">{name}</th><td>{match.result.scores[seat]:g}</td>' in p.prompt.value
    p.choices.children[1].click()
    stepper = p.stepper
    assert stepper.match is not match
    assert stepper.match.node is stepper.match.root
    assert stepper.match.line()[-1].comment == "Well played."
    assert p.below.children == (stepper,)
    p.file.value = str(tmp_path / "end.json")
    p.choices.children[2].click()
    assert (tmp_path / "end.json").exists()
    p.choices.children[0].click()
    assert p.match is not match
    assert (p.match.names, p.match.options, p.match.seed) == (match.names, match.options, match.seed + 1)
    assert p.bots == {1: "random"} or set(p.bots) == {1}
    assert p.below.children == ()
    assert p.match.result is None


def test_scores_of_a_team_game_stand_by_team() -> None:
    match = Match("guards", players=4, seed=1)
    match.run("random")
    html = Play(match).prompt.value
    assert '<th scope="col">Team</th>' in html
    sides = match.game.sides(match.state)
    assert html.count('<th scope="row">') == len(sides) == 2
    assert ", ".join(match.names[seat] for seat in sides[0]) in html


def test_the_log_shows_its_last_lines_and_earlier_ones_when_asked() -> None:
    match = Match("sinking", players=2, seed=1)
    match.run("random", until=60)
    p = Play(match, open_cards=True)
    n = len(match.story())
    assert n > 60
    head, *rows = p.log_lines.rows
    assert head["text"] == f"▴ {n - 60} earlier lines"
    assert [row["text"] for row in rows] == [str(line) for line in match.story()[-60:]]
    p.log_lines.pick("earlier")
    assert len(p.log_lines.rows) >= min(n, 300)
    p.log_lines.pick(str(n - 1))
    assert p.said == str(match.story()[-1])


def test_overlays_lie_over_the_board_of_a_table(fresh: Match) -> None:
    p = Play(fresh)
    assert [key for _, key in p.overlay_choice.options] == ["", "reach"]
    p.lay_over("reach")
    assert {m.place for m in p.scene().marks if m.kind == "range"} == set(toy.hexes.neighbours("0,0"))
    p._read(("cell:1,0",))
    assert "0,0" in {m.place for m in p.scene().marks if m.kind == "range"}, "about the space pointed at"
    p.lay_over("")
    assert not [m for m in p.scene().marks if m.kind == "range"]
    with pytest.raises(ValueError, match="There is no overlay 'nope' here; there are: reach"):
        p.lay_over("nope")


def test_a_long_refusal_takes_two_lines_and_folds_its_rules(
    fresh: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "STRICT", False)
    p = Play(fresh)
    p.board._message(p.board, {"type": "click", "ids": ["cell:0,0"], "how": "pointer"}, [])
    assert '<span class="atl-line2">0,0 is not beside 2,0.</span>' in p.message.value
    assert "<details><summary>more: T-MOV-01</summary>" in p.message.value
