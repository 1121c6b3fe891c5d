"""House rules: the options of a game and how calculators, sheets, trackers and requests apply them."""

import json
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from rules_py.base.errors import DeclarationError
from rules_py.calculators.calculator import Calculator
from rules_py.calculators.house_rules import Option, all_values, read_house_rules
from rules_py.calculators.outcome import Outcome
from rules_py.inputs import Choice, Flag, Int, ListOf, Record, Text
from rules_py.sheets.panel import Panel, RollButton
from rules_py.sheets.sheet import Section, Sheet, SheetReport
from rules_py.systems.game import Game
from rules_py.systems.recipes import brawl
from rules_py.tracker.actions import Actions
from rules_py.tracker.encounter import Encounter, from_preset_under, read_encounter, replay
from rules_py.tracker.serializable import Serializable, house_field, state_field
from rules_py.tracker.spec import Preset, TrackerSpec
from rules_py.web import respond

LIGHT = Int("light", "Light of a wick", 1, 6, default=2, house_rule=True, rule="R-1")
GUTTER = Flag("gutter", "a 1 puts the wick out", house_rule=True, rule="R-2")
OPTIONS = (
    Option(LIGHT, {"R-1": "A wick gives {value} light."}),
    Option(GUTTER, {"R-2": "A 1 puts the wick out."}),
)


@dataclass(frozen=True)
class Lit(Outcome):
    light: int


def burn(dice, light, gutter):
    (face,) = dice.roll(6)
    return Lit(0 if gutter and face == 1 else light)


BURN = Calculator("lamp.burn", "Burn", "How long does it burn?", (LIGHT, GUTTER), mechanic=burn)


def evaluate(sheet):
    roll = RollButton("lamp.burn", {}, "Burn", Fraction(1))
    panel = Panel("Rolls", ("Light", "Roll"), ((sheet.house["light"], roll),))
    return SheetReport(problems=(), derived={}, panels=(panel,))


SHEET = Sheet(
    version=1, sections=(Section("Lamp", (Text("name", "Name"),)),), evaluate=evaluate, options=OPTIONS
)


def lamp(**changes) -> Game:
    arguments = {"calculators": (BURN,), "numbers": ("R-1", "R-2"), "options": OPTIONS, "sheet": SHEET}
    return Game("lamp", "Lamp", "A lamp.", order=9, **{**arguments, **changes})


def test_option_lists_its_other_values_and_their_sentences() -> None:
    light, gutter = OPTIONS
    assert light.other_values == [1, 3, 4, 5, 6] and gutter.other_values == [True]
    assert light.sentence("R-1", 4) == "A wick gives 4 light." and light.sentence("R-2", 4) == ""


def test_sentence_may_name_the_values_of_other_options() -> None:
    option = Option(LIGHT, {"R-1": "{value} light, whether a 1 gutters or not: {gutter}."})
    assert option.sentence("R-1", 4, {"gutter": True}) == "4 light, whether a 1 gutters or not: True."
    for sentence in ("{oil} light.", "{value light.", "{} light."):
        options = (Option(LIGHT, {"R-1": sentence}), OPTIONS[1])
        with pytest.raises(DeclarationError, match="sentence of R-1"):
            lamp(options=options, sheet=replace(SHEET, options=options))


def test_choice_has_a_sentence_for_each_other_value() -> None:
    colour = Choice(
        "colour", "Flame", {"red": "red", "blue": "blue"}, default="red", house_rule=True, rule="R-1"
    )
    option = Option(colour, {"R-1": {"blue": "The flame is blue."}})
    assert option.sentence("R-1", "blue") == "The flame is blue."
    with pytest.raises(DeclarationError, match="blue"):
        Option(colour, {"R-1": {"red": "The flame is red."}})


@pytest.mark.parametrize(
    "field",
    [
        Flag("gutter", "a 1 puts the wick out", default=False, rule="R-2"),
        Text("gutter", "Gutter", house_rule=True, default="", rule="R-2"),
    ],
)
def test_option_needs_a_house_rule(field) -> None:
    with pytest.raises(DeclarationError):
        Option(field)


def test_unknown_or_invalid_house_rules_are_ignored() -> None:
    values = {"light": 4, "gutter": False, "oil": 3}
    assert read_house_rules(OPTIONS, values) == ({"light": 4}, ["oil"])
    assert read_house_rules(OPTIONS, {"light": 7, "gutter": True}) == ({"gutter": True}, ["light"])
    assert all_values(OPTIONS, {"light": 7, "gutter": True}) == {"light": 2, "gutter": True}
    for junk in (None, [], "x", 7):
        assert read_house_rules(OPTIONS, junk) == ({}, [])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"options": (*OPTIONS, OPTIONS[0])}, "a different name"),
        ({"options": OPTIONS, "numbers": ("R-1",)}, "R-2"),
        ({"sheet": replace(SHEET, options=(replace(OPTIONS[0], sentences={}),))}, "sheet of lamp"),
        ({"options": (replace(OPTIONS[0], input=replace(LIGHT, high=9)), OPTIONS[1])}, "light"),
    ],
)
def test_game_options_must_be_consistent(changes, message) -> None:
    if "options" in changes and "sheet" not in changes:
        changes["sheet"] = replace(SHEET, options=changes["options"])
    with pytest.raises(DeclarationError, match=message):
        lamp(**changes)


def test_house_rules_of_calculators_join_the_list() -> None:
    assert lamp(options=(), sheet=None).options == (Option(LIGHT), Option(GUTTER))


def test_calculator_adds_house_rules_missing_from_inputs() -> None:
    assert BURN.with_house_rules({"light": 4, "gutter": True, "oil": 1}, {"gutter": False}) == {
        "gutter": False,
        "light": 4,
    }
    assert BURN.with_house_rules({"light": "bright"}, {}) == {}


def test_sheet_applies_the_house_rules_in_its_data() -> None:
    sheet = lamp().sheet
    (panel,) = sheet.check({"name": "Ann", "house": {"light": 4, "oil": 1}}).panels
    assert panel.rows[0][0] == 4 and panel.rows[0][1].inputs == {"light": 4}
    (panel,) = sheet.check({"name": "Ann"}).panels
    assert panel.rows[0][0] == 2 and panel.rows[0][1].inputs == {}


@dataclass(frozen=True)
class Lamps(Serializable):
    light: int = state_field(Int("light", "Light", 0, 9))
    house: dict[str, Any] = house_field(OPTIONS)


TRACKER = TrackerSpec(
    version=1,
    intro="Lamps burn.",
    encounter_noun="evening",
    presets=(Preset("dusk", "Dusk", {"lamps": []}),),
    setup_inputs=(ListOf("lamps", "Lamps", Record(fields=(Text("name", "Name"),)), most=4, default=[]),),
    begin=lambda setup: Lamps(setup["house"]["light"], read_house_rules(OPTIONS, setup["house"])[0]),
    read=Lamps.read,
    actions=Actions(brawl.EndRound()),
    view=lambda state, turn: None,
    options=OPTIONS,
)


def test_encounter_applies_the_house_rules_in_its_start() -> None:
    (dusk,) = TRACKER.presets
    under_house_rules = read_encounter(
        TRACKER, from_preset_under(TRACKER, dusk, {"light": 5, "oil": 1}).to_json()
    )
    assert replay(TRACKER, under_house_rules).state.light == 5
    assert under_house_rules.start == {"lamps": [], "house": {"light": 5}}
    assert read_encounter(TRACKER, json.dumps(under_house_rules.to_json())) == under_house_rules


def test_state_under_standard_rules_saves_no_house_rules() -> None:
    assert Lamps(2).to_json() == {"light": 2}
    under_house_rules = Lamps(5, {"light": 5}).to_json()
    assert under_house_rules == {"light": 5, "house": {"light": 5}}
    assert Lamps.read(Lamps.record().parse({**under_house_rules, "house": {"light": 5, "oil": 1}})).house == {
        "light": 5
    }


def test_encounter_under_standard_rules_saves_no_house_rules() -> None:
    (dusk,) = TRACKER.presets
    for house in ({}, {"light": 2}):
        encounter = read_encounter(TRACKER, from_preset_under(TRACKER, dusk, house).to_json())
        assert encounter == Encounter("Dusk", {"lamps": []}) and replay(TRACKER, encounter).state.light == 2


POOL = {"action": "odds", "calculator": "basic_systems.throw", "inputs": {"pool": 4, "difficulty": 6}}


def answer_to(request):
    reply = json.loads(respond(json.dumps(request)))
    while "working" in reply:
        reply = json.loads(respond(json.dumps(request)))
    return reply


@pytest.mark.parametrize("action", ["odds", "partial_roll"])
def test_request_adds_house_rules_missing_from_inputs(action) -> None:
    query = {**POOL, "action": action, "dice": []} if action == "partial_roll" else POOL
    house = {"house": {"tens": "again", "no_such": 1}}
    under_house_rules, with_inputs, under_standard_rules = (
        answer_to(query | house),
        answer_to({**query, "inputs": {**POOL["inputs"], "tens": "again"}}),
        answer_to(query),
    )
    assert under_house_rules == with_inputs != under_standard_rules
    explicit = {**query, "inputs": {**POOL["inputs"], "tens": "double"}}
    assert answer_to(explicit)["ok"] and answer_to(explicit | house) == answer_to(explicit)


@pytest.mark.parametrize(
    ("house", "expected"), [({}, None), ({"tens": "again"}, True), ({"tens": "double"}, True)]
)
def test_uncounted_roll_reports_its_house_rules(house, expected) -> None:
    """It is rolled under them, though its odds aren't known."""
    query = {**POOL, "action": "partial_roll", "dice": [], "uncounted": True}
    assert answer_to(query | {"house": house})["house"] is expected


def test_saved_roll_keeps_its_rules_under_house_rules() -> None:
    saved_roll = {**POOL, "action": "resolve", "dice": [10, 3, 3, 3]}
    assert answer_to(saved_roll | {"house": {"tens": "again"}}) == answer_to(saved_roll)


def test_house_rules_of_a_request_must_be_a_mapping() -> None:
    assert answer_to(POOL | {"house": [1]})["codes"] == ["bad_request"]
