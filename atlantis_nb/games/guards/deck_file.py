"""Reading a deck file: the whole of a deck, or one's own hero added to the teaching deck (G-R-95, G-R-103).

A file that has neither tokens nor items is added to the teaching deck: its heroes sit beside those
that come along, a card with the id of a teaching card takes its place. A hero may leave to another
what it does not bring: `based_on` names the hero who lends the missing cards, Hold is always there.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Literal, TypeVar, get_args

import msgspec
from msgspec import Struct, structs

from atlantis_nb.core import plain
from atlantis_nb.core.game import Refused

from . import deck_check
from .deck import COLOURS, ICONS, Card, Deck, HeroCard, Icon, ItemCard, TokenCard, load_deck, slot_name

TABLES = ("meta", "hero", "card", "token", "item")
WORDS = (
    "enum", "value", "selector", "spaces", "predicate", "condition", "common", "op", "glossary", "meta_key",
    "hero_key", "card_key",
)  # fmt: skip
"""Tables of the teaching deck that explain its vocabulary. Another file may leave them out."""
TEACHING_ID, TEACHING_TITLE = "guards_teaching_deck", "Teaching deck"

S = TypeVar("S", bound=Struct)


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    """The table [meta]: what the deck is called and what it is added to."""

    id: str = ""
    title: str = ""
    extends: Literal["teaching", "nothing"] | None = None
    cards: int | None = None
    game: str = ""
    version: int = 1
    public_sources: tuple[str, ...] = ()


def convert(raw: Any, kind: type[S], here: str, known: str = "") -> S:
    """Values as a struct. Raises Refused: `here`, the field, and what it may be."""
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        raise Refused(f"{here}: {plain.misfit(raw, kind) or f'{error}.'}{known}") from None


def trim(raw: Any, source: str) -> Any:
    """The tables that count. Raises Refused for a table or a word of the vocabulary that is unknown."""
    if not isinstance(raw, dict):
        raise Refused(f"{source}: a deck is a table with meta, hero and card.")
    for key in raw:
        if key not in TABLES and key not in WORDS:
            raise Refused(
                f"{source}: {key} is unknown; a deck file has meta, hero, card, token and item."
                f"{plain.meant(key, TABLES)}"
            )
    for table in ("op", "predicate", "selector", "spaces", "condition", "enum"):
        words = raw.get(table, {})
        ours = _words()[table]
        for word in words if isinstance(words, dict) else ():
            if word not in ours:
                raise Refused(
                    f"{source}: {table}.{word} is not in the vocabulary, which a file cannot extend; "
                    f"leave the table {table} out.{plain.meant(word, ours)}"
                )
            listed = words[word] if table == "enum" and isinstance(words[word], list) else []
            for value in listed:
                if value not in ours[word]:
                    raise Refused(
                        f"{source}: enum.{word} has {value!r}, which is not in the vocabulary; a file cannot "
                        f"extend it. It has {plain.one_of(ours[word], 'and')}."
                    )
    return {key: raw[key] for key in TABLES if key in raw}


@cache
def _words() -> dict[str, Any]:
    from .deck import teaching_raw

    return {key: table for key, table in teaching_raw().items() if key in WORDS}


def read(raw: Any, source: str) -> Deck:
    """A deck from the values of a TOML file. Raises Refused: one sentence, naming card and field."""
    raw = trim(raw, source)
    own = source != "The teaching deck"
    head = convert(raw.get("meta", {}), Head, f"{source}: meta")
    added = (
        own and (head.extends or ("nothing" if "token" in raw or "item" in raw else "teaching")) == "teaching"
    )
    base = load_deck("teaching") if own else None
    tokens = _named(raw, "token", TokenCard, ("magma", "mine"), source, base.tokens if base else {})
    items = _named(raw, "item", ItemCard, ICONS, source, base.items if base else {})
    heroes, cards = _heroes(raw, source), _list(raw, "card", source)
    if not heroes and not cards:
        raise Refused(f"{source}: there is neither a hero nor a card in it.")
    if head.cards is not None and head.cards != len(cards):
        raise Refused(f"{source}: meta.cards says {head.cards}, but the file has {len(cards)} cards.")
    found: dict[str, Card] = dict(base.cards) if base and added else {}
    known = {**(base.heroes if base and added else {}), **{h.id: h for h in heroes}}
    if base and added:
        for hero in heroes:
            if hero.id in base.heroes:
                raise Refused(
                    f"{source}: hero {hero.id!r} is in the teaching deck already; give yours another id."
                )
    mine: set[str] = set()
    for i, values in enumerate(cards):
        card = _card(_filled(values, heroes), heroes, source, i)
        here = f"{source}: card {card.id!r}"
        if card.id in mine:
            raise Refused(_twice(card, found[card.id], cards, source))
        if card.hero not in known:
            hint = plain.meant(card.hero, known)
            raise Refused(f"{here}: hero {card.hero!r} is not in the file.{hint}")
        old = found.get(card.id)
        if old is not None and _place(old, True) != _place(card, True):
            raise Refused(
                f"{here}: the teaching deck has a card of this id, {old.name} of {old.hero}; "
                "give yours another id, or keep hero, slot, tier and branch to take its place."
            )
        mine.add(card.id)
        found[card.id] = card
    complete = {hero.id: _complete(hero, found, source) for hero in heroes}
    known |= complete
    _distinct(known, source)
    for hero in known.values():
        deck_check.check_hero(hero, found, source)
    apes = sorted(h.id for h in known.values() if h.kind == "ape_man")
    if apes != ["hanu", "wuk"]:
        raise Refused(f"{source}: the ape-men are wuk and hanu, not {', '.join(apes) or 'missing'}.")
    copied = own and head.id == TEACHING_ID  # a copy of the teaching deck is not the teaching deck
    title = "" if copied and head.title == TEACHING_TITLE else head.title
    title = title or ("" if copied else head.id)
    return Deck(
        title or source.removeprefix("The ").removesuffix(" in this match file"),
        found,
        known,
        tokens,
        items,
    )


# ------------------------------------------------------------------ parts of the file


def _list(raw: dict[str, Any], key: str, source: str) -> list[dict[str, Any]]:
    found = raw.get(key, [])
    if not isinstance(found, list | tuple) or not all(isinstance(value, dict) for value in found):
        raise Refused(f"{source}: {key} is a list of tables, each one beginning with [[{key}]].")
    return list(found)


def _heroes(raw: dict[str, Any], source: str) -> list[HeroCard]:
    found: list[HeroCard] = []
    for i, values in enumerate(_list(raw, "hero", source)):
        name = values.get("id") or values.get("name") or i + 1
        found.append(convert(values, HeroCard, f"{source}: hero {name!r}"))
        if not found[-1].id.isalnum():
            raise Refused(
                f"{source}: hero {name!r}: id is one word of letters and digits, such as "
                f"{_word(found[-1].id)!r}, not {found[-1].id!r}."
            )
        if [h.id for h in found].count(found[-1].id) > 1:
            raise Refused(f"{source}: hero {found[-1].id!r} stands in the file twice.")
    return found


def _word(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold())) or "nova"


def _distinct(heroes: dict[str, HeroCard], source: str) -> None:
    names: dict[str, str] = {}
    for hero in heroes.values():
        other = names.setdefault(hero.name.casefold(), hero.id)
        if other != hero.id:
            raise Refused(
                f"{source}: hero {hero.id!r}: name {hero.name!r} is the name of hero {other!r} already."
            )


def _twice(card: Card, other: Card, cards: list[dict[str, Any]], source: str) -> str:
    """Two cards of one id, in words: by their names, for an id may have been made from their place."""
    if card.name == other.name:
        return f"{source}: card {card.name!r} stands in the file twice."
    both = f"{source}: the cards {other.name!r} and {card.name!r}"
    if any(values.get("id") == card.id for values in cards):
        return f"{both} have the same id, {card.id!r}."
    place = slot_name(card.slot, card.tier, card.branch)
    return f"{both} are both the {place} card of {card.hero}; give one another slot, tier or branch."


def _filled(values: dict[str, Any], heroes: list[HeroCard]) -> dict[str, Any]:
    """A card with what follows from the rest: its hero if the file has one only, and its id."""
    values = dict(values)
    if "hero" not in values and len(heroes) == 1:
        values["hero"] = heroes[0].id
    slot, tier = values.get("slot"), values.get("tier")
    if "tier" not in values and isinstance(slot, str):
        fixed = {"gold": 0, "silver": 0, "black": 0, "ultimate": 4}
        if slot in fixed:
            values["tier"] = tier = fixed[slot]
    if "id" not in values and "hero" in values and isinstance(slot, str):
        values["id"] = _id(
            str(values["hero"]), slot, tier if isinstance(tier, int) else 0, str(values.get("branch", ""))
        )
    return values


def _id(hero: str, slot: str, tier: int, branch: str) -> str:
    if slot in COLOURS:
        return f"{hero}_{slot}_{tier}{branch}"
    return f"{hero}_{'hold' if slot == 'black' else slot}"


def _whose(heroes: list[HeroCard]) -> str:
    if not heroes:
        return "There is no [[hero]] in the file, and the card has no key hero."
    return f"The file has {len(heroes)} heroes, so the card needs the key hero."


def _card(raw: dict[str, Any], heroes: list[HeroCard], source: str, i: int) -> Card:
    from .effects import read as read_steps

    name = raw.get("id") or raw.get("name")
    here = f"{source}: card {name!r}" if name else f"{source}: card {i + 1} of the file"
    if "hero" not in raw:
        raise Refused(f"{here}: whose card is it? {_whose(heroes)}")
    card = convert(raw, Card, here)
    if "effect" not in raw and card.slot != "black":
        raise Refused(f"{here}: effect is missing: it is the list of the steps of the text.")
    card = structs.replace(card, effect=read_steps(raw.get("effect", []), here))
    deck_check.check_card(card, here)
    return card


def _place(card: Card, whose: bool = False) -> tuple[str, str, int, str]:
    return (card.hero if whose else "", card.slot, card.tier, card.branch)


def _complete(hero: HeroCard, cards: dict[str, Card], source: str) -> HeroCard:
    """A hero with the cards of another for those that are missing, and with the hand at the start."""
    mine = [card for card in cards.values() if card.hero == hero.id]
    lenders = load_deck("teaching").heroes if source != "The teaching deck" else {}
    if hero.based_on:
        regular = [h.id for h in lenders.values() if h.kind == "regular"]
        if hero.based_on not in regular:
            raise Refused(
                f"{source}: hero {hero.id!r}: based_on is {plain.one_of(regular)}, not {hero.based_on!r}."
                f"{plain.meant(hero.based_on, regular)}"
            )
    if lenders:
        taken = {_place(card) for card in mine}
        lender = hero.based_on or "arien"
        for card in load_deck("teaching").cards.values():
            if card.hero != lender or _place(card) in taken or not (hero.based_on or card.slot == "black"):
                continue
            new = structs.replace(card, id=_id(hero.id, card.slot, card.tier, card.branch), hero=hero.id)
            if new.id in cards:
                other = cards[new.id]
                raise Refused(
                    f"{source}: card {new.id!r} is the {slot_name(other.slot, other.tier, other.branch)} card by "
                    f"slot, tier and branch, but its id is the one of {slot_name(new.slot, new.tier, new.branch)}."
                )
            cards[new.id] = new
            mine.append(new)
    first = {(card.slot, card.tier): card.id for card in reversed(mine)}
    wanted = [("gold", 0), *((colour, 1) for colour in ("red", "blue", "green")), ("black", 0)]
    hand = hero.start_hand or tuple(first[place] for place in wanted if place in first)
    extra = hero.extra_start_card or first.get(("silver", 0), "")
    return structs.replace(hero, start_hand=hand, extra_start_card=extra)


K = TypeVar("K", TokenCard, ItemCard)


def _named(
    raw: dict[str, Any], key: str, kind: type[K], names: tuple[str, ...], source: str, base: dict[str, K]
) -> dict[str, K]:
    """The table of tokens or items; what is missing is that of the teaching deck."""
    values = raw.get(key, {})
    if not isinstance(values, dict):
        raise Refused(f"{source}: {key} is a table of {plain.one_of(names, 'and')}.")
    for name in values:
        if name not in names:
            raise Refused(
                f"{source}: {key}.{name} is unknown; the {key}s are {plain.one_of(names, 'and')}."
                f"{plain.meant(name, names)}"
            )
    own = {name: convert(values[name], kind, f"{source}: {key}.{name}") for name in values}
    found = {name: own.get(name, base.get(name)) for name in names}
    for name, value in found.items():
        if value is None:
            raise Refused(f"{source}: {key}.{name} is missing.")
    return {name: value for name, value in found.items() if value is not None}


assert get_args(Icon) == ICONS
