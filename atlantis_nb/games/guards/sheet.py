"""Cards and heroes to look at: text and rule of a card, in plain text and as HTML for a notebook.

The rule is shown as it is written in a deck file, without what has its usual value.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct
from msgspec.structs import fields

from atlantis_nb.core import plain
from atlantis_nb.core.game import Refused

if TYPE_CHECKING:
    from .deck import Card, Deck, HeroCard

ICONS = ("initiative", "attack", "defense", "movement", "range", "radius")
EDGE = {
    "gold": "goldenrod", "silver": "silver", "red": "crimson", "blue": "royalblue", "green": "seagreen",
    "black": "dimgray", "ultimate": "rebeccapurple",
}  # fmt: skip
"""The colour that a slot is named after, for the edge of a card."""
MONO = "font-family:var(--jp-code-font-family,monospace);font-size:12px"


# ------------------------------------------------------------------ the rule of a card


def toml(value: Any) -> str:
    """A value as it is written in a TOML file, on one line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(v)}" for key, v in value.items()) + " }" if value else "{}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(toml(v) for v in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def bare(thing: Any) -> Any:
    """A step or a selector as plain values, without what has its usual value."""
    if isinstance(thing, Struct):
        config = thing.__struct_config__
        found: dict[str, Any] = {config.tag_field: config.tag} if config.tag_field else {}
        for f in fields(thing):
            value = getattr(thing, f.name)
            if f.default is msgspec.NODEFAULT or value != f.default:
                found[f.encode_name] = bare(value)
        return found
    if isinstance(thing, tuple | list):
        return [bare(value) for value in thing]
    return thing


def rule_lines(steps: Any, depth: int = 0) -> Iterator[tuple[int, str, str]]:
    """(depth, op, the rest) of each step; the steps inside a step follow it, one deeper."""
    for step in steps:
        values = bare(step)
        op = values.pop("op")
        for key in ("may", "if"):  # what every step may have stands last
            if key in values:
                values[key] = values.pop(key)
        inner = step.parts()
        for key in ("options", "do"):
            if inner:
                values.pop(key, None)
        yield depth, op, ", ".join(f"{key} = {toml(v)}" for key, v in values.items())
        for name, more in inner:
            yield depth + 1, "do" if name == "do" else f"option {int(name) + 1}", ""
            yield from rule_lines(more, depth + 2)


# ------------------------------------------------------------------ one card


def headline(card: Card) -> str:
    """ "Piercing Thrust (red I, attack card)"."""
    from .deck import slot_name

    place = slot_name(card.slot, card.tier, card.branch)
    kind = "" if card.card_type in ("hold", "ultimate") else f", {card.card_type} card"
    return f"{card.name} ({place}{kind})"


def icons(card: Card) -> str:
    found = [f"{icon} {card.icon(icon)}" for icon in ICONS if card.icon(icon) is not None]
    if card.item:
        found.append(f"item {card.item}")
    return ", ".join(found)


def card_words(card: Card) -> str:
    """A card in plain text: what stands on it, and its rule below."""
    lines = [headline(card)]
    if icons(card) or card.keywords:
        lines.append("  " + "; ".join(filter(None, (icons(card), " ".join(card.keywords)))))
    lines += textwrap.wrap(card.text, 96, initial_indent="  TEXT  ", subsequent_indent="        ")
    for depth, op, rest in rule_lines(card.steps):
        lines.append(f"  RULE  {'  ' * depth}{op}{'  ' + rest if rest else ''}")
    return "\n".join(lines)


def card_html(card: Card) -> str:
    """The card on the left, its rule on the right."""
    rules = "".join(
        f'<div style="margin-left:{depth * 14}px;text-indent:-14px;padding-left:14px"><b>{escape(op)}</b> '
        f"{escape(rest)}</div>"
        for depth, op, rest in rule_lines(card.steps)
    )
    keywords = f"<div><i>{escape(', '.join(card.keywords))}</i></div>" if card.keywords else ""
    return (
        '<div style="display:flex;gap:16px;max-width:960px;margin:4px 0 10px">'
        f'<div style="flex:0 0 280px;border:1px solid gray;border-left:8px solid {EDGE[card.slot]};'
        'border-radius:6px;padding:6px 10px">'
        f"<div><b>{escape(headline(card))}</b></div>"
        f'<div style="opacity:0.8">{escape(icons(card))}</div>{keywords}'
        f'<div style="margin-top:4px">{escape(card.text)}</div></div>'
        f'<div style="flex:1;{MONO}">{rules or "no steps"}</div></div>'
    )


# ------------------------------------------------------------------ many cards


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]], title: str = "") -> str:
    """An HTML table, left aligned."""
    left = 'style="text-align:left;vertical-align:top"'
    top = "".join(f"<th {left}>{escape(word)}</th>" for word in head)
    body = "".join(
        "<tr>" + "".join(f"<td {left}>{escape(word)}</td>" for word in row) + "</tr>" for row in rows
    )
    caption = f"<div><b>{escape(title)}</b></div>" if title else ""
    return f"{caption}<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def columns(head: tuple[str, ...], rows: Sequence[tuple[str, ...]], width: int = 110) -> str:
    """The same in plain text; the last column is wrapped."""
    if not rows:
        return "nothing"
    wide = [max(len(row[i]) for row in (head, *rows)) for i in range(len(head) - 1)]
    room = max(30, width - sum(wide) - 2 * len(wide))
    lines = []
    for row in (head, *rows):
        start = "".join(f"{word:{w}}  " for word, w in zip(row, wide, strict=False))
        last = textwrap.wrap(row[-1], room) or [""]
        lines.append((start + last[0]).rstrip())
        lines += [" " * len(start) + more for more in last[1:]]
    return "\n".join(lines)


class Page:
    """Something to look at: a title over a table."""

    def __init__(self, title: str, head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
        self.title, self.head, self.rows = title, head, rows

    def __len__(self) -> int:
        return len(self.rows)

    def __str__(self) -> str:
        return f"{self.title}\n{columns(self.head, self.rows)}"

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return table(self.head, self.rows, self.title)


def page(deck: Deck, which: str) -> Page:
    """All cards of a hero, by id or name. Raises Refused that names the heroes there are."""
    from .deck import slot_name

    names = {h.id: h for h in deck.heroes.values()} | {h.name.casefold(): h for h in deck.heroes.values()}
    hero: HeroCard | None = names.get(str(which).casefold())
    if hero is None:
        raise Refused(
            f"{deck.title} has no hero {which!r}; it has {plain.one_of(deck.heroes, 'and')}."
            f"{plain.meant(which, deck.heroes)}"
        )
    mine = sorted(
        (c for c in deck.cards.values() if c.hero == hero.id), key=lambda c: (deck.rank[c.id], c.tier)
    )
    rows = [
        (
            c.name,
            slot_name(c.slot, c.tier, c.branch),
            "" if c.card_type in ("hold", "ultimate") else c.card_type,
            icons(c),
            c.text,
        )
        for c in mine
    ]
    return Page(
        f"{hero.name} {hero.title}. {hero.style}".strip(), ("Card", "Place", "Type", "Icons", "Text"), rows
    )


def deck_html(deck: Deck) -> str:
    rows = [(h.name, h.title, h.id, h.style) for h in deck.heroes.values()]
    return table(("Hero", "Title", "id", "Style"), rows, f"{deck.title}: {len(deck.cards)} cards")
