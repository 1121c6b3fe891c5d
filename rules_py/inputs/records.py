"""Inputs made of named inputs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

from rules_py.base import safe_json
from rules_py.base.errors import Fault, InputError, join_or
from rules_py.base.wording import join_words, quote
from rules_py.inputs.base import REQUIRED, Input
from rules_py.inputs.lists import ListOf, Several
from rules_py.inputs.numbers import Int


@dataclass(frozen=True)
class Record(Input):
    """Named values, each parsed by its own input; those with a default may be omitted. Gives a dict.

    If `kind` names a Choice or Flag among the fields, `only_for` tells for which of its keys (`yes` and `no`
    of a Flag) a form shows a field; other values are accepted all the same. `unmarked` is the text of a
    record with nothing chosen. With `lone`, the name of a field, a bare number or text is read as that field
    alone. `phrase` returns the text of a record, instead of the texts of its parts.
    """

    fields: tuple[Input, ...] = REQUIRED
    _: KW_ONLY
    kind: str = ""
    unmarked: str = "as usual"
    only_for: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    phrase: Callable[[Mapping[str, Any]], str] | None = None
    unknown: str = ""
    lone: str = ""

    def _check_consistency(self) -> None:
        names = [each.name for each in self.fields]
        for name in (*filter(None, (self.kind, self.lone)), *self.only_for):
            if name not in names:
                raise self.declaration_error("field in kind, lone or only_for", name, join_or(names))
        for each in self.fields:
            if isinstance(each, Int) and each.follows and each.follows not in names:
                raise self.declaration_error(f"{each.name}: follows", each.follows, join_or(names))
        if len(set(names)) != len(names):
            raise self.declaration_error("fields", names, "a different name for each")

    def is_relevant(self, name: str, values: Mapping[str, Any]) -> bool:
        """Return whether a field applies to a record with these values."""
        if name not in self.only_for or not self.kind:
            return True
        kind = values.get(self.kind)
        return ({True: "yes", False: "no"}[kind] if isinstance(kind, bool) else kind) in self.only_for[name]

    @property
    def expected(self) -> str:
        fields = join_words(
            (f"{each.name} ({self._expected_in(each)})" for each in self.fields), conjunction="and"
        )
        return f"a record with {fields}"

    @staticmethod
    def _expected_in(field: Input) -> str:
        """Return what a field expects, without the details of lists and records."""
        return {ListOf: "a list", Several: "a list", Record: "a record"}.get(type(field)) or field.expected

    def read(self, value: Any) -> dict[str, Any]:
        value = safe_json.parse_if_text(value)
        if self.lone and isinstance(value, (str, int)) and not isinstance(value, bool):
            value = {self.lone: value}
        if not isinstance(value, Mapping):
            raise self.input_error(value)
        try:
            return parse_all(self.fields, value)
        except InputError as error:
            raise error.with_prefix(self.name) from error


def parse_all(inputs: tuple[Input, ...], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the value of every input by name, or its default. Raises InputError for all that is invalid."""
    parsed, faults = read_all(inputs, values)
    if faults:
        raise InputError(*faults)
    return parsed


def read_all(inputs: tuple[Input, ...], values: Mapping[str, Any]) -> tuple[dict[str, Any], list[Fault]]:
    """Return the valid values by name, and the faults of the others.

    Codes: the input's own for an invalid value, `missing_input`, `unknown_input`.
    """
    known = {each.name: each for each in inputs}
    faults: list[Fault] = []
    parsed: dict[str, Any] = {}
    for each in inputs:
        if each.name in values:
            try:
                parsed[each.name] = each.parse(values[each.name])
            except InputError as error:
                faults.extend(error.faults)
        elif each.default is not REQUIRED or each.optional:
            # Return a copy, because callers may change the result.
            parsed[each.name] = None if each.default is REQUIRED else deepcopy(each.default)
        else:
            faults.append(Fault(each.name, "missing_input", None, each.expected, each.user_message(None)))
    for name in values:
        if name not in known:
            message = f"Unknown field {quote(name)}."
            faults.append(Fault("input", "unknown_input", name, join_or(known), message))
    return parsed, faults
