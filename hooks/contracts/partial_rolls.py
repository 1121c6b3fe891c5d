"""Contract tests of partial rolls, for every registered calculator that rolls."""

import json
import re
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from time import process_time
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser

from hooks.contracts import shared_results
from hooks.contracts.calculators import ROLLING, by_id, settings
from hooks.contracts.enumerate_faces import by_rows
from hooks.contracts.markup import attribute, markup_of
from hooks.contracts.reference_odds import More, SequenceDice
from hooks.contracts.requests import reply_to
from hooks.contracts.shared_results import long_memory  # noqa: F401  # a fixture
from rules_py import Odds, PartialRoll, game, partial_roll, resolve, roll, web
from rules_py.authoring.machine_load import in_time
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.calculator import Calculator
from rules_py.dice.partial import NextDie
from rules_py.present.typography import typeset

MAX_ROWS = 20_000
"""The most sequences of faces to enumerate."""
SHORT = 5
"""The length above which a sequence is checked only near its end, where that is cheap."""

SLICE = 0.4
"""The most seconds of processor time for one reply at the most expensive inputs."""


def prefixes(faces: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """Return the partial rolls of these faces to check."""
    length = len(faces)
    return [faces[:place] for place in range(0 if length <= SHORT else length - 2, length + 1)]


def partial_faces(calculator: Calculator, inputs: Mapping[str, Any], seeds: int) -> list[tuple[Any, ...]]:
    """Return the different partial rolls to check from this number of rolls."""
    rolled = [roll(calculator.id, seed=seed, **inputs).faces for seed in range(seeds)]
    return list(dict.fromkeys(prefix for faces in rolled for prefix in prefixes(faces)))


@by_id(ROLLING)
def test_conditional_odds_average_to_those_before(calculator: Calculator) -> None:
    """The odds before a die are the mean of those after each of its faces.

    Fix: take chance from `dice` alone, and roll the same dice in the same order.
    """
    for inputs in settings(calculator):
        for lie in partial_faces(calculator, inputs, 2):
            roll_so_far = shared_results.partial_roll_of(calculator.id, lie, **inputs)
            if roll_so_far.next_die is None or roll_so_far.odds is None:
                continue
            after = [
                odds_of(shared_results.partial_roll_of(calculator.id, (*lie, face), **inputs))
                for face in roll_so_far.next_die.faces
            ]
            ways = weights(calculator, inputs, lie, roll_so_far.next_die)
            whole = lcm(*(each.total_weight for each in after))
            total = Counter[Hashable]()
            for each, weight in zip(after, ways, strict=True):
                share = weight * (whole // each.total_weight)
                for outcome, count in each.weights.items():
                    total[outcome] += count * share
            whole *= sum(ways)
            mean = {outcome: Fraction(count, whole) for outcome, count in total.items() if count}
            assert mean == dict(roll_so_far.odds), (
                f"after the dice {lie} the odds differ from the mean over the next die"
            )


def odds_of(roll_so_far: PartialRoll) -> Odds:
    """Return the odds of a partial roll. Fails if there are too many branches."""
    assert roll_so_far.odds is not None
    return roll_so_far.odds


def weights(
    calculator: Calculator, inputs: Mapping[str, Any], lie: Sequence[Any], following: NextDie
) -> list[int]:
    """Return the weight of each face of the next die, of each key to draw, or of each option: 0 for those
    that the policy doesn't take.
    """
    if not following.keys:
        return [1] * len(following.faces)

    class Watching(SequenceDice):
        def _next_face(self, sides: int, lowest: int) -> int:
            return int(next(self.left))

    try:
        calculator.bind(inputs).roll(Watching(lie))
    except More as more:
        return [int(more.weights.get(key, 0)) for key in following.keys]
    raise AssertionError("a partial roll that isn't complete needs another key")


@by_id(ROLLING)
def test_complete_partial_roll_equals_resolve(calculator: Calculator) -> None:
    """With the last die the outcome is certain.

    Fix: take chance from `dice` alone.
    """
    for inputs in settings(calculator):
        for seed in range(5):
            rolled_dice = roll(calculator.id, seed=seed, **inputs)
            ended = partial_roll(calculator.id, rolled_dice.faces, **inputs)
            assert ended.next_die is None and dict(odds_of(ended)) == {rolled_dice.outcome: 1}
            assert ended.outcome == resolve(calculator.id, dice=rolled_dice.faces, **inputs)
            assert ended.outcome and ended.outcome.working == rolled_dice.steps


@by_id(ROLLING)
def test_empty_partial_roll_has_the_odds_of_the_roll(calculator: Calculator) -> None:
    """Before the first die the odds are those of the whole roll.

    Fix: the `closed_form`, if it counts something else than the mechanic.
    """
    for inputs in settings(calculator):
        roll_so_far = shared_results.partial_roll_of(calculator.id, (), **inputs)
        whole = shared_results.odds(calculator.id, **inputs)
        assert roll_so_far.odds == whole, "the odds before the first die differ from the odds of the roll"


@by_id(ROLLING)
def test_partial_roll_answers_quickly_after_first_die(calculator: Calculator) -> None:
    """At the largest inputs each answer is there within a moment.

    Fix: don't look at every face (use `dice.highest`), or lower the limits of the inputs.
    """
    inputs = {**calculator.initial_inputs(), **calculator.worst_case}
    lie = to_jsonable(roll(calculator.id, seed=1, **inputs).faces[:1])
    request_data = {
        "action": "partial_roll",
        "calculator": calculator.id,
        "inputs": to_jsonable(inputs),
        "dice": lie,
    }
    while True:
        began = process_time()
        reply = json.loads(web.respond(json.dumps(request_data)))
        assert in_time(process_time() - began, SLICE)
        assert reply["ok"], reply
        if "working" not in reply:
            break


@by_id(ROLLING)
def test_every_die_is_requested_by_a_label(calculator: Calculator) -> None:
    """Each die is asked for in words.

    Fix: `label=` wherever the mechanic rolls dice.
    """
    for inputs in settings(calculator):
        faces = roll(calculator.id, seed=1, **inputs).faces
        for lie in prefixes(faces)[:-1]:
            following = shared_results.partial_roll_of(calculator.id, lie, **inputs).next_die
            assert following and following.label, f"expected a label for the die after {lie}"
            assert faces[len(lie)] in following.faces, (
                f"after {lie} the next die doesn't have {faces[len(lie)]}"
            )


@by_id(ROLLING)
def test_conditional_odds_equal_enumeration(calculator: Calculator) -> None:
    """After some dice the odds are what each further row comes to.

    Fix: take chance from `dice` alone.
    """
    for inputs in settings(calculator, largest=False):
        bound = calculator.bind(inputs)
        for lie in partial_faces(calculator, inputs, 3):
            roll_so_far = shared_results.partial_roll_of(calculator.id, lie, **inputs)
            following = roll_so_far.next_die
            if following and len(following.faces) ** max(roll_so_far.min_remaining, 1) > MAX_ROWS:
                continue
            if following and not roll_so_far.is_fixed:
                continue  # may never end; the test of averages compares its odds with those after the next face
            rows = by_rows(bound._play, lie)
            assert dict(odds_of(roll_so_far)) == rows, (
                f"after the dice {lie} the odds differ from those of all further rows"
            )


def with_panel(
    calculator: Calculator, inputs: Mapping[str, Any], faces: Sequence[Any]
) -> tuple[dict[str, Any], LexborHTMLParser]:
    """Return the reply to the browser, and its panel."""
    request = {
        "action": "partial_roll",
        "calculator": calculator.id,
        "inputs": to_jsonable(inputs),
        "dice": to_jsonable(faces),
    }
    reply = reply_to(request)
    assert reply["ok"], reply
    return reply, markup_of(reply["panel"])


def without_own_words(text: str, calculator: Calculator) -> str:
    """Return the text without the titles and grades of the game, which may contain dots."""
    others = game(calculator.game).calculators
    titles = [each.title for each in others]
    grades = [grade.label for each in others if each.scale for grade in each.scale.grades]
    for words in sorted((*titles, *grades), key=len, reverse=True):
        text = text.replace(words, "")
    return text


@by_id(ROLLING)
@pytest.mark.usefixtures("long_memory")
def test_page_offers_faces_of_next_die(calculator: Calculator) -> None:
    """The page offers each face of the next die, and shows those before it.

    Fix: `label=` without keys such as `some_name`.
    """
    for inputs in settings(calculator):
        faces = roll(calculator.id, seed=1, **inputs).faces
        for lie in prefixes(faces):
            reply, panel = with_panel(calculator, inputs, lie)
            roll_so_far = shared_results.partial_roll_of(calculator.id, lie, **inputs)
            faces_shown = [each.text() for each in panel.css(".dice-entry__rolled .die__face")]
            assert len(faces_shown) == sum(len(step.dice) for step in roll_so_far.state.steps) or not lie
            assert reply["complete"] == (roll_so_far.next_die is None)
            if roll_so_far.next_die is None:
                assert (
                    roll_so_far.outcome
                    and typeset(roll_so_far.outcome.verdict) in panel.text()
                    and not reply["say"]
                )
                continue
            offered = [json.loads(attribute(each, "data-face")) for each in panel.css("[data-face]")]
            number = panel.css_first("input[type=number]")
            if number:
                offered = list(range(int(attribute(number, "min")), int(attribute(number, "max")) + 1))
            assert offered == to_jsonable(list(roll_so_far.next_die.faces))
            message = without_own_words(reply["say"], calculator)
            assert message.count(". ") == 0 and message.endswith(".") and "; next, " in message
            assert not re.findall(r"\b[a-z]+_[a-z_]+\b", reply["say"] + panel.text(separator=" "))


@by_id(ROLLING)
def test_invalid_faces_are_reported_and_removable(calculator: Calculator) -> None:
    """A face too many is explained on the page and can be removed.

    Fix: a mechanic that rolls the same dice each time; take chance from `dice` alone.
    """
    usual = calculator.initial_inputs()
    faces = [*roll(calculator.id, seed=1, **usual).faces, 1]
    reply, panel = with_panel(calculator, usual, faces)
    assert " no longer match" in panel.text()
    assert panel.css_first("[data-part=own-undo]:not([disabled])") and not panel.css("[data-face]")
    assert typeset(reply["say"]) in panel.text()
