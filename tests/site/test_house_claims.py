"""Examples and claims of a page, checked under house rules."""

from tests.site.browsers import Browser
from tests.site.house_rules import put_in_force

PAGE = "basic_systems/what-the-numbers-say/"
CONTRADICTED = ".claim + p.proof"
BLOCKS = "return [...document.querySelectorAll('.example, .claim')].map((each) => each.innerHTML)"


def test_claims_are_checked_again_and_restored(browser: Browser) -> None:
    browser.open(PAGE)
    before = browser.eval(BLOCKS)
    put_in_force(browser, "basic_systems", {"ones_cancel": False})
    browser.eval("document.querySelector('.claim').scrollIntoView()")
    browser.wait(CONTRADICTED)
    assert "Not at your table" in browser.text(CONTRADICTED)
    assert "First exception: " in browser.text(CONTRADICTED)
    assert browser.text(".claim:has(+ p.proof) > summary").startswith("By the book:")
    assert browser.count(".claim:not([data-pending]):not(:has(+ .proof))") > 0
    put_in_force(browser, "basic_systems", None)
    browser.wait_for("return !document.querySelector('.proof')")
    assert browser.eval(BLOCKS) == before


def test_example_follows_house_rules_after_page_navigation(browser: Browser) -> None:
    browser.open("basic_systems/")
    put_in_force(browser, "basic_systems", {"ones_cancel": False})
    browser.follow_link("basic_systems/successes/")
    browser.eval("document.querySelector('.note-line').scrollIntoView()")
    browser.wait(".note-line > summary .proof__label")
    browser.eval("document.querySelector('.note-line:has(div.proof)').open = true")
    assert "By your house rules:" in browser.text("div.proof")
