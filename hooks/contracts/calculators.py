"""Contract tests for every registered calculator of every game."""

import json
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from hooks.contracts.faults import assert_no_faults
from hooks.contracts.markup import attribute, found_in, html_of, markup_of
from hooks.contracts.reference_odds import holds
from hooks.contracts.requests import reply_to
from hooks.contracts.shared_results import odds
from rules_py import InputError, ask, game, games, present, resolve, roll
from rules_py.authoring.calculator_check import check_calculator, fractions_in
from rules_py.base import number_format
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.distribution import scale_of
from rules_py.calculators.scale import TONES
from rules_py.inputs import Choice, Flag, Input, Int, ListOf, Number
from rules_py.present import plot
from rules_py.present.odds import MAX_ROWS
from rules_py.present.outcome import MAX_STEPS
from rules_py.present.typography import typeset

CALCULATORS = [each for game in games() for each in game.calculators]
ROLLING = [each for each in CALCULATORS if each.rolls_dice]
WITH_ODDS = [each for each in CALCULATORS if each.has_odds]
ANSWERS = [each for each in CALCULATORS if not each.has_odds]


def by_id(calculators: Sequence[Calculator]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("calculator", calculators, ids=[each.id for each in calculators])


def settings(calculator: Calculator, *, largest: bool = True) -> list[dict[str, Any]]:
    """Return the initial inputs, the examples and, unless excluded, the most expensive inputs."""
    initial = calculator.initial_inputs()
    inputs = [initial, *({**initial, **example} for example in calculator.examples)]
    if largest and calculator.worst_case:
        inputs.append({**initial, **calculator.worst_case})
    return inputs


@by_id(CALCULATORS)
def test_calculator_inputs_are_unique_and_explained(calculator: Calculator) -> None:
    """Each id and each name of an input is used once.

    Fix: rename the calculator, or one of its inputs.
    """
    assert [each.id for each in CALCULATORS].count(calculator.id) == 1, (
        f"{calculator.id!r} is already defined"
    )
    names = [each.name for each in calculator.inputs]
    assert len(set(names)) == len(names), f"inputs: expected a different name for each, got {names}"
    assert all(each.expected for each in calculator.inputs)


@by_id([each for each in CALCULATORS if game(each.game).numbers])
def test_calculator_names_rules_of_its_book(calculator: Calculator) -> None:
    """A calculator names rules that its game has.

    Fix: `rules=` of the calculator, or `numbers=` of the game.
    """
    unknown = sorted(set(calculator.rules) - set(game(calculator.game).numbers))
    assert calculator.rules, "expected `rules`, got nothing"
    assert not unknown, f"rules: expected the game's `numbers`, got {unknown}"


@by_id(WITH_ODDS)
def test_odds_sum_to_one(calculator: Calculator) -> None:
    """The chances of all outcomes add up to 1, and none is 0.

    Fix: the weights of `closed_form`, or the fields of the outcome.
    """
    for inputs in settings(calculator):
        chances = odds(calculator.id, **inputs)
        assert sum(chances.values(), Fraction()) == 1, "expected chances that add up to 1"
        assert all(isinstance(chance, Fraction) and 0 < chance <= 1 for chance in chances.values())


@by_id(WITH_ODDS)
def test_scale_has_a_grade_for_every_outcome(calculator: Calculator) -> None:
    """Each outcome has a grade of the scale.

    Fix: add the missing `Grade`, or the key that the mechanic returns.
    """
    scale = calculator.scale
    assert scale is not None
    assert all(grade.tone in TONES for grade in scale.grades)
    for inputs in settings(calculator):
        graded = scale.chances(odds(calculator.id, **inputs))
        assert sum(graded.values()) == 1, "expected one grade for each outcome"


@by_id(WITH_ODDS)
def test_plot_numbers_sum_to_one(calculator: Calculator) -> None:
    """The odds can be drawn as a plot.

    Fix: a `Scale` whose grades don't overlap.
    """
    scale = scale_of(calculator)
    for inputs in settings(calculator, largest=False):
        drawn_odds = plot.of_odds(plot.EACH, calculator.title, scale, {"": odds(calculator.id, **inputs)})
        assert sum(drawn_odds.series[0].values) == 1
        page = markup_of(plot.render_plot(drawn_odds))
        assert len(page.css("tbody tr")) == len(drawn_odds.labels)
        assert attribute(found_in(page, "svg[role=img]"), "aria-label").startswith(calculator.title)
        places = re.findall(r'(?:x|x1|x2)="(-?[\d.]+)%"', html_of(page))
        assert all(0 <= float(each) <= 100 for each in places)
        added = plot.of_odds(plot.AT_LEAST, calculator.title, scale, {"": odds(calculator.id, **inputs)})
        heights = added.heights(added.series[0])
        assert heights[0] == 1 and list(heights) == sorted(heights, reverse=True)


@by_id(ROLLING)
def test_seeded_roll_repeats_and_is_in_the_odds(calculator: Calculator) -> None:
    """The same seed gives the same outcome, which is in the odds.

    Fix: take chance from `dice` alone; have `closed_form` count every outcome.
    """
    for inputs in settings(calculator):
        all_odds = odds(calculator.id, **inputs)
        for seed in range(20):
            first, second = (roll(calculator.id, seed=seed, **inputs) for _ in range(2))
            assert first == second, (
                f"two rolls with the seed {seed} differ. Use no source of chance but `dice`."
            )
            assert first.outcome in all_odds, (
                f"a roll with the seed {seed} has an outcome that isn't in the odds"
            )


@by_id(ROLLING)
def test_resolve_repeats_a_roll_from_its_faces(calculator: Calculator) -> None:
    """The faces of a roll, entered again, lead to the same outcome and steps.

    Fix: take chance from `dice` alone.
    """
    for inputs in settings(calculator):
        for seed in range(10):
            rolled = roll(calculator.id, seed=seed, **inputs)
            resolved = resolve(calculator.id, dice=rolled.faces, **inputs)
            assert resolved == rolled.outcome, (
                f"the faces {rolled.faces} led to another outcome the second time"
            )
            assert resolved.working == rolled.steps, (
                f"the faces {rolled.faces} led to other steps the second time"
            )


@by_id(ROLLING)
def test_outcome_has_dice_verdict_and_rules(calculator: Calculator) -> None:
    """A roll shows its dice, has a verdict, and cites rules of its game.

    Fix: `label=` and `rule=` where the mechanic rolls dice; `rules=` of the calculator.
    """
    for inputs in settings(calculator):
        rolled = roll(calculator.id, seed=1, **inputs)
        faces = [die.face for step in rolled.steps for die in step.dice]
        assert faces == [face for face in rolled.faces if isinstance(face, int)][: len(faces)]
        assert rolled.steps, "expected steps with dice, got nothing"
        assert rolled.outcome.verdict, "expected a verdict, got nothing"
        cited = {step.rule for step in rolled.steps if step.rule}
        unknown = sorted(cited - set(game(calculator.game).numbers))
        assert not unknown, f"rules of a roll: expected the game's `numbers`, got {unknown}"
        assert cited or not calculator.rules, "expected a rule in at least one step of a roll, got nothing"


@by_id(ROLLING)
def test_odds_equal_an_enumeration_of_all_faces(calculator: Calculator) -> None:
    """The odds equal an enumeration of all faces.

    Fix: the mechanic or its `closed_form`, with chance from `dice` alone; add an example with fewer dice if
    there are too many rows.
    """
    holds(calculator, settings(calculator, largest=False))


@by_id(ROLLING)
def test_rolls_without_seed_differ(calculator: Calculator) -> None:
    """Rolls differ: dice decide the outcome.

    Fix: declare a mechanic without chance as `answer=`.
    """
    inputs = calculator.initial_inputs()
    first = roll(calculator.id, **inputs).faces
    differs = any(roll(calculator.id, **inputs).faces != first for _ in range(199))
    assert differs, f"200 rolls all have the faces {first}"


@by_id(CALCULATORS)
def test_results_are_plain_data_without_floats(calculator: Calculator) -> None:
    """Results are plain data without floats.

    Fix: `Fraction(1, 3)` instead of `1 / 3`.
    """
    for inputs in settings(calculator):
        if calculator.has_odds:
            data = odds(calculator.id, **inputs).to_json()
        else:
            data = ask(calculator.id, **inputs).to_json()
        assert json.loads(json.dumps(data, allow_nan=False), parse_float=pytest.fail) == data


@by_id(CALCULATORS)
def test_every_fraction_has_a_declared_kind(calculator: Calculator) -> None:
    """Each fraction is declared as a chance or a figure.

    Fix: `chance(…)` or `value(…)` in `measures=`.
    """
    for inputs in settings(calculator):
        values = (
            odds(calculator.id, **inputs).measures if calculator.has_odds else ask(calculator.id, **inputs)
        )
        for name, value in values.items():
            measure = calculator.measure(name)
            assert measure is not None, f"value {name!r}: expected a measure of that name"
            declared = measure.kind in ("chance", "figure") or measure.words or not fractions_in(value)
            assert declared, f"measure {name!r}: expected the kind chance or figure for a fraction"
            in_range = not measure.is_chance or all(0 <= each <= 1 for each in fractions_in(value))
            assert in_range, f"measure {name!r}: expected a chance from 0 to 1"


@by_id(ANSWERS)
def test_every_value_of_an_answer_is_labelled(calculator: Calculator) -> None:
    """Each value of an answer has a measure with its label.

    Fix: add a `Measure` of its name to `measures=`.
    """
    for inputs in settings(calculator):
        without = sorted(
            set(ask(calculator.id, **inputs)) - {measure.name for measure in calculator.measures}
        )
        assert not without, f"expected a measure for each of {without}"


def just_outside(entry: Input) -> list[object]:
    """Return values beyond the limits of an input, and some of another type."""
    if type(entry) is Int:
        return [entry.low - 1, entry.high + 1, 10**30, "many", 1.5]
    if type(entry) is Choice:
        return ["no such thing", 0, ["x"], *([] if entry.optional else [None])]
    if type(entry) is Flag:
        return ["perhaps", 2, []]
    if type(entry) is ListOf:
        return [[object()] * (entry.most + 1), "[[[[", {}]
    if type(entry) is Number:
        return [entry.low - 1, entry.high + 1, "many", float("inf"), float("nan")]
    return [object(), 7.5]


@by_id(CALCULATORS)
def test_values_outside_limits_are_reported(calculator: Calculator) -> None:
    """A value beyond the limits is an error, and the message contains what is expected.

    Fix: `expected` and `read` of an input of your own.
    """
    usual = calculator.initial_inputs()
    for entry in calculator.inputs:
        for value in just_outside(entry):
            with pytest.raises(InputError) as caught:
                calculator.parse({**usual, entry.name: value})
            message = str(caught.value)
            expected = rf"{entry.name}: expected .+, got |(?:{entry.name}: )?unknown \w+ '"
            assert re.match(expected, message), (
                f"input {entry.name!r}: expected `{entry.name}: expected …, got …`, got {message!r}"
            )
            assert len(str(caught.value)) < 2000


@by_id(CALCULATORS)
def test_unknown_input_is_reported_with_known_ones(calculator: Calculator) -> None:
    """An unknown input is refused.

    Fix: let no `cross_check` hide it.
    """
    with pytest.raises(InputError, match="unknown input 'colour_of_hat' "):
        calculator.parse({**calculator.initial_inputs(), "colour_of_hat": "red"})


@by_id(CALCULATORS)
def test_calculator_passes_the_checks_of_the_build(calculator: Calculator) -> None:
    """The calculator passes the checks of the build: its labels and inputs, published odds, and rolls.

    Fix: the declaration that the message names.
    """
    assert_no_faults(check_calculator(calculator))


def cells(page: LexborHTMLParser, kind: str) -> list[str]:
    return [each.text(separator=" ", strip=True) for each in page.css(f"td.odds__{kind}")]


def check_odds(
    calculator: Calculator, inputs: Mapping[str, Any], page: LexborHTMLParser, reply: Mapping[str, Any]
) -> None:
    """Check every grade by its name and with its chance, which sum to 1; better ones beside where it is
    so.
    """
    all_odds = odds(calculator.id, **inputs)
    scale = scale_of(calculator, all_odds)
    chances = list(scale.chances(all_odds).values())
    grade_labels = [typeset(each.text()) for each in page.css(".grade__label")]
    if len(chances) <= MAX_ROWS or not scale.ordered:
        assert grade_labels == [typeset(grade.label) for grade in scale.grades_of(all_odds)]
        assert cells(page, "percent") == [number_format.percent(chance) for chance in chances]
        at_least = [number_format.percent(sum(chances[place:], Fraction())) for place in range(len(chances))]
        assert cells(page, "least") == (at_least if scale.ordered else [])
        impossible = [
            "is-impossible" in (row.attributes.get("class") or "").split() for row in page.css("tbody tr")
        ]
        assert impossible[: len(chances)] == [not chance for chance in chances]
    else:
        assert MAX_ROWS // 2 < len(grade_labels) <= MAX_ROWS
        assert any(label.endswith((" or less", " or more")) for label in grade_labels)
    assert not scale.ordered or cells(page, "least")[0] == "100%"
    assert {each.attributes["tabindex"] for each in page.css("[tabindex]")} == {"0"}
    labels = [each.text() for each in page.css("dl.figures dt")]
    assert labels == [label for each in calculator.measures if (label := typeset(each.label)) in labels]


def check_roll(
    calculator: Calculator, inputs: Mapping[str, Any], page: LexborHTMLParser, reply: Mapping[str, Any]
) -> None:
    """Check the verdict, the text of each step and every die that is shown.

    Of a roll with very many steps only the first and last are shown, with the number of those between.
    """
    rolled = resolve(calculator.id, dice=reply["roll"]["faces"], **inputs)
    assert found_in(page, ".outcome__verdict").text(separator=" ", strip=True) == typeset(rolled.verdict)
    texts = " ".join(each.text(separator=" ") for each in page.css(".working__text"))
    steps = rolled.working
    if left_out := max(0, len(steps) - MAX_STEPS):
        assert f"{left_out} {'step' if left_out == 1 else 'steps'} not shown." in texts
        steps = (*steps[: MAX_STEPS // 2], *steps[-MAX_STEPS // 2 :])
    missing = [step.text for step in steps if not step.rule and typeset(step.text) not in texts]
    assert not missing, f"expected the steps {missing} on the page"
    faces = [each.text() for each in page.css(".die__face")]
    signs = {-1: "−", 0: "0", 1: "+"}
    dice = [die for step in steps for die in step.dice]
    assert sorted(faces) == sorted(str(die.face) if die.lowest == 1 else signs[die.face] for die in dice)
    rules = [each.attributes["data-rule"] for each in page.css(".rule-link")]
    assert {step.rule for step in steps if step.rule} <= set(rules)
    assert rolled.verdict in reply["say"]


def check_answer(
    calculator: Calculator, inputs: Mapping[str, Any], page: LexborHTMLParser, reply: Mapping[str, Any]
) -> None:
    """Check every measure that has a value, under its label and in the declared order."""
    values = ask(calculator.id, **inputs)
    expected = [
        typeset(measure.label)
        for measure in calculator.measures
        if measure.kind != "hidden"
        and measure.name in values
        and (measure.words is None or measure.say(values[measure.name]) not in ("", []))
    ]
    assert [each.text() for each in page.css("dl.answer > div > dt")] == expected
    assert all(each.text(strip=True) for each in page.css("dl.answer > div > dd"))


CHECKS = {"odds": check_odds, "roll": check_roll, "ask": check_answer}


@by_id(CALCULATORS)
def test_page_shows_every_calculator(calculator: Calculator) -> None:
    """The page shows each grade, die and value under its label.

    Fix: labels of grades and measures, each its own.
    """
    for inputs in settings(calculator):
        for action in (
            ("odds", "roll") if calculator.rolls_dice else ("odds",) if calculator.has_odds else ("ask",)
        ):
            request = {"action": action, "calculator": calculator.id, "inputs": to_jsonable(inputs)}
            reply = reply_to({**request, "seed": "7"} if action == "roll" else request)
            assert reply["ok"], reply
            CHECKS[action](calculator, inputs, markup_of(reply["html"]), reply)


@by_id([each for each in CALCULATORS if not each.api_only])
def test_page_shows_labels_and_no_keys(calculator: Calculator) -> None:
    """Readers see labels, never the keys of options or fields.

    Fix: `label=` of the input, the labels of its options, `words=` of the measure.
    """
    for inputs in settings(calculator):
        parsed = calculator.parse(inputs)
        pages = [present.render_inputs(calculator.inputs, parsed)]
        if not calculator.has_odds:
            pages.append(present.render_answer(ask(calculator.id, **inputs)))
        for html in pages:
            keys = re.findall(r"\b[a-z]+_[a-z_]+\b", re.sub(r"<[^>]*>", " ", html))
            assert not keys, f"expected no keys on the page, got {keys}"
