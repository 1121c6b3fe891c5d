"""The we owe list: the names added after a first round against more dice, and the probability of that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rules_py.base.errors import Fault
from rules_py.base.problems import ProblemGroup, ProblemType
from rules_py.systems.action_consequence.options import House
from rules_py.systems.action_consequence.sweep import round_ends

OWED_CODES = ProblemGroup(
    "The we owe list",
    ProblemType("not_stronger", "The stronger side’s dice don’t have enough more sides in total.", "R-19"),
)


def is_listed(mine: int, theirs: int, doubled_in_first_round: bool, house: House) -> bool:
    """Return whether a name is added after a first round of dice with these total sides. A-073, R-19,
    R-20.
    """
    doubled = doubled_in_first_round and not house.owed_when_doubled
    return theirs - mine >= house.owed_margin and not doubled


def we_owe(
    *, mine: Sequence[int], theirs: Sequence[int], doubled_in_first_round: bool, **house: Any
) -> dict[str, Any]:
    """Return whether the name of the character who rolled `mine` is added."""
    return {"listed": is_listed(sum(mine), sum(theirs), doubled_in_first_round, House.of(house))}


def we_owe_odds(
    *, stronger: Sequence[int], weaker: Sequence[int], owed_margin: int, owed_when_doubled: bool
) -> dict[str, Fraction]:
    """Return the chance that the weaker side is added: it isn't doubled in the first round. R-20.

    `we_owe_faults` has checked the margin.
    """
    doubled = round_ends(stronger, weaker).chances["a_doubles"]
    return {"p_listed": Fraction(1) if owed_when_doubled else 1 - doubled}


def we_owe_faults(values: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield a fault unless the stronger side has more sides in total, by the margin."""
    if not {"stronger", "weaker", "owed_margin"} <= values.keys():
        return
    sides, margin = sum(values["stronger"]), values["owed_margin"]
    needed = sum(values["weaker"]) + margin
    if sides < needed:
        allowed = f"dice of at least {needed} sides in total"
        words = f" They have {sides} and need at least {needed}, {margin} more than the weaker side’s."
        yield OWED_CODES.fault("stronger", "not_stronger", values["stronger"], allowed, words)
