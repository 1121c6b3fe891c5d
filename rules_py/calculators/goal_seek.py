"""Goal seek: the values of an input that give at least a certain chance of a result."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from typing import Any

from rules_py.base.errors import InputError, TooManyBranchesError, join_or
from rules_py.base.jsonable import key_text, to_jsonable
from rules_py.calculators.calculator import Answer, BoundCalculator, Calculator
from rules_py.calculators.distribution import AT_LEAST, AT_MOST, redundant_measures, scale_of
from rules_py.calculators.measure import CHANCE
from rules_py.calculators.scale import Grade, success_grades
from rules_py.dice.incremental import Incremental, scale_progress
from rules_py.dice.odds import Odds
from rules_py.inputs import Choice, Flag, Input, Int, Record

SEARCH_RADIUS = 100
"""The greatest distance from the current number at which goal seek tries values of a long range."""

EXACTLY, MEASURE = "exactly", "measure"

type Computed = Odds | Answer
"""The part of an answer with the chances: the odds, or the answer of a calculator without dice."""


@dataclass(frozen=True)
class Goal:
    """A result or measure whose chance is sought. `key` names it for programs, `group` is the kind of
    goal.
    """

    key: str
    label: str
    group: str
    chance: Callable[[Computed], Fraction | None]


@dataclass(frozen=True)
class Candidate:
    """A value of the input with the chance it gives; None if the rules don't allow the value, or counting
    would take too long.
    """

    value: Any
    chance: Fraction | None


@dataclass(frozen=True)
class VariedInput:
    """An input of a calculator, or a field of an input that is a record, with access to its value."""

    path: str
    declared: Input

    @property
    def is_whole(self) -> bool:
        """True if it is an input of the calculator rather than part of a record."""
        return "." not in self.path

    @property
    def initial_value(self) -> Any:
        """The value to use if none is provided: the initial value, else the first."""
        value = self.declared.initial_value
        if value is not None or self.declared.optional:
            return value
        return self.declared.low if isinstance(self.declared, Int) else self.values({})[0]

    def value_in(self, inputs: Mapping[str, Any]) -> Any:
        """Return its value among checked inputs."""
        value: Any = inputs
        for name in self.path.split("."):
            value = value.get(name) if isinstance(value, Mapping) else None
        return value

    def with_value(self, inputs: Mapping[str, Any], value: Any) -> dict[str, Any]:
        """Return the inputs with its value replaced."""
        name, _, part = self.path.partition(".")
        return {**inputs, name: {**inputs[name], part: value} if part else value}

    def values(self, inputs: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return its possible values in order; for a long range, only those around the current value."""
        if isinstance(self.declared, Int):
            low, high = self.declared.low, self.declared.high
            now = self.value_in(inputs)
            if high - low > 2 * SEARCH_RADIUS:
                middle = min(max(low if now is None else now, low + SEARCH_RADIUS), high - SEARCH_RADIUS)
                low, high = middle - SEARCH_RADIUS, middle + SEARCH_RADIUS
            return tuple(range(low, high + 1))
        return tuple(self.declared.options) if isinstance(self.declared, Choice) else (False, True)


def variable_inputs(calculator: Calculator) -> tuple[VariedInput, ...]:
    """Return the inputs that goal seek can vary: numbers, choices and flags, including those within
    records.
    """
    return tuple(_parts(calculator.inputs, ""))


def _parts(declared: Sequence[Input], above: str) -> Iterator[VariedInput]:
    for each in declared:
        if isinstance(each, (Int, Choice, Flag)):
            yield VariedInput(above + each.name, each)
        elif isinstance(each, Record) and not above and not each.optional:
            for part in _parts(each.fields, f"{each.name}."):
                yield VariedInput(
                    part.path, replace(part.declared, label=f"{each.title}: {part.declared.title}")
                )


def default_input(calculator: Calculator) -> VariedInput:
    """Return the input to vary by default: the first number, else the first choice, else the first input."""
    known = variable_inputs(calculator)
    for kind in (Int, Choice):
        for each in known:
            if isinstance(each.declared, kind):
                return each
    return known[0]


def goals(calculator: Calculator, several: Sequence[Computed]) -> tuple[Goal, ...]:
    """Return the goals that these odds or answers offer, the most useful first."""
    all_odds = [each for each in several if isinstance(each, Odds)]
    of_scale = tuple(_of_scale(calculator, all_odds)) if all_odds else ()
    scale = scale_of(calculator)
    redundant = redundant_measures(scale, scale.side_by_side(all_odds)[0]) if all_odds else set()
    of_measures = tuple(
        Goal(f"{MEASURE}.{each.name}", each.label_for(*all_odds), "Chances", _reader_of(each.name))
        for each in calculator.measures
        if each.kind == CHANCE
        and each.name not in redundant
        and several
        and _reader_of(each.name)(several[0]) is not None
    )
    return (*of_scale, *of_measures)


def _of_scale(calculator: Calculator, all_odds: Sequence[Odds]) -> Iterator[Goal]:
    scale = scale_of(calculator)
    grades, _ = scale.side_by_side(all_odds)
    if not scale.ordered:
        success = success_grades(scale)
        first = success[1] if success else ()
        for each in sorted(grades, key=lambda grade: grade.key not in first):
            yield _goal(calculator, EXACTLY, each, each.label)
        return
    better, worse = ("or better", "or worse") if scale.grades else ("or more", "or less")
    for place, each in enumerate(grades):
        if place:
            words = each.label if place == len(grades) - 1 else f"{each.label} {better}"
            yield _goal(calculator, AT_LEAST, each, words)
    for place, each in enumerate(grades[:-1]):
        yield _goal(calculator, AT_MOST, each, f"{each.label} {worse}" if place else each.label)


GROUPS = {AT_LEAST: "At least", AT_MOST: "At most", EXACTLY: "Results"}


def _goal(calculator: Calculator, way: str, grade: Grade, label: str) -> Goal:
    scale = scale_of(calculator)

    def reached(key: Any) -> bool:
        if way == EXACTLY:
            return bool(key == grade.key)
        places = [each.key for each in scale.grades]
        one, other = (places.index(key), places.index(grade.key)) if places else (key, grade.key)
        return bool(one >= other if way == AT_LEAST else one <= other)

    def chance(computed: Computed) -> Fraction | None:
        return computed.by(scale.key).chance(reached) if isinstance(computed, Odds) else None

    return Goal(f"{way}.{key_text(grade.key)}", label, GROUPS[way], chance)


def _reader_of(name: str) -> Callable[[Computed], Fraction | None]:
    def chance(computed: Computed) -> Fraction | None:
        value = computed.measures.get(name) if isinstance(computed, Odds) else computed.get(name)
        return Fraction(value) if isinstance(value, (int, Fraction)) else None

    return chance


def default_goal(calculator: Calculator, known: Sequence[Goal]) -> Goal:
    """Return the goal to select by default: success, else the middle of the reachable results."""
    scale = scale_of(calculator)
    success = success_grades(scale)
    if success:
        way = AT_LEAST if scale.ordered else EXACTLY
        key = f"{way}.{key_text(success[1][0])}"
        return next((each for each in known if each.key == key), known[0])
    first = [each for each in known if each.group == known[0].group]
    return first[0] if len(first) < 4 else first[len(first) // 2]


@dataclass(frozen=True)
class GoalSeekResult:
    """The result of a goal seek: each candidate in order, with its chance of the goal."""

    bound: BoundCalculator
    varied: VariedInput
    goal: Goal
    target: Fraction
    candidates: tuple[Candidate, ...]

    @cached_property
    def valid_candidates(self) -> tuple[Candidate, ...]:
        """The candidates that are valid inputs and have a calculated chance."""
        return tuple(each for each in self.candidates if each.chance is not None)

    def is_enough(self, candidate: Candidate) -> bool:
        return candidate.chance is not None and candidate.chance >= self.target

    @cached_property
    def ranges(self) -> tuple[tuple[int, int], ...]:
        """The runs of sufficient values, as positions in the valid candidates: one if the chance only rises
        or only falls, several if it does both.
        """
        runs, place = [], 0
        for enough, some in groupby(self.valid_candidates, self.is_enough):
            length = len([*some])
            if enough:
                runs.append((place, place + length - 1))
            place += length
        return tuple(runs)

    @cached_property
    def is_scale(self) -> bool:
        """True if the values are ordered: numbers, or choices along which the chance never falls or never
        rises.
        """
        chances = [each.chance or Fraction() for each in self.valid_candidates]
        rising = sorted(chances)
        return not isinstance(self.varied.declared, Choice) or chances in (rising, rising[::-1])

    @property
    def threshold(self) -> Candidate | None:
        """The value that is just enough: the first if higher values are better, the last if lower ones are.
        None if no value or every value is enough, or if neither direction is better.
        """
        if len(self.ranges) != 1 or not self.is_scale:
            return None
        [(first, last)] = self.ranges
        end = len(self.valid_candidates) - 1
        if first and last == end:
            return self.valid_candidates[first]
        return self.valid_candidates[last] if not first and last < end else None

    def to_json(self) -> dict[str, Any]:
        """Return plain data: `input`, `goal`, `wanted`, `values` of {value, p, enough}, and `edge`, the value
        that is just enough.
        """
        return {
            "input": self.varied.path,
            "goal": self.goal.key,
            "wanted": to_jsonable(self.target),
            "values": [
                {
                    "value": to_jsonable(each.value),
                    "p": to_jsonable(each.chance),
                    "enough": self.is_enough(each),
                }
                for each in self.candidates
            ],
            "edge": to_jsonable(self.threshold.value) if self.threshold else None,
        }


def find_input(calculator: Calculator, path: Any) -> VariedInput:
    """Return the variable input with this path, or raise InputError (`unknown_input`)."""
    known = {each.path: each for each in variable_inputs(calculator)}
    if not isinstance(path, str) or path not in known:
        expected = (
            join_or(known) if known else "none, as this calculator has no number, choice or flag to vary"
        )
        raise InputError.at("input", path, expected, code="unknown_input")
    return known[path]


def find_goal(known: Sequence[Goal], key: Any) -> Goal:
    """Return the goal with this key, or raise InputError (`unknown_goal`)."""
    goal = next((each for each in known if each.key == key), None)
    if goal is None:
        expected = join_or(each.key for each in known)
        raise InputError.at("goal", key, expected, code="unknown_goal")
    return goal


class GoalSeek:
    """A trial of the values of one input, one after another, with all other inputs unchanged. `known` holds
    the candidates from earlier trials of the same question, whatever the input's own value was; new ones are
    added to it.
    """

    def __init__(
        self, bound: BoundCalculator, varied: VariedInput, known: dict[Any, Computed | None] | None = None
    ) -> None:
        self.bound = bound
        self.varied = varied
        self.values = varied.values(bound.inputs)
        self._odds = {} if known is None else known

    @staticmethod
    def key(bound: BoundCalculator, varied: VariedInput) -> str:
        """Return a cache key made of everything except the value of the varied input."""
        others = to_jsonable(varied.with_value(bound.inputs, None))
        return json.dumps([bound.calculator.id, varied.path, others])

    def run_incrementally(self) -> Incremental[None]:
        """Try all the values."""
        total = len(self.values)
        for place, value in enumerate(self.values):
            if value not in self._odds:
                self._odds[value] = yield from scale_progress(
                    self._count_incrementally(value), place / total, (place + 1) / total
                )
                yield (place + 1) / total

    def _count_incrementally(self, value: Any) -> Incremental[Computed | None]:
        """Return the odds or answer for this value, or None if it is invalid or has too many branches."""
        calculator = self.bound.calculator
        try:
            question = calculator.bind(self.varied.with_value(self.bound.inputs, value))
            return (yield from question.odds_incrementally()) if calculator.has_odds else question.answer()
        except (InputError, TooManyBranchesError):
            return None

    def goals(self) -> tuple[Goal, ...]:
        """Return the goals that the tried values offer."""
        all_odds = [self._odds[each] for each in self.values]
        return goals(self.bound.calculator, [each for each in all_odds if each is not None])

    def answer(self, goal: Goal, target: Fraction) -> GoalSeekResult:
        """Return the result once all values have been tried."""
        odds_of_values = [(each, self._odds[each]) for each in self.values]
        tried = [
            Candidate(value, None if each is None else goal.chance(each)) for value, each in odds_of_values
        ]
        return GoalSeekResult(self.bound, self.varied, goal, target, tuple(tried))
