"""The book without JavaScript and in print: all text, and no controls that don't work."""

from tests.site.browsers import Browser, in_chromium

USELESS = (
    ":is(dice-roller, dice-calculator, dice-roll-buttons, dice-sheet, .reference) :is(button, [type=search])"
)
VISIBLE = """
const all = [...document.querySelectorAll(args[0])];
return all.filter(each => each.checkVisibility()).map(each => each.outerHTML);
"""


def visible(browser: Browser, css: str) -> list[str]:
    """Return the visible matching elements.

    Chromium runs the tests' scripts even if those of pages are disabled.
    """
    return browser.eval(VISIBLE, css)


@in_chromium
def test_roller_shows_inputs_and_odds_without_scripts(browser: Browser) -> None:
    browser.emulate(scripts=False)
    browser.open("core_rules/")
    assert (
        browser.text("dice-roller .input-values").split()
        == "Situation Average (d6) Steps of improvement 1".split()
    )
    assert "33.3%" in browser.text("dice-roller .odds__table")
    assert visible(browser, f"{USELESS}, dice-roller input") == []


@in_chromium
def test_pages_are_readable_without_scripts(browser: Browser) -> None:
    browser.emulate(scripts=False)
    for page, words in {
        "core_rules/points/": "Points afterwards",
        "core_rules/challenges/": "One step: roll one die",
        "core_rules/aptitudes-and-skills/": "strange natural events",
        "core_rules/sheet/": "Other abilities and notes",
    }.items():
        browser.open(page)
        browser.eval("for (const fold of document.querySelectorAll('article details')) fold.open = true")
        assert words in browser.text("article")
        assert (
            page,
            [
                each
                for each in visible(browser, USELESS)
                if "reference__sort" not in each and "button--roll" not in each
            ],
        ) == (page, [])


@in_chromium
def test_contents_open_on_a_phone_without_scripts(browser: Browser) -> None:
    browser.emulate(scripts=False)
    browser.viewport(390, 844)
    browser.open("core_rules/points/")
    visibility = "return getComputedStyle(document.querySelector('#contents')).visibility"
    assert browser.eval(visibility) == "hidden"
    link, name = browser.eval("""
        return [".md-header [href='#contents']", ".md-header__topic span"].map((each) => {
            const {left, right, width, height} = document.querySelector(each).getBoundingClientRect();
            return {left, right, width, height};
        });
    """)
    assert min(link["width"], link["height"]) >= 40 and link["right"] <= name["left"]
    browser.click("a[href='#contents']")
    browser.wait_for(f"return (() => {{ {visibility} }})() === 'visible'")


@in_chromium
def test_printed_page_has_no_buttons(browser: Browser) -> None:
    browser.open("core_rules/")
    browser.click("dice-roller [data-part=roll]")
    browser.wait("dice-tray .outcome")
    browser.emulate(print=True)
    assert visible(browser, ".md-content button, dice-tray button, .md-header, .md-footer") == []
    assert "33.3%" in browser.text("dice-roller .odds__table")
