"""Errors that the check of a sheet finds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from rules_py.authoring.sheet_check import check_sheet
from rules_py.base.errors import DeclarationError
from rules_py.base.problems import Problem
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.outcome import Outcome
from rules_py.calculators.scale import Scale
from rules_py.dice.dice import Dice
from rules_py.inputs import Choice, Int, Text
from rules_py.sheets.panel import Cost, OpenChoices, Panel, RollButton
from rules_py.sheets.sheet import Section, Sheet, SheetReport
from rules_py.sheets.sheet_parser import ParsedSheet
from rules_py.systems.game import Game
from tests.core.test_calculator_check import VALID


def _sheet_errors(cells: tuple[Any, ...] = (), problems: tuple[Problem, ...] = ()) -> list[str]:
    """Return the errors of a game whose sheet has these cells and problems."""
    name = Text("name", "Name")
    rope = Choice("rope", "Rope", {"hemp": "Hemp", "wire": "Wire"}, start="hemp")

    def evaluate(parsed_sheet: ParsedSheet) -> SheetReport:
        return SheetReport(problems, {}, panels=(Panel("Ropes", ("Rope",), (cells,)),))

    sheet = Sheet(
        version=1,
        sections=(Section("Who", (name, rope, Int("breath", "Breath", 0, 9, default=3))),),
        evaluate=evaluate,
    )
    messages = check_sheet(Game("war", "War", "A war", order=1, calculators=(VALID,), sheet=sheet))
    return [*dict.fromkeys(map(str, messages))]


TUG = RollButton("war.tug", {"most": 2}, "Tug", Fraction(1, 2))


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        (7, ""),
        (Fraction(1, 2), ""),
        (TUG, ""),
        (
            OpenChoices("ropes.*", {}),
            "panel Ropes: path of open choices: unknown value 'ropes.*' (expected rope)",
        ),
        (
            OpenChoices("rope", {"silk": "Silk"}),
            "panel Ropes: open choice of rope: unknown value 'silk' (expected hemp or wire)",
        ),
        (OpenChoices("rope", {"hemp": "Hemp"}), ""),
        (replace(TUG, costs=(Cost("breath", 6, "paces"),)), ""),
        (
            0.5,
            "panel Ropes: cell: expected a text, a whole number, a Fraction, a RollButton or OpenChoices, got 0.5",
        ),
        (
            None,
            "panel Ropes: cell: expected a text, a whole number, a Fraction, a RollButton or OpenChoices, got nothing",
        ),
        (
            replace(TUG, calculator="war.push"),
            "calculator of the roll Tug: unknown value 'war.push' (expected war.tug)",
        ),
        (
            replace(TUG, inputs={"most": 7}),
            "roll Tug of war.tug: most: expected a whole number from 1 to 6, got 7",
        ),
        (
            replace(TUG, costs=(Cost("beer"),)),
            "cost of the roll Tug: unknown value 'beer' (expected name, rope or breath)",
        ),
        (
            replace(TUG, costs=(Cost("breath", 6, "words"),)),
            "cost of the roll Tug at breath: words: expected a whole number, yes or no, got 'pulled'",
        ),
        (
            replace(TUG, costs=(Cost("breath", 1, "pace"),)),
            "cost of the roll Tug at breath: when: unknown value 'pace' (expected paces). Did you mean 'paces'?",
        ),
        (
            replace(TUG, costs=(Cost("breath", 1, "paces"),)),
            "cost of the roll Tug at breath: paces: expected a whole number from -9 (give all of it back) to 1 (`by`), got 2",
        ),
        (
            replace(TUG, costs=(Cost("name"),)),
            "cost of the roll Tug: expected the field of an Int(…), got 'name'",
        ),
    ],
)
def test_check_sheet_reports_invalid_cells(cell, words) -> None:
    assert _sheet_errors((cell,)) == [f"sheet of war: {words}"] * bool(words)


def _resist(dice: Dice, *, nerve: int) -> Tally:
    """Roll to resist; two sixes give a negative cost, which three seeds don't roll."""
    sixes = dice.tally(nerve, 6, lambda face: face == 6)[True]
    return Tally(cost=-sixes if sixes > 1 else 6 - sixes, kind="none" if sixes == nerve else 1)


@dataclass(frozen=True, kw_only=True)
class Tally(Outcome):
    """The cost of resisting."""

    cost: int
    kind: Any

    @property
    def verdict(self) -> str:
        return str(self.cost)


RESISTING = Calculator(
    "war.resist",
    "Resist",
    "What does it cost?",
    (Int("nerve", "Nerve", 1, 4, start=2),),
    mechanic=_resist,
    scale=Scale("Cost", of="cost"),
)


def _cost_errors(asks: tuple[str, ...] = (), **spend: Any) -> list[str]:
    """Return the errors of the cost of a roll, for a field from 0 to 3."""
    cell = RollButton("war.resist", {"nerve": 2}, "Resist", Fraction(1, 2), asks, (Cost("stress", **spend),))
    sheet = Sheet(
        version=1,
        sections=(Section("Who", (Int("stress", "Stress", 0, 3, start=0),)),),
        evaluate=lambda reading: SheetReport((), {}, panels=(Panel("Rolls", ("Roll",), ((cell,),)),)),
    )
    problems = check_sheet(Game("war", "War", "A war", order=1, calculators=(RESISTING,), sheet=sheet))
    return [*dict.fromkeys(map(str, problems))]


COST = "sheet of war: cost of the roll Resist at stress"


@pytest.mark.parametrize(
    ("spend", "words"),
    [
        ({"by": 6, "when": "cost"}, []),
        ({"by": -6, "when": "cost"}, []),
        ({"by": -6, "when": "cost", "clips": True}, []),
        (
            {"by": -5, "when": "cost"},
            [f"{COST}: cost: expected a whole number from -3 (give all of it back) to 5 (`by`), got 6"],
        ),
        (
            {"by": -6, "when": "cost", "asks": ("nerve",)},
            [f"{COST}: cost: expected a whole number from -3 (give all of it back) to 6 (`by`), got -4"],
        ),
        ({"by": 6, "when": "kind"}, [f"{COST}: kind: expected a whole number, yes or no, got 'none'"]),
    ],
)
def test_cost_is_checked_for_every_outcome(spend, words) -> None:
    assert _cost_errors(**spend) == words


def test_cost_of_zero_is_refused() -> None:
    with pytest.raises(
        DeclarationError,
        match="cost at 'stress': by: expected a whole number above 0, or below 0 to add, got 0",
    ):
        Cost("stress", 0)


@pytest.mark.parametrize(("field", "faults"), [("breath", []), ("breath.0", []), ("beer", ["beer"])])
def test_check_sheet_reports_problems_at_unknown_fields(field, faults) -> None:
    mistakes = _sheet_errors(problems=(Problem(field, "winded", "Breathe."),))
    assert mistakes == [
        f"sheet of war: field of problem winded: unknown value {each!r} (expected name, rope or breath)"
        for each in faults
    ]
