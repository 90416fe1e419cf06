"""The heuristic: every term moves it the way a general would, and nothing it may not know moves it.

Positions differ in one thing each, so that a term that is gone makes its test fail.
"""

from __future__ import annotations

import random
import threading
from typing import Any

import pytest

from atlantis_nb.core.bots import Greedy, playout
from atlantis_nb.games.foes import GAME, evaluate_march
from atlantis_nb.games.foes import evaluate as whole
from atlantis_nb.games.foes.casting import PickCaster, PickTarget
from atlantis_nb.games.foes.data import ATLANTIS, FOES, KIND_OF
from atlantis_nb.games.foes.evaluate import Memo, evaluate, score
from atlantis_nb.games.foes.evaluate_fight import fight
from atlantis_nb.games.foes.evaluate_ground import (
    Spread,
    _reach,
    by_air,
    covered,
    massed,
    to_front,
    to_temple,
)
from atlantis_nb.games.foes.evaluate_march import encounter, march
from atlantis_nb.games.foes.evaluate_siege import garrison, siege, temple_open, urge
from atlantis_nb.games.foes.movement import Travel
from atlantis_nb.games.foes.state import FoesState, board_of

from .kit import position, uid

GUARD = {"Guardian Statues 1": "2,1"}


def at(units: dict[str, str], **more: Any) -> FoesState:
    settings: dict[str, Any] = {"phase": "Movement", "go": FOES} | more
    return position(units, **settings)


def marched(units: dict[str, str], **more: Any) -> float:
    state = at(units, **more)
    return march(state, board_of(state), FOES)


def sieged(units: dict[str, str], **more: Any) -> float:
    state = at(units, **more)
    return siege(state, board_of(state))


def kept(units: dict[str, str]) -> float:
    state = at(units)
    return garrison(state, board_of(state))


def met(units: dict[str, str], player: int = FOES, **more: Any) -> float:
    state = at(units, **more)
    return encounter(state, board_of(state), player)


# ------------------------------------------------------------------ what is remembered


def fresh(state: FoesState, player: int, monkeypatch: pytest.MonkeyPatch) -> float:
    """The score with nothing remembered."""
    with monkeypatch.context() as patch:
        patch.setattr(whole, "_points", Memo[float]())
        return score(state, player)


NEAR = {"Mummies": "5,0", "Oracle": "6,0", "Home Guard 1": "6,-1", **GUARD}
BASE = {"Mummies": "5,0", "Oracle": "6,0", "Home Guard 1": "4,-1", **GUARD}


@pytest.mark.parametrize(
    ("units", "more"),
    [
        ({**BASE, "Mummies": "6,-1"}, {}),
        (BASE, {"broken": ["4,-1|5,-1"]}),
        (BASE, {"turn": 15}),
        ({"Oracle": "2,1", "Home Guard 1": "1,1"}, {"phase": "Attack"}),
        (NEAR, {"effects": {"Mummies": ["rage"]}, "phase": "Attack"}),
        (NEAR, {"marks": {"Mummies": {"attacked": True}}, "phase": "Attack"}),
        (BASE, {"options": {"game_length": 10}, "turn": 6}),
    ],
)
def test_the_memo_does_not_confuse_two_positions(
    units: dict[str, str], more: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    others = {} if len(more) == 1 else {"phase": more.get("phase", "Movement"), "turn": more.get("turn", 3)}
    first, second = (
        at(BASE if not more or (len(more) > 1 and "phase" not in more) else units, **others),
        at(units, **more),
    )
    expected = fresh(first, FOES, monkeypatch), fresh(second, FOES, monkeypatch)
    assert expected[0] != expected[1]
    assert (score(first, FOES), score(second, FOES)) == expected
    assert (score(first, FOES), score(first, FOES)) == (expected[0], expected[0])


def test_the_memo_keeps_the_seats_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    state = at(BASE)
    seats = fresh(state, ATLANTIS, monkeypatch), fresh(state, FOES, monkeypatch)
    assert seats[0] != seats[1]
    assert (score(state, ATLANTIS), score(state, FOES)) == seats


def test_the_memo_looks_once_while_the_key_stays_equal() -> None:
    memo, asked = Memo[str](), []

    def find(key: str) -> str:
        asked.append(key)
        return key.upper()

    found = [memo.get(key, lambda key=key: find(key)) for key in ("a", "a", "b", "a")]  # type: ignore[misc]
    assert (found, asked) == (["A", "A", "B", "A"], ["a", "b", "a"])


def test_maps_brought_up_to_date_equal_maps_made_anew() -> None:
    rng = random.Random(5)
    state = GAME.start(GAME.options(), GAME.colours)
    old = state
    for _ in range(6):
        state = playout(GAME, state, "random", rng, limit=150)
        for now in (state, old, at(BASE), state):  # there and back, as a search goes, and with many gone
            for side in (ATLANTIS, FOES):
                anew = {p: n for p, n in Spread(side, _reach).of(now).items() if n}
                assert {p: n for p, n in covered(now, side).items() if n} == anew
        old = state
    assert any(covered(state, FOES).values())


def test_a_map_that_was_interrupted_is_made_anew() -> None:
    state, moved = at(BASE), at({**BASE, "Mummies": "6,-1"})
    stop = True

    def kernel(board: Any, name: str, unit: Any) -> Any:
        if stop and unit.at == "6,-1":
            raise KeyboardInterrupt
        return (unit.at,), 1

    spread = Spread(FOES, kernel)
    spread.of(state)
    with pytest.raises(KeyboardInterrupt):
        spread.of(moved)
    stop = False
    assert {p for p, n in spread.of(moved).items() if n} == {u.at for u in moved.units.values() if u.side}


def test_threads_do_not_share_maps() -> None:
    state, found = at(BASE), []
    mine = covered(state, FOES)
    thread = threading.Thread(target=lambda: found.append(covered(state, FOES)))
    thread.start()
    thread.join()
    assert {p: n for p, n in found[0].items() if n} == {p: n for p, n in mine.items() if n}
    assert found[0] is not mine


def test_it_goes_by_what_a_side_may_know() -> None:
    hands = (["shield", "fireball", "luck"], ["rage", "teleport"])
    state = at(BASE, hands=hands)
    for seat in (ATLANTIS, FOES):
        other = at(
            BASE,
            hands=(hands[0], ["negate", "winds"]) if seat == ATLANTIS else (["hold", "aid", "fly"], hands[1]),
        )
        assert evaluate(state, seat) == evaluate(other, seat) == evaluate(GAME.view(state, seat), seat)


# ------------------------------------------------------------------ the siege and the garrison


def test_the_siege_grows_as_the_temple_opens() -> None:
    caster = {"Djinn": "4,2", "Mummies": "3,0", "Spartan Hoplites": "3,1"}
    guards: list[dict[str, str]] = [{"Colossus": "2,1"}, {"Home Guard 1": "2,1"}, {}]
    worth = [sieged({**caster, **guard}) for guard in guards]
    worth.append(sieged({**caster, "Djinn": "2,1"}))
    assert worth == sorted(worth)
    assert len(set(worth)) == len(worth)
    assert worth[2] > worth[1] + 2
    assert worth[3] > worth[2] + 10


def test_a_foe_who_is_no_caster_bars_the_temple() -> None:
    near = {"Djinn": "4,2", "Home Guard 1": "-3,1"}
    assert sieged({**near, "Mummies": "2,1"}) < sieged({**near, "Mummies": "1,1"}) - 5


def test_the_siege_wants_a_caster_near_and_alive() -> None:
    crowd = {"Home Guard 1": "3,0", "Colossus": "1,1", "Bright Warriors 1": "2,0", "Archers": "0,0"}
    crowd = {k: v for k, v in crowd.items() if k != "Archers"}
    assert sieged({"Oracle": "3,1"}) > sieged({"Oracle": "9,-1"}) + 5
    assert sieged({"Oracle": "2,1"}) > sieged({"Oracle": "2,1", **crowd}) + 20
    ring = {"Mummies": "2,2", "Medusa": "3,1", "Demon Horde": "1,2"}
    assert sieged({"Oracle": "2,1", **crowd, **ring}) >= sieged({"Oracle": "2,1", **crowd})


def test_what_lies_on_a_caster_in_the_temple_counts() -> None:
    units = {"Oracle": "2,1", "Colossus": "1,1", "Bright Warriors 1": "2,0", "Home Guard 1": "3,0"}
    bare, shield, sanctuary = (
        sieged(units, phase="Attack", go=ATLANTIS, effects=e)
        for e in (None, {"Oracle": ["shield"]}, {"Oracle": ["sanctuary"]})
    )
    assert bare < shield < sanctuary
    flipped = sieged(units, phase="Attack", go=ATLANTIS, marks={"Oracle": {"cast": True}})
    assert flipped == 0 < bare  # whoever has cast this turn casts no Cataclysm in it
    assert sieged(units, marks={"Oracle": {"cast": True}}) == 0 < sieged(units)


def test_the_end_of_the_moves_is_no_gain_for_the_siege() -> None:
    """A caster who may still go in is worth as much in the Attack Phase: nobody stops moving too early."""
    for units in ({"Djinn": "4,2"}, {"Oracle": "3,1", "Home Guard 1": "0,2"}):
        assert sieged(units, phase="Attack", go=ATLANTIS) <= sieged(units)


def test_own_units_on_the_quays_bar_the_way_of_a_caster() -> None:
    aboard = {"Biremes 1": "2,3", "Oracle": "in Biremes 1"}
    full = {**aboard, "Mummies": "2,2", "Medusa": "1,3"}
    assert sieged({**aboard, "Mummies": "1,2", "Medusa": "3,0"}) > sieged(full) + 5


def test_the_caster_in_the_temple_is_kept_for_the_cataclysm() -> None:
    def begun(*casters: str) -> float:
        places = dict(zip(casters, ("2,1", "5,1"), strict=False))
        state = at({**places, "Home Guard 1": "-3,1"}, hands=((), ("commune",)))
        state.agenda.append(PickCaster(player=FOES, spell="commune"))
        return whole._errand(state, FOES)

    assert begun("Witch Doctors") < -5 < begun("Witch Doctors", "Pagan Priests")


def test_time_presses_the_foes() -> None:
    turns = [urge(at(BASE, turn=t)) for t in (1, 7, 10, 13, 20)]
    assert turns == sorted(turns)
    assert turns[0] == 0 < turns[2] < 1 == turns[-1]
    assert sieged({"Djinn": "4,2"}, turn=14) > sieged({"Djinn": "4,2"}, turn=3)


def test_the_garrison_holds_the_temple_by_somebody_strong() -> None:
    far = {"Mummies": "12,1"}
    assert (
        kept({**far, "Colossus": "2,1"})
        > kept({**far, "Home Guard 1": "2,1"})
        > kept({**far, "Home Guard 1": "-2,1"})
    )
    assert kept({**far, "Home Guard 1": "1,1"}) > kept({**far, "Home Guard 1": "0,1"})


def test_the_reserve_is_drawn_to_where_the_foes_mass_and_casters_are_not() -> None:
    west = {"Mummies": "-6,2", "Medusa": "-6,3", "Demon Horde": "-6,4"}
    assert kept({**west, "Home Guard 1": "-4,1"}) > kept({**west, "Home Guard 1": "4,-1"})
    assert kept({**west, "Priests of Light 1": "-4,1"}) < kept({**west, "Priests of Light 1": "4,-1"})
    state = at(west)
    assert massed(state)["-4,1"] > massed(state).get("4,-1", 0)


def test_the_garrison_stays_in_the_city() -> None:
    far = {"Mummies": "12,1"}
    assert kept({**far, "Home Guard 1": "4,-1"}) > kept({**far, "Home Guard 1": "7,-3"})


# ------------------------------------------------------------------ the march


def test_the_way_leads_over_the_sea_to_the_temple_and_for_others_to_the_wall() -> None:
    board = board_of(at({}))
    temple, front = to_temple(board), to_front(board)
    assert temple["2,1"] == 0 < temple["3,1"] < temple["3,2"] < temple["6,2"] < temple["12,1"]
    assert front["-6,2"] < temple["-6,2"]
    assert front["3,2"] == temple["3,2"]


def test_a_foe_nearer_is_better_and_more_so_with_the_others() -> None:
    def gain(n: int) -> float:
        host = ["Mummies", "Medusa", "Spartan Hoplites", "Lycanthropes", "Legions of the Dead", "Demon Horde"]
        near = ["4,1", "5,1", "5,0", "6,0", "6,1"]
        others = {name: near[i] if i < n else f"{12 - i},1" for i, name in enumerate(host[1:])}
        return marched({"Mummies": "4,2", **others, **GUARD}) - marched({"Mummies": "9,2", **others, **GUARD})

    assert gain(0) > 0
    assert gain(5) > gain(0) + 0.5


def test_a_caster_prefers_ground_the_enemy_does_not_reach() -> None:
    """Also at sea, aboard a ship: hexes that are equally far from the Temple."""
    guard = {"Dragon Riders 1": "4,4", **GUARD}
    safe, hot = "12,-1", "8,3"
    assert covered(at(guard), ATLANTIS).get(hot)
    assert not covered(at(guard), ATLANTIS).get(safe)
    for units in ({"Oracle": "{}"}, {"Biremes 1": "{}", "Oracle": "in Biremes 1"}):
        on = [{n: p.format(h) for n, p in units.items()} for h in (safe, hot)]
        lost = [marched(u) - marched({**u, **guard}) for u in on]
        assert lost[0] == pytest.approx(0)
        assert lost[1] > 0.5
    no_caster = {"Mummies": hot}
    assert marched(no_caster) == pytest.approx(marched({**no_caster, **guard}))


def test_a_caster_does_not_hide_any_more_when_the_temple_is_open() -> None:
    dragons = {"Dragon Riders 1": "4,4"}
    assert temple_open(at({"Oracle": "8,3", **dragons}), board_of(at({})))
    assert marched({"Oracle": "8,3", **dragons}) > marched({"Oracle": "8,3", **dragons, **GUARD}) + 0.5


def test_who_cannot_leave_a_ship_any_more_fears_for_it() -> None:
    units = {
        "Triremes 1": "4,2",
        "Mummies": "in Triremes 1",
        "Colossus": "4,1",
        "Lens Towers 1": "4,0",
        **GUARD,
    }
    can, cannot = marched(units), marched(units, marks={"Mummies": {"moved": True}})
    assert cannot < can - 0.2


def test_flyers_do_not_ride() -> None:
    ship = {"Triremes 1": "9,2", "Mummies": "in Triremes 1", "Home Guard 1": "-4,1"}
    assert by_air(board_of(at({})))["9,2"] == by_air(board_of(at({})))["10,1"]
    assert marched({**ship, "Sphinx": "in Triremes 1"}) < marched({**ship, "Sphinx": "10,1"}) - 0.1


def test_a_broken_wall_counts_and_more_near_the_temple() -> None:
    whole_, far, near = (marched(BASE, broken=b) for b in ([], ["-4,1|-5,1"], ["4,0|5,0"]))
    assert whole_ + 1 < far < near - 1


def test_engines_seek_the_walls() -> None:
    sea = {"Triremes 1": "9,2"}
    ram = [marched({**sea, "Great Battering Ram": p}) for p in ("5,0", "7,-1")]
    men = [marched({**sea, "Spartan Hoplites": p}) for p in ("5,0", "7,-1")]
    assert ram[0] - ram[1] > men[0] - men[1] + 0.1


def test_ships_come_back_for_who_waits_at_home() -> None:
    home = {"Mummies": "2,11"}
    assert marched({**home, "War Barges 1": "1,12"}) > marched({**home, "War Barges 1": "9,2"})
    assert marched({**home, "War Barges 1": "1,12"}) < marched(
        {"War Barges 1": "1,12", "Mummies": "in War Barges 1"}
    )


# ------------------------------------------------------------------ where the sides meet


def test_one_among_many_is_as_good_as_lost_and_friends_beside_it_help() -> None:
    walls = {"Home Guard 1": "4,-1", "Bright Warriors 1": "4,0", "Colossus": "3,0", **GUARD}
    alone = met({**walls, "Mummies": "5,0"}) - met({**walls, "Mummies": "9,0"})
    friends = {"Medusa": "5,1", "Giants": "6,-1", "Demon Horde": "6,0", "Lycanthropes": "5,-1"}
    together = met({**walls, **friends, "Mummies": "5,0"}) - met({**walls, **friends, "Mummies": "9,0"})
    assert alone < 0 < together


def test_atlanteans_go_for_who_stands_alone_and_hold_the_wall_against_many() -> None:
    lonely = {"Cannibals": "7,0"}
    many = {"Mummies": "7,0", "Medusa": "7,1", "Giants": "8,-1", "Demon Horde": "8,0", "Lycanthropes": "7,-1"}

    def sally(foes: dict[str, str]) -> float:
        out = met({**foes, "Bright Warriors 1": "5,0", **GUARD}, ATLANTIS)
        return met({**foes, "Bright Warriors 1": "1,-1", **GUARD}, ATLANTIS) - out

    assert sally(lonely) > 0 > sally(many)


def test_the_city_shields_its_defenders() -> None:
    foes = {"Mummies": "7,-1", "Medusa": "6,0"}
    inside, outside = "4,-1", "5,-1"
    assert met({**foes, "Home Guard 1": inside}) < met({**foes, "Home Guard 1": outside})


def test_the_fight_counts_what_could_be_destroyed() -> None:
    def hope(units: dict[str, str], **more: Any) -> float:
        state = at(units, **({"phase": "Attack"} | more))
        return fight(state, board_of(state), FOES)

    target = {"Home Guard 1": "6,-1", "Home Guard 2": "-2,1"}
    assert hope({**target, "Mummies": "6,0", "Medusa": "7,-1"}) > hope(
        {**target, "Mummies": "6,0", "Medusa": "9,0"}
    )
    assert hope({**target, "Mummies": "6,0"}) > hope(
        {**target, "Mummies": "6,0"}, marks={"Mummies": {"attacked": True}}
    )
    assert hope({**target, "Great Battering Ram": "6,0"}) <= hope({**target, "Great Battering Ram": "9,0"})


# ------------------------------------------------------------------ choices under way


def eager(state: FoesState, name: str) -> float:
    return whole._eager(state, board_of(state), uid(name))


def test_foes_board_then_sail_then_land_and_who_faces_the_enemy_moves_last() -> None:
    units = {
        "Mummies": "2,11", "War Barges 1": "1,12", "Cultists": "in War Barges 1", "Medusa": "9,0",
        "Spartan Hoplites": "5,0", "Home Guard 1": "4,-1", **GUARD,
    }  # fmt: skip
    state = at(units)
    order = ["Mummies", "War Barges 1", "Medusa", "Cultists", "Spartan Hoplites"]
    assert sorted(order, key=lambda name: -eager(state, name)) == order
    assert eager(at(units, marks={"War Barges 1": {"moved": True}}), "Cultists") > eager(state, "Cultists")


def test_an_open_temple_is_entered_and_shut_first() -> None:
    units = {
        "Djinn": "5,2",
        "Oracle": "9,0",
        "Mummies": "2,11",
        "Home Guard 1": "1,1",
        "Home Guard 2": "4,-1",
    }
    state = at({**units})
    assert eager(state, "Djinn") > eager(state, "Mummies") > eager(state, "Oracle")
    assert eager(state, "Home Guard 1") > eager(state, "Home Guard 2")
    shut = at({**units, **GUARD})
    assert eager(shut, "Djinn") < eager(shut, "Mummies")
    assert eager(shut, "Guardian Statues 1") < 0


def promise(state: FoesState, spell: str, caster: str, picked: tuple[str, ...] = ()) -> float:
    player = KIND_OF[uid(caster)].seat
    return whole._promise(
        state, board_of(state), PickTarget(player=player, spell=spell, caster=uid(caster), picked=picked)
    )


def test_an_earthquake_is_worth_the_enemies_in_it_less_the_friends() -> None:
    units = {
        "Oracle": "6,0", "Home Guard 1": "7,0", "Home Guard 2": "7,-1", "Mummies": "6,1", "Spartan Hoplites": "5,1",
        "Home Guard 3": "-4,1",
    }  # fmt: skip
    state = at(units, phase="Attack")
    enemies = promise(state, "earthquake", "Oracle", ("7,0", "7,-1"))
    nothing = promise(state, "earthquake", "Oracle", ("8,0", "8,-1"))
    friends = promise(state, "earthquake", "Oracle", ("6,1", "5,1"))
    assert enemies > nothing > friends
    alone = at({"Oracle": "6,0", "Home Guard 3": "-4,1"}, phase="Attack")
    assert promise(alone, "earthquake", "Oracle") < 0 < promise(state, "earthquake", "Oracle")
    at_sea = at({**units, "Home Guard 1": "-4,2", "Home Guard 2": "-4,3", "Merfolk 1": "7,2"}, phase="Attack")
    assert promise(at_sea, "earthquake", "Oracle") < 0


def test_a_fireball_waits_for_a_target_that_is_worth_it() -> None:
    near = at({"Oracle": "6,0", "Battle Mages 1": "7,0"}, phase="Attack")
    far = at({"Oracle": "6,0", "Battle Mages 1": "-4,1"}, phase="Attack")
    assert promise(near, "fireball", "Oracle") > 0 > promise(far, "fireball", "Oracle")
    wet = at({"Oracle": "6,0", "Merfolk 1": "6,2"}, phase="Attack")
    assert promise(wet, "whirlpool", "Oracle") > 0 > promise(near, "whirlpool", "Oracle")


def test_a_flood_holds_enemies_and_a_shield_is_for_battle() -> None:
    state = at({"Oracle": "6,0", "Colossus": "7,0", "Mummies": "6,1", "Home Guard 1": "-4,1"})
    assert promise(state, "flood", "Oracle", ("7,0",)) > promise(state, "flood", "Oracle", ("6,1",))
    far = at({"Oracle": "12,1", "Home Guard 1": "-4,1"}, phase="Attack")
    near = at({"Oracle": "6,0", "Home Guard 1": "5,0"}, phase="Attack")
    assert promise(near, "shield", "Oracle") > 0 > promise(far, "shield", "Oracle")
    begun = PickCaster(player=FOES, spell="shield")
    assert whole._promise(near, board_of(near), begun) > 0 > whole._promise(far, board_of(far), begun)


# ------------------------------------------------------------------ what a greedy bot makes of it


def choice(state: FoesState, seed: int = 0) -> str:
    seat = GAME.actor(state)
    return str(Greedy(20)(GAME, GAME.view(state, seat), GAME.legal(state), random.Random(seed)))


def test_a_greedy_caster_flies_into_the_open_temple() -> None:
    state = at({"Djinn": "5,2", "Mummies": "9,0", "Home Guard 1": "-3,1"}, turn=12)
    assert choice(state).startswith("Move Djinn")
    state, _ = GAME.step(state, GAME.legal(state)[[str(a) for a in GAME.legal(state)].index("Move Djinn")])
    assert isinstance(state.agenda[-1], Travel)
    assert choice(state) == "To 2,1"


def test_a_greedy_ram_breaks_the_gate() -> None:
    state = at({"Great Battering Ram": "5,-1", "Home Guard 1": "-3,1", **GUARD}, phase="Attack")
    assert choice(state).startswith("Great Battering Ram on ")


def test_greedy_atlanteans_strike_the_caster_in_the_temple() -> None:
    state = at(
        {"Oracle": "2,1", "Mummies": "3,1", "Bright Warriors 1": "1,1", "Home Guard 1": "2,0"},
        phase="Attack", go=ATLANTIS,
    )  # fmt: skip
    assert choice(state) == "Attack Oracle"


def test_constants_say_what_they_mean() -> None:
    assert 0 < evaluate_march.RING < to_temple(board_of(at({})))["12,1"]
    assert 0 < evaluate_march.LATEST < GAME.options().game_length
