"""Who acts first: everybody rolls, and those who tie roll again among themselves until the dice part them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from math import prod
from operator import add
from typing import NamedTuple

from rules_py.dice.chain import Done
from rules_py.dice.chances import weights_of
from rules_py.dice.dice import Dice
from rules_py.dice.odds import Odds
from rules_py.dice.process import Process
from rules_py.dice.working import CRITICAL
from rules_py.outcome import Outcome
from rules_py.systems.two_d6.armour import NOTHING_REROLLED
from rules_py.systems.two_d6.opposed import margin_counts
from rules_py.systems.two_d6.rolls import Added
from rules_py.systems.two_d6.sums import BOXCARS, PAIRS, SIDES, SUMS, WAYS

type Groups = tuple[tuple[int, ...], ...]
"""The combatants by their places, highest first; those of one group are tied so far."""


@dataclass(frozen=True, kw_only=True)
class Order(Outcome):
    """Who acts first, by place in the list given, and the whole order.

    Two orders with the same first are one outcome of the odds: of eight there are 40,320.
    """

    first: int
    order: tuple[int, ...] = field(default=(), compare=False)

    @property
    def verdict(self) -> str:
        if not self.order:
            return f"{name_of(self.first)} acts first"
        return ", then ".join([name_of(self.order[0]), *(str(each + 1) for each in self.order[1:])])


def name_of(place: int) -> str:
    """What a combatant is called who has no name."""
    return f"Combatant {place + 1}"


def _roll(dice: Dice, place: int, score: int, rule: str) -> int:
    thrown = dice.throw(2, SIDES, label=Added(name_of(place), score), rule=rule)
    if thrown.sum == BOXCARS:
        thrown.mark(CRITICAL)
        dice.note(f"Boxcars earn {name_of(place).lower()} a cinematic", "R-15")
    return thrown.sum + score


def _parted(totals: Mapping[int, int]) -> Groups:
    """Combatants in groups of one total, the highest first."""
    ranked = sorted(totals, key=lambda place: -totals[place])
    return tuple(tuple(each) for _, each in groupby(ranked, key=totals.__getitem__))


def _ended(groups: Groups) -> Order:
    order = tuple(place for group in groups for place in group)
    return Order(first=order[0], order=order)


def _untying(scores: Sequence[int]) -> Process[Groups, Order]:
    """The rerolls: the highest tied group first, settled before the next. R-45, R-97."""

    def step(dice: Dice, groups: Groups) -> Groups | Done[Order]:
        at = next(place for place, group in enumerate(groups) if len(group) > 1)
        names = [name_of(groups[at][0]), *(str(place + 1) for place in groups[at][1:])]
        dice.note(f"{' and '.join(names)} are tied and roll again", "T-191")
        again = _parted({place: _roll(dice, place, scores[place], "T-191") for place in groups[at]})
        return _reached((*groups[:at], *again, *groups[at + 1 :]))

    def ends(groups: Groups) -> dict[Groups | Done[Order], int]:
        """Who is first in the end is known from the first group alone."""
        chances = first_chances([scores[place] for place in groups[0]])
        ways = weights_of(dict(zip(groups[0], chances, strict=True)))
        return {Done(Order(first=place)): weight for place, weight in ways.items()}

    return Process(step, ends)


def _reached(groups: Groups) -> Groups | Done[Order]:
    return Done(_ended(groups)) if all(len(group) == 1 for group in groups) else groups


def initiative(dice: Dice, *, scores: Sequence[int]) -> Order:
    """Everybody rolls two dice and adds AGI and PER; the highest acts first. T-190, T-191."""
    groups = _parted({place: _roll(dice, place, score, "T-190") for place, score in enumerate(scores)})
    reached = _reached(groups)
    if isinstance(reached, Done):
        return reached.outcome
    return _untying(scores).play(dice, reached)


def first_chances(scores: Sequence[int]) -> tuple[Fraction, ...]:
    """The chance of each to act first, every reroll of ties included.

    Only how far the scores lie apart matters, and equal scores have equal chances.
    """
    ranked = _apart(sorted(scores))
    solved = _solved(ranked)
    chances = {score: Fraction(ways, solved.whole) for score, ways in zip(ranked, solved.ways, strict=True)}
    lowest = min(scores)
    return tuple(chances[score - lowest] for score in scores)


def _apart(scores: Sequence[int]) -> tuple[int, ...]:
    """Ascending scores, each by how far it lies above the lowest."""
    return tuple(score - scores[0] for score in scores)


class _Solved(NamedTuple):
    """Who acts first of a group, in the end: in so many of `whole` ways each.

    `whole` is the product of `factors`: of this group, and of every smaller one that may come to tie in it,
    how many of its throws part it. So chances of several groups are brought together without looking for
    common divisors, which for eight combatants have some thousand digits.
    """

    ways: tuple[int, ...]
    whole: int
    factors: Mapping[tuple[int, ...], int]


@lru_cache(maxsize=4096)
def _solved(scores: tuple[int, ...]) -> _Solved:
    """The solution of a group with these scores, ascending from 0: somebody is highest alone, or some tie for
    it and roll again, or everybody does, and it is as before.
    """
    if len(scores) == 1:
        return _Solved((1,), 1, {})
    everybody = tuple(range(len(scores)))
    alone = [0] * len(scores)
    tied: list[tuple[tuple[int, ...], int, _Solved]] = []
    factors: dict[tuple[int, ...], int] = {}
    unparted = 0
    for group, count in _highest(scores):
        if len(group) == 1:
            alone[group[0]] = count
        elif group == everybody:
            unparted = count
        else:
            below = _solved(_apart([scores[place] for place in group]))
            tied.append((group, count, below))
            factors.update(below.factors)
    common = prod(factors.values())
    ways = [count * common for count in alone]
    for group, count, below in tied:
        scale = common // below.whole * count
        for place, part in zip(group, below.ways, strict=True):
            ways[place] += part * scale
    factors[scores] = PAIRS ** len(scores) - unparted
    return _Solved(tuple(ways), common * factors[scores], factors)


def _highest(scores: Sequence[int]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Each group that may come out highest together, with the ways of all dice that make it so."""
    everybody = range(len(scores))
    counts = [0] * 2 ** len(scores)
    for total in range(scores[-1] + SUMS.start, scores[-1] + SUMS.stop):
        ways = [1]
        for score in scores:
            below, there = _BELOW[min(total - score, SUMS.stop)], WAYS.get(total - score, 0)
            ways = [each * below for each in ways] + [each * there for each in ways]
        counts = list(map(add, counts, ways))
    for members, count in enumerate(counts[1:], start=1):
        if count:
            yield tuple(place for place in everybody if members >> place & 1), count


_BELOW = [sum(ways for total, ways in WAYS.items() if total < limit) for limit in range(SUMS.stop + 1)]
"""How many of the 36 pairs stay below a sum."""


def before(one: int, other: int) -> Fraction:
    """The chance that the first of two scores acts before the second, however many others there are."""
    margins, _ = margin_counts(one, other, NOTHING_REROLLED)
    ahead = sum(ways for margin, ways in margins.items() if margin > 0)
    return Fraction(ahead, PAIRS**2 - margins.get(0, 0))


def initiative_odds(*, scores: Sequence[int]) -> Odds:
    """The chance of each to act first. Measures: `p_first`, and `p_before`, row by row."""
    chances = first_chances(scores)
    return Odds.of_chances(
        {Order(first=place): chance for place, chance in enumerate(chances)},
        {
            "p_first": lambda odds: list(chances),
            "p_before": lambda odds: [[before(one, other) for other in scores] for one in scores],
        },
    )
