"""Charts of a match that follow the stepper, each with its numbers and its words.

plotly's live chart carries 5 MB to the page, so a notebook has one, handed from widget to widget:
where it is not, a button fetches it; numbers and words are always there.
"""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from html import escape
from typing import Any

import ipywidgets as W
from msgspec.structs import replace

from ..core.charts import Chart
from ..core.game import OPEN, Viewer
from ..core.match import Match, Node
from ..view import charts as chart_view
from .base import Live, _below
from .board import Dress


def bare(chart: Chart) -> Chart:
    """The chart without caption and source, which stand below it as text: plotly places a subtitle
    wrongly when it draws before it hangs in the page, as a live chart does."""
    return replace(chart, caption="", source="")


class ChartBox(W.VBox):
    """A place for a chart: picture (if it holds the notebook's live chart), words, numbers."""

    closes_all = True
    _live: Any = None
    _holder: weakref.ref[ChartBox] | None = None

    def __init__(self, **kwargs: Any) -> None:
        self.chart: Chart | None = None
        self.cursor: float | None = None
        self._fetch = W.Button(description="Show the chart here", tooltip="Fetch the chart to this place")
        self._fetch.on_click(lambda _button: self.take())
        self._place = W.Box([self._fetch], layout=W.Layout(overflow="visible"))
        self._text = W.HTML()
        super().__init__([self._place, self._text], **kwargs)

    @property
    def holds(self) -> bool:
        return ChartBox._holder is not None and ChartBox._holder() is self

    def take(self) -> None:
        """Fetch the live chart to this place; a box that held it gets its button back."""
        if self.holds or self.chart is None:
            return
        before = ChartBox._holder() if ChartBox._holder is not None else None
        if before is not None:
            before.give_back()
        if ChartBox._live is None or ChartBox._live.comm is None:
            ChartBox._live = chart_view.LiveChart(bare(self.chart))
            ChartBox._live.at(self.cursor)
        else:
            ChartBox._live.show(bare(self.chart), self.cursor)
        ChartBox._holder = weakref.ref(self)
        self._place.children = (ChartBox._live,)

    def give_back(self) -> None:
        if self.holds:
            ChartBox._holder = None
            self._place.children = (self._fetch,)

    def show(self, chart: Chart, cursor: float | None = None, take: bool = False) -> None:
        self.chart, self.cursor = chart, cursor
        if self.holds:
            ChartBox._live.show(bare(chart), cursor)
        elif take:
            self.take()
        self._text.value = (
            f'<p class="atl-soft">{escape(chart_view.alt(chart))}</p>{chart_view.table_html(chart)}'
        )

    def at(self, x: float | None) -> None:
        """Move the line that marks where the stepper stands."""
        self.cursor = x
        if self.holds:
            ChartBox._live.at(x)

    def close(self) -> None:
        self.give_back()
        self._place.children = ()
        for part in (*_below(self), self._fetch.style, self._fetch.layout, self._fetch):
            part.close()
        super().close()


class Charts(Live):
    """`Charts(match)`: the game's charts over the course of the match, with the cursor on them.

    `keys` picks some of `game.charts`; `hide_future` draws only up to the cursor.
    """

    def __init__(
        self,
        match: Match,
        keys: Sequence[str] | None = None,
        viewer: Viewer = OPEN,
        hide_future: bool = False,
        live: bool = True,
    ) -> None:
        super().__init__()
        self.match, self.viewer, self.hidden, self.live = match, viewer, hide_future, live
        self._keys = keys
        offered = self.offered()
        if not offered:
            raise ValueError(f"{match.game.title} has no charts.")
        self.key = next(iter(offered))
        self._drawn: tuple[Any, ...] = ()
        self.choice = W.Dropdown(
            description="Chart",
            options=[(title, key) for key, title in offered.items()],
            value=self.key,
            layout=W.Layout(width="auto", max_width="460px"),
        )
        self.hear(self.choice, self.pick)
        self.box = ChartBox()
        self.children = (Dress(), self.choice, self.message, self.box)
        self._ends.append(match.watch(self.guard(lambda _match: self._draw())))
        self._draw(take=live)

    def offered(self) -> dict[str, str]:
        """Charts to choose from: key -> title. Raises ValueError for a key the game does not have."""
        all_charts = self.match.game.charts(self.viewer)
        if self._keys is None:
            return all_charts
        for key in self._keys:
            if key not in all_charts:
                raise ValueError(f"There is no chart {key!r}; there are: {', '.join(all_charts)}.")
        return {key: all_charts[key] for key in self._keys}

    def pick(self, key: str) -> None:
        """Show another of the charts."""
        if key not in self.offered():
            raise ValueError(f"There is no chart {key!r}; there are: {', '.join(self.offered())}.")
        self.key = self.choice.value = key
        self._draw(take=self.live)

    def view_as(self, viewer: Viewer) -> None:
        self.viewer = viewer
        offered = self.offered()
        if self.key not in offered and offered:
            self.key = next(iter(offered))
        options = [(title, key) for key, title in offered.items()]
        if list(self.choice.options) != options:
            self.choice.options = options
            self.choice.value = self.key
        self._draw()

    def hide_future(self, hide: bool = True) -> None:
        self.hidden = hide
        self._draw()

    def line(self) -> list[Node]:
        return self.match.node.path() if self.hidden else self.match.line()

    def chart(self) -> Chart:
        """The chart as data, from what the viewer may know of the line of play."""
        game = self.match.game
        states = [n.state if self.viewer is OPEN else game.view(n.state, self.viewer) for n in self.line()]
        return game.chart(self.key, states, self.viewer)

    def _draw(self, take: bool = False) -> None:
        line = self.line()
        drawn = (self.key, self.viewer, line[-1], len(line))
        ply = float(self.match.node.ply)
        if drawn != self._drawn or take:
            self._drawn = drawn
            chart = self.chart()
            self.box.show(chart, ply if chart.steps else None, take)
        elif self.box.chart is not None and self.box.chart.steps:
            self.box.at(ply)

    def words(self) -> list[str]:
        return self.box.chart.words() if self.box.chart else []

    def still(self) -> str:
        from .base import still_html

        chart = self.box.chart
        table = chart_view.table_html(chart) if chart else ""
        words = "".join(f"<li>{escape(line)}</li>" for line in self.words())
        return still_html(None, words) + f'<div class="atl-still">{table}</div>'

    def __repr__(self) -> str:
        return f"Charts({self.match.game.title}: {self.key})"
