"""Rolled dice: counts by condition, the widest set, opposed dice, and dice with their sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import factorial
from typing import Any

from rules_py.dice.dice import Dice
from rules_py.dice.enumerate_branches import expand
from rules_py.dice.recording import ScriptedDice


def check_odds(mechanic: Callable[[Dice], Any], *sizes: int) -> None:
    """Check the odds of a mechanic by playing it with all faces of dice of these sizes."""
    weights, total = expand(mechanic)
    expected = Counter(
        mechanic(ScriptedDice(faces)) for faces in product(*(range(1, size + 1) for size in sizes))
    )
    count = sum(expected.values())
    assert {key: Fraction(weight, total) for key, weight in weights.items()} == {
        key: Fraction(weight, count) for key, weight in expected.items()
    }


def test_counts_returns_dice_per_condition() -> None:
    check_odds(lambda dice: dice.roll(4, 6).counts(lambda face: face >= 4, lambda face: face == 6), *4 * [6])
    assert ScriptedDice([1, 6, 6, 5]).roll(4, 6).counts(lambda face: face >= 5, lambda face: face == 6) == (
        3,
        2,
    )
    assert ScriptedDice([]).roll(0, 6).counts(lambda face: face > 1) == (0,)


def test_width_is_the_size_of_the_largest_set() -> None:
    check_odds(lambda dice: dice.roll(4, 6).width(), *4 * [6])
    check_odds(lambda dice: dice.roll(4, 6).width(lambda face: face >= 4), *4 * [6])
    check_odds(lambda dice: dice.roll([4, 4, 6]).width(), 4, 4, 6)
    weights, total = expand(lambda dice: dice.roll(10, 10).width())
    assert total == 10**10 and weights[1] == factorial(10) and weights[10] == 10


def test_beats_compares_dice_in_order_from_the_highest() -> None:
    def fight(dice: Dice) -> int:
        attack, defence = dice.roll(3, 6), dice.roll(2, 6)
        return attack.beats(defence)

    check_odds(fight, *5 * [6])
    assert fight(ScriptedDice([6, 1, 3, 2, 3])) == 2


def test_mixed_roll_lists_dice_with_their_sizes() -> None:
    def best(dice: Dice) -> tuple[Any, ...]:
        roll = dice.roll([4, 6, 6])
        return roll.dice[0], roll.sum, len(roll)

    check_odds(best, 4, 6, 6)
    assert ScriptedDice([4, 2, 4]).roll([6, 6, 4]).dice == [(4, 4), (4, 6), (2, 6)]
