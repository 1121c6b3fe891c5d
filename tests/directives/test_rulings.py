"""Rulings: collapsed under one line of their section, and all of a book listed on one page."""

import pytest
from bs4 import BeautifulSoup, Tag

from hooks.directives import DirectiveError
from hooks.directives.pages import read_page
from rules_py.systems import registry

TWO = '# Points\n\nSpend one.\n\n!!! ruling "[#R-4] Once" about="how often"\n\n    Not twice.\n\n!!! ruling "[#R-5] Before" about="when"\n\n    First [R-4].\n'
RULING = '!!! ruling "[#R-4] Once"\n\n    Not twice.\n'
GATHERED = "# Rulings\n\n```rulings\n```\n"


def note_lines(html: str) -> list[Tag]:
    return BeautifulSoup(html, "html.parser").select("details.note-line:not([open])")


def test_rulings_of_a_section_share_a_line_with_topics(page) -> None:
    [line] = note_lines(page(TWO))
    assert line.summary.get_text() == "2 rulings how often; when"
    assert [each.p.get_text(" ", strip=True) for each in line.select(".ruling")] == ["R-4 Once", "R-5 Before"]
    assert "Spend one." not in line.get_text()


def test_notes_of_a_section_follow_its_last_note(page) -> None:
    """Rulings come first, and the text between the notes stays in the text."""
    call = 'odds("core_rules.challenge", situation="average", steps=1).mean'
    example = f'```pycon title="Two"\n>>> {call}\nFraction(7, 2)\n```\n'
    text = f"# Points\n\nOne.\n\n{example}\nTwo.\n\n{RULING}\n## After\n\nThree.\n\n{RULING.replace('4', '5')}\nFour.\n"
    html = page(text)
    first, second = note_lines(html)
    assert first.summary.get_text() == "Ruling · example Once; Two"
    assert second.summary.get_text() == "Ruling Once"
    assert [child["class"][-1] for child in first.find_all("div", recursive=False)] == ["ruling", "example"]
    order = [
        html.index(each)
        for each in ("One.", "Two.", "Ruling · example", "After", "Three.", "Ruling <", "Four.")
    ]
    assert order == sorted(order)


def test_ruling_links_to_the_rules_of_the_paragraph_above(page) -> None:
    rules = "One. [#C-001]\n\n- Two. [#C-002]\n\n- Three. [#C-003]\n\n"
    [line] = note_lines(page(f"# Points\n\n{rules}{RULING}"))
    assert [each.get_text() for each in line.select(".ruling__about .rule-link")] == ["C-002", "C-003"]


def test_note_in_a_list_has_its_own_line(page) -> None:
    html = page('1. One\n\n    ```pycon title="Two"\n    >>> 1 + 1\n    2\n    ```\n\n2. Two\n')
    assert len(BeautifulSoup(html, "html.parser").select("ol > li > details.note-line")) == 1


def test_mistake_in_collapsed_ruling_has_its_own_line(page) -> None:
    with pytest.raises(DirectiveError, match="page.md:11"):
        page(TWO.replace("[R-4].", "[R-99]."))


def test_rule_link_in_a_title_is_refused(page) -> None:
    with pytest.raises(
        DirectiveError, match="rule link in a title: expected a rule link in the text below it, got 'R-4'"
    ):
        page('!!! ruling "[#R-4] As [R-4] says"\n\n    Not twice.\n')


def test_rulings_page_links_to_each_ruling(book) -> None:
    book.write("core_rules/points.md", f"---\ntitle: Points\n---\n{TWO}")
    book.write("core_rules/rulings.md", GATHERED)
    html = BeautifulSoup(book.render("core_rules/rulings.md"), "html.parser")
    chapter = html.find_all("h2")[-1]
    assert chapter.a["href"] == "points.md" and chapter.get_text() == "Points"
    assert [each.summary.get_text() for each in html.select("details.ruling")] == ["R-4 Once", "R-5 Before"]
    assert (
        html.select("details.ruling")[0].select("a.rule-link")[-1]["href"] == "../../core_rules/points/#R-4"
    )


UNNUMBERED = """# Points

!!! ruling "Twice? No" id="spent-twice" about="how often"

    Not twice.

!!! ruling "Before? *Yes*" about="when"

    First.

!!! ruling "[#R-5] After? No" about="after"

    Never.
"""


def test_ruling_without_a_number_has_an_anchor(page) -> None:
    """The author chooses it, or it is made from the title; a number needs no other anchor."""
    [line] = note_lines(page(UNNUMBERED))
    titles = line.select(".ruling > .admonition-title")
    assert [each.get_text(strip=True, separator=" ") for each in titles] == [
        "Twice? No",
        "Before? Yes",
        "R-5 After? No",
    ]
    anchors = [[part["id"] for part in each.select("[id]")] for each in titles]
    assert anchors == [["spent-twice"], ["ruling-before-yes"], ["R-5"]]


def test_ruling_with_a_number_takes_no_other_anchor(page) -> None:
    with pytest.raises(
        DirectiveError, match='page.md:3: ruling: .* or with id="…" before the title if it has no number'
    ):
        page('# Points\n\n!!! ruling "[#R-5] After? No" id="after"\n\n    Never.\n')


def test_gathered_ruling_without_a_number_links_to_its_place(book) -> None:
    book.write("core_rules/points.md", f"---\ntitle: Points\n---\n{UNNUMBERED}")
    book.write("core_rules/rulings.md", GATHERED)
    html = BeautifulSoup(book.render("core_rules/rulings.md"), "html.parser")
    assert [each.select("a")[-1]["href"] for each in html.select("details.ruling")] == [
        "points.md#spent-twice",
        "points.md#ruling-before-yes",
        "../../core_rules/points/#R-5",
    ]


def test_repeated_ruling_links_to_its_chapter(book) -> None:
    ruling = '!!! ruling "[#R-4] Once"\n\n    As [above](#again), not [before](dice.md#first).\n'
    book.write("core_rules/points.md", f"---\ntitle: Points\n---\n# Points\n\n## Again\n\n{ruling}")
    book.write("core_rules/rulings.md", GATHERED)
    html = BeautifulSoup(book.render("core_rules/rulings.md"), "html.parser")
    links = [link["href"] for link in html.select("details.ruling a:not(.rule-link)")]
    assert links == ["points.md#again", "dice.md#first"]


def test_rulings_page_links_house_rules_to_their_switches(book) -> None:
    book.write("two_d6/ours.md", "# Ours\n\n```house-rules\n```\n")
    book.write("two_d6/rulings.md", GATHERED)
    html = BeautifulSoup(book.render("two_d6/rulings.md"), "html.parser")
    names = {each.strong.get_text(): each.strong.a["href"] for each in html.select("h2 + ul > li")}
    assert names["Mastering a Language includes Literacy"] == (
        "../../two_d6/ours/#option-literacy_on_mastery"
    )
    assert len(names) == len(registry.game("two_d6").options)


def test_ruling_links_to_its_switch(book) -> None:
    ruling = '!!! ruling "[#R-8] Does mastery bring Literacy? No"\n\n    It costs a rank.\n'
    book.write("two_d6/skills.md", f"# Skills\n\nYou read. [#T-070]\n\n{ruling}")
    html = BeautifulSoup(book.render("two_d6/skills.md"), "html.parser")
    assert not html.select(".ruling__option"), "no page has the switch"
    book.write("two_d6/ours.md", "# Ours\n\n```house-rules\n```\n")
    book.open()
    html = BeautifulSoup(book.render("two_d6/skills.md"), "html.parser")
    [link] = html.select(".ruling .admonition-title a.ruling__option")
    assert link["href"] == "../../two_d6/ours/#option-literacy_on_mastery"


def test_summary_page_is_rebuilt_with_its_chapters(book) -> None:
    def made_from() -> str:
        library = book.open()
        rulings, lines = read_page(book.docs, "core_rules/rulings.md")
        return library.made_from(rulings, "\n".join(lines))

    book.write("core_rules/points.md", TWO)
    book.write("core_rules/rulings.md", GATHERED)
    before = made_from()
    assert made_from() == before
    book.write("core_rules/points.md", TWO.replace("Not twice.", "Never twice."))
    assert made_from() != before


@pytest.mark.parametrize("fence", ["rulings", "calculators"])
def test_rulings_and_calculators_blocks_take_no_fields(page, fence: str) -> None:
    with pytest.raises(
        DirectiveError,
        match="block: expected no lines, as it lists all (rulings|calculators) of the book, got 'list: points'",
    ):
        page(f"```{fence}\nlist: points\n```\n")
