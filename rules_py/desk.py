"""A game's desk: a scene such as a fight, kept as a start and a log of events, and played step by step.

The start and the log are plain data and the whole of what is kept: the state now is the start with every
event of the log applied, so a log can be taken back, gone through again, and handed to somebody else. An
event keeps its faces; chance comes in once, when the event is made, and never when it is replayed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from rules_py import json_text
from rules_py.dice.working import Step
from rules_py.errors import InputError
from rules_py.inputs import Input, Int, ListOf, Record, Text, parse_all
from rules_py.sheet import Panel

State = Mapping[str, Any]
Event = Mapping[str, Any]

FORMAT = "diceleaf-desk"
MOST_EVENTS = 500
MOST_SCENES = 50
LONGEST_NAME = 80


@dataclass(frozen=True)
class Start:
    """A scene to begin with. `state` is plain data, as the desk's `setup` inputs read it."""

    id: str
    title: str
    state: Mapping[str, Any]


@dataclass(frozen=True)
class Reason:
    """Why something can't be done now, and the rule that says so."""

    text: str
    rule: str | None = None


@dataclass(frozen=True)
class Share:
    """One part of what an act may come to.

    `tone` is one of `calculator.TONES`, for the one whose turn it is.
    """

    label: str
    chance: Fraction
    tone: str = "mixed"


@dataclass(frozen=True, kw_only=True)
class Act:
    """Something that may be done now, as a small form: `event`, completed by what its inputs hold.

    id        no other act of the view has it
    title     what it is; button: what the button says
    kind      acts of one kind stand together under this heading
    inputs    asked at once; more: asked only of who unfolds them
    dice      the dice it throws, each what it is for and its sides; their faces may be given by hand
    price     what it costs, in words; note: what it takes, in words
    shares    what it may come to, in order, adding up to 1; figures: further chances, by what they are of
    reasons   why it can't be done now; `may_allow`: the one who runs the game may allow it all the same
    rules     the rules it follows
    """

    id: str
    title: str
    button: str
    kind: str
    event: Event
    inputs: tuple[Input, ...] = ()
    more: tuple[Input, ...] = ()
    dice: tuple[tuple[str, int], ...] = ()
    price: str = ""
    note: str = ""
    shares: tuple[Share, ...] = ()
    figures: tuple[tuple[str, Fraction], ...] = ()
    reasons: tuple[Reason, ...] = ()
    may_allow: bool = True
    rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Boxes:
    """A row of boxes of which some are ticked: hits, points. `words` says the same."""

    label: str
    ticked: int
    size: int
    words: str


@dataclass(frozen=True, kw_only=True)
class Piece:
    """Somebody at the desk: who, for which side, where, how they fare, and how far their `turn` has come."""

    name: str
    side: str
    place: str
    standing: str
    turn: str = ""
    tone: str = "good"
    boxes: tuple[Boxes, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    marks: tuple[Reason, ...] = ()
    able: bool = True


@dataclass(frozen=True)
class Place:
    """A part of the ground, and what it does to those who stand there."""

    name: str
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class View:
    """What there is to see and do.

    `turn` is whose acts are shown, empty for nobody's, and `turn_title` says so. `due` and `common` are acts
    of nobody in particular: those whose time has come stand first, the others last.
    """

    title: str
    news: str
    pieces: tuple[Piece, ...]
    turn_title: str
    places: tuple[Place, ...] = ()
    turn: str = ""
    due: tuple[Act, ...] = ()
    acts: tuple[Act, ...] = ()
    common: tuple[Act, ...] = ()
    panels: tuple[Panel, ...] = ()


@dataclass(frozen=True)
class Happening:
    """What an event came to: the state after it, a sentence for the log, and its working.

    Where it was not `applied`, the state is the one before and `reasons` say why. `turn` is who goes on.
    """

    state: State
    sentence: str
    turn: str = ""
    working: tuple[Step, ...] = ()
    reasons: tuple[Reason, ...] = ()
    applied: bool = True


@dataclass(frozen=True, kw_only=True)
class Desk:
    """The declaration.

    version   raised when the shape of starts or events changes
    intro     one sentence on what it is for; scene: what is kept is called so (`fight`)
    starts    scenes to begin with, the first of them shown first
    setup     the inputs a start is made of
    check     `check(start) -> state`, the state to begin with; raises InputError for what can't be played
    make      `make(state, given) -> event`: the event a form asks for, as the log keeps it, with the faces of
              its dice, which are thrown where none are given; raises InputError for what is no event
    apply     `apply(state, event) -> Happening`, the same for the same event at any time; raises InputError
              as `make` does
    view      `view(state, turn) -> View`; `turn` is whose acts to show, or "" for whoever is next
    seat      `seat(sheet) -> part of a start`: a character of the game's sheet as an entry of the setup's
              list
    seats     the name of that list, empty where sheets can't be seated
    """

    version: int
    intro: str
    scene: str
    starts: tuple[Start, ...]
    setup: tuple[Input, ...]
    check: Callable[[Mapping[str, Any]], State]
    make: Callable[[State, Mapping[str, Any]], Event]
    apply: Callable[[State, Event], Happening]
    view: Callable[[State, str], View]
    seat: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None
    seats: str = ""

    def start(self, name: str) -> Start | None:
        return next((each for each in self.starts if each.id == name), None)


@dataclass(frozen=True)
class Scene:
    """A scene as it is kept.

    Of the `log` the first `at` events have happened; those after them were taken back.
    """

    name: str
    start: Mapping[str, Any]
    log: tuple[Event, ...] = ()
    at: int = 0

    def to_json(self) -> dict:
        return {"name": self.name, "start": self.start, "log": list(self.log), "at": self.at}

    def with_event(self, event: Event) -> Scene:
        """The scene with one more event; what was taken back before it is given up."""
        log = (*self.log[: self.at], event)
        return replace(self, log=log, at=len(log))


@dataclass(frozen=True)
class Played:
    """A scene gone through: the state it begins with, and what each event of the log came to."""

    scene: Scene
    first: State
    happenings: tuple[Happening, ...]

    @property
    def state(self) -> State:
        """The state after the events that have happened."""
        return self.happenings[self.scene.at - 1].state if self.scene.at else self.first


def begun(start: Start) -> Scene:
    """A new scene."""
    return Scene(start.title, start.state)


def read_scene(desk: Desk, given: Any) -> Scene:
    """A scene of plain data, its setup read.

    Raises InputError for what is none; `played` judges the events.
    """
    data = json_text.read_if_text(given)
    fields = (
        Text(name="name", longest=LONGEST_NAME),
        Record(name="start", fields=desk.setup),
        ListOf(name="log", item=_AnyEvent(), most=MOST_EVENTS, default=[]),
        Int(name="at", low=0, high=MOST_EVENTS, default=0),
    )
    if not isinstance(data, Mapping):
        raise InputError.at(
            "scene", data, f"a {desk.scene}: its name, start, log and place in the log", code="bad_scene"
        )
    read = parse_all(fields, data)
    if read["at"] > len(read["log"]):
        raise InputError.at("at", read["at"], f"a place in a log of {len(read['log'])}", code="bad_scene")
    return Scene(read["name"], read["start"], tuple(read["log"]), read["at"])


class _AnyEvent(Input):
    """An event's plain data; the game reads it when it is applied."""

    allowed = "an event"

    def read(self, value: Any) -> Event:
        if not isinstance(value, Mapping):
            raise self.refuse(value)
        return dict(value)


def played(desk: Desk, scene: Scene, before: Played | None = None) -> Played:
    """The scene from its start to where it is, and what would follow.

    Raises InputError for an event that can't be.

    `before` is any scene of this desk gone through earlier: as far as both begin alike, what its events came
    to is taken over, since the same event comes to the same at any time.
    """
    again = before is not None and _same(before.scene.start, scene.start)
    first = before.first if again else desk.check(scene.start)
    happenings = list(before.happenings[: _alike(before.scene.log, scene.log)]) if again else []
    for place in range(len(happenings), len(scene.log)):
        state = happenings[-1].state if happenings else first
        happenings.append(_applied(desk, state, scene.log[place], f"log.{place}"))
    return Played(scene, first, tuple(happenings))


def _alike(one: Sequence[Event], other: Sequence[Event]) -> int:
    """How many events two logs have in common from the first on."""
    pairs = enumerate(zip(one, other, strict=False))
    parting = (place for place, (mine, theirs) in pairs if not _same(mine, theirs))
    return next(parting, min(len(one), len(other)))


def _same(one: Any, other: Any) -> bool:
    """Whether two pieces of plain data are written alike. To Python 1 and true are the same."""
    return repr(one) == repr(other)


def _applied(desk: Desk, state: State, event: Event, field: str) -> Happening:
    """What an event of a log comes to. Raises InputError, about this field, where it can't be."""
    try:
        happening = desk.apply(state, event)
    except InputError as error:
        raise error.below(field) from error
    if not happening.applied:
        why = " ".join(each.text for each in happening.reasons)
        what = f"something that can happen there ({why})"
        raise InputError.at(field, happening.sentence, what, code="refused_event")
    return happening


def happened(desk: Desk, before: Played, given: Mapping[str, Any]) -> tuple[Played, Happening]:
    """The scene with one event more, if it may be, and what came of it.

    Raises InputError for what is no event.
    """
    if before.scene.at >= MOST_EVENTS:
        raise InputError.at(
            "event",
            before.scene.at,
            f"at most {MOST_EVENTS} events; begin a new {desk.scene}",
            code="too_long",
        )
    event = desk.make(before.state, given)
    happening = desk.apply(before.state, event)
    if not happening.applied:
        return before, happening
    happenings = (*before.happenings[: before.scene.at], happening)
    return Played(before.scene.with_event(event), before.first, happenings), happening


def read_file(desk: Desk, game: str, text: str) -> tuple[Scene, ...]:
    """The scenes of a file's text, every one sound.

    Raises InputError, which says what is wrong with the file.
    """
    file = json_text.read_if_text(text)
    what = f"a file of {desk.scene}s saved by this page"
    if not isinstance(file, Mapping) or file.get("format") != FORMAT:
        raise InputError.at("file", file, what, code="bad_file")
    if file.get("game") != game:
        raise InputError.at("file.game", file.get("game"), game, code="other_game")
    if file.get("version") != desk.version:
        raise InputError.at(
            "file.version", file.get("version"), f"version {desk.version}", code="unknown_version"
        )
    scenes = file.get("scenes")
    if not isinstance(scenes, list) or not 1 <= len(scenes) <= MOST_SCENES:
        raise InputError.at("file.scenes", scenes, f"1 to {MOST_SCENES} {desk.scene}s", code="bad_file")
    read = tuple(read_scene(desk, each) for each in scenes)
    for each in read:
        played(desk, each)
    return read
