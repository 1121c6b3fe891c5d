"""Tables that test the game's claims about chances. The page *What the numbers say* proves the claims."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from rules_py.systems.basic_systems.chances import spread
from rules_py.systems.basic_systems.pools import BEYOND_HUMAN
from rules_py.systems.basic_systems.results import MAX_CANCELLED, ONES_OUTNUMBER, House

POOLS = range(1, 13)
DIFFICULTIES = range(2, 11)
MASTERED_AT = (6, 8, 9, 10)
"""The difficulties in the tables about masters."""

Chance = Callable[[int, int], Fraction]
Table = Mapping[int, Mapping[int, Fraction]]


class _Chances:
    """The chances in the claims, under a table's house rules."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._outnumbered = house._replace(botch_rule=ONES_OUTNUMBER)

    def botch(self, pool: int, difficulty: int, ability_rating: int = 0) -> Fraction:
        return spread(pool, difficulty, ability_rating, house=self._house).p_botch

    def success(self, pool: int, difficulty: int) -> Fraction:
        return spread(pool, difficulty, house=self._house).p_success

    def botch_if_outnumbered(self, pool: int, difficulty: int) -> Fraction:
        """Return the chance of a botch if 1s only have to outnumber successes. R-31."""
        return spread(pool, difficulty, house=self._outnumbered).p_botch

    def share(self, pool: int, difficulty: int) -> Fraction:
        """Return the share of botches among rolls without success."""
        return self.botch(pool, difficulty) / (1 - self.success(pool, difficulty))

    def mean_ones(self, pool: int, difficulty: int) -> Fraction:
        """Return the average number of 1s in a botch."""
        return spread(pool, difficulty, house=self._house).mean_botch_ones or Fraction()

    def botch_by_cancelled_ones(self) -> dict[int, Table]:
        """Return the chance of a botch by the 1s that mastery removes, with the pools that can have it.

        The pools of an Ability with mastery are those with an Attribute of 0 to 6.
        """
        first = self._house.mastery_from
        tables = {0: chance_table(self.botch, MASTERED_AT, range(5, 13))}
        for rating in range(first, min(first + MAX_CANCELLED, BEYOND_HUMAN + 1)):
            chance = partial(self.botch, ability_rating=rating)
            tables[rating - first + 1] = chance_table(
                chance, MASTERED_AT, range(rating, rating + BEYOND_HUMAN + 1)
            )
        return tables


def chance_table(of: Chance, difficulties: Iterable[int], pools: Iterable[int] = POOLS) -> Table:
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


def claims(**switches: Any) -> dict[str, Any]:
    """Return the tables by difficulty and pool, with the peaks and the pools at which they rise or fall."""
    chances = _Chances(House(**switches))
    botches, successes = (
        chance_table(chances.botch, DIFFICULTIES),
        chance_table(chances.success, DIFFICULTIES),
    )
    shares, ones = chance_table(chances.share, range(6, 11)), chance_table(chances.mean_ones, (6, 8, 10))
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
        "cancelled": chances.botch_by_cancelled_ones(),
        "outnumbered": chance_table(chances.botch_if_outnumbered, DIFFICULTIES),
        "by_difficulty": [
            {
                "difficulty": difficulty,
                "botches_peak_at": peak(row),
                "more_botches_than_with_one_die_fewer": _list_pools(grows_to(row)),
                "less_success_than_with_one_die_fewer": _list_pools(falls_to(successes[difficulty])),
            }
            for difficulty, row in botches.items()
        ],
    }


def _list_pools(pools: Sequence[int]) -> str:
    return ", ".join(map(str, pools)) or "none"
