"""What all widgets share: one message line, one wrapper for callbacks, a still picture, an end.

A widget is shown as two outputs: a still (picture and words, plain HTML), then the live view. While
the live view is there, the still is hidden; in a notebook that was reopened without its kernel only
the still is left, and it says how to wake the widget up. Nothing else is saved.
"""

from __future__ import annotations

import base64
import re
import traceback
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from html import escape
from typing import Any

import ipywidgets as W

from ..core.game import OPEN, SPECTATOR, Game, Viewer
from ..core.match import IllegalAction, Match
from ..core.rulebook import Rule, Ruling
from ..core.scene import Scene
from ..view import svg as svg_view
from ..view.plot import NIGHT

STRICT = False
"""Tests set this: callbacks then raise after they have shown the message."""

STILL_LIMIT = 150_000
"""A still picture of more bytes is left out of the notebook."""


class Live(W.VBox):
    """A widget of the toolkit. Subclasses fill `self.children`, and call `self.say` to tell things.

    `words()` gives the lines that a person reads off the widget; notebooks print it, tests compare it.
    """

    closes_all = True
    """`close` takes care of everything below."""

    def __init__(self, children: Sequence[W.Widget] = (), **kwargs: Any) -> None:
        self._ends: list[Callable[[], None]] = []
        self.message = W.HTML(layout=W.Layout(width="auto", margin="0"))
        self.said = ""
        """The message line as plain text."""
        self.failed = False
        super().__init__(children=tuple(children), **kwargs)
        self.add_class("atl-live")
        _cells.born(self)

    # -------------------------------------------------------------- telling

    def say(self, text: str, rules: Sequence[Rule | Ruling] = ()) -> None:
        """One line for a person, with the texts of rules below it."""
        self.said, self.failed = text, False
        more = "".join(f"<p>{rule_html(rule)}</p>" for rule in rules)
        self.message.value = f'<div class="atl-note" role="status">{escape(text)}{more}</div>' if text else ""

    def refuse(self, text: str, rules: Sequence[Rule | Ruling] = (), details: str = "") -> None:
        """The same in red: something could not be done."""
        self.said, self.failed = text, True
        more = "".join(f"<p>{rule_html(rule)}</p>" for rule in rules)
        if details:
            more += f"<details><summary>Details</summary><pre>{escape(details)}</pre></details>"
        self.message.value = f'<div class="atl-trouble" role="alert">{escape(text)}{more}</div>'

    def guard(self, call: Callable[..., Any]) -> Callable[..., Any]:
        """`call` as a callback of a button, a slider, a click: what it raises is shown where the
        person clicked, in the message line, since a notebook shows it nowhere."""

        @wraps(call)
        def guarded(*args: Any, **kwargs: Any) -> Any:
            try:
                return call(*args, **kwargs)
            except IllegalAction as error:
                self.refuse_illegal(error)
                if STRICT:
                    raise
            except (ValueError, OSError) as error:
                self.refuse(str(error) or type(error).__name__)
                if STRICT:
                    raise
            except Exception as error:
                self.refuse(
                    f"Something is wrong in the program, not in what you did: {type(error).__name__}: {error}",
                    details="".join(traceback.format_exception(error)[-6:]),
                )
                if STRICT:
                    raise
            return None

        return guarded

    def refuse_illegal(self, error: IllegalAction) -> None:
        self.refuse(error.illegal.sentence)

    def button(self, text: str, call: Callable[[], Any], tooltip: str = "", icon: str = "") -> W.Button:
        """A button that calls a method of this widget, guarded."""
        button = W.Button(description=text, tooltip=tooltip or text, icon=icon)
        guarded = self.guard(call)
        button.on_click(lambda _button: guarded())
        return button

    def hear(self, widget: W.Widget, call: Callable[[Any], Any], trait: str = "value") -> None:
        """Call `call(new value)`, guarded, whenever a person changes a control."""
        guarded = self.guard(call)
        widget.observe(lambda change: guarded(change["new"]), trait)

    # -------------------------------------------------------------- showing and ending

    def words(self) -> list[str]:
        return [self.said] if self.said else []

    def still_scene(self) -> Scene | None:
        """The picture that stays in the notebook."""
        return None

    def still_pictures(self) -> list[str]:
        """The pictures that stay, as SVG: the scene, unless a widget has others."""
        scene = self.still_scene()
        return [svg_view.svg(scene, still=True)] if scene is not None else []

    def still(self) -> str:
        """Pictures and words as plain HTML, the same bytes each time."""
        words = "".join(f"<li>{escape(line)}</li>" for line in self.words())
        return still_html(self.still_pictures(), words)

    def stop(self) -> None:
        """Stop whatever runs by itself."""

    def close(self) -> None:
        """Stop, forget the match, and take the widget out of the page and out of memory."""
        if not getattr(self, "_ends", None) and self.comm is None:
            return
        self.stop()
        ends, self._ends = self._ends, []
        for end in ends:
            end()
        for child in _below(self):
            child.unobserve_all()
            child.close()
        self.unobserve_all()
        super().close()

    def _ipython_display_(self) -> None:
        from IPython.display import display

        _cells.shown(self)
        display({"text/html": self.still(), "text/plain": f"{self!r}"}, raw=True)
        bundle = W.VBox._repr_mimebundle_(self)
        if bundle is None:
            raise ValueError("This widget has been closed; make a new one.")
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        display({**data, "text/plain": f"{self!r}"}, raw=True)

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


def _below(widget: Any) -> Iterator[Any]:
    """What to close with a widget, innermost first; what closes its own children comes whole."""
    for child in getattr(widget, "children", ()):
        if not getattr(child, "closes_all", False):
            yield from _below(child)
        yield child
    for part in (getattr(widget, "layout", None), getattr(widget, "style", None)):
        if isinstance(part, W.Widget):
            yield part


# ------------------------------------------------------------------ HTML, all text escaped here


def rule_html(rule: Rule | Ruling) -> str:
    return (
        f"<b>{escape(rule.id)}</b> <span class='atl-soft'>{escape(rule.section)}.</span> {escape(rule.text)}"
    )


def folded_html(kind: str, role: str, text: str, rules: Sequence[Rule | Ruling]) -> str:
    """A message of two lines at most; the whole of it and the texts of its rules fold out."""
    more = "".join(f"<p>{rule_html(rule)}</p>" for rule in rules)
    if rules or len(text) > 90:
        ids = ", ".join(rule.id for rule in rules)
        more = f"<details><summary>more{': ' + escape(ids) if ids else ''}</summary>{more}</details>"
    return f'<div class="{kind}" role="{role}"><span class="atl-line2">{escape(text)}</span>{more}</div>'


def still_html(pictures: Sequence[str], words: str) -> str:
    """`pictures` are SVG texts, each shown as an image with its own label; `words` list items."""
    shown = ""
    for svg in pictures:
        if len(svg) > STILL_LIMIT:
            continue
        code = base64.b64encode(svg.encode()).decode()
        label = re.search(r'aria-label="([^"]*)"', svg)  # escaped in the SVG already
        wide = re.search(r' width="(\d+)"', svg)
        # A large map is of no use when small; everything else goes on one screen.
        large = wide is not None and int(wide[1]) > 900
        size = f"width:{wide[1]}px" if wide and large else "max-height:70vh;width:640px"
        shown += (
            f'<img alt="{label[1] if label else "Picture"}" src="data:image/svg+xml;base64,{code}" '
            f'style="max-width:100%;{size};display:block">'
        )
    # The style counts only where the live view can run, too: it hides the still beside a live view,
    # and JupyterLab's "model not found" beside a still.
    style = (
        "<style>.jp-OutputArea:has(.atl-live) .atl-still{display:none}"
        ".jp-OutputArea-child:has(.atl-still)+.jp-OutputArea-child>.jupyter-widgets:not(:has(*))"
        "{display:none}"
        f'body[data-jp-theme-light="false"] .atl-still img{{filter:{NIGHT}}}</style>'
    )
    hint = "<p><i>A picture of how it stood. To use it, run this cell.</i></p>"
    if words:
        words = f"<details><summary>In words</summary><ul>{words}</ul></details>"
    return f'{style}<div class="atl-still">{shown}{hint}{words}</div>'


def table_html(columns: Sequence[str], rows: Sequence[Sequence[Any]], title: str = "") -> str:
    head = "".join(f'<th scope="col">{escape(str(c))}</th>' for c in columns)
    body = "".join(
        "<tr>"
        + "".join(
            f'<th scope="row">{escape(str(v))}</th>' if i == 0 else f"<td>{escape(str(v))}</td>"
            for i, v in enumerate(row)
        )
        + "</tr>"
        for row in rows
    )
    caption = f"<caption>{escape(title)}</caption>" if title else ""
    return f'<table class="atl-table">{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def in_click() -> bool:
    """True while a click is handled, False while a cell runs (or outside a notebook)."""
    return str(_request().get("header", {}).get("msg_type", "")).startswith("comm")


def running_cell() -> str:
    """A text that tells apart the runs of cells; empty while none runs (or outside a notebook)."""
    header = _request().get("header", {})
    return str(header.get("msg_id") or "") if header.get("msg_type") == "execute_request" else ""


def _request() -> Mapping[str, Any]:
    """What the kernel is handling now, as Jupyter's message; empty outside a notebook."""
    from IPython.core.getipython import get_ipython

    kernel = getattr(get_ipython(), "kernel", None)
    return (kernel.get_parent("shell") or {}) if kernel is not None else {}


def set_button(button: W.Button | W.ToggleButton, why_not: str, title: str) -> bool:
    """On with what it does as its title, or off with why it would do nothing. Sent only if changed.
    True if it went off just now: then it may have had the focus."""
    went_off = bool(why_not) and not button.disabled
    for trait, value in (("disabled", bool(why_not)), ("tooltip", why_not or title)):
        if getattr(button, trait) != value:
            setattr(button, trait, value)
    return went_off


def a_match(thing: Any, what: str) -> Match:
    """`thing`, if it is a match. Raises ValueError that says what to give instead."""
    if not isinstance(thing, Match):
        raise ValueError(
            f'{what} shows a match, not {thing!r}: give it atl.Match("sinking", players=2) or another match.'
        )
    return thing


# ------------------------------------------------------------------ whose eyes


def viewers(match: Match) -> dict[str, Viewer]:
    """Label -> viewer for a choice list: all open, each player, a spectator."""
    players: dict[str, Viewer] = {f"as {name}": seat for seat, name in enumerate(match.names)}
    return {"all open": OPEN, **players, "as a spectator": SPECTATOR}


def viewer_label(match: Match, viewer: Viewer) -> str:
    """Raises ValueError for a viewer that the match does not have."""
    for label, seen in viewers(match).items():
        if seen == viewer and (seen is OPEN) == (viewer is OPEN):
            return label
    raise ValueError(f"A viewer is a seat 0 to {len(match.names) - 1}, SPECTATOR or OPEN, not {viewer!r}.")


def rules_of(game: Game[Any], ids: Sequence[str]) -> list[Rule | Ruling]:
    return [game.rulebook[i] for i in ids if i in game.rulebook]


# ------------------------------------------------------------------ a cell that is run again


class _Cells:
    """Which widget was made and shown by which cell, so that re-running the cell ends the old one.

    Only a widget that the re-run cell made itself, and that no other cell shows, is closed.
    """

    def __init__(self) -> None:
        self.made: dict[str, list[weakref.ref[Live]]] = {}
        self.seen: weakref.WeakKeyDictionary[Live, set[str]] = weakref.WeakKeyDictionary()
        self._hooked = False

    @staticmethod
    def here() -> str:
        """The id of the cell that runs now; empty where there is none."""
        return str(_request().get("metadata", {}).get("cellId") or "") if running_cell() else ""

    def born(self, widget: Live) -> None:
        cell = self.here()
        if cell:
            self._hook()
            self.made.setdefault(cell, []).append(weakref.ref(widget))

    def shown(self, widget: Live) -> None:
        cell = self.here()
        if cell:
            self.seen.setdefault(widget, set()).add(cell)

    def _hook(self) -> None:
        from IPython.core.getipython import get_ipython

        shell = get_ipython()
        if not self._hooked and shell is not None:
            shell.events.register("pre_run_cell", lambda _info: self.rerun(self.here()))
            self._hooked = True

    def rerun(self, cell: str) -> None:
        """A cell begins to run: end what it made before and nobody else shows."""
        for widget, cells in list(self.seen.items()):
            if cell in cells:
                cells.discard(cell)
                if not cells:
                    widget.stop()
        kept = []
        for ref in self.made.pop(cell, []):
            old = ref()
            if old is not None and self.seen.get(old):
                kept.append(ref)
            elif old is not None:
                old.close()
        if kept:
            self.made[cell] = kept


_cells = _Cells()
