"""Stepper: walk through a match, forwards and backwards, and ask why.

It moves the cursor of the match and never changes what is recorded: supposing another result of
chance adds a side line, marked as such. Every button has a method of the same name, so a notebook
can do in a line of Python what a person does with a click.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from fractions import Fraction
from html import escape
from typing import Any

import ipywidgets as W

from ..core.game import CHANCE, OPEN, OVER, Action, Viewer
from ..core.match import LogLine, Match, Node
from ..core.scene import Scene
from .base import a_match, rules_of, set_button, viewer_label, viewers
from .board import Board, Lines
from .lists import if_rows, log_of, log_rows, move_rows
from .live_tab import LIVE, live_odds
from .overlays import WithOverlays
from .pointing import last_change, place_of
from .walking import KEYS, TITLES, Walking

PACE = 0.8
"""Seconds between two steps of autoplay."""


class Stepper(Walking, WithOverlays):
    """`Stepper(match)`: board, log, moves with side lines, "what if", autoplay, anyone's view.

    `viewer` is whose eyes (a seat, SPECTATOR, OPEN); `hide_future` shows nothing of what comes
    after the cursor; `by` is "action", "turn" or "round"; `charts` True or chart keys adds charts
    that follow.

    A step has one number everywhere, that of its node (`node.ply`): on the slider, in the list of
    moves, on the charts, in `to(12)` and `match.to(12)`. Steps by turn or round skip some.
    """

    def __init__(
        self,
        match: Match,
        viewer: Viewer = OPEN,
        by: str = "action",
        hide_future: bool = False,
        charts: bool | Sequence[str] = False,
    ) -> None:
        self.match = a_match(match, "A Stepper")
        match.stops(by)  # says what `by` may be
        viewer_label(match, viewer)
        super().__init__()
        self.viewer: Viewer = viewer
        self.by = by
        self.hidden = hide_future
        self._drawing = False
        self._run: asyncio.Task[None] | None = None
        self._nodes: dict[str, Node] = {}
        self._log: list[LogLine] = []
        self._picked: LogLine | None = None
        """The line of the log that was chosen, marked until the cursor leaves its step."""
        self._guesses: list[Action] = []
        self._build(charts)
        self.follow()

    # -------------------------------------------------------------- the parts

    def _build(self, charts: bool | Sequence[str]) -> None:
        self.head = W.HTML()
        self.note = W.HTML()
        self.note.add_class("atl-first")
        b = self.button
        self.buttons = {
            "first": b("|◀", self.first),
            "back": b("◀", self.back),
            "forward": b("▶", self.forward),
            "last": b("▶|", self.last),
            "previous_comment": b("◂ Comment", self.previous_comment),
            "next_comment": b("Comment ▸", self.next_comment),
            "main": b("Main line", self.main),
        }
        self.autoplay = W.ToggleButton(description="Play", tooltip="Step by itself until the end")
        self.hear(self.autoplay, lambda on: self._start() if on else self.stop())
        self.slider = W.IntSlider(
            description="Step",
            min=0,
            max=1,
            readout=False,
            layout=W.Layout(width="auto", flex="1 1 160px"),
            style={"description_width": "initial"},
        )
        self.hear(self.slider, self._slid)
        eyes = viewers(self.match)
        choice = {
            "layout": W.Layout(width="auto", max_width="230px"),
            "style": {"description_width": "initial"},
        }
        self.by_choice = W.Dropdown(
            description="by", options=["action", "turn", "round"], value=self.by, **choice
        )
        self.hear(self.by_choice, self.step_by)
        self.viewer_choice = W.Dropdown(
            description="Seen", options=list(eyes), value=viewer_label(self.match, self.viewer), **choice
        )
        self.hear(self.viewer_choice, lambda label: self.view_as(eyes[label]))
        self._make_overlays()
        self.hide_choice = W.Checkbox(
            description="Hide what comes", value=self.hidden, indent=False, layout=W.Layout(width="auto")
        )
        self.hear(self.hide_choice, self.hide_future)

        self.board = Board(hotkeys=list(KEYS))
        self.board.on_at(self.quietly(self._read))
        self.board.on_click(self.guard(self._clicked))
        self.board.on_key(self.guard(lambda key: getattr(self, KEYS[key])()))
        self.log_lines = Lines(label="Log: choose a line to go there and see why", height="230px")
        self.log_lines.on_pick(self.guard(self._log_picked))
        self.move_lines = Lines(label="Moves and side lines", height="230px")
        self.move_lines.on_pick(self.guard(self._move_picked))
        self.if_lines = Lines(
            label="What if it had been another result",
            height="230px",
            empty="Nothing was left to chance yet.",
        )
        self.if_lines.on_pick(self.guard(self._guess_picked))
        self.rules_tab = W.VBox()
        self.tabs = W.Tab(
            [self.log_lines, self.move_lines, self.if_lines, self.rules_tab],
            titles=["Log", "Moves", "What if", "Rules"],
        )
        self.live_odds = live_odds(self.match, self.tabs)
        self.hear(self.tabs, self._tab_picked, "selected_index")
        self.tabs.add_class("atl-tabs")

        walk = ("first", "back", "forward", "last")
        row1 = W.HBox([*(self.buttons[k] for k in walk), self.autoplay, self.slider, self.by_choice])
        notes = ("previous_comment", "next_comment", "main")
        row2 = W.HBox(
            [
                *(self.buttons[k] for k in notes),
                self.viewer_choice,
                self.overlay_choice,
                self.hide_choice,
            ]
        )
        for row in (row1, row2):
            row.add_class("atl-row")
        body = W.Box([self.board, self.note, self.tabs, self.message])
        body.add_class("atl-body")
        parts: list[W.Widget] = [self.head, row1, row2, body]
        if charts:
            from .charts import Charts

            self.charts: Charts | None = Charts(
                self.match,
                keys=None if charts is True else charts,
                viewer=self.viewer,
                hide_future=self.hidden,
                leader=self,
            )
            parts.append(self.charts)
        else:
            self.charts = None
        self.children = tuple(parts)

    def _tab_picked(self, at: int | None) -> None:
        if at == 3:
            self.rules()
        self._draw_live()

    def _draw_live(self) -> None:
        """The estimates of bets are worked out only while their tab is open."""
        if self.live_odds is not None:
            self.live_odds.look(self.viewer, self.tabs.selected_index == LIVE)

    # -------------------------------------------------------------- autoplay: one timer, ever

    def _start(self) -> None:
        if self._run is not None:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self.autoplay.value = False
            raise ValueError("Autoplay needs a running notebook; use forward() here.") from None
        self._run = loop.create_task(self._playing())

    async def _playing(self) -> None:
        try:
            while self._forward():
                await asyncio.sleep(PACE)
        except Exception as error:  # noqa: BLE001  shown where the person looks, as in every callback
            self.refuse(f"Autoplay stopped: {error}")
        finally:
            self._run = None
            self.autoplay.value = False

    def stop(self) -> None:
        """Stop autoplay."""
        run, self._run = self._run, None
        if run is not None:
            run.cancel()
        self.autoplay.value = False

    # -------------------------------------------------------------- settings

    def step_by(self, by: str) -> None:
        """Steps by "action", "turn" or "round"."""
        self.match.stops(by)
        self.by = self.by_choice.value = by
        self.catch_up()

    def view_as(self, viewer: Viewer) -> None:
        """Show what a seat, a spectator (SPECTATOR) or everybody together (OPEN) may know."""
        label = viewer_label(self.match, viewer)
        self.viewer = viewer
        self.viewer_choice.value = label
        if self.charts is not None:
            self.charts.view_as(viewer)
        self.say("")
        self.catch_up()

    def hide_future(self, hide: bool = True) -> None:
        """Show nothing of what comes after the cursor: not in lists, charts or the slider's length."""
        self.stop()
        self.hidden = self.hide_choice.value = hide
        if self.charts is not None:
            self.charts.hide_future(hide)
        self.catch_up()

    def suppose(self, outcome: Action) -> None:
        """What if chance had decided otherwise? Goes on in a side line; the record stays."""
        self.stop()
        node = self.chance_here()
        text = self._chance_text(node, outcome)
        with self.moving():
            self.match.suppose(outcome, node)
        self.say(
            f"Side line: what if it had been “{text}”. “Main line” (key =) goes back to what happened."
            if not self.match.node.is_main
            else "That is what happened."
        )

    def _guess_picked(self, row: str) -> None:
        if row != "head":
            self.suppose(self._guesses[int(row)])

    def chance_here(self) -> Node | None:
        """The chance that “What if” is about: the one that led here; else the one that comes next on this
        line, unless that is hidden; else the last one before."""
        match = self.match
        coming = match.actor == CHANCE and match.node.children and not self.hidden
        if coming and not match.node.chance:
            return match.node.children[min(match.node.followed, len(match.node.children) - 1)]
        return match.last_chance()

    def what_if(self) -> list[tuple[Action, Fraction]]:
        """Results that this chance could have had, with their exact odds."""
        node = self.chance_here()
        if node is None or node.parent is None or self._secret(node):
            return []
        outcomes = self.match.game.outcomes(node.parent.state)
        total = sum(weight for _, weight in outcomes)
        return [(action, Fraction(weight, total)) for action, weight in outcomes]

    def _chance_text(self, node: Node | None, outcome: Action) -> str:
        state = node.parent.state if node is not None and node.parent is not None else self.match.state
        return self.match.game.action_text(state, outcome)

    def _secret(self, node: Node) -> bool:
        """Chance told somebody else alone: a card that another player drew."""
        if self.viewer is OPEN:
            return False
        other = node.secret_of is not None and node.secret_of != self.viewer
        return other or any(not e.seen_by(self.viewer) for e in node.events)

    # -------------------------------------------------------------- what is shown

    def scene(self) -> Scene:
        """The board as shown: annotations, the last change and the overlay on it."""
        node = self.match.node
        scene = self.match.scene(self.viewer)
        marks = (*self.overlay_marks(), *last_change(scene, node, self.viewer))
        return scene.with_marks(*marks) if marks else scene

    def still_scene(self) -> Scene | None:
        return self.scene()

    def position(self) -> str:
        """ "Step 5 of 120", without the number of what is hidden."""
        at = self.match.node.ply
        return f"step {at}" if self.hidden else f"step {at} of {len(self.match.line()) - 1}"

    def words(self) -> list[str]:
        """What a person reads off the stepper, in sentences."""
        lines = [f"{self.position()}.".capitalize(), *self.match.words(self.viewer)]
        node = self.match.node
        if not node.is_main:
            lines.insert(1, "This is a side line.")
        if node.comment:
            lines.insert(1, f"Comment{' ' + node.glyph if node.glyph else ''}: {node.comment}")
        if self.said:
            lines.append(self.said)
        return lines

    def _draw(self) -> None:
        """Bring everything up to date with the match: a few small messages."""
        if self._drawing:
            return
        self._drawing = True
        try:
            self._draw_all()
        finally:
            self._drawing = False

    def _eyes(self) -> Viewer:
        return self.viewer

    def _redraw(self) -> None:
        self.catch_up()

    def _draw_all(self) -> None:
        match, node = self.match, self.match.node
        state = match.view(self.viewer)
        self._draw_overlays()
        self.board.show(self.scene(), match.game.panels(state, self.viewer))

        at = node.ply
        most = at if self.hidden else len(match.line()) - 1
        with self.slider.hold_sync():
            # Room first, then the value: a slider cuts a value that does not fit.
            self.slider.max = max(most, 1, self.slider.value)
            self.slider.value = at
            self.slider.max = max(most, 1)
        self._draw_buttons(node)
        self._draw_head(node, not node.is_main)
        self._draw_log()
        self._draw_moves()
        self._draw_if()
        self._draw_live()
        if self.charts is not None:
            self.charts.catch_up()

    def _draw_buttons(self, node: Node) -> None:
        """Each button is off exactly where it would do nothing, and says why."""
        start = "This is the first position" if node is self.match.root else ""
        end = "" if node.children else "This is the last position"
        hidden = "What comes is hidden" if self.hidden else ""
        why_not = {
            "first": start,
            "back": start,
            "forward": end,
            "last": end or hidden,
            "previous_comment": "" if self._comment_before() else "No comment comes before this",
            "next_comment": hidden or ("" if self._comment_after() else "No comment comes after this"),
            "main": "This is the main line" if node.is_main else "",
        }
        went_off = [set_button(self.buttons[key], why, TITLES[key]) for key, why in why_not.items()]
        went_off.append(set_button(self.autoplay, end, "Step by itself until the end"))
        if any(went_off):
            self.board.pick_up_focus()
        self.slider.disabled = not self.hidden and node is self.match.root and not node.children

    def _draw_head(self, node: Node, side: bool) -> None:
        match = self.match
        clock = match.clock
        if match.result is not None:
            ask = escape(match.outcome)
        elif match.actor >= 0:
            ask = f"{escape(match.names[match.actor])} to choose"
        else:
            ask = "chance decides next"
        title = escape(match.title or match.game.title)
        parts = [
            f'<span class="atl-title">{title}</span>',
            f'<span class="atl-clock">{escape(clock.label)}</span>',
            f'<span class="atl-ask">{ask}</span>',
            f'<span class="atl-clock">{escape(self.position())}</span>',
        ]
        if side:
            parts.append('<span class="atl-side">side line</span>')
        html = f'<div class="atl-head atl-walk">{"".join(parts)}</div>'
        if node.trouble:
            html += f'<div class="atl-trouble" role="alert">{escape(node.trouble)}</div>'
        self.head.value = html
        # The comment stands beside the board: buttons stay where they are from step to step.
        bits = [f"<b>{escape(part)}</b>" for part in (node.title, node.glyph) if part]
        said = " ".join([*bits, escape(node.comment)]).strip()
        style = 'style="white-space:pre-wrap"'
        self.note.value = f'<div class="atl-note" role="status" {style}>{said}</div>' if said else ""
        self.note.layout.display = None if said else "none"

    def _draw_log(self) -> None:
        match = self.match
        self._log, now = log_of(match, match.node.path() if self.hidden else match.line(), self.viewer)
        rows = log_rows(match, self._log, now)
        if rows != self.log_lines.rows:
            self.log_lines.rows = rows
        if self._picked is not None and self._picked.node is not match.node:
            self._picked = None
        if self._picked is not None:  # a step has several lines: the one that was asked about
            event = self._picked.event
            now = next((i for i, line in enumerate(self._log) if line.event is event), now)
        self.log_lines.current = str(now) if now >= 0 else ""

    def _draw_moves(self) -> None:
        rows, self._nodes, now = move_rows(self.match, self.viewer, self.hidden)
        if rows != self.move_lines.rows:
            self.move_lines.rows = rows
        self.move_lines.current = now

    def _draw_if(self) -> None:
        guesses, node = self.what_if(), self.chance_here()
        self._guesses = [action for action, _ in guesses]
        rows, now = if_rows(self.match, node, guesses) if node is not None and guesses else ([], "")
        if rows != self.if_lines.rows:
            self.if_lines.rows = rows
        self.if_lines.current = now

    # -------------------------------------------------------------- what people point at

    def _read(self, ids: tuple[str, ...]) -> str:
        text = self.board._read(ids)
        place = place_of(self.board.scene, ids)
        if place != self._place:
            self._place = place
            if self.overlay and not self._behind:
                state = self.match.view(self.viewer)
                self.board.show(self.scene(), self.match.game.panels(state, self.viewer))
        return text

    def _clicked(self, ids: tuple[str, ...], how: str) -> None:
        """A click on a space tells what happened there last, and why."""
        place = place_of(self.board.scene, ids)
        if place is None:
            return
        for line in reversed(self.match.story(self.viewer)):
            if place in line.places:
                self.say(f"Last here, at step {line.node.ply}: {line.text}", line.why())
                return
        self.say("Nothing has happened here yet.")

    def _log_picked(self, row: str) -> None:
        line = self._log[int(row.removeprefix("turn"))]
        if row.startswith("turn"):
            self._go(line.node.parent or line.node)
        else:
            self.why(line)

    def why(self, line: LogLine | int = -1) -> None:
        """Go to a line of the log (or the one with this number) and show the rules behind it."""
        if isinstance(line, int):
            line = self.match.story(self.viewer)[line]
        self._picked = line
        self._go(line.node)
        self._picked = line
        self._draw_log()
        behind = rules_of(self.match.game, line.rules)
        self.say(line.text, behind)
        if self.rules_tab.children and behind:
            self.rules(behind[0].id)

    def rules(self, rule_id: str = "") -> Any:
        """The rulebook in the tab "Rules", at the rule with this id."""
        if not self.rules_tab.children:
            from .rules import Rules

            self.rules_tab.children = (Rules(self.match.game),)
        book = self.rules_tab.children[0]
        behind = [i for e in self.match.node.events for i in e.rules if i in book.book]
        if rule_id or (book.rule is None and behind):
            book.focus(rule_id or behind[0])
        return book

    def _move_picked(self, row: str) -> None:
        self._go(self._nodes[row])

    def __repr__(self) -> str:
        where = "over" if self.match.actor == OVER else self.match.clock.label
        return f"Stepper({self.match.game.title}: {where}, {self.position()})"
