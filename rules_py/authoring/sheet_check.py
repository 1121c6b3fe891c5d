"""Check a game's sheet before readers use it, blank and with random values."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from random import Random
from typing import Any

from rules_py.authoring.samples import fields_for, selectable_values
from rules_py.base.errors import DeclarationError, InputError, TooManyBranchesError, join_or
from rules_py.base.jsonable import to_jsonable
from rules_py.base.suggest import KnownNames
from rules_py.calculators.calculator import BoundCalculator
from rules_py.calculators.outcome import Outcome
from rules_py.inputs import Int
from rules_py.sheets.panel import Cost, OpenChoices, RollButton
from rules_py.sheets.sheet import Sheet
from rules_py.systems.game import Game
from rules_py.systems.listed_choices import choices_of

_CHARACTERS = 40


def check_sheet(game: Game) -> Iterator[DeclarationError]:
    """Yield what is wrong with the game's sheet, blank and with random values.

    Raises whatever the game's own Python raises.
    """
    sheet = game.sheet
    if sheet is None:
        return
    drawn = (fields_for(sheet.fields, Random(seed)) for seed in range(_CHARACTERS))
    moment = {each.name: each.initial_value for each in sheet.play.situation}
    costs = _CostChecker(game, sheet)
    for data in (sheet.blank(), *drawn):
        reading, report = sheet.parse_and_evaluate(data)
        in_play = sheet.panels_in_play(reading, report, moment)
        for problem in report.problems:
            if problem.top not in data and problem.top not in {each.name for each in sheet.fields}:
                expected = join_or(each.name for each in sheet.fields)
                yield _wrong_on_sheet(game, f"field of problem {problem.code}", problem.field, expected)
        for panel in (*report.panels, *in_play):
            for cell in (cell for row in panel.rows for cell in row):
                yield from _check_cell(game, costs, panel.title, cell)


def _check_cell(game: Game, costs: _CostChecker, panel: str, cell: Any) -> Iterator[DeclarationError]:
    """Yield what is wrong with a cell of a panel, or with the roll that it offers."""
    if isinstance(cell, float) or not isinstance(cell, (str, int, Fraction, RollButton, OpenChoices)):
        expected = "a text, a whole number, a Fraction, a RollButton or OpenChoices"
        yield _wrong_on_sheet(game, f"panel {panel}: cell", cell, expected)
    if isinstance(cell, OpenChoices):
        yield from _check_open_choices(game, panel, cell)
    if not isinstance(cell, RollButton):
        return
    calculator = next((each for each in game.calculators if each.id == cell.calculator), None)
    if calculator is None:
        expected = join_or(each.id for each in game.calculators)
        yield _wrong_on_sheet(game, f"calculator of the roll {cell.label}", cell.calculator, expected)
        return
    try:
        bound = calculator.bind(dict(cell.inputs))
    except InputError as error:
        what = f"roll {cell.label} of {calculator.id}"
        yield _wrong_on_sheet(game, what, error.value, error.expected, str(error.faults[0]))
        return
    yield from costs.faults(cell, bound)


def _check_open_choices(game: Game, panel: str, cell: OpenChoices) -> Iterator[DeclarationError]:
    """Yield what is wrong with open choices: a path without a Choice, or values that aren't among its
    options.
    """
    assert game.sheet
    known = choices_of(game.sheet)
    if cell.path not in known:
        yield _wrong_on_sheet(game, f"panel {panel}: path of open choices", cell.path, join_or(known))
        return
    values = [str(each) for each in known[cell.path].options]
    for name in cell.names:
        if name not in values:
            yield _wrong_on_sheet(game, f"panel {panel}: open choice of {cell.path}", name, join_or(values))


class _CostChecker:
    """A check of the costs of rolls, which caches outcomes because the same rolls recur for other
    characters.
    """

    def __init__(self, game: Game, sheet: Sheet) -> None:
        self._game, self._sheet = game, sheet
        self._answers: dict[str, tuple[Any, ...]] = {}

    def faults(self, button: RollButton, bound: BoundCalculator) -> Iterator[DeclarationError]:
        """Yield what is wrong with the costs of a roll: their fields, and their amounts for every outcome."""
        for spend in button.costs:
            what = f"cost of the roll {button.label}"
            try:
                field = self._sheet.at(spend.field)
            except DeclarationError as error:
                yield _wrong_on_sheet(self._game, what, spend.field, error.expected)
                continue
            if not isinstance(field, Int):
                expected = "the field of an Int(…)"
                yield _wrong_on_sheet(self._game, what, spend.field, expected)
            elif spend.when:
                yield from self._amounts(button, spend, field, bound)

    def _amounts(
        self, button: RollButton, spend: Cost, field: Int, bound: BoundCalculator
    ) -> Iterator[DeclarationError]:
        for each in _variants(bound, button.prompted):
            try:
                amounts = self._answers_by(each, spend.when)
            except TooManyBranchesError:
                what = f"cost of the roll {button.label} at {spend.field}"
                message = (
                    f"too many branches to check it with {dict(each.inputs)}. "
                    "Give the calculator a closed_form, or use fewer dice."
                )
                yield _wrong_on_sheet(self._game, what, dict(each.inputs), "", message)
                return
            if not amounts:
                yield self._unknown(button, spend, each)
                return
            back, most = field.high - field.low, abs(spend.by)
            for cost in amounts:
                what = f"cost of the roll {button.label} at {spend.field}: {spend.when}"
                if not isinstance(cost, int):
                    yield _wrong_on_sheet(self._game, what, cost, "a whole number, yes or no")
                    return
                if not -back <= cost <= most:
                    expected = f"a whole number from {-back} (give all of it back) to {most} (`by`)"
                    yield _wrong_on_sheet(self._game, what, cost, expected)
                    return

    def _answers_by(self, bound: BoundCalculator, when: str) -> tuple[Any, ...]:
        """Return the different values of this field over all outcomes of the odds."""
        key = json.dumps([bound.calculator.id, to_jsonable(bound.inputs), when])
        if key not in self._answers:
            values = [each.values() for each in bound.odds() if isinstance(each, Outcome)]
            self._answers[key] = tuple(dict.fromkeys(each[when] for each in values if when in each))
        return self._answers[key]

    def _unknown(self, button: RollButton, spend: Cost, bound: BoundCalculator) -> DeclarationError:
        outcome = next((each.values() for each in bound.odds() if isinstance(each, Outcome)), {})
        known = [name for name, value in outcome.items() if isinstance(value, int)]
        expected = KnownNames(
            join_or(known) if known else "a field of the outcome with a whole number, yes or no", known
        )
        what = f"cost of the roll {button.label} at {spend.field}: when"
        return _wrong_on_sheet(self._game, what, spend.when, expected)


def _variants(bound: BoundCalculator, names: Sequence[str]) -> Iterator[BoundCalculator]:
    """Yield a roll unchanged, then with each other value of each input that it asks for."""
    yield bound
    for declared in bound.calculator.inputs:
        if declared.name in names:
            for value in selectable_values(declared):
                with suppress(InputError):  # the value doesn't fit the other inputs
                    yield bound.calculator.bind({**bound.inputs, declared.name: value})


def _wrong_on_sheet(
    game: Game, what: str, value: object, expected: str, message: str = ""
) -> DeclarationError:
    return DeclarationError(f"sheet of {game.id}: {what}", value, expected, message=message)
