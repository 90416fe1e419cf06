"""The effect primitives: the closed vocabulary of the card texts, one small class each.

`OPS` are all of them; `read` turns the steps of a deck file into objects and refuses what is not in
the vocabulary, in one sentence.
"""

from __future__ import annotations

from typing import Any

import msgspec

from atlantis_nb.core import plain
from atlantis_nb.core.game import Refused

from . import base as base
from .attacks import AreaAttack, Attack, DefeatMinion, RemoveMinion, RespawnMinion
from .base import Op
from .flow import Choose, Repeat, Replay
from .hand import (
    Block,
    DefenseBonus,
    DiscardCard,
    GainCoins,
    IgnoreMinions,
    Pay,
    RetrieveCard,
    StealCoins,
)
from .lasting import Cancel, CountMinions, Forbid, Modify, SaveMinion, Trigger
from .movement import FastTravel, MoveSelf, PlaceSelf
from .select import Select
from .shifting import MoveUnit, PlaceUnit, Pull, Push, Swap
from .tokens import PlaceToken, RemoveToken

OPS: tuple[type[Op], ...] = (
    Select, MoveSelf, PlaceSelf, MoveUnit, Push, Pull, PlaceUnit, Swap, FastTravel, Attack, AreaAttack,
    DefeatMinion, RemoveMinion, RespawnMinion, SaveMinion, DiscardCard, Pay, GainCoins, StealCoins, RetrieveCard,
    Replay, Block, DefenseBonus, IgnoreMinions, Modify, Forbid, PlaceToken, RemoveToken, Cancel, Choose, Repeat,
    Trigger, CountMinions,
)  # fmt: skip
"""All 33 primitives, in the order of the deck file."""

NAMES = {str(op.__struct_config__.tag): op for op in OPS}


def read(raw: Any, here: str, what: str = "effect ") -> tuple[Op, ...]:
    """The steps of a list of tables. Raises Refused: one sentence that starts with `here`."""
    if not isinstance(raw, list | tuple):
        raise Refused(f"{here}: {what.strip()} is a list of steps, each a table with the key op.")
    return tuple(_step(step, here, f"{what}step {i + 1}") for i, step in enumerate(raw))


def _step(raw: Any, here: str, at: str) -> Op:
    if not isinstance(raw, dict) or "op" not in raw:
        raise Refused(f"{here}: {at}: a step is a table with the key op, not {plain.shown(raw)}.")
    kind = NAMES.get(raw["op"]) if isinstance(raw["op"], str) else None
    if kind is None:
        hint = plain.meant(raw["op"], NAMES)
        raise Refused(
            f"{here}: {at}: op {raw['op']!r} is no effect primitive.{hint}"
            f"{'' if hint else f' It is one of {plain.one_of(NAMES)}.'}"
        )
    values = dict(raw)
    inner: dict[str, Any] = {}
    if kind is Choose:
        parts = raw.get("options", [])
        if not isinstance(parts, list | tuple):
            raise Refused(f"{here}: {at} (choose): options is a list of lists of steps.")
        inner["options_"] = tuple(read(p, here, f"{at}, option {n + 1}, ") for n, p in enumerate(parts))
        values["options"] = []
    elif kind is Trigger:
        inner["do"] = read(raw.get("do", []), here, f"{at}, do ")
        values["do"] = []
    try:
        step = msgspec.convert(values, kind)
    except msgspec.ValidationError as error:
        said = plain.misfit(values, kind) or f"{error}."
        raise Refused(f"{here}: {at} ({raw['op']}): {said}") from None
    return msgspec.structs.replace(step, **inner)
