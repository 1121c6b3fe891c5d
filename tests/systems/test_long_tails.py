"""Distributions with a limited number of rows: the last row says so, and the mean is exact."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules_py import calculator, odds, partial_roll


def last_label(exact_odds, scale):
    return scale.grades_of(exact_odds)[-1].label


@pytest.mark.parametrize(("die", "uses"), [(4, 2), (6, 5), (8, 9), (10, 14), (12, 20)])
def test_usage_die_has_the_exact_mean_number_of_uses(die, uses):
    """The mean is half the sides of the die and of each smaller one, added up."""
    exact_odds = odds("recipes.usage", die=die)
    assert exact_odds.mean == uses
    assert last_label(exact_odds, calculator("recipes.usage").scale) == "60 or more"


def test_usage_die_has_the_exact_mean_after_its_first_faces():
    assert partial_roll("recipes.usage", [5, 1], die=8).odds.mean == 2 + 5
    assert partial_roll("recipes.usage", [8], die=8).odds.mean == 1 + 9


def longest_of(dice):
    """Return the mean of the longest wait for a 6 among these dice, by inclusion and exclusion."""
    mean, sign, ways = Fraction(), 1, 1
    for count in range(1, dice + 1):
        ways = ways * (dice - count + 1) // count
        mean += sign * ways / (1 - Fraction(5, 6) ** count)
        sign = -sign
    return mean


@pytest.mark.parametrize("doom", range(1, 11))
def test_doom_pool_has_the_exact_mean_number_of_rounds(doom):
    exact_odds = odds("recipes.doom", doom=doom)
    assert exact_odds.mean == longest_of(doom)
    assert last_label(exact_odds, calculator("recipes.doom").scale) == "20 or more"


@pytest.mark.parametrize("stress", range(1, 11))
def test_stress_measure_label_states_the_limit_of_its_mean(stress):
    exact_odds, stress_calculator = odds("recipes.stress", stress=stress), calculator("recipes.stress")
    holds = [Fraction(1)]
    for dice in range(stress, stress + 10):
        holds.append(holds[-1] * Fraction(5, 6) ** dice)
    assert exact_odds.mean == sum(holds[1:])
    assert [each.label for each in stress_calculator.measures] == ["Mean, counting at most 10"]
    assert last_label(exact_odds, stress_calculator.scale) == "10 or more"
