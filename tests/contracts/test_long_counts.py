"""The laws of what takes longer to count, and how small a bit of it is."""

import pytest

from hooks.contracts.long_counts import *  # noqa: F403  # as the repository of any book takes them
from rules_py.base.errors import TooManyPaths
from rules_py.dice.enumerate_branches import A_BIT, expanding
from rules_py.dice.incremental import Work


def test_a_bit_is_so_small_that_others_hardly_wait():
    many = Work(odds_of_many())
    bits = 0
    while many.go_on(0) is None:
        bits += 1
    assert bits == 6**5 // A_BIT


def odds_of_many():
    return expanding(lambda dice: tuple(dice.d(6) for _ in range(5)))


def test_what_is_too_much_is_refused_in_slices_too():
    many = Work(expanding(lambda dice: tuple(dice.d(6) for _ in range(9)), most=1000))
    with pytest.raises(TooManyPaths):
        while many.go_on(0) is None:
            assert many.progress <= 1
