"""Isles: a small game that has one of everything the toolkit handles, to test the toolkit with.

Two or three players sail ships on 19 hexes, draw cards nobody else sees, bid with them face down,
and fight with dice that are rolled again on a tie.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, ClassVar

import msgspec
import networkx

from atlantis_nb.core import hexes
from atlantis_nb.core.game import (
    OPEN,
    OVER,
    SPECTATOR,
    Action,
    Auto,
    Chance,
    Clock,
    Decision,
    Game,
    Illegal,
    Log,
    Place,
    Result,
    Seat,
    State,
    Viewer,
    and_list,
    pick,
)
from atlantis_nb.core.rulebook import Rulebook
from atlantis_nb.core.scene import Cell, Key, Panel, Piece, Row, Scene, Table

DECK = (1, 1, 1, 2, 2, 3, 3, 4, 5, 6)
BOARD = tuple(sorted(hexes.within(2), key=hexes.order))
SHORES = (("-2,0", "-2,1"), ("2,0", "2,-1"), ("0,-2", "0,2"))


class Options(msgspec.Struct, frozen=True):
    rounds: Annotated[int, msgspec.Meta(ge=1, le=9)] = 3
    bidding: bool = True


class Ship(msgspec.Struct, frozen=True):
    owner: Seat
    place: Place
    moved: bool = False


class Isles(State):
    options: Options
    ships: dict[str, Ship]
    hands: list[tuple[int, ...]]
    pile: tuple[int, ...]
    gone: tuple[int, ...]
    bids: list[int]
    """The card laid face down this round: 0 for none, -1 for not yet, -2 for one unseen."""
    points: list[int]
    round: int = 1
    player: int = 0


# ------------------------------------------------------------------ actions


class Drawn(Action, frozen=True):
    card: int

    def __str__(self) -> str:
        return f"draw a {self.card}"


class Lay(Action, frozen=True):
    card: int

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"card:{self.card}",) if self.card else ("button:no card",)

    def __str__(self) -> str:
        return f"lay a {self.card}" if self.card else "no card"


class Sail(Action, frozen=True):
    ship: str
    to: Place

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"piece:{self.ship}", f"cell:{self.to}")

    def __str__(self) -> str:
        return f"{self.ship} to {self.to}"


class Strike(Action, frozen=True):
    ship: str
    target: str

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"piece:{self.ship}", f"piece:{self.target}")

    def __str__(self) -> str:
        return f"{self.ship} attacks {self.target}"


class Done(Action, frozen=True):
    def __str__(self) -> str:
        return "end the turn"


class Stand(Action, frozen=True):
    def __str__(self) -> str:
        return "stand"


class Flee(Action, frozen=True):
    to: Place

    def __str__(self) -> str:
        return f"flee to {self.to}"


class Roll(Action, frozen=True):
    won: int

    def __str__(self) -> str:
        return ("a tie", "the attacker rolls more", "the defender rolls more")[self.won]


# ------------------------------------------------------------------ tasks


def free(state: Isles, place: Place) -> list[Place]:
    taken = {ship.place for ship in state.ships.values()}
    return [p for p in hexes.neighbours(place) if p in BOARD and p not in taken]


class Deal(Chance[Isles, Drawn], frozen=True):
    player: Seat
    series = True
    rules: ClassVar[tuple[str, ...]] = ("T-SET-01",)

    def outcomes(self, state: Isles) -> list[tuple[Drawn, int]]:
        return [(Drawn(c), state.pile.count(c)) for c in sorted(set(state.pile))]

    def apply(self, state: Isles, action: Drawn, log: Log) -> None:
        pile = list(state.pile)
        pile.remove(action.card)
        state.pile = tuple(pile)
        state.hands[self.player] = tuple(sorted((*state.hands[self.player], action.card)))
        log.say("draw", self.rules, "{by:player} draws a card.", by=self.player)
        secret = "You draw a {card}."
        log.say("drawn", self.rules, secret, to=(self.player,), by=self.player, card=action.card)

    def secret_of(self, state: Isles) -> Seat:
        return self.player


class Bid(Decision[Isles, Lay], frozen=True, kw_only=True):
    secret = True
    rules: ClassVar[tuple[str, ...]] = ("T-BID-01",)

    def ask(self, state: Isles) -> str:
        return "Lay a card face down."

    def legal(self, state: Isles) -> list[Lay]:
        return [Lay(c) for c in sorted({0, *state.hands[self.player]})]

    def apply(self, state: Isles, action: Lay, log: Log) -> None:
        state.bids[self.player] = action.card
        log.say("bid", self.rules, "{by:player} is ready.", by=self.player)

    def why_not(self, state: Isles, action: Action) -> Illegal | None:
        if isinstance(action, Lay):
            if action.card and action.card not in state.hands[self.player]:
                return Illegal(self.rules, f"You hold no {action.card}.")
            return None
        return Illegal(self.rules, "First the cards are laid.")


class Reveal(Auto[Isles], frozen=True):
    rules: ClassVar[tuple[str, ...]] = ("T-BID-01",)

    def run(self, state: Isles, log: Log) -> None:
        best = max(state.bids)
        winners = [seat for seat, card in enumerate(state.bids) if card == best and best > 0]
        for seat, card in enumerate(state.bids):
            if card > 0:
                hand = list(state.hands[seat])
                hand.remove(card)
                state.hands[seat] = tuple(hand)
                state.gone = tuple(sorted((*state.gone, card)))
        shown = [max(card, 0) for card in state.bids]
        if len(winners) == 1:
            state.points[winners[0]] += 1
            text = "The cards read {shown}; {by:player} wins the bid."
            log.say("reveal", self.rules, text, shown=shown, by=winners[0])
        else:
            log.say("reveal", self.rules, "The cards read {shown}; nobody wins the bid.", shown=shown)
        state.bids[:] = [-1] * len(state.bids)


class Turn(Decision[Isles, Action], frozen=True, kw_only=True):
    rules: ClassVar[tuple[str, ...]] = ("T-MOV-01", "T-ATT-01")

    def ask(self, state: Isles) -> str:
        return "Move a ship, attack, or end the turn."

    def legal(self, state: Isles) -> list[Action]:
        actions: list[Action] = []
        for name, ship in state.ships.items():
            if ship.owner == self.player and not ship.moved:
                near = hexes.neighbours(ship.place)
                actions += [Sail(name, p) for p in free(state, ship.place)]
                actions += [
                    Strike(name, n)
                    for n, s in state.ships.items()
                    if s.owner != self.player and s.place in near
                ]
        return [*actions, Done()]

    def apply(self, state: Isles, action: Action, log: Log) -> None:
        if isinstance(action, Sail):
            ship = state.ships[action.ship]
            state.ships[action.ship] = Ship(ship.owner, action.to, True)
            text = "{by:player} sails from {a} to {b}."
            log.say(
                "sail",
                ("T-MOV-01",),
                text,
                (ship.place, action.to),
                by=self.player,
                a=ship.place,
                b=action.to,
            )
            state.agenda.append(self)
        elif isinstance(action, Strike):
            ship, target = state.ships[action.ship], state.ships[action.target]
            state.ships[action.ship] = Ship(ship.owner, ship.place, True)
            text = "{by:player} attacks {at:player} on {place}."
            where = target.place
            log.say("attack", ("T-ATT-01",), text, (where,), by=self.player, at=target.owner, place=where)
            state.agenda.append(self)
            state.agenda.append(Answer(player=target.owner, ship=action.target, by=action.ship))
        else:
            log.say("done", ("T-MOV-01",), "{by:player} ends the turn.", by=self.player)
            if any(s.owner == self.player and s.place == "0,0" for s in state.ships.values()):
                state.points[self.player] += 1
                text = "{by:player} holds the middle and wins a point."
                log.say("middle", ("T-MOV-02",), text, ("0,0",), by=self.player)
            state.agenda.append(Next())

    def why_not(self, state: Isles, action: Action) -> Illegal | None:
        if action in self.legal(state):
            return None
        if isinstance(action, Sail | Strike):
            ship = state.ships.get(action.ship)
            rule = ("T-MOV-01",) if isinstance(action, Sail) else ("T-ATT-01",)
            if ship is None or ship.owner != self.player:
                return Illegal(rule, f"{state.names[self.player]} has no such ship.")
            if ship.moved:
                return Illegal(rule, "This ship has moved already.")
            return Illegal(rule, "That is not a neighbouring space where this can be done.")
        return Illegal(self.rules, "That is not possible in a turn.")

    def wish(self, state: Isles, clicks: tuple[str, ...]) -> Action | None:
        match [c.partition(":")[::2] for c in clicks]:
            case [("piece", ship), ("cell", to)]:
                return Sail(ship, to)
            case [("piece", ship), ("piece", target)]:
                return Strike(ship, target)
            case [("piece", ship)]:
                return Sail(ship, "")
        return None


class Answer(Decision[Isles, Action], frozen=True, kw_only=True):
    ship: str
    by: str
    reply = True
    rules: ClassVar[tuple[str, ...]] = ("T-ATT-01",)

    def ask(self, state: Isles) -> str:
        return "Stand or flee?"

    def legal(self, state: Isles) -> list[Action]:
        return [Stand(), *(Flee(p) for p in free(state, state.ships[self.ship].place)[:2])]

    def apply(self, state: Isles, action: Action, log: Log) -> None:
        if isinstance(action, Flee):
            ship = state.ships[self.ship]
            state.ships[self.ship] = Ship(ship.owner, action.to, ship.moved)
            log.say(
                "flee", self.rules, "{by:player} flees to {b}.", (action.to,), by=self.player, b=action.to
            )
        else:
            log.say("stand", self.rules, "{by:player} stands.", by=self.player)
            state.agenda.append(Dice(ship=self.ship, by=self.by))


class Dice(Chance[Isles, Roll], frozen=True):
    ship: str
    by: str
    rules: ClassVar[tuple[str, ...]] = ("T-ATT-02",)

    def outcomes(self, state: Isles) -> list[tuple[Roll, int]]:
        return [(Roll(0), 6), (Roll(1), 15), (Roll(2), 15)]

    def apply(self, state: Isles, action: Roll, log: Log) -> None:
        if action.won == 0:
            log.say("tie", self.rules, "A tie: both roll again.")
            state.agenda.append(self)
            return
        lost = state.ships.pop(self.ship if action.won == 1 else self.by)
        log.say(
            "sink",
            self.rules,
            "A ship of {of:player} sinks on {p}.",
            (lost.place,),
            of=lost.owner,
            p=lost.place,
        )
        if len({ship.owner for ship in state.ships.values()}) == 1:
            state.agenda[:] = [Finish()]


class Next(Auto[Isles], frozen=True):
    """The next turn, the next round, or the end. Takes the Turn of this player off the agenda."""

    rules: ClassVar[tuple[str, ...]] = ("T-END-01",)

    def run(self, state: Isles, log: Log) -> None:
        for name, ship in state.ships.items():
            if ship.moved:
                state.ships[name] = Ship(ship.owner, ship.place)
        state.player += 1
        if state.player < len(state.names):
            state.agenda.append(Turn(player=state.player))
            return
        state.player = 0
        state.round += 1
        if state.round > state.options.rounds:
            state.round = state.options.rounds
            state.agenda.append(Finish())
        else:
            state.agenda.extend(round_tasks(state))


class Finish(Auto[Isles], frozen=True):
    rules: ClassVar[tuple[str, ...]] = ("T-END-01",)

    def run(self, state: Isles, log: Log) -> None:
        scores = [
            float(p + sum(ship.owner == seat for ship in state.ships.values()))
            for seat, p in enumerate(state.points)
        ]
        winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
        state.result = Result(winners, tuple(scores), "The last round is over.", self.rules)
        log.say("end", self.rules, "The game is over: {by:players} won.", by=list(winners))


def round_tasks(state: Isles) -> list[Any]:
    tasks: list[Any] = [Turn(player=0)]
    if state.options.bidding:
        tasks += [Reveal(), *(Bid(player=seat) for seat in reversed(range(len(state.names))))]
    return tasks


# ------------------------------------------------------------------ the game


class Toy(Game[Isles]):
    id = "toy"
    title = "Isles"
    players = (2, 3)
    bound = 500
    Options = Options
    State = Isles
    actions = (Drawn, Lay, Sail, Strike, Done, Stand, Flee, Roll)
    tasks = (Deal, Bid, Reveal, Turn, Answer, Dice, Next, Finish)
    phases = ("Setup", "Bidding", "Turns")
    _book = Rulebook(Path(__file__).with_name("toy_rules.toml"))

    @property
    def rulebook(self) -> Rulebook:
        return self._book

    def start(self, options: Any, names: Sequence[str]) -> Isles:
        n = len(names)
        ships = {f"{'abc'[i]}{k}": Ship(i, p) for i in range(n) for k, p in enumerate(SHORES[i])}
        state = Isles(tuple(names), [], None, options, ships, [()] * n, DECK, (), [-1] * n, [0] * n)
        state.agenda = round_tasks(state) + [Deal(seat) for seat in reversed(range(n)) for _ in range(2)]
        return state

    def view(self, state: Isles, viewer: Viewer) -> Isles:
        if viewer is OPEN:
            return state
        new = state.copy()
        new.hands = [h if s == viewer else (0,) * len(h) for s, h in enumerate(state.hands)]
        new.pile = (0,) * len(state.pile)
        new.bids = [b if b == -1 or s == viewer else -2 for s, b in enumerate(state.bids)]
        return new

    def guess(self, state: Isles, player: Seat, rng: random.Random) -> Isles:
        new = self.view(state, player).copy()
        unseen = list(DECK)
        for card in (*new.gone, *new.hands[player]):
            unseen.remove(card)
        for seat in range(len(new.names)):
            if seat != player:
                hand = [unseen.pop(pick(rng, len(unseen))) for _ in new.hands[seat]]
                new.hands[seat] = tuple(sorted(hand))
                if new.bids[seat] == -2:
                    new.bids[seat] = [0, *hand][pick(rng, len(hand) + 1)]
        new.pile = tuple(sorted(unseen))
        return new

    def clock(self, state: Isles) -> Clock:
        task = self.task(state)
        setup = isinstance(task, Deal)
        phase = "Setup" if setup else "Bidding" if isinstance(task, Bid) else "Turns"
        turn = phase if phase != "Turns" else f"turn of {state.names[state.player]}"
        return Clock(state.round, phase, f"{state.round}: {turn}", f"round {state.round}, {turn}")

    def scene(self, state: Isles, viewer: Viewer) -> Scene:
        cells = tuple(Cell(p, *hexes.centre(p), "sea", p) for p in BOARD)
        pieces = tuple(Piece(n, s.place, s.owner, "ship", n) for n, s in state.ships.items())
        legend = tuple(Key("owner", str(i), name, i) for i, name in enumerate(state.names))
        return Scene("Isles", cells, (), pieces, (), legend, state.names, self.clock(state).label)

    def panels(self, state: Isles, viewer: Viewer) -> list[Panel]:
        def hand(seat: Seat) -> str:
            return (
                and_list(["?" if c == 0 else str(c) for c in state.hands[seat]]) if state.hands[seat] else "-"
            )

        rows = tuple(Row((n, state.points[i], hand(i)), i) for i, n in enumerate(state.names))
        return [Table("players", "Players", ("", "points", "hand"), rows)]

    def measures(self, state: Isles) -> dict[str, float]:
        ships = {f"ships {n}": 0.0 for n in state.names}
        for ship in state.ships.values():
            ships[f"ships {state.names[ship.owner]}"] += 1
        return ships | {f"points {n}": float(state.points[i]) for i, n in enumerate(state.names)}

    def evaluate(self, state: Isles, player: Seat) -> float:
        if state.result is not None:
            return 1 / len(state.result.winners) if player in state.result.winners else 0.0
        scores = [1.0 + p for p in state.points]
        for ship in state.ships.values():
            scores[ship.owner] += 1.3 - hexes.distance(ship.place, "0,0") / 10
        return scores[player] / sum(scores)

    def difference(self, before: Isles, after: Isles) -> str:
        lost = [before.names[s.owner] for n, s in before.ships.items() if n not in after.ships]
        return f"{and_list(lost)} loses a ship" if lost else "no loss"

    def graph(self, state: Isles) -> networkx.Graph:
        return hexes.graph(BOARD)

    def check(self, state: Isles) -> list[str]:
        cards = sorted([*state.pile, *state.gone, *(c for h in state.hands for c in h)])
        broken = [] if cards == sorted(DECK) else ["Every card is in the pile, in a hand or gone."]
        places = [s.place for s in state.ships.values()]
        if len(set(places)) < len(places):
            broken.append("Two ships share a space.")
        if any(seat not in range(len(state.names)) for seat in (s.owner for s in state.ships.values())):
            broken.append("A ship has no owner.")
        return broken


GAME = Toy()

__all__ = ["GAME", "OVER", "SPECTATOR", "Toy"]
