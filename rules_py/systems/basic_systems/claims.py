"""The game's claims about chances, computed: the tables that try them, and what comes of it.

T-1 to T-12 are the numbers of the claims in the specification.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from rules_py.systems.basic_systems.chances import spread
from rules_py.systems.basic_systems.fields import LARGEST_POOL
from rules_py.systems.basic_systems.results import ONES_OUTNUMBER, House

POOLS = range(1, 13)
EVERY_POOL = range(LARGEST_POOL + 1)
SMALL, LARGE = range(1, 7), range(7, 13)
DIFFICULTIES = range(2, 11)
MASTERED = range(5, 13)
"""Pools that an Ability of 5 can make up."""
OUTNUMBERED = House(botch_rule=ONES_OUTNUMBER)

Chance = Callable[[int, int], Fraction]
Table = Mapping[int, Mapping[int, Fraction]]


def botch(pool: int, difficulty: int, ability_rating: int = 0) -> Fraction:
    return spread(pool, difficulty, ability_rating).p_botch


def _mastered(rating: int, pool: int, difficulty: int) -> Fraction:
    return botch(pool, difficulty, rating)


def success(pool: int, difficulty: int) -> Fraction:
    return spread(pool, difficulty).p_success


def outnumbered(pool: int, difficulty: int) -> Fraction:
    """The chance of a botch where the 1s need only be more than the successes. R-31."""
    return spread(pool, difficulty, house=OUTNUMBERED).p_botch


def share(pool: int, difficulty: int) -> Fraction:
    """The share of botches among throws that come to nothing."""
    return botch(pool, difficulty) / (1 - success(pool, difficulty))


def mean_ones(pool: int, difficulty: int) -> Fraction:
    """How many 1s a botch shows, in the mean."""
    return spread(pool, difficulty).mean_botch_ones or Fraction()


def tabled(of: Chance, difficulties: Iterable[int], pools: Iterable[int] = POOLS) -> Table:
    """The chance for each difficulty, by pool."""
    return {difficulty: {pool: of(pool, difficulty) for pool in pools} for difficulty in difficulties}


def grows_to(row: Mapping[int, Fraction]) -> list[int]:
    """The pools that have more of it than the pool one die smaller."""
    return [pool for pool in row if pool - 1 in row and row[pool] > row[pool - 1]]


def falls_to(row: Mapping[int, Fraction]) -> list[int]:
    """The pools that have less of it than the pool one die smaller."""
    return [pool for pool in row if pool - 1 in row and row[pool] < row[pool - 1]]


def stalls_at(row: Mapping[int, Fraction]) -> list[int]:
    """The pools that have as much of it as the pool one die smaller."""
    return [pool for pool in row if pool - 1 in row and row[pool] == row[pool - 1]]


def peak(row: Mapping[int, Fraction]) -> int:
    """The pool that has most of it, the smallest of equal ones."""
    return max(row, key=lambda pool: row[pool])


def claims() -> dict[str, Any]:
    """The tables of the claims, by difficulty and pool, what they show of it, and the verdicts."""
    holds = {number: tried() for number, (_, tried) in CLAIMS.items()}
    botches, successes = tabled(botch, DIFFICULTIES), tabled(success, DIFFICULTIES)
    shares, ones = tabled(share, range(6, 11)), tabled(mean_ones, (6, 8, 10))
    return {
        "botch": botches,
        "botch_peak": {difficulty: peak(row) for difficulty, row in botches.items()},
        "botch_grows_to": {difficulty: grows_to(row) for difficulty, row in botches.items()},
        "success": successes,
        "success_falls_to": {difficulty: falls_to(row) for difficulty, row in successes.items()},
        "success_stalls_at": {difficulty: stalls_at(row) for difficulty, row in successes.items()},
        "share": shares,
        "share_peak": {difficulty: peak(row) for difficulty, row in shares.items()},
        "mean_ones": ones,
        "cancelled": {
            cancel: tabled(partial(_mastered, rating), (6, 8, 9, 10), MASTERED)
            for cancel, rating in ((0, 0), (1, 5), (2, 6))
        },
        "outnumbered": tabled(outnumbered, DIFFICULTIES),
        "verdicts": [
            {"claim": words, "verdict": _said(holds[number])} for number, (words, _) in CLAIMS.items()
        ],
        "holds": holds,
    }


def _said(holds: bool) -> str:
    return "true" if holds else "false"


def large_pools_botch_more() -> bool:
    """Whether pools of 7 to 12 dice botch more, taken together, than those of 1 to 6 at every difficulty."""
    return all(_mean(LARGE, each) > _mean(SMALL, each) for each in DIFFICULTIES)


def _mean(pools: range, difficulty: int) -> Fraction:
    return sum((botch(pool, difficulty) for pool in pools), Fraction()) / len(pools)


def large_pools_keep_some_of_it() -> bool:
    """Whether at difficulty 10 they do, though no large pool botches more than the worst small one."""
    worst = all(
        botch(pool, each) < max(botch(fewer, each) for fewer in SMALL)
        for each in DIFFICULTIES
        for pool in LARGE
    )
    return worst and [each for each in DIFFICULTIES if _mean(LARGE, each) > _mean(SMALL, each)] == [10]


def ten_is_anomalous() -> bool:
    """Whether some pools botch more than smaller ones at difficulty 10."""
    return bool(grows_to(tabled(botch, (10,))[10]))


def more_dice_succeed_more_at_ten() -> bool:
    return grows_to(tabled(success, (10,))[10]) == [*POOLS][1:]


def large_pools_botch_harder() -> bool:
    return all(grows_to(row) == [*POOLS][1:] for row in tabled(mean_ones, (6, 8, 10)).values())


def share_grows_then_falls() -> bool:
    """Whether among throws that come to nothing the share of botches grows up to one pool, then falls."""
    rows = tabled(share, range(6, 11)).values()
    return all(
        grows_to(row) == [*range(2, peak(row) + 1)] and falls_to(row) == [*range(peak(row) + 1, 13)]
        for row in rows
    )


def even_pools_suffer_at_two() -> bool:
    """Whether at difficulty 2, and nowhere else, a die more can make successes rarer: of each second pool."""
    rarer = {
        (difficulty, degree): falls_to(row)
        for degree in range(1, 6)
        for difficulty, row in tabled(partial(_reaching, degree), DIFFICULTIES, EVERY_POOL).items()
    }
    expected = {(2, degree): [*range(degree + 1, LARGEST_POOL + 1, 2)] for degree in range(1, 6)}
    return {key: pools for key, pools in rarer.items() if pools} == expected


def _reaching(degree: int, pool: int, difficulty: int) -> Fraction:
    return spread(pool, difficulty).at_least(degree)


def easier_is_easier() -> bool:
    return all(
        success(pool, each) > success(pool, each + 1) and botch(pool, each) <= botch(pool, each + 1)
        for pool in POOLS
        for each in range(2, 10)
    )


def three_is_not_worth_it() -> bool:
    """Whether at difficulty 3 even the smallest pool fails less than one time in ten."""
    return all(1 - success(pool, 3) < Fraction(1, 10) for pool in POOLS)


def automatic_is_generous() -> bool:
    """Whether a throw that could be had for nothing fails more than one time in ten, at 6, 8 and 10."""
    return all(1 - success(each, each) > Fraction(1, 10) for each in (6, 8, 10))


def mastery_has_the_anomaly() -> bool:
    five = {pool: botch(pool, 10, 5) for pool in MASTERED}
    six = {pool: botch(pool, 9, 6) for pool in MASTERED}
    return grows_to(five) == [*range(6, 13)] and grows_to(six) == [*range(6, 12)]


def true_where_ones_outnumber() -> bool:
    nine = tabled(outnumbered, (9,))[9]
    ten = tabled(outnumbered, (10,))[10]
    beaten = all(nine[pool] > nine[fewer] for pool in LARGE for fewer in (1, 2, 3))
    return grows_to(ten) == [*POOLS][1:] and beaten


CLAIMS: Mapping[str, tuple[str, Callable[[], bool]]] = {
    "T-1": ("Pools of 7 to 12 dice botch more than those of 1 to 6.", large_pools_botch_more),
    "T-2": (
        "At difficulty 10 they do, taken together, and at no other; the worst small pool is never beaten.",
        large_pools_keep_some_of_it,
    ),
    "T-3": ("At difficulty 10 some pools botch more often than smaller ones.", ten_is_anomalous),
    "T-4": ("Even there every die more makes success likelier.", more_dice_succeed_more_at_ten),
    "T-5": ("The more dice, the more 1s if it is a botch.", large_pools_botch_harder),
    "T-6": (
        "Of throws that come to nothing ever more are botches, up to some pool; then ever fewer.",
        share_grows_then_falls,
    ),
    "T-7": (
        "At difficulty 2, and nowhere else, a die more can make success rarer.",
        even_pools_suffer_at_two,
    ),
    "T-8": ("A lower difficulty is easier for everybody.", easier_is_easier),
    "T-9": ("Difficulty 3 is hardly worth a throw, whatever the pool.", three_is_not_worth_it),
    "T-10": ("A success without a throw is a real gift.", automatic_is_generous),
    "T-11": ("Mastery, which is to make botches rarer, has the same anomaly.", mastery_has_the_anomaly),
    "T-12": (
        "If a botch only took more 1s than successes, large pools would botch more at 9 and 10.",
        true_where_ones_outnumber,
    ),
}
