"""Exact odds: against closed forms, against icepool, and at the edges."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar

import icepool
import pytest

from atlantis_nb.core.game import Action, Chance, Decision, Game, State
from atlantis_nb.core.match import Match
from atlantis_nb.core.odds import (
    OddsError,
    _flow,
    ahead,
    dies,
    fraction_text,
    odds,
    percent_text,
    percent_texts,
    rounding_note,
)
from tests import toy

# ------------------------------------------------------------------ a few dice and nothing else


class Pot(State):
    total: int = 0
    thrown: int = 0


class Throw(Action, frozen=True):
    n: int = 1

    def __str__(self) -> str:
        return f"throw {self.n}"


class Face(Action, frozen=True):
    pips: int

    def __str__(self) -> str:
        return str(self.pips)


class Die(Chance[Pot, Face], frozen=True):
    left: int
    again: int = 0
    """Faces up to this one are thrown again, without end."""
    sides: int = 6
    count: bool = False

    def outcomes(self, state: Pot) -> list[tuple[Face, int]]:
        return [(Face(k), 1) for k in range(1, self.sides + 1)]

    def apply(self, state: Pot, action: Face, log: Any) -> None:
        state.thrown += self.count
        if action.pips <= self.again:
            state.agenda.append(self)
            return
        state.total += action.pips
        if self.left > 1:
            state.agenda.append(Die(self.left - 1, self.again, self.sides, self.count))


class Choose(Decision[Pot, Throw], frozen=True, kw_only=True):
    rules: ClassVar[tuple[str, ...]] = ("T-ATT-02",)
    again: int = 0
    sides: int = 6

    def ask(self, state: Pot) -> str:
        return "Throw."

    def legal(self, state: Pot) -> list[Throw]:
        return [Throw(n) for n in (1, 2, 3, 12)]

    def apply(self, state: Pot, action: Throw, log: Any) -> None:
        state.agenda += [self, Die(action.n, self.again, self.sides)]


class Dice(Game[Pot]):
    id = "dice"
    title = "Dice"
    players = (1, 1)
    State = Pot
    actions = (Throw, Face)
    tasks = (Die, Choose)

    def difference(self, before: Pot, after: Pot) -> str:
        return f"{after.total - before.total} pips"


GAME = Dice()


def pot(again: int = 0, sides: int = 6) -> Pot:
    return Pot(("A",), [Choose(player=0, again=again, sides=sides)], None)


@pytest.mark.parametrize("n", [1, 2, 3, 12])
def test_sums_of_dice_agree_with_icepool(n: int) -> None:
    found = odds(GAME, pot(), Throw(n))
    die = n @ icepool.d6
    assert found.by(lambda s: s.total) == {k: die.probability(k) for k in die}
    assert sum(o.weight for o in found) == 1
    assert found.expect(lambda s: s.total) == Fraction(7 * n, 2)
    assert found.expect(lambda s: s.total / 2) == pytest.approx(7 * n / 4)
    assert found.chance(lambda s: s.total > 3 * n) == die.probability(">", 3 * n)


def test_dice_thrown_again_without_end_are_solved_exactly() -> None:
    found = odds(GAME, pot(again=2), Throw(2))
    die = 2 @ icepool.Die([3, 4, 5, 6])
    assert found.by(lambda s: s.total) == {k: die.probability(k) for k in die}


def test_longer_circles_are_solved_exactly() -> None:
    # 0 -> 1 or 2; 1 -> 0 or 3; 2 rests, 3 rests: 3 comes in p = 1/2 (1/2 + 1/2 p).
    steps = [([(1, 1), (2, 1)], 2), ([(0, 1), (3, 1)], 2), None, None]
    assert _flow(steps)[2:] == [Fraction(2, 3), Fraction(1, 3)]
    # A walk 1..4 between two walls, from 2: the ruin of the gambler.
    walk = [([(1, 1), (2, 1)], 2), None, ([(0, 1), (3, 1)], 2), ([(2, 1), (4, 1)], 2), None]
    assert [_flow(walk)[i] for i in (1, 4)] == [Fraction(3, 4), Fraction(1, 4)]


def test_dice_that_never_end_say_so() -> None:
    with pytest.raises(OddsError, match="for ever"):
        odds(GAME, pot(again=6), Throw(1))


def test_too_many_positions_are_cut_off_and_said_so() -> None:
    found = odds(GAME, pot(sides=100), Throw(3), cap=150)
    assert found.partial
    assert sum(o.weight for o in found) == 1
    assert any("cut off" in line for line in found.words())
    with pytest.raises(OddsError, match="cut off"):
        found.chance(lambda s: True)
    with pytest.raises(OddsError, match="cut off"):
        found.expect(lambda s: 1)


def test_the_state_asked_about_is_not_changed() -> None:
    state = pot()
    before = state.digest()
    odds(GAME, state, Throw(3))
    assert state.digest() == before


# ------------------------------------------------------------------ in a whole game


def duel() -> tuple[toy.Isles, toy.Strike]:
    state = toy.GAME.start(toy.GAME.options(bidding=False), ("Red", "Blue"))
    state.agenda = state.agenda[:1]
    state.ships["a0"] = toy.Ship(0, "1,0")
    return state, toy.Strike("a0", "b0")


def test_replies_are_taken_for_granted_and_said_so() -> None:
    found = odds(toy.GAME, *duel())
    assert found.table() == [
        ("Blue loses a ship", "1/2", "50.0%"),
        ("Red loses a ship", "1/2", "50.0%"),
    ]
    assert found.assumed == ("Assuming that Blue, asked “Stand or flee?”, answers “stand”.",)
    assert found.words()[-1] == found.assumed[0]
    assert found.rolled
    assert [e.kind for e in found.outcomes[0].events] == ["attack", "stand", "sink"]
    assert "b0" not in found.outcomes[0].state.ships


def test_without_through_it_stops_at_the_reply() -> None:
    found = odds(toy.GAME, *duel(), through=False)
    assert found.certain
    assert not found.rolled
    assert found.words() == ["Certain: no loss."]
    assert isinstance(found.outcomes[0].state.agenda[-1], toy.Answer)


def test_dies_lists_the_results_of_one_chance() -> None:
    state, strike = duel()
    for action in (strike, toy.Stand()):
        state, _ = toy.GAME.step(state, action)
    assert [(o.label, o.weight) for o in dies(toy.GAME, state)] == [
        ("a tie", Fraction(1, 6)),
        ("the attacker rolls more", Fraction(5, 12)),
        ("the defender rolls more", Fraction(5, 12)),
    ]
    assert ahead(toy.GAME, state).by(lambda s: len(s.ships)) == {3: 1}
    with pytest.raises(OddsError, match="Nothing is left to chance"):
        dies(toy.GAME, duel()[0])


def test_a_deal_is_not_looked_into() -> None:
    match = Match(toy.GAME, seed=1)
    start = match.root.state
    first = dies(toy.GAME, start).outcomes[0]
    assert isinstance(first.state.agenda[-1], toy.Deal)
    assert all(isinstance(o.state.agenda[-1], toy.Deal) for o in ahead(toy.GAME, start))


def test_match_asks_the_same() -> None:
    match = Match(toy.GAME, seed=1)
    assert match.odds(match.legal[0]).certain
    assert len(match.dies(match.node)) >= 1
    match.first()
    with pytest.raises(OddsError):
        match.dies()
    assert "Odds(" in repr(odds(toy.GAME, *duel()))


def test_odds_for_a_player_give_no_secret_away() -> None:
    told = set()
    for card in (0, 1):
        match = Match(toy.GAME, seed=1)
        match.play(match.legal[card])
        lay = max(match.legal, key=lambda a: a.card)
        assert match.odds(lay).certain
        found = match.odds(lay, viewer=1)
        assert found.sampled == 60
        assert not found.certain
        assert sum(o.weight for o in found) == 1
        assert found.words()[0].startswith("about 100%: no loss")
        assert "so these are estimates" in found.words()[-1]
        told.add(len(found.outcomes[0].events))
        assert 0 < found.chance(lambda s: s.points[1] == 1) <= 1
    assert told == {2}


# ------------------------------------------------------------------ numbers as text


def test_equal_shares_read_alike() -> None:
    assert percent_texts([Fraction(1, 3)] * 3) == ["33.3%", "33.3%", "33.3%"]
    assert percent_texts([Fraction(2, 3), Fraction(1, 6), Fraction(1, 6)]) == ["66.7%", "16.7%", "16.7%"]
    assert percent_texts([Fraction(1)]) == ["100%"]
    assert percent_texts([Fraction(9999, 10000), Fraction(1, 10000)]) == [">99.9%", "<0.1%"]
    assert percent_texts([Fraction(0), Fraction(1)]) == ["0%", "100%"]
    assert percent_text(Fraction(1, 10**9)) == "<0.1%"
    for parts in range(2, 60):
        whole = [Fraction(2 * i + 1, parts * parts) for i in range(parts)]
        for share, text in zip(whole, percent_texts(whole), strict=True):
            assert text[0] in "<>" or abs(Fraction(text.rstrip("%")) - 100 * share) <= Fraction(1, 20)


def test_a_sum_that_misses_100_is_said() -> None:
    assert rounding_note(percent_texts([Fraction(1, 3)] * 3)) == "Percentages are rounded."
    assert rounding_note(percent_texts([Fraction(1, 4)] * 4)) == ""
    assert rounding_note([">99.9%", "<0.1%"]) == ""
    assert rounding_note(["about 100%"]) == ""
    assert rounding_note([]) == ""


def test_fractions_read_well() -> None:
    assert fraction_text(Fraction(5, 36)) == "5/36"
    assert fraction_text(Fraction(1, 6**20)) == "about 1 in 3,656,158,440,062,976"
    assert fraction_text(1 - Fraction(1, 6**20)) == "about 1.000000"
