"""Series of a chart -> plotly traces: colour, symbol and dash of each, no more points than are seen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from atlantis_nb.core.charts import Chart, Series, value_words

from . import theme as looks
from .colour import ink_on
from .plot import safe
from .theme import Theme


class Look:
    """Colour and symbol of one series."""

    __slots__ = ("colour", "fill", "name", "symbol")

    def __init__(self, chart: Chart, i: int, s: Series, theme: Theme) -> None:
        # A chart without players uses the palette in an order of its own; beside players, others are grey.
        some = any(x.owner is not None for x in chart.series)
        if s.owner is None and some:
            self.colour = self.fill = looks.tone(theme).muted
            self.symbol = ("circle-open", "square-open", "diamond-open", "triangle-up-open")[i % 4]
        else:
            seat, teams = (s.owner, chart.teams) if s.owner is not None else ((1, 5, 4, 2, 0, 3)[i % 6], ())
            o = looks.owner(seat, teams)
            self.colour = looks.line(seat, theme, teams)
            self.fill, self.symbol = o.fill, o.symbol
            if s.owner is not None and s.owner >= len(looks.OWNERS):
                self.symbol += "-open"
            # Further series of one player keep the colour and take other symbols.
            again = sum(x.owner == s.owner for x in chart.series[:i]) if s.owner is not None else 0
            if again:
                at = next(j for j, x in enumerate(looks.OWNERS) if x.symbol == o.symbol)
                self.symbol = looks.OWNERS[(at + again) % len(looks.OWNERS)].symbol
                if again % 2:
                    self.symbol += "-open"
        self.name = safe(s.name)


def numbers(s: Series) -> bool:
    return all(isinstance(x, int | float) for x in s.x)


def counts(s: Series) -> bool:
    """Is x a short row of whole numbers (each worth a tick)?"""
    return (
        numbers(s)
        and len(s.x) <= 17
        and all(x == int(x) for x in s.x if not isinstance(x, str))
        and (not s.x or float(s.x[-1]) - float(s.x[0]) <= 24)
    )


def _pale(colour: str, share: float) -> str:
    r, g, b = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({r},{g},{b},{share})"


def brief(v: float) -> float:
    """Seven figures are plenty on a screen and half the bytes."""
    return int(v) if v == int(v) else float(f"{v:.7g}")


def _short(values: Iterable[float]) -> list[float]:
    return [brief(v) for v in values]


def _xs(s: Series) -> list[Any]:
    return [safe(x) if isinstance(x, str) else brief(x) for x in s.x]


def thin(s: Series) -> Series:
    """The same drawing with fewer points: inside a level stretch only its ends matter."""
    n = len(s.y)
    if n < 60 or s.style not in ("line", "step", "band") or s.text or not numbers(s):
        return s
    levels = list(zip(s.y, s.low or s.y, s.high or s.y, strict=True))
    keep = [
        i for i in range(n) if i in (0, n - 1) or levels[i] != levels[i - 1]
        or (s.style != "step" and levels[i] != levels[i + 1])
    ]  # fmt: skip

    def pick(values: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(values[i] for i in keep) if values else ()

    return replace(s, x=pick(s.x), y=pick(s.y), low=pick(s.low), high=pick(s.high))


def traces(chart: Chart, theme: Theme) -> list[dict[str, Any]]:
    out: list[dict[str, Any]] = []
    tone = looks.tone(theme)
    many = len(chart.series)
    for i, full in enumerate(chart.series):
        s = thin(full)
        look = Look(chart, i, s, theme)
        xs, ys = _xs(s), _short(s.y)
        low, high = _short(s.low), _short(s.high)
        if low and s.style in ("line", "step", "band"):
            out.append(
                {
                    "type": "scatter",
                    "x": xs + xs[::-1],
                    "y": high + low[::-1],
                    "fill": "toself",
                    "fillcolor": _pale(look.colour, 0.16),
                    "line": {"width": 0},
                    "mode": "lines",
                    "hoverinfo": "skip",
                    "showlegend": False,
                }
            )
        text: dict[str, Any] = {}
        if s.text:
            text = {"hovertext": [safe(t) for t in s.text], "hoverinfo": "text+name"}
        if s.style == "bar":
            bar: dict[str, Any] = {
                "type": "bar",
                "x": xs,
                "y": ys,
                "name": look.name,
                "marker": {"color": look.fill, "line": {"color": tone.outline, "width": 1}},
                **text,
            }
            if many > 1:
                bar["marker"]["pattern"] = {
                    "shape": ("", "/", ".", "\\", "-", "x")[i % 6],
                    "fillmode": "overlay",
                    "fgcolor": ink_on(look.fill),
                    "fgopacity": 0.45,
                    "size": 7,
                }
            if len(ys) * many <= 16 and not low:
                bar["text"] = [value_words(v, chart.percent) for v in s.y]
                bar["textposition"] = "outside"
                bar["cliponaxis"] = False
            if low:
                bar["error_y"] = _whiskers(s, tone.ink)
            out.append(bar)
            continue
        trace: dict[str, Any] = {
            "type": "scatter",
            "x": xs,
            "y": ys,
            "name": look.name,
            "mode": "markers" if s.style == "points" else "lines+markers",
            **text,
        }
        if "markers" in trace["mode"]:
            trace["cliponaxis"] = False
            trace["marker"] = {
                "symbol": look.symbol,
                "size": 9 if s.style == "points" else 7,
                "color": look.colour,
            }
            if s.style != "points" and len(ys) > 14:
                trace["marker"]["maxdisplayed"] = 10
        if s.style != "points":
            trace["line"] = {"color": look.colour, "width": 2.5 if not s.dash else 2}
            if s.dash:
                trace["line"]["dash"] = "dash"
            if s.style == "step":
                trace["line"]["shape"] = "hv"
        elif low:
            trace["error_y"] = _whiskers(s, look.colour)
        out.append(trace)
    return out


def _whiskers(s: Series, colour: str) -> dict[str, Any]:
    return {
        "type": "data",
        "symmetric": False,
        "array": _short(tuple(h - y for h, y in zip(s.high, s.y, strict=True))),
        "arrayminus": _short(tuple(y - lo for y, lo in zip(s.y, s.low, strict=True))),
        "color": colour,
        "thickness": 1.5,
        "width": 4,
    }
