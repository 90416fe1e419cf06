"""Set-up (F-SET-01 to F-SET-07, F-R-08): the default deployment from a file, or by the players."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar

from msgspec import Struct

from atlantis_nb.core import hexes
from atlantis_nb.core.game import Action, Auto, Decision, Illegal, Log, Place

from .board import Board, load, stoppable
from .data import ATLANTIS, FOES, KIND_OF, NAMES, SPELLS, UNIT_IDS, Kind, read
from .options import Options
from .paths import can_board
from .pieces import put
from .state import FoesState, Unit, board_of, unit_name
from .turn import Turn


class Placing(Struct, frozen=True):
    id: str
    q: int
    r: int
    carried_by: str | None = None
    type: str = ""
    force: str = ""


class _SetupFile(Struct):
    id: str
    map: str
    units: list[Placing]


@lru_cache(maxsize=8)
def placings(options: Options) -> tuple[tuple[str, Place, str], ...]:
    """(unit, place, carrier or "") of the default deployment, checked against board and units (F-R-08)."""
    name, board = options.setup, load(options.board)
    raw: _SetupFile = read(name, _SetupFile, "set-up")
    if raw.map != board.id:
        raise ValueError(f"The set-up file {name!r} is for the board {raw.map!r}, not for {board.id!r}.")
    out: list[tuple[str, Place, str]] = []
    taken: dict[Place, str] = {}
    seen: set[str] = set()
    for i, p in enumerate(raw.units):
        where, place = f"In the set-up file {name!r}, units[{i}] ({p.id}):", hexes.name(p.q, p.r)
        if p.id not in UNIT_IDS:
            raise ValueError(f"{where} there is no such unit.")
        if p.id in seen:
            raise ValueError(f"{where} the unit stands in the file twice.")
        if place not in board.hexes:
            raise ValueError(f"{where} {place} is not on the board.")
        if p.carried_by:
            if not options.start_loaded:
                raise ValueError(f"{where} nobody starts aboard a carrier unless start_loaded is on.")
            if p.carried_by not in seen:
                raise ValueError(f"{where} its carrier {p.carried_by!r} must stand before it in the file.")
        elif place in taken:
            raise ValueError(f"{where} {taken[place]} stands in {place} already.")
        else:
            taken[place] = p.id
        seen.add(p.id)
        out.append((p.id, place, p.carried_by or ""))
    missing = [u for u in UNIT_IDS if u not in seen]
    if missing:
        raise ValueError(f"The set-up file {name!r} does not place {missing[0]}.")
    return tuple(out)


def new_state(options: Options, names: Sequence[str]) -> FoesState:
    """The board before the first turn: spell chits in a pile to draw from (F-SET-04, F-SPL-01, F-R-21).

    One pile of 38 chits shared by both, or one each by option. With the default deployment every unit
    stands alone in its hex (F-R-09), Foes in their homelands (F-SET-05), Atlanteans around the city
    (F-SET-06), Lens Towers at its edge (F-SET-07).
    """
    chits = tuple(sorted(SPELLS))
    n = 1 if options.spell_piles == "shared" else 2
    state = FoesState(
        names=tuple(names), agenda=[Turn()], result=None, options=options, turn=0, phase="Set-up", goes=0,
        units={}, board={}, cargo={}, effects={}, dead={}, fire=(), broken=(), hands=((), ()),
        piles=(chits,) * n, discards=((),) * n, table=((),) * n, done=(False, False), passes=0,
        battle=None, doom="",
    )  # fmt: skip
    load(options.board)
    if options.deployment == "free":
        state.agenda.append(Deployment(0))
        return state
    for uid, place, carrier in placings(options):
        seat = KIND_OF[uid].seat
        put(state, uid, Unit(seat, seat, place, carrier))
    return state


# ------------------------------------------------------------------ free deployment


class PlaceUnit(Action, frozen=True):
    """Put the unit in a hex."""

    hex: Place

    def __str__(self) -> str:
        return f"In {self.hex}"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"cell:{self.hex}",)


class PlaceAboard(Action, frozen=True):
    """Put the unit aboard a carrier (option start_loaded)."""

    carrier: str

    def __str__(self) -> str:
        return f"Aboard {NAMES.get(self.carrier, self.carrier)}"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"piece:{self.carrier}",)


def _rank(uid: str) -> tuple[int, int]:
    """The most constrained units are placed first, carriers before those they may carry (F-R-96)."""
    k = KIND_OF[uid]
    return (0 if not k.move else ("", "water", "land", "swimmer", "flyer").index(k.mode), 0 if k.carry else 1)


ORDER: tuple[str, ...] = tuple(
    uid
    for seat in (ATLANTIS, FOES)
    for uid in sorted((u for u in UNIT_IDS if KIND_OF[u].seat == seat), key=_rank)
)
"""First all units of the Atlanteans, then all of the Foes (F-R-08)."""


def may_start(board: Board, kind: Kind, place: Place, ports_open: bool) -> Illegal | None:
    """None if a unit of this kind may be deployed in an (empty) hex, else why not (F-R-08, F-R-10, F-R-31)."""
    h = board.hexes.get(place)
    if h is None:
        return Illegal(("F-R-02",), f"{place} is not on the board.")
    if not kind.move:
        if not board.in_city[place] or h.port or not board.edge_hexes(place):
            return Illegal(("F-R-10", "F-SET-07"), f"A Lens Tower stands on a city hex with a wall or gate that is "
                           f"no Port; {place} is not.")  # fmt: skip
        return None
    if not stoppable(board, kind.mode, ports_open)[place]:
        return Illegal(("F-R-08", "F-UNIT-08" if kind.mode == "water" else "F-MOV-08"),
                       f"{kind.name} cannot stop on {board.land_name(place)}.")  # fmt: skip
    if kind.seat == ATLANTIS:
        limit = kind.leash or 3
        if board.city[place] > limit:
            rules = ("F-UNIT-30", "F-R-31") if kind.leash else ("F-R-08", "F-SET-06")
            return Illegal(rules, f"{place} is {board.city[place]} hexes from the city, more than {limit}.")
    elif h.homeland != kind.force:
        return Illegal(
            ("F-SET-05", "F-R-08", "F-R-07"), f"{place} is not in the homeland of the {kind.force.title()}."
        )
    return None


class Deployment(Auto[FoesState], frozen=True):
    """The next unit to be placed, in the order of ORDER."""

    rules: ClassVar[tuple[str, ...]] = ("F-R-08",)
    n: int

    def run(self, state: FoesState, log: Log) -> None:
        if self.n < len(ORDER):
            uid = ORDER[self.n]
            state.agenda.append(Deployment(self.n + 1))
            state.agenda.append(Deploy(player=KIND_OF[uid].seat, unit=uid))


class Deploy(Decision[FoesState, Action], frozen=True, kw_only=True):
    """Where a unit begins (F-R-08): around the city, or in the homeland of its people."""

    rules: ClassVar[tuple[str, ...]] = ("F-R-08", "F-SET-05", "F-SET-06")
    unit: str

    def ask(self, state: FoesState) -> str:
        return f"Choose where {NAMES[self.unit]} begins."

    def legal(self, state: FoesState) -> list[Action]:
        places = start_places(board_of(state), KIND_OF[self.unit].id, state.options.ports_open)
        actions: list[Action] = [PlaceUnit(p) for p in places if p not in state.board]
        if state.options.start_loaded:
            actions += [PlaceAboard(c) for c in state.units if self.aboard_ok(state, c)]
        if not actions:
            raise ValueError(f"The board {board_of(state).name!r} has no room left for {NAMES[self.unit]}.")
        return actions

    def aboard_ok(self, state: FoesState, carrier: str) -> bool:
        """On a carrier of its own army with a place free, where a Statue may be (F-R-09, F-R-31)."""
        k, c = KIND_OF[self.unit], KIND_OF[carrier]
        if c.force != k.force or not c.carry:
            return False
        trial = state.copy()
        seat = k.seat
        trial.units[self.unit] = Unit(seat, seat, "")
        at = state.units[carrier].at
        return can_board(trial, self.unit, carrier) and not (k.leash and board_of(state).city[at] > k.leash)

    def apply(self, state: FoesState, action: Action, log: Log) -> None:
        seat = KIND_OF[self.unit].seat
        carrier = action.carrier if isinstance(action, PlaceAboard) else ""
        place = state.units[carrier].at if carrier else action.hex if isinstance(action, PlaceUnit) else ""
        put(state, self.unit, Unit(seat, seat, place, carrier))
        log.say("placed", ("F-R-08",), "{by:player} placed {name} at {place}.", (place,), by=seat, unit=self.unit,
                name=unit_name(state, self.unit), place=place)  # fmt: skip

    def why_not(self, state: FoesState, action: Action) -> Illegal | None:
        if action in self.legal(state):
            return None
        if isinstance(action, PlaceUnit):
            refusal = may_start(board_of(state), KIND_OF[self.unit], action.hex, state.options.ports_open)
            return refusal or Illegal(("F-STK-01", "F-R-08"), f"A unit stands at {action.hex} already.")
        if isinstance(action, PlaceAboard):
            if not state.options.start_loaded:
                return Illegal(("F-R-09",), "Nobody starts the game aboard a carrier.")
            return Illegal(("F-R-09", "F-R-34"), f"{NAMES[self.unit]} cannot start there aboard.")
        return Illegal(self.rules, f"The armies are being deployed. {self.ask(state)}")

    def wish(self, state: FoesState, clicks: tuple[str, ...]) -> Action | None:
        what, _, name = clicks[0].partition(":") if clicks else ("", "", "")
        return PlaceUnit(name) if what == "cell" else PlaceAboard(name) if what == "piece" else None


@lru_cache(maxsize=256)
def start_places(board: Board, kind: str, ports_open: bool) -> tuple[Place, ...]:
    """All hexes of the board in which units of a kind may begin."""
    from .data import KINDS

    return tuple(p for p in board.hexes if may_start(board, KINDS[kind], p, ports_open) is None)
