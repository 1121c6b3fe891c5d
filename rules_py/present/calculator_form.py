"""A calculator's inputs as a form, with house rules in a collapsible of their own."""

from __future__ import annotations

from collections.abc import Sequence

from rules_py.calculators.calculator import BoundCalculator
from rules_py.inputs import Input
from rules_py.present.components import note_line
from rules_py.present.forms import render_fields
from rules_py.present.html import Markup, tag
from rules_py.present.input_labels import plain_house_rule

FOLDED = 2
"""The number of house rules from which on they are collapsed, so that the standard inputs stay in view."""


def calculator_form(own_id: str, asked: BoundCalculator, declared: Sequence[Input]) -> Markup:
    """Return these inputs of a calculator, filled in as it was asked; `own_id` begins the ids of the form."""
    house = tuple(each for each in declared if each.house_rule)
    own = tuple(each for each in declared if not each.house_rule)
    folds = len(house) >= FOLDED and bool(own)
    game = asked.calculator.game
    return tag(
        "form",
        render_fields(own_id, game, own if folds else tuple(declared), asked.inputs),
        _house(own_id, asked, house) if folds else None,
        class_="calc__form",
        data_part="form",
        id=f"{own_id}--form",
        novalidate=True,
        autocomplete="off",
    )


def _house(own_id: str, asked: BoundCalculator, options: tuple[Input, ...]) -> Markup:
    """House rules behind a line of their own, open where one is chosen."""
    chosen = any(asked.inputs[each.name] != each.default for each in options)
    plain = tuple(plain_house_rule(each) for each in options)
    return note_line(
        "House rules",
        tag("div", render_fields(own_id, asked.calculator.game, plain, asked.inputs)),
        look="calc__house",
        data_part="house",
        open=chosen,
    )
