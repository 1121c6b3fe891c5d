"""Arithmetic of distributions, compared with counts of dice and enumeration."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from rules_py.dice import chances, counts
from rules_py.dice.odds import Odds
from tests.core.reference_odds import chances_of, steady

distributions = st.dictionaries(st.integers(-5, 9), st.integers(1, 9), min_size=1, max_size=5).map(chances_of)


@steady
@given(distributions, distributions, distributions)
def test_sum_independent_adds_means_in_any_order(one, other, third):
    sums = chances.sum_independent(one, other, third)
    assert sum(sums.values()) == 1
    assert chances.mean(sums) == chances.mean(one) + chances.mean(other) + chances.mean(third)
    assert sums == chances.sum_independent(third, chances.sum_independent(other, one))


def test_sum_independent_matches_counted_dice():
    die = chances_of(counts.die(6))
    assert chances.sum_independent(die, die, die) == chances_of(counts.sum_of(3, 6))
    assert chances.sum_independent() == {0: 1}


@steady
@given(distributions)
def test_to_weights_returns_integers_in_the_same_ratio(distribution):
    weights = chances.to_weights(distribution)
    assert chances_of(weights) == distribution
    assert all(isinstance(weight, int) for weight in weights.values())


def test_at_least_includes_the_value_itself():
    die = chances_of(counts.die(6))
    assert [chances.at_least(die, value) for value in (0, 1, 5, 6, 7)] == [
        1,
        1,
        Fraction(1, 3),
        Fraction(1, 6),
        0,
    ]


def test_by_text_sorts_values_in_ascending_order():
    assert list(chances.by_text({10: Fraction(1, 2), 9: Fraction(1, 2)}).items()) == [
        ("9", Fraction(1, 2)),
        ("10", Fraction(1, 2)),
    ]


def test_odds_drop_impossible_outcomes():
    assert Odds({"even": 3, "odd": 3, "neither": 0}).weights == {"even": 3, "odd": 3}
    assert Odds({"even": 0}).weights == {} and Odds({"even": 1}).weights == {"even": 1}
