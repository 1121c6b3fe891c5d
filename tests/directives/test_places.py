"""Places where directives work, and where similar text stays unchanged."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from rules_py import games

ROLLER = ["```roller", "calculator: core_rules.challenge", "```"]


def indented(lines: list[str], by: int) -> str:
    return "\n".join(" " * by + line for line in lines)


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(ROLLER),
        "A word before.\n" + "\n".join(ROLLER) + "\nA word after.",
        "1. First\n\n" + indented(ROLLER, 4) + "\n\n2. Second",
        "1. First\n" + indented(ROLLER, 4) + "\n2. Second",
        "!!! note\n\n" + indented(ROLLER, 4),
        '=== "Tab"\n\n' + indented(ROLLER, 4),
        "\n".join(["~~~roller", ROLLER[1], "~~~"]),
        "\n".join(["````roller", ROLLER[1], "````"]),
    ],
    ids=[
        "alone",
        "beside text",
        "in a list",
        "in a tight list",
        "in an admonition",
        "in a tab",
        "tildes",
        "four ticks",
    ],
)
def test_directive_works_wherever_a_paragraph_does(page, text: str) -> None:
    html = BeautifulSoup(page(text), "html.parser")
    roller = html.find("dice-roller")
    assert roller is not None and roller.find_parent("p") is None
    assert roller["data-calculator"] == "core_rules.challenge"


def test_directive_in_a_list_belongs_to_its_item(page) -> None:
    html = BeautifulSoup(page("1. First\n\n" + indented(ROLLER, 4) + "\n\n2. Second"), "html.parser")
    assert len(html.find_all("ol", recursive=False)) == 1
    assert html.find("dice-roller").find_parent("li").get_text().startswith("\nFirst")


@pytest.mark.parametrize(
    "text",
    [
        "````markdown\n```roller\ncalculator: nobody.knows\n```\n````",
        "~~~markdown\n```roller\ncalculator: nobody.knows\n```\n~~~",
        "`[#C-012]` and `` `#!chance nobody.knows` `` and ``[C-012]``.",
        r"\[#C-012] and \[C-012]",
        "[C-012](https://elsewhere.example) and [C-012][there].\n\n[there]: https://elsewhere.example",
        "<!-- [#C-012]\n\n```roller\ncalculator: nobody.knows\n```\n-->",
        "```python\nprint('[#C-012]')\n```",
    ],
)
def test_quoted_or_escaped_directive_stays_text(page, text: str) -> None:
    html = page(text)
    assert "dice-roller" not in html and "rule-" not in html and 'class="chance"' not in html


def test_code_span_ends_with_its_paragraph(page) -> None:
    assert 'id="C-012"' in page("A stray ` tick.\n\nA rule. [#C-012] And another ` tick.")


def test_line_of_a_mistake_includes_front_matter(book) -> None:
    book.write(
        "core_rules/page.md",
        "---\ntitle: Page\norder: 3\n---\n\n\n# Page\n\n```roller\ncalculator: tools\n```\n",
    )
    with pytest.raises(
        Exception, match=r"^docs/core_rules/page\.md:10: unknown calculator 'tools' \(expected tools\.throw\)"
    ):
        book.render("core_rules/page.md")


def test_windows_line_endings_are_accepted(book) -> None:
    text = "# Page\r\n\r\n```roller\r\ncalculator: core_rules.challenge\r\n```\r\n"
    book.docs.joinpath("core_rules").mkdir()
    book.docs.joinpath("core_rules/page.md").write_bytes(text.encode())
    assert "<dice-roller" in book.render("core_rules/page.md")


def test_two_forms_of_a_calculator_have_unique_ids(page) -> None:
    html = BeautifulSoup(page("\n\n".join(["\n".join(ROLLER)] * 2)), "html.parser")
    assert [each["id"] for each in html.find_all("dice-roller")] == [
        "core_rules.challenge",
        "core_rules.challenge-2",
    ]
    ids = [each["id"] for each in html.find_all(id=True)]
    assert len(ids) == len(set(ids))


def test_collapsed_list_has_its_name_as_summary(page) -> None:
    html = BeautifulSoup(page("```reference\nlist: core_rules.skills\ncollapsed: yes\n```"), "html.parser")
    fold = html.select_one("details.table-wrap")
    rows = fold.select(".entry")
    assert not fold.has_attr("open") and rows
    assert fold.summary.text == f"{fold.select_one('.reference__title').text} ({len(rows)})"


def test_sheet_reference_and_calculator_become_their_elements(page) -> None:
    html = BeautifulSoup(
        page(
            "```sheet\ngame: core_rules\n```\n\n```reference\nlist: core_rules.skills\n```\n\n"
            "```calculator\ncalculator: core_rules.rest\ninputs: {hours: 2}\ntitle: A night's sleep\n```\n"
        ),
        "html.parser",
    )
    assert html.find("dice-sheet") and html.find("dice-reference")
    assert "A night’s sleep" in html.find("dice-calculator").get_text()


def test_tracker_is_complete_without_scripts(page) -> None:
    html = BeautifulSoup(page("```tracker\ngame: dichotomy\nstart: duel\n```\n"), "html.parser")
    table = html.find("dice-tracker").find(attrs={"data-part": "table"}).get_text()
    assert "Odile" in table and "Yard" in table
    ids = [each["id"] for each in html.find_all(id=True)]
    assert len(ids) == len(set(ids))


def test_shelf_describes_each_game(page) -> None:
    html = BeautifulSoup(page("```bookshelf\n```\n"), "html.parser")
    count = sum(bool(game.numbers) for game in games())
    number = "One Two Three Four Five Six Seven Eight Nine Ten".split()[count - 1]
    assert html.find(class_="shelf__lead").get_text().startswith(f"{number} tabletop games.")
    for cover in html.select(".cover"):
        feel = cover.find(class_="cover__feel").get_text()
        assert len(feel.split()) <= 6
        assert cover.select(".cover__dice svg")
        assert "people" in cover.find(class_="cover__evening").get_text()
        assert cover.find(class_="cover__best-if").get_text().startswith("Best if you like ")


def test_shelf_links_to_every_book_and_nothing_else(page) -> None:
    html = BeautifulSoup(page("```bookshelf\n```\n"), "html.parser")
    books = [game for game in games() if game.numbers]
    assert [link.get_text() for link in html.select(".cover__title a")] == [game.title for game in books]
    assert all(
        link["href"].endswith(f"{game.id}/")
        for link, game in zip(html.select(".cover__title a"), books, strict=True)
    )
