"""From a click to a redrawn board in JupyterLab, beside a bare label in the same page.

    python -m pytest tests/bench/bench_browser.py -s

The budget: a step of the stepper on the largest map takes at most twice a bare ipywidgets Label.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.browser.lab import browser, chromium, lab, write_notebook

pytestmark = [
    pytest.mark.bench,
    pytest.mark.browser,
    pytest.mark.skipif(bool(os.environ.get("CI")), reason="browser benchmarks do not run in CI"),
    pytest.mark.skipif(chromium() is None, reason="there is no chromium on this machine"),
]

LABEL = """import ipywidgets as W
label = W.Label("0"); label.add_class("bench-label")
more = W.Button(description="More"); more.add_class("bench-more")
def add(_):
    label.value = str(int(label.value) + 1)
more.on_click(add)
W.VBox([more, label])"""
BOARD = """import atlantis_nb as atl
from atlantis_nb.widgets import Stepper
m = atl.Match("foes", seed=3)
m.run("random", until=150)
m.to(60)
s = Stepper(m)
s"""
CLICK = """async ([button, target]) => {
  const b = document.querySelector(button), t = document.querySelector(target), times = [];
  for (let i = 0; i < 30; i++) {
    const start = performance.now();
    await new Promise((done) => {
      const seen = new MutationObserver(() => { seen.disconnect(); requestAnimationFrame(() => setTimeout(done)); });
      seen.observe(t, { subtree: true, childList: true, characterData: true });
      b.click();
    });
    times.push(performance.now() - start);
    await new Promise((done) => setTimeout(done, 120));
  }
  return times.sort((a, b) => a - b)[15];
}"""


def test_a_step_is_at_most_twice_a_label(tmp_path: Path) -> None:
    write_notebook(tmp_path / "bench.ipynb", [LABEL, BOARD])
    with lab(tmp_path) as server, browser() as b:
        page = b.open(server, "bench.ipynb")
        b.run_all()
        page.wait_for_selector(".atl-picture path", state="attached", timeout=30_000)
        page.wait_for_timeout(1000)
        label = page.evaluate(CLICK, [".bench-more", ".bench-label"])
        board = page.evaluate(CLICK, ['.atl-live button[title^="One step forward"]', ".atl-picture"])
        print(f"\nlabel {label:.0f} ms, step of the board {board:.0f} ms, ratio {board / label:.2f}")
        assert board <= 2 * label
