"""Contract tests of incremental tasks, and the duration of their slices."""

import pytest

from hooks.contracts.long_counts import *  # noqa: F403  # as the repository of any book takes them
from rules_py.base.errors import TooManyBranchesError
from rules_py.dice.enumerate_branches import BRANCHES_PER_STEP, expand_incrementally
from rules_py.dice.incremental import Task


def test_incremental_task_advances_in_small_slices():
    many = Task(odds_of_many())
    bits = 0
    while many.advance(0) is None:
        bits += 1
    assert bits == 6**5 // BRANCHES_PER_STEP


def odds_of_many():
    return expand_incrementally(lambda dice: tuple(dice.d(6) for _ in range(5)))


def test_incremental_task_raises_on_too_many_branches():
    many = Task(expand_incrementally(lambda dice: tuple(dice.d(6) for _ in range(9)), max_branches=1000))
    with pytest.raises(TooManyBranchesError):
        while many.advance(0) is None:
            assert many.progress <= 1
