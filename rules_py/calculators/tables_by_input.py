"""Random tables of which an input chooses one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from typing import Any

from rules_py.base.errors import DeclarationError, join_or
from rules_py.base.type_check import check_field_types
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.outcome import Outcome
from rules_py.calculators.random_table import RandomTable
from rules_py.calculators.scale import Scale
from rules_py.dice.dice import Dice
from rules_py.dice.odds import Odds
from rules_py.inputs import Choice, Int


@dataclass(frozen=True)
class TablesByInput:
    """Random tables of which an input chooses one. Add its `calculator` to those of the game.

    id       the ID of the calculator, such as `lantern.patrol`
    title    for headings
    by       the input that chooses the table, an `Int` or a `Choice`
    tables   the tables: with a `Choice` by its options, with an `Int` by the number from which each is used,
             the first of them the lowest of the input: `{0: QUIET, 4: HOT}`
    summary  a sentence on when to roll; generated from the input if empty
    rules    the numbers of the rules that it implements

    Raises DeclarationError for tables that don't fit the input.
    """

    id: str
    title: str
    by: Int | Choice
    tables: Mapping[Any, RandomTable]
    _: KW_ONLY
    summary: str = ""
    rules: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_field_types(self, self._wrong)
        keys = list(self.tables)
        if isinstance(self.by, Choice):
            if set(keys) != set(self.by.options):
                raise self._wrong("tables", keys, f"a table for each of {join_or(self.by.options)}")
        elif not keys or keys != sorted(keys) or keys[0] != self.by.low or keys[-1] > self.by.high:
            raise self._wrong(
                "tables", keys, f"numbers in order, {self.by.low} first and {self.by.high} at most"
            )

    def _wrong(self, what: str, value: object, expected: str, **more: str) -> DeclarationError:
        return DeclarationError(f"tables {self.id}: {what}", value, expected, **more)

    def table(self, value: Any) -> RandomTable:
        """Return the table for a value of the input."""
        if isinstance(self.by, Choice):
            return self.tables[value]
        return self.tables[max(key for key in self.tables if key <= value)]

    @cached_property
    def calculator(self) -> Calculator:
        """The calculator that rolls on the chosen table."""

        def roll(dice: Dice, **inputs: Any) -> Outcome:
            [value] = inputs.values()
            return self.table(value).roll(dice)

        def odds(**inputs: Any) -> Odds:
            [value] = inputs.values()
            return self.table(value).calculator.bind({}).odds()

        return Calculator(
            self.id,
            self.title,
            self.summary or f"Roll on the table for this {self.by.label}.",
            (self.by,),
            mechanic=roll,
            closed_form=odds,
            scale=Scale("Entry", "first", ordered=False),
            rules=self.rules,
            examples=tuple({self.by.name: key} for key in self.tables),
        )
