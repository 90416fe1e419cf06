"""Flood phase: sacrifice, roll, floods one by one, scoring, escape, tidying (S-FLD-01 to S-FLD-17,
S-SCO-01 to S-SCO-05), and the end of the game (S-END-01 to S-END-03)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from atlantis_nb.core.game import Action, Auto, Chance, Decision, Illegal, Log, Place, Result, Seat

from .battle import DIE, Attack, Roll, clash
from .flip import DONE, Done
from .move import Move, why_no_step
from .move import wish as wish_move
from .state import (
    LOW,
    MOUNTAIN,
    NEAR,
    NOBODY,
    SIZES,
    SMALL,
    UNCHOSEN,
    VILLAGE,
    SinkingState,
    change,
    citizens_left,
    clicked,
    count,
    floods_on,
    foreign,
    foreign_soldier,
    last_square,
    open_tiles,
    purse,
    sea,
    settlers_left,
    square_name,
    square_read,
)

# ------------------------------------------------------------------ the sacrifice


class Sacrifice(Action, frozen=True):
    """Resources given away in secret."""

    amount: int

    def __str__(self) -> str:
        return f"Sacrifice {self.amount}"


class SacrificeFrom(Action, frozen=True):
    """Of a large stock the hundreds are chosen first, so that no list of choices grows too long."""

    low: int

    def __str__(self) -> str:
        return f"Sacrifice {self.low} to {self.low + 99}"


class Aim(Action, frozen=True):
    """A flood strikes from this sea tile."""

    place: Place

    def __str__(self) -> str:
        return f"Let the flood strike from {self.place}"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"cell:{self.place}",)


class DestroyNext(Action, frozen=True):
    """Of several own cities that go at once, this one goes next."""

    place: Place

    def __str__(self) -> str:
        return f"The city on {self.place} goes next"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"cell:{self.place}",)


_AMOUNTS: Final = [Sacrifice(amount) for amount in range(200)]


class FloodPhase(Auto[SinkingState], frozen=True):
    """All sacrifice in secret, then the die is rolled (S-FLD-01, S-TURN-05, S-R-41)."""

    rules: ClassVar[tuple[str, ...]] = ("S-FLD-01", "S-TURN-05", "S-R-41", "S-R-54")

    def run(self, state: SinkingState, log: Log) -> None:
        state.phase = "flood"
        state.used.clear()
        state.revealed = False
        state.ranking = ()
        for seat in range(len(state.names)):
            state.sacrifices[seat] = UNCHOSEN
        state.agenda.append(Reveal())
        for seat in reversed(state.order):
            if state.stock[seat] or not state.options.open_resources:
                state.agenda.append(Sacrificing(player=seat))
            else:
                state.sacrifices[seat] = 0


class Sacrificing(Decision[SinkingState, Sacrifice | SacrificeFrom], frozen=True):
    """A whole number from 0 to the player's stock (S-FLD-01, S-R-41); also without pieces (S-R-54).
    Who has nothing gives nothing and is not asked, unless stocks are hidden: that would tell.

    `low` is the hundred that was chosen, -1 before that; stocks below 200 need no such step.
    """

    rules: ClassVar[tuple[str, ...]] = ("S-FLD-01", "S-R-41", "S-R-54", "S-R-55", "S-R-56")
    secret: ClassVar[bool] = True
    low: int = -1

    def ask(self, state: SinkingState) -> str:
        return f"Sacrifice any part of {purse(state, self.player)}, in secret."

    def legal(self, state: SinkingState) -> list[Sacrifice | SacrificeFrom]:
        stock = max(0, state.stock[self.player])
        if stock < 200:
            return [*_AMOUNTS[: stock + 1]]
        if self.low < 0:
            return [SacrificeFrom(low) for low in range(0, stock + 1, 100)]
        return [Sacrifice(amount) for amount in range(self.low, min(self.low + 99, stock) + 1)]

    def apply(self, state: SinkingState, action: Sacrifice | SacrificeFrom, log: Log) -> None:
        seat = self.player
        if isinstance(action, SacrificeFrom):
            state.agenda.append(Sacrificing(player=seat, low=action.low))
            return
        state.sacrifices[seat] = action.amount
        log.say(
            "sacrifice_secret", ("S-FLD-01",), "{by:player} sacrifices {amount} in secret.", (), (seat,),
            by=seat, amount=action.amount,
        )  # fmt: skip
        log.say("sacrifice_made", ("S-FLD-01",), "{by:player} has chosen a sacrifice.", by=seat)

    def why_not(self, state: SinkingState, action: Action) -> Illegal | None:
        if isinstance(action, Sacrifice) and action not in self.legal(state):
            if action.amount < 0:
                return Illegal(("S-R-41",), "A sacrifice is 0 or more.")
            if action.amount > state.stock[self.player]:
                return Illegal(
                    ("S-R-41", "S-R-55"),
                    f"You have {state.stock[self.player]} resources and cannot sacrifice {action.amount}; "
                    "nobody can give you any.",
                )
        return super().why_not(state, action)


class Reveal(Auto[SinkingState], frozen=True):
    """All sacrifices are revealed and given away; they rank the players: highest first, then by turn
    order (S-FLD-08, S-R-41, S-R-42)."""

    rules: ClassVar[tuple[str, ...]] = ("S-FLD-01", "S-FLD-08", "S-R-41", "S-R-42")

    def run(self, state: SinkingState, log: Log) -> None:
        given = state.sacrifices
        state.revealed = True
        state.ranking = tuple(sorted(state.order, key=lambda seat: -given[seat]))
        for seat in state.order:
            log.say(
                "reveal",
                ("S-FLD-01", "S-R-41"),
                "{by:player} has sacrificed {amount}.",
                by=seat,
                amount=given[seat],
            )
        if state.options.sacrifice_cost == "always":
            pay(state, state.order)
        log.say(
            "ranking", ("S-FLD-08", "S-R-42"), "Floods are aimed in this order: {order:players}.",
            order=list(state.ranking),
        )  # fmt: skip
        state.agenda.append(FloodRoll())


def pay(state: SinkingState, seats: Sequence[Seat]) -> None:
    """The sacrifices leave the stocks for good."""
    for seat in seats:
        state.stock[seat] -= state.sacrifices[seat]


class FloodRoll(Chance[SinkingState, Roll], frozen=True):
    """The die and the square left of the marker tell the number of floods (S-FLD-02 to S-FLD-04)."""

    rules: ClassVar[tuple[str, ...]] = (
        "S-FLD-02",
        "S-FLD-03",
        "S-FLD-04",
        "S-CMP-08",
        "S-R-02",
        "S-R-03",
        "S-R-04",
    )

    def outcomes(self, state: SinkingState) -> Sequence[tuple[Roll, int]]:
        return DIE

    def apply(self, state: SinkingState, action: Roll, log: Log) -> None:
        options = state.options
        square = square_read(options, state.marker)
        n = floods_on(options, square, action.pips)
        log.say(
            "flood_roll", ("S-FLD-02", "S-FLD-03"),
            "The flood roll is a {pips}; square {square} ({name}) is read: {n:s flood}.",
            pips=action.pips, square=square, name=square_name(square), n=n,
        )  # fmt: skip
        state.agenda.append(Tidy())
        if n == 0:
            return
        if options.sacrifice_cost == "if_flood":
            pay(state, state.order)
        elif options.sacrifice_cost == "if_aiming":
            pay(state, state.ranking[:n])
        if options.floods_resolve == "together":
            state.agenda.append(TargetAll(n))
        else:
            for k in range(n, 0, -1):
                state.agenda.append(NextFlood(k))


# ------------------------------------------------------------------ one flood


def aimer(state: SinkingState, k: int) -> Seat:
    """Who aims flood k of the phase: the list is read from the top, again and again (S-R-42)."""
    return state.ranking[(k - 1) % len(state.ranking)]


def targets(state: SinkingState) -> list[Place]:
    """The sea tiles from which a flood may strike, lowest first (S-R-43, S-R-70)."""
    shore = sea(state)
    if state.options.empty_flood and state.bare:
        return sorted([*shore, *state.bare], key=LOW.__getitem__)
    return shore


class NextFlood(Auto[SinkingState], frozen=True):
    """Floods are carried out one by one (S-FLD-07, S-R-44)."""

    rules: ClassVar[tuple[str, ...]] = ("S-FLD-06", "S-FLD-07", "S-R-42", "S-R-44")
    k: int

    def run(self, state: SinkingState, log: Log) -> None:
        if state.land:
            state.agenda.append(Aiming(player=aimer(state, self.k), k=self.k))


class TargetAll(Auto[SinkingState], frozen=True):
    """All targets are chosen first, in list order, then the land sinks as one flood (option together,
    S-R-44, S-R-70)."""

    rules: ClassVar[tuple[str, ...]] = ("S-R-44", "S-R-70")
    n: int
    chosen: tuple[Place, ...] = ()

    def run(self, state: SinkingState, log: Log) -> None:
        k = len(self.chosen) + 1
        if k <= self.n:
            state.agenda.append(Aiming(player=aimer(state, k), k=k, n=self.n, chosen=self.chosen))
        else:
            strike(state, self.chosen, 1, log)


class Aiming(Decision[SinkingState, Aim], frozen=True):
    """The player next on the list chooses the sea tile from which the flood strikes (S-FLD-06, S-R-43).

    `n` and `chosen` belong to the option together: how many targets there will be, and those so far.
    """

    rules: ClassVar[tuple[str, ...]] = ("S-FLD-06", "S-FLD-07", "S-R-43", "S-R-56", "S-R-69")
    k: int
    n: int = 0
    chosen: tuple[Place, ...] = ()

    def ask(self, state: SinkingState) -> str:
        return f"Choose the sea tile from which flood {self.k} strikes."

    def legal(self, state: SinkingState) -> list[Aim]:
        free = targets(state)
        if self.chosen:
            free = [p for p in free if p not in self.chosen] or free
        return [Aim(p) for p in free]

    def apply(self, state: SinkingState, action: Aim, log: Log) -> None:
        log.say(
            "aim", ("S-FLD-06",), "{by:player} lets flood {k} strike from {at}.", (action.place,),
            by=self.player, k=self.k, at=action.place,
        )  # fmt: skip
        if self.n:
            state.agenda.append(TargetAll(self.n, (*self.chosen, action.place)))
        else:
            strike(state, (action.place,), self.k, log)

    def why_not(self, state: SinkingState, action: Action) -> Illegal | None:
        if isinstance(action, Aim) and action not in self.legal(state):
            place = action.place
            if place in state.land:
                return Illegal(("S-FLD-06",), f"{place} is land; a flood strikes from a sea tile.")
            if place in self.chosen:
                return Illegal(("S-R-70",), f"Another player has chosen {place} in this phase.")
            return Illegal(("S-R-43",), f"No land touches {place}: a flood must flood something.")
        return super().why_not(state, action)

    def wish(self, state: SinkingState, clicks: tuple[str, ...]) -> Action | None:
        place = clicked(clicks[0])
        return None if place is None else Aim(place)


def strike(state: SinkingState, sources: tuple[Place, ...], k: int, log: Log) -> None:
    """Carry out a flood: the marker moves, the land round the sea tile is marked as sinking
    (S-FLD-05, S-FLD-09, S-R-05, S-R-45)."""
    options = state.options
    state.floods += len(sources)
    by = len(sources) if options.flood_step == "per_flood" else int(k == 1)
    before, state.marker = state.marker, min(state.marker + by, max(state.marker, last_square(options)))
    if state.marker != before:
        log.say(
            "marker", ("S-FLD-05", "S-R-05"), "The flood marker moves to square {square} ({name}).",
            square=state.marker, name=square_name(state.marker),
        )  # fmt: skip
    sinking = sorted({n: None for s in sources for n in NEAR[s] if n in state.land}, key=LOW.__getitem__)
    state.sinking = tuple(sinking)
    log.say(
        "flood", ("S-FLD-09", "S-R-45"), "{n:s tile} {verb}: {tiles}.", state.sinking,
        n=len(sinking), verb="sinks" if len(sinking) == 1 else "sink", tiles=" and ".join(sinking) or "none",
    )  # fmt: skip
    final = MOUNTAIN in state.land and MOUNTAIN in state.sinking
    state.agenda.append(AfterDestruction())
    if final:
        log.say(
            "mountain", ("S-END-01",), "The mountain sinks, and with it the whole continent.", (MOUNTAIN,)
        )
        state.agenda.append(Sunk())
        if options.final_sinking == "all_at_once":
            doomed = cities(state, tuple(state.settlements))
            state.agenda.append(Destruction(doomed, final=True))
        else:
            state.agenda.append(FinalDestruction())
            state.agenda.append(Destruction(cities(state, state.sinking), final=True))
    else:
        state.agenda.append(Destruction(cities(state, state.sinking)))


def cities(state: SinkingState, places: tuple[Place, ...]) -> tuple[Place, ...]:
    """Those of the places with a city, in the default order: small before large, lowest first (S-R-56)."""
    towns = state.settlements
    return tuple(
        sorted(
            [p for p in places if p in towns and towns[p].size != VILLAGE],
            key=lambda p: (towns[p].size, LOW[p]),
        )
    )


# ------------------------------------------------------------------ destruction and scoring


class Destruction(Auto[SinkingState], frozen=True):
    """Cities that go at once are destroyed one after another: the list of the phase is read from the
    bottom up, and each owner orders their own (S-SCO-04, S-SCO-05, S-R-42, S-R-45)."""

    rules: ClassVar[tuple[str, ...]] = ("S-FLD-10", "S-SCO-04", "S-SCO-05", "S-R-42", "S-R-45")
    doomed: tuple[Place, ...]
    final: bool = False

    def run(self, state: SinkingState, log: Log) -> None:
        doomed, towns = self.doomed, state.settlements
        while doomed:
            owners = [towns[p].owner for p in doomed]
            seat = next(s for s in reversed(state.ranking) if s in owners)
            own = [p for p in doomed if towns[p].owner == seat]
            if len(own) > 1 and not (self.final and len({towns[p].size for p in own}) == 1):
                state.agenda.append(Ordering(player=seat, doomed=doomed, final=self.final))
                return
            destroy(state, own[0], self.final, log)
            doomed = tuple([p for p in doomed if p != own[0]])


class Ordering(Decision[SinkingState, DestroyNext], frozen=True):
    """The owner chooses which of several own cities goes next (S-SCO-05)."""

    rules: ClassVar[tuple[str, ...]] = ("S-SCO-05", "S-R-56")
    reply: ClassVar[bool] = True
    doomed: tuple[Place, ...]
    final: bool = False

    def ask(self, state: SinkingState) -> str:
        return "Several of your cities are destroyed at once: choose which goes next."

    def legal(self, state: SinkingState) -> list[DestroyNext]:
        """Small before large, then by rising q, then rising r (S-R-56)."""
        return [DestroyNext(p) for p in self.doomed if state.settlements[p].owner == self.player]

    def apply(self, state: SinkingState, action: DestroyNext, log: Log) -> None:
        state.agenda.append(Destruction(tuple([p for p in self.doomed if p != action.place]), self.final))
        destroy(state, action.place, self.final, log)

    def why_not(self, state: SinkingState, action: Action) -> Illegal | None:
        if isinstance(action, DestroyNext) and action not in self.legal(state):
            return Illegal(("S-SCO-05",), f"No city of yours on {action.place} is being destroyed.")
        return super().why_not(state, action)

    def wish(self, state: SinkingState, clicks: tuple[str, ...]) -> Action | None:
        place = clicked(clicks[0])
        return None if place is None else DestroyNext(place)


def destroy(state: SinkingState, place: Place, final: bool, log: Log) -> None:
    """A city is destroyed: it scores its place in the list of all destroyed cities, twice if it is
    large (S-SCO-01 to S-SCO-03, S-R-46), for its owner even if captured (S-CMB-13). Unless the
    continent goes under, a settler and one or two soldiers appear on the tile as far as the stock
    allows (S-FLD-12, S-FLD-13, S-R-36, S-R-49)."""
    town = state.settlements.pop(place)
    owner = town.owner
    state.destroyed += 1
    gain = state.destroyed * town.size
    state.points[owner] += gain
    state.latest[owner] = state.destroyed
    rules: tuple[str, ...] = ("S-SCO-02" if town.size == SMALL else "S-SCO-03", "S-SCO-01", "S-R-46")
    if town.captor != NOBODY:
        rules = (*rules, "S-CMB-13")
    log.say(
        "destroy", rules, "The {what} of {by:player} on {at} is city number {k} to be destroyed and scores {gain}.",
        (place,), by=owner, what=SIZES[town.size], at=place, k=state.destroyed, gain=gain,
    )  # fmt: skip
    if final or (town.captor != NOBODY and state.options.captured_refugees == "none"):
        return
    settlers = min(1, max(0, settlers_left(state, owner)))
    soldiers = min(town.size, max(0, citizens_left(state, owner)))
    if settlers:
        change(state, state.settlers, place, owner, settlers)
    if soldiers:
        change(state, state.soldiers, place, owner, soldiers)
    short: tuple[str, ...] = ("S-R-49",) if settlers + soldiers < 1 + town.size else ()
    if town.captor != NOBODY:
        short = (*short, "S-R-36")
    log.say(
        "survivors", (*short, "S-FLD-12", "S-FLD-13"),
        "{by:player} has {settlers:s settler} and {soldiers:s soldier} left of it.", (place,),
        by=owner, settlers=settlers, soldiers=soldiers,
    )  # fmt: skip


class AfterDestruction(Auto[SinkingState], frozen=True):
    """Villages on sinking tiles become settlers, workers soldiers (S-FLD-10 to S-FLD-12); then all flee
    in turn order (S-FLD-16), and the land sinks."""

    rules: ClassVar[tuple[str, ...]] = ("S-FLD-10", "S-FLD-11", "S-FLD-12", "S-FLD-16", "S-TURN-04", "S-R-45")

    def run(self, state: SinkingState, log: Log) -> None:
        for place in state.sinking:
            town = state.settlements.pop(place, None)
            if town is not None:
                change(state, state.settlers, place, town.owner, 1)
                log.say(
                    "village_lost", ("S-FLD-10", "S-FLD-12"),
                    "The village of {by:player} on {at} is destroyed; its settler is left.", (place,),
                    by=town.owner, at=place,
                )  # fmt: skip
            worker = state.workers.pop(place, NOBODY)
            if worker != NOBODY:
                change(state, state.soldiers, place, worker, 1)
                log.say(
                    "worker_rises", ("S-FLD-11",), "The worker of {by:player} on {at} becomes a soldier.", (place,),
                    by=worker, at=place,
                )  # fmt: skip
        state.agenda.append(SinkLand())
        for seat in reversed(state.order):
            state.agenda.append(EscapeTurn(seat))


# ------------------------------------------------------------------ escape


class EscapeTurn(Auto[SinkingState], frozen=True):
    """One player's refugees; goes on while one can still reach safety (S-FLD-14, S-FLD-16)."""

    rules: ClassVar[tuple[str, ...]] = ("S-FLD-14", "S-FLD-16", "S-R-47")
    player: Seat

    def run(self, state: SinkingState, log: Log) -> None:
        if len(escapes(state, self.player)) > 1:
            state.agenda.append(Escaping(player=self.player))


def escapes(state: SinkingState, seat: Seat) -> list[Move | Done]:
    """All steps of a player's refugees, then Done: soldiers before settlers, each from its lowest tile
    to the lowest tile without pieces of others, then to the others (S-R-47, S-R-48, S-R-69)."""
    out: list[Move | Done] = []
    for place in state.sinking:
        if count(state.soldiers, place, seat):
            safe: list[Move] = []
            fights: list[Move] = []
            for to in sorted(open_tiles(state, place), key=LOW.__getitem__):
                (fights if foreign(state, to, seat) else safe).append(Move(seat, "soldier", place, to))
            out += safe
            if state.options.refugee_battles == "fight":
                out += fights
    for place in state.sinking:
        if count(state.settlers, place, seat):
            tiles = [n for n in open_tiles(state, place) if not foreign_soldier(state, n, seat)]
            tiles.sort(key=lambda n: (foreign(state, n, seat), LOW[n]))
            out += [Move(seat, "settler", place, to) for to in tiles]
    out.append(DONE)
    return out


class Escaping(Decision[SinkingState, Move | Done], frozen=True):
    """Soldiers and settlers on sinking tiles may each move one step to safety (S-FLD-14, S-R-47). A
    soldier that enters a tile with pieces of others fights there at once (S-R-48)."""

    rules: ClassVar[tuple[str, ...]] = ("S-FLD-14", "S-FLD-16", "S-R-47", "S-R-48", "S-R-67", "S-R-69")

    def ask(self, state: SinkingState) -> str:
        return "Move your pieces off the sinking tiles; with Done the rest is lost."

    def legal(self, state: SinkingState) -> list[Move | Done]:
        return escapes(state, self.player)

    def apply(self, state: SinkingState, action: Move | Done, log: Log) -> None:
        if isinstance(action, Done):
            return
        seat, to = self.player, action.to
        state.agenda.append(EscapeTurn(seat))
        change(state, state.soldiers if action.piece == "soldier" else state.settlers, action.start, seat, -1)
        change(state, state.soldiers if action.piece == "soldier" else state.settlers, to, seat, 1)
        log.say(
            "escape", ("S-FLD-14", "S-R-47"), "A {piece} of {by:player} flees from {start} to {goal}.",
            (action.start, to), by=seat, piece=action.piece, start=action.start, goal=to,
        )  # fmt: skip
        if action.piece == "soldier" and foreign(state, to, seat):
            clash(state, Attack(seat, to, action.start, refugee=True), log)

    def why_not(self, state: SinkingState, action: Action) -> Illegal | None:
        if isinstance(action, Move) and action not in self.legal(state):
            if action.by != self.player or action.start not in state.sinking:
                return Illegal(("S-FLD-14", "S-R-47"), "Only your own pieces on sinking tiles flee.")
            if not count(
                state.soldiers if action.piece == "soldier" else state.settlers, action.start, self.player
            ):
                return Illegal(("S-FLD-14",), f"You have no {action.piece} on {action.start}.")
            refusal = why_no_step(state, self.player, action)
            return refusal or Illegal(
                ("S-R-48",), "With this option refugees may only enter tiles without pieces of other players."
            )
        return super().why_not(state, action)

    def wish(self, state: SinkingState, clicks: tuple[str, ...]) -> Action | None:
        return wish_move(state, self.player, clicks)


class SinkLand(Auto[SinkingState], frozen=True):
    """Refugees left over are lost and the tiles become sea (S-FLD-09, S-FLD-15, S-R-45)."""

    rules: ClassVar[tuple[str, ...]] = ("S-FLD-09", "S-FLD-15", "S-R-23", "S-R-45")

    def run(self, state: SinkingState, log: Log) -> None:
        for place in state.sinking:
            for table, piece in ((state.soldiers, "soldier"), (state.settlers, "settler")):
                for seat, n in enumerate(table.pop(place, ())):
                    if n:
                        log.say(
                            "drowned", ("S-FLD-15",), "{n:s " + piece + "} of {by:player} on {at} {verb} lost.",
                            (place,), n=n, by=seat, at=place, verb="is" if n == 1 else "are", piece=piece,
                        )  # fmt: skip
            del state.land[place]
        # Sea tiles that now touch no land lie on the table until the sea is tidied.
        around = {n: None for p in state.sinking for n in (p, *NEAR[p]) if n not in state.land}
        bare = dict.fromkeys(state.bare)
        bare.update({p: None for p in around if not any(n in state.land for n in NEAR[p])})
        state.bare = tuple(sorted(bare, key=LOW.__getitem__))
        state.sinking = ()


class Tidy(Auto[SinkingState], frozen=True):
    """Every sea tile that touches no land is taken away (S-FLD-17, S-R-50); then the game may be over
    without the mountain (S-R-53)."""

    rules: ClassVar[tuple[str, ...]] = ("S-FLD-17", "S-R-50", "S-R-53", "S-R-64")

    def run(self, state: SinkingState, log: Log) -> None:
        if state.bare:
            log.say(
                "tidy", ("S-FLD-17",), "{n:s sea tile} without land {verb} taken away.", state.bare,
                n=len(state.bare), verb="is" if len(state.bare) == 1 else "are",
            )  # fmt: skip
            state.bare = ()
        if not state.settlements and not state.settlers:
            finish(state, "No city, village or settler is left.", ("S-R-53",), log)
        elif state.round == state.options.max_rounds:
            log.say("max_rounds", ("S-R-53",), "The last round is over: the continent sinks now.")
            state.agenda.append(Sunk(by_round=True))
            state.agenda.append(FinalDestruction())


# ------------------------------------------------------------------ the end


class FinalDestruction(Auto[SinkingState], frozen=True):
    """All cities left on the map are scored together as one destruction (S-END-01, S-R-51)."""

    rules: ClassVar[tuple[str, ...]] = ("S-END-01", "S-R-51")

    def run(self, state: SinkingState, log: Log) -> None:
        state.agenda.append(Destruction(cities(state, tuple(state.settlements)), final=True))


class Sunk(Auto[SinkingState], frozen=True):
    """The continent is gone: no refugees, no more floods, no production (S-END-01, S-R-51)."""

    rules: ClassVar[tuple[str, ...]] = ("S-END-01", "S-R-51")
    by_round: bool = False

    def run(self, state: SinkingState, log: Log) -> None:
        for table in (state.settlements, state.workers, state.soldiers, state.settlers, state.land):
            table.clear()
        state.sinking = state.bare = ()
        if self.by_round:
            finish(state, "The last round is over and the continent has sunk.", ("S-R-53",), log)
        else:
            finish(state, "The mountain has sunk.", ("S-END-01",), log)


def finish(state: SinkingState, reason: str, rules: tuple[str, ...], log: Log) -> None:
    """Most points win; among equals the one whose last city was destroyed later; who is equal even
    then, with none destroyed, shares the win (S-END-02, S-END-03, S-R-52)."""
    best = max(zip(state.points, state.latest, strict=True))
    winners = tuple([s for s in range(len(state.names)) if (state.points[s], state.latest[s]) == best])
    state.agenda.clear()
    state.result = Result(winners, tuple(map(float, state.points)), reason, (*rules, "S-END-02"))
    tie = state.points.count(best[0]) > 1
    log.say(
        "end", (*rules, "S-END-02", *(("S-END-03", "S-R-52") if tie else ())),
        reason + " {winners:players} {verb} with {n:s point}.",
        winners=list(winners), verb="wins" if len(winners) == 1 else "win", n=best[0],
    )  # fmt: skip
