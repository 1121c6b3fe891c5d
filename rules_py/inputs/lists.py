"""Inputs with several values: lists, choices among options, dice by their sizes."""

from __future__ import annotations

import re
from dataclasses import KW_ONLY, dataclass, replace
from functools import cached_property
from typing import Any

from rules_py.base import safe_json
from rules_py.base.errors import Fault, InputError, join_or
from rules_py.base.wording import pluralize, quote
from rules_py.inputs.base import REQUIRED, Input, is_empty
from rules_py.inputs.words import MAX_KEY_CHARS, Choice


@dataclass(frozen=True)
class ListOf(Input):
    """From `fewest` to `most` values, each parsed by `item`, whose name is its index.

    With `lone`, a single value is read as a list of it.
    """

    item: Input = REQUIRED
    _: KW_ONLY
    fewest: int = 0
    most: int = 20
    lone: bool = False

    def _check_consistency(self) -> None:
        if not 0 <= self.fewest <= self.most:
            raise self.declaration_error(
                "fewest and most", [self.fewest, self.most], "the fewest first, 0 or more"
            )

    @cached_property
    def unnamed_item(self) -> Input:
        """The item without a name, which is its index."""
        unnamed = "" if self.item.label else f"An entry in {self.title_in_sentence}"
        return replace(self.item, name="", noun=self.item.noun or unnamed)

    @property
    def expected(self) -> str:
        return f"a list of {_count(self.fewest, self.most, 'value', 'values')}, each {self.item.expected}"

    def user_message(self, value: Any) -> str:
        if not isinstance(value, (list, tuple)):
            return super().user_message(value) if is_empty(value) else f"{self.quoted_title} must be a list."
        number = _count(self.fewest, self.most, "entry", "entries")
        return f"{self.quoted_title} must have {number} (it has {len(value) or 'none'})."

    def parse(self, value: Any) -> Any:
        # A form omits a list by sending an empty one.
        return super().parse(None if self.optional and self.fewest and value == [] else value)

    def read(self, value: Any) -> list[Any]:
        value = safe_json.parse_if_text(value)
        if self.lone and (isinstance(value, int) or isinstance(value, str) and not value.startswith("[")):
            value = [value]
        if not isinstance(value, (list, tuple)) or not self.fewest <= len(value) <= self.most:
            raise self.input_error(value)
        return _each(self.name, [(str(place), self.unnamed_item, each) for place, each in enumerate(value)])


@dataclass(frozen=True)
class Several(ListOf):
    """Any of the options of a Choice, each at most once, in the order of the options.

    `twice` is the problem code of a sheet with a duplicate.
    """

    item: Choice = REQUIRED
    _: KW_ONLY
    twice: str = ""

    def read(self, value: Any) -> list[str]:
        chosen = super().read(value)
        if len(set(chosen)) != len(chosen):
            twice = next(key for place, key in enumerate(chosen) if key in chosen[:place])
            label = quote(self.item.options.get(twice, twice))
            message = f"{label} is listed twice for {self.title_in_sentence}."
            expected = f"{self.expected}, no value twice"
            raise InputError.at(self.name, value, expected, code=self.code, message=message)
        return [key for key in self.item.options if key in chosen]


MAX_SIDES = 9_999
"""Sides of a die that the game doesn't have."""


@dataclass(frozen=True)
class DieSizes(Input):
    """Dice by their sizes: a list of whole numbers such as [12, 6], or text such as `d12 d6` or `12, 6`.

    Gives a list of ints in the order entered. `sizes` are those of the game. With `unknown_too` other sizes
    are accepted, and the game's rules must check them.
    """

    sizes: tuple[int, ...] = (4, 6, 8, 10, 12)
    _: KW_ONLY
    fewest: int = 0
    most: int = 6
    unknown_too: bool = False

    @property
    def expected(self) -> str:
        return f"{self._dice}, such as {self._example}"

    @property
    def _dice(self) -> str:
        number = _count(self.fewest, self.most, "die", "dice")
        return f"{number} ({join_or(f'd{each}' for each in self.sizes)})"

    @property
    def _example(self) -> str:
        sizes = (max(self.sizes), min(self.sizes))
        return " ".join(f"d{each}" for each in sizes[: self.most])

    def user_message(self, value: Any) -> str:
        if is_empty(value):
            return f"Enter {self._dice} for {self.title_in_sentence}, such as {self._example}."
        return f"{self.quoted_title} must be {self.expected}."

    def read(self, value: Any) -> list[int]:
        parsed = safe_json.parse_if_text(value)
        if isinstance(parsed, int) and not isinstance(parsed, bool):
            parsed = [parsed]
        if isinstance(parsed, str):
            parts = (
                re.split(r"[\s,+]+", parsed.strip())
                if len(parsed) <= MAX_KEY_CHARS and parsed.strip()
                else []
            )
            parsed = [
                int(each.lstrip("dD")) if re.fullmatch(r"[dD]?[0-9]{1,4}", each) else each for each in parts
            ]
        if not isinstance(parsed, (list, tuple)) or not self.fewest <= len(parsed) <= self.most:
            raise self.input_error(value)
        if not all(map(self._is_size, parsed)):
            raise self.input_error(value)
        return list(parsed)

    def _is_size(self, size: Any) -> bool:
        """Return whether a die of this size is accepted."""
        whole = isinstance(size, int) and not isinstance(size, bool)
        return whole and (size in self.sizes or (self.unknown_too and 0 < size <= MAX_SIDES))


def _count(fewest: int, most: int, one: str, many: str) -> str:
    """Return how many there must be: `2 dice`, `1 to 6 dice` or `at most 6 dice`."""
    number = pluralize(most, one, many)
    if fewest == most:
        return number
    return f"{fewest} to {number}" if fewest else f"at most {number}"


def _each(name: str, items: list[tuple[str, Input, Any]]) -> list[Any]:
    """Parse each (index, input, value). Raises one InputError for all invalid ones."""
    parsed: list[Any] = []
    faults: list[Fault] = []
    for place, item, value in items:
        try:
            parsed.append(item.parse(value))
        except InputError as error:
            faults.extend(error.with_prefix(".".join(filter(None, (name, place)))).faults)
    if faults:
        raise InputError(*faults)
    return parsed
