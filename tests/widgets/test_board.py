"""The live board and the list: what travels to the page, what is heard from it."""

from __future__ import annotations

from typing import Any

import pytest

from atlantis_nb.core.scene import Mark
from atlantis_nb.widgets import Board, Lines

from .toy import TOY


class Wire:
    """Collects what a widget sends to the page."""

    def __init__(self, widget: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        self.states: list[dict[str, Any]] = []
        self.messages: list[Any] = []
        monkeypatch.setattr(widget, "_send", self._take)

    def _take(self, message: dict[str, Any], buffers: Any = None) -> None:
        if message["method"] == "update":
            self.states.append(message["state"])
        else:
            self.messages.append(message["content"])


@pytest.fixture
def scene() -> Any:
    return TOY.scene(TOY.start(TOY.options(), ("Red", "Blue")), None)


def test_only_changed_layers_travel_in_one_message(scene: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board(scene)
    wire = Wire(board, monkeypatch)
    board.show(scene.with_marks(Mark("legal", "0,0")))
    assert len(wire.states) == 1
    names = {board.layer_names[int(key[5:])] for key in wire.states[0] if key.startswith("layer")}
    assert names <= {"under", "marks"}
    assert "marks" in names
    wire.states.clear()
    board.show(scene.with_marks(Mark("legal", "0,0")))
    assert wire.states == []


def test_clicks_come_innermost_first_and_only_as_strings(scene: Any) -> None:
    board, heard = Board(scene), []
    board.on_click(lambda ids, how: heard.append((ids, how)))
    ids = ["piece:t0", 7, None, "cell:2,0"]
    board._message(board, {"type": "click", "ids": ids, "how": "key"}, [])
    board._message(board, {"type": "click", "ids": "cell:0,0"}, [])
    board._message(board, ["nonsense"], [])
    assert heard == [(("piece:t0", "cell:2,0"), "key"), ((), "pointer")]


def test_what_is_under_the_cursor_is_read_out_and_answered(
    scene: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = Board(scene)
    wire = Wire(board, monkeypatch)
    board._message(board, {"type": "at", "ids": ["cell:2,0"], "n": 3, "view": "atl1"}, [])
    assert board.reading == scene.at("2,0")
    assert "Red token" in board.reading
    assert wire.messages == [{"type": "said", "n": 3, "view": "atl1"}]


def test_only_named_keys_are_heard(scene: Any) -> None:
    board, heard = Board(scene, hotkeys=[","]), []
    board.on_key(heard.append)
    for key in (",", "x", None):
        board._message(board, {"type": "key", "key": key}, [])
    assert heard == [","]


def test_text_of_a_scene_never_becomes_markup() -> None:
    evil = "<img src=x onerror=boom()>"
    state = TOY.start(TOY.options(), (evil, "Blue"))
    board = Board(TOY.scene(state, None), TOY.panels(state, None))
    assert "<img" not in board.panels + "".join(board.layers.values()) + board.legend
    assert "&lt;img" in board.panels


def test_a_list_tells_which_line_was_picked() -> None:
    lines, heard = Lines(label="L", rows=[{"id": "a", "text": "A"}]), []
    lines.on_pick(heard.append)
    lines.pick("a")
    lines._message(lines, {"type": "pick", "id": "a"}, [])
    lines._message(lines, {"type": "pick", "id": "gone"}, [])
    assert heard == ["a", "a"]
    with pytest.raises(ValueError, match="L has no line 'z'"):
        lines.pick("z")


def test_a_heavy_layer_travels_in_parts_and_stays_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    from msgspec.structs import replace

    from atlantis_nb.view import svg
    from atlantis_nb.widgets import board as module

    state = TOY.start(TOY.options(), ("Red", "Blue"))
    scene = TOY.scene(state, None)
    monkeypatch.setattr(module, "HEAVY", 100)
    board = Board(scene)
    pieces = svg.layers(scene)["pieces"]
    assert sorted(board.layers["pieces"]) == sorted(pieces)
    assert board.layer_names.count("pieces") == module.PARTS + 1
    assert board.layers["ground"] == svg.layers(scene)["ground"]
    wire = Wire(board, monkeypatch)
    moved = replace(scene, pieces=(replace(scene.pieces[0], place="1,0"), *scene.pieces[1:]))
    board.show(moved)
    assert sum(key.startswith("layer") for state in wire.states for key in state) <= 3


def test_a_fault_while_reading_does_not_leave_the_page_waiting(
    scene: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = Board(scene)
    wire = Wire(board, monkeypatch)

    def broken(ids: tuple[str, ...]) -> str:
        raise RuntimeError("odd")

    board.on_at(broken)
    with pytest.raises(RuntimeError):
        board._message(board, {"type": "at", "ids": [], "n": 1, "view": "v"}, [])
    assert wire.messages == [{"type": "said", "n": 1, "view": "v"}]


def test_the_legend_says_what_the_frames_are(scene: Any) -> None:
    from msgspec.structs import replace

    from atlantis_nb.core.scene import Key

    legend = Board(replace(scene, legend=(Key("mark", "legal", "A slot to slide to"),))).legend
    for said in ("A slot to slide to", "Taken up", "The last move came from here", "The last move led here"):
        assert said in legend
    assert "May be chosen" not in legend
