"""The part of a table that keeps things: comments, match files, positions as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ipywidgets as W

from ..core.files import from_position, load, position_text
from ..core.game import OPEN, Action, Viewer
from ..core.match import Match
from .table_pause import WithPauses

if TYPE_CHECKING:
    from .odds import LiveOdds


class WithFiles(WithPauses):
    """`comment`, `save`, `load`, `copy` and `paste` do what the buttons do."""

    note: W.Textarea
    glyph: W.Dropdown
    file: W.Text
    text: W.Textarea
    live_odds: LiveOdds | None
    chosen: tuple[str, ...]
    waiting: Action | None
    _seat: int

    @property
    def viewer(self) -> Viewer:
        raise NotImplementedError

    def _changed(self) -> None:
        raise NotImplementedError

    def _first_person(self) -> int:
        raise NotImplementedError

    def comment(self, text: str, glyph: str = "") -> None:
        """Write a comment (and one of GLYPHS) to the last move."""
        node = self.match.node
        self.match.comment(text, glyph, node.arrows, node.title)
        self.say("The comment is kept with this move.")

    def _keep(self) -> None:
        self.comment(self.note.value, self.glyph.value)

    def save(self, path: str) -> None:
        """Write the match to a file."""
        self.match.save(path)
        self.say(f"Saved as {path}.")

    def _save(self) -> None:
        self.save(self._file())

    def _load(self) -> None:
        self.load(self._file())

    def _file(self) -> str:
        name = self.file.value.strip()
        if not name:
            raise ValueError("Give the file a name.")
        return name if name.endswith(".json") else f"{name}.json"

    def load(self, path: str) -> None:
        """Open a match file in place of this match."""
        self._take(load(path))
        self.say(f"Opened {path}.")

    def copy(self) -> str:
        """The position as text; it also stands in the Save tab."""
        if self.viewer is not OPEN and len(self.match.names) > 1 and self._secrets():
            self.say("Note: the text holds everything, also what others hide.")
        else:
            self.say("The position stands in the Save tab as text; select and copy it.")
        self.text.value = position_text(self.match)
        return self.text.value

    def _secrets(self) -> bool:
        state = self.match.state
        return self.match.game.view(state, self._seat).digest() != state.digest()

    def paste(self, text: str) -> None:
        """Start from a position given as text."""
        self._take(from_position(text))
        self.say("A new match starts from that position.")

    def _paste(self) -> None:
        self.paste(self.text.value)

    def _take(self, match: Match) -> None:
        bots = {s: b for s, b in self.bots.items() if s < len(match.names)}
        self.match, self.bots = match, bots
        self.chosen, self.waiting, self._covered = (), None, False
        self._looked = None
        self._close_stepper()
        for end in self._ends:
            end()
        self._ends = [match.watch(self.guard(lambda _match: self._changed()))]
        if self.live_odds is not None:
            self.live_odds.match = match
        self._seat = self._first_person()
        self._changed()
