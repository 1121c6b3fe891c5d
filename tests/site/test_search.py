"""The search as a reader meets it: by keyboard, by touch, with nothing typed and with nothing found."""

from tests.site.browsers import Browser, in_chromium

FIRST = "return document.querySelector('.search-result')?.innerText.includes(args[0])"
FETCHED = (
    "return performance.getEntriesByType('resource').filter(each => each.name.includes('/search/')).length"
)
SMALLEST = "return Math.min(...[...document.querySelectorAll(args[0])].map(each => each.getBoundingClientRect().height))"


def chosen(browser: Browser) -> str:
    """Return the text of the result that Enter would open, as announced to screen readers."""
    return browser.eval(
        "const field = document.querySelector('.search__words');"
        "return document.getElementById(field.getAttribute('aria-activedescendant')).innerText"
    )


def test_a_rule_is_opened_by_its_number_with_the_keyboard_alone(browser: Browser) -> None:
    browser.open("dichotomy/start-here/")
    browser.wait("dice-roller")
    assert browser.eval(FETCHED) == 0
    browser.press("/")
    browser.type(".search__words", "d 188")
    browser.wait_for(FIRST, "D-188")
    assert "add 4 to all your defence rolls." in chosen(browser)
    browser.press("Enter")
    browser.wait_for("return location.href.endsWith('/dichotomy/combat/#D-188')")
    assert browser.count(".search[open]") == 0
    assert browser.console_errors() == []


@in_chromium
def test_the_search_always_has_something_to_offer(browser: Browser) -> None:
    browser.open("core_rules/challenges/")
    browser.press("s")
    browser.wait(".search [aria-label='Chapters in Core Rules'] .search-result")
    browser.type(".search__words", "speciallty")
    browser.wait_for(FIRST, "Specialty")
    assert "for “speciallty”" in browser.text(".search__said")
    browser.press("ArrowDown")
    second = browser.texts(".search-result")[1]
    assert chosen(browser) == second
    assert browser.axe() == []
    browser.type(".search__words", "qqqqqq")
    browser.wait_for("return document.querySelector('.search__said').textContent.includes('No results')")
    assert "Table screen" in browser.texts(".search-result")
    browser.press("Escape")
    assert browser.count(".search[open]") == 0


@in_chromium
def test_on_a_phone_the_search_has_the_whole_screen(browser: Browser) -> None:
    browser.viewport(390, 844)
    browser.open("dichotomy/combat/")
    browser.click("[data-find=open]")
    browser.type(".search__words", "hp")
    browser.wait_for(FIRST, "A unit of damage")
    assert browser.eval(SMALLEST, ".search button, .search-result") >= 44
    box = browser.eval("return document.querySelector('.search').getBoundingClientRect()")
    assert (box["left"], box["top"], box["width"], box["height"]) == (0, 0, 390, 844)
    browser.click(".search-result:nth-of-type(2)")
    browser.wait_for("return location.hash && !document.querySelector('.search[open]')")


@in_chromium
def test_the_reader_goes_on_where_they_were(browser: Browser) -> None:
    browser.open("dichotomy/combat/")
    browser.wait("dice-roller")
    browser.eval("document.getElementById('D-188').scrollIntoView({block: 'center'})")
    browser.wait_for("return localStorage.getItem('diceleaf:place:/book/:dichotomy')")
    browser.open("")
    browser.wait_for("return document.querySelector('[data-go-on]').textContent === 'Continue: Combat'")
    browser.press("/")
    browser.wait("[aria-label='Continue reading'] .search-result")
    assert browser.text("[aria-label='Continue reading'] .search-result").startswith("Combat: ")
    browser.press("Enter")
    browser.wait_for("return location.pathname.endsWith('/dichotomy/combat/') && location.hash")
    assert browser.eval("return scrollY") > 1000
