"""The conflict tracker in the browser: a whole conflict of two by mouse, by a finger on a phone and by the
keyboard alone, one of three likewise, the way back to the sheet, what players see.
"""

from __future__ import annotations

from tests.site.browser_storage import save_item, saved_records
from tests.site.browsers import Browser, alike, in_chromium
from tests.site.input_devices import DEVICES, InputDevice, Mouse, every_device
from tests.site.tool_menu import MENU, from_menu, use_own_dice
from tests.site.tracker_page import happened, stands

PAGE = "action_consequence/conflict-table/"
DESK = "dice-tracker[data-game=action_consequence]"


def form(act: str) -> str:
    return f'[id="desk-action_consequence-{act}"]'


def act(hand: InputDevice, name: str, dice: tuple[int, ...] = (), words: str = "") -> None:
    """Submit an action, optionally with entered dice and spoken words."""
    if words:
        hand.write(f"{form(name)} [name=words]", words)
    for place, face in enumerate(dice):
        hand.write(f'{form(name)} [name="dice.{place}"]', str(face))
    hand.press(f"{form(name)} button[type=submit]")


def opened(hand: InputDevice, start: str = "") -> None:
    """Open the conflict tracker with entered dice switched on."""
    browser = hand.browser
    browser.open(PAGE)
    browser.wait(f"{DESK} [data-part=head]")
    if start:
        hand.press(MENU)
        browser.choose("[data-part=starts]", start)
        hand.press("[data-command=new]")
    use_own_dice(hand)


@alike
@every_device
def test_example_conflict_is_played_to_two_endings(browser: Browser, by: str) -> None:
    hand = DEVICES[by](browser)
    opened(hand)
    act(hand, "cast", (8, 3, 4, 1))
    happened(browser, "Cast: Althesa 8 and 3; Irin 4 and 1.")
    act(hand, "leave")
    act(hand, "challenge-Irin", words="The throat")
    happened(browser, "“The throat”")
    act(hand, "answer", (7, 2))
    act(hand, "leave")
    stands(browser, "hang in or give?")
    act(hand, "hang_in")
    happened(browser, "Round 2 begins.")
    act(hand, "cast", (9, 4, 6, 11, 2))
    act(hand, "leave")
    act(hand, "challenge-Irin")
    act(hand, "answer", (6, 5))
    stands(browser, "Irin may strike a name.")
    act(hand, "leave")
    happened(browser, "Irin is doubled")
    act(hand, "hurt")
    happened(browser, "Irin is exhausted: Guts d12 d6 becomes d8 d6. Althesa wins.")
    hand.press("#desk-undo")
    happened(browser, "Irin is doubled")
    hand.press("#desk-undo")
    stands(browser, "Irin may strike a name.")
    act(hand, "strike", (4,))
    happened(browser, "Irin’s name is struck: adding 4 makes the roll 10 and 5.")
    act(hand, "give")
    stands(browser, "Althesa wins because the other side gave.")
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
def test_conflict_of_three_sides_is_played_to_its_end(browser: Browser, by: str) -> None:
    hand = DEVICES[by](browser)
    opened(hand, "quay")
    browser.wait_for("return document.querySelector(args[0]).innerText.includes('Oswin')", "[data-part=turn]")
    act(hand, "cast", (11, 3, 9, 7, 7, 2))
    happened(browser, "Ruta challenges with 11 and 3.")
    stands(browser, "Ruta: make the challenge.")
    act(hand, "challenge-Captain%20Strake", words="Off my boat")
    stands(browser, "Oswin may interfere.")
    act(hand, "interfere")
    happened(browser, "Oswin interferes and will answer instead of Captain Strake.")
    act(hand, "answer", (6, 2))
    foretold = "return document.querySelector(args[0])?.innerText.includes('is doubled')"
    browser.wait_for(foretold, form("hang_in"))  # what it comes to, once it is worked out
    act(hand, "hang_in")
    happened(browser, "Captain Strake challenges with 7 and 2.")
    act(hand, "challenge-Oswin")
    act(hand, "answer", (3, 2))
    act(hand, "hurt")
    happened(browser, "Round 2 begins.")
    act(hand, "cast", (2, 1, 3, 10, 4))
    stands(browser, "Ruta may strike a name.")  # she faced more sides in the first round
    act(hand, "leave")
    act(hand, "challenge-Ruta")
    act(hand, "answer", (4, 3, 1))
    act(hand, "leave")
    act(hand, "hurt")
    stands(browser, "Captain Strake wins by doubling.")
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
    hand = Mouse(browser)
    opened(hand)
    from_menu(hand, "[data-command=blank]")
    browser.wait(f"{DESK} [data-part=setup][open]")
    hand.press("#desk-set-sample-captain-strake")
    hand.press(f"{DESK} [data-part=sheets] > button[data-sheet]:not([hidden], [data-sheet=''])")
    browser.wait_for("return document.querySelector(args[0]).innerText.includes('Ruta Vance')", DESK)
    hand.press("[data-command=begin]")
    act(hand, "cast", (10, 3, 4, 1))
    act(hand, "challenge-Ruta%20Vance")
    act(hand, "answer", (5, 2))
    act(hand, "hurt")
    from_menu(hand, "[data-command=back]")
    notice = "Character sheets updated: Ruta Vance."
    browser.wait_for(
        "return document.querySelector(args[0]).textContent === args[1]", f"{DESK} [data-part=notice]", notice
    )
    [ruta] = saved_records(browser, "sheet:")
    assert ruta["kept"]["sheet"]["stats"]["Hands"] != [10, 8]


@in_chromium
def test_player_view_shows_the_challenge_and_the_dice(browser: Browser) -> None:
    hand = Mouse(browser)
    opened(hand)
    act(hand, "cast", (8, 3, 4, 1))
    act(hand, "leave")
    act(hand, "challenge-Irin", words="The throat")
    stands(browser, "Irin: answer the challenge.")
    browser.new_tab()
    browser.open(f"{PAGE}?players")
    assert browser.text(".player-view__back") == "Back to the tracker"
    browser.wait_for(
        "return document.querySelector('dice-player-view').innerText.includes(args[0])",
        "Althesa: “The throat”. Althesa 8 and 3; Irin 4 and 1.",
    )
