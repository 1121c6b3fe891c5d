"""A comparison as text: the name of each side, the inputs that all share, and the results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules_py.base import number_format
from rules_py.base.wording import join_words
from rules_py.calculators.comparison import ComparedValue, Comparison
from rules_py.inputs import Input
from rules_py.present.input_labels import labelled_values

LETTERS = "ABCD"

MAX_NAME_CHARS = 28
"""The most characters of a name in a sentence or a chart; longer names are only in the list."""


@dataclass(frozen=True)
class NamedComparison:
    """A comparison whose sides have names: that of a character, else the inputs that differ."""

    content: Comparison
    names: tuple[str, ...]
    shared: str

    @property
    def letters(self) -> tuple[str, ...]:
        """The letter of each side."""
        return tuple(LETTERS[: len(self.names)])

    @property
    def short(self) -> tuple[str, ...]:
        """Letter and name, or only the letters if a name is too long for a line."""
        if len(self.names) == 1:
            return ("",)
        if max(map(len, self.names)) > MAX_NAME_CHARS:
            return self.letters
        return tuple(f"{letter}: {name}" for letter, name in zip(self.letters, self.names, strict=True))

    @property
    def all(self) -> str:
        """The word for all sides together."""
        return "both" if len(self.names) == 2 else "all"

    @property
    def changes(self) -> tuple[str, ...]:
        """The headings of the differences: `B − A`."""
        return tuple(f"{letter} − A" for letter in self.letters[1:])


def named_by_difference(comparison: Comparison, own_names: Sequence[str] = ()) -> NamedComparison:
    """Return the comparison with names: `own_names`, replaced by the differing inputs if empty."""
    declared = comparison.calculator.inputs
    differing = [each for each in declared if each.name in comparison.differing_inputs]
    same = [
        each
        for each in declared
        if each not in differing
        and not each.quiet
        and _is_telling(each, comparison.bound[0].inputs[each.name])
    ]
    differences = [labelled_values(differing, each.inputs) if differing else "" for each in comparison.bound]
    names = [name or own for name, own in zip(own_names or [""] * len(differences), differences, strict=True)]
    shared = labelled_values(same, comparison.bound[0].inputs) if same else ""
    return NamedComparison(comparison, tuple(each[:1].upper() + each[1:] for each in names), shared)


def _is_telling(field: Input, value: object) -> bool:
    """Return whether a value should be listed among those that all sides share."""
    return value != field.default and not (field.optional and value is None)


def sum_up(comparison: NamedComparison) -> str:
    """Return the result of the comparison in one or two sentences."""
    compared = comparison.content
    if len(compared.bound) == 1:
        return "Pinned. Change the form to compare."
    if all(not any(row.changes) for row in compared.rows()):
        return f"{join_words(comparison.letters, conjunction='and')} have the same odds."
    key_value = compared.key_value()
    summary = _describe(comparison, key_value) if key_value else ""
    where = "" if key_value and any(key_value.changes) else _furthest(comparison)
    return " ".join(filter(None, (summary, where, _never_worse(compared))))


def _describe(comparison: NamedComparison, key_value: ComparedValue) -> str:
    if not any(key_value.changes):
        letters = join_words(comparison.letters, conjunction="and")
        return f"{key_value.label}: {_say(key_value, key_value.values[0])} for {letters}."
    if len(key_value.values) == 2:
        return _of_two(key_value)
    order = sorted(range(len(key_value.values)), key=lambda at: -key_value.values[at])
    row = ", then ".join(
        f"{comparison.letters[at]} with {_say(key_value, key_value.values[at])}" for at in order
    )
    return f"{key_value.label}, highest first: {row}."


def _of_two(key_value: ComparedValue) -> str:
    """Return `Success or better: B has 33.3%, A 11.1%. Difference: +22.2 points (2 in 9 more).`"""
    one, other = (_say(key_value, each) for each in key_value.values)
    [change] = key_value.changes
    if key_value.is_chance:
        exactly = f" ({number_format.describe_change(change)})" if number_format.is_short(change) else ""
        points = number_format.percentage_points(change)
        return f"{key_value.label}: B has {other}, A {one}. Difference: {points}{exactly}."
    by = number_format.format_number(abs(change))
    return f"{key_value.label}: B has {other}, A {one}. Difference: {by} {'more' if change > 0 else 'less'}."


def _say(key_value: ComparedValue, value: Fraction) -> str:
    return number_format.percent(value) if key_value.is_chance else number_format.format_number(value)


def _furthest(comparison: NamedComparison) -> str:
    """Return the row with the largest difference between the sides."""
    row = max(comparison.content.rows(), key=lambda each: max(map(abs, each.changes)))
    place = max(range(len(row.changes)), key=lambda at: abs(row.changes[at]))
    change = number_format.percentage_points(row.changes[place])
    return f"The biggest difference is at “{row.grade.label}”: {comparison.letters[place + 1]} has {change}."


def _never_worse(comparison: Comparison) -> str:
    """Return whether one of two sides on an ordered scale reaches every grade at least as often as
    the other.
    """
    scale = comparison.scale
    if len(comparison.bound) != 2 or not scale.ordered or len(comparison.rows()) < 3:
        return ""
    changes = [change for row in comparison.rows("at_least") for change in row.changes]
    higher = "B" if min(changes) >= 0 else "A" if max(changes) <= 0 else ""
    if not higher:
        return ""
    other = "A" if higher == "B" else "B"
    return f"For every target, {higher} reaches it at least as often as {other}."
