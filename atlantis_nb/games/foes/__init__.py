"""The Five Foes of Atlantis: `GAME` is the game, everything else is in the modules beside."""

from .game import GAME

__all__ = ["GAME"]
