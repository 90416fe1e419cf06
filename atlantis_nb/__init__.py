"""Explore the rules of four tabletop games in Jupyter: play, step through, ask why, measure.

    import atlantis_nb as atl

    match = atl.Match("sinking", players=4, seed=7)
    match                                     # shows itself, ready to play and to step through
    match.play(match.legal[0])                # what happened is in match.log, with the rules
    atl.simulate("sinking", bots=["greedy", "random"], n=1000, seed=1)

Importing this package loads nothing heavy: every name below is looked up when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import games as games
    from . import lab as lab
    from .core.files import load as load
    from .core.game import Game as Game
    from .core.match import Match as Match
    from .lab import compare as compare
    from .lab import course as course
    from .lab import simulate as simulate
    from .study.examples import about as about
    from .study.examples import example as example
    from .study.examples import examples as examples
    from .view.figure import board_figure as board_figure
    from .widgets import Charts as Charts
    from .widgets import Explore as Explore
    from .widgets import LiveOdds as LiveOdds
    from .widgets import Lobby as Lobby
    from .widgets import Odds as Odds
    from .widgets import Play as Play
    from .widgets import Rules as Rules
    from .widgets import Stepper as Stepper
    from .widgets import show as show

__version__ = "0.1.0"

_HOME = {
    "Match": "core.match",
    "Game": "core.game",
    "load": "core.files",
    "games": "games",
    "lab": "lab",
    "simulate": "lab",
    "course": "lab",
    "compare": "lab",
    "board_figure": "view.figure",
    "show": "widgets",
    "Stepper": "widgets",
    "Play": "widgets",
    "Lobby": "widgets",
    "Odds": "widgets",
    "LiveOdds": "widgets",
    "Explore": "widgets",
    "Charts": "widgets",
    "Rules": "widgets",
    "about": "study",
    "example": "study",
    "examples": "study",
    "tell": "study",
}
"""Where each public name lives."""

__all__ = ["__version__", "options", *_HOME]


def options(game: str | Game[Any], **changes: Any) -> Any:
    """The options of a game with some changed: `options("sinking", siege=True)`.

    Raises ValueError with one sentence that names the options there are, or the values that fit.
    """
    return import_module(".core.match", __name__).find_game(game).options(**changes)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"atlantis_nb has no {name!r}; it has: {', '.join(__all__)}.")
    home = import_module(f".{_HOME[name]}", __name__)
    value = home if _HOME[name] == name else getattr(home, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
