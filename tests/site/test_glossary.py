"""The definition of a term reaches readers with a mouse, a keyboard or a finger."""

from tests.site.browsers import Browser

PAGE = "core_rules/improving-the-roll/"
BEFORE_THE_TERM = """
const term = document.querySelector("article a.term");
const all = [...document.querySelectorAll("a[href], button")];
term.scrollIntoView({block: "center"});
all[all.indexOf(term) - 1].focus();
return [term.title, new URL(term.href).hash.slice(1)];
"""
ON_SCREEN = """
const {top, bottom} = document.getElementById(args[0]).getBoundingClientRect();
return top >= document.querySelector(".md-header").offsetHeight && bottom <= innerHeight;
"""


def test_a_term_says_what_it_means_when_the_keyboard_reaches_it(browser: Browser) -> None:
    browser.viewport(390, 800)
    browser.open(PAGE)
    definition, _ = browser.eval(BEFORE_THE_TERM)
    browser.press("Tab")
    browser.wait(".md-tooltip2--active")
    assert browser.text("[role=tooltip]") == definition
    assert browser.eval("return document.activeElement.getAttribute('aria-describedby')") == browser.eval(
        "return document.querySelector('[role=tooltip]').id"
    )
    assert browser.axe() == []


def test_a_finger_on_a_term_leads_to_its_entry_in_the_glossary(browser: Browser) -> None:
    browser.open(PAGE)
    _, entry = browser.eval(BEFORE_THE_TERM)
    browser.click("article a.term")
    browser.wait_for("return location.pathname.endsWith('/core_rules/glossary/')")
    assert browser.text(f"dt#{entry}")
    # Where it stands, and not the address, which soon names the section the reader is in.
    browser.wait_for(ON_SCREEN, entry)
