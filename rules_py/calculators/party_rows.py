"""A list of characters that a calculator asks for, filled in with the same roll of each saved character."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules_py.base.type_check import check_field_types


@dataclass(frozen=True)
class PartyRows:
    """The input of a calculator with one row per character, and what a character's rolls put into a row.

    calculator  the ID of the calculator
    rows        the name of the list; its items are records
    rolls       `rolls(sheet)` returns the row of each roll of a parsed sheet, by a name that is the same for
                all characters who make the roll
    name        the field of a row for the character's name, or ""
    """

    calculator: str
    rows: str
    rolls: Callable[[Any], Mapping[str, Mapping[str, Any]]]
    name: str = ""

    def __post_init__(self) -> None:
        check_field_types(self)
