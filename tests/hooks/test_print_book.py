"""Whole books for print: their text without controls, and links within the page."""

from itertools import pairwise

import pytest
from bs4 import BeautifulSoup

from hooks.pages.print_book.book import chapter_marks
from hooks.pages.print_book.paper import on_paper, redirect_links

HOMES = {"lantern/": "index", "lantern/fights/": "fights", "lantern/ends/": "ends"}


def paper(html: str, name: str = "fights") -> BeautifulSoup:
    at = next(address for address, each in HOMES.items() if each == name)
    return BeautifulSoup(on_paper(html, name=name, at=at, homes=HOMES, root="../../"), "html.parser")


def test_ids_and_references_get_the_chapter_name() -> None:
    page = paper('<h2 id="flight">Flight</h2><div role="group" aria-labelledby="flight more"></div>')
    assert page.h2["id"] == "fights--flight"
    assert page.div["aria-labelledby"] == "fights--flight fights--more"


def test_instructions_for_the_screen_are_left_out() -> None:
    page = paper(
        '<p class="on-screen">Tap.</p><p>Ten cells. <span class="on-screen">Select <b>one</b>.</span></p>'
    )
    assert page.get_text() == "Ten cells. "


@pytest.mark.parametrize(
    ("link", "leads"),
    [
        ("#flight", "#fights--flight"),
        ("../ends/", "#ends"),
        ("../ends/#last", "#ends--last"),
        ("../", "#index"),
        ("?light=2#lantern.flee", "#fights--lantern.flee"),
        ("../../reed/#R-01", "../../reed/#R-01"),
        ("../sheet/", "../../lantern/sheet/"),
        ("https://example.org/?a=1&amp;b=2", "https://example.org/?a=1&b=2"),
    ],
)
def test_link_within_the_book_leads_within_the_page(link: str, leads: str) -> None:
    assert paper(f'<a href="{link}">there</a>').a["href"] == leads


def test_link_to_a_removed_part_leads_to_its_chapter() -> None:
    html = '<section id="ends"><h2 id="ends--last"></h2></section><a href="#ends--last"></a><a href="#ends--form"></a>'
    assert [each["href"] for each in BeautifulSoup(redirect_links(html), "html.parser").find_all("a")] == [
        "#ends--last",
        "#ends",
    ]


CALCULATOR = """<dice-roller class="calc" id="lantern.flee" data-calculator="lantern.flee">
<details class="calc__fold" data-part="fold"{open}><summary class="calc__line"><span class="calc__title">Flee!</span>
<span class="calc__chance"><strong>72%</strong></span></summary><p class="calc__summary">Whether one gets away.</p>
<div class="calc__values"><dl><dt>Light</dt><dd>2</dd></dl></div><form><input name="light"><button>+</button></form>
<div class="calc__odds"><table><tr><td>Away</td></tr></table></div></details>
<div class="calc__roller"><button>Roll</button></div></dice-roller><p>After it</p>"""


def test_chip_prints_its_line_and_open_form_its_odds() -> None:
    chip, open_form = (paper(CALCULATOR.replace("{open}", how)) for how in ("", " open"))
    assert chip.get_text(" ", strip=True) == "Flee! 72% After it"
    assert open_form.get_text(" ", strip=True) == "Flee! 72% Whether one gets away. Light 2 Away After it"
    for page in (chip, open_form):
        assert page.find(["form", "input", "button", "details", "summary"]) is None
        assert not page.select("[data-calculator], [data-part]")


def test_chip_without_a_chance_prints_its_answer() -> None:
    html = CALCULATOR.replace("{open}", "").replace("<strong>72%</strong>", "")
    assert paper(html).get_text(" ", strip=True) == "Flee! Light 2 Away After it"


def test_rulings_print_open_and_examples_with_their_results() -> None:
    page = paper(
        '<details class="note-line"><summary>Ruling · example</summary>'
        '<div class="admonition ruling"><p class="admonition-title">Flee first?</p><p>Yes.</p></div>'
        '<div class="example"><p>She flees</p><p>Away</p><ol class="working"><li>4 and 2</li></ol>'
        '<div class="example__code"><pre>resolve("flee")</pre></div></div></details>'
        '<table><tr><th><button class="reference__sort">Name</button></th></tr></table>'
    )
    assert page.details.has_attr("open")
    assert page.get_text(" ", strip=True) == "Ruling · example Flee first? Yes. She flees Away Name"


def test_svg_and_character_references_are_unchanged() -> None:
    html = (
        '<svg viewBox="0 0 9 9"><path d="M0 0z"/></svg><p>Bread &amp; cheese &mdash; 2&#160;gp<br>a day</p>'
    )
    assert on_paper(html, name="ends", at="lantern/ends/", homes=HOMES, root="../../") == html


def test_entry_prints_its_chance_without_inputs() -> None:
    page = paper(
        '<details class="asking"><summary>96.8%</summary><div class="field field--int"><label for="pool">Dice</label>'
        '<span class="stepper"><input id="pool" value="5"></span><p id="pool--help">One for each dot.</p></div></details>'
    )
    assert page.get_text(" ", strip=True) == "96.8%"
    assert page.find(["label", "input", "p"]) is None


def test_pages_without_a_number_follow_their_chapter() -> None:
    assert [*chapter_marks([None, 1, None, None, 2, None])] == ["0", "1", "1a", "1b", "2", "2a"]


def test_chapter_marks_continue_after_z() -> None:
    marks = [*chapter_marks([3, *[None] * 1000])]
    assert marks[26:29] == ["3z", "3aa", "3ab"]
    assert len({*marks}) == 1001
    assert all(len(one) <= len(other) for one, other in pairwise(marks))
