"""Worked examples: what was thrown and what it came to, the code behind it a click away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules_py.base.errors import InputError
from rules_py.calculators.calculator import Answer, Calculator
from rules_py.calculators.outcome import Outcome
from rules_py.dice.odds import Odds
from rules_py.present.answer import answer
from rules_py.present.html import Markup, tag
from rules_py.present.input_text import told
from rules_py.present.loading_status import status
from rules_py.present.odds import odds
from rules_py.present.outcome import outcome
from rules_py.present.roll_buttons import throw_button
from rules_py.present.sheet import panels, problem, standing
from rules_py.sheets.sheet import SheetReport
from rules_py.systems.game import Game


def example_throw(calculator: Calculator, inputs: Mapping[str, Any], reached: Outcome) -> Markup:
    """One throw of an example, and a button for whoever would rather throw it: that goes into the tray, so
    that the example stays the one that the text tells of.

    `inputs` are parsed ones; `reached` is what the dice came to, with its working.
    """
    return tag(
        "dice-roll-buttons",
        tag("p", calculator.title, class_="example__title"),
        told(calculator.inputs, inputs),
        outcome(calculator, reached),
        status(),
        throw_button("Throw it yourself", calculator.id, inputs, look="quiet"),
        class_="example__throw",
    )


def example_odds(calculator: Calculator, inputs: Mapping[str, Any], found: Odds) -> Markup:
    """The exact odds that an example asks for. `inputs` are parsed ones."""
    return tag(
        "div",
        tag("p", calculator.title, class_="example__title"),
        told(calculator.inputs, inputs),
        odds(calculator, found),
        class_="example__odds",
    )


def example_answer(said: Answer) -> Markup:
    """What a calculator without dice answers in an example."""
    asked = said.calculator
    return tag(
        "div",
        tag("p", asked.title, class_="example__title"),
        told(asked.inputs, said.inputs),
        answer(said),
        class_="example__answer",
    )


def example_refusal(error: InputError) -> Markup:
    """What was wrong with what an example asks, in the words that anybody who asks so gets."""
    return tag("div", tag("p", error.told, class_="example__refusal"), class_="example__refused")


def example_sheet(game: Game, report: SheetReport) -> Markup:
    """How a character of an example stands with the rules: what is wrong in words; what follows from it
    is folded.
    """
    problems = (
        tag("ul", [tag("li", problem(game.id, each)) for each in report.problems])
        if report.problems
        else None
    )
    follows = tag(
        "details",
        tag("summary", "What follows from it"),
        panels(game, report.panels, live=False),
        class_="example__follows",
    )
    return tag("div", standing(report), problems, follows if report.panels else None, class_="example__sheet")


def example(parts: Sequence[Markup], code: Markup, *, title: str = "") -> Markup:
    """A whole example, folded behind its title: its throws, odds and answers in order, then its code
    (highlighted HTML).

    An example that is nothing but a computation has no parts: it is of use to those alone who read code.
    """
    python = tag("div", code, class_="example__code")
    if not parts:
        return tag(
            "details", tag("summary", title or "A proof"), python, class_="example python", data_python=True
        )
    return tag(
        "details",
        tag("summary", title or "The throw"),
        parts,
        tag(
            "details",
            tag("summary", "The same in Python"),
            python,
            class_="example__source python",
            data_python=True,
        ),
        class_="example",
    )
