"""Match: one game being played or read, as a tree of nodes with a cursor.

Every action, a player's or the dice's, makes a node; other choices at the same place make side
lines. Nothing that happened is ever lost by looking at something else. Chance is drawn for a
match and nowhere else: from the seed and the path of actions that led to it, so the same seed and the same
choices give the same game on every machine, a saved match needs no generator, and going back and
doing the same again gives the same die.

The parts stand in modules of their own: the nodes (node.py), the cursor and how it moves (tree.py),
players, chance and bots (playing.py), undo and redo (taking_back.py), comments (annotating.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from . import luck
from .annotating import Annotating
from .game import (
    LONGEST_TITLE,
    OPEN,
    OVER,
    SPECTATOR,
    Game,
    Refused,
    State,
    Viewer,
    checked_text,
)
from .node import GLYPHS, Arrow, IllegalAction, Line, LogLine, Node, Undo
from .taking_back import TakingBack
from .tree import result_words

if TYPE_CHECKING:
    from os import PathLike


class Match(TakingBack, Annotating):
    """A game being played: `Match("sinking", players=4, seed=7)`.

    `game` is an id or a Game; `players` a number or a list of names; `options` as made by
    `atl.options(...)` or a mapping. Raises ValueError with one sentence for what does not fit.
    """

    def __init__(
        self,
        game: str | Game[Any],
        players: int | Sequence[str] | None = None,
        seed: int = 0,
        options: Any = None,
        title: str = "",
    ) -> None:
        self.game = find_game(game)
        self.names = self.game.seats(players)
        if options is None:
            options = self.game.options()
        elif isinstance(options, Mapping):
            options = self.game.options(**{str(name): value for name, value in options.items()})
        elif not isinstance(options, self.game.Options):
            raise Refused(
                f"These are not options of {self.game.title}: use atl.options({self.game.id!r}, ...)."
            )
        if isinstance(seed, bool) or not isinstance(seed, int):
            raise Refused(f"The seed is a whole number, not {seed!r}.")
        if not -(2**63) <= seed < 2**63:
            raise Refused("The seed is a whole number of at most 18 digits.")
        self.options = options
        self.seed = seed
        self.title = checked_text(title, "The title", LONGEST_TITLE)
        try:
            state = self.game.start(options, self.names)
        except ValueError as error:
            raise Refused(str(error)) from error
        self._begin(state)
        self._settle()

    def _begin(self, state: State, placed: bool = False) -> None:
        """Set up the tree with its root alone."""
        self.extra = {}
        self.inner = {}
        self.placed = placed
        self.root = Node(None, None, state, ())
        self.root.key = luck.first(self.seed)
        self.node = self.root
        self._undone = []
        self._watchers = []
        self._silent = 0

    @classmethod
    def from_state(cls, game: str | Game[Any], state: State, options: Any, seed: int = 0) -> Match:
        """A match that begins at a given position instead of the start of the game."""
        match = cls.bare(find_game(game), state, options, seed, "", placed=True)
        match._settle()
        return match

    @classmethod
    def bare(cls, game: Game[Any], state: State, options: Any, seed: int, title: str, placed: bool) -> Match:
        """A match with its root alone, before chance has fallen, for readers of files. Not checked."""
        match = cls.__new__(cls)
        match.game, match.options, match.seed, match.title = game, options, seed, title
        match.names = state.names
        match._begin(state, placed)
        return match

    # -------------------------------------------------------------- saving, showing

    def save(self, path: str | PathLike[str]) -> None:
        """Write the match as one JSON file (atomically). See core/files.py."""
        from .files import save

        save(self, path)

    def words(self, viewer: Viewer = OPEN) -> list[str]:
        """Where the match stands, in sentences: clock, what is asked, last events, the board."""
        lines = [f"{self.game.title}, {self.clock.label}."]
        if self.node.trouble:
            lines.append(self.node.trouble)
        if self.result is not None:
            lines.append(self.outcome)
        elif self.actor >= 0:
            lines.append(f"{self.names[self.actor]} to choose: {self.ask}")
        lines += [e.text for e in self.node.events if e.seen_by(viewer)]
        return lines + self.scene(viewer).words()

    def __repr__(self) -> str:
        where = "over" if self.actor == OVER else f"{self.names[self.actor]} to choose"
        who = f"{len(self.names)} players, seed {self.seed}"
        return f"Match({self.game.id!r}, {who}, step {self.node.ply}: {where})"

    def _ipython_display_(self) -> None:
        import_module("atlantis_nb.widgets").show(self)


def find_game(game: str | Game[Any]) -> Game[Any]:
    """A Game by id. Raises ValueError that names the games there are."""
    if isinstance(game, Game):
        return game
    games = import_module("atlantis_nb.games").games
    if game not in games:
        raise Refused(f"There is no game {game!r}. Games are: {', '.join(games)}.")
    found: Game[Any] = games[game]
    return found


__all__ = [
    "Arrow", "GLYPHS", "IllegalAction", "Line", "LogLine", "Match", "Node", "SPECTATOR", "Undo", "find_game",
    "result_words",
]  # fmt: skip
