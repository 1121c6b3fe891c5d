"""Valid sample values of inputs, drawn from their declarations alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import singledispatch
from random import Random
from typing import Any

from rules_py.base.errors import InputError
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.calculator import Calculator
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
    NumberChoice,
    Record,
    Several,
    Text,
)
from rules_py.tracker import ActionOption, TrackerSpec
from rules_py.tracker.api_calculators import StateInput

MAX_ENTRIES = 6
"""The most entries of an ordinary sample list; some lists have their maximum length."""
_FORMS = 20
"""The most forms that are filled in for one action option."""

_MAX_VALUES = 12
"""The most values of a number that are all tried."""


def inputs_for(calculator: Calculator, random: Random) -> dict[str, Any]:
    """Return inputs of a calculator: initial values, an example or the worst case, with some values replaced
    by random ones.
    """
    settings: Sequence[Mapping[str, Any]] = ({}, *calculator.examples, calculator.worst_case)
    initial = {each.name: each.initial_value for each in calculator.inputs} | dict(random.choice(settings))
    share = random.choice((0.0, 0.2, 0.6, 1.0))
    drawn = {each.name: valid_value(each, random) for each in calculator.inputs if random.random() < share}
    return dict(to_jsonable(initial | drawn))


def fields_for(fields: Sequence[Input], random: Random, words: Sequence[str] = ()) -> dict[str, Any]:
    """Return values for fields, without some of the optional ones."""
    chosen = [each for each in fields if not _leaves_out(each, random)]
    return {each.name: valid_value(each, random, words) for each in chosen}


def event_for(
    tracker: TrackerSpec[Any],
    state: Any,
    option: ActionOption,
    random: Random,
    chosen: Mapping[str, Any] | None = None,
) -> dict[str, Any] | None:
    """Return an event of this action option, its form filled in; None if none of the tried forms is accepted.

    The first form has the initial values, replaced by those in `chosen`; the others have random valid values.
    """
    names = [each.name for each in tracker.view(state, "").combatants]
    for attempt in range(_FORMS):
        event = {**option.event}
        for each in option.inputs:
            initial = None if attempt else each.initial_value
            event[each.name] = valid_value(each, random, names) if initial is None else initial
        event = {name: value for name, value in event.items() if value is not None} | dict(chosen or {})
        with suppress(InputError):
            tracker.actions.check(state, event)
            return event
        if not option.inputs:
            break
    return None


def _leaves_out(field: Input, random: Random) -> bool:
    return (field.optional or field.default is not REQUIRED) and random.random() < 0.4


def valid_value(field: Input, random: Random, words: Sequence[str] = ()) -> Any:
    """Return a value that the input accepts. Texts are sometimes from `words`, such as names of people."""
    if field.optional and random.random() < 0.2:
        return None
    return _sample_value(field, random, words)


@singledispatch
def _sample_value(field: Input, random: Random, words: Sequence[str]) -> Any:
    """Return the initial value of an input type that is a game's own."""
    return field.initial_value


@_sample_value.register
def _(field: Int, random: Random, words: Sequence[str]) -> Any:
    drawn = random.choice((field.low, field.high, random.randint(field.low, field.high)))
    return str(drawn) if random.random() < 0.1 else drawn


@_sample_value.register(Number)
@_sample_value.register(Chance)
def _(field: Any, random: Random, words: Sequence[str]) -> Any:
    high = getattr(field, "high", 1)
    parts = random.choice((1, 2, 3, 100, 10**12, 10**50))
    return str(Fraction(random.randint(0, parts), parts) * high)


@_sample_value.register
def _(field: Flag, random: Random, words: Sequence[str]) -> Any:
    return random.choice((True, False, "yes", "no"))


@_sample_value.register
def _(field: Choice, random: Random, words: Sequence[str]) -> Any:
    if field.unknown_too and random.random() < 0.2:
        return random.choice((*words, "something unheard of"))
    return random.choice((*field.options, *field.aliases))


@_sample_value.register
def _(field: NumberChoice, random: Random, words: Sequence[str]) -> Any:
    return random.choice([*field.options])


@_sample_value.register
def _(field: Text, random: Random, words: Sequence[str]) -> Any:
    if words and random.random() < 0.8:
        return random.choice(words)[: field.longest]
    return random.choice(("", "Ann", "Odile", "a, b", "ü" * field.longest))


@_sample_value.register
def _(field: Labelled, random: Random, words: Sequence[str]) -> Any:
    key = random.choice([*field.options])
    return f"{key} (of my own)" if key in field.with_words else key


@_sample_value.register
def _(field: Record, random: Random, words: Sequence[str]) -> Any:
    return fields_for(field.fields, random, words)


@_sample_value.register
def _(field: ListOf, random: Random, words: Sequence[str]) -> Any:
    fewest, most = field.fewest, field.most
    many = random.choice(
        (fewest, min(most, fewest + 2), random.randint(fewest, min(most, fewest + MAX_ENTRIES)))
    )
    if random.random() < 0.05:
        many = most
    if isinstance(field.item, (Record, Keyed, ListOf)) and random.random() < 0.7:
        alike = valid_value(field.unnamed_item, random, words)
        return [alike] * many
    return [valid_value(field.unnamed_item, random, words) for _ in range(many)]


@_sample_value.register
def _(field: Several, random: Random, words: Sequence[str]) -> Any:
    options = [*field.item.options]
    many = random.randint(field.fewest, max(field.fewest, min(field.most, len(options))))
    return random.sample(options, min(many, len(options)))


@_sample_value.register
def _(field: DieSizes, random: Random, words: Sequence[str]) -> Any:
    many = random.randint(field.fewest, field.most)
    sizes = [random.choice(field.sizes) for _ in range(many)]
    return sizes if random.random() < 0.7 else " ".join(f"d{each}" for each in sizes)


@_sample_value.register
def _(field: Amounts, random: Random, words: Sequence[str]) -> Any:
    chosen = random.sample([*field.options], min(len(field.options), random.choice((0, 1, 3, 100))))
    return {key: random.choice((0, 1, field.most)) for key in chosen}


@_sample_value.register
def _(field: Keyed, random: Random, words: Sequence[str]) -> Any:
    many = random.choice((0, 1, 3, field.most))
    # the order of a set differs between processes, but a fault must be reproducible
    keys = dict.fromkeys(valid_value(field.key, random, words) or "Own" for _ in range(many))
    return {key: valid_value(field.value, random, words) for key in keys}


@_sample_value.register
def _(field: Distribution, random: Random, words: Sequence[str]) -> Any:
    numbers = random.sample(range(field.high + 1), min(field.high + 1, random.choice((1, 2, 5, 100))))
    whole = random.choice((len(numbers) * 10, 10**6, field.finest))
    cuts = sorted(random.randint(0, whole) for _ in numbers[1:])
    shares = [high - low for low, high in zip([0, *cuts], [*cuts, whole], strict=True)]
    return {str(number): f"{share}/{whole}" for number, share in zip(numbers, shares, strict=True)}


@_sample_value.register
def _(field: StateInput, random: Random, words: Sequence[str]) -> Any:
    start = random.choice(field.tracker.presets)
    return dict(field.tracker.initial_state(_read(field, start.state)).to_json())


def _read(field: StateInput, start: Mapping[str, Any]) -> dict[str, Any]:
    return dict(Record(fields=field.tracker.setup_inputs).parse(start))


def selectable_values(field: Input) -> Sequence[Any]:
    """Return the values that a reader can choose: for a long range of numbers, its ends."""
    if isinstance(field, Flag):
        return False, True
    if isinstance(field, Choice):
        return tuple(field.options)
    if isinstance(field, Int):
        values = range(field.low, field.high + 1)
        return values if len(values) <= _MAX_VALUES else (values[0], values[-1])
    return ()
