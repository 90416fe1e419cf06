"""A scene in words."""

from __future__ import annotations

from atlantis_nb.core.scene import Cell, Mark, Scene


def scene(*marks: Mark) -> Scene:
    cells = (Cell("0,0", 0, 0, "land"), Cell("1,0", 1.7, 0, "land", name="the harbour"))
    return Scene("Board", cells, marks=marks)


def test_an_arrow_says_where_to_and_what_for() -> None:
    words = scene(Mark("note", "0,0", "1,0", label="too early")).words()
    assert words == ["Board", "0,0 land: arrow to the harbour: too early."]
    assert scene(Mark("to", "1,0", "0,0")).words()[1] == "the harbour: arrow to 0,0."


def test_marks_say_their_label_or_their_kind() -> None:
    words = scene(Mark("danger", "0,0", value=0.25), Mark("legal", "1,0"), Mark("note", "1,0", label="here"))
    assert words.words()[1:] == ["0,0 land: danger 25%.", "the harbour: legal; here."]


def test_the_output_of_a_cell_follows_the_theme_of_the_page() -> None:
    html = scene()._repr_html_()
    assert html.startswith("<svg ")
    assert "body[data-jp-theme-light=false]" in html
    assert not hasattr(scene(), "_repr_svg_"), "a picture in an <img> cannot follow it"
