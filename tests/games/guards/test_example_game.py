"""The annotated example game: it replays, its comments are many, and its story is what they say."""

from __future__ import annotations

import atlantis_nb as atl
from atlantis_nb.core.match import Match, find_game
from atlantis_nb.games.guards import odds, scene, values
from atlantis_nb.games.guards.state import State
from atlantis_nb.view.theme import letters_of


def example() -> Match:
    return atl.example("guards", "four_players")


def started(names: list[str]) -> State:
    """A state with the minions on the board."""
    options = {"heroes": ("arien", "wasp")}
    state: State = atl.Match("guards", players=names, seed=1, options=options).state
    return state


def test_the_example_replays_and_is_annotated() -> None:
    match = example()
    assert match.trouble == ""
    main = match.main()
    assert main[-1].state.round >= 6
    assert main[-1].state.result is not None
    notes = match.annotated()
    assert sum(bool(n.comment) for n in notes) >= 15
    assert any(n.glyph for n in notes)
    assert any(n.arrows for n in notes)
    assert any(n.title for n in notes)
    sides = [n for n in match.nodes() if n.parent and n is not n.parent.children[0]]
    assert len(sides) >= 5
    assert all(n.comment for n in sides)


def test_the_arrows_of_the_example_lie_on_the_board() -> None:
    match = example()
    places = set(match.state.board.places)
    for node in match.annotated():
        for arrow in node.arrows:
            assert {arrow.place, arrow.to} - {None} <= places


def test_every_defeat_of_the_example_was_certain() -> None:
    """Nobody who fell held a card that would have stopped the attack; the comments count on it."""
    match = example()
    fallen = [
        (node, event) for node in match.main() for event in node.events if event.kind == "hero_defeated"
    ]
    assert len(fallen) == 4
    for node, event in fallen:
        before = node.parent
        assert before is not None
        attacker, target = str(event.data["attacker"]), str(event.data["hero"])
        card = before.state.heroes[attacker].shown
        assert odds.report(before.state, attacker, card, target).chance == 0


def test_four_tens() -> None:
    state = example().main()[403].state
    assert [values.initiative(state, hero) for hero in state.roster] == [10] * 4


def test_sides_are_the_teams() -> None:
    game = find_game("guards")
    assert game.sides(atl.Match("guards", players=4, seed=1).state) == ((0, 2), (1, 3))
    assert game.sides(atl.Match("guards", players=2, seed=1).state) == ((0,), (1,))
    open_teams = atl.Match("guards", players=4, seed=1, options={"pick_mode": "captains"}).state
    if min(open_teams.teams) < 0:
        assert game.sides(open_teams) == ((0,), (1,), (2,), (3,))


def test_letters_of_players_and_teams() -> None:
    """Players keep the letters they have beside the board; minions carry their team's."""
    for names in (["Ada", "Ben"], ["Ann", "Abe"], ["Tom", "Abe"]):
        state = started(names)
        drawn = scene.scene(state)
        assert drawn.letters == (*letters_of(state.names), "T", "A")
        minions = [p for p in drawn.pieces if p.kind.startswith("melee")]
        assert {drawn.letters[p.owner] for p in minions if p.owner is not None} == {"T", "A"}


def test_a_unit_hides_the_label_of_its_space() -> None:
    state = started(["Ada", "Ben"])
    assert state.on
    for cell in scene.scene(state).cells:
        assert not (cell.label and cell.place in state.on)
