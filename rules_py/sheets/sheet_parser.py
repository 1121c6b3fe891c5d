"""Parsing of a sheet's data: valid values are used, and invalid ones are reported beside their fields.

A sheet comes from a form, a file or a link. Each field is parsed by its own input. An invalid value is
replaced by the nearest valid one, so that the rules always evaluate data of the declared types.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import singledispatch
from typing import Any

from rules_py import inputs
from rules_py.base.errors import DeclarationError, InputError, join_or
from rules_py.base.limits import MAX_ROWS
from rules_py.base.problems import Problem, ProblemGroup
from rules_py.base.wording import join_words, name_key, quote
from rules_py.calculators.house_rules import Option, all_values
from rules_py.inputs import Input, is_empty

MAX_OUT_OF_RANGE = 9_999
"""The furthest a number may be out of range and still be used."""


@dataclass
class ParsedSheet:
    """The values of a sheet after parsing, and its problems.

    values       every field by name. An unreadable entry of a list is None, so the indexes of the others stay
    problems     the problems so far
    replaced     the paths of invalid values that were replaced
    keyed_paths  for each mapping with names that the reader entered, the path of each name's value
    data         the original data
    house        the value of every option of the game: the book's, or that of the table's house rules
    """

    codes: ProblemGroup
    values: dict[str, Any] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    replaced: set[str] = field(default_factory=set)
    keyed_paths: dict[str, dict[str, str]] = field(default_factory=dict)
    data: Mapping[str, Any] = field(default_factory=dict)
    house: Mapping[str, Any] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Any:
        if name not in self.values:
            raise DeclarationError("sheet", name, join_or(self.values), kind="field")
        return self.values[name]

    def given_rows(self, name: str) -> list[Any]:
        """Return the entries of a list as they were before parsing."""
        rows = self.data.get(name)
        return list(rows) if isinstance(rows, (list, tuple)) else []

    def is_valid(self, path: str) -> bool:
        """Return whether the value at this path was accepted without being replaced."""
        return path not in self.replaced

    def entries(self, name: str) -> list[tuple[int, Any]]:
        """Return the readable entries of a list, each with its index."""
        return [(place, each) for place, each in enumerate(self.values[name]) if each is not None]

    def add_problem(self, path: str, code: str, more: str = "", *, rule: str | None = None) -> None:
        """Report a broken rule: the path of the field, one of the sheet's codes, and `more` text after its
        message.
        """
        self.problems.append(self.codes.problem(path, code, more, rule=rule))

    def parse_fields(self, fields: Sequence[Input], data: Mapping[str, Any], at: str = "") -> dict[str, Any]:
        """Parse these fields of a mapping and return their values by name."""
        read = {}
        for each in fields:
            path = f"{at}.{each.name}" if at else each.name
            value = data.get(each.name)
            if each.name not in data or is_empty(value):
                read[each.name] = self._without(each, path, value)
            else:
                read[each.name] = _read(each, self, value, path)
        return read

    def _without(self, field: Input, path: str, value: Any) -> Any:
        if field.missing:
            self.add_problem(path, field.missing)
            self.replaced.add(path)
            return self._replacement(field, path)
        if isinstance(field, inputs.Record):
            return self.parse_fields(field.fields, {}, path)
        if isinstance(field, inputs.Text) and isinstance(value, str):
            return value
        if self._is_open(field, path):
            return self._replace_invalid(field, value, path)
        return self._replacement(field, path)

    def _is_open(self, field: Input, path: str) -> bool:
        """Return whether the field is a required choice in a row, which no default can replace."""
        in_row = any(part.isdigit() for part in path.split("."))
        chosen = isinstance(field, inputs.Choice) and not field.optional
        return in_row and chosen and field.default is inputs.REQUIRED

    def _replacement(self, field: Input, path: str) -> Any:
        """Return a replacement for a missing value: the lowest number, a blank sheet's value or None."""
        if isinstance(field, inputs.Record):
            return {each.name: self._replacement(each, f"{path}.{each.name}") for each in field.fields}
        if isinstance(field, inputs.ListOf):
            return []
        if isinstance(field, inputs.Int) and field.default is inputs.REQUIRED:
            return None if field.optional else field.low
        if self._is_open(field, path):
            return None
        # If the form starts empty, the default is the meaning of the missing value.
        means = field.default if field.initial_value is None else field.initial_value
        return None if means is inputs.REQUIRED else deepcopy(means)

    def _replace_invalid(self, field: Input, value: Any, path: str) -> Any:
        """Report an invalid value and return its replacement."""
        self.replaced.add(path)
        code = field.code_for(value)
        if code in self.codes:
            self.add_problem(path, code, "" if is_empty(value) else f" You entered {quote(value)}.")
        else:
            self.problems.append(Problem(path, code, field.user_message(value), field.rule))
        return self._replacement(field, path)

    def _report_duplicate(self, field: inputs.Keyed | inputs.Several, value: Any, path: str) -> None:
        """Report a duplicate."""
        if field.twice:
            self.add_problem(path, field.twice, f" You entered {quote(value)}.")
        else:
            problem = Problem(path, field.code, f"{quote(value)} is listed twice.", field.rule)
            self.problems.append(problem)


@singledispatch
def _read(field: Input, reading: ParsedSheet, value: Any, path: str) -> Any:
    """Parse a value by the type of its field. Not a method: dispatching on methods is several times
    slower.
    """
    try:
        return field.parse(value)
    except InputError:
        return reading._replace_invalid(field, value, path)


@_read.register
def _(field: inputs.Int, reading: ParsedSheet, value: Any, path: str) -> Any:
    try:
        return field.parse(value)
    except InputError:
        otherwise = reading._replace_invalid(field, value, path)
        whole = isinstance(value, int) and not isinstance(value, bool)
        if whole and field.as_given and abs(value) <= MAX_OUT_OF_RANGE:
            return value
        return min(max(value, field.low), field.high) if whole else otherwise


@_read.register
def _(field: inputs.Record, reading: ParsedSheet, value: Any, path: str) -> Any:
    if not isinstance(value, Mapping) or len(value) > MAX_ROWS:
        expected = f"a record with {join_words((each.name for each in field.fields), conjunction='and')}"
        raise _damage_error(field, path, value, expected)
    if field.unknown:
        known = {each.name for each in field.fields}
        for name in value:
            if name not in known:
                at = f"{path}.{name}" if isinstance(name, str) else path
                reading.add_problem(at, field.unknown, f" You entered {quote(name)}.")
    return reading.parse_fields(field.fields, value, path)


@_read.register
def _(field: inputs.ListOf, reading: ParsedSheet, value: Any, path: str) -> Any:
    if not isinstance(value, (list, tuple)) or len(value) > max(field.most, MAX_ROWS):
        expected = f"a list of at most {max(field.most, MAX_ROWS)} values"
        raise _damage_error(field, path, value, expected)
    read: list[Any] = []
    for place, each in enumerate(value):
        at = f"{path}.{place}"
        item = _read(field.unnamed_item, reading, each, at)
        if isinstance(field, inputs.Several) and reading.is_valid(at) and item in read:
            reading._report_duplicate(field, each, at)
            item = None
        read.append(item if reading.is_valid(at) else None)
    return read


@_read.register
def _(field: inputs.Keyed, reading: ParsedSheet, values: Any, path: str) -> Any:
    """Return the valid values by name, ignoring rows without a name.

    Of names that differ only in capitals and spaces the first counts.
    """
    rows = field.as_rows(values)
    is_rows = isinstance(rows, list) and all(isinstance(each, Mapping) for each in rows)
    if not is_rows or len(rows) > max(field.most, MAX_ROWS):
        expected = f"a mapping from at most {max(field.most, MAX_ROWS)} names to values"
        raise _damage_error(field, path, values, expected)
    entries: dict[str, Any] = {}
    paths = reading.keyed_paths.setdefault(path, {})
    keys: set[str] = set()
    for place, row in enumerate(rows):
        at, at_value = f"{path}.{place}.of", f"{path}.{place}.value"
        if rows is not values:
            at = at_value = f"{path}.{row['of']}"
        name = row.get("of")
        if is_empty(name):
            continue
        key = _read(field.key, reading, name, at)
        if reading.is_valid(at):
            if name_key(str(key)) in keys:
                reading._report_duplicate(field, key, at)
                continue
            keys.add(name_key(str(key)))
            paths[key] = at_value
        value = _read(field.value, reading, row.get("value"), at_value)
        if reading.is_valid(at) and reading.is_valid(at_value):
            entries[key] = value
    return entries


@_read.register
def _(field: inputs.Text, reading: ParsedSheet, value: Any, path: str) -> Any:
    if isinstance(value, str) and len(value) <= field.longest:
        return value
    reading._replace_invalid(field, value, path)
    return value[: field.longest] if isinstance(value, str) else ""


def _damage_error(field: Input, path: str, value: Any, expected: str) -> InputError:
    words = f"{field.quoted_title} is damaged, so this character can’t be opened."
    return InputError.at(path, value, expected, code="bad_sheet", message=words)


HOUSE = "house"
"""The key of a sheet's data with the house rules of its table, besides its fields."""


def parse_sheet(
    fields: Sequence[Input], data: Mapping[str, Any], codes: ProblemGroup, options: Sequence[Option] = ()
) -> ParsedSheet:
    """Parse the data of a sheet, field by field, and the house rules that it goes by.

    Raises InputError (`bad_sheet`) for a list where a mapping belongs, and the like: data that is no sheet.
    """
    reading = ParsedSheet(codes, data=data, house=all_values(options, data.get(HOUSE)))
    reading.values = reading.parse_fields(fields, data)
    return reading


def reparse(
    reading: ParsedSheet, fields: Sequence[Input], data: Mapping[str, Any], names: Collection[str]
) -> ParsedSheet:
    """Return the parsed sheet with only the named fields parsed again; only their problems are listed."""
    again = parse_sheet([each for each in fields if each.name in names], data, reading.codes)
    unchanged = {path for path in reading.replaced if path.partition(".")[0] not in names}
    keyed = reading.keyed_paths | again.keyed_paths
    values = reading.values | again.values
    replaced = unchanged | again.replaced
    return ParsedSheet(reading.codes, values, again.problems, replaced, keyed, data, reading.house)
