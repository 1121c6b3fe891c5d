"""Rule marks, links to them, and the index that the engine reads."""

from __future__ import annotations

import json

import markdown
import pytest
from bs4 import BeautifulSoup

from hooks.directives import DirectiveError, DirectivesExtension, Library, Page
from rules_py.base.errors import join_or
from rules_py.systems import registry


def test_rule_mark_is_a_label_that_links_to_itself(page) -> None:
    mark = BeautifulSoup(page("- A rule. [#C-012]"), "html.parser").find("a")
    assert (mark.name, mark["id"], mark["href"], mark["class"]) == ("a", "C-012", "#C-012", ["rule-mark"])
    assert mark["aria-label"] == "Rule C-012"


def test_plain_markdown_links_rules_of_a_single_page() -> None:
    page = Page(game="core_rules", of_book=True)
    html = markdown.markdown("See [C-012].\n\nA rule. [#C-012]", extensions=[DirectivesExtension(page=page)])
    assert BeautifulSoup(html, "html.parser").find(class_="rule-link")["href"] == "#C-012"


def test_rule_mark_works_in_the_title_of_a_ruling(page) -> None:
    html = BeautifulSoup(page('!!! ruling "[#R-4] One step at most"\n\n    Because.'), "html.parser")
    assert html.select_one("details:not([open]) > .ruling > .admonition-title").find(id="R-4")


def test_rule_link_before_a_colon_works(page) -> None:
    html = page("A rule. [#C-012]\n\nBy that rule [C-012]: a throw.\n\n[C-051]: https://example.org/")
    assert "C-012</a>: a throw" in html and "C-051" not in html


def test_rule_link_leads_to_the_page_that_states_it(book) -> None:
    book.write("core_rules/index.md", "# Book\n\nSee [C-012].")
    book.write("core_rules/fights.md", "# Fights\n\nA rule. [#C-012] See [C-012] and [core_rules:C-012].")
    book.write("tools/index.md", "# Tools\n\nSee [core_rules:C-012].")
    links = {
        name: [
            each["href"]
            for each in BeautifulSoup(book.render(name), "html.parser").find_all(class_="rule-link")
        ]
        for name in ("core_rules/index.md", "core_rules/fights.md", "tools/index.md")
    }
    assert links == {
        "core_rules/index.md": ["../core_rules/fights/#C-012"],
        "core_rules/fights.md": ["../../core_rules/fights/#C-012"] * 2,
        "tools/index.md": ["../core_rules/fights/#C-012"],
    }


def test_addresses_can_end_in_html(book) -> None:
    book.write("core_rules/index.md", "# Book\n\nA rule. [#C-011]")
    book.write("core_rules/fights.md", "# Fights\n\nA rule. [#C-012]")
    library = Library(book.docs, directory_urls=False)
    assert library.index.pages == {
        "core_rules": {"C-011": "core_rules/index.html", "C-012": "core_rules/fights.html"}
    }


def test_reference_list_states_the_rules_of_its_entries(book) -> None:
    book.write("core_rules/skills.md", "# Skills\n\n```reference\nlist: core_rules.skills\n```\n")
    assert book.open().index.pages["core_rules"]["C-021"] == "core_rules/skills/"
    assert BeautifulSoup(book.render("core_rules/skills.md"), "html.parser").find(id="C-021")


def test_rule_on_two_pages_stops_build_and_names_both(book) -> None:
    book.write("core_rules/a.md", "# A\n\n[#C-012]")
    book.write("core_rules/b.md", "# B\n\n\n[#C-012]")
    with pytest.raises(DirectiveError) as error:
        book.render("core_rules/b.md")
    assert str(error.value) == (
        "docs/core_rules/b.md:4: rule mark: 'C-012' is already defined at docs/core_rules/a.md:3"
    )


def test_rules_can_only_be_stated_in_books(book) -> None:
    book.write("authoring/index.md", "---\ngame: core_rules\n---\n# Authors\n\nA rule. [#C-012]")
    with pytest.raises(DirectiveError) as error:
        book.render("authoring/index.md")
    assert str(error.value) == (
        "docs/authoring/index.md:6: rule mark outside the game's book: expected a link such as [core_rules:C-012], got 'C-012'"
    )


def test_rule_link_outside_a_book_must_name_a_game(book) -> None:
    book.write("index.md", "# Shelf\n\nSee [C-012].")
    with pytest.raises(DirectiveError) as error:
        book.render("index.md")
    assert str(error.value) == (
        "docs/index.md:3: rule link: expected a link with its game, such as [core_rules:C-001], as this page belongs to no game, got 'C-012'"
    )


def test_front_matter_names_the_game_of_a_page(book) -> None:
    book.write("core_rules/index.md", "# Book\n\nA rule. [#C-012]")
    book.write("authoring/index.md", "---\ngame: core_rules\n---\n# Authors\n\nSee [C-012].")
    assert 'href="../core_rules/#C-012"' in book.render("authoring/index.md")


def test_unknown_game_in_front_matter_stops_the_build(book) -> None:
    book.write("authoring/index.md", "---\ntitle: Authors\ngame: chess\n---\n# Authors")
    game_list = join_or(sorted(each.id for each in registry.games()))
    message = rf"^docs/authoring/index\.md:3: unknown game 'chess' \(expected {game_list}\)"
    with pytest.raises(DirectiveError, match=message):
        book.render("authoring/index.md")


OF_THE_TOOLS = {"tools": {"tools.throw": "tools/"}}
"""The places in every book, since these pages come with the package."""


def test_engine_knows_the_page_of_each_rule(book, tmp_path) -> None:
    book.write("core_rules/index.md", "# Book\n\nA rule. [#C-012]")
    book.open().write_places(tmp_path / "engine" / "rules.json")
    assert json.loads((tmp_path / "engine" / "rules.json").read_text()) == {
        "core_rules": {"C-012": "core_rules/"},
        **OF_THE_TOOLS,
    }


def test_engine_knows_the_page_of_each_calculator(book, tmp_path) -> None:
    roller = "# Book\n\n```roller\ncalculator: core_rules.challenge\n```\n"
    book.write("core_rules/index.md", roller)
    book.write("core_rules/more.md", roller)
    book.open().write_places(tmp_path / "rules.json")
    assert json.loads((tmp_path / "rules.json").read_text()) == {
        "core_rules": {"core_rules.challenge": "core_rules/"},
        **OF_THE_TOOLS,
    }
    book.write("core_rules/all.md", "# All\n\n```calculators\n```\n")
    book.open().write_places(tmp_path / "rules.json")
    places = json.loads((tmp_path / "rules.json").read_text())["core_rules"]
    assert places["core_rules.challenge"] == "core_rules/all/"
