"""Clocks: counts of segments towards something that happens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules_py.base.errors import InputError
from rules_py.base.wording import quote
from rules_py.inputs import Int, ListOf, Text
from rules_py.tracker.serializable import Serializable, setup_field

MAX_SEGMENTS = 12
MAX_CLOCKS = 12
MAX_NAME = 40


@dataclass(frozen=True)
class Clock(Serializable):
    """A clock of `size` segments, of which `ticked` are ticked: `Clock("The guard arrives", 6)`."""

    name: str = setup_field(Text("name", "Clock", longest=MAX_NAME, start="Something happens"))
    size: int = setup_field(Int("size", "Segments", 2, MAX_SEGMENTS, default=4))
    ticked: int = setup_field(Int("ticked", "Ticked", 0, MAX_SEGMENTS, default=0))

    @property
    def is_full(self) -> bool:
        return self.ticked >= self.size

    @property
    def text(self) -> str:
        """`2 of 4`."""
        return f"{self.ticked} of {self.size}"

    def tick(self, by: int) -> Clock:
        """Return the clock with more segments ticked, or fewer, from none to all of them."""
        return replace(self, ticked=min(max(self.ticked + by, 0), self.size))


CLOCKS = ListOf("clocks", "Clocks", Clock.record(), most=MAX_CLOCKS, default=[])
"""The input of a tracker's clocks, for its state and for its setup."""


def read_clocks(start: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """Return the clocks of a setup.

    Raises InputError for two of the same name, and for more segments ticked than there are.
    """
    names: set[str] = set()
    for place, each in enumerate(start[CLOCKS.name]):
        at, name = f"start.{CLOCKS.name}.{place}", each["name"]
        if name in names:
            words = f"Two clocks are called {quote(name)}. Rename one."
            raise InputError.at(f"{at}.name", name, "another name", code="duplicate_clock", message=words)
        if each["ticked"] > each["size"]:
            words = f"{quote(name)} has only {each['size']} segments."
            expected = f"at most {each['size']}"
            raise InputError.at(
                f"{at}.ticked", each["ticked"], expected, code="clock_too_full", message=words
            )
        names.add(name)
    return list(start[CLOCKS.name])
