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

HIDDEN_FIELDS = "house-fields"
"""The `data-part` of the template with fields that are shown at a table with house rules only."""


def calculator_form(
    own_id: str, bound: BoundCalculator, fields: Sequence[Input], *, whole: bool = False
) -> Markup:
    """Return these inputs of a calculator, filled in with its current values; `own_id` is the prefix of ids
    in the form.

    Fields of house rules that aren't `in_forms` are in a template, from which
    `docs/assets/js/house/page-data.js` takes them at a table with house rules; unless the form is `whole` or
    has another value than the book.
    """
    house = [each for each in fields if each.house_rule]
    hidden = [] if whole else [each for each in house if _is_only_at_tables(bound, each)]
    visible = [each for each in house if each not in hidden]
    has_own = len(house) < len(fields)
    folds = len(visible) >= FOLDED and has_own
    more = None
    if hidden and folds:
        more = _template(_plain_fields(own_id, bound, hidden))
    elif hidden and len(hidden) >= FOLDED and has_own:
        more = _template(_fold(own_id, bound, hidden))
    elif hidden:
        more = _template(_fields(own_id, bound, hidden))
    left_out = house if folds else hidden
    return tag(
        "form",
        _fields(own_id, bound, [each for each in fields if each not in left_out]),
        _fold(own_id, bound, visible, more) if folds else more,
        class_="calc__form",
        data_part="form",
        id=f"{own_id}--form",
        novalidate=True,
        autocomplete="off",
    )


def _fields(own_id: str, bound: BoundCalculator, fields: Sequence[Input]) -> Markup:
    return render_fields(own_id, bound.calculator.game, tuple(fields), bound.inputs)


def _plain_fields(own_id: str, bound: BoundCalculator, options: Sequence[Input]) -> Markup:
    return _fields(own_id, bound, [plain_house_rule(each) for each in options])


def _fold(
    own_id: str, bound: BoundCalculator, options: Sequence[Input], more: Markup | None = None
) -> Markup:
    """Return house rules in a collapsible, open if one is chosen, with `more` after them."""
    return note_line(
        "House rules",
        tag("div", _plain_fields(own_id, bound, options), more),
        look="calc__house",
        data_part="house",
        open=not all(_is_by_the_book(bound, each) for each in options),
    )


def _template(fields: Markup) -> Markup:
    return tag("template", fields, data_part=HIDDEN_FIELDS)


def _is_only_at_tables(bound: BoundCalculator, option: Input) -> bool:
    return not option.in_forms and _is_by_the_book(bound, option)


def _is_by_the_book(bound: BoundCalculator, option: Input) -> bool:
    return bool(bound.inputs[option.name] == option.default)
