"""What can be chosen or can fall: one small struct each, with the words a person reads."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

from atlantis_nb.core.game import Action, Seat

from .board import DIAGONAL, INDEX, NEAR, Way

Category = Literal["heroes", "hasbeens", "brawlers"]
CATEGORIES: Final[tuple[Category, Category, Category]] = ("heroes", "hasbeens", "brawlers")
TITLES: Final[dict[str, str]] = {"heroes": "Heroes", "hasbeens": "Has-beens", "brawlers": "Brawlers"}
PLACEHOLDER: Final = "placeholder"

# ---------------------------------------------------------------- chance


class Dealt(Action, frozen=True):
    """A tile that is laid on the next slot: a mech, or the placeholder."""

    tile: str

    def __str__(self) -> str:
        return f"Deal {self.tile}"


class Shown(Action, frozen=True):
    """A scheme that is turned up from the deck."""

    scheme: str

    def __str__(self) -> str:
        return f"Turn up {self.scheme}"


# ---------------------------------------------------------------- betting


class Start(Action, frozen=True):
    """Who takes the #1 tile in round 1."""

    seat: Seat

    def __str__(self) -> str:
        return f"Player {self.seat + 1} starts"


class BetOn(Action, frozen=True):
    """A team named in a category of the betting card."""

    category: Category
    team: str

    def __str__(self) -> str:
        return f"{TITLES[self.category]}: {self.team}"


class Pick(Action, frozen=True):
    """A mech put on the Pentafecta."""

    mech: str

    def __str__(self) -> str:
        return f"Pick {self.mech}"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"piece:{self.mech}",)


class TimeUp(Action, frozen=True):
    """The betting time is over: lock the card as it stands."""

    def __str__(self) -> str:
        return "Time is up: lock the card"


# ---------------------------------------------------------------- a turn


class Buy(Action, frozen=True):
    """A scheme bought from the display: with a button beside "Buy no scheme", or by its card (BuyScheme.same)."""

    scheme: str

    def __str__(self) -> str:
        return f"Buy scheme {self.scheme}"


class NoScheme(Action, frozen=True):
    def __str__(self) -> str:
        return "Buy no scheme"


class Keep(Action, frozen=True):
    """To save a bought scheme for a later turn. Never legal; exists to be asked about."""

    scheme: str

    def __str__(self) -> str:
        return f"Keep scheme {self.scheme} for later"


class Exchange(Action, frozen=True):
    """Trade Places: two adjacent mechs change slots."""

    a: str
    b: str

    def __str__(self) -> str:
        return f"Trade places of {self.a} and {self.b}"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"piece:{self.a}", f"piece:{self.b}")


class Push(Action, frozen=True):
    """Conveyor: a row ("1" to "4") or a column ("a" to "d") moves one slot."""

    line: str
    way: Way

    def __str__(self) -> str:
        return f"Push {'row' if self.line.isdigit() else 'column'} {self.line} {self.way}"


class Drop(Action, frozen=True):
    """Trapdoor: a mech is knocked out with no attacker."""

    mech: str

    def __str__(self) -> str:
        return f"Drop {self.mech} through the trapdoor"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"piece:{self.mech}",)


class Slide(Action, frozen=True):
    """The move of step 2: a slide, or what Corner Cut or Leapfrog allow in its place."""

    mech: str
    start: str
    to: str

    @property
    def verb(self) -> str:
        a, b = INDEX.get(self.start, -1), INDEX.get(self.to, -1)
        if a < 0 or b < 0 or b in NEAR[a]:
            return "Slide"
        return "Cut" if b in DIAGONAL[a] else "Jump"

    def __str__(self) -> str:
        return f"{self.verb} {self.mech} {self.start}>{self.to}"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"piece:{self.mech}", f"cell:{self.to}")


class Hit(Action, frozen=True):
    """A rival named as the victim of the attack."""

    mech: str

    def __str__(self) -> str:
        return f"Knock out {self.mech}"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"piece:{self.mech}",)


class Spare(Action, frozen=True):
    """No attack; with Shakedown, the token of `mech` is taken (or one from the supply)."""

    mech: str = ""

    def __str__(self) -> str:
        return f"Spare the rivals, take the credit of {self.mech}" if self.mech else "Spare the rivals"


# ---------------------------------------------------------------- the Fixer


class Pay(Action, frozen=True):
    """One credit to the Fixer, for one swap: seen by everybody."""

    def __str__(self) -> str:
        return "Pay the Fixer one credit"


class Swap(Action, frozen=True):
    """What the credit buys, in secret: `out` leaves the Pentafecta ("" is a blank line), `into` comes."""

    out: str
    into: str

    def __str__(self) -> str:
        return f"Swap {self.out or 'a blank line'} for {self.into}"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"card:{self.out or 'blank'}", f"piece:{self.into}")


class Pass(Action, frozen=True):
    def __str__(self) -> str:
        return "Pass the Fixer"


Wait = Literal["ko", "turn", "round"]
"""How long a player wants to be passed over: to the next named victim, to the own turn, for the round."""


class PassUntil(Action, frozen=True):
    """A pass in the windows to come as well, in the open."""

    until: Wait
    standing: ClassVar[bool] = True

    def __str__(self) -> str:
        return WAITS[self.until]


WAITS: Final[dict[Wait, str]] = {
    "ko": "Pass until a mech is named",
    "turn": "Pass until my next turn",
    "round": "Pass for this round",
}


class AskAgain(Action, frozen=True):
    """The standing pass is called off, and the window opens once more."""

    standing: ClassVar[bool] = True

    def __str__(self) -> str:
        return "Call the Fixer after all"


ACTIONS: Final[tuple[type[Action], ...]] = (
    Dealt, Shown, Start, BetOn, Pick, TimeUp, Buy, NoScheme, Keep, Exchange, Push, Drop, Slide, Hit, Spare,
    Pay, Swap, Pass, PassUntil, AskAgain,
)  # fmt: skip
