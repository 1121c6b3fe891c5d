"""The dice tray: on every page, after navigation and reloads, shared, by keyboard and by touch."""

from tests.site.browsers import Browser, alike, in_chromium
from tests.site.files import catch_copies, copied_text

TRAY = "dice-tray"
OPENER = "[data-dock=dice]"
LINE = f"{TRAY} .tray__line"
ROLLER = "dice-roller[data-calculator='core_rules.challenge']"
ROWS = f"{TRAY} .tray__row"


SAY = f"{TRAY} > [data-part=say]"


def announced_roll(browser: Browser) -> str:
    """Return the text announced once the dice have landed."""
    return browser.wait_for("return document.querySelector(args[0]).textContent", SAY)


def wait_for_rows(browser: Browser, count: int) -> None:
    browser.wait_for("return document.querySelectorAll(args[0]).length === args[1]", ROWS, count)


def test_tray_restores_the_last_roll_on_a_new_page_and_on_reload(browser: Browser) -> None:
    browser.open("core_rules/challenges/")
    browser.click(f"{ROLLER} [data-part=roll]")
    announced_roll(browser)
    verdict = browser.text(f"{TRAY} .outcome__verdict")
    open_next_chapter(browser)
    browser.click(OPENER)
    assert browser.text(f"{TRAY} .outcome__verdict") == verdict
    browser.reload()
    browser.wait_for(
        "return document.querySelector(args[0])?.innerText.trim() === args[1]",
        f"{TRAY} .outcome__verdict",
        verdict,
    )
    browser.wait(f"{TRAY} .die")
    browser.click(f"{TRAY} [data-part=close]")
    browser.click(OPENER)
    browser.click(f"{TRAY} [data-view=earlier]")
    wait_for_rows(browser, 1)
    assert verdict in browser.text(ROWS)
    assert browser.console_errors() == []


IS_OPEN = f"return document.querySelector('{TRAY} .tray__sheet').checkVisibility()"


def open_next_chapter(browser: Browser) -> None:
    """Go to the next chapter, and wait until the tray has closed."""
    before = browser.path
    browser.eval("document.querySelector('.md-footer__link--next').click()")
    browser.wait_for("return !location.href.endsWith(args[0])", before)
    browser.wait_for(IS_OPEN.replace("return ", "return !"))


@alike
def test_tray_closes_on_another_page_and_stays_closed_there(browser: Browser) -> None:
    for width in (1280, 1024, 390):
        browser.viewport(width, 800)
        browser.open("core_rules/challenges/")
        browser.click(f"{ROLLER} [data-part=roll]")
        announced_roll(browser)
        browser.eval("document.querySelector('dice-tray').open()")
        open_next_chapter(browser)
        assert browser.count(f"{LINE}:not([hidden])") == 0
        browser.open("dichotomy/fight-desk/")  # a page load, as for every page of a book opened from a folder
        browser.wait("dice-tracker [data-part=head]")
        browser.wait(OPENER)
        assert not browser.eval(IS_OPEN)


LOOK = """
const style = getComputedStyle(document.querySelector("dice-tray .tray__sheet"));
return ["--leaf", "--ink", "border-top-color"].map((name) => style.getPropertyValue(name));
"""


@alike
def test_roll_of_another_game_is_named_in_neutral_colours(browser: Browser) -> None:
    book = f"{TRAY} [data-part=book]"
    text_is = "return document.querySelector(args[0]).textContent === args[1]"
    browser.open("core_rules/challenges/")
    browser.click(f"{ROLLER} [data-part=roll]")
    announced_roll(browser)
    verdict = browser.text(f"{TRAY} .outcome__verdict")
    browser.wait_for(text_is, book, "")
    leaf, ink, border = browser.eval(LOOK)
    assert leaf != ink
    browser.click(f"{TRAY} [data-view=earlier]")
    wait_for_rows(browser, 1)
    assert "Core Rules" not in browser.text(ROWS)
    browser.follow_link("two_d6/combat/")
    browser.wait_for(text_is, book, "Core Rules")
    browser.click(OPENER)
    assert "Core Rules" in browser.text(f"{TRAY} .tray__what")
    leaf, ink, other = browser.eval(LOOK)
    assert leaf == ink and other != border
    browser.click(f"{TRAY} [data-view=earlier]")
    assert "Core Rules" in browser.text(ROWS)
    browser.click(f"{TRAY} [data-view=roll]")
    browser.click(f"{TRAY} [data-die='6']")
    browser.click(f"{TRAY} [data-part=own] [type=submit]")
    browser.wait_for(text_is, f"{TRAY} [data-part=title]", "1d6")
    assert browser.eval(text_is, book, ""), "quick dice belong to no game"
    assert browser.eval(LOOK)[0] != ink
    browser.follow_link("core_rules/challenges/")
    browser.click(OPENER)
    browser.click(f"{TRAY} [data-view=earlier]")
    wait_for_rows(browser, 2)
    assert not any("Core Rules" in each for each in browser.texts(ROWS))
    assert any(verdict in each for each in browser.texts(ROWS))


CLOSE_IS_REACHABLE = """
const close = document.querySelector("dice-tray [data-part=close]");
const { top, bottom, left, right } = close.getBoundingClientRect();
const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
return top >= 0 && bottom <= innerHeight && right <= innerWidth && close.contains(hit);
"""


@in_chromium
def test_tray_can_be_closed_from_every_panel(browser: Browser) -> None:
    """By touch, by mouse and by Escape, even if the focus is on the page."""
    roll = "[data-part=roll]"
    for width, height, touch in ((390, 844, True), (320, 256, True), (844, 390, True), (1280, 800, False)):
        browser.viewport(width, height)
        browser.emulate(touch=touch, reduced_motion=True)
        press = browser.tap if touch else browser.click
        browser.open("two_d6/combat/")
        browser.wait(roll)
        browser.eval("document.querySelector(args[0]).closest('details')?.setAttribute('open', '')", roll)
        browser.click(roll)
        announced_roll(browser)
        for view in ("[data-view=roll]", "[data-panel=share]", "[data-view=earlier]"):
            browser.eval("document.querySelector('dice-tray').open()")
            browser.eval(f"document.querySelector('dice-tray {view}').click()")
            for end in ("0", "each.scrollHeight"):
                browser.eval(
                    "for (const each of document.querySelectorAll('.tray__sheet, .tray__sheet *'))"
                    f" each.scrollTop = {end}"
                )
                assert browser.eval(CLOSE_IS_REACHABLE), (width, view, end)
            if view == "[data-panel=share]":
                browser.eval("document.querySelector(args[0]).focus()", roll)
                browser.press("Escape")
            else:
                press(f"{TRAY} [data-part=close]")
            browser.wait_for(IS_OPEN.replace("return ", "return !"))


@in_chromium
def test_escape_closes_from_a_field_and_focus_returns(browser: Browser) -> None:
    browser.open("dichotomy/sheet/")
    browser.wait_for("return document.querySelector('dice-sheet')?.key")
    browser.eval("document.querySelector('dice-sheet [data-set-mode=play]').focus()")
    before = "return document.activeElement.outerHTML"
    html = browser.eval(before)
    browser.press("d")
    browser.wait_for(IS_OPEN)
    browser.press("Escape")
    browser.wait_for(IS_OPEN.replace("return ", "return !"))
    assert browser.eval(before) == html
    browser.press("d")
    browser.wait_for(IS_OPEN)
    browser.eval("document.querySelector('dice-sheet input').focus()")
    browser.press("Escape")
    browser.wait_for(IS_OPEN.replace("return ", "return !"))


@in_chromium
def test_tray_controls_do_not_move_during_use(browser: Browser) -> None:
    """While dice are built, and when the history is opened."""
    browser.viewport(390, 844)
    browser.open("core_rules/challenges/")
    browser.click(".dock [data-dock=dice]")
    browser.wait(f"{TRAY} [data-die]")
    tops = "return [...document.querySelectorAll(args[0])].map((each) => each.getBoundingClientRect().top)"
    keys = f"{TRAY} :is([data-die], [data-mode], [data-part=close])"
    before = browser.eval(tops, keys)
    for key in ("die='6'", "die='6'", "mode=highest"):
        browser.click(f"{TRAY} [data-{key}]")
    browser.wait(f"{TRAY} [data-part=kept-dice]")
    assert browser.eval(tops, keys) == before
    browser.click(f"{TRAY} [data-view=earlier]")
    assert browser.eval(tops, f"{TRAY} [data-part=close]") == before[:1]


@in_chromium
def test_line_shows_the_whole_verdict(browser: Browser) -> None:
    """It also shows all dice of an attack with four."""
    browser.viewport(390, 844)
    browser.emulate(reduced_motion=True)
    cut = """
        const verdict = document.querySelector(args[0]);
        return [verdict.scrollWidth > verdict.clientWidth, verdict.scrollHeight > 1.25 * verdict.clientHeight];
    """
    for page in ("two_d6/attacks/", "dichotomy/combat/", "core_rules/challenges/"):
        browser.open(page)
        for place in range(browser.count("dice-roller [data-part=roll]")):
            browser.eval("document.querySelectorAll('dice-roller [data-part=roll]')[args[0]].click()", place)
            browser.wait(f"{LINE} .outcome__verdict strong")
            assert browser.eval(cut, f"{LINE} .outcome__verdict strong") == [False, False], page
            browser.click(f"{LINE} [data-part=dismiss]")
            browser.wait_for("return !document.querySelector(args[0])", f"{LINE} .outcome__verdict strong")
    browser.open("two_d6/attacks/")
    browser.click("dice-roller [data-part=roll]")
    browser.wait(f"{LINE} .die")
    dice = """
        const {bottom} = document.querySelector(args[0]).getBoundingClientRect();
        return [...document.querySelectorAll(`${args[0]} .die`)]
            .filter((die) => die.checkVisibility() && die.getBoundingClientRect().bottom <= bottom + 1).length;
    """
    assert browser.eval(dice, f"{LINE} .tray__line-dice") == 4


@alike
def test_phone_shows_a_roll_in_a_line_above_the_bar(browser: Browser) -> None:
    """The line shows verdict and dice. A tap opens the tray, and the cross closes the line."""
    browser.viewport(390, 844)
    browser.emulate(reduced_motion=True)
    browser.open("core_rules/challenges/")
    browser.eval(
        """
        window.announcements = [];
        const line = document.querySelector("dice-tray > [data-part=say]");
        new MutationObserver(() => window.announcements.push(line.textContent)).observe(line, {childList: true});
        """
    )
    browser.click(f"{ROLLER} [data-part=roll]")
    browser.wait(LINE)
    browser.wait(f"{LINE} .die")
    assert not browser.eval(IS_OPEN)
    verdict = browser.text(f"{LINE} .outcome__verdict")
    assert verdict
    assert browser.count(f"{LINE} .die") == 1
    [announcement] = browser.eval("return window.announcements")
    assert verdict in announcement
    top, bottom, bar = browser.eval(
        """
        const {top, bottom} = document.querySelector(args[0]).getBoundingClientRect();
        return [top, bottom, document.querySelector(".dock").getBoundingClientRect().top];
        """,
        LINE,
    )
    assert bottom == bar and bottom - top == 56
    assert browser.axe() == []
    browser.click(f"{LINE} [data-part=show-roll]")
    browser.wait_for(IS_OPEN)
    assert browser.text(f"{TRAY} .tray__result .outcome__verdict") == verdict
    assert not browser.eval("return document.querySelector('dice-tray [data-die]').checkVisibility()")
    browser.click(f"{TRAY} [data-part=show-keys]")
    browser.wait(f"{TRAY} [data-die]")
    browser.click(f"{TRAY} [data-part=close]")
    browser.click(f"{ROLLER} [data-part=roll]")
    browser.wait(LINE)
    browser.click(f"{LINE} [data-part=dismiss]")
    assert browser.count(f"{LINE}:not([hidden])") == 0
    browser.click(f"{ROLLER} [data-part=roll]")
    browser.wait(LINE)
    browser.eval("document.querySelector('.md-footer__link--next').click()")
    browser.wait_for("return !location.pathname.endsWith('/challenges/')")
    browser.wait_for(f"return document.querySelector('{LINE}').hidden")


@in_chromium
def test_tray_takes_at_most_half_of_a_magnified_window(browser: Browser) -> None:
    """At a zoom of 400%, a window of 1280 by 1024 pixels has 320 by 256."""
    browser.viewport(320, 256)
    browser.open("core_rules/challenges/")
    browser.press("d")
    browser.wait_for(IS_OPEN)
    assert browser.eval("return document.querySelector('.tray__sheet').offsetHeight") <= 128


@alike
def test_open_tray_beside_a_wide_page_covers_only_the_page_list(browser: Browser) -> None:
    covered = """
        document.querySelector("dice-tray").open();
        const wait = document.querySelectorAll("dice-sheet > [data-part=status], dice-sheet [data-part=stop]");
        for (const each of wait) each.hidden = false;
        const {right} = document.querySelector(args[0]).getBoundingClientRect();
        return [...document.querySelector("article").querySelectorAll("p, button, input, select, td, .ruling")]
            .filter(each => each.checkVisibility() && each.getBoundingClientRect().left < right)
            .map(each => each.outerHTML);
    """
    for page in ("dichotomy/sheet/", "dichotomy/combat/", "tools/"):
        browser.open(page)
        browser.wait(OPENER)
        for width in (1280, 1600):
            browser.viewport(width, 800)
            before = browser.eval("return document.querySelector('article').offsetWidth")
            assert browser.eval(covered, f"{TRAY} .tray__sheet") == []
            assert browser.eval("return document.querySelector('article').offsetWidth") == before


@alike
def test_roll_animation_hides_the_result_until_a_key_is_pressed(browser: Browser) -> None:
    browser.open("core_rules/challenges/")
    browser.wait(OPENER)
    states = browser.eval(
        """
        const roll = () => document.querySelector(args[0]).click();
        const result = document.querySelector("dice-tray [data-part=result]");
        roll();
        while (!result.querySelector(".die")) await new Promise(done => setTimeout(done, 5));
        const visibility = () => ["outcome__verdict", "die__face"].map(
          each => getComputedStyle(result.querySelector("." + each)).visibility);
        const tumbling = visibility();
        const announcement = document.querySelector("dice-tray > [data-part=say]").textContent;
        dispatchEvent(new KeyboardEvent("keydown", {key: "Shift"}));
        await new Promise(done => setTimeout(done));
        return [tumbling, announcement, visibility()];
        """,
        f"{ROLLER} [data-part=roll]",
    )
    assert states == [["hidden", "hidden"], "", ["visible", "visible"]]


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
def test_roll_is_shared_with_the_readers_name(browser: Browser) -> None:
    browser.open("core_rules/challenges/")
    catch_copies(browser)
    browser.eval("navigator.share = async (data) => { window.shared = data; }")
    browser.click(f"{ROLLER} [data-part=roll]")
    verdict = announced_roll(browser)
    chance = browser.wait_for(
        "return document.querySelector(args[0]).textContent", f"{TRAY} [data-part=chance]"
    )
    browser.click(f"{TRAY} [data-panel=share]")
    browser.type(f"{TRAY} [data-part=sharer]", "Odile")
    browser.click(f"{TRAY} [data-part=copy-text]")
    words, link = copied_text(browser).split("\n")
    check = "Challenge: Average (d6), 1 step of improvement"
    assert words.startswith(f"**Odile** rolled *Listen at the door*, {check}: **")
    assert words.endswith(f" {chance}.")
    browser.click(f"{TRAY} [data-part=send]")
    assert browser.wait_for("return window.shared") == {"text": words, "url": link}
    browser.click(f"{TRAY} [data-part=show-code]")
    browser.wait(f"{TRAY} [data-part=code-picture]")
    assert browser.eval(
        "return document.querySelector('[data-part=code-path]').getAttribute('d').length > 999"
    )
    browser.open(link)
    browser.wait_for(
        "return document.querySelector(args[0]).textContent === args[1]",
        f"{TRAY} > [data-part=say]",
        f"Odile rolled this. {verdict}",
    )
    assert browser.text(f"{TRAY} [data-part=by]") == "Odile rolled this"
    wait_for_rows(browser, 1)  # only the reader's own roll is saved


@alike
def test_tray_builds_and_rolls_dice_by_keyboard(browser: Browser) -> None:
    browser.open("dichotomy/combat/")
    browser.wait(OPENER)
    browser.eval("document.querySelector(args[0]).focus()", OPENER)
    browser.press("d")
    browser.wait_for("return document.activeElement?.dataset.die === '4'")
    browser.press("Enter")
    browser.press("Enter")
    assert browser.value(f"{TRAY} [data-part=written]") == "2d4"
    browser.eval("document.querySelector(args[0]).focus()", f"{TRAY} [data-part=written]")
    browser.press("Enter")
    browser.wait_for("return document.querySelector(args[0]).textContent.startsWith('2d4: ')", SAY)
    browser.press("Escape")
    browser.wait_for("return document.activeElement?.dataset.dock === 'dice'")
    assert browser.count(f"{TRAY} [data-part=sheet]:not([hidden])") == 0


@in_chromium
def test_quick_dice_are_built_by_tapping(browser: Browser) -> None:
    browser.viewport(390, 844)
    browser.emulate(touch=True)
    browser.open("core_rules/challenges/")
    browser.tap(OPENER)
    field = f"{TRAY} [data-part=written]"
    for keys, notation in (
        ("die='6' die='6' die='6' die='6' mode=highest", "4d6kh3"),
        ("keep-more='-1'", "4d6kh2"),
        ("mode=lowest", "4d6kl3"),
        ("mode=explode modify='1'", "4d6! + 1"),
        ("part=clear mode=advantage", "2d20kh1"),
        ("modify='-1' mode=disadvantage", "2d20kl1 - 1"),
    ):
        for key in keys.split():
            browser.tap(f"{TRAY} [data-part=own] [data-{key}]")
        assert browser.value(field) == notation
    assert browser.count(f"{TRAY} [aria-pressed=true]") == 1
    browser.tap(f"{TRAY} [data-part=own] [type=submit]")
    browser.wait(f"{TRAY} .tray__result .die--dropped")
    assert browser.text(f"{TRAY} [data-part=title]") == "2d20kl1 - 1"
    small = """
        return [...document.querySelectorAll("dice-tray :is(.tray__quick :is(button, input), [role=tab], .tray__cross)")]
            .filter(each => each.checkVisibility() && each.getBoundingClientRect().height < 44)
            .map(each => each.textContent);
    """
    assert browser.eval(small) == []


@alike
def test_unreadable_dice_show_a_link_to_the_notation(browser: Browser) -> None:
    browser.open("core_rules/challenges/")
    browser.click(OPENER)
    browser.type(f"{TRAY} [data-part=written]", "hello")
    browser.press("Enter")
    browser.wait(f"{TRAY} [data-part=help]")
    assert "“hello”" in browser.text(f"{TRAY} [data-part=message]")
    browser.click(f"{TRAY} [data-part=help]")
    browser.wait_for("return location.pathname.endsWith('/tools/')")
    assert "4d6kh3" in browser.text("article")


@alike
def test_misspelt_dice_are_corrected_with_a_button(browser: Browser) -> None:
    browser.open("core_rules/challenges/")
    browser.click(OPENER)
    browser.type(f"{TRAY} [data-part=written]", "4d6 drp lowest")
    browser.press("Enter")
    browser.wait(f"{TRAY} [data-part=message] [data-suggest]")
    browser.click(f"{TRAY} [data-part=message] [data-suggest]")
    assert browser.value(f"{TRAY} [data-part=written]") == "4d6 drop lowest"
    browser.press("Enter")
    browser.wait(f"{TRAY} [data-part=result] .readback")
    assert browser.text(f"{TRAY} [data-part=title]") == "4d6kh3"


@alike
def test_roller_shows_how_dice_are_read_and_other_meanings(browser: Browser) -> None:
    browser.open("tools/")
    field = "dice-roller [name=notation]"
    browser.click("dice-roller summary")
    browser.eval("document.querySelector(args[0]).select()", field)
    browser.type(field, "4d6k3")
    browser.wait("dice-roller .readback [data-suggest]")
    assert "Read as 4d6kh3: Four d6, the highest three." in browser.text("dice-roller .readback")
    browser.click("dice-roller .readback [data-suggest]")
    assert browser.value(field) == "4d6k=3"
    browser.wait_for("return document.querySelector('dice-roller .readback')?.innerText.includes('4d6k=3')")


@in_chromium
def test_tray_is_accessible(browser: Browser) -> None:
    for dark in (False, True):
        browser.emulate(dark=dark, reduced_motion=True)
        browser.open("core_rules/table-talk/")
        browser.wait_for("return document.querySelector(args[0]).checkVisibility()", TRAY)
        browser.press("d")
        browser.click(f"{TRAY} [data-die='6']")
        browser.click(f"{TRAY} [data-part=own] [type=submit]")
        browser.wait(f"{TRAY} .tray__result .outcome")
        for key in ("panel=share", "view=earlier"):
            browser.click(f"{TRAY} [data-{key}]")
            assert browser.axe() == []
