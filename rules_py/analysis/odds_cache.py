"""A cache of recently counted odds, for comparisons of which one input changes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

from rules_py.base.jsonable import to_jsonable
from rules_py.base.memo import Memo
from rules_py.calculators.calculator import BoundCalculator
from rules_py.dice.incremental import Incremental, scale_progress
from rules_py.dice.odds import Odds


class OddsCache:
    """A cache of the last `most` odds that were counted. No answer depends on it."""

    def __init__(self, most: int) -> None:
        self._memo: Memo[str, Odds] = Memo(most)

    def count_incrementally(self, bound: BoundCalculator) -> Incremental[Odds]:
        """Return the odds, cached if recent. Raises TooManyBranchesError as `BoundCalculator.odds` does."""
        key = _key(bound)
        if key not in self._memo:
            self._memo[key] = yield from bound.odds_incrementally()
        return self._memo[key]


def count_each(
    several: Iterable[BoundCalculator], count: Callable[[BoundCalculator], Incremental[Odds]]
) -> Incremental[Callable[[BoundCalculator], Odds]]:
    """Compute the odds of bound calculators incrementally, each only once, and return a function that looks
    them up.

    Those without odds are left out.
    """
    different = {_key(each): each for each in several if each.calculator.has_odds}
    odds: dict[str, Odds] = {}
    for place, (key, bound) in enumerate(different.items()):
        share = (place / len(different), (place + 1) / len(different))
        odds[key] = yield from scale_progress(count(bound), *share)
        yield share[1]
    return lambda bound: odds[_key(bound)]


def _key(bound: BoundCalculator) -> str:
    return f"{bound.calculator.id} {json.dumps(to_jsonable(bound.inputs))}"
