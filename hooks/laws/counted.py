"""What several laws ask of a calculator, counted once and all at once."""

import importlib
import json
from collections.abc import Callable

import pytest

import rules_py
from rules_py.half_thrown import HalfThrown
from rules_py.plain import plain

MOST = 10_000
"""So many answers are kept: all that the laws ask about every calculator, as one law goes through all of them
before the next begins. They take some forty megabytes.
"""


def once[**Asked, Found](count: Callable[Asked, Found]) -> Callable[Asked, Found]:
    """The same as `count`, a door of `rules_py`, which is asked again only for what was not asked lately."""
    kept: dict[str, Found] = {}

    def counted(*asked: Asked.args, **inputs: Asked.kwargs) -> Found:
        key = json.dumps([plain(asked), plain(inputs)])
        if key not in kept:
            if len(kept) == MOST:
                del kept[next(iter(kept))]
            kept[key] = count(*asked, **inputs)
        return kept[key]

    return counted


odds = once(rules_py.odds)
half_thrown = once(rules_py.half_thrown)


REPLIED: dict[str, HalfThrown] = {}
"""What was counted for replies, for laws that ask what is replied and not how soon."""


@pytest.fixture
def long_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Throws half thrown that were counted for a reply are known in the next law, too."""
    # in `rules_py` itself a function hides the module of its name
    kept = importlib.import_module("rules_py.half_thrown")
    monkeypatch.setattr(kept, "_KEPT", REPLIED)
    monkeypatch.setattr(kept, "MOST_KEPT", MOST)
