"""What there is to see: the board as a Scene, and the panels beside it. Plain data, no plot."""

from __future__ import annotations

from typing import Final, Literal

from atlantis_nb.core import hexes
from atlantis_nb.core.game import Place, Seat, Viewer, plural
from atlantis_nb.core.scene import Cell, Key, Mark, Panel, Piece, Row, Scene, Stop, Table, Track

from .battle import Attack
from .buy import Buying
from .expand import Expanding
from .flip import Flipping
from .move import MoveTurn, Moving
from .setup import EACH, Laying, deal, gaps
from .state import (
    DIE_SQUARE,
    END_SPACE,
    HIDDEN,
    MOUNTAIN,
    NEAR,
    NOBODY,
    NUMBERS,
    SIZES,
    UNCHOSEN,
    UNLIMITED,
    VILLAGE,
    SinkingState,
    cities_left,
    citizens_left,
    control,
    floods_on,
    last_square,
    produces,
    settlers_left,
    square_name,
    square_read,
    total,
)

TERRAINS: Final = ("land1", "land2", "land3", "land4", "land5", "land6", "mountain", "sea", "open", "void")
"""`open` is an empty space where a tile may be laid, `void` one without a tile."""
PIECES: Final = ("soldier", "worker", "settler", "village", "small city", "large city")
MARKS: Final = ("danger", "note", "control", "range", "blocked")
BADGES: Final = {"x": "used in this phase", "!": "captured", "#": "besieged"}


def radius_of(players: int) -> int:
    """The outermost ring that the land of so many players reaches (table tiles_by_players)."""
    tiles, ring = len(EACH) * players, 0
    while tiles > 0:
        ring += 1
        tiles -= 6 * ring
    return ring


def at_sea(state: SinkingState, place: Place) -> bool:
    """Is this space sea: without land, next to land or not tidied away yet (S-R-10)?"""
    return place not in state.land and (place in state.bare or any(n in state.land for n in NEAR[place]))


def turn_of(state: SinkingState) -> Seat | None:
    """Whose turn of the flip, movement, purchase or expansion phase it is, also in a battle."""
    for task in reversed(state.agenda):
        attack = getattr(task, "attack", None)
        if isinstance(attack, Attack):
            return attack.by
        if isinstance(task, Flipping | Moving | MoveTurn | Buying | Expanding):
            return task.player
    return None


# ------------------------------------------------------------------ the board


def scene(state: SinkingState, viewer: Viewer) -> Scene:
    """The map with every piece, from a state already masked."""
    spaces = hexes.within(radius_of(len(state.names)) + 1)
    building = state.phase == "setup" and len(state.land) <= len(EACH) * len(state.names)
    open_now = gaps(state) if building else []
    held = [control(state, seat) for seat in range(len(state.names))]
    cells = tuple(_cell(state, p, building, open_now, held) for p in spaces)
    return Scene(
        title="The continent" if state.land else "The sea",
        cells=cells,
        pieces=tuple(_pieces(state)),
        marks=tuple(_marks(state)),
        legend=_legend(state, building),
        names=state.names,
        caption=caption(state),
    )


def caption(state: SinkingState) -> str:
    """One line: how much land is left, where the marker is, what comes."""
    if state.result is not None:
        return state.result.reason
    if state.phase == "setup":
        return f"{plural(len(state.land) - 1, 'tile')} of {len(EACH) * len(state.names)} laid."
    cities = plural(state.destroyed, "city", "cities")
    return f"{plural(len(state.land), 'land tile')} left, {cities} destroyed, {plural(state.floods, 'flood')} so far."


def _cell(
    state: SinkingState, place: Place, building: bool, open_now: list[Place], held: list[set[Place]]
) -> Cell:
    x, y = hexes.centre(place)
    facts: list[str] = []
    label = ""
    if place in state.land:
        number = state.land[place]
        if place == MOUNTAIN:
            terrain, name = "mountain", f"{place} mountain"
            facts.append(f"Produces {number}" if number else "Produces nothing")
        else:
            terrain, name, label = f"land{number}", f"{place} tile {number}", str(number)
        if place in state.sinking:
            facts.append("Sinking now")
        facts += _owners(state, place, held)
    elif building:
        terrain, name = ("open", f"{place} empty space") if place in open_now else ("void", f"{place} empty")
    elif at_sea(state, place):
        terrain, name = "sea", f"{place} sea"
        near = [n for n in NEAR[place] if n in state.land]
        facts.append(f"A flood from here sinks {plural(len(near), 'tile')}" if near else "Touches no land")
    else:
        terrain, name = "void", f"{place} open water"
    return Cell(place, x, y, terrain, label, tuple(facts), name=name)


def _owners(state: SinkingState, place: Place, held: list[set[Place]]) -> list[str]:
    names = [state.names[seat] for seat, tiles in enumerate(held) if place in tiles]
    return [f"Controlled by {' and '.join(names)}"] if names else []


def _pieces(state: SinkingState) -> list[Piece]:
    """Settlements first, then workers, settlers and soldiers; those used in this phase apart."""
    names, out = state.names, []
    acting = _acting(state)
    for place, town in state.settlements.items():
        size = SIZES[town.size]
        badges, words = [], f"{names[town.owner]} {size}"
        if town.captor != NOBODY:
            badges.append("!")
            words += f", captured by {names[town.captor]}"
        if town.besieged:
            badges.append("#")
            words += ", besieged"
        kind = "village" if town.size == VILLAGE else "city"
        out.append(Piece(f"{kind}{town.owner}@{place}", place, town.owner, size, "", 1, tuple(badges), words))
    for place, seat in state.workers.items():
        done = seat == acting and state.used.get(place, (0, 0, 0))[2] > 0
        out.append(_unit(state, "worker", place, seat, 1, done))
    for at, (kind, table) in enumerate((("soldier", state.soldiers), ("settler", state.settlers))):
        for place, here in table.items():
            for seat, n in enumerate(here):
                used = min(n, state.used.get(place, (0, 0, 0))[at]) if seat == acting else 0
                if n > used:
                    out.append(_unit(state, kind, place, seat, n - used, False))
                if used:
                    out.append(_unit(state, kind, place, seat, used, True))
    return out


def _acting(state: SinkingState) -> Seat:
    seat = turn_of(state) if state.phase in ("flip", "movement") else None
    return NOBODY if seat is None else seat


def _unit(state: SinkingState, kind: str, place: Place, seat: Seat, n: int, used: bool) -> Piece:
    words = f"{plural(n, f'{state.names[seat]} {kind}') if n > 1 else f'{state.names[seat]} {kind}'}"
    town = state.settlements.get(place)
    if town is not None and town.besieged and town.owner == seat:
        words += " inside the city"
    return Piece(
        f"{kind}{seat}{'x' if used else ''}@{place}", place, seat, kind, "", n, ("x",) if used else (),
        words + (", used" if used else ""),
    )  # fmt: skip


def _marks(state: SinkingState) -> list[Mark]:
    out = [Mark("danger", p, value=1.0, label="sinking") for p in state.sinking]
    attack = next(
        (a for t in reversed(state.agenda) if isinstance(a := getattr(t, "attack", None), Attack)), None
    )
    if attack is not None and attack.start != attack.place:
        out.append(Mark("note", attack.start, attack.place, owner=attack.by, label="attack"))
    elif attack is not None:
        out.append(Mark("note", attack.place, owner=attack.by, label="attack"))
    for task in state.agenda[-1:]:
        out += [Mark("note", p, label="target") for p in getattr(task, "chosen", ())]
        out += [Mark("note", p, label="to be destroyed") for p in getattr(task, "doomed", ())]
    return out


def _legend(state: SinkingState, building: bool) -> tuple[Key, ...]:
    keys = [Key("owner", str(seat), name, seat) for seat, name in enumerate(state.names)]
    keys += [Key("terrain", f"land{n}", f"tile {n}: pays {n}") for n in range(1, 7)]
    pays = state.options.mountain_value
    keys.append(Key("terrain", "mountain", f"mountain: pays {pays}" if pays else "mountain: pays nothing"))
    keys.append(
        Key("terrain", "open", "space for the next tile") if building else Key("terrain", "sea", "sea")
    )
    reach = {
        "village": "controls its tile",
        "small city": "controls 1 step",
        "large city": "controls 2 steps",
    }
    keys += [Key("piece", kind, f"{kind}{f', {reach[kind]}' if kind in reach else ''}") for kind in PIECES]
    return tuple(keys)


# ------------------------------------------------------------------ beside the board


def panels(state: SinkingState, viewer: Viewer) -> list[Panel]:
    """Players, flood track, what the next roll brings, turn order, stock of pieces."""
    if state.phase == "setup":
        return [_tiles(state), _players(state), _stock(state)]
    return [_players(state), _track(state), _next_roll(state), _order(state), _stock(state)]


def amount(n: int) -> str | int:
    """A number that the viewer may not know is a question mark."""
    return "?" if n == HIDDEN else n


def _players(state: SinkingState) -> Table:
    task = state.agenda[-1] if state.agenda else None
    now = getattr(task, "player", None)
    rows = []
    for seat, name in enumerate(state.names):
        towns = [s for s in state.settlements.values() if s.owner == seat]
        rows.append(
            Row(
                (
                    name, state.points[seat], amount(state.stock[seat]), produces(state, seat),
                    sum(s.size == 2 for s in towns), sum(s.size == 1 for s in towns),
                    sum(s.size == VILLAGE for s in towns), sum(o == seat for o in state.workers.values()),
                    total(state.soldiers, seat), total(state.settlers, seat), state.latest[seat] or "-",
                    _given(state, seat),
                ),
                owner=seat,
                now=seat == now,
            )
        )  # fmt: skip
    columns = (
        "Player", "Points", "Resources", "Next production", "Large cities", "Small cities", "Villages", "Workers",
        "Soldiers", "Settlers", "Latest city lost", "Sacrifice",
    )  # fmt: skip
    return Table("players", "Players", columns, tuple(rows), "Production as the map stands now.")


def _given(state: SinkingState, seat: Seat) -> str | int:
    if state.phase not in ("flood", "production") or state.round == 0:
        return "-"
    given = state.sacrifices[seat]
    return {UNCHOSEN: "not yet", HIDDEN: "secret"}.get(given, given)


def roll_words(state: SinkingState, square: int) -> str:
    """What each roll brings when a square is read: "roll 5-6: 1 flood; 2-4: 2 floods; 1: 3 floods"."""
    by_count: dict[int, list[int]] = {}
    for roll in range(6, 0, -1):
        by_count.setdefault(floods_on(state.options, square, roll), []).append(roll)
    parts = []
    for n, rolls in by_count.items():
        span = f"{min(rolls)}-{max(rolls)}" if len(rolls) > 1 else str(rolls[0])
        parts.append(f"{span}: {plural(n, 'flood') if n else 'no flood'}")
    return "roll " + "; ".join(parts)


def _track(state: SinkingState) -> Track:
    read = square_read(state.options, state.marker)
    stops = []
    for square in range(1, last_square(state.options) + 1):
        label = {DIE_SQUARE: "die", END_SPACE: "end"}.get(square, "")
        label = label or "/".join(map(str, NUMBERS[square]))
        here: Literal["past", "now", "next", "later"] = "later"
        note = ""
        if square == state.marker:
            here, note = "now", "the marker"
        elif square == read:
            here, note = "next", roll_words(state, square)
        elif square < state.marker:
            here = "past"
        if square == state.marker == read:
            note = "the marker; " + roll_words(state, square)
        stops.append(Stop(label, here, note))
    return Track(
        "flood_track", "Flood track", tuple(stops),
        f"The marker is on square {state.marker}; square {read} ({square_name(read)}) is read: "
        f"{roll_words(state, read)}.",
    )  # fmt: skip


def _next_roll(state: SinkingState) -> Table:
    read = square_read(state.options, state.marker)
    counts = [floods_on(state.options, read, roll) for roll in range(1, 7)]
    rows = tuple(
        Row((plural(n, "flood") if n else "no flood", _rolls(counts, n), f"{counts.count(n)}/6"))
        for n in sorted(set(counts))
    )
    return Table(
        "next_roll", "The next flood roll", ("Result", "Roll", "Chance"), rows,
        f"Chance of a flood {sum(n > 0 for n in counts)}/6, mean {sum(counts)}/6. Exact.",
    )  # fmt: skip


def _rolls(counts: list[int], n: int) -> str:
    """Which rolls bring n floods: "2-6"."""
    rolls = [roll for roll, count in enumerate(counts, 1) if count == n]
    return str(rolls[0]) if len(rolls) == 1 else f"{rolls[0]}-{rolls[-1]}"


def _order(state: SinkingState) -> Track:
    task = state.agenda[-1] if state.agenda else None
    now = turn_of(state)
    now = getattr(task, "player", None) if now is None else now
    stops = tuple(
        Stop(state.names[s], "now" if s == now else "later", f"produced {state.produced[s]}", s)
        for s in state.order
    )
    note = (
        "Flip, purchase and expansion run from the last to the first, movement and escape from the first on."
    )
    if state.ranking and state.phase == "flood":
        note += " Floods are aimed by " + ", ".join(state.names[s] for s in state.ranking) + "."
    return Track("turn_order", "Turn order", stops, note)


def _stock(state: SinkingState) -> Table:
    def left(n: int) -> str | int:
        return "no limit" if n == UNLIMITED else n

    rows = tuple(
        Row(
            (name, left(citizens_left(state, s)), left(settlers_left(state, s)), left(cities_left(state, s))),
            owner=s,
        )
        for s, name in enumerate(state.names)
    )
    return Table("stock", "Pieces left in stock", ("Player", "Citizens", "Settlers", "Cities"), rows)


def _tiles(state: SinkingState) -> Table:
    laid = len(state.land) - 1
    tiles = deal(len(state.names))
    rows = tuple(Row((f"tile {n}", tiles[:laid].count(n), tiles[laid:].count(n))) for n in range(1, 7))
    task = state.agenda[-1] if state.agenda else None
    note = f"The next tile is a {task.number(state)}." if isinstance(task, Laying) else ""
    return Table("tiles", "Tiles", ("Tile", "Laid", "To lay"), rows, note)
