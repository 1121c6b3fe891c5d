"""The reader's own dice, entered face by face."""

from tests.site.browsers import Browser, alike, in_chromium

ROLLER = "dice-roller[data-calculator='core_rules.challenge']"
PANEL = f"{ROLLER} [data-part=own-panel]"
INCLUDES = "return document.querySelector(args[0]).innerText.includes(args[1])"


def open_panel(browser: Browser) -> None:
    browser.open("core_rules/?situation=average&steps=2#core_rules.challenge")
    browser.click(f"{ROLLER} [data-part=own-open]")
    browser.wait(f"{PANEL} [data-face='6']")


@alike
def test_dice_entry_updates_the_odds_with_each_face(browser: Browser) -> None:
    open_panel(browser)
    percent = f"{ROLLER} tr.tone--good .odds__percent"
    assert browser.text(percent) == "55.6%"
    browser.click(f"{PANEL} [data-face='3']")
    browser.wait_for(INCLUDES, PANEL, "Die 2 of 2")
    assert browser.text(percent) == "33.3%"
    assert "55.6% → " in browser.text(f"{PANEL} .dice-entry__moved")
    browser.press("5")  # the focus is where the face was pressed
    browser.wait_for(INCLUDES, PANEL, "All dice entered: Success")
    assert browser.text(percent) == "100%"
    assert browser.console_errors() == []


@in_chromium
def test_dice_entry_is_accessible_with_large_targets_on_a_phone(browser: Browser) -> None:
    browser.viewport(320, 640)
    open_panel(browser)
    browser.click(f"{PANEL} [data-face='3']")
    browser.wait_for(INCLUDES, PANEL, "Die 2 of 2")
    assert browser.axe() == []
    sizes = browser.eval(
        "return [...document.querySelectorAll(args[0])].map(each => each.getBoundingClientRect())"
        ".map(({width, height}) => Math.min(width, height))",
        f"{PANEL} [data-face]",
    )
    assert min(sizes) >= 44
    assert browser.eval("return document.documentElement.scrollWidth") <= 320


LUCK = "dice-roller[data-calculator='recipes.luck']"


@in_chromium
def test_roll_pauses_for_a_decision_and_continues(browser: Browser) -> None:
    browser.viewport(390, 844)
    browser.open("recipes/rounds/#recipes.luck")
    option = f"{LUCK} [data-face='\"stop\"']"
    for _ in range(30):  # a 1 ends the roll before there is anything to decide
        browser.click(f"{LUCK} [data-part=roll]")
        browser.wait_for(
            "return !!document.querySelector(args[0]) || "
            "document.querySelector('dice-tray [data-part=result]').innerText.includes('Bust')",
            option,
        )
        if browser.count(option):
            break
        browser.eval("document.querySelector('dice-tray [data-part=result]').replaceChildren()")
    assert browser.eval("return document.activeElement.dataset.face") == '"roll"'
    assert "Mean points" in browser.text(option)
    assert browser.axe() == []
    points = browser.text(f"{LUCK} .dice-entry__next").split()[0]
    browser.click(option)
    browser.wait_for("return document.querySelector(args[0]).hidden", f"{LUCK} dice-entry")
    assert points in browser.text("dice-tray [data-part=result]")
    assert browser.eval("return document.activeElement.dataset.part") == "roll"
    assert browser.console_errors() == []
