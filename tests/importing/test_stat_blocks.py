"""Stat blocks of imported texts: fences of Obsidian become text, and all blocks of a book become a list."""

from __future__ import annotations

from pathlib import Path

import pytest

from hooks.directives.from_pages import read_games
from hooks.importing import Options, run, stat_blocks
from hooks.importing.report import Line, Note
from hooks.importing.stat_blocks import StatBlock

HERON = """# Heron

```statblock
layout: Basic
columns: 2
name: "Grey Heron"
level: 2
levelOrdinal: "2nd"
size: large
ac: 14
hp: "30"
stats: [8, 14, 10, 2, 12, 6]
nastier_traits:
    - name: "Patient"
      desc: "Waits d6 rounds. See [[Stork|the stork]]."
actions:
    - name: "Stab +5"
      desc: "2d6 damage"
      traits:
          - name: "Even hit"
            desc: "Swallows | a frog."
senses: "It sees every ripple, and hears each frog in the reeds"
saves:
    - dex: 3
languages: ""
```

After."""


def numbered(text: str) -> list[Line]:
    return [Line(each, at) for at, each in enumerate(text.split("\n"), 1)]


def convert(text: str) -> tuple[list[Line], list[Note]]:
    return stat_blocks.convert(numbered(text), "heron.md")


def test_stat_block_becomes_a_table_and_text() -> None:
    lines, [note] = convert(HERON)
    assert note == Note("mapped", "heron.md", 3, "stat block")
    texts = [line.text for line in lines if line.text]
    assert texts == [
        "# Heron",
        "**Grey Heron**",
        "| Level | Level ordinal | Size | AC | HP | Str | Dex | Con | Int | Wis | Cha |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
        "| 2 | 2nd | large | 14 | 30 | 8 | 14 | 10 | 2 | 12 | 6 |",
        "## Nastier traits",
        "-   **Patient:** Waits d6 rounds. See [[Stork|the stork]].",
        "## Actions",
        "-   **Stab +5:** 2d6 damage",
        "    -   **Even hit:** Swallows | a frog.",
        "**Senses:** It sees every ripple, and hears each frog in the reeds",
        "## Saves",
        "-   **Dex:** 3",
        "After.",
    ]
    numbers = [line.number for line in lines]
    assert numbers == sorted(numbers)
    assert next(line.number for line in lines if "Even hit" in line.text) == 20


def test_every_value_of_a_stat_block_is_shown() -> None:
    lines, _ = convert(HERON)
    text = "\n".join(line.text for line in lines)
    for line in stat_blocks.without_keys(numbered(HERON)):
        for value in line.text.replace('"', "").strip("[]- `").split(", "):
            assert value in ("statblock", "2.") or value in text


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("name: x: y", "mapping values"),
        ("monster: Heron\nname: [", "expected"),
        ("layout: Basic", "Copy the creature"),
    ],
)
def test_block_without_fields_stays_with_a_note(body: str, reason: str) -> None:
    text = f"```statblock\n{body}\n```"
    lines, [note] = convert(text)
    assert "\n".join(line.text for line in lines) == text
    assert (note.kind, note.line) == ("by hand", 1) and reason in note.advice


def test_other_fences_stay() -> None:
    text = "```yaml\nname: x\n```"
    assert convert(text) == (numbered(text), [])


def test_read_finds_fences_and_sections_with_fields() -> None:
    text = f"""{HERON}

## Otter

- **Armour:** 2
- **Bite:** d6, *sharp*
**Hide** :: 3
**Habits:** It slides down every bank that it can find, for as long as there is one.

## Eel

| Field | Value |
|---|---|
| Armour | 0 |
| Bite | d4 |
| **Hide** | 1 |

## Notes

**One:** field"""
    heron, otter, eel = stat_blocks.read(numbered(text), "a.md")
    assert (heron.name, heron.line, heron.fields["AC"]) == ("Grey Heron", 3, "14")
    assert otter == StatBlock("Otter", "a.md", 30, {"Armour": "2", "Bite": "d6, sharp", "Hide": "3"})
    assert eel.fields == {"Armour": "0", "Bite": "d4", "Hide": "1"}


def blocks(number: int = 6) -> list[StatBlock]:
    kinds = "fen", "sea"
    return [
        StatBlock(f"Beast {at}", "a.md", at, {"HP": str(at), "Kind": kinds[at % 2], "Odd": "x | y"})
        for at in range(number)
    ]


def test_list_has_the_shared_fields_and_links_to_the_pages(tmp_path: Path) -> None:
    more = [
        StatBlock("Beast 1", "b.md", 7, {"HP": "2", "Kind": "fen", "Odd": "x"}),
        StatBlock("Rules", "c.md", 1, {"Cost": "2"}),
    ]
    lines, notes = stat_blocks.as_list([*blocks(), *more], "Page", lambda block: "index.md#beasts")
    assert ["its name is taken" in note.subject for note in notes] == [True]
    folder = tmp_path / "docs" / "marsh"
    folder.mkdir(parents=True)
    head = "---\ntitle: Marsh\norder: 1\nbook: yes\ndescription: A game.\n---\n"
    (folder / "index.md").write_text(head + "\n".join(lines), "utf-8")
    [book] = read_games(tmp_path / "docs")
    assert not book.mistakes
    [beasts] = book.game().references
    assert [each.name for each in beasts.entries] == [f"Beast {at}" for at in range(6)]
    assert [(each.label, each.filter) for each in beasts.columns] == [
        ("HP", False),
        ("Kind", True),
        ("Odd", False),
        ("Page", False),
    ]
    assert beasts.entries[3].values["page"] == "[Open](/marsh/#beasts)"


def test_block_that_lacks_one_of_the_fields_is_reported() -> None:
    lacking = StatBlock("Ghost", "b.md", 9, {"HP": "2", "Kind": "fen"})
    lines, [note] = stat_blocks.as_list([*blocks(20), lacking], "Page", lambda block: "a.md", "Beasts")
    assert (note.file, note.what) == ("beasts.md", "stat blocks that the list lacks")
    assert note.subject == "Ghost (b.md:9, no Odd)"
    assert r"| Beast 3 | 3 | sea | x \| y | [Open](a.md) |" in lines


def test_blocks_of_one_page_are_listed_on_it(tmp_path: Path) -> None:
    beasts = "".join(
        f"\n## Eel {at}\n\n**HP:** {at}<br>\n**Kind:** fish\n**Bite:** d{at}\n" for at in (4, 6, 8)
    )
    for name, text in {"beasts.md": f"# Beasts\n{beasts}", "boats.md": "# Boats\n\nThey leak.\n"}.items():
        (tmp_path / "fen").mkdir(exist_ok=True)
        (tmp_path / "fen" / name).write_text(text, "utf-8")
    result = run(tmp_path / "fen", Options(tmp_path / "book", dry_run=True))
    [page, _] = result.pages
    assert "| Name | HP | Kind | Bite | Section |\n|---|---|---|---|---|\n" in page.text
    assert "\n| Eel 4 | 4 | fish | d4 | [Open](#eel-4) |\n| Eel 6 |" in page.text


def test_list_links_to_the_section_of_each_block(tmp_path: Path) -> None:
    """Also if two sections are called the same, or a file has become several pages."""
    (tmp_path / "fen").mkdir()
    for place in ("fen", "sea"):
        beasts = "".join(
            f"\n## Eel\n\nText.\n\n# {place.title()} {at}\n\n## Eel\n\n### Eel {place} {at}\n\n"
            f"**HP:** {at}\n**Kind:** fish\n**Bite:** d{at}\n"
            for at in (4, 6, 8)
        )
        (tmp_path / "fen" / f"{place}.md").write_text(f"# {place.title()}\n{beasts}", "utf-8")
    result = run(tmp_path / "fen", Options(tmp_path / "book", split=1, dry_run=True))
    list_page = next(page for page in result.pages if page.is_made)
    assert "| Eel sea 6 | 6 | fish | d6 | [Open](sea-6.md#eel-sea-6) |" in list_page.text
    assert result.missing == {}


def test_fields_on_separate_lines_stay_separate() -> None:
    text = "## Eel\n\n**HP:** 4\n**Kind:** fish\\\n**Bite**: d4\nIt bites.\n\n- **A:** b\n- **C:** d"
    lines, _ = convert(text)
    text_lines = "\n".join(line.text for line in lines)
    assert "**HP:** 4  \n**Kind:** fish  \n**Bite**: d4\nIt bites.\n\n- **A:** b\n- **C:** d" in text_lines


def test_few_or_different_blocks_make_no_list() -> None:
    assert stat_blocks.as_list(blocks(4), "Page", lambda block: "a.md") == ([], [])
    different = [StatBlock(f"B{at}", "a.md", at, {f"F{at}": "1", "G": "2"}) for at in range(9)]
    assert stat_blocks.as_list(different, "Page", lambda block: "a.md") == ([], [])
