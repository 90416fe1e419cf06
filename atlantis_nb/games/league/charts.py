"""Charts over the course of a match, and who hunts whom."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Final

from atlantis_nb.core.charts import Chart, Dot, Link, Net, Series
from atlantis_nb.core.game import Viewer, and_list, plural

from .actions import TITLES
from .evaluate import worth
from .scene import owners, team_owner
from .state import LeagueState

CHARTS: Final = {
    "hunts": "Who hunts whom",
    "survivors": "Mechs left by team",
    "knockouts": "KOs by team",
    "worth": "Worth of the cards",
    "points": "Points",
    "sources": "Points by source",
    "credits": "Credits",
}


def chart(key: str, states: Sequence[LeagueState], viewer: Viewer) -> Chart:
    """One of CHARTS. Raises KeyError for another key."""
    if key == "hunts":
        return hunts(states[-1])
    if key == "survivors":
        return by_team(states, "survivors", "Mechs left by team", "mechs", [not_out(s) for s in states])
    if key == "knockouts":
        return by_team(states, "knockouts", "KOs by team", "KOs", [s.knockouts() for s in states])
    if key == "worth":
        return worths(states)
    if key == "points":
        rows = [list(s.points) for s in states]
        return by_player(states, "points", "Points", "points of finished rounds", rows)
    if key == "credits":
        rows = [list(s.credits) for s in states]
        return by_player(states, "credits", "Credits", "credits", rows)
    if key == "sources":
        return sources(states[-1])
    raise KeyError(key)


def not_out(state: LeagueState) -> dict[str, int]:
    """Team -> mechs not knocked out; the deal is no loss."""
    out = [state.roster.team_of[f.mech] for f in state.fallen]
    return {team: len(squad) - out.count(team) for team, squad in state.roster.squad.items()}


def rounds(states: Sequence[LeagueState]) -> tuple[tuple[float, str], ...]:
    """Where each round begins, for the axis."""
    found: list[tuple[float, str]] = []
    for i, state in enumerate(states):
        if state.round and (not found or found[-1][1] != f"Round {state.round}"):
            found.append((float(i), f"Round {state.round}"))
    return tuple(found)


def by_team(
    states: Sequence[LeagueState], key: str, title: str, what: str, counts: Sequence[dict[str, int]]
) -> Chart:
    last = states[-1]
    names, teams, _ = owners(last)
    x = tuple(float(i) for i in range(len(states)))
    series = tuple(
        Series(team.name, x, tuple(float(c[team.code]) for c in counts), team_owner(last, team.code), "step")
        for team in last.roster.teams
    )
    now = ", ".join(f"{team.code} {counts[-1][team.code]}" for team in last.roster.teams)
    return Chart(
        key, title, "choice", what, series, caption=f"At the end of the line: {now}.", source="exact", steps=True,
        phases=rounds(states), names=names, teams=teams,
    )  # fmt: skip


def by_player(
    states: Sequence[LeagueState], key: str, title: str, what: str, rows: Sequence[Sequence[float]]
) -> Chart:
    last = states[-1]
    x = tuple(float(i) for i in range(len(states)))
    series = tuple(
        Series(name, x, tuple(float(r[seat]) for r in rows), seat, "step")
        for seat, name in enumerate(last.names)
    )
    now = ", ".join(f"{name} {rows[-1][seat]:g}" for seat, name in enumerate(last.names))
    return Chart(
        key, title, "choice", what, series, caption=f"At the end of the line: {now}.", source="exact", steps=True,
        phases=rounds(states), names=last.names,
    )  # fmt: skip


def worths(states: Sequence[LeagueState]) -> Chart:
    """Expected points of this round by player; a card that is hidden has no line there."""
    last = states[-1]
    series = []
    for seat, name in enumerate(last.names):
        at = [
            (i, worth(s, seat, seen=not any(b.hidden for b in s.bets)).total)
            for i, s in enumerate(states)
            if not s.bets[seat].hidden and seat < s.locked
        ]
        if at:
            x, y = tuple(float(i) for i, _ in at), tuple(v for _, v in at)
            series.append(Series(name, x, y, seat, "step"))
    return Chart(
        "worth", "Worth of the cards", "choice", "expected points of the round", tuple(series),
        caption="What the cards in view promise, as mechs and teams fall.",
        source="model: mechs go at random, exposed ones sooner", steps=True, phases=rounds(states), names=last.names,
    )  # fmt: skip


def sources(state: LeagueState) -> Chart:
    """Where the points of the finished rounds came from, by player."""
    heads = (*TITLES.values(), "Pentafecta")
    series = []
    for seat, name in enumerate(state.names):
        points = [sum(done.team_points[seat][i] for done in state.history) for i in range(3)]
        points.append(sum(done.penta_points[seat] for done in state.history))
        series.append(Series(name, heads, tuple(float(p) for p in points), seat, "bar"))
    return Chart(
        "sources", "Points by source", "source", "points", tuple(series),
        caption=sources_words(state), source="exact", names=state.names,
    )  # fmt: skip


def sources_words(state: LeagueState) -> str:
    """How many rounds are counted, and where most points came from."""
    rounds = plural(len(state.history), "finished round")
    sums = dict.fromkeys((*TITLES.values(), "the Pentafecta"), 0)
    for done in state.history:
        for teams, penta in zip(done.team_points, done.penta_points, strict=True):
            for key, points in zip(sums, (*teams, penta), strict=True):
                sums[key] += points
    best = max(sums.values())
    if not best:
        return f"{rounds}."
    tied = [key for key, points in sums.items() if points == best]
    each = " each" if len(tied) > 1 else ""
    return f"{rounds}. Most points came from {and_list(tied)}: {best}{each}, all players together."


def most_hunted(hunters: dict[str, int]) -> str:
    """A sentence on the mechs with the most hunters; ties are all named."""
    most = max(hunters.values())
    tied = [m for m, n in hunters.items() if n == most]
    if len(tied) == len(hunters):
        return f" Each is hunted by {most}." if most else " None is hunted."
    return f" Most hunted: {and_list(tied)}, by {most}{' each' if len(tied) > 1 else ''}."


def hunts(state: LeagueState) -> Chart:
    """The mechs standing on a circle by team, an arrow from each hunter to its prey.

    Before the deal all mechs are shown.
    """
    data = state.roster
    names, teams, _ = owners(state)
    standing = [m for m in data.codes if m in state.arena] or list(data.codes)
    dots = []
    for k, mech in enumerate(data.codes):
        if mech in standing:
            turn = 2 * pi * k / len(data.codes)
            owner = team_owner(state, data.team_of[mech])
            dots.append(Dot(mech, round(sin(turn), 4), round(-cos(turn), 4), mech, owner, "mech"))
    links = [
        Link(a, b, f"{a} hunts {b}", arrow=True) for a in standing for b in standing if b in data.prey[a]
    ]  # fmt: skip
    words = f"{plural(len(standing), 'mech')} {'stands' if len(standing) == 1 else 'stand'}, with "
    words += f"{plural(len(links), 'hunt')} between them."
    words += most_hunted({m: sum(link.b == m for link in links) for m in standing})
    return Chart(
        "hunts", "Who hunts whom", net=Net(tuple(dots), tuple(links)), caption=words, source="exact", names=names,
        teams=teams,
    )  # fmt: skip
