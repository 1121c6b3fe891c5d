"""The shape of a state or an event: a frozen dataclass that is given as plain data, and read back from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields
from functools import cache
from types import UnionType
from typing import Any, Self, get_args, get_origin, get_type_hints

from rules_py.base.jsonable import to_jsonable


@dataclass(frozen=True)
class Shape:
    """Base of such dataclasses.

    Their fields hold plain values, Shapes, tuples of either (`tuple[X, ...]`), or none (`X | None`). A field
    made with `called` has another name in the plain data.
    """

    def to_json(self) -> dict[str, Any]:
        return {_name(each): to_jsonable(getattr(self, each.name)) for each in fields(self)}

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self:
        """The value of its plain data, checked before. What is left out is at its default, and what belongs
        to no field is passed over.
        """
        shape: Any = cls  # which mypy doesn't take for hashable
        return cls(**{name: read(data[key]) for name, key, read in _readers(shape) if key in data})


def called(name: str, **more: Any) -> Any:
    """A field that the plain data calls so, because Python can't: `with`."""
    return field(metadata={"called": name}, **more)


def _name(declared: Field[Any]) -> str:
    return str(declared.metadata.get("called", declared.name))


@cache
def _readers(shape: type[Shape]) -> tuple[tuple[str, str, Callable[[Any], Any]], ...]:
    """Each field's name, its name in plain data, and how its value is read."""
    hints = get_type_hints(shape)
    return tuple((each.name, _name(each), _reader(hints[each.name])) for each in fields(shape))


def _reader(hint: Any) -> Callable[[Any], Any]:
    if get_origin(hint) is UnionType:
        (inner,) = (each for each in get_args(hint) if each is not type(None))
        read = _reader(inner)
        return lambda value: None if value is None else read(value)
    if get_origin(hint) is tuple:
        read = _reader(get_args(hint)[0])
        return lambda value: tuple(map(read, value or ()))
    if isinstance(hint, type) and issubclass(hint, Shape):
        return hint.read
    return lambda value: value
