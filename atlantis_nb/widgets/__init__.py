"""Widgets: what a person sees and clicks in a notebook. No rule of any game is in here.

    from atlantis_nb.widgets import Stepper, Play, Lobby, Odds, LiveOdds, Explore, Charts, Rules, show

Each widget can be driven from Python with the methods that its buttons call, and says in `words()`
what it shows. Every name is loaded when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .board import Board as Board
    from .board import Lines as Lines
    from .charts import Charts as Charts
    from .lobby import Lobby as Lobby
    from .odds import Explore as Explore
    from .odds import LiveOdds as LiveOdds
    from .odds import OddsView as OddsView
    from .rules import Rules as Rules
    from .showing import show as show
    from .stepper import Stepper as Stepper
    from .table import Play as Play

    Odds = OddsView

_HOME = {
    "Board": "board",
    "Lines": "board",
    "Stepper": "stepper",
    "Play": "table",
    "Lobby": "lobby",
    "Odds": "odds",
    "OddsView": "odds",
    "LiveOdds": "odds",
    "Explore": "odds",
    "Charts": "charts",
    "Rules": "rules",
    "show": "showing",
}

__all__ = [*_HOME]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"atlantis_nb.widgets has no {name!r}; it has: {', '.join(_HOME)}.")
    value = getattr(import_module(f".{_HOME[name]}", __name__), "OddsView" if name == "Odds" else name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
