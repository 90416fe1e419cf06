"""Bots: by name and by seat, fair play (no peeking), the same with the same seed, and not stupid."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from atlantis_nb.core import bots
from atlantis_nb.core.bots import Greedy, Mcts, bot, bot_name, by_seat, playout, restrict
from atlantis_nb.core.game import Action
from atlantis_nb.core.match import IllegalAction, Match
from tests import toy

GAME = toy.GAME


def start(**options: Any) -> toy.Isles:
    return GAME.start(GAME.options(**options), ("Red", "Blue"))


@pytest.mark.parametrize(
    ("text", "made", "name"),
    [
        ("greedy", Greedy(), "greedy"),
        ("greedy(50)", Greedy(50), "greedy(50)"),
        ("mcts", Mcts(), "mcts(200)"),
        ("mcts(30)", Mcts(30), "mcts(30)"),
        (" mcts( iterations=30, depth = 4 ) ", Mcts(30, 4), "mcts(30, depth=4)"),
        ("mcts(30,4,1.5)", Mcts(30, 4, 1.5), "mcts(30, depth=4, c=1.5)"),
    ],
)
def test_bots_are_made_from_their_names(text: str, made: Any, name: str) -> None:
    assert bot(text) == made
    assert bot_name(bot(text)) == name
    assert bot(name) == made


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ("clever", "Bots are: random, greedy, mcts"),
        ("mcts(", "no bot"),
        ("mcts(x)", "not a number"),
        ("mcts(0)", "from 1"),
        ("mcts(1.5)", "whole number"),
        ("mcts(nan)", "is a number from"),
        ("random(3)", "It has none"),
        ("mcts(width=3)", "Its parameters are: iterations, depth, c"),
        ("mcts(1,2,3,4)", "no parameter"),
        (7, "a name or a callable"),
    ],
)
def test_a_wrong_name_is_one_sentence(wrong: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words.replace("(", r"\(")):
        bot(wrong)


def test_by_seat_takes_one_a_list_or_a_mapping() -> None:
    assert by_seat("greedy", 3) == dict.fromkeys(range(3), Greedy())
    assert by_seat(["random", None], 2) == {0: bots.Random()}
    assert by_seat({1: "greedy"}, 2) == {1: Greedy()}
    for wrong in (["greedy"], {2: "greedy"}, {"0": "greedy"}):
        with pytest.raises(ValueError):
            by_seat(wrong, 2)


def test_bots_see_only_what_their_seat_may_know() -> None:
    seen: list[toy.Isles] = []

    def watcher(game: Any, state: toy.Isles, legal: Sequence[Action], rng: random.Random) -> Action:
        seen.append(state)
        return legal[0]

    Match(GAME, seed=1).run(watcher, until=4)
    playout(GAME, start(), watcher, random.Random(1), limit=12)
    assert len(seen) > 5
    for state in seen:
        seat = GAME.actor(state)
        assert all(set(hand) <= {0} for s, hand in enumerate(state.hands) if s != seat)


@pytest.mark.parametrize("name", ["random", "greedy", "mcts(30)"])
def test_the_same_seed_plays_the_same_game(name: str) -> None:
    one, two = (Match(GAME, seed=5, options={"rounds": 2}).run(name) for _ in range(2))
    assert one.state == two.state
    assert one.result is not None
    a, b = (playout(GAME, start(), name, random.Random(3)) for _ in range(2))
    assert a == b


@pytest.mark.parametrize("name", ["random", "greedy", "mcts(20)"])
def test_bots_do_not_change_what_they_are_given(name: str) -> None:
    match = Match(GAME, seed=2)
    before = match.state.digest()
    chooser = bot(name)
    rng = random.Random(1)
    assert chooser(GAME, match.state, match.legal, rng) in match.legal
    assert match.state.digest() == before


def wins(first: str, second: str, games: int) -> float:
    """The share of the first bot, seats swapped half the time."""
    won = 0.0
    for k in range(games):
        seats = [first, second] if k % 2 == 0 else [second, first]
        end = playout(GAME, start(rounds=5), seats, random.Random(k))
        assert end.result is not None
        won += (k % 2 in end.result.winners) / len(end.result.winners)
    return won / games


def test_greedy_beats_random() -> None:
    assert wins("greedy", "random", 60) > 0.65


def test_tree_search_beats_random() -> None:
    assert wins("mcts(60)", "random", 20) > 0.7


def test_greedy_weighs_the_dice() -> None:
    state = start(bidding=False)
    state.agenda = state.agenda[:1]
    state.ships = {"a0": toy.Ship(0, "1,0"), "b0": toy.Ship(1, "2,0"), "b1": toy.Ship(1, "-2,0")}
    # One ship against two: half the time Red wins a ship, half the time the game is lost.
    worth = dict(
        zip(
            map(str, GAME.legal(state)),
            Greedy().worths(GAME, state, GAME.legal(state), random.Random(1)),
            strict=True,
        )
    )
    expected = 0.5 * GAME.evaluate(_without(state, "b0"), 0) + 0.5 * 0.0
    assert worth["a0 attacks b0"] == pytest.approx(expected, abs=0.06)


def _without(state: toy.Isles, ship: str) -> toy.Isles:
    new = state.copy()
    del new.ships[ship]
    return new


def test_restricted_bots_keep_their_word_unless_forced() -> None:
    peaceful = restrict("greedy", "never attacks", lambda state, action: isinstance(action, toy.Strike))
    assert bot_name(peaceful) == "greedy, never attacks"
    match = Match(GAME, seed=4, options={"rounds": 4}).run(peaceful)
    assert not any(isinstance(n.action, toy.Strike) for n in match.main())
    never = restrict("random", "never does anything", lambda state, action: True)
    assert never(GAME, match.root.state, [toy.Done()], random.Random(1)) == toy.Done()


def test_a_bot_that_cheats_is_named() -> None:
    def cheat(game: Any, state: Any, legal: Any, rng: Any) -> Action:
        return toy.Sail("a0", "nowhere")

    with pytest.raises(IllegalAction):
        Match(GAME, seed=1).run(cheat)
    with pytest.raises(ValueError, match="cheat chose"):
        playout(GAME, start(), cheat, random.Random(1))
    with pytest.raises(ValueError, match="Every seat"):
        playout(GAME, start(), {0: "random"}, random.Random(1))


def test_playout_stops_at_the_limit_and_leaves_the_state_alone() -> None:
    state = start()
    before = state.digest()
    assert playout(GAME, state, "random", random.Random(1), limit=0) == state
    assert playout(GAME, state, "random", random.Random(1), limit=3).result is None
    assert state.digest() == before


def test_the_sample_of_results_is_fair() -> None:
    outcomes = [(toy.Drawn(k), k) for k in range(1, 9)]
    rng = random.Random(1)
    count = dict.fromkeys((a for a, _ in outcomes), 0)
    for _ in range(3000):
        sample = bots._spread(outcomes, 5, rng)
        assert sum(w for _, w in sample) == 5
        for action, weight in sample:
            count[action] += weight
    for action, weight in outcomes:
        assert count[action] / 15000 == pytest.approx(weight / 36, abs=0.01)
