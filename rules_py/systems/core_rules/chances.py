"""Single values of the odds of a Challenge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import prod
from typing import Any

from rules_py.base.errors import Fault
from rules_py.base.wording import pluralize
from rules_py.dice.enumerate_branches import expand
from rules_py.dice.odds import Odds
from rules_py.systems.core_rules.problems import ROLL_CODES
from rules_py.systems.core_rules.rules import RESULT, challenge


@cache
def odds_of(situation: str, steps: int) -> Odds:
    """Return the odds of a Challenge, by outcome."""
    return Odds(*expand(lambda dice: challenge(dice, situation=situation, steps=steps)))


def at_least(*, situation: str, steps: int, band: str) -> dict[str, Any]:
    """Return the chance of `band` or better."""
    return {"p": RESULT.at_least(odds_of(situation, steps), band)}


def gain(*, situation: str, steps: int, band: str) -> dict[str, Any]:
    """Return the increase of the chance of `band` or better from one more step."""
    here, further = (at_least(situation=situation, steps=each, band=band)["p"] for each in (steps, steps + 1))
    return {"gain": further - here}


def four_column(*, situation: str, steps: int) -> dict[str, Any]:
    """Return the columns of the game's printed tables, with both kinds of failure combined. R-2."""
    failure = Fraction(1) - at_least(situation=situation, steps=steps, band="partial")["p"]
    bands = odds_of(situation, steps).by(lambda outcome: outcome.band)
    return {"failure": failure} | {
        band: bands.get(band, Fraction()) for band in ("partial", "success", "great")
    }


def all_fail(*, situations: Sequence[str], steps: Sequence[int]) -> dict[str, Any]:
    """Return the chance that several separate rolls all stay below a partial success, and that at least one
    reaches it.

    `steps` has one number for each roll, or a single one for all.
    """
    each_steps = steps if len(steps) > 1 else [*steps] * len(situations)
    rolls = zip(situations, each_steps, strict=True)
    failures = (four_column(situation=each, steps=own_steps)["failure"] for each, own_steps in rolls)
    every = prod(failures, start=Fraction(1))
    return {"p": every, "at_least_one": 1 - every}


def all_fail_faults(inputs: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield `wrong_count` for neither one number of steps for all rolls nor one for each."""
    situations, steps = inputs.get("situations", []), inputs.get("steps", [])
    if len(steps) > 1 and len(steps) != len(situations):
        rolls = pluralize(len(situations), "roll", "rolls")
        allowed = f"one number of steps, or {len(situations)}, one for each roll"
        more = f" You have {rolls} and {len(steps)} numbers."
        yield ROLL_CODES.fault("steps", "wrong_count", steps, allowed, more)
