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
    "Until What Whatever Who Whoever Whom Whose Of So Such Those That Where When Whether Which As If How "
    "Someone Somebody Everyone Everybody Anybody Nobody".split()
)
"""First words of docstrings that put a clause before its subject."""

NOT_IMPERATIVE = frozenset("The A An Its Their Each Every All Both This These It They".split())
"""First words of a function's docstring that are no verb."""

MAX_TEST_NAME_CHARS = 60
MAX_SUBJECT_CHARS = 72
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


JS_RIDDLES = RIDDLES - {"As", "How", "If", "When", "Whether", "Which"} | {"Gives", "Has", "Says", "Tells"}
"""First words of comments in scripts that hide the subject or the verb."""

OUTWORN = re.compile(
    r"\b(whoever|somebody|anybody|everybody|at hand|anew|bears|by heart|comforts|throw of|so many"
    r"|bit by bit|in the mean|held against|is told|are told)\b",
    re.I,
)
"""Words that comments no longer use."""

OLD_PART = re.compile(
    r"""(?:__|data-part=\\?["']?|data_part="|\bpart\(")"""
    r"((?:bin-)?asked|told|said|kept|throws?|throwing|thrower|thrown|whose|given|ledger|lying|shown|turned|fate)(?![\w-])"
)
"""Names of parts and of CSS elements that the glossary replaced."""


CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
HASH_COMMENT = re.compile(r"(?<![^\s])# .*")
"""A comment of Python, TOML, YAML or Bash, or a text that looks like one."""

COMMENT = re.compile(r"/\*\*.*?\*/|(?<=[\s;{}])// [^\n]*", re.DOTALL)
"""A comment of a script."""


@cache
def scripts() -> tuple[tuple[str, str], ...]:
    """Return the site's, the build's and the tests' scripts, each as its name and its text."""
    tops = ("docs/assets/js", "hooks", "tests/js")
    paths = (path for top in tops for ext in ("js", "mjs") for path in sorted((ROOT / top).rglob(f"*.{ext}")))
    return tuple((path.relative_to(ROOT).as_posix(), path.read_text("utf-8")) for path in paths)


def comments_of_scripts() -> Iterator[tuple[str, str]]:
    """Yield place and text of each comment of the scripts."""
    for name, text in scripts():
        for match in COMMENT.finditer(text):
            place = f"{name}:{text.count(chr(10), 0, match.start()) + 1}"
            yield place, re.sub(r"\s*\n\s*\*?\s?|^[/*]+\s*|\s*\*/$", " ", match[0]).strip()


def test_comments_of_scripts_begin_with_their_subject_or_verb() -> None:
    wrong = [
        f"{place}: {text[:80]}"
        for place, text in comments_of_scripts()
        if re.split(r"\W", text, maxsplit=1)[0] in JS_RIDDLES
    ]
    assert wrong == []


def comments() -> Iterator[tuple[str, str]]:
    """Yield place and text of each comment and docstring of every language in the repository."""
    yield from comments_of_scripts()
    for name, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
                yield f"{name}:{getattr(node, 'lineno', 1)}", ast.get_docstring(node) or ""
    listing = ["git", "-C", str(ROOT), "ls-files", "*.py", "*.css", "*.toml", "*.yml", "*.sh"]
    for name in subprocess.run(listing, capture_output=True, text=True, check=True).stdout.splitlines():
        text = (ROOT / name).read_text("utf-8")
        pattern = CSS_COMMENT if name.endswith(".css") else HASH_COMMENT
        for match in pattern.finditer(text):
            yield f"{name}:{text.count(chr(10), 0, match.start()) + 1}", match[0]


def test_comments_are_plain() -> None:
    """Indented lines of a docstring are data."""
    prose = ((place, re.sub(r"(?m)^ {4}.*$", "", text)) for place, text in comments())
    assert [f"{place}: {text[:80]}" for place, text in prose if OUTWORN.search(text)] == []


def test_parts_and_classes_have_terms_of_the_glossary() -> None:
    tops = ("docs/assets", "hooks", "rules_py/present", "tests/js", "tests/site")
    wrong = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for top in tops
        for path in sorted((ROOT / top).rglob("*"))
        if path.suffix in {".css", ".html", ".js", ".mjs", ".py"}
        for match in OLD_PART.finditer(path.read_text("utf-8"))
    ]
    assert wrong == []


VAGUE_NAMES = frozenset(
    "asked counted deed deeds found given kept made met said shown taken thing told".split()
)
"""Names that don't say what a value is: bare participles and vague nouns."""

SAVED_NAME = re.compile(r"# a saved name$")
"""The comment at a vague name that saved data or published results use, and which therefore stays."""


@cache
def lines_of(place: str) -> list[str]:
    return (ROOT / place).read_text("utf-8").splitlines()


def defined_names(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield line and name of each definition: functions, classes, parameters, variables and attributes."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield node.lineno, name
            case ast.arg(arg=name):
                yield node.lineno, name
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield node.lineno, name
            case ast.MatchAs(name=str(name)):
                yield node.lineno, name


def test_names_say_what_a_value_is() -> None:
    wrong = [
        f"{place}:{line}: {name}"
        for place, tree in sources()
        for line, name in defined_names(tree)
        if not name.isupper()  # a status, such as KEPT
        if name.strip("_").lower() in VAGUE_NAMES and not SAVED_NAME.search(lines_of(place)[line - 1])
    ]
    assert wrong == []


DECLARED = re.compile(r"(?:\b(?:const|let|var|class|function\*?)\s+|(?<![\w$\"'`])#)(\w+)")
"""A variable, function, class or private member of a script. Saved records are taken apart by their keys."""

PARAMETERS = re.compile(r"\(([^(){}]*)\)\s*(?:=>|\{)|(?<![\w.$])(\w+)\s*=>")
"""The parameters of a function of a script."""


def declared_in_script(text: str) -> Iterator[tuple[int, str]]:
    """Yield line and name of each definition and parameter in a script."""
    code = COMMENT.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    for pattern in (DECLARED, PARAMETERS):
        for match in pattern.finditer(code):
            line = code.count("\n", 0, match.start()) + 1
            for parameter in ",".join(filter(None, match.groups())).split(","):
                yield line, re.split(r"\s*=", parameter.strip(" \n[]."))[0]


def test_names_in_scripts_say_what_a_value_is() -> None:
    wrong = [
        f"{place}:{line}: {name}"
        for place, text in scripts()
        for line, name in declared_in_script(text)
        if name in VAGUE_NAMES
    ]
    assert wrong == []


def test_test_names_are_short() -> None:
    wrong = [
        f"{name}:{node.lineno}: {node.name}"
        for name, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        if node.name.startswith("test_") and len(node.name) > MAX_TEST_NAME_CHARS
    ]
    assert wrong == []


def test_commit_subjects_are_short() -> None:
    """The author time stays the same if commits are rewritten when they land."""
    git = ["git", "-C", str(ROOT), "log", "--no-merges", "--format=%at %s"]
    result = subprocess.run(git, capture_output=True, text=True, check=False)
    if result.returncode:
        pytest.skip("no git repository")
    commits = (line.partition(" ") for line in result.stdout.splitlines())
    checked = [subject for time, _, subject in commits if int(time) >= SUBJECTS_SINCE]
    assert [subject for subject in checked if len(subject) > MAX_SUBJECT_CHARS] == []
