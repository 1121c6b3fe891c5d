"""The we owe list: who is added after a first round against more dice, and how likely that is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rules_py.base.errors import Fault
from rules_py.base.problems import ProblemGroup, ProblemType
from rules_py.systems.action_consequence.sweep import round_ends

OWED_CODES = ProblemGroup(
    "The we owe list",
    ProblemType(
        "not_stronger", "The stronger side’s dice must have more sides in total than the weaker’s.", "R-19"
    ),
)


def is_listed(mine: Sequence[int], theirs: Sequence[int], doubled_in_first_round: bool) -> bool:
    """Return whether a name is added. A-073, R-19, R-20."""
    return sum(theirs) > sum(mine) and not doubled_in_first_round


def we_owe(*, mine: Sequence[int], theirs: Sequence[int], doubled_in_first_round: bool) -> dict[str, Any]:
    """Return whether the name of the character who rolled `mine` is added."""
    return {"listed": is_listed(mine, theirs, doubled_in_first_round)}


def we_owe_odds(*, stronger: Sequence[int], weaker: Sequence[int]) -> dict[str, Fraction]:
    """Return the chance that the weaker side is added: it isn't doubled in the first round. R-20."""
    return {"p_listed": 1 - round_ends(stronger, weaker).chances["a_doubles"]}


def we_owe_faults(given: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield a fault unless the stronger side has more sides in total."""
    if "stronger" in given and "weaker" in given and sum(given["stronger"]) <= sum(given["weaker"]):
        allowed = f"dice of more than {sum(given['weaker'])} sides in total"
        yield OWED_CODES.fault("stronger", "not_stronger", given["stronger"], allowed)
