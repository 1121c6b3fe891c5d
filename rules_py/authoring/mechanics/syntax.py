"""The syntax tree of a mechanic's expressions, and the error of text that can't be read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from fractions import Fraction


class MechanicError(ValueError):
    """A mechanic that can't be read or built: `line` is the line of its text, counted from 0."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


class ReadError(ValueError):
    """Text of one key that can't be read, at a position in it."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.at = at


@dataclass(frozen=True, eq=False)
class Node:
    """A part of an expression; `at` is its position in the text of its key."""

    at: int

    def children(self) -> Iterator[Node]:
        """Yield the nodes directly below."""
        for each in fields(self):
            value = getattr(self, each.name)
            for child in value if isinstance(value, tuple) else (value,):
                if isinstance(child, Node):
                    yield child

    def walk(self) -> Iterator[Node]:
        """Yield this node and all nodes below it."""
        yield self
        for child in self.children():
            yield from child.walk()


@dataclass(frozen=True, eq=False)
class Number(Node):
    """A number."""

    value: Fraction


@dataclass(frozen=True, eq=False)
class Name(Node):
    """A name: of an input, of a value, or a word of a choice."""

    name: str


@dataclass(frozen=True, eq=False)
class Die(Node):
    """A kind of die: its number of sides, or its faces, or the name of a symbol die.

    lowest  its lowest face, for dice whose faces are consecutive numbers
    """

    sides: Node | None = None
    faces: tuple[int, ...] = ()
    symbols: str = ""
    lowest: int = 1


@dataclass(frozen=True, eq=False)
class Dice(Node):
    """Dice to roll: `count` dice of a kind; `burst` is "", "!" or "!!", and `keep` the number that count."""

    count: Node | None
    die: Die
    burst: str = ""
    keep: Node | None = None
    keeps_highest: bool = True


@dataclass(frozen=True, eq=False)
class Negative(Node):
    """A number with its sign changed."""

    value: Node


@dataclass(frozen=True, eq=False)
class Arithmetic(Node):
    """A sum, difference, product or quotient."""

    sign: str
    left: Node
    right: Node


@dataclass(frozen=True, eq=False)
class Comparison(Node):
    """Two values compared."""

    sign: str
    left: Node
    right: Node


@dataclass(frozen=True, eq=False)
class Within(Node):
    """A number within a range; an end may be open."""

    value: Node
    low: Node | None
    high: Node | None


@dataclass(frozen=True, eq=False)
class Both(Node):
    """Conditions joined by `and` or `or`."""

    word: str
    left: Node
    right: Node


@dataclass(frozen=True, eq=False)
class Not(Node):
    """A condition reversed."""

    value: Node


@dataclass(frozen=True, eq=False)
class Conditional(Node):
    """`value if condition else other`."""

    value: Node
    condition: Node
    other: Node


@dataclass(frozen=True, eq=False)
class Faces(Node):
    """The faces that a verb means: compared with a number, within a range, or a symbol."""

    sign: str = ""
    low: Node | None = None
    high: Node | None = None


@dataclass(frozen=True, eq=False)
class Call(Node):
    """A verb with its arguments; `faces` are those it means."""

    verb: str
    arguments: tuple[Node, ...]
    faces: tuple[Faces, ...] = ()


@dataclass(frozen=True, eq=False)
class Otherwise(Node):
    """The condition `else`, which always holds."""


@dataclass(frozen=True, eq=False)
class Statement:
    """A named value."""

    name: str
    value: Node
    at: int
