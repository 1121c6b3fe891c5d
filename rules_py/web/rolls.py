"""Requests about one calculator: odds, rolls, partial rolls and answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules_py import api, present
from rules_py.analysis.house_effect import answers_differ, odds_differ
from rules_py.analysis.odds_cache import OddsCache
from rules_py.base import number_format
from rules_py.base.errors import InputError
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.calculator import Answer, BoundCalculator, PartialRoll
from rules_py.calculators.distribution import scale_of
from rules_py.calculators.partial_roll import cached_partial_roll
from rules_py.dice.incremental import Incremental
from rules_py.dice.odds import Odds
from rules_py.web.request import Action, inputs_of, table_inputs_of, value_of

RECENT = OddsCache(16)
"""A cache of a form's odds, which are requested again for comparisons: large enough for the current
comparison and the previous one. No answer depends on it.
"""


def _odds(request: Mapping[str, Any]) -> Incremental[dict[str, Any]]:
    question = api.bind_for_odds(value_of(request, "calculator"), table_inputs_of(request))
    odds = yield from RECENT.count_incrementally(question)
    plain = question.without_house_rules()
    book = (yield from RECENT.count_incrementally(plain)) if plain else None
    return {
        "html": present.render_calculator_odds(question, odds, book),
        "matter": present.render_headline(question.calculator, odds),
        "given": present.render_inputs(question.calculator.inputs, question.inputs),
        "readback": present.render_readback(question.calculator.inputs, inputs_of(request, "dice")),
        "house": odds_differ(odds, book) if book else None,
    }


def _roll(request: Mapping[str, Any]) -> dict[str, Any]:
    if request.get("deciding") is True:
        return _roll_to_decision(request)
    rolled = api.roll(
        value_of(request, "calculator"), seed=request.get("seed"), **table_inputs_of(request, "seed")
    )
    return _shown_roll(rolled, request)


def _roll_to_decision(request: Mapping[str, Any]) -> dict[str, Any]:
    """Continue the roll from these dice, and return the faces so far if the reader has to decide
    something.
    """
    rolled = api.roll_to_decision(
        value_of(request, "calculator"), request.get("dice", []), table_inputs_of(request, "seed", "dice")
    )
    if isinstance(rolled, api.RollResult):
        return _shown_roll(rolled, request)
    return {"undecided": to_jsonable(rolled)}


def _resolve(request: Mapping[str, Any]) -> dict[str, Any]:
    rolled = api.resolve_roll(
        value_of(request, "calculator"), value_of(request, "dice"), inputs_of(request, "dice")
    )
    return _shown_roll(rolled, request)


type Count = Callable[[BoundCalculator, Sequence[Any]], Incremental[PartialRoll]]


def _partial_roll(request: Mapping[str, Any]) -> Incremental[dict[str, Any]]:
    calculator, inputs = value_of(request, "calculator"), table_inputs_of(request, "dice")
    question, faces = api.bind_for_partial_roll(calculator, value_of(request, "dice"), inputs)
    stopped, rolling = request.get("uncounted") is True, request.get("rolling") is True
    count = _without_chances if stopped else cached_partial_roll
    nothing = yield from count(question, [])
    yield 0.0  # each of these counts may run without interruption
    try:
        now = yield from count(question, faces)
    except InputError as error:
        book = yield from _by_the_book(question, [], count)
        rendered = present.render_misfit(nothing, book, len(faces), error, stopped=stopped)
    else:
        before = (yield from count(question, faces[:-1])) if faces else None
        book = yield from _by_the_book(question, faces, count)
        after = {}
        for key in now.next_die.keys if now.next_die and now.next_die.decision else ():
            after[key] = yield from count(question, [*faces, key])
        rendered = present.render_partial_roll(now, before, book, after, stopped=stopped, rolling=rolling)
    return {
        "html": rendered.odds,
        "matter": present.render_headline(question.calculator, nothing.odds) if nothing.odds else "",
        "given": present.render_inputs(question.calculator.inputs, question.inputs),
        "readback": present.render_readback(question.calculator.inputs, inputs_of(request, "dice")),
        "house": (yield from _changes_roll(nothing, count)),
        "panel": rendered.panel,
        "say": rendered.say,
        "complete": rendered.complete,
    }


def _by_the_book(question: BoundCalculator, faces: Sequence[Any], count: Count) -> Incremental[Odds | None]:
    """Return the odds under the standard rules if a house rule is on and the dice are the same, else None."""
    book = question.without_house_rules()
    if book is None:
        return None
    try:
        return (yield from count(book, faces)).odds
    except InputError:
        return None


def _changes_roll(nothing: PartialRoll, count: Count) -> Incremental[bool | None]:
    """Return whether house rules change the odds of a roll that hasn't started, True if they aren't known;
    None if no house rule is on.
    """
    if nothing.bound.without_house_rules() is None:
        return None
    book = yield from _by_the_book(nothing.bound, [], count)
    return not (nothing.odds and book) or odds_differ(nothing.odds, book)


def _without_chances(question: BoundCalculator, faces: Sequence[Any]) -> Incremental[PartialRoll]:
    """Return the partial roll without chances, for a reader who skipped the calculation."""
    return question.partial_roll_incrementally(faces, most=0)


def _shown_roll(result: api.RollResult, request: Mapping[str, Any]) -> dict[str, Any]:
    calculator = result.bound.calculator
    label = request.get("label")
    typed = inputs_of(request)
    readback = present.render_readback(calculator.inputs, typed) if typed != result.inputs else ""
    return {
        "html": readback + present.render_outcome(calculator, result.outcome),
        "roll": result.roll_to_json(),
        "say": present.outcome_announcement(result.outcome),
        "came": {name: each for name, each in result.outcome.values().items() if isinstance(each, int)},
        "entry": present.entry_of_roll(result, label if isinstance(label, str) else ""),
    }


def _chance(request: Mapping[str, Any]) -> Incremental[dict[str, Any]]:
    question = api.bind_for_odds(value_of(request, "calculator"), inputs_of(request))
    rolled = api.resolve_roll(value_of(request, "calculator"), value_of(request, "dice"), inputs_of(request))
    if question.calculator.scale is None or rolled.has_choices:
        return {"chance": ""}
    scale = scale_of(question.calculator, [rolled.outcome])
    odds = yield from RECENT.count_incrementally(question)
    key = scale.key(rolled.outcome)
    return {"chance": number_format.percent(scale.chances(odds)[key]), "result": scale.label(key)}


def _ask(request: Mapping[str, Any]) -> dict[str, Any]:
    answer = api.ask(value_of(request, "calculator"), **table_inputs_of(request))
    house = _changes_answer(answer)
    return {
        "html": present.render_answer(answer) + (present.render_no_effect() if house is False else ""),
        "matter": present.render_answer_headline(answer),
        "given": present.render_inputs(answer.calculator.inputs, answer.inputs),
        "answer": answer.to_json(),
        "house": house,
    }


def _changes_answer(answer: Answer) -> bool | None:
    """Return whether house rules change an answer; None if no house rule is on."""
    plain = BoundCalculator(answer.calculator, answer.inputs).without_house_rules()
    return answers_differ(answer, plain.answer()) if plain else None


ACTIONS: dict[str, Action] = {
    "odds": _odds,
    "roll": _roll,
    "resolve": _resolve,
    "chance": _chance,
    "partial_roll": _partial_roll,
    "ask": _ask,
}
