"""The inputs of a form after one change."""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch
from typing import Any

from rules_py.base.errors import InputError
from rules_py.calculators.calculator import BoundCalculator
from rules_py.inputs import Choice, Flag, Input, Int

NEAREST_NUMBERS = 10
"""The numbers on each side of the printed one."""


def one_change(bound: BoundCalculator) -> Iterator[BoundCalculator]:
    """Yield the calculator with each other value of one number, choice or switch that its form accepts.

    Numbers that are house rules are left out: a table sets them once, not roll by roll.
    """
    for each in bound.calculator.inputs:
        if each.house_rule and isinstance(each, Int):
            continue
        for value in _values(each, bound.inputs[each.name]):
            if value == bound.inputs[each.name]:
                continue
            try:
                yield bound.calculator.bind({**bound.inputs, each.name: value})
            except InputError:
                continue  # it doesn't go with the other inputs


@singledispatch
def _values(field: Input, current: Any) -> Iterator[Any]:
    """Yield values of an input near the current one."""
    yield from ()


@_values.register
def _(field: Int, current: Any) -> Iterator[Any]:
    if isinstance(current, int):
        low, high = current - NEAREST_NUMBERS, current + NEAREST_NUMBERS
        yield from range(max(low, field.low), min(high, field.high) + 1)


@_values.register
def _(field: Choice, current: Any) -> Iterator[Any]:
    yield from field.options


@_values.register
def _(field: Flag, current: Any) -> Iterator[Any]:
    yield from (False, True)
