"""A game's character sheet: its fields, what follows from them, and which rules they break."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rules_py.inputs import Input
from rules_py.plain import plain
from rules_py.problems import Problem


@dataclass(frozen=True)
class Throw:
    """A roll the sheet offers: a calculator with this character's inputs, and the chance it is usually
    asked for.
    """

    calculator: str
    inputs: Mapping[str, Any]
    label: str
    chance: Fraction


@dataclass(frozen=True)
class Panel:
    """A table of derived values.

    Cells are text, whole numbers, Fractions (shown as chances) or Throws (buttons).
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    note: str = ""


@dataclass(frozen=True)
class SheetReport:
    """What the rules make of a sheet: `derived` values as plain data, `panels` to show them, and the
    problems.
    """

    problems: tuple[Problem, ...]
    derived: Mapping[str, Any]
    panels: tuple[Panel, ...] = ()

    @property
    def legal(self) -> bool:
        return not self.errors

    @property
    def errors(self) -> list[str]:
        """The codes of the breaches, sorted, each once."""
        return self._codes("error")

    @property
    def warnings(self) -> list[str]:
        """The codes of the warnings, sorted, each once."""
        return self._codes("warning")

    def _codes(self, severity: str) -> list[str]:
        return sorted({problem.code for problem in self.problems if problem.severity == severity})

    def to_json(self) -> dict:
        return {
            "legal": self.legal,
            "errors": self.errors,
            "warnings": self.warnings,
            "problems": [problem.to_json() for problem in self.problems],
            "derived": plain(self.derived),
        }


@dataclass(frozen=True)
class Section:
    """Fields that stand together on the sheet. `layout` is `lines`, `grid` or `wide`."""

    title: str
    fields: tuple[Input, ...]
    help: str = ""
    layout: str = "lines"


@dataclass(frozen=True)
class Tied:
    """Two number fields (dotted paths) that always come to one sum: as the reader moves one, the form
    moves the other.
    """

    one: str
    other: str
    sum: int


@dataclass(frozen=True, kw_only=True)
class Sheet:
    """The declaration: `sections` from top to bottom, and `check`, which judges whatever data it is given.

    `check(data)` gets a dict, however odd its values, and reports breaches as problems instead of raising; it
    raises InputError only for data of the wrong shape (a list where a mapping belongs). `version` is raised
    when the shape of the data changes; `upgrade(data, version)` then turns data of an older version into the
    present one. `tied` names the pairs of fields that move together.
    """

    version: int
    sections: tuple[Section, ...]
    check: Callable[[Mapping[str, Any]], SheetReport]
    tied: tuple[Tied, ...] = ()
    upgrade: Callable[[Mapping[str, Any], int], Mapping[str, Any]] = field(default=lambda data, version: data)

    @property
    def fields(self) -> tuple[Input, ...]:
        """Every field, in order."""
        return tuple(each for section in self.sections for each in section.fields)

    def blank(self) -> dict[str, Any]:
        """A new character's data."""
        return {each.name: each.usual for each in self.fields}
