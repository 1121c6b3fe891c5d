"""Inputs that are numbers: whole, exact, chances."""

from __future__ import annotations

import re
from dataclasses import KW_ONLY, dataclass
from fractions import Fraction
from typing import Any

from rules_py.base.wording import quote, signed
from rules_py.inputs.base import REQUIRED, Input, is_empty

MAX_MARKS = 12
"""Dots or squares that fit in one row on a phone."""
MAX_ENTERED_CHARS = 20
"""Characters of a number repeated in a message for readers."""

_WHOLE = re.compile(r"\s*[+-]?[0-9]{1,20}\s*")
"""A whole number typed as text, with at most as many digits as a seed."""


@dataclass(frozen=True)
class Int(Input):
    """A whole number from `low` to `high`, both included.

    A sheet reports one out of range; with `as_given` it is used all the same, instead of the nearest valid
    one. `not_whole` is the problem code of a value that isn't a whole number, if it differs. A form shows a
    rating as `dots` or `squares` to tap, none of them for 0.

    On a sheet, `follows` names the field of the same record that is its maximum, such as the points that a
    character has of those left to spend: it rises and falls with the maximum while the character is made,
    and is changed in play only.
    """

    low: int = REQUIRED
    high: int = REQUIRED
    _: KW_ONLY
    as_given: bool = False
    not_whole: str = ""
    dots: int = 0
    squares: int = 0
    follows: str = ""

    def _check_consistency(self) -> None:
        if self.low > self.high:
            raise self.declaration_error("low and high", [self.low, self.high], "the lower number first")
        if self.marks and not (self.low in (0, 1) and self.marks <= min(self.high, MAX_MARKS)):
            expected = f"at most {MAX_MARKS} and at most `high`, with a `low` of 0 or 1"
            raise self.declaration_error("dots or squares", self.marks, expected)
        if self.dots and self.squares:
            raise self.declaration_error("dots and squares", [self.dots, self.squares], "only one of the two")

    @property
    def marks(self) -> int:
        """The number of dots or squares to tap, 0 if the number is typed."""
        return self.dots or self.squares

    @property
    def expected(self) -> str:
        return f"a whole number from {self.low} to {self.high}"

    def user_message(self, value: Any) -> str:
        number = self._number(value)
        whole = isinstance(number, int) and not isinstance(number, bool)
        return _out_of_range(self, value, number if whole else None, "a whole number", "")

    def code_for(self, value: Any) -> str:
        number = self._number(value)
        whole = isinstance(number, int) and not isinstance(number, bool)
        return self.code if whole or not self.not_whole else self.not_whole

    @staticmethod
    def _number(value: Any) -> Any:
        """Return a number typed as text. Anything else is returned unchanged."""
        return int(value) if isinstance(value, str) and _WHOLE.fullmatch(value) else value

    def read(self, value: Any) -> int:
        value = self._number(value)
        if not isinstance(value, int) or isinstance(value, bool) or not self.low <= value <= self.high:
            raise self.input_error(value)
        return value


_EXACT = re.compile(r"[0-9]{1,60}(/[0-9]{1,60}|\.[0-9]{1,60})?\s*%?")


@dataclass(frozen=True)
class Number(Input):
    """An exact number from `low` to `high`: a Fraction, or text such as "1/2" or "0.5".

    Floats are read as their decimal notation.
    """

    low: int = REQUIRED
    high: int = REQUIRED

    @property
    def expected(self) -> str:
        return f'a number from {self.low} to {self.high}, such as "0.5" or "1/2"'

    def user_message(self, value: Any) -> str:
        below = isinstance(value, str) and value.strip().startswith("-")
        magnitude = self._number(value.strip()[1:] if below else value)
        number = -magnitude if below and magnitude else magnitude
        return _out_of_range(self, value, number, "a number", ", such as 0.5 or 1/2")

    @staticmethod
    def _number(value: Any) -> Fraction | None:
        if isinstance(value, float):
            value = str(value)
        return None if isinstance(value, str) and "%" in value else _exact(value)

    def read(self, value: Any) -> Fraction:
        number = self._number(value)
        if number is None or not self.low <= number <= self.high:
            raise self.input_error(value)
        return number


@dataclass(frozen=True)
class Chance(Input):
    """A chance from 0 to 1, exact: a Fraction, or text such as "2/3", "0.4" or "40%". Floats are refused."""

    @property
    def expected(self) -> str:
        return 'a chance from 0 to 1, such as "2/3" or "40%"'

    def user_message(self, value: Any) -> str:
        if is_empty(value):
            return f"Enter a chance between 0 and 1 for {self.title_in_sentence}, such as 2/3 or 40%."
        return f"{self.quoted_title} must be between 0 and 1, such as 2/3 or 40%."

    def read(self, value: Any) -> Fraction:
        fraction = _exact(value)
        if fraction is None or not 0 <= fraction <= 1:
            raise self.input_error(value)
        return fraction


def _out_of_range(
    field: Int | Number, value: Any, number: int | Fraction | None, noun: str, example: str
) -> str:
    """Return `Steps of improvement must be between 0 and 10 (you entered 99).`"""
    low, high = signed(field.low), signed(field.high)
    span = low if low == high else f"between {low} and {high}"
    if is_empty(value):
        what = low if low == high else f"{noun} {span}"
        return f"Enter {what} for {field.title_in_sentence}{example and ','}{example.removeprefix(',')}."
    if number is None or field.low <= number <= field.high:
        span = span if low == high else f"{noun} {span}"
        return f"{field.subject} must be {span}{example}."
    return f"{field.subject} must be {span}{_you_entered(number)}."


def _you_entered(number: int | Fraction) -> str:
    """Return ` (you entered 99)`, or "" for a number too long to show."""
    text = quote(number)
    return f" (you entered {text})" if len(text) <= MAX_ENTERED_CHARS and text[-1].isdigit() else ""


def _exact(value: Any) -> Fraction | None:
    """Return a typed number such as `2/3`, `0.4` or `40%` exactly, or None for anything else."""
    if isinstance(value, str):
        # Strip first, because the pattern would try every division of a run of blanks around a missing sign.
        text = value.strip()
        if not _EXACT.fullmatch(text):
            return None
        number, percent, _ = text.partition("%")
        try:
            return Fraction(number.strip()) / (100 if percent else 1)
        except ZeroDivisionError:
            return None
    return Fraction(value) if isinstance(value, (int, Fraction)) and not isinstance(value, bool) else None
