"""Board and Lines: the two live elements that the other widgets are made of.

`Board` shows a scene and tells where somebody points, clicks and moves the keyboard cursor.
`Lines` is a list to read and choose from. Both are anywidgets: the browser's side is a plain file
beside this one, there is nothing to build and nothing is fetched. Neither knows a game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any
from zlib import crc32

import anywidget
import traitlets as t

from ..core.scene import Cell, Key, Panel, Scene
from ..view import panels as panel_view
from ..view import svg as svg_view
from ..view import theme

HERE = Path(__file__).parent
# Texts, not paths: anywidget would keep every widget alive that has its script from a path.
BOARD_JS, LINES_JS, CSS = (
    HERE.joinpath(name).read_text(encoding="utf-8") for name in ("board.js", "lines.js", "board.css")
)
LAYERS = 28
"""Room for that many pieces of the picture; a trait each, so that only what changed travels."""

LARGE = 3_000
"""A board so many units wide takes the full width; its legend too."""

HEAVY = 6_000
"""A layer of more bytes is sent in parts, so that a move sends two of them, not all."""
PARTS = 17
GROUND_PARTS = 4


class _Heard:
    """Functions by message type, for an anywidget that listens to its page."""

    def __init__(self) -> None:
        self.by_type: dict[str, list[Callable[..., Any]]] = {}

    def on(self, kind: str, handler: Callable[..., Any]) -> None:
        self.by_type.setdefault(kind, []).append(handler)

    def tell(self, kind: str, *args: Any) -> None:
        for handler in self.by_type.get(kind, []):
            handler(*args)


def _panels(panels: Sequence[Panel], scene: Scene) -> str:
    if not panels:
        return ""
    return panel_view.panels_html(panels, scene.names, teams=scene.teams, letters=scene.letters)


MARKS = (
    Key("mark", "legal", "May be chosen"),
    Key("mark", "selected", "Taken up"),
    Key("mark", "from", "The last move came from here"),
    Key("mark", "to", "The last move led here"),
)
"""What the widgets themselves lay over any board."""


def _legend(scene: Scene) -> str:
    if not scene.legend:
        return ""
    told = {key.key for key in scene.legend if key.what == "mark"}
    keys = (*scene.legend, *(key for key in MARKS if key.key not in told))
    shape = scene.cells[0].shape if scene.cells else "hex"
    only = Scene("", (Cell("*", 0, 0, "", shape=shape),), legend=keys, names=scene.names,
                 teams=scene.teams, letters=scene.letters, bands=scene.bands)  # fmt: skip
    return _legend_alone(only, 1800 if svg_view.bounds(scene)[2] >= LARGE else 1040)


@lru_cache(maxsize=16)
def _legend_alone(scene: Scene, wide: int) -> str:
    """The legend of a scene of which nothing else is known: the same from step to step."""
    keys, high = svg_view.legend_svg(scene, 0, 0, wide, 2.0)
    return f'<summary>Legend</summary><svg class="atl" viewBox="0 0 {wide} {high}" aria-hidden="true">{keys}</svg>'


CUT = {"ground": r'(?=<path class="c )|(?=<path class="tx")', "pieces": r'(?=<g class="p )'}
"""Where a heavy layer may be cut."""


def _parts(layers: dict[str, str]) -> list[tuple[str, str]]:
    """(name, markup) bottom to top, a heavy layer of cells or pieces cut by place."""
    found: list[tuple[str, str]] = []
    for name, markup in layers.items():
        if name not in CUT or len(markup) < HEAVY:
            found.append((name, markup))
        else:
            cut = _cut_ground(markup) if name == "ground" else _cut(name, markup)
            found += [(name, part) for part in cut]
    return found


def _cut(name: str, markup: str) -> tuple[str, ...]:
    """What belongs to no place (the texture of the sea, drawn over the cells) comes last."""
    many = GROUND_PARTS if name == "ground" else PARTS
    parts: list[list[str]] = [[] for _ in range(many + 1)]
    split = re.split(CUT[name], markup)
    for i, piece in enumerate(split):
        place = re.search(r'data-place="([^"]*)"', piece)
        if place is None:
            parts[many].append(piece)
        elif name == "ground":  # always the same cells, those of a neighbourhood in a row
            parts[i * many // len(split)].append(piece)
        else:
            parts[crc32(place[1].encode()) % many].append(piece)
    return tuple("".join(part) for part in parts)


@lru_cache(maxsize=8)
def _cut_ground(markup: str) -> tuple[str, ...]:
    """The same for the cells, which seldom change."""
    return _cut("ground", markup)


def _strings(raw: Any, most: int = 32) -> tuple[str, ...]:
    """The strings of a list that came from a page; anything else is dropped."""
    return tuple(s for s in raw[:most] if isinstance(s, str)) if isinstance(raw, list) else ()


class Board(anywidget.AnyWidget):
    """A scene on screen. `show(scene, panels)` draws it; handlers hear what people do with it.

    `on_click(ids, how)` gets click ids under the pointer, innermost first, or the one under the
    keyboard cursor (`how` is "pointer" or "key"). `on_at(ids)` is asked what to read out there and
    returns a line of text. `on_escape()` and `on_key(key)` are for the keyboard; `hotkeys` names the
    keys that count anywhere in the widget round about.
    """

    _esm = BOARD_JS
    _css = CSS

    viewbox = t.Unicode("0 0 1 1").tag(sync=True)
    layer_names = t.List(t.Unicode()).tag(sync=True)
    label = t.Unicode("Board").tag(sync=True)
    sheet = t.Unicode("").tag(sync=True)
    panels = t.Unicode("").tag(sync=True)
    legend = t.Unicode("").tag(sync=True)
    legal = t.List(t.Unicode()).tag(sync=True)
    chosen = t.List(t.Unicode()).tag(sync=True)
    reading = t.Unicode("").tag(sync=True)
    hotkeys = t.List(t.Unicode()).tag(sync=True)
    busy = t.Bool(False).tag(sync=True)
    focus = t.List(t.List(t.Int())).tag(sync=True)
    """Where the action is, in units of the picture: a zoomed board moves there if it is out of sight."""
    height = t.Unicode("").tag(sync=True)
    """Most height that the picture may take, in CSS ("420px", "62vh")."""
    for _i in range(LAYERS):
        locals()[f"layer{_i}"] = t.Unicode("").tag(sync=True)
    del _i

    def __init__(self, scene: Scene | None = None, panels: Sequence[Panel] = (), **kwargs: Any) -> None:
        super().__init__(sheet=theme.css("auto"), **kwargs)
        self.scene: Scene | None = None
        self._heard = _Heard()
        self.on_msg(self._message)
        self.reader: Callable[[tuple[str, ...]], str] = self._read
        if scene is not None:
            self.show(scene, panels)

    def show(
        self,
        scene: Scene,
        panels: Sequence[Panel] = (),
        legal: Sequence[str] = (),
        chosen: Sequence[str] = (),
    ) -> None:
        """Draw a scene; only what changed since the last one is sent, in one message."""
        self.scene = scene
        parts = _parts(svg_view.layers(scene))
        with self.hold_sync():
            self.layer_names = [name for name, _ in parts]
            for i in range(LAYERS):
                setattr(self, f"layer{i}", parts[i][1] if i < len(parts) else "")
            self.viewbox = svg_view.viewbox(scene)
            self.focus = svg_view.action(scene)
            self.label = scene.title
            self.panels = _panels(panels, scene)
            self.legend = _legend(scene)
            self.legal, self.chosen = list(legal), list(chosen)
            self.reading = ""

    @property
    def layers(self) -> dict[str, str]:
        """The SVG layers shown, by name."""
        found: dict[str, str] = {}
        for i, name in enumerate(self.layer_names):
            found[name] = found.get(name, "") + getattr(self, f"layer{i}")
        return found

    def pick_up_focus(self) -> None:
        """Take the keyboard focus if the control that had it has just been taken away."""
        self.send({"type": "focus"})

    def on_click(self, handler: Callable[[tuple[str, ...], str], Any]) -> None:
        self._heard.on("click", handler)

    def on_at(self, reader: Callable[[tuple[str, ...]], str]) -> None:
        self.reader = reader

    def on_escape(self, handler: Callable[[], Any]) -> None:
        self._heard.on("escape", handler)

    def on_key(self, handler: Callable[[str], Any]) -> None:
        self._heard.on("key", handler)

    def _message(self, _widget: Any, message: Any, _buffers: Any) -> None:
        if not isinstance(message, dict):
            return
        kind = message.get("type")
        if kind == "at":
            try:
                self.reading = self.reader(_strings(message.get("ids"))) or ""
            finally:  # the page asks nothing more before it has an answer
                self.send({"type": "said", "n": message.get("n"), "view": message.get("view")})
        elif kind == "click":
            how = "key" if message.get("how") == "key" else "pointer"
            self._heard.tell("click", _strings(message.get("ids")), how)
        elif kind == "escape":
            self._heard.tell("escape")
        elif kind == "key":
            key = message.get("key")
            if key in self.hotkeys:
                self._heard.tell("key", key)

    def _read(self, ids: tuple[str, ...]) -> str:
        """The default reading: the cell as the scene words it."""
        if self.scene is None:
            return ""
        places = {cell.place for cell in self.scene.cells}
        standing = {piece.click: piece.place for piece in self.scene.pieces}
        for name in ids:
            place = standing.get(name, name.partition(":")[2] if name.startswith("cell:") else "")
            if place in places:
                return self.scene.at(place)
        return ""

    def close(self) -> None:
        self._heard.by_type.clear()
        self.reader = lambda ids: ""
        super().close()

    def __repr__(self) -> str:
        title = self.scene.title if self.scene else ""
        return f"Board({title[:60]!r})"


class Lines(anywidget.AnyWidget):
    """A list to read and choose from. `rows` are dicts: id, text, and if wanted tag (a number in
    front), note (in italics below), glyph, end (right-hand figure), depth, kind ("head", "side").

    `on_pick(id)` hears a click or Enter. `current` is the id of the line to point at.
    """

    _esm = LINES_JS
    _css = CSS

    rows = t.List(t.Dict()).tag(sync=True)
    current = t.Unicode("").tag(sync=True)
    label = t.Unicode("List").tag(sync=True)
    height = t.Unicode("").tag(sync=True)
    empty = t.Unicode("").tag(sync=True)
    follow = t.Bool(False).tag(sync=True)
    """Keep the end in sight when no line is current."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._heard = _Heard()
        self.on_msg(self._message)

    def on_pick(self, handler: Callable[[str], Any]) -> None:
        self._heard.on("pick", handler)

    def pick(self, row_id: str) -> None:
        """Choose a line, as a click does. Raises ValueError if there is none of that id."""
        if all(row["id"] != row_id for row in self.rows):
            raise ValueError(f"{self.label} has no line {row_id!r}.")
        self._heard.tell("pick", row_id)

    def _message(self, _widget: Any, message: Any, _buffers: Any) -> None:
        if isinstance(message, dict) and message.get("type") == "pick":
            row_id = message.get("id")
            if any(row["id"] == row_id for row in self.rows):
                self._heard.tell("pick", row_id)

    def close(self) -> None:
        self._heard.by_type.clear()
        super().close()

    def __repr__(self) -> str:
        return f"Lines({self.label!r}, {len(self.rows)} lines)"


class Dress(anywidget.AnyWidget):
    """Nothing to see: brings the style sheet to a widget without a board, keeps JupyterLab's
    one-letter commands away from its buttons and lists, and reports the page's theme."""

    theme = t.Enum(("light", "dark"), "light").tag(sync=True)

    _esm = """
    export default { render({ model, el }) {
      const settle = new ResizeObserver(() => {
        const whole = el.closest(".atl-live");
        if (!whole) return;
        whole.addEventListener("focusin", (event) => {
          event.target.setAttribute("data-lm-suppress-shortcuts", "true");
        });
        const apply = () => {
          const theme = document.body.dataset.jpThemeLight === "false" ? "dark" : "light";
          whole.dataset.atlTheme = theme;
          if (model.get("theme") !== theme) { model.set("theme", theme); model.save_changes(); }
        };
        watcher.disconnect();
        watcher.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
        apply();
        watch = apply;
        settle.disconnect();
      });
      let watch = () => {};
      const watcher = new MutationObserver(() => watch());
      settle.observe(el);
      return () => { settle.disconnect(); watcher.disconnect(); };
    } };
    """
    _css = CSS

    def __repr__(self) -> str:
        return "Dress()"
