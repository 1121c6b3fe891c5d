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
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING, Any

from rules_py.base.errors import Fault, InputError, join_or
from rules_py.base.type_check import check_field_types
from rules_py.base.wording import quoted
from rules_py.dice.incremental import Incremental, run_to_completion
from rules_py.inputs import Int, Text
from rules_py.tracker.encounter import LONGEST_NAME, Played, happened, played, playing, read_scene
from rules_py.tracker.roster import free_name, name_faults

if TYPE_CHECKING:
    from rules_py.tracker.spec import Desk, Start

Entry = Mapping[str, Any]
"""Somebody of the setup's list of seats, or a place of its list of places, as plain data."""

MOST_AT_ONCE = 9


@dataclass(frozen=True)
class Sample:
    """Somebody ready to be put on the table: `id` is that of their entry in the game's reference list."""

    id: str
    title: str
    note: str
    seat: Entry

    def __post_init__(self) -> None:
        check_field_types(self)


@dataclass(frozen=True, kw_only=True)
class Setting:
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

    seats: str
    blank: Start
    name: str = "name"
    place: str = "place"
    samples: tuple[Sample, ...] = ()
    somebody: Entry | None = None
    listed: str = ""
    join: Callable[[Entry], Mapping[str, Any]] | None = None
    places: str = ""
    beside: str = "beside"
    seat: Callable[[Entry], Entry] | None = None
    party: Callable[[Any], Iterable[Entry]] | None = None

    def __post_init__(self) -> None:
        check_field_types(self)

    def sample(self, id: Any) -> Sample:
        """The sample of this id. Raises InputError."""
        found = next((each for each in self.samples if each.id == id), None)
        if found is None:
            known = join_or(each.id for each in self.samples)
            raise InputError.at("sample", id, known, code="unknown_sample", message="Choose who comes.")
        return found


def set_so(desk: Desk[Any, Any], now: Played[Any], change: Mapping[str, Any]) -> Played[Any]:
    """The scene with one change to its table.

    Raises InputError, about a field of the change's own (`entry.name`), or about a line of the log that can't
    have happened at a table like that.
    """
    return run_to_completion(setting_so(desk, now, change))


def setting_so(desk: Desk[Any, Any], now: Played[Any], change: Mapping[str, Any]) -> Incremental[Played[Any]]:
    """`set_so`, one event of the log after another."""
    assert desk.setting
    table = _Table(desk, desk.setting, now)
    verb = table.verbs.get(str(change.get("set")))
    if verb is None:
        raise InputError.at("set", change.get("set"), join_or(table.verbs), code="unknown_change")
    return (yield from verb(change))


def fresh(desk: Desk[Any, Any], entries: Sequence[Entry] = ()) -> Played[Any]:
    """A new scene at the blank table, with these seated."""
    assert desk.setting
    blank = desk.setting.blank
    now = played(desk, read_scene(desk, {"name": blank.title, "start": blank.state}))
    return set_so(desk, now, {"set": "seat", "entries": entries}) if entries else now


def names_at(desk: Desk[Any, Any], now: Played[Any]) -> list[str]:
    """Everybody who is there now, whenever they came."""
    assert desk.setting
    if not now.scene.at:  # a view would take longer, and say the same
        return [str(each[desk.setting.name]) for each in now.scene.start[desk.setting.seats]]
    return [each.name for each in desk.view(now.state, "").pieces]


def parted(text: Any) -> list[str]:
    """The names of a text that parts them by commas."""
    return [each.strip() for each in str(text or "").split(",") if each.strip()]


class _Table:
    """The table of one scene, and the changes there are."""

    def __init__(self, desk: Desk[Any, Any], setting: Setting, now: Played[Any]) -> None:
        self.desk, self.setting, self.now = desk, setting, now
        self.start = dict(now.scene.start)
        self.entries: list[dict[str, Any]] = [dict(each) for each in self.start[setting.seats]]
        self.places: list[dict[str, Any]] = (
            [dict(each) for each in self.start[setting.places]] if setting.places else []
        )
        self.verbs: dict[str, Callable[[Mapping[str, Any]], Incremental[Played[Any]]]] = {
            "add": self._add,
            "somebody": self._somebody,
            "seat": self._seat,
            "remove": self._remove,
            "stand": self._stand,
            "entry": self._entry,
            "rest": self._rest,
        }
        if setting.places:
            self.verbs |= {
                "place": self._place,
                "way": self._way,
                "place-entry": self._place_entry,
                "place-remove": self._place_remove,
            }

    # who is there

    def _add(self, change: Mapping[str, Any]) -> Incremental[Played[Any]]:
        sample = self.setting.sample(change.get("sample"))
        many = Int("count", "How many", 1, MOST_AT_ONCE, default=1).parse(change.get("count", 1))
        at = change.get("place") or self._usual_place(-1)
        return self._coming([dict(sample.seat)] * many, at)

    def _somebody(self, change: Mapping[str, Any]) -> Incremental[Played[Any]]:
        return self._coming([dict(self.setting.somebody or {})], change.get("place") or self._usual_place(-1))

    def _seat(self, change: Mapping[str, Any]) -> Incremental[Played[Any]]:
        """Nobody sits down twice: who is there already stays as they are."""
        there = {*names_at(self.desk, self.now)}
        entries = [dict(each) for each in change.get("entries", ())]
        new = [each for each in entries if each[self.setting.name] not in there]
        if not new:
            names = " and ".join(str(each[self.setting.name]) for each in entries) or "Nobody"
            words = f"{names} {'is' if len(entries) == 1 else 'are'} here already."
            raise InputError.at(
                "entries", names, "somebody who isn't here yet", code="here_already", message=words
            )
        return self._coming(new, change.get("place") or self._usual_place(0))

    def _coming(self, entries: Iterable[dict[str, Any]], place: str) -> Incremental[Played[Any]]:
        now, taken = self.now, names_at(self.desk, self.now)
        joins = self.setting.join if now.scene.at else None
        for each in entries:
            name = free_name(str(each[self.setting.name]), taken)
            taken.append(name)
            comer = {**each, self.setting.name: name}
            if self.setting.place:
                comer[self.setting.place] = place
            if joins is None:
                self.entries.append(comer)
            else:
                now, came = happened(self.desk, now, joins(comer))
                if not came.applied:
                    raise InputError.at("entries", name, "", code="refused_event", message=came.sentence)
        return now if joins else (yield from self._set())

    def _usual_place(self, at: int) -> str:
        return str(self.places[at]["name"]) if self.places else ""

    def _remove(self, change: Mapping[str, Any]) -> Incremental[Played[Any]]:
        self.entries.pop(self._at(change))
        return self._set()

    def _stand(self, change: Mapping[str, Any]) -> Incremental[Played[Any]]:
        self.entries[self._at(change)][self.setting.place] = str(change.get("place", ""))
        return self._set()

    def _entry(self, change: Mapping[str, Any]) -> Incremental[Played[Any]]:
        at = self._at(change)
        self.entries[at] |= _record(change, "entry")
        names = [str(each[self.setting.name]) for each in self.entries]
        mine = {f"entry.{self.setting.name}": names.pop(at)}
        # The setup itself would find fault with whoever of two alike stands later in the list.
        if faults := [*name_faults(names, mine, len(self.entries))]:
            raise InputError(*faults)
        return self._set(self.setting.seats, at)

    def _at(self, change: Mapping[str, Any]) -> int:
        """Which of the entries is of this name. Raises InputError."""
        return _found([each[self.setting.name] for each in self.entries], change.get("name"))

    # where

    def _place(self, change: Mapping[str, Any]) -> Incremental[Played[Any]]:
        taken = {each["name"] for each in self.places}
        name = next(str(number) for number in count(len(taken) + 1) if str(number) not in taken)
        beside = str(change.get("beside") or "")
        self.places.append({"name": name, self.setting.beside: beside})
        return self._set()

    def _way(self, change: Mapping[str, Any]) -> Incremental[Played[Any]]:
        one, other = (self.places[self._place_at(change, end)] for end in ("from", "to"))
        drawn = False
        for here, there in ((one, other), (other, one)):
            beside = parted(here.get(self.setting.beside))
            if there["name"] in beside:
                drawn = True
                beside.remove(there["name"])
                here[self.setting.beside] = ", ".join(beside)
        if not drawn:
            one[self.setting.beside] = ", ".join([*parted(one.get(self.setting.beside)), other["name"]])
        return self._set()

    def _place_entry(self, change: Mapping[str, Any]) -> Incremental[Played[Any]]:
        at = self._place_at(change, "name")
        before = self.places[at]["name"]
        entry = _record(change, "entry")
        name = str(entry.get("name", before)).strip()
        if not name or "," in name or name in {each["name"] for each in self.places} - {before}:
            words = f"Give this {self.desk.place} a name of its own, without a comma."
            raise InputError.at("entry.name", name, "a name of its own", code="bad_place_name", message=words)
        self.places[at] |= {**entry, "name": name}
        self._renamed(before, name)
        return self._set(self.setting.places, at)

    def _place_remove(self, change: Mapping[str, Any]) -> Incremental[Played[Any]]:
        at = self._place_at(change, "name")
        gone = self.places[at]["name"]
        standing = [each[self.setting.name] for each in self.entries if each[self.setting.place] == gone]
        if standing:
            words = f"{' and '.join(standing)} {'stands' if len(standing) == 1 else 'stand'} there."
            raise InputError.at("name", gone, "an empty place", code="place_taken", message=words)
        self.places.pop(at)
        self._renamed(gone, "")
        return self._set()

    def _renamed(self, before: str, name: str) -> None:
        """What stood there, and what names it as lying beside, follows the name; "" takes it away."""
        for each in self.places:
            beside = parted(each.get(self.setting.beside))
            if before in beside:
                named = (name if other == before else other for other in beside)
                each[self.setting.beside] = ", ".join(filter(None, named))
        for entry in self.entries:
            if entry[self.setting.place] == before:
                entry[self.setting.place] = name

    def _place_at(self, change: Mapping[str, Any], field: str) -> int:
        return _found([each["name"] for each in self.places], change.get(field))

    # the rest

    def _rest(self, change: Mapping[str, Any]) -> Incremental[Played[Any]]:
        called = Text("called", "Name", longest=LONGEST_NAME).parse(change.get("called", self.now.scene.name))
        self.start |= _record(change, "rest")
        scene = replace(self.now.scene, name=called.strip() or self.now.scene.name)
        return self._set(scene=scene)

    def _set(self, which: str = "", at: int = 0, *, scene: Any = None) -> Incremental[Played[Any]]:
        """The scene at the table as it is set now. What is wrong with the entry at this place of a list is
        told of the change's `entry`.
        """
        start = {**self.start, self.setting.seats: self.entries}
        if self.setting.places:
            start[self.setting.places] = self.places
        data = {**(scene or self.now.scene).to_json(), "start": start}
        try:
            return (yield from playing(self.desk, read_scene(self.desk, data), self.now))
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
        raise InputError.at("name", name, join_or(names), code="unknown_name", message=words)
    return names.index(name)
