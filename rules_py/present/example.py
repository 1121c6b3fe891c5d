"""Worked examples: their dice, odds and answers, and the code that computes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules_py.analysis.examples import Call
from rules_py.base.errors import InputError
from rules_py.calculators.calculator import Answer, Calculator
from rules_py.calculators.outcome import Outcome
from rules_py.dice.odds import Odds
from rules_py.present.answer import render_answer
from rules_py.present.house_figures import decided_inputs, options_attribute
from rules_py.present.html import Markup, classes, tag
from rules_py.present.input_text import render_example_inputs
from rules_py.present.loading_status import status
from rules_py.present.odds import render_odds
from rules_py.present.outcome import render_outcome
from rules_py.present.panels import render_panels
from rules_py.present.problems import problem_count, render_problem
from rules_py.present.roll_buttons import roll_button
from rules_py.present.shared_labels import NOT_AT_YOUR_TABLE
from rules_py.sheets.sheet import SheetReport
from rules_py.systems import registry
from rules_py.systems.game import Game


def render_example_result(call: Call) -> Markup:
    """Return the result of a call in an example as dice, a table or sentences."""
    if isinstance(call.result, InputError):
        return _error(call.result)
    if call.name == "check_sheet":
        return _sheet(registry.game(call.subject), call.result)
    if call.name == "ask":
        return _answer(call.result)
    calculator = registry.calculator(call.subject)
    if call.name == "roll":
        return _roll(calculator, call.result.inputs, call.result.outcome)
    if call.name == "odds":
        return _odds(calculator, calculator.parse(call.inputs), call.result)
    inputs = {name: value for name, value in call.inputs.items() if name != "dice"}
    return _roll(calculator, calculator.parse(inputs), call.result)


def _roll(calculator: Calculator, inputs: Mapping[str, Any], outcome: Outcome) -> Markup:
    """Return one roll of an example, with a button that rolls it again in the tray and leaves the example
    unchanged.

    `inputs` are parsed ones; `outcome` is the outcome of the dice, with its steps.
    """
    options = options_attribute(calculator, named=decided_inputs(calculator, inputs))
    return tag(
        "dice-roll-buttons",
        tag("p", calculator.title, class_="example__title"),
        render_example_inputs(calculator.inputs, inputs),
        render_outcome(calculator, outcome),
        status(),
        roll_button("Roll it yourself", calculator.id, inputs, look="quiet", options=options),
        class_="example__roll",
    )


def _odds(calculator: Calculator, inputs: Mapping[str, Any], odds: Odds) -> Markup:
    """Return the exact odds that an example requests. `inputs` are parsed ones."""
    return tag(
        "div",
        tag("p", calculator.title, class_="example__title"),
        render_example_inputs(calculator.inputs, inputs),
        render_odds(calculator, odds),
        class_="example__odds",
    )


def _answer(answer: Answer) -> Markup:
    """Return the answer of a calculator without dice in an example."""
    calculator = answer.calculator
    return tag(
        "div",
        tag("p", calculator.title, class_="example__title"),
        render_example_inputs(calculator.inputs, answer.inputs),
        render_answer(answer),
        class_="example__answer",
    )


def _error(error: InputError) -> Markup:
    """Return the error of an example, as the message for a reader."""
    return tag("div", tag("p", error.user_message, class_="example__refusal"), class_="example__refused")


def _sheet(game: Game, report: SheetReport) -> Markup:
    """Return the problems of an example's character; derived values are collapsed."""
    problems = (
        tag("ul", [tag("li", render_problem(game.id, each)) for each in report.problems])
        if report.problems
        else None
    )
    follows = tag(
        "details",
        tag("summary", "Derived values"),
        render_panels(game, report.panels, live=False),
        class_="note-line",
    )
    return tag(
        "div", problem_count(report), problems, follows if report.panels else None, class_="example__sheet"
    )


def render_example(title: str, parts: Sequence[Markup], code: Markup, order: int) -> Markup:
    """Return a whole example: its rolls, odds and answers in order, then its code (highlighted HTML), which
    readers switch on. An example without parts is only code.

    `order` is its position among the examples and claims of the page, which run in this order.
    """
    return tag(
        "div",
        tag("p", title, class_="example__name"),
        parts,
        tag("div", code, class_="example__code python"),
        class_=classes("example", None if parts else "python"),
        data_proof=order,
    )


def render_example_at_table(results: Sequence[Call], outputs: Sequence[tuple[str, str]]) -> Markup:
    """Return the results of an example that differ under a table's house rules.

    `results` are the calls with a different result, `outputs` the statements with a different output, each
    with that output.
    """
    code = "".join(f">>> {source.splitlines()[0]}\n{output}" for source, output in outputs)
    return tag(
        "div",
        tag("p", tag("span", NOT_AT_YOUR_TABLE, class_="proof__label")),
        tag("p", "By your house rules:", class_="proof__intro") if results else None,
        [render_example_result(each) for each in results],
        tag("pre", tag("code", code), class_="proof__output python") if code else None,
        tag("p", "By the book:", class_="proof__intro") if results else None,
        class_="proof",
    )
