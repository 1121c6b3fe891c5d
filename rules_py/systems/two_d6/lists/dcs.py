"""The six difficulties as a list: what each asks of whoever tries, and what a plain bonus needs."""

from __future__ import annotations

from dataclasses import dataclass

from rules_py.sheets.panel import RollButton
from rules_py.sheets.reference_list import Column, ReferenceList
from rules_py.systems.two_d6.calculators.checks import CHECK
from rules_py.systems.two_d6.checks import success_of
from rules_py.systems.two_d6.difficulty import DC_NAMES

THROWN_WITH = 4
"""The bonus that an entry's roll begins with: an ordinary human level in both skill and stat."""


@dataclass(frozen=True)
class Difficulty:
    """One rung of the ladder."""

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
    Difficulty(7, "Anyone brings it off without trying hard.", ("T-261",)),
    Difficulty(9, "Somebody has to make an effort, or know a little about it.", ("T-262",)),
    Difficulty(11, "It takes a good deal of effort or of knowledge.", ("T-263",)),
    Difficulty(13, "Only those with experience can do it.", ("T-264",)),
    Difficulty(15, "Even a professional has to give everything.", ("T-265",)),
    Difficulty(17, "The neighbourhood will tell of it for years.", ("T-266",)),
)


def _throw(entry: Difficulty) -> RollButton:
    asked = CHECK.bind({"dc": entry.dc, "bonus": THROWN_WITH})
    return RollButton(CHECK.id, asked.inputs, f"Check against {entry.name}", success_of(asked.odds()))


DC_LIST = ReferenceList(
    "dcs",
    "The six difficulties",
    (Column("asks", "What it asks"),),
    DCS,
    names="Difficulty",
    roll_button=_throw,
)
