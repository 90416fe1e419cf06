"""The Attack Phase: goes in turn (F-ATT-01, F-R-17), attacks and how they are resolved (F-R-56).

The Atlanteans attack first (F-ATT-02). Several units may join in one attack (F-ATT-03, F-R-41);
nobody has to attack (F-R-39); nobody moves after an attack (F-R-48).
"""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from msgspec.structs import replace

from atlantis_nb.core.game import Action, Auto, Decision, Illegal, Log, Seat, and_list

from .battle import Strike, doom, outcome_words
from .casting import (
    AIMS,
    Cast,
    Moment,
    TakeEffect,
    announce,
    begin,
    can_attack,
    can_cast,
    cast_action,
    castable,
    fresh_to_cast,
    why_no_cast,
    wish_cast,
)
from .data import ATLANTIS, FOES, KIND_OF, NAMES, SPELLS
from .pieces import break_hexside, expose, win
from .power import distance
from .state import Battle, FoesState, Unit, board_of, horse_hidden, other, unit_name

# ------------------------------------------------------------------ actions


class Attack(Action, frozen=True):
    """Name the target of an attack."""

    target: str

    def __str__(self) -> str:
        return f"Attack {NAMES.get(self.target, self.target)}"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"piece:{self.target}",)


class Join(Action, frozen=True):
    """Name a unit that takes part."""

    unit: str

    def __str__(self) -> str:
        return f"{NAMES.get(self.unit, self.unit)} attack"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"piece:{self.unit}",)


class DeathSpell(Action, frozen=True):
    """One of the attackers casts the Death Spell with it (F-R-86)."""

    unit: str

    def __str__(self) -> str:
        return f"{NAMES.get(self.unit, self.unit)} cast the Death Spell with it"

    @property
    def clicks(self) -> tuple[str, ...]:
        return ("card:death_spell", f"piece:{self.unit}")


class LeaveOut(Action, frozen=True):
    """A unit named as an attacker takes no part after all: nothing is spent before the dice (F-R-41)."""

    back: ClassVar[bool] = True
    unit: str

    def __str__(self) -> str:
        return f"Leave {NAMES.get(self.unit, self.unit)} out"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"piece:{self.unit}",)


class CallOff(Action, frozen=True):
    """The attack being named is not made, and the go is chosen anew (F-R-17)."""

    back: ClassVar[bool] = True
    target: str

    def __str__(self) -> str:
        return f"Do not attack {NAMES.get(self.target, self.target)}"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"piece:{self.target}",)


MOST_TAKEN_BACK = 10
"""How often in one go attackers may be left out and attacks called off, so that every game ends."""


class RollDice(Action, frozen=True):
    """All attackers are named."""

    throws: ClassVar[bool] = True

    def __str__(self) -> str:
        return "Roll the dice"


class Batter(Action, frozen=True):
    """The Great Battering Ram destroys a wall, a gate or a Lens Tower (F-R-51)."""

    unit: str
    what: str

    def __str__(self) -> str:
        return f"{NAMES.get(self.unit, self.unit)} on {NAMES.get(self.what, f'the hexside {self.what}')}"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"piece:{self.unit}", f"edge:{self.what}" if "|" in self.what else f"piece:{self.what}")


class HoldFire(Action, frozen=True):
    """Flip a unit without doing anything (F-R-17)."""

    unit: str

    def __str__(self) -> str:
        return f"Hold {NAMES.get(self.unit, self.unit)}"

    @property
    def clicks(self) -> tuple[str, ...]:
        return ("button:Hold a unit", f"piece:{self.unit}")


class Cataclysm(Action, frozen=True):
    """A Foe caster in the Temple announces the Cataclysm (F-VIC-03)."""

    unit: str

    def __str__(self) -> str:
        return f"{NAMES.get(self.unit, self.unit)} cast the Cataclysm"

    @property
    def clicks(self) -> tuple[str, ...]:
        return (f"piece:{self.unit}", "button:Cast the Cataclysm")


class EndAttacks(Action, frozen=True):
    """Done for this Attack Phase."""

    def __str__(self) -> str:
        return "Done with attacks"


class SkipAttack(Action, frozen=True):
    """Pass this go (option free_pass)."""

    def __str__(self) -> str:
        return "Pass"


@cache
def attack_action(target: str) -> Attack:
    return Attack(target)


@cache
def join_action(uid: str) -> Join:
    return Join(uid)


@cache
def hold_action(uid: str) -> HoldFire:
    return HoldFire(uid)


END, SKIP, ROLL = EndAttacks(), SkipAttack(), RollDice()


# ------------------------------------------------------------------ who can attack whom


def fresh(state: FoesState, unit: Unit) -> bool:
    """Not flipped: it may still attack this turn (F-R-55)."""
    return not unit.attacked and (state.options.attack_and_cast or not unit.cast)


def may_strike(state: FoesState, uid: str, unit: Unit) -> bool:
    """Whether a fresh unit may take part in an attack at all.

    Not the Trojan Horse (F-UNIT-37), not the Ram (F-UNIT-40), not a Catapult that changed hex
    (F-UNIT-34, F-R-50), nobody who cannot attack this turn (F-R-82).
    """
    special = KIND_OF[uid].special
    if special in ("trojan_horse", "battering_ram") or (special == "catapult" and unit.shifted):
        return False
    return uid not in state.effects or can_attack(state, uid)


def attackable(state: FoesState, uid: str, unit: Unit) -> bool:
    """Uncarried (F-STK-03), not a hidden Horse (F-UNIT-38), not under Sanctuary (F-R-82).

    Lens Towers are units like any other (F-R-54).
    """
    if unit.aboard or (KIND_OF[uid].special == "trojan_horse" and not unit.exposed):
        return False
    return "sanctuary" not in state.effects.get(uid, ())


def targets(state: FoesState, player: Seat) -> list[str]:
    """Enemy units that some unit of the player can attack now, next to it (F-ATT-04) or in range (F-ATT-05)."""
    both = state.options.attack_and_cast
    return targets_of(
        state, player, [
            (uid, u) for uid, u in state.units.items()
            if u.side == player and not u.attacked and (both or not u.cast)
        ],
    )  # fmt: skip


def targets_of(state: FoesState, player: Seat, mine: list[tuple[str, Unit]]) -> list[str]:
    """The same for given fresh units."""
    units = state.units
    places = {place for place, uid in state.board.items() if units[uid].side != player}
    around, ranges = _around(state), RANGES
    hit: set[str] = set()
    for uid, unit in mine:
        reach = around[ranges[uid]][unit.at]
        if not reach.isdisjoint(places) and may_strike(state, uid, unit):
            hit |= reach & places
    if not hit:
        return []
    return [uid for place, uid in state.board.items() if place in hit and attackable(state, uid, units[uid])]


RANGES: dict[str, int] = {uid: k.range for uid, k in KIND_OF.items()}


def _around(state: FoesState) -> tuple[dict[str, frozenset[str]], ...]:
    board = board_of(state)
    return ({}, board.around(1), board.around(2), board.around(3))


def attackers_of(state: FoesState, player: Seat, target: str) -> list[str]:
    """The player's units that may join in an attack on a target, nearest first (F-R-41)."""
    units, cargo = state.units, state.cargo
    to = units[target].at
    board = board_of(state)
    near1, near2 = board.around(1)[to], board.around(2)[to]
    out: list[str] = []
    for place in board.near(3)[to]:
        standing = state.board.get(place)
        if standing is None or place == to:
            continue
        for uid in (standing, *cargo.get(standing, ())):
            unit = units[uid]
            if unit.side != player or not fresh(state, unit):
                continue
            r = KIND_OF[uid].range
            if (place in near1 or (r >= 2 and place in near2) or r >= 3) and may_strike(state, uid, unit):
                out.append(uid)
    return out


def batter_choices(state: FoesState, player: Seat) -> list[Batter]:
    """What the Great Battering Ram may destroy now: hexsides of its hex, towers next to it (F-R-51)."""
    out: list[Batter] = []
    for uid in RAMS:
        unit = state.units.get(uid)
        if unit is None or unit.side != player or not fresh(state, unit) or not can_attack(state, uid):
            continue
        board = board_of(state)
        for n, edge in board.beside[unit.at]:
            if board.feature(edge, state.broken) in ("wall", "gate"):
                out.append(Batter(uid, edge))
            who = state.board.get(n)
            if who is not None and KIND_OF[who].special == "immobile":
                tower = state.units[who]
                if tower.side != player and attackable(state, who, tower):
                    out.append(Batter(uid, who))
    return out


RAMS = tuple(uid for uid, k in KIND_OF.items() if k.special == "battering_ram")


def cataclysm_casters(state: FoesState, player: Seat) -> list[str]:
    """F-R-72: unflipped casters of the Foe armies, controlled by the Foes, not undead, not carried, in
    the Temple. Being unable to attack does not matter (F-R-82)."""
    if player != FOES:
        return []
    return [
        who for temple in board_of(state).temples
        if (who := state.board.get(temple)) is not None and why_no_cataclysm(state, who) is None
    ]  # fmt: skip


def why_no_cataclysm(state: FoesState, uid: str) -> Illegal | None:
    unit, k = state.units.get(uid), KIND_OF.get(uid)
    rules = ("F-VIC-03", "F-R-72")
    if unit is None or k is None or not k.caster or k.seat != FOES or unit.side != FOES or unit.undead:
        return Illegal(rules, "Only a spellcaster of the five Foe armies can cast the Cataclysm.")
    if state.options.cataclysm == "sorcerers_only" and k.id != "lem_sorcerers":
        return Illegal(
            (*rules, "F-UNIT-45"), "By the option chosen only the Sorcerers can cast the Cataclysm."
        )
    if unit.at not in board_of(state).temples:
        return Illegal(rules, "The Cataclysm is cast in the Temple of Poseidon.")
    if unit.aboard:
        return Illegal(rules, "A carried caster cannot cast the Cataclysm.")
    if not fresh_to_cast(state, unit):
        return Illegal(("F-R-55", *rules), f"{NAMES[uid]} is flipped this turn.")
    return None


# ------------------------------------------------------------------ the phase


class AttackPhase(Auto[FoesState], frozen=True):
    """Opens with the window for start-of-battle spells, then goes alternate, Atlanteans first.

    With the option first_attack the Foes are first, in the window and in the goes (F-R-101).
    """

    rules: ClassVar[tuple[str, ...]] = ("F-SEQ-01", "F-ATT-02", "F-R-15", "F-R-17", "F-R-18")

    def run(self, state: FoesState, log: Log) -> None:
        state.phase, state.done, state.passes, state.last = "Attack", (False, False), 0, None
        log.say("phase", self.rules, "Attack Phase of turn {turn}.", turn=state.turn)
        state.agenda.append(EndAttackPhase())
        first = first_to_attack(state)
        state.agenda.append(AttackTurn(first))
        state.agenda.append(Moment("battle_start", first))


def first_to_attack(state: FoesState) -> Seat:
    """The Atlanteans (F-ATT-02), or by option the Foes (F-R-101)."""
    return FOES if state.options.first_attack == "foes" else ATLANTIS


class AttackTurn(Auto[FoesState], frozen=True):
    """Whose go is next (F-R-17): the other player's if he can do anything, else the same one's again.

    A player with no unflipped unit is done by himself.
    """

    rules: ClassVar[tuple[str, ...]] = ("F-R-17",)
    player: Seat

    def run(self, state: FoesState, log: Log) -> None:
        for player in (self.player, other(self.player)):
            if state.done[player]:
                continue
            if state.options.free_pass and state.passes >= 2:
                return
            both = state.options.attack_and_cast
            for uid, u in state.units.items():
                if u.side == player and (
                    (not u.attacked and (both or not u.cast)) or (both and not u.cast and KIND_OF[uid].caster)
                ):
                    state.goes += 1
                    state.agenda.append(AttackGo(player=player))
                    return
            finish(state, player)


def finish(state: FoesState, player: Seat) -> None:
    """The player is done for this phase."""
    state.done = (True, state.done[1]) if player == 0 else (state.done[0], True)


class AttackGo(Decision[FoesState, Action], frozen=True, kw_only=True):
    """One thing: attack, cast, hold one unit, or say done (F-R-17).

    `taken_back`: how often in this go a named attacker or target was taken back.
    """

    rules: ClassVar[tuple[str, ...]] = ("F-R-17", "F-ATT-01")
    taken_back: int = 0

    def ask(self, state: FoesState) -> str:
        """How the last attack ended, and what may be done now."""
        return " ".join(filter(None, (outcome_words(state), self.offer(state))))

    def offer(self, state: FoesState) -> str:
        kinds = {type(action) for action in self.legal(state)}
        things = [
            "choose a target to attack" if kinds & {Attack, Batter} else "",
            "cast a spell" if Cast in kinds else "",
            "cast the Cataclysm" if Cataclysm in kinds else "",
            "hold a unit" if HoldFire in kinds else "",
            "or pass" if SkipAttack in kinds else "or say done",
        ]
        words = ", ".join(filter(None, things))
        return f"{words[0].upper()}{words[1:]}.".replace("Or say", "Say").replace("Or pass", "Pass")

    def legal(self, state: FoesState) -> list[Action]:
        player, both = self.player, state.options.attack_and_cast
        mine = [
            (uid, u) for uid, u in state.units.items()
            if u.side == player and not u.attacked and (both or not u.cast)
        ]  # fmt: skip
        actions: list[Action] = list(map(attack_action, targets_of(state, player, mine)))
        actions += batter_choices(state, player)
        actions += map(cast_action, castable(state, player, "attack_go"))
        actions += map(Cataclysm, cataclysm_casters(state, player))
        actions.append(SKIP if state.options.free_pass else END)
        actions += [hold_action(uid) for uid, _ in mine]
        return actions

    def apply(self, state: FoesState, action: Action, log: Log) -> None:
        player = self.player
        if isinstance(action, SkipAttack):
            state.passes += 1
            log.say("pass", ("F-R-17",), "{by:player} passed.", by=player)
            state.agenda.append(AttackTurn(other(player)))
            return
        if not isinstance(action, Attack):  # which may still be called off
            state.passes = 0
        if isinstance(action, EndAttacks):
            finish(state, player)
            log.say("done", ("F-R-17",), "{by:player} finished attacking.", by=player)
            state.agenda.append(AttackTurn(other(player)))
            return
        # Antimagic does not use up the go (F-R-63).
        free = isinstance(action, Cast) and SPELLS[action.spell].timing == "any_time"
        state.agenda.append(AttackTurn(player if free else other(player)))
        if isinstance(action, Attack):
            gather(state, log, AddAttackers(player=player, target=action.target, taken_back=self.taken_back))
        elif isinstance(action, HoldFire):
            unit = state.units[action.unit]
            state.units[action.unit] = replace(unit, attacked=True, cast=True)
            log.say("hold", ("F-R-17", "F-ATT-10"), "{name} held.", (unit.at,), unit=action.unit,
                    name=unit_name(state, action.unit))  # fmt: skip
        elif isinstance(action, Cast):
            begin(state, log, player, action.spell)
        elif isinstance(action, Batter):
            batter(state, log, player, action)
        elif isinstance(action, Cataclysm):
            declare_cataclysm(state, log, player, action.unit)

    def default(self, state: FoesState) -> Action:
        return SKIP if state.options.free_pass else END

    def why_not(self, state: FoesState, action: Action) -> Illegal | None:
        if action in self.legal(state):
            return None
        refusal: Illegal | None = None
        if isinstance(action, Attack):
            refusal = why_not_attack(state, self.player, action.target)
        elif isinstance(action, Cast):
            refusal = why_no_cast(state, self.player, action.spell, "attack_go")
        elif isinstance(action, Cataclysm):
            refusal = why_no_cataclysm(state, action.unit)
            if self.player != FOES:
                refusal = Illegal(("F-VIC-03", "F-R-72"), "Only the Foes cast the Cataclysm.")
        elif isinstance(action, Batter):
            refusal = why_not_batter(state, self.player, action)
        elif isinstance(action, HoldFire):
            refusal = why_not_unit(state, self.player, action.unit)
        return refusal or Illegal(self.rules, f"It is a go of the Attack Phase. {self.offer(state)}")

    def wish(self, state: FoesState, clicks: tuple[str, ...]) -> Action | None:
        if not clicks:
            return None
        what, _, name = clicks[0].partition(":")
        if clicks[0] == "button:Hold a unit":
            unit = clicks[1].partition(":")[2] if len(clicks) > 1 else ""
            return HoldFire(unit) if unit in KIND_OF else None
        if what == "piece" and name in KIND_OF:
            if KIND_OF[name].special == "battering_ram" and len(clicks) > 1:
                return Batter(name, clicks[1].partition(":")[2])
            if "button:Cast the Cataclysm" in clicks:
                return Cataclysm(name)
            return Attack(name)
        return wish_cast(clicks)


def why_not_attack(state: FoesState, player: Seat, uid: str) -> Illegal | None:
    """None if the unit can be attacked by somebody; else why not (F-R-39)."""
    unit = state.units.get(uid)
    if unit is None:
        return Illegal(("F-R-39",), "That unit is not on the board.")
    name = unit_name(state, uid)
    if unit.side == player:
        return Illegal(("F-R-39", "F-R-90"), f"{name} is a friend now; a side does not attack its own units.")
    if unit.aboard:
        return Illegal(("F-STK-03", "F-R-39"), f"{name} is carried and cannot be attacked.")
    if horse_hidden(uid, unit):
        return Illegal(("F-UNIT-38", "F-R-53"), "The Trojan Horse cannot be attacked while it is hidden.")
    if "sanctuary" in state.effects.get(uid, ()):
        return Illegal(("F-SPL-63", "F-R-82"), f"{name} is under Sanctuary and cannot be attacked.")
    if attackers_of(state, player, uid):
        return None
    return Illegal(
        ("F-ATT-04", "F-ATT-05", "F-R-40"), f"No unit of yours that may attack has {name} in reach."
    )


def why_not_unit(state: FoesState, player: Seat, uid: str) -> Illegal | None:
    """None if the unit may still do something in this phase."""
    unit = state.units.get(uid)
    if unit is None or unit.side != player:
        return Illegal(("F-R-17", "F-R-90"), "You act only with units you control.")
    if not fresh(state, unit):
        return Illegal(
            ("F-R-55", "F-ATT-10"), f"{unit_name(state, uid)} is flipped: it has attacked or cast this turn."
        )
    return None


def why_not_join(state: FoesState, player: Seat, uid: str, target: str) -> Illegal | None:
    """None if the unit may join in the attack on a target; else why not."""
    refusal = why_not_unit(state, player, uid)
    if refusal is not None:
        return refusal
    unit, k, name = state.units[uid], KIND_OF[uid], unit_name(state, uid)
    if k.special == "trojan_horse":
        return Illegal(("F-UNIT-37",), "The Trojan Horse cannot attack.")
    if k.special == "battering_ram":
        return Illegal(
            ("F-UNIT-40", "F-R-51"), "The Great Battering Ram attacks only walls, gates and Lens Towers."
        )
    if k.special == "catapult" and unit.shifted:
        return Illegal(("F-UNIT-34", "F-R-50"), "The Great Catapult changed hex this turn and cannot attack.")
    if not can_attack(state, uid):
        return Illegal(("F-R-82",), f"{name} cannot attack this turn.")
    far = distance(state, uid, target)
    if far == 0:
        return Illegal(("F-R-40",), f"{name} is in the same hex and cannot attack it.")
    if far > k.range:
        return Illegal(
            ("F-ATT-04", "F-ATT-05"), f"{name} reaches {k.range}, and the target is {far} hexes away."
        )
    return None


def why_not_batter(state: FoesState, player: Seat, action: Batter) -> Illegal:
    refusal = why_not_unit(state, player, action.unit)
    if refusal is not None:
        return refusal
    if not can_attack(state, action.unit):
        return Illegal(("F-R-82",), "The Ram cannot attack this turn.")
    return Illegal(("F-UNIT-40", "F-R-51"), "The Ram attacks a standing wall or gate of its own hex, "
                   "or an enemy Lens Tower next to it.")  # fmt: skip


class EndAttackPhase(Auto[FoesState], frozen=True):
    """With the option end_of_phase a Cataclysm announced now takes effect, if its caster lives (F-R-72)."""

    rules: ClassVar[tuple[str, ...]] = ("F-R-72",)

    def run(self, state: FoesState, log: Log) -> None:
        caster, state.doom, state.last = state.doom, "", None
        if caster and caster in state.units:
            win(state, log, FOES, "The Cataclysm was cast in the Temple of Poseidon.", ("F-VIC-03", "F-R-72"))


# ------------------------------------------------------------------ naming an attack (step 1)


def gather(state: FoesState, log: Log, task: AddAttackers) -> None:
    """Go on naming attackers, or roll if there is nothing left to choose."""
    options = task.forward(state)
    if len(options) > 1:
        state.agenda.append(task)
    elif isinstance(options[0], Join):
        gather(state, log, replace(task, named=(*task.named, options[0].unit)))
    else:
        task.apply(state, options[0], log)


class AddAttackers(Decision[FoesState, Action], frozen=True, kw_only=True):
    """Who takes part, one by one, then the dice (F-ATT-03, F-R-41).

    Until then nothing is spent: attackers may be left out again, and the attack called off.
    """

    rules: ClassVar[tuple[str, ...]] = ("F-ATT-03", "F-R-41")
    target: str
    named: tuple[str, ...] = ()
    death: str = ""
    taken_back: int = 0

    def ask(self, state: FoesState) -> str:
        target = unit_name(state, self.target)
        if not self.named:
            return f"Click the unit on the board that attacks {target}."
        more = any(isinstance(action, Join) for action in self.forward(state))
        todo = "click further attackers on the board, or roll" if more else "roll the dice"
        many = len(self.named) > 3
        who = f"{len(self.named)} units" if many else and_list([unit_name(state, u) for u in self.named])
        return f"{who} against {target}: {todo}."

    def legal(self, state: FoesState) -> list[Action]:
        actions = self.forward(state)
        if self.taken_back < MOST_TAKEN_BACK:
            actions += map(LeaveOut, reversed(self.named))  # the last one first: that is what Cancel does
            actions.append(CallOff(self.target))
        return actions

    def forward(self, state: FoesState) -> list[Action]:
        """What goes on with the attack; what takes back is not among it."""
        named, limit = self.named, state.options.combine_limit
        actions: list[Action] = []
        if not limit or len(named) < limit:
            actions += [
                join_action(u) for u in attackers_of(state, self.player, self.target) if u not in named
            ]
        if "death_spell" in state.hands[self.player] and not self.death:
            actions += [DeathSpell(u) for u in named if can_die_for(state, self.player, u)]
        if named:
            actions.append(ROLL)
        return actions

    def apply(self, state: FoesState, action: Action, log: Log) -> None:
        if isinstance(action, Join):
            gather(state, log, replace(self, named=(*self.named, action.unit)))
        elif isinstance(action, DeathSpell):
            gather(state, log, replace(self, death=action.unit))
        elif isinstance(action, LeaveOut):
            state.agenda.append(replace(
                self, named=tuple(u for u in self.named if u != action.unit),
                death="" if self.death == action.unit else self.death, taken_back=self.taken_back + 1,
            ))  # fmt: skip
        elif isinstance(action, CallOff):
            # In place of the turn that would follow: this go is not over.
            state.agenda[-1] = AttackGo(player=self.player, taken_back=self.taken_back + 1)
        else:
            declare(state, log, self.player, self.target, self.named, self.death)

    def default(self, state: FoesState) -> Action:
        return ROLL if self.named else self.legal(state)[0]

    def why_not(self, state: FoesState, action: Action) -> Illegal | None:
        if action in self.legal(state):
            return None
        if isinstance(action, Join):
            if action.unit in self.named:
                return Illegal(self.rules, f"{unit_name(state, action.unit)} takes part already.")
            refusal = why_not_join(state, self.player, action.unit, self.target)
            return refusal or Illegal(self.rules, f"At most {state.options.combine_limit} units may combine.")
        if isinstance(action, DeathSpell):
            if action.unit not in self.named:
                return Illegal(
                    ("F-R-86",), "The Death Spell is cast by a unit that takes part in the attack."
                )
            refusal = why_no_cast(state, self.player, "death_spell", "with_attack")
            return refusal or Illegal(
                ("F-R-86",), f"{unit_name(state, action.unit)} cannot cast the Death Spell."
            )
        if isinstance(action, LeaveOut | CallOff) and (
            action.target == self.target if isinstance(action, CallOff) else action.unit in self.named
        ):
            return Illegal(
                self.rules, f"The attack stands now: it was changed {MOST_TAKEN_BACK} times in this go."
            )
        if isinstance(action, RollDice):
            return Illegal(("F-ATT-03",), "First name at least one attacker.")
        return Illegal(self.rules, f"An attack is being named. {self.ask(state)}")

    def wish(self, state: FoesState, clicks: tuple[str, ...]) -> Action | None:
        pieces = [c.partition(":")[2] for c in clicks if c.startswith("piece:")]
        if "card:death_spell" in clicks:
            return DeathSpell(pieces[0]) if pieces else None
        if not pieces or pieces[0] not in KIND_OF:
            return None
        if pieces[0] == self.target:
            return CallOff(self.target)
        return LeaveOut(pieces[0]) if pieces[0] in self.named else Join(pieces[0])


def can_die_for(state: FoesState, player: Seat, uid: str) -> bool:
    """Whether an attacker can cast the Death Spell with its attack (F-R-86)."""
    unit = state.units[uid]
    return KIND_OF[uid].caster and not unit.undead and fresh_to_cast(state, unit) and can_cast(
        state, player, uid, "death_spell"
    )  # fmt: skip


AIMS["death_spell"] = (0, 0, lambda state, player, caster, picked: iter(("caster",)))


def declare(
    state: FoesState, log: Log, player: Seat, target: str, attackers: tuple[str, ...], death: str = ""
) -> None:
    """Step 1 of F-R-56: attackers and target are named, the attackers flip (F-ATT-10)."""
    units, state.passes = state.units, 0
    carriers = []
    for uid in attackers:
        unit = units[uid]
        units[uid] = replace(unit, attacked=True)
        if unit.aboard:
            carriers.append(unit.aboard)
    to = units[target].at
    log.say(
        "attack", ("F-ATT-03", "F-ATT-10", "F-R-41"), "{by:player} attacked {target_name} with {who}.",
        (*(units[a].at for a in attackers), to), by=player, target=target,
        target_name=unit_name(state, target), attackers=list(attackers),
        who=and_list([NAMES[a] for a in attackers]),
    )  # fmt: skip
    for carrier in carriers:
        expose(state, log, carrier)
    state.battle = Battle(player, target, attackers)
    state.agenda.append(Strike())
    if death:
        announce(state, log, player, "death_spell", death)


def batter(state: FoesState, log: Log, player: Seat, action: Batter) -> None:
    """The Ram's attack: no dice (F-UNIT-41, F-R-51). A tower may still be saved."""
    uid = action.unit
    unit = state.units[uid]
    state.units[uid] = replace(unit, attacked=True)
    if "|" in action.what:
        a, b = action.what.split("|")
        what = board_of(state).feature(action.what, state.broken)
        break_hexside(state, action.what)
        log.say("broken", ("F-UNIT-41", "F-R-51"), "{name} destroyed the {what} between {a} and {b}.", (a, b),
                unit=uid, name=NAMES[uid], what=what, a=a, b=b, edge=action.what)  # fmt: skip
        if unit.aboard:
            expose(state, log, unit.aboard)
        return
    tower = action.what
    log.say("attack", ("F-UNIT-41", "F-R-51"), "{name} battered {target_name}.", (state.units[tower].at,),
            by=player, target=tower, target_name=NAMES[tower], attackers=[uid], name=NAMES[uid])  # fmt: skip
    if unit.aboard:
        expose(state, log, unit.aboard)
    state.battle, state.last = Battle(player, tower, (uid,)), None
    doom(state, log)


def declare_cataclysm(state: FoesState, log: Log, player: Seat, uid: str) -> None:
    """F-VIC-03, F-R-72: announced without a chit; may be negated like a spell, then it takes effect."""
    unit = state.units[uid]
    state.units[uid] = replace(unit, cast=True)
    log.say("cataclysm", ("F-VIC-03", "F-R-72"), "{name} announced the Cataclysm in the Temple of Poseidon.",
            (unit.at,), unit=uid, name=NAMES[uid], by=player)  # fmt: skip
    state.agenda.append(TakeEffect(player=player, spell="cataclysm", caster=uid, origin=unit.at))
    if state.options.cataclysm != "not_negatable":
        state.agenda.append(Moment("after_spell", other(player)))
