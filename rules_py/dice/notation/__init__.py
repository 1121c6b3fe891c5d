"""Dice notation: `3d6`, `4d6kh3 + 2`, `d20 adv`, `3d6!`, `6d10>=7`, `2d6 + 3 >= 10`, `6x4d6kh3`.

`parse` reads it into a `Roll`: what to roll, its canonical form, and alternative readings.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from rules_py.base.errors import Fault, InputError, format_value, join_or
from rules_py.dice.notation.canonical import write
from rules_py.dice.notation.characters import plain, undress
from rules_py.dice.notation.grammar import Parser
from rules_py.dice.notation.limits import MAX_CHARS, MAX_REPEATS, check_size
from rules_py.dice.notation.refusal import Refusal
from rules_py.dice.notation.tree import Node, Test
from rules_py.dice.notation.wording import describe

EXPECTED = "dice such as 3d6, 2d20kh1 or d8 + 2"
"""A description of valid notations for the end of a message."""

HINT = "Write dice like 3d6, 2d20kh1 or d8 + 2."
"""The advice for a reader who wrote nothing."""


@dataclass(frozen=True)
class Roll:
    """Dice as they were read.

    tree     what to roll and how to read it
    repeats  how many times to roll it, 1 by default
    labels   the reader's names for the dice, in order
    other    the canonical form of what other tools would read, "" if they agree
    """

    tree: Node | Test
    repeats: int = 1
    labels: tuple[str, ...] = field(default=(), compare=False)
    other: str = field(default="", compare=False)

    @property
    def canonical(self) -> str:
        """The spelling that all readings of the same dice share."""
        return self._to_text(labels=False)

    @property
    def with_labels(self) -> str:
        """The canonical form with the reader's labels in brackets."""
        return self._to_text(labels=True)

    @property
    def sentence(self) -> str:
        """The reading of the text as a sentence: `Four d6, the highest three.`"""
        return describe(self.tree, self.repeats)

    def _to_text(self, *, labels: bool) -> str:
        text = write(self.tree, labels=labels)
        return f"{self.repeats}#{text}" if self.repeats > 1 else text


def parse(text: str) -> Roll:
    """Return the dice that a text describes.

    Raises InputError (`bad_notation`), whose messages say what is valid and what is wrong with this text.
    """
    try:
        return read(text)
    except Refusal as why:
        advice = f" Try {join_or(why.tries)}." if why.tries else ""
        problem = f"notation: expected {EXPECTED}, got {format_value(text)}. {why.message}{advice}"
        raise InputError(
            Fault("notation", "bad_notation", text, EXPECTED, why.message, problem, why.tries)
        ) from None


def read(text: str) -> Roll:
    """Return the dice that a text describes. Raises Refusal, whose `tries` can be read themselves."""
    try:
        return _read(text if isinstance(text, str) else "")
    except Refusal as why:
        why.tries = tuple(each for each in dict.fromkeys(why.tries) if _is_readable(each))
        raise


def _is_readable(text: str) -> bool:
    try:
        _read(text)
    except Refusal:
        return False
    return True


@lru_cache(maxsize=64)
def _read(text: str) -> Roll:
    if len(text.strip()) > MAX_CHARS:
        raise Refusal("too_long", f"Dice notation must be {MAX_CHARS} characters or fewer.")
    dice, remark = undress(plain(text))
    if not dice:
        raise Refusal("empty", HINT)
    parser = Parser(dice)
    tree, repeats = parser.read()
    if repeats > MAX_REPEATS:
        raise Refusal("too_many_repeats", f"Roll at most {MAX_REPEATS} times, not {repeats}.")
    check_size(tree, repeats)
    labels = (*parser.labels, *([remark] if remark else []))
    roll = Roll(tree, repeats, labels)
    return Roll(tree, repeats, labels, _other(dice, roll) if parser.is_ambiguous else "")


def _other(dice: str, roll: Roll) -> str:
    """Return the canonical form of other tools' reading, "" if it is the same or can't be rolled here."""
    try:
        tree, repeats = Parser(dice, use_other=True).read()
        check_size(tree, repeats)
    except Refusal:
        return ""
    other = Roll(tree, repeats)
    if isinstance(tree, Test) and isinstance(roll.tree, Test) and tree.left == roll.tree.left:
        return ""  # all tools read a target alike
    return "" if other == roll or repeats > MAX_REPEATS else other.canonical
