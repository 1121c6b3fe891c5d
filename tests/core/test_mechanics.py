"""Mechanics as text: their odds, their messages, and the Python they become."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rules_py.authoring.mechanics.build import Mechanic, build_mechanic
from rules_py.dice.dice import SeededDice
from rules_py.dice.odds import Odds

PUBLISHED: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "data" / "mechanics.json").read_text("utf-8")
)
"""Mechanics of published games, each with its block and chances that were counted without Diceleaf."""
IDS = [each["id"] for each in PUBLISHED]

SECOND_SIDES = {
    "two_and_effect": lambda outcome: "" if outcome.band == "failure" else f", effect d{outcome.left}",
    "symbols": lambda outcome: {1: " with advantage", 0: "", -1: " with threat"}[outcome.luck],
}
"""The words of the second side of a result, which the chances name together with the first."""


def mechanic(text: str) -> Mechanic:
    return build_mechanic("ember", text.strip().splitlines())


def odds_of(made: Mechanic, inputs: dict[str, Any]) -> Odds:
    names = {each.name: each.python for each in made.declaration.inputs}
    return made.calculator.bind({names[name]: value for name, value in inputs.items()}).odds()


@pytest.mark.parametrize("published", PUBLISHED, ids=IDS)
def test_published_mechanic_has_the_counted_odds(published: dict[str, Any]) -> None:
    made = mechanic(published["fence"])
    scale = made.calculator.scale
    assert scale
    for counted in published["odds"]:
        odds = odds_of(made, counted["inputs"])
        if "chances" in counted:
            more = SECOND_SIDES.get(published["id"], lambda outcome: "")
            found = odds.by(lambda outcome: scale.label(scale.key(outcome)) + more(outcome))
            wanted = {name: Fraction(chance) for name, chance in counted["chances"].items()}
            assert dict(found) == {name: chance for name, chance in wanted.items() if chance}
        figures = [Fraction(value) for value in counted.get("figures", {}).values()]
        shown = [value for name, value in odds.measures.items() if name not in ("band", "mean")]
        if published["id"] != "usage_die":
            assert shown[: len(figures)] == figures


@pytest.mark.parametrize(
    "published", [each for each in PUBLISHED if "tones" in each], ids=lambda each: each["id"]
)
def test_bands_share_the_tones_in_their_order(published: dict[str, Any]) -> None:
    scale = mechanic(published["fence"]).calculator.scale
    assert scale and {grade.label: grade.tone for grade in scale.grades} == published["tones"]


@pytest.mark.parametrize("published", PUBLISHED, ids=IDS)
def test_live_roll_has_a_possible_outcome(published: dict[str, Any]) -> None:
    calculator = mechanic(published["fence"]).calculator
    asked = calculator.bind(calculator.initial_inputs())
    odds = asked.odds()
    for seed in range(20):
        outcome = asked.roll(SeededDice(seed))
        assert outcome in odds and outcome.working


def test_mean_rounds_are_counted_without_a_cap() -> None:
    published = next(each for each in PUBLISHED if each["id"] == "usage_die")
    made = mechanic(f"{published['fence']}\nshow: mean rounds")
    assert [odds_of(made, {"die": die}).rounds for die in (4, 8, 20)] == [2, 9, 30]
