"""Atlantic Robot League: bet in secret on five robot teams, then steer a brawl that nobody owns."""

from .game import GAME

__all__ = ["GAME"]
