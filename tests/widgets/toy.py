"""A tiny game with everything a widget has to cope with: moves by two clicks, a die, secret cards."""

from __future__ import annotations

from functools import cached_property
from math import sqrt
from pathlib import Path
from typing import Literal

import networkx
from msgspec import Struct

from atlantis_nb.core import hexes
from atlantis_nb.core.charts import Answer, Chart, Control, Explorer, Series
from atlantis_nb.core.game import Action, Auto, Chance, Clock, Decision, Game, Illegal, Result, State
from atlantis_nb.core.rulebook import Rulebook
from atlantis_nb.core.scene import Card, Cards, Cell, Key, Mark, Piece, Row, Scene, Stop, Table, Track

PLACES = tuple(p for r in range(3) for p in hexes.ring(r))
STARTS = ("2,0", "-2,0", "0,2")


class Options(Struct, frozen=True):
    """Options of the toy."""

    goal: int = 2
    bidding: bool = True
    pace: Literal["slow", "fast"] = "slow"


class Toy(State):
    at: list[str]
    points: list[int]
    bids: list[int]
    goal: int
    bidding: bool
    round: int = 1


class Go(Action, frozen=True):
    seat: int
    place: str

    @property
    def clicks(self):
        return (f"piece:t{self.seat}", f"cell:{self.place}")

    def __str__(self):
        return f"go to {self.place}"


class Rest(Action, frozen=True):
    @property
    def clicks(self):
        return ("button:Rest",)

    def __str__(self):
        return "rest"


class Roll(Action, frozen=True):
    eyes: int

    def __str__(self):
        return f"a {self.eyes}"


class Pick(Action, frozen=True):
    card: int

    @property
    def clicks(self):
        return (f"card:{self.card}",)

    def __str__(self):
        return f"card {self.card}"


class Move(Decision, frozen=True):
    rules = ("T-MOV-01",)

    def ask(self, state):
        return "Move your token to a neighbouring space, or rest."

    def legal(self, state):
        free = [p for p in hexes.neighbours(state.at[self.player]) if p in PLACES and p not in state.at]
        return [*(Go(self.player, p) for p in free), Rest()]

    def apply(self, state, action, log):
        if isinstance(action, Go):
            state.at[self.player] = action.place
            log.say(
                "move",
                self.rules,
                "{by:player} moves to {to_}.",
                (action.place,),
                by=self.player,
                to_=action.place,
            )
            if action.place == "0,0":
                state.agenda.append(Die(self.player))
        else:
            log.say("rest", self.rules, "{by:player} rests.", by=self.player)

    def why_not(self, state, action):
        if isinstance(action, Go) and action.place not in hexes.neighbours(state.at[self.player]):
            return Illegal(self.rules, f"{action.place} is not beside {state.at[self.player]}.")
        return super().why_not(state, action)

    def wish(self, state, clicks):
        cells = [c.partition(":")[2] for c in clicks if c.startswith("cell:")]
        return Go(self.player, cells[-1]) if cells else None


class Die(Chance, frozen=True):
    rules = ("T-DIE-01",)
    player: int

    def outcomes(self, state):
        return [(Roll(i), 1) for i in range(1, 7)]

    def apply(self, state, action, log):
        won = action.eyes >= 5
        state.points[self.player] += won
        log.say(
            "die",
            self.rules,
            "{by:player} rolls {eyes}" + (" and scores." if won else "."),
            by=self.player,
            eyes=action.eyes,
        )


class Bid(Decision, frozen=True):
    rules = ("T-BID-01",)
    secret = True

    def ask(self, state):
        return "Pick a card in secret."

    def legal(self, state):
        return [Pick(i) for i in (1, 2, 3)]

    def apply(self, state, action, log):
        state.bids[self.player] = action.card
        log.say("bid", self.rules, "You pick card {card}.", to=(self.player,), card=action.card)
        log.say("bid", self.rules, "{by:player} has picked a card.", by=self.player)


class EndRound(Auto, frozen=True):
    rules = ("T-BID-01", "T-END-01")

    def run(self, state, log):
        if state.bidding:
            best = [i for i, b in enumerate(state.bids) if b == max(state.bids)]
            if len(best) == 1:
                state.points[best[0]] += 1
            log.say("reveal", ("T-BID-01",), "Cards: {bids}.", bids=list(state.bids))
            state.bids = [0] * len(state.names)
        if max(state.points) >= state.goal or state.round == 20:
            winners = tuple(i for i, p in enumerate(state.points) if p == max(state.points))
            state.result = Result(
                winners, tuple(float(p) for p in state.points), "The goal is reached.", ("T-END-01",)
            )
            log.say("end", ("T-END-01",), "{winners:players} at the goal.", winners=list(winners))
            return
        state.round += 1
        push(state)


def push(state):
    n = len(state.names)
    bids = [Bid(player=i) for i in reversed(range(n))] if state.bidding else []
    state.agenda += [EndRound(), *bids, *(Move(player=i) for i in reversed(range(n)))]


def forecast(dice: int = 1, at_least: int = 5, twice: bool = False) -> Answer:
    p = 1 - ((at_least - 1) / 6) ** (dice * (2 if twice else 1))
    table = Table(
        "t", "Chance", ("event", "chance"), (Row(("hit", f"{p:.1%}")), Row(("miss", f"{1 - p:.1%}")))
    )
    return Answer(
        f"At least one die of {at_least}+: {p:.1%}, exact.",
        (table,),
        (
            Chart(
                "c",
                "Chance",
                series=(Series("p", ("hit", "miss"), (p, 1 - p), style="bar"),),
                source="exact",
                percent=True,
                caption=f"Hit {p:.1%}.",
            ),
        ),
    )


class ToyGame(Game[Toy]):
    id = "toy"
    title = "Hill"
    summary = "Climb the hill."
    players = (2, 3)
    bound = 400
    Options = Options
    State = Toy
    actions = (Go, Rest, Roll, Pick)
    tasks = (Move, Die, Bid, EndRound)
    phases = ("Moving", "Bidding")

    @cached_property
    def _book(self):
        return Rulebook(Path(__file__).with_name("toy_rules.toml"))

    @property
    def rulebook(self):
        return self._book

    def start(self, options, names):
        n = len(names)
        state = Toy(
            names=tuple(names),
            agenda=[],
            result=None,
            at=list(STARTS[:n]),
            points=[0] * n,
            bids=[0] * n,
            goal=options.goal,
            bidding=options.bidding,
        )
        push(state)
        return state

    def view(self, state, viewer):
        if viewer is None:
            return state
        new = state.copy()
        new.bids = [b if i == viewer else min(b, 1) * -1 for i, b in enumerate(state.bids)]
        return new

    def guess(self, state, player, rng):
        new = state.copy()
        new.bids = [b if b >= 0 else 1 + int(rng.random() * 3) for b in state.bids]
        return new

    def clock(self, state):
        task = self.task(state)
        phase = "Bidding" if isinstance(task, Bid) else "Moving"
        who = getattr(task, "player", 0)
        return Clock(
            state.round, phase, f"{state.round}.{phase}.{who}", f"round {state.round}, {phase.lower()}"
        )

    def scene(self, state, viewer):
        cells = []
        for p in PLACES:
            q, r = hexes.axial(p)
            cells.append(
                Cell(
                    p,
                    sqrt(3) * (q + r / 2),
                    1.5 * r,
                    "hill" if p == "0,0" else "grass",
                    facts=("The top.",) if p == "0,0" else (),
                )
            )
        pieces = tuple(Piece(f"t{i}", p, i, "token", glyph=state.names[i][0]) for i, p in enumerate(state.at))
        return Scene(
            f"Hill, round {state.round}",
            tuple(cells),
            pieces=pieces,
            names=state.names,
            legend=(Key("terrain", "hill", "the top"),),
        )

    def panels(self, state, viewer):
        rows = tuple(
            Row((n, p), owner=i, now=i == self.actor(state))
            for i, (n, p) in enumerate(zip(state.names, state.points, strict=True))
        )
        cards = tuple(Card(f"card:{i}", f"Card {i}", "Higher wins.") for i in (1, 2, 3))
        track = Track("r", "Rounds", (Stop(f"{state.round}", "now"), Stop(f"{state.round + 1}", "next")))
        return [Table("points", "Points", ("player", "points"), rows), track, Cards("hand", "Cards", cards)]

    def measures(self, state):
        return {n: float(p) for n, p in zip(state.names, state.points, strict=True)}

    def evaluate(self, state, player):
        return (state.points[player] + 0.1 * (state.at[player] == "0,0")) / (state.goal + 1)

    def difference(self, before, after):
        gains = [
            f"{n} +{b - a}"
            for n, a, b in zip(before.names, before.points, after.points, strict=True)
            if b != a
        ]
        return ", ".join(gains) or "no change"

    def overlays(self, state, viewer):
        return {"reach": "What can be reached"}

    def overlay(self, state, viewer, key, place):
        return tuple(Mark("range", p) for p in hexes.neighbours(place or "0,0") if p in PLACES)

    def charts(self, viewer):
        return {"points": "Points"}

    def chart(self, key, states, viewer):
        if key != "points":
            raise KeyError(key)
        n = tuple(float(i) for i in range(len(states)))
        series = tuple(
            Series(name, n, tuple(float(s.points[i]) for s in states), owner=i, style="step")
            for i, name in enumerate(states[0].names)
        )
        return Chart(
            "points",
            "Points over the game",
            "step",
            "points",
            series,
            steps=True,
            caption="Points by player.",
            source="exact",
            names=states[0].names,
        )

    def explorers(self):
        return (
            Explorer(
                "forecast",
                "Forecast",
                "How likely is a hit?",
                (
                    Control("dice", "Dice", 1, low=1, high=12),
                    Control("at_least", "At least", 5, values=(4, 5, 6)),
                    Control("twice", "Roll twice", False),
                ),
                forecast,
            ),
        )

    def graph(self, state):
        return networkx.Graph()

    def setup_text(self, state):
        return f"{', '.join(state.names)}; goal {state.goal}"


TOY = ToyGame()
