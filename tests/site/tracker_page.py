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


def form(act: str) -> str:
    return f'[id="desk-dichotomy-{act}"]'


def press_button(act: str) -> str:
    return f"{form(act)} button[type=submit]"


def quiet(browser: Browser) -> None:
    """Wait until the desk has drawn and kept all that was asked: what is pressed before that is not done."""
    browser.wait_for("return !document.querySelector('dice-tracker:is([data-busy], [data-keeping])')")


def click(browser: Browser, css: str) -> None:
    """Scroll a thing to the middle, clear of the masthead, and click it, once the desk is quiet."""
    browser.wait(css)
    quiet(browser)
    browser.eval("document.querySelector(args[0]).scrollIntoView({block: 'center'})", css)
    browser.click(css)


def happened(browser: Browser, words: str) -> None:
    """Wait until the last event says so."""
    browser.wait_for("return document.querySelector(args[0]).innerText.includes(args[1])", LAST, words)


def stands(browser: Browser, words: str) -> None:
    """Wait until the head says so."""
    includes = r"return document.querySelector(args[0]).innerText.replace(/\s+/g, ' ').includes(args[1])"
    browser.wait_for(includes, HEAD, words)


def strike(browser: Browser, act: str, dice: tuple[int, int]) -> None:
    """Attack with entered dice."""
    browser.wait(form(act))
    quiet(browser)
    for place, face in enumerate(dice):
        browser.type(f'{form(act)} [name="dice.{place}"]', str(face))
    click(browser, press_button(act))


def go(browser: Browser, zone: str) -> None:
    """Move to this zone."""
    click(browser, press_button(f"move-{zone}"))


def strike_by_keys(browser: Browser, act: str, dice: tuple[int, int]) -> None:
    """Attack by keyboard: type the faces, then press Enter in the last field to roll."""
    focus(browser, f'{form(act)} [name="dice.0"]')
    browser.press(str(dice[0]))
    browser.press("Tab")
    browser.press(str(dice[1]))
    browser.press("Enter")


def go_by_keys(browser: Browser, zone: str) -> None:
    press_by_keys(browser, press_button(f"move-{zone}"))


def press_by_keys(browser: Browser, css: str) -> None:
    focus(browser, css)
    browser.press("Enter")


def reads_on_at(browser: Browser, part: str) -> None:
    """Check that the focus is in this part of the tracker and its heading is in view."""
    browser.wait_for("return document.activeElement.closest('[data-part]')?.dataset.part === args[0]", part)
    top = browser.eval("return document.activeElement.getBoundingClientRect().top")
    assert 0 <= top < browser.eval("return innerHeight")


def chosen(name: str) -> str:
    return f'button[data-turn="{name}"]'


def choose(browser: Browser, name: str) -> None:
    click(browser, chosen(name))
    browser.wait(f'{chosen(name)}[aria-pressed="true"]')


def play_the_first_turn(browser: Browser) -> None:
    """Odile moves and strikes, with dice of the reader's own."""
    browser.open(PAGE)
    use_own_dice(browser)
    go(browser, "3")
    happened(browser, "Odile moves to zone 3.")
    strike(browser, "attack-Red%20hood-finesse-spiritual-pyrokinesis", (7, 2))
    happened(browser, "2 hits (1 left)")
