"""Chapters of every book: short on a phone, mostly rules, with the rest collapsed to one line.

Reference pages and tools are not chapters.
"""

import re
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from rules_py.systems import registry
from tests.markup import markup_of
from tests.site.browsers import SITE, Browser, alike, in_chromium

BOOKS = [game for game in registry.games() if game.numbers]
MAX_SCREENS, LEAST_RULES = 12, 0.5
PHONE = (390, 844)
LOWEST_START = 240
"""The most pixels above the first rule of a chapter on a phone, or above the text after its introduction."""
MAX_NOTE_LINES = 18

MEASURE = """
const article = document.querySelector("article");
const plain = "h1, h2, h3, h4, p, ul, ol, dl, table, blockquote, hr, figure, .md-typeset__scrollwrap, .chip";
let rules = 0, all = 0;
const go = parent => {
    for (const each of parent.children) {
        const {height} = each.getBoundingClientRect();
        if (each.matches("section, header")) { go(each); continue; }
        if (!height) continue;
        const {marginTop, marginBottom} = getComputedStyle(each);
        const spent = height + parseFloat(marginTop) + parseFloat(marginBottom);
        all += spent;
        if (each.matches(plain)) rules += spent;
    }
};
go(article);
const [lead, second = lead] = article.querySelectorAll(
    "h1 ~ :is(p, ul, ol, dl, table, .md-typeset__scrollwrap, .calc, .reference, details)"
);
return {
    start: (lead.querySelector(".rule-mark, .rule-link") ? lead : second).getBoundingClientRect().top + scrollY,
    noteLines: [...article.querySelectorAll(".note-line > summary")].filter(each => each.checkVisibility()).length,
    screens: article.getBoundingClientRect().height / innerHeight,
    rules: rules / all,
    code: [...article.querySelectorAll("pre")].filter(each => each.checkVisibility()).length,
    forms: [...article.querySelectorAll("form")].filter(each => each.checkVisibility()).length,
};
"""

by_book = pytest.mark.parametrize("game", BOOKS, ids=[game.id for game in BOOKS])


def chapters(book: str) -> list[str]:
    """Return the names of the pages with a chapter number."""
    return [page.parent.name for page in pages(book) if "page-header__number" in page.read_text("utf-8")]


def pages(book: str) -> list[Path]:
    """Return the pages of a book except its first."""
    return sorted((SITE / book).glob("*/index.html"))


@pytest.mark.measure
@in_chromium
@by_book
def test_chapter_is_short_and_consists_mostly_of_rules(browser: Browser, game) -> None:
    browser.viewport(*PHONE)
    browser.emulate(saving_data=True)  # the engine isn't needed
    measurements = {}
    for chapter in chapters(game.id):
        visit = browser.follow_link if measurements else browser.open
        visit(f"{game.id}/{chapter}/")
        measurements[chapter] = browser.eval(MEASURE)
    assert len(measurements) > 5
    assert {
        name: each["screens"] for name, each in measurements.items() if each["screens"] > MAX_SCREENS
    } == {}
    assert {name: each["rules"] for name, each in measurements.items() if each["rules"] < LEAST_RULES} == {}
    assert {name: each for name, each in measurements.items() if each["code"] or each["forms"]} == {}
    assert {name: each["start"] for name, each in measurements.items() if each["start"] > LOWEST_START} == {}
    assert max(each["noteLines"] for each in measurements.values()) <= MAX_NOTE_LINES


@by_book
def test_rule_marks_and_links_of_rollers_are_no_tab_stops(game) -> None:
    for path in pages(game.id):
        page = markup_of(path)
        assert page.css("a.rule-mark:not([tabindex='-1'])") == [], path
        for form in page.css("form:has(+ * [data-part=roll]), form:has([data-part=roll])"):
            assert form.css("a.rule-link:not([tabindex='-1'])") == [], path


def page_of(book: str, name: str) -> LexborHTMLParser:
    return markup_of(SITE / book / name / "index.html")


@by_book
def test_one_page_has_every_calculator_of_a_book_open(game) -> None:
    calculators = page_of(game.id, "dice-and-calculators").css("[data-calculator]:has(> details[open])")
    assert sorted(each.attrs["data-calculator"] for each in calculators) == sorted(
        each.id for each in game.calculators if not each.api_only
    )


def title_of(ruling) -> str:
    """Return the ruling's title, which starts with its number if it has one."""
    about = "".join(each.text() for each in ruling.css(".ruling__about"))
    return " ".join(ruling.css_first("summary, .admonition-title").text().removesuffix(about).split())


@by_book
def test_rulings_page_lists_every_ruling_collapsed(game) -> None:
    listed_rulings = page_of(game.id, "rulings").css("details.ruling:not([open])")
    stated_rulings = [
        each
        for chapter in (*pages(game.id), SITE / game.id / "index.html")
        for each in markup_of(chapter).css(".note-line > .ruling")
    ]
    assert stated_rulings and sorted(map(title_of, listed_rulings)) == sorted(map(title_of, stated_rulings))
    links = [
        each.css("a.rule-link")[-1].attrs["href"]
        for each in listed_rulings
        if title_of(each).startswith("R-")
    ]
    marks = [mark.attrs["id"] for each in stated_rulings for mark in each.css(".admonition-title .rule-mark")]
    assert sorted(re.search(r"#(R-\d+)$", each)[1] for each in links) == sorted(marks)
    assert all(len(each.text()) > len(each.css_first("summary").text()) + 40 for each in listed_rulings)


@alike
def test_plot_shows_custom_inputs_and_returns_to_the_original(browser: Browser) -> None:
    plot = ".plot:has(dice-plot)"
    drawing = f"return document.querySelector('{plot} [data-plot-part=picture]').innerHTML"
    browser.open("core_rules/difficulty/")
    book = browser.eval(drawing)
    browser.click(f"{plot} dice-plot summary")
    browser.wait(f"{plot} [name=steps]")
    browser.click(f"{plot} .stepper__button:last-child")
    browser.wait_for(f"return (() => {{ {drawing} }})() !== args[0]", book)
    assert browser.text(f"{plot} [data-plot-part=title]") == "Your values: 2 steps of improvement"
    browser.click(f"{plot} [data-part=back]")
    browser.wait_for(f"return (() => {{ {drawing} }})() === args[0]", book)
