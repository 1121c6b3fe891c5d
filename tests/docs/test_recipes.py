"""The recipes on the pages are the files that run there."""

from collections.abc import Sequence
from pathlib import Path

from hooks.directives import fences
from hooks.directives.pages import read_page

ROOT = Path(__file__).resolve().parents[2]
MODULES = sorted((ROOT / "rules_py/systems/recipes").glob("[a-z]*.py"))


def test_pages_show_every_recipe_file_completely() -> None:
    recipes = {}
    for path in sorted((ROOT / "docs/recipes").glob("*.md")):
        page, lines = read_page(ROOT / "docs", f"recipes/{path.name}")
        for piece in fences.split(lines, page.start):
            if isinstance(piece, fences.Fence) and "title" in piece.options:
                recipes[piece.options["title"]] = "\n".join(piece.body) + "\n"
    assert recipes == {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in MODULES}


def test_python_blocks_of_the_guide_are_parts_of_recipes() -> None:
    modules = [_without_indent(path.read_text("utf-8").splitlines()) for path in MODULES]
    page, lines = read_page(ROOT / "docs", "authoring/mechanics.md")
    pieces = [each for each in fences.split(lines, page.start) if isinstance(each, fences.Fence)]
    blocks = [_without_indent(each.body) for each in pieces if each.language == "python"]
    assert len(blocks) > 8
    for piece in blocks:
        assert any(piece in module for module in modules), piece


def _without_indent(lines: Sequence[str]) -> str:
    return "\n".join(line.strip() for line in lines)
