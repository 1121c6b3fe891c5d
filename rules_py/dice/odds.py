"""Exact odds: every outcome of a mechanic with its whole-number weight."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

from rules_py.base.jsonable import to_jsonable


class Odds(Mapping[Hashable, Fraction]):
    """A mapping from outcome to its chance (Fraction), summing to exactly 1.

    Kept as whole-number `counts` out of `ways`, because reducing thousands of fractions nobody looks at is
    slow. `measures` are the named figures a calculator adds (`odds.mean`, `odds.band`): functions of these
    odds, worked out when first read. Looking up an outcome that can't happen raises KeyError,
    `odds.get(outcome, 0)` does not.
    """

    def __init__(
        self,
        weights: Mapping[Hashable, int],
        total_weight: int | None = None,
        measures: Mapping[str, Callable[[Odds], Any]] | None = None,
    ) -> None:
        # copied whole, outcomes need not be hashed again
        possible = (
            weights if all(weights.values()) else {each: count for each, count in weights.items() if count}
        )
        self.weights = dict(possible)
        self.total_weight = sum(self.weights.values()) if total_weight is None else total_weight
        self._measures = dict(measures or {})
        self._merged: dict[Callable[[Any], Hashable], Odds] = {}
        self._chances: dict[Hashable, Fraction] = {}

    @classmethod
    def from_chances[Key: Hashable](
        cls, chances: Mapping[Key, Fraction], measures: Mapping[str, Callable[[Odds], Any]] | None = None
    ) -> Odds:
        """Odds from chances that were solved as fractions (an absorbing chain), which must sum to 1."""
        total = lcm(*(chance.denominator for chance in chances.values()))
        counts: dict[Hashable, int] = {
            outcome: chance.numerator * (total // chance.denominator) for outcome, chance in chances.items()
        }
        return cls(counts, total, measures)

    def with_measures(self, measures: Mapping[str, Callable[[Odds], Any]]) -> Odds:
        """The same odds with these measures besides their own."""
        return Odds(self.weights, self.total_weight, {**self._measures, **measures}) if measures else self

    def __getitem__(self, outcome: Hashable) -> Fraction:
        if outcome not in self._chances:  # to reduce a fraction of thousands of digits takes milliseconds
            self._chances[outcome] = Fraction(self.weights[outcome], self.total_weight)
        return self._chances[outcome]

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.weights)

    def __len__(self) -> int:
        return len(self.weights)

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_") and name in self._measures:
            return self.measures[name]
        if name == "measures":  # one of them looked for what isn't there, as it will say again
            return self._worked_out()
        raise AttributeError(f"these odds have no measure {name!r}")

    def __repr__(self) -> str:
        shown = ", ".join(
            f"{outcome!r}: {count}/{self.total_weight}" for outcome, count in list(self.weights.items())[:8]
        )
        return f"Odds({shown}{', …' if len(self) > 8 else ''})"

    @cached_property
    def measures(self) -> dict[str, Any]:
        """The calculator's named figures, by name."""
        return self._worked_out()

    def _worked_out(self) -> dict[str, Any]:
        return {name: measure(self) for name, measure in self._measures.items()}

    def chance(self, condition: Callable[[Any], bool]) -> Fraction:
        """The chance of an outcome for which `wanted` holds."""
        return Fraction(
            sum(count for outcome, count in self.weights.items() if condition(outcome)), self.total_weight
        )

    def mean_of(self, value: Callable[[Any], int | Fraction] = lambda outcome: outcome) -> Fraction:
        """The mean of `value` over the outcomes."""
        # Whole numbers are summed as such: a thousand additions of fractions would each look for a common
        # divisor.
        return (
            Fraction(sum(value(outcome) * count for outcome, count in self.weights.items()))
            / self.total_weight
        )

    def by(self, key: Callable[[Any], Hashable]) -> Odds:
        """The odds of what `key` says of each outcome, in the order first met; kept, as table, picture and
        figures ask for the same.
        """
        if key not in self._merged:
            merged: dict[Hashable, int] = {}
            for outcome, count in self.weights.items():
                said = key(outcome)
                merged[said] = merged.get(said, 0) + count
            self._merged[key] = Odds(merged, self.total_weight)
        return self._merged[key]

    def to_json(self) -> dict[str, Any]:
        """Plain data: `outcomes`, a list of {outcome, p}, then each measure under its name; fractions as
        "a/b".
        """
        outcomes = [{"outcome": to_jsonable(outcome), "p": to_jsonable(self[outcome])} for outcome in self]
        measures: dict[str, Any] = to_jsonable(self.measures)
        return {"outcomes": outcomes} | measures
