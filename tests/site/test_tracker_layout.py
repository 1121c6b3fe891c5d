"""The layout of combat trackers on screens and in print, also without scripts."""

from tests.site.browsers import Browser, in_chromium
from tests.site.tool_menu import use_own_dice
from tests.site.tracker_page import HEAD, PAGE, attack, click, move_to, wait_for_event


@in_chromium
def test_tracker_bar_stays_visible_and_covers_no_focused_heading(browser: Browser) -> None:
    browser.viewport(390, 844)
    browser.open(PAGE)
    move_to(browser, "3")
    wait_for_event(browser, "Odile moves to zone 3.")
    browser.eval("scrollTo({top: 3000, behavior: 'instant'})")
    place = (
        "const {top, bottom} = document.querySelector(args[0]).getBoundingClientRect(); return [top, bottom]"
    )
    masthead, bar = browser.eval(place, ".md-header"), browser.eval(place, HEAD)
    assert bar[0] >= masthead[1] - 2 and bar[1] < 140
    click(browser, ".tracker__next")
    browser.wait_for("return document.activeElement.closest('[data-part]')?.dataset.part === 'turn'")
    assert (
        browser.eval("return document.activeElement.getBoundingClientRect().top")
        >= browser.eval(place, HEAD)[1]
    )


@in_chromium
def test_tracker_shows_the_start_and_chances_without_scripts(browser: Browser) -> None:
    browser.emulate(scripts=False)
    browser.open(PAGE)
    text = browser.text("dice-tracker")
    assert "JavaScript is needed to play" in text
    assert "Red hood" in text and "Hits: 88%" in text
    assert "Undo" not in text


@in_chromium
def test_fight_fits_a_phone_and_is_accessible(browser: Browser) -> None:
    browser.emulate(reduced_motion=True)
    browser.viewport(320, 844)
    browser.open(PAGE)
    use_own_dice(browser)
    move_to(browser, "3")
    wait_for_event(browser, "Odile moves to zone 3.")
    attack(browser, "attack-Thug-finesse-martial", (9, 9))
    wait_for_event(browser, "Bram attacks Thug")
    browser.eval("document.querySelectorAll('dice-tracker details').forEach(each => { each.open = true; })")
    assert browser.eval("return document.documentElement.scrollWidth") <= 320
    browser.remove_repetition()
    assert browser.axe_in_both_schemes() == []


@in_chromium
def test_printed_tracker_has_the_log_and_no_buttons(browser: Browser) -> None:
    browser.open(PAGE)
    move_to(browser, "3")
    wait_for_event(browser, "Odile moves to zone 3.")
    browser.emulate(print=True)
    text = browser.text("dice-tracker")
    assert "Odile moves to zone 3." in text and "3 points spent" in text
    assert "Red hood" in text
    assert "Go here" not in text and "Undo" not in text and "Set the table" not in text


@in_chromium
def test_forecast_table_fits_every_screen(browser: Browser) -> None:
    for page in (PAGE, "two_d6/combat-tracker/"):
        browser.open(page)
        click(browser, "[data-part=forecasting] > summary")
        browser.wait(".forecast__table")
        for width, height in ((1024, 768), (768, 1024), (390, 844), (1280, 800)):
            browser.viewport(width, height)
            cut = (
                "const {scrollWidth, clientWidth} = document.querySelector('.forecast__table');"
                "return scrollWidth - clientWidth"
            )
            assert browser.eval(cut) <= 1, (page, width)


# Returns the smallest gap between adjacent texts in a row of a table.
GAP_OF_TEXTS = """
const lineOf = (cell) => {
    const text = document.createRange();
    text.selectNodeContents(cell);
    return text.getBoundingClientRect();
};
const gaps = [...document.querySelectorAll(args[0])].flatMap((row) => {
    const lines = [...row.cells].map(lineOf);
    return lines.slice(1).map((line, place) => [lines[place], line])
        .filter(([before, line]) => line.top < before.bottom && line.bottom > before.top)
        .map(([before, line]) => line.left - before.right);
});
return Math.min(...gaps);
"""


@in_chromium
def test_numbers_of_a_forecast_do_not_touch_on_a_phone(browser: Browser) -> None:
    browser.open("two_d6/combat-tracker/")
    click(browser, "[data-part=forecasting] > summary")
    browser.wait(".forecast__table")
    assert ">99.9%" in browser.text(".forecast__table")
    for width in (390, 360, 320):
        browser.viewport(width, 844)
        assert browser.eval(GAP_OF_TEXTS, ".forecast__table tr") >= 2, width
        rights = (
            "return [...document.querySelectorAll(args[0])].map((each) => each.getBoundingClientRect().right)"
        )
        assert len(set(browser.eval(rights, ".forecast__table tr > :nth-child(4)"))) == 1, width


@in_chromium
def test_table_of_best_attacks_fits_every_screen(browser: Browser) -> None:
    for page in (PAGE, "two_d6/combat-tracker/"):
        browser.open(page)
        browser.wait(".panel__table")
        for width, height in ((1024, 768), (768, 1024), (390, 844), (1280, 800)):
            browser.viewport(width, height)
            cut = "return [...document.querySelectorAll('dice-tracker .panel .scroll')].map((e) => e.scrollWidth - e.clientWidth)"
            assert max(browser.eval(cut)) <= 1, (page, width)
