"""The widgets in JupyterLab and a real browser: pointer, keyboard, themes, saving and reopening.

Not part of continuous integration: it needs a browser on the machine.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .lab import Browser, browser, lab, write_notebook

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PLAY = """from toy import TOY
from atlantis_nb.core.match import Match
from atlantis_nb.widgets import Play, Stepper
m = Match(TOY, players=2, seed=3)
p = Play(m, open_cards=True)
p"""
STEP = """n = Match(TOY, players=2, seed=3, title='<img src=x onerror="window.boom=1">')
n.run("random", until=8)
n.to(4); n.comment('<img src=x onerror="window.boom=1">'); n.to(3)
s = Stepper(n)
s"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    with lab(tmp_path_factory.mktemp("notebooks")) as running:
        yield running


@pytest.fixture(scope="module")
def window() -> Iterator[Browser]:
    """One page for all tests: JupyterLab starts in it once."""
    with browser() as b:
        yield b


@pytest.fixture
def chrome(window: Browser) -> Iterator[Browser]:
    window.errors.clear()
    yield window
    assert window.offsite == []
    assert window.errors == []


def start(chrome: Browser, server: dict[str, str], name: str, *cells: str) -> Any:
    write_notebook(Path(server["root"], name), cells)
    page = chrome.open(server, name)
    chrome.run_all()
    page.wait_for_selector(".atl-picture [data-click]", state="attached", timeout=30_000)
    return page


def click_on(page: Any, selector: str) -> None:
    """A real pointer on the middle of a thing on the board."""
    thing = page.locator(selector).first
    thing.scroll_into_view_if_needed()
    box = thing.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def cells_of(page: Any) -> int:
    return int(page.locator(".jp-Notebook .jp-CodeCell").count())


def test_play_by_pointer(chrome: Browser, server: dict[str, str]) -> None:
    page = start(chrome, server, "play.ipynb", PLAY)
    click_on(page, '[data-click="piece:t0"]')
    page.wait_for_selector('[data-click="piece:t0"].atl-chosen', state="attached")
    click_on(page, '[data-click="cell:1,0"]')
    page.wait_for_selector('.atl-line:has-text("Red moves to 1,0.")')
    # A refusal stands where the person clicked, with the rule.
    click_on(page, '[data-click="cell:0,0"]')
    page.wait_for_selector('.atl-trouble:has-text("T-MOV-01")')
    assert "0,0 is not beside -2,0." in page.inner_text(".atl-trouble")
    page.get_by_role("button", name="Rest", exact=True).click()
    page.wait_for_selector('.atl-line:has-text("Blue rests.")')
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector('.atl-note:has-text("Took back")')


def test_play_with_the_keyboard_alone(chrome: Browser, server: dict[str, str]) -> None:
    page = start(chrome, server, "keys.ipynb", PLAY)
    stage = page.locator(".atl-stage")
    assert stage.get_attribute("role") == "application"
    page.get_by_role("button", name="Ask before", exact=True).focus()
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('atl-stage')"):
            break
    assert page.evaluate("document.activeElement.classList.contains('atl-stage')"), "Tab reaches the board"
    page.keyboard.press("Control+ArrowRight")
    page.wait_for_selector('.atl-reading:has-text("Red token")')
    page.keyboard.press("Enter")
    page.wait_for_selector('[data-click="piece:t0"].atl-chosen', state="attached")
    page.keyboard.press("Escape")
    page.wait_for_selector('[data-click="piece:t0"]:not(.atl-chosen)', state="attached")
    page.keyboard.press("Enter")
    page.wait_for_selector('[data-click="piece:t0"].atl-chosen', state="attached")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector('.atl-reading:has-text("1,0 grass")')
    page.keyboard.press("Enter")
    page.wait_for_selector('.atl-line:has-text("Red moves to 1,0.")')
    before = cells_of(page)
    for key in ("x", "d", "d", "a", "b"):  # JupyterLab's own commands
        page.keyboard.press(key)
    page.get_by_role("button", name="Undo", exact=True).focus()
    page.keyboard.press("x")
    assert cells_of(page) == before
    page.locator(".atl-stage").focus()
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.classList.contains('atl-stage')"), "Tab leaves it again"


def test_step_by_buttons_keys_and_lists(chrome: Browser, server: dict[str, str]) -> None:
    page = start(chrome, server, "step.ipynb", "from toy import TOY\n" + PLAY.split("\n", 1)[1], STEP)
    live = page.locator('.atl-live:has-text("◂ Comment")')
    live.scroll_into_view_if_needed()
    step = live.locator(".atl-head")
    assert "step 3 of" in step.inner_text()
    live.get_by_role("button", name="▶", exact=True).click()
    page.wait_for_selector('.atl-head:has-text("step 4 of")')
    live.locator(".atl-stage").focus()
    page.keyboard.press(",")
    page.wait_for_selector('.atl-head:has-text("step 3 of")')
    page.keyboard.press("]")
    page.wait_for_selector('.atl-head:has-text("step 4 of")')
    assert "onerror" in live.locator(".atl-note").first.inner_text()
    live.locator(".atl-line:not(.atl-line-head)").first.click()
    page.wait_for_selector('.atl-head:has-text("step 1 of")')
    assert "T-MOV-01" in live.locator(".atl-note").first.inner_text()
    slider = live.locator('[role="slider"]').first
    slider.focus()
    page.keyboard.press("End")
    page.wait_for_selector('.atl-head:has-text("step 8 of 8")')
    assert page.evaluate("window.boom") is None


def test_autoplay_steps_by_itself_and_stops(chrome: Browser, server: dict[str, str]) -> None:
    quick = "import atlantis_nb.widgets.stepper as st; st.PACE = 0.1"
    page = start(
        chrome, server, "auto.ipynb", "\n".join([PLAY.rsplit("\n", 2)[0], STEP, quick, "s.first()", "s"])
    )
    live = page.locator(".atl-live").first
    live.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector('.atl-head:has-text("step 8 of 8")', timeout=10_000)
    page.wait_for_function("() => !document.querySelector('.atl-live .mod-active')")


def test_bots_over_a_second_show_progress_and_stop(chrome: Browser, server: dict[str, str]) -> None:
    slow = """import time
def slow(game, state, legal, rng):
    time.sleep(0.1)
    return legal[-1]
m = Match(TOY, players=2, seed=3, options=dict(bidding=False, goal=50))
p = Play(m, {0: slow, 1: slow}, auto=False)
p"""
    page = start(chrome, server, "bots.ipynb", PLAY.rsplit("\n", 2)[0] + "\n" + slow)
    page.get_by_role("button", name="Bots play on").click()
    page.wait_for_selector('.atl-note:has-text("The bots are playing")')
    page.get_by_role("button", name="Stop", exact=True).click()
    page.wait_for_selector('.atl-note:has-text("Stopped")')


def test_an_error_in_a_click_is_shown_at_the_click(chrome: Browser, server: dict[str, str]) -> None:
    broken = "def boom():\n    raise RuntimeError('<b>odd</b>')\np.press('Rest')\nm.undo = boom\np"
    page = start(chrome, server, "error.ipynb", PLAY + "\n" + broken)
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector('.atl-trouble[role="alert"]')
    text = page.inner_text(".atl-trouble")
    assert "RuntimeError" in text
    assert "<b>odd</b>" in text


def test_shown_twice_both_live_and_a_re_run_ends_the_old(chrome: Browser, server: dict[str, str]) -> None:
    page = start(chrome, server, "twice.ipynb", PLAY, "p")
    page.wait_for_function("() => document.querySelectorAll('.atl-picture').length === 2")
    click_on(page, '[data-click="piece:t0"]')
    chosen = "() => document.querySelectorAll('[data-click=\"piece:t0\"].atl-chosen').length === 2"
    page.wait_for_function(chosen)
    chrome.run_all()
    fresh = "() => document.querySelectorAll('.atl-picture').length === 2 && !document.querySelector('.atl-chosen')"
    page.wait_for_function(fresh)


def test_themes_are_followed(chrome: Browser, server: dict[str, str]) -> None:
    page = start(chrome, server, "theme.ipynb", PLAY)
    page.wait_for_selector('.atl-live[data-atl-theme="light"]')
    fill = "() => getComputedStyle(document.querySelector('.atl-picture [data-click^=\"cell:\"]')).fill"
    light = page.evaluate(fill)
    theme = "async name => { await jupyterapp.commands.execute('apputils:change-theme', {theme: name}) }"
    page.evaluate(theme, "JupyterLab Dark")
    page.wait_for_selector('.atl-live[data-atl-theme="dark"]')
    assert page.evaluate(fill) != light
    page.evaluate(theme, "JupyterLab Light")
    page.wait_for_selector('.atl-live[data-atl-theme="light"]')


def test_the_wheel_scrolls_the_page_and_zooms_only_with_control(
    chrome: Browser, server: dict[str, str]
) -> None:
    page = start(chrome, server, "wheel.ipynb", PLAY)
    box = page.locator(".atl-stage").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 30)
    view = "() => document.querySelector('.atl-picture').getAttribute('viewBox')"
    whole = page.evaluate(view)
    page.mouse.wheel(0, -100)
    assert page.evaluate(view) == whole
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    page.wait_for_function(f"was => ({view})() !== was", arg=whole)
    page.get_by_role("button", name="Whole board").click()
    page.wait_for_function(f"was => ({view})() === was", arg=whole)


def test_targets_are_large_and_nothing_overflows(chrome: Browser, server: dict[str, str]) -> None:
    first = PLAY.rsplit("\n", 2)[0]
    page = start(chrome, server, "size.ipynb", STEP.replace("n = ", first + "\nn = ", 1))
    for width, height in ((1280, 800), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(400)
        small = page.evaluate(
            """() => [...document.querySelectorAll('.atl-live button, .atl-line, .atl-live select')]
               .map(e => [e.innerText, e.getBoundingClientRect()])
               .filter(([t, r]) => r.width && (r.height < 24 || r.width < 24)).map(([t]) => t)"""
        )
        assert small == []
        over = page.evaluate(
            """() => [...document.querySelectorAll('.jp-OutputArea-output')]
               .filter(e => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)
               .map(e => [e.className, e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight])"""
        )
        assert over == []
        nameless = page.evaluate(
            """() => [...document.querySelectorAll('.atl-live :is(button, select, input, textarea, [tabindex="0"])')]
               .filter(e => e.getBoundingClientRect().width && !e.innerText.trim() && !e.getAttribute('aria-label')
                 && !e.title && !(e.labels && e.labels.length) && !e.getAttribute('aria-labelledby')
                 && !e.closest('.widget-slider'))
               .map(e => e.outerHTML.slice(0, 120))"""
        )
        assert nameless == []
    page.set_viewport_size({"width": 1280, "height": 800})


SINKING = """import atlantis_nb as atl
match = atl.example("sinking", "two_players")
match.to(120)
stepper = atl.Stepper(match, charts=["points"])
stepper"""


def test_a_large_board_with_the_players_below_and_a_chart_that_follows(
    chrome: Browser, server: dict[str, str]
) -> None:
    page = start(chrome, server, "sinking.ipynb", SINKING)
    page.evaluate("() => jupyterapp.shell.collapseLeft()")
    page.wait_for_function("() => document.querySelector('.atl-stage').clientHeight >= 560")
    players = page.locator('.atl-under [data-panel="players"] table')
    wide = players.evaluate("e => [e.scrollWidth, e.closest('.atl-under').clientWidth]")
    assert wide[0] <= wide[1]
    assert players.locator(".own").all_inner_texts() == ["R", "B"]
    plot = page.locator(".atl-plot")
    plot.scroll_into_view_if_needed()
    page.wait_for_selector(".atl-plot .gtitle")
    assert "Points" in plot.inner_text()
    ink = "() => getComputedStyle(document.querySelector('.atl-plot .gtitle')).fill"
    light = page.evaluate(ink)
    theme = "async name => { await jupyterapp.commands.execute('apputils:change-theme', {theme: name}) }"
    page.evaluate(theme, "JupyterLab Dark")
    page.wait_for_function(f"was => ({ink})() !== was", arg=light)
    page.evaluate(theme, "JupyterLab Light")
    page.wait_for_function(f"was => ({ink})() === was", arg=light)


def test_a_saved_notebook_is_small_and_readable_without_its_kernel(
    chrome: Browser, server: dict[str, str]
) -> None:
    page = start(chrome, server, "saved.ipynb", PLAY, STEP)
    page.wait_for_function("() => document.querySelectorAll('.atl-picture').length === 2")
    assert not page.locator(".atl-still").first.is_visible(), "the still hides beside the live view"
    chrome.command("docmanager:save")
    file = Path(server["root"], "saved.ipynb")
    page.wait_for_timeout(500)
    raw = file.read_text()
    assert len(raw) < 200_000
    assert "widgets" not in json.loads(raw)["metadata"]
    shutil.copy(file, file.with_name("foreign.ipynb"))
    foreign = json.loads(raw)
    foreign["metadata"]["from"] = "elsewhere"  # another text, so not trusted
    file.with_name("foreign.ipynb").write_text(json.dumps(foreign))
    for name in ("saved.ipynb", "foreign.ipynb"):
        chrome.page.evaluate("async () => { await jupyterapp.serviceManager.sessions.shutdownAll() }")
        page = chrome.open(server, name)
        page.wait_for_selector(".atl-still", state="attached")
        page.wait_for_timeout(1500)
        stills = page.locator(".atl-still")
        assert stills.count() == 2
        assert stills.first.is_visible()
        picture = stills.first.locator("img")
        assert picture.evaluate("e => e.naturalWidth") > 100
        assert "run this cell" in stills.first.inner_text()
        assert page.get_by_text("model not found").filter(visible=True).count() == 0
        assert page.evaluate("window.boom") is None
    chrome.errors[:] = [e for e in chrome.errors if "model not found" not in e and "Could not" not in e]


def test_run_all_leaves_a_stepper_where_its_cell_put_it(chrome: Browser, server: dict[str, str]) -> None:
    """And a click takes up from what it shows."""
    later = "n.to(7)\nprint('now', n.node.ply)"
    setup = "from toy import TOY\nfrom atlantis_nb.core.match import Match\nfrom atlantis_nb.widgets import Stepper\n"
    page = start(chrome, server, "stays.ipynb", setup + STEP, later, "Stepper(n)")
    page.wait_for_function("() => document.querySelectorAll('.atl-picture').length === 2")
    heads = page.locator(".atl-head")
    assert "now 7" in page.inner_text(".jp-Notebook")
    assert "step 3 of" in heads.nth(0).inner_text()
    assert "step 7 of" in heads.nth(1).inner_text()
    page.locator(".atl-live").first.get_by_role("button", name="▶", exact=True).click()
    page.wait_for_function("() => document.querySelector('.atl-head').innerText.includes('step 4 of')")
    assert "step 7 of" in heads.nth(1).inner_text()


def test_the_focus_of_a_button_that_goes_off_comes_to_the_board(
    chrome: Browser, server: dict[str, str]
) -> None:
    setup = "from toy import TOY\nfrom atlantis_nb.core.match import Match\nfrom atlantis_nb.widgets import Stepper\n"
    page = start(chrome, server, "focus.ipynb", setup + STEP)
    first = page.get_by_role("button", name="|◀", exact=True)
    first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector('.atl-head:has-text("step 0 of")')
    page.wait_for_function("() => document.activeElement.classList.contains('atl-stage')")
    assert first.is_disabled()
    assert first.get_attribute("title") == "This is the first position"
    page.keyboard.press(".")
    page.wait_for_selector('.atl-head:has-text("step 1 of")')


def test_figures_scenes_and_stills_are_dark_in_a_dark_page(chrome: Browser, server: dict[str, str]) -> None:
    from atlantis_nb.view import theme as looks

    setup = """from toy import TOY
from atlantis_nb.core.match import Match
from atlantis_nb.view.figure import board_figure
m = Match(TOY, players=2, seed=3)
board_figure(m.scene())"""
    cells = (setup, "m.scene()")
    write_notebook(Path(server["root"], "dark.ipynb"), cells)
    page = chrome.open(server, "dark.ipynb")
    chrome.run_all()
    page.wait_for_selector(".jp-RenderedPlotly .plot-container")
    page.wait_for_selector(".jp-RenderedHTML svg.atl")
    looks_now = """() => [getComputedStyle(document.querySelector('.plot-container')).filter,
      getComputedStyle(document.querySelector('.jp-RenderedHTML svg.atl .paper')).fill]"""
    rgb = {}
    for name in ("light", "dark"):
        rgb[name] = f"rgb({', '.join(map(str, bytes.fromhex(looks.tone(name).paper[1:])))})"
    assert page.evaluate(looks_now) == ["none", rgb["light"]]
    theme = "async name => { await jupyterapp.commands.execute('apputils:change-theme', {theme: name}) }"
    page.evaluate(theme, "JupyterLab Dark")
    page.wait_for_function("() => document.body.dataset.jpThemeLight === 'false'")
    try:
        filter_, paper = page.evaluate(looks_now)
        assert filter_.startswith("invert")
        assert paper == rgb["dark"]
    finally:
        page.evaluate(theme, "JupyterLab Light")
