"""A position to try a card in: two heroes near each other in the middle zone, one about to act."""

from __future__ import annotations

import os

from msgspec.structs import replace

from atlantis_nb.core import plain
from atlantis_nb.core.game import QUIET, Refused
from atlantis_nb.core.match import Match

from . import round_end, targets, units
from .board import MIDDLE
from .deck import Card, Deck, load_deck
from .game import GAME
from .sources import named
from .state import State

SORTS = ("attack", "skill", "defense", "ultimate")
BESIDE = 2
"""Enemy minions beside a hero whose Ultimate is tried: many are about a minion that falls."""


def trial(
    deck: str | os.PathLike[str],
    card: str,
    foe: str = "wasp",
    apart: int = 1,
    coins: int = 2,
    using: str = "",
) -> Match:
    """A match in round 1 in which the hero of `card` uses it, `apart` spaces from an enemy hero.

    An attack or a skill is on the table and the hero is about to act; a defense card is in the hand
    and the enemy is about to act with the gold card. Both have `coins`, and the enemy has a discarded
    card. An Ultimate acts through other cards: the hero has it, at the highest level and with branch
    a of every pair, stands beside two enemy minions, and is about to use the attack or skill `using`,
    or else the gold card. Where the card leaves no choice at all, it has been used already: read the
    log. Raises Refused for a card of another sort.
    """
    deck = named("deck", deck)
    known = load_deck(deck)
    found = known.cards.get(card)
    if found is None:
        raise Refused(f"There is no card {card!r}.{plain.meant(card, known.cards)}")
    if found.card_type not in SORTS:
        raise Refused(f"{found.name} is no {plain.one_of(SORTS)} card: there is nothing to try.")
    hero = found.hero
    ultimate = found.card_type == "ultimate"
    if using and not ultimate:
        raise Refused(f"using names the card with which an Ultimate is tried; {found.name} is none.")
    used = _through(known, hero, using or _gold(known, hero)) if ultimate else found
    options = GAME.options(
        deck=deck,
        heroes=(hero, foe),
        expansion_heroes=True,
        lanes="one_lane",
        hand_model="gold_silver_plus_hold",
    )
    match = Match("guards", players=2, seed=1, options=options)
    while match.state.phase != "cards":
        match.run("random", until=1)
    state = match.state.copy()
    _face(state, hero, foe, apart)
    if ultimate:
        _grow(state, hero, known)
        _beside(state, hero)
    defending = found.card_type == "defense"
    for who in (hero, foe):
        mat = state.heroes[who]
        hand = mat.hand
        if who == hero and used.id not in hand:
            hand = known.sort([used.id if known.cards[c].slot == used.slot else c for c in hand])
        lost = tuple(c for c in hand if who == foe and known.cards[c].slot == "green")
        hand = tuple(c for c in hand if c not in lost)
        state.heroes[who] = replace(mat, hand=hand, discard=lost, coins=coins)
    placed = Match.from_state("guards", state, options, seed=1)
    acts, waits = (foe, hero) if defending else (hero, foe)
    plays = {acts: f"{foe}_gold" if defending else used.id, waits: _hold(state, waits)}
    while placed.state.phase == "cards" and placed.state.turn == 1:
        seat = placed.actor
        who = next(h for h, mat in placed.state.heroes.items() if mat.seat == seat)
        placed.play(next(a for a in placed.legal if getattr(a, "card", "") == plays[who]))
    return placed


def _gold(known: Deck, hero: str) -> str:
    return known.of[hero, "gold", 0][0]


def _through(known: Deck, hero: str, using: str) -> Card:
    """The card with which an Ultimate is tried. Raises Refused."""
    mine = [c for c, card in known.cards.items() if card.hero == hero]
    if using not in mine:
        title = known.heroes[hero].name
        raise Refused(f"{title} has no card {using!r} to use.{plain.meant(using, mine)}")
    found = known.cards[using]
    if found.card_type not in ("attack", "skill"):
        raise Refused(f"{found.name} is no attack or skill card: it cannot be used in a turn.")
    return found


def _grow(state: State, hero: str, known: Deck) -> None:
    """Buy levels until the Ultimate is there, always the first card offered."""
    while not state.heroes[hero].ultimate:
        mat = state.heroes[hero]
        price = round_end.level_cost(state.options, mat.level + 1)
        state.heroes[hero] = replace(mat, coins=price)
        offer = known.upgrades(mat.kind, mat.hand, mat.ultimate)
        round_end.level_up(state, hero, offer[0], QUIET)


def _beside(state: State, hero: str) -> None:
    """Enemy minions, no heavy ones, come to free spaces next to the hero."""
    at, team = state.at(hero), state.heroes[hero].team
    minions = [u.id for u in state.units.values() if u.kind in ("melee", "ranged") and u.team != team]
    near = [p for p in state.board.near[at] if targets.free(state, p)]
    far = [u for u in minions if state.board.distance[at][state.at(u)] > 1]
    wanted = BESIDE - (len(minions) - len(far))
    for unit, place in zip(far[: max(0, wanted)], near, strict=False):
        units.shift(state, unit, place)


def _hold(state: State, hero: str) -> str:
    known = load_deck(state.options.deck).cards
    return next(c for c in state.heroes[hero].hand if known[c].slot == "black")


def _face(state: State, hero: str, foe: str, apart: int) -> None:
    """Put two heroes on free spaces of the middle zone, in a straight line."""
    board = state.board
    zone = board.zones[board.lanes[0].zones[MIDDLE]]
    pairs = [
        (a, ray[apart - 1])
        for a in zone
        for ray in board.rays[a]
        if len(ray) >= apart and all(targets.free(state, p) for p in (a, *ray[:apart]))
    ]

    def crowd(pair: tuple[str, str]) -> tuple[int, int, tuple[str, str]]:
        """Away from minions first, then in the middle of the board."""
        near = sum(n in state.on for p in pair for n in board.near[p])
        return near, board.distance["0,0"][pair[0]], pair

    pair = min(pairs, key=crowd, default=None)
    if pair is None:
        raise Refused(f"The middle zone has no room for two heroes {apart} spaces apart.")
    for who, place in zip((hero, foe), pair, strict=True):
        units.shift(state, who, place)
