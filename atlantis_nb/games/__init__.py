"""The games there are, found by looking: every folder here that has a GAME is one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from atlantis_nb.core.game import Game


class Games(Mapping[str, Game[Any]]):
    """id -> Game. A game is imported when it is first asked for, all of them when they are listed."""

    @cached_property
    def _folders(self) -> list[str]:
        return sorted(module.name for module in iter_modules(__path__) if module.ispkg)

    def __getitem__(self, game: str) -> Game[Any]:
        if game not in self._folders:
            raise KeyError(game)
        found = getattr(import_module(f"{__name__}.{game}"), "GAME", None)
        if not isinstance(found, Game):
            raise KeyError(game)
        return found

    def __iter__(self) -> Iterator[str]:
        return (name for name in self._folders if name in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return "\n".join(
            f"{game.id}: {game.title}, {game.players[0]} to {game.players[1]} players"
            for game in self.values()
        )


games = Games()
