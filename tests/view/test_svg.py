"""Boards as SVG: well-formed, complete, safe, deterministic, tidy."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import combinations
from math import hypot, sqrt
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from atlantis_nb.core.scene import Area, Cell, Edge, Key, Mark, Piece, Scene
from atlantis_nb.view import prepared, shapes
from atlantis_nb.view import svg as view
from atlantis_nb.view import theme as looks
from atlantis_nb.view.svg import LAYERS, SPOTS, filmstrip, layers, svg, tips, viewbox, wrap

from .scenes import KINDS, arena, crowd, island

SVG = "{http://www.w3.org/2000/svg}"


def tree(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def printed(markup: str) -> list[str]:
    """The texts of a layer as they are read, in the order of the layer."""
    whole = tree(f'<svg xmlns="http://www.w3.org/2000/svg">{markup}</svg>')
    return ["".join(e.itertext()) for e in whole.iter(f"{SVG}text")]


@pytest.mark.parametrize("scene", [island(), arena(), island(2, 5, marks=False), Scene("Nothing", ())])
@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_whole_picture(scene: Scene, theme: looks.Theme) -> None:
    root = tree(svg(scene, theme))
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert root.get("aria-label") == scene.title
    assert root.findtext(f"{SVG}title") == scene.title
    assert all(line in str(root.findtext(f"{SVG}desc")) for line in scene.words())
    clicks = [e.get("data-click") for e in root.iter() if e.get("data-click")]
    assert {f"cell:{c.place}" for c in scene.cells} <= set(clicks)
    assert {p.click for p in scene.pieces} <= set(clicks)
    assert {f"edge:{e.a}|{e.b}" for e in scene.edges} <= set(clicks)
    assert len(clicks) == len(set(clicks))


def test_layers_are_the_picture_in_parts() -> None:
    scene = island()
    parts = layers(scene)
    assert tuple(parts) == LAYERS
    whole = svg(scene, hints=False)
    for part in parts.values():
        assert part in whole
        tree(f'<svg xmlns="http://www.w3.org/2000/svg">{part}</svg>')


def test_a_step_changes_only_its_layers() -> None:
    scene = island(marks=False)
    before, after = layers(scene), layers(scene.with_marks(Mark("legal", "0,1")))
    assert [k for k in LAYERS if before[k] != after[k]] == ["under", "marks"]


def test_everything_lies_in_the_view_box() -> None:
    for scene in (island(), arena()):
        left, top, w, h = map(int, viewbox(scene).split())
        for place, (x, y) in prepared.Board(scene).xy.items():
            assert left + 70 < x < left + w - 70, place
            assert top + 70 < y < top + h - 70, place


EVIL = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'&]]>\x00\x1b"


def test_no_text_of_a_scene_becomes_markup() -> None:
    scene = Scene(
        EVIL,
        (Cell(EVIL, 0, 0, EVIL, EVIL, (EVIL,), name=EVIL), Cell("b", 2, 0, "sea", EVIL)),
        (Edge(EVIL, "b", EVIL, EVIL),),
        (Piece(EVIL, EVIL, 0, EVIL, EVIL, 2, (EVIL,), EVIL), Piece("q", "b", 9, "counter", "<&>")),
        (Mark("note", EVIL, label=EVIL), Mark(EVIL, EVIL, label=EVIL), Mark("m", EVIL, to="b", label=EVIL)),
        (
            Key("terrain", EVIL, EVIL),
            Key("piece", EVIL, EVIL),
            Key("mark", EVIL, EVIL),
            Key("edge", EVIL, EVIL),
        ),
        (EVIL,) * 10,
        EVIL,
        letters=(EVIL,),
    )
    clean = {"svg", "g", "path", "rect", "text", "title", "desc", "style", "tspan"}
    for text in (svg(scene), svg(scene, title=EVIL), filmstrip([scene, scene], title=EVIL, captions=[EVIL])):
        root = tree(text)
        assert {e.tag.removeprefix(SVG) for e in root.iter()} <= clean
        assert not [a for e in root.iter() for a in e.attrib if a.startswith("on")]
        assert "<script" not in text
        assert "<img" not in text
    assert root.findtext(f"{SVG}title") == EVIL.replace("\x00", "").replace("\x1b", "")


def test_the_same_text_in_every_process() -> None:
    code = (
        "from tests.view.scenes import *; from atlantis_nb.view.svg import svg; print(hash(1), svg(island()))"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1
    assert svg(island()).encode() in runs.pop()


@pytest.mark.parametrize("n", sorted(SPOTS))
def test_stacks_stand_apart_and_inside_their_hex(n: int) -> None:
    spots = SPOTS[n]
    assert len(spots) == n
    for (ax, ay, ar), (bx, by, br) in combinations(spots, 2):
        assert hypot(ax - bx, ay - by) >= ar + br
    for x, y, r in spots:
        for nx, ny in ((1, 0), (0.5, sqrt(3) / 2), (-0.5, sqrt(3) / 2)):
            assert abs(x * nx + y * ny) + r * 0.9 <= 87, (x, y, r)


@pytest.mark.parametrize("shape", ["hex", "square"])
@pytest.mark.parametrize("n", [1, 2, 7, 8, 9, 30])
def test_a_crowd(n: int, shape: str) -> None:
    picture = svg(crowd(n, shape))
    drawn = picture.count('data-click="piece:')
    assert drawn == (n if n <= 8 else 7)
    assert (f">+{n - 7}<" in picture) == (n > 8)
    assert all(f"piece:p{i}&" not in picture for i in range(n))


def test_piece_looks() -> None:
    for kind in KINDS:
        assert view.outline_key(kind) == kind.replace(" ", "_")
    assert view.outline_key("melee minion") == "melee"
    assert view.outline_key("war elephant") == "counter"
    one = Scene(
        "One",
        (Cell("a", 0, 0, "clear"),),
        (),
        (Piece("u", "a", 1, "counter", "4-3", 3, ("!",)),),
        names=("A", "B"),
    )
    text = layers(one)["pieces"]
    assert printed(text) == ["4-3", "B", "!", "×3"]
    assert 'class="p o1"' in text
    nobody = Scene("One", (Cell("a", 0, 0, "clear"),), (), (Piece("u", "a", None, "token", "M"),))
    assert re.findall(r">([^<>]+)</text>", layers(nobody)["pieces"]) == ["M"]


def counters(*badges: tuple[str, ...]) -> str:
    """The layer of counters with these badges, side by side."""
    cells = tuple(Cell(f"c{i}", 2.0 * i, 0, "clear") for i in range(len(badges)))
    men = tuple(Piece(f"u{i}", f"c{i}", 0, "counter", "12-3", 1, b) for i, b in enumerate(badges))
    return layers(Scene("Counters", cells, (), men, names=("Anna",)))["pieces"]


def test_a_counter_tells_power_alone_from_far_away() -> None:
    text = counters(())
    assert "<tspan>-3</tspan>" in text
    assert 'class="v v2 v3"' in text  # two digits are smaller
    sheet = looks.css("light")
    for rule in (".atl-light .far .v tspan", ".atl-light .far .ic", ".atl-light .mid .ic"):
        assert rule in sheet


def test_badges_of_counters_are_symbols_states_or_texts() -> None:
    for word, path in shapes.ICONS.items():
        assert path in counters((word,)), word
    assert printed(counters(("range 3", "cargo 1/3"))) == ["12-3", "A", "3", "1/3"]
    assert printed(counters(("odd",))) == ["12-3", "A", "odd"]
    moved, still = counters(("moved",)), counters(())
    assert shapes.STATES["moved"] in moved
    assert 'class="st"' not in still
    assert counters(("moved",)) != counters(("attacked",))


def test_every_badge_has_a_swatch() -> None:
    keys = tuple(Key("badge", b, b) for b in (*shapes.ICONS, *shapes.STATES, "odd"))
    text = svg(Scene("Legend", (Cell("a", 0, 0, "clear"),), legend=keys))
    for path in (*shapes.ICONS.values(), *shapes.STATES.values()):
        assert path in text
    assert ">odd</text>" in text


def test_much_is_written_where_there_is_room() -> None:
    assert [view.detail(px) for px in (8.0, 5.0, 3.0, 2.0)] == ["far", "mid", "near", "close"]
    assert view.detail(8.0, 2 * view.SQUARE) == "far"
    big = island(13, 20)
    assert '<g class="mid"><g>' in svg(big)
    assert '<g class="far"><g>' in svg(big, width=300)
    assert '<g class="close"><g>' in svg(arena())


def flat(*pieces: Piece, **more: object) -> Scene:
    return replace(Scene("War", (Cell("a", 0, 0, "clear"), Cell("b", 3, 0, "clear")), pieces=pieces), **more)


def test_sorts_of_one_side_have_a_strip_with_their_letters() -> None:
    men = (Piece("p", "a", 1, "counter", "3-1", band=1), Piece("q", "b", 1, "ship", "2-2"))
    drawn = layers(flat(*men, bands=("Le", "Eg"), names=("Anna", "Ben")))["pieces"]
    first, second = drawn.split('<g class="p ')[1:]
    assert first.startswith("o1 f1")
    assert ">Eg</text>" in first
    assert f'<path class="bd" d="{shapes.BANDS["counter"]}"/>' in first
    assert ">B</text>" in second
    assert 'class="bd"' not in second
    assert set(shapes.BANDS) == set(shapes.COUNTERS)
    for fill in looks.BANDS:
        assert looks.readable(fill)
    # Nothing on a strip has the ink of the side below it.
    assert ".atl-light .p.f1 .ic text{" in looks.css("light").replace(",", "{")


def test_a_unit_has_its_name_where_it_is_large() -> None:
    scene = flat(Piece("p", "a", 0, "counter", "3-1", name="Great Battering Ram"))
    assert re.findall(r"<tspan[^>]*>([^<]*)", layers(scene)["pieces"]) == ["-1", "Great", "Battering Ram"]
    assert "Battering" not in svg(scene, still=True)
    sheet = looks.css("light")
    assert ".atl-light .close .un{display:inline}" in sheet


def test_a_stack_is_one_large_counter_from_afar_and_all_of_it_from_near() -> None:
    men = [Piece(f"p{i}", "a", 0, "counter", f"{5 - i}-1") for i in range(3)]
    drawn = layers(flat(*men))["pieces"].split('<g class="p ')[1:]
    assert [text.partition('"')[0] for text in drawn] == ["o0 sk", "o0 fn", "o0 fn", "o0 fn"]
    assert ">5<tspan" in drawn[0]
    assert ">3</text>" in drawn[0]  # how many
    assert float(re.findall(r"scale\(([\d.]+)", drawn[0])[0]) == 0.73
    sheet = looks.css("light")
    for hidden in (".near .sk", ".close .sk", ".far .fn", ".mid .fn"):
        assert f".atl-light {hidden}" in sheet.partition("{display:none}")[0]
    alone = layers(flat(men[0], replace(men[1], place="b")))["pieces"]
    assert " sk" not in alone
    assert " fn" not in alone
    soldiers = layers(flat(*(replace(p, kind="soldier") for p in men)))["pieces"]
    assert soldiers.count('<g class="p ') == 3


def test_frontiers_are_one_path_and_nothing_to_click() -> None:
    ring = island(2, 0, marks=False)
    pairs = (("0,0", "1,0"), ("0,0", "0,1"))
    edges = layers(replace(ring, edges=tuple(Edge(a, b, "frontier") for a, b in pairs)))["edges"]
    assert edges.count("<path") == 1
    assert edges.count("M") == 2
    assert "data-click" not in edges


def test_a_legend_explains_strips_stacks_plates_and_labels() -> None:
    keys = (
        Key("band", "1", "Egyptians", 0),
        Key("stack", "ship", "Two in one hex"),
        Key("badge", "...", "Has still to act"),
        Key("label", "mT", "Melee minions appear here"),
    )
    text = svg(flat(legend=keys, bands=("Le", "Eg")))
    for said in (*(k.text for k in keys), "Eg", "…", "mT"):
        assert f">{said}</text>" in text
    assert "data-click" not in text.partition("Egyptians")[2]


def test_a_long_line_of_a_legend_is_read_to_its_end() -> None:
    long = (
        "letters above: the two teams it hunts; $ a credit, ! named for a KO, * on your Pentafecta, and so on"
    )
    text = svg(flat(legend=(Key("piece", "mech", long), Key("piece", "hero", "A hero"))), width=360)
    lines = [t for t in printed_in(text) if t and t not in ("War", "A hero")]
    assert " ".join(lines) == long
    heights = re.findall(r'class="k"[^>]* y="(-?\d+)"', text)
    assert len(set(heights)) == len(heights)


def test_names_of_areas_are_readable_however_small() -> None:
    big = island(13, 0, marks=False)
    scene = replace(big, areas=(Area("Utopia", 0, -24.0), Area("Thule", 20, 3, "end")))
    text = layers(scene)["labels"]
    assert ">Utopia</text>" in text
    assert 'style="text-anchor:end">Thule' in text
    assert view.bounds(scene)[1] < -2400 < view.bounds(big)[1]
    px = view.bounds(scene)[2] / 400
    assert f".far .ar,.atl-light .mid .ar{{font-size:{12 * px:.0f}px}}" in svg(scene, width=400)


def test_a_still_is_small_and_looks_the_same() -> None:
    scene = replace(island(13, 136), areas=(Area("Utopia", 0, -24.0),))
    whole, still = svg(scene), svg(scene, still=True)
    assert len(still) < 0.6 * len(whole)
    root = tree(still)
    assert root.get("aria-label") == scene.title
    assert 'data-click="' not in still
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    uses = [str(e.get("href")) for e in root.iter(f"{SVG}use")]
    assert {u.removeprefix("#") for u in uses} == set(ids)
    assert uses.count("#hex") == len(scene.cells)
    assert printed_in(still) == printed_in(whole)
    # Rules of the page do not reach what is used, so colours are on the groups round it.
    assert all("class" not in e.attrib for e in next(root.iter(f"{SVG}defs")))


def printed_in(text: str) -> list[str]:
    return ["".join(e.itertext()) for e in tree(text).iter(f"{SVG}text")]


def test_a_picture_shrinks_with_its_page() -> None:
    for text in (svg(island()), filmstrip([island(), island()])):
        assert tree(text).get("style") == "max-width:100%;height:auto"


def test_a_frame_crops_no_piece_of_a_square() -> None:
    scene = arena()
    marks = layers(replace(scene, marks=(Mark("to", "b2"),)))["marks"]
    halves = {int(n) // 2 for n in re.findall(r"h(\d+)v", marks)}
    assert halves == {73}  # one ring, and its casing 16 wide ends at 65
    assert layers(replace(island(2, 0, marks=False), marks=(Mark("to", "0,0"),)))["marks"].count("z") == 4


def test_where_the_action_is() -> None:
    cells = tuple(Cell(p, 2.0 * i, 0, "open") for i, p in enumerate("abcd"))
    scene = Scene(
        "S", cells, marks=(Mark("to", "b"), Mark("danger", "d", value=0.5), Mark("from", "a", to="c"))
    )
    assert view.action(scene) == [[200, 0], [0, 0], [400, 0]]
    assert view.action(Scene("S", cells)) == []


def test_walls_gates_rivers_and_ruins_differ_in_form() -> None:
    cells = (Cell("a", 0, 0, "clear"), Cell("b", sqrt(3), 0, "clear"))
    drawn = {
        kind: layers(Scene("S", cells, (Edge("a", "b", kind),)))["edges"]
        for kind in ("wall", "gate", "river", "broken")
    }
    assert "Q" in drawn["river"]  # it winds
    assert 'class="o-wall"' in drawn["wall"]
    assert 'class="o-gate"' in drawn["gate"]
    assert 'class="e e-broken g"' in drawn["broken"]


def test_badges_stand_below_each_other_beside_the_label_of_the_cell() -> None:
    cell = Cell("a1", 0, 0, "ring", "a1", shape="square")
    text = layers(Scene("S", (cell,), (), (Piece("m", "a1", 0, "mech", "B1", 1, ("TB", "$", "!")),)))[
        "pieces"
    ]
    spots = re.findall(r'<text x="(\d+)" y="(-?\d+)" font-size="50">', text)
    assert [int(y) for _, y in spots] == sorted({int(y) for _, y in spots})
    assert all(int(x) > 0 for x, _ in spots)


def test_teams() -> None:
    cells = tuple(Cell(p, 2 * i, 0, "open") for i, p in enumerate("abc"))
    heroes = tuple(Piece(f"h{i}", p, i, "hero") for i, p in enumerate("abc"))
    text = layers(Scene("Team", cells, (), heroes, names=("x", "y", "z"), teams=(0, 1, 0)))["pieces"]
    assert re.findall(r'class="p (o\d)"', text) == ["o0", "o1", "o0"]
    assert re.findall(r">([^<>]+)</text>", text) == ["X", "Y", "Z"]


def test_marks() -> None:
    scene = island()
    parts = layers(scene)
    assert 'class="danger g" fill-opacity="0.31"' in parts["under"]
    assert ">42%</text>" in parts["marks"]
    assert parts["under"].count("hatch") == 2
    assert parts["marks"].count('class="arrow') == 1
    for name in ("legal", "selected", "ring dash", "blocked"):
        assert f'class="{name} g"' in parts["marks"]
    assert all("data-click" not in parts[k] for k in ("under", "marks", "labels"))


def test_label_moves_up_for_pieces() -> None:
    free = layers(crowd(0))["labels"]
    full = layers(crowd(1))["labels"]
    assert 'font-size="92"' in free
    assert 'font-size="38"' in full


def test_edges_lie_on_the_shared_side() -> None:
    cells = (Cell("a", 0, 0, "clear"), Cell("b", sqrt(3), 0, "clear"), Cell("c", 5, 0, "clear"))
    scene = Scene("Edges", cells, (Edge("a", "b", "wall"), Edge("a", "c", "wall")))
    assert re.findall(r' g" d="([^"]+)"', layers(scene)["edges"]) == ["M86,50L86,-50", "M0,0L500,0"]


def test_what_is_nowhere_is_refused() -> None:
    cell = (Cell("a", 0, 0, "clear"),)
    with pytest.raises(ValueError, match="Piece 'p' stands on 'z', which is no cell of 'S'"):
        svg(Scene("S", cell, (), (Piece("p", "z", 0, "soldier"),)))
    with pytest.raises(ValueError, match="A legal mark is on 'z'"):
        svg(Scene("S", cell, marks=(Mark("legal", "z"),)))
    with pytest.raises(ValueError, match="A wall edge ends at 'z'"):
        svg(Scene("S", cell, (Edge("a", "z", "wall"),)))


def test_tips_say_what_at_says() -> None:
    scene = island(2, 5, marks=False)
    assert tips(scene) == {c.place: scene.at(c.place) for c in scene.cells}


def test_wrap() -> None:
    assert wrap("", 100, 10) == []
    assert wrap("one two three", 60, 10, 5) == ["one two", "three"]
    assert all(len(x) <= 12 for x in wrap("a" * 100, 60, 10, 3))
    assert wrap("one two three four five six", 60, 10, 2)[-1].endswith("…")


def test_film_strip() -> None:
    root = tree(filmstrip([island(2, 3), island(2, 4), arena(), arena()], columns=3, title="Four"))
    boards = [e for e in root if e.get("role") == "img"]
    assert [b.get("aria-label") for b in boards] == ["Island", "Island", "Arena", "Arena"]
    captions = ["".join(e.itertext()) for e in root.iter(f"{SVG}text") if e.get("class") in ("h", "k")]
    assert captions == ["Four", "1. Island", "2. Island", "3. Arena", "4. Arena"]
    with pytest.raises(ValueError, match="at least one"):
        filmstrip([])


def test_notebooks_stay_small() -> None:
    assert len(svg(island(4, 40), hints=False)) < 45_000
    assert sum(map(len, layers(island(13, 136)).values())) < 180_000


def test_long_labels_of_marks_are_words_not_paint() -> None:
    cells = (Cell("a", 0, 0, "clear"), Cell("b", 2, 0, "clear"))
    long = "R1 will be knocked out by whoever comes next"

    def printed(*marks: Mark) -> list[str]:
        return re.findall(r">([^<>]+)</text>", layers(Scene("S", cells, marks=marks))["marks"])

    assert printed(Mark("danger", "a", value=1.0, label=long)) == ["!"]
    assert printed(Mark("danger", "a", value=0.25, label=long)) == ["25%"]
    assert printed(Mark("danger", "a", value=1.0)) == ["100%"]
    assert printed(Mark("legal", "a", label=long)) == []
    assert printed(Mark("range", "a", label="sinking")) == ["sinking"]
    assert printed(Mark("note", "a")) == ["i"]
    assert printed(Mark("legal", "a", to="b", label=long)) == []
    assert printed(Mark("legal", "a", to="b", label="3")) == ["3"]


def test_plates_of_a_mech_cover_neither_each_other_nor_its_number() -> None:
    scene = replace(
        arena(), pieces=(Piece("m", "b2", 0, "mech", "C2", badges=("HR", "$", "!", "*")),), marks=()
    )
    drawn = layers(scene)["pieces"]
    boxes = []
    for x, y, across in re.findall(r'<g class="b"><path d="M(-?[\d.]+),(-?[\d.]+)h(\d+)', drawn):
        boxes.append((float(x) - 12, float(y), float(x) + float(across) + 12, float(y) + 60))
    assert len(boxes) == 4
    for a, b in combinations(boxes, 2):
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
    number = (-52, 2, 52, 66)  # "C2"
    for box in boxes:
        assert not (box[0] < 44 and box[2] > -44 and box[1] < number[3] and box[3] > number[1])
        assert all(abs(v) * 0.6 <= 66 for v in box[2:])  # inside of a frame
