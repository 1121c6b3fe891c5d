"""Pages of tools on phones and tablets: the tool comes first and stays in view while it is used."""

from __future__ import annotations

from typing import Any

import pytest

from rules_py.systems import registry
from tests.site.browsers import Browser, in_chromium
from tests.site.input_devices import PHONE, Keyboard
from tests.site.tool_menu import MENU, from_menu
from tests.site.tracker_page import click, wait_until_idle

BOOKS = [game for game in registry.games() if game.numbers]
TRACKERS = [f"{game.id}/{game.tracker.page}" for game in BOOKS if game.tracker]
SHEETS = [f"{game.id}/sheet/" for game in BOOKS if game.sheet]

IN_SIGHT = 480  # the pixels that a thumb doesn't cover, of a phone's 844

# Returns the top and bottom of the round, the participants and the first action of the turn in the window.
PLACES = """
const edges = (css) => {
    const all = [...document.querySelectorAll(css)].filter((each) => each.checkVisibility());
    const boxes = all.map((each) => each.getBoundingClientRect());
    return [Math.min(...boxes.map(({top}) => top)), Math.max(...boxes.map(({bottom}) => bottom))];
};
const actions = [...document.querySelectorAll("[data-part=turn] [type=submit]")];
for (const each of actions) each.toggleAttribute("data-first", false);
actions.find((each) => each.checkVisibility()).toggleAttribute("data-first", true);
return {
    round: edges("[data-part=head]"),
    names: edges("[data-part=turn] button[data-turn]"),
    action: edges("[data-first]"),
    bar: edges(".tool-bar"),
};
"""


def places(browser: Browser) -> dict[str, Any]:
    wait_until_idle(browser)
    return browser.eval(PLACES)


def take_first_action(browser: Browser) -> None:
    """Take the first action that is offered."""
    before = browser.eval("return document.querySelector('dice-tracker').item.at")
    places(browser)
    click(browser, "[data-first]")
    has_acted = "const {item} = document.querySelector('dice-tracker'); return item.at > args[0]"
    browser.wait_for(has_acted, before)
    wait_until_idle(browser)


@pytest.mark.measure
@in_chromium
@pytest.mark.parametrize("page", TRACKERS)
def test_turn_stays_in_view_on_a_phone_during_a_fight(browser: Browser, page: str) -> None:
    browser.viewport(*PHONE)
    browser.emulate(reduced_motion=True)
    browser.open(page)
    browser.wait_for("return document.querySelector('dice-tracker').key")
    for _ in range(4):
        positions = places(browser)
        assert positions["bar"][1] - positions["bar"][0] <= 41
        assert positions["bar"][0] >= 0 and positions["round"][0] >= positions["bar"][1] - 1, positions
        for part in ("round", "names", "action"):
            assert 0 <= positions[part][0] < positions[part][1] <= IN_SIGHT, (part, positions)
        take_first_action(browser)
    assert browser.console_errors() == []


@in_chromium
@pytest.mark.parametrize("page", TRACKERS)
def test_turn_scrolls_back_into_view_after_an_action(browser: Browser, page: str) -> None:
    browser.viewport(*PHONE)
    browser.emulate(reduced_motion=True)
    browser.open(page)
    browser.wait_for("return document.querySelector('dice-tracker').key")
    take_first_action(browser)
    places(browser)
    browser.eval("scrollTo({top: 900, behavior: 'instant'}); document.querySelector('[data-first]').click()")
    browser.wait_for("return document.querySelector('dice-tracker').item.at === 2")
    wait_until_idle(browser)
    positions = places(browser)
    assert positions["round"][0] >= positions["bar"][1] - 1
    assert positions["names"][0] >= positions["round"][1] and positions["action"][1] <= IN_SIGHT, positions
    assert browser.eval("return document.activeElement.closest('[data-part]').dataset.part") == "turn"


@in_chromium
@pytest.mark.parametrize("page", TRACKERS)
def test_tablet_shows_turn_and_participants_side_by_side(browser: Browser, page: str) -> None:
    browser.viewport(1024, 768)
    browser.open(page)
    browser.wait_for("return document.querySelector('dice-tracker').key")
    take_first_action(browser)
    positions = places(browser)
    assert positions["action"][1] <= 480, positions
    side = """
        const box = (css) => document.querySelector(css).getBoundingClientRect();
        const [cards, turn] = [box("[data-part=table]"), box("[data-part=turn]")];
        return [cards.right <= turn.left, cards.top];
    """
    beside, top = browser.eval(side)
    assert beside and top < 768


@pytest.mark.measure
@in_chromium
@pytest.mark.parametrize("page", [*TRACKERS, *SHEETS])
def test_tool_is_the_first_thing_on_its_page(browser: Browser, page: str) -> None:
    browser.viewport(*PHONE)
    browser.open(page)
    masthead = browser.eval("return document.querySelector('.md-header').getBoundingClientRect().bottom")
    bar = browser.eval("return document.querySelector('.tool-bar').getBoundingClientRect().top")
    assert bar - masthead <= 2
    assert browser.count(".page-header") == 0
    assert browser.eval("return document.querySelector('.tool-bar__book').href").endswith(
        f"/{page.split('/')[0]}/"
    )


@in_chromium
def test_menu_of_a_tool_opens_and_closes_by_keyboard(browser: Browser) -> None:
    browser.open(TRACKERS[0])
    browser.wait_for("return document.querySelector('dice-tracker').key")
    Keyboard(browser).press(MENU)
    browser.wait(".tool-bar__menu[open]")
    browser.press("Tab")
    assert browser.eval("return Boolean(document.activeElement.closest('.tool-bar__panel'))")
    browser.press("Escape")
    assert browser.count(".tool-bar__menu[open]") == 0
    assert browser.eval("return document.activeElement.matches(args[0])", MENU)


@in_chromium
def test_menu_closes_on_a_click_outside(browser: Browser) -> None:
    browser.open(TRACKERS[0])
    browser.wait_for("return document.querySelector('dice-tracker').key")
    browser.click(MENU)
    browser.wait(".tool-bar__menu[open]")
    browser.click("[data-part=head] .tracker__title")
    assert browser.count(".tool-bar__menu[open]") == 0


@in_chromium
@pytest.mark.parametrize("page", TRACKERS)
def test_setup_is_shown_alone_until_play_starts(browser: Browser, page: str) -> None:
    browser.viewport(*PHONE)
    browser.emulate(reduced_motion=True)
    browser.open(page)
    browser.wait_for("return document.querySelector('dice-tracker').key")
    from_menu(browser, "[data-command=blank]")
    browser.wait(".tracker-setup__sample")
    assert not browser.eval("return document.querySelector('[data-part=turn]').checkVisibility()")
    for place in (1, 2):
        click(browser, f".tracker-setup__samples > :nth-child({place})")
        wait_until_idle(browser)
    assert browser.count(".tracker-setup__line") == 2
    begin = "[data-command=begin]"
    bottom = browser.eval("return document.querySelector(args[0]).getBoundingClientRect().bottom", begin)
    assert bottom <= 844
    click(browser, begin)
    browser.wait("[data-part=turn]")
    assert browser.count("[data-part=setup][open]") == 0
    assert browser.eval("return document.activeElement.closest('[data-part]').dataset.part") == "turn"


@in_chromium
@pytest.mark.parametrize("page", TRACKERS)
def test_odds_and_forecast_are_one_tap_away(browser: Browser, page: str) -> None:
    browser.viewport(1024, 768)
    browser.emulate(reduced_motion=True)
    browser.open(page)
    browser.wait_for("return document.querySelector('dice-tracker').key")
    click(browser, ".tracker__to-odds")
    browser.wait_for("return document.querySelector('[data-part=forecasting]').open")
    ahead = (
        "const {top, width} = document.querySelector('[data-part=ahead]').getBoundingClientRect();"
        "return [top, width]"
    )
    top, width = browser.eval(ahead)
    assert 0 < top < 768 and width > 800


@in_chromium
def test_menu_leads_to_the_offer_to_save_for_offline_use(browser: Browser) -> None:
    browser.viewport(1024, 768)
    browser.emulate(reduced_motion=True)
    browser.open(TRACKERS[0])
    browser.wait("[data-can-save]")
    from_menu(browser, "[data-offline]")
    browser.wait(".offline__offer[open]")
    bottom = "return document.querySelector('.offline__offer').getBoundingClientRect().bottom"
    assert browser.eval(bottom) <= 768
