"""Twelve tasks of a table, with the keyboard alone in at most twice the steps of a reader with a mouse.

A step of the mouse is a click, a letter typed, or a scroll to what isn't in view; a step of the keyboard is a
press. `pytest -s` prints the table.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.site.browser_storage import save_item
from tests.site.browsers import Browser, in_chromium
from tests.site.files import catch_copies, catch_downloads, copied_text, downloaded_file
from tests.site.house_rules import play_by
from tests.site.house_rules_offer import example_set, link
from tests.site.input_devices import IS_FOCUSED, TAB_STOPS_TO
from tests.site.tracker_page import WREN

SHEET, TRACKER, TRAY = "dice-sheet", "dice-tracker", "dice-tray"
CHIP = "[id='core_rules.challenge']"
ROLLER = "dice-roller[data-calculator='core_rules.challenge']"
RESULT = f"{TRAY} [data-part=result] .outcome__verdict"

# What N goes to, in order, from the focus on; see docs/assets/js/search/card-triggers.js.
ROLLS = (
    "main article :is(button.button--primary, [type=submit]:not(.zone-map__press), button[data-calculator], "
    "[data-set-mode][aria-pressed=false], form details:not(.tracker__more) > summary, #desk-undo):not(:disabled)"
)

# The fewest presses that bring the focus to a match: so often N or Shift+N, then so often Tab or Shift+Tab.
FEWEST = """
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
const ways = [[0, tabs(here)]];
if (!here.matches("input, select, textarea")) {
    const all = [...document.querySelectorAll(rolls)].filter((each) => each.checkVisibility());
    const inText = here.closest("article *");
    const isAfter = (each) => inText
        ? inText.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING
        : each.getBoundingClientRect().top >= 0;
    const onward = all.filter((each) => each !== here && isAfter(each));
    const back = inText ? all.filter((each) => each !== here && !isAfter(each)).reverse() : [];
    onward.slice(0, 12).forEach((each, at) => ways.push([at + 1, tabs(each)]));
    back.slice(0, 12).forEach((each, at) => ways.push([-at - 1, tabs(each)]));
}
const cost = ([jumps, stops]) => Math.abs(jumps) + Math.abs(stops);
return ways.filter(([, stops]) => stops !== null).sort((one, other) => cost(one) - cost(other))[0];
"""

# Whether the first hit is about these words.
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
    """A sighted reader: sees at once what is in view."""

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

    def lay(self, roller: str, face: str) -> None:
        """Enter what a die of their own shows."""
        self.press(f"{roller} [data-face='{face}']")


class Keyboard(Mouse):
    """A reader with the keyboard alone, who knows the keys of the site."""

    def _keys(self, keys: str, times: int = 1) -> None:
        if times:
            self.steps += times
            self.browser.press(keys, times)

    def focus(self, css: str) -> None:
        self.browser.wait(css)
        for _ in range(4):  # a browser may stop more or less often than is thought
            if self.browser.eval(IS_FOCUSED, css):
                return
            jumps, stops = self.browser.eval(FEWEST, css, ROLLS)
            self._keys("n" if jumps > 0 else "Shift+n", abs(jumps))
            self._keys("Tab" if stops > 0 else "Shift+Tab", abs(stops))
        for _ in range(20):
            if self.browser.eval(IS_FOCUSED, css):
                return
            self._keys("Tab" if self.browser.eval(TAB_STOPS_TO, css) > 0 else "Shift+Tab")
        pytest.fail(f"the keyboard never reaches {css}")

    def press(self, css: str) -> None:
        self.focus(css)
        ticked = self.browser.eval("return document.activeElement.type === 'checkbox'")
        self._keys("Space" if ticked else "Enter")

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
        """Press the browser's own keys for it, on which a page is printed just the same."""
        self.steps += 1

    def lay(self, roller: str, face: str) -> None:
        self._keys(face)


def find_a_rule(hand: Mouse) -> None:
    hand.browser.open("core_rules/challenges/")
    hand.search("C-044")
    hand.browser.wait_for("return location.hash === '#C-044'")


def search(hand: Mouse) -> None:
    hand.browser.open("core_rules/challenges/")
    hand.search("aptitude")
    hand.browser.wait_for("return !location.pathname.endsWith('/challenges/') || location.hash !== ''")


def roll(hand: Mouse) -> None:
    hand.browser.open("core_rules/challenges/")
    hand.press(f"{CHIP} [data-part=roll]")
    hand.browser.wait(RESULT)


def read_odds(hand: Mouse) -> None:
    hand.browser.open("core_rules/challenges/")
    hand.press(f"{CHIP} > details > summary")
    hand.browser.wait(f"{CHIP} .odds__table")


def roll_own_dice(hand: Mouse) -> None:
    hand.browser.open("core_rules/")
    hand.press(f"{ROLLER} [data-part=own-open]")
    hand.browser.wait(f"{ROLLER} [data-face='3']")
    hand.lay(ROLLER, "3")
    hand.browser.wait(f"{ROLLER} [data-part=own-panel] .dice-entry__rolled, {RESULT}")


def make_a_character(hand: Mouse) -> None:
    browser = hand.browser
    browser.open_sheet("two_d6/sheet/")
    hand.write(f"{SHEET} [name=name]", "Tam")
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
        hand.write(f"{SHEET} [name='stats.{stat}']", str(rank))
    left = "return document.querySelector(args[0])?.textContent.includes('1 stat point left')"
    browser.wait_for(left, f"{SHEET} .totals__make")


def attack_from_the_sheet(hand: Mouse) -> None:
    browser = hand.browser
    browser.open()
    save_item(browser, "sheet:dichotomy:1", {"version": 1, "sheet": WREN})
    browser.open("dichotomy/sheet/")
    browser.wait(f"{SHEET} [data-set-mode=play]")
    hand.press(f"{SHEET} [data-set-mode=play]")
    hand.press(f"{SHEET} [data-part=rolls] button[data-calculator]")
    browser.wait(RESULT)


def play_two_turns_and_undo(hand: Mouse) -> None:
    browser = hand.browser
    browser.open("dichotomy/fight-desk/")
    browser.wait(f"{TRACKER} [data-part=turn] [type=submit]")
    for count in (1, 2):
        hand.press(f"{TRACKER} [data-part=turn] form:not(details form) [type=submit]")
        browser.wait_for("return document.querySelector(args[0]).item?.at === args[1]", TRACKER, count)
    for left in (1, 0):
        hand.press("#desk-undo")
        browser.wait_for("return document.querySelector(args[0]).item.at === args[1]", TRACKER, left)


def back_up(hand: Mouse) -> None:
    browser = hand.browser
    browser.open()
    save_item(browser, "sheet:dichotomy:1", {"version": 1, "sheet": WREN})
    browser.open("tools/kept/")
    browser.wait("[data-command=backup]")
    catch_downloads(browser)
    hand.press("[data-command=backup]")
    downloaded_file(browser)


def print_the_sheet(hand: Mouse) -> None:
    browser = hand.browser
    browser.open("core_rules/sheet/")
    browser.wait(f"{SHEET} [data-part=menu] > summary")
    browser.eval("window.printed = 0; window.print = () => { window.printed += 1; }")
    hand.print()


HOUSE = "dice-house-rules"


def open_house_rules(browser: Browser) -> None:
    browser.open("dichotomy/house-rules/")
    browser.wait(f"{HOUSE} [data-part=bar]:not([hidden])")


def share_house_rules(hand: Mouse) -> None:
    open_house_rules(hand.browser)
    play_by(hand.browser, "dichotomy", {"beat_targets": True})
    catch_copies(hand.browser)
    hand.press(f"{HOUSE} [data-command=link]")
    copied_text(hand.browser)


def accept_house_rules(hand: Mouse) -> None:
    browser = hand.browser
    open_house_rules(browser)
    book = browser.eval("return JSON.parse(document.querySelector('script[data-part=book]').textContent)")
    browser.eval("location.hash = args[0]", link(example_set(book)))
    hand.press(f"{HOUSE} [data-answer=play]")
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
    for hand in (Mouse(browser), Keyboard(browser)):
        browser.reset()
        browser.engine.forget(browser.server.origin)
        task(hand)
        steps.append(hand.steps)
    print(f"{task.__name__.replace('_', ' ')}: {steps[0]} by mouse, {steps[1]} by keyboard")
    assert steps[1] <= 2 * steps[0]
