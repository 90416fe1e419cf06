"""What every bet stands at: who survives, who falls first, who leads in KOs, and what the cards bring.

What the rules have settled is exact. The rest is estimated by playing the round on from the position.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from atlantis_nb.core.forecast import Forecast, Group, Share, mean, rate, sure
from atlantis_nb.core.game import OPEN, Seat, Viewer, and_list

from .actions import CATEGORIES, TITLES, Category
from .evaluate import settled
from .panels import visible
from .roster import Team
from .scene import team_owner
from .scoring import PENTA_POINTS, team_points
from .simulate import BUY, SWAP, Tally, rollouts
from .state import LIMIT, PICKS, Bet, LeagueState

TEAM_PAGE: Final = "Team bets"
MECH_PAGE: Final = "Survivors"
CARD_PAGE: Final = "Cards"

ASKS: Final[dict[Category, str]] = {
    "heroes": "Heroes: most mechs left",
    "hasbeens": "Has-beens: first team out",
    "brawlers": "Brawlers: most KOs",
}
NOBODY: Final[dict[Category, str]] = {
    "heroes": "",
    "hasbeens": "no team is out",
    "brawlers": "no team has a KO",
}


class LeagueForecast(Forecast):
    """The round played on by chance, as `viewer` may know it (L-R-08)."""

    model = (
        f"From here every player slides by chance; {BUY:.0%} of turns begin with a scheme, and a lost pick is "
        f"swapped with {SWAP:.0%} a turn. Players with a plan change these numbers."
    )

    def __init__(self, state: LeagueState, viewer: Viewer) -> None:
        super().__init__(state)
        self.state: LeagueState = state
        self.seat: Seat | None = None if viewer is OPEN else viewer
        self.topic = f"round {state.round}"
        self.mark = " ".join(m or "-" for m in state.arena)
        self.tally = Tally()
        self.known = facts(state)

    @property
    def settled(self) -> bool:
        return self.state.scored or self.state.result is not None

    def play(self, rounds: int, rng: random.Random) -> None:
        self.tally += rollouts(self.state, rounds, rng, seat=self.seat)

    def groups(self) -> tuple[Group, ...]:
        return (*(self._teams(c) for c in CATEGORIES), self._mechs(), *self._cards())

    # -------- one group each

    def _share(self, key: str, label: str, k: int, note: str, owner: Seat | None) -> Share:
        known = self.known.get(key)
        if known is not None:
            return sure(key, label, known, note, owner)
        return rate(key, label, k, self.n, note, owner)

    def _teams(self, category: Category) -> Group:
        """Chances to win a category. Teams that tie all win (L-SCO-01)."""
        at = CATEGORIES.index(category)
        cards = visible(self.state)
        shares = []
        for team in self.state.roster.teams:
            key = f"{category} {team.code}"
            share = self._share(
                key, short(team), self.tally.won.get(key, 0),
                bettors(self.state, [s for s, b in cards if b.teams[at] == team.code]),
                team_owner(self.state, team.code),
            )  # fmt: skip
            shares.append(share)
        key, came = f"{category} nobody", self.tally.nobody.get(category, 0)
        if NOBODY[category] and (came or self.known.get(key)):  # a line of zeros tells nothing
            shares.append(self._share(key, NOBODY[category], came, "", None))
        note = ""
        if at == 0:
            note = (
                "Teams that tie all win, here and in Brawlers, so the chances can add up to more than 100%."
            )
        if at == len(CATEGORIES) - 1:  # said once, below the three
            note = f"A right team bet pays {team_points(1)} points alone, {team_points(2)} to each of two, else 1."
        return Group(category, ASKS[category], TEAM_PAGE, tuple(shares), note=note)

    def _mechs(self) -> Group:
        cards = visible(self.state)
        shares = tuple(
            self._share(
                f"survives {mech.code}", f"{mech.code} {mech.name}", self.tally.survived.get(mech.code, 0),
                bettors(self.state, [s for s, b in cards if mech.code in b.picks]),
                team_owner(self.state, mech.team),
            )
            for mech in self.state.roster.mechs
        )  # fmt: skip
        note = "Five survivors as a rule, so the chances add up to about five."
        return Group("survivors", "Who survives the round", MECH_PAGE, shares, note=note)

    def _cards(self) -> list[Group]:
        """Points of each complete card in view, by line."""
        found = []
        for seat, bet in visible(self.state):
            if seat < self.state.locked:
                lines = tuple(
                    self._points(seat, bet, key, label, note)
                    for key, label, note in card_lines(self.state, bet)
                )
                title = f"Points of {self.state.names[seat]} in this round"
                found.append(Group(f"card {seat}", title, CARD_PAGE, lines, unit="points"))
        return found

    def _points(self, seat: Seat, bet: Bet, key: str, label: str, note: str) -> Share:
        if self.settled:
            done = self.state.history[-1]
            points = {"penta": done.penta_points[seat], "total": done.points[seat]}
            points |= dict(zip(map(str, CATEGORIES), done.team_points[seat], strict=True))
            return sure(f"{seat} {key}", label, points[key], note, seat)
        if key in CATEGORIES and self.known.get(f"{key} {bet.teams[CATEGORIES.index(key)]}") == 0:
            return sure(f"{seat} {key}", label, 0, note, seat)
        total, squares = self.tally.points.get(f"{seat} {key}", (0.0, 0.0))
        most = {"penta": PENTA_POINTS[-1], "total": 3 * team_points(1) + PENTA_POINTS[-1]}.get(
            key, team_points(1)
        )
        return points_share(mean(f"{seat} {key}", label, self.n, total, squares, note, seat), self.n, most)


def points_share(share: Share, n: int, most: int) -> Share:
    """Where all rounds so far brought the same points: how far the mean may be off, by the Wilson limit.

    Another result, from 0 to `most` points, has not occurred in `n` rounds; that does not make it impossible.
    """
    if not n or share.low < share.high:
        return share
    other = rate("", "", 0, n).high
    low, high = share.value * (1 - other), share.value + other * (most - share.value)
    return replace(share, low=low, high=high)


def bettors(state: LeagueState, seats: list[Seat]) -> str:
    return and_list([state.names[s] for s in seats]) if seats else ""


def short(team: Team) -> str:
    """A team's letter and the last word of its name that starts with it, for a narrow column: "R Ramblers"."""
    words = team.name.split()
    return f"{team.code} {next((w for w in reversed(words) if w.startswith(team.code)), words[-1])}"


def card_lines(state: LeagueState, bet: Bet) -> list[tuple[str, str, str]]:
    """(source, label, what stands there) of each line of a card, and of all together."""
    names = {t.code: short(t) for t in state.roster.teams}
    lines = [
        (str(category), f"{TITLES[category]}: {names.get(team, 'blank')}", "")
        for category, team in zip(CATEGORIES, bet.teams, strict=True)
    ]
    standing = sum(m in state.arena for m in bet.picks if m)
    lines.append(
        ("penta", "Pentafecta", f"{' '.join(m or 'blank' for m in bet.picks)}; {standing} of {PICKS} stand")
    )
    return [*lines, ("total", "Together", "")]


# ---------------------------------------------------------------- what the rules have settled


def facts(state: LeagueState) -> dict[str, float]:
    """Share key -> 1 or 0, for all that can no longer change in this round.

    A named KO is certain (L-R-29). A turn that starts with six mechs or more leaves four or more
    (L-R-26), so at most `left - 4` KOs can follow: a lead that they cannot make good is final.
    """
    codes, data = state.roster.team_codes, state.roster
    if state.scored or state.result is not None:
        done = state.history[-1]
        found = {f"survives {m}": float(m in done.survivors) for m in data.codes}
        for category, won in zip(CATEGORIES, done.winners, strict=True):
            found |= {f"{category} {t}": float(t in won) for t in codes}
            if NOBODY[category]:
                found[f"{category} nobody"] = float(not won)
        return found
    if not state.turn:
        return {}
    state = settled(state)
    more = max(0, state.left - (LIMIT if state.options.end_check == "immediate" else LIMIT - 1))
    found = {f"survives {m}": 0.0 for m in data.codes if m not in state.arena}
    if state.first_out:
        found |= {f"hasbeens {t}": float(t == state.first_out) for t in codes}
        found["hasbeens nobody"] = 0.0
    kos, alive = state.knockouts(), state.alive()
    found |= {f"brawlers {t}": w for t, w in race(kos, more).items()}
    if any(kos.values()):
        found["brawlers nobody"] = 0.0
    for team, n in alive.items():
        above = sum(max(0, other - n) for other in alive.values())
        if n == 0 or above > more:
            found[f"heroes {team}"] = 0.0
        elif n - more >= max(m for t, m in alive.items() if t != team):
            found[f"heroes {team}"] = 1.0
    return found


def race(count: Mapping[str, int], more: int) -> dict[str, float]:
    """Team -> 1 if no `more` KOs can take its lead away, 0 if they cannot bring it level."""
    found = {}
    best = max(count.values())
    for team, n in count.items():
        if n + more < best:
            found[team] = 0.0
        elif n and all(other + more <= n for t, other in count.items() if t != team):
            found[team] = 1.0
    return found
