"""The costs and benefits of a choice: the chances the reader cares about, before and after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules_py.base.type_check import check_field_types
from rules_py.inputs import Input, is_empty
from rules_py.sheets.sheet_parser import ParsedSheet, reparse


@dataclass(frozen=True, kw_only=True)
class CostBenefitSpec:
    """The functions that measure the costs and benefits of a sheet's choices.

    `chances(sheet)` returns the chances to compare, by label; the reader chooses them in fields of the sheet.
    `cost(sheet)` returns the total cost so far, in `unit`.
    """

    chances: Callable[[ParsedSheet], Mapping[str, Fraction]]
    cost: Callable[[ParsedSheet], int]
    unit: str = "XP"

    def __post_init__(self) -> None:
        check_field_types(self)


@dataclass(frozen=True)
class Gain:
    """A chance before a choice and after it."""

    what: str
    before: Fraction
    after: Fraction

    @property
    def by(self) -> Fraction:
        """The change in the chance, negative if the choice makes it smaller."""
        return self.after - self.before


@dataclass(frozen=True)
class CostBenefit:
    """The cost of a choice and the chances it changes."""

    cost: int
    gains: tuple[Gain, ...]

    def per_unit(self, gain: Gain) -> Fraction | None:
        """Return the gain per unit of cost, or None if there is no gain or no cost."""
        return gain.by / self.cost if self.cost > 0 and gain.by > 0 else None


@dataclass(frozen=True)
class Evaluator:
    """A parsed sheet with its chances and its cost, for comparison with the sheet after a choice."""

    spec: CostBenefitSpec
    fields: tuple[Input, ...]
    parsed: ParsedSheet
    chances: Mapping[str, Fraction]
    cost: int

    @classmethod
    def of(cls, spec: CostBenefitSpec, fields: tuple[Input, ...], parsed: ParsedSheet) -> Evaluator:
        """Return the evaluator of a parsed sheet."""
        return cls(spec, fields, parsed, spec.chances(parsed), spec.cost(parsed))

    def evaluate(self, changes: Mapping[str, Any]) -> CostBenefit:
        """Return the cost and the benefit of these changes, given by dotted path."""
        names = {path.partition(".")[0] for path in changes}
        parsed = reparse(self.parsed, self.fields, with_changes(self.parsed.data, changes), names)
        after = self.spec.chances(parsed)
        gains = tuple(
            Gain(what, before, after[what])
            for what, before in self.chances.items()
            if what in after and after[what] != before
        )
        return CostBenefit(self.spec.cost(parsed) - self.cost, gains)


def with_changes(data: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return a copy of the sheet's data with new values at these dotted paths."""
    result = dict(data)
    for name in {path.partition(".")[0] for path in changes} & result.keys():
        result[name] = deepcopy(result[name])
    for path, value in changes.items():
        *way, last = path.split(".")
        at: Any = result
        for name in way:
            if isinstance(at, list):
                at = at[int(name)]
            else:
                at[name] = {} if is_empty(at.get(name)) else at[name]
                at = at[name]
        if isinstance(at, list):
            at[int(last)] = value
        else:
            at[last] = value
    return result
