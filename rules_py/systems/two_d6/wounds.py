"""Wounds: their maximum, the effect of a blow, and the time they take to heal."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rules_py.systems.two_d6.difficulty import EASIEST, chance, move_dc

BASE_WOUNDS = 3
"""T-207."""
DAYS_PER_WOUND = 1
"""The days of rest, with food, that heal a wound. T-212."""
MAX_WOUNDS = 12

STANDING, UNCONSCIOUS, DEAD = "standing", "unconscious", "dead"


def wounds_max(toughness: int, *, extra_wound: bool, lost_limbs: int, base_wounds: int) -> int:
    """Return the wounds of an unhurt fighter. T-207, T-217, R-51, R-52."""
    return max(base_wounds + toughness + extra_wound - lost_limbs, 0)


def apply_blow(current: int, dealt: int) -> tuple[int, str, bool]:
    """Return the wounds left after a blow, the target's condition, and whether a death check is due.

    A blow never counts below 0, but any wound to someone already at 0 kills. T-208, T-210, R-53.
    """
    if not current:
        return 0, DEAD if dealt else UNCONSCIOUS, False
    left = max(current - dealt, 0)
    return left, STANDING if left else UNCONSCIOUS, not left


def wounds(
    *,
    TOU: int,
    extra_wound: bool,
    lost_limbs: int,
    current: int | None,
    dealt: int,
    negate: int,
    base_wounds: int,
) -> dict[str, Any]:
    """Return the wounds left after a blow, of which a cinematic may have cancelled one. T-224."""
    most = wounds_max(TOU, extra_wound=extra_wound, lost_limbs=lost_limbs, base_wounds=base_wounds)
    before = most if current is None else min(current, most)
    left, state, death_check = apply_blow(before, max(dealt - negate, 0))
    return {"wounds_max": most, "wounds": left, "state": state, "death_check": death_check}


def healing_dc(lost: int) -> int:
    """Return the DC of treating this number of lost wounds. T-215."""
    return move_dc(EASIEST, lost - 1)


def healing_pace(days_per_wound: int) -> str:
    """Return the rate of healing with rest and food, as text."""
    return "a day" if days_per_wound == 1 else f"every {days_per_wound} days"


def days_to_heal(lost: int, *, rested_and_fed: bool, days_per_wound: int, doubled: bool = False) -> int:
    """Return the whole days until this number of wounds is healed. T-212 to T-214, R-58."""
    half_days = lost * days_per_wound * (2 if rested_and_fed else 4)
    return -(-half_days // (4 if doubled else 2))


def healing_plan(
    *, lost: int, rested_and_fed: bool, heal_bonus: int, doubled: bool, days_per_wound: int
) -> dict[str, Any]:
    """Return the DC of treating the wounds, and their healing time. The rate is doubled at most once.
    R-57.
    """
    dc = healing_dc(lost)
    return {
        "dc": dc,
        "p_double": Fraction(1) if doubled else chance(dc, heal_bonus),
        "days": days_to_heal(lost, rested_and_fed=rested_and_fed, days_per_wound=days_per_wound),
        "days_doubled": days_to_heal(
            lost, rested_and_fed=rested_and_fed, days_per_wound=days_per_wound, doubled=True
        ),
    }
