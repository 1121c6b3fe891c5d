"""What several laws ask of a calculator, counted once and all at once."""

import importlib
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

import rules_py
from rules_py.api import asked_half
from rules_py.base.jsonable import to_jsonable
from rules_py.base.memo import Memo
from rules_py.calculators.partial_roll import HalfThrown, standing
from rules_py.dice.incremental import run_to_completion

MOST = 10_000
"""So many answers are kept: all that the laws ask about every calculator, as one law goes through all of them
before the next begins. They take some forty megabytes.
"""


def once[**Asked, Found](count: Callable[Asked, Found]) -> Callable[Asked, Found]:
    """The same as `count`, a door of `rules_py`, which is asked again only for what was not asked lately."""
    kept: dict[str, Found] = {}

    def counted(*asked: Asked.args, **inputs: Asked.kwargs) -> Found:
        key = json.dumps([to_jsonable(asked), to_jsonable(inputs)])
        if key not in kept:
            if len(kept) == MOST:
                del kept[next(iter(kept))]
            kept[key] = count(*asked, **inputs)
        return kept[key]

    return counted


odds = once(rules_py.odds)


STANDING: Memo[str, HalfThrown] = Memo(MOST)
"""How throws half thrown stand, for laws that ask how, at any door, and not how soon."""
# in `rules_py` itself a function hides the module of its name
_module = importlib.import_module("rules_py.calculators.partial_roll")


@contextmanager
def _long_memory() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_module, "_KEPT", STANDING)
        yield


@pytest.fixture
def long_memory() -> Iterator[None]:
    """How a throw stands that was counted for one law is known in the next, too."""
    with _long_memory():
        yield


def half_thrown(calculator: str, faces: Sequence[Any], **inputs: Any) -> HalfThrown:
    """The same as that of `rules_py`, counted once for all laws."""
    with _long_memory():
        return run_to_completion(standing(*asked_half(calculator, faces, inputs)))
