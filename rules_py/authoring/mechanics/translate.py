"""Translate the expressions of a mechanic to Python."""

from __future__ import annotations

from rules_py.authoring.mechanics import heaps
from rules_py.authoring.mechanics.code import (
    ADD,
    AND,
    ATOM,
    COMPARE,
    IF,
    NOT,
    OR,
    SIGN,
    TIMES,
    Code,
    in_brackets,
    is_bracketed,
    unknown,
)
from rules_py.authoring.mechanics.dice_code import OPPOSITE, DiceTranslator
from rules_py.authoring.mechanics.heaps import Heap
from rules_py.authoring.mechanics.syntax import (
    Arithmetic,
    Both,
    Call,
    Comparison,
    Conditional,
    Dice,
    Name,
    Negative,
    Node,
    Not,
    Number,
    Otherwise,
    ReadError,
    Within,
)

_SMALLER = "SMALLER"
SMALLER = {20: 12, 12: 10, 10: 8, 8: 6, 6: 4, 4: 0}
"""The next smaller size of each die."""


class Translator(DiceTranslator):
    """Translates expressions; a method for each class of the syntax tree."""

    def code(self, node: Node) -> Code:
        """Return the expression as a number, a word or a condition."""
        if isinstance(node, Dice) and node.keep is not None:
            heap = self._heaps.by_keep[node]
            return Code(self._best(heap, node, node, node.keep))
        if own_heap := self._heap_at(node):
            text = self._sum(own_heap, node)
            bare = not is_bracketed(text)
            return Code(text, IF if bare and " if " in text else ADD if bare and " + " in text else ATOM)
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            raise ReadError("can't be read here", node.at)
        code: Code = method(node)
        return code

    def _heap_at(self, node: Node) -> Heap | None:
        """Return the heap that the expression makes, if it makes one."""
        return self._heaps.of.get(node)

    def _number(self, node: Number) -> Code:
        if node.value.denominator == 1:
            return Code(str(node.value))
        self.imports.add("Fraction")
        return Code(f"Fraction({node.value.numerator}, {node.value.denominator})")

    def _name(self, node: Name) -> Code:
        if node.name == "it":
            if not self._face:
                raise ReadError("“it” is a face within each(dice, …)", node.at)
            return Code(self._face)
        if node.name in self.names:
            return Code(self.names[node.name])
        if node.name in self._words:
            return Code(f'"{node.name}"')
        raise ReadError(unknown("name", node.name, [*self.names, *self._words]), node.at)

    def _negative(self, node: Negative) -> Code:
        return Code(f"-{self.code(node.value).within(SIGN)}", SIGN)

    def _arithmetic(self, node: Arithmetic) -> Code:
        binds = ADD if node.sign in "+-" else TIMES
        left, right = self.code(node.left), self.code(node.right)
        if node.sign == "/":
            self.imports.add("Fraction")
            return Code(f"Fraction({left.text}, {right.text})")
        tight = binds + 1 if node.sign == "-" else binds
        return Code(f"{left.within(binds)} {node.sign} {right.within(tight)}", binds)

    def _comparison(self, node: Comparison) -> Code:
        sign = "==" if node.sign == "=" else node.sign
        left, right = self.code(node.left), self.code(node.right)
        return Code(f"{left.within(ADD)} {sign} {right.within(ADD)}", COMPARE, True)

    def _within(self, node: Within) -> Code:
        value = self.code(node.value).within(ADD)
        if node.low is node.high and node.low:
            return Code(f"{value} == {self.code(node.low).within(ADD)}", COMPARE, True)
        low, high = (self.code(each).within(ADD) if each else "" for each in (node.low, node.high))
        text = (
            f"{low} <= {value} <= {high}"
            if low and high
            else f"{value} >= {low}"
            if low
            else f"{value} <= {high}"
        )
        return Code(text, COMPARE, True)

    def _both(self, node: Both) -> Code:
        binds = AND if node.word == "and" else OR
        return Code(
            f"{self.code(node.left).within(binds)} {node.word} {self.code(node.right).within(binds)}",
            binds,
            True,
        )

    def opposite(self, node: Node) -> str:
        """Return the condition that holds where the other doesn't."""
        if isinstance(node, Comparison):
            sign = OPPOSITE[node.sign]
            return self.code(Comparison(node.at, "=" if sign == "==" else sign, node.left, node.right)).text
        return f"not ({self.code(node).text})"

    def _not(self, node: Not) -> Code:
        return Code(f"not {self.code(node.value).within(NOT)}", NOT, True)

    def _conditional(self, node: Conditional) -> Code:
        value, condition, other = (self.code(each) for each in (node.value, node.condition, node.other))
        return Code(f"{value.within(OR)} if {condition.within(OR)} else {other.text}", IF)

    def _otherwise(self, node: Otherwise) -> Code:
        return Code("True", ATOM, True)

    def _call(self, node: Call) -> Code:
        first, *others = node.arguments
        heap = self._heap_at(first)
        if node.verb in ("highest", "lowest"):
            many_heaps = any(each in self._heaps.of for each in others)
            if heap is not None and len(others) < 2 and not many_heaps:
                return Code(self._best(heap, node, first, others[0] if others else None))
            if isinstance(first, Call) and first.verb == "each" and len(others) < 2:
                return self._best_of_numbers(node.verb, first, others)
            verb = "max" if node.verb == "highest" else "min"
            if not others and (is_list := self._holds_list(first)):
                return Code(f"{verb}({is_list}, default=0)")
            if others and len(others) == 1 and (is_list := self._holds_list(first)):
                order = ", reverse=True" if verb == "max" else ""
                return Code(f"sum(sorted({is_list}{order})[:{self.code(others[0]).text}])")
            return Code(f"{verb}({', '.join(self.code(each).text for each in node.arguments)})")
        if node.verb == "count":
            if heap is not None:
                text = self._count(heap, node, first)
                return Code(text, ADD if " + " in text else ATOM)
            values = self._holds_list(first) or self.code(first).text
            return Code(f"sum({self._fits(node)} for face in {values})")
        return self._other_call(node, heap, first, others)

    def _holds_list(self, node: Node) -> str:
        """Return the name of a list of numbers that `each` made, or ""."""
        is_list = isinstance(node, Name) and node.name in self.lists
        return self.names[node.name] if is_list and isinstance(node, Name) else ""

    def _best_of_numbers(self, verb: str, each: Call, others: list[Node]) -> Code:
        values = self.code(each).text
        if not others:
            return Code(f"{'max' if verb == 'highest' else 'min'}({values}, default=0)")
        order = ", reverse=True" if verb == "highest" else ""
        return Code(f"sum(sorted({values}{order})[:{self.code(others[0]).text}])")

    def _other_call(self, node: Call, heap: Heap | None, first: Node, others: list[Node]) -> Code:
        verb = node.verb
        if verb == "each" and heap is not None:
            outer, self._face = self._face, "face"
            value = self.code(others[0]).text
            self._face = outer
            return Code(f"[{value} for face, _ in {self._as_list(heap, first)}]")
        if verb == "width" and heap is not None:
            return Code(self._width(heap, node, first))
        if verb == "doubles" and heap is not None:
            return Code(self._doubles(heap, first), AND, True)
        if verb in ("beats", "pairs") and heap is not None:
            return Code(self._translate_opposed(verb, heap, first, others[0]))
        if verb == "size" and heap is not None:
            return Code(
                f"({self._number_of(heap)})" if " + " in self._number_of(heap) else self._number_of(heap)
            )
        if verb == "biggest" and heap is not None:
            return Code(f"max((sides for _, sides in {self._as_list(heap, first)}), default=0)")
        if verb == "smaller":
            self.constants[_SMALLER] = repr(SMALLER)
            return Code(f"{_SMALLER}.get({self.code(first).text}, 0)")
        return self._arithmetic_verb(verb, first)

    def _arithmetic_verb(self, verb: str, first: Node) -> Code:
        if verb in ("floor", "ceil") and isinstance(first, Arithmetic) and first.sign == "/":
            left, right = self.code(first.left), self.code(first.right).within(SIGN)
            if verb == "floor":
                return Code(f"{left.within(TIMES)} // {right}", TIMES)
            return Code(f"-(-{left.within(SIGN)} // {right})", SIGN)
        value = self.code(first)
        if verb == "floor":
            return Code(f"{value.within(TIMES)} // 1", TIMES)
        if verb == "ceil":
            return Code(f"-(-{value.within(SIGN)} // 1)", SIGN)
        if verb == "sign":
            return Code(f"({value.within(ADD)} > 0) - ({value.within(ADD)} < 0)", ADD)
        return Code(f"{verb}({value.text})")

    def _width(self, heap: Heap, node: Call, argument: Node) -> str:
        if heap.form == heaps.AS_LIST:
            self.imports.add("Counter")
            test = f" if {self._fits(node)}" if node.faces else ""
            text = self._as_list(heap, argument)
            return f"max(Counter(face for face, _ in {text}{test}).values(), default=0)"
        test = self._any(node.faces) if node.faces else ""
        return f"{in_brackets(self._reference(heap, argument))}.width({test})"

    def _doubles(self, heap: Heap, argument: Node) -> str:
        text = in_brackets(self._reference(heap, argument))
        if heap.form == heaps.AS_LIST:
            return f"len({text}) > 1 and len({{face for face, _ in {text}}}) == 1"
        if text.isidentifier():
            return f"{text}.width() == len({text}) > 1"
        return f"{text}.width() == {self._number_of(heap)} > 1"

    def _translate_opposed(self, verb: str, heap: Heap, left: Node, right: Node) -> str:
        other = self._heap_at(right)
        assert other
        if verb == "pairs":
            return f"min({self._number_of(heap)}, {self._number_of(other)})"
        if heaps.AS_LIST in (heap.form, other.form):
            pairs = f"zip({self._as_list(heap, left)}, {self._as_list(other, right)})"
            return f"sum(face > against for (face, _), (against, _) in {pairs})"
        return f"{in_brackets(self._reference(heap, left))}.beats({self._reference(other, right)})"
