"""The end of the round: minion combat, cards back, level-ups, tokens away.

Rules: G-RND-01 to 04, G-MIN-12 to 15, G-LVL-02 to 09, G-ITEM-01 to 04, G-ULT-01 to 03, G-WUK-03 to
05, G-R-17, G-R-18, G-R-37, G-R-49, G-R-53 to 55, G-R-63 to 66, G-R-69, G-R-71.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from atlantis_nb.core.game import Action, Auto, Decision, Illegal, Log

from . import defeat, push, turn, values
from .actions import DONE, LevelUp, Pick, pick_unit
from .board import ATLANTEANS, TEAM_NAMES, TITANS
from .deck import Card
from .effects.lasting import CountMinions, _Lasting
from .options import Options
from .state import NO_END, State

# ------------------------------------------------------------------ 1. minion combat


def counted(state: State, lane: str, team: int) -> int:
    """The minions of a team in a lane as minion combat counts them (G-MIN-14).

    An Ultimate may let a hero count as minions in the lane whose fighting zone he stands in.
    """
    n = state.count(team, lane)
    zone = state.board.fight(lane, state.markers[lane])
    for hero in state.heroes_of(team):
        ultimate = state.heroes[hero].ultimate
        if ultimate and hero in state.units and state.board.zone[state.at(hero)] == zone:
            n += sum(s.amount for s in values.deck(state).steps[ultimate, ""] if isinstance(s, CountMinions))
    return n


def losses(state: State, lane: str) -> tuple[int, int]:
    """The minions each team would lose in a lane if the round ended now (G-MIN-13, G-R-55)."""
    n = counted(state, lane, TITANS), counted(state, lane, ATLANTEANS)
    if n[0] == n[1]:
        return 0, 0
    team = TITANS if n[0] < n[1] else ATLANTEANS
    loss = 1 if state.options.minion_combat_loss == "one" else abs(n[0] - n[1])
    loss = min(loss, state.count(team, lane))
    return (loss, 0) if team == TITANS else (0, loss)


class MinionCombat(Auto[State], frozen=True):
    """Both lanes are counted, then outnumbered teams name their minions, then these leave together.

    Once a round, after the fourth turn (G-MIN-12, G-MIN-13, G-R-53).
    """

    rules: ClassVar[tuple[str, ...]] = (
        "G-RND-01", "G-MIN-12", "G-MIN-13", "G-MIN-14", "G-MIN-15", "G-R-53", "G-R-55", "G-R-83",
    )  # fmt: skip

    def run(self, state: State, log: Log) -> None:
        state.phase = "minion combat"
        state.doomed = ()
        state.agenda.append(Retrieve())
        state.agenda.append(CombatEnds())
        tasks: list[NameLoss] = []
        for lane in state.board.lanes:
            titans, atlanteans = counted(state, lane.id, TITANS), counted(state, lane.id, ATLANTEANS)
            log.say(
                "minion_combat", ("G-MIN-12", "G-MIN-13", "G-MIN-14"),
                "Minion combat in the {lane} lane: Titans {t}, Atlanteans {a}{end}.", lane=lane.id,
                t=titans, a=atlanteans, end=": nothing happens" if titans == atlanteans else "",
            )  # fmt: skip
            for team, loss in enumerate(losses(state, lane.id)):
                tasks += [NameLoss(lane=lane.id, team=team)] * loss
        state.agenda += reversed(tasks)


class NameLoss(Auto[State], frozen=True, kw_only=True):
    """A team has to name a minion: at once if there is only one it may name."""

    rules: ClassVar[tuple[str, ...]] = ("G-MIN-15", "G-R-54")
    lane: str
    team: int

    def run(self, state: State, log: Log) -> None:
        choices = removable(state, self.lane, self.team)
        if len(choices) == 1:
            state.doomed = (*state.doomed, choices[0])
        elif choices:
            state.agenda.append(NameMinion(player=state.speaker(self.team), lane=self.lane, team=self.team))


def removable(state: State, lane: str, team: int) -> list[str]:
    """The minions an outnumbered team may remove: the heavy only as the last one (G-R-54)."""
    left = [m for m in state.minions(team, lane) if m.id not in state.doomed]
    light = [m.id for m in left if m.kind != "heavy"]
    return light or [m.id for m in left]


class NameMinion(Decision[State, Action], frozen=True, kw_only=True):
    """The outnumbered team chooses which of its minions leaves (G-MIN-15, G-R-26, G-R-54)."""

    rules: ClassVar[tuple[str, ...]] = ("G-MIN-15", "G-R-26", "G-R-54")
    lane: str
    team: int

    def ask(self, state: State) -> str:
        return f"Choose a minion of the {TEAM_NAMES[self.team]} that leaves the {self.lane} lane."

    def legal(self, state: State) -> list[Action]:
        return [pick_unit(m) for m in removable(state, self.lane, self.team)]

    def apply(self, state: State, action: Action, log: Log) -> None:
        assert isinstance(action, Pick)
        state.doomed = (*state.doomed, action.unit)
        log.say(
            "minion_named", ("G-MIN-15", "G-R-53"), "The {team} name {what} on {place}.",
            (state.at(action.unit),), team=TEAM_NAMES[self.team], place=state.at(action.unit),
            what=f"their {state.units[action.unit].kind} minion",
        )  # fmt: skip

    def why_not(self, state: State, action: Action) -> Illegal | None:
        if isinstance(action, Pick) and action not in self.legal(state):
            unit = state.units.get(action.unit)
            if (
                unit is not None
                and unit.kind == "heavy"
                and unit.team == self.team
                and unit.lane == self.lane
            ):
                return Illegal(
                    ("G-MIN-08", "G-R-54"), "The heavy minion may be removed only as the last one."
                )
            return Illegal(self.rules, "Your team removes one of its own minions of that lane.")
        return super().why_not(state, action)

    def wish(self, state: State, clicks: tuple[str, ...]) -> Action | None:
        return Pick(clicks[0][6:]) if clicks and clicks[0].startswith("piece:") else None


class CombatEnds(Auto[State], frozen=True):
    """The named minions leave the board together; then pushes, north lane first (G-R-53)."""

    rules: ClassVar[tuple[str, ...]] = ("G-MIN-15", "G-R-53", "G-PUSH-05")

    def run(self, state: State, log: Log) -> None:
        doomed, state.doomed = state.doomed, ()
        for minion in doomed:
            defeat.remove(state, minion, ("G-MIN-15", "G-R-54"), log)
        if state.fallen:
            state.agenda.append(push.CheckPush())


# ------------------------------------------------------------------ 2. cards back


class Retrieve(Auto[State], frozen=True):
    """Played and discarded cards go back into the hand, lasting effects end (G-RND-02, G-R-37).

    A red card put on the turn 1 place by a defeat of this round stays (G-R-49).
    """

    rules: ClassVar[tuple[str, ...]] = ("G-RND-02", "G-R-37", "G-R-49", "G-R-88")

    def run(self, state: State, log: Log) -> None:
        state.phase = "round end"
        state.effects = tuple(e for e in state.effects if e.until == NO_END)
        for hero in state.roster:
            mat = state.heroes[hero]
            if mat.back > state.round:
                state.heroes[hero] = replace(mat, resolved=(), shown="")
                continue
            hand = defeat.owned_cards(state, hero)
            state.heroes[hero] = replace(
                mat, hand=hand, table=("", "", "", ""), discard=(), resolved=(), shown=""
            )
        log.say("cards_back", self.rules, "Played and discarded cards go back into the hands.")
        state.agenda.append(ClearTokens())
        tasks = [BuyLevels(hero=h) for team in state.team_order() for h in state.heroes_of(team)]
        state.agenda += reversed(tasks)


# ------------------------------------------------------------------ 3. level-ups


def level_cost(options: Options, level: int) -> int:
    """Coins to reach a level (G-LVL-03), or the house price of a table (G-R-102).

    A flat price of 5 costs as much as the rulebook's prices by level 8: 35 coins.
    """
    return {"level": level, "flat": 5, "double": 2 * level}[options.level_costs]


def offers(state: State, hero: str) -> tuple[str, ...]:
    """The cards a hero may buy with the next level, whether he can pay or not."""
    mat = state.heroes[hero]
    deck = values.deck(state)
    if mat.level >= deck.heroes[mat.kind].max_level:
        return ()
    return deck.upgrades(mat.kind, defeat.owned_cards(state, hero), mat.ultimate)


class BuyLevels(Auto[State], frozen=True, kw_only=True):
    """A hero's player may buy levels one after the other, as long as he can pay (G-LVL-02 to 04, G-R-64)."""

    rules: ClassVar[tuple[str, ...]] = ("G-RND-03", "G-LVL-02", "G-LVL-03", "G-LVL-04", "G-R-64", "G-R-66")
    hero: str

    def run(self, state: State, log: Log) -> None:
        mat = state.heroes[self.hero]
        if mat.coins >= level_cost(state.options, mat.level + 1) and offers(state, self.hero):
            state.agenda.append(self)
            state.agenda.append(BuyLevel(player=mat.seat, hero=self.hero))


class BuyLevel(Decision[State, Action], frozen=True, kw_only=True):
    """Take a card of the next tier for the next level, or stop (G-LVL-06 to 09, G-ULT-01)."""

    rules: ClassVar[tuple[str, ...]] = (
        "G-LVL-02",
        "G-LVL-03",
        "G-LVL-06",
        "G-LVL-07",
        "G-LVL-08",
        "G-LVL-09",
    )
    hero: str

    def ask(self, state: State) -> str:
        mat = state.heroes[self.hero]
        pairs = any(spare(state, self.hero, c) for c in offers(state, self.hero))
        item = "; the other card of its pair becomes an item" if pairs else ""
        return (
            f"{state.call(self.hero)} has {mat.coins} coins: pay {level_cost(state.options, mat.level + 1)} for level "
            f"{mat.level + 1} and take a card{item}. Or stop."
        )

    def legal(self, state: State) -> list[Action]:
        return [*(LevelUp(c) for c in offers(state, self.hero)), DONE]

    def apply(self, state: State, action: Action, log: Log) -> None:
        if isinstance(action, LevelUp):
            level_up(state, self.hero, action.card, log)
        else:
            assert isinstance(state.agenda[-1], BuyLevels)
            state.agenda.pop()

    def default(self, state: State) -> Action:
        return DONE

    def why_not(self, state: State, action: Action) -> Illegal | None:
        if not isinstance(action, LevelUp) or action in self.legal(state):
            return super().why_not(state, action)
        return no_level(state, self.hero, action.card)

    def wish(self, state: State, clicks: tuple[str, ...]) -> Action | None:
        return LevelUp(clicks[0][5:]) if clicks and clicks[0].startswith("card:") else None


def no_level(state: State, hero: str, card: str) -> Illegal:
    """Why a card may not be taken with a level-up."""
    mat = state.heroes[hero]
    deck = values.deck(state)
    found = deck.cards.get(card)
    if found is None or found.hero != mat.kind:
        return Illegal(("G-LVL-07",), f"That is no card of {state.call(hero)}.")
    if mat.level >= deck.heroes[mat.kind].max_level:
        return Illegal(("G-R-66", "G-WUK-05"), "There is no higher level.")
    if card in mat.items:
        return Illegal(("G-R-69",), "That card has become an item and never comes into the hand.")
    if mat.coins < level_cost(state.options, mat.level + 1):
        return Illegal(
            ("G-LVL-03",), f"Level {mat.level + 1} costs {level_cost(state.options, mat.level + 1)} coins."
        )
    if found.slot == "ultimate":
        return Illegal(("G-ULT-01", "G-R-18"), "The Ultimate comes when all cards are at tier III.")
    if found.tier == 3:
        return Illegal(("G-LVL-08", "G-R-18"), "No tier III card before all three colours are at tier II.")
    return Illegal(("G-LVL-06", "G-LVL-07", "G-R-69"), "That card is no longer to be had.")


def spare(state: State, hero: str, card: str) -> Card | None:
    """The other card of a pair, which becomes the item of a level-up; None if there is none (G-ITEM-01)."""
    deck = values.deck(state)
    new = deck.cards[card]
    pair = deck.of.get((state.heroes[hero].kind, new.slot, new.tier), ())
    return next((deck.cards[c] for c in pair if c != card and deck.cards[c].item is not None), None)


def item_words(state: State, card: Card) -> str:
    """What a card is as an item: "Turtle Plate (+1 defense)" (G-ITEM-03)."""
    assert card.item is not None
    item = values.deck(state).items[card.item]
    return f"{item.name} ({item.bonus:+d} {card.item})"


def level_up(state: State, hero: str, card: str, log: Log) -> None:
    """Pay, swap the card of that colour, take the item of the card not chosen (G-ITEM-01, G-R-69).

    The new card lies where the old one lay, also on the turn 1 place (G-R-65).
    """
    deck = values.deck(state)
    mat = state.heroes[hero]
    new = deck.cards[card]
    level = mat.level + 1
    mat = replace(mat, level=level, coins=mat.coins - level_cost(state.options, level))
    rules: tuple[str, ...] = ("G-LVL-03", "G-LVL-06")
    item = ""
    if new.slot == "ultimate":
        mat = replace(mat, ultimate=card)
        rules = (*rules, "G-ULT-01", "G-ULT-02", "G-ULT-03")
        state.effects = (
            *state.effects,
            *(
                step.standing(hero, card, i)
                for i, step in enumerate(deck.steps[card, ""])
                if isinstance(step, _Lasting) and step.until == "always"
            ),
        )
    else:
        old = next(c for c in defeat.owned_cards(state, hero) if deck.cards[c].slot == new.slot)
        mat = replace(
            mat,
            hand=deck.sort([card if c == old else c for c in mat.hand]),
            table=tuple(card if c == old else c for c in mat.table),
        )
        rules = (*rules, "G-LVL-07", "G-LVL-09", "G-R-65", "G-R-69")
        other = spare(state, hero, card)
        if other is not None:
            mat = replace(mat, items=(*mat.items, other.id))
            item = item_words(state, other)
            rules = (*rules, "G-ITEM-01", "G-ITEM-04")
        else:
            rules = (*rules, "G-WUK-04", "G-R-17")
    state.heroes[hero] = mat
    log.say(
        "level_up", rules, "{who} reaches level {level} for {cost:s coin}: {card}{item}.",
        who=state.call(hero), level=level, cost=level_cost(state.options, level), card=deck.label(card),
        item=f", item {item}" if item else "",
        hero=hero, id=card,
    )  # fmt: skip


# ------------------------------------------------------------------ 4. tokens away


class ClearTokens(Auto[State], frozen=True):
    """All tokens leave the board; the next round, unless the stop has come (G-RND-04, G-R-71, G-R-74)."""

    rules: ClassVar[tuple[str, ...]] = ("G-RND-04", "G-R-63", "G-R-71", "G-R-74")

    def run(self, state: State, log: Log) -> None:
        if state.tokens:
            state.tokens.clear()
            log.say("tokens_cleared", ("G-RND-04", "G-R-71"), "All tokens leave the board.")
        if not push.stop_at_limit(state, log):
            state.agenda.append(turn.StartRound())
