"""Commands that use a calculator: odds, roll, resolve and ask."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from rules_py import api
from rules_py.base import number_format
from rules_py.base.jsonable import key_text, to_jsonable
from rules_py.calculators.calculator import Answer
from rules_py.calculators.defaults import initial_values_for_missing, merge_inputs
from rules_py.calculators.distribution import scale_of
from rules_py.calculators.outcome import Outcome
from rules_py.command_line import terminal
from rules_py.command_line.arguments import format_argument, parse_arguments
from rules_py.dice.odds import Odds
from rules_py.systems import registry

EXACT_BELOW = 10**12
"""From this denominator on, a chance among others is printed as a decimal, because longer fractions are
unreadable.
"""


def print_odds(arguments: argparse.Namespace) -> None:
    inputs = _inputs(arguments)
    odds = api.odds(arguments.calculator, **inputs)
    terminal.print_result(
        arguments,
        odds,
        lambda: [*_readback_lines(arguments.calculator, inputs), *_odds_lines(arguments.calculator, odds)],
    )


def print_roll(arguments: argparse.Namespace) -> None:
    inputs = _inputs(arguments)
    rolled = api.roll(arguments.calculator, seed=arguments.seed, **inputs)
    lines = _readback_lines(arguments.calculator, inputs)
    terminal.print_result(arguments, rolled, lambda: [*lines, *_outcome_lines(rolled.outcome)])


def print_outcome(arguments: argparse.Namespace) -> None:
    outcome = api.resolve(arguments.calculator, dice=arguments.dice, **_inputs(arguments))
    terminal.print_result(arguments, outcome, lambda: _outcome_lines(outcome))


def print_answer(arguments: argparse.Namespace) -> None:
    answer = api.ask(arguments.calculator, **_inputs(arguments))
    terminal.print_result(arguments, answer, lambda: _answer_lines(answer))


def _inputs(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the inputs as typed, and initial values for omitted ones, which are printed."""
    calculator = registry.calculator(arguments.calculator)
    typed = parse_arguments(calculator, arguments.inputs)
    more = initial_values_for_missing(calculator, typed)
    if "dice" in arguments:  # the dice determine these inputs themselves
        typed.pop("dice", None)
        more = {
            name: value for name, value in more.items() if name not in ("dice", calculator.pool_size_input)
        }
    arguments.left_out = " ".join(format_argument(name, value) for name, value in more.items())
    return merge_inputs(typed, more)


def _readback_lines(calculator_id: str, inputs: Mapping[str, Any]) -> list[str]:
    """Return how values were read, if that isn't obvious: `Read as 4d6kh3: Four d6, the highest three.`"""
    lines = []
    for each in registry.calculator(calculator_id).inputs:
        readback = each.readback(inputs[each.name]) if each.name in inputs else None
        if readback and (readback.text != inputs[each.name] or readback.other):
            other = f" Meant {readback.other}?" if readback.other else ""
            lines.append(f"Read as {readback.text}: {readback.sentence}{other}")
    return lines


def _odds_lines(calculator_id: str, odds: Odds) -> list[str]:
    calculator = registry.calculator(calculator_id)
    first = scale_of(calculator, odds) if calculator.scale else None
    scales = [scale for scale in (first, calculator.second_scale) if scale]
    lines = []
    for scale in scales:
        chances = scale.chances(odds)
        lines += [terminal.bold(scale.title)] if len(scales) > 1 else []
        lines += terminal.chances([(grade, chances[grade.key]) for grade in scale.grades_of(odds)])
    for name, value in odds.measures.items():
        lines += _value_lines(name, value)
    return lines


def _value_lines(name: str, value: Any) -> list[str]:
    if isinstance(value, Fraction):
        decimal = f"{float(value):.4f}"
        return [f"{name}: {value} ({decimal})" if number_format.is_short(value) else f"{name}: {decimal}"]
    rows = value if isinstance(value, list) else []
    if rows and not isinstance(_plain(rows[0]), (str, int)):
        return [f"{name}:", *(f"  {_value_text(row)}" for row in rows)]
    return [f"{name}: {_value_text(value)}"]


def _value_text(value: Any, nested: bool = False) -> str:
    """Return a value as text: `0 3/25, 1 14/25`, in brackets if it is part of another."""
    value = _plain(value)
    if isinstance(value, Fraction):
        return str(value) if value.denominator < EXACT_BELOW else f"{float(value):.4g}"
    if isinstance(value, Mapping):
        text = ", ".join(f"{key_text(key)} {_value_text(item, nested=True)}" for key, item in value.items())
    elif isinstance(value, (list, tuple)):
        text = ", ".join(_value_text(item, nested=True) for item in value)
    elif isinstance(value, bool):
        return "yes" if value else "no"
    else:
        return "none" if value in (None, "") else str(value)
    return f"({text or 'none'})" if nested else text or "none"


def _plain(value: Any) -> Any:
    """Return plain data; fractions and collections remain."""
    return value if isinstance(value, (Fraction, Mapping, list, tuple)) else to_jsonable(value)


def _outcome_lines(outcome: Outcome) -> list[str]:
    lines = [terminal.bold(outcome.verdict)]
    for step in outcome.working:
        dice = " ".join(
            f"d{die.sides}:{die.face}{f' ({die.status})' if die.status else ''}" for die in step.dice
        )
        lines.append("  " + "  ".join(filter(None, (step.text, dice, f"[{step.rule}]" if step.rule else ""))))
    return lines


def _answer_lines(answer: Answer) -> list[str]:
    return [line for name, value in answer.items() for line in _value_lines(name, value)]
