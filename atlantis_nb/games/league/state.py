"""Everything that is true at one moment of a game: plain data and look-ups, no behaviour."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct

from atlantis_nb.core.game import Result, Seat, State

from .board import SLOTS, write
from .options import Options
from .roster import Roster, roster

SUPPLY: Final = 40
"""Credit tokens in the box (L-SET-01)."""
PURSE: Final = 3
"""Credits of each player at the start (L-SET-10)."""
ROUNDS: Final = 3
"""L-END-06."""
LIMIT: Final = 5
"""Mechs in the arena that end a round, or fewer (L-END-01)."""
PICKS: Final = 5
"""Mechs on a Pentafecta (L-BET-08)."""
BLANK: Final = ""
UNKNOWN: Final = "?"


class Bet(Struct, frozen=True):
    """One betting card: Heroes, Has-beens, Brawlers, and the five picks in the order of their codes.

    "" is a blank line; "?" stands for what a viewer may not know.
    """

    teams: tuple[str, str, str]
    picks: tuple[str, str, str, str, str]

    @property
    def hidden(self) -> bool:
        return self.teams[0] == UNKNOWN


EMPTY: Final = Bet(("", "", ""), ("", "", "", "", ""))
HIDDEN: Final = Bet(("?", "?", "?"), ("?", "?", "?", "?", "?"))


class Fallen(Struct, frozen=True):
    """A knocked-out mech: by which mech, for which team it counts ("" for none), whose turn."""

    mech: str
    by: str
    team: str
    seat: Seat
    turn: int


class RoundScore(Struct, frozen=True):
    """A scored round, for the record. Winners are team codes; points by seat."""

    round: int
    start: Seat
    turns: int
    reason: str
    survivors: tuple[str, ...]
    winners: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
    bets: tuple[Bet, ...]
    team_points: tuple[tuple[int, int, int], ...]
    hits: tuple[int, ...]
    penta_points: tuple[int, ...]

    @property
    def points(self) -> tuple[int, ...]:
        """By seat (L-SCO-06)."""
        return tuple(sum(t) + p for t, p in zip(self.team_points, self.penta_points, strict=True))


class LeagueState(State):
    """The whole table. `arena` has 16 entries in reading order: a mech's code, or "" for a hole."""

    options: Options
    round: int
    """0 before the first deal. The last round's arena stays in view until the next one is dealt."""
    start: Seat
    """Holder of the #1 tile; -1 before it is known (L-R-44)."""
    active: Seat
    """Whose turn it is; -1 outside the turns."""
    turn: int
    """Turns begun in this round."""
    locked: int
    """Betting cards locked in this round; seats below this number have locked."""
    scored: bool
    """The round is scored and all cards are open; the next deal ends that."""

    pile: list[str]
    """Mechs not dealt yet."""
    arena: list[str]
    tokens: list[str]
    """Mechs in the arena that carry a credit."""
    fallen: list[Fallen]
    """Knocked-out mechs of this round, in order."""
    named: tuple[str, ...]
    """Victims named and not yet removed (L-R-29, L-R-31)."""
    first_out: str
    """Team whose flag the placeholder covers (L-ATT-07)."""
    quiet: int
    """Finished turns in a row without a KO (L-R-27)."""
    seen: dict[str, int]
    """How often each position with a player to move has come up, for quiet_rule = repetition."""
    moved: tuple[tuple[str, str, str], ...]
    """(mech, from, to) of this turn's step 2."""
    moved_before: tuple[tuple[str, str, str], ...]
    """The same of the turn before, for no_backslide (L-R-12)."""

    credits: list[int]
    bets: list[Bet]
    paid: list[int]
    """Credits each player paid to the Fixer in this round: public (L-R-08)."""
    points: list[int]
    history: list[RoundScore]

    deck: list[str]
    """Schemes face down, an unordered pile."""
    display: list[str]
    """Two places; "" is an empty one."""
    discard: list[str]
    in_play: str
    """The scheme that works in this turn."""
    bought: bool
    """A scheme was bought in this turn (L-SCH-02)."""

    waits: tuple[tuple[Seat, str], ...] = ()
    """Players who pass the Fixer without being asked, and how long: "ko", "turn" or "round" (L-R-50)."""

    @property
    def roster(self) -> Roster:
        return roster(self.options.data_set)

    @property
    def players(self) -> int:
        return len(self.names)

    @property
    def left(self) -> int:
        """Mechs in the arena once it is dealt."""
        return 15 - len(self.fallen)

    @property
    def effect(self) -> str:
        """The effect key of the scheme in play, "" for none."""
        return self.roster.effect[self.in_play]

    @property
    def supply(self) -> int:
        """Credits in the supply (L-R-32)."""
        return SUPPLY - sum(self.credits) - len(self.tokens)

    def board(self) -> str:
        """The arena as it is written in the rulebook's examples."""
        return write(self.arena, self.tokens)

    def slot_of(self, mech: str) -> str | None:
        return SLOTS[self.arena.index(mech)] if mech in self.arena else None

    def standing(self) -> list[str]:
        """Mechs in the arena, in the order of the data set."""
        here = self.arena
        return [m for m in self.roster.codes if m in here]

    def alive(self) -> dict[str, int]:
        """Team -> mechs in the arena."""
        team_of = self.roster.team_of
        count = dict.fromkeys(self.roster.team_codes, 0)
        for mech in self.arena:
            if mech:
                count[team_of[mech]] += 1
        return count

    def knockouts(self) -> dict[str, int]:
        """Team -> KOs on its pile (L-ATT-05)."""
        count = dict.fromkeys(self.roster.team_codes, 0)
        for fall in self.fallen:
            if fall.team:
                count[fall.team] += 1
        return count

    def waiting(self, player: Seat) -> bool:
        """The player passes the Fixer in advance (L-R-50)."""
        return any(seat == player for seat, _ in self.waits)

    @property
    def fixer_open(self) -> bool:
        """L-FIX-01, L-R-30: no team is out and more than five mechs are left."""
        return not self.first_out and self.turn > 0 and not self.scored and self.left > LIMIT

    @property
    def cards_open(self) -> bool:
        """Everybody may see the betting cards now (L-R-08)."""
        return self.scored or (not self.options.bets_hidden and self.locked == len(self.bets))


def new_state(options: Options, names: tuple[str, ...], agenda: list[Any]) -> LeagueState:
    """The table before anything is dealt (L-SET-03, L-SET-08, L-SET-10)."""
    n = len(names)
    data = roster(options.data_set)
    result: Result | None = None
    return LeagueState(
        names=names, agenda=agenda, result=result, options=options, round=0, start=-1, active=-1, turn=0,
        locked=0, scored=False, pile=list(data.codes), arena=[""] * 16, tokens=[], fallen=[], named=(),
        first_out="", quiet=0, seen={}, moved=(), moved_before=(), credits=[PURSE] * n, bets=[EMPTY] * n,
        paid=[0] * n, points=[0] * n, history=[], deck=sorted(data.scheme_ids), display=["", ""], discard=[],
        in_play="", bought=False,
    )  # fmt: skip
