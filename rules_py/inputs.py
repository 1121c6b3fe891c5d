"""The typed inputs of calculators and sheets: what is legal, what to call it, how to read it.

Every door (Python, command line, form, directive) hands values to `parse`, which returns plain checked data
or raises `InputError`. Text is read as a person would type it: `"3"` is the number 3, `"yes"` a flag, a JSON
text a list.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm
from typing import Any

from rules_py import json_text
from rules_py.errors import Fault, InputError, listed

LONGEST_MAPPING = 100
"""Entries of a mapping from keys to numbers."""

LONGEST_KEY = 100

REQUIRED: Any = type("Required", (), {"__repr__": lambda self: "REQUIRED"})()
"""The default of an input that has none."""


@dataclass(frozen=True, kw_only=True)
class Input:
    """Base of all inputs.

    `name` is the contract; `label` and `help` are for people; `rule` is the number of the rule behind it;
    `code` names the problem of a bad value. One with a `default` may be left out, one without must be given;
    `start` is what a form shows at first where there is no default. `optional` lets the value be left out or
    null, which gives None. An example tells a `quiet` input only where it is not at its default.
    """

    name: str = ""
    label: str = ""
    help: str = ""
    rule: str | None = None
    default: Any = REQUIRED
    start: Any = REQUIRED
    optional: bool = False
    quiet: bool = False
    code: str = "bad_value"

    @property
    def usual(self) -> Any:
        """The value a form shows at first: `start`, else the default, else nothing."""
        shown = self.default if self.start is REQUIRED else self.start
        return None if shown is REQUIRED else shown

    @property
    def allowed(self) -> str:
        """What is allowed, as the end of a sentence: `a whole number from 0 to 10`."""
        raise NotImplementedError(f"{type(self).__name__} does not say what is allowed")

    def parse(self, value: Any) -> Any:
        """The checked value. Raises InputError naming what is allowed."""
        if self.optional and (value is None or value == ""):
            return None
        return self.read(value)

    def read(self, value: Any) -> Any:
        """`parse` for a value that is there."""
        raise NotImplementedError(f"{type(self).__name__} does not read values")

    def refuse(self, value: Any) -> InputError:
        """The error for a value that is not allowed."""
        return InputError.at(self.name, value, self.allowed, code=self.code)


@dataclass(frozen=True, kw_only=True)
class Int(Input):
    """A whole number from `low` to `high`, both included."""

    low: int
    high: int

    @property
    def allowed(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def read(self, value: Any) -> int:
        if isinstance(value, str) and re.fullmatch(r"\s*[+-]?[0-9]{1,12}\s*", value):
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not self.low <= value <= self.high:
            raise self.refuse(value)
        return value


@dataclass(frozen=True, kw_only=True)
class Flag(Input):
    """Yes or no."""

    default: Any = False
    WORDS = {
        "yes": True,
        "true": True,
        "on": True,
        "1": True,
        "no": False,
        "false": False,
        "off": False,
        "0": False,
        "": False,
    }

    @property
    def allowed(self) -> str:
        return "yes or no"

    def read(self, value: Any) -> bool:
        if isinstance(value, str) and value.strip().lower() in self.WORDS:
            return self.WORDS[value.strip().lower()]
        if not isinstance(value, bool):
            raise self.refuse(value)
        return value


@dataclass(frozen=True, kw_only=True)
class Choice(Input):
    """One key of `options` (key to label). `aliases` are other words for a key, accepted and turned into it.

    With `unknown_too`, a short text that is no option passes, for the rules to judge.
    """

    options: Mapping[str, str]
    aliases: Mapping[str, str] = field(default_factory=dict)
    unknown_too: bool = False

    @property
    def allowed(self) -> str:
        return listed(self.options)

    def read(self, value: Any) -> str:
        if isinstance(value, str):
            if value in self.options:
                return value
            if value in self.aliases:
                return self.aliases[value]
            if self.unknown_too and _is_key(value):
                return value
        raise self.refuse(value)


@dataclass(frozen=True, kw_only=True)
class Text(Input):
    """A text of at most `longest` characters; `lines` is how many a form shows."""

    default: Any = ""
    longest: int = 200
    lines: int = 1

    @property
    def allowed(self) -> str:
        return f"a text of at most {self.longest} characters"

    def read(self, value: Any) -> str:
        if not isinstance(value, str) or len(value) > self.longest:
            raise self.refuse(value)
        return value


@dataclass(frozen=True, kw_only=True)
class Chance(Input):
    """A chance from 0 to 1, exact: a Fraction, or text such as "2/3", "0.4" or "40%". Floats are refused."""

    @property
    def allowed(self) -> str:
        return 'a chance from 0 to 1, such as "2/3" or "40%"'

    def read(self, value: Any) -> Fraction:
        # Stripped first: runs of blanks on both sides of a sign that isn't there would be tried in every
        # division.
        text = value.strip() if isinstance(value, str) else ""
        if re.fullmatch(r"[0-9]{1,60}(/[0-9]{1,60}|\.[0-9]{1,60})?\s*%?", text):
            number, percent, _ = text.partition("%")
            try:
                value = Fraction(number.strip()) / (100 if percent else 1)
            except ZeroDivisionError:
                raise self.refuse(value) from None
        if isinstance(value, bool) or not isinstance(value, (int, Fraction)) or not 0 <= value <= 1:
            raise self.refuse(value)
        return Fraction(value)


def _is_key(value: Any) -> bool:
    """Whether a value could be the key of an option, known or not."""
    return isinstance(value, str) and value.isprintable() and len(value) <= LONGEST_KEY


def _pairs(value: Any) -> Any:
    """A mapping that was typed as `key: value, key: value`, or as JSON; anything else comes back as it is."""
    value = json_text.read_if_text(value)
    if not isinstance(value, str) or len(value) > json_text.LONGEST:
        return value
    pairs = [part.split(":", 1) for part in value.split(",") if part.strip()]
    if any(len(pair) != 2 for pair in pairs) or len({pair[0].strip() for pair in pairs}) != len(pairs):
        return value
    return {key.strip(): part.strip() for key, part in pairs}


@dataclass(frozen=True, kw_only=True)
class Amounts(Input):
    """How many of each: a mapping from a key of `options` to a whole number from 0 to `most`, or text:
    `rope: 2, oil: 1`.

    A form gives it as rows, a list of `{"of": "rope", "count": 2}`, whose counts are added up. What is there
    0 times is left out. With `unknown_too`, keys that are no option pass, for the rules to judge.
    """

    options: Mapping[str, str]
    most: int = 1000
    unknown_too: bool = False

    @property
    def allowed(self) -> str:
        return f"a mapping of {listed(self.options)} to a whole number from 0 to {self.most}"

    @property
    def rows(self) -> ListOf:
        """The same as rows of a form."""
        return ListOf(
            name=self.name,
            label=self.label,
            rule=self.rule,
            most=LONGEST_MAPPING,
            item=Record(
                fields=(
                    Choice(
                        name="of",
                        label="What",
                        options=self.options,
                        unknown_too=self.unknown_too,
                        code=self.code,
                        start=next(iter(self.options)),
                    ),
                    Int(name="count", label="How many", low=0, high=self.most, code=self.code, start=1),
                )
            ),
        )

    def read(self, value: Any) -> dict[str, int]:
        value = _pairs(value)
        if isinstance(value, list):
            value = _added_up(self.rows.read(value))
        if not isinstance(value, Mapping) or len(value) > LONGEST_MAPPING:
            raise self.refuse(value)
        known = Choice(options=self.options, code=self.code)
        amount = Int(low=0, high=self.most, code=self.code)
        read = {}
        for key, count in value.items():
            if not _is_key(key) or not (self.unknown_too or key in self.options):
                raise InputError.at(self.name, key, known.allowed, code=self.code)
            try:
                read[key] = amount.parse(count)
            except InputError as error:
                raise error.below(f"{self.name}.{key}") from error
        return {key: count for key, count in read.items() if count}


def _added_up(rows: list[dict[str, Any]]) -> dict[str, int]:
    """Rows of a form as a mapping; the same key twice is added up."""
    counts: dict[str, int] = {}
    for row in rows:
        counts[row["of"]] = counts.get(row["of"], 0) + row["count"]
    return counts


@dataclass(frozen=True, kw_only=True)
class Distribution(Input):
    """The chance of each whole number from 0 to `high`: a mapping such as {"0": "1/4", "1": "3/4"}, or
    text: `0: 1/4, 1: 3/4`.

    Chances are exact and sum to 1; what has no chance is left out. `finest` bounds their common denominator,
    so that what is worked out from them stays quick. Gives a dict from int to Fraction, in ascending order.
    """

    high: int = 20
    finest: int = 10**24

    @property
    def allowed(self) -> str:
        numbers = f"whole numbers from 0 to {self.high}"
        return f'a mapping of {numbers} to their chances, such as "3/4", which sum to 1'

    def read(self, value: Any) -> dict[int, Fraction]:
        value = _pairs(value)
        if not isinstance(value, Mapping) or not 1 <= len(value) <= LONGEST_MAPPING:
            raise self.refuse(value)
        number, chance = Int(low=0, high=self.high), Chance()
        try:
            read = sorted((number.parse(key), chance.parse(part)) for key, part in value.items())
        except InputError:
            raise self.refuse(value) from None
        numbers = [key for key, _ in read]
        too_fine = lcm(*(part.denominator for _, part in read)) > self.finest
        if len(set(numbers)) != len(numbers) or sum(part for _, part in read) != 1 or too_fine:
            raise self.refuse(value)
        return {key: part for key, part in read if part}


@dataclass(frozen=True, kw_only=True)
class ListOf(Input):
    """From `fewest` to `most` values of one kind; each is parsed by `item`, whose name is its place."""

    item: Input
    fewest: int = 0
    most: int = 20

    @property
    def allowed(self) -> str:
        number = str(self.most) if self.fewest == self.most else f"{self.fewest} to {self.most}"
        return f"a list of {number}, each {self.item.allowed}"

    def parse(self, value: Any) -> Any:
        # A form has no other way to leave a list out than to give an empty one.
        return super().parse(None if self.optional and self.fewest and value == [] else value)

    def read(self, value: Any) -> list:
        value = json_text.read_if_text(value)
        if not isinstance(value, (list, tuple)) or not self.fewest <= len(value) <= self.most:
            raise self.refuse(value)
        item = replace(self.item, name="")  # its place in the list is its name
        return _each(self.name, [(str(place), item, each) for place, each in enumerate(value)])


@dataclass(frozen=True, kw_only=True)
class Several(ListOf):
    """Any of the options of a Choice, each at most once, in the order of the options."""

    item: Choice

    def read(self, value: Any) -> list[str]:
        chosen = super().read(value)
        if len(set(chosen)) != len(chosen):
            raise InputError.at(self.name, value, f"{self.allowed}, none of them twice", code=self.code)
        return [key for key in self.item.options if key in chosen]


@dataclass(frozen=True, kw_only=True)
class Record(Input):
    """Named values, each parsed by its own input; what has a default may be left out. Gives a dict.

    Where `kind` names a Choice among them, `only_for` says which of its keys a field is of use for: a form
    shows the field for those alone. It may be given all the same. `unmarked` is what a record is called in
    which nothing was chosen.
    """

    fields: tuple[Input, ...]
    kind: str = ""
    unmarked: str = "as usual"
    only_for: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def allowed(self) -> str:
        return "a record of " + ", ".join(f"{each.name} ({self._allowed_in(each)})" for each in self.fields)

    @staticmethod
    def _allowed_in(field: Input) -> str:
        """What a field allows, lists and records within only named: a message must stay readable."""
        return {ListOf: "a list", Several: "a list", Record: "a record"}.get(type(field)) or field.allowed

    def read(self, value: Any) -> dict:
        value = json_text.read_if_text(value)
        if not isinstance(value, Mapping):
            raise self.refuse(value)
        try:
            return parse_all(self.fields, value)
        except InputError as error:
            raise error.below(self.name) from error


def _each(name: str, items: list[tuple[str, Input, Any]]) -> list:
    """Parse each (place, input, value); raises one InputError for all that were wrong."""
    parsed, faults = [], []
    for place, item, value in items:
        try:
            parsed.append(item.parse(value))
        except InputError as error:
            faults.extend(
                Fault(
                    ".".join(filter(None, (name, place, fault.field))), fault.code, fault.given, fault.allowed
                )
                for fault in error.faults
            )
    if faults:
        raise InputError(*faults)
    return parsed


def parse_all(inputs: tuple[Input, ...], given: Mapping[str, Any]) -> dict[str, Any]:
    """Every input's value by name: as given, or its default. Raises InputError for all that is wrong."""
    parsed, faults = read_all(inputs, given)
    if faults:
        raise InputError(*faults)
    return parsed


def read_all(inputs: tuple[Input, ...], given: Mapping[str, Any]) -> tuple[dict[str, Any], list[Fault]]:
    """The values that are fine, by name, and what is wrong with the others.

    Codes: each input's own for a bad value, `missing_input`, `unknown_input`.
    """
    known = {each.name: each for each in inputs}
    faults: list[Fault] = []
    parsed: dict[str, Any] = {}
    for each in inputs:
        if each.name in given:
            try:
                parsed[each.name] = each.parse(given[each.name])
            except InputError as error:
                faults.extend(error.faults)
        elif each.default is not REQUIRED or each.optional:
            # A copy: what is parsed belongs to the caller, who may change it.
            parsed[each.name] = None if each.default is REQUIRED else deepcopy(each.default)
        else:
            faults.append(Fault(each.name, "missing_input", None, each.allowed))
    for name in given:
        if name not in known:
            faults.append(Fault("input", "unknown_input", name, listed(known)))
    return parsed, faults
