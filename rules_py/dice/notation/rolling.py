"""Whole trees rolled with `Dice`: live, replayed, partly known or counted exactly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules_py.dice.aggregates import SUM, keep_sum
from rules_py.dice.combined import CombinedRoll, Roller
from rules_py.dice.dice import Dice
from rules_py.dice.label import Label
from rules_py.dice.notation.canonical import write, write_number
from rules_py.dice.notation.odds import Value, node_weights, roll_weights
from rules_py.dice.notation.set_rolling import roll_set
from rules_py.dice.notation.tree import DiceSet, DigitDice, Heap, Node, Number, Sum, Test, dice_in, leaves
from rules_py.dice.pools import pool_of

PLACES = {100: "hundreds", 10: "tens", 1: "ones"}
"""The names of the digits of a number whose digits are dice."""

_NEEDS = {">=": "{} or more", "<=": "{} or less", "=": "exactly {}", "<>": "anything but {}"}


def roll_tree(dice: Dice, tree: Node | Test, *, rule: str | None = None) -> Value:
    """Roll a tree and return its total and, for a test, whether it succeeds.

    It may be rolled in any mechanic: dice that count branches have one for each result.
    """
    return dice._roll_combined(_TreeRoll(tree), "", rule)


@dataclass(frozen=True)
class _TreeRoll(CombinedRoll[Value]):
    """A tree whose dice are rolled in the order written. The first results may be `known`."""

    tree: Node | Test
    known: tuple[int, ...] = ()

    def roll(self, dice: Roller, label: Label, rule: str | None) -> Value:
        known: tuple[int, ...] = ()
        for sign, term in _terms(self.tree):
            before = len(known)
            for leaf in leaves(term):
                if dice.is_counting:
                    return dice._roll_combined(_TreeRoll(self.tree, known), label, rule)
                text = f"{'minus ' if sign < 0 else ''}{write(leaf, labels=True)}"
                known = (*known, _roll_leaf(dice, leaf, text, rule))
            _note_value(dice, sign, term, known[before:])
        if isinstance(self.tree, Test) and isinstance(self.tree.right, Number):
            dice.note(f"needs {_NEEDS[self.tree.sign].format(write(self.tree.right))}")
        [value] = roll_weights(self.tree, known)
        return value

    def weights(self) -> Mapping[Value, int]:
        return roll_weights(self.tree, self.known)

    @property
    def min_dice(self) -> int:
        return sum(map(dice_in, leaves(self.tree)[len(self.known) :]))

    @property
    def is_variable(self) -> bool:
        sets = [leaf for leaf in leaves(self.tree)[len(self.known) :] if isinstance(leaf, DiceSet)]
        return any(each.extra or (each.rerolled and not each.until) for each in sets)


def _terms(tree: Node | Test) -> tuple[tuple[int, Node], ...]:
    """Return the terms that the steps of the roll show, each with its sign."""
    if isinstance(tree, Test):
        right = () if isinstance(tree.right, Number) else _terms(tree.right)
        return (*_terms(tree.left), *right)
    return tree.terms if isinstance(tree, Sum) else ((1, tree),)


def _note_value(dice: Roller, sign: int, term: Node, known: tuple[int, ...]) -> None:
    """Note the value that a number, or a part with more than dice, adds to the total."""
    if isinstance(term, Number):
        name = "".join(f" [{label}]" for label in term.labels)
        dice.note(f"{'minus' if sign < 0 else 'plus'} {write_number(term.value)}{name}")
    elif not isinstance(term, (DiceSet, DigitDice, Heap)):
        [value] = node_weights(term, iter(known))
        dice.note(f"{'minus ' if sign < 0 else ''}{write(term)}: {write_number(Fraction(value))}")


def _roll_leaf(dice: Roller, leaf: DiceSet | DigitDice | Heap, label: str, rule: str | None) -> int:
    match leaf:
        case DiceSet():
            return roll_set(dice, leaf, label=label, rule=rule)
        case DigitDice(sides):
            die = pool_of(1, sides)
            return sum(
                place * dice._roll_pool(die, f"{label}: {PLACES[place]}", rule)._query(SUM)
                for place in leaf.places
            )
        case Heap(sets, keep):
            assert keep.count is not None
            sizes = [len(each.faces) for each in sets for _ in range(each.count)]
            rolled = dice._roll_pool(pool_of(sizes, None), label, rule)
            return rolled._query(keep_sum(keep.count, keep.highest))
