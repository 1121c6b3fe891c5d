"""References to exact numbers of a calculator, for the cells of tables and chances in running text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules_py.analysis.page_spec import bad_spec, read_as, read_list
from rules_py.api import odds_of
from rules_py.base.errors import InputError, join_or
from rules_py.base.jsonable import key_text, to_jsonable
from rules_py.calculators.calculator import BoundCalculator, Calculator, Inputs
from rules_py.calculators.defaults import with_initial_values
from rules_py.dice.odds import Odds
from rules_py.systems import registry

_FIELD = "number"
"""The field of a request that holds a query."""

KINDS: Mapping[str, str] = {
    "measure": "A measure of the odds, by name; `band.success` is one value of a measure with several.",
    "output": "A value of a calculator without dice.",
    "grade": "The chance of exactly this result.",
    "at_least": "The chance of this result or a better one.",
}
"""The kinds of number that an author can refer to; omitted if a calculator has only one number."""


@dataclass(frozen=True)
class NumberRef:
    """A reference to one number of a calculator; without a `kind`, its only number."""

    kind: str = ""
    name: str = ""

    def is_chance(self, calculator: Calculator) -> bool:
        """Return whether the number is a chance rather than another value such as a mean."""
        if self.kind in ("grade", "at_least"):
            return True
        if not self.name:
            alone = len(calculator.measures) == 1 and not calculator.scale
            return not alone or calculator.measures[0].is_chance
        measure = calculator.measure(self.name)
        return measure is not None and measure.is_chance


@dataclass(frozen=True)
class NumberQuery:
    """One number of a calculator with some of its inputs; omitted ones have the form's initial values."""

    calculator: Calculator
    inputs: Inputs
    ref: NumberRef

    @property
    def is_chance(self) -> bool:
        """True if the number is a chance rather than another value such as a mean."""
        if not self.ref.kind and len(self.calculator.measures) == 1:
            return self.calculator.measures[0].is_chance
        return self.ref.is_chance(self.calculator)

    def bind(self, house: Inputs | None = None) -> BoundCalculator:
        """Return the calculator with its inputs, and the values of house rules that they don't name.

        Raises InputError.
        """
        inputs = self.calculator.with_house_rules(house or {}, self.inputs)
        return self.calculator.bind(with_initial_values(self.calculator, inputs))

    def to_json(self) -> list[Any]:
        """Return JSON data from which `parse_number_query` makes the same again."""
        named = [self.ref.kind, self.ref.name] if self.ref.kind else []
        return [self.calculator.id, to_jsonable(dict(self.inputs)), *named]


def parse_number_query(data: Any) -> NumberQuery:
    """Parse the query that `to_json` returned.

    Raises InputError for what can't be read (`bad_number`), and for an unknown calculator.
    """
    row = read_list(_FIELD, data)
    if len(row) not in (2, 4):
        raise bad_spec(_FIELD, row, "a calculator and inputs, with or without the kind and name of a number")
    name, inputs, *named = row
    calculator = registry.calculator(read_as(str, _FIELD, name, "the id of a calculator"))
    words = (read_as(str, _FIELD, each, "text") for each in named)
    return NumberQuery(calculator, read_as(dict, _FIELD, inputs, "inputs by name"), NumberRef(*words))


_PERCENTAGE = re.compile(r"(\d+(?:[.,]\d+)?)\s?%")

type OddsSource = Callable[[BoundCalculator], Odds]
"""A function that returns the odds of a request."""


def number(bound: BoundCalculator, ref: NumberRef, count: OddsSource = odds_of) -> Fraction | int:
    """Return the exact number.

    Raises InputError for invalid inputs, and for a number that the calculator doesn't have.
    """
    if ref.kind in ("grade", "at_least"):
        return _grade_chance(bound, ref, count)
    kind, values = _kind_and_values(bound, ref, count)
    measure = ref.name.partition(".")[0]
    known = _numbers({measure: values[measure]} if measure in values else values)
    if not ref.name and len(known) == 1:
        return next(iter(known.values()))
    if ref.name not in known:
        raise InputError.at(
            kind, ref.name or None, join_or(known) if known else "a name", code="unknown_measure"
        )
    return known[ref.name]


def is_printed(chance: Fraction, text: str) -> bool:
    """Return whether a text such as `1.23%` is this chance, rounded to its digits."""
    match = _PERCENTAGE.fullmatch(text)
    return match is not None and is_rounded(chance, match[1])


def is_rounded(chance: Fraction, percentage: str) -> bool:
    """Return whether a printed percentage such as `1.23` is this chance, rounded to its digits."""
    digits = percentage.replace(",", ".")
    places = len(digits.partition(".")[2])
    return abs(100 * chance - Fraction(digits)) <= Fraction(1, 2 * 10**places)


def _kind_and_values(
    bound: BoundCalculator, ref: NumberRef, count: OddsSource
) -> tuple[str, Mapping[str, Any]]:
    """Return the kind (measure or output) and the named values, or raise InputError for another kind."""
    calculator = bound.calculator
    kind = "measure" if calculator.has_odds else "output"
    if ref.kind not in ("", kind):
        expected = f"the field {kind} for {calculator.id}"
        raise InputError.at(ref.kind, ref.name, expected, code="unknown_measure")
    return kind, count(bound).measures if calculator.has_odds else bound.answer()


def _grade_chance(bound: BoundCalculator, ref: NumberRef, count: OddsSource) -> Fraction:
    calculator, scale = bound.calculator, bound.calculator.scale
    if scale is None:
        expected = f"a calculator with grades for {ref.kind}"
        raise InputError.at("calculator", calculator.id, expected, code="no_scale")
    odds = count(bound)
    grades = {key_text(grade.key): grade.key for grade in scale.grades_of(odds)}
    if ref.name not in grades:
        raise InputError.at(ref.kind, ref.name, join_or(grades), code="unknown_grade")
    chances = scale.chances(odds)
    if ref.kind == "grade":
        return chances[grades[ref.name]]
    if not scale.ordered:
        expected = "the field grade, as these results have no order"
        raise InputError.at("at_least", ref.name, expected, code="no_order")
    keys = list(chances)
    return sum((chances[key] for key in keys[keys.index(grades[ref.name]) :]), Fraction())


def grade_chances(
    calculator: Calculator, rows: Sequence[BoundCalculator], count: OddsSource
) -> tuple[list[str], list[list[Fraction | int]]]:
    """Return the labels of all grades, or of an answer's chances, and their chances for each row of inputs.

    Raises InputError for invalid inputs, and if there are neither grades nor chances.
    """
    if calculator.has_odds and calculator.scale:
        grades, rows_of_grades = calculator.scale.side_by_side([count(each) for each in rows])
        return [grade.label for grade in grades], [list(each) for each in rows_of_grades]
    answers = [] if calculator.has_odds else [_chances(calculator, each.answer()) for each in rows]
    labels = {name: name for answer in answers for name in answer}
    labels |= {each.name: each.label for each in calculator.measures if each.name in labels}
    if not labels:
        expected = "a calculator with grades, or columns"
        raise InputError.at("calculator", calculator.id, expected, code="no_scale")
    return list(labels.values()), [[answer.get(key, Fraction()) for key in labels] for answer in answers]


def distributions(
    rows: Sequence[BoundCalculator], refs: Sequence[NumberRef], count: OddsSource
) -> tuple[list[str], list[list[Fraction | int]]]:
    """Return the labels of all results and, for each row of inputs, their distribution.

    Raises InputError for invalid inputs, and if the chances by result don't sum to 1, so that they are no
    distribution.
    """
    chances = [_spread(bound, each, count) for bound, each in zip(rows, refs, strict=True)]
    labels = list(dict.fromkeys(label for each in chances for label in each))
    if all(label.isdecimal() for label in labels):
        labels.sort(key=int)
    return labels, [[each.get(label, Fraction()) for label in labels] for each in chances]


def _spread(bound: BoundCalculator, ref: NumberRef, count: OddsSource) -> dict[str, Fraction]:
    kind, values = _kind_and_values(bound, ref, count)
    known = {
        name: {key_text(key): Fraction(part) for key, part in value.items()}
        for name, value in values.items()
        if isinstance(value, Mapping)
        and all(isinstance(part, (int, Fraction)) for part in value.values())
        and sum(value.values()) == 1
    }
    if ref.name not in known:
        raise InputError.at(
            kind, ref.name or None, join_or(known) if known else "a name", code="unknown_measure"
        )
    return known[ref.name]


def _chances(calculator: Calculator, values: Mapping[str, Any]) -> dict[str, Fraction]:
    chances = {
        each.name: values[each.name] for each in calculator.measures if each.is_chance and each.name in values
    }
    return {name: Fraction(value) for name, value in _numbers(chances).items()}


def _numbers(values: Mapping[Any, Any], above: str = "") -> dict[str, Fraction | int]:
    """Return all numbers among the values by name, nested ones as `band.success`."""
    numbers: dict[str, Fraction | int] = {}
    for key, value in values.items():
        name = f"{above}{key_text(key)}"
        if isinstance(value, Mapping):
            numbers |= _numbers(value, f"{name}.")
        elif isinstance(value, (int, Fraction)) and not isinstance(value, bool):
            numbers[name] = value
    return numbers
