"""What can be laid over the map: where a unit can go, whom it can attack, who is in danger."""

from __future__ import annotations

from typing import Final

from atlantis_nb.core import hexes
from atlantis_nb.core.game import Place, Seat, Viewer
from atlantis_nb.core.scene import Mark

from .attack import attackable, attackers_of, fresh, may_strike
from .data import FOES, FORCES, KIND_OF, NAMES, PEOPLES
from .movement import Travel, why_not_there
from .odds import forecast
from .paths import search, stops
from .state import FoesState, board_of, immobile, rooted

OVERLAYS: Final = {
    "reach": "Moves (point at a unit)",
    "targets": "Targets (point at a unit)",
    "threat": "Danger to each unit",
    "dice_0": "Dice of {0} by hex",
    "dice_1": "Dice of {1} by hex",
    "homelands": "Homelands",
}


def overlays(state: FoesState) -> dict[str, str]:
    """Key -> title, with the names of the players."""
    return {key: title.format(*state.names) for key, title in OVERLAYS.items()}


def overlay(state: FoesState, viewer: Viewer, key: str, place: Place | None) -> tuple[Mark, ...]:
    """Marks of one overlay. Raises KeyError for another key."""
    if key not in OVERLAYS:
        raise KeyError(key)
    if key == "homelands":
        homes = board_of(state).hexes.items()
        # Each people has a pattern of its own; its name stands beside the board, not on every hex.
        return tuple(
            Mark(
                "control",
                p,
                owner=FOES + PEOPLES.index(h.homeland),
                label=f"homeland of the {FORCES[h.homeland]}",
            )
            for p, h in homes
            if h.homeland
        )
    if key == "threat":
        return tuple(threat_marks(state))
    if key in ("dice_0", "dice_1"):
        return tuple(dice_marks(state, int(key[-1])))
    uid = state.board.get(place or "")
    top = state.agenda[-1] if state.agenda else None
    if uid is None and isinstance(top, Travel):
        uid = top.unit
    if uid is None:
        return ()
    if key == "targets":
        return tuple(target_marks(state, uid))
    found = reach_marks(state, uid)
    if isinstance(top, Travel) and top.unit == uid:
        found = [mark for mark in found if mark.kind != "range"]  # the board shows these already
    return tuple(found)


def cost_marks(state: FoesState, uid: str) -> list[Mark]:
    """Where a unit may end its move, with what the way costs."""
    found, end, side = search(state, uid), stops(state, uid), state.units[uid].side
    out = [Mark("range", p, owner=side, label=f"{found.cost.get(p, 1)}") for p in end.places]
    for carrier in end.carriers:
        p = state.units[carrier].at
        out.append(Mark("range", p, owner=side, label=f"board {found.berth_cost.get(p, 1)}"))
    return out


def reach_marks(state: FoesState, uid: str) -> list[Mark]:
    """Hexes where it may stop with the cost; hexes next to those where it may not, with the reason."""
    if rooted(state, uid):
        why = "immobile" if immobile(uid) else "held this turn"
        return [Mark("blocked", state.units[uid].at, label=f"{NAMES[uid]} is {why}")]
    board, end, out = board_of(state), stops(state, uid), cost_marks(state, uid)
    inside = {mark.place for mark in out}
    rim = dict.fromkeys(
        n for p in (*end.places, state.units[uid].at) for n, _ in board.beside[p] if n not in inside
    )
    for p in rim:
        if p == state.units[uid].at:
            continue
        refusal = why_not_there(state, uid, p)
        if refusal is not None:
            out.append(Mark("blocked", p, label=f"{refusal.sentence} [{', '.join(refusal.rules)}]"))
    return out


def target_marks(state: FoesState, uid: str) -> list[Mark]:
    """Enemies in range of one unit, each with the chance if it attacks alone."""
    unit = state.units[uid]
    out = []
    if not fresh(state, unit) or not may_strike(state, uid, unit):
        return [Mark("note", unit.at, label="cannot attack" if fresh(state, unit) else "flipped")]
    for place in board_of(state).near(KIND_OF[uid].range)[unit.at]:
        who = state.board.get(place)
        if who is None or place == unit.at or state.units[who].side == unit.side:
            continue
        if attackable(state, who, state.units[who]):
            p = float(forecast(state, [uid], who).chance)
            out.append(Mark("danger", place, owner=unit.side, value=p, label=f"{p:.0%}"))
    return out or [Mark("note", unit.at, label="no enemy near")]


def threat_marks(state: FoesState) -> list[Mark]:
    """Each uncarried unit that some enemy can attack now: the chance if all fresh ones in reach join."""
    out = []
    for uid, unit in state.units.items():
        if unit.aboard or not attackable(state, uid, unit):
            continue
        foes = attackers_of(state, 1 - unit.side, uid)
        if foes:
            p = float(forecast(state, foes, uid).chance)
            out.append(Mark("danger", unit.at, value=p, label=f"{p:.0%}"))
    return out


def dice_marks(state: FoesState, seat: Seat) -> list[Mark]:
    """Dice that a side's fresh units could throw at an enemy in each hex, from where they stand."""
    dice: dict[Place, int] = {}
    board = board_of(state)
    for uid, unit in state.units.items():
        if unit.side != seat or not may_strike(state, uid, unit) or not fresh(state, unit):
            continue
        k = KIND_OF[uid]
        for p in board.near(k.range)[unit.at]:
            if p != unit.at:
                far = hexes.distance(p, unit.at) > 1
                dice[p] = dice.get(p, 0) + (k.ranged if far else max(k.melee, 1))
    most = max(dice.values(), default=1)
    return [Mark("danger", p, owner=seat, value=n / most, label=str(n)) for p, n in dice.items()]
