"""Outcomes of rolls as pages show, announce and share them."""

from dataclasses import dataclass

import pytest
from bs4 import BeautifulSoup

from rules_py import api, present, resolve
from rules_py.calculators.outcome import Outcome
from rules_py.dice.roll_steps import DROPPED, KEPT, Die
from rules_py.dice.roll_steps import RollStep as WorkingStep
from rules_py.present.outcome import render_steps
from rules_py.systems import registry
from tests.core.strict_reader import Reader


def test_outcome_is_shown_and_announced() -> None:
    calculator = registry.calculator("core_rules.challenge")

    outcome = resolve("core_rules.challenge", situation="average", steps=2, dice=[3, 5])
    page = Reader(present.render_outcome(calculator, outcome))
    assert page.text.startswith("Success")
    assert [each["class"] for each in page.all("li") if "die" in each["class"].split()] == [
        "die die--dropped",
        "die die--kept",
    ]
    assert "tone--good" in page.elements[0][1]["class"]
    assert present.outcome_announcement(outcome) == "Success. On the dice: 5, and 3 dropped."


def test_announcement_names_cards_and_ends_in_a_full_stop() -> None:
    hand = resolve("recipes.cards", cards=3, dice=["Q♥", "J♣", "2♥"])
    assert present.outcome_announcement(hand) == "2 of one suit. Dealt: Q♥, J♣, 2♥."
    assert present.outcome_announcement(Night()) == "Nobody comes."


@dataclass(frozen=True, kw_only=True)
class Night(Outcome):
    verdict = "Nobody comes."


def test_many_dice_are_grouped_or_counted() -> None:
    few = Reader(present.render_dice([Die(6, 3, KEPT), Die(6, 1, DROPPED)]))
    assert len(few.all("svg")) == 2
    many = Reader(
        present.render_dice([Die(10, 1 + place % 10, "success" if place % 2 else "") for place in range(50)])
    )
    assert len(many.all("svg")) == 50
    assert "25 × success" in many.text
    assert len(Reader(present.render_dice([Die(6, 1 + place % 6) for place in range(1000)])).all("svg")) == 6
    for number, grouped, svgs in ((12, False, 12), (13, True, 13), (60, True, 60), (61, True, 6)):
        page = BeautifulSoup(
            present.render_dice([Die(6, 1 + place % 6) for place in range(number)]), "html.parser"
        )
        assert (bool(page.select(".dice-groups")), len(page.select("svg"))) == (grouped, svgs)


def test_long_explanation_omits_the_steps_in_the_middle() -> None:
    steps = [WorkingStep(f"Blow {number}") for number in range(1, 301)]
    texts = [
        each.get_text() for each in BeautifulSoup(render_steps("core_rules", steps), "html.parser")("li")
    ]
    assert len(texts) == 201
    assert [texts[place] for place in (0, 99, 100, 101, 200)] == [
        "Blow 1",
        "Blow 100",
        "100 steps not shown.",
        "Blow 201",
        "Blow 300",
    ]


def test_dice_that_do_not_count_show_their_status():
    page = Reader(
        present.render_dice([Die(6, 1, "rerolled"), Die(10, 1, "set aside"), Die(3, -1, lowest=-1)])
    )
    assert [each["class"] for each in page.all("li")] == [
        "die die--rerolled",
        "die die--set-aside",
        "die die--plain",
    ]
    assert "set aside" in page.text and "dF: -1" in page.text


@pytest.mark.parametrize("sides", [4, 6, 8, 10, 12, 20, 100])
def test_every_die_has_a_shape(sides: int) -> None:
    assert f"d{sides}: {sides}" in Reader(present.render_die(Die(sides, sides))).text


def entry_of(calculator: str, label: str = "", **inputs) -> dict:
    """Return the tray entry of a roll with these `dice`."""
    roll = api.resolve_roll(calculator, inputs.pop("dice"), inputs)
    return present.entry_of_roll(roll, label)


def test_tray_entry_omits_inputs_that_change_nothing():
    entry = entry_of("core_rules.challenge", situation="favourable", steps=0, dice=[2, 7])
    assert (entry["title"], entry["asked"]) == ("Challenge", "Favourable (d8), 0 steps of improvement")
    assert (entry["verdict"], entry["tone"]) == ("Failure", "bad")
    assert entry["text"].startswith(
        "*Challenge*, Favourable (d8), 0 steps of improvement: **Failure**. On the dice: 2"
    )
    assert entry["address"] == "", "no page of the calculator is known"


def test_roll_is_titled_like_its_button():
    entry = entry_of("core_rules.challenge", "Might, difficult", situation="difficult", steps=1, dice=[4])
    assert (entry["title"], entry["asked"]) == (
        "Might, difficult",
        "Challenge: Bad (d4), 1 step of improvement",
    )


def test_roll_of_notation_is_titled_by_it():
    assert entry_of("tools.throw", notation="d6+1", dice=[4])["title"] == "1d6 + 1"
    labelled = entry_of("tools.throw", "Axe", notation="d6+1", dice=[4])
    assert (labelled["title"], labelled["asked"]) == ("Axe", "1d6 + 1")


def test_tray_entry_links_to_the_page_of_its_calculator():
    with present.link_rules("../", {"core_rules": {"core_rules.challenge": "core_rules/dice/"}}):
        entry = entry_of("core_rules.challenge", situation="average", steps=1, dice=[5])
    assert entry["address"] == (
        "../core_rules/dice/?situation=average&steps=1&dice=%5B5%5D#core_rules.challenge"
    )


def test_roll_under_standard_rules_names_no_house_rule():
    """A form has some house rules only if the table uses some."""
    attack = registry.calculator("dichotomy.attack").initial_inputs() | {"dice": [3, 5]}
    book, table = (
        entry_of("dichotomy.attack", **attack | house)["asked"] for house in ({}, {"smite_bonus": 3})
    )
    assert "House rule" not in book
    assert table == f"{book}, House rule: hits that Smite adds 3"
