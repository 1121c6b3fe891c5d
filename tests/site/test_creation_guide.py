"""The guide that leads a reader through the creation of a character."""

import pytest

from rules_py.systems import registry
from rules_py.systems.game import Game
from tests.site.browsers import Browser, alike
from tests.site.sheet_page import NAME, SHEET, SHOWN_MODE, check_characters
from tests.site.tool_menu import from_menu

GUIDED = """
const visible = (css) => [...document.querySelectorAll(`dice-sheet ${css}`)].filter((each) => each.checkVisibility());
return [
  visible(".guide__title").map((each) => each.textContent).join(),
  visible(".sheet__section > .field, .sheet__section [data-cards]").map(
    (each) => each.dataset.cards ?? each.querySelector(":scope > [data-problems]").dataset.problems,
  ),
]
"""
GUIDED_GAMES = [each for each in registry.games() if each.sheet and len(each.sheet.creation_steps) > 1]


@alike
@pytest.mark.parametrize("game", GUIDED_GAMES, ids=lambda each: each.id)
def test_guide_walks_through_the_steps_of_the_book(browser: Browser, game: Game) -> None:
    """Each step shows only its own fields; the last switches to play mode."""
    browser.open(f"{game.id}/sheet/")
    browser.click("dice-sheet [data-command=guide]")
    browser.wait("dice-sheet .guide__title")
    for step in game.sheet.creation_steps:
        title, fields = browser.eval(GUIDED)
        assert title == step.title
        assert set(fields) == set(step.fields)
        assert browser.eval("return document.activeElement.textContent") == step.title
        browser.click("dice-sheet [data-command=guide-next]")
    browser.wait_for(f"{SHOWN_MODE} === 'play'")
    assert browser.eval("return document.activeElement.matches('[data-set-mode=play]')")


@alike
def test_guide_resumes_at_the_last_step(sheet: Browser) -> None:
    guide, next_step = f"{SHEET} [data-command=guide]", f"{SHEET} [data-command=guide-next]"
    sheet.click(guide)
    sheet.type(NAME, "Odo")
    for _ in range(2):
        sheet.click(next_step)
    check_characters(sheet, "Odo")
    sheet.click(f"{SHEET} [data-command=guide-leave]")
    assert sheet.text(guide) == "Go on with step 3 of 7"
    assert sheet.eval("return document.activeElement.matches(args[0])", guide)
    sheet.reload()
    sheet.wait_for("return document.querySelector(args[0]).value === 'Odo'", NAME)
    assert sheet.text(guide) == "Go on with step 3 of 7"
    sheet.click(guide)
    assert sheet.eval(GUIDED)[0] == "Choose your Skills"
    sheet.click(f"{SHEET} [data-command=guide-leave]")
    from_menu(sheet, f"{SHEET} [data-command=new]")
    assert sheet.text(guide) == "Make a character step by step"
