"""The Draw Phase: markers are reset (F-DRAW-02) and hands filled up to seven (F-DRAW-01, F-SPL-06)."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from atlantis_nb.core.game import Action, Auto, Chance, Decision, Illegal, Log, Seat

from .data import FOES, SPELLS
from .pieces import discard
from .state import FoesState, other, pile_of

HAND = 7


class Draw(Action, frozen=True):
    """The chit drawn."""

    spell: str

    def __str__(self) -> str:
        return f"Draw {SPELLS[self.spell].name}" if self.spell in SPELLS else "Draw a chit"


class Discard(Action, frozen=True):
    """Throw a chit away before drawing (option allow_discard)."""

    spell: str

    def __str__(self) -> str:
        return f"Discard {SPELLS[self.spell].name}" if self.spell in SPELLS else "Discard a chit"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"card:{self.spell}",)


class Keep(Action, frozen=True):
    """Discard no more."""

    def __str__(self) -> str:
        return "Keep the rest"


class DrawPhase(Auto[FoesState], frozen=True):
    """All markers are reset, then the players draw in turn, Foes first (F-R-20, F-SET-04)."""

    rules: ClassVar[tuple[str, ...]] = ("F-SEQ-01", "F-DRAW-01", "F-DRAW-02", "F-R-20")

    def run(self, state: FoesState, log: Log) -> None:
        state.phase = "Draw"
        units = state.units
        for uid, u in units.items():
            if u.moved or u.attacked or u.cast or u.shifted:
                units[uid] = replace(u, moved=False, attacked=False, cast=False, shifted=False)
        log.say("phase", self.rules, "Draw Phase of turn {turn}.", turn=state.turn)
        draw_to_seven(state, (FOES, other(FOES)))
        if state.options.allow_discard:
            for player in (other(FOES), FOES):
                if state.hands[player]:
                    state.agenda.append(ThrowAway(player=player))


class ThrowAway(Decision[FoesState, Action], frozen=True, kw_only=True):
    """With the option allow_discard: any number of chits before drawing (F-R-20)."""

    rules: ClassVar[tuple[str, ...]] = ("F-R-20",)

    def ask(self, state: FoesState) -> str:
        return "Discard chits you do not want, or keep the rest."

    def legal(self, state: FoesState) -> list[Action]:
        return [*map(Discard, dict.fromkeys(state.hands[self.player])), Keep()]

    def apply(self, state: FoesState, action: Action, log: Log) -> None:
        if not isinstance(action, Discard):
            return
        hand = list(state.hands[self.player])
        hand.remove(action.spell)
        set_hand(state, self.player, tuple(hand))
        discard(state, pile_of(state, self.player), action.spell)
        log.say("discard", self.rules, "{by:player} discarded {name}.", by=self.player, spell=action.spell,
                name=SPELLS[action.spell].name)  # fmt: skip
        if hand:
            state.agenda.append(self)

    def default(self, state: FoesState) -> Action:
        return Keep()

    def why_not(self, state: FoesState, action: Action) -> Illegal | None:
        if action in self.legal(state):
            return None
        if isinstance(action, Discard):
            return Illegal(self.rules, "That chit is not in the hand.")
        return Illegal(self.rules, f"It is the Draw Phase. {self.ask(state)}")

    def wish(self, state: FoesState, clicks: tuple[str, ...]) -> Action | None:
        what, _, name = clicks[0].partition(":") if clicks else ("", "", "")
        return Discard(name) if what == "card" else None


def set_hand(state: FoesState, player: Seat, hand: tuple[str, ...]) -> None:
    hands = list(state.hands)
    hands[player] = tuple(sorted(hand))
    state.hands = (hands[0], hands[1])


def draw_to_seven(state: FoesState, players: tuple[Seat, ...]) -> None:
    """Drawing up to seven is compulsory; one chit at a time in turn (F-R-20)."""
    state.agenda.append(NextDraw(players))


class NextDraw(Auto[FoesState], frozen=True):
    """Whose draw is next: the first of `players` with less than seven chits."""

    rules: ClassVar[tuple[str, ...]] = ("F-DRAW-01", "F-R-20", "F-R-21")
    players: tuple[Seat, ...]

    def run(self, state: FoesState, log: Log) -> None:
        for i, player in enumerate(self.players):
            if len(state.hands[player]) >= HAND:
                continue
            pile = pile_of(state, player)
            if not state.piles[pile] and not reshuffle(state, log, pile):
                continue  # neither chits nor discards are left: drawing stops
            state.agenda.append(NextDraw((*self.players[i + 1 :], *self.players[: i + 1])))
            state.agenda.append(DrawChit(player))
            return


def reshuffle(state: FoesState, log: Log, pile: int) -> bool:
    """The discards become the new pile (F-R-21). False if there are none."""
    if not state.discards[pile]:
        return False
    piles, discards = list(state.piles), list(state.discards)
    piles[pile], discards[pile] = discards[pile], ()
    state.piles, state.discards = tuple(piles), tuple(discards)
    log.say("reshuffle", ("F-R-21",), "The {n} discards became a new pile.", n=len(piles[pile]))
    return True


class DrawChit(Chance[FoesState, Action], frozen=True):
    """One chit out of the pile; every chit in it is equally likely (F-R-21, F-R-22)."""

    rules: ClassVar[tuple[str, ...]] = ("F-DRAW-01", "F-SPL-06", "F-R-21", "F-R-22")
    series: ClassVar[bool] = True
    player: Seat

    def outcomes(self, state: FoesState) -> list[tuple[Action, int]]:
        counts: dict[str, int] = {}
        for spell in state.piles[pile_of(state, self.player)]:
            counts[spell] = counts.get(spell, 0) + 1
        return [(Draw(spell), n) for spell, n in counts.items()]

    def apply(self, state: FoesState, action: Action, log: Log) -> None:
        assert isinstance(action, Draw)
        pile = pile_of(state, self.player)
        piles = list(state.piles)
        chits = list(piles[pile])
        chits.remove(action.spell)
        piles[pile] = tuple(chits)
        state.piles = tuple(piles)
        set_hand(state, self.player, (*state.hands[self.player], action.spell))
        name = SPELLS[action.spell].name if action.spell in SPELLS else "a chit"
        log.say("drawn", ("F-DRAW-01", "F-R-20"), "{by:player} drew a chit.", by=self.player)
        log.say("reveal_draw", ("F-R-22",), "You drew {name}.", to=(self.player,), by=self.player,
                spell=action.spell, name=name)  # fmt: skip
