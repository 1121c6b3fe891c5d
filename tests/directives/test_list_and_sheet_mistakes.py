"""Mistakes in a game's random tables, lists and character sheet, reported with place and expected value."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.directives.guide_game import FINDS, SHEET, replace_once

TABLE = """from rules_py.calculators.random_table import RandomTable, TableEntry
DARK = RandomTable("lantern.dark", "Out there", "{dice}", ({entries}))

FIND_LIST = """
MISTAKES = {
    "a table with a gap": (
        FINDS,
        "FIND_LIST = ",
        TABLE.format(dice="2d6", entries='TableEntry("2-6", "Moths"), TableEntry("8-12", "Oil")'),
        "rules_py/systems/lantern/finds.py:13: table lantern.dark: entries: no entry for 7 after 2-6. Add an entry for 7, or extend the range of an entry next to it.",
    ),
    "a table whose entries overlap": (
        FINDS,
        "FIND_LIST = ",
        TABLE.format(dice="d8", entries='TableEntry("1-4", "Moths"), TableEntry("4-8", "Oil")'),
        "rules_py/systems/lantern/finds.py:13: table lantern.dark: entries: 1-4 and 4-8 both contain 4. Give each number one entry.",
    ),
    "a table beyond its dice": (
        FINDS,
        "FIND_LIST = ",
        TABLE.format(dice="d66", entries='TableEntry("11-36", "Moths"), TableEntry("41-67", "Oil")'),
        "rules_py/systems/lantern/finds.py:13: table lantern.dark: entry: expected results of d66, 11 to 66 with no digit above 6, got '41-67'",
    ),
    "a table with an entry from high to low": (
        FINDS,
        "FIND_LIST = ",
        TABLE.format(dice="d4", entries='TableEntry("3-1", "Moths"), TableEntry(4, "Oil")'),
        "rules_py/systems/lantern/finds.py:13: table lantern.dark: entry: expected the lower number first, '1-3', got '3-1'",
    ),
    "a table out of order": (
        FINDS,
        "FIND_LIST = ",
        TABLE.format(dice="d4", entries='TableEntry("3-4", "Moths"), TableEntry("1-2", "Oil")'),
        "rules_py/systems/lantern/finds.py:13: table lantern.dark: entries: 1-2 must come before 3-4. Sort the entries.",
    ),
    "an invalid span": (
        FINDS,
        "FIND_LIST = ",
        TABLE.format(dice="d4", entries='TableEntry("1 to 4", "Moths"),'),
        "rules_py/systems/lantern/finds.py:13: table lantern.dark: entry: expected a number or a range, such as 7, '3-5' or '10+', got '1 to 4'",
    ),
    "an entry without a text": (
        FINDS,
        "FIND_LIST = ",
        TABLE.format(dice="d4", entries='TableEntry("1-4", ""),'),
        "rules_py/systems/lantern/finds.py:13: table lantern.dark: entry 1-4: text: expected a text that says what is found, got ''",
    ),
    "a table without entries": (
        FINDS,
        "FIND_LIST = ",
        TABLE.format(dice="d4", entries=""),
        "rules_py/systems/lantern/finds.py:13: table lantern.dark: entries: expected a tuple with a comma after each item, (TableEntry(…),), got nothing",
    ),
    "a table of one entry without a comma": (
        FINDS,
        "FIND_LIST = ",
        TABLE.format(dice="d4", entries='TableEntry("1-4", "Moths")'),
        "rules_py/systems/lantern/finds.py:13: table lantern.dark: entries: expected a tuple with a comma after each item, (TableEntry(…),), got TableEntry(span='1-4', text='Moths', next_table=None, rule=…",
    ),
    "a table with unsupported dice": (
        FINDS,
        "FIND_LIST = ",
        TABLE.format(dice="2d6+1", entries='TableEntry("3-13", "Moths"),'),
        "rules_py/systems/lantern/finds.py:13: table lantern.dark: dice: expected dice such as d20, 2d6 or d100, or d66, d88 or d666, whose dice are read as figures one after another, got '2d6+1'",
    ),
    "an entry without a value": (
        FINDS,
        '"worth": 3, ',
        "",
        "docs/lantern/sheet.md:14: entry of a list: unknown field 'worth' (expected id, name, use or rules)",
    ),
    "an id twice in a list": (
        FINDS,
        '"id": "moth"',
        '"id": "oil"',
        "docs/lantern/sheet.md:14: list finds: ids: expected each id only once, got ['oil']",
    ),
    "a sheet that stops": (
        SHEET,
        'sheet["wick"]',
        'sheet["wich"]',
        "rules_py/systems/lantern/sheet.py:44: sheet of lantern stopped: rules_py/systems/lantern/sheet.py:37: sheet: unknown field 'wich' (expected name, wick or finds). Did you mean 'wick'?",
    ),
    "a field whose problem is misspelt": (
        SHEET,
        'missing="name_missing"',
        'missing="name_mising"',
        "rules_py/systems/lantern/sheet.py:44: sheet: missing of name: unknown code 'name_mising' (expected name_missing or wick_out_of_range, or a new ProblemType). Did you mean 'name_missing'?",
    ),
    "a problem of a sheet that isn't declared": (
        SHEET,
        "    bound = ",
        '    if len(sheet["finds"]) > 1: sheet.add_problem("finds", "to_much")\n    bound = ',
        "rules_py/systems/lantern/sheet.py:45: sheet of lantern stopped: rules_py/systems/lantern/sheet.py:37: problems about The bearer: unknown code 'to_much' (expected name_missing or wick_out_of_range, or a new ProblemType)",
    ),
    "a problem of a sheet that is misspelt": (
        SHEET,
        "    bound = ",
        '    if len(sheet["finds"]) > 1: sheet.add_problem("name", "name_mising")\n    bound = ',
        "rules_py/systems/lantern/sheet.py:45: sheet of lantern stopped: rules_py/systems/lantern/sheet.py:37: problems about The bearer: unknown code 'name_mising' (expected name_missing or wick_out_of_range, or a new ProblemType). Did you mean 'name_missing'?",
    ),
    "a roll of a misspelt calculator": (
        SHEET,
        "RollButton(SHINE.id,",
        'RollButton("lantern.shien",',
        "rules_py/systems/lantern/sheet.py:44: sheet of lantern: calculator of the roll Raise the lantern: unknown value 'lantern.shien' (expected lantern.shine). Did you mean 'lantern.shine'?",
    ),
    "a roll that spends an unknown field": (
        SHEET,
        "SHINE.title, bright)",
        'SHINE.title, bright, costs=(__import__("rules_py.author").author.Cost("oill"),))',
        "rules_py/systems/lantern/sheet.py:44: sheet of lantern: cost of the roll Raise the lantern: unknown value 'oill' (expected name, wick or finds)",
    ),
    "a cost with an unknown outcome field": (
        SHEET,
        "SHINE.title, bright)",
        'SHINE.title, bright, costs=(__import__("rules_py.author").author.Cost("wick", when="burnt"),))',
        "rules_py/systems/lantern/sheet.py:44: sheet of lantern: cost of the roll Raise the lantern at wick: when: unknown value 'burnt' (expected best)",
    ),
    "a cost above its limit": (
        SHEET,
        "SHINE.title, bright)",
        'SHINE.title, bright, costs=(__import__("rules_py.author").author.Cost("wick", by=1, when="best"),))',
        "rules_py/systems/lantern/sheet.py:44: sheet of lantern: cost of the roll Raise the lantern at wick: best: expected a whole number from -4 (give all of it back) to 1 (`by`), got 2",
    ),
    "a roll with an invalid input": (
        SHEET,
        "bound.inputs, SHINE.title",
        '{"wick": 9}, SHINE.title',
        "rules_py/systems/lantern/sheet.py:44: sheet of lantern: roll Raise the lantern of lantern.shine: wick: expected a whole number from 1 to 5, got 9",
    ),
    "a cell that is no exact number": (
        SHEET,
        "((SHINE.title, button),)",
        '((SHINE.title, button), ("Half", sheet["wick"] / 2))',
        "rules_py/systems/lantern/sheet.py:44: sheet of lantern: panel Rolls: cell: expected a text, a whole number, a Fraction, a RollButton or OpenChoices, got 0.5",
    ),
}
"""File, text, its replacement, and the message of the build, by mistake."""


@pytest.mark.parametrize(("name", "before", "after", "message"), MISTAKES.values(), ids=MISTAKES)
def test_mistake_in_lists_and_sheets_is_reported(
    lantern: Path, build_error: Callable[[], str], name: str, before: str, after: str, message: str
) -> None:
    replace_once(lantern, name, before, after)
    assert build_error() == message
