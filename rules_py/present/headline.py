"""The most important value of a result, for places with room for one."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rules_py.base import number_format
from rules_py.calculators.calculator import Answer, Calculator
from rules_py.calculators.distribution import scale_of
from rules_py.calculators.measure import HIDDEN, Measure
from rules_py.calculators.scale import success_grades
from rules_py.dice.odds import Odds
from rules_py.present.html import Markup, fragment, tag

MAX_TEXT_CHARS = 25
"""The most characters of an answer in a line; longer ones are only in the form."""


def render_headline(calculator: Calculator, odds: Odds) -> Markup:
    """Return the most important value of the odds as one line."""
    result = key_value(calculator, odds)
    return _line(*result) if result else Markup("")


def key_value(calculator: Calculator, odds: Odds) -> tuple[str, str] | None:
    """Return label and value of the most important chance of the odds: that of success; otherwise the first
    measure.
    """
    scale = scale_of(calculator, odds) if calculator.scale else None
    success = success_grades(scale, odds) if scale else None
    if scale and success:
        label, grades = success
        chances = scale.chances(odds)
        return label, number_format.percent(sum((chances[key] for key in grades), Fraction()))
    return _first(calculator, odds.measures)


def render_answer_headline(answer: Answer) -> Markup:
    """Return the first value of an answer that fits in a line, or nothing."""
    result = _first(answer.calculator, answer)
    return _line(*result) if result else Markup("")


def _first(calculator: Calculator, values: Any) -> tuple[str, str] | None:
    for measure in calculator.measures:
        value = values.get(measure.name)
        if measure.brief and value is not None:
            return measure.brief(value)
        if measure.kind != HIDDEN and (words := _words(measure, value)):
            return measure.label, words
    return None


def _words(measure: Measure, value: Any) -> str:
    """Return the value as a short text, or "" if it has none."""
    text = measure.say(value) if value is not None else ""
    if isinstance(text, bool):
        return "yes" if text else "no"
    if isinstance(text, (int, Fraction)):
        return (
            number_format.percent(Fraction(text)) if measure.is_chance else number_format.format_number(text)
        )
    if isinstance(text, (list, tuple)) and all(isinstance(each, str) for each in text):
        text = ", ".join(text)
    return text if isinstance(text, str) and len(text) <= MAX_TEXT_CHARS else ""


def _line(label: str, words: str) -> Markup:
    return fragment(
        tag("span", label, class_="calc__matter"), " ", tag("strong", words, class_="calc__figure")
    )
