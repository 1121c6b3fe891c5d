"""The recipes on the page are the very files that are thrown there."""

from pathlib import Path

from hooks.directives import fences
from hooks.directives.pages import read_page

ROOT = Path(__file__).resolve().parents[2]
MODULES = sorted((ROOT / "rules_py/systems/recipes").glob("[a-z]*.py"))


def test_each_recipe_is_shown_as_it_is() -> None:
    shown = {}
    for path in sorted((ROOT / "docs/recipes").glob("*.md")):
        page, lines = read_page(ROOT / "docs", f"recipes/{path.name}")
        for piece in fences.split(lines, page.start):
            if isinstance(piece, fences.Fence) and "title" in piece.options:
                shown[piece.options["title"]] = "\n".join(piece.body) + "\n"
    assert shown == {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in MODULES}
