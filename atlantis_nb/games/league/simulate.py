"""What play is like: rounds played out from a position or from a new deal, by chance or by bots.

Everything here is simulated and says so: results carry `n` and a 95 % interval. Tallies add up, so
a batch may be split over processes: each worker calls `rollouts` with its own generator.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any, Final

from msgspec import Struct, field

from atlantis_nb.core.forecast import rate
from atlantis_nb.core.game import QUIET, Auto, Chance, Chooser, Decision, Seat, draw, pick
from atlantis_nb.core.scene import Row, Table

from .actions import CATEGORIES, Buy, Swap
from .attack import Attack
from .board import SLOTS, ZONE
from .fixer import PASS, PAY, Fixer, FixerSwap, replacements
from .options import Options
from .position import play_scheme
from .schemes import NO_SCHEME, BuyScheme
from .scoring import Score
from .setup import Deal, Show
from .slide import SlideMech
from .state import LIMIT, PURSE, LeagueState, RoundScore, new_state
from .turn import EndTurn, FirstTurn, StepOne
from .view import guess, random_bet

BUY: Final = 0.15
SWAP: Final = 0.05
"""How often the players of the rulebook's simulations buy and swap (table analysis_random_play)."""

Policy = Callable[[LeagueState, Any, random.Random], Any]
"""(state, decision on top of the agenda, rng) -> action: a lean chooser that need not list all actions."""


class Estimate(Struct, frozen=True):
    """A simulated mean with its 95 % interval."""

    n: int
    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.2f} ({self.low:.2f} to {self.high:.2f}, simulated, n = {self.n})"


def estimate(n: int, total: float, squares: float) -> Estimate:
    """From a count, a sum and a sum of squares."""
    if n == 0:
        return Estimate(0, 0.0, 0.0, 0.0)
    mean = total / n
    half = 1.96 * sqrt(max(0.0, squares / n - mean * mean) / n)
    return Estimate(n, mean, mean - half, mean + half)


# ---------------------------------------------------------------- who plays


def wild(buy: float = BUY, swap: float = SWAP) -> Policy:
    """Players by chance: any slide, any victim; now and then a scheme, or a swap of a lost pick."""

    def choose(state: LeagueState, task: Any, rng: random.Random) -> Any:
        if isinstance(task, Fixer):
            # Once a turn: not in the windows before a KO as well.
            if state.named or rng.random() >= swap or not lost_pick(state, task.player):
                return PASS
            return PAY if replacements(state, task.player) else PASS
        if isinstance(task, FixerSwap):
            lost = [
                a
                for a in task.legal(state)
                if isinstance(a, Swap) and (not a.out or a.out not in state.arena)
            ]
            return lost[pick(rng, len(lost))]
        if isinstance(task, BuyScheme) and rng.random() >= buy:
            return NO_SCHEME
        offers = task.legal(state)
        if isinstance(task, BuyScheme):
            offers = [a for a in offers if isinstance(a, Buy)]
        return offers[pick(rng, len(offers))]

    return choose


def lost_pick(state: LeagueState, player: Seat) -> bool:
    """Whether a pick of the card is out, or a line is blank."""
    return any(m not in state.arena or not m for m in state.bets[player].picks)


def by_chooser(chooser: Chooser) -> Policy:
    """A bot of the contract as a policy: it sees only what its seat may know."""
    from .game import GAME

    def choose(state: LeagueState, task: Any, rng: random.Random) -> Any:
        return chooser(GAME, GAME.view(state, task.player), task.legal(state), rng)

    return choose


# ---------------------------------------------------------------- one round


def play_round(state: LeagueState, rng: random.Random, choose: Policy) -> RoundScore:
    """Play `state` on, in place, until its round is scored."""
    agenda = state.agenda
    while not state.scored:
        task = agenda[-1]
        if isinstance(task, Decision):
            action = choose(state, task, rng)
        elif isinstance(task, Chance):
            action = draw(task.outcomes(state), rng)
        else:
            agenda.pop().run(state, QUIET)
            continue
        agenda.pop().apply(state, action, QUIET)
    return state.history[-1]


def new_round(
    players: int, rng: random.Random, options: Options | None = None, schemes: bool = True
) -> LeagueState:
    """A round that has just been dealt, with blind cards, before its first turn.

    Without `schemes` nobody has a credit, so there is no purchase and no Fixer.
    """
    options = options or Options()
    names = tuple(f"Player {k + 1}" for k in range(players))
    state = new_state(options, names, [Score("", ()), FirstTurn(), Show(1), Show(0), Deal(0)])
    state.start, state.round = 0, 0
    agenda = state.agenda
    while isinstance(agenda[-1], Chance):
        task = agenda.pop()
        task.apply(state, draw(task.outcomes(state), rng), QUIET)
    state.bets = [random_bet(state, 8, rng) for _ in names]
    state.locked = players
    if schemes:
        state.credits = [PURSE] * players
    else:
        state.credits, state.tokens = [0] * players, []
    while isinstance(agenda[-1], Auto) and not state.turn:
        agenda.pop().run(state, QUIET)
    return state


class Tally(Struct):
    """Sums over rounds played out. `a + b` is the tally of both."""

    n: int = 0
    points: dict[str, list[float]] = field(default_factory=dict)
    """"seat source" -> sum and sum of squares; sources are the categories, penta and total."""
    survived: dict[str, int] = field(default_factory=dict)
    """Mech -> rounds survived."""
    won: dict[str, int] = field(default_factory=dict)
    """"category team" -> rounds won (ties count for each)."""
    nobody: dict[str, int] = field(default_factory=dict)
    """Category -> rounds that no team won."""
    turns: dict[int, int] = field(default_factory=dict)
    """Length of the round in turns -> rounds."""
    quiet: int = 0
    """Rounds that ended by quiet turns."""
    none_out: int = 0
    """Rounds in which no team was out."""

    def add(self, done: RoundScore) -> None:
        self.n += 1
        for seat, teams in enumerate(done.team_points):
            for source, value in zip(CATEGORIES, teams, strict=True):
                self._point(f"{seat} {source}", value)
            self._point(f"{seat} penta", done.penta_points[seat])
            self._point(f"{seat} total", sum(teams) + done.penta_points[seat])
        for mech in done.survivors:
            self.survived[mech] = self.survived.get(mech, 0) + 1
        for category, teams_won in zip(CATEGORIES, done.winners, strict=True):
            if not teams_won:
                self.nobody[category] = self.nobody.get(category, 0) + 1
            for team in teams_won:
                key = f"{category} {team}"
                self.won[key] = self.won.get(key, 0) + 1
        self.turns[done.turns] = self.turns.get(done.turns, 0) + 1
        self.quiet += len(done.survivors) > LIMIT
        self.none_out += not done.winners[1]

    def _point(self, key: str, value: float) -> None:
        sums = self.points.setdefault(key, [0.0, 0.0])
        sums[0] += value
        sums[1] += value * value

    def __add__(self, other: Tally) -> Tally:
        def both(a: dict[Any, int], b: dict[Any, int]) -> dict[Any, int]:
            return {k: a.get(k, 0) + b.get(k, 0) for k in {**a, **b}}

        keys = {**self.points, **other.points}
        points = {
            k: [
                x + y
                for x, y in zip(self.points.get(k, [0.0, 0.0]), other.points.get(k, [0.0, 0.0]), strict=True)
            ]
            for k in keys
        }
        return Tally(
            self.n + other.n, points, both(self.survived, other.survived), both(self.won, other.won),
            both(self.nobody, other.nobody), both(self.turns, other.turns), self.quiet + other.quiet,
            self.none_out + other.none_out,
        )  # fmt: skip

    def value(self, seat: Seat, source: str = "total") -> Estimate:
        """Mean points of a seat from a source: heroes, hasbeens, brawlers, penta or total."""
        total, squares = self.points.get(f"{seat} {source}", [0.0, 0.0])
        return estimate(self.n, total, squares)

    def survival(self, mech: str) -> Estimate:
        k = float(self.survived.get(mech, 0))
        return estimate(self.n, k, k)

    def winning(self, category: str, team: str) -> Estimate:
        k = float(self.won.get(f"{category} {team}", 0))
        return estimate(self.n, k, k)

    def length(self) -> Estimate:
        """Turns in a round."""
        return estimate(
            self.n, sum(t * k for t, k in self.turns.items()), sum(t * t * k for t, k in self.turns.items())
        )  # fmt: skip

    def quantile(self, share: float) -> int:
        """The shortest length that at least this share of the rounds keep to."""
        seen = 0
        for turns in sorted(self.turns):
            seen += self.turns[turns]
            if seen >= share * self.n:
                return turns
        return 0


def rollouts(
    state: LeagueState,
    n: int,
    rng: random.Random,
    chooser: Chooser | None = None,
    seat: Seat | None = None,
) -> Tally:
    """Play the round of `state` to its end `n` times.

    `chooser` is a bot of the contract for all seats; without one players choose by chance (`wild`).
    With `seat`, cards that this player may not see are drawn anew each time, so that the result
    uses nothing the player does not know. Raises ValueError if the round is over.
    """
    if state.scored or state.result is not None:
        raise ValueError("This round is scored; there is nothing to play out.")
    choose = wild() if chooser is None else by_chooser(chooser)
    tally = Tally()
    for _ in range(n):
        start = state.copy() if seat is None else guess(state, seat, rng)
        start.waits = ()  # it can be taken back, and players by chance do not tire of questions
        tally.add(play_round(start, rng, choose))
    return tally


def bet_values(
    state: LeagueState,
    n: int,
    rng: random.Random,
    chooser: Chooser | None = None,
    seat: Seat | None = None,
) -> dict[Seat, dict[str, Estimate]]:
    """What each card brings in this round, by source: simulated from the position, with n and interval.

    Seats whose cards `seat` may not see are left out.
    """
    tally = rollouts(state, n, rng, chooser, seat)
    shown = range(len(state.bets)) if seat is None or state.cards_open else (seat,)
    return {s: {k: tally.value(s, k) for k in (*CATEGORIES, "penta", "total")} for s in shown}


# ---------------------------------------------------------------- many rounds from new deals


def random_play(n: int, players: int, rng: random.Random, buy: bool = True) -> Tally:
    """`n` rounds from new deals by chance (table analysis_random_play)."""
    tally, choose = Tally(), wild()
    for _ in range(n):
        tally.add(play_round(new_round(players, rng, schemes=buy), rng, choose))
    return tally


def survival_by_slot(n: int, rng: random.Random) -> dict[str, Estimate]:
    """Start slot -> share of mechs that survive, without schemes (table analysis_start_zone)."""
    alive = dict.fromkeys(SLOTS, 0)
    dealt = dict.fromkeys(SLOTS, 0)
    choose = wild()
    for _ in range(n):
        state = new_round(2, rng, schemes=False)
        start = list(state.arena)
        survivors = play_round(state, rng, choose).survivors
        for slot, mech in zip(SLOTS, start, strict=True):
            if mech:
                dealt[slot] += 1
                alive[slot] += mech in survivors
    return {s: estimate(dealt[s], float(alive[s]), float(alive[s])) for s in SLOTS}


def by_zone(slots: dict[str, Estimate]) -> dict[str, Estimate]:
    """Corner, edge, centre -> share that survives."""
    found = {}
    for zone in ("corner", "edge", "centre"):
        here = [slots[s] for s, z in zip(SLOTS, ZONE, strict=True) if z == zone]
        n = sum(e.n for e in here)
        k = sum(e.mean * e.n for e in here)
        found[zone] = estimate(n, k, k)
    return found


# ---------------------------------------------------------------- what a scheme can do

BANDS: Final = {"15-12": (12, 15), "11-9": (9, 11), "8-6": (6, 8)}


class Reach(Struct, frozen=True):
    """What one turn can lead to, with one scheme or none."""

    victims: int
    """Mechs that can be knocked out."""
    arenas: int
    """Different arenas after the turn."""
    avoidable: bool
    """The turn can be played without a KO."""
    most: int
    """Most KOs in the turn."""


def reach(state: LeagueState, scheme: str = "") -> Reach:
    """All that a turn can lead to from a position before its slide, by trying everything.

    Windows of the Fixer and the purchase are passed over. Raises ValueError where no slide is to come
    in this turn (between rounds, or after the slide).
    """
    start = state.copy()
    start.credits = [0] * len(start.credits)
    start.options = Options(data_set=state.options.data_set, quiet_limit=0)
    last = max((i for i, task in enumerate(start.agenda) if isinstance(task, EndTurn)), default=-1)
    ahead = start.agenda[last + 1 :]
    slide = next((task for task in ahead if isinstance(task, SlideMech)), None)
    if last < 0 or not (slide or any(isinstance(task, StepOne | BuyScheme) for task in ahead)):
        raise ValueError("No slide is to come in this turn; ask for a position before a player's slide.")
    start.agenda[last + 1 :] = [slide or SlideMech(player=start.active)]
    if scheme:
        play_scheme(start, start.active, scheme)
    turn, before = start.turn, len(start.fallen)
    victims: set[str] = set()
    arenas: set[tuple[str, ...]] = set()
    counts: set[int] = set()
    todo = [start]
    while todo:
        node = todo.pop()
        while node.agenda and isinstance(node.agenda[-1], Auto) and node.turn == turn and not node.scored:
            node.agenda.pop().run(node, QUIET)
        if node.turn != turn or node.scored:
            victims |= {f.mech for f in node.fallen[before:]}
            counts.add(len(node.fallen) - before)
            arenas.add(tuple(node.arena))
            continue
        task = node.agenda[-1]
        for action in task.legal(node):
            after = node.copy()
            after.agenda.pop().apply(after, action, QUIET)
            todo.append(after)
    return Reach(len(victims), len(arenas), 0 in counts, max(counts))


def sample_positions(n: int, band: str, rng: random.Random) -> list[LeagueState]:
    """Positions of random play, without schemes, with so many mechs left, at the slide.

    Each turn of a band has the same chance to be taken, one in four, so that neighbours are rare.
    """
    low, high = BANDS[band]
    found: list[LeagueState] = []
    while len(found) < n:
        state = new_round(2, rng, schemes=False)
        agenda = state.agenda
        while not state.scored:
            task = agenda[-1]
            if isinstance(task, SlideMech) and low <= state.left <= high and rng.random() < 0.25:
                found.append(state.copy())
            if isinstance(task, SlideMech | Attack):
                offers = task.legal(state)
                agenda.pop().apply(state, offers[pick(rng, len(offers))], QUIET)
            else:
                agenda.pop().run(state, QUIET)
    return found[:n]


def scheme_reach(positions: Sequence[LeagueState], scheme: str = "") -> dict[str, Estimate]:
    """Means of `Reach` over positions (table analysis_scheme_reach)."""
    rows = [reach(state, scheme) for state in positions]
    columns: dict[str, list[float]] = {
        "mechs_that_can_be_knocked_out": [float(r.victims) for r in rows],
        "different_arenas_after_turn": [float(r.arenas) for r in rows],
        "share_of_turns_where_a_KO_can_be_avoided": [float(r.avoidable) for r in rows],
        "most_KOs_in_the_turn": [float(r.most) for r in rows],
    }
    return {k: estimate(len(v), sum(v), sum(x * x for x in v)) for k, v in columns.items()}


# ---------------------------------------------------------------- beside the rulebook's own numbers


class Beside(Struct, frozen=True):
    """One number of the rulebook's simulation, and the same found here."""

    players: str
    what: str
    ours: Estimate
    ledger: float
    ledger_n: int
    half: float
    """Half the 95 % interval of the difference: both numbers are simulated."""

    @property
    def agrees(self) -> bool:
        """The two differ by no more than chance explains; 1 of 20 equal numbers would still fail."""
        return abs(self.ours.mean - self.ledger) <= self.half


class Games(Struct):
    """Whole games by chance: their rounds, and wins by seat counted from the first Start player."""

    rounds: Tally
    wins: list[float]
    n: int = 0

    def __add__(self, other: Games) -> Games:
        wins = [a + b for a, b in zip(self.wins, other.wins, strict=True)]
        return Games(self.rounds + other.rounds, wins, self.n + other.n)


def random_games(n: int, players: int, rng: random.Random) -> Games:
    """`n` whole games by chance. A win that is shared counts in parts (L-END-09)."""
    from .game import GAME

    names = GAME.seats(players)
    found, choose = Games(Tally(), [0.0] * players), wild()
    for _ in range(n):
        state = GAME.start(Options(), names)
        agenda = state.agenda
        while agenda:
            task = agenda[-1]
            if isinstance(task, Auto):
                agenda.pop().run(state, QUIET)
                continue
            action = draw(task.outcomes(state), rng) if isinstance(task, Chance) else choose(state, task, rng)
            agenda.pop().apply(state, action, QUIET)
        for done in state.history:
            found.rounds.add(done)
        assert state.result is not None
        for seat in state.result.winners:
            found.wins[(seat - state.history[0].start) % players] += 1 / len(state.result.winners)
        found.n += 1
    return found


def share(k: float, n: int) -> Estimate:
    """A share with its Wilson interval."""
    found = rate("", "", k, n)
    return Estimate(n, found.value, found.low, found.high)


def beside(games: Sequence[Games], bare: Tally | None = None) -> list[Beside]:
    """Batches of random games, and of rounds without schemes, beside table analysis_random_play."""
    from .game import GAME

    ledger = {str(row["players"]): row for row in GAME.rulebook.tables["analysis_random_play"].dicts()}
    batches: list[tuple[str, Tally, Games | None]] = [("any", bare, None)] if bare is not None else []
    batches += [(str(len(g.wins)), g.rounds, g) for g in games]
    rows = []
    for players, tally, whole in batches:
        said = ledger[players]
        rounds, mean = int(said["rounds"]), float(said["mean_turns"])
        length = tally.length()
        error = float(said["sd"]) * sqrt(1 / rounds + 1 / tally.n)
        rows.append(Beside(players, "mean turns of a round", length, mean, rounds, 1.96 * error))
        for what, count, key in (
            ("rounds that end quietly", tally.quiet, "share_quiet_end"),
            ("rounds with no team out", tally.none_out, "share_no_team_out"),
        ):
            rows.append(_share_beside(players, what, share(count, tally.n), float(said[key]), rounds))
        if whole is not None:
            for k, value in enumerate(str(said["win_share_by_seat"]).split()):
                seat = f"games won by seat {k + 1} from the Start player"
                found = share(whole.wins[k], whole.n)
                rows.append(_share_beside(players, seat, found, float(value), rounds // 3))
    return rows


def _share_beside(players: str, what: str, ours: Estimate, ledger: float, n: int) -> Beside:
    both = (ours.mean * ours.n + ledger * n) / (ours.n + n)
    half = 1.96 * sqrt(both * (1 - both) * (1 / ours.n + 1 / n)) + 0.0005  # the rulebook rounds
    return Beside(players, what, ours, ledger, n, half)


def beside_table(rows: Sequence[Beside]) -> Table:
    """The comparison as a table to show."""
    cells = []
    for r in rows:
        percent = "turns" not in r.what
        ours = [f"{x:.2%}" if percent else f"{x:.2f}" for x in (r.ours.mean, r.ours.low, r.ours.high)]
        ledger = f"{r.ledger:.2%}" if percent else f"{r.ledger:.2f}"
        line = (r.players, r.what, ours[0], f"{ours[1]} to {ours[2]}", f"{r.ours.n:,}", ledger)
        cells.append(Row((*line, f"{r.ledger_n:,}", "yes" if r.agrees else "no")))
    columns = ("Players", "Measure", "Here", "95% interval", "n", "Rulebook", "Its n", "Agree")
    agree = sum(r.agrees for r in rows)
    note = f"{agree} of {len(rows)} agree. At 95%, about one number in 20 fails by chance alone."
    return Table("beside", "Our simulation beside the rulebook's", columns, tuple(cells), note)
