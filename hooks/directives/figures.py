"""Exact numbers out of all that a calculator says: what a table's cells and a chance in running text show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules_py import ask, odds
from rules_py.calculator import Calculator
from rules_py.errors import InputError, listed
from rules_py.plain import key_text

KINDS = ("measure", "output", "grade", "at_least")
"""How an author names a number.

`measure` is a figure of the odds, `output` a value of an answer; in both `band.success` is one inside
another. `grade` is the chance of exactly this grade of the scale, `at_least` that of it or a more welcome
one.
"""


@dataclass(frozen=True)
class Wanted:
    """Which number; without a `kind` the only one there is."""

    kind: str = ""
    name: str = ""

    def is_chance(self, calculator: Calculator) -> bool:
        """Whether numbers found by this name are chances rather than figures such as a mean."""
        if self.kind in ("grade", "at_least"):
            return True
        if not self.name:
            alone = len(calculator.measures) == 1 and not calculator.scale
            return not alone or calculator.measures[0].is_chance
        measure = calculator.measure(self.name)
        return measure is not None and measure.is_chance


def figure(calculator: Calculator, inputs: Mapping[str, Any], wanted: Wanted) -> Fraction | int:
    """The number, exact.

    Raises InputError for wrong inputs, and for a number the calculator does not give.
    """
    if wanted.kind in ("grade", "at_least"):
        return _graded(calculator, inputs, wanted)
    kind = "measure" if calculator.has_odds else "output"
    if wanted.kind not in ("", kind):
        allowed = f"{kind} instead, for {calculator.id}"
        raise InputError.at(wanted.kind, wanted.name, allowed, code="unknown_measure")
    said = odds(calculator.id, **inputs).measures if calculator.has_odds else ask(calculator.id, **inputs)
    known = _numbers(said)
    if not wanted.name and len(known) == 1:
        return next(iter(known.values()))
    if wanted.name not in known:
        raise InputError.at(kind, wanted.name or None, listed(known), code="unknown_measure")
    return known[wanted.name]


def _graded(calculator: Calculator, inputs: Mapping[str, Any], wanted: Wanted) -> Fraction:
    scale = calculator.scale
    if scale is None:
        allowed = f"one whose results have grades, for {wanted.kind}"
        raise InputError.at("calculator", calculator.id, allowed, code="no_scale")
    found = odds(calculator.id, **inputs)
    grades = {key_text(grade.key): grade.key for grade in scale.grades_of(found)}
    if wanted.name not in grades:
        raise InputError.at(wanted.kind, wanted.name, listed(grades), code="unknown_grade")
    chances = scale.chances(found)
    if wanted.kind == "grade":
        return chances[grades[wanted.name]]
    if not scale.ordered:
        allowed = "grade instead: these results have no order"
        raise InputError.at("at_least", wanted.name, allowed, code="no_order")
    keys = list(chances)
    return sum((chances[key] for key in keys[keys.index(grades[wanted.name]) :]), Fraction())


def every_chance(
    calculator: Calculator, rows: Sequence[Mapping[str, Any]]
) -> tuple[list[str], list[list[Fraction | int]]]:
    """The labels of all grades, and for each row of inputs the chance of each; or all the chances of an
    answer.

    Raises InputError for wrong inputs, and where there are neither grades nor chances.
    """
    labels: dict[Any, str]
    answers: Sequence[Mapping[Any, Fraction]]
    if not calculator.has_odds:
        answers = [_chances(calculator, ask(calculator.id, **inputs)) for inputs in rows]
        labels = {name: name for answer in answers for name in answer}
        labels |= {each.name: each.label for each in calculator.measures if each.name in labels}
    elif calculator.scale is not None:
        found = [odds(calculator.id, **inputs) for inputs in rows]
        answers = [calculator.scale.chances(each) for each in found]
        grades = {grade.key: grade.label for each in found for grade in calculator.scale.grades_of(each)}
        labels = grades if calculator.scale.grades else dict(sorted(grades.items()))
    else:
        answers, labels = [], {}
    if not labels:
        allowed = "one whose results have grades, or columns"
        raise InputError.at("calculator", calculator.id, allowed, code="no_scale")
    return list(labels.values()), [[answer.get(key, Fraction()) for key in labels] for answer in answers]


def _chances(calculator: Calculator, values: Mapping[str, Any]) -> dict[str, Fraction]:
    told = {
        each.name: values[each.name] for each in calculator.measures if each.is_chance and each.name in values
    }
    return {name: Fraction(value) for name, value in _numbers(told).items()}


def _numbers(values: Mapping[Any, Any], above: str = "") -> dict[str, Fraction | int]:
    """All numbers among the values by name, one within another as `band.success`."""
    found: dict[str, Fraction | int] = {}
    for key, value in values.items():
        name = f"{above}{key_text(key)}"
        if isinstance(value, Mapping):
            found |= _numbers(value, f"{name}.")
        elif isinstance(value, (int, Fraction)) and not isinstance(value, bool):
            found[name] = value
    return found
