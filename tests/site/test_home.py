"""The home page and the title pages of books, for new and for returning readers."""

import pytest

from rules_py.present.titles import title_letters
from rules_py.systems import registry
from tests.site.browser_storage import save_item
from tests.site.browsers import Browser, alike, in_chromium

BOOKS = [game.id for game in registry.games() if game.numbers]
DOCKED_BAR = 52

BOTTOMS = "return [...document.querySelectorAll('.cover')].map((each) => each.getBoundingClientRect().bottom)"
SOLID = """
const buttons = [...document.querySelectorAll(".title-page .button")].filter((each) => each.checkVisibility());
const isSolid = (each) => getComputedStyle(each).backgroundColor !== "rgba(0, 0, 0, 0)";
return buttons.filter(isSolid).map((each) => each.textContent);
"""
NOTE_PLACE = """
const place = { address: "core_rules/points/", chapter: "Points", section: "", at: 1 };
localStorage.setItem("diceleaf:place:/book/:core_rules", JSON.stringify(place));
"""


def save_last_character(browser: Browser) -> None:
    """Save a character as the one opened last."""
    save_item(browser, "sheet:dichotomy:abc", {"version": 1, "sheet": {"name": "Wren"}})
    browser.eval("localStorage.setItem('diceleaf:open:/book/:dichotomy', 'abc')")


@pytest.mark.measure
@in_chromium
@pytest.mark.parametrize(
    ("width", "height", "limit"), [(1280, 900, 800), (1024, 768, 768), (390, 844, 844 - DOCKED_BAR)]
)
def test_all_games_are_on_the_first_screen(browser: Browser, width: int, height: int, limit: int) -> None:
    browser.viewport(width, height)
    browser.open()
    bottoms = browser.eval(BOTTOMS)
    assert len(bottoms) == len(BOOKS)
    assert max(bottoms) <= limit


@alike
def test_new_readers_see_nothing_to_continue(browser: Browser) -> None:
    browser.open()
    assert not browser.eval("return document.querySelector('.shelf__go-on').checkVisibility()")
    browser.open("core_rules/")
    assert browser.eval(SOLID) == ["Start here (5 minutes)"]


@alike
def test_returning_readers_continue_with_page_and_character(browser: Browser) -> None:
    browser.open("core_rules/points/")
    browser.eval(NOTE_PLACE)
    save_last_character(browser)
    browser.open()
    browser.wait_for("return document.querySelector('.shelf__go-on').innerText.includes('Wren')")
    assert browser.texts(".shelf__go-on a:not([hidden])") == ["Wren · Character sheet", "Continue: Points"]
    browser.open("core_rules/")
    assert browser.eval(SOLID) == ["Continue: Points"]
    browser.click(".title-page__go-on")
    browser.wait_for("return location.pathname.endsWith('/core_rules/points/')")


@alike
def test_bar_leads_to_the_last_character_outside_a_book(browser: Browser) -> None:
    """Without a saved character, it leads to the list of saved items."""
    browser.viewport(390, 844)
    browser.open("core_rules/points/")
    browser.open()
    sheet = "return new URL(document.querySelector('.dock a.dock__item').href).pathname.endsWith(args[0])"
    assert browser.eval(sheet, "/tools/kept/")
    save_last_character(browser)
    browser.open()
    browser.wait_for(sheet, "/dichotomy/sheet/")
    browser.open("tools/kept/")
    browser.wait("details[data-group='sheet:dichotomy'][open]")


LINES = """
const heading = document.querySelector(".title-page h1");
heading.textContent = args[0];
heading.closest(".title-page").dataset.letters = args[1];
const text = document.createRange();
text.selectNodeContents(heading);
return text.getClientRects().length;
"""


@in_chromium
def test_title_of_one_long_word_fits_on_one_line(browser: Browser) -> None:
    for width in (320, 390, 768, 1280):
        browser.viewport(width, 844)
        browser.open("core_rules/")
        for word in ("Homebrewery", "Mummenschanz", "Swashbucklers", "Donaudampfschifffahrt"):
            assert browser.eval(LINES, word, title_letters(word)) == 1, (width, word)


@in_chromium
def test_covers_do_not_break_the_words_of_titles(browser: Browser) -> None:
    for width in (320, 390, 1024, 1280):
        browser.viewport(width, 844)
        browser.open("")
        lines = browser.eval("""
            return [...document.querySelectorAll(".cover__title a")].map((title) => {
                const text = document.createRange();
                text.selectNodeContents(title);
                return [title.textContent, text.getClientRects().length];
            });
        """)
        assert len(lines) == len(BOOKS)
        for title, count in lines:
            assert count <= len(title.split()), (width, title)
