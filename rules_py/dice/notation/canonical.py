"""The canonical form of dice, which reads back into the same tree."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Sequence
from fractions import Fraction
from functools import singledispatch

from rules_py.dice.notation.tree import (
    Condition,
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
    faces_of,
    leaves,
)

MIN_RANGE = 4
"""The fewest consecutive faces that are written as a range: `0..9`, but `1, 2, 3`."""
MIN_WEIGHT = 3
"""The fewest equal faces that are written with their number: `0:3`, but `1, 1`."""


def write(node: Node | Test, *, labels: bool = False) -> str:
    """Return the canonical form, optionally with the reader's labels in brackets."""
    return _write(node, lambda each: "".join(f" [{label}]" for label in each) if labels else "")


_Labels = Callable[[tuple[str, ...]], str]


@singledispatch
def _write(node: Node | Test, labels: _Labels) -> str:
    raise TypeError(node)


@_write.register
def _(node: Number, labels: _Labels) -> str:
    return write_number(node.value) + labels(node.labels)


@_write.register
def _(node: DigitDice, labels: _Labels) -> str:
    return f"d{str(node.sides) * node.digits}" + labels(node.labels)


@_write.register
def _(node: DiceSet, labels: _Labels) -> str:
    added = _write_added(node)
    parts = [f"{node.count}d{node.sides}"]
    if node.rerolled:
        parts.append(f"{'rr' if node.until else 'r'}{write_faces(node.rerolled, node)}")
    if node.successes is None:
        parts.append(added)
    parts += [f"mi{node.least}"] if node.least is not None else []
    parts += [f"ma{node.most}"] if node.most is not None else []
    parts += [f"k{write_condition(node.only)}"] if node.only else []
    parts += [write_keep(node.keep)] if node.keep else []
    if node.successes is not None:
        parts.append(write_condition(node.successes))
        parts += [f"f{write_faces(node.failures, node)}"] if node.failures else []
        parts += [f"t{write_faces(node.doubled, node)}"] if node.doubled else []
        parts.append(added)
    return "".join(parts) + labels(node.labels)


def _write_added(node: DiceSet) -> str:
    if not node.extra:
        return ""
    top = node.faces[-1][0]
    which = "" if node.extra == {top} else write_faces(node.extra, node)
    once = "o" if node.extra_limit == 1 else ""
    return f"{'!!' if node.compound else '!'}{'p' if node.penetrating else ''}{once}{which}"


@_write.register
def _(node: Sum, labels: _Labels) -> str:
    counts = sum(_is_count(term) for _, term in node.terms)
    result = ""
    for place, (sign, term) in enumerate(node.terms):
        text = _write(term, labels)
        is_last = place == len(node.terms) - 1
        if _is_count(term) and (_is_lone_count(term) or (is_last and counts == 1)):
            text = f"({text})"
        if place:
            result += f" {'-' if sign < 0 else '+'} {text}"
        else:
            result = f"-{text}" if sign < 0 else text
    return result


@_write.register
def _(node: Product, labels: _Labels) -> str:
    text = _write_factor(node.first, labels, is_last=False)
    for place, (sign, factor) in enumerate(node.rest):
        text += f" {sign} {_write_factor(factor, labels, is_last=place == len(node.rest) - 1)}"
    return text


def _write_factor(factor: Node, labels: _Labels, *, is_last: bool) -> str:
    text = _write(factor, labels)
    if isinstance(factor, Sum):
        is_negative = len(factor.terms) == 1 and not isinstance(factor.terms[0][1], Product)
        return text if is_negative else f"({text})"
    if isinstance(factor, Product):
        return f"({text})"
    return f"({text})" if _is_count(factor) and (is_last or _is_lone_count(factor)) else text


@_write.register
def _(node: Rounded, labels: _Labels) -> str:
    return f"{node.function}({_write(node.inner, labels)})"


@_write.register
def _(node: Group, labels: _Labels) -> str:
    rule = write_keep(node.keep) if node.keep else ""
    rule += write_condition(node.successes) if node.successes else ""
    return f"{{{', '.join(_write(entry, labels) for entry in node.entries)}}}{rule}" + labels(node.labels)


@_write.register
def _(node: Heap, labels: _Labels) -> str:
    dice = " + ".join(_write(each, labels) for each in node.sets)
    return f"{{{dice}}}{write_keep(node.keep)}" + labels(node.labels)


@_write.register
def _(node: Test, labels: _Labels) -> str:
    left = _write(node.left, labels)
    if _needs_brackets(node.left):
        left = f"({left})"
    return f"{left} {node.sign} {_write(node.right, labels)}"


def _needs_brackets(left: Node) -> bool:
    """Return whether a comparison behind these dice would count some of them."""
    if isinstance(left, DiceSet):
        return left.successes is None and not has_one_die(left)
    if isinstance(left, Group):
        return left.keep is None and left.successes is None
    sets = [leaf for leaf in leaves(left) if isinstance(leaf, DiceSet)]
    last = _last_of(left)
    return any(each.successes is not None for each in sets) or (
        isinstance(last, DiceSet) and bool(last.extra) and _write_added(last)[-1] in "!po"
    )


def _last_of(node: Node) -> Node:
    """Return the part that is written last."""
    while isinstance(node, (Sum, Product)):
        node = node.terms[-1][1] if isinstance(node, Sum) else node.rest[-1][1]
    return node


def has_one_die(node: DiceSet) -> bool:
    """Return whether exactly one die counts in the end."""
    if node.extra:
        return False
    high, low = node.keep.window(node.count) if node.keep else (0, 0)
    return node.count - high - low == 1


def _is_count(node: Node) -> bool:
    return isinstance(node, DiceSet) and node.successes is not None


def _is_lone_count(node: Node) -> bool:
    """Return whether this count of one die would be read as a test."""
    return isinstance(node, DiceSet) and has_one_die(node) and not (node.failures or node.doubled)


def write_number(value: Fraction) -> str:
    """Return a number with at most three decimals."""
    whole, rest = divmod(value, 1)
    return str(whole) if not rest else f"{whole}.{int(rest * 1000):03}".rstrip("0")


def write_keep(keep: Keep) -> str:
    """Return the rule that keeps or drops dice."""
    if keep.count is not None:
        return f"{'kh' if keep.highest else 'kl'}{keep.count}"
    high = f"dh{keep.drop_highest}" if keep.drop_highest else ""
    return high + (f"dl{keep.drop_lowest}" if keep.drop_lowest else "")


def write_condition(condition: Condition) -> str:
    """Return a condition with its sign: `>=5`, `=1,6`."""
    return condition.sign + ",".join(map(str, condition.numbers))


def write_faces(faces: Collection[int], dice: DiceSet) -> str:
    """Return a set of faces: a single one, all up to a face, all from a face on, or a list."""
    if len(faces) == 1 and min(faces) >= 0:
        return str(*faces)
    fitting = simplest(faces, [face for face, _ in dice.faces])
    is_range = fitting.sign in (">=", "<=")
    if is_range:
        return write_condition(fitting)
    return ("=" if min(faces) < 0 else "") + ",".join(map(str, sorted(faces)))


def simplest(selection: Container[int], faces: Sequence[int]) -> Condition:
    """Return the condition for the faces, all ascending, that are `selection`, a range if possible."""
    fitting = tuple(face for face in faces if face in selection)
    if fitting and fitting == tuple(faces[-len(fitting) :]):
        return Condition(">=", fitting[:1])
    if fitting and fitting == tuple(faces[: len(fitting)]):
        return Condition("<=", fitting[-1:])
    missing = tuple(face for face in faces if face not in selection)
    return Condition("<>", missing) if len(missing) == 1 else Condition("=", fitting)


def write_sides(faces: Sequence[tuple[int, int]]) -> str:
    """Return the sides of a custom die: `6`, `{2, 3, 5}`, `{0:3, 1..4}`."""
    if tuple(faces) == faces_of(len(faces)) and not is_digits(len(faces)):
        return str(len(faces))
    parts: list[str] = []
    place = 0
    while place < len(faces):
        face, weight = faces[place]
        run = place
        while run < len(faces) and faces[run] == (face + run - place, 1):
            run += 1
        if run - place >= MIN_RANGE:
            parts.append(f"{face}..{face + run - place - 1}")
            place = run
            continue
        parts += [f"{face}:{weight}"] if weight >= MIN_WEIGHT else [str(face)] * weight
        place += 1
    return f"{{{', '.join(parts)}}}"


def is_digits(sides: int) -> bool:
    """Return whether dice with this number of sides are read digit by digit: 44, 66, 88, 444, 666, 888."""
    return str(sides) in {digit * length for digit in "468" for length in (2, 3)}
