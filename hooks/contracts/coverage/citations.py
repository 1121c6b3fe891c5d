"""The places in the Python of a game that cite rules, in docstrings, comments and texts."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_RULES = re.compile(
    r"\b(?P<prefix>[A-Z]{1,2})-(?P<first>\d{1,3})\b(?:(?: to |–)(?:(?P=prefix)-)?(?P<last>\d{1,3})\b)?"
)
_CITING = (tokenize.COMMENT, tokenize.STRING, tokenize.FSTRING_MIDDLE)


@dataclass(frozen=True)
class Citation:
    """A line that cites a rule.

    `first` and `last` are the lines of which one runs when the rule is applied: in a function those of its
    body for a docstring, the line itself for a text, and also the next for a comment. Outside of functions,
    `names` are what the statement above or around defines, such as a table of the rule's numbers.
    """

    rule: str
    first: int
    last: int
    names: frozenset[str] = frozenset()


def citations(path: Path) -> Iterator[Citation]:
    """Yield every citation of a rule in a file."""
    source = path.read_text("utf-8")
    tree = ast.parse(source)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        rules = [*_rules(token.string)] if token.type in _CITING else []
        line = token.start[0]
        around = [each for each in functions if each.lineno <= line <= (each.end_lineno or 0)]
        inner = max(around, key=lambda each: each.lineno, default=None)
        for rule in rules:
            if inner is None:
                yield Citation(rule, 0, 0, _names(tree, line))
            elif line <= (inner.body[0].end_lineno or 0) and ast.get_docstring(inner):
                yield Citation(rule, inner.body[0].lineno + 1, inner.end_lineno or 0)
            else:
                yield Citation(rule, line, token.end[0] + (token.type == tokenize.COMMENT))


def _rules(text: str) -> Iterator[str]:
    """Yield the numbers in a text; `C-042 to C-046` are five."""
    for match in _RULES.finditer(text):
        first, last = match["first"], match["last"] or match["first"]
        for number in range(int(first), int(last) + 1):
            yield f"{match['prefix']}-{number:0{len(first)}}"


def _names(tree: ast.Module, line: int) -> frozenset[str]:
    """Return the names that the statement at this line, above a text or below a comment defines."""
    for statement, following in zip(tree.body, [*tree.body[1:], None], strict=True):
        end = statement.end_lineno or 0
        if following and isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant):
            end = following.end_lineno or 0  # the docstring of a constant
        if line <= end:
            if isinstance(statement, ast.ClassDef):
                return frozenset([statement.name])
            targets = statement.targets if isinstance(statement, ast.Assign) else []
            if isinstance(statement, ast.AnnAssign):
                targets = [statement.target]
            return frozenset(
                each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)
            )
    return frozenset()
