"""Limits of the counts: too many outcomes, and invalid numbers."""

import pytest

from rules_py.base.errors import TooManyBranchesError
from rules_py.dice import counts


def test_counts_reject_mixed_or_exploding_pools_over_the_limit():
    with pytest.raises(TooManyBranchesError, match=r"^24 dice of these sizes have more than 100000 outcomes"):
        counts.sorted_mixed((20, 12) * 12)
    with pytest.raises(TooManyBranchesError, match=r"^200 dice that add dice have too many outcomes"):
        counts.tally_exploding(200, {"a": 1, "b": 1, "c": 1, "d": 1}, {"a": 1}, 5)
    with pytest.raises(
        TooManyBranchesError, match="^40 dice that add dice"
    ):  # 29,161 outcomes, but too much work
        counts.tally_exploding(40, {"a": 1, "b": 1, None: 4}, {"a": 1, "b": 1}, 5)
    with pytest.raises(TooManyBranchesError, match=r"^1000 results of 66 values are too many to add up"):
        counts.times(counts.sum_with_added(counts.die(6), lambda face: face == 6, 10), 1000)
    with pytest.raises(TooManyBranchesError, match=r"^8 dice that add dice have more than 100000 outcomes"):
        counts.sorted_exploding(8, 8, lambda face: face > 4, 3)


def test_tally_error_says_what_to_reduce():
    with pytest.raises(
        TooManyBranchesError,
        match=r"^50 dice in 10 classes have 12565671261 outcomes, more than 100000: "
        r"roll fewer dice or distinguish fewer classes$",
    ):
        counts.tally(50, dict.fromkeys(range(10), 1))


def test_sorted_pool_rejects_too_many_outcomes_before_counting():
    with pytest.raises(
        TooManyBranchesError, match=r"^1000 dice in 20 classes have \d+ outcomes, more than 100000: "
    ):
        counts.sorted_pool(1000, 20)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: counts.die(0), "sides: expected 1 or more, got 0"),
        (lambda: counts.sum_of(-1, 6), "count: expected 0 or more, got -1"),
        (lambda: counts.sum_of(2, 0), "sides: expected 1 or more, got 0"),
        (lambda: counts.sum_of_mixed((6, 0)), "sides: expected 1 or more, got 0"),
        (lambda: counts.highest(0, 6), "times: expected 1 or more, got 0"),
        (lambda: counts.lowest(0, 6), "times: expected 1 or more, got 0"),
        (lambda: counts.highest_sum((6, 6), 3), "keep: expected 0 to 2, got 3"),
        (lambda: counts.highest_sum((), 1), "keep: expected 0 to 0, got 1"),
        (lambda: counts.lowest_sum((6, 6), -1), "keep: expected 0 to 2, got -1"),
        (lambda: counts.lowest_sum((6, -6), 1), "sides: expected 1 or more, got -6"),
        (lambda: counts.nth_highest((6, 6), 0), "place: expected 1 to 2, got 0"),
        (lambda: counts.tally(-1, {"any": 6}), "count: expected 0 or more, got -1"),
        (lambda: counts.tally(2, {"any": 6, "none": -1}), "weight: expected 0 or more, got -1"),
        (lambda: counts.times({1: 1}, -1), "count: expected 0 or more, got -1"),
        (lambda: counts.highest_of({1: 1}, 2, 3), "keep: expected 0 to 2, got 3"),
        (lambda: counts.lowest_of({1: 1}, 2, -1), "keep: expected 0 to 2, got -1"),
        (lambda: counts.sum_with_added({1: 1}, bool, -1), "limit: expected 0 or more, got -1"),
        (lambda: counts.tally_exploding(-1, {"a": 1}, {}, 1), "count: expected 0 or more, got -1"),
        (lambda: counts.tally_exploding(1, {"a": 1}, {"a": 2}, 1), "adding: expected 0 to 1, got 2"),
        (lambda: counts.tally_exploding(1, {"a": 1}, {}, -1), "limit: expected 0 or more, got -1"),
        (lambda: counts.sorted_mixed((6, 0)), "sides: expected 1 or more, got 0"),
        (lambda: counts.sorted_exploding(1, 6, bool, -1), "limit: expected 0 or more, got -1"),
        (lambda: counts.sorted_pool(2, 0), "sides: expected 1 or more, got 0"),
    ],
)
def test_counts_reject_invalid_numbers(call, message):
    with pytest.raises(ValueError, match=f"^{message}$"):
        call()


def test_counts_accept_exactly_the_maximum_outcomes(monkeypatch):
    monkeypatch.setattr("rules_py.dice.counts.pools.MAX_OUTCOMES", 10)
    assert len(counts.sorted_mixed([10])) == len(counts.sorted_pool(9, 2)) == 10
    for many in (lambda: counts.sorted_mixed([11]), lambda: counts.sorted_pool(10, 2)):
        with pytest.raises(TooManyBranchesError):
            many()


def test_add_rows_rejects_too_many_results(monkeypatch):
    monkeypatch.setattr("rules_py.dice.counts.rows.MAX_OUTCOMES", 3)
    coin = [(0,), (1,)]
    assert counts.add_rows([coin] * 2, (0,)) == {(0,): 1, (1,): 2, (2,): 1}
    with pytest.raises(TooManyBranchesError, match="^dice of symbols with more than 3 results: roll fewer"):
        counts.add_rows([coin] * 3, (0,))
