"""Rendering of inputs, answers and comparisons at the boundary between two layouts."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from bs4 import BeautifulSoup

from rules_py import compare, present
from rules_py.calculators.comparison import ComparedValue
from rules_py.calculators.measure import CHANCE, RULE, VALUE
from rules_py.calculators.scale import Scale
from rules_py.dice.odds import Odds
from rules_py.inputs import Choice, Flag
from rules_py.present.answer import _Layout
from rules_py.present.calculator_form import _fold
from rules_py.present.compare.description import _furthest, _of_two
from rules_py.present.grid import WIDE, render_odds_table
from rules_py.present.input_labels import labelled_values
from rules_py.present.odds import MAX_BOTH_WAYS, _results_to_show
from rules_py.systems import registry


def page(html: object) -> BeautifulSoup:
    return BeautifulSoup(str(html), "html.parser")


@pytest.mark.parametrize("columns", [WIDE - 1, WIDE])
def test_odds_table_of_many_columns_is_wide(columns: int) -> None:
    cells = [[(Fraction(1, 2), None)] * columns]
    html = page(render_odds_table("Odds", "Steps", ["0"], "Dice", [*map(str, range(columns))], cells))
    [table] = html.select("table")
    assert ("grid--wide" in table["class"]) == (columns == WIDE)


@pytest.mark.parametrize("ordered", [True, False])
@pytest.mark.parametrize("many", [MAX_BOTH_WAYS, MAX_BOTH_WAYS + 1])
def test_results_to_show_merges_the_last_of_many(many: int, ordered: bool) -> None:
    results = _results_to_show(Scale("Hits", int, ordered=ordered), Odds(dict.fromkeys(range(many), 1), many))
    assert len(results) == MAX_BOTH_WAYS
    label, keys = results[-1]
    highest = MAX_BOTH_WAYS - 1
    text = f"{highest} or more" if ordered else "any other"
    assert (label, keys) == (
        (f"{highest}", {highest}) if many == MAX_BOTH_WAYS else (text, {highest, many - 1})
    )


@pytest.mark.parametrize(
    ("other", "difference"),
    [(4, "B has 4, A 3. Difference: 1 more."), (2, "B has 2, A 3. Difference: 1 less.")],
)
def test_two_compared_values_show_the_difference(other: int, difference: str) -> None:
    assert _of_two(ComparedValue("Hits", (Fraction(3), Fraction(other)), False)) == f"Hits: {difference}"


WAY = Choice("way", "Way", {"low": "Low", "high": "High"})
HEIGHT = Choice("height", "Height", {"high": "High", "top": "Top"})


def test_labelled_values_name_the_field_of_ambiguous_options() -> None:
    assert labelled_values((WAY, HEIGHT), {"way": "low", "height": "top"}) == "Way Low, Height Top"
    other = Choice("place", "Place", {"inn": "Inn"})
    assert labelled_values((WAY, other), {"way": "high", "place": "inn"}) == "High, Inn"
    house = Choice("out", "way out", {"door": "Door", "roof": "Roof"}, default="door", house_rule=True)
    assert labelled_values((WAY, house), {"way": "high", "out": "roof"}) == "High, House rule: way out: Roof"


def layout_of(values: Any, kind: str = VALUE) -> BeautifulSoup:
    return page(_Layout("core_rules", kind).value(values))


def test_layout_of_a_list_depends_on_its_items() -> None:
    assert layout_of([1, 2, 3]).text == "1, 2, 3" and not layout_of([1, 2, 3]).select("li")
    assert len(layout_of([1, "two"]).select("li")) == 2
    assert len(layout_of([{"a": 1}, {"a": 2}]).select("tbody tr")) == 2
    assert (
        not layout_of([{"a": 1}, {"b": 2}]).select("tbody tr td + td")
        and len(layout_of([{"a": 1}, {"b": 2}]).select("li")) == 2
    )
    assert layout_of(["C-021", "C-022"], RULE).text == "C-021, C-022"
    assert "1 in 2" in layout_of([{"p": Fraction(1, 2), "n": "x"}], CHANCE).text


@pytest.mark.parametrize(("first", "second"), [(True, False), (False, True), (True, True), (False, False)])
def test_house_rules_are_open_if_any_is_chosen(first: bool, second: bool) -> None:
    calculator = registry.calculator("basic_systems.throw")
    options = tuple(each for each in calculator.inputs if isinstance(each, Flag) and each.house_rule)[:2]
    values = {each.name: each.default ^ on for each, on in zip(options, (first, second), strict=True)}
    bound = calculator.bind(calculator.initial_inputs() | values)
    [house] = page(_fold("here", bound, options)).select("details")
    assert house.has_attr("open") == (first or second)


@pytest.mark.parametrize(
    ("steps", "difference"),
    [
        ((1, 5, 0), "B has +53.5 points."),
        ((1, 0, 5), "C has +53.5 points."),
        ((5, 1, 4, 0), "D has −75.7 points."),
    ],
)
def test_comparison_names_the_entry_furthest_from_the_first(steps, difference) -> None:
    comparison = compare("core_rules.challenge", *({"situation": "average", "steps": each} for each in steps))
    text = _furthest(present.named_by_difference(comparison))
    assert text == f"The biggest difference is at “Success”: {difference}"
