"""The conflict tracker: conflicts by mouse, touch and keyboard, updated sheets, and the player view."""

from __future__ import annotations

from tests.site.browser_storage import save_item, saved_records
from tests.site.browsers import Browser, alike, in_chromium
from tests.site.input_devices import DEVICES, InputDevice, Mouse, every_device
from tests.site.tool_menu import MENU, from_menu, use_own_dice
from tests.site.tracker_page import wait_for_event, wait_for_status

PAGE = "action_consequence/conflict-table/"
DESK = "dice-tracker[data-game=action_consequence]"


def form(submit: str) -> str:
    return f'[id="desk-action_consequence-{submit}"]'


def submit(device: InputDevice, name: str, dice: tuple[int, ...] = (), words: str = "") -> None:
    """Submit an action, optionally with entered dice and the words of a challenge."""
    if words:
        device.write(f"{form(name)} [name=words]", words)
    for place, face in enumerate(dice):
        device.write(f'{form(name)} [name="dice.{place}"]', str(face))
    device.press(f"{form(name)} button[type=submit]")


def open_tracker(device: InputDevice, start: str = "") -> None:
    """Open the conflict tracker with entered dice switched on."""
    browser = device.browser
    browser.open(PAGE)
    browser.wait(f"{DESK} [data-part=head]")
    if start:
        device.press(MENU)
        browser.choose("[data-part=starts]", start)
        device.press("[data-command=new]")
    use_own_dice(device)


@alike
@every_device
def test_example_conflict_is_played_to_two_endings(browser: Browser, device_name: str) -> None:
    device = DEVICES[device_name](browser)
    open_tracker(device)
    submit(device, "cast", (8, 3, 4, 1))
    wait_for_event(browser, "Cast: Althesa 8 and 3; Irin 4 and 1.")
    submit(device, "leave")
    submit(device, "challenge-Irin", words="The throat")
    wait_for_event(browser, "“The throat”")
    submit(device, "answer", (7, 2))
    submit(device, "leave")
    wait_for_status(browser, "hang in or give?")
    submit(device, "hang_in")
    wait_for_event(browser, "Round 2 begins.")
    submit(device, "cast", (9, 4, 6, 11, 2))
    submit(device, "leave")
    submit(device, "challenge-Irin")
    submit(device, "answer", (6, 5))
    wait_for_status(browser, "Irin may strike a name.")
    submit(device, "leave")
    wait_for_event(browser, "Irin is doubled")
    submit(device, "hurt")
    wait_for_event(browser, "Irin is exhausted: Guts d12 d6 becomes d8 d6. Althesa wins.")
    device.press("#desk-undo")
    wait_for_event(browser, "Irin is doubled")
    device.press("#desk-undo")
    wait_for_status(browser, "Irin may strike a name.")
    submit(device, "strike", (4,))
    wait_for_event(browser, "Irin’s name is struck: adding 4 makes the roll 10 and 5.")
    submit(device, "give")
    wait_for_status(browser, "Althesa wins because the other side gave.")
    assert browser.console_errors() == []


@in_chromium
def test_menu_opened_while_a_conflict_starts_stays_open(browser: Browser) -> None:
    browser.open(PAGE)
    browser.wait(f"{DESK} [data-part=head]")
    browser.click(MENU)
    browser.choose("[data-part=starts]", "quay")
    press_both = """
    document.querySelector(args[0]).click();
    document.querySelector(args[1]).focus();
    document.querySelector(args[1]).click();
    """
    browser.eval(press_both, "[data-command=new]", MENU)
    browser.wait_for("return document.querySelector(args[0]).innerText.includes('Oswin')", "[data-part=turn]")
    browser.click("[data-part=own-dice]")


@alike
@every_device
def test_conflict_of_three_sides_is_played_to_its_end(browser: Browser, device_name: str) -> None:
    device = DEVICES[device_name](browser)
    open_tracker(device, "quay")
    browser.wait_for("return document.querySelector(args[0]).innerText.includes('Oswin')", "[data-part=turn]")
    submit(device, "cast", (11, 3, 9, 7, 7, 2))
    wait_for_event(browser, "Ruta challenges with 11 and 3.")
    wait_for_status(browser, "Ruta: make the challenge.")
    submit(device, "challenge-Captain%20Strake", words="Off my boat")
    wait_for_status(browser, "Oswin may interfere.")
    submit(device, "interfere")
    wait_for_event(browser, "Oswin interferes and will answer instead of Captain Strake.")
    submit(device, "answer", (6, 2))
    forecast = "return document.querySelector(args[0])?.innerText.includes('is doubled')"
    browser.wait_for(forecast, form("hang_in"))  # the forecast is calculated later
    submit(device, "hang_in")
    wait_for_event(browser, "Captain Strake challenges with 7 and 2.")
    submit(device, "challenge-Oswin")
    submit(device, "answer", (3, 2))
    submit(device, "hurt")
    wait_for_event(browser, "Round 2 begins.")
    submit(device, "cast", (2, 1, 3, 10, 4))
    wait_for_status(browser, "Ruta may strike a name.")  # she faced more sides in the first round
    submit(device, "leave")
    submit(device, "challenge-Ruta")
    submit(device, "answer", (4, 3, 1))
    submit(device, "leave")
    submit(device, "hurt")
    wait_for_status(browser, "Captain Strake wins by doubling.")
    assert browser.console_errors() == []


RUTA = {
    "name": "Ruta Vance",
    "stats": {"Nerve": [12, 6], "Hands": [10, 8]},
    "endeavors": {"running the river": "Hands", "standing her ground": "Nerve"},
    "exert_stat": "Hands",
    "duress_stat": "Nerve",
    "specializations": [
        {"name": "night pilot", "endeavor": "running the river", "adds": "Nerve", "vulnerable_to": "lamps"}
    ],
}


@in_chromium
def test_conflict_saves_its_losses_to_the_character_sheet(browser: Browser) -> None:
    browser.open_sheet("action_consequence/sheet/")
    save_item(browser, "sheet:action_consequence:1", {"version": 1, "sheet": RUTA})
    device = Mouse(browser)
    open_tracker(device)
    from_menu(device, "[data-command=blank]")
    browser.wait(f"{DESK} [data-part=setup][open]")
    device.press("#desk-set-sample-captain-strake")
    device.press(f"{DESK} [data-part=sheets] > button[data-sheet]:not([hidden], [data-sheet=''])")
    browser.wait_for("return document.querySelector(args[0]).innerText.includes('Ruta Vance')", DESK)
    device.press("[data-command=begin]")
    submit(device, "cast", (10, 3, 4, 1))
    submit(device, "challenge-Ruta%20Vance")
    submit(device, "answer", (5, 2))
    submit(device, "hurt")
    from_menu(device, "[data-command=back]")
    notice = "Character sheets updated: Ruta Vance."
    browser.wait_for(
        "return document.querySelector(args[0]).textContent === args[1]", f"{DESK} [data-part=notice]", notice
    )
    [ruta] = saved_records(browser, "sheet:")
    assert ruta["kept"]["sheet"]["stats"]["Hands"] != [10, 8]


@in_chromium
def test_player_view_shows_the_challenge_and_the_dice(browser: Browser) -> None:
    device = Mouse(browser)
    open_tracker(device)
    submit(device, "cast", (8, 3, 4, 1))
    submit(device, "leave")
    submit(device, "challenge-Irin", words="The throat")
    wait_for_status(browser, "Irin: answer the challenge.")
    browser.new_tab()
    browser.open(f"{PAGE}?players")
    assert browser.text(".player-view__back") == "Back to the tracker"
    browser.wait_for(
        "return document.querySelector('dice-player-view').innerText.includes(args[0])",
        "Althesa: “The throat”. Althesa 8 and 3; Irin 4 and 1.",
    )
