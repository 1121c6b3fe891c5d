"""More than two in a conflict: helpers who roll with a side, and several sides that each want their own."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from rules_py.base.errors import Fault, join_or
from rules_py.base.problems import ProblemGroup, ProblemType
from rules_py.systems.action_consequence.readings import Reading, reading

SIDE_CODES = ProblemGroup(
    "Several sides", ProblemType("unknown_side", "Nobody of this name shows a roll.", "A-094")
)

Showing = Mapping[str, Sequence[int]]
"""The reading that lies before each side, by name."""


def side_reading(*, members: Sequence[Sequence[int]], advantage: Sequence[int]) -> dict[str, Any]:
    """The reading of a side, and whose highest die it is: that member speaks. A-091, A-092, R-24."""
    highest = [max(each, default=0) for each in members]
    return {
        "reading": list(reading([face for each in members for face in each], advantage)),
        "speaker": highest.index(max(highest)),
    }


def _in_order(names: Collection[str], showing: Showing) -> list[str]:
    """Names by what they show, the highest first; of equals the first one named."""
    return sorted(names, key=lambda name: tuple(-place for place in _padded(showing[name])))


def _padded(read: Sequence[int]) -> Reading:
    """A reading that is compared place by place: a missing die reads 0. R-3."""
    return (*read, *(0 for _ in range(6 - len(read))))


def may_interfere(
    *, showing: Showing, challenger: str, answerer: str, challenged: Collection[str], out: Collection[str]
) -> dict[str, list[str]]:
    """Who may take the answer over: those who show more than the answerer and had no turn yet. R-28."""
    mine = _padded(showing[answerer])
    free = [
        name
        for name, read in showing.items()
        if name not in (challenger, answerer)
        and name not in challenged
        and name not in out
        and _padded(read) > mine
    ]
    return {"may": _in_order(free, showing)}


def next_challenger(
    *, showing: Showing, challenged: Collection[str], answered: Collection[str], out: Collection[str]
) -> dict[str, str | None]:
    """Who challenges next: the highest of those in the conflict who neither challenged nor answered. R-29."""
    free = waiting(showing, challenged, answered, out)
    return {"next": free[0] if free else None}


def waiting(
    showing: Showing, challenged: Collection[str], answered: Collection[str], out: Collection[str]
) -> list[str]:
    """Those in the conflict who neither challenged nor answered, in the order of their turns. R-29."""
    return _in_order([name for name in showing if name not in {*challenged, *answered, *out}], showing)


def order_faults(given: Mapping[str, Any]) -> Iterator[Fault]:
    """Names of sides that show no roll."""
    if "showing" not in given:
        return
    for field in ("challenger", "answerer"):
        if field in given and given[field] not in given["showing"]:
            yield _unknown(field, given[field], given["showing"])
    for field in ("challenged", "answered", "out"):
        for place, name in enumerate(given.get(field, ())):
            if name not in given["showing"]:
                yield _unknown(f"{field}.{place}", name, given["showing"])


def _unknown(field: str, name: str, showing: Showing) -> Fault:
    return SIDE_CODES.fault(field, "unknown_side", name, join_or(showing))
