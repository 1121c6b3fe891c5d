"""Translate the dice of a mechanic and their aggregates to Python."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping

from rules_py.authoring.mechanics import heaps
from rules_py.authoring.mechanics.code import ADD, OR, TIMES, Code, in_brackets, slug, unknown
from rules_py.authoring.mechanics.heaps import Heap, Heaps, least
from rules_py.authoring.mechanics.inputs import ROW, WORD, MechanicInput
from rules_py.authoring.mechanics.names import label_of, python_name
from rules_py.authoring.mechanics.syntax import (
    Arithmetic,
    Call,
    Conditional,
    Dice,
    Faces,
    Name,
    Node,
    Number,
    ReadError,
)

OPPOSITE = {"=": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}
"""The negation of each comparison."""


class DiceTranslator(ABC):
    """Translates dice and their aggregates, based on the heaps of dice and the names known so far.

    `imports` collects the names that the Python needs from `rules_py.author`.
    """

    def __init__(
        self,
        heaps_: Heaps,
        inputs: tuple[MechanicInput, ...],
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
        """The types of variables that hold something other than a whole number."""
        self.lists: set[str] = set()
        """The names that hold a list of numbers, which `each` made."""
        self._label = ""
        self._face = ""

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
        elif heap.kind == "join" and heap.form != heaps.AS_LIST:
            lines = [*self._assign_parts(heap, python)]
        else:
            lines = [*self._assign_heap(heap, python, node)]
        self.names[name] = python
        return lines

    def _is_word(self, node: Node) -> bool:
        return isinstance(node, Name) and node.name in self._inputs and self._inputs[node.name].kind == WORD

    def _variable(self, name: str) -> str:
        """Return the variable of a name: a new one while dice that it held before are part of other dice."""
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
        """Yield the lines of several sets of dice, each of which is queried separately."""
        for number, part in enumerate(heap.parts, 1):
            if part.kind == "join":
                yield from self._assign_parts(part, f"{python}_{number}")
            elif part not in self._variables:
                yield f"{python}_{number} = {self.heap(part)}"
                self._variables[part] = f"{python}_{number}"

    def _count_at_once(self, heap: Heap, python: str) -> list[str]:
        """Return the line that counts several kinds of faces in one query."""
        if heap.form != heaps.AS_ROLL:
            return []
        tests = {self.test(faces): faces for faces in self._heaps.counted_at_once(heap)}
        if len(tests) < 2:
            return []
        for test, faces in tests.items():
            self.counts[heap, test] = f"{python}_{slug(faces)}"
        names = ", ".join(self.counts[heap, test] for test in tests)
        return [f"{names} = {python}.counts({', '.join(tests)})"]

    def _assign_symbols(self, heap: Heap, python: str) -> list[str]:
        if not heap.requests:
            return []
        letters: list[str] = []
        for use, node in heap.requests:
            if use != heaps.COUNT or not isinstance(node, Call):
                raise ReadError("dice with symbols can only be counted: count(dice, s)", node.at)
            for faces in node.faces:
                letters += [self._letter(faces)] if self._letter(faces) not in letters else []
        pools = []
        for dice in heap.dice:
            name = dice.die.symbols
            if name not in self._dice_faces:
                raise ReadError(unknown("die", name, self._dice_faces), dice.at)
            constant = f"{name.upper()}_FACES"
            rows = [tuple(face.count(letter) for letter in letters) for face in self._dice_faces[name]]
            self.constants[constant] = repr(tuple(rows))
            count = self.code(dice.count).within(TIMES) if dice.count else "1"
            pools.append(f"[{constant}] * {count}" if count != "1" else f"[{constant}]")
        variables = {letter: f"{python}_{letter}" for letter in letters}
        self.symbols[heap] = variables
        names = ", ".join(variables.values()) + ("," if len(letters) == 1 else "")
        if any((least(dice.count, self._lows) or 0) > 0 for dice in heap.dice):
            return [f"{names} = dice.symbols({' + '.join(pools)}{self._label_code()})"]
        none = repr((0,) * len(letters))
        return [
            f"{python}_dice = {' + '.join(pools)}",
            f"{names} = dice.symbols({python}_dice{self._label_code()}) if {python}_dice else {none}",
        ]

    def _letter(self, faces: Faces) -> str:
        if not (isinstance(faces.low, Name) and faces.low is faces.high):
            raise ReadError("expected a symbol, such as count(dice, s)", faces.at)
        letter = faces.low.name
        known = "".join(face for each in self._dice_faces.values() for face in each)
        if len(letter) != 1 or letter not in known:
            raise ReadError(unknown("symbol", letter, sorted({*known})), faces.at)
        return letter

    def heap(self, heap: Heap) -> str:
        """Return the expression that makes the heap in its required form."""
        node = heap.node
        if heap.kind == "choice" and isinstance(node, Conditional):
            value, other = (self._heap_of(each) for each in (node.value, node.other))
            return f"{value} if {self.code(node.condition).within(OR)} else {other}"
        if heap.kind == "join" and isinstance(node, Arithmetic):
            if heap.form == heaps.AS_LIST:
                self.imports.add("by_face")
                parts = ", ".join(f"*{self._as_list(part)}" for part in heap.parts)
                return f"by_face([{parts}])"
            return " + ".join(self._sum(part) for part in heap.parts)
        if isinstance(node, Call):
            return self._made_by_verb(heap, node)
        return self._roll_code(heap)

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
                raise ReadError(unknown("row of dice", name, known), node.at)
            row = self.names[name]
            if heap.form == heaps.AS_SUM:
                return f"dice.sum({row}{self._label_code()})"
            rolled = f"dice.roll({row}{self._label_code()})"
            return f"{rolled}.dice" if heap.form == heaps.AS_LIST else rolled
        [source] = heap.parts
        if heap.kind == "drop":
            return self._drop_code(source, node)
        if heap.kind == "rest":
            return f"{self._as_list(source, node.arguments[0])}[{self.code(node.arguments[1]).text}:]"
        if source.form == heaps.AS_LIST:
            return self._rerolled_list(source, node)
        test = self._any(node.faces)
        label = f', label="{self._label}, rerolled"' if self._label else ""
        rerolled = f"{self._reference(source, node.arguments[0])}.reroll({test}{label})"
        return rerolled + {heaps.AS_SUM: ".sum", heaps.AS_LIST: ".dice"}.get(heap.form, "")

    def _rerolled_list(self, source: Heap, node: Call) -> str:
        if any(dice.burst or dice.die.faces or dice.die.lowest != 1 for dice in source.dice):
            raise ReadError("reroll these dice before asking them anything else", node.at)
        self.imports.add("by_face")
        text = self._as_list(source, node.arguments[0])
        again = f"(dice.d(sides{self._label_code()}), sides) if {self._fits(node)} else (face, sides)"
        return f"by_face([{again} for face, sides in {text}])"

    def _drop_code(self, source: Heap, node: Call) -> str:
        text = self._as_list(source, node.arguments[0])
        [faces, *others] = node.faces
        opposite = OPPOSITE.get(faces.sign)
        if opposite and not others and faces.low:
            test = f"face {opposite} {self.code(faces.low).within(ADD)}"
        else:
            test = f"not ({self._fits(node)})"
        return f"[(face, sides) for face, sides in {text} if {test}]"

    def _roll_code(self, heap: Heap) -> str:
        """Return the roll of literal dice."""
        if len(heap.dice) > 1:
            sizes = " + ".join(self._sizes(each) for each in heap.dice)
            return {
                heaps.AS_SUM: f"dice.sum({sizes}{self._label_code()})",
                heaps.AS_LIST: f"dice.roll({sizes}{self._label_code()}).dice",
            }.get(heap.form, f"dice.roll({sizes}{self._label_code()})")
        [dice] = heap.dice
        if dice.die.faces:
            return self._list_code(heap, dice)
        if dice.burst == "!!" or (dice.burst and heap.form == heaps.AS_SUM):
            return self._explode_code(heap, dice)
        many, sides = self._count_code(dice), self._sides(dice)
        lowest = f", lowest={dice.die.lowest}" if dice.die.lowest != 1 else ""
        if heap.form in (heaps.AS_SUM, heaps.AS_DIE) and not lowest:
            if many == "1":
                return self._one(dice)
            return f"dice.sum({many}, {sides}{self._label_code()})"
        if heap.form in (heaps.AS_SUM, heaps.AS_DIE):
            if dice.die.lowest == -1 and sides == "3":
                return f"dice.fudge({many}{self._label_code()})"
            return f"dice.roll({many}, {sides}{lowest}{self._label_code()}).sum"
        more = ""
        if dice.burst:
            self.imports.add("MAX_EXPLOSIONS")
            more = f", extra_on=lambda face: face == {sides}, limit=MAX_EXPLOSIONS"
        if many == "1" and not isinstance(dice.die.sides, Number) and self._may_be_none(dice):
            return f"dice.roll([{sides}] if {sides} else []{self._label_code()})" + self._listed_end(heap)
        return f"dice.roll({many}, {sides}{lowest}{more}{self._label_code()})" + self._listed_end(heap)

    def _listed_end(self, heap: Heap) -> str:
        return ".dice" if heap.form == heaps.AS_LIST else ""

    def _one(self, dice: Dice) -> str:
        sides = self._sides(dice)
        one = f"dice.d({sides}{self._label_code()})"
        return f"({one} if {sides} else 0)" if self._may_be_none(dice) else one

    def _may_be_none(self, dice: Dice) -> bool:
        return not (least(dice.die.sides, self._lows) or 0)

    def _sides(self, dice: Dice) -> str:
        assert dice.die.sides
        if isinstance(dice.die.sides, Number) and not dice.die.sides.value:
            raise ReadError("expected a die with sides, such as d6", dice.at)
        return self.code(dice.die.sides).text

    def _count_code(self, dice: Dice) -> str:
        return self.code(dice.count).text if dice.count else "1"

    def _sizes(self, dice: Dice) -> str:
        many = self.code(dice.count).within(TIMES) if dice.count else "1"
        sides = self._sides(dice)
        one = f"([{sides}] if {sides} else [])" if self._may_be_none(dice) else f"[{sides}]"
        return one + ("" if many == "1" else f" * {many}")

    def _explode_code(self, heap: Heap, dice: Dice, keep: str = "") -> str:
        many, sides = self._count_code(dice), self._sides(dice)
        if heap.form == heaps.AS_LIST:
            self.imports.add("by_face")
            one = f"(dice.explode(1, {sides}{self._label_code()}), {sides})"
            return f"by_face([{one} for _ in range({many})])"
        return f"dice.explode({many}, {sides}{keep}{self._label_code()})"

    def _list_code(self, heap: Heap, dice: Dice) -> str:
        if dice.burst:
            raise ReadError("dice with listed faces can't explode", dice.at)
        faces, many = dice.die.faces, self._count_code(dice)
        if heap.form == heaps.AS_LIST:
            self.imports.add("by_face")
            weights = {face: faces.count(face) for face in dict.fromkeys(faces)}
            one = f"(dice.draw({weights}{self._label_code()}), {len(faces)})"
            return f"by_face([{one} for _ in range({many})])"
        return (
            f"dice.symbols([{tuple((face,) for face in faces)}] * {in_brackets(many)}{self._label_code()})[0]"
        )

    def _label_code(self) -> str:
        label = self._label.replace("\\", "\\\\").replace('"', '\\"')
        rule = f', rule="{self._rule}"' if self._rule else ""
        return f', label="{label}"{rule}' if label else rule

    def _as_list(self, heap: Heap, node: Node | None = None) -> str:
        text = self._reference(heap, node)
        if heap.form == heaps.AS_ROLL:
            return f"{in_brackets(text)}.dice"
        return in_brackets(text)

    def _sum(self, heap: Heap, node: Node | None = None) -> str:
        if heap.is_symbols:
            raise ReadError(
                "dice with symbols have no sum: count a symbol, such as count(dice, s)", heap.node.at
            )
        if heap.kind == "join" and heap.form != heaps.AS_LIST:
            return " + ".join(
                self._sum(part, each) for part, each in zip(heap.parts, _sides_of(heap), strict=True)
            )
        text = self._reference(heap, node)
        if heap.form == heaps.AS_ROLL:
            return f"{in_brackets(text)}.sum"
        if heap.form == heaps.AS_LIST:
            return f"sum(face for face, _ in {in_brackets(text)})"
        return text

    def _count(self, heap: Heap, node: Call, argument: Node) -> str:
        if heap.is_symbols:
            if heap not in self.symbols:
                raise ReadError("give dice with symbols a name first: all = …", node.at)
            return " + ".join(self.symbols[heap][self._letter(faces)] for faces in node.faces)
        if heap.kind == "join" and heap.form != heaps.AS_LIST:
            parts = zip(heap.parts, _sides_of(heap), strict=True)
            return " + ".join(self._count(part, node, each) for part, each in parts)
        if heap.form == heaps.AS_ROLL:
            if len(node.faces) == 1 and (name := self.counts.get((heap, self.test(node.faces[0])))):
                return name
            return f"{in_brackets(self._reference(heap, argument))}.counts({self._any(node.faces)})[0]"
        if heap.form == heaps.AS_LIST:
            text = in_brackets(self._reference(heap, argument))
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
        if heap.form == heaps.AS_DIE:
            return self._reference(heap, argument)
        if heap.form == heaps.AS_LIST:
            text = in_brackets(self._reference(heap, argument))
            cut = f"[:{keep.text}]" if verb == "highest" else f"[max(0, len({text}) - {keep.within(TIMES)}):]"
            return f"sum(face for face, _ in {text}{cut})"
        if heap.form == heaps.AS_SUM:
            [dice] = heap.dice
            return self._explode_code(heap, dice, f", keep={self._keep_of(heap, many, keep)}")
        text = in_brackets(self._reference(heap, argument))
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
        if heap.name and heap.form >= heaps.AS_ROLL:
            return f"len({python_name(heap.name)})"
        if heap.kind == "roll":
            each = [self.code(dice.count).within(ADD) if dice.count else "1" for dice in heap.dice]
            return " + ".join(each)
        if heap.kind == "join" and heap.form != heaps.AS_LIST:
            return " + ".join(self._number_of(part) for part in heap.parts)
        return f"len({self._reference(heap)})"

    def _any(self, faces: tuple[Faces, ...]) -> str:
        """Return a function that tests a face."""
        return self.test(faces[0]) if len(faces) == 1 else f"lambda face: {self._match_code(faces, 'face')}"

    def test(self, faces: Faces) -> str:
        return f"lambda face: {self._match_code((faces,), 'face')}"

    def _fits(self, node: Call, face: str = "face") -> str:
        return self._match_code(node.faces, face) if node.faces else "True"

    def _match_code(self, several: tuple[Faces, ...], face: str) -> str:
        tests = [self._face_test(each, face) for each in several]
        return tests[0] if len(tests) == 1 else " or ".join(tests)

    def _face_test(self, faces: Faces, face: str) -> str:
        low, high = (self.code(each).within(ADD) if each else "" for each in (faces.low, faces.high))
        if faces.sign == "..":
            return (
                f"{low} <= {face} <= {high}"
                if low and high
                else f"{face} >= {low}"
                if low
                else f"{face} <= {high}"
            )
        return f"{face} {'==' if faces.sign == '=' else faces.sign} {low}"

    @abstractmethod
    def code(self, node: Node) -> Code:
        """Return the expression as a number, a word or a condition."""


def _sides_of(heap: Heap) -> tuple[Node, Node]:
    assert isinstance(heap.node, Arithmetic)
    return heap.node.left, heap.node.right
