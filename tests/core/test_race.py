"""Races to zero, compared with enumeration, absorbing Markov chains and icepool."""

from fractions import Fraction
from itertools import product
from math import prod

import icepool
import pytest

from rules_py.dice.markov import Done, solve_absorption
from rules_py.dice.race import count_down, mean_steps, race
from tests.core.reference_odds import solve_densely

DAMAGES = ({0: 1, 1: 1}, {0: 5, 1: 3, 2: 2, 3: 1}, {1: 1}, {0: 2, 4: 3}, {2: 1, 7: 5})


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("start", [1, 2, 5])
def test_count_down_agrees_with_enumeration(damage, start) -> None:
    steps = 3
    zero_at, left = [0] * steps, {}
    for row in product(damage, repeat=steps):
        weight = prod(damage[amount] for amount in row)
        values = [start - sum(row[: step + 1]) for step in range(steps)]
        steps_at_zero = [step for step, value in enumerate(values) if value <= 0]
        if steps_at_zero:
            zero_at[steps_at_zero[0]] += weight
        else:
            left[values[-1]] = left.get(values[-1], 0) + weight
    result = count_down(damage, start, steps)
    assert (list(result.zero_at), dict(result.left)) == (zero_at, left)
    assert result.total == sum(zero_at) + sum(left.values()) == sum(damage.values()) ** steps


@pytest.mark.parametrize("damage", DAMAGES)
def test_count_down_agrees_with_icepool(damage) -> None:
    """The counter is zero by a step if the sum of the damage so far reaches its start."""
    die, start = icepool.Die(damage), 6
    result = count_down(damage, start, 5)
    for steps in range(1, 6):
        by_then = Fraction(sum(result.zero_at[:steps]), result.total)
        assert by_then == (steps @ die).probability(">=", start)


def test_count_down_of_no_steps_leaves_everything() -> None:
    assert count_down({0: 1, 1: 1}, 4, 0) == ((), {4: 1}, 1)


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("start", [1, 3, 8])
def test_mean_steps_agrees_with_a_markov_chain(damage, start) -> None:
    def step(value):
        weights = {}
        for amount, weight in damage.items():
            state = value - amount if value > amount else Done("zero")
            weights[state] = weights.get(state, 0) + weight
        return weights

    chances, mean = solve_densely(step, start)
    assert chances == {"zero": 1}
    assert mean_steps(damage, start) == mean == solve_absorption(step, start).steps


def test_mean_steps_without_damage_is_none() -> None:
    assert mean_steps({0: 3}, 2) is None


def chain(by_first, by_second, first, second, *, late=False):
    """Return the race attack by attack, solved as a Markov chain."""

    def step(state):
        x, y, first_acts = state
        weights = {}
        for amount, weight in (by_first if first_acts else by_second).items():
            now_x, now_y = (x, y - amount) if first_acts else (x - amount, y)
            winner = "first" if now_y <= 0 else "second"
            after = Done(winner) if min(now_x, now_y) <= 0 else (now_x, now_y, not first_acts)
            weights[after] = weights.get(after, 0) + weight
        return weights

    return solve_absorption(step, (first, second, not late), {"rounds": lambda state: int(state[2] != late)})


@pytest.mark.parametrize(("by_first", "by_second"), [*product(DAMAGES, DAMAGES)])
@pytest.mark.parametrize(("first", "second"), [(1, 1), (3, 2), (2, 5)])
def test_race_agrees_with_a_markov_chain(by_first, by_second, first, second) -> None:
    result = race(by_first, by_second, first, second)
    expected = chain(by_first, by_second, first, second)
    late = chain(by_first, by_second, first, second, late=True)
    assert result.first == expected.chances.get("first", 0)
    assert result.second == expected.chances.get("second", 0)
    assert result.mean_rounds == expected.means["rounds"]
    assert result.first_if_late == late.chances.get("first", 0)
    assert not result.never


def test_race_without_damage_has_no_winner() -> None:
    result = race({0: 6}, {0: 2}, 3, 4)
    assert (result.first, result.second, result.never) == (0, 0, 1)
    assert (result.mean_rounds, result.first_if_late) == (None, 0)


def test_race_against_a_harmless_opponent_is_won() -> None:
    result = race({0: 1, 1: 1}, {0: 1}, 2, 3)
    assert (result.first, result.first_if_late, result.mean_rounds) == (1, 1, 6)
