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
def value_text(declared: Input, value: Any) -> str:
    """Return the value of an input in words, for pages where no form works: paper, or no JavaScript."""
    return "—" if value is None or value == "" else str(value)


@value_text.register
def _(declared: inputs.Flag, value: Any) -> str:
    return "yes" if value else "no"


@value_text.register
def _(declared: inputs.Choice, value: Any) -> str:
    unknown = value if declared.unknown_too and value else "—"
    return declared.options.get(declared.aliases.get(value, value), unknown)


@value_text.register
def _(declared: inputs.Amounts, value: Any) -> str:
    counts = value if isinstance(value, Mapping) else {}
    return ", ".join(f"{declared.options.get(key, key)} × {count}" for key, count in counts.items()) or "none"


@value_text.register
def _(declared: inputs.Keyed, value: Any) -> str:
    rows = declared.as_rows(value)
    held = [each for each in rows if isinstance(each, Mapping)] if isinstance(rows, list) else []
    told = (f"{each.get('of') or '—'} {value_text(declared.value, each.get('value'))}" for each in held)
    return ", ".join(told) or "none"


@value_text.register
def _(declared: inputs.DieSizes, value: Any) -> str:
    return " ".join(f"d{size}" for size in value) if isinstance(value, list) else value or ""


@value_text.register
def _(declared: inputs.Distribution, value: Any) -> str:
    if not isinstance(value, Mapping):
        return value or ""
    return ", ".join(f"{number}: {to_jsonable(chance)}" for number, chance in value.items())


@value_text.register
def _(declared: inputs.ListOf, value: Any) -> str:
    return "; ".join(value_text(declared.item, each) for each in value or []) or "none"


@value_text.register
def _(declared: inputs.Record, value: Any) -> str:
    """Return the chosen parts of a record: one case fills few of its fields.

    A number beside other numbers is included all the same, as 9 means little without the 10 beside it. If
    nothing was chosen, the result includes everything.
    """
    if not isinstance(value, Mapping):
        return "none"
    if declared.phrase:
        return declared.phrase(value)
    parts = [(each, value.get(each.name, each.default)) for each in declared.fields]
    numbers = [part for part in parts if isinstance(part[0], inputs.Int)]
    chosen = [part for part in parts if not _left_as_it_is(*part)]
    if len(numbers) == len(parts):
        return ", ".join(_part(*part) for part in parts)
    if not (telling := chosen or numbers):
        return declared.unmarked
    (field, value), *others = telling
    is_named = field is declared.fields[0] and isinstance(field, (inputs.Choice, inputs.Text))
    # what names the record needs no label
    first = value_text(field, value) if is_named and value is not inputs.REQUIRED else _part(field, value)
    return ", ".join([first, *(_in_running_text(_part(*part)) for part in others)])


def _in_running_text(part: str) -> str:
    """Return a part after the first, without the capital of its label in a form; `XP` keeps it."""
    return part if part[1:2].isupper() else f"{part[:1].lower()}{part[1:]}"


def _left_as_it_is(declared: Input, value: Any) -> bool:
    """Return whether a part of a record has the value it has if nobody says anything."""
    return (
        value is inputs.REQUIRED or value == declared.default or (declared.optional and value in (None, ""))
    )


def _part(declared: Input, value: Any) -> str:
    """Return a part of a record: its label is all that need be said of a flag that is set.

    A list in a record is joined by another sign than the records of a list.
    """
    if isinstance(declared, inputs.Flag) and value:
        return declared.title
    if isinstance(declared, inputs.ListOf) and value:
        told = [value_text(declared.item, each) for each in value]
        if isinstance(declared.item, inputs.Record):
            told = [_in_running_text(each) for each in told]
        return f"{declared.title} {' + '.join(told)}"
    return f"{declared.title} {value_text(declared, None if value is inputs.REQUIRED else value)}"


def render_inputs(declared: tuple[Input, ...], values: Mapping[str, Any]) -> Markup:
    """Return the inputs and their values as a list in words; house rules unless they are by the book."""
    rows = [
        tag("div", tag("dt", each.title), tag("dd", _said_in_full(each, values.get(each.name))))
        for each in declared
        if not (each.house_rule and values.get(each.name) == each.default)
    ]
    return tag("dl", rows, class_="given")


def _said_in_full(declared: Input, value: Any) -> Markup:
    """Return the text of a value; several records as a list, so that they can be told apart."""
    if not (isinstance(declared, inputs.ListOf) and isinstance(declared.item, inputs.Record)):
        return fragment(value_text(declared, value))
    if isinstance(value, list) and len(value) > 1:
        return tag("ol", [tag("li", value_text(declared.item, each)) for each in value])
    return fragment(value_text(declared, value))


def render_example_inputs(declared: tuple[Input, ...], values: Mapping[str, Any]) -> Markup:
    """`given` for an example, whose values stand: without what adds nothing, such as a flag that isn't
    set, and without what only programs can read, such as the state of a whole fight.
    """
    telling = tuple(
        each
        for each in declared
        if not adds_nothing(each, value := values.get(each.name)) and _has_words(each, value)
    )
    return render_inputs(telling, values) if telling else fragment()


def _has_words(declared: Input, value: Any) -> bool:
    """Return whether `said` knows words for the value."""
    if isinstance(declared, inputs.ListOf):
        return all(_has_words(declared.item, each) for each in value or [])
    known = value_text.dispatch(type(declared)) is not value_text.dispatch(object)
    return known or value is None or isinstance(value, (str, int, float, Fraction))


def adds_nothing(declared: Input, value: Any) -> bool:
    """Return whether a value is none, nought or no, and would be if nobody said so. A usual 10 is worth
    telling, but not the book's value of a house rule that a form shows only at a table with some.
    """
    if value is None:
        return declared.optional
    if declared.quiet or not declared.in_forms:
        return bool(value == declared.default)
    return (isinstance(declared, inputs.Record) or not value) and bool(value == declared.default)
