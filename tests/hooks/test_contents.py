"""Books and pages in the order and the parts that their front matter gives."""

from dataclasses import dataclass, field
from pathlib import PurePosixPath
from types import SimpleNamespace
from typing import Any

import pytest

from hooks.base.errors import DirectiveError
from hooks.directives.pages import read_page
from hooks.mkdocs import contents

HEADS = {
    "index.md": {},
    "saga/index.md": {"title": "The Saga", "order": 2},
    "saga/odds.md": {"order": 10},
    "saga/start.md": {"order": 2},
    "saga/notes.md": {},
    "saga/extras/index.md": {"order": 5},
    "saga/extras/foes.md": {},
    "ballad/index.md": {"order": 1},
    "ballad/song.md": {"order": 7},
    "authoring/index.md": {},
}


def sorted_paths() -> list[str]:
    return sorted(HEADS, key=lambda path: contents.sort_key(path, HEADS))


def test_sort_key_orders_index_then_order_then_name() -> None:
    assert sorted_paths() == [
        "index.md",
        "ballad/index.md",
        "ballad/song.md",
        "saga/index.md",
        "saga/start.md",
        "saga/extras/index.md",
        "saga/extras/foes.md",
        "saga/odds.md",
        "saga/notes.md",
        "authoring/index.md",
    ]


def test_folder_title_is_that_of_its_index_page() -> None:
    assert contents.folder_title("saga/index.md", HEADS) == "The Saga"
    assert contents.folder_title("ballad/index.md", HEADS) is None


def test_chapters_skip_reference_and_tool_pages() -> None:
    heads = {
        "saga/index.md": {},
        "saga/start.md": {"order": 1},
        "saga/sheet.md": {"order": 2, "chapter": False},
        "saga/odds.md": {"order": 3, "opened": True},
        "saga/fights.md": {"order": 4},
        "ballad/song.md": {"order": 1},
    }
    assert contents.chapters(heads) == {"saga/start.md": 1, "saga/fights.md": 2, "ballad/song.md": 1}


@dataclass(eq=False)
class Page:
    """A page as the contents need it."""

    path: str
    head: dict[str, Any] = field(default_factory=dict)
    text: str = ""

    @property
    def is_index(self) -> bool:
        return PurePosixPath(self.path).name == "index.md"

    @property
    def file(self) -> SimpleNamespace:
        return SimpleNamespace(src_uri=self.path)


COVER = Page("saga/index.md")
START = Page("saga/start.md")
EVENING = Page("saga/evening.md", {"part": "play"})
SCREEN = Page("saga/screen.md", {"opened": True}, "# Screen { .table-screen }")
SHEET = Page("saga/sheet.md", {"chapter": False}, "```sheet\ngame: saga\n```")
SPELLS = Page("saga/spells.md", {"chapter": False})
GLOSSARY = Page("saga/glossary.md")
FIGHTS = Page("saga/fights.md", {"chapter": False}, "```tracker\ngame: saga\n```")
BOOK = [COVER, START, EVENING, SCREEN, SHEET, SPELLS, GLOSSARY, FIGHTS]


def contents_on(page: Page, pages: list[Page], *, is_book: bool = True) -> contents.Contents:
    heads = {each.path: each.head for each in pages}
    kinds = {each.path: contents.tool_kind(each.text) for each in pages}
    return contents.contents_of(page, pages, heads, kinds, contents.chapters(heads), is_book=is_book)


def test_contents_list_tools_first_and_group_other_pages() -> None:
    contents = contents_on(COVER, BOOK)
    assert contents.cover is COVER
    assert contents.tools == (SHEET, FIGHTS, SCREEN)
    assert {part.title: part.pages for part in contents.parts} == {
        "Learn": (START,),
        "Play": (EVENING,),
        "Reference": (SPELLS, GLOSSARY),
    }
    assert (contents.sheet, contents.tracker) == (SHEET, FIGHTS)


@pytest.mark.parametrize(
    ("page", "part"), [(COVER, "Learn"), (SHEET, "Learn"), (START, "Learn"), (GLOSSARY, "Reference")]
)
def test_contents_open_the_part_of_the_page_or_the_first(page: Page, part: str) -> None:
    assert [each.title for each in contents_on(page, BOOK).parts if each.is_open] == [part]


def test_contents_of_few_pages_have_no_parts() -> None:
    assert contents_on(COVER, [COVER]).parts == ()
    [part] = contents_on(COVER, [COVER, START]).parts
    assert (part.title, part.pages) == ("", (START,))


def test_only_books_have_tools() -> None:
    assert contents_on(COVER, BOOK, is_book=False).tools == ()


def test_unknown_part_is_reported(tmp_path) -> None:
    (tmp_path / "page.md").write_text("---\ntitle: Odds\npart: nubmers\n---\n")
    mistake = read_page(tmp_path, "page.md")[0].mistake
    assert isinstance(mistake, DirectiveError)
    assert str(mistake).endswith(
        "page.md:3: unknown part 'nubmers' (expected tools, learn, play, reference or numbers). "
        "Did you mean 'numbers'?"
    )
