"""Rulebook: the rules, rulings and tables of one game, read from its rules.toml."""

from __future__ import annotations

import hashlib
import tomllib
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Any

import msgspec
from msgspec import Struct


class Rule(Struct, frozen=True):
    id: str
    section: str
    text: str
    kind: str = ""
    variant: str = ""
    source: str = ""
    note: str = ""

    def __str__(self) -> str:
        return f"{self.id} ({self.section}): {self.text}"


class Ruling(Struct, frozen=True):
    """How we read the rules where they are silent or unclear, and why."""

    id: str
    question: str
    reading: str
    why: str = ""
    about: tuple[str, ...] = ()
    alternatives: tuple[str, ...] = ()
    option: str = ""

    @property
    def text(self) -> str:
        return f"{self.question} {self.reading}"

    @property
    def section(self) -> str:
        return "Rulings"

    @property
    def kind(self) -> str:
        return "ruling"

    def __str__(self) -> str:
        return f"{self.id} (ruling): {self.question} {self.reading}"


class Example(Struct, frozen=True):
    """A worked example of the rulebook: what is given, what happens, what follows."""

    id: str
    rules: tuple[str, ...]
    given: str
    when: str
    then: str


class RuleTable(Struct, frozen=True):
    id: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    note: str = ""

    def dicts(self) -> list[dict[str, Any]]:
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


class Tables(dict[str, RuleTable]):
    """The tables by id; an unknown one is answered with those there are."""

    def __missing__(self, table: str) -> RuleTable:
        raise KeyError(f"no table {table!r}; tables are {', '.join(self)}")


class Rulebook:
    """All texts of one game by id. `rulebook["S-FLD-03"]` is a Rule or a Ruling.

    Raises KeyError with the nearest ids for an id that does not exist.
    """

    def __init__(self, file: Traversable) -> None:
        self._file = file

    @cached_property
    def _raw(self) -> dict[str, Any]:
        return tomllib.loads(self._file.read_text(encoding="utf-8"))

    @cached_property
    def game(self) -> dict[str, Any]:
        return dict(self._raw["game"])

    @cached_property
    def version(self) -> str:
        """Eight hex digits that change when anything in the file does."""
        text = self._file.read_text(encoding="utf-8")
        return hashlib.blake2b(text.encode(), digest_size=4).hexdigest()

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        return msgspec.convert(self._raw["rule"], tuple[Rule, ...])

    @cached_property
    def rulings(self) -> tuple[Ruling, ...]:
        return msgspec.convert(self._raw.get("ruling", []), tuple[Ruling, ...])

    @cached_property
    def examples(self) -> tuple[Example, ...]:
        return msgspec.convert(self._raw.get("example", []), tuple[Example, ...])

    @cached_property
    def tables(self) -> dict[str, RuleTable]:
        return Tables({t["id"]: msgspec.convert(t, RuleTable) for t in self._raw.get("table", [])})

    @cached_property
    def _by_id(self) -> dict[str, Rule | Ruling]:
        book: list[Rule | Ruling] = [*self.rules, *self.rulings]
        return {r.id: r for r in book}

    @property
    def ids(self) -> tuple[str, ...]:
        """Ids of all rules and rulings, in the order of the book."""
        return tuple(self._by_id)

    def __contains__(self, rule_id: object) -> bool:
        return rule_id in self._by_id

    def __getitem__(self, rule_id: str) -> Rule | Ruling:
        try:
            return self._by_id[rule_id]
        except KeyError:
            import difflib

            near = ", ".join(difflib.get_close_matches(rule_id.upper(), self._by_id, n=3, cutoff=0.5))
            raise KeyError(f"no rule {rule_id!r}" + (f"; near: {near}" if near else "")) from None

    def rulings_on(self, rule_id: str) -> tuple[Ruling, ...]:
        """The rulings that concern a rule."""
        return tuple(r for r in self.rulings if rule_id in r.about)

    def search(self, words: str) -> list[Rule | Ruling]:
        """Rules and rulings whose id or text holds all the words, in the order of the book."""
        wanted = words.lower().split()
        return [
            r
            for r in self._by_id.values()
            if all(w in f"{r.id} {r.section} {r.text}".lower() for w in wanted)
        ]

    def __repr__(self) -> str:
        return f"Rulebook({self.game['title']!r}, {len(self.rules)} rules, {len(self.rulings)} rulings)"
