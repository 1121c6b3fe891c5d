"""Read values from the page's requests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules_py.base.errors import InputError
from rules_py.calculators.house_rules import MAX_VALUES
from rules_py.dice.incremental import Incremental
from rules_py.systems import registry

MAX_NAME_CHARS = 120
"""Characters of a name that is shown beside odds or house rules."""

type Reply = dict[str, Any]

type Action = Callable[[Mapping[str, Any]], Reply | Incremental[Reply]]
"""A function from the JSON of a request to its reply, at once or incrementally. Raises InputError if the
request is invalid.
"""


def value_of(request: Mapping[str, Any], name: str) -> Any:
    """Return the request's value for this name, unchecked."""
    return request.get(name)


def inputs_of(request: Mapping[str, Any], *own: str) -> dict[str, Any]:
    """Return the calculator's inputs; `own` lists names that are fields of the request itself."""
    inputs = request.get("inputs", {})
    if not isinstance(inputs, Mapping):
        raise InputError.at("inputs", inputs, "a mapping of input names to values", code="bad_request")
    for name in own:
        if name in inputs:
            raise InputError.at("inputs", name, "the calculator's own inputs", code="unknown_input")
    return dict(inputs)


def house_of(request: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the values of the table's house rules, unchecked; empty without any."""
    house = request.get("house", {})
    if not isinstance(house, Mapping) or len(house) > MAX_VALUES:
        raise InputError.at("house", house, "a mapping of house rules to values", code="bad_request")
    return house


def house_name_of(request: Mapping[str, Any]) -> str:
    """Return the name of the table's set of house rules, "" without one."""
    name = request.get("house_name", "")
    return name[:MAX_NAME_CHARS] if isinstance(name, str) else ""


def table_inputs_of(request: Mapping[str, Any], *own: str) -> dict[str, Any]:
    """Return the calculator's inputs as `inputs_of`, with the table's house rules that they don't name."""
    inputs, house = inputs_of(request, *own), house_of(request)
    if not house:
        return inputs
    return registry.calculator(value_of(request, "calculator")).with_house_rules(house, inputs)


def records_of(request: Mapping[str, Any], name: str, most: int) -> list[Mapping[str, Any]]:
    """Return a list of at most `most` mappings, whose contents are not checked."""
    records = request.get(name)
    if (
        isinstance(records, list)
        and len(records) <= most
        and all(isinstance(each, Mapping) for each in records)
    ):
        return records
    raise InputError.at(name, records, f"a list of at most {most} mappings", code="bad_request")


def name_of(request: Mapping[str, Any]) -> str:
    """Return the name from the request, truncated to the maximum length, or an empty string."""
    name = request.get("name", "")
    return name[:MAX_NAME_CHARS] if isinstance(name, str) else ""


def id_of(request: Mapping[str, Any]) -> str:
    """Return the id of the requesting element, which prefixes the ids in the reply."""
    return str(request.get("id", ""))[:MAX_NAME_CHARS]
