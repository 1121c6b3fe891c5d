"""Contract tests of comparisons and goal seek, for every registered calculator."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from io import StringIO
from time import process_time
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from hooks.contracts.calculators import CALCULATORS, WITH_ODDS, by_id
from hooks.contracts.markup import attribute, html_of, markup_of
from hooks.contracts.requests import reply_to
from hooks.contracts.shared_results import odds
from rules_py import InputError, ask, compare, games, present, web
from rules_py.authoring.machine_load import in_time
from rules_py.base import number_format
from rules_py.base.jsonable import key_text, to_jsonable
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.comparison import MAX_COMPARED
from rules_py.calculators.distribution import AT_LEAST, AT_MOST, CUMULATIONS, EACH
from rules_py.calculators.duel_sides import DuelSides
from rules_py.calculators.goal_seek import SEARCH_RADIUS, GoalSeek, default_goal, variable_inputs
from rules_py.dice.incremental import run_to_completion
from rules_py.inputs import Flag, Int
from rules_py.present.typography import typeset
from rules_py.systems import registry
from rules_py.systems.game import Game

REVERSIBLE = [each for each in CALCULATORS if present.can_seek(each)]
SLICE = 0.25
"""Seconds that one request may take, in the browser; measured here with room to spare."""


def comparable_inputs(calculator: Calculator) -> list[dict[str, Any]]:
    """Return inputs to compare: the initial ones, the examples, and the initial ones with one change each."""
    usual = calculator.initial_inputs()
    rows = [usual, *({**usual, **each} for each in calculator.examples)]
    for each in calculator.inputs:
        if isinstance(each, Flag):
            rows.append({**usual, each.name: not usual[each.name]})
        elif isinstance(each, Int) and usual[each.name] is not None:
            rows.append({**usual, each.name: min(each.high, usual[each.name] + 1)})
    return [each for place, each in enumerate(rows) if each not in rows[:place]][: MAX_COMPARED + 2]


def exact(words: str) -> Fraction:
    """Parse `1 in 6`, `2 in 9 more`, `1 in 12 less` or `the same`."""
    if words == "the same":
        return Fraction()
    match = re.fullmatch(r"(-?\d+) in (\d+)( more| less)?", words)
    assert match, words
    part, whole, which = match.groups()
    return Fraction(int(part), int(whole)) * (-1 if which == " less" else 1)


def in_brackets(cell: str) -> Fraction:
    """Return the fraction in brackets at the end of a cell."""
    match = re.search(r"\((-?\d+(?:/\d+)?)\)$", cell)
    assert match, cell
    return Fraction(match[1])


@by_id(WITH_ODDS)
def test_comparison_differences_sum_to_zero(calculator: Calculator) -> None:
    """A comparison shows the odds of each of its sides, and the differences of a column add up to 0.

    Fix: a `Scale` that gives every outcome exactly one grade, and a mechanic that takes chance from
    `dice` alone.
    """
    sides = comparable_inputs(calculator)[:MAX_COMPARED]
    comparison = compare(calculator.id, *sides)
    scale = comparison.scale
    for place, inputs in enumerate(sides):
        chances = scale.chances(odds(calculator.id, **inputs))
        column = {row.grade.key: row.chances[place] for row in comparison.rows()}
        assert {key: part for key, part in column.items() if part} == {
            key: part for key, part in chances.items() if part
        }, "the comparison and the odds differ: chance has to come from `dice` alone"
    for place in range(len(sides) - 1):
        assert sum(row.changes[place] for row in comparison.rows()) == 0
    least, most = comparison.rows(AT_LEAST), comparison.rows(AT_MOST)
    for low, each, high in zip(least, comparison.rows(), most, strict=True):
        for one, part, other in zip(low.chances, each.chances, high.chances, strict=True):
            assert one + other - part == 1
    rows = [(row.chances, row.changes) for row in comparison.rows()]
    rows += [(figure.values, figure.changes) for figure in comparison.values]
    for values, changes in rows:
        assert changes == tuple(each - values[0] for each in values[1:])


@by_id(WITH_ODDS)
def test_copied_comparison_has_the_same_fractions(calculator: Calculator) -> None:
    """The table copied as CSV or Markdown has the labels and fractions of the page.

    Fix: the labels of grades and measures, each on one line and without ` | `.
    """
    sides = comparable_inputs(calculator)[:MAX_COMPARED]
    comparison = compare(calculator.id, *sides)
    with_names = present.named_by_difference(comparison)
    for way in CUMULATIONS if comparison.scale.ordered else (EACH,):
        rows = [(row.grade.label, (*row.chances, *row.changes)) for row in comparison.rows(way)]
        rows += [(figure.label, (*figure.values, *figure.changes)) for figure in comparison.values]

        head, *lines = csv.reader(StringIO(present.to_csv(with_names, way)))
        assert all(len(line) == len(head) == 1 + 2 * (2 * len(sides) - 1) for line in lines)
        assert [(line[0], tuple(map(exact, line[2::2]))) for line in lines] == rows

        table = [line for line in present.to_markdown(with_names, way).splitlines() if line.startswith("| ")]
        cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table[2:]]
        assert [(label.replace("\\", ""), tuple(map(in_brackets, rest))) for label, *rest in cells] == rows


@by_id(WITH_ODDS)
def test_compared_sides_have_different_names(calculator: Calculator) -> None:
    """Two sides that differ in one input have different names on the page, without keys such as `some_name`.

    Fix: `label=` of the inputs, and a label for each option of a `Choice`, each its own.
    """
    for other in comparable_inputs(calculator)[1:]:
        request_data = {
            "action": "compare",
            "calculator": calculator.id,
            "pinned": [{"inputs": to_jsonable(calculator.initial_inputs())}],
            "inputs": to_jsonable(other),
            "id": "here",
        }
        reply = reply_to(request_data)
        assert reply["ok"], reply
        who = markup_of(reply["html"]["who"])
        names = [each.text() for each in who.css(".compare__name")]
        assert len(names) == len({*names}) == 2 and all(names), (
            f"expected two different names for the sides, got {names}, with {other}"
        )
        keys = [each.name for each in calculator.inputs if "_" in each.name and each.name in html_of(who)]
        assert not keys, f"expected no keys in the names of the sides, got {keys}"
        figure = markup_of(reply["html"]["figure"])
        head = [each.text() for each in figure.css("thead th")]
        assert head[1:] == ["A", "B", "B − A"]
        assert all(len(row.css("th, td")) == 4 for row in figure.css("tbody tr"))
        assert reply["html"]["sum"].endswith(".")


def chance_of(calculator: Calculator, inputs: Mapping[str, Any], goal: str) -> Fraction:
    """Return the chance of a goal as a sum of the odds of the public API."""
    way, _, key = goal.partition(".")
    if not calculator.has_odds:
        answer: Fraction = ask(calculator.id, **inputs)[key]
        return answer
    exact_odds = odds(calculator.id, **inputs)
    if way == "measure":
        measured: Fraction = exact_odds.measures[key]
        return measured
    assert calculator.scale
    chances: dict[Any, Fraction] = calculator.scale.chances(exact_odds)
    if way == "exactly" or calculator.scale.grades:
        keys = [key_text(each) for each in chances]
        at = keys.index(key) if key in keys else None
        parts = [*chances.values()]
        if way == "exactly":
            return parts[at] if at is not None else Fraction()
        assert at is not None
        return sum(parts[at:] if way == "at_least" else parts[: at + 1], Fraction())
    number = int(key)
    beyond = (
        part for each, part in chances.items() if (each >= number if way == "at_least" else each <= number)
    )
    return sum(beyond, Fraction())


@cache
def trials(calculator_id: str) -> list[GoalSeek]:
    """Return finished searches over the first inputs; of a hundred values about ten are tried."""
    calculator = registry.calculator(calculator_id)
    seeks = [
        GoalSeek(calculator.bind(calculator.initial_inputs()), each)
        for each in variable_inputs(calculator)[:2]
    ]
    for trial in seeks:
        if len(trial.values) > SEARCH_RADIUS:
            trial.values = trial.values[:: len(trial.values) // 10]
        run_to_completion(trial.run_incrementally())
    return seeks


@by_id(REVERSIBLE)
def test_goal_seek_agrees_with_odds_of_each_value(calculator: Calculator) -> None:
    """“What would it take?” gives each value of an input the chance that the odds give it.

    Fix: take chance from `dice` alone; give grades and measures names of their own; let `cross_check`
    reject the same inputs each time.
    """
    for trial in trials(calculator.id):
        goals = trial.goals()
        assert len({goal.key for goal in goals}) == len(goals) and all(goal.label for goal in goals)
        for goal in {goals[0], goals[-1], default_goal(calculator, goals)}:
            result = trial.answer(goal, Fraction(1, 2))
            for candidate in result.candidates:
                inputs = trial.varied.with_value(trial.bound.inputs, candidate.value)
                if candidate.chance is None:
                    with pytest.raises(InputError):
                        calculator.bind(inputs)
                    continue
                assert candidate.chance == chance_of(calculator, inputs, goal.key), (
                    f"goal {goal.label!r}: its chance differs from the odds. Use no source of chance but `dice`."
                )
                assert result.is_enough(candidate) == (candidate.chance >= Fraction(1, 2))


@by_id(REVERSIBLE)
def test_goal_seek_shows_every_value_and_the_threshold(calculator: Calculator) -> None:
    """The answer to “What would it take?” names the value that is just enough, with its chance.

    Fix: labels of inputs, grades and measures without keys such as `some_name`.
    """
    for trial in trials(calculator.id):
        goals = trial.goals()
        for goal in {goals[0], default_goal(calculator, goals)}:
            for target in (Fraction(0), Fraction(1, 3), Fraction(9, 10), Fraction(1)):
                result = trial.answer(goal, target)
                words = present.describe_goal_seek(result)
                page = present.render_goal_seek(result)
                enough = [candidate for candidate in result.valid_candidates if result.is_enough(candidate)]
                assert words.startswith("No value is enough") == (not enough)
                assert words.startswith("Every value is enough") == (
                    len(enough) == len(result.valid_candidates)
                )
                assert bool(re.search(r'class="[^"]*\bis-threshold\b', page)) == bool(result.threshold)
                if result.threshold:
                    place = result.valid_candidates.index(result.threshold)
                    neighbours = [
                        result.valid_candidates[at]
                        for at in (place - 1, place + 1)
                        if 0 <= at < len(result.valid_candidates)
                    ]
                    assert result.is_enough(result.threshold) and not all(map(result.is_enough, neighbours))
                    assert result.threshold.chance is not None
                    assert number_format.percent(result.threshold.chance) in words
                assert "_" not in words, f"expected no key in the answer, got {words!r}"


@by_id(REVERSIBLE)
def test_goal_seek_yields_in_time(calculator: Calculator) -> None:
    """“What would it take?” answers in short requests at the largest inputs, and comes to an end.

    Fix: don't look at every face (use `dice.highest`), add a `closed_form`, or lower the limits of the
    inputs.
    """
    inputs = to_jsonable({**calculator.initial_inputs(), **calculator.worst_case})
    for each in variable_inputs(calculator)[:2]:
        request = {"action": "goal_seek", "calculator": calculator.id, "inputs": inputs, "input": each.path}
        before = 0.0
        while True:
            began = process_time()
            reply = json.loads(web.respond(json.dumps({**request, "goal": "", "chance": "50%"})))
            took = process_time() - began
            assert reply["ok"], reply
            assert in_time(took, SLICE)
            if "html" in reply:
                break
            assert before <= reply["working"] <= 1
            before = reply["working"]
        assert f'value="{reply["goal"]}"' in reply["goals"]


def rolls_of(calculator: str, *sheets: Mapping[str, Any]) -> dict[str, Any]:
    """Return the reply that offers the rolls of these saved sheets for a calculator."""
    request = {"action": "roll_buttons", "calculator": calculator, "sheets": sheets, "id": "here"}
    return reply_to(request)


@pytest.mark.parametrize("game", [each for each in games() if each.parties], ids=lambda each: each.id)
def test_saved_characters_fill_in_a_party(game: Game) -> None:
    """The rolls of saved characters fill the list of each calculator of the game's `parties`.

    Fix: `rolls` of the `PartyRows`, whose rows the list must accept.
    """
    declared = game.sheet
    assert declared
    sheets = [{**declared.blank(), "name": name} for name in ("Odile", "Bram")]
    saved = [{"sheet": to_jsonable(each), "version": declared.version} for each in sheets]
    for party in game.parties:
        calculator = registry.calculator(party.calculator)
        assert "Use your characters" in present.render_calculator(calculator, {})
        page = markup_of(rolls_of(party.calculator, *saved, {"sheet": 3, "version": 1})["html"])
        options = page.css("[data-characters=roll] option")
        assert options
        for option in options:
            inputs = json.loads(attribute(option, "value"))["inputs"]
            rows = calculator.bind({**calculator.initial_inputs(), **inputs}).inputs[party.rows]
            assert len(rows) == 2
            if party.name:
                assert [row[party.name] for row in rows] == ["Odile", "Bram"]


@pytest.mark.parametrize("game", [each for each in games() if each.sheet], ids=lambda each: each.id)
def test_saved_character_fills_in_calculators(game: Game) -> None:
    """The rolls of a saved character fill in the calculators that offer “Use a character”.

    Fix: the `calculator` and `inputs` of each `RollButton` of the sheet, which the calculator must accept.
    """
    declared = game.sheet
    assert declared
    sheet = {**declared.blank(), "name": "Odile"}
    for template in declared.templates[:1]:  # where a blank sheet has nothing to roll with
        sheet = declared.apply_template(sheet, template.id)
    saved = {"sheet": to_jsonable(sheet), "version": declared.version}
    for calculator in game.calculators:
        reply = rolls_of(calculator.id, saved, {"sheet": 3, "version": 1}, {"sheet": {}, "version": 99})
        assert reply["ok"]
        if game.sides_of(calculator.id) or game.party_of(calculator.id):
            continue
        offered = "Use a character" in present.render_calculator(calculator, {})
        assert bool(reply["html"]) == offered == (not reply["message"])
        page = markup_of(reply["html"])
        rolls = [json.loads(attribute(each, "value")) for each in page.css("[data-characters=roll] option")]
        assert bool(rolls) == offered
        assert len({json.dumps(each) for each in rolls}) == len(rolls)
        for each in rolls[:: max(1, len(rolls) // 10)]:
            assert each["name"].startswith("Odile, ")
            calculator.bind({**to_jsonable(calculator.initial_inputs()), **each["inputs"]})


WITH_SIDES = [(game, sides) for game in games() for sides in game.sides]


@pytest.mark.parametrize(("game", "sides"), WITH_SIDES, ids=lambda each: getattr(each, "calculator", ""))
def test_duel_side_accepts_characters_and_samples(game: Game, sides: DuelSides) -> None:
    """Each side of a calculator can be filled in with a saved character or a sample of the book.

    Fix: the inputs in `DuelSides(…)`, and the entries of the samples: an input must return an accepted
    value unchanged.
    """
    calculator = next(each for each in game.calculators if each.id == sides.calculator)
    assert "Choose characters" in present.render_calculator(calculator, {})
    sheet, tracker = game.sheet, game.tracker
    assert sheet and tracker and tracker.setup
    saved = {"sheet": to_jsonable({**sheet.blank(), "name": "Odile"}), "version": sheet.version}
    page = markup_of(rolls_of(calculator.id, saved, {"sheet": 3, "version": 1})["html"])
    mine, samples = page.css("optgroup")
    assert [each.text() for each in mine.css("option")] == ["Odile"]
    assert {each.text() for each in samples.css("option")} <= {
        typeset(each.title) for each in tracker.setup.samples
    }
    assert len(page.css("[data-characters=roll]")) == len(page.css("[data-characters=character] option"))
    assert [each.attributes["data-side"] for each in page.css("button")] == [*sides.inputs]
    usual = to_jsonable(calculator.initial_inputs())
    for each in page.css("[data-characters=roll] option"):
        option = json.loads(attribute(each, "value"))
        for side in sides.inputs:
            bound = calculator.bind({**usual, side: option["side"]})
            assert to_jsonable(bound.inputs[side]) == option["side"], (
                "as the form holds it, or it were no more theirs"
            )
    form = markup_of(rolls_of(calculator.id)["html"])
    assert [each.attributes["label"] for each in form.css("optgroup")] == ["Ready-made"]


@pytest.mark.parametrize(("game", "sides"), WITH_SIDES, ids=lambda each: getattr(each, "calculator", ""))
def test_sheet_and_samples_link_to_their_duel_side(game: Game, sides: DuelSides) -> None:
    """The sheet in play and each sample link to the page of the calculator, with their side filled in.

    Fix: `page` and `inputs` of the `DuelSides`, and `reference_list=` of the `SetupSpec`, the name of a list
    of the game.
    """
    calculator = next(each for each in game.calculators if each.id == sides.calculator)
    sheet, tracker = game.sheet, game.tracker
    assert sheet and tracker and tracker.setup
    request_data = {
        "action": "sheet",
        "game": game.id,
        "sheet": to_jsonable(sheet.blank()),
        "parts": ["play"],
    }
    rolls = json.loads(web.respond(json.dumps({**request_data, "root": "../"})))["play"]["rolls"]
    samples = game.reference(tracker.setup.reference_list)
    assert samples
    list_html = present.render_reference(game, samples)
    for html, side in ((rolls, sides.inputs[0]), (list_html, sides.inputs[-1])):
        links = markup_of(html).css(f'a[href*="{sides.page}?"]')
        assert links
        for each in links:
            address = urlsplit(attribute(each, "href"))
            assert address.fragment == calculator.id
            filled = {name: json.loads(text) for name, text in parse_qsl(address.query)}
            assert [*filled] == [side]
            calculator.bind({**to_jsonable(calculator.initial_inputs()), **filled})
