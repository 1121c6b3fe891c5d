"""Random tables: results, chances and links."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from bs4 import BeautifulSoup

from rules_py import odds, present, resolve
from rules_py.base.errors import DeclarationError
from rules_py.calculators.random_table import RandomTable, TableEntry
from rules_py.calculators.tables_by_input import TablesByInput
from rules_py.dice.recording import ScriptedDice
from rules_py.inputs import Choice, Int
from rules_py.systems.registry import game

BEASTS = RandomTable(
    "wood.beasts", "Beasts", "d66", (TableEntry("11-36", "A stag."), TableEntry("41-66", "Wolves."))
)
WOOD = RandomTable(
    "wood.wood",
    "In the wood",
    "2d6",
    (
        TableEntry("2-5", "Nothing"),
        TableEntry("6-8", "A sound [W-1]."),
        TableEntry("9-12", "A beast", next_table=BEASTS),
    ),
)
RECIPES = game("recipes")


def roll(table, *faces):
    return table.calculator.bind({}).roll(ScriptedDice(faces))


@pytest.mark.parametrize(
    ("faces", "verdict"),
    [
        ((1, 1), "Nothing"),
        ((1, 4), "Nothing"),
        ((1, 5), "A sound"),
        ((4, 4), "A sound"),
        ((3, 6, 3, 6), "A beast: A stag"),
        ((6, 6, 4, 1), "A beast: Wolves"),
    ],
)
def test_random_table_rolls_on_the_next_table(faces, verdict):
    assert roll(WOOD, *faces).verdict == verdict


def test_d66_reads_the_first_die_as_tens():
    assert [roll(BEASTS, *faces).verdict for faces in ((3, 6), (6, 3))] == ["A stag", "Wolves"]


def test_random_table_odds_match_enumeration():
    counts = Counter()
    for first, second, tens, _ in product(range(1, 7), repeat=4):
        total = first + second
        beast = "A stag" if tens <= 3 else "Wolves"
        counts["Nothing" if total <= 5 else "A sound" if total <= 8 else f"A beast: {beast}"] += 1
    exact_odds = WOOD.calculator.bind({}).odds()
    assert {each.verdict: chance for each, chance in exact_odds.items()} == {
        verdict: Fraction(weight, 6**4) for verdict, weight in counts.items()
    }


def test_random_table_entry_has_its_exact_chance():
    html = BeautifulSoup(present.render_random_table(RECIPES, WOOD), "html.parser")
    rows = [[each.get_text(" ", strip=True) for each in row.find_all(["th", "td"])] for row in html("tr")]
    assert rows == [
        ["2d6", "Entry", "Chance"],
        ["2–5", "Nothing", "27.8% 5 in 18"],
        ["6–8", "A sound W-1 .", "44.4% 4 in 9"],
        ["9–12", "A beast → Beasts", "27.8% 5 in 18"],
    ]
    assert [row.get("id") for row in html("tr")] == [None, "wood-2-5", "wood-6-8", "wood-9-12"]
    assert html.find("a", href="#wood-2-5", string="2–5")


def test_random_table_result_links_to_its_entry():
    calculator = next(each for each in RECIPES.calculators if each.id == "recipes.meeting")
    result = resolve("recipes.meeting", dice=[50, 1, 1])
    for places, links in (
        ({}, []),
        (
            {"recipes": {"recipes.meeting": "road/", "recipes.weather": "sky/"}},
            ["../road/#meeting-41-70", "../sky/#weather-2"],
        ),
    ):
        with present.link_rules("../", places):
            html = BeautifulSoup(present.render_outcome(calculator, result), "html.parser")
        assert [each["href"] for each in html("a")] == links
        assert "41–70: A carter with time to talk; the weather first" in html.get_text()


def test_table_of_100_entries_shows_every_row():
    entries = tuple(TableEntry(number, f"Thing {number}") for number in range(1, 101))
    table = RandomTable("wood.things", "Things", "d%", entries)
    html = BeautifulSoup(
        present.render_odds(table.calculator, table.calculator.bind({}).odds()), "html.parser"
    )
    assert len(html.select("tbody tr")) == 100


def test_table_of_a_game_has_a_calculator():
    assert odds("recipes.loot").chance(lambda outcome: outcome.places == (6,)) == Fraction(1, 36)


def test_random_table_limits_the_results_of_its_dice(monkeypatch):
    monkeypatch.setattr("rules_py.calculators.random_table.MAX_VALUES", 11)
    assert RandomTable("wood.wood", "Wood", "2d6", (TableEntry("2-12", "Trees"),)).title == "Wood"
    monkeypatch.setattr("rules_py.calculators.random_table.MAX_VALUES", 10)
    with pytest.raises(
        DeclarationError, match="dice: expected dice with at most 10 different results, got '2d6'"
    ):
        RandomTable("wood.wood", "Wood", "2d6", (TableEntry("2-12", "Trees"),))
    assert (
        RandomTable("wood.wood", "Wood", "d20", (TableEntry("1-20", "Trees"),)).title == "Wood"
    )  # the limit is for several dice


HEAT = Int("heat", "Heat", 0, 9, start=2)


@pytest.mark.parametrize(
    ("heat", "faces", "verdict", "chance"),
    [
        (0, (1, 1), "Nothing", Fraction(10, 36)),
        (3, (1, 1), "Nothing", Fraction(10, 36)),
        (4, (6, 6), "Wolves", Fraction(1, 2)),
    ],
)
def test_number_selects_the_table(heat, faces, verdict, chance) -> None:
    tables = TablesByInput("wood.walk", "A walk", HEAT, {0: WOOD, 4: BEASTS})
    bound = tables.calculator.bind({"heat": heat})
    outcome = bound.roll(ScriptedDice(faces))
    assert outcome.verdict == verdict
    assert tables.calculator.scale.chances(bound.odds())[verdict] == chance


def test_choice_selects_the_table() -> None:
    where = Choice("where", "Where", {"deep": "Deep", "edge": "At the edge"}, start="edge")
    tables = TablesByInput("wood.walk", "A walk", where, {"deep": BEASTS, "edge": WOOD})
    assert tables.calculator.bind({"where": "deep"}).roll(ScriptedDice([1, 1])).verdict == "A stag"
    with pytest.raises(DeclarationError, match="a table for each of deep or edge"):
        TablesByInput("wood.walk", "A walk", where, {"deep": BEASTS})


@pytest.mark.parametrize("keys", [(), (1, 4), (0, 10), (4, 0)])
def test_tables_cover_every_number_of_the_input(keys) -> None:
    with pytest.raises(DeclarationError, match="numbers in order, 0 first and 9 at most"):
        TablesByInput("wood.walk", "A walk", HEAT, dict.fromkeys(keys, WOOD))
