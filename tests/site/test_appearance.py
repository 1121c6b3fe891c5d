"""The appearance of books: page headers, text layout, forced colours and print."""

import pytest

from tests.markup import markup_of
from tests.site.browsers import SITE, Browser, in_chromium

CHAPTER = "dichotomy/combat/"

LINES = """
const line = parent => {
    const range = document.createRange(), tops = new Map();
    const walker = document.createTreeWalker(parent, NodeFilter.SHOW_TEXT, node =>
        node.parentElement.closest(".rule-mark") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
        for (let at = 0; at < node.length; at++) {
            range.setStart(node, at); range.setEnd(node, at + 1);
            const box = range.getClientRects()[0];
            if (box) tops.set(Math.round(box.bottom / 8), (tops.get(Math.round(box.bottom / 8)) ?? 0) + 1);
        }
    return Math.max(...tops.values());
};
return [...document.querySelectorAll("article > p")].slice(1, 12).map(line);
"""

TOO_LONG = """
return [...document.querySelectorAll("article :is(p, li, dd, blockquote)")].filter(each => {
    const {width, height} = each.getBoundingClientRect(), size = parseFloat(getComputedStyle(each).fontSize);
    return height > 2.2 * size && width > 34.1 * size;
}).map(each => each.textContent.trim().slice(0, 40));
"""


@pytest.mark.measure
@in_chromium
def test_lines_are_at_most_34_em_long_at_every_width(browser: Browser) -> None:
    for width in (700, 768, 1024, 1280, 1600):
        browser.viewport(width, 900)
        for page in (CHAPTER, "core_rules/improving-the-roll/", "dichotomy/rulings/", "authoring/rules/"):
            browser.open(page)
            browser.eval("for (const each of document.querySelectorAll('details')) each.open = true")
            assert browser.eval(TOO_LONG) == [], (width, page)


MARGIN = """
const text = document.querySelector("article > h2").getBoundingClientRect();
const notes = [...document.querySelectorAll("article > p > .rule-mark")]
    .map(each => each.getBoundingClientRect()).sort((one, other) => one.top - other.top);
return {
    notes: notes.length,
    inText: notes.filter(each => each.left < text.right).length,
    overlapping: notes.filter((each, at) => at && each.top < notes[at - 1].bottom - 1).length,
};
"""


@in_chromium
def test_wide_page_limits_line_length_and_puts_rules_in_margin(browser: Browser) -> None:
    browser.open(CHAPTER)
    for width in (768, 1280):
        browser.viewport(width, 900)
        longest = browser.eval(LINES)
        assert 45 < max(longest) <= 75
        margin = browser.eval(MARGIN)
        assert margin["notes"] > 15
        assert (margin["inText"], margin["overlapping"]) == (0, 0)


def test_running_head_names_book_and_chapter(browser: Browser) -> None:
    head = "return document.querySelector('[data-md-component=header-topic]').innerText.trim()"
    browser.viewport(390, 844)
    browser.open(CHAPTER)
    browser.eval("scrollTo(0, 2000)")
    browser.wait(".md-header__title--active")
    assert browser.eval(head) == "Dichotomy · Combat"
    browser.click(".md-footer__link--next")
    browser.wait_for("return location.pathname.endsWith('/terrain/')")
    browser.wait_for(f"return (() => {{ {head} }})() === 'Dichotomy · Terrain'")


@in_chromium
def test_cover_opens_its_book_and_each_book_has_its_own_colour(browser: Browser) -> None:
    leaf = "return getComputedStyle(document.body).getPropertyValue('--leaf')"
    browser.open()
    home = browser.eval(leaf)
    browser.click(".cover[data-motif=halves] .cover__title a")
    browser.wait("article .title-page[data-motif=halves]")
    assert browser.path == "dichotomy/"
    halves = browser.eval(leaf)
    browser.open("core_rules/")
    assert len({home, halves, browser.eval(leaf)}) == 3


STATES = """
const look = css => {
    const {backgroundColor, outlineStyle, outlineColor} = getComputedStyle(document.querySelector(css));
    return `${backgroundColor} ${outlineStyle === "none" ? "" : outlineColor}`;
};
return args[0].map(look);
"""


@in_chromium
def test_forced_colours_distinguish_the_selection(browser: Browser) -> None:
    browser.emulate(forced_colours=True)
    browser.open("core_rules/")
    selected, other = browser.eval(STATES, ["input:checked + span", "input:not(:checked) + span"])
    assert selected != other
    browser.open("dichotomy/fight-desk/")
    selected, other = browser.eval(STATES, [".tracker__card.is-chosen", ".tracker__card:not(.is-chosen)"])
    assert selected != other


@in_chromium
def test_forced_colours_mark_only_the_current_shortcut(browser: Browser) -> None:
    browser.viewport(390, 844)
    browser.emulate(forced_colours=True)
    for page, expected in (("core_rules/points/", 1), ("core_rules/sheet/", 2)):
        browser.open(page)
        colours = browser.eval(
            "return [...document.querySelectorAll('.dock__item')].map((each) => getComputedStyle(each).color)"
        )
        assert len(set(colours)) == expected, page


@in_chromium
def test_paper_is_white_in_dark_mode(browser: Browser) -> None:
    browser.emulate(dark=True, print=True)
    browser.open("dichotomy/sheet/")
    page = browser.eval(
        "const box = document.querySelector('input[type=checkbox]'), {colorScheme} = getComputedStyle(box);"
        "return [getComputedStyle(document.body).getPropertyValue('--paper'), colorScheme]"
    )
    assert page == ["#fff", "light"]


HOLES = """
const holes = [];
for (const open of [false, true]) {
    for (const each of document.querySelectorAll("article > .note-line")) each.open = open;
    const flow = [...document.querySelector("article").children].filter(each =>
        each.checkVisibility() && getComputedStyle(each).float === "none" && each.offsetHeight);
    flow.slice(1).forEach((each, at) => {
        const gap = each.getBoundingClientRect().top - flow[at].getBoundingClientRect().bottom;
        const isText = each.matches("p, ul, ol, dl, h2, h3, blockquote, details");
        if (gap > 80 && isText) holes.push([Math.round(gap), open, each.textContent.trim().slice(0, 40)]);
    });
}
return holes;
"""


@in_chromium
def test_margin_notes_leave_no_gap_in_the_text(browser: Browser) -> None:
    """Check every chapter with rule marks, with notes collapsed and open.

    Full-width elements such as wide tables follow the marks.
    """
    browser.emulate(saving_data=True)
    chapters = [page.parent for page in sorted(SITE.glob("*/*/index.html")) if "print" not in page.parts]
    for chapter in chapters:
        if markup_of(chapter / "index.html").css_first("article > p > .rule-mark"):
            browser.open(f"{chapter.relative_to(SITE)}/")
            for width in (768, 1280):
                browser.viewport(width, 900)
                assert browser.eval(HOLES) == [], (width, chapter.name)
