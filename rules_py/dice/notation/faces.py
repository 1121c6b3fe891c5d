"""Dice with custom faces, and several sets of dice in one pool."""

from __future__ import annotations

import re

from rules_py.dice.notation.canonical import write_sides
from rules_py.dice.notation.limits import MAX_SIDES, check_sides
from rules_py.dice.notation.mistakes import missing_bracket
from rules_py.dice.notation.refusal import Refusal, quote
from rules_py.dice.notation.scanner import Scanner, whole
from rules_py.dice.notation.tree import DiceSet, Faces, Node, Sum, face_weights, faces_of

_FACE = re.compile(r"(-?\d+)(?: *\.\. *(-?\d+))?(?: *: *(\d+))?")


def read_faces(scanner: Scanner, opening: str) -> tuple[Faces, str]:
    """Read the faces behind an opening bracket and return them with their canonical form.

    Raises Refusal for faces that aren't whole numbers, and for two ascending ones in square brackets, which
    could be the ends of a range.
    """
    closing = {"{": "}", "[": "]"}[opening]
    match = scanner.take(rf"([^{{}}\[\]]*)\{closing}")
    if not match:
        raise missing_bracket(scanner, closing)
    faces: list[int] = []
    for part in match[1].split(","):
        faces += _face(part.strip())
        check_sides(len(faces))
    low, high = faces[0], faces[-1]
    if opening == "[" and len(faces) == 2 and low < high:
        message = "Two numbers in square brackets can be the faces, or the lowest and the highest."
        raise Refusal("ambiguous", message, f"1d{{{low}, {high}}}", f"1d{{{low}..{high}}}")
    weights = face_weights(faces)
    return weights, write_sides(weights)


def _face(part: str) -> list[int]:
    match = _FACE.fullmatch(part)
    if not match:
        raise Refusal("faces", f"Faces must be whole numbers, unlike {quote(part)}.")
    first, last = _whole(match[1]), _whole(match[2] or match[1])
    weight = whole(match[3] or "1")
    if not weight or last < first:
        raise Refusal("faces", f"{quote(part)} names no face.")
    check_sides(min((last - first + 1) * weight, MAX_SIDES + 1))
    return [face for face in range(first, last + 1) for _ in range(weight)]


def _whole(text: str) -> int:
    return -whole(text[1:]) if text.startswith("-") else whole(text)


def heap_of(node: Node) -> tuple[DiceSet, ...]:
    """Return the sets of plain dice that a sum adds up, none if it holds anything else."""
    terms = node.terms if isinstance(node, Sum) else ((1, node),)
    sets = [term for sign, term in terms if sign > 0 and isinstance(term, DiceSet) and _is_plain(term)]
    return tuple(sets) if len(sets) == len(terms) else ()


def _is_plain(dice: DiceSet) -> bool:
    return dice == DiceSet(dice.count, faces_of(len(dice.faces)), dice.sides)
