"""Where chance comes from: the seed, and the actions that led here.

A key is made from the seed and lengthened by every action. It decides the chance result at that
point and feeds the bots' generators. So the same seed and the same choices give the same game on
every machine, in a notebook and in a batch of ten thousand; a saved match needs no generator; and
whoever goes back and does the same again meets the same die.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from typing import TypeVar

import msgspec

from .game import Action

Key = bytes
A = TypeVar("A", bound=Action)

_encoder = msgspec.json.Encoder(order="deterministic")


def first(seed: int) -> Key:
    """The key at the start of a game."""
    return hashlib.blake2b(str(seed).encode(), digest_size=16).digest()


def then(key: Key, action: Action) -> Key:
    """The key after an action."""
    return hashlib.blake2b(key + _encoder.encode(action), digest_size=16).digest()


def fall(key: Key, outcomes: Sequence[tuple[A, int]]) -> A:
    """The chance result at a point, by weight."""
    at = int.from_bytes(key, "big") % sum(weight for _, weight in outcomes)
    for action, weight in outcomes:
        at -= weight
        if at < 0:
            return action
    raise ValueError("no outcome")


def generator(key: Key, what: str) -> random.Random:
    """A generator for some purpose at this point."""
    return random.Random(hashlib.blake2b(key + what.encode(), digest_size=8).hexdigest())
