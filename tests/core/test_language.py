"""Names and docstrings keep to the style guide, as far as a program can tell."""

import ast
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

RIDDLES = frozenset(
    "What Whatever Who Whoever Whom Whose Of So Such Those That Where When Whether Which As If How "
    "Someone Somebody Everyone Everybody Anybody Nobody".split()
)
"""First words of docstrings that put a clause before its subject."""

NOT_IMPERATIVE = frozenset("The A An Its Their Each Every All Both This These It They".split())
"""First words of a function's docstring that are no verb."""

LONGEST_TEST_NAME = 60
LONGEST_SUBJECT = 72
SUBJECTS_SINCE = 1_795_772_195
"""The author time of the first commit whose subject is checked: 27 November 2026, 09:36:35 UTC."""


@cache
def sources() -> tuple[tuple[str, ast.Module], ...]:
    """Return every Python file of the repository as its name and its tree."""
    tops = ("rules_py", "hooks", "tests", "benchmarks")
    paths = (path for top in tops for path in sorted((ROOT / top).rglob("*.py")))
    return tuple((path.relative_to(ROOT).as_posix(), ast.parse(path.read_text("utf-8"))) for path in paths)


def documented(tree: ast.Module) -> Iterator[tuple[int, str, bool]]:
    """Yield line, first word and whether it is a function's, of each docstring."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and (
            text := ast.get_docstring(node)
        ):
            is_function = isinstance(node, ast.FunctionDef) and not _is_noun(node)
            yield getattr(node, "lineno", 1), re.split(r"\W", text, maxsplit=1)[0], is_function
        body = getattr(node, "body", [])
        for before, after in pairwise(body if isinstance(body, list) else []):
            match before, after:
                case ast.Assign() | ast.AnnAssign() | ast.TypeAlias(), ast.Expr(ast.Constant(str(text))):
                    yield after.lineno, re.split(r"\W", text.strip(), maxsplit=1)[0], False


def _is_noun(node: ast.FunctionDef) -> bool:
    """Return whether a function is used as a value, or is a test, which states a fact."""
    decorators = " ".join(map(ast.unparse, node.decorator_list))
    return node.name.startswith("test_") or "property" in decorators or "fixture" in decorators


def test_docstrings_begin_with_their_subject_or_verb() -> None:
    wrong = [
        f"{name}:{line}: {word}"
        for name, tree in sources()
        for line, word, is_function in documented(tree)
        if word in RIDDLES or (is_function and (word in NOT_IMPERATIVE or re.search(r"[^s]s$", word)))
    ]
    assert wrong == []


def test_test_names_are_short() -> None:
    wrong = [
        f"{name}:{node.lineno}: {node.name}"
        for name, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        if node.name.startswith("test_") and len(node.name) > LONGEST_TEST_NAME
    ]
    assert wrong == []


def test_commit_subjects_are_short() -> None:
    """The author time stays the same if commits are rewritten when they land."""
    git = ["git", "-C", str(ROOT), "log", "--no-merges", "--format=%at %s"]
    done = subprocess.run(git, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("no git repository")
    commits = (line.partition(" ") for line in done.stdout.splitlines())
    checked = [subject for time, _, subject in commits if int(time) >= SUBJECTS_SINCE]
    assert [subject for subject in checked if len(subject) > LONGEST_SUBJECT] == []
