"""Limits of requests and files: nothing longer is parsed and no further items are examined."""

import json
import re
from pathlib import Path

import pytest

from hooks.contracts.requests import replies
from rules_py import InputError, api, web
from rules_py.base import limits, safe_json
from rules_py.inputs import Choice, Int, Keyed, ListOf, Record
from rules_py.systems import registry
from rules_py.tracker import from_preset

SCRIPTS = Path(__file__).parents[2] / "docs" / "assets" / "js"


def test_javascript_limits_equal_the_python_limits():
    text = (SCRIPTS / "limits.js").read_text("utf-8")
    texts = {name: int(value) for name, value in re.findall(r"export const (\w+) = ([\d_]+);", text)}
    assert texts == {name: getattr(limits, name) for name in texts} and len(texts) == 5


def test_largest_file_fits_in_a_request():
    file = {"format": "diceleaf-sheet", "version": 1, "game": "core_rules", "sheets": [{"name": '"'}] * 1000}
    text = json.dumps(file, indent=1)
    text += " " * (limits.MAX_FILE_CHARS - len(text))
    reply = replies({"action": "sheet_file", "game": "core_rules", "text": text.replace(" ", "\n")})[-1]
    assert reply["ok"] and len(reply["sheets"]) == 1000


@pytest.fixture
def no_time(monkeypatch):
    monkeypatch.setattr(web, "SLICE", 0)


def test_file_is_read_incrementally(no_time):
    file = {"format": "diceleaf-sheet", "version": 1, "game": "core_rules", "sheets": [{}] * 20}
    replies_so_far = replies({"action": "sheet_file", "game": "core_rules", "text": json.dumps(file)})
    progress = [each["working"] for each in replies_so_far[:-1]]
    assert len(progress) >= 19 and progress == sorted(progress) and progress[-1] == 19 / 20
    scene = from_preset(registry.game("dichotomy").tracker.presets[0]).to_json()
    file = {"format": "diceleaf-desk", "version": 1, "game": "dichotomy", "scenes": [scene] * 3}
    replies_so_far = replies({"action": "tracker_file", "game": "dichotomy", "text": json.dumps(file)})
    assert len(replies_so_far) >= 3 and len(replies_so_far[-1]["scenes"]) == 3


def test_rolls_are_rated_incrementally(no_time):
    roll_data = {
        "calculator": "core_rules.challenge",
        "inputs": {"situation": "average", "steps": 1},
        "faces": [5],
    }
    answers = replies({"action": "rate_rolls", "rolls": [roll_data] * 9 + [None]})
    assert len(answers) >= 10 and [bool(each) for each in answers[-1]["compared"]] == [True] * 9 + [False]


def test_json_parser_enforces_depth_and_container_limits():
    deepest, most = limits.MAX_JSON_DEPTH, limits.MAX_JSON_CONTAINERS
    assert safe_json.parse("[" * deepest + "]" * deepest)
    assert len(safe_json.parse(f"[{'{},' * (most - 2)}[]]", longest=10**6)) == most - 1
    assert safe_json.parse(json.dumps({"[[[": "]" * 90 + '\\"['})) == {"[[[": "]" * 90 + '\\"['}
    for text, message in (
        ("[" * (deepest + 1) + "]" * (deepest + 1), "at most 50 deep"),
        ('{"a":' * (deepest + 1) + "1" + "}" * (deepest + 1), "at most 50 deep"),
        ("[" * 90_000, "at most 50 deep"),
        (f"[{'{},' * (most - 1)}[]]", "at most 200000 lists"),
        ("[[]", "^JSON$"),
        ("[}", "^JSON$"),
        ("]" * 60, "^JSON$"),
    ):
        with pytest.raises(safe_json.InvalidJsonError, match=message):
            safe_json.parse(text, longest=10**6)


def test_json_leaves_numbers_too_long_for_any_field_as_text():
    longest, too_long = "9" * limits.MAX_INT_DIGITS, "9" * 400
    for sign in ("", "-"):
        text = f'[{sign}{longest}, {sign}{too_long}, "{too_long}", 7, 0.5]'
        assert safe_json.parse(text) == [int(sign + longest), sign + too_long, too_long, 7, "0.5"]
    assert safe_json.parse(str(2**64 - 1)) == 2**64 - 1
    assert safe_json.parse("[1, 20]") == [1, 20]


@pytest.mark.parametrize("game", [each.id for each in registry.games() if each.sheet])
def test_sheet_accepts_a_400_digit_number_in_every_field(game):
    for sign in (1, -1):
        sheet = with_every_number(api.sheet_of(game).fields, sign * int("9" * 400))
        reply = json.loads(
            web.respond(
                json.dumps({"action": "sheet", "game": game, "sheet": sheet, "parts": ["report", "play"]})
            )
        )
        assert reply["ok"] and "9" * 400 not in json.dumps(reply)


def with_every_number(fields, number):
    """Return a sheet with this number in every field that is one, and a row in every list."""
    return {each.name: value for each in fields if (value := _with_number(each, number)) is not None}


def _with_number(field, number):
    match field:
        case Int():
            return number
        case Record():
            return with_every_number(field.fields, number)
        case ListOf() if not isinstance(field.item, Choice):
            row = _with_number(field.item, number)
            return None if row is None else [row]
        case Keyed():
            return [{"of": "Ann", "value": _with_number(field.value, number)}]
    return field.initial_value


@pytest.mark.parametrize(
    "request_data",
    [
        {"action": "rate_rolls", "rolls": [7] * (limits.MAX_RATED_ROLLS + 1)},
        {"action": "luck", "compared": [None] * (limits.MAX_RATED_ROLLS + 1)},
        {
            "action": "roll_buttons",
            "calculator": "core_rules.challenge",
            "sheets": [{}] * (limits.MAX_CHARACTERS_OFFERED + 1),
        },
        {"action": "compare", "calculator": "core_rules.challenge", "pinned": [{}] * 5, "inputs": {}},
    ],
    ids=lambda request_data: request_data["action"],
)
def test_requests_reject_lists_over_the_limit(request_data):
    assert json.loads(web.respond(json.dumps(request_data)))["codes"] == ["bad_request"]


def test_resolve_rejects_more_than_10000_faces():
    with pytest.raises(InputError, match="dice: expected a list of at most 10000 faces, got a list of 10001"):
        api.resolve("core_rules.challenge", situation="bad", steps=0, dice=[1] * 10_001)


def test_sheet_rejects_a_record_with_too_many_fields():
    for game, field in (("core_rules", "aptitudes"), ("dichotomy", "attributes")):
        sheet = {field: {str(number): number for number in range(3000)}}
        with pytest.raises(InputError) as error:
            api.check_sheet(game, sheet)
        assert "is damaged" in error.value.user_message


def test_cards_report_a_choice_that_is_too_large():
    sheet = {"picks": ["stonecunning", {str(number): number for number in range(3000)}]}
    request_data = {"action": "sheet", "game": "dichotomy", "sheet": sheet, "parts": ["cards.picks"]}
    assert "is too large" in json.loads(web.respond(json.dumps(request_data)))["cards"]["picks"]
    request_data["sheet"] = {"picks": ["stonecunning"] * 200}
    assert "Stonecunning" in json.loads(web.respond(json.dumps(request_data)))["cards"]["picks"]


def test_cards_accept_a_blank_record():
    request_data = {"action": "sheet", "game": "two_d6", "sheet": {"stats": " "}, "parts": ["cards.stats"]}
    assert json.loads(web.respond(json.dumps(request_data)))["ok"]


def test_tracker_setup_rejects_too_many_characters():
    scene = from_preset(registry.game("dichotomy").tracker.presets[0]).to_json()
    change = {"set": "seat", "place": "", "sheets": [{"sheet": {}, "version": 1}] * 201}
    reply = replies({"action": "tracker_setup", "game": "dichotomy", "scene": scene, "change": change})[-1]
    assert reply["message"] == "201 characters is too many."
