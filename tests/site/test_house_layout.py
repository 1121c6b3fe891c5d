"""The layout of pages with house rules in force: sticky bars, the focus and long names."""

import pytest

from tests.site.browsers import Browser, alike, in_chromium
from tests.site.house_rules import put_in_force

NAME = "The Thursday night table of Marisol, Wren and the old goblin"
OPTIONS = {"base_wounds": 4, "literacy_on_mastery": True}
PAGES = [
    f"two_d6/{page}"
    for page in ("", "combat/", "spells/", "sheet/", "combat-tracker/", "house-rules/", "odds/")
]

# Returns by how many pixels the last game exceeds the list of games.
CUT_GAMES = """
const right = (each) => Math.round(each.getBoundingClientRect().right);
return right([...document.querySelectorAll(".games a")].pop()) - right(document.querySelector(".games"));
"""

# Returns the text of the focused element if a bar covers it, else an empty string.
COVERED = """
const focused = document.activeElement, {left, top, width, bottom} = focused.getBoundingClientRect();
const over = (y) => document.elementFromPoint(left + width / 2, y)?.closest(".md-header, .tool-bar, .sheet__bar, .tracker__head, .dock");
const bar = over(top + 2) ?? over(bottom - 2);
return bar && !bar.contains(focused) ? focused.innerText || focused.name : "";
"""


@pytest.fixture
def at_a_table(browser: Browser) -> Browser:
    browser.open("licences/")
    put_in_force(browser, "two_d6", OPTIONS, name=NAME)
    return browser


@in_chromium
def test_no_page_is_wider_than_a_phone(at_a_table: Browser) -> None:
    at_a_table.viewport(390, 844)
    for page in PAGES:
        at_a_table.open(page)
        at_a_table.wait(".house-chip")
        assert at_a_table.eval("return document.documentElement.scrollWidth - innerWidth") <= 0, page


@in_chromium
def test_long_name_does_not_cut_games_and_title(at_a_table: Browser) -> None:
    for width in (1280, 1600):
        at_a_table.viewport(width, 900)
        at_a_table.open("two_d6/combat/")
        at_a_table.wait(".house-chip")
        assert at_a_table.eval(CUT_GAMES) <= 0, width
    at_a_table.viewport(320, 844)
    at_a_table.eval("scrollTo(0, 2000)")
    at_a_table.wait(".md-header__title--active")
    title = "const each = document.querySelector('[data-md-component=header-topic] .md-ellipsis');"
    assert at_a_table.eval(f"{title} return each.innerText.trim()") == "Combat"
    assert at_a_table.eval(f"{title} return each.scrollWidth - each.clientWidth") <= 0


@in_chromium
def test_header_covers_no_sticky_bar(at_a_table: Browser) -> None:
    for width in (390, 768, 1280, 1600):
        at_a_table.viewport(width, 900)
        at_a_table.open("two_d6/sheet/")
        at_a_table.eval("scrollTo(0, 700)")
        header, bar = at_a_table.eval("""
            return [".md-header", ".tool-bar"].map((each) => document.querySelector(each).getBoundingClientRect())
                .map(({top, bottom}, at) => at ? top : bottom);
        """)
        assert header - bar <= 1.5, width  # the line below the header


@in_chromium
@pytest.mark.parametrize("page", ["sheet/", "combat-tracker/", "house-rules/", "combat/"])
def test_focus_is_never_under_a_bar_after_shift_tab(at_a_table: Browser, page: str) -> None:
    for width in (390, 1280):
        at_a_table.viewport(width, 800)
        at_a_table.open(f"two_d6/{page}")
        at_a_table.eval("document.querySelector('.md-footer a').focus()")
        for _ in range(12):
            at_a_table.press("Shift+Tab")
            assert at_a_table.eval(COVERED) == "", width


@in_chromium
def test_forced_colours_leave_text_legible(at_a_table: Browser) -> None:
    at_a_table.emulate(dark=True, forced_colours=True)
    for page in (
        "two_d6/house-rules/",
        "two_d6/sheet/",
        "two_d6/combat-tracker/",
        "two_d6/combat/",
        "two_d6/",
        "two_d6/odds/",
    ):
        at_a_table.open(page)
        at_a_table.wait(".house-chip")
        assert at_a_table.axe(["color-contrast"]) == [], page


@in_chromium
def test_buttons_of_a_preview_do_not_overlap(browser: Browser) -> None:
    browser.open("licences/")
    put_in_force(browser, "two_d6", OPTIONS, preview=True, name=NAME)
    for width in (320, 390, 768, 1280):
        browser.viewport(width, 844)
        browser.open("two_d6/combat/")
        browser.wait(".house-chip__play")
        assert width < 1280 or browser.eval(CUT_GAMES) <= 0
        assert (
            browser.eval("""
            const boxes = [...document.querySelectorAll(".house-chip__label, .house-chip button")]
                .map((each) => [each, each.getBoundingClientRect()]);
            return boxes.filter(([each, {left}]) => each.matches("button") && boxes.some(([other, box]) =>
                other !== each && box.left < left && box.right > left + 1)).map(([each]) => each.innerText);
        """)
            == []
        ), width
        assert browser.eval("return document.documentElement.scrollWidth - innerWidth") <= 0
        label = browser.eval("""
            const {scrollWidth, clientWidth} = document.querySelector(".house-chip__label");
            return scrollWidth - clientWidth;
        """)
        assert label <= 0, width


@alike
def test_first_set_has_its_styles_after_following_links(browser: Browser) -> None:
    browser.open("")
    browser.follow_link("two_d6/")
    browser.follow_link("two_d6/house-rules/")
    browser.click("dice-house-rules [type=checkbox]")
    browser.wait(".house-chip")
    browser.wait_for(
        "return getComputedStyle(document.querySelector('.house-chip')).borderTopStyle === 'solid'"
    )
    assert browser.console_errors() == []
