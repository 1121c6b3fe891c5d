"""A cache of partial rolls."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from rules_py.base.jsonable import to_jsonable
from rules_py.base.memo import Memo
from rules_py.calculators.calculator import BoundCalculator, PartialRoll
from rules_py.dice.incremental import Incremental

_CACHE: Memo[str, PartialRoll] = Memo(64)


def cached_partial_roll(bound: BoundCalculator, faces: Sequence[Any]) -> Incremental[PartialRoll]:
    """Compute a partial roll incrementally, or return it from the cache.

    The cache serves two cases: comparing the odds before and after a die, and undoing a die.
    """
    key = json.dumps([bound.calculator.id, to_jsonable(bound.inputs), to_jsonable(faces)])
    if key not in _CACHE:
        _CACHE[key] = yield from bound.partial_roll_incrementally(faces)
    return _CACHE[key]
