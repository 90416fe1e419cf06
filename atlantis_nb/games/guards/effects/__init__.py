"""The effect primitives: the closed vocabulary of the card texts, one small class each.

`OPS` are all of them; `read` turns the steps of a deck file into objects and refuses what is not in
the vocabulary, in one sentence.
"""

from __future__ import annotations

from typing import Any

import msgspec

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


def read(raw: Any, here: str) -> tuple[Op, ...]:
    """The steps of a list of tables. Raises ValueError: one sentence that starts with `here`."""
    if not isinstance(raw, list):
        raise ValueError(f"{here}: effect is a list of steps.")
    return tuple(_step(step, f"{here}: effect step {i + 1}") for i, step in enumerate(raw))


def _step(raw: Any, here: str) -> Op:
    if not isinstance(raw, dict) or "op" not in raw:
        raise ValueError(f"{here}: a step is a table with the key op.")
    kind = NAMES.get(raw["op"])
    if kind is None:
        raise ValueError(f"{here}: op {raw['op']!r} is no effect primitive.")
    values = dict(raw)
    inner: dict[str, Any] = {}
    if kind is Choose:
        inner["options_"] = tuple(read(part, here) for part in raw.get("options", []))
        values["options"] = []
    elif kind is Trigger:
        inner["do"] = read(raw.get("do", []), here)
        values["do"] = []
    try:
        step = msgspec.convert(values, kind)
    except msgspec.ValidationError as error:
        raise ValueError(f"{here} ({raw['op']}): {error}.") from None
    return msgspec.structs.replace(step, **inner)
