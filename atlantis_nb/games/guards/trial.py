"""A position to try a card in: two heroes near each other in the middle zone, one about to act."""

from __future__ import annotations

from msgspec.structs import replace

from atlantis_nb.core import plain
from atlantis_nb.core.game import Refused
from atlantis_nb.core.match import Match

from . import targets, units
from .board import MIDDLE
from .deck import load_deck
from .game import GAME
from .state import State


def trial(deck: str, card: str, foe: str = "wasp", apart: int = 1, coins: int = 2) -> Match:
    """A match in round 1 in which the hero of `card` uses it, `apart` spaces from an enemy hero.

    An attack or a skill is on the table and the hero is about to act; a defense card is in the hand
    and the enemy is about to act with the gold card. Both have `coins`, and the enemy has a discarded
    card. Where the card leaves no choice at all, it has been used already: read the log. Raises
    Refused for a card of another sort.
    """
    known = load_deck(deck)
    found = known.cards.get(card)
    if found is None:
        raise Refused(f"There is no card {card!r}.{plain.meant(card, known.cards)}")
    if found.card_type not in ("attack", "skill", "defense"):
        raise Refused(f"{found.name} is no attack, skill or defense card; it cannot be tried alone.")
    hero = found.hero
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
    defending = found.card_type == "defense"
    for who in (hero, foe):
        mat = state.heroes[who]
        hand = mat.hand
        if who == hero and card not in hand:
            hand = known.sort([card if known.cards[c].slot == found.slot else c for c in hand])
        lost = tuple(c for c in hand if who == foe and known.cards[c].slot == "green")
        hand = tuple(c for c in hand if c not in lost)
        state.heroes[who] = replace(mat, hand=hand, discard=lost, coins=coins)
    placed = Match.from_state("guards", state, options, seed=1)
    acts, waits = (foe, hero) if defending else (hero, foe)
    plays = {acts: f"{foe}_gold" if defending else card, waits: _hold(state, waits)}
    while placed.state.phase == "cards" and placed.state.turn == 1:
        seat = placed.actor
        who = next(h for h, mat in placed.state.heroes.items() if mat.seat == seat)
        placed.play(next(a for a in placed.legal if getattr(a, "card", "") == plays[who]))
    return placed


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
