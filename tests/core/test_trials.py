"""What the build's trial of a calculator and of a desk finds wrong with what they say."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from hooks.directives import promises
from rules_py import catalogue
from rules_py.authoring.trials import faults_of
from rules_py.calculator import Calculator
from rules_py.desk.declared import Start
from rules_py.measure import Measure, chance, figure


@pytest.mark.parametrize(
    ("said", "measure", "words"),
    [
        (Fraction(1, 2), chance("wins", "Wins"), []),
        (
            Fraction(-1, 2),
            chance("wins", "Wins"),
            ["its measure wins: given '-1/2', allowed a chance from 0 to 1"],
        ),
        (
            Fraction(3, 2),
            chance("wins", "Wins"),
            ["its measure wins: given '3/2', allowed a chance from 0 to 1"],
        ),
        (Fraction(3, 2), figure("wins", "Wins"), []),
        (
            Fraction(1, 2),
            Measure("wins", "Wins"),
            ["kind of its measure wins: given '', allowed chance or figure"],
        ),
        (7, Measure("losses", "Losses"), ["value without a measure: given 'wins', allowed Measure"]),
    ],
)
def test_a_value_is_held_against_the_measure_it_is_declared_as(said, measure, words) -> None:
    asked = Calculator("war.tug", "Tug", "Who wins?", answer=lambda: {"wins": said}, measures=(measure,))
    found = [str(each) for each in faults_of(asked)]
    assert len(found) == len(words)
    assert all(
        each.startswith(f"calculator war.tug: {word}") for each, word in zip(found, words, strict=True)
    )


def _of_desk(**changed) -> list[str]:
    """What is told of a game whose desk is declared otherwise."""
    game = catalogue.game("dichotomy")
    assert game.desk
    return [*promises.of_game(replace(game, calculators=(), sheet=None, desk=replace(game.desk, **changed)))]


def test_a_scene_that_a_desk_begins_with_is_tried() -> None:
    assert _of_desk() == []
    [told] = _of_desk(starts=(Start("ford", "At the ford", {"figthers": []}),))
    assert told.startswith(
        "rules_py/systems/dichotomy/desk/table.py:13: desk of dichotomy: start ford: fighters: given nothing, allowed a list of "
    )


def test_what_stops_a_desk_is_told_with_its_place() -> None:
    [told] = _of_desk(begin=lambda start: start["oil"])
    assert told.startswith("rules_py/systems/dichotomy/desk/table.py:13: its desk stopped: ")
    assert told.endswith("KeyError: 'oil'")
