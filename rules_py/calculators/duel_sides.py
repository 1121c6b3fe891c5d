"""Sides of a duel: inputs of a calculator, each for one combatant, that characters and samples can fill
in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules_py.base.type_check import check_field_types


@dataclass(frozen=True)
class SideOption:
    """One option for a character on a side: a label such as `Rapier`, and the value of the side's input."""

    label: str
    value: Mapping[str, Any]


@dataclass(frozen=True)
class DuelSides:
    """The inputs of a calculator that are sides of a duel, and how a character fills them.

    calculator  the ID of the calculator
    page        the address of its first page in the book, such as `duel-lab/`
    link_text   the text of links to it
    inputs      the names of the sides: records with the same fields
    options     `options(participant)` returns the options of a character of the sheet or a sample of the
                tracker, the most likely first, or none
    name        the field of a side for the character's name, or ""
    """

    calculator: str
    page: str
    link_text: str
    inputs: tuple[str, ...]
    options: Callable[[Mapping[str, Any]], Iterable[SideOption]]
    name: str = ""

    def __post_init__(self) -> None:
        check_field_types(self)
