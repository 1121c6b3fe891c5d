"""A scene kept as a start and a log of events, and played step by step.

The start and the log are plain data and the whole of what is kept: the state now is the start with every
event of the log applied, so a log can be taken back, gone through again, and handed to somebody else. An
event keeps its faces; chance comes in once, when the event is made, and never when it is replayed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules_py.base import file_format, safe_json
from rules_py.base.errors import InputError
from rules_py.base.jsonable import plain
from rules_py.base.limits import MOST_EVENTS, MOST_SCENES
from rules_py.dice.dice import RandomDice
from rules_py.dice.incremental import Steps, finished
from rules_py.inputs import Input, Int, ListOf, Record, Text, parse_all
from rules_py.tracker.actions import AppliedEvent, Event, ParsedEvent
from rules_py.tracker.spec import Preset, State, TrackerSpec

LONGEST_NAME = 80


@dataclass(frozen=True)
class Encounter:
    """A scene as it is kept.

    Of the `log` the first `at` events have happened; those after them were taken back.
    """

    name: str
    start: Mapping[str, Any]
    log: tuple[Event, ...] = ()
    position: int = 0

    def to_json(self) -> dict[str, Any]:
        return {"name": self.name, "start": plain(self.start), "log": plain(self.log), "at": self.position}

    def with_event(self, event: Event) -> Encounter:
        """The scene with one more event; what was taken back before it is given up."""
        log = (*self.log[: self.position], event)
        return replace(self, log=log, position=len(log))


@dataclass(frozen=True)
class Replay[S]:
    """A scene gone through: the state it begins with, and what each event of the log came to."""

    encounter: Encounter
    initial_state: S
    applied_events: tuple[AppliedEvent[S], ...]

    @property
    def state(self) -> S:
        """The state after the events that have happened."""
        return (
            self.applied_events[self.encounter.position - 1].state
            if self.encounter.position
            else self.initial_state
        )

    def log_text(self) -> str:
        """The log as text, a line for each event that has happened, with the faces of its dice."""
        lines = [self.encounter.name]
        for number, each in enumerate(self.applied_events[: self.encounter.position], 1):
            dice = f" [{', '.join(map(str, each.faces))}]" if each.faces else ""
            lines.append(f"{number}. {each.sentence}{dice}")
        return "\n".join(lines) + "\n"


def from_preset(start: Preset) -> Encounter:
    """A new scene."""
    return Encounter(start.title, start.state)


def read_encounter(desk: TrackerSpec[Any, Any], given: Any) -> Encounter:
    """A scene of plain data, its setup read.

    Raises InputError for what is none; `played` judges the events.
    """
    data = safe_json.read_if_text(given)
    fields = (
        Text("name", "Name", longest=LONGEST_NAME),
        Record("start", "Start", desk.setup_inputs),
        ListOf("log", "Log", EventInput(), most=MOST_EVENTS, default=[]),
        Int("at", "Place in the log", low=0, high=MOST_EVENTS, default=0),
    )
    if not isinstance(data, Mapping):
        raise InputError.at(
            "scene",
            data,
            f"a {desk.encounter_noun}: its name, start, log and place in the log",
            code="bad_scene",
            words=f"This {desk.encounter_noun} is damaged: it can’t be read.",
        )
    read = parse_all(fields, data)
    if read["at"] > len(read["log"]):
        words = f"This {desk.encounter_noun} is damaged: its log is shorter than it says."
        allowed = f"a place in a log of {len(read['log'])}"
        raise InputError.at("at", read["at"], allowed, code="bad_scene", words=words)
    return Encounter(read["name"], read["start"], tuple(read["log"]), read["at"])


class EventInput(Input):
    """An event's plain data; the deed it is of reads it when it is applied."""

    @property
    def allowed(self) -> str:
        return "an event: what is done, and what belongs to it"

    def read(self, value: Any) -> Event:
        value = safe_json.read_if_text(value)
        if not isinstance(value, Mapping):
            raise self.refuse(value)
        return dict(value)


def replay[S: State, E: ParsedEvent](
    desk: TrackerSpec[S, E], scene: Encounter, before: Replay[S] | None = None
) -> Replay[S]:
    """The scene from its start to where it is, and what would follow.

    Raises InputError for an event that can't be.

    `before` is any scene of this desk gone through earlier: as far as both begin alike, what its events came
    to is taken over, since the same event comes to the same at any time.
    """
    return finished(replay_incrementally(desk, scene, before))


def replay_incrementally[S: State, E: ParsedEvent](
    desk: TrackerSpec[S, E], scene: Encounter, before: Replay[S] | None = None
) -> Steps[Replay[S]]:
    """`played`, one event after another."""
    if before is not None and _same(before.encounter.start, scene.start):
        first = before.initial_state
        happenings = list(before.applied_events[: _alike(before.encounter.log, scene.log)])
    else:
        first, happenings = desk.begin(scene.start), []
    for place in range(len(happenings), len(scene.log)):
        yield place / len(scene.log)
        state = happenings[-1].state if happenings else first
        happenings.append(_applied(desk, state, scene.log[place], place))
    return Replay(scene, first, tuple(happenings))


def _alike(one: Sequence[Event], other: Sequence[Event]) -> int:
    """How many events two logs have in common from the first on."""
    pairs = enumerate(zip(one, other, strict=False))
    parting = (place for place, (mine, theirs) in pairs if not _same(mine, theirs))
    return next(parting, min(len(one), len(other)))


def _same(one: Any, other: Any) -> bool:
    """Whether two pieces of plain data are written alike. To Python 1 and true are the same."""
    return repr(one) == repr(other)


def _applied[S: State, E: ParsedEvent](
    desk: TrackerSpec[S, E], state: S, event: Event, place: int
) -> AppliedEvent[S]:
    """What the event at this place of a log comes to. Raises InputError, about it, where it can't be."""
    field, where = f"log.{place}", f"Line {place + 1} of the log can’t have happened: "
    try:
        happening = desk.actions.apply(state, event)
    except InputError as error:
        raise error.below(field, where) from error
    if not happening.applied:
        why = " ".join(each.text for each in happening.reasons)
        what = f"something that can happen there ({why})"
        words = f"{where}{happening.sentence}"
        raise InputError.at(field, happening.sentence, what, code="refused_event", words=words)
    return happening


def append_event[S: State, E: ParsedEvent](
    desk: TrackerSpec[S, E], before: Replay[S], given: Event
) -> tuple[Replay[S], AppliedEvent[S]]:
    """The scene with one event more, if it may be, and what came of it. Dice that are not given are thrown.

    Raises InputError for what is no event.
    """
    if before.encounter.position >= MOST_EVENTS:
        raise InputError.at(
            "event",
            before.encounter.position,
            f"at most {MOST_EVENTS} events; begin a new {desk.encounter_noun}",
            code="too_long",
            words=f"The log is full: it holds {MOST_EVENTS} lines. Begin a new {desk.encounter_noun}.",
        )
    happening = desk.actions.apply(before.state, given, RandomDice())
    if not happening.applied:
        return before, happening
    happenings = (*before.applied_events[: before.encounter.position], happening)
    return Replay(before.encounter.with_event(happening.event), before.initial_state, happenings), happening


def read_file(desk: TrackerSpec[Any, Any], game: str, text: Any) -> tuple[Encounter, ...]:
    """The scenes of a file's text, every one sound.

    Raises InputError, which says what is wrong with the file.
    """
    return finished(read_file_incrementally(desk, game, text))


def read_file_incrementally(
    desk: TrackerSpec[Any, Any], game: str, text: Any
) -> Steps[tuple[Encounter, ...]]:
    """`read_file`, one scene after another."""
    version, scenes = file_format.read(file_format.SCENES, text, game, desk.version)
    if version != desk.version:
        noun = desk.encounter_noun
        words = f"The file comes from an older version of this book, and holds {noun}s of another shape."
        raise file_format.refused("unknown_version", version, words)
    if len(scenes) > MOST_SCENES:
        words = f"The file holds more than {MOST_SCENES} {desk.encounter_noun}s."
        raise file_format.refused("bad_file", len(scenes), words)
    read = []
    for place, each in enumerate(scenes):
        yield place / len(scenes)
        read.append(read_encounter(desk, each))
        replay(desk, read[-1])
    return tuple(read)
