"""A roll as data for the tray: its text, its record and its link."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_py.api import RollResult
from rules_py.base.jsonable import to_jsonable
from rules_py.base.wording import end_sentence
from rules_py.calculators.calculator import Calculator
from rules_py.present.input_labels import labelled_values
from rules_py.present.input_text import adds_nothing
from rules_py.present.links import calculator_address
from rules_py.present.outcome import grade_of, outcome_announcement

MAX_LINE_CHARS = 140
"""The most characters of the inputs in a line."""


def entry_of_roll(result: RollResult, label: str = "") -> dict[str, Any]:
    """Return the data of a roll besides its drawing, as plain text.

    title    its title: its `label`, such as a button's, or the calculator's title
    asked    the inputs, in a line
    verdict  the outcome, and `tone` its tone, empty without grades
    address  from the root of the site: the calculator with these inputs and dice; empty if no page of the
             book shows it
    text     all of it in a line of Markdown, for a chat
    """
    calculator = result.bound.calculator
    grade = grade_of(calculator, result.outcome)
    title, values = titles_of_roll(calculator, to_jsonable(result.inputs), label)
    verdict = result.outcome.verdict
    dice = outcome_announcement(result.outcome).removeprefix(end_sentence(verdict))
    stop = end_sentence(verdict).removeprefix(verdict)
    return {
        "title": title,
        "asked": values,
        "verdict": verdict,
        "tone": grade.tone if grade else "",
        "address": calculator_address(calculator.id, result.inputs, result.faces) or "",
        "text": text_of_roll(title, values, verdict, stop, dice),
    }


def text_of_roll(title: str, calculator: str, verdict: str, stop: str, dice: str) -> str:
    """Return a roll as a line of Markdown; `stop` is the full stop that the verdict still needs, if any."""
    return f"*{title}*{f', {calculator}' if calculator else ''}: **{verdict}**{stop}{dice}"


def titles_of_roll(calculator: Calculator, inputs: Mapping[str, Any], label: str) -> tuple[str, str]:
    """Return the title of a roll and its inputs. A dice notation is its own title."""
    fields_to_show = [each for each in calculator.inputs if not adds_nothing(each, inputs.get(each.name))]
    values = _cut(labelled_values(fields_to_show, inputs))
    if calculator.notation_input:
        return (label, values) if label and label != values else (values, "")
    if label in ("", calculator.title):
        return calculator.title, values
    return label, f"{calculator.title}: {values}" if values else calculator.title


def _cut(line: str) -> str:
    return line if len(line) <= MAX_LINE_CHARS else f"{line[: MAX_LINE_CHARS - 1].rstrip()}…"
