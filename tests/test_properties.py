"""Properties that every game passes: one suite over all the games there are, and over the toy."""

from __future__ import annotations

import difflib
import json
import math
import os
import random
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from atlantis_nb.core.bots import Greedy, playout
from atlantis_nb.core.files import from_json, from_position, position_text, to_json
from atlantis_nb.core.game import (
    OPEN,
    OVER,
    SPECTATOR,
    Action,
    Auto,
    Chance,
    Decision,
    Game,
    Illegal,
    draw,
    pick,
)
from atlantis_nb.core.match import IllegalAction, Match
from atlantis_nb.core.odds import dies, odds

from . import properties
from .properties import Walk, game_of, plain_json, walks

pytestmark = pytest.mark.parametrize("game_id", properties.game_ids())


@pytest.fixture
def game(game_id: str) -> Game[Any]:
    return game_of(game_id)


@pytest.fixture
def played(game_id: str) -> tuple[Walk, ...]:
    return walks(game_id)


def viewers(game: Game[Any], state: Any) -> list[int]:
    return [*range(len(state.names)), SPECTATOR]


def known_rules(game: Game[Any], rules: tuple[str, ...]) -> bool:
    return bool(rules) and all(rule in game.rulebook for rule in rules)


# ------------------------------------------------------------------ 1, 2: what may be done, and what not


def test_legal_actions_are_distinct_stable_and_readable(game: Game[Any], played: tuple[Walk, ...]) -> None:
    for walk in played:
        for state in walk.at(Decision):
            task, legal = game.task(state), game.legal(state)
            assert legal, f"{task} offers nothing"
            assert game.legal(state) == legal
            assert len(set(legal)) == len(legal)
            assert len(legal) <= 1000
            texts = [str(action) for action in legal]
            assert len(set(texts)) == len(texts), f"two actions of {task} read alike: {sorted(texts)}"
            assert all(
                text.strip() and not text.startswith(type(a).__name__ + "(")
                for text, a in zip(texts, legal, strict=True)
            )
            assert 0 <= game.actor(state) < len(state.names)
            assert game.ask(state).strip()
            assert task.default(state) in legal
            for action in legal:
                assert game.decode_action(plain_json(game.encode(action))) == action
                assert game.why_not(state, action) is None, f"{action} is listed and yet refused"


def test_clicks_are_unique_and_none_begins_another(game: Game[Any], played: tuple[Walk, ...]) -> None:
    for walk in played:
        for state in walk.at(Decision):
            legal = game.legal(state)
            clicks = {action.clicks: action for action in legal}
            assert len(clicks) == len(legal), f"two actions of {game.task(state)} have the same clicks"
            for path in clicks:
                assert path, f"{clicks[path]} has no clicks"
                assert all(":" in click for click in path)
                assert game.why_not(state, path) is None
                for k in range(1, len(path)):
                    assert path[:k] not in clicks, f"{clicks.get(path[:k])} begins {clicks[path]}"


def test_a_click_that_means_another_is_no_choice_of_its_own(
    game: Game[Any], played: tuple[Walk, ...]
) -> None:
    for walk in played:
        for state in walk.at(Decision):
            firsts = {action.clicks[0] for action in game.legal(state)}
            for click, meant in game.same(state).items():
                assert click not in firsts, f"{click} is a choice at {game.task(state)}"
                assert meant in firsts, f"{meant} is no choice at {game.task(state)}"


def test_clicks_name_what_is_on_the_screen(game: Game[Any], played: tuple[Walk, ...]) -> None:
    for walk in played:
        for state in walk.at(Decision, 15):
            seat = game.actor(state)
            scene = game.scene(game.view(state, seat), seat)
            there = {f"cell:{cell.place}" for cell in scene.cells} | {piece.click for piece in scene.pieces}
            for action in game.legal(state):
                missing = [c for c in action.clicks if c.startswith(("cell:", "piece:")) and c not in there]
                assert not missing, f"{action} is clicked by {missing}, which is not on the board"


def test_all_legal_actions_apply(game: Game[Any], played: tuple[Walk, ...]) -> None:
    for walk in played:
        for state in walk.at(Decision, 20):
            legal = game.legal(state)
            before = state.digest()
            for action in legal[:: max(1, len(legal) // 25)]:
                after, events = game.step(state, action)
                assert game.check(after) == []
                assert not isinstance(game.task(after), Auto)
                assert all(known_rules(game, event.rules) for event in events)
            assert state.digest() == before


def some_actions(played: tuple[Walk, ...]) -> list[Action]:
    """Actions of every kind, from all over the games."""
    kinds: dict[type, dict[Action, None]] = {}
    for walk in played:
        for state in walk.at(Decision, 20):
            for action in walk.game.legal(state):
                kinds.setdefault(type(action), {})[action] = None
        for step in walk.steps:
            kinds.setdefault(type(step.action), {})[step.action] = None
    return [a for actions in kinds.values() for a in list(actions)[:: max(1, len(actions) // 6)]]


def test_what_is_not_legal_is_refused_with_a_rule(game: Game[Any], played: tuple[Walk, ...]) -> None:
    pool = some_actions(played)
    refused = 0
    for walk in played:
        for state in [*walk.at(Decision, 12), *walk.at(Chance, 3), walk.end]:
            legal = {*game.legal(state), *(a for a, _ in game.outcomes(state))}
            before, same = state.digest(), game.same(state)
            for action in pool:
                wishes: list[Any] = [action]
                meant = tuple(same.get(click, click) for click in action.clicks)
                if {action.clicks, meant}.isdisjoint(a.clicks[: len(action.clicks)] for a in legal):
                    wishes.append(action.clicks)
                for wish in wishes:
                    if wish in legal:
                        continue
                    answer = game.why_not(state, wish)
                    assert isinstance(answer, Illegal), (
                        f"{wish} is not legal at {game.task(state)}, yet not refused"
                    )
                    assert known_rules(game, answer.rules), f"{answer.rules} for {wish}"
                    assert answer.sentence.strip().endswith((".", "!", "?", "”", ")")), answer.sentence
                    refused += 1
            assert state.digest() == before
    assert refused > 20


# ------------------------------------------------------------------ 3, 4: pure, and the same everywhere


def test_earlier_states_never_change(game_id: str, played: tuple[Walk, ...]) -> None:
    for walk in played:
        for state in walk.some(20):
            for viewer in viewers(walk.game, state)[:2]:
                walk.game.view(state, viewer)
            walk.game.legal(state)
            walk.game.evaluate(state, 0)
        assert [state.digest() for state in walk.states] == walk.digests


def test_states_hold_plain_data(game: Game[Any], played: tuple[Walk, ...]) -> None:
    def plain(thing: Any, depth: int = 0) -> bool:
        if isinstance(thing, dict):
            return all(isinstance(k, str | int) and plain(v, 1) for k, v in thing.items()) and depth == 0
        if isinstance(thing, list):
            return all(plain(v, 1) for v in thing) and depth == 0
        return isinstance(hash(thing), int)

    for walk in played:
        for state in walk.some(10):
            for name in state.__struct_fields__:
                assert plain(getattr(state, name)), f"{name} holds something that can be changed inside"


def test_two_processes_with_other_hash_seeds_agree(game_id: str) -> None:
    root = Path(__file__).parents[1]
    runs = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.properties", "--print", game_id],
            cwd=root,
            env=os.environ | {"PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("1", "2")
    ]
    printed = [run.communicate(timeout=100)[0].split() for run in runs]
    assert printed[0] == printed[1] == [properties.fingerprint(game_id)]


# ------------------------------------------------------------------ 5, 6: files, replay, branches


def test_states_survive_json_at_any_moment(game: Game[Any], played: tuple[Walk, ...]) -> None:
    for walk in played:
        for i, step in enumerate(walk.steps):
            if i >= 10 and i & (i - 1) and i % 37:
                continue
            again = game.decode_state(json.loads(json.dumps(game.encode(step.state))))
            assert again == step.state
            assert again.digest() == step.state.digest()
            after, events = game.step(again, step.action)
            assert after.digest() == walk.digests[i + 1]
            assert events == step.events


def test_matches_survive_files_and_play_goes_on(game: Game[Any]) -> None:
    for choices in (0, 1, 7, 40):
        match = Match(game, seed=choices + 1)
        if choices:
            match.run("random", until=choices)
        text = to_json(match)
        again = from_json(text, game)
        assert to_json(again) == text
        assert not again.trouble
        match.run("random", until=15)
        again.run("random", until=15)
        assert match.state.digest() == again.state.digest()
        assert [str(line) for line in match.log] == [str(line) for line in again.log]
        start = from_position(position_text(match), game)
        assert start.root.state == match.state


def test_replay_and_branches(game: Game[Any]) -> None:
    match = Match(game, seed=3).run("random", until=30)
    tip, digest = match.node, match.state.digest()
    marks = {n: n.state.digest() for n in match.nodes()}
    rng = random.Random(1)
    for node in match.line()[5 :: max(1, len(match.line()) // 6)]:
        match.to(node)
        if match.legal:
            match.play(match.legal[pick(rng, len(match.legal))])
            match.run("random", until=3)
        match.undo()
        match.redo()
    assert all(node.state.digest() == mark for node, mark in marks.items())
    assert match.to(tip).state.digest() == digest
    state = match.root.state
    for node in tip.path()[1:]:
        assert node.action is not None
        state, events = game.step(state, node.action)
        assert events == node.events
    assert state.digest() == digest
    branch = match.branch()
    before = len(list(match.nodes()))
    branch.run("random", until=3)
    assert len(list(match.nodes())) == before


def test_a_refused_action_leaves_the_match_alone(game: Game[Any], played: tuple[Walk, ...]) -> None:
    match = Match(game, seed=3).run("random", until=5)
    before = (match.node, match.state.digest())
    wrong = next((a for a in some_actions(played) if a not in match.legal), None)
    assert wrong is not None
    with pytest.raises(IllegalAction):
        match.play(wrong)
    assert (match.node, match.state.digest()) == before


# ------------------------------------------------------------------ 7: chance


def test_weights_are_positive_and_sum_to_one(game: Game[Any], played: tuple[Walk, ...]) -> None:
    for walk in played:
        for state in walk.at(Chance):
            outcomes = game.outcomes(state)
            assert outcomes
            assert list(game.outcomes(state)) == list(outcomes)
            assert all(type(weight) is int and weight > 0 for _, weight in outcomes)
            results = [action for action, _ in outcomes]
            assert len(set(results)) == len(results)
            assert len({str(a) for a in results}) == len(results)
            for action in results[:40]:
                assert game.decode_action(plain_json(game.encode(action))) == action
                assert game.why_not(state, action) is None
            if len(outcomes) <= 300:
                assert sum(o.weight for o in dies(game, state)) == 1


def test_odds_sum_to_one_and_sampled_play_agrees(game: Game[Any], played: tuple[Walk, ...]) -> None:
    compared = 0
    for walk in played:
        for state in walk.at(Decision, 12):
            legal = game.legal(state)
            for action in legal[:: max(1, len(legal) // 6)]:
                found = odds(game, state, action, cap=600)
                assert sum((o.weight for o in found), Fraction(0)) == 1
                assert all(o.weight > 0 for o in found)
                if found.rolled and not found.partial and compared < 6 and 1 < len(found) < 100:
                    compared += 1
                    assert properties.fits(*sampled(game, state, action, found))
                    assert all(isinstance(label, str) and label for label in found.shares())


def sampled(game: Game[Any], state: Any, action: Action, found: Any) -> tuple[list[int], list[int]]:
    """How often each outcome came in 400 plays, and the exact weights."""
    at = {o.state.digest(): i for i, o in enumerate(found)}
    seen = [0] * len(at)
    rng = random.Random(7)
    for _ in range(400):
        after = state.copy()
        game.advance(after, action)
        while True:
            task = game.task(after)
            if isinstance(task, Chance) and not task.series:
                game.advance(after, draw(task.outcomes(after), rng))
            elif isinstance(task, Decision) and task.reply:
                game.advance(after, task.default(after))
            else:
                break
        seen[at[after.digest()]] += 1
    scale = math.lcm(*(o.weight.denominator for o in found))
    return seen, [int(o.weight * scale) for o in found]


def test_drawn_results_have_their_weights(game: Game[Any], played: tuple[Walk, ...]) -> None:
    rng = random.Random(5)
    for walk in played:
        for state in walk.at(Chance, 4):
            outcomes = game.outcomes(state)
            seen = dict.fromkeys((a for a, _ in outcomes), 0)
            for _ in range(1500):
                seen[draw(outcomes, rng)] += 1
            assert properties.fits(list(seen.values()), [w for _, w in outcomes])


# ------------------------------------------------------------------ 8: who may know what


def test_guesses_agree_with_the_view(game: Game[Any], played: tuple[Walk, ...]) -> None:
    for walk in played:
        for state in walk.some(12):
            digest = state.digest()
            for seat in range(len(state.names)):
                view = game.view(state, seat)
                assert game.view(view, seat).digest() == view.digest()
                guess = game.guess(state, seat, random.Random(seat))
                assert game.view(guess, seat).digest() == view.digest()
                from_view = game.guess(view, seat, random.Random(seat))
                assert from_view.digest() == guess.digest(), "a guess uses more than the view"
                assert game.check(guess) == []
                if game.actor(state) == seat:
                    assert game.legal(guess) == game.legal(state) == game.legal(view)
            assert state.digest() == digest
            assert game.view(state, OPEN).digest() == digest


def test_a_secret_looks_the_same_to_the_others(game: Game[Any], played: tuple[Walk, ...]) -> None:
    for walk in played:
        for state in [*walk.at(Decision, 30), *walk.at(Chance, 15)]:
            task = game.task(state)
            if isinstance(task, Decision):
                owner = task.player if task.secret else None
                ways = game.legal(state)[:12]
            else:
                owner = task.secret_of(state)
                ways = [a for a, _ in game.outcomes(state)[:12]]
            if owner is None or len(ways) < 2:
                continue
            after = [game.step(state, action) for action in ways]
            if any(event.kind.startswith("reveal") for _, events in after for event in events):
                continue
            for viewer in viewers(game, state):
                if viewer == owner:
                    continue
                who = state.names[viewer] if viewer >= 0 else "a spectator"
                told = [repr([e for e in events if e.seen_by(viewer)]) for _, events in after]
                seen = [game.view(new, viewer).digest() for new, _ in after]
                # A public part (that a price was paid) may differ; what was told is all that is seen.
                assert len(set(told)) == 1 or len(set(told)) < len(ways), f"{who} hears the secret of {task}"
                assert len(set(zip(told, seen, strict=True))) == len(set(told)), f"{who} sees it at {task}"


def test_bots_play_on_the_view_alone(game: Game[Any], played: tuple[Walk, ...]) -> None:
    walk = played[0]
    for state in walk.at(Decision, 3)[:6]:
        seat, legal = game.actor(state), game.legal(state)
        chosen = {
            Greedy(40)(game, shown, legal, random.Random(1)) for shown in (state, game.view(state, seat))
        }
        assert len(chosen) == 1
        assert chosen <= set(legal)


# ------------------------------------------------------------------ 9: laws, bounds, results


def test_laws_hold_and_games_end_within_their_bound(game: Game[Any], played: tuple[Walk, ...]) -> None:
    for walk in played:
        assert len(walk.steps) <= game.bound
        for state in walk.states:
            assert game.check(state) == []
        end = walk.end
        assert end.agenda == []
        assert end.result is not None
        assert game.actor(end) == OVER
        assert game.legal(end) == []
        assert list(game.outcomes(end)) == []
        result = end.result
        assert result.winners == tuple(sorted(set(result.winners)))
        assert set(result.winners) <= set(range(len(end.names)))
        assert len(result.scores) == len(end.names)
        assert all(math.isfinite(score) for score in result.scores)
        assert result.reason.strip()
        assert known_rules(game, result.rules or game.end_rules())
        assert all(state.result is None for state in walk.states[:-1])


def test_clocks_measures_and_worth_along_a_game(game: Game[Any], played: tuple[Walk, ...]) -> None:
    for walk in played:
        last_round, keys = 0, set(game.measures(walk.end))
        assert keys
        for state in walk.states:
            clock = game.clock(state)
            assert clock.round >= last_round, "the clock runs backwards"
            last_round = clock.round
            assert clock.label
            assert not game.phases or clock.phase in game.phases or state.result is not None, clock.phase
        for state in walk.some(25):
            measures = game.measures(state)
            assert set(measures) == keys
            assert all(isinstance(v, int | float) and math.isfinite(v) for v in measures.values())
            for seat in range(len(state.names)):
                assert -1e-9 <= game.evaluate(state, seat) <= 1 + 1e-9
        assert game.setup_text(walk.end)
        assert isinstance(game.difference(walk.states[0], walk.end), str)


def test_every_value_of_every_option_plays_to_the_end(game: Game[Any], game_id: str) -> None:
    began = time.perf_counter()
    tried = 0
    for i, change in enumerate(properties.variants(game)):
        sizes = properties.sizes(game_id)
        options = game.options(**change)
        for players in (sizes[i % len(sizes)], *sizes):
            try:
                state = game.start(options, game.seats(players))
            except ValueError as refused:  # this option is not for this number of players
                assert str(refused).strip().endswith(".")  # noqa: PT017 - the refusal must be a sentence
                continue
            end = playout(game, state, "random", random.Random(i))
            assert end.result is not None, change
            assert game.check(end) == []
            tried += 1
            break
        if time.perf_counter() - began > 25:
            break
    assert tried or not properties.variants(game)


@settings(max_examples=8, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_choices_keep_the_laws(game_id: str, data: st.DataObject) -> None:
    game = game_of(game_id)
    sizes = properties.sizes(game_id)
    state = game.start(game.options(), game.seats(data.draw(st.sampled_from(sizes))))
    for number in data.draw(st.lists(st.integers(0, 2**16), min_size=30, max_size=120)):
        if not state.agenda:
            break
        ways = game.legal(state) or [a for a, _ in game.outcomes(state)]
        before = state.digest()
        after, _ = game.step(state, ways[number % len(ways)])
        assert state.digest() == before
        assert game.check(after) == []
        state = game.decode_state(plain_json(game.encode(after)))
        assert state == after


# ------------------------------------------------------------------ 10, 11: golden files


def test_golden_files(game_id: str) -> None:
    for name, make in properties.golden_files(game_id):
        path = properties.GOLDEN / name
        assert path.exists(), f"write it with: python -m tests.properties --write {game_id}"
        old, new = path.read_text(encoding="utf-8").splitlines(), make().splitlines()
        changes = list(difflib.unified_diff(old, new, name, "now", lineterm="", n=2))[:30]
        assert not changes, "\n".join([f"If meant: python -m tests.properties --write {game_id}", *changes])


# ------------------------------------------------------------------ 12: words and pictures


def test_words_name_every_piece_and_drawing_is_deterministic(
    game: Game[Any], played: tuple[Walk, ...]
) -> None:
    for walk in played:
        for state in walk.some(10):
            for viewer in (OPEN, 0, SPECTATOR):
                view = game.view(state, viewer)
                scene = game.scene(view, viewer)
                assert game.scene(view, viewer) == scene
                places = {cell.place for cell in scene.cells}
                assert len(places) == len(scene.cells)
                ids = [piece.id for piece in scene.pieces]
                assert len(set(ids)) == len(ids)
                assert {p.place for p in scene.pieces} <= places
                assert {m.place for m in scene.marks} | {m.to for m in scene.marks if m.to} <= places
                text = "\n".join(scene.words())
                assert all(scene.piece_words(piece) in text for piece in scene.pieces)
                assert scene.names[: len(state.names)] == state.names
                assert all(scene.at(place).endswith(".") for place in list(places)[:5])
                for panel in game.panels(view, viewer):
                    assert panel.words()
                    assert panel.title


def test_svg_has_title_and_description(game: Game[Any], played: tuple[Walk, ...]) -> None:
    svg = pytest.importorskip("atlantis_nb.view.svg").svg
    for state in played[0].some(3)[:4]:
        picture = svg(game.scene(state, OPEN))
        assert picture == svg(game.scene(state, OPEN))
        assert "<title" in picture
        assert "<desc" in picture


def test_events_read_as_sentences(game: Game[Any], played: tuple[Walk, ...]) -> None:
    for walk in played:
        for step in walk.steps:
            for event in step.events:
                assert event.text.strip()
                assert event.text.rstrip()[-1] in ".!?:)”", event.text
                assert "{" not in event.text, event.text
                assert known_rules(game, event.rules), f"{event.kind} names {event.rules}"
                assert plain_json(event.data) == event.data, f"{event.kind}: {event.data}"
                assert event.to is None or set(event.to) <= set(range(len(walk.end.names)))


def test_rules_of_tasks_exist(game: Game[Any]) -> None:
    assert game.end_rules()
    for task in game.tasks:
        assert all(rule in game.rulebook for rule in task.rules), f"{task.__name__} names {task.rules}"


def test_overlays_and_charts_answer(game: Game[Any], played: tuple[Walk, ...]) -> None:
    walk = played[0]
    states = [game.view(s, 0) for s in walk.some(12)]
    for key in game.charts(0):
        chart = game.chart(key, states, 0)
        assert chart.words()
        assert game.chart(key, states, 0) == chart
    for state in states[::4]:
        place = game.scene(state, 0).cells[0].place
        for key in game.overlays(state, 0):
            for where in (None, place):
                marks = game.overlay(state, 0, key, where)
                assert game.overlay(state, 0, key, where) == marks
    graph = game.graph(states[-1])
    assert all({"x", "y"} <= set(facts) for _, facts in graph.nodes(data=True))


# ------------------------------------------------------------------ 13: light imports, deals in one step


def test_games_import_no_plot_and_no_widget(game: Game[Any], game_id: str) -> None:
    heavy = "{'plotly', 'ipywidgets', 'anywidget', 'IPython', 'pandas', 'numpy'}"
    code = f"import sys, {type(game).__module__}; sys.exit(' '.join({heavy} & set(sys.modules)) or 0)"
    root = Path(__file__).parents[1]
    run = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")


def test_a_deal_is_one_stop(game: Game[Any]) -> None:
    match = Match(game, seed=2).run("random", until=40)
    dealing = [
        n for n in match.line() if isinstance(game.task(n.state), Chance) and game.task(n.state).series
    ]
    stops = match.stops()
    assert all(n not in stops for n in dealing if n.parent is not None and n.children)
    assert stops[0] is match.root
    assert [n.ply for n in stops] == sorted({n.ply for n in stops})
