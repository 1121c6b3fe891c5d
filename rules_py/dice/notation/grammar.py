"""The grammar of dice notation, read by recursive descent.

A parser library wouldn't make it shorter: the meaning of a comparison or an `x` depends on the text after it,
and most of the work is to suggest the nearest readable spelling of a text that can't be read.

    throw    = [ N ( "x" | "#" | " times" ) ] test [ " xN" | "(xN)" | N " times" ]
    test     = sum [ compare sum ]
    sum      = [ sign ] product { ( "+" | "-" | "plus" | "minus" ) [ sign ] product }
    product  = factor { ( "*" | "/" | "x" | "times" ) [ "-" ] factor }
    factor   = number | dice | group | "(" sum ")" | ( "floor" | "ceil" | "round" ) "(" sum ")"
    dice     = [ count ] ( "d" | "w" | "t" ) sides { rule | label }
             | ( "best" | "highest" | "worst" | "lowest" ) [ N ] "of" dice | "exploding" dice
    sides    = N | "%" | "F" | "F.1" | "F.2" | "{" faces "}" | "[" faces "]" | "(" sum of numbers ")"
    group    = "{" sum { "," sum } "}" { keep | drop | compare N }

`dice_rules.py` reads the rules behind dice, `labels.py` the labels.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from rules_py.dice.notation.canonical import is_digits, write
from rules_py.dice.notation.comparisons import close, count_all, make_test, open_set
from rules_py.dice.notation.dice_rules import COMPARE, RuleReader
from rules_py.dice.notation.faces import heap_of, read_faces
from rules_py.dice.notation.labels import read_label
from rules_py.dice.notation.limits import MAX_DEPTH, MAX_DIGITS, MAX_REPEATS, MAX_TERMS, check_sides
from rules_py.dice.notation.meaning import mean_set
from rules_py.dice.notation.mistakes import explain_rest, misread_dice, missing_bracket
from rules_py.dice.notation.odds import node_weights
from rules_py.dice.notation.refusal import Refusal, unread
from rules_py.dice.notation.scanner import Scanner, whole
from rules_py.dice.notation.tree import (
    DiceSet,
    DigitDice,
    Faces,
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

_DIE = r"[dwt](?= *\d|%|[{(\[]|f(?![^\W\d_])|f(?:kh|kl|k|h|l|dh|dl|d|ro|rr|r|mi|ma|adv|dis|e|x)(?![^\W\d_]))"
_NEXT_DICE = r"(?=[\d({]|[dwt] *[\d%{(]|df|floor|ceil|round|best|highest|worst|lowest|exploding)"


class Parser:
    """Reads one notation into its tree.

    With `use_other`, the first ambiguous place is read as other tools read it; `is_ambiguous` is whether
    there is one.
    """

    def __init__(self, text: str, *, use_other: bool = False) -> None:
        self.scanner = Scanner(text)
        self.use_other = use_other
        self.is_ambiguous = False
        self.labels: list[str] = []
        self.repeats = 0
        self.terms = 0
        self.depth = 0

    def _is_other(self) -> bool:
        """Return whether this ambiguous place is read as other tools read it."""
        is_first = not self.is_ambiguous
        self.is_ambiguous = True
        return self.use_other and is_first

    def read(self) -> tuple[Node | Test, int]:
        """Return the tree of the whole text and the number of repeats, 1 by default. Raises Refusal."""
        repeats = self._leading_repeats()
        self._strip_brackets()
        tree = self._test()
        repeats = repeats or self._trailing_repeats()
        while label := read_label(self.scanner):
            self.labels.append(label)
        if not self.scanner.is_done:
            raise explain_rest(self.scanner)
        return tree, repeats or 1

    def _leading_repeats(self) -> int:
        """Read repeats in front: `6x`, `6#`, `6 times`."""
        scanner = self.scanner
        before = scanner.at
        match = scanner.take(r"(\d+) *(?:#|(?:(x)|times(?![^\W_])) *" + _NEXT_DICE + ")")
        if not match or (match[2] and scanner.peek(r"\d+(?:\.\d+)? *$")):
            scanner.at = before
            return 0
        if match[2] and self._is_other():
            scanner.at = before
            return 0
        return self._repeats(match[1])

    def _repeats(self, digits: str) -> int:
        number = whole(digits)
        if not number:
            raise Refusal("no_dice", "Roll at least once.")
        return number

    def _trailing_repeats(self) -> int:
        """Read repeats at the end: ` x6`, `(x6)`, `6 times`."""
        match = self.scanner.take(r"(?:(?<= )x(\d+)|\( *x *(\d+) *\)|(\d+) *times) *$")
        return self._repeats(match[1] or match[2] or match[3]) if match else self.repeats

    def _strip_brackets(self) -> None:
        """Ignore brackets around everything, which could otherwise hide a test."""
        scanner = self.scanner
        while scanner.peek(r"\(") and scanner.text.rstrip().endswith(")"):
            depth = 0
            start = scanner.peek(r"\(")
            assert start
            for at in range(start.start(), len(scanner.text)):
                depth += (scanner.text[at] == "(") - (scanner.text[at] == ")")
                if not depth:
                    break
            if depth or at != len(scanner.text.rstrip()) - 1:
                return
            scanner.text = f"{scanner.text[: start.start()]} {scanner.text[start.end() : at]}"
            scanner.raw = f"{scanner.raw[: start.start()]} {scanner.raw[start.end() : at]}"

    def _test(self) -> Node | Test:
        node = self._sum()
        end = self.scanner.at
        if not (compare := self.scanner.take(COMPARE)):
            return close(node, end, self.scanner.raw)
        right = count_all(self._sum())
        if self.scanner.peek(COMPARE):
            raise unread(self.scanner.rest)
        return make_test(count_all(node), compare[1], right)

    def _sum(self) -> Node:
        terms: list[tuple[int, Node]] = []
        sign = self._sign(first=True)
        while True:
            term = self._product()
            if isinstance(term, Sum):
                terms += [(sign * inner, each) for inner, each in term.terms]
            else:
                terms.append((sign, term))
            if not self.scanner.peek(r"[-+]|(?:plus|minus)(?![^\W_])"):
                break
            sign = self._sign()
        return terms[0][1] if len(terms) == 1 and terms[0][0] > 0 else Sum(tuple(terms))

    def _sign(self, *, first: bool = False) -> int:
        """Read up to two signs, one if `first`, and return their product."""
        sign = 1
        for _ in range(1 if first else 2):
            if match := self.scanner.take(r"[-+]|(?:plus|minus)(?![^\W_])"):
                sign *= -1 if match[0] in ("-", "minus") else 1
        return sign

    def _product(self) -> Node:
        first = self._factor()
        rest: list[tuple[str, Node]] = []
        while sign := self._operator():
            negative = self.scanner.take(r"-")
            factor = self._factor()
            if negative:
                factor = Sum(((-1, factor),))
            if sign == "*" and isinstance(factor, Product) and all(each == "*" for each, _ in factor.rest):
                rest += [("*", factor.first), *factor.rest]
            else:
                rest.append((sign, factor))
        if not rest:
            return first
        if isinstance(first, Product):
            return Product(first.first, (*first.rest, *rest))
        return Product(first, tuple(rest))

    def _operator(self) -> str:
        """Read a sign of a product and return it, "" if there is none or it belongs to the repeats."""
        scanner = self.scanner
        if scanner.peek(r"\d+ *times *$"):
            return ""
        if scanner.peek(r"\*\*|//"):
            raise (
                explain_rest(scanner)
                if scanner.peek(r"\*\*")
                else Refusal("unsupported", "Write / to divide.")
            )
        if match := scanner.take(r"[*/]"):
            return match[0]
        if scanner.peek(r"(?<= )x\d+ *$") and not self.depth:
            if not self._is_other():
                return ""
            scanner.take("x")
            return "*"
        if match := scanner.peek(r"x(?= *(?:[\d(]|[dw] *\d))|times(?![^\W_])(?= *[\d(d{])"):
            repeats = scanner.peek(r"x *(\d{1,2}) *$")
            if repeats and not self.depth and 1 < int(repeats[1]) <= MAX_REPEATS and self._is_other():
                scanner.at = repeats.end()
                self.repeats = int(repeats[1])
                return ""
            scanner.at = match.end()
            return "*"
        return ""

    def _factor(self) -> Node:
        self.terms += 1
        if self.terms > MAX_TERMS:
            raise Refusal("too_many_terms", f"Write at most {MAX_TERMS} dice and numbers.")
        scanner = self.scanner
        if scanner.take(r"\("):
            return self._brackets()
        if scanner.take(r"\{"):
            return self._group()
        if match := scanner.take(r"(floor|ceil|round) *\("):
            inner = count_all(self._inside())
            return self._with_labels(Rounded(match[1], inner))
        if match := scanner.take(r"(best|highest|worst|lowest)(?: *(\d+))? +of(?![^\W_])"):
            is_high = match[1] in ("best", "highest")
            return self._dice(keep=(is_high, whole(match[2] or "1")))
        if scanner.take(r"exploding(?![^\W\d_])"):
            return self._dice(explode=True)
        if scanner.peek(r"\d*(?:\.\d+)? *" + _DIE):
            return self._dice()
        if match := scanner.take(r"\d+(?:\.\d+)?(?! *d(?![^\W\d_]))"):
            if re.match(r"d[^\W\d_]", scanner.text[scanner.at :]):
                scanner.at = match.start()
                raise misread_dice(scanner)
            return self._with_labels(Number(_decimal(match[0])))
        raise misread_dice(scanner)

    def _with_labels[Labelled: (Number, DigitDice, Group, Heap, Rounded)](self, node: Labelled) -> Labelled:
        """Return the node with the labels behind it."""
        labels: list[str] = []
        while label := read_label(self.scanner):
            labels.append(label)
        self.labels += labels
        return replace(node, labels=tuple(labels)) if labels and not isinstance(node, Rounded) else node

    def _inside(self) -> Node:
        """Read a sum up to its closing bracket."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Refusal("bracket", f"Write at most {MAX_DEPTH} brackets within each other.")
        node = self._sum()
        self.depth -= 1
        if not self.scanner.take(r"\)"):
            raise explain_rest(self.scanner) if self.scanner.rest else missing_bracket(self.scanner, ")")
        return node

    def _brackets(self) -> Node:
        node = self._inside()
        if self.scanner.peek(_DIE):
            return self._dice(count=_number_of(node, "number of dice"))
        node = count_all(node)
        if self.scanner.peek("!"):
            raise _exploding_brackets(node)
        while label := read_label(self.scanner):
            self.labels.append(label)
        return node

    def _dice(
        self, *, count: int | None = None, keep: tuple[bool, int] | None = None, explode: bool = False
    ) -> Node:
        """Read dice with their rules and labels."""
        scanner = self.scanner
        start = scanner.at
        if count is None:
            digits = scanner.take(r"(\d*)(\.\d+)?(?= *" + _DIE + ")")
            if not digits:
                raise misread_dice(scanner)
            if digits[2]:
                raise Refusal("decimal", "The number of dice must be a whole number.")
            number = digits[1]
        else:
            number = str(count)
        scanner.take(r"[dwt]")
        faces, sides = self._sides()
        count = whole(number or "1")
        if not count:
            raise Refusal("no_dice", "Roll at least one die.")
        if sides == "digits":
            return self._digit_dice(count, len(faces))
        text = scanner.raw[start : scanner.at].strip()
        reader = RuleReader(scanner, count, faces)
        if keep:
            reader.add_keep(True, *keep)
        if explode:
            reader.explode()
        labels: list[str] = []
        while reader.read() or self._label_into(labels, reader):
            pass
        read = mean_set(count, faces, sides, reader.rules, text)
        if read.other and self._is_other():
            read = read.other
        self.labels += labels
        return open_set(read, tuple(labels), scanner.at)

    def _label_into(self, labels: list[str], reader: RuleReader) -> bool:
        if reader.rules.is_count and self.scanner.peek(COMPARE):
            return False
        label = read_label(self.scanner)
        if label is not None:
            labels.append(label)
        return label is not None

    def _digit_dice(self, count: int, sides: int) -> Node:
        digits = str(sides)
        message = (
            f"d{sides} is a number that is read digit by digit. Such dice aren’t added up, kept or rerolled."
        )
        if count > 1:
            raise Refusal("d66", message, f"{count}#d{sides}")
        if self.scanner.peek(r"!|(?:kh|kl|k|h|l|dh|dl|d|r|ro|rr|mi|ma|min|max|e|adv|dis)(?![^\W\d_])"):
            raise Refusal("d66", message)
        return self._with_labels(DigitDice(int(digits[0]), len(digits)))

    def _sides(self) -> tuple[Faces, str]:
        """Read the sides of a die; `digits` if it is read digit by digit."""
        scanner = self.scanner
        if match := scanner.take(r"\d+"):
            sides = int(match[0]) if len(match[0].lstrip("0")) <= MAX_DIGITS else 10**MAX_DIGITS
            check_sides(sides)
            return faces_of(sides), "digits" if is_digits(sides) else str(sides)
        if scanner.take(r"%"):
            return faces_of(100), "100"
        if match := scanner.take(r"f(\.[12])?"):
            if match[1] == ".1":
                return ((-1, 1), (0, 4), (1, 1)), "F.1"
            return faces_of(3, -1), "F"
        if scanner.take(r"\("):
            sides = _number_of(self._inside(), "number of sides")
            check_sides(sides)
            return faces_of(sides), "digits" if is_digits(sides) else str(sides)
        opening = scanner.take(r"[{\[]")
        assert opening
        return read_faces(scanner, opening[0])

    def _entries(self) -> tuple[Node, ...]:
        """Read the totals in braces up to the closing one."""
        scanner = self.scanner
        self.depth += 1
        entries: list[Node] = [self._sum()]
        while scanner.take(","):
            entries.append(self._sum())
        self.depth -= 1
        if not scanner.take(r"\}"):
            raise explain_rest(scanner) if scanner.rest else missing_bracket(scanner, "}")
        nodes = tuple(count_all(each) for each in entries)
        if scanner.peek(r"!|r *\d"):
            raise Refusal("unsupported", "Only dice can explode or be rerolled, not a group.")
        return nodes

    def _group(self) -> Node:
        """Read totals in braces, of which some are kept or counted."""
        nodes = self._entries()
        heap = heap_of(nodes[0]) if len(nodes) == 1 else ()
        number = sum(each.count for each in heap) or len(nodes)
        reader = RuleReader(self.scanner, number, ())
        keep = _keep_of_group(reader, number)
        if heap and keep:
            return self._with_labels(Heap(heap, keep))
        if keep and len(nodes) == 1:
            raise Refusal("unsupported", "In a group of one, only plain dice can be kept.")
        if keep and keep.count == number:
            keep = None
        successes = None
        if not keep and (which := reader.read_count()):
            successes = which.condition()
        return self._with_labels(Group(nodes, keep, successes))


def _keep_of_group(reader: RuleReader, number: int) -> Keep | None:
    """Read which of a group's totals are kept; None for all."""
    while reader.read_rank():
        pass
    keep = reader.rules.keep
    if keep is None or keep.count is not None:
        return keep
    if keep.drop_highest + keep.drop_lowest >= number:
        raise Refusal("keep_range", f"None of {number} would be left.")
    if keep.drop_highest and keep.drop_lowest:
        raise Refusal("unsupported", "A group can drop its highest or its lowest, not both.")
    return Keep(number - keep.drop_highest - keep.drop_lowest, bool(keep.drop_lowest))


def _decimal(text: str) -> Fraction:
    """Return a number in the reader's text. Raises Refusal for too many digits."""
    number, _, decimals = text.partition(".")
    if len(decimals) > 3:
        raise Refusal("decimal", "Write decimals with a point, at most three.")
    return whole(number) + Fraction(int(decimals or 0), 10 ** len(decimals))


def _number_of(node: Node, name: str) -> int:
    """Return the whole number of dice or sides that brackets hold."""
    if leaves(node):
        raise Refusal("nested", f"The {name} must be a number, not dice.")
    [value] = node_weights(node)
    if value.denominator != 1 or value < 0:
        raise Refusal("decimal", f"The {name} must be a whole number.")
    return int(value)


def _exploding_brackets(node: Node) -> Refusal:
    terms = node.terms if isinstance(node, Sum) else ((1, node),)
    exploding = [
        (sign, replace(term, extra=frozenset({term.faces[-1][0]})))
        for sign, term in terms
        if isinstance(term, DiceSet)
    ]
    message = "Only dice can explode, not what is in brackets."
    return Refusal("unsupported", message, *([write(Sum(tuple(exploding)))] if exploding else []))
