"""Movement phase: settlers and soldiers step, and soldiers who meet others fight (S-MOVE-01 to S-MOVE-05)."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import ClassVar, Literal

from atlantis_nb.core.game import Action, Auto, Decision, Illegal, Log, Place, Seat

from .battle import Attack, clash, settle_city
from .flip import DONE, UNUSED, Done
from .state import (
    MOUNTAIN,
    NEAR,
    SIZES,
    SinkingState,
    change,
    clicked,
    count,
    foreign,
    foreign_soldier,
    open_tiles,
    opponents,
    use,
)

Unit = Literal["soldier", "settler"]


class Move(Action, frozen=True):
    """A soldier or settler steps to a neighbouring tile."""

    by: Seat
    piece: Unit
    start: Place
    to: Place

    def __str__(self) -> str:
        return f"Move a {self.piece} from {self.start} to {self.to}"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"piece:{self.piece}{self.by}@{self.start}", f"cell:{self.to}")


class AttackHere(Action, frozen=True):
    """A soldier attacks on the tile where it stands (S-R-30)."""

    by: Seat
    place: Place

    def __str__(self) -> str:
        return f"Attack on {self.place} from where you stand"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"piece:soldier{self.by}@{self.place}", f"cell:{self.place}")


class Join(Action, frozen=True):
    """One more soldier is named for an attack (option declare_all)."""

    by: Seat
    start: Place

    def __str__(self) -> str:
        return f"Send a soldier from {self.start} along"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"piece:soldier{self.by}@{self.start}",)


class Fight(Action, frozen=True):
    """All attackers are named."""

    def __str__(self) -> str:
        return "Fight"


attack_here = lru_cache(maxsize=None)(AttackHere)


@cache
def steps(by: Seat, piece: Unit, start: Place) -> tuple[tuple[Place, Move], ...]:
    """The six steps from a place, each with its neighbour."""
    return tuple((to, Move(by, piece, start, to)) for to in NEAR[start])


class MovementPhase(Auto[SinkingState], frozen=True):
    """Players move in turn order, each all pieces before the next begins (S-MOVE-01, S-TURN-04, S-R-24)."""

    rules: ClassVar[tuple[str, ...]] = ("S-MOVE-01", "S-TURN-04", "S-R-24")

    def run(self, state: SinkingState, log: Log) -> None:
        state.phase = "movement"
        for seat in reversed(state.order):
            state.agenda.append(MoveTurn(seat))


class MoveTurn(Auto[SinkingState], frozen=True):
    """One player's moves; goes on while a piece can still move."""

    rules: ClassVar[tuple[str, ...]] = ("S-MOVE-01", "S-R-24")
    player: Seat
    begun: bool = False

    def run(self, state: SinkingState, log: Log) -> None:
        if not self.begun:
            state.used.clear()
        if can_move(state, self.player):
            state.agenda.append(Moving(player=self.player))


def can_move(state: SinkingState, seat: Seat) -> bool:
    """Has the player a soldier or settler with a move left and somewhere to go?"""
    land, used = state.land, state.used
    closed = MOUNTAIN if state.options.mountain_impassable else ""
    for place, here in state.soldiers.items():
        if here[seat] and here[seat] > used.get(place, UNUSED)[0]:
            for to in NEAR[place]:
                if to in land and to != closed:
                    return True
            if foreign(state, place, seat):
                return True
    for place, here in state.settlers.items():
        if here[seat] and here[seat] > used.get(place, UNUSED)[1]:
            for to in NEAR[place]:
                if to in land and to != closed and not foreign_soldier(state, to, seat):
                    return True
    return False


class Moving(Decision[SinkingState, Move | AttackHere | Done], frozen=True):
    """Each settler and soldier may move one tile at most, one by one in any order (S-MOVE-02,
    S-MOVE-03, S-R-24). A piece stands on land only (S-R-23); the mountain is open unless the option
    closes it (S-R-63, S-OPT-10). Settlers may not enter where another player has a soldier
    (S-MOVE-05); a soldier may attack on the spot (S-R-30).
    """

    rules: ClassVar[tuple[str, ...]] = (
        "S-MOVE-02",
        "S-MOVE-03",
        "S-MOVE-05",
        "S-R-23",
        "S-R-30",
        "S-R-56",
        "S-R-63",
    )

    def ask(self, state: SinkingState) -> str:
        return "Move soldiers and settlers one tile each, or choose Done."

    def legal(self, state: SinkingState) -> list[Move | AttackHere | Done]:
        seat, land, used = self.player, state.land, state.used
        closed = MOUNTAIN if state.options.mountain_impassable else ""
        out: list[Move | AttackHere | Done] = []
        for place, here in state.soldiers.items():
            if here[seat] and here[seat] > used.get(place, UNUSED)[0]:
                for to, move in steps(seat, "soldier", place):
                    if to in land and to != closed:
                        out.append(move)
                if foreign(state, place, seat):
                    out.append(attack_here(seat, place))
        for place, here in state.settlers.items():
            if here[seat] and here[seat] > used.get(place, UNUSED)[1]:
                for to, move in steps(seat, "settler", place):
                    if to in land and to != closed and not foreign_soldier(state, to, seat):
                        out.append(move)
        out.append(DONE)
        return out

    def default(self, state: SinkingState) -> Move | AttackHere | Done:
        return DONE

    def apply(self, state: SinkingState, action: Move | AttackHere | Done, log: Log) -> None:
        seat = self.player
        if isinstance(action, Done):
            return
        state.agenda.append(MoveTurn(seat, begun=True))
        if isinstance(action, AttackHere):
            place = action.place
            use(state, place, soldiers=1)
            log.say(
                "attack_here", ("S-R-30", "S-MOVE-04"), "A soldier of {by:player} attacks on {at}, where it stands.",
                (place,), by=seat, at=place,
            )  # fmt: skip
            town = state.settlements.get(place)
            storm = town is not None and town.besieged and town.owner != seat
            attack(state, Attack(seat, place, place, storm=storm), log)
        elif action.piece == "settler":
            change(state, state.settlers, action.start, seat, -1)
            change(state, state.settlers, action.to, seat, 1)
            use(state, action.to, settlers=1)
            log.say(
                "move", ("S-MOVE-02",), "A settler of {by:player} moves from {start} to {goal}.",
                (action.start, action.to), by=seat, start=action.start, goal=action.to,
            )  # fmt: skip
        else:
            march(state, seat, action.start, action.to, log)
            if foreign(state, action.to, seat):
                attack(state, Attack(seat, action.to, action.start), log)

    def why_not(self, state: SinkingState, action: Action) -> Illegal | None:
        seat, used = self.player, state.used
        if isinstance(action, AttackHere | Move) and action not in self.legal(state):
            start = action.place if isinstance(action, AttackHere) else action.start
            piece = "soldier" if isinstance(action, AttackHere) else action.piece
            if action.by != seat:
                return Illegal(("S-MOVE-01", "S-R-24"), "Only your own pieces move in your turn.")
            here = count(state.soldiers if piece == "soldier" else state.settlers, start, seat)
            if not here:
                if state.workers.get(start) == seat:
                    return Illegal(
                        ("S-MOVE-03",), f"The worker on {start} stays: only settlers and soldiers move."
                    )
                town = state.settlements.get(start)
                if town is not None and town.owner == seat:
                    return Illegal(
                        ("S-MOVE-03",),
                        f"The {SIZES[town.size]} on {start} stays: only settlers and soldiers move.",
                    )
                return Illegal(("S-MOVE-02", "S-MOVE-03"), f"You have no {piece} on {start}.")
            if here <= used.get(start, UNUSED)[0 if piece == "soldier" else 1]:
                return Illegal(("S-MOVE-02",), f"Every {piece} of yours on {start} has used its move.")
            if isinstance(action, AttackHere):
                return Illegal(("S-MOVE-04", "S-R-30"), f"No piece of another player is on {start}.")
            return why_no_step(state, seat, action)
        return super().why_not(state, action)

    def wish(self, state: SinkingState, clicks: tuple[str, ...]) -> Action | None:
        return wish(state, self.player, clicks)


def why_no_step(state: SinkingState, seat: Seat, move: Move) -> Illegal | None:
    """Why a piece may not step to a tile, in the movement phase or when it flees."""
    if move.to == move.start:
        return Illegal(
            ("S-MOVE-02", "S-R-30"),
            f"The {move.piece} stands on {move.to} already; only soldiers attack there.",
        )
    if move.to not in NEAR.get(move.start, ()):
        return Illegal(
            ("S-MOVE-02", "S-R-23"), f"{move.to} is not next to {move.start}: a piece moves one tile."
        )
    if move.to not in state.land:
        return Illegal(("S-R-23",), f"There is no land on {move.to}.")
    if move.to in state.sinking:
        return Illegal(("S-R-47", "S-R-67"), f"{move.to} is sinking too.")
    if move.to == MOUNTAIN and state.options.mountain_impassable:
        return Illegal(("S-OPT-10", "S-R-61"), "With this option nobody may enter the mountain.")
    if move.piece == "settler" and foreign_soldier(state, move.to, seat):
        return Illegal(
            ("S-MOVE-05",), f"A settler may not enter {move.to}: another player has a soldier there."
        )
    return None


def wish(state: SinkingState, seat: Seat, clicks: tuple[str, ...]) -> Action | None:
    """The move meant by clicks on a piece (or its cell) and a cell."""
    kind, _, name = clicks[0].partition(":")
    to = clicks[1].partition(":")[2].rpartition("@")[2] if len(clicks) > 1 else ""
    if kind == "cell":
        piece, start = "settler" if count(state.settlers, name, seat) else "soldier", name
    elif kind == "piece" and "@" in name:
        head, _, start = name.partition("@")
        piece = "settler" if head.startswith("settler") else "soldier"
        owner = head.rstrip("x")[-1]
        if owner.isdigit():
            seat = int(owner)
    else:
        return None
    if not to and start in NEAR:
        to = [*open_tiles(state, start), *NEAR[start]][0]
    if piece == "soldier" and to == start:
        return AttackHere(seat, start)
    return Move(seat, "settler" if piece == "settler" else "soldier", start, to)


def march(state: SinkingState, seat: Seat, start: Place, to: Place, log: Log) -> None:
    """A soldier steps and has used its move; a city that it held captured is free if it was the last."""
    change(state, state.soldiers, start, seat, -1)
    change(state, state.soldiers, to, seat, 1)
    use(state, to, soldiers=1)
    log.say(
        "move", ("S-MOVE-02",), "A soldier of {by:player} moves from {start} to {goal}.", (start, to),
        by=seat, start=start, goal=to,
    )  # fmt: skip
    settle_city(state, start, log)


def attack(state: SinkingState, plan: Attack, log: Log) -> None:
    """A soldier is about to fight; with option declare_all more soldiers may be named first (S-R-26)."""
    if (
        state.options.fight_commit == "declare_all"
        and opponents(state, plan.place, plan.by)
        and helpers(state, plan)
    ):
        state.agenda.append(Declaring(player=plan.by, attack=plan))
    else:
        clash(state, plan, log)


def helpers(state: SinkingState, plan: Attack) -> list[Place]:
    """Places from which an unused soldier can still join an attack."""
    return [
        p
        for p in (plan.place, *NEAR[plan.place])
        if count(state.soldiers, p, plan.by) > state.used.get(p, UNUSED)[0]
    ]


class Declaring(Decision[SinkingState, Join | Fight], frozen=True):
    """All attackers of a tile are named before the first roll (option declare_all, S-CMB-02, S-R-70).

    The soldiers named use their moves; they wait where they are until their turn to fight comes.
    """

    rules: ClassVar[tuple[str, ...]] = ("S-CMB-02", "S-R-26", "S-R-70", "S-R-73")
    attack: Attack

    def ask(self, state: SinkingState) -> str:
        return f"Name more soldiers for the attack on {self.attack.place}, or choose Fight."

    def legal(self, state: SinkingState) -> list[Join | Fight]:
        return [*[Join(self.player, p) for p in helpers(state, self.attack)], Fight()]

    def default(self, state: SinkingState) -> Join | Fight:
        return Fight()

    def apply(self, state: SinkingState, action: Join | Fight, log: Log) -> None:
        plan = self.attack
        if isinstance(action, Join):
            use(state, action.start, soldiers=1)
            log.say(
                "join", ("S-R-26", "S-R-70"), "{by:player} sends a soldier from {start} along to {at}.",
                (action.start, plan.place), by=self.player, start=action.start, at=plan.place,
            )  # fmt: skip
            plan = plan.joined_by(action.start)
            if helpers(state, plan):
                state.agenda.append(Declaring(player=self.player, attack=plan))
                return
        clash(state, plan, log)

    def why_not(self, state: SinkingState, action: Action) -> Illegal | None:
        if isinstance(action, Join) and action not in self.legal(state):
            if action.start not in (self.attack.place, *NEAR[self.attack.place]):
                return Illegal(("S-MOVE-02",), f"{action.start} is not next to {self.attack.place}.")
            return Illegal(("S-R-70",), f"You have no soldier with a move left on {action.start}.")
        return super().why_not(state, action)

    def wish(self, state: SinkingState, clicks: tuple[str, ...]) -> Action | None:
        place = clicked(clicks[0])
        return None if place is None else Join(self.player, place)
