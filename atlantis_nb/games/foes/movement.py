"""The Movement Phase: every unit moves once, one unit at a time in turn, Foes first.

F-MOV-01, F-MOV-02 and F-R-16; how far and where is in paths.py.
"""

from __future__ import annotations

import heapq
from functools import cache
from itertools import pairwise
from typing import ClassVar

from msgspec.structs import replace

from atlantis_nb.core.game import QUIET, Action, Auto, Decision, Illegal, Log, Place, Seat, plural

from .casting import Cast, Moment, begin, cast_action, castable, first_asked, why_no_cast, wish_cast
from .data import FOES, KIND_OF, NAMES, SPELLS
from .paths import (
    breaches,
    broken_by,
    can_board,
    carries_hidden_horse,
    may_stand,
    mode,
    points,
    route,
    search,
    steps_of,
    stops,
)
from .pieces import break_hexside, expose, relocate
from .state import FoesState, board_of, carry, leash, other, rooted, unit_name


class Take(Action, frozen=True):
    """Take up a unit to move it. One that never moves can only be held, which is chosen by a button."""

    unit: str

    def __str__(self) -> str:
        return f"{'Hold' if self.unit in IMMOBILE else 'Move'} {NAMES.get(self.unit, self.unit)}"

    @property
    def clicks(self) -> tuple[str, ...]:
        if self.unit in IMMOBILE:
            return ("button:Hold an immobile unit", f"piece:{self.unit}")
        return (f"piece:{self.unit}",)


IMMOBILE = frozenset(uid for uid, k in KIND_OF.items() if not k.move)
"""For membership only (F-R-25)."""


class MoveTo(Action, frozen=True):
    """Where it goes. `breaking` names the hexsides a Breach unit destroys, if it can choose."""

    to: Place
    breaking: str = ""

    def __str__(self) -> str:
        return f"To {self.to}" + (f", breaking {self.breaking}" if self.breaking else "")

    @property
    def clicks(self) -> tuple[str, ...]:
        return (
            (f"cell:{self.to}", f"button:Breaking {self.breaking}") if self.breaking else (f"cell:{self.to}",)
        )


class Embark(Action, frozen=True):
    """Go aboard a carrier."""

    carrier: str

    def __str__(self) -> str:
        return f"Aboard {NAMES.get(self.carrier, self.carrier)}"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"piece:{self.carrier}",)


class PickUp(Action, frozen=True):
    """Move onto a unit and take it aboard (option pick_up)."""

    rider: str

    def __str__(self) -> str:
        return f"Take {NAMES.get(self.rider, self.rider)} aboard"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"piece:{self.rider}",)


class Stay(Action, frozen=True):
    """Hold: the unit stays where it is and counts as moved."""

    def __str__(self) -> str:
        return "Hold"


class PutDown(Action, frozen=True):
    """Put the unit taken up back: it has not moved, and the go is chosen anew (F-R-16)."""

    back: ClassVar[bool] = True
    unit: str

    def __str__(self) -> str:
        return f"Put {NAMES.get(self.unit, self.unit)} down"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"piece:{self.unit}",)


class EndMoves(Action, frozen=True):
    """Done for this Movement Phase: all unmoved units hold."""

    def __str__(self) -> str:
        return "Done with moves"


class SkipMove(Action, frozen=True):
    """Pass this go (option free_pass)."""

    def __str__(self) -> str:
        return "Pass"


@cache
def take_action(uid: str) -> Take:
    return Take(uid)


@cache
def move_action(to: Place) -> MoveTo:
    return MoveTo(to)


STAY, END, SKIP = Stay(), EndMoves(), SkipMove()

MOST_PUT_DOWN = 10
"""How often in one go a unit may be put down again, so that every game ends."""


class MovementPhase(Auto[FoesState], frozen=True):
    """Opens with the window for start-of-Movement spells, then goes alternate, Foes first."""

    rules: ClassVar[tuple[str, ...]] = ("F-SEQ-01", "F-MOV-02", "F-R-15", "F-R-16", "F-R-18")

    def run(self, state: FoesState, log: Log) -> None:
        state.phase, state.done, state.passes = "Movement", (False, False), 0
        log.say("phase", self.rules, "Movement Phase of turn {turn}.", turn=state.turn)
        state.agenda.append(MovementTurn(FOES))
        state.agenda.append(Moment("move_start", first_asked("move_start")))


class MovementTurn(Auto[FoesState], frozen=True):
    """Whose go is next: the other player's if he has one, else the same one's again (F-R-16).

    A player without an unmoved unit and without a spell to cast is done by himself.
    """

    rules: ClassVar[tuple[str, ...]] = ("F-R-16", "F-MOV-01")
    player: Seat

    def run(self, state: FoesState, log: Log) -> None:
        for player in (self.player, other(self.player)):
            if state.done[player]:
                continue
            if state.options.free_pass and state.passes >= 2:
                return
            for u in state.units.values():
                if u.side == player and not u.moved:
                    break
            else:
                # Antimagic is no go, so it keeps nobody in the phase.
                if not any(SPELLS[s].timing != "any_time" for s in castable(state, player, "move_go")):
                    finish(state, player)
                    continue
            state.goes += 1
            state.agenda.append(MoveGo(player=player))
            return


def finish(state: FoesState, player: Seat) -> None:
    state.done = (True, state.done[1]) if player == 0 else (state.done[0], True)


class MoveGo(Decision[FoesState, Action], frozen=True, kw_only=True):
    """One thing: take up an unmoved unit to move or hold it, cast a spell, or say done (F-R-16).

    `put_down`: how often in this go a unit was taken up and put down again.
    """

    rules: ClassVar[tuple[str, ...]] = ("F-MOV-01", "F-R-16")
    put_down: int = 0

    def ask(self, state: FoesState) -> str:
        return "Choose a unit to move, cast a spell, or say done."

    def legal(self, state: FoesState) -> list[Action]:
        player = self.player
        mine = [uid for uid, u in state.units.items() if u.side == player and not u.moved]
        actions: list[Action] = [take_action(uid) for uid in mine if uid not in IMMOBILE]
        actions += map(cast_action, castable(state, player, "move_go"))
        actions.append(SKIP if state.options.free_pass else END)
        actions += [take_action(uid) for uid in mine if uid in IMMOBILE]
        return actions

    def apply(self, state: FoesState, action: Action, log: Log) -> None:
        player = self.player
        if isinstance(action, Take):
            unit = action.unit
            state.agenda.append(MovementTurn(other(player)))
            if rooted(state, unit):
                state.passes = 0
                hold(state, unit, log)
            else:
                state.agenda.append(Travel(player=player, unit=unit, put_down=self.put_down))
            return
        if isinstance(action, Cast):
            state.passes = 0
            # Antimagic does not use up the go (F-R-63).
            free = SPELLS[action.spell].timing == "any_time"
            state.agenda.append(MovementTurn(player if free else other(player)))
            begin(state, log, player, action.spell)
            return
        state.agenda.append(MovementTurn(other(player)))
        if isinstance(action, SkipMove):
            state.passes += 1
            log.say("pass", ("F-R-16",), "{by:player} passed.", by=player)
        else:
            finish(state, player)
            log.say("done", ("F-R-16",), "{by:player} finished moving; all other units held.", by=player)

    def default(self, state: FoesState) -> Action:
        return SKIP if state.options.free_pass else END

    def why_not(self, state: FoesState, action: Action) -> Illegal | None:
        if action in self.legal(state):
            return None
        if isinstance(action, Take):
            return why_not_take(state, self.player, action.unit) or Illegal(self.rules, self.ask(state))
        if isinstance(action, Cast):
            refusal = why_no_cast(state, self.player, action.spell, "move_go")
            return refusal or Illegal(self.rules, self.ask(state))
        return Illegal(self.rules, f"It is a go of the Movement Phase. {self.ask(state)}")

    def wish(self, state: FoesState, clicks: tuple[str, ...]) -> Action | None:
        what, _, name = clicks[0].partition(":") if clicks else ("", "", "")
        return Take(name) if what == "piece" and name in KIND_OF else wish_cast(clicks)


def why_not_take(state: FoesState, player: Seat, uid: str) -> Illegal | None:
    unit = state.units.get(uid)
    if unit is None:
        return Illegal(("F-MOV-01",), "That unit is not on the board.")
    if unit.side != player:
        return Illegal(("F-MOV-01", "F-R-90"), f"{unit_name(state, uid)} is not yours to move.")
    if unit.moved:
        return Illegal(("F-MOV-01", "F-MOV-03"), f"{unit_name(state, uid)} has moved this turn.")
    return None


def hold(state: FoesState, uid: str, log: Log) -> None:
    """A unit stays and counts as moved (F-R-16). For the Catapult that is not moving (F-R-50)."""
    unit = state.units[uid]
    state.units[uid] = replace(unit, moved=True)
    log.say("hold", ("F-R-16", "F-MOV-03"), "{name} held.", (unit.at,), unit=uid, name=NAMES[uid])


class Travel(Decision[FoesState, Action], frozen=True, kw_only=True):
    """Where the unit taken up goes (F-MOV-04), or hold. Nothing is spent before: it may be put down again."""

    rules: ClassVar[tuple[str, ...]] = ("F-MOV-04", "F-R-16", "F-R-23")
    unit: str
    put_down: int = 0

    def ask(self, state: FoesState) -> str:
        name, left = unit_name(state, self.unit), plural(points(state, self.unit), "movement point")
        again = ", or put it down" if self.put_down < MOST_PUT_DOWN else ""
        return f"Choose where {name} goes ({left}), or hold{again}."

    def legal(self, state: FoesState) -> list[Action]:
        found = stops(state, self.unit)
        actions: list[Action]
        if KIND_OF[self.unit].breach and "fly" not in state.effects.get(self.unit, ()):
            actions = self.breach_moves(state, found.places)
        else:
            actions = list(map(move_action, found.places))
        actions += map(Embark, found.carriers)
        actions += map(PickUp, found.riders)
        actions.append(STAY)
        if self.put_down < MOST_PUT_DOWN:
            actions.append(PutDown(self.unit))
        return actions

    def breach_moves(self, state: FoesState, places: list[Place]) -> list[Action]:
        """One action for each set of hexsides that may be broken on the way (F-R-30, F-R-98)."""
        ways = breaches(state, self.unit)
        actions: list[Action] = []
        for place in places:
            sets = sorted(ways[place], key=lambda edges: (len(edges), edges))
            if len(sets) == 1:
                actions.append(MoveTo(place))
            else:
                actions += [MoveTo(place, ", ".join(edges) or "nothing") for edges in sets]
        return actions

    def apply(self, state: FoesState, action: Action, log: Log) -> None:
        uid = self.unit
        if isinstance(action, PutDown):
            state.agenda[-1] = MoveGo(player=self.player, put_down=self.put_down + 1)  # for the next turn
            return
        state.passes = 0
        if isinstance(action, Stay):
            hold(state, uid, log)
            return
        start, units = state.units[uid].at, state.units
        aboard = ""
        if isinstance(action, MoveTo):
            to = action.to
        elif isinstance(action, Embark):
            to, aboard = units[action.carrier].at, action.carrier
        else:
            assert isinstance(action, PickUp)
            to = units[action.rider].at
        way: tuple[Place, ...] = (start, to)
        horse = carries_hidden_horse(state, uid) if uid in state.cargo or uid in HORSES else False
        if log is not QUIET or KIND_OF[uid].breach or horse:
            way = self.way(state, action, to)
            for edge in broken_by(state, uid, way):
                break_hexside(state, edge)
                a, b = edge.split("|")
                log.say("broken", ("F-UNIT-13", "F-R-30"), "{name} broke through between {a} and {b}.", (a, b),
                        unit=uid, name=NAMES[uid], a=a, b=b, edge=edge)  # fmt: skip
        if isinstance(action, PickUp):
            self.pick_up(state, log, action.rider)
        else:
            relocate(state, log, uid, to, aboard, moved=True)
        if horse and any(board_of(state).in_city[p] for p in way[1:]):
            for u in (uid, *state.cargo.get(uid, ())):
                expose(state, log, u)
        if log is QUIET:
            return
        where = f"went aboard {NAMES[aboard]} at {to}" if aboard else f"moved from {start} to {to}"
        if isinstance(action, PickUp):
            where = f"took {NAMES[action.rider]} aboard at {to}"
        log.say(
            "move", ("F-MOV-04", "F-R-33") if aboard else ("F-MOV-04",), "{name} {where}.", way, unit=uid,
            name=unit_name(state, uid), where=where, start=start, end=to, path=list(way), aboard=aboard,
        )  # fmt: skip

    def way(self, state: FoesState, action: Action, to: Place) -> tuple[Place, ...]:
        """The way taken: the one that breaks what was named, else the cheapest."""
        if (
            KIND_OF[self.unit].breach
            and isinstance(action, MoveTo)
            and "fly" not in state.effects.get(self.unit, ())
        ):
            ways = breaches(state, self.unit)[to]
            if not action.breaking:
                return next(iter(ways.values()))
            wanted = () if action.breaking == "nothing" else tuple(action.breaking.split(", "))
            return ways[wanted]
        return route(state, self.unit, to, boarding=isinstance(action, Embark))

    def cost(self, state: FoesState, action: Action) -> str:
        """What a way on offer costs, in words; empty for what is no way."""
        if isinstance(action, MoveTo):
            to = action.to
        elif isinstance(action, Embark | PickUp):
            to = state.units[action.carrier if isinstance(action, Embark) else action.rider].at
        else:
            return ""
        return way_words(state, self.unit, self.way(state, action, to))

    def pick_up(self, state: FoesState, log: Log, rider: str) -> None:
        """The carrier takes the hex of the unit that goes aboard (F-R-33); the rider's move is not used."""
        to = state.units[rider].at
        del state.board[to]
        relocate(state, log, self.unit, to, moved=True)
        state.units[rider] = replace(state.units[rider], aboard=self.unit)
        state.cargo[self.unit] = (*state.cargo.get(self.unit, ()), rider)

    def default(self, state: FoesState) -> Action:
        return STAY

    def why_not(self, state: FoesState, action: Action) -> Illegal | None:
        if action in self.legal(state):
            return None
        if isinstance(action, MoveTo):
            refusal = why_not_there(state, self.unit, action.to)
            return refusal or Illegal(("F-R-30", "F-R-98"), "Say which walls or gates it breaks on its way.")
        if isinstance(action, Embark):
            return why_not_aboard(state, self.unit, action.carrier)
        if isinstance(action, Take):
            refusal = why_not_take(state, self.player, action.unit)
            return refusal or Illegal(self.rules, f"{unit_name(state, self.unit)} is taken up: first put it down, "
                                      "move it or hold it.")  # fmt: skip
        if isinstance(action, PutDown) and action.unit == self.unit:
            return Illegal(self.rules, f"{unit_name(state, self.unit)} moves or holds now: units were put down "
                           f"{MOST_PUT_DOWN} times in this go.")  # fmt: skip
        return Illegal(self.rules, f"{unit_name(state, self.unit)} is being moved. {self.ask(state)}")

    def wish(self, state: FoesState, clicks: tuple[str, ...]) -> Action | None:
        what, _, name = clicks[0].partition(":") if clicks else ("", "", "")
        if what == "cell":
            return MoveTo(name)
        if what == "piece" and name == self.unit:
            return PutDown(name)
        if what == "piece" and name in state.units:
            # Who clicks on a friend that carries nobody wants to take it up instead.
            friend = state.units[name].side == self.player and not carry(state, name)
            return Take(name) if friend and not state.units[name].moved else Embark(name)
        return None


HORSES = tuple(uid for uid, k in KIND_OF.items() if k.special == "trojan_horse")


def why_not_there(state: FoesState, uid: str, to: Place) -> Illegal | None:
    """None if the unit may end its move there; else the rule that forbids it (F-MOV-04)."""
    board, unit, name = board_of(state), state.units[uid], unit_name(state, uid)
    k = KIND_OF[uid]
    if to not in board.hexes:
        return Illegal(("F-R-02",), f"{to} is not on the board.")
    where = board.land_name(to)
    if to == unit.at:
        return Illegal(("F-R-16", "F-R-36"), f"{name} is there already: hold, or go to another hex.")
    if rooted(state, uid):
        return Illegal(("F-R-25",) if not k.move else ("F-R-75",), f"{name} cannot move this turn.")
    if to in state.fire:
        return Illegal(("F-SPL-36", "F-R-78"), f"A Wall of Fire burns at {to}: no unit may enter.")
    limit = leash(state, uid)
    if limit and board.city[to] > limit:
        return Illegal(("F-UNIT-30", "F-R-31"), f"{to} is {board.city[to]} hexes from the city; a Guardian Statue "
                       f"may not be more than {limit} away.")  # fmt: skip
    found = search(state, uid)
    who = state.board.get(to)
    if who is not None:
        them = unit_name(state, who)
        if state.units[who].side != unit.side:
            return Illegal(
                ("F-STK-01", "F-R-26"), f"The enemy holds {where} with {them}: nobody may stop there."
            )
        if to in found.berth:
            return why_not_aboard(state, uid, who)
        return Illegal(
            ("F-STK-01", "F-R-26"),
            f"{where[0].upper()}{where[1:]} is taken by {them}, and only one unit may stand in a hex.",
        )
    if not may_stand(state, uid, to):
        if "fly" in state.effects.get(uid, ()):
            return Illegal(
                ("F-R-79",), f"Under Fly {name} must end where it may stop without flying, not on {where}."
            )
        if k.mode == "water":
            return Illegal(("F-MOV-05", "F-UNIT-08"), f"{name} must stay in the water; {where} is land.")
        return Illegal(("F-R-33", "F-MOV-08"), f"{name} may go onto {where} only to board a carrier there.")
    if to in found.cost:
        return None
    return Illegal(("F-MOV-04", "F-R-23", "F-R-24"), f"{where[0].upper()}{where[1:]} is out of reach: {name} has "
                   f"{plural(points(state, uid), 'movement point')}, and {cheapest(state, uid, to)}.")  # fmt: skip


def cheapest(state: FoesState, uid: str, to: Place, boarding: bool = False) -> str:
    """What the way there would cost with all points in the world, in words."""
    cost = full_cost(state, uid, to if boarding else "").get(to)
    return f"the cheapest way costs {cost}" if cost is not None else "there is no way open"


def full_cost(state: FoesState, uid: str, berth: Place = "") -> dict[Place, int]:
    """Cost of the cheapest way to every hex, as if the unit had points without end; also to one hex
    with a carrier, which may be boarded where the unit could not stand."""
    unit, fire, occupied = state.units[uid], state.fire, state.board
    table, flying = steps_of(state, uid, unit), mode(state, uid) == "flyer"
    cost, heap = {unit.at: 0}, [(0, unit.at)]
    while heap:
        spent, place = heapq.heappop(heap)
        if spent > cost[place]:
            continue
        for n, price, enter, _ in table[place]:
            who = occupied.get(n)
            blocked = who is not None and state.units[who].side != unit.side and not flying
            if not (enter or n == berth) or n in fire or blocked or spent + price >= cost.get(n, 999):
                continue
            cost[n] = spent + price
            if enter:
                heapq.heappush(heap, (spent + price, n))
    return cost


def way_words(state: FoesState, uid: str, way: tuple[Place, ...]) -> str:
    """ "costs 4 of 5 movement points": what a unit pays for its way (F-MOV-04)."""
    table, left = steps_of(state, uid, state.units[uid]), points(state, uid)
    price = sum(next(step[1] for step in table[a] if step[0] == b) for a, b in pairwise(way))
    if price > left:
        return f"costs {price}, and one step is always allowed"
    return f"costs {price} of {plural(left, 'movement point')}"


def why_not_aboard(state: FoesState, uid: str, carrier: str) -> Illegal | None:
    """None if the unit may go aboard; else why not (F-R-33, F-R-34)."""
    unit, ship, k = state.units[uid], state.units.get(carrier), KIND_OF[uid]
    name, them = unit_name(state, uid), NAMES.get(carrier, carrier)
    if ship is None or carrier == uid:
        return Illegal(("F-R-33",), "There is no such carrier on the board.")
    if ship.side != unit.side:
        return Illegal(("F-R-34", "F-STK-01"), f"The enemy stands there with {them}: nobody may stop there.")
    if not KIND_OF[carrier].carry or not carry(state, carrier):
        return Illegal(
            ("F-STK-01", "F-UNIT-04"), f"Nobody rides on {them}, and only one unit may stand in a hex."
        )
    if uid in state.cargo:
        return Illegal(("F-STK-05", "F-R-34"), f"{name} is carrying others and cannot be carried.")
    if ship.aboard:
        return Illegal(("F-R-34",), f"Itself aboard a carrier, {them} can take nobody.")
    if k.mode == "water":
        return Illegal(("F-R-34", "F-UNIT-08"), f"{name} is a water unit and is never carried.")
    if not k.move or k.special == "never_carried":
        return Illegal(
            ("F-R-34", "F-R-25") if not k.move else ("F-SPL-53", "F-R-34"), f"{name} is never carried."
        )
    if len(state.cargo.get(carrier, ())) >= carry(state, carrier):
        return Illegal(
            ("F-UNIT-04", "F-R-34"), f"There is no room aboard {them}: it carries {carry(state, carrier)}."
        )
    if not can_board(state, uid, carrier):
        return Illegal(("F-R-34",), "By the option chosen only units of the same people ride together.")
    if rooted(state, uid):
        return Illegal(("F-R-75",), f"{name} cannot move this turn.")
    has, way = plural(points(state, uid), "movement point"), cheapest(state, uid, ship.at, boarding=True)
    return Illegal(("F-R-33", "F-MOV-04"), f"{them} is out of reach: {name} has {has}, and {way}.")
