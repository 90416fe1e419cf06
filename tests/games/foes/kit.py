"""Positions for the tests of Foes: a few named units on the standard board, and a way to play from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from atlantis_nb.core.game import CHANCE, Action, Event, Illegal
from atlantis_nb.games.foes import GAME
from atlantis_nb.games.foes.attack import AttackPhase, AttackTurn, EndAttackPhase
from atlantis_nb.games.foes.casting import Moment
from atlantis_nb.games.foes.data import ATLANTIS, FOES, KIND_OF, NAMES, SPELLS
from atlantis_nb.games.foes.movement import MovementTurn
from atlantis_nb.games.foes.pieces import put
from atlantis_nb.games.foes.setup import new_state
from atlantis_nb.games.foes.state import FoesState, Unit, board_of
from atlantis_nb.games.foes.turn import EndTurn

UID = {name: uid for uid, name in reversed(list(NAMES.items()))}
"""Display name -> unit id. Created units have the same name for both sides: use their ids."""

SPARE = {"Lens Towers 8": "-4,4", "Stygian Rafts 3": "-13,0"}
"""Far away, so that nobody wins by accident."""


T = TypeVar("T", bound=Callable[..., Any])


def meets(*rules: str) -> Callable[[T], T]:
    """Says which rules of the book a test checks; test_coverage.py adds them up."""

    def mark(test: T) -> T:
        test.meets = rules  # type: ignore[attr-defined]
        return test

    return mark


def uid(name: str) -> str:
    return UID.get(name, name)


def position(
    units: dict[str, str],
    *,
    phase: str = "Attack",
    go: int = ATLANTIS,
    window: bool = False,
    hands: tuple[Sequence[str], Sequence[str]] = ((), ()),
    turn: int = 3,
    options: dict[str, Any] | None = None,
    marks: dict[str, dict[str, Any]] | None = None,
    effects: dict[str, Sequence[str]] | None = None,
    dead: Sequence[str] = (),
    discards: Sequence[str] = (),
    pile: Sequence[str] | None = None,
    broken: Sequence[str] = (),
    spare: bool = True,
) -> FoesState:
    """`units`: name -> hex, or "in Carrier" for a passenger. `marks`: name -> changed fields of the Unit.

    With `window` the phase is at its opening window, else it is `go`'s go.
    """
    state = new_state(GAME.options(**(options or {})), ("Ann", "Ben"))
    for field in (state.units, state.board, state.cargo):
        field.clear()
    chits = list(SPELLS)
    for spell in (*hands[0], *hands[1], *discards):
        if spell in chits:
            chits.remove(spell)
    for lying in (effects or {}).values():
        for spell in lying:
            if spell in chits:
                chits.remove(spell)
                state.table = (tuple(sorted((*state.table[0], spell))),)
    state.hands = (tuple(sorted(hands[0])), tuple(sorted(hands[1])))
    state.piles = (tuple(sorted(chits if pile is None else pile)),)
    state.discards = (tuple(sorted(discards)),)
    state.broken, state.turn = tuple(sorted(broken)), turn
    everyone = dict(units)
    if spare:
        everyone |= {name: place for name, place in SPARE.items() if name not in units}
    for name, place in sorted(everyone.items(), key=lambda item: item[1].startswith("in ")):
        u = uid(name)
        seat = KIND_OF[u].seat if KIND_OF[u].force != "created" else int(u[-1]) - 1
        carrier = uid(place[3:]) if place.startswith("in ") else ""
        unit = Unit(seat, seat, state.units[carrier].at if carrier else place, carrier)
        put(state, u, replace(unit, **(marks or {}).get(name, {})))
    for name, lying in (effects or {}).items():
        state.effects[uid(name)] = tuple(sorted(lying))
    for name in dead:
        seat = KIND_OF[uid(name)].seat
        state.dead[uid(name)] = Unit(seat, seat, "0,0")
    assert set(state.board) <= set(board_of(state).hexes)
    state.phase = phase
    if phase == "Movement":
        state.agenda = [EndTurn(), AttackPhase(), MovementTurn(FOES if window else go)]
        if window:
            state.agenda.append(Moment("move_start", FOES))
    elif phase == "Attack":
        state.agenda = [EndTurn(), EndAttackPhase(), AttackTurn(ATLANTIS if window else go)]
        if window:
            state.agenda.append(Moment("battle_start", ATLANTIS))
    else:
        state.agenda = []
    return GAME.settle(state)


class Run:
    """A line of play from a position. Actions and results of chance are named by their text."""

    def __init__(self, state: FoesState) -> None:
        self.state = state
        self.events: list[Event] = []

    def offers(self) -> dict[str, Action]:
        if GAME.actor(self.state) == CHANCE:
            return {str(a): a for a, _ in GAME.outcomes(self.state)}
        return {str(a): a for a in GAME.legal(self.state)}

    def do(self, *texts: str | Action) -> Run:
        for text in texts:
            offers = self.offers()
            action = offers.get(text) if isinstance(text, str) else text
            assert action is not None, f"{text!r} is not among {list(offers)}"
            self.state, events = GAME.step(self.state, action)
            self.events += events
        return self

    def cast(self, spell: str, *picks: str, by: str = "") -> Run:
        """Announce a spell. What has only one answer is not asked for; the event must agree all the same."""
        self.do(f"Cast {spell}")
        todo = list(picks)
        while self.state.agenda and type(self.state.agenda[-1]).__name__ in ("PickCaster", "PickTarget"):
            top = self.state.agenda[-1]
            if type(top).__name__ == "PickCaster":
                self.do(f"{by} cast it")
            elif len(top.picked) < len(todo):
                self.do(f"At {todo[len(top.picked)]}")
            elif "No more hexes" in self.offers():
                self.do("No more hexes")
            else:
                break
        announced = [e for e in self.events if e.kind == "cast"]
        if picks:
            assert announced[-1].data["picked"] == [uid(p) for p in picks], announced[-1].data
        if by:
            assert announced[-1].data["unit"] == uid(by)
        return self

    def attack(self, target: str, *attackers: str, death: str = "") -> Run:
        """Name an attack up to its first roll: all of `attackers`, and nobody else, must take part."""
        self.do(f"Attack {target}")
        for name in attackers:
            if type(self.state.agenda[-1]).__name__ == "AddAttackers" and f"{name} attack" in self.offers():
                self.do(f"{name} attack")
        if death:
            self.do(f"{death} cast the Death Spell with it")
        if type(self.state.agenda[-1]).__name__ == "AddAttackers":
            self.do("Roll the dice")
        declared = [e for e in self.events if e.kind == "attack"][-1]
        if attackers:
            assert sorted(declared.data["attackers"]) == sorted(map(uid, attackers))
        return self

    def most(self) -> Run:
        """The highest result of the roll on top."""
        assert GAME.actor(self.state) == CHANCE
        return self.do(GAME.outcomes(self.state)[-1][0])

    def least(self) -> Run:
        assert GAME.actor(self.state) == CHANCE
        return self.do(GAME.outcomes(self.state)[0][0])

    def win_attack(self) -> Run:
        """Roll the attack as high and the defence as low as can be, nobody answering."""
        while self.state.battle is not None and self.state.agenda:
            top = self.state.agenda[-1]
            if GAME.actor(self.state) != CHANCE:
                self.do("Cast nothing")
            elif type(top).__name__ == "RollAttack" or (
                type(top).__name__ == "RollX" and top.unit != self.state.battle.target
            ):
                self.most()
            else:
                self.least()
        return self

    def lose_attack(self) -> Run:
        while self.state.battle is not None and self.state.agenda:
            top = type(self.state.agenda[-1]).__name__
            if GAME.actor(self.state) != CHANCE:
                self.do("Cast nothing")
            elif top in ("RollAttack", "RollX"):
                self.least()
            else:
                self.most()
        return self

    def why_not(self, action: Action | Sequence[str]) -> Illegal:
        before = self.state.digest()
        refusal = GAME.why_not(self.state, action)
        assert refusal is not None, f"{action} is legal"
        assert all(rule in GAME.rulebook for rule in refusal.rules), refusal.rules
        assert refusal.rules
        assert self.state.digest() == before
        return refusal

    @property
    def player(self) -> int:
        return GAME.actor(self.state)

    @property
    def rules(self) -> set[str]:
        """Rule ids of everything that has happened on this line."""
        return {rule for event in self.events for rule in event.rules}

    def unit(self, name: str) -> Unit:
        return self.state.units[uid(name)]

    def gone(self, name: str) -> bool:
        return uid(name) not in self.state.units

    def kinds(self) -> list[str]:
        return [e.kind for e in self.events]


def play(units: dict[str, str], **more: Any) -> Run:
    return Run(position(units, **more))


def march(units: dict[str, str], name: str, **more: Any) -> Run:
    """The Movement Phase with `name` taken up; the run is at its choice of a hex."""
    seat = KIND_OF[uid(name)].seat if KIND_OF[uid(name)].force != "created" else int(uid(name)[-1]) - 1
    return Run(position(units, phase="Movement", go=seat, **more)).do(f"Move {name}")


def hexes_of(run: Run) -> set[str]:
    """Hexes on offer for the unit taken up."""
    return {a.to for a in GAME.legal(run.state) if hasattr(a, "to")}


def names_of(run: Run, what: type[Action], field: str) -> set[str]:
    """Names of units in the actions of a kind on offer."""
    return {NAMES[getattr(a, field)] for a in GAME.legal(run.state) if isinstance(a, what)}


def fight(run: Run, target: str, *attackers: str, death: str = "", x: int | None = None) -> tuple[int, int]:
    """Attack and count the dice: (attack, defence). Attack dice come up as high as can be.

    `x` is the die thrown for a Great Catapult, on whichever side.
    """
    return count(run.attack(target, *attackers, death=death), x)


def count(run: Run, x: int | None = None) -> tuple[int, int]:
    """Roll on to the defence roll and count the dice of both."""
    attack = 0
    while run.state.battle is not None:
        top = run.state.agenda[-1]
        if type(top).__name__ == "RollX":
            run.do(f"Die {x}")
        elif type(top).__name__ == "RollAttack":
            b = run.state.battle
            attack = b.near_dice + b.far_dice
            run.most()
        elif GAME.actor(run.state) != CHANCE:
            run.do("Cast nothing")
        else:
            return attack, run.state.battle.defence_dice
    return attack, 0


__all__ = [
    "ATLANTIS", "FOES", "GAME", "Run", "count", "fight", "hexes_of", "march", "meets", "names_of", "play",
    "position", "uid",
]  # fmt: skip
