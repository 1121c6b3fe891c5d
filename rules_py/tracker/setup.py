"""Change the setup of an encounter, one thing at a time.

A change is plain data whose `set` names it:

    add           sample, count, place    several of a sample, numbered automatically
    somebody      place                   a participant to be edited
    seat          entries, place          ready-made participants, such as characters of a sheet, under the
                                          encounter's house rules
    remove        name
    stand         name, place             move a participant
    entry         name, entry             edit a participant
    place         beside                  another zone, adjacent to that one
    way           from, to                connect two zones, or separate them
    place-entry   name, entry             edit a zone
    place-remove  name
    rest          called, rest            the name of the encounter, and the other inputs of its setup
    house         house                   the table's house rules, {name: value}; those of the book if empty

The log is then replayed from the changed start. Until it has an event, an encounter that no one has named is
named after its participants. Someone who comes after the first event joins by an event,
which can be undone like any other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from rules_py.base.errors import Fault, InputError, join_or
from rules_py.base.wording import join_words, quote
from rules_py.dice.incremental import Incremental, run_to_completion
from rules_py.inputs import Int, Text
from rules_py.tracker.encounter import (
    MAX_NAME_CHARS,
    Encounter,
    Replay,
    append_event,
    from_preset_under,
    read_encounter,
    replay,
    replay_incrementally,
)
from rules_py.tracker.roster import free_name, name_faults
from rules_py.tracker.spec import HOUSE, Entry, SetupSpec, TrackerSpec

MAX_AT_ONCE = 9


def apply_change(tracker: TrackerSpec[Any], now: Replay[Any], change: Mapping[str, Any]) -> Replay[Any]:
    """Return the encounter with one change to its setup.

    Raises InputError about a field of the change, such as `entry.name`, or about a line of the log that can't
    happen after the change.
    """
    return run_to_completion(apply_change_incrementally(tracker, now, change))


def apply_change_incrementally(
    tracker: TrackerSpec[Any], now: Replay[Any], change: Mapping[str, Any]
) -> Incremental[Replay[Any]]:
    """Apply a change, replaying one event at a time."""
    assert tracker.setup
    editor = _SetupEditor(tracker, tracker.setup, now)
    apply = editor.changes.get(str(change.get("set")))
    if apply is None:
        raise InputError.at("set", change.get("set"), join_or(editor.changes), code="unknown_change")
    changed = yield from apply(change)
    return _with_name(tracker.setup, now.encounter, changed)


def new_encounter(
    tracker: TrackerSpec[Any], entries: Sequence[Entry] = (), house: Mapping[str, Any] | None = None
) -> Replay[Any]:
    """Return a new encounter with the blank setup, these participants and the house rules of a table."""
    assert tracker.setup
    blank = from_preset_under(tracker, tracker.setup.blank, house or {})
    now = replay(tracker, read_encounter(tracker, blank.to_json()))
    return apply_change(tracker, now, {"set": "seat", "entries": entries}) if entries else now


NAMED_PER_SIDE = 2
"""The participants of each side in the name of an encounter; the others are counted."""


def _with_name(setup: SetupSpec, before: Encounter, now: Replay[Any]) -> Replay[Any]:
    """Return the encounter named after its participants, unless it has been played or named."""
    name = re.sub(NUMBERED, "", now.encounter.name)
    if now.encounter.position or name not in (setup.blank.title, _participants(setup, before)):
        return now
    named = _participants(setup, now.encounter) or setup.blank.title
    return now if named == name else replace(now, encounter=replace(now.encounter, name=named))


NUMBERED = re.compile(r" \(\d+\)$")
"""The number that the page adds to a name already taken."""


def _participants(setup: SetupSpec, encounter: Encounter) -> str:
    """Return the names of the first participants of each side: `Odile, Bram v Thug, Archer +2`."""
    sides: dict[Any, list[str]] = {}
    for entry in encounter.start[setup.list_field]:
        sides.setdefault(entry.get(setup.side_field), []).append(str(entry[setup.name_field]))
    names = (
        ", ".join(names[:NAMED_PER_SIDE])
        + (f" +{len(names) - NAMED_PER_SIDE}" if len(names) > NAMED_PER_SIDE else "")
        for names in sides.values()
    )
    return " v ".join(names)[:MAX_NAME_CHARS].rstrip()


def participant_names(tracker: TrackerSpec[Any], now: Replay[Any]) -> list[str]:
    """Return the names of all current participants."""
    assert tracker.setup
    if not now.encounter.position:  # the view has the same names, but is slower
        return [str(each[tracker.setup.name_field]) for each in now.encounter.start[tracker.setup.list_field]]
    return [each.name for each in tracker.view(now.state, "").combatants]


def split_names(text: Any) -> list[str]:
    """Return the names in a text, separated by commas."""
    return [each.strip() for each in str(text or "").split(",") if each.strip()]


class _SetupEditor:
    """The setup of one encounter, and the changes to it."""

    def __init__(self, tracker: TrackerSpec[Any], spec: SetupSpec, now: Replay[Any]) -> None:
        self.tracker, self.spec, self.now = tracker, spec, now
        self.start = dict(now.encounter.start)
        self.entries: list[dict[str, Any]] = [dict(each) for each in self.start[spec.list_field]]
        self.zones: list[dict[str, Any]] = (
            [dict(each) for each in self.start[spec.zones_field]] if spec.zones_field else []
        )
        self.changes: dict[str, Callable[[Mapping[str, Any]], Incremental[Replay[Any]]]] = {
            "add": self._add,
            "somebody": self._add_default,
            "seat": self._add_ready_made,
            "remove": self._remove,
            "stand": self._stand,
            "entry": self._entry,
            "rest": self._rest,
            HOUSE: self._house,
        }
        if spec.zones_field:
            self.changes |= {
                "place": self._place,
                "way": self._way,
                "place-entry": self._place_entry,
                "place-remove": self._place_remove,
            }

    def _add(self, change: Mapping[str, Any]) -> Incremental[Replay[Any]]:
        sample = self.spec.sample(change.get("sample"))
        many = Int("count", "How many", 1, MAX_AT_ONCE, default=1).parse(change.get("count", 1))
        at = change.get("place") or self._default_zone(-1)
        return self._add_all(self._by_own_rules([sample.participant] * many), at)

    def _add_default(self, change: Mapping[str, Any]) -> Incremental[Replay[Any]]:
        default_participants = self._by_own_rules([self.spec.default_participant or {}])
        return self._add_all(default_participants, change.get("place") or self._default_zone(-1))

    def _add_ready_made(self, change: Mapping[str, Any]) -> Incremental[Replay[Any]]:
        """Add participants. Those already there are left unchanged."""
        there = {*participant_names(self.tracker, self.now)}
        entries = [dict(each) for each in change.get("entries", ())]
        new = [each for each in entries if each[self.spec.name_field] not in there]
        if not new:
            names = join_words((str(each[self.spec.name_field]) for each in entries), conjunction="and")
            words = f"{names} {'is' if len(entries) == 1 else 'are'} already here."
            words = words if entries else "Choose someone to add."
            raise InputError.at(
                "entries", names, "someone who isn't here yet", code="here_already", message=words
            )
        return self._add_all(new, change.get("place") or self._default_zone(0))

    def _by_own_rules(self, participants: Iterable[Entry]) -> list[dict[str, Any]]:
        """Return participants of the book under the encounter's house rules."""
        return self.tracker.participants_under(self.start.get(HOUSE), participants)

    def _add_all(self, entries: Iterable[dict[str, Any]], place: str) -> Incremental[Replay[Any]]:
        now, used = self.now, participant_names(self.tracker, self.now)
        joins = self.spec.join_event if now.encounter.position else None
        for each in entries:
            name = free_name(str(each[self.spec.name_field]), used)
            used.append(name)
            newcomer = {**each, self.spec.name_field: name}
            if self.spec.zone_field:
                newcomer[self.spec.zone_field] = place
            if joins is None:
                self.entries.append(newcomer)
            else:
                now, result = append_event(self.tracker, now, joins(newcomer))
                if not result.applied:
                    raise InputError.at("entries", name, "", code="refused_event", message=result.sentence)
        return now if joins else (yield from self._set())

    def _default_zone(self, at: int) -> str:
        return str(self.zones[at]["name"]) if self.zones else ""

    def _remove(self, change: Mapping[str, Any]) -> Incremental[Replay[Any]]:
        self.entries.pop(self._at(change))
        return self._set()

    def _stand(self, change: Mapping[str, Any]) -> Incremental[Replay[Any]]:
        self.entries[self._at(change)][self.spec.zone_field] = str(change.get("place", ""))
        return self._set()

    def _entry(self, change: Mapping[str, Any]) -> Incremental[Replay[Any]]:
        at = self._at(change)
        self.entries[at] |= _record(change, "entry")
        names = [str(each[self.spec.name_field]) for each in self.entries]
        own_name = {f"entry.{self.spec.name_field}": names.pop(at)}
        # Report a duplicate name for this entry, even if it is the first of the two in the list.
        if faults := [*name_faults(names, own_name, len(self.entries))]:
            raise InputError(*faults)
        return self._set(self.spec.list_field, at)

    def _at(self, change: Mapping[str, Any]) -> int:
        """Return the index of the participant with this name. Raises InputError."""
        return _index_of([each[self.spec.name_field] for each in self.entries], change.get("name"))

    def _place(self, change: Mapping[str, Any]) -> Incremental[Replay[Any]]:
        used = {each["name"] for each in self.zones}
        name = next(str(number) for number in count(len(used) + 1) if str(number) not in used)
        beside = str(change.get("beside") or "")
        self.zones.append({"name": name, self.spec.neighbours_field: beside})
        return self._set()

    def _way(self, change: Mapping[str, Any]) -> Incremental[Replay[Any]]:
        one, other = (self.zones[self._zone_index(change, end)] for end in ("from", "to"))
        drawn = False
        for here, there in ((one, other), (other, one)):
            beside = split_names(here.get(self.spec.neighbours_field))
            if there["name"] in beside:
                drawn = True
                beside.remove(there["name"])
                here[self.spec.neighbours_field] = ", ".join(beside)
        if not drawn:
            one[self.spec.neighbours_field] = ", ".join(
                [*split_names(one.get(self.spec.neighbours_field)), other["name"]]
            )
        return self._set()

    def _place_entry(self, change: Mapping[str, Any]) -> Incremental[Replay[Any]]:
        at = self._zone_index(change, "name")
        before = self.zones[at]["name"]
        entry = _record(change, "entry")
        name = str(entry.get("name", before)).strip()
        if not name or "," in name or name in {each["name"] for each in self.zones} - {before}:
            words = f"Give this {self.tracker.zone_noun} a unique name without commas."
            raise InputError.at(
                "entry.name", name, "a unique name without commas", code="bad_place_name", message=words
            )
        self.zones[at] |= {**entry, "name": name}
        self._rename_zone(before, name)
        return self._set(self.spec.zones_field, at)

    def _place_remove(self, change: Mapping[str, Any]) -> Incremental[Replay[Any]]:
        at = self._zone_index(change, "name")
        zone_name = self.zones[at]["name"]
        occupants = [
            each[self.spec.name_field] for each in self.entries if each[self.spec.zone_field] == zone_name
        ]
        if occupants:
            who = join_words(occupants, conjunction="and")
            words = f"{who} {'is' if len(occupants) == 1 else 'are'} there. Move them first."
            raise InputError.at("name", zone_name, "an empty place", code="place_taken", message=words)
        self.zones.pop(at)
        self._rename_zone(zone_name, "")
        return self._set()

    def _rename_zone(self, before: str, name: str) -> None:
        """Update participants and neighbours after a zone was renamed, or removed if the name is ""."""
        for each in self.zones:
            beside = split_names(each.get(self.spec.neighbours_field))
            if before in beside:
                named = (name if other == before else other for other in beside)
                each[self.spec.neighbours_field] = ", ".join(filter(None, named))
        for entry in self.entries:
            if entry[self.spec.zone_field] == before:
                entry[self.spec.zone_field] = name

    def _zone_index(self, change: Mapping[str, Any], field: str) -> int:
        return _index_of([each["name"] for each in self.zones], change.get(field))

    def _rest(self, change: Mapping[str, Any]) -> Incremental[Replay[Any]]:
        called = Text("called", "Name", longest=MAX_NAME_CHARS).parse(
            change.get("called", self.now.encounter.name)
        )
        self.start |= _record(change, "rest")
        scene = replace(self.now.encounter, name=called.strip() or self.now.encounter.name)
        return self._set(scene=scene)

    def _house(self, change: Mapping[str, Any]) -> Incremental[Replay[Any]]:
        before, self.start[HOUSE] = self.start.get(HOUSE), _record(change, HOUSE)
        self.entries = self.tracker.participants_under(self.start[HOUSE], self.entries, before)
        try:
            return (yield from self._replay())
        except InputError as error:
            raise self._other_rules(error) if error.where else error from error

    def _other_rules(self, error: InputError) -> InputError:
        """Return the error about an event of the log that is impossible under other house rules."""
        noun, line = self.tracker.encounter_noun, 1 + int(error.field.split(".")[1])
        words = (
            f"This {noun} can’t use these rules: line {line} of its log wouldn’t be possible. "
            f"{error.user_message.removeprefix(error.where)} Start a new {noun} to play by them."
        )
        return InputError.at(error.field, error.value, error.expected, code="refused_event", message=words)

    def _set(self, which: str = "", at: int = 0, *, scene: Any = None) -> Incremental[Replay[Any]]:
        """Return the encounter with the current setup.

        Faults of the entry at this position of a list are reported for the change's `entry`, and those of the
        log with their line.
        """
        try:
            return (yield from self._replay(scene))
        except InputError as error:
            own = f"start.{which}.{at}."
            raise InputError(*(_for_entry(each, own, error.where) for each in error.faults)) from error

    def _replay(self, scene: Any = None) -> Incremental[Replay[Any]]:
        start = {**self.start, self.spec.list_field: self.entries}
        if self.spec.zones_field:
            start[self.spec.zones_field] = self.zones
        data = {**(scene or self.now.encounter).to_json(), "start": start}
        return replay_incrementally(self.tracker, read_encounter(self.tracker, data), self.now)


def _record(change: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Return the values of a form in a change. Raises InputError."""
    record = change.get(name) or {}
    if not isinstance(record, Mapping):
        raise InputError.at(name, record, "a mapping", code="bad_request")
    return record


def _for_entry(fault: Fault, own: str, where: str) -> Fault:
    if where:
        return replace(fault, message=f"{where}{fault.user_message}")
    if not fault.field.startswith(own):
        return fault
    return replace(fault, field=f"entry.{fault.field.removeprefix(own)}")


def _index_of(names: Sequence[str], name: Any) -> int:
    if name not in names:
        words = f"{quote(str(name))} isn’t here." if name else "Choose someone."
        raise InputError.at("name", name, join_or(names), code="unknown_name", message=words)
    return names.index(name)
