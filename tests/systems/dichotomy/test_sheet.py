"""The character sheet: derived values, rolls and problems."""

import json
import re
from fractions import Fraction as F

import pytest
from bs4 import BeautifulSoup
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_py import InputError, ask, check_sheet, odds, web
from rules_py.systems.dichotomy.abilities import ABILITIES
from rules_py.systems.dichotomy.attributes import ATTRIBUTES, DICHOTOMIES
from tests.systems.dichotomy.characters import DWARF, EVEN, GAME


def sheet(**more):
    return {
        "name": "Odile",
        "attributes": EVEN,
        "picks": ["smite", "swimming", "tracking"],
        "motives": [{"motive": "love"}, {"motive": "truth"}],
        **more,
    }


def test_valid_sheet_is_legal_and_derives_its_values():
    report = check_sheet(
        "dichotomy", sheet(items=[{"item": "rope", "count": 2}, {"item": "oil", "count": 1}])
    )
    assert report.legal and not report.warnings
    assert report.derived["slots"]["power"] == {"slots": 1, "used": 1, "free": 0}
    assert (report.derived["capacity"], report.derived["free"]) == (7, 4)
    assert report.derived["attack_prices"] == {"P/M": 1, "F/M": 2, "P/S": 2, "F/S": 3}
    assert report.derived["chances"]["finesse"] == {10: F(7, 10), 12: F(1, 2), 14: F(3, 10)}
    assert json.dumps(report.to_json())


def test_sheet_rolls_have_their_calculators_chance():
    report = check_sheet(
        "dichotomy", sheet(peak_abilities=7, gear="poor", attributes=EVEN | {"power": 6, "finesse": 5})
    )
    rolls = [
        cell for panel in report.panels for row in panel.rows for cell in row if hasattr(cell, "calculator")
    ]
    assert len(rolls) > 50
    good = {
        "dichotomy.check": lambda outcome: outcome.grade != "failure",
        "dichotomy.attack": lambda outcome: outcome.hits > 0,
        "dichotomy.defence": lambda outcome: outcome.hits == 0,
    }
    for roll in rolls:
        assert odds(roll.calculator, **roll.inputs).chance(good[roll.calculator]) == roll.chance


def test_play_mode_adds_the_situation_to_the_characters_values():
    parsed_sheet = GAME.sheet.parse(sheet(peak_abilities=7, gear="poor"))
    fight, _ = GAME.sheet.play.rolls(parsed_sheet, {"tn_a": 13, "tn_b": 9, "mod": 3})
    _, attack, defend = next(row for row in fight.rows if row[0].startswith("Power + Martial"))
    for each in (attack, defend):
        inputs = {
            name: each.inputs[name] for name in ("value_a", "value_b", "mod_a", "mod_b", "tn_a", "tn_b")
        }
        # +2 as a veteran, −2 for poor weapons
        assert inputs == {"value_a": 5, "value_b": 6, "mod_a": 5, "mod_b": 3, "tn_a": 13, "tn_b": 9}


def test_state_panel_summarizes_injuries_and_supplies():
    carried = [("rope", 2), ("oil", 3), ("lantern", 1), ("torch", 2)]
    report = check_sheet(
        "dichotomy",
        sheet(
            items=[{"item": item, "count": count} for item, count in carried],
            track={"hits": 2, "injured": True},
            peak_abilities=7,
        ),
    )
    state = next(panel for panel in report.panels if panel.title == "State")
    assert dict(state.rows) == {
        "Injury track": "injured; shaken, 2 hits",
        "Hits to each step": "3 / 3 / 3",
        "Shaken at": "1 to 2 hits",
        "Items carried": "8 of 7",
        "Food and water": "0 days of food, 0 of water",
        "Light": "40 hours (lantern), 2 hours (torches)",
        "Zones in a turn": 3,
        "Monster slayer bonus": 2,
    }


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"attributes": EVEN | {"power": "x"}}, "attributes.power", "attr_range"),
        ({"attributes": EVEN | {"power": 6}}, "attributes.finesse", "pair_sum"),
        (
            {"race": "dwarf", "attributes": EVEN | {"power": 3, "finesse": 8}},
            "attributes.power",
            "race_minimum",
        ),
        ({"picks": ["smite", "cleave"]}, "picks.1", "slot_cap"),
        ({"picks": ["smite", "mobility"]}, "picks.1", "balance"),
        ({"picks": ["smite", "smite"]}, "picks.1", "duplicate"),
        ({"picks": [7]}, "picks.0", "unknown_ability"),
        ({"picks": ["tree_stride"]}, "picks.0", "race_only"),
        ({"picks": ["stealthy"], "race": "dwarf"}, "picks.0", "race_first_choice"),
        ({"motives": [{"motive": "hunger"}]}, "motives.0.motive", "unknown_motive"),
        ({"motives": [{"motive": "love"}, {"motive": "love"}]}, "motives.1.motive", "duplicate_motive"),
        (
            {"motives": [{"motive": each} for each in ("love", "truth", "fame")]},
            "motives.2.motive",
            "too_many_motives",
        ),
        ({"items": [{"item": "moon", "count": 1}]}, "items.0.item", "unknown_item"),
        ({"items": [{"item": "rope", "count": 9}]}, "items", "overloaded"),
        ({"ledger": [{"kind": "buy", "connection": "tower"}]}, "ledger.0", "not_enough_xp"),
        ({"ledger": [{"kind": "raise", "from": "farm", "connection": "shop"}]}, "ledger.0", "not_owned"),
        ({"track": {"hits": 3}}, "track.hits", "track_full"),
        ({"race": "orc"}, "race", "unknown_race"),
    ],
)
def test_sheet_reports_each_error_at_its_field_with_its_rule(changes, field, code):
    report = check_sheet("dichotomy", sheet(**changes))
    assert (field, code) in [(each.field, each.code) for each in report.problems]
    assert all(each.rule in GAME.numbers and each.message.endswith(".") for each in report.problems)
    assert not report.legal


@pytest.mark.parametrize(("race", "weak", "rule"), [("dwarf", "power", "D-256"), ("elf", "finesse", "D-266")])
def test_race_minimum_error_cites_the_rule_of_the_race(race, weak, rule):
    attributes = EVEN | {weak: 3, {"power": "finesse", "finesse": "power"}[weak]: 8}
    report = check_sheet("dichotomy", sheet(race=race, attributes=attributes, picks=[]))
    assert [(each.field, each.rule) for each in report.problems if each.code == "race_minimum"] == [
        (f"attributes.{weak}", rule)
    ]


def test_blank_sheet_has_hints_but_no_problems():
    report = check_sheet("dichotomy", GAME.sheet.blank())
    assert report.legal and report.warnings == ["abilities_open", "motive_open", "name_missing"]
    assert "abilities_open" not in check_sheet("dichotomy", sheet()).warnings


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from([*ABILITIES, *ATTRIBUTES]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["item", "count", "motive", "kind", "xp", *ATTRIBUTES]), inner, max_size=4
        )
    ),
    max_leaves=8,
)


@given(
    data=st.dictionaries(st.sampled_from([each.name for each in GAME.sheet.fields]), json_values, max_size=6)
)
@settings(max_examples=150, deadline=None)
def test_arbitrary_sheet_data_gives_a_report_or_bad_sheet(data):
    try:
        report = check_sheet("dichotomy", data)
    except InputError as error:
        assert error.codes == ("bad_sheet",)
    else:
        json.dumps(report.to_json(), allow_nan=False)


def test_sheet_calculator_answers_for_the_whole_sheet():
    answer = ask(
        "dichotomy.sheet",
        attributes=DWARF,
        picks=["stone_shape", "stonecunning", "dwarven_fortitude"],
        race="dwarf",
        items={"moon": 1, "rope": 20},
        peak_abilities=8,
    )
    assert answer["problems"] == ["overloaded", "unknown_item"]
    assert (answer["zones_per_turn"], answer["thresholds"], answer["veteran_bonus"]) == (2, [4, 3, 3], 3)
    assert answer["slots"]["power"] == {"slots": 2, "used": 1, "free": 1}


def test_sheet_links_the_attributes_of_each_pair():
    scores = next(entry for entry in GAME.sheet.fields if entry.name == "attributes")
    paths = {f"attributes.{entry.name}" for entry in scores.fields}
    assert {path for tie in GAME.sheet.linked_fields for path in (tie.one, tie.other)} == paths
    assert all(tie.sum == 11 for tie in GAME.sheet.linked_fields)
    blank = GAME.sheet.blank()["attributes"]
    assert all(blank[one] + blank[other] == 11 for one, other in DICHOTOMIES.values())


def test_play_mode_counts_items():
    data = sheet(items=[{"item": "rope", "count": 2}, {"item": "oil", "count": 1}])
    reply = json.loads(
        web.respond(json.dumps({"action": "sheet", "game": "dichotomy", "sheet": data, "parts": ["play"]}))
    )
    carried = BeautifulSoup(reply["play"]["rest"], "html.parser").get_text()
    assert "Rope × 2" in carried and "Oil" in carried and "Oil × " not in carried


def test_fight_buttons_show_the_chance_named_in_the_note():
    request = {"action": "sheet", "game": "dichotomy", "sheet": GAME.sheet.blank(), "parts": ["play"]}
    play = json.loads(web.respond(json.dumps(request)))["play"]
    page = BeautifulSoup("".join(filter(None, play.values())), "html.parser")
    assert "Attack: chance of at least one hit. Defence: chance of taking no hits." in page.get_text()
    blank = GAME.sheet.blank()["attributes"]
    faces = [(a, b) for a in range(1, 11) for b in range(1, 11)]
    results = [(blank["power"] + a >= 10) + (blank["martial"] + b >= 10) for a, b in faces]
    for what, ways in (
        ("Attack", sum(each > 0 for each in results)),
        ("Defence", sum(each == 2 for each in results)),
    ):
        [button] = [each for each in page.select("button") if f"{what}, Power + Martial" in each.get_text()]
        one, of = re.search(r"\((\d+) in (\d+)\)", button.get_text()).groups()
        assert F(int(one), int(of)) == F(ways, 100)
