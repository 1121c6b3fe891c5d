"""The list of the six DCs: what each requires, and the chance with an ordinary bonus."""

from __future__ import annotations

from dataclasses import dataclass

from rules_py.sheets.panel import RollButton
from rules_py.sheets.reference_list import Column, ReferenceList
from rules_py.systems.two_d6.calculators.checks import CHECK
from rules_py.systems.two_d6.checks import success_of
from rules_py.systems.two_d6.difficulty import DC_NAMES

EXAMPLE_BONUS = 4
"""The initial bonus of an entry's roll: ordinary human levels of skill and stat."""


@dataclass(frozen=True)
class Difficulty:
    """One of the six DCs."""

    dc: int
    asks: str
    rules: tuple[str, ...]

    @property
    def id(self) -> str:
        return f"dc-{self.dc}"

    @property
    def name(self) -> str:
        return f"{self.dc} {DC_NAMES[self.dc]}"


DCS = (
    Difficulty(7, "Anyone can manage it without much effort.", ("T-261",)),
    Difficulty(9, "It takes some effort or some skill.", ("T-262",)),
    Difficulty(11, "It takes a lot of effort or a lot of skill.", ("T-263",)),
    Difficulty(13, "Only an experienced person can do it.", ("T-264",)),
    Difficulty(15, "Even a professional must give everything.", ("T-265",)),
    Difficulty(17, "People will talk about it for years.", ("T-266",)),
)


def _roll_button(entry: Difficulty) -> RollButton:
    bound = CHECK.bind({"dc": entry.dc, "bonus": EXAMPLE_BONUS})
    return RollButton(CHECK.id, bound.inputs, f"Check against {entry.name}", success_of(bound.odds()))


DC_LIST = ReferenceList(
    "dcs", "The six DCs", (Column("asks", "What it takes"),), DCS, names="DC", roll_button=_roll_button
)
