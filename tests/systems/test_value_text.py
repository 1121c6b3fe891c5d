"""Text of form rows and of lists in answers: complete, partly filled and empty."""

from __future__ import annotations

import pytest

from rules_py import calculator
from rules_py.inputs import Input, ListOf
from rules_py.present.input_text import value_text
from rules_py.systems import registry
from rules_py.systems.action_consequence.tracker.shape import Person


def sheet_row(game: str, name: str) -> Input:
    """Return the row of a list field of a sheet, or the field itself."""
    declared = {each.name: each for each in registry.game(game).sheet.fields}[name]
    return declared.item if isinstance(declared, ListOf) else declared


def input_row(calculator_id: str, name: str) -> Input:
    declared = {each.name: each for each in calculator(calculator_id).inputs}[name]
    return declared.item if isinstance(declared, ListOf) else declared


SPECIAL = next(each for each in Person.inputs() if each.name == "specializations").item
SPECIALTY = {"name": "night pilot", "endeavor": "running the river"}


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({}, "A specialization (no endeavor)"),
        ({"name": "", "endeavor": ""}, "A specialization (no endeavor)"),
        (SPECIALTY, "night pilot (running the river)"),
        (
            SPECIALTY | {"adds": "Nerve", "vulnerable_to": "lamps"},
            "night pilot (running the river) adds Nerve, vulnerable to lamps",
        ),
    ],
)
def test_specialization_row_as_text(row, words) -> None:
    assert value_text(sheet_row("action_consequence", "specializations"), row) == words


def test_tracker_shows_a_specialization_by_its_name() -> None:
    assert value_text(SPECIAL, SPECIALTY) == "night pilot"
    assert value_text(SPECIAL, {"name": ""}) == value_text(SPECIAL, {}) == "A specialization"


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({}, "cast no dice against no dice"),
        ({"cast": {"a": {"dice": [4, 1]}}}, "cast 4 and 1 against no dice"),
        (
            {"cast": {"b": {"dice": [8], "advantage": [6, 2]}}},
            "cast no dice against 8, plus 6 and 2 (advantage)",
        ),
        ({"cast": {}, "answers": [], "choice": "give"}, "cast no dice against no dice"),
        (
            {"answers": [{"dice": [9, 2]}, {"dice": []}], "choice": "hang_in"},
            "cast no dice against no dice; answered 9 and 2; no dice, hung in",
        ),
        ({"answers": [{"dice": [3]}], "choice": "give"}, "cast no dice against no dice; answered 3, gave"),
        ({"answers": [{"dice": [3]}], "choice": None}, "cast no dice against no dice; answered 3"),
    ],
)
def test_replay_round_row_as_text(row, words) -> None:
    assert value_text(input_row("action_consequence.replay", "rounds"), row) == words


def test_sheet_parts_and_bargain_terms_as_text() -> None:
    parts = input_row("action_consequence.check_consequence", "before")
    assert value_text(parts, {}) == "nothing"
    assert value_text(parts, {"stats": {"Guts": [12, 6], "Wits": []}}) == "Guts d12 d6, Wits none"
    assert value_text(input_row("action_consequence.bargain", "terms"), {}) == "The loser: a story outcome"


@pytest.mark.parametrize(
    ("field", "row", "words"),
    [
        ("talents", {"talent": "acrobat"}, "Acrobat"),
        ("talents", {"talent": "acrobat", "label": " on ropes "}, "Acrobat (on ropes)"),
        ("talents", {"talent": "own", "label": "Sees ghosts"}, "Sees ghosts"),
        ("talents", {"talent": "own", "label": " "}, "Custom"),
        ("talents", {"talent": "own"}, "Custom"),
        ("talents", {}, "—"),
        ("talents", {"label": "which"}, "— (which)"),
        ("skills", {}, "— 1"),
        ("skills", {"skill": "notice", "rank": 3}, "Notice 3"),
        ("skills", {"skill": "own", "subset": "Whittling", "rank": 2}, "Whittling 2"),
        ("items", {}, "—"),
        ("items", {"text": "Rope", "kind": "mundane"}, "Rope"),
        ("items", {"text": "Rope", "kind": "special"}, "Rope (special)"),
        ("items", {"kind": "special"}, "— (special)"),
    ],
)
def test_two_d6_sheet_rows_as_text(field, row, words) -> None:
    assert value_text(sheet_row("two_d6", field), row) == words


NOTHING = {
    "core_rules.steps warnings": "none",
    "core_rules.spend_plan spend_on": "none",
    "dichotomy.acting_order order": "no one",
    "dichotomy.plan_turn costs": "0",
    "dichotomy.next_picks attributes": "none",
    "dichotomy.next_picks abilities": "none",
    "dichotomy.sheet next_picks": "none",
    "dichotomy.sheet next_abilities": "none",
    "dichotomy.xp_ledger balances": "no entries",
    "dichotomy.xp_ledger held": "nothing",
    "dichotomy.desk reasons": "nothing against it",
    "dichotomy.desk dice": "none",
    "dichotomy.desk working": "none",
    "dichotomy.desk_chances attacks": "none",
    "dichotomy.desk_chances outlook": "none",
    "two_d6.character_ledger granted": "nothing",
    "two_d6.desk_chances attacks": "none",
    "basic_systems.compare complete": "nothing",
    "basic_systems.odds_table worse": "nowhere",
    "action_consequence.reading reading": "0",
    "action_consequence.dice_for_action dice": "none",
    "action_consequence.may_interfere may": "no one",
    "action_consequence.next_challenger next": "no one: a new round begins",
    "action_consequence.drop_sizes dice": "none",
    "action_consequence.injury_options options": ["none: too few sizes are left"],
    "action_consequence.counters safe": "none",
    "action_consequence.desk_chances sides": "not available",
}


@pytest.mark.parametrize(("measure", "words"), NOTHING.items(), ids=NOTHING)
def test_empty_list_measure_has_a_text(measure, words) -> None:
    calculator_id, name = measure.split()
    assert calculator(calculator_id).measure(name).say([]) == words


@pytest.mark.parametrize(
    ("measure", "value", "words"),
    [
        ("dichotomy.acting_order order", ["Odile", "Bram"], "Odile, then Bram"),
        ("dichotomy.plan_turn costs", [1, 2], "1 + 2"),
        ("dichotomy.next_picks attributes", ["power", "martial"], "Power, Martial"),
        ("dichotomy.xp_ledger balances", [10, 3], "10, 3"),
        ("action_consequence.may_interfere may", ["Ruta", "Oswin"], "Ruta, then Oswin"),
    ],
)
def test_list_measure_names_every_item(measure, value, words) -> None:
    calculator_id, name = measure.split()
    assert calculator(calculator_id).measure(name).say(value) == words


def test_connections_are_listed_with_number_and_fame() -> None:
    measure = calculator("dichotomy.xp_ledger").measure("held")
    sheet_row = [
        {"name": "cottage", "famous": False, "count": 1},
        {"name": "spouse", "famous": True, "count": 1},
    ]
    assert measure.say(sheet_row) == "Cottage, famous Spouse"
    assert measure.say([sheet_row[0] | {"count": 2}, sheet_row[1]]) == "Cottage × 2, famous Spouse"


def test_attack_chances_are_listed_one_by_one() -> None:
    blow = {"who": "Odile", "on": "Thug", "mean": "1/2", "enough": "1/3"}
    dichotomy = calculator("dichotomy.desk_chances")
    attack = blow | {"with": ["power", "martial"]}
    text = "Odile on Thug with Power + Martial: 1/2 hits on average, chance of enough hits 1/3"
    assert dichotomy.measure("attacks").say([attack, attack]) == f"{text}; {text}"
    two_d6 = calculator("two_d6.desk_chances").measure("attacks")
    attack = blow | {"with": "Sword", "hits": "3/4"}
    text = "Odile on Thug with Sword: hits in 3/4, brings the target to 0 in 1/3, 1/2 wounds on average"
    assert two_d6.say([attack, attack]) == f"{text}; {text}"


@pytest.mark.parametrize(
    ("calculator_id", "results"),
    [
        ("dichotomy.attack", ["no hits", "1 hit", "2 hits"]),
        ("dichotomy.split", ["0 and 0", "0 and 1", "0 and 2", "1 and 1", "1 and 2", "2 and 2"]),
        ("dichotomy.drop", ["in round 2", "in round 3", "in round 4", "not yet"]),
        ("two_d6.initiative", ["Combatant 1", "Combatant 2", "Combatant 3"]),
    ],
)
def test_distribution_labels_its_results(calculator_id, results) -> None:
    input_row = calculator(calculator_id)
    odds = input_row.bind({each.name: each.initial_value for each in input_row.inputs}).odds()
    assert [each.label for each in input_row.scale.side_by_side([odds])[0]] == results


@pytest.mark.parametrize(
    ("game", "title", "note"),
    [
        ("action_consequence", "Captain Strake", "Steel d10 d8; Eye d10 d6; Nerve d8 d6"),
        ("dichotomy", "Archer", "F 12, P 9, M 11, S 8; 3 hits"),
        ("two_d6", "Goblin raider", "Short bow +5, Hooked knife +4; defence +5; 4 wounds"),
    ],
)
def test_tracker_samples_have_a_one_line_note(game, title, note) -> None:
    notes = {each.title: each.note for each in registry.game(game).tracker.setup.samples}
    assert notes[title] == note
