"""The author's guide documents everything: what games import from the core, and every block of a page."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from hooks.directives import DirectiveError, fences, yaml_body
from hooks.directives.blocks import api
from hooks.directives.pages import FIELDS, read_page
from hooks.directives.registry import DIRECTIVES
from rules_py.calculators import measure

ROOT = Path(__file__).resolve().parents[2]
GUIDE = ROOT / "docs" / "authoring"


def documented_names() -> Iterator[str]:
    """Yield the names in the guide's `api` fences."""
    for path in sorted(GUIDE.glob("*.md")):
        page, lines = read_page(ROOT / "docs", f"authoring/{path.name}")
        for piece in fences.split(lines, page.start):
            if isinstance(piece, fences.Fence) and piece.language == "api":
                of = yaml_body.read(piece).values["of"]
                yield from of if isinstance(of, list) else [of]


def test_reference_has_every_name_that_games_import() -> None:
    documented_here = set[str]()
    for name in documented_names():
        documented_here.add(name)
        if name != "directives":
            documented_here |= {
                f"{name}.{each}" for entry in api.entries(name) for each in entry.name.split(", ")
            }
    imported_names = {
        f"{node.module}.{each.name}"
        for path in ROOT.glob("rules_py/systems/*/**/*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("rules_py")
        if not node.module.startswith("rules_py.systems")
        for each in node.names
    }
    assert len(imported_names) > 100
    short = {each.rpartition(".")[2] for each in documented_here}
    assert (
        sorted(
            each
            for each in imported_names - documented_here
            if each.removeprefix("rules_py.author.") not in short
        )
        == []
    )


def test_guide_imports_from_author_alone() -> None:
    """The recipes and the sample of a new book are to be copied, too."""
    folders = ("docs/authoring", "docs/recipes", "rules_py/systems/recipes", "hooks/scaffold/book/rules_py")
    paths = [path for name in folders for path in (ROOT / name).rglob("*.*") if path.suffix in (".md", ".py")]
    wrong = [
        f"{path.relative_to(ROOT)}: {line}"
        for path in paths
        for line in re.findall(r"from (?:rules_py|hooks)[.\w]* import .*", path.read_text("utf-8"))
        if not re.match(r"from rules_py\.(author|systems\.\w+[.\w]*) import ", line)
    ]
    assert len(paths) > 50 and wrong == []


WHOLE = (
    "directives",
    "rules_py.inputs",
    "rules_py.dice.dice.Dice",
    "rules_py.dice.rolled_dice.RolledDice",
    "rules_py.calculators.measure",
    "rules_py.base.limits",
)


def test_guide_documents_every_block_and_limit() -> None:
    assert set(WHOLE) <= set(documented_names())
    for name, directive in DIRECTIVES.items():
        for text in (directive.about, *directive.fields.values()):
            assert text[0].isupper() or text[0] == "`", name
            assert text[-1] in ".:", name


def test_docstring_becomes_text_rows_and_code(page: Callable[[str], str]) -> None:
    html = BeautifulSoup(page("```api\nof: rules_py.calculators.measure\n```\n"), "html.parser")
    heading = html.find("h3", id="measure.Measure")
    source, signature = (each.get_text() for each in heading.find_all_next("code")[:2])
    assert source == "from rules_py.author import Measure"
    assert signature.startswith("Measure(name, label, words=None, *, of=None, kind='', ")
    rows = [each.get_text() for each in heading.find_next("ul").find_all("li")]
    assert rows[1] == "label: for people"
    assert rows[4].startswith("kind: what its numbers are: CHANCE (0 to 1), VALUE") and "programs" in rows[4]


def documented_classes() -> list[type]:
    """Return the dataclasses whose reference the guide shows."""
    modules = (
        importlib.import_module(name) for name in documented_names() if name.count(".") < 3 and "_py." in name
    )
    values = (each for module in modules for each in vars(module).values())
    classes = {each for each in values if isinstance(each, type) and is_dataclass(each)}
    return sorted(classes, key=lambda each: each.__qualname__)


@pytest.mark.parametrize("kind", documented_classes(), ids=lambda each: each.__qualname__)
def test_rows_of_a_docstring_name_the_fields(kind: type) -> None:
    rows = re.findall(r"^    (\w+(?:, \w+)*)  +\S", kind.__doc__ or "", re.MULTILINE)
    names = {name for row in rows for name in row.split(", ")}
    assert names <= {each.name for each in fields(kind)} | set(dir(kind))


def test_named_class_is_not_repeated_with_its_module(page: Callable[[str], str]) -> None:
    html = BeautifulSoup(
        page(
            "```api\nof:\n  - rules_py.sheets.sheet_parser\n  - rules_py.sheets.sheet_parser.ParsedSheet\n```\n"
        ),
        "html.parser",
    )
    ids = [each["id"] for each in html.find_all("h3")]
    assert ids.count("sheet_parser.ParsedSheet") == 1
    assert "sheet_parser.parse_sheet" in ids and "ParsedSheet.add_problem" in " ".join(ids)


def test_name_without_a_docstring_stops_the_build(
    page: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measure.mean, "__doc__", None)
    with pytest.raises(DirectiveError, match=r":4: rules_py\.calculators\.measure\.mean needs a docstring"):
        page("# Page\n\n```api\nof: rules_py.calculators.measure\n```\n")


@pytest.mark.parametrize(
    "name", ["rules_py.measures", "rules_py.calculators.measure.Means", "os.path", "rules_py"]
)
def test_unknown_name_of_an_api_fence_is_refused(page: Callable[[str], str], name: str) -> None:
    with pytest.raises(
        DirectiveError,
        match=":4: api block: of: expected a module of rules_py or hooks, a public name in one, or directives, got '",
    ):
        page(f"# Page\n\n```api\nof: {name}\n```\n")


def test_guide_lists_every_field_of_front_matter() -> None:
    text = (ROOT / "docs/authoring/rules.md").read_text("utf-8")
    rows = text.partition("all fields of front matter:")[2].partition("\n\nThe contents")[0]
    firsts = [row.split("|")[1] for row in rows.strip().splitlines()]
    assert {name for cell in firsts for name in re.findall(r"`(\w+)`", cell)} == {*FIELDS}
