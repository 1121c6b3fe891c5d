"""The declaration of a game's desk: how a scene begins, what may be done at it, and what there is to see."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from rules_py.base.errors import DeclarationError
from rules_py.base.type_check import check_field_types
from rules_py.inputs import Input
from rules_py.tracker.actions import Deeds, Read
from rules_py.tracker.view import View

if TYPE_CHECKING:
    from rules_py.tracker.forecast import Forecast
    from rules_py.tracker.setup import Setting


class State(Protocol):
    """What a desk's state is: any immutable value that can be given as plain data."""

    def to_json(self) -> Mapping[str, Any]: ...


@dataclass(frozen=True)
class Start:
    """A scene to begin with. `state` is plain data, as the desk's `setup` inputs read it."""

    id: str
    title: str
    state: Mapping[str, Any]

    def __post_init__(self) -> None:
        check_field_types(self)


@dataclass(frozen=True)
class Harm[S]:
    """What is told of each round afterwards.

    `title` stands over the table (`Hits by round`); `round(state)` is the number of the round, and
    `done(before, after)` how much one event did to each, by name. `before` is what a round before the first,
    of number 0, is called (`Surprise`).
    """

    title: str
    round: Callable[[S], int]
    done: Callable[[S, S], Mapping[str, int]]
    before: str = ""

    def __post_init__(self) -> None:
        check_field_types(self)


@dataclass(frozen=True, kw_only=True)
class Desk[S: State, E: Read]:
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
    scene: str
    starts: tuple[Start, ...]
    setup: tuple[Input, ...]
    begin: Callable[[Mapping[str, Any]], S]
    read: Callable[[Mapping[str, Any]], S]
    deeds: Deeds[S, E]
    view: Callable[[S, str], View]
    back: Callable[[S, str], Mapping[str, Any]] | None = None
    place: str = "place"
    setting: Setting | None = None
    page: str = ""
    seen: Callable[[Sequence[S]], View] | None = None
    forecast: Forecast[S] | None = None
    harm: Harm[S] | None = None

    def __post_init__(self) -> None:
        check_field_types(self, lambda what, *told: DeclarationError(f"desk: {what}", *told))

    def start(self, name: str) -> Start | None:
        return next((each for each in self.starts if each.id == name), None)
