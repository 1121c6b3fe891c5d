"""Dice notation: what is read, how it is counted, and that nothing written into the field can do harm."""

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_py import InputError, calculator, odds, resolve
from rules_py.dice import notation


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("3d6", "3d6"),
        (" D% ", "1d100"),
        ("2d20kh", "2d20kh1"),
        ("4d6KL3+2", "4d6kl3 + 2"),
        ("-d4 + 10", "-1d4 + 10"),
        ("d8+d6-1", "1d8 + 1d6 - 1"),
        ("7", "7"),
        ("+2d6", "2d6"),
        ("3 d 6 kh 2", "3d6kh2"),
    ],
)
def test_dice_are_read_into_one_spelling(written, read):
    assert calculator("tools.throw").parse({"notation": written}) == {"notation": read}


@pytest.mark.parametrize(
    "written",
    [
        "",
        " ",
        "d",
        "d0",
        "0d6",
        "3d6k2",
        "2d6kh3",
        "2d6kh0",
        "1d6++1",
        "1d6 + ",
        "101d6",
        "60d6+60d6",
        "d1001",
        "100d1000",
        "2d6;1",
        "31d6kh3",
        "20d60kh3",
        "16d6kh3 + 16d6kh3",
        "20d30kh19 - 20d30kh19",
        "2d6 2",
        "1 2d6",
        "__import__('os')",
        "d６",
        "1d6 " * 30,
        "+".join(["d2"] * 9),
        "1e9d6",
        "d" * 79,
        None,
        7,
        ["d6"],
        "-",
        "d-6",
    ],
)
def test_anything_else_is_refused_with_how_dice_are_written(written):
    with pytest.raises(InputError, match="notation: expected dice such as 3d6, 2d20kh1 or d8"):
        odds("tools.throw", notation=written)


@given(st.text(alphabet="0123456789dkhl%+- ", max_size=30))
def test_whatever_is_written_is_either_read_or_refused_and_what_is_read_reads_the_same_again(written):
    field = calculator("tools.throw").inputs[0]
    try:
        once = field.parse(written)
    except InputError:
        return
    assert field.parse(once) == once
    assert notation.parse(once) == notation.parse(written)


@pytest.mark.parametrize(
    ("written", "sizes", "total"),
    [
        ("4d6kh3", [6] * 4, lambda row: sum(sorted(row)[1:])),
        ("3d4kl2 - d6", [4, 4, 4, 6], lambda row: sum(sorted(row[:3])[:2]) - row[3]),
        ("d8 + d6 - 1", [8, 6], lambda row: sum(row) - 1),
        ("2d20kl1", [20, 20], min),
    ],
)
def test_odds_equal_enumeration(written, sizes, total):
    rows = list(itertools.product(*(range(1, sides + 1) for sides in sizes)))
    expected = {}
    for row in rows:
        expected[total(row)] = expected.get(total(row), 0) + Fraction(1, len(rows))
    assert {
        outcome.total: chance for outcome, chance in odds("tools.throw", notation=written).items()
    } == expected


def test_given_faces_add_up():
    assert resolve("tools.throw", notation="4d6kh3 + 2", dice=[1, 6, 4, 2]).total == 14
