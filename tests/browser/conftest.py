"""Every test in this folder needs a browser: without one it is skipped, but never where CI is set."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from .lab import chromium


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session", autouse=True)
def _browser_is_there() -> None:
    if chromium() is None:
        words = "No chromium on this machine, so nothing was clicked. On Debian: sudo apt install chromium"
        if os.environ.get("CI"):
            pytest.fail(words)
        pytest.skip(words)
