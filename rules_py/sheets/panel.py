"""Panels of a sheet, and the roll buttons in them with their costs."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from rules_py.base.errors import DeclarationError, join_or
from rules_py.base.type_check import check_field_types


@dataclass(frozen=True)
class Cost:
    """The cost of a roll: takes `by` from `field`, the dotted path of a whole number on the sheet.

    A negative `by` marks upward: `Cost("stress", -2)` adds 2 to a field from 0 to 6. `when` is a field of the
    outcome that says whether the cost applies, or, as a whole number, how much of it: at most `by`, and less
    than 0 gives back. The field never leaves its limits. A roll is blocked if the character can't pay all of
    `by`. With `clips` it is allowed, and the field stops at its limit.
    """

    field: str
    by: int = 1
    when: str = ""
    clips: bool = False

    def __post_init__(self) -> None:
        check_field_types(self)
        if not self.by:
            what = f"cost at {self.field!r}: by"
            raise DeclarationError(what, self.by, "a whole number above 0, or below 0 to add")

    def due(self, values: Mapping[str, Any]) -> Any:
        """Return how much of the cost is due for an outcome with these values, below 0 to give back."""
        condition = values.get(self.when) if self.when else True
        return condition if not isinstance(condition, bool) else abs(self.by) if condition else 0

    def to_json(self) -> dict[str, Any]:
        more = {"when": self.when, "clips": self.clips}
        return {"field": self.field, "by": self.by} | {name: each for name, each in more.items() if each}


@dataclass(frozen=True)
class Payoff:
    """The consequence of an outcome of a roll, such as the choices that a margin opens.

    outcome  the outcome: `By 5 or more`
    text     what it brings; it can contain rule numbers
    """

    outcome: str
    text: str

    def __post_init__(self) -> None:
        check_field_types(self)


@dataclass(frozen=True)
class RollButton:
    """A roll on the sheet: a calculator with this character's inputs, and its typical chance.

    calculator   the ID of the calculator
    inputs       the inputs that the character determines
    label        the name of the roll in the tray
    chance       the chance to show
    prompted     inputs to ask for at each roll, such as the difficulty; they start with the values in
                 `inputs`
    costs        what the roll takes from the sheet
    situation    the inputs that the situation determines, with the text of their values, or "" to omit it
    button_text  the text beside the chance, with the names of inputs in braces, as in `DC {dc}`; by default
                 the heading of its column
    payoffs      what its outcomes bring, shown beneath it in play
    shows_chance  False for a roll that can't succeed or fail, such as damage: its `chance` is 1
    """

    calculator: str
    inputs: Mapping[str, Any]
    label: str
    chance: Fraction
    prompted: tuple[str, ...] = ()
    costs: tuple[Cost, ...] = ()
    situation: Mapping[str, str] = field(default_factory=dict)
    button_text: str = ""
    payoffs: tuple[Payoff, ...] = ()
    shows_chance: bool = True

    def __post_init__(self) -> None:
        check_field_types(self)
        try:
            self.button_text.format_map(self.inputs)
        except (LookupError, ValueError) as error:
            names = join_or(f"{{{name}}}" for name in self.inputs)
            what = f"roll {self.label!r}: button_text"
            raise DeclarationError(what, self.button_text, names) from error

    @property
    def filled_button_text(self) -> str:
        """The button text with the inputs filled in."""
        return self.button_text.format_map(self.inputs)

    @property
    def full_label(self) -> str:
        """The label of the roll with its current situation."""
        return ", ".join((self.label, *filter(None, self.situation.values())))

    @property
    def character_inputs(self) -> dict[str, Any]:
        """The inputs that the character brings along."""
        return {
            name: value
            for name, value in self.inputs.items()
            if name not in self.prompted and name not in self.situation
        }


@dataclass(frozen=True)
class OpenChoices:
    """The choices that a character could add to a field now.

    path   the dotted path of the field, with `*` for a row: `picks.*`
    names  their names, by their values
    """

    path: str
    names: Mapping[str, str]

    def __post_init__(self) -> None:
        check_field_types(self)

    def __str__(self) -> str:
        return ", ".join(self.names.values()) or "none"

    def without(self, values: Container[str]) -> OpenChoices:
        """Return those that aren't among these values."""
        return replace(self, names={key: name for key, name in self.names.items() if key not in values})


@dataclass(frozen=True)
class Panel:
    """A table of derived values.

    Cells are texts, whole numbers, Fractions (shown as chances), RollButtons or OpenChoices. `paper` is
    whether it is printed. In play mode, panels with the same `collapsible` text are collapsed together under
    it.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    note: str = ""
    paper: bool = True
    collapsible: str = ""

    def __post_init__(self) -> None:
        check_field_types(self)

    @property
    def rolls(self) -> tuple[RollButton, ...]:
        """Its rolls, row by row."""
        return tuple(cell for row in self.rows for cell in row if isinstance(cell, RollButton))

    def map_rolls(self, change: Callable[[RollButton], RollButton]) -> Panel:
        """Return the panel with each of its rolls changed."""
        return self._map_cells(RollButton, change)

    def without_choices(self, unused: Mapping[str, Container[str]]) -> Panel:
        """Return the panel without open choices that the table doesn't use: values by the path of a field."""
        return self._map_cells(OpenChoices, lambda each: each.without(unused.get(each.path, ())))

    def _map_cells[Cell](self, kind: type[Cell], change: Callable[[Cell], Cell]) -> Panel:
        rows = (tuple(change(cell) if isinstance(cell, kind) else cell for cell in row) for row in self.rows)
        return replace(self, rows=tuple(rows))
