"""Laws that hold for every registered calculator of every game, found unasked."""

import json
import re
from collections import Counter
from fractions import Fraction

import pytest

from rules_py import InputError, ask, game, games, odds, present, resolve, roll, web
from rules_py.dice.dice import FacedDice
from rules_py.inputs import Choice, Flag, Int, ListOf, Number
from rules_py.plain import plain
from rules_py.scale import TONES

CALCULATORS = [each for game in games() for each in game.calculators]
THROWING = [each for each in CALCULATORS if each.throws_dice]
WITH_ODDS = [each for each in CALCULATORS if each.has_odds]
ASKED = [each for each in CALCULATORS if not each.has_odds]


def by_id(calculators):
    return pytest.mark.parametrize("calculator", calculators, ids=[each.id for each in calculators])


def settings(calculator, *, largest=True):
    """The inputs worth trying: the usual ones, the examples, the most expensive ones."""
    usual = calculator.usual_inputs()
    found = [usual, *({**usual, **example} for example in calculator.examples)]
    if largest and calculator.largest:
        found.append({**usual, **calculator.largest})
    return found


@by_id(CALCULATORS)
def test_ids_and_input_names_are_unique_and_every_input_speaks_for_itself(calculator):
    assert [each.id for each in CALCULATORS].count(calculator.id) == 1
    names = [each.name for each in calculator.inputs]
    assert len(set(names)) == len(names)
    assert all(each.label and each.allowed for each in calculator.inputs)
    assert calculator.title and calculator.summary.endswith((".", "?"))


@by_id([each for each in CALCULATORS if game(each.game).numbers])
def test_a_calculator_of_a_book_names_rules_of_that_book(calculator):
    assert calculator.rules and set(calculator.rules) <= set(game(calculator.game).numbers)


@by_id(WITH_ODDS)
def test_the_chances_sum_to_exactly_one(calculator):
    for inputs in settings(calculator):
        found = odds(calculator.id, **inputs)
        assert sum(found.values(), Fraction()) == 1
        assert all(isinstance(chance, Fraction) and 0 < chance <= 1 for chance in found.values())


@by_id(WITH_ODDS)
def test_the_scale_sorts_every_outcome_into_a_grade(calculator):
    scale = calculator.scale
    assert scale is not None
    assert all(grade.tone in TONES for grade in scale.grades)
    for inputs in settings(calculator):
        assert sum(scale.chances(odds(calculator.id, **inputs)).values()) == 1


@by_id(THROWING)
def test_a_seeded_throw_repeats_and_its_outcome_is_one_the_odds_know(calculator):
    for inputs in settings(calculator):
        known = odds(calculator.id, **inputs)
        for seed in range(20):
            first, second = (roll(calculator.id, seed=seed, **inputs) for _ in range(2))
            assert first == second
            assert first.outcome in known


@by_id(THROWING)
def test_given_the_faces_of_a_throw_it_resolves_the_same_way(calculator):
    for inputs in settings(calculator):
        for seed in range(10):
            thrown = roll(calculator.id, seed=seed, **inputs)
            resolved = resolve(calculator.id, dice=thrown.faces, **inputs)
            assert resolved == thrown.outcome
            assert resolved.working == thrown.steps


@by_id(THROWING)
def test_an_outcome_shows_its_dice_says_a_verdict_and_cites_the_rules(calculator):
    for inputs in settings(calculator):
        thrown = roll(calculator.id, seed=1, **inputs)
        shown = [die.face for step in thrown.steps for die in step.dice]
        assert shown == [face for face in thrown.faces if isinstance(face, int)][: len(shown)]
        assert thrown.steps
        assert thrown.outcome.verdict
        cited = {step.rule for step in thrown.steps if step.rule}
        assert cited <= set(game(calculator.game).numbers)
        assert cited or not calculator.rules


def every_row(calculator, inputs, most):
    """Every row of faces this throw can take, each once, found by asking for one die more until it is
    enough.
    """

    class Feeling(FacedDice):
        def __init__(self, row):
            super().__init__()
            self.row, self.sizes = row, []

        def _face(self, sides):
            self.sizes.append(sides)
            return self.row[len(self.sizes) - 1] if len(self.sizes) <= len(self.row) else 1

        def _drawn(self, weights):
            pytest.skip("drawn from odds, not thrown")

    waiting = [()]
    found = 0
    while waiting:
        row = waiting.pop()
        dice = Feeling(row)
        outcome = calculator.asked(inputs).throw(dice)
        if len(dice.sizes) > len(row):
            waiting += [(*row, face) for face in range(1, dice.sizes[len(row)] + 1)]
            continue
        found += 1
        assert found <= most, "take smaller examples for this law"
        weight = Fraction(1)
        for sides in dice.sizes:
            weight /= sides
        yield outcome, weight


@by_id(THROWING)
def test_every_row_of_faces_gives_an_outcome_with_the_weight_the_odds_give_it(calculator):
    for inputs in settings(calculator, largest=False):
        seen = Counter()
        for outcome, weight in every_row(calculator, inputs, 20_000):
            seen[outcome] += weight
        assert dict(seen) == dict(odds(calculator.id, **inputs))


@by_id(THROWING)
def test_fresh_throws_differ(calculator):
    inputs = calculator.usual_inputs()
    faces = {roll(calculator.id, **inputs).faces for _ in range(200)}
    assert len(faces) > 1


@by_id(CALCULATORS)
def test_results_are_plain_data_without_floats(calculator):
    for inputs in settings(calculator):
        if calculator.has_odds:
            data = odds(calculator.id, **inputs).to_json()
        else:
            data = ask(calculator.id, **inputs).to_json()
        assert json.loads(json.dumps(data, allow_nan=False), parse_float=pytest.fail) == data


def fractions_in(value):
    """All fractions in a value, however deep."""
    if isinstance(value, Fraction):
        return [value]
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    return [found for each in inside for found in fractions_in(each)]


@by_id(CALCULATORS)
def test_every_fraction_is_declared_a_chance_or_a_figure(calculator):
    for inputs in settings(calculator):
        said = odds(calculator.id, **inputs).measures if calculator.has_odds else ask(calculator.id, **inputs)
        for name, value in said.items():
            measure = calculator.measure(name)
            assert measure is not None, name
            assert measure.kind in ("chance", "figure") or measure.words or not fractions_in(value), name
            assert not measure.is_chance or all(0 <= each <= 1 for each in fractions_in(value)), name


@by_id(ASKED)
def test_every_value_of_an_answer_is_labelled(calculator):
    for inputs in settings(calculator):
        assert set(ask(calculator.id, **inputs)) <= {measure.name for measure in calculator.measures}


@by_id(CALCULATORS)
def test_values_just_outside_the_limits_are_named(calculator):
    usual = calculator.usual_inputs()
    for entry in calculator.inputs:
        wrong = {
            Int: lambda entry: [entry.low - 1, entry.high + 1, 10**30, "many", 1.5],
            Choice: lambda entry: ["no such thing", 0, ["x"], *([] if entry.optional else [None])],
            Flag: lambda entry: ["perhaps", 2, []],
            ListOf: lambda entry: [[object()] * (entry.most + 1), "[[[[", {}],
            Number: lambda entry: [entry.low - 1, entry.high + 1, "many", float("inf"), float("nan")],
        }.get(type(entry), lambda entry: [object(), 7.5])(entry)
        for value in wrong:
            with pytest.raises(InputError) as caught:
                calculator.parse({**usual, entry.name: value})
            assert str(caught.value).startswith(f"{entry.name}: expected ")
            assert len(str(caught.value)) < 2000


@by_id(CALCULATORS)
def test_an_unknown_input_is_named_with_the_known_ones(calculator):
    with pytest.raises(InputError, match="input: expected .*, got 'colour_of_hat'"):
        calculator.parse({**calculator.usual_inputs(), "colour_of_hat": "red"})


@by_id(CALCULATORS)
def test_published_odds_agree_with_ours(calculator):
    for published in calculator.published:
        if calculator.has_odds:
            ours = calculator.scale.chances(odds(calculator.id, **published.inputs))
        else:
            ours = ask(calculator.id, **published.inputs)
        for key, chance in published.chances.items():
            assert ours[key] == chance, f"{published.source}: {published.inputs} {key}"


@by_id(CALCULATORS)
def test_the_browser_is_answered_for_every_calculator(calculator):
    for inputs in settings(calculator):
        for action in (
            ("odds", "roll") if calculator.throws_dice else ("odds",) if calculator.has_odds else ("ask",)
        ):
            reply = json.loads(
                web.respond(
                    json.dumps({"action": action, "calculator": calculator.id, "inputs": plain(inputs)})
                )
            )
            assert reply["ok"], reply
            assert "<" in reply["html"]


@by_id([each for each in CALCULATORS if not each.for_programs])
def test_readers_see_names_and_no_keys(calculator):
    for inputs in settings(calculator):
        parsed = calculator.parse(inputs)
        shown = [present.forms.given(calculator.inputs, parsed)]
        if not calculator.has_odds:
            shown.append(present.answer(ask(calculator.id, **inputs)))
        for html in shown:
            assert not re.findall(r"\b[a-z]+_[a-z_]+\b", re.sub(r"<[^>]*>", " ", html))


def test_there_are_games_to_test():
    assert CALCULATORS and THROWING and ASKED
