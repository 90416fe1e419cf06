"""Every card of the teaching deck: each of its steps is carried out, in staged positions.

A position is rich enough that any text finds what it asks for; choices are drawn by lot. What a
step did is read off the frame: it moves on with `done`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

from atlantis_nb.core.game import QUIET, Auto, pick
from atlantis_nb.games.guards import attack, turn
from atlantis_nb.games.guards.actions import Done, NoDefence, Skip
from atlantis_nb.games.guards.deck import PAIR, load_deck
from atlantis_nb.games.guards.effects import OPS, base
from atlantis_nb.games.guards.effects.flow import Repeat
from atlantis_nb.games.guards.effects.lasting import CountMinions, Trigger, _Lasting
from atlantis_nb.games.guards.state import Effect, Frame, State
from atlantis_nb.games.guards.targets import PREDICATES

from .table import A, T, Table

DECK = load_deck("teaching")
PLAYED = [c.id for c in DECK.cards.values() if c.card_type in ("attack", "skill")]
DEFENDING = [c.id for c in DECK.cards.values() if c.card_type == "defense"]
ULTIMATES = [c.id for c in DECK.cards.values() if c.card_type == "ultimate"]
ENEMIES = ("brogan", "wasp", "arien", "dodger")
Step = tuple[str, str, int]


def line_up(hero: str) -> tuple[tuple[str, ...], str, list[str]]:
    """(heroes by seat, the friend, the enemies) for a hero of the Titans."""
    enemies = [e for e in ENEMIES if e != hero][:3]
    friends = [f for f in ("swift", "tigerclaw", "min") if f != hero]
    if hero in ("wuk", "hanu"):
        return (
            (PAIR, enemies[0], friends[0], enemies[1], friends[1], enemies[2]),
            "hanu" if hero == "wuk" else "wuk",
            enemies,
        )
    return (hero, enemies[0], friends[0], enemies[1], friends[1], enemies[2]), friends[0], enemies


def stages(hero: str) -> Iterator[Table]:
    """Four positions: a brawl, enemies at range, a place beside open minion icons, the own throne zone."""
    heroes, friend, (e1, e2, e3) = line_up(hero)
    options = {"expansion_heroes": True, "lanes": "one_lane"}
    rocks = ("-2,2",)

    def ready(table: Table) -> Table:
        for enemy in (e1, e2, e3):
            mat = table.hero(enemy)
            hand = mat.hand[1:]
            table.set(
                enemy, coins=3, discard=(mat.hand[0],), hand=hand, shown=f"{enemy}_red_1", waiting=True,
            )  # fmt: skip
        table.set(friend, discard=(f"{friend}_green_1",), waiting=True, shown=f"{friend}_gold")
        table.set(hero, coins=5, discard=(f"{hero}_silver",))
        state = table.state
        if hero == "ignatia":
            for place in ("2,-1", "1,1", "3,-2", "4,1"):
                state.tokens[place] = "magma:ignatia"
        if hero == "min":
            for place in ("2,0", "1,-2"):
                state.tokens[place] = "mine:min"
        state.effects = (Effect("forbid", e1, f"{e1}_red_1", "", 0, 9, "long_move", 0, (hero,)),)
        return table

    brawl = Table.field(*heroes, mountains=rocks, **options)
    brawl.stand(**{hero: "0,0", friend: "0,-1", e1: "1,0", e2: "2,-2", e3: "-3,3"})
    brawl.minion(A, "melee", "0,1"), brawl.minion(A, "ranged", "-1,1"), brawl.minion(T, "melee", "-1,0")
    brawl.minion(T, "ranged", "2,-1"), brawl.minion(A, "melee", "-2,1")
    brawl.minion(T, "melee", "3,0")
    yield ready(brawl.more())

    wide = Table.field(*heroes, mountains=rocks, **options)
    wide.stand(**{hero: "0,0", friend: "-1,-1", e1: "3,0", e2: "2,1", e3: "0,-4"})
    wide.minion(A, "melee", "0,3"), wide.minion(A, "ranged", "2,-1"), wide.minion(T, "melee", "-2,0")
    wide.minion(A, "melee", "3,-1"), wide.minion(T, "melee", "2,0"), wide.minion(A, "melee", "-2,-1")
    yield ready(wide.more())

    icons = Table.field(*heroes, mountains=("4,-4",), **options)
    icons.stand(**{hero: "3,-6", friend: "4,-5", e1: "1,-5", e2: "3,-4", e3: "5,-7"})
    icons.minion(A, "melee", "4,-6"), icons.minion(T, "melee", "5,-6"), icons.minion(A, "ranged", "2,-4")
    icons.minion(A, "melee", "-4,7"), icons.minion(T, "heavy", "-1,6"), icons.minion(A, "heavy", "-2,8")
    table = ready(icons)
    table.set(hero, discard=(f"{hero}_green_1",))
    yield table

    home = Table.field(*heroes, mountains=("-11,1",), **options)
    yield ready(home.stand(**{hero: "-11,0", friend: "-10,0", e1: "3,0", e2: "5,0", e3: "7,0"}).more())


@cache
def staged(hero: str) -> tuple[State, ...]:
    return tuple(table.state for table in stages(hero))


def follow(state: State, rng: random.Random, done: set[Step], stop: int = 0) -> None:
    """Run to the end of the agenda, choices by lot, and note each step that was carried out."""
    while len(state.agenda) > stop:
        task = state.agenda.pop()
        if isinstance(task, Auto):
            task.run(state, QUIET)
        else:
            legal = task.legal(state)
            assert legal == list(dict.fromkeys(legal))
            likely = [a for a in legal if not isinstance(a, Skip | Done | NoDefence)] or legal
            legal = likely if rng.random() < 0.9 else legal
            task.apply(state, legal[pick(rng, len(legal))], QUIET)
        for frame in state.frames:
            if frame.runs:  # a repeat has sent the frame back to its first step
                steps = DECK.steps[frame.card, frame.part]
                done |= {(frame.card, frame.part, i) for i, s in enumerate(steps) if isinstance(s, Repeat)}
            if frame.done and frame.at > 0:
                done.add((frame.card, frame.part, frame.at - 1))
        check(state)


def check(state: State) -> None:
    """What never breaks: a space holds one unit, coins are not negative, every card is somewhere once."""
    assert {u.at for u in state.units.values()} == set(state.on)
    assert all(state.units[u].at == p for p, u in state.on.items())
    assert all(state.board.terrain[p] in ("open", "water") for p in state.on)
    assert all(h.coins >= 0 for h in state.heroes.values())
    assert len(state.tokens) <= 9


def wanted(card: str) -> set[Step]:
    """Every step of a card, those inside steps too."""
    found: set[Step] = set()
    for (owner, part), steps in DECK.steps.items():
        if owner == card and part != "plain":
            found |= {(owner, part, i) for i in range(len(steps))}
    return found


def played(card: str, rounds: int = 40) -> set[Step]:
    hero = DECK.cards[card].hero
    done: set[Step] = set()
    for seed in range(rounds):
        for state in staged(hero):
            new = state.copy()
            table = Table(new)
            table.set(hero, shown=card, waiting=True, resolved=(f"{hero}_red_1",))
            new.acting = hero
            if turn.can_main(new, hero, DECK.cards[card]):
                base.start_main(new, Frame(hero, card))
                follow(new, random.Random(seed), done)
        if wanted(card) <= done:
            break
    return done


@pytest.mark.parametrize("card", PLAYED)
def test_every_step_of_every_action_card(card: str) -> None:
    assert wanted(card) <= played(card)


@pytest.mark.parametrize("card", DEFENDING)
def test_every_step_of_every_defense_card(card: str) -> None:
    hero = DECK.cards[card].hero
    done: set[Step] = set()
    for seed in range(30):
        for state in staged(hero):
            for kind, value in (("melee", -9), ("ranged", -9), ("ranged", 9)):
                new = state.copy()
                table = Table(new)
                table.set(hero, hand=(*new.heroes[hero].hand, card), discard=(f"{hero}_gold",))
                enemy = next(e for e in line_up(hero)[2] if e in new.units)
                frame = Frame(enemy, f"{enemy}_gold", "plain", quiet=True)
                new.frames.append(frame)
                new.agenda.append(base.RUN)
                bonus = value - attack.strength(new, enemy, frame.card, "hero")
                attack.declare(new, frame, kind, (hero,), bonus, QUIET)
                new.agenda.pop()
                attack.answer(new, hero, QUIET)
                new.agenda.pop()
                attack.defend(new, hero, card, QUIET)
                follow(new, random.Random(seed), done, 1)
        if wanted(card) <= done:
            break
    assert wanted(card) <= done


@pytest.mark.parametrize("card", ULTIMATES)
def test_every_ultimate(card: str) -> None:
    """Triggers are carried out; standing bonuses stand; extra minions are counted elsewhere."""
    hero = DECK.cards[card].hero
    steps = DECK.steps[card, ""]
    assert steps
    done: set[Step] = set()
    for step in steps:
        if isinstance(step, _Lasting):
            assert step.until == "always"
            assert step.standing(hero, card, 0).until == 99
        elif isinstance(step, CountMinions):
            assert step.amount > 0
        else:
            assert isinstance(step, Trigger)
    inner = {s for s in wanted(card) if s[1]}
    for seed in range(40):
        for state in staged(hero):
            for used in (f"{hero}_gold", f"{hero}_red_1"):
                new = state.copy()
                Table(new).set(hero, ultimate=card, shown=used, waiting=True, resolved=(f"{hero}_red_1",))
                new.acting = hero
                if turn.can_main(new, hero, DECK.cards[used]):
                    base.start_main(new, Frame(hero, used))
                    follow(new, random.Random(seed), done)
        if inner <= done:
            break
    assert inner <= done


def test_the_deck_uses_every_primitive_and_every_predicate() -> None:
    ops: set[str] = set()
    predicates: set[str] = set()
    for steps in DECK.steps.values():
        for step in steps:
            ops.add(type(step).__name__)
            for name in step.__struct_fields__:
                predicates |= set(words(getattr(step, name)))
    assert ops == {op.__name__ for op in OPS}
    assert predicates == set(PREDICATES)
    assert len(OPS) == 33


def words(thing: object) -> Iterator[str]:
    """The predicates inside a selector or a condition."""
    for key in ("where", "where_any", "not_", "is_"):
        yield from getattr(thing, key, ())
    for key in ("count", "by"):
        if getattr(thing, key, None) is not None and not callable(getattr(thing, key)):
            yield from words(getattr(thing, key))


def test_every_hold_card_does_nothing() -> None:
    holds = [c for c in DECK.cards.values() if c.card_type == "hold"]
    assert len(holds) == 11
    for card in holds:
        assert card.steps == ()
        assert (card.initiative, card.defense, card.movement) == (None, None, None)
    assert len(PLAYED) + len(DEFENDING) + len(ULTIMATES) + len(holds) == 193
