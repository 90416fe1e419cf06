"""Casting a spell, step by step (F-R-93), and the moments when somebody may answer (F-R-61).

Each chit is one spell (F-SPL-01). A mage casts mage and general spells (F-SPL-03), a priest priest
and general ones (F-SPL-04), one a turn (F-SPL-05). To cast, the player names a chit of his hand and
a caster (F-SPL-07), then targets in reach (F-SPL-10, F-R-59). Afterwards the chit is discarded unless
it stays as a marker (F-SPL-08).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import ClassVar

from msgspec.structs import replace

from atlantis_nb.core.game import Action, Auto, Decision, Illegal, Log, Place, Seat, and_list

from .data import ATLANTIS, CASTERS, FOES, KIND_OF, NAMES, SPELLS, allowed
from .pieces import discard, expose, pick_up_chit
from .state import FoesState, Unit, board_of, other, pile_of, unit_name

ATTACK_SPELLS = ("fireball", "lightning_bolt", "whirlpool", "earthquake", "tidal_wave", "death_spell")
"""Spells that a unit which cannot attack may not cast (F-R-82)."""

STRIKING = ATTACK_SPELLS[:5]
"""Spell attacks proper: a hidden Horse whose passenger announces one is found out (F-R-53)."""

STUNNED = ("distract", "mesmerize", "sanctuary")
"""Spells under which a unit cannot attack (F-R-82)."""


# ------------------------------------------------------------------ actions


class Cast(Action, frozen=True):
    """Name the spell to cast."""

    spell: str

    def __str__(self) -> str:
        return f"Cast {SPELLS[self.spell].name}" if self.spell in SPELLS else f"Cast {self.spell}"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"card:{self.spell}",)


class By(Action, frozen=True):
    """Name the unit that casts it."""

    unit: str

    def __str__(self) -> str:
        return f"{NAMES.get(self.unit, self.unit)} cast it"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"piece:{self.unit}",)


class AimUnit(Action, frozen=True):
    unit: str

    def __str__(self) -> str:
        return f"At {NAMES.get(self.unit, self.unit)}"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"piece:{self.unit}",)


class AimHex(Action, frozen=True):
    hex: Place

    def __str__(self) -> str:
        return f"At {self.hex}"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"cell:{self.hex}",)


class EnoughHexes(Action, frozen=True):
    """No further hex for the Wall of Fire."""

    def __str__(self) -> str:
        return "No more hexes"


class Pass(Action, frozen=True):
    """Cast nothing now."""

    def __str__(self) -> str:
        return "Cast nothing"


PASS = Pass()


# ------------------------------------------------------------------ who can cast


def fresh_to_cast(state: FoesState, unit: Unit) -> bool:
    """A flipped unit casts nothing (F-R-55); with the option attack_and_cast only a cast forbids it."""
    if state.options.attack_and_cast:
        return not unit.cast
    return not (unit.cast or unit.attacked)


def can_attack(state: FoesState, uid: str) -> bool:
    """Not under Distract, Mesmerize or Sanctuary (F-R-82)."""
    lying = state.effects.get(uid)
    return not lying or not any(s in STUNNED for s in lying)


def has_access(uid: str, spell: str) -> bool:
    """Mage spells for mages, priest spells for priests, general ones for both (F-SPL-03, F-SPL-04)."""
    k, kind = KIND_OF[uid], SPELLS[spell].type
    return k.mage if kind == "mage" else k.priest if kind == "priest" else k.caster


def ready_casters(state: FoesState, player: Seat) -> list[str]:
    """Unflipped spellcasters that a player controls, undead excepted (F-R-67); carried ones too (F-R-37)."""
    units, both = state.units, state.options.attack_and_cast
    out = []
    for uid in CASTERS:
        unit = units.get(uid)
        if unit is None or unit.side != player or unit.cast or unit.undead:
            continue
        if both or not unit.attacked:
            out.append(uid)
    return out


Choices = Callable[[FoesState, Seat, str, tuple[str, ...]], Iterator[str]]
"""(state, player, caster, picked so far) -> what may be picked next, one after the other."""


AIMS: dict[str, tuple[int, int, Choices]] = {}
"""spell -> (fewest picks, most picks, choices). Filled by spells.py; a spell with no picks still says
by an empty or non-empty answer whether it may be cast at all."""

EFFECTS: dict[str, Callable[[FoesState, Log, TakeEffect], None]] = {}
"""spell -> what it does. Filled by spells.py."""


def can_cast(state: FoesState, player: Seat, uid: str, spell: str) -> bool:
    """Whether this ready caster may cast this spell now: type, reach, a legal target (F-R-59)."""
    if not has_access(uid, spell):
        return False
    if spell in ATTACK_SPELLS and not can_attack(state, uid):
        return False
    return next(AIMS[spell][2](state, player, uid, ()), None) is not None


NEED_ENEMY = ("fireball", "lightning_bolt", "whirlpool", "tidal_wave", "control", "fear", "mesmerize")
"""Spells that need an enemy in range: quickly ruled out where there is none."""

ACCESS: dict[str, frozenset[str]] = {
    spell: frozenset(uid for uid in CASTERS if has_access(uid, spell)) for spell in SPELLS
}
"""spell -> the units that can cast it by their type; for membership only."""


def castable(state: FoesState, player: Seat, moment: str) -> list[str]:
    """Chits in hand that the player can cast at this moment, in the order of the hand."""
    now = allowed(state.options.create_in_attack_phase)[moment]
    wanted = [s for s in state.hands[player] if s in now]
    if not wanted:
        return wanted
    ready = ready_casters(state, player)
    if not ready:
        return []
    units = state.units
    enemies: set[Place] | None = None
    out = []
    for spell in wanted:
        access, choices, strikes = ACCESS[spell], AIMS[spell][2], spell in ATTACK_SPELLS
        near = None
        if spell in NEED_ENEMY:
            near = board_of(state).near_set(SPELLS[spell].range)
            if enemies is None:
                enemies = {p for p, w in state.board.items() if units[w].side != player}
        for uid in ready:
            if uid not in access or (strikes and not can_attack(state, uid)):
                continue
            if near is not None and enemies is not None and near[units[uid].at].isdisjoint(enemies):
                continue
            if next(choices(state, player, uid, ()), None) is not None:
                out.append(spell)
                break
    return out


@cache
def cast_action(spell: str) -> Cast:
    return Cast(spell)


def why_no_cast(state: FoesState, player: Seat, spell: str, moment: str) -> Illegal | None:
    """None if the player can cast the spell at this moment; else why not."""
    if spell not in SPELLS:
        return Illegal(("F-SPL-01",), f"There is no spell {spell!r}.")
    s = SPELLS[spell]
    if spell not in state.hands[player]:
        return Illegal(("F-SPL-07",), f"{s.name} is not in the hand.")
    if spell not in allowed(state.options.create_in_attack_phase)[moment]:
        return Illegal(
            ("F-R-58", s.rule), f"{s.name} cannot be cast now: it is cast {TIMING_WORDS[s.timing]}."
        )
    mine = [u for u in CASTERS if u in state.units and state.units[u].side == player]
    fit = [u for u in mine if has_access(u, spell) and not state.units[u].undead]
    rule = {"mage": "F-SPL-03", "priest": "F-SPL-04"}.get(s.type, "F-SPL-07")
    if not fit:
        return Illegal((rule,), f"No unit of yours on the board can cast a {s.type} spell.")
    ready = [u for u in fit if fresh_to_cast(state, state.units[u])]
    if not ready:
        return Illegal(("F-SPL-05", "F-R-55"), f"All your casters for {s.name} are flipped this turn.")
    if spell in ATTACK_SPELLS:
        ready = [u for u in ready if can_attack(state, u)]
        if not ready:
            return Illegal(("F-R-82",), f"{s.name} is an attack, and your casters cannot attack this turn.")
    if not any(can_cast(state, player, u, spell) for u in ready):
        return Illegal(
            ("F-R-59", s.rule), f"None of your unflipped casters has a legal target for {s.name} in reach."
        )
    return None


TIMING_WORDS = {
    "move_start": "at the start of the Movement Phase",
    "move_go": "on an own go in the Movement Phase",
    "battle_start": "at the start of the Attack Phase",
    "battle_any": "in the Attack Phase",
    "attack_go": "on an own go in the Attack Phase",
    "with_attack": "together with an attack its caster takes part in",
    "any_go": "on an own go in the Movement or Attack Phase",
    "after_spell": "in answer to a spell just announced",
    "after_attack_roll": "after an attack roll",
    "after_roll": "right after a roll",
    "before_kill": "when a unit is about to be destroyed",
    "after_kill": "when a unit was just destroyed",
    "any_time": "whenever its player is asked",
}


# ------------------------------------------------------------------ from naming to effect


def begin(state: FoesState, log: Log, player: Seat, spell: str) -> None:
    """Step 1 of F-R-93: the chit is named; now the caster, if there is a choice."""
    who = [u for u in ready_casters(state, player) if can_cast(state, player, u, spell)]
    if len(who) == 1:
        aim(state, log, player, spell, who[0], ())
    else:
        state.agenda.append(PickCaster(player=player, spell=spell))


def aim(state: FoesState, log: Log, player: Seat, spell: str, caster: str, picked: tuple[str, ...]) -> None:
    """Targets one by one; announced when all are named. The only possible answer is not asked for."""
    least, most, choices = AIMS[spell]
    while len(picked) < most:
        options = tuple(choices(state, player, caster, picked))
        if len(picked) >= least and not options:
            break
        if len(options) != 1 or len(picked) >= least:
            state.agenda.append(PickTarget(player=player, spell=spell, caster=caster, picked=picked))
            return
        picked = (*picked, options[0])
    announce(state, log, player, spell, caster, picked)


def announce(
    state: FoesState, log: Log, player: Seat, spell: str, caster: str, picked: tuple[str, ...] = ()
) -> None:
    """The chit leaves the hand, the caster flips, the opponent may answer, then it takes effect."""
    unit = state.units[caster]
    pile = pile_of(state, player)
    hand = list(state.hands[player])
    hand.remove(spell)
    hands = list(state.hands)
    hands[player] = tuple(hand)
    state.hands = (hands[0], hands[1])
    tables = list(state.table)
    tables[pile] = tuple(sorted((*tables[pile], spell)))
    state.table = tuple(tables)
    state.units[caster] = replace(unit, cast=True)
    s = SPELLS[spell]
    log.say(
        "cast", (s.rule, "F-SPL-07", "F-R-93"), "{by:player} cast {spell_name} by {name}{at}.", (unit.at,),
        by=player, spell=spell, spell_name=s.name, unit=caster, name=unit_name(state, caster), picked=list(picked),
        at="" if not picked else " at " + ", ".join(NAMES.get(p, p) for p in picked),
    )  # fmt: skip
    if spell in STRIKING and unit.aboard:
        expose(state, log, unit.aboard)
    state.agenda.append(TakeEffect(player=player, spell=spell, caster=caster, picked=picked, origin=unit.at))
    state.agenda.append(Moment("after_spell", other(player)))


class TakeEffect(Auto[FoesState], frozen=True):
    """Steps 3 and 4 of F-R-93: the spell takes effect, targets are not checked again; then its chit goes."""

    rules: ClassVar[tuple[str, ...]] = ("F-R-93", "F-SPL-08")
    player: Seat
    spell: str
    caster: str
    picked: tuple[str, ...] = ()
    origin: Place = ""
    negated: bool = False

    def run(self, state: FoesState, log: Log) -> None:
        pile = pile_of(state, self.player)
        chit = SPELLS[self.spell].chit if self.spell in SPELLS else ""
        if chit and (self.negated or chit == "now") and pick_up_chit(state, pile, self.spell):
            discard(state, pile, self.spell)
        if self.negated:
            log.say("negated", ("F-SPL-31", "F-R-62"), "{spell_name} had no effect.", spell=self.spell,
                    spell_name=spell_name(self.spell))  # fmt: skip
            return
        EFFECTS[self.spell](state, log, self)


def spell_name(spell: str) -> str:
    return SPELLS[spell].name if spell in SPELLS else "The Cataclysm"


def pending(state: FoesState) -> tuple[int, TakeEffect] | None:
    """The spell announced last and not yet in effect: what Negate answers (F-R-62)."""
    for i in range(len(state.agenda) - 1, -1, -1):
        task = state.agenda[i]
        if isinstance(task, TakeEffect):
            return i, task
    return None


# ------------------------------------------------------------------ windows and answers

WINDOW_WORDS = {
    "move_start": "Cast a spell for the start of the Movement Phase, or nothing.",
    "battle_start": "Cast a spell for the start of the Attack Phase, or nothing.",
    "after_spell": "{spell} was announced by {caster}{at}. Answer it, or not.",
    "after_attack_roll": "Attack roll against {target}: {attack}. Answer it, or not.",
    "after_defence_roll": "Defence roll of {target}: {defence} against {attack}. Answer it, or not.",
    "before_kill": "About to be destroyed: {target}. {wish}, or not.",
    "after_kill": "Destroyed: {target}. Answer that, or not.",
}
"""What is asked at each moment. Units are named with their side."""


def moment_words(state: FoesState, moment: str, player: Seat) -> str:
    """What a player is asked in a window, with the names and numbers of the attack or the spell."""
    known: dict[str, object] = {}
    b, waiting = state.battle, pending(state)
    if moment == "after_spell" and waiting is not None:
        task = waiting[1]
        aims = [sided(state, p) if p in state.units else NAMES.get(p, p) for p in task.picked]
        known = {"spell": spell_name(task.spell), "caster": sided(state, task.caster),
                 "at": f" at {and_list(aims)}" if aims else ""}  # fmt: skip
    elif b is not None:
        # The unit may be gone by now; then it belongs to whom the attack was against.
        unit = state.units.get(b.target)
        mine = (unit.side if unit is not None else other(b.side)) == player
        known = {"target": sided(state, b.target, other(b.side)), "attack": b.attack, "defence": b.defence,
                 "wish": "Save your unit" if mine else "Save this enemy of yours"}  # fmt: skip
    elif moment not in STARTS:
        return "Cast a spell in answer, or not."
    return WINDOW_WORDS[moment].format_map(known)


def sided(state: FoesState, uid: str, side: Seat = ATLANTIS) -> str:
    """A unit with its side: "Mummies (Five Foes)". `side` is for one that is not on the board any more."""
    unit = state.units.get(uid)
    return f"{unit_name(state, uid)} ({state.names[unit.side if unit is not None else side]})"


class Moment(Auto[FoesState], frozen=True):
    """A window: the players are asked in turn until both decline one after the other (F-R-18, F-R-61).

    Only who can cast something is asked. With the option ask_always everybody is who has a chit and an
    unflipped caster, so that silence tells nothing.
    """

    rules: ClassVar[tuple[str, ...]] = ("F-R-18", "F-R-61")
    moment: str
    asked: Seat
    declined: int = 0

    def run(self, state: FoesState, log: Log) -> None:
        player, declined = self.asked, self.declined
        while declined < 2:
            if may_answer(state, player, self.moment):
                kind = Opening if self.moment in STARTS else Answer
                state.agenda.append(kind(player=player, moment=self.moment, declined=declined))
                return
            player, declined = 1 - player, declined + 1


def may_answer(state: FoesState, player: Seat, moment: str) -> bool:
    """Whether a player is asked: he can cast something now, or the option asks everybody with a hand."""
    if moment in ANSWERS and state.battle is not None and state.battle.saved:
        return False
    if state.options.ask_always:
        return bool(state.hands[player] and ready_casters(state, player))
    return bool(castable(state, player, moment))


STARTS = ("move_start", "battle_start")
"""Windows that open a phase; all other moments answer something."""

ANSWERS = ("before_kill",)
"""Moments that are over once the unit is saved."""


class Answer(Decision[FoesState, Action], frozen=True, kw_only=True):
    """One player's choice in a window: cast one spell, or pass (F-R-18, F-R-61)."""

    rules: ClassVar[tuple[str, ...]] = ("F-R-18", "F-R-61")
    reply: ClassVar[bool] = True
    moment: str
    declined: int

    def ask(self, state: FoesState) -> str:
        return moment_words(state, self.moment, self.player)

    def legal(self, state: FoesState) -> list[Action]:
        return [PASS, *map(cast_action, castable(state, self.player, self.moment))]

    def apply(self, state: FoesState, action: Action, log: Log) -> None:
        after = other(self.player)
        if isinstance(action, Cast):
            state.agenda.append(Moment(self.moment, after))
            begin(state, log, self.player, action.spell)
        else:
            state.agenda.append(Moment(self.moment, after, self.declined + 1))

    def why_not(self, state: FoesState, action: Action) -> Illegal | None:
        if action in self.legal(state):
            return None
        refusal = (
            why_no_cast(state, self.player, action.spell, self.moment) if isinstance(action, Cast) else None
        )
        return refusal or Illegal(self.rules, f"This moment is for spells only. {self.ask(state)}")

    def wish(self, state: FoesState, clicks: tuple[str, ...]) -> Action | None:
        return wish_cast(clicks)


class Opening(Answer, frozen=True, kw_only=True):
    """The same choice in a window that opens a phase: it answers nobody (F-R-18)."""

    reply: ClassVar[bool] = False


def wish_cast(clicks: tuple[str, ...]) -> Action | None:
    """A click on a card means: cast it."""
    for click in clicks:
        what, _, name = click.partition(":")
        if what == "card":
            return Cast(name)
    return None


class PickCaster(Decision[FoesState, Action], frozen=True, kw_only=True):
    """Which unit casts the spell (F-SPL-07)."""

    rules: ClassVar[tuple[str, ...]] = ("F-SPL-07", "F-R-93")
    spell: str

    def ask(self, state: FoesState) -> str:
        return f"Choose the unit that casts {SPELLS[self.spell].name}."

    def legal(self, state: FoesState) -> list[Action]:
        ready = ready_casters(state, self.player)
        return [By(u) for u in ready if can_cast(state, self.player, u, self.spell)]

    def apply(self, state: FoesState, action: Action, log: Log) -> None:
        assert isinstance(action, By)
        aim(state, log, self.player, self.spell, action.unit, ())

    def why_not(self, state: FoesState, action: Action) -> Illegal | None:
        if action in self.legal(state):
            return None
        refusal = why_not_by(state, self.player, action.unit, self.spell) if isinstance(action, By) else None
        return refusal or Illegal(self.rules, f"The chit is named; now the caster. {self.ask(state)}")

    def wish(self, state: FoesState, clicks: tuple[str, ...]) -> Action | None:
        what, _, name = clicks[0].partition(":") if clicks else ("", "", "")
        return By(name) if what == "piece" else None


def why_not_by(state: FoesState, player: Seat, uid: str, spell: str) -> Illegal | None:
    """None if this unit can cast the spell; else why not."""
    unit, s = state.units.get(uid), SPELLS[spell]
    if unit is None or unit.side != player:
        return Illegal(("F-SPL-07",), "Only a unit of your own on the board can cast for you.")
    name = unit_name(state, uid)
    if unit.undead or not KIND_OF[uid].caster:
        return Illegal(("F-SPL-07", "F-R-67"), f"{name} cannot cast spells.")
    if not has_access(uid, spell):
        rule = "F-SPL-03" if s.type == "mage" else "F-SPL-04"
        return Illegal((rule,), f"{s.name} is a {s.type} spell, which {name} cannot cast.")
    if not fresh_to_cast(state, unit):
        return Illegal(("F-R-55", "F-SPL-05"), f"{name} is flipped: it has attacked or cast this turn.")
    if spell in ATTACK_SPELLS and not can_attack(state, uid):
        return Illegal(("F-R-82",), f"{name} cannot attack this turn, and {s.name} is an attack.")
    if not can_cast(state, player, uid, spell):
        return Illegal(("F-R-59", s.rule), f"{name} has no legal target for {s.name} in reach.")
    return None


class PickTarget(Decision[FoesState, Action], frozen=True, kw_only=True):
    """What the spell is aimed at, one target after the other (F-R-59, F-R-77, F-R-87)."""

    rules: ClassVar[tuple[str, ...]] = ("F-R-59", "F-R-93")
    spell: str
    caster: str
    picked: tuple[str, ...] = ()

    def ask(self, state: FoesState) -> str:
        s = SPELLS[self.spell]
        so_far = f" ({len(self.picked)} named so far)" if self.picked else ""
        return f"Choose a target for {s.name}: {s.target}{so_far}."

    def choices(self, state: FoesState) -> tuple[str, ...]:
        return tuple(AIMS[self.spell][2](state, self.player, self.caster, self.picked))

    def legal(self, state: FoesState) -> list[Action]:
        actions: list[Action] = [aim_action(c) for c in self.choices(state)]
        if len(self.picked) >= AIMS[self.spell][0]:
            actions.append(EnoughHexes())
        return actions

    def apply(self, state: FoesState, action: Action, log: Log) -> None:
        if isinstance(action, EnoughHexes):
            announce(state, log, self.player, self.spell, self.caster, self.picked)
            return
        assert isinstance(action, AimUnit | AimHex)
        name = action.unit if isinstance(action, AimUnit) else action.hex
        aim(state, log, self.player, self.spell, self.caster, (*self.picked, name))

    def why_not(self, state: FoesState, action: Action) -> Illegal | None:
        if action in self.legal(state):
            return None
        s = SPELLS[self.spell]
        if isinstance(action, AimUnit):
            return why_not_target(state, self.player, self.spell, self.caster, action.unit)
        if isinstance(action, AimHex):
            if action.hex not in board_of(state).hexes:
                return Illegal(("F-R-02",), f"{action.hex} is not on the board.")
            return Illegal((s.rule, *AIM_RULES.get(self.spell, ("F-R-59",))),
                           f"{action.hex} is not possible for {s.name}: it needs {s.target}.")  # fmt: skip
        return Illegal(self.rules, f"The spell is being cast. {self.ask(state)}")

    def wish(self, state: FoesState, clicks: tuple[str, ...]) -> Action | None:
        what, _, name = clicks[0].partition(":") if clicks else ("", "", "")
        return AimUnit(name) if what == "piece" else AimHex(name) if what == "cell" else None


AIM_RULES: dict[str, tuple[str, ...]] = {
    "wall_of_fire": ("F-R-77",),
    "earthquake": ("F-R-77",),
    "flood": ("F-R-77",),
    "summon": ("F-R-74",),
    "teleport": ("F-R-74",),
    "fear": ("F-R-73",),
    "reincarnate": ("F-R-68",),
    "earth_elemental": ("F-R-69",),
    "water_elemental": ("F-R-69",),
    "air_elemental": ("F-R-69",),
    "fire_elemental": ("F-R-69",),
    "illusion": ("F-R-69",),
    "golem": ("F-R-69",),
}


@cache
def aim_action(name: str) -> AimUnit | AimHex:
    """Targets are unit ids or places; places hold a comma."""
    return AimHex(name) if "," in name else AimUnit(name)


def why_not_target(state: FoesState, player: Seat, spell: str, caster: str, uid: str) -> Illegal:
    """Why a unit cannot be the target of a spell (F-R-59, F-R-82, F-R-87 and the spell's own text)."""
    s, unit = SPELLS[spell], state.units.get(uid)
    if unit is None:
        dead = spell == "reincarnate" and uid in state.dead
        sentence = "That unit cannot come back this way." if dead else "That unit is not on the board."
        return Illegal((s.rule, "F-R-68") if dead else (s.rule,), sentence)
    name = unit_name(state, uid)
    if unit.aboard and unit.side != player:
        return Illegal(("F-R-59", "F-STK-03"), f"{name} is aboard a carrier and cannot be targeted.")
    if s.range > 0 and unit.at not in board_of(state).near_set(s.range)[state.units[caster].at]:
        return Illegal(("F-SPL-10", s.rule), f"{name} is out of range: {s.name} reaches {s.range}.")
    if spell in STRIKING:
        if unit.side == player:
            return Illegal(("F-R-60",), f"{s.name} takes an enemy, and {name} is a friend.")
        if "sanctuary" in state.effects.get(uid, ()):
            return Illegal(("F-R-82", "F-SPL-63"), f"{name} is under Sanctuary and cannot be attacked.")
        if KIND_OF[uid].special == "trojan_horse" and not unit.exposed:
            return Illegal(("F-UNIT-38", "F-R-53"), "The Trojan Horse cannot be attacked while it is hidden.")
        return Illegal(("F-R-80", s.rule), f"{s.name} takes {s.target}; {name} is not.")
    if not KIND_OF[uid].move and spell in ("haste", "fly", "fear", "summon", "teleport"):
        return Illegal(("F-R-25", "F-R-87"), f"{name} is immobile.")
    if any(x in state.effects.get(uid, ()) for x in ("hold", "flood")) and spell in (
        "fear",
        "summon",
        "teleport",
    ):
        return Illegal(("F-R-75",), f"{name} is held in place this turn.")
    return Illegal((s.rule, *AIM_RULES.get(spell, ("F-R-59",))), f"{s.name} takes {s.target}; {name} is not.")


def first_asked(phase: str) -> Seat:
    """Foes speak first in the Movement Phase, Atlanteans in the Attack Phase (F-R-18)."""
    return FOES if phase == "move_start" else 1 - FOES
