"""The mutants of a Python file: copies with one small mistake each, like those of a hurried author.

A mutation changes a comparison by one or reverses it, replaces `in` by `not in`, `is` by `is not`, `+` by `-`
and the like, `and` by `or`, `True` by `False` or `min` by `max`, removes a `not`, makes a whole number one
larger or smaller, or removes an early `return` or `raise`.

Code that no game's behaviour depends on isn't mutated: annotations, texts, `zip(strict=True)`, whether a
dataclass is frozen, the size of a cache, `if __name__ == "__main__"`, and samples, which are arbitrary:
initial values of forms, examples of the contract tests, and the presets and opponents of trackers.
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

COMPARISONS = {
    ast.Lt: ("<", "<=", ">="),
    ast.LtE: ("<=", "<", ">"),
    ast.Gt: (">", ">=", "<="),
    ast.GtE: (">=", ">", "<"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
"""Each operator as written, and its replacements."""

ARITHMETIC = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.FloorDiv: ("//", "*"),
    ast.Div: ("/", "*"),
    ast.Mod: ("%", "//"),
    ast.Pow: ("**", "*"),
}
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
SAMPLES = {"start", "examples", "largest", "worst_case"}
SAMPLE_MODULES = {"foes.py", "opponents.py", "starts.py"}
"""Modules of samples: every assignment at their top level is one."""
EXAMPLE = "EXAMPLE"
"""The prefix of constants that contain an example."""
SKIPPED_DECORATORS = {"dataclass", "cache", "lru_cache"}


@dataclass(frozen=True)
class Mutant:
    """One change of a file: the bytes from `start` to `end` are replaced by `becomes`.

    `first` and `last` are the lines of the statement around it, or of its head if it has a body.
    """

    file: str
    start: int
    end: int
    becomes: str
    line: int
    first: int
    last: int
    was_line: str
    new_line: str

    @property
    def words(self) -> str:
        return f"{self.file}:{self.line}\n    - {self.was_line}\n    + {self.new_line}"

    def apply_to(self, source: bytes) -> bytes:
        """Return the whole file with the mutant applied; all other lines keep their numbers."""
        return source[: self.start] + self.becomes.encode() + source[self.end :]


def mutants_of(file: str, source: bytes) -> list[Mutant]:
    """Return every mutant of a file, in source order."""
    mutants = {(each.start, each.end, each.becomes): each for each in _MutantFinder(file, source).all()}
    return [mutants[key] for key in sorted(mutants)]


def mutants_in(root: Path, files: Iterable[Path]) -> list[Mutant]:
    """Return every mutant of these files, named relative to the root."""
    return [
        each
        for path in sorted(files)
        for each in mutants_of(path.relative_to(root).as_posix(), path.read_bytes())
    ]


def sample(mutants: list[Mutant], count: int, seed: int) -> list[Mutant]:
    """Return `count` of the mutants, or all if there are fewer; the same ones for the same seed."""
    return random.Random(seed).sample(mutants, min(count, len(mutants)))


class _MutantFinder:
    """Finds the mutants of one file, each with its statement."""

    def __init__(self, file: str, source: bytes) -> None:
        self.file, self.source = file, source
        self.offers = Path(file).name in SAMPLE_MODULES
        self.lines = source.split(b"\n")
        self.begins = [0]
        for line in self.lines:
            self.begins.append(self.begins[-1] + len(line) + 1)

    def all(self) -> Iterator[Mutant]:
        yield from self._block(ast.parse(self.source).body, inside=None)

    def _block(self, body: list[ast.stmt], inside: ast.AST | None) -> Iterator[Mutant]:
        """Yield the mutants of consecutive statements; `inside` is the function whose body they are."""
        for index, statement in enumerate(body):
            if isinstance(statement, ast.If) and ast.unparse(statement.test).startswith("__name__ =="):
                continue
            yield from self._statement(statement, ends_it=inside is not None and index == len(body) - 1)
            for part in _bodies(statement):
                is_function = isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef))
                yield from self._block(part, statement if is_function else None)
            for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
                for child in ast.iter_child_nodes(part):
                    if not isinstance(child, ast.stmt):
                        yield from self._expression(child, part)
                yield from self._block(part.body, None)

    def _statement(self, statement: ast.stmt, *, ends_it: bool) -> Iterator[Mutant]:
        """Yield the mutants of a statement, not of its blocks; `ends_it` if it is a function's last."""
        if isinstance(statement, (ast.Return, ast.Raise)) and not ends_it:
            text = self._text(*self._span(statement))
            yield self._mutant(*self._span(statement), "pass" + "\n" * text.count("\n"), statement)
        if isinstance(statement, ast.AugAssign) and type(statement.op) in ARITHMETIC:
            was, other = (f"{sign}=" for sign in ARITHMETIC[type(statement.op)])
            if not _is_word(statement.value):
                for change in self._between(statement.target, statement.value, was, [other]):
                    yield self._mutant(*change, statement)
        if not self._is_sample(statement):
            for child in ast.iter_child_nodes(statement):
                if not isinstance(child, (ast.stmt, ast.ExceptHandler, ast.match_case)):
                    yield from self._expression(child, statement)

    def _is_sample(self, statement: ast.stmt) -> bool:
        """Return whether a statement defines values that are only offered to readers."""
        is_constant = isinstance(statement, (ast.Assign, ast.AnnAssign)) and not statement.col_offset
        return is_constant and (self.offers or ast.unparse(statement).startswith(EXAMPLE))

    def _expression(self, node: ast.AST, statement: ast.AST) -> Iterator[Mutant]:
        if _is_skipped(node, statement):
            return
        for start, end, becomes in self._changes(node):
            yield self._mutant(start, end, becomes, statement)
        for child in ast.iter_child_nodes(node):
            if not (isinstance(node, ast.arg) and child is node.annotation):
                yield from self._expression(child, statement)

    def _changes(self, node: ast.AST) -> Iterator[tuple[int, int, str]]:
        match node:
            case ast.Compare():
                operands = [node.left, *node.comparators]
                for left, operator, right in zip(operands, node.ops, operands[1:], strict=False):
                    was, *others = COMPARISONS[type(operator)]
                    yield from self._between(left, right, was, others)
            case ast.BinOp() if type(node.op) in ARITHMETIC:
                if not _is_word(node.left) and not _is_word(node.right):
                    was, *others = ARITHMETIC[type(node.op)]
                    yield from self._between(node.left, node.right, was, others)
            case ast.BoolOp():
                was, other = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
                for left, right in zip(node.values, node.values[1:], strict=False):
                    yield from self._between(left, right, was, [other])
            case ast.UnaryOp(op=ast.Not()):
                start, _ = self._span(node)
                yield start, start + len(b"not"), ""
            case ast.Constant(value=bool()):
                yield *self._span(node), str(not node.value)
            case ast.Constant(value=int() as number):
                yield *self._span(node), str(number + 1)
                yield *self._span(node), f"({number - 1})" if number < 1 else str(number - 1)
            case ast.Call(func=ast.Name(id=name)) if name in CALLS:
                yield *self._span(node.func), CALLS[name]

    def _between(
        self, left: ast.expr, right: ast.expr, was: str, others: list[str]
    ) -> Iterator[tuple[int, int, str]]:
        """Yield the mutants of the operator between two operands, ignoring brackets and line ends."""
        gap_start, gap_end = self._span(left)[1], self._span(right)[0]
        match = re.search(re.escape(was).replace(r"\ ", r"\s+"), self._text(gap_start, gap_end))
        assert match, f"{self.file}:{left.lineno}: no {was} here"
        for other in others:
            yield gap_start + match.start(), gap_start + match.end(), other

    def _mutant(self, start: int, end: int, becomes: str, statement: ast.AST) -> Mutant:
        line = next(number for number, begin in enumerate(self.begins) if begin > start)
        begin, finish = self.begins[line - 1], self.begins[line] - 1
        was_line = self.source[begin:finish].decode()
        new_line = self.source[begin:start].decode() + becomes + self.source[end : max(end, finish)].decode()
        return Mutant(
            self.file, start, end, becomes, line, *_head(statement), was_line.strip(), new_line.strip()
        )

    def _span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """Return the first byte of a node and the one after its last."""
        assert node.end_lineno and node.end_col_offset is not None
        return (
            self.begins[node.lineno - 1] + node.col_offset,
            self.begins[node.end_lineno - 1] + node.end_col_offset,
        )

    def _text(self, start: int, end: int) -> str:
        # one character per byte, so that positions in the text are positions in the file
        return self.source[start:end].decode("latin-1")


def _bodies(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        part = getattr(statement, name, None)
        if isinstance(part, list):
            yield part


def _head(statement: ast.AST) -> tuple[int, int]:
    """Return the first and last line of a statement without its body, decorators included."""
    if isinstance(statement, ast.match_case):
        return statement.pattern.lineno, statement.body[0].lineno
    body = getattr(statement, "body", None)
    assert isinstance(statement, (ast.stmt, ast.ExceptHandler))
    first = min([statement.lineno, *(each.lineno for each in getattr(statement, "decorator_list", ()))])
    return first, max(first, body[0].lineno - 1) if body else statement.end_lineno or first


def _is_word(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or isinstance(node, ast.Constant) and isinstance(node.value, str)


def _is_literal(node: ast.expr) -> bool:
    """Return whether a value is a literal such as `start=7`, not a computed one."""
    return not any(
        isinstance(each, (ast.Call, ast.Compare, ast.BoolOp, ast.Lambda)) for each in ast.walk(node)
    )


def _is_skipped(node: ast.AST, statement: ast.AST) -> bool:
    if node is getattr(statement, "annotation", None) or node is getattr(statement, "returns", None):
        return True
    if isinstance(node, ast.keyword):
        return node.arg == "strict" or (node.arg in SAMPLES and _is_literal(node.value))
    if node in getattr(statement, "decorator_list", ()):
        decorator = node.func if isinstance(node, ast.Call) else node
        return isinstance(decorator, ast.Name) and decorator.id in SKIPPED_DECORATORS
    return False
