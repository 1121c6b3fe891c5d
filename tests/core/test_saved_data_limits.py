"""Limits on what is saved, read and counted: the maximum is accepted, one more is an error."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hooks.contracts.requests import reply_to
from rules_py import web
from rules_py.api import MAX_COMPARED
from rules_py.base import file_format
from rules_py.base.errors import InputError
from rules_py.base.memo import Memo
from rules_py.present import cards
from rules_py.systems import registry
from rules_py.tracker import append_event, encounter, from_preset, read_encounter, read_file, replay

GAME = registry.game("dichotomy")
assert GAME.tracker
TRACKER = GAME.tracker
ENCOUNTER = from_preset(TRACKER.presets[0]).to_json()
SHEETS = [{"name": "Odile"}, {"name": "Ann"}]


def file(kind: file_format.FileKind, items: list[Any], version: int = 1) -> str:
    return json.dumps(kind.header(GAME.id, version) | {kind.items_key: items})


def read(items: list[Any]) -> list[Any]:
    return file_format.read(file_format.CHARACTERS, file(file_format.CHARACTERS, items), GAME.id, 1)[1]


def message_of(ask: Any) -> str:
    with pytest.raises(InputError) as caught:
        ask()
    return caught.value.user_message


def test_log_accepts_events_up_to_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encounter, "MAX_EVENTS", 2)
    now = replay(TRACKER, read_encounter(TRACKER, ENCOUNTER))
    event = {"do": "end_round"}
    for _ in range(2):
        now, _ = append_event(TRACKER, now, event)
    assert now.encounter.position == 2
    assert (
        message_of(lambda: append_event(TRACKER, now, event))
        == "The log is full (2 lines). Start a new fight."
    )


def test_file_accepts_encounters_up_to_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encounter, "MAX_ENCOUNTERS", 2)
    files = {many: file(file_format.ENCOUNTERS, [ENCOUNTER] * many, TRACKER.version) for many in (2, 3)}
    assert len(read_file(TRACKER, GAME.id, files[2])) == 2
    assert (
        message_of(lambda: read_file(TRACKER, GAME.id, files[3]))
        == "This file contains more than 2 fights, which is too many."
    )


def test_file_holds_between_one_character_and_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_format, "MAX_SAVED_ITEMS", 2)
    assert read(SHEETS) == SHEETS and read(SHEETS[:1]) == SHEETS[:1]
    message = "Couldn’t read this file. It contains no readable characters."
    for wrong in ([], [*SHEETS, {}], [{}, 3]):
        assert message_of(lambda wrong=wrong: read(wrong)) == message


def test_file_accepts_characters_up_to_the_length_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    for most in (len(json.dumps(SHEETS[0])), len(json.dumps(SHEETS[0])) - 1):
        monkeypatch.setattr(file_format, "MAX_JSON_CHARS", most)
        if most == len(json.dumps(SHEETS[0])):
            assert read(SHEETS) == SHEETS
        else:
            text = "One of the characters in this file is too large."
            assert message_of(lambda: read(SHEETS)) == text


def test_file_is_accepted_up_to_the_length_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = len(file(file_format.CHARACTERS, SHEETS))
    monkeypatch.setattr(file_format, "MAX_FILE_CHARS", whole)
    assert read(SHEETS) == SHEETS
    monkeypatch.setattr(file_format, "MAX_FILE_CHARS", whole - 1)
    assert message_of(lambda: read(SHEETS)) == "This file is too large."


@pytest.mark.parametrize(
    ("version", "expected_text"),
    [
        (0, "Its version is missing"),
        (True, "Its version is missing"),
        (3, "file version 3; this site reads up to 2"),
    ],
)
def test_file_rejects_missing_and_newer_versions(version: Any, expected_text: str) -> None:
    text = file(file_format.CHARACTERS, SHEETS, version)
    assert expected_text in message_of(lambda: file_format.read(file_format.CHARACTERS, text, GAME.id, 2))
    for older in (1, 2):
        assert file_format.read(
            file_format.CHARACTERS, file(file_format.CHARACTERS, SHEETS, older), GAME.id, 2
        ) == (older, SHEETS)


def _reply(**request: Any) -> dict[str, Any]:
    return reply_to({"id": "here", **request})


def test_luck_requests_accept_rolls_up_to_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules_py.web.luck.MAX_RATED_ROLLS", 2)
    for action, items_key in (("rate_rolls", "rolls"), ("luck", "compared")):
        oks = [_reply(action=action, **{items_key: [None] * many})["ok"] for many in (2, 3)]
        assert oks == [True, False], action


def test_cards_accept_a_choice_up_to_the_length_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.game("core_rules")
    assert game.sheet
    field = game.sheet.cards[0].field
    sheet = {**game.sheet.blank(), field: ["might"]}
    for most in (len(str(["might"])), len(str(["might"])) - 1):
        monkeypatch.setattr(cards, "MAX_CHOICES_CHARS", most)
        reply = _reply(action="sheet", game="core_rules", sheet=sheet, parts=[f"cards.{field}"])
        assert ("is too large" in reply["cards"][field]) == (most < len(str(["might"])))


def test_comparison_is_full_at_the_limit() -> None:
    query = {"calculator": "core_rules.challenge", "inputs": {"situation": "average", "steps": 0}}
    full = [
        _reply(
            action="compare",
            **query,
            pinned=[{"inputs": {"situation": "average", "steps": each + 1}} for each in range(many)],
        )["full"]
        for many in range(1, MAX_COMPARED)
    ]
    assert full == [False] * (MAX_COMPARED - 2) + [True]


def test_web_forgets_the_oldest_task_at_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "SLICE", 0)
    monkeypatch.setattr(web, "_UNFINISHED", Memo(2))
    text = file(file_format.CHARACTERS, SHEETS)
    request_data = [
        json.dumps({"action": "sheet_file", "game": GAME.id, "text": text, "label": str(each)})
        for each in range(3)
    ]
    for many, request in enumerate(request_data, 1):
        assert "working" in json.loads(web.respond(request))
        assert [*web._UNFINISHED] == request_data[max(0, many - 2) : many]
