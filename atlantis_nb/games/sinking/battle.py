"""Battles: naming defenders, rolling, capturing cities, fleeing from them, sieges (S-CMB-01 to S-CMB-16).

The soldier that attacks stands on the tile from the start; an `Attack` says whose it is and where
it came from. `Battle` looks who is left to fight and asks, until the tile is won or the soldier lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar, Final

from msgspec import Struct
from msgspec.structs import replace

from atlantis_nb.core.game import Action, Auto, Chance, Decision, Illegal, Log, Place, Seat

from .state import (
    LOW,
    MOUNTAIN,
    NOBODY,
    SIZES,
    VILLAGE,
    SinkingState,
    change,
    count,
    defenders,
    foreign,
    open_tiles,
    opponents,
    use,
)

NEEDS: Final = {"soldier": 5, "large city": 5, "worker": 4, "small city": 4, "settler": 3, "village": 3}
"""The lowest roll with which the attacker wins (S-CMB-04 to S-CMB-07)."""

RULE: Final = {
    "soldier": "S-CMB-04", "large city": "S-CMB-04", "worker": "S-CMB-05", "small city": "S-CMB-05",
    "settler": "S-CMB-06", "village": "S-CMB-06",
}  # fmt: skip


def needed(piece: str, minus: int) -> int:
    """The lowest roll that beats a piece when `minus` is subtracted; a natural 6 always wins (S-R-62)."""
    return min(6, NEEDS[piece] + minus)


class Attack(Struct, frozen=True, omit_defaults=True):
    """One soldier's attack on a place.

    `start` is where it came from (the place itself if it attacks from where it stands), `waiting`
    where the soldiers named to follow stand (declare_all), `refugee` that it fled from a flood,
    `storm` that it has chosen to fight those inside a besieged city.
    """

    by: Seat
    place: Place
    start: Place
    waiting: tuple[Place, ...] = ()
    refugee: bool = False
    storm: bool = False

    def joined_by(self, start: Place) -> Attack:
        return replace(self, waiting=(*self.waiting, start))


# ------------------------------------------------------------------ actions


class Roll(Action, frozen=True):
    """A die shows this many pips."""

    pips: int

    def __str__(self) -> str:
        return f"Roll a {self.pips}"


DIE: Final = tuple((Roll(pips), 1) for pips in range(1, 7))


class NamePlayer(Action, frozen=True):
    """The attacker says whose pieces it fights next (S-R-29)."""

    seat: Seat

    def __str__(self) -> str:
        return f"Fight player {self.seat + 1}"


class NamePiece(Action, frozen=True):
    """The defender says which piece fights next (S-CMB-01)."""

    piece: str

    def __str__(self) -> str:
        return f"Defend with a {self.piece}"


class Withdraw(Action, frozen=True):
    """All units on the tile go into the city (S-OPT-01)."""

    def __str__(self) -> str:
        return "Withdraw into the city"


class StandFast(Action, frozen=True):
    """The units stay outside."""

    def __str__(self) -> str:
        return "Stay outside"


class Storm(Action, frozen=True):
    """The besieger fights those inside."""

    def __str__(self) -> str:
        return "Storm the city"


class Besiege(Action, frozen=True):
    """The besieger stays outside in peace (S-OPT-03)."""

    def __str__(self) -> str:
        return "Stay outside in peace"


class Pursue(Action, frozen=True):
    """The captor attacks a piece before it flees (S-CMB-16)."""

    piece: str

    def __str__(self) -> str:
        return f"Attack the {self.piece} before it flees"


class LetFlee(Action, frozen=True):
    def __str__(self) -> str:
        return "Let them flee"


class Flee(Action, frozen=True):
    """A piece flees from a fallen city (S-CMB-15)."""

    by: Seat
    piece: str
    start: Place
    to: Place

    def __str__(self) -> str:
        return f"The {self.piece} flees to {self.to}"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"piece:{self.piece}{self.by}@{self.start}", f"cell:{self.to}")


class GoBack(Action, frozen=True):
    """The attacker breaks off (option attacker_may_stop)."""

    def __str__(self) -> str:
        return "Break off"


class GoOn(Action, frozen=True):
    def __str__(self) -> str:
        return "Go on"


name_piece = lru_cache(maxsize=None)(NamePiece)


# ------------------------------------------------------------------ captured and besieged cities


def settle_city(state: SinkingState, place: Place, log: Log) -> None:
    """A city is captured only while a soldier of its captor stands on it (S-R-34). Called when a
    soldier has left or is lost, and when a battle is over."""
    town = state.settlements.get(place)
    if town is None:
        return
    if town.captor != NOBODY and not count(state.soldiers, place, town.captor):
        state.settlements[place] = replace(town, captor=NOBODY, taken=0)
        log.say(
            "free", ("S-R-34", "S-CMB-11"), "The city of {owner:player} on {at} is free again.", (place,),
            owner=town.owner, at=place,
        )  # fmt: skip
    elif town.besieged:
        lift_siege(state, place, log)


def lift_siege(state: SinkingState, place: Place, log: Log) -> None:
    """The siege of a city ends when no foreign soldier is left on the tile (S-R-57, S-R-58)."""
    town = state.settlements.get(place)
    if town is None or not town.besieged:
        return
    here = state.soldiers.get(place)
    if here is None or sum(here) == here[town.owner]:
        state.settlements[place] = replace(town, besieged=False)
        log.say(
            "siege_ends", ("S-R-58",), "The siege of the city of {owner:player} on {at} ends.", (place,),
            owner=town.owner, at=place,
        )  # fmt: skip


def lose_soldier(state: SinkingState, attack: Attack) -> None:
    """The attacking soldier is taken off the map."""
    change(state, state.soldiers, attack.place, attack.by, -1)
    if not attack.refugee:
        use(state, attack.place, soldiers=-1)


def remove(state: SinkingState, place: Place, seat: Seat, piece: str) -> None:
    """A beaten soldier, worker, settler or village goes back to its owner's stock (S-CMB-08, S-R-38)."""
    if piece == "soldier":
        change(state, state.soldiers, place, seat, -1)
    elif piece == "settler":
        change(state, state.settlers, place, seat, -1)
    elif piece == "worker":
        del state.workers[place]
    else:
        del state.settlements[place]


# ------------------------------------------------------------------ the battle


def clash(state: SinkingState, attack: Attack, log: Log) -> None:
    """A soldier is on a tile with pieces of others (S-MOVE-04). With variant siege the owner of a
    city there may withdraw first (S-R-57)."""
    state.agenda.append(Battle(attack))
    if state.options.siege:
        place, town = attack.place, state.settlements.get(attack.place)
        if (
            town is not None
            and town.size != VILLAGE
            and town.owner != attack.by
            and town.captor == NOBODY
            and not town.besieged
            and units(state, place, town.owner)
        ):
            state.agenda.append(Withdrawing(player=town.owner, place=place))


def units(state: SinkingState, place: Place, seat: Seat) -> bool:
    """Has the player a soldier, settler or worker on the tile?"""
    return bool(
        count(state.soldiers, place, seat)
        or count(state.settlers, place, seat)
        or state.workers.get(place) == seat
    )


class Withdrawing(Decision[SinkingState, Withdraw | StandFast], frozen=True):
    """The defender may pull all units on the tile into the city (S-OPT-01, S-R-57)."""

    rules: ClassVar[tuple[str, ...]] = ("S-OPT-01", "S-OPT-04", "S-R-57")
    reply: ClassVar[bool] = True
    place: Place

    def ask(self, state: SinkingState) -> str:
        return f"Your city on {self.place} is attacked: withdraw into it or stay outside."

    def legal(self, state: SinkingState) -> list[Withdraw | StandFast]:
        return [Withdraw(), StandFast()]

    def default(self, state: SinkingState) -> Withdraw | StandFast:
        return StandFast()

    def apply(self, state: SinkingState, action: Withdraw | StandFast, log: Log) -> None:
        if isinstance(action, Withdraw):
            state.settlements[self.place] = replace(state.settlements[self.place], besieged=True)
            log.say(
                "withdraw", ("S-OPT-01", "S-OPT-04", "S-R-57"),
                "{by:player} withdraws into the city on {at}, which is besieged now.", (self.place,),
                by=self.player, at=self.place,
            )  # fmt: skip


class Battle(Auto[SinkingState], frozen=True):
    """Fights go on while both sides have pieces there (S-CMB-09, S-R-25). A captured city neither
    fights nor prolongs a battle (S-R-66)."""

    rules: ClassVar[tuple[str, ...]] = ("S-MOVE-04", "S-CMB-09", "S-R-25", "S-R-66")
    attack: Attack

    def run(self, state: SinkingState, log: Log) -> None:
        attack = self.attack
        foes = opponents(state, attack.place, attack.by)
        town = state.settlements.get(attack.place)
        if town is not None and town.besieged and town.owner != attack.by:
            if attack.storm:
                foes = sorted([*foes, town.owner])
            elif not foes:
                state.agenda.append(Storming(player=attack.by, attack=attack))
                return
        if not foes:
            won(state, attack, log)
        elif len(foes) == 1:
            name_defender(state, attack, foes[0])
        else:
            state.agenda.append(NamingPlayer(player=attack.by, attack=attack, foes=tuple(foes)))


class Storming(Decision[SinkingState, Storm | Besiege], frozen=True):
    """A besieger may fight at once or stay outside in peace (S-OPT-03, S-R-57, S-R-58)."""

    rules: ClassVar[tuple[str, ...]] = ("S-OPT-03", "S-R-57", "S-R-58", "S-R-74")
    attack: Attack

    def ask(self, state: SinkingState) -> str:
        return f"Storm the city on {self.attack.place} or stay outside in peace."

    def legal(self, state: SinkingState) -> list[Storm | Besiege]:
        return [Storm(), Besiege()]

    def default(self, state: SinkingState) -> Storm | Besiege:
        return Besiege()

    def apply(self, state: SinkingState, action: Storm | Besiege, log: Log) -> None:
        attack = self.attack
        if isinstance(action, Storm):
            state.agenda.append(Battle(replace(attack, storm=True)))
            return
        log.say(
            "besiege", ("S-OPT-03", "S-OPT-04"), "The soldier of {by:player} stays outside the city on {at}.",
            (attack.place,), by=attack.by, at=attack.place,
        )  # fmt: skip
        follow(state, attack, log)


class NamingPlayer(Decision[SinkingState, NamePlayer], frozen=True):
    """The attacker names the player to be fought next (S-R-29)."""

    rules: ClassVar[tuple[str, ...]] = ("S-R-29",)
    attack: Attack
    foes: tuple[Seat, ...]

    def ask(self, state: SinkingState) -> str:
        who = ", ".join(f"player {seat + 1} is {state.names[seat]}" for seat in self.foes)
        return f"Name the player whose pieces on {self.attack.place} you fight next ({who})."

    def legal(self, state: SinkingState) -> list[NamePlayer]:
        return [NamePlayer(seat) for seat in self.foes]

    def default(self, state: SinkingState) -> NamePlayer:
        """The one earliest in turn order (S-R-69)."""
        return NamePlayer(min(self.foes, key=state.order.index))

    def apply(self, state: SinkingState, action: NamePlayer, log: Log) -> None:
        log.say(
            "name_player", self.rules, "{by:player} turns on {foe:player}.", (self.attack.place,),
            by=self.player, foe=action.seat,
        )  # fmt: skip
        name_defender(state, self.attack, action.seat)


def name_defender(state: SinkingState, attack: Attack, seat: Seat) -> None:
    """Ask a player which piece fights, if there is a choice."""
    choice = defenders(state, attack.place, seat)
    if len(choice) == 1:
        state.agenda.append(Combat(attack, seat, choice[0]))
    else:
        state.agenda.append(NamingPiece(player=seat, attack=attack))


class NamingPiece(Decision[SinkingState, NamePiece], frozen=True):
    """The defender names one piece before every roll (S-CMB-01, S-CMB-14, S-R-28)."""

    rules: ClassVar[tuple[str, ...]] = ("S-CMB-01", "S-CMB-14", "S-R-28")
    reply: ClassVar[bool] = True
    attack: Attack

    def ask(self, state: SinkingState) -> str:
        return f"Name the piece that fights on {self.attack.place}."

    def legal(self, state: SinkingState) -> list[NamePiece]:
        """In the order of the default: soldiers, city, workers, settlers, village (S-R-56)."""
        return [name_piece(piece) for piece in defenders(state, self.attack.place, self.player)]

    def apply(self, state: SinkingState, action: NamePiece, log: Log) -> None:
        log.say(
            "defend", ("S-CMB-01",), "{by:player} defends with a {piece}.", (self.attack.place,),
            by=self.player, piece=action.piece,
        )  # fmt: skip
        state.agenda.append(Combat(self.attack, self.player, action.piece))

    def why_not(self, state: SinkingState, action: Action) -> Illegal | None:
        if isinstance(action, NamePiece) and action not in self.legal(state):
            place = self.attack.place
            town = state.settlements.get(place)
            if (
                town is not None
                and town.owner == self.player
                and action.piece == SIZES[town.size] != "village"
            ):
                if town.captor != NOBODY:
                    return Illegal(("S-R-66",), "A captured city does not fight.")
                return Illegal(
                    ("S-CMB-14", "S-R-28"),
                    "The city cannot fight while a soldier of its owner is on the tile.",
                )
            return Illegal(("S-CMB-01",), f"You have no {action.piece} on {place}.")
        return super().why_not(state, action)


def minus(state: SinkingState, place: Place, seat: Seat, piece: str) -> int:
    """What is subtracted from an attack roll: for units inside a besieged city (S-OPT-02), and on the
    mountain (S-OPT-11, S-R-62)."""
    less = 1 if place == MOUNTAIN and state.options.mountain_defence else 0
    town = state.settlements.get(place)
    if (
        town is not None
        and town.besieged
        and town.owner == seat
        and piece in ("soldier", "worker", "settler")
    ):
        less += 1
    return less


class Combat(Chance[SinkingState, Roll], frozen=True):
    """The attacker rolls once, the defender does not (S-CMB-03)."""

    rules: ClassVar[tuple[str, ...]] = (
        "S-CMB-03", "S-CMB-04", "S-CMB-05", "S-CMB-06", "S-CMB-07", "S-CMB-08", "S-OPT-02", "S-OPT-11", "S-R-62",
    )  # fmt: skip
    attack: Attack
    owner: Seat
    piece: str

    def outcomes(self, state: SinkingState) -> Sequence[tuple[Roll, int]]:
        return DIE

    def apply(self, state: SinkingState, action: Roll, log: Log) -> None:
        attack, seat, piece = self.attack, self.owner, self.piece
        if not strike(state, attack, seat, piece, action.pips, log):
            lost(state, attack, log)
        elif not piece.endswith("city"):
            remove(state, attack.place, seat, piece)
            lift_siege(state, attack.place, log)
            after_win(state, attack)
        else:
            capture(state, attack, log)


def strike(state: SinkingState, attack: Attack, seat: Seat, piece: str, pips: int, log: Log) -> bool:
    """Compare a roll and report it. True if the attacker wins."""
    less = minus(state, attack.place, seat, piece)
    need = needed(piece, less)
    wins = pips >= need
    rules: tuple[str, ...] = (RULE[piece] if wins else "S-CMB-07", "S-CMB-03", "S-CMB-08")
    if wins and piece == "village":
        rules = (*rules, "S-R-38")
    if less:
        rules = (*rules, "S-R-62")
        if attack.place == MOUNTAIN and state.options.mountain_defence:
            rules = (*rules, "S-OPT-11")
        if less == 2 or attack.place != MOUNTAIN or not state.options.mountain_defence:
            rules = (*rules, "S-OPT-02")
    log.say(
        "fight", rules,
        "{by:player} rolls a {pips} against the {piece} of {foe:player} on {at} and "
        + ("wins" if wins else "loses") + " ({need} or more needed).",
        (attack.place,), by=attack.by, foe=seat, piece=piece, pips=pips, need=need, at=attack.place, won=wins,
    )  # fmt: skip
    return wins


def lost(state: SinkingState, attack: Attack, log: Log) -> None:
    """The attacking soldier is taken off the map; the next one named follows (S-CMB-08)."""
    lose_soldier(state, attack)
    settle_city(state, attack.place, log)
    follow(state, attack, log)


def capture(state: SinkingState, attack: Attack, log: Log) -> None:
    """A beaten city is captured: the soldier is put on it as a mark (S-CMB-10, S-CMB-11). The other
    pieces of its owner flee (S-CMB-15), and may be attacked before (S-CMB-16)."""
    place = attack.place
    town = state.settlements[place]
    state.captures += 1
    state.settlements[place] = replace(town, captor=attack.by, taken=state.captures, besieged=False)
    log.say(
        "capture", ("S-CMB-10", "S-CMB-11", "S-CMB-12"),
        "{by:player} captures the city of {owner:player} on {at}; it will change hands after production.", (place,),
        by=attack.by, owner=town.owner, at=place,
    )  # fmt: skip
    state.agenda.append(AfterWin(attack))
    if fleeing(state, place, town.owner):
        state.agenda.append(FallenCity(place, town.owner))
        state.agenda.append(Pursuing(player=attack.by, attack=attack, owner=town.owner))


def after_win(state: SinkingState, attack: Attack) -> None:
    """The battle goes on, unless the attacker may stop and does (option attacker_may_stop)."""
    state.agenda.append(Battle(attack))
    if state.options.attacker_may_stop and not attack.refugee and may_stop(state, attack):
        state.agenda.append(Stopping(player=attack.by, attack=attack))


class AfterWin(Auto[SinkingState], frozen=True):
    """After the flight from a fallen city the battle goes on."""

    rules: ClassVar[tuple[str, ...]] = ("S-CMB-09", "S-R-32")
    attack: Attack

    def run(self, state: SinkingState, log: Log) -> None:
        after_win(state, self.attack)


def may_stop(state: SinkingState, attack: Attack) -> bool:
    """A soldier that attacked on the spot may stay if somebody is left to fight; another one may go
    back where it came from unless pieces of others have come there (S-R-70, S-R-72)."""
    if attack.start == attack.place:
        return foreign(state, attack.place, attack.by)
    return not foreign(state, attack.start, attack.by)


class Stopping(Decision[SinkingState, GoOn | GoBack], frozen=True):
    """After any fight the soldier may go back (option attacker_may_stop, S-R-25, S-R-70)."""

    rules: ClassVar[tuple[str, ...]] = ("S-R-25", "S-R-70", "S-R-72")
    attack: Attack

    def ask(self, state: SinkingState) -> str:
        return f"Go on on {self.attack.place}, or break off."

    def legal(self, state: SinkingState) -> list[GoOn | GoBack]:
        return [GoOn(), GoBack()]

    def apply(self, state: SinkingState, action: GoOn | GoBack, log: Log) -> None:
        if isinstance(action, GoOn):
            return
        attack = self.attack
        state.agenda.pop()  # the Battle that would have gone on
        if attack.start != attack.place:
            change(state, state.soldiers, attack.place, attack.by, -1)
            use(state, attack.place, soldiers=-1)
            change(state, state.soldiers, attack.start, attack.by, 1)
            use(state, attack.start, soldiers=1)
        log.say(
            "go_back", ("S-R-25", "S-R-70"), "The soldier of {by:player} breaks off the attack on {at}.",
            (attack.place,), by=attack.by, at=attack.place,
        )  # fmt: skip
        settle_city(state, attack.place, log)
        follow(state, attack, log)


def won(state: SinkingState, attack: Attack, log: Log) -> None:
    """No piece of another player is left to fight. A captured city on the tile is free if its owner
    won it; a third player becomes its captor without fighting it again (S-R-27, S-R-34)."""
    place = attack.place
    town = state.settlements.get(place)
    if town is not None and town.captor not in (NOBODY, attack.by) and town.owner != attack.by:
        state.captures += 1
        state.settlements[place] = replace(town, captor=attack.by, taken=state.captures)
        log.say(
            "capture", ("S-R-34", "S-CMB-10"),
            "{by:player} wins the tile {at} and is now the captor of the city of {owner:player}.", (place,),
            by=attack.by, owner=town.owner, at=place,
        )  # fmt: skip
    settle_city(state, place, log)
    follow(state, attack, log)


def follow(state: SinkingState, attack: Attack, log: Log) -> None:
    """The next soldier named for this attack enters: to fight, or in peace (option declare_all)."""
    if not attack.waiting:
        return
    start, place, by = attack.waiting[0], attack.place, attack.by
    if start != place:
        change(state, state.soldiers, start, by, -1)
        use(state, start, soldiers=-1)
        change(state, state.soldiers, place, by, 1)
        use(state, place, soldiers=1)
        log.say(
            "move", ("S-R-26", "S-R-70"), "The next soldier of {by:player} moves from {start} to {goal}.",
            (start, place), by=by, start=start, goal=place,
        )  # fmt: skip
        settle_city(state, start, log)
    clash(state, Attack(by, place, start, attack.waiting[1:]), log)


# ------------------------------------------------------------------ flight from a fallen city


def fleeing(state: SinkingState, place: Place, seat: Seat) -> list[str]:
    """Pieces that must leave a fallen city, settlers before workers (S-R-69)."""
    out = ["settler"] if count(state.settlers, place, seat) else []
    return [*out, "worker"] if state.workers.get(place) == seat else out


class Pursuing(Decision[SinkingState, Pursue | LetFlee], frozen=True):
    """The soldier that took the city may attack those who flee, one by one (S-CMB-16, S-R-33)."""

    rules: ClassVar[tuple[str, ...]] = ("S-CMB-16", "S-R-33")
    attack: Attack
    owner: Seat

    def ask(self, state: SinkingState) -> str:
        return f"Attack a piece before it flees from {self.attack.place}, or let them flee."

    def legal(self, state: SinkingState) -> list[Pursue | LetFlee]:
        return [*[Pursue(piece) for piece in fleeing(state, self.attack.place, self.owner)], LetFlee()]

    def default(self, state: SinkingState) -> Pursue | LetFlee:
        return LetFlee()

    def apply(self, state: SinkingState, action: Pursue | LetFlee, log: Log) -> None:
        if isinstance(action, Pursue):
            state.agenda.append(Pursuit(self.attack, self.owner, action.piece))


class Pursuit(Chance[SinkingState, Roll], frozen=True):
    """A roll against a piece that is about to flee (S-R-33)."""

    rules: ClassVar[tuple[str, ...]] = ("S-CMB-16", "S-R-33")
    attack: Attack
    owner: Seat
    piece: str

    def outcomes(self, state: SinkingState) -> Sequence[tuple[Roll, int]]:
        return DIE

    def apply(self, state: SinkingState, action: Roll, log: Log) -> None:
        attack, place = self.attack, self.attack.place
        if strike(state, attack, self.owner, self.piece, action.pips, log):
            remove(state, place, self.owner, self.piece)
            if fleeing(state, place, self.owner):
                state.agenda.append(Pursuing(player=attack.by, attack=attack, owner=self.owner))
            return
        lose_soldier(state, attack)
        flight = state.agenda.pop()
        state.agenda.pop()  # AfterWin: this soldier's battle is over
        state.agenda.append(Follow(attack))
        settle_city(state, place, log)
        if state.settlements[place].captor != NOBODY:
            state.agenda.append(flight)


class Follow(Auto[SinkingState], frozen=True):
    """The next soldier named for an attack goes in."""

    rules: ClassVar[tuple[str, ...]] = ("S-R-26", "S-R-70")
    attack: Attack

    def run(self, state: SinkingState, log: Log) -> None:
        follow(state, self.attack, log)


def shelters(state: SinkingState, place: Place, seat: Seat) -> list[Place]:
    """Where a piece may flee to from a fallen city: open land without pieces of others (S-R-32)."""
    out = []
    for n in open_tiles(state, place):
        town = state.settlements.get(n)
        if not foreign(state, n, seat) and (town is None or town.owner == seat or town.captor == seat):
            out.append(n)
    return sorted(out, key=LOW.__getitem__)


class FallenCity(Auto[SinkingState], frozen=True):
    """The pieces of a fallen city's owner must leave it; who finds no room is lost (S-CMB-15, S-R-32)."""

    rules: ClassVar[tuple[str, ...]] = ("S-CMB-15", "S-R-32", "S-R-67")
    place: Place
    player: Seat

    def run(self, state: SinkingState, log: Log) -> None:
        place, seat = self.place, self.player
        pieces = fleeing(state, place, seat)
        if not pieces:
            return
        to = shelters(state, place, seat)
        if not to:
            lost = count(state.settlers, place, seat) + (state.workers.get(place) == seat)
            while count(state.settlers, place, seat):
                change(state, state.settlers, place, seat, -1)
            if state.workers.get(place) == seat:
                del state.workers[place]
            log.say(
                "lost", ("S-R-32",), "{n:s piece} of {by:player} cannot flee from {at} and {verb} lost.", (place,),
                by=seat, at=place, n=lost, verb="is" if lost == 1 else "are",
            )  # fmt: skip
            return
        state.agenda.append(self)
        if len(pieces) == len(to) == 1:
            flee(state, seat, pieces[0], place, to[0], log)
        else:
            state.agenda.append(Fleeing(player=seat, place=place))


class Fleeing(Decision[SinkingState, Flee], frozen=True):
    """The owner chooses for each piece where it flees (S-CMB-15, S-R-32)."""

    rules: ClassVar[tuple[str, ...]] = ("S-CMB-15", "S-R-32", "S-R-67")
    reply: ClassVar[bool] = True
    place: Place

    def ask(self, state: SinkingState) -> str:
        return f"Your city on {self.place} has fallen: choose where its other pieces flee."

    def legal(self, state: SinkingState) -> list[Flee]:
        to = shelters(state, self.place, self.player)
        return [
            Flee(self.player, piece, self.place, n)
            for piece in fleeing(state, self.place, self.player)
            for n in to
        ]

    def apply(self, state: SinkingState, action: Flee, log: Log) -> None:
        flee(state, self.player, action.piece, self.place, action.to, log)

    def why_not(self, state: SinkingState, action: Action) -> Illegal | None:
        if isinstance(action, Flee) and action not in self.legal(state):
            if action.to in state.sinking:
                return Illegal(("S-R-67",), f"{action.to} is sinking.")
            if action.to not in open_tiles(state, self.place):
                return Illegal(("S-R-32", "S-R-23"), f"{action.to} is not an open tile next to {self.place}.")
            return Illegal(("S-R-32",), f"A piece of another player is on {action.to}.")
        return super().why_not(state, action)

    def wish(self, state: SinkingState, clicks: tuple[str, ...]) -> Action | None:
        pieces = fleeing(state, self.place, self.player)
        if len(clicks) < 2 or not clicks[1].startswith("cell:"):
            return None
        return Flee(self.player, pieces[0], self.place, clicks[1].partition(":")[2])


def flee(state: SinkingState, seat: Seat, piece: str, start: Place, to: Place, log: Log) -> None:
    """One piece flees one step; a worker arrives as a soldier; no battle starts (S-R-32)."""
    if piece == "settler":
        change(state, state.settlers, start, seat, -1)
        change(state, state.settlers, to, seat, 1)
    else:
        del state.workers[start]
        change(state, state.soldiers, to, seat, 1)
    arrives = "" if piece == "settler" else " and arrives as a soldier"
    log.say(
        "flee", ("S-CMB-15", "S-R-32"), "A {piece} of {by:player} flees from {start} to {goal}{arrives}.",
        (start, to), by=seat, piece=piece, start=start, goal=to, arrives=arrives,
    )  # fmt: skip
