"""The games there are, found by looking: every folder here that has a GAME is one.

This module is itself the mapping id -> Game, so that `atlantis_nb.games["sinking"]` works whoever
imported what first. A game is imported when it is first asked for, all of them when they are listed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from atlantis_nb.core.game import Game


class Games(ModuleType, Mapping[str, Game[Any]]):
    """id -> Game."""

    __eq__ = ModuleType.__eq__
    __hash__ = ModuleType.__hash__

    def __getitem__(self, game: str) -> Game[Any]:
        if game not in folders():
            raise KeyError(f"There is no game {game!r}. Games are: {', '.join(folders())}.")
        found = getattr(import_module(f"{__name__}.{game}"), "GAME", None)
        if not isinstance(found, Game):
            raise KeyError(game)
        return found

    def __iter__(self) -> Iterator[str]:
        return (name for name in folders() if name in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return "\n".join(f"{game.id}: {game.title}, {_players(game)}" for game in self.values())


def _players(game: Game[Any]) -> str:
    low, high = game.players
    return f"{low} players" if low == high else f"{low} to {high} players"


def folders() -> list[str]:
    """Names of the folders that may hold a game."""
    return sorted(module.name for module in iter_modules(__path__) if module.ispkg)


sys.modules[__name__].__class__ = Games
games: Mapping[str, Game[Any]] = sys.modules[__name__]  # type: ignore[assignment]  # its class is Games now
