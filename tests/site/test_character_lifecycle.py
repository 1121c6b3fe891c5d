"""A character of [2d6] from creation to a fight, by mouse, touch and keyboard."""

from __future__ import annotations

from tests.site.browsers import Browser, alike
from tests.site.input_devices import DEVICES, InputDevice, every_device
from tests.site.tool_menu import from_menu, use_own_dice
from tests.site.tracker_page import wait_for_event, wait_for_status, wait_until_idle

SHEET = "dice-sheet[data-game=two_d6]"
STATS = {"STR": 2, "AGI": 3, "DEX": 2, "TOU": 2, "INT": 2, "WIL": 4, "CHA": 1, "PER": 3}
RESULT = "dice-tray [data-part=result]"
FOE = "Dock%20bruiser"

ON_PAPER = """
const visible = [...document.querySelectorAll(args[0])].filter((each) => each.checkVisibility());
return visible.map((each) => each.selectedOptions?.[0]?.text ?? each.value ?? each.innerText).join("\\n");
"""


def open_section(device: InputDevice, field: str) -> None:
    """Open the sheet section with this field, which may be collapsed while it is empty."""
    part = f"{SHEET} .sheet__section[data-fields~={field}]"
    if not device.browser.count(f"{part}[open]"):
        device.press(f"{part} > summary")
        device.browser.wait(f"{part}[open]")


def choose_card(device: InputDevice, field: str, key: str) -> None:
    """Choose a card, and wait until it is shown as chosen."""
    open_section(device, field)
    cards, button = f"{SHEET} [data-cards={field}]", f"[id=play-card-{field}-{key}]"
    if not device.browser.count(f"{cards}[open]"):
        device.press(f"{cards} > summary")
    device.browser.wait_for("return document.querySelector(args[0]) !== null", button)
    if device.browser.count(f"{cards} details:not([open]):has({button})"):
        device.press(f"{cards} details:has({button}) > summary")
    device.press(button)
    device.browser.wait(f"{button}[aria-pressed=true]")


def make_character(device: InputDevice) -> None:
    browser = device.browser
    browser.open("two_d6/sheet/")
    device.write(f"{SHEET} [name=name]", "Tam")
    open_section(device, "stats")
    for stat, rank in STATS.items():
        device.write(f"{SHEET} [name='stats.{stat}']", str(rank))
    browser.wait_for_text(f"{SHEET} .totals__make", "1 stat point left, 15 XP left")
    choose_card(device, "talents", "fast_caster")
    choose_card(device, "skills", "athletics")
    choose_card(device, "spells", "blast")
    open_section(device, "items")
    for place, item in enumerate(("rope", "lamp")):
        device.press(f"{SHEET} [data-list=items] > [data-add]")
        device.write(f"{SHEET} [name='items.{place}.text']", item)
    browser.wait_for_text(f"{SHEET} .sheet__report", "Mundane items")
    browser.wait_for_text(f"{SHEET} .sheet__report", "2 of 10")


def check_reload(browser: Browser) -> None:
    browser.reload()
    browser.wait_for("return document.querySelector(args[0]).value === 'Tam'", f"{SHEET} [name=name]")
    assert browser.texts(f"{SHEET} [data-part=items] option") == ["Tam"]
    assert browser.value(f"{SHEET} [name='items.1.text']") == "lamp"


def print_sheet(device: InputDevice) -> None:
    """Press Print, and check that the printed sheet shows the character without buttons."""
    browser = device.browser
    browser.eval("window.printed = 0; window.print = () => { window.printed += 1; }")
    from_menu(device, f"{SHEET} [data-command=print]")
    browser.wait_for("return window.printed === 1")
    if browser.name != "chromium":
        return
    browser.emulate(print=True, **device.emulation)
    paper = browser.eval(ON_PAPER, f"{SHEET} :is(input, select, textarea, .panel)")
    for words in ("Tam", "Fast Caster", "Blast", "Athletics", "rope", "lamp"):
        assert words in paper
    assert not browser.eval(ON_PAPER, f"{SHEET} button:not(.button--roll)")
    browser.emulate(**device.emulation)


def cast_from_the_sheet(device: InputDevice) -> None:
    device.press(f"{SHEET} .mode-switch [data-set-mode=play]")
    device.press(f"{SHEET} [data-part=rolls] [data-calculator='two_d6.attack_spell']")
    device.browser.wait_for_text("dice-tray [data-part=title]", "Blast")
    if device.emulation:  # a phone shows the roll in one line
        device.press("dice-tray [data-part=show-roll]")
    device.press("dice-tray [data-part=close]")
    device.browser.wait_for("return !document.querySelector(args[0]).checkVisibility()", RESULT)


def join_tracker(device: InputDevice) -> None:
    browser = device.browser
    browser.open("two_d6/combat-tracker/")
    browser.wait("dice-tracker [data-part=head]")
    from_menu(device, "[data-command=blank]")
    browser.wait("dice-tracker [data-part=setup][open]")
    device.press("#desk-set-sample-dock-bruiser")
    browser.wait_for_text("dice-tracker [data-part=setting]", "Dock bruiser")
    device.press("dice-tracker [data-part=sheets] > button[data-sheet]:not([hidden], [data-sheet=''])")
    browser.wait_for_text("dice-tracker [data-part=turn]", "Tam")
    device.press("[data-command=begin]")
    use_own_dice(device)


def submit(device: InputDevice, name: str, dice: tuple[int, ...] = ()) -> None:
    form = f'[id="desk-two_d6-{name}"]'
    wait_until_idle(device.browser)
    if device.browser.count(f"details:not([open]):has({form})"):
        device.press(f"details:has({form}) > summary")
    for place, face in enumerate(dice):
        device.write(f'{form} [name="dice.{place}"]', str(face))
    device.press(f"{form} button[type=submit]")


def fight(device: InputDevice) -> None:
    browser = device.browser
    submit(device, "initiative", (1, 2, 6, 5))
    wait_for_event(browser, "Tam acts first.")
    submit(device, f"attack-{FOE}-Unarmed", (6, 5, 1, 2))
    wait_for_event(browser, "Tam attacks Dock bruiser (Unarmed): 13 against 8, ahead by 5.")
    submit(device, "settle-wounds")
    wait_for_event(browser, "Dock bruiser takes 2 wounds")
    submit(device, "pass")
    submit(device, "end_round")
    wait_for_status(browser, "Tam")
    submit(device, f"attack-{FOE}-Blast", (4, 4, 1, 2))
    wait_for_event(browser, "Tam attacks Dock bruiser (Blast)")


@alike
@every_device
def test_character_is_made_printed_saved_and_played(browser: Browser, device_name: str) -> None:
    device = DEVICES[device_name](browser)
    make_character(device)
    print_sheet(device)
    check_reload(browser)
    cast_from_the_sheet(device)
    join_tracker(device)
    fight(device)
    assert browser.console_errors() == []
