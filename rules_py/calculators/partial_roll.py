"""A cache of partial rolls."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from rules_py.base.jsonable import plain
from rules_py.calculators.calculator import BoundCalculator, PartialRoll
from rules_py.dice.incremental import Steps

MOST_KEPT = 64
_KEPT: dict[str, PartialRoll] = {}


def cached_partial_roll(asked: BoundCalculator, faces: Sequence[Any]) -> Steps[PartialRoll]:
    """Compute a partial roll incrementally, or return it from the cache.

    The cache serves two cases: comparing the odds before and after a die, and undoing a die.
    """
    key = json.dumps([asked.calculator.id, plain(asked.inputs), plain(faces)])
    found = _KEPT.get(key)
    if found is None:
        found = yield from asked.partial_roll_incrementally(faces)
        while len(_KEPT) >= MOST_KEPT:
            del _KEPT[next(iter(_KEPT))]
        _KEPT[key] = found
    return found
