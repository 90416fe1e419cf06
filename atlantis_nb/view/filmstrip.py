"""Several boards in one picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from atlantis_nb.core.scene import Scene

from . import theme as looks
from .layers import across, bounds, drawn, layers, used
from .prepared import detail
from .text import esc, wrap
from .theme import Theme


def filmstrip(
    scenes: Iterable[Scene],
    columns: int = 3,
    theme: Theme = "light",
    width: int = 900,
    title: str = "",
    captions: Iterable[str] = (),
) -> str:
    """Small boards side by side in reading order, numbered, each with its title or caption."""
    many = list(scenes)
    if not many:
        raise ValueError("A film strip needs at least one scene.")
    texts = [*captions]
    texts += [s.title for s in many[len(texts) :]]
    columns = max(1, min(columns, len(many)))
    gap = 14
    column = (width - gap * (columns + 1)) / columns
    boxes = [bounds(s) for s in many]
    lines = [wrap(f"{i + 1}. {t}", column, 13, 3) for i, t in enumerate(texts)]
    out: list[str] = []
    y = float(gap)
    top = wrap(title, width - 2 * gap, 18, 2) if title else []
    for text in top:
        out.append(f'<text class="h" x="{gap}" y="{y + 16:.0f}" font-size="17">{esc(text)}</text>')
        y += 24
    for start in range(0, len(many), columns):
        row = range(start, min(start + columns, len(many)))
        tall = max(boxes[i][3] * column / boxes[i][2] for i in row)
        for i in row:
            x = gap + (i - start) * (column + gap)
            left, upper, w, _ = boxes[i]
            scale = column / w
            for k, text in enumerate(lines[i]):
                number, _, rest = text.partition(" ") if k == 0 else ("", "", text)
                bold = f'<tspan font-weight="700">{number}</tspan> ' if number else ""
                out.append(
                    f'<text class="k" x="{x:.0f}" y="{y + 14 + 17 * k:.0f}" font-size="13">{bold}{esc(rest)}</text>'
                )
            drop = y + 17 * max(len(lines[j]) for j in row) + 6
            body = drawn(layers(many[i]), detail(1 / scale, across(many[i])))
            out.append(
                f'<g role="img" aria-label="{esc(texts[i])}" '
                f'transform="translate({x:.1f} {drop:.1f})scale({scale:.4f})translate({-left} {-upper})">'
                f"<desc>{esc(' '.join(many[i].words()))}</desc>{body}</g>"
            )
        y += 17 * max(len(lines[j]) for j in row) + 6 + tall + gap
    keys: Callable[[int], list[tuple[str, ...] | tuple[int, ...]]] = lambda k: [used(s)[k] for s in many]  # noqa: E731
    grounds = tuple(sorted({str(g) for part in keys(0) for g in part}))
    slots = tuple(sorted({int(o) for part in keys(1) for o in part})) or (0,)
    px = max(b[2] for b in boxes) / column
    sheet = looks.css(theme, grounds, slots, px=px, bands=max(len(s.bands) for s in many))
    name = esc(title or f"{len(many)} boards, from {texts[0]} to {texts[-1]}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="atl atl-{theme}" width="{width}" height="{y:.0f}" '
        f'style="max-width:100%;height:auto" '
        f'viewBox="0 0 {width} {y:.0f}" role="group" aria-label="{name}"><title>{name}</title>'
        f"<style>{sheet}</style>"
        f'<rect class="paper" width="{width}" height="{y:.0f}"/>{"".join(out)}</svg>'
    )
