"""How an attack is resolved, step by step (F-R-56): rolls, answers, destruction, victory.

An attack by units and a spell attack (F-R-60) go the same way. Zero dice total 0 (F-R-42). The
attack's own data stands in state.battle; what has to be done next on the agenda.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec.structs import replace

from atlantis_nb.core.game import Action, Auto, Chance, Log, and_list

from .casting import Moment, TakeEffect
from .data import KIND_OF, NAMES
from .dice import FACES, Die, Rolled, dice_words, totals
from .pieces import check_victory, remove
from .power import forces
from .state import Battle, FoesState, unit_name


def spell_attack(state: FoesState, log: Log, effect: TakeEffect, target: str) -> None:
    """A spell attack that was not negated: like an attack with its own power (F-R-60)."""
    state.battle = Battle(
        effect.player, target, spell=effect.spell, caster=effect.caster, origin=effect.origin
    )
    state.agenda.append(Strike())


# ------------------------------------------------------------------ steps 2 to 4: strike and roll


class Strike(Auto[FoesState], frozen=True):
    """Step 2: an Illusion vanishes as soon as it is attacked (F-SPL-54, F-R-70); then the rolls follow."""

    rules: ClassVar[tuple[str, ...]] = ("F-R-56", "F-R-70")

    def run(self, state: FoesState, log: Log) -> None:
        b, state.last = state.battle, None
        assert b is not None
        still = tuple(a for a in b.attackers if a in state.units)
        if b.target not in state.units or (b.attackers and not still):
            state.battle = None  # an Antimagic that clears the board took one of them away
            return
        if still != b.attackers:
            b = state.battle = replace(b, attackers=still)
        target = state.units[b.target]
        if KIND_OF[b.target].special == "illusion":
            if "invulnerability" in state.effects.get(b.target, ()):
                log.say("survived", ("F-R-70", "F-R-83"), "The attack on the Invulnerable Illusion had no effect.",
                        (target.at,), unit=b.target)  # fmt: skip
            else:
                remove(state, b.target)
                log.say(
                    "vanished", ("F-SPL-54", "F-R-70"), "The Illusion vanished.", (target.at,), unit=b.target
                )
            state.battle = None
            return
        agenda = state.agenda
        agenda.append(Judge())
        agenda.append(Defend())
        agenda.append(Moment("after_attack_roll", target.side))
        agenda.append(Gather())
        for uid in reversed(b.attackers):
            if KIND_OF[uid].special == "catapult":
                agenda.append(RollX(uid))


class RollX(Chance[FoesState, Action], frozen=True):
    """Step 3: the power X of a Great Catapult is one die minus 1 (F-UNIT-33, F-R-49). Luck cannot touch it."""

    rules: ClassVar[tuple[str, ...]] = ("F-UNIT-33", "F-R-49")
    by_hand: ClassVar[bool] = True
    unit: str

    def outcomes(self, state: FoesState) -> tuple[tuple[Action, int], ...]:
        return FACES

    def apply(self, state: FoesState, action: Action, log: Log) -> None:
        b = state.battle
        assert b is not None
        assert isinstance(action, Die)
        x = action.face - 1
        if self.unit == b.target:
            state.battle = replace(b, target_x=x)
        else:
            state.battle = replace(b, xs=(*b.xs, (self.unit, x)))
        log.say("x_roll", self.rules, "{name} rolled {face}: power {x}.", unit=self.unit, name=NAMES[self.unit],
                face=action.face, x=x)  # fmt: skip


class Gather(Auto[FoesState], frozen=True):
    """Step 4: count the dice of the attack, next to the target and farther away."""

    rules: ClassVar[tuple[str, ...]] = ("F-ATT-06", "F-R-42")

    def run(self, state: FoesState, log: Log) -> None:
        b = state.battle
        assert b is not None
        f = forces(state, b)
        state.battle = replace(b, near_dice=f.near_dice, far_dice=f.far_dice)
        roll_attack(state)


def roll_attack(state: FoesState) -> None:
    """Roll all dice of the attack that count (F-ATT-06); near and far apart for Winds (F-R-65)."""
    b = state.battle
    assert b is not None
    state.battle = replace(b, near=0, far=0)
    if b.far_dice:
        state.agenda.append(RollAttack("far"))
    if b.near_dice:
        state.agenda.append(RollAttack("near"))


class RollAttack(Chance[FoesState, Action], frozen=True):
    """The attack roll: one die for each point of power, added up (F-ATT-06)."""

    rules: ClassVar[tuple[str, ...]] = ("F-ATT-06", "F-R-41", "F-R-92")
    by_hand: ClassVar[bool] = True
    part: Literal["near", "far"]

    def outcomes(self, state: FoesState) -> tuple[tuple[Action, int], ...]:
        b = state.battle
        assert b is not None
        how = state.options.dice
        if self.part == "far" and b.near_dice and how == "one_die":
            return ((Rolled(b.far_dice), 1),)  # one attack has one die, which the near ones throw (F-R-103)
        return totals(b.near_dice if self.part == "near" else b.far_dice, how)

    def apply(self, state: FoesState, action: Action, log: Log) -> None:
        b = state.battle
        assert b is not None
        assert isinstance(action, Rolled)
        dice = b.near_dice if self.part == "near" else b.far_dice
        state.battle = replace(b, near=action.total) if self.part == "near" else replace(b, far=action.total)
        log.say("attack_roll", ("F-ATT-06",), "Attack roll{where}: a total of {total} {thrown}.",
                where=" from afar" if self.part == "far" and b.near_dice else "", total=action.total,
                dice=dice, part=self.part, thrown=dice_words(dice, state.options.dice))  # fmt: skip


# ------------------------------------------------------------------ steps 6 to 10: defend, judge, slay


class Defend(Auto[FoesState], frozen=True):
    """Step 6: work out the defence power, X of a defending Catapult first, and roll (F-ATT-07)."""

    rules: ClassVar[tuple[str, ...]] = ("F-ATT-07", "F-R-49")

    def run(self, state: FoesState, log: Log) -> None:
        b = state.battle
        assert b is not None
        if b.target not in state.units:
            return
        rolled = KIND_OF[b.target].special == "catapult" and state.options.catapult_defence == "rolled"
        if rolled and b.target_x < 0:
            state.agenda.append(Defend())
            state.agenda.append(RollX(b.target))
            return
        dice = forces(state, b).defend
        state.battle = replace(b, defence_dice=dice, defence=0, defended=True)
        state.agenda.append(Moment("after_defence_roll", state.units[b.target].side))
        if dice:
            state.agenda.append(RollDefence())


class RollDefence(Chance[FoesState, Action], frozen=True):
    """The defence roll (F-ATT-07)."""

    rules: ClassVar[tuple[str, ...]] = ("F-ATT-07",)

    def outcomes(self, state: FoesState) -> tuple[tuple[Action, int], ...]:
        assert state.battle is not None
        return totals(state.battle.defence_dice, state.options.dice)

    def apply(self, state: FoesState, action: Action, log: Log) -> None:
        b = state.battle
        assert b is not None
        assert isinstance(action, Rolled)
        state.battle = replace(b, defence=action.total)
        log.say("defence_roll", self.rules, "Defence roll: a total of {total} {thrown}.", total=action.total,
                dice=b.defence_dice, thrown=dice_words(b.defence_dice, state.options.dice))  # fmt: skip


class Judge(Auto[FoesState], frozen=True):
    """Step 8: higher destroys, a tie does not (F-ATT-08); an Invulnerable unit stands (F-SPL-30)."""

    rules: ClassVar[tuple[str, ...]] = ("F-ATT-08", "F-R-83")

    def run(self, state: FoesState, log: Log) -> None:
        b = state.battle
        assert b is not None
        if b.target not in state.units:
            state.battle = None
        elif b.attack > b.defence:
            doom(state, log)
        else:
            log.say("survived", ("F-ATT-08",), "{name} survived: {attack} against {defence}.",
                    (state.units[b.target].at,), unit=b.target, name=unit_name(state, b.target),
                    attack=b.attack, defence=b.defence)  # fmt: skip
            state.battle, state.last = None, b


def doom(state: FoesState, log: Log) -> None:
    """The target is about to be destroyed, unless Invulnerable (F-R-83); Resurrection may save it."""
    b = state.battle
    assert b is not None
    unit = state.units[b.target]
    if "invulnerability" in state.effects.get(b.target, ()):
        log.say("survived", ("F-SPL-30", "F-R-83"), "{name} is Invulnerable and was not destroyed.", (unit.at,),
                unit=b.target, name=unit_name(state, b.target))  # fmt: skip
        state.battle, state.last = None, b
        return
    state.agenda.append(Slay())
    state.agenda.append(Moment("before_kill", unit.side))


class Slay(Auto[FoesState], frozen=True):
    """Step 9: target and passengers are destroyed (F-STK-04, F-R-38); step 10: victory (F-R-89)."""

    rules: ClassVar[tuple[str, ...]] = ("F-STK-04", "F-R-38", "F-R-56")

    def run(self, state: FoesState, log: Log) -> None:
        b = state.battle
        assert b is not None
        if b.target not in state.units:
            state.battle = None
            return
        unit, name = state.units[b.target], unit_name(state, b.target)
        if b.saved:
            log.say(
                "survived", ("F-SPL-60", "F-R-66"), "{name} was saved.", (unit.at,), unit=b.target, name=name
            )
            state.battle, state.last = None, b
            return
        gone = remove(state, b.target)
        log.say(
            "destroyed", ("F-ATT-08", "F-STK-04", "F-R-91") if len(gone) > 1 else ("F-ATT-08", "F-R-91"),
            "{by:player} destroyed {name}{others}.", (unit.at,), unit=b.target, name=name, gone=list(gone), by=b.side,
            others=f" with {and_list([NAMES[u] for u in gone[:-1]])} aboard" if len(gone) > 1 else "",
        )  # fmt: skip
        state.battle = state.last = replace(b, fell=unit.at)
        if check_victory(state, log):
            state.battle = None
            return
        state.agenda.append(EndBattle())
        state.agenda.append(Moment("after_kill", unit.side))


class EndBattle(Auto[FoesState], frozen=True):
    """The attack is over; nobody retreats or advances (F-R-48)."""

    rules: ClassVar[tuple[str, ...]] = ("F-R-48",)

    def run(self, state: FoesState, log: Log) -> None:
        state.battle = None


# ------------------------------------------------------------------ how it ended, in words


def outcome_words(state: FoesState) -> str:
    """ "Last attack 23 (6 dice), defence 18 (5 dice): Dragon Riders 4 destroyed." Empty if there was none."""
    b, how = state.last, state.options.dice
    if b is None:
        return ""
    fate = "destroyed" if b.fell else "saved" if b.saved else "not destroyed"
    if not b.defended:  # the Ram throws no dice
        return f"Last attack: {unit_name(state, b.target)} {fate}."
    attack, defence = (
        f"{total} ({dice_words(dice, how).removeprefix('on ')})"
        for total, dice in ((b.attack, b.near_dice + b.far_dice), (b.defence, b.defence_dice))
    )
    return f"Last attack {attack}, defence {defence}: {unit_name(state, b.target)} {fate}."
