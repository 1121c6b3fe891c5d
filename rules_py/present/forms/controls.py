"""Controls of one value: a number, a tick, a choice, something typed."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from rules_py import inputs
from rules_py.inputs import Input
from rules_py.present.forms.frame import Place, describing_ids, help_of, legend, line, problems_of, rule_of
from rules_py.present.html import Markup, classes, fragment, literal, tag
from rules_py.present.input_text import value_text

MOST_RADIOS = 3
"""A choice of so few stands open; more fold into a list."""


@singledispatch
def render_field(declared: Input, value: Any, place: Place) -> Markup:
    """Return the labelled control of one input, with its help and room for its problems.

    A kind of input that a game brings along is read from text, as every input is.
    """
    return line(declared, place, _text_control(declared, value, place), "text")


def _text_control(declared: Input, value: Any, place: Place, kind: str = "text", **more: Any) -> Markup:
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
        aria_describedby=describing_ids(declared, place),
        **more,
    )


@render_field.register
def _int(declared: inputs.Int, value: Any, place: Place) -> Markup:
    if declared.marks:
        return _marks(declared, value, place)
    control = tag(
        "input",
        type="number",
        id=place.id,
        name=place.path,
        min=declared.low,
        max=declared.high,
        step=1,
        value="" if value is None else value,
        inputmode="numeric",
        data_kind="int",
        autocomplete="off",
        aria_describedby=describing_ids(declared, place),
        placeholder="–" if declared.optional else None,
    )
    return line(
        declared,
        place,
        tag("span", _stepper(-1, declared, place), control, _stepper(1, declared, place), class_="stepper"),
        "int",
    )


def _marks(declared: inputs.Int, value: Any, place: Place) -> Markup:
    """Return a rating as a row of dots or squares: radio buttons, as many filled as are chosen, and before
    them one for none.
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
        for number in range(declared.low, declared.marks + 1)
    ]
    row = tag("div", marks, class_=classes("marks", "marks--squares" if declared.squares else None))
    return tag(
        "fieldset",
        legend(declared, place),
        row,
        help_of(declared, place),
        problems_of(place),
        class_="field field--marks",
        aria_describedby=describing_ids(declared, place),
        **place.case,
    )


def _stepper(by: int, declared: Input, place: Place) -> Markup:
    """Return a button that changes a number by one: a thumb finds it, the keyboard has the arrow keys
    instead.
    """
    words = "Decrease" if by < 0 else "Increase"
    return tag(
        "button",
        "−" if by < 0 else "+",
        type="button",
        class_="stepper__button",
        data_step=by,
        data_for=place.id,
        tabindex=-1,
        aria_label=f"{words}: {declared.subject}",
    )


@render_field.register
def _flag(declared: inputs.Flag, value: Any, place: Place) -> Markup:
    control = tag(
        "input",
        type="checkbox",
        id=place.id,
        name=place.path,
        checked=bool(value),
        data_kind="flag",
        aria_describedby=describing_ids(declared, place),
    )
    return tag(
        "div",
        tag(
            "div",
            tag("label", control, tag("span", declared.title), class_="field__check"),
            rule_of(declared, place),
            class_="field__head",
        ),
        help_of(declared, place),
        problems_of(place),
        class_="field field--flag",
        **place.case,
    )


@render_field.register
def _choice(declared: inputs.Choice, value: Any, place: Place) -> Markup:
    chosen = declared.aliases.get(value, value) if isinstance(value, str) else value
    if len(declared.options) <= MOST_RADIOS and not place.compact and not declared.optional:
        return _radios(declared, chosen, place)
    offered = dict(declared.options)
    if declared.unknown_too and chosen:
        offered.setdefault(chosen, chosen)
    options = [tag("option", label, value=key, selected=key == chosen) for key, label in offered.items()]
    if declared.optional or chosen not in offered:
        options.insert(0, tag("option", "—", value="", selected=chosen not in declared.options))
    control = tag(
        "select",
        options,
        id=place.id,
        name=place.path,
        data_kind="text",
        aria_describedby=describing_ids(declared, place),
    )
    return line(declared, place, control, "choice")


def _radios(declared: inputs.Choice, chosen: Any, place: Place) -> Markup:
    radios = [
        tag(
            "label",
            tag("input", type="radio", name=place.path, value=key, checked=key == chosen, data_kind="text"),
            tag("span", label),
            class_="segments__one",
        )
        for key, label in declared.options.items()
    ]
    return tag(
        "fieldset",
        legend(declared, place),
        tag("div", radios, class_="segments"),
        help_of(declared, place),
        problems_of(place),
        class_="field field--radios",
        aria_describedby=describing_ids(declared, place),
        **place.case,
    )


@render_field.register
def _text(declared: inputs.Text, value: Any, place: Place) -> Markup:
    shared = {
        "id": place.id,
        "name": place.path,
        "maxlength": declared.longest,
        "data_kind": "text",
        "autocomplete": "off",
        "aria_describedby": describing_ids(declared, place),
    }
    text = "" if value is None else str(value)
    if declared.lines > 1:
        # A textarea swallows one line break at its start, which the text may need.
        control = tag("textarea", Markup("\n"), literal(text), rows=declared.lines, **shared)
    else:
        control = tag("input", type="text", value=text, **shared)
    return line(declared, place, control, "text")


@render_field.register
def _render_labelled(declared: inputs.Labelled, value: Any, place: Place) -> Markup:
    """Return a text field for a key with words after it, which suggests the known keys."""
    offered = [
        tag("option", value=f"{key} ()" if key in declared.with_words else key) for key in declared.options
    ]
    control = fragment(
        _text_control(declared, value, place, list=f"{place.id}--keys"),
        tag("datalist", offered, id=f"{place.id}--keys"),
    )
    return line(declared, place, control, "text")


@render_field.register
def _die_sizes(declared: inputs.DieSizes, value: Any, place: Place) -> Markup:
    """Dice are typed as `d12 d6`."""
    return line(declared, place, _text_control(declared, value_text(declared, value), place, "dice"), "text")


@render_field.register
def _distribution(declared: inputs.Distribution, value: Any, place: Place) -> Markup:
    """Return a text field for chances by number, written as `number: chance, number: chance`."""
    return line(declared, place, _text_control(declared, value_text(declared, value), place), "text")
