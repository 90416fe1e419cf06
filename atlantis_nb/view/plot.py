"""What all plotly pictures share: a figure with words, a quiet tool bar, small layouts, safe texts.

plotly reads `<b>`, `<a>` and entities in its texts, so foreign text goes through `safe`. It is
imported inside the functions: the engine and the boards do not pay for it.
"""

from __future__ import annotations

from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any, Final

from . import theme as looks
from .theme import Theme

if TYPE_CHECKING:
    import plotly.graph_objects as go

CONFIG: Final[dict[str, Any]] = {
    "displaylogo": False,
    "plotlyServerURL": "",
    "showSendToCloud": False,
    "responsive": True,
    "modeBarButtonsToRemove": ["lasso2d", "select2d", "autoScale2d"],
}
"""No logo, and no button that uploads the chart."""

DRAWING: Final[dict[str, Any]] = {
    **CONFIG,
    "scrollZoom": False,
    "modeBarButtonsToAdd": ["drawline", "drawopenpath", "drawcircle", "eraseshape"],
}
"""The same with a pen, for boards."""


def safe(text: str) -> str:
    """Foreign text for plotly: shown as it is, never read as markup."""
    return escape("".join(c for c in text if c >= " " or c == "\n"), quote=False).replace("\n", " ")


NIGHT: Final = "invert(0.93) hue-rotate(180deg)"
"""A CSS filter that makes a light picture a dark one: white becomes JupyterLab's dark ground, ink becomes
pale, and a colour keeps its hue."""

FOLLOW: Final = (
    '<style class="atl-night">body[data-jp-theme-light="false"] .jp-OutputArea-child:has(.atl-night)'
    f"+.jp-OutputArea-child .plot-container{{filter:{NIGHT}}}</style>"
)
"""An output of a cell that turns the plotly figure after it dark in a dark JupyterLab."""


def follow_theme() -> None:
    """In a notebook, say that the figure shown next follows the theme of the page: a figure is data
    that is drawn with its own colours, so the page has to turn them."""
    from IPython.core.getipython import get_ipython

    if getattr(get_ipython(), "kernel", None) is not None:
        from IPython.display import display

        display({"text/html": FOLLOW, "text/plain": ""}, raw=True)


@cache
def picture_class() -> type[Any]:
    """go.Figure that shows with our tool bar and leaves its words as the text of the output."""
    import plotly.graph_objects as go

    class Picture(go.Figure):
        """A plotly figure with a text alternative, `words`."""

        # plotly takes things out of a config that it is given: it gets a copy each time.
        _words = ""
        _config_shown: dict[str, Any] = CONFIG

        @property
        def words(self) -> str:
            return self._words

        def __repr__(self) -> str:
            return self._words or "Picture()"

        def _ipython_display_(self) -> None:
            follow_theme()
            # plotly's own would show with its default tool bar, which can upload the chart.
            raise NotImplementedError("_repr_mimebundle_ shows it")

        def _repr_mimebundle_(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
            bundle = super()._repr_mimebundle_(*args, **{"config": dict(self._config_shown), **kwargs})
            shown = dict(bundle or {})
            shown["text/plain"] = repr(self)
            return shown

        def show(self, *args: Any, **kwargs: Any) -> Any:
            return super().show(*args, **{"config": dict(self._config_shown), **kwargs})

        def write_html(self, *args: Any, **kwargs: Any) -> Any:
            return super().write_html(*args, **{"config": dict(self._config_shown), **kwargs})

        def to_html(self, *args: Any, **kwargs: Any) -> Any:
            return super().to_html(*args, **{"config": dict(self._config_shown), **kwargs})

    return Picture


def picture(
    data: list[dict[str, Any]], layout: dict[str, Any], words: str, config: dict[str, Any] | None = None
) -> go.Figure:
    """A figure from plain dicts. `words` is what a reader who does not see it gets."""
    figure = picture_class()({"data": data, "layout": layout})
    figure._words = words
    if config is not None:
        figure._config_shown = config
    result: go.Figure = figure
    return result


def base_layout(theme: Theme, width: int | None, height: int) -> dict[str, Any]:
    """Paper, ink and font; nothing of plotly's own template, which weighs 6 kB a figure."""
    tone = looks.tone(theme)
    layout: dict[str, Any] = {
        "template": "none",
        "paper_bgcolor": tone.paper,
        "plot_bgcolor": tone.paper,
        "font": {"family": looks.FONT.replace('"', ""), "size": 13, "color": tone.ink},
        "height": height,
        "hoverlabel": {"font": {"color": tone.ink}, "bgcolor": tone.paper, "bordercolor": tone.muted},
    }
    if width is not None:
        layout["width"] = width
    return layout


def headline(title: str, lines: list[str], theme: Theme, size: int = 16) -> tuple[dict[str, Any], int]:
    """Title with smaller lines under it, flush left; and the height it needs."""
    tone = looks.tone(theme)
    block: dict[str, Any] = {
        "text": f"<b>{safe(title)}</b>",
        "x": 0,
        "xref": "paper",
        "xanchor": "left",
        "y": 1,
        "yref": "container",
        "yanchor": "top",
        "pad": {"t": 12},
        "font": {"size": size, "color": tone.ink},
    }
    if lines:
        block["subtitle"] = {
            "text": "<br>".join(safe(line) for line in lines),
            "font": {"size": 12, "color": tone.muted},
        }
    return block, 30 + size // 2 + 17 * len(lines)
