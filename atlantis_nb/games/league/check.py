"""Laws that every open state keeps: nothing is lost, doubled or in two places at once."""

from __future__ import annotations

from collections import Counter

from atlantis_nb.core.game import Decision

from .actions import WAITS
from .roster import roster
from .state import PICKS, ROUNDS, SUPPLY, LeagueState


def check(state: LeagueState) -> list[str]:
    """One sentence for each law that `state` breaks (L-SET-01, L-SET-02, L-R-10, L-R-16, L-R-32)."""
    try:
        data = roster(state.options.data_set)
    except ValueError as error:
        return [str(error)]
    n = len(state.names)
    wrong: list[str] = []

    def law(holds: bool, sentence: str) -> None:
        if not holds:
            wrong.append(sentence)

    law(1 <= n <= 5, f"1 to 5 can play, not {n} [L-SET-11].")
    for what, row in (
        ("credits", state.credits),
        ("cards", state.bets),
        ("payments", state.paid),
        ("points", state.points),
    ):
        law(len(row) == n, f"There are {n} players but {len(row)} {what}.")
    law(len(state.arena) == 16, f"The arena has 16 slots, not {len(state.arena)}.")
    law(len(state.display) == 2, f"The display has two places, not {len(state.display)}.")
    law(0 <= state.round <= ROUNDS, f"There is no round {state.round}.")
    law(-1 <= state.start < n and -1 <= state.active < n, "The turn belongs to nobody at the table.")
    law(
        all(0 <= seat < n and wait in WAITS for seat, wait in state.waits),
        "A player passes the Fixer until a mech is named, the own turn or the end of the round [L-R-50].",
    )
    law(0 <= state.locked <= n, f"{state.locked} cards cannot be locked by {n} players.")

    mechs = [m for m in state.arena if m] + [f.mech for f in state.fallen] + state.pile
    places = Counter(mechs)
    law(
        sorted(mechs) == sorted(data.codes),
        "Every mech is once in the arena, the pile or among the fallen; wrong: "
        + ", ".join(sorted({m for m in {*mechs, *data.codes} if places[m] != 1 or m not in data.codes}))
        + ".",
    )
    schemes = [s for s in (*state.deck, *state.display, *state.discard, state.in_play) if s]
    law(sorted(schemes) == sorted(data.scheme_ids), "Every scheme is once in deck, display, play or discard.")
    law(
        len(set(state.tokens)) == len(state.tokens) and set(state.tokens) <= set(state.arena),
        "A credit token lies on a mech in the arena, one at most on each.",
    )
    law(
        min(state.credits, default=0) >= 0 and sum(state.credits) + len(state.tokens) <= SUPPLY,
        f"Credits are 0 or more, and {SUPPLY} in all.",
    )
    law(set(state.named) <= set(state.arena), "A named victim stands in the arena.")
    law(not state.first_out or state.first_out in data.team, f"There is no team {state.first_out!r}.")
    law(all(f.team in ("", *data.team_codes) for f in state.fallen), "A KO counts for a team or for none.")
    for seat, bet in enumerate(state.bets):
        if bet.hidden:
            continue
        picks = [m for m in bet.picks if m]
        law(
            set(picks) <= set(data.codes) and len(set(picks)) == len(picks) and len(bet.picks) == PICKS,
            f"The card of player {seat + 1} must have five different mechs [L-R-10].",
        )
        law(
            {t for t in bet.teams if t} <= set(data.team_codes),
            f"The card of player {seat + 1} names a team that does not exist.",
        )
    law(
        all(0 <= task.player < n for task in state.agenda if isinstance(task, Decision)),
        "A decision belongs to nobody at the table.",
    )
    return wrong
