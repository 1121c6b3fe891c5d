"""Calculators, their inputs and their odds as data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import singledispatch
from typing import Any

from hooks.export.data.values import number, without_empty
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.calculator import Calculator, PublishedOdds
from rules_py.calculators.scale import Scale
from rules_py.inputs import (
    REQUIRED,
    Amounts,
    Chance,
    Choice,
    DieSizes,
    Distribution,
    Flag,
    Input,
    Int,
    Keyed,
    Labelled,
    ListOf,
    Number,
    Record,
    Several,
    Text,
)


def calculator_data(calculator: Calculator, place: Mapping[str, str]) -> dict[str, Any]:
    """Return a calculator; `place` is the page and anchor of its form, empty if it has none."""
    scales = filter(None, (calculator.scale, calculator.second_scale))
    return {
        "id": calculator.id,
        "title": calculator.title,
        "summary": calculator.summary,
        "gives": "odds" if calculator.has_odds else "answer",
        "rolls": calculator.rolls_dice,
        **place,
        **without_empty(rules=list(calculator.rules), api_only=calculator.api_only or None),
        "inputs": [input_data(each) for each in calculator.inputs],
        **without_empty(
            scales=[_scale(each) for each in scales],
            measures=[{"name": each.name, "label": each.label} for each in calculator.measures],
            published=[_published(calculator, each) for each in calculator.published],
        ),
    }


def _scale(scale: Scale) -> dict[str, Any]:
    grades = [
        {
            "key": to_jsonable(each.key),
            "label": each.label,
            "tone": each.tone,
            **without_empty(rule=each.rule),
        }
        for each in scale.grades
    ]
    return {
        "title": scale.title,
        "ordered": scale.ordered,
        **without_empty(success_from=to_jsonable(scale.success_from), success_label=scale.success_label),
        "grades": grades,
    }


def _published(calculator: Calculator, published: PublishedOdds) -> dict[str, Any]:
    scale = calculator.scale
    chances = [
        {"key": to_jsonable(key), **without_empty(label=scale and scale.label(key)), "chance": number(chance)}
        for key, chance in published.chances.items()
    ]
    return {"source": published.source, "inputs": to_jsonable(published.inputs), "chances": chances}


def input_data(declared: Input) -> dict[str, Any]:
    """Return an input with its type, limits and default."""
    required = declared.default is REQUIRED and not declared.optional
    initial = declared.initial_value
    return {
        **without_empty(name=declared.name),
        "label": declared.title,
        **_type(declared),
        "expected": str(declared.expected),
        "required": required,
        **({} if declared.default is REQUIRED else {"default": to_jsonable(declared.default)}),
        **({} if initial is None or initial == declared.default else {"initial": to_jsonable(initial)}),
        **without_empty(
            help=declared.help, rule=declared.rule, house_rule=True if declared.house_rule else None
        ),
    }


@singledispatch
def _type(declared: Input) -> dict[str, Any]:
    """Return the type of an input and its limits. An input of a game's own type has the type `other`."""
    return {"type": "other"}


@_type.register
def _(declared: Int | Number) -> dict[str, Any]:
    kind = "integer" if isinstance(declared, Int) else "number"
    return {"type": kind, "minimum": declared.low, "maximum": declared.high}


@_type.register
def _(declared: Chance) -> dict[str, Any]:
    return {"type": "chance", "minimum": 0, "maximum": 1}


@_type.register
def _(declared: Flag) -> dict[str, Any]:
    return {"type": "boolean"}


@_type.register
def _(declared: Choice | Labelled) -> dict[str, Any]:
    with_words = declared.with_words if isinstance(declared, Labelled) else ()
    return {"type": "choice", "options": _options(declared.options, with_words)}


@_type.register
def _(declared: Text) -> dict[str, Any]:
    return {"type": "text", "max_length": declared.longest}


@_type.register
def _(declared: ListOf) -> dict[str, Any]:
    unique = {"unique_items": True} if isinstance(declared, Several) else {}
    limits = {"min_items": declared.fewest, "max_items": declared.most}
    return {"type": "list", **limits, **unique, "item": input_data(declared.unnamed_item)}


@_type.register
def _(declared: DieSizes) -> dict[str, Any]:
    limits = {"min_items": declared.fewest, "max_items": declared.most}
    return {"type": "dice", **limits, "sizes": list(declared.sizes)}


@_type.register
def _(declared: Amounts) -> dict[str, Any]:
    return {"type": "amounts", "minimum": 0, "maximum": declared.most, "options": _options(declared.options)}


@_type.register
def _(declared: Keyed) -> dict[str, Any]:
    return {"type": "mapping", "max_items": declared.most, "item": input_data(declared.value)}


@_type.register
def _(declared: Distribution) -> dict[str, Any]:
    return {"type": "distribution", "minimum": 0, "maximum": declared.high}


@_type.register
def _(declared: Record) -> dict[str, Any]:
    return {"type": "record", "fields": [input_data(each) for each in declared.fields]}


def _options(options: Mapping[Any, str], with_words: Iterable[str] = ()) -> list[dict[str, Any]]:
    return [
        {"value": key, "label": label, **({"own_words": True} if key in with_words else {})}
        for key, label in options.items()
    ]


def odds_data(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table of odds of a page, with every cell exactly and as a decimal."""
    cells = [[number(Fraction(cell)) for cell in row] for row in table["cells"]]
    return {**{name: value for name, value in table.items() if value not in (None, "")}, "cells": cells}
