"""Printed odds, forms and rolls under a table's house rules."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup, Tag

from hooks.contracts.requests import answered
from rules_py.present.house_figures import options_attribute
from rules_py.present.typography import typeset
from rules_py.systems import registry
from tests.site.browsers import SITE

GAMES = [game.id for game in registry.games() if game.options]
TABLE = "dice-odds-table"


@cache
def page(path: Path) -> BeautifulSoup:
    return BeautifulSoup(path.read_text("utf-8"), "lxml")


def elements(game: str, css: str) -> Iterator[Tag]:
    for path in sorted((SITE / game).rglob("*.html")):
        if "data-options" in path.read_text("utf-8"):
            yield from page(path).select(css)


def replied(**request: Any) -> dict[str, Any]:
    reply = answered(request)
    assert reply["ok"], reply
    return reply


def by_the_book(game: str) -> dict[str, Any]:
    return {option.name: option.book_value for option in registry.game(game).options}


@pytest.mark.parametrize("game", GAMES)
def test_tables_by_the_books_values_are_as_printed(game: str) -> None:
    for element in elements(game, "dice-odds-table[data-table]"):
        spec, path = json.loads(element["data-table"]), element.get("data-path")
        html = replied(action="table", table=spec, house=by_the_book(game), path=path, book={})["html"]
        table = BeautifulSoup(html, "lxml").table
        assert [each.text for each in table("td")] == [each.text for each in element.table("td")]
        assert [each["class"] for each in table("td")] == [each["class"] for each in element.table("td")]


@pytest.mark.parametrize("game", GAMES)
def test_charts_by_the_books_values_are_as_printed(game: str) -> None:
    for element in elements(game, "dice-plot[data-options]"):
        plot = json.loads(element["data-plot"])
        assert replied(action="plot", plot=plot, inputs={}, house=by_the_book(game))["html"] == {}


@pytest.mark.parametrize("game", GAMES)
def test_numbers_by_the_books_values_are_as_printed(game: str) -> None:
    printed = [*elements(game, ".house-number")]
    for start in range(0, len(printed), 50):
        several = printed[start : start + 50]
        texts = [next(each.select_one(".chance").strings) for each in several]
        asked = [[json.loads(each["data-number"]), text] for each, text in zip(several, texts, strict=True)]
        reply = replied(action="numbers", numbers=asked, house=by_the_book(game))
        for html, text, element in zip(reply["html"], texts, several, strict=True):
            shown = BeautifulSoup(html, "lxml").select_one(".chance")
            assert shown.text == element.select_one(".chance").text, (element["data-number"], text)


@pytest.mark.parametrize("game", GAMES)
def test_forms_name_the_house_rules_of_their_calculator(game: str) -> None:
    for path in sorted((SITE / game).rglob("*.html")):
        for form in page(path).select("dice-roller[data-inputs]") if "calc__" in path.read_text() else ():
            calculator = registry.calculator(form["data-calculator"])
            options = set((options_attribute(calculator) or "").split())
            marked = set(form.get("data-options", "").split())
            decided = {
                name
                for name, value in json.loads(form.get("data-inputs", "{}")).items()
                if name in options and value != calculator.initial_inputs()[name]
            }
            assert options - decided <= marked <= options, form["id"]
    assert [*elements(game, "dice-roller[data-options], dice-calculator[data-options]")]


@cache
def captions(game: str) -> dict[str, bool]:
    """Return the caption of each table and chart of a game's pages, and whether it is marked."""
    found = {}
    for path in (SITE / game).rglob("*.html"):
        for caption in page(path).select("dice-odds-table caption, .plot > figcaption"):
            holder = caption.find_parent(class_="plot") or caption.find_parent(TABLE)
            holder = holder.select_one("dice-plot") or holder
            found[caption.text] = found.get(caption.text, True) and holder.has_attr("data-options")
    return found


@pytest.mark.parametrize("game", GAMES)
def test_what_depends_on_house_rules_is_marked(game: str) -> None:
    """The site serves its tables and charts as data, too: by their captions they are found in the pages."""
    for each in json.loads((SITE / "assets/odds/index.json").read_text("utf-8")):
        calculator = registry.calculator(each["calculator"])
        served = json.loads((SITE / "assets/odds" / each["file"]).read_text("utf-8"))
        cells = [inputs for row in served["inputs"] for inputs in row]
        options = [option for option in calculator.inputs if option.house_rule]
        if calculator.game == game and any(
            all(cell[option.name] == option.default for cell in cells) for option in options
        ):
            assert captions(game)[typeset(each["caption"])], each
