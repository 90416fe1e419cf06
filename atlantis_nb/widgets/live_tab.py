"""The tab "Odds" of Stepper and Play: what bets stand at, worked out while the tab is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ipywidgets as W

from ..core.match import Match

if TYPE_CHECKING:
    from .odds import LiveOdds

LIVE = 4
"""Where the tab is."""


def live_odds(match: Match, tabs: W.Tab) -> LiveOdds | None:
    """A tab "Odds" with live estimates, if the game offers them; worked out while the tab is open."""
    if match.forecast() is None:
        return None
    from .odds import LiveOdds

    live = LiveOdds(match, follow=False)
    titles = (*tabs.titles, "Odds")
    tabs.children = (*tabs.children, live)
    tabs.titles = titles
    return live
