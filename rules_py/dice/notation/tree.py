"""The syntax tree of dice notation: immutable, hashable nodes without labels or spelling.

`DiceSet` is one set of equal dice with its rules, such as `4d6r1kh3`. `set_odds.set_weights` counts it
exactly and `set_rolling.roll_set` rolls it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from operator import eq, ge, le, ne

from rules_py.dice.dice import MAX_EXPLOSIONS

_COMPARE = {"=": eq, "<>": ne, ">=": ge, "<=": le}

Faces = tuple[tuple[int, int], ...]
"""The faces of a die, each with its weight, ascending."""


def faces_of(sides: int, lowest: int = 1) -> Faces:
    """Return the faces of a plain die."""
    return tuple((face, 1) for face in range(lowest, lowest + sides))


@dataclass(frozen=True)
class Condition:
    """A condition on a number: `sign` is `=`, `<>`, `>=` or `<=`. Of several `numbers` any may be equal."""

    sign: str
    numbers: tuple[int, ...]

    def __contains__(self, value: int | Fraction) -> bool:
        return any(_COMPARE[self.sign](value, number) for number in self.numbers)


@dataclass(frozen=True)
class Keep:
    """The dice of a set that count: `count` of them, or all but the highest and lowest few."""

    count: int | None = None
    highest: bool = True
    drop_highest: int = 0
    drop_lowest: int = 0

    def window(self, dice: int) -> tuple[int, int]:
        """Return how many of this number of dice are dropped: of the highest, and of the lowest."""
        if self.count is None:
            return self.drop_highest, self.drop_lowest
        return (0, dice - self.count) if self.highest else (dice - self.count, 0)


@dataclass(frozen=True)
class DiceSet:
    """One set of equal dice and its rules, which apply in this order.

    count          the number of dice
    faces          the faces of each die with their weights
    sides          the sides as written in the canonical form: `6`, `F`, `{0..9}`
    rerolled       the faces that are rerolled, once or `until` the die shows another
    extra          the faces that add a die, which may add another: at most `extra_limit` in a row
    compound       whether a die and those it adds are one die
    penetrating    whether an added die counts one less
    least, most    the bounds within which a die counts
    only           the dice that are added up; others count 0
    keep           the dice that count, by rank
    successes      the dice that count 1 each, instead of being added up; those in `doubled` count 2
    failures       the dice that count -1, where dice are counted
    labels         the reader's names for the dice
    """

    count: int
    faces: Faces
    sides: str
    rerolled: frozenset[int] = frozenset()
    until: bool = False
    extra: frozenset[int] = frozenset()
    extra_limit: int = MAX_EXPLOSIONS
    compound: bool = False
    penetrating: bool = False
    least: int | None = None
    most: int | None = None
    only: Condition | None = None
    keep: Keep | None = None
    successes: Condition | None = None
    failures: frozenset[int] = frozenset()
    doubled: frozenset[int] = frozenset()
    labels: tuple[str, ...] = field(default=(), compare=False)

    @cached_property
    def is_plain_die(self) -> bool:
        """Return whether the faces are consecutive and equally likely."""
        first = self.faces[0][0]
        return self.faces == faces_of(len(self.faces), first)

    @property
    def bounds(self) -> tuple[int, ...]:
        """The bounds within which a die counts, if it has any."""
        return tuple(each for each in (self.least, self.most) if each is not None)

    @property
    def adds_singly(self) -> bool:
        """Return whether dice add others that count as dice of their own."""
        return bool(self.extra) and not self.compound

    def value(self, face: int) -> int:
        """Return the value of a die, within its bounds."""
        if self.least is not None:
            face = max(face, self.least)
        return face if self.most is None else min(face, self.most)

    def score(self, value: int) -> int:
        """Return the number that a die of this value adds to the result if it is kept."""
        if self.successes is not None:
            return (value in self.successes) + (value in self.doubled) - (value in self.failures)
        return value if self.only is None or value in self.only else 0

    @property
    def is_scored(self) -> bool:
        """Return whether a die may add another number than it shows."""
        return self.successes is not None or self.only is not None or bool(self.bounds)

    def result(self, values: Sequence[int]) -> int:
        """Return the result of dice of these values."""
        high, low = self.keep.window(len(values)) if self.keep else (0, 0)
        ranked = sorted(values, reverse=True)
        return sum(map(self.score, ranked[high : len(ranked) - low]))


@dataclass(frozen=True)
class DigitDice:
    """Dice that are read digit by digit, such as d66; the first is the most significant digit."""

    sides: int
    digits: int
    labels: tuple[str, ...] = field(default=(), compare=False)

    @property
    def places(self) -> tuple[int, ...]:
        """The value of each digit: `(10, 1)`."""
        return tuple(10**place for place in reversed(range(self.digits)))


@dataclass(frozen=True)
class Number:
    """A number as written, at most three decimals."""

    value: Fraction
    labels: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True)
class Sum:
    """Terms that are added up, each with its sign, 1 or -1."""

    terms: tuple[tuple[int, Node], ...]


@dataclass(frozen=True)
class Product:
    """Factors from left to right; each but the first is multiplied by (`*`) or divided by (`/`)."""

    first: Node
    rest: tuple[tuple[str, Node], ...]


@dataclass(frozen=True)
class Rounded:
    """A rounded part: `floor`, `ceil` or `round` (halves up)."""

    function: str
    inner: Node


@dataclass(frozen=True)
class Group:
    """Several totals: the highest, the lowest or all of them are added up, or those that fit a condition are
    counted.
    """

    entries: tuple[Node, ...]
    keep: Keep | None = None
    successes: Condition | None = None
    labels: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True)
class Heap:
    """Different dice in one pool of which some are kept: `{4d6 + 3d8}kh4`."""

    sets: tuple[DiceSet, ...]
    keep: Keep
    labels: tuple[str, ...] = field(default=(), compare=False)


Node = DiceSet | DigitDice | Number | Sum | Product | Rounded | Group | Heap


@dataclass(frozen=True)
class Test:
    """A total compared with another. `sign` is `>=`, `<=`, `=` or `<>`; between dice `>` or `<` as well."""

    __test__ = False  # pytest must not collect it

    left: Node
    sign: str
    right: Node


def leaves(node: Node | Test) -> tuple[DiceSet | DigitDice | Heap, ...]:
    """Return the dice of a tree in the order in which they are rolled."""
    match node:
        case DiceSet() | DigitDice() | Heap():
            return (node,)
        case Number():
            return ()
        case Sum(terms):
            inner = [each for _, each in terms]
        case Product(first, rest):
            inner = [first, *(each for _, each in rest)]
        case Rounded(_, each):
            inner = [each]
        case Group(entries):
            inner = [*entries]
        case Test(left, _, right):
            inner = [left, right]
    return tuple(leaf for each in inner for leaf in leaves(each))


def dice_in(leaf: DiceSet | DigitDice | Heap) -> int:
    """Return the smallest number of dice that are rolled."""
    match leaf:
        case DiceSet():
            return leaf.count
        case DigitDice():
            return leaf.digits
        case Heap():
            return sum(each.count for each in leaf.sets)


def face_weights(faces: Sequence[int]) -> Faces:
    """Return the weighted faces of a custom die, given one by one."""
    return tuple(sorted(Counter(faces).items()))
