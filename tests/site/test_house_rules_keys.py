"""House rules by keyboard: everything can be reached, and the focus is visible and moves on."""

from __future__ import annotations

import pytest

from tests.site.browsers import Browser, in_chromium
from tests.site.files import catch_copies, catch_downloads, downloaded_file
from tests.site.house_rules import put_in_force
from tests.site.house_rules_offer import example_set, link
from tests.site.input_devices import focus

HOUSE = "dice-house-rules"
NOTICE = f"{HOUSE} .house__notice > [role=status]"
FOCUSED = """
const here = document.activeElement;
const {outlineStyle, outlineWidth, boxShadow} = getComputedStyle(here);
const {top, bottom} = here.getBoundingClientRect();
const header = document.querySelector(".md-header");
const isMarked = (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
const isInView = header.contains(here) || (bottom > header.getBoundingClientRect().bottom && top < innerHeight);
return here.matches(args[0]) && isInView && (here.tabIndex < 0 || isMarked);
"""


class Reader:
    """A reader with a keyboard."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser

    def go(self, css: str) -> None:
        focus(self.browser, css)
        self.check(css)

    def press(self, css: str, key: str = "Enter") -> None:
        self.go(css)
        self.browser.press(key)

    def check_notice(self, text: str) -> None:
        self.browser.wait_for_text(NOTICE, text)

    def check(self, css: str) -> None:
        """Wait until a match has the focus, is in view and has a visible focus mark."""
        self.browser.wait_for(FOCUSED, css)


@pytest.fixture
def reader(browser: Browser) -> Reader:
    browser.open("dichotomy/house-rules/")
    browser.wait("[data-part=bar]:not([hidden])")
    return Reader(browser)


@in_chromium
def test_every_change_is_made_by_keyboard(reader: Reader) -> None:
    """After each change, the visible focus is where the reader continues."""
    browser = reader.browser
    reader.press("#option-beat_targets input", "Space")
    reader.check_notice("Changed")
    reader.check("#option-beat_targets input")
    reader.go("#option-step_hits input")
    browser.press("ArrowUp")
    browser.press("Tab")
    reader.check_notice("Changed: Hits to each step")
    reader.press("a[href='#house-part-rewritten']")
    browser.press("Tab")
    reader.check("[data-part=find-rule]")
    browser.type_on("D-188")
    browser.wait("[data-part=find-rule-hits] button")
    browser.press("Enter")
    reader.check("#house-rule-text")
    browser.press("Control+a")
    browser.type_on("Defend costs 2 AP.")
    reader.press("[data-part=rule-form] [type=submit]")
    reader.check_notice("Saved: D-188.")
    reader.check("[data-part=rules] [data-key=D-188] a")
    reader.press("[data-key=D-188] [data-command=edit-rule]")
    reader.check("#house-rule-text")
    reader.press("[data-part=rule-form] [data-command=cancel]")
    reader.check("[data-key=D-188] [data-command=edit-rule]")
    reader.press("[data-command=add]")
    reader.check("#house-new-title")
    browser.type_on("No phones")
    reader.go("#house-new-text")
    browser.type_on("Phones stay in the bag.")
    reader.go("#house-new-after")
    browser.type_on("D-188")
    browser.wait("[data-part=new-after-hits] button")
    browser.press("Enter")
    reader.check("[data-part=new-form] [type=submit]")
    browser.press("Enter")
    reader.check_notice("Saved: No phones.")
    reader.check("[data-command=add]")
    reader.go("[data-part=find-part]")
    browser.type_on("dodg")
    browser.wait("[data-part=find-part-hits] button")
    browser.press("Enter")
    reader.check_notice("Not used at your table")
    reader.check("[data-part=find-part]")
    reader.go("[data-part=name]")
    browser.press("Control+a")
    browser.type_on("Thursday table")
    browser.press("Tab")
    reader.check_notice("Saved: name.")
    reader.press("[data-command=undo]")
    reader.check_notice("Restored: name.")
    reader.check("[data-part=editor] [data-part=notice]")
    reader.press("[data-key=D-188] [data-command=drop-rule]")
    reader.check_notice("By the book again: D-188.")
    reader.check("[data-part=find-rule]")


FEW_PRESSES = 28
"""The number of presses that other tools of the site take at most from the top of their page."""


@in_chromium
def test_last_option_is_changed_in_few_presses(reader: Reader) -> None:
    """From the top of the page, by the links to its parts and their search."""
    browser, presses = reader.browser, 0
    on = "return document.activeElement.matches(args[0])"
    for stop, keys in (
        (".md-skip", ["Enter"]),
        ("a[href='#house-part-options']", ["Enter"]),
        ("[data-part=find-option]", [*"betray", "Enter", "ArrowUp"]),
    ):
        while not browser.eval(on, stop):
            browser.press("Tab")
            presses += 1
            assert presses <= FEW_PRESSES
        for key in keys:
            browser.press(key)
        presses += len(keys)
        if "ArrowUp" in keys:
            reader.check("#option-betrayed_xp input")
    browser.press("Tab")
    reader.check_notice("Changed: ")
    assert presses <= FEW_PRESSES


@in_chromium
def test_sharing_and_import_are_reached_by_keyboard(reader: Reader) -> None:
    browser = reader.browser
    reader.press("#option-beat_targets input", "Space")
    reader.check_notice("Changed")
    catch_copies(browser)
    reader.press("[data-command=link]")
    reader.check_notice("Link copied")
    reader.check("[data-command=link]")
    reader.press("[data-command=code]")
    browser.wait("[data-part=code] svg")
    reader.check("[data-command=code]")
    catch_downloads(browser)
    reader.press("[data-command=download]")
    downloaded_file(browser)
    reader.press(".house__sets > summary")
    browser.eval("window.chosen = 0; HTMLInputElement.prototype.click = () => { window.chosen += 1; }")
    focus(browser, "[data-part=file]")
    assert browser.eval("return getComputedStyle(document.activeElement.closest('label')).outlineStyle") != (
        "none"
    )


@in_chromium
@pytest.mark.parametrize("answer", ["play", "look", "no"])
def test_link_is_answered_by_keyboard(reader: Reader, answer: str) -> None:
    browser = reader.browser
    book = browser.eval("return JSON.parse(document.querySelector('script[data-part=book]').textContent)")
    browser.eval("location.hash = args[0]", link(example_set(book)))
    reader.check("[data-part=offered] [data-part=title]")
    reader.press(f"[data-answer={answer}]")
    reader.check("[data-part=consent] > [data-part=notice]")
    if answer == "no":
        return
    if answer == "look":
        reader.press(".house-chip__play")
        reader.check(".house-chip__name")
    reader.press(".house-chip__book")
    browser.wait(".house-chip__book[aria-pressed=true]")
    reader.check(".house-chip__book")
    browser.press("Enter")
    browser.wait(".house-chip__book[aria-pressed=false]")


@in_chromium
def test_book_sentence_is_shown_by_keyboard(browser: Browser) -> None:
    """A rewritten rule is one tab stop, and Enter shows the book's sentence."""
    rules = {"D-188": {"text": "Defend costs 2 AP, as in D-184.", "of": ""}}
    browser.open("dichotomy/")
    put_in_force(browser, "dichotomy", {}, rules=rules)
    browser.open("dichotomy/combat/#D-188")
    browser.wait(".house-rule[data-house=D-188]")
    reader = Reader(browser)
    stops = """return [...document.querySelectorAll("[data-house=D-188] :is(a, button)")]
        .filter((each) => each.checkVisibility() && each.tabIndex >= 0).length"""
    assert browser.eval(stops) == 1
    reader.press("[data-house=D-188] .house-rule__label")
    browser.wait("[data-house=D-188] .house-rule__book")
    reader.check("[data-house=D-188] .house-rule__label")
    browser.press("Enter")
    browser.wait_for(
        "return !document.querySelector('[data-house=D-188] .house-rule__book').checkVisibility()"
    )


@in_chromium
def test_rule_editor_opens_from_a_card_by_keyboard(browser: Browser) -> None:
    """R shows the card of a rule, the arrow key moves the focus into it, and its link leads to the form."""
    browser.open("dichotomy/combat/")
    browser.wait_for("return Boolean(customElements.get('dice-roller'))")
    browser.press("r")
    browser.wait(".card:popover-open [data-card=ours]")
    browser.press("ArrowDown")
    Reader(browser).press("[data-card=ours]")
    browser.wait_for("return document.activeElement.id === 'house-rule-text'")
