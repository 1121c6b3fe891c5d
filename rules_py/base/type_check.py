"""Type checks of declarations: each field must hold what its annotation says.

The class declares its types once, for mypy and for authors who don't use mypy.
"""

from __future__ import annotations

import builtins
import re
import sys
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import Field, fields
from functools import cache, reduce
from types import ModuleType, NoneType
from typing import Any

from rules_py.base.errors import DeclarationError, format_value, join_or

_FUNCTION: Any = Callable
_TYPE_NAMES: dict[type, str] = {
    bool: "True or False",
    int: "a whole number",
    str: "a text",
    NoneType: "None",
    tuple: "a tuple",
    Mapping: "a mapping {…: …}",
    AbstractSet: "a set",
    Collection: "a list",
    _FUNCTION: "a function",
    Hashable: "a hashable value",
}
_MAX_KEYS = 3
"""Keys shown in a suggested mapping."""
_MAX_TEXT = 20
"""Characters of a text shown in a suggestion."""


class FieldType:
    """The types that a field, or an item in it, may have, each with the type of its own items."""

    def __init__(self, options: Iterable[tuple[type, FieldType | None]]) -> None:
        self.options = dict(options)
        # The concrete types accepted so far, with the type of their items, and those without items to check.
        self.accepted: dict[type, FieldType | None] = {}
        self.without_items: set[type] = set()

    def accepts(self, value: Any) -> bool:
        kind = type(value)
        if kind not in self.accepted and not self._learn(kind):
            return False
        item_type = self.accepted[kind]
        if item_type is None:
            return True
        items = value.values() if isinstance(value, Mapping) else value
        return item_type.without_items.issuperset(map(type, items)) or all(map(item_type.accepts, items))

    def _learn(self, kind: type) -> bool:
        base = next((option for option in self.options if _is_instance(kind, option)), None)
        if base is None:
            return False
        item_type = self.accepted[kind] = self.options[base]
        if item_type is None:
            self.without_items.add(kind)
        return True


class _ClassTypes:
    """The types of a class's fields, without those that accept anything."""

    def __init__(self, cls: Any) -> None:
        types = {field.name: _field_type(cls, field) for field in fields(cls)}
        self.types = {name: field_type for name, field_type in types.items() if field_type}
        # Thousands of declarations of few types are built before a page can be shown: if the fields' own
        # types were accepted before, only their items are checked again.
        self._containers = [
            (name, field_type) for name, field_type in self.types.items() if any(field_type.options.values())
        ]
        self._accepted: set[tuple[type, ...]] = set()

    def invalid_fields(self, values: Mapping[str, Any]) -> Iterable[str]:
        kinds = (*map(type, values.values()),)
        if kinds in self._accepted:
            return [
                name
                for name, field_type in self._containers
                if values[name] and not field_type.accepts(values[name])
            ]
        invalid = [name for name, field_type in self.types.items() if not field_type.accepts(values[name])]
        if not invalid:
            self._accepted.add(kinds)
        return invalid


_class_types: Callable[[Any], _ClassTypes] = cache(_ClassTypes)


def check_field_types(
    declaration: Any, make_error: Callable[[str, object, str], DeclarationError] | None = None
) -> None:
    """Raise DeclarationError if a field holds a value of another type.

    `make_error` gets the field, its value and what is expected. Without it the message names the class and
    its first field.
    """
    types, values = _class_types(type(declaration)), vars(declaration)
    for name in types.invalid_fields(values):
        problem = _describe(type(declaration), name, types.types[name], values[name])
        raise (make_error or _error_maker(declaration))(*problem)


def _error_maker(declaration: Any) -> Callable[[str, object, str], DeclarationError]:
    first = next(iter(vars(declaration).values()))
    name = f" {format_value(first)}" if isinstance(first, (str, int)) else ""
    kind = re.sub("(?<=[a-z])(?=[A-Z])", " ", type(declaration).__name__).lower()
    return lambda field, value, expected: DeclarationError(f"{kind}{name}: {field}", value, expected)


def _is_instance(kind: type, base: type) -> bool:
    """Return whether a value of `kind` may be used as a `base`: a bool isn't a number, nor a str a list."""
    if base is int and issubclass(kind, bool):
        return False
    if base is Collection and issubclass(kind, (str, Mapping)):
        return False
    return issubclass(kind, base)


def _field_type(cls: Any, field: Field[Any]) -> FieldType | None:
    owner = next(base for base in cls.__mro__ if field.name in vars(base).get("__annotations__", ()))
    # An annotation is a string, except in a game's module without `from __future__ import annotations`.
    text = field.type if isinstance(field.type, str) else getattr(field.type, "__name__", "")
    module = sys.modules.get(owner.__module__)
    try:
        return _parse(text, module, owner.__type_params__) if module and text else None
    except NameError as error:
        what = f"{cls.__name__}.{field.name}: annotation {text!r}"
        message = f"{error.name} isn't imported at run time in {owner.__module__}. Import it there."
        raise DeclarationError(what, error.name, "", message=message) from error


@cache
def _parse(annotation: str, module: ModuleType, params: tuple[Any, ...]) -> FieldType | None:
    """Return the type of `tuple[Input, ...] | None`, or None for Any.

    Raises NameError for a name that the module doesn't have, such as one imported for type checkers alone.
    """
    options = []
    for part in _split(annotation, "|"):
        name, _, arguments = part.partition("[")
        base = _resolve(name, module, params)
        base = getattr(base, "__origin__", base)  # the name of an alias such as Inputs
        if base is Any or not isinstance(base, type):
            return None
        first, *more = _split(arguments.removesuffix("]"), ",") if base in (tuple, Mapping) else ("",)
        item = first if base is tuple and more == ["..."] else more[0] if base is Mapping and more else ""
        options.append((base, _parse(item, module, params) if item else None))
    return FieldType(options)


def _resolve(name: str, module: ModuleType, params: tuple[Any, ...]) -> Any:
    """Return the object that a name, perhaps dotted, refers to in a module or a generic class of it."""
    if name == "None":
        return NoneType
    known = {param.__name__: param for param in params}
    first, *rest = name.split(".")
    for names in (known, vars(module), vars(builtins)):
        if first in names:
            return reduce(getattr, rest, names[first])
    raise NameError(f"name {first!r} is not defined", name=first)


def _split(text: str, separator: str) -> list[str]:
    """Split at the separators outside brackets."""
    parts: list[str] = []
    for piece in text.split(separator):
        if parts and parts[-1].count("[") > parts[-1].count("]"):
            parts[-1] += separator + piece
        else:
            parts.append(piece)
    return [part.strip() for part in parts]


def _describe(cls: Any, name: str, field_type: FieldType, value: Any) -> tuple[str, object, str]:
    """Return the field, or the item in it that is wrong, its value, and what is expected."""
    field = next(field for field in fields(cls) if field.name == name)
    if value is field.default:  # a placeholder: the field is required
        return name, None, _signature(cls)
    subject, field_type, value, in_row = _find_invalid_item(name, field_type, value)
    expected = _describe_expected(field_type, value)
    if subject != name:
        star = " (unpack a tuple inside a tuple with a star: *(…))" if in_row and _is_row(value) else ""
        return subject, value, f"{expected}{star}"
    if not {int, str, bool} & field_type.options.keys():
        return name, value, expected
    # A number, text or flag instead of another of these: the arguments are probably in the wrong order.
    if not field.kw_only:
        return name, value, f"{expected}, as in {_signature(cls)}"
    is_number = int in field_type.options and isinstance(value, str) and value.isdecimal()
    return name, value, f"{expected} ({name}={value})" if is_number else expected


def _find_invalid_item(
    subject: str, field_type: FieldType, value: Any, in_row: bool = False
) -> tuple[str, FieldType, Any, bool]:
    """Return the innermost invalid item, its type, its value, and whether it is in a row."""
    item_type = field_type.accepted.get(type(value))
    if item_type is None:
        return subject, field_type, value, in_row
    is_mapping = isinstance(value, Mapping)
    items = value.items() if is_mapping else enumerate(value, 1)
    key, item = next((key, item) for key, item in items if not item_type.accepts(item))
    place = format_value(key) if is_mapping else f"entry {key}"
    return _find_invalid_item(f"{subject}: {place}", item_type, item, not is_mapping)


def _is_row(value: object) -> bool:
    return isinstance(value, (list, tuple, set, frozenset)) or hasattr(value, "__next__")


def _signature(cls: Any) -> str:
    """Return `Int(name, label, low, high, …)`."""
    positional = [field.name for field in fields(cls) if not field.kw_only]
    rest = ["…"] if len(positional) < len(fields(cls)) else []
    return f"{cls.__name__}({', '.join(positional + rest)})"


def _describe_expected(field_type: FieldType, value: Any) -> str:
    options = field_type.options
    if tuple in options:
        if hasattr(value, "__next__"):
            return "a tuple (put tuple(…) around it)"
        item = next(iter(value), None) if _is_row(value) else value
        return f"a tuple with a comma after each item, ({_item_code(options[tuple], item)},)"
    if isinstance(value, type) and issubclass(value, tuple(options)):
        return f"an instance, {value.__name__}(…)"
    if Mapping in options and _FUNCTION not in options and _is_row(value):
        item = _item_code(options[Mapping], None)
        pairs = [f"{format_value(key)}: {item}" for key in value if isinstance(key, (str, int))]
        return f"a mapping {{{', '.join(pairs[:_MAX_KEYS] or ['…: …'])}}}"
    if AbstractSet in options:
        return f"a set, {{{_item_code(None, value)}}}"
    return str(join_or(map(_type_name, options)))


def _type_name(base: type) -> str:
    return _TYPE_NAMES.get(base) or vars(base).get("TYPE_HINT") or f"{base.__name__}(…)"


def _item_code(item_type: FieldType | None, value: object) -> str:
    """Return the code of an item: the value itself if it is valid and short, otherwise an example."""
    if item_type is None or item_type.accepts(value):
        if isinstance(value, str):
            return f'"{value}"' if len(value) <= _MAX_TEXT and value.isprintable() else '"…"'
        if isinstance(value, int):
            return str(value)
        is_container = item_type is None or isinstance(value, (tuple, Mapping))
        return "…" if is_container else f"{type(value).__name__}(…)"
    base = next(iter(item_type.options))
    example = {str: '"…"', int: "6", tuple: "(…,)", Mapping: "{…: …}"}.get(base)
    return example or _type_name(base).split(",")[0]
