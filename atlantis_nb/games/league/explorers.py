"""Questions with inputs about the league, each with an answer in words, tables and charts."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from atlantis_nb.core.charts import Answer, Chart, Control, Explorer, Heat, Series
from atlantis_nb.core.game import and_list, plural
from atlantis_nb.core.scene import Row, Table

from . import odds, simulate
from .board import SLOTS
from .roster import roster
from .scoring import PENTA_POINTS, team_points
from .state import LIMIT

NO_SCHEME: Final = "no scheme"


def explorers() -> tuple[Explorer, ...]:
    """All questions, closed forms first."""
    data = roster("teaching")
    names = (NO_SCHEME, *(s.name for s in data.schemes))
    return (
        Explorer(
            "pentafecta", "What is a Pentafecta worth?",
            "How many points does a card promise with so many live picks, and what is a Fixer swap worth?",
            (
                Control("left", "Mechs left", 15, low=LIMIT, high=15),
                Control("live", "Live picks", 5, low=0, high=5),
            ),
            pentafecta,
        ),
        Explorer(
            "team_bets", "Which team to name?",
            "A bet pays less when others make it too: how often should each team be named?",
            (
                Control("players", "Players", 2, low=1, high=5),
                *(
                    Control(key, f"Chance of team {i + 1}, percent", p, low=0, high=100, step=5)
                    for i, (key, p) in enumerate(zip("abcde", (30, 25, 20, 15, 10), strict=True))
                ),
            ),
            team_bets,
        ),
        Explorer(
            "stalling", "Who wants the round to end by quiet turns?",
            "What does a player gain in Pentafecta points if nobody makes a KO any more?",
            (
                Control("left", "Mechs left", 7, low=6, high=15),
                Control("void", "The Pentafecta pays nothing then (quiet_penta = void)", False),
            ),
            stalling,
        ),
        Explorer(
            "rivals", "Who hunts whom?", "How many mechs of one team hunt another?", (), rivals
        ),
        Explorer(
            "start_slot", "Where do mechs survive?",
            "How often does a mech survive a round of random play, by the slot it starts in?",
            (
                Control("rounds", "Rounds to play", 2000, low=200, high=20000, step=200),
                Control("seed", "Seed", 1, low=0, high=9999),
            ),
            start_slot, slow=True,
        ),
        Explorer(
            "length", "How long is a round?", "How many turns does a round of random play take?",
            (
                Control("players", "Players", 3, low=2, high=5),
                Control("buy", "Players buy schemes and swaps", True),
                Control("rounds", "Rounds to play", 1000, low=200, high=20000, step=200),
                Control("seed", "Seed", 1, low=0, high=9999),
            ),
            length, slow=True,
        ),
        Explorer(
            "beside", "Does our simulation agree with the rulebook's?",
            "How long are rounds, how do they end, and which seat wins, by number of players?",
            (
                Control("games", "Games for each number of players", 100, low=50, high=2000, step=50),
                Control("seed", "Seed", 1, low=0, high=9999),
            ),
            beside, slow=True,
        ),
        Explorer(
            "schemes", "How strong is a scheme?", "What can one turn lead to, with each scheme and with none?",
            (
                Control("band", "Mechs left", "15-12", values=tuple(simulate.BANDS)),
                Control("scheme", "Scheme", "all", values=("all", *names)),
                Control("positions", "Positions to try", 40, low=10, high=400, step=10),
                Control("seed", "Seed", 1, low=0, high=9999),
            ),
            schemes, slow=True,
        ),
    )  # fmt: skip


def pentafecta(left: int, live: int) -> Answer:
    """Hit odds and value of a card under even survivors (L-SCO-05, L-FIX-02)."""
    live = min(live, left)
    chances = odds.hit_odds(left, live)
    value = odds.penta_value(left, live)
    words = (
        f"With {live} live picks of {left} mechs left, a card is worth {value} = {float(value):.3f} points."
    )
    if live < 5:
        words += f" Swapping a lost pick adds {float(odds.swap_gain(left, live)):.3f}."
    table = Table(
        "hits", "Hits", ("Hits", "Chance", "Decimal", "Points"),
        tuple(Row((h, str(p), f"{float(p):.6f}", PENTA_POINTS[h])) for h, p in enumerate(chances)),
        "Exact, if every set of five survivors is equally likely.",
    )  # fmt: skip
    picks = tuple(range(6))
    worths = tuple(float(odds.penta_value(left, k)) for k in picks)
    chart = Chart(
        "value", "Worth of a card by live picks", "live picks", "expected points",
        (Series(f"{left} mechs left", tuple(map(float, picks)), worths),),
        caption=f"The last pick of a card adds {float(odds.swap_gain(left, 4)):.3f}, the first "
        f"{float(odds.swap_gain(left, 0)):.3f}.",
        source="exact",
    )  # fmt: skip
    return Answer(words, (table,), (chart,))


def team_bets(players: int, a: int, b: int, c: int, d: int, e: int) -> Answer:
    """The symmetric mixed equilibrium of one category (L-SCO-02 to L-SCO-04)."""
    chances = [x / 100 for x in (a, b, c, d, e)]
    total = sum(chances)
    if not total:
        return Answer("Give at least one team a chance above 0.")
    chances = [x / total for x in chances]
    found = [odds.equilibrium(n, chances) for n in range(1, 6)]
    mix, value = found[players - 1]
    values = tuple(v for _, v in found)
    heads = tuple(f"team {i}" for i in range(1, 6))
    table = Table(
        "mix", "How often to name each team", ("Team", "Winning chance", "Named", "Worth if nobody else names it"),
        tuple(
            Row((head, f"{w:.2f}", f"{q:.4f}", f"{5 * w:.2f}"))
            for head, w, q in zip(heads, chances, mix, strict=True)
        ),
        "Chances are scaled to add up to one.",
    )  # fmt: skip
    chart = Chart(
        "mix", "How often to name each team", "team", "share",
        (
            Series("winning chance", heads, tuple(chances), style="bar"),
            Series("named in equilibrium", heads, mix, style="bar"),
        ),
        caption=f"The equilibrium is worth {value:.4f} points to each player.", source="exact", percent=True,
    )  # fmt: skip
    never = sum(q < 1e-9 for q in mix)
    unused = f"; {plural(never, 'team')} {'is' if never == 1 else 'are'} never named" if never else ""
    even = odds.even_mix(players)["expected_points_mixed"]
    if players == 1:
        words = f"Alone, a right bet always pays 5: name the likeliest team, for {value:.4f} points."
    else:
        words = (
            f"With {players} players each mixes so that every named team is worth {value:.4f} points{unused}. With "
            f"five equal teams the mix is worth {even} = {float(even):.3f}, while naming different teams would give 1 "
            "to each: that is the price of not knowing what the others name."
        )
    return Answer(words, (table, by_players(values)), (chart, crowd_chart(values, max(chances))))


def by_players(values: Sequence[float]) -> Table:
    """What the mix is worth for each number of players (tables analysis_team_bets and _skewed)."""
    rows = []
    for n in range(1, 6):
        even = odds.even_mix(n)
        rows.append(
            Row(
                (
                    n, f"{values[n - 1]:.4f}", str(even["expected_points_mixed"]),
                    f"{float(even['expected_points_mixed']):.4f}", str(even["expected_points_all_different"]),
                    str(even["pure_equilibria"]),
                )
            )
        )  # fmt: skip
    columns = (
        "Players",
        "Mix, your chances",
        "Mix, equal teams",
        "Decimal",
        "All different",
        "Ways to be so",
    )
    note = (
        "Points each expects in one category with one winner. Exact; the mix for your chances to four digits."
    )
    return Table("players", "What a bet is worth by number of players", columns, tuple(rows), note)


def crowd_chart(mixed: tuple[float, ...], best: float) -> Chart:
    """The worth of a bet by number of players: mixing, all different, and all on the favourite."""
    players = tuple(float(n) for n in range(1, 6))
    crowd = tuple(best * team_points(n) for n in range(1, 6))
    even = tuple(float(odds.even_mix(n)["expected_points_mixed"]) for n in range(1, 6))
    return Chart(
        "players", "What a bet is worth by number of players", "players", "expected points",
        (
            Series("mix, your chances", players, mixed),
            Series("mix, equal teams", players, even, dash=True),
            Series("all name the favourite", players, crowd),
        ),
        caption=f"Five players: the mix is worth {mixed[-1]:.3f} to each; all on the favourite, {crowd[-1]:.3f}.",
        source="exact",
    )  # fmt: skip


def stalling(left: int, void: bool) -> Answer:
    """Pentafecta points gained by a quiet ending, by live picks (L-R-27, L-R-28)."""
    picks = range(6)
    gains = [odds.stall_gain(left, k, void) for k in picks]
    rows = tuple(
        Row((k, 0 if void else PENTA_POINTS[k], str(odds.penta_value(left, k)), str(g), f"{float(g):.3f}"))
        for k, g in zip(picks, gains, strict=True)
    )
    table = Table(
        "stall", "Stalling", ("Live picks", "If it ends now", "If played on", "Gain", "Decimal"), rows,
        "Exact, if every set of five survivors is equally likely.",
    )  # fmt: skip
    chart = Chart(
        "stall", "Gain of a quiet ending", "live picks", "points",
        (Series(f"{left} mechs left", tuple(float(k) for k in picks), tuple(float(g) for g in gains), style="bar"),),
        caption=f"With five live picks a quiet ending gains {float(gains[5]):.2f} points.", source="exact",
    )  # fmt: skip
    best = max(gains)
    rules = quiet_rules(left, gains.index(best))
    words = (
        "Nobody gains by a quiet ending." if best <= 0
        else f"With {left} mechs left, a quiet ending gains up to {float(best):.2f} points, for a player with "
        f"{gains.index(best)} live picks; so a good card is a reason to stall."
    )  # fmt: skip
    return Answer(words, (table, rules), (chart,))


def quiet_rules(left: int, live: int) -> Table:
    """How the options on quiet turns change the reason to stall (L-R-27, L-R-28)."""
    count, void = odds.stall_gain(left, live), odds.stall_gain(left, live, True)
    rows = (
        (
            "quiet_rule = end (default)",
            f"{float(count):+.2f}",
            "20 turns in a row without a KO end the round",
        ),
        (
            "quiet_penta = void",
            f"{float(void):+.2f}",
            "they end it too, but with more than five mechs no card pays",
        ),
        (
            "quiet_rule = repetition",
            f"{float(count):+.2f}",
            "the third time of the same position ends it: sooner",
        ),
        (
            "quiet_rule = overtime",
            "+0.00",
            "from the limit on who can strike must, so it is played on after all",
        ),
        ("quiet_limit = 0", "+0.00", "nothing ends it: stalling pays nothing, but the round may never end"),
    )
    title = f"What stalling gains with {plural(live, 'live pick')}, by rule"
    note = "Points against playing on, if every set of five survivors is equally likely."
    return Table("rules", title, ("Rule", "Gain", "Why"), tuple(Row(r) for r in rows), note)


def rivals() -> Answer:
    """The rival matrix of the teaching set (L-R-05; tables rival_matrix, rival_properties)."""
    data = roster("teaching")
    matrix = data.matrix
    codes = data.team_codes
    rows = tuple(
        Row((f"{team.name} ({team.code})", *matrix[i], sum(matrix[i]))) for i, team in enumerate(data.teams)
    )
    table = Table("rivals", "Mechs that hunt a team", ("Team", *codes, "Sum"), rows)
    chart = Chart(
        "rivals", "Mechs that hunt a team", "hunted", "hunting",
        heat=Heat(codes, codes, tuple(tuple(float(n) for n in row) for row in matrix),
                  tuple(tuple(str(n) for n in row) for row in matrix)),
        caption="Each team hunts two others with two mechs and two with one.", source="exact",
    )  # fmt: skip
    pairs = sum(odds.hunts(data, a, b) for k, a in enumerate(data.codes) for b in data.codes[:k])
    peace = len(odds.peaceful_sets(data, 3))
    words = (
        f"In {pairs} of 105 pairs of mechs one hunts the other; {peace} of 455 sets of three are peaceful."
    )
    return Answer(words, (table,), (chart,))


def start_slot(rounds: int, seed: int) -> Answer:
    """Survival by start slot in random play (table analysis_start_zone)."""
    slots = simulate.survival_by_slot(rounds, random.Random(seed))
    zones = simulate.by_zone(slots)
    table = Table(
        "zones", "Survival by start", ("Start", "Share", "Low", "High", "Mechs"),
        tuple(Row((z, f"{e.mean:.3f}", f"{e.low:.3f}", f"{e.high:.3f}", e.n)) for z, e in zones.items()),
        f"Simulated, n = {rounds} rounds of random play without schemes; 95 % intervals.",
    )  # fmt: skip
    z = tuple(tuple(slots[SLOTS[r * 4 + c]].mean for c in range(4)) for r in range(4))
    chart = Chart(
        "slots", "Share of mechs that survive, by start slot", "column", "row",
        heat=Heat(("a", "b", "c", "d"), ("1", "2", "3", "4"), z, tuple(tuple(f"{p:.2f}" for p in row) for row in z)),
        caption=", ".join(f"{zone} {e.mean:.2f}" for zone, e in zones.items()).capitalize() + ".",
        source=f"simulated, n = {rounds}", percent=True,
    )  # fmt: skip
    words = (
        f"A mech that starts in a corner survives with {zones['corner'].mean:.0%}, on an edge with "
        f"{zones['edge'].mean:.0%}, in the centre with {zones['centre'].mean:.0%} (simulated, n = {rounds})."
    )
    return Answer(words, (table,), (chart,))


def length(players: int, buy: bool, rounds: int, seed: int) -> Answer:
    """Length of a round in random play (table analysis_random_play)."""
    tally = simulate.random_play(rounds, players, random.Random(seed), buy)
    turns = tuple(range(min(tally.turns), max(tally.turns) + 1))
    shares = tuple(tally.turns.get(t, 0) / rounds for t in turns)
    mean = tally.length()
    chart = Chart(
        "length", "Turns in a round", "turns", "share of rounds",
        (Series("rounds", tuple(map(float, turns)), shares, style="bar"),),
        caption=f"On average {mean.mean:.2f} turns; 95 of 100 rounds take {tally.quantile(0.95)} turns or fewer.",
        source=f"simulated, n = {rounds}", percent=True,
    )  # fmt: skip
    words = (
        f"A round of random play takes {mean} turns; {tally.quiet / rounds:.2%} end by quiet turns, and in "
        f"{tally.none_out / rounds:.1%} no team is out."
    )
    return Answer(words, (), (chart,))


def beside(games: int, seed: int) -> Answer:
    """Whole games by chance beside the rulebook's own simulation (table analysis_random_play)."""
    rng = random.Random(seed)
    batches = [simulate.random_games(games, n, rng) for n in range(2, 6)]
    rows = simulate.beside(batches, simulate.random_play(3 * games, 2, rng, buy=False))
    agree = sum(r.agrees for r in rows)
    words = (
        f"{agree} of {len(rows)} numbers agree within what chance explains (simulated, n = {games} games for each "
        f"number of players); about {len(rows) / 20:.0f} would differ by chance alone."
    )
    turns = [r for r in rows if r.what == "mean turns of a round"]
    chart = Chart(
        "turns", "Mean turns of a round", "players", "turns",
        (
            Series(
                "here", tuple(r.players for r in turns), tuple(r.ours.mean for r in turns), style="bar",
                low=tuple(r.ours.low for r in turns), high=tuple(r.ours.high for r in turns),
            ),
            Series("rulebook", tuple(r.players for r in turns), tuple(r.ledger for r in turns), style="bar"),
        ),
        caption="“any”: rounds in which nobody buys a scheme or a swap.", source=f"simulated, n = {games} games",
    )  # fmt: skip
    return Answer(words, (simulate.beside_table(rows),), (chart,))


def schemes(band: str, scheme: str, positions: int, seed: int) -> Answer:
    """What a turn can lead to with each scheme (table analysis_scheme_reach)."""
    data = roster("teaching")
    places = simulate.sample_positions(positions, band, random.Random(seed))
    ids = {NO_SCHEME: "", **{s.name: s.id for s in data.schemes}}
    wanted = list(ids) if scheme == "all" else [NO_SCHEME, *([scheme] if scheme != NO_SCHEME else [])]
    found = {name: simulate.scheme_reach(places, ids[name]) for name in wanted}
    keys = list(found[NO_SCHEME])
    table = Table(
        "reach", "What one turn can lead to", ("Scheme", *(k.replace("_", " ") for k in keys)),
        tuple(Row((name, *(with_error(reach[k]) for k in keys))) for name, reach in found.items()),
        f"Means over {positions} positions of random play with {band} mechs left, with 95% intervals (simulated).",
    )  # fmt: skip
    heads = tuple(found)
    chart = Chart(
        "reach", "Mechs that can be knocked out in one turn", "scheme", "mechs",
        (
            Series(
                "mechs in reach", heads, tuple(r[keys[0]].mean for r in found.values()), style="bar",
                low=tuple(r[keys[0]].low for r in found.values()), high=tuple(r[keys[0]].high for r in found.values()),
            ),
        ),
        caption=f"Positions with {band} mechs left.", source=f"simulated, n = {positions}",
    )  # fmt: skip
    most = max(reach[keys[0]].mean for reach in found.values())
    widest = [name for name, reach in found.items() if reach[keys[0]].mean == most]
    words = (
        f"With {band} mechs left, {and_list(widest)} {'reaches' if len(widest) == 1 else 'reach'} most: {most:.2f} "
        f"mechs against {found[NO_SCHEME][keys[0]].mean:.2f} without a scheme (simulated, n = {positions})."
    )
    return Answer(words, (table,), (chart,))


def with_error(mean: simulate.Estimate) -> str:
    """ "4.15 ± 0.43"; no interval where all values were the same."""
    half = (mean.high - mean.low) / 2
    return f"{mean.mean:.2f} ± {half:.2f}" if half else f"{mean.mean:.2f}"
