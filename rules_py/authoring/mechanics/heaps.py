"""The dice of a mechanic: which there are, which aggregates are needed, and so how each is rolled.

The odds count every different answer of the dice. So each set of dice is queried for as little as possible:
its sum, its highest dice or the numbers of a few faces, and every single face only if nothing less is enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

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

SUM, COUNT, HIGHEST, LOWEST, REROLL, WIDTH, DOUBLES, BEATS, NUMBER, EACH = (
    "sum",
    "count",
    "highest",
    "lowest",
    "reroll",
    "width",
    "doubles",
    "beats",
    "number",
    "each",
)
"""The aggregates of dice."""

AS_SUM, AS_DIE, AS_ROLL, AS_LIST = range(4)
"""The forms of dice in Python: their sum, the face of one die, `RolledDice`, a list of (face, sides)."""

_OF_PARTS = (SUM, COUNT, NUMBER)
"""The aggregates of several sets of dice that are the sum of each set's value."""


@dataclass(eq=False)
class Heap:
    """Some dice: rolled (`dice`), or made from others (`parts`).

    kind    "roll", "row", "join", "choice", "reroll", "drop" or "rest"
    requests  their uses, each with the node that needs it
    form    how the generated code represents them: AS_SUM, AS_DIE …
    known   the values of the names when these dice got their `name`
    """

    kind: str
    node: Node
    dice: tuple[Dice, ...] = ()
    parts: tuple[Heap, ...] = ()
    requests: list[tuple[str, Node]] = field(default_factory=list)
    form: int = AS_SUM
    known: Mapping[str, object] = field(default_factory=dict)
    name: str = ""

    @property
    def is_symbols(self) -> bool:
        return any(dice.die.symbols for dice in self.dice)

    @property
    def is_single(self) -> bool:
        """True if it is certainly one ordinary die."""
        if self.kind != "roll" or len(self.dice) != 1 or self.dice[0].burst or self.dice[0].die.faces:
            return False
        one, sides = self.dice[0].count, self.dice[0].die.sides
        return (one is None or (isinstance(one, Number) and one.value == 1)) and isinstance(sides, Number)

    @property
    def can_roll(self) -> bool:
        """True if `RolledDice` can hold them."""
        return all(not dice.die.faces and dice.burst != "!!" for dice in self.dice)

    @property
    def uses(self) -> set[str]:
        return {use for use, _ in self.requests}


class Heaps:
    """The heaps of a mechanic by the expression that makes them, found line by line."""

    def __init__(self) -> None:
        self.of: dict[Node, Heap] = {}
        self.by_keep: dict[Node, Heap] = {}
        """The dice of which some are kept, by the expression that keeps them."""
        self._order: list[Heap] = []
        self.names: dict[str, object] = {}
        """The current value of each name: a heap, or any object that represents this value."""
        self._values_at: dict[Faces, Mapping[str, object]] = {}

    def bind(self, name: str, value: Node) -> None:
        """Record one named value."""
        heap = self.find(value)
        if heap is None:
            self.scan(value)
        else:
            if not heap.name:
                heap.name, heap.known = name, dict(self.names)
        self.names[name] = heap if heap else object()

    def find(self, node: Node) -> Heap | None:
        """Return the heap that the expression makes, or None if the expression is a number or a condition."""
        if node in self.of:
            return self.of[node]
        heap = self._make(node)
        if heap:
            self.of[node] = heap
        return heap

    def _make(self, node: Node) -> Heap | None:
        if isinstance(node, Name):
            value = self.names.get(node.name)
            return value if isinstance(value, Heap) else None
        if isinstance(node, Dice) and node.keep is None:
            self._scan_dice(node)
            return self._add(Heap("roll", node, (node,)))
        if isinstance(node, Arithmetic) and node.sign == "+":
            return self._join(node)
        if isinstance(node, Conditional):
            return self._choice(node)
        if isinstance(node, Call) and node.verb in ("reroll", "drop", "rest", "roll"):
            return self._call(node)
        return None

    def _add(self, heap: Heap) -> Heap:
        self._order.append(heap)
        return heap

    def _join(self, node: Arithmetic) -> Heap | None:
        if not (self._makes_heap(node.left) and self._makes_heap(node.right)):
            return None
        left, right = self.find(node.left), self.find(node.right)
        assert left and right
        rolls = all(each.kind == "roll" and not each.name for each in (left, right))
        dice = (*left.dice, *right.dice)
        plain = all(each.die.sides and each.die.lowest == 1 and not each.burst for each in dice)
        if rolls and (plain or all(each.die.symbols for each in dice)):
            self._order = [each for each in self._order if each not in (left, right)]
            return self._add(Heap("roll", node, dice))
        return self._add(Heap("join", node, parts=(left, right)))

    def _choice(self, node: Conditional) -> Heap | None:
        if not (self._makes_heap(node.value) and self._makes_heap(node.other)):
            return None
        self.scan(node.condition)
        left, right = self.find(node.value), self.find(node.other)
        assert left and right
        return self._add(Heap("choice", node, parts=(left, right)))

    def _makes_heap(self, node: Node) -> bool:
        """Return whether the expression makes a heap, without recording anything."""
        if isinstance(node, Name):
            return isinstance(self.names.get(node.name), Heap)
        if isinstance(node, Dice):
            return node.keep is None
        if isinstance(node, Arithmetic):
            return node.sign == "+" and self._makes_heap(node.left) and self._makes_heap(node.right)
        if isinstance(node, Conditional):
            return self._makes_heap(node.value) and self._makes_heap(node.other)
        return isinstance(node, Call) and node.verb in ("reroll", "drop", "rest", "roll")

    def _call(self, node: Call) -> Heap:
        for faces in node.faces:
            self._scan_below(faces)
        for argument in node.arguments[1:]:
            self.scan(argument)
        if node.verb == "roll":
            if not isinstance(node.arguments[0], Name):
                raise ReadError("roll needs the name of a row of dice that is asked for", node.at)
            return self._add(Heap("row", node))
        source = self.find(node.arguments[0])
        if source is None:
            raise ReadError(f"{node.verb} needs dice, such as {node.verb}(4d6, 1)", node.at)
        source.requests.append((REROLL if node.verb == "reroll" else EACH, node))
        return self._add(Heap(node.verb, node, parts=(source,)))

    def _scan_dice(self, node: Dice) -> None:
        for child in (node.count, node.die.sides, node.keep):
            if child:
                self.scan(child)

    def _scan_below(self, node: Node) -> None:
        for child in node.children():
            self.scan(child)

    def scan(self, node: Node) -> None:
        """Record the aggregates in an expression that has to be a number, a word or a condition."""
        if isinstance(node, Dice) and node.keep is not None:
            dice = Dice(node.at, node.count, node.die, node.burst)
            self.scan(node.keep)
            heap = self.find(dice)
            assert heap
            heap.requests.append((HIGHEST if node.keeps_highest else LOWEST, node))
            self.by_keep[node] = heap
        elif heap := self.find(node):
            heap.requests.append((SUM, node))
        elif isinstance(node, Call):
            self._scan_call(node)
        else:
            self._scan_below(node)

    def _scan_call(self, node: Call) -> None:
        first, *others = node.arguments
        heap = self.find(first)
        for faces in node.faces:
            self._values_at[faces] = dict(self.names)
            if heap is None or not heap.is_symbols:
                self._scan_below(faces)
        best = node.verb in (HIGHEST, LOWEST)
        numbers = best and (len(others) > 1 or any(map(self._makes_heap, others)))
        if heap is None or numbers:
            for argument in node.arguments:
                if node.verb != "each" or argument is first:
                    self.scan(argument)
            if node.verb == "each" or (
                node.verb in ("width", "doubles", "beats", "pairs", "biggest", "size")
            ):
                raise ReadError(
                    f"{node.verb} needs dice, such as {node.verb}(4d6{_more(node.verb)})", node.at
                )
            return
        use = {"beats": BEATS, "pairs": NUMBER, "size": NUMBER, "biggest": EACH}.get(node.verb, node.verb)
        if use not in (SUM, COUNT, HIGHEST, LOWEST, WIDTH, DOUBLES, BEATS, NUMBER, EACH):
            use = SUM  # a verb for numbers, such as floor
        heap.requests.append((use, node))
        if node.verb in ("beats", "pairs"):
            other = self.find(others[0])
            if other is None:
                raise ReadError(f"{node.verb} needs two rolls, such as {node.verb}(3d6, 2d6)", node.at)
            other.requests.append((use, node))
            return
        for argument in others:
            self.scan(argument)

    def settle(self) -> None:
        """Decide the form of each heap."""
        changed = True
        while changed:
            changed = False
            for heap in reversed(self._order):
                before = [each.form for each in self._order]
                heap.form = max(heap.form, _form(heap))
                self._pass_on(heap)
                changed |= before != [each.form for each in self._order]

    def _pass_on(self, heap: Heap) -> None:
        if heap.kind == "join":
            for use, node in heap.requests:
                for part in heap.parts:
                    request = (use if use in _OF_PARTS else EACH, node)
                    if request not in part.requests:
                        part.requests.append(request)
            if heap.form == AS_LIST:
                for part in heap.parts:
                    part.form = AS_LIST
        elif heap.kind == "choice":
            form = max(heap.form, *(part.form for part in heap.parts if heap.form >= AS_ROLL), AS_SUM)
            heap.form = form
            for part in heap.parts:
                part.form = max(part.form, form)
                if form == AS_SUM and (SUM, heap.node) not in part.requests:
                    part.requests.append((SUM, heap.node))
        elif heap.kind == "reroll":
            heap.form = max(heap.form, heap.parts[0].form if heap.parts[0].form == AS_LIST else AS_SUM)

    def counted_at_once(self, heap: Heap) -> list[Faces]:
        """Return the faces that are counted among the dice and known at the roll, each once."""
        heaps: list[Faces] = []
        for use, node in heap.requests:
            if use == COUNT and isinstance(node, Call):
                for faces in node.faces:
                    names = {each.name for each in faces.walk() if isinstance(each, Name)}
                    values = self._values_at.get(faces, {})
                    dice = any(isinstance(each, Dice) for each in faces.walk())
                    if not dice and all(heap.known.get(name) is values.get(name) for name in names):
                        heaps.append(faces)
        return heaps

    def __iter__(self) -> Iterator[Heap]:
        return iter(self._order)


def _more(verb: str) -> str:
    return {"each": ", it", "beats": ", 2d6", "pairs": ", 2d6"}.get(verb, "")


def _form(heap: Heap) -> int:
    """Return the form of a heap that its uses need."""
    uses = heap.uses
    if heap.is_symbols:
        return AS_SUM
    if heap.kind in ("drop", "rest"):
        return AS_LIST
    if heap.kind == "join":
        return AS_SUM if uses <= {*_OF_PARTS} else AS_LIST
    if heap.kind == "choice":
        return AS_SUM if uses <= {SUM} else AS_ROLL if EACH not in uses else AS_LIST
    if uses <= {SUM} and heap.kind == "roll":
        return AS_SUM
    if heap.is_single and not any(_needs_more_than_face(use, node) for use, node in heap.requests):
        return AS_DIE
    if (
        _is_queried_later(heap)
        or EACH in uses
        or (BEATS in uses and len([use for use, _ in heap.requests if use not in (NUMBER,)]) > 1)
    ):
        return AS_LIST
    if heap.kind == "roll" and not heap.can_roll:
        [*requests] = heap.requests
        lone = len(requests) == 1 and requests[0][0] == HIGHEST and not heap.dice[0].die.faces
        return AS_SUM if lone else AS_LIST
    if heap.kind == "reroll" and uses <= {SUM}:
        return AS_SUM
    return AS_ROLL


def _is_queried_later(heap: Heap) -> bool:
    """Return whether dice are queried in their earlier state after they were rerolled."""
    uses = [use for use, node in heap.requests if not isinstance(node, Conditional)]
    return REROLL in uses and (uses[-1] != REROLL or uses.count(REROLL) > 1)


def _needs_more_than_face(use: str, node: Node) -> bool:
    """Return whether this use of a single die needs more than its face."""
    if use in (HIGHEST, LOWEST):
        return isinstance(node, Dice) or (isinstance(node, Call) and len(node.arguments) > 1)
    return use not in (SUM, COUNT)


def least(node: Node | None, inputs: Mapping[str, int], positive: frozenset[str] = frozenset()) -> int | None:
    """Return a lower bound of the value, or None if none is known."""
    if node is None:
        return 1
    if isinstance(node, Number):
        return int(node.value)
    if isinstance(node, Name):
        low = inputs.get(node.name)
        return low if low is None or node.name not in positive else max(low, 1)
    if isinstance(node, Arithmetic) and node.sign in "+*":
        left, right = least(node.left, inputs, positive), least(node.right, inputs, positive)
        if left is None or right is None or min(left, right) < 0:
            return None
        return left + right if node.sign == "+" else left * right
    if isinstance(node, Arithmetic) and node.sign == "-" and isinstance(node.right, Number):
        left = least(node.left, inputs, positive)
        return None if left is None else left - int(node.right.value)
    if isinstance(node, Conditional):
        above = _positive(node.condition)
        arms = (least(node.value, inputs, positive | above), least(node.other, inputs, positive))
        return None if None in arms else min(each for each in arms if each is not None)
    if isinstance(node, Call) and node.verb == "abs":
        return 0
    return None


def _positive(condition: Node) -> frozenset[str]:
    """Return the name that is above 0 if the condition holds."""
    sign, left, right = (getattr(condition, each, None) for each in ("sign", "left", "right"))
    if sign in (">", ">=") and isinstance(left, Name) and isinstance(right, Number):
        return frozenset([left.name]) if right.value >= (0 if sign == ">" else 1) else frozenset()
    return frozenset()
