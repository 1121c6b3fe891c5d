"""The combat tracker of Dichotomy: a fight by mouse and by keyboard, undo, overrides and redrawing."""

import pytest

from tests.site.browser_storage import save_item
from tests.site.browsers import Browser, alike, in_chromium
from tests.site.input_devices import Keyboard
from tests.site.page_scripts import WATCH_DRAWING
from tests.site.tool_menu import from_menu, use_own_dice
from tests.site.tracker_page import (
    LAST,
    PAGE,
    WREN,
    attack,
    attack_by_keyboard,
    check_focus_in,
    choose_combatant,
    click,
    form,
    move_by_keyboard,
    move_to,
    play_first_turn,
    press_button,
    press_by_keyboard,
    turn_button,
    wait_for_event,
    wait_for_status,
)


def test_turn_can_be_undone_and_survives_a_reload(browser: Browser) -> None:
    play_first_turn(browser)
    click(browser, "#desk-undo")
    wait_for_event(browser, "Odile moves to zone 3.")
    click(browser, "#desk-redo")
    wait_for_event(browser, "2 hits (1 left)")
    browser.reload()
    wait_for_event(browser, "2 hits (1 left)")
    assert browser.console_errors() == []
    assert browser.foreign_requests() == []


@alike
def test_road_ambush_is_played_by_mouse(browser: Browser) -> None:
    play_first_turn(browser)
    assert browser.count(f"{LAST} .die") == 2
    assert browser.count(f'{LAST} a.rule-link[data-rule="D-012"]') == 2
    attack(browser, "attack-Odile-power-martial", (2, 6))
    wait_for_event(
        browser, "Thug attacks Odile, who defends: 10 against 12, 15 against 12, partial success, takes 1 hit"
    )
    choose_combatant(browser, "Beard")
    attack(browser, "attack-Odile-finesse-martial", (8, 5))
    wait_for_event(browser, "Beard attacks Odile")
    choose_combatant(browser, "Red hood")
    attack(browser, "attack-Bram-finesse-martial", (6, 3))
    wait_for_event(browser, "Red hood attacks Bram")
    click(browser, press_button("end_round"))
    wait_for_event(browser, "End of round 1")
    click(browser, f"{LAST} summary")
    assert "Odile: 0 carried + 2 taken = 2, 3 needed for the next step" in browser.text(LAST)
    attack(browser, "attack-Thug-power-martial", (9, 4))
    wait_for_event(browser, "out")
    move_to(browser, "5")
    wait_for_event(browser, "Odile moves to zone 5.")
    assert "Odile" in browser.text(".zone-map__zone:nth-child(5)")
    attack(browser, "attack-Red%20hood-finesse-spiritual-pyrokinesis", (3, 7))
    wait_for_event(browser, "Bram attacks Red hood")
    attack(browser, "attack-Odile-finesse-martial", (5, 1))
    wait_for_event(browser, "Beard attacks Odile")
    click(browser, press_button("end_round"))
    wait_for_event(browser, "Odile is injured")
    move_to(browser, "6")
    wait_for_event(browser, "Odile moves to zone 6.")
    attack(browser, "attack-Beard-power-martial", (2, 9))
    wait_for_event(browser, "10 against 11, 18 against 10, partial success, 2 hits (1 left)")
    choose_combatant(browser, "Bram")
    attack(browser, "attack-Beard-finesse-spiritual-pyrokinesis", (2, 5))
    wait_for_status(browser, "The fight is over: no foes are standing.")
    assert browser.count(".tracker__entry") == 14
    last_entry = browser.text(LAST)
    click(browser, "#desk-undo")
    wait_for_event(browser, "Odile attacks Beard")
    assert browser.count(".tracker__entry.is-undone") == 1
    click(browser, "#desk-redo")
    wait_for_event(browser, "Bram attacks Beard")
    browser.reload()
    wait_for_event(browser, "Bram attacks Beard")
    assert browser.text(LAST) == last_entry


@alike
@pytest.mark.parametrize(
    "engine_name", ["chromium", "firefox"], indirect=True
)  # WebKit's Tab key stops at text fields only
def test_road_ambush_is_played_by_keyboard(browser: Browser) -> None:
    browser.open(PAGE)
    use_own_dice(Keyboard(browser))
    move_by_keyboard(browser, "3")
    wait_for_event(browser, "Odile moves to zone 3.")
    check_focus_in(browser, "turn")
    attack_by_keyboard(browser, "attack-Red%20hood-finesse-spiritual-pyrokinesis", (7, 2))
    wait_for_event(browser, "2 hits (1 left)")
    attack_by_keyboard(browser, "attack-Odile-power-martial", (2, 6))
    wait_for_event(browser, "Thug attacks Odile")
    press_by_keyboard(browser, turn_button("Beard"))
    check_focus_in(browser, "turn")
    attack_by_keyboard(browser, "attack-Odile-finesse-martial", (8, 5))
    wait_for_event(browser, "Beard attacks Odile")
    press_by_keyboard(browser, turn_button("Red hood"))
    check_focus_in(browser, "turn")
    attack_by_keyboard(browser, "attack-Bram-finesse-martial", (6, 3))
    wait_for_event(browser, "Red hood attacks Bram")
    press_by_keyboard(browser, press_button("end_round"))
    wait_for_event(browser, "End of round 1")
    check_focus_in(browser, "turn")
    attack_by_keyboard(browser, "attack-Thug-power-martial", (9, 4))
    wait_for_event(browser, "out")
    move_by_keyboard(browser, "5")
    wait_for_event(browser, "Odile moves to zone 5.")
    attack_by_keyboard(browser, "attack-Red%20hood-finesse-spiritual-pyrokinesis", (3, 7))
    wait_for_event(browser, "Bram attacks Red hood")
    attack_by_keyboard(browser, "attack-Odile-finesse-martial", (5, 1))
    wait_for_event(browser, "Beard attacks Odile")
    press_by_keyboard(browser, press_button("end_round"))
    wait_for_event(browser, "Odile is injured")
    move_by_keyboard(browser, "6")
    wait_for_event(browser, "Odile moves to zone 6.")
    attack_by_keyboard(browser, "attack-Beard-power-martial", (2, 9))
    wait_for_event(browser, "2 hits (1 left)")
    attack_by_keyboard(browser, "attack-Beard-finesse-spiritual-pyrokinesis", (2, 5))
    wait_for_status(browser, "The fight is over: no foes are standing.")
    press_by_keyboard(browser, '.tracker__entry [data-at="13"]')
    wait_for_event(browser, "Odile attacks Beard")
    browser.eval(
        "scrollTo(0, 0); document.querySelector('h1').tabIndex = -1; document.querySelector('h1').focus()"
    )
    press_by_keyboard(browser, "#desk-undo")
    wait_for_event(browser, "Odile moves to zone 6.")
    assert browser.eval("return document.activeElement.id") == "desk-undo"


@in_chromium
def test_tap_on_the_map_moves_the_active_combatant(browser: Browser) -> None:
    browser.viewport(1024, 768)
    browser.open(PAGE)
    click(browser, ".zone-map__zone:nth-child(2) .zone-map__press")
    wait_for_event(browser, "Odile moves to zone 2.")
    assert "Odile" in browser.text(".zone-map__zone:nth-child(2)")


@in_chromium
def test_blocked_action_shows_its_reason_and_can_be_overridden(browser: Browser) -> None:
    browser.open(PAGE)
    blocked = f".tracker__group > .note-line:has({form('recover')})"
    browser.wait(blocked)
    assert "no carried hit for Recover" in browser.text(f"{blocked} > summary")
    click(browser, f"{blocked} > summary")
    click(browser, f"{form('recover')} [data-override]")
    click(browser, f"{LAST} summary")
    wait_for_event(browser, "GM override")


@in_chromium
def test_unchanged_parts_are_not_redrawn(browser: Browser) -> None:
    """Redrawing would lose the focus and collapse opened parts."""
    browser.open(PAGE)
    click(browser, press_button("defend"))
    wait_for_event(browser, "defends")
    browser.eval(WATCH_DRAWING, "dice-tracker [data-part]:not([data-part=say])")
    choose_combatant(browser, "Bram")
    choose_combatant(browser, "Odile")
    click(browser, "#desk-undo")
    wait_for_status(browser, "Round 1")
    browser.wait("#desk-redo:enabled")
    assert browser.eval("return window.redundantRedraws") == []


@in_chromium
def test_focus_stays_in_a_field_while_a_turn_loads(browser: Browser) -> None:
    browser.open(PAGE)
    use_own_dice(browser)
    die = f'{form("attack-Thug-finesse-martial")} [name="dice.0"]'
    browser.eval(
        "document.querySelector(args[0]).click(); document.querySelector(args[1]).focus()",
        turn_button("Odile"),
        die,
    )
    browser.wait("dice-tracker:not([data-busy])")
    assert browser.eval("return document.activeElement.matches(args[0])", die)


@in_chromium
def test_action_pressed_while_a_turn_loads_is_applied(browser: Browser) -> None:
    browser.open(PAGE)
    press = "for (const each of args) document.querySelector(each).click()"
    browser.eval(press, turn_button("Odile"), press_button("defend"))
    wait_for_event(browser, "Odile defends")


@in_chromium
def test_invalid_face_is_reported_beside_its_die(browser: Browser) -> None:
    browser.open(PAGE)
    use_own_dice(browser)
    attack(browser, "attack-Thug-finesse-martial", (4, 12))
    problem = f'{form("attack-Thug-finesse-martial")} [data-problems="dice.1"]'
    browser.wait(f"{problem}:not(:empty)")
    assert "between 0 and 10" in browser.text(problem)


TAPS = """
window.taps = 0;
addEventListener("click", (event) => { window.taps += event.isTrusted; }, true);
"""


@in_chromium
def test_first_action_of_six_combatants_takes_at_most_eight_taps(browser: Browser) -> None:
    browser.viewport(390, 844)
    browser.open("dichotomy/sheet/")
    for name in ("Wren", "Odile", "Bram"):
        save_item(browser, f"sheet:dichotomy:{name}", {"version": 1, "sheet": {**WREN, "name": name}})
    browser.open(PAGE)
    browser.eval(TAPS)
    from_menu(browser, "[data-command=blank]")
    click(browser, "[data-sheet='']:not([hidden])")
    for _ in range(3):
        click(browser, '[id="desk-set-sample-brawler"]')
    browser.wait('[id="desk-set-open-Brawler%203"]')
    click(browser, "[data-command=begin]")
    attack_button = '[id="desk-dichotomy-attack-Brawler-finesse-martial"] [type=submit]'
    click(browser, attack_button)
    wait_for_event(browser, "Bram attacks Brawler")
    assert browser.eval("return window.taps") <= 8
    assert browser.count(".tracker-setup__line") == 6
    assert browser.console_errors() == []


@in_chromium
def test_event_is_announced_once_and_politely(browser: Browser) -> None:
    browser.open(PAGE)
    move_to(browser, "3")
    wait_for_event(browser, "Odile moves to zone 3.")
    live = "[...document.querySelectorAll('[role=status], [role=alert], [aria-live]')]"
    roles = browser.eval(
        f"return {live}.filter(each => each.textContent.includes('Odile moves')).map(each => each.role)"
    )
    assert roles == ["status"]
