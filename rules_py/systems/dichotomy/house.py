"""The numbers and switches of the rules that a table may decide otherwise."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple


class House(NamedTuple):
    """The house rules of a table by the names of the options, by default those of the book."""

    beat_targets: bool = False
    tens_need_targets: bool = False
    miss_is_miss: bool = False
    smite_bonus: int = 1
    aim_bonus: int = 2
    bless_bonus: int = 1
    defend_bonus: int = 4
    pvp_base: int = 5
    action_points: int = 3
    defend_price: int = 3
    recover_price: int = 3
    step_hits: int = 3
    injured_hours: int = 24
    serious_days: int = 7
    race_lenient: bool = False
    free_picks: bool = False
    first_picks: int = 3
    carry_base: int = 2
    fulfilled_xp: int = 2
    betrayed_xp: int = 3


BOOK = House()


@lru_cache
def house_of(**values: Any) -> House:
    """Return the house rules with these values, cached because a mechanic runs for every row of faces."""
    return House(**values)
