"""Play: play a match by clicking, against people and bots.

Everything offered comes from the legal actions: what may be clicked next are the clicks that
continue those chosen so far. An illegal click is answered with a sentence and the rule behind it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from html import escape
from typing import Any

import ipywidgets as W

from ..core.bots import bot_name, by_seat
from ..core.game import OPEN, OVER, Action, Viewer, plural
from ..core.match import GLYPHS, IllegalAction, LogLine, Match, Node
from ..core.odds import Odds
from ..core.scene import Mark, Panel, Scene
from .base import a_match, capital, folded_html, rules_of, set_button
from .board import Board, Lines
from .keys import Keys
from .live_tab import LIVE, live_odds
from .overlays import WithOverlays
from .pointing import last_change, place_of
from .table_bots import WithBots
from .table_choices import WithChoices
from .table_files import WithFiles
from .table_odds import WithOdds
from .table_pause import result_html

NOTHING_OF_YOURS = "Only bots have chosen so far: there is nothing of yours to take back."


ON_BOARD = ("cell", "piece", "edge", "slot")
"""Kinds of clicks that are made on the board."""
LOG = 60
"""Lines of the log that are shown at first; each "Earlier" shows as many again."""


class Play(WithChoices, WithOdds, WithOverlays, WithBots, WithFiles):
    """`Play(match, bots={1: "greedy"})`: a table to play at. Seats without a bot are people.

    The board shows what the person to choose may know; when the next person sits at the same screen
    and there are secrets, a cover asks the others to look away first. Where the game has something to
    look at (a scored round, dice to throw), play waits for `go_on()`. `click("cell:0,2")`,
    `press("Done")`, `undo()` ... do what the buttons do.
    """

    def __init__(
        self,
        match: Match,
        bots: Any = None,
        auto: bool = True,
        open_cards: bool = False,
    ) -> None:
        self.match = a_match(match, "Play")
        self.bots = by_seat(bots, len(match.names)) if bots is not None else {}
        super().__init__()
        self.auto = auto
        self.open_cards = open_cards
        """Everybody sees everything: for teaching and trying out."""
        self.chosen: tuple[str, ...] = ()
        self.waiting: Action | None = None
        """An action that asks for a yes first ("ask before")."""
        self._odds_of: Action | None = None
        self._odds_found: tuple[Node, Action, Odds | None] | None = None
        self._looked: Node | None = None
        self.stepper = None
        self._seat = self._first_person()
        self._covered = False
        self._running = False
        self._halt = False
        self._task: asyncio.Task[None] | None = None
        self._shown_actions: list[Action] = []
        self._log: list[LogLine] = []
        self._lines = LOG
        self._build()
        self._ends.append(match.watch(self.guard(lambda _match: self._changed())))
        self._changed()
        if self.auto and not self.held():
            self.play_bots()

    def _first_person(self) -> int:
        people = [s for s in range(len(self.match.names)) if s not in self.bots]
        actor = self.match.actor
        return actor if actor in people else people[0] if people else -1

    # -------------------------------------------------------------- the parts

    def _build(self) -> None:
        b = self.button
        self.head = W.HTML()
        self.prompt = W.HTML()
        self.prompt.add_class("atl-prompt")
        self.message.add_class("atl-said")
        self.guide = Keys()
        self.below = W.VBox()
        self.board = Board()
        self.board.on_click(self.guard(self._clicked))
        self.board.on_escape(self.guard(self.cancel))
        self.board.on_at(self.guard(self._read))
        self.choices = W.HBox()
        for name in ("atl-row", "atl-choices"):
            self.choices.add_class(name)
        self.cover = W.VBox()
        self.odds_html = W.HTML()
        self.log_lines = Lines(label="Log: choose a line to see why", height="200px", follow=True)
        self.log_lines.on_pick(self.guard(self._log_picked))
        self.all_lines = Lines(label="All choices", height="200px", empty="Nobody has to choose.")
        self.all_lines.on_pick(self.guard(lambda row: self.do(self._shown_actions[int(row)])))
        self.note = W.Textarea(
            description="Comment",
            placeholder="What do you think of this move?",
            layout=W.Layout(width="100%", height="70px"),
        )
        self.glyph = W.Dropdown(
            description="Mark",
            options=[(g or "none", g) for g in GLYPHS],
            value="",
            layout=W.Layout(width="150px"),
        )
        self.file = W.Text(
            description="File", value=f"{self.match.game.id}.json", layout=W.Layout(width="100%")
        )
        self.text = W.Textarea(
            description="Position",
            placeholder="“Copy position” puts a text here; paste one to start from there.",
            layout=W.Layout(width="100%", height="90px"),
        )
        comment = W.VBox([self.note, self.glyph, b("Keep comment", self._keep, "Write it to this move")])
        files = [b("Save", self._save, "Write the match to the file"), b("Load", self._load, "Open the file")]
        position = [
            b("Copy position", self.copy, "Show the position as text"),
            b("Paste position", self._paste, "Start from the text"),
        ]
        saving = W.VBox([self.file, W.HBox(files), self.text, W.HBox(position)])
        self.tabs = W.Tab(
            [self.log_lines, self.all_lines, comment, saving],
            titles=["Log", "All choices", "Comment", "Save"],
        )
        self.tabs.add_class("atl-tabs")
        self.live_odds = live_odds(self.match, self.tabs)
        self.hear(self.tabs, lambda _at: self._draw_live(), "selected_index")
        self.ask_toggle = W.ToggleButton(
            description="Ask before",
            tooltip="Say what follows, with exact odds, and ask before dice fall or the turn passes on",
        )
        self.hear(self.ask_toggle, lambda _on: self.cancel())
        self.buttons = {
            "undo": b("Undo", self.undo),
            "redo": b("Redo", self.redo),
            "cancel": b("Cancel", self.cancel),
            "bots": b("Bots play on", self.play_bots),
            "stop": b("Stop", self.stop),
        }
        tools = W.HBox([*self.buttons.values(), self.ask_toggle, self._make_overlays()])
        for name in ("atl-row", "atl-tools"):
            tools.add_class(name)
        side = W.VBox([self.prompt, self.choices, self.message, self.odds_html])
        for name in ("atl-first", "atl-asks"):
            side.add_class(name)
        self.body = W.Box([self.board, side, self.tabs])
        self.body.add_class("atl-body")
        self.children = (self.head, tools, self.cover, self.body, self.guide, self.below)

    # -------------------------------------------------------------- whose eyes

    @property
    def viewer(self) -> Viewer:
        """Whose view the board shows now."""
        if self.open_cards or self.match.actor == OVER:
            return OPEN
        return self._seat if self._seat >= 0 else OPEN

    def _seats(self) -> None:
        """When another person has to choose: turn to that seat, covered if there are secrets."""
        actor = self.match.actor
        if actor < 0 or actor in self.bots or actor == self._seat or self.held():
            return
        before, self._seat = self._seat, actor
        if self.open_cards or before < 0 or before in self.bots:
            return
        game, state = self.match.game, self.match.state
        self._covered = game.view(state, before).digest() != game.view(state, actor).digest()

    def ready(self) -> None:
        """The person to choose sits at the screen alone: take the cover away."""
        self._covered = False
        self._draw()

    # -------------------------------------------------------------- choosing

    def offered(self) -> dict[str, list[Action]]:
        """Click id -> the actions that it leads to, given what is chosen so far."""
        n = len(self.chosen)
        found: dict[str, list[Action]] = {}
        if self._mine():
            for action in self.match.legal:
                clicks = action.clicks
                if len(clicks) > n and clicks[:n] == self.chosen:
                    found.setdefault(clicks[n], []).append(action)
        return found

    def _alike(self, offered: dict[str, list[Action]]) -> dict[str, list[Action]]:
        """What is offered, and the clicks that mean the same here (Game.same)."""
        same = self.match.game.same(self.match.state)
        return offered | {click: offered[name] for click, name in same.items() if name in offered}

    def _mine(self) -> bool:
        person = self.match.actor >= 0 and self.match.actor not in self.bots
        return person and not self._covered and not self.held()

    def click(self, *ids: str) -> None:
        """Click on one thing, or on several one after the other.

        Raises IllegalAction, with the rule, for what may not be chosen.
        """
        for name in ids:
            self._choose((name,), exact=True)

    def press(self, label: str) -> None:
        """Press the button with this label."""
        if f"button:{label}" in self.offered():
            self.click(f"button:{label}")
            return
        words = {self._label(name, actions): name for name, actions in self.offered().items()}
        if label not in words:
            raise ValueError(f"There is no button {label!r} now; there are: {', '.join(words) or 'none'}.")
        self.click(words[label])

    def do(self, action: Action) -> None:
        """Play an action, or with “Ask before” show its odds and wait for `confirm`."""
        illegal = self.match.why_not(action)
        if illegal is not None:
            raise IllegalAction(illegal)
        if self.ask_toggle.value and self.waiting != action and self._is_grave(action):
            self.waiting = action
            self.show_odds(action)
            self._draw()
            return
        self.chosen, self.waiting = (), None
        self._odds_of = None
        self.say("")
        self.match.play(action, look=True)
        if self.auto and not self.held():
            self.play_bots()

    def confirm(self) -> None:
        """Yes, play what “Ask before” is asking about."""
        if self.waiting is None:
            raise ValueError("There is nothing to confirm.")
        self.do(self.waiting)

    def cancel(self) -> None:
        """Take back what is chosen so far of an action, or what was taken up."""
        back = self._way_back()
        if back is not None and self.waiting is None:
            self.do(back)
            return
        self.chosen, self.waiting, self._odds_of = (), None, None
        self.say("")
        self._draw()

    def _way_back(self) -> Action | None:
        """The choice that takes back what was begun, such as a unit taken up; None if there is none."""
        if not self._mine() or self.chosen:
            return None
        return next((action for action in self.match.legal if action.back), None)

    def _took_back(self, wanted: Sequence[str]) -> bool:
        """A click that is a choice only after what was begun is taken back: take it back first."""
        back, match = self._way_back(), self.match
        if back is None:
            return False
        after, _ = match.game.step(match.state, back)
        if {action.clicks[0] for action in match.game.legal(after)}.isdisjoint(wanted):
            return False
        match.play(back)
        return True

    def _choose(self, ids: Sequence[str], exact: bool = False) -> None:
        """One click that may mean any of `ids`, the innermost first."""
        if self._covered:
            raise ValueError("First the others look away.")
        if self._running:
            raise ValueError("The bots are playing; press Stop to take over.")
        if self.held():
            raise ValueError(f"{self.held()} “{self.next_label()}” goes on.")
        offered = self.offered()
        same = self.match.game.same(self.match.state)
        wanted = list(ids) if exact else self._meant(ids)
        wanted += [same[name] for name in wanted if name in same]
        hits = [name for name in wanted if name in offered]
        if not hits and self.chosen and not exact:
            # A click on something else that starts an action begins anew.
            whole, self.chosen = self.chosen, ()
            fresh = [name for name in wanted if name in self.offered()]
            if fresh and fresh[0] != whole[0]:
                hits, offered = fresh, self.offered()
            elif fresh:
                self.cancel()
                return
            else:
                self.chosen = whole
        if not hits and self._took_back(wanted):
            self._choose(ids, exact)
            return
        if not hits:
            self._refuse_clicks(wanted)
            return
        name = hits[0]
        self.chosen = (*self.chosen, name)
        self.waiting = None
        done = [a for a in offered[name] if a.clicks == self.chosen]
        if done:
            self.do(done[0])
        else:
            self.say("")
            self._draw()

    def _meant(self, ids: Sequence[str]) -> list[str]:
        """Click ids, and those of the pieces that stand where the click went."""
        found = list(ids)
        scene = self.board.scene
        place = place_of(scene, ids)
        if scene is not None and place is not None:
            found += [p.click for p in scene.pieces if p.place == place and p.click not in found]
            if f"cell:{place}" not in found:
                found.append(f"cell:{place}")
        return found

    def _refuse_clicks(self, wanted: Sequence[str]) -> None:
        if not wanted:
            return
        why = None
        for name in wanted:
            why = self.match.why_not((*self.chosen, name))
            if why is not None and not why.sentence.startswith("That is not a choice"):
                break
        if why is None:
            return
        raise IllegalAction(why)

    def refuse_illegal(self, error: IllegalAction) -> None:
        rules = rules_of(self.match.game, error.illegal.rules)
        self.refuse(error.illegal.sentence, rules)
        self.message.value = folded_html("atl-trouble", "alert", self.said, rules)

    def _clicked(self, ids: tuple[str, ...], how: str) -> None:
        self._choose(ids)

    def _read(self, ids: tuple[str, ...]) -> str:
        """What is under the pointer; with “Ask before” also the odds of a click there."""
        text = self.board._read(ids)
        place = place_of(self.board.scene, ids)
        if place != self._place:
            self._place = place
            if self.overlay and not self._covered:
                self._show_board()
        offered = self._alike(self.offered())
        for name in self._meant(ids):
            if name in offered:
                actions = offered[name]
                here = [a for a in actions if a.clicks == (*self.chosen, name)]
                if here:
                    text = f"{text} Click: {self.match.text(here[0])}."
                    if self.ask_toggle.value:
                        text += " " + " ".join(self._odds_words(here[0])[:3])
                else:
                    text = f"{text} Click to choose; {plural(len(actions), 'way')} to go on."
                break
        else:
            # Something is taken up: say why it may not go here.
            why = self.match.why_not(self._meant(ids)[-1:]) if ids and self._way_back() else None
            if why is not None and not why.sentence.startswith("That is not a choice"):
                text = f"{text} {why.sentence}"
        return text.strip()

    # -------------------------------------------------------------- undo

    def undo(self) -> str:
        """Take back the last choice, and the bots' after it; says what it did."""
        self.chosen, self.waiting, self._odds_of = (), None, None
        words = self.match.undo_words()
        if self._last_choice() is not None:
            words = self.match.undo().words
            while self.match.actor in self._playing_bots() and self.match.can_undo:
                words = self.match.undo().words
        elif self.match.can_undo:
            words = NOTHING_OF_YOURS
        self.say(words)
        self._draw()
        return words

    def redo(self) -> str:
        """Do again what was taken back, and the bots' answers to it; says what it did."""
        words = self.match.redo()
        while self.match.actor in self._playing_bots() and self.match.can_redo:
            self.match.redo()
        self.say(words)
        self._draw()
        return words

    def _playing_bots(self) -> Collection[int]:
        """Seats whose choices are passed over by undo and redo: the bots', unless all are bots."""
        return self.bots if len(self.bots) < len(self.match.names) else ()

    def _last_choice(self) -> Node | None:
        """The choice that “Undo” takes back: the last one of a person."""
        match, bots = self.match, self._playing_bots()
        for node in reversed(match.node.path()[1:]):
            if not node.chance and node.parent and match.game.actor(node.parent.state) not in bots:
                return node
        return None

    def _log_picked(self, row: str) -> None:
        if row == "earlier":
            self._lines += 4 * LOG
            self._draw_log()
        else:
            self.why(int(row))

    def why(self, line: int = -1) -> None:
        """Show the rules behind a line of the log."""
        story = self.match.story(self.viewer)
        self.say(story[line].text, story[line].why() or rules_of(self.match.game, story[line].rules))

    # -------------------------------------------------------------- what is shown

    def _changed(self) -> None:
        if not self._running:
            self._seats()
            self.chosen, self.waiting = (), None
            self._draw()

    def scene(self) -> Scene:
        """The board with the last change and what may be chosen marked on it."""
        match = self.match
        scene = match.scene(self.viewer)
        there = {cell.place for cell in scene.cells}
        places = [name.partition(":")[2] for name in self.offered() if name.startswith("cell:")]
        standing = {piece.click: piece.place for piece in scene.pieces}
        places += [standing[name] for name in self._alike(self.offered()) if name in standing]
        marks = [Mark("legal", p) for p in dict.fromkeys(places) if p in there]
        for name in self._alike({name: [] for name in self.chosen}):
            place = place_of(scene, (name,))
            if place is not None:
                marks.append(Mark("selected", place))
        return scene.with_marks(*self.overlay_marks(), *last_change(scene, match.node, self.viewer), *marks)

    def still_scene(self) -> Scene | None:
        return None if self._covered else self.scene()

    def status(self) -> str:
        """Whose turn, and what is asked."""
        match = self.match
        if match.result is not None:
            return match.outcome
        if self.held():
            return self.held()
        who = match.names[match.actor]
        if match.actor in self.bots:
            return f"{who} ({bot_name(self.bots[match.actor])}) is to choose."
        return f"{who}: {match.ask}"

    def words(self) -> list[str]:
        """What a person reads off the table, in sentences."""
        if self._covered:
            return [self._cover_words()]
        lines = [f"{self.match.game.title}, {self.match.clock.label}.", self.status()]
        if self.held():
            lines.append(f"To go on: {self.next_label()}")
        if self.chosen:
            lines.append(f"Chosen so far: {', '.join(map(self._thing, self.chosen))}.")
        offered = self.offered()
        if offered:
            lines.append(f"To choose from: {', '.join(self._thing(n) for n in offered)}.")
        if self._odds_of is not None:
            lines += self._odds_words(self._odds_of)
        return [*lines, *([self.said] if self.said else []), *self.scene().words()]

    def _draw_live(self) -> None:
        """The estimates of bets, as the person at the screen may know them, while their tab is open."""
        if self.live_odds is not None:
            open_tab = self.tabs.selected_index == LIVE and not self._covered and not self._running
            self.live_odds.look(self.viewer, open_tab)

    def _cover_words(self) -> str:
        who = self.match.names[self.match.actor]
        return f"It is {who}'s turn. Everybody else looks away."

    def _draw(self) -> None:
        match = self.match
        clock = match.clock
        self.head.value = (
            f'<div class="atl-head"><span class="atl-title">{escape(match.title or match.game.title)}</span>'
            f'<span class="atl-clock">{escape(clock.label)}</span></div>'
        )
        self._draw_prompt()
        self.body.layout.display = "none" if self._covered else None
        self._draw_live()
        if self._covered:
            self.cover.children = (
                W.HTML(f'<div class="atl-cover">{escape(self._cover_words())}</div>'),
                self.button(f"{match.names[match.actor]} is ready", self.ready, "Show the board"),
            )
            return
        if self.cover.children:
            old, self.cover.children = self.cover.children, ()
            for part in old:
                part.close()
        offered = self.offered()
        panels = self._show_board()
        self.board.busy = self._running
        self._draw_choices(offered, panels)
        self._draw_odds()
        self._draw_overlays()
        self._draw_log()
        self._shown_actions = list(match.legal) if self._mine() else []
        self.all_lines.rows = [
            {"id": str(i), "text": capital(match.text(a))} for i, a in enumerate(self._shown_actions)
        ]
        node = match.node
        self.note.value, self.glyph.value = node.comment, node.glyph
        self._draw_buttons()

    def _draw_prompt(self) -> None:
        """The question, the throw that waits, or how the match ended; and where to choose."""
        if self.match.result is not None:
            self.prompt.value = f'<div role="status" aria-live="polite">{result_html(self.match)}</div>'
            return
        offered, where = self._alike(self.offered()), ""
        kinds = {name.partition(":")[0] for name in offered}
        if "card" in kinds or (kinds and kinds <= {*ON_BOARD}):
            places = ["among the cards"] * ("card" in kinds) + ["on the board"] * bool(kinds & {*ON_BOARD})
            more = " Or press a button." if "button" in kinds else ""
            where = f' <span class="atl-soft">Choose {" or ".join(places)}.{more}</span>'
        self.prompt.value = (
            f'<div class="atl-ask" role="status" aria-live="polite">{escape(self.status())}{where}</div>'
        )

    def _draw_log(self) -> None:
        """The last lines of the log, and a line that shows earlier ones."""
        self._log = story = self.match.story(self.viewer)
        low = max(0, len(story) - self._lines)
        more = [{"id": "earlier", "text": f"▴ {plural(low, 'earlier line')}", "kind": "head"}] if low else []
        rows = [{"id": str(i), "text": story[i].text} for i in range(low, len(story))]
        self.log_lines.rows = [*more, *rows]

    # -------------------------------------------------------------- overlays

    def _eyes(self) -> Viewer:
        return self.viewer

    def _redraw(self) -> None:
        self._draw()

    def _show_board(self) -> list[Panel]:
        panels = self.match.panels(self.viewer)
        offered, chosen = self._alike(self.offered()), self._alike({name: [] for name in self.chosen})
        self.board.show(self.scene(), panels, list(offered), tuple(chosen))
        return panels

    def _may_choose_on_board(self) -> bool:
        return any(name.partition(":")[0] in ON_BOARD for name in self._alike(self.offered()))

    def _draw_buttons(self) -> None:
        """Each button is off exactly where it would do nothing, and says why."""
        match, running = self.match, "The bots are playing; press Stop first" if self._running else ""
        last = self._last_choice()
        no_undo = NOTHING_OF_YOURS.rstrip(".") if match.can_undo else "This is the start"
        back = f"Take back “{match.label(last, self.viewer)}”" if last else ""
        again = match.redo_words(self.viewer)
        no_bots = (
            "" if match.actor in self.bots or (self.bots and self.held()) else "No bot has to choose now"
        )
        went_off = False
        for key, why_not, title in (
            ("undo", running or ("" if last else no_undo), back),
            ("redo", running or ("" if match.can_redo else again.rstrip(".")), again.rstrip(".")),
            (
                "cancel",
                ""
                if self.chosen or self.waiting is not None or self._way_back()
                else "Nothing is chosen yet",
                "Take back what is chosen so far  (Escape)",
            ),
            ("bots", running or no_bots, "Let the bots play until a person has to choose"),
            ("stop", "" if self._running else "The bots are not playing", "Stop the bots"),
        ):
            went_off |= set_button(self.buttons[key], why_not, title)
        if went_off:
            self.guide.pick_up(self._focus)
        # One place for both: what the bots can do now.
        self.buttons["bots"].layout.display = None if self.bots and not self._running else "none"
        self.buttons["stop"].layout.display = None if self._running else "none"

    def __repr__(self) -> str:
        return f"Play({self.match.game.title}: {self.match.clock.label})"
