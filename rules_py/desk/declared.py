"""The declaration of a game's desk: how a scene begins, what may be done at it, and what there is to see."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from rules_py.desk.deeds import Deeds, Read
from rules_py.desk.shown import View
from rules_py.inputs import Input


class State(Protocol):
    """What a desk's state is: any immutable value that can be given as plain data."""

    def to_json(self) -> Mapping[str, Any]: ...


@dataclass(frozen=True)
class Start:
    """A scene to begin with. `state` is plain data, as the desk's `setup` inputs read it."""

    id: str
    title: str
    state: Mapping[str, Any]


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
    seat      `seat(sheet) -> part of a start`: a character of the game's sheet as an entry of the setup's
              list
    seats     the name of that list, empty where sheets can't be seated
    back      `back(state, name) -> fields of a sheet`: what the scene has changed of that character, to
              be put back on the sheet they were seated from
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
    seat: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None
    seats: str = ""
    back: Callable[[S, str], Mapping[str, Any]] | None = None
    place: str = "place"

    def start(self, name: str) -> Start | None:
        return next((each for each in self.starts if each.id == name), None)
