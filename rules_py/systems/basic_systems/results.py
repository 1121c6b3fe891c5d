"""The result of successes and 1s, in the order of R-6."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules_py.calculators.outcome import Outcome
from rules_py.calculators.scale import Grade, Scale
from rules_py.systems.basic_systems.degrees import DEGREES, botch_degree, degree_of

SUCCESS, FAILURE, BOTCH = "success", "failure", "botch"
MASTERY, WILLPOWER = "mastery", "willpower"
"""Reasons why a botch is prevented."""
AVERTED_BY = {MASTERY: "mastery", WILLPOWER: "Willpower"}
"""The same as text."""

ONCE, DOUBLE, AGAIN = "once", "double", "again"
NONE_SCORED, ONES_OUTNUMBER, NEVER = "none_scored", "ones_outnumber", "never"

MASTERY_FROM, MAX_CANCELLED = 5, 2
"""The rating from which an Ability removes a 1 from a botch, and the most 1s that any removes. S-082, S-083.
"""


def cancel_of(ability_rating: int, mastery_from: int = MASTERY_FROM) -> int:
    """Return how many 1s an Ability of this rating removes from a botch. R-12."""
    return min(MAX_CANCELLED, max(0, ability_rating - mastery_from + 1))


class House(NamedTuple):
    """House rules for 1s, 10s, mastery and the Willpower point; by default the standard rules. R-31.

    It is a tuple because it is part of the cache keys of chances, which are looked up thousands of times.
    """

    willpower_immune: bool = True
    ones_cancel: bool = True
    tens: str = ONCE
    botch_rule: str = NONE_SCORED
    point_averts: bool = True
    point_successes: int = 1
    mastery_from: int = MASTERY_FROM

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> House:
        """Return the house rules of a table that concern a roll."""
        return cls(*(values[name] for name in cls._fields))

    def cancel_of(self, ability_rating: int) -> int:
        """Return how many 1s an Ability of this rating removes from a botch under these rules."""
        return cancel_of(ability_rating, self.mastery_from)


BOOK = House()

RESULT = Scale(
    "Result",
    "grade",
    (
        Grade("botch", "Botch", "worst", "S-065"),
        Grade("saved", "Failure (botch averted)", "bad", "R-11"),
        Grade("failed", "Failure", "bad", "S-036"),
        *(
            Grade(each.number, f"{each.name} success", "good" if each.number < 4 else "best", each.rules[0])
            for each in DEGREES
        ),
    ),
)


@dataclass(frozen=True, kw_only=True)
class Result(Outcome, scale=RESULT):
    """A resolved roll.

    `successes` and `ones` are the rolled numbers; `net` is the number of net successes, 0 for a failure or a
    botch. `degree` is the name of the success or the botch, `botch_ones` are the 1s that count for a botch,
    and `saved` is the reason why a botch was averted, if one was.
    """

    successes: int
    ones: int
    net: int
    outcome: str
    degree: str | None
    botch_ones: int
    saved: str | None

    @property
    def grade(self) -> Any:
        if self.net:
            return min(self.net, len(DEGREES))
        if self.outcome == BOTCH:
            return "botch"
        return "saved" if self.saved else "failed"

    @property
    def verdict(self) -> str:
        if self.outcome == BOTCH:
            return f"Botch: {self.degree}"
        by = f" ({AVERTED_BY[self.saved]} averted a botch)" if self.saved else ""
        return (f"{self.degree} success" if self.net else "Failure") + by


def threat_of(successes: int, ones: int, botch_rule: str) -> int:
    """Return the number of 1s in the botch of these dice, before mastery and Willpower, or 0 if it is none.
    R-6, R-31.
    """
    if botch_rule == NEVER:
        return 0
    if botch_rule == ONES_OUTNUMBER:
        return max(0, ones - successes)
    return 0 if successes else ones


def cancel_ones(successes: int, ones: int, cancel: int, willpower: bool, house: House) -> tuple[int, int]:
    """Return the net successes, and the remaining 1s of a botch, at least one of which is 0. It follows the
    order of R-6.
    """
    left = threat_of(successes, ones, house.botch_rule) - cancel
    if left > 0 and not (willpower and house.point_averts):
        return 0, left
    return net_of(successes - (ones if house.ones_cancel else 0), willpower, house), 0


def net_of(surplus: int, willpower: bool, house: House) -> int:
    """Return the net successes after the 1s have cancelled some, given the surplus. R-7, R-14."""
    point = house.point_successes if willpower else 0
    return max(0, surplus) + point if house.willpower_immune else max(0, surplus + point)


def to_result(successes: int, ones: int, cancel: int, willpower: bool, house: House) -> Result:
    """Return the result of dice with this number of successes and of 1s."""
    net, botch_ones = cancel_ones(successes, ones, cancel, willpower, house)
    saved = None
    outcome = BOTCH if botch_ones else SUCCESS if net else FAILURE
    if not botch_ones:
        threat = threat_of(successes, ones, house.botch_rule)
        if threat:
            saved = MASTERY if threat <= cancel else WILLPOWER
    return Result(
        successes=successes,
        ones=ones,
        net=net,
        outcome=outcome,
        degree=botch_degree(botch_ones).name if botch_ones else degree_of(net),
        botch_ones=botch_ones,
        saved=saved,
    )
