"""The whole path of a character of [2d6]: made from nothing, kept, printed, taken to a fight, where they
strike and cast; by mouse, by a finger on a phone, by the keyboard alone.
"""

from __future__ import annotations

from tests.site.browsers import Browser, alike
from tests.site.input_devices import DEVICES, InputDevice, every_device
from tests.site.tool_menu import from_menu, use_own_dice
from tests.site.tracker_page import happened, quiet, stands

SHEET = "dice-sheet[data-game=two_d6]"
STATS = {"STR": 2, "AGI": 3, "DEX": 2, "TOU": 2, "INT": 2, "WIL": 4, "CHA": 1, "PER": 3}
RESULT = "dice-tray [data-part=result]"
FOE = "Dock%20bruiser"

ON_PAPER = """
const seen = [...document.querySelectorAll(args[0])].filter((each) => each.checkVisibility());
return seen.map((each) => each.selectedOptions?.[0]?.text ?? each.value ?? each.innerText).join("\\n");
"""


def open_part(hand: InputDevice, field: str) -> None:
    """Open the sheet section with this field, which may be collapsed while it is empty."""
    part = f"{SHEET} .sheet__section[data-fields~={field}]"
    if not hand.browser.count(f"{part}[open]"):
        hand.press(f"{part} > summary")
        hand.browser.wait(f"{part}[open]")


def take(hand: InputDevice, field: str, key: str) -> None:
    """Choose a card, and wait until it says that it is held."""
    open_part(hand, field)
    cards, button = f"{SHEET} [data-cards={field}]", f"[id=play-card-{field}-{key}]"
    if not hand.browser.count(f"{cards}[open]"):
        hand.press(f"{cards} > summary")
    hand.browser.wait_for("return document.querySelector(args[0]) !== null", button)
    if hand.browser.count(f"{cards} details:not([open]):has({button})"):
        hand.press(f"{cards} details:has({button}) > summary")
    hand.press(button)
    hand.browser.wait(f"{button}[aria-pressed=true]")


def make(hand: InputDevice) -> None:
    browser = hand.browser
    browser.open("two_d6/sheet/")
    hand.write(f"{SHEET} [name=name]", "Tam")
    open_part(hand, "stats")
    for stat, rank in STATS.items():
        hand.write(f"{SHEET} [name='stats.{stat}']", str(rank))
    browser.wait_for_text(f"{SHEET} .totals__make", "1 stat point left, 15 XP left")
    take(hand, "talents", "fast_caster")
    take(hand, "skills", "athletics")
    take(hand, "spells", "blast")
    open_part(hand, "items")
    for place, item in enumerate(("rope", "lamp")):
        hand.press(f"{SHEET} [data-list=items] > [data-add]")
        hand.write(f"{SHEET} [name='items.{place}.text']", item)
    browser.wait_for_text(f"{SHEET} .sheet__report", "Mundane items")
    browser.wait_for_text(f"{SHEET} .sheet__report", "2 of 10")


def find_again(browser: Browser) -> None:
    browser.reload()
    browser.wait_for("return document.querySelector(args[0]).value === 'Tam'", f"{SHEET} [name=name]")
    assert browser.texts(f"{SHEET} [data-part=items] option") == ["Tam"]
    assert browser.value(f"{SHEET} [name='items.1.text']") == "lamp"


def print_out(hand: InputDevice) -> None:
    """Press Print, and check that the printed sheet shows the character without buttons."""
    browser = hand.browser
    browser.eval("window.printed = 0; window.print = () => { window.printed += 1; }")
    from_menu(hand, f"{SHEET} [data-command=print]")
    browser.wait_for("return window.printed === 1")
    if browser.name != "chromium":
        return
    browser.emulate(print=True, **hand.emulation)
    paper = browser.eval(ON_PAPER, f"{SHEET} :is(input, select, textarea, .panel)")
    for words in ("Tam", "Fast Caster", "Blast", "Athletics", "rope", "lamp"):
        assert words in paper
    assert not browser.eval(ON_PAPER, f"{SHEET} button:not(.button--roll)")
    browser.emulate(**hand.emulation)


def cast_from_the_sheet(hand: InputDevice) -> None:
    hand.press(f"{SHEET} .mode-switch [data-set-mode=play]")
    hand.press(f"{SHEET} [data-part=rolls] [data-calculator='two_d6.attack_spell']")
    hand.browser.wait_for_text("dice-tray [data-part=title]", "Blast")
    if hand.emulation:  # on a phone a line tells the roll
        hand.press("dice-tray [data-part=show-roll]")
    hand.press("dice-tray [data-part=close]")
    hand.browser.wait_for("return !document.querySelector(args[0]).checkVisibility()", RESULT)


def sit_down(hand: InputDevice) -> None:
    browser = hand.browser
    browser.open("two_d6/combat-tracker/")
    browser.wait("dice-tracker [data-part=head]")
    from_menu(hand, "[data-command=blank]")
    browser.wait("dice-tracker [data-part=setup][open]")
    hand.press("#desk-set-sample-dock-bruiser")
    browser.wait_for_text("dice-tracker [data-part=setting]", "Dock bruiser")
    hand.press("dice-tracker [data-part=sheets] > button[data-sheet]:not([hidden], [data-sheet=''])")
    browser.wait_for_text("dice-tracker [data-part=turn]", "Tam")
    hand.press("[data-command=begin]")
    use_own_dice(hand)


def act(hand: InputDevice, name: str, dice: tuple[int, ...] = ()) -> None:
    form = f'[id="desk-two_d6-{name}"]'
    quiet(hand.browser)
    if hand.browser.count(f"details:not([open]):has({form})"):
        hand.press(f"details:has({form}) > summary")
    for place, face in enumerate(dice):
        hand.write(f'{form} [name="dice.{place}"]', str(face))
    hand.press(f"{form} button[type=submit]")


def fight(hand: InputDevice) -> None:
    browser = hand.browser
    act(hand, "initiative", (1, 2, 6, 5))
    happened(browser, "Tam acts first.")
    act(hand, f"attack-{FOE}-Unarmed", (6, 5, 1, 2))
    happened(browser, "Tam attacks Dock bruiser (Unarmed): 13 against 8, ahead by 5.")
    act(hand, "settle-wounds")
    happened(browser, "Dock bruiser takes 2 wounds")
    act(hand, "pass")
    act(hand, "end_round")
    stands(browser, "Tam")
    act(hand, f"attack-{FOE}-Blast", (4, 4, 1, 2))
    happened(browser, "Tam attacks Dock bruiser (Blast)")


@alike
@every_device
def test_character_is_made_printed_saved_and_played(browser: Browser, by: str) -> None:
    hand = DEVICES[by](browser)
    make(hand)
    print_out(hand)
    find_again(browser)
    cast_from_the_sheet(hand)
    sit_down(hand)
    fight(hand)
    assert browser.console_errors() == []
