"""State: everything true at one moment of the game, and look-ups on it. No rule changes it here."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from atlantis_nb.core.game import Place, Seat, State

from .board import Board, load
from .data import KIND_OF, NAMES
from .options import Options


class Unit(Struct, frozen=True, omit_defaults=True):
    """One unit on the board. What it is stands in data.KIND_OF; here is what has become of it.

    `owner` is the side whose unit it is, `side` the one that controls it now (F-R-90, F-R-71);
    `at` its hex, or its carrier's; `aboard` the carrier's id. `moved` and `attacked` / `cast` are
    the rotated and flipped markers (F-MOV-03, F-ATT-10, F-R-55); `shifted`: changed hex in any way
    this turn (F-R-50); `exposed`: a Trojan Horse that may be attacked (F-R-53); `undead` (F-R-67);
    `expires`: the turn at whose end it leaves, 0 for never (F-R-69).
    """

    owner: Seat
    side: Seat
    at: Place
    aboard: str = ""
    moved: bool = False
    attacked: bool = False
    cast: bool = False
    shifted: bool = False
    exposed: bool = False
    undead: bool = False
    expires: int = 0

    @property
    def flipped(self) -> bool:
        return self.attacked or self.cast


class Battle(Struct, frozen=True, omit_defaults=True):
    """The attack being resolved (F-R-56): by units, or by a spell when `spell` is set (F-R-60).

    `near` and `far` are the dice totals of attackers next to the target and of those farther away,
    rolled apart because Winds blows the far ones away (F-R-65); a spell's dice count as near.
    `xs` are the rolled powers X of Catapults (F-R-49), -1 for a defender that has none.
    """

    side: Seat
    target: str
    attackers: tuple[str, ...] = ()
    death: str = ""
    spell: str = ""
    caster: str = ""
    origin: Place = ""
    xs: tuple[tuple[str, int], ...] = ()
    near_dice: int = 0
    far_dice: int = 0
    near: int = 0
    far: int = 0
    target_x: int = -1
    defence_dice: int = 0
    defence: int = 0
    defended: bool = False
    saved: bool = False
    fell: Place = ""

    @property
    def attack(self) -> int:
        return self.near + self.far


class FoesState(State, omit_defaults=True):
    """One position.

    - `units`: units on the board by id; `board`: place -> the unit standing there by itself (F-STK-01);
      `cargo`: carrier -> those aboard, only where there are any;
    - `effects`: unit -> ids of spells lying on it this turn (F-R-84), only where there are any;
    - `fire`: hexes of a Wall of Fire (F-R-78); `broken`: hexsides whose wall or gate is gone (F-R-30);
    - `dead`: destroyed units in order (F-R-91);
    - `hands` by seat; `piles` and `discards` of chits, one or one a seat (F-R-21); `table`: chits that
      lie on the board this turn or are being cast. All sorted: a pile has no order to hide (F-R-22).
      A chit that a viewer may not know is "?". Chits under created units and undead are not listed;
    - `done`: who is done in this phase (F-R-16, F-R-17); `passes` in a row (option free_pass);
    - `doom`: the caster whose Cataclysm waits for the end of the phase (option cataclysm);
    - `last`: how the last attack of this phase ended, for people to read. No rule reads it.
    """

    options: Options
    turn: int
    phase: str
    goes: int
    units: dict[str, Unit]
    board: dict[Place, str]
    cargo: dict[str, tuple[str, ...]]
    effects: dict[str, tuple[str, ...]]
    dead: dict[str, Unit]
    fire: tuple[Place, ...]
    broken: tuple[str, ...]
    hands: tuple[tuple[str, ...], tuple[str, ...]]
    piles: tuple[tuple[str, ...], ...]
    discards: tuple[tuple[str, ...], ...]
    table: tuple[tuple[str, ...], ...]
    done: tuple[bool, bool]
    passes: int
    battle: Battle | None
    doom: str
    last: Battle | None = None

    def digest(self) -> str:
        """Without `last`, which only tells what has happened: the same position is the same game."""
        if self.last is None:
            return State.digest(self)
        plain = self.copy()
        plain.last = None
        return State.digest(plain)


def other(player: Seat) -> Seat:
    return 1 - player


def board_of(state: FoesState) -> Board:
    return load(state.options.board)


def pile_of(state: FoesState, player: Seat) -> int:
    """Which pile a player draws from: the one shared pile, or his own (F-R-21)."""
    return player if len(state.piles) > 1 else 0


def carry(state: FoesState, uid: str) -> int:
    """Places aboard (F-UNIT-04); the Stygian Rafts by their option (F-R-12)."""
    k = KIND_OF[uid]
    if k.id == "lem_stygian_rafts":
        return min(k.carry, state.options.rafts_carry)
    return k.carry


def flies(state: FoesState, uid: str) -> bool:
    """A printed flyer, or under Fly this turn (F-SPL-22)."""
    return KIND_OF[uid].mode == "flyer" or "fly" in state.effects.get(uid, ())


def immobile(uid: str) -> bool:
    """Movement 0: it never changes hex in any way (F-R-25)."""
    return KIND_OF[uid].move == 0


def rooted(state: FoesState, uid: str) -> bool:
    """Immobile, held or flooded: no move of its own, no Fear, Summon or Teleport (F-R-75)."""
    lying = state.effects.get(uid, ())
    return KIND_OF[uid].move == 0 or "hold" in lying or "flood" in lying


def horse_hidden(uid: str, unit: Unit) -> bool:
    """A Trojan Horse that nobody may attack yet (F-UNIT-38)."""
    return KIND_OF[uid].special == "trojan_horse" and not unit.exposed


def leash(state: FoesState, uid: str) -> int:
    """How far from the city a unit may be, with those aboard; 0 for any distance (F-UNIT-30, F-R-31)."""
    if uid not in state.cargo:
        return KIND_OF[uid].leash
    limits = [KIND_OF[u].leash for u in (uid, *state.cargo[uid])]
    return min((n for n in limits if n), default=0)


def counted(state: FoesState, player: Seat) -> Iterator[str]:
    """Units on the board that count for a side's survival (F-R-88), by owner, also when controlled."""
    for uid, unit in state.units.items():
        if unit.owner == player and not unit.undead and KIND_OF[uid].force != "created":
            yield uid


def unit_name(state: FoesState, uid: str) -> str:
    """The name, with what makes this one special: "undead Bright Warriors 2"."""
    unit = state.units.get(uid)
    return f"undead {NAMES[uid]}" if unit is not None and unit.undead else NAMES[uid]
