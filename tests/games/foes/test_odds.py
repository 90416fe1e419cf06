"""Closed forms against icepool, against the rulebook's tables, and against the game's own tasks."""

from __future__ import annotations

from fractions import Fraction

import icepool
import pytest

from atlantis_nb.core import odds as generic
from atlantis_nb.games.foes import odds
from atlantis_nb.games.foes.attack import Attack
from atlantis_nb.games.foes.data import FOES
from atlantis_nb.games.foes.dice import totals, ways

from .kit import GAME, Run, meets, position, uid


@pytest.mark.parametrize("n", [0, 1, 2, 5, 9, 16])
def test_dice_sums_agree_with_icepool(n: int) -> None:
    pool = n @ icepool.d6 if n else icepool.Die([0])
    assert {total: w for (a, w) in totals(n) for total in [a.total]} == dict(pool.items())  # type: ignore[attr-defined]
    assert sum(ways(n)) == 6**n


@pytest.mark.parametrize(("a", "d"), [(3, 3), (5, 3), (1, 6), (0, 2), (4, 0), (0, 0)])
def test_chance_agrees_with_icepool(a: int, d: int) -> None:
    attack = a @ icepool.d6 if a else icepool.Die([0])
    defence = d @ icepool.d6 if d else icepool.Die([0])
    assert odds.chance(a, d) == (attack > defence).probability(True)


@meets("F-ATT-06", "F-ATT-07", "F-ATT-08")
def test_the_tables_of_odds() -> None:
    tables = GAME.rulebook.tables
    for attack, defence, fraction, decimal in tables["odds"].rows:
        assert odds.chance(attack, defence) == Fraction(fraction)
        assert f"{float(odds.chance(attack, defence)):.6f}" == decimal
    for defence, fraction, _ in tables["odds_catapult_attack"].rows:
        assert odds.catapult_attack(defence) == Fraction(fraction)
    for attack, bonus, fraction, _ in tables["odds_catapult_defence"].rows:
        assert odds.catapult_defence(attack, bonus) == Fraction(fraction)


CASES = [
    ({"Chaos Warriors": "5,-1", "Home Guard 1": "4,-1"}, "Home Guard 1", ("Chaos Warriors",)),
    ({"Great Catapult": "7,-1", "Home Guard 1": "4,-1"}, "Home Guard 1", ("Great Catapult",)),
    ({"Berserkers": "5,0", "Home Guard 1": "5,-1"}, "Home Guard 1", ("Berserkers",)),
]


@pytest.mark.parametrize(("units", "target", "attackers"), CASES)
def test_forecast_agrees_with_the_games_own_tasks(
    units: dict[str, str], target: str, attackers: tuple[str, ...]
) -> None:
    state = position(units, go=FOES)
    action = Attack(uid(target))
    assert action in GAME.legal(state)
    exact = generic.odds(GAME, state, action)
    by_tasks = exact.chance(lambda s: uid(target) not in s.units)
    assert by_tasks == odds.forecast(state, [uid(a) for a in attackers], uid(target)).chance


def test_forecast_of_a_defending_catapult() -> None:
    state = position({"Great Catapult": "7,-1", "Bright Warriors 1": "7,-2"})
    f = odds.forecast(state, [uid("Bright Warriors 1")], uid("Great Catapult"))
    assert f.chance == odds.catapult_defence(4, 1)
    assert sum(f.totals("defence").values()) == 1
    assert [n for n, _ in f.defence] == [1, 2, 3, 4, 5, 6]


def test_one_more_attacker() -> None:
    units = {"Mummies": "5,0", "Savages": "6,-1", "Assassins": "6,-2", "Home Guard 1": "5,-1"}
    state = position(units, go=FOES)
    more = odds.marginal(state, FOES, uid("Home Guard 1"), [uid("Mummies")])
    assert [u for u, _ in more] == [uid("Savages"), uid("Assassins")]
    assert more[0][1] == odds.chance(7, 2)
    run = Run(state).do("Attack Home Guard 1", "Mummies attack")
    table = next(p for p in GAME.panels(run.state, None) if p.key == "attack")
    assert any("Savages" in str(row.cells[0]) for row in table.rows)  # type: ignore[union-attr]
    assert f"{float(odds.chance(4, 2)):.1%}" in table.note


def test_explorers_answer() -> None:
    for explorer in GAME.explorers():
        for pick in ("default", "low", "high"):
            values = {
                c.key: c.default if pick == "default" or getattr(c, pick) is None else getattr(c, pick)
                for c in explorer.controls
            }
            answer = explorer.run(**values)
            assert answer.words
            assert answer.tables or answer.charts
            for chart in answer.charts:
                assert chart.words()
                assert chart.source == "exact"
