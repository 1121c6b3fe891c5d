"""Requests for comparisons, goal seek, and characters that fill in a calculator."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from rules_py import api, present
from rules_py.base.errors import InputError
from rules_py.base.limits import MAX_CHARACTERS_OFFERED
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.comparison import MAX_COMPARED
from rules_py.calculators.distribution import CUMULATIONS, EACH
from rules_py.calculators.goal_seek import Computed, GoalSeek, default_goal, default_input, find_input
from rules_py.dice.incremental import Incremental
from rules_py.sheets.sheet import SheetReport
from rules_py.sheets.sheet_parser import ParsedSheet
from rules_py.systems import registry
from rules_py.web.request import (
    Action,
    house_of,
    id_of,
    inputs_of,
    name_of,
    records_of,
    table_inputs_of,
    value_of,
)
from rules_py.web.rolls import RECENT

NOT_ALL = "Some pinned odds are no longer possible, so they were left out."
NO_ROLLS = "None of your saved characters can make this roll."


def _compare(request: Mapping[str, Any]) -> Incremental[dict[str, Any]]:
    calculator, inputs = value_of(request, "calculator"), table_inputs_of(request)
    records = records_of(request, "pinned", MAX_COMPARED)
    live = api.bind_for_odds(calculator, inputs)
    possible = _possible(calculator, inputs, records) if request.get("opening") else range(len(records))
    pinned = [records[at] for at in possible]
    sides = [{**inputs, **inputs_of(each)} for each in pinned]
    known = [api.bind_for_odds(calculator, each).inputs for each in sides]
    there = live.inputs in known
    several = sides if there else [*sides, inputs]
    comparison = yield from api.compare_incrementally(calculator, several, RECENT.count_incrementally)
    names = [name_of(each) for each in pinned] + ([] if there else [name_of(request)])
    named = present.named_by_difference(comparison, names)
    way = request.get("way")
    way = way if way in CUMULATIONS and comparison.scale.ordered else EACH
    return {
        "html": present.comparison_parts(named, way, len(sides)),
        "frame": present.render_comparison_frame(
            id_of(request), comparison.scale.ordered, bool(comparison.scale.grades)
        ),
        "way": way,
        "pinned": there,
        "possible": [*possible],
        "message": NOT_ALL if len(pinned) < len(records) else "",
        "full": len(sides) >= MAX_COMPARED - 1,
        "texts": {"markdown": present.to_markdown(named, way), "csv": present.to_csv(named, way)},
    }


def _possible(
    calculator: str, inputs: Mapping[str, Any], records: Sequence[Mapping[str, Any]]
) -> Sequence[int]:
    """Return the indices of a saved link's pinned inputs that are still valid.

    Raises InputError if there are none.
    """
    possible: list[int] = []
    errors: list[InputError] = []
    for at, each in enumerate(records):
        try:
            api.bind_for_odds(calculator, {**inputs, **inputs_of(each)})
        except InputError as error:
            errors.append(error)
        else:
            possible.append(at)
    if errors and not possible:
        raise errors[0]
    return possible


@lru_cache(maxsize=1)
def _candidates(key: str) -> dict[Any, Computed | None]:
    """Return the candidates tried so far: the same question may recur with another goal or chance."""
    return {}


def _reversible(request: Mapping[str, Any]) -> Calculator:
    calculator = registry.calculator(value_of(request, "calculator"))
    if not present.can_seek(calculator):
        raise InputError.at(
            "calculator", calculator.id, "a calculator with an input to vary", code="not_reversible"
        )
    return calculator


def _goal_seek_form(request: Mapping[str, Any]) -> dict[str, Any]:
    calculator = _reversible(request)
    frame = present.render_goal_seek_form(id_of(request), calculator)
    return {"frame": frame, "input": default_input(calculator).path}


def _goal_seek(request: Mapping[str, Any]) -> Incremental[dict[str, Any]]:
    calculator = _reversible(request)
    question = calculator.bind(table_inputs_of(request))
    varied = find_input(calculator, request.get("input") or default_input(calculator).path)
    target = api.TARGET_CHANCE.parse(request.get("chance"))
    trial = GoalSeek(question, varied, _candidates(GoalSeek.key(question, varied)))
    yield from trial.run_incrementally()
    return (yield from _goal_seek_reply(trial, request.get("goal"), target))


def _goal_seek_reply(trial: GoalSeek, wish: Any, target: Fraction) -> Incremental[dict[str, Any]]:
    """Return the answer and the available goals, replacing a goal that is no longer available."""
    known = trial.goals()
    yield 1.0
    if not known:
        return {"html": {"sum": present.NO_VALUE_WORKS, "answer": ""}, "goals": "", "goal": ""}
    same = next((each for each in known if each.key == wish), None)
    result = trial.answer(same or default_goal(trial.bound.calculator, known), target)
    yield 1.0
    return {
        "html": {"sum": present.describe_goal_seek(result), "answer": present.render_goal_seek(result)},
        "goals": present.goal_options(known, result.goal.key),
        "goal": result.goal.key,
    }


def _roll_buttons(request: Mapping[str, Any]) -> Incremental[dict[str, Any]]:
    calculator = registry.calculator(value_of(request, "calculator"))
    saved_sheets = records_of(request, "sheets", MAX_CHARACTERS_OFFERED)
    game = registry.game(calculator.game)
    sides = game.sides_of(calculator.id)
    party = game.party_of(calculator.id)
    several: list[tuple[str, SheetReport]] = []
    parsed: list[tuple[str, ParsedSheet]] = []
    participants: list[Mapping[str, Any]] = []
    for place, each in enumerate(saved_sheets):
        yield place / len(saved_sheets)
        try:
            sheet = api.upgrade_sheet(game.id, each.get("sheet"), each.get("version"))
            parsed_sheet, report = api.sheet_of(game.id).parse_and_evaluate(sheet)
        except InputError:
            continue
        name = str(sheet.get("name", "")).strip()
        several.append((name, report))
        parsed.append((name, parsed_sheet))
        if sides and (participant := present.participant_of_sheet(game, sheet)):
            participants.append(participant)
    yield 1.0
    if sides:
        html = present.render_side_picker(id_of(request), game, sides, participants, house_of(request))
    elif party:
        html = present.render_party_picker(id_of(request), party, parsed)
    else:
        html = present.render_character_picker(id_of(request), calculator, several)
    return {"html": html or "", "message": "" if html else NO_ROLLS}


ACTIONS: dict[str, Action] = {
    "compare": _compare,
    "goal_seek_form": _goal_seek_form,
    "goal_seek": _goal_seek,
    "roll_buttons": _roll_buttons,
}
