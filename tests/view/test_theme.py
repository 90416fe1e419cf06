"""The palette: readable (WCAG 2.2) and told apart by colour-blind eyes."""

from __future__ import annotations

from itertools import combinations

import pytest

from atlantis_nb.view import theme
from atlantis_nb.view.colour import DEFICIENCIES, contrast, difference, ink_on, linear, mix, simulate

THEMES = ("light", "dark")


def grounds(name: str) -> dict[str, str]:
    """Every ground colour of a theme, the most dangerous one included."""
    plain = {k: getattr(g, name) for k, g in (*theme.GROUNDS.items(), ("unknown", theme.UNKNOWN))}
    flooded = {f"{k} in danger": mix(c, theme.TONES[name].danger, 0.6) for k, c in plain.items()}
    return plain | flooded


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)  # the guideline's own near miss
    with pytest.raises(ValueError, match="#rrggbb"):
        linear("red")


def test_simulated_eyes() -> None:
    for name, matrix in DEFICIENCIES.items():
        assert all(sum(row) == pytest.approx(1, abs=2e-6) for row in matrix)  # grey stays grey
        assert simulate("#808080", name) == "#808080"
    assert difference("#ff0000", "#008000") < 0.35 * difference("#2450b0", "#fae738")


@pytest.mark.parametrize("name", THEMES)
def test_text_on_paper_and_grounds(name: str) -> None:
    tone = theme.TONES[name]
    assert contrast(tone.ink, tone.paper) >= 7
    assert contrast(tone.muted, tone.paper) >= 4.5
    low = {
        k: round(contrast(tone.ink, c), 2) for k, c in grounds(name).items() if contrast(tone.ink, c) < 4.5
    }
    # Labels of 16 pixels and more; those in danger are large and bold (3:1).
    assert not {k: v for k, v in low.items() if "danger" not in k or v < 3}


@pytest.mark.parametrize("name", THEMES)
def test_pieces_and_rings_stand_out_from_every_ground(name: str) -> None:
    tone = theme.TONES[name]
    for key, colour in grounds(name).items():
        assert contrast(tone.outline, colour) >= 3, key
    for key, ground in theme.GROUNDS.items():
        assert contrast(tone.legal, getattr(ground, name)) >= 3, key
    # The yellow ring lies on a ring of ink.
    assert contrast(tone.pick, tone.paper) >= 3 or contrast(tone.pick, tone.ink) >= 3


def test_letters_on_pieces() -> None:
    for o in (*theme.OWNERS, theme.NOBODY):
        assert contrast(o.fill, o.ink) >= 4.5, o.name
    for colour in theme.CARD_COLOURS.values():
        assert contrast(colour, ink_on(colour)) >= 4.5, colour


@pytest.mark.parametrize("name", THEMES)
def test_chart_lines_show_on_paper(name: str) -> None:
    for o in theme.OWNERS:
        assert contrast(getattr(o, name), theme.TONES[name].paper) >= 3, o.name


@pytest.mark.parametrize(("a", "b"), [*combinations(theme.OWNERS, 2)], ids=lambda o: o.name)
def test_players_are_told_apart(a: theme.Owner, b: theme.Owner) -> None:
    """0.1 in Oklab is about five just noticeable differences; also without colour at all."""
    assert difference(a.fill, b.fill) >= 0.15
    assert difference(a.light, b.light) >= 0.1
    assert difference(a.dark, b.dark) >= 0.1
    assert len({a.dash, b.dash}) == len({a.symbol, b.symbol}) == len({a.hatch, b.hatch}) == 2


def test_terrain_keys() -> None:
    assert theme.ground_key("land6") == theme.ground_key("tile 6") == theme.ground_key("6") == "6"
    assert theme.ground_key("north_titan_near") == theme.ground_key("Titans near") == "titan_near"
    assert theme.ground_key("middle/water") == "water"
    assert theme.ground_key("middle/open") == "middle"
    assert theme.ground_key("<b>swamp</b>") == "unknown"
    assert theme.ground("swamp") == theme.UNKNOWN


def test_teams_share_a_colour_and_keep_letters() -> None:
    teams = (0, 1) * 5
    assert [theme.owner(s, teams).name for s in range(4)] == ["red", "blue", "red", "blue"]
    assert [theme.letter(s) for s in range(10)] == list("ABCDEFGHIJ")
    assert theme.letter(1, ("T", "A")) == "A"
    assert theme.owner(None) == theme.owner(-1) == theme.NOBODY
    assert theme.letter(None) == ""
    assert theme.owner(0, (-1, 1)) == theme.NOBODY, "a seat without a team yet"


def test_style_sheet() -> None:
    light = theme.css("light", ("sea",), (0,))
    assert "var(" not in light
    assert "$" not in light + theme.css("auto")
    assert ".t-sea" in light
    assert ".t-forest" not in light
    assert len(light) < 3500
    auto = theme.css("auto")
    assert "prefers-color-scheme:dark" in auto
    assert "data-jp-theme-light" in auto
    for name in {m.split(")")[0] for m in auto.split("var(--atl-")[1:]}:
        assert f"--atl-{name}:" in auto, name


def test_letters_are_the_initials_where_these_differ() -> None:
    assert theme.letters_of(("Red", "Blue", "Green", "Yellow")) == ("R", "B", "G", "Y")
    assert theme.letters_of(("ada", "Ben")) == ("A", "B")
    assert theme.letters_of(("Player 1", "Player 2")) == ("A", "B")
    assert theme.letters_of(("1st", "2nd")) == ("A", "B")
    assert theme.letters_of(("Red", "Blue"), ("1", "2")) == ("1", "2")
    assert theme.letters_of(()) == ()
