"""Colours, textures and letters: the one place where a key of a Scene gets its looks.

Nothing is told by hue alone. A player has a colour *and* a letter on every piece, a hatch on every
area, a dash and a symbol in every chart; a terrain has a colour *and* a texture or its label; a
mark has a shape. Keys not listed get a calm neutral, so that a new game is visible at once.

A picture is drawn for "light", "dark" or "auto". "auto" follows JupyterLab's theme or, outside it,
the reader's system; it needs CSS variables, so pictures for export name their theme.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final, Literal

from msgspec import Struct

from .colour import contrast, ink_on, mix

Theme = Literal["light", "dark", "auto"]


# ------------------------------------------------------------------ players


class Owner(Struct, frozen=True):
    """One of six colours. `fill` is the piece, `light`/`dark` the line in charts of that theme."""

    name: str
    fill: str
    light: str
    dark: str
    dash: str
    symbol: str
    hatch: str

    @property
    def ink(self) -> str:
        return ink_on(self.fill)


# The hues go by the default names of seats; the lightness of each is what colour-blind eyes go by.
OWNERS: Final = (
    Owner("red", "#96180f", "#6f1222", "#da2f4b", "solid", "circle", "rise"),
    Owner("blue", "#2147a2", "#1b4a80", "#71aef4", "dash", "square", "fall"),
    Owner("green", "#7dd4b4", "#34a078", "#a2ebd1", "dashdot", "diamond", "level"),
    Owner("yellow", "#fae738", "#6e570c", "#fada38", "dot", "triangle-up", "upright"),
    Owner("purple", "#aa74d2", "#9d5ec9", "#9f5fb4", "longdash", "cross", "dots"),
    Owner("orange", "#ec6313", "#f25c00", "#f18e55", "longdashdot", "star", "cross"),
)
NOBODY: Final = Owner("grey", "#cfd3d8", "#5b6470", "#a9b1bb", "solid", "circle-open", "rise")
BANDS: Final = ("#de6a1f", "#ffe066", "#ffffff", "#15181c", "#8fd3f4")
"""Strips that tell sorts of pieces of one owner apart; each has its letters, too."""
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def slot(owner: int | None, teams: tuple[int, ...] = ()) -> int | None:
    """The colour number of an owner: its team's where sides are teams, else its own."""
    if owner is None or owner < 0:
        return None
    colour = teams[owner] if owner < len(teams) else owner
    return colour % len(OWNERS) if colour >= 0 else None


def owner(seat: int | None, teams: tuple[int, ...] = ()) -> Owner:
    """The looks of an owner; grey for nobody."""
    s = slot(seat, teams)
    return NOBODY if s is None else OWNERS[s]


@lru_cache(maxsize=64)
def letters_of(names: tuple[str, ...], letters: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The letters of all owners: what the scene says, else the initials of their names where these
    differ (Red R, Blue B), else A, B, C ... by seat."""
    if letters or not names:
        return letters
    initials = tuple(name.strip()[:1].upper() for name in names)
    if len(set(initials)) == len(names) and all(map(str.isalpha, initials)):
        return initials
    return tuple(LETTERS[seat % len(LETTERS)] for seat in range(len(names)))


def letter(seat: int | None, letters: tuple[str, ...] = ()) -> str:
    """The letter of an owner out of `letters_of`; A, B, C ... beyond them."""
    if seat is None or seat < 0:
        return ""
    return letters[seat] if seat < len(letters) else LETTERS[seat % len(LETTERS)]


# ------------------------------------------------------------------ grounds


class Ground(Struct, frozen=True):
    """How a terrain looks. `texture` names a drawing of svg.TEXTURES."""

    light: str
    dark: str
    texture: str = ""


_SEA = Ground("#cfe4ef", "#1c3a56", "waves")
_MOUNTAIN = Ground("#bdb5ad", "#4d4843", "peaks")
_CITY = Ground("#ecd2c4", "#57392f", "roofs")
_ZONES = {
    "titan_throne": ("#efc6bd", "#57271f"),
    "titan_near": ("#f8e3dc", "#432a25"),
    "middle": ("#f1efe6", "#35352f"),
    "atlantean_near": ("#dde6f7", "#252f4a"),
    "atlantean_throne": ("#bfcff0", "#20356a"),
}
GROUNDS: Final[dict[str, Ground]] = {
    # land that rises from the beach (6) to the mountain in the middle
    "6": Ground("#f6edcf", "#5b5238"),
    "5": Ground("#e9e7b8", "#4f4f2f"),
    "4": Ground("#d8e0a8", "#434b2b"),
    "3": Ground("#c5d49c", "#3a452b"),
    "2": Ground("#b9c792", "#333c29"),
    "1": Ground("#b5b88b", "#2e3325"),
    "land": Ground("#d8e0a8", "#434b2b"),
    "mountain": _MOUNTAIN,
    "sea": _SEA,
    "water": _SEA,
    "treacherous": Ground("#9dbfd9", "#0a1521", "shoals"),
    "clear": Ground("#eef0d8", "#45472f"),
    "forest": Ground("#bfd6a6", "#2b4429", "trees"),
    "city": _CITY,
    "port": Ground("#ecd2c4", "#57392f", "anchor"),
    "temple": Ground("#f2cf63", "#7a6316", "temple"),
    "open": Ground("#f1efe6", "#35352f"),
    "throne": Ground("#f0d984", "#66561a", "crown"),
    "arena": Ground("#e6e8eb", "#343a42"),
    "ring": Ground("#e6e8eb", "#343a42"),
    "edge": Ground("#e6e8eb", "#343a42"),
    "corner": Ground("#f0e9d9", "#443f33"),
    "centre": Ground("#d6dae0", "#3f4751"),
    "hole": Ground("#c2c8d0", "#1d2228", "cross"),
    "void": Ground("#e4edf1", "#14212c"),
} | {k: Ground(light, dark) for k, (light, dark) in _ZONES.items()}
UNKNOWN: Final = Ground("#e3e1dc", "#3a3a3c")


@cache
def ground_key(terrain: str) -> str:
    """The key of GROUNDS that draws a terrain, "unknown" if none does.

    "land6" and "tile 6" are 6, "north_middle" is middle; "middle/water" is water standing in the
    zone middle: it takes the looks of what stands there, unless that is plain open land.
    """
    key = terrain.strip().lower().replace(" ", "_").replace("-", "_")
    if key in GROUNDS:
        return key
    if "/" in key:
        zone, what = key.split("/", 1)
        inner = ground_key(what)
        return ground_key(zone) if inner in ("open", "unknown") else inner
    short = re.sub(r"^(north|south|east|west|left|right|main|zone)_", "", key).replace("titans", "titan")
    short = short.replace("atlanteans", "atlantean")
    if short in GROUNDS:
        return short
    number = re.fullmatch(r"(?:land|tile|number|n)_?([1-6])", key)
    return number[1] if number else "unknown"


def ground(terrain: str) -> Ground:
    return GROUNDS.get(ground_key(terrain), UNKNOWN)


# ------------------------------------------------------------------ inks


class Tone(Struct, frozen=True):
    """Everything that is neither a player's nor a terrain's, once for each theme."""

    paper: str
    ink: str
    muted: str
    rule: str
    outline: str
    casing: str
    texture: str
    legal: str
    pick: str
    danger: str
    river: str
    wall: str


TONES: Final = {
    "light": Tone(
        paper="#fdfcf9",
        ink="#1b1f24",
        muted="#555e69",
        rule="#d5d8dc",
        outline="#14181d",
        casing="#ffffff",
        texture="#000000",
        legal="#006a72",
        pick="#ffcf1f",
        danger="#c1121f",
        river="#1a5f9e",
        wall="#4a3a31",
    ),
    "dark": Tone(
        paper="#14181d",
        ink="#f2f1ec",
        muted="#a9b1bb",
        rule="#3a424b",
        outline="#f7f6f1",
        casing="#0b0e11",
        texture="#ffffff",
        legal="#52e0d4",
        pick="#ffd84a",
        danger="#d8392f",
        river="#69b7ee",
        wall="#e3c9b4",
    ),
}


def tone(theme: Theme) -> Tone:
    """The inks of a theme; "auto" is light where a single value is needed."""
    return TONES["dark" if theme == "dark" else "light"]


def line(seat: int | None, theme: Theme, teams: tuple[int, ...] = ()) -> str:
    """An owner's colour for lines and text on paper."""
    o = owner(seat, teams)
    return o.dark if theme == "dark" else o.light


CARD_COLOURS: Final = {
    "red": "#c0392b",
    "blue": "#2c6fbb",
    "green": "#2a7f4f",
    "gold": "#d4a72c",
    "yellow": "#e3c13a",
    "silver": "#aeb6bf",
    "black": "#23272e",
    "hold": "#23272e",
    "purple": "#7b4397",
    "grey": "#cfd3d8",
}


# ------------------------------------------------------------------ the style sheet

FONT: Final = 'system-ui,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif'

_BASE: Final = (
    (".paper", "fill:$paper"),
    ("text", f"font-family:{FONT};fill:$ink;text-anchor:middle;pointer-events:none"),
    (".h", "font-weight:650;text-anchor:start"),
    (".k", "fill:$ink;text-anchor:start"),
    (".m", "fill:$muted;text-anchor:start"),
    (".c", "stroke:none"),
    (
        ".tx",
        "fill:none;stroke:$texture;stroke-opacity:.3;stroke-width:6;stroke-linecap:round;pointer-events:none",
    ),
    (".x-waves", "stroke-opacity:.17"),
    (".x-shoals", "stroke-opacity:.5"),
    (
        ".n",
        "font-weight:650;stroke:$casing;stroke-opacity:.55;stroke-width:7;stroke-linejoin:round;paint-order:stroke",
    ),
    (".q", "fill:$ink;fill-opacity:.8"),
    (".p", "stroke:$outline;stroke-width:9;stroke-linejoin:round"),
    (".p text,.b text", "stroke:none;font-weight:700"),
    (".p .ic", "stroke:none"),
    (".v", "font-size:76px"),
    (".v3", "font-size:54px"),
    (".w", "font-size:52px"),
    (".p .st", "fill:$pick;stroke:#14181d;stroke-width:7"),
    (".p .b path", "stroke:none"),
    (".b path,.plate", "fill:$ink;pointer-events:none"),
    (".pt", "fill:$paper;font-weight:700"),
    (".ar", "font-weight:600;fill:$muted;letter-spacing:.04em"),
    (".g", "pointer-events:none"),
    (".case", "fill:none;stroke:$casing;stroke-linejoin:round"),
    (".legal", "fill:none;stroke:$legal;stroke-width:9;stroke-linejoin:round"),
    (".tint", "fill:$legal;fill-opacity:.13"),
    (".selected", "fill:none;stroke:$pick;stroke-width:12;stroke-linejoin:round"),
    (".ring", "fill:none;stroke:$ink;stroke-width:8;stroke-linejoin:round"),
    (".dash", "stroke-dasharray:22 15"),
    (".danger", "fill:$danger"),
    (".blocked", "fill:none;stroke:$ink;stroke-width:10;stroke-linecap:round;stroke-opacity:.75"),
    (".arrow", "fill:$ink;stroke:$casing;stroke-width:7;stroke-linejoin:round;paint-order:stroke"),
    (".a-legal", "fill:$legal"),
    (".a-danger", "fill:$danger"),
    (".hatch", "fill:none;stroke-width:7;stroke-linecap:round;stroke-opacity:.8"),
    (".e", "fill:none;stroke-linecap:round;stroke-linejoin:round"),
    (".hit", "stroke:transparent;stroke-width:30;fill:none;pointer-events:stroke"),
    (".e-wall", "stroke:$wall;stroke-width:13"),
    (".o-wall", "fill:none;stroke:$wall;stroke-width:28;stroke-dasharray:14 14.67;pointer-events:none"),
    (".e-gate", "stroke:$wall;stroke-width:8;stroke-linecap:butt"),
    (".o-gate", "fill:none;stroke:$wall;stroke-width:34;stroke-dasharray:16 68;pointer-events:none"),
    (".e-broken", "stroke:$wall;stroke-width:17;stroke-dasharray:0 25"),
    (".e-river", "stroke:$river;stroke-width:15"),
    (".e-border", "stroke:$muted;stroke-width:8"),
    (
        ".e-frontier",
        "stroke:$ink;stroke-opacity:.7;stroke-width:9;stroke-linecap:butt;stroke-dasharray:30 20",
    ),
    (".e-lane", "stroke:$muted;stroke-width:8;stroke-dasharray:20 14"),
    (".e-other", "stroke:$ink;stroke-width:8"),
)

# How much is written on what is small on screen (svg.detail), and how boldly lines are drawn there.
# --px is the number of units that a pixel has.
_DETAIL: Final = (
    (".bd", "stroke-width:5"),
    (".un", "font-size:25px;font-weight:600"),
    (".un,.near .sk,.close .sk,.far .fn,.mid .fn", "display:none"),
    (".close .un", "display:inline"),
    (".close .v", "font-size:50px;transform:translateY(-35px)"),
    (".far .ic,.mid .ic,.far .v tspan,.far .nm,.mid .oc,.far .q", "display:none"),
    (".far .v", "font-size:122px;transform:translate(15px,21px)"),
    (".far .v2", "font-size:92px;transform:translate(10px,14px)"),
    (".far .w", "font-size:68px;transform:translate(9px,10px)"),
    (".mid .v", "font-size:90px;transform:translateY(4px)"),
    (".mid .v3", "font-size:62px"),
    (".mid .w", "font-size:62px;transform:translate(4px,4px)"),
    (".far .tx", "stroke-width:9"),
    (".far .x-waves", "stroke-opacity:.12"),
    (".mid .nm", "font-size:calc(8.5px*var(--px))"),
    (".far .ar,.mid .ar", "font-size:calc(12px*var(--px))"),
    (".far .pl", "transform-box:fill-box;transform-origin:center;transform:scale(1.6)"),
    (
        ".far .b,.mid .b",
        "transform-box:fill-box;transform-origin:15% 60%;transform:scale(1.55)",
    ),
    (".mid .b", "transform:scale(1.25)"),
    (".far .pw,.mid .pw", "transform-box:fill-box;transform-origin:center;transform:scale(1.8)"),
    (".mid .pw", "transform:scale(1.3)"),
    (".far .case", "stroke-width:26"),
    (".far .ring,.far .legal,.far .selected", "stroke-width:16"),
    (".far .e-wall,.far .e-river", "stroke-width:22"),
    (".far .o-wall", "stroke-width:38"),
    (".far .e-frontier", "stroke-width:15;stroke-dasharray:34 33"),
    (".far .e-gate", "stroke-width:12"),
    (".far .o-gate", "stroke-width:46"),
)

# Panels beside the board, in HTML. In JupyterLab its own colours win; $soft is a faint fill.
_PANELS: Final = (
    ("", f"color:$text;font:13px/1.35 {FONT};font-variant-numeric:tabular-nums"),
    (".panel", "margin:0 0 10px"),
    (".wide", "overflow-x:auto"),
    ("table", "border-collapse:collapse;margin:0;font-size:13px;color:inherit"),
    (
        "caption",
        "caption-side:top;text-align:left;font-weight:650;padding:0 0 3px;color:$text;white-space:nowrap",
    ),
    ("h4", "margin:0 0 3px;font-size:13px;font-weight:650"),
    (
        "th,td",
        (
            "padding:2px 8px 2px 4px;text-align:left;border:0;border-bottom:1px solid $line;"
            "background:none;vertical-align:middle"
        ),
    ),
    (
        "thead th",
        "font-weight:400;color:$quiet;font-size:12px;line-height:1.15;vertical-align:bottom;max-width:7em",
    ),
    ("tbody th", "font-weight:600;white-space:nowrap"),
    (".num", "text-align:right"),
    ("tr.now>*", "background:$soft"),
    ("tr.now th[scope=row]", "box-shadow:inset 3px 0 $legal"),
    (".note", "margin:2px 0 0;color:$quiet;font-size:12px"),
    (
        ".own",
        (
            "display:inline-block;min-width:17px;height:17px;line-height:17px;text-align:center;border-radius:9px;"
            "font-size:11px;font-weight:700;margin:0 5px 0 0;box-shadow:0 0 0 1px $outline"
        ),
    ),
    (".own.seat", "background:none;color:inherit;border-radius:4px"),
    (
        "button",
        (
            "font:inherit;color:inherit;background:none;border:1px solid $line;border-radius:5px;"
            "padding:1px 6px;min-height:24px;cursor:pointer;text-align:left"
        ),
    ),
    (".track", "display:flex;flex-wrap:wrap;gap:3px;list-style:none;margin:0;padding:0"),
    (
        ".track li",
        "border:1px solid $line;border-radius:5px;padding:2px 7px;min-width:14px;text-align:center",
    ),
    (".track .past", "color:$quiet;border-style:dotted"),
    (".track .now", "background:$legal;border-color:$legal;color:$paper;font-weight:700"),
    (".track .next", "border:2px dashed $legal;padding:1px 6px"),
    (".cards", "display:flex;flex-wrap:wrap;gap:6px;list-style:none;margin:0;padding:0"),
    (
        ".card",
        (
            "display:flex;flex-flow:row wrap;align-content:flex-start;"
            "box-sizing:border-box;width:128px;min-height:46px;padding:4px 7px 5px;"
            "border:1px solid $line;border-top:5px solid var(--strip,$quiet);border-radius:6px;background:$soft"
        ),
    ),
    (".cards li", "display:flex"),
    (".card .title", "flex:1 1 100%;font-weight:650"),
    (".card .text", "flex:1 1 100%;font-size:12px"),
    (".card.hidden", "background:repeating-linear-gradient(45deg,$soft 0 6px,transparent 6px 12px)"),
    (
        ".badge",
        (
            "display:inline-block;font-size:11px;font-weight:700;border-radius:4px;padding:0 5px;margin:1px 3px 1px 0;"
            "background:$ink;color:$paper"
        ),
    ),
    (".vh", "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap"),
)


def _panel_rules() -> list[tuple[str, str]]:
    chips = [(f".own.s{i}", f"background:{o.fill};color:{o.ink}") for i, o in enumerate(OWNERS)]
    return [*_PANELS, *chips]


@lru_cache(maxsize=256)
def css(
    theme: Theme = "auto",
    grounds: tuple[str, ...] = (),
    owners: tuple[int, ...] = (),
    px: float | None = None,
    bands: int = 0,
) -> str:
    """The style sheet of boards (class `atl` on the SVG) and panels (class `atl-pn`).

    A named theme has its colours written out (for export: every SVG viewer reads it); "auto" has
    CSS variables for both. `grounds` and `owners` limit it to those keys and leave the panels
    out; empty means all. Beside the reader's system and JupyterLab, an ancestor of class `atl-dark`
    or `atl-light` decides. `px` is how many units a pixel has, where that is known; a live board
    sets the variable `--px` instead. `bands` is how many strips a limited one has.
    """
    whole = not (grounds or owners)
    rules = [*_BASE, *(_DETAIL if whole or px is not None else ())]
    for key in grounds or (*GROUNDS, "unknown"):
        rules.append((f".t-{key}", f"fill:$t-{key}"))
    for s in owners or range(len(OWNERS)):
        o = OWNERS[s]
        rules.append((f".o{s}", f"fill:{o.fill}"))
        rules.append((f".p.o{s} text", f"fill:{o.ink}"))
        rules.append((f".p.o{s} .ic", f"fill:{o.ink}"))
        rules.append((f".hatch.o{s}", f"fill:none;stroke:$o{s}"))
        rules.append((f".arrow.o{s}", f"fill:$o{s}"))
    for i, fill in enumerate(BANDS[: len(BANDS) if whole else bands]):
        rules.append((f".p.f{i} .bd", f"fill:{fill}"))
        rules.append((f".p.f{i} .w,.p.f{i} .ic,.p.f{i} .ic text", f"fill:{ink_on(fill)}"))
    rules.append((".on", f"fill:{NOBODY.fill}"))
    rules.append((".p.on text", f"fill:{NOBODY.ink}"))
    rules.append((".p.on .ic", f"fill:{NOBODY.ink}"))
    rules.append((".hatch.on", "fill:none;stroke:$muted"))
    rules.append((".p g.b text", "fill:$paper"))
    rules.append(("[data-click].atl-legal .e", "stroke:$legal;stroke-width:20"))
    rules.append(("[data-click].atl-chosen .e", "stroke:$pick;stroke-width:22"))
    if px is None and theme != "auto":
        px = 5.0
    if px is not None:
        size = lambda m: f"{float(m[1]) * px:.0f}px"  # noqa: E731
        rules = [(q, re.sub(r"calc\(([\d.]+)px\*var\(--px\)\)", size, body)) for q, body in rules]
    text = _scoped(rules, ".atl" if theme == "auto" else f".atl-{theme}")
    if whole:
        text += _scoped(_panel_rules(), ".atl-pn" if theme == "auto" else f".atl-pn.atl-{theme}")
    if theme == "auto":
        light, dark = ("".join(f"--atl-{k}:{v};" for k, v in _values(t).items()) for t in ("light", "dark"))
        both = ":is(.atl,.atl-pn)"
        head = (
            f"{both}{{{light}}}@media (prefers-color-scheme:dark){{{both}{{{dark}}}}}"
            f"body[data-jp-theme-light=true] {both},.atl-light.atl-light.atl-light {both},"
            f"{both}.atl-light.atl-light{{{light}}}"
            f"body[data-jp-theme-light=false] {both},.atl-dark.atl-dark.atl-dark {both},"
            f"{both}.atl-dark.atl-dark{{{dark}}}"
            f"{both}{{--atl-text:var(--jp-content-font-color1,var(--atl-ink));"
            f"--atl-quiet:var(--jp-content-font-color2,var(--atl-muted));"
            f"--atl-line:var(--jp-border-color2,var(--atl-rule));"
            f"--atl-soft:color-mix(in srgb,var(--atl-text) 8%,transparent)}}"
        )
        return head + re.sub(r"\$([\w-]+)", r"var(--atl-\1)", text)
    values = _values(theme)
    return re.sub(r"\$([\w-]+)", lambda m: values[m[1]], text)


def _scoped(rules: Iterable[tuple[str, str]], scope: str) -> str:
    out = []
    for selector, body in rules:
        full = ",".join(f"{scope} {part}".rstrip() for part in selector.split(","))
        out.append(f"{full}{{{body}}}")
    return "".join(out)


def _values(theme: str) -> dict[str, str]:
    t = TONES[theme]
    values = {f: getattr(t, f) for f in t.__struct_fields__}
    values |= {"text": t.ink, "quiet": t.muted, "line": t.rule, "soft": mix(t.paper, t.ink, 0.08)}
    values |= {f"t-{k}": g.dark if theme == "dark" else g.light for k, g in GROUNDS.items()}
    values["t-unknown"] = UNKNOWN.dark if theme == "dark" else UNKNOWN.light
    values |= {f"o{i}": o.dark if theme == "dark" else o.light for i, o in enumerate(OWNERS)}
    return values


def heat(value: float, theme: Theme) -> str:
    """Paper to danger for 0..1, for plots that need a colour and not an opacity."""
    t = tone(theme)
    return mix(t.paper, t.danger, 0.1 + 0.75 * min(1.0, max(0.0, value)))


def readable(fill: str) -> bool:
    """Does the ink on this fill reach 4.5:1?"""
    return contrast(fill, ink_on(fill)) >= 4.5
