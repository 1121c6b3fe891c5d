"""Sums, comparisons and kept dice, compared with enumeration, icepool, dyce and laws of arithmetic."""

from fractions import Fraction
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_py.dice import counts
from tests.core.reference_odds import (
    POOLS,
    chances_of,
    dyce_compare,
    dyce_highest_sum,
    dyce_lowest_sum,
    dyce_reroll_once,
    dyce_sum,
    enumerate_rolls,
    highest_first,
    icepool_compare,
    icepool_highest_sum,
    icepool_lowest_sum,
    icepool_reroll_once,
    icepool_sum,
    pools,
    steady,
)

small_pools = st.lists(st.integers(1, 8), min_size=1, max_size=5).map(tuple)
results = st.dictionaries(st.integers(-50, 50), st.integers(1, 10**6), min_size=1, max_size=40)


def mean_of(weights):
    return sum(Fraction(value * weight) for value, weight in weights.items()) / sum(weights.values())


def variance_of(weights):
    total = sum(weights.values())
    return (
        sum(Fraction(value**2 * weight) for value, weight in weights.items()) / total - mean_of(weights) ** 2
    )


@pytest.mark.parametrize("sides", [1, 2, 3, 6, 10])
@pytest.mark.parametrize("count", range(5))
def test_sum_matches_enumeration(count, sides):
    assert counts.sum_of(count, sides) == enumerate_rolls([sides] * count, sum)


@pytest.mark.parametrize("sizes", [(), *POOLS])
def test_mixed_sum_matches_enumeration(sizes):
    assert counts.sum_of_mixed(sizes) == enumerate_rolls(sizes, sum)


@pytest.mark.parametrize(("count", "sides"), [(1, 6), (10, 6), (30, 10), (7, 100)])
def test_sum_matches_icepool_and_dyce(count, sides):
    ours = counts.sum_of(count, sides)
    assert ours == dict(icepool_sum(count, sides)) == dict(dyce_sum(count, sides))


@pytest.mark.parametrize("sizes", [[6] * 1000, [4] * 300 + [6] * 300 + [20] * 400])
def test_sum_of_mixed_matches_the_product_of_polynomials(sizes):
    ours = counts.sum_of_mixed(sizes)
    assert sum(ours.values()) == prod(sizes)
    assert mean_of(ours) == Fraction(sum(sides + 1 for sides in sizes), 2)
    assert variance_of(ours) == Fraction(sum(sides**2 - 1 for sides in sizes), 12)
    # Multiplying out would take minutes; comparing values at a point modulo a large prime is fast.
    prime = 2**89 - 1
    for point in (3, 10**9 + 7, 2**61 - 1, 5**30):
        value = sum(weight * pow(point, total, prime) for total, weight in ours.items())
        expected = prod(
            sum(pow(point, face, prime) for face in range(1, sides + 1)) % prime for sides in sizes
        )
        assert (value - expected) % prime == 0


@steady
@given(pools)
def test_sum_of_mixed_is_complete_and_symmetric(sizes):
    ours = counts.sum_of_mixed(sizes)
    assert sum(ours.values()) == prod(sizes)
    assert list(ours.values()) == list(ours.values())[::-1]
    assert min(ours) == len(sizes)
    assert max(ours) == sum(sizes)


@steady
@given(results, results)
def test_add_combines_every_pair(left, right):
    expected = {}
    for value, weight in left.items():
        for other, other_weight in right.items():
            expected[value + other] = expected.get(value + other, 0) + weight * other_weight
    assert counts.add(left, right) == expected


def test_add_leaves_gaps_between_distant_values():
    assert counts.add({0: 1, 10**12: 2}, dict.fromkeys(range(100), 3)) == {
        base + value: 3 * weight for base, weight in ((0, 1), (10**12, 2)) for value in range(100)
    }


def test_add_to_an_impossible_result_is_impossible():
    assert counts.add({}, counts.die(6)) == {}


def test_shift_moves_every_value():
    assert counts.shift(counts.die(4), -2) == {-1: 1, 0: 1, 1: 1, 2: 1}


@steady
@given(results, results)
def test_compare_agrees_with_margin(left, right):
    margins = counts.margin(left, right)
    lower, tie, higher = counts.compare(left, right)
    assert lower == sum(weight for value, weight in margins.items() if value < 0)
    assert tie == margins.get(0, 0)
    assert higher == sum(weight for value, weight in margins.items() if value > 0)
    assert (higher, tie, lower) == counts.compare(right, left)


def test_compare_matches_enumeration():
    sides = enumerate_rolls(
        (6, 6, 8, 4), lambda faces: (sum(faces[:2]) > sum(faces[2:])) - (sum(faces[:2]) < sum(faces[2:]))
    )
    assert counts.compare(counts.sum_of(2, 6), counts.sum_of_mixed((8, 4))) == (sides[-1], sides[0], sides[1])


def test_compare_matches_icepool_and_dyce():
    lower, tie, higher = counts.compare(counts.sum_of(20, 6), counts.sum_of(14, 8))
    ours = chances_of({-1: lower, 0: tie, 1: higher})
    assert ours == chances_of(icepool_compare(icepool_sum(20, 6), icepool_sum(14, 8)))
    assert ours == chances_of(dyce_compare(dyce_sum(20, 6), dyce_sum(14, 8)))


@pytest.mark.parametrize(
    ("sizes", "keep"), [(sizes, keep) for sizes in POOLS for keep in range(len(sizes) + 1)]
)
def test_kept_sums_match_enumeration(sizes, keep):
    assert counts.highest_sum(sizes, keep) == enumerate_rolls(
        sizes, lambda faces: sum(highest_first(faces)[:keep])
    )
    assert counts.lowest_sum(sizes, keep) == enumerate_rolls(sizes, lambda faces: sum(sorted(faces)[:keep]))


@pytest.mark.parametrize(("sizes", "place"), [(sizes, at + 1) for sizes in POOLS for at in range(len(sizes))])
def test_nth_highest_matches_enumeration(sizes, place):
    assert counts.nth_highest(sizes, place) == enumerate_rolls(
        sizes, lambda faces: highest_first(faces)[place - 1]
    )


@steady
@given(small_pools, st.data())
def test_kept_sums_of_small_pools_match_enumeration(sizes, data):
    keep = data.draw(st.integers(0, len(sizes)))
    assert counts.highest_sum(sizes, keep) == enumerate_rolls(
        sizes, lambda faces: sum(highest_first(faces)[:keep])
    )
    assert counts.lowest_sum(sizes, keep) == enumerate_rolls(sizes, lambda faces: sum(sorted(faces)[:keep]))


@pytest.mark.parametrize(
    ("sizes", "keep"), [([6] * 10, 3), ((4, 6, 6, 8, 8, 10, 10, 12, 12, 20), 3), ((20, 20, 4, 12), 2)]
)
def test_kept_sums_match_icepool_and_dyce(sizes, keep):
    highest, lowest = chances_of(counts.highest_sum(sizes, keep)), chances_of(counts.lowest_sum(sizes, keep))
    assert (
        highest == chances_of(icepool_highest_sum(sizes, keep)) == chances_of(dyce_highest_sum(sizes, keep))
    )
    assert lowest == chances_of(icepool_lowest_sum(sizes, keep)) == chances_of(dyce_lowest_sum(sizes, keep))


@steady
@given(st.integers(1, 15), st.integers(1, 12), st.data())
def test_lowest_sum_mirrors_highest_sum(count, sides, data):
    keep = data.draw(st.integers(0, count))
    highest = counts.highest_sum([sides] * count, keep)
    assert counts.lowest_sum([sides] * count, keep) == {
        keep * (sides + 1) - value: weight for value, weight in highest.items()
    }
    assert sum(highest.values()) == sides**count


@steady
@given(pools, st.data())
def test_kept_and_dropped_means_add_up(sizes, data):
    keep = data.draw(st.integers(0, len(sizes)))
    highest, dropped = counts.highest_sum(sizes, keep), counts.lowest_sum(sizes, len(sizes) - keep)
    assert sum(highest.values()) == sum(dropped.values()) == prod(sizes)
    assert mean_of(highest) + mean_of(dropped) == Fraction(sum(sides + 1 for sides in sizes), 2)


@steady
@given(pools)
def test_nth_highest_means_add_up(sizes):
    means = [mean_of(counts.nth_highest(sizes, place)) for place in range(1, len(sizes) + 1)]
    assert means == highest_first(means)
    assert sum(means) == Fraction(sum(sides + 1 for sides in sizes), 2)


@pytest.mark.parametrize(("count", "sides"), [(1, 1), (1, 6), (3, 4), (40, 20)])
def test_highest_and_lowest_match_their_closed_forms(count, sides):
    highest = {face: face**count - (face - 1) ** count for face in range(1, sides + 1)}
    assert counts.highest(count, sides) == counts.highest_sum([sides] * count, 1) == highest
    assert counts.lowest(count, sides) == counts.lowest_sum([sides] * count, 1)
    assert counts.lowest(count, sides) == {sides + 1 - face: weight for face, weight in highest.items()}


@steady
@given(results, st.integers(1, 5))
def test_best_and_worst_of_are_powers_of_cumulative_counts(weights, times):
    best, worst = counts.best_of(weights, times), counts.worst_of(weights, times)
    assert sum(best.values()) == sum(worst.values()) == sum(weights.values()) ** times
    for value in weights:
        assert sum(weight for other, weight in best.items() if other <= value) == (
            sum(weight for other, weight in weights.items() if other <= value) ** times
        )
        assert sum(weight for other, weight in worst.items() if other >= value) == (
            sum(weight for other, weight in weights.items() if other >= value) ** times
        )


def test_reroll_once_matches_enumeration():
    expected = enumerate_rolls(
        (6, 6, 6, 6), lambda faces: sum(faces[:2]) if sum(faces[:2]) > 5 else sum(faces[2:])
    )
    assert counts.reroll_once(counts.sum_of(2, 6), lambda total: total <= 5) == expected


def test_reroll_once_matches_icepool_and_dyce():
    ours = chances_of(counts.reroll_once(counts.sum_of(10, 6), lambda total: total < 30))
    assert ours == chances_of(icepool_reroll_once(icepool_sum(10, 6), lambda total: total < 30))
    assert ours == chances_of(dyce_reroll_once(dyce_sum(10, 6), lambda total: total < 30))


@pytest.mark.parametrize("again", [lambda face: True, lambda face: False])
def test_rerolling_all_or_nothing_keeps_the_chances(again):
    assert chances_of(counts.reroll_once(counts.die(6), again)) == chances_of(counts.die(6))
