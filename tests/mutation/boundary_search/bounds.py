"""What is watched: the places of a package at which a slip would come to something else where it stands.

Such a place is a comparison that comes out even, or one off from where its number might slip to; a part of a
condition that decides; a least or largest of things unlike each other; an operator that another one differs
from; an end of a slice; a line. An input that comes to a place need not show the slip in its answer, but one
that doesn't never shows it.
"""

from __future__ import annotations

import ast
import importlib
import operator
import pkgutil
import signal
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NamedTuple, override


class Place(NamedTuple):
    """Where something is watched, and what of it."""

    file: str
    line: int
    column: int
    what: str


EVEN, LINE, UNLIKE, OPERATOR = "even", "line", "unlike", "operator"
NUMBERS = (int, Fraction, float)
TOOL = sys.monitoring.PROFILER_ID
"""Tests that are measured, and those of a mutation run, have the other ids."""

COMPARED: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.In: "in",
    ast.NotIn: "not in",
    ast.Is: "is",
    ast.IsNot: "is not",
}
COMPARE: Mapping[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "in": lambda one, other: one in other,
    "not in": lambda one, other: one not in other,
    "is": operator.is_,
    "is not": operator.is_not,
}
ONE_OFF = {"<": "1 below", "<=": "1 above", ">": "1 above", ">=": "1 below"}
"""Where a comparison with a number comes out otherwise if the number is one off, besides where it is even."""

COUNTED: Mapping[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "//",
    ast.Div: "/",
    ast.Mod: "%",
    ast.Pow: "**",
}
COUNT: Mapping[str, tuple[Callable[[Any, Any], Any], Callable[[Any, Any], Any]]] = {
    "+": (operator.add, operator.sub),
    "-": (operator.sub, operator.add),
    "*": (operator.mul, operator.add),
    "//": (operator.floordiv, operator.mul),
    "/": (operator.truediv, operator.mul),
    "%": (operator.mod, operator.floordiv),
    "**": (operator.pow, operator.mul),
}
"""What an operator does, and what one does that is mistaken for it."""


class TooLong(BaseException):
    """It took longer than it may. No `except Exception` of the rules holds it up."""


@dataclass(frozen=True)
class Seen:
    """What something came to: the places, and whether a comparison came nearer to being even than ever
    before.
    """

    places: frozenset[Place]
    nearer: bool


class Watch:
    """Watches a package that is below `root` and not imported yet.

    places   all that is watched, of the modules imported so far
    sought   those places that nothing came to often enough yet, for whoever climbs towards them
    """

    def __init__(self, root: Path, package: str) -> None:
        self.root, self.package = root, package
        self.places: set[Place] = set()
        self.sought: set[Place] = set()
        self.come_to: set[Place] = set()
        self.nearest: dict[Place, Any] = {}
        self.nearer = False
        self._finder = _Finder(self)

    def begin(self) -> None:
        """From now on modules of the package are imported so that they are watched."""
        sys.meta_path.insert(0, self._finder)
        sys.monitoring.use_tool_id(TOOL, "choosing")
        sys.monitoring.register_callback(TOOL, sys.monitoring.events.LINE, self._line)

    def end(self) -> None:
        sys.meta_path.remove(self._finder)
        sys.monitoring.register_callback(TOOL, sys.monitoring.events.LINE, None)
        sys.monitoring.free_tool_id(TOOL)

    def import_all(self) -> None:
        """Import every module, so that all places are known."""
        package = importlib.import_module(self.package)
        for each in pkgutil.walk_packages(package.__path__, f"{self.package}."):
            if not each.name.endswith("__main__"):
                importlib.import_module(each.name)

    def seen(self, do: Callable[[], object], seconds: float = 0) -> Seen | None:
        """What comes of something is watched; None where it takes more seconds of processor time than it may,
        with 0 it may take any. What it raises is raised.
        """
        self.come_to, self.nearer = set(), False
        sys.monitoring.restart_events()
        before = signal.signal(signal.SIGVTALRM, _stop)
        try:
            signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
            do()
        except TooLong:
            return None
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, before)
        return Seen(frozenset(self.come_to), self.nearer)

    def come_near(self, place: Place, distance: Any) -> None:
        """A comparison is so far from being even."""
        if distance > 1 and place in self.sought and distance < self.nearest.get(place, float("inf")):
            self.nearest[place] = distance
            self.nearer = True

    def note_lines(self, code: CodeType) -> None:
        """Note each line of a module's code that is come to: of no other code, which would take its time,
        too.
        """
        sys.monitoring.set_local_events(TOOL, code, sys.monitoring.events.LINE)
        for each in code.co_consts:
            if isinstance(each, CodeType):
                self.note_lines(each)

    def _line(self, code: CodeType, line: int) -> object:
        place = Place(code.co_filename[len(str(self.root)) + 1 :], line, 0, LINE)
        if place in self.places:
            self.come_to.add(place)
        return sys.monitoring.DISABLE  # until something else is watched


def _stop(*_: object) -> None:
    raise TooLong


class _Finder(MetaPathFinder):
    """Finds the modules of a package as they are watched."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch

    @override
    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] != self.watch.package:
            return None
        spec = PathFinder.find_spec(name, path or [str(self.watch.root)])
        if spec and spec.origin and spec.origin.endswith(".py"):
            spec.loader = _Loader(name, spec.origin, self.watch)
        return spec


class _Loader(SourceFileLoader):
    """Loads a module with a probe at each place; what was compiled before has none."""

    def __init__(self, name: str, path: str, watch: Watch) -> None:
        super().__init__(name, path)
        self.watch = watch
        self.probes: list[Probe] = []

    @override
    def get_code(self, fullname: str) -> CodeType:
        path = Path(self.get_filename(fullname))
        file = path.relative_to(self.watch.root).as_posix()
        tree = ast.parse(path.read_bytes())
        self.watch.places |= {*_lines(file, tree)}
        tree = ast.fix_missing_locations(_Probing(self.watch, file, self.probes).visit(tree))
        code = compile(tree, path, "exec", dont_inherit=True)
        self.watch.note_lines(code)
        return code

    @override
    def exec_module(self, module: ModuleType) -> None:
        module.__dict__["__probes__"] = self.probes
        super().exec_module(module)


def _lines(file: str, tree: ast.AST) -> Iterable[Place]:
    """Each line of a function at which a statement begins, but words about it."""
    functions = (each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef))
    for statement in (within for each in functions for body in each.body for within in ast.walk(body)):
        words = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        if isinstance(statement, ast.stmt) and not words:
            yield Place(file, statement.lineno, 0, LINE)


class Probe:
    """Stands in for an operation: does it, and notes which of its places it came to."""

    def __init__(self, watch: Watch, places: Mapping[str, Place]) -> None:
        self.watch, self.places = watch, places

    def note(self, what: str) -> None:
        if what in self.places:
            self.watch.come_to.add(self.places[what])

    def compared(self, sign: str, one: Any, other: Any, number: str = "") -> Any:
        found = COMPARE[sign](one, other)
        if sign in ONE_OFF:
            if one == other:
                self.note(number + EVEN)
            elif type(one) in NUMBERS and type(other) in NUMBERS:
                self._off(one - other, number)
        return found

    def _off(self, distance: Any, number: str) -> None:
        if distance == 1:
            self.note(f"{number}1 above")
        elif distance == -1:
            self.note(f"{number}1 below")
        self.watch.come_near(self.places[number + EVEN], abs(distance))

    def chained(self, signs: Sequence[str], one: Any, other: Any, *later: Callable[[], Any]) -> Any:
        """Several comparisons in a row; the later values are asked for only if those before hold."""
        found = self.compared(signs[0], one, other, "1st ")
        for place, (sign, ask) in enumerate(zip(signs[1:], later, strict=True), 2):
            if not found:
                return found
            one, other = other, ask()
            found = self.compared(sign, one, other, f"{place}. ")
        return found

    def decided(self, part: int, value: Any) -> Any:
        """A part of a condition."""
        self.note(f"part {part} {bool(value)}")
        return value

    def counted(self, sign: str, one: Any, other: Any) -> Any:
        right, mistaken = COUNT[sign]
        found = right(one, other)
        if type(one) not in NUMBERS or type(other) not in NUMBERS or mistaken(one, other) != found:
            self.note(OPERATOR)
        return found

    def of_two(self, function: Callable[[Any, Any], Any], one: Any, other: Any) -> Any:
        """The lesser or the larger."""
        found = function(one, other)
        if one < other:
            self.note("first less")
        elif one > other:
            self.note("first more")
        return found

    def of_many(self, function: Callable[..., Any], given: Iterable[Any], options: Mapping[str, Any]) -> Any:
        """The least or the largest."""
        values = [*given]
        key = options.get("key") or (lambda each: each)
        if len({repr(key(each)) for each in values}) > 1:
            self.note(UNLIKE)
        return function(values, **options)

    def held(self, function: Callable[[Iterable[Any]], bool], given: Iterable[Any]) -> bool:
        """Whether any or all hold. What may not be looked at any more when it is decided isn't looked at
        here.
        """
        known = set[bool]()

        def looked_at() -> Iterable[Any]:
            for each in given:
                known.add(bool(each))
                yield each

        found = function(looked_at())
        if isinstance(given, (list, tuple)):
            known |= {*map(bool, given)}
        if len(known) != 1:
            self.note(UNLIKE)
        return found

    def sliced(self, values: Any, start: Any, end: Any) -> Any:
        found = values[start:end]
        for name, at in (("start", start), ("end", end)):
            if at is not None and at >= 0:
                if len(values) > at:
                    self.note(f"beyond its {name}")
                if len(values) >= at:
                    self.note(f"up to its {name}")
        return found


class _Probing(ast.NodeTransformer):
    """Puts probes into the functions of a module."""

    def __init__(self, watch: Watch, file: str, probes: list[Probe]) -> None:
        self.watch, self.file, self.probes = watch, file, probes
        self.depth = 0
        """So many functions are around what is visited: what is counted once and for all is no choice of an
        input.
        """

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.depth += 1
        node.body = [self.visit(each) for each in node.body]
        self.depth -= 1
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        self.depth += 1
        node.body = self.visit(node.body)
        self.depth -= 1
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value:
            node.value = self.visit(node.value)
        return node

    def visit_match_case(self, node: ast.match_case) -> ast.AST:
        if node.guard:
            node.guard = self.visit(node.guard)
        node.body = [self.visit(each) for each in node.body]
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        signs = [COMPARED[type(each)] for each in node.ops]
        if not self.depth or not ONE_OFF.keys() & {*signs}:
            return self.generic_visit(node)
        values, whats = [node.left, *node.comparators], list[str]()
        for place, (sign, one, other) in enumerate(zip(signs, values, values[1:], strict=False), 1):
            number = "" if len(signs) == 1 else "1st " if place == 1 else f"{place}. "
            if sign in ONE_OFF:
                whats += [number + EVEN]
                whats += [number + ONE_OFF[sign]] * (_holds_number(one) or _holds_number(other))
        ask = self._probe(node, *whats)
        self.generic_visit(node)
        if len(signs) == 1:
            return ask("compared", ast.Constant(signs[0]), node.left, node.comparators[0])
        told = ast.Tuple([ast.Constant(each) for each in signs], ast.Load())
        nothing = ast.arguments([], [], None, [], [], None, [])
        later = [ast.Lambda(nothing, each) for each in node.comparators[1:]]
        return ask("chained", told, node.left, node.comparators[0], *later)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        if not self.depth:
            return self.generic_visit(node)
        deciding, parts = isinstance(node.op, ast.Or), range(1, len(node.values) + 1)
        ways = [*((part, deciding) for part in parts), (len(parts), not deciding)]
        ask = self._probe(
            node, *(f"part {part} {way}" for part, way in ways if _may_be(node.values[part - 1], way))
        )
        self.generic_visit(node)
        node.values = [
            ask("decided", ast.Constant(part), each) for part, each in zip(parts, node.values, strict=True)
        ]
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        watched = type(node.op) in COUNTED and not _is_text(node.left) and not _is_text(node.right)
        if not self.depth or not watched:
            return self.generic_visit(node)
        ask = self._probe(node, OPERATOR)
        self.generic_visit(node)
        return ask("counted", ast.Constant(COUNTED[type(node.op)]), node.left, node.right)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        odd = any(isinstance(each, ast.Starred) for each in node.args) or any(
            each.arg is None for each in node.keywords
        )
        method, whats = "", (UNLIKE,)
        if self.depth and not odd:
            many = len(node.args)
            if name in ("min", "max") and many == 2 and not node.keywords:
                method, whats = "of_two", ("first less", "first more")
            elif name in ("min", "max") and many == 1:
                method = "of_many"
            elif name in ("any", "all") and many == 1:
                method = "held"
        if not method:
            return self.generic_visit(node)
        ask = self._probe(node, *whats)
        self.generic_visit(node)
        if method == "of_many":
            names: list[ast.expr | None] = [ast.Constant(each.arg) for each in node.keywords]
            options = ast.Dict(names, [each.value for each in node.keywords])
            return ask(method, node.func, *node.args, options)
        return ask(method, node.func, *node.args)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        ends = node.slice
        if not self.depth or not isinstance(node.ctx, ast.Load) or not isinstance(ends, ast.Slice):
            return self.generic_visit(node)
        named = {"start": ends.lower, "end": ends.upper}
        whats = [
            f"{how} its {name}"
            for name, at in named.items()
            for how in ("beyond", "up to")
            if isinstance(at, ast.Constant)
        ]
        if ends.step is not None or not whats:
            return self.generic_visit(node)
        ask = self._probe(node, *whats)
        self.generic_visit(node)
        none = ast.Constant(None)
        return ask("sliced", node.value, ends.lower or none, ends.upper or none)

    def _probe(self, node: ast.expr, *whats: str) -> Callable[..., ast.expr]:
        """A probe of this node: what makes the call of one of its methods."""
        places = {each: Place(self.file, node.lineno, node.col_offset, each) for each in whats}
        self.watch.places |= {*places.values()}
        self.probes.append(Probe(self.watch, places))
        number = len(self.probes) - 1

        def ask(method: str, *given: ast.expr) -> ast.expr:
            probes = ast.Name("__probes__", ast.Load())
            probe = ast.Subscript(probes, ast.Constant(number), ast.Load())
            return ast.copy_location(ast.Call(ast.Attribute(probe, method, ast.Load()), [*given], []), node)

        return ask


def _may_be(node: ast.expr, way: bool) -> bool:
    """Whether a part of a condition may hold, or not: a constant is always the same."""
    return not isinstance(node, ast.Constant) or bool(node.value) == way


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or isinstance(node, ast.Constant) and isinstance(node.value, str)


def _holds_number(node: ast.expr) -> bool:
    """Whether a whole number stands in it that may slip."""
    if isinstance(node, ast.UnaryOp):
        return _holds_number(node.operand)
    if isinstance(node, ast.BinOp):
        return _holds_number(node.left) or _holds_number(node.right)
    return isinstance(node, ast.Constant) and type(node.value) is int
