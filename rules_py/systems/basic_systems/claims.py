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
from rules_py.systems.basic_systems.pools import BEYOND_HUMAN
from rules_py.systems.basic_systems.results import CANCELLED_BY_RATING, ONES_OUTNUMBER, House

POOLS = range(1, 13)
EVERY_POOL = range(LARGEST_POOL + 1)
SMALL, LARGE = range(1, 7), range(7, 13)
DIFFICULTIES = range(2, 11)
MASTERED = {rating: range(rating, rating + BEYOND_HUMAN + 1) for rating in CANCELLED_BY_RATING}
"""The pools that an Ability with mastery makes up, with an Attribute of 0 to 6."""
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
    """Return the chance of a botch where the 1s need only be more than the successes. R-31."""
    return spread(pool, difficulty, house=OUTNUMBERED).p_botch


def share(pool: int, difficulty: int) -> Fraction:
    """Return the share of botches among throws that come to nothing."""
    return botch(pool, difficulty) / (1 - success(pool, difficulty))


def mean_ones(pool: int, difficulty: int) -> Fraction:
    """Return how many 1s a botch shows, in the mean."""
    return spread(pool, difficulty).mean_botch_ones or Fraction()


def tabled(of: Chance, difficulties: Iterable[int], pools: Iterable[int] = POOLS) -> Table:
    """Return the chance for each difficulty, by pool."""
    return {difficulty: {pool: of(pool, difficulty) for pool in pools} for difficulty in difficulties}


def grows_to(row: Mapping[int, Fraction]) -> list[int]:
    """Return the pools that have more of it than the pool one die smaller."""
    return [pool for pool in row if pool - 1 in row and row[pool] > row[pool - 1]]


def falls_to(row: Mapping[int, Fraction]) -> list[int]:
    """Return the pools that have less of it than the pool one die smaller."""
    return [pool for pool in row if pool - 1 in row and row[pool] < row[pool - 1]]


def stalls_at(row: Mapping[int, Fraction]) -> list[int]:
    """Return the pools that have as much of it as the pool one die smaller."""
    return [pool for pool in row if pool - 1 in row and row[pool] == row[pool - 1]]


def peak(row: Mapping[int, Fraction]) -> int:
    """Return the pool that has most of it, the smallest of equal ones."""
    return max(row, key=lambda pool: row[pool])


def claims() -> dict[str, Any]:
    """Return the tables of the claims, by difficulty and pool, what they show of it, and the verdicts."""
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
            cancel: tabled(partial(_mastered, rating), (6, 8, 9, 10), pools)
            for cancel, rating, pools in ((0, 0, range(5, 13)), (1, 5, MASTERED[5]), (2, 6, MASTERED[6]))
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
    """Return whether pools of 7 to 12 dice botch more, taken together, than those of 1 to 6 at every
    difficulty.
    """
    return all(_mean(LARGE, each, botch) > _mean(SMALL, each, botch) for each in DIFFICULTIES)


def _mean(pools: range, difficulty: int, of: Chance) -> Fraction:
    return sum((of(pool, difficulty) for pool in pools), Fraction()) / len(pools)


def large_pools_keep_some_of_it() -> bool:
    """Return whether at difficulty 10 they do, though no large pool botches more than the worst small one."""
    worst = all(
        botch(pool, each) < max(botch(fewer, each) for fewer in SMALL)
        for each in DIFFICULTIES
        for pool in LARGE
    )
    return worst and [
        each for each in DIFFICULTIES if _mean(LARGE, each, botch) > _mean(SMALL, each, botch)
    ] == [10]


def ten_is_anomalous() -> bool:
    """Return whether some pools botch more than smaller ones at difficulty 10."""
    return bool(grows_to(tabled(botch, (10,))[10]))


def more_dice_succeed_more_at_ten() -> bool:
    return grows_to(tabled(success, (10,), EVERY_POOL)[10]) == [*EVERY_POOL][1:]


def large_pools_botch_harder() -> bool:
    return all(grows_to(row) == [*POOLS][1:] for row in tabled(mean_ones, DIFFICULTIES).values())


def share_grows_then_falls() -> bool:
    """Return whether from difficulty 6 the share of botches among failed throws grows up to one pool, then
    falls.
    """
    rows = tabled(share, range(6, 11)).values()
    return all(
        grows_to(row) == [*range(2, peak(row) + 1)] and falls_to(row) == [*range(peak(row) + 1, 13)]
        for row in rows
    )


def even_pools_suffer_at_two() -> bool:
    """Return whether at difficulty 2, and nowhere else, a die more can make successes rarer: of each second
    pool.
    """
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
        for pool in EVERY_POOL[1:]
        for each in range(2, 10)
    )


def failure_at_three_is_rare() -> bool:
    """Return whether at difficulty 3 one die or two fail one time in five, larger pools less than in ten."""
    small = all(1 - success(pool, 3) == Fraction(1, 5) for pool in (1, 2))
    return small and all(1 - success(pool, 3) < Fraction(1, 10) for pool in POOLS[2:])


def automatic_saves_more_from_three_up() -> bool:
    """Return whether a pool as large as its difficulty fails ever more often from 3 to 10."""
    return grows_to({each: 1 - success(each, each) for each in DIFFICULTIES[1:]}) == [*range(4, 11)]


def mastery_has_the_anomaly() -> bool:
    """Return whether more dice mean more botches at these ratings and difficulties, and at no others."""
    grows = {
        (rating, each): grows_to({pool: botch(pool, each, rating) for pool in pools})
        for rating, pools in MASTERED.items()
        for each in DIFFICULTIES
    }
    return {key: pools for key, pools in grows.items() if pools} == {
        (5, 9): [6, 7],
        (5, 10): [*range(6, 12)],
        (6, 8): [7, 8],
        (6, 9): [*range(7, 12)],
        (6, 10): [*range(7, 13)],
    }


def partly_true_where_ones_outnumber() -> bool:
    """Return whether botches grow with every die at 10, and large pools are worse at 9 and 10 alone."""
    nine, ten = (tabled(outnumbered, (each,))[each] for each in (9, 10))
    beaten = all(nine[pool] > nine[fewer] for pool in LARGE for fewer in (1, 2, 3))
    worse = [
        each for each in DIFFICULTIES if _mean(LARGE, each, outnumbered) > _mean(SMALL, each, outnumbered)
    ]
    return grows_to(ten) == [*POOLS][1:] and beaten and worse == [9, 10]


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
        "From difficulty 6, of throws that come to nothing ever more are botches up to some pool; then ever "
        "fewer.",
        share_grows_then_falls,
    ),
    "T-7": (
        "At difficulty 2, and nowhere else, a die more can make success rarer, for pools of up to 20 dice.",
        even_pools_suffer_at_two,
    ),
    "T-8": ("A lower difficulty is easier, for every pool of up to 20 dice.", easier_is_easier),
    "T-9": (
        "At difficulty 3 one die or two fail one time in five, three or more less than one time in ten.",
        failure_at_three_is_rare,
    ),
    "T-10": (
        "A throw with as many dice as the difficulty fails ever more often from 3 up.",
        automatic_saves_more_from_three_up,
    ),
    "T-11": (
        "With mastery, too, botches grow with the dice: with five dots at 9 and 10, with six at 8, 9 and 10.",
        mastery_has_the_anomaly,
    ),
    "T-12": (
        "If a botch only took more 1s than successes, large pools would botch more at 9 and 10, taken "
        "together, and at no other.",
        partly_true_where_ones_outnumber,
    ),
}
