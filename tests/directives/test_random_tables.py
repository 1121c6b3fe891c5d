"""The `table` block: entries, roller and links on the page, and mistakes such as a table shown twice."""

from __future__ import annotations

from inspect import getsource
from types import ModuleType

import pytest
from bs4 import BeautifulSoup

from hooks import search_index
from hooks.directives import DirectiveError, book_checks
from hooks.directives.pages import read_page
from rules_py.systems import registry
from rules_py.systems.recipes import patrol, tables
from tests.directives.conftest import TinyBook

WEATHER = "# Sky\n\n```table\ntable: recipes.weather\n```\n"
MEETING = "# Road\n\n```table\ntable: recipes.meeting\n```\n"


def test_table_has_roller_and_links_to_next_table(book: TinyBook) -> None:
    book.write("recipes/sky.md", WEATHER)
    book.write("recipes/road.md", MEETING)
    page = BeautifulSoup(book.render("recipes/road.md"), "html.parser")
    assert page.find("dice-roller", id="recipes.meeting").find(attrs={"data-part": "roll"})
    assert page.select_one("#meeting-1-40 td").get_text() == "No one at all."
    assert page.select_one("#meeting-41-70 .entry-link")["href"] == "../../recipes/sky/#table-weather"
    assert not page.select_one("#meeting-96-100 .entry-link"), "no page shows that one"


def test_table_entries_are_found_by_their_text(book: TinyBook) -> None:
    book.write("recipes/sky.md", WEATHER)
    entries = search_index.read(book.render("recipes/sky.md"), "recipes/sky/")
    entry = next(each for each in entries if each.kind == "entry")
    assert (entry.anchor, entry.name, entry.of) == (
        "weather-2",
        "Storm: no one travels today.",
        "Weather on the way",
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "```table\ntable: recipes.wether\n```",
            "4: unknown table 'recipes.wether' (expected recipes.weather, recipes.loot, recipes.meeting, recipes.quiet or recipes.hot). Did you mean 'recipes.weather'?",
        ),
        (
            "```table\ntabel: recipes.weather\n```",
            "4: table block has no field 'tabel'; fields are table, title, dice, entries, name, summary and rules. Did you mean 'table'?",
        ),
        (
            "```table\ntable: recipes.weather\n```\n\n" * 2,
            "7: table: 'recipes.weather' is already defined at docs/recipes/page.md:3",
        ),
    ],
)
def test_mistake_in_a_table_is_reported_with_its_line(book: TinyBook, text: str, message: str) -> None:
    book.write("recipes/page.md", f"# Page\n\n{text}\n")
    with pytest.raises(DirectiveError) as caught:
        book.render("recipes/page.md")
    assert str(caught.value) == f"docs/recipes/page.md:{message}"


def test_table_that_no_page_shows_is_reported_by_name(book: TinyBook) -> None:
    book.write("recipes/index.md", WEATHER)
    page, lines = read_page(book.docs, "recipes/index.md")
    messages = book_checks.check_book(
        registry.game("recipes"), [(page, tuple(lines))], book.open().index, "docs"
    )
    assert [each for each in map(str, messages) if "table" in each.partition(", ```")[0]] == [
        f"{place_of(module, name)}: no page shows table recipes.{name}. Add a table block with the "
        f"line `table: recipes.{name}` in docs/recipes/."
        for module, name in ((tables, "loot"), (tables, "meeting"), (patrol, "quiet"), (patrol, "hot"))
    ]


def place_of(module: ModuleType, name: str) -> str:
    """Return the file and the line where a module names the table that it declares."""
    line = getsource(module).splitlines().index(f'    "recipes.{name}",') + 1
    return f"{module.__name__.replace('.', '/')}.py:{line}"
