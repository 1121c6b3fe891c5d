"""Sentences that describe dice notation: `Four d6, the highest three.`"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rules_py.base.wording import join_words
from rules_py.dice.notation.canonical import simplest, write, write_number
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
)

_NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split()
_ROUNDED = {"floor": "rounded down", "ceil": "rounded up", "round": "rounded to the nearest number"}


def describe(tree: Node | Test, repeats: int = 1) -> str:
    """Return the sentence for dice and the number of repeats."""
    if isinstance(tree, Test):
        text = f"succeeds if {write(tree.left)} is {_describe_comparison(tree.sign, write(tree.right))}"
    else:
        text = _phrase(tree, alone=True)
        if _may_be_a_fraction(tree):
            text = f"{text}, rounded down"
    if repeats > 1:
        text = f"{_number(repeats)} times: {text}"
    first = len(text) - len(text.lstrip("("))
    return f"{text[:first]}{text[first].upper()}{text[first + 1 :]}."


def _number(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def _describe_comparison(sign: str, number: str) -> str:
    return {
        ">=": f"{number} or more",
        "<=": f"{number} or less",
        "=": f"exactly {number}",
        "<>": f"anything but {number}",
        ">": f"more than {number}",
        "<": f"less than {number}",
    }[sign]


def _phrase(node: Node, *, alone: bool = False) -> str:
    """Return the phrase for a part. Only dice that are `alone` have a comma before their rules."""
    match node:
        case Number(value):
            return write_number(value)
        case DigitDice(sides, digits):
            places = ["hundreds", "tens", "ones"][-digits:]
            return f"{_number(digits)} d{sides} read as {join_words(places, conjunction='and')}"
        case DiceSet():
            dice, rules = _dice(node), _rules(node)
            if not rules:
                return dice
            return f"{dice}, {rules}" if alone else f"{dice} ({rules})"
        case Sum(terms):
            return _sum(terms)
        case Product():
            return _product(node)
        case Rounded(function, inner):
            return f"{_phrase(inner)}, {_ROUNDED[function]}"
        case Heap(sets, keep):
            return f"{_describe_keep(keep)} of {_describe_list(sets)} together"
        case Group(entries, keep, successes):
            if successes:
                return f"how many of {_describe_list(entries)} are {_condition(successes)}"
            return f"{_describe_keep(keep) if keep else 'the sum'} of {_describe_list(entries)}"
    raise TypeError(node)


def _describe_list(nodes: Sequence[Node]) -> str:
    return join_words([write(each) for each in nodes], conjunction="and")


def _sum(terms: Sequence[tuple[int, Node]]) -> str:
    text = ""
    for place, (sign, term) in enumerate(terms):
        phrase = _phrase(term)
        if not place:
            text = phrase if sign > 0 else f"minus {phrase}"
        else:
            text += f" {'plus' if sign > 0 else 'minus'} {phrase}"
    return text


def _product(node: Product) -> str:
    text = _factor(node.first)
    for sign, factor in node.rest:
        if sign == "/" and isinstance(factor, Number) and factor.value == 2:
            text = f"half of {text}"
        else:
            text += f" {'times' if sign == '*' else 'divided by'} {_factor(factor)}"
    return text


def _factor(node: Node) -> str:
    is_sum = isinstance(node, Sum) and len(node.terms) > 1
    return f"({_phrase(node)})" if is_sum or isinstance(node, Product) else _phrase(node)


def _dice(node: DiceSet) -> str:
    count = _number(node.count) if node.count > 1 else "a"
    if node.sides.startswith("F"):
        rare = " with one + and one −" if node.sides == "F.1" else ""
        return f"{count} Fudge {'dice' if node.count > 1 else 'die'}{rare}"
    if node.sides.startswith("{"):
        faces = node.sides[1:-1].replace(":", " × ").replace("..", " to ")
        return f"{count} {'dice' if node.count > 1 else 'die'} with the faces {faces}"
    return f"{count} d{node.sides}"


def _rules(node: DiceSet) -> str:
    """Return the rules of a set as text, those about what counts first."""
    rules = []
    if node.rerolled:
        again = "rerolled until they show something else" if node.until else "rerolled once"
        rules.append(f"{_faces(node.rerolled, node)} {again}")
    if node.only:
        rules.append(f"only those that show {_condition(node.only)}")
    if node.keep:
        rules.append(_describe_keep(node.keep))
    if node.successes is not None:
        rules.append(f"how many show {_condition(node.successes)}")
        rules += [f"less one for each {_each(node.failures)}"] if node.failures else []
        rules += [f"{_each(node.doubled)} counts twice"] if node.doubled else []
    rules += [f"each counts {node.least} or more"] if node.least is not None else []
    rules += [f"each counts {node.most} or less"] if node.most is not None else []
    text = ", ".join(rules)
    if node.extra:
        text = f"{text}; {_describe_addend(node)}" if text else _describe_addend(node)
    return text


def _describe_addend(node: DiceSet) -> str:
    less = " that counts one less" if node.penetrating else ""
    limit = "" if node.extra_limit == 1 else f", {_number(node.extra_limit)} in a row at most"
    own = ", as part of it" if node.compound else ""
    return f"each {_each(node.extra)} adds {'one' if node.extra_limit == 1 else 'a'} die{less}{own}{limit}"


def _each(faces: Collection[int]) -> str:
    return join_words(map(str, sorted(faces)))


def _faces(faces: Collection[int], node: DiceSet) -> str:
    fitting = simplest(faces, [face for face, _ in node.faces])
    if fitting.sign == "=" or len(faces) <= 2:
        return join_words([f"{face}s" for face in sorted(faces)], conjunction="and")
    return f"dice with {_condition(fitting)}"


def _condition(condition: Condition) -> str:
    return _describe_comparison(condition.sign, join_words(map(str, condition.numbers))).replace(
        "exactly ", ""
    )


def _describe_keep(keep: Keep) -> str:
    if keep.count is not None:
        return _describe_rank("highest" if keep.highest else "lowest", keep.count)
    dropped = [(keep.drop_highest, "highest"), (keep.drop_lowest, "lowest")]
    return f"without {join_words([_describe_rank(rank, n) for n, rank in dropped if n], conjunction='and')}"


def _describe_rank(rank: str, number: int) -> str:
    return f"the {rank} {_number(number)}" if number > 1 else f"the {rank}"


def _may_be_a_fraction(node: Node) -> bool:
    """Return whether the total may need rounding."""
    match node:
        case Number(value):
            return value.denominator != 1
        case Sum(terms):
            return any(_may_be_a_fraction(term) for _, term in terms)
        case Product(first, rest):
            return _may_be_a_fraction(first) or any(
                sign == "/" or _may_be_a_fraction(factor) for sign, factor in rest
            )
        case Group(entries, _, successes):
            return not successes and any(map(_may_be_a_fraction, entries))
    return False
