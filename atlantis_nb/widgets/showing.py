"""show(thing): the widget that fits a thing, on screen."""

from __future__ import annotations

from typing import Any

from ..core.charts import Chart, Explorer
from ..core.game import Game
from ..core.match import Match
from ..core.odds import Odds
from ..core.rulebook import Rulebook
from ..core.scene import Scene
from .base import Live


def widget_for(thing: Any) -> Any:
    """A Match gets a Stepper, a Game its rules, a Scene a Board, a Chart a figure, an Explorer its
    controls. Raises ValueError with one sentence for anything else."""
    if isinstance(thing, Live):
        return thing
    if isinstance(thing, Match):
        from .stepper import Stepper

        return Stepper(thing)
    if isinstance(thing, Game | Rulebook):
        from .rules import Rules

        return Rules(thing)
    if isinstance(thing, Explorer):
        from .odds import Explore

        return Explore(thing)
    if isinstance(thing, Odds):
        from .odds import OddsView

        return OddsView(thing)
    if isinstance(thing, Scene):
        from .odds import Picture

        return Picture(thing)
    if isinstance(thing, Chart):
        from ..view.charts import figure

        return figure(thing)
    raise ValueError(
        f"There is nothing to show for {type(thing).__name__}: give a match, a game, a scene ..."
    )


def show(thing: Any) -> None:
    """Show a thing in the notebook: a match as Stepper, a game's rules, a scene as live board ..."""
    from IPython.display import display

    display(widget_for(thing))
