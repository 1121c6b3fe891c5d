"""The odds of a two-sided conflict from its current state, as programs get them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules_py import ask, calculator, odds
from rules_py.systems.action_consequence.order import first_chances
from rules_py.systems.action_consequence.readings import roll_distribution
from tests.systems.action_consequence.table import Table, person


def chances_of(table):
    answer = ask("action_consequence.desk_chances", state=table.state.to_json())
    return {each.pop("side"): each for each in answer["sides"]}


@pytest.fixture
def table():
    """Two people with one name each on the we owe list, who may strike it whenever rolls are compared."""
    return Table(person("A", 12, 6, owed=1), person("B", 10, 8, owed=1, gives_at=2))


def test_chances_before_the_cast_equal_the_calculators(table) -> None:
    exact_odds = odds("action_consequence.conflict", dice_a=[12, 6], dice_b=[10, 8], give_at_b=2)
    wins = exact_odds.a_doubles + exact_odds.a_by_giving, exact_odds.b_doubles
    assert chances_of(table) == {
        "A": {"wins": wins[0], "doubled": wins[1], "gives": 0},
        "B": {"wins": wins[1], "doubled": exact_odds.a_doubles, "gives": exact_odds.a_by_giving},
    }


def test_chances_assume_that_no_name_is_struck(table) -> None:
    before = chances_of(table.cast(8, 5, 8, 1))
    assert table.due == ["strike", "leave"]
    assert before == chances_of(table.leave("B", "A")) != {}
    assert before == chances_of(table.challenge("A", "B")) and table.due == ["answer"]
    before = chances_of(table.answer("B", 8, 1))
    assert table.due == ["strike", "leave"] and table.state.compared == "answer"
    shares = table.shares("leave")
    assert before["B"] == {
        "wins": shares["wins"],
        "doubled": shares["is doubled"],
        "gives": shares.get("gives", 0),
    }
    assert before["A"]["wins"] == 1 - before["B"]["wins"] > Fraction(1, 2)


def test_chances_of_a_challenge_are_the_mean_of_its_answers() -> None:
    table = Table(person("A", 6), person("B", 4)).cast(5, 3)
    before = chances_of(table)["B"]["wins"]
    table.challenge("A", "B")
    assert chances_of(table)["B"]["wins"] == before
    after = Fraction()
    for face in range(1, 5):
        table.answer("B", face)
        if table.state.phase == "choose":
            after += table.shares("hang_in")["wins"] / 4
        assert (
            chances_of(table) == {}
        )  # a choice or a loss is pending, and each option shows its own exact result
        table.back(1)
    assert after == before > 0


def test_chances_are_given_for_two_sides_only() -> None:
    for sides in (1, 3):
        assert chances_of(Table(*(person(each, 8) for each in "ABC"[:sides]))) == {}
    [measure] = calculator("action_consequence.desk_chances").measures
    assert measure.say([]) == "not available"
    rows = [{"side": each, "wins": "1/2", "doubled": "1/3"} for each in "AB"]
    assert measure.say(rows) == "A: wins 50%, is doubled 33.3%; B: wins 50%, is doubled 33.3%"


def test_first_chances_favour_the_first_of_sides_without_dice() -> None:
    assert first_chances([roll_distribution((), 0, 1)] * 3) == [1, 0, 0]
    table = Table(person("A"), person("B"), person("C", 8, 6), person("D", 8, 6))
    table.cast(7, 3, 5, 3).challenge("C", "D").answer("D", 7, 3)
    assert table.state.challenger == "A" and table.due[0].startswith("challenge-")
