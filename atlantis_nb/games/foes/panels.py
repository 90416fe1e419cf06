"""What lies beside the map: the attack, hands, turn, armies, losses, who is aboard, spells in play."""

from __future__ import annotations

from typing import Final

from atlantis_nb.core.game import OPEN, Seat, Viewer
from atlantis_nb.core.scene import Card, Cards, Panel, Row, Stop, Table, Track

from .attack import AddAttackers, AttackGo
from .battle import RollAttack, RollDefence
from .casting import PickTarget
from .data import ATLANTIS, FORCES, KIND_OF, NAMES, SPELLS, UNIT_IDS
from .movement import MoveGo, Travel
from .odds import (
    FORCE_COLUMNS,
    aim_table,
    announced_table,
    attack_table,
    chance,
    force_rows,
    joining_table,
    spells_table,
)
from .power import forces
from .state import FoesState, carry, unit_name
from .view import HIDDEN


def panels(state: FoesState, viewer: Viewer) -> list[Panel]:
    """Attack being named or rolled, hand, turn, armies, losses, who is aboard, spells in play."""
    out: list[Panel] = []
    top = state.agenda[-1] if state.agenda else None
    if isinstance(top, AddAttackers):
        out.append(attack_table(state, top.player, top.target, top.named, top.death))
        joining = joining_table(state, top.player, top.target, top.named, top.death)
        out += [joining] if joining.rows else []
    elif state.battle is not None and state.battle.target in state.units:
        out.append(battle_panel(state))
    else:
        out += filter(None, [spell_panel(state, viewer)])
    for seat in (0, 1):
        if viewer is OPEN or viewer == seat:
            out.append(hand(state, seat))
    out += [turn_track(state), phase_track(state), armies(state)]
    if state.dead:
        out.append(losses(state))
    if state.cargo:
        out.append(cargo(state))
    out.append(spells_panel(state, viewer))
    return out


def spell_panel(state: FoesState, viewer: Viewer) -> Table | None:
    """The odds of spell attacks: being aimed, announced, or in a hand that the viewer may see."""
    top = state.agenda[-1] if state.agenda else None
    if isinstance(top, PickTarget | AttackGo) and (viewer is OPEN or viewer == top.player):
        return aim_table(state, top) if isinstance(top, PickTarget) else spells_table(state, top.player)
    return announced_table(state)


def hand(state: FoesState, seat: Seat) -> Cards:
    cards = []
    for spell in state.hands[seat]:
        if spell == HIDDEN:
            cards.append(Card("card:?", "?", owner=seat, hidden=True))
        else:
            s = SPELLS[spell]
            reach = {0: "the caster", -1: "no limit"}.get(s.range, str(s.range))
            text = f"{s.effect[0].upper()}{s.effect[1:]}. Target: {s.target}. Range: {reach}."
            cards.append(Card(f"card:{spell}", s.name, text, seat, (s.type,)))
    note = "" if cards else "No spell in hand."
    return Cards(f"hand {seat}", f"Spells of {state.names[seat]}", tuple(cards), note)


def turn_track(state: FoesState) -> Track:
    def when(turn: int) -> str:
        return "past" if turn < state.turn else "now" if turn == state.turn else "later"

    length = state.options.game_length
    stops_ = tuple(
        Stop(str(t), when(t), note=f"the last turn is {length}" if t == state.turn else "")  # type: ignore[arg-type]
        for t in range(1, length + 1)
    )
    return Track(
        "turns", "Turn", stops_, "After the last turn the Atlanteans win a minor victory, which counts 0.75."
    )


PHASES: Final = ("Draw", "Movement", "Attack", "End")


def phase_track(state: FoesState) -> Track:
    at = PHASES.index(state.phase) if state.phase in PHASES else -1
    top = state.agenda[-1] if state.agenda else None
    moment = getattr(top, "moment", "")
    note = {"move_start": "spells for the start", "battle_start": "spells for the start"}.get(moment, "")
    if isinstance(top, MoveGo | AttackGo | Travel | AddAttackers):
        note = f"{state.names[top.player]} to act"
    steps = tuple(
        Stop(p, "past" if i < at else "now" if i == at else "later", note if i == at else "")
        for i, p in enumerate(PHASES)
    )
    done = [state.names[s] for s in (0, 1) if state.done[s] and state.phase in ("Movement", "Attack")]
    return Track("phases", "Phase", steps, f"Done: {', '.join(done)}." if done else "")


def armies(state: FoesState) -> Table:
    """Each force: units on the board, lost, power, spellcasters left."""
    rows = []
    for force, name in FORCES.items():
        ids = [u for u in UNIT_IDS if KIND_OF[u].force == force]
        here = [u for u in ids if u in state.units and not state.units[u].undead]
        seat = KIND_OF[ids[0]].seat if ids else ATLANTIS
        power = sum(KIND_OF[u].melee for u in here)
        rows.append(
            Row(
                (name, len(here), len(ids) - len(here), power, sum(1 for u in here if KIND_OF[u].caster)),
                owner=seat,
            )
        )
    extra = [u for u, unit in state.units.items() if unit.undead or KIND_OF[u].force == "created"]
    named = ", ".join(f"{unit_name(state, u)} ({state.names[state.units[u].side]})" for u in extra)
    note = f"Also on the board: {named}." if extra else ""
    return Table("armies", "Armies", ("Army", "Units", "Lost", "Power", "Casters"), tuple(rows), note)


def losses(state: FoesState) -> Table:
    rows = tuple(
        Row((NAMES[uid], FORCES.get(KIND_OF[uid].force, ""), KIND_OF[uid].power), unit.owner, f"piece:{uid}")
        for uid, unit in state.dead.items()
    )
    return Table(
        "losses", "Destroyed units", ("Unit", "Army", "Power"), rows, "In the order in which they fell."
    )


def cargo(state: FoesState) -> Table:
    rows = []
    for carrier, riders in state.cargo.items():
        room = f"{len(riders)} of {carry(state, carrier)}"
        for uid in riders:
            rows.append(
                Row((NAMES[uid], NAMES[carrier], state.units[uid].at, room),
                    state.units[uid].side, f"piece:{uid}")
            )  # fmt: skip
    return Table("cargo", "Aboard", ("Unit", "Carrier", "Hex", "Places taken"), tuple(rows))


def spells_panel(state: FoesState, viewer: Viewer) -> Table:
    """Chits by place: in play, discarded, in hands and pile (numbers only where hidden)."""
    rows = []
    for uid, lying in state.effects.items():
        for spell in lying:
            rows.append(
                Row((SPELLS[spell].name, f"on {NAMES[uid]}", SPELLS[spell].effect), state.units[uid].side)
            )
    if state.fire:
        rows.append(Row(("Wall of Fire", ", ".join(state.fire), SPELLS["wall_of_fire"].effect)))
    for i, chits in enumerate(state.discards):
        whose = "" if len(state.discards) == 1 else f" of {state.names[i]}"
        names = ", ".join(SPELLS[s].name for s in chits)
        rows.append(Row((f"Discards{whose}", len(chits), names or "none")))
    for i, pile in enumerate(state.piles):
        whose = "" if len(state.piles) == 1 else f" of {state.names[i]}"
        rows.append(Row((f"Pile{whose}", len(pile), "to draw from")))
    for seat in (0, 1):
        rows.append(Row((f"Hand of {state.names[seat]}", len(state.hands[seat]), "chits"), seat))
    return Table("spells", "Spells", ("What", "Where", "Effect"), tuple(rows))


def battle_panel(state: FoesState) -> Table:
    """The attack being rolled, by its sums (odds.py has the distributions), and what has been rolled so far."""
    b = state.battle
    assert b is not None
    f = forces(state, b)
    rows = force_rows(state, f, b.side, b.target, b.spell)
    open_ = {type(task) for task in state.agenda}
    attack = f"Attack roll {b.attack}" if b.near_dice + b.far_dice else "No attack roll yet"
    if RollAttack in open_:
        attack = f"Attack roll {b.attack} so far" if b.attack else "The attack is rolled next"
    defence = "no defence roll yet"
    if b.defended:
        defence = "the defence is rolled next" if RollDefence in open_ else f"defence roll {b.defence}"
    p = chance(f.attack, f.defend, state.options.dice)
    thrown = b.defended or not b.near_dice + b.far_dice or RollAttack not in open_ or b.attack
    when = "Before the dice the chance was" if thrown else "The chance to destroy it is"
    note = f"{attack}, {defence}. {when} {float(p):.1%}."
    return Table("battle", f"Attack on {unit_name(state, b.target)}", FORCE_COLUMNS, tuple(rows), note)
