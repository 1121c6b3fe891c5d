"""Tallies, sorted pools and exploding dice, compared with enumeration, icepool and dyce."""

from fractions import Fraction
from itertools import product
from math import comb, factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_py.dice import counts
from tests.core.reference_odds import (
    POOLS,
    chances_of,
    dyce_exploding,
    dyce_tally,
    enumerate_rolls,
    highest_first,
    icepool_exploding,
    icepool_sorted,
    icepool_tally,
    icepool_tens_again,
    pools,
    steady,
)


@pytest.mark.parametrize("count", range(5))
def test_tally_matches_enumeration(count):
    def read(faces):
        return (
            sum(face >= 6 for face in faces),
            sum(face == 1 for face in faces),
            sum(1 < face < 6 for face in faces),
        )

    assert counts.tally(count, {"success": 3, "one": 1, "rest": 4}) == enumerate_rolls([8] * count, read)


@pytest.mark.parametrize("weights", [(5, 1, 4), (1, 1, 1, 3), (10,), (2, 0, 3)])
def test_tally_matches_icepool_and_dyce(weights):
    ours = chances_of(counts.tally(12, dict(enumerate(weights))))
    possible = [place for place, weight in enumerate(weights) if weight]

    def with_impossible_classes(chances):
        return {
            tuple(
                tally[possible.index(place)] if place in possible else 0 for place in range(len(weights))
            ): chance
            for tally, chance in chances.items()
        }

    possible_weights = [weights[place] for place in possible]
    assert ours == with_impossible_classes(chances_of(icepool_tally(12, possible_weights)))
    assert ours == with_impossible_classes(chances_of(dyce_tally(12, possible_weights)))


@steady
@given(st.integers(0, 25), st.lists(st.integers(0, 9), min_size=1, max_size=4).filter(any))
def test_each_category_of_a_tally_is_binomial(count, weights):
    ours = counts.tally(count, dict(enumerate(weights)))
    faces = sum(weights)
    assert sum(ours.values()) == faces**count
    assert all(sum(tally) == count and weight > 0 for tally, weight in ours.items())
    for place, weight in enumerate(weights):
        for dice in range(count + 1):
            weight_of = sum(number for tally, number in ours.items() if tally[place] == dice)
            assert weight_of == comb(count, dice) * weight**dice * (faces - weight) ** (count - dice)


def test_tally_of_fifty_dice_has_1326_outcomes():
    ours = counts.tally(50, {"success": 5, "one": 1, "rest": 4})
    assert len(ours) == comb(52, 2) == 1326
    assert sum(ours.values()) == 10**50
    assert (
        ours[20, 10, 20] == factorial(50) // (factorial(20) * factorial(10) * factorial(20)) * 5**20 * 4**20
    )


@pytest.mark.parametrize(("count", "sides"), [(0, 6), (1, 1), (2, 6), (4, 4), (3, 10)])
def test_sorted_pool_matches_enumeration(count, sides):
    assert counts.sorted_pool(count, sides) == enumerate_rolls(
        [sides] * count, lambda faces: tuple(highest_first(faces))
    )


@pytest.mark.parametrize("sizes", [*POOLS, (), (2, 2, 3), (1, 1, 4)])
def test_sorted_mixed_matches_full_enumeration(sizes):
    assert counts.sorted_mixed(sizes) == enumerate_rolls(sizes, lambda faces: tuple(highest_first(faces)))


def test_sorted_mixed_matches_icepool():
    sizes = (12, 12, 10, 6, 6, 4)
    assert chances_of(counts.sorted_mixed(sizes)) == chances_of(icepool_sorted(sizes))


@steady
@given(pools)
def test_sorted_mixed_adds_up_to_sum_of_mixed(sizes):
    sums = {}
    for faces, weight in counts.sorted_mixed(sizes[:5]).items():
        sums[sum(faces)] = sums.get(sum(faces), 0) + weight
    assert sums == counts.sum_of_mixed(sizes[:5])


@steady
@given(st.dictionaries(st.integers(-4, 6), st.integers(1, 5), min_size=1, max_size=4), st.integers(0, 4))
def test_repeated_results_match_enumeration(weights, count):
    faces = [value for value, weight in weights.items() for _ in range(weight)]

    def read(of):
        return enumerate_rolls(
            [len(faces)] * count, lambda places: of(sorted(faces[at - 1] for at in places))
        )

    assert counts.times(weights, count) == read(sum)
    assert counts.sorted_of(weights, count) == read(lambda row: tuple(reversed(row)))
    for keep in range(count + 1):
        assert counts.highest_of(weights, count, keep) == read(
            lambda row, keep=keep: sum(row[len(row) - keep :])
        )
        assert counts.lowest_of(weights, count, keep) == read(lambda row, keep=keep: sum(row[:keep]))


@steady
@given(st.integers(1, 12), st.integers(1, 12), st.data())
def test_highest_of_equals_highest_sum_for_equal_dice(count, sides, data):
    keep = data.draw(st.integers(0, count))
    assert counts.highest_of(counts.die(sides), count, keep) == counts.highest_sum([sides] * count, keep)
    assert counts.lowest_of(counts.die(sides), count, keep) == counts.lowest_sum([sides] * count, keep)


def chains(sides, again, limit):
    """Yield every chain of one die and the dice it adds, with its probability."""
    queue = [((), Fraction(1))]
    while queue:
        chain, chance = queue.pop()
        if len(chain) > limit or (chain and chain[-1] not in again):
            yield chain, chance
        else:
            queue += [((*chain, face), chance / sides) for face in range(1, sides + 1)]


@pytest.mark.parametrize(
    ("sides", "again", "limit"), [(6, {6}, 3), (4, {1, 4}, 2), (3, set(), 2), (2, {1, 2}, 3)]
)
def test_sum_with_added_counts_every_chain(sides, again, limit):
    chances = {}
    for chain, chance in chains(sides, again, limit):
        chances[sum(chain)] = chances.get(sum(chain), 0) + chance
    weights = counts.sum_with_added(counts.die(sides), again.__contains__, limit)
    assert chances_of(weights) == chances
    assert sum(weights.values()) == sides ** (limit + 1)


@pytest.mark.parametrize(("sides", "limit"), [(6, 0), (6, 1), (10, 4), (4, 10)])
def test_sum_with_added_matches_icepool_and_dyce(sides, limit):
    ours = chances_of(counts.sum_with_added(counts.die(sides), lambda face: face == sides, limit))
    assert ours == chances_of(icepool_exploding(sides, limit)) == chances_of(dyce_exploding(sides, limit))


@pytest.mark.parametrize("count", [0, 1, 2, 5, 12])
def test_tally_exploding_agrees_with_icepool(count):
    weights = {"success": 5, "one": 1, None: 4}
    ours = counts.tally_exploding(count, weights, {"success": 1}, 1)
    theirs = icepool_tens_again(count) if count else {0: 1}
    assert chances_of(
        {1000 * successes + ones: weight for (successes, ones), weight in ours.items()}
    ) == chances_of(theirs)
    assert sum(ours.values()) == 10 ** (2 * count)


@pytest.mark.parametrize("limit", [0, 1, 3])
def test_tally_exploding_counts_every_chain(limit):
    kinds = {"six": (6,), "low": (1, 2), None: (3, 4, 5)}
    chances = {}
    rows = list(chains(6, {6, 1}, limit))
    for (one, chance), (other, other_chance) in product(rows, repeat=2):
        key = tuple(sum(face in kinds[kind] for face in one + other) for kind in ("six", "low"))
        chances[key] = chances.get(key, 0) + chance * other_chance
    weights = {kind: len(faces) for kind, faces in kinds.items()}
    assert chances_of(counts.tally_exploding(2, weights, {"six": 1, "low": 1}, limit)) == chances


def test_uncounted_category_can_add_dice():
    chances = {}
    for chain, chance in chains(6, {3}, 2):
        key = (sum(face > 4 for face in chain), sum(face == 1 for face in chain))
        chances[key] = chances.get(key, 0) + chance
    weights = {"success": 2, "one": 1, None: 3}
    assert chances_of(counts.tally_exploding(1, weights, {None: 1}, 2)) == chances


def test_tally_exploding_without_extra_dice_is_a_tally():
    weights = {"success": 4, "one": 1, "rest": 5}
    assert counts.tally_exploding(6, weights, {}, 0) == counts.tally(6, weights)


def test_sorted_exploding_counts_every_chain():
    chances = {}
    rows = list(chains(3, {3}, 2))
    for (one, chance), (other, other_chance) in product(rows, repeat=2):
        key = tuple(highest_first(one + other))
        chances[key] = chances.get(key, 0) + chance * other_chance
    weights = counts.sorted_exploding(2, 3, lambda face: face == 3, 2)
    assert chances_of(weights) == chances
    assert sum(weights.values()) == 3**6
