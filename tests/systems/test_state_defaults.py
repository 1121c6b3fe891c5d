"""The form and the dataclass of a state have the same defaults."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, fields
from typing import Any, get_args, get_type_hints

import pytest

from rules_py.base.jsonable import to_jsonable
from rules_py.inputs import Input, ListOf, Record
from rules_py.inputs.base import REQUIRED
from rules_py.systems.action_consequence.tracker import schema as conflicts
from rules_py.systems.action_consequence.tracker.shape import Conflict
from rules_py.systems.dichotomy.tracker import schema as battles
from rules_py.systems.dichotomy.tracker.shape import Fight as Battle
from rules_py.systems.two_d6.tracker import schema as fights
from rules_py.systems.two_d6.tracker.shape import Fight
from rules_py.tracker import Serializable


def shared_defaults(shape: type[Serializable], record: Record, at: str) -> Iterator[tuple[str, Any, Any]]:
    """Yield, for each field that a dataclass and a form share, its path and the default of each."""
    hints, form_fields = get_type_hints(shape), {each.name: each for each in record.fields}
    for field in fields(shape):
        name = field.metadata.get("called", field.name)
        input = form_fields.get(name)
        if input is None:
            continue
        if field.default is not MISSING and input.default is not REQUIRED:
            yield f"{at}.{name}", to_jsonable(field.default), to_jsonable(input.default)
        inner: Input = input.item if isinstance(input, ListOf) else input
        shapes = [
            each for each in (hints[field.name], *get_args(hints[field.name])) if isinstance(each, type)
        ]
        for each in shapes:
            if issubclass(each, Serializable) and isinstance(inner, Record):
                yield from shared_defaults(each, inner, f"{at}.{name}")


@pytest.mark.parametrize(
    ("shape", "record"),
    [(Conflict, conflicts.STATE), (Battle, battles.STATE), (Fight, fights.STATE)],
    ids=["action_consequence", "dichotomy", "two_d6"],
)
def test_state_form_and_dataclass_have_the_same_defaults(shape: type[Serializable], record: Record) -> None:
    defaults = [*shared_defaults(shape, record, record.name)]
    assert len(defaults) > 10
    assert [each for each in defaults if (each[1] or None) != (each[2] or None)] == []
