"""Limits are exact: the maximum is accepted, and one more is rejected."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from types import ModuleType
from typing import Any

import pytest

from rules_py import api
from rules_py.analysis import page_spec
from rules_py.base.errors import DeclarationError, InputError, TooManyBranchesError
from rules_py.base.problems import ProblemGroup
from rules_py.calculators import goal_seek
from rules_py.dice import combined, counts, enumerate_branches, notation, pools
from rules_py.dice.counts import pools as count_pools
from rules_py.dice.counts import rows, sums
from rules_py.dice.enumerate_branches import expand
from rules_py.dice.notation import grammar, limits
from rules_py.inputs import (
    Chance,
    DieSizes,
    Distribution,
    Input,
    Int,
    Keyed,
    Labelled,
    ListOf,
    NumberChoice,
    Record,
    lists,
    mappings,
    words,
)
from rules_py.sheets import sheet_parser
from rules_py.systems import registry

KINDS = {"a": 1, "b": 2, None: 3}
ADDING = {"a": 1}


def parse_notation(text: str) -> Any:
    notation._read.cache_clear()
    return notation.parse(text)


def sorted_faces() -> Any:
    pools.all_faces.cache_clear()
    return pools.all_faces(pools.pool_of([2, 3], None))


def tally(dice: int) -> Any:
    return counts.tally_exploding(dice, KINDS, ADDING, 1)


ONE_OR_TWO = Int("n", "N", 1, 2)


def sheet(field: Input, value: Any) -> Any:
    return sheet_parser.parse_sheet((field,), {"list": value}, ProblemGroup("The sheet")).values


ONE, TWO = len(tally(1)), len(tally(2))

LIMITS: tuple[tuple[ModuleType, str, int, Callable[[], Any]], ...] = (
    (notation, "MAX_CHARS", 9, lambda: parse_notation("2d6 + 1d4")),
    (notation, "MAX_REPEATS", 3, lambda: parse_notation("3#1d4")),
    (grammar, "MAX_TERMS", 3, lambda: parse_notation("2d6 + 1d4 - 1")),
    (grammar, "MAX_DEPTH", 2, lambda: parse_notation("((1d4 + 1) * 2 + 1) * 3")),
    (limits, "MAX_DICE", 5, lambda: parse_notation("3d4 + 2d6")),
    (limits, "MAX_EXTRA_DICE", 5, lambda: parse_notation("3d4! + 2d6!!")),
    (limits, "MAX_KEEP_DICE", 5, lambda: parse_notation("3d4kh1 + 2d6kl1")),
    (limits, "MAX_KEEP_FACES", 24, lambda: parse_notation("3d4kh1 + 2d6kl1")),
    (limits, "MAX_KEEP_WORK", 3 * 4 * 11 * 2, lambda: parse_notation("3d4!!kh2")),
    (limits, "MAX_GROUP", 3, lambda: parse_notation("{1d4, 1d6, 1d8}kh1")),
    (limits, "MAX_TOTALS", 14, lambda: parse_notation("2d6 + 1d4")),
    (limits, "MAX_TOTAL", 60, lambda: parse_notation("1d6 * 10")),
    (pools, "MAX_POOL_DICE", 3, lambda: pools._sizes(3, 6)),
    (pools, "MAX_EXTRA_IN_A_ROW", 3, lambda: pools.explode(2, 6, 3)),
    (counts, "MAX_OUTCOMES", 6, sorted_faces),
    (rows, "MAX_OUTCOMES", 4, lambda: counts.deal(3, (3,), 3)),
    (count_pools, "MAX_OUTCOMES", TWO, lambda: tally(3)),
    (count_pools, "MAX_PRODUCTS", ONE + ONE * ONE, lambda: tally(2)),
    (count_pools, "MAX_OUTCOMES", 15, lambda: counts.sorted_exploding(2, 3, lambda face: face == 3, 1)),
    (sums, "MAX_BYTES", 5, lambda: counts.times({1: 1, 2: 1}, 4)),
    (enumerate_branches, "MAX_TOTAL_QUERIES", 8, lambda: expand(lambda dice: dice.d(2) + dice.d(2))),
    (lists, "MAX_KEY_CHARS", 5, lambda: DieSizes("d", "Dice", fewest=1, most=2).parse("d4 d6")),
    (lists, "MAX_SIDES", 7, lambda: DieSizes("d", "Dice", unknown_too=True, most=2).parse([7])),
    (words, "MAX_KEY_CHARS", 5, lambda: Labelled("s", "Skill", {"craft": "Craft"}).parse("craft")),
    (
        mappings,
        "MAX_MAPPING_ENTRIES",
        2,
        lambda: Distribution("h", "Hits", high=2).parse({0: "1/2", 1: "1/2"}),
    ),
    (sheet_parser, "MAX_ROWS", 3, lambda: sheet(ListOf("list", "List", ONE_OR_TWO, most=2), [1, 2, 1])),
    (
        sheet_parser,
        "MAX_ROWS",
        3,
        lambda: sheet(Record("list", "List", (ONE_OR_TWO,)), {"n": 1, "x": 2, "y": 3}),
    ),
    (
        sheet_parser,
        "MAX_ROWS",
        3,
        lambda: sheet(Keyed("list", "List", ONE_OR_TWO, most=2), {"a": 1, "b": 2, "c": 1}),
    ),
    (
        api,
        "MAX_FACES",
        2,
        lambda: api.resolve("core_rules.challenge", situation="average", steps=0, dice=[4, 5]),
    ),
    (page_spec, "MAX_ITEMS", 2, lambda: page_spec.read_list("over", [1, 2])),
    (mappings, "MAX_JSON_CHARS", 4, lambda: Distribution("h", "Hits", high=2).parse("0: 1")),
)


@pytest.mark.parametrize(
    ("module", "limit", "most", "call"),
    LIMITS,
    ids=lambda value: value if isinstance(value, (int, str)) else "",
)
def test_limit_accepts_its_maximum_and_rejects_one_more(
    module: ModuleType, limit: str, most: int, call: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, limit, most)
    assert call()
    monkeypatch.setattr(module, limit, most - 1)
    with pytest.raises((InputError, TooManyBranchesError, ValueError)):
        call()


@pytest.mark.parametrize(
    ("make", "valid", "invalid"),
    [
        (lambda many: combined.deal({"ace": 2, "ten": 1}, many, str), (0, 3), (-1, 4)),
        (lambda many: combined.Deal((("ace", many, "ace"),), 0), (0, 3), (-1,)),
        (lambda keep: combined.ExplodingSum((6, 6), 1, keep, False), (0, 2), (-1, 3)),
        (lambda limit: pools.explode(2, 6, limit), (1,), (0, -1)),
        (lambda fewest: ListOf("list", "List", Int("n", "N", 0, 1), fewest=fewest, most=2), (0, 2), (-1, 3)),
        (lambda low: Int("n", "N", low, 2), (-1, 2), (3,)),
        (lambda share: Chance("c", "Chance").parse(share), (0, 1, Fraction(1, 2)), (-1, 2, Fraction(3, 2))),
        (
            DieSizes("d", "Dice", unknown_too=True, most=2).parse,
            ([1], [3], [9_999]),
            ([0], [-1], [10_000], [True]),
        ),
        (DieSizes("d", "Dice", most=2).parse, ([4], [4, 6]), ([3], [4, 6, 8])),
        (NumberChoice("c", "Rung", {1: "Low", 7: "High"}).parse, (1, 7, "7"), (True, 8, "Low")),
    ],
)
def test_limits_accept_the_boundary_and_reject_its_neighbour(make, valid, invalid) -> None:
    for each in valid:
        make(each)
    for each in invalid:
        with pytest.raises((InputError, DeclarationError, ValueError)):
            make(each)


@pytest.mark.parametrize(
    ("radius", "current", "candidates"),
    [
        (5, 0, (0, 10)),
        (4, 0, (0, 8)),
        (4, 4, (0, 8)),
        (4, 5, (1, 9)),
        (4, 6, (2, 10)),
        (4, 10, (2, 10)),
        (1, 3, (2, 4)),
    ],
)
def test_goal_seek_tries_candidates_near_the_current_value(monkeypatch, radius, current, candidates) -> None:
    monkeypatch.setattr(goal_seek, "SEARCH_RADIUS", radius)
    steps = goal_seek.find_input(registry.calculator("core_rules.challenge"), "steps")
    values = steps.values({"situation": "average", "steps": current})
    assert (values[0], values[-1]) == candidates and [*values] == [*range(candidates[0], candidates[1] + 1)]


def test_out_of_range_number_is_preserved_up_to_a_limit(monkeypatch) -> None:
    monkeypatch.setattr(sheet_parser, "MAX_OUT_OF_RANGE", 7)
    preserving, clamping = (Int("list", "L", 0, 3, as_given=each) for each in (True, False))
    assert [sheet(preserving, each)["list"] for each in (7, -7, 8, -8)] == [7, -7, 3, 0]
    assert [sheet(clamping, each)["list"] for each in (4, -1, 3)] == [3, 0, 3]
