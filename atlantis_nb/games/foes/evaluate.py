"""How good a position looks: what bots and charts go by. Quick, and wrong in the details.

The war in terms of points, positive for the Foes:

- what stands, each unit by its power and gifts (evaluate_ground.py);
- the march: the Foes ferry to a ring around the Temple, gather, and go in once most are there; casters
  follow behind, engines seek the walls; the encounter: who has more dice where the sides can reach
  each other, so that nobody goes in singly (evaluate_march.py);
- the siege: the chance to take the Temple, as the way in is open, a caster is near to go in, and
  would live there through one attack; the garrison that keeps it (evaluate_siege.py);
- the fight: what each side could destroy next (evaluate_fight.py);
- choices under way: whom to take up first, what a spell announced may do (below).

While no unit changes, the points are not counted again.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from typing import Generic, TypeVar

from atlantis_nb.core.game import Place, Seat

from .attack import AddAttackers
from .board import Board
from .casting import PickCaster, PickTarget, can_cast, ready_casters
from .data import ATLANTIS, CREATING, FOES, KIND_OF, SPELLS
from .evaluate_fight import defence_of, fight, muster, stake_of
from .evaluate_ground import WORTH, covered, massed, odds, to_front, worth
from .evaluate_march import encounter, march
from .evaluate_siege import garrison, siege, temple_open
from .movement import Travel
from .state import FoesState, board_of

T = TypeVar("T")

SCALE = 25.0
"""A lead of so many points is worth 73 %."""


def evaluate(state: FoesState, player: Seat) -> float:
    """From 0 to 1 for `player`."""
    lead = score(state, player)
    lead = lead if player == FOES else -lead
    return 1 / (1 + exp(-lead / SCALE)) * 0.998 + 0.001


class Memo(Generic[T]):
    """The last value found, kept while what it follows from stays equal.

    Equal unit for equal unit: most are the very same objects, so that comparing costs nearly nothing.
    """

    def __init__(self) -> None:
        self.held: tuple[object, T] | None = None

    def get(self, key: object, find: Callable[[], T]) -> T:
        """`key` must not be changed afterwards."""
        if self.held is None or self.held[0] != key:
            self.held = (key, find())
        return self.held[1]


_points: Memo[float] = Memo()


def score(state: FoesState, player: Seat) -> float:
    """Points by which the Foes are ahead, as `player` sees it."""
    key = (
        state.options, player, state.turn, state.phase, state.done, state.broken, state.effects.copy(),
        state.units.copy(),
    )  # fmt: skip
    held = 0.12 * (len(state.hands[FOES]) - len(state.hands[ATLANTIS]))
    return _points.get(key, lambda: points(state, player)) + held + _errand(state, player)


def points(state: FoesState, player: Seat) -> float:
    board = board_of(state)
    total = 0.0
    for uid, u in state.units.items():
        value = WORTH[uid] * (0.7 if u.undead else 1)
        total += value if u.side == FOES else -value
    total += march(state, board, player)
    total += encounter(state, board, player)
    total += siege(state, board)
    total -= garrison(state, board)
    total += fight(state, board, player)
    return total


# ------------------------------------------------------------------ choices under way


def _errand(state: FoesState, player: Seat) -> float:
    """Unfinished choices: which unit to take up first, whom to name, when to say done."""
    sign = 1.0 if player == FOES else -1.0
    top = state.agenda[-1] if state.agenda else None
    if isinstance(top, Travel) and top.player == player:
        return sign * _eager(state, board_of(state), top.unit)
    if isinstance(top, AddAttackers) and top.player == player and top.target in state.units:
        return sign * muster(state, top)
    if isinstance(top, PickCaster | PickTarget) and top.player == player:
        return sign * _promise(state, board_of(state), top)
    if state.phase == "Attack" and state.done[player]:
        return sign * 0.02
    return 0.0


# ------------------------------------------------------------------ spells begun

FRIENDLY_IN_BATTLE = ("shield", "aid", "inspire", "rage", "invulnerability", "sanctuary")
STUNNING = ("distract", "mesmerize", "poison_gases", "control")


def _promise(state: FoesState, board: Board, task: PickCaster | PickTarget) -> float:
    """What a spell begun may come to, less what its chit is worth for later."""
    spell, player = task.spell, task.player
    if isinstance(task, PickCaster):
        casters = [u for u in ready_casters(state, player) if can_cast(state, player, u, spell)]
        picked: tuple[str, ...] = ()
        if player == FOES and casters and all(state.units[c].at in board.temples for c in casters):
            return -WASTED
    else:
        casters, picked = [task.caster], task.picked
    s = SPELLS[spell]
    if s.power and spell not in CREATING and spell != "death_spell":
        hits = [_hit(state, board, player, spell, p) for p in picked]
        todo = max(0, (3 if spell == "earthquake" else 1) - len(picked))
        best = 0.0
        for c in casters:
            found = (_hit(state, board, player, spell, p) for p in board.near(s.range)[state.units[c].at])
            best = max(best, sum(sorted(found, reverse=True)[:todo]) if todo else 0.0)
        return sum(hits) + best - SAVED
    if spell == "flood":
        return sum(_pinned(state, player, p) for p in picked) + 0.3 * max(0, 3 - len(picked)) - SAVED
    if spell == "wall_of_fire":
        return -SAVED + sum(0.2 for p in picked if p in board.temples)
    if spell in FRIENDLY_IN_BATTLE or spell in STUNNING:
        reach = covered(state, 1 - player)
        hot = any(reach.get(state.units[c].at, 0) for c in casters)
        return 1.0 if hot else -0.5
    return 1.0


SAVED = 0.5
"""What a chit in hand is worth for later."""

WASTED = 20.0
"""What it costs the Foes when the only caster to cast a spell is the one who stands in the Temple."""


def _hit(state: FoesState, board: Board, player: Seat, spell: str, place: Place) -> float:
    """What an attack spell destroys on the average on one hex; a friend there counts against it."""
    who = state.board.get(place)
    if who is None:
        return 0.0
    u, k = state.units[who], KIND_OF[who]
    wet = board.sea[place] or k.mode == "water"
    if (spell == "whirlpool" and k.mode != "water") or (spell == "tidal_wave" and not wet):
        return 0.0
    if spell == "earthquake" and (wet or k.mode == "flyer"):
        return 0.0
    d = defence_of(state, board, who, False)
    value = 0.0 if d == 99 else stake_of(state, board, who) * odds(SPELLS[spell].power, d)
    return value if u.side != player else (-value if spell == "earthquake" else 0.0)


def _pinned(state: FoesState, player: Seat, place: Place) -> float:
    """What it is worth that a ground unit on a hex may not move."""
    who = state.board.get(place)
    if who is None or state.units[who].moved or KIND_OF[who].mode in ("water", "flyer"):
        return 0.0
    value = 0.12 * min(2, KIND_OF[who].move) * WORTH[who]
    return value if state.units[who].side != player else -value


# ------------------------------------------------------------------ the order of moves


def _eager(state: FoesState, board: Board, uid: str) -> float:
    """How much a unit wants to be moved now.

    Foes: a caster into an open Temple at once; then those who board, then ships, then those aboard, who
    land when their ship has come; last who is in the enemy's reach, so that he moves first.
    Atlanteans: who is near the Foes; the others need not move at all.
    """
    k, u = KIND_OF[uid], state.units[uid]
    if u.side == ATLANTIS:
        if u.at in board.temples:
            return -0.01
        if temple_open(state, board) and k.move and _can_enter(board, uid, u.at):
            return 0.5 + 0.02 * k.melee
        pull = massed(state).get(u.at, 0)
        return 0.3 * pull / (pull + 60) if pull else -0.01
    left = to_front(board)[u.at]
    if k.caster and k.seat == FOES and temple_open(state, board) and _can_enter(board, uid, u.at):
        return 1.2 + 0.02 * k.melee
    rear = min(0.1, 0.005 * left)
    hot = 0.3 if covered(state, ATLANTIS).get(u.at) else 0.0
    if k.mode == "land" and not u.aboard and board.hexes[u.at].homeland is not None:
        return 0.7 + rear
    if k.carry and k.mode == "water":
        return (0.6 if uid in state.cargo else 0.5) + rear - hot
    if u.aboard:
        return (0.4 if state.units[u.aboard].moved else 0.31) + rear - hot
    return 0.36 + rear - hot


def _can_enter(board: Board, uid: str, at: Place) -> bool:
    """Whether a unit is near enough to go into a Temple now: one step, or in flight."""
    k = KIND_OF[uid]
    steps = k.move if k.mode == "flyer" else 1
    return k.mode != "water" and any(t in board.near_set(steps)[at] for t in board.temples)


__all__ = ["Memo", "evaluate", "points", "score", "worth"]
