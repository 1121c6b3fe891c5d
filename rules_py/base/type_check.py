"""What the fields of a declaration may hold: each what its annotation says, checked when it is built.

Nothing is written twice: the class says it once, for mypy as for whoever declares a game without mypy.
"""

from __future__ import annotations

import builtins
import re
import sys
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import Field, fields
from functools import cache
from types import ModuleType, NoneType
from typing import Any

from rules_py.base.errors import DeclarationError, format_value, join_or

_FUNCTION: Any = Callable
_SAID: dict[type, str] = {
    bool: "True or False",
    int: "a whole number",
    str: "a text",
    NoneType: "None",
    tuple: "a row",
    Mapping: "a mapping {…: …}",
    AbstractSet: "a set",
    Collection: "a list",
    _FUNCTION: "a function",
    Hashable: "a value that never changes",
}
_FEW = 3
"""So many keys of a list that should be a mapping stand in what to write instead."""
_SHORT = 20
"""A text of so many characters is written out there."""


class FieldType:
    """What a field, or a part of one, may be: of one of some types, and of what kind its own parts are."""

    def __init__(self, ways: Iterable[tuple[type, FieldType | None]]) -> None:
        self.ways = dict(ways)
        # The types that were met and are fine, each with the kind of its parts, and those that have none.
        self.known: dict[type, FieldType | None] = {}
        self.whole: set[type] = set()

    def fits(self, value: Any) -> bool:
        found = type(value)
        if found not in self.known and not self._learnt(found):
            return False
        part = self.known[found]
        if part is None:
            return True
        parts = value.values() if isinstance(value, Mapping) else value
        return part.whole.issuperset(map(type, parts)) or all(map(part.fits, parts))

    def _learnt(self, found: type) -> bool:
        base = next((each for each in self.ways if _is_one(found, each)), None)
        if base is None:
            return False
        part = self.known[found] = self.ways[base]
        if part is None:
            self.whole.add(found)
        return True


class _Declared:
    """The fields of a class that can't hold just anything."""

    def __init__(self, declared: Any) -> None:
        found = {each.name: _kind_of(declared, each) for each in fields(declared)}
        self.kinds = {name: kind for name, kind in found.items() if kind}
        # Those whose parts are looked at, too; and the types of all fields that were met and are fine, as
        # thousands of declarations are built before a page can be shown, of few types.
        self.rows = [(name, kind) for name, kind in self.kinds.items() if any(kind.ways.values())]
        self.sound: set[tuple[type, ...]] = set()

    def wrong(self, values: Mapping[str, Any]) -> Iterable[str]:
        """The names of those that hold what they can't."""
        types = (*map(type, values.values()),)
        if types in self.sound:
            return [name for name, kind in self.rows if values[name] and not kind.fits(values[name])]
        found = [name for name, kind in self.kinds.items() if not kind.fits(values[name])]
        if not found:
            self.sound.add(types)
        return found


_declared: Callable[[Any], _Declared] = cache(_Declared)


def check_field_types(
    declared: Any, wrong: Callable[[str, object, str], DeclarationError] | None = None
) -> None:
    """Raises DeclarationError where a field holds what it can't. `wrong` makes it, from the field, what was
    given and what is allowed; without it the class and its first field say where.
    """
    of, values = _declared(type(declared)), vars(declared)
    for name in of.wrong(values):
        raise (wrong or _wrong_in(declared))(*_told(type(declared), name, of.kinds[name], values[name]))


def _wrong_in(declared: Any) -> Callable[[str, object, str], DeclarationError]:
    first = next(iter(vars(declared).values()))
    called = f" {format_value(first)}" if isinstance(first, (str, int)) else ""
    kind = re.sub("(?<=[a-z])(?=[A-Z])", " ", type(declared).__name__).lower()
    where = f"{kind}{called}"
    return lambda what, given, allowed: DeclarationError(f"{where}: {what}", given, allowed)


def _is_one(found: type, base: type) -> bool:
    """Whether a value of the one type is one of the other: yes is no number, and a text no list."""
    if base is int and issubclass(found, bool):
        return False
    if base is Collection and issubclass(found, (str, Mapping)):
        return False
    return issubclass(found, base)


def _parts(value: Any) -> Iterable[tuple[Any, Any]]:
    """What a row or a mapping holds, each with its place or its key."""
    return value.items() if isinstance(value, Mapping) else enumerate(value, 1)


# The kinds of a class, read off its annotations


def _kind_of(declared: Any, of: Field[Any]) -> FieldType | None:
    owner = next(each for each in declared.__mro__ if of.name in vars(each).get("__annotations__", ()))
    # Text, unless it stands in a module of a game that doesn't import annotations from __future__.
    text = of.type if isinstance(of.type, str) else getattr(of.type, "__name__", "")
    module = sys.modules.get(owner.__module__)
    return _read(text, module) if module else None


@cache
def _read(annotation: str, module: ModuleType) -> FieldType | None:
    """`tuple[Input, ...] | None` as a kind; none where anything may stand, or what it is isn't known here."""
    names, ways = vars(module), []
    for each in _apart(annotation, "|"):
        name, _, inside = each.partition("[")
        base: Any = NoneType if name == "None" else names.get(name, vars(builtins).get(name))
        base = getattr(base, "__origin__", base)  # of a name for more, such as Inputs
        if base is Any or not isinstance(base, type):
            return None
        first, *more = _apart(inside.removesuffix("]"), ",") if base in (tuple, Mapping) else ("",)
        part = first if base is tuple and more == ["..."] else more[0] if base is Mapping and more else ""
        ways.append((base, _read(part, module) if part else None))
    return FieldType(ways)


def _apart(text: str, sign: str) -> list[str]:
    """The text taken apart at each such sign that stands in no brackets."""
    found: list[str] = []
    for each in text.split(sign):
        if found and found[-1].count("[") > found[-1].count("]"):
            found[-1] += sign + each
        else:
            found.append(each)
    return [each.strip() for each in found]


# What to write instead


def _told(declared: Any, name: str, kind: FieldType, value: Any) -> tuple[str, object, str]:
    """The field, or the part of it that is wrong, what was given, and what to write instead."""
    of = next(each for each in fields(declared) if each.name == name)
    if value is of.default:  # it stands for nothing: the field must be given
        return name, None, _in_order(declared)
    what, kind, value, in_row = _innermost(name, kind, value)
    allowed = _instead(kind, value)
    if what != name:
        star = "; a row within the row has a star before it: *(…)" if in_row and _is_row(value) else ""
        return what, value, f"{allowed}{star}"
    if not {int, str, bool} & kind.ways.keys():
        return name, value, allowed
    # A number, a text or a flag in another's place is a slip in their order.
    if not of.kw_only:
        return name, value, f"{allowed}: {_in_order(declared)}"
    digits = int in kind.ways and isinstance(value, str) and value.isdecimal()
    return name, value, f"{allowed}: {name}={value}" if digits else allowed


def _innermost(
    what: str, kind: FieldType, value: Any, in_row: bool = False
) -> tuple[str, FieldType, Any, bool]:
    """What is wrong, as near as can be: rather than a row its entry, and whether it is one."""
    part = kind.known.get(type(value))
    if part is None:
        return what, kind, value, in_row
    at, wrong = next((at, each) for at, each in _parts(value) if not part.fits(each))
    return _innermost(f"{what}: {_place(value, at)}", part, wrong, not isinstance(value, Mapping))


def _place(value: object, at: object) -> str:
    return format_value(at) if isinstance(value, Mapping) else f"entry {at}"


def _is_row(value: object) -> bool:
    return isinstance(value, (list, tuple, set, frozenset)) or hasattr(value, "__next__")


def _in_order(declared: Any) -> str:
    """`Int(name, label, low, high, …)`"""
    by_place = [each.name for each in fields(declared) if not each.kw_only]
    rest = ["…"] if len(by_place) < len(fields(declared)) else []
    return f"{declared.__name__}({', '.join(by_place + rest)})"


def _instead(kind: FieldType, value: Any) -> str:
    if tuple in kind.ways:
        if hasattr(value, "__next__"):
            return "a row: tuple(…) around it"
        one = next(iter(value), None) if _is_row(value) else value
        brackets = " in round brackets" if _is_row(value) else ""
        return f"a row{brackets}, a comma behind each: ({_written(kind.ways[tuple], one)},)"
    if isinstance(value, type) and issubclass(value, tuple(kind.ways)):
        return f"{value.__name__}(…), what it takes in brackets behind it"
    if Mapping in kind.ways and _FUNCTION not in kind.ways and _is_row(value):
        behind = _written(kind.ways[Mapping], None)
        keys = [f"{format_value(each)}: {behind}" for each in value if isinstance(each, (str, int))]
        return f"a mapping {{{', '.join(keys[:_FEW] or ['…: …'])}}}"
    if AbstractSet in kind.ways:
        return f"a set: {{{_written(None, value)}}}"
    return join_or(map(_said, kind.ways))


def _said(base: type) -> str:
    return _SAID.get(base) or vars(base).get("TYPE_HINT") or f"{base.__name__}(…)"


def _written(kind: FieldType | None, value: object) -> str:
    """A part of a row as it is written: the very one that was given, if it is one and short."""
    if kind is None or kind.fits(value):
        if isinstance(value, str):
            return f'"{value}"' if len(value) <= _SHORT and value.isprintable() else '"…"'
        if isinstance(value, int):
            return str(value)
        return "…" if kind is None or isinstance(value, (tuple, Mapping)) else f"{type(value).__name__}(…)"
    base = next(iter(kind.ways))
    return {str: '"…"', int: "6", tuple: "(…,)", Mapping: "{…: …}"}.get(base) or _said(base).split(",")[0]
