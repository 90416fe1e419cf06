"""The map as a Scene, plain data; panels.py has what lies beside it, overlays.py what is laid over it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from atlantis_nb.core import hexes
from atlantis_nb.core.game import Place, Viewer, plural
from atlantis_nb.core.scene import Area, Cell, Edge, Key, Mark, Piece, Scene

from .attack import AddAttackers
from .board import TEMPLE, Board, load
from .data import FORCES, KIND_OF, NAMES, PEOPLES, SPELLS, TERRAIN, UNIT_IDS
from .movement import Travel
from .overlays import cost_marks
from .paths import points
from .state import FoesState, Unit, carry, horse_hidden, unit_name

TERRAINS: Final = ("water", "treacherous", "clear", "city", "port", "temple", "forest", "mountain")
EDGES: Final = ("river", "wall", "gate", "broken", "frontier")
PIECES: Final = ("land unit", "ship", "flyer unit", "swimmer unit", "tower unit")
MARKS: Final = ("selected", "from", "to", "blocked", "note", "range", "danger", "control")
BADGES: Final = {
    "moved": "Moved this turn",
    "attacked": "Flipped: has attacked or cast",
    "mage": "Mage",
    "priest": "Priest",
    "range 2": "Shoots two hexes; 3: three",
    "breach": "Breach: walks through walls",
    "cargo 2": "Carrier: units aboard / places",
    "aboard": "Aboard a carrier",
    "undead": "Undead",
    "leaves": "Leaves after some turns",
    "hidden": "Hidden: cannot be attacked",
    "spell": "Under a spell",
}
"""What the small marks on a counter mean, by what the painter draws for them."""

LETTERS: Final = ("A", "F")
BANDS: Final = tuple(FORCES[people][:2] for people in PEOPLES)
"""The five peoples on their counters: Le, Eg, Gr, Ba, Af. An Atlantean has its side's letter and no band."""


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
    label = SHORT_SITES.get(h.site or "", h.site or "")
    terrain = "temple" if h.site == TEMPLE else board.row[place]
    return Cell(place, x, y, terrain, label, tuple(facts), name=board.land_name(place))


SHORT_SITES: Final = {
    TEMPLE: "Temple",
    "College of Wizards": "College",
    "Dragon Roost": "Roost",
    "Workshops": "Works",
}


@lru_cache(maxsize=16)
def areas(name: str) -> tuple[Area, ...]:
    """The names of the homelands, each off the board at the place nearest to its land."""
    board, out = load(name), []
    rows: dict[float, list[float]] = {}
    for place in board.hexes:
        x, y = hexes.centre(place)
        rows.setdefault(y, []).append(x)
    for people in PEOPLES:
        land = [hexes.centre(p) for p, h in board.hexes.items() if h.homeland == people and not board.sea[p]]
        if not land:
            continue
        x, y = (sum(spot[i] for spot in land) / len(land) for i in (0, 1))
        out.append(min(_free_spots(people.title(), rows, x), key=lambda a: (a.x - x) ** 2 + (a.y - y) ** 2))
    return tuple(out)


def _free_spots(text: str, rows: dict[float, list[float]], x: float) -> list[Area]:
    """Above the board, below it, and at either end of each row that leaves room for the text."""
    wide, room = 0.62 * len(text), max(map(max, rows.values()))
    spots = [Area(text, x, min(rows) - 1.2), Area(text, x, max(rows) + 1.9)]
    for y in rows:
        beside = [x for row in (y - 1.5, y, y + 1.5) for x in rows.get(row, ())]
        for end, align in ((max(beside) + 1.1, "start"), (min(beside) - 1.1, "end")):
            if abs(end) + wide <= room:
                spots.append(Area(text, end, y + 0.3, align))  # type: ignore[arg-type]
    return spots


@lru_cache(maxsize=16)
def frontiers(name: str) -> tuple[Edge, ...]:
    """The borders of the homelands and their waters, towards other peoples and what is nobody's."""
    board = load(name)
    out = []
    for place, h in board.hexes.items():
        for other, _ in board.beside[place]:
            there = board.hexes[other].homeland
            if h.homeland != there and (h.homeland or "") > (there or ""):
                out.append(Edge(place, other, "frontier"))
    return tuple(out)


@lru_cache(maxsize=64)
def hexsides(name: str, broken: tuple[str, ...]) -> tuple[Edge, ...]:
    """Rivers, walls and gates; and the ruins of those that were broken, which hinder nobody."""
    out = []
    for edge, feature in load(name).edges.items():
        a, b = edge.split("|")
        gone = edge in broken
        out.append(Edge(a, b, "broken" if gone else feature, f"broken {feature}" if gone else feature))
    return tuple(out)


def scene(state: FoesState, viewer: Viewer) -> Scene:
    """The map with every unit. Nothing on it is hidden (F-R-22)."""
    name = state.options.board
    return Scene(
        title=load(name).title,
        cells=ground(name),
        edges=(*frontiers(name), *hexsides(name, state.broken)),
        # A carrier lies on top of those whom it carries.
        pieces=tuple(piece(state, uid, unit) for uid, unit in sorted(state.units.items(), key=_aboard)),
        marks=tuple(marks(state)),
        legend=LEGEND,
        names=state.names,
        caption=caption(state),
        letters=LETTERS,
        areas=areas(name),
        bands=BANDS,
    )


def _aboard(item: tuple[str, Unit]) -> bool:
    return bool(item[1].aboard)


def caption(state: FoesState) -> str:
    """Turn and phase, what stands, what is burning or broken."""
    if state.result is not None:
        minor = (
            "" if max(state.result.scores) == 1 else f" It counts {max(state.result.scores):g} of a victory."
        )
        return state.result.reason + minor
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
    """Power and movement as printed on the counter: "5-4", "4/3-2" (3 from afar), "X-1"; what a spell
    has changed for now is as it is now, and `words` tell both."""
    return f"{power(uid, unit)}-{points(state, uid)}"


def power(uid: str, unit: Unit) -> str:
    """The power of a counter: "5", "4/3" where it differs from afar, "X" if rolled. An undead has 1
    less, but not below 1 (F-SPL-37)."""
    k = KIND_OF[uid]
    if k.special == "catapult":
        return "X"
    melee = max(1, k.melee - unit.undead)
    return f"{melee}/{max(1, k.ranged - unit.undead)}" if k.ranged not in (0, k.melee) else str(melee)


def piece(state: FoesState, uid: str, unit: Unit) -> Piece:
    force = KIND_OF[uid].force
    return Piece(
        uid, unit.at, unit.side, shape(uid), strength(state, uid, unit), badges=badges(state, uid, unit),
        words=words(state, uid, unit), band=PEOPLES.index(force) if force in PEOPLES else None, name=NAMES[uid],
    )  # fmt: skip


def badges(state: FoesState, uid: str, unit: Unit) -> tuple[str, ...]:
    """What has happened to the unit first, then what it is; see BADGES. How it moves is its shape."""
    k = KIND_OF[uid]
    load_ = f"{len(state.cargo[uid])}/" if uid in state.cargo else ""
    found = (
        (unit.flipped, "attacked"),
        (unit.moved and state.phase == "Movement", "moved"),
        (bool(unit.aboard), "aboard"),
        (uid in state.effects, "spell"),
        (unit.undead, "undead"),
        (bool(unit.expires), "leaves"),
        (horse_hidden(uid, unit), "hidden"),
        (k.mage and not unit.undead, "mage"),
        (k.priest and not unit.undead, "priest"),
        (k.range > 1, f"range {k.range}"),
        (bool(k.carry), f"cargo {load_}{carry(state, uid)}"),
        (k.breach, "breach"),
    )
    return tuple(badge for there, badge in found if there)


def words(state: FoesState, uid: str, unit: Unit) -> str:
    """The unit in full: "Triremes 1 (Greeks) of the Five Foes, power 3, movement 2, carrying Medusa
    (1 of 3)". Where a number is not the printed one, the printed one stands beside it, with the reason."""
    k = KIND_OF[uid]
    people = f" ({FORCES[k.force]})" if k.force in PEOPLES else ""
    near, _, afar = power(uid, unit).partition("/")
    parts = [f"{unit_name(state, uid)}{people} of {state.names[unit.side]}"]
    parts.append("power rolled" if near == "X" else f"power {near}")
    if afar:
        parts.append(f"{afar} from afar")
    if unit.undead and k.melee > 1:
        parts[-1] += f" (printed {k.melee}{f'/{k.ranged}' if afar else ''}: 1 less, undead)"
    if k.range > 1:
        parts.append(f"range {k.range}")
    parts.append(f"movement {points(state, uid)}" if k.move else "immobile")
    if points(state, uid) != k.move:
        why = " and ".join(SPELLS[s].name for s in ("fly", "haste") if s in state.effects.get(uid, ()))
        parts[-1] += f" (printed {k.move}: {why})"
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
        out += cost_marks(state, top.unit)
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
    Key("terrain", "city", "City: 2, Atlanteans +1 in defence"),
    Key("terrain", "port", "Port: city that ships may enter"),
    Key("terrain", "temple", "Temple: for the Cataclysm"),
    Key("edge", "river", "River: 2 more, +2 in defence"),
    Key("edge", "wall", "Wall: 3 more, Atlanteans +2"),
    Key("edge", "gate", "Gate: wall, free for Atlanteans"),
    Key("edge", "broken", "Broken wall or gate"),
    Key("edge", "frontier", "Border of a homeland"),
    Key("owner", "0", "Atlanteans (A)", 0),
    Key("owner", "1", "Five Foes (F)", 1),
    *(Key("band", str(i), f"{FORCES[people]} ({BANDS[i]})", 1) for i, people in enumerate(PEOPLES)),
    Key("piece", "land unit", "Land unit: power - movement"),
    Key("label", "4/3", "Power near / power from afar"),
    Key("label", "X", "Power is rolled"),
    Key("piece", "ship", "Water unit"),
    Key("piece", "flyer unit", "Flyer"),
    Key("piece", "swimmer unit", "Swimmer: on land and in water"),
    Key("piece", "tower unit", "Lens Tower: never moves"),
    Key("stack", "ship", "Two in one hex: a click asks which"),
    *(Key("badge", badge, text) for badge, text in BADGES.items()),
)
