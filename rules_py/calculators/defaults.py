"""Fill in initial values for missing inputs, on a page and on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_py.calculators.calculator import Calculator
from rules_py.inputs import Record
from rules_py.inputs.base import REQUIRED


def initial_values_for_missing(calculator: Calculator, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the initial values of missing inputs without a default, including missing parts of records."""
    initial: dict[str, Any] = {}
    for each in calculator.inputs:
        if each.default is REQUIRED and each.start is not REQUIRED:
            parts = values.get(each.name, {})
            if each.name not in values:
                initial[each.name] = each.start
            elif isinstance(each, Record) and isinstance(parts, Mapping) and isinstance(each.start, Mapping):
                initial[each.name] = {name: value for name, value in each.start.items() if name not in parts}
    return {name: value for name, value in initial.items() if value != {}}


def with_initial_values(calculator: Calculator, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the provided inputs, completed with initial values for the missing ones."""
    return merge_inputs(values, initial_values_for_missing(calculator, values))


def merge_inputs(values: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """Return both mappings of inputs merged, records included; values in `values` take precedence."""
    records = {name: {**more[name], **values[name]} for name in values.keys() & more.keys()}
    return {**more, **values, **records}
