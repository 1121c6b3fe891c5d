"""Lists that repeat what the sections of their rows state."""

import pytest

from hooks.directives import stated_fields
from hooks.directives.pages import Page

SECTIONS = """# Beasts

## Grey Heron

**Armour:** 2
**Bite:** `#!dice d6`, *sharp*

## Eel

| Field | Value |
|---|---|
| Armour | 0 |
| **Bite** | d4 |

## The otter { #otter }

| Armour | Bite |
|---|---|
| 1 | d8 |

It has a bite of d8.
"""


def faults(rows: str, sections: str = SECTIONS, name: str = "beasts") -> list[str]:
    """Return the faults of a list with these rows; `name` is that of the page with the sections."""
    columns = "| Name | Armour | Bite | Section |\n|---|---|---|---|"
    list_lines = f"```reference\ntitle: All\n{columns}\n{rows}\n```\n".split("\n")
    pages = [
        (Page(path="docs/marsh/list.md"), list_lines),
        (Page(path=f"docs/marsh/{name}.md"), sections.split("\n")),
    ]
    return [str(each) for each in stated_fields.faults(pages)]


def test_list_that_agrees_with_its_sections_has_no_fault() -> None:
    rows = (
        "| Grey Heron | 2 | d6, sharp | [Open](beasts.md#grey-heron) |\n"
        "| Eel | 0 | d4 | [Open](beasts.md#eel) |\n"
        "| Otter | 1 | d8 | [Open](beasts.md#otter) |"
    )
    assert faults(rows) == []


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        (
            "| Grey Heron | 3 | d6, sharp | [Open](beasts.md#grey-heron) |",
            "Grey Heron: Armour is '3', but docs/marsh/beasts.md#grey-heron says '2'.",
        ),
        (
            "| Eel | 0 | d6 | [Open](beasts.md#eel) |",
            "Eel: Bite is 'd6', but docs/marsh/beasts.md#eel says 'd4'.",
        ),
        (
            "| Otter | 2 | d8 | [Open](beasts.md#otter) |",
            "Otter: Armour is '2', but docs/marsh/beasts.md#otter says '1'.",
        ),
        (
            "| Stork | 9 | d4 | [Open](beasts.md) |",
            "Stork: Armour is '9', but docs/marsh/beasts.md says '2'.",
        ),
    ],
)
def test_cell_that_contradicts_its_section_is_a_fault(row: str, fault: str) -> None:
    assert faults(row) == [f"docs/marsh/list.md:5: {fault} Change one of them."]


@pytest.mark.parametrize(
    "row",
    [
        "| Ghost | 3 | none | [Open](beasts.md#ghost) |",
        "| Ghost | 3 | none | [Open](elsewhere.md#eel) |",
        "| Ghost | 3 | none | [Open](https://example.org/beasts.md#eel) |",
        "| Ghost | 3 | none | beasts.md#eel |",
    ],
)
def test_row_without_a_section_is_its_own_source(row: str) -> None:
    assert faults(row) == []


def test_table_with_several_rows_states_no_fields() -> None:
    several = "# Beasts\n\n| Armour | Bite |\n|---|---|\n| 1 | d8 |\n| 2 | d10 |\n"
    assert faults("| Eel | 7 | d4 | [Open](beasts.md) |", several) == []
