"""The odds lately counted: those that stand beside each other aren't counted again with each change."""

from __future__ import annotations

import json

from rules_py.base.jsonable import to_jsonable
from rules_py.base.memo import Memo
from rules_py.calculators.calculator import BoundCalculator
from rules_py.dice.incremental import Incremental
from rules_py.dice.odds import Odds

MOST = 16
"""The most odds in the cache: enough for the current comparison and the previous one."""


class OddsCache:
    """A memory of what was counted. No answer depends on it."""

    def __init__(self) -> None:
        self._kept: Memo[str, Odds] = Memo(MOST)

    def counting(self, asked: BoundCalculator) -> Incremental[Odds]:
        """Return the odds, cached if recent. Raises TooManyBranchesError as `Asked.odds` does."""
        key = f"{asked.calculator.id} {json.dumps(to_jsonable(asked.inputs))}"
        if key not in self._kept:
            self._kept[key] = yield from asked.odds_incrementally()
        return self._kept[key]
