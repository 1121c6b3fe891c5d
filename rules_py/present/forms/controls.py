"""Controls for one value: a number, a checkbox, a choice or a text."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from rules_py import inputs
from rules_py.inputs import Input
from rules_py.present.forms.frame import Place, describing_ids, help_of, legend, line, problems_of, rule_of
from rules_py.present.html import Markup, classes, fragment, literal, tag
from rules_py.present.input_text import value_text

MAX_RADIOS = 3
"""The most options that are shown as radio buttons; more are collapsed into a list."""


@singledispatch
def render_field(field: Input, value: Any, place: Place) -> Markup:
    """Return the labelled control of one input, with its help and room for its problems.

    A game's own input type is edited as text, which every input can parse.
    """
    return line(field, place, _text_control(field, value, place), "text")


def _text_control(field: Input, value: Any, place: Place, kind: str = "text", **more: Any) -> Markup:
    """Return the control of a value that is typed as text."""
    return tag(
        "input",
        type="text",
        id=place.id,
        name=place.path,
        value="" if value is None else value,
        data_kind=kind,
        autocomplete="off",
        spellcheck="false",
        aria_describedby=describing_ids(field, place),
        **more,
    )


@render_field.register
def _int(field: inputs.Int, value: Any, place: Place) -> Markup:
    if field.marks:
        return _marks(field, value, place)
    control = tag(
        "input",
        type="number",
        id=place.id,
        name=place.path,
        min=field.low,
        max=field.high,
        step=1,
        value="" if value is None else value,
        inputmode="numeric",
        data_kind="int",
        autocomplete="off",
        aria_describedby=describing_ids(field, place),
        placeholder="–" if field.optional else None,
    )
    return line(
        field,
        place,
        tag("span", _stepper(-1, field, place), control, _stepper(1, field, place), class_="stepper"),
        "int",
    )


def _marks(field: inputs.Int, value: Any, place: Place) -> Markup:
    """Return a rating as a row of dots or squares: radio buttons, filled up to the chosen one, after one for
    none.
    """
    marks = [
        tag(
            "label",
            tag(
                "input", type="radio", name=place.path, value=number, checked=number == value, data_kind="int"
            ),
            tag("span", number, class_="visually-hidden"),
            class_=classes("mark", None if number else "mark--none"),
        )
        for number in range(field.low, field.marks + 1)
    ]
    row = tag("div", marks, class_=classes("marks", "marks--squares" if field.squares else None))
    return tag(
        "fieldset",
        legend(field, place),
        row,
        help_of(field, place),
        problems_of(place),
        class_="field field--marks",
        aria_describedby=describing_ids(field, place),
        **place.case,
    )


def _stepper(by: int, field: Input, place: Place) -> Markup:
    """Return a button that changes a number by one, for touch; the keyboard has the arrow keys instead."""
    words = "Decrease" if by < 0 else "Increase"
    return tag(
        "button",
        "−" if by < 0 else "+",
        type="button",
        class_="stepper__button",
        data_step=by,
        data_for=place.id,
        tabindex=-1,
        aria_label=f"{words}: {field.subject}",
    )


@render_field.register
def _flag(field: inputs.Flag, value: Any, place: Place) -> Markup:
    control = tag(
        "input",
        type="checkbox",
        id=place.id,
        name=place.path,
        checked=bool(value),
        data_kind="flag",
        aria_describedby=describing_ids(field, place),
    )
    return tag(
        "div",
        tag(
            "div",
            tag("label", control, tag("span", field.title), class_="field__check"),
            rule_of(field, place),
            class_="field__head",
        ),
        help_of(field, place),
        problems_of(place),
        class_="field field--flag",
        **place.case,
    )


@render_field.register
def _choice(field: inputs.Choice, value: Any, place: Place) -> Markup:
    chosen = field.aliases.get(value, value) if isinstance(value, str) else value
    if len(field.options) <= MAX_RADIOS and not place.compact and not field.optional:
        return _radios(field, chosen, place)
    options_with_chosen = dict(field.options)
    if field.unknown_too and chosen:
        options_with_chosen.setdefault(chosen, chosen)
    options = [
        tag("option", label, value=key, selected=key == chosen) for key, label in options_with_chosen.items()
    ]
    if field.optional or chosen not in options_with_chosen:
        options.insert(0, tag("option", "—", value="", selected=chosen not in field.options))
    control = tag(
        "select",
        options,
        id=place.id,
        name=place.path,
        data_kind="text",
        aria_describedby=describing_ids(field, place),
    )
    return line(field, place, control, "choice")


def _radios(field: inputs.Choice, chosen: Any, place: Place) -> Markup:
    radios = [
        tag(
            "label",
            tag("input", type="radio", name=place.path, value=key, checked=key == chosen, data_kind="text"),
            tag("span", label),
            class_="segments__one",
        )
        for key, label in field.options.items()
    ]
    return tag(
        "fieldset",
        legend(field, place),
        tag("div", radios, class_="segments"),
        help_of(field, place),
        problems_of(place),
        class_="field field--radios",
        aria_describedby=describing_ids(field, place),
        **place.case,
    )


@render_field.register
def _text(field: inputs.Text, value: Any, place: Place) -> Markup:
    shared = {
        "id": place.id,
        "name": place.path,
        "maxlength": field.longest,
        "data_kind": "text",
        "autocomplete": "off",
        "aria_describedby": describing_ids(field, place),
    }
    text = "" if value is None else str(value)
    if field.lines > 1:
        # A textarea drops a line break at its start, so add one in case the text starts with one.
        control = tag("textarea", Markup("\n"), literal(text), rows=field.lines, **shared)
    else:
        control = tag("input", type="text", value=text, **shared)
    return line(field, place, control, "text")


@render_field.register
def _render_labelled(field: inputs.Labelled, value: Any, place: Place) -> Markup:
    """Return a text field for a key with words after it, which suggests the known keys."""
    suggestions = [
        tag("option", value=f"{key} ()" if key in field.with_words else key) for key in field.options
    ]
    control = fragment(
        _text_control(field, value, place, list=f"{place.id}--keys"),
        tag("datalist", suggestions, id=f"{place.id}--keys"),
    )
    return line(field, place, control, "text")


@render_field.register
def _die_sizes(field: inputs.DieSizes, value: Any, place: Place) -> Markup:
    """Return a text field for dice, written as `d12 d6`."""
    return line(field, place, _text_control(field, value_text(field, value), place, "dice"), "text")


@render_field.register
def _distribution(field: inputs.Distribution, value: Any, place: Place) -> Markup:
    """Return a text field for chances by number, written as `number: chance, number: chance`."""
    return line(field, place, _text_control(field, value_text(field, value), place), "text")
