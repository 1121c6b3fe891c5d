"""The luck of rolls, compared with their exact odds: one by one, and over a whole session.

A roll does well if its grade is a welcome one (its tone is good or best); where a scale has no such grades,
it is high if it is in the upper half of the possible results. Each is one event of a known chance, so a
session is a sum of independent events, whose distribution is exact: it takes no approximation to say how
likely a session this good is.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules_py import api
from rules_py.base.errors import InputError, TooManyBranchesError
from rules_py.calculators.scale import WELCOME, Scale
from rules_py.dice.incremental import Incremental

WELL, HIGH = "well", "high"
"""The two criteria of a lucky roll: a good result, or one in the upper half."""

MAX_NAME_CHARS = 200
"""Characters of a roller's name."""

MAX_DENOMINATOR = 10**12
"""A chance with a larger denominator (that of a long fight may have hundreds of digits) is rounded to this
one, far below any precision that is shown.
"""


@dataclass(frozen=True)
class RatedRoll:
    """One roll compared with its odds.

    kind     the criterion: WELL or HIGH
    chance   the chance of meeting the criterion, before the roll
    met      whether the roll met it
    exactly  the chance of exactly this result
    """

    calculator: str
    who: str
    verdict: str
    kind: str
    chance: Fraction
    met: bool  # a saved name
    exactly: Fraction


def rate_roll(
    calculator: str, inputs: Mapping[str, Any], dice: Sequence[Any], who: str = ""
) -> Incremental[RatedRoll | None]:
    """Rate a roll against its odds, or return None without an ordered scale, with too many branches, if its
    chance is 0 or 1, or if someone made a decision during the roll.

    Raises InputError for inputs or dice that don't fit.
    """
    rolled = api.resolve_roll(calculator, dice, inputs)
    outcome, scale = rolled.outcome, rolled.bound.calculator.scale
    if scale is None or not scale.ordered or rolled.has_choices:
        return None
    try:
        chances = scale.chances((yield from rolled.bound.odds_incrementally()))
    except TooManyBranchesError:
        return None
    kind, keys = _criterion(scale, chances)
    chance = _round(sum((chances[key] for key in keys), Fraction()))
    if chance in (0, 1):
        return None
    key = scale.key(outcome)
    return RatedRoll(calculator, who, outcome.verdict, kind, chance, key in keys, _round(chances[key]))


def _round(chance: Fraction) -> Fraction:
    return (
        chance
        if chance.denominator <= MAX_DENOMINATOR
        else Fraction(round(chance * MAX_DENOMINATOR), MAX_DENOMINATOR)
    )


def _criterion(scale: Scale, chances: Mapping[Hashable, Fraction]) -> tuple[str, set[Hashable]]:
    """Return the criterion and the grades that meet it: the welcome ones, or the highest whose chances total
    at most half.
    """
    welcome = {each.key for each in scale.grades if each.tone in WELCOME}
    if welcome:
        return WELL, welcome
    high: set[Hashable] = set()
    room = Fraction(1, 2)
    for key, chance in reversed([*chances.items()]):
        if chance > room:
            break
        high.add(key)
        room -= chance
    return HIGH, high


@dataclass(frozen=True)
class LuckSummary:
    """Rolls with the same criterion, of which `successes` met it."""

    rolls: int
    successes: int
    weights: tuple[int, ...]
    """The weights of 0, 1, 2 … of the rolls meeting the criterion."""

    @property
    def chances(self) -> list[Fraction]:
        """The chance that 0, 1, 2 … of the rolls meet it."""
        total = sum(self.weights)
        return [Fraction(each, total) for each in self.weights]

    @property
    def expected(self) -> Fraction:
        """The mean number of rolls that meet the criterion."""
        return Fraction(sum(many * ways for many, ways in enumerate(self.weights)), sum(self.weights))

    @property
    def at_least(self) -> Fraction:
        """The chance of this number or more."""
        return Fraction(sum(self.weights[self.successes :]), sum(self.weights))

    @property
    def at_most(self) -> Fraction:
        """The chance of this number or fewer."""
        return Fraction(sum(self.weights[: self.successes + 1]), sum(self.weights))


def summarize(all_rolls: Iterable[RatedRoll]) -> LuckSummary:
    """Summarize rated rolls that share a criterion."""
    ways = [1]
    successes = many = 0
    for each in all_rolls:
        yes, no = each.chance.numerator, each.chance.denominator - each.chance.numerator
        ways = [no * below + yes * above for below, above in zip([*ways, 0], [0, *ways], strict=True)]
        successes, many = successes + each.met, many + 1
    return LuckSummary(many, successes, tuple(ways))


def rate_saved_roll(data: Any) -> Incremental[RatedRoll | None]:
    """Rate a roll from the history, or return None if the current rules don't know the roll or can't compare
    it.
    """
    if not isinstance(data, Mapping) or not isinstance(data.get("inputs"), Mapping):
        return None
    who = data.get("who")
    try:
        return (
            yield from rate_roll(
                str(data.get("calculator")),
                data["inputs"],
                data.get("faces") or (),
                who[:MAX_NAME_CHARS] if isinstance(who, str) else "",
            )
        )
    except InputError:
        return None
