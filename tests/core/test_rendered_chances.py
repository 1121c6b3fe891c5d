"""Chances, odds tables and statistics as pages show them: exact, and short."""

from fractions import Fraction

import pytest

from rules_py import present
from rules_py.base import number_format
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.measure import CHANCE, Measure
from rules_py.calculators.scale import Grade, Scale
from rules_py.present.chance import chance_in_cell
from rules_py.present.grid import render_odds_table
from rules_py.systems import registry
from tests.core.strict_reader import Reader


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(0), "0%"),
        (Fraction(1), "100%"),
        (Fraction(1, 2), "50%"),
        (Fraction(1, 3), "33.3%"),
        (Fraction(2, 3), "66.7%"),
        (Fraction(1, 8), "12.5%"),
        (Fraction(1, 1296), "0.077%"),
        (Fraction(1295, 1296), "99.923%"),
        (Fraction(999, 1000), "99.9%"),
        (Fraction(1, 10**5), "0.0010%"),
        (Fraction(1, 10**6), "0.00010%"),
        (Fraction(1, 10**6 + 1), "under 0.0001%"),
        (Fraction(1, 10**9), "under 0.0001%"),
        (1 - Fraction(1, 10**9), "over 99.9999%"),
        (Fraction(1999, 2000), "99.950%"),
        (Fraction(1, 2000), "0.050%"),
    ],
)
def test_percent_shows_0_and_100_only_if_exact(chance: Fraction, text: str) -> None:
    assert number_format.percent(chance) == text


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(1, 3), "33.3% (1 in 3)"),
        (Fraction(0), "0% (never)"),
        (Fraction(1), "100% (always)"),
        (Fraction(10**9 + 1, 2 * 10**9), "50.0%"),
        (Fraction(4096, 46656), "8.8% (64 in 729)"),
    ],
)
def test_render_chance_shows_percent_and_one_in_n(chance: Fraction, text: str) -> None:
    assert Reader(present.render_chance(chance)).text == text


def test_long_fraction_is_described_by_length() -> None:
    tail = 10**5000
    long = Fraction(3 * tail + 1, 10 * tail)
    assert number_format.percent(long) == "30.0%" and number_format.one_in_n(long) == ""
    assert number_format.exact_fraction(long) == "5,002-digit numbers, about 1 in 3.33"
    assert number_format.exact_fraction(long / 10**6) == "5,008-digit numbers, about 1 in 3333333"
    assert number_format.exact_fraction(long + 7) == "5,002-digit numbers, about 7.30"
    assert number_format.describe_change(-long) == "less by 5,002-digit numbers, about 1 in 3.33"
    assert "5,002-digit numbers" in chance_in_cell(long)
    assert number_format.exact_fraction(Fraction(12, 35)) == "12/35"


def test_long_fraction_is_collapsed() -> None:
    page = Reader(present.render_exact_chance(Fraction(10**9 + 1, 2 * 10**9)))
    assert page.all("details")
    assert "1000000001/2000000000" in page.text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3, "3"),
        (Fraction(7, 2), "3.5"),
        (Fraction(161, 36), "4.47"),
        (Fraction(-1, 2), "-0.5"),
        (Fraction(1, 4), "0.25"),
        (12345, "12,345"),
    ],
)
def test_number_is_rounded_and_has_thousands_separators(value: Fraction | int, text: str) -> None:
    assert number_format.format_number(value) == text


def test_long_scales_collapse_their_ends() -> None:
    calculator = registry.calculator("tools.throw")
    page = Reader(present.render_calculator_odds(calculator.bind({"notation": "100d6"})))
    assert len(page.all("tr")) <= 31
    assert "or less" in page.text
    assert "or more" in page.text


def test_odds_table_cells_link_to_the_roller() -> None:
    cells = [
        [(Fraction(1, 3), "#core_rules.challenge"), (Fraction(0), None)],
        [(Fraction(1), None), (Fraction(1, 9), None)],
    ]
    page = Reader(render_odds_table("A caption", "Steps", ["0", "1"], "Situation", ["bad", "good"], cells))
    assert page.values("href") == ["#core_rules.challenge"]
    assert page.values("tabindex") == ["0"]  # reachable with the keyboard
    assert [each["class"] for each in page.all("td") if "heat" in (each["class"] or "")] == [
        "number heat heat--2",
        "number heat heat--0",
        "number heat heat--5",
        "number heat heat--1",
    ]
    assert "A caption" in page.text
    means = Reader(
        render_odds_table("Means", "Dice", ["1"], "", ["d6"], [[(Fraction(7, 2), None)]], chances=False)
    )
    assert "3.5" in means.text
    assert "%" not in means.text


def test_chance_in_cell_collapses_a_long_fraction() -> None:
    short, long = (Reader(chance_in_cell(Fraction(*each))) for each in ((35, 36), (148225, 186624)))
    assert (short.text, short.all("details")) == ("97.2%35 in 36", [])
    assert long.all("details") and long.text.startswith("79.4%")


def test_answer_omits_measures_without_a_value() -> None:
    def answer_text(problems: list[str]) -> str:
        calculator = Calculator(
            "core_rules.x",
            "X",
            "X?",
            (),
            answer=lambda: {"problems": problems, "left": []},
            measures=(Measure("problems", "Problems", list), Measure("left", "Left")),
        )
        return Reader(present.render_answer(calculator.bind({}).answer())).text

    assert answer_text([]) == "Leftnone"
    assert answer_text(["Too dear."]) == "ProblemsToo dear.Leftnone"


def test_measures_that_repeat_a_row_are_not_shown() -> None:
    die = Calculator(
        "core_rules.x",
        "X",
        "X?",
        (),
        mechanic=lambda dice: dice.d(2),
        scale=Scale(
            "Face", lambda face: "high" if face == 2 else "low", (Grade("low", "Low"), Grade("high", "High"))
        ),
        measures=tuple(
            Measure(name, name.replace("_", " ").capitalize(), of=lambda odds, _: Fraction(1, 2), kind=CHANCE)
            for name in ("low", "high", "at_least_high", "other")
        ),
    )
    terms = [
        each
        for each in Reader(present.render_calculator_odds(die.bind({}))).words
        if each in ("Low", "High", "At least high", "Other")
    ]
    assert terms == ["Low", "High", "Other"]


def test_text_of_a_measure_is_shown_among_the_values() -> None:
    measures = (
        Measure("rated", "Rated", of=lambda odds, _: "easy"),
        Measure("worth", "Worth it", {True: "yes", False: "no"}, of=lambda odds, _: True),
        Measure("flag", "Unsaid", of=lambda odds, _: True),
        Measure("none", "Untold", of=lambda odds, _: None, kind=CHANCE),
    )
    die = Calculator("core_rules.x", "X", "X?", (), mechanic=lambda dice: dice.d(2), measures=measures)
    text = Reader(present.render_calculator_odds(die.bind({}))).text
    assert "Ratedeasy" in text and "Worth ityes" in text
    assert "Unsaid" not in text and "Untold" not in text
