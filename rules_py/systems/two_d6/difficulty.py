"""The six DCs in order, and the rating of a DC for someone with a bonus."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from rules_py.systems.two_d6 import armour as worn
from rules_py.systems.two_d6.sums import PAIRS, SNAKE_EYES, SUMS, WAYS

DC_NAMES: Mapping[int, str] = {
    7: "Easy",
    9: "Average",
    11: "Difficult",
    13: "Professional",
    15: "Exceptional",
    17: "Legendary",
}
"""T-260."""

LADDER = tuple(DC_NAMES)
EASIEST, HARDEST = LADDER[0], LADDER[-1]
DEATH_DC = 5
"""The only DC below the ladder. R-31."""

IMPOSSIBLE = "impossible"

RATINGS = ("cannot fail", "easy", "average", "difficult", "very difficult", IMPOSSIBLE)
_HARDEST_NEED = (3, 5, 7, 9, 12)
"""The highest need of each rating but the last. R-77."""

LOWEST_BONUS, HIGHEST_BONUS = 0, 10
"""R-80."""


def move_dc(dc: int, steps: int) -> int:
    """Return the DC this number of steps along the ladder, limited to its ends. T-269, R-30."""
    return LADDER[min(max(LADDER.index(dc) + steps, 0), len(LADDER) - 1)]


def effective(
    dc: int, steps: int = 0, *, agility: bool = False, armour: str = "none", armored_acrobat: bool = False
) -> int | None:
    """Return the DC for someone in this armour, or None if the task is impossible.

    All other steps come first, within the ends of the ladder; if the armour's own steps would exceed its top,
    the task is impossible. T-158, R-27.
    """
    moved = move_dc(dc, steps)
    if not agility:
        return moved
    place = LADDER.index(moved) + worn.dc_steps(armour, armored_acrobat)
    return LADDER[place] if place < len(LADDER) else None


def effective_dc(*, dc: int, steps: int, agility: bool, armour: str, armored_acrobat: bool) -> dict[str, Any]:
    """Return the answer of `effective`."""
    effective_dc = effective(dc, steps, agility=agility, armour=armour, armored_acrobat=armored_acrobat)
    return {"effective_dc": IMPOSSIBLE if effective_dc is None else effective_dc}


def rating(need: int) -> str:
    """Return the rating of the sum that is needed. T-271, R-77."""
    return next(
        (name for name, most in zip(RATINGS, _HARDEST_NEED, strict=False) if need <= most), IMPOSSIBLE
    )


def count_successes(need: int, sums: Mapping[int, int] = WAYS) -> int:
    """Return the number of rolls that reach the need; snake eyes never do. T-010, T-140."""
    return sum(ways for total, ways in sums.items() if total >= need and total != SNAKE_EYES)


def chance(dc: int | None, bonus: int) -> Fraction:
    """Return the chance of a plain check, 0 for an impossible task."""
    return Fraction() if dc is None else Fraction(count_successes(dc - bonus), PAIRS)


def dc_rating(*, dc: int, bonus: int) -> dict[str, Any]:
    """Return the rating of a DC at this bonus, and the table of ratings by DC and bonus."""
    label = rating(dc - bonus)
    return {
        "rating": label,
        "label": label,
        "need": dc - bonus,
        "p_success": chance(dc, bonus),
        "table": {
            each: [rating(each - added) for added in range(LOWEST_BONUS, HIGHEST_BONUS + 1)]
            for each in LADDER
        },
    }


def dc_finder(*, bonus: int, target: Fraction) -> dict[str, Any]:
    """Return the highest DC with at least the target chance, and the chance at each DC."""
    chances = {dc: chance(dc, bonus) for dc in LADDER}
    highest = max((dc for dc, part in chances.items() if part >= target), default=None)
    return {"dc": highest, "p_success": None if highest is None else chances[highest], "by_dc": chances}


def find_bonus(*, dc: int, target: Fraction) -> dict[str, Any]:
    """Return the lowest bonus with at least the target chance, and the chance at each bonus."""
    chances = {bonus: chance(dc, bonus) for bonus in range(LOWEST_BONUS, HIGHEST_BONUS + 1)}
    lowest = min((bonus for bonus, part in chances.items() if part >= target), default=None)
    return {"bonus": lowest, "p_success": None if lowest is None else chances[lowest], "by_bonus": chances}


def bonus_grid() -> Iterator[tuple[int, list[int]]]:
    """Yield each sum of the dice with its totals at bonuses 0 to 10. T-272."""
    for total in SUMS:
        yield total, [total + bonus for bonus in range(LOWEST_BONUS, HIGHEST_BONUS + 1)]
