"""Encounters that readers saved with an earlier version still open, replay and are saved unchanged.

Each `saved_encounter.json` holds an encounter as a browser stores it (`name`, `start`, `log`, `at`), with the
final `state` and the `text` of its log. Never record one again: readers' files don't change either. Fields
that were added later, such as clocks, are empty in them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules_py.base.jsonable import to_jsonable
from rules_py.systems import registry
from rules_py.tracker import Replay, TrackerSpec, read_encounter, replay

FILES = sorted(Path(__file__).parent.glob("*/saved_encounter.json"))


def open_file(file: Path) -> tuple[TrackerSpec[Any], dict[str, Any], Replay[Any]]:
    tracker = registry.game(file.parent.name).tracker
    assert tracker
    saved_data = json.loads(file.read_text("utf-8"))
    return tracker, saved_data, replay(tracker, read_encounter(tracker, json.dumps(saved_data["encounter"])))


def test_every_tracker_has_a_saved_encounter() -> None:
    assert {file.parent.name for file in FILES} == {game.id for game in registry.games() if game.tracker}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_saved_encounter_replays_to_the_same_state(file: Path) -> None:
    tracker, saved_data, now = open_file(file)
    assert without_new(to_jsonable(now.state.to_json()), saved_data["state"]) == saved_data["state"]
    assert now.log_text().splitlines() == saved_data["text"]
    assert tracker.read(saved_data["state"]).to_json() == now.state.to_json()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_saved_encounter_is_written_unchanged(file: Path) -> None:
    _, saved_data, now = open_file(file)
    data = to_jsonable(now.encounter.to_json())
    data["start"] = without_new(data["start"], saved_data["encounter"]["start"])
    assert json.dumps(data) == json.dumps(saved_data["encounter"])


def without_new(now: dict[str, Any], saved_data: dict[str, Any]) -> dict[str, Any]:
    """Return the values without empty lists that didn't exist yet when the file was saved."""
    return {name: value for name, value in now.items() if name in saved_data or value != []}
