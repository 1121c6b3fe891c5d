"""The dice tray, as a reader uses it: on every page, through page turns and reloads, for others, by keyboard
alone.
"""

from tests.site.browsers import Browser, alike, in_chromium

TRAY = "dice-tray"
ROLLER = "dice-roller[data-calculator='core_rules.challenge']"
ROWS = f"{TRAY} .tray__row"


def thrown(browser: Browser) -> str:
    """Return the text announced once the dice have landed."""
    return browser.wait_for("return document.querySelector(args[0]).textContent", f"{TRAY} > [data-part=say]")


def rows(browser: Browser, count: int) -> None:
    browser.wait_for("return document.querySelectorAll(args[0]).length === args[1]", ROWS, count)


def test_tray_restores_the_last_roll_on_a_new_page_and_on_reload(browser: Browser) -> None:
    browser.open("core_rules/challenges/")
    browser.click(f"{ROLLER} [data-part=roll]")
    thrown(browser)
    verdict = browser.text(f"{TRAY} .outcome__verdict")
    turn_on(browser)
    assert verdict in browser.text(f"{TRAY} [data-part=open]")
    browser.click(f"{TRAY} [data-part=open]")
    assert browser.text(f"{TRAY} .outcome__verdict") == verdict
    browser.reload()
    browser.wait_for(
        "return document.querySelector(args[0])?.innerText.trim() === args[1]",
        f"{TRAY} .outcome__verdict",
        verdict,
    )
    browser.wait(f"{TRAY} .die")
    browser.click(f"{TRAY} [data-part=close]")
    assert verdict in browser.text(f"{TRAY} [data-part=open]")
    browser.click(f"{TRAY} [data-part=open]")
    browser.click(f"{TRAY} [data-panel=earlier]")
    rows(browser, 1)
    assert verdict in browser.text(ROWS)
    assert browser.console_errors() == []


IS_OPEN = f"return document.querySelector('{TRAY} .tray__sheet').checkVisibility()"


def turn_on(browser: Browser) -> None:
    """Go to the next chapter; the tray has closed by then."""
    before = browser.path
    browser.eval("document.querySelector('.md-footer__link--next').click()")
    browser.wait_for("return !location.href.endsWith(args[0])", before)
    browser.wait_for(IS_OPEN.replace("return ", "return !"))


@alike
def test_tray_closes_on_another_page_and_stays_closed_there(browser: Browser) -> None:
    for width in (1280, 1024, 768):
        browser.viewport(width, 800)
        browser.open("core_rules/challenges/")
        browser.click(f"{ROLLER} [data-part=roll]")
        browser.wait_for(IS_OPEN)
        turn_on(browser)
        browser.open("dichotomy/fight-desk/")  # a page that is loaded anew, as all are from a folder
        browser.wait("dice-tracker [data-part=head]")
        browser.wait(f"{TRAY} [data-part=open]")
        assert not browser.eval(IS_OPEN)


LOOK = """
const style = getComputedStyle(document.querySelector("dice-tray .tray__sheet"));
return ["--leaf", "--ink", "border-top-color"].map((name) => style.getPropertyValue(name));
"""


@alike
def test_roll_of_another_game_is_named_and_in_no_game_s_colours(browser: Browser) -> None:
    book, last = f"{TRAY} [data-part=book]", f"{TRAY} [data-part=last]"
    named = "return document.querySelector(args[0]).textContent === args[1]"
    browser.open("core_rules/challenges/")
    browser.click(f"{ROLLER} [data-part=roll]")
    thrown(browser)
    verdict = browser.text(f"{TRAY} .outcome__verdict")
    browser.wait_for(named, book, "")
    leaf, ink, border = browser.eval(LOOK)
    assert leaf != ink
    browser.click(f"{TRAY} [data-panel=earlier]")
    rows(browser, 1)
    assert "Core Rules" not in browser.text(ROWS)
    browser.turn_to("two_d6/combat/")
    browser.wait_for(named, book, "Core Rules")
    assert browser.eval("return document.querySelector(args[0]).textContent", last) == ""
    browser.click(f"{TRAY} [data-part=open]")
    assert "Core Rules" in browser.text(f"{TRAY} .tray__what")
    leaf, ink, other = browser.eval(LOOK)
    assert leaf == ink and other != border
    assert "Core Rules" in browser.text(ROWS)
    browser.click(f"{TRAY} [data-panel=dice]")
    browser.click(f"{TRAY} [data-die='6']")
    browser.click(f"{TRAY} [data-part=own] [type=submit]")
    browser.wait_for(named, f"{TRAY} [data-part=title]", "1d6")
    assert browser.eval(named, book, ""), "dice of one's own are of no game"
    assert browser.eval(LOOK)[0] != ink
    browser.turn_to("core_rules/challenges/")
    browser.click(f"{TRAY} [data-part=open]")
    browser.click(f"{TRAY} [data-panel=earlier]")
    rows(browser, 2)
    assert not any("Core Rules" in each for each in browser.texts(ROWS))
    assert any(verdict in each for each in browser.texts(ROWS))


CLOSE_IS_IN_REACH = """
const close = document.querySelector("dice-tray [data-part=close]");
const { top, bottom, left, right } = close.getBoundingClientRect();
const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
return top >= 0 && bottom <= innerHeight && right <= innerWidth && close.contains(there);
"""


@in_chromium
def test_tray_can_be_closed_whatever_is_open_in_it(browser: Browser) -> None:
    """By a finger, by the mouse and by Escape, also while the page has the focus."""
    roll = "[data-part=roll]"
    for width, height, touch in ((390, 844, True), (320, 568, True), (844, 390, True), (1280, 800, False)):
        browser.viewport(width, height)
        browser.emulate(touch=touch, reduced_motion=True)
        press = browser.tap if touch else browser.click
        browser.open("two_d6/combat/")
        browser.wait(roll)
        browser.eval("document.querySelector(args[0]).closest('details')?.setAttribute('open', '')", roll)
        for panel in ("", "dice", "earlier", "share"):
            press(roll)
            browser.wait(f"{TRAY} .tray__result .outcome")
            if panel and browser.count(f"{TRAY} [data-panel={panel}][aria-expanded=false]"):
                press(f"{TRAY} [data-panel={panel}]")
            if panel == "earlier":
                browser.wait(ROWS)
            for end in ("0", "each.scrollHeight"):
                browser.eval(
                    "for (const each of document.querySelectorAll('.tray__sheet, .tray__sheet *'))"
                    f" each.scrollTop = {end}"
                )
                assert browser.eval(CLOSE_IS_IN_REACH), (width, panel, end)
            if panel == "share":
                browser.eval("document.querySelector(args[0]).focus()", roll)
                browser.press("Escape")
            else:
                press(f"{TRAY} [data-part=close]")
            browser.wait_for(IS_OPEN.replace("return ", "return !"))


@alike
def test_phone_tray_is_collapsed_on_the_next_page(browser: Browser) -> None:
    browser.viewport(320, 568)
    browser.open("core_rules/challenges/")
    browser.click(f"{ROLLER} [data-part=roll]")
    thrown(browser)
    browser.click(f"{TRAY} [data-panel=dice]")
    low = "return document.querySelector(args[0]).getBoundingClientRect().bottom - innerHeight"
    browser.wait_for(f"{low} <= 0", f"{TRAY} [data-switch=tumble]")
    browser.click(f"{TRAY} [data-panel=dice]")
    browser.eval("scrollTo({top: document.body.scrollHeight, behavior: 'instant'})")
    gap = """
        const {bottom} = document.querySelector(".md-footer__inner").getBoundingClientRect();
        return document.querySelector(args[0]).getBoundingClientRect().top - bottom;
    """
    assert browser.eval(gap, f"{TRAY} .tray__sheet") >= 0, "the end of the page can be read above it"
    browser.eval("document.querySelector('.md-footer__link--next').click()")
    browser.wait_for("return !location.pathname.endsWith('/challenges/')")
    browser.wait(f"{TRAY} [data-part=open]")
    assert not browser.eval(
        "return document.querySelector(args[0]).checkVisibility()", f"{TRAY} .tray__sheet"
    )
    assert browser.eval("return document.querySelector(args[0]).offsetWidth", f"{TRAY} [data-part=open]") < 60


@alike
def test_wide_window_places_controls_beside_the_open_tray(browser: Browser) -> None:
    below = """
        document.querySelector("dice-tray").open();
        const {left} = document.querySelector(args[0]).getBoundingClientRect();
        return [...document.querySelectorAll(".md-content__inner :is(button, input, select, td)")]
            .filter(each => each.checkVisibility() && each.getBoundingClientRect().right > left)
            .map(each => each.outerHTML);
    """
    for page in ("dichotomy/sheet/", "dichotomy/fight-desk/", "tools/"):
        browser.open(page)
        browser.wait(f"{TRAY} [data-part=open]")
        for width in (1280, 1024):
            browser.viewport(width, 800)
            assert browser.eval(below, f"{TRAY} .tray__sheet") == []


@alike
def test_roll_animation_hides_the_result_until_a_key_is_pressed(browser: Browser) -> None:
    browser.open("core_rules/challenges/")
    browser.wait(f"{TRAY} [data-part=open]")
    seen = browser.eval(
        """
        const roll = () => document.querySelector(args[0]).click();
        const result = document.querySelector("dice-tray [data-part=result]");
        roll();
        while (!result.querySelector(".die")) await new Promise(done => setTimeout(done, 5));
        const shown = () => ["outcome__verdict", "die__face"].map(
          each => getComputedStyle(result.querySelector("." + each)).visibility);
        const tumbling = shown();
        const said = document.querySelector("dice-tray > [data-part=say]").textContent;
        dispatchEvent(new KeyboardEvent("keydown", {key: "Shift"}));
        await new Promise(done => setTimeout(done));
        return [tumbling, said, shown()];
        """,
        f"{ROLLER} [data-part=roll]",
    )
    assert seen == [["hidden", "hidden"], "", ["visible", "visible"]]


@in_chromium
def test_reduced_motion_skips_roll_animation_but_counts_rolls(browser: Browser) -> None:
    browser.emulate(reduced_motion=True)
    browser.open("core_rules/challenges/")
    for count in (1, 2):
        browser.click(f"{ROLLER} [data-part=roll]")
        browser.wait_for(
            "return document.querySelector(args[0]).textContent === args[1]",
            f"{TRAY} [data-part=count]",
            f"Roll {count} today",
        )
        assert browser.count(f"{TRAY} .is-tumbling") == 0


@alike
def test_a_throw_is_shared_with_the_thrower_s_name(browser: Browser) -> None:
    browser.open("core_rules/challenges/")
    browser.eval("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    browser.eval("navigator.share = async (given) => { window.handed = given; }")
    browser.click(f"{ROLLER} [data-part=roll]")
    said = thrown(browser)
    browser.click(f"{TRAY} [data-panel=share]")
    browser.type(f"{TRAY} [data-part=thrower]", "Odile")
    browser.click(f"{TRAY} [data-part=copy-text]")
    words, link = browser.wait_for("return window.copied").split("\n")
    asked = "Challenge: Average (d6), 1 step of improvement"
    assert words.startswith(f"**Odile** rolled *Listen at the door*, {asked}: **")
    browser.click(f"{TRAY} [data-part=send]")
    assert browser.wait_for("return window.handed") == {"text": words, "url": link}
    browser.click(f"{TRAY} [data-part=show-code]")
    browser.wait(f"{TRAY} [data-part=code-picture]")
    assert browser.eval(
        "return document.querySelector('[data-part=code-path]').getAttribute('d').length > 999"
    )
    browser.open(link)
    browser.wait_for(
        "return document.querySelector(args[0]).textContent === args[1]",
        f"{TRAY} > [data-part=say]",
        f"Odile rolled this. {said}",
    )
    assert browser.text(f"{TRAY} [data-part=by]") == "Odile rolled this"
    rows(browser, 1)  # one's own, not the one that was shared


@alike
def test_tray_builds_and_rolls_dice_by_keyboard(browser: Browser) -> None:
    browser.open("dichotomy/combat/")
    browser.wait(f"{TRAY} [data-part=open]")
    browser.press("d")
    browser.wait_for("return document.activeElement?.dataset.die === '4'")
    browser.press("Enter")
    browser.press("Enter")
    assert browser.value(f"{TRAY} [data-part=written]") == "2d4"
    browser.eval("document.querySelector(args[0]).focus()", f"{TRAY} [data-part=written]")
    browser.press("Enter")
    assert thrown(browser).startswith("2d4: ")
    browser.press("Escape")
    browser.wait_for("return document.activeElement?.dataset.part === 'open'")
    assert browser.count(f"{TRAY} [data-part=sheet]:not([hidden])") == 0


@in_chromium
def test_the_tray_breaks_no_rule_of_accessibility(browser: Browser) -> None:
    for dark in (False, True):
        browser.emulate(dark=dark, reduced_motion=True)
        browser.open("core_rules/table-talk/")
        browser.wait_for("return document.querySelector(args[0]).checkVisibility()", TRAY)
        browser.press("d") if not dark else browser.click(f"{TRAY} [data-panel=dice]")
        browser.click(f"{TRAY} [data-die='6']")
        browser.click(f"{TRAY} [data-part=own] [type=submit]")
        thrown(browser)
        for panel in ("earlier",) if dark else ("dice", "earlier", "share"):
            if browser.count(f"{TRAY} [data-panel={panel}][aria-expanded=false]"):
                browser.click(f"{TRAY} [data-panel={panel}]")
            assert browser.axe() == []
