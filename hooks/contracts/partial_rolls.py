"""Laws of a throw half thrown, for every registered calculator that throws."""

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
from hooks.contracts.calculators import THROWING, by_id, settings
from hooks.contracts.enumerate_faces import by_rows
from hooks.contracts.markup import attribute, markup_of
from hooks.contracts.requests import answered
from hooks.contracts.shared_results import long_memory  # noqa: F401  # a fixture
from hooks.machine_load import in_time
from rules_py import HalfThrown, Odds, half_thrown, resolve, roll, web
from rules_py.base.jsonable import plain
from rules_py.calculators.calculator import Calculator
from rules_py.dice.dice import SeededDice
from rules_py.dice.partial import NextDie

MOST_ROWS = 20_000
"""So many rows are still tried one by one."""
SHORT = 5
"""A longer row is looked at near its end alone, where it costs little."""

SLICE = 0.4
"""Seconds of the processor that one reply may take at the inputs that cost most."""


def looked_at(faces: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """Rows to ask about: the beginnings of this one."""
    length = len(faces)
    return [faces[:place] for place in range(0 if length <= SHORT else length - 2, length + 1)]


def lies(calculator: Calculator, inputs: Mapping[str, Any], seeds: int) -> list[tuple[Any, ...]]:
    """The rows to ask about of so many throws, each once: all begin alike, with none."""
    thrown = [roll(calculator.id, seed=seed, **inputs).faces for seed in range(seeds)]
    return list(dict.fromkeys(lie for faces in thrown for lie in looked_at(faces)))


@by_id(THROWING)
def test_the_chances_before_a_face_are_the_mean_of_those_after_it(calculator: Calculator) -> None:
    """The odds before a die are the mean of those after each of its faces.

    Fix: take chance from `dice` alone, and the same dice in the same order.
    """
    for inputs in settings(calculator):
        for lie in lies(calculator, inputs, 2):
            stands = shared_results.half_thrown(calculator.id, lie, **inputs)
            if stands.next is None or stands.odds is None:
                continue
            after = [
                odds_of(shared_results.half_thrown(calculator.id, (*lie, face), **inputs))
                for face in stands.next.faces
            ]
            ways = weights(calculator, inputs, lie, stands.next)
            whole = lcm(*(each.ways for each in after))
            total = Counter[Hashable]()
            for each, weight in zip(after, ways, strict=True):
                share = weight * (whole // each.ways)
                for outcome, count in each.counts.items():
                    total[outcome] += count * share
            whole *= sum(ways)
            mean = {outcome: Fraction(count, whole) for outcome, count in total.items()}
            assert mean == dict(stands.odds), (
                f"after the dice {lie} the odds aren't the mean over the next die"
            )


def odds_of(stands: HalfThrown) -> Odds:
    """The odds of a throw that isn't too much to count."""
    assert stands.odds is not None
    return stands.odds


def weights(
    calculator: Calculator, inputs: Mapping[str, Any], lie: Sequence[Any], following: NextDie
) -> list[int]:
    """How likely each face of the next die is: as any other, or for a key drawn as its weight says."""
    if not following.keys:
        return [1] * len(following.faces)
    seen: list[Mapping[Any, int]] = []

    class Watching(SeededDice):
        def _drawn(self, weights: Mapping[Any, int]) -> Any:
            seen.append(weights)
            return lie[len(seen) - 1] if len(seen) <= len(lie) else super()._drawn(weights)

    calculator.asked(inputs).throw(Watching(1))
    return [seen[len(lie)][key] for key in following.keys]


@by_id(THROWING)
def test_after_the_last_face_it_is_what_the_faces_resolve_to_and_nothing_else(calculator: Calculator) -> None:
    """With the last die the outcome is certain.

    Fix: take chance from `dice` alone.
    """
    for inputs in settings(calculator):
        for seed in range(5):
            thrown = roll(calculator.id, seed=seed, **inputs)
            ended = half_thrown(calculator.id, thrown.faces, **inputs)
            assert ended.next is None and dict(odds_of(ended)) == {thrown.outcome: 1}
            assert ended.outcome == resolve(calculator.id, dice=thrown.faces, **inputs)
            assert ended.outcome and ended.outcome.working == thrown.steps


@by_id(THROWING)
def test_before_the_first_face_the_chances_are_the_rollers_own(calculator: Calculator) -> None:
    """Before the first die the odds are those of the whole roll.

    Fix: the `closed_form`, if it counts something else than the mechanic.
    """
    for inputs in settings(calculator):
        stands = shared_results.half_thrown(calculator.id, (), **inputs)
        whole = shared_results.odds(calculator.id, **inputs)
        assert stands.odds == whole, "the odds before the first die aren't those of the roll"


@by_id(THROWING)
def test_with_the_first_die_on_the_table_nobody_waits_whatever_is_asked(calculator: Calculator) -> None:
    """At the largest inputs each answer is there within a moment.

    Fix: ask the dice for less, as `dice.highest` does, or lower the limits of the inputs.
    """
    inputs = {**calculator.usual_inputs(), **calculator.largest}
    lie = plain(roll(calculator.id, seed=1, **inputs).faces[:1])
    asked = {"action": "half", "calculator": calculator.id, "inputs": plain(inputs), "dice": lie}
    while True:
        began = process_time()
        reply = json.loads(web.respond(json.dumps(asked)))
        assert in_time(process_time() - began, SLICE)
        assert reply["ok"], reply
        if "working" not in reply:
            break


@by_id(THROWING)
def test_every_die_is_asked_for_in_words(calculator: Calculator) -> None:
    """Each die is asked for in words.

    Fix: `label=` wherever the mechanic asks for dice.
    """
    for inputs in settings(calculator):
        faces = roll(calculator.id, seed=1, **inputs).faces
        for lie in looked_at(faces)[:-1]:
            following = shared_results.half_thrown(calculator.id, lie, **inputs).next
            assert following and following.label, f"the die after {lie} has no label"
            assert faces[len(lie)] in following.faces, (
                f"after {lie} the next die doesn't have {faces[len(lie)]}"
            )


@by_id(THROWING)
def test_where_rows_are_few_the_chances_are_what_every_row_says(calculator: Calculator) -> None:
    """After some dice the odds are what each further row comes to.

    Fix: take chance from `dice` alone.
    """
    for inputs in settings(calculator, largest=False):
        asked = calculator.asked(inputs)
        for lie in lies(calculator, inputs, 3):
            stands = shared_results.half_thrown(calculator.id, lie, **inputs)
            following = stands.next
            if following and len(following.faces) ** max(stands.least, 1) > MOST_ROWS:
                continue
            if following and not stands.certain:
                continue  # may go on and on: the mean over the next face holds it to those after
            rows = by_rows(asked._play, lie)
            assert dict(odds_of(stands)) == rows, (
                f"after the dice {lie} the odds aren't those of every further row"
            )


def with_panel(
    calculator: Calculator, inputs: Mapping[str, Any], faces: Sequence[Any]
) -> tuple[dict[str, Any], LexborHTMLParser]:
    """What the browser is answered, and its panel."""
    request = {"action": "half", "calculator": calculator.id, "inputs": plain(inputs), "dice": plain(faces)}
    reply = answered(request)
    assert reply["ok"], reply
    return reply, markup_of(reply["panel"])


@by_id(THROWING)
@pytest.mark.usefixtures("long_memory")
def test_the_page_offers_every_face_of_the_next_die_and_shows_those_that_lie(calculator: Calculator) -> None:
    """The page offers each face of the next die, and shows those before it.

    Fix: `label=` without keys such as `some_name`.
    """
    for inputs in settings(calculator):
        faces = roll(calculator.id, seed=1, **inputs).faces
        for lie in looked_at(faces):
            reply, panel = with_panel(calculator, inputs, lie)
            stands = shared_results.half_thrown(calculator.id, lie, **inputs)
            lying = [each.text() for each in panel.css(".dice-entry__rolled .die__face")]
            assert len(lying) == sum(len(step.dice) for step in stands.stands.working) or not lie
            assert reply["complete"] == (stands.next is None)
            if stands.next is None:
                assert stands.outcome and stands.outcome.verdict in panel.text() and not reply["say"]
                continue
            offered = [json.loads(attribute(each, "data-face")) for each in panel.css("[data-face]")]
            number = panel.css_first("input[type=number]")
            if number:
                offered = list(range(int(attribute(number, "min")), int(attribute(number, "max")) + 1))
            assert offered == plain(list(stands.next.faces))
            assert reply["say"].count(". ") == 0 and reply["say"].endswith(".") and "; next, " in reply["say"]
            assert not re.findall(r"\b[a-z]+_[a-z_]+\b", reply["say"] + panel.text(separator=" "))


@by_id(THROWING)
def test_faces_that_do_not_fit_are_told_in_words_and_can_be_taken_back(calculator: Calculator) -> None:
    """A face too many is explained on the page and can be removed.

    Fix: a mechanic that asks `dice` for the same dice each time; take chance from `dice` alone.
    """
    usual = calculator.usual_inputs()
    faces = [*roll(calculator.id, seed=1, **usual).faces, 1]
    reply, panel = with_panel(calculator, usual, faces)
    assert " not fit what is asked now. " in panel.text()
    assert panel.css_first("[data-part=own-undo]:not([disabled])") and not panel.css("[data-face]")
    assert reply["say"] in panel.text()
