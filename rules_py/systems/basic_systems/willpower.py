"""Automatic success, and the points that buy one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules_py.base.errors import Fault
from rules_py.systems.basic_systems.degrees import degree_of
from rules_py.systems.basic_systems.problems import WILLPOWER_CODES


def is_automatic(pool: int, difficulty: int, margin: int = 0) -> bool:
    """Return whether the Storyteller may grant success without a roll, which needs `margin` dice more than
    the difficulty. S-087.
    """
    return pool >= difficulty + margin


def automatic(*, pool: int, difficulty: int, willpower: bool, automatic_margin: int) -> dict[str, Any]:
    """Return whether an automatic success is available; it counts one, so it is Marginal. R-17."""
    available = is_automatic(pool, difficulty, automatic_margin)
    return {"available": available, "net": int(available), "degree": degree_of(int(available))}


def automatic_faults(inputs: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield a fault if a point of Willpower is to be spent without a roll. R-18."""
    if inputs.get("willpower"):
        yield WILLPOWER_CODES.fault("willpower", "willpower_without_roll", True, "no: nothing is rolled")


def spend_willpower(*, current: int, spent_this_turn: bool) -> dict[str, Any]:
    """Return the points left after spending one. S-090, R-16."""
    return {"current": current - 1, "spent_this_turn": True}


def spend_faults(inputs: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield a fault if no point can be spent: there is none, or one was spent this turn. S-092, S-093."""
    if inputs.get("current") == 0:
        yield WILLPOWER_CODES.fault("current", "willpower_empty", 0, "at least 1")
    elif inputs.get("spent_this_turn"):
        code = "willpower_already_spent_this_turn"
        yield WILLPOWER_CODES.fault("spent_this_turn", code, True, "no: one point per turn")
