"""What a player may know, and what he may guess (F-R-22)."""

from __future__ import annotations

import random

import pytest

from atlantis_nb.core.game import OPEN, SPECTATOR
from atlantis_nb.games.foes.data import SPELLS
from atlantis_nb.games.foes.state import FoesState
from atlantis_nb.games.foes.view import on_board

from .kit import GAME, meets


def line(seed: int, steps: int, **options: object) -> list[FoesState]:
    rng = random.Random(seed)
    state = GAME.start(GAME.options(**options), ("Ann", "Ben"))
    out = [state]
    for _ in range(steps):
        offers = GAME.legal(state) or [a for a, _ in GAME.outcomes(state)]
        if not offers:
            break
        state, _ = GAME.step(state, offers[int(rng.random() * len(offers))])
        out.append(state)
    return out


@meets("F-R-22", "F-SPL-01")
@pytest.mark.parametrize("piles", ["shared", "one_each"])
def test_view_and_guess(piles: str) -> None:
    rng = random.Random(1)
    for state in line(5, 700, spell_piles=piles)[::40]:
        for seat in (0, 1):
            seen = GAME.view(state, seat)
            guess = GAME.guess(state, seat, rng)
            assert GAME.view(guess, seat) == seen
            assert GAME.view(seen, seat) == seen
            assert guess.hands[seat] == state.hands[seat]
            assert len(guess.hands[1 - seat]) == len(state.hands[1 - seat])
            assert all_chits(guess) == all_chits(state)
            assert "?" not in str(guess.hands)
        assert GAME.view(state, OPEN) is state
        spectator = GAME.view(state, SPECTATOR)
        assert all(c == "?" for hand in spectator.hands for c in hand)


def all_chits(state: FoesState) -> list[list[str]]:
    """Every chit by pile: hand, pile, discards, table, board."""
    out = []
    for i in range(len(state.piles)):
        hands = [c for s in (0, 1) for c in state.hands[s] if len(state.piles) == 1 or s == i]
        out.append(sorted([*hands, *state.piles[i], *on_board(state, i)]))
    return out


@pytest.mark.parametrize("piles", ["shared", "one_each"])
def test_no_chit_is_lost(piles: str) -> None:
    for state in line(8, 1500, spell_piles=piles)[::25]:
        assert all_chits(state) == [sorted(SPELLS)] * len(state.piles)


def test_hidden_chits_do_not_show_beside_the_board() -> None:
    state = line(3, 15)[-1]
    masked = GAME.view(state, 0)
    text = " ".join(w for p in GAME.panels(masked, 0) for w in p.words())
    hidden = [SPELLS[s].name for s in state.hands[1]]
    assert hidden
    assert not any(f"{name} (" in text for name in hidden)
    assert all(SPELLS[s].name in text for s in state.hands[0])
