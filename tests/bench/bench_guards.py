"""Random play of four players against random chess moves in the same run, and the slowest legal lists.

Run alone: pytest tests/bench/bench_guards.py -s, or python -m tests.bench.bench_guards
"""

from __future__ import annotations

import random
import time

import pytest

from atlantis_nb.core.game import OPEN, Chance, draw, pick
from atlantis_nb.games.guards import GAME, turn, values
from atlantis_nb.games.guards.evaluate import evaluate
from atlantis_nb.games.guards.state import State
from tests.bench.yardstick import ratio

pytestmark = pytest.mark.bench
NAMES = ("Red", "Blue", "Green", "Yellow")


def positions(n: int, **options: object) -> list[State]:
    """Positions of random games at which a card acts."""
    rng, found, players = random.Random(3), [], 6
    while len(found) < n:
        state = GAME.start(GAME.options(**options), GAME.colours[:players])
        while state.agenda:
            task = state.agenda[-1]
            if isinstance(task, turn.UseCard):
                found.append(state.copy())
            legal = draw(task.outcomes(state), rng) if isinstance(task, Chance) else None
            if legal is None:
                choices = task.legal(state)
                legal = choices[pick(rng, len(choices))]
            GAME.advance(state, legal)
    return found[:n]


def slowest_card(states: list[State]) -> tuple[float, str]:
    """The slowest list of uses of any card of the deck for its hero, in milliseconds; the median of five."""
    worst, which = 0.0, ""
    deck = values.deck(states[0])
    for state in states:
        for hero in state.roster:
            if hero not in state.units:
                continue
            kind = state.heroes[hero].kind
            for card in deck.cards.values():
                if card.hero != kind or card.slot in ("black", "ultimate"):
                    continue
                times = []
                for _ in range(5):
                    begin = time.perf_counter()
                    turn.open_uses(state, hero, card)
                    times.append(time.perf_counter() - begin)
                if (took := sorted(times)[2] * 1000) > worst:
                    worst, which = took, card.id
    return worst, which


def slowest_decision(games: int = 6) -> tuple[float, str]:
    """The slowest legal list of any decision in random games with the highest cards, in milliseconds."""
    worst, which = 0.0, ""
    for seed in range(games):
        rng = random.Random(seed)
        options = GAME.options(expansion_heroes=True, hand_model="gold_silver_plus_hold", max_rounds=20)
        state = GAME.start(options, GAME.colours[:6])
        while state.agenda:
            task = state.agenda[-1]
            if isinstance(task, Chance):
                GAME.advance(state, draw(task.outcomes(state), rng))
                continue
            times = []
            for _ in range(3):
                begin = time.perf_counter()
                legal = task.legal(state)
                times.append(time.perf_counter() - begin)
            if (took := min(times) * 1000) > worst:
                worst, which = took, f"{type(task).__name__}, {len(legal)} actions, {GAME.ask(state)}"
            GAME.advance(state, legal[pick(rng, len(legal))])
    return worst, which


def test_random_play_is_as_fast_as_chess() -> None:
    assert ratio(GAME, NAMES) >= 1.0


def test_the_legal_list_of_any_card_is_quick() -> None:
    worst, which = slowest_card(positions(60) + positions(20, lanes="two_lanes"))
    print(f"\nslowest list of uses: {worst:.2f} ms ({which})")
    assert worst < 5.0
    worst, which = slowest_decision()
    print(f"slowest decision: {worst:.2f} ms ({which})")
    assert worst < 5.0


def test_scenes_and_heuristic() -> None:
    states = positions(40)
    begin = time.process_time()
    for state in states:
        GAME.scene(GAME.view(state, 0), 0)
    scene = (time.process_time() - begin) / len(states) * 1000
    begin = time.process_time()
    for state in states:
        GAME.panels(GAME.view(state, OPEN), OPEN)
    panel = (time.process_time() - begin) / len(states) * 1000
    begin = time.process_time()
    for state in states:
        evaluate(state, 0)
    heuristic = (time.process_time() - begin) / len(states) * 1e6
    print(f"\nscene {scene:.2f} ms, panels {panel:.2f} ms, heuristic {heuristic:.0f} microseconds")
    assert scene < 5.0
    assert panel < 50.0


if __name__ == "__main__":
    test_random_play_is_as_fast_as_chess()
    test_the_legal_list_of_any_card_is_quick()
    test_scenes_and_heuristic()
