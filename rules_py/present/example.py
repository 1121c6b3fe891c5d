"""Worked examples: what was thrown and what it came to, the code behind it a click away."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from rules_py.calculator import Answer, Calculator
from rules_py.dice.odds import Odds
from rules_py.errors import InputError
from rules_py.game import Game
from rules_py.outcome import Outcome
from rules_py.plain import plain
from rules_py.present.answer import answer
from rules_py.present.html import Markup, tag
from rules_py.present.in_words import told
from rules_py.present.odds import odds
from rules_py.present.outcome import outcome
from rules_py.present.sheet import panels, problem, standing
from rules_py.present.status import status
from rules_py.sheet import SheetReport


def example_throw(
    calculator: Calculator, inputs: Mapping[str, Any], dice: Sequence[Any], reached: Outcome
) -> Markup:
    """One throw of an example, as `<dice-example>`: readers may make it a throw of their own, which then says
    so, and go back to the book's.

    `inputs` are parsed ones; `dice` the faces in the order thrown; `reached` what they came to, with its
    working.
    """
    buttons = tag(
        "div",
        tag("button", "Throw it yourself", type="button", class_="button button--quiet", data_part="roll"),
        tag(
            "button",
            "Back to the book’s throw",
            type="button",
            class_="button button--quiet",
            data_part="back",
            hidden=True,
        ),
        class_="calc__actions",
    )
    own = "Your own throw, not the one that the text tells of."
    return tag(
        "dice-example",
        tag("p", calculator.title, class_="example__title"),
        told(calculator.inputs, inputs),
        tag("p", own, class_="example__own", data_part="own", hidden=True),
        tag("div", outcome(calculator, reached), data_part="result", class_="calc__result"),
        tag("p", class_="unseen", data_part="say", role="status"),
        tag("p", class_="calc__message", data_part="message", role="alert"),
        status(),
        buttons,
        class_="example__throw",
        data_calculator=calculator.id,
        data_inputs=_json(inputs),
        data_dice=_json(dice),
    )


def _json(value: Any) -> str:
    return json.dumps(plain(value), ensure_ascii=False, separators=(",", ":"))


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
