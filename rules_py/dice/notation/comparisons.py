"""Comparisons behind dice, which may count the dice or test the total until the whole text is known."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from fractions import Fraction

from rules_py.dice.notation.canonical import has_one_die
from rules_py.dice.notation.dice_rules import NamedFaces
from rules_py.dice.notation.meaning import ReadSet, require_count, tests_total
from rules_py.dice.notation.odds import node_weights
from rules_py.dice.notation.refusal import Refusal
from rules_py.dice.notation.tree import DiceSet, Group, Node, Number, Product, Rounded, Sum, Test, leaves


@dataclass(frozen=True, kw_only=True)
class OpenSet(DiceSet):
    """A set with a comparison at its end, which is read as a count for now.

    total   the set without the comparison
    which   the comparison
    read    the set with its alternative readings
    end     the position in the text behind the set and its labels
    """

    total: DiceSet
    which: NamedFaces
    read: ReadSet
    end: int


def open_set(read: ReadSet, labels: tuple[str, ...], end: int) -> DiceSet:
    """Return the set with its labels, an OpenSet if its comparison may test the total."""
    dice_set = replace(read.dice_set, labels=labels)
    if read.compared is None:
        return dice_set
    plain, which = read.compared
    values = {each.name: getattr(dice_set, each.name) for each in fields(DiceSet)}
    return OpenSet(**values, total=replace(plain, labels=labels), which=which, read=read, end=end)


def close(node: Node, end: int, text: str) -> Node | Test:
    """Return the tree of a whole `text` that has no other comparison and whose sum ends at `end`."""
    open_ends = open_sets(node)
    if len(open_ends) == 1 and open_ends[0].end == end:
        [last] = open_ends
        is_test = node is not last or tests_total(last.read)
        if is_test and len(last.which.numbers) == 1:
            total = _replace(node, lambda each: each.total)
            return make_test(total, last.which.sign, Number(Fraction(last.which.numbers[0])))
        if node is last:
            return _replace(node, _count_set)
    for each in open_ends:
        if has_one_die(each.total):
            raise _lone_count(text)
    return count_all(node)


def count_all(node: Node) -> Node:
    """Return the tree with every comparison behind dice read as a count."""
    for each in open_sets(node):
        require_count(each.read)
    return _replace(node, _count_set)


def open_sets(node: Node) -> list[OpenSet]:
    """Return the sets whose comparison isn't decided."""
    return [each for each in leaves(node) if isinstance(each, OpenSet)]


def _lone_count(text: str) -> Refusal:
    """Return the refusal of a modifier that may belong to the die or to its target."""
    tries: tuple[str, ...] = ()
    if match := re.fullmatch(r"([^<>=]+?) *([<>=]+) *(\d+) *([-+]) *(\d+) *", text):
        dice, compare, target, sign, modifier = match.groups()
        changed = int(target) + (int(modifier) if sign == "+" else -int(modifier))
        tries = (f"{dice} {compare} {changed}", f"{dice} {sign} {modifier} {compare} {target}")
    message = "Nothing can be added after a comparison with one die."
    return Refusal("ambiguous", message, *tries)


def _count_set(dice: OpenSet) -> DiceSet:
    return DiceSet(**{each.name: getattr(dice, each.name) for each in fields(DiceSet)})


def _replace(node: Node, by: Callable[[OpenSet], DiceSet]) -> Node:
    match node:
        case OpenSet():
            return by(node)
        case Sum(terms):
            return Sum(tuple((sign, _replace(term, by)) for sign, term in terms))
        case Product(first, rest):
            return Product(_replace(first, by), tuple((sign, _replace(each, by)) for sign, each in rest))
        case Rounded(function, inner):
            return Rounded(function, _replace(inner, by))
        case Group(entries):
            return replace(node, entries=tuple(_replace(each, by) for each in entries))
    return node


def make_test(left: Node, sign: str, right: Node) -> Test:
    """Return a test; a number that must be exceeded becomes the number that must be reached."""
    if leaves(right):
        return Test(left, sign, right)
    [value] = node_weights(right)
    if value.denominator != 1:
        raise Refusal("decimal", "A target must be a whole number.")
    condition = NamedFaces(sign, (int(value),)).condition()
    [number] = condition.numbers
    target = Number(Fraction(abs(number)))
    return Test(left, condition.sign, target if number >= 0 else Sum(((-1, target),)))
