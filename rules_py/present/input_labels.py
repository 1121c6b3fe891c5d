"""A value with as much of its input's label as it takes to know what it is: `Average`, `2 steps of
improvement`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import singledispatch
from typing import Any

from rules_py import inputs
from rules_py.base.wording import count_label, signed
from rules_py.inputs import Input
from rules_py.present.input_text import value_text


def plain_house_rule(declared: Input) -> Input:
    """Return a house rule as where everything is one, which its label needn't say."""
    label = declared.label
    return replace(declared, house_rule=False, in_forms=True, label=label[:1].upper() + label[1:])


@singledispatch
def labelled_value(declared: Input, value: Any) -> str:
    """Return the value as it is called where nothing else says which input it belongs to."""
    return f"{declared.title}: {value_text(declared, value)}"


@labelled_value.register
def _int(declared: inputs.Int, value: Any) -> str:
    if value is None:
        return f"{declared.title} —"
    counted = count_label(value, declared.title) if declared.low >= 0 else ""
    return counted or f"{declared.title} {signed(value)}"


@labelled_value.register
def _flag(declared: inputs.Flag, value: Any) -> str:
    if declared.house_rule and value == declared.default:
        return "standard rules"
    return declared.title if value else f"without “{declared.title}”"


@labelled_value.register
def _choice(declared: inputs.Choice, value: Any) -> str:
    return value_text(declared, value) if value is not None else f"{declared.title} —"


def labelled_values(declared: Iterable[Input], values: Mapping[str, Any]) -> str:
    """Several values in a row; a choice says what it is a choice of where another might be meant."""
    known = tuple(declared)
    if len(known) == 1 and not isinstance(known[0], (inputs.Int, inputs.Flag, inputs.Choice)):
        return value_text(known[0], values[known[0].name])
    options = [key for each in known if isinstance(each, inputs.Choice) for key in each.options]
    return ", ".join(_apart(each, values[each.name], options) for each in known)


def _apart(declared: Input, value: Any, options: list[str]) -> str:
    if isinstance(declared, inputs.Choice) and any(options.count(each) > 1 for each in declared.options):
        return f"{declared.title} {value_text(declared, value)}"
    return labelled_value(declared, value)
