"""The choosing of inputs for the records: an input at a limit is found, and what is watched
does what it did.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, override

import pytest

from rules_py.authoring.samples import fields_for
from rules_py.inputs import Int
from tests.mutation.boundary_search.bounds import Watch
from tests.mutation.boundary_search.changing import changed_fields
from tests.mutation.boundary_search.drawing import Kind
from tests.mutation.boundary_search.keeping import Chooser

RULES = '''\
"""Of these only the price has a limit that is hardly ever drawn."""


def price(legs, days):
    whole = legs * 70 + days
    if whole > 43210:
        return "too dear"
    return "fine"


def all_kinds(a, b, asked):
    """Whatever is watched, with what it may not look at noted in `asked`."""

    def ask(value):
        asked.append(value)
        return value

    both = a and ask(b) or 0
    within = 0 < a <= ask(b) < ask(9)
    some = any(ask(each) for each in (0, a, b))
    every = all(ask(each) for each in (1, a, b))
    ends = [a, b, 3][:2] + [a, b][1:]
    match a:
        case 3 if b >= 3:
            named = "three"
        case _:
            named = (lambda each: f"{each}" * 2)(a)
    largest = max((a, b, 3), key=lambda each: -each), max(a, b), min([], default=a)
    return both, within, some, every, ends, named, largest, (a - b) * a, {a} <= {b}
'''
FIELDS = (Int("legs", "Legs", 0, 999), Int("days", "Days", 0, 99))


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[tuple[Watch, ModuleType, ModuleType]]:
    """The rules as they are watched, and as they are without."""
    (tmp_path / "rules_watched").mkdir()
    for name in ("rules_watched/__init__.py", "rules_watched/prices.py"):
        (tmp_path / name).write_text(RULES if name.endswith("prices.py") else "", "utf-8")
    watch = Watch(tmp_path, "rules_watched")
    as_it_is = ModuleType("prices")
    exec(compile(RULES, "prices.py", "exec"), as_it_is.__dict__)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(tmp_path)
        watch.begin()
        try:
            watch.import_all()
            yield watch, import_module("rules_watched.prices"), as_it_is
        finally:
            watch.end()
            for each in ("rules_watched.prices", "rules_watched"):
                sys.modules.pop(each, None)  # each test has its own


class Prices(Kind):
    name = "prices"

    def __init__(self, rules: ModuleType) -> None:
        self.rules = rules

    @override
    def first(self) -> Iterator[Any]:
        yield {"legs": 1, "days": 1}

    @override
    def drawn(self, random: Random) -> Any:
        return fields_for(FIELDS, random)

    @override
    def changed(self, tried: Any, random: Random, others: Sequence[Any]) -> Any:
        return changed_fields(FIELDS, tried, random)

    @override
    def come_of(self, tried: Mapping[str, Any]) -> object:
        legs, days = tried.get("legs"), tried.get("days")
        return self.rules.price(*(int(each) if str(each).isdigit() else 0 for each in (legs, days)))

    @override
    def known(self) -> Iterator[Any]:
        yield from ()


def test_the_input_at_a_limit_is_found_and_few_are_kept(
    watched: tuple[Watch, ModuleType, ModuleType],
) -> None:
    watch, rules, _ = watched
    lines = RULES[: RULES.index("def all_kinds")].count("\n")
    places = {each for each in watch.places if each.line <= lines}
    chooser = Chooser(watch, places, often=1, say=pytest.fail)
    kept = chooser.chosen(Prices(rules), Random(2), 10)
    assert not watch.sought
    wholes = [int(each.tried["legs"]) * 70 + int(each.tried["days"]) for each in kept]
    assert {43210, 43211} <= {*wholes}
    assert len(wholes) <= 4


def test_nothing_is_chosen_that_is_on_record(watched: tuple[Watch, ModuleType, ModuleType]) -> None:
    watch, rules, _ = watched

    class OnRecord(Prices):
        @override
        def known(self) -> Iterator[Any]:
            yield from ({"legs": 617, "days": days} for days in (20, 21))

    lines = RULES[: RULES.index("def all_kinds")].count("\n")
    chooser = Chooser(watch, {each for each in watch.places if each.line <= lines}, often=1, say=pytest.fail)
    kind = OnRecord(rules)
    chooser.count_known(kind)
    assert chooser.chosen(kind, Random(1), 10) == []


@pytest.mark.parametrize("a", range(5))
def test_what_is_watched_does_what_it_did(a: int, watched: tuple[Watch, ModuleType, ModuleType]) -> None:
    watch, rules, as_it_is = watched
    for b in range(-1, 11):
        asked: tuple[list[Any], list[Any]] = ([], [])
        found: list[Any] = []
        seen = watch.seen(
            lambda a=a, b=b, asked=asked, found=found: found.append(rules.all_kinds(a, b, asked[0]))
        )
        assert seen and found == [as_it_is.all_kinds(a, b, asked[1])]
        assert asked[0] == asked[1]
    assert {each.what for each in seen.places} >= {
        "operator",
        "line",
        "unlike",
        "first less",
        "up to its end",
    }


def test_what_takes_too_long_is_given_up(watched: tuple[Watch, ModuleType, ModuleType]) -> None:
    watch, rules, _ = watched

    def for_ever() -> None:
        while True:
            rules.price(1, 1)

    assert watch.seen(for_ever, 0.02) is None
