"""What there is to see: the map as a Scene, what lies beside it, and marks to lay over it. Plain data."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from atlantis_nb.core import hexes
from atlantis_nb.core.game import OPEN, Place, Seat, Viewer, plural
from atlantis_nb.core.scene import (
    Card,
    Cards,
    Cell,
    Edge,
    Key,
    Mark,
    Panel,
    Piece,
    Row,
    Scene,
    Stop,
    Table,
    Track,
)

from .attack import AddAttackers, AttackGo, attackable, attackers_of, fresh, may_strike
from .board import TEMPLE, Board, load
from .data import ATLANTIS, FOES, FORCES, KIND_OF, NAMES, PEOPLES, SPELLS, TERRAIN, UNIT_IDS
from .movement import MoveGo, Travel, why_not_there
from .odds import attack_table, chance, forecast
from .paths import points, search, stops
from .power import forces, total
from .state import FoesState, Unit, board_of, carry, horse_hidden, immobile, rooted, unit_name
from .view import HIDDEN

TERRAINS: Final = ("water", "treacherous", "clear", "city", "port", "forest", "mountain")
EDGES: Final = ("river", "wall", "gate")
PIECES: Final = ("land unit", "ship", "flyer unit", "swimmer unit", "tower unit")
MARKS: Final = ("selected", "from", "to", "blocked", "note", "range", "danger", "control")
BADGES: Final = {
    "x": "moved this turn",
    "!": "flipped: has attacked or cast this turn",
    "M": "Mage",
    "P": "Priest",
    "MP": "Mage and Priest",
    "R2": "shoots two hexes",
    "R3": "shoots three hexes",
    "B": "Breach: walks through walls",
    "C": "carrier: units aboard / places",
    "^": "aboard a carrier",
    "U": "undead",
    "T": "leaves the board after some turns",
    "?": "hidden: cannot be attacked",
    "*": "under a spell",
}
"""What the small marks on a counter mean."""

LETTERS: Final = ("A", "F")


# ------------------------------------------------------------------ the map


@lru_cache(maxsize=16)
def ground(name: str) -> tuple[Cell, ...]:
    """The cells of a board, which never change."""
    board = load(name)
    return tuple(_cell(board, place) for place in board.hexes)


def _cell(board: Board, place: Place) -> Cell:
    h, row = board.hexes[place], TERRAIN[board.row[place]]
    x, y = hexes.centre(place)
    facts = []
    if h.homeland:
        facts.append(f"{'Home waters' if board.sea[place] else 'Homeland'} of the {h.homeland.title()}")
    if h.site == TEMPLE:
        facts.append("The Cataclysm is cast here")
    if row.land_cost is not None:
        facts.append(f"Costs {row.land_cost}")
    else:
        facts.append(f"Costs ships {row.water_unit_cost}")
    if row.defence_all or row.defence_atlantean:
        who = "everybody" if row.defence_all else "Atlanteans"
        facts.append(f"+{row.defence_all + row.defence_atlantean} in defence for {who}")
    if h.coast:
        facts.append("Coast")
    if board.city[place]:
        facts.append(f"{plural(board.city[place], 'hex', 'hexes')} from the city")
    label = SHORT_SITES.get(h.site or "", h.site or "") or middle_of_homelands(board.name).get(place, "")
    return Cell(place, x, y, board.row[place], label, tuple(facts), name=board.land_name(place))


SHORT_SITES: Final = {TEMPLE: "Temple", "College of Wizards": "College", "Dragon Roost": "Roost"}


@lru_cache(maxsize=16)
def middle_of_homelands(name: str) -> dict[Place, str]:
    """The hex of each homeland on which its name is written: the land hex nearest to its middle."""
    board, out = load(name), {}
    for people in PEOPLES:
        land = [p for p, h in board.hexes.items() if h.homeland == people and not board.sea[p]]
        if land:
            spots = [hexes.centre(p) for p in land]
            x, y = (sum(s[i] for s in spots) / len(spots) for i in (0, 1))
            place = min(land, key=lambda p: (hexes.centre(p)[0] - x) ** 2 + (hexes.centre(p)[1] - y) ** 2)
            out[place] = people.title()
    return out


@lru_cache(maxsize=64)
def hexsides(name: str, broken: tuple[str, ...]) -> tuple[Edge, ...]:
    """Rivers, and the walls and gates that still stand."""
    out = []
    for edge, feature in load(name).edges.items():
        if edge not in broken:
            a, b = edge.split("|")
            out.append(Edge(a, b, feature, feature))
    return tuple(out)


def scene(state: FoesState, viewer: Viewer) -> Scene:
    """The map with every unit. Nothing on it is hidden (F-R-22)."""
    name = state.options.board
    return Scene(
        title=load(name).title,
        cells=ground(name),
        edges=hexsides(name, state.broken),
        pieces=tuple(piece(state, uid, unit) for uid, unit in state.units.items()),
        marks=tuple(marks(state)),
        legend=LEGEND,
        names=state.names,
        caption=caption(state),
        letters=LETTERS,
    )


def caption(state: FoesState) -> str:
    """Turn and phase, what stands, what is burning or broken."""
    if state.result is not None:
        return state.result.reason
    if not state.turn:
        return f"Set-up: {len(state.units)} of {len(UNIT_IDS)} units are placed."
    counts = [sum(1 for u in state.units.values() if u.side == seat) for seat in (0, 1)]
    words = [f"Turn {state.turn} of {state.options.game_length}, {state.phase} Phase"]
    words.append(f"{state.names[0]} {counts[0]} units, {state.names[1]} {counts[1]} units")
    if state.fire:
        words.append(f"fire at {', '.join(state.fire)}")
    if state.broken:
        words.append(f"{plural(len(state.broken), 'wall or gate', 'walls or gates')} broken")
    return "; ".join(words) + "."


def shape(uid: str) -> str:
    k = KIND_OF[uid]
    if not k.move:
        return "tower unit"
    return {"land": "land unit", "water": "ship", "flyer": "flyer unit", "swimmer": "swimmer unit"}[k.mode]


def strength(state: FoesState, uid: str, unit: Unit) -> str:
    """Power and movement as printed on the counter: "5-4", "X-1"; an undead has 1 power less."""
    k = KIND_OF[uid]
    power = "X" if k.special == "catapult" else str(max(1, k.melee - unit.undead))
    return f"{power}-{points(state, uid)}"


def piece(state: FoesState, uid: str, unit: Unit) -> Piece:
    return Piece(
        uid, unit.at, unit.side, shape(uid), strength(state, uid, unit), badges=badges(state, uid, unit),
        words=words(state, uid, unit),
    )  # fmt: skip


def badges(state: FoesState, uid: str, unit: Unit) -> tuple[str, ...]:
    """What has happened to the unit first, then what it is; see BADGES. How it moves is its shape."""
    k, out = KIND_OF[uid], []
    if unit.aboard:
        out.append("^")
    if unit.flipped:
        out.append("!")
    if unit.moved and state.phase == "Movement":
        out.append("x")
    if uid in state.cargo:
        out.append(f"{len(state.cargo[uid])}/{carry(state, uid)}")
    if uid in state.effects:
        out.append("*")
    if unit.undead:
        out.append("U")
    if unit.expires:
        out.append("T")
    if horse_hidden(uid, unit):
        out.append("?")
    if k.caster and not unit.undead:
        out.append(("M" if k.mage else "") + ("P" if k.priest else ""))
    if k.range > 1:
        out.append(f"R{k.range}")
    if k.carry and uid not in state.cargo:
        out.append(f"C{carry(state, uid)}")
    if k.breach:
        out.append("B")
    return tuple(out)


def words(state: FoesState, uid: str, unit: Unit) -> str:
    """The unit in full: "Triremes 1 of the Five Foes, power 3, movement 2, carrying Medusa (1 of 3)"."""
    k = KIND_OF[uid]
    power = "rolled" if k.special == "catapult" else str(max(1, k.melee - unit.undead))
    parts = [f"{unit_name(state, uid)} of {state.names[unit.side]}", f"power {power}"]
    if k.ranged and k.ranged != k.melee:
        parts.append(f"{k.ranged} from afar")
    if k.range > 1:
        parts.append(f"range {k.range}")
    parts.append(f"movement {points(state, uid)}" if k.move else "immobile")
    for has, word in ((k.mage, "Mage"), (k.priest, "Priest"), (k.breach, "Breach"), (k.mode == "flyer", "flyer"),
                      (k.mode == "water", "water unit"), (k.mode == "swimmer", "swimmer")):  # fmt: skip
        if has:
            parts.append(word)
    if uid in state.cargo:
        aboard = ", ".join(NAMES[u] for u in state.cargo[uid])
        parts.append(f"carrying {aboard} ({len(state.cargo[uid])} of {carry(state, uid)})")
    elif k.carry:
        parts.append(f"can carry {carry(state, uid)}")
    if unit.aboard:
        parts.append(f"aboard {NAMES[unit.aboard]}")
    if unit.moved and state.phase == "Movement":
        parts.append("moved")
    if unit.flipped:
        parts.append("flipped")
    if horse_hidden(uid, unit):
        parts.append("cannot be attacked yet")
    if unit.expires:
        parts.append(f"leaves after turn {unit.expires}")
    if unit.side != unit.owner:
        parts.append(f"controlled for this turn, belongs to {state.names[unit.owner]}")
    if uid in state.effects:
        parts.append("under " + ", ".join(SPELLS[s].name for s in state.effects[uid]))
    return ", ".join(parts)


def marks(state: FoesState) -> list[Mark]:
    """The unit taken up, the attack being made, hexes on fire, hexes named for a spell."""
    out = [Mark("blocked", p, label="fire") for p in state.fire]
    top = state.agenda[-1] if state.agenda else None
    if isinstance(top, Travel):
        out.append(Mark("selected", state.units[top.unit].at, label=NAMES[top.unit]))
    attackers: tuple[str, ...] = ()
    target, side = "", None
    if isinstance(top, AddAttackers):
        attackers, target, side = top.named, top.target, top.player
    elif state.battle is not None:
        b = state.battle
        attackers, target, side = b.attackers or ((b.caster,) if b.caster else ()), b.target, b.side
    if target in state.units:
        to = state.units[target].at
        out.append(Mark("to", to, label=f"attack on {NAMES[target]}"))
        froms = dict.fromkeys(state.units[a].at for a in attackers if a in state.units)
        out += [Mark("from", p, to, owner=side) for p in froms if p != to]
    caster = getattr(top, "caster", "")
    if caster in state.units:
        out.append(Mark("selected", state.units[caster].at, label=f"{NAMES[caster]} casting"))
        out += [Mark("note", p, label="named") for p in getattr(top, "picked", ()) if "," in p]
    return out


LEGEND: Final = (
    Key("terrain", "water", "Water: 1 for ships"),
    Key("terrain", "treacherous", "Treacherous water: 2 for ships"),
    Key("terrain", "clear", "Clear: 1"),
    Key("terrain", "forest", "Forest: 2, +1 in defence"),
    Key("terrain", "mountain", "Mountain: 3, +1 in defence"),
    Key("terrain", "city", "City: 2, +1 in defence for Atlanteans"),
    Key("terrain", "port", "Port: a city hex that ships may enter"),
    Key("edge", "river", "River: 2 more, +2 in defence across it"),
    Key("edge", "wall", "Wall: 3 more, +2 in defence for Atlanteans across it"),
    Key("edge", "gate", "Gate: a wall that Atlanteans pass free"),
    Key("owner", "0", "Atlanteans (A)", 0),
    Key("owner", "1", "Five Foes (F)", 1),
    Key("piece", "land unit", "Land unit: power - movement"),
    Key("piece", "ship", "Water unit"),
    Key("piece", "flyer unit", "Flyer"),
    Key("piece", "swimmer unit", "Swimmer: on land and in water"),
    Key("piece", "tower unit", "Lens Tower: never moves"),
)


# ------------------------------------------------------------------ beside the board


def panels(state: FoesState, viewer: Viewer) -> list[Panel]:
    """Attack being named or rolled, hand, turn, armies, losses, who is aboard, spells in play."""
    out: list[Panel] = []
    top = state.agenda[-1] if state.agenda else None
    if isinstance(top, AddAttackers):
        out.append(attack_table(state, top.player, top.target, top.named, top.death))
    elif state.battle is not None and state.battle.target in state.units:
        out.append(battle_panel(state))
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
    return Cards(f"hand {seat}", f"Spells of {state.names[seat]}", tuple(cards))


def turn_track(state: FoesState) -> Track:
    def when(turn: int) -> str:
        return "past" if turn < state.turn else "now" if turn == state.turn else "later"

    length = state.options.game_length
    stops_ = tuple(
        Stop(str(t), when(t), note=f"the last turn is {length}" if t == state.turn else "")  # type: ignore[arg-type]
        for t in range(1, length + 1)
    )
    return Track("turns", "Turn", stops_, "After the last turn the Atlanteans win a minor victory.")


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
    """The attack being rolled, by its sums (odds.py has the distributions)."""
    b = state.battle
    assert b is not None
    f = forces(state, b)
    rows = [
        Row((NAMES.get(uid, uid) if not b.spell else SPELLS[b.spell].name, total(parts),
             ", ".join(f"{p.name} {p.amount:+d}" for p in parts)), b.side)
        for uid, parts in (*f.near, *f.far)
    ]  # fmt: skip
    rows.append(
        Row((f"{unit_name(state, b.target)} (defence)", f.defend,
             ", ".join(f"{p.name} {p.amount:+d}" for p in f.defence)), 1 - b.side)
    )  # fmt: skip
    rolled = f"Attack roll so far {b.attack}" + (f", defence roll {b.defence}." if b.defended else ".")
    p = chance(f.attack, f.defend)
    note = f"{rolled} Before the dice the chance was {float(p):.1%}."
    return Table("battle", "Attack", ("Unit", "Dice", "Parts"), tuple(rows), note)


# ------------------------------------------------------------------ overlays

OVERLAYS: Final = {
    "reach": "Where the unit under the cursor can go, and what it costs",
    "targets": "Whom the unit under the cursor can attack from here, with the chance",
    "threat": "How likely each unit is to be destroyed if every enemy in reach attacks it",
    "enemy": "How many enemy dice reach each hex from where they stand",
    "homelands": "The homelands of the five peoples and their waters",
}


def overlay(state: FoesState, viewer: Viewer, key: str, place: Place | None) -> tuple[Mark, ...]:
    """Marks of one overlay. Raises KeyError for another key."""
    if key not in OVERLAYS:
        raise KeyError(key)
    if key == "homelands":
        homes = board_of(state).hexes.items()
        return tuple(Mark("control", p, owner=FOES, label=h.homeland.title()) for p, h in homes if h.homeland)
    if key == "threat":
        return tuple(threat_marks(state))
    if key == "enemy":
        seat = viewer if viewer in (0, 1) else state.agenda[-1].player if _asks(state) else ATLANTIS
        return tuple(enemy_marks(state, seat))
    uid = state.board.get(place or "")
    top = state.agenda[-1] if state.agenda else None
    if uid is None and isinstance(top, Travel):
        uid = top.unit
    if uid is None:
        return ()
    return tuple(reach_marks(state, uid) if key == "reach" else target_marks(state, uid))


def _asks(state: FoesState) -> bool:
    return bool(state.agenda) and hasattr(state.agenda[-1], "player")


def reach_marks(state: FoesState, uid: str) -> list[Mark]:
    """Hexes where it may stop with the cost; hexes next to those where it may not, with the reason."""
    if rooted(state, uid):
        why = "immobile" if immobile(uid) else "held this turn"
        return [Mark("blocked", state.units[uid].at, label=f"{NAMES[uid]} is {why}")]
    found, board = search(state, uid), board_of(state)
    end = stops(state, uid)
    out = [Mark("range", p, owner=state.units[uid].side, label=f"{found.cost.get(p, 1)}") for p in end.places]
    inside = set(end.places)
    for carrier in end.carriers:
        p = state.units[carrier].at
        inside.add(p)
        out.append(Mark("range", p, owner=state.units[uid].side, label=f"board {found.berth_cost.get(p, 1)}"))
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
    if not may_strike(state, uid, unit):
        return [Mark("blocked", unit.at, label=f"{NAMES[uid]} cannot attack now")]
    for place in board_of(state).near(KIND_OF[uid].range)[unit.at]:
        who = state.board.get(place)
        if who is None or place == unit.at or state.units[who].side == unit.side:
            continue
        if attackable(state, who, state.units[who]):
            p = float(forecast(state, [uid], who).chance)
            out.append(Mark("danger", place, owner=unit.side, value=p, label=f"{p:.0%}"))
    return out


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


def enemy_marks(state: FoesState, seat: Seat) -> list[Mark]:
    """Dice that enemies could throw at a unit in each hex, from where they stand."""
    dice: dict[Place, int] = {}
    board = board_of(state)
    for uid, unit in state.units.items():
        if unit.side == seat or not may_strike(state, uid, unit) or not fresh(state, unit):
            continue
        k = KIND_OF[uid]
        for p in board.near(k.range)[unit.at]:
            if p != unit.at:
                far = hexes.distance(p, unit.at) > 1
                dice[p] = dice.get(p, 0) + (k.ranged if far else max(k.melee, 1))
    most = max(dice.values(), default=1)
    return [Mark("danger", p, owner=1 - seat, value=n / most, label=str(n)) for p, n in dice.items()]
