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
from rules_py.base.jsonable import to_jsonable
from rules_py.base.limits import MAX_ENCOUNTERS, MAX_EVENTS
from rules_py.dice.dice import RandomDice
from rules_py.dice.incremental import Incremental, run_to_completion
from rules_py.inputs import Input, Int, ListOf, Record, Text, parse_all
from rules_py.tracker.actions import Event, Happening, Read
from rules_py.tracker.spec import Desk, Start, State

LONGEST_NAME = 80


@dataclass(frozen=True)
class Scene:
    """A scene as it is kept.

    Of the `log` the first `at` events have happened; those after them were taken back.
    """

    name: str
    start: Mapping[str, Any]
    log: tuple[Event, ...] = ()
    at: int = 0

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "start": to_jsonable(self.start),
            "log": to_jsonable(self.log),
            "at": self.at,
        }

    def with_event(self, event: Event) -> Scene:
        """The scene with one more event; what was taken back before it is given up."""
        log = (*self.log[: self.at], event)
        return replace(self, log=log, at=len(log))


@dataclass(frozen=True)
class Played[S]:
    """A scene gone through: the state it begins with, and what each event of the log came to."""

    scene: Scene
    first: S
    happenings: tuple[Happening[S], ...]

    @property
    def state(self) -> S:
        """The state after the events that have happened."""
        return self.happenings[self.scene.at - 1].state if self.scene.at else self.first

    def told(self) -> str:
        """The log as text, a line for each event that has happened, with the faces of its dice."""
        lines = [self.scene.name]
        for number, each in enumerate(self.happenings[: self.scene.at], 1):
            dice = f" [{', '.join(map(str, each.faces))}]" if each.faces else ""
            lines.append(f"{number}. {each.sentence}{dice}")
        return "\n".join(lines) + "\n"


def begun(start: Start) -> Scene:
    """A new scene."""
    return Scene(start.title, start.state)


def read_scene(desk: Desk[Any, Any], given: Any) -> Scene:
    """A scene of plain data, its setup read.

    Raises InputError for what is none; `played` judges the events.
    """
    data = safe_json.parse_if_text(given)
    fields = (
        Text("name", "Name", longest=LONGEST_NAME),
        Record("start", "Start", desk.setup),
        ListOf("log", "Log", AnyEvent(), most=MAX_EVENTS, default=[]),
        Int("at", "Place in the log", low=0, high=MAX_EVENTS, default=0),
    )
    if not isinstance(data, Mapping):
        raise InputError.at(
            "scene",
            data,
            f"a {desk.scene}: its name, start, log and place in the log",
            code="bad_scene",
            message=f"This {desk.scene} is damaged: it can’t be read.",
        )
    read = parse_all(fields, data)
    if read["at"] > len(read["log"]):
        words = f"This {desk.scene} is damaged: its log is shorter than it says."
        allowed = f"a place in a log of {len(read['log'])}"
        raise InputError.at("at", read["at"], allowed, code="bad_scene", message=words)
    return Scene(read["name"], read["start"], tuple(read["log"]), read["at"])


class AnyEvent(Input):
    """An event's plain data; the deed it is of reads it when it is applied."""

    @property
    def expected(self) -> str:
        return "an event: what is done, and what belongs to it"

    def read(self, value: Any) -> Event:
        value = safe_json.parse_if_text(value)
        if not isinstance(value, Mapping):
            raise self.input_error(value)
        return dict(value)


def played[S: State, E: Read](desk: Desk[S, E], scene: Scene, before: Played[S] | None = None) -> Played[S]:
    """The scene from its start to where it is, and what would follow.

    Raises InputError for an event that can't be.

    `before` is any scene of this desk gone through earlier: as far as both begin alike, what its events came
    to is taken over, since the same event comes to the same at any time.
    """
    return run_to_completion(playing(desk, scene, before))


def playing[S: State, E: Read](
    desk: Desk[S, E], scene: Scene, before: Played[S] | None = None
) -> Incremental[Played[S]]:
    """`played`, one event after another."""
    if before is not None and _same(before.scene.start, scene.start):
        first = before.first
        happenings = list(before.happenings[: _alike(before.scene.log, scene.log)])
    else:
        first, happenings = desk.begin(scene.start), []
    for place in range(len(happenings), len(scene.log)):
        yield place / len(scene.log)
        state = happenings[-1].state if happenings else first
        happenings.append(_applied(desk, state, scene.log[place], place))
    return Played(scene, first, tuple(happenings))


def _alike(one: Sequence[Event], other: Sequence[Event]) -> int:
    """How many events two logs have in common from the first on."""
    pairs = enumerate(zip(one, other, strict=False))
    parting = (place for place, (mine, theirs) in pairs if not _same(mine, theirs))
    return next(parting, min(len(one), len(other)))


def _same(one: Any, other: Any) -> bool:
    """Whether two pieces of plain data are written alike. To Python 1 and true are the same."""
    return repr(one) == repr(other)


def _applied[S: State, E: Read](desk: Desk[S, E], state: S, event: Event, place: int) -> Happening[S]:
    """What the event at this place of a log comes to. Raises InputError, about it, where it can't be."""
    field, where = f"log.{place}", f"Line {place + 1} of the log can’t have happened: "
    try:
        happening = desk.deeds.apply(state, event)
    except InputError as error:
        raise error.with_prefix(field, where) from error
    if not happening.applied:
        why = " ".join(each.text for each in happening.reasons)
        what = f"something that can happen there ({why})"
        words = f"{where}{happening.sentence}"
        raise InputError.at(field, happening.sentence, what, code="refused_event", message=words)
    return happening


def happened[S: State, E: Read](
    desk: Desk[S, E], before: Played[S], given: Event
) -> tuple[Played[S], Happening[S]]:
    """The scene with one event more, if it may be, and what came of it. Dice that are not given are thrown.

    Raises InputError for what is no event.
    """
    if before.scene.at >= MAX_EVENTS:
        raise InputError.at(
            "event",
            before.scene.at,
            f"at most {MAX_EVENTS} events; begin a new {desk.scene}",
            code="too_long",
            message=f"The log is full: it holds {MAX_EVENTS} lines. Begin a new {desk.scene}.",
        )
    happening = desk.deeds.apply(before.state, given, RandomDice())
    if not happening.applied:
        return before, happening
    happenings = (*before.happenings[: before.scene.at], happening)
    return Played(before.scene.with_event(happening.event), before.first, happenings), happening


def read_file(desk: Desk[Any, Any], game: str, text: Any) -> tuple[Scene, ...]:
    """The scenes of a file's text, every one sound.

    Raises InputError, which says what is wrong with the file.
    """
    return run_to_completion(reading_file(desk, game, text))


def reading_file(desk: Desk[Any, Any], game: str, text: Any) -> Incremental[tuple[Scene, ...]]:
    """`read_file`, one scene after another."""
    version, scenes = file_format.read(file_format.ENCOUNTERS, text, game, desk.version)
    if version != desk.version:
        words = (
            f"The file comes from an older version of this book, and holds {desk.scene}s of another shape."
        )
        raise file_format.file_error("unknown_version", version, words)
    if len(scenes) > MAX_ENCOUNTERS:
        words = f"The file holds more than {MAX_ENCOUNTERS} {desk.scene}s."
        raise file_format.file_error("bad_file", len(scenes), words)
    read = []
    for place, each in enumerate(scenes):
        yield place / len(scenes)
        read.append(read_scene(desk, each))
        played(desk, read[-1])
    return tuple(read)
