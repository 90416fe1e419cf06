"""The live board in a real browser, without JupyterLab: how it uses its room, zoom, detail, switches."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from atlantis_nb.core.game import CHANCE
from atlantis_nb.core.match import Match
from atlantis_nb.core.scene import Mark, Piece, Scene
from atlantis_nb.view import svg as view
from atlantis_nb.widgets import Stepper
from atlantis_nb.widgets.board import BOARD_JS, CSS, Board
from atlantis_nb.widgets.keys import CSS as TABLE_CSS
from atlantis_nb.widgets.keys import JS as KEYS_JS
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
window.hear = (message) => (heard["msg:custom"] || []).forEach((f) => f(message));
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


BAR = 34
"""The column of buttons beside the picture, in pixels."""
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
    shown.press("+")
    assert shown.detail == "near"
    assert shown.sees(".ic")
    shown.press("+")
    assert shown.detail == "close"
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
    room = body.bounding_box()["width"] - BAR
    high = min(0.76 * 768, room * h / w)
    assert stage["height"] == pytest.approx(high, abs=2)
    if stacked:
        assert stage["width"] == pytest.approx(room, abs=2)
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
    assert one.detail == "close"


def test_two_clicks_on_a_choice_do_not_zoom(chrome: Any) -> None:
    one = Shown(chrome, replace(war(), pieces=(Piece("p", "0,0", 0, "counter", "1-1"),)))
    one.page.evaluate("() => put('legal', ['cell:0,0', 'piece:p'])")
    whole = one.frame
    box = one.page.locator('[data-click="cell:0,0"]').bounding_box()
    one.page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert one.frame == whole


def test_the_buttons_cover_nothing_of_the_board(chrome: Any) -> None:
    for scene in (arena(), war()):
        one = Shown(chrome, scene)
        stage = one.page.locator(".atl-stage").bounding_box()
        buttons = one.page.locator(".atl-zoom").bounding_box()
        assert buttons["x"] >= stage["x"] + stage["width"]
        assert buttons["height"] <= stage["height"]


def test_what_is_read_stands_beside_the_pointer_where_the_line_is_out_of_sight(chrome: Any) -> None:
    one = Shown(chrome, war(), 1280, 560)
    one.page.evaluate("() => { document.querySelector('.atl-live').style.paddingTop = '120px'; }")
    one.settle()
    tip = one.page.locator(".atl-tip")
    cell = one.page.locator('[data-click="cell:3,3"]').bounding_box()
    one.page.mouse.move(cell["x"] + 8, cell["y"] + 8)
    one.page.evaluate("() => put('reading', '3,3 land. Costs 1.')")
    one.page.wait_for_function("() => !document.querySelector('.atl-tip').hidden")
    assert tip.text_content() == "3,3 land. Costs 1."
    box = tip.bounding_box()
    assert box["y"] + box["height"] <= 560
    assert not (
        box["x"] < cell["x"] + 8 < box["x"] + box["width"]
        and box["y"] < cell["y"] + 8 < box["y"] + box["height"]
    )
    one.page.evaluate("() => document.querySelector('.atl-reading').scrollIntoView({ block: 'end' })")
    one.settle()
    one.page.mouse.move(cell["x"] + 60, cell["y"] - 60)
    one.page.wait_for_function("() => document.querySelector('.atl-tip').hidden")
    assert one.complaints == []


def pile() -> Scene:
    men = tuple(Piece(f"m{i}", "0,0", 0, "counter", f"{5 - i}-1", name=f"Man {i}") for i in range(3))
    return replace(war(), pieces=men)


def test_a_click_on_a_stack_asks_which(chrome: Any) -> None:
    one = Shown(chrome, pile())
    clicks = "() => sent.filter((m) => m.type === 'click').map((m) => m.ids[0])"
    spot = one.page.locator('[data-click="cell:0,0"]').bounding_box()
    middle = (spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
    which = one.page.locator(".atl-which button")
    assert one.detail == "far"
    one.page.evaluate("() => put('legal', ['piece:m1'])")  # one of them: no question
    one.page.mouse.click(*middle)
    assert which.count() == 0
    assert one.page.evaluate(clicks) == ["piece:m0"]
    one.page.evaluate("() => put('legal', ['piece:m0', 'piece:m2'])")
    one.page.mouse.click(*middle)
    assert [which.nth(i).get_attribute("aria-label") for i in range(which.count())] == ["Man 0", "Man 2"]
    which.nth(1).click()
    assert one.page.evaluate(clicks)[1:] == ["piece:m2"]
    assert not one.page.locator(".atl-which").is_visible()
    one.press("Enter")  # the same with keys: the cursor is on that cell
    assert one.page.evaluate("() => document.activeElement.getAttribute('aria-label')") == "Man 0"
    one.page.keyboard.press("ArrowRight")
    one.page.keyboard.press("Enter")
    assert one.page.evaluate(clicks)[2:] == ["piece:m2"]
    assert one.page.evaluate("() => document.activeElement.className") == "atl-stage"
    one.press("Enter")
    one.page.keyboard.press("Escape")
    assert not one.page.locator(".atl-which").is_visible()
    # Where they lie side by side, each is clicked by itself.
    one.press("+", "+")
    assert one.detail == "near"
    last = one.page.locator('.fn[data-click="piece:m2"]').bounding_box()
    one.page.mouse.click(last["x"] + last["width"] / 2, last["y"] + last["height"] / 2)
    assert one.page.evaluate(clicks)[3:] == ["piece:m2"]
    assert one.complaints == []


def test_the_focus_of_a_button_that_goes_comes_to_the_next_choice(chrome: Any) -> None:
    """To the board where something on it may be chosen, else to the first button of the new choices."""
    one = Shown(chrome, war())
    one.page.evaluate(
        """() => {
          const side = document.createElement("div");
          side.className = "atl-first";
          side.innerHTML = '<div class="atl-row"></div>';
          document.querySelector(".atl-body").append(side);
          window.offer = (...names) => { document.querySelector(".atl-row").innerHTML =
            names.map((name) => `<button>${name}</button>`).join(""); };
          offer("Bet", "Pass");
        }"""
    )
    at = "() => document.activeElement.textContent || document.activeElement.className"
    press = """(legal) => new Promise((done) => {
      document.querySelector(".atl-row button").focus();
      offer();
      put("legal", legal);
      hear({ type: "focus" });
      setTimeout(() => offer("Next", "Pass"), 100);
      setTimeout(done, 500);
    })"""
    one.page.evaluate(press, [])
    assert one.page.evaluate(at) == "Next"
    one.page.evaluate(press, ["cell:0,0"])
    assert "atl-stage" in one.page.evaluate("() => document.activeElement.className")
    assert one.complaints == []


def test_a_card_that_moves_does_not_drag_the_page(chrome: Any) -> None:
    one = Shown(chrome, arena(), 1000, 500)
    card = '<div><section class="panel"><button data-click="card:a">A</button></section></div>'
    one.page.evaluate("text => put('panels', text)", card)
    one.page.locator('[data-click="card:a"]').focus()
    one.page.evaluate("() => scrollTo(0, 0)")
    before = one.page.evaluate("() => scrollY")
    one.page.evaluate("text => put('panels', '<div style=\"height:3000px\"></div>' + text)", card)
    assert one.page.evaluate("() => document.activeElement.getAttribute('data-click')") == "card:a"
    assert one.page.evaluate("() => scrollY") == before


SIDE = """() => {
  const host = document.querySelector(".atl-body");
  for (const [name, text] of [["atl-first atl-asks", "Question"], ["atl-tabs", "Log"]]) {
    const part = document.createElement("div");
    part.className = name;
    part.textContent = text;
    host.append(part);
  }
}"""
HAND = """<div class="atl-pn"><section class="panel track"><ol class="track"><li>Round 1</li></ol></section>
<section class="panel hand"><h4>Hand</h4><ul class="cards">
<li><button class="card" data-click="card:a"><span class="title">A</span><span class="text">Words.</span></button></li>
<li><button class="card" data-click="card:b"><span class="title">B</span><span class="text">Words.</span></button></li>
</ul></section></div>"""


@pytest.mark.parametrize("width", [1280, 560])
def test_cards_to_choose_from_stand_right_under_the_question(chrome: Any, width: int) -> None:
    one = Shown(chrome, arena(), width)
    one.page.add_style_tag(content=TABLE_CSS)
    one.page.evaluate(SIDE)
    one.page.evaluate("text => put('panels', text)", HAND)
    tops = """() => ['.atl-asks', '.hand', '.atl-tabs', '.track', '.atl-stage'].map((s) =>
      document.querySelector(s).getBoundingClientRect().y)"""
    asks, hand, tabs, *_ = one.page.evaluate(tops)
    assert asks < tabs < hand
    one.page.evaluate("() => put('legal', ['card:b'])")
    asks, hand, tabs, track, stage = one.page.evaluate(tops)
    assert asks < hand < tabs < track
    if width < 600:
        assert hand < stage, "before the board, where all stands in one column"
    one.page.evaluate("() => put('legal', ['cell:b2'])")
    asks, hand, tabs, *_ = one.page.evaluate(tops)
    assert asks < tabs < hand
    assert one.complaints == []


def test_all_columns_of_a_table_are_in_sight_or_it_says_that_it_scrolls(chrome: Any) -> None:
    one = Shown(chrome, arena(), 1000)
    for columns, look in ((6, "wide"), (9, "atl-tight"), (40, "atl-wider")):
        head = "".join(f"<th>Column{i}</th>" for i in range(columns))
        table = (
            f'<div class="wide" style="overflow-x:auto"><table><thead><tr>{head}</tr></thead></table></div>'
        )
        one.page.evaluate(
            "text => put('panels', text)", f'<div><section class="panel">{table}</section></div>'
        )
        found = one.page.locator(".atl-under .wide")
        wide, room = found.evaluate("n => [n.scrollWidth, n.clientWidth]")
        assert found.get_attribute("class").split()[-1] == look
        assert (wide > room + 1) == (look == "atl-wider")
        after = found.evaluate("n => getComputedStyle(n, '::after').content")
        assert ("scroll this table" in after) == (look == "atl-wider")
    assert one.complaints == []


def test_what_is_read_goes_when_the_page_scrolls(chrome: Any) -> None:
    one = Shown(chrome, war(), 1280, 560)
    one.page.evaluate("() => { document.querySelector('.atl-live').style.padding = '120px 0 2000px'; }")
    one.settle()
    cell = one.page.locator('[data-click="cell:3,3"]').bounding_box()
    one.page.mouse.move(cell["x"] + 8, cell["y"] + 8)
    one.page.evaluate("() => put('reading', '3,3 land. Costs 1.')")
    one.page.wait_for_function("() => !document.querySelector('.atl-tip').hidden")
    one.page.mouse.wheel(0, 1500)
    one.page.wait_for_function("() => scrollY > 800")
    one.page.wait_for_function("() => document.querySelector('.atl-tip').hidden")
    assert one.complaints == []


def test_the_head_of_a_stepper_keeps_its_height(chrome: Any) -> None:
    match = Match("sinking", players=3, seed=1)
    match.title = "Three players: a title that needs most of the line, as those of the examples do"
    match.run("random", until=60)
    stepper = Stepper(match)
    page = chrome.new_page(viewport={"width": 860, "height": 400})
    page.set_content(f"<style>{CSS}</style><div class='atl-live'><div id='head'></div></div>")
    seen: dict[str, float] = {}
    for node in match.line():
        stepper.to(node)
        who = "chance" if match.actor == CHANCE else "person"
        if who not in seen:
            page.evaluate("text => { document.querySelector('#head').innerHTML = text; }", stepper.head.value)
            seen[who] = page.locator("#head").bounding_box()["height"]
    assert set(seen) == {"chance", "person"}
    assert seen["chance"] == seen["person"]
    stepper.close()


KEYS_PAGE = """<!doctype html><body><div class="atl-live"><div class="atl-stage" tabindex="0">board</div>
<div class="atl-choices"><button id="old">old</button></div>
<div class="atl-panels"><ul class="cards"><li><button data-click="card:a">A</button></li>
<li><button class="atl-legal" data-click="card:b">B</button></li></ul></div><div id="host"></div></div>
<script type="module">%s
keys.render({ el: document.getElementById("host"), model: { on: (name, f) => { window.tell = f; }, off() {} } });
window.ready = true;
</script>"""


@pytest.mark.parametrize(("to", "there"), [("choices", "Done"), ("cards", "B"), ("board", "board")])
def test_a_lost_focus_goes_where_the_kernel_says(chrome: Any, to: str, there: str) -> None:
    page = chrome.new_page()
    page.set_content(KEYS_PAGE % KEYS_JS.replace("export default { render };", "const keys = { render };"))
    page.wait_for_function("() => window.ready")
    page.evaluate("() => new Promise((done) => setTimeout(done, 100))")
    page.locator("#old").focus()
    page.evaluate("() => { document.querySelector('.atl-choices').innerHTML = '<button>Done</button>'; }")
    page.evaluate("to => tell({ type: 'focus', to })", to)
    page.wait_for_function("text => document.activeElement.textContent === text", arg=there)
    page.keyboard.press("/")
    assert page.evaluate("() => document.activeElement.textContent") == "B", "cards come before Done"
