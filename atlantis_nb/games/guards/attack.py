"""An attack from its declaration to its results, and the reaction Defense.

Rules: G-ATT-02 to 13, G-DEF-01 to 07, G-R-39 to 48, G-R-51, G-R-80, G-R-81, G-R-85, G-R-92.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from atlantis_nb.core.game import Action, Auto, Decision, Illegal, Log

from . import cards, defeat, push, targets, values
from .actions import NO_DEFENCE, SKIP, Defend, Discard, Pick, Skip, pick_unit
from .effects import base
from .state import Attack, Effect, Frame, Hit, Known, State

# ------------------------------------------------------------------ declaring


def declare(
    state: State, frame: Frame, kind: str, units: tuple[str, ...], bonus: int, log: Log, more: bool = False
) -> None:
    """Declare an attack: its values and the minion modifiers are fixed now (G-R-40, G-R-80).

    `kind` is melee, ranged or area. With `more` the step goes on with further targets afterwards.
    """
    card = values.deck(state).cards[frame.card]
    heroes = tuple(u for u in units if u in state.heroes)
    near = state.board.near[state.at(frame.hero)]
    state.attacks.append(
        Attack(
            by=frame.hero,
            card=frame.card,
            kind=kind,
            targets=units,
            places=tuple(state.at(u) for u in units),
            heroes=heroes,
            minions=tuple(u for u in units if u not in state.heroes),
            values=tuple((h, strength(state, frame.hero, frame.card, "hero") + bonus) for h in heroes),
            modifiers=tuple((h, values.minion_modifier(state, h)) for h in heroes),
            adjacent=state.at(units[0]) in near,
            more=more,
        )
    )
    log.say(
        "attack", ("G-ATT-01", "G-ATT-02", "G-R-40", "G-R-80"),
        "{by} attacks {whom} with {card}, {sort}{value}.", tuple(state.at(u) for u in units),
        by=state.call(frame.hero), whom=" and ".join(_called(state, frame.hero, u) for u in units),
        card=card.name, sort=kind, value=f" {state.attacks[-1].values[0][1]}" if heroes else "",
        hero=frame.hero, units=list(units), attack_kind=kind,
    )  # fmt: skip
    state.agenda.append(Answers())


def _called(state: State, hero: str, unit: str) -> str:
    """A target in words; whoever hits a minion of its own team reads so in the log."""
    found = state.units[unit]
    if unit not in state.heroes and found.team == state.heroes[hero].team:
        return f"a {found.kind} minion of its own team"
    return state.call(unit)


def strength(state: State, hero: str, card: str, versus: str = "") -> int:
    """Attack value: icon, items and effects; minions do not change it (G-R-42)."""
    return values.value(state, hero, values.deck(state).cards[card], "attack", versus)


class Answers(Auto[State], frozen=True):
    """Each attacked hero answers in turn, in an order the attacker names (G-R-40)."""

    rules: ClassVar[tuple[str, ...]] = ("G-ATT-04", "G-DEF-01", "G-R-40", "G-R-51")

    def run(self, state: State, log: Log) -> None:
        now = state.attacks[-1]
        heroes = tuple(h for h in now.heroes if h in state.units)
        if not heroes or now.by not in state.units:
            state.agenda.append(Results())
            return
        state.agenda.append(self)
        if len(heroes) > 1:
            state.agenda.append(NextDefender(player=state.heroes[now.by].seat))
        else:
            answer(state, heroes[0], log)


class NextDefender(Decision[State, Action], frozen=True, kw_only=True):
    """The attacker names which hero answers next (G-R-40)."""

    rules: ClassVar[tuple[str, ...]] = ("G-R-40",)

    def ask(self, state: State) -> str:
        return "Choose which attacked hero answers next."

    def legal(self, state: State) -> list[Action]:
        return [pick_unit(h) for h in state.attacks[-1].heroes if h in state.units]

    def apply(self, state: State, action: Action, log: Log) -> None:
        assert isinstance(action, Pick)
        answer(state, action.unit, log)


# ------------------------------------------------------------------ answering


def defences(state: State, hero: str) -> list[str]:
    """The hand cards with a Defense icon: those that may be discarded to defend (G-R-44, G-R-45)."""
    known = values.deck(state).cards
    return [c for c in state.heroes[hero].hand if known[c].defense is not None]


def answer(state: State, hero: str, log: Log) -> None:
    """A hero is asked to defend; with nothing to discard he is beaten (G-DEF-06, G-R-46)."""
    now = state.attacks[-1]
    now = replace(
        now, target=hero, heroes=tuple(h for h in now.heroes if h != hero),
        defence="", extra=0, before=0, ignore_minions=False, blocked=False, judged=False, held=False,
    )  # fmt: skip
    state.attacks[-1] = now
    if defences(state, hero):
        state.agenda.append(Defence(player=state.heroes[hero].seat, hero=hero))
    else:
        log.say(
            "no_defence", ("G-DEF-06", "G-R-45", "G-R-46", "G-R-82"),
            "{who} holds no card that could defend.", who=state.call(hero), hero=hero,
        )  # fmt: skip
        _beaten(state, hero)


def _beaten(state: State, hero: str) -> None:
    now = state.attacks[-1]
    state.attacks[-1] = replace(now, judged=True, held=False, beaten=(*now.beaten, hero))


class Defence(Decision[State, Action], frozen=True, kw_only=True):
    """Discard one card to defend, or refuse (G-DEF-02, G-R-44)."""

    rules: ClassVar[tuple[str, ...]] = ("G-DEF-01", "G-DEF-02", "G-DEF-03", "G-R-44")
    reply: ClassVar[bool] = True
    hero: str

    def ask(self, state: State) -> str:
        now = state.attacks[-1]
        return (
            f"{state.call(now.by)} attacks {state.call(self.hero)} with "
            f"{values.deck(state).cards[now.card].name}, {now.kind} {dict(now.values)[self.hero]}: "
            "discard a card to defend, or do not."
        )

    def legal(self, state: State) -> list[Action]:
        return [*(Defend(c) for c in defences(state, self.hero)), NO_DEFENCE]

    def apply(self, state: State, action: Action, log: Log) -> None:
        if not isinstance(action, Defend):
            log.say(
                "no_defence", ("G-R-44",), "{who} does not defend.", who=state.call(self.hero), hero=self.hero
            )
            _beaten(state, self.hero)
            return
        defend(state, self.hero, action.card, log)

    def default(self, state: State) -> Action:
        """The weakest card that holds on its numbers, else none."""
        good = [c for c in defences(state, self.hero) if holds(state, self.hero, c)]
        if not good:
            return NO_DEFENCE
        known = values.deck(state).cards
        return Defend(min(good, key=lambda c: (known[c].defense or 0, c)))

    def why_not(self, state: State, action: Action) -> Illegal | None:
        if isinstance(action, Defend | Discard):
            refusal = cards.cannot_discard(state, self.hero, action.card)
            if refusal is not None:
                return refusal
            if action.card not in defences(state, self.hero):
                return Illegal(("G-R-44", "G-R-45"), "That card has no Defense icon.")
            return None if isinstance(action, Defend) else Illegal(self.rules, self.ask(state))
        return super().why_not(state, action)

    def wish(self, state: State, clicks: tuple[str, ...]) -> Action | None:
        return Defend(clicks[0][5:]) if clicks and clicks[0].startswith("card:") else None


def defend(state: State, hero: str, card: str, log: Log) -> None:
    """A card is discarded to defend; the text of a Defense card works now (G-DEF-04, G-R-85)."""
    now = state.attacks[-1]
    deck = values.deck(state)
    known = deck.cards[card]
    cards.give_up(state, hero, card)
    before = values.change(state, state.units.get(now.by), "attack", "hero")
    state.attacks[-1] = replace(now, defence=card, before=before)
    log.say(
        "defence", ("G-DEF-02", "G-R-44", "G-CARD-04"), "{who} discards {card} to defend.",
        who=state.call(hero), card=deck.label(card), id=card, hero=hero,
    )  # fmt: skip
    state.agenda.append(Judge())
    if known.card_type == "defense" and known.steps:
        names = (Known("attacker", (now.by,), (state.at(now.by),)),)
        base.push_frame(state, Frame(hero, card, role="answer", names=names))


def defence_parts(state: State, hero: str, card: str) -> list[values.Part]:
    """The Defense total of a hand card against the attack under way, as a sum of named parts."""
    now = state.attacks[-1]
    found = values.parts(state, hero, values.deck(state).cards[card], "defense")
    if now.extra:
        found.append(("text of the card", now.extra))
    if not now.ignore_minions:
        found.append(("minions near", dict(now.modifiers)[hero]))
    return found


def attack_value(state: State, hero: str) -> int:
    """The value a hero has to meet: as declared, changed only by the text of his own answer (G-R-80)."""
    now = state.attacks[-1]
    change = (
        values.change(state, state.units.get(now.by), "attack", "hero") - now.before if now.defence else 0
    )
    return dict(now.values)[hero] + change


def holds(state: State, hero: str, card: str) -> bool:
    """Whether the numbers of a card are enough, its text left aside."""
    return sum(n for _, n in defence_parts(state, hero, card)) >= dict(state.attacks[-1].values)[hero]


def judge(state: State, log: Log) -> None:
    """Compare Defense and Attack, once: a tie is good enough (G-DEF-05)."""
    if not state.attacks or state.attacks[-1].judged or not state.attacks[-1].defence:
        return
    now = state.attacks[-1]
    if now.by not in state.units:  # the attacker has fallen: who has not failed before is safe (G-R-51)
        state.attacks[-1] = replace(now, judged=True)
        return
    hero, card = now.target, now.defence
    known = values.deck(state).cards[card]
    total = values.value(state, hero, known, "defense") + now.extra
    if not now.ignore_minions:
        total += dict(now.modifiers)[hero]
    value = attack_value(state, hero)
    held = now.blocked or total >= value
    state.attacks[-1] = replace(
        now, judged=True, held=held, beaten=now.beaten if held else (*now.beaten, hero)
    )
    if now.blocked:
        log.say("attack_blocked", ("G-R-87",), "{who} blocks the attack.", who=state.call(hero), hero=hero)
        return
    log.say(
        "defence_judged", ("G-DEF-05", "G-R-42", "G-R-43", "G-R-67", "G-R-80"),
        "{who}: defense {total} against attack {value}, {verdict}.",
        who=state.call(hero), total=total, value=value, hero=hero,
        verdict="it holds" if held else "too low",
    )  # fmt: skip


class Judge(Auto[State], frozen=True):
    """After the text of the discarded card: the comparison, if the text did not ask for it before."""

    rules: ClassVar[tuple[str, ...]] = ("G-DEF-05", "G-R-80", "G-R-85")

    def run(self, state: State, log: Log) -> None:
        judge(state, log)


# ------------------------------------------------------------------ results


class Results(Auto[State], frozen=True):
    """Beaten heroes and hit minions leave the board, coins are paid (G-R-40 points 4 and 5).

    If the attacker himself has been defeated by an answer, heroes beaten before still fall and
    everything else is safe (G-R-51).
    """

    rules: ClassVar[tuple[str, ...]] = ("G-ATT-03", "G-DEF-07", "G-R-40", "G-R-41", "G-R-51")

    def run(self, state: State, log: Log) -> None:
        now = state.attacks[-1]
        alive = now.by in state.units
        if alive:
            for minion in now.minions:
                if minion in state.units and self._ask(state, minion):
                    return
        now = state.attacks.pop()
        fallen: list[Known] = []
        saved = dict(now.saved)
        for hero in now.beaten:
            if hero in state.units:
                defeat.defeat(state, hero, now.by, ("G-R-40",) if len(now.targets) > 1 else (), log)
        for minion in now.minions if alive else ():
            if minion not in state.units:
                continue
            if minion in saved:
                save(state, minion, now.by, saved[minion], log)
            else:
                fallen.append(Known("fallen", (minion,), (state.at(minion),)))
                defeat.fell(state, minion, now.by, log)
        if not alive:
            return
        first = now.targets[0]
        hit = Hit(first, now.places[0], first in state.heroes, now.adjacent, first not in state.units)
        frame = state.frames[-1]
        if now.more:
            state.frames[-1] = replace(frame, hit=hit)
        else:
            base.carry_on(state, True, hit=hit)
        check = state.agenda.pop() if state.agenda and isinstance(state.agenda[-1], push.CheckPush) else None
        for known in reversed(fallen):
            base.fire(state, now.by, "minion_defeated", frame, names=(known,))
        if check is not None:
            state.agenda.append(check)

    def _ask(self, state: State, minion: str) -> bool:
        """Ask the next hero who may save a minion; True if somebody is asked."""
        now = state.attacks[-1]
        for effect in savers(state, minion, now.by):
            key = f"{effect.owner}:{effect.card}:{minion}"
            if key not in now.asked and minion not in dict(now.saved):
                state.attacks[-1] = replace(now, asked=(*now.asked, key))
                state.agenda.append(self)
                state.agenda.append(
                    SaveMinion(
                        player=state.heroes[effect.owner].seat,
                        hero=effect.owner,
                        minion=minion,
                        keeps=effect.stat == "attacker_keeps",
                    )
                )
                return True
        return False


def savers(state: State, minion: str, by: str) -> list[Effect]:
    """The effects that may keep a minion which an enemy would defeat, if their price can be paid."""
    unit = state.units[minion]
    if not state.effects or state.heroes[by].team == unit.team:
        return []
    return [
        e
        for e in state.effects
        if e.op == "save_minion" and values.affects(state, e, unit) and cards.to_give(state, e.owner)
    ]


def save(state: State, minion: str, by: str, keeps: bool, log: Log) -> None:
    """A minion is kept: it did not fall. With `keeps` the attacker is paid all the same."""
    unit = state.units[minion]
    coins = values.coins_for(unit.kind) if keeps and state.heroes[by].team != unit.team else 0
    if coins:
        defeat.earn(state, by, coins)
    log.say(
        "minion_saved", ("G-R-87", "G-R-48"), "The {sort} minion on {place} is kept{paid}.",
        (unit.at,), sort=unit.kind, place=unit.at,
        paid=f"; {state.call(by)} earns {coins} coins all the same" if coins else "", unit=minion,
    )  # fmt: skip


class SaveMinion(Decision[State, Action], frozen=True, kw_only=True):
    """Throw in a card to keep a minion that an enemy would defeat (save_minion, G-R-87)."""

    rules: ClassVar[tuple[str, ...]] = ("G-R-87", "G-R-78", "G-HOLD-04")
    reply: ClassVar[bool] = True
    hero: str
    minion: str
    keeps: bool
    later: bool = False

    def ask(self, state: State) -> str:
        return f"Throw in a card of {state.call(self.hero)} to keep {state.call(self.minion)}, or leave it."

    def legal(self, state: State) -> list[Action]:
        return [*(Discard(c) for c in cards.to_give(state, self.hero)), SKIP]

    def apply(self, state: State, action: Action, log: Log) -> None:
        if isinstance(action, Skip):
            return
        assert isinstance(action, Discard)
        cards.give_up(state, self.hero, action.card)
        log.say(
            "card_paid", ("G-R-87", "G-R-90"), "{who} throws in {card}.",
            who=state.call(self.hero), card=values.deck(state).label(action.card), hero=self.hero,
        )  # fmt: skip
        if self.later:
            frame = state.frames[-1]
            state.frames[-1] = replace(frame, count=1 if self.keeps else 2)
        else:
            now = state.attacks[-1]
            state.attacks[-1] = replace(now, saved=(*now.saved, (self.minion, self.keeps)))

    def default(self, state: State) -> Action:
        return SKIP

    def why_not(self, state: State, action: Action) -> Illegal | None:
        if isinstance(action, Discard):
            return cards.cannot_discard(state, self.hero, action.card)
        return super().why_not(state, action)


def melee(state: State, frame: Frame, aim: targets.Selector | str) -> bool:
    """Whether an attack is melee: its target was found among adjacent spaces."""
    if isinstance(aim, str):
        return values.deck(state).melee.get((frame.card, aim), False)
    return aim.within == "adjacent"
