"""The live board in a real browser, without JupyterLab: how it uses its room, zoom, detail, switches."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from atlantis_nb.core.scene import Mark, Piece, Scene
from atlantis_nb.view import svg as view
from atlantis_nb.widgets.board import BOARD_JS, CSS, Board
from tests.browser.lab import FLAGS, chromium
from tests.view.scenes import arena, island

pytestmark = pytest.mark.browser

PAGE = """<!doctype html><meta charset="utf-8"><style>%(css)s</style><body style="margin:8px">
<div class="atl-live"><div class="atl-body"><div id="host"></div></div></div>
<script type="module">
%(js)s
const state = %(state)s, heard = {};
window.sent = [];
window.put = (name, value) => { state[name] = value; (heard[`change:${name}`] || []).forEach((f) => f()); };
board.render({ el: document.getElementById("host"), model: { get: (name) => state[name], send: (m) => sent.push(m),
  on: (name, f) => { (heard[name] ??= []).push(f); }, off() {} } });
window.ready = true;
</script>"""


@pytest.fixture(scope="module")
def chrome() -> Iterator[Any]:
    if chromium() is None:
        words = "No chromium on this machine. On Debian: sudo apt install chromium"
        if os.environ.get("CI"):
            pytest.fail(words)
        pytest.skip(words)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as pw:
        browser = pw.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


class Shown:
    """A page with one board."""

    def __init__(self, chrome: Any, scene: Scene, width: int = 1280, height: int = 800) -> None:
        self.page = chrome.new_page(viewport={"width": width, "height": height})
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda e: self.complaints.append(str(e)))
        self.board = Board(scene)
        state = {k: v for k, v in self.board.get_state().items() if k in BOARD_STATE or k.startswith("layer")}
        script = BOARD_JS.replace("export default { render };", "const board = { render };")
        text = json.dumps(state).replace("</", "<\\/")
        self.page.set_content(PAGE % {"css": CSS, "js": script, "state": text})
        self.page.wait_for_function(
            "() => window.ready && document.querySelector('.atl-stage').clientHeight > 0"
        )
        self.settle()

    def settle(self) -> None:
        self.page.evaluate(
            "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )

    def press(self, *keys: str) -> None:
        self.page.locator(".atl-stage").focus()
        for key in keys:
            self.page.keyboard.press(key)

    def button(self, name: str) -> Any:
        return self.page.locator(f'.atl-zoom button[aria-label^="{name}"]')

    @property
    def frame(self) -> tuple[float, ...]:
        """Left, top, width and height of what is seen, in units of the board."""
        return tuple(map(float, self.page.locator(".atl-picture").get_attribute("viewBox").split()))

    @property
    def detail(self) -> str:
        return str(self.page.locator(".atl-picture > g").first.get_attribute("class"))

    def sees(self, selector: str) -> bool:
        return bool(self.page.locator(selector).first.is_visible())


BOARD_STATE = (
    "viewbox",
    "label",
    "sheet",
    "panels",
    "legend",
    "legal",
    "chosen",
    "reading",
    "focus",
    "height",
)


def war(**more: Any) -> Scene:
    """A map of 631 hexes with 60 counters."""
    scene = island(13, 60, marks=False)
    men = tuple(replace(p, kind="counter", glyph="4-2", badges=("mage",), count=1) for p in scene.pieces)
    return replace(scene, pieces=men, **more)


@pytest.fixture(scope="module")
def wide(chrome: Any) -> Shown:
    return Shown(chrome, war())


@pytest.fixture
def shown(wide: Shown) -> Iterator[Shown]:
    wide.press("0")
    yield wide
    assert wide.complaints == []


def test_the_nearer_the_more_is_written(shown: Shown) -> None:
    assert shown.detail == "far"
    assert not shown.sees(".v tspan")
    assert not shown.sees(".ic")
    shown.button("Zoom in").click()
    assert shown.detail == "mid"
    assert shown.sees(".v tspan")
    assert not shown.sees(".ic")
    shown.press("+", "+")
    assert shown.detail == "near"
    assert shown.sees(".ic")
    shown.button("Whole board").click()
    assert shown.detail == "far"


def test_keys_wheel_and_double_click_zoom_to_where_one_points(shown: Shown) -> None:
    whole = shown.frame
    shown.press("+")
    assert shown.frame[2] == pytest.approx(whole[2] / 1.6)
    shown.press("-")
    assert shown.frame == pytest.approx(whole)
    box = shown.page.locator(".atl-stage").bounding_box()
    x, y = box["x"] + 0.3 * box["width"], box["y"] + 0.6 * box["height"]
    at = "([x, y]) => document.elementFromPoint(x, y).closest('[data-place]')?.dataset.place"
    place = shown.page.evaluate(at, [x, y])
    assert place
    shown.page.mouse.move(x, y)
    shown.page.keyboard.down("Control")
    shown.page.mouse.wheel(0, -400)
    shown.page.keyboard.up("Control")
    narrower = "w => +document.querySelector('.atl-picture').getAttribute('viewBox').split(' ')[2] < w"
    shown.page.wait_for_function(narrower, arg=whole[2] * 0.9)
    assert shown.page.evaluate(at, [x, y]) == place
    shown.press("0")
    shown.page.mouse.dblclick(x, y)
    assert shown.frame[2] == pytest.approx(whole[2] / 2)
    assert shown.page.evaluate(at, [x, y]) == place


def test_a_zoomed_board_is_dragged_and_moved_by_keys(shown: Shown) -> None:
    shown.press("+", "+", "+")
    before = shown.frame
    box = shown.page.locator(".atl-stage").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    sent = shown.page.evaluate("() => sent.filter((m) => m.type === 'click').length")
    shown.page.mouse.move(x, y)
    shown.page.mouse.down()
    shown.page.mouse.move(x - 50, y - 30, steps=3)
    shown.page.mouse.up()
    after = shown.frame
    unit = before[2] / box["width"]
    assert after[0] - before[0] == pytest.approx(50 * unit, abs=2 * unit)
    assert after[1] - before[1] == pytest.approx(30 * unit, abs=2 * unit)
    assert (
        shown.page.evaluate("() => sent.filter((m) => m.type === 'click').length") == sent
    )  # a drag is no click
    shown.press("Shift+ArrowLeft")
    assert shown.frame[0] == pytest.approx(after[0] - after[2] / 4)
    for _ in range(12):  # the cursor walks out of sight: the board comes along
        shown.press("ArrowRight")
    cursor = shown.page.locator(".atl-cursor-inner").bounding_box()
    assert box["x"] <= cursor["x"] <= box["x"] + box["width"]


def test_a_zoomed_board_follows_the_action_only_if_it_is_out_of_sight(shown: Shown) -> None:
    shown.press("+", "+", "+")
    before = shown.frame
    middle = [round(before[0] + before[2] / 2), round(before[1] + before[3] / 2)]
    shown.page.evaluate("at => put('focus', [at])", middle)
    assert shown.frame == before
    scene = war(marks=(Mark("from", "12,0"), Mark("to", "13,-1")))
    points = view.action(scene)
    shown.page.evaluate("points => put('focus', points)", points)
    left, top, w, h = shown.frame
    assert w == pytest.approx(before[2])
    assert all(left < x < left + w and top < y < top + h for x, y in points)
    shown.page.evaluate("() => put('layer22', '')")
    assert shown.frame == (left, top, w, h)
    shown.press("0")
    whole = shown.frame
    shown.page.evaluate("at => put('focus', [at])", middle)
    assert shown.frame == whole


def test_coordinates_and_pieces_are_switched(shown: Shown) -> None:
    assert shown.page.locator(".atl-places text").count() == 0
    shown.button("Coordinates").click()
    names = shown.page.locator(".atl-places text").all_text_contents()
    assert len(names) == len(shown.board.scene.cells)  # type: ignore[union-attr]
    assert "0,0" in names
    shown.press("c")
    assert shown.page.locator(".atl-places text").count() == 0
    assert shown.sees(".p")
    shown.button("Hide the pieces").click()
    assert not shown.sees(".p")
    assert shown.button("Hide the pieces").get_attribute("aria-pressed") == "true"
    shown.press("h")
    assert shown.sees(".p")


def test_spaces_that_show_their_names_are_not_named_twice(chrome: Any) -> None:
    scene = arena()
    named = replace(scene, cells=tuple(replace(c, label=c.place) for c in scene.cells))
    one = Shown(chrome, named)
    one.press("c")
    assert one.page.locator(".atl-places text").count() == 0
    two = Shown(chrome, scene)
    two.press("c")
    cell = two.page.locator('.c[data-place="b2"]').bounding_box()
    text = two.page.locator(".atl-places text", has_text=re.compile("^b2$")).bounding_box()
    assert cell["x"] < text["x"] < text["x"] + text["width"] < cell["x"] + cell["width"]
    assert cell["y"] < text["y"] < text["y"] + text["height"] < cell["y"] + cell["height"]
    assert one.complaints + two.complaints == []


@pytest.mark.parametrize(("width", "stacked"), [(1280, False), (1024, True), (700, True)])
def test_a_large_board_has_its_full_size(chrome: Any, width: int, stacked: bool) -> None:
    """Panels stand beside it only where it is no smaller for that; zoomed in it uses all the room."""
    one = Shown(chrome, war(), width, 768)
    body = one.page.locator(".atl-body")
    assert ("atl-stacked" in body.get_attribute("class")) == stacked
    stage = one.page.locator(".atl-stage").bounding_box()
    left, _, w, h = map(int, view.viewbox(war()).split())
    high = min(0.76 * 768, body.bounding_box()["width"] * h / w)
    assert stage["height"] == pytest.approx(high, abs=2)
    if stacked:
        assert stage["width"] == pytest.approx(body.bounding_box()["width"], abs=2)
    # The whole board is in sight, and nothing of it is cut off.
    x, _, seen_w, seen_h = one.frame
    assert x <= left + 1
    assert x + seen_w >= left + w - 1
    assert seen_h >= h - 1
    assert one.complaints == []


def test_a_small_board_keeps_its_proportions(chrome: Any) -> None:
    one = Shown(chrome, arena(), 1024, 768)
    stage = one.page.locator(".atl-stage").bounding_box()
    assert stage["height"] <= 0.74 * 768 + 1
    assert "atl-stacked" not in one.page.locator(".atl-body").get_attribute("class")
    assert one.detail == "near"


def test_two_clicks_on_a_choice_do_not_zoom(chrome: Any) -> None:
    one = Shown(chrome, replace(war(), pieces=(Piece("p", "0,0", 0, "counter", "1-1"),)))
    one.page.evaluate("() => put('legal', ['cell:0,0', 'piece:p'])")
    whole = one.frame
    box = one.page.locator('[data-click="cell:0,0"]').bounding_box()
    one.page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert one.frame == whole
