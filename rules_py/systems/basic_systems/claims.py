"""Tables that test the game's claims about chances. The page *What the numbers say* proves the claims."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from rules_py.systems.basic_systems.chances import spread
from rules_py.systems.basic_systems.pools import BEYOND_HUMAN
from rules_py.systems.basic_systems.results import CANCELLED_BY_RATING, ONES_OUTNUMBER, House

POOLS = range(1, 13)
DIFFICULTIES = range(2, 11)
MASTERED = {rating: range(rating, rating + BEYOND_HUMAN + 1) for rating in CANCELLED_BY_RATING}
"""The pools of an Ability with mastery and an Attribute of 0 to 6."""
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
    """Return the chance of a botch if 1s only have to outnumber successes. R-31."""
    return spread(pool, difficulty, house=OUTNUMBERED).p_botch


def share(pool: int, difficulty: int) -> Fraction:
    """Return the share of botches among rolls without success."""
    return botch(pool, difficulty) / (1 - success(pool, difficulty))


def mean_ones(pool: int, difficulty: int) -> Fraction:
    """Return the average number of 1s in a botch."""
    return spread(pool, difficulty).mean_botch_ones or Fraction()


def tabled(of: Chance, difficulties: Iterable[int], pools: Iterable[int] = POOLS) -> Table:
    """Return the chance for each difficulty, by pool."""
    return {difficulty: {pool: of(pool, difficulty) for pool in pools} for difficulty in difficulties}


def grows_to(row: Mapping[int, Fraction]) -> list[int]:
    """Return the pools with a higher chance than the pool one die smaller."""
    return [pool for pool in row if pool - 1 in row and row[pool] > row[pool - 1]]


def falls_to(row: Mapping[int, Fraction]) -> list[int]:
    """Return the pools with a lower chance than the pool one die smaller."""
    return [pool for pool in row if pool - 1 in row and row[pool] < row[pool - 1]]


def stalls_at(row: Mapping[int, Fraction]) -> list[int]:
    """Return the pools with the same chance as the pool one die smaller."""
    return [pool for pool in row if pool - 1 in row and row[pool] == row[pool - 1]]


def peak(row: Mapping[int, Fraction]) -> int:
    """Return the pool with the highest chance, the smallest of equal ones."""
    return max(row, key=lambda pool: row[pool])


def claims() -> dict[str, Any]:
    """Return the tables by difficulty and pool, with the peaks and the pools at which they rise or fall."""
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
        "by_difficulty": [
            {
                "difficulty": difficulty,
                "botches_peak_at": peak(row),
                "more_botches_than_with_one_die_fewer": _listed(grows_to(row)),
                "less_success_than_with_one_die_fewer": _listed(falls_to(successes[difficulty])),
            }
            for difficulty, row in botches.items()
        ],
    }


def _listed(pools: Sequence[int]) -> str:
    return ", ".join(map(str, pools)) or "none"
