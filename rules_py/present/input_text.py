"""Inputs with their values in words, for where no form works: on paper, without JavaScript, in examples."""

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
def said(declared: Input, value: Any) -> str:
    """The value of an input in words, for pages where no form works: paper, or no JavaScript."""
    return "—" if value is None or value == "" else str(value)


@said.register
def _(declared: inputs.Flag, value: Any) -> str:
    return "yes" if value else "no"


@said.register
def _(declared: inputs.Choice, value: Any) -> str:
    unknown = value if declared.unknown_too and value else "—"
    return declared.options.get(declared.aliases.get(value, value), unknown)


@said.register
def _(declared: inputs.Amounts, value: Any) -> str:
    counts = value if isinstance(value, Mapping) else {}
    return ", ".join(f"{declared.options.get(key, key)} × {count}" for key, count in counts.items()) or "none"


@said.register
def _(declared: inputs.Keyed, value: Any) -> str:
    rows = declared.as_rows(value)
    held = [each for each in rows if isinstance(each, Mapping)] if isinstance(rows, list) else []
    told = (f"{each.get('of') or '—'} {said(declared.value, each.get('value'))}" for each in held)
    return ", ".join(told) or "none"


@said.register
def _(declared: inputs.DieSizes, value: Any) -> str:
    return " ".join(f"d{size}" for size in value) if isinstance(value, list) else value or ""


@said.register
def _(declared: inputs.Distribution, value: Any) -> str:
    if not isinstance(value, Mapping):
        return value or ""
    return ", ".join(f"{number}: {to_jsonable(chance)}" for number, chance in value.items())


@said.register
def _(declared: inputs.ListOf, value: Any) -> str:
    return "; ".join(said(declared.item, each) for each in value or []) or "none"


@said.register
def _(declared: inputs.Record, value: Any) -> str:
    """Only what was chosen: a record has room for every case, and one case fills little of it.

    Numbers that stand among nothing but numbers are told all the same, as 9 means little without the 10
    beside it; and where nothing was chosen, they are all there is to tell.
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
    first = said(field, value) if is_named and value is not inputs.REQUIRED else _part(field, value)
    return ", ".join([first, *(_in_running_text(_part(*part)) for part in others)])


def _in_running_text(part: str) -> str:
    """A part after the first, without the capital of its label in a form; `XP` keeps it."""
    return part if part[1:2].isupper() else f"{part[:1].lower()}{part[1:]}"


def _left_as_it_is(declared: Input, value: Any) -> bool:
    """Whether a part of a record has the value it has if nobody says anything."""
    return (
        value is inputs.REQUIRED or value == declared.default or (declared.optional and value in (None, ""))
    )


def _part(declared: Input, value: Any) -> str:
    """A part of a record: its label is all that need be said of a flag that is set.

    A list in a record is joined by another sign than the records of a list.
    """
    if isinstance(declared, inputs.Flag) and value:
        return declared.title
    if isinstance(declared, inputs.ListOf) and value:
        told = [said(declared.item, each) for each in value]
        if isinstance(declared.item, inputs.Record):
            told = [_in_running_text(each) for each in told]
        return f"{declared.title} {' + '.join(told)}"
    return f"{declared.title} {said(declared, None if value is inputs.REQUIRED else value)}"


def given(declared: tuple[Input, ...], values: Mapping[str, Any]) -> Markup:
    """All inputs and their values as a list in words."""
    rows = [
        tag("div", tag("dt", each.title), tag("dd", _said_in_full(each, values.get(each.name))))
        for each in declared
    ]
    return tag("dl", rows, class_="given")


def _said_in_full(declared: Input, value: Any) -> Markup:
    """What `said` says; several records one below the other, as in a row nobody could tell them apart."""
    if not (isinstance(declared, inputs.ListOf) and isinstance(declared.item, inputs.Record)):
        return fragment(said(declared, value))
    if isinstance(value, list) and len(value) > 1:
        return tag("ol", [tag("li", said(declared.item, each)) for each in value])
    return fragment(said(declared, value))


def told(declared: tuple[Input, ...], values: Mapping[str, Any]) -> Markup:
    """`given` for an example, whose values stand: without what adds nothing, such as a flag that isn't
    set, and without what only programs can read, such as the state of a whole fight.
    """
    telling = tuple(
        each
        for each in declared
        if not adds_nothing(each, value := values.get(each.name)) and _has_words(each, value)
    )
    return given(telling, values) if telling else fragment()


def _has_words(declared: Input, value: Any) -> bool:
    """Whether `said` knows words for the value."""
    if isinstance(declared, inputs.ListOf):
        return all(_has_words(declared.item, each) for each in value or [])
    known = said.dispatch(type(declared)) is not said.dispatch(object)
    return known or value is None or isinstance(value, (str, int, float, Fraction))


def adds_nothing(declared: Input, value: Any) -> bool:
    """Whether a value is none, nought or no, and would be if nobody said so. A usual 10 is worth telling."""
    if value is None:
        return declared.optional
    if declared.quiet:
        return bool(value == declared.default)
    return (isinstance(declared, inputs.Record) or not value) and bool(value == declared.default)
