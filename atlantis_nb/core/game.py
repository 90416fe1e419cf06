"""The contract between a game and everything that plays, shows or measures it.

A game is plain data (a State) and a few small tasks. The state carries an *agenda*, a stack of
tasks still to do; the last one is next. There is no other hidden state: no generator, no closure,
no random source. A state can be written to JSON and read back at any moment, also in the middle
of a battle.

Three kinds of task:

- Auto: runs by itself and may push further tasks;
- Decision: one player picks one action out of `legal(state)`;
- Chance: the dice, the bag or the deck picks one out of `outcomes(state)`, with exact weights.

Whoever writes a game subclasses these, one module a phase, in the order of the rulebook. Places
are short strings ("0,2" for an axial hex, "b3" for a square), seats are numbers from 0.
"""

from __future__ import annotations

import copy as _copy
import hashlib
import random
import string
from collections.abc import Callable, Mapping, Sequence
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Final,
    Generic,
    Literal,
    Protocol,
    Self,
    TypeVar,
    get_args,
    get_origin,
)

import msgspec
from msgspec import Struct

if TYPE_CHECKING:
    import networkx

    from .charts import Chart, Explorer
    from .forecast import Forecast
    from .rulebook import Rulebook
    from .scene import Mark, Panel, Scene

Place = str
Seat = int
Viewer = int | None
"""Who looks: a seat, SPECTATOR, or OPEN (everything face up)."""

OPEN: Final = None
SPECTATOR: Final = -1
CHANCE: Final = -2
OVER: Final = -3


LONGEST_TEXT = 20_000
"""Most characters of a comment."""
LONGEST_NAME = 60
"""Most characters of a player's name."""
LONGEST_TITLE = 200
"""Most characters of a title or of an arrow's label."""


class Refused(ValueError):
    """What was asked for cannot be had, in one sentence. A notebook shows the sentence and no traceback."""

    def _render_traceback_(self) -> list[str]:
        """What IPython prints for this error (it asks for this method by name)."""
        return [str(self)]


def checked_text(text: object, what: str, most: int = LONGEST_TEXT) -> str:
    """`text` if it is a text that can be saved and shown. Raises ValueError with one sentence."""
    if not isinstance(text, str):
        raise Refused(f"{what} is a text, not {type(text).__name__}.")
    if len(text) > most:
        raise Refused(f"{what} is longer than {most:,} characters.")
    if any("\ud800" <= c <= "\udfff" for c in text):
        raise Refused(f"{what} has half a character in it (a lone surrogate), which no file can hold.")
    return text


def snake(name: str) -> str:
    """`BuySoldier` -> `buy_soldier`: the tag under which a class is written to a file."""
    return "".join("_" + c.lower() if c.isupper() and i else c.lower() for i, c in enumerate(name))


# ------------------------------------------------------------------ what is chosen, what happens


class Action(Struct, frozen=True, tag_field="do", tag=snake, omit_defaults=True):
    """One choice: a few fields, hashable, some bytes of JSON. `str(action)` is what a person reads.

    `clicks` names the things on screen which, clicked in this order, select the action. A click is
    `kind:name`: "cell:0,2", "piece:soldier@0,2", "edge:0112|0113", "card:7", "slot:b3",
    "button:Buy a soldier" (the words after the colon are the button's label). Within one decision
    no two actions have the same clicks, and none's clicks are the beginning of another's.

    `back`: it only takes back what the player has begun and not paid for (puts a unit down again), and
    the player chooses anew. Bots never do, and a click that fits what comes after it does both at once.

    `standing`: it answers the same question in advance, or calls that off, for a person who wants to be
    asked less. Bots, which never tire, do not.

    `throws`: choosing it is throwing the dice; see Chance.by_hand.
    """

    back: ClassVar[bool] = False
    standing: ClassVar[bool] = False
    throws: ClassVar[bool] = False

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"button:{self}",)


class Event(Struct, frozen=True, omit_defaults=True):
    """What happened, in data, and one plain sentence made from the data.

    `rules` are ids of the rulebook; `places` the spaces concerned; `data` plain JSON values; `to`
    is the audience: None for everybody, else the seats that may read it (a spectator is in none).
    """

    kind: str
    rules: tuple[str, ...]
    text: str
    places: tuple[Place, ...] = ()
    data: dict[str, Any] = {}
    to: tuple[Seat, ...] | None = None

    def seen_by(self, viewer: Viewer) -> bool:
        return self.to is None or viewer is OPEN or viewer in self.to


class Illegal(Struct, frozen=True):
    """Why something may not be done: rule ids of the rulebook and one sentence."""

    rules: tuple[str, ...]
    sentence: str

    def __str__(self) -> str:
        return f"{self.sentence} [{', '.join(self.rules)}]"


class Clock(Struct, frozen=True):
    """Where in the game a state is: steppers move by turn and by round with it.

    `turn` is a running label that changes when another player's turn (or a common step) begins.
    `pause` are words for a moment that people want to look at before play goes on, such as "Round 2 is
    scored."; a table stops there, before chance or a bot goes on. Nothing else minds it.
    """

    round: int
    phase: str
    turn: str
    label: str
    pause: str = ""


class Result(Struct, frozen=True):
    """How a game ended. `winners` may be several (a team, or a shared win); `scores` by seat."""

    winners: tuple[Seat, ...]
    scores: tuple[float, ...]
    reason: str
    rules: tuple[str, ...] = ()


class Log(Protocol):
    """Where tasks report what happens. Playouts pass QUIET, which forgets everything."""

    def say(
        self,
        kind: str,
        rules: tuple[str, ...],
        text: str,
        places: tuple[Place, ...] = (),
        to: tuple[Seat, ...] | None = None,
        **data: Any,
    ) -> None:
        """Report one event.

        `text` is a whole-sentence template over `data`: "{by:player} moves from {a} to {b}."
        The format `:player` writes a seat's name, `:players` a list of seats as names, `:s` makes
        "1 soldier" / "2 soldiers" ({n:s soldier}, or {n:s die/dice}); anything else is Python's own
        formatting.
        Every value of `data` is plain JSON (str, int, float, bool, None, lists and dicts of them).
        """


class _Quiet:
    def say(self, *_args: Any, **_data: Any) -> None:
        return None


QUIET: Final[Log] = _Quiet()


class _Words(string.Formatter):
    def __init__(self, names: Sequence[str]) -> None:
        self.names = names

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "player":
            return str(self.names[value])
        if format_spec == "players":
            return and_list([self.names[seat] for seat in value])
        if format_spec.startswith("s "):
            return plural(value, *format_spec[2:].split("/"))
        return str(format(value, format_spec))


def plural(n: int, noun: str, nouns: str = "") -> str:
    """`plural(1, "city", "cities")` -> "1 city"."""
    return f"{n} {noun if n == 1 else nouns or noun + 's'}"


def and_list(words: Sequence[str]) -> str:
    """["a", "b", "c"] -> "a, b and c"."""
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]])) if words else "nobody"


class Story:
    """The Log that keeps: a list of events with their sentences, for the players named `names`."""

    def __init__(self, names: Sequence[str]) -> None:
        self.events: list[Event] = []
        self._words = _Words(names)

    def say(
        self,
        kind: str,
        rules: tuple[str, ...],
        text: str,
        places: tuple[Place, ...] = (),
        to: tuple[Seat, ...] | None = None,
        **data: Any,
    ) -> None:
        self.events.append(Event(kind, rules, self._words.vformat(text, (), data), places, data, to))


# ------------------------------------------------------------------ state and tasks


class State(Struct):
    """Everything true at one moment. Games subclass it.

    Fields hold plain containers whose values are immutable (frozen structs, ints, strings, tuples;
    no sets, whose order differs between runs; keys of dicts are strings or ints). `copy()` copies
    the containers only, so all earlier states stay valid and history shares structure.
    A game's State narrows nothing here; `agenda` holds tasks, the last one is next.
    """

    names: tuple[str, ...]
    agenda: list[Any]
    result: Result | None

    def copy(self) -> Self:
        """A state that can be changed without changing this one."""
        new = _copy.copy(self)
        for name in containers(type(self)):
            setattr(new, name, getattr(new, name).copy())
        return new

    def digest(self) -> str:
        """Twelve hex digits that change when anything in the state does."""
        raw = msgspec.json.encode(self, order="deterministic")
        return hashlib.blake2b(raw, digest_size=6).hexdigest()


_CONTAINERS: dict[type, tuple[str, ...]] = {}


def containers(kind: type[State]) -> tuple[str, ...]:
    """Names of the fields of a State class that hold a list or a dict."""
    if kind not in _CONTAINERS:
        names = []
        for f in msgspec.structs.fields(kind):
            t = getattr(f.type, "__origin__", f.type)
            if t in (list, dict):
                names.append(f.name)
        _CONTAINERS[kind] = tuple(names)
    return _CONTAINERS[kind]


S = TypeVar("S", bound=State)
A = TypeVar("A", bound=Action)


class Task(Struct, frozen=True, tag_field="task", tag=snake, omit_defaults=True):
    """One thing still to do, on the agenda. `rules` names the rules that the task enforces."""

    rules: ClassVar[tuple[str, ...]] = ()


class Auto(Task, Generic[S], frozen=True):
    """A step that nobody chooses."""

    def run(self, state: S, log: Log) -> None:
        """Change `state` in place, push further tasks on `state.agenda`, report events.

        The task itself has been taken off the agenda already.
        """
        raise NotImplementedError


class Decision(Task, Generic[S, A], frozen=True, kw_only=True):
    """A choice of one player.

    `secret`: the choice is hidden from the other players until an event reveals it.
    `reply`: the choice answers somebody else's action in progress (naming a defender); odds look
    through it by `default`, and autoplay does not call it a new turn.
    """

    player: Seat
    secret: ClassVar[bool] = False
    reply: ClassVar[bool] = False

    def ask(self, state: S) -> str:
        """What the player is asked, as one short sentence in the imperative."""
        raise NotImplementedError

    def legal(self, state: S) -> list[A]:
        """All legal actions, distinct, never empty, in a stable order, a few hundred at most."""
        raise NotImplementedError

    def apply(self, state: S, action: A, log: Log) -> None:
        """Carry out a legal action in place. Does not check that it is legal.

        The task itself has been taken off the agenda already; push it (or its successor) again if
        the player goes on choosing.
        """
        raise NotImplementedError

    def same(self, state: S) -> Mapping[str, str]:
        """Clicks that mean another one here, which is no first click of its own: a piece on the board
        for the card that stands for it."""
        return {}

    def default(self, state: S) -> A:
        """The action taken for a player who gives no answer."""
        return self.legal(state)[0]

    def why_not(self, state: S, action: Action) -> Illegal | None:
        """None if `action` is legal here, else the rules that forbid it and a sentence.

        Must answer any Action of the game, also one that belongs to another phase. Change nothing.
        """
        if action in self.legal(state):
            return None
        return Illegal(self.rules, f"Not possible now: {self.ask(state)}")

    def wish(self, state: S, clicks: tuple[str, ...]) -> Action | None:
        """The (illegal) action a person most likely wanted with these clicks, for `why_not`.

        None when the clicks suggest nothing; the answer is then what the player is asked to do.
        """
        return None


class Chance(Task, Generic[S, A], frozen=True):
    """A die, a draw, a lot.

    `series`: one of many alike (a deal), shown as one step with its neighbours.
    `by_hand`: dice that the player who has just chosen wants to throw. A table waits for a click before
    they fall, unless the choice was to throw them (Action.throws).
    """

    series: ClassVar[bool] = False
    by_hand: ClassVar[bool] = False

    def outcomes(self, state: S) -> Sequence[tuple[A, int]]:
        """Distinct results with positive integer weights, in a stable order."""
        raise NotImplementedError

    def apply(self, state: S, action: A, log: Log) -> None:
        """Carry out one result in place."""
        raise NotImplementedError

    def secret_of(self, state: S) -> Seat | None:
        """The only seat that may know the result (a card drawn into a hand); None: everybody."""
        return None


# ------------------------------------------------------------------ the game


class Game(Generic[S]):
    """One game: what the toolkit needs to play, show, check and measure it.

    Subclasses set the class attributes and fill in the methods that raise NotImplementedError. The
    rest works from the tasks on the agenda.
    """

    id: str
    title: str
    summary: str = ""
    players: tuple[int, int]
    """Fewest and most players."""
    colours: tuple[str, ...] = ("Red", "Blue", "Green", "Yellow", "Purple", "Orange")
    """Default names by seat."""
    bound: int
    """No game has more actions (decisions and chance results together) than this."""
    Options: type[Any]
    """A frozen msgspec struct: every field has a default."""
    State: type[S]
    actions: tuple[type[Action], ...]
    tasks: tuple[type[Task], ...]
    phases: tuple[str, ...] = ()
    """Names of the phases in the order of the rulebook, as they stand in Clock.phase."""

    # -------- to be written by each game

    @property
    def rulebook(self) -> Rulebook:
        raise NotImplementedError

    def start(self, options: Any, names: Sequence[str]) -> S:
        """The state before anything has happened, its agenda stopped at the first choice.

        Raises ValueError with one sentence for a number of players or options that do not fit.
        """
        raise NotImplementedError

    def materials(self, state: S) -> dict[str, Any]:
        """What a match file must carry besides the options, such as a deck of one's own: plain values."""
        return {}

    def bring(self, options: Any, materials: Mapping[str, Any]) -> Any:
        """The options with which to start a match out of a file, after taking in what the file carries.

        Raises ValueError with one sentence if that cannot be had here any more.
        """
        return options

    def view(self, state: S, viewer: Viewer) -> S:
        """What `viewer` may know, as a state of the same type with the secrets masked.

        Equal for any two states that differ only in what the viewer may not know.
        """
        raise NotImplementedError

    def guess(self, state: S, player: Seat, rng: random.Random) -> S:
        """A full state that agrees with `view(state, player)`, the rest drawn at random.

        Uses nothing of `state` beyond that view. Uses only `rng.random()`, which is the same on
        every Python.
        """
        raise NotImplementedError

    def clock(self, state: S) -> Clock:
        raise NotImplementedError

    def scene(self, state: S, viewer: Viewer) -> Scene:
        """The board, drawn from `view(state, viewer)`. Callers pass a state already masked."""
        raise NotImplementedError

    def panels(self, state: S, viewer: Viewer) -> list[Panel]:
        """What lies beside the board: tables, tracks, cards. From a state already masked."""
        raise NotImplementedError

    def measures(self, state: S) -> dict[str, float]:
        """Numbers worth following over a game, the same keys at every state of a match."""
        raise NotImplementedError

    def evaluate(self, state: S, player: Seat) -> float:
        """How good a (guessed or masked) state is for `player`, from 0 to 1; 1 is a sure win."""
        raise NotImplementedError

    def difference(self, before: S, after: S) -> str:
        """What changed between two states, as a short label ("Red loses 1 soldier")."""
        raise NotImplementedError

    def overlays(self, state: S, viewer: Viewer) -> dict[str, str]:
        """Marks that a viewer may lay over the board: key -> title."""
        return {}

    def overlay(self, state: S, viewer: Viewer, key: str, place: Place | None) -> tuple[Mark, ...]:
        """The marks of one overlay; `place` is the cell under the cursor, for ranges."""
        return ()

    def charts(self, viewer: Viewer) -> dict[str, str]:
        """Charts over the course of a match: key -> title."""
        return {}

    def chart(self, key: str, states: Sequence[S], viewer: Viewer) -> Chart:
        """One of `charts`, over the states of a line of play (first to last, already masked)."""
        raise KeyError(key)

    def forecast(self, state: S, viewer: Viewer) -> Forecast | None:
        """Chances of what players bet on or fear, estimated by playing on; None if the game offers none.

        From a state already masked for `viewer`; what is masked is imagined anew each time.
        """
        return None

    def explorers(self) -> tuple[Explorer, ...]:
        """Questions with sliders: battle odds, flood forecast ..."""
        return ()

    def graph(self, state: S) -> networkx.Graph[Any]:
        """The board as a networkx graph: nodes are places with attributes x, y and terrain."""
        raise NotImplementedError

    def check(self, state: S) -> list[str]:
        """Laws of the game that an open state breaks, one sentence each: pieces lost, two on one space.

        Empty for every state that play can reach. Tests ask it at each state, files before they
        trust a position.
        """
        return []

    def action_text(self, state: S, action: Action) -> str:
        """What a person reads for an action at a state; a game puts in what only the state knows, such
        as the names of players."""
        return str(action)

    def setup_text(self, state: S) -> str:
        """One line on options and players, for headers."""
        return ", ".join(state.names)

    def sides(self, state: S) -> tuple[tuple[Seat, ...], ...]:
        """Seats that win and lose together. A game with teams says so here."""
        return tuple((seat,) for seat in range(len(state.names)))

    # -------- the same for every game

    def options(self, **changes: Any) -> Any:
        """Options with some values changed. Raises ValueError that names the option and its values."""
        fields = {f.name: f for f in msgspec.structs.fields(self.Options)}
        for name in changes:
            if name not in fields:
                raise Refused(f"{self.title} has no option {name!r}. Options are: {', '.join(fields)}.")
        try:
            return msgspec.convert(changes, self.Options)
        except msgspec.ValidationError as error:
            raise Refused(self._misfit(changes) or f"These options do not fit: {error}.") from None

    def seats(self, players: int | Sequence[str] | None = None) -> tuple[str, ...]:
        """Names by seat for a number of players (the fewest if None) or from a list of names.

        Raises ValueError with one sentence for what does not fit.
        """
        if isinstance(players, str):
            raise Refused("players is a number or a list of names, not one text.")
        low, high = self.players
        names = list(players) if isinstance(players, Sequence) else None
        count = len(names) if names is not None else low if players is None else players
        if isinstance(count, bool) or not isinstance(count, int) or not low <= count <= high:
            raise Refused(f"{self.title} is for {low} to {high} players, not {count!r}.")
        if names is None:
            more = (f"Player {i + 1}" for i in range(len(self.colours), count))
            names = [*self.colours[:count], *more]
        for name in names:
            checked_text(name, "The name of a player", LONGEST_NAME)
            if not name.strip() or not name.isprintable():
                raise Refused("The name of a player is empty or has characters that cannot be seen.")
        if len(set(names)) < count:
            raise Refused("Two players have the same name; give each their own.")
        return tuple(names)

    def _misfit(self, changes: Mapping[str, Any]) -> str:
        """Which option does not fit, and what would."""
        for field in msgspec.structs.fields(self.Options):
            if field.name not in changes:
                continue
            try:
                msgspec.convert({field.name: changes[field.name]}, self.Options)
            except msgspec.ValidationError as error:
                value = changes[field.name]
                fits = kinds(field.type) or str(error).split(" - at ")[0].replace("`", "").lower()
                return f"The option {field.name} of {self.title} cannot be {value!r}; it is {fits}."
        return ""

    def task(self, state: S) -> Any:
        """The decision or chance on top of the agenda, None when the game is over."""
        return state.agenda[-1] if state.agenda else None

    def actor(self, state: S) -> int:
        """The seat to choose, CHANCE, or OVER."""
        if not state.agenda:
            return OVER
        task = state.agenda[-1]
        return task.player if isinstance(task, Decision) else CHANCE

    def legal(self, state: S) -> list[Action]:
        """Legal actions of the player to choose; empty at a chance or when the game is over."""
        task = self.task(state)
        return task.legal(state) if isinstance(task, Decision) else []

    def outcomes(self, state: S) -> Sequence[tuple[Action, int]]:
        """Results of the chance on top of the agenda with integer weights; empty elsewhere."""
        task = self.task(state)
        return task.outcomes(state) if isinstance(task, Chance) else []

    def same(self, state: S) -> Mapping[str, str]:
        """Click -> the click that it means here as well, at a decision; mostly empty."""
        task = self.task(state)
        return task.same(state) if isinstance(task, Decision) else {}

    def ask(self, state: S) -> str:
        task = self.task(state)
        return str(task.ask(state)) if isinstance(task, Decision) else ""

    def advance(self, state: S, action: Action, log: Log = QUIET) -> None:
        """Apply an action to `state` in place and go on to the next choice. Not checked."""
        agenda = state.agenda
        agenda.pop().apply(state, action, log)
        while agenda and isinstance(agenda[-1], Auto):
            agenda.pop().run(state, log)

    def step(self, state: S, action: Action) -> tuple[S, tuple[Event, ...]]:
        """The state after an action, and what happened. `state` itself is not changed."""
        new, story = state.copy(), Story(state.names)
        self.advance(new, action, story)
        return new, tuple(story.events)

    def why_not(self, state: S, wish: Action | Sequence[str]) -> Illegal | None:
        """None if an action (or the clicks that select one) is legal, else rules and a sentence."""
        task = self.task(state)
        if task is None:
            end = state.result.rules if state.result else ()
            return Illegal(end or self.end_rules(), "The game is over.")
        if isinstance(task, Chance):
            if isinstance(wish, Action) and any(wish == a for a, _ in task.outcomes(state)):
                return None
            return Illegal(task.rules, "First the result of chance has to be settled.")
        if isinstance(wish, Action):
            answer: Illegal | None = task.why_not(state, wish)
            return answer
        clicks = tuple(wish)
        same = task.same(state)
        ways = {clicks, tuple(same.get(click, click) for click in clicks)}
        if any(a.clicks[: len(clicks)] in ways for a in task.legal(state)):
            return None
        meant = task.wish(state, clicks)
        refusal = task.why_not(state, meant) if meant is not None else None
        return refusal or Illegal(task.rules, f"That is not a choice here. {task.ask(state)}")

    def end_rules(self) -> tuple[str, ...]:
        """Rules that say how a game ends."""
        return tuple(r.id for r in self.rulebook.rules if r.kind == "end")

    # -------- JSON

    def encode(self, thing: Any) -> Any:
        """A state, task or action as plain JSON values."""
        return msgspec.to_builtins(thing)

    def decode_action(self, raw: Any) -> Action:
        """Raises msgspec.ValidationError."""
        action: Action = msgspec.convert(raw, self._union(self.actions))
        return action

    def decode_state(self, raw: Any) -> S:
        """Raises msgspec.ValidationError."""
        state = msgspec.convert(raw, self.State)
        state.agenda = [msgspec.convert(task, self._union(self.tasks)) for task in state.agenda]
        return state

    @staticmethod
    def _union(kinds: tuple[type, ...]) -> Any:
        from functools import reduce
        from operator import or_

        return reduce(or_, kinds)


def kinds(kind: Any) -> str:
    """The values of an option's type in words: "True or False", "'draft', 'random' or 'spiral'"."""
    if kind is bool:
        return "True or False"
    if get_origin(kind) is Literal:
        *some, last = [repr(value) for value in get_args(kind)]
        return f"{', '.join(some)} or {last}" if some else last
    if get_origin(kind) is Annotated and get_args(kind)[0] is int:
        meta = get_args(kind)[1]
        low = meta.ge if meta.ge is not None else meta.gt
        high = meta.le if meta.le is not None else meta.lt
        if low is not None:
            return (
                f"a whole number from {low} to {high}" if high is not None else f"a whole number from {low}"
            )
    if get_origin(kind) is Annotated and get_args(kind)[0] is str and get_args(kind)[1].min_length:
        return "a text that is not empty"
    return {int: "a whole number", str: "a text"}.get(kind, "")


Chooser = Callable[[Game[Any], Any, Sequence[Action], random.Random], Action]
"""A bot: (game, state as the player may see it, legal actions, rng) -> action."""


def pick(rng: random.Random, n: int) -> int:
    """A number from 0 to n-1; only `random()` is used, which is the same on every Python."""
    return int(rng.random() * n)


def draw(outcomes: Sequence[tuple[A, int]], rng: random.Random) -> A:
    """One of the outcomes, by weight."""
    at = pick(rng, sum(weight for _, weight in outcomes))
    for action, weight in outcomes:
        at -= weight
        if at < 0:
            return action
    raise ValueError("no outcome")


OptionsLike = Mapping[str, Any]
