"""Scoring a round, the Start player of the next one, and the ranking at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from atlantis_nb.core.game import Auto, Log, Result, Seat, and_list

from .actions import CATEGORIES, TITLES
from .state import LIMIT, ROUNDS, Bet, LeagueState, RoundScore

TEAM_POINTS: Final = {1: 5, 2: 2}
"""Players who named a winner -> points each; three or more get 1 (L-SCO-02, L-SCO-03, L-SCO-04)."""
PENTA_POINTS: Final = (0, 1, 2, 3, 5, 8)
"""Hits -> points (L-SCO-05, L-R-36)."""


def team_points(bettors: int) -> int:
    """What each of `bettors` players gets who named a winner. L-SCO-02 to L-SCO-04."""
    return TEAM_POINTS.get(bettors, 1)


def leaders(count: dict[str, int]) -> tuple[str, ...]:
    """The teams with the highest number (ties all win, L-SCO-01)."""
    best = max(count.values())
    return tuple(team for team, n in count.items() if n == best)


def winners(state: LeagueState) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Winning teams of Heroes, Has-beens and Brawlers as things stand.

    L-BET-05 (most mechs left), L-BET-06 (first out), L-BET-07 (most KOs), L-SCO-01, L-R-19, L-R-25.
    """
    alive, kos, options = state.alive(), state.knockouts(), state.options
    if state.first_out:
        hasbeens: tuple[str, ...] = (state.first_out,)
    elif options.hasbeens_if_none == "fewest":
        hasbeens = tuple(t for t, n in alive.items() if n == min(alive.values()))
    else:
        hasbeens = ()
    no_brawl = not any(kos.values()) and options.brawlers_zero == "nobody"
    return leaders(alive), hasbeens, () if no_brawl else leaders(kos)


def pay(named: Sequence[str], won: tuple[str, ...], tie_count: str = "together") -> tuple[int, ...]:
    """Points of one category by seat: `named` teams, winning teams. L-SCO-01 to L-SCO-04, L-R-35."""
    together = sum(team in won for team in named)
    return tuple(
        (team_points(together if tie_count == "together" else list(named).count(team)) if team in won else 0)
        for team in named
    )


def hits(bet: Bet, survivors: Sequence[str]) -> int:
    return sum(m in survivors for m in bet.picks)


class Score(Auto[LeagueState], frozen=True):
    """Score the round; then settle who starts the next one, or who has won.

    L-SCO-01 to L-SCO-06, L-R-19, L-R-25, L-R-28, L-R-35, L-R-36, L-END-03, L-END-07.
    """

    reason: str
    why: tuple[str, ...]
    rules: ClassVar[tuple[str, ...]] = ("L-SCO-01", "L-SCO-05", "L-SCO-06", "L-R-28", "L-R-35", "L-R-36")

    def run(self, state: LeagueState, log: Log) -> None:
        if state.in_play:  # only when the round stopped in mid-turn
            state.discard, state.in_play = sorted([*state.discard, state.in_play]), ""
        state.named, state.active, state.waits = (), -1, ()
        log.say("round_over", self.why, "The round is over: {reason}.", reason=self.reason)
        done = score_round(state, self.reason)
        state.scored = True
        state.points = [a + b for a, b in zip(state.points, done.points, strict=True)]
        state.history.append(done)
        tell(state, done, log)
        if state.round >= ROUNDS:
            finish(state, log)
        else:
            state.start = next_start(state.points, done.start, state.options.start_tie)
            log.say(
                "start_player", ("L-END-03", "L-END-04", "L-R-34", "L-R-38", "L-R-44"),
                "{by:player} has the fewest points and takes the #1 tile.", by=state.start,
            )  # fmt: skip


def score_round(state: LeagueState, reason: str) -> RoundScore:
    """The scores of the round as the table stands. L-SCO-06, L-R-27, L-R-28."""
    won = winners(state)
    survivors = tuple(state.standing())
    paid = [
        pay([bet.teams[i] for bet in state.bets], won[i], state.options.tie_count) for i in range(3)
    ]  # fmt: skip
    hit = tuple(hits(bet, survivors) for bet in state.bets)
    void = state.options.quiet_penta == "void" and len(survivors) > LIMIT
    return RoundScore(
        round=state.round,
        start=state.start,
        turns=state.turn,
        reason=reason,
        survivors=survivors,
        winners=won,
        bets=tuple(state.bets),
        team_points=tuple((a, b, c) for a, b, c in zip(*paid, strict=True)),
        hits=hit,
        penta_points=tuple(0 if void else PENTA_POINTS[h] for h in hit),
    )


def tell(state: LeagueState, done: RoundScore, log: Log) -> None:
    """The score as events, the reveal of the cards first."""
    name = state.roster.team
    for seat, bet in enumerate(done.bets):
        log.say(
            "reveal_bet", ("L-R-08",), "{by:player} bet {teams} and {picks}.", by=seat,
            teams=" ".join(t or "blank" for t in bet.teams), picks=" ".join(m or "blank" for m in bet.picks),
        )  # fmt: skip
    rules = (("L-BET-05",), ("L-BET-06", "L-R-25"), ("L-BET-07", "L-R-19"))
    for i, category in enumerate(CATEGORIES):
        won = and_list([name[t].name for t in done.winners[i]])
        right = [s for s in range(len(done.bets)) if done.team_points[s][i]]
        log.say(
            "score_category", (*rules[i], "L-SCO-01", "L-SCO-02", "L-SCO-03", "L-SCO-04", "L-R-35"),
            "{category}: {won}; {right:players} named a winner, {n:s point} each." if right
            else "{category}: {won}; no player named a winner.", category=TITLES[category], won=won, right=right,
            n=done.team_points[right[0]][i] if right else 0,
        )  # fmt: skip
    for seat in range(len(done.bets)):
        log.say(
            "score_player", ("L-SCO-05", "L-SCO-06", "L-R-28", "L-R-36"),
            "{by:player}: {teams} for team bets, {penta} for {hits:s survivor} picked; {total} points in all rounds.",
            by=seat, teams=sum(done.team_points[seat]), penta=done.penta_points[seat], hits=done.hits[seat],
            total=state.points[seat],
        )  # fmt: skip


def in_brief(state: LeagueState) -> str:
    """The round that has just been scored, and from the second on who leads in all."""
    done = state.history[-1]
    made = [f"{name} {points}" for name, points in zip(state.names, done.points, strict=True)]
    words = f"Round {done.round} is scored: {', '.join(made)}."
    if done.round > 1:
        by_total = sorted(range(len(made)), key=lambda seat: -state.points[seat])
        words += f" In all: {', '.join(f'{state.names[s]} {state.points[s]}' for s in by_total)}."
    return words


def next_start(points: Sequence[int], last: Seat, tie: str = "clockwise") -> Seat:
    """The player with the fewest points so far; of several, the one furthest from the last Start player.

    L-END-03, L-END-04, L-R-34, L-R-38. `tie` "shorter_way" counts the shorter way round the table,
    and of two equally far the first clockwise begins.
    """
    n = len(points)
    tied = [seat for seat in range(n) if points[seat] == min(points)]

    def far(seat: Seat) -> tuple[int, int]:
        clockwise = (seat - last) % n
        if tie == "shorter_way":
            return min(clockwise, n - clockwise), -clockwise
        return clockwise, 0

    return max(tied, key=far)


def ranking(points: Sequence[int], credits: Sequence[int]) -> tuple[int, ...]:
    """Place of each seat: by points, then by credits; equal in both share it. L-END-07 to 09, L-R-37."""
    keys = list(zip(points, credits, strict=True))
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def finish(state: LeagueState, log: Log) -> None:
    """L-END-06 to L-END-09."""
    places = ranking(state.points, state.credits)
    first = tuple(seat for seat, place in enumerate(places) if place == 1)
    top = max(state.points)
    by_credits = sum(p == top for p in state.points) > len(first)
    reason = "Most points after three rounds" + (", the tie broken by credits." if by_credits else ".")
    state.agenda.clear()
    state.result = Result(
        first, tuple(float(p) for p in state.points), reason, ("L-END-06", "L-END-07", "L-END-08", "L-END-09")
    )
    log.say(
        "game_over", state.result.rules, "The game is over: {who:players} won with {top:s point}.", who=list(first),
        top=top, ranks=list(places),
    )  # fmt: skip
