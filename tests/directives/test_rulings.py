"""Rulings: one line that unfolds, neighbours behind one line, all of a book gathered on one page."""

import pytest
from bs4 import BeautifulSoup

from hooks.directives import DirectiveError
from hooks.directives.pages import read_page

TWO = '# Points\n\nSpend one.\n\n!!! ruling "[#R-4] Once"\n\n    Not twice.\n\n!!! ruling "[#R-5] Before"\n\n    First [R-4].\n'
GATHERED = "# Rulings\n\n```rulings\n```\n"


def test_neighbours_wait_behind_one_line_that_names_them(page) -> None:
    html = BeautifulSoup(page(TWO), "html.parser")
    together = html.select_one("details.rulings:not([open])")
    assert together.summary.get_text() == "2 rulings: R-4, R-5"
    assert [each.summary.get_text() for each in together.select("details.ruling:not([open])")] == [
        "R-4 Once",
        "R-5 Before",
    ]
    assert html.find("p", string="Spend one.").find_parent("details") is None


def test_a_mistake_in_a_folded_ruling_is_told_at_its_own_line(page) -> None:
    with pytest.raises(DirectiveError, match="page.md:11"):
        page(TWO.replace("[R-4].", "[R-99]."))


def test_a_link_in_a_line_that_is_pressed_is_refused(page) -> None:
    with pytest.raises(DirectiveError, match="a rule link in the text below the title"):
        page('!!! ruling "[#R-4] As [R-4] says"\n\n    Not twice.\n')


def test_the_rulings_of_a_book_are_gathered_with_the_way_to_each(book) -> None:
    book.write("core_rules/points.md", f"---\ntitle: Points\n---\n{TWO}")
    book.write("core_rules/rulings.md", GATHERED)
    html = BeautifulSoup(book.render("core_rules/rulings.md"), "html.parser")
    assert html.h2.a["href"] == "points.md" and html.h2.get_text() == "Points"
    assert [each.summary.get_text() for each in html.select("details.ruling")] == ["R-4 Once", "R-5 Before"]
    assert (
        html.select("details.ruling")[0].select("a.rule-link")[-1]["href"] == "../../core_rules/points/#R-4"
    )


def test_a_page_that_gathers_is_made_anew_when_a_chapter_changes(book) -> None:
    def made_from() -> str:
        library = book.open()
        found, lines = read_page(book.docs, "core_rules/rulings.md")
        return library.made_from(found, "\n".join(lines))

    book.write("core_rules/points.md", TWO)
    book.write("core_rules/rulings.md", GATHERED)
    before = made_from()
    assert made_from() == before
    book.write("core_rules/points.md", TWO.replace("Not twice.", "Never twice."))
    assert made_from() != before


@pytest.mark.parametrize("fence", ["rulings", "calculators"])
def test_a_fence_that_lists_everything_takes_nothing(page, fence: str) -> None:
    with pytest.raises(DirectiveError, match="nothing: it lists all of the book's"):
        page(f"```{fence}\nlist: points\n```\n")
