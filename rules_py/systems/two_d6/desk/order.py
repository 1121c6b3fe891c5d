"""Who acts when: by initiative, those who tie after they have rolled again; and who is next."""

from __future__ import annotations

from itertools import groupby

from rules_py.desk import next_turn
from rules_py.systems.two_d6.desk.shape import Fight, Fighter


def order_of(fight: Fight) -> list[str]:
    """Everybody, the first to act first. Who has not rolled comes behind those who have, by their scores.
    T-190.
    """
    return [each.name for each in sorted(fight.fighters, key=_place, reverse=True)]


def _place(fighter: Fighter) -> tuple[bool, tuple[int, ...]]:
    return bool(fighter.rolled), fighter.rolled or (fighter.initiative,)


def rolling(fight: Fight) -> list[Fighter]:
    """Those whose initiative is still to be rolled; in a surprise round the aware alone. R-44."""
    return [each for each in fight.fighters if each.able and not each.rolled and not fight.surprised(each)]


def tied(fight: Fight) -> list[Fighter]:
    """The highest group that is tied, in the order listed. T-191, R-45, R-97."""
    ranked = sorted((each for each in fight.fighters if each.rolled), key=_place, reverse=True)
    for _, group in groupby(ranked, key=_place):
        if len(found := list(group)) > 1:
            return found
    return []


def acts(fight: Fight, fighter: Fighter) -> bool:
    """Whether they have a turn in this round. T-193."""
    return fighter.able and not fight.surprised(fighter)


def waiting(fight: Fight) -> str:
    """The next to act, "" if everybody has."""
    return next_turn(order_of(fight), lambda name: acts(fight, fight[name]) and not fight[name].acted)
