"""Contract tests of comparisons and goal seek, and some with known results."""

import json

import pytest
from bs4 import BeautifulSoup

from hooks.contracts.comparing import *  # noqa: F403  # as the repository of any book takes them
from hooks.contracts.comparing import rolls_of
from hooks.contracts.requests import replies, reply_to
from rules_py import InputError, compare, goal_seek, present, web
from rules_py.base.jsonable import to_jsonable
from rules_py.calculators.goal_seek import SEARCH_RADIUS
from rules_py.present.compare.description import LETTERS
from rules_py.systems import registry


def test_compare_rejects_too_many_sides_or_no_odds():
    challenge = {"situation": "average"}
    with pytest.raises(InputError, match="1 to 4"):
        compare("core_rules.challenge", *([challenge] * (len(LETTERS) + 1)))
    with pytest.raises(InputError, match="with odds"):
        compare("core_rules.steps", {})


@pytest.mark.parametrize(("steps", "text"), [((0, 2), "both"), ((0, 1, 2), "all")])
def test_comparison_states_shared_inputs_once(steps, text):
    comparison = compare("core_rules.challenge", *({"situation": "average", "steps": each} for each in steps))
    named_comparison = present.named_by_difference(comparison)
    assert f"\n- In {text}: Average (d6)\n" in present.to_markdown(named_comparison, "steps")


def test_goal_seek_reuses_candidates_for_another_chance():
    request = {"action": "goal_seek", "calculator": "dichotomy.attack", "input": "tn_a", "inputs": {}}
    inputs = to_jsonable(registry.calculator("dichotomy.attack").initial_inputs())
    reply_to({**request, "inputs": inputs, "chance": "50%"})
    steps = replies({**request, "inputs": inputs, "chance": "95%"})
    assert len(steps) == 1 and "html" in steps[0]


def test_goal_seek_names_the_first_sufficient_value():
    result = goal_seek("core_rules.challenge", "steps", "at_least.success", situation="average", steps=0)
    assert result.threshold.value == 2
    assert result.to_json()["values"][1] == {"value": 1, "p": "1/3", "enough": False}
    assert (
        present.describe_goal_seek(result)
        == "Success or better: 55.6% with 2 steps of improvement; 33.3% with 1 step of improvement."
    )
    result = goal_seek("core_rules.challenge", "steps", "at_least.great", "30%", situation="average", steps=3)
    assert (
        present.describe_goal_seek(result)
        == "No value is enough: “Great success” can’t happen with any of them."
    )


def test_goal_seek_accepts_inputs_where_less_is_better():
    result = goal_seek(
        "dichotomy.attack", "tn_a", "at_least.1", "95%", value_a=3, value_b=3, tn_a=12, tn_b=12
    )
    assert (
        result.candidates[0].value == 12 - SEARCH_RADIUS and result.candidates[-1].value == 12 + SEARCH_RADIUS
    )
    threshold = result.valid_candidates.index(result.threshold)
    assert all(map(result.is_enough, result.valid_candidates[: threshold + 1]))
    assert not any(map(result.is_enough, result.valid_candidates[threshold + 1 :]))


def test_goal_seek_lists_sufficient_unordered_choices():
    inputs = {"dice_a": [10, 8], "dice_b": [12, 6]}
    result = goal_seek("action_consequence.cast", "advantage", "exactly.a", "40%", **inputs)
    assert result.threshold is None, "no one is listed before A, and both are enough"
    assert present.describe_goal_seek(result) == "Only these values are enough: No one (46.3%) and A (75.4%)."
    result = goal_seek("action_consequence.cast", "advantage", "exactly.a", "50%", **inputs)
    assert present.describe_goal_seek(result) == "Only this value is enough: A (75.4%)."


def test_goal_seek_lists_values_if_chances_rise_and_fall():
    result = goal_seek(
        "core_rules.four_column", "steps", "measure.success", "30%", situation="favourable", steps=0
    )
    assert result.threshold is None
    assert present.describe_goal_seek(result) == "Only this value is enough: 2 steps of improvement (31.3%)."


def test_goal_seek_rejects_unknown_inputs_and_measures():
    with pytest.raises(InputError, match="situation or steps"):
        goal_seek("core_rules.challenge", "luck", "at_least.success", situation="average")
    with pytest.raises(InputError, match=r"at_least\.success"):
        goal_seek("core_rules.challenge", "steps", "at_least.wonder", situation="average")
    with pytest.raises(InputError, match="none"):
        goal_seek("tools.throw", "notation", "at_least.3", notation="2d6")
    request_data = {
        "action": "goal_seek",
        "calculator": "tools.throw",
        "inputs": {"notation": "2d6"},
        "chance": "50%",
    }
    assert json.loads(web.respond(json.dumps(request_data)))["codes"] == ["not_reversible"]


def test_character_picker_fills_skill_and_point_only():
    blank = registry.game("core_rules").sheet.blank()
    saved_character = {"sheet": {**to_jsonable(blank), "name": "Odo", "skills": ["Endure"]}, "version": 1}
    page = BeautifulSoup(rolls_of("core_rules.challenge", saved_character)["html"], "html.parser")
    options = page.select("[data-characters=roll] option")
    rolls = {option["data-roll"]: json.loads(option["value"]) for option in options}
    assert len(rolls) == len(options) == 32, "each Skill, without and with a point"
    assert rolls["Endure"] == {"inputs": {"steps": 1}, "name": "Odo, Endure"}
    assert rolls["Endure, with a point"]["inputs"] == {"steps": 2}
    assert rolls["Nature"]["inputs"] == {"steps": 0}
    assert "%" not in page.text, "the chance depends on the situation"


@pytest.mark.parametrize("sheets", [None, 3, ["x"], {"a": 1}])
def test_requests_reject_invalid_sheets_and_pins(sheets):
    request_data = {"action": "roll_buttons", "calculator": "core_rules.challenge", "sheets": sheets}
    assert reply_to(request_data)["codes"] == ["bad_request"]
    request_data = {"action": "compare", "calculator": "core_rules.challenge", "inputs": {}, "pinned": sheets}
    assert not json.loads(web.respond(json.dumps(request_data)))["ok"]


def test_pinned_odds_take_missing_inputs_from_the_form():
    pins = [{"inputs": {"steps": 2}, "name": "Odile"}]
    request_data = {"action": "compare", "calculator": "core_rules.challenge", "pinned": pins, "name": "Bram"}
    for situation, other, one in (("average", "33.3%", "55.6%"), ("favourable", "50%", "75%")):
        inputs = {"situation": situation, "steps": 1}
        reply = reply_to({**request_data, "inputs": inputs, "id": "here"})
        assert reply["html"]["sum"].startswith(f"Success or better: B has {other}, A {one}.")
        assert "Odile" in reply["html"]["who"] and "Bram" in reply["html"]["who"]
        assert (reply["pinned"], reply["full"]) == (False, False)
    same = json.loads(
        web.respond(json.dumps({**request_data, "inputs": {"situation": "bad", "steps": 2}, "id": "x"}))
    )
    assert same["pinned"] and same["html"]["sum"].startswith("Pinned.")


def test_saved_comparison_keeps_the_possible_pins():
    pins = [{"pool": 2, "ability_rating": 6}, {"pool": 4}, {"pool": 99}, {"pool": 6, "ability_rating": 5}]
    inputs = {"pool": 5, "difficulty": 7, "ability_rating": 0}
    request_data = {"action": "compare", "calculator": "basic_systems.throw", "inputs": inputs, "id": "x"}
    link = {**request_data, "pinned": [{"inputs": each, "name": ""} for each in pins], "opening": True}
    reply = reply_to(link)
    assert reply["possible"] == [1, 3] and "left out" in reply["message"]
    expected = reply_to({**request_data, "pinned": [link["pinned"][at] for at in (1, 3)], "opening": True})
    assert reply["html"] == expected["html"] and expected["message"] == ""
    assert not reply_to({**link, "opening": False})["ok"], "while the form is edited, all pins stay"
    assert reply_to({**link, "pinned": link["pinned"][:1]})["codes"] == ["ability_above_pool"]
