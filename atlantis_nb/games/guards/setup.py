"""Set-up: teams, picking heroes in four ways, placing heroes and minions.

Rules: G-SET-01 to 14, G-DRAFT-01 to 08, G-WUK-01, G-R-01, G-R-06 to G-R-14, G-R-96.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from atlantis_nb.core.game import Action, Auto, Chance, Decision, Illegal, Log, Seat

from . import push, turn, units, values
from .actions import BanHero, Deal, DrawSeat, Go, PickHero, PickPlayer, Toss, go, place_name
from .board import ATLANTEANS, MIDDLE, TEAM_NAMES, TITANS, load_board, pin_board
from .deck import PAIR, load_deck, pin_deck
from .options import Options
from .state import Hero, Picking, State, Unit, other

# ------------------------------------------------------------------ what fits together


def lanes_for(options: Options, players: int) -> str:
    """The board side (G-SET-14, G-R-01). Raises ValueError."""
    allowed = ["one_lane"] if players <= 3 else ["one_lane", "two_lanes"] if players <= 6 else ["two_lanes"]
    if options.lanes == "auto":
        return allowed[0]
    if options.lanes not in allowed:
        raise ValueError(
            f"{players} players play on {' or '.join(allowed)}, not on {options.lanes} (G-R-01)."
        )
    return options.lanes


def odd(players: int) -> bool:
    return players % 2 == 1


def places_needed(players: int) -> int:
    """Hero places in the game: the pair counts as one (G-WUK-06, G-R-08, G-R-12)."""
    return players - players % 2


def seating(options: Options, players: int) -> tuple[int, ...]:
    """Teams by seat: they alternate; in an odd game the last seat belongs to the pair's team (G-R-08)."""
    teams = [seat % 2 for seat in range(players)]
    if odd(players):
        teams[-1] = pair_team(options)
    return tuple(teams)


def pair_team(options: Options) -> int:
    return ATLANTEANS if options.pair_team == "atlanteans" else TITANS


def pair_seats(teams: Sequence[int], team: int) -> tuple[Seat, Seat]:
    """The two players of the ape-men in an odd game: the last two seats of their team."""
    mine = [s for s, t in enumerate(teams) if t == team]
    return mine[-2], mine[-1]


def check(options: Options, players: int) -> None:
    """Refuse what cannot be set up, in one sentence (G-R-01, G-R-07)."""
    lanes = lanes_for(options, players)
    load_board(options.board, lanes)
    deck = load_deck(options.deck)
    roster = deck.places(options.expansion_heroes)
    needed = places_needed(players)
    if options.mirror_heroes and options.pick_mode != "normal":
        raise ValueError("mirror_heroes goes with pick_mode normal only (G-R-07, G-R-96).")
    have = len(roster) * (2 if options.mirror_heroes else 1)
    if have < needed:
        raise ValueError(
            f"{players} players need {needed} hero places and the roster has {have}; "
            "take the expansion heroes in (expansion_heroes, G-R-07)."
        )
    if options.heroes:
        check_cast(options, players)


def check_cast(options: Options, players: int) -> None:
    """Heroes settled before the game: one for each seat, each once a team (G-R-96)."""
    deck = load_deck(options.deck)
    if len(options.heroes) != players:
        raise ValueError(f"heroes names {len(options.heroes)} heroes for {players} players (G-R-96).")
    teams = seating(options, players)
    seen: list[tuple[int, str]] = []
    for seat, place in enumerate(options.heroes):
        if place != PAIR and place not in deck.heroes:
            known = ", ".join([h for h in deck.heroes if deck.heroes[h].kind == "regular"])
            raise ValueError(f"heroes: there is no {place!r}. Heroes are: {known}, wuk, hanu, {PAIR}.")
        ape = place != PAIR and deck.heroes[place].kind == "ape_man"
        if odd(players):
            pair = dict(zip(pair_seats(teams, pair_team(options)), ("wuk", "hanu"), strict=True))
            if pair.get(seat, place if not ape and place != PAIR else "") != place:
                want = pair.get(seat, "a regular hero")
                raise ValueError(f"heroes: with an odd number player {seat + 1} takes {want} (G-R-08).")
        elif ape:
            raise ValueError(f"heroes: with an even number one player takes {PAIR}, both ape-men (G-R-08).")
        key = (teams[seat] if options.mirror_heroes else 0, place)
        if key in seen:
            raise ValueError(f"heroes: {place_name(place)} is named twice (G-R-07).")
        seen.append(key)


# ------------------------------------------------------------------ the first tasks


def begin(options: Options, names: Sequence[str]) -> State:
    """A state with nothing decided. Raises ValueError for what does not fit."""
    players = len(names)
    options = replace(options, deck=pin_deck(options.deck), board=pin_board(options.board))  # G-R-105
    check(options, players)
    lanes = lanes_for(options, players)
    board = load_board(options.board, lanes)
    captains = options.pick_mode == "captains" and not options.heroes
    state = State(
        names=tuple(names),
        agenda=[],
        result=None,
        options=options,
        lanes=lanes,
        teams=(-1,) * players if captains else seating(options, players),
        cast=options.heroes or ("",) * players,
        roster=(),
        heroes={},
        units={},
        on={},
        markers={lane.id: MIDDLE for lane in board.lanes},
        tokens={},
        effects=(),
        frames=[],
        attacks=[],
        picking=Picking(pool=load_deck(options.deck).places(options.expansion_heroes)),
    )
    state.agenda.append(Muster())
    if options.heroes:
        state.agenda.append(_toss(options))
    elif captains:
        state.agenda.append(DrawCaptains())
    else:
        state.agenda.append(_toss(options))
    return state


def _toss(options: Options) -> Auto[State] | Chance[State, Toss]:
    if options.pick_order == "first_team_named" and options.pick_mode == "normal":
        return Named()
    return CoinToss()


class CoinToss(Chance[State, Toss], frozen=True):
    """A coin toss chooses the first team (G-R-09, G-R-10)."""

    rules: ClassVar[tuple[str, ...]] = ("G-SET-04", "G-R-09", "G-R-10")

    def outcomes(self, state: State) -> Sequence[tuple[Toss, int]]:
        return [(Toss(TITANS), 1), (Toss(ATLANTEANS), 1)]

    def apply(self, state: State, action: Toss, log: Log) -> None:
        log.say("toss", ("G-R-09", "G-R-10"), "The toss falls to the {team}.", team=TEAM_NAMES[action.team])
        _first_team(state, action.team, log)


class Named(Auto[State], frozen=True):
    """The table names the first team (option of G-R-09)."""

    rules: ClassVar[tuple[str, ...]] = ("G-R-09",)

    def run(self, state: State, log: Log) -> None:
        _first_team(state, TITANS if state.options.first_team == "titans" else ATLANTEANS, log)


def _first_team(state: State, team: int, log: Log) -> None:
    """The first team is known: who holds the token, and what is picked how (G-SET-04, G-R-10)."""
    options, players = state.options, len(state.names)
    state.token = team
    if options.heroes:
        return
    state.phase = "picking heroes"
    count = places_needed(players)
    if options.pick_mode == "limited":
        bans = len(state.picking.pool) - count
        state.token = other(team)  # the toss winner bans first, the other team picks first (G-R-10)
        state.agenda.append(Picks(order=order(count, other(team), "alternate")))
        state.agenda.append(Bans(order=tuple(team if i % 2 == 0 else other(team) for i in range(bans))))
    elif options.pick_mode == "draft":
        state.agenda.append(DraftStep())
        state.agenda.append(DealPiles())
    else:
        state.agenda.append(Picks(order=order(count, team, options.pick_order)))
    log.say(
        "token", ("G-SET-04", "G-R-10", "G-INIT-05"), "The {team} start with the initiative token.",
        team=TEAM_NAMES[state.token],
    )  # fmt: skip


def order(count: int, first: int, how: str) -> tuple[int, ...]:
    """Which team makes each pick: in turn, or one, two each, one (snake, G-R-09)."""
    if how == "snake":
        return tuple(first if i % 4 in (0, 3) else other(first) for i in range(count))
    return tuple(first if i % 2 == 0 else other(first) for i in range(count))


# ------------------------------------------------------------------ normal and limited


def give(state: State, seat: Seat, place: str, log: Log, rules: tuple[str, ...] = ("G-SET-03",)) -> None:
    """A player has a hero."""
    cast = list(state.cast)
    cast[seat] = place
    state.cast = tuple(cast)
    if not state.options.mirror_heroes:
        pool = tuple(p for p in state.picking.pool if p != place)
        state.picking = replace(state.picking, pool=pool)
    log.say("hero_picked", rules, "{who:player} plays {hero}.", who=seat, hero=place_name(place), place=place)


def give_pair(state: State, team: int, log: Log) -> None:
    """In an odd game the pair is the first pick of its team and needs no choice (G-R-09)."""
    wuk, hanu = pair_seats(state.teams, team)
    for seat, ape in ((wuk, "wuk"), (hanu, "hanu")):
        give(state, seat, ape, log, ("G-SET-02", "G-WUK-01", "G-R-08", "G-R-09"))
    pool = tuple(p for p in state.picking.pool if p != PAIR)
    state.picking = replace(state.picking, pool=pool)


def fixed_pair(state: State) -> bool:
    """Whether the pair has a team of its own already: an odd game."""
    return odd(len(state.names)) and state.options.pick_mode != "captains"


def open_seats(state: State, team: int) -> list[Seat]:
    """The players of a team without a hero, in seat order (G-R-09)."""
    return [s for s in state.seats(team) if not state.cast[s]]


def pool(state: State, team: int) -> list[str]:
    """What a team may pick from."""
    found = list(state.picking.pool)
    if fixed_pair(state):
        found = [p for p in found if p != PAIR]
    if state.options.mirror_heroes:
        found = [p for p in found if p not in [state.cast[s] for s in state.seats(team)]]
    return found


class Picks(Auto[State], frozen=True):
    """The teams pick in turn, inside a team in seat order (G-SET-03, G-DRAFT-05, G-R-09)."""

    rules: ClassVar[tuple[str, ...]] = ("G-SET-01", "G-SET-03", "G-DRAFT-05", "G-R-09")
    order: tuple[int, ...]

    def run(self, state: State, log: Log) -> None:
        if not self.order:
            return
        team = self.order[0]
        state.agenda.append(Picks(order=self.order[1:]))
        if fixed_pair(state) and team == pair_team(state.options) and "wuk" not in state.cast:
            give_pair(state, team, log)
            return
        seat = open_seats(state, team)[0]
        choices = pool(state, team)
        if len(choices) == 1:
            give(state, seat, choices[0], log)
        else:
            state.agenda.append(HeroPick(player=seat))


class HeroPick(Decision[State, Action], frozen=True, kw_only=True):
    """A player picks a hero (G-SET-03)."""

    rules: ClassVar[tuple[str, ...]] = ("G-SET-03", "G-R-07", "G-R-09")

    def ask(self, state: State) -> str:
        return "Pick a hero."

    def legal(self, state: State) -> list[Action]:
        return [PickHero(p) for p in pool(state, state.teams[self.player])]

    def apply(self, state: State, action: Action, log: Log) -> None:
        assert isinstance(action, PickHero)
        give(state, self.player, action.hero, log)

    def why_not(self, state: State, action: Action) -> Illegal | None:
        if isinstance(action, PickHero) and action not in self.legal(state):
            if action.hero in state.cast:
                return Illegal(("G-R-07",), f"{place_name(action.hero)} has been picked already.")
            if action.hero == PAIR:
                return Illegal(("G-R-08", "G-R-09"), "With an odd number the pair has its players already.")
            if action.hero in ("ignatia", "sabina") and not state.options.expansion_heroes:
                return Illegal(("G-COMP-06",), "Expansion heroes are not part of the base game.")
            return Illegal(self.rules, "That hero is not to be had.")
        return super().why_not(state, action)

    def wish(self, state: State, clicks: tuple[str, ...]) -> Action | None:
        return PickHero(clicks[0][5:]) if clicks and clicks[0].startswith("card:") else None


class Bans(Auto[State], frozen=True):
    """Limited: the teams ban in turn until as many places are left as there are to fill (G-DRAFT-04)."""

    rules: ClassVar[tuple[str, ...]] = ("G-DRAFT-04", "G-R-12")
    order: tuple[int, ...]
    made: int = 0

    def run(self, state: State, log: Log) -> None:
        if self.made == len(self.order):
            return
        team = self.order[self.made]
        seats = state.seats(team)
        state.agenda.append(Bans(order=self.order, made=self.made + 1))
        state.agenda.append(Ban(player=seats[self.made // 2 % len(seats)]))


class Ban(Decision[State, Action], frozen=True, kw_only=True):
    """A player bans a hero; in odd games never the pair (G-R-12)."""

    rules: ClassVar[tuple[str, ...]] = ("G-DRAFT-04", "G-R-12")

    def ask(self, state: State) -> str:
        return "Ban a hero."

    def legal(self, state: State) -> list[Action]:
        return [BanHero(p) for p in pool(state, state.teams[self.player])]

    def apply(self, state: State, action: Action, log: Log) -> None:
        assert isinstance(action, BanHero)
        rest = tuple(p for p in state.picking.pool if p != action.hero)
        state.picking = replace(state.picking, pool=rest)
        log.say(
            "hero_banned",
            self.rules,
            "{who:player} bans {hero}.",
            who=self.player,
            hero=place_name(action.hero),
        )

    def why_not(self, state: State, action: Action) -> Illegal | None:
        if isinstance(action, BanHero) and action.hero == PAIR and fixed_pair(state):
            return Illegal(("G-R-12",), "In an odd game the pair cannot be banned.")
        return super().why_not(state, action)

    def wish(self, state: State, clicks: tuple[str, ...]) -> Action | None:
        return BanHero(clicks[0][5:]) if clicks and clicks[0].startswith("card:") else None


# ------------------------------------------------------------------ draft


def pile_sizes(state: State) -> tuple[int, int, int]:
    """Heroes for the Titans' pile, the Atlanteans' pile, and set aside (G-DRAFT-01, G-R-11)."""
    roster = load_deck(state.options.deck).places(state.options.expansion_heroes)
    n = len(roster) - (1 if fixed_pair(state) else 0)
    half, spare = divmod(n, 2)
    if not spare:
        return half, half, 0
    if not fixed_pair(state):
        return half, half, 1
    # the spare hero goes to the team that does not have the pair
    return (half, half + 1, 0) if pair_team(state.options) == TITANS else (half + 1, half, 0)


class DealPiles(Chance[State, Deal], frozen=True):
    """Draft: the heroes are dealt at random into two piles (G-DRAFT-01, G-R-11).

    One aside if the pool is odd, then the Titans' pile; what is left is the Atlanteans' pile.
    """

    rules: ClassVar[tuple[str, ...]] = ("G-DRAFT-01", "G-R-11")
    series: ClassVar[bool] = True
    aside: bool = False

    def outcomes(self, state: State) -> Sequence[tuple[Deal, int]]:
        return [(Deal(p), 1) for p in self._left(state)]

    @staticmethod
    def _left(state: State) -> list[str]:
        return [p for p in state.picking.pool if p != PAIR or not fixed_pair(state)]

    def apply(self, state: State, action: Deal, log: Log) -> None:
        titans, _, aside = pile_sizes(state)
        now = state.picking
        rest = tuple(p for p in now.pool if p != action.hero)
        done = self.aside
        if aside and not self.aside:
            done = True
            log.say("set_aside", ("G-R-11",), "{hero} is set aside.", hero=place_name(action.hero))
            state.picking = replace(now, pool=rest)
        else:
            state.picking = replace(now, pool=rest, piles=((*now.piles[0], action.hero), ()))
        if len(state.picking.piles[0]) < titans:
            state.agenda.append(DealPiles(aside=done))
            return
        piles = (state.picking.piles[0], tuple(self._left(state)))
        kept = tuple(p for p in state.picking.pool if p == PAIR and fixed_pair(state))
        state.picking = replace(state.picking, pool=kept, piles=piles)
        log.say(
            "piles", ("G-DRAFT-01", "G-R-11"), "The Titans get {a}; the Atlanteans get {b}.",
            a=", ".join(map(place_name, piles[0])), b=", ".join(map(place_name, piles[1])),
        )  # fmt: skip


class DraftStep(Auto[State], frozen=True):
    """Each team keeps one hero of its pile and hands the rest over, until all have one (G-DRAFT-02, 03)."""

    rules: ClassVar[tuple[str, ...]] = ("G-DRAFT-02", "G-DRAFT-03", "G-R-11")
    asked: int = 0

    def run(self, state: State, log: Log) -> None:
        if all(state.cast):
            return
        if self.asked < 2:
            state.agenda.append(DraftStep(asked=self.asked + 1))
            team = self.asked
            first = fixed_pair(state) and "wuk" not in state.cast and team == pair_team(state.options)
            seats = open_seats(state, team)
            if not first and seats:
                pile = state.picking.piles[team]
                if len(pile) == 1:
                    keep(state, team, pile[0])
                else:
                    state.agenda.append(DraftPick(player=seats[0]))
            return
        secret = dict(part.split("=") for part in state.picking.secret.split(",") if part)
        piles = [list(p) for p in state.picking.piles]
        for team in (TITANS, ATLANTEANS):
            if fixed_pair(state) and "wuk" not in state.cast and team == pair_team(state.options):
                give_pair(state, team, log)
            elif str(team) in secret:
                hero = secret[str(team)]
                piles[team].remove(hero)
                give(state, open_seats(state, team)[0], hero, log, ("G-DRAFT-02", "G-R-11"))
        state.picking = replace(state.picking, piles=(tuple(piles[1]), tuple(piles[0])), secret="")
        log.say("piles_passed", ("G-DRAFT-02",), "The piles change hands.")
        state.agenda.append(DraftStep())


def keep(state: State, team: int, hero: str) -> None:
    """A team has chosen the hero it keeps; it stays in the pile until both have chosen."""
    parts = [*filter(None, state.picking.secret.split(",")), f"{team}={hero}"]
    state.picking = replace(state.picking, secret=",".join(parts))


class DraftPick(Decision[State, Action], frozen=True, kw_only=True):
    """A team keeps one hero of its pile, secretly until both have chosen (G-DRAFT-02, G-R-11)."""

    rules: ClassVar[tuple[str, ...]] = ("G-DRAFT-02", "G-R-11")
    secret: ClassVar[bool] = True

    def ask(self, state: State) -> str:
        return "Keep one hero of your pile."

    def legal(self, state: State) -> list[Action]:
        return [PickHero(p) for p in state.picking.piles[state.teams[self.player]]]

    def apply(self, state: State, action: Action, log: Log) -> None:
        assert isinstance(action, PickHero)
        team = state.teams[self.player]
        keep(state, team, action.hero)
        mates = state.seats(team)
        log.say(
            "draft_pick", self.rules, "{who:player} keeps {hero}.", to=mates, who=self.player,
            hero=place_name(action.hero),
        )  # fmt: skip
        log.say("draft_choice", self.rules, "{who:player} has chosen a hero.", who=self.player)

    def why_not(self, state: State, action: Action) -> Illegal | None:
        if isinstance(action, PickHero) and action not in self.legal(state):
            return Illegal(self.rules, f"{place_name(action.hero)} is not in your pile.")
        return super().why_not(state, action)

    def wish(self, state: State, clicks: tuple[str, ...]) -> Action | None:
        return PickHero(clicks[0][5:]) if clicks and clicks[0].startswith("card:") else None


# ------------------------------------------------------------------ captain's mode


class DrawCaptains(Chance[State, DrawSeat], frozen=True):
    """Two random players become captains: of the Titans, then of the Atlanteans (G-DRAFT-06, G-R-13)."""

    rules: ClassVar[tuple[str, ...]] = ("G-DRAFT-06", "G-R-13")
    series: ClassVar[bool] = True

    def outcomes(self, state: State) -> Sequence[tuple[DrawSeat, int]]:
        return [(DrawSeat(s), 1) for s, team in enumerate(state.teams) if team < 0]

    def apply(self, state: State, action: DrawSeat, log: Log) -> None:
        state.phase = "picking heroes"
        captains = (*state.picking.captains, action.seat)
        state.picking = replace(state.picking, captains=captains)
        _join(state, action.seat, len(captains) - 1)
        log.say(
            "captain", self.rules, "{who:player} is captain of the {team}.", who=action.seat,
            team=TEAM_NAMES[len(captains) - 1],
        )  # fmt: skip
        if len(captains) < 2:
            state.agenda.append(self)
            return
        state.agenda.append(CaptainsToss())
        state.agenda.append(DealApe(ape="wuk") if odd(len(state.names)) else DealHeroes())


def _join(state: State, seat: Seat, team: int) -> None:
    teams = list(state.teams)
    teams[seat] = team
    state.teams = tuple(teams)


def _hold(state: State, seat: Seat, place: str) -> None:
    cast = list(state.cast)
    cast[seat] = place
    state.cast = tuple(cast)
    rest = tuple(p for p in state.picking.pool if p != place and not (p == PAIR and place in ("wuk", "hanu")))
    state.picking = replace(state.picking, pool=rest)


class DealApe(Chance[State, DrawSeat], frozen=True):
    """In an odd game: to whom an ape-man is dealt; never both to the captains (G-R-13).

    A deal in which both captains hold ape-men is repeated, so it cannot come; the weights are those
    of the deals that stand.
    """

    rules: ClassVar[tuple[str, ...]] = ("G-DRAFT-06", "G-DRAFT-08", "G-R-13")
    series: ClassVar[bool] = True
    ape: str

    def outcomes(self, state: State) -> Sequence[tuple[DrawSeat, int]]:
        n = len(state.names)
        captains = state.picking.captains
        if self.ape == "wuk":
            return [(DrawSeat(s), n - 2 if s in captains else n - 1) for s in range(n)]
        wuk = state.cast.index("wuk")
        return [(DrawSeat(s), 1) for s in range(n) if s != wuk and not (wuk in captains and s in captains)]

    def apply(self, state: State, action: DrawSeat, log: Log) -> None:
        _hold(state, action.seat, self.ape)
        log.say(
            "dealt", self.rules, "{who:player} is dealt {hero}.", who=action.seat, hero=place_name(self.ape)
        )
        state.agenda.append(DealApe(ape="hanu") if self.ape == "wuk" else DealHeroes())


class DealHeroes(Chance[State, Deal], frozen=True):
    """Every player is dealt a random hero (G-DRAFT-06)."""

    rules: ClassVar[tuple[str, ...]] = ("G-DRAFT-06", "G-R-13")
    series: ClassVar[bool] = True

    def outcomes(self, state: State) -> Sequence[tuple[Deal, int]]:
        return [(Deal(p), 1) for p in state.picking.pool]

    def apply(self, state: State, action: Deal, log: Log) -> None:
        seat = state.cast.index("")
        _hold(state, seat, action.hero)
        log.say("dealt", self.rules, "{who:player} is dealt {hero}.", who=seat, hero=place_name(action.hero))
        if "" in state.cast:
            state.agenda.append(self)
            return
        pair = [s for s, p in enumerate(state.cast) if p in ("wuk", "hanu")]
        for captain in state.picking.captains:
            if captain in pair:
                mate = next(s for s in pair if s != captain)
                _join(state, mate, state.teams[captain])
                log.say(
                    "joins", ("G-DRAFT-08", "G-R-13"), "{who:player} joins {captain:player} at once: the ape-men "
                    "stay together.", who=mate, captain=captain,
                )  # fmt: skip


class CaptainsToss(Chance[State, Toss], frozen=True):
    """Which captain chooses first; his team gets the token (G-R-10, G-R-13)."""

    rules: ClassVar[tuple[str, ...]] = ("G-SET-04", "G-R-10", "G-R-13")

    def outcomes(self, state: State) -> Sequence[tuple[Toss, int]]:
        return [(Toss(TITANS), 1), (Toss(ATLANTEANS), 1)]

    def apply(self, state: State, action: Toss, log: Log) -> None:
        state.token = action.team
        log.say(
            "token", self.rules, "The captain of the {team} chooses first; the {team} start with the token.",
            team=TEAM_NAMES[action.team],
        )  # fmt: skip
        state.agenda.append(CaptainsPick(team=action.team))


def hero_places(state: State, team: int) -> int:
    """The hero places a team has: the pair counts as one (G-R-13)."""
    held = [state.cast[s] for s in state.seats(team)]
    return len([p for p in held if p != "hanu"])


class CaptainsPick(Auto[State], frozen=True):
    """The captains take players in turn until both teams have equally many places (G-DRAFT-07)."""

    rules: ClassVar[tuple[str, ...]] = ("G-DRAFT-07", "G-DRAFT-08", "G-R-13")
    team: int

    def run(self, state: State, log: Log) -> None:
        if -1 not in state.teams:
            return
        half = places_needed(len(state.names)) // 2
        state.agenda.append(CaptainsPick(team=other(self.team)))
        if hero_places(state, self.team) < half:
            choices = free_players(state)
            captain = state.picking.captains[self.team]
            if len(choices) == 1:
                take_player(state, self.team, choices[0], log)
            else:
                state.agenda.append(PlayerPick(player=captain))


def free_players(state: State) -> list[Seat]:
    """The players still to be taken; the pair is one pick, shown by Wuk's player (G-DRAFT-08)."""
    return [s for s, team in enumerate(state.teams) if team < 0 and state.cast[s] != "hanu"]


def take_player(state: State, team: int, seat: Seat, log: Log) -> None:
    seats = [seat]
    if state.cast[seat] == "wuk":
        seats.append(state.cast.index("hanu"))
    for s in seats:
        _join(state, s, team)
    log.say(
        "player_taken", ("G-DRAFT-07", "G-DRAFT-08", "G-R-13"), "The {team} take {who:players}.",
        team=TEAM_NAMES[team], who=seats,
    )  # fmt: skip


class PlayerPick(Decision[State, Action], frozen=True, kw_only=True):
    """A captain takes a player (G-DRAFT-07)."""

    rules: ClassVar[tuple[str, ...]] = ("G-DRAFT-07", "G-DRAFT-08", "G-R-13")

    def ask(self, state: State) -> str:
        return "Take a player into your team."

    def legal(self, state: State) -> list[Action]:
        return [
            PickPlayer(s, PAIR if state.cast[s] == "wuk" and "hanu" in state.cast else state.cast[s])
            for s in free_players(state)
        ]

    def apply(self, state: State, action: Action, log: Log) -> None:
        assert isinstance(action, PickPlayer)
        take_player(state, state.teams[self.player], action.seat, log)


# ------------------------------------------------------------------ heroes and minions onto the board


class Muster(Auto[State], frozen=True):
    """Everybody has a hero: mats, minions, then the heroes are placed (G-SET-05 to 13, G-R-14)."""

    rules: ClassVar[tuple[str, ...]] = (
        "G-SET-05",
        "G-SET-09",
        "G-SET-11",
        "G-SET-12",
        "G-SET-13",
        "G-LVL-01",
    )

    def run(self, state: State, log: Log) -> None:
        deck = values.deck(state)
        roster: list[str] = []
        for seat, place in enumerate(state.cast):
            for kind in ("wuk", "hanu") if place == PAIR else (place,):
                hero = kind if kind not in roster else f"{kind}_2"
                roster.append(hero)
                state.heroes[hero] = Hero(
                    hero, kind, seat, state.teams[seat], deck.start(kind, state.options.hand_model)
                )
        state.roster = tuple(roster)
        state.picking = Picking()
        state.phase = "placing heroes"
        push.first_minions(state, state.board)
        log.say(
            "set_up", self.rules, "The minions stand in the middle, all heroes are at level 1 without coins.",
        )  # fmt: skip
        state.agenda.append(turn.StartRound())
        tasks = [Enter(hero=h) for team in state.team_order() for h in state.heroes_of(team)]
        state.agenda += reversed(tasks)


class Enter(Auto[State], frozen=True, kw_only=True):
    """A hero comes onto the board: at once if only one space is open to him."""

    rules: ClassVar[tuple[str, ...]] = ("G-SET-06", "G-SET-08", "G-R-06", "G-R-50")
    hero: str
    back: bool = False

    def run(self, state: State, log: Log) -> None:
        task = PlaceHero(player=state.heroes[self.hero].seat, hero=self.hero, back=self.back)
        choices = task.legal(state)
        if len(choices) == 1:
            task.apply(state, choices[0], log)
        else:
            state.agenda.append(task)


class PlaceHero(Decision[State, Action], frozen=True, kw_only=True):
    """A hero goes on a free spawn point of his throne zone; the order makes no difference.

    Also the way back for defeated heroes (G-R-50). Points taken: beside one, else nearest (G-R-06).
    """

    rules: ClassVar[tuple[str, ...]] = ("G-SET-06", "G-SET-07", "G-SET-08", "G-R-06", "G-R-50")
    hero: str
    back: bool = False

    def ask(self, state: State) -> str:
        return f"Choose where {state.call(self.hero)} {'returns' if self.back else 'starts'}."

    def legal(self, state: State) -> list[Action]:
        team = state.heroes[self.hero].team
        if self.back and state.options.return_place == "throne_zone":
            board = state.board
            found = [p for p in board.zones[board.home[team]] if p not in state.on]
            if found:
                return [go(p) for p in found]
        return [go(p) for p in units.start_spaces(state, team)]

    def apply(self, state: State, action: Action, log: Log) -> None:
        assert isinstance(action, Go)
        mat = state.heroes[self.hero]
        units.put(state, Unit(self.hero, mat.team, "hero", ""), action.to)
        state.heroes[self.hero] = replace(mat, back=0)
        log.say(
            "hero_returned" if self.back else "hero_placed",
            ("G-TURN-10", "G-DEF-11", "G-R-50") if self.back else ("G-SET-06", "G-SET-08", "G-R-06"),
            "{who} comes back on {place}." if self.back else "{who} starts on {place}.",
            (action.to,), who=state.call(self.hero), place=action.to, hero=self.hero,
        )  # fmt: skip
        if state.tokens:
            units.spring(state, self.hero, (action.to,), log)

    def why_not(self, state: State, action: Action) -> Illegal | None:
        if isinstance(action, Go) and action not in self.legal(state):
            if action.to in state.on:
                return Illegal(("G-R-79",), "That space holds a unit already.")
            return Illegal(
                ("G-SET-06", "G-SET-08", "G-R-06"),
                "Heroes enter on a free spawn point of their throne zone; only when all are taken, beside one.",
            )
        return super().why_not(state, action)

    def wish(self, state: State, clicks: tuple[str, ...]) -> Action | None:
        return Go(clicks[0][5:]) if clicks and clicks[0].startswith("cell:") else None
