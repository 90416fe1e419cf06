"""The four turns of a round: cards face down, the reveal, acting by initiative, the end of a turn.

Rules: G-TURN-01 to 11, G-INIT-01 to 05, G-HOLD-02 to 05, G-WUK-02, G-R-19 to G-R-28, G-R-72,
G-R-76, G-R-81, G-R-82, G-R-88.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from atlantis_nb.core.game import Action, Auto, Decision, Illegal, Log

from . import move, push, round_end, setup, values
from .actions import Pick, PlayCard, Use, go, pick_unit
from .board import TEAM_NAMES
from .deck import Card
from .effects import base
from .state import Frame, State, other

TURNS = 4

# ------------------------------------------------------------------ the round and its turns


class StartRound(Auto[State], frozen=True):
    """A round has exactly four turns (G-TURN-01)."""

    rules: ClassVar[tuple[str, ...]] = ("G-TURN-01", "G-TURN-11", "G-R-63")

    def run(self, state: State, log: Log) -> None:
        state.round += 1
        state.turn = 0
        log.say("round", self.rules, "Round {n} begins.", n=state.round)
        state.agenda.append(StartTurn())


class StartTurn(Auto[State], frozen=True):
    """Each hero on the board with cards in hand gets a face-down card (G-TURN-02 to 04, G-R-21, G-R-27).

    A hand of one card leaves no choice, also when that card is Hold.
    """

    rules: ClassVar[tuple[str, ...]] = ("G-TURN-02", "G-TURN-03", "G-TURN-04", "G-R-21", "G-R-27", "G-R-82")

    def run(self, state: State, log: Log) -> None:
        state.turn += 1
        state.phase = "cards"
        state.order = ()
        log.say(
            "turn", ("G-TURN-01", "G-TURN-02"), "Turn {n} of round {round}.", n=state.turn, round=state.round
        )
        state.agenda.append(Reveal())
        tasks = []
        for hero in state.roster:
            mat = state.heroes[hero]
            state.heroes[hero] = mat = replace(mat, shown="", chosen="", waiting=False)
            if hero not in state.units:
                continue
            if not mat.hand:
                log.say(
                    "no_card",
                    ("G-TURN-04", "G-R-82"),
                    "{who} has no card left to play.",
                    who=state.call(hero),
                )
                continue
            choices = playable(state, hero)
            if len(choices) == 1:
                put_down(state, hero, choices[0], log)
            else:
                tasks.append(ChooseCard(player=mat.seat, hero=hero))
        state.agenda += reversed(tasks)


def playable(state: State, hero: str) -> tuple[str, ...]:
    """The hand, or Hold alone if an effect forces it (G-HOLD-05, G-R-78)."""
    mat = state.heroes[hero]
    if mat.must_hold:
        known = values.deck(state).cards
        return tuple(c for c in mat.hand if known[c].slot == "black") or mat.hand
    return mat.hand


def put_down(state: State, hero: str, card: str, log: Log) -> None:
    mat = state.heroes[hero]
    state.heroes[hero] = replace(
        mat, chosen=card, hand=tuple(c for c in mat.hand if c != card), must_hold=False
    )
    # The same line for everybody: which card it is stands in the hand of those who may know (G-R-76).
    log.say(
        "card_face_down", ("G-TURN-02", "G-TURN-03", "G-R-76"), "{who} puts a card face down.",
        who=state.call(hero), hero=hero,
    )  # fmt: skip


class ChooseCard(Decision[State, Action], frozen=True, kw_only=True):
    """Put one hand card face down: a duty (G-TURN-02, G-TURN-03).

    Choices are secret and simultaneous (G-R-21). They are asked one after the other and nobody
    learns of them before the reveal; whoever changes his mind takes back and chooses again.
    """

    rules: ClassVar[tuple[str, ...]] = ("G-TURN-02", "G-TURN-03", "G-WUK-02", "G-R-21", "G-R-72")
    secret: ClassVar[bool] = True
    hero: str

    def ask(self, state: State) -> str:
        return f"Choose a card for {state.call(self.hero)}, turn {state.turn}."

    def legal(self, state: State) -> list[Action]:
        return [PlayCard(c) for c in playable(state, self.hero)]

    def apply(self, state: State, action: Action, log: Log) -> None:
        assert isinstance(action, PlayCard)
        put_down(state, self.hero, action.card, log)

    def why_not(self, state: State, action: Action) -> Illegal | None:
        if action in self.legal(state):
            return None
        if isinstance(action, PlayCard):
            mat = state.heroes[self.hero]
            if mat.must_hold:
                return Illegal(("G-HOLD-05", "G-R-78"), "An effect makes Hold the next card of this hero.")
            if action.card in mat.table:
                return Illegal(("G-R-90", "G-R-81"), "That card has been played already.")
            if action.card in mat.discard:
                return Illegal(("G-R-90",), "That card lies on the discard pile.")
            return Illegal(
                ("G-TURN-02", "G-R-72"), f"That card is not in the hand of {state.call(self.hero)}."
            )
        if isinstance(action, Use) and action.what == "nothing":
            return Illegal(("G-TURN-03",), "Playing a card is a duty; Hold is the way to do nothing.")
        return Illegal(self.rules, f"First the cards: {self.ask(state)}")

    def wish(self, state: State, clicks: tuple[str, ...]) -> Action | None:
        if clicks and clicks[0].startswith("card:"):
            return PlayCard(clicks[0][5:])
        return None


class Reveal(Auto[State], frozen=True):
    """All cards are turned up at the same time; Hold is finished at once (G-TURN-05, G-HOLD-02, G-R-22)."""

    rules: ClassVar[tuple[str, ...]] = ("G-TURN-05", "G-HOLD-01", "G-HOLD-02", "G-HOLD-03", "G-R-22")

    def run(self, state: State, log: Log) -> None:
        deck = values.deck(state)
        state.phase = "actions"
        for hero in state.roster:
            mat = state.heroes[hero]
            if not mat.chosen:
                continue
            card = deck.cards[mat.chosen]
            held = card.slot == "black"
            table = (*mat.table[: state.turn - 1], card.id, *mat.table[state.turn :])
            resolved = (*mat.resolved, card.id) if held else mat.resolved
            mat = replace(mat, table=table, shown=card.id, chosen="", waiting=not held, resolved=resolved)
            state.heroes[hero] = mat
            if not held and state.options.initiative_fixed_at_reveal:
                state.heroes[hero] = replace(mat, fixed=values.value(state, hero, card, "initiative"))
            log.say(
                "reveal", ("G-TURN-05", "G-HOLD-02", "G-R-22") if held else ("G-TURN-05", "G-CARD-04"),
                "{who} reveals {card} and holds." if held else "{who} reveals {card}, initiative {n}.",
                who=state.call(hero), card=deck.label(card.id), hero=hero, id=card.id,
                n=0 if held else values.value(state, hero, card, "initiative"),
            )  # fmt: skip
        state.agenda.append(EndTurn())
        state.agenda.append(Resolve())


# ------------------------------------------------------------------ initiative


def waiting(state: State) -> list[str]:
    return [h for h in state.roster if state.heroes[h].waiting]


def first_group(state: State) -> list[str]:
    """The waiting heroes with the highest initiative (G-R-23 points 1 and 2, G-R-24)."""
    found = [(values.initiative(state, h), h) for h in waiting(state)]
    if not found:
        return []
    best = max(n for n, _ in found)
    return [h for n, h in found if n == best]


class Resolve(Auto[State], frozen=True):
    """The initiative loop of G-R-23: who acts next, and does the token flip afterwards?"""

    rules: ClassVar[tuple[str, ...]] = (
        "G-TURN-06", "G-TURN-08", "G-TURN-09", "G-INIT-01", "G-INIT-02", "G-INIT-04", "G-R-23", "G-R-24",
    )  # fmt: skip

    def run(self, state: State, log: Log) -> None:
        group = first_group(state)
        if not group:
            return
        state.agenda.append(self)
        teams = {state.heroes[h].team: True for h in group}
        tie = len(teams) == 2
        if tie:
            group = [h for h in group if state.heroes[h].team == state.token]
        if len(group) == 1:
            act(state, group[0], tie, log)
            return
        team = state.heroes[group[0]].team
        seats = list(dict.fromkeys(state.heroes[h].seat for h in group))
        asked = seats[0] if len(seats) == 1 else state.speaker(team)
        state.agenda.append(NextToAct(player=asked, heroes=tuple(group), tie=tie))


class NextToAct(Decision[State, Action], frozen=True, kw_only=True):
    """A team names which of its tied heroes acts first (G-INIT-01, G-INIT-02, G-R-26)."""

    rules: ClassVar[tuple[str, ...]] = ("G-INIT-01", "G-INIT-02", "G-R-23", "G-R-26")
    heroes: tuple[str, ...]
    tie: bool

    def ask(self, state: State) -> str:
        return "Choose which of your tied heroes acts first."

    def legal(self, state: State) -> list[Action]:
        return [pick_unit(h) for h in self.heroes]

    def apply(self, state: State, action: Action, log: Log) -> None:
        assert isinstance(action, Pick)
        act(state, action.unit, self.tie, log)

    def why_not(self, state: State, action: Action) -> Illegal | None:
        if isinstance(action, Pick) and action.unit not in self.heroes:
            mat = state.heroes.get(action.unit)
            if mat is not None and mat.waiting and mat.team != state.heroes[self.heroes[0]].team:
                return Illegal(("G-INIT-02",), "The team with the token names one of its own tied heroes.")
            return Illegal(
                ("G-TURN-06", "G-R-23"), "Only the waiting cards with the highest initiative come now."
            )
        return super().why_not(state, action)

    def wish(self, state: State, clicks: tuple[str, ...]) -> Action | None:
        return Pick(clicks[0][6:]) if clicks and clicks[0].startswith("piece:") else None


# ------------------------------------------------------------------ one card acts


def act(state: State, hero: str, tie: bool, log: Log) -> None:
    """A card comes up: exactly one of its actions is carried out (G-TURN-07, G-R-20)."""
    card = values.deck(state).cards[state.heroes[hero].shown]
    state.acting = hero
    state.order = (*state.order, hero)
    state.agenda.append(FinishCard(hero=hero, tie=tie))
    uses = open_uses(state, hero, card)
    if not uses:
        log.say(
            "spent", ("G-R-20", "G-R-25"), "{card} of {who} is spent without effect.",
            card=card.name, who=state.call(hero), hero=hero,
        )  # fmt: skip
    elif len(uses) == 1:
        use(state, hero, uses[0], log)
    else:
        state.agenda.append(
            UseCard(player=state.heroes[hero].seat, hero=hero, uses=tuple(u.what for u in uses))
        )


MAIN, MOVE, TRAVEL, STRIKE, NOTHING = (
    Use("main"), Use("move"), Use("travel"), Use("strike"), Use("nothing"),
)  # fmt: skip
USES: dict[str, Use] = {u.what: u for u in (MAIN, MOVE, TRAVEL, STRIKE, NOTHING)}


def open_uses(state: State, hero: str, card: Card) -> list[Use]:
    """The actions that may be taken from a revealed card (G-R-19, G-R-20)."""
    found = []
    if can_main(state, hero, card):
        found.append(MAIN)
    plain = card.card_type != "attack" and card.attack is not None
    if plain and base.may_choose(state, Frame(hero, card.id, "plain")):
        found.append(STRIKE)
    if move.can_move(state, hero, card):
        found.append(MOVE)
        if move.can_travel(state, hero, card):
            found.append(TRAVEL)
    if state.options.voluntary_pass:
        found.append(NOTHING)
    return found


def can_main(state: State, hero: str, card: Card) -> bool:
    if card.card_type not in ("attack", "skill"):
        return False
    if (
        card.card_type == "skill"
        and state.effects
        and values.forbidden(state, "skill_action", hero) is not None
    ):
        return False
    return base.may_choose(state, Frame(hero, card.id))


def use(state: State, hero: str, action: Use, log: Log) -> None:
    """Begin one action of the revealed card."""
    card = values.deck(state).cards[state.heroes[hero].shown]
    what = action.what
    log.say(
        "use", ("G-TURN-07", "G-R-19"), "{who}: {what} with {card}.", who=state.call(hero), card=card.name,
        what={
            "main": card.card_type, "move": "movement", "travel": "fast travel", "strike": "plain attack",
            "nothing": "no action",
        }[what], hero=hero, use=what,
    )  # fmt: skip
    if what == "main":
        base.start_main(state, Frame(hero, card.id))
    elif what == "strike":
        base.start_main(state, Frame(hero, card.id, "plain"))
    elif what == "move":
        task = move.Move(player=state.heroes[hero].seat, hero=hero, card=card.id)
        if move.must_stay(state, hero, card):
            task.apply(state, go(state.at(hero)), log)
        else:
            state.agenda.append(task)
    elif what == "travel":
        spaces = move.travel_spaces(state, hero)
        if len(spaces) == 1:
            move.fast_travel(state, hero, spaces[0], log)
        else:
            state.agenda.append(move.FastTravel(player=state.heroes[hero].seat, hero=hero))


class UseCard(Decision[State, Action], frozen=True, kw_only=True):
    """Choose one of the actions on the revealed card (G-TURN-07, G-R-19, G-R-20)."""

    rules: ClassVar[tuple[str, ...]] = ("G-TURN-07", "G-R-19", "G-R-20", "G-CARD-01")
    hero: str
    uses: tuple[str, ...]
    """What the card offers; nothing changes between its coming up and this choice."""

    def card(self, state: State) -> Card:
        return values.deck(state).cards[state.heroes[self.hero].shown]

    def ask(self, state: State) -> str:
        return f"{state.call(self.hero)} acts with {self.card(state).name}: choose one action."

    def legal(self, state: State) -> list[Action]:
        return [USES[what] for what in self.uses]

    def apply(self, state: State, action: Action, log: Log) -> None:
        assert isinstance(action, Use)
        use(state, self.hero, action, log)

    def why_not(self, state: State, action: Action) -> Illegal | None:
        if action in self.legal(state):
            return None
        card = self.card(state)
        if not isinstance(action, Use):
            return Illegal(("G-TURN-07",), self.ask(state))
        if action.what == "nothing":
            return Illegal(("G-R-20",), "If an action of the card can be done, one must be.")
        if action.what == "strike":
            return Illegal(
                ("G-R-19",), "The card has no Attack icon as a secondary action, or nothing is in reach."
            )
        if action.what in ("move", "travel"):
            return self._no_movement(state, card, action.what)
        if card.card_type == "defense":
            return Illegal(
                ("G-R-19", "G-CARD-03", "G-DEF-01"),
                "Defense is a reaction; it is never used from a played card.",
            )
        if card.card_type == "skill" and values.forbidden(state, "skill_action", self.hero) is not None:
            return Illegal(("G-R-87",), "A lasting effect forbids skills.")
        if any(s.mandatory() for s in card.steps):
            return Illegal(
                ("G-ACT-02", "G-R-30", "G-R-31"),
                "The move that the text orders cannot be made, or has no target.",
            )
        return Illegal(("G-R-20", "G-ATT-02"), "The text has no legal target now.")

    def _no_movement(self, state: State, card: Card, what: str) -> Illegal:
        if card.movement is None:
            rules = ("G-FAST-04", "G-R-67") if what == "travel" else ("G-R-19", "G-R-67")
            return Illegal(rules, "The card has no Movement icon.")
        if values.forbidden(state, "move_action", self.hero) is not None:
            return Illegal(("G-R-34", "G-R-87"), "A lasting effect forbids movement actions.")
        if values.forbidden(state, "fast_travel", self.hero) is not None:
            return Illegal(("G-R-34", "G-R-87"), "A lasting effect forbids fast travel.")
        return move.no_travel(state, self.hero)


class FinishCard(Auto[State], frozen=True, kw_only=True):
    """The card is finished; after a tie between the teams the token is flipped (G-INIT-03, G-R-25)."""

    rules: ClassVar[tuple[str, ...]] = ("G-TURN-08", "G-INIT-03", "G-INIT-04", "G-R-25", "G-R-92")
    hero: str
    tie: bool

    def run(self, state: State, log: Log) -> None:
        mat = state.heroes[self.hero]
        state.acting = ""
        if mat.waiting:
            state.heroes[self.hero] = replace(mat, waiting=False, resolved=(*mat.resolved, mat.shown))
        if self.tie:
            state.token = other(state.token)
            log.say(
                "token_flipped", ("G-INIT-03", "G-INIT-05", "G-R-25"),
                "The token is flipped: the {team} hold it.", team=TEAM_NAMES[state.token],
            )  # fmt: skip
        if state.fallen:
            state.acting = self.hero  # whose team pushes if both sides are gone (G-R-56)
            state.agenda.append(_Idle())
            state.agenda.append(push.CheckPush())


class _Idle(Auto[State], frozen=True, tag="idle"):
    """Nobody acts any more; after a push check that waited for the end of a card."""

    def run(self, state: State, log: Log) -> None:
        state.acting = ""


# ------------------------------------------------------------------ the end of a turn


class EndTurn(Auto[State], frozen=True):
    """Short effects end, then heroes return after turn 1, then the next turn (G-TURN-09 to 11, G-R-88)."""

    rules: ClassVar[tuple[str, ...]] = ("G-TURN-09", "G-TURN-10", "G-TURN-11", "G-DEF-11", "G-R-50", "G-R-88")

    def run(self, state: State, log: Log) -> None:
        if state.effects:
            state.effects = tuple(e for e in state.effects if e.until > state.turn)
        state.phase = "end of turn"
        state.agenda.append(StartTurn() if state.turn < TURNS else round_end.MinionCombat())
        if state.turn == 1:
            back = [
                setup.Enter(hero=h, back=True)
                for team in state.team_order()
                for h in state.heroes_of(team)
                if state.heroes[h].back == state.round
            ]
            state.agenda += reversed(back)
