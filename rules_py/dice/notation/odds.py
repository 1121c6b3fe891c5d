"""Exact weights of whole trees: the possible results of a notation."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, product
from math import ceil, floor, lcm

from rules_py.dice import counts
from rules_py.dice.notation.refusal import division
from rules_py.dice.notation.set_odds import set_weights
from rules_py.dice.notation.tree import (
    DiceSet,
    DigitDice,
    Group,
    Heap,
    Keep,
    Node,
    Number,
    Product,
    Rounded,
    Sum,
    Test,
)

Weights = Mapping[int | Fraction, int]
Value = tuple[int, bool | None]
"""The total of a roll, and whether its test succeeds, None without a test."""

_HALF = Fraction(1, 2)
_ROUND = {"floor": floor, "ceil": ceil, "round": lambda value: floor(value + _HALF)}


@lru_cache(maxsize=256)
def roll_weights(tree: Node | Test, known: tuple[int, ...] = ()) -> Mapping[Value, int]:
    """Return the weight of each result; `known` are those of the first dice (`tree.leaves`).

    A total that isn't whole is rounded down.
    """
    values = iter(known)
    if not isinstance(tree, Test):
        return {(total, None): weight for total, weight in _floor(node_weights(tree, values)).items()}
    left = _floor(node_weights(tree.left, values))
    right = _floor(node_weights(tree.right, values))
    values_right = sorted(right)
    running = [0, *accumulate(right[value] for value in values_right)]
    weights: dict[Value, int] = {}
    for total, weight in left.items():
        lower, upper = bisect_left(values_right, total), bisect_right(values_right, total)
        below, equal, whole = running[lower], running[upper] - running[lower], running[-1]
        above = whole - below - equal
        success = {
            ">": below,
            ">=": below + equal,
            "<": above,
            "<=": above + equal,
            "=": equal,
            "<>": below + above,
        }[tree.sign]
        for outcome, ways in ((False, whole - success), (True, success)):
            if ways:
                weights[total, outcome] = weight * ways
    return weights


def _floor(weights: Weights) -> dict[int, int]:
    return counts.merge((floor(value), weight) for value, weight in weights.items())


def node_weights(node: Node, known: Iterator[int] = iter(())) -> Weights:
    """Return the weight of each value of a part. The next dice show the remaining values in `known`, if
    any.
    """
    match node:
        case Number(value):
            return {_simplest(value): 1}
        case DiceSet() | DigitDice() | Heap():
            face = next(known, None)
            return _leaf_weights(node) if face is None else {face: 1}
        case Sum(terms):
            return _sum([_scale(node_weights(term, known), sign) for sign, term in terms])
        case Product(first, rest):
            weights = node_weights(first, known)
            for sign, factor in rest:
                weights = _multiply(weights, node_weights(factor, known), sign)
            return weights
        case Rounded(function, inner):
            rounding = _ROUND[function]
            inner_weights = node_weights(inner, known).items()
            return counts.merge((rounding(value), weight) for value, weight in inner_weights)
        case Group(entries):
            return _group(node, [node_weights(entry, known) for entry in entries])
    raise TypeError(node)


@lru_cache(maxsize=64)
def _leaf_weights(leaf: DiceSet | DigitDice | Heap) -> Weights:
    if isinstance(leaf, DiceSet):
        weights = set_weights(leaf)
    elif isinstance(leaf, Heap):
        weights = _heap_weights(leaf)
    else:
        faces = range(1, leaf.sides + 1)
        rows = product(*([face * place for face in faces] for place in leaf.places))
        weights = {sum(row): 1 for row in rows}
    return dict(weights.items())


def _heap_weights(heap: Heap) -> dict[int, int]:
    assert heap.keep.count is not None
    sizes = [len(each.faces) for each in heap.sets for _ in range(each.count)]
    keep_sum = counts.highest_sum if heap.keep.highest else counts.lowest_sum
    return keep_sum(sizes, heap.keep.count)


def _keep(several: list[dict[int, int]], keep: Keep) -> dict[int, int]:
    """Return the sum of the highest or lowest of independent results."""
    assert keep.count is not None
    if keep.highest:
        return counts.highest_of_mixed(several, keep.count)
    turned = [{-value: weight for value, weight in each.items()} for each in several]
    return {-value: weight for value, weight in counts.highest_of_mixed(turned, keep.count).items()}


def _scale(weights: Weights, by: int) -> Weights:
    return {value * by: weight for value, weight in weights.items()} if by != 1 else weights


def _whole(several: list[Weights]) -> tuple[list[dict[int, int]], int]:
    """Return the weights with their values as multiples of a common fraction of 1, and its denominator."""
    unit = lcm(*(value.denominator for each in several for value in each))
    return [{int(value * unit): weight for value, weight in each.items()} for each in several], unit


def _fractions(weights: Mapping[int, int], unit: int) -> Weights:
    if unit == 1:
        return dict(weights.items())
    return {_simplest(Fraction(value, unit)): weight for value, weight in weights.items()}


def _simplest(value: Fraction) -> int | Fraction:
    """Return a whole number as an int: whole numbers are added and hashed much faster."""
    return value.numerator if value.denominator == 1 else value


def _sum(several: list[Weights]) -> Weights:
    # Whole numbers are added much faster than fractions.
    whole, unit = _whole(several)
    weights = {0: 1}
    for each in whole:
        weights = counts.add(weights, each)
    return _fractions(weights, unit)


def _multiply(left: Weights, right: Weights, sign: str) -> Weights:
    if sign == "/" and 0 in right:
        raise division()
    return counts.merge(
        (value * other if sign == "*" else _simplest(Fraction(value) / other), weight * other_weight)
        for value, weight in left.items()
        for other, other_weight in right.items()
    )


def _group(group: Group, entries: list[Weights]) -> Weights:
    if group.successes is not None:
        weights = {0: 1}
        for each in entries:
            fits = counts.merge((int(value in group.successes), weight) for value, weight in each.items())
            weights = counts.add(weights, fits)
        return _fractions(weights, 1)
    if group.keep is None:
        return _sum(entries)
    whole, unit = _whole(entries)
    return _fractions(_keep(whole, group.keep), unit)
