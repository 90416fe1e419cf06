"""Panels as HTML: semantic, escaped, clickable."""

from __future__ import annotations

from html.parser import HTMLParser

from atlantis_nb.core.scene import Card, Cards, Row, Stop, Table, Track
from atlantis_nb.view.panels import panels_html

PANELS = (
    Table(
        "players",
        "Players",
        ("Player", "Points", "Sacrifice", "Note"),
        (
            Row(("Anna", 12, 3, "ahead"), 0, now=True),
            Row(("Ben", 2.5, "?", "behind"), 1, click="slot:ben"),
            Row(("Nobody", 0, "-", "")),
        ),
        "A note.",
    ),
    Track(
        "track",
        "Flood track",
        (Stop("1", "past"), Stop("2", "now", "the marker"), Stop("3", "next"), Stop("A", owner=1)),
    ),
    Cards(
        "hand",
        "Hand",
        (
            Card("card:1", "Jump", "Far.", 0, ("5",), "red"),
            Card("card:2", "Secret", "text", 1, hidden=True),
            Card("", "Still"),
        ),
    ),
)


class Page(HTMLParser):
    """What a browser would make of it: tags with attributes, and the text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(text)
        assert not self.open, "every tag is closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def with_attribute(self, name: str) -> list[tuple[str, str | None]]:
        return [(tag, attrs[name]) for tag, attrs in self.tags if name in attrs]


def test_panels() -> None:
    page = Page(panels_html(PANELS, ("Anna", "Ben")))
    assert [t for t, _ in page.tags].count("table") == 1
    assert [t for t, _ in page.tags if t in ("caption", "ol", "ul")] == ["caption", "ol", "ul"]
    assert page.with_attribute("data-click") == [
        ("button", "slot:ben"),
        ("button", "card:1"),
        ("button", "card:2"),
    ]
    assert page.with_attribute("aria-current") == [("tr", "true"), ("li", "step")]
    assert [v for _, v in page.with_attribute("scope")] == ["col"] * 4 + ["row"] * 3
    for text in (
        "Players",
        "A note.",
        ", now, the marker",
        ", next",
        "red card: ",
        "Far.",
        "? face down",
        "Ben: ",
    ):
        assert text in page.text, text
    assert "Secret" not in page.text


def test_numbers_stand_right_and_words_left() -> None:
    page = Page(panels_html(PANELS[:1]))
    cells = [attrs.get("class") for tag, attrs in page.tags if tag == "td"]
    assert cells == ["num", "num", None] * 3


def test_nothing_becomes_markup() -> None:
    evil = "<img src=x onerror=alert(1)>\"'&<script>"
    panels = (
        Table(evil, evil, (evil, evil), (Row((evil, evil), 0, evil),), evil),
        Track(evil, evil, (Stop(evil, "now", evil, 7),), evil),
        Cards(
            evil, evil, (Card(evil, evil, evil, 0, (evil,), evil), Card(evil, evil, evil, hidden=True)), evil
        ),
    )
    text = panels_html(panels, (evil,), letters=(evil,))
    page = Page(text)
    assert {t for t, _ in page.tags}.isdisjoint({"img", "script"})
    assert all(not name.startswith("on") for _, attrs in page.tags for name in attrs)
    assert ("button", evil) in page.with_attribute("data-click")


def test_style_goes_along_on_demand() -> None:
    assert "<style>" not in panels_html(PANELS)
    light = panels_html(PANELS, theme="light", style=True)
    assert 'class="atl-pn atl-light"' in light
    assert "var(--jp" not in light
    assert panels_html(PANELS) == panels_html(PANELS)
    assert panels_html([]) == '<div class="atl-pn"></div>'


def test_players_whose_colours_are_those_of_teams_have_numbers_on_plain_plates() -> None:
    rows = (Row(("Red", 1), 0), Row(("Ramblers", 2), 2))
    text = panels_html(
        [Table("t", "T", ("Who", "N"), rows)], ("Red", "Blue", "Ramblers"), letters=("1", "2", "R")
    )
    assert '<span class="own seat" aria-hidden="true">1</span>' in text
    assert '<span class="own s2" aria-hidden="true">R</span>' in text
