"""A calculator on a page: its form, its odds or answer, and the button that rolls.

In running text it is a chip: one line with its title, its most important value and a button to roll, which
opens in place. It is complete without JavaScript and on paper: the inputs are shown as text, followed by
their odds or answer. The custom elements add the behaviour and find their parts by `data-part`.
"""

from __future__ import annotations

import json
from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import Any

from rules_py.calculators.calculator import BoundCalculator, Calculator
from rules_py.present import partial_roll as own_dice
from rules_py.present.answer import render_answer
from rules_py.present.calculator_form import calculator_form
from rules_py.present.compare import comparison_buttons, fill_in_button
from rules_py.present.headline import render_answer_headline, render_headline
from rules_py.present.house_figures import options_attribute
from rules_py.present.html import Markup, classes, fragment, tag
from rules_py.present.input_text import render_inputs
from rules_py.present.links import rule_links
from rules_py.present.loading_status import status
from rules_py.present.odds import render_calculator_odds
from rules_py.present.readback import render_readback
from rules_py.present.roll_buttons import inputs_attribute
from rules_py.present.shared_labels import CHANCE_OF_ROLL


def render_calculator(
    calculator: Calculator,
    inputs: Mapping[str, Any],
    *,
    title: str = "",
    anchor: str = "",
    is_open: bool = False,
    alone: bool = False,
) -> Markup:
    """Return a calculator with its odds, as `<dice-roller>`; one without, as `<dice-calculator>` with its
    answer.

    `inputs` are those that differ from the initial ones; `anchor` is its id in the page, the calculator's own
    if empty. It is a chip, one line that opens, unless it is `is_open`. Only a calculator that rolls has a
    roll button. `alone` is for a page with nothing else: rolls are shown below the button, and everything
    that needs the tray or saved characters is left out. Raises InputError for invalid inputs.
    """
    initial = {each.name: each.initial_value for each in calculator.inputs if each.initial_value is not None}
    bound = calculator.bind(initial | dict(inputs))
    frame = _Frame(bound, inputs, title, anchor or calculator.id, is_open, alone)
    if not calculator.has_odds:
        values = bound.answer()
        answer = tag(
            "div", render_answer(values), class_="calc__answer", data_part="answer", aria_live="polite"
        )
        return frame.around("dice-calculator", render_answer_headline(values), None, answer)
    controls = _roll_controls(frame.own_id) if calculator.rolls_dice else None
    counted_odds = bound.odds()
    odds = tag("div", render_calculator_odds(bound, counted_odds), class_="calc__odds", data_part="odds")
    return frame.around("dice-roller", render_headline(calculator, counted_odds), controls, odds)


@dataclass(frozen=True)
class _Frame:
    """The frame of a calculator: its line, and its inputs as text and as a form.

    `named` are the inputs that the page sets.
    """

    bound: BoundCalculator
    named: Container[str]
    title: str
    own_id: str
    opened: bool
    alone: bool

    def around(self, element: str, headline: Markup, controls: Markup | None, parts: Markup) -> Markup:
        """Return `headline` in its line, `controls` beside it or below the open form, and then `parts`."""
        result = _result() if self.alone and controls else None
        live = tag("div", status(), controls, result, class_="calc__roller", data_part="roller")
        collapsible = tag(
            "details",
            self._line(headline),
            tag("p", self.bound.calculator.summary, class_="calc__summary"),
            tag(
                "div",
                render_inputs(self.bound.calculator.inputs, self.bound.inputs),
                class_="calc__values",
                data_part="values",
            ),
            None if self.alone else fill_in_button(self.bound.calculator),
            calculator_form(self.own_id, self.bound, self.bound.calculator.inputs, whole=self.alone),
            self._readback(),
            tag("p", class_="calc__message", data_part="message", role="alert"),
            tag("div", live if self.opened else None, class_="calc__place", data_part="place"),
            parts,
            None if self.alone else comparison_buttons(self.bound.calculator),
            self._rules(),
            class_="fold calc__fold",
            data_part="fold",
            open=self.opened,
        )
        return tag(
            element,
            collapsible,
            None if self.opened else live,
            class_=classes("calc", "calc--opened" if self.opened else "chip"),
            id=self.own_id,
            data_calculator=self.bound.calculator.id,
            data_inputs=inputs_attribute(self.bound.inputs) if self.bound.calculator.rolls_dice else None,
            data_options=None if self.alone else options_attribute(self.bound.calculator, named=self.named),
            role="group",
            aria_labelledby=f"{self.own_id}--title",
        )

    def _readback(self) -> Markup | None:
        """Return the placeholder for how the inputs were read, for a calculator with inputs that need it."""
        readback = render_readback(self.bound.calculator.inputs, self.bound.inputs)
        return tag("div", readback, class_="calc__readback", data_part="readback") if readback else None

    def _line(self, headline: Markup) -> Markup:
        title = self.title or self.bound.calculator.title
        return tag(
            "summary",
            tag("span", title, class_="calc__title", id=f"{self.own_id}--title"),
            " ",
            tag("span", headline, class_="calc__chance", data_part="matter"),
            class_="calc__line",
        )

    def _rules(self) -> Markup | None:
        """Return links to its rules. They come last, so that the keyboard reaches the buttons first."""
        calculator = self.bound.calculator
        links = rule_links(calculator.game, calculator.rules)
        return tag("p", "Rules: ", links, class_="calc__rules") if links else None


def _result() -> Markup:
    """Return the placeholder for the last roll."""
    return tag(
        "dice-result",
        tag("div", class_="embed__result", data_part="result"),
        tag("p", class_="embed__chance", data_part="chance"),
        tag("p", class_="visually-hidden", data_part="say", role="status"),
        data_messages=json.dumps({"chance": CHANCE_OF_ROLL}, ensure_ascii=False),
    )


def _roll_controls(own_id: str) -> Markup:
    """Return the roll button and the switch to the reader's own dice, hidden until the element connects."""
    buttons = tag(
        "div",
        tag(
            "button",
            "Roll",
            type="submit",
            form=f"{own_id}--form",
            class_="button button--primary",
            data_part="roll",
        ),
        own_dice.own_dice_button(own_id),
        class_="calc__actions",
    )
    return fragment(buttons, own_dice.own_dice_place(own_id))
