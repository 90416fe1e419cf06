"""Broken files, by the hundred: whatever is done to a file, it opens or gives one FileError."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from atlantis_nb.core.files import FileError, from_json, from_position, position_text, to_json
from atlantis_nb.core.match import Arrow, Match
from tests import toy

GAME = toy.GAME


def _sample() -> Match:
    match = Match(GAME, seed=3, options={"rounds": 1}).run("random", until=4)
    match.comment("Note.", "!?", [Arrow("0,0", "1,0", "go")], "One")
    here = match.node
    for action in match.legal[:2]:
        match.to(here)
        match.play(action)
    return match


SAMPLE = _sample()
TEXT = to_json(SAMPLE)
PLACED = to_json(Match.from_state(GAME, SAMPLE.state, SAMPLE.options).run("random"))
POSITION = position_text(SAMPLE)
LIMITS = settings(
    max_examples=150, deadline=2000, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.integers(-3, 12)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20)
    | st.sampled_from(["0,0", "a0", "sail", "done", "toy", "", "x" * 30_000, "\x00", "</script>", "🐙"])
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
)


def opens_or_says_why(text: str | bytes, **more: Any) -> None:
    match: Match | None
    try:
        match = from_json(text, GAME, **more)
    except FileError as error:
        refusal = error
        match = None
    if match is None:
        assert refusal.sentence
        assert "\n" not in refusal.sentence
        assert len(str(refusal)) < 1000
        return
    again = to_json(match)
    assert to_json(from_json(again, GAME)) == again
    for node in match.nodes():
        match.to(node)
        match.words()
        assert bool(match.legal) is (match.actor >= 0)
    if match.legal:
        match.play(match.legal[0])


def spots(thing: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) of a document."""
    found, todo = [], [thing]
    while todo:
        at = todo.pop()
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        for key in keys:
            found.append((at, key))
            if isinstance(at[key], dict | list):
                todo.append(at[key])
    return found


@LIMITS
@given(st.integers(0, len(TEXT) - 2))
def test_truncated(end: int) -> None:
    with pytest.raises(FileError):
        from_json(TEXT.rstrip()[:end], GAME)


@LIMITS
@given(st.lists(st.tuples(st.integers(0, len(TEXT.encode()) - 1), st.integers(0, 7)), min_size=1, max_size=3))
def test_flipped_bits(flips: list[tuple[int, int]]) -> None:
    raw = bytearray(TEXT.encode())
    for at, bit in flips:
        raw[at] ^= 1 << bit
    opens_or_says_why(bytes(raw))


@pytest.mark.parametrize("text", [TEXT, PLACED], ids=["match", "placed"])
@pytest.mark.parametrize("keep", [False, True])
@LIMITS
@given(data=st.data())
def test_swapped_and_deleted_fields(text: str, keep: bool, data: st.DataObject) -> None:
    document = json.loads(text)
    for _ in range(data.draw(st.integers(1, 3))):
        places = spots(document)
        container, key = places[data.draw(st.integers(0, len(places) - 1))]
        if data.draw(st.booleans()):
            container[key] = data.draw(values)
        else:
            del container[key]
        if not document:
            break
    opens_or_says_why(json.dumps(document), keep=keep)


@LIMITS
@given(data=st.data())
def test_pieces_of_a_file_in_the_wrong_place(data: st.DataObject) -> None:
    document = json.loads(TEXT)
    places = spots(document)
    source, target = (places[data.draw(st.integers(0, len(places) - 1))] for _ in range(2))
    copied = json.loads(json.dumps(source[0][source[1]]))
    target[0][target[1]] = copied
    opens_or_says_why(json.dumps(document))


@LIMITS
@given(values)
def test_any_json_at_all(value: Any) -> None:
    with pytest.raises(FileError):
        from_json(json.dumps(value), GAME)


@LIMITS
@given(st.binary(max_size=200) | st.text(max_size=200))
def test_any_text_at_all(text: str | bytes) -> None:
    with pytest.raises(FileError):
        from_json(text, GAME)


@LIMITS
@given(st.integers(0, len(POSITION) - 1), st.characters())
def test_positions_with_a_letter_wrong(at: int, letter: str) -> None:
    wrong = POSITION[:at] + letter + POSITION[at + 1 :]
    if "".join(wrong.split()) == POSITION:
        assert from_position(wrong, GAME).state == SAMPLE.state
    else:
        with pytest.raises(ValueError):
            from_position(wrong, GAME)
