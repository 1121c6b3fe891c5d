"""Exact odds: every outcome of a mechanic with its whole-number weight."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import Any

from rules_py.base.jsonable import to_jsonable


class Odds(Mapping[Hashable, Fraction]):
    """A mapping from outcome to its chance (Fraction), summing to exactly 1.

    The odds are stored as whole-number `weights` that sum to `total_weight`, because reducing thousands of
    unused fractions is slow. `measures` are a calculator's named statistics (`odds.mean`, `odds.band`):
    functions of the odds, each computed when first read. Looking up an impossible outcome raises KeyError;
    `odds.get(outcome, 0)` doesn't.
    """

    def __init__(
        self,
        weights: Mapping[Hashable, int],
        total_weight: int | None = None,
        measures: Mapping[str, Callable[[Odds], Any]] | None = None,
    ) -> None:
        # A copied dict needn't hash its keys again.
        possible = (
            weights if all(weights.values()) else {each: count for each, count in weights.items() if count}
        )
        self.weights = dict(possible)
        self.total_weight = sum(self.weights.values()) if total_weight is None else total_weight
        self._measures = dict(measures or {})
        self._measured: dict[str, Any] = {}
        self._merged: dict[Callable[[Any], Hashable], Odds] = {}
        self._chances: dict[Hashable, Fraction] = {}

    @classmethod
    def from_chances[Key: Hashable](
        cls, chances: Mapping[Key, Fraction], measures: Mapping[str, Callable[[Odds], Any]] | None = None
    ) -> Odds:
        """Return odds from fractions (of an absorbing Markov chain), which must sum to 1."""
        total = lcm(*(chance.denominator for chance in chances.values()))
        counts: dict[Hashable, int] = {
            outcome: chance.numerator * (total // chance.denominator) for outcome, chance in chances.items()
        }
        return cls(counts, total, measures)

    def with_measures(self, measures: Mapping[str, Callable[[Odds], Any]]) -> Odds:
        """Return the odds with additional measures."""
        return Odds(self.weights, self.total_weight, {**self._measures, **measures}) if measures else self

    def __getitem__(self, outcome: Hashable) -> Fraction:
        if outcome not in self._chances:  # reducing a fraction of thousands of digits takes milliseconds
            self._chances[outcome] = Fraction(self.weights[outcome], self.total_weight)
        return self._chances[outcome]

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.weights)

    def __len__(self) -> int:
        return len(self.weights)

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_") and name in self._measures:
            return self.measures[name]
        raise AttributeError(f"these odds have no measure {name!r}")

    def __repr__(self) -> str:
        items = ", ".join(
            f"{outcome!r}: {count}/{self.total_weight}" for outcome, count in list(self.weights.items())[:8]
        )
        return f"Odds({items}{', …' if len(self) > 8 else ''})"

    @property
    def measures(self) -> Mapping[str, Any]:
        """The calculator's measures by name, each computed when it is first read."""
        return _Measures(self, self._measures, self._measured)

    def chance(self, condition: Callable[[Any], bool]) -> Fraction:
        """Return the chance of an outcome for which the condition holds."""
        return Fraction(
            sum(count for outcome, count in self.weights.items() if condition(outcome)), self.total_weight
        )

    def mean_of(self, value: Callable[[Any], int | Fraction] = lambda outcome: outcome) -> Fraction:
        """Return the mean of `value` over the outcomes."""
        # Summing fractions would look for a common divisor each time; whole numbers don't need one.
        return (
            Fraction(sum(value(outcome) * count for outcome, count in self.weights.items()))
            / self.total_weight
        )

    def best_of(self, times: int, rank: Callable[[Any], int], *, lowest: bool = False) -> Odds:
        """Return the odds of the outcome with the highest rank of several, the first of equal ones."""
        by_rank: dict[int, int] = {}
        for outcome, count in self.weights.items():
            by_rank[rank(outcome)] = by_rank.get(rank(outcome), 0) + count
        below, factors = 0, {}
        for each in sorted(by_rank, reverse=lowest):
            upto = below + by_rank[each]
            # The first of this rank may come after any number of worse ones, with none better after it.
            factors[each] = sum(below**place * upto ** (times - 1 - place) for place in range(times))
            below = upto
        weights = {outcome: count * factors[rank(outcome)] for outcome, count in self.weights.items()}
        return Odds(weights, self.total_weight**times)

    def by(self, key: Callable[[Any], Hashable]) -> Odds:
        """Return the odds of `key(outcome)`, in order of first appearance.

        They are cached, because table, chart and measures use the same ones.
        """
        if key not in self._merged:
            merged: dict[Hashable, int] = {}
            for outcome, count in self.weights.items():
                value = key(outcome)
                merged[value] = merged.get(value, 0) + count
            self._merged[key] = Odds(merged, self.total_weight)
        return self._merged[key]

    def to_json(self) -> dict[str, Any]:
        """Return `outcomes`, a list of {outcome, p}, and each measure by name; fractions as "a/b"."""
        outcomes = [{"outcome": to_jsonable(outcome), "p": to_jsonable(self[outcome])} for outcome in self]
        measures: dict[str, Any] = to_jsonable(self.measures)
        return {"outcomes": outcomes} | measures


class _Measures(Mapping[str, Any]):
    """The measures of odds by name: those that were read, and `functions` for the others."""

    def __init__(
        self, odds: Odds, functions: Mapping[str, Callable[[Odds], Any]], values: dict[str, Any]
    ) -> None:
        self._odds, self._functions, self._values = odds, functions, values

    def __getitem__(self, name: str) -> Any:
        if name not in self._values:
            self._values[name] = self._functions[name](self._odds)
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._functions)

    def __len__(self) -> int:
        return len(self._functions)
