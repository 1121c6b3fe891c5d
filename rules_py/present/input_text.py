"""Values of inputs as text, for paper and pages without JavaScript."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import singledispatch
from typing import Any

from rules_py import inputs
from rules_py.base.jsonable import to_jsonable
from rules_py.inputs import Input
from rules_py.present.html import Markup, fragment, tag


@singledispatch
def value_text(field: Input, value: Any) -> str:
    """Return the value of an input as text, for pages without a form: on paper, or without JavaScript."""
    return "—" if value is None or value == "" else str(value)


@value_text.register
def _(field: inputs.Flag, value: Any) -> str:
    return "yes" if value else "no"


@value_text.register
def _(field: inputs.Choice, value: Any) -> str:
    unknown = value if field.unknown_too and value else "—"
    return field.options.get(field.aliases.get(value, value), unknown)


@value_text.register
def _(field: inputs.Amounts, value: Any) -> str:
    counts = value if isinstance(value, Mapping) else {}
    return ", ".join(f"{field.options.get(key, key)} × {count}" for key, count in counts.items()) or "none"


@value_text.register
def _(field: inputs.Keyed, value: Any) -> str:
    rows = field.as_rows(value)
    entries = [each for each in rows if isinstance(each, Mapping)] if isinstance(rows, list) else []
    texts = (f"{each.get('of') or '—'} {value_text(field.value, each.get('value'))}" for each in entries)
    return ", ".join(texts) or "none"


@value_text.register
def _(field: inputs.DieSizes, value: Any) -> str:
    return " ".join(f"d{size}" for size in value) if isinstance(value, list) else value or ""


@value_text.register
def _(field: inputs.Distribution, value: Any) -> str:
    if not isinstance(value, Mapping):
        return value or ""
    return ", ".join(f"{number}: {to_jsonable(chance)}" for number, chance in value.items())


@value_text.register
def _(field: inputs.ListOf, value: Any) -> str:
    return "; ".join(value_text(field.item, each) for each in value or []) or "none"


@value_text.register
def _(record: inputs.Record, value: Any) -> str:
    """Return the chosen parts of a record: one case fills few of its fields.

    A number beside other numbers is included all the same, as 9 means little without the 10 beside it. If
    nothing was chosen, the result includes everything.
    """
    if not isinstance(value, Mapping):
        return "none"
    if record.phrase:
        return record.phrase(value)
    parts = [(each, value.get(each.name, each.default)) for each in record.fields]
    numbers = [part for part in parts if isinstance(part[0], inputs.Int)]
    chosen = [part for part in parts if not _is_default(*part)]
    if len(numbers) == len(parts):
        return ", ".join(_part(*part) for part in parts)
    if not (parts_to_show := chosen or numbers):
        return record.unmarked
    (field, value), *others = parts_to_show
    is_named = field is record.fields[0] and isinstance(field, (inputs.Choice, inputs.Text))
    # the field that names the record needs no label
    first = value_text(field, value) if is_named and value is not inputs.REQUIRED else _part(field, value)
    return ", ".join([first, *(_in_running_text(_part(*part)) for part in others)])


def _in_running_text(part: str) -> str:
    """Return a part after the first, without the capital of its label in a form; `XP` keeps it."""
    return part if part[1:2].isupper() else f"{part[:1].lower()}{part[1:]}"


def _is_default(field: Input, value: Any) -> bool:
    """Return whether a part of a record has its default value."""
    return value is inputs.REQUIRED or value == field.default or (field.optional and value in (None, "", []))


def _part(field: Input, value: Any) -> str:
    """Return a part of a record: for a flag that is set, only its label.

    A list in a record has a different separator from the records of a list.
    """
    if isinstance(field, inputs.Flag) and value:
        return field.title
    if isinstance(field, inputs.ListOf) and value:
        parts = [value_text(field.item, each) for each in value]
        if isinstance(field.item, inputs.Record):
            parts = [_in_running_text(each) for each in parts]
        return f"{field.title} {' + '.join(parts)}"
    return f"{field.title} {value_text(field, None if value is inputs.REQUIRED else value)}"


def render_inputs(fields: tuple[Input, ...], values: Mapping[str, Any]) -> Markup:
    """Return the inputs and their values as a list of texts, without house rules at the book's value."""
    rows = [
        tag("div", tag("dt", each.title), tag("dd", _full_text(each, values.get(each.name))))
        for each in fields
        if not (each.house_rule and values.get(each.name) == each.default)
    ]
    return tag("dl", rows, class_="input-values")


def _full_text(field: Input, value: Any) -> Markup:
    """Return the text of a value; several records are a list, so that they can be distinguished."""
    if not (isinstance(field, inputs.ListOf) and isinstance(field.item, inputs.Record)):
        return fragment(value_text(field, value))
    if isinstance(value, list) and len(value) > 1:
        return tag("ol", [tag("li", value_text(field.item, each)) for each in value])
    return fragment(value_text(field, value))


def render_example_inputs(fields: tuple[Input, ...], values: Mapping[str, Any]) -> Markup:
    """Return the labels and values of an example's inputs, whose values are fixed.

    Inputs that add nothing, such as a flag that isn't set, and those that only programs can read, such as the
    state of a whole fight, are left out.
    """
    fields_to_show = tuple(
        each
        for each in fields
        if not adds_nothing(each, value := values.get(each.name)) and _has_words(each, value)
    )
    return render_inputs(fields_to_show, values) if fields_to_show else fragment()


def _has_words(field: Input, value: Any) -> bool:
    """Return whether `value_text` has a text for the value."""
    if isinstance(field, inputs.ListOf):
        return all(_has_words(field.item, each) for each in value or [])
    known = value_text.dispatch(type(field)) is not value_text.dispatch(object)
    return known or value is None or isinstance(value, (str, int, float, Fraction))


def adds_nothing(field: Input, value: Any) -> bool:
    """Return whether a value is its default and is none, 0 or no. A default of 10 is worth showing, but not
    the book's value of a quiet input, or of a house rule that forms only show at a table with house rules.
    """
    if value is None:
        return field.optional
    if field.quiet or not field.in_forms:
        return bool(value == field.default)
    return (isinstance(field, inputs.Record) or not value) and bool(value == field.default)
