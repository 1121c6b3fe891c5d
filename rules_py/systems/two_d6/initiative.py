"""Initiative: everyone rolls, and ties reroll among themselves until the dice decide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from math import prod
from operator import add
from typing import NamedTuple

from rules_py.calculators.outcome import Outcome
from rules_py.dice.chances import to_weights
from rules_py.dice.dice import Dice
from rules_py.dice.markov import Done
from rules_py.dice.odds import Odds
from rules_py.dice.process import Process
from rules_py.dice.roll_steps import CRITICAL
from rules_py.systems.two_d6.armour import NOTHING_REROLLED
from rules_py.systems.two_d6.opposed import margin_counts
from rules_py.systems.two_d6.rolls import RollLabel
from rules_py.systems.two_d6.sums import BOXCARS, PAIRS, SIDES, SUMS, WAYS

type Groups = tuple[tuple[int, ...], ...]
"""The indices of the combatants, highest first; those of one group are tied so far."""

type Totals = tuple[int, ...]
"""The results of those who have rolled, by index."""


@dataclass(frozen=True, kw_only=True)
class Order(Outcome):
    """The first to act, by position in the list, and the whole order.

    Two orders with the same first combatant are one outcome of the odds: eight combatants have 40,320 orders.
    """

    first: int
    order: tuple[int, ...] = field(default=(), compare=False)

    @property
    def verdict(self) -> str:
        if not self.order:
            return f"{name_of(self.first)} acts first"
        return ", then ".join([name_of(self.order[0]), *(str(each + 1) for each in self.order[1:])])


def name_of(place: int) -> str:
    """Return the name of an unnamed combatant."""
    return f"Combatant {place + 1}"


def _roll(dice: Dice, place: int, score: int, rule: str) -> int:
    rolled = dice.roll(2, SIDES, label=RollLabel(name_of(place), score), rule=rule)
    if rolled.sum == BOXCARS:
        rolled.set_status(CRITICAL)
        dice.note(f"Boxcars earn {name_of(place).lower()} a cinematic", "R-15")
    return rolled.sum + score


def _first_rolls(scores: Sequence[int]) -> Process[Totals, Order | Groups]:
    """Return the process of everyone's first roll, one after another; it ends with the order, or with groups
    if some are tied. T-190.
    """

    def step(dice: Dice, totals: Totals) -> Totals | Done[Order | Groups]:
        place = len(totals)
        totals = (*totals, _roll(dice, place, scores[place], "T-190"))
        if len(totals) < len(scores):
            return totals
        groups = _group_by_total(dict(enumerate(totals)))
        return _end_of(groups) or Done(groups)

    def ends(totals: Totals) -> dict[Totals | Done[Order | Groups], int]:
        """Return the chance of each to act first, including rerolls of ties."""
        ways = to_weights(dict(enumerate(first_chances(scores, totals))))
        return {Done(Order(first=place)): weight for place, weight in ways.items()}

    return Process(step, ends, min_dice=lambda totals: 2 * (len(scores) - len(totals)))


def _group_by_total(totals: Mapping[int, int]) -> Groups:
    """Return the combatants in groups of equal totals, the highest first."""
    ranked = sorted(totals, key=lambda place: -totals[place])
    return tuple(tuple(each) for _, each in groupby(ranked, key=totals.__getitem__))


def _to_order(groups: Groups) -> Order:
    order = tuple(place for group in groups for place in group)
    return Order(first=order[0], order=order)


def _rerolls(scores: Sequence[int]) -> Process[Groups, Order]:
    """Return the rerolls: the highest tied group first, settled before the next. R-45, R-97."""

    def step(dice: Dice, groups: Groups) -> Groups | Done[Order]:
        at = next(place for place, group in enumerate(groups) if len(group) > 1)
        names = [name_of(groups[at][0]), *(str(place + 1) for place in groups[at][1:])]
        dice.note(f"{' and '.join(names)} are tied and reroll", "T-191")
        again = _group_by_total({place: _roll(dice, place, scores[place], "T-191") for place in groups[at]})
        groups_after = (*groups[:at], *again, *groups[at + 1 :])
        return _end_of(groups_after) or groups_after

    def ends(groups: Groups) -> dict[Groups | Done[Order], int]:
        """Return the chance of each in the first group, which alone decides who acts first."""
        chances = first_chances([scores[place] for place in groups[0]])
        ways = to_weights(dict(zip(groups[0], chances, strict=True)))
        return {Done(Order(first=place)): weight for place, weight in ways.items()}

    return Process(step, ends)


def _end_of[Tied](groups: Groups) -> Done[Order | Tied] | None:
    """Return the end, once no one is tied."""
    return Done(_to_order(groups)) if all(len(group) == 1 for group in groups) else None


def initiative(dice: Dice, *, scores: Sequence[int]) -> Order:
    """Roll two dice for each, plus AGI and PER; the highest acts first. T-190, T-191."""
    first_result = _first_rolls(scores).play(dice, ())
    return first_result if isinstance(first_result, Order) else _rerolls(scores).play(dice, first_result)


def first_chances(scores: Sequence[int], totals: Totals = ()) -> tuple[Fraction, ...]:
    """Return the chance of each to act first, including all rerolls of ties; `totals` are of those who have
    rolled.

    Before the first roll, only the differences of the scores matter, and equal scores have equal chances.
    """
    if totals:
        return _first_after(scores, totals)
    ranked = _relative_scores(sorted(scores))
    solved = _solve(ranked)
    chances = {score: Fraction(ways, solved.whole) for score, ways in zip(ranked, solved.ways, strict=True)}
    lowest = min(scores)
    return tuple(chances[score - lowest] for score in scores)


def _first_after(scores: Sequence[int], totals: Totals) -> tuple[Fraction, ...]:
    """Return the same if only some have rolled: the highest act first, and reroll if there are several."""
    chances = [Fraction()] * len(scores)
    for group, count in _highest(scores, totals):
        part = Fraction(count, PAIRS ** (len(scores) - len(totals)))
        for place, chance in zip(group, first_chances([scores[each] for each in group]), strict=True):
            chances[place] += part * chance
    return tuple(chances)


def _relative_scores(scores: Sequence[int]) -> tuple[int, ...]:
    """Return ascending scores as their differences from the lowest."""
    return tuple(score - scores[0] for score in scores)


class _Solution(NamedTuple):
    """The first to act in a group: the weight of each, out of `whole`.

    `whole` is the product of `factors`: the number of rolls that don't leave the whole group tied, for this
    group and every smaller one that may tie within it. So the chances of several groups are combined without
    searching for common divisors, which for eight combatants have some thousand digits.
    """

    ways: tuple[int, ...]
    whole: int
    factors: Mapping[tuple[int, ...], int]


@lru_cache(maxsize=4096)
def _solve(scores: tuple[int, ...]) -> _Solution:
    """Return the solution of a group with these scores, ascending from 0. Either one is highest alone, or
    some tie and reroll, or everyone ties, which changes nothing.
    """
    everyone = tuple(range(len(scores)))
    alone = [0] * len(scores)
    tied: list[tuple[tuple[int, ...], int, _Solution]] = []
    factors: dict[tuple[int, ...], int] = {}
    all_tied = 0
    for group, count in _highest(scores):
        if len(group) == 1:
            alone[group[0]] = count
        elif group == everyone:
            all_tied = count
        else:
            below = _solve(_relative_scores([scores[place] for place in group]))
            tied.append((group, count, below))
            factors.update(below.factors)
    common = prod(factors.values())
    ways = [count * common for count in alone]
    for group, count, below in tied:
        scale = common // below.whole * count
        for place, part in zip(group, below.ways, strict=True):
            ways[place] += part * scale
    factors[scores] = PAIRS ** len(scores) - all_tied
    return _Solution(tuple(ways), common * factors[scores], factors)


def _highest(scores: Sequence[int], totals: Totals = ()) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield each group that may be highest together, with the number of remaining rolls that lead to it;
    `totals` are of those who have rolled.
    """
    everyone = range(len(scores))
    counts = [0] * 2 ** len(scores)
    rolling = scores[len(totals) :]
    lowest = max((*totals, *(score + SUMS.start for score in rolling)))
    highest = max((*totals, *(score + SUMS[-1] for score in rolling)))
    for total in range(lowest, highest + 1):
        ways = [1]
        for rolled_total in totals:
            ways = [each * (rolled_total < total) for each in ways] + [
                each * (rolled_total == total) for each in ways
            ]
        for score in rolling:
            below, there = _BELOW[min(total - score, SUMS.stop)], WAYS.get(total - score, 0)
            ways = [each * below for each in ways] + [each * there for each in ways]
        counts = list(map(add, counts, ways))
    for members, count in enumerate(counts[1:], start=1):
        if count:
            yield tuple(place for place in everyone if members >> place & 1), count


_BELOW = [sum(ways for total, ways in WAYS.items() if total < limit) for limit in range(SUMS.stop + 1)]
"""The number of the 36 pairs that are below a sum."""


def before(one: int, other: int) -> Fraction:
    """Return the chance that the first of two scores acts before the second, with any number of others."""
    margins, _ = margin_counts(one, other, NOTHING_REROLLED)
    ahead = sum(ways for margin, ways in margins.items() if margin > 0)
    return Fraction(ahead, PAIRS**2 - margins.get(0, 0))


def initiative_odds(*, scores: Sequence[int]) -> Odds:
    """Return the chance of each to act first. Measures: `p_first`, and `p_before`, row by row."""
    chances = first_chances(scores)
    return Odds.from_chances(
        {Order(first=place): chance for place, chance in enumerate(chances)},
        {
            "p_first": lambda odds: list(chances),
            "p_before": lambda odds: [[before(one, other) for other in scores] for one in scores],
        },
    )
