"""State of a game: frozen pieces in plain containers, and look-ups. No behaviour beyond looking up."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from atlantis_nb.core.game import Place, Seat
from atlantis_nb.core.game import State as CoreState

from .board import ATLANTEANS, TEAM_NAMES, TITANS, Board, load_board
from .options import Options

HIDDEN = "?"
"""Stands for a face-down card in what a viewer may know."""
NO_END = 99
"""`Effect.until` of an Ultimate: it never ends (G-R-88)."""
ROUND_END = 9
"""`Effect.until` of an Ongoing effect: the retrieve step (G-R-37)."""


class Unit(Struct, frozen=True):
    """A hero or a minion on the board (G-R-79). `lane` is the lane a minion belongs to (G-R-52)."""

    id: str
    team: int
    kind: str
    at: Place
    lane: str = ""


class Hero(Struct, frozen=True):
    """A hero's mat: cards, coins, level, items. Where he stands is in `State.units`.

    `table` has the four turn places (G-R-90). `chosen` is the card lying face down, `shown` the one
    revealed this turn, `waiting` whether that one has still to act. `resolved` are the cards that
    acted this round, in order. `back` is the round in which a defeated hero returns, 0 on the board.
    """

    id: str
    kind: str
    seat: Seat
    team: int
    hand: tuple[str, ...]
    level: int = 1
    coins: int = 0
    table: tuple[str, ...] = ("", "", "", "")
    discard: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    ultimate: str = ""
    chosen: str = ""
    shown: str = ""
    waiting: bool = False
    fixed: int = 0
    resolved: tuple[str, ...] = ()
    back: int = 0
    must_hold: bool = False
    earned: int = 0
    defeats: int = 0
    defeated: int = 0


class Effect(Struct, frozen=True):
    """A lasting effect (G-SKILL-04, G-R-88): what a step modify, forbid or save_minion left behind.

    `part` and `step` say where in the card it stands; `stat` is an icon or what is forbidden; `on`
    are units chosen once, else the step's selector is read again whenever it matters. `until` is
    the turn that ends it. `spared` is the attacker whose attack brought it about.
    """

    op: str
    owner: str
    card: str
    part: str
    step: int
    until: int
    stat: str = ""
    amount: int = 0
    on: tuple[str, ...] = ()
    versus: str = ""
    spared: str = ""


class Hit(Struct, frozen=True):
    """What the last attack of an effect met."""

    unit: str
    at: Place
    hero: bool
    adjacent: bool
    gone: bool


class Known(Struct, frozen=True):
    """A name that a step introduced: units or tokens ("@place"), and where they were then."""

    name: str
    ids: tuple[str, ...]
    places: tuple[Place, ...]


class Frame(Struct, frozen=True):
    """An effect being carried out: whose, which card, which step, and what the steps so far found.

    `role`: main (a main action), part (an option of `choose`), trigger (an Ultimate), answer (the
    text of a card discarded to defend). `stage`, `picked`, `left` and `count` belong to the step
    under way. `mine` are the targets chosen so far, `barred` those that may not be chosen again;
    `chain` the cards whose texts led here by using an action again (G-R-98).
    """

    hero: str
    card: str
    part: str = ""
    role: str = "main"
    at: int = 0
    names: tuple[Known, ...] = ()
    stage: int = 0
    picked: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    count: int = 0
    runs: int = 0
    mine: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()
    done: bool = False
    stopped: bool = False
    hit: Hit | None = None
    trail: tuple[Place, ...] = ()
    fired: str = ""
    quiet: bool = False
    replayed: bool = False
    chain: tuple[str, ...] = ()
    over: bool = False


class Attack(Struct, frozen=True):
    """An attack being carried out (G-R-40, G-R-80): values and minion modifiers are fixed.

    `heroes` have still to answer, `beaten` failed to defend, `minions` will fall, `saved` will not
    (True after it: the attacker keeps the coins). `target` is the hero answering now.
    """

    by: str
    card: str
    kind: str
    targets: tuple[str, ...]
    places: tuple[Place, ...]
    heroes: tuple[str, ...]
    minions: tuple[str, ...]
    values: tuple[tuple[str, int], ...]
    modifiers: tuple[tuple[str, int], ...]
    adjacent: bool
    beaten: tuple[str, ...] = ()
    saved: tuple[tuple[str, bool], ...] = ()
    asked: tuple[str, ...] = ()
    target: str = ""
    defence: str = ""
    extra: int = 0
    before: int = 0
    ignore_minions: bool = False
    blocked: bool = False
    judged: bool = False
    held: bool = False
    more: bool = False


class Picking(Struct, frozen=True):
    """Heroes being picked: those to be had, the two piles of a draft, a secret draft pick.

    `captains` are the seats of the two captains; `order` the teams still to pick or ban.
    """

    pool: tuple[str, ...] = ()
    piles: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    secret: str = ""
    captains: tuple[int, ...] = ()


class State(CoreState):
    """Everything true at one moment.

    `teams` and `cast` by seat (-1 and "" as long as they are open). `roster` are the heroes' ids
    in seat order; `on` says which unit stands on a place. `markers` by lane (G-R-02). `fallen` are
    (team, lane) of minions that left since the last push check. `doomed` are minions named in
    minion combat. `order` are the heroes that acted this turn.
    """

    options: Options
    lanes: str
    teams: tuple[int, ...]
    cast: tuple[str, ...]
    roster: tuple[str, ...]
    heroes: dict[str, Hero]
    units: dict[str, Unit]
    on: dict[Place, str]
    markers: dict[str, int]
    tokens: dict[Place, str]
    effects: tuple[Effect, ...]
    frames: list[Frame]
    attacks: list[Attack]
    picking: Picking
    fallen: tuple[tuple[int, str], ...] = ()
    doomed: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    phase: str = "set-up"
    round: int = 0
    turn: int = 0
    token: int = TITANS
    serial: int = 0
    acting: str = ""
    towers: tuple[int, int] = (0, 0)
    pushes: tuple[int, int] = (0, 0)

    # -------- look-ups

    @property
    def board(self) -> Board:
        return load_board(self.options.board, self.lanes)

    def at(self, unit: str) -> Place:
        """Where a unit stands, "" off the board."""
        found = self.units.get(unit)
        return found.at if found is not None else ""

    def seats(self, team: int) -> tuple[Seat, ...]:
        """The players of a team."""
        return tuple(s for s, t in enumerate(self.teams) if t == team)

    def speaker(self, team: int) -> Seat:
        """Who is asked when a team must choose: its lowest seat (G-R-26)."""
        return self.seats(team)[0]

    def heroes_of(self, team: int) -> tuple[str, ...]:
        return tuple(h for h in self.roster if self.heroes[h].team == team)

    def team_order(self) -> tuple[int, int]:
        """The team with the token first."""
        return (TITANS, ATLANTEANS) if self.token == TITANS else (ATLANTEANS, TITANS)

    def minions(self, team: int, lane: str) -> list[Unit]:
        """The minions of a team that belong to a lane, by id."""
        found = [u for u in self.units.values() if u.lane == lane and u.team == team]
        found.sort(key=unit_id)
        return found

    def count(self, team: int, lane: str) -> int:
        return sum(1 for u in self.units.values() if u.lane == lane and u.team == team)

    def fights(self) -> dict[str, str]:
        """The zones where minions fight now: zone -> lane."""
        board = self.board
        return {board.fight(lane, marker): lane for lane, marker in sorted(self.markers.items())}

    def call(self, unit: str) -> str:
        """A unit in words."""
        hero = self.heroes.get(unit)
        if hero is not None:
            return hero_name(hero.id)
        found = self.units.get(unit)
        if found is None:
            return "a minion that is gone"
        return f"a {found.kind} minion of the {TEAM_NAMES[found.team]}"


def unit_id(unit: Unit) -> str:
    return unit.id


@cache
def hero_name(hero: str) -> str:
    """ "tigerclaw" -> "Tigerclaw"; the second hero of a name (mirror_heroes) gets a number."""
    kind, _, number = hero.partition("_")
    return kind.capitalize() + (f" {number}" if number else "")


def other(team: int) -> int:
    return 1 - team
