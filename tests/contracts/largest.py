"""The most expensive inputs of a calculator: its `worst_case`, or else the largest valid inputs."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from rules_py.base.errors import InputError
from rules_py.calculators.calculator import Calculator
from rules_py.inputs import (
    Amounts,
    Choice,
    DieSizes,
    Distribution,
    Flag,
    Input,
    Int,
    Keyed,
    ListOf,
    Number,
    Record,
    Several,
)


def largest_inputs(calculator: Calculator) -> dict[str, Any]:
    """Return checked inputs by name. Raises InputError if the calculator has to declare its `worst_case`."""
    initial = {each.name: each.initial_value for each in calculator.inputs}
    if calculator.worst_case:
        return calculator.parse(initial | dict(calculator.worst_case))
    largest = {each.name: _largest(each) for each in calculator.inputs}
    for _ in calculator.inputs:
        try:
            return calculator.parse(largest)
        except InputError as error:
            largest |= {
                name: initial[name] for name in {each.field.partition(".")[0] for each in error.faults}
            }
    return calculator.parse(initial)


@singledispatch
def _largest(field: Input) -> Any:
    """Return the initial value, for inputs whose cost doesn't depend on the value."""
    return field.initial_value


@_largest.register(Int)
@_largest.register(Number)
def _(field: Int | Number) -> Any:
    return field.high


@_largest.register
def _(field: Flag) -> bool:
    return True


@_largest.register
def _(field: Choice) -> Any:
    return [*field.options][-1] if field.initial_value is None else field.initial_value


@_largest.register
def _(field: ListOf) -> Any:
    return [_largest(field.unnamed_item)] * field.most


@_largest.register
def _(field: Several) -> Any:
    return [*field.item.options][: field.most]


@_largest.register
def _(field: DieSizes) -> Any:
    return [max(field.sizes)] * field.most


@_largest.register
def _(field: Amounts) -> Any:
    return dict.fromkeys(field.options, field.most)


@_largest.register
def _(field: Record) -> Any:
    return {each.name: _largest(each) for each in field.fields}


@_largest.register
def _(field: Keyed) -> Any:
    keys = [*field.key.options] if isinstance(field.key, Choice) else []
    names = [*keys, *(f"My {number}" for number in range(field.most))][: field.most]
    return dict.fromkeys(names, _largest(field.value))


@_largest.register
def _(field: Distribution) -> Any:
    return dict.fromkeys(range(field.high + 1), f"1/{field.high + 1}")
