"""Charts of a match that follow the stepper, each with its numbers and its words.

The picture is drawn by plotly in the page. Its library (5 MB) goes to a page once, when the first
chart asks for it; a chart itself is some kilobytes.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets as W
import traitlets as t
from msgspec.structs import replace

from ..core.charts import Chart
from ..core.game import OPEN, Viewer
from ..core.match import Match, Node
from ..view import charts as chart_view
from ..view.still import chart_svg
from ..view.theme import Theme
from .base import _below, a_match, viewer_label
from .board import Dress
from .following import Following

PLOT_JS = Path(__file__).with_name("plot.js").read_text(encoding="utf-8")


def bare(chart: Chart) -> Chart:
    """The chart without caption and source, which stand below it as text."""
    return replace(chart, caption="", source="")


class Plot(anywidget.AnyWidget):
    """A chart on screen: `show(chart)` draws it, `at(x)` moves the line where the stepper stands."""

    _esm = PLOT_JS
    figure = t.Unicode("").tag(sync=True)
    cursor = t.Unicode("").tag(sync=True)
    label = t.Unicode("").tag(sync=True)

    def __init__(self) -> None:
        super().__init__()
        self.theme: Theme = "light"
        self.chart: Chart | None = None
        self.x: float | None = None
        self.on_msg(self._message)

    def show(self, chart: Chart, x: float | None = None) -> None:
        data, layout = chart_view.spec(bare(chart), self.theme)
        self.chart, self.x = chart, x
        with self.hold_sync():
            self.label = chart.title
            self.cursor = self._line()
            self.figure = json.dumps({"data": data, "layout": layout}, separators=(",", ":"))

    def at(self, x: float | None) -> None:
        self.x = x
        self.cursor = self._line()

    def dress(self, theme: Theme) -> None:
        """Light or dark, as the page is."""
        if theme != self.theme:
            self.theme = theme
            if self.chart is not None:
                self.show(self.chart, self.x)

    def _line(self) -> str:
        return "" if self.x is None else json.dumps(chart_view.cursor_shape(self.x, self.theme))

    def _message(self, _widget: Any, message: Any, _buffers: Any) -> None:
        if isinstance(message, dict) and message.get("type") == "library":
            from plotly.offline import get_plotlyjs

            self.send({"type": "library"}, buffers=[get_plotlyjs().encode()])

    def __repr__(self) -> str:
        return f"Plot({self.chart.title!r})" if self.chart is not None else "Plot()"


class ChartBox(W.VBox):
    """A place for a chart: picture, words, numbers."""

    closes_all = True

    def __init__(self, live: bool = True, **kwargs: Any) -> None:
        self.chart: Chart | None = None
        self.plot = Plot() if live else None
        self._text = W.HTML()
        super().__init__([*([self.plot] if self.plot is not None else []), self._text], **kwargs)

    def show(self, chart: Chart, cursor: float | None = None) -> None:
        self.chart = chart
        if self.plot is not None:
            self.plot.show(chart, cursor)
        self._text.value = (
            f'<p class="atl-soft">{escape(chart_view.alt(chart))}</p>{chart_view.table_html(chart)}'
        )

    def at(self, x: float | None) -> None:
        """Move the line that marks where the stepper stands."""
        if self.plot is not None:
            self.plot.at(x)

    def dress(self, theme: Theme) -> None:
        if self.plot is not None:
            self.plot.dress(theme)

    def close(self) -> None:
        for part in _below(self):
            part.close()
        super().close()


class Charts(Following):
    """`Charts(match)`: the game's charts over the course of the match, with the cursor on them.

    `keys` picks some of `game.charts`; `hide_future` draws only up to the cursor; without `live`
    there are words and numbers alone. `leader` is the widget that they are part of.
    """

    stands = False

    def __init__(
        self,
        match: Match,
        keys: Sequence[str] | None = None,
        viewer: Viewer = OPEN,
        hide_future: bool = False,
        live: bool = True,
        leader: Following | None = None,
    ) -> None:
        self.match = a_match(match, "Charts")
        viewer_label(match, viewer)
        super().__init__()
        self.viewer, self.hidden = viewer, hide_future
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
        self.box = ChartBox(live)
        self.dress = Dress()
        dress = self.quietly(self.box.dress)
        self.dress.observe(lambda change: dress(change["new"]), "theme")
        self.children = (self.dress, self.choice, self.message, self.box)
        self.leader = leader
        self.follow()

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
        self.catch_up()

    def view_as(self, viewer: Viewer) -> None:
        self.viewer = viewer
        offered = self.offered()
        if self.key not in offered and offered:
            self.key = next(iter(offered))
        options = [(title, key) for key, title in offered.items()]
        if list(self.choice.options) != options:
            self.choice.options = options
            self.choice.value = self.key
        self.catch_up()

    def hide_future(self, hide: bool = True) -> None:
        self.hidden = hide
        self.catch_up()

    def line(self) -> list[Node]:
        return self.match.node.path() if self.hidden else self.match.line()

    def chart(self) -> Chart:
        """The chart as data, from what the viewer may know of the line of play."""
        game = self.match.game
        states = [n.state if self.viewer is OPEN else game.view(n.state, self.viewer) for n in self.line()]
        return game.chart(self.key, states, self.viewer)

    def _draw(self) -> None:
        line = self.line()
        drawn = (self.key, self.viewer, line[-1], len(line))
        ply = float(self.match.node.ply)
        if drawn != self._drawn:
            self._drawn = drawn
            chart = self.chart()
            self.box.show(chart, ply if chart.steps else None)
        elif self.box.chart is not None and self.box.chart.steps:
            self.box.at(ply)

    def words(self) -> list[str]:
        return self.chart().words()

    def still_pictures(self) -> list[str]:
        return [chart_svg(self.box.chart)] if self.box.chart is not None else []

    def still(self) -> str:
        table = chart_view.table_html(self.box.chart) if self.box.chart else ""
        return super().still() + f'<div class="atl-still">{table}</div>'

    def __repr__(self) -> str:
        return f"Charts({self.match.game.title}: {self.key})"
