"""The combat tracker in the browser: a fight by mouse and by keyboard, undo, and what is drawn."""

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
    choose,
    chosen,
    click,
    form,
    go,
    go_by_keys,
    happened,
    play_the_first_turn,
    press_button,
    press_by_keys,
    reads_on_at,
    stands,
    strike,
    strike_by_keys,
)


def test_turn_can_be_undone_and_survives_a_reload(browser: Browser) -> None:
    play_the_first_turn(browser)
    click(browser, "#desk-undo")
    happened(browser, "Odile moves to zone 3.")
    click(browser, "#desk-redo")
    happened(browser, "2 hits (1 left)")
    browser.reload()
    happened(browser, "2 hits (1 left)")
    assert browser.console_errors() == []
    assert browser.foreign_requests() == []


@alike
def test_road_ambush_is_played_by_mouse(browser: Browser) -> None:
    play_the_first_turn(browser)
    assert browser.count(f"{LAST} .die") == 2
    assert browser.count(f'{LAST} a.rule-link[data-rule="D-012"]') == 2
    strike(browser, "attack-Odile-power-martial", (2, 6))
    happened(
        browser, "Thug attacks Odile, who defends: 10 against 12, 15 against 12, partial success, takes 1 hit"
    )
    choose(browser, "Beard")
    strike(browser, "attack-Odile-finesse-martial", (8, 5))
    happened(browser, "Beard attacks Odile")
    choose(browser, "Red hood")
    strike(browser, "attack-Bram-finesse-martial", (6, 3))
    happened(browser, "Red hood attacks Bram")
    click(browser, press_button("end_round"))
    happened(browser, "End of round 1")
    click(browser, f"{LAST} summary")
    assert "Odile: 0 carried + 2 taken = 2, 3 needed for the next step" in browser.text(LAST)
    strike(browser, "attack-Thug-power-martial", (9, 4))
    happened(browser, "out")
    go(browser, "5")
    happened(browser, "Odile moves to zone 5.")
    assert "Odile" in browser.text(".zone-map__zone:nth-child(5)")
    strike(browser, "attack-Red%20hood-finesse-spiritual-pyrokinesis", (3, 7))
    happened(browser, "Bram attacks Red hood")
    strike(browser, "attack-Odile-finesse-martial", (5, 1))
    happened(browser, "Beard attacks Odile")
    click(browser, press_button("end_round"))
    happened(browser, "Odile is injured")
    go(browser, "6")
    happened(browser, "Odile moves to zone 6.")
    strike(browser, "attack-Beard-power-martial", (2, 9))
    happened(browser, "10 against 11, 18 against 10, partial success, 2 hits (1 left)")
    choose(browser, "Bram")
    strike(browser, "attack-Beard-finesse-spiritual-pyrokinesis", (2, 5))
    stands(browser, "The fight is over: no foes are standing.")
    assert browser.count(".tracker__entry") == 14
    last_entry = browser.text(LAST)
    click(browser, "#desk-undo")
    happened(browser, "Odile attacks Beard")
    assert browser.count(".tracker__entry.is-undone") == 1
    click(browser, "#desk-redo")
    happened(browser, "Bram attacks Beard")
    browser.reload()
    happened(browser, "Bram attacks Beard")
    assert browser.text(LAST) == last_entry


@alike
@pytest.mark.parametrize(
    "engine_name", ["chromium", "firefox"], indirect=True
)  # WebKit's Tab knows text fields only
def test_road_ambush_is_played_by_keyboard(browser: Browser) -> None:
    browser.open(PAGE)
    use_own_dice(Keyboard(browser))
    go_by_keys(browser, "3")
    happened(browser, "Odile moves to zone 3.")
    reads_on_at(browser, "turn")
    strike_by_keys(browser, "attack-Red%20hood-finesse-spiritual-pyrokinesis", (7, 2))
    happened(browser, "2 hits (1 left)")
    strike_by_keys(browser, "attack-Odile-power-martial", (2, 6))
    happened(browser, "Thug attacks Odile")
    press_by_keys(browser, chosen("Beard"))
    reads_on_at(browser, "turn")
    strike_by_keys(browser, "attack-Odile-finesse-martial", (8, 5))
    happened(browser, "Beard attacks Odile")
    press_by_keys(browser, chosen("Red hood"))
    reads_on_at(browser, "turn")
    strike_by_keys(browser, "attack-Bram-finesse-martial", (6, 3))
    happened(browser, "Red hood attacks Bram")
    press_by_keys(browser, press_button("end_round"))
    happened(browser, "End of round 1")
    reads_on_at(browser, "turn")
    strike_by_keys(browser, "attack-Thug-power-martial", (9, 4))
    happened(browser, "out")
    go_by_keys(browser, "5")
    happened(browser, "Odile moves to zone 5.")
    strike_by_keys(browser, "attack-Red%20hood-finesse-spiritual-pyrokinesis", (3, 7))
    happened(browser, "Bram attacks Red hood")
    strike_by_keys(browser, "attack-Odile-finesse-martial", (5, 1))
    happened(browser, "Beard attacks Odile")
    press_by_keys(browser, press_button("end_round"))
    happened(browser, "Odile is injured")
    go_by_keys(browser, "6")
    happened(browser, "Odile moves to zone 6.")
    strike_by_keys(browser, "attack-Beard-power-martial", (2, 9))
    happened(browser, "2 hits (1 left)")
    strike_by_keys(browser, "attack-Beard-finesse-spiritual-pyrokinesis", (2, 5))
    stands(browser, "The fight is over: no foes are standing.")
    press_by_keys(browser, '.tracker__entry [data-at="13"]')
    happened(browser, "Odile attacks Beard")
    browser.eval(
        "scrollTo(0, 0); document.querySelector('h1').tabIndex = -1; document.querySelector('h1').focus()"
    )
    press_by_keys(browser, "#desk-undo")
    happened(browser, "Odile moves to zone 6.")
    assert browser.eval("return document.activeElement.id") == "desk-undo"


@in_chromium
def test_tap_on_the_map_moves_the_active_combatant(browser: Browser) -> None:
    browser.viewport(1024, 768)
    browser.open(PAGE)
    click(browser, ".zone-map__zone:nth-child(2) .zone-map__press")
    happened(browser, "Odile moves to zone 2.")
    assert "Odile" in browser.text(".zone-map__zone:nth-child(2)")


@in_chromium
def test_blocked_action_shows_its_reason_and_can_be_overridden(browser: Browser) -> None:
    browser.open(PAGE)
    refused = f".tracker__group > .note-line:has({form('recover')})"
    browser.wait(refused)
    assert "no carried hit for Recover" in browser.text(f"{refused} > summary")
    click(browser, f"{refused} > summary")
    click(browser, f"{form('recover')} [data-override]")
    click(browser, f"{LAST} summary")
    happened(browser, "GM override")


@in_chromium
def test_unchanged_parts_are_not_redrawn(browser: Browser) -> None:
    """Redrawing would lose the focus and collapse opened parts."""
    browser.open(PAGE)
    click(browser, press_button("defend"))
    happened(browser, "defends")
    browser.eval(WATCH_DRAWING, "dice-tracker [data-part]:not([data-part=say])")
    choose(browser, "Bram")
    choose(browser, "Odile")
    click(browser, "#desk-undo")
    stands(browser, "Round 1")
    browser.wait("#desk-redo:enabled")
    assert browser.eval("return window.drawnInVain") == []


@in_chromium
def test_focus_stays_in_a_field_while_a_turn_loads(browser: Browser) -> None:
    browser.open(PAGE)
    use_own_dice(browser)
    die = f'{form("attack-Thug-finesse-martial")} [name="dice.0"]'
    browser.eval(
        "document.querySelector(args[0]).click(); document.querySelector(args[1]).focus()",
        chosen("Odile"),
        die,
    )
    browser.wait("dice-tracker:not([data-busy])")
    assert browser.eval("return document.activeElement.matches(args[0])", die)


@in_chromium
def test_action_pressed_while_a_turn_loads_is_applied(browser: Browser) -> None:
    browser.open(PAGE)
    press = "for (const each of args) document.querySelector(each).click()"
    browser.eval(press, chosen("Odile"), press_button("defend"))
    happened(browser, "Odile defends")


@in_chromium
def test_invalid_face_is_reported_beside_its_die(browser: Browser) -> None:
    browser.open(PAGE)
    use_own_dice(browser)
    strike(browser, "attack-Thug-finesse-martial", (4, 12))
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
    happened(browser, "Bram attacks Brawler")
    assert browser.eval("return window.taps") <= 8
    assert browser.count(".tracker-setup__line") == 6
    assert browser.console_errors() == []


@in_chromium
def test_event_is_announced_once_and_politely(browser: Browser) -> None:
    browser.open(PAGE)
    go(browser, "3")
    happened(browser, "Odile moves to zone 3.")
    live = "[...document.querySelectorAll('[role=status], [role=alert], [aria-live]')]"
    roles = browser.eval(
        f"return {live}.filter(each => each.textContent.includes('Odile moves')).map(each => each.role)"
    )
    assert roles == ["status"]
