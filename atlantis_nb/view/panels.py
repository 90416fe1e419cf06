"""Panels -> HTML: tables, tracks and cards beside a board, compact and readable by everyone.

A table is a `<table>` with a caption and row heads, a track an ordered list with the marker as
`aria-current`, cards a list. What can be clicked is a button with `data-click`. Every text is
escaped here. The style sheet of `theme.css()` dresses it and follows JupyterLab's own colours.
"""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_nb.core.scene import Card, Cards, Panel, Row, Table, Track

from . import theme as looks
from .svg import esc
from .theme import Theme


def panels_html(
    panels: Sequence[Panel],
    names: Sequence[str] = (),
    theme: Theme = "auto",
    teams: tuple[int, ...] = (),
    letters: tuple[str, ...] = (),
    style: bool = False,
) -> str:
    """The panels one after the other. `names` are the players by seat, said where an owner is only
    a colour and a letter. `style` puts the style sheet in front, for pages that do not have it."""
    who = _Who(tuple(names), teams, letters)
    parts: list[str] = []
    for panel in panels:
        match panel:
            case Table():
                parts.append(_table(panel, who))
            case Track():
                parts.append(_track(panel, who))
            case Cards():
                parts.append(_cards(panel, who))
    sheet = f"<style>{looks.css(theme)}</style>" if style else ""
    scope = "atl-pn" if theme == "auto" else f"atl-pn atl-{theme}"
    return f'{sheet}<div class="{scope}">{"".join(parts)}</div>'


class _Who:
    """Names, colours and letters of owners."""

    __slots__ = ("letters", "names", "teams")

    def __init__(self, names: tuple[str, ...], teams: tuple[int, ...], letters: tuple[str, ...]) -> None:
        self.names, self.teams, self.letters = names, teams, looks.letters_of(names, letters)

    def chip(self, owner: int | None, beside: str = "") -> str:
        """A coloured plate with the letter; it says the name unless that stands beside it anyway. Where
        the letter is a number, the colours are those of teams that nobody owns, and the players have
        square plates without any."""
        slot = looks.slot(owner, self.teams)
        if owner is None or slot is None:
            return ""
        name = self.names[owner] if owner < len(self.names) else ""
        says = f'<span class="vh">{esc(name)}: </span>' if name and name not in beside else ""
        letter = looks.letter(owner, self.letters)
        look = "seat" if letter.isdigit() else f"s{slot}"
        return f'<span class="own {look}" aria-hidden="true">{esc(letter)}</span>{says}'


def _note(text: str) -> str:
    return f'<p class="note">{esc(text)}</p>' if text else ""


def _number(value: str | int | float) -> str:
    if isinstance(value, float):
        return f"{value:.3g}" if abs(value) < 1000 else f"{value:.0f}"
    return esc(str(value))


def _table(table: Table, who: _Who) -> str:
    # A column is set to the right if it holds numbers (marks such as "-" or "?" do not count).
    numeric = [False] * len(table.columns)
    for i in range(1, len(table.columns)):
        values = [r.cells[i] for r in table.rows if i < len(r.cells)]
        numbers = [v for v in values if isinstance(v, int | float)]
        numeric[i] = bool(numbers) and all(isinstance(v, int | float) or len(v) <= 2 for v in values)
    heads = "".join(
        f'<th scope="col"{_right(numeric[i])}>{esc(column)}</th>' for i, column in enumerate(table.columns)
    )
    rows = "".join(_row(row, numeric, who) for row in table.rows)
    return (
        f'<section class="panel" data-panel="{esc(table.key)}"><div class="wide"><table><caption>{esc(table.title)}'
        f"</caption><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>{_note(table.note)}</section>"
    )


def _right(numeric: bool) -> str:
    return ' class="num"' if numeric else ""


def _row(row: Row, numeric: list[bool], who: _Who) -> str:
    now = ' class="now" aria-current="true"' if row.now else ""
    if not row.cells:
        return f"<tr{now}></tr>"
    first = str(row.cells[0])
    head = f"{who.chip(row.owner, first)}{_number(row.cells[0])}"
    if row.click:
        head = f'<button type="button" data-click="{esc(row.click)}">{head}</button>'
    cells = "".join(
        f"<td{_right(i < len(numeric) and numeric[i])}>{_number(v)}</td>"
        for i, v in enumerate(row.cells[1:], 1)
    )
    return f'<tr{now}><th scope="row">{head}</th>{cells}</tr>'


_SAYS = {"past": "past", "now": "now", "next": "next", "later": ""}


def _track(track: Track, who: _Who) -> str:
    stops: list[str] = []
    for stop in track.stops:
        current = ' aria-current="step"' if stop.state == "now" else ""
        tip = f' title="{esc(stop.note)}"' if stop.note else ""
        extra = ", ".join(filter(None, (_SAYS[stop.state], stop.note)))
        said = f'<span class="vh">, {esc(extra)}</span>' if extra else ""
        stops.append(
            f'<li class="{stop.state}"{current}{tip}>{who.chip(stop.owner, stop.label)}{esc(stop.label)}{said}</li>'
        )
    return (
        f'<section class="panel" data-panel="{esc(track.key)}"><h4>{esc(track.title)}</h4>'
        f'<ol class="track">{"".join(stops)}</ol>{_note(track.note)}</section>'
    )


def _cards(cards: Cards, who: _Who) -> str:
    items = "".join(_card(card, who) for card in cards.cards)
    return (
        f'<section class="panel" data-panel="{esc(cards.key)}"><h4>{esc(cards.title)}</h4>'
        f'<ul class="cards">{items}</ul>{_note(cards.note)}</section>'
    )


def _card(card: Card, who: _Who) -> str:
    colour = looks.CARD_COLOURS.get(card.colour.strip().lower(), "")
    strip = f' style="--strip:{colour}"' if colour else ""
    named = f'<span class="vh">{esc(card.colour)} card: </span>' if card.colour else ""
    badges = "".join(f'<span class="badge">{esc(b)}</span>' for b in card.badges)
    text = f'<span class="text">{esc(card.text)}</span>' if card.text and not card.hidden else ""
    down = '<span class="vh"> face down</span>' if card.hidden else ""
    title = "?" if card.hidden else card.title
    inner = (
        f'<span class="title">{who.chip(card.owner, card.title)}{named}{esc(title)}'
        f"{down}</span>{badges}{text}"
    )
    kind = "card hidden" if card.hidden else "card"
    if card.click:
        return f'<li><button type="button" class="{kind}"{strip} data-click="{esc(card.click)}">{inner}</button></li>'
    return f'<li><div class="{kind}"{strip}>{inner}</div></li>'
