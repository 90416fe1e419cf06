"""Rules, rulings and options beyond the worked examples; and that every id of the ledger is met."""

from __future__ import annotations

import ast
import itertools
import json
import random
from pathlib import Path
from typing import Any

import pytest

import atlantis_nb.games.sinking as package
from atlantis_nb.core import hexes
from atlantis_nb.core.game import CHANCE, Decision, Story, draw, pick
from atlantis_nb.core.match import Match
from atlantis_nb.games.sinking import GAME
from atlantis_nb.games.sinking.battle import (
    Besiege,
    GoBack,
    GoOn,
    LetFlee,
    NamePiece,
    NamePlayer,
    Pursue,
    Pursuing,
    StandFast,
    Stopping,
    Storm,
    Storming,
    Withdraw,
    Withdrawing,
)
from atlantis_nb.games.sinking.buy import Buy, BuyTurn
from atlantis_nb.games.sinking.expand import ExpandTurn, Grow
from atlantis_nb.games.sinking.flip import DONE, FlipTurn, Found, Rise
from atlantis_nb.games.sinking.flood import (
    Aim,
    Aiming,
    DestroyNext,
    Escaping,
    FloodPhase,
    FloodRoll,
    NextFlood,
    Sacrifice,
    SacrificeFrom,
    Sunk,
    Tidy,
)
from atlantis_nb.games.sinking.move import (
    AttackHere,
    Declaring,
    Fight,
    Join,
    Move,
    MovementPhase,
    MoveTurn,
    Moving,
)
from atlantis_nb.games.sinking.produce import ProductionPhase
from atlantis_nb.games.sinking.rounds import Round
from atlantis_nb.games.sinking.setup import PlaceCity, PlaceWorker, StartCity
from atlantis_nb.games.sinking.state import (
    CITIES,
    CITIZENS,
    HIDDEN,
    LARGE,
    NOBODY,
    SETTLERS,
    SMALL,
    UNLIMITED,
    VILLAGE,
    Settlement,
    cities_left,
    citizens_left,
    control,
    count,
    harvest,
    produces,
    sea,
    settlers_left,
    square_name,
)

from .table import BLUE, GREEN, NAMES, RED, Table, fresh

VALUES: dict[str, tuple[Any, ...]] = {
    "board_build": ("draft", "random", "spiral"),
    "start_rounds": ("all_at_once", "three_rounds"),
    "piece_limits": (True, False),
    "mountain_value": (0, 3, 6),
    "production_claim": ("own_piece", "any_piece"),
    "control_distance": ("hex", "land_path"),
    "attacker_may_stop": (False, True),
    "fight_commit": ("one_by_one", "declare_all"),
    "captured_refugees": ("owner", "none"),
    "large_city_price": (12, 10),
    "sacrifice_cost": ("always", "if_flood", "if_aiming"),
    "flood_read": ("left", "own"),
    "end_of_track": ("end_space", "stop_on_last", "six_numbers"),
    "flood_step": ("per_flood", "per_phase"),
    "empty_flood": (False, True),
    "floods_resolve": ("one_by_one", "together"),
    "refugee_battles": ("fight", "blocked"),
    "final_sinking": ("flood_first", "all_at_once"),
    "max_rounds": (0, 6),
    "open_resources": (True, False),
    "siege": (False, True),
    "captured_city_shrinks": (False, True),
    "mountain_no_city": (False, True),
    "mountain_impassable": (False, True),
    "mountain_defence": (False, True),
}


# ------------------------------------------------------------------ setup


@pytest.mark.rules("S-R-11", "S-SET-03", "S-SET-05")
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("build", VALUES["board_build"])
def test_every_way_to_build_gives_the_same_rings(build: str, players: int) -> None:
    table = fresh(players, board_build=build)
    rng = random.Random(players)
    while len(table.state.land) <= 12 * players:
        if table.actor == CHANCE:
            GAME.advance(table.state, draw(table.task.outcomes(table.state), rng), table.story)
        else:
            GAME.advance(table.state, table.legal[pick(rng, len(table.legal))], table.story)
    spiral = Table(players).state.land
    for k in range(7):
        rings = [sorted(land.get(p, -1) for p in hexes.ring(k)) for land in (table.state.land, spiral)]
        assert rings[0] == rings[1]


@pytest.mark.rules("S-SET-04", "S-R-09")
def test_the_draft_goes_round_in_seat_order() -> None:
    table = fresh(3)
    assert len(table.task.outcomes(table.state)) == 3
    GAME.advance(table.state, table.task.outcomes(table.state)[GREEN][0], table.story)
    seats = []
    for _ in range(6):
        seats.append(table.actor)
        table.default()
    assert seats == [GREEN, RED, BLUE, GREEN, RED, BLUE]


@pytest.mark.rules("S-R-12", "S-SET-06", "S-SET-08")
def test_start_pieces() -> None:
    table = Table(3).put(RED, small=["0,3"], worker=["1,2", "-1,3"]).start(StartCity(player=BLUE))
    assert "S-R-12" in table.why_not(PlaceCity("0,0")).rules
    assert "S-R-12" in table.why_not(PlaceCity("1,2")).rules
    assert "S-R-23" in table.why_not(PlaceCity("4,0")).rules
    table.act(PlaceCity("2,1"))
    assert "S-R-22" in table.why_not(PlaceWorker("1,2")).rules
    assert "S-R-12" in table.why_not(PlaceWorker("0,0")).rules
    table.act(PlaceWorker("3,0"), PlaceWorker("1,1"))
    assert table.soldiers("2,1", BLUE) == 1


@pytest.mark.rules("S-R-12")
def test_a_city_needs_room_for_two_workers() -> None:
    table = Table(3).put(RED, worker=["1,2", "-1,3"]).start(StartCity(player=BLUE))
    refusal = table.why_not(PlaceCity("0,3"))
    assert "S-SET-07" in refusal.rules
    assert "two workers" in refusal.sentence


@pytest.mark.rules("S-R-12", "S-R-71")
def test_three_rounds() -> None:
    table = fresh(3, board_build="spiral", start_rounds="three_rounds")
    asked = []
    while table.state.round == 0:
        if table.actor >= 0:
            asked.append((type(table.task).__name__, table.actor))
        table.passing_one()
    cities = [seat for task, seat in asked if task == "StartCity"]
    workers = [seat for task, seat in asked if task == "StartWorker"]
    assert [task for task, _ in asked[:3]] == ["StartCity"] * 3
    assert list(dict.fromkeys(workers)) == cities
    # another city has taken the room: one worker stays in stock (S-R-71)
    from atlantis_nb.games.sinking.setup import StartWorkers

    land = {"0,0": 0, "1,0": 1, "2,0": 2, "2,-1": 3}
    table = Table(2, land=land, start_rounds="three_rounds").put(RED, small=["1,0"]).put(BLUE, small=["2,-1"])
    table.start(StartWorkers(RED)).act(PlaceWorker("2,0"))
    assert table.soldiers("1,0", RED) == 1
    assert citizens_left(table.state, RED) == CITIZENS - 2


@pytest.mark.rules("S-SET-10", "S-SET-11", "S-R-03")
@pytest.mark.parametrize("players", range(2, 7))
def test_marker_and_first_production(players: int) -> None:
    table = fresh(players, board_build="spiral").passing_setup()
    assert table.state.marker == players
    numbers = square_name(table.state.marker).split("/")
    assert sum(map(int, numbers)) == players
    assert table.state.stock == list(table.state.produced)
    assert min(table.state.stock) > 0
    assert len(table.events("collect")) == players


# ------------------------------------------------------------------ turns, flips, moves


@pytest.mark.rules("S-FLIP-01", "S-R-20", "S-R-56")
def test_flip_refusals() -> None:
    table = Table(3).put(RED, worker=["0,2", "1,1"], settler=["0,1"]).put(BLUE, worker=["-1,2"])
    table.start(FlipTurn(RED))
    assert table.why_not(Rise(BLUE, "-1,2")).rules == ("S-FLIP-01",)
    assert table.why_not(Found(RED, "1,1")).rules == ("S-FLIP-02",)
    assert table.why_not(("piece:worker1@-1,2",)).rules == ("S-FLIP-01",)
    assert table.task.default(table.state) == DONE
    assert table.act(DONE).task is None


@pytest.mark.rules("S-R-24", "S-MOVE-02")
def test_a_piece_moves_once() -> None:
    table = Table(3).put(RED, soldier=["0,2"]).start(MoveTurn(RED)).act(Move(RED, "soldier", "0,2", "1,1"))
    assert table.task is None
    table = Table(3).put(RED, soldier=["0,2", "-3,0"]).start(MoveTurn(RED))
    table.act(Move(RED, "soldier", "0,2", "1,1"))
    assert table.why_not(Move(RED, "soldier", "1,1", "1,0")).rules == ("S-MOVE-02",)
    assert table.why_not(Move(RED, "soldier", "-3,0", "0,0")).rules == ("S-MOVE-02", "S-R-23")
    assert table.why_not(("piece:soldier0x@1,1", "cell:1,0")).rules == ("S-MOVE-02",)
    assert table.why_not(AttackHere(RED, "-3,0")).rules == ("S-MOVE-04", "S-R-30")
    assert table.why_not(Move(BLUE, "soldier", "-3,0", "-2,0")).rules == ("S-MOVE-01", "S-R-24")


@pytest.mark.rules("S-R-24", "S-CMB-15")
def test_a_piece_that_fled_may_still_move() -> None:
    table = (
        Table(3, order=(RED, BLUE, GREEN)).put(BLUE, small=["0,2"], worker=["0,2"]).put(RED, soldier=["1,2"])
    )
    table.start(MovementPhase()).act(Move(RED, "soldier", "1,2", "0,2"), NamePiece("small city")).roll(4)
    table.act(LetFlee()).default()
    assert table.actor == BLUE
    assert isinstance(table.task, Moving)


@pytest.mark.rules("S-R-22", "S-R-31")
def test_soldiers_of_two_players_may_share_a_tile() -> None:
    table = Table(3).put(RED, settler=["0,2"]).put(BLUE, worker=["1,1"]).start(MoveTurn(RED))
    table.act(Move(RED, "settler", "0,2", "1,1"))
    table.start(FlipTurn(BLUE)).act(Rise(BLUE, "1,1"))
    assert not table.events("fight")
    table.start(MoveTurn(RED))
    assert Move(RED, "settler", "1,1", "0,2") in table.legal


@pytest.mark.rules("S-R-61", "S-OPT-10", "S-OPT-12")
def test_the_closed_mountain() -> None:
    table = Table(3, mountain_impassable=True).put(RED, soldier=["0,1"], large=["1,1"]).start(MoveTurn(RED))
    assert table.why_not(Move(RED, "soldier", "0,1", "0,0")).rules == ("S-OPT-10", "S-R-61")
    assert "-1,1" in control(table.state, RED)  # control is measured across it
    only = Table(3, mountain_impassable=True, land={"0,0": 0, "1,0": 1}).put(RED, soldier=["1,0"])
    assert only.start(MoveTurn(RED)).task is None


# ------------------------------------------------------------------ battles


@pytest.mark.rules("S-R-25", "S-R-70", "S-R-72")
def test_attacker_may_stop() -> None:
    table = (
        Table(3, attacker_may_stop=True).put(RED, soldier=["0,2"]).put(BLUE, soldier=["1,1"], small=["1,1"])
    )
    table.start(MoveTurn(RED)).act(Move(RED, "soldier", "0,2", "1,1")).roll(6)
    assert isinstance(table.task, Stopping)
    back = table.copy().act(GoBack())
    assert back.soldiers("0,2", RED) == 1
    assert back.task is None  # it has used its move
    table.act(GoOn()).roll(4)
    assert table.state.settlements["1,1"].captor == RED
    assert isinstance(table.task, Stopping)
    gone = table.copy().act(GoBack())
    assert gone.state.settlements["1,1"].captor == NOBODY
    stays = table.act(GoOn())
    assert stays.state.settlements["1,1"].captor == RED


@pytest.mark.rules("S-R-72")
def test_no_way_back_onto_a_tile_to_which_others_have_fled() -> None:
    table = Table(3, attacker_may_stop=True, land={"0,0": 0, "1,0": 1, "2,0": 2}, mountain_impassable=True)
    table.put(RED, soldier=["1,0"]).put(BLUE, small=["2,0"], settler=["2,0"]).start(MoveTurn(RED))
    table.act(Move(RED, "soldier", "1,0", "2,0"), NamePiece("small city")).roll(4).act(LetFlee())
    assert table.settlers("1,0", BLUE) == 1
    assert table.task is None


@pytest.mark.rules("S-R-72", "S-R-30")
def test_stopping_on_the_spot() -> None:
    table = Table(3, attacker_may_stop=True).put(RED, soldier=["1,1"])
    table.put(BLUE, soldier=["1,1"]).put(GREEN, settler=["1,1"])
    table.start(MoveTurn(RED)).act(AttackHere(RED, "1,1"), NamePlayer(BLUE)).roll(5)
    table.act(GoBack())
    assert table.soldiers("1,1", RED) == 1
    assert table.settlers("1,1", GREEN) == 1


@pytest.mark.rules("S-R-26", "S-R-70", "S-R-73", "S-CMB-02")
def test_declare_all() -> None:
    table = (
        Table(3, fight_commit="declare_all")
        .put(RED, soldier=["0,2", "1,2", "0,2"])
        .put(BLUE, soldier=["1,1"])
    )
    table.start(MoveTurn(RED)).act(Move(RED, "soldier", "0,2", "1,1"))
    assert isinstance(table.task, Declaring)
    assert table.why_not(Join(RED, "-3,0")).rules == ("S-MOVE-02",)
    assert table.why_not(Join(RED, "0,1")).rules == ("S-MOVE-02",) or table.why_not(
        Join(RED, "0,1")
    ).rules == ("S-R-70",)
    table.act(Join(RED, "1,2"), Join(RED, "0,2"))
    assert table.soldiers("0,2", RED) == table.soldiers("1,2", RED) == 1  # they wait where they are
    table.roll(2)
    assert table.soldiers("1,1", RED) == 1
    table.roll(5)
    assert table.soldiers("1,1", RED) == 2  # the one not needed enters too
    assert table.task is None
    alone = Table(3, fight_commit="declare_all").put(RED, soldier=["0,2"] * 2).put(BLUE, soldier=["1,1"])
    alone.start(MoveTurn(RED)).act(Move(RED, "soldier", "0,2", "1,1"), Fight()).roll(1)
    assert Move(RED, "soldier", "0,2", "1,1") in alone.legal


@pytest.mark.rules("S-R-29", "S-R-69")
def test_defaults_in_battle() -> None:
    table = Table(3, order=(GREEN, RED, BLUE)).put(RED, soldier=["0,2"])
    table.put(BLUE, soldier=["1,1"], worker=["1,1"], settler=["1,1"], village=["1,1"]).put(
        GREEN, settler=["1,1"]
    )
    table.start(MoveTurn(RED)).act(Move(RED, "soldier", "0,2", "1,1"))
    assert table.task.default(table.state) == NamePlayer(GREEN)
    table.act(NamePlayer(BLUE))
    assert [a.piece for a in table.legal] == ["soldier", "worker", "settler", "village"]
    assert table.task.default(table.state) == NamePiece("soldier")
    assert table.why_not(NamePiece("large city")).rules == ("S-CMB-01",)


@pytest.mark.rules("S-R-32", "S-R-69", "S-CMB-15")
def test_who_finds_no_room_is_lost() -> None:
    table = Table(3, land={"0,0": 0, "1,0": 1, "2,0": 2}, mountain_impassable=True)
    table.put(RED, soldier=["1,0"] * 2).put(BLUE, small=["2,0"], settler=["2,0"] * 2, worker=["2,0"])
    table.start(MoveTurn(RED)).act(Move(RED, "soldier", "1,0", "2,0"), NamePiece("small city")).roll(4)
    assert table.task.default(table.state) == LetFlee()
    table.act(LetFlee())
    assert not table.state.settlers
    assert not table.state.workers
    assert table.events("lost")[0].data["n"] == 3


@pytest.mark.rules("S-R-33", "S-CMB-16")
def test_other_soldiers_keep_the_city_when_the_pursuer_falls() -> None:
    table = (
        Table(3).put(RED, soldier=["1,2", "0,2"]).put(BLUE, small=["0,2"], settler=["0,2"], worker=["0,2"])
    )
    table.start(MoveTurn(RED)).act(AttackHere(RED, "0,2"), NamePiece("small city")).roll(4)
    kept = table.copy()
    kept.put(RED, soldier=["0,2"])
    kept.act(Pursue("settler")).roll(1)
    assert kept.state.settlements["0,2"].captor == RED
    assert isinstance(kept.task, Decision)
    assert kept.actor == BLUE  # the pieces still there flee
    table.act(Pursue("worker")).roll(5)
    assert isinstance(table.task, Pursuing)
    table.act(Pursue("settler")).roll(3)
    assert not table.state.settlers
    assert table.state.settlements["0,2"].captor == RED


@pytest.mark.rules("S-R-34", "S-R-35", "S-R-66")
def test_a_captured_city_serves_nobody() -> None:
    table = Table(3).put(BLUE, small=["1,2", "-3,0"], worker=["0,3"]).put(RED, soldier=["1,1"] * 2)
    table.state.stock = [50, 50, 50]
    table.start(MoveTurn(RED)).act(Move(RED, "soldier", "1,1", "1,2")).roll(4)
    peace = table.copy().act(Move(RED, "soldier", "1,1", "1,2"))
    assert peace.soldiers("1,2", RED) == 2
    assert len(peace.events("fight")) == 1
    table.passing()
    assert produces(table.state, RED) == 0
    assert produces(table.state, BLUE) == table.state.land["-3,0"]
    table.start(BuyTurn(BLUE))
    assert table.why_not(Buy("soldier", "1,2")).rules == ("S-R-35",)
    table.act(DONE).start(ExpandTurn(BLUE))
    assert table.why_not(Grow("1,2")).rules == ("S-R-35", "S-R-40")
    table.act(DONE).start(MoveTurn(RED)).act(Move(RED, "soldier", "1,2", "0,2"))
    assert table.state.settlements["1,2"].captor == NOBODY


@pytest.mark.rules("S-R-27", "S-CMB-09")
def test_one_soldier_may_beat_many() -> None:
    table = Table(3).put(RED, soldier=["0,2"]).put(BLUE, soldier=["1,1"] * 3, worker=["1,1"])
    table.start(MoveTurn(RED)).act(Move(RED, "soldier", "0,2", "1,1"))
    for _ in range(3):
        table.act(NamePiece("soldier")).roll(6)
    table.roll(4)
    assert table.soldiers("1,1", RED) == 1
    assert table.task is None


# ------------------------------------------------------------------ siege


def besieged(**options: Any) -> Table:
    table = Table(3, siege=True, order=(RED, BLUE, GREEN), **options)
    table.put(BLUE, small=["1,1"], soldier=["1,1"], settler=["1,1"]).put(RED, soldier=["0,2"] * 2)
    return table.start(MoveTurn(RED)).act(Move(RED, "soldier", "0,2", "1,1"), Withdraw())


@pytest.mark.rules("S-OPT-01", "S-OPT-02", "S-OPT-03", "S-R-58", "S-R-74")
def test_storming_goes_on_to_the_end() -> None:
    table = besieged()
    assert isinstance(table.task, Storming)
    table.act(Storm(), NamePiece("soldier"))
    table.roll(6)
    assert isinstance(table.task, Decision)
    assert table.actor == BLUE  # no second question to the besieger
    table.act(NamePiece("settler")).roll(3)  # 3 beats a settler outside, not inside
    assert table.soldiers("1,1", RED) == 0
    assert not table.state.settlements["1,1"].besieged
    assert {"S-OPT-02", "S-R-62"} <= set(table.events("fight")[-1].rules)


@pytest.mark.rules("S-R-74", "S-R-33")
def test_no_help_for_pieces_that_flee_from_a_fallen_city() -> None:
    table = besieged().act(Storm(), NamePiece("soldier")).roll(6).act(NamePiece("small city")).roll(4)
    assert isinstance(table.task, Pursuing)
    table.act(Pursue("settler")).roll(3)
    assert not table.state.settlers


@pytest.mark.rules("S-R-57", "S-R-58", "S-OPT-04", "S-OPT-05")
def test_life_in_a_siege() -> None:
    table = besieged().act(Besiege(), DONE)
    assert not control(table.state, BLUE)
    # the besieged may attack without modifier, or step out
    sortie = table.copy().start(MoveTurn(BLUE)).act(AttackHere(BLUE, "1,1"))
    sortie.roll(5)
    assert sortie.soldiers("1,1", RED) == 0
    assert not sortie.state.settlements["1,1"].besieged
    out = table.copy().start(MoveTurn(BLUE)).act(Move(BLUE, "settler", "1,1", "1,0"))
    assert out.settlers("1,0", BLUE) == 1
    # in a later movement phase the besieger attacks from where it stands, without a second question
    later = table.copy().start(MoveTurn(RED)).act(AttackHere(RED, "1,1"))
    assert isinstance(later.task, Decision)
    assert later.actor == BLUE
    assert NamePiece("small city") not in later.legal


@pytest.mark.rules("S-R-57")
def test_besiegers_of_two_players_fight() -> None:
    table = besieged().act(Besiege(), DONE).put(GREEN, soldier=["1,0"], settler=["1,0"])
    table.start(MoveTurn(GREEN))
    assert table.why_not(Move(GREEN, "settler", "1,0", "1,1")).rules == ("S-MOVE-05",)
    table.act(Move(GREEN, "soldier", "1,0", "1,1")).roll(5)
    assert table.soldiers("1,1", RED) == 0
    assert isinstance(table.task, Storming)
    table.act(Besiege(), Move(GREEN, "settler", "1,0", "1,1"))
    assert table.state.settlements["1,1"].besieged


@pytest.mark.rules("S-R-57", "S-R-69")
def test_standing_fast() -> None:
    table = Table(3, siege=True).put(BLUE, small=["1,1"], soldier=["1,1"]).put(RED, soldier=["0,2"])
    table.start(MoveTurn(RED)).act(Move(RED, "soldier", "0,2", "1,1"))
    assert isinstance(table.task, Withdrawing)
    assert table.task.default(table.state) == StandFast()
    table.act(StandFast()).roll(5)
    assert not table.state.settlements["1,1"].besieged
    empty = Table(3, siege=True).put(BLUE, small=["1,1"]).put(RED, soldier=["0,2"])
    empty.start(MoveTurn(RED)).act(Move(RED, "soldier", "0,2", "1,1"))
    assert empty.actor == CHANCE  # nobody there who could withdraw


@pytest.mark.rules("S-OPT-06", "S-R-59")
def test_no_purchase_in_a_besieged_city_with_another_one_free() -> None:
    table = besieged().act(Besiege(), DONE).put(BLUE, small=["-3,0"])
    table.state.stock[BLUE] = 20
    table.start(BuyTurn(BLUE))
    assert table.why_not(Buy("soldier", "1,1")).rules == ("S-OPT-06", "S-R-59")


@pytest.mark.rules("S-R-57", "S-R-67")
def test_withdrawing_before_a_refugee() -> None:
    table = Table(3, siege=True, land={"0,0": 0, "1,0": 1, "2,0": 2}).put(RED, soldier=["2,0"])
    table.put(BLUE, small=["1,0"], soldier=["1,0"]).start(NextFlood(1), Tidy())
    table.act(Aim("3,0"), Move(RED, "soldier", "2,0", "1,0"), Withdraw(), Besiege())
    assert table.soldiers("1,0", RED) == 1
    assert table.state.settlements["1,0"].besieged


@pytest.mark.rules("S-R-73")
def test_declared_soldiers_meet_a_new_withdrawal() -> None:
    table = Table(3, siege=True, fight_commit="declare_all").put(BLUE, small=["1,1"], soldier=["1,1"])
    table.put(RED, soldier=["0,2"] * 2).start(MoveTurn(RED))
    table.act(Move(RED, "soldier", "0,2", "1,1"), Join(RED, "0,2"), Withdraw(), Storm()).roll(1)
    assert isinstance(table.task, Withdrawing)


# ------------------------------------------------------------------ buying and growing


@pytest.mark.rules("S-R-07", "S-R-13", "S-R-39", "S-BUY-02")
def test_purchase_refusals() -> None:
    table = Table(3).put(RED, small=["1,1"])
    table.state.stock[RED] = 4
    table.start(BuyTurn(RED))
    assert table.why_not(Buy("settler", "1,1")).rules == ("S-BUY-07",)
    assert table.why_not(Buy("soldier", "0,2")).rules == ("S-BUY-02",)
    assert table.why_not(("cell:0,2", "button:Buy a soldier")).rules == ("S-BUY-02",)
    assert {a.piece for a in table.legal if isinstance(a, Buy)} == {"soldier"}
    table.act(Buy("soldier", "1,1"), Buy("soldier", "1,1"))
    assert table.state.stock[RED] == 0


@pytest.mark.rules("S-R-13")
def test_no_piece_limits() -> None:
    table = Table(3, piece_limits=False).put(RED, large=["1,1"], soldier=["0,1"] * 20, settler=["0,2"] * 8)
    table.state.stock[RED] = 20
    assert citizens_left(table.state, RED) == settlers_left(table.state, RED) == UNLIMITED
    table.start(BuyTurn(RED)).act(Buy("soldier", "1,1"), Buy("settler", "1,1"))


@pytest.mark.rules("S-R-06", "S-EXP-06")
def test_a_cheaper_large_city() -> None:
    table = Table(3, large_city_price=10).put(RED, small=["1,1"])
    table.state.stock[RED] = 10
    table.start(ExpandTurn(RED)).act(Grow("1,1"))
    assert table.state.stock[RED] == 0
    poor = Table(3).put(RED, small=["1,1"], village=["0,2"])
    poor.state.stock[RED] = 10
    poor.start(ExpandTurn(RED))
    assert poor.why_not(Grow("1,1")).rules == ("S-EXP-06",)
    assert poor.why_not(Grow("0,1")).rules == ("S-EXP-02",)


@pytest.mark.rules("S-R-40", "S-R-60", "S-OPT-08")
def test_a_received_village_grows_in_the_next_round() -> None:
    table = Table(3, captured_city_shrinks=True).put(BLUE, small=["1,2"]).put(RED, soldier=["1,1"])
    table.state.stock[RED] = 30
    table.start(MoveTurn(RED), ProductionPhase()).act(Move(RED, "soldier", "1,1", "1,2")).roll(4).passing()
    assert table.state.settlements["1,2"].size == VILLAGE
    table.put(RED, small=["0,1"]).start(ExpandTurn(RED))
    assert "S-EXP-03" in table.why_not(Grow("1,2")).rules
    table.act(DONE)
    table.state.round += 1
    table.start(ExpandTurn(RED)).act(Grow("1,2"))


# ------------------------------------------------------------------ floods


def flooded(table: Table, *rolls: int, marker: int = 12) -> Table:
    table.state.marker = marker
    table.start(FloodPhase())
    while isinstance(table.task, Decision):
        table.default()
    return table.roll(*rolls)


@pytest.mark.rules("S-R-41", "S-FLD-01")
@pytest.mark.parametrize(
    ("cost", "left"), [("always", [3, 2, 4]), ("if_flood", [3, 2, 4]), ("if_aiming", [3, 3, 5])]
)
def test_what_a_sacrifice_costs(cost: str, left: list[int]) -> None:
    table = Table(3, sacrifice_cost=cost).put(RED, settler=["0,1"])
    table.state.stock = [6, 3, 5]
    table.state.marker = 12
    table.start(FloodPhase()).act(Sacrifice(3), Sacrifice(1), Sacrifice(1)).roll(6)
    assert isinstance(table.task, Aiming)
    assert table.state.stock == left


@pytest.mark.rules("S-R-41", "S-R-55")
def test_large_stocks_are_sacrificed_in_two_steps() -> None:
    table = Table(2).put(RED, settler=["0,1"])
    table.state.stock = [437, 250]
    table.start(FloodPhase())
    assert [a.low for a in table.legal] == [0, 100, 200, 300, 400]
    table.act(SacrificeFrom(400))
    assert [a.amount for a in table.legal] == list(range(400, 438))
    for viewer in (BLUE, -1):
        assert GAME.view(table.state, viewer).agenda[-1].low == -1
    assert GAME.view(table.state, RED).agenda[-1].low == 400
    table.act(Sacrifice(400), SacrificeFrom(0), Sacrifice(99)).roll(6)
    assert table.state.stock == [37, 151]


@pytest.mark.rules("S-R-42", "S-FLD-07")
def test_after_the_last_the_list_starts_again() -> None:
    table = flooded(Table(2, order=(BLUE, RED)).put(RED, settler=["0,-1"]), 1, marker=18)
    aimers = []
    while isinstance(table.task, Decision):
        if isinstance(table.task, Aiming):
            aimers.append(table.actor)
            table.act(Aim(max(a.place for a in table.legal)))
        else:
            table.default()
    assert aimers[:4] == [BLUE, RED, BLUE, RED]


@pytest.mark.rules("S-R-43", "S-R-70", "S-R-10")
def test_empty_floods() -> None:
    for empty in (False, True):
        table = Table(3, empty_flood=empty).put(RED, settler=["0,-1"])
        table.start(NextFlood(1), NextFlood(2), Tidy()).act(Aim("1,3"))
        assert (Aim("0,4") in table.legal) is empty
        assert table.why_not(Aim("0,0")).rules == ("S-FLD-06",)
        if empty:
            before = len(table.state.land)
            table.act(Aim("0,4"))
            assert len(table.state.land) == before
            assert table.state.marker == 5
            assert not table.state.bare
        else:
            assert table.why_not(Aim("0,4")).rules == ("S-R-43",)


@pytest.mark.rules("S-R-44", "S-R-70")
def test_floods_together() -> None:
    table = flooded(Table(3, floods_resolve="together").put(RED, settler=["0,-1"], small=["0,3"]), 4)
    assert table.actor == RED
    table.act(Aim("1,3"))
    assert table.actor == BLUE
    assert table.why_not(Aim("1,3")).rules == ("S-R-70",)
    assert len(table.state.land) == 37
    table.act(Aim("4,0"))
    assert set(table.state.sinking) == {"0,3", "1,2", "3,0"}
    assert table.state.marker == 14
    assert table.state.points[RED] == 1
    once = flooded(
        Table(3, floods_resolve="together", flood_step="per_phase").put(RED, settler=["0,-1"]), 4
    ).act(Aim("1,3"), Aim("4,0"))
    assert once.state.marker == 13
    # two may choose the same where no other is legal
    one = Table(3, floods_resolve="together", land={"0,0": 0}).put(RED, settler=["0,0"])
    one.state.land = {"0,0": 0}
    flooded(one, 4)
    assert len(one.legal) == 6


@pytest.mark.rules("S-R-03", "S-R-04", "S-R-70", "S-CMP-08")
def test_the_end_of_the_track() -> None:
    floods = {}
    for end, read, marker in itertools.product(VALUES["end_of_track"], VALUES["flood_read"], (20, 21, 22)):
        if marker == 22 and (end == "stop_on_last" or read == "own"):
            continue
        table = Table(6, end_of_track=end, flood_read=read).put(RED, settler=["0,-1"])
        table.state.marker = marker
        table.start(FloodRoll()).roll(1)
        floods[end, read, marker] = table.events("flood_roll")[0].data["n"]
    assert floods == {
        ("end_space", "left", 20): 5, ("end_space", "left", 21): 5, ("end_space", "left", 22): 1,
        ("end_space", "own", 20): 5, ("end_space", "own", 21): 1,
        ("stop_on_last", "left", 20): 5, ("stop_on_last", "left", 21): 5,
        ("stop_on_last", "own", 20): 5, ("stop_on_last", "own", 21): 1,
        ("six_numbers", "left", 20): 5, ("six_numbers", "left", 21): 5, ("six_numbers", "left", 22): 6,
        ("six_numbers", "own", 20): 5, ("six_numbers", "own", 21): 6,
    }  # fmt: skip


@pytest.mark.rules("S-R-64", "S-FLD-05")
def test_the_marker_stays_at_the_end() -> None:
    for end, last in (("end_space", 22), ("stop_on_last", 21)):
        table = Table(5, end_of_track=end).put(RED, settler=["0,-1"])
        table.state.marker = last
        table.start(NextFlood(1), Tidy()).act(Aim("0,5"))
        assert table.state.marker == last
        assert table.state.result is None


@pytest.mark.rules("S-R-47", "S-R-69", "S-FLD-15")
def test_escape_by_default_and_by_neglect() -> None:
    table = Table(3).put(RED, soldier=["0,3"], settler=["0,3"]).put(BLUE, settler=["-1,3"])
    table.start(NextFlood(1), Tidy()).act(Aim("0,4"))
    assert isinstance(table.task, Escaping)
    # the lowest tile without a piece of another player comes first, soldiers before settlers
    assert table.legal[0] == Move(RED, "soldier", "0,3", "0,2")
    assert table.why_not(Move(RED, "soldier", "0,3", "0,4")).rules == ("S-R-23",)
    assert table.why_not(Move(BLUE, "settler", "-1,3", "-1,2")).rules == ("S-FLD-14", "S-R-47")
    lost = table.copy().act(DONE)
    assert len(lost.events("drowned")) == 2
    table.default().default()
    assert table.soldiers("0,2", RED) == table.settlers("0,2", RED) == 1


@pytest.mark.rules("S-R-47", "S-R-48", "S-R-67")
def test_escape_refusals() -> None:
    table = Table(3, refugee_battles="blocked").put(RED, soldier=["0,3", "1,2"]).put(BLUE, worker=["0,2"])
    table.start(NextFlood(1), Tidy()).act(Aim("1,3"))
    assert table.why_not(Move(RED, "soldier", "0,3", "1,2")).rules == ("S-R-47", "S-R-67")
    assert table.why_not(Move(RED, "soldier", "0,3", "0,2")).rules == ("S-R-48",)


@pytest.mark.rules("S-R-49", "S-R-13", "S-FLD-13")
def test_survivors_come_city_by_city() -> None:
    """Villages keep their settler piece; cities take what is left, in the order of destruction."""
    table = Table(3).put(RED, small=["0,3"], village=["1,2"], settler=["0,1"] * 4, soldier=["1,0"] * 15)
    table.start(NextFlood(1), Tidy()).act(Aim("1,3"))
    assert table.settlers("0,3", RED) == 1
    assert table.settlers("1,2", RED) == 1
    assert table.soldiers("0,3", RED) == 1
    assert settlers_left(table.state, RED) == 0
    assert "S-R-49" not in table.events("survivors")[0].rules


@pytest.mark.rules("S-R-51", "S-END-01")
def test_no_refugees_when_the_mountain_sinks() -> None:
    table = Table(3, land={"0,0": 0, "1,0": 1, "-1,0": 1}).put(RED, soldier=["0,0"], small=["-1,0"])
    table.start(NextFlood(1), Tidy()).act(Aim("0,-1"))
    assert table.state.result is not None
    assert table.state.points[RED] == 1
    assert not table.events("escape")
    assert not table.state.land


@pytest.mark.rules("S-R-53")
def test_max_rounds() -> None:
    table = Table(3, max_rounds=6, order=(RED, BLUE, GREEN)).put(RED, small=["0,3"], large=["0,-3"])
    table.put(BLUE, small=["3,0"]).start(Round())
    table.passing(FloodRoll)
    assert table.state.round == 6
    table.roll(6)
    assert table.state.ranking == (RED, BLUE, GREEN)
    assert table.actor == RED  # Blue's city first, then Red orders two of different size
    table.act(DestroyNext("0,-3"))
    assert table.state.points == [4 + 3, 1, 0]
    assert table.state.result is not None
    assert table.state.result.rules[0] == "S-R-53"


@pytest.mark.rules("S-R-52", "S-END-02", "S-END-03")
def test_shared_win() -> None:
    table = Table(3).start(Sunk())
    assert table.state.result is not None
    assert table.state.result.winners == (RED, BLUE, GREEN)


@pytest.mark.rules("S-R-53", "S-R-54")
def test_the_game_goes_on_for_a_player_without_pieces() -> None:
    table = Table(2).put(BLUE, small=["0,2"])
    table.state.stock = [3, 0]
    table.start(Round()).passing_to_round(7)
    assert table.state.order == (RED, BLUE)
    assert table.state.stock[RED] == 3


# ------------------------------------------------------------------ production


@pytest.mark.rules("S-R-14")
def test_mountain_value() -> None:
    table = fresh(2, board_build="spiral", mountain_value=4).passing_setup()
    assert table.state.land["0,0"] == 4
    table.state.settlements.clear()
    table.state.workers.clear()
    table.put(RED, village=["0,0"])
    assert produces(table.state, RED) == 4


@pytest.mark.rules("S-R-15")
def test_any_piece() -> None:
    for claim, amounts in (("own_piece", (3, 9)), ("any_piece", (3 + 6 + 6, 6 + 3 + 6))):
        table = (
            Table(3, production_claim=claim).put(RED, small=["0,2"]).put(BLUE, small=["1,2"], worker=["1,1"])
        )
        table.put(BLUE, worker=["0,1"])  # Blue does not control it
        table.state.workers.pop("1,1")
        table.state.workers["-1,3"] = BLUE
        table.state.workers["1,1"] = BLUE
        table.start(ProductionPhase())
        if claim == "own_piece":
            assert table.state.produced[:2] == amounts
        else:
            red = {"0,2", "1,2", "1,1", "0,1", "-1,3"}
            assert set(harvest(table.state, RED)) == red
            assert table.state.produced[RED] == sum(table.state.land[p] for p in red)
            assert set(harvest(table.state, BLUE)) == {"1,2", "0,2", "1,1"}


@pytest.mark.rules("S-R-17", "S-R-70", "S-CTRL-01")
def test_control_over_land_only() -> None:
    land = dict.fromkeys(("1,2", "3,0", "3,1", "2,2"), 2) | {"0,0": 0}
    for distance, held in (("hex", {"1,2", "3,0", "3,1", "2,2"}), ("land_path", {"1,2", "2,2", "3,1"})):
        table = Table(3, land=land, control_distance=distance).put(RED, large=["1,2"])
        assert {p for p in control(table.state, RED) if p in land} == held


@pytest.mark.rules("S-R-18", "S-R-16", "S-PROD-01")
def test_new_pieces_produce_at_once() -> None:
    table = Table(3).put(RED, small=["0,2"], soldier=["-1,3"]).start(FlipTurn(RED), ProductionPhase())
    from atlantis_nb.games.sinking.flip import Work

    table.act(Work(RED, "-1,3")).passing()
    assert table.state.produced[RED] == 9


@pytest.mark.rules("S-R-37", "S-R-68")
def test_exchanges_drop_the_latest_first() -> None:
    table = Table(3).put(RED, small=["3,-3", "2,-3", "1,-3", "0,-3", "3,0"], soldier=["1,1", "-2,0"])
    table.put(BLUE, small=["1,2", "-3,0"]).start(MoveTurn(RED))
    table.act(Move(RED, "soldier", "-2,0", "-3,0")).roll(4)
    table.act(Move(RED, "soldier", "1,1", "1,2")).roll(4).passing()
    table.start(ProductionPhase()).passing()
    assert table.state.settlements["-3,0"].owner == RED
    assert (table.state.settlements["1,2"].owner, table.state.settlements["1,2"].captor) == (BLUE, RED)


# ------------------------------------------------------------------ what players know


@pytest.mark.rules("S-FLD-01", "S-R-55")
def test_a_sacrifice_is_secret_until_it_is_revealed() -> None:
    table = Table(3).put(RED, settler=["0,1"])
    table.state.stock = [5, 5, 0]
    table.start(FloodPhase()).act(Sacrifice(3))
    other = Table(3).put(RED, settler=["0,1"])
    other.state.stock = [5, 5, 0]
    other.start(FloodPhase()).act(Sacrifice(1))
    for viewer in (BLUE, GREEN, -1):
        assert GAME.view(table.state, viewer) == GAME.view(other.state, viewer)
        assert GAME.view(table.state, viewer).sacrifices[RED] == HIDDEN
    assert GAME.view(table.state, RED).sacrifices[RED] == 3
    secret = [e for e in table.story.events if e.to is not None]
    assert [e.to for e in secret] == [(RED,)]
    assert "3" not in " ".join(e.text for e in table.story.events if e.to is None)
    rng = random.Random(1)
    guesses = {GAME.guess(table.state, BLUE, rng).sacrifices[RED] for _ in range(200)}
    assert guesses == set(range(6))
    table.act(Sacrifice(0))
    assert GAME.view(table.state, BLUE).sacrifices[RED] == 3


@pytest.mark.rules("S-R-55", "S-R-70")
def test_hidden_stocks() -> None:
    table = Table(3, open_resources=False).put(RED, settler=["0,1"])
    table.state.stock = [5, 7, 0]
    seen = GAME.view(table.state, BLUE)
    assert seen.stock == [HIDDEN, 7, HIDDEN]
    assert "?" in str(GAME.panels(seen, BLUE))
    full = GAME.guess(table.state, BLUE, random.Random(3))
    assert GAME.view(full, BLUE) == seen
    assert min(full.stock) >= 0


@pytest.mark.rules("S-R-55", "S-R-70")
def test_an_empty_purse_is_not_given_away_by_a_question_not_asked() -> None:
    tables = []
    for stock in (0, 8):
        table = Table(3, open_resources=False).put(RED, settler=["0,1"])
        table.state.stock = [stock, 7, 3]
        tables.append(table.start(FloodPhase()))
    for _ in ("before", "after"):
        for viewer in (BLUE, GREEN, -1):
            assert GAME.view(tables[0].state, viewer) == GAME.view(tables[1].state, viewer)
        if tables[0].actor == RED:
            tables[0].act(Sacrifice(0))
            tables[1].act(Sacrifice(5))
    assert tables[0].actor == tables[1].actor == BLUE


# ------------------------------------------------------------------ whole games


@pytest.mark.parametrize(("option", "value"), [(o, v) for o, values in VALUES.items() for v in values])
def test_every_option_value_plays_to_the_end(option: str, value: Any) -> None:
    """Random play, pieces counted in every round; captures and sieges are made likely."""
    rng = random.Random(f"{option}{value}")
    quick = {} if option == "board_build" else {"board_build": "random"}
    options = GAME.options(**quick, **{option: value})
    state = GAME.start(options, NAMES[: 2 + pick(rng, 4)])
    seen = -1
    steps = 0
    while state.agenda:
        task = state.agenda[-1]
        action = (
            task.legal(state)[pick(rng, len(task.legal(state)))]
            if isinstance(task, Decision)
            else draw(task.outcomes(state), rng)
        )
        GAME.advance(state, action)
        steps += 1
        if state.round != seen:
            seen = state.round
            _counts_are_sound(state)
    assert steps < GAME.bound
    assert state.result is not None
    if option == "max_rounds" and value:
        assert state.round <= value


def _counts_are_sound(state: Any) -> None:
    for table in (state.settlements, state.workers, state.soldiers, state.settlers):
        assert all(place in state.land for place in table)
    for seat in range(len(state.names)):
        assert state.stock[seat] >= 0
        if state.options.piece_limits:
            assert 0 <= citizens_left(state, seat) <= CITIZENS
            assert 0 <= settlers_left(state, seat) <= SETTLERS
            assert 0 <= cities_left(state, seat) <= CITIES
    for place, town in state.settlements.items():
        if town.captor != NOBODY:
            assert count(state.soldiers, place, town.captor) > 0
        assert town.size in (VILLAGE, SMALL, LARGE)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("board_build", "round"),
        ("mountain_value", 7),
        ("large_city_price", 11),
        ("siege", "yes"),
        ("max_rounds", -1),
    ],
)
def test_bad_options_are_refused_in_one_sentence(name: str, value: object) -> None:
    with pytest.raises(ValueError, match="cannot be"):
        GAME.options(**{name: value})
    with pytest.raises(ValueError, match="has no option"):
        GAME.options(sieges=True)


def test_two_to_six_players() -> None:
    with pytest.raises(ValueError, match="2 to 6"):
        GAME.start(GAME.options(), ("Red",))
    with pytest.raises(ValueError, match="2 to 6"):
        GAME.start(GAME.options(), tuple("ABCDEFG"))


@pytest.mark.rules("S-R-34", "S-R-56")
def test_a_random_match_cites_only_rules_that_exist() -> None:
    match = Match(GAME, players=4, seed=5, options={"siege": True, "mountain_defence": True})
    match.run("random", until=400)
    cited = {rule for line in match.log for rule in line.rules}
    assert len(cited) > 40
    assert all(rule in GAME.rulebook for rule in cited)
    assert all(line.text and "{" not in line.text for line in match.log)


def test_states_and_actions_survive_json() -> None:
    rng = random.Random(11)
    state = GAME.start(
        GAME.options(siege=True, fight_commit="declare_all", attacker_may_stop=True), NAMES[:4]
    )
    while state.agenda:
        task = state.agenda[-1]
        found = task.legal(state) if isinstance(task, Decision) else [a for a, _ in task.outcomes(state)]
        action = found[pick(rng, len(found))]
        if rng.random() < 0.1:
            again = GAME.decode_state(json.loads(json.dumps(GAME.encode(state))))
            assert again == state
            assert GAME.decode_action(json.loads(json.dumps(GAME.encode(action)))) == action
            before = state.digest()
            after, _ = GAME.step(again, action)
            GAME.advance(again, action, Story(again.names))
            assert after == again
            assert state.digest() == before
        GAME.advance(state, action)


# ------------------------------------------------------------------ every id of the ledger


def source_of_the_game() -> str:
    folder = Path(package.__file__).parent
    return "\n".join(p.read_text(encoding="utf-8") for p in sorted(folder.glob("*.py")))


def marked(file: Path) -> set[str]:
    """The ids in the `rules` marks of a test file."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rules":
            found |= {a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)}
    return found


def test_every_rule_is_named_by_the_game() -> None:
    text = source_of_the_game()
    assert [rule for rule in GAME.rulebook.ids if rule not in text] == []


def test_every_rule_is_met_by_a_test() -> None:
    """By a worked example that cites it (each is played in test_examples.py), or by a marked test."""
    by_example = {rule for example in GAME.rulebook.examples for rule in example.rules}
    by_mark = marked(Path(__file__))
    assert by_mark <= set(GAME.rulebook.ids)
    assert [rule for rule in GAME.rulebook.ids if rule not in by_example | by_mark] == []


def test_every_option_is_exercised() -> None:
    table = {row["option"]: row["values"] for row in GAME.rulebook.tables["options"].dicts()}
    assert set(VALUES) == set(table)
    for name, values in table.items():
        listed = values.split(", ")
        if all(v in ("true", "false") or v.isidentifier() or v.isdigit() for v in listed):
            assert {str(v).lower() for v in VALUES[name]} == set(listed)


def test_the_sea_is_what_touches_land() -> None:
    state = Table(3).state
    assert set(sea(state)) == set(hexes.ring(4))


def test_a_six_always_wins_inside_a_city_on_the_mountain() -> None:
    """S-R-62: siege and mountain add up to -2 for a soldier inside, to -1 for the city; 6 always wins."""
    for piece, soldiers, wins_on in (("soldier", 1, (6,)), ("small city", 0, (5, 6))):
        for pips in range(1, 7):
            table = Table(3, siege=True, mountain_defence=True).put(RED, soldier=["1,0"])
            table.put(BLUE, small=["0,0"], soldier=["0,0"] * soldiers).start(MoveTurn(RED))
            table.act(Move(RED, "soldier", "1,0", "0,0"))
            if soldiers:
                table.act(Withdraw(), Storm())
            table.roll(pips)
            fight = table.events("fight")[0]
            assert fight.data["piece"] == piece
            assert fight.data["won"] is (pips in wins_on), (piece, pips)
            assert "S-R-62" in fight.rules


def test_a_captured_city_is_nobody_to_fight() -> None:
    """S-R-66: the captor's soldiers on it have nobody to attack, and more of them enter in peace."""
    table = Table(3).put(RED, soldier=["0,1", "0,2"]).put(BLUE, small=["0,2"])
    table.state.captures = 1
    table.state.settlements["0,2"] = Settlement(BLUE, SMALL, 1, captor=RED, taken=1)
    table.start(MoveTurn(RED))
    assert table.why_not(AttackHere(RED, "0,2")).rules == ("S-MOVE-04", "S-R-30")
    table.act(Move(RED, "soldier", "0,1", "0,2"))
    assert table.soldiers("0,2", RED) == 2
    assert not table.events("fight")


@pytest.mark.rules("S-R-55")
def test_what_is_asked_gives_no_hidden_stock_away() -> None:
    seen = set()
    for hidden in (True, False):
        match = Match(GAME, 3, seed=4, options={"board_build": "random", "open_resources": not hidden})
        for _ in match.running("random", until=400):
            if "your" in match.ask and "resources" in match.ask:
                told = f"your {match.state.stock[match.actor]} resources" in match.ask
                assert told is not hidden
                seen.add((hidden, match.clock.phase))
    assert {phase for hid, phase in seen if hid} == {phase for hid, phase in seen if not hid}
    assert len(seen) >= 4
