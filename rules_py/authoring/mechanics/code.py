"""Fragments of Python text, and their assembly."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from rules_py.authoring.mechanics.syntax import Faces, Name, Node, Number
from rules_py.base.errors import join_or, suggestion

IF, OR, AND, NOT, COMPARE, ADD, TIMES, SIGN, ATOM = range(9)
"""Python's operators by precedence, the lowest first."""


@dataclass(frozen=True)
class Code:
    """A Python expression, its precedence, and whether it is a condition."""

    text: str
    binds: int = ATOM
    is_condition: bool = False

    def within(self, binds: int) -> str:
        """Return the text, in brackets if its surroundings have a higher precedence."""
        return self.text if self.binds >= binds else f"({self.text})"


def in_brackets(text: str) -> str:
    """Return an expression in brackets unless it is a name or a call."""
    outside = outside_brackets(text)
    return f"({text})" if " " in outside else text


def is_bracketed(text: str) -> bool:
    """Return whether the whole expression is a name, a call or in brackets."""
    return " " not in outside_brackets(text)


def outside_brackets(text: str) -> str:
    """Return the characters of an expression that are outside all brackets."""
    depth, outside = 0, []
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        outside += [letter] if not depth else []
    return "".join(outside)


def slug(faces: Faces) -> str:
    """Return the end of the name of a number of dice: `6`, `5_or_more`."""

    def word(node: Node | None) -> str:
        if isinstance(node, Number):
            return str(node.value)
        return node.name if isinstance(node, Name) else "some"

    if faces.sign == "..":
        if faces.low and faces.high:
            return f"{word(faces.low)}_to_{word(faces.high)}"
        return f"{word(faces.low)}_or_more" if faces.low else f"{word(faces.high)}_or_less"
    ends = {">=": "_or_more", "<=": "_or_less", ">": "_exceeded", "<": "_missed", "!=": "_not"}
    return word(faces.low) + ends.get(faces.sign, "")


def unknown(kind: str, name: str, known: Collection[str]) -> str:
    names = join_or(known or ["none"])
    hint = suggestion(name, names)
    return f"unknown {kind} “{name}” (expected {names}). {hint}".strip()
