"""Setting the table: who is there, and where, changed one thing at a time.

A change is plain data whose `set` names it:

    add           sample, count, place    so many of a sample, numbered by themselves
    somebody      place                   somebody unlike all samples, to be changed then
    seat          entries, place          those who are handed over, such as characters of a sheet
    remove        name
    stand         name, place
    entry         name, entry             somebody, as a form has them now
    place         beside                  one place more, beside that one
    way           from, to                a way between two places is drawn, or taken away
    place-entry   name, entry             a place, as a form has it now
    place-remove  name
    rest          called, rest            what the scene is called, and what else its setup asks

Whatever has happened is gone through again on the table as it is set then. Whoever comes once something has
happened joins by an event, which can be taken back like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from rules_py.base.errors import Fault, InputError, listed
from rules_py.base.wording import quoted
from rules_py.dice.incremental import Steps, finished
from rules_py.inputs import Int, Text
from rules_py.tracker.encounter import (
    LONGEST_NAME,
    Replay,
    append_event,
    read_encounter,
    replay,
    replay_incrementally,
)
from rules_py.tracker.roster import free_name, name_faults
from rules_py.tracker.spec import Entry, SetupSpec, TrackerSpec

MOST_AT_ONCE = 9


def apply_change(desk: TrackerSpec[Any, Any], now: Replay[Any], change: Mapping[str, Any]) -> Replay[Any]:
    """The scene with one change to its table.

    Raises InputError, about a field of the change's own (`entry.name`), or about a line of the log that can't
    have happened at a table like that.
    """
    return finished(apply_change_incrementally(desk, now, change))


def apply_change_incrementally(
    desk: TrackerSpec[Any, Any], now: Replay[Any], change: Mapping[str, Any]
) -> Steps[Replay[Any]]:
    """`set_so`, one event of the log after another."""
    assert desk.setup
    table = _Table(desk, desk.setup, now)
    verb = table.verbs.get(str(change.get("set")))
    if verb is None:
        raise InputError.at("set", change.get("set"), listed(table.verbs), code="unknown_change")
    return (yield from verb(change))


def new_encounter(desk: TrackerSpec[Any, Any], entries: Sequence[Entry] = ()) -> Replay[Any]:
    """A new scene at the blank table, with these seated."""
    assert desk.setup
    blank = desk.setup.blank
    now = replay(desk, read_encounter(desk, {"name": blank.title, "start": blank.state}))
    return apply_change(desk, now, {"set": "seat", "entries": entries}) if entries else now


def participant_names(desk: TrackerSpec[Any, Any], now: Replay[Any]) -> list[str]:
    """Everybody who is there now, whenever they came."""
    assert desk.setup
    if not now.encounter.position:  # a view would take longer, and say the same
        return [str(each[desk.setup.name_field]) for each in now.encounter.start[desk.setup.list_field]]
    return [each.name for each in desk.view(now.state, "").combatants]


def split_names(text: Any) -> list[str]:
    """The names of a text that parts them by commas."""
    return [each.strip() for each in str(text or "").split(",") if each.strip()]


class _Table:
    """The table of one scene, and the changes there are."""

    def __init__(self, desk: TrackerSpec[Any, Any], setting: SetupSpec, now: Replay[Any]) -> None:
        self.desk, self.setting, self.now = desk, setting, now
        self.start = dict(now.encounter.start)
        self.entries: list[dict[str, Any]] = [dict(each) for each in self.start[setting.list_field]]
        self.places: list[dict[str, Any]] = (
            [dict(each) for each in self.start[setting.zones_field]] if setting.zones_field else []
        )
        self.verbs: dict[str, Callable[[Mapping[str, Any]], Steps[Replay[Any]]]] = {
            "add": self._add,
            "somebody": self._somebody,
            "seat": self._seat,
            "remove": self._remove,
            "stand": self._stand,
            "entry": self._entry,
            "rest": self._rest,
        }
        if setting.zones_field:
            self.verbs |= {
                "place": self._place,
                "way": self._way,
                "place-entry": self._place_entry,
                "place-remove": self._place_remove,
            }

    # who is there

    def _add(self, change: Mapping[str, Any]) -> Steps[Replay[Any]]:
        sample = self.setting.sample(change.get("sample"))
        many = Int("count", "How many", 1, MOST_AT_ONCE, default=1).parse(change.get("count", 1))
        at = change.get("place") or self._usual_place(-1)
        return self._coming([dict(sample.participant)] * many, at)

    def _somebody(self, change: Mapping[str, Any]) -> Steps[Replay[Any]]:
        return self._coming(
            [dict(self.setting.default_participant or {})], change.get("place") or self._usual_place(-1)
        )

    def _seat(self, change: Mapping[str, Any]) -> Steps[Replay[Any]]:
        """Nobody sits down twice: who is there already stays as they are."""
        there = {*participant_names(self.desk, self.now)}
        entries = [dict(each) for each in change.get("entries", ())]
        new = [each for each in entries if each[self.setting.name_field] not in there]
        if not new:
            names = " and ".join(str(each[self.setting.name_field]) for each in entries) or "Nobody"
            words = f"{names} {'is' if len(entries) == 1 else 'are'} here already."
            raise InputError.at(
                "entries", names, "somebody who isn't here yet", code="here_already", words=words
            )
        return self._coming(new, change.get("place") or self._usual_place(0))

    def _coming(self, entries: Iterable[dict[str, Any]], place: str) -> Steps[Replay[Any]]:
        now, taken = self.now, participant_names(self.desk, self.now)
        joins = self.setting.join_event if now.encounter.position else None
        for each in entries:
            name = free_name(str(each[self.setting.name_field]), taken)
            taken.append(name)
            comer = {**each, self.setting.name_field: name}
            if self.setting.zone_field:
                comer[self.setting.zone_field] = place
            if joins is None:
                self.entries.append(comer)
            else:
                now, came = append_event(self.desk, now, joins(comer))
                if not came.applied:
                    raise InputError.at("entries", name, "", code="refused_event", words=came.sentence)
        return now if joins else (yield from self._set())

    def _usual_place(self, at: int) -> str:
        return str(self.places[at]["name"]) if self.places else ""

    def _remove(self, change: Mapping[str, Any]) -> Steps[Replay[Any]]:
        self.entries.pop(self._at(change))
        return self._set()

    def _stand(self, change: Mapping[str, Any]) -> Steps[Replay[Any]]:
        self.entries[self._at(change)][self.setting.zone_field] = str(change.get("place", ""))
        return self._set()

    def _entry(self, change: Mapping[str, Any]) -> Steps[Replay[Any]]:
        at = self._at(change)
        self.entries[at] |= _record(change, "entry")
        names = [str(each[self.setting.name_field]) for each in self.entries]
        mine = {f"entry.{self.setting.name_field}": names.pop(at)}
        # The setup itself would find fault with whoever of two alike stands later in the list.
        if faults := [*name_faults(names, mine, len(self.entries))]:
            raise InputError(*faults)
        return self._set(self.setting.list_field, at)

    def _at(self, change: Mapping[str, Any]) -> int:
        """Which of the entries is of this name. Raises InputError."""
        return _found([each[self.setting.name_field] for each in self.entries], change.get("name"))

    # where

    def _place(self, change: Mapping[str, Any]) -> Steps[Replay[Any]]:
        taken = {each["name"] for each in self.places}
        name = next(str(number) for number in count(len(taken) + 1) if str(number) not in taken)
        beside = str(change.get("beside") or "")
        self.places.append({"name": name, self.setting.neighbours_field: beside})
        return self._set()

    def _way(self, change: Mapping[str, Any]) -> Steps[Replay[Any]]:
        one, other = (self.places[self._place_at(change, end)] for end in ("from", "to"))
        drawn = False
        for here, there in ((one, other), (other, one)):
            beside = split_names(here.get(self.setting.neighbours_field))
            if there["name"] in beside:
                drawn = True
                beside.remove(there["name"])
                here[self.setting.neighbours_field] = ", ".join(beside)
        if not drawn:
            one[self.setting.neighbours_field] = ", ".join(
                [*split_names(one.get(self.setting.neighbours_field)), other["name"]]
            )
        return self._set()

    def _place_entry(self, change: Mapping[str, Any]) -> Steps[Replay[Any]]:
        at = self._place_at(change, "name")
        before = self.places[at]["name"]
        entry = _record(change, "entry")
        name = str(entry.get("name", before)).strip()
        if not name or "," in name or name in {each["name"] for each in self.places} - {before}:
            words = f"Give this {self.desk.zone_noun} a name of its own, without a comma."
            raise InputError.at("entry.name", name, "a name of its own", code="bad_place_name", words=words)
        self.places[at] |= {**entry, "name": name}
        self._renamed(before, name)
        return self._set(self.setting.zones_field, at)

    def _place_remove(self, change: Mapping[str, Any]) -> Steps[Replay[Any]]:
        at = self._place_at(change, "name")
        gone = self.places[at]["name"]
        standing = [
            each[self.setting.name_field] for each in self.entries if each[self.setting.zone_field] == gone
        ]
        if standing:
            words = f"{' and '.join(standing)} {'stands' if len(standing) == 1 else 'stand'} there."
            raise InputError.at("name", gone, "an empty place", code="place_taken", words=words)
        self.places.pop(at)
        self._renamed(gone, "")
        return self._set()

    def _renamed(self, before: str, name: str) -> None:
        """What stood there, and what names it as lying beside, follows the name; "" takes it away."""
        for each in self.places:
            beside = split_names(each.get(self.setting.neighbours_field))
            if before in beside:
                named = (name if other == before else other for other in beside)
                each[self.setting.neighbours_field] = ", ".join(filter(None, named))
        for entry in self.entries:
            if entry[self.setting.zone_field] == before:
                entry[self.setting.zone_field] = name

    def _place_at(self, change: Mapping[str, Any], field: str) -> int:
        return _found([each["name"] for each in self.places], change.get(field))

    # the rest

    def _rest(self, change: Mapping[str, Any]) -> Steps[Replay[Any]]:
        called = Text("called", "Name", longest=LONGEST_NAME).parse(
            change.get("called", self.now.encounter.name)
        )
        self.start |= _record(change, "rest")
        scene = replace(self.now.encounter, name=called.strip() or self.now.encounter.name)
        return self._set(scene=scene)

    def _set(self, which: str = "", at: int = 0, *, scene: Any = None) -> Steps[Replay[Any]]:
        """The scene at the table as it is set now. What is wrong with the entry at this place of a list is
        told of the change's `entry`.
        """
        start = {**self.start, self.setting.list_field: self.entries}
        if self.setting.zones_field:
            start[self.setting.zones_field] = self.places
        data = {**(scene or self.now.encounter).to_json(), "start": start}
        try:
            return (yield from replay_incrementally(self.desk, read_encounter(self.desk, data), self.now))
        except InputError as error:
            own = f"start.{which}.{at}."
            raise InputError(*(_about_the_entry(each, own) for each in error.faults)) from error


def _record(change: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """What a form of a change holds. Raises InputError."""
    found = change.get(name) or {}
    if not isinstance(found, Mapping):
        raise InputError.at(name, found, "a mapping", code="bad_request")
    return found


def _about_the_entry(fault: Fault, own: str) -> Fault:
    if not fault.field.startswith(own):
        return fault
    return replace(fault, field=f"entry.{fault.field.removeprefix(own)}")


def _found(names: Sequence[str], name: Any) -> int:
    if name not in names:
        words = f"There is no {quoted(str(name or ''))} on this table."
        raise InputError.at("name", name, listed(names), code="unknown_name", words=words)
    return names.index(name)
