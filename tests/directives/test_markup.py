"""Rendered Markdown: escapes, alignment, anchors, and the extensions that every book has."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from bs4 import BeautifulSoup

from hooks.base.errors import DirectiveError
from hooks.directives import fences, markup
from hooks.directives.anchors import anchor
from hooks.directives.pages import Page


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
    ("source", "text"),
    [
        (r"slows down by 10 \% for 30 seconds", "slows down by 10 % for 30 seconds"),
        (r"100\% yours", "100% yours"),
        (r"\:smile: \$x\$ \=\=y\=\= \~\~z\~\~", ":smile: $x$ ==y== ~~z~~"),
        ("`10 \\%`", r"10 \%"),
    ],
)
def test_backslash_escapes_any_punctuation(page: Callable[[str], str], source: str, text: str) -> None:
    assert soup(page(source)).p.get_text() == text
    assert soup(page(f"# {source}")).h1.get_text() == text


@pytest.mark.parametrize(
    ("source", "tags"),
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
def test_common_markdown_extensions_are_enabled(page: Callable[[str], str], source: str, tags: str) -> None:
    assert soup(page(source)).select_one(tags)


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
def test_anchor_stays_readable_in_any_script(heading: str, expected: str) -> None:
    assert anchor(heading, "-") == expected


def ids(html: str) -> list[str]:
    return [each["id"] for each in soup(html).find_all(id=True)]


REPEATED = """# Ember

## Combat

### Moves

## Travel

### Moves

### Moves

## Travel moves

## Moves
"""


def test_repeated_heading_takes_the_name_of_the_one_above(page: Callable[[str], str]) -> None:
    headings = [each["id"] for each in soup(page(REPEATED)).find_all(["h1", "h2", "h3"])]
    assert headings == [
        *("ember", "combat", "moves", "travel"),
        "ember-moves",  # another heading is called `travel-moves`
        *("moves_2", "travel-moves", "moves_3"),
    ]


def test_former_anchors_of_repeated_headings_remain(page: Callable[[str], str]) -> None:
    """Python-Markdown counts repeated headings, and older links lead to these anchors."""
    edited = soup(page(REPEATED.replace("## Travel moves\n", "")))
    assert edited.find(id="moves_1").find_parent(["h2", "h3"])["id"] == "travel-moves"
    assert edited.find(id="moves_2").find_parent(["h2", "h3"])["id"] == "ember-moves"


def test_anchor_of_an_author_is_not_changed(page: Callable[[str], str]) -> None:
    assert ids(page("## Moves { #moves-2 }\n\n## Moves\n\n## Other { #other }\n\n### Moves")) == [
        *("moves-2", "moves", "other", "other-moves", "moves_1")
    ]


def test_aliases_of_a_heading_lead_to_it(page: Callable[[str], str]) -> None:
    html = soup(page('## Combat { aliases="fights скоро" }\n\nText.\n\n## Other\n'))
    for alias in ("fights", "скоро"):
        assert html.find(id=alias).find_parent("h2")["id"] == "combat"
    assert html.h2.get_text() == "Combat"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('A. { aliases="b" }', '3: aliases: expected a heading before it, such as `## Moves { aliases="actions" }`'),
        ("## A { aliases=x }\n\n## B { aliases=x }", "5: aliases: 'x' is already defined at docs/core_rules/page.md:3"),
    ],
)  # fmt: skip
def test_misplaced_alias_is_a_mistake(text: str, message: str) -> None:
    page = Page("docs/core_rules/page.md")
    [fault] = markup.faults(fences.split(["# A", "", *text.split("\n")], page.start), page.start)
    assert str(fault).startswith(f"docs/core_rules/page.md:{message}")


def test_alias_that_is_an_anchor_is_a_mistake(page: Callable[[str], str]) -> None:
    with pytest.raises(DirectiveError, match=r"page\.md:3: aliases: expected a former anchor .* 'moves'"):
        page('# A\n\n## B { aliases="moves" }\n\n## Moves\n')
