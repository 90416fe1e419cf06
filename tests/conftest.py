"""Settings for all tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

REPOSITORY = Path(__file__).resolve().parent.parent

# The same examples on every machine and no clock: a failure can be seen again by whoever looks.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


@pytest.fixture(scope="session")
def repository() -> Path:
    return REPOSITORY


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """nbval waits five seconds for the last words of a cell that is done; a busy machine needs more."""
    for item in items:
        if hasattr(item, "output_timeout"):
            item.output_timeout = 600
