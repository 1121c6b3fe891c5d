"""Character creation: the steps in the book's order, and the totals that stay visible."""

from __future__ import annotations

from dataclasses import dataclass

from rules_py.base.type_check import check_field_types


@dataclass(frozen=True)
class CreationStep:
    """A step of making a character.

    title      what to do, as the book's chapter has it
    text       what to choose, in a sentence or two; it can contain rule numbers
    fields     the fields to fill in; none for a step away from the sheet
    templates  whether a template can be applied here
    results    whether the derived values are shown
    """

    title: str
    text: str = ""
    fields: tuple[str, ...] = ()
    templates: bool = False
    results: bool = False

    def __post_init__(self) -> None:
        check_field_types(self)


@dataclass(frozen=True)
class Total:
    """A number that stays in sight above a sheet, such as the points left to spend.

    number      the total
    unit_names  the name of its unit, singular and plural
    left        whether it counts what is left to spend; below 0, more was spent than there is
    in_play     whether it is shown in play mode; the others are shown while the character is made
    """

    number: int
    unit_names: tuple[str, str]
    left: bool = False
    in_play: bool = False

    def __post_init__(self) -> None:
        check_field_types(self)

    @property
    def is_over(self) -> bool:
        return self.left and self.number < 0

    @property
    def text(self) -> str:
        """`3 stat points left`, `2 XP over`, `11 points`."""
        one, many = self.unit_names
        amount = f"{abs(self.number)} {one if abs(self.number) == 1 else many}"
        return f"{amount} {'over' if self.is_over else 'left'}" if self.left else amount
