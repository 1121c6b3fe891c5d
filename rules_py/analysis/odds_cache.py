"""The odds lately counted: those that stand beside each other aren't counted again with each change."""

from __future__ import annotations

import json

from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.calculator import Asked
from rules_py.dice.incremental import Incremental
from rules_py.dice.odds import Odds

MOST = 16
"""So many are kept: what stands beside each other now, and stood there a moment ago."""


class Recent:
    """A memory of what was counted. No answer depends on it."""

    def __init__(self) -> None:
        self._kept: dict[str, Odds] = {}

    def counting(self, asked: Asked) -> Incremental[Odds]:
        """Return the odds, cached if recent. Raises TooManyBranchesError as `Asked.odds` does."""
        key = f"{asked.calculator.id} {json.dumps(to_jsonable(asked.inputs))}"
        found = self._kept.pop(key, None)
        if found is None:
            found = yield from asked.counting()
            if len(self._kept) >= MOST:
                del self._kept[next(iter(self._kept))]
        self._kept[key] = found  # the last asked for is the last to go
        return found
