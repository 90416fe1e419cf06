"""Betting: every player fills in a card, in secret and at the same time (L-BET-01, L-BET-04, L-BET-08).

At the same time is played as one after the other, with every line hidden from the rest (L-R-08, L-R-49).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from atlantis_nb.core.game import Action, Auto, Chance, Log, Seat

from .actions import CATEGORIES, TITLES, BetOn, Pick, Start, TimeUp
from .state import BLANK, PICKS, Bet, LeagueState
from .tasks import Choice

START = tuple(Start(seat) for seat in range(5))
TIME_UP = TimeUp()


class Betting(Auto[LeagueState], frozen=True):
    """All players fill in their cards. L-BET-01, L-SET-11."""

    rules: ClassVar[tuple[str, ...]] = ("L-BET-01", "L-SET-11")

    def run(self, state: LeagueState, log: Log) -> None:
        log.say(
            "betting",
            self.rules,
            "Round {round}: all players fill in their betting cards.",
            round=state.round,
        )
        state.agenda.append(NameTeam(player=0))


class NameTeam(Choice, frozen=True, kw_only=True):
    """One team for each category, any combination. L-BET-04, L-BET-05 to 07, L-R-09."""

    at: int = 0
    secret: ClassVar[bool] = True
    rules: ClassVar[tuple[str, ...]] = ("L-BET-04", "L-BET-05", "L-BET-06", "L-BET-07", "L-R-09", "L-R-08")

    def ask(self, state: LeagueState) -> str:
        what = (
            "the team with the most mechs left",
            "the first team to lose its last mech",
            "the team with the most KOs",
        )[self.at]
        return f"Name {what}, for {TITLES[CATEGORIES[self.at]]}."

    def legal(self, state: LeagueState) -> list[Action]:
        found: list[Action] = list(state.roster.bets[CATEGORIES[self.at]])
        if state.options.distinct_team_bets:
            taken = state.bets[self.player].teams[: self.at]
            found = [a for a in found if isinstance(a, BetOn) and a.team not in taken]
        if state.options.bet_seconds:
            found.append(TIME_UP)
        return found

    def apply(self, state: LeagueState, action: Action, log: Log) -> None:
        if isinstance(action, BetOn):
            write_team(state, self.player, self.at, action.team)
            log.say(
                "bet_team", self.rules, "{by:player} bets on {team} for {category}.", (), (self.player,),
                by=self.player, team=state.roster.team[action.team].name, category=TITLES[action.category],
            )  # fmt: skip
            next_line(state, self.player, self.at + 1, log)
        else:
            time_up(state, self.player, self.at, log)


class PickMech(Choice, frozen=True, kw_only=True):
    """Five different mechs that will survive. L-BET-08, L-R-10."""

    at: int = 0
    secret: ClassVar[bool] = True
    rules: ClassVar[tuple[str, ...]] = ("L-BET-08", "L-R-10", "L-R-08")

    def ask(self, state: LeagueState) -> str:
        return f"Pick mech {self.at + 1} of 5 for your Pentafecta."

    def legal(self, state: LeagueState) -> list[Action]:
        data = state.roster
        mine = state.bets[self.player].picks
        picks = data.picks
        found: list[Action] = [picks[m] for m in data.codes if m not in mine]
        if state.options.bet_seconds:
            found.append(TIME_UP)
        return found

    def apply(self, state: LeagueState, action: Action, log: Log) -> None:
        if isinstance(action, Pick):
            write_pick(state, self.player, action.mech)
            log.say(
                "bet_pick", self.rules, "{by:player} picks {mech}.", (), (self.player,),
                by=self.player, mech=action.mech,
            )  # fmt: skip
            next_line(state, self.player, 3 + self.at + 1, log)
        else:
            time_up(state, self.player, 3 + self.at, log)


class FillTeam(Chance[LeagueState, BetOn], frozen=True):
    """A blank team bet is drawn when time is up (option bet_blank = fill_random). L-R-07."""

    player: Seat
    at: int
    rules: ClassVar[tuple[str, ...]] = ("L-R-07",)

    def secret_of(self, state: LeagueState) -> Seat | None:
        return self.player

    def outcomes(self, state: LeagueState) -> Sequence[tuple[BetOn, int]]:
        taken = state.bets[self.player].teams if state.options.distinct_team_bets else ()
        return [(a, 1) for a in state.roster.bets[CATEGORIES[self.at]] if a.team not in taken]

    def apply(self, state: LeagueState, action: BetOn, log: Log) -> None:
        write_team(state, self.player, self.at, action.team)
        fill(state, self.player, self.at + 1, log)


class FillPick(Chance[LeagueState, Pick], frozen=True):
    """A blank Pentafecta line is drawn when time is up (option bet_blank = fill_random). L-R-07."""

    player: Seat
    at: int
    rules: ClassVar[tuple[str, ...]] = ("L-R-07", "L-R-10")

    def secret_of(self, state: LeagueState) -> Seat | None:
        return self.player

    def outcomes(self, state: LeagueState) -> Sequence[tuple[Pick, int]]:
        mine = state.bets[self.player].picks
        return [(pick, 1) for mech, pick in state.roster.picks.items() if mech not in mine]

    def apply(self, state: LeagueState, action: Pick, log: Log) -> None:
        write_pick(state, self.player, action.mech)
        fill(state, self.player, 3 + self.at + 1, log)


def next_line(state: LeagueState, player: Seat, line: int, log: Log) -> None:
    """Ask for line `line` of a card (three teams, then five picks), or lock it when it is complete."""
    if line < 3:
        state.agenda.append(NameTeam(player=player, at=line))
    elif line < 3 + PICKS:
        state.agenda.append(PickMech(player=player, at=line - 3))
    else:
        lock(state, player, log)


def time_up(state: LeagueState, player: Seat, line: int, log: Log) -> None:
    """L-BET-02, L-R-07: blank lines stay blank, or are drawn."""
    log.say(
        "time_up", ("L-BET-02", "L-R-07"), "The betting time of {by:player} is over.", by=player
    )  # fmt: skip
    if state.options.bet_blank == "fill_random":
        fill(state, player, line, log)
    else:
        lock(state, player, log)


def fill(state: LeagueState, player: Seat, line: int, log: Log) -> None:
    if line < 3:
        state.agenda.append(FillTeam(player, line))
    elif line < 3 + PICKS:
        state.agenda.append(FillPick(player, line - 3))
    else:
        lock(state, player, log)


def lock(state: LeagueState, player: Seat, log: Log) -> None:
    """A card is locked; the next player fills in theirs, or all are done."""
    state.locked = player + 1
    log.say("lock", ("L-BET-01", "L-R-08"), "{by:player} locks the betting card.", by=player)
    if state.locked < len(state.names):
        state.agenda.append(NameTeam(player=player + 1))
    elif not state.options.bets_hidden:
        for seat, bet in enumerate(state.bets):
            log.say(
                "reveal_bet", ("L-R-08",), "{by:player} bet {teams} and {picks}.", by=seat,
                teams=" ".join(t or "blank" for t in bet.teams),
                picks=" ".join(m or "blank" for m in bet.picks),
            )  # fmt: skip


def write_team(state: LeagueState, player: Seat, at: int, team: str) -> None:
    bet = state.bets[player]
    teams: Any = (*bet.teams[:at], team, *bet.teams[at + 1 :])
    state.bets[player] = Bet(teams, bet.picks)


def write_pick(state: LeagueState, player: Seat, mech: str, out: str = BLANK) -> None:
    """`mech` takes the line of `out`; picks stay sorted, blank lines last."""
    bet = state.bets[player]
    rest = list(bet.picks)
    rest.remove(out)
    kept = sorted([m for m in rest if m] + [mech])
    picks: Any = tuple(kept + [BLANK] * (PICKS - len(kept)))
    state.bets[player] = Bet(bet.teams, picks)


# ---------------------------------------------------------------- the #1 tile in round 1


class NameStart(Choice, frozen=True, kw_only=True):
    """The host names the Start player: any seat before the bets (choose), or the one who locked a
    card first after them (race). L-BET-03, L-R-06, L-R-45.
    """

    race: bool = False
    rules: ClassVar[tuple[str, ...]] = ("L-BET-03", "L-R-06", "L-R-45")

    def ask(self, state: LeagueState) -> str:
        return "Report who locked a card first." if self.race else "Name the Start player of round 1."

    def legal(self, state: LeagueState) -> list[Action]:
        return list(START[: len(state.names)])

    def apply(self, state: LeagueState, action: Action, log: Log) -> None:
        assert isinstance(action, Start)
        take_start(state, action.seat, self.rules, log)


class DrawStart(Chance[LeagueState, Start], frozen=True):
    """The seed draws the Start player of round 1. L-R-06."""

    rules: ClassVar[tuple[str, ...]] = ("L-R-06", "L-BET-03")

    def outcomes(self, state: LeagueState) -> Sequence[tuple[Start, int]]:
        return [(a, 1) for a in START[: len(state.names)]]

    def apply(self, state: LeagueState, action: Start, log: Log) -> None:
        take_start(state, action.seat, self.rules, log)


class StartTile(Auto[LeagueState], frozen=True):
    """Settle who starts round 1, if nobody has the #1 tile yet. L-BET-03, L-R-44."""

    rules: ClassVar[tuple[str, ...]] = ("L-BET-03", "L-R-44")

    def run(self, state: LeagueState, log: Log) -> None:
        if state.start >= 0:
            return
        if len(state.names) == 1:
            take_start(state, 0, self.rules, log)
        elif state.options.first_start == "race":
            state.agenda.append(NameStart(player=0, race=True))
        else:
            state.agenda.append(DrawStart())


def take_start(state: LeagueState, seat: Seat, rules: tuple[str, ...], log: Log) -> None:
    state.start = seat
    log.say("start_player", rules, "{by:player} takes the #1 tile and starts.", by=seat)
