"""Rendered Markdown: escapes, alignment, anchors, and the extensions that every book has."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from bs4 import BeautifulSoup

from hooks.directives.anchors import anchor


def soup(html: str) -> BeautifulSoup:
    return BeautifulSoup(html, "html.parser")


def test_columns_are_aligned_by_class(page: Callable[[str], str]) -> None:
    html = page("| a | b | c | d |\n|:--|:-:|--:|---|\n| 1 | 2 | 3 | 4 |\n")
    assert "style=" not in html
    for tag in ("th", "td"):
        classes = [each.get("class") for each in soup(html).find_all(tag)]
        assert classes == [["cell--start"], ["cell--centre"], ["cell--end"], None]


def test_alignment_keeps_the_classes_of_a_cell(page: Callable[[str], str]) -> None:
    html = page("| a |\n|--:|\n| 1 {: .total } |\n")
    assert soup(html).td["class"] == ["total", "cell--end"]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (r"slows down by 10 \% for 30 seconds", "slows down by 10 % for 30 seconds"),
        (r"100\% yours", "100% yours"),
        (r"\:smile: \$x\$ \=\=y\=\= \~\~z\~\~", ":smile: $x$ ==y== ~~z~~"),
        ("`10 \\%`", r"10 \%"),
    ],
)
def test_backslash_escapes_any_punctuation(page: Callable[[str], str], written: str, shown: str) -> None:
    assert soup(page(written)).p.get_text() == shown
    assert soup(page(f"# {written}")).h1.get_text() == shown


@pytest.mark.parametrize(
    ("written", "tags"),
    [
        ("==x==", "mark"),
        ("~~x~~", "del"),
        ("^^x^^", "ins"),
        ("H~2~O", "sub"),
        ("x^2^", "sup"),
        ("++ctrl+x++", "span.keys kbd.key-control"),
        ("- [x] done", "li.task-list-item input[type=checkbox][checked][disabled]"),
    ],
)
def test_markup_that_readers_know_is_enabled(page: Callable[[str], str], written: str, tags: str) -> None:
    assert soup(page(written)).select_one(tags)


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("Глава 2: Бой", "глава-2-бой"),
        ("戦闘 の ルール", "戦闘-の-ルール"),
        ("حكايات الليل", "حكايات-الليل"),
        ("हिन्दी अध्याय", "हिन्दी-अध्याय"),
        ("Füße & Maße", "füße-maße"),
        ("Café Noir", "cafe-noir"),
        ("What's a d6? (2nd ed.)", "whats-a-d6-2nd-ed"),
        ("snake_case – and  -- hyphens", "snake_case-and-hyphens"),
        ("½ damage™", "12-damagetm"),
    ],
)
def test_anchor_can_be_read_in_any_script(heading: str, expected: str) -> None:
    assert anchor(heading, "-") == expected
