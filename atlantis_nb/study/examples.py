"""The example games of each game: match files in games/<id>/examples/, read like any other file."""

from __future__ import annotations

from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from typing import Any

from atlantis_nb import __version__
from atlantis_nb.core.files import load
from atlantis_nb.core.game import Game
from atlantis_nb.core.match import Match, find_game


def _folder(game: Game[Any]) -> Traversable:
    return files(f"atlantis_nb.games.{game.id}") / "examples"


def examples(game: str | Game[Any]) -> tuple[str, ...]:
    """Names of the annotated example games of a game, for `example(game, name)`."""
    folder = _folder(find_game(game))
    if not folder.is_dir():
        return ()
    return tuple(sorted(f.name.removesuffix(".json") for f in folder.iterdir() if f.name.endswith(".json")))


def example(game: str | Game[Any], name: str) -> Match:
    """A fresh copy of one example game, its cursor at the start.

    Raises ValueError that names the examples there are.
    """
    found = find_game(game)
    if name not in examples(found):
        raise ValueError(
            f"{found.title} has no example {name!r}. Examples are: {', '.join(examples(found))}."
        )
    with as_file(_folder(found) / f"{name}.json") as path:
        return load(path)


def about() -> str:
    """One line: the version, the games and the size of their rulebooks."""
    from atlantis_nb.games import games

    books = [
        f"{id} ({len(game.rulebook.rules)} rules, {len(game.rulebook.rulings)} rulings)"
        for id, game in games.items()
    ]
    return f"atlantis_nb {__version__}: {', '.join(books)}"


def tell(thing: Any) -> None:
    """Print what a widget, match, scene, chart or panel shows, in words, a sentence a line."""
    if not callable(getattr(thing, "words", None)):
        raise ValueError(f"A widget, match, scene, chart or panel has words to tell; {thing!r} has none.")
    print(*thing.words(), sep="\n")  # noqa: T201 - printing is its purpose
