"""What a cell has shown stays where that cell put it, until somebody clicks on it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from atlantis_nb.core.match import Match
from atlantis_nb.widgets import Charts, OddsView, Stepper, base

Kernel = Callable[[str, str], None]


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Kernel:
    """Call it to say what the kernel handles now: ("cell", "1"), a click ("comm", ""), or nothing."""
    now: dict[str, dict[str, str]] = {}
    monkeypatch.setattr(base, "_request", lambda: now)

    def handles(kind: str, name: str = "") -> None:
        now.clear()
        if kind:
            now["header"] = {
                "msg_type": {"cell": "execute_request", "comm": "comm_msg"}[kind],
                "msg_id": name,
            }

    return handles


def shown(s: Stepper) -> int:
    """The step that a person sees, on the slider, in the head and in the list of moves."""
    step = int(s.slider.value)
    assert f"step {step} of" in s.head.value
    assert s.move_lines.rows[int(s.move_lines.current)]["tag"] == str(step)
    return step


def test_run_all_leaves_each_stepper_where_its_cell_put_it(match: Match, kernel: Kernel) -> None:
    kernel("cell", "1")
    match.to(3)
    first = Stepper(match)
    first.forward()
    kernel("cell", "2")
    match.to(6)
    assert shown(first) == 4
    assert match.node.ply == 6
    assert first.words()[0].startswith("Step 6 of"), "a later cell reads where the match is now"
    second = Stepper(match)
    kernel("cell", "3")
    match.last()
    assert (shown(first), shown(second)) == (4, 6)


def test_a_click_takes_up_from_what_is_shown(match: Match, kernel: Kernel) -> None:
    kernel("cell", "1")
    match.to(3)
    first, third = Stepper(match), Stepper(match)
    kernel("cell", "2")
    match.to(6)
    second = Stepper(match)
    kernel("comm", "")
    first.buttons["forward"].click()
    assert match.node.ply == shown(first) == 4
    assert shown(second) == 6, "the other one stays where it was"
    first.buttons["forward"].click()
    assert (shown(first), shown(second), shown(third)) == (5, 6, 3)
    second.buttons["back"].click()
    assert match.node.ply == shown(second) == 5
    kernel("cell", "3")
    assert match.node.ply == 5, "what is clicked is where the next cell goes on"


def test_the_odds_stay_with_the_choices_that_their_cell_has_shown(match: Match, kernel: Kernel) -> None:
    kernel("cell", "1")
    match.to(0)
    view = OddsView(match)
    shown_first = list(view.list.rows)
    assert shown_first
    kernel("cell", "2")
    match.last()
    assert view.list.rows == shown_first
    kernel("comm", "")
    view.list.pick("0")
    assert match.node is match.root, "a click takes up from what is shown"
    kernel("")
    match.last()
    assert view.list.rows == []
    with pytest.raises(ValueError, match="OddsView shows a match, not 3"):
        OddsView(3)


def test_steppers_that_stand_together_go_together(match: Match, kernel: Kernel) -> None:
    kernel("cell", "1")
    match.to(3)
    a, b = Stepper(match), Charts(match)
    kernel("comm", "")
    a.buttons["forward"].click()
    assert b.box.plot is not None
    assert shown(a) == b.box.plot.x == 4


def test_charts_go_along_with_every_click(match: Match, kernel: Kernel) -> None:
    kernel("cell", "1")
    match.to(3)
    stepper = Stepper(match)
    kernel("cell", "2")
    match.to(6)
    charts = Charts(match)
    plot = charts.box.plot
    assert plot is not None
    kernel("cell", "3")
    match.to(2)
    assert plot.x == 6
    kernel("comm", "")
    charts.guard(lambda: charts.pick(charts.key))()
    assert match.node.ply == 2, "to look at a chart moves nothing"
    stepper.buttons["forward"].click()
    assert shown(stepper) == plot.x == 4


def test_its_own_methods_move_what_is_shown_from_any_cell(match: Match, kernel: Kernel) -> None:
    kernel("cell", "1")
    s = Stepper(match)
    s.first()
    kernel("cell", "2")
    match.to(6)
    s.back()
    assert match.node.ply == shown(s) == 5
    kernel("cell", "3")
    match.to(2)
    s.step_by("turn")
    assert shown(s) == 2, "setting something shows where the match is"


def test_shown_again_it_stands_where_that_cell_put_it(
    match: Match, kernel: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("IPython.display.display", lambda *args, **kwargs: None)
    kernel("cell", "1")
    match.to(3)
    s = Stepper(match)
    kernel("cell", "2")
    match.to(6)
    assert shown(s) == 3
    s._ipython_display_()
    assert shown(s) == 6
    match.to(7)
    assert shown(s) == 7


def test_hovering_and_themes_are_no_clicks(match: Match, kernel: Kernel) -> None:
    kernel("cell", "1")
    match.to(3)
    s, charts = Stepper(match), Charts(match)
    kernel("cell", "2")
    match.to(6)
    kernel("comm", "")
    s.board._message(s.board, {"type": "at", "ids": ["cell:0,0"], "n": 1}, [])
    charts.dress.theme = "dark"
    assert (match.node.ply, shown(s)) == (6, 3)
    assert charts.box.plot is not None
    assert charts.box.plot.x == 3.0


def test_charts_inside_a_stepper_stay_with_it(match: Match, kernel: Kernel) -> None:
    kernel("cell", "1")
    match.to(3)
    s = Stepper(match, charts=True)
    charts = s.charts
    assert charts is not None
    assert charts.box.plot is not None
    kernel("cell", "2")
    match.to(6)
    assert charts.box.plot.x == 3.0
    kernel("comm", "")
    charts.guard(lambda: charts.pick(charts.key))()
    assert charts.box.plot.x == 3.0
    assert match.node.ply == shown(s) == 3


def test_a_position_that_was_deleted_is_left(match: Match, kernel: Kernel) -> None:
    kernel("cell", "1")
    match.to(6)
    s = Stepper(match)
    kernel("cell", "2")
    match.delete(match.main()[4])
    assert match.node.ply == 3
    kernel("comm", "")
    s.buttons["back"].click()
    assert match.node.ply == shown(s) == 2
