"""Atlantis: the Sinking Continent."""

from .game import GAME

__all__ = ["GAME"]
