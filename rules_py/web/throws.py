"""Calculators asked, counted and thrown, whole or half."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_py import api, catalogue, present
from rules_py.errors import InputError
from rules_py.half_thrown import stands
from rules_py.recent import Recent
from rules_py.web.asked import Action, inputs_of, value_of

RECENT = Recent()
"""The odds of a form are asked for again as soon as they stand beside others. No answer depends on it."""


def _odds(asked: Mapping[str, Any]) -> dict[str, Any]:
    question = api.asked_for_odds(value_of(asked, "calculator"), inputs_of(asked))
    found = RECENT(question)
    return {
        "html": present.counted(question, found),
        "matter": present.headline(question.calculator, found),
        "given": present.given(question.calculator.inputs, question.inputs),
    }


def _roll(asked: Mapping[str, Any]) -> dict[str, Any]:
    rolled = api.roll(value_of(asked, "calculator"), seed=asked.get("seed"), **inputs_of(asked, "seed"))
    return _shown_roll(rolled, asked)


def _resolve(asked: Mapping[str, Any]) -> dict[str, Any]:
    rolled = api.resolved(value_of(asked, "calculator"), value_of(asked, "dice"), inputs_of(asked, "dice"))
    return _shown_roll(rolled, asked)


def _half(asked: Mapping[str, Any]) -> dict[str, Any]:
    calculator, inputs = value_of(asked, "calculator"), inputs_of(asked, "dice")
    question, faces = api.asked_half(calculator, value_of(asked, "dice"), inputs)
    nothing = stands(question, [])
    try:
        now = stands(question, faces)
    except InputError as error:
        shown = present.misfit(nothing, len(faces), error)
    else:
        shown = present.half_thrown(now, stands(question, faces[:-1]) if faces else None)
    return {
        "html": shown.odds,
        "matter": present.headline(question.calculator, nothing.odds) if nothing.odds else "",
        "given": present.given(question.calculator.inputs, question.inputs),
        "panel": shown.panel,
        "say": shown.say,
        "complete": shown.complete,
    }


def _shown_roll(rolled: api.Roll, asked: Mapping[str, Any]) -> dict[str, Any]:
    found = catalogue.calculator(rolled.calculator)
    label = asked.get("label")
    return {
        "html": present.outcome(found, rolled.outcome),
        "roll": rolled.to_json(),
        "say": present.spoken(rolled.outcome),
        "told": present.thrown(found, rolled, label if isinstance(label, str) else ""),
    }


def _ask(asked: Mapping[str, Any]) -> dict[str, Any]:
    answer = api.ask(value_of(asked, "calculator"), **inputs_of(asked))
    return {
        "html": present.answer(answer),
        "matter": present.answer_headline(answer),
        "given": present.given(answer.calculator.inputs, answer.inputs),
        "answer": answer.to_json(),
    }


ACTIONS: dict[str, Action] = {"odds": _odds, "roll": _roll, "resolve": _resolve, "half": _half, "ask": _ask}
