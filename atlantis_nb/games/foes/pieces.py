"""Putting units on the board, moving them and taking them off: the only code that does."""

from __future__ import annotations

from msgspec.structs import replace

from atlantis_nb.core.game import Log, Place, Result, Seat

from .data import ATLANTIS, FOES, KIND_OF, NAMES
from .state import FoesState, Unit, board_of, counted, other


def put(state: FoesState, uid: str, unit: Unit) -> None:
    """Place a unit that is not on the board: in an empty hex, or aboard `unit.aboard`."""
    if KIND_OF[uid].special == "trojan_horse" and board_of(state).in_city[unit.at]:
        unit = replace(unit, exposed=True)
    state.units[uid] = unit
    if unit.aboard:
        state.cargo[unit.aboard] = (*state.cargo.get(unit.aboard, ()), uid)
    else:
        state.board[unit.at] = uid


def leave_place(state: FoesState, uid: str) -> None:
    """Take a unit out of its hex or off its carrier."""
    unit = state.units[uid]
    if unit.aboard:
        rest = tuple(u for u in state.cargo[unit.aboard] if u != uid)
        if rest:
            state.cargo[unit.aboard] = rest
        else:
            del state.cargo[unit.aboard]
    else:
        del state.board[unit.at]


def relocate(state: FoesState, log: Log, uid: str, to: Place, aboard: str = "", moved: bool = False) -> None:
    """Bring a unit to another hex or aboard a carrier there; those it carries go along.

    Riding costs a passenger nothing (F-R-35) unless the option ride_then_move says it may not move
    after. Whoever changed hex is marked for the Great Catapult (F-R-50); a Trojan Horse brought into
    the city is found out (F-R-53).
    """
    units, riders = state.units, state.cargo.get(uid, ())
    leave_place(state, uid)
    unit = units[uid]
    units[uid] = Unit(
        unit.owner, unit.side, to, aboard, moved or unit.moved, unit.attacked, unit.cast, True, unit.exposed,
        unit.undead, unit.expires,
    )  # fmt: skip
    if aboard:
        state.cargo[aboard] = (*state.cargo.get(aboard, ()), uid)
    else:
        state.board[to] = uid
    for rider in riders:
        unit = units[rider]
        tired = unit.moved or not state.options.ride_then_move
        units[rider] = replace(unit, at=to, shifted=True, moved=tired)
    if board_of(state).in_city[to]:
        for u in (uid, *riders):
            expose(state, log, u)


def expose(state: FoesState, log: Log, uid: str, rules: tuple[str, ...] = ("F-UNIT-38", "F-R-53")) -> None:
    """A Trojan Horse loses its safety for the rest of the game."""
    unit = state.units[uid]
    if KIND_OF[uid].special == "trojan_horse" and not unit.exposed:
        state.units[uid] = replace(unit, exposed=True)
        log.say("exposed", rules, "{name} was found out and can be attacked from now on.", (unit.at,),
                unit=uid, name=NAMES[uid])  # fmt: skip


def break_hexside(state: FoesState, edge: str) -> None:
    """A wall or gate is gone for the rest of the game (F-R-30, F-R-51)."""
    state.broken = tuple(sorted({*state.broken, edge}))


def discard(state: FoesState, pile: int, spell: str) -> None:
    """A chit goes to the discards (F-SPL-08, F-R-91)."""
    piles = list(state.discards)
    piles[pile] = tuple(sorted((*piles[pile], spell)))
    state.discards = tuple(piles)


def pick_up_chit(state: FoesState, pile: int, spell: str) -> bool:
    """Take a chit from the table, if it lies there."""
    if spell not in state.table[pile]:
        return False
    tables = list(state.table)
    rest = list(tables[pile])
    rest.remove(spell)
    tables[pile] = tuple(rest)
    state.table = tuple(tables)
    return True


def remove(state: FoesState, uid: str) -> tuple[str, ...]:
    """Take a unit and those aboard it off the board; returns all who left, passengers first.

    Units of the tables go to the dead pile (F-R-91), chits of created units and undead to the
    discards (F-R-67, F-R-69). Spells that lay on them end. A duration that
    runs out takes passengers along too (F-R-99).
    """
    gone: list[str] = []
    for rider in state.cargo.get(uid, ()):
        gone += remove(state, rider)
    leave_place(state, uid)
    unit = state.units.pop(uid)
    state.effects.pop(uid, None)
    pile = unit.owner if len(state.piles) > 1 else 0
    if KIND_OF[uid].force == "created":
        discard(state, pile, KIND_OF[uid].id)
    else:
        if unit.undead:
            discard(state, pile, "raise_dead")
        state.dead[uid] = Unit(KIND_OF[uid].seat, KIND_OF[uid].seat, unit.at)
    gone.append(uid)
    return tuple(gone)


def check_victory(state: FoesState, log: Log) -> bool:
    """F-VIC-01, F-VIC-02: a side whose every unit is destroyed has lost, at once (F-R-88, F-R-89)."""
    for loser, rule in ((FOES, "F-VIC-01"), (ATLANTIS, "F-VIC-02")):
        if next(counted(state, loser), None) is None:
            reason = f"Every unit of {state.names[loser]} was destroyed."
            win(state, log, other(loser), reason, (rule, "F-R-88", "F-R-89"))
            return True
    return False


def win(
    state: FoesState, log: Log, winner: Seat, reason: str, rules: tuple[str, ...], score: float = 1.0
) -> None:
    """End the game. A minor victory scores 0.75 to 0.25."""
    scores = (score, 1 - score) if winner == ATLANTIS else (1 - score, score)
    state.result = Result((winner,), scores, reason, rules)
    state.agenda.clear()
    minor = "" if score == 1 else f" A minor victory counts {score:g} of a victory."
    log.say("end", rules, "{reason} {winner:player} won.{minor}", reason=reason, winner=winner, minor=minor)
