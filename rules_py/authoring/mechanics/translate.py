"""Translate the expressions of a mechanic to Python."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules_py.authoring.mechanics import heaps
from rules_py.authoring.mechanics.heaps import Heap, Heaps, least
from rules_py.authoring.mechanics.inputs import ROW, WORD, Asked
from rules_py.authoring.mechanics.names import label_of, python_name
from rules_py.authoring.mechanics.syntax import (
    Arithmetic,
    Both,
    Call,
    Comparison,
    Conditional,
    Dice,
    Faces,
    Name,
    Negative,
    Node,
    Not,
    Number,
    Otherwise,
    ReadError,
    Within,
)
from rules_py.base.errors import join_or, suggestion

_IF, _OR, _AND, _NOT, _COMPARE, _ADD, _TIMES, _SIGN, _ATOM = range(9)
_SMALLER = "SMALLER"
_OPPOSITE = {"=": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
SMALLER = {20: 12, 12: 10, 10: 8, 8: 6, 6: 4, 4: 0}


@dataclass(frozen=True)
class Code:
    """A Python expression, how tightly it binds, and whether it is a condition."""

    text: str
    binds: int = _ATOM
    is_condition: bool = False

    def within(self, binds: int) -> str:
        """Return the text, in brackets if its surroundings bind more tightly."""
        return self.text if self.binds >= binds else f"({self.text})"


class Translator:
    """Translates expressions, given the heaps of dice and the names known so far.

    `imports` collects the names that the Python needs from `rules_py.author`.
    """

    def __init__(
        self,
        heaps_: Heaps,
        inputs: tuple[Asked, ...],
        symbols: Mapping[str, tuple[str, ...]],
        title: str,
        rule: str = "",
    ) -> None:
        self._heaps, self._title, self._rule = heaps_, title, rule
        self._inputs = {each.name: each for each in inputs}
        self._lows = {each.name: each.least for each in inputs if each.kind in ("number", "size")}
        self._words = {str(word) for each in inputs if each.kind == WORD for word in each.choices}
        self._dice_faces = symbols
        self.names: dict[str, str] = {each.name: each.python for each in inputs}
        self.counts: dict[tuple[Heap, str], str] = {}
        self.imports: set[str] = set()
        self.constants: dict[str, str] = {}
        self.symbols: dict[Heap, Mapping[str, str]] = {}
        self._variables: dict[Heap, str] = {}
        self._heaps_named: dict[str, Heap] = {}
        self.conditions: set[str] = set()
        """The variables that hold a condition."""
        self.hints: dict[str, str] = {}
        """The types of variables that hold something else than a whole number."""
        self.lists: set[str] = set()
        """The names that hold a list of numbers, which `each` made."""
        self._label = ""
        self._face = ""

    # Statements

    def assign(self, name: str, node: Node) -> list[str]:
        """Return the lines that give the name its value."""
        self._label = label_of(name) if name != "result" else self._title
        heap = self._heaps.find(node)
        python = self._variable(name)
        if heap is None:
            code = self.code(node)
            lines = [f"{python} = {code.text}"]
            if code.is_condition:
                self.conditions.add(python)
            if code.text.startswith('"') or self._is_word(node):
                self.hints[python] = "str"
            elif "Fraction(" in code.text:
                self.hints[python] = "int | Fraction"
            if isinstance(node, Call) and node.verb == "each":
                self.lists.add(name)
        elif heap.is_symbols:
            lines = self._assign_symbols(heap, python)
        elif heap.kind == "join" and heap.held != heaps.AS_LIST:
            lines = [*self._assign_parts(heap, python)]
        else:
            lines = [*self._assign_heap(heap, python, node)]
        self.names[name] = python
        return lines

    def _is_word(self, node: Node) -> bool:
        return isinstance(node, Name) and node.name in self._inputs and self._inputs[node.name].kind == WORD

    def _variable(self, name: str) -> str:
        """Return the variable of a name, another one while dice that it held before are part of others."""
        before = self._heaps_named.get(name)
        together = (
            any(before in heap.parts for heap in self._heaps if heap.kind == "join") if before else False
        )
        return f"{python_name(name)}_again" if together else python_name(name)

    def _assign_heap(self, heap: Heap, python: str, node: Node) -> Iterator[str]:
        yield f"{python} = {self._reference(heap, node)}"
        self._variables[heap] = python
        self._heaps_named[heap.name] = heap
        yield from self._count_at_once(heap, python)

    def _assign_parts(self, heap: Heap, python: str) -> Iterator[str]:
        """Yield the lines of several sets of dice, each of which is asked by itself."""
        for number, part in enumerate(heap.parts, 1):
            if part.kind == "join":
                yield from self._assign_parts(part, f"{python}_{number}")
            elif part not in self._variables:
                yield f"{python}_{number} = {self.heap(part)}"
                self._variables[part] = f"{python}_{number}"

    def _count_at_once(self, heap: Heap, python: str) -> list[str]:
        """Return the line that counts several kinds of faces in one question."""
        if heap.held != heaps.AS_ROLL:
            return []
        wanted = {self.test(faces): faces for faces in self._heaps.counted_at_once(heap)}
        if len(wanted) < 2:
            return []
        for test, faces in wanted.items():
            self.counts[heap, test] = f"{python}_{_slug(faces)}"
        names = ", ".join(self.counts[heap, test] for test in wanted)
        return [f"{names} = {python}.counts({', '.join(wanted)})"]

    def _assign_symbols(self, heap: Heap, python: str) -> list[str]:
        if not heap.asked:
            return []
        letters: list[str] = []
        for use, node in heap.asked:
            if use != heaps.COUNT or not isinstance(node, Call):
                raise ReadError("dice with symbols can only be counted: count(dice, s)", node.at)
            for faces in node.faces:
                letters += [self._letter(faces)] if self._letter(faces) not in letters else []
        pools = []
        for dice in heap.dice:
            name = dice.die.symbols
            if name not in self._dice_faces:
                raise ReadError(_unknown("die", name, self._dice_faces), dice.at)
            constant = f"{name.upper()}_FACES"
            rows = [tuple(face.count(letter) for letter in letters) for face in self._dice_faces[name]]
            self.constants[constant] = repr(tuple(rows))
            count = self.code(dice.count).within(_TIMES) if dice.count else "1"
            pools.append(f"[{constant}] * {count}" if count != "1" else f"[{constant}]")
        variables = {letter: f"{python}_{letter}" for letter in letters}
        self.symbols[heap] = variables
        names = ", ".join(variables.values()) + ("," if len(letters) == 1 else "")
        return [f"{names} = dice.symbols({' + '.join(pools)}{self._labelled()})"]

    def _letter(self, faces: Faces) -> str:
        if not (isinstance(faces.low, Name) and faces.low is faces.high):
            raise ReadError("expected a symbol, such as count(dice, s)", faces.at)
        letter = faces.low.name
        known = "".join(face for each in self._dice_faces.values() for face in each)
        if len(letter) != 1 or letter not in known:
            raise ReadError(_unknown("symbol", letter, sorted({*known})), faces.at)
        return letter

    # Heaps

    def heap(self, heap: Heap) -> str:
        """Return the expression that makes the heap, held as it is to be."""
        node = heap.node
        if heap.kind == "choice" and isinstance(node, Conditional):
            value, other = (self._heap_of(each) for each in (node.value, node.other))
            return f"{value} if {self.code(node.condition).within(_OR)} else {other}"
        if heap.kind == "join" and isinstance(node, Arithmetic):
            if heap.held == heaps.AS_LIST:
                self.imports.add("by_face")
                parts = ", ".join(f"*{self._as_list(part)}" for part in heap.parts)
                return f"by_face([{parts}])"
            return " + ".join(self._sum(part) for part in heap.parts)
        if isinstance(node, Call):
            return self._made_by_verb(heap, node)
        return self._rolled(heap)

    def _heap_of(self, node: Node) -> str:
        return self._reference(self._heaps.of[node], node)

    def _reference(self, heap: Heap, node: Node | None = None) -> str:
        """Return the name that holds the heap, or the expression that makes it."""
        if heap in self._variables:
            return self._variables[heap]
        if isinstance(node, Name) and node.name in self.names:
            return self.names[node.name]
        return self.heap(heap)

    def _made_by_verb(self, heap: Heap, node: Call) -> str:
        if heap.kind == "row":
            assert isinstance(node.arguments[0], Name)
            name = node.arguments[0].name
            if name not in self._inputs or self._inputs[name].kind != ROW:
                known = [each.name for each in self._inputs.values() if each.kind == ROW]
                raise ReadError(_unknown("row of dice", name, known), node.at)
            row = self.names[name]
            if heap.held == heaps.AS_SUM:
                return f"dice.sum({row}{self._labelled()})"
            rolled = f"dice.roll({row}{self._labelled()})"
            return f"{rolled}.dice" if heap.held == heaps.AS_LIST else rolled
        [source] = heap.parts
        if heap.kind == "drop":
            return self._dropped(source, node)
        if heap.kind == "rest":
            return f"{self._as_list(source, node.arguments[0])}[{self.code(node.arguments[1]).text}:]"
        if source.held == heaps.AS_LIST:
            return self._rerolled_list(source, node)
        test = self._any(node.faces)
        label = f', label="{self._label}, rerolled"' if self._label else ""
        rerolled = f"{self._reference(source, node.arguments[0])}.reroll({test}{label})"
        return rerolled + {heaps.AS_SUM: ".sum", heaps.AS_LIST: ".dice"}.get(heap.held, "")

    def _rerolled_list(self, source: Heap, node: Call) -> str:
        if any(dice.burst or dice.die.faces or dice.die.lowest != 1 for dice in source.dice):
            raise ReadError("reroll these dice before asking them anything else", node.at)
        self.imports.add("by_face")
        text = self._as_list(source, node.arguments[0])
        again = f"(dice.d(sides{self._labelled()}), sides) if {self._fits(node)} else (face, sides)"
        return f"by_face([{again} for face, sides in {text}])"

    def _dropped(self, source: Heap, node: Call) -> str:
        text = self._as_list(source, node.arguments[0])
        [faces, *others] = node.faces
        opposite = _OPPOSITE.get(faces.sign)
        if opposite and not others and faces.low:
            test = f"face {opposite} {self.code(faces.low).within(_ADD)}"
        else:
            test = f"not ({self._fits(node)})"
        return f"[(face, sides) for face, sides in {text} if {test}]"

    def _rolled(self, heap: Heap) -> str:
        """Return the roll of literal dice."""
        if len(heap.dice) > 1:
            sizes = " + ".join(self._sizes(each) for each in heap.dice)
            return {
                heaps.AS_SUM: f"dice.sum({sizes}{self._labelled()})",
                heaps.AS_LIST: f"dice.roll({sizes}{self._labelled()}).dice",
            }.get(heap.held, f"dice.roll({sizes}{self._labelled()})")
        [dice] = heap.dice
        if dice.die.faces:
            return self._listed(heap, dice)
        if dice.burst == "!!" or (dice.burst and heap.held == heaps.AS_SUM):
            return self._exploding(heap, dice)
        many, sides = self._many(dice), self._sides(dice)
        lowest = f", lowest={dice.die.lowest}" if dice.die.lowest != 1 else ""
        if heap.held in (heaps.AS_SUM, heaps.AS_DIE) and not lowest:
            if many == "1":
                return self._one(dice)
            return f"dice.sum({many}, {sides}{self._labelled()})"
        if heap.held in (heaps.AS_SUM, heaps.AS_DIE):
            if dice.die.lowest == -1 and sides == "3":
                return f"dice.fudge({many}{self._labelled()})"
            return f"dice.roll({many}, {sides}{lowest}{self._labelled()}).sum"
        more = ""
        if dice.burst:
            self.imports.add("MAX_EXPLOSIONS")
            more = f", extra_on=lambda face: face == {sides}, limit=MAX_EXPLOSIONS"
        if many == "1" and not isinstance(dice.die.sides, Number) and self._may_be_none(dice):
            return f"dice.roll([{sides}] if {sides} else []{self._labelled()})" + self._listed_end(heap)
        return f"dice.roll({many}, {sides}{lowest}{more}{self._labelled()})" + self._listed_end(heap)

    def _listed_end(self, heap: Heap) -> str:
        return ".dice" if heap.held == heaps.AS_LIST else ""

    def _one(self, dice: Dice) -> str:
        sides = self._sides(dice)
        one = f"dice.d({sides}{self._labelled()})"
        return f"({one} if {sides} else 0)" if self._may_be_none(dice) else one

    def _may_be_none(self, dice: Dice) -> bool:
        return not (least(dice.die.sides, self._lows) or 0)

    def _sides(self, dice: Dice) -> str:
        assert dice.die.sides
        if isinstance(dice.die.sides, Number) and not dice.die.sides.value:
            raise ReadError("expected a die with sides, such as d6", dice.at)
        return self.code(dice.die.sides).text

    def _many(self, dice: Dice) -> str:
        return self.code(dice.count).text if dice.count else "1"

    def _sizes(self, dice: Dice) -> str:
        many = self.code(dice.count).within(_TIMES) if dice.count else "1"
        sides = self._sides(dice)
        one = f"([{sides}] if {sides} else [])" if self._may_be_none(dice) else f"[{sides}]"
        return one + ("" if many == "1" else f" * {many}")

    def _exploding(self, heap: Heap, dice: Dice, keep: str = "") -> str:
        many, sides = self._many(dice), self._sides(dice)
        if heap.held == heaps.AS_LIST:
            self.imports.add("by_face")
            one = f"(dice.explode(1, {sides}{self._labelled()}), {sides})"
            return f"by_face([{one} for _ in range({many})])"
        return f"dice.explode({many}, {sides}{keep}{self._labelled()})"

    def _listed(self, heap: Heap, dice: Dice) -> str:
        if dice.burst:
            raise ReadError("dice with listed faces can't explode", dice.at)
        faces, many = dice.die.faces, self._many(dice)
        if heap.held == heaps.AS_LIST:
            self.imports.add("by_face")
            weights = {face: faces.count(face) for face in dict.fromkeys(faces)}
            one = f"(dice.draw({weights}{self._labelled()}), {len(faces)})"
            return f"by_face([{one} for _ in range({many})])"
        return f"dice.symbols([{tuple((face,) for face in faces)}] * {_bracketed(many)}{self._labelled()})[0]"

    def _labelled(self) -> str:
        label = self._label.replace("\\", "\\\\").replace('"', '\\"')
        rule = f', rule="{self._rule}"' if self._rule else ""
        return f', label="{label}"{rule}' if label else rule

    # What is asked of heaps

    def _as_list(self, heap: Heap, node: Node | None = None) -> str:
        text = self._reference(heap, node)
        if heap.held == heaps.AS_ROLL:
            return f"{_bracketed(text)}.dice"
        return _bracketed(text)

    def _sum(self, heap: Heap, node: Node | None = None) -> str:
        if heap.is_symbols:
            raise ReadError(
                "dice with symbols have no sum: count a symbol, such as count(dice, s)", heap.node.at
            )
        if heap.kind == "join" and heap.held != heaps.AS_LIST:
            return " + ".join(
                self._sum(part, each) for part, each in zip(heap.parts, _sides_of(heap), strict=True)
            )
        text = self._reference(heap, node)
        if heap.held == heaps.AS_ROLL:
            return f"{_bracketed(text)}.sum"
        if heap.held == heaps.AS_LIST:
            return f"sum(face for face, _ in {_bracketed(text)})"
        return text

    def _count(self, heap: Heap, node: Call, argument: Node) -> str:
        if heap.is_symbols:
            if heap not in self.symbols:
                raise ReadError("give dice with symbols a name first: all = …", node.at)
            return " + ".join(self.symbols[heap][self._letter(faces)] for faces in node.faces)
        if heap.kind == "join" and heap.held != heaps.AS_LIST:
            parts = zip(heap.parts, _sides_of(heap), strict=True)
            return " + ".join(self._count(part, node, each) for part, each in parts)
        if heap.held == heaps.AS_ROLL:
            if len(node.faces) == 1 and (name := self.counts.get((heap, self.test(node.faces[0])))):
                return name
            return f"{_bracketed(self._reference(heap, argument))}.counts({self._any(node.faces)})[0]"
        if heap.held == heaps.AS_LIST:
            text = _bracketed(self._reference(heap, argument))
            return f"sum({self._fits(node)} for face, _ in {text})"
        return f"({self._fits(node, self._reference(heap, argument))})"

    def _best(self, heap: Heap, node: Node, argument: Node, many: Node | None) -> str:
        """Return the sum of the highest or lowest dice."""
        verb = (
            node.verb
            if isinstance(node, Call)
            else "highest"
            if getattr(node, "keeps_highest", 1)
            else "lowest"
        )
        keep = self.code(many) if many else Code("1")
        if heap.held == heaps.AS_DIE:
            return self._reference(heap, argument)
        if heap.held == heaps.AS_LIST:
            text = _bracketed(self._reference(heap, argument))
            cut = (
                f"[:{keep.text}]" if verb == "highest" else f"[max(0, len({text}) - {keep.within(_TIMES)}):]"
            )
            return f"sum(face for face, _ in {text}{cut})"
        if heap.held == heaps.AS_SUM:
            [dice] = heap.dice
            return self._exploding(heap, dice, f", keep={self._keep_of(heap, many, keep)}")
        text = _bracketed(self._reference(heap, argument))
        number = self._keep_of(heap, many, keep)
        return f"{text}.{verb}({'' if number == '1' else number})"

    def _keep_of(self, heap: Heap, many: Node | None, keep: Code) -> str:
        """Return how many dice are kept, never more than there are."""
        fewest = (
            least(heap.dice[0].count, self._lows) if heap.kind == "roll" and len(heap.dice) == 1 else None
        )
        most = int(many.value) if isinstance(many, Number) else None if many else 1
        if fewest is not None and most is not None and most <= fewest:
            return keep.text
        return f"min({keep.text}, {self._number_of(heap)})"

    def _number_of(self, heap: Heap) -> str:
        if heap.name and heap.held >= heaps.AS_ROLL:
            return f"len({python_name(heap.name)})"
        if heap.kind == "roll":
            each = [self.code(dice.count).within(_ADD) if dice.count else "1" for dice in heap.dice]
            return " + ".join(each)
        if heap.kind == "join" and heap.held != heaps.AS_LIST:
            return " + ".join(self._number_of(part) for part in heap.parts)
        return f"len({self._reference(heap)})"

    def _any(self, faces: tuple[Faces, ...]) -> str:
        """Return a function that tests a face."""
        return self.test(faces[0]) if len(faces) == 1 else f"lambda face: {self._fitting(faces, 'face')}"

    def test(self, faces: Faces) -> str:
        return f"lambda face: {self._fitting((faces,), 'face')}"

    def _fits(self, node: Call, face: str = "face") -> str:
        return self._fitting(node.faces, face) if node.faces else "True"

    def _fitting(self, several: tuple[Faces, ...], face: str) -> str:
        tests = [self._fit(each, face) for each in several]
        return tests[0] if len(tests) == 1 else " or ".join(tests)

    def _fit(self, faces: Faces, face: str) -> str:
        low, high = (self.code(each).within(_ADD) if each else "" for each in (faces.low, faces.high))
        if faces.sign == "..":
            return (
                f"{low} <= {face} <= {high}"
                if low and high
                else f"{face} >= {low}"
                if low
                else f"{face} <= {high}"
            )
        return f"{face} {'==' if faces.sign == '=' else faces.sign} {low}"

    # Expressions

    def code(self, node: Node) -> Code:
        """Return the expression as a number, a word or a condition."""
        if isinstance(node, Dice) and node.keep is not None:
            heap = self._heaps.kept[node]
            return Code(self._best(heap, node, node, node.keep))
        if found := self._heap_at(node):
            text = self._sum(found, node)
            bare = not _is_bracketed(text)
            return Code(text, _IF if bare and " if " in text else _ADD if bare and " + " in text else _ATOM)
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
        raise ReadError(_unknown("name", node.name, [*self.names, *self._words]), node.at)

    def _negative(self, node: Negative) -> Code:
        return Code(f"-{self.code(node.value).within(_SIGN)}", _SIGN)

    def _arithmetic(self, node: Arithmetic) -> Code:
        binds = _ADD if node.sign in "+-" else _TIMES
        left, right = self.code(node.left), self.code(node.right)
        if node.sign == "/":
            self.imports.add("Fraction")
            return Code(f"Fraction({left.text}, {right.text})")
        tight = binds + 1 if node.sign == "-" else binds
        return Code(f"{left.within(binds)} {node.sign} {right.within(tight)}", binds)

    def _comparison(self, node: Comparison) -> Code:
        sign = "==" if node.sign == "=" else node.sign
        left, right = self.code(node.left), self.code(node.right)
        return Code(f"{left.within(_ADD)} {sign} {right.within(_ADD)}", _COMPARE, True)

    def _within(self, node: Within) -> Code:
        value = self.code(node.value).within(_ADD)
        if node.low is node.high and node.low:
            return Code(f"{value} == {self.code(node.low).within(_ADD)}", _COMPARE, True)
        low, high = (self.code(each).within(_ADD) if each else "" for each in (node.low, node.high))
        text = (
            f"{low} <= {value} <= {high}"
            if low and high
            else f"{value} >= {low}"
            if low
            else f"{value} <= {high}"
        )
        return Code(text, _COMPARE, True)

    def _both(self, node: Both) -> Code:
        binds = _AND if node.word == "and" else _OR
        return Code(
            f"{self.code(node.left).within(binds)} {node.word} {self.code(node.right).within(binds)}",
            binds,
            True,
        )

    def opposite(self, node: Node) -> str:
        """Return the condition that holds where the other doesn't."""
        if isinstance(node, Comparison):
            sign = _OPPOSITE[node.sign]
            return self.code(Comparison(node.at, "=" if sign == "==" else sign, node.left, node.right)).text
        return f"not ({self.code(node).text})"

    def _not(self, node: Not) -> Code:
        return Code(f"not {self.code(node.value).within(_NOT)}", _NOT, True)

    def _conditional(self, node: Conditional) -> Code:
        value, condition, other = (self.code(each) for each in (node.value, node.condition, node.other))
        return Code(f"{value.within(_OR)} if {condition.within(_OR)} else {other.text}", _IF)

    def _otherwise(self, node: Otherwise) -> Code:
        return Code("True", _ATOM, True)

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
                return Code(text, _ADD if " + " in text else _ATOM)
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
            return Code(self._doubles(heap, first), _AND, True)
        if verb in ("beats", "pairs") and heap is not None:
            return Code(self._opposed(verb, heap, first, others[0]))
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
            left, right = self.code(first.left), self.code(first.right).within(_SIGN)
            if verb == "floor":
                return Code(f"{left.within(_TIMES)} // {right}", _TIMES)
            return Code(f"-(-{left.within(_SIGN)} // {right})", _SIGN)
        value = self.code(first)
        if verb == "floor":
            return Code(f"{value.within(_TIMES)} // 1", _TIMES)
        if verb == "ceil":
            return Code(f"-(-{value.within(_SIGN)} // 1)", _SIGN)
        if verb == "sign":
            return Code(f"({value.within(_ADD)} > 0) - ({value.within(_ADD)} < 0)", _ADD)
        return Code(f"{verb}({value.text})")

    def _width(self, heap: Heap, node: Call, argument: Node) -> str:
        if heap.held == heaps.AS_LIST:
            self.imports.add("Counter")
            test = f" if {self._fits(node)}" if node.faces else ""
            text = self._as_list(heap, argument)
            return f"max(Counter(face for face, _ in {text}{test}).values(), default=0)"
        test = self._any(node.faces) if node.faces else ""
        return f"{_bracketed(self._reference(heap, argument))}.width({test})"

    def _doubles(self, heap: Heap, argument: Node) -> str:
        text = _bracketed(self._reference(heap, argument))
        if heap.held == heaps.AS_LIST:
            return f"len({text}) > 1 and len({{face for face, _ in {text}}}) == 1"
        if text.isidentifier():
            return f"{text}.width() == len({text}) > 1"
        return f"{text}.width() == {self._number_of(heap)} > 1"

    def _opposed(self, verb: str, heap: Heap, left: Node, right: Node) -> str:
        other = self._heap_at(right)
        assert other
        if verb == "pairs":
            return f"min({self._number_of(heap)}, {self._number_of(other)})"
        if heaps.AS_LIST in (heap.held, other.held):
            pairs = f"zip({self._as_list(heap, left)}, {self._as_list(other, right)})"
            return f"sum(face > against for (face, _), (against, _) in {pairs})"
        return f"{_bracketed(self._reference(heap, left))}.beats({self._reference(other, right)})"


def _sides_of(heap: Heap) -> tuple[Node, Node]:
    assert isinstance(heap.node, Arithmetic)
    return heap.node.left, heap.node.right


def _bracketed(text: str) -> str:
    """Return an expression in brackets unless it is a name or a call."""
    outside = _outside_brackets(text)
    return f"({text})" if " " in outside else text


def _is_bracketed(text: str) -> bool:
    """Return whether the whole expression is a name, a call or in brackets."""
    return " " not in _outside_brackets(text)


def _outside_brackets(text: str) -> str:
    """Return the characters of an expression that are outside all brackets."""
    depth, outside = 0, []
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        outside += [letter] if not depth else []
    return "".join(outside)


def _slug(faces: Faces) -> str:
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


def _unknown(kind: str, name: str, known: object) -> str:
    names = join_or(known) if known else join_or(["none"])  # type: ignore[arg-type]
    meant = suggestion(name, names)
    return f"unknown {kind} “{name}” (expected {names}). {meant}".strip()
