"""Every worked example of the rules, played on the table. Each test is named after its example."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction as F

import pytest

from atlantis_nb.core import hexes
from atlantis_nb.core.game import Action, Chance, Decision
from atlantis_nb.core.odds import odds
from atlantis_nb.games.sinking import GAME
from atlantis_nb.games.sinking.battle import (
    Besiege,
    FallenCity,
    Flee,
    Fleeing,
    LetFlee,
    NamePiece,
    NamePlayer,
    NamingPiece,
    Pursue,
    Storm,
    Storming,
    Withdraw,
    Withdrawing,
)
from atlantis_nb.games.sinking.buy import Buy, BuyTurn, PurchasePhase
from atlantis_nb.games.sinking.expand import ExpandTurn, ExpansionPhase, Grow
from atlantis_nb.games.sinking.flip import DONE, FlipPhase, FlipTurn, Found, Rise, Work
from atlantis_nb.games.sinking.flood import (
    Aim,
    Aiming,
    DestroyNext,
    Escaping,
    FloodPhase,
    FloodRoll,
    NextFlood,
    Ordering,
    Sacrifice,
    Tidy,
)
from atlantis_nb.games.sinking.move import AttackHere, Fight, Join, Move, MovementPhase, MoveTurn, Moving
from atlantis_nb.games.sinking.odds import (
    Defence,
    battle,
    flood_chances,
    floods_after,
    mean_floods,
)
from atlantis_nb.games.sinking.options import Options
from atlantis_nb.games.sinking.produce import Exchange, Lot, ProductionPhase, SetOrder
from atlantis_nb.games.sinking.rounds import Round
from atlantis_nb.games.sinking.setup import LayTile, PlaceCity, PlaceWorker, StartCity
from atlantis_nb.games.sinking.state import (
    LARGE,
    NOBODY,
    SMALL,
    VILLAGE,
    SinkingState,
    cities_left,
    citizens_left,
    control,
    count,
    produces,
    sea,
    settlers_left,
)

from .table import BLUE, GREEN, RED, YELLOW, Table, fresh

BASIC = Options()


def rings(table: Table) -> dict[int, list[int]]:
    """The numbers in each ring, ascending."""
    out: dict[int, list[int]] = {}
    for place, number in table.state.land.items():
        out.setdefault(hexes.distance(place, "0,0"), []).append(number)
    return {k: sorted(v) for k, v in out.items()}


def lay_all(table: Table) -> Table:
    """Everybody lays tiles by default until the map is done."""
    while table.state.phase == "setup" and len(table.state.land) <= 12 * len(table.state.names):
        if table.actor < 0:
            GAME.advance(table.state, table.task.outcomes(table.state)[0][0], table.story)
        else:
            table.default()
    return table


def moves(table: Table, piece: str, start: str) -> set[str]:
    return {a.to for a in table.legal if isinstance(a, Move) and a.piece == piece and a.start == start}


def flood(table: Table, *sources: str, k: int = 1) -> Table:
    """One flood after another from these sea tiles, aimed by the top of the list, then tidied."""
    table.start(*[NextFlood(k + i) for i in range(len(sources))], Tidy())
    return table.act(Aim(sources[0]))


# ------------------------------------------------------------------ setup


def test_S_EX_01() -> None:
    table = lay_all(fresh(4))
    got = rings(table)
    assert sum(map(len, got.values())) == 49
    assert got[1] == [1] * 6
    assert got[2] == [1] * 2 + [2] * 8 + [3] * 2
    assert got[3] == [3] * 6 + [4] * 8 + [5] * 4
    assert got[4] == [5] * 4 + [6] * 8
    assert 72 - 48 == 24


def test_S_EX_02() -> None:
    table = fresh(2)
    GAME.advance(table.state, table.task.outcomes(table.state)[RED][0], table.story)
    for number, place in ((1, "1,0"), (1, "1,-1"), (1, "0,-1"), (1, "-1,0"), (2, "-1,1")):
        table.act(LayTile(number, place))
    assert table.actor == BLUE
    assert table.why_not(LayTile(3, "0,1")).rules == ("S-SET-05", "S-R-09")
    assert table.why_not(LayTile(2, "2,0")).rules == ("S-SET-04", "S-R-09")
    assert table.legal == [LayTile(2, "0,1")]
    table.act(LayTile(2, "0,1"))
    assert table.actor == RED
    assert len(table.legal) == 12
    assert {a.number for a in table.legal} == {2}
    assert {hexes.distance(a.place, "0,0") for a in table.legal} == {2}


def test_S_EX_03() -> None:
    five = Table(5)
    assert sorted(sea(five.state)) == sorted(hexes.ring(5))
    assert len(sea(five.state)) == 30
    six = Table(6)
    assert 33 <= len(sea(six.state)) <= 48


def test_S_EX_04() -> None:
    table = Table(5)
    assert table.state.marker == 5
    assert {roll: _floods(table, roll) for roll in range(1, 7)} == {1: 2, 2: 1, 3: 1, 4: 0, 5: 0, 6: 0}


def _floods(table: Table, roll: int) -> int:
    """How many floods the game's own flood roll brings."""
    other = table.copy()
    other.start(FloodRoll())
    other.story.events.clear()
    other.roll(roll)
    return int(other.events("flood_roll")[0].data["n"])


def test_S_EX_05() -> None:
    table = Table(2)
    assert table.state.marker == 2
    assert [_floods(table, roll) for roll in range(1, 7)] == [1, 0, 0, 0, 0, 0]
    assert 1 - flood_chances(BASIC, 2)[0] == F(1, 6)


def test_S_EX_06() -> None:
    table = fresh(3, board_build="spiral").passing_setup()
    for seat in range(3):
        assert citizens_left(table.state, seat) == 13
        assert settlers_left(table.state, seat) == 6
        assert cities_left(table.state, seat) == 5
    assert 20 - 4 == 16


def test_S_EX_07() -> None:
    table = Table(3).start(StartCity(player=BLUE))
    assert table.why_not(PlaceCity("0,2")).rules == ("S-SET-06", "S-R-12")
    table.act(PlaceCity("0,3"), PlaceWorker("1,2"))
    refusal = table.why_not(PlaceWorker("0,1"))
    assert refusal.rules == ("S-SET-07", "S-R-12")
    assert "2 steps" in refusal.sentence
    table.act(PlaceWorker("-1,3"))
    assert table.soldiers("0,3", BLUE) == 1
    assert table.state.workers == {"1,2": BLUE, "-1,3": BLUE}


def start_of_08() -> Table:
    table = Table(3)
    table.put(RED, small=["-2,3"], worker=["-3,3", "-1,3"], soldier=["-2,3"])
    table.put(BLUE, small=["1,2"], worker=["2,1", "0,3"], soldier=["1,2"])
    return table.put(GREEN, small=["-1,-2"], worker=["0,-3", "-2,-1"], soldier=["-1,-2"])


def test_S_EX_08() -> None:
    table = start_of_08().start(ProductionPhase())
    assert table.state.produced == (18, 18, 15)
    assert table.state.stock == [18, 18, 15]
    assert table.task.outcomes(table.state) == [(Lot(RED), 1), (Lot(BLUE), 1)]
    GAME.advance(table.state, Lot(BLUE), table.story)
    assert table.state.order == (GREEN, BLUE, RED)


# ------------------------------------------------------------------ round and flip


def test_S_EX_09() -> None:
    table = Table(3, order=(GREEN, RED, BLUE))
    table.put(RED, small=["-2,3"], village=["0,2"], worker=["-3,3"], soldier=["-2,3"])
    table.put(BLUE, small=["1,2"], village=["1,1"], worker=["2,1"], soldier=["1,2"])
    table.put(GREEN, small=["-1,-2"], village=["0,-2"], worker=["0,-3"], soldier=["-1,-2"])
    table.state.stock = [30, 30, 30]
    table.start(Round())
    who: dict[str, list[int]] = {}
    while table.state.round == 6 and table.state.phase != "production":
        if table.actor >= 0:
            seats = who.setdefault(table.state.phase, [])
            seats.append(table.actor)
        table.passing_one()
    assert who["flip"] == [BLUE, RED, GREEN]
    assert who["movement"] == [GREEN, RED, BLUE]
    assert who["purchase"] == [BLUE, RED, GREEN]
    assert who["expansion"] == [BLUE, RED, GREEN]
    assert sorted(who["flood"]) == [RED, BLUE, GREEN]
    # a flood that hits all three: they flee in turn order
    table = Table(3, order=(GREEN, RED, BLUE))
    table.put(RED, soldier=["0,3"]).put(BLUE, soldier=["1,2"]).put(GREEN, soldier=["0,3"])
    flood(table, "1,3")
    fleeing = []
    while isinstance(table.task, Escaping):
        fleeing.append(table.actor)
        table.default()
    assert fleeing == [GREEN, RED, BLUE]


def test_S_EX_10() -> None:
    table = Table(3).put(RED, worker=["0,2"], soldier=["0,2", "0,2"]).start(FlipTurn(RED))
    assert table.why_not(Work(RED, "0,2")).rules == ("S-FLIP-05", "S-R-21", "S-R-22")
    table.act(Rise(RED, "0,2"), Work(RED, "0,2"))
    assert table.state.workers == {"0,2": RED}
    assert table.soldiers("0,2", RED) == 2
    # neither the new worker nor the new soldier may be flipped again
    assert table.task is None
    for town in ("village", "small"):
        table = Table(3).put(RED, soldier=["0,2"], worker=["2,1"], **{town: ["0,2"]}).start(FlipTurn(RED))
        assert "S-FLIP-05" in table.why_not(Work(RED, "0,2")).rules


def test_S_EX_11() -> None:
    table = Table(3).put(RED, settler=["0,2", "1,1", "-1,2"], worker=["0,2"])
    table.put(BLUE, worker=["1,1"], village=["-1,2"]).start(FlipTurn(RED))
    assert "S-FLIP-04" in table.why_not(Found(RED, "-1,2")).rules
    table.act(Found(RED, "0,2"), Found(RED, "1,1"))
    assert table.state.settlements["0,2"].owner == table.state.settlements["1,1"].owner == RED
    assert table.state.workers == {"0,2": RED, "1,1": BLUE}


def test_S_EX_12() -> None:
    table = Table(3).put(RED, village=["0,2"], worker=["0,2"], since=5).start(ProductionPhase())
    assert table.state.stock[RED] == 3


# ------------------------------------------------------------------ movement and battle


def test_S_EX_13() -> None:
    table = Table(3).put(RED, settler=["0,2"], worker=["0,2"])
    table.put(BLUE, soldier=["0,3"], worker=["-1,3"], small=["1,2"]).start(MoveTurn(RED))
    assert table.why_not(Move(RED, "settler", "0,2", "0,3")).rules == ("S-MOVE-05",)
    assert {"-1,3", "1,2"} <= moves(table, "settler", "0,2")
    assert table.why_not(Move(RED, "soldier", "0,2", "0,1")).rules == ("S-MOVE-03",)
    for to in ("-1,3", "1,2"):
        other = table.copy().act(Move(RED, "settler", "0,2", to))
        assert other.settlers(to, RED) == 1
        assert other.task is None
        assert not other.events("fight")


def test_S_EX_14() -> None:
    table = Table(3).put(RED, soldier=["0,1", "0,3"]).start(MoveTurn(RED))
    assert moves(table, "soldier", "0,1") == {"1,1", "1,0", "0,0", "-1,1", "-1,2", "0,2"}
    assert moves(table, "soldier", "0,3") == {"1,2", "0,2", "-1,3"}
    assert table.why_not(Move(RED, "soldier", "0,3", "0,4")).rules == ("S-R-23",)


def test_S_EX_15() -> None:
    table = Table(3).put(RED, soldier=["0,2"]).put(BLUE, settler=["1,1"], worker=["1,1"])
    table.start(MoveTurn(RED)).act(Move(RED, "soldier", "0,2", "1,1"))
    assert table.actor == BLUE
    table.act(NamePiece("settler")).roll(3)
    assert table.settlers("1,1", BLUE) == 0
    table.roll(3)
    assert table.soldiers("1,1", RED) == 0
    assert table.state.workers == {"1,1": BLUE}
    assert table.task is None


def test_S_EX_16() -> None:
    table = Table(3).put(RED, soldier=["0,2"] * 3).put(BLUE, small=["1,1"], soldier=["1,1"] * 2)
    step = Move(RED, "soldier", "0,2", "1,1")
    table.start(MoveTurn(RED)).act(step).roll(5)
    assert table.soldiers("1,1", BLUE) == 1
    table.roll(3)
    assert table.soldiers("1,1", RED) == 0
    table.act(step).roll(6).roll(4)
    assert table.state.settlements["1,1"].captor == RED
    assert table.soldiers("1,1", RED) == 1
    assert table.soldiers("0,2", RED) == 1
    assert step in table.legal
    assert Move(RED, "soldier", "0,2", "0,1") in table.legal
    assert DONE in table.legal
    table.act(step)
    assert table.soldiers("1,1", RED) == 2
    assert len(table.events("fight")) == 4


def test_S_EX_17() -> None:
    table = Table(3).put(RED, soldier=["0,2"] * 2)
    table.put(BLUE, small=["1,1"], village=["-1,2"], soldier=["1,1", "-1,2"], settler=["1,1"])
    table.start(MoveTurn(RED))
    city = table.copy().act(Move(RED, "soldier", "0,2", "1,1"))
    assert city.legal == [NamePiece("soldier"), NamePiece("settler")]
    assert city.why_not(NamePiece("small city")).rules == ("S-CMB-14", "S-R-28")
    village = table.copy().act(Move(RED, "soldier", "0,2", "-1,2"))
    assert village.legal == [NamePiece("soldier"), NamePiece("village")]


def test_S_EX_18() -> None:
    table = Table(3).put(RED, soldier=["1,1"]).put(BLUE, village=["0,2"], soldier=["0,2"])
    table.start(MoveTurn(RED)).act(Move(RED, "soldier", "1,1", "0,2"), NamePiece("village")).roll(3)
    assert "0,2" not in table.state.settlements
    assert table.settlers("0,2", BLUE) == 0
    assert table.state.points == [0, 0, 0]
    table.roll(4)
    assert table.soldiers("0,2", RED) == 0
    assert table.soldiers("0,2", BLUE) == 1


def committed(attackers: int, defence: dict[str, int], tile: str = "1,1", **options: object) -> Table:
    """Red attacks with all soldiers named before the first roll; the last choice is Fight."""
    start = "0,1" if tile == "0,0" else "0,2"
    table = Table(3, fight_commit="declare_all", **options).put(RED, soldier=[start] * attackers)
    table.put(BLUE, **{kind: [tile] * n for kind, n in defence.items()})
    table.start(MoveTurn(RED)).act(Move(RED, "soldier", start, tile))
    while table.actor == RED and any(isinstance(a, Join) for a in table.legal):
        table.act(Join(RED, start))
    return table


def clears(attackers: int, tile: str = "1,1", first: str = "soldier", **pieces: int) -> F:
    """By the game's own dice: the chance that Red, all committed, wins the tile.

    Blue names its soldiers first, or its settlers, and withdraws into a besieged city every time.
    """
    options = {k: v for k, v in pieces.items() if k in Options.__struct_fields__}
    defence = {k: v for k, v in pieces.items() if k not in options}
    table = committed(attackers, defence, tile, **options)
    return chance(table, won_by_red(tile), first)


def won_by_red(tile: str) -> Callable[[SinkingState], bool]:
    return lambda state: state.soldiers.get(tile, (0,))[RED] > 0


def chance(table: Table, holds: Callable[[SinkingState], bool], first: str = "soldier") -> F:
    """The chance that something holds when Red is to move again, or has no soldier left to move."""

    def policy(task: Decision[SinkingState, Action], state: SinkingState) -> Action | None:
        if isinstance(task, Withdrawing):
            return Withdraw()
        if isinstance(task, Storming):
            return Storm()
        if isinstance(task, NamingPiece):
            offers = task.legal(state)
            return NamePiece(first) if NamePiece(first) in offers else offers[0]
        return None

    def follow(state: SinkingState) -> F:
        task = GAME.task(state)
        if isinstance(task, Chance):
            found = [(GAME.step(state, a)[0], w) for a, w in task.outcomes(state)]
            return sum((follow(s) * w for s, w in found), F(0)) / sum(w for _, w in found)
        answer = None if task is None else policy(task, state)
        return F(holds(state)) if answer is None else follow(GAME.step(state, answer)[0])

    return follow(table.state)


def test_S_EX_19() -> None:
    assert clears(2, village=1) == battle(2, Defence(town="village").needs()).win == F(8, 9)
    assert clears(2, small=1) == battle(2, Defence(town="small city").needs()).win == F(3, 4)
    assert clears(2, large=1) == battle(2, Defence(town="large city").needs()).win == F(5, 9)


def test_S_EX_20() -> None:
    two = battle(3, Defence(soldiers=2).needs())
    assert clears(3, soldier=2) == two.win == F(11, 27)
    assert two.mean_left == F(7, 9)


def test_S_EX_21() -> None:
    assert clears(3, soldier=1, small=1) == battle(3, (5, 4)).win == F(115, 216)
    assert clears(4, soldier=2, large=1) == battle(4, (5, 5, 5)).win == F(233, 729)


def test_S_EX_22() -> None:
    soldier_first, settler_first = battle(2, (5, 3)), battle(2, (3, 5))
    assert soldier_first.win == settler_first.win == F(4, 9)
    fails = F(5, 9)
    assert soldier_first.beaten[0] / fails == F(4, 5)
    assert settler_first.beaten[0] / fails == F(1, 5)
    # the same by the game's own dice
    table = committed(2, {"soldier": 1, "settler": 1})

    def both(state: SinkingState) -> bool:
        return count(state.soldiers, "1,1", BLUE) > 0 and count(state.settlers, "1,1", BLUE) > 0

    for first, survives in (("soldier", F(4, 5)), ("settler", F(1, 5))):
        won = chance(table, won_by_red("1,1"), first)
        assert won == F(4, 9)
        assert chance(table, both, first) / (1 - won) == survives


def test_S_EX_23() -> None:
    table = Table(3, order=(RED, BLUE, GREEN))
    table.put(BLUE, small=["1,2"], worker=["2,1", "0,3"])
    table.put(RED, small=["-2,3"], worker=["-3,3", "-1,3"], soldier=["0,2"] * 2)
    table.put(GREEN, small=["-1,-2"], worker=["0,-3", "-2,-1"]).start(Round())
    table.passing(Moving)
    step = Move(RED, "soldier", "0,2", "1,2")
    table.act(step).roll(3).act(step).roll(5)
    assert table.state.settlements["1,2"].captor == RED
    table.passing_to_round(7)
    assert table.state.produced == (18, 0, 15)
    assert table.state.order == (BLUE, GREEN, RED)
    assert table.state.settlements["1,2"].owner == RED
    assert table.state.settlements["1,2"].size == SMALL
    assert table.state.workers["2,1"] == table.state.workers["0,3"] == BLUE
    assert produces(table.state, BLUE) == 0
    order = [e.kind for e in table.story.events if e.kind in ("collect", "order", "exchange")]
    assert order == ["collect"] * 3 + ["order", "exchange"]


def test_S_EX_24() -> None:
    table = Table(2, land=Table(3).state.land, order=(RED, BLUE))
    table.put(BLUE, small=["1,2"], soldier=["1,1"], worker=["2,1"]).put(RED, soldier=["0,2"])
    table.start(MovementPhase(), ProductionPhase()).act(Move(RED, "soldier", "0,2", "1,2")).roll(4)
    assert table.state.settlements["1,2"].captor == RED
    assert not control(table.state, BLUE)
    table.act(Move(BLUE, "soldier", "1,1", "1,2")).roll(5)
    town = table.state.settlements["1,2"]
    assert (town.owner, town.captor) == (BLUE, NOBODY)
    assert not any(e.data["piece"] == "small city" for e in table.events("fight")[1:])
    assert table.state.produced[BLUE] == 12


def test_S_EX_25() -> None:
    table = Table(3, order=(RED, GREEN, BLUE))
    table.put(BLUE, large=["1,2"]).put(RED, soldier=["0,2"]).put(GREEN, soldier=["1,1"])
    table.start(MovementPhase(), ProductionPhase()).act(Move(RED, "soldier", "0,2", "1,2")).roll(5)
    table.act(Move(GREEN, "soldier", "1,1", "1,2")).roll(6)
    assert len(table.events("fight")) == 2
    assert table.soldiers("1,2", RED) == 0
    table.passing()
    town = table.state.settlements["1,2"]
    assert (town.owner, town.size, town.captor) == (GREEN, LARGE, NOBODY)


def position_26() -> Table:
    table = Table(3).put(BLUE, small=["0,2"], settler=["0,2"], worker=["0,2"])
    table.put(RED, soldier=["1,2", "-1,2", "-1,3", "0,3"])
    return table.start(MoveTurn(RED)).act(Move(RED, "soldier", "1,2", "0,2"), NamePiece("small city")).roll(4)


def test_S_EX_26() -> None:
    table = position_26()
    assert table.actor == RED
    table.act(LetFlee())
    assert isinstance(table.task, Fleeing)
    assert table.actor == BLUE
    # (1,2) is empty too since the attacker left it
    assert {a.to for a in table.legal} == {"1,1", "0,1", "1,2"}
    assert table.why_not(Flee(BLUE, "settler", "0,2", "-1,2")).rules == ("S-R-32",)
    table.act(Flee(BLUE, "settler", "0,2", "1,1"), Flee(BLUE, "worker", "0,2", "0,1"))
    assert table.settlers("1,1", BLUE) == 1
    assert table.soldiers("0,1", BLUE) == 1
    assert not table.state.workers
    assert len(table.events("fight")) == 1
    assert table.state.settlements["0,2"].captor == RED
    assert table.soldiers("0,2", RED) == 1


def test_S_EX_27() -> None:
    table = position_26().act(Pursue("settler")).roll(2)
    town = table.state.settlements["0,2"]
    assert (town.owner, town.captor) == (BLUE, NOBODY)
    assert table.soldiers("0,2", RED) == 0
    assert table.settlers("0,2", BLUE) == 1
    assert table.state.workers == {"0,2": BLUE}
    assert isinstance(table.task, Moving)


def test_S_EX_28() -> None:
    table = Table(3, order=(GREEN, RED, BLUE)).put(BLUE, large=["1,2"]).put(RED, soldier=["1,1"])
    table.state.destroyed = 2
    table.start(MoveTurn(RED)).act(Move(RED, "soldier", "1,1", "1,2")).roll(5)
    table.passing()
    flood(table, "2,2")
    assert table.state.points == [0, 6, 0]
    assert table.settlers("1,2", BLUE) == 1
    assert table.soldiers("1,2", BLUE) == 2
    assert table.soldiers("1,2", RED) == 1
    assert table.actor == RED
    table.act(Move(RED, "soldier", "1,2", "0,2"))
    assert table.actor == BLUE
    table.act(*[Move(BLUE, "soldier", "1,2", "1,1")] * 2, Move(BLUE, "settler", "1,2", "1,1"))
    assert len(table.events("fight")) == 1
    none = Table(3, captured_refugees="none").put(BLUE, large=["1,2"]).put(RED, soldier=["1,1"])
    none.start(MoveTurn(RED)).act(Move(RED, "soldier", "1,1", "1,2")).roll(5)
    none.passing()
    flood(none, "2,2")
    assert none.state.points == [0, 2, 0]
    assert none.soldiers("1,2", BLUE) == none.settlers("1,2", BLUE) == 0


def test_S_EX_29() -> None:
    table = Table(3).put(RED, small=["3,-3", "2,-3", "1,-3", "0,-3", "3,0", "-3,0"], soldier=["1,1"])
    table.put(BLUE, large=["1,2"])
    table.start(MoveTurn(RED)).act(Move(RED, "soldier", "1,1", "1,2")).roll(5)
    table.passing()
    table.start(ProductionPhase()).passing()
    town = table.state.settlements["1,2"]
    assert (town.owner, town.captor) == (BLUE, RED)
    assert table.events("waits")
    assert not control(table.state, BLUE)
    table.state.round += 1
    flood(table, "4,-1").passing()
    assert table.state.points[RED] == 1
    table.start(ProductionPhase()).passing()
    town = table.state.settlements["1,2"]
    assert (town.owner, town.size, town.captor) == (RED, LARGE, NOBODY)


def test_S_EX_30() -> None:
    table = Table(2, land=Table(3).state.land).put(RED, village=["1,1"]).put(BLUE, worker=["1,1"])
    table.start(FlipPhase(), MovementPhase()).act(Rise(BLUE, "1,1"))
    assert not table.events("fight")
    table.passing(Moving)
    table.act(AttackHere(BLUE, "1,1")).roll(3)
    assert "1,1" not in table.state.settlements
    assert table.soldiers("1,1", BLUE) == 1
    assert table.task is None


def test_S_EX_31() -> None:
    table = Table(3).put(RED, soldier=["0,2"]).put(BLUE, worker=["1,1"]).put(GREEN, settler=["1,1"])
    table.start(MoveTurn(RED)).act(Move(RED, "soldier", "0,2", "1,1"))
    assert table.legal == [NamePlayer(BLUE), NamePlayer(GREEN)]
    for first in (BLUE, GREEN):
        won = odds(GAME, table.state, NamePlayer(first)).chance(
            lambda s: s.soldiers.get("1,1", (0,))[RED] > 0
        )
        assert won == F(1, 3)
    table.act(NamePlayer(BLUE)).roll(4)
    assert not table.state.workers
    table.roll(2)
    assert table.soldiers("1,1", RED) == 0
    assert table.settlers("1,1", GREEN) == 1


# ------------------------------------------------------------------ purchase and expansion


def test_S_EX_32() -> None:
    table = Table(3).put(RED, large=["1,1"])
    table.state.stock[RED] = 13
    soldier, settler = Buy("soldier", "1,1"), Buy("settler", "1,1")
    table.start(BuyTurn(RED))
    four = table.copy().act(soldier, soldier, soldier, soldier)
    assert four.state.stock[RED] == 5
    assert four.task is None
    mixed = table.copy().act(settler, soldier)
    assert mixed.state.stock[RED] == 6
    mixed.act(soldier)
    assert mixed.state.stock[RED] == 4
    assert mixed.task is None
    both = table.copy().act(settler, settler)
    assert both.state.stock[RED] == 3
    assert both.task is None
    table.state.stock[RED] = 100
    three = table.copy().act(soldier, soldier, soldier)
    assert three.why_not(settler).rules == ("S-BUY-05", "S-R-39")
    assert three.legal == [soldier, DONE]


def test_S_EX_33() -> None:
    table = Table(3).put(BLUE, village=["0,2"], small=["1,1"])
    table.state.stock[BLUE] = 10
    table.start(BuyTurn(BLUE))
    assert table.why_not(Buy("settler", "0,2")).rules == ("S-BUY-03",)
    table.act(Buy("soldier", "1,1"))
    assert table.why_not(Buy("settler", "1,1")).rules == ("S-BUY-04", "S-R-39")
    table.act(Buy("soldier", "1,1"), Buy("soldier", "0,2"))
    assert table.state.stock[BLUE] == 4
    assert table.task is None


def test_S_EX_34() -> None:
    nine = [p for p in hexes.ring(3) if p != "1,2"][:9]
    table = Table(3).put(RED, large=["1,2"], worker=nine, soldier=["1,1"] * 6)
    table.state.stock[RED] = 30
    table.start(BuyTurn(RED)).act(Buy("soldier", "1,2"))
    assert citizens_left(table.state, RED) == 0
    assert table.why_not(Buy("soldier", "1,2")).rules == ("S-R-13",)


def test_S_EX_35() -> None:
    table = Table(3).put(RED, village=["0,2"], small=["2,1"], since=4).put(RED, village=["1,1"], since=5)
    table.state.stock[RED] = 20
    table.start(ExpandTurn(RED))
    assert table.why_not(Grow("1,1")).rules == ("S-EXP-03", "S-R-40")
    table.act(
        Grow("0,2"),
    )
    assert table.state.settlements["0,2"].size == SMALL
    assert table.why_not(Grow("0,2")).rules == ("S-EXP-04", "S-R-40")
    table.act(Grow("2,1"))
    assert table.state.settlements["2,1"].size == LARGE
    assert table.state.stock[RED] == 2
    assert table.task is None


def test_S_EX_36() -> None:
    table = Table(2, land=Table(3).state.land).put(RED, small=["0,2", "0,-2"]).put(BLUE, small=["-3,0"])
    table.state.round = 3
    table.state.stock[RED] = 200
    table.start(Round()).passing_to_round(4)

    def harvest_of(place: str) -> list[int]:
        return [i for i, e in enumerate(table.events("collect")) if e.data["by"] == RED and place in e.places]

    table.passing_until("purchase", RED)
    assert table.state.round == 4
    table.act(Buy("soldier", "0,2"), Buy("settler", "0,-2"))
    table.passing_until("movement", RED)
    assert table.state.round == 5
    table.act(Move(RED, "soldier", "0,2", "0,3"), Move(RED, "settler", "0,-2", "0,-3"))
    table.passing_until("flip", RED)
    assert table.state.round == 6
    assert not harvest_of("0,3")
    assert not harvest_of("0,-3")
    table.act(Work(RED, "0,3"), Found(RED, "0,-3"))
    table.passing_until("expansion", RED)
    assert "S-EXP-03" in table.why_not(Grow("0,-3")).rules
    table.passing_to_round(7)
    assert len(harvest_of("0,3")) == len(harvest_of("0,-3")) == 1
    table.passing_until("expansion", RED)
    assert table.state.round == 7
    table.act(Grow("0,-3"))
    assert "S-EXP-04" in table.why_not(Grow("0,-3")).rules
    table.passing_to_round(8)
    table.passing_until("expansion", RED)
    table.act(Grow("0,-3"))
    assert table.state.settlements["0,-3"].size == LARGE
    assert 5 + 6 + 12 == 23


# ------------------------------------------------------------------ flood


def test_S_EX_37() -> None:
    table = Table(3)
    table.state.marker = 12
    assert [_floods(table, roll) for roll in range(6, 0, -1)] == [1, 1, 2, 2, 2, 3]
    assert flood_chances(BASIC, 12)[:4] == (0, F(1, 3), F(1, 2), F(1, 6))
    assert mean_floods(BASIC, 12, 1) == F(11, 6)


def test_S_EX_38() -> None:
    for marker, floods in ((21, 3), (22, 4)):
        table = Table(3).put(RED, settler=["0,1"])
        table.state.marker = marker
        table.start(FloodRoll()).roll(4)
        assert table.events("flood_roll")[0].data["n"] == floods
        for _ in range(floods):
            table.passing(Aiming)
            table.act(Aim(max(table.legal, key=lambda a: a.place).place))
        table.passing()
        assert table.state.marker == 22


def test_S_EX_39() -> None:
    for step, ends in (("per_flood", 12), ("per_phase", 10)):
        table = Table(3, flood_step=step).put(RED, settler=["0,1"])
        table.state.marker = 9
        table.start(FloodRoll()).roll(1)
        for source in ("0,4", "1,3", "-1,4"):
            table.passing(Aiming)
            table.act(Aim(source))
        table.passing()
        assert table.state.floods == 3
        assert table.state.marker == ends


def test_S_EX_40() -> None:
    table = Table(2).put(RED, settler=["0,1"])
    table.state.stock = [7, 3]
    table.start(FloodPhase()).act(Sacrifice(4), Sacrifice(0)).roll(6)
    assert table.state.stock == [3, 3]
    assert table.state.marker == 2
    assert table.task is None
    for cost, stock in (("if_flood", [7, 3]), ("if_aiming", [7, 3])):
        table = Table(2, sacrifice_cost=cost).put(RED, settler=["0,1"])
        table.state.stock = [7, 3]
        assert table.start(FloodPhase()).act(Sacrifice(4), Sacrifice(1)).roll(6).state.stock == stock


def test_S_EX_41() -> None:
    table = Table(3, order=(BLUE, GREEN, RED)).put(RED, settler=["0,1"])
    table.state.stock = [4, 1, 4]
    table.state.marker = 12
    table.start(FloodPhase()).act(Sacrifice(1), Sacrifice(4), Sacrifice(4)).roll(4)
    assert table.state.ranking == (GREEN, RED, BLUE)
    assert table.actor == GREEN
    table.act(Aim("0,4"))
    assert table.actor == RED
    table = Table(2, order=(BLUE, RED)).put(RED, settler=["0,1"])
    table.state.marker = 12
    table.start(FloodPhase()).roll(1)
    aimers = []
    while table.task is not None:
        if isinstance(table.task, Aiming):
            aimers.append(table.actor)
            table.act(table.legal[-1])
        else:
            table.default()
    assert aimers == [BLUE, RED, BLUE]


def position_42() -> Table:
    table = Table(3, order=(BLUE, RED, GREEN)).put(RED, small=["0,3"], soldier=["0,3"])
    return table.put(BLUE, worker=["1,2"])


def test_S_EX_42() -> None:
    table = position_42()
    flood(table, "1,3")
    assert set(table.state.sinking) == {"1,2", "0,3"}
    assert table.state.points == [1, 0, 0]
    assert table.actor == BLUE
    assert table.soldiers("1,2", BLUE) == 1
    table.act(Move(BLUE, "soldier", "1,2", "0,2"))
    assert table.actor == RED
    assert table.soldiers("0,3", RED) == 2
    assert table.settlers("0,3", RED) == 1
    assert moves(table, "settler", "0,3") == {"-1,3"}
    assert moves(table, "soldier", "0,3") == {"-1,3", "0,2"}
    table.copy().act(Move(RED, "soldier", "0,3", "0,2")).roll(5)


def after_42(*then: str) -> Table:
    table = position_42()
    flood(table, "1,3", *then)
    table.act(Move(BLUE, "soldier", "1,2", "0,2"))
    return table.act(*[Move(RED, "soldier", "0,3", "-1,3")] * 2, Move(RED, "settler", "0,3", "-1,3"))


def test_S_EX_43() -> None:
    assert len(sea(Table(3).state)) == 24
    table = after_42()
    assert table.task is None
    shore = sea(table.state)
    assert len(shore) == 24
    assert {"1,2", "0,3"} <= set(shore)
    assert not {"1,3", "0,4"} & set(shore)
    assert len(table.state.land) == 35
    assert set(table.events("tidy")[0].places) == {"1,3", "0,4"}


def test_S_EX_44() -> None:
    table = after_42("0,3")
    assert isinstance(table.task, Aiming)
    assert table.why_not(Aim("1,3")).rules == ("S-R-43",)
    table.act(Aim("0,3"))
    assert {"0,2", "-1,3"} <= set(table.state.sinking)
    assert table.soldiers("0,2", BLUE) == 1
    assert table.soldiers("-1,3", RED) == 2
    assert isinstance(table.task, Escaping)


LINE = {"0,0": 0, "1,0": 1, "3,0": 5}


def test_S_EX_45() -> None:
    table = Table(3, land=LINE).put(RED, worker=["3,0"]).put(BLUE, settler=["1,0"])
    flood(table, "4,0")
    assert set(table.state.land) == {"0,0", "1,0"}
    assert not table.state.soldiers
    assert table.events("worker_rises")
    assert table.events("drowned")


def test_S_EX_46() -> None:
    land = {"0,0": 0, "1,0": 1, "2,0": 2}
    for roll in (6, 4):
        table = Table(3, land=land).put(RED, soldier=["2,0"], settler=["2,0"]).put(BLUE, soldier=["1,0"])
        flood(table, "3,0").act(Move(RED, "soldier", "2,0", "1,0")).roll(roll)
        if roll == 6:
            assert table.soldiers("1,0", BLUE) == 0
            table.act(Move(RED, "settler", "2,0", "1,0"))
            assert table.settlers("1,0", RED) == table.soldiers("1,0", RED) == 1
        else:
            assert not any(here[RED] for here in table.state.soldiers.values())
            assert not table.state.settlers
            assert table.soldiers("1,0", BLUE) == 1
    blocked = Table(3, land=land, refugee_battles="blocked")
    blocked.put(RED, soldier=["2,0"]).put(BLUE, soldier=["1,0"], settler=["1,0"])
    flood(blocked, "3,0")
    assert blocked.soldiers("1,0", RED) == 0
    assert not blocked.events("fight")


def test_S_EX_47() -> None:
    table = Table(3).put(
        RED, large=["0,3"], settler=["0,1"] * 4, village=["1,1", "-1,2"], soldier=["1,0"] * 15
    )
    table.state.destroyed = 1
    flood(table, "0,4")
    assert table.state.points[RED] == 4
    assert table.settlers("0,3", RED) == 0
    assert table.soldiers("0,3", RED) == 1


# ------------------------------------------------------------------ scoring


def test_S_EX_48() -> None:
    table = Table(3).put(RED, small=["0,3"], large=["-3,0"], settler=["0,0"])
    table.put(BLUE, village=["3,0"], small=["0,-3"])
    for source in ("0,4", "4,0", "0,-4", "-4,0"):
        flood(table, source).passing()
    assert table.state.points == [7, 2, 0]
    assert table.state.destroyed == 3
    for size, points in (("small", 8), ("large", 16)):
        table = Table(3).put(RED, settler=["0,0"], **{size: ["0,3"]})
        table.state.destroyed = 7
        flood(table, "0,4")
        assert table.state.points[RED] == points


def test_S_EX_49() -> None:
    table = Table(3, order=(GREEN, RED, BLUE))
    table.put(RED, small=["0,2"]).put(BLUE, large=["1,2"]).put(GREEN, small=["-1,3"])
    del table.state.land["0,3"]
    table.state.destroyed = 3
    table.state.stock = [2, 5, 2]
    table.state.marker = 11
    table.start(FloodPhase()).act(Sacrifice(2), Sacrifice(2), Sacrifice(5)).roll(6)
    assert table.state.ranking == (BLUE, GREEN, RED)
    table.act(Aim("0,3"))
    assert [e.data["by"] for e in table.events("destroy")] == [RED, GREEN, BLUE]
    assert table.state.points == [4, 12, 5]


def test_S_EX_50() -> None:
    table = Table(3).put(RED, small=["0,3"], large=["1,2"])
    table.state.destroyed = 4
    flood(table, "1,3")
    assert isinstance(table.task, Ordering)
    assert table.copy().act(DestroyNext("0,3")).state.points[RED] == 17
    assert table.copy().act(DestroyNext("1,2")).state.points[RED] == 16
    assert table.default().state.points[RED] == 17


# ------------------------------------------------------------------ production and control


def test_S_EX_51() -> None:
    table = Table(3).put(RED, large=["0,2"], worker=["-1,3", "2,1", "-3,3"]).start(ProductionPhase())
    assert table.state.produced[RED] == 15
    assert "-3,3" not in control(table.state, RED)


def test_S_EX_52() -> None:
    table = Table(3).put(RED, small=["0,2"], village=["1,1"]).put(BLUE, small=["1,2"], worker=["0,3", "1,1"])
    table.start(ProductionPhase())
    assert table.state.produced == (6, 15, 0)


def test_S_EX_53() -> None:
    table = Table(4)
    table.state.produced = (12, 9, 12, 0)
    table.state.stock = [12, 40, 13, 5]
    table.start(SetOrder())
    assert table.task.outcomes(table.state) == [(Lot(RED), 1), (Lot(GREEN), 1)]
    for lot, rest in ((RED, GREEN), (GREEN, RED)):
        other = table.copy()
        GAME.advance(other.state, Lot(lot), other.story)
        assert other.state.order == (YELLOW, BLUE, lot, rest)


# ------------------------------------------------------------------ end


@pytest.mark.parametrize(("final", "points"), [("flood_first", [7, 8, 29]), ("all_at_once", [10, 7, 26])])
def test_S_EX_54(final: str, points: list[int]) -> None:
    land = {k: v for k, v in Table(3).state.land.items() if k not in ("1,0", "2,0", "3,0", "2,-1", "1,-1")}
    table = Table(3, land=land, order=(GREEN, BLUE, RED), final_sinking=final)
    table.put(RED, small=["0,1"]).put(BLUE, small=["-3,0"]).put(GREEN, small=["0,-3"], large=["-2,-1"])
    table.state.destroyed = 6
    table.state.stock = [4, 2, 2]
    table.state.marker = 12
    table.start(FloodPhase(), ProductionPhase()).act(Sacrifice(2), Sacrifice(2), Sacrifice(4)).roll(4)
    assert table.state.ranking == (RED, GREEN, BLUE)
    table.act(Aim("1,0"))
    if table.task is not None:
        assert table.actor == GREEN
        table.default()
    assert table.state.points == points
    assert table.state.floods == 1
    assert not table.events("collect")
    assert table.state.result is not None
    assert table.state.result.scores == tuple(map(float, points))


def test_S_EX_55() -> None:
    from atlantis_nb.games.sinking.flood import Sunk

    table = Table(3)
    table.state.points = [24, 24, 20]
    table.state.latest = [9, 10, 11]
    table.start(Sunk())
    assert table.state.result is not None
    assert table.state.result.winners == (BLUE,)


def test_S_EX_56() -> None:
    land = {"0,0": 0, "1,0": 1, "2,0": 2}
    table = Table(3, land=land).put(RED, soldier=["1,0"] * 3, worker=["2,0"])
    table.state.points = [3, 5, 0]
    table.start(Tidy())
    assert table.state.result is not None
    assert table.state.result.winners == (BLUE,)
    table = Table(3, land=land).put(RED, soldier=["1,0"] * 3, settler=["2,0"]).start(Tidy())
    assert table.state.result is None


def test_S_EX_57() -> None:
    table = Table(5)
    table.put(RED, settler=["0,-1"])
    sources = ("5,0", "4,0", "3,0", "2,0", "1,0")
    sizes = []
    for source in sources:
        flood(table, source)
        sizes.append(table.events("flood")[-1].data["n"])
    assert sizes == [1, 3, 3, 3, 3]
    assert set(table.events("flood")[-1].places) == {"0,0", "1,-1", "0,1"}
    assert table.state.result is not None
    assert table.state.marker == 10
    from atlantis_nb.games.sinking.odds import depth

    assert depth(Table(5).state)["0,0"] == 5


# ------------------------------------------------------------------ chances of the flood clock


def test_S_EX_58() -> None:
    chances = floods_after(BASIC, 3, 2)
    assert chances[0] == chances[1] == F(4, 9)
    assert mean_floods(BASIC, 3, 2) == F(13, 18)


def test_S_EX_59() -> None:
    assert floods_after(BASIC, 6, 1)[:3] == (F(1, 3), F(1, 2), F(1, 6))
    assert mean_floods(BASIC, 6, 1) == F(5, 6)
    table = Table(6).put(RED, settler=["0,1"])
    ends = set()
    for roll in range(1, 7):
        other = table.copy().start(FloodRoll()).roll(roll)
        ends.add(other.passing().state.marker)
    assert ends == {6, 7, 8}


# ------------------------------------------------------------------ optional rules


def test_S_EX_60() -> None:
    outside = battle(3, Defence(2, town="small city").needs()).win
    inside = battle(3, Defence(2, town="small city", inside=True).needs()).win
    assert (outside, inside) == (F(61, 216), F(19, 216))
    assert clears(3, soldier=2, small=1) == outside
    assert clears(3, soldier=2, small=1, siege=True) == inside


def test_S_EX_61() -> None:
    table = Table(3, siege=True, order=(RED, BLUE, GREEN))
    table.put(BLUE, small=["1,2"], soldier=["1,2"], worker=["2,1", "0,3"]).put(RED, soldier=["0,2"] * 2)
    table.state.stock[BLUE] = 12
    table.start(MovementPhase(), PurchasePhase(), ExpansionPhase(), ProductionPhase())
    step = Move(RED, "soldier", "0,2", "1,2")
    table.act(step, Withdraw(), Besiege(), step, Besiege())
    assert table.soldiers("1,2", RED) == 2
    assert not table.events("fight")
    assert table.state.settlements["1,2"].besieged
    table.passing_until("purchase", BLUE)
    assert Buy("settler", "1,2") in table.legal
    two = table.copy().act(Buy("soldier", "1,2"), Buy("soldier", "1,2"))
    assert two.soldiers("1,2", BLUE) == 3
    two.passing_until("expansion", BLUE, ask=False)
    two.start(ExpandTurn(BLUE))
    assert [a for a in two.legal if isinstance(a, Grow)] == []
    table.put(BLUE, village=["-3,0"]).act(DONE)
    table.passing_until("expansion", BLUE)
    assert table.why_not(Grow("1,2")).rules == ("S-OPT-07", "S-R-59")
    del table.state.settlements["-3,0"]
    table.passing()
    assert table.state.produced[BLUE] == 0


def test_S_EX_62() -> None:
    def captured() -> Table:
        table = Table(3, captured_city_shrinks=True).put(BLUE, large=["1,2"], small=["-3,0"])
        table.put(RED, soldier=["1,1", "-2,0"])
        table.state.destroyed = 2
        table.start(MoveTurn(RED)).act(Move(RED, "soldier", "1,1", "1,2")).roll(5)
        return table.act(Move(RED, "soldier", "-2,0", "-3,0")).roll(4).passing()

    table = captured().start(ProductionPhase()).passing()
    assert (table.state.settlements["1,2"].owner, table.state.settlements["1,2"].size) == (RED, SMALL)
    assert (table.state.settlements["-3,0"].owner, table.state.settlements["-3,0"].size) == (RED, VILLAGE)
    table = captured()
    flood(table, "2,2").passing()
    table.start(ProductionPhase()).passing()
    assert table.state.points[BLUE] == 6
    assert {p: s.size for p, s in table.state.settlements.items() if s.owner == RED} == {"-3,0": VILLAGE}


def test_S_EX_63() -> None:
    assert clears(3, tile="0,0", soldier=1, village=1, mountain_defence=True) == F(133, 432)
    assert clears(3, tile="0,0", soldier=1, village=1) == F(50, 81)
    assert battle(3, Defence(1, town="village", mountain=True).needs()).win == F(133, 432)


def test_S_EX_64() -> None:
    land = {"0,0": 0, "1,0": 1, "-1,0": 1}
    table = (
        Table(3, land=land, mountain_impassable=True).put(RED, settler=["1,0"]).put(BLUE, settler=["-1,0"])
    )
    flood(table, "2,0")
    assert set(table.state.land) == {"0,0", "-1,0"}
    assert table.settlers("0,0", RED) == 0
    assert table.events("drowned")
    basic = Table(3, land=land).put(RED, settler=["1,0"]).put(BLUE, settler=["-1,0"])
    flood(basic, "2,0").act(Move(RED, "settler", "1,0", "0,0"))
    assert basic.settlers("0,0", RED) == 1


def test_S_EX_65() -> None:
    for barred in (False, True):
        table = Table(3, mountain_no_city=barred).put(RED, village=["0,0"], since=4)
        table.state.stock[RED] = 6
        table.start(ExpandTurn(RED))
        if barred:
            assert table.task is None
            table.put(RED, village=["0,2"], since=4).start(ExpandTurn(RED))
            assert table.why_not(Grow("0,0")).rules == ("S-OPT-09", "S-R-61")
            del table.state.settlements["0,2"]
            table.act(DONE)
        else:
            table.act(Grow("0,0"))
            assert table.state.settlements["0,0"].size == SMALL
        table.start(ProductionPhase())
        assert table.state.produced[RED] == 0


# ------------------------------------------------------------------ notation, map, pieces, bookkeeping


def test_S_EX_66() -> None:
    assert hexes.distance("2,1", "-1,3") == 3
    assert hexes.distance("2,1", "0,2") == 2
    assert hexes.distance("0,2", "0,-3") == 5
    assert [hexes.distance(p, "0,0") for p in ("2,1", "-1,3", "0,2", "0,-3")] == [3, 3, 2, 3]
    assert "2,1" in control(Table(3).put(RED, large=["0,2"]).state, RED)


def test_S_EX_67() -> None:
    table = Table(2)
    land = table.state.land
    assert [land[p] for p in hexes.ring(1)] == [1, 1, 1, 1, 2, 2]
    assert [land[p] for p in hexes.ring(2)] == [2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5]
    assert [land[p] for p in ("-1,1", "0,1", "2,0", "0,2", "1,1")] == [2, 2, 2, 5, 5]
    third = {"3,0": 5, "3,-1": 5, "3,-2": 6, "3,-3": 6, "2,-3": 6, "1,-3": 6}
    assert {p: n for p, n in land.items() if hexes.distance(p, "0,0") == 3} == third
    assert "0,3" in sea(table.state)
    assert len(sea(table.state)) == 21


def test_S_EX_68() -> None:
    table = Table(3).put(RED, large=["0,2"]).put(BLUE, small=["-1,2"]).put(GREEN, village=["1,1"])
    table.start(ProductionPhase())
    assert table.state.produced == (3, 3, 3)


def test_S_EX_69() -> None:
    table = Table(3).put(RED, settler=["1,0"] * 5, village=["0,2"])
    table.put(RED, small=["3,-3", "2,-3", "1,-3", "0,-3", "3,0"])
    table.state.stock[RED] = 20
    table.start(ExpandTurn(RED)).act(Grow("0,2"), DONE)
    assert cities_left(table.state, RED) == 0
    assert settlers_left(table.state, RED) == 1
    table.state.round += 1
    table.start(BuyTurn(RED)).act(Buy("settler", "3,0"))
    assert table.why_not(Buy("settler", "0,-3")).rules == ("S-R-13",)
    table.act(DONE)
    table.state.stock[RED] = 40
    table.put(RED, village=["1,1"]).start(ExpandTurn(RED))
    assert table.why_not(Grow("1,1")).rules == ("S-R-13",)
    assert Grow("3,0") in table.legal


def test_S_EX_70() -> None:
    table = Table(3).put(BLUE, small=["0,3"]).put(RED, soldier=["1,0"] * 16, settler=["0,-1"])
    table.state.marker = 22
    table.state.destroyed = 8
    table.state.points[BLUE] = 53
    assert citizens_left(table.state, RED) == 0
    flood(table, "0,4").passing()
    assert table.state.points[BLUE] == 62
    assert table.state.latest[BLUE] == 9
    assert table.state.marker == 22
    assert table.state.result is None


def test_S_EX_71() -> None:
    table = Table(2).put(BLUE, settler=["0,1"])
    table.state.stock = [6, 1]
    table.state.marker = 11
    table.start(FloodPhase())
    assert [a.amount for a in table.legal] == list(range(7))
    assert table.why_not(Sacrifice(7)).rules == ("S-R-41", "S-R-55")
    assert GAME.view(table.state, BLUE).stock[RED] == 6
    table.act(Sacrifice(6), Sacrifice(0)).roll(6)
    assert isinstance(table.task, Aiming)
    assert table.actor == RED


def test_S_EX_72() -> None:
    table = Table(3).put(RED, soldier=["0,2"]).put(BLUE, large=["1,1"], settler=["1,1"])
    table.start(MoveTurn(RED)).act(Move(RED, "soldier", "0,2", "1,1"))
    found = odds(GAME, table.state, NamePiece("large city"))
    taken = [o for o in found.outcomes if o.state.settlements["1,1"].captor == RED]
    assert sum(o.weight for o in taken) == F(1, 3)
    chase = odds(GAME, taken[0].state, Pursue("settler"))
    beaten = chase.chance(lambda s: s.settlements["1,1"].captor == RED)
    assert F(1, 3) * beaten == F(2, 9)
    assert F(1, 3) * (1 - beaten) == F(1, 9)
    assert 1 - F(1, 3) == F(2, 3)


def test_S_EX_73() -> None:
    table = Table(3, order=(RED, GREEN, BLUE)).put(BLUE, small=["1,2"]).put(RED, soldier=["1,1"] * 2)
    table.put(GREEN, soldier=["0,2"]).start(MovementPhase())
    step = Move(RED, "soldier", "1,1", "1,2")
    table.act(step).roll(4).act(step)
    table.passing_until("movement", GREEN)
    wins = odds(GAME, table.state, Move(GREEN, "soldier", "0,2", "1,2"))
    assert wins.chance(lambda s: s.settlements["1,2"].captor == GREEN) == F(1, 9)
    table.act(Move(GREEN, "soldier", "0,2", "1,2")).roll(5).roll(4)
    assert table.soldiers("1,2", RED) == 1
    assert table.soldiers("1,2", GREEN) == 0
    assert table.state.settlements["1,2"].captor == RED
    assert [e.data["piece"] for e in table.events("fight")] == ["small city", "soldier", "soldier"]


def test_S_EX_74() -> None:
    land = {"0,0": 0, "1,0": 1, "2,0": 2, "3,0": 3}
    table = Table(3, land=land).put(RED, soldier=["2,0"]).put(BLUE, small=["1,0"], settler=["1,0"])
    flood(table, "3,-1")
    assert set(table.state.sinking) == {"2,0", "3,0"}
    table.act(Move(RED, "soldier", "2,0", "1,0"), NamePiece("small city")).roll(4)
    table.act(LetFlee())
    assert table.settlers("0,0", BLUE) == 1
    assert table.state.settlements["1,0"].captor == RED
    table.passing().start(ProductionPhase()).passing()
    assert table.state.settlements["1,0"].owner == RED
    # with two ways open the refusal names the sinking tile
    wide = (
        Table(3, land={**land, "1,-1": 1}).put(RED, soldier=["2,0"]).put(BLUE, small=["1,0"], settler=["1,0"])
    )
    flood(wide, "3,-1").act(Move(RED, "soldier", "2,0", "1,0"), NamePiece("small city")).roll(4).act(
        LetFlee()
    )
    assert wide.why_not(Flee(BLUE, "settler", "1,0", "2,0")).rules == ("S-R-67",)
    assert FallenCity.rules[-1] == "S-R-67"


def test_S_EX_75() -> None:
    for both in (True, False):
        table = Table(3).put(RED, small=["3,-3", "2,-3", "1,-3", "0,-3", "3,0"], large=["0,2"])
        table.put(BLUE, small=["-3,0", "-3,1", "-3,2", "-3,3", "-2,-1", "1,2"])
        table.put(RED, soldier=["1,1"]).put(BLUE, soldier=["0,1"])
        table.start(MoveTurn(RED)).act(Move(RED, "soldier", "1,1", "1,2")).roll(4).passing()
        if both:
            table.start(MoveTurn(BLUE)).act(Move(BLUE, "soldier", "0,1", "0,2")).roll(5).passing()
        table.start(Exchange())
        towns = table.state.settlements
        if both:
            assert (towns["1,2"].owner, towns["1,2"].size) == (RED, SMALL)
            assert (towns["0,2"].owner, towns["0,2"].size) == (BLUE, LARGE)
        else:
            assert (towns["1,2"].owner, towns["1,2"].captor) == (BLUE, RED)
            assert cities_left(table.state, BLUE) == 0


def test_S_EX_76() -> None:
    table = Table(3, land=LINE).put(RED, worker=["1,0"])
    table.start(NextFlood(1), Tidy())
    assert table.task.default(table.state) == Aim("-1,0")
    table.default()
    assert table.state.result is not None
    assert "S-END-01" in table.state.result.rules


def test_S_EX_77() -> None:
    cases = (({}, 4, 22), ({"flood_read": "own"}, 5, 21), ({"flood_step": "per_phase"}, 4, 21))
    for options, floods, ends in cases:
        table = Table(5, **options).put(RED, settler=["0,-1"])
        table.state.marker = 20
        table.start(FloodRoll()).roll(2)
        assert table.events("flood_roll")[0].data["n"] == floods
        for source in ("5,0", "0,5", "-5,5", "-5,0", "5,-5")[:floods]:
            table.act(Aim(source)).passing(Aiming)
        assert table.state.floods == floods
        assert table.state.marker == ends


def test_S_EX_78() -> None:
    table = Table(3, siege=True).put(BLUE, small=["1,1"], soldier=["1,1"]).put(RED, soldier=["1,1"])
    assert not table.state.settlements["1,1"].besieged
    assert control(table.state, BLUE)
    table.start(MoveTurn(RED)).act(AttackHere(RED, "1,1"))
    assert table.actor == BLUE
    table.act(Withdraw(), Besiege())
    assert table.state.settlements["1,1"].besieged
    assert not control(table.state, BLUE)
    assert table.task is None  # the only soldier has used its move
    table.start(MoveTurn(RED))
    table.act(Move(RED, "soldier", "1,1", "0,1"))
    assert not table.state.settlements["1,1"].besieged
    assert control(table.state, BLUE)


def test_every_example_is_tested() -> None:
    here = set(globals())
    missing = [e.id for e in GAME.rulebook.examples if f"test_{e.id.replace('-', '_')}" not in here]
    assert not missing
    assert Fight in GAME.actions
