"""Die sizes: how many a die has, what is left when some are lost, and what an injury may take."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from rules_py.base.errors import Fault
from rules_py.base.problems import ProblemGroup, ProblemType
from rules_py.systems.action_consequence.outlook import conflict

SIZES = (4, 6, 8, 10, 12)
MOST_DICE = 2
"""The dice of a stat. R-32."""
INJURY = 2
"""The sizes that exhaustion or injury takes from a stat. A-030."""

SIZE_CODES = ProblemGroup(
    "Die sizes",
    ProblemType("too_few_sizes", "A die can’t lose more sizes than it has: a d4 has one.", "R-12"),
)


def count(dice: Sequence[int]) -> int:
    """The sizes of some dice, d4 being one and d12 five. R-17."""
    return sum(SIZES.index(each) + 1 for each in dice)


def dropped(die: int, lost: int) -> int | None:
    """A die that has lost so many sizes; None if it is gone. R-12."""
    left = SIZES.index(die) - lost
    return SIZES[left] if left >= 0 else None


def lessened(dice: Sequence[int], losses: Sequence[int]) -> list[int]:
    """Dice that have lost so many sizes each, largest first; those that are gone left out."""
    left = (dropped(die, lost) for die, lost in zip(dice, losses, strict=True))
    return sorted((each for each in left if each is not None), reverse=True)


def injuries(dice: Sequence[int], sizes: int = INJURY) -> list[list[int]]:
    """What a stat may be after losing so many sizes, each way once, in ascending order. R-13."""
    found = {
        tuple(lessened(dice, losses))
        for losses in product(*(range(count([each]) + 1) for each in dice))
        if sum(losses) == sizes
    }
    return [list(each) for each in sorted(found)]


def drop_sizes(*, dice: Sequence[int], losses: Sequence[int]) -> dict[str, Any]:
    """The dice left after these losses. R-12."""
    return {"dice": lessened(dice, losses)}


def drop_faults(given: Mapping[str, Any]) -> Iterator[Fault]:
    """A loss for each die, none of more sizes than the die has."""
    if "dice" not in given or "losses" not in given:
        return
    dice, losses = given["dice"], given["losses"]
    if len(dice) != len(losses):
        words = "Give a loss for each die: 0 for one that stays as it is."
        yield Fault("losses", "bad_value", losses, f"{len(dice)} numbers, one for each die", words)
        return
    for place, (die, lost) in enumerate(zip(dice, losses, strict=True)):
        if lost > count([die]):
            allowed = f"at most {count([die])} sizes off a d{die}"
            yield SIZE_CODES.fault(f"losses.{place}", "too_few_sizes", lost, allowed)


def injury_options(*, dice: Sequence[int]) -> dict[str, Any]:
    """What exhaustion or injury may leave of a stat: the winner chooses. A-032, R-13."""
    return {"options": injuries(dice)}


def wins_of(dice: Sequence[int], opponent: Sequence[int]) -> Fraction:
    """The chance to win a conflict in which both hang in; 0 without any dice of one's own. R-14."""
    if not dice:
        return Fraction(0)
    return conflict(tuple(dice), tuple(opponent)).between().wins("a")


def injury_effect(*, dice: Sequence[int], opponent: Sequence[int]) -> dict[str, Any]:
    """What each injury does to the next conflict against the same opponent."""
    return {
        "wins": wins_of(dice, opponent),
        "options": [{"dice": each, "wins": wins_of(each, opponent)} for each in injuries(dice)],
    }
