"""Match files: what is saved comes back, and what is broken gives one clear error."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from atlantis_nb.core import files
from atlantis_nb.core.files import FileError, from_json, from_position, load, position_text, save, to_json
from atlantis_nb.core.match import Arrow, IllegalAction, Match
from tests import toy

GAME = toy.GAME


def played(seed: int = 3, lines: bool = True) -> Match:
    """A whole game with side lines, notes and everything else that a file can hold."""
    match = Match(GAME, players=["Ann", "Böb “🐙”"], seed=seed, title="An evening")
    match.run("random", until=9)
    match.annotate(
        comment="Here it\nbegins. <b>&</b>", glyph="!?", arrows=[Arrow("0,0", "1,0", "go")], title="One"
    )
    if lines:
        here = match.node
        for action in match.legal[:3]:
            match.to(here)
            match.play(action)
            match.run("random", until=2)
            match.annotate(comment=f"or {action}")
        match.to_main()
    match.run("random")
    match.to(11)
    return match


def shape(match: Match) -> list[Any]:
    return [
        (
            n.ply,
            n.action,
            n.state,
            n.events,
            n.comment,
            n.glyph,
            n.arrows,
            n.title,
            n.chance,
            n.secret_of,
            n.key,
        )
        for n in match.nodes()
    ]


def doc(match: Match) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(to_json(match))
    return found


def read(document: Any, **more: Any) -> Match:
    return from_json(json.dumps(document), GAME, **more)


# ------------------------------------------------------------------ there and back


def test_everything_comes_back(tmp_path: Path) -> None:
    match = played()
    path = tmp_path / "evening.json"
    save(match, path)
    again = load(path, GAME)
    assert shape(again) == shape(match)
    assert again.node.ply == match.node.ply
    assert (again.names, again.seed, again.title, again.options) == (
        match.names,
        match.seed,
        match.title,
        match.options,
    )
    assert not again.trouble
    assert to_json(again) == to_json(match) == path.read_text(encoding="utf-8")
    match.to(len(match.line()) - 1)
    match.save(path)
    assert load(path, GAME).node.ply == match.node.ply


def test_play_goes_on_identically_after_reading() -> None:
    for ply in range(4, 20, 3):
        match = Match(GAME, seed=ply).run("random", until=ply)
        again = from_json(to_json(match), GAME)
        assert shape(match.run("random")) == shape(again.run("random"))


def test_a_person_can_read_the_file() -> None:
    lines = to_json(played()).splitlines()
    assert lines[1] == '"format": "atlantis_nb match",'
    assert '"players": ["Ann", "Böb “🐙”"],' in lines
    assert sum('"text": "Ann: end the turn"' in line for line in lines) >= 1


def test_a_match_from_a_position_comes_back() -> None:
    match = played(lines=False)
    start = Match.from_state(GAME, match.state, match.options, seed=8)
    start.run("random")
    again = from_json(to_json(start), GAME)
    assert again.placed
    assert shape(again) == shape(start)


def test_a_file_from_which_the_last_die_was_cut_plays_on() -> None:
    match = Match(GAME, seed=3)
    document = doc(match)
    document["nodes"] = document["nodes"][:1]
    del document["at"]
    assert shape(read(document)) == shape(match)


def test_unknown_fields_survive_at_every_level() -> None:
    document = doc(played())
    document["place"] = {"of": ["play", {"x": None}]}
    document["options"]["weather"] = "fog"
    for row in document["nodes"][:1] + document["nodes"][5:6]:
        row["clock"] = 12.5
    row = next(r for r in document["nodes"] if r.get("arrows"))
    row["arrows"][0]["colour"] = "red"
    row["events"][0]["sound"] = "splash"
    row["do"]["hesitation"] = 3
    match = read(document)
    assert match.extra == {"place": {"of": ["play", {"x": None}]}}
    again = json.loads(to_json(match))
    assert again == document
    assert to_json(from_json(to_json(match), GAME)) == to_json(match)


def test_thousands_of_nodes_in_one_line_and_deep_side_lines() -> None:
    match = Match(GAME, seed=1, options={"rounds": 9})
    rng = random.Random(1)
    nodes = list(match.nodes())
    while len(nodes) < 2000:
        match.to(rng.choice(nodes[-200:]))
        if match.legal:
            match.play(rng.choice(match.legal))
            match.run("random")
        nodes = list(match.nodes())
    text = to_json(match)
    again = from_json(text, GAME)
    assert shape(again) == shape(match)


def test_a_very_deep_line_does_not_recurse() -> None:
    match = played(lines=False)
    tip = match.last()
    for _ in range(5000):  # not replayable, only deep
        tip = match._grow(tip, toy.Done(), tip.state, ())
        tip.trouble = "made up"
    text = to_json(match)
    assert len(match.lines()[0].nodes) > 5000
    old = text.replace(f'"rules": "{GAME.rulebook.version}"', '"rules": "older"')
    assert len(from_json(old, GAME).main()) == len(match.main())


# ------------------------------------------------------------------ writing safely


def test_saving_is_all_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "evening.json"
    save(played(1), path)
    before = path.read_bytes()

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileError, match="No space left"):
        save(played(2), path)
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["evening.json"]


def test_saving_keeps_rights_and_follows_links(tmp_path: Path) -> None:
    path, link = tmp_path / "real.json", tmp_path / "link.json"
    save(played(1), path)
    path.chmod(0o640)
    link.symlink_to(path)
    save(played(2), link)
    assert link.is_symlink()
    assert path.stat().st_mode & 0o777 == 0o640
    assert load(path, GAME).seed == 2


def test_saving_where_nothing_can_be_saved(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be written"):
        save(played(), tmp_path / "no" / "where.json")
    with pytest.raises(FileError, match="cannot be written"):
        save(played(), tmp_path)
    match = played()
    match.extra["odd"] = float("nan")
    with pytest.raises(FileError, match="no file can hold"):
        save(match, tmp_path / "x.json")
    assert list(tmp_path.iterdir()) == []


# ------------------------------------------------------------------ other rules, same record


def older(document: dict[str, Any]) -> dict[str, Any]:
    document["rules"] = "older"
    return document


def test_a_record_shows_even_if_the_rules_changed() -> None:
    match = played(lines=False)
    document = older(doc(match))
    number = next(i for i, row in enumerate(document["nodes"]) if row.get("do", {}).get("do") == "sail")
    document["nodes"][number]["state"] = "0" * 12
    again = read(document)
    node = again.main()[number]
    assert again.trouble == node.trouble
    assert node.trouble.startswith(f"From node {number} on this is only a record.")
    assert not again.main()[number - 1].trouble
    assert all(n.trouble == node.trouble for n in again.main()[number:])
    assert [n.events for n in again.main()] == [n.events for n in match.main()]
    assert [again.label(n) for n in again.main()] == [match.label(n) for n in match.main()]
    again.to(node)
    assert again.legal == []
    refused = again.why_not(toy.Done())
    assert refused is not None
    assert "only a record" in refused.sentence
    with pytest.raises(IllegalAction):
        again.play(toy.Done())
    assert node.trouble in again.words()
    again.run("random")
    assert again.node is node
    again.to(number - 1)
    again.play(again.legal[-1])  # before the trouble one may go on as always
    back = from_json(to_json(again), GAME)
    assert to_json(back) == to_json(again)
    assert back.trouble == node.trouble


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"do": "sail", "ship": "a0", "to": "2,2"}, "is not allowed here"),
        ({"do": "teleport", "ship": "a0"}, "is not an action of Isles as it is now"),
        ({"do": "sail", "ship": 3, "to": []}, "is not an action"),
        ({}, "is not an action"),
    ],
)
def test_an_illegal_action_of_older_rules_is_kept_as_a_record(change: dict[str, Any], words: str) -> None:
    document = older(doc(played(lines=False)))
    number = next(i for i, row in enumerate(document["nodes"]) if row.get("do", {}).get("do") == "sail")
    row = document["nodes"][number]
    row["do"] = change
    match = read(document)
    node = match.main()[number]
    assert words in node.trouble
    assert match.label(node) == row["text"]
    assert node.events[0].text == row["events"][0]["text"]
    assert json.loads(to_json(match))["nodes"][number]["do"] == change
    assert to_json(from_json(to_json(match), GAME)) == to_json(match)


def test_the_start_may_differ_too() -> None:
    document = older(doc(played(lines=False)))
    document["nodes"][0]["state"] = "0" * 12
    match = read(document)
    assert match.root.trouble.startswith("The game no longer starts")
    assert match.trouble
    assert len(match.main()) == len(document["nodes"])
    assert json.loads(to_json(match))["nodes"][0]["state"] == "0" * 12


def test_an_illegal_action_under_the_same_rules_is_an_error_unless_kept() -> None:
    document = doc(played(lines=False))
    document["nodes"][9]["do"] = {"do": "sail", "ship": "a0", "to": "2,2"}
    with pytest.raises(FileError, match="node 9, do: .*not allowed here.*keep=True"):
        read(document)
    match = read(document, keep=True)
    assert match.main()[9].trouble
    assert to_json(from_json(to_json(match), GAME)) == to_json(match)


def test_a_secret_on_record_stays_a_secret() -> None:
    document = older(doc(played(lines=False)))
    for row in document["nodes"]:
        row.pop("state", None)
    document["nodes"][0]["state"] = "0" * 12
    match = read(document)
    secret = next(n for n in match.main() if n.secret_of == 0 and not n.chance)
    assert match.label(secret, viewer=1) == "a secret choice"
    assert "lay a" in match.label(secret, viewer=0) or "no card" in match.label(secret, viewer=0)


# ------------------------------------------------------------------ broken files


def cut(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    """Set (or, with KeyError, delete) the field at a path like "nodes.3.do"."""

    def change(document: dict[str, Any]) -> None:
        *steps, last = path.split(".")
        thing: Any = document
        for step in steps:
            thing = thing[int(step) if isinstance(thing, list) else step]
        key: Any = int(last) if isinstance(thing, list) else last
        if value is KeyError:
            del thing[key]
        else:
            thing[key] = value

    return change


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("format", "chess", "not a match file"),
        ("format", KeyError, "not a match file"),
        ("version", 2, "version: It was written by a newer release"),
        ("version", 0, "version: Here is 0"),
        ("version", "1", "version: Here is a text where a whole number"),
        ("version", True, "version: Here is true or false"),
        ("game", "sinking", "game: This is a match of sinking, not of Isles"),
        ("game", KeyError, "“game” is missing"),
        ("seed", 1.5, "seed: Here is a number with a point"),
        ("seed", 2**63, "seed: Here is 9223372036854775808"),
        ("title", "x" * 201, "title: This text is longer than 200"),
        ("players", ["Ann"], "players: Isles is for 2 to 3 players"),
        ("players", ["Ann", "Ann"], "players: Two players have the same name"),
        ("players", ["Ann", 7], "players: The name of a player is a text"),
        ("players", {}, "players: Here is an object where a list"),
        ("options.rounds", 99, "options: Expected `int` <= 9"),
        ("options.rounds", "x", "options: Expected `int`, got `str`"),
        ("options", [], "options: Here is a list where an object"),
        ("nodes", KeyError, "“nodes” is missing"),
        ("nodes", [], "nodes: There are no nodes"),
        ("nodes", "x", "nodes: Here is a text"),
        ("nodes.2", None, "node 2: Here is null where an object"),
        ("nodes.0.do", {"do": "done"}, "node 0, do: The first node is the start"),
        ("nodes.2.do", KeyError, "node 2: The field “do” is missing"),
        ("nodes.2.do", "done", "node 2, do: Here is a text"),
        ("nodes.2.do", {"do": "done"}, "node 2, do: .* is not allowed here"),
        ("nodes.2.do", {"do": "hop"}, "node 2, do: .* is not an action of Isles"),
        ("nodes.2.after", 2, "node 2, after: Here is 2 where a whole number from 0 to 1"),
        ("nodes.2.after", -1, "node 2, after: Here is -1"),
        ("nodes.2.comment", 3, "node 2, comment: Here is a number where a text"),
        ("nodes.2.comment", "x" * 20_001, "node 2, comment: This text is longer"),
        ("nodes.2.glyph", "#", "node 2, glyph: A glyph is one of"),
        ("nodes.2.arrows", [3], "node 2, arrow 0: Here is a number"),
        ("nodes.2.arrows", [{"to": "0,0"}], "node 2, arrow 0: The field “place” is missing"),
        ("nodes.2.events.0", {}, "node 2, event 0: The field “text” is missing"),
        ("nodes.2.events.0.rules", 3, "node 2, event 0: Expected `array`"),
        ("nodes.2.events.0.to", ["x"], "node 2, event 0: Expected `int`"),
        ("nodes.2.state", 3, "node 2, state: Here is a number"),
        ("at", 10**6, "at: Here is 1000000"),
        ("at", 999, "at: There is no node 999"),
        ("at", None, "at: Here is null"),
        ("start", {}, "start: This is no position of Isles"),
        ("start", 3, "start: Here is a number"),
    ],
)
def test_a_wrong_field_is_named(path: str, value: Any, words: str) -> None:
    document = doc(played(lines=False))
    cut(path, value)(document)
    with pytest.raises(FileError, match=words):
        read(document)


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("agenda", [], "nothing to do in it"),
        ("agenda", [{"task": "turn", "player": 7}], "nobody is there to choose"),
        ("agenda", [{"task": "reveal"}], "in the middle of a step"),
        ("agenda", [{"task": "explode"}], "Invalid value 'explode'"),
        ("agenda", [{"task": "answer", "player": 0, "ship": "zz", "by": "a0"}], "cannot be played from"),
        ("agenda", 3, "Expected `array`"),
        ("result", {"winners": [0], "scores": [1, 0], "reason": "."}, "it is over and yet goes on"),
        ("pile", [6, 6, 6], "Every card is in the pile"),
        ("names", ["Ann"], "2 to 3 players"),
        ("names", ["Ann", "Carl"], "not those of the match"),
        ("points", ["x", 0], "Expected `int`"),
        ("points", [], "cannot be played from"),
        ("bids", 10**15, "Expected `array`"),
    ],
)
def test_a_wrong_position_is_refused(path: str, value: Any, words: str) -> None:
    match = played(lines=False)
    document = doc(Match.from_state(GAME, match.state, match.options))
    cut(f"start.{path}", value)(document)
    with pytest.raises(FileError, match=words):
        read(document)


GOOD = to_json(played(lines=False))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1, column 1"),
        ("null", "holds no object"),
        ("[1, 2]", "holds no object"),
        ("{}", "not a match file"),
        ("<html>", "line 1, column 1"),
        (b"\xff\xfe\x00", "byte 0: This is not UTF-8"),
        (GOOD.encode()[:700] + b"\xe2\x28" + GOOD.encode()[700:], "not UTF-8"),
        (GOOD[: len(GOOD) // 2], r"line \d+, column \d+: The text breaks off"),
        (GOOD[:-3], "The text breaks off"),
        (GOOD + "}", "Extra data"),
        (GOOD.replace('"seed": 3', '"seed": NaN'), "NaN is not a number"),
        (GOOD.replace('"seed": 3', '"seed": -Infinity'), "-Infinity is not a number"),
        (GOOD.replace('"seed": 3', '"seed": 1e999'), "1e999 is too large"),
        (GOOD.replace('"seed": 3', '"seed": ' + "9" * 5_000_000), "5000000 digits"),
        (GOOD.replace('"seed": 3', '"seed": 3, "seed": 4'), "“seed” stands twice"),
        (
            GOOD.replace('"seed": 3', '"seed": 3, "deep": ' + "[" * 100_000 + "]" * 100_000),
            "nested too deeply",
        ),
        (GOOD.replace('"seed": 3', '"seed": 3, "deep": ' + "[" * 90 + "]" * 90), "deep: .*32 levels"),
        (GOOD.replace('"An evening"', '"\\ud800"'), "lone surrogate"),
        (GOOD.replace("An evening", "\ud800"), "not UTF-8"),
        ("[" * 10_000_000, "nested too deeply"),
        ("x" * 10_000_000, "line 1, column 1"),
        ('{"a":' * 2_000_000, "nested too deeply"),
        (random.Random(1).randbytes(10_000_000), "not UTF-8"),
        (" " * (files.LARGEST + 1), "larger than 32 MB"),
        (
            '{"format": "atlantis_nb match", "version": 1, "game": "toy", "x": [' + "0," * 4_000_000 + "0]}",
            "missing",
        ),
        ("{" + ",".join(f'"k{i}": 0' for i in range(400_000)) + ', "k399999": 0}', "stands twice"),
    ],
    ids=range(26),
)
def test_nonsense_gives_one_error(text: str | bytes, words: str) -> None:
    with pytest.raises(FileError, match=words):
        from_json(text, GAME)


def test_many_nodes_are_refused_or_read() -> None:
    document = older(doc(played(lines=False)))
    row = {"do": {"do": "sail", "ship": "a0", "to": "9,9"}, "after": 4}
    document["nodes"] += [row] * files.MOST_NODES
    with pytest.raises(FileError, match="the most is 20,000"):
        read(document)
    document = older(doc(played(lines=False)))
    document["nodes"] += [row | {"do": {"do": "sail", "ship": f"s{i}", "to": ""}} for i in range(5_000)]
    assert len(read(document).nodes().__next__().children) == 1
    document["nodes"].append(row | {"do": {"do": "sail", "ship": "s1", "to": ""}})
    with pytest.raises(FileError, match="stands twice"):
        read(document)


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path, str(tmp_path / "a\0b")):
        with pytest.raises(FileError, match="cannot be opened"):
            load(path)
    bad = tmp_path / "bad.json"
    bad.write_text(GOOD[:900], encoding="utf-8")
    with pytest.raises(FileError, match="^bad.json, line ") as caught:
        load(bad)
    assert caught.value.place.startswith("bad.json, line")
    foreign = tmp_path / "other.json"
    foreign.write_text(GOOD.replace('"game": "toy"', '"game": "chess"'), encoding="utf-8")
    with pytest.raises(FileError, match=r"other.json, game: There is no game 'chess'\. Games are"):
        load(foreign)


def test_a_byte_order_mark_does_no_harm() -> None:
    assert from_json(b"\xef\xbb\xbf" + GOOD.encode(), GAME).seed == 3


# ------------------------------------------------------------------ positions


def test_a_position_comes_back_from_its_text() -> None:
    match = played(lines=False)
    for ply in range(0, len(match.line()), 4):
        match.to(ply)
        text = position_text(match)
        assert "\n" not in text
        again = from_position(f"  {text[:60]}\n {text[60:]} ", GAME)
        assert again.root.state == match.state
        assert again.options == match.options
        assert position_text(again.branch()) == position_text(again)


def test_a_slip_in_a_position_is_noticed() -> None:
    text = position_text(played(lines=False))
    for wrong, words in (
        (text[:-1], "letter wrong"),
        (text[1:], "game"),
        (text.replace(".", " ", 1), "letters"),
        (text[:40] + "x" + text[41:], "letter wrong"),
        ("", "not the text of a position"),
        (f"toy.{'A' * 40}.{files._sum('A' * 40)}", "not the text of a position"),
        (f"toy.é.{files._sum('é')}", "not the text of a position"),
        ("\ud800..", "half a character"),
    ):
        with pytest.raises(ValueError, match=words):
            from_position(wrong, GAME)


def test_a_position_that_unpacks_without_end_is_refused() -> None:
    import base64
    import zlib

    packed = base64.urlsafe_b64encode(zlib.compress(b"[" * 50_000_000, 9)).decode().rstrip("=")
    with pytest.raises(FileError, match="too large"):
        from_position(f"toy.{packed}.{files._sum(packed)}", GAME)


def test_a_state_alone_has_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    from atlantis_nb import games

    match = played(lines=False)
    with pytest.raises(ValueError, match="not a state of any"):
        position_text(match.state)
    monkeypatch.setattr(games, "games", {"toy": GAME})
    assert position_text(match.state) == position_text(match)
    assert from_position(position_text(match.state)).state == match.state
