"""The search by keyboard and touch, also without a query and without results."""

from tests.site.browsers import Browser, in_chromium

FIRST = "return document.querySelector('.search-result')?.innerText.includes(args[0])"
STATUS_STARTS_WITH = "return document.querySelector('.search__status').textContent.startsWith(args[0])"
SELECTED_ID = "return document.querySelector('.search__words').getAttribute('aria-activedescendant')"
SINGLE_LINE = """
return [...document.querySelectorAll(".search-result > *")].every(each =>
    each.getBoundingClientRect().height < 1.6 * parseFloat(getComputedStyle(each).fontSize))
"""
FILES_FETCHED = (
    "return performance.getEntriesByType('resource').filter(each => each.name.includes('/search/')).length"
)
SMALLEST = "return Math.min(...[...document.querySelectorAll(args[0])].map(each => each.getBoundingClientRect().height))"


def selected_text(browser: Browser) -> str:
    """Return the text of the result that Enter would open, as announced to screen readers."""
    return browser.eval(
        "const field = document.querySelector('.search__words');"
        "return document.getElementById(field.getAttribute('aria-activedescendant')).innerText"
    )


def test_rule_is_opened_by_its_number_with_the_keyboard(browser: Browser) -> None:
    browser.open("dichotomy/start-here/")
    browser.wait("dice-roller")
    assert browser.eval(FILES_FETCHED) == 0
    browser.press("/")
    browser.type(".search__words", "d 188")
    browser.wait_for(FIRST, "D-188")
    assert "add 4 to all your defence rolls." in selected_text(browser)
    browser.press("Enter")
    browser.wait_for("return location.href.endsWith('/dichotomy/combat/#D-188')")
    assert browser.count(".search[open]") == 0
    assert browser.console_errors() == []


@in_chromium
def test_search_always_offers_results(browser: Browser) -> None:
    browser.open("core_rules/challenges/")
    browser.press("s")
    browser.wait(".search [aria-label='Chapters in Core Rules'] .search-result")
    browser.type(".search__words", "speciallty")
    browser.wait_for(FIRST, "Specialty")
    assert "for “speciallty”" in browser.text(".search__status")
    browser.press("ArrowDown")
    second = browser.texts(".search-result")[1]
    assert selected_text(browser) == second
    assert browser.axe() == []
    assert browser.count("header :is(.search, .card)") == 0
    browser.type(".search__words", "qqqqqq")
    browser.wait_for(STATUS_STARTS_WITH, "Nothing about “qqqqqq” in the books.")
    assert "Table screen" in browser.texts(".search-result")
    browser.press("Escape")
    assert browser.count(".search[open]") == 0


@in_chromium
def test_search_fills_the_screen_of_a_phone(browser: Browser) -> None:
    browser.viewport(390, 844)
    browser.open("dichotomy/combat/")
    browser.click(".dock [data-find=open]")
    browser.type(".search__words", "hp")
    browser.wait_for(FIRST, "D-199")
    assert browser.eval(SMALLEST, ".search button") >= 44
    assert browser.eval(SMALLEST, ".search-result") >= 48
    assert browser.eval(SINGLE_LINE)
    box = browser.eval("return document.querySelector('.search').getBoundingClientRect()")
    assert (box["left"], box["top"], box["width"], box["height"]) == (0, 0, 390, 844)
    browser.click(".search-result:nth-of-type(2)")
    browser.wait_for("return location.hash && !document.querySelector('.search[open]')")


@in_chromium
def test_search_separates_the_results_of_other_books(browser: Browser) -> None:
    browser.open("core_rules/points/")
    browser.press("/")
    browser.type(".search__words", "heal")
    browser.wait_for(STATUS_STARTS_WITH, "Nothing in Core Rules. In other books:")
    assert browser.text(".search-result").startswith("T-212") and "[2d6]" in browser.text(".search-result")
    browser.type(".search__words", "advantage")
    browser.wait(".search [aria-label='In other books'] .search-result")
    assert browser.text(".search-result").startswith("C-050")
    assert browser.axe() == []


@in_chromium
def test_selected_result_keeps_its_id_while_unchanged(browser: Browser) -> None:
    """Screen readers announce the selected result whenever its id changes."""
    browser.open("dichotomy/combat/")
    browser.press("/")
    selected_ids = []
    for query in ("defend", "defends", "smite"):
        browser.type(".search__words", query)
        browser.wait_for(FIRST, "D-072" if query == "smite" else "D-188")
        selected_ids.append(browser.eval(SELECTED_ID))
    assert selected_ids[0] == selected_ids[1] != selected_ids[2]
    browser.press("ArrowDown")
    assert browser.eval(SELECTED_ID) != selected_ids[2]


@in_chromium
def test_search_key_is_ignored_within_words_and_if_disabled(browser: Browser) -> None:
    is_open = "return document.querySelector('.search').open"
    browser.open("core_rules/points/")
    browser.wait_for("return Boolean(customElements.get('dice-calculator'))")
    browser.eval("document.querySelector('article p a[href]').focus()")
    for letter in "ash":
        browser.press(letter)
    assert not browser.eval(is_open), "on a link"
    browser.eval("document.activeElement.blur()")
    for letter in "ash":
        browser.press(letter)
    assert not browser.eval(is_open), "within a word"
    browser.click(".switches > summary")
    browser.click("[data-switch=keys]")
    browser.eval("document.activeElement.blur()")
    browser.press("/")
    assert not browser.eval(is_open), "switched off"
    browser.reload()
    browser.wait_for("return document.querySelector('[data-switch=keys]').checked === false")
    browser.click(".switches > summary")
    browser.click("[data-switch=keys]")
    browser.eval("document.activeElement.blur()")
    browser.press("/")
    browser.wait_for(is_open)


@in_chromium
def test_search_offers_to_continue_reading(browser: Browser) -> None:
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
