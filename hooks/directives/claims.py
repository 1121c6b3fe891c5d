"""Claims of a page: conditions that hold in every case of a grid, or the first case in which one doesn't."""

from __future__ import annotations

import ast
import itertools
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from types import CodeType
from typing import Any

from hooks.directives.errors import Place, mistake
from rules_py.analysis import number_refs
from rules_py.analysis.number_refs import NumberRef, OddsSource
from rules_py.authoring.error_summary import EXAMPLE_PREFIX
from rules_py.calculators.calculator import BoundCalculator, Calculator
from rules_py.calculators.defaults import with_initial_values

type Case = Mapping[str, Any]
"""The value of each variable of a claim."""


@dataclass(frozen=True)
class Trend:
    """A change of a number from one value of a variable to the next."""

    verb: str
    is_so: Callable[[Any, Any], bool]


TRENDS: Mapping[str, Trend] = {
    "rises": Trend("rises", operator.lt),
    "falls": Trend("falls", operator.gt),
    "never_falls": Trend("never falls", operator.le),
    "never_rises": Trend("never rises", operator.ge),
}


@dataclass(frozen=True)
class Counterexample:
    """The first case that contradicts a claim, and what was computed there."""

    case: Case
    found: str

    def __str__(self) -> str:
        values = ", ".join(f"{name}={_text(value)}" for name, value in self.case.items())
        return f"{values}: {self.found}" if values else self.found


@dataclass(frozen=True)
class Expression:
    """A Python expression on a page."""

    source: str
    place: Place

    def evaluate(self, names: Mapping[str, Any]) -> Any:
        """Return its value. Raises whatever the expression raises."""
        return eval(self._code, dict(names))

    def sides(self, names: Mapping[str, Any]) -> str:
        """Return the values on both sides of a comparison such as `a < b`, or "" for another expression."""
        comparison = self._tree.body
        if not isinstance(comparison, ast.Compare):
            return ""
        parts = (comparison.left, *comparison.comparators)
        values = [eval(self._compile(ast.Expression(part)), dict(names)) for part in parts]
        return " and ".join(map(_text, values))

    @cached_property
    def _tree(self) -> ast.Expression:
        try:
            return ast.parse(self.source, mode="eval")
        except SyntaxError as error:
            raise mistake(
                self.place, "condition", self.source, f"a Python expression ({error.msg})"
            ) from error

    @cached_property
    def _code(self) -> CodeType:
        return self._compile(self._tree)

    def _compile(self, tree: ast.Expression) -> CodeType:
        return compile(tree, f"{EXAMPLE_PREFIX}{self.place}", "eval", dont_inherit=True)


@dataclass(frozen=True)
class Names:
    """The names of each case: those of the page's examples, the variables, and the calculator's numbers.

    The numbers are its measures, or the parts of its answer; `grade("success")` and `at_least("success")` are
    the chances of its results.
    """

    shared: Mapping[str, Any]
    calculator: Calculator | None
    fixed: Mapping[str, Any]
    odds: OddsSource

    def of(self, case: Case) -> Mapping[str, Any]:
        """Return the names of the case. Raises InputError if its inputs are invalid."""
        if self.calculator is None:
            return {**self.shared, **case}
        inputs = with_initial_values(self.calculator, {**self.fixed, **case})
        bound = self.calculator.bind(inputs)
        return {**self.shared, **self._numbers(bound), **bound.inputs, **case}

    def _numbers(self, bound: BoundCalculator) -> Mapping[str, Any]:
        if not bound.calculator.has_odds:
            return bound.answer()

        def chance(kind: str) -> Callable[[str], Fraction | int]:
            return lambda name: number_refs.number(bound, NumberRef(kind, name), self.odds)

        return {**self.odds(bound).measures, "grade": chance("grade"), "at_least": chance("at_least")}


def cases(over: Mapping[str, Sequence[Any]]) -> Iterator[Case]:
    """Yield every combination of the variables' values; the last variable changes fastest."""
    for values in itertools.product(*over.values()):
        yield dict(zip(over, values, strict=True))


def check_condition(
    condition: Expression, over: Mapping[str, Sequence[Any]], names: Names, where: Expression | None
) -> int | Counterexample:
    """Return the number of cases if the condition holds in all of them, or the first counterexample."""
    count = 0
    for case in cases(over):
        if where and not where.evaluate({**names.shared, **case}):
            continue
        count += 1
        known = names.of(case)
        if not condition.evaluate(known):
            sides = condition.sides(known)
            return Counterexample(case, f"it compares {sides}" if sides else "it is false")
    return count


def check_trend(
    trend: Trend,
    number: Expression,
    along: str,
    over: Mapping[str, Sequence[Any]],
    names: Names,
    where: Expression | None,
) -> int | Counterexample:
    """Return the number of steps along the variable if each is as the trend says, or the first that isn't."""
    count = 0
    for rest in cases({name: values for name, values in over.items() if name != along}):
        former: Any = None
        for value in over[along]:
            case = {**rest, along: value}
            if where and not where.evaluate({**names.shared, **case}):
                former = None
                continue
            current = number.evaluate(names.of(case))
            if former is not None:
                count += 1
                if not trend.is_so(former, current):
                    return Counterexample(case, f"{_text(former)} is followed by {_text(current)}")
            former = current
    return count


def _text(value: Any) -> str:
    return str(value) if isinstance(value, (int, Fraction)) else repr(value)
