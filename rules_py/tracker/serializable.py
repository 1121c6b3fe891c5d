"""Immutable states and events: dataclasses declared with their inputs, saved as plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields
from functools import cache
from types import UnionType
from typing import Any, Self, get_args, get_origin, get_type_hints

from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.house_rules import HouseRules, Option
from rules_py.inputs import Input, Record
from rules_py.inputs.base import REQUIRED


@dataclass(frozen=True)
class Serializable:
    """The base class of states, their parts and events.

    A field holds a plain value, another Serializable, a tuple of either (`tuple[X, ...]`), or perhaps nothing
    (`X | None`). A field made by `state_field` or `setup_field` also declares its input.
    """

    def to_json(self) -> dict[str, Any]:
        """Return the plain data that `read` accepts."""
        values = {each: getattr(self, each.name) for each in fields(self)}
        return {
            _name(each): to_jsonable(value)
            for each, value in values.items()
            if value or not each.metadata.get("left_out_if_empty")
        }

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Self:
        """Return the value of checked plain data. Ignore unknown keys; use the defaults for missing ones."""
        shape: Any = cls  # mypy doesn't consider it hashable
        return cls(**{name: read(data[key]) for name, key, read in _readers(shape) if key in data})

    @classmethod
    def inputs(cls) -> tuple[Input, ...]:
        """Return the inputs that check a saved value."""
        return tuple(each.metadata["input"] for each in fields(cls) if "input" in each.metadata)

    @classmethod
    def setup_inputs(cls) -> tuple[Input, ...]:
        """Return the inputs of the form in which the value is set up."""
        return tuple(field for each in fields(cls) if (field := each.metadata.get("setup")))

    @classmethod
    def record(cls, name: str = "", label: str = "", **more: Any) -> Record:
        """Return the input of a saved value."""
        return Record(name, label, cls.inputs(), **more)


def state_field(state_input: Input, *, setup: Input | None = None, **more: Any) -> Any:
    """Return a dataclass field that is saved under the name of its input and has the input's default.

    `setup` is the input that the setup form shows instead.
    """
    default = state_input.default
    if not more and isinstance(default, Mapping):
        more["default_factory"] = lambda: dict(default)
    elif not more and default is not REQUIRED:
        more["default"] = tuple(default) if isinstance(default, list) else default
    return field(metadata={"input": state_input, "setup": setup}, **more)


def house_field(options: tuple[Option, ...]) -> Any:
    """Return a field of the state for the values of house rules that differ from the book's.

    A state by the book is saved without it.
    """
    declared = HouseRules("house", "House rules", options=options, default={})
    return field(metadata={"input": declared, "left_out_if_empty": True}, default_factory=dict, hash=False)


def setup_field(state_input: Input, **more: Any) -> Any:
    """Return a field of the state for which the setup form asks, too."""
    return state_field(state_input, setup=state_input, **more)


def json_field(name: str, **more: Any) -> Any:
    """Return a dataclass field with another name in plain data, such as `with`."""
    return field(metadata={"called": name}, **more)


def _name(attribute: Field[Any]) -> str:
    if "input" in attribute.metadata:
        return str(attribute.metadata["input"].name)
    return str(attribute.metadata.get("called", attribute.name))


@cache
def _readers(shape: type[Serializable]) -> tuple[tuple[str, str, Callable[[Any], Any]], ...]:
    """Return each field's name, its name in plain data, and a function that reads its value."""
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
    if isinstance(hint, type) and issubclass(hint, Serializable):
        return hint.read
    return lambda value: value
