"""The stepper, driven with the methods its buttons call."""

from __future__ import annotations

import asyncio
import gc
import json
import weakref
from pathlib import Path
from typing import Any

import pytest

from atlantis_nb.core.game import OPEN, SPECTATOR
from atlantis_nb.core.match import Arrow, Match
from atlantis_nb.widgets import Charts, Stepper, base, stepper

from .toy import TOY, Roll


def climb(seed: int = 3) -> Match:
    """A short match in which a die fell: Red walks to the top."""
    match = Match(TOY, players=2, seed=seed)
    for click in ("1,0", "-1,0"):
        match.play(next(a for a in match.legal if str(a) == f"go to {click}"))
    for _ in range(2):
        match.play(match.legal[0])
    match.play(next(a for a in match.legal if str(a) == "go to 0,0"))
    match.run("random", until=6)
    return match


def test_walking_to_both_ends_and_back(match: Match) -> None:
    s = Stepper(match)
    s.first()
    assert match.node is match.root
    s.back()
    assert match.node is match.root
    s.forward()
    assert match.node.ply == 1
    s.last()
    assert not match.node.children
    assert "wins" in " ".join(s.words())
    assert s.slider.value == s.slider.max
    for by in ("turn", "round", "action"):
        s.step_by(by)
        s.first()
        seen = 0
        while match.node.children:
            s.forward()
            seen += 1
        assert seen == len(match.stops(by)) - 1


def test_the_slider_and_the_lists_jump(match: Match) -> None:
    s = Stepper(match)
    s.slider.value = 2
    assert match.node.ply == 2
    s.log_lines.pick("0")
    assert match.node is s._log[0].node
    assert s.said == s._log[0].text
    assert s._log[0].rules[0] in s.message.value
    row = next(r for r in s.move_lines.rows if r["tag"] == "5")
    s.move_lines.pick(row["id"])
    assert match.node.ply == 5


def test_what_if_has_exact_odds_and_leaves_the_record_alone(tmp_path: Path) -> None:
    match = climb()
    match.save(tmp_path / "a.json")
    saved = (tmp_path / "a.json").read_bytes()
    main = match.main()
    fallen = match.last_chance()
    s = Stepper(match)
    s.to(fallen)
    guesses = s.what_if()
    assert sum(share for _, share in guesses) == 1
    head, *rows = s.if_lines.rows
    assert head["text"].startswith("Just now (round ")
    assert {row["end"].split()[0] for row in rows} == {"1/6"}
    other = next(a for a, _ in guesses if a != fallen.action)
    s.suppose(other)
    assert not match.node.is_main
    assert "side line" in s.head.value
    assert match.main() == main
    assert any(row.get("kind") == "side" for row in s.move_lines.rows)
    s.main()
    assert match.node.is_main
    assert match.node is fallen.parent
    assert (tmp_path / "a.json").read_bytes() == saved
    s.to(fallen)
    with pytest.raises(ValueError, match="cannot come here"):
        s.suppose(Roll(7))


def test_what_if_names_the_chance_that_it_is_about() -> None:
    match = climb()
    fallen = match.last_chance()
    s = Stepper(match)
    s.to(fallen.parent)
    head, *rows = s.if_lines.rows
    assert head["text"].startswith("Chance decides next (round ")
    assert len(rows) == 6
    assert s.if_lines.current == "", "what comes is not told"
    s.if_lines.pick("head")
    assert match.node is fallen.parent, "the heading is no choice"
    other = next(i for i, (a, _) in enumerate(s.what_if()) if a != fallen.action)
    s.if_lines.pick(str(other))
    assert not match.node.is_main
    assert match.node.path()[fallen.ply].parent is fallen.parent
    match.to(fallen)
    match.run("random", until=1)
    assert s.if_lines.rows[0]["text"].startswith(f"The last chance before this, at step {fallen.ply} (")
    s.to(fallen.parent)
    s.hide_future()
    assert s.what_if() == [], "nothing of what comes is shown"


def test_comments_glyphs_and_arrows_are_shown_and_found(match: Match) -> None:
    match.to(3)
    match.comment("Why not the hill?", "?!", [Arrow("0,0", "1,0", "here")])
    s = Stepper(match)
    s.first()
    s.next_comment()
    assert match.node.ply == 3
    assert "Why not the hill?" in s.note.value
    assert any("here" in m.label for m in s.scene().marks if m.kind == "note")
    row = next(r for r in s.move_lines.rows if r["tag"] == "3")
    assert (row["glyph"], row["note"]) == ("?!", "Why not the hill?\n0,0 → 1,0 (here)")
    s.last()
    s.previous_comment()
    assert match.node.ply == 3
    s.next_comment()
    assert s.said == "No comment comes after this."


def shown(s: Stepper) -> str:
    """Everything of a stepper that is sent to a page, as text."""
    below = list(base._below(s))
    return json.dumps([w.get_state() for w in below if not hasattr(w, "_esm")], default=str) + json.dumps(
        [{k: v for k, v in w.get_state().items() if k not in ("_esm", "_css")} for w in below], default=str
    )


def test_with_the_future_hidden_nothing_of_it_reaches_the_page(match: Match) -> None:
    length = len(match.line())
    match.to(match.last())
    match.comment("FINALE comment")
    match.to(4)
    for text in ("FUTURE one",):
        match.to(6)
        match.comment(text)
        match.to(4)
    s = Stepper(match, hide_future=True, charts=True)
    everything = shown(s)
    assert "FUTURE" not in everything
    assert "FINALE" not in everything
    later = [e.text for n in match.line() if n.ply > 4 for e in n.events]
    known = {e.text for n in match.node.path() for e in n.events}
    assert not [t for t in later if t not in known and t in everything]
    assert s.slider.max == 4
    assert f"of {length - 1}" not in everything
    assert len(s.charts.chart().series[0].x) == 5
    for forbidden in (s.last, s.next_comment):
        with pytest.raises(ValueError, match="hidden"):
            forbidden()
    s.forward()
    assert (match.node.ply, s.slider.max) == (5, 5)
    s.hide_future(False)
    assert "FUTURE one" in shown(s)


def test_a_player_sees_no_secret_of_the_others(fresh: Match) -> None:
    fresh.play(fresh.legal[-1])
    fresh.play(fresh.legal[-1])
    fresh.play(next(a for a in fresh.legal if str(a) == "card 3"))
    for viewer, sees in ((0, True), (1, False), (SPECTATOR, False), (OPEN, True)):
        s = Stepper(fresh, viewer=viewer)
        parts = f"{s.log_lines.rows}{s.move_lines.rows}{s.words()}{s.still()}"
        assert ("ou pick card 3" in parts) is sees
        assert ("Red: card 3" in parts) is sees
        s.close()


def test_two_steppers_of_one_match_agree(match: Match) -> None:
    a, b = Stepper(match), Stepper(match)
    a.to(3)
    assert a.words() == b.words()
    assert a.board.layers == b.board.layers
    b.close()
    a.forward()
    assert match.node.ply == 4


def test_closing_frees_everything(match: Match) -> None:
    s = Stepper(match, charts=True)
    s.rules()
    refs = [weakref.ref(s), weakref.ref(s.board), weakref.ref(s.charts)]
    s.close()
    s.close()
    assert match._watchers == []
    del s
    gc.collect()
    assert [ref() for ref in refs] == [None, None, None]


def test_an_error_in_a_callback_is_shown_where_it_happened(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    s = Stepper(match)

    def broken() -> None:
        raise RuntimeError("<b>broken</b>")

    monkeypatch.setattr(match, "to_main", broken)
    with pytest.raises(RuntimeError):
        s.guard(s.main)()
    assert s.failed
    assert 'role="alert"' in s.message.value
    assert "&lt;b&gt;broken" in s.message.value
    assert "<b>broken" not in s.message.value
    monkeypatch.setattr(base, "STRICT", False)
    assert s.guard(s.main)() is None


def test_text_of_a_file_never_becomes_markup(match: Match) -> None:
    evil = '<img src=x onerror="boom()">'
    match.title = evil
    match.to(3)
    match.comment(evil, title=evil)
    s = Stepper(match)
    s.say(evil)
    html = s.head.value + s.message.value + s.still() + s.board.panels
    assert "<img src=x" not in html
    assert "&lt;img src=x" in s.head.value


def test_autoplay_has_one_timer_and_stops_at_the_end(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stepper, "PACE", 0.01)
    s = Stepper(match)
    s.first()

    async def watch() -> list[int]:
        s.autoplay.value = True
        first = s._run
        s._start()
        s._start()
        assert s._run is first
        await asyncio.sleep(0.025)
        s.stop()
        stopped = match.node.ply
        assert 0 < stopped <= 4
        await asyncio.sleep(0.03)
        assert match.node.ply == stopped
        s.autoplay.value = True
        for _ in range(200):
            await asyncio.sleep(0.01)
            if s._run is None:
                break
        return [match.node.ply]

    assert asyncio.run(watch()) == [len(match.line()) - 1]
    assert s.autoplay.value is False


def test_a_re_run_cell_ends_what_it_made(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    cells = base._Cells()
    monkeypatch.setattr(base, "_cells", cells)
    monkeypatch.setattr(cells, "_hook", lambda: None)
    where = ["one"]
    monkeypatch.setattr(cells, "here", lambda: where[0])
    made_and_shown, shown_elsewhere = Stepper(match), Stepper(match)
    cells.shown(made_and_shown)
    where[0] = "two"
    cells.shown(shown_elsewhere)
    cells.rerun("one")
    assert made_and_shown.comm is None
    assert shown_elsewhere.comm is not None
    cells.rerun("two")
    assert shown_elsewhere.comm is not None


def test_still_and_repr_are_the_same_each_time(match: Match) -> None:
    match.to(4)
    a, b = Stepper(match), Stepper(match)
    assert a.still() == b.still()
    assert repr(a) == repr(b)
    assert len(repr(a)) < 110
    assert len(a.still()) < 100_000
    assert "run this cell" in a.still()
    assert 'body[data-jp-theme-light="false"] .atl-still img{filter:invert' in a.still()


def test_a_step_on_the_largest_map_is_quick_and_small(monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    from atlantis_nb.games import games

    match = Match(games["foes"], seed=3)
    match.run("random", until=80)
    s = Stepper(match)
    s.first()
    sent: list[int] = []

    def weigh(message: dict[str, Any], buffers: Any = None) -> None:
        sent.append(len(json.dumps(message)))

    for widget in base._below(s):
        monkeypatch.setattr(widget, "_send", weigh, raising=False)
    times = []
    for _ in range(40):
        start = time.process_time()
        s.forward()
        times.append(time.process_time() - start)
    assert sorted(times)[len(times) // 2] < 0.03  # 10 ms on a quiet machine
    assert max(sent) < 30_000


def test_what_chance_told_one_player_alone_is_no_choice_for_the_others() -> None:
    from tests.toy import GAME

    match = Match(GAME, players=2, seed=1)
    s = Stepper(match, viewer=0)
    deals = [n for n in match.line() if n.chance]
    assert deals
    for node in deals:
        s.to(node)
        mine = node.secret_of in (None, 0) and all(e.seen_by(0) for e in node.events)
        assert bool(s.what_if()) is mine
        assert bool(s.if_lines.rows) is mine
    assert {n.events[-1].to for n in deals} == {(0,), (1,)}


def test_a_step_has_one_number_everywhere() -> None:
    from tests.toy import GAME

    match = Match(GAME, players=2, seed=1)
    match.run("random", until=4)
    end = match.node
    s = Stepper(match, charts=False)
    for node in match.stops():
        s.to(node.ply)
        assert match.node is node
        assert s.slider.value == node.ply
        assert s.position() == f"step {node.ply} of {end.ply}"
        row = next(r for r in s.move_lines.rows if r["id"] == s.move_lines.current)
        assert row["tag"] == str(node.ply)
    assert s.slider.max == end.ply
    assert match.stops()[1].ply > 1, "the deal is passed over in one step"


def test_the_slider_goes_to_the_next_stop_in_its_direction() -> None:
    from tests.toy import GAME

    match = Match(GAME, players=2, seed=1)
    match.run("random", until=4)
    s = Stepper(match)
    s.first()
    dealt = match.stops()[1]
    s.slider.value = 1  # as the key → does
    assert match.node is dealt
    assert s.slider.value == dealt.ply
    s.slider.value = dealt.ply - 1  # as the key ← does
    assert match.node is match.root
    assert s.slider.value == 0
    s.step_by("round")
    s.slider.value = s.slider.max - 1
    assert match.node in match.stops("round")


def why_off(s: Stepper, key: str) -> str:
    button = s.buttons[key]
    return button.tooltip if button.disabled else ""


def test_a_button_is_off_exactly_where_it_would_do_nothing(match: Match) -> None:
    match.to(3)
    match.comment("Here.")
    s = Stepper(match)
    for node in match.line():
        s.to(node)
        for key in ("first", "back", "forward", "last", "previous_comment", "next_comment", "main"):
            before = match.node
            getattr(s, key)()
            assert bool(why_off(s, key)) or match.node is not before or key == "main"
            s.to(node)
            moved = {
                "first": node.ply > 0, "back": node.ply > 0, "forward": bool(node.children),
                "last": bool(node.children), "previous_comment": node.ply > 3,
                "next_comment": node.ply < 3, "main": False,
            }[key]  # fmt: skip
            assert (why_off(s, key) == "") is moved, (node, key)
        assert s.autoplay.disabled is (not node.children)
    s.first()
    assert why_off(s, "back") == "This is the first position"
    assert s.buttons["forward"].tooltip == "One step forward  (key .)"
    s.hide_future()
    assert why_off(s, "last") == why_off(s, "next_comment") == "What comes is hidden"


@pytest.mark.parametrize("make", [Stepper, Charts])
def test_only_a_match_can_be_followed(make: Any) -> None:
    with pytest.raises(ValueError, match=r"shows a match, not 3: give it atl\.Match"):
        make(3)


def test_settings_that_there_are_not_are_refused_at_once(match: Match) -> None:
    with pytest.raises(ValueError, match="by is"):
        Stepper(match, by="day")
    with pytest.raises(ValueError, match="A viewer is"):
        Stepper(match, viewer=7)
    with pytest.raises(ValueError, match="no overlay 'zz' here"):
        Stepper(match).lay_over("zz")


def test_the_line_of_the_log_that_was_chosen_is_the_one_marked(match: Match) -> None:
    """A step of several lines has them all at the cursor: the one asked about is meant."""
    s = Stepper(match)
    lines = [i for i, line in enumerate(s._log) if sum(one.node is line.node for one in s._log) > 1]
    first = next(i for i in lines if s._log[i].node is s._log[i + 1].node)
    s.log_lines.pick(str(first))
    assert s.log_lines.current == str(first)
    assert s.said == s._log[first].text
    s.view_as(OPEN)
    assert s.log_lines.current == str(first), "what is drawn anew keeps it"
    s.log_lines.pick(str(first + 1))
    assert s.log_lines.current == str(first + 1)
    assert match.node is s._log[first].node
    s.forward()
    s.back()
    last = max(i for i, line in enumerate(s._log) if line.node is match.node)
    assert s.log_lines.current == str(last), "come back to, a step shows its last line"
