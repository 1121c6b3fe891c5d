"""The exact chances of a throw, counted in closed form: two numbers of a pool decide everything, how many
dice succeed and how many show 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

from rules_py.dice import counts
from rules_py.dice.odds import Odds
from rules_py.systems.basic_systems.results import AGAIN, BOOK, DOUBLE, House, cancel_of, judged, settled

SIDES = 10


@lru_cache(maxsize=512)
def _fallen(pool: int, difficulty: int, tens: str) -> Mapping[int, int]:
    """`fallen` with successes and 1s as the two digits of one number, in a base that the 1s can't reach: so
    the pool is a sum of equal dice.
    """
    base = pool + 1
    worth = 2 * base if tens == DOUBLE else base
    die = {0: difficulty - 2, 1: 1}
    if difficulty < SIDES:
        die[base] = SIDES - difficulty
    if tens == AGAIN:
        again = {worth + key: ways for key, ways in (die | {base: die.get(base, 0) + 1}).items()}
        die = {key: ways * SIDES for key, ways in die.items()}
    else:
        again = {worth: 1}
    for key, ways in again.items():
        die[key] = die.get(key, 0) + ways
    return counts.times(die, pool)


def fallen(pool: int, difficulty: int, tens: str) -> Mapping[tuple[int, int], int]:
    """In how many ways so many successes and so many 1s fall: {(successes, ones): ways}.

    Out of `SIDES ** pool`, of 10s that are thrown again `SIDES ** (2 * pool)`.
    """
    base = pool + 1
    return {divmod(key, base): ways for key, ways in _fallen(pool, difficulty, tens).items()}


def ways_of(pool: int, tens: str) -> int:
    """How many equally likely ways a pool falls."""
    ways: int = SIDES ** (2 * pool if tens == AGAIN else pool)
    return ways


def odds(*, pool: int, difficulty: int, ability_rating: int, willpower: bool, **switches: object) -> Odds:
    """The odds of a throw, as its mechanic has them."""
    house = House(**switches)  # type: ignore[arg-type]  # checked as inputs
    cancel = cancel_of(ability_rating)
    found = fallen(pool, difficulty, house.tens)
    return Odds(
        {judged(*each, cancel, willpower, house): ways for each, ways in found.items()},
        ways_of(pool, house.tens),
    )


@dataclass(frozen=True)
class Spread:
    """The ways of a throw by its `net` successes, those of a `botch` by its 1s, out of `ways`; the rest are
    failures.
    """

    net: Mapping[int, int]
    botch: Mapping[int, int]
    ways: int

    def at_least(self, degree: int) -> Fraction:
        """The chance of so many net successes or more."""
        return Fraction(sum(ways for net, ways in self.net.items() if net >= degree), self.ways)

    @cached_property
    def p_success(self) -> Fraction:
        return self.at_least(1)

    @cached_property
    def p_botch(self) -> Fraction:
        return Fraction(sum(self.botch.values()), self.ways)

    @property
    def p_failure(self) -> Fraction:
        """The chance of a failure that is no botch."""
        return 1 - self.p_success - self.p_botch

    @property
    def mean_net(self) -> Fraction:
        """The mean of net successes; failures and botches count 0."""
        return Fraction(sum(net * ways for net, ways in self.net.items()), self.ways)

    @property
    def mean_botch_ones(self) -> Fraction | None:
        """The mean number of 1s that count for a botch, given one; None where there is none."""
        total = sum(self.botch.values())
        return Fraction(sum(ones * ways for ones, ways in self.botch.items()), total) if total else None


@lru_cache(maxsize=4096)
def spread(
    pool: int, difficulty: int, ability_rating: int = 0, willpower: bool = False, house: House = BOOK
) -> Spread:
    """The chances of a throw, for tables and questions that need no more."""
    cancel = cancel_of(ability_rating)
    net: dict[int, int] = {}
    botch: dict[int, int] = {}
    base = pool + 1
    for key, ways in _fallen(pool, difficulty, house.tens).items():
        scored, left = settled(*divmod(key, base), cancel, willpower, house)
        if left:
            botch[left] = botch.get(left, 0) + ways
        elif scored:
            net[scored] = net.get(scored, 0) + ways
    return Spread(dict(sorted(net.items())), dict(sorted(botch.items())), ways_of(pool, house.tens))
