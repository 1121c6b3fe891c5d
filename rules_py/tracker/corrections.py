"""Corrections: values of a participant that the game master sets without a roll."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules_py.inputs import Choice

HEADING = "GM changes"
"""The heading of the options for corrections."""

_YES, _NO = "yes", "no"


@dataclass(frozen=True)
class Mark:
    """A yes/no property that can be set: its label, and the log's text for each of the two values."""

    label: str
    if_set: str
    if_cleared: str


@dataclass(frozen=True)
class Marks:
    """The yes/no properties that can be set, by name. An event sets them by "yes" or "no"."""

    by_name: Mapping[str, Mark]

    def inputs(self) -> tuple[Choice, ...]:
        """Return an input for each mark, empty to leave it unchanged."""
        options = {_YES: _YES, _NO: _NO}
        return tuple(
            Choice(name, mark.label, options=options, optional=True, default=None)
            for name, mark in self.by_name.items()
        )

    def new_values(self, change: Mapping[str, Any]) -> dict[str, Any]:
        """Return the new values of a change, without those that are left unchanged."""
        return {
            name: value == _YES if name in self.by_name else value
            for name, value in change.items()
            if value is not None
        }

    def describe(self, names: Mapping[str, Any], after: object, other: Callable[[str], str]) -> str:
        """Return the log’s text for what was set; `other(name)` is that of a value without a mark."""
        return ", ".join(
            (mark.if_set if getattr(after, name) else mark.if_cleared)
            if (mark := self.by_name.get(name))
            else other(name)
            for name in names
        )
