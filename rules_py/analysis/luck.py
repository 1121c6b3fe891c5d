"""How throws that were made compare with their exact odds: each by itself, and a whole evening of them.

A throw does well if its grade is a welcome one (its tone is good or best); where a scale has no such grades,
it is high if it lies in the upper half of what can fall. Each is one event of a known chance, so that an
evening is a sum of independent events, whose distribution is exact: no means and no approximations are needed
to say how likely an evening this good is.
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
from rules_py.systems import registry

WELL, HIGH = "well", "high"
"""What is counted of a throw: that it did well, or that it came out high."""

MAX_NAME_CHARS = 200
"""Characters of a thrower's name."""

MAX_DENOMINATOR = 10**12
"""A chance with a larger denominator (that of a long fight may have hundreds of digits) is rounded to this
one, far below anything that is told.
"""


@dataclass(frozen=True)
class RatedRoll:
    """One throw beside its odds.

    kind     WELL or HIGH: what is counted of it
    chance   of doing so, before the dice fell
    met      whether it did
    exactly  the chance of a result just like this one
    """

    calculator: str
    who: str
    verdict: str
    kind: str
    chance: Fraction
    met: bool
    exactly: Fraction


def rate_roll(
    calculator: str, inputs: Mapping[str, Any], dice: Sequence[Any], who: str = ""
) -> Incremental[RatedRoll | None]:
    """A throw beside its odds, counted bit by bit; None where nothing can be compared: its calculator has no
    ordered scale, its odds are too many to count, no result of it would be welcome, or every one.

    Raises InputError for inputs or dice that don't fit.
    """
    found = registry.calculator(calculator)
    outcome = api.resolve_roll(calculator, dice, inputs).outcome
    scale = found.scale
    if scale is None or not scale.ordered:
        return None
    try:
        chances = scale.chances((yield from found.bind(inputs).odds_incrementally()))
    except TooManyBranchesError:
        return None
    kind, wanted = _wanted(scale, chances)
    chance = _rounded(sum((chances[key] for key in wanted), Fraction()))
    if chance in (0, 1):
        return None
    key = scale.key(outcome)
    return RatedRoll(calculator, who, outcome.verdict, kind, chance, key in wanted, _rounded(chances[key]))


def _rounded(chance: Fraction) -> Fraction:
    return (
        chance
        if chance.denominator <= MAX_DENOMINATOR
        else Fraction(round(chance * MAX_DENOMINATOR), MAX_DENOMINATOR)
    )


def _wanted(scale: Scale, chances: Mapping[Hashable, Fraction]) -> tuple[str, set[Hashable]]:
    """What is counted, and the grades that count: those that are welcome, or as many of the highest as are at
    most half of all that can fall.
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
    """Throws of one kind taken together: `throws` of them, of which `met` did well (or came out high)."""

    rolls: int
    successes: int
    weights: tuple[int, ...]
    """The ways in which 0, 1, 2 … of the throws could have done so."""

    @property
    def chances(self) -> list[Fraction]:
        """The chance that 0, 1, 2 … of the throws did so."""
        total = sum(self.weights)
        return [Fraction(each, total) for each in self.weights]

    @property
    def expected(self) -> Fraction:
        """How many do so on average."""
        return Fraction(sum(many * ways for many, ways in enumerate(self.weights)), sum(self.weights))

    @property
    def at_least(self) -> Fraction:
        """The chance of so many or more."""
        return Fraction(sum(self.weights[self.successes :]), sum(self.weights))

    @property
    def at_most(self) -> Fraction:
        """The chance of so many or fewer."""
        return Fraction(sum(self.weights[: self.successes + 1]), sum(self.weights))


def summarize(throws: Iterable[RatedRoll]) -> LuckSummary:
    """Throws of one kind taken together."""
    ways = [1]
    met = many = 0
    for each in throws:
        yes, no = each.chance.numerator, each.chance.denominator - each.chance.numerator
        ways = [no * below + yes * above for below, above in zip([*ways, 0], [0, *ways], strict=True)]
        met, many = met + each.met, many + 1
    return LuckSummary(many, met, tuple(ways))


def rate_saved_roll(given: Any) -> Incremental[RatedRoll | None]:
    """A throw as a history keeps it, {calculator, inputs, faces, who}, beside its odds; None where it can't
    be compared, or where the rules of today know no such throw.
    """
    if not isinstance(given, Mapping) or not isinstance(given.get("inputs"), Mapping):
        return None
    who = given.get("who")
    try:
        return (
            yield from rate_roll(
                str(given.get("calculator")),
                given["inputs"],
                given.get("faces") or (),
                who[:MAX_NAME_CHARS] if isinstance(who, str) else "",
            )
        )
    except InputError:
        return None
