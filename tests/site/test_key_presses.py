"""Twelve tasks by keyboard, in at most twice the steps that they take by mouse.

A step by mouse is a click, a typed letter, or scrolling to an element; a step by keyboard is a key press.
`pytest -s` prints the table.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.site.browser_storage import save_item
from tests.site.browsers import Browser, in_chromium
from tests.site.files import catch_copies, catch_downloads, copied_text, downloaded_file
from tests.site.house_rules import put_in_force
from tests.site.house_rules_offer import example_set, link
from tests.site.input_devices import IS_FOCUSED, TAB_STOPS_TO
from tests.site.tracker_page import WREN

SHEET, TRACKER, TRAY = "dice-sheet", "dice-tracker", "dice-tray"
CHIP = "[id='core_rules.challenge']"
ROLLER = "dice-roller[data-calculator='core_rules.challenge']"
RESULT = f"{TRAY} [data-part=result] .outcome__verdict"

# The elements to which N moves the focus, in order; see docs/assets/js/search/card-triggers.js.
ROLLS = (
    "main article :is(button.button--primary, [type=submit]:not(.zone-map__press), button[data-calculator], "
    "[data-set-mode][aria-pressed=false], form details:not(.tracker__more) > summary, #desk-undo):not(:disabled)"
)

# Returns the fewest presses that focus a match: the number of N (negative: Shift+N), then of Tab or
# Shift+Tab.
MIN_PRESSES = """
const [css, rolls] = args;
const tabs = (from) => {
    const stops = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")]
        .filter((each) => each.checkVisibility() && !each.disabled && each.tabIndex >= 0 && !each.closest("[inert]"))
        .filter((each) => each.type !== "radio" || each.checked);
    const target = stops.findIndex((each) => each.matches(css));
    if (target < 0) return null;
    const after = (each) => from.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING;
    const at = stops.indexOf(from), following = stops.findIndex(after);
    if (at >= 0) return target - at;
    if (from === document.body) return target + 1;
    return following < 0 ? target - stops.length : target >= following ? target - following + 1 : target - following;
};
const here = document.activeElement;
const options = [[0, tabs(here)]];
if (!here.matches("input, select, textarea")) {
    const all = [...document.querySelectorAll(rolls)].filter((each) => each.checkVisibility());
    const inText = here.closest("article *");
    const isAfter = (each) => inText
        ? inText.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING
        : each.getBoundingClientRect().top >= 0;
    const onward = all.filter((each) => each !== here && isAfter(each));
    const back = inText ? all.filter((each) => each !== here && !isAfter(each)).reverse() : [];
    onward.slice(0, 12).forEach((each, at) => options.push([at + 1, tabs(each)]));
    back.slice(0, 12).forEach((each, at) => options.push([-at - 1, tabs(each)]));
}
const cost = ([jumps, stops]) => Math.abs(jumps) + Math.abs(stops);
return options.filter(([, stops]) => stops !== null).sort((one, other) => cost(one) - cost(other))[0];
"""

# Returns whether the first result contains this text.
FIRST_HIT = """
const first = document.querySelector("[data-find=hits] [role=option]");
return first?.textContent.toLowerCase().includes(args[0].toLowerCase());
"""

IN_VIEW = """
const match = [...document.querySelectorAll(args[0])].find((each) => each.checkVisibility());
const {top, bottom} = match.getBoundingClientRect();
return top >= 0 && bottom <= innerHeight;
"""


class Mouse:
    """A reader with a mouse, who counts steps."""

    steps = 0

    def __init__(self, browser: Browser) -> None:
        self.browser = browser

    def press(self, css: str) -> None:
        self.browser.wait(css)
        self.steps += 1 + (not self.browser.eval(IN_VIEW, css))
        self.browser.click(css)

    def write(self, css: str, text: str) -> None:
        self.press(css)
        self.steps += len(text)
        self.browser.type(css, text)

    def search(self, text: str) -> None:
        self.press("[data-find=open]")
        self.type(text)
        self.press("[data-find=hits] [role=option]")

    def type(self, text: str) -> None:
        self.browser.wait("[data-find=words]")
        self.steps += len(text)
        self.browser.type_on(text)
        self.browser.wait_for(FIRST_HIT, text)

    def print(self) -> None:
        self.press(f"{SHEET} [data-part=menu] > summary")
        self.press(f"{SHEET} [data-command=print]")
        self.browser.wait_for("return window.printed === 1")

    def enter_face(self, roller: str, face: str) -> None:
        """Enter a face of the reader's own dice."""
        self.press(f"{roller} [data-face='{face}']")


class Keyboard(Mouse):
    """A reader with only a keyboard, who knows the site's shortcuts."""

    def _keys(self, keys: str, times: int = 1) -> None:
        if times:
            self.steps += times
            self.browser.press(keys, times)

    def focus(self, css: str) -> None:
        self.browser.wait(css)
        for _ in range(4):  # a browser can have more or fewer tab stops than calculated
            if self.browser.eval(IS_FOCUSED, css):
                return
            jumps, stops = self.browser.eval(MIN_PRESSES, css, ROLLS)
            self._keys("n" if jumps > 0 else "Shift+n", abs(jumps))
            self._keys("Tab" if stops > 0 else "Shift+Tab", abs(stops))
        for _ in range(20):
            if self.browser.eval(IS_FOCUSED, css):
                return
            self._keys("Tab" if self.browser.eval(TAB_STOPS_TO, css) > 0 else "Shift+Tab")
        pytest.fail(f"the keyboard never reaches {css}")

    def press(self, css: str) -> None:
        self.focus(css)
        is_checkbox = self.browser.eval("return document.activeElement.type === 'checkbox'")
        self._keys("Space" if is_checkbox else "Enter")

    def write(self, css: str, text: str) -> None:
        self.focus(css)
        self.steps += len(text)
        self.browser.eval("document.activeElement.select?.()")
        self.browser.type_on(text)

    def search(self, text: str) -> None:
        self._keys("/")
        self.type(text)
        self._keys("Enter")

    def print(self) -> None:
        """Press the browser's shortcut, which prints the page in the same way."""
        self.steps += 1

    def enter_face(self, roller: str, face: str) -> None:
        self._keys(face)


def find_a_rule(reader: Mouse) -> None:
    reader.browser.open("core_rules/challenges/")
    reader.search("C-044")
    reader.browser.wait_for("return location.hash === '#C-044'")


def search(reader: Mouse) -> None:
    reader.browser.open("core_rules/challenges/")
    reader.search("aptitude")
    reader.browser.wait_for("return !location.pathname.endsWith('/challenges/') || location.hash !== ''")


def roll(reader: Mouse) -> None:
    reader.browser.open("core_rules/challenges/")
    reader.press(f"{CHIP} [data-part=roll]")
    reader.browser.wait(RESULT)


def read_odds(reader: Mouse) -> None:
    reader.browser.open("core_rules/challenges/")
    reader.press(f"{CHIP} > details > summary")
    reader.browser.wait(f"{CHIP} .odds__table")


def roll_own_dice(reader: Mouse) -> None:
    reader.browser.open("core_rules/")
    reader.press(f"{ROLLER} [data-part=own-open]")
    reader.browser.wait(f"{ROLLER} [data-face='3']")
    reader.enter_face(ROLLER, "3")
    reader.browser.wait(f"{ROLLER} [data-part=own-panel] .dice-entry__rolled, {RESULT}")


def make_a_character(reader: Mouse) -> None:
    browser = reader.browser
    browser.open_sheet("two_d6/sheet/")
    reader.write(f"{SHEET} [name=name]", "Tam")
    for stat, rank in {
        "STR": 2,
        "AGI": 3,
        "DEX": 2,
        "TOU": 2,
        "INT": 2,
        "WIL": 4,
        "CHA": 1,
        "PER": 3,
    }.items():
        reader.write(f"{SHEET} [name='stats.{stat}']", str(rank))
    left = "return document.querySelector(args[0])?.textContent.includes('1 stat point left')"
    browser.wait_for(left, f"{SHEET} .totals__make")


def attack_from_the_sheet(reader: Mouse) -> None:
    browser = reader.browser
    browser.open()
    save_item(browser, "sheet:dichotomy:1", {"version": 1, "sheet": WREN})
    browser.open("dichotomy/sheet/")
    browser.wait(f"{SHEET} [data-set-mode=play]")
    reader.press(f"{SHEET} [data-set-mode=play]")
    reader.press(f"{SHEET} [data-part=rolls] button[data-calculator]")
    browser.wait(RESULT)


def play_two_turns_and_undo(reader: Mouse) -> None:
    browser = reader.browser
    browser.open("dichotomy/fight-desk/")
    browser.wait(f"{TRACKER} [data-part=turn] [type=submit]")
    for count in (1, 2):
        reader.press(f"{TRACKER} [data-part=turn] form:not(details form) [type=submit]")
        browser.wait_for("return document.querySelector(args[0]).item?.at === args[1]", TRACKER, count)
    for left in (1, 0):
        reader.press("#desk-undo")
        browser.wait_for("return document.querySelector(args[0]).item.at === args[1]", TRACKER, left)


def back_up(reader: Mouse) -> None:
    browser = reader.browser
    browser.open()
    save_item(browser, "sheet:dichotomy:1", {"version": 1, "sheet": WREN})
    browser.open("tools/kept/")
    browser.wait("[data-command=backup]")
    catch_downloads(browser)
    reader.press("[data-command=backup]")
    downloaded_file(browser)


def print_the_sheet(reader: Mouse) -> None:
    browser = reader.browser
    browser.open("core_rules/sheet/")
    browser.wait(f"{SHEET} [data-part=menu] > summary")
    browser.eval("window.printed = 0; window.print = () => { window.printed += 1; }")
    reader.print()


HOUSE = "dice-house-rules"


def open_house_rules(browser: Browser) -> None:
    browser.open("dichotomy/house-rules/")
    browser.wait(f"{HOUSE} [data-part=bar]:not([hidden])")


def share_house_rules(reader: Mouse) -> None:
    open_house_rules(reader.browser)
    put_in_force(reader.browser, "dichotomy", {"beat_targets": True})
    catch_copies(reader.browser)
    reader.press(f"{HOUSE} [data-command=link]")
    copied_text(reader.browser)


def accept_house_rules(reader: Mouse) -> None:
    browser = reader.browser
    open_house_rules(browser)
    book = browser.eval("return JSON.parse(document.querySelector('script[data-part=book]').textContent)")
    browser.eval("location.hash = args[0]", link(example_set(book)))
    reader.press(f"{HOUSE} [data-answer=play]")
    browser.wait(f"{HOUSE} [data-part=consent] > [data-part=notice]:not([hidden])")


TASKS: tuple[Callable[[Mouse], None], ...] = (
    find_a_rule,
    search,
    roll,
    read_odds,
    roll_own_dice,
    make_a_character,
    attack_from_the_sheet,
    play_two_turns_and_undo,
    back_up,
    print_the_sheet,
    share_house_rules,
    accept_house_rules,
)


@pytest.mark.measure
@in_chromium
@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.__name__)
def test_task_takes_at_most_twice_the_steps_by_keyboard(
    browser: Browser, task: Callable[[Mouse], None]
) -> None:
    steps = []
    for reader in (Mouse(browser), Keyboard(browser)):
        browser.reset()
        browser.engine.clear_storage(browser.server.origin)
        task(reader)
        steps.append(reader.steps)
    print(f"{task.__name__.replace('_', ' ')}: {steps[0]} by mouse, {steps[1]} by keyboard")
    assert steps[1] <= 2 * steps[0]
