"""Printed odds, forms and rolls under house rules."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup, Tag

from hooks.contracts.requests import reply_to
from hooks.pages import house_data
from rules_py import odds
from rules_py.base.number_format import percent
from rules_py.present.house_figures import options_attribute
from rules_py.present.typography import typeset
from rules_py.systems import registry
from tests.site.browser_storage import saved_records
from tests.site.browsers import SITE, Browser, in_chromium
from tests.site.house_rules import put_in_force

GAMES = [game.id for game in registry.games() if game.options]
GAME = "basic_systems"
ODDS = "basic_systems/odds/"
NUMBERS = "basic_systems/what-the-numbers-say/"
EXPLODING = {"tens": "again"}
SEVERAL = {"tens": "again", "ones_cancel": False, "botch_rule": "ones_outnumber"}
TABLE = "dice-odds-table"
OPEN_TABLE = f"details[open] > {TABLE}"
ROLLER = "dice-roller[data-calculator='basic_systems.throw']"
TEXT_IS = "return document.querySelector(args[0])?.textContent.trim() === args[1]"
STARTS_WITH = "return document.querySelector(args[0])?.textContent.startsWith(args[1])"
LABELS = "return [...document.querySelectorAll(`${args[0]} .house-label`)].map((each) => each.textContent)"
TYPE = """
const field = document.querySelector(args[0]);
field.value = args[1];
field.dispatchEvent(new Event("input", {bubbles: true}));
"""
CROWDED = """
const plots = [...document.querySelectorAll("dice-plot")];
const plot = plots.find(({ dataset }) => JSON.parse(dataset.plot).lines.length > 3).closest(".plot");
window.crowded = plot.querySelector("[data-plot-part=picture]");
plot.scrollIntoView({block: "center", behavior: "instant"});
return { html: window.crowded.querySelector("svg").outerHTML };
"""
SCROLL_THROUGH = """
for (const each of document.querySelectorAll("details.table-wrap")) each.open = true;
const tables = [...document.querySelectorAll("dice-odds-table[data-house]")];
const labelOf = (table) => table.querySelector(".house-label, .house-note")?.textContent;
window.byTheBook = () => tables.filter((each) => labelOf(each) === "By the book");
const frame = () => new Promise(requestAnimationFrame);
let unlabelled = 0;
for (const each of [...tables, ...tables.toReversed()]) {
    each.scrollIntoView({behavior: "instant"});
    await frame();
    unlabelled = Math.max(unlabelled, tables.filter((table) => !labelOf(table)).length);
}
window.waitingBehindFirst = () => !window.byTheBook().includes(tables[0]) && window.byTheBook().length;
return {tables: tables.length, unlabelled};
"""
FIGURES = """
const figures = Array.from(document.querySelectorAll("dice-odds-table, .plot, .house-number"), (each) => {
  const figure = each.cloneNode(true);
  for (const part of [figure, ...figure.querySelectorAll("dice-plot")])
    for (const name of ["houseMark", "options", "table", "path", "number"]) delete part.dataset[name];
  return figure;
});
if (args[0]) window.figuresBefore = figures;
const differing = figures.filter((each, at) => !each.isEqualNode(window.figuresBefore[at]));
return differing.map((each) => each.outerHTML);
"""


@cache
def page(path: Path) -> BeautifulSoup:
    """Return a page with the data that only house rules need."""
    return BeautifulSoup(house_data.give(path.read_text("utf-8"), house_data.read(path, SITE)), "lxml")


def elements(game: str, css: str) -> Iterator[Tag]:
    for path in sorted((SITE / game).rglob("*.html")):
        yield from page(path).select(css)


def reply_for(**request: Any) -> dict[str, Any]:
    reply = reply_to(request)
    assert reply["ok"], reply
    return reply


def book_values(game: str) -> dict[str, Any]:
    return {option.name: option.book_value for option in registry.game(game).options}


@pytest.mark.parametrize("game", GAMES)
def test_tables_with_book_values_match_the_printed_ones(game: str) -> None:
    for element in elements(game, "dice-odds-table[data-table]"):
        spec, path = json.loads(element["data-table"]), element.get("data-path")
        html = reply_for(action="table", table=spec, house=book_values(game), path=path, book={})["html"]
        table = BeautifulSoup(html, "lxml").table
        assert [each.text for each in table("td")] == [each.text for each in element.table("td")]
        assert [each["class"] for each in table("td")] == [each["class"] for each in element.table("td")]


@pytest.mark.parametrize("game", GAMES)
def test_charts_with_book_values_match_the_printed_ones(game: str) -> None:
    for element in elements(game, "dice-plot[data-options]"):
        plot = json.loads(element["data-plot"])
        assert reply_for(action="plot", plot=plot, inputs={}, house=book_values(game))["html"] == {}


@pytest.mark.parametrize("game", GAMES)
def test_numbers_with_book_values_match_the_printed_ones(game: str) -> None:
    printed = [*elements(game, ".house-number")]
    for start in range(0, len(printed), 50):
        several = printed[start : start + 50]
        texts = [next(each.select_one(".chance").strings) for each in several]
        requests = [
            [json.loads(each["data-number"]), text] for each, text in zip(several, texts, strict=True)
        ]
        reply = reply_for(action="numbers", numbers=requests, house=book_values(game))
        for html, text, element in zip(reply["html"], texts, several, strict=True):
            chance = BeautifulSoup(html, "lxml").select_one(".chance")
            assert chance.text == element.select_one(".chance").text, (element["data-number"], text)


@pytest.mark.parametrize("game", GAMES)
def test_forms_list_the_house_rules_of_their_calculator(game: str) -> None:
    for path in sorted((SITE / game).rglob("*.html")):
        for form in page(path).select("dice-roller[data-inputs]") if "calc__" in path.read_text() else ():
            calculator = registry.calculator(form["data-calculator"])
            options = set((options_attribute(calculator) or "").split()[1:])
            marked = set(form.get("data-options", "").split()[1:])
            fixed = {
                name
                for name, value in json.loads(form.get("data-inputs", "{}")).items()
                if name in options and value != calculator.initial_inputs()[name]
            }
            assert options - fixed <= marked <= options, form["id"]
    assert [*elements(game, "dice-roller[data-options], dice-calculator[data-options]")]


@cache
def captions(game: str) -> dict[str, bool]:
    """Return the caption of each table and chart of a game's pages, and whether it is marked."""
    by_caption = {}
    for path in (SITE / game).rglob("*.html"):
        for caption in page(path).select("dice-odds-table caption, .plot > figcaption"):
            holder = caption.find_parent(class_="plot") or caption.find_parent(TABLE)
            holder = holder.select_one("dice-plot") or holder
            by_caption[caption.text] = by_caption.get(caption.text, True) and holder.has_attr("data-options")
    return by_caption


@pytest.mark.parametrize("game", GAMES)
def test_tables_and_charts_with_house_rules_are_marked(game: str) -> None:
    """The site also serves tables and charts as data, whose captions are compared with those of the pages."""
    for each in json.loads((SITE / "assets/odds/index.json").read_text("utf-8")):
        calculator = registry.calculator(each["calculator"])
        served = json.loads((SITE / "assets/odds" / each["file"]).read_text("utf-8"))
        cells = [inputs for row in served["inputs"] for inputs in row]
        options = [option for option in calculator.inputs if option.house_rule]
        if calculator.game == game and any(
            all(cell[option.name] == option.default for cell in cells) for option in options
        ):
            assert captions(game)[typeset(each["caption"])], each


def open_under(browser: Browser, path: str, options: dict[str, Any]) -> None:
    """Open a page with these options in force."""
    browser.open(path)
    put_in_force(browser, GAME, options)
    browser.reload()


def test_table_is_recalculated_above_the_books_numbers(browser: Browser) -> None:
    open_under(browser, ODDS, EXPLODING)
    browser.click("details.table-wrap > summary")
    browser.wait(f"{OPEN_TABLE} .grid__book")
    note = browser.text(f"{OPEN_TABLE} .house-note")
    assert note.startswith("House rule Effect of a 10: Adds one more die")
    cell = f"{OPEN_TABLE} tbody tr:nth-child(2) td:nth-child(2)"
    chance = odds("basic_systems.throw", pool=2, difficulty=2, tens="again").measures["p_success"]
    assert browser.text(f"{cell} .grid__value") == percent(chance)
    book = odds("basic_systems.throw", pool=2, difficulty=2).measures["p_success"]
    assert browser.text(f"{cell} .grid__book s") == percent(book)
    assert "tens=again" in browser.eval("return document.querySelector(args[0]).href", f"{cell} a")
    closed = browser.eval(LABELS, f"details:not([open]) > {TABLE}")
    assert closed and {*closed} == {"By the book"}
    assert browser.axe() == []


@in_chromium
def test_figures_are_restored_without_house_rules(browser: Browser) -> None:
    for path in (ODDS, NUMBERS):
        browser.open(path)
        browser.eval("document.querySelector('details.table-wrap').open = true")
        browser.eval(FIGURES, True)
        put_in_force(browser, GAME, SEVERAL)
        browser.eval("document.querySelector('.house-number, dice-odds-table').scrollIntoView()")
        browser.wait_for("return document.querySelectorAll('article s').length")
        put_in_force(browser, GAME, None)
        browser.wait_for("return !document.querySelector('[data-house], .house-label')")
        browser.wait_for("return !document.querySelector('[data-status]:not([hidden])')")
        assert browser.eval(FIGURES, False) == []


def test_form_rolls_under_house_rules(browser: Browser) -> None:
    open_under(browser, ODDS, EXPLODING)
    browser.wait_for(TEXT_IS, f"{ROLLER} .calc__line .house-label", "House rule")
    browser.click(f"{ROLLER} summary")
    assert browser.value(f"{ROLLER} [name=tens]:checked") == "again"
    assert "Standard rules" in browser.text(f"{ROLLER} .odds__table")
    browser.click(f"{ROLLER} [data-part=roll]")
    browser.wait("dice-tray .outcome__verdict")
    [saved] = saved_records(browser, store="throws")
    assert '"tens": "again"' in json.dumps(saved)
    put_in_force(browser, GAME, None)
    browser.wait_for(
        "return document.querySelector(args[0]).value === 'once'", f"{ROLLER} [name=tens]:checked"
    )


@in_chromium
def test_label_appears_only_if_house_rules_change_the_odds(browser: Browser) -> None:
    """It depends on the inputs: mastery matters from the rating that the house rule sets."""
    label, odds_panel = f"{ROLLER} .calc__line .house-label", f"{ROLLER} [data-part=odds]"
    open_under(browser, ODDS, {"mastery_from": 4})
    browser.click(f"{ROLLER} summary")
    browser.wait_for_text(odds_panel, "Your house rules change nothing here.")
    assert browser.eval("return document.querySelector(args[0]).hidden", label)
    assert "Standard rules" not in browser.text(odds_panel)
    browser.eval(TYPE, f"{ROLLER} [name=ability_rating]", "4")
    browser.wait_for_text(odds_panel, "Standard rules")
    assert browser.text(label) == "House rule"
    assert "change nothing" not in browser.text(odds_panel)
    browser.eval(TYPE, f"{ROLLER} [name=mastery_from]", "5")
    browser.wait_for(
        "return !document.querySelector(args[0]).textContent.includes(args[1])", odds_panel, "Standard rules"
    )
    assert browser.text(label) == "By the book"


@in_chromium
def test_answer_without_dice_has_the_label_if_it_changes(browser: Browser) -> None:
    steps = "dice-calculator[data-calculator='core_rules.steps']"
    browser.open("core_rules/improving-the-roll/")
    put_in_force(browser, "core_rules", {"specialty_adds": True})
    browser.reload()
    browser.eval("document.querySelector(args[0]).open = true", f"{steps} details")
    browser.wait_for_text(f"{steps} [data-part=answer]", "Your house rules change nothing here.")
    assert browser.count(f"{steps} .calc__line .house-label:not([hidden])") == 0
    browser.eval("document.querySelector(args[0]).click()", f"{steps} [name=has_specialty]")
    browser.wait_for(TEXT_IS, f"{steps} .calc__line .house-label:not([hidden])", "House rule")
    assert "change nothing" not in browser.text(f"{steps} [data-part=answer]")


@in_chromium
def test_roller_out_of_view_returns_to_the_books_odds(browser: Browser) -> None:
    """A reader can print right after the set is withdrawn. Changed inputs are recalculated out of view."""
    odds_html = f"return document.querySelector(`{ROLLER} [data-part=odds]`).innerHTML"
    leave = "scrollTo({top: document.body.scrollHeight, behavior: 'instant'})"
    browser.open(ODDS)
    browser.click(f"{ROLLER} summary")
    printed = browser.eval(odds_html)
    for pool in ("", "7"):
        put_in_force(browser, GAME, EXPLODING)
        browser.eval("document.querySelector(args[0]).scrollIntoView({behavior: 'instant'})", ROLLER)
        browser.wait_for_text(f"{ROLLER} .odds__table", "Standard rules")
        if pool:
            browser.eval(TYPE, f"{ROLLER} [name=pool]", pool)
            browser.wait_for_text(f"{ROLLER} [data-part=values]", pool)
        browser.eval(leave)
        put_in_force(browser, GAME, None)
        if not pool:
            browser.wait_for("return !document.querySelector(args[0])", f"{ROLLER} .calc__line .house-label")
            assert browser.eval(odds_html) == printed
            continue
        browser.wait_for("return !document.querySelector(`${args[0]} .is-stale`)", ROLLER)
        browser.wait_for(
            "return !document.querySelector(args[0]).innerText.includes('Standard rules')", ROLLER
        )
        assert browser.eval(
            "return document.querySelector(args[0]).getBoundingClientRect().bottom < 0", ROLLER
        )


@in_chromium
def test_form_marks_changed_options_and_rewritten_rules(browser: Browser) -> None:
    """Fields that appear only under house rules are added after the marks in the text."""
    rules = {number: {"text": "Ours.", "of": ""} for number in ("R-15", "S-082")}
    browser.open(ODDS)
    put_in_force(browser, GAME, {"point_averts": False}, rules=rules)
    browser.reload()
    browser.wait_for(TEXT_IS, f"{ROLLER} .field:has([name=point_averts]) .house-label", "House rule")
    marked = f"{ROLLER} form .rule-link.is-house-rule"
    numbers = "return [...document.querySelectorAll(args[0])].map(({dataset}) => dataset.rule).sort().join()"
    browser.wait_for(f"return (() => {{ {numbers} }})() === 'R-15,S-082'", marked)
    put_in_force(browser, GAME, None)
    browser.wait_for("return !document.querySelector(args[0])", f"{ROLLER} .house-label, {marked}")


@in_chromium
def test_pinned_odds_and_goal_seek_use_house_rules(browser: Browser) -> None:
    open_under(browser, ODDS, EXPLODING)
    browser.wait_for(TEXT_IS, f"{ROLLER} .calc__line .house-label", "House rule")
    browser.click(f"{ROLLER} summary")
    browser.click(f"{ROLLER} [data-part=turn]")
    chance = odds("basic_systems.throw", pool=2, difficulty=6, tens="again").measures["p_success"]
    goal = f"Marginal success or better: {percent(chance)} with 2 dice; 49% with 1 die."
    browser.wait_for(TEXT_IS, f"{ROLLER} [data-goal-seek=sum]", goal)
    browser.click(f"{ROLLER} [data-part=pin]")
    browser.wait_for(STARTS_WITH, f"{ROLLER} [data-compared=sum]", "Pinned.")
    browser.eval("document.querySelector(args[0]).click()", f"{ROLLER} [name=tens][value=once]")
    pair = "Marginal success or better: B has 84.4%, A 85.0%."
    browser.wait_for(STARTS_WITH, f"{ROLLER} [data-compared=sum]", pair)


@in_chromium
def test_shared_roll_is_shown_under_its_own_rules(browser: Browser) -> None:
    open_under(browser, ODDS, EXPLODING)
    browser.open(f"{ODDS}?pool=4&difficulty=6&dice=[10,2,3,9]#basic_systems.throw")
    browser.wait_for("return document.querySelector('dice-tray').textContent.includes('Someone rolled this')")
    assert "4 dice, Difficulty 6, standard rules" in browser.text("dice-tray")
    assert browser.value(f"{ROLLER} [name=tens]:checked") == "again"


@in_chromium
def test_shared_form_keeps_its_house_rules(browser: Browser) -> None:
    open_under(browser, ODDS, EXPLODING)
    browser.open(f"{ODDS}?pool=4&difficulty=6&tens=double#basic_systems.throw")
    browser.wait(f"{ROLLER}[data-house]")
    assert browser.value(f"{ROLLER} [name=tens]:checked") == "double"


@in_chromium
def test_charts_and_numbers_in_text_follow_house_rules(browser: Browser) -> None:
    browser.open(NUMBERS)
    text = browser.text(".house-number")
    open_under(browser, NUMBERS, SEVERAL)
    browser.eval("document.querySelector('.house-number').scrollIntoView({block: 'center'})")
    browser.wait(".house-number s")
    assert browser.text(".house-number s") == text.split()[0]
    browser.eval("document.querySelector('.plot').scrollIntoView({block: 'center'})")
    browser.wait_for(TEXT_IS, ".plot .house-label", "House rule")
    assert browser.axe() == []


@in_chromium
def test_crowded_chart_has_the_books_chart_collapsed(browser: Browser) -> None:
    """A chart of four lines has no room for the book's four."""
    browser.open(NUMBERS)
    book = browser.eval(CROWDED)["html"]
    open_under(browser, NUMBERS, SEVERAL)
    browser.eval(CROWDED)
    note = browser.wait_for(
        "return window.crowded.querySelector('.house-note strong')?.parentElement.textContent"
    )
    assert "there is no room for both in one" in note
    assert browser.eval("return window.crowded.querySelector('details svg').outerHTML") == book
    put_in_force(browser, GAME, None)
    browser.wait_for("return !window.crowded.querySelector('details')")
    assert browser.eval(CROWDED)["html"] == book


@in_chromium
def test_printed_book_is_recalculated_completely(browser: Browser) -> None:
    """This includes what is out of view, as a reader prints all of it."""
    browser.open(ODDS)
    put_in_force(browser, GAME, SEVERAL)
    browser.open(f"print/{GAME}/")
    browser.wait_for_text("[role=status].print-book__how", "follow your house rules")
    for kind in ("dice-odds-table[data-house] .grid__book", ".plot .house-note", ".house-number s"):
        assert browser.count(kind) > 0, kind
    assert {*browser.eval(LABELS, "")} == {"House rule"}
    assert browser.count("details:not([open], .fraction)") == 0
    assert browser.count("details.fraction[open]") == 0
    assert browser.console_errors() == []


@in_chromium
def test_page_navigation_applies_the_set_of_each_game(browser: Browser) -> None:
    open_under(browser, NUMBERS, EXPLODING)
    browser.follow_link(ODDS)
    browser.wait(f"{ROLLER}[data-house]")
    browser.follow_link("dichotomy/tables/")
    assert browser.count("[data-house], .house-label") == 0


@in_chromium
def test_calculator_of_another_game_does_not_follow_the_page(browser: Browser) -> None:
    open_under(browser, ODDS, EXPLODING)
    browser.wait(f"{ROLLER}[data-house]")
    foreign = """
    const roller = document.querySelector(args[0]);
    roller.dataset.options = roller.dataset.options.replace("basic_systems", "two_d6");
    """
    browser.eval(foreign, ROLLER)
    put_in_force(browser, GAME, {**EXPLODING, "ones_cancel": False})
    browser.wait_for("return document.querySelector('dice-odds-table').dataset.house.includes('ones_cancel')")
    assert browser.count(f"{ROLLER}[data-house], {ROLLER} .house-label") == 0
    assert browser.value(f"{ROLLER} [name=tens]:checked") == "once"


@in_chromium
def test_note_omits_house_rules_without_effect(browser: Browser) -> None:
    open_under(browser, ODDS, {**EXPLODING, "botch_rule": "never"})
    browser.click("details.table-wrap > summary")
    browser.wait(f"{OPEN_TABLE} .grid__book")
    content = "const {textContent} = document.querySelector(args[0]);"
    browser.wait_for(
        content + "return !textContent.toLowerCase().includes('botch')", f"{OPEN_TABLE} .house-note"
    )
    assert browser.text(f"{OPEN_TABLE} .house-note").startswith(
        "House rule Effect of a 10: Adds one more die"
    )


@in_chromium
def test_tables_in_view_are_calculated_first(browser: Browser) -> None:
    """The page is scrolled past all its tables and back before the first one is calculated."""
    open_under(browser, ODDS, SEVERAL)
    browser.wait_for("return Boolean(document.querySelector(args[0]))", f"{TABLE}[data-house] .house-note")
    scrolled = browser.eval(SCROLL_THROUGH)
    assert scrolled["tables"] > 10
    assert scrolled["unlabelled"] == 0
    waiting_count = browser.wait_for("return window.waitingBehindFirst()")
    assert waiting_count > scrolled["tables"] // 2
    browser.wait_for("return !window.byTheBook().length")


@in_chromium
def test_table_reports_that_it_cannot_be_calculated(browser: Browser) -> None:
    browser.open("action_consequence/odds/")
    put_in_force(browser, "action_consequence", {"owed_margin": 6})
    browser.eval("for (const each of document.querySelectorAll('details.table-wrap')) each.open = true")
    browser.wait_for(
        "const table = document.querySelector('dice-odds-table[data-house]');"
        "table?.scrollIntoView(); return Boolean(table)"
    )
    note = "dice-odds-table[data-house] .house-note"
    browser.wait_for(
        "return document.querySelector(args[0]).textContent.includes('Can’t be calculated')", note
    )
    assert browser.text(note).startswith("By the book Can’t be calculated by your house rules: The stronger")
    assert browser.count("dice-odds-table .grid__book") == 0


@in_chromium
def test_link_adds_the_field_of_its_house_rule(browser: Browser) -> None:
    """Without a set, forms have no fields for most house rules; a link adds the field that it sets."""
    field = f"{ROLLER} [name=mastery_from]"
    browser.open(f"{ODDS}?pool=5&difficulty=6&ability_rating=4#basic_systems.throw")
    browser.wait(f"{ROLLER} [name=pool]")
    assert browser.count(field) == 0
    browser.open(f"{ODDS}?pool=5&difficulty=6&ability_rating=4&mastery_from=4#basic_systems.throw")
    browser.wait(field)
    browser.wait_for("return document.querySelector(args[0])?.value === '4'", field)
    browser.wait_for("return document.querySelector(args[0]).textContent.includes('Standard rules')", ROLLER)


@in_chromium
def test_shared_roll_keeps_a_house_rule_without_a_field(browser: Browser) -> None:
    url = f"{ODDS}?pool=4&difficulty=6&ability_rating=4&mastery_from=4&dice=%5B1%2C+3%2C+3%2C+3%5D"
    browser.open(f"{url}#basic_systems.throw")
    verdict = "dice-tray [data-part=result] .outcome__verdict"
    browser.wait(verdict)
    assert browser.text(verdict).startswith("Failure (mastery averted a botch)")
