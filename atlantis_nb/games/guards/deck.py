"""The cards: one deck file in the format of data/deck.toml, read and checked.

The deck that comes along is a teaching deck: hero names and rules are the game's, the texts are
ours, and most numbers follow the second edition, because the cards of the first edition are not
public (see the head of the file). Whoever owns the game may write a deck of the same format and
name it in the option `deck`. Rules: G-CARD-01 to 03, G-R-15, G-R-16, G-R-17, G-R-95.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import Struct

if TYPE_CHECKING:
    from .effects.base import Op

ICONS = ("initiative", "attack", "defense", "movement", "range", "radius")
COLOURS = ("red", "blue", "green")
SLOTS = ("gold", "silver", *COLOURS, "black", "ultimate")
PAIR = "wuk_hanu"
"""The one hero place that is two figures (G-SET-02)."""

Slot = Literal["gold", "silver", "red", "blue", "green", "ultimate", "black"]
Icon = Literal["initiative", "attack", "defense", "movement", "range", "radius"]


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """One card of a colour slot (G-CARD-02). A missing icon is None.

    `effect` are its steps, objects of the effect primitives.
    """

    id: str
    hero: str
    name: str
    slot: Slot
    tier: Literal[0, 1, 2, 3, 4]
    card_type: Literal["attack", "skill", "defense", "ultimate", "hold"]
    text: str
    branch: Literal["", "a", "b"] = ""
    keywords: tuple[Literal["basic", "melee", "ranged", "area", "ongoing", "line"], ...] = ()
    initiative: int | None = None
    attack: int | None = None
    defense: int | None = None
    movement: int | None = None
    range: int | None = None
    radius: int | None = None
    item: Icon | None = None
    effect: Any = ()
    origin: str = ""
    numbers: str = ""

    def icon(self, stat: str) -> int | None:
        value: int | None = getattr(self, stat)
        return value

    @property
    def steps(self) -> tuple[Op, ...]:
        found: tuple[Op, ...] = self.effect
        return found


class HeroCard(Struct, frozen=True):
    """A hero: name, title and the cards at the start."""

    id: str
    name: str
    title: str
    kind: Literal["regular", "ape_man"]
    box: Literal["base", "expansion"]
    max_level: int
    start_hand: tuple[str, ...]
    style: str = ""
    extra_start_card: str = ""
    pair: str = ""


class TokenCard(Struct, frozen=True):
    """A sort of token and how many there are (G-COMP-04, G-R-71)."""

    hero: str
    supply: int
    rule: str = ""
    obstacle: Literal[False] = False


class ItemCard(Struct, frozen=True):
    name: str
    bonus: int
    name_from: str = ""


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


# ------------------------------------------------------------------ reading a deck file


class Head(Struct, frozen=True):
    id: str
    title: str = ""


class DeckFile(Struct, frozen=True):
    hero: tuple[HeroCard, ...]
    token: dict[str, TokenCard]
    item: dict[Icon, ItemCard]
    card: tuple[dict[str, Any], ...]
    meta: Head


def _card(raw: dict[str, Any], source: str) -> Card:
    from .effects import read

    here = f"{source}: card {raw.get('id', '?')!r}"
    try:
        card = msgspec.convert(raw, Card)
    except msgspec.ValidationError as error:
        raise ValueError(f"{here}: {error}.") from None
    steps = read(raw.get("effect", []), here)
    card = msgspec.structs.replace(card, effect=steps)
    if card.card_type == "attack" and card.attack is None:
        raise ValueError(f"{here}: an attack card needs the icon attack.")
    if card.card_type == "defense" and card.defense is None:
        raise ValueError(f"{here}: a defense card needs the icon defense.")
    if card.slot not in ("black", "ultimate") and card.initiative is None:
        raise ValueError(f"{here}: a card of slot {card.slot} needs the icon initiative.")
    if card.slot == "black" and (card.initiative is not None or card.defense is not None):
        raise ValueError(f"{here}: Hold has neither the icon initiative nor defense (G-HOLD-01).")
    if card.item is not None and card.tier not in (2, 3):
        raise ValueError(f"{here}: item stands on tier II and III cards only (G-ITEM-02).")
    for word in ("range", "radius"):
        if any(step.uses(word) for step in steps) and card.icon(word) is None:
            raise ValueError(f"{here}: effect speaks of {word}, but the icon {word} is missing.")
    if any(step.needs_movement() for step in steps) and card.movement is None:
        raise ValueError(f"{here}: effect has a fast_travel, but the icon movement is missing (G-FAST-04).")
    return card


def _check_hero(hero: HeroCard, cards: dict[str, Card], source: str) -> None:
    """The counts of G-COMP-02, G-R-16 and G-R-17: a hero without them cannot level up."""
    mine = [c for c in cards.values() if c.hero == hero.id]
    here = f"{source}: hero {hero.id!r}"
    for first in (*hero.start_hand, *filter(None, (hero.extra_start_card,))):
        if first not in cards or cards[first].hero != hero.id:
            raise ValueError(f"{here}: start_hand names {first!r}, which is no card of this hero.")
    slots = [cards[c].slot for c in hero.start_hand]
    if sorted(slots) != ["black", "blue", "gold", "green", "red"]:
        raise ValueError(f"{here}: start_hand needs one card of gold, black, red, blue and green (G-R-15).")
    counts = {
        (slot, tier): sum(1 for c in mine if c.slot == slot and c.tier == tier)
        for slot in COLOURS
        for tier in (1, 2, 3)
    }
    if hero.kind == "regular":
        for (slot, tier), n in counts.items():
            if n != (1 if tier == 1 else 2):
                raise ValueError(
                    f"{here}: {slot} tier {tier} has {n} cards, a regular hero needs {1 if tier == 1 else 2} (G-R-16)."
                )
        for card in mine:
            if card.slot in COLOURS and card.tier > 1 and card.item is None:
                raise ValueError(f"{source}: card {card.id!r}: item is missing (G-ITEM-02).")
        if sum(1 for c in mine if c.slot == "ultimate") != 1 or hero.max_level != 8:
            raise ValueError(f"{here}: a regular hero needs one ultimate and max_level 8 (G-R-66).")
    else:
        tiers = [sum(counts[slot, tier] for slot in COLOURS) for tier in (1, 2, 3)]
        if tiers != [3, 3, 2] or max(counts.values()) > 1 or hero.max_level != 6:
            raise ValueError(
                f"{here}: an ape-man needs three tier I, three tier II and two tier III cards and max_level 6 (G-R-17)."
            )
        if any(c.item is not None or c.slot == "ultimate" for c in mine):
            raise ValueError(f"{here}: an ape-man has no item and no ultimate (G-WUK-04).")


def read_deck(raw: Any, source: str) -> Deck:
    """A deck from the values of a TOML file. Raises ValueError: one sentence, naming card and field."""
    try:
        file = msgspec.convert(raw, DeckFile)
    except msgspec.ValidationError as error:
        raise ValueError(f"{source}: {error}.") from None
    missing = [icon for icon in ICONS if icon not in file.item]
    if missing:
        raise ValueError(f"{source}: item.{missing[0]} is missing.")
    cards: dict[str, Card] = {}
    heroes = {h.id: h for h in file.hero}
    for raw_card in file.card:
        card = _card(raw_card, source)
        if card.id in cards:
            raise ValueError(f"{source}: card {card.id!r} stands in the file twice.")
        if card.hero not in heroes:
            raise ValueError(f"{source}: card {card.id!r}: hero {card.hero!r} is not in the file.")
        cards[card.id] = card
    for hero in heroes.values():
        _check_hero(hero, cards, source)
    apes = sorted(h.id for h in heroes.values() if h.kind == "ape_man")
    if apes != ["hanu", "wuk"]:
        raise ValueError(f"{source}: the ape-men are wuk and hanu, not {', '.join(apes) or 'missing'}.")
    return Deck(
        file.meta.title or file.meta.id, cards, heroes, file.token, {str(k): v for k, v in file.item.items()}
    )


def teaching_raw() -> dict[str, Any]:
    """The teaching deck as plain values, to change a card and try it out (`add_deck`)."""
    return tomllib.loads((files(__package__) / "data" / "deck.toml").read_text(encoding="utf-8"))


_DECKS: dict[str, Deck] = {}


def add_deck(name: str, raw: Any) -> str:
    """Make a deck from plain values known under a name for the option `deck`. Raises ValueError."""
    if name == "teaching":
        raise ValueError("The name teaching is taken.")
    _DECKS[name] = read_deck(raw, f"The deck {name}")
    return name


def load_deck(which: str) -> Deck:
    """The deck of an option value: "teaching", the name of a deck file, or one of `add_deck`.

    Raises ValueError with one sentence.
    """
    found = _DECKS.get(which)
    if found is None:
        found = _DECKS[which] = _read_file(which)
    return found


def _read_file(which: str) -> Deck:
    if which == "teaching":
        return read_deck(teaching_raw(), "The teaching deck")
    path = Path(which)
    if not path.is_file():
        raise ValueError(f"deck is teaching or the name of a deck file; there is no file {which!r}.")
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
    except (ValueError, OSError) as error:
        raise ValueError(f"The deck file {path.name} cannot be read as TOML: {error}.") from None
    return read_deck(raw, f"The deck file {path.name}")
