"""Decks and boards of one's own: found by the name in the options, pinned by what is in them.

The options name a deck or a board by a word or by the path of a file. A file is read again whenever
it has changed, so the next table gets what stands in it now. A table under way must keep what it
began with: at its start the name is pinned, `sable.toml` becomes `sable.toml#0123456789ab`, and the
twelve digits are a digest of the content. A saved match carries the content along (G-R-105).
"""

from __future__ import annotations

import hashlib
import os
import re
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from atlantis_nb.core import plain
from atlantis_nb.core.game import Refused

T = TypeVar("T")

PINNED = re.compile(r"(.+)#([0-9a-f]{12})")
LARGEST = 400_000
"""Most characters of content that a saved match carries; without it, it needs the same file again."""


def split(which: str) -> tuple[str, str]:
    """The name, and the digest if the name is pinned."""
    found = PINNED.fullmatch(which)
    return (found[1], found[2]) if found else (which, "")


def named(kind: str, which: object) -> str:
    """The text that names a deck or a board; a path names a file as its text does. Raises Refused."""
    text = os.fspath(which) if isinstance(which, os.PathLike) else which
    if not isinstance(text, str):
        raise Refused(f"A {kind} is named by a text or a path, not by {which!r}.")
    return text


class Shelf(Generic[T]):
    """What has been read of one kind ("deck" or "board").

    `decode` turns the text of a file into plain values, `trim` leaves out what does not count,
    `build` checks the values and makes the thing; it gets the words with which a sentence begins.
    """

    def __init__(
        self,
        kind: str,
        form: str,
        builtin: tuple[str, ...],
        decode: Callable[[str], Any],
        trim: Callable[[Any, str], Any],
        build: Callable[[Any, str], T],
    ) -> None:
        self.kind, self.form, self.builtin = kind, form, builtin
        self.decode, self.trim, self.build = decode, trim, build
        self.things: dict[str, T] = {}
        """By pinned name, and the built-in ones by name."""
        self._content: dict[str, Any] = {}
        """Plain values by pinned name."""
        self._given: dict[str, str] = {}
        """Name -> pinned name, of what a notebook has given a name."""
        self._read: dict[str, tuple[str, str]] = {}
        """Name of a file -> (digest of its text when it was read, pinned name)."""

    def get(self, which: str) -> T:
        """The thing of a name, pinned or not. Raises Refused."""
        found = self.things.get(which)
        return found if found is not None else self.things[self.pin(which)]

    def give(self, name: str, raw: Any) -> None:
        """Make plain values known under a name. Raises Refused."""
        if not isinstance(name, str) or not name.strip() or "#" in name:
            raise Refused(f"The name of a {self.kind} is a text without #, not {name!r}.")
        if name in self.builtin:
            raise Refused(f"The name {name} is taken; give your {self.kind} another.")
        self._given[name] = self._enter(name, raw, f"The {self.kind} {name}")

    def pin(self, which: str) -> str:
        """The name with the digest of what it stands for now. Raises Refused."""
        if which in self.things:
            return which
        name, digest = split(which)
        now = self._given.get(name) or self._file(name)
        if digest and now != which:
            raise Refused(
                f"The {self.kind} {Path(name).name} has changed since: it no longer is what this match "
                f"began with ({digest} then, {split(now)[1]} now). Put the old one back, or begin anew."
            )
        return now

    def _file(self, name: str) -> str:
        path = Path(name)
        ways = [*self.builtin, f"the name of a {self.form} file"]
        if self.kind == "deck":
            ways.append("a name given with add_deck in this process")
        words = f"{self.kind} is {plain.one_of(ways)}"
        if path.is_dir():
            raise Refused(f"{words}; {name!r} is a folder.")
        try:
            text = path.read_bytes()
        except (OSError, ValueError):
            raise Refused(f"{words}; there is no file {name!r}.") from None
        known = self._read.get(name)
        if known is not None and known[0] == _sum(text):
            return known[1]
        source = f"The {self.kind} file {path.name}"
        try:
            raw = self.decode(text.decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            raise Refused(f"{source} is not UTF-8 text (byte {error.start}).") from None
        except (ValueError, RecursionError) as error:
            raise Refused(f"{source} cannot be read as {self.form}: {str(error).rstrip('.')}.") from None
        pinned = self._enter(name, raw, source)
        self._read[name] = (_sum(text), pinned)
        return pinned

    def _enter(self, name: str, raw: Any, source: str) -> str:
        content = self.trim(raw, source)
        pinned = f"{name}#{_sum(_dump(content, source))}"
        if pinned not in self.things:
            self.things[pinned] = self.build(content, source)
            self._content[pinned] = content
        return pinned

    # -------- in a saved match

    def carried(self, pinned: str) -> dict[str, Any]:
        """What a saved match carries of a thing of one's own; empty for what comes along."""
        name, digest = split(pinned)
        if not digest:
            return {}
        content = self._content.get(pinned)
        small = content is not None and len(_dump(content, name)) <= LARGEST
        return {"name": name, "digest": digest} | ({"content": content} if small else {})

    def bring(self, name: str, carried: Any) -> str:
        """The pinned name of what a saved match carries. Raises Refused."""
        if not isinstance(carried, Mapping) or carried.get("name") != split(name)[0]:
            return name
        content, digest = carried.get("content"), str(carried.get("digest", ""))
        pinned = f"{carried['name']}#{digest}"
        if content is not None:
            source = f"The {self.kind} {Path(str(carried['name'])).name} in this match file"
            if self._enter(str(carried["name"]), content, source) != pinned:
                raise Refused(f"{source} has been changed: its digest is not {digest}.")
            self._tell(str(carried["name"]), pinned)
            return pinned
        return self.pin(pinned) if digest else name

    def _tell(self, name: str, pinned: str) -> None:
        try:
            now = self._given.get(name) or self._file(name)
        except Refused:
            return  # it is not here at all, or broken by now: the match has its own
        if now != pinned:
            warnings.warn(
                f"The {self.kind} {Path(name).name} has changed since this match was saved; "
                f"the match keeps the {self.kind} it was played with.",
                stacklevel=2,
            )


def _dump(content: Any, source: str) -> bytes:
    try:
        return msgspec.json.encode(content, order="deterministic")
    except (TypeError, ValueError, RecursionError, msgspec.MsgspecError):
        raise Refused(f"{source} holds something that is no text, number, list or table.") from None


def _sum(text: bytes) -> str:
    return hashlib.blake2b(text, digest_size=6).hexdigest()
