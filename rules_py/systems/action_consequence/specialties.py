"""Specializations: the dice they add to a stat's, and who loses them against whom."""

from __future__ import annotations

from collections.abc import Sequence


def dice_for_action(
    *, stat: Sequence[int], extra_stat: Sequence[int], specialization: bool, opponent_uses_counter: bool
) -> dict[str, list[int]]:
    """The dice of an act, largest first: the stat’s, and unless the opponent counters it those of the stat
    that the specialization adds. A-084, A-085.
    """
    extra = extra_stat if specialization and not opponent_uses_counter else ()
    return {"dice": sorted((*stat, *extra), reverse=True)}
