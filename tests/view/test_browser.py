"""What only a browser can tell: which theme wins, and that the pictures draw without a complaint."""

from __future__ import annotations

import os
import shutil
from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from atlantis_nb.core.scene import Row, Table
from atlantis_nb.view import theme
from atlantis_nb.view.charts import figure
from atlantis_nb.view.panels import panels_html
from atlantis_nb.view.plot import CONFIG
from atlantis_nb.view.svg import layers, svg, viewbox

from .scenes import arena, island
from .test_charts import two

pytestmark = pytest.mark.browser
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if CHROMIUM is None:
        words = "No chromium on this machine. On Debian: sudo apt install chromium"
        if os.environ.get("CI"):
            pytest.fail(words)
        pytest.skip(words)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as pw:
        chrome = pw.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        yield chrome
        chrome.close()


COLOURS = """() => ['.c', '.atl-pn table'].map(q => {
  const s = getComputedStyle(document.querySelector(q)); return q === '.c' ? s.fill : s.color; })"""


def rgb(colour: str) -> str:
    return "rgb({}, {}, {})".format(*(int(colour[i : i + 2], 16) for i in (1, 3, 5)))


@pytest.mark.parametrize("system", ["light", "dark"])
def test_the_page_decides_over_jupyterlab_and_it_over_the_system(browser: Any, system: str) -> None:
    page = browser.new_context(color_scheme=system).new_page()
    scene = arena()
    board = f'<svg class="atl" viewBox="{viewbox(scene)}">{"".join(layers(scene).values())}</svg>'
    beside = panels_html([Table("t", "T", ("A", "B"), (Row(("x", 1), 0),))])
    for lab in ("", "light", "dark"):
        for own in ("", "light", "dark"):
            flag = f'data-jp-theme-light="{"true" if lab == "light" else "false"}"' if lab else ""
            page.set_content(
                f"<!doctype html><style>{theme.css('auto')}</style><body {flag}>"
                f'<div class="{f"atl-{own}" if own else ""}">{board}{beside}</div></body>'
            )
            expected = own or lab or system
            ground = getattr(theme.ground("arena"), expected)
            assert page.evaluate(COLOURS) == [rgb(ground), rgb(theme.TONES[expected].ink)], (lab, own)


@pytest.mark.parametrize("name", ["light", "dark", "auto"])
def test_pictures_draw_without_a_complaint(browser: Any, name: theme.Theme) -> None:
    page = browser.new_page()
    complaints: list[str] = []
    page.on("console", lambda m: complaints.append(m.text))
    page.on("pageerror", lambda e: complaints.append(str(e)))
    for scene in (island(), arena()):
        page.set_content(svg(scene, name))
        box = page.locator("svg.atl").bounding_box()
        assert box["width"] > 300
        assert page.locator("[data-click^='piece:']").count() == len(scene.pieces)
        # A click reaches the piece through the marks and letters over it.
        x, y = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        assert page.evaluate("([x, y]) => !!document.elementFromPoint(x, y)", [x, y])
    assert complaints == []


def test_clicks_reach_pieces_through_marks(browser: Any) -> None:
    page = browser.new_page(viewport={"width": 1200, "height": 1200})
    scene = island()
    page.set_content(svg(scene, width=900))
    hit = """ids => ids.map(id => { const e = document.querySelector(`[data-click="${id}"]`);
      const r = e.getBoundingClientRect();
      const at = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
      return at.closest('[data-click]')?.dataset.click; })"""
    ids = [p.click for p in scene.pieces if p.count == 1 and not p.badges]
    assert page.evaluate(hit, ids) == ids


# The share of pixels in which two pictures differ by more than the smoothing of edges.
DIFFERENT = """async (codes) => {
  const [a, b] = await Promise.all(codes.map(async (code) => {
    const image = new Image();
    image.src = `data:image/svg+xml;base64,${code}`;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    return pen.getImageData(0, 0, canvas.width, canvas.height).data;
  }));
  if (a.length !== b.length) return 1;
  let many = 0;
  for (let i = 0; i < a.length; i += 4) {
    if (Math.abs(a[i] - b[i]) + Math.abs(a[i + 1] - b[i + 1]) + Math.abs(a[i + 2] - b[i + 2]) > 60) many += 1;
  }
  return many / (a.length / 4);
}"""


@pytest.mark.parametrize("name", ["light", "dark"])
def test_a_still_is_the_same_picture(browser: Any, name: theme.Theme) -> None:
    page = browser.new_page()
    scene = island(7, 40)
    men = tuple(
        replace(p, kind="counter", glyph="4-2", badges=("mage", "moved")) if i % 2 else p
        for i, p in enumerate(scene.pieces)
    )
    both = [svg(replace(scene, pieces=men), name, still=still) for still in (False, True)]
    share = page.evaluate(DIFFERENT, [b64encode(text.encode()).decode() for text in both])
    assert share < 0.001


def test_no_chart_can_be_uploaded(browser: Any) -> None:
    page = browser.new_page()
    page.set_content(figure(two()).to_html(include_plotlyjs=True))
    page.wait_for_selector(".modebar-btn", state="attached")
    titles = page.evaluate("() => [...document.querySelectorAll('.modebar-btn')].map(b => b.dataset.title)")
    assert titles
    assert not [t for t in titles if "hare" in t or "Produced" in t]
    assert CONFIG["plotlyServerURL"] == ""
