"""Charts, explorers, odds, rules, and `show`."""

from __future__ import annotations

import json

import msgspec
import pytest

from atlantis_nb.core.charts import Answer
from atlantis_nb.core.match import Match
from atlantis_nb.games import games
from atlantis_nb.view import theme as looks
from atlantis_nb.widgets import Charts, Explore, Odds, Play, Rules
from atlantis_nb.widgets.odds import Job, progress_html
from atlantis_nb.widgets.showing import widget_for

from .toy import TOY


def test_charts_follow_the_cursor_each_with_its_picture(match: Match) -> None:
    a, b = Charts(match), Charts(match)
    match.to(3)
    for charts in (a, b):
        plot = charts.box.plot
        assert plot is not None
        assert plot.x == 3.0
        assert json.loads(plot.cursor)["x0"] == 3.0
        assert json.loads(plot.figure)["data"]
    assert "Points by player." in a.words()
    assert "<table" in a.box._text.value
    with pytest.raises(ValueError, match="no chart 'x'"):
        a.pick("x")
    assert Charts(match, live=False).box.plot is None
    a.close()
    b.close()


def test_a_chart_follows_the_theme_of_the_page(match: Match) -> None:
    charts = Charts(match)
    plot = charts.box.plot
    assert plot is not None
    paper = {theme: looks.tone(theme).paper for theme in ("light", "dark")}
    assert json.loads(plot.figure)["layout"]["paper_bgcolor"] == paper["light"]
    charts.dress.theme = "dark"
    assert json.loads(plot.figure)["layout"]["paper_bgcolor"] == paper["dark"]
    charts.close()


def test_plotly_is_sent_when_a_page_asks_for_it(monkeypatch: pytest.MonkeyPatch, match: Match) -> None:
    plot = Charts(match).box.plot
    assert plot is not None
    sent: list[tuple[dict[str, str], list[bytes]]] = []
    monkeypatch.setattr(plot, "send", lambda content, buffers=None: sent.append((content, buffers)))
    plot._message(plot, {"type": "nonsense"}, [])
    plot._message(plot, {"type": "library"}, [])
    assert [content for content, _ in sent] == [{"type": "library"}]
    assert b"plotly.js v" in sent[0][1][0][:200]


def test_stills_of_charts_and_explorers_are_pictures(match: Match) -> None:
    for widget in (Charts(match), Explore(TOY)):
        still = widget.still()
        assert "data:image/svg+xml;base64," in still
        assert still == widget.still()
        assert len(still) < 40_000


def test_the_answer_before_is_marked_as_old_while_its_inputs_are_others() -> None:
    slow = msgspec.structs.replace(TOY.explorers()[0], slow=True)
    e = Explore(slow)
    e.run()
    assert e.old.value == ""
    words = e.answer.words
    e.inputs["dice"].value = 3
    assert "The answer before, for Dice 1, At least 5, Roll twice no:" in e.old.value
    assert words in e.result.value
    e.run()
    assert e.old.value == ""
    assert e.answer.words != words


def test_the_bar_fills_by_the_time_of_the_last_answer() -> None:
    assert "value=" not in progress_html(3.0, None), "nobody knows how long the first one takes"
    assert 'value="0.25" max="1"' in progress_html(1.0, 4.0)
    assert 'value="0.97"' in progress_html(9.0, 4.0)


def test_a_slow_answer_can_be_given_up() -> None:
    def forever() -> Answer:
        while True:
            pass

    job = Job(forever)
    assert job.runs
    job.stop()
    job._thread.join(10)
    assert not job.runs
    with pytest.raises(BaseException):  # noqa: B017  a private one, which no user meets
        job.result()
    assert Job(lambda: Answer("Done.")).result() == Answer("Done.")


def test_an_explorer_answers_when_its_inputs_move() -> None:
    e = Explore(TOY)
    assert e.answer is not None
    assert "33.3%" in e.answer.words
    e.inputs["dice"].value = 2
    assert "55.6%" in e.result.value
    assert e.set(dice=1, twice=True).words.startswith("At least one die of 5+: 55.6%")
    for bad in ({"dice": 99}, {"at_least": 3}, {"nope": 1}):
        with pytest.raises(ValueError):
            e.set(**bad)
    e.close()


def test_odds_of_each_action_follow_the_match(fresh: Match) -> None:
    o = Odds(fresh)
    assert len(o.list.rows) == len(fresh.legal)
    assert o.words()[0].startswith("Go to")
    fresh.play(fresh.legal[0])
    assert len(o.list.rows) == len(fresh.legal)
    o.close()


def test_rules_can_be_searched_and_opened() -> None:
    r = Rules(TOY)
    assert [x.id for x in r.search("die 5")] == ["T-DIE-01"]
    r.focus("T-END-01")
    assert "T-RUL-01" in r.detail.value
    r.lines.pick("T-DIE-01")
    assert "T-EX-01" in r.detail.value
    with pytest.raises(ValueError, match="No rule 'T-DIE-1'; near"):
        r.focus("T-DIE-1")


@pytest.mark.parametrize("name", list(games))
def test_every_game_can_be_played_and_read_with_these_widgets(name: str) -> None:
    """No widget knows a game: every choice of a random game can be reached by clicks alone."""
    match = Match(games[name], seed=5)
    p = Play(match, open_cards=True)
    rng = match.rng("clicks")
    for _ in range(60):
        if match.actor < 0:
            break
        wanted = match.legal[int(rng.random() * len(match.legal))]
        before = match.node
        p.click(*wanted.clicks)
        assert match.node is not before
        panels = match.panels(p.viewer)
        named = p._on_screen(panels) | {n for n in p.offered() if n.startswith("button:")}
        assert p.offered() or match.actor < 0
        assert named
    assert widget_for(match).words()
    assert Rules(name).words()
    p.close()


def test_show_finds_the_widget_for_a_thing(match: Match) -> None:
    for thing, name in ((match, "Stepper"), (TOY, "Rules"), (match.scene(), "Picture")):
        assert type(widget_for(thing)).__name__ == name
    with pytest.raises(ValueError, match="nothing to show for int"):
        widget_for(3)
