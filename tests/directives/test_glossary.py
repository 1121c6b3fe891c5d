"""The glossary's page explains the terms of all pages of its book."""

from __future__ import annotations

from bs4 import BeautifulSoup

GLOSSARY = """\
# Glossary

Challenge
:   A **situation** that could go "well"
    or badly, isn't it. [C-001] See [Challenges](index.md).
:   Also: test, check.
:   Search: chalenge.

step
first step
:   One improvement of a `roll`.

    A second paragraph.
"""


ASIDE = """\
!!! note "A Challenge"

    Read.

| Challenge |
|---|
| none |

=== "A step"

    In a tab.

??? note "A Challenge"

    Folded.
"""


def render(book, text: str) -> BeautifulSoup:
    book.write("core_rules/glossary.md", GLOSSARY)
    book.write("core_rules/index.md", "# Steps of a Challenge\n\nA rule. [#C-001]\n\n" + text)
    return BeautifulSoup(book.render("core_rules/index.md"), "html.parser")


def explained_terms(html: BeautifulSoup) -> list:
    return html.find_all("a", class_="term")


def test_term_is_explained_at_its_first_use(book) -> None:
    html = render(book, "A Challenge, *and* a Challenge.\n\n- No Challenge.")
    assert [each.get_text() for each in explained_terms(html)] == ["Challenge"]


def test_term_links_to_its_definition_from_any_page(book) -> None:
    html = render(book, "The first step.")
    assert [each["href"] for each in explained_terms(html)] == ["glossary.md#first-step"]
    book.write("tools/deep/page.md", "---\ngame: core_rules\n---\nSteps.")
    html = BeautifulSoup(book.render("tools/deep/page.md"), "html.parser")
    assert [each["href"] for each in explained_terms(html)] == ["../../core_rules/glossary.md#step"]


def test_term_matches_plurals_and_capitals(book) -> None:
    html = render(book, "Steps make Challenges easier.")
    assert [each.get_text() for each in explained_terms(html)] == ["Steps", "Challenges"]
    assert html.find("p", string=None) is not None and "Steps make Challenges easier." in html.get_text()


def test_longest_matching_term_wins(book) -> None:
    html = render(book, "The first step.")
    assert [each.get_text() for each in explained_terms(html)] == ["first step"]


def test_terms_of_one_definition_are_explained_once(book) -> None:
    html = render(book, "The first step, and then a step.")
    assert [each.get_text() for each in explained_terms(html)] == ["first step"]


def test_headings_code_and_parts_of_words_are_left_alone(book) -> None:
    html = render(book, "## Challenge\n\n`Challenge` and footsteps, `step`.\n\n" + ASIDE)
    assert not explained_terms(html)


def test_author_link_replaces_explanation(book) -> None:
    html = render(book, "A [test](glossary.md#challenge) is a Challenge.")
    assert html.find("a", string="test")["href"] == "glossary.md#challenge"
    assert not explained_terms(html)


def test_glossary_page_anchors_terms_without_links(book) -> None:
    render(book, "")
    html = BeautifulSoup(book.render("core_rules/glossary.md"), "html.parser")
    assert [each["id"] for each in html.find_all("dt")] == ["challenge", "step", "first-step"]
    assert [each.get_text() for each in html.find_all("dd", class_="also")] == ["Also: test, check."]
    assert [each.get_text() for each in html.find_all("dd", hidden=True)] == ["Search: chalenge."]
    assert not explained_terms(html)


def test_explanations_stay_within_the_book(book) -> None:
    render(book, "")
    book.write("tools/index.md", "# Tools\n\nA Challenge.")
    assert 'class="term"' not in book.render("tools/index.md")


def test_ambiguous_term_is_explained_only_by_links(book) -> None:
    book.write("core_rules/glossary.md", "cost (of a fight)\n:   What winning takes.\n")
    book.write(
        "core_rules/index.md", "What did it cost? It costs a boot. A [cost](glossary.md#cost-of-a-fight)."
    )
    html = BeautifulSoup(book.render("core_rules/index.md"), "html.parser")
    assert not explained_terms(html)
    book.write("core_rules/glossary.md", "cost\n:   What winning takes.\n")
    book.open()
    assert "term" in book.render("core_rules/index.md")


def test_term_matches_across_lines_but_not_in_names(book) -> None:
    html = render(book, "Take the first\nstep.")
    assert [each.get_text() for each in explained_terms(html)] == ["first\nstep"]
    assert not explained_terms(render(book, "He has Quiet Step. So has she: Loud Steps."))


def test_title_of_the_book_is_no_term(book) -> None:
    book.write("dichotomy/glossary.md", "dichotomy\n:   Two attributes.\n")
    book.write("dichotomy/index.md", "Dichotomy is a game. Each dichotomy comes to 11.")
    html = BeautifulSoup(book.render("dichotomy/index.md"), "html.parser")
    assert [each.get_text() for each in explained_terms(html)] == ["dichotomy"]
