"""All actions: small frozen records that name what a player chose, and the clicks that choose it."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Literal

from atlantis_nb.core.game import Action, Place, Seat

from .board import TEAM_NAMES
from .deck import PAIR
from .state import hero_name


def place_name(hero: str) -> str:
    """A hero place in words."""
    return "Wuk and Hanu" if hero == PAIR else hero_name(hero)


# ------------------------------------------------------------------ chance


class Toss(Action, frozen=True):
    """The coin toss of G-R-09, or which captain chooses first."""

    team: int

    def __str__(self) -> str:
        return f"The toss falls to the {TEAM_NAMES[self.team]}"


class Deal(Action, frozen=True):
    """A hero is dealt: to a pile of the draft, aside, or to a player (G-DRAFT-01, G-DRAFT-06)."""

    hero: str

    def __str__(self) -> str:
        return f"{place_name(self.hero)} is dealt"


class DrawSeat(Action, frozen=True):
    """A random player: a captain, or the one to whom an ape-man is dealt (G-R-13)."""

    seat: Seat

    def __str__(self) -> str:
        return f"Player {self.seat + 1} is drawn"


# ------------------------------------------------------------------ before the game


class PickHero(Action, frozen=True):
    hero: str

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"card:{self.hero}",)

    def __str__(self) -> str:
        return f"Take {place_name(self.hero)}"


class BanHero(Action, frozen=True):
    hero: str

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"card:{self.hero}",)

    def __str__(self) -> str:
        return f"Ban {place_name(self.hero)}"


class PickPlayer(Action, frozen=True):
    """A captain takes a player; `hero` only tells which hero that player holds."""

    seat: Seat
    hero: str

    def __str__(self) -> str:
        return f"Take the player of {place_name(self.hero)}"


# ------------------------------------------------------------------ cards


class _CardAction(Action, frozen=True):
    card: str

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"card:{self.card}",)


class PlayCard(_CardAction, frozen=True):
    """Put a card face down (G-TURN-02)."""

    def __str__(self) -> str:
        return f"Play {words(self.card)} face down"


class Defend(_CardAction, frozen=True):
    """Discard a card to defend (G-DEF-02)."""

    def __str__(self) -> str:
        return f"Defend with {words(self.card)}"


class Discard(_CardAction, frozen=True):
    """Give up a card: lost, or paid as a price."""

    def __str__(self) -> str:
        return f"Discard {words(self.card)}"


class TakeBack(_CardAction, frozen=True):
    """Take a card from the discard pile into the hand."""

    def __str__(self) -> str:
        return f"Take back {words(self.card)}"


class LevelUp(_CardAction, frozen=True):
    """Pay for the next level and take this card (G-LVL-06)."""

    def __str__(self) -> str:
        return f"Level up: {words(self.card)}"


@cache
def words(card: str) -> str:
    """A card id in words: "arien_red_2a" -> "red II a". Names stand in the deck, not in actions."""
    _, _, rest = card.partition("_")
    slot, _, tier = rest.partition("_")
    if not slot:
        return card
    if slot == "hold":
        return "Hold"
    branch = tier[1:]
    return " ".join(filter(None, [slot, "I" * int(tier[0]) if tier[:1].isdigit() else tier, branch]))


# ------------------------------------------------------------------ a turn


class Use(Action, frozen=True):
    """Which of the actions of the revealed card is carried out (G-TURN-07, G-R-19)."""

    what: Literal["main", "move", "travel", "strike", "nothing"]

    def __str__(self) -> str:
        return {
            "main": "Use the main action",
            "move": "Move",
            "travel": "Fast travel",
            "strike": "Plain attack",
            "nothing": "Pass",
        }[self.what]


class Pick(Action, frozen=True):
    """A unit: a target, the hero to act next, the minion that leaves. A token is "@place"."""

    unit: str

    @property
    def clicks(self) -> tuple[str, ...]:
        if self.unit.startswith("@"):
            return (f"cell:{self.unit[1:]}",)
        return (f"piece:{self.unit}",)

    def __str__(self) -> str:
        if self.unit.startswith("@"):
            return f"The token on {self.unit[1:]}"
        if self.unit[0] == "m" and self.unit[1:].isdigit():
            return f"Minion {self.unit[1:]}"
        return hero_name(self.unit)


class Go(Action, frozen=True):
    """A space: to move, jump, push or place something to."""

    to: Place

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"cell:{self.to}",)

    def __str__(self) -> str:
        return f"Space {self.to}"


class Amount(Action, frozen=True):
    n: int

    def __str__(self) -> str:
        return f"{self.n} coin{'' if self.n == 1 else 's'}"


class Option(Action, frozen=True):
    """One of the parts of a card text with a choice, counted from 0."""

    n: int
    text: str

    def __str__(self) -> str:
        return f"{self.n + 1}: {self.text}"


class EndEffect(Action, frozen=True):
    """End a lasting effect (its place in the list, and which it is)."""

    n: int
    text: str

    def __str__(self) -> str:
        return f"End {self.text}"


class Do(Action, frozen=True):
    """Carry out an optional step that needs no choice."""

    def __str__(self) -> str:
        return "Do it"


class Skip(Action, frozen=True):
    """Leave an optional step out, or keep a card instead of paying it."""

    def __str__(self) -> str:
        return "Leave it"


class Done(Action, frozen=True):
    """Enough: no further target, token or level."""

    def __str__(self) -> str:
        return "Done"


class NoDefence(Action, frozen=True):
    """Refuse to defend (G-R-44)."""

    def __str__(self) -> str:
        return "Do not defend"


DONE, SKIP, DO, NO_DEFENCE = Done(), Skip(), Do(), NoDefence()

go = lru_cache(maxsize=None)(Go)
pick_unit = lru_cache(maxsize=None)(Pick)

ACTIONS: tuple[type[Action], ...] = (
    Toss, Deal, DrawSeat, PickHero, BanHero, PickPlayer, PlayCard, Defend, Discard, TakeBack, LevelUp,
    Use, Pick, Go, Amount, Option, EndEffect, Do, Skip, Done, NoDefence,
)  # fmt: skip
