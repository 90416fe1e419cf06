"""The 38 spells: what each may be aimed at, and what it does. In the order of the rulebook.

`AIMS[spell]` is (fewest picks, most picks, choices); `EFFECTS[spell]` carries it out when it was not
negated. Numbers (power, range, turns) stand in data/spells.json and data/units.json.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar

from msgspec.structs import replace

from atlantis_nb.core.game import Action, Auto, Decision, Illegal, Log, Place, Seat

from .attack import attackable
from .battle import RollDefence, roll_attack, spell_attack
from .board import stoppable
from .casting import AIMS, EFFECTS, AimUnit, Choices, TakeEffect, aim_action, pending
from .data import CREATING, FOES, KIND_OF, KINDS, NAMES, SPELLS
from .draw import draw_to_seven
from .paths import broken_by, route, search, stops
from .pieces import break_hexside, discard, expose, pick_up_chit, put, relocate, remove, win
from .state import (
    FoesState,
    Unit,
    board_of,
    flies,
    immobile,
    leash,
    other,
    pile_of,
    rooted,
    unit_name,
)

Pick = tuple[str, ...]
Picks = Iterator[str]
YES: Pick = ("yes",)
"""The answer of a spell that needs no target and may be cast."""


def _at(state: FoesState, uid: str) -> Place:
    return state.units[uid].at


def _units_in(state: FoesState, player: Seat, caster: str, spell: str) -> Picks:
    """Units in range that a spell may name: all uncarried ones and one's own passengers (F-R-59), friend
    or enemy, Lens Towers too (F-R-87); nearest first, the caster itself included."""
    for place in board_of(state).near(SPELLS[spell].range)[_at(state, caster)]:
        standing = state.board.get(place)
        if standing is not None:
            yield standing
            for rider in state.cargo.get(standing, ()):
                if state.units[rider].side == player:
                    yield rider


def _any_unit(spell: str, ok: Callable[[FoesState, str], bool] = lambda s, u: True) -> None:
    """A spell on one unit in range (F-R-87)."""

    def choices(state: FoesState, player: Seat, caster: str, picked: Pick) -> Picks:
        return (u for u in _units_in(state, player, caster, spell) if ok(state, u))

    AIMS[spell] = (1, 1, choices)


def _lay(state: FoesState, uid: str, spell: str) -> None:
    """A spell lies on a unit until the end of the turn (F-R-84)."""
    lying = state.effects.get(uid, ())
    if spell not in lying:
        state.effects[uid] = tuple(sorted((*lying, spell)))


def _lies(spell: str, sentence: str) -> None:
    def effect(state: FoesState, log: Log, task: TakeEffect) -> None:
        uid = task.picked[0]
        if uid not in state.units:
            return
        _lay(state, uid, spell)
        log.say("effect", (SPELLS[spell].rule,), sentence, (_at(state, uid),), spell=spell, unit=uid,
                name=unit_name(state, uid), power=abs(SPELLS[spell].power))  # fmt: skip

    EFFECTS[spell] = effect


def _mobile(state: FoesState, uid: str) -> bool:
    return not immobile(uid)


# Shield F-SPL-20, Haste F-SPL-21, Fly F-SPL-22, Hold F-SPL-23, Aid F-SPL-24
_any_unit("shield")
_lies("shield", "{name} rolled {power} more dice in defence this turn.")
_any_unit("haste", _mobile)
_lies("haste", "{name} got {power} more movement points this turn.")
_any_unit("fly", _mobile)
_lies("fly", "{name} could fly this turn with {power} movement points.")
_any_unit("hold")
_lies("hold", "{name} could not move this turn.")
_any_unit("aid")
_lies("aid", "{name} had {power} more power this turn.")


# Inspire F-SPL-25 and Mesmerize F-SPL-32: everybody next to the caster (F-R-81)
def _beside(state: FoesState, player: Seat, caster: str, friends: bool) -> list[str]:
    return [
        who
        for n, _ in board_of(state).beside[_at(state, caster)]
        if (who := state.board.get(n)) is not None and (state.units[who].side == player) == friends
    ]


def _all_beside(spell: str, friends: bool, sentence: str) -> None:
    def choices(state: FoesState, player: Seat, caster: str, picked: Pick) -> Picks:
        return iter(YES if _beside(state, player, caster, friends) else ())

    def effect(state: FoesState, log: Log, task: TakeEffect) -> None:
        if task.caster not in state.units:
            return
        touched = _beside(state, task.player, task.caster, friends)
        for uid in touched:
            _lay(state, uid, spell)
        log.say("effect", (SPELLS[spell].rule, "F-R-81"), sentence, tuple(_at(state, u) for u in touched),
                spell=spell, units=touched, who=", ".join(NAMES[u] for u in touched),
                power=SPELLS[spell].power)  # fmt: skip

    AIMS[spell] = (0, 0, choices)
    EFFECTS[spell] = effect


_all_beside("inspire", True, "{who} had {power} more power this turn.")
_all_beside("mesmerize", False, "{who} could not attack this turn.")

# Rage F-SPL-26
_any_unit("rage")
_lies("rage", "{name} had {power} more power for its attack.")


# Fireball F-SPL-27, Lightning Bolt F-SPL-28, Whirlpool F-SPL-35, Tidal Wave F-SPL-39: one enemy (F-R-60)
def afloat(state: FoesState, uid: str) -> bool:
    """Water units anywhere, swimmers standing in water; flyers do not count (F-R-80)."""
    k = KIND_OF[uid]
    return k.mode == "water" or (k.mode == "swimmer" and board_of(state).sea[_at(state, uid)])


def _strike(spell: str, ok: Callable[[FoesState, str], bool]) -> None:
    def choices(state: FoesState, player: Seat, caster: str, picked: Pick) -> Picks:
        for place in board_of(state).near(SPELLS[spell].range)[_at(state, caster)]:
            uid = state.board.get(place)
            if uid is None or state.units[uid].side == player:
                continue
            if attackable(state, uid, state.units[uid]) and ok(state, uid):
                yield uid

    def effect(state: FoesState, log: Log, task: TakeEffect) -> None:
        if task.picked[0] in state.units:
            spell_attack(state, log, task, task.picked[0])

    AIMS[spell] = (1, 1, choices)
    EFFECTS[spell] = effect


_strike("fireball", lambda state, uid: True)
_strike("lightning_bolt", lambda state, uid: True)
_strike("whirlpool", afloat)
_strike("tidal_wave", lambda state, uid: afloat(state, uid) or board_of(state).hexes[_at(state, uid)].coast)

# Distract F-SPL-29, Invulnerability F-SPL-30
_any_unit("distract")
_lies("distract", "{name} could not attack this turn.")
_any_unit("invulnerability")
_lies("invulnerability", "{name} could not be destroyed this turn.")


# Negate F-SPL-31: the caster of the spell just announced must be within range (F-R-62), and an
# opponent (F-R-100)
def _negate_choices(state: FoesState, player: Seat, caster: str, picked: Pick) -> Picks:
    found = pending(state)
    if found is None or found[1].player == player:
        return
    if found[1].spell == "cataclysm" and state.options.cataclysm == "not_negatable":
        return
    if found[1].origin in board_of(state).near_set(SPELLS["negate"].range)[_at(state, caster)]:
        yield from YES


def _negate(state: FoesState, log: Log, task: TakeEffect) -> None:
    found = pending(state)
    if found is not None:
        i, spell = found
        state.agenda[i] = replace(spell, negated=True)


AIMS["negate"] = (0, 0, _negate_choices)
EFFECTS["negate"] = _negate


# Death Spell F-SPL-33: with the caster's own attack (F-R-86)
def _death_spell(state: FoesState, log: Log, task: TakeEffect) -> None:
    if state.battle is not None and task.caster in state.battle.attackers:
        state.battle = replace(state.battle, death=task.caster)


EFFECTS["death_spell"] = _death_spell


# Winds F-SPL-34: shots at the target of this attack do not count, now and this turn (F-R-65)
def _battle_target(spell: str) -> Choices:
    def choices(state: FoesState, player: Seat, caster: str, picked: Pick) -> Picks:
        b = state.battle
        if b is None or b.target not in state.units:
            return
        if _at(state, b.target) in board_of(state).near_set(SPELLS[spell].range)[_at(state, caster)]:
            yield from YES

    return choices


def _winds(state: FoesState, log: Log, task: TakeEffect) -> None:
    b = state.battle
    if b is None or b.target not in state.units:
        return
    _lay(state, b.target, "winds")
    state.battle = replace(b, far=0, far_dice=0)
    log.say("effect", ("F-SPL-34", "F-R-65"), "Shots at {name} did not count: {total} was left of the attack roll.",
            (_at(state, b.target),), spell="winds", unit=b.target, name=unit_name(state, b.target),
            total=b.near)  # fmt: skip


AIMS["winds"] = (0, 0, _battle_target("winds"))
EFFECTS["winds"] = _winds


# Wall of Fire F-SPL-36, Earthquake F-SPL-38, Flood F-SPL-40: adjoining hexes (F-R-77)
def _hexes(spell: str, least: int) -> None:
    def choices(state: FoesState, player: Seat, caster: str, picked: Pick) -> Picks:
        board = board_of(state)
        near = board.near(SPELLS[spell].range)[_at(state, caster)]
        if not picked:
            return iter(near)
        touching = {n for p in picked for n, _ in board.beside[p]}
        return (p for p in near if p in touching and p not in picked)

    AIMS[spell] = (least, 3, choices)


def _wall_of_fire(state: FoesState, log: Log, task: TakeEffect) -> None:
    """No unit may enter in any way until the end of the turn (F-R-78)."""
    state.fire = tuple(sorted({*state.fire, *task.picked}))
    log.say("effect", ("F-SPL-36", "F-R-78"), "Fire closed {where} for the turn.", task.picked,
            spell="wall_of_fire", where=", ".join(task.picked))  # fmt: skip


_hexes("wall_of_fire", 1)
EFFECTS["wall_of_fire"] = _wall_of_fire


# Raise Dead F-SPL-37 (F-R-67)
def _raise_choices(state: FoesState, player: Seat, caster: str, picked: Pick) -> Picks:
    b = state.battle
    if b is None or not b.fell or b.target not in state.dead or immobile(b.target) or b.fell in state.board:
        return
    if b.fell in board_of(state).near_set(SPELLS["raise_dead"].range)[_at(state, caster)]:
        yield from YES


def _raise_dead(state: FoesState, log: Log, task: TakeEffect) -> None:
    b = state.battle
    if b is None or b.target not in state.dead or b.fell in state.board:
        return
    del state.dead[b.target]
    pick_up_chit(state, pile_of(state, task.player), "raise_dead")
    expires = 0 if state.options.undead_duration == "until_destroyed" else lasts(state, 3)
    put(state, b.target, Unit(task.player, task.player, b.fell, moved=True, attacked=True, cast=True,
                              undead=True, expires=expires))  # fmt: skip
    log.say("raised", ("F-SPL-37", "F-R-67"), "{name} rose again for {by:player}, with 1 power less.", (b.fell,),
            unit=b.target, name=NAMES[b.target], by=task.player)  # fmt: skip


AIMS["raise_dead"] = (0, 0, _raise_choices)
EFFECTS["raise_dead"] = _raise_dead


def lasts(state: FoesState, turns: int) -> int:
    """The last turn of something that lasts so many turns, the turn of casting included (F-R-69)."""
    return state.turn + turns - (1 if state.options.duration_counts_first_turn else 0)


# Earthquake: every ground unit in the hexes, friend or enemy, one after the other (F-R-60, F-R-76, F-R-89)
def ground_unit(state: FoesState, uid: str) -> bool:
    """Uncarried in a land hex, neither flying nor a ship in a Port (F-R-76)."""
    place = _at(state, uid)
    return not board_of(state).sea[place] and not flies(state, uid) and KIND_OF[uid].mode != "water"


def _earthquake(state: FoesState, log: Log, task: TakeEffect) -> None:
    victims = tuple(
        uid
        for p in task.picked
        if (uid := state.board.get(p)) is not None
        and ground_unit(state, uid)
        and attackable(state, uid, state.units[uid])
    )
    log.say("effect", ("F-SPL-38", "F-R-76"), "The earth shook at {where}.", task.picked, spell="earthquake",
            where=", ".join(task.picked), units=list(victims))  # fmt: skip
    state.agenda.append(Tremor(task, victims))


class Tremor(Auto[FoesState], frozen=True):
    """The next unit that an Earthquake shakes, in the order its caster likes."""

    rules: ClassVar[tuple[str, ...]] = ("F-SPL-38", "F-R-60", "F-R-89")
    effect: TakeEffect
    victims: tuple[str, ...]

    def run(self, state: FoesState, log: Log) -> None:
        left = tuple(u for u in self.victims if u in state.units)
        if len(left) > 1:
            state.agenda.append(NextVictim(player=self.effect.player, effect=self.effect, victims=left))
        elif left:
            spell_attack(state, log, self.effect, left[0])


class NextVictim(Decision[FoesState, Action], frozen=True, kw_only=True):
    """Which unit in the hexes of the Earthquake is attacked next (F-R-89)."""

    rules: ClassVar[tuple[str, ...]] = ("F-SPL-38", "F-R-89")
    effect: TakeEffect
    victims: tuple[str, ...]

    def ask(self, state: FoesState) -> str:
        return "Choose which unit the Earthquake shakes next."

    def legal(self, state: FoesState) -> list[Action]:
        return [aim_action(u) for u in self.victims]

    def apply(self, state: FoesState, action: Action, log: Log) -> None:
        assert isinstance(action, AimUnit)
        state.agenda.append(Tremor(self.effect, tuple(u for u in self.victims if u != action.unit)))
        spell_attack(state, log, self.effect, action.unit)

    def why_not(self, state: FoesState, action: Action) -> Illegal | None:
        if action in self.legal(state):
            return None
        return Illegal(self.rules, f"That is not a unit the Earthquake still shakes. {self.ask(state)}")

    def wish(self, state: FoesState, clicks: Pick) -> Action | None:
        what, _, name = clicks[0].partition(":") if clicks else ("", "", "")
        return AimUnit(name) if what == "piece" else None


_hexes("earthquake", 3)
EFFECTS["earthquake"] = _earthquake


# Flood: ground units there now cannot move (F-R-75)
def _flood(state: FoesState, log: Log, task: TakeEffect) -> None:
    touched = [
        uid for p in task.picked if (uid := state.board.get(p)) is not None and ground_unit(state, uid)
    ]
    for uid in touched:
        _lay(state, uid, "flood")
    log.say("effect", ("F-SPL-40", "F-R-75"), "Flood held {who} in place this turn.", task.picked, spell="flood",
            units=touched, who=", ".join(NAMES[u] for u in touched) or "nobody")  # fmt: skip


_hexes("flood", 3)
EFFECTS["flood"] = _flood

# Poison Gases F-SPL-41
_any_unit("poison_gases")
_lies("poison_gases", "{name} had {power} less power this turn.")


# Summon F-SPL-42, Teleport F-SPL-43: another place instead of walking (F-R-74)
def _empty_beside(state: FoesState, caster: str) -> list[Place]:
    return [n for n, _ in board_of(state).beside[_at(state, caster)] if n not in state.board]


def _landing(state: FoesState, uid: str, places: Iterable[Place]) -> Picks:
    """Empty hexes of `places` in which a unit, with those aboard, may stop."""
    stand = stoppable(board_of(state), KIND_OF[uid].mode, state.options.ports_open)
    limit, city, fire, occupied = leash(state, uid), board_of(state).city, state.fire, state.board
    for p in places:
        if stand[p] and p not in occupied and p not in fire and not (limit and city[p] > limit):
            yield p


def _lands(state: FoesState, uid: str, places: Iterable[Place]) -> bool:
    """Whether there is any such hex."""
    return next(_landing(state, uid, places), None) is not None


def _summon_choices(state: FoesState, player: Seat, caster: str, picked: Pick) -> Picks:
    empty = _empty_beside(state, caster)
    if picked:
        yield from _landing(state, picked[0], empty)
    elif empty:
        for uid, unit in state.units.items():
            if unit.side == player and uid != caster and not rooted(state, uid) and _lands(state, uid, empty):
                yield uid


def _teleport_choices(state: FoesState, player: Seat, caster: str, picked: Pick) -> Picks:
    everywhere = board_of(state).hexes
    if picked:
        yield from _landing(state, picked[0], everywhere)
    else:
        for uid in (caster, *_beside(state, player, caster, True)):
            if not rooted(state, uid) and _lands(state, uid, everywhere):
                yield uid


def _carried_off(spell: str, choices: Choices) -> None:
    def effect(state: FoesState, log: Log, task: TakeEffect) -> None:
        uid, to = task.picked
        if uid not in state.units or to in state.board:
            return
        start = _at(state, uid)
        relocate(state, log, uid, to)
        log.say("move", (SPELLS[spell].rule, "F-R-74"), "{name} was brought from {start} to {end}.", (start, to),
                unit=uid, name=unit_name(state, uid), start=start, end=to, path=[start, to])  # fmt: skip

    AIMS[spell] = (2, 2, choices)
    EFFECTS[spell] = effect


_carried_off("summon", _summon_choices)
_carried_off("teleport", _teleport_choices)


# Control F-SPL-44: one enemy until the end of the turn (F-R-71); its passengers stay with their owner
def _control_choices(state: FoesState, player: Seat, caster: str, picked: Pick) -> Picks:
    for uid in _units_in(state, player, caster, "control"):
        if state.units[uid].side != player and not state.units[uid].aboard:
            yield uid


def _control(state: FoesState, log: Log, task: TakeEffect) -> None:
    uid = task.picked[0]
    if uid not in state.units:
        return
    _lay(state, uid, "control")
    state.units[uid] = replace(state.units[uid], side=task.player)
    log.say("effect", ("F-SPL-44", "F-R-71"), "{by:player} controlled {name} until the end of the turn.",
            (_at(state, uid),), spell="control", unit=uid, name=unit_name(state, uid), by=task.player)  # fmt: skip


AIMS["control"] = (1, 1, _control_choices)
EFFECTS["control"] = _control


# Luck F-SPL-45: the roll just made is made again (F-R-64)
def _luck_choices(state: FoesState, player: Seat, caster: str, picked: Pick) -> Picks:
    b = state.battle
    if b is None:
        return
    near = board_of(state).near_set(SPELLS["luck"].range)[_at(state, caster)]
    if _rolled_last(state) == "defence":
        rollers: Iterable[str] = (b.target,)
    else:
        rollers = (b.caster,) if b.spell else b.attackers
    if any(u in state.units and _at(state, u) in near for u in rollers):
        yield from YES


def _rolled_last(state: FoesState) -> str:
    """Which roll was just made."""
    return "defence" if state.battle is not None and state.battle.defended else "attack"


def _luck(state: FoesState, log: Log, task: TakeEffect) -> None:
    b = state.battle
    if b is None:
        return
    which = _rolled_last(state)
    log.say("effect", ("F-SPL-45", "F-R-64"), "The {which} roll was made again.", spell="luck", which=which)
    if which == "defence":
        state.agenda.append(RollDefence())
    else:
        roll_attack(state)


AIMS["luck"] = (0, 0, _luck_choices)
EFFECTS["luck"] = _luck


# Antimagic F-SPL-46: both hands are discarded (F-R-63)
def _antimagic(state: FoesState, log: Log, task: TakeEffect) -> None:
    for player, hand in enumerate(state.hands):
        for spell in hand:
            discard(state, pile_of(state, player), spell)
    log.say("effect", ("F-SPL-46", "F-R-63"), "Both players discarded their spells.", spell="antimagic",
            chits=[list(h) for h in state.hands])  # fmt: skip
    state.hands = ((), ())
    if state.options.antimagic_scope == "hands_and_board":
        end_effects(state, log)
        for uid in [u for u in state.units if KIND_OF[u].force == "created"]:
            if uid in state.units:
                remove(state, uid)


AIMS["antimagic"] = (0, 0, lambda state, player, caster, picked: iter(YES))
EFFECTS["antimagic"] = _antimagic


def end_effects(state: FoesState, log: Log) -> None:
    """Control ends, then all one-turn effects; their chits are discarded (F-R-19)."""
    for uid in [u for u, lying in state.effects.items() if "control" in lying]:
        unit = state.units[uid]
        state.units[uid] = replace(unit, side=unit.owner)
        log.say("control_ends", ("F-R-19", "F-SPL-44"), "{name} returned to {owner:player}.", (unit.at,), unit=uid,
                name=unit_name(state, uid), owner=unit.owner)  # fmt: skip
    state.effects.clear()
    state.fire = ()
    for pile, chits in enumerate(state.table):
        for spell in chits:
            if SPELLS[spell].chit == "end_of_turn" and pick_up_chit(state, pile, spell):
                discard(state, pile, spell)
                log.say("effect_ends", ("F-R-19", "F-SPL-08"), "{spell_name} ended.", spell=spell,
                        spell_name=SPELLS[spell].name)  # fmt: skip


# Fear F-SPL-47: the enemy's own move, made by the caster's player (F-R-73)
def _fear_hexes(state: FoesState, player: Seat, uid: str) -> Picks:
    places = stops(state, uid).places
    beside, units, occupied = board_of(state).beside, state.units, state.board
    for p in places:
        if not any((who := occupied.get(n)) is not None and units[who].side == player for n, _ in beside[p]):
            yield p


def _fear_choices(state: FoesState, player: Seat, caster: str, picked: Pick) -> Picks:
    if picked:
        yield from _fear_hexes(state, player, picked[0])
        return
    if state.done[other(player)]:
        return  # done holds all units of that side: they count as moved (F-R-16)
    for uid in _units_in(state, player, caster, "fear"):
        unit = state.units[uid]
        if unit.side == player or unit.moved or rooted(state, uid):
            continue
        if next(_fear_hexes(state, player, uid), None) is not None:
            yield uid


def _fear(state: FoesState, log: Log, task: TakeEffect) -> None:
    uid, to = task.picked
    if uid not in state.units or to in state.board or to not in search(state, uid).cost:
        return
    way = route(state, uid, to)
    for edge in broken_by(state, uid, way):
        break_hexside(state, edge)
    relocate(state, log, uid, to, moved=True)
    log.say("move", ("F-SPL-47", "F-R-73"), "{name} fled in fear from {start} to {end}.", way, unit=uid,
            name=unit_name(state, uid), start=way[0], end=to, path=list(way))  # fmt: skip
    if any(board_of(state).in_city[p] for p in way[1:]):
        for u in (uid, *state.cargo.get(uid, ())):
            expose(state, log, u)


AIMS["fear"] = (2, 2, _fear_choices)
EFFECTS["fear"] = _fear


# Elementals F-SPL-50 to F-SPL-53, Illusion F-SPL-54, Golem F-SPL-62: a unit next to the caster (F-R-69)
def _create(spell: str) -> None:
    """F-SPL-50 Earth, F-SPL-51 Water, F-SPL-52 Air, F-SPL-53 Fire Elemental: see data/units.json."""

    def choices(state: FoesState, player: Seat, caster: str, picked: Pick) -> Picks:
        stand = stoppable(board_of(state), KINDS[spell].mode, state.options.ports_open)
        if f"{spell}_{player + 1}" in state.units:
            return iter(())
        return (p for p in _empty_beside(state, caster) if stand[p] and p not in state.fire)

    def effect(state: FoesState, log: Log, task: TakeEffect) -> None:
        k, uid, to = KINDS[spell], f"{spell}_{task.player + 1}", task.picked[0]
        if to in state.board or uid in state.units:
            return
        pick_up_chit(state, pile_of(state, task.player), spell)
        put(state, uid, Unit(task.player, task.player, to, expires=lasts(state, k.turns) if k.turns else 0))
        log.say("created", (SPELLS[spell].rule, "F-R-69", "F-SPL-09"), "{name} appeared at {end} for {by:player}.",
                (to,), unit=uid, name=NAMES[uid], end=to, by=task.player)  # fmt: skip

    AIMS[spell] = (1, 1, choices)
    EFFECTS[spell] = effect


for _spell in CREATING:
    _create(_spell)


# Resurrection F-SPL-60 (F-R-66)
def _resurrection(state: FoesState, log: Log, task: TakeEffect) -> None:
    if state.battle is not None:
        state.battle = replace(state.battle, saved=True)


AIMS["resurrection"] = (0, 0, _battle_target("resurrection"))
EFFECTS["resurrection"] = _resurrection


# Reincarnate F-SPL-61 (F-R-68)
def _reincarnate_choices(state: FoesState, player: Seat, caster: str, picked: Pick) -> Picks:
    empty = _empty_beside(state, caster)
    if picked:
        yield from _landing(state, picked[0], empty)
    else:
        for uid in state.dead:
            if KIND_OF[uid].seat == player and not immobile(uid) and _lands(state, uid, empty):
                yield uid


def _reincarnate(state: FoesState, log: Log, task: TakeEffect) -> None:
    uid, to = task.picked
    if uid not in state.dead or to in state.board:
        return
    del state.dead[uid]
    put(state, uid, Unit(task.player, task.player, to))
    log.say("created", ("F-SPL-61", "F-R-68"), "{name} came back at {end}.", (to,), unit=uid, name=NAMES[uid],
            end=to, by=task.player)  # fmt: skip


AIMS["reincarnate"] = (2, 2, _reincarnate_choices)
EFFECTS["reincarnate"] = _reincarnate

# Sanctuary F-SPL-63 (F-R-82)
_any_unit("sanctuary")
_lies("sanctuary", "{name} could neither attack nor be attacked this turn.")


# Commune F-SPL-64 (F-R-85)
def _commune(state: FoesState, log: Log, task: TakeEffect) -> None:
    player = task.player
    for spell in state.hands[player]:
        discard(state, pile_of(state, player), spell)
    hands = list(state.hands)
    hands[player] = ()
    state.hands = (hands[0], hands[1])
    log.say("effect", ("F-SPL-64", "F-R-85"), "{by:player} discarded the hand and drew anew.", spell="commune",
            by=player)  # fmt: skip
    draw_to_seven(state, (player,))


AIMS["commune"] = (0, 0, lambda state, player, caster, picked: iter(YES))
EFFECTS["commune"] = _commune


# The Cataclysm F-VIC-03 (F-R-72): no chit, the Foes win
def _cataclysm(state: FoesState, log: Log, task: TakeEffect) -> None:
    if state.options.cataclysm == "end_of_phase":
        state.doom = task.caster
        log.say("cataclysm", ("F-R-72",), "The Cataclysm will come at the end of the phase.", (task.origin,),
                unit=task.caster)  # fmt: skip
        return
    win(
        state,
        log,
        FOES,
        "The Cataclysm was cast in the Temple of Poseidon.",
        ("F-VIC-03", "F-R-72", "F-R-89"),
    )


EFFECTS["cataclysm"] = _cataclysm

__all__ = ["NextVictim", "Tremor", "afloat", "end_effects", "ground_unit", "lasts"]
