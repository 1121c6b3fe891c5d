"""Detection of dialects, and what all of them share: tables of contents, links and pictures."""

from __future__ import annotations

from pathlib import Path

import pytest

from hooks.importing import importer
from hooks.importing.dialects import detect
from tests.importing.conversion import import_texts, words
from tests.importing.test_homebrewery import HOMEBREWERY
from tests.importing.test_obsidian import OBSIDIAN
from tests.importing.test_site_generators import JEKYLL, PANDOC


@pytest.mark.parametrize(
    ("text", "dialect"),
    [(HOMEBREWERY, "homebrewery"), (OBSIDIAN, "obsidian"), (PANDOC, "pandoc"), (JEKYLL, "jekyll")],
)
def test_dialect_is_detected(text: str, dialect: str) -> None:
    assert dialect in detect(text)


def test_plain_text_has_no_dialect() -> None:
    text = "# Ferry\n\n- a\n  - b\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    assert detect(text) == []
    assert importer.LIFTS.keys() >= {"jekyll", "material"}


HOMEBREWERY_CONTENTS = """\
# Ferry

\\page
{{toc,wide
# Contents
- ### [{{ Tides}}{{ 3}}](#p3)
}}
\\page
## Tides
They turn, as [the contents](#contents) and [page 2](#p2) say.

[Back to contents](#contents)
\\page
"""

JEKYLL_CONTENTS = """\
# Ferry

## Table of contents
{: .no_toc .text-delta }

1. TOC
{:toc}

## Tides
They turn, as [the contents](#table-of-contents) and [the list](#markdown-toc) say.

[Back to top](#table-of-contents)
{: .fs-2 }
"""

MATERIAL_CONTENTS = """\
# Ferry

## Contents {#top}

[TOC]

## Tides
They turn, as [the contents](#top) say.

[↑ Back](#top)
"""


@pytest.mark.parametrize("text", [HOMEBREWERY_CONTENTS, JEKYLL_CONTENTS, MATERIAL_CONTENTS])
def test_contents_are_dropped_with_links_to_them(tmp_path: Path, text: str) -> None:
    result, pages = import_texts(tmp_path, "ferry", ferry=text)
    page = pages["index"]
    assert [words(each) for each in page.select("h1, h2")] == ["Ferry", "Tides"]
    assert page.select("a[href]") == [] and "the contents" in words(page) and "Back" not in words(page)
    assert [each for each in result.notes if each.kind == "by hand"] == [] and not result.missing
    links = [each.line for each in result.notes if each.what == "link to a table of contents"]
    assert len(links) == text.count("](#") - text.count("(#p3)")
    assert "link to a table of contents" in result.report.partition("## Dropped")[2].partition("##")[0]


def test_link_to_a_section_called_contents_stays(tmp_path: Path) -> None:
    chest = "\n\n## Contents\n\nTwo coins: see [its contents](#contents).\n"
    _, pages = import_texts(tmp_path, "ferry", ferry=JEKYLL_CONTENTS.replace("Table of c", "C") + chest)
    assert [link["href"] for link in pages["index"].select("a[href]")] == ["#contents"]


def test_link_to_a_repeated_heading_has_its_anchor(tmp_path: Path) -> None:
    """The page of the link has both headings, so that the anchor is written after its links are read."""
    _, pages = import_texts(
        tmp_path, "ferry", Ferry="# Ferry\n\nSee [tolls](#tolls-2).\n\n## Tolls\n\n## Tolls\n"
    )
    page = pages["index"]
    assert page.select_one(f"h2{page.select('a')[0]['href']}") is page.select("h2")[1]


def test_remote_picture_of_a_link_becomes_its_text(tmp_path: Path) -> None:
    """The page loses no link; a picture that is more than the sign of a link needs the author."""
    text = (
        "# Ferry\n\n[![Our guild](https://ferry.example/oar.svg)](https://guild.example/)\n\n"
        "![The river](https://ferry.example/river.png)\n"
    )
    result, pages = import_texts(tmp_path, "ferry", Ferry=text)
    links = [(link["href"], words(link)) for link in pages["index"].select("a[href]")]
    assert links == [
        ("https://guild.example/", "Our guild"),
        ("https://ferry.example/river.png", "The river"),
    ]
    assert [(note.line, note.subject) for note in result.notes if note.kind == "by hand"] == [
        (5, "picture river.png")
    ]


@pytest.mark.parametrize(
    ("text", "shown_as"),
    [
        ("[mast](The Mast.md#top)", "mast"),
        ("[mast](/gone place#top)", "mast"),
        ("[mast](as high as a house)", "[mast](as high as a house)"),
        ("**One****Two**", "One Two"),
    ],
)
def test_links_with_spaces_and_adjacent_bold_become_text(tmp_path: Path, text: str, shown_as: str) -> None:
    result, pages = import_texts(tmp_path, "ferry", Ferry=f"# Ferry\n\n{text}\n")
    assert words(pages["index"].p) == shown_as and not pages["index"].select("a")
    assert not result.missing
