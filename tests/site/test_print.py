"""What a table needs on paper fits one sheet of it: the table screens, and the character sheets, blank
and filled in.
"""

import base64
import json
import re

import pytest

from tests.site.browsers import Browser, in_chromium

INCHES = {"A4": (8.27, 11.69), "Letter": (8.5, 11)}
CHARACTERS = {
    "core_rules": {
        "name": "Odo",
        "aptitudes": {
            each: {"max": 2, "current": 2} for each in ("Knowledge", "Awareness", "Charisma", "Physicality")
        },
        "skills": ["Might", "Endure", "Nature", "Details"],
        "specialties": [{"skill": "Animals", "text": "goats"}, {"skill": "Society", "text": "old coins"}],
        "abilities": "Rings bells.\nKnows knots.\nIs not afraid of heights, nor of goats.",
    },
    "dichotomy": {
        "player": "Sam",
        "name": "Odile",
        "age_gender": "31, a woman",
        "race": "human",
        "wealth": "comfortable",
        "attributes": {"finesse": 3, "power": 8, "martial": 9, "spiritual": 2, "natural": 7, "technical": 4},
        "picks": [
            "smite",
            "acrobatics",
            "tracking",
            "cleave",
            "swimming",
            "alertness",
            "covering_fire",
            "climbing",
            "mechanics",
        ],
        "motives": [{"motive": "guardian", "fulfilled": True}, {"motive": "truth"}],
        "track": {"hits": 2, "injured": True, "serious": False},
        "items": [
            {"item": each, "count": 1}
            for each in ("rope", "toolkit", "rations", "lantern", "oil", "water_skin", "torch")
        ],
        "xp": 20,
        "ledger": [
            {"kind": "gain", "xp": 5, "note": "The toll bridge"},
            {"kind": "buy", "connection": "cottage", "note": "By the harbour"},
            {"kind": "raise", "from": "cottage", "connection": "house"},
            {"kind": "buy", "connection": "notoriety"},
        ],
        "notes": "Left the king's guard, and doesn't say why.\nA brother in the port, who owes money to everyone.\nLimps in the rain.",
    },
}
on_both_papers = pytest.mark.parametrize("paper", INCHES)
of_each_game = pytest.mark.parametrize("game", CHARACTERS)


def pages(browser: Browser, paper: str) -> int:
    """How many pages the browser prints."""
    width, height = INCHES[paper]
    printed = browser.engine.devtools("Page.printToPDF", paperWidth=width, paperHeight=height)
    return len(re.findall(rb"/Type\s*/Page\b", base64.b64decode(printed["data"])))


@in_chromium
@on_both_papers
@of_each_game
def test_a_table_screen_is_one_page(browser: Browser, game: str, paper: str) -> None:
    browser.open(f"{game}/table-screen/")
    assert browser.count(".table-screen") == 1
    assert pages(browser, paper) == 1


@in_chromium
@on_both_papers
@of_each_game
def test_a_blank_sheet_is_one_page(browser: Browser, game: str, paper: str) -> None:
    browser.open(f"{game}/sheet/")
    browser.wait("dice-sheet [data-do=new]")
    assert pages(browser, paper) == 1


@in_chromium
@on_both_papers
@of_each_game
def test_a_character_is_one_page(browser: Browser, game: str, paper: str) -> None:
    browser.open(f"{game}/sheet/")
    browser.wait("dice-sheet [data-do=new]")
    file = {"format": "diceleaf-sheet", "version": 1, "game": game, "sheets": [CHARACTERS[game]]}
    browser.eval(
        """
        const control = document.querySelector("dice-sheet [data-part=import]"), files = new DataTransfer();
        files.items.add(new File([args[0]], "characters.json", {type: "application/json"}));
        control.files = files.files;
        control.dispatchEvent(new Event("change", {bubbles: true}));
        """,
        json.dumps(file),
    )
    name = CHARACTERS[game]["name"]
    browser.wait_for(
        "return document.querySelector('dice-sheet [data-part=told]').textContent.includes(args[0])",
        f"Imported: {name}",
    )
    browser.wait_for("return document.querySelectorAll('dice-sheet .button--throw').length > 16")
    browser.wait("dice-sheet:not([data-busy])")
    browser.eval("await document.fonts.ready")
    assert pages(browser, paper) == 1
