"""Tests of the surprising rules of the game. The contract tests of every game are in `test_laws.py`."""

from fractions import Fraction

from rules_py import odds, resolve


def test_a_second_six_adds_nothing() -> None:
    one, two = (resolve("ember.kindle", wood=2, dice=dice) for dice in ([6, 1], [6, 6]))
    assert one.verdict == two.verdict == "Blaze"


def test_each_piece_of_wood_makes_a_blaze_likelier() -> None:
    every = [odds("ember.kindle", wood=wood) for wood in range(1, 6)]
    chances = [each.chance(lambda fire: fire.fire == "blaze") for each in every]
    assert chances[0] == Fraction(1, 6)
    assert chances == sorted(set(chances))
