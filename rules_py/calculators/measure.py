"""Measures: named statistics of odds, and the values of an answer, for people and programs.

A measure declares whether it is a chance or a number such as a mean.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import KW_ONLY, dataclass
from fractions import Fraction
from typing import Any

from rules_py.base.errors import DeclarationError, join_or
from rules_py.base.jsonable import key_text
from rules_py.base.type_check import check_field_types
from rules_py.calculators.scale import Scale
from rules_py.dice.odds import Odds

CHANCE, VALUE, RULE, HIDDEN, PLAIN = "chance", "figure", "rule", "hidden", ""
"""The kinds of a `Measure`: what its numbers are."""
KINDS = (CHANCE, VALUE, RULE, HIDDEN, PLAIN)

Inputs = Mapping[str, Any]


@dataclass(frozen=True)
class Measure:
    """A named statistic of the odds, or a value of an answer.

    name        the name in code; it never changes
    label       for people
    words       how to show a value that isn't a number: a mapping from values to text, or a function. A value
                whose text is "" or [] is not shown
    of          `of(odds, inputs)` computes it from the odds; without it, the closed form or the answer has it
    kind        what its numbers are: CHANCE (0 to 1), VALUE (a mean, a number of rounds), RULE (rule numbers,
                shown as links), PLAIN, or HIDDEN (only for programs). Fractions need one of the first two
    brief       `brief(value) -> (label, text)` for a chip, if the value is too long for one line
    odds_label  `odds_label(odds)` returns its label for these odds, such as `Brick wins, acting first`, or ""
    """

    name: str
    label: str
    words: Mapping[Any, str] | Callable[[Any], Any] | None = None
    _: KW_ONLY
    of: Callable[[Odds, Inputs], Any] | None = None
    kind: str = PLAIN
    brief: Callable[[Any], tuple[str, str]] | None = None
    odds_label: Callable[[Odds], str] | None = None

    def __post_init__(self) -> None:
        check_field_types(self)
        if self.kind not in KINDS:
            raise DeclarationError(f"measure {self.name!r}: kind", self.kind, join_or(map(repr, KINDS)))

    def say(self, value: Any) -> Any:
        """Return the value as text, or unchanged if the page is to format it."""
        if self.words is None:
            return value
        return self.words(value) if callable(self.words) else self.words.get(value, value)

    def label_for(self, *several: Odds) -> str:
        """Return the label for these odds: the one `odds_label` gives all of them, otherwise `label`."""
        words = {self.odds_label(each) for each in several} if self.odds_label else set()
        return (words.pop() if len(words) == 1 else "") or self.label

    @property
    def is_chance(self) -> bool:
        return self.kind == CHANCE


def chance(name: str, label: str, wanted: Callable[[Any], bool] | None = None) -> Measure:
    """Return a measure for the probability of outcomes that satisfy `wanted`, or of a closed form
    or answer.
    """
    if wanted is None:
        return Measure(name, label, kind=CHANCE)
    return Measure(name, label, of=lambda odds, _: odds.chance(wanted), kind=CHANCE)


def value(name: str, label: str, of: Callable[[Odds, Inputs], Any] | None = None) -> Measure:
    """Return a measure for a number that is not a probability."""
    return Measure(name, label, of=of, kind=VALUE)


def mean(name: str, label: str, number: Callable[[Any], int | Fraction]) -> Measure:
    """Return a measure of the mean of `number(outcome)`."""
    return value(name, label, lambda odds, _: odds.mean_of(number))


def distribution(
    name: str, label: str, value: Callable[[Any], Any], key: Callable[[Any], Hashable] | None = None
) -> Measure:
    """Return a measure for the chance of each value in ascending order; `key` converts values to keys."""

    def chances(odds: Odds, _: Inputs) -> dict[Hashable, Fraction]:
        chances_by_value = sorted(odds.by(value).items())
        return {key(each) if key else each: part for each, part in chances_by_value}

    return Measure(name, label, of=chances, kind=CHANCE)


def grade_probabilities(scale: Scale) -> tuple[Measure, ...]:
    """Return a measure for the chance of each grade of the scale, named by the grade's key."""

    def of(key: Hashable) -> Callable[[Any], bool]:
        return lambda outcome: scale.key(outcome) == key

    return tuple(chance(key_text(grade.key), grade.label, of(grade.key)) for grade in scale.grades)


def by_grade(name: str, label: str, scale: Scale) -> Measure:
    """Return one measure that maps every grade's key to its chance, including impossible grades."""
    return Measure(name, label, of=lambda odds, _: scale.chances(odds), kind=CHANCE)


def at_least(scale: Scale, key: str) -> Measure:
    """Return a measure for the chance of this grade or better, named `at_least_KEY`."""
    return Measure(
        f"at_least_{key}",
        f"{scale.label(key)} or better",
        of=lambda odds, _: scale.at_least(odds, key),
        kind=CHANCE,
    )
