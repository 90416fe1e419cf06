"""The cards: one deck file in the format of data/deck.toml, read and checked.

The deck that comes along is a teaching deck: hero names and rules are the game's, the texts are
ours, and most numbers follow the second edition, because the cards of the first edition are not
public (see the head of the file). Whoever owns the game may write a deck of the same format and
name it in the option `deck`; whoever invents a hero writes a file with that hero alone, which is
added to the teaching deck (deck_file.py). Rules: G-CARD-01 to 03, G-R-15, G-R-16, G-R-17, G-R-95.
"""

from __future__ import annotations

import os
import tomllib
from importlib.resources import files
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta, Struct

from . import sheet
from .sources import Shelf, named

if TYPE_CHECKING:
    from .effects.base import Op

ICONS = ("initiative", "attack", "defense", "movement", "range", "radius")
COLOURS = ("red", "blue", "green")
SLOTS = ("gold", "silver", *COLOURS, "black", "ultimate")
PAIR = "wuk_hanu"
"""The one hero place that is two figures (G-SET-02)."""

Slot = Literal["gold", "silver", "red", "blue", "green", "ultimate", "black"]
Icon = Literal["initiative", "attack", "defense", "movement", "range", "radius"]
Text = Annotated[str, Meta(min_length=1)]
Number = Annotated[int, Meta(ge=0, le=99)]
"""A printed icon. Defense 0 is a printed 0."""
Reach = Annotated[int, Meta(ge=1, le=20)]


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """One card of a colour slot (G-CARD-02). A missing icon is None.

    `effect` are its steps, objects of the effect primitives.
    """

    id: Text
    hero: Text
    name: Text
    slot: Slot
    tier: Literal[0, 1, 2, 3, 4]
    card_type: Literal["attack", "skill", "defense", "ultimate", "hold"]
    text: Text
    branch: Literal["", "a", "b"] = ""
    keywords: tuple[Literal["basic", "melee", "ranged", "area", "ongoing", "line"], ...] = ()
    initiative: Number | None = None
    attack: Number | None = None
    defense: Number | None = None
    movement: Number | None = None
    range: Reach | None = None
    radius: Reach | None = None
    item: Icon | None = None
    effect: Any = ()
    origin: str = ""
    numbers: str = ""

    def __str__(self) -> str:
        return sheet.card_words(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))

    def _repr_html_(self) -> str:
        return sheet.card_html(self)

    def icon(self, stat: str) -> int | None:
        value: int | None = getattr(self, stat)
        return value

    @property
    def steps(self) -> tuple[Op, ...]:
        found: tuple[Op, ...] = self.effect
        return found


class HeroCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A hero: name, title and the cards at the start.

    A regular hero may leave out kind, box, max_level and the hand at the start: they follow from
    the cards. `based_on` names a hero of the teaching deck who lends the cards that are missing
    (G-R-103).
    """

    id: Text
    name: Text
    title: Text
    kind: Literal["regular", "ape_man"] = "regular"
    box: Literal["base", "expansion"] = "base"
    max_level: Annotated[int, Meta(ge=1, le=8)] = 8
    start_hand: tuple[str, ...] = ()
    style: str = ""
    extra_start_card: str = ""
    pair: str = ""
    based_on: str = ""


class TokenCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A sort of token and how many there are (G-COMP-04, G-R-71)."""

    hero: str
    supply: Annotated[int, Meta(ge=1, le=20)]
    rule: str = ""
    obstacle: Literal[False] = False


class ItemCard(Struct, frozen=True, forbid_unknown_fields=True):
    name: Text
    bonus: Annotated[int, Meta(ge=0, le=9)]
    name_from: str = ""


def slot_name(slot: str, tier: int, branch: str = "") -> str:
    """A place in a hero's deck in words: "red II a", "gold", "Hold", "Ultimate"."""
    if slot in COLOURS:
        return f"{slot} {'I' * tier}{' ' + branch if branch else ''}"
    return {"black": "Hold", "ultimate": "Ultimate"}.get(slot, slot)


class Deck:
    """All cards of a deck file, by id. `steps` finds the steps of a card, also inside a step."""

    def __init__(
        self,
        title: str,
        cards: dict[str, Card],
        heroes: dict[str, HeroCard],
        tokens: dict[str, TokenCard],
        items: dict[str, ItemCard],
    ) -> None:
        self.title, self.cards, self.heroes, self.tokens, self.items = title, cards, heroes, tokens, items
        self.steps: dict[tuple[str, str], tuple[Op, ...]] = {}
        """(card, part) -> steps; part "" is the whole text, "2.0" option 0 of step 2."""
        self.plain: dict[tuple[str, str], bool] = {}
        """(card, part) -> whether it is enough to look at the first step before it may be chosen."""
        self.melee: dict[tuple[str, str], bool] = {}
        """(card, name) -> whether the step that found that target looked at adjacent spaces."""
        self.rank = {c: SLOTS.index(card.slot) for c, card in cards.items()}
        from .effects.base import PLAIN, index

        for card in cards.values():
            index(self, card.id, "", card.steps)
            index(self, card.id, "plain", PLAIN)
        self.of: dict[tuple[str, str, int], tuple[str, ...]] = {}
        """(hero, slot, tier) -> cards."""
        for card in cards.values():
            key = (card.hero, card.slot, card.tier)
            self.of[key] = (*self.of.get(key, ()), card.id)
        self.bonus: dict[tuple[tuple[str, ...], str], int] = {}

    def __repr__(self) -> str:
        return f"<Deck {self.title}: {len(self.heroes)} heroes, {len(self.cards)} cards>"

    def _repr_html_(self) -> str:
        return sheet.deck_html(self)

    def hero(self, which: str) -> sheet.Page:
        """All cards of a hero, by id or name, to look at. Raises Refused."""
        return sheet.page(self, which)

    def items_for(self, items: tuple[str, ...], icon: str) -> int:
        """What a hero's items add to an icon (G-ITEM-03, G-R-67)."""
        key = (items, icon)
        found = self.bonus.get(key)
        if found is None:
            found = sum(self.items[icon].bonus for c in items if self.cards[c].item == icon)
            self.bonus[key] = found
        return found

    def sort(self, cards: tuple[str, ...] | list[str]) -> tuple[str, ...]:
        """Cards in the order of the slots."""
        return tuple(sorted(cards, key=self.rank.__getitem__))

    def start(self, kind: str, hand_model: str) -> tuple[str, ...]:
        """The hand at the start (G-SET-05, G-R-15)."""
        hero = self.heroes[kind]
        extra = (hero.extra_start_card,) if hand_model == "gold_silver_plus_hold" else ()
        return self.sort([*hero.start_hand, *filter(None, extra)])

    def places(self, expansion: bool) -> tuple[str, ...]:
        """The hero places there are: every regular hero, and the pair as one (G-COMP-05, G-COMP-06)."""
        found: list[str] = []
        for hero in self.heroes.values():
            place = PAIR if hero.kind == "ape_man" else hero.id
            if (expansion or hero.box == "base") and place not in found:
                found.append(place)
        return tuple(found)

    def title_of(self, place: str) -> str:
        return "Wuk and Hanu" if place == PAIR else self.heroes[place].name

    def label(self, card: str) -> str:
        """A card in a few words: "Spellsword Cut (gold)"."""
        found = self.cards.get(card)
        if found is None:
            return "a face-down card"
        if found.slot == "black":
            return found.name
        return f"{found.name} ({found.slot}{' ' + 'I' * found.tier if found.slot in COLOURS else ''})"

    def upgrades(self, kind: str, owned: tuple[str, ...], ultimate: str) -> tuple[str, ...]:
        """The cards a level-up may bring (G-LVL-07 to 09, G-R-17, G-R-18, G-ULT-01).

        `owned` are the cards of the hand, wherever they are now.
        """
        tier: dict[str, int] = {self.cards[c].slot: self.cards[c].tier for c in owned}
        if not all(c in tier for c in COLOURS):
            return ()
        for level in (2, 3):
            found = tuple(
                card for c in COLOURS if tier[c] == level - 1 for card in self.of.get((kind, c, level), ())
            )
            if found:
                return found
        return () if ultimate else self.of.get((kind, "ultimate", 4), ())


# ------------------------------------------------------------------ decks by name


def teaching_raw() -> dict[str, Any]:
    """The teaching deck as plain values, to change a card and try it out (`add_deck`)."""
    return tomllib.loads((files(__package__) / "data" / "deck.toml").read_text(encoding="utf-8"))


def read_deck(raw: Any, source: str) -> Deck:
    """A deck from the values of a TOML file. Raises Refused: one sentence, naming card and field."""
    from .deck_file import read

    return read(raw, source)


def _trim(raw: Any, source: str) -> Any:
    """What counts of a deck file: its vocabulary tables are words for readers."""
    from .deck_file import trim

    return trim(raw, source)


SHELF: Shelf[Deck] = Shelf("deck", "TOML", ("teaching",), tomllib.loads, _trim, read_deck)


def add_deck(name: str, raw: Any) -> str:
    """Make a deck from plain values known under a name for the option `deck`. Raises Refused.

    The name is known in this process alone; a saved match carries the deck with it (G-R-105).
    """
    SHELF.give(name, raw)
    return name


def load_deck(which: str | os.PathLike[str]) -> Deck:
    """The deck of an option value: "teaching", the name or path of a deck file, or one of `add_deck`.

    A file that has changed is read again. Raises Refused with one sentence.
    """
    if not isinstance(which, str):
        which = named("deck", which)
    found = SHELF.things.get(which)
    if found is None:
        if which == "teaching":
            found = SHELF.things[which] = read_deck(teaching_raw(), "The teaching deck")
        else:
            found = SHELF.get(which)
    return found


def pin_deck(which: str) -> str:
    """The option value as a table under way keeps it (see sources.py)."""
    return which if which == "teaching" else SHELF.pin(which)


def example_hero() -> str:
    """The text of a small deck file: one hero of one's own."""
    return (files(__package__) / "data" / "example_hero.toml").read_text(encoding="utf-8")
