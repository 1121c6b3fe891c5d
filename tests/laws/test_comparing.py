"""Laws of comparisons and of questions the other way round, for every calculator of every game, found unasked."""

from __future__ import annotations

import csv
import json
import re
from fractions import Fraction
from io import StringIO
from itertools import product

import pytest
from bs4 import BeautifulSoup

from rules_py import InputError, ask, compare, figures, games, odds, present, reverse, web
from rules_py.compare import MOST
from rules_py.inputs import Choice, Flag, Int
from rules_py.plain import plain
from rules_py.present.compare.words import LETTERS
from rules_py.reverse import REACH, Trial, goals, usual_goal, usual_input, varied
from rules_py.spread import AT_LEAST, AT_MOST, STEPS, WAYS

CALCULATORS = [each for game in games() for each in game.calculators]
WITH_ODDS = [each for each in CALCULATORS if each.has_odds]
REVERSIBLE = [each for each in CALCULATORS if present.reversible(each)]
SLICE = 0.25
"""Seconds that one request may take, in the browser; measured here with room to spare."""


def by_id(calculators):
    return pytest.mark.parametrize("calculator", calculators, ids=[each.id for each in calculators])


def some(calculator):
    """A few inputs worth comparing: the usual ones, the examples, and the usual ones with each choice turned."""
    usual = calculator.usual_inputs()
    found = [usual, *({**usual, **each} for each in calculator.examples)]
    for each in calculator.inputs:
        if isinstance(each, Flag):
            found.append({**usual, each.name: not usual[each.name]})
        elif isinstance(each, Int) and usual[each.name] is not None:
            found.append({**usual, each.name: min(each.high, usual[each.name] + 1)})
    return [each for place, each in enumerate(found) if each not in found[:place]][: MOST + 2]


def exact(words):
    """A fraction told as `1 in 6`, `2 in 9 more`, `1 in 12 less`, `the same`."""
    if words == "the same":
        return Fraction()
    part, whole, which = re.fullmatch(r"(-?\d+) in (\d+)( more| less)?", words).groups()
    return Fraction(int(part), int(whole)) * (-1 if which == " less" else 1)


@by_id(WITH_ODDS)
def test_a_comparison_has_the_odds_of_each_and_its_differences_come_to_nothing(calculator):
    sides = some(calculator)[:MOST]
    shown = compare(calculator.id, *sides)
    scale = shown.scale
    for place, inputs in enumerate(sides):
        chances = scale.chances(odds(calculator.id, **inputs))
        column = {row.grade.key: row.chances[place] for row in shown.rows()}
        assert {key: part for key, part in column.items() if part} == {k: v for k, v in chances.items() if v}
    for place in range(len(sides) - 1):
        assert sum(row.changes[place] for row in shown.rows()) == 0
    least, most = shown.rows(AT_LEAST), shown.rows(AT_MOST)
    for low, each, high in zip(least, shown.rows(), most, strict=True):
        for one, part, other in zip(low.chances, each.chances, high.chances, strict=True):
            assert one + other - part == 1
    for row in (*shown.rows(), *shown.figures()):
        values = row.chances if hasattr(row, "chances") else row.values
        assert row.changes == tuple(each - values[0] for each in values[1:])


@by_id(WITH_ODDS)
def test_what_is_copied_holds_the_same_fractions(calculator):
    sides = some(calculator)[:MOST]
    shown = compare(calculator.id, *sides)
    named = present.named_by_difference(shown)
    for way in WAYS if shown.scale.ordered else (STEPS,):
        told = [(row.grade.label, (*row.chances, *row.changes)) for row in shown.rows(way)]
        told += [(figure.label, (*figure.values, *figure.changes)) for figure in shown.figures()]

        head, *lines = csv.reader(StringIO(present.as_csv(named, way)))
        assert all(len(line) == len(head) == 1 + 2 * (2 * len(sides) - 1) for line in lines)
        assert [(line[0], tuple(map(exact, line[2::2]))) for line in lines] == told

        table = [line for line in present.as_markdown(named, way).splitlines() if line.startswith("| ")]
        cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table[2:]]
        assert [
            (label.replace("\\", ""), tuple(Fraction(re.search(r"\((-?\d+(?:/\d+)?)\)$", each)[1]) for each in rest))
            for label, *rest in cells
        ] == told


@by_id(WITH_ODDS)
def test_a_page_shows_what_is_compared_by_names_that_differ(calculator):
    for other in some(calculator)[1:]:
        asked = {
            "action": "compare",
            "calculator": calculator.id,
            "pinned": [{"inputs": plain(calculator.usual_inputs())}],
            "inputs": plain(other),
            "id": "here",
        }
        reply = json.loads(web.respond(json.dumps(asked)))
        assert reply["ok"], reply
        who = BeautifulSoup(reply["html"]["who"], "html.parser")
        names = [each.get_text() for each in who.select(".compare__name")]
        assert len(names) == len({*names}) == 2 and all(names)
        assert not [each.name for each in calculator.inputs if "_" in each.name and each.name in str(who)]
        figure = BeautifulSoup(reply["html"]["figure"], "html.parser")
        head = [each.get_text() for each in figure.select("thead th")]
        assert head[1:] == ["A", "B", "B − A"]
        assert all(len(row.select("th, td")) == 4 for row in figure.select("tbody tr"))
        assert reply["html"]["sum"].endswith(".")


def test_more_than_can_be_told_apart_are_refused():
    challenge = {"situation": "average"}
    with pytest.raises(InputError, match="1 to 4"):
        compare("core_rules.challenge", *([challenge] * (len(LETTERS) + 1)))
    with pytest.raises(InputError, match="has odds"):
        compare("core_rules.steps", {})


def chance_asked_for(calculator, inputs, goal):
    """The chance of a goal by the doors everybody knows, without the module under test."""
    way, _, key = goal.key.partition(".")
    if calculator.has_odds:
        found = odds(calculator.id, **inputs)
        if way == "measure":
            return found.measures[key]
        scale = calculator.scale
        chances = [(str(grade.key), part) for grade, part in zip(scale.grades_of(found), scale.chances(found).values(), strict=True)]
        keys = [present.reverse_key(grade.key) for grade in scale.grades_of(found)]
    return ask(calculator.id, **inputs)[key]
