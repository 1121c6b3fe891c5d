"""Mistakes on a game's pages, reported with place and expected value.

Mistakes within a fence are in `test_block_mistakes.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hooks.base.site_folders import BUILT
from tests.directives.guide_game import PAGE, SECOND, replace_once

MISTAKES = {
    "no title": (
        PAGE,
        "title: Lantern\n",
        "",
        "docs/lantern/index.md:1: page needs 'title' (a line `title: …` between the two lines --- at the top)",
    ),
    "no description": (
        PAGE,
        "description: A very small game about seeing in the dark.\n",
        "",
        "docs/lantern/index.md:1: page needs 'description' (a line `description: …` between the two lines --- at the top)",
    ),
    "a title with a colon": (
        PAGE,
        "title: Lantern\n",
        "title: Lantern: a game\n",
        "docs/lantern/index.md:2: front matter: expected lines such as `title: Fights`, with quotes around a text with a colon (mapping values are not allowed here), got 'title: Lantern: a game'",
    ),
    "a line of the front matter misspelt": (
        SECOND,
        "chapter: false",
        "chaper: false",
        "docs/lantern/sheet.md:4: front matter has no field 'chaper'; fields are title, description, order, game, chapter, opened, hide, part, minutes, book, motif, feel, people, length, licence, search, redirect_from and no_example. Did you mean 'chapter'?",
    ),
    "search words for an unknown rule": (
        SECOND,
        "chapter: false",
        "search:\n  L-099: flee, run",
        "docs/lantern/sheet.md:5: search: unknown rule 'L-099' (expected a rule number of lantern)",
    ),
    "an unknown rule without an example": (
        SECOND,
        "chapter: false",
        "no_example: [L-1, L-099]",
        "docs/lantern/sheet.md:4: no_example: unknown rule 'L-099' (expected a rule number of lantern)",
    ),
    "one rule without an example, not in a list": (
        SECOND,
        "chapter: false",
        "no_example: L-1",
        "docs/lantern/sheet.md:4: no_example: expected a list of rules, such as [C-010, C-011], got 'L-1'",
    ),
    "search words without a rule": (
        SECOND,
        "chapter: false",
        "search: flee, run",
        "docs/lantern/sheet.md:4: search: expected lines such as `C-017: get points back, regain points`, got 'flee, run'",
    ),
    "an order in words": (
        PAGE,
        "order: 6",
        "order: sixth",
        "docs/lantern/index.md:3: order: expected a number, got 'sixth'",
    ),
    "another title than the game's": (
        PAGE,
        "title: Lantern\n",
        "title: Lamp\n",
        "docs/lantern/index.md:2: title of the book's first page: expected 'Lantern', the title of the Game, got 'Lamp'",
    ),
    "another order than the game's": (
        PAGE,
        "order: 6",
        "order: 4",
        "docs/lantern/index.md:3: order of the book's first page: expected 6, as in the Game, got 4",
    ),
    "a page of an unknown game": (
        SECOND,
        "chapter: false",
        "game: lamp",
        "docs/lantern/sheet.md:4: unknown game 'lamp' (expected lantern)",
    ),
    "a front matter without an end": (
        SECOND,
        "find.\n---\n",
        "find.\n--\n",
        "docs/lantern/sheet.md:1: front matter isn't closed. Add a line --- after it.",
    ),
    "a front matter that is a list": (
        PAGE,
        "title: Lantern\norder: 6\ndescription:",
        "-",
        "docs/lantern/index.md:2: front matter: expected lines such as `title: Fights`, got ['A very small game about seeing in the dark.']",
    ),
    "a chance typed by hand": (
        PAGE,
        "`#!chance lantern.shine wick=1 grade=bright`",
        "16.7%",
        "docs/lantern/index.md:28: chance: expected a calculated chance, `#!chance CALCULATOR name=value`, or `\\%` for a percentage that isn't a chance, got '16.7%'",
    ),
    "synonyms of a term within the line above": (
        PAGE,
        "[#L-3]",
        "[#L-3] :   Also: lamp, torch.",
        "docs/lantern/index.md:16: synonyms of a term: expected a line of their own, so that search finds them, got ':   Also: lamp, torch.'",
    ),
    "a rule mark forgotten": (
        PAGE,
        " [#L-3]",
        "",
        "rules_py/systems/lantern/__init__.py:14: lantern: no page states rule L-3. Add [#L-3] after the sentence in docs/lantern/, or remove it from `numbers`.",
    ),
    "a rule stated twice in one line": (
        PAGE,
        "[#L-2]",
        "[#L-2] Very dark. [#L-2]",
        "docs/lantern/index.md:15: rule mark: 'L-2' is already defined at docs/lantern/index.md:15",
    ),
    "a rule stated twice": (
        PAGE,
        "[#L-3]",
        "[#L-2]",
        "docs/lantern/index.md:16: rule mark: 'L-2' is already defined at docs/lantern/index.md:15",
    ),
    "a rule mark of no number": (
        PAGE,
        "[#L-3]",
        "[#L-33]",
        "docs/lantern/index.md:16: unknown rule mark 'L-33' (expected a rule number of lantern). Did you mean 'L-3'?",
    ),
    "a calculator that no page shows": (
        PAGE,
        "```roller\ncalculator: lantern.shine\n```\n",
        "",
        "rules_py/systems/lantern/calculators.py:11: no page shows calculator lantern.shine. Add a roller block with the line `calculator: lantern.shine` in docs/lantern/.",
    ),
    "a list that no page shows": (
        SECOND,
        "```reference\nlist: lantern.finds\n```\n",
        "",
        "rules_py/systems/lantern/__init__.py:14: lantern: no page states rules L-5 and L-6. Add [#L-5] after the sentence in docs/lantern/, or remove it from `numbers`.\nrules_py/systems/lantern/finds.py:13: no page shows list lantern.finds. Add a reference block with the line `list: lantern.finds` in docs/lantern/.",
    ),
    "a sheet that no page shows": (
        SECOND,
        "```sheet\ngame: lantern\n```\n",
        "",
        "rules_py/systems/lantern/__init__.py:16: no page shows sheet lantern. Add a sheet block with the line `game: lantern` in docs/lantern/.",
    ),
    "a fence that isn't closed, before another": (
        PAGE,
        "```roller\ncalculator: lantern.shine\n```\n",
        "```roller\ncalculator: lantern.shine\n",
        "docs/lantern/index.md:30: block isn't closed (```roller). Add a line ``` before the next one, on line 33.",
    ),
    "a tab in a fence": (
        PAGE,
        "rows: {wick",
        "\trows: {wick",
        "docs/lantern/index.md:36: odds block: YAML: expected lines such as `name: value`, each indented like the one above it (mapping values are not allowed here), got 'rows: {wick: [1, 2, 3, 4, 5]}'",
    ),
    "a text with a colon": (
        PAGE,
        "caption: How far you see",
        "caption: The light: how far you see",
        "docs/lantern/index.md:37: odds block: YAML: expected lines such as `name: value`, with quotes around a text with a colon (mapping values are not allowed here), got 'caption: The light: how far you see, by Wick'",
    ),
    "a colon without a space": (
        PAGE,
        "caption: How",
        "caption:How",
        "docs/lantern/index.md:37: odds block: YAML: expected lines such as `name: value` (could not find expected ':'), got 'caption:How far you see, by Wick'",
    ),
    "a rule mark in small letters": (
        PAGE,
        "[#L-3]",
        "[#l-3]",
        "docs/lantern/index.md:16: unknown rule mark 'l-3' (expected a rule number of lantern). Did you mean 'L-3'?",
    ),
    "a rule mark with a space": (
        PAGE,
        "[#L-3]",
        "[# L-3]",
        "docs/lantern/index.md:16: rule mark: expected [#L-3], got '[# L-3]'",
    ),
    "a rule link in small letters": (
        PAGE,
        "You are somewhere dark",
        "You are somewhere dark [l-3]",
        "docs/lantern/index.md:9: rule link: expected [L-3], got '[l-3]'",
    ),
    "a rule link with a dash": (
        PAGE,
        "You are somewhere dark",
        "You are somewhere dark [L\N{EN DASH}3]",
        "docs/lantern/index.md:9: rule link: expected [L-3], got '[L–3]'",
    ),
    "a rule link without its line": (
        PAGE,
        "You are somewhere dark",
        "You are somewhere dark [L3]",
        "docs/lantern/index.md:9: rule link: expected [L-3], got '[L3]'",
    ),
    "a link to a game by its title": (
        PAGE,
        "You are somewhere dark",
        "You are somewhere dark [Lantern: L-3]",
        "docs/lantern/index.md:9: rule link: expected [lantern:L-3], got '[Lantern: L-3]'",
    ),
    "a link with a space": (
        PAGE,
        "You are somewhere dark",
        "You are [somewhere] (sheet.md) dark",
        "docs/lantern/index.md:9: link: expected [text](page.md), without a space between the brackets, got '[somewhere] (sheet.md)'",
    ),
    "a chance without its mark": (
        PAGE,
        "`#!chance lantern",
        "`#chance lantern",
        "docs/lantern/index.md:28: inline code: expected `#!chance …`, with nothing before it, got '#chance lantern.shine wick=1 grade=bright'",
    ),
    "a ruling whose text isn't indented": (
        PAGE,
        "```pycon title",
        '!!! ruling "Does it burn in the rain?"\n\nIt does.\n\n```pycon title',
        "docs/lantern/index.md:23: ruling: expected text indented by 4 spaces on the lines below, got 'It does.'",
    ),
    "a ruling with a misspelt word behind it": (
        PAGE,
        "```pycon title",
        '!!! ruling "Does it burn in the rain?" abuot="rain"\n\n    It does.\n\n```pycon title',
        'docs/lantern/index.md:23: ruling: expected `!!! ruling "[#R-1] The question"` at the start of a line, optionally followed by about="…", or with id="…" before the title if it has no number, got \'!!! ruling "Does it burn in the rain?" abuot="rain"\'',
    ),
    "a ruling misspelt": (
        PAGE,
        "```pycon title",
        '!!! rulling "Does it burn in the rain?"\n\n    It does.\n\n```pycon title',
        "docs/lantern/index.md:23: unknown kind of note 'rulling'. Did you mean 'ruling'?",
    ),
    "a note with two marks": (
        PAGE,
        "```pycon title",
        '!! note "Rain"\n\n    It burns.\n\n```pycon title',
        'docs/lantern/index.md:23: note: expected `!!! note "Title"`, with its text indented below, got \'!! note "Rain"\'',
    ),
    "the only roller misspelt": (
        PAGE,
        "```roller",
        "```rolller",
        "docs/lantern/index.md:30: unknown block 'rolller'. Did you mean 'roller'?",
    ),
    "a fence of two marks": (
        PAGE,
        "```roller\ncalculator: lantern.shine\n```",
        "``roller\ncalculator: lantern.shine\n``",
        "docs/lantern/index.md:30: block: expected three marks, ```roller, got '``roller'",
    ),
    "a field behind a fence": (
        PAGE,
        "```roller",
        "```roller lantern.shine",
        "docs/lantern/index.md:30: text after ```roller: expected nothing (write each field on its own line), got 'lantern.shine'",
    ),
    "an example's title without quotes": (
        PAGE,
        "```pycon title",
        "```pycon titel=Ilse title",
        'docs/lantern/index.md:23: text after ```pycon: unknown value \'titel=Ilse\' (expected title="…" or ready="…")',
    ),
    "an example that says something else": (
        PAGE,
        "'Flicker'",
        "'Bright'",
        "docs/lantern/index.md:24: example `>>> resolve(\"lantern.shine\", wick=3, dice=[2, 5, 4]).verdict` printed 'Flicker', but the text says 'Bright'. Replace it with: 'Flicker'",
    ),
}
"""File, text, its replacement, and the message of the build, by mistake."""


@pytest.mark.parametrize(("name", "before", "after", "message"), MISTAKES.values(), ids=MISTAKES)
def test_mistake_on_a_page_is_reported(
    lantern: Path, build_error: Callable[[], str], name: str, before: str, after: str, message: str
) -> None:
    replace_once(lantern, name, before, after)
    assert build_error() == message


def test_chapters_with_the_same_order_or_title_are_reported(
    lantern: Path, build_error: Callable[[], str]
) -> None:
    for name in ("wind", "wood"):
        head = "---\ntitle: Weather\norder: 3\ndescription: What the weather does.\n---\n"
        (lantern / f"docs/lantern/{name}.md").write_text(head, "utf-8")
    assert build_error().splitlines() == [
        "docs/lantern/wood.md:3: order: 3 is already defined at docs/lantern/wind.md:3",
        "docs/lantern/wood.md:2: title: 'Weather' is already defined at docs/lantern/wind.md:2",
    ]


def test_books_with_the_same_title_are_reported(lantern: Path, build_error: Callable[[], str]) -> None:
    page = lantern / "docs/lamp/index.md"
    page.parent.mkdir()
    page.write_text("---\ntitle: Lantern\ndescription: Another lamp.\n---\n", "utf-8")
    assert (
        build_error()
        == "docs/lantern/index.md:2: title: 'Lantern' is already defined at docs/lamp/index.md:2"
    )


@pytest.mark.parametrize("folder", sorted(BUILT))
def test_page_in_a_folder_of_the_build_is_refused(
    lantern: Path, build_error: Callable[[], str], folder: str
) -> None:
    path = lantern / f"docs/{folder}/index.md"
    path.parent.mkdir()
    path.write_text("---\ntitle: Mine\ndescription: My own page.\n---\n\nText.\n")
    assert build_error() == (
        f"docs/{folder}/index.md:1: the folder '{folder}' is reserved for the build. Move the page to another "
        "folder."
    )


GLOSSARY = "---\ntitle: Words\ndescription: The words of the game.\n---\n\n# Words\n\n{}\n"
MEANING = "has no definition. Add it on the next line, after `:   `."
GLOSSARIES = {
    "words before the first term, and one with two names": (
        "What is meant by each.\n\nwick\ncord\n:   What burns, and\n    for how long.\n:   Also: rope.\n\n    All of it.",
        "",
    ),
    "a meaning without its colon": ("wick\n    What burns.", f"8: term of the glossary 'wick' {MEANING}"),
    "a colon without its spaces": ("wick\n:What burns.", f"8: term of the glossary 'wick' {MEANING}"),
    "an empty line before what a term means": (
        "oil\n:   What feeds it.\n\nwick\n\n:   What burns.",
        f"11: term of the glossary 'wick' {MEANING}",
    ),
    "a meaning left out among others": (
        "oil\n:   What feeds it.\n\nThe wick is told of elsewhere.\n\nflame\n:   What it gives.",
        f"11: term of the glossary 'The wick is told of elsewhere.' {MEANING}",
    ),
    "no empty line before a term": (
        "oil\n:   What feeds it.\nwick\n:   What burns.",
        "10: term of the glossary 'wick' needs an empty line above it",
    ),
    "a meaning of nothing": (
        ":   What burns.",
        "8: definition ':   What burns.' has no term. Add it on the line above.",
    ),
}


@pytest.mark.parametrize(("text", "message"), GLOSSARIES.values(), ids=GLOSSARIES)
def test_glossary_mistake_is_reported(
    lantern: Path, build_error: Callable[[], str], text: str, message: str
) -> None:
    (lantern / "docs/lantern/glossary.md").write_text(GLOSSARY.format(text), "utf-8")
    assert build_error() == (message and f"docs/lantern/glossary.md:{message}")
