"""Every rule and ruling is named by the code that enforces it, and met by a test."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import atlantis_nb.games.foes as package

from .kit import GAME

MODULES = (
    "test_rules",
    "test_options",
    "test_paths",
    "test_odds",
    "test_tables",
    "test_view",
    "test_play",
    "test_spells",
)


def met() -> set[str]:
    """Rules of the worked examples (each is a test of its own) and those that tests say they meet."""
    ids = {rule for example in GAME.rulebook.examples for rule in example.rules}
    for name in MODULES:
        for thing in vars(import_module(f"{__package__}.{name}")).values():
            ids |= set(getattr(thing, "meets", ()))
    return ids


def test_every_rule_is_met_by_a_test() -> None:
    assert [i for i in GAME.rulebook.ids if i not in met()] == []


def test_tests_meet_only_rules_that_exist() -> None:
    assert [i for i in sorted(met()) if i not in GAME.rulebook] == []


def test_every_rule_is_named_by_the_code() -> None:
    source = "".join(p.read_text(encoding="utf-8") for p in Path(package.__file__).parent.glob("*.py"))
    assert [i for i in GAME.rulebook.ids if i not in source] == []


def test_rules_of_tasks_exist() -> None:
    assert {rule for task in GAME.tasks for rule in task.rules} <= set(GAME.rulebook.ids)


def test_examples_and_rulings_point_at_rules_that_exist() -> None:
    book = GAME.rulebook
    for ruling in book.rulings:
        assert [r for r in ruling.about if r not in book] == [], ruling.id
    for example in book.examples:
        assert [r for r in example.rules if r not in book] == [], example.id
