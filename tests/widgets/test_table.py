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


def why_off(play: Play, key: str) -> str:
    """Why a button is off; empty where it is on."""
    button = play.buttons[key]
    return button.tooltip if button.disabled else ""


def test_a_button_is_off_exactly_where_it_would_do_nothing(fresh: Match) -> None:
    p = Play(fresh)
    assert why_off(p, "undo") == "This is the start"
    assert why_off(p, "redo") == "There is nothing to do again"
    assert why_off(p, "cancel") == "Nothing is chosen yet"
    p.click("piece:t0")
    assert not why_off(p, "cancel")
    p.cancel()
    assert why_off(p, "cancel")
    p.press("Rest")
    assert p.buttons["undo"].tooltip == "Take back “Red: rest”"
    assert why_off(p, "redo") == "There is nothing to do again"
    p.undo()
    assert why_off(p, "undo") == "This is the start"
    assert not why_off(p, "redo")
    assert p.buttons["redo"].tooltip == "Again “Red: rest”"
    p.redo()
    assert why_off(p, "redo") == "There is nothing to do again"


def test_undo_and_redo_pass_over_the_bots(fresh: Match) -> None:
    p = Play(fresh, {0: "random"})
    assert fresh.node.ply == 1
    assert why_off(p, "undo") == "Only bots have chosen so far: there is nothing of yours to take back"
    assert why_off(p, "bots") == "No bot has to choose now"
    assert p.undo().startswith("Only bots have chosen")
    assert fresh.node.ply == 1
    p.press("Rest")
    assert (fresh.node.ply, fresh.actor) == (3, 1)
    after = fresh.node
    p.undo()
    assert fresh.node.ply == 1
    p.redo()
    assert fresh.node is after
    all_bots = Play(Match(TOY, players=2, seed=3), {0: "random", 1: "random"}, auto=False)
    all_bots.match.run("random", until=2)
    assert not why_off(all_bots, "undo")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"game": "zz"}, "There is no game 'zz'"),
        ({"game": "league", "players": 9}, "for 2 to 5 players, not 9"),
        ({"game": "league", "players": ["Ann", "Ben"]}, "a number here"),
        ({"game": "league", "seed": -1}, "from 0 to"),
        ({"game": "league", "options": {"nope": 1}}, "nope"),
    ],
)
def test_the_lobby_refuses_what_does_not_fit_in_one_sentence(given: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Lobby(**given)


def test_a_lobby_that_was_refused_ends_quietly(recwarn: pytest.WarningsRecorder) -> None:
    import gc

    with pytest.raises(ValueError):
        Lobby("zz")
    lobby = Lobby.__new__(Lobby)
    lobby.close()
    del lobby
    gc.collect()
    assert [w for w in recwarn if "unraisable" in str(w.category).lower()] == []


def test_options_without_an_input_in_the_form_are_kept() -> None:
    heroes = ("arien", "wasp", "swift", "brogan")
    lobby = Lobby("guards", players=4, options={"heroes": heroes})
    assert "heroes" not in lobby._inputs
    assert tuple(lobby.options().heroes) == heroes


def test_only_a_match_can_be_played_at_a_table() -> None:
    with pytest.raises(ValueError, match=r"Play shows a match, not 3: give it atl\.Match"):
        Play(3)  # type: ignore[arg-type]


def test_the_live_odds_go_along_to_a_loaded_match(tmp_path: Path) -> None:
    match = Match("league", players=3, seed=2)
    p = Play(match, {1: "random", 2: "random"})
    assert p.live_odds is not None
    match.save(tmp_path / "m.json")
    p.load(str(tmp_path / "m.json"))
    assert p.match is not match
    assert p.live_odds.match is p.match
    p.close()


def test_each_option_says_what_it_is_about_and_its_values_in_words() -> None:
    lobby = Lobby("foes")
    across = lobby._inputs["across_rule"]
    assert ("all routes (as a rule)", "all_routes") in across.options
    assert across.value == "all_routes"
    ruling = next(r for r in lobby.game.rulebook.rulings if r.option == "across_rule")
    [html] = [box.children[1].value for box in lobby.options_box.children if box.children[0] is across]
    for text in (ruling.id, ruling.question[:20], ruling.reading[:20]):
        assert text in html
    assert lobby._inputs["ports_open"].description == "Ports open"
    assert not lobby._inputs["ports_open"].indent, "an indented label is cut off"


def test_seats_are_called_by_people_where_pieces_wear_the_colours_of_teams() -> None:
    assert [w.value for w in Lobby("league", players=3)._names] == ["Ada", "Ben", "Cleo"]
    assert [w.value for w in Lobby("sinking", players=3)._names] == ["Red", "Blue", "Green"]
    assert [w.value for w in Lobby("foes")._names] == ["Atlanteans", "Five Foes"]


def bidding() -> Match:
    """Both have rested twice: Red picks a card in secret."""
    match = Match(TOY, players=2, seed=3)
    for _ in range(2):
        match.play(match.legal[-1])
    return match


def test_the_question_says_where_to_choose_also_beside_a_button(fresh: Match) -> None:
    p = Play(bidding())
    assert {name.partition(":")[0] for name in p.offered()} == {"card"}
    assert "Choose among the cards." in p.prompt.value
    levels = Match("guards", players=4, seed=1)
    while not (
        levels.actor >= 0 and {a.clicks[0].partition(":")[0] for a in levels.legal} == {"card", "button"}
    ):
        levels.run("random", until=1)
    assert "Choose among the cards. Or press a button." in Play(levels, open_cards=True).prompt.value
    assert "Choose" not in Play(fresh).prompt.value, (
        "the board rings what may be clicked, the button is there"
    )


def test_the_focus_goes_to_a_choice_only_while_one_goes_on_choosing(fresh: Match) -> None:
    p = Play(Match("league", players=3, seed=2), bots={1: "greedy", 2: "greedy"})
    assert p._focus == "board", "nobody has read the first choices yet"
    p.do(p.match.legal[0])
    assert p._focus == "choices"
    table = Play(fresh, open_cards=True)
    table.press("Rest")
    table.press("Rest")
    assert set(table.offered()) == {"card:1", "card:2", "card:3"}
    assert table._focus == "board", "Blue has chosen since"
    cards = Play(bidding(), open_cards=True)
    assert cards._focus == "board"
    assert cards._focus_next(cards.offered()) == "cards", "asked again, the cards are what is asked"


def test_at_the_end_the_focus_is_not_on_a_new_match(match: Match) -> None:
    p = Play(match)
    assert next(b.description for b in p.choices.children) == "Play again"
    assert p._focus == "board"
