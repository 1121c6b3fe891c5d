"""The order of action in a round, and the roll for the quicker of two player characters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from rules_py.calculators.outcome import Outcome
from rules_py.calculators.scale import Grade, Scale
from rules_py.dice.counts import merge
from rules_py.dice.dice import Dice
from rules_py.dice.odds import Odds
from rules_py.systems.dichotomy.checks import USUAL_TN
from rules_py.systems.dichotomy.grades import FACES, RESULT, Die, grade_of, read_pair
from rules_py.systems.dichotomy.house import House, house_of

QUICKNESS = ("finesse", "martial")
WHO_IS_FIRST = Scale(
    "Who acts first",
    "who",
    (
        Grade("second", "The second character acts first"),
        Grade("again", "Tied; roll again", rule="R-44"),
        Grade("first", "The first character acts first"),
    ),
    ordered=False,
)


def in_order(pcs: Sequence[tuple[str, bool]], npcs: Iterable[str], *, ambushed: bool) -> list[str]:
    """Return the names in the order they act. Alert characters, marked beside the name, act before everyone
    else, even in an ambush. D-100, D-182, R-43.
    """
    alert, others = ([name for name, starts_first in pcs if starts_first is first] for first in (True, False))
    return [*alert, *npcs, *others] if ambushed else [*alert, *others, *npcs]


def acting_order(*, ambushed: bool, pcs: Sequence[Mapping[str, Any]], npcs: Sequence[str]) -> dict[str, Any]:
    """Return the answer of `in_order`."""
    return {"order": in_order([(each["name"], each["alertness"]) for each in pcs], npcs, ambushed=ambushed)}


@dataclass(frozen=True, kw_only=True)
class Quicker(Outcome, scale=WHO_IS_FIRST):
    """The quicker of two: `first`, `second`, or `again` if the dice don't decide."""

    who: str


Speed = tuple[int, int]
"""The basis of the decision: the rank of the grade, then the sum of both totals."""


def _quicker(first: Speed, second: Speed) -> Quicker:
    return Quicker(who="first" if first > second else "second" if second > first else "again")


def first_to_act(dice: Dice, *, first: Mapping[str, int], second: Mapping[str, int], **house: Any) -> Quicker:
    """Roll Finesse and Martial against 10 for both: the better grade acts first, then the higher sum. D-183,
    R-44.
    """
    rules, speeds = house_of(**house), []
    for name, scores in (("First", first), ("Second", second)):
        finesse, martial = (
            Die(scores[key], USUAL_TN, 0, f"{name}, {key.capitalize()}", rules) for key in QUICKNESS
        )
        read = read_pair(dice, finesse, martial)
        speeds.append((RESULT.rank(read.grade), read.total_a + read.total_b))
        dice.note(f"{name}: {RESULT.label(read.grade).lower()}, sum of totals {speeds[-1][1]}", "R-44")
    return _quicker(*speeds)


def _speeds(scores: Mapping[str, int], house: House) -> dict[Speed, int]:
    """Return the number of the hundred pairs of faces for each speed."""
    finesse, martial = (Die(scores[key], USUAL_TN, house=house) for key in QUICKNESS)

    def speed(a: int, b: int) -> Speed:
        rank = RESULT.rank(grade_of(a, b, finesse.need, martial.need))
        return rank, finesse.total(a) + martial.total(b)

    return Counter(speed(a, b) for a, b in product(range(1, FACES + 1), repeat=2))


def first_to_act_odds(*, first: Mapping[str, int], second: Mapping[str, int], **house: Any) -> Odds:
    """Return the chances of one roll each.

    Measures: `first_acts` and `second_acts`, with the rerolls after a tie.
    """
    rules = house_of(**house)
    others = _speeds(second, rules)
    ways: dict[Hashable, int] = merge(
        (_quicker(speed, other), times * more)
        for speed, times in _speeds(first, rules).items()
        for other, more in others.items()
    )

    def in_the_end(odds: Odds, who: str) -> Fraction:
        chance, again = (Fraction(odds.get(Quicker(who=each), 0)) for each in (who, "again"))
        return chance / (1 - again)

    return Odds(
        ways,
        measures={
            "first_acts": lambda odds: in_the_end(odds, "first"),
            "second_acts": lambda odds: in_the_end(odds, "second"),
        },
    )
