"""Callbacks raise in tests after they have shown their message."""

from __future__ import annotations

import pytest

from atlantis_nb.core.match import Match
from atlantis_nb.widgets import base

from .toy import TOY


@pytest.fixture(autouse=True)
def _strict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "STRICT", True)


@pytest.fixture
def match() -> Match:
    """Two players; a finished random game, the cursor at its end."""
    match = Match(TOY, players=2, seed=3)
    match.run("random", until="end")
    return match


@pytest.fixture
def fresh() -> Match:
    return Match(TOY, players=2, seed=3)
