"""The combat tracker of Dichotomy as a reader uses it, by mouse and by keyboard."""

from tests.site.browsers import Browser
from tests.site.input_devices import focus
from tests.site.tool_menu import use_own_dice

PAGE = "dichotomy/fight-desk/"
LAST = "dice-tracker [data-part=last]"
HEAD = "dice-tracker [data-part=head]"
WREN = {
    "name": "Wren",
    "picks": ["quick_shot", "telekinesis"],
    "attributes": {"finesse": 8, "power": 3, "martial": 4, "spiritual": 7, "natural": 6, "technical": 5},
}


def form(action: str) -> str:
    return f'[id="desk-dichotomy-{action}"]'


def press_button(action: str) -> str:
    return f"{form(action)} button[type=submit]"


def wait_until_idle(browser: Browser) -> None:
    """Wait until the tracker has handled all input: what is pressed before that may have no effect."""
    browser.wait_for("return !document.querySelector('dice-tracker:is([data-busy], [data-keeping])')")


def click(browser: Browser, css: str) -> None:
    """Click an element once the tracker is idle; scroll it to the middle first, so that no bar covers it."""
    browser.wait(css)
    wait_until_idle(browser)
    browser.eval("document.querySelector(args[0]).scrollIntoView({block: 'center'})", css)
    browser.click(css)


def wait_for_event(browser: Browser, text: str) -> None:
    """Wait until the last log entry contains this text."""
    browser.wait_for("return document.querySelector(args[0]).innerText.includes(args[1])", LAST, text)


def wait_for_status(browser: Browser, text: str) -> None:
    """Wait until the tracker's head contains this text."""
    includes = r"return document.querySelector(args[0]).innerText.replace(/\s+/g, ' ').includes(args[1])"
    browser.wait_for(includes, HEAD, text)


def attack(browser: Browser, action: str, dice: tuple[int, int]) -> None:
    """Attack with entered dice."""
    browser.wait(form(action))
    wait_until_idle(browser)
    for place, face in enumerate(dice):
        browser.type(f'{form(action)} [name="dice.{place}"]', str(face))
    click(browser, press_button(action))


def move_to(browser: Browser, zone: str) -> None:
    """Move to this zone."""
    click(browser, press_button(f"move-{zone}"))


def attack_by_keyboard(browser: Browser, action: str, dice: tuple[int, int]) -> None:
    """Attack by keyboard: type the faces, then press Enter in the last field to roll."""
    focus(browser, f'{form(action)} [name="dice.0"]')
    browser.press(str(dice[0]))
    browser.press("Tab")
    browser.press(str(dice[1]))
    browser.press("Enter")


def move_by_keyboard(browser: Browser, zone: str) -> None:
    press_by_keyboard(browser, press_button(f"move-{zone}"))


def press_by_keyboard(browser: Browser, css: str) -> None:
    focus(browser, css)
    browser.press("Enter")


def check_focus_in(browser: Browser, part: str) -> None:
    """Check that the focus is in this part of the tracker and its heading is in view."""
    browser.wait_for("return document.activeElement.closest('[data-part]')?.dataset.part === args[0]", part)
    top = browser.eval("return document.activeElement.getBoundingClientRect().top")
    assert 0 <= top < browser.eval("return innerHeight")


def turn_button(name: str) -> str:
    return f'button[data-turn="{name}"]'


def choose_combatant(browser: Browser, name: str) -> None:
    click(browser, turn_button(name))
    browser.wait(f'{turn_button(name)}[aria-pressed="true"]')


def play_first_turn(browser: Browser) -> None:
    """Play Odile's first turn, a move and an attack, with entered dice."""
    browser.open(PAGE)
    use_own_dice(browser)
    move_to(browser, "3")
    wait_for_event(browser, "Odile moves to zone 3.")
    attack(browser, "attack-Red%20hood-finesse-spiritual-pyrokinesis", (7, 2))
    wait_for_event(browser, "2 hits (1 left)")
