"""Values with as much of their inputs' labels as they need to be clear: `Average`, `2 steps of
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


def plain_house_rule(field: Input) -> Input:
    """Return a house rule with the label for a list of house rules, which needn't say that it is one."""
    label = field.label
    return replace(field, house_rule=False, in_forms=True, label=label[:1].upper() + label[1:])


@singledispatch
def labelled_value(field: Input, value: Any) -> str:
    """Return the value with its label, for a place where nothing else names its input."""
    return f"{field.title}: {value_text(field, value)}"


@labelled_value.register
def _int(field: inputs.Int, value: Any) -> str:
    if value is None:
        return f"{field.title} —"
    text = count_label(value, field.title) if field.low >= 0 else ""
    return text or f"{field.title} {signed(value)}"


@labelled_value.register
def _flag(field: inputs.Flag, value: Any) -> str:
    if field.house_rule and value == field.default:
        return "standard rules"
    return field.title if value else f"without “{field.title}”"


@labelled_value.register
def _choice(field: inputs.Choice, value: Any) -> str:
    if value is None:
        return f"{field.title} —"
    text = value_text(field, value)
    return f"{field.title}: {text}" if field.house_rule and value != field.default else text


def labelled_values(fields: Iterable[Input], values: Mapping[str, Any]) -> str:
    """Return several values joined. A choice has its label if another one has the same option."""
    declared = tuple(fields)
    if len(declared) == 1 and not isinstance(declared[0], (inputs.Int, inputs.Flag, inputs.Choice)):
        return value_text(declared[0], values[declared[0].name])
    options = [key for each in declared if isinstance(each, inputs.Choice) for key in each.options]
    return ", ".join(_distinct_value(each, values[each.name], options) for each in declared)


def _distinct_value(field: Input, value: Any, options: list[str]) -> str:
    if isinstance(field, inputs.Choice) and any(options.count(each) > 1 for each in field.options):
        return f"{field.title} {value_text(field, value)}"
    return labelled_value(field, value)
