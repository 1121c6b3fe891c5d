"""The data of a book: texts without markup."""

from __future__ import annotations

from hooks.export.data.book import table_data, track_data
from hooks.export.data.values import without_markup
from rules_py.calculators.random_table import RandomTable, TableEntry
from rules_py.sheets.track import Track, TrackStage


def test_table_entry_has_plain_text() -> None:
    entry = TableEntry("1-6", "**Fog**: `#!dice 1d6 [harm] guards`, see [the tide](/marsh/#tide) [L-1]")
    [data] = table_data(RandomTable("marsh.weather", "Weather", "d6", (entry,)))["entries"]
    assert data["text"] == "Fog: 1d6 [harm] guards, see the tide [L-1]"


def test_cells_have_plain_texts_and_numbers() -> None:
    assert without_markup("`#!dice 1d6` *harm*") == "1d6 harm"
    assert without_markup(("[boat](/marsh/boat/)", "oar")) == ["boat", "oar"]
    assert without_markup(3) == 3


def test_stages_of_a_track_have_plain_text() -> None:
    stages = (
        TrackStage("Dry"),
        TrackStage("Wet", "*Soaked*, see [the tide](/marsh/#tide)", "`#!dice 1d6` harm"),
    )
    track = Track(name="wet", title="Wet", unit_names=("box", "boxes"), stages=stages)
    assert track_data(track)["stages"][1] == {
        "name": "Wet",
        "text": "Soaked, see the tide",
        "effect": "1d6 harm",
        "boxes": 0,
    }
