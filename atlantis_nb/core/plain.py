"""What is wrong with a value out of a file, in plain English.

`misfit` compares values (dicts, lists, numbers, texts) with the msgspec struct they are to become and
says what does not fit: the field, what it may be, what stands there, and what was perhaps meant.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

KIND = {
    bool: "true or false", int: "a whole number", float: "a number with a point", str: "a text",
    list: "a list", tuple: "a list", dict: "a table", type(None): "nothing",
}  # fmt: skip

MANY = 8
"""With more words than this the one that was perhaps meant comes first, then the list."""


def misfit(raw: Any, kind: Any) -> str:
    """What does not fit, such as "slot is red, blue or green, not 'purple'."; empty if all does."""
    return _look(raw, _info(kind), "")


def meant(word: object, known: Iterable[str]) -> str:
    """ " Did you mean 'range'?", or nothing if no known word is near."""
    near = difflib.get_close_matches(str(word), list(known), 1, 0.6)
    return f" Did you mean {near[0]!r}?" if near else ""


def one_of(words: Iterable[object], link: str = "or") -> str:
    """ "a, b or c"."""
    *rest, last = [str(word) for word in words]
    return f"{', '.join(rest)} {link} {last}" if rest else last


@cache
def _info(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


def _look(raw: Any, t: inspect.Type, path: str) -> str:
    match t:
        case inspect.UnionType():
            return _union(raw, t, path)
        case inspect.StructType():
            return _struct(raw, t, path)
        case inspect.ListType() | inspect.VarTupleType():
            if not isinstance(raw, list | tuple):
                return _wrong(raw, t, path)
            if t.min_length is not None and len(raw) < t.min_length:
                return f"{path} is empty."
            found = (_look(value, t.item_type, f"{path}, entry {i + 1}") for i, value in enumerate(raw))
        case inspect.TupleType():
            if not isinstance(raw, list | tuple) or len(raw) != len(t.item_types):
                return _wrong(raw, t, path)
            found = (
                _look(value, item, f"{path}, entry {i + 1}")
                for i, (value, item) in enumerate(zip(raw, t.item_types, strict=True))
            )
        case inspect.DictType():
            if not isinstance(raw, dict):
                return _wrong(raw, t, path)
            for key in raw:
                if isinstance(t.key_type, inspect.LiteralType) and key not in t.key_type.values:
                    known = [str(v) for v in t.key_type.values]
                    return (
                        f"{_join(path, key)} is unknown; keys are {one_of(known, 'and')}.{meant(key, known)}"
                    )
            found = (_look(value, t.value_type, _join(path, key)) for key, value in raw.items())
        case _:
            return "" if _fits(raw, t) else _wrong(raw, t, path)
    return next(filter(None, found), "")


def _union(raw: Any, t: inspect.UnionType, path: str) -> str:
    tried = [(_look(raw, member, path), member) for member in t.types]
    if any(not said for said, _ in tried):
        return ""
    # The member of the same make as the value tells more than "none of them".
    alike = (inspect.StructType,) if isinstance(raw, dict) else (inspect.TupleType, inspect.VarTupleType)
    if isinstance(raw, dict | list | tuple):
        for said, member in tried:
            if isinstance(member, alike) and not said.startswith(f"{path} is "):
                return said
    return _wrong(raw, t, path)


def _struct(raw: Any, t: inspect.StructType, path: str) -> str:
    if not isinstance(raw, dict):
        return _wrong(raw, t, path)
    known = {field.encode_name: field for field in t.fields}
    names = [*known] if t.tag_field is None else [t.tag_field, *known]
    if t.forbid_unknown_fields:
        for key in raw:
            if key not in names:
                hint = meant(key, names)
                said = f"{_join(path, key)} is unknown"
                keys = f"eys are {one_of(names, 'and')}."
                if hint and len(names) > MANY:
                    return f"{said}; d{hint[2:]} K{keys}"
                return f"{said}; k{keys}{hint}"
    for name, field in known.items():
        if name not in raw:
            if field.required:
                return f"{_join(path, name)} is missing: it is {_words(field.type)}."
        elif said := _look(raw[name], field.type, _join(path, name)):
            return said
    return ""


def _fits(raw: Any, t: inspect.Type) -> bool:
    match t:
        case inspect.LiteralType():
            return (isinstance(raw, str | int) and not isinstance(raw, bool) and raw in t.values) or (
                isinstance(raw, bool) and any(raw is value for value in t.values)
            )
        case inspect.IntType():
            return (
                isinstance(raw, int) and not isinstance(raw, bool)
                and (t.ge is None or raw >= t.ge) and (t.le is None or raw <= t.le)
            )  # fmt: skip
        case inspect.StrType():
            return isinstance(raw, str) and len(raw) >= (t.min_length or 0)
        case inspect.BoolType():
            return isinstance(raw, bool)
        case inspect.NoneType():
            return raw is None
        case _:
            return True


def _wrong(raw: Any, t: inspect.Type, path: str) -> str:
    if isinstance(raw, str) and any(_fits(bare, m) for bare in _unquoted(raw) for m in _members(t)):
        return f"{path or 'it'} is {_words(t)}, not the text {raw!r}: write {raw} without quotes."
    known = [str(v) for m in _members(t) if isinstance(m, inspect.LiteralType) for v in m.values]
    hint = meant(raw, known) if isinstance(raw, str) else ""
    if hint and len(known) > MANY:
        return f"{path or 'it'} cannot be {shown(raw)}.{hint} It is {_words(t)}."
    return f"{path or 'it'} is {_words(t)}, not {shown(raw)}.{hint}"


def _unquoted(raw: str) -> list[int | bool]:
    """What a text would be without its quotes, if that is a number, true or false."""
    if raw in ("true", "false"):
        return [raw == "true"]
    return [int(raw)] if re.fullmatch(r"-?[0-9]{1,9}", raw) else []


def shown(raw: Any) -> str:
    """A value as it stands in the file, short."""
    if isinstance(raw, bool):
        return str(raw).lower()
    if isinstance(raw, dict | list | tuple):
        text = msgspec.json.encode(raw).decode()
        return text if len(text) <= 40 else KIND[type(raw)]
    return "an empty text" if raw == "" else repr(raw) if isinstance(raw, str | int | float) else str(raw)


def _members(t: inspect.Type) -> tuple[inspect.Type, ...]:
    return t.types if isinstance(t, inspect.UnionType) else (t,)


def _words(t: inspect.Type) -> str:
    """What a value of this type looks like."""
    match t:
        case inspect.UnionType():
            parts = [_words(m) for m in t.types if not isinstance(m, inspect.NoneType)]
            return " or ".join(parts)
        case inspect.LiteralType():
            words = sorted(t.values, key=lambda v: v == "")
            return one_of(
                str(v).lower() if isinstance(v, bool) else "an empty text" if v == "" else v for v in words
            )
        case inspect.IntType():
            if t.ge is not None and t.le is not None:
                return f"a whole number from {t.ge} to {t.le}"
            return KIND[int] if t.ge is None else f"a whole number, {t.ge} or more"
        case inspect.StrType():
            return "a text that is not empty" if t.min_length else KIND[str]
        case inspect.BoolType():
            return KIND[bool]
        case inspect.TupleType():
            return f"a list of {len(t.item_types)} such as [1, 2]"
        case inspect.ListType() | inspect.VarTupleType():
            return (
                "a list"
                if isinstance(t.item_type, inspect.AnyType)
                else f"a list, each {_words(t.item_type)}"
            )
        case inspect.StructType():
            needed = [field.encode_name for field in t.fields if field.required]
            return "a table" + (f" with {one_of(needed, 'and')}" if needed else "")
        case _:
            return "a table"


def _join(path: str, key: object) -> str:
    return f"{path}.{key}" if path else str(key)
