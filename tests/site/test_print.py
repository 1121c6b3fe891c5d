"""Printing: table screens and sheets on one page, text without controls, lists, cards and whole books."""

import base64
import json
import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from rules_py.systems import registry
from rules_py.systems.action_consequence.tracker.presets import RUTA
from tests.site.browsers import SITE, Browser, alike, in_chromium
from tests.site.files import choose_file

AVOIDED_BREAKS = """return [...document.querySelectorAll(".example .answer > div > *")].filter((part) =>
    getComputedStyle(part.parentElement).display === "flex" && getComputedStyle(part).breakAfter === "avoid").length"""
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
    "two_d6": {
        "player": "Ines",
        "name": "Snick",
        "concept": "A goblin who sells back what people have lost",
        "race": "Goblin",
        "race_required": [{"talent": "extra_sense", "label": "darkvision"}],
        "stats": {"STR": 1, "AGI": 4, "DEX": 3, "TOU": 2, "INT": 2, "WIL": 2, "CHA": 2, "PER": 3},
        "talents": [
            {"talent": "extra_sense", "label": "darkvision"},
            {"talent": "extra_sense", "label": "bloodhound nose"},
            {"talent": "altered_state", "label": "cornered", "plus": "STR", "minus": "CHA"},
            {"talent": "acrobat"},
        ],
        "skills": [
            {"skill": each, "rank": 2, "stat": stat}
            for each, stat in {
                "stealth": "AGI",
                "lockpicking": "DEX",
                "notice": "PER",
                "bluff": "CHA",
            }.items()
        ]
        + [{"skill": "melee", "subset": "Light", "rank": 1, "stat": "AGI"}],
        "spells": [{"spell": "ward"}, {"spell": "illusion", "label": "footsteps"}],
        "earned_xp": 9,
        "cinematics": 2,
        "armour": "light",
        "items": [
            {"text": each}
            for each in (
                "padded waistcoat",
                "picks",
                "two knives",
                "wire",
                "chalk",
                "sack",
                "dried eel",
                "stub",
            )
        ],
        "notes": "Lives under the third stair.\nOwes Wren a rope.\nIs owed eleven gloves.",
    },
    "basic_systems": {
        "name": "Lavinia Quill",
        "beyond_human": True,
        "attributes": {"Strength": 1, "Agility": 4, "Wits": 3, "Charm": 4, "Nerve": 4, "Perception": 5},
        "abilities": {"Stealth": 6, "Alertness": 4, "Performance": 4, "Persuasion": 3, "Research": 2},
        "based_on": {
            "Stealth": "Agility",
            "Alertness": "Perception",
            "Performance": "Charm",
            "Persuasion": "Charm",
            "Research": "Wits",
        },
        "willpower": {"permanent": 7, "current": 4},
        "inspiration": {"permanent": 5, "current": 5},
        "morality": {"trait": "Path", "rating": 6},
        "notes": "A tray of ices.\nA torch that never needs a battery.\nA key, and no memory of the door.",
    },
    "action_consequence": RUTA,
}
of_each_game = pytest.mark.parametrize("game", CHARACTERS)


def pages(browser: Browser) -> dict[str, int]:
    """Return the number of printed pages for each paper size."""

    def page_count(width: float, height: float) -> int:
        answer = browser.engine.devtools("Page.printToPDF", paperWidth=width, paperHeight=height)
        return len(re.findall(rb"/Type\s*/Page\b", base64.b64decode(answer["data"])))

    return {paper: page_count(*inches) for paper, inches in INCHES.items()}


TRUNCATED_FIELDS = """
const typed = [...document.querySelectorAll("dice-sheet :is(input[type=text], textarea)")];
return typed.filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth).map((each) => each.value);
"""

SHEET_OF_PAPER = (718, 1047)
"""A4 without margins, in pixels."""
WIDE_TABLES = """
const wide = (table) => table.getBoundingClientRect().right > table.closest("div, dice-odds-table, p").getBoundingClientRect().right + 1;
return [...document.querySelectorAll(".md-typeset table")].filter(wide).map((table) => table.innerText.slice(0, 40));
"""


@pytest.mark.measure
@in_chromium
@of_each_game
def test_table_screen_prints_on_one_page(browser: Browser, game: str) -> None:
    browser.open(f"{game}/table-screen/")
    assert browser.count(".table-screen") == 1
    assert pages(browser) == {"A4": 1, "Letter": 1}
    browser.viewport(*SHEET_OF_PAPER)
    browser.emulate(print=True)
    assert browser.eval(WIDE_TABLES) == [], "every table fits its column"


@pytest.mark.measure
@in_chromium
@of_each_game
def test_blank_sheet_prints_on_one_page(browser: Browser, game: str) -> None:
    browser.open(f"{game}/sheet/")
    browser.wait("dice-sheet:defined .tool-bar__menu")
    assert pages(browser) == {"A4": 1, "Letter": 1}
    browser.click("[data-set-mode=play]")
    assert pages(browser) == {"A4": 1, "Letter": 1}, "in either mode"
    browser.emulate(print=True)
    printed = "dice-sheet .sheet__section:not(.is-off-paper)"
    room = "return [...document.querySelectorAll(args[0])].map((each) => each.offsetHeight / 22 * 72 / 96)"
    lines = browser.eval(room, f"{printed} .rows:empty, {printed} textarea")
    assert lines and min(lines) >= 6, "there is room to write in every list"
    has_panel = (
        "return [...document.querySelectorAll('dice-sheet .panel')].some((each) => each.checkVisibility())"
    )
    assert not browser.eval(has_panel), "a blank sheet has no derived values"
    assert browser.text(".sheet-head__title") == registry.game(game).title
    assert browser.eval("return document.querySelector('.sheet-head > .motif').checkVisibility()")


COUNT_VISIBLE = (
    "return [...document.querySelectorAll(args[0])].filter((each) => each.checkVisibility()).length"
)


@in_chromium
def test_printed_sheet_shows_numbers_only_as_diagrams(browser: Browser) -> None:
    """Paired attributes are balances, health is a track, and wounds are the maximum number of boxes."""
    browser.open("dichotomy/sheet/")
    browser.wait("dice-sheet .tool-bar")
    browser.emulate(print=True)
    assert browser.eval(COUNT_VISIBLE, "dice-sheet .balance") == 3
    assert browser.eval(COUNT_VISIBLE, "dice-sheet .stages__one") == 4
    assert browser.eval(COUNT_VISIBLE, "dice-sheet :is([name^='attributes.'], [name^='track.'])") == 0
    browser.open("two_d6/sheet/")
    assert browser.eval(COUNT_VISIBLE, "dice-sheet .sheet__boxes i") == 10


@in_chromium
@of_each_game
def test_character_prints_on_one_page(browser: Browser, game: str) -> None:
    browser.open(f"{game}/sheet/")
    browser.wait("dice-sheet:defined .tool-bar__menu")
    file = {"format": "diceleaf-sheet", "version": 1, "game": game, "sheets": [CHARACTERS[game]]}
    choose_file(browser, "dice-sheet [data-part=import]", json.dumps(file))
    browser.click("dice-sheet [data-part=yes]")
    name = CHARACTERS[game]["name"]
    browser.wait_for_text("dice-sheet [data-part=notice]", f"Imported: {name}")
    browser.wait_for("return document.querySelectorAll('dice-sheet .button--roll').length > 16")
    browser.wait("dice-sheet:not([data-busy])")
    browser.eval("await document.fonts.ready")
    assert pages(browser) == {"A4": 1, "Letter": 1}
    browser.viewport(*SHEET_OF_PAPER)
    browser.emulate(print=True)
    assert browser.eval(TRUNCATED_FIELDS) == [], "no text is cut off"
    if game == "two_d6":
        assert browser.eval(COUNT_VISIBLE, "dice-sheet .sheet__boxes i") == 5, "the wounds of this character"


@in_chromium
@pytest.mark.parametrize("page", ["dichotomy/the-roll/", "dichotomy/dice-and-calculators/"])
def test_printed_page_has_no_controls(browser: Browser, page: str) -> None:
    browser.emulate(print=True, saving_data=True)
    browser.open(page)
    opening = "for (const fold of document.querySelectorAll('details')) fold.open = true"
    browser.eval(opening)  # the reader may have opened any collapsible
    visible = """
        const controls = [...document.querySelectorAll("article :is(form, button, input, select)")];
        return controls.filter((each) => each.checkVisibility()).length;
    """
    assert browser.eval(visible) == 0
    all_visible = "return [...document.querySelectorAll(args[0])].every((each) => each.checkVisibility())"
    assert browser.eval(all_visible, ".calc__title, .calc__chance, .calc--opened .calc__values")


@in_chromium
def test_list_prints_at_full_width_without_controls(browser: Browser) -> None:
    """The text is as wide as the page, without controls that sort, roll or open."""
    browser.open("two_d6/spells/")
    browser.wait("dice-reference input")
    assert max(pages(browser).values()) <= 4, "17 spells, and one page of examples and rulings"
    browser.viewport(*SHEET_OF_PAPER)
    browser.emulate(print=True)
    browser.eval("await document.fonts.ready")
    width = "return document.querySelector('#animate .entry__text').getBoundingClientRect().width"
    assert browser.eval(width) > 500
    height = "return document.querySelector('.entries-list').offsetHeight"
    assert browser.eval(height) < 3 * 900, "at most three pages"
    assert browser.count(".entry .entry__body") == 17
    all_visible = (
        "return [...document.querySelectorAll('.entry__text')].every((each) => each.checkVisibility())"
    )
    assert browser.eval(all_visible)
    browser.open("two_d6/attacks/")
    head = "return getComputedStyle(document.querySelector('.reference__sort'), '::after').content"
    assert browser.eval(head) == "none"


TRUNCATED_CARDS = """
return [...document.querySelectorAll(".entry__details")]
  .filter((each) => each.scrollHeight > each.clientHeight + 1).map((each) => each.innerText);
"""


@pytest.mark.measure
@in_chromium
@pytest.mark.parametrize(
    ("page", "entries"),
    [("two_d6/spells/", 17), ("dichotomy/ability-list/", 45), ("two_d6/running-the-game/", 12)],
)
def test_list_prints_as_nine_cards_per_page(browser: Browser, page: str, entries: int) -> None:
    browser.open(page)
    browser.wait("dice-reference [data-part=cards]")
    browser.click("[data-part=cards]")
    browser.wait(".is-cutting .entry [data-part=pick]")
    assert browser.eval(TRUNCATED_CARDS) == [], "each text fits its card"
    assert set(pages(browser).values()) == {-(-entries // 9)}
    browser.choose("[data-part=character]", "none")
    browser.click(".entry:nth-child(3) [data-part=pick]")
    assert pages(browser) == {"A4": 1, "Letter": 1}
    browser.click("[data-part=cards-end]")
    assert browser.count(".is-cutting") == 0


BOOKS = [game for game in registry.games() if game.numbers]
of_each_book = pytest.mark.parametrize("game", BOOKS, ids=[game.id for game in BOOKS])


@of_each_book
def test_print_book_states_each_rule_once_and_has_no_dead_links(game) -> None:
    text = (SITE / "print" / game.id / "index.html").read_text("utf-8")
    page = BeautifulSoup(text, "html.parser")
    stated_numbers = [each["id"].partition("--")[2] for each in page.select(".rule-mark[id]")]
    assert sorted(stated_numbers) == sorted(game.numbers)
    ids = {each["id"] for each in page.find_all(id=True)}
    assert {link["href"][1:] for link in page.select("article a[href^='#']")} <= ids
    for link in page.select("article a[href^='.']"):
        target = (SITE / "print" / game.id / link["href"].partition("#")[0]).resolve()
        assert (target / "index.html").is_file(), link
    assert page.select("article :is(form, button, input, select, textarea)") == []
    assert [Path(each["src"]).name for each in page.select("script[src]")] == ["paper.js"]
    assert page.select_one("meta[name=robots]")["content"] == "noindex"


@of_each_book
def test_print_book_is_in_order_and_linked_from_its_first_page(game) -> None:
    page = BeautifulSoup((SITE / "print" / game.id / "index.html").read_text("utf-8"), "html.parser")
    numbers = [int(each.get_text()) for each in page.select(".print-book__chapter .page-header__number")]
    assert numbers == list(range(1, len(numbers) + 1)) and len(numbers) > 5
    listed_chapters = [each["href"][1:] for each in page.select(".print-book__contents a")]
    assert listed_chapters == [each["id"] for each in page.select(".print-book__chapter")]
    first_pages = [each.get_text() for each in page.select(".print-book__page")]
    assert len({*first_pages}) == len(listed_chapters), "each chapter has its own page numbers"
    styles = "".join(each.get_text() for each in page.select("style"))
    for name, first_page in zip(listed_chapters, first_pages, strict=True):
        mark = first_page.removesuffix("1")
        assert f'content: "{mark}" counter(leaf-{name})' in styles
    assert game.source is None or game.source.author in page.select_one(".print-book__cover").get_text()
    first = BeautifulSoup((SITE / game.id / "index.html").read_text("utf-8"), "html.parser")
    assert first.find("a", href=f"../print/{game.id}/")
    assert "/print/" not in (SITE / "sitemap.xml").read_text("utf-8")


@alike
def test_print_book_is_accessible_and_fits_a_phone(browser: Browser) -> None:
    browser.viewport(320, 640)
    browser.open("print/core_rules/")
    assert browser.eval("return document.documentElement.scrollWidth") <= 320
    assert browser.axe() == []
    assert browser.console_errors() == []
    browser.emulate(print=True)
    assert browser.eval(AVOIDED_BREAKS) == 0, (
        "otherwise its example would avoid a break, too, and leave pages empty"
    )
