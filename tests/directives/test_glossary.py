"""The glossary's page explains the terms of all pages of its book."""

from __future__ import annotations

from bs4 import BeautifulSoup

GLOSSARY = """\
# Glossary

Challenge
:   A **situation** that could go well
    or badly. [C-001] See [Challenges](index.md).

step
first step
:   One improvement of a `roll`.

    A second paragraph.
"""


def rendered(book, text: str) -> BeautifulSoup:
    book.write("core_rules/glossary.md", GLOSSARY)
    book.write("core_rules/index.md", "# Steps of a Challenge\n\nA rule. [#C-001]\n\n" + text)
    return BeautifulSoup(book.render("core_rules/index.md"), "html.parser")


def test_a_term_is_explained_where_the_page_first_uses_it(book) -> None:
    html = rendered(book, "A Challenge, *and* a Challenge.\n\n- No Challenge.")
    assert [(each.get_text(), each["title"]) for each in html.find_all("abbr")] == [
        ("Challenge", "A situation that could go well or badly.")
    ]


def test_plurals_and_the_heads_of_sentences_count(book) -> None:
    html = rendered(book, "Steps make Challenges easier.")
    assert [each.get_text() for each in html.find_all("abbr")] == ["Steps", "Challenges"]
    assert html.find("p", string=None) is not None and "Steps make Challenges easier." in html.get_text()


def test_the_longer_of_two_terms_wins(book) -> None:
    html = rendered(book, "The first step.")
    assert [each.get_text() for each in html.find_all("abbr")] == ["first step"]


def test_headings_code_and_parts_of_words_are_left_alone(book) -> None:
    html = rendered(book, "## Challenge\n\n`Challenge` and footsteps, and `step`.")
    assert not html.find_all("abbr")


def test_a_link_to_the_glossary_is_explained_itself(book) -> None:
    html = rendered(book, "A [test](glossary.md#challenge) is a Challenge.")
    assert html.find("a", string="test")["title"] == "A situation that could go well or badly."
    assert not html.find_all("abbr")


def test_the_glossary_has_an_anchor_for_each_term_and_explains_nothing(book) -> None:
    rendered(book, "")
    html = BeautifulSoup(book.render("core_rules/glossary.md"), "html.parser")
    assert [each["id"] for each in html.find_all("dt")] == ["challenge", "step", "first-step"]
    assert not html.find_all("abbr")


def test_other_books_are_not_concerned(book) -> None:
    rendered(book, "")
    book.write("tools/index.md", "# Tools\n\nA Challenge.")
    assert "<abbr" not in book.render("tools/index.md")
