"""The Movement Phase: every unit moves once, one unit at a time in turn, Foes first.

F-MOV-01, F-MOV-02 and F-R-16; how far and where is in paths.py.
"""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from msgspec.structs import replace

from atlantis_nb.core.game import QUIET, Action, Auto, Decision, Illegal, Log, Place, Seat

from .casting import Cast, Moment, begin, cast_action, castable, first_asked, why_no_cast, wish_cast
from .data import FOES, KIND_OF, NAMES, SPELLS
from .paths import (
    breaches,
    broken_by,
    can_board,
    carries_hidden_horse,
    may_stand,
    points,
    route,
    search,
    stops,
)
from .pieces import break_hexside, expose, relocate
from .state import FoesState, board_of, carry, leash, other, rooted, unit_name


class Take(Action, frozen=True):
    """Take up a unit to move it."""

    unit: str

    def __str__(self) -> str:
        return f"Move {NAMES.get(self.unit, self.unit)}"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"piece:{self.unit}",)


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
    """One thing: take up an unmoved unit to move or hold it, cast a spell, or say done (F-R-16)."""

    rules: ClassVar[tuple[str, ...]] = ("F-MOV-01", "F-R-16")

    def ask(self, state: FoesState) -> str:
        return "Choose a unit to move, cast a spell, or say done."

    def legal(self, state: FoesState) -> list[Action]:
        player = self.player
        actions: list[Action] = [
            take_action(uid) for uid, u in state.units.items() if u.side == player and not u.moved
        ]
        actions += map(cast_action, castable(state, player, "move_go"))
        actions.append(SKIP if state.options.free_pass else END)
        return actions

    def apply(self, state: FoesState, action: Action, log: Log) -> None:
        player = self.player
        if isinstance(action, Take):
            state.passes = 0
            state.agenda.append(MovementTurn(other(player)))
            unit = action.unit
            if rooted(state, unit):
                hold(state, unit, log)
            else:
                state.agenda.append(Travel(player=player, unit=unit))
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
    """Where the unit taken up goes (F-MOV-04), or hold."""

    rules: ClassVar[tuple[str, ...]] = ("F-MOV-04", "F-R-16", "F-R-23")
    unit: str

    def ask(self, state: FoesState) -> str:
        return f"Choose where {unit_name(state, self.unit)} goes, or hold."

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
        return Illegal(self.rules, f"{unit_name(state, self.unit)} is being moved. {self.ask(state)}")

    def wish(self, state: FoesState, clicks: tuple[str, ...]) -> Action | None:
        what, _, name = clicks[0].partition(":") if clicks else ("", "", "")
        if what == "cell":
            return MoveTo(name)
        if what == "piece" and name in state.units:
            return Embark(name)
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
    return Illegal(("F-MOV-04", "F-R-23", "F-R-24"), f"{where} is out of reach: {name} has {points(state, uid)} "
                   f"movement points, and {cheapest(state, uid, to)}.")  # fmt: skip


def cheapest(state: FoesState, uid: str, to: Place) -> str:
    """What the way there would cost with all points in the world, in words."""
    cost = full_cost(state, uid).get(to)
    return f"the cheapest way costs {cost}" if cost is not None else "there is no way open"


def full_cost(state: FoesState, uid: str) -> dict[Place, int]:
    """Cost of the cheapest way to every hex, as if the unit had points without end."""
    import heapq

    from .paths import mode, steps_of

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
            if not enter or n in fire or blocked or spent + price >= cost.get(n, 999):
                continue
            cost[n] = spent + price
            heapq.heappush(heap, (spent + price, n))
    return cost


def why_not_aboard(state: FoesState, uid: str, carrier: str) -> Illegal | None:
    """None if the unit may go aboard; else why not (F-R-33, F-R-34)."""
    unit, ship, k = state.units[uid], state.units.get(carrier), KIND_OF[uid]
    name, them = unit_name(state, uid), NAMES.get(carrier, carrier)
    if ship is None or carrier == uid:
        return Illegal(("F-R-33",), "There is no such carrier on the board.")
    if ship.side != unit.side:
        return Illegal(("F-R-34", "F-STK-01"), f"{them} belong to the enemy: nobody may stop there.")
    if not KIND_OF[carrier].carry or not carry(state, carrier):
        return Illegal(
            ("F-STK-01", "F-UNIT-04"), f"{them} cannot carry, and only one unit may stand in a hex."
        )
    if uid in state.cargo:
        return Illegal(("F-STK-05", "F-R-34"), f"{name} is carrying others and cannot be carried.")
    if ship.aboard:
        return Illegal(("F-R-34",), f"{them} is aboard another carrier and can take nobody.")
    if k.mode == "water":
        return Illegal(("F-R-34", "F-UNIT-08"), f"{name} is a water unit and is never carried.")
    if not k.move or k.special == "never_carried":
        return Illegal(
            ("F-R-34", "F-R-25") if not k.move else ("F-SPL-53", "F-R-34"), f"{name} is never carried."
        )
    if len(state.cargo.get(carrier, ())) >= carry(state, carrier):
        return Illegal(("F-UNIT-04", "F-R-34"), f"{them} are full: they carry {carry(state, carrier)}.")
    if not can_board(state, uid, carrier):
        return Illegal(("F-R-34",), "By the option chosen only units of the same people ride together.")
    if rooted(state, uid):
        return Illegal(("F-R-75",), f"{name} cannot move this turn.")
    return Illegal(
        ("F-R-33", "F-MOV-04"), f"{them} are out of reach: {name} has {points(state, uid)} movement points."
    )
