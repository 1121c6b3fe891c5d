"""Contract tests of sheets, and the initial sheet of a finished book."""

import pytest
from bs4 import BeautifulSoup

from hooks.contracts.sheets import *  # noqa: F403  # as the repository of any book takes them
from hooks.directives import character_links
from hooks.directives.library import Library
from rules_py import present
from rules_py.systems import registry


@pytest.mark.parametrize("book", ["core_rules", "dichotomy"])
def test_a_finished_book_has_three_to_begin_with(book: str, library: Library) -> None:
    names = [name for name, _ in character_links.characters(library.chapters(book))]
    assert len(names) == len(set(names)) >= 3
    page = BeautifulSoup(
        present.render_sheet(game := registry.game(book), game.sheet, ready=[("Ann <3", "x")]), "html.parser"
    )
    assert [each.text for each in page.select(".saved__ready a")] == ["Ann <3"]
