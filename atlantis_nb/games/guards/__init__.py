"""Guards of Atlantis: two teams of heroes, one face-down card a turn, lanes of minions."""

from .game import GAME

__all__ = ["GAME"]
