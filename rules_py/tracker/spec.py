"""The declarations by which a game gets an encounter tracker."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rules_py.base.errors import DeclarationError, InputError, join_or
from rules_py.base.type_check import check_field_types
from rules_py.calculators.house_rules import Option, Values, all_values
from rules_py.inputs import Input
from rules_py.tracker.actions import Actions
from rules_py.tracker.forecast import ForecastSpec
from rules_py.tracker.view import View

HOUSE = "house"
"""The key of a start with the house rules of its table, besides the inputs of its setup."""

Entry = Mapping[str, Any]
"""A participant or a zone of the setup, as plain data."""


class State(Protocol):
    """An immutable state that can be converted to plain data."""

    def to_json(self) -> Mapping[str, Any]: ...


@dataclass(frozen=True)
class Preset:
    """A ready-made encounter. `state` is plain data for the tracker's `setup_inputs`."""

    id: str
    title: str
    state: Mapping[str, Any]

    def __post_init__(self) -> None:
        check_field_types(self)


@dataclass(frozen=True)
class Sample:
    """A ready-made participant. `id` is that of their entry in the game's reference list."""

    id: str
    title: str
    note: str
    participant: Entry

    def __post_init__(self) -> None:
        check_field_types(self)


@dataclass(frozen=True, kw_only=True)
class SetupSpec:
    """The setup of an encounter by readers.

    list_field           the setup's list of participants
    name_field           the field of a participant that identifies them
    zone_field           the field for their zone, or "" without zones
    side_field           the field for their side, or "" without sides
    blank                the empty setup
    samples              ready-made participants, described by the reference list `reference_list`
    default_participant  the initial values of any other participant
    join_event           `join_event(participant)` returns the event by which they join later
    zones_field          the setup's list of zones, or "" without zones; each zone has a `name`
    neighbours_field     the field of a zone that lists adjacent zones, separated by commas
    to_participant       `to_participant(sheet)` returns a character of the game's sheet as a participant
    party                `party(state)` returns the participants to take into the next encounter, in their
                         current condition
    under_house_rules    `under_house_rules(participant, house, before)` returns a participant, set up under
                         the house rules `before`, under others; both have the value of each option
    """

    list_field: str
    blank: Preset
    name_field: str = "name"
    zone_field: str = "place"
    side_field: str = "side"
    samples: tuple[Sample, ...] = ()
    default_participant: Entry | None = None
    reference_list: str = ""
    join_event: Callable[[Entry], Mapping[str, Any]] | None = None
    zones_field: str = ""
    neighbours_field: str = "beside"
    to_participant: Callable[[Entry], Entry] | None = None
    party: Callable[[Any], Iterable[Entry]] | None = None
    under_house_rules: Callable[[Entry, Values, Values], Entry] | None = None

    def __post_init__(self) -> None:
        check_field_types(self)

    def sample(self, id: Any) -> Sample:
        """Return the sample with this id. Raises InputError."""
        sample = next((each for each in self.samples if each.id == id), None)
        if sample is None:
            known = join_or(each.id for each in self.samples)
            raise InputError.at("sample", id, known, code="unknown_sample", message="Choose who to add.")
        return sample


@dataclass(frozen=True)
class DamageTable[S]:
    """A table of the damage that each participant took, round by round.

    title          the heading of the table, such as `Hits by round`
    round          `round(state)` returns the number of the round
    damage         `damage(before, after)` returns the damage that one event did, by name
    round_0_label  the label of a round before the first, such as `Surprise`
    """

    title: str
    round: Callable[[S], int]
    damage: Callable[[S, S], Mapping[str, int]]
    round_0_label: str = ""

    def __post_init__(self) -> None:
        check_field_types(self)


@dataclass(frozen=True, kw_only=True)
class TrackerSpec[S: State]:
    """The declaration of a tracker. `S` is the game's state.

    version          raised when the saved form of setups or events changes
    intro            one sentence on what the tracker is for
    encounter_noun   a word for an encounter, such as `fight`
    zone_noun        a word for a part of the map, such as `zone`
    presets          ready-made encounters; the first one is shown first
    setup_inputs     the inputs of a setup
    begin            `begin(setup)` returns the initial state; raises InputError if it can't be played. With
                     `options`, `setup["house"]` has the value of each
    read             `read(data)` returns the state of plain data from `to_json`; raises InputError
    actions          everything that participants can do
    view             `view(state, turn)` returns the view; `turn` names the participant whose options it
                     shows, "" for the next one
    export_to_sheet  `export_to_sheet(state, name)` returns the changed fields of a character's sheet
    setup            how readers set up an encounter
    page             the address of the tracker in its book, such as `fight-desk/`
    player_view      `player_view(states)` returns what players may see, from all states so far
    forecast         the chances of each side if no one changes tactics
    damage_table     the damage to each participant by round
    options          the game's house rules that reach an encounter; it is saved with their values
    """

    version: int
    intro: str
    encounter_noun: str
    presets: tuple[Preset, ...]
    setup_inputs: tuple[Input, ...]
    begin: Callable[[Mapping[str, Any]], S]
    read: Callable[[Mapping[str, Any]], S]
    actions: Actions[S]
    view: Callable[[S, str], View]
    export_to_sheet: Callable[[S, str], Mapping[str, Any]] | None = None
    zone_noun: str = "place"
    setup: SetupSpec | None = None
    page: str = ""
    player_view: Callable[[Sequence[S]], View] | None = None
    forecast: ForecastSpec[S] | None = None
    damage_table: DamageTable[S] | None = None
    options: tuple[Option, ...] = ()

    def __post_init__(self) -> None:
        check_field_types(self, lambda field, *more: DeclarationError(f"tracker: {field}", *more))

    def initial_state(self, start: Mapping[str, Any]) -> S:
        """Return the state in which an encounter with this start begins. Raises InputError as `begin`."""
        if not self.options:
            return self.begin(start)
        return self.begin({**start, HOUSE: all_values(self.options, start.get(HOUSE))})

    def participants_under(
        self, house: Any, participants: Iterable[Entry], before: Any = None
    ) -> list[dict[str, Any]]:
        """Return participants, set up under the house rules `before` or by the book, under others."""
        change = self.setup.under_house_rules if self.setup else None
        values, values_before = (all_values(self.options, each) for each in (house, before))
        return [dict(change(each, values, values_before) if change else each) for each in participants]

    def preset(self, id: str) -> Preset | None:
        return next((preset for preset in self.presets if preset.id == id), None)
