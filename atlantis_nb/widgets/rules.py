"""Rules: read, search and follow the rulebook of a game."""

from __future__ import annotations

from html import escape
from typing import Any

import ipywidgets as W

from ..core.game import Game
from ..core.match import find_game
from ..core.rulebook import Rule, Rulebook, Ruling
from .base import Live, capital, rule_html, table_html
from .board import Dress, Lines


class Rules(Live):
    """`Rules("sinking")`: search, sections, rulings, examples and tables of a rulebook.

    `focus("S-FLD-03")` shows one rule, `search("city flood")` the rules that hold all the words.
    """

    def __init__(self, thing: str | Game[Any] | Rulebook) -> None:
        super().__init__()
        self.book = thing if isinstance(thing, Rulebook) else find_game(thing).rulebook
        self.title = str(self.book.game.get("title", "Rules"))
        self.rule: Rule | Ruling | None = None
        self.field = W.Text(
            description="Search",
            placeholder="words or a rule's number",
            layout=W.Layout(width="100%", max_width="420px"),
        )
        sections = list(dict.fromkeys(r.section for r in self._all()))
        self.section = W.Dropdown(
            description="Section",
            options=[("all", ""), *((s, s) for s in sections)],
            layout=W.Layout(width="auto", max_width="360px"),
        )
        self.hear(self.field, lambda _words: self._list())
        self.hear(self.section, lambda _name: self._list())
        self.lines = Lines(label="Rules", height="300px", empty="No rule holds all these words.")
        self.lines.on_pick(self.guard(lambda row: self.focus(row.strip())))
        self.detail = W.HTML()
        row = W.HBox([self.field, self.section])
        row.add_class("atl-row")
        self.children = (Dress(), row, self.message, self.lines, self.detail)
        self._list()

    def _all(self) -> list[Rule | Ruling]:
        return [self.book[rule_id] for rule_id in self.book.ids]

    def found(self) -> list[Rule | Ruling]:
        """The rules listed now."""
        rules = self.book.search(self.field.value) if self.field.value.strip() else self._all()
        return [r for r in rules if not self.section.value or r.section == self.section.value]

    def search(self, words: str) -> list[Rule | Ruling]:
        """List the rules that hold all the words."""
        self.section.value = ""
        self.field.value = words
        return self.found()

    def focus(self, rule_id: str) -> None:
        """Show one rule or ruling. Raises ValueError that names near ids for one that is not there."""
        try:
            rule = self.book[rule_id]
        except KeyError as error:
            raise ValueError(capital(str(error.args[0])) + ".") from None
        self.rule = rule
        if rule not in self.found():
            self.search("")
        self.lines.current = rule_id
        self.detail.value = f'<div class="atl-why">{self._html(rule)}</div>'

    def _list(self) -> None:
        rows: list[dict[str, Any]] = []
        section = ""
        for rule in self.found():
            if rule.section != section:
                section = rule.section
                rows.append({"id": rule.id + " ", "text": section, "kind": "head"})
            text = rule.question if isinstance(rule, Ruling) else rule.text
            rows.append(
                {"id": rule.id, "tag": rule.id, "text": text if len(text) < 160 else text[:157] + "..."}
            )
        self.lines.rows = rows
        self.say("" if not self.field.value.strip() else f"{len(self.found())} found.")

    def _html(self, rule: Rule | Ruling) -> str:
        parts = [f"<p>{rule_html(rule)}</p>"]
        if isinstance(rule, Ruling):
            parts.append(f"<p><b>Why.</b> {escape(rule.why)}</p>" if rule.why else "")
            if rule.about:
                parts.append(f"<p class='atl-soft'>About {escape(', '.join(rule.about))}.</p>")
        else:
            facts = [rule.kind, rule.variant and f"variant: {rule.variant}", rule.source]
            parts.append(f"<p class='atl-soft'>{escape(' · '.join(f for f in facts if f))}</p>")
            parts += [f"<p>Ruling {rule_html(r)}</p>" for r in self.book.rulings_on(rule.id)]
        for example in self.book.examples:
            if rule.id in example.rules:
                parts.append(
                    f"<p><b>Example {escape(example.id)}.</b> {escape(example.given)} "
                    f"{escape(example.when)} <i>{escape(example.then)}</i></p>"
                )
        for name, table in self.book.tables.items():
            if name in rule.text:
                parts.append(table_html(table.columns, table.rows, name))
        return "".join(parts)

    def words(self) -> list[str]:
        """The rule in focus with its rulings, else how many rules there are."""
        if self.rule is None:
            return [f"{self.title}: {len(self.book.rules)} rules, {len(self.book.rulings)} rulings."]
        rulings = self.book.rulings_on(self.rule.id) if isinstance(self.rule, Rule) else ()
        return [str(self.rule), *map(str, rulings)]

    def __repr__(self) -> str:
        return f"Rules({self.title!r})"
