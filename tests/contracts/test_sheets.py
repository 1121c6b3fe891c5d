"""Contract tests of sheets, ready-made characters and the steps of character creation."""

import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from hooks.contracts.sheets import *  # noqa: F403  # as the repository of any book takes them
from hooks.directives import character_links
from hooks.directives.library import Library
from rules_py import present
from rules_py.systems import registry


@pytest.mark.parametrize("book", ["core_rules", "dichotomy"])
def test_book_has_three_ready_made_characters(book: str, library: Library) -> None:
    names = [name for name, _ in character_links.characters(library.chapters(book))]
    assert len(names) == len(set(names)) >= 3
    page = BeautifulSoup(
        present.render_sheet(game := registry.game(book), game.sheet, ready=[("Ann <3", "x")]), "html.parser"
    )
    assert [each.text for each in page.select(".saved__ready a")] == ["Ann <3"]


DOCS = Path(__file__).parents[2] / "docs"
CHAPTER_STEP = re.compile(r"^### \d+\. (.+?)(?: \{.*\})?$", re.MULTILINE)


@pytest.mark.parametrize(
    "game",
    [each for each in registry.games() if each.sheet and each.sheet.creation],
    ids=lambda each: each.id,
)
def test_guide_has_the_steps_of_its_chapter(game) -> None:
    chapter = (DOCS / game.id / "making-a-character.md").read_text("utf-8")
    assert [each.title for each in game.sheet.creation] == CHAPTER_STEP.findall(chapter)
    rule_numbers = {
        number for each in game.sheet.creation for number in re.findall(r"\[([\w-]+)\]", each.text)
    }
    assert rule_numbers <= set(game.numbers)


@pytest.mark.parametrize("game", [each for each in registry.games() if each.sheet], ids=lambda each: each.id)
def test_guide_shows_fields_a_new_character_needs(game) -> None:
    """The steps together show each field that a new character needs."""
    report = game.sheet.check(game.sheet.blank())
    fields = {name for each in game.sheet.creation_steps for name in each.fields}
    assert {each.top for each in report.hidden_problems} <= fields
