"""Scene -> SVG: pure text, the same text for the same scene.

One unit of the scene is 100 units of the picture. A board is drawn in six layers, bottom to top:

- ground: the cells, each with `data-place` and `data-click`, and their textures;
- under: what covers a cell but not its pieces (danger, control, the tint of a legal cell);
- edges: walls, rivers, borders, lanes, each with `data-click="edge:a|b"`;
- pieces: each with `data-click="piece:<id>"`;
- marks: rings, arrows and numbers over the pieces; they let clicks through;
- labels: the texts of the cells, small and at the top where pieces stand.

`layers` gives them apart, so that a live board sends only those that changed; `svg` puts them into
one standalone picture with its style sheet, title, description, heading and legend. Every text of
a scene goes through `esc` here and nowhere else.

How much is written on counters and cells depends on how large they are on screen: the group round
the layers has the class `far`, `mid` or `near` (see `detail`), and the style sheet does the rest.
"""

from __future__ import annotations

from atlantis_nb.core.scene import Scene

from . import theme as looks
from .filmstrip import filmstrip
from .ground import LANES
from .layers import LAYERS, across, action, bounds, drawn, layers, tips, used, viewbox
from .legend import heading_svg, legend_svg
from .marks import mark_text
from .packing import packed
from .prepared import SQUARE, UNIT, detail
from .shapes import MOST, SPOTS, outline_key
from .text import esc, wrap
from .theme import Theme

__all__ = [
    "LANES", "LAYERS", "MOST", "SPOTS", "SQUARE", "UNIT", "action", "bounds", "detail", "esc", "filmstrip", "layers",
    "legend_svg", "mark_text", "outline_key", "svg", "tips", "used", "viewbox", "wrap",
]  # fmt: skip


def svg(
    scene: Scene,
    theme: Theme = "light",
    width: int | None = None,
    title: str | None = None,
    legend: bool = True,
    heading: bool = True,
    hints: bool = True,
    still: bool = False,
) -> str:
    """One standalone picture: heading, board and legend, with title and description for readers
    that do not see it. `width` is in pixels (default: about 70 a cell, at most 960); where there is
    less room it shrinks with the page.

    A `still` is the small one to be kept as an image: the same looks in about a third of the bytes,
    without what only a live page can use (what a click means, hints, the board in words).
    """
    left, top, w, h = bounds(scene)
    name = scene.title if title is None else title
    wide = width or min(960, max(360, round(w * 0.4)))
    # Texts beside the board keep one size on screen, whatever the size of the board.
    px = w / wide
    head, head_height = heading_svg(name, scene.caption, left, top, w, px) if heading else ("", 0)
    keys, keys_height = legend_svg(scene, left, top + h, w, px) if legend and scene.legend else ("", 0)
    full = h + head_height + keys_height
    if still:
        defs, parts, words = packed(scene)
    else:
        defs, parts = "", layers(scene, hints)
        words = f"<desc>{esc(' '.join(scene.words()))}</desc>"
    sheet = looks.css(theme, *_style_keys(scene), px=px, bands=len(scene.bands))
    body = drawn(parts, detail(px, across(scene)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="atl atl-{theme}" role="img" width="{wide}" '
        f'height="{round(full / px)}" style="max-width:100%;height:auto" '
        f'viewBox="{left} {top - head_height} {w} {full}" aria-label="{esc(name)}">'
        f"<title>{esc(name)}</title>{words}<style>{sheet}</style>{defs}"
        f'<rect class="paper" x="{left}" y="{top - head_height}" width="{w}" height="{full}"/>'
        f"{head}{body}{keys}</svg>"
    )


def _style_keys(scene: Scene) -> tuple[tuple[str, ...], tuple[int, ...]]:
    grounds, slots = used(scene)
    return grounds or ("unknown",), slots or (0,)
