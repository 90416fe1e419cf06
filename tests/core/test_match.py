"""The tree of a match: playing, taking back, side lines, stops, annotations, watching."""

from __future__ import annotations

import logging
import random
from typing import Any

import pytest
from msgspec.structs import replace

from atlantis_nb.core.game import CHANCE, OPEN, OVER, SPECTATOR, Clock
from atlantis_nb.core.match import Arrow, IllegalAction, Match, Node, result_words
from tests import toy

GAME = toy.GAME


def fresh(seed: int = 1, **options: Any) -> Match:
    return Match(GAME, seed=seed, options=options)


def in_turn(seed: int = 1, **options: Any) -> Match:
    """Red's first turn, without the bidding."""
    return fresh(seed, bidding=False, **options)


def before_battle(seed: int = 1) -> Match:
    match = in_turn(seed)
    state = match.state.copy()
    state.ships["a0"] = toy.Ship(0, "1,0")
    return Match.from_state(GAME, state, match.options, seed)


def all_nodes_sound(match: Match) -> None:
    for node in match.nodes():
        assert node.children == [] or 0 <= node.followed < len(node.children)
        for child in node.children:
            assert child.parent is node
            assert child.ply == node.ply + 1
            again, events = GAME.step(node.state, child.action)  # type: ignore[arg-type]
            assert again == child.state
            assert events == child.events


# ------------------------------------------------------------------ beginning


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"players": 4}, "2 to 3 players, not 4"),
        ({"players": "Ann"}, "not one text"),
        ({"players": ["Ann", "Ann"]}, "same name"),
        ({"players": ["Ann", " "]}, "empty"),
        ({"players": ["Ann", "B\nob"]}, "cannot be seen"),
        ({"players": ["Ann", "x" * 61]}, "longer than 60"),
        ({"players": ["Ann", 3]}, "is a text, not int"),
        ({"players": True}, "not True"),
        ({"seed": "x"}, "whole number"),
        ({"seed": 10**30}, "18 digits"),
        ({"title": "x" * 201}, "longer than 200"),
        (
            {"options": {"rounds": 0}},
            "The option rounds of Isles cannot be 0; it is a whole number from 1 to 9",
        ),
        ({"options": {"round": 1}}, "Options are: rounds, bidding"),
        ({"options": {3: 1}}, "Options are"),
        ({"options": 3}, "not options"),
    ],
)
def test_what_does_not_fit_is_one_sentence(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Match(GAME, **wrong)


def test_an_unknown_game_names_the_games() -> None:
    with pytest.raises(ValueError, match="Games are"):
        Match("chess")


def test_a_deal_has_fallen_when_the_match_begins() -> None:
    match = fresh()
    assert match.actor == 0
    assert match.node.ply == 4
    assert all(n.chance for n in match.main()[1:])
    assert [n.ply for n in match.stops()] == [0, 4]
    assert match.first().ply == 0
    assert match.actor == CHANCE
    assert match.settle().ply == 4


def test_the_same_seed_and_choices_give_the_same_match() -> None:
    one, two = fresh(5).run("random"), fresh(5).run("random")
    assert [n.action for n in one.main()] == [n.action for n in two.main()]
    assert one.state.digest() == two.state.digest()
    assert fresh(6).state != fresh(5).state or fresh(7).state != fresh(5).state


# ------------------------------------------------------------------ playing


def test_an_illegal_action_changes_nothing_and_says_why() -> None:
    match = in_turn()
    before = (match.node, match.state.digest(), len(list(match.nodes())))
    with pytest.raises(IllegalAction) as caught:
        match.play(toy.Strike("a0", "b0"))
    assert caught.value.illegal.rules == ("T-ATT-01",)
    assert (match.node, match.state.digest(), len(list(match.nodes()))) == before
    with pytest.raises(IllegalAction):
        match.odds(toy.Strike("a0", "b0"))


def test_a_game_that_forgets_to_refuse_cannot_make_an_illegal_node(monkeypatch: pytest.MonkeyPatch) -> None:
    match = in_turn()
    monkeypatch.setattr(GAME, "why_not", lambda *_: None)
    with pytest.raises(IllegalAction):
        match.play(toy.Sail("a0", "2,0"))


def test_the_same_choice_is_followed_and_another_is_a_side_line() -> None:
    match = in_turn()
    start, first, second = match.node, *match.legal[:2]
    one = match.play(first)
    match.to(start)
    assert match.play(first) is one
    match.to(start)
    two = match.play(second)
    assert start.children == [one, two]
    assert not two.is_main
    assert match.line()[-1] is two
    all_nodes_sound(match)


def test_clicks_are_answered() -> None:
    match = in_turn()
    assert match.why_not(["piece:a0"]) is None
    refused = match.why_not(["piece:a0", "cell:2,0"])
    assert refused is not None
    assert refused.rules == ("T-MOV-01",)


def test_the_end_says_that_the_game_is_over() -> None:
    match = fresh().run("random")
    assert match.actor == OVER
    assert match.legal == []
    refused = match.why_not(toy.Done())
    assert refused is not None
    assert refused.rules == ("T-END-01",)
    assert match.result is not None
    scores = ", ".join(f"{n} {x:g}" for n, x in zip(match.names, match.result.scores, strict=True))
    assert result_words(match.result, match.names).endswith(f". The last round is over. Scores: {scores}.")
    assert match.words()[1].endswith(".")


# ------------------------------------------------------------------ running


@pytest.mark.parametrize("wrong", ["later", 2.5, True, 0, -1, None])
def test_run_until_something_else_is_refused_at_once(wrong: Any) -> None:
    with pytest.raises(ValueError, match="until is"):
        fresh().running("random", until=wrong)


def test_run_stops_where_it_is_told_to() -> None:
    match = fresh()
    assert match.node.ply == 4
    match.run("random", until="choice")
    assert match.node.ply == 5
    match.run("random", until=2)
    assert match.clock.turn == "1: turn of Red"
    match.run("random", until="turn")
    assert match.clock.turn == "1: turn of Blue"
    match.run("random", until="round")
    assert match.clock.round == 2
    seen: list[int] = []
    match.run("random", progress=lambda m: seen.append(m.node.ply))
    assert match.actor == OVER
    assert seen == sorted(seen)


def test_run_stops_at_a_seat_that_people_play() -> None:
    match = fresh().run({0: "random"})
    assert match.actor == 1
    assert match.run([None, "random"]).actor == 0


def test_run_goes_on_from_before_a_die() -> None:
    match = fresh()
    match.first()
    match.run("random", until=1)
    assert match.node.ply == 5


# ------------------------------------------------------------------ taking back


def test_undo_without_news_takes_off_and_redo_brings_back() -> None:
    match = in_turn()
    start, choice = match.node, match.play(match.legal[0])
    words = match.undo_words()
    undo = match.undo()
    assert undo.words == words == f"Took back “Red: {choice.action}”."
    assert not undo.kept
    assert start.children == []
    assert match.redo() == f"Again “Red: {choice.action}”."
    assert match.node is choice
    match.undo()
    match.play(start.state.agenda[-1].legal(start.state)[-1])
    assert match.redo() == "There is nothing to do again."
    all_nodes_sound(match)


def test_undo_past_a_die_keeps_the_line_and_the_die() -> None:
    match = before_battle()
    start = match.node
    match.play(toy.Strike("a0", "b0"))
    match.play(toy.Stand())
    after = match.node
    assert match.new_information()
    undo = match.undo()
    assert undo.kept
    assert "New information" in undo.words
    match.play(toy.Stand())
    assert match.node is after
    match.to(start)
    match.play(toy.Strike("a0", "b0"))
    match.undo()
    assert match.node is start
    assert len(start.children) == 1
    match.redo()
    assert isinstance(match.node.action, toy.Strike)


def test_undo_past_a_revealed_secret_keeps_the_line() -> None:
    match = fresh()
    match.play(toy.Lay(0))
    assert not match.new_information()
    match.play(match.legal[-1])
    assert match.new_information()
    assert match.undo().kept
    assert match.actor == 1
    undo = match.undo()
    assert undo.kept
    assert undo.words.endswith("That line stays on record.")


def test_undo_of_an_annotated_choice_keeps_it() -> None:
    match = in_turn()
    node = match.play(match.legal[0])
    match.annotate(comment="bold")
    assert match.undo().kept
    assert node in match.node.children
    assert match.redo().startswith("Forward to")
    assert match.node is node


def test_undo_at_the_start_says_so() -> None:
    match = fresh()
    assert match.undo().words.startswith("This is the start")
    assert match.node.ply == 4
    assert match.redo() == "There is nothing to do again."


def test_undo_words_keep_a_secret() -> None:
    match = fresh()
    choice = match.play(match.legal[-1])
    assert match.undo_words(viewer=1) == "Took back “Red: a secret choice”."
    assert match.undo(viewer=SPECTATOR).words == "Took back “Red: a secret choice”."
    assert match.redo(viewer=0) == f"Again “Red: {choice.action}”."
    deal = match.main()[1]
    assert match.label(deal, viewer=1) == "A secret draw"
    assert match.label(deal, viewer=0).startswith("draw a")
    assert match.label(match.root) == "Start"


def test_redo_after_an_undo_past_a_die_comes_back_past_the_die() -> None:
    match = before_battle()
    match.play(toy.Strike("a0", "b0"))
    end = match.play(toy.Stand())
    match.undo()
    match.redo()
    assert match.node is end


# ------------------------------------------------------------------ what if


def test_suppose_puts_another_die_on_a_side_line() -> None:
    match = before_battle()
    match.play(toy.Strike("a0", "b0"))
    match.play(toy.Stand())
    die = match.last_chance()
    assert die is not None
    other = toy.Roll(2) if die.action != toy.Roll(2) else toy.Roll(1)
    node = match.suppose(other)
    assert node.action == other
    assert die.parent is not None
    assert die in die.parent.children
    assert match.suppose(die.action, die) is die  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="cannot come"):
        match.suppose(toy.Drawn(6))
    match.first()
    with pytest.raises(ValueError, match="Nothing was left to chance"):
        match.suppose(other)
    all_nodes_sound(match)


def test_a_die_can_be_set_by_hand() -> None:
    match = before_battle()
    match.play(toy.Strike("a0", "b0"))
    match.play(toy.Stand())
    die = match.last_chance()
    assert die is not None
    assert die.parent is not None
    match.to(die.parent)
    refused = match.why_not(toy.Done())
    assert refused is not None
    assert "chance" in refused.sentence
    assert match.play(toy.Roll(2)).action == toy.Roll(2)


# ------------------------------------------------------------------ moving about


def test_moving_by_number_and_by_node() -> None:
    match = fresh().run("random")
    end = match.node
    for target in (0, 3, -1, 7):
        assert match.to(target) is match.line()[target]
    with pytest.raises(ValueError, match="there is no 999"):
        match.to(999)
    with pytest.raises(ValueError, match="does not belong"):
        match.to(fresh().node)
    assert match.last() is end
    assert match.first() is match.root
    assert match.back() is match.root
    assert match.forward().ply == 4
    assert match.last() is end
    assert match.forward() is end


def test_stops_by_turn_and_round() -> None:
    match = fresh().run("random")
    turns = [match.clock_at(n).turn for n in match.stops("turn")]
    assert turns[:4] == ["1: Setup", "1: Bidding", "1: turn of Red", "1: turn of Blue"]
    assert [match.clock_at(n).round for n in match.stops("round")][:2] == [1, 2]
    with pytest.raises(ValueError, match="by is"):
        match.stops("hour")
    match.first()
    walked = [match.node]
    while match.node is not match.line()[-1]:
        walked.append(match.forward("turn"))
    assert walked == match.stops("turn")


def test_stops_by_comment_and_branch() -> None:
    match = fresh().run("random", until=12)
    middle = match.to(7)
    match.annotate(comment="Look here.")
    match.play(next(a for a in match.legal if all(a != c.action for c in middle.children)))
    match.to_main()
    assert match.node is middle
    assert [n.ply for n in match.stops("branch")] == [0, 7, match.line()[-1].ply]
    assert [n.ply for n in match.stops("comment")] == [0, 7, match.line()[-1].ply]
    match.first()
    assert match.next_comment() is middle
    assert match.next_comment() is None
    match.last()
    assert match.previous_comment() is middle
    assert match.previous_comment() is None


def test_outline_of_lines() -> None:
    match = fresh().run("random", until=8)
    main = match.line()
    match.to(6)
    match.play(next(a for a in match.legal if a != main[7].action))
    side = match.node
    match.run("random", until=1)
    deep_from = match.node
    tip = deep_from
    match.run("random", until=1)
    match.to(deep_from)
    others = [a for a in match.legal if a != deep_from.children[0].action]
    deep = match.play(others[0]) if others else None
    lines = match.lines()
    assert [line.depth for line in lines] == ([0, 1, 2] if deep else [0, 1])
    assert lines[0].nodes == tuple(main)
    assert lines[1].leaves is main[6]
    assert lines[1].nodes[0] is side
    assert tip in lines[1].nodes
    assert sum(len(line.nodes) for line in lines) == len(list(match.nodes()))


def test_branch_is_a_match_of_its_own() -> None:
    match = fresh().run("random", until=6)
    match.annotate(comment="kept there")
    digest, count = match.state.digest(), len(list(match.nodes()))
    new = match.branch()
    assert new.state == match.state
    assert new.log[-1].text == match.log[-1].text
    new.run("random")
    assert (match.state.digest(), len(list(match.nodes()))) == (digest, count)
    assert new.annotated() == []
    all_nodes_sound(new)


def test_promote_and_delete() -> None:
    match = in_turn()
    start = match.node
    one = match.play(match.legal[0])
    match.to(start)
    two = match.play(match.legal[1])
    match.to(start)
    three = match.play(match.legal[2])
    match.promote(two)
    assert start.children == [two, one, three]
    assert two.is_main
    match.to(one)
    match.delete(two)
    assert match.node is one
    assert match.line()[-1] is one
    match.delete(one)
    assert match.node is start
    assert match.line()[-1] is three
    with pytest.raises(ValueError, match="cannot be deleted"):
        match.delete(match.root)
    for gone in (one, two):
        with pytest.raises(ValueError, match="does not belong"):
            match.delete(gone)
        with pytest.raises(ValueError, match="does not belong"):
            match.promote(gone)
        with pytest.raises(ValueError, match="does not belong"):
            match.to(gone)
    all_nodes_sound(match)


def test_a_random_walk_over_everything_keeps_the_tree_sound() -> None:
    rng = random.Random(7)
    match = fresh(3)
    digests = {id(match.root): (match.root, match.root.state.digest())}
    for _ in range(400):
        nodes = list(match.nodes())
        what = rng.randrange(9)
        if what <= 2 and match.legal:
            match.play(rng.choice(match.legal))
        elif what == 3:
            match.undo()
        elif what == 4:
            match.redo()
        elif what == 5:
            match.to(rng.choice(nodes))
        elif what == 6:
            match.promote(rng.choice(nodes))
        elif what == 7 and rng.random() < 0.2:
            match.delete(rng.choice(nodes[1:]))
        elif match.last_chance() is not None:
            last = match.last_chance()
            assert last is not None
            match.suppose(rng.choice(match.dies(last).outcomes).actions[0], last)
        for node in match.nodes():
            digests.setdefault(id(node), (node, node.state.digest()))
        assert match.node.path()[0] is match.root
        assert match.node in match.line()
    all_nodes_sound(match)
    assert all(node.state.digest() == digest for node, digest in digests.values())


# ------------------------------------------------------------------ annotating and telling


def test_annotations_are_checked_and_changed_in_part() -> None:
    match = in_turn()
    match.comment("First.", "!", [Arrow("0,0", "1,0", "here")], title="Opening")
    match.annotate(glyph="?!")
    node = match.node
    assert (node.comment, node.glyph, node.title) == ("First.", "?!", "Opening")
    assert match.contents() == match.annotated() == [node]
    assert any(mark.kind == "note" for mark in match.scene().marks)
    for wrong in (
        {"glyph": "#"},
        {"comment": "x" * 20_001},
        {"comment": "\ud800"},
        {"title": "x" * 201},
        {"arrows": [Arrow("x" * 61)]},
        {"arrows": [Arrow("0,0", label="x" * 201)]},
    ):
        with pytest.raises(ValueError):
            match.annotate(**wrong)  # type: ignore[arg-type]
    assert node.comment == "First."
    match.comment("")
    assert not node.is_annotated


def test_events_reach_their_audience_only() -> None:
    match = fresh()
    assert [line.kind for line in match.story(SPECTATOR)] == ["draw"] * 4
    assert [line.kind for line in match.story(0)].count("drawn") == 2
    assert [line.kind for line in match.story(OPEN)].count("drawn") == 4
    assert [rule.id for rule in match.log[0].why()] == ["T-SET-01"]
    assert repr(match.log[0]) == "1: Red draws a card."


def test_a_watcher_that_fails_disturbs_nobody(caplog: pytest.LogCaptureFixture) -> None:
    match = in_turn()
    seen: list[Node] = []

    def broken(match: Match) -> None:
        raise RuntimeError("no")

    match.watch(broken)
    stop = match.watch(lambda m: seen.append(m.node))
    with caplog.at_level(logging.ERROR):
        match.play(match.legal[0])
    assert seen == [match.node]
    assert "failed" in caplog.text
    stop()
    stop()
    match.undo()
    assert len(seen) == 1


def test_jumping_about_a_long_match() -> None:
    match = fresh(rounds=9).run("random")
    rng = random.Random(1)
    nodes = list(match.nodes())
    while len(nodes) < 1000:
        match.to(rng.choice(nodes))
        if match.legal:
            match.play(rng.choice(match.legal))
            match.run("random")
        nodes = list(match.nodes())
    nodes = list(match.nodes())
    for node in (nodes[0], nodes[-1], nodes[500]):
        assert match.to(node) is match.node is node
        stops = match.stops("turn")
        after = match.forward("turn")
        assert after in stops
        assert after is node or after.ply > node.ply
        assert node in after.path()


# ------------------------------------------------------------------ slips


@pytest.mark.parametrize(
    ("slip", "sentence"),
    [
        (lambda m: m.play(3), "takes an action of match.legal, not 3"),
        (lambda m: m.odds(None), "takes an action of match.legal, not None"),
        (lambda m: m.why_not([3]), r"clicks like \[\"cell:0,0\"\], not \[3\]"),
        (lambda m: m.why_not([]), r"not \[\]"),
        (lambda m: m.find(3), "in words what to find, not 3"),
        (lambda m: m.to("x"), "by a number or a node of this match, not by 'x'"),
        (lambda m: m.view(9), "A viewer is a seat from 0 to"),
        (lambda m: m.view("x"), "SPECTATOR or OPEN, not 'x'"),
        (lambda m: m.save(""), "Say which file"),
        (
            lambda m: m.game.options(rounds="many"),
            "The option rounds of .* cannot be 'many'; it is a whole number",
        ),
    ],
)
def test_a_slip_gets_one_sentence_and_changes_nothing(slip: Any, sentence: str) -> None:
    match = fresh()
    node, digest = match.node, match.state.digest()
    with pytest.raises(ValueError, match=sentence):
        slip(match)
    assert match.node is node
    assert match.state.digest() == digest


def test_watchers_are_told_once_when_bots_play_on() -> None:
    match, seen = fresh(), []
    match.watch(lambda m: seen.append(m.node.ply))
    match.run("random")
    assert seen == [match.node.ply]
    with pytest.raises(ValueError, match="until is"):
        match.run("random", until="dusk")
    match.first()
    assert seen[-1] == 0


# ------------------------------------------------------------------ words


def test_redo_words_say_what_a_redo_would_do() -> None:
    match = in_turn()
    assert not match.can_redo
    assert match.redo_words() == "There is nothing to do again."
    choice = match.play(match.legal[0])
    assert match.can_undo
    match.undo()
    assert match.can_redo
    words = match.redo_words()
    assert match.node is not choice
    assert match.redo() == words == f"Again “Red: {choice.action}”."
    match.first()
    assert not match.can_undo
    assert match.redo_words() == f"Forward to “{match.label(match.root.children[0])}”."


def test_contents_stand_in_the_order_of_a_move_list() -> None:
    match = in_turn()
    start = match.node
    early = match.play(match.legal[0])
    match.annotate(node=early, title="main, first")
    while len(match.legal) < 2:
        match.play(match.legal[0])
    late = match.play(match.legal[0])
    match.annotate(node=late, title="main, last")
    match.to(start)
    side = match.play(match.legal[1])
    match.annotate(node=side, title="instead of the first")
    match.to(late.parent)
    other = match.play(match.legal[1])
    match.annotate(node=other, title="instead of the last")
    assert match.contents() == [early, side, late, other]
    assert [(n, d) for n, d in match.outline() if n.title] == [(early, 0), (side, 1), (late, 0), (other, 1)]
    assert {n for n, _ in match.outline()} == set(match.nodes())


def test_a_side_that_stands_for_many_wins_in_the_plural() -> None:
    from atlantis_nb.core.game import Result

    result = Result((0,), (3.0, 1.0), "Time is up.")
    names = ("Atlanteans", "James")
    assert result_words(result, names, ["Atlanteans"]).startswith("Atlanteans win. Time is up.")
    assert result_words(result, names).startswith("Atlanteans wins.")
    assert result_words(Result((1,), (3.0, 1.0), ""), names, ["Atlanteans"]).startswith("James wins.")
    match = Match("foes", seed=1)
    match.node.state = match.state.copy()
    match.node.state.result = result
    assert match.outcome.startswith("Atlanteans win. Time is up.")
    assert fresh().outcome == ""


@pytest.mark.parametrize("wrong", [10_000, "start", True, 2.0, None])
def test_a_step_that_is_none_is_refused_in_one_sentence(wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"steps 0 to \d+; there is no|by a number or a node"):
        in_turn().to(wrong)


# ------------------------------------------------------------------ pauses


def with_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bidding of each round but the first begins with something to look at."""
    plain = GAME.clock

    def clock(state: toy.Isles) -> Clock:
        told = plain(state)
        new = told.phase == "Bidding" and state.round > 1 and state.bids == [-1] * len(state.bids)
        return replace(told, pause=f"Round {state.round - 1} is over." if new else "")

    monkeypatch.setattr(GAME, "clock", clock)


def test_bots_that_are_watched_stop_at_a_pause_and_go_on_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with_pauses(monkeypatch)
    match = fresh(3)
    assert match.pause == ""
    for _ in match.running("random", look=True):
        pass
    assert match.pause == "Round 1 is over."
    assert match.clock.round == 2
    at = match.node
    for _ in match.running("random", look=True):
        pass
    assert match.node.ply > at.ply
    assert (match.clock.round, match.pause) == (3, "Round 2 is over.")
    match.run("random")
    assert match.actor == OVER, "whoever does not look is not held up"
    assert match.pause == ""
    through = fresh(3).run("random")
    assert [str(n.action) for n in through.line()] == [str(n.action) for n in match.line()], "the same game"


def test_dice_thrown_by_hand_wait_unless_the_choice_was_to_throw(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy.Dice, "by_hand", True)
    plain = before_battle()
    for words in ("a0 attacks b0", "stand"):
        plain.play(plain.find(words))
    assert plain.node.chance, "without a look the dice fall"
    match = before_battle()
    match.play(match.find("a0 attacks b0"), look=True)
    match.play(match.find("stand"), look=True)
    assert match.actor == CHANCE
    assert match.throw
    assert match.settle(look=True).chance
    assert not match.throw
    assert match.state == plain.state
    bots = before_battle()
    bots.play(bots.find("a0 attacks b0"), look=True)
    for node in bots.running({1: lambda game, state, legal, rng: legal[0]}, look=True):
        assert node.chance, "a bot's dice fall by themselves"
    monkeypatch.setattr(toy.Stand, "throws", True)
    other = before_battle()
    other.play(other.find("a0 attacks b0"), look=True)
    assert other.play(other.find("stand"), look=True).chance


def test_chance_that_falls_by_itself_stops_at_a_pause_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.bare(GAME, fresh().root.state, GAME.options(), 1, "", placed=True)
    plain = GAME.clock
    monkeypatch.setattr(
        GAME, "clock", lambda s: replace(plain(s), pause="Half." if sum(map(len, s.hands)) == 2 else "")
    )
    assert match.settle(look=True).ply == 2
    assert (match.actor, match.pause) == (CHANCE, "Half.")
    assert match.settle(look=True).ply == 4
    assert match.actor == 0


def test_overlays_and_charts_that_are_not_there_get_a_sentence() -> None:
    match = fresh()
    with pytest.raises(ValueError, match="There is no overlay 'x' here; this game has none here"):
        match.overlay("x")
    with pytest.raises(ValueError, match="There is no chart 'x'; this game has none"):
        match.chart("x")
    foes = Match("foes")
    keys = list(foes.game.overlays(foes.state, OPEN))
    with pytest.raises(ValueError, match=f"there are: {keys[0]}"):
        foes.overlay("x")
    charts = list(foes.game.charts(OPEN))
    with pytest.raises(ValueError, match=f"there are: {charts[0]}"):
        foes.chart("x")
    assert foes.chart(charts[0]).title
