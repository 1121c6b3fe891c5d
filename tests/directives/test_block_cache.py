"""The block cache: a block is rendered again only if one of its sources has changed."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterator

import markdown
import pytest

from hooks.base.dependency_hashes import DependencyHashes
from hooks.directives import DirectiveError, DirectivesExtension, Library
from hooks.directives.block_cache import BlockCache
from hooks.directives.pages import read_page
from tests.directives.conftest import EXTENSIONS, TinyBook

PAGE = """# Steps

```odds
calculator: core_rules.challenge
rows: {steps: [0, 1]}
inputs: {situation: average}
caption: By steps
```

```pycon
>>> ran("first")
>>> steps = 1
```

```pycon
>>> ran("second")
>>> resolve("core_rules.challenge", situation="average", steps=steps, dice=[5]).verdict
'Success'
```
"""

type Build = Callable[[str], str]


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Return a list to which examples append when they run."""
    runs: list[str] = []
    monkeypatch.setattr(builtins, "ran", runs.append, raising=False)
    yield runs


@pytest.fixture
def build(book: TinyBook, ran: list[str]) -> Build:
    """Return a function that builds a page of Core Rules as `serve` does, and returns its HTML."""
    blocks: BlockCache = {}

    def build_page(text: str) -> str:
        book.write("core_rules/page.md", text)
        book.library = Library(book.docs, blocks=blocks)
        _, lines = read_page(book.docs, "core_rules/page.md")
        directives = DirectivesExtension(**book.library.settings("core_rules/page.md"))
        return markdown.markdown("\n".join(lines), extensions=[*EXTENSIONS, directives])

    return build_page


def test_untouched_block_is_reused(book: TinyBook, build: Build, ran) -> None:
    before = build(PAGE)
    tables = list(book.library.tables.added)
    assert build(f"{PAGE}\nOne more sentence.\n").startswith(before)
    assert ran == ["first", "second"]
    assert len(tables) == 1 and book.library.tables.added == tables


def test_changed_block_is_rebuilt(build: Build) -> None:
    assert "By steps" in build(PAGE)
    html = build(PAGE.replace("By steps", "With and without a step").replace("[0, 1]", "[0, 1, 2]"))
    assert "By steps" not in html and "With and without a step" in html
    assert html.count("<tr>") == build(PAGE).count("<tr>") + 1


def test_changed_example_reruns_all_of_the_page(build: Build, ran) -> None:
    build(PAGE)
    with pytest.raises(
        DirectiveError,
        match="page.md:17: example .* printed 'Failure with a consequence', but the text says 'Success'",
    ):
        build(PAGE.replace("steps = 1", "steps = 0").replace("dice=[5]", "dice=[5, 1]"))
    assert ran == ["first", "second"] * 2
    build(PAGE.replace("steps=steps", "steps=steps + 0"))
    assert ran == ["first", "second"] * 3


def test_mistake_is_reported_until_fixed(build: Build) -> None:
    wrong = PAGE.replace("'Success'", "'Failure'")
    build(PAGE)
    for _ in range(2):
        with pytest.raises(
            DirectiveError, match="page.md:17: example .* printed 'Success', but the text says 'Failure'"
        ):
            build(wrong)
    assert "By steps" in build(PAGE)


def test_changed_rules_invalidate_the_cache(build: Build, ran, monkeypatch: pytest.MonkeyPatch) -> None:
    build(PAGE)
    numbers = DependencyHashes.of_game
    monkeypatch.setattr(
        DependencyHashes, "of_game", lambda self, game: f"{numbers(self, game)}{game == 'core_rules'}"
    )
    build(PAGE)
    assert ran.count("first") == 2
    monkeypatch.setattr(DependencyHashes, "of_core", lambda self: "shown in another way")
    build(PAGE)
    assert ran.count("first") == 3


def test_moved_rule_is_linked_at_its_new_place(book: TinyBook, build: Build) -> None:
    page = "# Forms\n\n```roller\ncalculator: core_rules.challenge\n```\n"
    rule = '<a class="rule-link" href="../../core_rules/{}/#C-051"'
    book.write("core_rules/dice.md", "# Dice\n\nTwo dice. [#C-051]\n")
    assert rule.format("dice") in build(page)
    (book.docs / "core_rules/dice.md").rename(book.docs / "core_rules/throws.md")
    html = build(page)
    assert rule.format("throws") in html and rule.format("dice") not in html


def test_table_links_to_form_once_the_page_has_one(build: Build) -> None:
    link = "#core_rules.challenge"
    table = PAGE.partition("```pycon")[0]
    assert link not in build(table)
    assert link in build(f"{table}\n```roller\ncalculator: core_rules.challenge\n```\n")
    assert link not in build(table)
