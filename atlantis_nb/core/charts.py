"""Charts and explorers as plain data: what a game wants shown, drawn elsewhere (view/charts.py)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from msgspec import Struct

from .game import Seat
from .scene import Scene, Table


class Series(Struct, frozen=True):
    """One line, set of bars or band. `low` and `high` give an interval round y where present.

    `owner` colours it as that player; `style` line, step, bar, points or band; `dash` for forecasts.
    """

    name: str
    x: tuple[float | str, ...]
    y: tuple[float, ...]
    owner: Seat | None = None
    style: Literal["line", "step", "bar", "points", "band"] = "line"
    dash: bool = False
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    text: tuple[str, ...] = ()
    """What the cursor says at each point."""


class Heat(Struct, frozen=True):
    """A table of values 0..1 or counts as a heat map; `text` is drawn in the cells."""

    x: tuple[str, ...]
    y: tuple[str, ...]
    z: tuple[tuple[float | None, ...], ...]
    text: tuple[tuple[str, ...], ...] = ()


class Link(Struct, frozen=True):
    a: str
    b: str
    text: str = ""
    weight: float = 1.0
    arrow: bool = False


class Dot(Struct, frozen=True):
    id: str
    x: float
    y: float
    text: str = ""
    owner: Seat | None = None
    kind: str = ""
    size: float = 1.0


class Net(Struct, frozen=True):
    """A graph with given positions (lanes, who hunts whom, approach)."""

    dots: tuple[Dot, ...]
    links: tuple[Link, ...]


def value_words(value: float, percent: bool = False) -> str:
    """A value as a person reads it: "12.5%", "1200", "21.51"."""
    if percent:
        return f"{value:.1%}"
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.4g}"


class Chart(Struct, frozen=True):
    """One chart. `caption` says in words, with numbers, what the picture shows; `source` says
    "exact" or "simulated, n = ...". `steps` True: x is the number of the step along the line of play
    (`node.ply`), so a live chart can mark where the stepper stands. `phases`: (x, label) of rounds for the axis.
    """

    key: str
    title: str
    x_title: str = ""
    y_title: str = ""
    series: tuple[Series, ...] = ()
    heat: Heat | None = None
    net: Net | None = None
    caption: str = ""
    source: str = ""
    steps: bool = False
    phases: tuple[tuple[float, str], ...] = ()
    percent: bool = False
    """The y axis is a share, shown in percent."""
    names: tuple[str, ...] = ()
    teams: tuple[int, ...] = ()
    """The team of each owner, as in Scene."""

    def words(self) -> list[str]:
        """Title, caption, source, then the last value of each series; a band from where to where."""
        lines = [self.title + ".", *filter(None, [self.caption, self.source and f"Source: {self.source}."])]
        for s in self.series:
            if s.y:
                lines.append(f"{s.name}: {self.said(s, -1)} at {self.where(s.x[-1])}.")
        return lines

    def said(self, series: Series, i: int) -> str:
        """The i-th point of a series in words: "21.5", with its interval "21.5 (18 to 25)"; a band is
        its interval alone, "18 to 25"."""
        value = value_words(series.y[i], self.percent)
        if not series.low:
            return value
        low, high = (value_words(end[i], self.percent) for end in (series.low, series.high))
        interval = f"{low} to {high}"
        return interval if series.style == "band" else f"{value} ({interval})"

    def where(self, x: float | str) -> str:
        """A place on the x axis in words: "step 235 (Round 7)", "12", "grey"."""
        if isinstance(x, str):
            return x
        if not self.steps:
            return f"{x:g}"
        label = next((label for start, label in reversed(self.phases) if start <= x), "")
        return f"step {x:g}{f' ({label})' if label else ''}"

    def rows(self) -> list[dict[str, Any]]:
        """The chart as a table: one row a point."""
        if self.heat is not None:
            return [
                {"x": x, "y": y, "value": self.heat.z[j][i]}
                for j, y in enumerate(self.heat.y)
                for i, x in enumerate(self.heat.x)
            ]
        return [
            {"series": s.name, "x": x, "y": y} | ({"low": s.low[i], "high": s.high[i]} if s.low else {})
            for s in self.series
            for i, (x, y) in enumerate(zip(s.x, s.y, strict=True))
        ]


class Control(Struct, frozen=True):
    """One input of an explorer. A choice has `values`; a number has low, high and step; else a switch."""

    key: str
    label: str
    default: Any
    values: tuple[Any, ...] = ()
    low: int | None = None
    high: int | None = None
    step: int = 1
    help: str = ""
    texts: tuple[str, ...] = ()
    """What a person reads for each of `values`; without it the values themselves, "_" as a space."""

    def value_text(self, value: Any) -> str:
        """A value of this input as a person reads it."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if self.texts and value in self.values:
            return self.texts[self.values.index(value)]
        return str(value).replace("_", " ")


class Explorer(Struct, frozen=True):
    """A question with inputs: `run(**values)` gives tables, charts and boards, and a line of words.

    `run` is pure and fast (under 50 ms) or says so with `slow`, so that a widget shows progress.
    """

    key: str
    title: str
    question: str
    controls: tuple[Control, ...]
    run: Callable[..., Answer]
    slow: bool = False


class Answer(Struct, frozen=True):
    words: str
    tables: tuple[Table, ...] = ()
    charts: tuple[Chart, ...] = ()
    scenes: tuple[Scene, ...] = ()
