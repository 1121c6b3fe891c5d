"""Participants of the conflict tracker: presets, sheet characters, and export to the sheet."""

from __future__ import annotations

import pytest

from rules_py import check_sheet
from rules_py.base.errors import InputError
from rules_py.systems.action_consequence.opponents import OPPONENTS
from rules_py.tracker import apply_change, new_encounter
from tests.systems.action_consequence.table import TRACKER, Table, person

SHEET = {
    "name": "Ruta Vance",
    "stats": {"Nerve": [12, 6], "Hands": [10, 8]},
    "endeavors": {"running the river": "Hands", "standing her ground": "Nerve"},
    "exert_stat": "Hands",
    "duress_stat": "Nerve",
    "specializations": [
        {"name": "night pilot", "endeavor": "running the river", "adds": "Nerve", "vulnerable_to": "lamps"}
    ],
    "owed": 2,
    "consequences": ["A scar"],
}


@pytest.mark.parametrize("one", OPPONENTS, ids=lambda one: one["id"])
def test_book_characters_are_legal_sheets_with_three_stats(one) -> None:
    sheet = {key: value for key, value in one.items() if key not in ("id", "rules")}
    assert check_sheet("action_consequence", sheet).legal
    assert len(one["stats"]) == 3 and len(one["endeavors"]) == 3


def test_book_characters_have_the_dice_of_the_text() -> None:
    dice = {one["name"]: one["stats"] for one in OPPONENTS}
    assert dice["Captain Strake"] == {"Steel": [10, 8], "Eye": [10, 6], "Nerve": [8, 6]}
    assert dice["Petra Quill"]["Tongue"] == [12, 6] and dice["Petra Quill"]["Eye"] == [8, 8]
    assert dice["Old Annick"]["Voice"] == [10, 6] and dice["Old Annick"]["Spite"] == [8, 6]
    assert dice["Corporal Hatch"]["Duty"] == [8, 6] and dice["Corporal Hatch"]["Strength"] == [10, 4]


def test_presets_cast_the_dice_of_the_book() -> None:
    dice_by_start = {"night": [10, 8, 12, 6], "stage": [8, 6, 10, 6], "quay": [12, 6, 12, 8, 10, 8]}
    for start, dice in dice_by_start.items():
        assert [sides for _, sides in Table.at(start).option("cast").dice] == dice


def test_participant_starts_with_the_first_endeavor_and_sheet() -> None:
    participant = TRACKER.setup.to_participant(SHEET)
    now = new_encounter(TRACKER, [participant, person("Strake", 10, 8, kind="npc")])
    ruta = now.state["Ruta Vance"]
    assert ruta.act == "running the river" and ruta.owed == 2
    export = TRACKER.export_to_sheet(now.state, "Ruta Vance")
    for name in ("stats", "endeavors", "owed", "consequences"):
        assert export[name] == SHEET[name]
    assert check_sheet("action_consequence", SHEET | export).legal


def test_struck_name_and_agreement_are_exported_to_the_sheet() -> None:
    table = Table(TRACKER.setup.to_participant(SHEET), person("Strake", 12, 12, kind="npc"))
    table.cast(3, 2, 12, 4).do("strike", who="Ruta Vance", dice=[1])
    table.challenge("Strake", "Ruta Vance").answer("Ruta Vance", 3, 1, 1).do("leave", who="Ruta Vance")
    terms = [{"who": "Ruta Vance", "what": "strike", "name": "night pilot"}]
    table.do("agree", who="Strake", words="The ferry is his", terms=terms)
    export = TRACKER.export_to_sheet(table.state, "Ruta Vance")
    assert export["owed"] == 1 and export["specializations"] == []
    assert export["consequences"] == ["A scar", "The ferry is his"]


def test_agree_rejects_unknown_entries_and_missing_words() -> None:
    table = Table(TRACKER.setup.to_participant(SHEET), person("Strake", 12, 12, kind="npc"))
    table.cast(3, 2, 12, 4).leave("Ruta Vance").challenge("Strake", "Ruta Vance")
    table.answer("Ruta Vance", 3, 1).leave("Ruta Vance")
    term = {"who": "Ruta Vance", "what": "dice", "name": "Grit", "dice": [4]}
    with pytest.raises(InputError, match="event.terms.0.name") as error:
        table.do("agree", who="Strake", terms=[term])
    assert [each.code for each in error.value.faults] == ["unknown_entry"]
    with pytest.raises(InputError, match="event.words"):
        table.do("agree", who="Strake")


def test_party_carries_its_losses_into_the_next_conflict() -> None:
    table = Table.at("night")
    table.cast(10, 3, 4, 1).leave("Irin").challenge("Althesa", "Irin").answer("Irin", 5, 1).leave("Irin")
    table.do("hurt", who="Althesa", take="Exhausted: Guts d12 d6 becomes d12")
    now = new_encounter(TRACKER, list(TRACKER.setup.party(table.state)))
    assert now.state.names == ["Althesa", "Irin"] and now.state["Irin"].stats["Guts"] == [12]


@pytest.mark.parametrize(
    ("people", "code"),
    [
        ([person("A", 8), person("A", 8)], "duplicate_person"),
        ([person("A", 8), person("B", 8, helps="C")], "unknown_person"),
        ([person(name, 8) for name in "ABCDE"], "too_many"),
    ],
)
def test_setup_rejects_invalid_participants(people, code) -> None:
    with pytest.raises(InputError) as error:
        Table(*people)
    assert code in [each.code for each in error.value.faults]


def test_setup_adds_no_one_to_a_finished_conflict() -> None:
    table = Table(person("A", 12, 6), person("B", 10, 8))
    table.cast(8, 5, 4, 1).challenge("A", "B").answer("B", 6, 1).do("give", who="B")
    with pytest.raises(InputError, match="The conflict is over"):
        apply_change(TRACKER, table.now, {"set": "somebody"})
