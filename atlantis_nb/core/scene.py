"""Scene: what there is to see, as plain data. Pictures (view/) and words are made from it.

Coordinates: a hex of circumradius 1, pointy top, has its centre at x = sqrt(3) (q + r/2),
y = 3r/2, y growing downward; a square has side 1.6 by default. Colours are not here: `terrain`,
`kind` and owners are keys of view/theme.py.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from .game import Place, Seat


class Cell(Struct, frozen=True):
    """One space. `facts` are the lines shown when the cursor is on it. `label` is drawn on it."""

    place: Place
    x: float
    y: float
    terrain: str
    label: str = ""
    facts: tuple[str, ...] = ()
    shape: Literal["hex", "square"] = "hex"
    name: str = ""
    """What it is called in words; the place if empty."""


class Edge(Struct, frozen=True):
    """Something on the border of two cells (wall, river, gate) or a line between them (lane)."""

    a: Place
    b: Place
    kind: str
    label: str = ""


class Piece(Struct, frozen=True):
    """Something that stands on a cell. Drawn with its owner's colour *and* letter.

    `kind` picks the outline in the theme (soldier, worker, city ...), `glyph` is at most three
    characters drawn inside (seven on a flat counter: "4/3-2"), `badges` are small marks ("x" moved,
    "!" besieged; on flat counters also the words of view/shapes.py that have a symbol, "mage",
    "range 2"), `words` describes it in full. `click` is what a click on it reports. `band` tells sorts
    of pieces of one owner apart, e.g. the peoples of an alliance: the number of a strip across the top
    of a flat counter, which has the letters of `Scene.bands`. `name` is written on a flat counter that
    is large enough on screen.
    """

    id: str
    place: Place
    owner: Seat | None
    kind: str
    glyph: str = ""
    count: int = 1
    badges: tuple[str, ...] = ()
    words: str = ""
    band: int | None = None
    name: str = ""

    @property
    def click(self) -> str:
        return f"piece:{self.id}"


class Mark(Struct, frozen=True):
    """A highlight on a cell or, with `to`, an arrow from `place` to `to`.

    Kinds: legal, selected, from, to, danger (value 0..1), control, range, note, blocked.
    """

    kind: str
    place: Place
    to: Place | None = None
    owner: Seat | None = None
    value: float | None = None
    label: str = ""


class Area(Struct, frozen=True):
    """A name for many cells, e.g. a country, written where the game says: readable even where the
    whole board is small. `align` tells which part of the text is at x."""

    text: str
    x: float
    y: float
    align: Literal["start", "middle", "end"] = "middle"


class Key(Struct, frozen=True):
    """One line of the legend. `what` is terrain, piece, owner, band, edge, mark, badge, label or stack."""

    what: str
    key: str
    text: str
    owner: Seat | None = None


class Scene(Struct, frozen=True):
    """One board. `names` are the players by seat, for legend and words.

    Where sides are teams, `teams` gives the team of each owner, and a piece takes its team's colour
    and its own letter. `letters` replaces the initials of the names (A, B, C ... where two are alike).
    An owner beyond the seats may stand for a team itself (or for any side that nobody plays): give it
    a name, a team and a letter.
    """

    title: str
    cells: tuple[Cell, ...]
    edges: tuple[Edge, ...] = ()
    pieces: tuple[Piece, ...] = ()
    marks: tuple[Mark, ...] = ()
    legend: tuple[Key, ...] = ()
    names: tuple[str, ...] = ()
    caption: str = ""
    teams: tuple[int, ...] = ()
    letters: tuple[str, ...] = ()
    areas: tuple[Area, ...] = ()
    bands: tuple[str, ...] = ()

    def words(self) -> list[str]:
        """The board as sentences: the title, then each cell that has a piece or a mark."""
        at: dict[Place, list[str]] = {}
        for piece in self.pieces:
            at.setdefault(piece.place, []).append(self.piece_words(piece))
        for mark in self.marks:
            if mark.to is not None:
                said = f": {mark.label}" if mark.label else ""
                at.setdefault(mark.place, []).append(f"arrow to {self._named(mark.to)}{said}")
            elif mark.value is not None:
                at.setdefault(mark.place, []).append(f"{mark.kind} {mark.label or format(mark.value, '.0%')}")
            else:
                at.setdefault(mark.place, []).append(mark.label or mark.kind)
        lines = [self.title, *([self.caption] if self.caption else [])]
        for cell in self.cells:
            if cell.place in at:
                lines.append(f"{self.cell_name(cell)}: {'; '.join(dict.fromkeys(at[cell.place]))}.")
        return lines

    def piece_words(self, piece: Piece) -> str:
        if piece.words:
            return piece.words
        owner = f"{self.names[piece.owner]} " if piece.owner is not None else ""
        many = f"{piece.count} " if piece.count > 1 else ""
        return f"{many}{owner}{piece.kind}{'s' if piece.count > 1 else ''}"

    def _named(self, place: Place) -> str:
        """A place by the name of its cell, where it has one."""
        return next((cell.name for cell in self.cells if cell.place == place and cell.name), place)

    @staticmethod
    def cell_name(cell: Cell) -> str:
        return cell.name or f"{cell.place} {cell.terrain}"

    def at(self, place: Place) -> str:
        """One line that reads one cell: name, facts, pieces. For the cursor and screen readers."""
        for cell in self.cells:
            if cell.place == place:
                pieces = [self.piece_words(p) for p in self.pieces if p.place == place]
                return ". ".join([self.cell_name(cell), *cell.facts, *pieces]) + "."
        raise KeyError(place)

    def with_marks(self, *marks: Mark) -> Scene:
        """The same board with more marks on it."""
        from msgspec.structs import replace

        return replace(self, marks=self.marks + marks)

    def __repr__(self) -> str:
        return f"Scene({self.title!r}, {len(self.cells)} cells, {len(self.pieces)} pieces)"

    def _repr_html_(self) -> str:
        """The board as SVG in the page, so that it follows the page's theme."""
        from importlib import import_module

        return str(import_module("atlantis_nb.view.svg").svg(self, "auto"))


# ------------------------------------------------------------------ beside the board


class Row(Struct, frozen=True):
    cells: tuple[str | int | float, ...]
    owner: Seat | None = None
    click: str = ""
    now: bool = False
    """The row to look at: the player whose turn it is."""


class Table(Struct, frozen=True, tag="table"):
    """Columns and rows, e.g. each player's stock. The first cell of a row is its head."""

    key: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    note: str = ""

    def words(self) -> list[str]:
        lines = [self.title + "."]
        for row in self.rows:
            rest = ", ".join(f"{c} {v}" for c, v in zip(self.columns[1:], row.cells[1:], strict=False))
            lines.append(f"{row.cells[0]}: {rest}.")
        return [*lines, *([self.note] if self.note else [])]


class Stop(Struct, frozen=True):
    label: str
    state: Literal["past", "now", "next", "later"] = "later"
    note: str = ""
    owner: Seat | None = None


class Track(Struct, frozen=True, tag="track"):
    """A row of steps with a marker: flood track, turn order, initiative."""

    key: str
    title: str
    stops: tuple[Stop, ...]
    note: str = ""

    def words(self) -> list[str]:
        now = [s for s in self.stops if s.state == "now"]
        soon = [s for s in self.stops if s.state == "next"]
        lines = [self.title + "."]
        lines += [f"Now {s.label}{': ' + s.note if s.note else ''}." for s in now]
        lines += [f"Next {s.label}{': ' + s.note if s.note else ''}." for s in soon]
        if not now and not soon:
            lines.append(", ".join(s.label for s in self.stops) + ".")
        return [*lines, *([self.note] if self.note else [])]


class Card(Struct, frozen=True):
    """A card, bet slip or counter beside the board. A hidden one has title "?" and no text."""

    click: str
    title: str
    text: str = ""
    owner: Seat | None = None
    badges: tuple[str, ...] = ()
    colour: str = ""
    hidden: bool = False


class Cards(Struct, frozen=True, tag="cards"):
    key: str
    title: str
    cards: tuple[Card, ...]
    note: str = ""

    def words(self) -> list[str]:
        lines = [self.title + "."]
        for c in self.cards:
            badges = f" ({', '.join(c.badges)})" if c.badges else ""
            lines.append(f"{c.title}{badges}{': ' + c.text if c.text else ''}")
        return [*lines, *([self.note] if self.note else [])]


Panel = Table | Track | Cards
