"""The `roller` and `calculator` directives: a calculator's form with its odds or its answer."""

from __future__ import annotations

from hooks.base.errors import DirectiveError, from_input_error
from hooks.directives import yaml_body
from hooks.directives.directive import Context, Directive
from hooks.directives.fences import Fence
from hooks.directives.yaml_body import Body
from rules_py import present
from rules_py.base.errors import InputError, format_value
from rules_py.base.suggest import did_you_mean
from rules_py.calculators.calculator import Calculator
from rules_py.present import Markup
from rules_py.systems import registry

KIND = "calculator"
_WITH_ODDS, _WITHOUT_DICE = "roller", "calculator"
_FIELDS = {
    "calculator": "Its ID, such as `core_rules.challenge`.",
    "inputs": "Initial values, `name: value`. Omitted inputs keep the form's own.",
    "title": "A heading that replaces the calculator's title.",
}


def named_by(body: Body) -> Calculator:
    """Return the calculator that the body names. Raises DirectiveError if there is none."""
    name = body.require("calculator", "the id of a calculator, such as core_rules.challenge")
    if isinstance(name, str) and "." not in name:
        ids = (each.id for game in registry.games() for each in game.calculators)
        if meant := [each for each in ids if each.partition(".")[2] == name]:
            message = f"unknown calculator {format_value(name)}. {did_you_mean(meant)}"
            raise DirectiveError(body.place("calculator"), message)
    try:
        return registry.calculator(name)
    except InputError as error:
        raise from_input_error(body.place("calculator"), error) from error


def language_of(calculator: Calculator) -> str:
    """Return the directive that shows the calculator."""
    return _WITH_ODDS if calculator.has_odds else _WITHOUT_DICE


def read(fence: Fence) -> tuple[Body, Calculator]:
    """Return the fence's body and its calculator.

    Raises DirectiveError if the calculator belongs in the other directive.
    """
    body = yaml_body.read(fence)
    body.only(*_FIELDS)
    calculator = named_by(body)
    fitting = language_of(calculator)
    if fitting != fence.language:
        reason = "has odds" if calculator.has_odds else "rolls no dice"
        message = f"{body.directive}: {calculator.id} {reason}. Show it in a {fitting} block."
        raise DirectiveError(body.place("calculator"), message)
    return body, calculator


def _show(fence: Fence, context: Context) -> Markup:
    body, calculator = read(fence)
    inputs = body.mapping("inputs", "lines such as `name: value`")
    title = body.text("title", "a short text", optional=True)
    anchor, is_open = context.form_id(fence), context.page.opened
    try:
        return present.render_calculator(calculator, inputs, title=title, anchor=anchor, is_open=is_open)
    except InputError as error:
        raise body.from_input_error(error, "inputs") from error


def _form(fence: Fence) -> str:
    return read(fence)[1].id


def _made_from(fence: Fence, context: Context) -> str:
    return context.form_id(fence)


DIRECTIVES = (
    Directive(
        _WITH_ODDS,
        "A calculator that rolls dice or has odds: its form, its exact odds and a button. In a chapter it "
        "is a chip, one line that opens.",
        fields=_FIELDS,
        show=_show,
        made_from=_made_from,
        kind=KIND,
        shows="calculator",
        form=_form,
    ),
    Directive(
        _WITHOUT_DICE,
        "A calculator without dice: its form and its answer.",
        fields=_FIELDS,
        show=_show,
        made_from=_made_from,
        kind=KIND,
        shows="calculator",
        form=_form,
    ),
)
