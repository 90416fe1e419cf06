"""What a person is told who clicks on something that is no choice: the wish behind it, in words."""

from __future__ import annotations

from typing import Any

import pytest

from atlantis_nb.games.sinking.buy import BuyTurn
from atlantis_nb.games.sinking.expand import ExpandTurn
from atlantis_nb.games.sinking.flood import Aim, NextFlood, Tidy
from atlantis_nb.games.sinking.move import Move, MoveTurn

from .table import BLUE, GREEN, RED, Table

ASKS = "That is not a choice here. "


def table(**options: Any) -> Table:
    t = Table(3, order=(RED, BLUE, GREEN), **options).put(RED, small=["0,2"], village=["1,0"], worker=["0,1"])
    t.put(RED, soldier=["0,2", "1,1"], settler=["1,0"]).put(BLUE, soldier=["0,3", "2,0"], small=["-1,2"])
    t.state.stock[:] = [8, 9, 9]
    return t


MOVE = [
    (("piece:worker0@0,1", "cell:0,0"), "S-MOVE-03", "The worker on 0,1 stays: only settlers and soldiers move."),
    (("piece:village0@1,0", "cell:1,1"), "S-MOVE-03", "The village on 1,0 stays: only settlers and soldiers move."),
    (
        ("piece:settler0@1,0", "cell:1,0"), "S-MOVE-02",
        "The settler stands on 1,0 already; only soldiers attack there.",
    ),
    (
        ("piece:settler0@1,0", "cell:2,0"), "S-MOVE-05",
        "A settler may not enter 2,0: another player has a soldier there.",
    ),
    (
        ("piece:soldier0@0,2", "cell:0,4"), "S-MOVE-02",
        "0,4 is not next to 0,2: a piece moves one tile.",
    ),
    (("piece:soldier1@0,3", "cell:0,2"), "S-MOVE-01", "Only your own pieces move in your turn."),
    (("cell:0,2", "cell:0,2"), "S-R-30", "No piece of another player is on 0,2."),
    (("cell:3,-3",), "S-MOVE-02", "You have no soldier on 3,-3."),
]  # fmt: skip


@pytest.mark.parametrize(("clicks", "rule", "sentence"), MOVE)
def test_moves(clicks: tuple[str, ...], rule: str, sentence: str) -> None:
    refusal = table().start(MoveTurn(RED)).why_not(clicks)
    assert refusal.sentence == sentence
    assert rule in refusal.rules


@pytest.mark.parametrize("click", ["button:Done", "cell:9,9"])
def test_what_is_no_space_is_not_called_one(click: str) -> None:
    """A button or a space off the map is no wish for a sea tile, a settlement or a soldier there."""
    aiming = table().start(NextFlood(1), Tidy())
    assert aiming.why_not((click,)).sentence == ASKS + "Choose the sea tile from which flood 1 strikes."
    declaring = table(fight_commit="declare_all").put(RED, soldier=["1,2"]).start(MoveTurn(RED))
    declaring.act(Move(RED, "soldier", "0,2", "0,3"))
    assert declaring.why_not((click,)).sentence.startswith(ASKS + "Name more soldiers for the attack on 0,3")
    if click.startswith("cell"):
        for turn in (BuyTurn(RED), ExpandTurn(RED)):
            assert table().start(turn).why_not((click,)).sentence.startswith(ASKS)
    assert (
        table()
        .start(BuyTurn(RED))
        .why_not(("button:Buy a soldier",))
        .sentence.startswith(ASKS + "Buy soldiers")
    )


def test_half_a_flight_is_no_wish_for_the_sea() -> None:
    """A click on the tile that sinks, and no goal yet: the question is asked again."""
    fleeing = table().start(NextFlood(1), Tidy()).act(Aim("0,4"))
    assert fleeing.why_not(("cell:0,3",)).sentence.startswith(ASKS + "Move your pieces off the sinking tiles")
    assert fleeing.why_not(("piece:soldier1@0,3", "cell:0,4")).sentence == "There is no land on 0,4."
