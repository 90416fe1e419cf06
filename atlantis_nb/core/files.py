"""Matches and positions as text: one JSON file that a person can read, and a short position text.

A match file has a header (format, versions, game, players, seed, options) and `nodes`, one a line:
what was done, in data and in words, what happened, the annotator's notes, and a short digest of the
state it led to. A node follows the one before it unless `after` names another; so side lines of any
depth stay flat. Opening a file replays it. Where the rules have changed since and the replay no
longer agrees, the match still opens: `node.trouble` says from where on it is only a record.

Whatever is wrong with a file, reading it raises one FileError, which names the place, and changes
nothing. Fields that this version does not know are kept and written back.

A game whose options name something outside the toolkit (a deck file, say) adds `materials` to the
header: what it takes to open the match elsewhere.

A file tells everything, also what players hid from each other; so does a position text.
"""

from __future__ import annotations

import base64
import binascii
import contextlib
import hashlib
import json
import os
import stat
import tempfile
import zlib
from collections.abc import Mapping
from importlib import import_module
from typing import Any, NoReturn

import msgspec
from msgspec import structs

from .game import (
    LONGEST_NAME,
    LONGEST_TEXT,
    LONGEST_TITLE,
    OVER,
    Action,
    Auto,
    Chance,
    Event,
    Game,
    Refused,
    State,
    checked_text,
)
from .match import GLYPHS, Arrow, Match, Node, find_game

FORMAT = "atlantis_nb match"
VERSION = 1
LARGEST = 32_000_000
"""Most bytes of a file."""
MOST_NODES = 20_000
DEEPEST = 32
"""Most levels of nesting in a field that is kept unread."""

BROKEN = (ArithmeticError, AssertionError, AttributeError, LookupError, NotImplementedError, RuntimeError,
          TypeError, ValueError)  # fmt: skip
"""What a game's code may raise when it meets a state that no play can reach."""


class FileError(Refused):
    """What is wrong with a file or a position text, in one sentence, and where (`place`)."""

    def __init__(self, place: str, sentence: str) -> None:
        super().__init__(f"{place}: {sentence}" if place else sentence)
        self.place = place
        self.sentence = sentence


class Recorded(Action, frozen=True):
    """An action on record that this version of the game does not know. It cannot be played."""

    text: str
    raw: str

    def __str__(self) -> str:
        return self.text


# ------------------------------------------------------------------ writing


def save(match: Match, path: str | os.PathLike[str]) -> None:
    """Write a match as one JSON file.

    The file is complete or not there: it is written beside its place and moved there in one step.
    Raises FileError, and leaves an older file as it was, if that cannot be done.
    """
    raw = to_json(match).encode()
    target = os.path.realpath(_named(path))
    try:
        mode = stat.S_IMODE(os.stat(target).st_mode) if os.path.exists(target) else 0o666 & ~_umask()
        handle, beside = tempfile.mkstemp(dir=os.path.dirname(target), prefix=".match-", suffix=".tmp")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(raw)
                file.flush()
                os.fsync(file.fileno())
            with contextlib.suppress(OSError):
                os.chmod(beside, mode)
            os.replace(beside, target)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(beside)
            raise
    except OSError as error:
        raise FileError(os.fspath(path), f"It cannot be written: {error.strerror or error}.") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def to_json(match: Match) -> str:
    """A match as the text of its file. Equal matches give equal texts."""
    game = match.game
    header: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "package": _package(),
        "game": game.id,
        "rules": game.rulebook.version,
        "title": match.title,
        "players": list(match.names),
        "seed": match.seed,
        "options": game.encode(match.options) | match.inner.get("options", {}),
    }
    header |= match.inner.get("versions", {})
    if carried := game.materials(match.root.state):
        header["materials"] = carried
    if match.placed:
        header["start"] = game.encode(match.root.state)
    nodes = list(match.nodes())
    number = {id(node): i for i, node in enumerate(nodes)}
    header["at"] = number[id(match.node)]
    header |= {key: value for key, value in match.extra.items() if key not in header and key != "nodes"}
    lines = [f"{_dump(key)}: {_dump(value)}" for key, value in header.items()]
    rows = []
    for i, node in enumerate(nodes):
        after = number[id(node.parent)] if node.parent is not None else None
        rows.append(_dump(_write_node(match, node, None if after == i - 1 else after)))
    return "{\n" + ",\n".join(lines) + ',\n"nodes": [\n' + ",\n".join(rows) + "\n]\n}\n"


def _write_node(match: Match, node: Node, after: int | None) -> dict[str, Any]:
    record = node.inner.get("record", {})
    row: dict[str, Any] = {}
    if after is not None:
        row["after"] = after
    if isinstance(node.action, Recorded):
        row |= {"do": json.loads(node.action.raw), "text": node.action.text}
    elif node.action is not None:
        row["do"] = match.game.encode(node.action) | node.inner.get("do", {})
        row["text"] = match.label(node)
    if node.chance:
        row["chance"] = True
    if node.secret_of is not None:
        row["secret"] = node.secret_of
    if node.events:
        row["events"] = [
            msgspec.to_builtins(event) | node.inner.get(f"events.{i}", {})
            for i, event in enumerate(node.events)
        ]
    state = record.get("state", "") if node.trouble else node.state.digest()
    if state:
        row["state"] = state
    for key in ("comment", "glyph", "title"):
        if getattr(node, key):
            row[key] = getattr(node, key)
    if node.arrows:
        row["arrows"] = [
            {k: v for k, v in structs.asdict(arrow).items() if v} | node.inner.get(f"arrows.{i}", {})
            for i, arrow in enumerate(node.arrows)
        ]
    return row | {key: value for key, value in node.extra.items() if key not in row}


def _dump(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise FileError("", f"This match has something in it that no file can hold: {error}.") from None


def _package() -> str:
    return str(import_module("atlantis_nb").__version__)


# ------------------------------------------------------------------ reading


def _named(path: str | os.PathLike[str]) -> str:
    if not isinstance(path, str | os.PathLike) or not os.fspath(path):
        raise FileError("file name", f'Say which file, such as "evening.json", not {path!r}.')
    return os.fspath(path)


def load(path: str | os.PathLike[str], game: Game[Any] | None = None, keep: bool = False) -> Match:
    """Open a match file.

    With `game`, the file must be of that game. An illegal action in a file of this very version is
    an error, unless `keep`: the match then opens and shows the rest as a record. Raises FileError.
    """
    name = os.path.basename(_named(path))
    try:
        with open(path, "rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError as error:
        raise FileError(name, f"It cannot be opened: {error.strerror or error}.") from None
    except ValueError as error:  # a zero byte in the name
        raise FileError(name, f"It cannot be opened: {error}.") from None
    try:
        return from_json(raw, game, keep)
    except FileError as error:
        raise FileError(", ".join(filter(None, (name, error.place))), error.sentence) from None


def from_json(text: str | bytes, game: Game[Any] | None = None, keep: bool = False) -> Match:
    """A match from the text of its file; see `load`. Raises FileError."""
    doc = _Part(_parse(text), "")
    if doc.raw.get("format") != FORMAT:
        raise FileError("", f"This is not a match file: it does not begin with the format “{FORMAT}”.")
    version = doc.whole("version", 1, 10**6)
    if version > VERSION:
        raise FileError("version", f"It was written by a newer release (format {version}, known: {VERSION}).")
    package, rules = doc.text("package", LONGEST_NAME, ""), doc.text("rules", LONGEST_NAME, "")
    game = _game(doc.text("game", LONGEST_NAME), game)
    doc.same = not keep and package == _package() and rules == game.rulebook.version
    match, inner = _begin(doc, game)
    at = doc.whole("at", 0, MOST_NODES, None)
    nodes = _replay(match, doc)
    if at is not None and at >= len(nodes):
        doc.fail("at", f"There is no node {at}; the last is {len(nodes) - 1}.")
    match.node = match.to(match.main()[-1] if at is None else nodes[at])
    if not match.node.children:
        match._settle()
    match.extra = doc.rest()
    match.inner = inner
    if match.trouble:  # the record stays one of the version that could play it
        match.inner["versions"] = {
            "package": package,
            "rules": rules if rules != game.rulebook.version else "",
        }
    return match


def _parse(text: str | bytes) -> dict[str, Any]:
    """JSON, strictly: UTF-8, no doubled keys, no NaN, no number beyond all measure."""
    if len(text) > LARGEST:
        raise FileError("", f"It is larger than {LARGEST // 1_000_000} MB; no match is.")
    try:
        text = text.decode("utf-8-sig") if isinstance(text, bytes) else text.encode().decode()
    except UnicodeError as error:
        place = f"byte {error.start}" if isinstance(error, UnicodeDecodeError) else ""
        raise FileError(place, "This is not UTF-8 text, so it is no match file.") from None
    try:
        doc = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_whole,
            parse_float=_float,
            parse_constant=_constant,
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise FileError(place, f"The text breaks off or is not JSON ({error.msg}).") from None
    except RecursionError:
        raise FileError("", "It is nested too deeply; no match is.") from None
    if "\\u" in text:
        try:
            json.dumps(doc, ensure_ascii=False).encode()
        except (UnicodeEncodeError, RecursionError):
            raise FileError("", "It has half a character in it (a lone surrogate).") from None
    if not isinstance(doc, dict):
        raise FileError("", "This is not a match file: it holds no object.")
    return doc


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise FileError("", f"The field “{_short(key)}” stands twice in one object.")
            seen.add(key)
    return found


def _whole(text: str) -> int:
    if len(text) > 19:
        raise FileError("", f"A number has {len(text)} digits.")
    return int(text)


def _float(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise FileError("", f"The number {_short(text)} is too large.")
    return number


def _constant(text: str) -> NoReturn:
    raise FileError("", f"{text} is not a number that a file can hold.")


class _Part:
    """One object of a file: fields are taken out by name and type; what is left over is kept."""

    def __init__(self, raw: Any, place: str) -> None:
        self.place = place
        if not isinstance(raw, dict):
            self.fail("", f"Here is {_kind(raw)} where an object is expected.")
        self.raw: dict[str, Any] = raw
        self.taken: set[str] = {"format"}
        self.same = False
        """The file was written by this version, with these rules."""

    def fail(self, key: str, sentence: str) -> NoReturn:
        raise FileError(", ".join(filter(None, (self.place, key))), sentence)

    def take(self, key: str, kind: type | tuple[type, ...], words: str, *default: Any) -> Any:
        self.taken.add(key)
        if key not in self.raw:
            if default:
                return default[0]
            self.fail("", f"The field “{key}” is missing.")
        value = self.raw[key]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            self.fail(key, f"Here is {_kind(value)} where {words} is expected.")
        return value

    def text(self, key: str, most: int, *default: str) -> str:
        value = self.take(key, str, "a text", *default)
        if len(value) > most:
            self.fail(key, f"This text is longer than {most:,} characters.")
        return str(value)

    def whole(self, key: str, low: int, high: int, *default: Any) -> Any:
        value = self.take(key, int, "a whole number", *default)
        if key in self.raw and not low <= value <= high:
            self.fail(key, f"Here is {value} where a whole number from {low} to {high} is expected.")
        return value

    def items(self, key: str, *default: list[Any]) -> list[Any]:
        return list(self.take(key, list, "a list", *default))

    def rest(self) -> dict[str, Any]:
        """The fields that nobody took."""
        left = {key: value for key, value in self.raw.items() if key not in self.taken}
        for key, value in left.items():
            _shallow(value, ", ".join(filter(None, (self.place, _short(key)))))
        return left


def _shallow(value: Any, place: str, depth: int = 0) -> None:
    """Refuse what is nested so deeply that it could not be written again."""
    if depth > DEEPEST:
        raise FileError(place, f"It is nested more than {DEEPEST} levels deep.")
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            _shallow(inner, place, depth + 1)


def _game(game_id: str, wanted: Game[Any] | None) -> Game[Any]:
    if wanted is not None:
        if wanted.id != game_id:
            raise FileError("game", f"This is a match of {_short(game_id)}, not of {wanted.title}.")
        return wanted
    try:
        return find_game(game_id)
    except ValueError as error:
        raise FileError("game", str(error)) from None


def _begin(doc: _Part, game: Game[Any]) -> tuple[Match, dict[str, Any]]:
    """The match with its root alone, and the unknown fields of its options."""
    seed = doc.whole("seed", -(2**63), 2**63 - 1)
    title = doc.text("title", LONGEST_TITLE, "")
    raw = doc.take("options", dict, "an object", {})
    options = _convert(raw, game.Options, "options")
    unknown = {k: v for k, v in raw.items() if k not in game.Options.__struct_encode_fields__}
    _shallow(unknown, "options")
    try:
        names = game.seats(doc.items("players"))
    except ValueError as error:
        doc.fail("players", str(error))
    placed = "start" in doc.raw
    carried = doc.take("materials", dict, "an object", {})
    _shallow(carried, "materials")
    try:
        settled = game.bring(options, carried)
    except ValueError as error:
        if doc.same:
            doc.fail("materials", f"{error} With load(path, keep=True) the match opens as a record.")
        settled = options
    try:
        state: Any = game.start(settled, names) if not placed else None
    except ValueError as error:
        doc.fail("options", str(error))
    if placed:
        state = _position(game, doc.take("start", dict, "an object"), "start")
        if state.names != names:
            doc.fail("start", "Its players are not those of the match.")
    return Match.bare(game, state, options, seed, title, placed), {"options": unknown} if unknown else {}


def _convert(raw: Any, kind: Any, place: str) -> Any:
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        raise FileError(place, f"{_sentence(error)}") from None
    except (RecursionError, OverflowError):
        raise FileError(place, "It cannot be read.") from None


def _position(game: Game[Any], raw: Any, place: str) -> Any:
    """A state out of a file, after all that can be asked of it has been asked."""
    try:
        state = game.decode_state(raw)
    except msgspec.ValidationError as error:
        raise FileError(place, f"This is no position of {game.title}: {_sentence(error)}") from None
    except BROKEN as error:
        raise FileError(place, f"This is no position of {game.title}: {_cause(error)}.") from None
    try:
        wrong = _wrong(game, state)
    except BROKEN as error:
        wrong = f"it cannot be played from ({_cause(error)})"
    if wrong:
        raise FileError(place, f"This is no position of {game.title}: {wrong}.")
    return state


def _wrong(game: Game[Any], state: State) -> str:
    if game.seats(state.names) != state.names:
        return "its players do not fit"
    broken = game.check(state)
    if broken:
        return broken[0].rstrip(".")
    if any(not isinstance(task, game.tasks) for task in state.agenda):
        return "it has unknown tasks to do"
    if bool(state.agenda) is (state.result is not None):
        return "it is over and yet goes on" if state.agenda else "there is nothing to do in it and no result"
    task = game.task(state)
    if isinstance(task, Auto):
        return "it stands in the middle of a step"
    actor = game.actor(state)
    if actor >= len(state.names) or actor < OVER:
        return "nobody is there to choose"
    if isinstance(task, Chance):
        outcomes = game.outcomes(state)
        if not outcomes or any(weight < 1 for _, weight in outcomes):
            return "its dice have no result"
        game.step(state, outcomes[0][0])
    elif task is not None:
        game.ask(state)
        legal = game.legal(state)
        if not legal:
            return "the player to choose has no choice"
        game.step(state, legal[0])
    game.clock(state)
    game.measures(state)
    for viewer in (None, 0):
        masked = game.view(state, viewer)
        game.scene(masked, viewer).words()
        game.panels(masked, viewer)
    return ""


# ------------------------------------------------------------------ replaying


def _replay(match: Match, doc: _Part) -> list[Node]:
    rows = doc.items("nodes")
    if not rows:
        doc.fail("nodes", "There are no nodes, not even the start.")
    if len(rows) > MOST_NODES:
        doc.fail("nodes", f"There are {len(rows):,} nodes; the most is {MOST_NODES:,}.")
    nodes: list[Node] = []
    seen: set[tuple[int, Action]] = set()
    for i, raw in enumerate(rows):
        row = _Part(raw, f"node {i}")
        digest = row.text("state", LONGEST_NAME, "")
        if i == 0:
            node = match.root
            for key in ("do", "after"):
                if key in row.raw:
                    row.fail(key, "The first node is the start; nothing was done to come there.")
            if digest and digest != node.state.digest():
                node.trouble = "The game no longer starts in this way: its rules have changed since."
                node.inner["record"] = {"state": digest}
        else:
            parent = nodes[row.whole("after", 0, i - 1, i - 1)]
            node = _replay_node(match, parent, row, digest, doc.same, i)
            if node.action is not None:
                if (id(parent), node.action) in seen:
                    row.fail("do", f"“{_short(str(node.action))}” stands twice after the same node.")
                seen.add((id(parent), node.action))
        _annotations(node, row)
        node.extra = row.rest()
        nodes.append(node)
    return nodes


def _replay_node(match: Match, parent: Node, row: _Part, digest: str, same: bool, i: int) -> Node:
    game = match.game
    raw = row.take("do", dict, "an action")
    text = row.text("text", LONGEST_TEXT, "")
    events, unknown = _events(row)
    trouble, action = parent.trouble, _action(game, raw)
    state, told = parent.state, events
    if not trouble:
        try:
            trouble = _refused(game, parent.state, action, text)
            if not trouble and action is not None:
                state, told = game.step(parent.state, action)
        except BROKEN as error:
            trouble = f"This cannot be replayed ({_cause(error)})."
        if trouble and same:
            row.fail("do", f"{trouble} With load(path, keep=True) the match opens as a record from here on.")
        if not trouble and digest and state.digest() != digest:
            trouble = "What this leads to now is not what was recorded: the rules have changed since."
        if trouble:
            trouble = f"From node {i} on this is only a record. {trouble}"
            state, told = parent.state, events
    if action is None:
        label = text or "an action that is not known any more"
        node = match._grow(parent, Recorded(label, json.dumps(raw, ensure_ascii=False)), state, told)
    else:
        node = match._grow(parent, action, state, told)
    chance = row.take("chance", bool, "true or false", False)
    secret = row.whole("secret", 0, len(match.names) - 1, None)
    if trouble:
        node.trouble, node.chance, node.secret_of = trouble, chance, secret
        node.inner["record"] = {"state": digest, "text": text}
    node.inner |= {key: value for key, value in unknown.items() if int(key.partition(".")[2]) < len(told)}
    if action is not None:
        fields = {*action.__struct_encode_fields__, "do"}
        left = {key: value for key, value in raw.items() if key not in fields}
        if left:
            _shallow(left, f"{row.place}, do")
            node.inner["do"] = left
    return node


def _action(game: Game[Any], raw: Any) -> Action | None:
    """The action, None if this version of the game does not know such a one."""
    try:
        action = game.decode_action(raw)
        hash(action)
    except (msgspec.ValidationError, *BROKEN):
        return None
    return action


def _refused(game: Game[Any], state: Any, action: Action | None, text: str) -> str:
    """Why an action on record cannot be replayed; empty if it can."""
    said = f"“{_short(text or str(action))}”"
    if action is None:
        return f"{said} is not an action of {game.title} as it is now."
    if action in game.legal(state) or any(action == result for result, _ in game.outcomes(state)):
        return ""
    illegal = game.why_not(state, action)
    return f"{said} is not allowed here. {illegal.sentence if illegal else ''}".strip()


def _events(row: _Part) -> tuple[tuple[Event, ...], dict[str, dict[str, Any]]]:
    events, unknown = [], {}
    known = set(Event.__struct_encode_fields__)
    for j, raw in enumerate(row.items("events", [])):
        part = _Part(raw, f"{row.place}, event {j}")
        part.text("text", LONGEST_TEXT)
        _shallow(raw, part.place)
        events.append(_convert(raw, Event, part.place))
        part.taken |= known
        if left := part.rest():
            unknown[f"events.{j}"] = left
    return tuple(events), unknown


def _annotations(node: Node, row: _Part) -> None:
    node.comment = row.text("comment", LONGEST_TEXT, "")
    node.title = row.text("title", LONGEST_TITLE, "")
    node.glyph = row.text("glyph", 2, "")
    if node.glyph not in GLYPHS:
        row.fail("glyph", f"A glyph is one of {', '.join(repr(g) for g in GLYPHS)}, not {node.glyph!r}.")
    arrows = []
    for j, raw in enumerate(row.items("arrows", [])):
        part = _Part(raw, f"{row.place}, arrow {j}")
        place, to = part.text("place", LONGEST_NAME), part.text("to", LONGEST_NAME, "")
        arrows.append(Arrow(place, to or None, part.text("label", LONGEST_TITLE, "")))
        if left := part.rest():
            node.inner[f"arrows.{j}"] = left
    node.arrows = tuple(arrows)


# ------------------------------------------------------------------ positions


def position_text(thing: Match | State) -> str:
    """One line that holds a position: of a match at its cursor, or a state.

    It begins with the game's id and ends in a check sum, so a slip in copying is noticed.
    """
    if isinstance(thing, Match):
        game, state, options = thing.game, thing.state, thing.options
    else:
        games = import_module("atlantis_nb.games").games
        fitting = [g for g in games.values() if type(thing) is g.State]
        if not fitting:
            raise ValueError("This is not a state of any of the games.")
        game, state = fitting[0], thing
        options = getattr(thing, "options", None) or game.options()
    raw = msgspec.json.encode({"options": options, "state": state}, order="deterministic")
    packed = base64.urlsafe_b64encode(zlib.compress(raw, 9)).decode().rstrip("=")
    return f"{game.id}.{packed}.{_sum(packed)}"


def from_position(text: str, game: Game[Any] | None = None, seed: int = 0) -> Match:
    """A match that begins at a position, from its text. Raises FileError."""
    parts = "".join(checked_text(text, "A position", LARGEST).split()).split(".")
    if len(parts) != 3:
        raise FileError("", "This is not the text of a position: that is “game.letters.check sum”.")
    game_id, packed, check = parts
    if check != _sum(packed):
        raise FileError("", "This text of a position is not complete or has a letter wrong.")
    game = _game(game_id, game)
    try:
        pump = zlib.decompressobj()
        raw = pump.decompress(base64.b64decode(packed + "=" * (-len(packed) % 4), b"-_", True), 4_000_000)
    except (binascii.Error, ValueError, zlib.error):
        raise FileError("", "This is not the text of a position.") from None
    if not pump.eof:
        raise FileError("", "This position is too large.")
    doc = _Part(_parse(raw), "")
    options = _convert(doc.take("options", dict, "an object"), game.Options, "options")
    state = _position(game, doc.take("state", dict, "an object"), "state")
    return Match.from_state(game, state, options, seed)


def _sum(packed: str) -> str:
    return hashlib.blake2b(packed.encode(errors="replace"), digest_size=3).hexdigest()


# ------------------------------------------------------------------ words


def _kind(value: Any) -> str:
    names: Mapping[type, str] = {
        dict: "an object", list: "a list", str: "a text", bool: "true or false", int: "a number",
        float: "a number with a point", type(None): "null",
    }  # fmt: skip
    return names.get(type(value), "something else")


def _short(text: str, most: int = 80) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _sentence(error: Exception) -> str:
    return _short(str(error), 300).rstrip(".") + "."


def _cause(error: Exception) -> str:
    return _short(f"{type(error).__name__}: {error}", 120).rstrip(".: ")


__all__ = [
    "FORMAT", "FileError", "Recorded", "VERSION", "from_json", "from_position", "load", "position_text",
    "save", "to_json",
]  # fmt: skip
