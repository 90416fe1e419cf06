"""Odds of actions, and questions with sliders (explorers); also a plain picture."""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets as W

from ..core.charts import Answer, Control, Explorer
from ..core.game import Action, Game
from ..core.match import Match
from ..core.odds import Odds
from ..core.scene import Scene
from ..view import odds as odds_view
from ..view import panels as panel_view
from .base import Live
from .board import Board, Dress, Lines
from .charts import ChartBox
from .stepper import capital


class OddsView(Live):
    """`OddsView(match)`: choose an action and see where it leads, exactly. Follows the match.

    An `Odds` may be given instead, to show that one.
    """

    def __init__(self, thing: Match | Odds) -> None:
        super().__init__()
        self.match = thing if isinstance(thing, Match) else None
        self.odds: Odds | None = thing if isinstance(thing, Odds) else None
        self._actions: list[Action] = []
        self.head = W.HTML()
        self.list = Lines(label="Actions", height="260px", empty="Nobody has to choose.")
        self.list.on_pick(self.guard(lambda row: self.of(self._actions[int(row)])))
        self.table = W.HTML()
        parts: list[W.Widget] = [self.head, self.message]
        if self.match is not None:
            parts.append(self.list)
            self._ends.append(self.match.watch(self.guard(lambda _match: self._changed())))
        self.children = (Dress(), *parts, self.table)
        self._changed()

    def _changed(self) -> None:
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
        self._draw()

    def of(self, action: Action) -> Odds:
        """Show the odds of a legal action."""
        if self.match is None:
            raise ValueError("These odds stand alone; there is no match to choose an action of.")
        if action not in self._actions:
            raise ValueError(f"“{self.match.text(action)}” is not possible now.")
        self.odds = self.match.odds(action)
        self.list.current = str(self._actions.index(action))
        self._draw()
        return self.odds

    def _draw(self) -> None:
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
        self.live = live
        self.answer: Answer | None = None
        self.inputs: dict[str, W.Widget] = {}
        self._chart = 0
        self._quiet = False
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
        self.box = ChartBox()
        self.boards = W.VBox()
        one = len(explorers) == 1
        self.choice.layout.display = "none" if one else None
        self.children = (
            Dress(),
            self.choice,
            self.question,
            self.controls,
            self.run_button,
            self.message,
            self.result,
            self.chart_choice,
            self.box,
            self.boards,
        )
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
            W.HBox([w, W.HTML(f'<span class="atl-soft">{escape(helps[k])}</span>')]) if helps[k] else w
            for k, w in self.inputs.items()
        )
        for part in old:
            for below in getattr(part, "children", ()):
                below.close()
            part.close()
        self.run_button.layout.display = None if explorer.slow else "none"
        self._chart = 0
        if explorer.slow:
            self._clear()
        else:
            self.run()

    def _moved(self) -> None:
        if self._quiet:
            return
        if self.explorer.slow:
            self.say("The inputs have changed; “Work it out” gives the new answer.")
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
        """Answer for the inputs as they stand."""
        if self.explorer.slow:
            self.say("Working it out ...")
        self.answer = self.explorer.run(**{key: widget.value for key, widget in self.inputs.items()})
        self.say("")
        self._draw()

    def _clear(self) -> None:
        self.answer = None
        self.result.value = ""
        self.chart_choice.layout.display = self.box.layout.display = "none"
        self._boards(())

    def _draw(self) -> None:
        answer = self.answer
        assert answer is not None
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
            self.box.show(charts[self._chart], take=self.live)
        self._boards(answer.scenes)

    def _chart_picked(self, i: int | None) -> None:
        if not self._quiet and i is not None and self.answer is not None and i < len(self.answer.charts):
            self._chart = i
            self.box.show(self.answer.charts[i], take=self.live)

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
        lines += [f"{c.label}: {self.inputs[c.key].value}." for c in self.explorer.controls]
        if self.answer is not None:
            lines.append(self.answer.words)
            for table in self.answer.tables:
                lines += table.words()
        return lines

    def still_scene(self) -> Scene | None:
        return self.answer.scenes[0] if self.answer is not None and self.answer.scenes else None

    def __repr__(self) -> str:
        return f"Explore({self.explorer.title!r})"


def entry(control: Control) -> W.Widget:
    """The input of a control: a list, a slider or a switch."""
    style = {"style": {"description_width": "180px"}, "layout": W.Layout(width="460px")}
    if control.values:
        return W.Dropdown(
            description=control.label, options=list(control.values), value=control.default, **style
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
