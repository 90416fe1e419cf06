"""What a card and a hero must have to be played (G-COMP-02, G-HOLD-01, G-ITEM-02, G-R-15 to G-R-17, G-R-66).

Every sentence names the card or the hero and the field.
"""

from __future__ import annotations

from atlantis_nb.core.game import Refused, plural

from .deck import COLOURS, Card, HeroCard, slot_name

TYPES = {"black": "hold", "ultimate": "ultimate"}
"""Slots that fix the type of the card."""
TIERS = {"gold": (0,), "silver": (0,), "black": (0,), "ultimate": (4,)}


def check_card(card: Card, here: str) -> None:
    """Refuse a card that could not be played as it stands. `here` names file and card."""
    wanted = TYPES.get(card.slot)
    if (wanted or card.card_type) != card.card_type or (not wanted and card.card_type in TYPES.values()):
        fits = wanted or "attack, skill or defense"
        raise Refused(f"{here}: card_type of a card of slot {card.slot} is {fits}, not {card.card_type!r}.")
    tiers = TIERS.get(card.slot, (1, 2, 3))
    if card.tier not in tiers:
        fits = str(tiers[0]) if len(tiers) == 1 else "1, 2 or 3"
        raise Refused(f"{here}: tier of a card of slot {card.slot} is {fits}, not {card.tier}.")
    _icons(card, here)
    if card.item is not None and card.tier not in (2, 3):
        raise Refused(f"{here}: item stands on tier II and III cards only (G-ITEM-02).")
    if card.branch and card.tier not in (2, 3):
        raise Refused(f"{here}: branch stands on tier II and III cards only.")
    if card.slot == "black" and card.steps:
        raise Refused(f"{here}: effect of Hold is empty: its text does nothing by itself (G-HOLD-01).")
    from .effects import check

    check.check_steps(card, here)
    _keywords(card, here)


def _icons(card: Card, here: str) -> None:
    if card.card_type == "attack" and card.attack is None:
        raise Refused(f"{here}: an attack card needs the icon attack.")
    if card.card_type == "defense" and card.defense is None:
        raise Refused(f"{here}: a defense card needs the icon defense.")
    if card.slot not in ("black", "ultimate") and card.initiative is None:
        raise Refused(f"{here}: a card of slot {card.slot} needs the icon initiative.")
    if card.slot == "black" and (card.initiative is not None or card.defense is not None):
        raise Refused(f"{here}: Hold has neither the icon initiative nor defense (G-HOLD-01).")
    for word in ("range", "radius"):
        if any(step.uses(word) for step in card.steps) and card.icon(word) is None:
            raise Refused(f"{here}: effect speaks of {word}, but the icon {word} is missing.")
    if any(step.needs_movement() for step in card.steps) and card.movement is None:
        raise Refused(f"{here}: effect has a fast_travel, but the icon movement is missing (G-FAST-04).")


def _keywords(card: Card, here: str) -> None:
    """Ongoing is what players read on the card; it must say what the steps do (G-SKILL-04, G-R-88)."""
    from .effects import check

    lasts = "round" in set(check.ends(card.steps))
    if lasts and "ongoing" not in card.keywords:
        raise Refused(f'{here}: a step lasts until = "round", so keywords needs "ongoing" (G-SKILL-04).')
    if "ongoing" in card.keywords and not lasts:
        raise Refused(f'{here}: keywords has "ongoing", but no step lasts until = "round" (G-SKILL-04).')


# ------------------------------------------------------------------ heroes


def check_hero(hero: HeroCard, cards: dict[str, Card], source: str) -> None:
    """The counts of G-COMP-02, G-R-16 and G-R-17: a hero without them cannot level up."""
    mine = [c for c in cards.values() if c.hero == hero.id]
    here = f"{source}: hero {hero.id!r}"
    counts = {
        (slot, tier): sum(1 for c in mine if c.slot == slot and c.tier == tier)
        for slot in COLOURS
        for tier in (1, 2, 3)
    }
    for slot in ("gold", "silver", "black"):
        n = sum(1 for c in mine if c.slot == slot)
        if n != 1:
            raise Refused(f"{here} has {plural(n, 'card')} of slot {slot}, and needs one (G-R-15).")
    if hero.kind == "ape_man":
        _first(hero, cards, here)
        _ape(hero, mine, counts, here)
        return
    for (slot, tier), n in counts.items():
        if n != (1 if tier == 1 else 2):
            raise Refused(
                f"{here}: {slot} tier {tier} has {n} cards, a regular hero needs {1 if tier == 1 else 2} (G-R-16)."
            )
    _first(hero, cards, here)
    for card in mine:
        if card.slot in COLOURS and card.tier > 1:
            if card.item is None:
                raise Refused(f"{source}: card {card.id!r}: item is missing (G-ITEM-02).")
            alike = [c.branch for c in mine if (c.slot, c.tier) == (card.slot, card.tier)]
            if sorted(alike) != ["a", "b"]:
                raise Refused(
                    f"{source}: card {card.id!r}: the two {slot_name(card.slot, card.tier)} cards need branch "
                    f"a and branch b, not {' and '.join(repr(b) for b in alike)}."
                )
    ultimates = sum(1 for c in mine if c.slot == "ultimate")
    if ultimates != 1:
        raise Refused(f"{here} has {plural(ultimates, 'card')} of slot ultimate, and needs one (G-R-66).")
    if hero.max_level != 8:
        raise Refused(f"{here}: max_level of a regular hero is 8, not {hero.max_level} (G-R-66).")


def _first(hero: HeroCard, cards: dict[str, Card], here: str) -> None:
    """The hand at the start (G-R-15)."""
    for key, first in (
        *(("start_hand", c) for c in hero.start_hand),
        ("extra_start_card", hero.extra_start_card),
    ):
        if first and (first not in cards or cards[first].hero != hero.id):
            raise Refused(f"{here}: {key} names {first!r}, which is no card of this hero.")
    slots = [cards[c].slot for c in hero.start_hand]
    if sorted(slots) != ["black", "blue", "gold", "green", "red"]:
        missing = [s for s in ("gold", "red", "blue", "green", "black") if s not in slots]
        lacks = f"; {' and '.join(missing)} is missing" if missing else ""
        raise Refused(
            f"{here}: start_hand needs one card of gold, black, red, blue and green{lacks} (G-R-15)."
        )
    for first in hero.start_hand:
        card = cards[first]
        if card.tier > 1:
            raise Refused(
                f"{here}: start_hand names {first!r}, a card of tier {card.tier}; a hero begins with tier 1 (G-R-15)."
            )
    extra = cards.get(hero.extra_start_card)
    if extra is not None and extra.slot != "silver":
        raise Refused(f"{here}: extra_start_card is the silver card, not {extra.id!r} (G-R-15).")


def _ape(hero: HeroCard, mine: list[Card], counts: dict[tuple[str, int], int], here: str) -> None:
    tiers = [sum(counts[slot, tier] for slot in COLOURS) for tier in (1, 2, 3)]
    if tiers != [3, 3, 2] or max(counts.values()) > 1 or hero.max_level != 6:
        raise Refused(
            f"{here}: an ape-man needs three tier I, three tier II and two tier III cards and max_level 6 (G-R-17)."
        )
    if any(c.item is not None or c.slot == "ultimate" for c in mine):
        raise Refused(f"{here}: an ape-man has no item and no ultimate (G-WUK-04).")
