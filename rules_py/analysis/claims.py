"""Claims of a page: conditions that hold in every case of a grid, or the first case where one fails."""

from __future__ import annotations

import itertools
import operator
import re
from _ast import Compare, PyCF_ONLY_AST  # browsers have no `ast`
from _ast import Expression as Tree
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from types import CodeType
from typing import Any

from rules_py.analysis import number_refs
from rules_py.analysis.examples import Session
from rules_py.analysis.number_refs import NumberRef, OddsSource
from rules_py.calculators.calculator import BoundCalculator, Calculator
from rules_py.calculators.defaults import with_initial_values
from rules_py.calculators.house_rules import Values
from rules_py.dice.incremental import Incremental
from rules_py.systems import registry

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


KINDS = ("holds", *TRENDS)
"""The fields of a claim's block for its statement; each claim has one."""


@dataclass(frozen=True)
class Counterexample:
    """The first case that contradicts a claim, with the values that were compared there: the sides of a
    comparison, or one value and the next of a trend.
    """

    case: Case
    compared: Sequence[Any] = ()
    is_trend: bool = False

    def __str__(self) -> str:
        values = ", ".join(f"{name}={_text(value)}" for name, value in self.case.items())
        return f"{values}: {self._description}" if values else self._description

    @property
    def _description(self) -> str:
        if self.is_trend:
            return " is followed by ".join(map(_text, self.compared))
        return f"it compares {' and '.join(map(_text, self.compared))}" if self.compared else "it is false"


@dataclass(frozen=True)
class Expression:
    """A Python expression on a page; tracebacks name it as the `file`. Raises SyntaxError."""

    source: str
    file: str
    _tree: Tree = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        tree = compile(self.source, self.file, "eval", PyCF_ONLY_AST, dont_inherit=True)
        object.__setattr__(self, "_tree", tree)

    def evaluate(self, names: Mapping[str, Any]) -> Any:
        """Return its value. Raises whatever the expression raises."""
        return eval(self._code, dict(names))

    def sides(self, names: Mapping[str, Any]) -> list[Any]:
        """Return the values on the sides of a comparison such as `a < b`; none of another expression."""
        comparison = self._tree.body
        if not isinstance(comparison, Compare):
            return []
        parts = (comparison.left, *comparison.comparators)
        return [eval(self._compile(Tree(part)), dict(names)) for part in parts]

    @cached_property
    def _code(self) -> CodeType:
        return self._compile(self._tree)

    def _compile(self, tree: Tree) -> CodeType:
        return compile(tree, self.file, "eval", dont_inherit=True)


@dataclass(frozen=True)
class Names:
    """The names of each case: those of the page's examples, the variables, and the calculator's numbers.

    The numbers are its measures, or the parts of its answer, with the `house` rules that neither the case nor
    the `fixed` inputs name; `grade("success")` and `at_least("success")` are the chances of its results.
    """

    shared: Mapping[str, Any]
    calculator: Calculator | None
    fixed: Mapping[str, Any]
    odds: OddsSource
    house: Values = field(default_factory=dict)

    def of(self, case: Case) -> Mapping[str, Any]:
        """Return the names of the case. Raises InputError if its inputs are invalid."""
        if self.calculator is None:
            return {**self.shared, **case}
        inputs = with_initial_values(self.calculator, {**self.fixed, **case})
        bound = self.calculator.bind(self.calculator.with_house_rules(self.house, inputs))
        return {**self.shared, **self._numbers(bound), **bound.inputs, **case}

    def _numbers(self, bound: BoundCalculator) -> Mapping[str, Any]:
        if not bound.calculator.has_odds:
            return bound.answer()

        def chance(kind: str) -> Callable[[str], Fraction | int]:
            return lambda name: number_refs.number(bound, NumberRef(kind, name), self.odds)

        return {**self.odds(bound).measures, "grade": chance("grade"), "at_least": chance("at_least")}


@dataclass(frozen=True)
class Claim:
    """A condition on variables that holds in every case, or a number that changes as the trend says along
    one of them. Cases in which `where` is false are left out.
    """

    expression: Expression
    over: Mapping[str, Sequence[Any]]
    names: Names
    trend: Trend | None = None
    along: str = ""
    where: Expression | None = None

    def check(self) -> Incremental[int | Counterexample]:
        """Return the number of cases, or of steps of the trend, or the first counterexample.

        Raises InputError if the inputs of a case are invalid, and whatever the expressions raise.
        """
        return self._check_trend(self.trend) if self.trend else self._check_condition()

    def _check_condition(self) -> Incremental[int | Counterexample]:
        count = 0
        for case in _cases(self.over):
            if self._is_left_out(case):
                continue
            yield 0.0
            count += 1
            known = self.names.of(case)
            if not self.expression.evaluate(known):
                return Counterexample(case, self.expression.sides(known))
        return count

    def _check_trend(self, trend: Trend) -> Incremental[int | Counterexample]:
        count = 0
        others = {name: values for name, values in self.over.items() if name != self.along}
        for rest in _cases(others):
            former: Any = None
            for value in self.over[self.along]:
                case = {**rest, self.along: value}
                if self._is_left_out(case):
                    former = None
                    continue
                yield 0.0
                current = self.expression.evaluate(self.names.of(case))
                if former is not None:
                    count += 1
                    if not trend.is_so(former, current):
                        return Counterexample(case, (former, current), is_trend=True)
                former = current
        return count

    def _is_left_out(self, case: Case) -> bool:
        return self.where is not None and not self.where.evaluate({**self.names.shared, **case})


def read_claim(fields: Mapping[str, Any], session: Session, odds: OddsSource) -> Claim:
    """Return the claim of a block on a page, with the names and house rules of the session.

    Raises InputError and SyntaxError, and whatever the expressions of its range raise.
    """
    calculator = registry.calculator(fields["calculator"]) if "calculator" in fields else None
    declared = {each.name: each for each in calculator.inputs} if calculator else {}
    over = {
        name: [declared[name].parse(value) if name in declared else value for value in values]
        for name, values in (
            (name, values_of(values, session.names, "") if isinstance(values, str) else values)
            for name, values in fields["over"].items()
        )
    }
    house = session.house_of(calculator.game) if calculator else {}
    names = Names(session.names, calculator, fields.get("inputs", {}), odds, house)
    kind = next(kind for kind in KINDS if kind in fields)
    where = Expression(str(fields["where"]), "") if "where" in fields else None
    return Claim(
        Expression(str(fields[kind]), ""), over, names, TRENDS.get(kind), fields.get("along", ""), where
    )


_RANGE = re.compile(r"(-?\d+) to (-?\d+)(?: by (\d+))?$")


def values_of(text: str, names: Mapping[str, Any], file: str) -> list[Any]:
    """Return the values of a variable from `0 to 10`, `7 to 17 by 2` or a Python expression.

    Raises SyntaxError, and whatever the expression raises.
    """
    if match := _RANGE.match(text):
        first, last, step = (int(part or 1) for part in match.groups())
        return list(range(first, last + 1, step))
    return list(Expression(text, file).evaluate(names))


def _cases(over: Mapping[str, Sequence[Any]]) -> Iterator[Case]:
    """Yield every combination of the variables' values; the last variable changes fastest."""
    for values in itertools.product(*over.values()):
        yield dict(zip(over, values, strict=True))


def _text(value: Any) -> str:
    return str(value) if isinstance(value, (int, Fraction)) else repr(value)
