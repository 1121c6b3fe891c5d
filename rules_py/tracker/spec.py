"""The declaration of a game's desk: how a scene begins, what may be done at it, and what there is to see."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rules_py.base.errors import DeclarationError, InputError, listed
from rules_py.base.type_check import check_kinds
from rules_py.inputs import Input
from rules_py.tracker.actions import Actions, ParsedEvent
from rules_py.tracker.forecast import ForecastSpec
from rules_py.tracker.view import View

Entry = Mapping[str, Any]
"""Somebody of the setup's list of seats, or a place of its list of places, as plain data."""


class State(Protocol):
    """What a desk's state is: any immutable value that can be given as plain data."""

    def to_json(self) -> Mapping[str, Any]: ...


@dataclass(frozen=True)
class Preset:
    """A scene to begin with. `state` is plain data, as the desk's `setup` inputs read it."""

    id: str
    title: str
    state: Mapping[str, Any]

    def __post_init__(self) -> None:
        check_kinds(self)


@dataclass(frozen=True)
class Sample:
    """Somebody ready to be put on the table: `id` is that of their entry in the game's reference list."""

    id: str
    title: str
    note: str
    participant: Entry

    def __post_init__(self) -> None:
        check_kinds(self)


@dataclass(frozen=True, kw_only=True)
class SetupSpec:
    """How the start of a desk is put together.

    seats     the name of the setup's list of those who are there
    name      the field of theirs that tells them apart; place: the one that says where they stand, "" where
              it is nowhere in particular
    blank     a table at which nobody is yet
    samples   those who may be put on it, as the reference list `listed` tells of them
    somebody  an entry to begin with for whoever is unlike all of them
    join      `join(entry) -> event`, by which somebody comes once something has happened
    places    the name of the setup's list of places, "" where there is none; each has a `name`
    beside    their field for those next to them, parted by commas
    seat      `seat(sheet) -> entry`: a character of the game's sheet as one who is there
    party     `party(state) -> entries`: those who go on from this scene to the next one, as they are now
    """

    list_field: str
    blank: Preset
    name_field: str = "name"
    zone_field: str = "place"
    samples: tuple[Sample, ...] = ()
    default_participant: Entry | None = None
    reference_list: str = ""
    join_event: Callable[[Entry], Mapping[str, Any]] | None = None
    zones_field: str = ""
    neighbours_field: str = "beside"
    to_participant: Callable[[Entry], Entry] | None = None
    party: Callable[[Any], Iterable[Entry]] | None = None

    def __post_init__(self) -> None:
        check_kinds(self)

    def sample(self, id: Any) -> Sample:
        """The sample of this id. Raises InputError."""
        found = next((each for each in self.samples if each.id == id), None)
        if found is None:
            known = listed(each.id for each in self.samples)
            raise InputError.at("sample", id, known, code="unknown_sample", words="Choose who comes.")
        return found


@dataclass(frozen=True)
class DamageTable[S]:
    """What is told of each round afterwards.

    `title` stands over the table (`Hits by round`); `round(state)` is the number of the round, and
    `done(before, after)` how much one event did to each, by name. `before` is what a round before the first,
    of number 0, is called (`Surprise`).
    """

    title: str
    round: Callable[[S], int]
    damage: Callable[[S, S], Mapping[str, int]]
    round_0_label: str = ""

    def __post_init__(self) -> None:
        check_kinds(self)


@dataclass(frozen=True, kw_only=True)
class TrackerSpec[S: State, E: ParsedEvent]:
    """The declaration. `S` is the game's state, `E` an event as it reads one.

    version   raised when the shape of starts or events changes
    intro     one sentence on what it is for; scene: what is kept is called so (`fight`), place: and a part
              of the ground so (`zone`)
    starts    scenes to begin with, the first of them shown first
    setup     the inputs a start is made of
    begin     `begin(start) -> state`, the state to begin with; raises InputError for what can't be played
    read      `read(data) -> state`, of the plain data that `to_json` gives; raises InputError
    deeds     everything that may be done
    view      `view(state, turn) -> View`; `turn` is whose acts to show, or "" for whoever is next
    back      `back(state, name) -> fields of a sheet`: what the scene has changed of that character, to
              be put back on the sheet they were seated from
    setting   how a start is put together: who may be put on the table, and where
    page      where in its book the desk stands (`fight-desk/`)
    seen      `seen(states) -> View`: what players may see, of all states from the first to the one now
    forecast  what comes of it if everybody goes on as now
    harm      what is counted by rounds, if anything is
    """

    version: int
    intro: str
    encounter_noun: str
    presets: tuple[Preset, ...]
    setup_inputs: tuple[Input, ...]
    begin: Callable[[Mapping[str, Any]], S]
    read: Callable[[Mapping[str, Any]], S]
    actions: Actions[S, E]
    view: Callable[[S, str], View]
    export_to_sheet: Callable[[S, str], Mapping[str, Any]] | None = None
    zone_noun: str = "place"
    setup: SetupSpec | None = None
    page: str = ""
    player_view: Callable[[Sequence[S]], View] | None = None
    forecast: ForecastSpec[S] | None = None
    damage_table: DamageTable[S] | None = None

    def __post_init__(self) -> None:
        check_kinds(self, lambda what, *told: DeclarationError(f"tracker: {what}", *told))

    def preset(self, name: str) -> Preset | None:
        return next((each for each in self.presets if each.id == name), None)
