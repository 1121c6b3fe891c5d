"""Tables, charts and numbers of a page under a table's house rules."""

import json
from dataclasses import replace
from typing import Any

import pytest
from bs4 import BeautifulSoup

from hooks.contracts.requests import reply_to
from rules_py import odds
from rules_py.analysis.number_refs import NumberQuery, NumberRef
from rules_py.analysis.odds_table import Axis, OddsTable, TableSpec, parse_table_spec
from rules_py.analysis.plot_spec import CURVE, PlotSpec, SeriesSpec
from rules_py.base.number_format import percent
from rules_py.present import render_number, render_table
from rules_py.systems import registry

THROW = registry.calculator("basic_systems.throw")
TABLE = TableSpec(
    THROW,
    "Chance of success",
    Axis("pool", (2, 3), ("2", "3")),
    Axis("difficulty", (6, 8), ("6", "8")),
    {},
    NumberRef("measure", "p_success"),
)
AGAIN = {"tens": "again"}
BOOK = {"columns": ["6", "8"], "cells": [["1%", "2%"], ["3%", "4%"]]}


def table_of(spec: TableSpec) -> BeautifulSoup:
    grid = spec.grid()
    numbers = spec.numbers(grid, lambda bound: bound.odds())
    return BeautifulSoup(render_table(OddsTable.of(spec, grid, *numbers), "game/page/"), "html.parser")


def recount(spec: TableSpec, house: dict[str, Any], **more: Any) -> BeautifulSoup:
    request = {"action": "table", "table": spec.to_json(), "house": house, "path": None, "book": BOOK}
    reply = reply_to(request | more)
    assert reply["ok"], reply
    return BeautifulSoup(reply["html"], "html.parser")


def note_of(action: str, spec: TableSpec | PlotSpec, house: dict[str, Any]) -> str:
    """Return the note that names only the house rules that change a table or chart."""
    reply = reply_to({"action": f"{action}_note", action: spec.to_json(), "house": house})
    assert reply["ok"], reply
    return BeautifulSoup(reply["note"] or "", "html.parser").text


def test_table_spec_survives_a_page_round_trip() -> None:
    element = table_of(TABLE).find("dice-odds-table")
    assert parse_table_spec(json.loads(element["data-table"])) == TABLE
    assert {"ones_cancel", "tens", "botch_rule"} <= set(element["data-options"].split())


def test_table_ignores_house_rules_it_sets_itself() -> None:
    again_table = TableSpec(THROW, "", TABLE.rows, TABLE.columns, {"tens": "again"}, TABLE.number)
    assert "tens" not in table_of(again_table).find("dice-odds-table")["data-options"].split()
    assert (
        recount(again_table, {"tens": "double"}).find("td").text == recount(again_table, {}).find("td").text
    )


def test_table_under_house_rules_shows_standard_values_too() -> None:
    table = recount(TABLE, AGAIN, path="game/page/")
    cell = table.select_one("tbody td")
    chance = odds("basic_systems.throw", pool=2, difficulty=6, tens="again").measures["p_success"]
    assert cell.select_one(".grid__value").text == percent(chance)
    assert cell.select_one(".grid__book s").text == "1%"
    assert "tens=again" in cell.a["href"] and cell.a["href"].startswith("game/page/?")
    assert "House rule" in table.select_one(".house-note").text


def test_table_names_only_the_house_rules_that_change_it() -> None:
    """A botch rule changes the chance of a botch, but not the chance of success."""
    house = {"tens": "again", "botch_rule": "never"}
    note = note_of("table", TABLE, house)
    assert "Adds one more die" in note and "botch" not in note.lower()
    botch = replace(TABLE, number=NumberRef("measure", "p_botch"))
    assert "botch" in note_of("table", botch, house).lower()
    assert note_of("table", TABLE, {}) == ""


def test_table_says_that_house_rules_change_nothing() -> None:
    note = note_of("table", TABLE, {"botch_rule": "never"})
    assert note == NO_EFFECT


NO_EFFECT = "Your house rules change nothing here."


@pytest.mark.parametrize(
    ("calculator", "inputs", "house", "is_changed"),
    [
        ("basic_systems.throw", {"pool": 4, "difficulty": 6}, {}, None),
        ("basic_systems.throw", {"pool": 4, "difficulty": 6}, {"tens": "again"}, True),
        ("basic_systems.throw", {"pool": 4, "difficulty": 6}, {"mastery_from": 4}, False),
        ("basic_systems.throw", {"pool": 4, "difficulty": 6, "ability_rating": 4}, {"mastery_from": 4}, True),
        ("core_rules.steps", {}, {"specialty_adds": True}, False),
        ("core_rules.steps", {"has_skill": True, "has_specialty": True}, {"specialty_adds": True}, True),
    ],
)
def test_calculator_says_whether_house_rules_change_it(
    calculator: str, inputs: dict[str, Any], house: dict[str, Any], is_changed: bool | None
) -> None:
    action = "odds" if registry.calculator(calculator).has_odds else "ask"
    reply = reply_to({"action": action, "calculator": calculator, "inputs": inputs, "house": house})
    assert reply["house"] is is_changed
    assert (NO_EFFECT in reply["html"]) == (is_changed is False)
    assert ("Standard rules" in reply["html"]) == (is_changed is True and action == "odds")


def test_partial_roll_says_whether_house_rules_change_it() -> None:
    inputs = {"pool": 4, "difficulty": 6}
    request = {"action": "partial_roll", "calculator": THROW.id, "inputs": inputs, "dice": [10]}
    assert reply_to(request | {"house": AGAIN})["house"] is True
    same = reply_to(request | {"house": {"mastery_from": 4}})
    assert same["house"] is False and NO_EFFECT in same["html"]


def test_unchanged_values_show_no_standard_values() -> None:
    same = table_of(TABLE)
    cells = [[cell.text for cell in row.select(".grid__value")] for row in same.select("tbody tr")]
    table = recount(TABLE, {}, book={"columns": ["6", "8"], "cells": cells})
    assert not table.select(".grid__book") and not table.select(".house-note")
    assert [each.text for each in table("td")] == [each.text for each in same("td")]


@pytest.mark.parametrize(
    "junk",
    [
        None,
        {},
        {"calculator": "basic_systems.throw", "caption": "", "rows": ["nothing", [1]]},
        {"calculator": "basic_systems.throw", "caption": "", "rows": ["pool", []]},
        {"calculator": "basic_systems.throw", "caption": "", "rows": ["pool", [1, 2], ["one"]]},
        {"calculator": "basic_systems.throw", "caption": "", "rows": ["pool", [1]], "worse": "same"},
        {"calculator": "basic_systems.throw", "caption": "", "rows": ["pool", [1]], "number": ["grade"]},
        {"calculator": "basic_systems.throw", "caption": "", "rows": ["pool", [1] * 61]},
    ],
)
def test_damaged_table_is_refused(junk: object) -> None:
    assert not reply_to({"action": "table", "table": junk, "house": AGAIN})["ok"]


def test_number_follows_house_rules_it_does_not_set() -> None:
    number_and_text = NumberQuery(THROW, {"pool": "4", "difficulty": "6"}, NumberRef("measure", "p_success"))
    book = odds("basic_systems.throw", pool=4, difficulty=6).measures["p_success"]
    element = BeautifulSoup(render_number(number_and_text, book), "html.parser").span
    assert "tens" in element["data-options"].split()
    request_data = [json.loads(element["data-number"]), percent(book)]
    [html] = reply_to({"action": "numbers", "numbers": [request_data], "house": {"ones_cancel": False}})[
        "html"
    ]
    house = odds("basic_systems.throw", pool=4, difficulty=6, ones_cancel=False).measures["p_success"]
    text = BeautifulSoup(html, "html.parser").text
    assert text == f"{percent(house)} (house rule, not by the book {percent(book)})"
    [same] = reply_to({"action": "numbers", "numbers": [request_data], "house": {}})["html"]
    assert "house rule" not in same and percent(book) in same


@pytest.mark.parametrize("junk", [None, [1], [[1]], [[["basic_systems.throw"], ""]], [[["x", {}], "1%"]]])
def test_damaged_numbers_are_refused(junk: object) -> None:
    assert not reply_to({"action": "numbers", "numbers": junk, "house": AGAIN})["ok"]


def test_impossible_number_is_left_unchanged() -> None:
    query = ["basic_systems.throw", {"pool": 999, "difficulty": 6}, "measure", "p_success"]
    assert reply_to({"action": "numbers", "numbers": [[query, "1%"]], "house": AGAIN})["html"] == [""]


CURVE_OF_SUCCESS = PlotSpec(
    THROW,
    CURVE,
    (SeriesSpec("", {}, NumberRef("measure", "p_success")),),
    {"difficulty": 6},
    "pool",
    (1, 2, 3),
    ("1", "2", "3"),
)


def test_plot_under_house_rules_shows_the_standard_rules_too() -> None:
    request_data = {"action": "plot", "plot": CURVE_OF_SUCCESS.to_json(), "inputs": {}, "caption": "Success"}
    assert (
        reply_to(request_data)["html"] == {} == reply_to(request_data | {"house": {"tens": "once"}})["html"]
    )
    reply = reply_to(request_data | {"house": {"ones_cancel": False}})
    assert not reply["own"] and reply["html"]["title"] == "Success"
    picture = BeautifulSoup(reply["html"]["picture"], "html.parser").text
    assert all(each in picture for each in ("House rule", "Standard rules", "cancels"))
    note = note_of("plot", CURVE_OF_SUCCESS, {"ones_cancel": False, "botch_rule": "never"})
    assert "cancel" in note and "botch" not in note.lower()
    same = reply_to(request_data | {"house": {"botch_rule": "never"}})
    assert same["html"] == {} and NO_EFFECT in same["note"], "no chart that has each line twice"
    own = reply_to(request_data | {"house": {"ones_cancel": False}, "inputs": {"ones_cancel": True}})
    assert own["own"] and "standard rules" in own["html"]["title"]


def test_list_offers_rolls_under_house_rules() -> None:
    request_data = {"action": "roll_options", "list": "basic_systems.difficulties", "inputs": {"pool": 4}}
    book, house = (reply_to(request_data | more) for more in ({}, {"house": AGAIN}))
    assert book["ok"], book
    assert "again" in json.dumps(house["offers"]) and "again" not in json.dumps(book["offers"])
    assert reply_to(request_data | {"house": {"tens": "once"}})["offers"].keys() == book["offers"].keys()
