"""Results of calculators that several contract tests share."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

import rules_py
from rules_py.api import bind_for_partial_roll
from rules_py.base.jsonable import to_jsonable
from rules_py.base.memo import Memo
from rules_py.calculators import partial_roll
from rules_py.calculators.calculator import PartialRoll
from rules_py.calculators.partial_roll import cached_partial_roll
from rules_py.dice.incremental import run_to_completion

MOST = 10_000
"""The most cached results: enough for all calculators, as one test runs for each before the next test starts.

They take about forty megabytes.
"""


def once[**Inputs, Result](count: Callable[Inputs, Result]) -> Callable[Inputs, Result]:
    """Cache the recent results of a function of `rules_py`."""
    results: dict[str, Result] = {}

    def cached(*args: Inputs.args, **inputs: Inputs.kwargs) -> Result:
        key = json.dumps([to_jsonable(args), to_jsonable(inputs)])
        if key not in results:
            if len(results) == MOST:
                del results[next(iter(results))]
            results[key] = count(*args, **inputs)
        return results[key]

    return cached


odds = once(rules_py.odds)


STANDING: Memo[str, PartialRoll] = Memo(MOST)
"""Partial rolls, for tests of their results but not of their duration."""


@contextmanager
def _long_memory() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(partial_roll, "_CACHE", STANDING)
        yield


@pytest.fixture
def long_memory() -> Iterator[None]:
    """Share the partial rolls of one test with the next."""
    with _long_memory():
        yield


def partial_roll_of(calculator: str, faces: Sequence[Any], **inputs: Any) -> PartialRoll:
    """Return a partial roll like the API, computed once for all tests."""
    with _long_memory():
        return run_to_completion(cached_partial_roll(*bind_for_partial_roll(calculator, faces, inputs)))
