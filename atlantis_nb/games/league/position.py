"""Positions by hand: a written arena and what else matters, as a state to play on from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from atlantis_nb.core.game import QUIET, Auto, Seat

from .board import read
from .options import Options
from .roster import AT_ONCE
from .rounds import Round
from .schemes import Play
from .scoring import Score
from .slide import SlideMech
from .state import EMPTY, ROUNDS, Bet, Fallen, LeagueState, new_state
from .turn import begin_turn


def card(text: str) -> Bet:
    """A betting card from its written form: "R B C; R1 R2 B1 B2 T3" ("-" is a blank line).

    Raises ValueError for a number of lines that is not three and five.
    """
    teams, _, picks = text.partition(";")
    three: Any = tuple("" if t == "-" else t for t in teams.split())
    five: Any = tuple("" if m == "-" else m for m in sorted(picks.split(), key=lambda m: (m == "-", m)))
    if len(three) != 3 or len(five) != 5:
        raise ValueError(
            f"A card names three teams and five mechs, like 'R B C; R1 R2 B1 B2 T3', not {text!r}."
        )
    return Bet(three, five)


def position(
    board: str,
    players: Sequence[str] = ("P1", "P2", "P3"),
    options: Options | None = None,
    *,
    seat: Seat = 0,
    credits: Sequence[int] | None = None,
    bets: Sequence[Bet] | None = None,
    piles: Mapping[str, int] | None = None,
    first_out: str | None = None,
    quiet: int = 0,
    display: Sequence[str] = ("S1", "S2"),
    discard: Sequence[str] = (),
    in_play: str = "",
    number: int = 1,
    points: Sequence[int] | None = None,
    moved: tuple[tuple[str, str, str], ...] = (),
    windows: bool = False,
) -> LeagueState:
    """A state in which `seat` is on turn in the written arena (table `notation` of the rulebook).

    Mechs that are not in the arena are out: `piles` says how many KOs each team has, the rest counts
    for nobody. `in_play` is a scheme that has just been paid for. `first_out` is found if only one
    team can be meant. The window at the start of the turn opens only with `windows`.
    Raises ValueError with one sentence for a position that cannot be.
    """
    options = options or Options()
    names = tuple(players)
    agenda: list[Any] = [Round(k) for k in range(ROUNDS, number, -1)]
    state = new_state(options, names, [*agenda, Score("", ())])
    data = state.roster
    state.arena, state.tokens = read(board, data.codes)
    out = [m for m in data.codes if m not in state.arena]
    credit = [team for team, n in (piles or {}).items() for _ in range(n)]
    if len(credit) > len(out):
        raise ValueError(f"{len(credit)} KOs are counted, but only {len(out)} mechs are out.")
    credit += [""] * (len(out) - len(credit))
    state.fallen = [Fallen(m, "", team, seat, 0) for m, team in zip(out, credit, strict=True)]
    gone = [team for team, n in state.alive().items() if not n]
    if first_out is None:
        if len(gone) > 1:
            raise ValueError(f"Teams {', '.join(gone)} are out: say which was first (first_out).")
        first_out = gone[0] if gone else ""
    state.first_out = first_out
    state.pile, state.round, state.start, state.locked = [], number, seat, len(names)
    state.credits = list(credits) if credits is not None else [0] * len(names)
    state.bets = list(bets) if bets is not None else [EMPTY] * len(names)
    state.points = list(points) if points is not None else [0] * len(names)
    state.quiet, state.moved = quiet, moved
    state.display, state.discard = list(display), sorted(discard)
    used = [*display, *discard, in_play]
    state.deck = [s for s in data.scheme_ids if s not in used]
    keep, state.credits = state.credits, state.credits if windows else [0] * len(names)
    begin_turn(state, seat, QUIET)
    state.credits = keep
    if in_play:
        play_scheme(state, seat, in_play)
    while isinstance(state.agenda[-1], Auto):
        state.agenda.pop().run(state, QUIET)
    return state


def play_scheme(state: LeagueState, seat: Seat, scheme: str) -> None:
    """As if `seat` had just paid for `scheme` and the display had been refilled (L-R-43)."""
    state.in_play, state.bought = scheme, True
    state.agenda[-1] = SlideMech(player=seat, left=1 if state.effect == "two_slides" else 0)
    if state.effect in AT_ONCE:
        state.agenda.append(Play(seat))
