"""What is seen on the map: badges, ruins, the Temple, the names of the homelands."""

from __future__ import annotations

import re

from msgspec.structs import replace

from atlantis_nb.core import hexes
from atlantis_nb.core.scene import Piece, Table
from atlantis_nb.games.foes import GAME
from atlantis_nb.games.foes.board import TEMPLE, load
from atlantis_nb.games.foes.data import KIND_OF, NAMES, PEOPLES
from atlantis_nb.games.foes.scene import BADGES, LEGEND, areas, frontiers, hexsides, power
from atlantis_nb.games.foes.state import FoesState
from atlantis_nb.view import shapes, svg
from atlantis_nb.view import theme as looks

from .kit import play


def piece(state: FoesState, uid: str) -> Piece:
    return next(p for p in GAME.scene(state, None).pieces if p.id == uid)


def test_every_badge_is_drawn_and_in_the_legend() -> None:
    words = {badge.partition(" ")[0] for badge in BADGES}
    assert words == {*shapes.ICONS, *shapes.STATES}
    assert [k.key for k in LEGEND if k.what == "badge"] == list(BADGES)


def test_a_counter_tells_what_a_unit_is_and_what_happened_to_it() -> None:
    units = {
        "War Barges 1": "9,-3",
        "Mummies": "in War Barges 1",
        "City Elders": "0,0",
        "Lens Towers 1": "4,-4",
    }
    state = play(units, go=1).state
    barge = next(u for u in state.units if state.cargo.get(u))
    inside = state.cargo[barge][0]
    assert any(b.startswith("cargo 1/") for b in piece(state, barge).badges)
    assert "aboard" in piece(state, inside).badges
    elders = next(u for u in state.units if "elders" in u)
    assert "mage" in piece(state, elders).badges
    tower = next(u for u in state.units if "tower" in u)
    assert any(b.startswith("range ") for b in piece(state, tower).badges)
    assert "moved" not in piece(state, elders).badges
    after = state.copy()
    after.units[elders] = replace(state.units[elders], attacked=True)
    assert piece(after, elders).badges[0] == "attacked"


def test_what_is_broken_stays_in_sight() -> None:
    board = load(GAME.options().board)
    wall = next(edge for edge, feature in board.edges.items() if feature == "wall")
    before, after = hexsides(board.name, ()), hexsides(board.name, (wall,))
    assert len(before) == len(after) == len(board.edges)
    [ruin] = [e for e in after if e.kind == "broken"]
    assert f"{ruin.a}|{ruin.b}" == wall
    assert ruin.label == "broken wall"


def test_the_temple_looks_like_no_other_hex() -> None:
    state = play({"City Elders": "0,0"}, go=1).state
    temples = [c for c in GAME.scene(state, None).cells if c.terrain == "temple"]
    board = load(state.options.board)
    assert [c.place for c in temples] == list(board.temples)
    assert all(board.hexes[c.place].site == TEMPLE for c in temples)


def test_names_of_homelands_stand_beside_the_board_near_their_land() -> None:
    state = play({"City Elders": "0,0"}, go=1).state
    scene = GAME.scene(state, None)
    board = load(state.options.board)
    assert [a.text for a in areas(board.name)] == [p.title() for p in PEOPLES]
    assert scene.areas == areas(board.name)
    left, top, wide, high = (v / 100 for v in svg.bounds(scene))
    centres = {p: hexes.centre(p) for p in board.hexes}
    for area in scene.areas:
        length = 0.55 * len(area.text)
        start = area.x - {"start": 0, "middle": length / 2, "end": length}[area.align]
        assert left <= start
        assert start + length <= left + wide
        assert top <= area.y - 0.7
        assert area.y <= top + high
        for x, y in centres.values():  # no hex below the text
            assert not (abs(y + 0.4 - area.y) < 1.2 and start - 0.8 < x < start + length + 0.8), area.text
        nearest = min(
            board.hexes, key=lambda p: (centres[p][0] - area.x) ** 2 + (centres[p][1] - area.y) ** 2
        )
        homes = [h.homeland for p, h in board.hexes.items() if hexes.distance(p, nearest) <= 5]
        assert area.text.lower() in homes


def test_the_people_of_a_unit_is_on_its_counter() -> None:
    units = {"Giants": "5,-1", "Spartan Hoplites": "6,-1", "City Elders": "0,0"}
    state = play(units, go=1).state
    scene = GAME.scene(state, None)
    assert scene.bands == ("Le", "Eg", "Gr", "Ba", "Af")
    at = {p.name: p for p in scene.pieces}
    assert scene.bands[at["Giants"].band or 0] == "Ba"
    assert scene.bands[at["Spartan Hoplites"].band or 0] == "Gr"
    assert at["City Elders"].band is None
    assert at["Giants"].words.startswith("Giants (Barbarians) of ")
    drawn = svg.layers(scene)["pieces"]
    assert ">Ba</text>" in drawn
    assert ">Giants</tspan>" in drawn
    assert [k.text for k in LEGEND if k.what == "band"] == [f"{p.title()} ({p[:2].title()})" for p in PEOPLES]


def test_numbers_on_counters_are_the_printed_ones() -> None:
    state = play({"Giants": "5,-1", "City Elders": "0,0"}, go=1).state
    giants = next(u for u in state.units if "giants" in u)
    for uid, unit in state.units.items():
        k = KIND_OF[uid]
        digits = re.fullmatch(r"(\d+|X)(?:/(\d+))?[A-Z]*\d?", k.power)
        assert digits is not None
        printed = "/".join(filter(None, digits.groups()))
        assert power(uid, unit) == printed, k.name
        assert piece(state, uid).glyph == f"{printed}-{k.move}"
    assert piece(state, giants).glyph == "4/3-2"
    assert "power 4, 3 from afar, range 2, movement 2" in piece(state, giants).words


def test_what_is_not_the_printed_number_says_why() -> None:
    state = play({"Giants": "5,-1", "City Elders": "0,0"}, go=1).state.copy()
    giants = next(u for u in state.units if "giants" in u)
    state.units[giants] = replace(state.units[giants], undead=True)
    state.effects[giants] = ("haste",)
    now = piece(state, giants)
    assert now.glyph == "3/2-4"
    assert "power 3, 2 from afar (printed 4/3: 1 less, undead), range 2" in now.words
    assert "movement 4 (printed 2: Haste)" in now.words


def test_a_carrier_lies_on_top_of_whom_it_carries() -> None:
    units = {"Mummies": "in War Barges 1", "War Barges 1": "9,-3", "City Elders": "0,0"}
    state = play(units, go=1).state
    scene = GAME.scene(state, None)
    here = [p.name for p in scene.pieces if p.place == "9,-3"]
    assert here == ["War Barges 1", "Mummies"]
    read = scene.at("9,-3")
    assert "War Barges 1 (Egyptians)" in read
    assert "power 4" in read  # each with its power


def test_homelands_have_borders_and_patterns() -> None:
    state = play({"City Elders": "0,0"}, go=1).state
    board = load(state.options.board)
    lines = frontiers(board.name)
    pairs = {frozenset((e.a, e.b)) for e in lines}
    assert len(pairs) == len(lines) > 100
    for place, h in board.hexes.items():
        for other, _ in board.beside[place]:
            assert (frozenset((place, other)) in pairs) == (h.homeland != board.hexes[other].homeland)
    marks = GAME.overlay(state, None, "homelands", None)
    assert {m.label: m.owner for m in marks} == {
        f"homeland of the {p.title()}": 1 + i for i, p in enumerate(PEOPLES)
    }
    assert len({looks.owner(m.owner).hatch for m in marks}) == len(PEOPLES)
    drawn = svg.layers(GAME.scene(state, None).with_marks(*marks))
    assert "homeland of" not in drawn["marks"]


def test_an_earthquake_in_hand_has_no_odds_as_it_is_aimed_at_hexes() -> None:
    units = {"Sorcerers": "5,-1", "Home Guard 1": "4,-1"}
    state = play(units, go=1, hands=((), ("earthquake", "fireball"))).state
    table = next(p for p in GAME.panels(state, 1) if p.key == "spell_attacks")
    assert isinstance(table, Table)
    assert {row.cells[2] for row in table.rows} <= {*NAMES.values()}
    assert {row.cells[0] for row in table.rows} == {"Fireball"}
