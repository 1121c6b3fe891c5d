"""Limits of dice, so that a page can roll and show them, and calculate their odds within about a frame."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import reduce
from math import floor, isqrt, lcm

from rules_py.dice.notation.canonical import write_number
from rules_py.dice.notation.odds import node_weights
from rules_py.dice.notation.refusal import Refusal, division
from rules_py.dice.notation.set_odds import die_values
from rules_py.dice.notation.tree import (
    DiceSet,
    DigitDice,
    Group,
    Heap,
    Node,
    Number,
    Product,
    Rounded,
    Sum,
    Test,
    dice_in,
    leaves,
)

MAX_CHARS = 200
"""The most characters of a notation, with its labels."""
MAX_DICE = 200
"""The most dice rolled at once, in all repeats together."""
MAX_SIDES = 1000
"""The most sides of a die."""
MAX_EXTRA_DICE = 20
"""The most dice that explode."""
MAX_KEEP_DICE, MAX_KEEP_FACES = 30, 1_000
"""The most dice, and dice times sides, if only some are kept: up to 0.2 s in a browser."""
MAX_KEEP_WORK = 10_000
"""The most dice times values times dice kept, if dice are kept together with those they add: 0.2 s in a
browser.
"""
MAX_GROUP = 8
"""The most totals if only some are kept."""
MAX_TERMS = 16
"""The most dice and numbers in a notation."""
MAX_DEPTH = 20
"""The most nested brackets: the parser is recursive."""
MAX_REPEATS = 20
"""The most repeats."""
MAX_DIGITS = 6
"""The most digits of a number."""
MAX_TOTALS = 2_000
"""The most different totals that a page can show in a table."""
MAX_TOTAL = 1_000_000
"""The greatest total."""


def check_sides(sides: int) -> None:
    """Raise Refusal for a die that can't be rolled."""
    if sides > MAX_SIDES or sides < 1:
        reason = "too_many_sides" if sides else "no_sides"
        number = f", not {sides}" if sides < 10**MAX_DIGITS else ""
        raise Refusal(reason, f"A die must have 1 to {MAX_SIDES} sides{number}.")


def check_size(tree: Node | Test, repeats: int = 1) -> None:
    """Raise Refusal for more than a page can roll, calculate and show."""
    rolled = leaves(tree)
    _check_dice(rolled, repeats)
    _check_keep(rolled)
    for side in (tree.left, tree.right) if isinstance(tree, Test) else (tree,):
        _check_totals(_range(side))


def _check_dice(dice: Iterable[DiceSet | DigitDice | Heap], repeats: int) -> None:
    dice = tuple(dice)
    number = repeats * sum(map(dice_in, dice))
    if number > MAX_DICE:
        raise Refusal("too_many_dice", f"Roll at most {MAX_DICE} dice at once, not {number}.{_moments(dice)}")
    exploding = repeats * sum(each.count for each in dice if isinstance(each, DiceSet) and each.extra)
    if exploding > MAX_EXTRA_DICE:
        raise Refusal("too_many_dice", f"At most {MAX_EXTRA_DICE} dice can explode, not {exploding}.")


def _moments(sets: tuple[DiceSet | DigitDice | Heap, ...]) -> str:
    """Return the mean and the standard deviation of too many dice to roll, if they are one set."""
    dice = sets[0]
    if len(sets) != 1 or not isinstance(dice, DiceSet) or dice.keep or dice.extra:
        return ""
    one: dict[int, int] = {}
    for value, weight in die_values(dice).items():
        one[dice.score(value)] = one.get(dice.score(value), 0) + weight
    total = sum(one.values())
    mean = Fraction(sum(value * weight for value, weight in one.items()), total)
    variance = Fraction(sum(value**2 * weight for value, weight in one.items()), total) - mean**2
    deviation = isqrt(floor(4 * dice.count * variance)) + 1 >> 1
    average = write_number(Fraction(round(mean * dice.count)))
    return f" Their average total is {average}, with a standard deviation of {deviation}."


def _check_keep(dice: Iterable[DiceSet | DigitDice | Heap]) -> None:
    keep_parts = [
        each for each in dice if isinstance(each, Heap) or (isinstance(each, DiceSet) and each.keep)
    ]
    number = sum(map(dice_in, keep_parts))
    if number > MAX_KEEP_DICE:
        message = f"The highest or lowest can be kept from at most {MAX_KEEP_DICE} dice, not {number}."
        raise Refusal("too_many_dice", message)
    sets = [part for each in keep_parts for part in (each.sets if isinstance(each, Heap) else (each,))]
    work = max((_keep_work(each) for each in keep_parts if isinstance(each, DiceSet)), default=0)
    if sum(each.count * len(each.faces) for each in sets) > MAX_KEEP_FACES or work > MAX_KEEP_WORK:
        message = "That’s too much to calculate. Keep the highest or lowest of fewer or smaller dice."
        raise Refusal("too_many_dice", message)


def _keep_work(dice: DiceSet) -> int:
    """Return the number of steps that dominate the time to count dice that are added up with those they
    add.
    """
    if not (dice.compound and dice.keep and dice.keep.count):
        return 0
    return dice.count * len(dice.faces) * (dice.extra_limit + 1) * dice.keep.count


class _Range:
    """An upper bound on the totals of a part: `count` totals from `low` to `high`, in steps."""

    def __init__(self, low: Fraction, high: Fraction, step: Fraction, count: int) -> None:
        self.low, self.high, self.step = low, high, step
        span = int((high - low) / step) + 1 if step else 1
        self.count = min(count, span)


def _check_totals(bounds: _Range) -> None:
    if bounds.count > MAX_TOTALS:
        raise Refusal(
            "too_many_totals", "These dice have too many possible totals. Roll fewer or smaller dice."
        )
    if max(abs(bounds.low), abs(bounds.high)) > MAX_TOTAL:
        raise Refusal("too_big", f"Totals can be at most {MAX_TOTAL:,}.")


def _range(node: Node) -> _Range:
    """Return the totals of a part; raise Refusal for too many, or for a division by 0."""
    match node:
        case Number(value):
            return _Range(value, value, Fraction(0), 1)
        case DigitDice(sides, digits):
            places = sum(node.places)
            return _Range(Fraction(places), Fraction(places * sides), Fraction(1), sides**digits)
        case DiceSet():
            return _range_of_set(node)
        case Heap(sets):
            parts = [_range_of_set(each) for each in sets]
            low, high = sum(part.low for part in parts), sum(part.high for part in parts)
            return _Range(Fraction(min(low, 0)), Fraction(max(high, 0)), Fraction(1), MAX_TOTALS + 1)
        case Sum(terms):
            zero = _Range(Fraction(0), Fraction(0), Fraction(0), 1)
            return reduce(_add, (_scale(_range(term), Fraction(sign)) for sign, term in terms), zero)
        case Product():
            return _range_of_product(node)
        case Rounded(_, inner):
            total = _range(inner)
            low, high = Fraction(floor(total.low)), Fraction(floor(total.high) + 1)
            return _Range(low, high, Fraction(1), total.count)
        case Group(entries, keep, successes):
            if keep and len(entries) > MAX_GROUP:
                raise Refusal("too_many_terms", f"Keep the highest or lowest of at most {MAX_GROUP} totals.")
            return _range_of_group([_range(each) for each in entries], successes is not None)
    raise TypeError(node)


def _range_of_product(product: Product) -> _Range:
    total = _range(product.first)
    for operator, factor in product.rest:
        other = _range(factor)
        if operator == "/" and other.low <= 0 <= other.high and 0 in node_weights(factor):
            raise division()
        total = _multiply(total, other) if operator == "*" else _divide(total, other)
        _check_totals(total)
    return total


def _range_of_set(dice: DiceSet) -> _Range:
    if dice.successes is not None:
        most = 2 if dice.doubled else 1
        scores = [-1 if dice.failures else 0, most]
    else:
        scores = [dice.value(dice.faces[0][0] - dice.penetrating), dice.value(dice.faces[-1][0])]
        scores += [0] if dice.only else []
    longest = dice.extra_limit + 1 if dice.extra and (dice.successes is None or dice.adds_singly) else 1
    number = dice.count
    if dice.keep and dice.keep.count is not None:
        number, longest = dice.keep.count, longest if dice.compound else 1
    elif dice.keep and not dice.extra:
        number -= dice.keep.drop_highest + dice.keep.drop_lowest
    low, high = min(scores), max(scores)
    low = min(low, longest * low)
    return _Range(Fraction(number * low), Fraction(number * max(high, longest * high)), Fraction(1), 10**9)


def _range_of_group(parts: list[_Range], counts: bool) -> _Range:
    if counts:
        return _Range(Fraction(0), Fraction(len(parts)), Fraction(1), len(parts) + 1)
    low = sum((min(part.low, Fraction(0)) for part in parts), Fraction(0))
    high = sum((max(part.high, Fraction(0)) for part in parts), Fraction(0))
    return _Range(low, high, Fraction(1, lcm(*(part.step.denominator for part in parts))), 10**9)


def _add(left: _Range, right: _Range) -> _Range:
    step = _common_step(left.step, right.step)
    return _Range(left.low + right.low, left.high + right.high, step, left.count * right.count)


def _common_step(one: Fraction, other: Fraction) -> Fraction:
    """Return the greatest step of which both are multiples."""
    while other:
        one, other = other, one % other
    return one


def _scale(bounds: _Range, by: Fraction) -> _Range:
    ends = sorted((bounds.low * by, bounds.high * by))
    return _Range(ends[0], ends[1], bounds.step * abs(by), bounds.count)


def _multiply(left: _Range, right: _Range) -> _Range:
    if right.low == right.high:
        return _scale(left, right.low)
    if left.low == left.high:
        return _scale(right, left.low)
    ends = [one * other for one in (left.low, left.high) for other in (right.low, right.high)]
    parts = [lcm(each.low.denominator, each.step.denominator) for each in (left, right)]
    step = Fraction(1, parts[0] * parts[1])
    return _Range(min(ends), max(ends), step, left.count * right.count)


def _divide(left: _Range, right: _Range) -> _Range:
    if right.low == right.high:
        return _scale(left, 1 / right.low)
    nearest = [right.low, right.high] if right.low > 0 or right.high < 0 else [right.step, -right.step]
    ends = [one / other for one in (left.low, left.high) for other in nearest]
    return _Range(min(ends), max(ends), Fraction(1, 10**12), left.count * right.count)
