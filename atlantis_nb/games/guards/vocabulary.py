"""The vocabulary of card texts as a table to search: every word of a deck file and what it means.

The words stand in data/deck.toml, beside the cards; a test compares them with the code.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from atlantis_nb.core import plain
from atlantis_nb.core.game import Refused

from .deck import teaching_raw
from .sheet import Page

HEAD = ("Topic", "Word", "Keys or values (* = required)", "Meaning")
TOPICS = {
    "file": ("meta_key", "hero_key", "card_key"),
    "step": ("op", "common"),
    "selector": ("selector",),
    "spaces": ("spaces",),
    "predicate": ("predicate",),
    "condition": ("condition",),
    "value": ("value", "enum"),
}
TABLES = {
    "meta_key": "[meta]",
    "hero_key": "[[hero]]",
    "card_key": "[[card]]",
    "op": "step",
    "common": "any step",
}


@cache
def _rows() -> tuple[tuple[str, tuple[str, str, str, str]], ...]:
    raw = teaching_raw()
    return tuple(
        (topic, row) for topic, tables in TOPICS.items() for table in tables for row in _table(raw, table)
    )


def _table(raw: dict[str, Any], table: str) -> Iterator[tuple[str, str, str, str]]:
    name = TABLES.get(table, table)
    for word, said in raw[table].items():
        if table == "op":
            keys = "; ".join(
                f"{key}{'*' if key in said['required'] else ''}: {what}"
                for key, what in said["params"].items()
            )
            yield name, word, keys, said["meaning"]
        elif table == "value":
            for value, meaning in said.items():
                yield f"value of {word}", value, "", meaning
        elif table == "enum":
            yield "list", word, ", ".join(said), "the allowed values"
        else:
            needed = said.startswith("required. ") or said == "required"
            enum = next((e for e in raw["enum"] if f"enum {e}" in said), "")
            values = ", ".join(raw["enum"][enum]) if enum else ""
            yield name, word + ("*" if needed else ""), values, said.removeprefix("required. ")


def vocabulary(topic: str = "", find: str = "") -> Page:
    """The words of a deck file: all, those of a topic, or those in whose row `find` occurs.

    Topics are file, step, selector, spaces, predicate, condition and value. Raises Refused.
    """
    if topic and topic not in TOPICS:
        raise Refused(f"topic is {plain.one_of(TOPICS)}, not {topic!r}.{plain.meant(topic, TOPICS)}")
    rows = [
        row
        for of, row in _rows()
        if (not topic or of == topic) and (not find or find.casefold() in " ".join(row).casefold())
    ]
    what = f"{topic or 'All'} words" + (f" with {find!r}" if find else "")
    return Page(f"{what[0].upper()}{what[1:]}: {len(rows)}", HEAD, rows)
