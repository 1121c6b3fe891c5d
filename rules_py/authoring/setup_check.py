"""Check the setup of a game's tracker: its names, its presets, and everyone who can be added."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules_py.authoring.view_check import check_view
from rules_py.base.errors import DeclarationError, InputError, format_missing, join_or
from rules_py.inputs import ListOf, Record
from rules_py.systems.game import Game
from rules_py.tracker import (
    Preset,
    Replay,
    Sample,
    SetupSpec,
    TrackerSpec,
    apply_change,
    new_encounter,
    participant_names,
)
from rules_py.tracker.spec import Entry


def check_ids(about: str, declared: Iterable[Preset | Sample]) -> Iterator[DeclarationError]:
    """Yield an error if presets or samples share an id."""
    ids = [each.id for each in declared]
    if duplicates := sorted({each for each in ids if ids.count(each) > 1}):
        yield DeclarationError(f"{about}: id", duplicates, "each id only once")


def check_preset(game: Game, about: str, preset: Preset) -> Iterator[DeclarationError]:
    """Yield what is wrong with a preset, or with the view of its initial state."""
    assert game.tracker
    try:
        state = game.tracker.initial_state(Record(fields=game.tracker.setup_inputs).parse(preset.state))
        yield from check_view(game, about, game.tracker.view(state, ""))
    except InputError as error:
        yield _to_declaration_error(about, error, r"start\.")


def check_setup(
    game: Game, tracker: TrackerSpec[Any], setup: SetupSpec, played: Replay[Any] | None
) -> Iterator[DeclarationError]:
    """Yield what is wrong with the setup. Someone also joins `played`, an encounter with an event."""
    about = f"tracker of {game.id}: setup"
    lists = {
        each.name: (each.most, [field.name for field in each.item.fields])
        for each in tracker.setup_inputs
        if isinstance(each, ListOf) and isinstance(each.item, Record)
    }
    faults = [*_check_names(about, setup, {name: fields for name, (_, fields) in lists.items()})]
    faults += check_preset(game, f"{about}: blank {setup.blank.id}", setup.blank)
    if faults:  # no one can be added
        yield from faults
        return
    yield from check_ids(f"{about}: samples", setup.samples)
    yield from _check_reference_list(game, about, setup)
    if played and setup.party:
        yield from _check_party(f"{about}: party", tracker, setup, setup.party(played.state))
    if played and len(participant_names(tracker, played)) >= lists[setup.list_field][0]:
        played = None
    for subject, participant, change in _newcomers(about, setup):
        if fault := _name_fault(subject, setup, participant):
            yield fault
            continue
        try:
            joined = apply_change(tracker, new_encounter(tracker), change)
            yield from check_view(game, subject, tracker.view(joined.state, ""))
        except InputError as error:
            yield _to_declaration_error(subject, error, rf"start\.({setup.list_field}\.\d+\.)?")
            continue
        if played and setup.join_event:
            event = setup.join_event({**participant, **({setup.zone_field: ""} if setup.zone_field else {})})
            yield from _check_join_event(f"{about}: join_event", tracker, event, played, change)
            played = None  # every newcomer joins by the same event


def _check_names(about: str, setup: SetupSpec, lists: Mapping[str, list[str]]) -> Iterator[DeclarationError]:
    """Yield an error for each list or field that `setup` names but the inputs of the setup don't have.

    `lists` has the names of the fields of each list.
    """
    for field, list_name in {"list_field": setup.list_field, "zones_field": setup.zones_field}.items():
        if list_name not in lists and (list_name or field == "list_field"):
            yield DeclarationError(f"{about}: {field}", list_name, join_or(lists), kind="list")
    participant = lists.get(setup.list_field)
    optional = {"name_field": False, "side_field": True, "zone_field": setup.zones_field not in lists}
    for field, may_be_empty in optional.items() if participant else ():
        yield from _check_field(f"{about}: {field}", getattr(setup, field), participant or [], may_be_empty)
    if zone := lists.get(setup.zones_field):
        yield from _check_field(f"{about}: neighbours_field", setup.neighbours_field, zone)
        yield from _check_field(f"{about}: zones_field {setup.zones_field!r}", "name", zone)


def _check_field(
    subject: str, name: str, fields: list[str], may_be_empty: bool = False
) -> Iterator[DeclarationError]:
    if name not in fields and (name or not may_be_empty):
        known = join_or([*fields, *(['""'] if may_be_empty else [])])
        yield DeclarationError(subject, name, known, kind="field")


def _check_reference_list(game: Game, about: str, setup: SetupSpec) -> Iterator[DeclarationError]:
    """Yield an error unless the reference list exists and has an entry for each sample."""
    if not setup.reference_list:
        return
    reference = game.reference(setup.reference_list)
    if reference is None:
        known = join_or(each.name for each in game.references)
        yield DeclarationError(about, setup.reference_list, known, kind="reference list")
        return
    ids = [each.id for each in reference.entries]
    for sample in setup.samples:
        if sample.id not in ids:
            subject = f"{about}: sample {sample.id}: reference list {reference.name!r}"
            yield DeclarationError(subject, sample.id, join_or(ids), kind="entry")


def _newcomers(about: str, setup: SetupSpec) -> Iterator[tuple[str, Entry, Mapping[str, Any]]]:
    """Yield each participant that readers can add: its place in a message, and the change that adds it."""
    for sample in setup.samples:
        yield f"{about}: sample {sample.id}", sample.participant, {"set": "add", "sample": sample.id}
    if setup.default_participant is not None:
        yield f"{about}: default_participant", setup.default_participant, {"set": "somebody"}


def _name_fault(subject: str, setup: SetupSpec, participant: Entry) -> DeclarationError | None:
    if setup.name_field in participant:
        return None
    message = format_missing("participant", setup.name_field, "a name")
    return DeclarationError(subject, participant, "", message=message)


def _check_party(
    subject: str, tracker: TrackerSpec[Any], setup: SetupSpec, party: Iterable[Entry]
) -> Iterator[DeclarationError]:
    """Yield an error unless the next encounter can begin with the party."""
    participants = [*party]
    if faults := [fault for each in participants if (fault := _name_fault(subject, setup, each))]:
        yield faults[0]
        return
    try:
        new_encounter(tracker, participants)
    except InputError as error:
        yield _to_declaration_error(subject, error, rf"start\.({setup.list_field}\.\d+\.)?")


def _check_join_event(
    subject: str, tracker: TrackerSpec[Any], event: Any, played: Replay[Any], change: Mapping[str, Any]
) -> Iterator[DeclarationError]:
    """Yield an error unless someone can join an encounter by the event."""
    actions = [each.id for each in tracker.actions]
    if not isinstance(event, Mapping):
        yield DeclarationError(subject, event, 'a function that returns an event {"do": "…", …}')
    elif event.get("do") not in actions:
        yield DeclarationError(f"{subject}: do", event.get("do"), join_or(actions), kind="action")
    else:
        try:
            apply_change(tracker, played, change)
        except InputError as error:
            yield _to_declaration_error(subject, error)


def _to_declaration_error(about: str, error: InputError, prefix: str = "") -> DeclarationError:
    """Return the first fault as an error of the declaration, its field without a prefix."""
    fault = replace(error.faults[0], field=re.sub(f"^{prefix}", "", error.field))
    return DeclarationError(about, error.value, error.expected, message=str(fault))
