"""The roll: a pool of ten-sided dice against a difficulty."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from rules_py.base.wording import pluralize
from rules_py.dice.dice import Dice
from rules_py.dice.roll_steps import CANCELLED
from rules_py.systems.basic_systems.chances import SIDES
from rules_py.systems.basic_systems.degrees import botch_degree
from rules_py.systems.basic_systems.results import (
    AGAIN,
    BOTCH,
    DOUBLE,
    MASTERY,
    ONES_OUTNUMBER,
    WILLPOWER,
    House,
    Result,
    threat_of,
    to_result,
)

ONE, SCORED, TWICE = "one", "success", "counts twice"
"""The effect of a die: it cancels a success, is a success, or counts as two. Other dice have none."""


def roll_pool(
    dice: Dice, *, pool: int, difficulty: int, ability_rating: int, willpower: bool, **switches: Any
) -> Result:
    """Roll a die for each dot, count those that meet the difficulty, cancel 1s and successes in pairs.

    S-034 to S-091 in the order of R-6; the `switches` are the fields of `House`.
    """
    house = House(**switches)
    ten = TWICE if house.tens == DOUBLE else SCORED

    def kind(face: int) -> str | None:
        # A 10 succeeds whatever the difficulty: S-043.
        return ten if face == SIDES else SCORED if face >= difficulty else ONE if face == 1 else None

    again = SIDES.__eq__ if house.tens == AGAIN else None
    label = f"{pluralize(pool, 'die', 'dice')} against {difficulty}"
    rolled = dice.roll(pool, SIDES, extra_on=again, label=label, rule="S-034" if pool else "R-20")
    tally = rolled.tally(kind)
    successes, ones = tally.get(SCORED, 0) + 2 * tally.get(TWICE, 0), tally[ONE]
    cancel = house.cancel_of(ability_rating)
    result = to_result(successes, ones, cancel, willpower, house)
    threat = threat_of(successes, ones, house.botch_rule)
    if threat:
        _tell_botch(dice, result, house)
    if cancelled := min(cancel, threat):
        rolled.set_status(CANCELLED, range(-cancelled, 0))  # the lowest dice, which show 1s
        removed = "one 1" if cancelled == 1 else "two 1s"
        dice.note(f"Ability rating {ability_rating} removes {removed}", "S-084")
    if result.outcome == BOTCH:
        degree = botch_degree(result.botch_ones)
        if willpower:
            dice.note("The Willpower point doesn’t avert it", "R-15")
        dice.note(f"{degree.name}: {degree.told}", *degree.rules)
        return result
    if result.saved == MASTERY:
        _tell_mastery(dice, result, house)
    if house.ones_cancel and ones and successes:
        if tally.get(SCORED):
            rolled.pair_off(ONE, SCORED)
        _tell_pairs(dice, tally, ones, successes)
    if willpower:
        _tell_point(dice, result, house)
    if result.saved == WILLPOWER:
        dice.note("The Willpower point averts the botch", "R-15")
    return result


def _tell_botch(dice: Dice, result: Result, house: House) -> None:
    if house.botch_rule == ONES_OUTNUMBER:
        dice.note(f"More 1s ({result.ones}) than successes ({result.successes}): a botch", "R-31")
    else:
        dice.note("No die succeeds and at least one shows a 1: a botch", "S-065")


def _tell_mastery(dice: Dice, result: Result, house: House) -> None:
    """Note that mastery averts the botch, and the result: a failure, or the dice that succeeded."""
    if house.botch_rule == ONES_OUTNUMBER:
        dice.note("The 1s no longer outnumber the successes: no botch", "R-31")
    elif result.net:
        dice.note("No 1s left, so it isn’t a botch", "R-11")
    else:
        dice.note("No 1s left, so it’s an ordinary failure", "R-11")


def _tell_point(dice: Dice, result: Result, house: House) -> None:
    """Note the successes that the Willpower point adds, and how many of them 1s cancel."""
    added = house.point_successes
    dice.note(f"The Willpower point adds {pluralize(added, 'success', 'successes')}", "S-090")
    left_over = result.ones - result.successes
    if house.ones_cancel and not house.willpower_immune and left_over > 0:
        if added == 1:
            dice.note("A 1 cancels the point’s success", "R-14")
        else:
            dice.note(f"1s cancel {min(left_over, added)} of the point’s successes", "R-14")


def _tell_pairs(dice: Dice, tally: Mapping[Hashable, int], ones: int, successes: int) -> None:
    pairs = min(tally.get(SCORED, 0), ones)
    if pairs:
        dice.note(f"Cancelled: {pluralize(pairs, 'pair', 'pairs')} of a 1 and a success", "S-063")
    cancelled_tens = min(successes, ones) - pairs
    if cancelled_tens:
        dice.note(f"1s cancel {pluralize(cancelled_tens, 'success', 'successes')} from 10s", "R-31")
