"""Calculators from their declarations: measures, house rules, pool sizes, projections."""

from dataclasses import dataclass, replace
from fractions import Fraction

import pytest

from rules_py import odds, present, resolve
from rules_py.base.errors import Fault, InputError
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.measure import (
    at_least,
    by_grade,
    chance,
    distribution,
    grade_probabilities,
    mean,
    value,
)
from rules_py.calculators.outcome import Outcome
from rules_py.dice.dice import Dice
from rules_py.inputs import Int
from tests.core.lantern import LIGHT, calculator


def test_measures_are_computed_from_odds_and_inputs():
    lantern = calculator(
        measures=(
            *grade_probabilities(LIGHT),
            at_least(LIGHT, "dim"),
            by_grade("grades", "Grades", LIGHT),
            mean("mean", "Mean", lambda outcome: outcome.best),
            distribution("best", "Best", lambda outcome: outcome.best, str),
            chance("six", "Six", lambda outcome: outcome.best == 6),
            value("wicks", "Wicks", lambda odds, inputs: inputs["wick"] * 10),
        )
    )
    exact_odds = lantern.bind({"wick": 1}).odds()
    assert (exact_odds.dark, exact_odds.dim, exact_odds.bright) == (
        Fraction(1, 2),
        Fraction(1, 3),
        Fraction(1, 6),
    )
    assert exact_odds.at_least_dim == Fraction(1, 2)
    assert exact_odds.grades == {"dark": Fraction(1, 2), "dim": Fraction(1, 3), "bright": Fraction(1, 6)}
    assert (exact_odds.mean, exact_odds.six, exact_odds.wicks) == (Fraction(7, 2), Fraction(1, 6), 10)
    assert list(exact_odds.best) == ["1", "2", "3", "4", "5", "6"]


def test_measure_is_computed_once_and_without_the_others():
    calls = []

    def measure(name):
        return value(name, name, lambda odds, inputs: calls.append(name) or len(odds))

    exact_odds = calculator(measures=(measure("first"), measure("second"))).bind({"wick": 1}).odds()
    assert exact_odds.second == exact_odds.measures["second"] == len(exact_odds)
    assert calls == ["second"]
    assert dict(exact_odds.measures) == {"first": len(exact_odds), "second": len(exact_odds)}
    assert calls == ["second", "first"]


def test_number_equal_to_one_is_not_shown_as_certain():
    rounds = Calculator(
        "core_rules.x",
        "X",
        "X?",
        answer=lambda: {"rounds": Fraction(1), "wins": Fraction(1)},
        measures=(value("rounds", "Rounds"), chance("wins", "Wins")),
    )
    page = present.render_answer(rounds.bind({}).answer())
    assert "<dt>Rounds</dt><dd>1</dd>" in page
    assert "100%" in page.partition("Wins")[2]


def test_house_rule_shows_the_standard_odds_too():
    lantern = calculator()
    assert "Standard rules" not in present.render_calculator_odds(lantern.bind({"wick": 1}))
    page = present.render_calculator_odds(lantern.bind({"wick": 1, "house": True}))
    assert "Standard rules" in page
    assert (
        '50% <span class="odds__change">(−25 points)</span>' in page
    )  # dark: 25% with the extra die, 50% under the standard rules
    assert lantern.bind({"wick": 1, "house": True}).without_house_rules().inputs == {
        "wick": 1,
        "house": False,
    }


@dataclass(frozen=True, kw_only=True)
class Sixes(Outcome):
    sixes: int
    pool: int

    @property
    def verdict(self) -> str:
        return f"{self.sixes} of {self.pool}"


def count_sixes(dice: Dice, *, pool: int) -> Sixes:
    """Count sixes; each six adds one die, which adds no more."""
    first = dice.tally(pool, 6, lambda face: face == 6)[True]
    more = dice.tally(first, 6, lambda face: face == 6)[True] if first else 0
    return Sixes(sixes=first + more, pool=pool)


@pytest.fixture
def sixes(monkeypatch):
    calculator_of_sixes = Calculator(
        "core_rules.sixes",
        "Sixes",
        "How many?",
        (Int("pool", "Pool", 0, 6, start=2),),
        mechanic=count_sixes,
        pool_size_input="pool",
        projections={"any": lambda outcome: outcome.sixes > 0},
    )
    monkeypatch.setattr("rules_py.systems.registry.calculator", lambda name: calculator_of_sixes)
    return calculator_of_sixes


@pytest.mark.parametrize(
    ("row", "message"),
    [([], "0 of 0"), ([1, 2, 3], "0 of 3"), ([6, 1, 6], "2 of 2"), ([6, 6, 1, 2], "2 of 2")],
)
def test_faces_determine_the_pool_size(sixes, row, message):
    assert resolve("core_rules.sixes", dice=row).verdict == message


def test_pool_size_from_faces_is_cross_checked(sixes, monkeypatch):
    def require_two(inputs):
        if inputs["pool"] < 2:
            yield Fault("pool", "few", inputs["pool"], "2 at least")

    strict_calculator = replace(sixes, cross_check=require_two)
    monkeypatch.setattr("rules_py.systems.registry.calculator", lambda name: strict_calculator)
    assert resolve("core_rules.sixes", dice=[6, 1, 6]).verdict == "2 of 2"
    with pytest.raises(InputError, match="pool: expected 2 at least, got 1"):
        resolve("core_rules.sixes", dice=[3])


def test_faces_that_fit_no_pool_size_are_refused(sixes):
    with pytest.raises(InputError) as error:
        resolve("core_rules.sixes", dice=[1, 6])
    assert error.value.codes == ("wrong_dice_count",)


def test_odds_accept_a_projection(sixes):
    exact_odds = odds("core_rules.sixes", projection="any", pool=2)
    assert dict(exact_odds) == {True: Fraction(11, 36), False: Fraction(25, 36)}
    with pytest.raises(InputError, match=r"^unknown reading 'most' \(expected any\)$"):
        odds("core_rules.sixes", projection="most", pool=2)
