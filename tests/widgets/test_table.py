"""Playing at the table: clicks, refusals, secrets, bots, files; and the form for a new match."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlantis_nb.core.game import OPEN
from atlantis_nb.core.match import IllegalAction, Match
from atlantis_nb.widgets import Lobby, Play, base

from .toy import TOY, Go


def test_clicks_lead_step_by_step_to_an_action(fresh: Match) -> None:
    p = Play(fresh)
    assert set(p.offered()) == {"piece:t0", "button:Rest"}
    p.click("piece:t0")
    assert p.chosen == ("piece:t0",)
    assert set(p.offered()) == {"cell:2,-1", "cell:1,0", "cell:1,1"}
    assert {m.place for m in p.scene().marks if m.kind == "legal"} == {"2,-1", "1,0", "1,1"}
    assert [m.place for m in p.scene().marks if m.kind == "selected"] == ["2,0"]
    p.cancel()
    assert p.chosen == ()
    p.click("piece:t0", "cell:1,0")
    assert fresh.state.at[0] == "1,0"
    p.press("Rest")
    assert fresh.node.ply == 2


def test_a_click_on_a_space_means_the_piece_on_it(fresh: Match) -> None:
    p = Play(fresh)
    p.board._message(p.board, {"type": "click", "ids": ["cell:2,0"], "how": "key"}, [])
    assert p.chosen == ("piece:t0",)
    p.board._message(p.board, {"type": "click", "ids": ["cell:2,0"], "how": "key"}, [])
    assert p.chosen == (), "a second click on it takes it back"


def test_every_refused_click_names_its_rule(fresh: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    p = Play(fresh)
    monkeypatch.setattr(base, "STRICT", False)
    p.board._message(p.board, {"type": "click", "ids": ["cell:0,0"], "how": "pointer"}, [])
    assert p.said == "0,0 is not beside 2,0."
    assert p.failed
    assert "T-MOV-01" in p.message.value
    assert TOY.rulebook["T-MOV-01"].text in p.message.value
    assert fresh.node is fresh.root
    with pytest.raises(IllegalAction):
        p.click("card:1")


def test_ask_before_shows_exact_odds_and_waits(fresh: Match) -> None:
    for place in ("1,0", "-1,0"):
        fresh.play(next(a for a in fresh.legal if str(a) == f"go to {place}"))
    for _ in range(2):
        fresh.play(fresh.legal[0])
    p = Play(fresh, open_cards=True)
    p.ask_toggle.value = True
    p.click("piece:t0", "cell:0,0")
    assert p.waiting == Go(0, "0,0")
    assert fresh.node.ply == 4
    assert "66.7%: no change." in p.words()
    assert "33.3%: Red +1." in p.words()
    p.cancel()
    assert p.waiting is None
    p.click("piece:t0", "cell:0,0")
    p.confirm()
    assert fresh.node.ply == 6


def test_undo_and_redo_say_what_they_did(fresh: Match) -> None:
    p = Play(fresh)
    p.press("Rest")
    assert p.undo() == "Took back “Red: rest”."
    assert fresh.node is fresh.root
    assert p.redo() == "Again “Red: rest”."
    assert p.said.startswith("Again")
    p.undo()
    assert p.undo() == "This is the start: there is nothing to take back."


def test_bots_answer_until_a_person_has_to_choose(fresh: Match) -> None:
    p = Play(fresh, {1: "random"})
    p.press("Rest")
    assert fresh.actor == 0
    assert fresh.node.ply == 2
    quiet = Play(Match(TOY, players=2, seed=1), {0: "random"}, auto=False)
    assert quiet.match.node.ply == 0
    quiet.play_bots()
    assert quiet.match.actor == 1
    with pytest.raises(ValueError, match="no button 'Hop'"):
        quiet.press("Hop")


def test_a_cover_hides_secrets_between_two_people_at_one_screen(fresh: Match) -> None:
    p = Play(fresh)
    p.press("Rest")
    p.press("Rest")
    assert not p._covered, "nothing is secret yet"
    p.click("card:3")
    assert p._covered
    assert p.body.layout.display == "none"
    assert p.words() == ["It is Blue's turn. Everybody else looks away."]
    assert p.offered() == {}
    with pytest.raises(ValueError, match="look away"):
        p._choose(("card:1",))
    p.ready()
    assert p.viewer == 1
    assert "card 3" not in " ".join(p.words())
    assert not any("card 3" in row["text"] for row in p.log_lines.rows)
    assert Play(fresh, open_cards=True).viewer is OPEN


def test_saving_loading_copying_and_pasting(
    fresh: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from atlantis_nb.core import files

    monkeypatch.setattr(files, "_game", lambda *_args: TOY)
    p = Play(fresh)
    p.press("Rest")
    p.comment("Wise.", "!")
    p.save(str(tmp_path / "m.json"))
    p.press("Rest")
    p.load(str(tmp_path / "m.json"))
    assert (p.match.node.ply, p.match.node.comment, p.match.node.glyph) == (1, "Wise.", "!")
    assert fresh._watchers == []
    text = p.copy()
    p.paste(text)
    assert p.match.state.digest() == fresh.main()[1].state.digest()
    with pytest.raises(ValueError):
        p.paste("nonsense")
    with pytest.raises(ValueError):
        p.load(str(tmp_path / "none.json"))


def test_the_game_ends_in_words(match: Match) -> None:
    p = Play(match)
    assert "win" in p.status()
    assert p.offered() == {}
    monkey = base.STRICT
    assert monkey
    with pytest.raises(IllegalAction, match="over"):
        p.click("cell:0,0")


def test_the_lobby_starts_a_match_as_set() -> None:
    lobby = Lobby(TOY)
    assert set(lobby._inputs) == {"goal", "bidding", "pace"}
    lobby.players.value = 3
    lobby.seed.value = 11
    lobby._inputs["goal"].value = 1
    lobby._names[0].value = "Ann"
    for who in lobby._bots[1:]:
        who.value = "bot: random"
    play = lobby.start()
    assert play.match.names == ("Ann", "Blue", "Green")
    assert (play.match.seed, play.match.options.goal) == (11, 1)
    assert set(play.bots) == {1, 2}
    lobby._names[1].value = "Ann"
    with pytest.raises(ValueError, match="same name"):
        lobby.start()
    lobby.close()
