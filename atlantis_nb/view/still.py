"""core.charts.Chart -> a small SVG: the picture that stays in a notebook without its kernel.

A pure function to text, the same text for the same chart, without plotly. It draws what the live
chart draws, only plainer: lines, steps, bars, points, bands, heat maps and graphs. Colours, dashes
and the thinning of labels are those of the live chart.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import Final

from atlantis_nb.core.charts import Chart, Heat, Net, Series, value_words

from . import charts as live
from . import theme as looks
from .colour import mix
from .svg import esc, wrap
from .theme import Theme

WIDTH: Final = 640
HEIGHT: Final = 300
DASHES: Final = {
    "solid": "", "dash": "7 4", "dot": "2 4", "dashdot": "7 3 2 3", "longdash": "11 4", "longdashdot": "11 3 2 3",
}  # fmt: skip


def chart_svg(chart: Chart, theme: Theme = "light", width: int = WIDTH, height: int = HEIGHT) -> str:
    """The chart as one standalone picture with its words as description."""
    live.check(chart)
    top = 30
    if chart.heat is not None:
        height = max(120, 62 + 22 * len(chart.heat.y))
        body = _heat(chart, chart.heat, theme, top, width, height)
    elif chart.net is not None:
        body = _net(chart, chart.net, theme, top, width, height)
    else:
        body = _Plot(chart, theme, top, width, height).draw()
    tone = looks.tone(theme)
    title = wrap(chart.title, width - 20, 15, 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="{esc(looks.FONT)}" font-size="12" fill="{tone.ink}" '
        f'aria-label="{esc(chart.title)}"><title>{esc(chart.title)}</title><desc>{esc(live.alt(chart))}</desc>'
        f'<rect width="{width}" height="{height}" fill="{tone.paper}"/>'
        f'<text x="10" y="20" font-size="15" font-weight="600">{esc(title[0] if title else "")}</text>{body}</svg>'
    )


def ticks(low: float, high: float, most: int = 5) -> list[float]:
    """Round numbers from low to high, at most about `most`."""
    if high <= low:
        return [low]
    rough = (high - low) / most
    unit = 10.0 ** floor(log10(rough))
    step = next(unit * k for k in (1, 2, 5, 10) if unit * k >= rough)
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [round(k * step, 10) for k in range(first, last + 1)]


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


class _Plot:
    """Axes and series of one chart."""

    def __init__(self, chart: Chart, theme: Theme, top: int, width: int, height: int) -> None:
        self.chart, self.theme, self.tone = chart, theme, looks.tone(theme)
        self.words = sorted({x for s in chart.series for x in s.x if isinstance(x, str)})
        order = dict.fromkeys(x for s in chart.series for x in s.x)
        self.named = {x: i for i, x in enumerate(order)} if self.words else {}
        self.series = [live.thin(s) for s in chart.series]
        self.bars = [i for i, s in enumerate(self.series) if s.style == "bar"]
        longest = max((len(line) for s in self.series for line in live.end_lines(s.name)), default=0)
        self.right = 14 + (7 * longest if len(self.series) > 1 else 0)
        self.left, self.top = 54, top
        self.width, self.height = width, height
        self.base = height - 42
        xs = [self.place(x) for s in self.series for x in s.x] or [0.0, 1.0]
        room = 0.5 if self.bars or self.named else (max(xs) - min(xs)) * 0.02 or 0.5
        self.x0, self.x1 = min(xs) - room, max(xs) + room
        self.y0, self.y1 = live.span(chart)

    def place(self, x: float | str) -> float:
        return float(self.named[x]) if self.named else float(x)

    def x(self, x: float | str) -> float:
        return self.left + (self.place(x) - self.x0) / (self.x1 - self.x0) * (
            self.width - self.left - self.right
        )

    def y(self, y: float) -> float:
        return self.base - (y - self.y0) / (self.y1 - self.y0) * (self.base - self.top)

    def draw(self) -> str:
        return "".join(
            (self.axes(), *(self.one(i, s) for i, s in enumerate(self.series) if s.y), self.names())
        )

    def axes(self) -> str:
        t, end = self.tone, self.width - self.right
        out = []
        for value in ticks(self.y0, self.y1):
            y = _n(self.y(value))
            out.append(f'<path d="M{self.left},{y}H{end}" stroke="{t.rule}"/>')
            label = value_words(value, self.chart.percent).replace(".0%", "%")
            out.append(f'<text x="{self.left - 6}" y="{y}" dy="4" text-anchor="end">{esc(label)}</text>')
        out.append(f'<path d="M{self.left},{self.base}H{end}" stroke="{t.muted}"/>')
        for at, label in self.marks():
            x = _n(self.x(at))
            out.append(f'<path d="M{x},{self.base}v4" stroke="{t.muted}"/>')
            out.append(f'<text x="{x}" y="{self.base + 17}" text-anchor="middle">{esc(label)}</text>')
        middle = _n((self.left + end) / 2)
        out.append(
            f'<text x="{middle}" y="{self.height - 8}" text-anchor="middle" fill="{t.muted}">'
            f"{esc(self.chart.x_title)}</text>"
        )
        if self.chart.y_title:
            across = _n((self.top + self.base) / 2)
            out.append(
                f'<text transform="translate(13 {across})rotate(-90)" text-anchor="middle" fill="{t.muted}">'
                f"{esc(self.chart.y_title)}</text>"
            )
        return "".join(out)

    def marks(self) -> list[tuple[float | str, str]]:
        """Where the x axis has labels: as many as do not touch."""
        if self.named:
            every: list[tuple[float | str, str]] = [(x, str(x)[:12]) for x in self.named]
        elif self.chart.phases:
            every = list(self.chart.phases)
        elif all(map(live.counts, self.chart.series)):
            every = [(x, f"{x:g}") for x in sorted({float(x) for s in self.chart.series for x in s.x})]
        else:
            every = [(x, f"{x:g}") for x in ticks(self.x0, self.x1, 8)]
        spots = [(self.x(at), label) for at, label in every]
        return [every[i] for i in live.apart(spots)]

    def one(self, i: int, s: Series) -> str:
        look = live.Look(self.chart, i, s, self.theme)
        c = look.colour
        points = [(self.x(x), self.y(y)) for x, y in zip(s.x, s.y, strict=True)]
        out = ""
        if s.low and s.style in ("line", "step", "band"):
            up = [(self.x(x), self.y(y)) for x, y in zip(s.x, s.high, strict=True)]
            down = [(self.x(x), self.y(y)) for x, y in zip(s.x, s.low, strict=True)]
            out += f'<path d="{_path([*up, *reversed(down)])}Z" fill="{c}" fill-opacity=".16"/>'
        if s.style == "bar":
            return out + self.bar(i, s, points)
        if s.style == "points":
            out += "".join(f'<circle cx="{_n(x)}" cy="{_n(y)}" r="4" fill="{c}"/>' for x, y in points)
            if s.low:
                out += self.whiskers(s, c)
            return out
        seat = s.owner if s.owner is not None else (5 if s.dash else 0)
        dash = (
            "7 4"
            if s.dash
            else DASHES[looks.owner(seat, self.chart.teams).dash]
            if s.owner is not None
            else ""
        )
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        d = _steps(points) if s.style == "step" else _path(points)
        return f'{out}<path d="{d}" fill="none" stroke="{c}" stroke-width="2.2"{dashed}/>'

    def bar(self, i: int, s: Series, points: Sequence[tuple[float, float]]) -> str:
        look = live.Look(self.chart, i, s, self.theme)
        slot = (self.width - self.left - self.right) / (self.x1 - self.x0) * 0.76
        wide = slot / len(self.bars)
        zero = self.y(max(self.y0, min(0.0, self.y1)))
        out = []
        for k, (x, y) in enumerate(points):
            left = x - slot / 2 + self.bars.index(i) * wide
            out.append(
                f'<path d="M{_n(left)},{_n(zero)}V{_n(y)}h{_n(wide * 0.94)}V{_n(zero)}z" fill="{look.fill}" '
                f'stroke="{self.tone.outline}" stroke-width=".6"/>'
            )
            if len(points) * len(self.bars) <= 16 and not s.low:
                label = value_words(s.y[k], self.chart.percent)
                at = f'x="{_n(left + wide / 2)}" y="{_n(y - 4)}"'
                out.append(f'<text {at} text-anchor="middle" font-size="11">{label}</text>')
        return "".join(out) + (self.whiskers(s, self.tone.ink) if s.low else "")

    def whiskers(self, s: Series, colour: str) -> str:
        d = "".join(
            f"M{_n(self.x(x))},{_n(self.y(low))}V{_n(self.y(high))}"
            for x, low, high in zip(s.x, s.low, s.high, strict=True)
        )
        return f'<path d="{d}" stroke="{colour}" stroke-width="1.5"/>'

    def names(self) -> str:
        """The name of each series at its end, pushed apart."""
        if len(self.series) < 2:
            return ""
        ends = sorted((self.y(s.y[-1]), i, s) for i, s in enumerate(self.series) if s.y)
        texts = [live.end_lines(s.name) for _, _, s in ends]
        out, last = [], self.top - 14.0
        room = self.base - 15.0 * sum(map(len, texts))
        x = self.width - self.right + 6
        for (y, i, s), lines in zip(ends, texts, strict=True):
            look = live.Look(self.chart, i, s, self.theme)
            room += 15 * len(lines)
            top = max(last + 15, min(y, room) - 15 * (len(lines) - 1) / 2)
            last = top + 15 * (len(lines) - 1)
            rest = "".join(f'<tspan x="{x}" dy="15">{esc(line)}</tspan>' for line in lines[1:])
            out.append(
                f'<text x="{x}" y="{_n(top)}" dy="4" fill="{live.readable(look.colour, self.theme)}">'
                f"{esc(lines[0] if lines else '')}{rest}</text>"
            )
        return "".join(out)


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{_n(x)},{_n(y)}" for x, y in points)


def _steps(points: Sequence[tuple[float, float]]) -> str:
    (x, y), *rest = points
    return f"M{_n(x)},{_n(y)}" + "".join(f"H{_n(x)}V{_n(y)}" for x, y in rest)


def _heat(chart: Chart, heat: Heat, theme: Theme, top: int, width: int, height: int) -> str:
    tone = looks.tone(theme)
    left = 14 + 7 * max((min(len(y), 20) for y in heat.y), default=0)
    high = max((v for row in heat.z for v in row if v is not None), default=1.0) or 1.0
    wide = (width - left - 10) / max(1, len(heat.x))
    deep = "#4fa3b3" if theme != "dark" else "#1c6a7a"
    out = []
    for j, (name, row) in enumerate(zip(heat.y, heat.z, strict=True)):
        y = top + 22 * j
        out.append(f'<text x="{left - 6}" y="{y + 15}" text-anchor="end">{esc(name[:20])}</text>')
        for i, v in enumerate(row):
            if v is None:
                continue
            x = left + wide * i
            fill = mix(tone.paper, deep, 0.05 + 0.95 * max(0.0, v) / high)
            out.append(f'<path d="M{_n(x)},{y}h{_n(wide - 1.5)}v20h-{_n(wide - 1.5)}z" fill="{fill}"/>')
            text = heat.text[j][i] if heat.text else value_words(v, chart.percent)
            if text and 6.5 * len(text) < wide:
                out.append(
                    f'<text x="{_n(x + wide / 2)}" y="{y + 14}" text-anchor="middle">{esc(text)}</text>'
                )
    base = top + 22 * len(heat.y)
    spots = [(left + wide * (i + 0.5), x) for i, x in enumerate(heat.x)]
    for i in live.apart(spots):
        out.append(
            f'<text x="{_n(spots[i][0])}" y="{base + 14}" text-anchor="middle">{esc(heat.x[i])}</text>'
        )
    return "".join(out)


def _net(chart: Chart, net: Net, theme: Theme, top: int, width: int, height: int) -> str:
    tone = looks.tone(theme)
    xs, ys = [d.x for d in net.dots] or [0.0], [d.y for d in net.dots] or [0.0]
    scale = min((width - 120) / (max(xs) - min(xs) or 1.0), (height - top - 60) / (max(ys) - min(ys) or 1.0))
    dx = (width - scale * (max(xs) - min(xs))) / 2
    at = {d.id: (dx + scale * (d.x - min(xs)), top + 24 + scale * (d.y - min(ys))) for d in net.dots}
    out = []
    for link in net.links:
        if link.a not in at or link.b not in at:
            raise ValueError(
                f"A link ends at {(link.a if link.a not in at else link.b)!r}, which is no node."
            )
        out.append(f'<path d="{_path([at[link.a], at[link.b]])}" stroke="{tone.muted}"/>')
    for d in net.dots:
        (x, y), o = at[d.id], looks.owner(d.owner, chart.teams)
        r = max(4.0, 8 * d.size)
        out.append(f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(r)}" fill="{o.fill}" stroke="{tone.outline}"/>')
        at_name = f'x="{_n(x)}" y="{_n(y - r - 3)}"'
        name = esc((d.text or d.id)[:24])
        out.append(f'<text {at_name} text-anchor="middle" font-size="11">{name}</text>')
    return "".join(out)
