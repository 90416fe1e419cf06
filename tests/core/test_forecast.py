"""The part of forecasts that knows no game: refining, intervals, how far shares move."""

from __future__ import annotations

import random

import pytest

from atlantis_nb.core import forecast as fc
from atlantis_nb.core.forecast import CHUNK, Forecast, Group, Moved, mean, rate, sure
from atlantis_nb.core.match import Match
from atlantis_nb.lab.intervals import wilson
from tests.toy import GAME


class Coin(Forecast):
    """A coin that falls on heads with chance 0.5, or is glued down."""

    model = "The coin is fair."

    def __init__(self, glued: bool = False, topic: str = "coin") -> None:
        super().__init__(Match(GAME, players=2, seed=1).state)
        self.glued, self.topic, self.heads = glued, topic, 0

    @property
    def settled(self) -> bool:
        return self.glued

    def play(self, rounds: int, rng: random.Random) -> None:
        self.heads += sum(rng.random() < 0.5 for _ in range(rounds))

    def groups(self) -> tuple[Group, ...]:
        share = sure("heads", "heads", 1.0) if self.glued else rate("heads", "heads", self.heads, self.n)
        return (Group("coin", "The coin", "Coin", (share,)),)


def test_a_share_is_refined_to_its_goal() -> None:
    coin = Coin()
    assert not coin.done
    assert coin.moved(Coin()) == {}
    coin.refine(100)
    wide = coin.share("heads")
    coin.refine()
    narrow = coin.share("heads")
    assert coin.n == coin.goal
    assert coin.done
    assert narrow.high - narrow.low < 0.021 < wide.high - wide.low
    assert narrow.low < 0.5 < narrow.high
    assert coin.source == "simulated, n = 10,000 rounds, with 95% intervals"
    with pytest.raises(KeyError, match="no share 'tails'; there are: heads"):
        coin.share("tails")


def test_settled_shares_need_no_rounds() -> None:
    coin = Coin(glued=True).refine()
    assert coin.n == 0
    assert coin.done
    assert coin.words() == ["Exact: the rules have settled all of it.", "The coin.", "heads: settled: 100%."]


def test_moves_beyond_the_noise_are_clear() -> None:
    fair, glued = Coin().refine(1000), Coin(glued=True)
    up = glued.moved(fair)["heads"]
    assert up.clear
    assert 0.45 < up.by < 0.55
    assert fc.moved_text(up, "chance").startswith("up ")
    again = fair.moved(Coin().refine(1000))["heads"]
    assert again.by == 0
    assert not again.clear
    assert fc.moved_text(again, "chance") == "no clear change"
    assert glued.moved(Coin(topic="another")) == {}
    assert glued.moved(None) == {}
    assert fc.moved_text(Moved(-0.5, 0.1), "points") == "down 0.50 ± 0.10"
    assert fc.moved_text(Moved(0.0, 0.0), "points") == "unchanged"


def test_intervals_are_those_of_the_lab() -> None:
    for k, n in ((0, 20), (7, 20), (20, 20), (381, 1000)):
        ours, theirs = rate("x", "x", k, n), wilson(k, n)
        assert (ours.low, ours.value, ours.high) == pytest.approx((theirs.low, theirs.value, theirs.high))
    assert (rate("x", "x", 0, 0).low, rate("x", "x", 0, 0).high) == (0.0, 1.0)
    points = mean("x", "x", 4, 10.0, 30.0)
    assert points.value == 2.5
    assert points.low < 2.5 < points.high
    assert mean("x", "x", 0, 0.0, 0.0).value == 0.0


def test_most_games_offer_no_forecast() -> None:
    match = Match(GAME, players=2, seed=1)
    assert match.forecast() is None
    assert match.moved_from() is None


def test_chunks_have_luck_of_their_own() -> None:
    coin = Coin().refine(CHUNK)
    first = coin.heads
    coin.refine(40 * CHUNK)
    parts = {round(coin.heads / 40, 1), first}
    assert len(parts) == 2
