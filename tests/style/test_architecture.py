"""The packages build on each other in one direction, and their names say what they are."""

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from token import COMMENT
from tokenize import tokenize

import pytest

ROOT = Path(__file__).parents[2]

GAMES = "the games"
"""The folders in `rules_py/systems`, above what authors import."""

LAYERS = (
    ("base",),
    ("dice", "inputs"),
    ("calculators",),
    ("sheets",),
    ("tracker",),
    ("systems",),
    ("api", "author"),
    ("rules_py", GAMES),
    ("analysis",),
    ("present", "authoring"),
    ("web", "command_line"),
    ("__main__",),
)
"""The packages of rules_py: each may import those of earlier layers. `rules_py` is the facade itself."""

HOOKS_LAYERS = (
    ("base",),
    ("compiled_rolls", "engine", "licences", "search_index"),
    ("directives",),
    ("contracts", "pages", "preview", "pytest_plugin"),
    ("offline", "scaffold"),
    ("export", "importing"),
    ("mkdocs",),
    ("__main__",),
)
"""The packages of hooks, likewise."""

MAX_ENTRIES = 16
"""The most modules and packages side by side at the top of rules_py and hooks."""


@cache
def modules() -> dict[str, Path]:
    """Return the modules of rules_py and hooks by dotted name."""
    paths = (path for top in ("rules_py", "hooks") for path in (ROOT / top).rglob("*.py"))
    relative = (path.relative_to(ROOT) for path in paths)
    ours = (path for path in relative if path.parts[:3] != ("hooks", "scaffold", "book"))
    return {".".join(path.with_suffix("").parts).removesuffix(".__init__"): ROOT / path for path in ours}


@cache
def tree(name: str) -> ast.Module:
    return ast.parse(modules()[name].read_text("utf-8"))


def imported(name: str) -> Iterator[str]:
    """Yield the modules that a module imports anywhere: in functions and for type checking, too."""
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules())
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                submodule = f"{node.module}.{alias.name}"
                yield from (each for each in (submodule, node.module) if each in modules())


def needed(name: str) -> set[str]:
    """Return the modules that a module needs. A package counts as the module `__init__`; `from package
    import module` needs the module alone.
    """
    targets = set(imported(name)) - {name}
    parents = {target for target in targets for other in targets if other.startswith(f"{target}.")}
    return targets - {parent for parent in parents if not _takes_names_of(name, parent)}


def test_modules_do_not_import_each_other_in_a_circle() -> None:
    try:
        TopologicalSorter({name: needed(name) for name in modules()}).prepare()
    except CycleError as error:
        pytest.fail(f"circular import: {' <- '.join(error.args[1])}", pytrace=False)


def _takes_names_of(name: str, package: str) -> bool:
    """Return whether the module imports a name from the package itself, rather than one of its modules."""
    return any(
        isinstance(node, ast.ImportFrom)
        and node.module == package
        and any(f"{package}.{alias.name}" not in modules() for alias in node.names)
        for node in ast.walk(tree(name))
    )


@pytest.mark.parametrize(("top", "layers"), [("rules_py", LAYERS), ("hooks", HOOKS_LAYERS)])
def test_packages_import_only_lower_layers(top: str, layers: Sequence[Sequence[str]]) -> None:
    rank = {name: number for number, names in enumerate(layers) for name in names}
    own = [name for name in modules() if name.partition(".")[0] == top]
    assert rank.keys() == {_layer(name) for name in own}
    wrong = []
    for name in own:
        layer = _layer(name)
        for target in needed(name):
            is_same_top = target.partition(".")[0] == top
            is_lower = _layer(target) == layer or rank[_layer(target)] < rank[layer] if is_same_top else True
            if not is_lower or (top == "rules_py" and not is_same_top):
                wrong.append(f"{name} imports {target}")
    assert wrong == []


def _layer(name: str) -> str:
    """Return the package of a module as the layers name it."""
    top, _, rest = name.partition(".")
    inside = name.startswith("rules_py.systems.")
    if inside and (name.count(".") > 2 or modules()[name].name == "__init__.py"):
        return GAMES
    return rest.partition(".")[0] or top


@pytest.mark.parametrize("top", ["rules_py", "hooks"])
def test_top_of_a_package_is_easy_to_survey(top: str) -> None:
    names = {name.split(".")[1] for name in modules() if name.startswith(f"{top}.")}
    assert len(names) <= MAX_ENTRIES, sorted(names)


def test_public_names_are_not_modules_too() -> None:
    """`import rules_py.compare` would else give a function."""
    both = []
    for package, path in modules().items():
        if path.name == "__init__.py":
            for node in tree(package).body:
                names = []
                if isinstance(node, ast.ImportFrom):
                    names = [
                        alias.asname or alias.name
                        for alias in node.names
                        if f"{node.module}.{alias.name}" not in modules()
                    ]
                elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                    names = [node.name]
                both += [f"{package}.{name}" for name in names if f"{package}.{name}" in modules()]
    assert both == []


def test_contributing_names_what_exists() -> None:
    texts = [(ROOT / name).read_text("utf-8") for name in ("README.md", "CONTRIBUTING.md")]
    assert missing_paths("".join(texts)) == []
    for path, words in re.findall(r" (tests/core/\w+\.py) -k (\w+)", texts[1]):
        assert re.search(rf"def test_\w*{words}", (ROOT / path).read_text("utf-8")), f"{path} -k {words}"


def test_comments_name_paths_that_exist() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}: {missing}" for path, text in comments() for missing in missing_paths(text)
    ]
    assert wrong == []


def missing_paths(text: str) -> list[str]:
    """Return the paths of our repository in a text that don't exist."""
    paths = re.findall(r"(?<![\w/.-])(?:rules_py|hooks|docs|tests|benchmarks)/[\w./-]*", text)
    return [path for path in paths if not (ROOT / path.rstrip(".")).exists()]


def comments() -> Iterator[tuple[Path, str]]:
    """Yield the comments and docstrings of our modules, scripts and styles, and the whole workflows."""
    for name, path in modules().items():
        strings = (node.value for node in ast.walk(tree(name)) if isinstance(node, ast.Expr))
        yield from (
            (path, node.value)
            for node in strings
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        )
        with path.open("rb") as file:
            yield from ((path, token.string) for token in tokenize(file.readline) if token.type == COMMENT)
    for path in (ROOT / "docs/assets").rglob("*"):
        if path.suffix in (".js", ".css"):
            yield from (
                (path, text) for text in re.findall(r"(?s)/\*.*?\*/|(?<!:)//[^\n]*", path.read_text("utf-8"))
            )
    for path in (ROOT / ".github").rglob("*.yml"):
        yield path, path.read_text("utf-8")
