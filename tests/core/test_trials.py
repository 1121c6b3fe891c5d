"""What the build's trial of a calculator finds wrong with what it says."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules_py.authoring.trials import faults_of
from rules_py.calculator import Calculator
from rules_py.measure import Measure, chance, figure


@pytest.mark.parametrize(
    ("said", "measure", "words"),
    [
        (Fraction(1, 2), chance("wins", "Wins"), []),
        (Fraction(-1, 2), chance("wins", "Wins"), ["its measure wins: expected a chance from 0 to 1"]),
        (Fraction(3, 2), chance("wins", "Wins"), ["its measure wins: expected a chance from 0 to 1"]),
        (Fraction(3, 2), figure("wins", "Wins"), []),
        (Fraction(1, 2), Measure("wins", "Wins"), ["kind of its measure wins: expected chance or figure"]),
        (7, Measure("losses", "Losses"), ["value without a measure: expected Measure"]),
    ],
)
def test_a_value_is_held_against_the_measure_it_is_declared_as(said, measure, words) -> None:
    asked = Calculator("war.tug", "Tug", "Who wins?", answer=lambda: {"wins": said}, measures=(measure,))
    found = [str(each) for each in faults_of(asked)]
    assert len(found) == len(words)
    assert all(
        each.startswith(f"calculator war.tug: {word}") for each, word in zip(found, words, strict=True)
    )
