"""Contract tests of incremental tasks, and the duration of their slices."""

import pytest

from hooks.contracts.long_counts import *  # noqa: F403  # as the repository of any book takes them
from rules_py.base.errors import TooManyBranchesError
from rules_py.dice.enumerate_branches import BRANCHES_PER_STEP, expand_incrementally
from rules_py.dice.incremental import Task


def test_incremental_task_advances_in_small_slices():
    task = Task(odds_of_five_dice())
    slices = 0
    while task.advance(0) is None:
        slices += 1
    assert slices == 6**5 // BRANCHES_PER_STEP


def odds_of_five_dice():
    return expand_incrementally(lambda dice: tuple(dice.d(6) for _ in range(5)))


def test_incremental_task_raises_on_too_many_branches():
    task = Task(expand_incrementally(lambda dice: tuple(dice.d(6) for _ in range(9)), max_branches=1000))
    with pytest.raises(TooManyBranchesError):
        while task.advance(0) is None:
            assert task.progress <= 1
