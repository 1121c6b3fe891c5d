"""Aptitude Points: spending, recovery, and the best use of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rules_py.base.errors import Fault, InputError
from rules_py.systems.core_rules.chances import at_least, gain
from rules_py.systems.core_rules.problems import POINT_CODES, left_of
from rules_py.systems.core_rules.rules import learned_steps
from rules_py.systems.core_rules.skills import APTITUDES

RESTFUL_HOURS = 1
"""The shortest rest that restores points, by the book. C-017, R-11."""


def spend(*, current: Mapping[str, int], challenge_aptitude: str, from_: str, points: int) -> dict[str, Any]:
    """Return the points left after paying `points` from one Aptitude for a Challenge. R-9, R-10."""
    if points > 1:
        raise InputError(
            POINT_CODES.fault("points", "one_point_per_roll", points, "at most one point per roll")
        )
    if from_ != challenge_aptitude:
        allowed = f"{challenge_aptitude}, which governs the Challenge"
        more = f" Here that is {challenge_aptitude}."
        raise InputError(POINT_CODES.fault("from", "aptitude_not_associated", from_, allowed, more))
    if current[from_] < points:
        field, left = f"current.{from_}", current[from_]
        raise InputError(POINT_CODES.fault(field, "no_points_left", left, "a point to spend"))
    return {"current": {**current, from_: current[from_] - points}}


def rest(
    *,
    max: Mapping[str, int],
    current: Mapping[str, int],
    hours: Fraction,
    restful_hours: int,
    rest_restores_one: bool,
) -> dict[str, Any]:
    """Return the points after a rest: all four Aptitudes restored if it is long enough, else unchanged.
    R-11.
    """
    return {"current": restore(max, current, rest_restores_one) if hours >= restful_hours else {**current}}


def restore(full: Mapping[str, int], current: Mapping[str, int], only_one: bool) -> dict[str, int]:
    """Return the points after a rest that is long enough: all of them, or one more in each Aptitude."""
    return {each: min(most, current[each] + 1) if only_one else most for each, most in full.items()}


def rest_faults(inputs: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield `aptitude_current_above_max` for more current points than the maximum: rest never reduces
    them.
    """
    full, left = inputs.get("max", {}), inputs.get("current", {})
    for aptitude, points in left.items():
        if aptitude in full and points > full[aptitude]:
            field, allowed = f"current.{aptitude}", f"at most {full[aptitude]}"
            more = left_of(points, full[aptitude])
            yield POINT_CODES.fault(field, "aptitude_current_above_max", points, allowed, more)


def spend_plan(
    *,
    challenges: Sequence[Mapping[str, Any]],
    current: Mapping[str, int],
    band: str,
    specialty_adds: bool,
    ordinary_steps: int,
) -> dict[str, Any]:
    """Return the upcoming Challenges to spend points on for the highest expected number that reach `band`.

    Each Challenge takes at most one point and rolls are independent, so within an Aptitude the points go
    where `gain` is largest, to the earlier Challenge if equal. No point is spent where it adds nothing.
    """
    learned = (learned_steps(int(each["skill"]), each["specialty"], specialty_adds) for each in challenges)
    steps = [min(ordinary_steps, each) for each in learned]
    gains = [
        gain(situation=each["situation"], steps=own_steps, band=band)["gain"]
        if own_steps < ordinary_steps
        else 0
        for each, own_steps in zip(challenges, steps, strict=True)
    ]
    spend_on: list[int] = []
    for aptitude in APTITUDES:
        places = [
            place for place, each in enumerate(challenges) if each["aptitude"] == aptitude and gains[place]
        ]
        places.sort(key=lambda place: -gains[place])
        spend_on += places[: current[aptitude]]
    without = sum(
        (
            at_least(situation=each["situation"], steps=own_steps, band=band)["p"]
            for each, own_steps in zip(challenges, steps, strict=True)
        ),
        Fraction(),
    )
    expected = without + sum((gains[place] for place in spend_on), Fraction())
    return {"spend_on": sorted(spend_on), "expected": expected, "expected_without": without}
