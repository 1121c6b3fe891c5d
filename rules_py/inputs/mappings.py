"""Inputs that are mappings: amounts, names of the reader's own, distributions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

from rules_py.base import safe_json
from rules_py.base.errors import InputError, join_or
from rules_py.base.limits import MAX_JSON_CHARS
from rules_py.base.wording import quote
from rules_py.inputs.base import REQUIRED, Input
from rules_py.inputs.lists import ListOf
from rules_py.inputs.numbers import Chance, Int
from rules_py.inputs.records import Record
from rules_py.inputs.words import MAX_KEY_CHARS, Choice, Text, is_key

MAX_MAPPING_ENTRIES = 100
"""Entries of a mapping."""


@dataclass(frozen=True)
class Amounts(Input):
    """A number of each: a mapping from a key of `options` to a whole number from 0 to `most`, or text: `rope:
    2, oil: 1`.

    A form sends rows, a list of `{"of": "rope", "count": 2}`, whose counts are added up. Zeros are left out.
    With `unknown_too`, other keys are accepted, and the game's rules must check them.
    """

    options: Mapping[str, str] = REQUIRED
    _: KW_ONLY
    most: int = 1000
    unknown_too: bool = False

    @property
    def expected(self) -> str:
        return f"a mapping from {join_or(self.options)} to a whole number from 0 to {self.most}"

    def user_message(self, value: Any) -> str:
        example = f"{next(iter(self.options.values()))}: 2"
        return f"Enter each item and its quantity for {self.title_in_sentence}, for example {example}."

    @property
    def rows(self) -> ListOf:
        """The input as rows of a form."""
        return ListOf(
            self.name,
            self.label,
            Record(
                fields=(
                    Choice(
                        "of",
                        "What",
                        self.options,
                        unknown_too=self.unknown_too,
                        code=self.code,
                        start=next(iter(self.options)),
                    ),
                    Int("count", "How many", 0, self.most, noun="The number", code=self.code, start=1),
                )
            ),
            rule=self.rule,
            most=MAX_MAPPING_ENTRIES,
        )

    def read(self, value: Any) -> dict[str, int]:
        value = _pairs(value)
        if isinstance(value, list):
            value = _added_up(self.rows.read(value))
        if not isinstance(value, Mapping) or len(value) > MAX_MAPPING_ENTRIES:
            raise self.input_error(value)
        known = Choice(self.name, self.label, self.options, code=self.code)
        read = {}
        for key, count in value.items():
            if not is_key(key) or not (self.unknown_too or key in self.options):
                raise known.input_error(key)
            noun = f"The number of “{self.options.get(key, key)}”"
            amount = Int(noun=noun, low=0, high=self.most, code=self.code)
            try:
                read[key] = amount.parse(count)
            except InputError as error:
                raise error.with_prefix(f"{self.name}.{key}") from error
        return {key: count for key, count in read.items() if count}


@dataclass(frozen=True)
class Keyed(Input):
    """A mapping from keys of the reader's own, such as the names of skills, to values of one type.

    A form sends rows, a list of `{"of": "Guts", "value": 3}`; a key may not occur twice. `key` is the input
    of a key: a Text, or a Choice that accepts unknown ones. `twice` is the problem code of a sheet with a
    duplicate key, in whatever case and spacing.
    """

    value: Input = REQUIRED
    _: KW_ONLY
    key: Input = Text(label="Name", longest=MAX_KEY_CHARS)
    most: int = MAX_MAPPING_ENTRIES
    twice: str = ""

    @property
    def expected(self) -> str:
        return f"a mapping from at most {self.most} names to {self.value.expected}"

    def user_message(self, value: Any) -> str:
        return f"Enter a value for each name in {self.title_in_sentence}."

    @cached_property
    def rows(self) -> ListOf:
        """The input as rows of a form."""
        pair = (replace(self.key, name="of"), replace(self.value, name="value"))
        return ListOf(self.name, self.label, Record(fields=pair), rule=self.rule, most=self.most)

    @staticmethod
    def as_rows(value: Any) -> Any:
        """Return a mapping as rows of a form. Anything else is returned unchanged."""
        if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
            return [{"of": key, "value": each} for key, each in value.items()]
        return value

    def read(self, value: Any) -> dict[str, Any]:
        value = self.as_rows(_pairs(value))
        if not isinstance(value, list):
            raise self.input_error(value)
        read: dict[str, Any] = {}
        for row in self.rows.read(value):
            if not row["of"].strip() or row["of"] in read:
                title = self.title_in_sentence
                message = (
                    f"{quote(row['of'])} is listed twice in {title}."
                    if row["of"].strip()
                    else f"Every entry in {title} needs a name."
                )
                expected = "a name for each value, and no name twice"
                raise InputError.at(self.name, row["of"], expected, code=self.code, message=message)
            read[row["of"]] = row["value"]
        return read


@dataclass(frozen=True)
class Distribution(Input):
    """The chance of each whole number from 0 to `high`: a mapping such as `{"0": "1/4", "1": "3/4"}`, or
    text: `0: 1/4, 1: 3/4`.

    Chances are exact and sum to 1; zeros are left out. `finest` limits their common denominator, so that
    computations stay fast. Gives a dict from int to Fraction, in ascending order.
    """

    _: KW_ONLY
    high: int = 20
    finest: int = 10**24

    @property
    def expected(self) -> str:
        numbers = f"whole numbers from 0 to {self.high}"
        return f'a mapping from {numbers} to chances such as "3/4" that add up to 1'

    def user_message(self, value: Any) -> str:
        return f"Enter each number with its chance for {self.title_in_sentence}, such as 0: 1/4, 1: 3/4."

    def read(self, value: Any) -> dict[int, Fraction]:
        original, value = value, _pairs(value)
        if not isinstance(value, Mapping) or not 1 <= len(value) <= MAX_MAPPING_ENTRIES:
            raise self.input_error(original)
        number = Int(low=0, high=self.high, noun=f"Each number in {self.title_in_sentence}")
        chance = Chance(noun=f"Each chance in {self.title_in_sentence}")
        try:
            read = sorted((number.parse(key), chance.parse(part)) for key, part in value.items())
        except InputError as error:
            raise self.input_error(original, error.user_message) from None
        if why := self._wrong_as_a_whole(read):
            raise self.input_error(original, why)
        return {key: part for key, part in read if part}

    def _wrong_as_a_whole(self, read: list[tuple[int, Fraction]]) -> str:
        """Return what is wrong with the chances as a whole, as a sentence, or ""."""
        title = self.title_in_sentence
        numbers = [key for key, _ in read]
        whole = sum((part for _, part in read), Fraction())
        if len(set(numbers)) != len(numbers):
            return f"{self.quoted_title} lists a number twice."
        if whole != 1:
            return f"The chances in {title} add up to {_short(whole)}; they must add up to 1."
        if lcm(*(part.denominator for _, part in read)) > self.finest:
            return f"The chances in {title} are too precise. Round them."
        return ""


def _pairs(value: Any) -> Any:
    """Return the mapping of `key: value, key: value` or JSON. Anything else is returned unchanged."""
    value = safe_json.parse_if_text(value)
    if not isinstance(value, str) or len(value) > MAX_JSON_CHARS:
        return value
    pairs = [part.split(":", 1) for part in value.split(",") if part.strip()]
    if any(len(pair) != 2 for pair in pairs) or len({pair[0].strip() for pair in pairs}) != len(pairs):
        return value
    return {key.strip(): part.strip() for key, part in pairs}


def _added_up(rows: list[dict[str, Any]]) -> dict[str, int]:
    """Return rows of a form as a mapping, with duplicate keys added up."""
    counts: dict[str, int] = {}
    for row in rows:
        counts[row["of"]] = counts.get(row["of"], 0) + row["count"]
    return counts


def _short(number: Fraction) -> str:
    """Return a fraction, or a decimal if it is long."""
    return str(number) if number.denominator < 10_000 else f"about {float(number):.4f}"
