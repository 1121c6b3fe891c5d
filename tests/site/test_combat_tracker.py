"""The combat tracker of [2d6]: a pending attack, chosen targets, the death check and undo."""

from tests.site.browsers import Browser, alike
from tests.site.tool_menu import use_own_dice
from tests.site.tracker_page import click, wait_for_event, wait_for_status, wait_until_idle

PAGE = "two_d6/combat-tracker/"


def form(action: str) -> str:
    return f'[id="desk-two_d6-{action}"]'


def press(browser: Browser, action: str, dice: tuple[int, ...] = ()) -> None:
    """Submit an action, optionally with entered dice."""
    browser.wait(form(action))
    wait_until_idle(browser)
    for place, face in enumerate(dice):
        browser.type(f'{form(action)} [name="dice.{place}"]', str(face))
    click(browser, f"{form(action)} button[type=submit]")


@alike
def test_pending_attack_is_settled_and_undone(browser: Browser) -> None:
    browser.open(PAGE)
    use_own_dice(browser)
    press(browser, "initiative", (5, 4, 2, 1))
    wait_for_event(browser, "Initiative: Wren has 17, Marisol has 7. Wren acts first.")
    press(browser, "attack-Goblin%20raider-Archery", (6, 5, 1, 1))
    wait_for_event(browser, "17 against 2, ahead by 15.")
    wait_for_status(browser, "Finish Wren’s attack on Goblin raider.")
    press(browser, "reroll-armour", (1, 2))
    wait_for_event(browser, "Goblin raider’s armour rerolls: 17 against 3, ahead by 14.")
    press(browser, "settle-wounds-more")
    wait_for_event(browser, "Goblin raider is at 0.")
    press(browser, "death_check", (3, 3))
    wait_for_event(browser, "Goblin raider survives, unconscious.")
    wait_for_status(browser, "Next: Marisol")
    click(browser, "#desk-undo")
    wait_for_event(browser, "Goblin raider is at 0.")
    click(browser, "#desk-undo")
    wait_for_event(browser, "armour rerolls")
    press(browser, "settle-wounds")
    wait_for_event(browser, "Goblin raider takes 3 wounds; 1 left.")
    assert browser.console_errors() == []


@alike
def test_spell_target_is_chosen_and_a_fallen_foe_finished(browser: Browser) -> None:
    browser.open(PAGE)
    use_own_dice(browser)
    press(browser, "initiative", (5, 4, 2, 1))
    wait_for_event(browser, "Wren acts first.")
    press(browser, "attack-Goblin%20raider-Archery", (6, 5, 1, 1))
    press(browser, "reroll-armour", (1, 2))
    press(browser, "settle-wounds-more")
    press(browser, "death_check", (3, 3))
    wait_for_event(browser, "Goblin raider survives, unconscious.")
    browser.wait(form("bend-Illusion"))
    click(browser, f"{form('bend-Illusion')} .tracker__options > summary")
    click(browser, f"{form('bend-Illusion')} label:has([value='Grey wolf'])")
    assert browser.text(f"{form('bend-Illusion')} .tracker__options > summary") == "Target: Grey wolf"
    press(browser, "bend-Illusion", (3, 3, 1, 2))
    wait_for_event(browser, "14 against 3, ahead by 11. Illusion affects Grey wolf.")
    press(browser, "finish-Goblin%20raider", (4, 4, 1, 3))
    press(browser, "settle-wounds")
    wait_for_event(browser, "Goblin raider is dead")
    assert browser.console_errors() == []
