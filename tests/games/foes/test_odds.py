"""Closed forms against icepool, against the rulebook's tables, and against the game's own tasks."""

from __future__ import annotations

from fractions import Fraction

import icepool
import pytest

from atlantis_nb.core import odds as generic
from atlantis_nb.core.scene import Table
from atlantis_nb.games.foes import odds
from atlantis_nb.games.foes.attack import Attack, Join
from atlantis_nb.games.foes.data import FOES
from atlantis_nb.games.foes.dice import Dice, totals, ways

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
    assert f"{float(odds.chance(4, 2)):.1%}" in table.note
    joining = next(p for p in GAME.panels(run.state, None) if p.key == "joining")
    assert isinstance(joining, Table)
    gain = 100 * float(odds.chance(7, 2) - odds.chance(4, 2))
    assert joining.rows[0].cells == ("Savages", f"{float(odds.chance(7, 2)):.1%}", f"{gain:+.1f} points")
    both = next(p for p in GAME.panels(run.do("Savages attack").state, None) if p.key == "attack")
    assert isinstance(both, Table)
    assert [row.cells for row in both.rows] == [
        ("Mummies", 4, "power 4"), ("Savages", 3, "power 3"), ("Attack, all together", 7, "4 + 3"),
        ("Defence: Home Guard 1", 2, "power 2"),
    ]  # fmt: skip


def test_spell_attacks_show_their_chance_before_they_are_cast() -> None:
    units = {"Oracle": "6,-1", "Battle Mages 1": "4,-1", "Bright Warriors 1": "5,-1", "Home Guard 1": "6,-2"}
    run = Run(position(units, go=FOES, hands=((), ("lightning_bolt",))))
    exact = odds.forecast(run.state, (), uid("Home Guard 1"), spell="lightning_bolt", origin="6,-1")
    assert exact.chance == odds.chance(3, exact.forces.defend)
    percent = f"{float(exact.chance):.1%}"
    before = next(p for p in GAME.panels(run.state, FOES) if p.key == "spell_attacks")
    assert isinstance(before, Table)
    row = next(row for row in before.rows if row.cells[2] == "Home Guard 1")
    assert row.cells == ("Lightning Bolt", "Oracle", "Home Guard 1", f"3 : {exact.forces.defend}", percent)
    assert "spell_attacks" not in [p.key for p in GAME.panels(run.state, 0)]  # the hand is hidden

    run.do("Cast Lightning Bolt")
    aim = next(p for p in GAME.panels(run.state, FOES) if p.key == "aim")
    assert isinstance(aim, Table)
    assert len(aim.rows) == len(GAME.legal(run.state)) > 1
    shown = {row.click: row.cells[-1] for row in aim.rows}
    assert shown[f"piece:{uid('Home Guard 1')}"] == percent
    texts = {GAME.action_text(run.state, a) for a in GAME.legal(run.state)}
    assert f"At Home Guard 1: {percent} to destroy" in texts

    answered = Run(position(units, go=FOES, hands=(("negate",), ("lightning_bolt",))))
    answered.do("Cast Lightning Bolt", "At Home Guard 1")
    assert GAME.ask(answered.state).startswith(
        "Lightning Bolt was announced by Oracle (Ben) at Home Guard 1 (Ann)"
    )
    told = next(p for p in GAME.panels(answered.state, 0) if p.key == "announced")
    assert f"Chance to destroy Home Guard 1 (Ann): {percent}." in told.words()


def test_a_spell_of_no_attack_has_no_odds() -> None:
    units = {"Oracle": "6,-1", "Bright Warriors 1": "5,-1", "Home Guard 1": "6,-2"}
    run = Run(position(units, window=True, hands=((), ("control",)))).do("Cast Control")
    assert {str(a) for a in GAME.legal(run.state)} == {
        GAME.action_text(run.state, a) for a in GAME.legal(run.state)
    }
    assert not {"aim", "announced", "spell_attacks"} & {p.key for p in GAME.panels(run.state, None)}


@meets("F-R-103")
@pytest.mark.parametrize("how", ["hits", "one_die"])
def test_other_dice(how: Dice) -> None:
    for n in (0, 1, 3, 6):
        hit = n @ icepool.Die([0, 0, 0, 1, 1, 1]) if n else icepool.Die([0])
        pool = hit if how == "hits" else icepool.d6 + n if n else icepool.Die([0])
        share = {total: Fraction(w, pool.denominator()) for total, w in pool.items()}
        assert odds.distribution(n, how) == share
        for d in (0, 2, 5):
            guard = d @ icepool.Die([0, 0, 0, 1, 1, 1]) if d else icepool.Die([0])
            other = guard if how == "hits" else icepool.d6 + d if d else icepool.Die([0])
            assert odds.chance(n, d, how) == (pool > other).probability(True)
    units = {"Mummies": "5,0", "Raiders": "6,-2", "Home Guard 1": "5,-1"}
    named = [uid("Mummies"), uid("Raiders")]
    state = position({**units, "Raiders": "7,-2"}, go=FOES, options={"dice": how})
    exact = odds.forecast(state, named, uid("Home Guard 1")).chance
    assert exact == odds.chance(6, 2, how) != odds.chance(6, 2)
    run = Run(state).do("Attack Home Guard 1", "Mummies attack", "Raiders attack")
    by_tasks = generic.odds(GAME, Run(position({**units, "Raiders": "7,-2"}, go=FOES, options={"dice": how}))
                            .do("Attack Home Guard 1", "Mummies attack").state, Join(uid("Raiders")))  # fmt: skip
    assert by_tasks.chance(lambda s: uid("Home Guard 1") not in s.units) == exact
    assert run.state.battle is not None
    assert (run.state.battle.near_dice, run.state.battle.far_dice) == (4, 2)


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
