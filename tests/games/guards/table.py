"""A table for tests: set up any position, then let the real tasks run."""

from __future__ import annotations

import copy
import itertools
import json
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from atlantis_nb.core.game import Auto, Chance, Event, Illegal, Story
from atlantis_nb.games.guards import GAME, attack, move, push, round_end, turn, units, values
from atlantis_nb.games.guards.actions import (
    Amount,
    Defend,
    Discard,
    Done,
    Go,
    LevelUp,
    NoDefence,
    Option,
    Pick,
    PickHero,
    PickPlayer,
    PlayCard,
    Skip,
    TakeBack,
    Toss,
    Use,
)
from atlantis_nb.games.guards.board import ATLANTEANS, TITANS
from atlantis_nb.games.guards.deck import add_deck, teaching_raw
from atlantis_nb.games.guards.effects import base
from atlantis_nb.games.guards.state import Frame, Hero, State, Unit

T, A = TITANS, ATLANTEANS
_SERIAL = itertools.count()


# ------------------------------------------------------------------ cards and boards for a test


@cache
def _raw() -> dict[str, Any]:
    return teaching_raw()


def deck_with(**cards: dict[str, Any]) -> str:
    """The teaching deck with some cards changed: `arien_red_1={"attack": 4}`; None takes a key away."""
    raw = copy.deepcopy(_raw())
    known = {c["id"]: c for c in raw["card"]}
    for card, changes in cards.items():
        for key, value in changes.items():
            if value is None:
                known[card].pop(key, None)
            else:
                known[card][key] = value
        if "effect" in changes and "keywords" not in changes:  # Ongoing follows from the steps (G-R-104)
            words = [w for w in known[card].get("keywords", []) if w != "ongoing"]
            lasts = '"round"' in json.dumps(known[card]["effect"])
            known[card]["keywords"] = [*words, *(["ongoing"] if lasts else [])]
    return add_deck(f"test {next(_SERIAL)}", raw)


def attack_card(value: int, within: str = "adjacent", **more: Any) -> dict[str, Any]:
    """A plain attack card of some value."""
    target = {"kind": "unit", "side": "attackable", "within": within, **more.pop("target", {})}
    return {"card_type": "attack", "attack": value, "effect": [{"op": "attack", "target": target}], **more}


@cache
def field(mountains: tuple[str, ...] = (), water: tuple[str, ...] = ()) -> str:
    """A board file: one lane of open ground around (0,0), icons far from it."""
    zones = ("titan_throne", "titan_near", "middle", "atlantean_near", "atlantean_throne")
    hexes = []
    for q in range(-13, 14):
        for r in range(-8, 9):
            x = q + r / 2
            if abs(x) > 12.5:
                continue
            zone = zones[0] if x < -9 else zones[1] if x < -6 else zones[2] if x <= 6 else zones[3]
            zone = zones[4] if x > 9 else zone
            place = f"{q},{r}"
            terrain = "mountain" if place in mountains else "water" if place in water else "open"
            hexes.append({"q": q, "r": r, "zone": zone, "terrain": terrain})

    def row(x: int, r: int) -> tuple[int, int]:
        return (x - r // 2, r)

    icons = {
        zone: {
            team: {
                "heavy": [row(x, far)],
                "ranged": [row(x + 1, far)],
                "melee": [row(x + i, far - side * k) for k in (1, 2) for i in (0, 1)],
            }
            for team, far, side in (("titans", -8, -1), ("atlanteans", 8, 1))
        }
        for zone, x in (("titan_near", -8), ("middle", -2), ("atlantean_near", 7))
    }
    raw = {
        "id": "field",
        "title": "Open field",
        "zones": [{"id": z} for z in zones],
        "lanes": [{"id": "main", "zones": zones}],
        "minion_icons": icons,
        "hero_spawns": {
            "titans": [row(-11, r) for r in (-4, -2, 0, 2, 4)],
            "atlanteans": [row(11, r) for r in (-4, -2, 0, 2, 4)],
        },
        "hexes": hexes,
    }
    path = Path(tempfile.mkdtemp(prefix="guards-field-")) / "field.json"
    path.write_text(json.dumps(raw), encoding="utf-8")
    return str(path)


# ------------------------------------------------------------------ the table


class Table:
    """A state, what has happened, and short words for what players do."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    @classmethod
    def start(cls, players: int = 0, toss: int | None = T, **options: Any) -> Table:
        """A game up to the first choice; the toss falls to `toss`, heroes stand on their first points."""
        heroes = options.get("heroes", ())
        players = players or len(heroes)
        table = cls(GAME.start(GAME.options(**options), GAME.colours[:players]))
        if toss is not None and isinstance(table.task, Chance):
            table.play(Toss(toss))
        return table

    @classmethod
    def at_cards(cls, *heroes: str, **options: Any) -> Table:
        """Heroes placed, the first turn about to begin."""
        table = cls.start(heroes=heroes, **options)
        table.place_all()
        return table

    @classmethod
    def field(
        cls, *heroes: str, mountains: tuple[str, ...] = (), water: tuple[str, ...] = (), **options: Any
    ) -> Table:
        """The open field in turn 1, all minions and heroes off it, nothing on the agenda."""
        return cls.bare(*heroes, board=field(mountains, water), **options)

    @classmethod
    def bare(cls, *heroes: str, **options: Any) -> Table:
        """A board in turn 1 of round 1 without minions and heroes, nothing on the agenda."""
        table = cls.at_cards(*(heroes or ("arien", "brogan")), **options)
        state = table.state
        for unit in list(state.units):
            units.lift(state, unit)
        state.agenda.clear()
        state.phase = "actions"
        for hero, mat in state.heroes.items():
            state.heroes[hero] = replace(mat, chosen="")
        table.events.clear()
        return table

    def place_all(self) -> None:
        while self.state.phase == "placing heroes":
            self.play(self.legal[0])

    # -------- setting up

    @property
    def task(self) -> Any:
        return GAME.task(self.state)

    def hero(self, hero: str) -> Hero:
        return self.state.heroes[hero]

    def set(self, hero: str, **changes: Any) -> Table:
        self.state.heroes[hero] = replace(self.state.heroes[hero], **changes)
        return self

    def stand(self, **places: str) -> Table:
        """Heroes onto places: stand(arien="0,0")."""
        for hero, place in places.items():
            if hero in self.state.units:
                units.lift(self.state, hero)
            units.put(self.state, Unit(hero, self.hero(hero).team, "hero", ""), place)
        return self

    def minion(self, team: int, kind: str, place: str, lane: str = "") -> str:
        lane = lane or self.state.board.lanes[0].id
        name = push.new_minion(self.state)
        units.put(self.state, Unit(name, team, kind, "", lane), place)
        return name

    def more(self) -> Table:
        """A melee and a heavy minion of each team far away, so that no lane is empty."""
        for team, r in ((T, -8), (A, 8)):
            for k in range(2):
                self.minion(team, ("heavy", "melee")[k], f"{-r // 2 + k * 2 - 1},{r}")
        return self

    def hand(self, hero: str, *cards: str) -> Table:
        return self.set(hero, hand=values.deck(self.state).sort(list(cards)))

    def reveal(self, **cards: str) -> Table:
        """Revealed cards waiting to act: reveal(arien="arien_gold"); Hold is finished at once."""
        for hero, card in cards.items():
            mat = self.hero(hero)
            self.set(hero, hand=tuple(c for c in mat.hand if c != card), chosen=card)
        self.run(turn.Reveal())
        return self

    # -------- running

    @property
    def legal(self) -> list[Any]:
        return GAME.legal(self.state)

    def run(self, *tasks: Any) -> Table:
        """Push tasks (the last is done first) and run until somebody must choose."""
        story = Story(self.state.names)
        self.state.agenda += tasks
        while self.state.agenda and isinstance(self.state.agenda[-1], Auto):
            self.state.agenda.pop().run(self.state, story)
        self.events += story.events
        return self

    def play(self, action: Any) -> Table:
        if not isinstance(self.task, Chance):
            assert action in self.legal, f"{action!r} is not among {self.legal}"
        self.state, events = GAME.step(self.state, action)
        self.events += events
        return self

    def act(self, hero: str, card: str) -> Table:
        """A card of a hero comes up now, alone."""
        mat = self.hero(hero)
        self.set(hero, shown=card, waiting=True, hand=tuple(c for c in mat.hand if c != card))
        table = (*mat.table[: self.state.turn - 1], card, *mat.table[self.state.turn :])
        self.set(hero, table=table)
        story = Story(self.state.names)
        turn.act(self.state, hero, False, story)
        self.events += story.events
        return self.run()

    def main(self, hero: str, card: str) -> Table:
        """A card comes up and its main action is chosen (or is the only one)."""
        self.act(hero, card)
        if isinstance(self.task, turn.UseCard):
            self.play(Use("main"))
        return self

    def uses(self, hero: str, card: str) -> list[str]:
        """What may be done with a card."""
        return [u.what for u in turn.open_uses(self.state, hero, values.deck(self.state).cards[card])]

    def can_main(self, hero: str, card: str) -> bool:
        return "main" in self.uses(hero, card)

    def attack_on(self, attacker: str, *targets: str, value: int, kind: str = "melee") -> Table:
        """An attack of a value is declared now (with a card of the attacker)."""
        card = values.deck(self.state).cards[self.hero(attacker).hand[0]].id
        bonus = value - attack.strength(self.state, attacker, card, "hero")
        frame = Frame(attacker, card, "plain", quiet=True)
        self.state.frames.append(frame)
        story = Story(self.state.names)
        self.state.agenda.append(base.RUN)
        attack.declare(self.state, frame, kind, tuple(targets), bonus, story)
        self.events += story.events
        return self.run()

    def ends(self, hero: str, card: str) -> list[str]:
        """Where a regular move with a card may end."""
        task = move.Move(player=self.hero(hero).seat, hero=hero, card=card)
        return [a.to for a in task.legal(self.state) if isinstance(a, Go)]

    # -------- short words

    def pick(self, *names: str) -> Table:
        for name in names:
            self.play(Pick(name))
        return self

    def go(self, place: str) -> Table:
        return self.play(Go(place))

    def use(self, what: Any) -> Table:
        return self.play(Use(what))

    def defend(self, card: str) -> Table:
        return self.play(Defend(card))

    def refuse(self) -> Table:
        return self.play(NoDefence())

    def skip(self) -> Table:
        return self.play(Skip())

    def done(self) -> Table:
        return self.play(Done())

    def option(self, n: int) -> Table:
        return self.play(next(a for a in self.legal if isinstance(a, Option) and a.n == n))

    @property
    def targets(self) -> list[str]:
        return sorted(a.unit for a in self.legal if isinstance(a, Pick))

    @property
    def spaces(self) -> list[str]:
        return sorted(a.to for a in self.legal if isinstance(a, Go))

    def why_not(self, action: Any) -> Illegal:
        found = GAME.why_not(self.state, action)
        assert found is not None
        return found

    def kinds(self) -> list[str]:
        return [e.kind for e in self.events]

    def rules(self) -> set[str]:
        return {r for e in self.events for r in e.rules}

    def combat(self) -> Table:
        """Minion combat now, and all of the round end up to the first choice.

        Heroes that were simply left out stand far away, so that the next round has a choice.
        """
        self.state.turn = 4
        for hero in self.state.roster:
            mat = self.hero(hero)
            if hero not in self.state.units and not mat.back:
                point = next(p for p in self.state.board.spawns[mat.team] if p not in self.state.on)
                self.stand(**{hero: point})
        return self.run(round_end.MinionCombat())


__all__ = [
    "A", "Amount", "Defend", "Discard", "Done", "Go", "LevelUp", "NoDefence", "Option", "Pick", "PickHero",
    "PickPlayer", "PlayCard", "Skip", "T", "Table", "TakeBack", "Toss", "Use", "attack_card", "deck_with", "field",
]  # fmt: skip
