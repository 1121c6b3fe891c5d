"""What a choice buys: the chances that its reader cares about, with it and without, and what each costs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules_py.base.problems import ProblemGroup
from rules_py.base.type_check import check_field_types
from rules_py.inputs import Input, is_empty
from rules_py.sheets.sheet_parser import Reading, read, read_again


@dataclass(frozen=True, kw_only=True)
class Worth:
    """How the choices of a sheet are weighed.

    `chances(reading)` gives the chances that count, by what they are called: which they are, the reader says
    in fields of the sheet. `spent(reading)` is what has been paid in all, in `unit`.
    """

    chances: Callable[[Reading], Mapping[str, Fraction]]
    spent: Callable[[Reading], int]
    unit: str = "XP"

    def __post_init__(self) -> None:
        check_field_types(self)


@dataclass(frozen=True)
class Gain:
    """A chance before a choice and after it."""

    what: str
    before: Fraction
    after: Fraction

    @property
    def by(self) -> Fraction:
        """How much more of a chance it is; less, where the choice does harm."""
        return self.after - self.before


@dataclass(frozen=True)
class Bargain:
    """What a choice costs, and what it changes of that which counts; `weighed` where anything counts."""

    cost: int
    gains: tuple[Gain, ...]
    weighed: bool

    def per_unit(self, gain: Gain) -> Fraction | None:
        """The gain for each unit paid; None where it is no gain, or nothing is paid."""
        return gain.by / self.cost if self.cost > 0 and gain.by > 0 else None


@dataclass(frozen=True)
class Weighing:
    """A sheet as it stands, against which choices are weighed."""

    worth: Worth
    fields: tuple[Input, ...]
    data: Mapping[str, Any]
    reading: Reading
    chances: Mapping[str, Fraction]
    spent: int

    @classmethod
    def of(
        cls, worth: Worth, fields: tuple[Input, ...], codes: ProblemGroup, data: Mapping[str, Any]
    ) -> Weighing:
        """The sheet with its chances and what it cost so far."""
        reading = read(fields, data, codes)
        return cls(worth, fields, data, reading, worth.chances(reading), worth.spent(reading))

    def bargain(self, changes: Mapping[str, Any]) -> Bargain:
        """What these changes, by dotted path, cost and buy."""
        names = {path.partition(".")[0] for path in changes}
        reading = read_again(self.reading, self.fields, changed(self.data, changes), names)
        after = self.worth.chances(reading)
        gains = tuple(
            Gain(what, before, after[what])
            for what, before in self.chances.items()
            if what in after and after[what] != before
        )
        return Bargain(self.worth.spent(reading) - self.spent, gains, bool(self.chances))


def changed(data: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The data of a sheet with other values at these dotted paths; the data itself stays as it is."""
    found = dict(data)
    for name in {path.partition(".")[0] for path in changes} & found.keys():
        found[name] = deepcopy(found[name])
    for path, value in changes.items():
        *way, last = path.split(".")
        at: Any = found
        for name in way:
            if isinstance(at, list):
                at = at[int(name)]
            else:
                at[name] = {} if is_empty(at.get(name)) else at[name]
                at = at[name]
        if isinstance(at, list):
            at[int(last)] = value
        else:
            at[last] = value
    return found
