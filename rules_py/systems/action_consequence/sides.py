"""Conflicts of more than two: helpers who roll with a side, and several sides with their own goals."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from rules_py.base.errors import Fault, join_or
from rules_py.base.problems import ProblemGroup, ProblemType
from rules_py.systems.action_consequence.readings import Reading, to_reading

SIDE_CODES = ProblemGroup(
    "Several sides", ProblemType("unknown_side", "No one with this name has rolled.", "A-094")
)

Readings = Mapping[str, Sequence[int]]
"""The current reading of each side, by name."""


def side_reading(*, members: Sequence[Sequence[int]], advantage: Sequence[int]) -> dict[str, Any]:
    """Return the reading of a side, and the member with the highest die, who is the speaker. A-091, A-092,
    R-24.
    """
    highest = [max(each, default=0) for each in members]
    return {
        "reading": list(to_reading([face for each in members for face in each], advantage)),
        "speaker": highest.index(max(highest)),
    }


def _in_order(names: Collection[str], showing: Readings) -> list[str]:
    """Sort names by their readings, the highest first, and equal ones in their original order."""
    return sorted(names, key=lambda name: tuple(-place for place in _pad(showing[name])))


def _pad(read: Sequence[int]) -> Reading:
    """Return a reading with 0 for each missing die. R-3."""
    return (*read, *(0 for _ in range(6 - len(read))))


def may_interfere(
    *, showing: Readings, challenger: str, answerer: str, challenged: Collection[str], out: Collection[str]
) -> dict[str, list[str]]:
    """Return the sides that may take over the answer: those with higher readings and no turn yet. R-28."""
    mine = _pad(showing[answerer])
    free = [
        name
        for name, read in showing.items()
        if name not in (challenger, answerer)
        and name not in challenged
        and name not in out
        and _pad(read) > mine
    ]
    return {"may": _in_order(free, showing)}


def next_challenger(
    *, showing: Readings, challenged: Collection[str], answered: Collection[str], out: Collection[str]
) -> dict[str, str | None]:
    """Return the highest side that has neither challenged nor answered. R-29."""
    free = waiting_sides(showing, challenged, answered, out)
    return {"next": free[0] if free else None}


def waiting_sides(
    showing: Readings, challenged: Collection[str], answered: Collection[str], out: Collection[str]
) -> list[str]:
    """Return the sides that have neither challenged nor answered, in turn order. R-29."""
    return _in_order([name for name in showing if name not in {*challenged, *answered, *out}], showing)


def order_faults(values: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield the names of sides without a roll."""
    if "showing" not in values:
        return
    for field in ("challenger", "answerer"):
        if field in values and values[field] not in values["showing"]:
            yield _unknown(field, values[field], values["showing"])
    for field in ("challenged", "answered", "out"):
        for place, name in enumerate(values.get(field, ())):
            if name not in values["showing"]:
                yield _unknown(f"{field}.{place}", name, values["showing"])


def _unknown(field: str, name: str, showing: Readings) -> Fault:
    return SIDE_CODES.fault(field, "unknown_side", name, join_or(showing))
