"""The laws that every position keeps: each one broken by hand is told, and no other."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from atlantis_nb.core.game import Chance, draw, pick
from atlantis_nb.games.sinking import GAME
from atlantis_nb.games.sinking.check import check
from atlantis_nb.games.sinking.state import LARGE, VILLAGE, Settlement, SinkingState

from .table import BLUE, NAMES, RED, Table

Break = Callable[[SinkingState], Any]


def position() -> SinkingState:
    table = Table(2).put(
        RED, small=["0,1"], village=["1,0"], worker=["0,2"], soldier=["0,1"], settler=["1,0"]
    )
    return table.put(BLUE, large=["0,-1"], worker=["1,-1"], soldier=["0,-1"]).state


BROKEN: list[tuple[str, Break]] = [
    ("one entry a player", lambda s: s.stock.append(3)),
    ("one entry a player", lambda s: s.points.pop()),
    ("not counted by player", lambda s: s.soldiers.update({"0,2": (1,)})),
    ("belongs to nobody", lambda s: s.workers.update({"0,2": 7})),
    ("captured by nobody", lambda s: s.settlements.update({"0,1": Settlement(RED, 1, 1, captor=9, taken=1)})),
    ("each player once", lambda s: setattr(s, "order", (0, 0))),
    ("tiles of number 6", lambda s: s.land.update(dict.fromkeys([p for p in s.land if p != "0,0"], 6))),
    ("no space of the map", lambda s: s.land.update({"99,0": s.land.pop("2,-1")})),
    ("mountain gives", lambda s: s.land.update({"0,0": 3})),
    ("sinking tile is no land", lambda s: setattr(s, "sinking", ("8,0",))),
    ("bare sea tile is", lambda s: setattr(s, "bare", ("0,0",))),
    ("A soldier stands on 8,0", lambda s: s.soldiers.update({"8,0": (1, 0)})),
    ("A worker stands on 8,0", lambda s: s.workers.update({"8,0": RED})),
    ("A settler stands on 8,0", lambda s: s.settlers.update({"8,0": (1, 0)})),
    ("A settlement stands on 8,0", lambda s: s.settlements.update({"8,0": Settlement(RED, VILLAGE, 1)})),
    ("number of soldiers on 0,2", lambda s: s.soldiers.update({"0,2": (-1, 2)})),
    ("number of settlers on 0,2", lambda s: s.settlers.update({"0,2": (0, 0)})),
    ("no size", lambda s: s.settlements.update({"0,1": Settlement(RED, 3, 1)})),
    ("of a round to come", lambda s: s.settlements.update({"0,1": Settlement(RED, 1, 9)})),
    ("taken by nobody", lambda s: s.settlements.update({"0,1": Settlement(RED, 1, 1, taken=1)})),
    ("not numbered", lambda s: (_captured(s, "0,-1", RED, taken=2), s.soldiers.update({"0,-1": (1, 1)}))),
    ("cannot be captured like this", lambda s: _captured(s, "1,0", BLUE)),
    ("cannot be captured like this", lambda s: _captured(s, "0,1", RED)),
    ("without a soldier of its captor", lambda s: _captured(s, "0,-1", RED)),
    ("cannot be besieged", lambda s: _besieged(s, siege=False)),
    ("besieged by nobody", lambda s: _besieged(s, siege=True)),
    ("Red has more citizens", lambda s: s.soldiers.update({"0,1": (16, 0)})),
    ("Red has more settlers", lambda s: s.settlers.update({"1,0": (6, 0)})),
    ("Blue has more cities", lambda s: s.settlements.update({p: Settlement(BLUE, LARGE, 1) for p in FREE})),
    ("fewer than no resources", lambda s: s.stock.__setitem__(BLUE, -1)),
    ("what there is not", lambda s: _sacrificed(s, 4)),
    ("The points", lambda s: s.points.__setitem__(RED, -1)),
    ("latest city of Red cannot be", lambda s: s.latest.__setitem__(RED, 1)),
    ("lost the same city", lambda s: (s.latest.__setitem__(slice(None), [1, 1]), setattr(s, "destroyed", 1))),
    ("off the track", lambda s: setattr(s, "marker", 23)),
]
FREE = ("-1,0", "-1,1", "-2,0", "-2,1", "-1,-1", "2,-1")


def _captured(s: SinkingState, place: str, captor: int, taken: int = 1) -> None:
    s.captures = 1
    s.settlements[place] = replace(s.settlements[place], captor=captor, taken=taken)


def _besieged(s: SinkingState, siege: bool) -> None:
    s.options = GAME.options(siege=siege)
    s.settlements["0,1"] = replace(s.settlements["0,1"], besieged=True)


def _sacrificed(s: SinkingState, amount: int) -> None:
    s.phase, s.stock[RED], s.sacrifices[RED] = "flood", 3, amount


@pytest.mark.parametrize(("words", "spoil"), BROKEN, ids=[words for words, _ in BROKEN])
def test_what_is_broken_is_told(words: str, spoil: Break) -> None:
    state = position()
    assert check(state) == []
    spoil(state)
    told = check(state)
    assert len(told) == 1
    assert words in told[0]


def test_a_captor_may_lose_the_last_soldier_in_a_battle_that_goes_on() -> None:
    """Green beats the captor's soldier and still has to fight the owner's settler."""
    from atlantis_nb.games.sinking.battle import NamePlayer
    from atlantis_nb.games.sinking.move import Move, MoveTurn

    table = (
        Table(3).put(BLUE, small=["0,1"], settler=["0,1"]).put(RED, soldier=["0,1"]).put(2, soldier=["0,2"])
    )
    _captured(table.state, "0,1", RED)
    assert check(table.state) == []
    table.start(MoveTurn(2)).act(Move(2, "soldier", "0,2", "0,1"), NamePlayer(RED)).roll(5)
    assert table.soldiers("0,1", RED) == 0
    assert table.state.settlements["0,1"].captor == RED
    assert check(table.state) == []
    table.state.agenda.clear()
    assert check(table.state) == [
        "The city on 0,1 is captured without a soldier of its captor there (S-R-34)."
    ]


@pytest.mark.parametrize("seed", range(6))
def test_play_keeps_the_laws_with_options_in_combination(seed: int) -> None:
    rng = random.Random(seed)
    options = GAME.options(
        board_build="random",
        siege=True,
        mountain_defence=seed % 2 == 0,
        mountain_value=seed % 3,
        captured_city_shrinks=seed % 2 == 1,
        attacker_may_stop=seed % 3 == 0,
        fight_commit=("declare_all", "one_by_one")[seed % 2],
        floods_resolve=("together", "one_by_one")[seed // 2 % 2],
        empty_flood=seed % 2 == 0,
        open_resources=seed % 3 != 1,
        piece_limits=seed != 5,
    )
    state = GAME.start(options, NAMES[: 2 + seed % 5])
    while state.agenda:
        task = state.agenda[-1]
        if isinstance(task, Chance):
            action = draw(task.outcomes(state), rng)
        else:
            legal = task.legal(state)
            action = legal[pick(rng, len(legal))]
        GAME.advance(state, action)
        assert check(state) == []
