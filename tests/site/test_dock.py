"""The bar of shortcuts at the bottom of a phone: where it leads, and that it covers nothing."""

import pytest

from tests.site.browsers import Browser, alike, in_chromium
from tests.site.page_scripts import DRAW_ALL

PHONE = (390, 844)

COVERED = """
const bar = () => document.querySelector(".dock").getBoundingClientRect().top;
const covered = [];
const operable = "a[href], button, input, select, textarea, summary";
for (const each of document.querySelectorAll(`.md-container :is(${operable})`)) {
    if (!each.checkVisibility({visibilityProperty: true}) || each.closest(".contents, .visually-hidden, .reference__cards thead")) continue;
    each.scrollIntoView({block: "nearest", behavior: "instant"});
    const {bottom, height} = each.getBoundingClientRect();
    if (height && height < 400 && bottom > bar() + 1) covered.push([each.outerHTML.slice(0, 120), bottom, bar()]);
}
return covered;
"""


@pytest.mark.measure
@in_chromium
def test_bar_covers_no_controls(browser: Browser) -> None:
    """The last link of a page, Undo and steppers stay free at every scroll position."""
    browser.viewport(*PHONE)
    for page in (
        "",
        "two_d6/combat/",
        "two_d6/combat-tracker/",
        "core_rules/sheet/",
        "two_d6/spells/",
        "tools/kept/",
    ):
        browser.open(page)
        browser.wait(".dock")
        browser.eval(DRAW_ALL)
        assert browser.eval(COVERED) == [], page
        browser.eval("scrollTo({top: document.body.scrollHeight, behavior: 'instant'})")
        gap = """
            const parts = [...document.querySelectorAll(".md-footer *, .offline *")].filter((each) => each.checkVisibility());
            const end = Math.max(...parts.map((each) => each.getBoundingClientRect().bottom));
            return document.querySelector(".dock").getBoundingClientRect().top - end;
        """
        assert browser.eval(gap) > -1, page


@alike
def test_bar_leads_to_sheet_search_contents_and_dice(browser: Browser) -> None:
    browser.viewport(*PHONE)
    browser.open("two_d6/combat/")
    assert browser.texts(".dock__label") == ["Dice", "Sheet", "Search", "Contents"]
    browser.click(".dock [data-find=open]")
    browser.wait("dialog.search[open]")
    browser.press("Escape")
    browser.click(".dock [data-open-contents]")
    is_open = "return 'contentsOpen' in document.documentElement.dataset"
    browser.wait_for(is_open)
    browser.press("Escape")
    browser.wait_for(is_open.replace("return", "return !(") + ")")
    browser.click(".dock [data-dock=dice]")
    browser.wait("dice-tray .tray__sheet")
    browser.click(".dock [data-dock=dice]")
    browser.wait_for("return document.querySelector('.tray__sheet').hidden")
    browser.click(".dock a.dock__item")
    browser.wait_for("return location.pathname.endsWith('/two_d6/sheet/')")
    browser.wait(".dock [aria-current=page]")
    browser.follow_link("authoring/")
    browser.click(".dock a.dock__item")
    browser.wait_for("return location.pathname.endsWith('/tools/kept/')")


@in_chromium
def test_bar_has_links_without_scripts(browser: Browser) -> None:
    browser.emulate(scripts=False)
    browser.viewport(*PHONE)
    browser.open("two_d6/combat/")
    links = """
        return [...document.querySelectorAll(".dock :is(a, button)")].filter((each) => each.checkVisibility())
            .map((each) => [each.textContent.trim(), new URL(each.href).pathname.split("/").slice(-3).join("/")]);
    """
    assert browser.eval(links) == [
        ["Dice", "book/tools/"],
        ["Sheet", "two_d6/sheet/"],
        ["Contents", "book/two_d6/"],
    ]


@alike
def test_dice_button_of_a_wide_window_is_round_and_alone(browser: Browser) -> None:
    for width in (1024, 1280, 1600):
        browser.viewport(width, 800)
        browser.open("two_d6/combat/")
        [size] = browser.eval(
            """
            return [...document.querySelectorAll(".dock__item")].filter((each) => each.checkVisibility())
                .map((each) => [each.offsetWidth, each.offsetHeight]);
            """
        )
        assert size[0] == size[1] >= 44
        assert browser.eval(
            """
            const {left} = document.querySelector(".dock").getBoundingClientRect();
            return Math.max(...[...document.querySelectorAll("article > *")]
                .map((each) => each.getBoundingClientRect().right)) < left;
            """
        ), width
