"""Check a calculator before readers use it, for mistakes that the examples on its pages don't reveal."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from rules_py.base.errors import DeclarationError, InputError
from rules_py.base.jsonable import key_text
from rules_py.calculators.calculator import BoundCalculator, Calculator, Inputs
from rules_py.calculators.measure import CHANCE, VALUE
from rules_py.dice.recording import SeededDice

_SEEDS = range(3)


def check_calculator(calculator: Calculator) -> Iterator[DeclarationError]:
    """Yield what is wrong with the calculator: missing texts, invalid inputs, inconsistent odds or published
    odds.

    Raises whatever the game's own Python raises.
    """
    yield from _check_texts(calculator)
    initial = {each.name: each.initial_value for each in calculator.inputs}
    settings: list[tuple[str, Inputs]] = [("initial values", {})]
    settings += [(f"example {number}", each) for number, each in enumerate(calculator.examples, 1)]
    valid: list[BoundCalculator] = []
    for what, inputs in (*settings, ("worst_case", calculator.worst_case)):
        try:
            valid.append(calculator.bind(initial | dict(inputs)))
        except InputError as error:
            yield _wrong(calculator, what, error.value, error.expected, str(error.faults[0]))
    for setting in valid[: len(settings)]:
        yield from _check_odds(setting) if calculator.has_odds else _check_measures(setting, setting.answer())
    for published in calculator.published:
        try:
            setting = calculator.bind(dict(published.inputs))
        except InputError as error:
            yield _wrong(calculator, "published odds", error.value, error.expected, str(error.faults[0]))
            continue
        if not calculator.has_odds:
            own_chances: Any = setting.answer()
        else:
            own_chances = calculator.scale.chances(setting.odds()) if calculator.scale else setting.odds()
        for key, chance in published.chances.items():
            if own_chances.get(key, 0) != chance:
                what = f"published odds of {key_text(key)} with {dict(published.inputs)}"
                message = f"the game prints {chance}, but the calculator gives {own_chances.get(key, 0)}"
                yield _wrong(calculator, what, chance, "", message)


def _wrong(
    calculator: Calculator, what: str, value: object, expected: str, message: str = ""
) -> DeclarationError:
    return DeclarationError(f"calculator {calculator.id}: {what}", value, expected, message=message)


def _check_texts(calculator: Calculator) -> Iterator[DeclarationError]:
    if not calculator.title:
        yield _wrong(calculator, "title", calculator.title, "a short text for headings")
    if not calculator.summary.endswith((".", "?")):
        yield _wrong(calculator, "summary", calculator.summary, "a sentence that ends in . or ?")
    for each in calculator.inputs:
        if not each.label:
            yield _wrong(calculator, f"input {each.name}: label", each.label, "a short text for the form")


def _check_odds(bound: BoundCalculator) -> Iterator[DeclarationError]:
    """Yield what is wrong with the odds, and with a few rolls with these inputs."""
    calculator = bound.calculator
    seeds = _SEEDS if calculator.rolls_dice else ()
    rolled = [bound.roll(SeededDice(seed)) for seed in seeds]
    for seed, outcome in zip(seeds, rolled, strict=True):
        again = bound.roll(SeededDice(seed))
        if again != outcome:
            message = (
                f"two rolls with the seed {seed} gave {outcome.values()} and {again.values()}. "
                "Use no source of chance but `dice`."
            )
            yield _wrong(calculator, "mechanic", again.values(), "", message)
            return
    odds = bound.odds()
    if sum(odds.weights.values()) != odds.total_weight:
        total = str(Fraction(sum(odds.weights.values()), odds.total_weight))
        yield _wrong(calculator, "sum of all chances", total, "1")
    if calculator.scale:
        calculator.scale.chances(odds)
    yield from _check_measures(bound, odds.measures)
    for seed, outcome in enumerate(rolled):
        if outcome not in odds:
            message = (
                f"a roll with the seed {seed} and {dict(bound.inputs)} gave {outcome.values()}, "
                "which isn't in the odds of its closed_form"
            )
            yield _wrong(calculator, "mechanic", outcome.values(), "", message)
            break
        if not outcome.verdict:
            yield _wrong(calculator, "verdict", outcome.verdict, "the result as text")


def _check_measures(bound: BoundCalculator, answer: Any) -> Iterator[DeclarationError]:
    """Yield measures that are undeclared or have the wrong kind."""
    calculator = bound.calculator
    for name, value in answer.items():
        measure = calculator.measure(name)
        fractions = fractions_in(value)
        if measure is None:
            message = f"{name!r} isn't declared. Add Measure({name!r}, label)."
            yield _wrong(calculator, "measures", name, "", message)
        elif fractions and not measure.words and measure.kind not in (CHANCE, VALUE):
            yield _wrong(calculator, f"measure {name}: kind", measure.kind, "chance or figure")
        elif measure.is_chance and not all(0 <= each <= 1 for each in fractions):
            beyond = next(each for each in fractions if not 0 <= each <= 1)
            message = f"{beyond} isn't a chance from 0 to 1. Use kind='figure' for other numbers."
            yield _wrong(calculator, f"measure {name}", beyond, "", message)


def fractions_in(value: Any) -> list[Fraction]:
    """Return all fractions in a value, however deep."""
    if isinstance(value, Fraction):
        return [value]
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    return [fraction for each in inside for fraction in fractions_in(each)]
