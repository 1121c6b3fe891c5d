"""The exported JSON of each book: it conforms to the schema, is complete, and links to the book's pages."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from hooks.directives import from_pages
from hooks.export.data import SCHEMA
from hooks.export.data.book import table_data
from rules_py.calculators.random_table import RandomTable, TableEntry
from rules_py.systems import registry
from rules_py.systems.game import Game

ROOT = Path(__file__).parents[2]
BOOKS = [game for game in registry.games() if from_pages.is_book(game)]
by_book = pytest.mark.parametrize("game", BOOKS, ids=[game.id for game in BOOKS])

VALIDATOR = Draft202012Validator(json.loads((ROOT / "docs" / SCHEMA).read_text("utf-8")))


@cache
def data_of(game_id: str) -> Any:
    return json.loads((ROOT / f"site/downloads/{game_id}.json").read_text("utf-8"))


def numbers_in(data: Any) -> list[str]:
    """Return the numbers of everything that states a rule, in order."""
    stating = [each for each in data["lists"] if each["states_rules"]]
    entries = [
        entry for each in (*stating, *data["tracks"]) for entry in each.get("entries", each.get("stages"))
    ]
    rows = [row["rule"] for table in data["tables"] for row in table["entries"] if "rule" in row]
    rules = [each["number"] for each in (*data["rules"], *data["rulings"]) if "number" in each]
    return [*rules, *rows, *(number for each in entries for number in each.get("rules", ()))]


@by_book
def test_data_fits_the_schema(game: Game) -> None:
    faults = [f"{each.json_path}: {each.message}" for each in VALIDATOR.iter_errors(data_of(game.id))]
    assert not faults


@by_book
def test_data_has_every_number_of_the_book(game: Game) -> None:
    data = data_of(game.id)
    assert set(numbers_in(data)) == set(game.numbers)
    alone = [each["number"] for each in (*data["rules"], *data["rulings"]) if "number" in each]
    assert len(alone) == len(set(alone))


def test_data_has_every_rule_and_ruling_of_all_books() -> None:
    counts = {
        kind: sum(len(data_of(game.id)[kind]) for game in BOOKS) for kind in ("rules", "rulings", "examples")
    }
    assert counts == {"rules": 615, "rulings": 277, "examples": 398}


@by_book
def test_data_has_everything_declared(game: Game) -> None:
    data = data_of(game.id)
    lists = [each for each in game.references if each.name != "problems"]
    assert [(each["id"], [entry["id"] for entry in each["entries"]]) for each in data["lists"]] == [
        (each.name, [entry.id for entry in each.entries]) for each in lists
    ]
    assert [each["id"] for each in data["calculators"]] == [each.id for each in game.calculators]
    assert [[each["name"] for each in calculator["inputs"]] for calculator in data["calculators"]] == [
        [each.name for each in declared.inputs] for declared in game.calculators
    ]
    assert [each["id"] for each in data["tables"]] == [each.id for each in game.tables]
    samples = game.tracker.setup.samples if game.tracker and game.tracker.setup else ()
    assert [each["name"] for each in data["foes"]] == [each.title for each in samples]


@by_book
def test_data_links_to_existing_anchors(game: Game, site: Path) -> None:
    data = data_of(game.id)
    pages = {each["page"]: (site / each["page"] / "index.html").read_text("utf-8") for each in data["pages"]}
    entries = [entry for each in data["lists"] for entry in each["entries"]]
    linked_items = (
        *data["rules"],
        *data["rulings"],
        *data["terms"],
        *data["tables"],
        *data["calculators"],
        *entries,
    )
    places = [(each["page"], each["anchor"]) for each in linked_items if "page" in each]
    assert len(places) > len(data["rules"])
    missing = [(page, anchor) for page, anchor in places if f'id="{anchor}"' not in pages[page]]
    assert not missing
    assert (site / "downloads" / data["$schema"]).resolve().is_file()


@by_book
def test_examples_have_their_results(game: Game) -> None:
    """An example shows its results, or its code with the output."""
    for example in data_of(game.id)["examples"]:
        assert example["results"] or "\n" in example["code"], example
        for result in example["results"]:
            expected_fields = {"text"} if result["gives"] in ("roll", "error") else {"chances", "value"}
            assert expected_fields & result.keys(), result


def numbers(value: Any) -> list[dict[str, Any]]:
    """Return every exact number within a value."""
    if isinstance(value, dict):
        if value.keys() == {"exact", "decimal"}:
            return [value]
        return [each for part in value.values() for each in numbers(part)]
    return [each for part in value for each in numbers(part)] if isinstance(value, list) else []


@by_book
def test_decimals_match_their_fractions(game: Game) -> None:
    exact_numbers = numbers(data_of(game.id))
    assert exact_numbers
    for each in exact_numbers:
        assert each["decimal"] == pytest.approx(float(Fraction(each["exact"])), rel=1e-9), each


def drop_text(data: Any) -> None:
    del data["rules"][0]["text"]


def misnumber(data: Any) -> None:
    data["rules"][0]["number"] = "C1"


def add_field(data: Any) -> None:
    data["rulings"][0]["colour"] = "red"


def decimal_as_text(data: Any) -> None:
    data["odds"][0]["cells"][0][0]["decimal"] = "0.5"


def drop_maximum(data: Any) -> None:
    inputs = (each for calculator in data["calculators"] for each in calculator["inputs"])
    del next(each for each in inputs if each["type"] == "integer")["maximum"]


def float_in_cell(data: Any) -> None:
    data["lists"][0]["entries"][0]["cells"]["aptitude"] = 1.5


def next_version(data: Any) -> None:
    data["format_version"] = 2


@pytest.mark.parametrize(
    "change", [drop_text, misnumber, add_field, decimal_as_text, drop_maximum, float_in_cell, next_version]
)
def test_schema_rejects_invalid_data(change: Callable[[Any], None]) -> None:
    data = deepcopy(data_of("core_rules"))
    change(data)
    assert not VALIDATOR.is_valid(data)


def test_schema_describes_every_field() -> None:
    def undescribed(schema: Any, path: str) -> list[str]:
        missing = [] if "description" in schema or "$ref" in schema else [path]
        for name, each in schema.get("properties", {}).items():
            missing += undescribed(each, f"{path}.{name}")
        if "items" in schema:
            missing += undescribed(schema["items"], f"{path}[]")
        return missing

    schema: Any = VALIDATOR.schema
    roots = {"": schema, **schema["$defs"]}
    assert [path for name, each in roots.items() for path in undescribed(each, name)] == []


def test_chained_table_names_the_next_table() -> None:
    beasts = TableEntry(
        "7-12", "A beast", next_table=RandomTable("a.beasts", "Beasts", "d6", (TableEntry("1-6", "Bear"),))
    )
    table = RandomTable("a.woods", "Woods", "2d6", (TableEntry("2-6", "Rain [A-1]", rule="A-2"), beasts))
    rain, beast = table_data(table)["entries"]
    assert rain == {
        "low": 2,
        "high": 6,
        "text": "Rain [A-1]",
        "rule": "A-2",
        "chance": {"exact": "5/12", "decimal": 0.4166666667},
    }
    assert beast["next_table"] == "a.beasts"
