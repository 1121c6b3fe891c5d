"""Encounters: a start and a log of events, replayed step by step.

Only the start and the log are saved. The current state is the start with every event of the log applied, so a
log can be undone, replayed and handed on. An event saves the faces of its dice: chance comes in once, when
the event is made, and never when it is replayed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules_py.base import file_format, safe_json
from rules_py.base.errors import Fault, InputError
from rules_py.base.jsonable import to_jsonable
from rules_py.base.limits import MAX_ENCOUNTERS, MAX_EVENTS
from rules_py.calculators.house_rules import HouseRules
from rules_py.dice.incremental import Incremental, run_to_completion
from rules_py.dice.recording import RandomDice
from rules_py.inputs import Input, Int, ListOf, Record, Text, parse_all
from rules_py.tracker.actions import AppliedEvent, EventData
from rules_py.tracker.spec import HOUSE, Preset, State, TrackerSpec

MAX_NAME_CHARS = 80


@dataclass(frozen=True)
class Encounter:
    """A saved encounter. Of the `log`, the first `position` events count; the others were undone."""

    name: str
    start: Mapping[str, Any]
    log: tuple[EventData, ...] = ()
    position: int = 0

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "start": to_jsonable(self.start),
            "log": to_jsonable(self.log),
            "at": self.position,
        }

    def with_event(self, event: EventData) -> Encounter:
        """Return the encounter with one more event; undone events are dropped."""
        log = (*self.log[: self.position], event)
        return replace(self, log=log, position=len(log))


@dataclass(frozen=True)
class Replay[S]:
    """An encounter with its initial state and the result of each event in the log."""

    encounter: Encounter
    initial_state: S
    applied_events: tuple[AppliedEvent[S], ...]

    @property
    def state(self) -> S:
        """The current state."""
        return (
            self.applied_events[self.encounter.position - 1].state
            if self.encounter.position
            else self.initial_state
        )

    def log_text(self) -> str:
        """Return the log as text: a line for each event that counts, with the faces of its dice."""
        lines = [self.encounter.name]
        for number, each in enumerate(self.applied_events[: self.encounter.position], 1):
            dice = f" [{', '.join(map(str, each.faces))}]" if each.faces else ""
            lines.append(f"{number}. {each.sentence}{dice}")
        return "\n".join(lines) + "\n"


def from_preset(start: Preset) -> Encounter:
    """Return a new encounter by the book."""
    return Encounter(start.title, start.state)


def from_preset_under(tracker: TrackerSpec[Any], start: Preset, house: Mapping[str, Any]) -> Encounter:
    """Return a new encounter under the house rules of a table."""
    if not house:
        return from_preset(start)
    state = {**start.state, HOUSE: house}
    if tracker.setup:
        listed = tracker.setup.list_field
        state[listed] = tracker.participants_under(house, state[listed])
    return Encounter(start.title, state)


def read_encounter(tracker: TrackerSpec[Any], values: Any) -> Encounter:
    """Return the encounter of plain data, its setup checked.

    Raises InputError if the data is damaged. `replay` checks the events.
    """
    data = safe_json.parse_if_text(values)
    house = HouseRules(HOUSE, "House rules", options=tracker.options, default={})
    fields = (
        Text("name", "Name", longest=MAX_NAME_CHARS),
        Record("start", "Start", (*tracker.setup_inputs, house)),
        ListOf("log", "Log", EventInput(), most=MAX_EVENTS, default=[]),
        Int("at", "Place in the log", low=0, high=MAX_EVENTS, default=0),
    )
    if not isinstance(data, Mapping):
        raise InputError.at(
            "scene",
            data,
            f"a {tracker.encounter_noun} with name, start, log and at",
            code="bad_scene",
            message=f"This {tracker.encounter_noun} is damaged and can’t be opened.",
        )
    read = parse_all(fields, data)
    if read["at"] > len(read["log"]):
        words = f"This {tracker.encounter_noun} is damaged: part of its log is missing."
        expected = f"at most {len(read['log'])}, the length of the log"
        raise InputError.at("at", read["at"], expected, code="bad_scene", message=words)
    start = {name: value for name, value in read["start"].items() if value or name != HOUSE}
    return Encounter(read["name"], start, tuple(read["log"]), read["at"])


class EventInput(Input):
    """The plain data of an event; its action checks it when it is applied."""

    @property
    def expected(self) -> str:
        return "an event: what is done, and what belongs to it"

    def read(self, value: Any) -> EventData:
        value = safe_json.parse_if_text(value)
        if not isinstance(value, Mapping):
            raise self.input_error(value)
        return dict(value)


def replay[S: State](
    tracker: TrackerSpec[S], encounter: Encounter, before: Replay[S] | None = None
) -> Replay[S]:
    """Replay an encounter from its start, undone events included.

    Raises InputError for an event that can't happen. `before` is any earlier replay of this tracker: the
    results of shared events are reused, since the same event always has the same result.
    """
    return run_to_completion(replay_incrementally(tracker, encounter, before))


def replay_incrementally[S: State](
    tracker: TrackerSpec[S], encounter: Encounter, before: Replay[S] | None = None
) -> Incremental[Replay[S]]:
    """Replay an encounter, one event at a time."""
    if before is not None and _same(before.encounter.start, encounter.start):
        first = before.initial_state
        results = list(before.applied_events[: _alike(before.encounter.log, encounter.log)])
    else:
        first, results = tracker.initial_state(encounter.start), []
    for place in range(len(results), len(encounter.log)):
        yield place / len(encounter.log)
        state = results[-1].state if results else first
        results.append(_apply(tracker, state, encounter.log[place], place))
    return Replay(encounter, first, tuple(results))


def _alike(one: Sequence[EventData], other: Sequence[EventData]) -> int:
    """Return the number of events that two logs have in common at their start."""
    pairs = enumerate(zip(one, other, strict=False))
    differences = (place for place, (one_event, other_event) in pairs if not _same(one_event, other_event))
    return next(differences, min(len(one), len(other)))


def _same(one: Any, other: Any) -> bool:
    """Return whether two values are the same plain data. Python considers 1 and True equal; JSON doesn't."""
    return repr(one) == repr(other)


def _apply[S: State](tracker: TrackerSpec[S], state: S, event: EventData, place: int) -> AppliedEvent[S]:
    """Apply the event at this position of a log. Raises InputError about it if it can't happen."""
    field, where = f"log.{place}", f"Line {place + 1} of the log isn’t possible: "
    try:
        result = tracker.actions.apply(state, event)
    except InputError as error:
        raise error.with_prefix(field, where) from error
    if not result.applied:
        why = " ".join(each.text for each in result.reasons)
        what = f"a possible event ({why})"
        fault = Fault(field, "refused_event", result.sentence, what, result.sentence)
        raise InputError(fault, where=where)
    return result


def append_event[S: State](
    tracker: TrackerSpec[S], before: Replay[S], data: EventData
) -> tuple[Replay[S], AppliedEvent[S]]:
    """Apply one more event, if it is legal; missing faces are rolled.

    Raises InputError for an event that makes no sense.
    """
    if before.encounter.position >= MAX_EVENTS:
        raise InputError.at(
            "event",
            before.encounter.position,
            f"at most {MAX_EVENTS} events",
            code="too_long",
            message=f"The log is full ({MAX_EVENTS} lines). Start a new {tracker.encounter_noun}.",
        )
    result = tracker.actions.apply(before.state, data, RandomDice())
    if not result.applied:
        return before, result
    results = (*before.applied_events[: before.encounter.position], result)
    return Replay(before.encounter.with_event(result.event), before.initial_state, results), result


def read_file(tracker: TrackerSpec[Any], game: str, text: Any) -> tuple[Encounter, ...]:
    """Return the valid encounters of a file's text. Raises InputError if the file is damaged."""
    return run_to_completion(read_file_incrementally(tracker, game, text))


def read_file_incrementally(
    tracker: TrackerSpec[Any], game: str, text: Any
) -> Incremental[tuple[Encounter, ...]]:
    """Read a file, one encounter at a time."""
    version, encounters = file_format.read(file_format.ENCOUNTERS, text, game, tracker.version)
    if version != tracker.version:
        words = "This file was made by an older version of the site and can’t be opened."
        raise file_format.file_error("unknown_version", version, words)
    if len(encounters) > MAX_ENCOUNTERS:
        words = f"This file contains more than {MAX_ENCOUNTERS} {tracker.encounter_noun}s, which is too many."
        raise file_format.file_error("bad_file", len(encounters), words)
    read = []
    for place, each in enumerate(encounters):
        yield place / len(encounters)
        read.append(read_encounter(tracker, each))
        replay(tracker, read[-1])
    return tuple(read)
