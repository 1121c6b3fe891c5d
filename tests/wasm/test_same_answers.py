"""The engine that the site serves, run under Node, answers to the letter as CPython does: odds, seeded
throws, given dice, ledgers, and every kind of bad request; started from the snapshot and the ordinary way.
"""

import json

import pytest

from rules_py import games, roll, web
from rules_py.base.jsonable import to_jsonable
from tests.wasm.conftest import Ask

SEEDS = range(5)

BAD = [
    "",
    "{",
    "[]",
    "null",
    "7",
    "[" * 5000,
    '{"action": ' * 2000,
    '{"action": "roll"}',
    '{"action": "sing"}',
    '{"action": ["roll"]}',
    '{"action": "odds", "calculator": "no.such", "inputs": {}}',
    '{"action": "odds", "calculator": "core_rules.challenge", "inputs": {"situation": "\\ud800", "steps": 1}}',
    '{"action": "odds", "calculator": "core_rules.challenge", "inputs": {"situation": "average", "steps": 1e400}}',
    '{"action": "odds", "calculator": "core_rules.challenge", "inputs": {"situation": "average", "steps": 10000000000000}}',
    '{"action": "odds", "calculator": "core_rules.challenge", "inputs": {"situation": "<b>\\u0000é🎲", "steps": null}}',
    '{"action": "odds", "calculator": "core_rules.challenge", "inputs": {"' + "x" * 3000 + '": 1}}',
]


def requests() -> list[str]:
    """Return the text of each request worth comparing."""
    all_requests = []
    for calculator in (each for game in games() for each in game.calculators):
        usual = calculator.initial_inputs()
        settings = [usual, *({**usual, **example} for example in calculator.examples)]
        if calculator.worst_case:
            settings.append({**usual, **calculator.worst_case})
        for inputs in settings:
            query = {"calculator": calculator.id, "inputs": to_jsonable(inputs)}
            all_requests.append({"action": "odds" if calculator.has_odds else "ask", **query})
            if not calculator.rolls_dice:
                continue
            for seed in SEEDS:
                all_requests.append({"action": "roll", **query, "seed": seed})
                all_requests.append(
                    {
                        "action": "resolve",
                        **query,
                        "dice": list(roll(calculator.id, seed=seed, **inputs).faces),
                    }
                )
    return [json.dumps(each) for each in all_requests] + BAD


@pytest.fixture(scope="module")
def queries() -> list[str]:
    return requests()


@pytest.fixture(scope="module")
def expected(queries: list[str]) -> list[object]:
    """CPython's replies, without the links that other tests of this process may have set."""
    web.set_rule_locations("{}")
    return [json.loads(scalar(whole(request))) for request in queries]


def whole(request: str) -> str:
    """Return the last reply: what is being worked on is asked again."""
    reply = web.respond(request)
    return whole(request) if "working" in json.loads(reply) else reply


@pytest.mark.parametrize("how", ["snapshot", "ordinary"])
def test_each_answer_is_the_same_to_the_letter(
    run_engine: Ask, queries: list[str], expected: list[object], how: str
) -> None:
    """From the snapshot too, whose memory has no files: what is not in it yet would fail to be imported."""
    answers = run_engine("answer.mjs", queries, how)
    assert answers["start"]["how"] == how
    for request, reply, answer in zip(queries, answers["replies"], expected, strict=True):
        assert json.loads(reply) == answer, request


def scalar(text: str) -> str:
    """Return the text with each half of a character replaced, as whatever decodes UTF-8 does to each of its
    three bytes.
    """
    return text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
