"""Every worked example of the ledger, by its id, played out by the real tasks.

T1, T2, T3 are arien, dodger and swift; A1, A2, A3 are brogan, wasp and min, unless a test says else.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from atlantis_nb.core.game import Chance
from atlantis_nb.games.guards import (
    GAME,
    attack,
    cards,
    defeat,
    move,
    push,
    round_end,
    setup,
    turn,
    units,
    values,
)
from atlantis_nb.games.guards.actions import Deal, DrawSeat
from atlantis_nb.games.guards.board import RULEBOOK, wide
from atlantis_nb.games.guards.deck import PAIR, load_deck

from .table import (
    A,
    Go,
    LevelUp,
    Pick,
    PickHero,
    PickPlayer,
    PlayCard,
    T,
    Table,
    Toss,
    Use,
    attack_card,
    deck_with,
)

NULL: dict[str, Any] = {"card_type": "defense", "attack": None, "movement": None, "effect": [], "defense": 3}
"""A card that does nothing when it comes up."""


def initiatives(
    token: int, first: tuple[str, ...] = (), items: Any = None, **values: int
) -> tuple[list[str], int, int]:
    """(order, flips, token) of a turn in which cards with these initiatives are revealed."""
    heroes = {"T1": "arien", "A1": "brogan", "T2": "dodger", "A2": "wasp", "T3": "swift", "A3": "min"}
    deck = deck_with(**{f"{heroes[k]}_gold": {**NULL, "initiative": v} for k, v in values.items()})
    seats = list(heroes)[
        : 2 if set(values) <= {"T1", "A1"} else 4 if set(values) <= {"T1", "A1", "T2", "A2"} else 6
    ]
    table = Table.field(*(heroes[s] for s in seats), deck=deck)
    for i, seat in enumerate(seats):
        table.stand(**{heroes[seat]: f"{i - 3},0"})
        table.set(heroes[seat], items=(items or {}).get(seat, ()))
    table.more()
    table.state.token = token
    table.reveal(**{heroes[k]: f"{heroes[k]}_gold" for k in values})
    while isinstance(table.task, turn.NextToAct):
        wanted = [Pick(heroes[f]) for f in first if Pick(heroes[f]) in table.legal]
        table.play(wanted[0] if wanted else table.legal[0])
    names = {h: k for k, h in heroes.items()}
    order = [names[e.data["hero"]] for e in table.events if e.kind == "spent"]
    return order, table.kinds().count("token_flipped"), table.state.token


def count(table: Table, team: int, kind: str = "", lane: str = "") -> int:
    lane = lane or table.state.board.lanes[0].id
    return len([m for m in table.state.minions(team, lane) if not kind or m.kind == kind])


def fill(table: Table, team: int, n: int, *kinds: str, lane: str = "", row: int = 0) -> list[str]:
    """n minions of a team, melee unless named, on free spaces of the lane's zone."""
    lane = lane or table.state.board.lanes[0].id
    board = table.state.board
    zone = board.zones[board.fight(lane, table.state.markers[lane])]
    free = [p for p in zone if p not in table.state.on]
    spaces = free if team == T else free[::-1]
    return [table.minion(team, kinds[i] if i < len(kinds) else "melee", spaces[i], lane) for i in range(n)]


# ------------------------------------------------------------------ set-up


def test_G_EX_01() -> None:
    table = Table.start(3, A)
    assert table.state.lanes == "one_lane"
    assert table.state.teams == (T, A, A)
    table.play(PickHero("arien"))
    state = table.state
    assert state.cast == ("arien", "wuk", "hanu")
    assert [len(state.heroes_of(t)) for t in (T, A)] == [1, 2]
    for team in (T, A):
        assert [count(table, team, k) for k in ("heavy", "ranged", "melee")] == [1, 1, 4]
    assert all(state.board.zone[m.at] == "middle" for t in (T, A) for m in state.minions(t, "main"))
    assert state.markers == {"main": 2}
    assert all((h.level, h.coins, len(h.hand)) == (1, 0, 5) for h in state.heroes.values())


def test_G_EX_02() -> None:
    table = Table.start(lanes="two_lanes", heroes=("arien", "brogan", "dodger", "wasp", "swift", "min"))
    assert len(table.state.units) == 16
    assert table.state.markers == {"north": 2, "south": 2}
    for lane in ("north", "south"):
        for team in (T, A):
            assert [count(table, team, k, lane) for k in ("heavy", "ranged", "melee")] == [1, 1, 2]
    assert [len(table.state.heroes_of(t)) for t in (T, A)] == [3, 3]


def test_G_EX_03() -> None:
    with pytest.raises(ValueError, match="10 players need 10 hero places and the roster has 8"):
        GAME.start(GAME.options(), GAME.colours)
    table = Table.start(10, T, expansion_heroes=True)
    while isinstance(table.task, setup.HeroPick):
        table.play(table.legal[0])
    assert table.state.lanes == "two_lanes"
    assert PAIR in table.state.cast
    assert [len(table.state.heroes_of(t)) for t in (T, A)] in ([6, 5], [5, 6])
    assert [setup.hero_places(table.state, t) for t in (T, A)] == [5, 5]
    with pytest.raises(ValueError, match="10 players play on two_lanes, not on one_lane"):
        GAME.start(GAME.options(expansion_heroes=True, lanes="one_lane"), GAME.colours)


def test_G_EX_04() -> None:
    heroes = (PAIR, "brogan", "dodger", "wasp", "swift", "min", "tigerclaw", "sabina", "arien", "ignatia")
    table = Table.start(heroes=heroes, board="wide", lanes="two_lanes", expansion_heroes=True)
    titans = [task for task in table.state.agenda if isinstance(task, setup.PlaceHero | setup.Enter)]
    assert len([t for t in titans if table.hero(t.hero).team == T]) == 6
    for row in (3, 5, 7, 9):
        table.go(wide(row, 1))
    assert wide(11, 1) in table.state.on  # the last free point leaves no choice
    assert isinstance(table.task, setup.PlaceHero)
    assert table.hero(table.task.hero).team == T
    assert len(table.spaces) == 22
    assert wide(4, 2) in table.spaces
    assert wide(7, 0) in table.spaces
    assert table.why_not(Go(wide(4, 3))).rules == ("G-SET-06", "G-SET-08", "G-R-06")


def test_G_EX_05() -> None:
    table = Table.start(5, A)
    assert table.state.cast.count("wuk") == 1
    picks = []
    while isinstance(table.task, setup.HeroPick):
        picks.append(table.state.teams[table.task.player])
        table.play(table.legal[0])
    assert picks == [T, A, T]
    assert [setup.hero_places(table.state, t) for t in (T, A)] == [2, 2]
    assert table.state.token == A


def test_G_EX_06() -> None:
    table = Table.start(4, T, pick_mode="limited")
    bans, picks = [], []
    while isinstance(table.task, setup.Ban):
        bans.append(table.state.teams[table.task.player])
        table.play(table.legal[0])
    assert bans == [T, A, T, A]
    assert len(table.state.picking.pool) == 4
    while isinstance(table.task, setup.HeroPick):
        picks.append(table.state.teams[table.task.player])
        table.play(table.legal[0])
    assert picks == [A, T, A]  # the fourth pick, of the Titans, leaves no choice
    assert all(table.state.cast)
    assert table.state.token == A


def test_G_EX_07() -> None:
    table = Table.start(7, T, pick_mode="draft")
    while isinstance(table.task, Chance):
        table.play(GAME.outcomes(table.state)[0][0])
    assert [len(p) for p in table.state.picking.piles] == [4, 3]
    assert PAIR not in table.state.picking.piles[0] + table.state.picking.piles[1]
    sizes = []
    while isinstance(table.task, setup.DraftPick):
        before = table.kinds().count("piles_passed")
        table.play(table.legal[0])
        if table.kinds().count("piles_passed") > before and table.state.picking.piles != ((), ()):
            sizes.append([len(p) for p in table.state.picking.piles])
    assert sizes[:2] == [[3, 3], [2, 2]]
    unused = setup.load_deck("teaching").places(False)
    held = [p for p in table.state.cast if p not in ("wuk", "hanu")]
    assert len([p for p in unused if p != PAIR and p not in held]) == 2
    assert [setup.hero_places(table.state, t) for t in (T, A)] == [3, 3]
    assert table.state.seats(A)[-2:] == tuple(
        s for s, p in enumerate(table.state.cast) if p in ("wuk", "hanu")
    )


# ------------------------------------------------------------------ playing cards


def null_deck(*heroes: str, **more: dict[str, Any]) -> str:
    slots = ("gold", "red_1", "blue_1", "green_1")
    return deck_with(**({f"{h}_{s}": {**NULL, "initiative": 5} for h in heroes for s in slots} | more))


def test_G_EX_08() -> None:
    table = Table.at_cards("arien", "brogan", deck=null_deck("arien", "brogan"))
    for slot in ("gold", "red_1", "blue_1", "green_1"):
        assert len(table.hero("arien").hand) == 5 - (table.state.turn - 1)
        table.play(PlayCard(f"arien_{slot}")).play(PlayCard(f"brogan_{slot}"))
    # the turn marker does not go beyond 4: the round has ended and the hands are back
    assert (table.state.round, table.state.turn) == (2, 1)
    assert "turn 5" not in " ".join(e.text.lower() for e in table.events)
    last = [e for e in table.events if e.kind == "cards_back"]
    assert len(last) == 1
    assert len(table.hero("arien").hand) == 5


def test_G_EX_09() -> None:
    table = Table.at_cards("arien", "brogan", deck=null_deck("arien", "brogan"))
    table.play(PlayCard("arien_gold"))
    cards.give_up(table.state, "arien", "arien_green_1")
    table.play(PlayCard("brogan_gold"))
    for slot in ("red_1", "blue_1"):
        table.play(PlayCard(f"arien_{slot}")).play(PlayCard(f"brogan_{slot}"))
    assert table.state.turn == 4
    assert table.hero("arien").chosen == "arien_hold"  # put down without asking
    assert isinstance(table.task, turn.ChooseCard)
    assert table.task.hero == "brogan"
    assert table.hero("arien").hand == ()
    assert attack.defences(table.state, "arien") == []


def test_G_EX_10() -> None:
    table = Table.at_cards("arien", "brogan", deck=null_deck("arien", "brogan"))
    table.play(PlayCard("arien_gold"))
    cards.give_up(table.state, "arien", "arien_green_1")
    cards.give_up(table.state, "arien", "arien_blue_1")
    table.play(PlayCard("brogan_gold"))
    table.play(PlayCard("arien_red_1")).play(PlayCard("brogan_red_1"))
    assert table.hero("arien").chosen == "arien_hold"
    table.play(PlayCard("brogan_blue_1"))
    assert table.state.turn == 4
    assert "no_card" in table.kinds()
    table.stand(arien="2,0", brogan="3,0")
    for place in table.state.board.near["2,0"][1:4]:
        if place in table.state.on:
            units.lift(table.state, table.state.on[place])
        table.minion(T, "melee", place)
    assert values.minion_modifier(table.state, "arien") >= 1
    table.state.agenda.clear()
    table.attack_on("brogan", "arien", value=1)
    assert "arien" not in table.state.units


def test_G_EX_11() -> None:
    deck = deck_with(arien_gold=attack_card(4, movement=3))
    table = Table.field("arien", "brogan", deck=deck).stand(arien="0,0", brogan="8,0").more()
    assert table.uses("arien", "arien_gold") == ["move"]
    table.act("arien", "arien_gold")
    assert isinstance(table.task, move.Move)  # the only action there is needs no asking
    distance = table.state.board.distance["0,0"]
    assert all(distance[p] <= 3 for p in table.spaces)
    assert "0,0" in table.spaces
    home = Table.field("arien", "brogan", deck=deck).stand(arien="-11,0", brogan="8,0").more()
    assert home.uses("arien", "arien_gold") == ["move", "travel"]
    home.act("arien", "arien_gold")
    assert "target" in home.why_not(Use("main")).sentence


def test_G_EX_12() -> None:
    deck = deck_with(arien_gold=attack_card(4, movement=None))
    table = Table.field("arien", "brogan", deck=deck).stand(arien="0,0", brogan="8,0").more()
    table.act("arien", "arien_gold")
    assert "spent" in table.kinds()
    assert table.task is None


# ------------------------------------------------------------------ initiative

CASES = {
    "G-EX-13": (T, {"T1": 8, "A1": 11, "T2": 3, "A2": 6}, (), "A1 T1 A2 T2", 0, T),
    "G-EX-14": (A, {"T1": 7, "T2": 7, "A1": 4}, ("T2",), "T2 T1 A1", 0, A),
    "G-EX-15": (T, {"T1": 9, "A1": 9}, (), "T1 A1", 1, A),
    "G-EX-16": (T, {"T1": 8, "T2": 8, "A1": 8}, ("T1",), "T1 A1 T2", 2, T),
    "G-EX-17": (A, {"T1": 8, "T2": 8, "A1": 8}, ("T1",), "A1 T1 T2", 1, T),
    "G-EX-18": (T, {"T1": 6, "T2": 6, "A1": 6, "A2": 6}, (), "T1 A1 T2 A2", 3, A),
    "G-EX-19": (T, {"T1": 9, "A1": 9, "T2": 6, "A2": 6}, (), "T1 A1 A2 T2", 2, T),
    "G-EX-20": (A, {"T1": 5, "T2": 5, "T3": 5, "A1": 5, "A2": 5}, (), "A1 T1 A2 T2 T3", 3, T),
}


@pytest.mark.parametrize("example", CASES)
def test_G_EX_13_to_20(example: str) -> None:
    token, cards_, first, order, flips, after = CASES[example]
    assert initiatives(token, first, **cards_) == (order.split(), flips, after)


def test_G_EX_21() -> None:
    items = {"T1": ("arien_red_2a",)}  # its strip shows initiative
    assert initiatives(A, items=items, T1=7, A1=8) == (["A1", "T1"], 1, T)


def test_G_EX_22() -> None:
    deck = deck_with(
        **{f"{h}_gold": {**NULL, "initiative": n} for h, n in (("dodger", 5), ("brogan", 5), ("wasp", 9))}
    )
    table = Table.field("arien", "brogan", "dodger", "wasp", deck=deck)
    table.stand(arien="0,0", brogan="1,0", dodger="3,0", wasp="4,0").more().set(
        "arien", items=("arien_red_2a",)
    )
    table.reveal(arien="arien_hold", brogan="brogan_gold", dodger="dodger_gold", wasp="wasp_gold")
    assert [e.data["hero"] for e in table.events if e.kind == "spent"] == ["wasp", "dodger", "brogan"]
    assert table.kinds().count("token_flipped") == 1
    assert table.state.token == A
    assert not any(h == "arien" for h in table.state.order)


def test_G_EX_23() -> None:
    deck = deck_with(
        arien_gold=attack_card(9, initiative=8, movement=None), brogan_gold={**NULL, "initiative": 8},
        wasp_gold={**NULL, "initiative": 2},
    )  # fmt: skip
    table = Table.field("arien", "brogan", "dodger", "wasp", deck=deck)
    table.stand(arien="0,0", brogan="1,0", wasp="5,0", dodger="-5,0").more()
    table.reveal(arien="arien_gold", brogan="brogan_gold", wasp="wasp_gold")
    table.refuse()
    assert [e.data["hero"] for e in table.events if e.kind == "spent"] == ["wasp"]
    assert "card_unresolved" in table.kinds()
    assert table.kinds().count("token_flipped") == 1
    assert table.state.token == A


SLOW = {
    "card_type": "skill", "movement": None, "radius": 3, "keywords": ["area", "ongoing"],
    "effect": [
        {
            "op": "modify", "stat": "initiative", "amount": -2, "until": "round",
            "who": {"kind": "hero", "side": "enemy", "within": "radius", "all": True},
        }
    ],
}  # fmt: skip


@pytest.mark.parametrize(("a1", "flips", "order"), [(8, 0, "T1 T2 A1"), (9, 2, "T1 A1 T2")])
def test_G_EX_24_and_25(a1: int, flips: int, order: str) -> None:
    deck = deck_with(
        arien_gold={**SLOW, "initiative": 9}, brogan_gold={**NULL, "initiative": a1},
        dodger_gold={**NULL, "initiative": 7},
    )  # fmt: skip
    table = Table.field("arien", "brogan", "dodger", "wasp", deck=deck)
    table.stand(arien="0,0", brogan="3,0", dodger="-5,0", wasp="7,0").more()
    table.reveal(arien="arien_gold", brogan="brogan_gold", dodger="dodger_gold")
    names = {"arien": "T1", "brogan": "A1", "dodger": "T2"}
    acted = [e.data["hero"] for e in table.events if e.kind in ("use", "spent")]
    assert [names[h] for h in acted] == order.split()
    assert table.kinds().count("token_flipped") == flips
    assert table.state.token == T


# ------------------------------------------------------------------ movement


def test_G_EX_26() -> None:
    deck = deck_with(arien_gold={"movement": 2})
    table = Table.field("arien", "brogan", "dodger", "wasp", deck=deck).stand(arien="0,0").more()
    assert len(table.ends("arien", "arien_gold")) == 19
    table.stand(dodger="1,0")
    ends = table.ends("arien", "arien_gold")
    assert len(ends) == 17
    assert "1,0" not in ends
    assert "2,0" not in ends
    assert "0,0" in ends


def test_G_EX_27() -> None:
    deck = deck_with(arien_gold={"movement": 2})
    table = (
        Table.field("arien", "brogan", "dodger", "wasp", deck=deck, mountains=("-1,0",), water=("0,-1",))
        .stand(arien="0,0", brogan="1,0", dodger="0,1")
        .more()
    )
    ends = table.ends("arien", "arien_gold")
    assert len(ends) == 12
    assert "0,-1" in ends


def ordered(n: int, **more: Any) -> dict[str, Any]:
    """A skill that orders a move of exactly n."""
    return {"card_type": "skill", "effect": [{"op": "move_self", "spaces": n, "must": True}], **more}


def test_G_EX_28() -> None:
    deck = deck_with(arien_blue_1=ordered(2, movement=2))
    walls = ("2,0", "2,-1", "1,1", "1,-1", "0,-1", "-1,0", "-1,1", "0,1")
    table = Table.field("arien", "brogan", deck=deck, mountains=walls).stand(arien="0,0", brogan="5,0").more()
    assert table.uses("arien", "arien_blue_1") == ["move"]
    assert sorted(table.ends("arien", "arien_blue_1")) == ["0,0", "1,0"]
    table.state.options = replace(table.state.options, voluntary_pass=True)
    table.act("arien", "arien_blue_1")
    assert "G-ACT-02" in table.why_not(Use("main")).rules


def test_G_EX_29() -> None:
    deck = deck_with(arien_blue_1=ordered(2, movement=2))
    table = Table.field("arien", "brogan", deck=deck).stand(arien="0,0", brogan="7,0").more()
    table.set("arien", items=("arien_red_3b",))  # its strip shows movement
    table.main("arien", "arien_blue_1")
    assert len(table.spaces) == 18
    assert "0,0" not in table.spaces
    assert len(table.ends("arien", "arien_blue_1")) == 37  # Movement 2 + 1


MOVER = {
    "card_type": "skill", "range": 4,
    "effect": [{"op": "move_unit", "target": {"kind": "hero", "side": "enemy", "within": "range"}, "spaces": 3}],
}  # fmt: skip


def test_G_EX_30() -> None:
    deck = deck_with(arien_blue_1=MOVER)
    walls = ("1,-1", "0,-1", "-1,0", "-1,1", "0,1", "2,0", "2,-1", "1,1")
    table = (
        Table.field("arien", "brogan", deck=deck, mountains=walls).stand(arien="-3,0", brogan="0,0").more()
    )
    table.main("arien", "arien_blue_1")
    assert table.state.at("brogan") == "1,0"


def test_G_EX_31() -> None:
    target = {"kind": "minion", "side": "enemy", "within": "range"}
    deck = deck_with(brogan_blue_1={**MOVER, "effect": [{"op": "move_unit", "target": target, "spaces": 2}]})
    table = Table.field("arien", "brogan", deck=deck).stand(brogan="0,0", arien="8,0")
    heavy, melee = table.minion(T, "heavy", "1,0"), table.minion(T, "melee", "2,0")
    table.main("brogan", "brogan_blue_1")
    assert all(a.to for a in table.legal)  # the melee minion was the only target
    assert table.state.frames[-1].picked == (melee,)
    table.go(table.spaces[0])
    units.lift(table.state, melee)
    table.state.heroes["brogan"] = replace(table.hero("brogan"), waiting=False)
    table.main("brogan", "brogan_blue_1")
    assert table.state.frames[-1].picked == (heavy,)


# ------------------------------------------------------------------ fast travel


def test_G_EX_32() -> None:
    table = Table.at_cards("arien", "brogan")
    board = table.state.board
    spaces = move.travel_spaces(table.state, "arien")
    free = [p for z in ("titan_throne", "titan_near") for p in board.zones[z] if p not in table.state.on]
    assert sorted(spaces) == sorted(free)
    table.state.agenda.clear()
    table.state.agenda.append(move.FastTravel(player=0, hero="arien"))
    assert table.why_not(Go(board.zones["middle"][0])).rules[0] == "G-FAST-02"
    for kind in ("melee",):
        assert count(table, A, kind) == 4


def test_G_EX_33() -> None:
    table = Table.at_cards("arien", "brogan")
    near = table.state.board.zones["titan_near"]
    table.stand(arien=near[0], brogan=near[5])
    assert move.travel_spaces(table.state, "arien") == []
    assert (
        move.no_travel(table.state, "arien", table.state.board.zones["titan_throne"][0]).rules[0]
        == "G-FAST-03"
    )


def test_G_EX_34() -> None:
    table = Table.at_cards("arien", "brogan", "dodger", "wasp")
    board = table.state.board
    near = board.zones["titan_near"]
    table.stand(dodger=near[0])
    ranged = next(m for m in table.state.minions(A, "main") if m.kind == "ranged")
    units.shift(table.state, ranged.id, near[8])
    spaces = move.travel_spaces(table.state, "arien")
    assert spaces
    assert all(board.zone[p] == "titan_throne" for p in spaces)
    refusal = move.no_travel(table.state, "arien", near[1])
    assert refusal.sentence == "An enemy stands in the zone of arrival."


def test_G_EX_35() -> None:
    table = Table.bare("arien", "brogan", board="teaching")
    board = table.state.board
    near = board.zones["titan_near"]
    table.stand(arien=near[0])
    minions = [table.minion(T, "melee", p) for p in near[3:9]]
    table.state.tokens[near[1]] = "mine:brogan"
    inside = [p for p in move.travel_spaces(table.state, "arien") if board.zone[p] == "titan_near"]
    assert sorted(inside) == sorted(p for p in near if p != near[0] and p not in near[3:9])
    assert near[1] in inside
    assert len(minions) == 6


def test_G_EX_36() -> None:
    slow = {
        "card_type": "skill", "radius": 20,
        "effect": [
            {
                "op": "modify", "stat": "movement", "amount": -1, "until": "turn",
                "who": {"kind": "hero", "side": "enemy", "within": "radius", "all": True},
            }
        ],
    }  # fmt: skip
    deck = deck_with(brogan_green_1=slow, swift_blue_1={"name": "Steam Jump"})
    table = Table.field("swift", "brogan", deck=deck).stand(swift="-11,0", brogan="5,0").more()
    table.main("brogan", "brogan_green_1")
    jump = table.state and load_deck(deck).cards["swift_blue_1"]
    assert jump.movement is None
    assert "travel" not in table.uses("swift", "swift_blue_1")
    assert move.movement(table.state, "swift", load_deck(deck).cards["swift_gold"]) == 0
    assert "travel" in table.uses("swift", "swift_gold")


@pytest.mark.parametrize("board", ["teaching", "wide"])
def test_G_EX_37(board: str) -> None:
    heroes = ("arien", "brogan", "dodger", "wasp")
    table = Table.bare(*heroes, board=board, lanes="two_lanes")
    zones = table.state.board.zones
    table.stand(arien=zones["north_titan_near"][0])
    reach = {table.state.board.zone[p] for p in move.travel_spaces(table.state, "arien")}
    assert "south_titan_near" not in reach
    assert "titan_throne" in reach
    refusal = move.no_travel(table.state, "arien", zones["south_titan_near"][0])
    assert refusal.rules == ("G-FAST-02",)
    table.stand(arien=zones["titan_throne"][0])
    assert "south_titan_near" in {table.state.board.zone[p] for p in move.travel_spaces(table.state, "arien")}


# ------------------------------------------------------------------ range, straight lines


def test_G_EX_38() -> None:
    deck = deck_with(arien_gold=attack_card(4, "range", range=3, target={"line": True}))
    table = Table.field("arien", "brogan", deck=deck).stand(arien="1,2", brogan="9,0")
    names = {p: table.minion(A, "melee", p) for p in ("4,2", "1,-1", "3,0", "3,1", "2,2")}
    table.main("arien", "arien_gold")
    assert table.targets == sorted(names[p] for p in ("4,2", "1,-1", "3,0", "2,2"))
    assert "G-ATT-09" in table.why_not(Pick(names["3,1"])).rules


def test_G_EX_39() -> None:
    deck = deck_with(arien_gold=attack_card(4, "range", range=2, target={"line": False}))
    table = Table.field("arien", "brogan", deck=deck).stand(arien="0,0", brogan="9,0")
    names = {p: table.minion(A, "melee", p) for p in ("1,0", "2,-1", "1,1", "0,2")}
    table.main("arien", "arien_gold")
    assert table.targets == sorted(names[p] for p in ("2,-1", "1,1"))
    assert "G-ATT-10" in table.why_not(Pick(names["1,0"])).rules


def test_G_EX_40() -> None:
    deck = deck_with(arien_blue_1={**SLOW, "radius": 2, "initiative": 9})
    table = Table.field("arien", "brogan", deck=deck).stand(arien="0,0", brogan="2,0").more()
    table.main("arien", "arien_blue_1")

    def touched() -> bool:
        return values.change(table.state, table.state.units["brogan"], "initiative") == -2

    assert touched()
    table.stand(arien="-1,0")
    assert not touched()
    table.stand(brogan="1,0")
    assert touched()


# ------------------------------------------------------------------ defence sums


def defence_table(**cards_: dict[str, Any]) -> Table:
    deck = deck_with(brogan_gold={"defense": 5}, **cards_)
    return Table.field("arien", "brogan", deck=deck).stand(arien="0,-1", brogan="0,0")


def test_G_EX_41_and_42() -> None:
    for more, falls in ((False, False), (True, True)):
        table = defence_table()
        table.stand(arien="-1,1")
        for team, kind, place in (
            (A, "melee", "1,0"),
            (A, "melee", "0,1"),
            (T, "ranged", "2,-2"),
            (T, "heavy", "5,0"),
        ):
            table.minion(team, kind, place)
        if more:
            table.minion(T, "melee", "-1,0")
        table.attack_on("arien", "brogan", value=6)
        table.defend("brogan_gold")
        judged = next(e for e in table.events if e.kind == "defence_judged")
        assert (judged.data["total"], judged.data["value"]) == ((5, 6) if more else (6, 6))
        assert ("brogan" not in table.state.units) == falls
        if not falls:
            assert (table.hero("arien").coins, table.hero("brogan").coins) == (0, 0)


def test_G_EX_43() -> None:
    table = Table.field("arien", "brogan").stand(arien="0,0")
    for team, place in ((T, "1,0"), (A, "0,1"), (A, "-2,1"), (A, "3,0")):
        table.minion(team, "ranged", place)
    assert values.minion_modifier(table.state, "arien") == -2


def test_G_EX_44() -> None:
    deck = deck_with(arien_gold=attack_card(4), brogan_gold={"defense": 4})
    table = Table.field("arien", "brogan", deck=deck).stand(arien="0,0", brogan="1,0")
    table.set("arien", items=("arien_blue_2b", "arien_green_2a"))  # two Attack strips
    table.set("brogan", items=("brogan_red_2b",))  # a Defense strip
    for place in ("-1,0", "-1,1"):
        table.minion(T, "melee", place)
    table.minion(A, "heavy", "2,0")
    table.main("arien", "arien_gold").pick("brogan")
    table.defend("brogan_gold")
    judged = next(e for e in table.events if e.kind == "defence_judged")
    assert (judged.data["total"], judged.data["value"]) == (6, 6)
    assert "brogan" in table.state.units


def test_G_EX_45() -> None:
    table = defence_table(brogan_red_1={"defense": 1})
    for kind, place in (
        ("melee", "1,0"),
        ("melee", "0,1"),
        ("melee", "-1,1"),
        ("ranged", "2,-1"),
        ("ranged", "-2,0"),
    ):
        table.minion(T, kind, place)
    table.more()
    table.attack_on("arien", "brogan", value=1).defend("brogan_red_1")
    judged = next(e for e in table.events if e.kind == "defence_judged")
    assert judged.data["total"] == -4
    assert "brogan" not in table.state.units


def test_G_EX_46() -> None:
    deck = deck_with(wasp_gold={"defense": None})
    for hero, hand in (("brogan", ("brogan_hold",)), ("wasp", ("wasp_gold",)), ("min", ())):
        table = Table.field("arien", "brogan", "dodger", "wasp", "swift", "min", deck=deck)
        table.stand(arien="0,0", **{hero: "1,0"}).hand(hero, *hand)
        for place in ("2,0", "2,-1", "1,1"):
            table.minion(A, "melee", place)
        table.minion(T, "melee", "-8,0")
        table.attack_on("arien", hero, value=1)
        assert table.task is None
        assert hero not in table.state.units
        assert "defence" not in table.kinds()


def test_G_EX_47() -> None:
    deck = deck_with(brogan_red_1={"defense": 7}, brogan_gold={"defense": 3})
    table = Table.field("arien", "brogan", deck=deck).stand(arien="0,0", brogan="1,0").more()
    table.set("brogan", shown="brogan_red_1", waiting=True, table=("brogan_red_1", "", "", ""))
    table.hand("brogan", "brogan_gold")
    table.attack_on("arien", "brogan", value=4)
    assert [str(a) for a in table.legal] == ["Defend with gold", "Do not defend"]
    assert "G-DEF-03" in table.why_not(attack.Defend("brogan_red_1")).rules
    table.defend("brogan_gold")
    assert "brogan" not in table.state.units
    assert "card_unresolved" in table.kinds()


AREA = {
    "card_type": "attack", "radius": 2, "keywords": ["area"],
    "effect": [{"op": "area_attack", "targets": {"kind": "unit", "side": "enemy", "within": "radius", "all": True}}],
}  # fmt: skip


def test_G_EX_48() -> None:
    deck = deck_with(arien_gold={**AREA, "attack": 5}, brogan_gold={"defense": 4}, wasp_gold={"defense": 3})
    table = Table.field("arien", "brogan", "dodger", "wasp", deck=deck)
    table.stand(arien="0,0", brogan="1,0", wasp="0,1", dodger="8,0").set("wasp", level=3).more()
    minion = table.minion(A, "melee", "1,1")
    table.main("arien", "arien_gold")
    assert table.targets == ["brogan", "wasp"]
    table.pick("brogan").defend("brogan_gold").defend("wasp_gold")
    assert "brogan" in table.state.units
    assert "wasp" not in table.state.units
    assert minion not in table.state.units
    assert table.hero("arien").coins == 8


def test_G_EX_49() -> None:
    table = Table.field("arien", "brogan", "dodger", "wasp", deck=deck_with(arien_gold=attack_card(4)))
    table.stand(arien="0,0", dodger="0,1")
    melee, heavy = table.minion(T, "melee", "1,0"), table.minion(T, "heavy", "-1,0")
    enemy = table.minion(A, "melee", "0,-1")
    table.minion(A, "heavy", "6,0")
    table.main("arien", "arien_gold")
    assert table.targets == sorted([melee, enemy])
    assert "G-MIN-08" in table.why_not(Pick(heavy)).rules
    assert "G-R-39" in table.why_not(Pick("dodger")).rules
    table.pick(melee)
    assert table.hero("arien").coins == 0
    assert melee not in table.state.units


# ------------------------------------------------------------------ heavy


def test_G_EX_50() -> None:
    deck = deck_with(arien_gold=attack_card(4), dodger_gold=attack_card(4))
    table = Table.bare("arien", "brogan", "dodger", "wasp", deck=deck)
    table.stand(arien="1,1", dodger="-3,0").set("arien", coins=1)
    table.minion(T, "melee", "-4,0")
    heavy, ranged = table.minion(A, "heavy", "1,0"), table.minion(A, "ranged", "-2,0")
    assert not table.can_main("arien", "arien_gold")
    table.main("dodger", "dodger_gold")
    if table.targets:
        table.pick(ranged)
    assert table.hero("dodger").coins == 2
    table.main("arien", "arien_gold")
    assert heavy not in table.state.units
    assert table.hero("arien").coins == 5
    assert table.state.markers == {"main": 3}


def test_G_EX_51() -> None:
    for resolution, coins, marker in (("at_once", 4, 2), ("one_by_one", 8, 3)):
        deck = deck_with(arien_gold={**AREA, "attack": 5})
        table = Table.bare("arien", "brogan", deck=deck, area_resolution=resolution)
        table.stand(arien="0,0")
        table.minion(T, "melee", "-4,0")
        heavy = table.minion(A, "heavy", "1,0")
        minions = [table.minion(A, "melee", p) for p in ("0,1", "-1,1")]
        table.main("arien", "arien_gold")
        if resolution == "one_by_one":
            assert table.targets == sorted(minions)  # the heavy is protected for now
            table.pick(minions[0])
        assert table.hero("arien").coins == coins
        assert table.state.markers["main"] == marker
        assert (heavy in table.state.units) == (resolution == "at_once")


def test_G_EX_52() -> None:
    deck = deck_with(arien_gold=attack_card(4))
    table = Table.bare("arien", "brogan", "dodger", "wasp", deck=deck, lanes="two_lanes")
    zones = table.state.board.zones
    north = [p for p in zones["north_middle"] if len(table.state.board.near[p]) == 6]
    heavy = table.minion(A, "heavy", north[0], "north")
    table.stand(arien=table.state.board.near[north[0]][0])
    for place in zones["south_middle"][:4]:
        table.minion(A, "melee", place, "south")
    table.minion(T, "melee", zones["south_middle"][9], "south")
    table.minion(T, "melee", zones["north_titan_near"][0], "north")
    table.main("arien", "arien_gold")
    assert heavy not in table.state.units
    assert table.hero("arien").coins == 4
    assert table.state.markers == {"north": 3, "south": 2}


# ------------------------------------------------------------------ defeat and coins


def fall(table: Table, hero: str, by: str) -> None:
    from atlantis_nb.core.game import Story

    story = Story(table.state.names)
    defeat.defeat(table.state, hero, by, (), story)
    table.events += story.events


def test_G_EX_53() -> None:
    table = Table.field("arien", "brogan").stand(arien="0,0", brogan="1,0").more()
    table.set("brogan", level=4, coins=7).set("arien", coins=3)
    table.attack_on("arien", "brogan", value=99).refuse()
    assert table.hero("brogan").coins == 3
    assert table.hero("arien").coins == 11


@pytest.mark.parametrize(("coins", "kept"), [(0, 0), (1, 0), (2, 1), (9, 4), (12, 6)])
def test_G_EX_54(coins: int, kept: int) -> None:
    table = Table.field("arien", "brogan").stand(arien="0,0", brogan="1,0").more().set("brogan", coins=coins)
    table.attack_on("arien", "brogan", value=99).refuse()
    assert table.hero("brogan").coins == kept
    assert table.hero("arien").coins == 2


def test_G_EX_55() -> None:
    table = Table.at_cards("arien", "brogan", deck=null_deck("arien", "brogan"))
    table.state.round = 3
    table.play(PlayCard("arien_red_1")).play(PlayCard("brogan_gold"))
    table.play(PlayCard("arien_blue_1"))
    # defeated before his card of turn 2 acts
    table.state.heroes["arien"] = replace(
        table.hero("arien"),
        chosen="",
        shown="arien_blue_1",
        waiting=True,
        table=("arien_red_1", "arien_blue_1", "", ""),
    )
    fall(table, "arien", "brogan")
    hand = tuple(f"arien_{s}" for s in ("gold", "blue_1", "green_1", "hold"))
    assert table.hero("arien").hand == hand
    assert table.hero("arien").table == ("arien_red_1", "", "", "")
    table.play(PlayCard("brogan_red_1"))
    assert "arien" not in table.state.order
    table.play(PlayCard("brogan_blue_1")).play(PlayCard("brogan_green_1")).done()
    assert (table.state.round, table.state.turn) == (4, 1)
    assert table.hero("arien").table[0] == "arien_red_1"
    assert isinstance(table.task, turn.ChooseCard)
    assert table.task.hero == "brogan"  # nothing is asked of arien in turn 1
    table.play(PlayCard("brogan_gold"))
    assert isinstance(table.task, setup.PlaceHero)
    table.play(table.legal[0])
    for slot in ("gold", "blue_1", "green_1"):
        table.play(PlayCard(f"arien_{slot}"))
        table.play(next(a for a in table.legal if a.card != "brogan_hold"))
    table.done()  # brogan keeps his coins
    assert (table.state.round, table.state.turn) == (5, 1)
    assert len(table.hero("arien").hand) == 5


def test_G_EX_56() -> None:
    table = Table.at_cards(
        "arien", "brogan", "dodger", "wasp", deck=null_deck("arien", "brogan", "dodger", "wasp")
    )
    table.state.round = 2
    fall(table, "arien", "brogan")  # in round 2
    table.state.round = 3
    assert table.hero("arien").back == 3
    fall(table, "dodger", "brogan")  # in turn 1 of round 3
    table.state.agenda.clear()
    table.run(turn.EndTurn())
    assert isinstance(table.task, setup.PlaceHero)
    assert table.task.hero == "arien"
    assert all(table.state.board.zone[p] == "titan_throne" for p in table.spaces)
    table.play(table.legal[0])
    assert "dodger" not in table.state.units
    assert table.hero("dodger").back == 4


def test_G_EX_57() -> None:
    table = Table.bare("arien", "brogan", board="teaching").stand(arien="0,0", brogan="1,1")
    table.state.round, table.state.turn = 5, 4
    fill(table, T, 3)
    fill(table, A, 2, "heavy", "melee")
    fall(table, "arien", "brogan")
    fall(table, "brogan", "")
    table.combat()
    assert count(table, A) == 1
    assert (table.state.round, table.state.turn) == (6, 1)
    assert isinstance(table.task, setup.PlaceHero)
    table.play(table.legal[0])
    assert table.state.board.zone[table.state.at("arien")] == "titan_throne"
    table.play(table.legal[0])
    assert table.state.board.zone[table.state.at("brogan")] == "atlantean_throne"
    assert "reveal" not in table.kinds()


def test_G_EX_58() -> None:
    table = Table.field("arien", "brogan", "dodger", "wasp").stand(arien="0,0", dodger="1,0")
    table.set("arien", level=3, coins=5)
    fall(table, "arien", "dodger")
    assert table.hero("arien").coins == 2
    assert [h.coins for h in table.state.heroes.values() if h.id != "arien"] == [0, 0, 0]


# ------------------------------------------------------------------ minion combat


def test_G_EX_59() -> None:
    table = Table.bare("arien", "brogan", board="teaching")
    fill(table, T, 6)
    heavy = fill(table, A, 2, "heavy", "melee")[0]
    table.combat()
    assert (count(table, T), count(table, A)) == (6, 1)
    assert heavy in table.state.units
    assert table.hero("arien").coins == 0


def test_G_EX_60() -> None:
    table = Table.bare("arien", "brogan", board="teaching")
    fill(table, T, 4, "heavy")
    fill(table, A, 4)
    table.combat()
    assert (count(table, T), count(table, A)) == (4, 4)
    assert "minion_removed" not in table.kinds()


def test_G_EX_61() -> None:
    table = Table.bare("arien", "brogan", board="teaching")
    fill(table, T, 2)
    fill(table, A, 1, "heavy")
    table.combat()
    assert table.state.markers["main"] == 3
    assert (count(table, T), count(table, A)) == (6, 6)
    assert all(table.state.board.zone[m.at] == "atlantean_near" for m in table.state.minions(A, "main"))
    assert table.hero("arien").coins == 0


def test_G_EX_62() -> None:
    table = Table.bare("arien", "brogan", board="teaching")
    fill(table, T, 6, "heavy", "ranged")
    fill(table, A, 5, "heavy", "ranged")
    left = []
    for number in range(1, 6):
        table.state.round = number
        table.combat()
        while isinstance(table.task, round_end.NameMinion):
            table.play(table.legal[0])
        left.append(0 if table.state.markers["main"] == 3 else count(table, A))
        table.state.agenda.clear()
    assert left == [4, 3, 2, 1, 0]
    assert table.state.markers["main"] == 3


def two_lanes(north: tuple[int, int], south: tuple[int, int], **options: Any) -> Table:
    table = Table.bare("arien", "brogan", "dodger", "wasp", lanes="two_lanes", board="teaching", **options)
    for lane, (t, a) in (("north", north), ("south", south)):
        fill(table, T, t, lane=lane)
        fill(table, A, a, lane=lane)
    return table


def name_all(table: Table) -> Table:
    while isinstance(table.task, round_end.NameMinion):
        table.play(table.legal[0])
    return table


def test_G_EX_63() -> None:
    table = name_all(two_lanes((4, 3), (2, 4)).combat())
    assert (count(table, T, lane="north"), count(table, A, lane="north")) == (4, 2)
    assert (count(table, T, lane="south"), count(table, A, lane="south")) == (1, 4)
    assert table.state.markers == {"north": 2, "south": 2}


def test_G_EX_64() -> None:
    table = name_all(two_lanes((2, 1), (1, 4)).combat())
    assert table.state.markers == {"north": 3, "south": 1}
    for lane in ("north", "south"):
        assert (count(table, T, lane=lane), count(table, A, lane=lane)) == (4, 4)
    assert table.kinds().count("minion_combat") == 2


# ------------------------------------------------------------------ pushes


def test_G_EX_65() -> None:
    deck = deck_with(
        arien_gold=attack_card(4, initiative=9, movement=None),
        brogan_gold=attack_card(4, initiative=4, movement=None),
    )
    table = Table.bare("arien", "brogan", deck=deck)
    table.state.turn = 2
    table.stand(arien="1,1", brogan="-1,1")
    table.minion(A, "melee", "1,0")
    for place in ("-2,1", "-3,1", "-4,1", "-4,2"):
        table.minion(T, "melee", place)
    assert table.can_main("brogan", "brogan_gold")
    table.reveal(arien="arien_gold", brogan="brogan_gold")
    assert table.hero("arien").coins == 2
    assert table.state.markers["main"] == 3
    assert (count(table, T), count(table, A)) == (6, 6)
    assert all(
        table.state.board.zone[m.at] == "atlantean_near"
        for t in (T, A)
        for m in table.state.minions(t, "main")
    )
    assert [e.data["hero"] for e in table.events if e.kind == "spent"] == ["brogan"]


def pushed(table: Table, team: int, lane: str = "main") -> Table:
    """The last minion of the other team in a lane goes; all of its own stay."""
    for minion in table.state.minions(1 - team, lane):
        units.lift(table.state, minion.id)
    table.state.fallen = ((1 - team, lane),)
    return table.run(push.CheckPush())


def test_G_EX_66() -> None:
    table = Table.bare("arien", "brogan", "dodger", "wasp", board="wide")
    table.stand(wasp=wide(7, 14))
    fill(table, T, 3)
    pushed(table, T)
    task = table.task
    assert isinstance(task, push.PlaceMinion)
    assert (task.kind, task.point, task.team) == ("melee", wide(7, 14), T)
    assert len([u for u in table.state.units.values() if u.kind != "hero"]) == 11
    assert table.state.on[wide(6, 15)] in [m.id for m in table.state.minions(T, "main")]
    assert table.spaces == sorted(wide(r, c) for r, c in ((6, 14), (7, 13), (7, 15), (8, 14), (8, 15)))
    assert "G-R-59" in table.why_not(Go(wide(6, 15))).rules
    table.play(table.legal[0])
    assert table.state.at("wasp") == wide(7, 14)
    assert (count(table, T), count(table, A)) == (6, 6)


def test_G_EX_67() -> None:
    table = Table.bare("arien", "brogan", "dodger", "wasp", "swift", "min", board="wide", lanes="one_lane")
    table.stand(
        arien=wide(4, 15), brogan=wide(3, 14), dodger=wide(3, 15), wasp=wide(5, 14), swift=wide(5, 15)
    )
    fill(table, T, 3)
    pushed(table, T)
    task = table.task
    assert isinstance(task, push.PlaceMinion)
    assert (task.kind, task.point) == ("heavy", wide(4, 15))
    distance = table.state.board.distance[wide(4, 15)]
    assert {distance[p] for p in table.spaces} == {2}
    assert wide(4, 13) in table.spaces


def test_G_EX_68() -> None:
    deck = deck_with(arien_gold=attack_card(4, initiative=9), brogan_gold=attack_card(4, initiative=4))
    table = Table.bare("arien", "brogan", deck=deck)
    table.state.markers["main"] = 3
    table.stand(arien="1,1", brogan="-1,1")
    table.minion(A, "melee", "1,0")
    table.minion(T, "melee", "-2,1")
    table.reveal(arien="arien_gold", brogan="brogan_gold")
    if table.task is not None:
        table.use("main")
    assert table.state.markers["main"] == 4
    assert table.state.result is not None
    assert table.state.result.winners == (0,)
    assert table.state.agenda == []
    assert "minions_placed" not in table.kinds()


def test_G_EX_69() -> None:
    table = Table.bare("arien", "brogan", board="teaching")
    fill(table, T, 2)
    fill(table, A, 2)
    markers = []
    for team in (T, A, A, T, T, T):
        pushed(table, team)
        markers.append(table.state.markers["main"])
    assert markers == [3, 2, 1, 2, 3, 4]
    assert table.state.result is not None
    assert table.state.result.winners == (0,)


def test_G_EX_70() -> None:
    target = {"kind": "minion", "side": "any", "within": 2, "max": 2}
    deck = deck_with(
        arien_blue_1={"card_type": "skill", "effect": [{"op": "defeat_minion", "target": target}]}
    )
    table = Table.bare("arien", "brogan", deck=deck, tower_rush=True).stand(arien="4,0")
    table.state.markers["main"] = 3
    ours, theirs = table.minion(T, "melee", "5,0"), table.minion(A, "melee", "3,0")
    table.main("arien", "arien_blue_1").pick(ours, theirs)
    assert table.state.markers["main"] == 3
    assert (count(table, T), count(table, A)) == (6, 6)
    assert table.state.towers == (0, 0)
    assert table.hero("arien").coins == 2
    assert "lane_reset" in table.kinds()


def test_G_EX_71() -> None:
    table = Table.bare("arien", "brogan", deck=deck_with(arien_gold=attack_card(4)))
    table.state.markers["main"] = 1
    table.stand(arien="0,0")
    table.minion(T, "melee", "1,0")
    table.minion(A, "melee", "5,0")
    table.main("arien", "arien_gold")
    assert table.hero("arien").coins == 0
    assert table.state.markers["main"] == 0
    assert table.state.result is not None
    assert table.state.result.winners == (1,)


def test_G_EX_72() -> None:
    table = two_lanes((2, 1), (1, 3))
    table.state.markers = {"north": 3, "south": 1}
    table.state.token = A
    table.combat()
    assert table.state.markers == {"north": 4, "south": 0}
    assert table.state.result is not None
    assert table.state.result.winners == (1, 3)
    assert "G-R-62" in table.state.result.rules


# ------------------------------------------------------------------ levels


def buying(hero: str, **changes: Any) -> Table:
    table = Table.bare(hero, "brogan" if hero != "brogan" else "wasp", board="teaching").set(hero, **changes)
    return table.run(round_end.BuyLevels(hero=hero))


def buy_all(table: Table) -> Table:
    while isinstance(table.task, round_end.BuyLevel):
        table.play(table.legal[0])
    return table


def test_G_EX_73() -> None:
    table = buy_all(buying("arien", coins=12))
    assert (table.hero("arien").level, table.hero("arien").coins) == (4, 3)


def test_G_EX_74() -> None:
    hand = ("arien_gold", "arien_red_2a", "arien_blue_2a", "arien_green_1", "arien_hold")
    table = buy_all(buying("arien", level=3, coins=15, hand=hand))
    assert (table.hero("arien").level, table.hero("arien").coins) == (6, 0)


def test_G_EX_75() -> None:
    hand = ("arien_gold", "arien_red_2a", "arien_blue_2a", "arien_green_1", "arien_hold")
    table = buying("arien", level=3, coins=20, hand=hand)
    assert [a.card for a in table.legal if isinstance(a, LevelUp)] == ["arien_green_2a", "arien_green_2b"]
    assert "G-LVL-08" in table.why_not(LevelUp("arien_red_3a")).rules
    table.play(LevelUp("arien_green_2b"))
    offered = {a.card for a in table.legal if isinstance(a, LevelUp)}
    assert offered == {f"arien_{c}_3{b}" for c in ("red", "blue", "green") for b in "ab"}


def test_G_EX_76() -> None:
    hand = ("arien_gold", "arien_red_3a", "arien_blue_3a", "arien_green_3a", "arien_hold")
    items = tuple(f"arien_{c}_{t}b" for c in ("red", "blue", "green") for t in (2, 3))
    table = buying("arien", level=7, coins=8, hand=hand, items=items)
    table.play(LevelUp("arien_ultimate"))
    mat = table.hero("arien")
    assert (mat.level, mat.coins, mat.ultimate, len(mat.items)) == (8, 0, "arien_ultimate", 6)
    assert "arien_ultimate" not in mat.hand
    assert buying("arien", level=8, coins=20, hand=hand, items=items, ultimate="arien_ultimate").task is None


def test_G_EX_77() -> None:
    table = Table.bare("arien", "wuk", "hanu", board="teaching")
    table.set(
        "hanu",
        level=5,
        coins=13,
        hand=("hanu_gold", "hanu_red_2", "hanu_blue_3", "hanu_green_2", "hanu_hold"),
    )
    table.run(round_end.BuyLevels(hero="hanu"))
    assert [a.card for a in table.legal if isinstance(a, LevelUp)] == ["hanu_green_3"]
    table.play(LevelUp("hanu_green_3"))
    mat = table.hero("hanu")
    assert (mat.level, mat.coins, mat.items) == (6, 7, ())
    assert table.task is None


def test_G_EX_78() -> None:
    table = buying("arien", coins=2)
    table.play(LevelUp("arien_red_2b"))
    mat = table.hero("arien")
    assert "arien_red_2b" in mat.hand
    assert "arien_red_1" not in defeat.owned_cards(table.state, "arien")
    assert mat.items == ("arien_red_2a",)  # its strip: initiative
    deck = load_deck("teaching")
    assert values.value(table.state, "arien", deck.cards["arien_gold"], "initiative") == 12
    assert values.value(table.state, "arien", deck.cards["arien_gold"], "defense") == 2


def test_G_EX_79() -> None:
    table = Table.bare("arien", "brogan", board="teaching").stand(arien="0,0").set("arien", coins=4)
    fall(table, "arien", "brogan")
    assert table.hero("arien").coins == 2
    table.run(round_end.BuyLevels(hero="arien"))
    table.play(LevelUp("arien_red_2a"))
    mat = table.hero("arien")
    assert mat.table[0] == "arien_red_2a"
    assert mat.hand == ("arien_gold", "arien_blue_1", "arien_green_1", "arien_hold")


def test_G_EX_80() -> None:
    assert sum(round_end.level_cost(GAME.options(), n) for n in range(2, 9)) == 35
    assert sum(round_end.level_cost(GAME.options(), n) for n in range(2, 7)) == 20


def test_G_EX_81() -> None:
    deck = deck_with(
        tigerclaw_red_1={"name": "Hit and Run", "attack": 3}, tigerclaw_gold=attack_card(4, movement=3),
    )  # fmt: skip
    table = Table.field("tigerclaw", "brogan", deck=deck).stand(tigerclaw="0,0", brogan="1,0").more()
    table.set("tigerclaw", items=("tigerclaw_blue_2a", "tigerclaw_green_3a"))  # Attack, Movement
    known = load_deck(deck)
    assert known.items["attack"].name == "War Talons"
    assert known.items["movement"].name == "Boots of Speed"
    run, basic = known.cards["tigerclaw_red_1"], known.cards["tigerclaw_gold"]
    assert attack.strength(table.state, "tigerclaw", run.id) == 4
    assert attack.strength(table.state, "tigerclaw", basic.id) == 5
    assert move.movement(table.state, "tigerclaw", basic) == 4
    table.main("tigerclaw", "tigerclaw_red_1").refuse()
    distance = table.state.board.distance["0,0"]
    assert {distance[p] for p in table.spaces} == {1}


# ------------------------------------------------------------------ ape-men


def test_G_EX_82() -> None:
    cards_ = {f"{h}_gold": {**NULL, "initiative": 7} for h in ("wuk", "hanu", "brogan")}
    table = Table.at_cards(PAIR, "brogan", deck=deck_with(**cards_))
    table.state.token = T
    for card in ("wuk_gold", "hanu_gold", "brogan_gold"):
        assert table.task.player == (1 if card == "brogan_gold" else 0)
        table.play(PlayCard(card))
    assert isinstance(table.task, turn.NextToAct)
    table.pick("hanu")
    assert [e.data["hero"] for e in table.events if e.kind == "spent"] == ["hanu", "brogan", "wuk"]
    assert table.kinds().count("token_flipped") == 2
    assert table.state.token == T


def test_G_EX_83() -> None:
    table = Table.field("arien", "wuk", "hanu").stand(arien="0,0", wuk="1,0", hanu="3,0").more()
    table.set("wuk", level=3, coins=5).set("hanu", level=2, coins=4)
    table.attack_on("arien", "wuk", value=99).refuse()
    assert [table.hero(h).coins for h in ("arien", "wuk", "hanu")] == [6, 2, 4]
    assert "hanu" in table.state.units


# ------------------------------------------------------------------ tower rush


def rush(target: int | None, teams: tuple[int, ...]) -> Table:
    table = Table.bare("arien", "brogan", board="teaching", tower_rush=True, tower_target=target)
    fill(table, T, 2)
    fill(table, A, 2)
    for team in teams:
        pushed(table, team)
    return table


def test_G_EX_84() -> None:
    table = rush(3, (T, A, T, A, T))
    assert table.state.towers == (3, 2)
    assert table.state.markers["main"] == 3
    assert table.state.result is not None
    assert table.state.result.winners == (0,)
    assert "G-TOWER-05" in table.state.result.rules


def test_G_EX_85() -> None:
    table = rush(3, (T, T))
    assert table.state.towers == (2, 0)
    assert table.state.markers["main"] == 4
    assert table.state.result is not None
    assert table.state.result.winners == (0,)


def test_G_EX_86() -> None:
    table = two_lanes((2, 1), (1, 3), tower_rush=True)
    table.state.towers = (4, 4)
    table.state.token = T
    table.combat()
    assert table.state.towers == (5, 5)
    assert table.state.result is not None
    assert table.state.result.winners == (0, 2)


def test_G_EX_87() -> None:
    table = Table.bare("arien", "brogan", deck=deck_with(arien_gold=attack_card(4)), tower_rush=True)
    table.stand(arien="0,0")
    table.minion(T, "melee", "1,0")
    table.minion(A, "melee", "5,0")
    table.main("arien", "arien_gold")
    assert table.state.markers["main"] == 1
    assert table.state.towers == (0, 1)
    assert table.hero("arien").coins == 0


# ------------------------------------------------------------------ round end


def test_G_EX_88() -> None:
    weak = {
        "card_type": "skill", "radius": 3,
        "effect": [
            {
                "op": "modify", "stat": "defense", "amount": -1, "until": "round",
                "who": {"kind": "hero", "side": "enemy", "within": "radius", "all": True},
            }
        ],
    }  # fmt: skip
    table = Table.bare("arien", "brogan", deck=deck_with(arien_blue_1=weak)).stand(arien="0,0", brogan="1,1")
    fill(table, T, 5)
    fill(table, A, 5)
    table.set("arien", coins=2)
    table.main("arien", "arien_blue_1")
    table.state.tokens["2,1"] = "mine:brogan"
    assert table.state.effects
    table.combat()
    assert isinstance(table.task, round_end.BuyLevel)
    assert (count(table, T), count(table, A)) == (5, 5)
    assert table.state.effects == ()
    assert len(table.hero("arien").hand) == 5
    assert table.state.tokens
    token = table.state.token
    table.play(LevelUp("arien_blue_2a"))
    assert table.state.tokens == {}
    assert table.state.token == token
    assert (table.state.round, table.state.turn) == (2, 1)


# ------------------------------------------------------------------ further cases


def test_G_EX_89() -> None:
    table = Table.start(5, None, pick_mode="captains")
    for draw in (
        DrawSeat(0),
        DrawSeat(1),
        DrawSeat(1),
        DrawSeat(2),
        Deal("wasp"),
        Deal("arien"),
        Deal("brogan"),
    ):
        assert any(draw == a for a, _ in GAME.outcomes(table.state))
        table.play(draw)
    assert table.state.cast == ("wasp", "wuk", "hanu", "arien", "brogan")
    assert table.state.teams == (T, A, A, -1, -1)  # P3 has joined P2
    table.play(Toss(T))
    assert table.legal == [PickPlayer(3, "arien"), PickPlayer(4, "brogan")]
    table.play(PickPlayer(3, "arien"))
    assert table.state.teams == (T, A, A, T, A)
    assert [setup.hero_places(table.state, t) for t in (T, A)] == [2, 2]
    assert table.state.token == T


def test_G_EX_90() -> None:
    table = Table.bare("arien", "brogan", board="teaching")
    fill(table, T, 2)
    fill(table, A, 2)
    pushed(pushed(table, T), A)
    assert table.state.markers["main"] == 2
    pushed(pushed(table, T), T)
    assert table.state.result is not None


STRIKE_AND_GO = {
    "card_type": "attack", "attack": 4, "movement": None,
    "effect": [
        {"op": "attack", "target": {"kind": "unit", "side": "attackable", "within": "adjacent"}},
        {"op": "move_self", "spaces": 2, "must": True},
    ],
}  # fmt: skip


def test_G_EX_91_and_92() -> None:
    walls = ("1,-1", "0,-1", "-1,0", "-1,1", "0,1")
    deck = deck_with(arien_gold=STRIKE_AND_GO)
    table = Table.field("arien", "brogan", deck=deck, mountains=walls).stand(arien="0,0").more()
    minion = table.minion(A, "melee", "1,0")
    assert table.can_main("arien", "arien_gold")
    assert table.state.at(minion) == "1,0"  # asking changes nothing
    table.main("arien", "arien_gold")
    assert table.hero("arien").coins == 2
    table.go("2,0")
    assert table.state.at("arien") == "2,0"
    table = Table.field("arien", "brogan", deck=deck, mountains=walls).stand(arien="0,0", brogan="1,0").more()
    assert not table.can_main("arien", "arien_gold")


def test_G_EX_93() -> None:
    revenge = {
        "card_type": "defense", "defense": 0,
        "effect": [{"op": "discard", "target": "attacker", "or_defeated": True}],
    }  # fmt: skip
    deck = deck_with(arien_gold={**AREA, "attack": 5}, brogan_gold={"defense": 1}, wasp_green_1=revenge)
    table = Table.field("arien", "brogan", "dodger", "wasp", deck=deck)
    table.stand(arien="0,0", brogan="1,0", wasp="0,1").more().set("arien", level=2, coins=5).hand(
        "arien", "arien_gold"
    )
    minion = table.minion(A, "melee", "-1,0")
    table.main("arien", "arien_gold")
    table.pick("brogan").defend("brogan_gold").defend("wasp_green_1")
    assert "brogan" not in table.state.units
    assert "arien" not in table.state.units
    assert table.hero("wasp").coins == 4
    assert table.hero("arien").coins == 5 - 3 + 2
    assert "wasp" in table.state.units
    assert minion in table.state.units


def test_G_EX_94() -> None:
    theft = {
        "card_type": "skill",
        "effect": [
            {
                "op": "steal_coins",
                "target": {"kind": "hero", "side": "enemy", "within": "adjacent"},
                "amount": 3,
            }
        ],
    }
    table = (
        Table.field("arien", "brogan", deck=deck_with(arien_blue_1=theft))
        .stand(arien="0,0", brogan="1,0")
        .more()
    )
    table.set("brogan", coins=1).main("arien", "arien_blue_1")
    assert (table.hero("arien").coins, table.hero("brogan").coins) == (1, 0)


def test_G_EX_95() -> None:
    target = {"kind": "minion", "side": "enemy", "within": 3}
    deck = deck_with(
        arien_blue_1={"card_type": "skill", "effect": [{"op": "remove_minion", "target": target}]}
    )
    table = Table.bare("arien", "brogan", deck=deck).stand(arien="0,0")
    table.minion(A, "melee", "2,0")
    table.minion(T, "melee", "-2,0")
    table.main("arien", "arien_blue_1")
    assert table.hero("arien").coins == 0
    assert table.state.markers["main"] == 3


def test_G_EX_96() -> None:
    target = {"kind": "hero", "side": "enemy", "within": 3, "max": 2}
    deck = deck_with(arien_blue_1={"card_type": "skill", "effect": [{"op": "discard", "target": target}]})
    table = Table.field("arien", "brogan", "dodger", "wasp", deck=deck).stand(
        arien="0,0", brogan="1,0", wasp="2,0"
    )
    table.more().hand("brogan", "brogan_hold", "brogan_green_1").hand("wasp", "wasp_hold")
    table.main("arien", "arien_blue_1").pick("brogan", "wasp")
    assert table.hero("brogan").discard == ("brogan_green_1",)
    assert table.hero("wasp").hand == ("wasp_hold",)
    assert cards.cannot_discard(table.state, "brogan", "brogan_hold") is not None


@pytest.mark.parametrize(("value", "survives"), [(7, False), (6, True)])
@pytest.mark.parametrize("card", ["brogan_red_1", "brogan_green_1"])
def test_G_EX_97(value: int, survives: bool, card: str) -> None:
    lonely = {
        "card_type": "defense", "defense": 5,
        "effect": [
            {
                "op": "defense_bonus", "amount": 1,
                "if": {"count": {"kind": "minion", "side": "enemy", "within": "adjacent"}, "at_least": 0},
            }
        ],
    }  # fmt: skip
    deck = deck_with(brogan_red_1=lonely, brogan_green_1={"defense": 6})
    table = Table.field("arien", "brogan", deck=deck).stand(arien="0,0", brogan="1,0").more()
    table.attack_on("arien", "brogan", value=value).defend(card)
    judged = next(e for e in table.events if e.kind == "defence_judged")
    assert judged.data["total"] == 6
    assert ("brogan" in table.state.units) == survives
    assert table.state.effects == ()


def test_G_EX_98() -> None:
    table = Table.field("arien", "brogan", deck=deck_with(brogan_gold={"defense": 5}))
    table.stand(brogan="0,0", arien="1,0").more()
    table.minion(A, "heavy", "0,-1")
    table.minion(T, "heavy", "1,-1")
    table.attack_on("arien", "brogan", value=5).defend("brogan_gold")
    judged = next(e for e in table.events if e.kind == "defence_judged")
    assert judged.data["total"] == 5
    assert "brogan" in table.state.units


def test_G_EX_99() -> None:
    deck = deck_with(arien_gold=attack_card(4), arien_red_1=attack_card(4, "range", range=2))
    table = Table.field("arien", "brogan", deck=deck).stand(arien="0,0").more()
    table.set("arien", items=("arien_blue_3a", "arien_blue_3a"))  # two Range strips
    near, far, farther = (table.minion(A, "melee", p) for p in ("1,0", "2,0", "4,0"))
    table.main("arien", "arien_gold")
    assert near not in table.state.units  # the only target
    table.minion(A, "melee", "1,0")
    table.main("arien", "arien_red_1")
    assert len(table.targets) == 3
    assert {far, farther} <= set(table.targets)


def test_G_EX_100() -> None:
    deck = deck_with(arien_gold=attack_card(4, "range", range=2), arien_red_1={**AREA, "attack": 4})
    table = Table.field("arien", "brogan", deck=deck).stand(arien="0,0")
    names = {p: table.minion(A, "melee", p) for p in ("2,0", "1,1", "-2,1", "3,-1")}
    three = sorted(names[p] for p in ("2,0", "1,1", "-2,1"))
    table.main("arien", "arien_gold")
    assert table.targets == three
    assert "G-R-35" in table.why_not(Pick(names["3,-1"])).rules
    table = Table.field("arien", "brogan", deck=deck).stand(arien="0,0").more()
    names = {p: table.minion(A, "melee", p) for p in ("2,0", "1,1", "-2,1", "3,-1")}
    table.main("arien", "arien_red_1")
    assert [p for p in names if names[p] in table.state.units] == ["3,-1"]


def test_G_EX_101() -> None:
    for markers, winners in (({"north": 3, "south": 2}, (0, 2)), ({"north": 3, "south": 1}, (0, 1, 2, 3))):
        table = two_lanes((1, 1), (1, 1))
        table.state.markers = dict(markers)
        table.state.round = 60
        table.run(round_end.ClearTokens())
        assert table.state.result is not None
        assert table.state.result.winners == winners
        assert "G-R-74" in table.state.result.rules


def test_G_EX_102() -> None:
    table = Table.bare("arien", "brogan", deck=deck_with(arien_gold=attack_card(4))).stand(arien="0,0")
    table.minion(T, "melee", "-4,0")
    names = [
        table.minion(A, kind, place)
        for kind, place in (("ranged", "1,0"), ("melee", "0,1"), ("melee", "-1,1"), ("heavy", "-1,0"))
    ]
    for name in names:
        table.main("arien", "arien_gold")
        if table.targets:
            table.pick(name)
    assert table.hero("arien").coins == 10
    assert table.state.markers["main"] == 3
    assert 10 - sum(round_end.level_cost(GAME.options(), n) for n in (2, 3, 4)) == 1


def test_G_EX_103() -> None:
    table = Table.start(heroes=(PAIR, "brogan", "dodger", "wasp", "swift", "min"), lanes="one_lane")
    assert len(table.state.heroes_of(T)) == 4
    assert len(table.state.board.spawns[T]) == 5
    heroes = (PAIR, "brogan", "dodger", "wasp", "swift", "min", "tigerclaw", "sabina", "arien", "ignatia")
    big = Table.start(heroes=heroes, expansion_heroes=True)
    assert len(big.state.heroes_of(T)) == 6
    assert len(big.state.board.spawns[T]) == 6
    for game in (table, big):
        while isinstance(game.task, setup.PlaceHero):
            team = game.hero(game.task.hero).team
            assert all(p in game.state.board.spawns[team] for p in game.spaces)
            game.play(game.legal[0])


def test_G_EX_104() -> None:
    table = Table.bare("arien", "brogan", "dodger", "wasp", board="teaching").stand(wasp="3,0")
    fill(table, T, 3)
    pushed(table, T)
    task = table.task
    assert isinstance(task, push.PlaceMinion)
    assert (task.kind, task.team) == ("heavy", T)
    assert len([u for u in table.state.units.values() if u.kind != "hero"]) == 11
    assert table.spaces == sorted(["4,0", "4,-1", "3,-1", "2,0", "3,1"])
    assert table.state.board.zone["2,0"] == "middle"
    assert table.state.units[table.state.on["2,1"]].kind == "melee"


def test_G_EX_105() -> None:
    jump = {
        "card_type": "skill",
        "range": 3,
        "effect": [{"op": "place_self", "to": {"within": "range", "line": True}}],
    }
    drive = {
        "card_type": "skill", "radius": 3,
        "effect": [
            {
                "op": "move_unit", "spaces": 2, "line": True,
                "target": {"kind": "hero", "side": "enemy", "within": "radius", "line": True},
            }
        ],
    }  # fmt: skip
    deck = deck_with(arien_blue_1=jump, arien_green_1=drive)
    table = (
        Table.field("arien", "brogan", "dodger", "wasp", deck=deck)
        .stand(arien="0,0", brogan="2,1", wasp="1,-3")
        .more()
    )
    table.main("arien", "arien_blue_1")
    assert len(table.spaces) == 18
    table.state.agenda.clear()
    table.state.frames.clear()
    table.main("arien", "arien_green_1")
    assert table.targets == ["brogan", "wasp"]  # a radius effect skips the test for a line
    table.pick("wasp")
    assert all(table.state.board.bearing["1,-3"].get(p) is not None for p in table.spaces)
    assert {table.state.board.distance["1,-3"][p] for p in table.spaces} == {2}


def test_G_EX_106() -> None:
    weak = {
        "card_type": "skill", "radius": 2, "movement": None, "initiative": 9,
        "effect": [
            {
                "op": "modify", "stat": "attack", "amount": -4, "until": "turn",
                "who": {"kind": "hero", "side": "enemy", "within": "radius", "all": True},
            }
        ],
    }  # fmt: skip
    deck = deck_with(
        brogan_blue_1=weak, arien_gold=attack_card(3, initiative=5, movement=None), wasp_gold={"defense": 1}
    )
    for gives in (True, False):
        table = Table.field("arien", "brogan", "dodger", "wasp", deck=deck)
        table.stand(arien="0,0", brogan="-1,0", wasp="1,0", dodger="8,0").more()
        table.state.turn = 4
        table.reveal(arien="arien_gold", brogan="brogan_blue_1")
        assert table.targets == ["brogan", "wasp"]
        table.pick("wasp")
        assert attack.attack_value(table.state, "wasp") == -1
        before = len(table.events)
        if gives:
            table.defend("wasp_gold")
        else:
            table.refuse()
        assert ("wasp" in table.state.units) == gives
        after = [e.kind for e in table.events[before:]]
        assert "minion_combat" in after
        assert not any(e.until == 4 for e in table.state.effects)


def test_G_EX_107() -> None:
    target = {"kind": "hero", "side": "enemy", "within": "adjacent", "where": ["has_discard"]}
    deck = deck_with(
        arien_red_1={"card_type": "attack", "attack": 1, "effect": [{"op": "attack", "target": target}]}
    )
    table = Table.field("arien", "brogan", deck=deck).stand(arien="0,0", brogan="1,0").more()
    table.hand("brogan", "brogan_hold", "brogan_red_1", "brogan_blue_1", "brogan_green_1")
    table.set("brogan", table=("brogan_gold", "", "", ""))
    assert not table.can_main("arien", "arien_red_1")
    table.attack_on("arien", "brogan", value=1).defend("brogan_green_1")
    assert table.hero("brogan").discard == ("brogan_green_1",)
    assert table.can_main("arien", "arien_red_1")


def test_G_EX_108() -> None:
    deck = deck_with(
        swift_blue_1={
            "card_type": "skill",
            "movement": None,
            "effect": [{"op": "place_self", "to": {"within": "range"}}],
        },
        swift_green_1={
            "card_type": "skill", "movement": 1,
            "effect": [{"op": "place_self", "to": {"within": "radius"}}, {"op": "fast_travel", "may": True}],
        },
    )  # fmt: skip
    table = Table.field("swift", "brogan", deck=deck).stand(swift="-11,0", brogan="9,0").more()
    table.main("swift", "swift_blue_1").go(table.spaces[0])
    assert "fast_travel" not in table.kinds()
    assert table.task is None
    table.main("swift", "swift_green_1").go(table.spaces[0])
    assert any(isinstance(a, Go) for a in table.legal)
    table.play(next(a for a in table.legal if isinstance(a, Go)))
    assert "fast_travel" in table.kinds()
    with pytest.raises(ValueError, match="icon movement is missing"):
        deck_with(swift_blue_1={"effect": [{"op": "fast_travel"}]})
    for card, heavy_moves in (("sabina_blue_3a", True), ("sabina_blue_2a", False)):
        table = Table.field("sabina", "brogan").stand(sabina="0,0")
        heavy = table.minion(A, "heavy", "1,0")
        first, second = table.minion(A, "melee", "0,1"), table.minion(T, "melee", "-1,0")
        table.main("sabina", card)
        assert (heavy in table.targets) == heavy_moves
        table.pick(heavy if heavy_moves else first)
        if table.task is not None:
            table.pick(second)
        assert table.state.at(second) == ("1,0" if heavy_moves else "0,1")


def test_G_EX_109() -> None:
    text = [
        {"op": "select", "pick": {"kind": "minion", "side": "friendly", "within": "adjacent"}, "as": "m"},
        {"op": "attack", "target": {"kind": "unit", "side": "enemy", "within": "adjacent"}},
        {"op": "move_unit", "target": "m", "spaces": 1},
    ]
    deck = deck_with(arien_gold={"card_type": "attack", "attack": 4, "effect": text})
    table = Table.bare("arien", "brogan", deck=deck).stand(arien="1,1")
    table.minion(A, "melee", "2,0")
    chosen = table.minion(T, "melee", "0,1")
    for place in ("-2,1", "-3,1", "-4,1"):
        table.minion(T, "melee", place)
    table.main("arien", "arien_gold")
    assert table.hero("arien").coins == 2
    assert table.state.markers["main"] == 3
    assert table.state.board.zone[table.state.at(chosen)] == "atlantean_near"
    start = table.state.at(chosen)
    assert start in table.state.board.icons["atlantean_near"][T]["melee"]
    assert table.spaces
    table.go(table.spaces[0])
    assert table.state.board.distance[start][table.state.at(chosen)] == 1


def test_every_example_has_its_test() -> None:
    """Each id of the ledger's examples stands in the name of a test here, or in its parameters."""
    names = " ".join(n for n in globals() if n.startswith("test_G_EX"))
    found: set[str] = set()
    for name in names.split():
        numbers = [int(n) for n in re.findall(r"\d+", name)]
        found |= set(range(numbers[0], numbers[-1] + 1)) if "_to_" in name else set(numbers)
    wanted = {int(e.id.rpartition("-")[2]) for e in RULEBOOK.examples}
    assert found == wanted
    assert len(wanted) == 109
