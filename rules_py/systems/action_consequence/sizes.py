"""Die sizes: their number, their losses, and the possible results of an injury."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from rules_py.base.errors import Fault
from rules_py.base.problems import ProblemGroup, ProblemType
from rules_py.systems.action_consequence.options import INJURY_SIZES
from rules_py.systems.action_consequence.outlook import solve_conflict

SIZES = (4, 6, 8, 10, 12)
MAX_DICE = 2
"""The dice of a stat. R-32."""
SIZE_CODES = ProblemGroup(
    "Die sizes", ProblemType("too_few_sizes", "A die can’t lose more sizes than it has.", "R-12")
)


def count(dice: Sequence[int]) -> int:
    """Return the number of sizes of some dice: a d4 has one, a d12 five. R-17."""
    return sum(SIZES.index(each) + 1 for each in dice)


def sizes_to_lose(dice: Sequence[int], keep_d4: bool) -> int:
    """Return the most sizes that some dice can lose together: all, or all above d4. R-12."""
    return count(dice) - len(dice) * keep_d4


def reduce_die(die: int, lost: int) -> int | None:
    """Return a die after it has lost some sizes, or None if it is gone. R-12."""
    left = SIZES.index(die) - lost
    return SIZES[left] if left >= 0 else None


def after_losses(dice: Sequence[int], losses: Sequence[int]) -> list[int]:
    """Return the dice that are left after each has lost some sizes, largest first."""
    left = (reduce_die(die, lost) for die, lost in zip(dice, losses, strict=True))
    return sorted((each for each in left if each is not None), reverse=True)


def injury_results(
    dice: Sequence[int], sizes: int = INJURY_SIZES.default, keep_d4: bool = False
) -> list[list[int]]:
    """Return every possible result of losing some sizes of a stat, in ascending order. R-13.

    With `keep_d4`, no die loses its last size.
    """
    results = {
        tuple(after_losses(dice, losses))
        for losses in product(*(range(sizes_to_lose([each], keep_d4) + 1) for each in dice))
        if sum(losses) == sizes
    }
    return [list(each) for each in sorted(results)]


def after_all_losses(dice: Sequence[int], keep_d4: bool) -> list[int]:
    """Return the dice left of a stat that loses as many sizes as possible. R-13."""
    return after_losses(dice, [sizes_to_lose([each], keep_d4) for each in dice])


def drop_sizes(*, dice: Sequence[int], losses: Sequence[int], keep_d4: bool = False) -> dict[str, Any]:
    """Return the dice left after these losses. R-12."""
    return {"dice": after_losses(dice, losses)}


def drop_faults(values: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield a fault unless there is one loss for each die, of no more sizes than it has."""
    if "dice" not in values or "losses" not in values:
        return
    dice, losses = values["dice"], values["losses"]
    if len(dice) != len(losses):
        words = "Enter the sizes lost by each die (0 for none)."
        yield Fault("losses", "bad_value", losses, f"{len(dice)} numbers, one for each die", words)
        return
    for place, (die, lost) in enumerate(zip(dice, losses, strict=True)):
        if lost > (most := sizes_to_lose([die], values.get("keep_d4", False))):
            allowed = f"at most {most} sizes off a d{die}"
            words = f" A d{die} has {most} to lose, not {lost}."
            yield SIZE_CODES.fault(f"losses.{place}", "too_few_sizes", lost, allowed, words)


def injury_options(
    *, dice: Sequence[int], injury_sizes: int = INJURY_SIZES.default, keep_d4: bool = False
) -> dict[str, Any]:
    """Return the possible results of exhaustion or injury for a stat; the winner chooses. A-032, R-13."""
    return {"options": injury_results(dice, injury_sizes, keep_d4)}


def win_chance(dice: Sequence[int], opponent: Sequence[int]) -> Fraction:
    """Return the chance to win a conflict if both hang in, which is 0 without dice. R-14."""
    if not dice:
        return Fraction(0)
    return solve_conflict(tuple(dice), tuple(opponent)).before_round().wins("a")


def injury_effect(
    *,
    dice: Sequence[int],
    opponent: Sequence[int],
    injury_sizes: int = INJURY_SIZES.default,
    keep_d4: bool = False,
) -> dict[str, Any]:
    """Return the effect of each injury on the next conflict with the same opponent."""
    return {
        "wins": win_chance(dice, opponent),
        "options": [
            {"dice": each, "wins": win_chance(each, opponent)}
            for each in injury_results(dice, injury_sizes, keep_d4)
        ],
    }
