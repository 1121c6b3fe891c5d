"""The experience that ranks and cinematics cost, and the missing amount."""

from __future__ import annotations

from rules_py.systems.two_d6.stats import rank_price

STARTING_XP = 15
CINEMATIC_XP = 2
BOOST_XP = 5
MOVED_POINT_XP = 1
AWARD = 1
"""The experience that one feat earns. T-220."""


def plan_ranks(*, skill: str, from_rank: int, to_rank: int, xp_held: int, award_xp: int) -> dict[str, int]:
    """Return the cost of raising a skill from rank to rank, and how many awards are missing. T-091, T-220."""
    xp = rank_price(to_rank) - rank_price(from_rank)
    return {"xp": xp, "awards_missing": -(-max(0, xp - xp_held) // award_xp)}
