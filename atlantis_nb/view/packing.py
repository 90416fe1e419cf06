"""A small picture for keeping: what is drawn often is told once and used by number."""

from __future__ import annotations

import re
from typing import Final

from atlantis_nb.core.scene import Scene

from . import theme as looks
from .ground import variant
from .layers import layers
from .prepared import cells_of
from .shapes import TEXTURES, outline

_BARE: Final = re.compile(r' data-(?:place|click)="[^"]*"')
_NAMES: Final = re.compile(r'<text class="un".*?</text>')  # for counters larger than any of a still
_HIT: Final = re.compile(r'<path class="hit"[^>]*/>')
# Outlines, states and symbols; not the plates, whose path has a colour of its own.
_SHAPE: Final = re.compile(
    r'(?<!<g class="b">)<path (?:class="(?:st|bd)" )?d="([^"]{24,})"/>|<path (transform="[^"]*") d="([^"]{24,})"/>'
)


def packed(scene: Scene) -> tuple[str, dict[str, str], str]:
    """Definitions, layers and no description: each kind of cell and each outline is told once and
    used by number. Only for pictures by themselves: in a page the names could meet others."""
    defs: dict[str, str] = {}
    names: dict[str, str] = {}

    def shape(match: re.Match[str]) -> str:
        d = match[1] or match[3]
        name = names.setdefault(d, f"p{len(names)}")
        defs[name] = f'<path id="{name}" d="{d}"/>'
        look = next((f' class="{c}"' for c in ("st", "bd") if f'class="{c}"' in match[0]), "")
        more = look or (f" {match[2]}" if match[2] else "")
        return f'<use{more} href="#{name}"/>'

    # What is used has its colours from the group that uses it: rules for the page end at its border.
    uses: dict[str, list[str]] = {}
    over: dict[str, list[str]] = {}
    xy = cells_of(scene.cells).xy
    for cell in scene.cells:
        x, y = xy[cell.place]
        at = f'x="{x}" y="{y}"'
        defs.setdefault(cell.shape, f'<path id="{cell.shape}" d="{outline(cell, 0, 0)}"/>')
        uses.setdefault(looks.ground_key(cell.terrain), []).append(f'<use href="#{cell.shape}" {at}/>')
        texture = looks.ground(cell.terrain).texture
        if texture:
            name = f"{texture}{variant(x, y)}"
            defs.setdefault(name, f'<path id="{name}" d="M0,0{TEXTURES[texture][variant(x, y)]}"/>')
            over.setdefault(texture, []).append(f'<use href="#{name}" {at}/>')
    ground = [f'<g class="t-{key}">{"".join(many)}</g>' for key, many in uses.items()]
    ground += [f'<g class="tx x-{key}">{"".join(many)}</g>' for key, many in over.items()]
    parts = {"ground": "".join(ground)}
    for layer, markup in layers(scene).items():
        if layer != "ground":
            bare = _NAMES.sub("", _HIT.sub("", _BARE.sub("", markup)))
            parts[layer] = _SHAPE.sub(shape, bare) if layer == "pieces" else bare
    return f"<defs>{''.join(defs.values())}</defs>", parts, ""
