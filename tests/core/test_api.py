"""The public API: results and errors."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from rules_py import InputError, api, ask, calculator, check_sheet, game, games, odds, resolve, roll, web
from rules_py.base.errors import TooManyBranchesError, join_or
from rules_py.calculators.calculator import BoundCalculator

GAME_IDS = sorted(each.id for each in games())
SCRIPTS = Path(__file__).parents[2] / "docs/assets/js"


def test_odds_match_the_documented_example():
    exact_odds = odds("core_rules.challenge", situation="average", steps=0)
    assert exact_odds.band["success"] == Fraction(1, 9)
    assert sum(exact_odds.values()) == 1
    assert exact_odds.to_json()["band"]["success"] == "1/9"


def test_odds_are_looked_up_by_outcome():
    exact_odds = odds("core_rules.challenge", situation="average", steps=1)
    outcome = resolve("core_rules.challenge", situation="average", steps=1, dice=[6])
    assert exact_odds[outcome] == Fraction(1, 6)


def test_roll_converts_to_plain_json():
    data = roll("core_rules.challenge", seed=7, situation="bad", steps=0).to_json()
    assert json.loads(json.dumps(data)) == data
    assert set(data) == {"calculator", "inputs", "seed", "faces", "outcome"}
    assert data["inputs"] == {"situation": "difficult", "steps": 0}


def test_calculators_list_their_inputs():
    assert [entry.name for entry in calculator("core_rules.challenge").inputs] == ["situation", "steps"]
    assert game("core_rules") in games()


@pytest.mark.parametrize(
    ("call", "codes", "sentence"),
    [
        (
            lambda: odds("nothing.here"),
            ("unknown_calculator",),
            f"unknown calculator 'nothing.here' (expected {join_or(f'{each}.NAME' for each in GAME_IDS)})",
        ),
        (
            lambda: odds("core_rules.nope"),
            ("unknown_calculator",),
            "unknown calculator 'core_rules.nope' (expected core_rules.challenge, core_rules.steps, core_rules.four_column, core_rules.at_least, core_rules.gain, core_rules.all_fail,",
        ),
        (
            lambda: odds(None),
            ("unknown_calculator",),
            "calculator: expected the id of a calculator, GAME.NAME, got nothing",
        ),
        (
            lambda: odds(["core_rules.challenge"]),
            ("unknown_calculator",),
            "calculator: expected the id of a calculator, GAME.NAME, got ['core_rules.challenge']",
        ),
        (
            lambda: odds("core_rules.challenge"),
            ("missing_input",),
            "situation: expected difficult, average or favourable, got nothing",
        ),
        (
            lambda: odds("core_rules.steps"),
            ("has_no_odds",),
            "calculator: expected a calculator with odds (use ask for this one), got 'core_rules.steps'",
        ),
        (
            lambda: roll("core_rules.steps"),
            ("throws_no_dice",),
            "calculator: expected a calculator that rolls dice (use odds or ask for this one), got 'core_rules.steps'",
        ),
        (
            lambda: ask("core_rules.challenge"),
            ("not_a_question",),
            "calculator: expected a calculator without dice (use roll, resolve or odds for this one), got 'core_rules.challenge'",
        ),
        (
            lambda: resolve("core_rules.challenge", situation="average", steps=1, dice=7),
            ("bad_dice",),
            "dice: expected a list of at most 10000 faces, got 7",
        ),
        (lambda: game("chess"), ("unknown_game",), f"unknown game 'chess' (expected {join_or(GAME_IDS)})"),
        (
            lambda: check_sheet("chess", {}),
            ("unknown_game",),
            f"unknown game 'chess' (expected {join_or(GAME_IDS)})",
        ),
        (
            lambda: check_sheet("core_rules", []),
            ("bad_sheet",),
            "sheet: expected a mapping of the sheet's fields, got []",
        ),
        (
            lambda: check_sheet("core_rules", {"skills": "Might"}),
            ("bad_sheet",),
            "skills: expected a list of at most 200 values, got 'Might'",
        ),
    ],
)
def test_error_names_the_field_and_expected_values(call, codes, sentence):
    with pytest.raises(InputError) as error:
        call()
    assert error.value.codes == codes
    assert str(error.value).startswith(sentence)


@pytest.mark.parametrize(
    ("request_text", "field"),
    [
        ("", "request"),
        ("[", "request"),
        ("[]", "request"),
        ("null", "request"),
        ("{}", "action"),
        ('{"action": "eval"}', "action"),
        ('{"action": ["odds"]}', "action"),
        ('{"action": "odds"}', "calculator"),
        ('{"action": "odds", "calculator": {}}', "calculator"),
        ('{"action": "odds", "calculator": "core_rules.challenge", "inputs": []}', "inputs"),
        (
            '{"action": "odds", "calculator": "core_rules.challenge", "inputs": {"situation": "average", "steps": 1e999}}',
            "steps",
        ),
        ('{"action": "roll", "calculator": "core_rules.challenge", "inputs": {"seed": 1}}', "inputs"),
        (
            '{"action": "roll", "calculator": "core_rules.challenge", "seed": "x", "inputs": {"situation": "bad", "steps": 1}}',
            "seed",
        ),
        (
            '{"action": "resolve", "calculator": "core_rules.challenge", "inputs": {"situation": "bad", "steps": 1}}',
            "dice",
        ),
        (
            '{"action": "resolve", "calculator": "core_rules.challenge", "dice": [1], "inputs": {"dice": 1}}',
            "inputs",
        ),
        ('{"action": "sheet", "game": "core_rules", "sheet": 4}', "sheet"),
        ('{"action": "upgrade", "game": "core_rules", "sheet": {}, "version": 99}', "version"),
        ("[" * 90_000, "request"),
        ('{"action":' * 10_000, "request"),
        ("x" * 200_000, "request"),
        ('\\"' * 50_000, "request"),
        ("9" * 90_000, "request"),
        ('{"action": "upgrade", "game": "tools", "sheet": {}, "version": 1}', "game"),
        (
            '{"action": "ask", "calculator": "core_rules.spend_plan", "inputs": {"challenges": "%s"}}'
            % ("[" * 90_000),
            "challenges",
        ),
    ],
)
def test_respond_explains_any_invalid_request(request_text, field):
    reply = json.loads(web.respond(request_text))
    assert reply["ok"] is False
    assert reply["problems"][0]["field"] == field
    assert reply["codes"] and reply["message"].endswith(".") and "expected" not in reply["message"]


def test_web_sheet_accepts_unusual_text_and_numbers():
    sheet = '{"name": "\\ud800", "age": 1.5, "luck": NaN, "more": 1e999}'
    reply = web.respond(f'{{"action": "upgrade", "game": "core_rules", "version": 1, "sheet": {sheet}}}')
    assert json.loads(reply.encode())["sheet"] == {
        "name": "\ud800",
        "age": "1.5",
        "luck": "NaN",
        "more": "1e999",
    }


def test_upgrade_sheet_changes_only_older_versions(monkeypatch):
    sheet = replace(
        game("core_rules").sheet, version=2, upgrade=lambda data, version: {**data, "was": version}
    )
    monkeypatch.setattr(api, "sheet_of", lambda _: sheet)
    assert api.upgrade_sheet("core_rules", {"name": "Odo"}, 1) == {"name": "Odo", "was": 1}
    assert api.upgrade_sheet("core_rules", {"name": "Odo"}, 2) == {"name": "Odo"}


def test_resolve_accepts_dice_as_json_text():
    inputs = {"situation": "average", "steps": 2}
    reply = json.loads(
        web.respond(
            json.dumps(
                {
                    "action": "resolve",
                    "calculator": "core_rules.challenge",
                    "inputs": inputs,
                    "dice": "[2, 5]",
                }
            )
        )
    )
    assert reply["roll"]["faces"] == [2, 5]


@pytest.mark.parametrize(
    ("dice", "words"), [([], "you entered none."), ([1], "you entered 1."), ([1, 2, 3], "you entered 3.")]
)
def test_resolve_explains_a_wrong_number_of_dice(dice, words):
    with pytest.raises(InputError) as error:
        resolve("core_rules.challenge", situation="average", steps=0, dice=dice)
    assert error.value.user_message == f"This roll needs 2 dice; {words}"


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: odds("tools.throw", notation={10**5000: 0}), "bad_notation"),
        (lambda: ask("basic_systems.odds_table", pools=10**5000), "bad_pool"),
        (lambda: odds("core_rules.challenge", projection=[], situation="average", steps=0), "unknown_reading"),
        (lambda: api.goal_seek("core_rules.challenge", {}, "at_least.success", situation="bad"), "unknown_input"),
        (lambda: api.apply_template("core_rules", {}, {}), "unknown_template"),
        (lambda: ask("action_consequence.give_or_hang", dice_a="d4 d4 d8 d12", dice_b=[12, 4, 6, 10], me="b", other_gives_at=5, advantage="none"), "too_large"),
        *((lambda face=face: resolve("dichotomy.drop", npc_hits=1, per_round={"1": 1}, rounds=1, dice=[face]), "bad_die") for face in (True, 1.0, Fraction(1))),
    ],
)  # fmt: skip
def test_api_reports_a_wrong_type_as_an_input_error(call, code):
    with pytest.raises(InputError) as error:
        call()
    assert code in error.value.codes
    assert resolve("dichotomy.drop", npc_hits=1, per_round={"1": 1}, rounds=1, dice=[1]).round == 1


def test_check_sheet_reports_a_numeric_name_at_its_record():
    problems = api.check_sheet("core_rules", {"aptitudes": {10**5000: 1}}).problems
    assert "aptitudes" in [each.field for each in problems if "that number" in each.message]


def test_input_error_message_stops_at_500_characters():
    names = {f"{number}{'🎲' * 90}": 1 for number in range(300)}
    with pytest.raises(InputError) as error:
        odds("dichotomy.check", **names)
    assert 300 < len(str(error.value)) <= 500 and str(error.value).endswith("more")
    assert 300 < len(error.value.user_message) <= 500 and error.value.user_message.endswith("more problems.")
    assert len(error.value.faults) == 302
    with pytest.raises(InputError) as error:
        ask("dichotomy.desk", state={"fighters": [7]}, event={})
    assert len(str(error.value)) <= 500 and len(error.value.expected) > 500


def test_luck_report_accepts_only_rated_rolls():
    rated_roll = {"calculator": "core_rules.challenge", "who": "", "verdict": "", "kind": "well", "chance": "1/2", "met": "x", "exactly": "1/2"}  # fmt: skip
    for wrong in (rated_roll, {**rated_roll, "met": True, "kind": []}, {}, 7):
        reply = json.loads(web.respond(json.dumps({"action": "luck", "compared": [wrong]})))
        assert reply["codes"] == ["bad_request"]
    reply = json.loads(web.respond(json.dumps({"action": "luck", "compared": [{**rated_roll, "met": True}]})))
    assert reply["ok"]


def _endless(*_: object) -> Iterator[float]:
    raise TooManyBranchesError("too many to count: roll fewer")
    yield 0.0


@pytest.mark.parametrize(
    "ask",
    [
        lambda inputs: api.compare("core_rules.challenge", inputs),
        lambda inputs: api.roll("core_rules.challenge", **inputs),
    ],
)
def test_api_reports_too_much_work_at_the_inputs(monkeypatch, ask) -> None:
    monkeypatch.setattr(api, "compare_odds", _endless)
    monkeypatch.setattr(BoundCalculator, "roll", lambda *_: next(_endless()))
    with pytest.raises(InputError, match="^core_rules.challenge: too many to count") as error:
        ask({"situation": "bad", "steps": 1})
    assert error.value.codes == ("too_large",)


def test_pages_request_exactly_the_known_actions() -> None:
    """Scripts contain each action as a literal, so that this test notices a renamed one."""
    scripts = [path.read_text("utf-8") for path in SCRIPTS.rglob("*.js")]
    requested = {name for text in scripts for name in re.findall(r'\w*[aA]ction(?::| =) "(\w+)"', text)}
    assert requested == set(web.ACTIONS)
    assert not [text for text in scripts if re.search(r"\baction: `", text)]
