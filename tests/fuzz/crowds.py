"""The largest encounter that a tracker's declaration allows, and the longest log.

It has as many participants as possible, with everything that they can have, in zones with many connections.
"""

from __future__ import annotations

import contextlib
from itertools import cycle, islice
from random import Random
from typing import Any

from rules_py.base.errors import InputError
from rules_py.base.limits import MAX_EVENTS
from rules_py.inputs import ListOf, Record, Several
from rules_py.tracker import Replay, TrackerSpec, apply_change, new_encounter, participant_names
from tests.fuzz.trackers import gone_on

PLACES = 12


def crowd(tracker: TrackerSpec[Any]) -> Replay[Any]:
    """Return an encounter with the most participants, zones and entries."""
    assert tracker.setup
    setting, now = tracker.setup, new_encounter(tracker)
    seats = next(each for each in tracker.setup_inputs if each.name == setting.list_field)
    assert isinstance(seats, ListOf) and isinstance(seats.unnamed_item, Record)
    for sample in islice(cycle(setting.samples), seats.most):
        now = _changed(tracker, now, {"set": "add", "sample": sample.id})
    everything = {
        each.name: [*each.item.options][: each.most]
        for each in seats.unnamed_item.fields
        if isinstance(each, Several)
    }
    for place in range(PLACES if setting.zones_field else 0):
        now = _changed(tracker, now, {"set": "place"})
        for other in range(place):
            now = _changed(tracker, now, {"set": "way", "from": str(place + 1), "to": str(other + 1)})
    for number, name in enumerate(participant_names(tracker, now)):
        now = _changed(tracker, now, {"set": "entry", "name": name, "entry": everything})
        now = _changed(tracker, now, {"set": "stand", "name": name, "place": str(number % PLACES + 1)})
    return now


def going_on(tracker: TrackerSpec[Any], now: Replay[Any]) -> Replay[Any]:
    """Return the encounter after as many actions as its log holds, or until it ends."""
    random = Random(12)
    for _ in range(3 * MAX_EVENTS):
        if now.encounter.position < MAX_EVENTS:
            with contextlib.suppress(InputError):
                now = gone_on(tracker, now, random)
    return now


def _changed(tracker: TrackerSpec[Any], now: Replay[Any], change: dict[str, Any]) -> Replay[Any]:
    """Return the encounter after a change, or unchanged if the change is invalid."""
    with contextlib.suppress(InputError):
        now = apply_change(tracker, now, change)
    return now
