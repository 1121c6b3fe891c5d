"""Random tables, lists and sheets that pages declare in Markdown: the same objects as in Python, and mistakes
reported at their lines.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from hooks.directives import from_pages
from hooks.directives.from_pages import PageGame, read_games
from rules_py.calculators.random_table import RandomTable, TableEntry
from rules_py.inputs import Choice, Flag, Int, NumberChoice, Several, Text
from rules_py.present.random_table import render_random_table
from rules_py.present.reference import render_list_inputs, render_reference
from rules_py.systems.game import Game
from rules_py.systems.page_sheet import sheet

HEAD = "---\ntitle: Ember\norder: 1\nbook: yes\ndescription: A game.\n---\n"

NIGHT = """
```table
title: The night
| d6  | Result | Then     |
|-----|--------|----------|
| 1–2 | Quiet. |          |
| 3-5 | Rain.  |          |
| 6   | Steps. | Visitors |
```
"""
VISITORS = """
```table
title: Visitors
dice: d4
entries:
  1-3: A fox
  4: {text: A child, then: Names}
```
"""
NAMES = """
```table
title: Names
| d66   | Name |
|-------|------|
| 11-36 | Ann  |
| 41-66 | Bo   |
```
"""
GEAR = """
```reference
title: Gear
filter: Kind
| Item [#E-7] | Cost | Kind  | Use           |
|------|------|-------|---------------|
| Rope | 2    | tool  | Climb. [#E-8] |
| Lamp | −1   | light | See.          |
```
""".replace(" [#E-7]", "")


def book(tmp_path: Path, *blocks: str, head: str = HEAD) -> PageGame:
    folder = tmp_path / "docs" / "ember"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "index.md").write_text(head + "".join(blocks), "utf-8")
    [page_game] = read_games(tmp_path / "docs")
    return page_game


def game(tmp_path: Path, *blocks: str) -> Game:
    book_game = book(tmp_path, *blocks)
    assert not book_game.mistakes
    return book_game.game()


LOOT = """
```table
title: Loot
dice: 2d6
| Roll | Find *here* | Where |
|---|---|---|
| 6 or less | *Old* **iron**, [worn](gear.md#lamp) | A [C-1](#here) |
| 07–9 | 2\\*3 coins | `#!dice d6` days |
| 10+ | A ~~crown~~ `cap` | [Elsewhere](https://example.org/x) |
```
"""


def test_table_has_columns_markup_and_open_ends(tmp_path: Path) -> None:
    [loot] = game(tmp_path, LOOT).tables
    assert loot.headings == ("Roll", "Find here", "Where")
    assert [loot.span(at) for at in range(3)] == ["2–6", "7–9", "10–12"]
    names = [each.name for each in loot.entries]
    assert names[0] == "Old iron, worn – A C-1"
    assert names[1] == "2*3 coins – d6 days"
    assert names[2] == "A crown cap – Elsewhere"
    html = str(render_random_table(game(tmp_path, LOOT), loot))
    assert '<em>Old</em> <strong>iron</strong>, <a href="ember/gear/#lamp">worn</a>' in html
    assert '<a href="ember/#here">C-1</a>' in html
    assert '<a href="https://example.org/x">Elsewhere</a>' in html
    assert "<del>crown</del> <code>cap</code>" in html and "<dice-inline" in html
    for text in ("6 or less", "07–9", "10+", "2*3 coins"):
        assert f">{text}<" in html


def test_percentile_table_reads_00_as_100(tmp_path: Path) -> None:
    block = "\n```table\ntitle: Fate\n| d% | Fate |\n|--|--|\n| 01-99 | Live |\n| 00 | Die |\n```\n"
    [fate] = game(tmp_path, block).tables
    assert fate.shares == ((99, 100), (1, 100))


def test_list_shows_markup_and_names_entries_plainly(tmp_path: Path) -> None:
    block = GEAR.replace("Rope", "*Rope*").replace("tool", "_tool_").replace("See.", "**See** [it](#x).")
    declared = game(tmp_path, block)
    [gear] = declared.references
    assert [each.name for each in gear.entries] == ["Rope", "Lamp"]
    assert gear.choices(gear.columns[1]) == ["tool", "light"]
    assert '<strong>See</strong> <a href="ember/#x">it</a>.' in str(render_reference(declared, gear))


@pytest.mark.parametrize("address", ["gear.html", "/gear/", "javascript:alert(1)", "gear.png"])
def test_link_in_a_cell_leads_to_a_page(tmp_path: Path, address: str) -> None:
    [mistake] = book(tmp_path, LOOT.replace("gear.md#lamp", address)).mistakes
    assert "docs/ember/index.md:13: link in a cell" in str(mistake)


def test_table_in_markdown_equals_one_in_python(tmp_path: Path) -> None:
    night, visitors, names = game(tmp_path, NIGHT, VISITORS, NAMES).tables
    entries = TableEntry("11-36", "Ann"), TableEntry("41-66", "Bo")
    assert names == RandomTable("ember.names", "Names", "d66", entries, headings=("d66", "Name"))
    assert visitors.entries[1].next_table == names
    assert night.entries[2].next_table == visitors
    odds = night.calculator.bind({}).odds()
    assert odds.chance(lambda outcome: outcome.said == ("Steps", "A child", "Bo")) == Fraction(1, 48)


def test_rule_marks_of_pages_are_the_numbers_of_the_game(tmp_path: Path) -> None:
    book_game = game(tmp_path, "\nRoll. [#E-2] Then rest. [#E-10] See `[#E-99]`.\n", GEAR)
    assert book_game.numbers == ("E-2", "E-8", "E-10")
    [gear] = book_game.references
    assert [each.rules for each in gear.entries] == [("E-8",), ()]


def test_list_in_markdown_has_columns_numbers_and_filters(tmp_path: Path) -> None:
    [gear] = game(tmp_path, GEAR).references
    assert [(each.label, each.filter) for each in gear.columns] == [
        ("Cost", False),
        ("Kind", True),
        ("Use", False),
    ]
    assert [each.id for each in gear.entries] == ["gear-rope", "gear-lamp"]
    assert gear.entries[1].values == {"cost": -1, "kind": "light", "use": "See."}


def test_list_in_yaml_equals_the_one_in_markdown(tmp_path: Path) -> None:
    yaml = """
```reference
title: Gear
filter: [Kind]
entries:
  - {name: Rope, Cost: 2, Kind: tool, Use: "Climb. [#E-8]"}
  - name: Lamp
    Cost: -1
    Kind: light
    Use: See.
```
"""
    [first], [second] = (game(tmp_path, text).references for text in (GEAR, yaml))
    assert first.entries == second.entries
    assert (first.columns, second.names) == (second.columns, "Name")


def test_list_can_roll_a_calculator_for_each_entry(tmp_path: Path) -> None:
    rolling = GEAR.replace("title: Gear", "title: Gear\nroll: names")
    [gear] = game(tmp_path, NAMES, rolling).references
    buttons = [each.roll_button for each in gear.entries]
    assert [each.label for each in buttons if each] == ["Rope: Names", "Lamp: Names"]
    assert all(each and each.calculator == "ember.names" and not each.shows_chance for each in buttons)


@pytest.mark.parametrize(
    ("old", "new", "first"),
    [
        ("order: 1", "odrer: 1", "index.md:3: front matter has no field 'odrer'"),
        ("title: Ember", "titel: Ember", "index.md:2: front matter has no field 'titel'"),
        ("title: Ember", "title: Ember: Ash", "index.md:2: front matter: expected lines"),
        ("title: Ember", "title: Em\x07ber", "index.md:2: front matter: expected text without control"),
        ("```table\ntitle: Visitors", "```tabel\ntitle: Visitors", "index.md:17: unknown block 'tabel'"),
        ("| 41-66 | Bo   |\n```\n", "| 41-66 | Bo   |\n", "index.md:25: block isn't closed (```table)"),
    ],
)
def test_cause_of_a_mistake_is_reported_first(tmp_path: Path, old: str, new: str, first: str) -> None:
    text = "".join((HEAD, NIGHT, VISITORS, NAMES))
    assert old in text
    mistake, *others = book(tmp_path, head=text.replace(old, new, 1)).mistakes
    assert str(mistake).startswith(f"docs/ember/{first}")
    assert not any("needs 'book'" in str(each) for each in others)


def test_roll_without_a_band_is_reported_at_its_mechanic(tmp_path: Path) -> None:
    """Not as an exception of the list that rolls it."""
    act = "\n```mechanic\ntitle: Act\nthrow: 2d6\nread: 10+ -> hit (good) | 2..6 -> miss (bad)\n```\n"
    gear = GEAR.replace("title: Gear", "title: Gear\nroll: act")
    [mistake] = book(tmp_path, act, gear, "\n```sheet\nlists: Gear\n```\n").mistakes
    assert str(mistake).startswith("docs/ember/index.md:11: read: result 7 falls into no band")


def test_list_names_its_inputs_even_if_they_are_off(tmp_path: Path) -> None:
    act = '\n```mechanic\ntitle: Act\nask: cursed? "Cursed"\nthrow: 2d6\n```\n'
    [gear] = game(tmp_path, act, GEAR.replace("title: Gear", "title: Gear\nroll: act")).references
    assert render_list_inputs(gear, {"cursed": False}) == "Cursed: no"
    assert render_list_inputs(gear, {"cursed": True}) == "Cursed"


SHEET = """
```sheet
fields: Kin (elf, dwarf) = dwarf; Might -1..3 = 1; Weapon d4 d6 d8; Cursed?; Trade
tracks: Wounds 0..4; Torches 0..20 = 3
lists: Gear
notes: Notes
rolls:
  Sleep: {roll: The night, spends: Torches, marks: {Wounds: 2}}
```
"""


def test_sheet_in_markdown_has_typed_fields_and_rolls(tmp_path: Path) -> None:
    book_game = game(tmp_path, NIGHT, VISITORS, NAMES, GEAR, SHEET)
    assert book_game.sheet
    assert [(each.name, type(each)) for each in book_game.sheet.fields] == [
        ("name", Text),
        ("kin", Choice),
        ("might", Int),
        ("weapon", NumberChoice),
        ("cursed", Flag),
        ("trade", Text),
        ("wounds", Int),
        ("torches", Int),
        ("gear", Several),
        ("notes", Text),
    ]
    blank = book_game.sheet.blank()
    assert (blank["kin"], blank["might"], blank["weapon"], blank["torches"]) == ("dwarf", 1, 4, 3)
    report = book_game.sheet.check(blank | {"gear": ["gear-rope"]})
    assert report.legal
    [roll] = report.roll_buttons
    assert (roll.label, roll.calculator) == ("Sleep", "ember.the_night")
    assert [(each.field, each.by, each.clips) for each in roll.costs] == [
        ("torches", 1, False),
        ("wounds", -2, True),
    ]


def test_pages_without_declarations_are_no_game(tmp_path: Path) -> None:
    folder = tmp_path / "docs" / "notes"
    folder.mkdir(parents=True)
    (folder / "index.md").write_text("# Notes\n\n```table\ntable: recipes.weather\n```\n")
    assert read_games(tmp_path / "docs") == []


@pytest.mark.parametrize(
    ("blocks", "line", "message"),
    [
        ((NIGHT.replace("3-5", "3-4"), VISITORS, NAMES), 8, "table ember.the_night: entries: no entry for 5 after 3-4."),
        ((NIGHT.replace("3-5", "2-5"), VISITORS, NAMES), 8, "table ember.the_night: entries: 1–2 and 2-5 both contain 2."),
        ((NIGHT.replace("Visitors", "Visitor"), VISITORS, NAMES), 14, "then: unknown table 'Visitor' (expected The night, Visitors or Names). Did you mean 'Visitors'?"),
        ((NIGHT.replace("Visitors", "The night"),), 14, "then: these tables lead back to themselves: The night → The night"),
        ((NIGHT.replace("d6 ", "d7x"), VISITORS, NAMES), 8, "table ember.the_night: dice: expected dice such as d20,"),
        ((NIGHT.replace("title: ", "titel: "),), 9, "table block has no field 'titel'; fields are table, title,"),
        ((NIGHT.replace("|-----|--------|----------|\n", ""),), 11, "table block: table: expected the headings, the line |---|---|---| and at least one row, got '| 1–2 | Quiet. |          |'"),
        ((NIGHT.replace("| 3-5 | Rain.  |          |", "| 3-5 | Rain.  |"),), 13, "table block: row: expected 3 cells, one for each heading, got '2 cells'"),
        ((NIGHT, NIGHT), 17, "table: 'ember.the_night' is already defined at docs/ember/index.md:8"),
        ((GEAR.replace("Lamp", "rope"),), 14, "entry: 'rope' is already defined at docs/ember/index.md:13"),
        ((GEAR.replace("filter: Kind", "filter: King"),), 10, "filter: unknown column 'King' (expected Cost, Kind or Use). Did you mean 'Kind'?"),
        ((NAMES, GEAR.replace("filter: Kind", "roll: name")), 18, "roll: unknown mechanic 'name' (expected names). Did you mean 'names'?"),
        ((NIGHT, VISITORS, NAMES, GEAR, SHEET.replace("Might -1..3", "Might 3..1")), 43, "Might: expected the lower number first, got '3..1'"),
        ((NIGHT, VISITORS, NAMES, GEAR, SHEET.replace("tracks: Wounds 0..4", "tracks: Wounds")), 44, "track: expected a label and a range, such as `Wounds 0..4`, got 'Wounds'"),
        ((NIGHT, VISITORS, NAMES, GEAR, SHEET.replace("lists: Gear", "lists: Geer")), 45, "lists: unknown list 'Geer' (expected gear). Did you mean 'gear'?"),
        ((NIGHT, VISITORS, NAMES, GEAR, SHEET.replace("spends: Torches", "spends: Torch")), 48, "spends: unknown track 'Torch' (expected Might, Wounds or Torches). Did you mean 'Torches'?"),
        ((NIGHT, VISITORS, NAMES, GEAR, SHEET.replace("spends: Torches", "spends: Torches 2")), 48, "spends: expected {Torches: 2}, for more than 1, got 'Torches 2'"),
        ((NIGHT, VISITORS, NAMES, GEAR, SHEET.replace("spends:", "spent:")), 48, "roll 'Sleep': unknown input 'spent' (expected roll, spends or marks). Did you mean 'spends'?"),
        ((NIGHT, VISITORS, NAMES, GEAR, SHEET, SHEET), 51, "sheet: 'ember' is already defined at docs/ember/index.md:42"),
    ],
)  # fmt: skip
def test_mistakes_are_reported_at_their_lines(
    tmp_path: Path, blocks: tuple[str, ...], line: int, message: str
) -> None:
    book_game = book(tmp_path, *blocks)
    [mistake] = book_game.mistakes
    assert str(mistake).startswith(f"docs/ember/index.md:{line}: {message}"), str(mistake)


def test_folder_without_the_book_field_is_reported(tmp_path: Path) -> None:
    [mistake] = book(tmp_path, NAMES, head=HEAD.replace("book: yes\n", "")).mistakes
    assert str(mistake).startswith("docs/ember/index.md:1: front matter needs 'book'")


def test_sheet_field_must_fit_the_input_it_fills() -> None:
    """A field that can have values which the mechanic doesn't accept would break its button."""
    from rules_py.systems.page_lists import BlockError
    from rules_py.systems.recipes.pushing import PUSHING

    block = {"fields": "Swim 1..40", "rolls": {"Dive": {"roll": "pushing", "pool": "Swim"}}}
    with pytest.raises(BlockError, match="field 'Swim' can be 40, but"):
        sheet(block, {"pushing": PUSHING}, {})


def test_pages_are_reread_only_after_a_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A build asks for the place of each of hundreds of tables."""
    monkeypatch.setattr(from_pages, "BOOK", tmp_path)
    page = tmp_path / "docs" / "ember" / "index.md"
    page.parent.mkdir(parents=True)
    page.write_text(HEAD + NIGHT + VISITORS, "utf-8")
    first = from_pages._page_game("ember")
    assert str(from_pages.place_of("ember", "ember.visitors")).endswith(":17")
    assert from_pages._page_game("ember") is first
    page.write_text(f"{HEAD}\nMore.\n{NIGHT}{VISITORS}", "utf-8")
    assert str(from_pages.place_of("ember", "ember.visitors")).endswith(":19")
