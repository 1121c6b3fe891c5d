"""A sample of the inputs that `./site_build.sh fuzz` tries by the million, and that it notices
what is wrong.
"""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from time import process_time

import pytest

from hooks.contracts.requests import reply_to
from rules_py import web
from rules_py.authoring import machine_load
from tests.fuzz import trackers
from tests.fuzz.entry_points import DOORS
from tests.fuzz.in_the_worker import anything
from tests.fuzz.invalid_values import LONG, with_long_numbers
from tests.fuzz.replies import answered as answered_in_python
from tests.fuzz.replies import replied, sentence
from tests.fuzz.runner import drawn, tried, wrong_with
from tests.fuzz.watch import Watch

SEED, COUNT, PARTS = 12, 2_400, 4


@pytest.mark.parametrize("part", range(PARTS))
def test_each_input_gets_an_answer_or_one_sentence_and_soon(part: int) -> None:
    each = COUNT // PARTS
    assert [*map(str, tried(SEED, range(part * each, (part + 1) * each)))] == []


def test_sample_covers_every_entry_point_and_is_reproducible() -> None:
    assert sum(door.share for door in DOORS) == 100
    assert {drawn(SEED, number)[0] for number in range(300)} == {*DOORS}
    assert [drawn(SEED, number)[1][0] for number in range(40)] != [
        drawn(3, number)[1][0] for number in range(40)
    ]
    query = [repr(drawn(SEED, number)[1][0]) for number in (7, 8)]
    assert query == [repr(drawn(SEED, number)[1][0]) for number in (7, 8)]


OF_THE_WORKER = [door for door in DOORS if door.name.startswith("worker") and door.draw is not anything]
"""Entry points that draw requests to be answered."""


def action_of(request: str) -> str:
    """Return the action of a request, or nothing where it has none."""
    try:
        query = json.loads(request)
    except ValueError:
        return ""
    return str(query.get("action")) if isinstance(query, dict) else ""


def test_fuzzer_draws_valid_requests_of_every_action() -> None:
    unanswered = {*web.ACTIONS}
    for number in range(20_000):
        random = Random(f"actions/{number}")
        request, ask = random.choice(OF_THE_WORKER).draw(random)
        action = action_of(request)
        if action in unanswered and json.loads(web.respond(request))["ok"]:
            assert not ask(Watch())
            unanswered.discard(action)
        if not unanswered:
            break
    assert not unanswered


def test_fuzzer_draws_each_kind_of_odd_request() -> None:
    """Forecasts of actions for nobody, for strangers and for those offered; numbers of 400 digits."""
    drawn_for = Counter()
    for number in range(300):
        request, _ = trackers.foretold(Random(number))
        if action_of(request) == "tracker_action_forecast":
            query = json.loads(request)
            html = reply_to(query).get("html")
            drawn_for["told" if html else "stranger" if query.get("who") else "nobody"] += 1
    assert {*drawn_for} == {"nobody", "told", "stranger"} and min(drawn_for.values()) >= 5


def test_long_numbers_replace_one_number_or_all() -> None:
    value = {"a": [1, {"b": 2}], "c": True, "d": "5"}
    variants = {json.dumps(with_long_numbers(value, Random(number))) for number in range(200)}
    assert len(variants) == 9
    assert json.dumps({"a": [LONG, {"b": LONG}], "c": True, "d": "5"}) in variants
    assert json.dumps({"a": [1, {"b": -LONG}], "c": True, "d": "5"}) in variants


def test_what_breaks_takes_too_long_or_says_too_much_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(_: Watch) -> str:
        raise KeyError("who")

    def dawdles(_: Watch) -> str:
        until = process_time() + 0.02
        while process_time() < until:
            pass
        return ""

    monkeypatch.setattr(machine_load, "slowness", lambda: 1)
    assert wrong_with(breaks, 1).endswith("KeyError: 'who'\n")
    assert wrong_with(dawdles, 0.01).startswith("takes ") and not wrong_with(dawdles, 1)
    assert sentence("a" * 501) and sentence("") and sentence("one\ntwo") and not sentence("One sentence.")
    assert not answered_in_python(lambda: {"p": 1}) and not replied('{"action": "sing"}', Watch())
    monkeypatch.setattr(web, "respond", lambda _: '{"ok": true, "working": 0.5}')
    assert replied("{}", Watch(), 3) == "still working after 3 slices"
