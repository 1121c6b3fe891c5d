"""Tables and lists headed by dice in imported texts: blocks that roll, or notes on what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from hooks.directives.from_pages import read_games
from hooks.importing import dice, tables
from hooks.importing.report import Line, Note
from rules_py.calculators.random_table import RandomTable

HEAD = "---\ntitle: Marsh\norder: 1\nbook: yes\ndescription: A game.\n---\n"


def convert(text: str, file: str = "marsh/oracles.md") -> tuple[list[Line], list[Note]]:
    return tables.convert([Line(each, at) for at, each in enumerate(text.split("\n"), 1)], file)


def tables_of(text: str, tmp_path: Path) -> tuple[RandomTable, ...]:
    """Return the random tables of a book with the converted text."""
    folder = tmp_path / "docs" / "marsh"
    folder.mkdir(parents=True)
    lines, _ = convert(text)
    (folder / "index.md").write_text(HEAD + "\n".join(line.text for line in lines), "utf-8")
    [book] = read_games(tmp_path / "docs")
    assert not book.mistakes
    return book.game().tables


def table_of(text: str, tmp_path: Path) -> RandomTable:
    [table] = tables_of(text, tmp_path)
    return table


@pytest.mark.parametrize(
    "head, spans, dice, written_spans",
    [
        ("d6", ["1", "2-5", "6"], "d6", ["1", "2–5", "6"]),
        ("**D6**", ["**1**", "*2–6*"], "d6", ["1", "2–6"]),
        ("1d20 roll", ["1 - 19", "20"], "1d20", ["1–19", "20"]),
        ("Roll 2d6", ["6 or less", "7—9", "10+"], "2d6", ["6 or less", "7–9", "10+"]),
        ("d%", ["01–99", "00"], "d%", ["01–99", "00"]),
        ("dice: 1d100", ["1-50", "51-100"], "1d100", ["1–50", "51–100"]),
        ("d66", ["11-36", "41-66"], "d66", ["11–36", "41–66"]),
        ("Roll", ["1", "2", "3", "4"], "d4", ["1", "2", "3", "4"]),
        ("Roll", ["2-6", "7-12"], "2d6", ["2–6", "7–12"]),
        ("Die", ["11-36", "41-66"], "d66", ["11–36", "41–66"]),
        ("(d10)", ["1-9", "0"], "d10", ["1–9", "0"]),
        ("2d6", ["<=6", "≥7"], "2d6", ["<=6", "≥7"]),
    ],
)
def test_heading_determines_the_dice(
    head: str, spans: list[str], dice: str, written_spans: list[str], tmp_path: Path
) -> None:
    rows = "\n".join(f"| {span} | Text {at} |" for at, span in enumerate(spans))
    table = table_of(f"## Signs\n\n| {head} | Sign |\n|:-:|---|\n{rows}\n", tmp_path)
    assert (table.title, table.dice) == ("Signs", dice)
    assert [table.written_span(at) for at in range(len(spans))] == written_spans
    assert [each.text for each in table.entries] == [f"Text {at}" for at in range(len(spans))]


def test_cells_keep_their_words_links_and_columns(tmp_path: Path) -> None:
    text = r"""
## Names

d4   | Given name | Family *name*
:---:|------------|-----
1–2  | **Ash**    | Vane \| Vale
3    | [Bo](index.md#names) |
4    |            | Roe
"""
    table = table_of(text, tmp_path)
    assert table.headings == ("d4", "Given name", "Family name")
    assert [each.cells for each in table.entries] == [
        ("**Ash**", "Vane | Vale"),
        ("[Bo](/marsh/#names)", ""),
        ("", "Roe"),
    ]


def test_headings_can_be_the_first_row(tmp_path: Path) -> None:
    table = table_of("### Bonds (d4)\n\n| | |\n|--|--|\n| **d4** | **Bond** |\n| 1-4 | A debt |\n", tmp_path)
    assert (table.title, table.headings) == ("Bonds", ("d4", "Bond"))


@pytest.mark.parametrize("heading", ["Past? Roll 1d6:", "Past? (d6)", "Past? – roll a d6", "Past?"])
def test_title_omits_the_dice_of_the_heading(heading: str, tmp_path: Path) -> None:
    assert table_of(f"## {heading}\n\n| d6 | A |\n|-|-|\n| 1-6 | x |\n", tmp_path).title == "Past?"


def test_inline_dice_can_head_a_table(tmp_path: Path) -> None:
    lines, _ = dice.convert(
        [Line(each, 1) for each in "| | |\n|--|--|\n| d4 | Arm |\n| 1-4 | Axe (d6) |".split("\n")], "a.md"
    )
    table = table_of("\n".join(line.text for line in lines), tmp_path)
    assert (table.dice, table.headings) == ("d4", ("d4", "Arm"))
    assert table.entries[0].text == "Axe (`#!dice d6`)" and table.entries[0].name == "Axe (d6)"


def test_transposed_and_side_by_side_tables_are_read(tmp_path: Path) -> None:
    across, beside, headless = tables_of(
        "## Mood\n\nRoll 2d6:\n\n| | |\n|-|-|\n| 2-6 | 7-12 |\n| Bad | Good |\n\n"
        "## Gear\n\n| d4 | Thing | d4 | Thing |\n|-|-|-|-|\n| 1 | Axe | 3 | Rope |\n| 2 | Bow | 4 | Tent |\n\n"
        "## Past\n\n| | | | |\n|-|-|-|-|\n| **d3** | **Past** | | |\n| 1 | Monk | 3 | Thief |\n| 2 | Cook | | |\n| | | | |\n",
        tmp_path,
    )
    assert [each.text for each in across.entries] == ["Bad", "Good"]
    assert [each.text for each in beside.entries] == ["Axe", "Bow", "Rope", "Tent"]
    assert [each.text for each in headless.entries] == ["Monk", "Cook", "Thief"]
    assert headless.headings == ("d3", "Past")


def test_numbered_list_under_dice_becomes_a_table(tmp_path: Path) -> None:
    titled, after_sentence, in_sentence, dice_alone, bold = tables_of(
        "## Omens (d4)\n\n1. Crows\n2. Frost\n3. *Bells*\n4. Smoke\n\n"
        "## Luck\n\nRoll a d4 for luck:\n\n1) Ill\n2) None\n3) Some\n4) Much\n\n"
        "## Debt\n\nWho has debts rolls `#!dice 1d2` for each:\n\n1. Paid\n2. Due\n\n"
        "## Tide\n\n`#!dice d2`:\n\n1. Low\n2. High\n\n"
        "## Fen\n\n**`#!dice d2` Meetings**\n\n1. Eels\n2. Otters\n",
        tmp_path,
    )
    assert (bold.title, bold.dice) == ("Meetings", "d2")
    assert [each.dice for each in (in_sentence, dice_alone)] == ["1d2", "d2"]
    assert (titled.title, [each.name for each in titled.entries][2]) == ("Omens", "Bells")
    assert [each.text for each in after_sentence.entries] == ["Ill", "None", "Some", "Much"]


@pytest.mark.parametrize(
    "text, reason",
    [
        ("| d6 | A |\n|--|--|\n| 1-4 | x |\n| 6 | y |", "no entry for 5 after 1–4"),
        ("| d6 | A |\n|--|--|\n| 1-4 | x |\n| 4-6 | y |", "1–4 and 4–6 both contain 4"),
        ("| d6 | A |\n|--|--|\n| 1-4 | x |\n| 5-8 | y |", "got '5–8'"),
        ("| d6 | A |\n|--|--|\n| 1-4 | x |\n| 5-6 | |", "a text that says what is found"),
        ("| d6+Luck | A |\n|--|--|\n| 1-4 | x |\n| 5+ | y |", "more than these dice"),
        ("| Roll | A |\n|--|--|\n| 1-4 | x |\n| 5-9 | y |", "Write its dice in the first heading"),
        ("| d6 | A |\n|--|--|\n| 1-4 | ![x](x.png) |\n| 5-6 | y |", "can't show !["),
        ("| d6 | A |\n|--|--|\n| 1-4 | [x](x.html) |\n| 5-6 | y |", "can't link to x.html"),
        ("| d6 | A | Then |\n|--|--|--|\n| 1-4 | x | B |\n| 5-6 | y | |", "last column"),
        ("## Omens (d6)\n\n1. One\n2. Two", "no entry for 3"),
    ],
)
def test_table_that_does_not_fit_its_dice_stays(text: str, reason: str) -> None:
    lines, [note] = convert(text)
    assert "\n".join(line.text for line in lines) == text
    assert (note.kind, note.file) == ("by hand", "marsh/oracles.md")
    assert text.split("\n")[note.line - 1][0] in "|1" and reason.lower() in note.subject.lower()


@pytest.mark.parametrize(
    "text",
    [
        "| Die | Damage |\n|--|--|\n| d6 | 3.5 |\n| d8 | 4.5 |",
        "| Level | Bonus |\n|--|--|\n| 1 | +1 |\n| 2 | +2 |",
        "```text\n| d2 | A |\n|--|--|\n| 1 | x |\n| 2 | y |\n```",
        "## Steps\n\n1. Roll d6.\n2. Wait.",
        "## Choices\n\nSpend `#!dice d2` grit to:\n\n1. Run\n2. Hide",
        "## Bold\n\n**Bite `#!dice d6`**\n\n1. Run\n2. Hide",
        "## Turns\n\nEveryone rolls `#!dice d6`, then:\n\n1. Run\n2. Hide",
    ],
)
def test_other_tables_lists_and_code_stay_without_a_note(text: str) -> None:
    lines, notes = convert(text)
    assert "\n".join(line.text for line in lines) == text and not notes


def test_tables_with_the_same_title_get_unique_names(tmp_path: Path) -> None:
    table = "| d2 | Result |\n|--|--|\n| 1 | x |\n| 2 | y |\n"
    book_tables = tables_of(f"## A\n\n{table}\n## A\n\n{table}", tmp_path)
    assert len({each.name for each in book_tables}) == 2


def test_lines_keep_the_numbers_of_the_source() -> None:
    lines, [note] = convert("Text\n\n| d2 | A |\n|--|--|\n| 1 | x |\n| 2 | y |\n\nMore")
    assert note == Note("mapped", "marsh/oracles.md", 3, "random table")
    assert {line.text: line.number for line in lines if line.text[:3] in ("| 1", "| 2", "Mor")} == {
        "| 1 | x |": 5,
        "| 2 | y |": 6,
        "More": 8,
    }
