"""The sheet of [2d6] in edit mode: characters made from cards, which show what they buy."""

from __future__ import annotations

import pytest

from tests.site.browsers import Browser, alike
from tests.site.tool_menu import from_menu

SHEET = "dice-sheet[data-game=two_d6]"
TOTALS = f"{SHEET} .totals__make"


@pytest.fixture
def sheet(browser: Browser) -> Browser:
    """The browser at a blank sheet."""
    browser.open_sheet("two_d6/sheet/")
    return browser


@alike
def test_cards_update_the_remaining_points(sheet: Browser) -> None:
    sheet.click(f"{SHEET} [data-template=goblin]")
    sheet.wait_for_text(TOTALS, "36 stat points left, 13 XP left")
    assert sheet.value(f"{SHEET} [name='race']") == "Goblin"
    sheet.click(f"{SHEET} [data-cards=stats] > summary")
    up = "play-card-stats-AGI-0"
    sheet.wait(f"#{up}")
    sheet.wait_for_text(
        f"{SHEET} [data-cards=stats] .choice-card:nth-child(2) .choice-card__buys", "Acting before +4"
    )
    sheet.click(f"#{up}")
    sheet.wait_for_text(TOTALS, "35 stat points left, 13 XP left")
    assert sheet.value(f"{SHEET} [name='stats.AGI']") == "1"
    sheet.wait_for_text(f"#{up}", "Raise to +2")
    sheet.click(f"{SHEET} [data-command=undo]")
    sheet.wait_for_text(TOTALS, "36 stat points left")


@alike
def test_blank_sheet_shows_no_problems_and_opens_used_sections(browser: Browser) -> None:
    browser.viewport(390, 844)
    browser.open("two_d6/sheet/")
    browser.wait_for("return document.querySelector('dice-sheet')?.key")
    open_sections = "return [...document.querySelectorAll('.sheet__section[open] > summary')].map((each) => each.innerText)"
    assert browser.eval(open_sections) == ["Character"]
    browser.type(f"{SHEET} [name=player]", "Ada")
    browser.wait_for_text(f"{SHEET} .checklist", "The character needs a name.")
    assert browser.texts(f"{SHEET} .problem") == []
    browser.click(f"{SHEET} .checklist a[href$='part-3']")
    browser.wait_for(
        "return args[0].every((each) => document.querySelector(each).checkVisibility())",
        [f"{SHEET} [name='stats.STR']"],
    )
    browser.click(f"{SHEET} [data-template=goblin]")
    browser.wait_for_text(TOTALS, "36 stat points left, 13 XP left")
    assert browser.eval(open_sections) == ["Character", "Race", "Stats", "Talents"]
    screens = "return document.querySelector('dice-sheet').offsetHeight / 844"
    from_menu(browser, f"{SHEET} [data-command=new]")
    assert browser.eval(screens) < 3.5


@alike
def test_remaining_points_stay_visible_and_rows_do_not_move(sheet: Browser) -> None:
    """The cost of a stat appears beside it, and moves none of the stats below."""
    sheet.viewport(390, 844)
    top = "return document.querySelector(args[0]).getBoundingClientRect().top"
    first, last = (f"{SHEET} [data-for$='stats.{stat}'][data-step='1']" for stat in ("STR", "PER"))
    before = sheet.eval(top, last) - sheet.eval(top, first)
    sheet.click(first)
    sheet.wait(f"{SHEET} [data-note='stats.STR']")
    assert sheet.eval(top, last) - sheet.eval(top, first) == before
    sheet.click(last)
    sheet.wait_for_text(TOTALS, "34 stat points left, 15 XP left")
    assert 0 <= sheet.eval(top, TOTALS) < 120
    for stat in ("STR", "AGI", "DEX"):
        sheet.type(f"{SHEET} [name='stats.{stat}']", "5")
    sheet.wait_for_text(f"{TOTALS} .is-over", "10 stat points over")
