"""Lobby: a form for a new match, and the inputs for the options of any game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from importlib import import_module
from typing import Any, Literal, get_args, get_origin

import ipywidgets as W
import msgspec

from ..core.bots import BOTS
from ..core.game import OPEN, Game
from ..core.match import Match, find_game
from ..core.rulebook import Ruling
from ..core.scene import Scene
from .base import Live, capital, rule_html
from .board import Dress
from .keys import Keys
from .table import Play


class Lobby(Live):
    """A form for a new match: game, players, who sits where, seed, options. `start()` opens it.

    What is given fills the form: `Lobby("sinking", players=3, options={"board_build": "random"})`.
    Raises ValueError, with one sentence, for a game, a number of players, a seed or an option that
    there is not.
    """

    play: Play | None = None
    """The table of the match that was started last."""

    def __init__(
        self,
        game: str | Game[Any] | None = None,
        players: int | None = None,
        seed: int = 1,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        games: Mapping[str, Game[Any]] = (
            {game.id: game} if isinstance(game, Game) else import_module("atlantis_nb.games").games
        )
        if not games:
            raise ValueError("There is no game here.")
        first = find_game(game) if game is not None else next(iter(games.values()))
        first.seats(players)  # says how many may play
        if isinstance(players, Sequence):
            raise ValueError("players is a number here; the names are for the form.")
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**31:
            raise ValueError(f"The seed is a whole number from 0 to {2**31 - 1}, not {seed!r}.")
        first.options(**(options or {}))  # says which option does not fit
        super().__init__()
        self.games = {g.title: g for g in games.values()}
        wide = {"style": {"description_width": "110px"}, "layout": W.Layout(width="360px")}
        titles = list(self.games)
        self.game_choice = W.Dropdown(description="Game", options=titles, value=first.title, **wide)
        self.players = W.IntSlider(description="Players", min=2, max=6, value=2, **wide)
        self.seed = W.BoundedIntText(description="Seed", value=seed, min=0, max=2**31 - 1, **wide)
        self.seats = W.VBox()
        self.options_box = W.VBox()
        self.options_fold = W.Accordion([self.options_box], titles=["Options and variants"])
        self.table = W.VBox()
        self._inputs: dict[str, W.Widget] = {}
        self._fixed: dict[str, Any] = {}
        """Options given that have no input in the form."""
        self._names: list[W.Text] = []
        self._bots: list[W.Dropdown] = []
        self.hear(self.game_choice, lambda _title: self._game_changed())
        self.hear(self.players, lambda _n: self._seats_changed())
        begin = self.button("Start", self.start, "Begin a new match")
        begin.add_class("mod-primary")
        self.summary = W.HTML()
        form = (self.game_choice, self.summary, self.players, self.seats, self.seed, self.options_fold, begin)
        self.form = W.VBox(form)
        self.again = self.button("Another match", self.unfold, "Show the form again")
        self.again.layout.display = "none"
        self.children = (Dress(), Keys(), self.form, self.again, self.message, self.table)
        self._game_changed()
        if players is not None:
            self.players.value = players
        for name, value in (options or {}).items():
            if name in self._inputs:
                self._inputs[name].value = value
            else:
                self._fixed[name] = value

    @property
    def game(self) -> Game[Any]:
        return self.games[self.game_choice.value]

    def _game_changed(self) -> None:
        low, high = self.game.players
        self.players.min, self.players.max = 1, max(high, 1)
        self.players.max, self.players.min = high, low
        self.players.disabled = low == high
        self.summary.value = f'<div class="atl-soft">{escape(self.game.summary)}</div>'
        self._fixed = {}
        self._inputs = {
            f.name: control(f.name, f.type, f.default) for f in msgspec.structs.fields(self.game.Options)
        }
        self._inputs = {name: widget for name, widget in self._inputs.items() if widget is not None}
        old = self.options_box.children
        self.options_box.children = tuple(
            W.VBox([widget, W.HTML(help_html(self.game, name))]) for name, widget in self._inputs.items()
        )
        for part in old:
            for below in part.children:
                below.close()
            part.close()
        self._seats_changed()

    def _seats_changed(self) -> None:
        n = self.players.value
        names = seat_names(self.game, n)
        rows = []
        self._names, self._bots = [], []
        for seat in range(n):
            name = W.Text(
                description=f"Seat {seat + 1}",
                value=names[seat],
                style={"description_width": "110px"},
                layout=W.Layout(width="260px"),
            )
            who = W.Dropdown(
                description="is",
                options=["a person", *(f"bot: {b}" for b in BOTS)],
                value="a person" if seat == 0 else "bot: greedy",
                style={"description_width": "30px"},
                layout=W.Layout(width="190px"),
            )
            self._names.append(name)
            self._bots.append(who)
            rows.append(W.HBox([name, who]))
        old, self.seats.children = self.seats.children, tuple(rows)
        for row in old:
            for part in row.children:
                part.close()
            row.close()

    def options(self) -> Any:
        """The options as set in the form. Raises ValueError that names the option."""
        return self.game.options(
            **self._fixed, **{name: value_of(widget) for name, widget in self._inputs.items()}
        )

    def start(self) -> Play:
        """Begin the match; the table opens below the form."""
        match = Match(
            self.game, [w.value.strip() for w in self._names], seed=self.seed.value, options=self.options()
        )
        bots = {
            seat: w.value.removeprefix("bot: ")
            for seat, w in enumerate(self._bots)
            if w.value.startswith("bot: ")
        }
        play = Play(match, bots)
        if self.play is not None:
            self.play.close()
        self.play = play
        self.table.children = (play,)
        self.form.layout.display, self.again.layout.display = "none", None
        self.say(f"{self.game.title}, seed {match.seed}: {self.game.setup_text(match.state)}")
        return play

    def unfold(self) -> None:
        """Show the form again; the match on the table goes on until the next one starts."""
        self.form.layout.display, self.again.layout.display = None, "none"

    def words(self) -> list[str]:
        if self.play is not None:
            return [self.said, *self.play.words()]
        return [f"New match of {self.game.title}: {self.players.value} players, seed {self.seed.value}."]

    def still_scene(self) -> Scene | None:
        return self.play.still_scene() if self.play is not None else None

    def stop(self) -> None:
        if self.play is not None:
            self.play.stop()

    def close(self) -> None:
        play, self.play = self.play, None
        if play is not None:
            play.close()
        super().close()

    def __repr__(self) -> str:
        return f"Lobby({self.game.title})"


PEOPLE = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gina", "Hugo", "Ines", "Jan")


def seat_names(game: Game[Any], n: int) -> list[str]:
    """Names to begin with. Where pieces wear the colours of teams, a seat called "Red" would mislead."""
    scene = game.scene(game.start(game.options(), game.seats()), OPEN)
    plain = game.colours == Game.colours and scene.teams
    names = PEOPLE if plain else game.colours
    return [*names[:n], *(f"Player {i + 1}" for i in range(len(names), n))]


def help_html(game: Game[Any], name: str) -> str:
    """What an option is about: the questions that its rulings answer, and how; or its rules."""
    book = game.rulebook
    parts = [
        f"<details><summary>{escape(ruling.question)} [{escape(ruling.id)}]</summary>"
        f"<p><b>As a rule here:</b> {escape(ruling.reading)}</p></details>"
        for ruling in book.rulings
        if ruling.option == name
    ]
    field = next(f for f in msgspec.structs.fields(game.Options) if f.name == name)
    names = {name, *(str(value) for value in get_args(field.type))}
    rules = [r for r in book.rules if names & set(r.variant.split(", "))] if not parts else []
    if rules:
        more = "".join(f"<p>{rule_html(rule)}</p>" for rule in rules)
        ids = ", ".join(rule.id for rule in rules)
        parts.append(f"<details><summary>What it changes [{escape(ids)}]</summary>{more}</details>")
    if not parts:
        parts = _from_the_table(game, name)
    return f'<div class="atl-option-help atl-soft">{"".join(parts)}</div>' if parts else ""


def _from_the_table(game: Game[Any], name: str) -> list[str]:
    """What the rulebook's table of options says of one: its meaning, and the rule it names."""
    book = game.rulebook
    table = book.tables.get("options")
    row = next((r for r in table.dicts() if r["option"] == name), {}) if table else {}
    parts = [f"<p>{escape(capital(str(row['meaning'])))}.</p>"] if row.get("meaning") else []
    for value in row.values():
        if isinstance(value, str) and value in book:
            said = book[value]
            if isinstance(said, Ruling):
                head, text = said.question, f"<b>As a rule here:</b> {escape(said.reading)}"
            else:
                head, text = "What it changes", rule_html(said)
            parts.append(
                f"<details><summary>{escape(head)} [{escape(said.id)}]</summary><p>{text}</p></details>"
            )
    return parts


def value_words(value: Any, default: Any) -> str:
    """A value of an option as a person reads it: "all routes (as a rule)"."""
    text = str(value).replace("_", " ")
    return f"{text} (as a rule)" if value == default else text


def control(name: str, kind: Any, default: Any) -> W.Widget | None:
    """An input for one field of a game's Options, from its type; None for a type without a form."""
    text = capital(name.replace("_", " "))
    wide = W.Layout(width="auto", max_width="620px")
    common = {"description": text, "style": {"description_width": "220px"}, "layout": wide}
    low = high = None
    while hasattr(kind, "__metadata__"):
        for meta in kind.__metadata__:
            low, high = getattr(meta, "ge", low), getattr(meta, "le", high)
        kind = get_args(kind)[0]
    if kind is bool:
        return W.Checkbox(value=default, description=text, indent=False, layout=wide)
    if get_origin(kind) is Literal:
        options = [(value_words(value, default), value) for value in get_args(kind)]
        return W.Dropdown(options=options, value=default, **common)
    if kind is int:
        return W.BoundedIntText(
            value=default,
            min=low if low is not None else -999,
            max=high if high is not None else 999,
            **common,
        )
    if kind is float:
        return W.FloatText(value=default, **common)
    if kind is str:
        return W.Text(value=default, **common)
    return None


def value_of(widget: W.Widget) -> Any:
    return widget.value
