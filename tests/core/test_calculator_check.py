"""Errors that the check of a calculator finds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from rules_py.authoring.calculator_check import check_calculator
from rules_py.calculators.calculator import Calculator, PublishedOdds
from rules_py.calculators.measure import Measure, chance, value
from rules_py.calculators.outcome import Outcome
from rules_py.calculators.scale import Scale
from rules_py.dice.dice import Dice
from rules_py.dice.odds import Odds
from rules_py.inputs import Int


@pytest.mark.parametrize(
    ("message", "measure", "words"),
    [
        (Fraction(1, 2), chance("wins", "Wins"), []),
        (
            Fraction(-1, 2),
            chance("wins", "Wins"),
            ["measure wins: -1/2 isn't a chance from 0 to 1. Use kind='figure' for other numbers."],
        ),
        (
            Fraction(3, 2),
            chance("wins", "Wins"),
            ["measure wins: 3/2 isn't a chance from 0 to 1. Use kind='figure' for other numbers."],
        ),
        (Fraction(3, 2), value("wins", "Wins"), []),
        (Fraction(1, 2), Measure("wins", "Wins"), ["measure wins: kind: expected chance or figure, got ''"]),
        (7, Measure("losses", "Losses"), ["measures: 'wins' isn't declared. Add Measure('wins', label)."]),
    ],
)
def test_check_calculator_compares_values_with_measures(message, measure, words) -> None:
    calculator = Calculator(
        "war.tug", "Tug", "Who wins?", answer=lambda: {"wins": message}, measures=(measure,)
    )
    faults = [str(each) for each in check_calculator(calculator)]
    assert len(faults) == len(words)
    assert all(
        each.startswith(f"calculator war.tug: {word}") for each, word in zip(faults, words, strict=True)
    )


@dataclass(frozen=True)
class Pull(Outcome):
    """The distance a rope was pulled."""

    paces: int
    words: str = "pulled"

    @property
    def verdict(self) -> str:
        return self.words


PACES = Int("most", "Most paces", 1, 6, start=6)
VALID = Calculator(
    "war.tug",
    "Tug",
    "How far does the rope go?",
    (PACES,),
    mechanic=lambda dice, *, most: Pull(min(most, dice.d(6))),
    scale=Scale("Paces", of="paces"),
    examples=({"most": 3},),
)
ROLLS: list[int] = []


def _stateful_roll(dice: Dice, *, most: int) -> Pull:
    """Roll with a result that depends on hidden state, so that it differs each time."""
    ROLLS.append(dice.d(6))
    return Pull(len(ROLLS))


def _published(inputs: Mapping[str, Any], chance: Fraction) -> PublishedOdds:
    return PublishedOdds(inputs, {1: chance}, "page 7")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, []),
        ({"published": (_published({"most": 2}, Fraction(1, 6)),)}, []),
        ({"title": ""}, ["title: expected a short text for headings, got ''"]),
        ({"summary": "How far"}, ["summary: expected a sentence that ends in . or ?, got 'How far'"]),
        (
            {"inputs": (replace(PACES, label=""),)},
            ["input most: label: expected a short text for the form, got ''"],
        ),
        ({"examples": ({"most": 7},)}, ["example 1: most: expected a whole number from 1 to 6, got 7"]),
        ({"worst_case": {"most": 0}}, ["worst_case: most: expected a whole number from 1 to 6, got 0"]),
        (
            {"published": (_published({"most": 7}, Fraction(1, 6)), _published({"most": 2}, Fraction(1, 2)))},
            [
                "published odds: most: expected a whole number from 1 to 6, got 7",
                "published odds of 1 with {'most': 2}: the game prints 1/2, but the calculator gives 1/6",
            ],
        ),
        (
            {"mechanic": _stateful_roll, "examples": ()},
            [
                "mechanic: two rolls with the seed 0 gave {'paces': 1, 'words': 'pulled'} and {'paces': 4, 'words': 'pulled'}. Use no source of chance but `dice`."
            ],
        ),
        (
            {"mechanic": lambda dice, *, most: Pull(dice.d(6), ""), "examples": ()},
            ["verdict: expected the result as text, got ''"] * 3,
        ),
        (
            {"closed_form": lambda *, most: Odds({Pull(7): 1}, 1), "examples": (), "scale": None},
            [
                "mechanic: a roll with the seed 0 and {'most': 6} gave {'paces': 4, 'words': 'pulled'}, which isn't in the odds of its closed_form"
            ],
        ),
        (
            {
                "closed_form": lambda *, most: Odds({Pull(each): 1 for each in range(1, 7)}, 7),
                "examples": (),
                "scale": None,
            },
            ["sum of all chances: expected 1, got '6/7'"],
        ),
    ],
)
def test_check_calculator_finds_roll_faults_in_advance(changes, words) -> None:
    ROLLS.clear()
    faults = [str(each) for each in check_calculator(replace(VALID, **changes))]
    assert len(faults) == len(words), faults
    assert all(
        each.startswith(f"calculator war.tug: {word}") for each, word in zip(faults, words, strict=True)
    ), faults
