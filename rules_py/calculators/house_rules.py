"""House rules: the options of a game that a table may decide otherwise than its book does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules_py.base import safe_json
from rules_py.base.errors import DeclarationError, InputError
from rules_py.base.type_check import check_field_types
from rules_py.inputs import Choice, Flag, Input, Int

# for authors; the other functions serve sheets, trackers and requests
__all__ = ["Option", "read_house_rules"]

MAX_VALUES = 100
"""The most values of a set of house rules that are read: no game has more options."""

type Values = Mapping[str, Any]
"""The values of options by name."""


@dataclass(frozen=True)
class Option:
    """A house rule: a switch, a choice or a number of the rules that a table may decide otherwise.

    input      a Flag, Choice or Int with `house_rule=True`: its default is the book's rule, its `rule` the
               number of the rule or ruling if it has one. A calculator that depends on the option takes the
               same input
    sentences  number of a rule or ruling -> the sentence that replaces it unless the option has the book's
               value, with `{value}` for the value and `{name}` for that of another option; or a mapping from
               each other value to its sentence. If several options have a sentence for a rule, all of them
               stand there, each once

    Raises DeclarationError if the declaration is invalid.
    """

    input: Input
    sentences: Mapping[str, str | Mapping[Any, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_field_types(self)
        what = f"house rule {self.name!r}"
        if not (isinstance(self.input, (Flag, Choice, Int)) and self.input.house_rule):
            raise DeclarationError(what, self.input, "a Flag, Choice or Int with house_rule=True")
        for number, sentence in self.sentences.items():
            if isinstance(sentence, Mapping):
                missing = [value for value in self.other_values if value not in sentence]
                if missing:
                    raise DeclarationError(f"{what}: sentences of {number}", missing, "a sentence for each")

    @property
    def name(self) -> str:
        return self.input.name

    @property
    def book_value(self) -> Any:
        """The value of the printed rule."""
        return self.input.default

    @property
    def other_values(self) -> list[Any]:
        """Every value but the book's; of a number, those of its range."""
        if isinstance(self.input, Flag):
            values: list[Any] = [False, True]
        elif isinstance(self.input, Choice):
            values = list(self.input.options)
        else:
            assert isinstance(self.input, Int)
            values = list(range(self.input.low, self.input.high + 1))
        return [value for value in values if value != self.book_value]

    def sentence(self, number: str, value: Any, others: Values | None = None) -> str:
        """Return the sentence that replaces this rule at another value than the book's, "" if none does.

        `others` are the values of the other options that it may name.
        """
        text = self.sentences.get(number, "")
        if isinstance(text, Mapping):
            text = text.get(value, "")
        return text.format(value=value, **(others or {}))


@dataclass(frozen=True)
class HouseRules(Input):
    """The house rules of a table as plain data: a mapping with the values that differ from the book's.

    Names that no option has and invalid values are left out.
    """

    options: tuple[Option, ...] = ()

    @property
    def expected(self) -> str:
        return "a mapping of house rules to values"

    def read(self, value: Any) -> dict[str, Any]:
        value = safe_json.parse_if_text(value)
        if not isinstance(value, Mapping):
            raise self.input_error(value)
        return read_house_rules(self.options, value)[0]


def read_house_rules(options: Sequence[Option], values: Any) -> tuple[dict[str, Any], list[str]]:
    """Return the values that differ from the book's, and the names that no option has or whose value is
    invalid.

    Such names are left out, because a set of house rules may have been made for another version of the book.
    """
    values_read, left_out = {}, []
    known = {each.name: each for each in options}
    for name, value in [*values.items()][:MAX_VALUES] if isinstance(values, Mapping) else ():
        try:
            read = known[name].input.parse(value)
        except (KeyError, InputError):
            left_out.append(str(name))
        else:
            if read != known[name].book_value:
                values_read[name] = read
    return values_read, left_out


def all_values(options: Sequence[Option], value: Any) -> dict[str, Any]:
    """Return the value of every option: the given one if it is valid, else the book's."""
    return {each.name: each.book_value for each in options} | read_house_rules(options, value)[0]


def options_of(declared: Sequence[Option], calculators: Iterable[Sequence[Input]]) -> tuple[Option, ...]:
    """Return the declared options, and one more for each other house rule among inputs of calculators."""
    options = {each.name: each for each in declared}
    for inputs in calculators:
        for each in inputs:
            if each.house_rule and isinstance(each, (Flag, Choice, Int)):
                options.setdefault(each.name, Option(each))
    return tuple(options.values())


def check_options(subject: str, options: Sequence[Option], others: Sequence[Option] | None = None) -> None:
    """Raise DeclarationError for a name that two options share, or one that isn't among those of the game."""
    names = [each.name for each in options]
    if len(set(names)) != len(names):
        raise DeclarationError(f"{subject}: options", names, "a different name for each")
    if others is not None and any(each not in others for each in options):
        expected = [each.name for each in others]
        raise DeclarationError(f"{subject}: options", names, f"options of the game: {expected}")
