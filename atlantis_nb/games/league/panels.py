"""State -> what lies beside the board: players, teams, mechs, schemes, cards, and what bets are worth."""

from __future__ import annotations

from atlantis_nb.core.game import OPEN, Decision, Seat, Viewer, and_list, plural
from atlantis_nb.core.scene import Card, Cards, Panel, Row, Stop, Table, Track

from .actions import CATEGORIES, TITLES, Category
from .board import INDEX, ZONE
from .evaluate import worth
from .fixer import FixerSwap
from .odds import penta_value
from .scene import team_owner
from .scoring import team_points
from .state import EMPTY, LIMIT, UNKNOWN, Bet, LeagueState


def panels(state: LeagueState, viewer: Viewer) -> list[Panel]:
    """All panels, the most wanted first; in a swap that is the card to choose from. From a masked state."""
    found: list[Panel] = [
        players(state),
        turn_order(state),
        teams(state),
        display(state),
        slip(state, viewer),
        cards(state),
        worths(state),
        popularity(state),
        mechs(state),
        progress(state),
    ]
    if state.history:
        found.append(scores(state))
    if state.scored:
        found.insert(0, scored(state))
    if state.agenda and isinstance(state.agenda[-1], FixerSwap):
        found.sort(key=lambda panel: panel.key != "slip")
    return found


def tick(right: bool) -> str:
    return "✓" if right else "✗"


def scored(state: LeagueState) -> Table:
    """How the points of the round that has just been scored come about, from the open cards (L-SCO-06)."""
    done, data = state.history[-1], state.roster
    rows = []
    for i, title in enumerate(TITLES.values()):
        bets = [bet.teams[i] for bet in done.bets]
        cells = [
            f"{team or 'blank'} {tick(team in done.winners[i])} {points[i]}"
            for team, points in zip(bets, done.team_points, strict=True)
        ]
        rows.append(Row((title, *cells)))
    picks = [
        f"{' '.join((m or 'blank') + tick(m in done.survivors) for m in bet.picks)}: {points}"
        for bet, points in zip(done.bets, done.penta_points, strict=True)
    ]
    before = [now - new for now, new in zip(state.points, done.points, strict=True)]
    rows += [Row(("Pentafecta", *picks)), Row((f"Round {done.round}", *done.points), now=True)]
    if done.round > 1:
        rows += [Row(("Before", *before)), Row(("In all", *state.points), now=True)]
    alive, kos = state.alive(), state.knockouts()
    with_what = (
        {t: f" with {plural(n, 'mech')}" for t, n in alive.items()},
        {state.first_out: " (first out)"},
        {t: f" with {plural(n, 'KO')}" for t, n in kos.items()},
    )
    winners = [
        f"{title}: {and_list([data.team_called(t) + words.get(t, '') for t in won])}."
        for title, won, words in zip(TITLES.values(), done.winners, with_what, strict=True)
    ]
    pays = f"{team_points(1)} alone, {team_points(2)} each for two, {team_points(3)} each for more"
    note = f"{' '.join(winners)} Survivors: {and_list(list(done.survivors))}. A right team bet pays {pays}."
    if state.result is None:
        note += f" {state.names[state.start]} has the fewest points and takes the #1 tile."
    return Table("scored", f"Round {done.round} is scored", ("Points", *state.names), tuple(rows), note)


def players(state: LeagueState) -> Table:
    rows = []
    for seat, name in enumerate(state.names):
        marks = "#1" if seat == state.start else "none"
        rows.append(
            Row(
                (name, state.points[seat], state.credits[seat], state.paid[seat], marks),
                seat,
                now=seat == state.active,
            )
        )
    return Table(
        "players", "Players", ("Player", "Points", "Credits", "Paid to the Fixer", "Tile"), tuple(rows),
        f"{state.supply} credits are in the supply. The Fixer is {'open' if state.fixer_open else 'closed'}.",
    )  # fmt: skip


def turn_order(state: LeagueState) -> Track:
    n = len(state.names)
    first = max(0, state.start)
    stops = []
    for k in range(n):
        seat = (first + k) % n
        ahead = (seat - state.active) % n if state.active >= 0 else -1
        where = "now" if ahead == 0 else "next" if ahead == 1 else "later"
        stops.append(Stop(state.names[seat], where, "", seat))  # type: ignore[arg-type]  # one of the three words
    return Track("order", "Turn order", tuple(stops), "Clockwise from the holder of the #1 tile.")


def teams(state: LeagueState) -> Table:
    alive, kos = state.alive(), state.knockouts()
    rows = []
    for team in state.roster.teams:
        if state.pile:
            flag = "not dealt yet"
        elif team.code == state.first_out:
            flag = "first out"
        else:
            flag = "standing" if alive[team.code] else "out"
        standing = " ".join(m for m in state.roster.squad[team.code] if m in state.arena) or "none"
        fallen = " ".join(f.mech for f in state.fallen if f.team == team.code) or "none"
        rows.append(
            Row(
                (f"{team.name} ({team.code})", alive[team.code], standing, kos[team.code], fallen, flag),
                team_owner(state, team.code),
            )
        )
    stray = [f.mech for f in state.fallen if not f.team]
    note = f"Beside the board, for no team: {' '.join(stray)}." if stray else ""
    return Table(
        "teams", "Teams", ("Team", "Mechs left", "Standing", "KOs", "Pile", "Flag"), tuple(rows), note
    )


def mechs(state: LeagueState) -> Table:
    rows = []
    by = {f.mech: f for f in state.fallen}
    for mech in state.roster.mechs:
        slot = state.slot_of(mech.code)
        if slot:
            where = f"{slot}, {ZONE[INDEX[slot]]}" + (", named for a KO" if mech.code in state.named else "")
        elif mech.code in by:
            where = f"out, by {by[mech.code].by}" if by[mech.code].by else "out"
        else:
            where = "not dealt yet"
        credit = "credit" if mech.code in state.tokens else "none"
        hunters = " ".join(m for m in state.roster.hunters(mech.code) if m in state.arena)
        rows.append(
            Row(
                (mech.code, mech.name, where, " ".join(mech.rivals), hunters or "none", credit),
                team_owner(state, mech.team),
            )
        )
    columns = ("Mech", "Name", "Slot", "Hunts teams", "Hunters standing", "Token")
    note = "Teams: " + ", ".join(f"{t.code} {t.name}" for t in state.roster.teams) + "."
    return Table("mechs", "Mechs", columns, tuple(rows), note)


def display(state: LeagueState) -> Cards:
    """The two schemes on show, the one in play, and what the deck and the discard pile hold."""
    known = state.roster.scheme
    found = [Card(f"card:{s}", known[s].name, known[s].text) for s in state.display if s]
    if state.in_play:
        scheme = known[state.in_play]
        found.append(Card(f"card:{scheme.id}", scheme.name, scheme.text, badges=("in play",)))
    deck = and_list([known[s].name for s in state.deck])
    gone = and_list([known[s].name for s in state.discard])
    note = f"A scheme costs one credit. {plural(len(state.deck), 'scheme')} left in the deck"
    note += f", in an order nobody knows: {deck}. " if deck else ". "
    note += f"Discarded: {gone}." if gone else "None is discarded."
    return Cards("schemes", "Schemes on display", tuple(found), note)


def slip(state: LeagueState, viewer: Viewer) -> Cards:
    """The five picks of one card, one card each, to click for the Fixer."""
    task = state.agenda[-1] if state.agenda else None
    chooser = task.player if isinstance(task, Decision) else None
    seat = chooser if viewer is OPEN else viewer
    if seat is None or not 0 <= seat < len(state.bets) or state.bets[seat].hidden:
        return Cards("slip", "Pentafecta", (), "No card to show.")
    found = []
    for mech in dict.fromkeys(state.bets[seat].picks):
        if not mech:
            found.append(Card("card:blank", "blank", f"{state.bets[seat].picks.count('')} blank", seat))
            continue
        entry = state.roster.mech[mech]
        badge = "stands" if mech in state.arena else "out"
        found.append(Card(f"card:{mech}", mech, entry.name, team_owner(state, entry.team), (badge,)))
    live = sum(m in state.arena for m in state.bets[seat].picks if m)
    note = f"{live} of the picks stand."
    if state.turn and live < 5 and state.left > LIMIT and state.fixer_open:
        gain = penta_value(state.left, live + 1) - penta_value(state.left, live)
        note += (
            f" A swap of a lost pick is worth {float(gain):.2f} points if all survivors are equally likely."
        )
    return Cards("slip", f"Pentafecta of {state.names[seat]}", tuple(found), note)


def cards(state: LeagueState) -> Cards:
    """Every betting card; a hidden one is only a back."""
    found = []
    for seat, bet in enumerate(state.bets):
        locked = ("locked",) if seat < state.locked else ()
        if bet.hidden:
            found.append(Card(f"card:bet{seat}", "?", "", seat, locked, hidden=True))
            continue
        found.append(
            Card(f"card:bet{seat}", f"Card of {state.names[seat]}", bet_words(state, bet), seat, locked)
        )
    note = "All cards are open." if state.cards_open else "Cards stay secret until the round is scored."
    return Cards("bets", "Betting cards", tuple(found), note)


def bet_words(state: LeagueState, bet: Bet) -> str:
    if bet == EMPTY:
        return "not filled in"
    won = state.history[-1].winners if state.scored else ((), (), ())

    def ticked(words: str, right: bool) -> str:
        return f"{words or 'blank'} {tick(right)}" if state.scored else words or "blank"

    teams = "; ".join(
        f"{TITLES[c]}: {ticked(state.roster.team_called(t), t in w)}"
        for c, t, w in zip(CATEGORIES, bet.teams, won, strict=True)
    )
    picks = ", ".join(ticked(state.roster.called(m), m in state.arena and bool(m)) for m in bet.picks)
    return f"{teams}; Pentafecta: {picks}"


def visible(state: LeagueState) -> list[tuple[Seat, Bet]]:
    return [(s, b) for s, b in enumerate(state.bets) if not b.hidden and any((*b.teams, *b.picks))]


def team_stands(
    state: LeagueState, category: Category, team: str, alive: dict[str, int], kos: dict[str, int]
) -> str:
    """What counts for a team bet, as things stand: "2 left", "first out", "1 KO"."""
    if category == "brawlers":
        return plural(kos[team], "KO")
    if category == "hasbeens" and team == state.first_out:
        return "first out"
    return f"{alive[team]} left"


def popularity(state: LeagueState) -> Table:
    """Who has named each mech and each team, of the cards in view; what most have named comes first."""
    seen, alive, kos = visible(state), state.alive(), state.knockouts()
    rows: list[tuple[int, Row]] = []

    def add(bet: str, on: str, now: str, who: list[str], team: str) -> None:
        if who:
            rows.append((len(who), Row((bet, on, now, and_list(who)), team_owner(state, team))))

    for mech in state.roster.codes:
        stands = "stands" if mech in state.arena or not state.turn else "out"
        who = [state.names[s] for s, b in seen if mech in b.picks]
        add("Survivor", state.roster.called(mech), stands, who, state.roster.team_of[mech])
    for i, category in enumerate(CATEGORIES):
        for team in state.roster.team_codes:
            now = team_stands(state, category, team, alive, kos) if state.turn else "before play"
            who = [state.names[s] for s, b in seen if b.teams[i] == team]
            add(TITLES[category], state.roster.team_called(team), now, who, team)
    rows.sort(key=lambda row: -row[0])
    hidden = sum(b.hidden for b in state.bets)
    note = f"{plural(len(seen), 'card')} in view"
    note += f", {hidden} hidden until the round is scored." if hidden else "."
    return Table(
        "popularity",
        "Popularity of picks",
        ("Bet", "On", "Now", "Players"),
        tuple(row for _, row in rows),
        note,
    )


def worths(state: LeagueState) -> Table:
    """Expected points of each bet in view, as things stand."""
    rows = []
    for seat, bet in visible(state):
        value = worth(state, seat, seen=not any(b.hidden for b in state.bets))
        words = [
            f"{t or 'blank'}: {v:.2f}" if t != UNKNOWN else "?" for t, v in zip(bet.teams, value.teams, strict=True)
        ]  # fmt: skip
        rows.append(Row((state.names[seat], *words, f"{value.penta:.2f}", f"{value.total:.2f}"), seat))
    columns = ("Player", *TITLES.values(), "Pentafecta", "Together")
    note = (
        "Points of this round." if state.scored
        else "Model: mechs go at random, exposed ones and those in the centre sooner; a team bet pays less the "
        "more players are believed to share it. The odds play the round on by chance instead, and differ."
    )  # fmt: skip
    return Table("worth", "Worth of the bets", columns, tuple(rows), note)


def progress(state: LeagueState) -> Track:
    """Mechs from 15 down to the five that end the round, with the quiet turns."""
    left = state.left if state.round else 15
    stops = tuple(
        Stop(str(k), "now" if k == left else "past" if k > left else "later")
        for k in range(15, LIMIT - 1, -1)
    )
    limit = state.options.quiet_limit
    note = f"{state.quiet} quiet turns in a row" + (f" of {limit}." if limit else ".")
    return Track("left", "Mechs left", stops, note)


def scores(state: LeagueState) -> Table:
    rows = []
    for done in state.history:
        for seat, name in enumerate(state.names):
            a, b, c = done.team_points[seat]
            rows.append(
                Row(
                    (name, done.round, a, b, c, done.hits[seat], done.penta_points[seat], done.points[seat]),
                    seat,
                )
            )
    columns = ("Player", "Round", *TITLES.values(), "Hits", "Pentafecta", "Sum")
    return Table("scores", "Scores by round", columns, tuple(rows))
