"""A closed form counts the odds of mechanics with too many branches, for every caller that needs odds."""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from hooks.contracts.reference_odds import holds
from rules_py.authoring.calculator_check import check_calculator
from rules_py.base.errors import TooManyBranchesError
from rules_py.calculators.calculator import Calculator
from rules_py.dice.enumerate_branches import expand
from rules_py.dice.odds import Odds

SOURCE = Path(__file__).parents[1] / "directives/games/rules_py/systems/undersea/shoal.py"
SIX = {"pools": [4] * 6}


@pytest.fixture(scope="module")
def shoal() -> Calculator:
    """Six divers with four dice each, of a game of the tests."""
    spec = spec_from_file_location("shoal", SOURCE)
    assert spec and spec.loader
    module = module_from_spec(spec)
    sys.modules["shoal"] = module
    spec.loader.exec_module(module)
    calculator: Calculator = module.SHOAL
    return calculator


def test_mechanic_alone_has_too_many_branches(shoal: Calculator) -> None:
    with pytest.raises(TooManyBranchesError):
        expand(shoal.bind(SIX)._play, max_branches=20_000)


def test_closed_form_answers_for_odds_and_projections(shoal: Calculator) -> None:
    bound = shoal.bind(SIX)
    assert sum(bound.odds().values()) == 1
    expected = bound.odds().by(lambda outcome: outcome.tired)
    assert bound.odds("tired") == expected and len(expected) == 7


def test_partial_roll_continues_without_odds(shoal: Calculator) -> None:
    first = shoal.bind(SIX).partial_roll([6])
    assert first.odds is None and first.next_die
    last = shoal.bind(SIX).partial_roll([6] * 23)
    assert last.odds and sum(last.odds.values()) == 1


def test_check_accepts_odds_only_a_closed_form_can_count(shoal: Calculator) -> None:
    assert [*check_calculator(shoal)] == []


def test_comparison_names_the_inputs_it_enumerated(
    shoal: Calculator, capsys: pytest.CaptureFixture[str]
) -> None:
    holds(shoal, [shoal.parse(SIX), shoal.parse({"pools": [2, 1]})])
    assert capsys.readouterr().out == (
        "calculator undersea.shoal: the odds were compared with every row of faces for [{'pools': [2, 1]}]\n"
    )


def test_comparison_suggests_an_example_if_all_are_too_large(shoal: Calculator) -> None:
    with pytest.raises(AssertionError, match="undersea.shoal: too many rows of faces .* Add an example"):
        holds(shoal, [shoal.parse(SIX)])


def test_comparison_names_a_wrong_closed_form(shoal: Calculator) -> None:
    def wrong(**inputs: object) -> Odds:
        counts = dict(shoal.closed_form(**inputs).weights)
        counts[next(iter(counts))] += 1
        return Odds(counts)

    with pytest.raises(AssertionError, match="undersea.shoal with .*: the odds of its closed_form give"):
        holds(replace(shoal, closed_form=wrong), [shoal.parse({"pools": [2, 1]})])
