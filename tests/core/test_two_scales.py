"""Odds on two scales at once, such as successes and harm."""

from fractions import Fraction

import pytest
from bs4 import BeautifulSoup

from rules_py import present
from rules_py.base.errors import DeclarationError
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.scale import Scale
from rules_py.systems import registry
from tests.core.reference_odds import enumerate_rolls

PUSHING = registry.calculator("recipes.pushing")


def odds_table(calculator, **inputs):
    bound = calculator.bind(inputs)
    grid = BeautifulSoup(present.render_odds(calculator, bound.odds()), "html.parser").select_one(
        "table.grid"
    )
    rows = [
        [each.get_text(" ", strip=True) for each in row.find_all(["th", "td"])] for row in grid.select("tr")
    ]
    return grid.caption.get_text(), rows


def test_grid_cell_shows_the_joint_chance():
    caption, rows = odds_table(PUSHING, pool=2, push=True)
    assert caption == "Successes and harm together"
    assert rows == [
        ["", "Harm"],
        ["Successes", "0", "1", "2"],
        ["0", *(_cell_text(0, harm) for harm in range(3))],
        ["1", *(_cell_text(1, harm) for harm in range(3))],
        ["2", *(_cell_text(2, harm) for harm in range(3))],
    ]


def _cell_text(successes, harm):
    """Return the expected cell text, enumerated over two dice and the dice that replace them."""

    def push(faces):
        first, second, third, fourth = faces
        if 6 not in (first, second):
            first, second = (old if old == 1 else new for old, new in ((first, third), (second, fourth)))
            return [first, second].count(6), [first, second].count(1)
        return [first, second].count(6), 0

    counts = enumerate_rolls([6, 6, 6, 6], push)
    return BeautifulSoup(
        str(present.grid._cell(Fraction(counts.get((successes, harm), 0), 6**4), None, True, False, None)),
        "html.parser",
    ).get_text(" ", strip=True)


def test_grid_collapses_the_highest_values():
    _, rows = odds_table(PUSHING, pool=12, push=True)
    assert [row[0] for row in rows[2:]] == [*map(str, range(8)), "8 or more"]
    assert rows[1][-1] == "8 or more"


def test_second_scale_requires_a_first_scale():
    harm = Scale("Harm", "harm")
    with pytest.raises(
        DeclarationError, match="second_scale: expected nothing, as there is no scale or no odds, got 'Harm'"
    ):
        Calculator("a.b", "T", "S.", mechanic=PUSHING.mechanic, second_scale=harm, inputs=PUSHING.inputs)
