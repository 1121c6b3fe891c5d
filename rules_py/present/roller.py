"""A calculator in the page: what it asks, how the chances stand, and room for what is thrown or answered.

Complete as it stands: without JavaScript, and on paper, the inputs are told in words and their odds or answer
follow. The custom elements only wire it up: they find their parts by `data-part`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_py.calculator import Asked, Calculator
from rules_py.present.answer import answer
from rules_py.present.forms import fields, given
from rules_py.present.html import Markup, fragment, tag, unseen
from rules_py.present.links import rule_links
from rules_py.present.odds import counted
from rules_py.present.status import status


def roller(calculator: Calculator, inputs: Mapping[str, Any], *, title: str = "", anchor: str = "") -> Markup:
    """A calculator that has odds, as `<dice-roller>`; one that also throws gets a button for it.

    `inputs` are those that differ from the usual ones; `anchor` is its id in the page, the calculator's own
    if empty. Raises InputError for wrong inputs.
    """
    asked = _filled_in(calculator, inputs)
    parts = fragment(
        _throwing(anchor or calculator.id) if calculator.throws_dice else None,
        tag("div", counted(asked), class_="calc__odds", data_part="odds"),
    )
    return _frame("dice-roller", asked, title, anchor, parts)


def calculator(
    calculator: Calculator, inputs: Mapping[str, Any], *, title: str = "", anchor: str = ""
) -> Markup:
    """A calculator that throws no dice, as `<dice-calculator>` with its answer."""
    asked = _filled_in(calculator, inputs)
    parts = tag("div", answer(asked.answer()), class_="calc__answer", data_part="answer", aria_live="polite")
    return _frame("dice-calculator", asked, title, anchor, parts)


def _filled_in(calculator: Calculator, inputs: Mapping[str, Any]) -> Asked:
    usual = {each.name: each.usual for each in calculator.inputs if each.usual is not None}
    return calculator.asked(usual | dict(inputs))


def _frame(element: str, asked: Asked, title: str, anchor: str, parts: Markup) -> Markup:
    """A calculator's heading, its inputs in words and as a form, and `parts`, what comes of them."""
    calculator, values = asked.calculator, asked.inputs
    own_id = anchor or calculator.id
    form = tag(
        "form",
        fields(own_id, calculator.game, calculator.inputs, values),
        class_="calc__form",
        data_part="form",
        id=f"{own_id}--form",
        novalidate=True,
        autocomplete="off",
    )
    heading = tag(
        "div",
        tag("p", title or calculator.title, class_="calc__title", id=f"{own_id}--title"),
        tag(
            "p",
            calculator.summary,
            " ",
            rule_links(calculator.game, calculator.rules),
            class_="calc__summary",
        ),
        class_="calc__head",
    )
    return tag(
        element,
        heading,
        tag("div", given(calculator.inputs, values), class_="calc__given"),
        form,
        tag("p", class_="calc__message", data_part="message", role="alert"),
        status(),
        parts,
        class_="calc",
        id=own_id,
        data_calculator=calculator.id,
        role="group",
        aria_labelledby=f"{own_id}--title",
    )


def _throwing(own_id: str) -> Markup:
    """The button that throws, what is thrown, and what was thrown before. Hidden until the element lives."""
    buttons = tag(
        "div",
        tag(
            "button",
            "Roll",
            type="submit",
            form=f"{own_id}--form",
            class_="button button--roll",
            data_part="roll",
        ),
        tag(
            "button",
            "Copy a link to this throw",
            type="button",
            class_="button button--quiet",
            data_part="copy",
            data_done="Copied",
            hidden=True,
        ),
        class_="calc__actions",
    )
    return tag(
        "div",
        buttons,
        tag("div", class_="calc__result", data_part="result"),
        tag("p", class_="unseen", data_part="say", role="status"),
        _earlier(),
        class_="calc__throwing",
    )


def _earlier() -> Markup:
    """The throws made before on this page, each with a way back to it; hidden while there are none."""
    one = tag(
        "li",
        tag("span", data_part="what"),
        " ",
        tag(
            "button",
            "Show",
            unseen(" this throw again"),
            type="button",
            class_="button button--quiet",
            data_part="replay",
        ),
    )
    return tag(
        "details",
        tag("summary", "Earlier throws on this page"),
        tag("ol", data_part="history", class_="calc__history"),
        tag("template", one, data_part="one-earlier"),
        class_="calc__earlier",
        data_part="earlier",
        hidden=True,
    )
