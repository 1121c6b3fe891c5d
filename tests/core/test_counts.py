"""The counts against enumeration, against icepool and dyce, and against the laws of their own arithmetic."""

from fractions import Fraction
from itertools import product
from math import comb, factorial, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_py.base.errors import TooManyBranchesError
from rules_py.dice import counts
from tests.core.reference_odds import (
    chances_of,
    dyce_compare,
    dyce_exploding,
    dyce_highest_sum,
    dyce_lowest_sum,
    dyce_reroll_once,
    dyce_sum,
    dyce_tally,
    enumerated,
    icepool_compare,
    icepool_exploding,
    icepool_highest_sum,
    icepool_lowest_sum,
    icepool_reroll_once,
    icepool_sorted,
    icepool_sum,
    icepool_tally,
    icepool_tens_again,
    steady,
)

POOLS = [(1,), (6,), (4, 6), (6, 4, 4), (12, 6, 10), (8, 8, 6, 4), (10, 6, 6, 2, 1), (3, 3, 3, 3, 3)]
small_pools = st.lists(st.integers(1, 8), min_size=1, max_size=5).map(tuple)
pools = st.lists(st.integers(1, 20), min_size=1, max_size=12).map(tuple)
results = st.dictionaries(st.integers(-50, 50), st.integers(1, 10**6), min_size=1, max_size=40)


def mean_of(weights):
    return sum(Fraction(value * ways) for value, ways in weights.items()) / sum(weights.values())


def variance_of(weights):
    total = sum(weights.values())
    return sum(Fraction(value**2 * ways) for value, ways in weights.items()) / total - mean_of(weights) ** 2


def highest_first(faces):
    return sorted(faces, reverse=True)


# Sums


@pytest.mark.parametrize("sides", [1, 2, 3, 6, 10])
@pytest.mark.parametrize("count", range(5))
def test_a_sum_counts_every_throw(count, sides):
    assert counts.sum_of(count, sides) == enumerated([sides] * count, sum)


@pytest.mark.parametrize("sizes", [(), *POOLS])
def test_a_mixed_sum_counts_every_throw(sizes):
    assert counts.sum_of_mixed(sizes) == enumerated(sizes, sum)


@pytest.mark.parametrize(("count", "sides"), [(1, 6), (10, 6), (30, 10), (7, 100)])
def test_a_sum_agrees_with_icepool_and_dyce(count, sides):
    ours = counts.sum_of(count, sides)
    assert ours == dict(icepool_sum(count, sides)) == dict(dyce_sum(count, sides))


@pytest.mark.parametrize("sizes", [[6] * 1000, [4] * 300 + [6] * 300 + [20] * 400])
def test_sum_of_mixed_matches_the_product_of_polynomials(sizes):
    ours = counts.sum_of_mixed(sizes)
    assert sum(ours.values()) == prod(sizes)
    assert mean_of(ours) == Fraction(sum(sides + 1 for sides in sizes), 2)
    assert variance_of(ours) == Fraction(sum(sides**2 - 1 for sides in sizes), 12)
    # Multiplying out would take minutes; their values at a point, modulo a large prime, are soon compared.
    prime = 2**89 - 1
    for point in (3, 10**9 + 7, 2**61 - 1, 5**30):
        value = sum(ways * pow(point, total, prime) for total, ways in ours.items())
        expected = prod(
            sum(pow(point, face, prime) for face in range(1, sides + 1)) % prime for sides in sizes
        )
        assert (value - expected) % prime == 0


@steady
@given(pools)
def test_sums_come_to_the_product_of_the_sizes_and_mirror(sizes):
    ours = counts.sum_of_mixed(sizes)
    assert sum(ours.values()) == prod(sizes)
    assert list(ours.values()) == list(ours.values())[::-1]
    assert min(ours) == len(sizes)
    assert max(ours) == sum(sizes)


@steady
@given(results, results)
def test_adding_multiplies_out_every_pair(left, right):
    expected = {}
    for value, ways in left.items():
        for other, other_ways in right.items():
            expected[value + other] = expected.get(value + other, 0) + ways * other_ways
    assert counts.add(left, right) == expected


def test_values_far_apart_are_added_without_filling_the_gap():
    assert counts.add({0: 1, 10**12: 2}, dict.fromkeys(range(100), 3)) == {
        base + value: 3 * ways for base, ways in ((0, 1), (10**12, 2)) for value in range(100)
    }


def test_nothing_added_to_an_impossible_result_stays_impossible():
    assert counts.add({}, counts.die(6)) == {}


def test_a_modifier_shifts_every_value():
    assert counts.shift(counts.die(4), -2) == {-1: 1, 0: 1, 1: 1, 2: 1}


# Two sides


@steady
@given(results, results)
def test_comparing_two_sides_agrees_with_their_margin(left, right):
    margins = counts.margin(left, right)
    lower, tie, higher = counts.compare(left, right)
    assert lower == sum(ways for value, ways in margins.items() if value < 0)
    assert tie == margins.get(0, 0)
    assert higher == sum(ways for value, ways in margins.items() if value > 0)
    assert (higher, tie, lower) == counts.compare(right, left)


def test_comparing_two_sides_counts_every_throw():
    sides = enumerated(
        (6, 6, 8, 4), lambda faces: (sum(faces[:2]) > sum(faces[2:])) - (sum(faces[:2]) < sum(faces[2:]))
    )
    assert counts.compare(counts.sum_of(2, 6), counts.sum_of_mixed((8, 4))) == (sides[-1], sides[0], sides[1])


def test_comparing_two_sides_agrees_with_icepool_and_dyce():
    lower, tie, higher = counts.compare(counts.sum_of(20, 6), counts.sum_of(14, 8))
    ours = chances_of({-1: lower, 0: tie, 1: higher})
    assert ours == chances_of(icepool_compare(icepool_sum(20, 6), icepool_sum(14, 8)))
    assert ours == chances_of(dyce_compare(dyce_sum(20, 6), dyce_sum(14, 8)))


# Kept dice


@pytest.mark.parametrize(
    ("sizes", "keep"), [(sizes, keep) for sizes in POOLS for keep in range(len(sizes) + 1)]
)
def test_kept_dice_count_every_throw(sizes, keep):
    assert counts.highest_sum(sizes, keep) == enumerated(
        sizes, lambda faces: sum(highest_first(faces)[:keep])
    )
    assert counts.lowest_sum(sizes, keep) == enumerated(sizes, lambda faces: sum(sorted(faces)[:keep]))


@pytest.mark.parametrize(("sizes", "place"), [(sizes, at + 1) for sizes in POOLS for at in range(len(sizes))])
def test_the_die_in_a_place_counts_every_throw(sizes, place):
    assert counts.nth_highest(sizes, place) == enumerated(
        sizes, lambda faces: highest_first(faces)[place - 1]
    )


@steady
@given(small_pools, st.data())
def test_kept_dice_of_any_small_pool_count_every_throw(sizes, data):
    keep = data.draw(st.integers(0, len(sizes)))
    assert counts.highest_sum(sizes, keep) == enumerated(
        sizes, lambda faces: sum(highest_first(faces)[:keep])
    )
    assert counts.lowest_sum(sizes, keep) == enumerated(sizes, lambda faces: sum(sorted(faces)[:keep]))


@pytest.mark.parametrize(
    ("sizes", "keep"), [([6] * 10, 3), ((4, 6, 6, 8, 8, 10, 10, 12, 12, 20), 3), ((20, 20, 4, 12), 2)]
)
def test_kept_dice_agree_with_icepool_and_dyce(sizes, keep):
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
        keep * (sides + 1) - value: ways for value, ways in highest.items()
    }
    assert sum(highest.values()) == sides**count


@steady
@given(pools, st.data())
def test_the_mean_of_the_kept_and_the_dropped_is_the_mean_of_all(sizes, data):
    keep = data.draw(st.integers(0, len(sizes)))
    highest, dropped = counts.highest_sum(sizes, keep), counts.lowest_sum(sizes, len(sizes) - keep)
    assert sum(highest.values()) == sum(dropped.values()) == prod(sizes)
    assert mean_of(highest) + mean_of(dropped) == Fraction(sum(sides + 1 for sides in sizes), 2)


@steady
@given(pools)
def test_the_places_of_a_pool_share_out_its_mean(sizes):
    means = [mean_of(counts.nth_highest(sizes, place)) for place in range(1, len(sizes) + 1)]
    assert means == highest_first(means)
    assert sum(means) == Fraction(sum(sides + 1 for sides in sizes), 2)


@pytest.mark.parametrize(("count", "sides"), [(1, 1), (1, 6), (3, 4), (40, 20)])
def test_the_highest_and_lowest_die_have_closed_forms(count, sides):
    highest = {face: face**count - (face - 1) ** count for face in range(1, sides + 1)}
    assert counts.highest(count, sides) == counts.highest_sum([sides] * count, 1) == highest
    assert counts.lowest(count, sides) == counts.lowest_sum([sides] * count, 1)
    assert counts.lowest(count, sides) == {sides + 1 - face: ways for face, ways in highest.items()}


@steady
@given(results, st.integers(1, 5))
def test_best_and_worst_of_are_powers_of_cumulative_counts(weights, times):
    best, worst = counts.best_of(weights, times), counts.worst_of(weights, times)
    assert sum(best.values()) == sum(worst.values()) == sum(weights.values()) ** times
    for value in weights:
        assert sum(ways for other, ways in best.items() if other <= value) == (
            sum(ways for other, ways in weights.items() if other <= value) ** times
        )
        assert sum(ways for other, ways in worst.items() if other >= value) == (
            sum(ways for other, ways in weights.items() if other >= value) ** times
        )


# Rerolls


def test_a_reroll_stands_and_counts_every_throw():
    rerolled = enumerated(
        (6, 6, 6, 6), lambda faces: sum(faces[:2]) if sum(faces[:2]) > 5 else sum(faces[2:])
    )
    assert counts.reroll_once(counts.sum_of(2, 6), lambda total: total <= 5) == rerolled


def test_a_reroll_agrees_with_icepool_and_dyce():
    ours = chances_of(counts.reroll_once(counts.sum_of(10, 6), lambda total: total < 30))
    assert ours == chances_of(icepool_reroll_once(icepool_sum(10, 6), lambda total: total < 30))
    assert ours == chances_of(dyce_reroll_once(dyce_sum(10, 6), lambda total: total < 30))


@pytest.mark.parametrize("again", [lambda face: True, lambda face: False])
def test_rerolling_all_or_nothing_changes_no_chance(again):
    assert chances_of(counts.reroll_once(counts.die(6), again)) == chances_of(counts.die(6))


# Tallies and sorted pools


@pytest.mark.parametrize("count", range(5))
def test_a_tally_counts_every_throw(count):
    def read(faces):
        return (
            sum(face >= 6 for face in faces),
            sum(face == 1 for face in faces),
            sum(1 < face < 6 for face in faces),
        )

    assert counts.tally(count, {"success": 3, "one": 1, "rest": 4}) == enumerated([8] * count, read)


@pytest.mark.parametrize("weights", [(5, 1, 4), (1, 1, 1, 3), (10,), (2, 0, 3)])
def test_a_tally_agrees_with_icepool_and_dyce(weights):
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
def test_each_class_of_a_tally_is_binomial(count, weights):
    ours = counts.tally(count, dict(enumerate(weights)))
    faces = sum(weights)
    assert sum(ours.values()) == faces**count
    assert all(sum(tally) == count and ways > 0 for tally, ways in ours.items())
    for place, weight in enumerate(weights):
        for dice in range(count + 1):
            found = sum(ways for tally, ways in ours.items() if tally[place] == dice)
            assert found == comb(count, dice) * weight**dice * (faces - weight) ** (count - dice)


def test_fifty_dice_fall_into_three_classes_in_1326_ways():
    ours = counts.tally(50, {"success": 5, "one": 1, "rest": 4})
    assert len(ours) == comb(52, 2) == 1326
    assert sum(ours.values()) == 10**50
    assert (
        ours[20, 10, 20] == factorial(50) // (factorial(20) * factorial(10) * factorial(20)) * 5**20 * 4**20
    )


@pytest.mark.parametrize(("count", "sides"), [(0, 6), (1, 1), (2, 6), (4, 4), (3, 10)])
def test_a_sorted_pool_counts_every_throw_highest_first(count, sides):
    assert counts.sorted_pool(count, sides) == enumerated(
        [sides] * count, lambda faces: tuple(highest_first(faces))
    )


@pytest.mark.parametrize("sizes", [*POOLS, (), (2, 2, 3), (1, 1, 4)])
def test_sorted_mixed_matches_full_enumeration(sizes):
    assert counts.sorted_mixed(sizes) == enumerated(sizes, lambda faces: tuple(highest_first(faces)))


def test_a_sorted_pool_of_mixed_sizes_agrees_with_icepool():
    sizes = (12, 12, 10, 6, 6, 4)
    assert chances_of(counts.sorted_mixed(sizes)) == chances_of(icepool_sorted(sizes))


@steady
@given(pools)
def test_a_sorted_pool_of_mixed_sizes_adds_up_to_its_sum(sizes):
    found = {}
    for faces, ways in counts.sorted_mixed(sizes[:5]).items():
        found[sum(faces)] = found.get(sum(faces), 0) + ways
    assert found == counts.sum_of_mixed(sizes[:5])


# Any result several times


@steady
@given(st.dictionaries(st.integers(-4, 6), st.integers(1, 5), min_size=1, max_size=4), st.integers(0, 4))
def test_any_result_several_times_is_that_many_enumerated(weights, count):
    faces = [value for value, ways in weights.items() for _ in range(ways)]

    def read(of):
        return enumerated([len(faces)] * count, lambda places: of(sorted(faces[at - 1] for at in places)))

    assert counts.times(weights, count) == read(sum)
    assert counts.sorted_of(weights, count) == read(lambda row: tuple(reversed(row)))
    for keep in range(count + 1):
        assert counts.highest_of(weights, count, keep) == read(
            lambda row, keep=keep: sum(row[len(row) - keep :])
        )
        assert counts.lowest_of(weights, count, keep) == read(lambda row, keep=keep: sum(row[:keep]))


@steady
@given(st.integers(1, 12), st.integers(1, 12), st.data())
def test_the_highest_of_equal_dice_are_counted_alike_both_ways(count, sides, data):
    keep = data.draw(st.integers(0, count))
    assert counts.highest_of(counts.die(sides), count, keep) == counts.highest_sum([sides] * count, keep)
    assert counts.lowest_of(counts.die(sides), count, keep) == counts.lowest_sum([sides] * count, keep)


# Dice that add dice


def chains(sides, again, limit):
    """Yield every chain of one die and the dice it adds, with its probability."""
    waiting = [((), Fraction(1))]
    while waiting:
        chain, chance = waiting.pop()
        if len(chain) > limit or (chain and chain[-1] not in again):
            yield chain, chance
        else:
            waiting += [((*chain, face), chance / sides) for face in range(1, sides + 1)]


@pytest.mark.parametrize(
    ("sides", "again", "limit"), [(6, {6}, 3), (4, {1, 4}, 2), (3, set(), 2), (2, {1, 2}, 3)]
)
def test_a_die_that_explodes_counts_every_chain(sides, again, limit):
    found = {}
    for chain, chance in chains(sides, again, limit):
        found[sum(chain)] = found.get(sum(chain), 0) + chance
    weights = counts.sum_with_added(counts.die(sides), again.__contains__, limit)
    assert chances_of(weights) == found
    assert sum(weights.values()) == sides ** (limit + 1)


@pytest.mark.parametrize(("sides", "limit"), [(6, 0), (6, 1), (10, 4), (4, 10)])
def test_a_die_that_explodes_agrees_with_icepool_and_dyce(sides, limit):
    ours = chances_of(counts.sum_with_added(counts.die(sides), lambda face: face == sides, limit))
    assert ours == chances_of(icepool_exploding(sides, limit)) == chances_of(dyce_exploding(sides, limit))


@pytest.mark.parametrize("count", [0, 1, 2, 5, 12])
def test_tally_exploding_agrees_with_icepool(count):
    weights = {"success": 5, "one": 1, None: 4}
    ours = counts.tally_exploding(count, weights, {"success": 1}, 1)
    theirs = icepool_tens_again(count) if count else {0: 1}
    assert chances_of(
        {1000 * successes + ones: ways for (successes, ones), ways in ours.items()}
    ) == chances_of(theirs)
    assert sum(ours.values()) == 10 ** (2 * count)


@pytest.mark.parametrize("limit", [0, 1, 3])
def test_a_tally_of_dice_that_add_dice_counts_every_chain(limit):
    kinds = {"six": (6,), "low": (1, 2), None: (3, 4, 5)}
    found = {}
    rows = list(chains(6, {6, 1}, limit))
    for (one, chance), (other, other_chance) in product(rows, repeat=2):
        key = tuple(sum(face in kinds[kind] for face in one + other) for kind in ("six", "low"))
        found[key] = found.get(key, 0) + chance * other_chance
    weights = {kind: len(faces) for kind, faces in kinds.items()}
    assert chances_of(counts.tally_exploding(2, weights, {"six": 1, "low": 1}, limit)) == found


def test_a_face_that_is_not_told_apart_may_add_a_die_too():
    found = {}
    for chain, chance in chains(6, {3}, 2):
        key = (sum(face > 4 for face in chain), sum(face == 1 for face in chain))
        found[key] = found.get(key, 0) + chance
    weights = {"success": 2, "one": 1, None: 3}
    assert chances_of(counts.tally_exploding(1, weights, {None: 1}, 2)) == found


def test_where_no_die_adds_another_it_is_a_plain_tally():
    weights = {"success": 4, "one": 1, "rest": 5}
    assert counts.tally_exploding(6, weights, {}, 0) == counts.tally(6, weights)


def test_the_faces_of_dice_that_add_dice_count_every_chain():
    found = {}
    rows = list(chains(3, {3}, 2))
    for (one, chance), (other, other_chance) in product(rows, repeat=2):
        key = tuple(highest_first(one + other))
        found[key] = found.get(key, 0) + chance * other_chance
    weights = counts.sorted_exploding(2, 3, lambda face: face == 3, 2)
    assert chances_of(weights) == found
    assert sum(weights.values()) == 3**6


# What is refused


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


def test_a_tally_with_too_many_outcomes_says_what_to_lower():
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
    ("ask", "message"),
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
def test_an_impossible_question_names_what_is_wrong(ask, message):
    with pytest.raises(ValueError, match=f"^{message}$"):
        ask()


def test_the_bound_on_outcomes_is_met_to_the_one(monkeypatch):
    monkeypatch.setattr("rules_py.dice.counts.pools.MAX_OUTCOMES", 10)
    assert len(counts.sorted_mixed([10])) == len(counts.sorted_pool(9, 2)) == 10
    for many in (lambda: counts.sorted_mixed([11]), lambda: counts.sorted_pool(10, 2)):
        with pytest.raises(TooManyBranchesError):
            many()


def test_dice_of_symbols_have_as_many_results_as_can_be_told(monkeypatch):
    monkeypatch.setattr("rules_py.dice.counts.rows.MAX_OUTCOMES", 3)
    coin = [(0,), (1,)]
    assert counts.add_rows([coin] * 2, (0,)) == {(0,): 1, (1,): 2, (2,): 1}
    with pytest.raises(TooManyBranchesError, match="^dice of symbols with more than 3 results: roll fewer"):
        counts.add_rows([coin] * 3, (0,))
