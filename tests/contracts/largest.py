"""The inputs of a calculator that cost most: those it names as its `largest`, else everything as large as it
may be and as goes together.
"""

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
    """Checked inputs by name. Raises InputError where the calculator itself has to say which they are."""
    usual = {each.name: each.initial_value for each in calculator.inputs}
    if calculator.worst_case:
        return calculator.parse(usual | dict(calculator.worst_case))
    largest = {each.name: _largest(each) for each in calculator.inputs}
    for _ in calculator.inputs:
        try:
            return calculator.parse(largest)
        except InputError as error:
            largest |= {name: usual[name] for name in {each.field.partition(".")[0] for each in error.faults}}
    return calculator.parse(usual)


@singledispatch
def _largest(declared: Input) -> Any:
    """Return the initial value, for inputs whose cost doesn't depend on the value."""
    return declared.initial_value


@_largest.register(Int)
@_largest.register(Number)
def _(declared: Int | Number) -> Any:
    return declared.high


@_largest.register
def _(declared: Flag) -> bool:
    return True


@_largest.register
def _(declared: Choice) -> Any:
    return [*declared.options][-1] if declared.initial_value is None else declared.initial_value


@_largest.register
def _(declared: ListOf) -> Any:
    return [_largest(declared.unnamed_item)] * declared.most


@_largest.register
def _(declared: Several) -> Any:
    return [*declared.item.options][: declared.most]


@_largest.register
def _(declared: DieSizes) -> Any:
    return [max(declared.sizes)] * declared.most


@_largest.register
def _(declared: Amounts) -> Any:
    return dict.fromkeys(declared.options, declared.most)


@_largest.register
def _(declared: Record) -> Any:
    return {each.name: _largest(each) for each in declared.fields}


@_largest.register
def _(declared: Keyed) -> Any:
    keys = [*declared.key.options] if isinstance(declared.key, Choice) else []
    names = [*keys, *(f"My {number}" for number in range(declared.most))][: declared.most]
    return dict.fromkeys(names, _largest(declared.value))


@_largest.register
def _(declared: Distribution) -> Any:
    return dict.fromkeys(range(declared.high + 1), f"1/{declared.high + 1}")
