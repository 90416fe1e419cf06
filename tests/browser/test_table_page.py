"""A table in a real browser: where the choices stand, where the focus goes, what stays in its place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .lab import Browser, browser, lab, write_notebook

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TABLE = """import atlantis_nb as atl
p = atl.Play(atl.Match("league", players=3, seed=2), bots={1: "greedy", 2: "greedy"})
p"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    with lab(tmp_path_factory.mktemp("tables")) as running:
        yield running


@pytest.fixture(scope="module")
def narrow() -> Iterator[Browser]:
    """JupyterLab with its file browser open on a small screen."""
    with browser(1024, 768) as b:
        yield b


def start(b: Browser, server: dict[str, str], name: str) -> Any:
    write_notebook(Path(server["root"], name), [TABLE])
    page = b.open(server, name)
    b.run_all()
    page.wait_for_selector(".atl-choices button", timeout=30_000)
    page.wait_for_selector(".atl-picture [data-click]", state="attached", timeout=30_000)
    return page


def top(page: Any, selector: str) -> float:
    return float(page.evaluate("s => document.querySelector(s).getBoundingClientRect().y", selector))


def test_choices_stand_under_the_question_and_above_a_narrow_board(
    narrow: Browser, server: dict[str, str]
) -> None:
    page = start(narrow, server, "narrow.ipynb")
    buttons = page.locator(".atl-choices button")
    assert top(page, ".atl-prompt") < top(page, ".atl-choices") < top(page, ".atl-stage")
    last = buttons.last.bounding_box()
    assert last["y"] + last["height"] <= top(page, ".atl-stage"), "all of them in sight"
    where = top(page, ".atl-stage") - top(page, ".atl-head")
    buttons.first.click()
    page.wait_for_selector('.atl-choices button:has-text("Has-beens")')
    assert top(page, ".atl-stage") - top(page, ".atl-head") == where, "the board stays where it is"
    assert narrow.errors == []


def test_the_focus_goes_from_choice_to_choice(narrow: Browser, server: dict[str, str]) -> None:
    page = start(narrow, server, "keys.ipynb")
    focused = "document.activeElement.innerText"
    page.locator(".atl-stage").focus()
    page.keyboard.press("/")
    assert page.evaluate(focused).startswith("Heroes:")
    for category in ("Has-beens:", "Brawlers:"):
        page.keyboard.press("Enter")
        page.wait_for_function(f"document.activeElement.innerText.startsWith('{category}')")
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.matches('.atl-stage')")
    assert narrow.errors == []


def test_the_log_is_at_its_end_after_another_tab(narrow: Browser, server: dict[str, str]) -> None:
    page = start(narrow, server, "log.ipynb")
    page.get_by_role("tab", name="Save", exact=True).click()
    page.locator(".atl-choices button").first.click()
    page.wait_for_selector('.atl-choices button:has-text("Has-beens")')
    page.get_by_role("tab", name="Log", exact=True).click()
    page.wait_for_function(
        """() => { const box = [...document.querySelectorAll('.atl-lines')].find((e) => e.clientHeight > 0);
        return box && box.scrollTop + box.clientHeight >= box.scrollHeight - 6; }"""
    )
    assert narrow.errors == []
