"""Odds of actions, live estimates of bets, and questions with sliders (explorers); also a plain picture."""

from __future__ import annotations

import asyncio
import ctypes
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from html import escape
from typing import Any

import ipywidgets as W

from ..core.charts import Answer, Control, Explorer
from ..core.forecast import FIRST, GOAL, Forecast
from ..core.game import OPEN, Action, Game, Viewer
from ..core.match import Match, Node
from ..core.odds import Odds
from ..core.scene import Scene
from ..view import odds as odds_view
from ..view import panels as panel_view
from ..view.still import chart_svg
from ..view.svg import svg
from .base import Live, a_match, capital, in_click
from .board import Board, Dress, Lines
from .charts import ChartBox
from .following import Following

SLICE = 0.02
"""Seconds of playing on between two looks at what the person does."""
KEPT = 12
"""Positions whose estimates are kept for the way back."""


class OddsView(Following):
    """`OddsView(match)`: choose an action and see where it leads, exactly. Follows the match, and stays
    with what its cell has shown while later cells run.

    An `Odds` may be given instead, to show that one.
    """

    match: Match | None  # type: ignore[assignment]  # odds alone have no match to follow

    def __init__(self, thing: Match | Odds) -> None:
        super().__init__()
        self.match = None if isinstance(thing, Odds) else a_match(thing, "OddsView")
        self.odds: Odds | None = thing if isinstance(thing, Odds) else None
        self._actions: list[Action] = []
        self.head = W.HTML()
        self.list = Lines(label="Actions", height="260px", empty="Nobody has to choose.")
        self.list.on_pick(self.guard(lambda row: self.of(self._actions[int(row)])))
        self.table = W.HTML()
        parts: list[W.Widget] = [self.head, self.message]
        if self.match is not None:
            parts.append(self.list)
        self.children = (Dress(), *parts, self.table)
        if self.match is not None:
            self.follow()
        else:
            self._table()

    def _draw(self) -> None:
        if self.match is not None:
            match = self.match
            self._actions = list(match.legal)
            self.list.rows = [
                {"id": str(i), "text": capital(match.text(a))} for i, a in enumerate(self._actions)
            ]
            self.odds = None
            who = f"{match.names[match.actor]}: {match.ask}" if match.actor >= 0 else match.clock.label
            self.head.value = f'<div class="atl-head"><span class="atl-ask">{escape(who)}</span></div>'
            if self._actions:
                self.of(self._actions[0])
                return
        self._table()

    def of(self, action: Action) -> Odds:
        """Show the odds of a legal action."""
        if self.match is None:
            raise ValueError("These odds stand alone; there is no match to choose an action of.")
        if action not in self._actions:
            raise ValueError(f"“{self.match.text(action)}” is not possible now.")
        self.odds = self.match.odds(action)
        self.list.current = str(self._actions.index(action))
        self._table()
        return self.odds

    def _table(self) -> None:
        if self.odds is None:
            self.table.value = ""
            return
        self.table.value = odds_view.odds_html(self.odds, self._title("What chance brings"))

    def _title(self, chance: str) -> str:
        odds = self.odds
        assert odds is not None
        return capital(odds.game.action_text(odds.before, odds.action)) if odds.action is not None else chance

    def words(self) -> list[str]:
        if self.odds is None:
            return []
        return [f"{self._title('Chance')}:", *self.odds.words()]

    def __repr__(self) -> str:
        return f"OddsView({self.odds!r})" if self.odds is not None else "OddsView()"


class LiveOdds(Live):
    """`LiveOdds(match)`: what every bet stands at here, refined while you look. Follows the match.

    The first estimate is there at once; then it is refined on the notebook's own event loop, a few
    milliseconds at a time, so buttons keep working. Another position starts anew; “Stop” ends it,
    “Refine” goes on. Where the last move came from is estimated too, to show how far it moved things.
    `viewer` is whose eyes: what they cannot see is imagined. `refine(2000)` does it from Python.
    """

    def __init__(self, match: Match, viewer: Viewer = OPEN, follow: bool = True) -> None:
        super().__init__()
        self.match = a_match(match, "LiveOdds")
        self.viewer: Viewer = viewer
        self.now: Forecast | None = None
        self.before: Forecast | None = None
        self.since = ""
        """The turn that `before` is taken from, in words."""
        self.shown = follow
        self._at: tuple[Node, Viewer] | None = None
        self._kept: dict[tuple[str, Viewer], Forecast] = {}
        self._work: asyncio.Task[None] | None = None
        self.head = W.HTML()
        self.page = W.ToggleButtons(style={"button_width": "auto"})
        self.hear(self.page, lambda _page: self._draw())
        self.progress = W.IntProgress(min=0, max=1, layout=W.Layout(width="130px"))
        self.progress_text = W.HTML()
        self.go_button = self.button("Refine", self.go_on, "Play on more often, for narrower intervals")
        self.stop_button = self.button("Stop", self.stop, "Keep what is estimated so far")
        self.table = W.HTML()
        row = W.HBox([self.progress, self.progress_text, self.go_button, self.stop_button])
        row.add_class("atl-row")
        self.children = (Dress(), self.head, row, self.page, self.table, self.message)
        if follow:
            self._ends.append(match.watch(self.guard(lambda _match: self.look(self.viewer))))
            self.look(viewer)

    def look(self, viewer: Viewer, shown: bool = True) -> None:
        """Show the match as it stands, as `viewer` may know it; with `shown` False, rest."""
        self.viewer, self.shown = viewer, shown
        if not shown:
            self._end()
            return
        if self._at == (self.match.node, viewer):
            return
        self._end()
        self._at = (self.match.node, viewer)
        self.now = self._keep(self.match.forecast(viewer))
        then = self.match.moved_from(viewer)
        self.before = self._keep(then[1]) if then is not None else None
        clock = self.match.clock_at(then[0]) if then is not None else None
        self.since = clock.label.removeprefix(f"round {clock.round}, ") if clock is not None else ""
        self.say("")
        if self.now is not None:
            self.now.refine(FIRST)
        self._draw()
        self.go_on()

    def _keep(self, forecast: Forecast | None) -> Forecast | None:
        """The same position seen again a little later goes on from where it was."""
        if forecast is None:
            return None
        key = (forecast.state.digest(), self.viewer)
        forecast = self._kept.pop(key, forecast)
        self._kept[key] = forecast
        while len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
        return forecast

    # -------------------------------------------------------------- refining

    @property
    def running(self) -> bool:
        return self._work is not None

    def _goals(self) -> list[tuple[Forecast, int]]:
        """What to refine, and how far: both positions a little, then all the way."""
        parts = [f for f in (self.now, self.before) if f is not None]
        return [(f, n) for part in (GOAL // 10, GOAL) for f in parts for n in [min(part, f.goal)]]

    def go_on(self) -> None:
        """Refine in the background; where no event loop runs (a plain script), nothing happens."""
        if self._work is not None or all(f.done for f, _ in self._goals()):
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        self._work = loop.create_task(self._refine())
        self._draw_progress()

    async def _refine(self) -> None:
        drawn = time.monotonic()
        try:
            for forecast, goal in self._goals():
                while not forecast.settled and forecast.n < goal:
                    began = time.monotonic()
                    while time.monotonic() - began < SLICE and forecast.n < goal:
                        forecast.step()
                    if time.monotonic() - drawn > 0.4:
                        self._draw()
                        drawn = time.monotonic()
                    await asyncio.sleep(0.001)  # clicks and cells come first
        except Exception as error:  # noqa: BLE001  shown where the person looks, as in every callback
            self.refuse(f"The estimate stopped: {type(error).__name__}: {error}")
        self._work = None
        self._draw()

    def refine(self, n: int = GOAL) -> list[str]:
        """Refine to `n` rounds now, and wait for it; gives the lines that are shown."""
        self.stop()
        for forecast in (self.now, self.before):
            if forecast is not None:
                forecast.refine(n)
        self._draw()
        return self.words()

    def stop(self) -> None:
        """Keep what is estimated so far."""
        self._end()
        self._draw_progress()

    def _end(self) -> None:
        work, self._work = self._work, None
        if work is not None:
            work.cancel()

    # -------------------------------------------------------------- showing

    def _draw(self) -> None:
        now = self.now
        clock = self.match.clock.label
        if now is None:
            self.head.value = '<p class="atl-soft">This game offers no such estimates here.</p>'
            self.table.value, self.page.layout.display = "", "none"
            self._draw_progress()
            return
        self.head.value = (
            f'<div role="status"><b>What the bets stand at</b>, {escape(clock)}: {escape(now.source)}.</div>'
        )
        pages = odds_view.pages(now.groups())
        page = self.page.value if self.page.value in pages else pages[0]
        if list(self.page.options) != pages:
            self.page.options = pages
        if self.page.value != page:
            self.page.value = page
        self.page.layout.display = None if len(pages) > 1 else "none"
        self.table.value = odds_view.forecast_html(now, page, now.moved(self.before), self.since)
        self._draw_progress()

    def _draw_progress(self) -> None:
        parts = [f for f in (self.now, self.before) if f is not None and not f.settled]
        done = all(f.done for f in parts)
        self.progress.max = max(1, sum(f.goal for f in parts))
        self.progress.value = sum(min(f.n, f.goal) for f in parts)
        counts = []
        if self.now in parts and self.now is not None:
            counts.append(f"{self.now.n:,} of {self.now.goal:,} rounds")
        if self.before in parts and self.before is not None:
            counts.append(f"{self.before.n:,} before the move")
        self.progress_text.value = f'<span class="atl-soft">{", ".join(counts)}</span>'
        self.progress.layout.display = None if parts else "none"
        self.go_button.layout.display = None if not done and not self.running else "none"
        self.stop_button.layout.display = None if self.running else "none"

    def words(self) -> list[str]:
        if self.now is None:
            return ["This game offers no such estimates here."]
        since = [f"Moves are since {self.since}."] if self.since else []
        return [f"What the bets stand at, {self.match.clock.label}.", *since, *self.now.words(self.before)]

    def __repr__(self) -> str:
        return f"LiveOdds({self.match.game.title}: {self.match.clock.label})"


class _Stopped(BaseException):
    """Raised inside a job that nobody waits for any more."""


class Job:
    """A long calculation in a thread of its own, which can be stopped."""

    def __init__(self, call: Callable[[], Answer], values: Mapping[str, Any] | None = None) -> None:
        self._call = call
        self.values = dict(values or {})
        """The inputs that it is about."""
        self._found: Answer | None = None
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def _work(self) -> None:
        try:
            self._found = self._call()
        except BaseException as error:  # noqa: BLE001  raised again where the result is taken
            self._error = error

    @property
    def runs(self) -> bool:
        return self._thread.is_alive()

    def result(self) -> Answer:
        """The answer. Raises what the calculation raised."""
        self._thread.join()
        if self._error is not None:
            raise self._error
        assert self._found is not None
        return self._found

    def stop(self) -> None:
        """End the thread at its next step of Python; it has no lock or file to leave behind."""
        if self._thread.ident is not None:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(self._thread.ident), ctypes.py_object(_Stopped)
            )


class Explore(Live):
    """`Explore("sinking")` or `Explore(explorer)`: a question with sliders, answered at once.

    `set(dice=3)` moves the sliders from Python; `answer` is the last answer.
    """

    def __init__(self, thing: str | Game[Any] | Explorer, key: str | None = None, live: bool = True) -> None:
        super().__init__()
        if isinstance(thing, Explorer):
            explorers: tuple[Explorer, ...] = (thing,)
        else:
            from ..core.match import find_game

            explorers = find_game(thing).explorers()
        if not explorers:
            raise ValueError("This game has no explorers.")
        self.explorers = {e.key: e for e in explorers}
        if key is not None and key not in self.explorers:
            raise ValueError(f"There is no explorer {key!r}; there are: {', '.join(self.explorers)}.")
        self.answer: Answer | None = None
        self.inputs: dict[str, W.Widget] = {}
        self._chart = 0
        self._quiet = False
        self._job: Job | None = None
        self._waiting: asyncio.Task[None] | None = None
        self.choice = W.Dropdown(
            description="Question",
            options=[(e.title, e.key) for e in explorers],
            value=key or explorers[0].key,
            layout=W.Layout(width="auto", max_width="520px"),
        )
        self.hear(self.choice, self.pick)
        self.question = W.HTML()
        self.controls = W.VBox()
        self.run_button = self.button("Work it out", self.run, "This one takes a moment")
        self.result = W.HTML()
        self.chart_choice = W.Dropdown(description="Chart", layout=W.Layout(width="auto", max_width="420px"))
        self.hear(self.chart_choice, self._chart_picked)
        self.box = ChartBox(live)
        self.boards = W.VBox()
        one = len(explorers) == 1
        self.choice.layout.display = "none" if one else None
        self.dress = Dress()
        self.hear(self.dress, self.box.dress, "theme")
        self.stop_button = self.button("Stop", self.stop, "Give up this answer")
        self.stop_button.layout.display = "none"
        self.progress = W.HTML()
        self.old = W.HTML()
        """Says that the answer shown is for other inputs than those that stand there now."""
        self._asked: dict[str, Any] = {}
        self._took: dict[str, float] = {}
        """Seconds that the last answer to each question took."""
        row = W.HBox([self.run_button, self.stop_button, self.progress])
        ask = W.VBox([self.controls, row, self.message, self.old, self.result])
        show = W.VBox([self.chart_choice, self.box, self.boards])
        body = W.Box([ask, show])
        body.add_class("atl-two")
        self.children = (self.dress, self.choice, self.question, body)
        self.pick(self.choice.value)

    @property
    def explorer(self) -> Explorer:
        return self.explorers[self.choice.value]

    def pick(self, key: str) -> None:
        """Another question."""
        if key not in self.explorers:
            raise ValueError(f"There is no explorer {key!r}; there are: {', '.join(self.explorers)}.")
        self.choice.value = key
        explorer = self.explorer
        self.question.value = (
            f'<div class="atl-head"><span class="atl-title">{escape(explorer.title)}</span>'
            f'<span class="atl-clock">{escape(explorer.question)}</span></div>'
        )
        old = self.controls.children
        self.inputs = {c.key: entry(c) for c in explorer.controls}
        for widget in self.inputs.values():
            self.hear(widget, lambda _value: self._moved())
        helps = {c.key: c.help for c in explorer.controls}
        self.controls.children = tuple(
            W.VBox([w, W.HTML(f'<div class="atl-help atl-soft">{escape(helps[k])}</div>')]) if helps[k] else w
            for k, w in self.inputs.items()
        )
        for part in old:
            for below in getattr(part, "children", ()):
                below.close()
            part.close()
        self.run_button.layout.display = None if explorer.slow else "none"
        self._chart, self.answer = 0, None
        self.stop()
        if explorer.slow:
            self._clear()
        else:
            self.run()

    def _moved(self) -> None:
        if self._quiet:
            return
        if self.explorer.slow:
            self.say("The inputs have changed; “Work it out” gives the new answer.")
            self._mark_old()
        else:
            self.run()

    def set(self, **values: Any) -> Answer | None:
        """Move inputs, by key, and answer. Raises ValueError for a key or value that does not fit."""
        for key, value in values.items():
            if key not in self.inputs:
                raise ValueError(f"There is no input {key!r}; there are: {', '.join(self.inputs)}.")
            control = next(c for c in self.explorer.controls if c.key == key)
            if control.values and value not in control.values:
                raise ValueError(f"{control.label} is one of {', '.join(map(str, control.values))}.")
            low, high = control.low, control.high
            if (low is not None and value < low) or (high is not None and value > high):
                raise ValueError(f"{control.label} is from {low} to {high}, not {value}.")
        self._quiet = True
        try:
            for key, value in values.items():
                self.inputs[key].value = value
        finally:
            self._quiet = False
        self.run()
        return self.answer

    def run(self) -> None:
        """Answer for the inputs as they stand.

        A slow question asked with a click is worked out in the background, with a Stop button.
        """
        self.stop()
        values = {key: widget.value for key, widget in self.inputs.items()}
        if self.explorer.slow and in_click():
            self._job = Job(partial(self.explorer.run, **values), values)
            self.stop_button.layout.display, self.run_button.disabled = None, True
            self._mark_old()
            self._waiting = asyncio.get_running_loop().create_task(self._wait(self._job))
            return
        self.answer = self.explorer.run(**values)
        self._asked = values
        self.say("")
        self._draw()

    def _mark_old(self) -> None:
        """An answer that stays while its inputs have changed, or are worked out anew, says so."""
        now = {key: widget.value for key, widget in self.inputs.items()}
        old = self.answer is not None and (now != self._asked or self._job is not None)
        words = (
            [f"{c.label} {c.value_text(self._asked[c.key])}" for c in self.explorer.controls] if old else []
        )
        text = f"The answer before, for {', '.join(words)}:" if old else ""
        self.old.value = f'<p class="atl-soft" role="status"><b>{escape(text)}</b></p>' if text else ""

    async def _wait(self, job: Job) -> None:
        began = time.monotonic()
        while job.runs:
            passed = time.monotonic() - began
            self.say(f"Working it out ... {passed:.0f} s. Stop gives it up.")
            self.progress.value = progress_html(passed, self._took.get(self.explorer.key))
            await asyncio.sleep(0.2)
        if job is self._job:
            self._took[self.explorer.key] = time.monotonic() - began
            self._settled()
            self.guard(self._take)(job)

    def _take(self, job: Job) -> None:
        self.answer = job.result()
        self._asked = job.values
        self.say("")
        self._draw()

    def stop(self) -> None:
        """Give up the answer that is being worked out; what is shown stays."""
        job = self._job
        if job is not None:
            self._settled()
            job.stop()
            self.say("Stopped; there is no new answer.")

    def _settled(self) -> None:
        self._job = None
        self.progress.value = ""
        self._mark_old()
        self.stop_button.layout.display, self.run_button.disabled = "none", False

    def _clear(self) -> None:
        self.answer = None
        self.result.value = self.old.value = ""
        self.chart_choice.layout.display = self.box.layout.display = "none"
        self._boards(())

    def _draw(self) -> None:
        answer = self.answer
        assert answer is not None
        self._mark_old()
        tables = panel_view.panels_html(answer.tables, style=True) if answer.tables else ""
        self.result.value = f'<p role="status" aria-live="polite">{escape(answer.words)}</p>{tables}'
        charts = answer.charts
        self.box.layout.display = None if charts else "none"
        self.chart_choice.layout.display = None if len(charts) > 1 else "none"
        if charts:
            self._chart = min(self._chart, len(charts) - 1)
            options = [(c.title, i) for i, c in enumerate(charts)]
            if list(self.chart_choice.options) != options:
                self._quiet = True
                self.chart_choice.options = options
                self.chart_choice.value = self._chart
                self._quiet = False
            self.box.show(charts[self._chart])
        self._boards(answer.scenes)

    def _chart_picked(self, i: int | None) -> None:
        if not self._quiet and i is not None and self.answer is not None and i < len(self.answer.charts):
            self._chart = i
            self.box.show(self.answer.charts[i])

    def _boards(self, scenes: tuple[Scene, ...]) -> None:
        boards = list(self.boards.children)
        while len(boards) > len(scenes):
            boards.pop().close()
        while len(boards) < len(scenes):
            boards.append(Board(height="46vh"))
        for board, scene in zip(boards, scenes, strict=True):
            board.show(scene)
        self.boards.children = tuple(boards)

    def words(self) -> list[str]:
        """The question, the inputs and the answer in sentences."""
        lines = [self.explorer.question]
        lines += [f"{c.label}: {c.value_text(self.inputs[c.key].value)}." for c in self.explorer.controls]
        if self.answer is not None:
            lines.append(self.answer.words)
            for table in self.answer.tables:
                lines += table.words()
        return lines

    def still_pictures(self) -> list[str]:
        if self.answer is None:
            return []
        charts = [chart_svg(chart) for chart in self.answer.charts[self._chart : self._chart + 1]]
        return [*charts, *(svg(scene, still=True) for scene in self.answer.scenes[:1])]

    def __repr__(self) -> str:
        return f"Explore({self.explorer.title!r})"


def progress_html(passed: float, took: float | None) -> str:
    """A bar that fills in the time the last answer took; where there was none, one that only moves."""
    if took is None:
        return '<progress aria-label="Working it out"></progress>'
    share = min(passed / took, 0.97) if took > 0 else 0.97
    label = "Working it out, by the time of the last answer"
    return f'<progress aria-label="{label}" value="{share:.2f}" max="1"></progress>'


def entry(control: Control) -> W.Widget:
    """The input of a control: a list, a slider or a switch."""
    style = {"style": {"description_width": "180px"}, "layout": W.Layout(width="460px", max_width="100%")}
    if control.values:
        return W.Dropdown(
            description=control.label,
            options=[(control.value_text(v), v) for v in control.values],
            value=control.default,
            **style,
        )
    if control.low is not None and control.high is not None:
        return W.IntSlider(
            description=control.label,
            value=control.default,
            min=control.low,
            max=control.high,
            step=control.step,
            continuous_update=False,
            **style,
        )
    return W.Checkbox(
        description=control.label, value=bool(control.default), indent=True, style=style["style"]
    )


class Picture(Live):
    """A scene as a live board that reads out what is under the pointer or the keyboard's cursor."""

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self.scene = scene
        self.board = Board(scene)
        self.children = (self.board,)

    def still_scene(self) -> Scene | None:
        return self.scene

    def words(self) -> list[str]:
        return self.scene.words()

    def __repr__(self) -> str:
        return f"Picture({self.scene.title!r})"
